//! Runs scenario files: what must be true, and if it is not, which line, step, seat, sentence and path says otherwise.

pub(crate) mod lines; // where something is in a file
mod look; // what a step expects
mod probe; // paths through types
mod reach; // the clauses it reaches
mod trace; // a scenario told step by step
mod views; // what views can hold

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use astrarium_core::scenario::{Many, Scenario, ScenarioFile, Step, read_options, script};
use astrarium_core::{Game, Refusal, Scripted, Seat, Seen, cite, settle};

use crate::caught;
use lines::Lines;

/// What came of one scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    pub name: String,
    pub clauses: Vec<String>,
    /// Everything that is wrong, up to the first step with a fault.
    pub result: Result<(), Vec<Fault>>,
    /// The clauses of lines that ran, and of the questions, refusals and log lines that occurred.
    pub reached: BTreeSet<String>,
    /// Questions, answers and changes, step by step.
    pub trace: Vec<String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Fault {
    pub line: usize,
    pub what: String,
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.what)
    }
}

/// The title a scenario file is for.
pub fn title(text: &str) -> Result<String, String> {
    toml::from_str::<ScenarioFile>(text).map(|file| file.title).map_err(|e| e.to_string())
}

/// Runs every scenario of a file, with a trace of each step if `traced`. An error has line and column and means that nothing was
/// run.
pub fn run_file<G: Game>(text: &str, data: &'static G::Data, traced: bool) -> Result<Vec<Outcome>, String> {
    let title = title(text)?;
    if title != G::META.id {
        return Err(format!("title is “{title}”: expected {}", G::META.id));
    }
    let file = ScenarioFile::read(text)?;
    let lines = Lines::of(text)?;
    Ok((0..file.scenarios.len()).map(|k| outcome::<G>(&file, k, data, &lines, traced)).collect())
}

/// Runs every `*.toml` of a folder and panics with all that failed. A scenario must reach a line that cites the clause it names.
pub fn scenarios<G: Game>(folder: impl AsRef<Path>) {
    let sources = folder.as_ref().ancestors().map(|above| above.join("src")).find(|src| src.is_dir());
    let reachable = reach::reachable(&sources.expect("a crate has sources"), G::META.prefix);
    let mut failures = Vec::new();
    for (file, text) in crate::files(folder.as_ref(), "toml") {
        let outcomes = run_file::<G>(&text, G::house(), false).unwrap_or_else(|e| panic!("{file}: {e}"));
        assert!(!outcomes.is_empty(), "{file}: no scenario here");
        let faults = outcomes.iter().filter_map(|o| o.result.as_ref().err()).flatten();
        failures.extend(faults.map(|fault| format!("{file}:{fault}")));
        failures.extend(reach::missed(&outcomes, &reachable).iter().map(|missed| format!("{file}: {missed}")));
    }
    assert!(failures.is_empty(), "{} faults in scenarios\n{}", failures.len(), failures.join("\n"));
}

fn outcome<G: Game>(
    file: &ScenarioFile<G::Position>,
    k: usize,
    data: &'static G::Data,
    lines: &Lines,
    traced: bool,
) -> Outcome {
    let scenario = &file.scenarios[k];
    let Many(clauses) = scenario.clause.clone();
    let cited = if clauses.is_empty() { String::new() } else { format!(" ({})", clauses.join(", ")) };
    let mut run = Run::<G> {
        file,
        data,
        lines,
        scenario: k.to_string(),
        step: None,
        faults: Vec::new(),
        settled: Vec::new(),
        shown: BTreeSet::new(),
        broken: String::new(),
        trace: traced.then(|| vec![format!("scenario “{}”{cited}", scenario.name)]),
    };
    let (played, clauses_cited) = cite::reached(|| {
        caught(|| {
            run.play(scenario);
            Ok(())
        })
    });
    let reached = run.reached(clauses_cited);
    if let Err(panic) = played {
        run.fault(&[], panic);
    }
    run.faults.sort();
    run.faults.iter_mut().for_each(|fault| fault.what = format!("scenario “{}”{cited}, {}", scenario.name, fault.what));
    let result = if run.faults.is_empty() { Ok(()) } else { Err(run.faults) };
    Outcome { name: scenario.name.clone(), clauses, result, reached, trace: run.trace.unwrap_or_default() }
}

/// A scenario being played.
struct Run<'f, G: Game> {
    file: &'f ScenarioFile<G::Position>,
    data: &'static G::Data,
    lines: &'f Lines<'f>,
    /// Its number in the file, and that of the step.
    scenario: String,
    step: Option<usize>,
    faults: Vec<Fault>,
    /// What was answered without asking since the last sentence.
    settled: Vec<String>,
    shown: BTreeSet<&'static str>,
    /// The faults of its position, if it should be broken.
    broken: String,
    /// Where somebody wants to read it.
    trace: Option<Vec<String>>,
}

impl<G: Game> Run<'_, G> {
    /// A fault of what is at the path within the step, or within the scenario before its first.
    fn fault(&mut self, path: &[&str], what: impl fmt::Display) {
        let number = self.step.map(|k| k.to_string());
        let step = number.iter().flat_map(|k| ["step", k]);
        let path: Vec<&str> =
            ["scenario", &self.scenario].into_iter().chain(step).chain(path.iter().copied()).collect();
        let place = self.step.map_or("setup".into(), |k| format!("step {}", k + 1));
        let line = self.lines.find(&path);
        self.faults.push(Fault { line, what: format!("{place}: {what}") });
    }

    fn play(&mut self, scenario: &Scenario<G::Position>) {
        for clause in scenario.clause.0.iter().filter(|clause| !G::META.has_clause(clause)) {
            self.fault(&["clause"], format!("{clause} is no clause of {}", G::META.name));
        }
        let mut state = match self.set_up(scenario) {
            Ok(None) => return,
            Ok(Some(state)) => state,
            Err(why) => return self.fault(&[], why),
        };
        self.sound(&state);
        self.holds(&state, None, &scenario.expect);
        for (k, step) in scenario.steps.iter().enumerate() {
            if !self.faults.is_empty() {
                return;
            }
            self.step = Some(k);
            self.take(&mut state, step);
        }
    }

    /// The state before the first step; none if the position is broken as it should be.
    fn set_up(&mut self, scenario: &Scenario<G::Position>) -> Result<Option<G>, String> {
        let options = read_options::<G::Options>(&scenario.options)?;
        let mut dice = script(&scenario.dice)?;
        let broken = &scenario.broken.0;
        if !broken.is_empty() && !scenario.steps.is_empty() {
            return Err("a broken position has no steps".into());
        }
        let placed = match &scenario.position {
            None => Ok(G::new(options, self.data, &mut dice)),
            Some(position) => G::place(options, self.data, position, &mut dice),
        };
        let mut state = match placed {
            Ok(_) if !broken.is_empty() => {
                return Err(format!("the position is sound: expected {}", broken.join("; ")));
            }
            Ok(state) => state,
            Err(faults) if broken.is_empty() => return Err(format!("the position is broken: {}", faults.join("; "))),
            Err(faults) => {
                self.broken = faults.join("; ");
                let missing = broken.iter().find(|part| !faults.iter().any(|fault| fault.contains(*part)));
                let said = missing.map(|part| format!("no fault says “{part}”: found {}", faults.join("; ")));
                return said.or(crate::vague(&faults)).map_or(Ok(None), Err);
            }
        };
        let mut events = Vec::new();
        self.go_on(&mut state, &mut dice, &mut events)?;
        self.see_lines(&state, &events);
        dice.finish()?;
        self.tell_question(&state);
        Ok(Some(state))
    }

    fn take(&mut self, state: &mut G, step: &Step) {
        if let Err(why) = makes_sense(step) {
            return self.fault(&[], why);
        }
        self.tell_step(step);
        self.before(state, step);
        let before = *state;
        let mut events = Vec::new();
        if let Err(why) = self.carry_out(state, step, &mut events) {
            return self.fault(&["do"], why);
        }
        self.see_lines(state, &events);
        self.tell_changes(&before, state);
        self.tell_question(state);
        self.sound(state);
        self.after(&before, state, step, &events);
    }

    /// Every sentence of the step, by every seat of it.
    fn carry_out(&mut self, state: &mut G, step: &Step, events: &mut Vec<G::Event>) -> Result<(), String> {
        let mut dice = script(&step.dice)?;
        for name in &step.seat.0 {
            for sentence in &step.sentences.0 {
                let seat = named(state, name)?;
                let done = match &step.refused {
                    None => self.act(state, seat, sentence, &mut dice, events),
                    Some(clause) => {
                        refused(state, seat, sentence, clause, &mut dice).map(|clause| _ = self.shown.insert(clause))
                    }
                };
                done.map_err(|why| format!("{name}, “{sentence}”: {why}{}", self.instead(state)))?;
            }
        }
        dice.finish()
    }

    fn act(
        &mut self,
        state: &mut G,
        seat: Seat,
        sentence: &str,
        dice: &mut Scripted,
        events: &mut Vec<G::Event>,
    ) -> Result<(), String> {
        let action = check(state, seat, sentence).map_err(|refusal| format!("refused: {refusal}"))?;
        state.advance(seat, action, dice, events);
        self.go_on(state, dice, events)
    }

    /// Nobody is asked a question with one answer; a draw without its outcome ends the scenario where it happens.
    fn go_on(&mut self, state: &mut G, dice: &mut Scripted, events: &mut Vec<G::Event>) -> Result<(), String> {
        let mut settled = Vec::new();
        let shown = &mut self.shown;
        settle(state, &mut Vec::new(), dice, events, |state, seat, action, _| {
            shown.insert(Seen::by(state, seat).prompt().clause.0);
            settled.push(format!(
                "“{action}” for {}, the only answer to “{}”",
                state.seat_name(seat),
                question(state, seat)
            ));
        });
        self.tell(|| settled.iter().map(|answer| format!("  settled {answer}")));
        self.settled = settled;
        self.see_questions(state);
        dice.fault().map_or(Ok(()), |fault| Err(fault.into()))
    }

    /// What was settled before a sentence that failed, and what may be answered now.
    fn instead(&self, state: &G) -> String {
        let settled = self.settled.iter().map(|answer| format!("\n    settled: {answer}"));
        settled.chain(trace::questions(state).map(|asked| format!("\n    now: {asked}"))).collect()
    }

    fn sound(&mut self, state: &G) {
        let broken = state.invariants();
        if !broken.is_empty() {
            self.fault(&[], format!("broken invariants: {}", broken.join("; ")));
        }
    }

    /// Where another scenario of the file ends.
    fn end_of(&mut self, name: &str) -> Result<G, String> {
        let other = self.file.scenarios.iter().find(|scenario| scenario.name == name);
        let other = other.ok_or_else(|| format!("there is no seat and no scenario “{name}”"))?;
        let (settled, trace) = (self.settled.clone(), self.trace.take());
        let played = self.set_up(other).and_then(|state| {
            let mut state = state.ok_or("its position is broken")?;
            other.steps.iter().try_for_each(|step| self.carry_out(&mut state, step, &mut Vec::new()))?;
            Ok(state)
        });
        (self.settled, self.trace) = (settled, trace);
        played
    }
}

/// A step that could never fail is a mistake.
fn makes_sense(step: &Step) -> Result<(), String> {
    let many = [&step.sentences, &step.legal, &step.not_legal, &step.prompt];
    let speaks = many.iter().any(|many| !many.0.is_empty()) || step.legal_exactly.is_some() || !step.odds.is_empty();
    let looks = !step.expect.is_empty()
        || [&step.log, &step.not_log, &step.same_view].iter().any(|readers| !readers.is_empty())
        || step.view.values().any(|paths| !paths.is_empty())
        || step.asked.is_some()
        || step.winner.is_some();
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

/// The question a seat is asked, with its clause.
fn question<G: Game>(state: &G, seat: Seat) -> String {
    let prompt = Seen::by(state, seat).prompt();
    format!("{} ({})", prompt.text, prompt.clause)
}

fn check<G: Game>(state: &G, seat: Seat, sentence: &str) -> Result<G::Action, Refusal> {
    let action: G::Action = sentence.parse()?;
    state.check(seat, action).map_err(|why| Seen::by(state, seat).refusal(why))?;
    Ok(action)
}

fn refused<G: Game>(
    state: &mut G,
    seat: Seat,
    sentence: &str,
    clause: &str,
    dice: &mut Scripted,
) -> Result<&'static str, String> {
    let action: G::Action = sentence.parse().map_err(|refusal: Refusal| refusal.to_string())?;
    let before = *state;
    match state.apply(seat, action, dice, &mut astrarium_core::Silent) {
        Ok(()) => Err(format!("accepted: expected a refusal with {clause}")),
        Err(_) if *state != before => Err("refused, yet the state has changed".into()),
        Err(illegal) => {
            let refusal = Seen::by(&*state, seat).refusal(illegal);
            let cited = refusal.clause.map(|c| c.0).filter(|cited| *cited == clause);
            cited.ok_or_else(|| format!("expected a refusal with {clause}, found: {refusal}"))
        }
    }
}
