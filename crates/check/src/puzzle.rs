//! Puzzles that hold: the position is sound, the question is asked in it, and everything a puzzle says of its answers can be.

use std::collections::BTreeSet;

use astrarium_core::puzzle::{ANSWERS, MARGIN, Puzzle, Puzzles};
use astrarium_core::{Game, Seen, Text, Turn};

use crate::caught;
use crate::scenario::lines::Lines;
use crate::scenario::{Fault, Outcome};

/// Looks at every puzzle of a file. An error has line and column and means that nothing was looked at.
pub fn run_file<G: Game>(text: &str, data: &'static G::Data) -> Result<Vec<Outcome>, String> {
    let file: Puzzles<G::Position> = Puzzles::read(text)?;
    if file.title != G::META.id {
        return Err(format!("title is “{}”: expected {}", file.title, G::META.id));
    }
    let lines = Lines::of(text)?;
    let mut ids = BTreeSet::new();
    let outcome = |(k, puzzle): (usize, &Puzzle<G::Position>)| {
        let mut found = caught(|| Ok(faults::<G>(puzzle, data))).unwrap_or_else(|panic| vec![("position", panic)]);
        let plain = puzzle.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if puzzle.id.is_empty() || !plain || !ids.insert(puzzle.id.clone()) {
            found.push(("id", format!("id is “{}”: expected a word of no other puzzle", puzzle.id)));
        }
        let fault = |(field, what): (&str, String)| Fault {
            line: lines.find(&["puzzle", &k.to_string(), field]),
            what: format!("puzzle “{}”: {what}", puzzle.id),
        };
        let found: Vec<Fault> = found.into_iter().map(fault).collect();
        let result = if found.is_empty() { Ok(()) } else { Err(found) };
        let clauses = vec![puzzle.clause.clone()];
        Outcome { name: puzzle.id.clone(), clauses, result, reached: BTreeSet::new(), trace: Vec::new() }
    };
    Ok(file.puzzles.iter().enumerate().map(outcome).collect())
}

/// What is wrong with a puzzle, each with its field.
fn faults<G: Game>(puzzle: &Puzzle<G::Position>, data: &'static G::Data) -> Vec<(&'static str, String)> {
    let (table, seat) = match puzzle.table::<G>(data) {
        Ok(asked) => asked,
        Err(why) => return vec![("position", why)],
    };
    if table.state().turn() != Turn::Of(seat) {
        return vec![("seat", format!("{} is not the one who is asked here", puzzle.seat))];
    }
    let mut faults = Vec::new();
    let seen = Seen::by(table.state(), seat);
    let clause = seen.prompt().clause.0;
    if clause != puzzle.clause {
        faults.push((
            "clause",
            format!("the question is asked by {clause}: expected that in place of {}", puzzle.clause),
        ));
    }
    let mut actions = Vec::new();
    table.state().actions(seat, &mut actions);
    let legal: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
    if legal.len() < ANSWERS {
        faults.push(("position", format!("the question has {} answers: expected {ANSWERS} or more", legal.len())));
    }
    for (field, sentence) in [("best", &puzzle.best), ("obvious", &puzzle.obvious)] {
        if !legal.contains(sentence) {
            faults.push((field, format!("“{sentence}” is no legal answer")));
        }
    }
    if puzzle.best == puzzle.obvious {
        faults.push(("obvious", "the best answer is the obvious one".into()));
    }
    faults.extend(leads(puzzle, &legal));
    if puzzle.name.is_empty() || puzzle.why.is_empty() {
        faults.push(("why", "has no name or no reason: expected words".into()));
    }
    let unknown = |word: &&str| seen.refer(word).is_none();
    let why = Text::written(&puzzle.why);
    let words: Vec<String> = why.things().filter(unknown).map(String::from).collect();
    faults.extend(
        words.into_iter().map(|word| ("why", format!("{{{word}}} refers to nothing: expected a word of sentences"))),
    );
    faults
}

/// Every legal answer has a chance, and the best one clearly the highest.
fn leads<P>(puzzle: &Puzzle<P>, legal: &BTreeSet<String>) -> Option<(&'static str, String)> {
    if !puzzle.chances.keys().eq(legal) {
        return Some(("chances", "are not those of the legal answers: expected one for each".into()));
    }
    let others = puzzle.chances.iter().filter(|(sentence, _)| **sentence != puzzle.best);
    let next = others.map(|(_, chance)| *chance).max().unwrap_or(0);
    let best = puzzle.chances.get(&puzzle.best).copied().unwrap_or(0);
    let what = format!("the best answer has {best} and another {next}: expected a lead of {MARGIN} or more");
    (best < next + MARGIN).then_some(("chances", what))
}
