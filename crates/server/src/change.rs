//! What changed from one scene to the next, element by element.

use astrarium_core::scene::{Panel, Scene, SeatLook, Shape};
use serde::Serialize;

#[derive(Debug, Serialize)]
pub struct Change<'a> {
    #[serde(skip_serializing_if = "Option::is_none")]
    size: Option<(i32, i32)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    heading: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shapes: Option<ListChange<'a, Shape>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    panels: Option<ListChange<'a, Panel>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    seats: Option<ListChange<'a, SeatLook>>,
}

/// The new length, and the elements that are new or different at their places.
#[derive(Debug, Serialize)]
struct ListChange<'a, T> {
    length: usize,
    set: Vec<(usize, &'a T)>,
}

/// Nothing if both scenes are equal.
pub fn between<'a>(old: &Scene, new: &'a Scene) -> Option<Change<'a>> {
    let change = Change {
        size: (old.size != new.size).then_some(new.size),
        heading: (old.heading != new.heading).then_some(&new.heading),
        shapes: list(&old.shapes, &new.shapes),
        panels: list(&old.panels, &new.panels),
        seats: list(&old.seats, &new.seats),
    };
    let Change { size, heading, shapes, panels, seats } = &change;
    let any = size.is_some() || heading.is_some() || shapes.is_some() || panels.is_some() || seats.is_some();
    any.then_some(change)
}

fn list<'a, T: PartialEq>(old: &[T], new: &'a [T]) -> Option<ListChange<'a, T>> {
    let set: Vec<_> = new.iter().enumerate().filter(|&(i, x)| old.get(i) != Some(x)).collect();
    (!set.is_empty() || old.len() != new.len()).then_some(ListChange { length: new.len(), set })
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
        let change = serde_json::to_value(between(&old, &new)).expect("plain data");
        assert_eq!(change["shapes"]["length"], 2);
        assert_eq!(change["shapes"]["set"][0][0], 1);
        assert_eq!(change["shapes"]["set"][0][1]["at"], json!([5, 0]));
        assert!(change.get("heading").is_none() && change.get("panels").is_none());
        assert!(between(&old, &old).is_none());
    }
}
