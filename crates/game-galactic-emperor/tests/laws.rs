//! The laws of `Game` on random play.

use astrarium_check::{Budget, laws};
use game_galactic_emperor::State;

#[test]
fn the_laws_hold() {
    laws::<State>(Budget::default());
}
