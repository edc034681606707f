//! A game at the keyboard, left and taken up, and told from one seat.

use std::fs;

use crate::run::{astrarium, fresh, typed};
use crate::{GAME, played};

/// Decisions of a person in the first research phase; what comes before is the choice of a colour.
const BEGUN: &str = "choose-colour red\nbuy-research att-infantry-plus\n";

#[test]
fn a_game_goes_on_where_it_was_left_and_nothing_is_overwritten() {
    let home = fresh("resume");
    let record = home.join("game.rec").display().to_string();
    let secret = home.join("game.rec.secret");
    let args = ["play", GAME, "--bots", "random,random,random", "--record", &record];
    let left = typed(&args, &format!("{BEGUN}quit\n")).ok();
    assert!(left.out.contains("astrarium play --resume ") && secret.exists(), "{}", left.out);
    let before = fs::read_to_string(&record).expect("kept");
    let again = typed(&args, BEGUN).code(2);
    assert!(again.err.contains("is there already and is not overwritten"), "{}", again.err);
    assert_eq!(fs::read_to_string(&record).expect("still there"), before);

    let on = typed(&["play", "--resume", &record], &"1\n".repeat(5000)).ok();
    assert!(on.out.contains("\n1. "), "the game came to its end:\n{}", on.out);
    let after = fs::read_to_string(&record).expect("kept");
    let entries = before.lines().filter(|line| line.contains(" # "));
    assert!(entries.clone().count() > 2 && entries.clone().all(|line| after.contains(line)), "the same game went on");
    let verified = astrarium(&["record", "verify", &record]).ok();
    assert!(verified.out.contains("the dice come from the opened secret") && !secret.exists(), "{}", verified.out);
    assert!(typed(&["play", "--resume", &record], "").code(2).err.contains("this game is over"));
    fs::write(&record, before).expect("writable");
    assert!(typed(&["play", "--resume", &record], "").code(2).err.contains("game.rec.secret is missing"));
}

#[test]
fn answers_are_taken_back_and_hints_and_maps_are_given() {
    let args = ["play", GAME, "--bots", "random,random,random", "--seed", "3"];
    let lines = format!("{BEGUN}undo\nhint\nmap\nmap moon-04\nmap moon-99\nbuy-research att-infantry-plos\n77\nquit\n");
    let run = typed(&args, &lines).ok();
    let expected = [
        "taken back",
        "a captain would say: ",
        "moon-04 (Torch) next to moon-05, planet-red",
        "there is no place “moon-99” on the board",
        "did you mean “buy-research att-infantry-plus”?",
        "there is no choice 77: expected a number from 1 to ",
    ];
    let said = run.out.split_whitespace().collect::<Vec<_>>().join(" ");
    for words in expected {
        assert!(said.contains(words.trim_end()), "{words} is missing in\n{}", run.out);
    }
    // Colours were chosen by others since: that answer stays.
    let firm = typed(&args, "choose-colour red\nundo\nquit\n").ok();
    assert!(firm.out.contains("there is no answer of yours to take back"), "{}", firm.out);
    assert!(run.out.lines().all(|line| line.chars().count() <= 80 || line.starts_with("red> ")), "{}", run.out);
}

#[test]
fn a_record_is_told_as_a_seat_saw_it() {
    let record = played("sight");
    let text = fs::read_to_string(&record).expect("just written");
    let dealt = |line: &str| line.contains("choose-colour") && line.contains(" ! ");
    assert!(text.lines().any(dealt), "tokens were dealt face down:\n{text}");
    let entries: Vec<&str> = text.lines().filter(|line| line.contains(" # ")).collect();
    let research = entries.iter().position(|line| line.contains("buy-research")).expect("somebody researches");
    let buyer = entries[research].split(' ').next().expect("a seat");
    let seat = ["red", "blue"].into_iter().find(|seat| *seat != buyer).expect("somebody else");
    let at = (research + 3).to_string();
    let told = |more: &[&str]| {
        astrarium(&[&["record", "replay", &record, "--at", &at, "--seat", seat], more].concat()).ok().out
    };
    for out in [told(&[]), told(&["--json"])] {
        assert!(!out.contains(&format!("{buyer} buy-research")), "{out}");
        let sealed = ["outcomes", "\"hash\"", "\"position\"", " ! "];
        assert!(sealed.iter().all(|word| !out.contains(word)), "{out}");
    }
    let json: serde_json::Value = serde_json::from_str(&told(&["--json"])).expect("a document");
    let entries = json["entries"].as_array().expect("what was told");
    // Before colours are chosen, seats have the names of their chairs.
    let own = |e: &serde_json::Value| e["seat"].as_str().is_some_and(|s| s == seat || s.starts_with("chair-"));
    assert!(entries.iter().all(|e| own(e) || e.get("sentence").is_none()), "{entries:?}");
    assert!(entries.len() < research + 4, "not even the number of sealed answers is told");
}
