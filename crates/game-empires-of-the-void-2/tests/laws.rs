//! The laws of `Game` on random play.

use astrarium_check::{Budget, laws};
use game_empires_of_the_void_2::State;

#[test]
fn the_laws_hold() {
    let budget = Budget { decisions: 300_000, states: 3_000, checks: 3_000_000, records: 40, ..Budget::default() };
    laws::<State>(budget);
}
