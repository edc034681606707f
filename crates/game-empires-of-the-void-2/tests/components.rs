//! The components are those of the box, and the map is what it should be.

use astrarium_core::{Parts, Piece};
use game_empires_of_the_void_2::*;

/// E2-007, E2-P001, E2-P002, E2-P004: eight slots, eight small planets, thirteen nodes, four wormholes, twenty lanes with hazards.
#[test]
fn the_map() {
    let data = State::house();
    assert_eq!((SPACE.len(), data.wormholes.len(), UNINHABITED.len()), (17, 4, 8));
    let slots = ORBITS.iter().filter(|r| data.near[r.index()].len() > 1).count();
    assert_eq!(slots, 8, "the ninth place lies off the board");
    let lanes = |hazard: bool| {
        let pairs = Region::all().flat_map(|a| data.near[a.index()].iter().map(move |b| (a, b)));
        pairs
            .filter(|(a, b)| (data.hazard[a.index()][b.index()] > 0) == hazard && !a.is_surface() && !b.is_surface())
            .count()
    };
    assert_eq!((lanes(true), lanes(false)), (2 * 20, 2 * 36));
}

/// E2-128: from everywhere to everywhere in six lanes at most, wormholes being neighbours.
#[test]
fn distances() {
    let data = State::house();
    let board = Regions::FULL - [Region::orbit(SLOTS - 1), Region::surface(SLOTS - 1)].into_iter().collect::<Regions>();
    let near =
        |r: Region| if data.wormholes.has(r) { data.near[r.index()] | data.wormholes } else { data.near[r.index()] };
    for from in board.iter() {
        let mut seen: Regions = [from].into_iter().collect();
        let mut lanes = 0;
        while !seen.contains(board) {
            seen = (seen.iter().fold(seen, |all, r| all | near(r))) & board;
            lanes += 1;
            assert!(lanes <= 6, "{from} lies too far away");
        }
    }
}

/// E2-007: four quarters alike. A quarter turn leads every region to another, lanes and hazards with it.
#[test]
fn quarters() {
    let data = State::house();
    let step = |from: usize, n: usize, by: usize, i: usize| from + (i - from + by) % n;
    let turn = |r: Region| match r.to_string().rsplit_once('-').map(|(kind, n)| (kind.to_string(), n.parse::<usize>()))
    {
        Some((kind, Ok(i))) if kind == "s" => Region::node(match i {
            0 => 0,
            1..=4 => step(1, 4, 1, i),
            5..=12 => step(5, 8, 2, i),
            _ => step(13, 4, 1, i),
        }),
        Some((kind, Ok(i))) => {
            let turned = if i <= 4 { step(1, 4, 1, i) } else { step(5, 4, 1, i) };
            format!("{kind}-{turned}").parse().expect("a region")
        }
        _ => unreachable!("every region has a number"),
    };
    let off = |r: Region| r == Region::orbit(SLOTS - 1) || r == Region::surface(SLOTS - 1);
    for a in Region::all().filter(|&a| !off(a)) {
        let turned: Regions = data.near[a.index()].iter().map(turn).collect();
        assert_eq!(turned, data.near[turn(a).index()], "lanes of {a}");
        assert_eq!(data.wormholes.has(a), data.wormholes.has(turn(a)), "{a}");
        for b in data.near[a.index()].iter() {
            let hazard = data.hazard[turn(a).index()][turn(b).index()];
            assert_eq!(data.hazard[a.index()][b.index()], hazard, "{a} to {b}");
        }
    }
}

/// E2-P004, E2-129: ion storms round the Core, asteroids and debris on the way out, nebulae by the wormholes. One quarter; the
/// others are alike.
#[test]
fn hazards() {
    let region = |word: &str| word.parse::<Region>().expect("a region").index();
    let lanes = [("s-00", "s-01"), ("s-01", "u-1"), ("orbit-5", "s-05"), ("u-6", "s-06"), ("s-13", "u-5")];
    let found = lanes.map(|(a, b)| State::house().hazard[region(a)][region(b)]);
    assert_eq!(found, [3, 3, 2, 3, 4]);
}

/// E2-316, E2-157: VP, income and build spaces of the small planets, the inner four and the outer four.
#[test]
fn small_planets() {
    let rows = (0..SMALL).map(|n| &State::house().regions[Region::small(n).index()]);
    let found: Vec<_> = rows.map(|row| (row.control, row.income, row.spaces)).collect();
    assert_eq!(found, [[(1, 1, 1); 4], [(2, 0, 1); 4]].concat());
}

/// E2-014, E2-P012: 63 power cards, 18 of them plain, 27 actions, 18 deliveries; power 1 to 4.
#[test]
fn power_cards() {
    let cards = &State::house().cards;
    let deliveries = cards.iter().filter(|c| c.delivery().is_some()).count();
    let actions = cards.iter().filter(|c| c.is_action()).count();
    assert_eq!((cards.len(), actions, deliveries), (63, 27, 18));
    let of = |power: u8| cards.iter().filter(|c| c.power == power).count();
    assert_eq!([1, 2, 3, 4].map(of), [18, 27, 9, 9]);
}

/// E2-015, E2-045, E2-016, E2-242: 45 events, 19 of which stay; 30 Empire cards; 12 explore tokens; 21 technologies.
#[test]
fn other_cards() {
    let data = State::house();
    let staying = data.events.iter().filter(|e| e.stays).count();
    assert_eq!((data.events.len(), staying), (45, 19));
    assert_eq!((data.empire.len(), data.explore.len(), data.techs.len()), (30, 12, 21));
    let names: std::collections::BTreeSet<_> = data.explore.iter().map(|e| &e.name).collect();
    assert_eq!(names.len(), 12, "all explore tokens are different");
}

/// E2-006, E2-046, E2-150, E2-242: five boards; each has five technologies with seven to nine goods, and buildings for
/// 58 to 66 credits: fewer where the technologies themselves bring less.
#[test]
fn boards() {
    for board in &State::house().factions {
        let goods: usize = board.tech.get_ref().iter().map(|t| t.goods.len()).sum();
        let credits: u8 = Work::all().flat_map(|w| board.costs(w)).sum();
        assert_eq!(board.tech.get_ref().len(), 5, "{}", board.name);
        assert!((7..=9).contains(&goods) && (58..=66).contains(&credits), "{}: {goods}, {credits}", board.name);
        assert!((3..=4).contains(&board.ship.get_ref().len()), "E2-159: {}", board.name);
    }
}
