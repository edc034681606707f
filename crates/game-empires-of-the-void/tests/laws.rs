//! The laws of a game, on random play, for both editions.

use astrarium_check::{Budget, laws};
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

#[test]
fn laws_hold_in_the_first_edition() {
    laws::<EmpiresOfTheVoid>(Budget {
        decisions: 500_000,
        states: 3_000,
        checks: 6_000_000,
        records: 24,
        ..Budget::default()
    });
}

#[test]
fn laws_hold_in_the_revised_edition() {
    laws::<KeyToTheUniverse>(Budget {
        decisions: 500_000,
        states: 3_000,
        checks: 6_000_000,
        records: 24,
        ..Budget::default()
    });
}
