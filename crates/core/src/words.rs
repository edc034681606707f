//! What the table says: clause ids, questions, refusals, lines of the log.

use std::fmt;

use serde::Serialize;

/// The id of a clause of the rules, such as `GA-078`; its text stands in `docs/rules`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(transparent)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The question a seat is asked, with what is left to spend, and the clause that asks it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Prompt {
    pub text: String,
    pub clause: Clause,
}

impl Prompt {
    pub fn new(clause: &'static str, text: impl Into<String>) -> Prompt {
        Prompt { text: text.into(), clause: Clause(clause) }
    }
}

/// Why an action is not allowed: one variant per "may not", each with its clause.
pub trait Illegal: std::error::Error + Copy + Eq {
    fn clause(&self) -> Clause;
}

/// A refusal as it reaches a person: what and why, with the clause where a rule forbids it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, thiserror::Error)]
#[error("{text}{}", clause.map(|c| format!(" ({c})")).unwrap_or_default())]
pub struct Refusal {
    pub text: String,
    pub clause: Option<Clause>,
}

impl<I: Illegal> From<I> for Refusal {
    fn from(illegal: I) -> Refusal {
        Refusal { text: illegal.to_string(), clause: Some(illegal.clause()) }
    }
}

/// One line of the log as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    pub text: String,
    pub clause: Clause,
    /// Ids of the elements it speaks of, for lighting them and for motion.
    pub about: Vec<String>,
    /// Dice as they fell, for showing them.
    pub dice: Vec<Die>,
}

/// A die on the table: its sides, and the number that lies on top.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Die {
    pub sides: u8,
    pub rolled: u8,
}

impl Line {
    pub fn new(clause: &'static str, text: impl Into<String>) -> Line {
        Line { text: text.into(), clause: Clause(clause), about: Vec::new(), dice: Vec::new() }
    }

    pub fn about(mut self, ids: impl IntoIterator<Item = impl ToString>) -> Line {
        self.about.extend(ids.into_iter().map(|id| id.to_string()));
        self
    }

    pub fn dice(mut self, dice: impl IntoIterator<Item = Die>) -> Line {
        self.dice.extend(dice);
        self
    }
}

/// An exact chance of success: `hits` out of `of` equally likely cases.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Odds {
    pub hits: u32,
    pub of: u32,
}

impl Odds {
    /// In lowest terms; `of` is not 0.
    pub fn new(hits: u32, of: u32) -> Odds {
        let (mut a, mut b) = (hits, of);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        Odds { hits: hits / a, of: of / a }
    }
}

/// A word of sentences as a name: `legions-of-decima` is “Legions of Decima”.
pub fn title_case(word: &str) -> String {
    let capital = |part: &str| match part {
        "of" | "the" => part.to_string(),
        _ => part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect(),
    };
    word.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::title_case;

    #[test]
    fn a_word_has_a_name() {
        assert_eq!(["red", "legions-of-decima"].map(title_case), ["Red", "Legions of Decima"]);
    }
}
