//! Every law passes on a sound game and catches a game that breaks it.

use std::panic::catch_unwind;

use astrarium_check::laws::{Report, laws};
use astrarium_check::{Budget, perft};
use astrarium_core::{Parts, Record, Table, options};

use crate::game::*;

fn budget() -> Budget {
    Budget { decisions: 5_000, states: 1_000, checks: 50_000, records: 8, ..Budget::default() }
}

#[test]
fn the_teaching_game_keeps_every_law() {
    let report = laws::<game_dice_duel::State>(budget());
    assert!(report.decisions >= 5_000 && report.redealt > 400 && report.records >= 8, "{report:?}");
}

/// Were the toy itself unsound, to catch its broken kin would prove nothing.
#[test]
fn the_toy_keeps_every_law_until_it_is_broken() {
    let report = laws::<Toy<SOUND>>(budget());
    assert_eq!(report, laws::<Toy<SOUND>>(budget()), "threads change nothing");
    assert_eq!(report.settings, 8, "two versions of the rules, two or three seats, with and without dice");
    assert!(report.decisions >= 5_000 && report.states >= 1_000 && report.checks >= 40_000, "{report:?}");
    assert!(report.redealt > 1_000 && report.swapped > 250 && report.records >= 8, "{report:?}");
}

type Laws = fn(Budget) -> Report;

/// What `laws` says about a game that breaks one of them.
fn fault(run: Laws) -> String {
    let panic = catch_unwind(|| run(budget())).expect_err("every broken law is caught");
    panic.downcast_ref::<String>().expect("a fault is a text").clone()
}

#[test]
fn every_broken_law_is_caught() {
    let ways: &[(Laws, &str)] = &[
        (laws::<Toy<PURE>>, "Pure: “keep”"),
        (laws::<Toy<LISTS_ILLEGAL>>, "is listed and refused: the last round is over"),
        (laws::<Toy<HIDES_LEGAL>>, "is accepted and not listed"),
        (laws::<Toy<LISTS_TWICE>>, "Complete: “keep” is listed twice for"),
        (laws::<Toy<ATOMIC>>, "Atomic: “swap” is refused"),
        (laws::<Toy<ALIVE>>, "is asked and can do nothing"),
        (laws::<Toy<UNASKED>>, "is not asked and may “keep”"),
        (laws::<Toy<STANDING>>, "Alive: the final places of"),
        (laws::<Toy<VIEW>>, ", the view: “"),
        (laws::<Toy<PUBLIC>>, ", the public view: “"),
        (laws::<Toy<SCENE>>, ", the scene: “"),
        (laws::<Toy<PROMPT>>, ", the prompt: “"),
        (laws::<Toy<LABEL>>, ", the button “"),
        (laws::<Toy<ODDS>>, ", the button “"),
        // Frank sees this leak, too; with this seed Blind meets it first.
        (|b| laws::<Toy<ACTIONS>>(Budget { checks: 0, seed: 2, ..b }), ", the actions: “"),
        (laws::<Toy<REFUSAL>>, "changes whether and why “bid"),
        (laws::<Toy<IDENTITY>>, "Blind: no redeal ever changed anything"),
        (laws::<Toy<UNSOUND_REDEAL>>, "broken invariants: the bid of"),
        (laws::<Toy<SEALED>>, "Sealed: “bid"),
        (laws::<Toy<FINITE>>, "Finite: no end after 12 decisions"),
        (laws::<Toy<POSITION>>, "Exact: state to position and back"),
        (laws::<Toy<DRAWING>>, "Exact: placing a whole position draws"),
        (laws::<Toy<TEXT>>, "Exact: action 9 has index 9, and “bid 8” parses to “bid 8”"),
        (laws::<Toy<INDEX>>, "Exact: “bid 12” has an index that is not below COUNT"),
        (laws::<Toy<INVARIANT>>, "Invariants: 2 points in round 1"),
        (laws::<Toy<OUTCOMES>>, "Record: entry"),
        (laws::<Toy<MUTE>>, "is no id in the scene, and there is no label"),
        (laws::<Toy<SILENT>>, "Log: "),
        (laws::<Toy<UNTOLD>>, "Told: no event gained these points"),
        (laws::<Toy<NO_REFUSAL>>, "Cited: TOY-04 is in no rules of toy"),
        (laws::<Toy<NO_PROMPT>>, "Cited: TOY-06 is in no rules of toy"),
        (laws::<Toy<NO_LINE>>, "Cited: TOY-05 is in no rules of toy"),
        (laws::<Toy<NAMELESS>>, "refers to “cup-1”, which has no name"),
        (laws::<Toy<RAW_ID>>, "says “cup-1”, an id of the scene"),
        (laws::<Toy<BARE_ID>>, "Named: “Moon velusk” says “velusk”, an id of the scene"),
        (laws::<Toy<AIMLESS>>, "Named: “swap” is either no verb, or a verb"),
        (laws::<Toy<COY>>, " something hidden, and the rules do not say so"),
        (laws::<Toy<LOUD>>, "times that something is revealed, and no redealt world shows it"),
        (laws::<Toy<PANIC>>, "panicked: the toy fell apart"),
        (laws::<Toy<SEATS>>, "Options: no setting seats 4"),
    ];
    assert_eq!(ways.len(), usize::from(SEATS), "one line for every way to break the toy");
    for (run, expected) in ways {
        let said = fault(*run);
        assert!(said.starts_with("toy: ") && said.contains(expected), "expected {expected}\nfound {said}");
    }
}

#[test]
fn a_fault_comes_with_a_record_that_replays() {
    let said = fault(laws::<Toy<PANIC>>);
    let (head, record) = said.split_at(said.find("astrarium-record").expect("a record"));
    assert!(head.contains("options players=") && head.contains("; seed 1, game "), "{head}");
    let record: Record = record.parse().expect("a whole record");
    let table = Table::<Toy<SOUND>>::verify(&record, Toy::<SOUND>::house()).expect("it replays on the sound game");
    assert_eq!(record.places, [0u8; 0], "it ends before the end");
    assert!(table.record().entries.len() > 6, "two rounds were played");
}

/// Cards of 2 and 4: 3 bids, then 5, then two answers of the winner. Red wins 6 of the 15 and swaps for a 6.
#[test]
fn ways_are_counted() {
    assert_eq!(perft::table::<Toy<SOUND>>(options::of_rules(1).expect("the first"), 1, 4), [3, 15, 30, 114]);
}
