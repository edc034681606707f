//! Changed positions are refused with a reason, or can be played.

use astrarium_check::positions::mutated;
use game_dice_duel::State;

#[test]
fn changed_positions() {
    let sum = mutated::<State>(60, 3);
    assert!(sum.refused > 30 && sum.played > 30, "{sum:?}");
}
