//! The laws of a game, on random play.

use astrarium_check::{Budget, laws};
use game_galactic_adventures::State;

#[test]
fn laws_hold() {
    laws::<State>(Budget::default());
}
