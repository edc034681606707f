//! The rules, scenario by scenario.

use astrarium_check::scenario::scenarios;
use game_dice_duel::State;

#[test]
fn every_scenario_holds() {
    scenarios::<State>(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"));
}
