//! The components are those of the box.

use astrarium_core::{Parts, Piece};
use game_galactic_adventures::{Die, Space, Spaces, State};

fn neighbours(space: &str) -> Vec<String> {
    let space: Space = space.parse().expect("a territory");
    State::house().near[space.index()].iter().map(|s| s.to_string()).collect()
}

/// GA-002: six kinds of dice. GA-003, GA-004: the tokens. GA-005, GA-006: chips and hit points.
#[test]
fn dice_tokens_and_chips() {
    let sides: Vec<u8> = Die::ALL.iter().map(|d| d.sides()).collect();
    assert_eq!(sides, [4, 6, 8, 10, 12, 20]);
    let data = State::house();
    assert_eq!(data.tokens(24).dice(), [9, 8, 4, 2, 1, 0]);
    assert_eq!(data.tokens(24).ipec_controlled, 5);
    assert_eq!(data.tokens(18).dice(), [7, 6, 3, 1, 1, 0]);
    let n = &data.numbers;
    let chips = [&n.ally_chips, &n.territory_chips, &n.planet_hit_points].map(|v| *v.get_ref());
    assert_eq!(chips, [5, 12, 3]);
}

/// GA-008: four systems of a planet and six moons. GA-009: two outer moons each. GA-019: worth 32 points in all.
#[test]
fn four_systems() {
    let data = State::house();
    for system in data.system {
        assert_eq!(system.len(), 7);
        assert_eq!((system & data.outer).len(), 2);
    }
    let outer: Spaces = [1, 6, 7, 12, 13, 18, 19, 24].map(|n: u8| Space(n - 1)).into_iter().collect();
    assert_eq!(data.outer, outer);
    let points: u8 = State::house().all.iter().map(|s| if s.is_planet() { 2 } else { 1 }).sum();
    assert_eq!(points, 32);
}

/// GA-010 to GA-013: each system is a path, seen here for Red and for Blue.
#[test]
fn paths() {
    assert_eq!(neighbours("planet-red"), ["moon-03", "moon-04"]); // GA-010
    assert_eq!(neighbours("moon-03"), ["moon-02", "planet-red"]); // GA-011
    assert_eq!(neighbours("moon-23"), ["moon-22", "moon-24"]); // GA-012
    assert_eq!(neighbours("moon-24"), ["moon-23"]); // GA-013
}

/// GA-014: degrees; GA-015: no path between systems, 24 links in all; GA-082: planets touch inner moons only.
#[test]
fn degrees() {
    let data = State::house();
    let mut links = 0;
    for space in State::house().all.iter() {
        let near = data.near[space.index()];
        links += near.len();
        assert_eq!(near.len(), if data.outer.has(space) { 1 } else { 2 }, "{space}");
        let system = data.system.iter().find(|s| s.has(space)).expect("in a system");
        assert!(system.contains(near), "{space}");
        assert!(!space.is_planet() || !near.meets(data.outer), "{space}");
    }
    assert_eq!(links, 2 * 24);
}

/// GA-088: the printed table of IPEC tokens is one in five, rounded up.
#[test]
fn ipec_table() {
    let each = *State::house().numbers.moons_per_ipec.get_ref();
    let tokens = |moons: u8| moons.div_ceil(each);
    assert!(
        [(24, 5), (21, 5), (20, 4), (16, 4), (15, 3), (11, 3), (10, 2), (6, 2), (5, 1), (1, 1)]
            .iter()
            .all(|&(moons, printed)| tokens(moons) == printed)
    );
}
