//! Puzzles: positions in which one answer is clearly best, and not the obvious one. TOML; `docs/puzzles.md` describes it.

use std::collections::BTreeMap;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use toml::Table as Toml;

use crate::scenario::read_options;
use crate::{Game, Refusal, Scripted, Seat, Table};

/// A puzzle has at least this many answers.
pub const ANSWERS: usize = 4;

/// The best answer wins at least this many more of a hundred games than any other.
pub const MARGIN: u8 = 8;

/// The puzzles of a title, the clearest first.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzles<P = Toml> {
    /// The title's id.
    pub title: String,
    /// The puzzles.
    #[serde(rename = "puzzle", default = "Vec::new")]
    pub puzzles: Vec<Puzzle<P>>,
}

/// A position and a question in it.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Puzzle<P = Toml> {
    /// Its word in addresses and on command lines; progress is kept by it, so it never changes.
    pub id: String,
    /// When in the game it is.
    pub name: String,
    /// The clause that asks the question.
    pub clause: String,
    /// Who is asked.
    pub seat: String,
    /// The sentence that is clearly best.
    pub best: String,
    /// What looks best at first sight.
    pub obvious: String,
    /// Why it is best: what came of both when they were played on.
    pub why: String,
    /// How many iterations of search found it, each time.
    pub searched: u32,
    /// How many of a hundred games each answer wins, by that search.
    pub chances: BTreeMap<String, u8>,
    /// Options that differ from the defaults.
    #[serde(default, skip_serializing_if = "Toml::is_empty")]
    pub options: Toml,
    /// What is on the table.
    pub position: P,
}

/// What came of an answer.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(tag = "is", rename_all = "kebab-case")]
pub enum Solution {
    /// It is the best one.
    Best,
    /// There is a better one.
    Other {
        /// Whether it is what looks best at first sight.
        obvious: bool,
    },
    /// The rules forbid it.
    Refused {
        /// Why.
        refusal: Refusal,
    },
}

impl<P: DeserializeOwned> Puzzles<P> {
    /// Reads the puzzles of a title.
    pub fn read(text: &str) -> Result<Puzzles<P>, String> {
        toml::from_str(text).map_err(|e| e.to_string())
    }

    /// The puzzles of a title; none if it has no file of them.
    pub fn of<G: Game<Position = P>>() -> Option<Puzzles<P>> {
        let text = G::META.teaching.puzzles;
        (!text.is_empty()).then(|| Puzzles::read(text).expect("puzzles that are built in are checked"))
    }
}

impl<P> Puzzles<P> {
    /// As a file.
    pub fn print(&self) -> String
    where
        P: Serialize,
    {
        toml::to_string(self).expect("positions are plain data")
    }

    /// The puzzle with this word.
    pub fn find(&self, id: &str) -> Option<&Puzzle<P>> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }
}

impl<P> Puzzle<P> {
    /// The table with its question, and who is asked.
    pub fn table<G: Game<Position = P>>(&self, data: &'static G::Data) -> Result<(Table<G>, Seat), String> {
        let options = read_options(&self.options)?;
        let mut dice = Scripted::default();
        let table = Table::<G>::with_dice(options, data, Some(&self.position), &mut dice)
            .map_err(|faults| format!("the position is broken: {}", faults.join("; ")))?;
        let seat = table.state().seat_named(&self.seat).ok_or_else(|| format!("there is no seat “{}”", self.seat))?;
        Ok((table, seat))
    }

    /// What comes of an answer at its table.
    pub fn answer<G: Game>(&self, table: &Table<G>, seat: Seat, sentence: &str) -> Solution {
        match table.why_not(seat, sentence) {
            Some(refusal) => Solution::Refused { refusal },
            None if sentence == self.best => Solution::Best,
            None => Solution::Other { obvious: sentence == self.obvious },
        }
    }
}
