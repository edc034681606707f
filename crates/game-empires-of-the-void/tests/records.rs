//! Played games, one for every way to end, replay for ever.

use astrarium_check::records;
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

#[test]
fn every_record_of_the_first_edition_replays() {
    records::<EmpiresOfTheVoid>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/first"));
}

#[test]
fn every_record_of_the_revised_edition_replays() {
    records::<KeyToTheUniverse>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records/key"));
}
