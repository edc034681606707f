//! Lessons: scenarios with words for a learner, who does what the steps of a scenario do. TOML; `docs/lessons.md` describes it.

use std::collections::{BTreeMap, BTreeSet};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::{Table as Toml, Value};

use crate::scenario::{Many, Paths, over_bases, read_options, script};
use crate::{Game, Refusal, Scripted, Seat, Seen, Table, Text, position};

/// The lessons of a title, in the order in which they build up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Course<P = Toml> {
    /// The title's id.
    pub title: String,
    /// What several lessons begin with, by name.
    #[serde(rename = "base", default = "BTreeMap::new")]
    pub bases: BTreeMap<String, Base<P>>,
    /// The lessons.
    #[serde(rename = "lesson", default = "Vec::new")]
    pub lessons: Vec<Lesson<P>>,
}

/// How the table of a lesson is set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base<P = Toml> {
    /// Where the learner sits.
    pub seat: Option<String>,
    /// Options that differ from the defaults.
    #[serde(default)]
    pub options: Toml,
    /// The position to begin with.
    pub position: Option<P>,
    /// Rolls and draws of the setup.
    #[serde(default)]
    pub dice: Vec<Value>,
}

/// One to three minutes about one thing.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lesson<P = Toml> {
    /// Its word in addresses and on command lines; progress is kept by it, so it never changes.
    pub id: String,
    /// What it is about.
    pub name: String,
    /// Where the rules say it.
    #[serde(default)]
    pub clause: Many,
    /// The base it begins with; what it says itself is laid over it.
    pub base: Option<String>,
    /// Where the learner sits.
    #[serde(default)]
    pub seat: String,
    /// Options that differ from the defaults.
    #[serde(default)]
    pub options: Toml,
    /// Left out: the game's own setup.
    pub position: Option<P>,
    /// Rolls and draws of the setup.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// What is said and done, one after another.
    #[serde(rename = "step", default)]
    pub steps: Vec<Step>,
}

/// Something to read, something that others do, or a task.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Step {
    /// What the learner reads first.
    #[serde(default)]
    pub say: String,
    /// Ids that the table lights, besides those that the words name.
    #[serde(default)]
    pub look: Many,
    /// What the learner is to do.
    #[serde(default)]
    pub task: String,
    /// Whose sentences they are; left out, the learner's.
    #[serde(default)]
    pub seat: Many,
    /// The sentences: of a task, the lesson's own answer.
    #[serde(rename = "do", default)]
    pub sentences: Many,
    /// What is rolled and drawn.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// The goal: any answer is accepted after which the position has this.
    #[serde(default)]
    pub expect: Paths,
    /// What is said when it is reached.
    #[serde(default)]
    pub good: String,
    /// What is said after answers that are legal and lead elsewhere; the first that fits.
    #[serde(default)]
    pub poor: Vec<Poor>,
    /// By clause: what is said besides the refusal.
    #[serde(default)]
    pub why: BTreeMap<String, String>,
}

/// A legal answer that does not help. Without conditions it is any.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Poor {
    /// Sentences, or how they begin.
    #[serde(rename = "do", default)]
    pub sentences: Many,
    /// What the position has after it.
    #[serde(default)]
    pub expect: Paths,
    /// What is said.
    pub say: String,
}

/// What came of a learner's sentence.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Reply {
    /// It is a part of an answer: go on.
    More,
    /// The task is done.
    Good {
        /// What there is to say.
        text: Text,
        /// The lesson goes on from its own answer, which was another one: its labels.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        instead: Vec<Text>,
    },
    /// It is legal and leads elsewhere: once more from the beginning of the step.
    Poor {
        /// What there is to say.
        text: Text,
        /// Which of the step's poor answers it is, from 0; none of them where the lesson has no words for it.
        #[serde(skip)]
        #[cfg_attr(feature = "wire", ts(skip))]
        which: Option<usize>,
    },
    /// The rules forbid it.
    Refused {
        /// Which, and why.
        refusal: Refusal,
        /// What the lesson adds.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        text: Option<Text>,
    },
}

/// How many sentences beyond the lesson's own answer a learner may try before being told that this leads nowhere.
const ASTRAY: usize = 12;

/// What is said after a legal answer for which the lesson has no words.
const ELSEWHERE: &str = "The rules allow that, but it is not what the task asks. Look at it once more.";

impl<P: DeserializeOwned> Course<P> {
    /// Reads a course and lays each lesson over its base.
    pub fn read(text: &str) -> Result<Course<P>, String> {
        over_bases(text, "lesson")
    }

    /// The lessons of a title; none if it has no course.
    pub fn of<G: Game<Position = P>>() -> Option<Course<P>> {
        let text = G::META.teaching.course;
        (!text.is_empty()).then(|| Course::read(text).expect("courses that are built in are checked"))
    }
}

impl Step {
    /// Whether the learner is to do something.
    pub fn is_task(&self) -> bool {
        !self.task.is_empty()
    }

    /// Whether there is anything to stop for.
    pub fn speaks(&self) -> bool {
        self.is_task() || !self.say.is_empty()
    }
}

impl Poor {
    fn fits(&self, sentence: &str, was: &serde_json::Value, now: &serde_json::Value) -> bool {
        let begins = |begin: &String| {
            sentence.strip_prefix(begin.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
        };
        let said = self.sentences.0.is_empty() || self.sentences.0.iter().any(begins);
        said && holds(&self.expect, was, now)
    }

    /// Whether it is about certain answers.
    pub fn is_certain(&self) -> bool {
        !self.sentences.0.is_empty() || !self.expect.is_empty()
    }
}

fn holds(paths: &Paths, was: &serde_json::Value, now: &serde_json::Value) -> bool {
    paths.iter().all(|(path, wanted)| wanted.compare_at(path, Some(was), now).is_ok())
}

/// A lesson at a table, where the learner is. Other answers than the lesson's own may need dice that it does not give: those fall alike
/// for everybody.
#[derive(Clone, Debug)]
pub struct Session<'l, G: Game> {
    lesson: &'l Lesson<G::Position>,
    /// The learner's seat.
    pub seat: Seat,
    table: Table<G>,
    step: usize,
    /// The table where the learner begins with the step, and how many entries it had before others acted in it.
    begun: Table<G>,
    since: usize,
    dice: Scripted,
    said: Vec<String>,
}

impl<'l, G: Game> Session<'l, G> {
    /// At the first step that has something to read or to do.
    pub fn begin(lesson: &'l Lesson<G::Position>, data: &'static G::Data) -> Result<Self, String> {
        let options = read_options(&lesson.options)?;
        let mut dice = script(&lesson.dice)?;
        let table: Table<G> = Table::with_dice(options, data, lesson.position.as_ref(), &mut dice)
            .map_err(|faults| format!("the position is broken: {}", faults.join("; ")))?;
        dice.clone().finish()?;
        let seat = sits(&table, &lesson.seat)?;
        let begun = table.clone();
        let mut session = Session { lesson, seat, table, step: 0, begun, since: 0, dice, said: Vec::new() };
        session.enter()?;
        Ok(session)
    }

    /// At the beginning of a step, reached by the lesson's own answers.
    pub fn at(lesson: &'l Lesson<G::Position>, data: &'static G::Data, step: usize) -> Result<Self, String> {
        let mut session = Session::begin(lesson, data)?;
        while session.step < step && session.go_on()? {}
        Ok(session)
    }

    /// The step; nothing after the last one.
    pub fn step(&self) -> Option<&'l Step> {
        self.lesson.steps.get(self.step)
    }

    /// Its number, from 0.
    pub fn number(&self) -> usize {
        self.step
    }

    /// Whether a step with words follows.
    pub fn goes_on(&self) -> bool {
        self.lesson.steps.iter().skip(self.step + 1).any(Step::speaks)
    }

    /// The table as it is now.
    pub fn table(&self) -> &Table<G> {
        &self.table
    }

    /// The first entry of the record that belongs to the step, or to what others did on the way to it.
    pub fn since(&self) -> usize {
        self.since
    }

    /// What the lesson writes, as the learner reads it.
    pub fn text(&self, written: &str) -> Text {
        Seen::by(self.table.state(), self.seat).written(written)
    }

    /// What the table lights: what the words of the step name, and what else it says.
    pub fn lit(&self) -> Vec<String> {
        let Some(step) = self.step() else { return Vec::new() };
        let texts = [&step.say, &step.task].map(|text| Text::written(text));
        let named = texts.iter().flat_map(Text::things).map(String::from);
        let mut lit = BTreeSet::new();
        named.chain(step.look.0.iter().cloned()).filter(|id| lit.insert(id.clone())).collect()
    }

    /// Whether the goal of the step holds now.
    pub fn is_reached(&self) -> bool {
        let (was, now) = (position::export(self.begun.state()), position::export(self.table.state()));
        self.step().is_some_and(|step| holds(&step.expect, &was, &now))
    }

    /// The learner says a sentence.
    pub fn say(&mut self, sentence: &str) -> Reply {
        let Some(step) = self.step().filter(|step| step.is_task()) else {
            return Reply::Poor { text: "There is nothing to answer here.".into(), which: None };
        };
        if let Err(refusal) = self.table.act_with(self.seat, sentence, &mut self.dice) {
            return self.refused(refusal);
        }
        self.said.push(sentence.into());
        let (was, now) = (position::export(self.begun.state()), position::export(self.table.state()));
        if holds(&step.expect, &was, &now) {
            return Reply::Good { text: self.text(&step.good), instead: self.instead() };
        }
        let asked = self.table.asked().contains(self.seat);
        let astray = !asked || self.said.len() >= step.sentences.0.len() + ASTRAY;
        let fits = |poor: &&Poor| (poor.is_certain() || astray) && poor.fits(sentence, &was, &now);
        match step.poor.iter().position(|poor| fits(&poor)) {
            Some(which) => Reply::Poor { text: self.text(&step.poor[which].say), which: Some(which) },
            None if astray => Reply::Poor { text: ELSEWHERE.into(), which: None },
            None => Reply::More,
        }
    }

    /// What is said to a learner whom the rules refuse something.
    pub fn refused(&self, refusal: Refusal) -> Reply {
        let why = refusal.clause.and_then(|clause| self.step()?.why.get(clause.0));
        Reply::Refused { text: why.map(|why| self.text(why)), refusal }
    }

    /// What the lesson's own answer says next, for a learner who does not know; nothing if they have begun otherwise.
    pub fn help(&self) -> Option<&'l str> {
        let own = &self.step()?.sentences.0;
        own.starts_with(&self.said).then(|| own.get(self.said.len()).map(String::as_str))?
    }

    /// Once more from the beginning of the step.
    pub fn again(&mut self) {
        self.table = self.begun.clone();
        self.said.clear();
        let dice = self.step().map(|step| script(&step.dice));
        self.dice = dice.and_then(Result::ok).unwrap_or_default();
    }

    /// On to the next step that has something to read or to do; false after the last one. What the learner answered gives way to the
    /// lesson's own answer, so that what follows is as its author saw it.
    pub fn go_on(&mut self) -> Result<bool, String> {
        let Some(step) = self.step() else { return Ok(false) };
        if step.is_task() {
            self.again();
            self.carry_out(step)?;
        }
        self.step += 1;
        self.enter()
    }

    /// Does what others do up to the next step with words.
    fn enter(&mut self) -> Result<bool, String> {
        self.since = self.table.record().entries.len();
        while let Some(step) = self.step() {
            if !step.is_task() {
                self.carry_out(step)?;
            }
            if step.speaks() {
                self.begun = self.table.clone();
                self.again();
                return Ok(true);
            }
            self.step += 1;
        }
        Ok(false)
    }

    /// The step's own sentences, with exactly its dice.
    fn carry_out(&mut self, step: &Step) -> Result<(), String> {
        self.dice = script(&step.dice)?;
        let own = [self.lesson.seat.clone()];
        for name in if step.seat.0.is_empty() { &own[..] } else { &step.seat.0 } {
            for sentence in &step.sentences.0 {
                let seat = sits(&self.table, name)?;
                let done = self.table.act_with(seat, sentence, &mut self.dice);
                done.map_err(|refusal| format!("{name}, “{sentence}”: refused: {refusal}"))?;
            }
        }
        self.dice.clone().finish()
    }

    /// What the lesson's own answer says, if there is more to come and the learner's answer led elsewhere.
    fn instead(&self) -> Vec<Text> {
        let Some(step) = self.step().filter(|_| self.step + 1 < self.lesson.steps.len()) else { return Vec::new() };
        let mut own = self.clone();
        own.again();
        let mut labels = Vec::new();
        for sentence in &step.sentences.0 {
            let label = sentence.parse().map(|action| Seen::by(own.table.state(), own.seat).label(action));
            labels.extend(label.ok());
            if own.table.act_with(own.seat, sentence, &mut own.dice).is_err() {
                break; // the check says so
            }
        }
        if own.table.state() == self.table.state() { Vec::new() } else { labels }
    }
}

/// The seat with this name.
fn sits<G: Game>(table: &Table<G>, name: &str) -> Result<Seat, String> {
    let state = table.state();
    state.seat_named(name).ok_or_else(|| {
        let known: Vec<_> = Seat::first(state.seats()).map(|s| state.seat_name(s)).collect();
        format!("there is no seat “{name}”: expected {}", known.join(", "))
    })
}
