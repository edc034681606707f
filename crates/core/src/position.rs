//! Positions as plain data: dotted paths into them, and their fingerprint.

use serde::Serialize;
use serde_json::Value;

use crate::Game;

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

/// The next link of a chain of hashes: what came before, what was done, what stands on the table now.
pub fn chain<T: Serialize>(before: &str, line: &str, position: &T) -> String {
    let mut hasher = blake3::Hasher::new();
    hasher.update(before.as_bytes()).update(b"\n").update(line.as_bytes()).update(b"\n");
    serde_json::to_writer(&mut hasher, position).expect("positions are plain data");
    hasher.finalize().to_hex()[..16].to_string()
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
