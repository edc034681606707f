//! Scenario files say what must be, and the runner says what is not.

use astrarium_check::scenario::{run_file, title};
use astrarium_core::Game;

use crate::game::*;

type Sound = Toy<SOUND>;

#[test]
fn scenarios_hold() {
    astrarium_check::scenarios::<Sound>("tests/toy/rules");
}

/// Why a scenario fails that begins in round 1 with a 2 for red and a 5 for blue.
fn why<const B: u8>(steps: &str) -> String {
    let head = "title = 'toy'\n[[scenario]]\nname = 'x'\nclause = 'TOY-09'\n\
                position.seats = { red.card = 'card-2', blue.card = 'card-5' }\n";
    let outcomes = run_file::<Toy<B>>(&format!("{head}{steps}"), Toy::<B>::house()).expect("a file that can be read");
    let [outcome] = &outcomes[..] else { panic!("one scenario") };
    let why = outcome.result.clone().expect_err("it fails");
    why.strip_prefix("scenario “x” (TOY-09), ").expect("its name and clause").to_string()
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
        ("expect = { round = 'absent' }", "step 1: round: expected \"absent\", found 1"),
        ("asked = 'red'", "step 1: asked: expected red, found red, blue"),
        ("winner = 'red'", "step 1: winner: expected red, but the game is not over"),
        (
            "view.red = { 'seats.1.card' = 'card-5' }",
            "step 1: view of red, seats.1.card: expected \"card-5\", found nothing there",
        ),
        ("seat = 'red'\ndo = 'bid 1'\ndice = [4]", "step 1: outcomes left over: 4"),
        (
            "seat = ['red', 'blue']\ndo = 'bid 1'\n[[scenario.step]]\nseat = 'red'\ndo = 'swap'",
            "step 2: red, “swap”: no outcome given for a draw among card-1 card-3 card-4 card-6",
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
        ("expect = { seats.red.card = 'x' }", "a dotted path stands in quotes"),
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
    assert_eq!(why::<SOUND>("dice = ['card-1']"), "setup: outcomes left over: card-1");
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
    let outcomes = run_file::<Toy<PANIC>>(last, Sound::house()).expect("a file that can be read");
    assert_eq!(outcomes[0].result, Err("scenario “x”, panicked: the toy fell apart".into()));
}

#[test]
fn a_file_that_cannot_be_read_has_line_and_column() {
    let read = |text: &str| run_file::<Sound>(text, Sound::house()).expect_err("not readable");
    assert!(read("title = 'toy'\nscenario = 3").contains("line 2, column 12"));
    assert!(read("title = 'toy'\n[[scenario]]\nname = 'x'\nnam = 1").contains("line 4, column 1"));
    assert!(read("title = 'toy'\n[[scenario]]\nname = 'x'\nposition.rounds = 1").contains("line 4, column 10"));
    let many = read("title = 'toy'\n[[scenario]]\nname = 'x'\nclause = 7");
    assert!(many.contains("line 4, column 10") && many.contains("expected a text or a list of texts"), "{many}");
    assert_eq!(read("title = 'boy'\n[[scenario]]\nname = 'x'"), "title is “boy”: expected toy");
    assert_eq!(title("title = 'boy'\nscenario = []"), Ok("boy".into()));
}
