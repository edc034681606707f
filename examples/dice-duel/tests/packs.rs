//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, mutated};
use game_dice_duel::State;

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<State>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 100, "{sum:?}");
}

#[test]
fn extreme_numbers() {
    let sum = extremes::<State>(1000, 1);
    assert!(sum.refused > 90 && sum.played > 80, "{sum:?}");
}

#[test]
fn large_numbers_together() {
    heaped::<State>(4, 1);
}
