//! The rules, scenario by scenario, for both editions.

use astrarium_check::scenario::scenarios;
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

#[test]
fn every_scenario_of_the_first_edition_holds() {
    scenarios::<EmpiresOfTheVoid>(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/first"));
}

#[test]
fn every_scenario_of_the_revised_edition_holds() {
    scenarios::<KeyToTheUniverse>(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios/key"));
}
