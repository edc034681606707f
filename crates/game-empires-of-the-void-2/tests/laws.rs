//! The laws of a game, on random play.

use astrarium_check::{Budget, laws};
use game_empires_of_the_void_2::State;

#[test]
fn laws_hold() {
    laws::<State>(Budget::default());
}
