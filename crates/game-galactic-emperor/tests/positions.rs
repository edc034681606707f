//! Changed positions are refused with a reason, or can be played.

use astrarium_check::positions::mutated;
use game_galactic_emperor::{Position, State};
use serde_json::json;

#[test]
fn changed_positions() {
    let sum = mutated::<State>(100, 3);
    assert!(sum.refused > 1_000 && sum.played > 300, "{sum:?}");
}

/// GE-141: nothing that a position says is dropped without a word.
#[test]
fn more_influence_than_a_seat_can_place() {
    let placed = json!([[], ["throne", "throne", "throne", "throne"], [], [], [], []]);
    let read = serde_json::from_value::<Position>(json!({ "phase": { "regent": { "placed": placed } } }));
    let fault = read.expect_err("one token too many").to_string();
    assert!(fault.contains("4 influence tokens of one seat, expected at most 3"), "{fault}");
}
