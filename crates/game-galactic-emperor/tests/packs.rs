//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, lengthened, mutated, page_is_true, truthful};
use astrarium_core::{Files, Pack, Parts};
use game_galactic_emperor::State;

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<State>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 100, "{sum:?}");
}

type Data = <State as Parts>::Data;

#[test]
fn a_table_for_as_many_players_is_there_once() {
    let twice = |(name, text): &(&str, &str)| (name.to_string(), text.replace("count = 6", "count = 5"));
    let faults = Data::parse(&Files::new(Data::FILES.iter().map(twice))).expect_err("it is refused");
    let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
    let says = "a table for 5 players that no game uses; expected one table each for 3, 4, 5 and 6 players";
    assert!(told.starts_with("layouts.toml:1:1: nothing for 6 players") && told.contains(says), "{told}");
}

#[test]
fn the_page_of_hooks_is_true() {
    let rows = State::house().hooks().iter().map(|hook| hook.told()).collect();
    page_is_true("packs-galactic-emperor.md", &[("Technologies", rows)]);
}

#[test]
fn texts_say_what_happens() {
    truthful::<State>();
    let changed =
        |(name, text): &(&str, &str)| (name.to_string(), text.replace("robotics-metal = 2", "robotics-metal = 3"));
    let faults = Data::admit(&Files::new(Data::FILES.iter().map(changed))).expect_err("it is refused");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let right = "techs.toml:37:1: the text of robotics says 2, but it is 3; expected the numbers of its effects, in digits or words";
    assert_eq!(told, [right]);
}

#[test]
fn long_lists() {
    let sum = lengthened::<State>(&Files::house::<Data>(), 50, 1);
    assert!(sum.refused > 40, "{sum:?}");
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
