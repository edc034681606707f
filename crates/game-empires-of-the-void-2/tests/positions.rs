//! Changed positions are refused with a reason, or can be played.

use astrarium_check::positions::mutated;
use game_empires_of_the_void_2::State;

#[test]
fn changed_positions() {
    let sum = mutated::<State>(24, 3);
    assert!(sum.refused > 200 && sum.played > 100, "{sum:?}");
}
