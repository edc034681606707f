//! Golden records replay, and one that differs is named with its line.

use astrarium_check::records::{random, records};
use astrarium_core::Game;

use crate::game::*;

type Sound = Toy<SOUND>;

#[test]
fn records_replay() {
    records::<Sound>("tests/toy/records");
}

#[test]
fn a_changed_record_is_caught() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-records");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let text = random::<Sound>(Rules { players: 2, die: true }, Sound::house(), 7).record().to_string();
    let bid = text.lines().find(|line| line.starts_with("red bid")).expect("red bids");
    let other = text.replacen(bid, &bid.replacen("bid ", "bid 0", 1), 1);
    for (name, text) in [("1.rec", other), ("2.rec", format!("{text}\n")), ("3.rec", text.replacen("red ", "pink ", 1))]
    {
        std::fs::write(folder.join(name), text).expect("a file for the test");
    }
    let said = std::panic::catch_unwind(|| records::<Sound>(&folder)).expect_err("all three differ");
    let said = said.downcast_ref::<String>().expect("a text");
    assert!(said.contains("3 records differ") && said.contains("no such seat"), "{said}");
}
