//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, mutated};
use astrarium_core::{Files, Game, Pack, Parts};
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<KeyToTheUniverse>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 80, "{sum:?}");
}

/// Points of this size would overflow when they are added up.
#[test]
fn scores_have_bounds() {
    fn refused<G: Game>() {
        let changed = |(name, text): &(&str, &str)| (name.to_string(), text.replace("a = [5, 3]", "a = [65535, 3]"));
        let files = Files::new(<G as Parts>::Data::FILES.iter().map(changed));
        let faults = <G as Parts>::Data::parse(&files).err().expect("it is refused");
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.to_string().starts_with("numbers.toml:61:") && fault.what.contains("65535"), "{fault}");
    }
    refused::<EmpiresOfTheVoid>();
    refused::<KeyToTheUniverse>();
}

#[test]
fn extreme_numbers_in_the_first_edition() {
    let sum = extremes::<EmpiresOfTheVoid>(300, 1);
    assert!(sum.refused > 90 && sum.played > 90, "{sum:?}");
}

#[test]
fn extreme_numbers_in_the_revised_edition() {
    let sum = extremes::<KeyToTheUniverse>(300, 2);
    assert!(sum.refused > 90 && sum.played > 90, "{sum:?}");
}

#[test]
fn large_numbers_together_in_the_first_edition() {
    heaped::<EmpiresOfTheVoid>(4, 1);
}

#[test]
fn large_numbers_together_in_the_revised_edition() {
    heaped::<KeyToTheUniverse>(4, 1);
}
