//! Runs courses: the lesson's own answers reach their goals, others can do what they are said to do, everything named exists, and
//! nothing is written that nobody can ever read.

use std::collections::BTreeSet;

use astrarium_core::lesson::{Course, Lesson, Reply, Session, Step};
use astrarium_core::{Action, Game, Illegal, Parts, Seen, Text};

use crate::caught;
use crate::scenario::lines::Lines;
use crate::scenario::{Fault, Outcome};

/// So many answers of a step are tried for one that leads to what is said after a poor one.
const TRIED: usize = 4000;

/// Runs every lesson of a course. An error has line and column and means that nothing was run.
pub fn run_file<G: Game>(text: &str, data: &'static G::Data) -> Result<Vec<Outcome>, String> {
    let course: Course<G::Position> = Course::read(text)?;
    if course.title != G::META.id {
        return Err(format!("title is “{}”: expected {}", course.title, G::META.id));
    }
    let lines = Lines::of(text)?;
    let mut ids = BTreeSet::new();
    let outcome = |(k, lesson): (usize, &Lesson<G::Position>)| {
        let mut run = Run { lines: &lines, lesson: k.to_string(), name: &lesson.name, step: None, faults: Vec::new() };
        let plain = lesson.id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        if lesson.id.is_empty() || !plain || !ids.insert(lesson.id.clone()) {
            run.fault("id", format!("id is “{}”: expected a word such as first-moon, of no other lesson", lesson.id));
        }
        let played = caught(|| {
            run.play::<G>(lesson, data);
            Ok(())
        });
        if let Err(panic) = played {
            run.fault("", panic);
        }
        run.faults.sort();
        let result = if run.faults.is_empty() { Ok(()) } else { Err(run.faults) };
        let clauses = lesson.clause.0.clone();
        Outcome { name: lesson.name.clone(), clauses, result, reached: BTreeSet::new(), trace: Vec::new() }
    };
    Ok(course.lessons.iter().enumerate().map(outcome).collect())
}

/// A lesson being tried.
struct Run<'f> {
    lines: &'f Lines<'f>,
    /// Its number in the file, its name, the number of the step.
    lesson: String,
    name: &'f str,
    step: Option<usize>,
    faults: Vec<Fault>,
}

impl Run<'_> {
    /// A fault of a field of the step, or of the lesson before its first.
    fn fault(&mut self, field: &str, what: impl std::fmt::Display) {
        let number = self.step.map(|k| k.to_string());
        let step = number.iter().flat_map(|k| ["step", k]);
        let path: Vec<&str> = ["lesson", &self.lesson].into_iter().chain(step).chain([field]).collect();
        let place = self.step.map_or("the beginning".into(), |k| format!("step {}", k + 1));
        self.faults
            .push(Fault { line: self.lines.find(&path), what: format!("lesson “{}”, {place}: {what}", self.name) });
    }

    fn play<G: Game>(&mut self, lesson: &Lesson<G::Position>, data: &'static G::Data) {
        self.clauses::<G>("clause", lesson.clause.0.iter());
        if !lesson.steps.iter().any(Step::is_task) {
            self.fault("", "has no task: expected a step with task, do and expect");
        }
        for (k, step) in lesson.steps.iter().enumerate() {
            self.step = Some(k);
            self.makes_sense::<G>(step);
        }
        self.step = None;
        if !self.faults.is_empty() {
            return;
        }
        let mut session = match Session::<G>::begin(lesson, data) {
            Ok(session) => session,
            Err(why) => return self.fault("position", why),
        };
        while let Some(step) = session.step() {
            self.step = Some(session.number());
            self.reads(&session, step);
            if step.is_task() {
                self.solves(&session, step);
                self.finds(&session, step);
            }
            match session.go_on() {
                _ if !self.faults.is_empty() => return,
                Ok(_) => {}
                Err(why) => {
                    self.step = Some(session.number());
                    return self.fault("do", why);
                }
            }
        }
    }

    fn clauses<'c, G: Game>(&mut self, field: &str, clauses: impl Iterator<Item = &'c String>) {
        for clause in clauses.filter(|clause| !G::META.has_clause(clause)) {
            self.fault(field, format!("{clause} is no clause of {}", G::META.name));
        }
    }

    fn makes_sense<G: Game>(&mut self, step: &Step) {
        self.clauses::<G>("why", step.why.keys());
        let missing = match step {
            Step { seat, .. } if step.is_task() && !seat.0.is_empty() => "a task is the learner's: expected no seat",
            Step { sentences, .. } if step.is_task() && sentences.0.is_empty() => {
                "a task without an answer of its own: expected do = […]"
            }
            Step { expect, .. } if step.is_task() && expect.is_empty() => {
                "a task without a goal: expected expect = {…}"
            }
            Step { good, .. } if step.is_task() && good.is_empty() => {
                "a task without a word when it is done: expected good = \"…\""
            }
            _ if step.is_task() => return,
            Step { good, poor, why, expect, .. }
                if !good.is_empty() || !poor.is_empty() || !why.is_empty() || !expect.is_empty() =>
            {
                "answers and a goal without a task: expected task = \"…\""
            }
            Step { say, sentences, .. } if say.is_empty() && sentences.0.is_empty() => {
                "nothing to read and nothing to do: expected say, task or do"
            }
            _ => return,
        };
        self.fault("", missing);
    }

    /// Every reference has a name, and what is to be looked at is on the table.
    fn reads<G: Game>(&mut self, session: &Session<G>, step: &Step) {
        let seen = Seen::by(session.table().state(), session.seat);
        let poor = step.poor.iter().map(|poor| ("poor", &poor.say));
        let texts = [("say", &step.say), ("task", &step.task), ("good", &step.good)].into_iter().chain(poor);
        for (field, text) in texts.chain(step.why.values().map(|why| ("why", why))) {
            if text.matches('{').count() != text.matches('}').count() {
                self.fault(field, format!("“{text}”: a brace has no partner: expected {{moon-03}}"));
            }
            for word in Text::written(text).things().filter(|word| seen.refer(word).is_none()) {
                self.fault(field, format!("{{{word}}} refers to nothing: expected a word of sentences"));
            }
        }
        let scene = seen.scene();
        let items = scene.panels.iter().flat_map(|panel| &panel.groups).flat_map(|group| &group.items);
        let ids: BTreeSet<&str> =
            scene.shapes.iter().map(|shape| &shape.id).chain(items.map(|item| &item.id)).map(String::as_str).collect();
        for word in step.look.0.iter().filter(|word| !ids.contains(word.as_str())) {
            self.fault("look", format!("there is no “{word}” on the table: expected an id of the scene"));
        }
    }

    /// The lesson's own answer reaches the goal, and only as a whole.
    fn solves<G: Game>(&mut self, session: &Session<G>, step: &Step) {
        let mut own = session.clone();
        if !own.table().asked().contains(own.seat) {
            return self.fault("task", "the learner is not asked here");
        }
        if own.is_reached() {
            return self.fault("expect", "the goal holds before the learner has done anything");
        }
        let last = step.sentences.0.len() - 1;
        for (k, sentence) in step.sentences.0.iter().enumerate() {
            let what = match (own.say(sentence), k == last) {
                (Reply::Good { .. }, true) | (Reply::More, false) => continue,
                (Reply::Good { .. }, false) => "the goal is reached already: the rest would never be said".into(),
                (Reply::Refused { refusal, .. }, _) => format!("refused: {refusal}"),
                (Reply::Poor { text, .. }, _) => format!("it is taken for a poor answer: {text}"),
                (Reply::More, true) => self.short(session, &own, step),
            };
            return self.fault("do", format!("“{sentence}”: {what}"));
        }
    }

    /// What the goal lacks after the lesson's own answer.
    fn short<G: Game>(&self, session: &Session<G>, own: &Session<G>, step: &Step) -> String {
        let export = |session: &Session<G>| astrarium_core::position::export(session.table().state());
        let (was, now) = (export(session), export(own));
        let lacks = step.expect.iter().filter_map(|(path, wanted)| {
            let why = wanted.compare_at(path, Some(&was), &now).err()?;
            Some(format!("{path}: {why}"))
        });
        format!("the goal is not reached: {}", lacks.collect::<Vec<_>>().join("; "))
    }

    /// Some answer leads to each thing that is said after a poor one, and some refusal to each that is said after one.
    fn finds<G: Game>(&mut self, session: &Session<G>, step: &Step) {
        let mut search = Search { poor: (0..step.poor.len()).collect(), why: step.why.keys().collect(), tried: 0 };
        search.go(session);
        for k in search.poor {
            self.fault(
                "poor",
                format!("nobody reads poor answer {}: none of {} answers leads there", k + 1, search.tried),
            );
        }
        for clause in search.why {
            self.fault("why", format!("nothing is refused with {clause} here"));
        }
    }
}

/// What has not been read yet of what a step says.
struct Search<'s> {
    poor: BTreeSet<usize>,
    why: Vec<&'s String>,
    tried: usize,
}

impl Search<'_> {
    /// Breadth first, so that every short answer is tried before a long one.
    fn go<G: Game>(&mut self, session: &Session<G>) {
        let mut next = vec![session.clone()];
        while let (false, true) = (next.is_empty(), !self.poor.is_empty() || !self.why.is_empty()) {
            let mut after = Vec::new();
            for session in next {
                self.refusals(&session);
                let mut actions = Vec::new();
                astrarium_core::Rules::actions(session.table().state(), session.seat, &mut actions);
                for action in actions {
                    if self.tried >= TRIED {
                        return;
                    }
                    self.tried += 1;
                    let mut tried = session.clone();
                    match tried.say(&action.to_string()) {
                        Reply::More => after.push(tried),
                        Reply::Poor { which: Some(which), .. } => _ = self.poor.remove(&which),
                        _ => {}
                    }
                }
            }
            next = after;
        }
    }

    fn refusals<G: Game>(&mut self, session: &Session<G>) {
        if self.why.is_empty() {
            return;
        }
        let state = session.table().state();
        let refused: BTreeSet<&str> = <G as Parts>::Action::all()
            .filter_map(|action| state.check(session.seat, action).err())
            .map(|illegal| G::cite(illegal.clause()).0)
            .collect();
        self.why.retain(|clause| !refused.contains(clause.as_str()));
    }
}
