//! Broken packs are refused where they are broken: those of the teaching game. Only the broken toy shows that a fault is caught.

use astrarium_check::packs::{extremes, heaped, mutated, try_pack};
use astrarium_core::Files;
use game_dice_duel::State;

use crate::game::*;

fn numbers(hearts: u8) -> Files {
    let text = format!("hearts = {hearts}\nrounds = 12\ndie = 6\nguard = 2\nbead = 2\n");
    Files::new([("numbers.toml".to_string(), text)])
}

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<State>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 100, "{sum:?}");
    assert_eq!(mutated::<State>(50, 1), mutated::<State>(50, 1));
}

#[test]
fn a_pack_is_refused_or_played() {
    assert_eq!(try_pack::<State>(&numbers(9), 1), Ok(true));
    assert_eq!(try_pack::<State>(&numbers(0), 1), Ok(false));
}

#[test]
#[should_panic(expected = "panicked: the toy fell apart")]
fn a_pack_that_cannot_be_played_is_caught() {
    mutated::<Toy<PANIC>>(1_000, 1);
}

#[test]
fn extremes_are_refused_or_played() {
    let sum = extremes::<State>(200, 1);
    assert!(sum.refused > 20 && sum.played > 5, "{sum:?}");
    heaped::<State>(4, 1);
}

#[test]
#[should_panic(expected = "panicked: the toy fell apart")]
fn a_pack_of_extremes_that_cannot_be_played_is_caught() {
    heaped::<Toy<PANIC>>(100, 1);
}
