//! Golden records replay, and one that differs is named with its line.

use astrarium_check::records::{random, records};
use astrarium_core::record::{Dice, unhex};
use astrarium_core::{Parts, Record, Table};
use game_dice_duel::{Options, State};

use crate::game::*;

type Sound = Toy<SOUND>;

#[test]
fn records_replay() {
    records::<State>("../../examples/dice-duel/tests/records");
    records::<Sound>("tests/toy/records");
}

/// The golden record of the toy has a tie that the first seat won. The rules have changed since: it is played as it began.
#[test]
fn a_record_is_played_by_the_rules_it_began_with() {
    let mut record: Record = include_str!("records/random-2.rec").parse().expect("a record");
    let old = Table::<Sound>::verify(&record, Sound::house()).expect("it replays");
    assert_eq!(old.state().options().rules, 1);
    let dice = Dice { secret: record.secret.as_deref().and_then(unhex).expect("an opened secret"), nonces: vec![] };
    let newest = Terms { players: 3, ..Terms::default() };
    let mut new = Table::<Sound>::open(newest, Sound::house(), vec![], &dice, None).expect("a table");
    let mut again = record.entries[1..].iter().map(|e| {
        let seat = new.state().seat_named(&e.seat).expect("a seat");
        new.act(seat, &e.sentence).map(drop).map_err(|refusal| (e.text(), refusal.to_string()))
    });
    let parted = again.find_map(Result::err).expect("the same decisions lead elsewhere");
    assert_eq!(parted, ("blue keep".into(), "you are not asked (TOY-01)".into()));
    record.header.rules = "3".into();
    let unknown = Table::<Sound>::replay(&record, Sound::house(), None).expect_err("nobody knows it");
    assert_eq!(unknown.to_string(), "header: rules version 3 is not known here: expected 1 to 2");
}

#[test]
fn a_changed_record_is_caught() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("changed-records");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let text = random::<State>(Options::default(), State::house(), 7).record().to_string();
    let first = text.lines().find(|line| line.starts_with("red take")).expect("red takes a stance");
    let other = text.replacen(first, &first.replacen("take ", "take  ", 1), 1);
    for (name, text) in [("1.rec", other), ("2.rec", format!("{text}\n")), ("3.rec", text.replacen("red ", "pink ", 1))]
    {
        std::fs::write(folder.join(name), text).expect("a file for the test");
    }
    let said = std::panic::catch_unwind(|| records::<State>(&folder)).expect_err("all three differ");
    let said = said.downcast_ref::<String>().expect("a text");
    assert!(said.contains("3 records differ") && said.contains("no such seat"), "{said}");
}
