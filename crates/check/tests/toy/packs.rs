//! Broken packs are refused where they are broken.

use astrarium_check::packs::{extremes, heaped, mutated, try_pack};
use astrarium_core::Files;

use crate::game::*;

fn cards(text: &str) -> Files {
    Files::new([("cards.toml".to_string(), text.to_string())])
}

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<Toy<SOUND>>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 100, "{sum:?}");
    assert_eq!(mutated::<Toy<SOUND>>(50, 1), mutated::<Toy<SOUND>>(50, 1));
}

#[test]
fn a_pack_is_refused_or_played() {
    assert_eq!(try_pack::<Toy<SOUND>>(&cards("values = [9, 8, 7, 1, 1, 1]"), 1), Ok(true));
    assert_eq!(try_pack::<Toy<SOUND>>(&cards("values = [9, 8, 7, 1, 1, 0]"), 1), Ok(false));
}

#[test]
#[should_panic(expected = "panicked: the toy fell apart")]
fn a_pack_that_cannot_be_played_is_caught() {
    mutated::<Toy<PANIC>>(1_000, 1);
}

#[test]
fn extremes_are_refused_or_played() {
    let sum = extremes::<Toy<SOUND>>(200, 1);
    assert!(sum.refused > 20 && sum.played > 5, "{sum:?}");
    heaped::<Toy<SOUND>>(4, 1);
}

#[test]
#[should_panic(expected = "panicked: the toy fell apart")]
fn a_pack_of_extremes_that_cannot_be_played_is_caught() {
    heaped::<Toy<PANIC>>(100, 1);
}
