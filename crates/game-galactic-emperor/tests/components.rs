//! The components are those of the box.

use astrarium_core::{Parts, Piece};
use game_galactic_emperor::{Role, Space, State, Tech, Tile};

/// GE-P002: 38 tiles for 37 spaces; 6 homes, the Omega Sun, the Black Hole, 30 others.
#[test]
fn tiles_and_spaces() {
    let data = State::house();
    assert_eq!((Tile::COUNT, Space::COUNT), (38, 37));
    assert_eq!((data.plain.len(), data.atomic.len()), (15, 15));
    let links: u32 = data.near.iter().map(|n| u32::from(n.len())).sum();
    assert_eq!(links, 2 * 90);
}

/// GE-P003: planets, twins, suns and empty sectors, with food, metal and energy printed on them.
#[test]
fn what_the_tiles_hold() {
    let data = State::house();
    let sum = |of: fn(&game_galactic_emperor::TileData) -> u8| data.tiles.iter().map(|t| u32::from(of(t))).sum::<u32>();
    assert_eq!(sum(|t| t.planets), 34);
    assert_eq!(sum(|t| u8::from(t.planets == 2)), 6);
    assert_eq!((sum(|t| t.food), sum(|t| t.metal), sum(|t| t.energy)), (24, 22, 8));
    assert_eq!(sum(|t| u8::from(t.planets == 0)), 10);
}

/// GE-P004: the cubes; metal and energy fill the stores of six players exactly. GE-022: what a store holds.
#[test]
fn cubes() {
    let n = &State::house().numbers;
    assert_eq!((n.pool_food, n.pool_metal, n.pool_energy), (40, 36, 18));
    assert_eq!((6 * n.store_metal, 6 * n.store_energy), (n.pool_metal, n.pool_energy));
}

/// GE-014: twelve technologies, one of each. GE-032: seven role cards, one of them with two sides.
#[test]
fn cards() {
    assert_eq!((Tech::COUNT, State::house().techs.len()), (12, 12));
    assert_eq!(Role::COUNT, 7 + 1);
    let energy: u8 = State::house().techs.iter().map(|t| t.cost()).sum();
    assert_eq!(energy, 22);
}
