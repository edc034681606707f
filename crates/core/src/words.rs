//! What the table says: clause ids, questions, lines of the log.

use std::fmt;

use serde::Serialize;

use crate::{BySide, Seat, Text};

/// The id of a clause of the rules, such as `GA-078`; its text is in `docs/rules`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Clause(pub &'static str);

impl fmt::Display for Clause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

/// The question a seat is asked, with what is left to spend, and the clause that asks it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Prompt {
    /// The question.
    pub text: Text,
    /// The clause that asks it.
    pub clause: Clause,
}

impl Prompt {
    /// A question that this clause asks.
    pub fn new(clause: &'static str, text: impl Into<Text>) -> Prompt {
        Prompt { text: text.into(), clause: Clause(clause) }
    }
}

/// One line of the log as one viewer may read it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Line {
    /// What happened.
    pub text: Text,
    /// The clause by which it happened.
    pub clause: Clause,
    /// Ids of the elements it speaks of, for lighting them and for motion: what its text refers to, and others.
    pub about: Vec<String>,
    /// Dice as they fell, for showing them.
    pub dice: Vec<Die>,
    /// Who meets whom, in a line that begins a fight or goes on with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fight: Option<Fight>,
}

/// Who meets whom, and where: clients show it as an event of its own, with what lies there.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Fight {
    /// The id of the place.
    pub at: String,
    /// The attacker first. Nobody's side (natives, guards) has a name alone.
    #[cfg_attr(feature = "wire", ts(as = "[Foe; 2]"))]
    pub sides: BySide<Foe>,
}

/// One side of a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Foe {
    /// Whose side it is, if a seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What it is called, if it is no seat's.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

impl From<Seat> for Foe {
    fn from(seat: Seat) -> Foe {
        Foe { seat: Some(seat), name: String::new() }
    }
}

impl From<&str> for Foe {
    fn from(name: &str) -> Foe {
        Foe { seat: None, name: name.into() }
    }
}

/// A die on the table: its sides, and the number that lies on top.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Die {
    /// How many sides it has.
    pub sides: u8,
    /// What it shows.
    pub rolled: u8,
    /// Who threw it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// It does what it was thrown for.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub hit: bool,
}

impl Die {
    /// A die as it lies there.
    pub fn new(sides: u8, rolled: u8) -> Die {
        Die { sides, rolled, seat: None, hit: false }
    }

    /// Thrown by this seat, or by nobody's units.
    pub fn of(self, seat: impl Into<Option<Seat>>) -> Die {
        Die { seat: seat.into(), ..self }
    }

    /// It hits, or does not.
    pub fn hit(self, hit: bool) -> Die {
        Die { hit, ..self }
    }
}

impl Line {
    /// What this clause brought about.
    pub fn new(clause: &'static str, text: impl Into<Text>) -> Line {
        let text = text.into();
        let about = text.things().map(Into::into).collect();
        Line { text, clause: Clause(clause), about, dice: Vec::new(), fight: None }
    }

    /// Also of these, which its words do not name.
    pub fn about(mut self, ids: impl IntoIterator<Item = impl ToString>) -> Line {
        self.about.extend(ids.into_iter().map(|id| id.to_string()));
        self
    }

    /// With the dice that were rolled.
    pub fn dice(mut self, dice: impl IntoIterator<Item = Die>) -> Line {
        self.dice.extend(dice);
        self
    }

    /// Part of a fight, the attacker named first.
    pub fn fight(mut self, at: impl ToString, attacker: impl Into<Foe>, defender: impl Into<Foe>) -> Line {
        self.fight = Some(Fight { at: at.to_string(), sides: BySide([attacker.into(), defender.into()]) });
        self
    }
}

/// An exact chance of success: `hits` out of `of` equally likely cases.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Odds {
    /// The cases in which it succeeds.
    pub hits: u32,
    /// All cases.
    pub of: u32,
    /// The cases in which it succeeds if the seat adds all that it still may; nothing if it may add nothing that helps.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub most: Option<u32>,
}

impl Odds {
    /// In lowest terms; `of` is not 0.
    pub fn new(hits: u32, of: u32) -> Odds {
        Odds::raised(hits, hits, of)
    }

    /// The same where the seat may still raise the cases from `hits` to `most`.
    pub fn raised(hits: u32, most: u32, of: u32) -> Odds {
        let common = divisor(divisor(hits, of), most);
        Odds { hits: hits / common, of: of / common, most: (most > hits).then_some(most / common) }
    }
}

/// `8/36`, and `8/36, up to 20/36` where it may still be raised.
impl fmt::Display for Odds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.hits, self.of)?;
        self.most.map_or(Ok(()), |most| write!(f, ", up to {most}/{}", self.of))
    }
}

/// The greatest common one.
fn divisor(mut a: u32, mut b: u32) -> u32 {
    while b > 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A word of sentences as a name: `legions-of-decima` is “Legions of Decima”.
pub fn title_case(word: &str) -> String {
    let capital = |part: &str| match part {
        "of" | "the" => part.to_string(),
        _ => part.chars().take(1).flat_map(char::to_uppercase).chain(part.chars().skip(1)).collect(),
    };
    word.split('-').map(capital).collect::<Vec<String>>().join(" ")
}

/// “1 credit”, “2 credits”.
pub fn several(n: u16, what: &str) -> String {
    format!("{n} {}", plural(n, what))
}

/// “credit” of one, “credits” of any other number.
pub fn plural(n: u16, what: &str) -> String {
    if n == 1 { what.to_string() } else { format!("{what}s") }
}

#[cfg(test)]
mod tests {
    use super::{several, title_case};

    #[test]
    fn numbers_go_with_their_noun() {
        assert_eq!([0, 1, 2].map(|n| several(n, "credit")), ["0 credits", "1 credit", "2 credits"]);
    }

    #[test]
    fn a_word_has_a_name() {
        assert_eq!(["red", "legions-of-decima"].map(title_case), ["Red", "Legions of Decima"]);
    }
}
