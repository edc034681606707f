//! Rule tests a board gamer can read.

use astrarium_check::scenarios;
use game_empires_of_the_void_2::State;

#[test]
fn every_scenario() {
    scenarios::<State>(concat!(env!("CARGO_MANIFEST_DIR"), "/scenarios"));
}
