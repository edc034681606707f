//! Rule tests a board gamer can read.

use astrarium_check::scenarios;
use game_galactic_emperor::State;

#[test]
fn every_scenario() {
    scenarios::<State>(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"));
}
