//! Positions as plain data: dotted paths into them, their faults, and their fingerprint.

use std::fmt::Display;

use serde::Serialize;
use serde_json::Value;

use crate::{Game, Piece, Set};

/// What does not hold in a position. A fault names the place, what is wrong there, and what would be right.
#[derive(Debug, Default)]
pub struct Faults(pub Vec<String>);

impl Faults {
    /// Adds the fault unless it holds.
    pub fn must(&mut self, holds: bool, fault: impl Display) {
        if !holds {
            self.0.push(fault.to_string());
        }
    }

    /// Adds the fault, which is written only then, unless it holds.
    pub fn unless(&mut self, holds: bool, fault: impl FnOnce() -> String) {
        if !holds {
            self.0.push(fault());
        }
    }

    /// Adds a fault for each of the wrong things.
    pub fn none<T: Piece + Display>(&mut self, place: impl Display, wrong: Set<T>, why: impl Display) {
        self.0.extend(wrong.iter().map(|thing| format!("{place}: {thing} {why}")));
    }
}

/// A set as a position writes it.
pub fn list<T: Piece>(pieces: Set<T>) -> Vec<T> {
    pieces.iter().collect()
}

/// A list of a position as a set.
pub fn set<T: Piece>(pieces: &[T]) -> Set<T> {
    pieces.iter().copied().collect()
}

/// The exported position as data.
pub fn export<G: Game>(state: &G) -> Value {
    serde_json::to_value(state.position()).expect("positions are plain data")
}

/// The value at a dotted path, such as `seats.red.budget` or `order.0`.
pub fn at<'a>(value: &'a Value, path: &str) -> Option<&'a Value> {
    path.split('.').try_fold(value, |v, key| match v {
        Value::Array(list) => list.get(key.parse::<usize>().ok()?),
        other => other.get(key),
    })
}

/// The next link of a chain of hashes: what came before, what was done, what is on the table now.
pub fn chain<T: Serialize>(before: &str, line: &str, position: &T) -> String {
    // The hasher is slow on the small pieces in which JSON is written.
    let mut text = format!("{before}\n{line}\n").into_bytes();
    serde_json::to_writer(&mut text, position).expect("positions are plain data");
    blake3::hash(&text).to_hex()[..16].to_string()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_path_goes_through_tables_and_lists() {
        let value = json!({ "seats": { "red": { "owns": ["moon-01", "moon-02"] } } });
        assert_eq!(at(&value, "seats.red.owns.1"), Some(&json!("moon-02")));
        assert_eq!(at(&value, "seats.red.owns.2"), None);
        assert_eq!(at(&value, "seats.blue.owns"), None);
        assert_eq!(at(&value, "seats.red.owns.first"), None);
    }

    #[test]
    fn every_link_of_the_chain_depends_on_all_three() {
        let links = [chain("a", "b", &1), chain("x", "b", &1), chain("a", "x", &1), chain("a", "b", &2)];
        assert!((1..4).all(|k| links[k] != links[0]), "{links:?}");
    }
}
