//! The laws of a game, on random play.

use astrarium_check::{Budget, laws};
use game_dice_duel::State;

#[test]
fn laws_hold() {
    laws::<State>(Budget { decisions: 50_000, states: 2_000, ..Budget::default() });
}
