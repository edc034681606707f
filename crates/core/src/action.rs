//! An answer is a short sentence: a verb, then ids of things on the table.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;

use crate::{Odds, Refusal};

/// One click. It prints as its sentence, parses from it, and has a dense index.
pub trait Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = Refusal> + Send + Sync + 'static {
    /// How many actions there are in all: `index` is below it.
    const COUNT: u32;
    fn index(self) -> u32;
    /// The inverse of `index`; `None` from `COUNT` on.
    fn from_index(index: u32) -> Option<Self>;

    /// Every action there is, legal or not.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|i| Self::from_index(i).expect("every index below COUNT is an action"))
    }
}

/// A legal sentence as a client gets it: its words, what they mean, and the odds where dice decide.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Sentence {
    pub words: Vec<String>,
    pub label: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// The refusal of words that are no sentence of the game.
pub fn no_sentence(text: &str, expected: &str) -> Refusal {
    Refusal { text: format!("“{text}” is no sentence of this game: expected {expected}"), clause: None }
}
