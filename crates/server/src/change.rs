//! What changed from one scene to the next, element by element.

use std::hash::{BuildHasher, Hash};
use std::sync::LazyLock;

use astrarium_core::scene::{Panel, Scene, SeatLook, Shape};
use foldhash::quality::RandomState;
use serde::Serialize;

/// A fingerprint of something that was sent. Two different things collide with a chance of 2⁻⁶⁴, and nobody can search for a
/// collision in advance, because every process hashes with its own key.
pub fn print(what: &impl Hash) -> u64 {
    static STATE: LazyLock<RandomState> = LazyLock::new(RandomState::default);
    STATE.hash_one(what)
}

/// What is remembered of a scene that was sent. Whole scenes would fill memory for every viewer of every table, and be cold in
/// the cache for every comparison.
#[derive(Debug, PartialEq)]
pub struct Prints {
    size: (i32, i32),
    heading: u64,
    shapes: Vec<u64>,
    panels: Vec<u64>,
    seats: Vec<u64>,
    ways: u64,
}

impl Prints {
    pub fn of(scene: &Scene) -> Prints {
        Prints {
            size: scene.size,
            heading: print(&scene.heading),
            shapes: scene.shapes.iter().map(print).collect(),
            panels: scene.panels.iter().map(print).collect(),
            seats: scene.seats.iter().map(print).collect(),
            ways: print(&scene.ways),
        }
    }
}

/// What changed from one scene to the next; absent is unchanged.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Change {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    size: Option<(i32, i32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    heading: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    shapes: Option<ListChange<Shape>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    panels: Option<ListChange<Panel>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    seats: Option<ListChange<SeatLook>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    ways: Option<Vec<(String, String)>>,
}

/// The new length, and the elements that are new or different with their places.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
struct ListChange<T> {
    length: usize,
    set: Vec<(usize, T)>,
}

/// What to tell a client that has the old scene, with the prints of the new one; nothing if both are equal.
pub fn between(old: &Prints, new: &Prints, scene: &Scene) -> Option<Change> {
    (old != new).then(|| Change {
        size: (old.size != new.size).then_some(scene.size),
        heading: (old.heading != new.heading).then(|| scene.heading.clone()),
        shapes: list(&old.shapes, &new.shapes, &scene.shapes),
        panels: list(&old.panels, &new.panels, &scene.panels),
        seats: list(&old.seats, &new.seats, &scene.seats),
        ways: (old.ways != new.ways).then(|| scene.ways.clone()),
    })
}

fn list<T: Clone>(old: &[u64], new: &[u64], elements: &[T]) -> Option<ListChange<T>> {
    let differs = |i: &usize| old.get(*i) != Some(&new[*i]);
    let set = || (0..new.len()).filter(differs).map(|i| (i, elements[i].clone())).collect();
    (old != new).then(|| ListChange { length: new.len(), set: set() })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn only_what_differs_is_told() {
        let ship = |x| Shape::symbol("ship", (x, 0), 10).id("ship-1");
        let old = Scene { shapes: vec![ship(1), ship(2), ship(3)], heading: "Round 1".into(), ..Scene::default() };
        let new = Scene { shapes: vec![ship(1), ship(5)], heading: "Round 1".into(), ..Scene::default() };
        let (before, after) = (Prints::of(&old), Prints::of(&new));
        let change = serde_json::to_value(between(&before, &after, &new)).expect("plain data");
        assert_eq!(change["shapes"]["length"], 2);
        assert_eq!(
            change["shapes"]["set"],
            json!([[1, { "id": "ship-1", "form": { "symbol": "ship" }, "at": [5, 0], "size": 10 }]])
        );
        assert!(change.get("heading").is_none() && change.get("panels").is_none());
        assert!(between(&before, &Prints::of(&old.clone()), &old).is_none());
    }
}
