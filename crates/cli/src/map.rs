//! The board in letters, as wide as the terminal, and what is next to what.

use std::collections::{BTreeMap, BTreeSet};

use anstyle::{AnsiColor, Style};
use astrarium_core::Seat;
use astrarium_core::data::nearest;
use astrarium_core::scene::{Scene, Shape};

use crate::face::{self, fill_under};

/// Letters are about twice as high as wide.
const HIGH: i32 = 2;

/// The board, or one place of it.
pub fn of(scene: &Scene, place: Option<&str>, name_of: impl Fn(&str) -> String) -> String {
    let ways = ways(scene);
    let Some(word) = place else { return whole(scene, &ways, name_of) };
    match ways.get(word) {
        Some(next) => format!("{}\n{}", face::place(scene, word, &name_of), line(word, next, &name_of)),
        None => {
            let meant = nearest(word, ways.keys().copied()).map(|w| format!(": did you mean “{w}”?"));
            format!("there is no place “{word}” on the board{}", meant.unwrap_or_default())
        }
    }
}

/// The neighbours of each place.
fn ways(scene: &Scene) -> BTreeMap<&str, BTreeSet<&str>> {
    let mut ways: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (from, to) in &scene.ways {
        ways.entry(from).or_default().insert(to);
        ways.entry(to).or_default().insert(from);
    }
    ways
}

fn whole(scene: &Scene, ways: &BTreeMap<&str, BTreeSet<&str>>, name_of: impl Fn(&str) -> String) -> String {
    let mut lines = drawn(scene, &places(scene, ways));
    lines.push(String::new());
    lines.extend(ways.iter().map(|(place, next)| line(place, next, &name_of)));
    lines.join("\n")
}

/// `  moon-03 (Ember)  next to moon-02, planet-red`
fn line(place: &str, next: &BTreeSet<&str>, name_of: &impl Fn(&str) -> String) -> String {
    let name = Some(name_of(place)).filter(|name| !name.is_empty() && name != place);
    let name = name.map(|name| format!(" ({name})")).unwrap_or_default();
    fill_under("  ", &format!("{place}{name}  next to {}", next.iter().copied().collect::<Vec<_>>().join(", ")))
}

fn places<'a>(scene: &'a Scene, ways: &BTreeMap<&str, BTreeSet<&str>>) -> Vec<&'a Shape> {
    let mut seen = BTreeSet::new();
    let place = |s: &'a Shape| (ways.contains_key(&*s.id) && seen.insert(&*s.id)).then_some(s);
    scene.shapes.iter().filter_map(place).collect()
}

/// Each place's word where it lies; whose it is shows in its colour. Words that would meet move up or down.
fn drawn(scene: &Scene, places: &[&Shape]) -> Vec<String> {
    let columns = face::width() as i32;
    let (across, down) = (scene.size.0.max(1), scene.size.1.max(1));
    let rows = (columns * down / across / HIGH).max(1);
    let mut grid: BTreeMap<i32, Vec<(i32, &Shape)>> = BTreeMap::new();
    let mut sorted = places.to_vec();
    sorted.sort_by_key(|s| (s.at.1, s.at.0));
    for shape in sorted {
        let wide = shape.id.chars().count() as i32;
        let x = (shape.at.0 * columns / across - wide / 2).clamp(0, (columns - wide).max(0));
        let y = shape.at.1 * rows / down;
        let meets = |row: i32| {
            let there = grid.get(&row).into_iter().flatten();
            there.map(|(at, s)| (*at, s.id.chars().count() as i32)).any(|(at, w)| x <= at + w && at <= x + wide)
        };
        let row = (0..).flat_map(|n| [y + n, y - n]).find(|&row| !meets(row)).expect("some row is free");
        grid.entry(row).or_default().push((x, shape));
    }
    let (Some(first), Some(last)) = (grid.keys().next(), grid.keys().next_back()) else { return Vec::new() };
    (*first..=*last).map(|row| written(scene, grid.get(&row).map_or(&[][..], |words| words))).collect()
}

fn written(scene: &Scene, words: &[(i32, &Shape)]) -> String {
    let mut sorted = words.to_vec();
    sorted.sort_by_key(|(at, _)| *at);
    let mut line = String::new();
    let mut end = 0;
    for (at, shape) in sorted {
        line += &" ".repeat((at - end).max(0) as usize);
        line += &face::styled(style(scene, shape.owner), &shape.id);
        end = at + shape.id.chars().count() as i32;
    }
    line
}

fn style(scene: &Scene, owner: Option<Seat>) -> Style {
    let colour = owner.and_then(|seat| face::colour(scene.seats.get(seat.index())?.colour));
    colour.map_or_else(Style::new, |c: AnsiColor| Style::new().bold().fg_color(Some(c.into())))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scene() -> Scene {
        let place = |id: &str, at| Shape::symbol("moon", at, 10).id(id);
        let ways = [("a-1", "b-2"), ("b-2", "c-3")].map(|(a, b)| (a.to_string(), b.to_string()));
        let shapes =
            vec![place("a-1", (100, 100)), place("b-2", (110, 110)), place("c-3", (900, 900)), place("zz", (5, 5))];
        Scene { size: (1000, 1000), shapes, ways: ways.into(), ..Scene::default() }
    }

    #[test]
    fn the_map_fits_and_says_what_is_next_to_what() {
        let map = anstream::adapter::strip_str(&of(&scene(), None, str::to_string)).to_string();
        let lines: Vec<&str> = map.lines().collect();
        assert!(lines.iter().all(|line| line.chars().count() <= face::width()), "{map}");
        let row = |word: &str| lines.iter().position(|line| line.contains(word)).expect("drawn");
        assert_ne!(row("a-1"), row("b-2"), "words that would meet are apart:\n{map}");
        assert!(row("c-3") > row("a-1") + 10 && !map.contains("zz"), "{map}");
        assert!(map.ends_with("  a-1  next to b-2\n  b-2  next to a-1, c-3\n  c-3  next to b-2"), "{map}");
    }

    #[test]
    fn a_place_is_shown_alone_or_found_by_what_was_meant() {
        assert!(of(&scene(), Some("b-2"), str::to_string).ends_with("b-2  next to a-1, c-3"));
        assert_eq!(
            of(&scene(), Some("a-9"), str::to_string),
            "there is no place “a-9” on the board: did you mean “a-1”?"
        );
    }
}
