//! The laws of `Game` on random play.

use astrarium_check::{Budget, laws};
use game_empires_of_the_void_2::State;

#[test]
fn the_laws_hold() {
    laws::<State>(Budget::default());
}
