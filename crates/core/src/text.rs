//! What a player reads: plain words, and references to things and seats, which a client can name, colour and link.
//!
//! A game writes a reference into a text with the alternate form of a piece, `{moon:#}`. It prints the piece's word between two
//! marks; [`Text::from`] cuts the words and the references apart, and [`Text::named`] gives each reference its name.
//!
//! ```
//! use astrarium_core::{Named, Text, pieces};
//!
//! pieces! { Moon { Dusk = "moon-1" } }
//!
//! let text = Text::from(format!("{:#} is free", Moon::Dusk));
//! let text = text.named(|word| (word == "moon-1").then(|| Named::thing("Dusk")));
//! assert_eq!(text.to_string(), "Dusk is free");
//! assert_eq!(text.things().collect::<Vec<_>>(), ["moon-1"]);
//! ```

use std::fmt;

use serde::Serialize;

use crate::Seat;
use crate::words::title_case;

/// Around the word of a reference. Both are for private use in Unicode, and the names in packs are not searched for them.
const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// Words and references, in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Text(Vec<Part>);

/// A part of a text: on the wire a string, or an object with an id and a name.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "TextPart"))]
#[serde(untagged)]
pub enum Part {
    /// Words to be read as they are.
    Words(String),
    /// A thing or a seat on the table.
    Ref {
        /// The word of sentences, and of scenes.
        id: String,
        /// What a player calls it.
        name: String,
        /// The seat, if that is what it refers to.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<Seat>,
    },
}

/// What a reference refers to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    name: String,
    seat: Option<Seat>,
}

impl Named {
    /// A thing on the table.
    pub fn thing(name: impl Into<String>) -> Named {
        Named { name: name.into(), seat: None }
    }

    /// A seat, by its colour or race.
    pub fn seat(seat: Seat, name: impl Into<String>) -> Named {
        Named { name: name.into(), seat: Some(seat) }
    }

    /// Whether it is a seat.
    pub fn is_seat(&self) -> bool {
        self.seat.is_some()
    }

    /// What a player calls it.
    pub fn name(&self) -> &str {
        &self.name
    }
}

/// Prints a word as a reference where the format asks for the alternate form.
pub fn mark(f: &mut fmt::Formatter<'_>, word: &str) -> fmt::Result {
    if f.alternate() { write!(f, "{OPEN}{word}{CLOSE}") } else { f.pad(word) }
}

impl Text {
    /// Words that somebody else wrote: nothing in them is a reference.
    pub fn plain(words: impl Into<String>) -> Text {
        Text(vec![Part::Words(words.into())])
    }

    /// Words with references as people write them in files: `Take {moon-03}`.
    pub fn written(text: &str) -> Text {
        text.split_whitespace()
            .collect::<Vec<_>>()
            .join(" ")
            .replace('{', &OPEN.to_string())
            .replace('}', &CLOSE.to_string())
            .into()
    }

    /// A seat, by its word.
    pub fn seat(seat: Seat, word: &str) -> Text {
        Text(vec![Part::Ref { id: word.into(), name: title_case(word), seat: Some(seat) }])
    }

    /// The text with the name of everything it refers to. What has none keeps its word; the law Named finds it.
    pub fn named(mut self, refer: impl Fn(&str) -> Option<Named>) -> Text {
        for part in &mut self.0 {
            if let Part::Ref { id, name, seat } = part
                && let Some(found) = refer(id)
            {
                (*name, *seat) = (found.name, found.seat);
            }
        }
        self
    }

    /// The same with each seat as `call` has it, where it has something.
    pub fn calling(mut self, call: impl Fn(Seat, &str) -> Option<String>) -> Text {
        for part in &mut self.0 {
            if let Part::Ref { name, seat: Some(seat), .. } = part
                && let Some(called) = call(*seat, name)
            {
                *name = called;
            }
        }
        self
    }

    /// The same with more words at its end.
    pub fn and(mut self, more: impl Into<Text>) -> Text {
        self.0.extend(more.into().0);
        self
    }

    /// Its parts, in reading order.
    pub fn parts(&self) -> &[Part] {
        &self.0
    }

    /// The ids it refers to.
    pub fn things(&self) -> impl Iterator<Item = &str> {
        self.0.iter().filter_map(|part| match part {
            Part::Ref { id, .. } => Some(id.as_str()),
            Part::Words(_) => None,
        })
    }

    /// Whether it says nothing.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl From<String> for Text {
    fn from(marked: String) -> Text {
        if !marked.contains(OPEN) {
            return Text(if marked.is_empty() { vec![] } else { vec![Part::Words(marked)] });
        }
        let mut parts = Vec::new();
        for (k, piece) in marked.split([OPEN, CLOSE]).enumerate() {
            match k % 2 {
                0 if piece.is_empty() => {}
                0 => parts.push(Part::Words(piece.into())),
                _ => parts.push(Part::Ref { id: piece.into(), name: piece.into(), seat: None }),
            }
        }
        Text(parts)
    }
}

impl From<&str> for Text {
    fn from(marked: &str) -> Text {
        marked.to_string().into()
    }
}

/// In plain words.
impl fmt::Display for Text {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|part| match part {
            Part::Words(words) => f.write_str(words),
            Part::Ref { name, .. } => f.write_str(name),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::pieces! { Colour { Red = "red", Blue = "blue" } }

    fn refer(word: &str) -> Option<Named> {
        (word == "red").then(|| Named::seat(Seat(0), "Red"))
    }

    #[test]
    fn references_stand_beside_words() {
        let text = Text::from(format!("{:#}'s turn, then {:#}", Colour::Red, Colour::Blue)).named(refer);
        assert_eq!(text.to_string(), "Red's turn, then blue");
        let json = serde_json::to_string(&text).unwrap();
        assert_eq!(json, r#"[{"id":"red","name":"Red","seat":0},"'s turn, then ",{"id":"blue","name":"blue"}]"#);
    }

    #[test]
    fn plain_words_are_one_part() {
        assert_eq!(Text::from("done").parts(), [Part::Words("done".into())]);
        assert_eq!(Text::plain(format!("{:#}", Colour::Red)).things().count(), 0, "nobody writes references by hand");
        assert!(Text::from("").is_empty());
        assert_eq!(Colour::Red.to_string(), "red");
    }
}
