//! Changed positions of both editions are refused with a reason, or can be played.

use astrarium_check::positions::mutated;
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

#[test]
fn changed_positions_of_the_first_edition() {
    let sum = mutated::<EmpiresOfTheVoid>(40, 3);
    assert!(sum.refused > 200 && sum.played > 100, "{sum:?}");
}

#[test]
fn changed_positions_of_the_revised_edition() {
    let sum = mutated::<KeyToTheUniverse>(40, 3);
    assert!(sum.refused > 200 && sum.played > 100, "{sum:?}");
}
