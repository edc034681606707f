//! Scenario files say what must be, and the runner says what is not.

use astrarium_check::scenario::{Fault, run_file, title};
use astrarium_core::Parts;
use game_dice_duel::State;

use crate::game::*;

type Sound = Toy<SOUND>;

#[test]
fn scenarios_hold() {
    astrarium_check::scenarios::<State>("tests/toy/duel");
    astrarium_check::scenarios::<Sound>("tests/toy/rules");
}

const HEAD: &str = "title = 'toy'\n[[scenario]]\nname = 'x'\nclause = 'TOY-06'\n\
                    position.seats = { red.card = 'card-2', blue.card = 'card-5' }\n";

/// The faults of the first of these scenarios, which begins in round 1 with a 2 for red and a 5 for blue.
fn faults<const B: u8>(steps: &str) -> Vec<Fault> {
    let outcomes = run_file::<Toy<B>>(&format!("{HEAD}{steps}"), Toy::<B>::house(), false);
    outcomes.expect("a file that can be read").remove(0).result.expect_err("it fails")
}

/// The first words of each fault.
fn why<const B: u8>(steps: &str) -> String {
    let first = |fault: &Fault| {
        let what = fault.what.strip_prefix("scenario “x” (TOY-06), ").expect("its name and clause");
        what.lines().next().expect("a line").to_string()
    };
    faults::<B>(steps).iter().map(first).collect::<Vec<_>>().join("; ")
}

fn why_step(step: &str) -> String {
    why::<SOUND>(&format!("[[scenario.step]]\n{step}"))
}

#[test]
fn what_is_not_so_is_named() {
    for (step, said) in [
        ("seat = 'red'\ndo = 'bid 3'", "step 1: red, “bid 3”: refused: your card is worth 2 (TOY-02)"),
        (
            "seat = 'red'\nlegal = 'keep'",
            "step 1: red, “keep”: must be legal, but is refused: this is not the question (TOY-03)",
        ),
        ("seat = 'red'\nnot-legal = 'bid 1'", "step 1: red, “bid 1”: must not be legal, but is accepted"),
        (
            "seat = 'red'\ndo = 'bid 1'\nrefused = 'TOY-02'",
            "step 1: red, “bid 1”: accepted: expected a refusal with TOY-02",
        ),
        (
            "seat = 'red'\ndo = 'bid 3'\nrefused = 'TOY-03'",
            "step 1: red, “bid 3”: expected a refusal with TOY-03, found: your card is worth 2 (TOY-02)",
        ),
        ("expect = { round = 2 }", "step 1: round: expected 2, found 1"),
        ("expect = { 'seats.red.bid' = 2 }", "step 1: seats.red.bid: expected 2, found nothing there"),
        ("expect = { round = 'absent' }", "step 1: round: expected nothing there, found 1"),
        ("asked = 'red'", "step 1: asked: expected red, found red, blue"),
        ("winner = 'red'", "step 1: winner: expected red, but the game is not over"),
        (
            "view.red = { 'seats.blue.card' = 'card-5' }",
            "step 1: view of red, seats.blue.card: expected \"card-5\", found nothing there",
        ),
        ("seat = 'red'\ndo = 'bid 1'\ndice = [4]", "step 1: outcomes left over: 4"),
        (
            "seat = ['red', 'blue']\ndo = 'bid 1'\n[[scenario.step]]\nseat = 'blue'\ndo = 'swap'",
            "step 2: blue, “swap”: no outcome given for a draw among card-1 card-3 card-4 card-6",
        ),
    ] {
        assert_eq!(why_step(step), said);
    }
}

#[test]
fn a_mistake_in_a_scenario_is_no_pass() {
    for (step, said) in [
        ("", "step 1: nothing to do and nothing to look at: expected do, expect, …"),
        ("seat = 'red'", "step 1: a seat without sentences: expected do = …"),
        ("do = 'bid 1'", "step 1: sentences without a seat: expected seat = …"),
        ("seat = 'red'\nlegal = 'bid 1'\nrefused = 'TOY-01'", "step 1: nothing to be refused: expected do = …"),
        ("seat = 'pink'\ndo = 'bid 1'", "step 1: there is no seat “pink”: expected red, blue"),
        (
            "seat = 'red'\nnot-legal = 'bit 1'",
            "step 1: red, “bit 1”: “bit 1” is no sentence of this game: expected bid, keep, swap",
        ),
        ("expect = { seats.red.card = 'x' }", "a dotted path is written in quotes"),
    ] {
        let why = why_step(step);
        assert!(why.contains(said), "expected {said}\nfound {why}");
    }
    assert_eq!(
        why::<SOUND>("options = { players = 9 }"),
        "setup: option players cannot be “9”: expected a number from 2 to 3"
    );
    assert_eq!(why::<SOUND>("broken = 'x'"), "setup: the position is sound: expected x");
    assert_eq!(why::<SOUND>("position.round = 9"), "setup: the position is broken: 0 points in round 9");
    assert_eq!(why::<SOUND>("position.round = 9\nbroken = 'x'"), "setup: no fault says “x”: found 0 points in round 9");
    assert_eq!(
        why::<SOUND>("position.round = 9\nbroken = '0 points'"),
        "setup: the fault “0 points in round 9” does not say what would be right: expected “expected …” in it"
    );
    assert_eq!(why::<SOUND>("dice = ['card-1']"), "setup: outcomes left over: card-1");
}

#[test]
fn what_could_never_be_cannot_be_absent() {
    for (step, said) in [
        ("expect = { 'seats.red.bids' = 'absent' }", "seats.red.bids: this could never be there: unknown field `bids`"),
        ("expect = { 'seats.pink.bid' = 'absent' }", "seats.pink.bid: there is no seat “pink”: expected red, blue"),
        ("expect = { 'round.x' = 'absent' }", "round.x: this could never be there: invalid type: “x” below it"),
        ("view.red = { 'seats.blue.bids' = 'absent' }", "no view has “bids” here, but bid, card, done, name, points"),
        (
            "view.red = { 'seats.blue.keep' = 'absent' }",
            "seats.blue.keep: this could never be there: no view has “keep”",
        ),
        ("view.red = { 'seats.1.card' = 'absent' }", "seats.1.card: there is no seat “1”: expected red, blue"),
        (
            "view.red = { 'round.card' = 'absent' }",
            "round.card: this could never be there: nothing is ever above “card”",
        ),
        ("seat = 'red'\ndo = 'bid 1'\nnot-log.blue = 'bids 1'", "nobody reads “bids 1”: found"),
    ] {
        let why = why_step(step);
        assert!(why.contains(said), "expected {said}\nfound {why}");
    }
}

#[test]
fn questions_odds_logs_and_views_are_looked_at() {
    for (step, said) in [
        ("seat = 'red'\nprompt = 'swap?'", "red is asked “Round 1: what now?0 (TOY-06)”: expected “swap?”"),
        ("seat = 'red'\nodds = { 'bid 1' = '1/8' }", "odds of “bid 1”: expected 1/8, found 1/9"),
        (
            "seat = 'red'\nlegal-exactly = ['bid 0', 'swap']",
            "red: “swap” is not legal, “bid 1” is legal, too, “bid 2” is legal, too",
        ),
        ("same-view.red = 'public'", "view of red, as public: not the same: seats.red.card: nothing → \"card-2\""),
        (
            "seat = ['red', 'blue']\ndo = 'bid 1'\nlog.public = 'red has'",
            "public reads no “red has”: found blue has 1 points (TOY-05)",
        ),
        (
            "seat = ['red', 'blue']\ndo = 'bid 1'\nnot-log.red = 'blue has'",
            "red must not read “blue has”: found blue has 1 points (TOY-05)",
        ),
        ("expect = { round = '+1' }", "round: expected +1, found 1 before and 1 after"),
    ] {
        assert_eq!(why_step(step), format!("step 1: {said}"));
    }
}

#[test]
fn every_fault_of_a_step_has_its_line() {
    let step = "[[scenario.step]]\nasked = 'red'\n[scenario.step.expect]\nround = 2\n'seats.red.bid' = 1\n\
                [[scenario.step]]\nwinner = 'red'";
    let found: Vec<String> = faults::<SOUND>(step).iter().map(|fault| fault.to_string()).collect();
    let starts = ["7: scenario “x” (TOY-06), step 1: asked", "9: scenario “x” (TOY-06), step 1: round", "10: scenario"];
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().zip(starts).all(|(fault, start)| fault.starts_with(start)), "{found:?}");
    let unknown = run_file::<Sound>(&HEAD.replace("TOY-06", "TOY-77"), Sound::house(), false).expect("readable");
    let what = "scenario “x” (TOY-77), setup: TOY-77 is no clause of Toy".to_string();
    assert_eq!(unknown[0].result, Err(vec![Fault { line: 4, what }]));
}

#[test]
fn an_answer_given_by_force_is_told() {
    let last = "title = 'toy'\n[[scenario]]\nname = 'x'\nposition = { round = 3, seats.red = { bid = 1, points = 2, card = \
                'card-1' }, seats.blue.card = 'card-2' }\n[[scenario.step]]\nseat = 'blue'\ndo = 'bid 0'\n\
                [[scenario.step]]\nseat = 'red'\ndo = 'keep'";
    let found =
        run_file::<Sound>(last, Sound::house(), false).expect("readable")[0].result.clone().expect_err("it fails");
    let said = "step 2: red, “keep”: refused: you are not asked (TOY-01)\n    settled: “keep” for red, the only answer to \
                “Round 3: what now?0 (TOY-06)”\n    now: the game is over";
    assert!(found[0].what.ends_with(said), "{found:?}");
}

#[test]
fn rules_that_misbehave_are_caught() {
    let step = "[[scenario.step]]\nseat = 'red'\n";
    assert_eq!(
        why::<ATOMIC>(&format!("{step}do = 'swap'\nrefused = 'TOY-03'")),
        "step 1: red, “swap”: refused, yet the state has changed"
    );
    assert_eq!(
        why::<PANIC>(&format!("position.round = 3\nposition.claims = 'red'\nbroken = 'x'\n{step}legal = 'keep'")),
        "setup: a broken position has no steps"
    );
    let last = "title = 'toy'\n[[scenario]]\nname = 'x'\nposition = { round = 3, seats.red = { bid = 1, points = 2, card = \
                'card-1' }, seats.blue.card = 'card-2' }\n[[scenario.step]]\nseat = 'blue'\ndo = 'bid 1'";
    let outcomes = run_file::<Toy<PANIC>>(last, Sound::house(), false).expect("a file that can be read");
    let what = "scenario “x”, step 1: panicked: the toy fell apart".to_string();
    assert_eq!(outcomes[0].result, Err(vec![Fault { line: 5, what }]));
}

#[test]
fn a_file_that_cannot_be_read_has_line_and_column() {
    let read = |text: &str| run_file::<Sound>(text, Sound::house(), false).expect_err("not readable");
    assert!(read("title = 'toy'\nscenario = 3").contains("line 2, column 12"));
    assert!(read("title = 'toy'\n[[scenario]]\nname = 'x'\nnam = 1").contains("line 4, column 1"));
    assert!(read("title = 'toy'\n[[scenario]]\nname = 'x'\nposition.rounds = 1").contains("line 4, column 10"));
    let many = read("title = 'toy'\n[[scenario]]\nname = 'x'\nclause = 7");
    assert!(many.contains("line 4, column 10") && many.contains("expected a text or a list of texts"), "{many}");
    assert_eq!(read("title = 'boy'\n[[scenario]]\nname = 'x'"), "title is “boy”: expected toy");
    assert_eq!(title("title = 'boy'\nscenario = []"), Ok("boy".into()));
}
