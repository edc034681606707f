//! Changed positions are refused with a reason, or can be played.

use astrarium_check::positions::mutated;
use game_galactic_emperor::State;

#[test]
fn changed_positions() {
    let sum = mutated::<State>(100, 3);
    assert!(sum.refused > 1_000 && sum.played > 300, "{sum:?}");
}
