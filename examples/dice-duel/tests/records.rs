//! Played games, one for every way to end, replay for ever.

use astrarium_check::records;
use game_dice_duel::State;

#[test]
fn every_record_replays() {
    records::<State>(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records"));
}
