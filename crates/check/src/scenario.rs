//! Runs scenario files: what must be true, and if it is not, which step, seat, sentence and path says otherwise.

use std::path::Path;

use astrarium_core::scenario::{Many, Scenario, ScenarioFile, Step};
use astrarium_core::{Game, Refusal, Scripted, Seat, SeatSet, Silent, Turn, Viewer, options, position, settle};
use serde_json::Value;

/// What came of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub name: String,
    pub clauses: Vec<String>,
    /// The first thing that is not as it must be.
    pub result: Result<(), String>,
}

/// The title a scenario file is for.
pub fn title(text: &str) -> Result<String, String> {
    toml::from_str::<ScenarioFile>(text).map(|file| file.title).map_err(|e| e.to_string())
}

/// Runs every scenario of a file. An error has line and column and means that nothing was run.
pub fn run_file<G: Game>(text: &str, data: &'static G::Data) -> Result<Vec<Outcome>, String> {
    let title = title(text)?;
    if title != G::META.id {
        return Err(format!("title is “{title}”: expected {}", G::META.id));
    }
    let file: ScenarioFile<G::Position> = toml::from_str(text).map_err(|e| e.to_string())?;
    Ok(file.scenarios.into_iter().map(|scenario| outcome::<G>(scenario, data)).collect())
}

/// Runs every `*.toml` of a folder and panics with all that failed.
pub fn scenarios<G: Game>(folder: impl AsRef<Path>) {
    let mut failures = Vec::new();
    for (file, text) in crate::files(folder.as_ref(), "toml") {
        let outcomes = run_file::<G>(&text, G::house()).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(!outcomes.is_empty(), "{file}: no scenario here");
        let failed = outcomes.into_iter().filter_map(|o| o.result.err());
        failures.extend(failed.map(|why| format!("{file}: {why}")));
    }
    assert!(failures.is_empty(), "{} scenarios failed\n{}", failures.len(), failures.join("\n"));
}

fn outcome<G: Game>(scenario: Scenario<G::Position>, data: &'static G::Data) -> Outcome {
    let ran = crate::caught(|| run::<G>(&scenario, data));
    let Many(clauses) = scenario.clause;
    let cited = if clauses.is_empty() { String::new() } else { format!(" ({})", clauses.join(", ")) };
    let result = ran.map_err(|why| format!("scenario “{}”{cited}, {why}", scenario.name));
    Outcome { name: scenario.name, clauses, result }
}

fn run<G: Game>(scenario: &Scenario<G::Position>, data: &'static G::Data) -> Result<(), String> {
    let Some(mut state) = set_up::<G>(scenario, data).map_err(|why| format!("setup: {why}"))? else {
        return Ok(());
    };
    for (k, wanted) in scenario.steps.iter().enumerate() {
        step(&mut state, wanted).map_err(|why| format!("step {}: {why}", k + 1))?;
    }
    Ok(())
}

/// The state before the first step; none if the position is broken as it should be.
fn set_up<G: Game>(scenario: &Scenario<G::Position>, data: &'static G::Data) -> Result<Option<G>, String> {
    let options = read_options::<G>(&scenario.options)?;
    let mut dice = script(&scenario.dice)?;
    let broken = &scenario.broken.0;
    if !broken.is_empty() && !scenario.steps.is_empty() {
        return Err("a broken position has no steps".into());
    }
    let placed = match &scenario.position {
        None => Ok(G::new(options, data, &mut dice)),
        Some(position) => G::place(options, data, position, &mut dice),
    };
    let mut state = match placed {
        Ok(_) if !broken.is_empty() => return Err(format!("the position is sound: expected {}", broken.join("; "))),
        Ok(state) => state,
        Err(faults) => {
            let missing = broken.iter().find(|part| !faults.iter().any(|fault| fault.contains(*part)));
            return match missing {
                _ if broken.is_empty() => Err(format!("the position is broken: {}", faults.join("; "))),
                Some(part) => Err(format!("no fault says “{part}”: found {}", faults.join("; "))),
                None => Ok(None),
            };
        }
    };
    go_on(&mut state, &mut dice)?;
    dice.finish()?;
    sound(&state)?;
    holds(&position::export(&state), &scenario.expect)?;
    Ok(Some(state))
}

fn read_options<G: Game>(table: &toml::Table) -> Result<G::Options, String> {
    table.iter().try_fold(G::Options::default(), |options, (id, value)| match value {
        toml::Value::Boolean(on) => options::set(options, id, if *on { "on" } else { "off" }),
        other => options::set(options, id, &word(other)?),
    })
}

/// Dice and draws as the file gives them: numbers or words.
fn script(outcomes: &[toml::Value]) -> Result<Scripted, String> {
    Ok(Scripted::new(outcomes.iter().map(word).collect::<Result<Vec<_>, _>>()?))
}

fn word(value: &toml::Value) -> Result<String, String> {
    match value {
        toml::Value::String(word) => Ok(word.clone()),
        toml::Value::Integer(number) => Ok(number.to_string()),
        other => Err(format!("{other} cannot stand here: expected a number or a word")),
    }
}

fn step<G: Game>(state: &mut G, step: &Step) -> Result<(), String> {
    makes_sense(step)?;
    if let Some(asked) = &step.asked {
        same_seats(state, "asked", &asked.0, state.turn().seats())?;
    }
    for name in &step.seat.0 {
        let seat = named(state, name)?;
        let at = |sentence: &str, why: String| format!("{name}, “{sentence}”: {why}");
        for sentence in &step.legal.0 {
            legal(state, seat, sentence).map_err(|why| at(sentence, format!("must be legal, but {why}")))?;
        }
        for sentence in &step.not_legal.0 {
            not_legal(state, seat, sentence).map_err(|why| at(sentence, why))?;
        }
    }
    let mut dice = script(&step.dice)?;
    for name in &step.seat.0 {
        for sentence in &step.sentences.0 {
            let done = match &step.refused {
                None => carry_out(state, name, sentence, &mut dice),
                Some(clause) => refused(state, name, sentence, clause, &mut dice),
            };
            done.map_err(|why| format!("{name}, “{sentence}”: {why}"))?;
        }
    }
    dice.finish()?;
    sound(state)?;
    holds(&position::export(state), &step.expect)?;
    sees(state, &step.view)?;
    step.winner.as_ref().map_or(Ok(()), |names| won(state, &names.0))
}

/// A step that could never fail is a mistake.
fn makes_sense(step: &Step) -> Result<(), String> {
    let speaks = [&step.sentences, &step.legal, &step.not_legal].iter().any(|many| !many.0.is_empty());
    let looks = !step.expect.is_empty() || !step.view.is_empty() || step.asked.is_some() || step.winner.is_some();
    match step {
        Step { seat, .. } if speaks && seat.0.is_empty() => Err("sentences without a seat: expected seat = …".into()),
        Step { seat, .. } if !speaks && !seat.0.is_empty() => Err("a seat without sentences: expected do = …".into()),
        Step { refused: Some(_), sentences, .. } if sentences.0.is_empty() => {
            Err("nothing to be refused: expected do = …".into())
        }
        _ if !speaks && !looks => Err("nothing to do and nothing to look at: expected do, expect, …".into()),
        _ => Ok(()),
    }
}

fn named<G: Game>(state: &G, name: &str) -> Result<Seat, String> {
    state.seat_named(name).ok_or_else(|| {
        let known: Vec<_> = Seat::first(state.seats()).map(|s| state.seat_name(s)).collect();
        format!("there is no seat “{name}”: expected {}", known.join(", "))
    })
}

fn check<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<G::Action, Refusal> {
    let action: G::Action = sentence.parse()?;
    state.check(seat, action)?;
    Ok(action)
}

fn legal<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<(), String> {
    let action = check(state, seat, sentence).map_err(|refusal| format!("is refused: {refusal}"))?;
    let mut listed = Vec::new();
    state.actions(seat, &mut listed);
    if listed.contains(&action) { Ok(()) } else { Err("is not listed".into()) }
}

/// Words that are no sentence at all are a mistake in the scenario, not a rule.
fn not_legal<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<(), String> {
    let action: G::Action = sentence.parse().map_err(|refusal: Refusal| refusal.to_string())?;
    let mut listed = Vec::new();
    state.actions(seat, &mut listed);
    match state.check(seat, action) {
        Ok(()) => Err("must not be legal, but is accepted".into()),
        Err(_) if listed.contains(&action) => Err("must not be legal, but is listed".into()),
        Err(_) => Ok(()),
    }
}

fn carry_out<G: Game>(state: &mut G, name: &str, sentence: &str, dice: &mut Scripted) -> Result<(), String> {
    let seat = named(state, name)?;
    let action = check(state, seat, sentence).map_err(|refusal| format!("refused: {refusal}"))?;
    state.advance(seat, action, dice, &mut Silent);
    go_on(state, dice)
}

/// Nobody is asked a question with one answer; a draw without its outcome ends the scenario where it happens.
fn go_on<G: Game>(state: &mut G, dice: &mut Scripted) -> Result<(), String> {
    settle(state, &mut Vec::new(), dice, &mut Silent, |_, _, _, _| {});
    dice.fault().map_or(Ok(()), |fault| Err(fault.into()))
}

fn refused<G: Game>(
    state: &mut G,
    name: &str,
    sentence: &str,
    clause: &str,
    dice: &mut Scripted,
) -> Result<(), String> {
    let seat = named(state, name)?;
    let action: G::Action = sentence.parse().map_err(|refusal: Refusal| refusal.to_string())?;
    let before = *state;
    match state.apply(seat, action, dice, &mut Silent) {
        Ok(()) => Err(format!("accepted: expected a refusal with {clause}")),
        Err(_) if *state != before => Err("refused, yet the state has changed".into()),
        Err(illegal) => {
            let refusal = Refusal::from(illegal);
            let right = refusal.clause.is_some_and(|c| c.0 == clause);
            if right { Ok(()) } else { Err(format!("expected a refusal with {clause}, found: {refusal}")) }
        }
    }
}

fn sound<G: Game>(state: &G) -> Result<(), String> {
    let broken = state.invariants();
    if broken.is_empty() { Ok(()) } else { Err(format!("broken invariants: {}", broken.join("; "))) }
}

/// Every path of the table leads to its value.
fn holds(found: &Value, wanted: &toml::Table) -> Result<(), String> {
    wanted.iter().try_for_each(|(path, expected)| {
        let there = position::at(found, path).filter(|v| !v.is_null());
        let expected = serde_json::to_value(expected).expect("TOML is plain data");
        let right = match there {
            None => expected == "absent",
            Some(value) => *value == expected,
        };
        let hint = if expected.is_object() { "; a dotted path stands in quotes" } else { "" };
        let text = there.map_or_else(|| "nothing there".into(), Value::to_string);
        if right { Ok(()) } else { Err(format!("{path}: expected {expected}, found {text}{hint}")) }
    })
}

fn sees<G: Game>(state: &G, views: &toml::Table) -> Result<(), String> {
    views.iter().try_for_each(|(name, wanted)| {
        let viewer = if name == "public" { Viewer::Public } else { Viewer::Seat(named(state, name)?) };
        let wanted = wanted.as_table().ok_or_else(|| format!("view of {name}: expected a table of paths"))?;
        let view = serde_json::to_value(state.view(viewer)).expect("views are plain data");
        holds(&view, wanted).map_err(|why| format!("view of {name}, {why}"))
    })
}

fn won<G: Game>(state: &G, names: &[String]) -> Result<(), String> {
    let Turn::Over(standing) = state.turn() else {
        return Err(format!("winner: expected {}, but the game is not over", names.join(", ")));
    };
    same_seats(state, "winner", names, standing.winners())
}

fn same_seats<G: Game>(state: &G, what: &str, names: &[String], found: SeatSet) -> Result<(), String> {
    let expected = names.iter().map(|name| named(state, name)).collect::<Result<SeatSet, _>>()?;
    let found_names: Vec<_> = found.iter().map(|s| state.seat_name(s)).collect();
    let list = |names: &[&str]| if names.is_empty() { "nobody".to_string() } else { names.join(", ") };
    let wanted: Vec<_> = names.iter().map(String::as_str).collect();
    if expected == found {
        Ok(())
    } else {
        Err(format!("{what}: expected {}, found {}", list(&wanted), list(&found_names)))
    }
}
