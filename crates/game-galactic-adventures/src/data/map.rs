//! Whether a map can be played on: four systems alike, links that hold, tokens for its moons.

use std::collections::BTreeMap;

use astrarium_core::Set;
use astrarium_core::data::{Files, PackError, Spanned, reached};

use super::{MAP, NUMBERS, Numbers, SpaceData, SpaceKind};
use crate::piece::{COLOURS, Colour, MOONS, Space, Spaces};

/// The territories of a pack.
type Map = BTreeMap<Spanned<Space>, SpaceData>;

/// Moons of a system.
const MOST: usize = MOONS / COLOURS;

pub(super) fn check_map(files: &Files, map: &Map, numbers: &Numbers) -> Vec<PackError> {
    let mut faults = Vec::new();
    for colour in Colour::ALL.iter().filter(|c| find(map, c.planet()).is_none()) {
        faults.push(files.at(MAP, 0..0, format!("planet-{} is missing", colour.word()), "a planet in each system"));
    }
    let count = |colour: &Colour| moons(map).filter(|(_, space)| space.system == *colour).count();
    let counts: Vec<usize> = Colour::ALL.iter().map(count).collect();
    if counts.iter().any(|n| *n != counts[0] || !(1..=MOST).contains(n)) {
        let what = format!("the systems have {}, {}, {} and {} moons", counts[0], counts[1], counts[2], counts[3]);
        faults.push(files.at(MAP, 0..0, what, format!("as many in each, from 1 to {MOST}")));
    }
    for wanted in [4 * counts[0], 3 * counts[0]] {
        if !numbers.tokens.iter().any(|t| usize::from(t.get_ref().moons) == wanted) {
            let right = "a [[tokens]] table for them: for the moons of four systems, and of three";
            faults.push(files.at(NUMBERS, 0..0, format!("no tokens for {wanted} moons"), right));
        }
    }
    for (at, tokens) in numbers.tokens.iter().enumerate() {
        if numbers.tokens[..at].iter().any(|other| other.get_ref().moons == tokens.get_ref().moons) {
            let what = format!("the tokens for {} moons are there twice", tokens.get_ref().moons);
            faults.push(files.at(NUMBERS, tokens.span(), what, "one table for each number of moons"));
        }
    }
    map.iter().for_each(|(id, space)| check_space(files, map, id, space, &mut faults));
    check_names(files, map, &mut faults);
    check_ways(files, map, &mut faults);
    faults
}

/// Players tell territories by their names.
fn check_names(files: &Files, map: &Map, faults: &mut Vec<PackError>) {
    let mut names = BTreeMap::new();
    for (id, space) in map {
        if let Some(other) = names.insert(&space.name[..], *id.get_ref()) {
            let what = format!("{} is called {} as {other} is", id.get_ref(), space.name);
            faults.push(files.at(MAP, id.span(), what, "a name of its own"));
        }
    }
}

/// From the outer moons, which beams reach, paths lead everywhere.
fn check_ways(files: &Files, map: &Map, faults: &mut Vec<PackError>) {
    let outer: Spaces =
        map.iter().filter(|(_, s)| *s.kind.get_ref() == SpaceKind::Outer).map(|(id, _)| *id.get_ref()).collect();
    let near = |id| find(map, id).map_or(Set::EMPTY, |space| space.near.get_ref().iter().copied().collect());
    let all = reached(outer, near);
    for id in map.keys().filter(|id| !all.has(*id.get_ref())) {
        let what = format!("no way leads from an outer moon to {}", id.get_ref());
        faults.push(files.at(MAP, id.span(), what, "paths that join all territories of a system"));
    }
}

fn moons(map: &Map) -> impl Iterator<Item = (Space, &SpaceData)> {
    map.iter().map(|(id, space)| (*id.get_ref(), space)).filter(|(id, _)| !id.is_planet())
}

fn find(map: &Map, id: Space) -> Option<&SpaceData> {
    map.iter().find(|(k, _)| *k.get_ref() == id).map(|(_, space)| space)
}

fn check_space(files: &Files, map: &Map, at: &Spanned<Space>, space: &SpaceData, faults: &mut Vec<PackError>) {
    let id = *at.get_ref();
    let kind = *space.kind.get_ref();
    let mut fault = |span, what: String, right: &str| faults.push(files.at(MAP, span, what, right));
    if (kind == SpaceKind::Planet) != id.is_planet() {
        fault(
            space.kind.span(),
            format!("the kind of {id} does not fit"),
            "planets planet, moons inner, middle, outer",
        );
    }
    if id.planet_colour().is_some_and(|colour| colour != space.system) {
        fault(at.span(), format!("{id} lies in another system"), "a planet in the system of its colour");
    }
    let near = space.near.get_ref();
    // A board without this system's planet still leads somewhere, so that no attack comes to a dead end.
    if kind != SpaceKind::Outer && !near.iter().any(|n| !n.is_planet()) {
        fault(space.near.span(), format!("{id} is next to no moon"), "a moon, or the kind outer, which beams reach");
    }
    for near in near {
        let Some(back) = find(map, *near) else {
            let what = format!("{id} is linked to {near}, which is not on the map");
            fault(space.near.span(), what, "a territory of this file");
            continue;
        };
        let both_outer = [space, back].iter().all(|s| *s.kind.get_ref() == SpaceKind::Outer);
        if !back.near.get_ref().contains(&id) || *near == id || back.system != space.system || both_outer {
            let right = "links that go both ways, inside a system, not between outer moons";
            fault(space.near.span(), format!("{id} is linked to {near}"), right);
        }
    }
    let mut outer = moons(map).filter(|(_, s)| s.system == space.system && *s.kind.get_ref() == SpaceKind::Outer);
    if id.is_planet() && outer.next().is_none() {
        fault(at.span(), format!("no beam leaves the system of {id}"), "an outer moon in each system");
    }
}
