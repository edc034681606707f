//! The lines of the hexagons.

use std::collections::BTreeMap;

use astrarium_core::data::{Files, PackError, Reading, Spanned, reached, within};
use astrarium_core::{Piece, Set};
use serde::Deserialize;

use super::{MAP, table};
use crate::piece::*;

/// The spaces that lines lead to: free ones first, then by what lies on them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lines([Spaces; 1 + Obstacle::ALL.len()]);

impl Lines {
    pub fn insert(&mut self, obstacle: Option<Obstacle>, to: Space) {
        self.0[obstacle.map_or(0, |o| 1 + o.index())].insert(to);
    }

    pub fn merge(&mut self, other: &Lines) {
        self.0.iter_mut().zip(other.0).for_each(|(all, more)| *all |= more);
    }

    /// Where lines lead that carry nothing but these.
    #[inline]
    pub fn past(&self, ignored: Set<Obstacle>) -> Spaces {
        let past = |o: Obstacle| if ignored.has(o) { self.0[1 + o.index()] } else { Spaces::EMPTY };
        Obstacle::ALL.iter().fold(self.0[0], |all, &o| all | past(o))
    }
}

/// The lines of the hexagons, by node and by side (EV-012).
#[derive(Debug, Default)]
pub struct Map {
    /// Which hexagon a node belongs to.
    pub hex: Vec<Hex>,
    pub at: Vec<(i32, i32)>,
    /// The lines of a node, by the place and the rotation of its hexagon.
    pub lines: Vec<[[Lines; SIDES]; HEXES]>,
    /// The nodes of each hexagon, and the lines to them from each of its sides.
    pub nodes: [Spaces; HEXES],
    pub side_lines: [[Lines; SIDES]; HEXES],
    /// The hexagons with asteroid halves, and the spaces made with them, by the hexagon's place and rotation.
    pub rocky: Set<Hex>,
    pub asteroids: [[[Spaces; SIDES]; HEXES]; HEXES],
    /// The obstacle on the line from a node to a node, and from a node to a local side.
    between: Vec<(Space, Space, Obstacle)>,
    outward: Vec<[Option<Obstacle>; SIDES]>,
    /// The circle `a` of each hexagon: where pirates lie.
    pub lair: [Option<Space>; HEXES],
}

impl Map {
    /// A line from a node to a space, wherever its hexagon lies and however far it is turned.
    fn join(&mut self, node: Space, obstacle: Option<Obstacle>, to: impl Fn(usize, usize) -> Space) {
        for (place, turns) in self.lines[node.index()].iter_mut().enumerate() {
            turns.iter_mut().enumerate().for_each(|(rotation, near)| near.insert(obstacle, to(place, rotation)));
        }
    }

    pub fn obstacle(&self, a: Space, b: Space) -> Option<Obstacle> {
        self.between.iter().find(|&&(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a)).map(|&(.., o)| o)
    }

    pub fn outward(&self, node: Space, side: usize) -> Option<Obstacle> {
        self.outward[node.index()][side]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HexRow {
    #[serde(deserialize_with = "within::<-100, 100, _, _>")]
    nodes: BTreeMap<Space, (i32, i32)>,
    free: Spanned<Vec<[String; 2]>>,
    asteroids: Option<Spanned<Vec<[String; 2]>>>,
    mines: Option<Spanned<Vec<[String; 2]>>>,
    defenses: Option<Spanned<Vec<[String; 2]>>>,
    asteroid_halves: Option<Spanned<Vec<String>>>,
}

/// The end of a line: a node or a local side.
enum End {
    Node(Space),
    Side(usize),
}

fn end(word: &str, nodes: Spaces) -> Option<End> {
    let side = word.strip_prefix('e').and_then(|n| n.parse().ok()).filter(|&n: &usize| n < SIDES);
    let node = || word.parse().ok().filter(|&n| nodes.has(n)).map(End::Node);
    side.map(End::Side).or_else(node)
}

pub(super) fn map(files: &Reading<'_>, faults: &mut Vec<PackError>) -> Map {
    let rows: Vec<HexRow> = table::<Hex, _>(files, MAP, faults);
    let mut map = Map {
        hex: vec![Hex::Pyrious; NODES],
        at: vec![(0, 0); NODES],
        lines: vec![[[Lines::default(); SIDES]; HEXES]; NODES],
        outward: vec![[None; SIDES]; NODES],
        ..Map::default()
    };
    for (&hex, row) in Hex::ALL.iter().zip(&rows) {
        map.lay_nodes(hex, row);
        map.lay_lines(hex, row, files, faults);
    }
    if rows.len() == HEXES {
        map.check_nodes(&rows, files, faults);
    }
    map
}

impl Map {
    /// Each node lies in one hexagon, and lines lead to it; pirates have a place in each outer hexagon.
    fn check_nodes(&self, rows: &[HexRow], files: &Files, faults: &mut Vec<PackError>) {
        let mut fault = |hex: Hex, what: String, right: &str| {
            faults.push(files.at(MAP, files.row(MAP, hex.word()), what, right));
        };
        for (&hex, row) in Hex::ALL.iter().zip(rows) {
            let nodes = self.nodes[hex.index()];
            for space in row.nodes.keys().filter(|space| !nodes.has(**space)) {
                fault(hex, format!("{space} is no planet and no circle"), "the nodes of the map");
            }
            let beside = |space: Spaces| -> Spaces { space & nodes };
            let sides = self.side_lines[hex.index()].iter().fold(Spaces::EMPTY, |all, side| all | side.past(Set::FULL));
            let open = reached(beside(sides), |node| beside(self.lines[node.index()][0][0].past(Set::FULL)));
            for node in nodes - open {
                fault(hex, format!("no line leads to {node}"), "lines that join it to a side of its hexagon");
            }
            if hex != Hex::Pyrious && self.lair[hex.index()].is_none() {
                fault(hex, format!("{hex} has no circle a"), "a circle a in every outer hexagon, where pirates lie");
            }
        }
        for node in Space::all().filter(|space| space.is_node()) {
            let homes: Vec<Hex> = Hex::ALL.iter().copied().filter(|hex| self.nodes[hex.index()].has(node)).collect();
            if homes.len() != 1 {
                let what = format!("{node} lies in {} hexagons", homes.len());
                fault(homes.last().copied().unwrap_or(Hex::Pyrious), what, "one hexagon for each node");
            }
        }
    }

    /// Planets, circles and asteroid halves of a hexagon.
    fn lay_nodes(&mut self, hex: Hex, row: &HexRow) {
        let nodes: Spaces = row.nodes.keys().copied().filter(|s| s.is_node()).collect();
        self.nodes[hex.index()] = nodes;
        for node in nodes {
            self.hex[node.index()] = hex;
            self.at[node.index()] = row.nodes[&node];
        }
        self.lair[hex.index()] = nodes.iter().find(|n| n.word().ends_with("-a"));
        for half in row.asteroid_halves.iter().flat_map(Spanned::get_ref).filter_map(|w| end(w, nodes)) {
            if let End::Side(side) = half {
                self.rocky.insert(hex);
                for (place, turns) in self.asteroids[hex.index()].iter_mut().enumerate() {
                    let space = |rotation: usize| Space::side(place, (side + rotation) % SIDES);
                    turns.iter_mut().enumerate().for_each(|(rotation, all)| all.insert(space(rotation)));
                }
            }
        }
    }

    /// The lines of a hexagon with what lies on them.
    fn lay_lines(&mut self, hex: Hex, row: &HexRow, files: &Files, faults: &mut Vec<PackError>) {
        let kinds = [
            (Some(&row.free), None),
            (row.asteroids.as_ref(), Some(Obstacle::Asteroids)),
            (row.mines.as_ref(), Some(Obstacle::Mines)),
            (row.defenses.as_ref(), Some(Obstacle::Defenses)),
        ];
        for (lines, obstacle) in kinds {
            let Some(lines) = lines else { continue };
            for [a, b] in lines.get_ref() {
                if self.lay_line(hex, [a, b], obstacle).is_none() {
                    let what = format!("a line from {a} to {b} in {hex}");
                    faults.push(files.at(MAP, lines.span(), what, "nodes of the hexagon and e0 to e5"));
                }
            }
        }
        let side = |word: &String| matches!(end(word, self.nodes[hex.index()]), Some(End::Side(_)));
        if let Some(halves) = row.asteroid_halves.as_ref().filter(|halves| !halves.get_ref().iter().all(side)) {
            let what = format!("asteroid halves of {hex}");
            faults.push(files.at(MAP, halves.span(), what, "sides, e0 to e5"));
        }
        if self.side_lines[hex.index()].iter().any(|s| s.past(Set::FULL).is_empty()) {
            let what = format!("a side of {hex} has no line");
            faults.push(files.at(MAP, row.free.span(), what, "a line from every side"));
        }
    }

    /// A line between two nodes, or from a node to a side; nothing if it is neither.
    fn lay_line(&mut self, hex: Hex, [a, b]: [&str; 2], obstacle: Option<Obstacle>) -> Option<()> {
        let nodes = self.nodes[hex.index()];
        match (end(a, nodes)?, end(b, nodes)?) {
            (End::Node(a), End::Node(b)) => {
                self.join(a, obstacle, |_, _| b);
                self.join(b, obstacle, |_, _| a);
                self.between.extend(obstacle.map(|o| (a, b, o)));
            }
            (End::Node(node), End::Side(side)) | (End::Side(side), End::Node(node)) => {
                self.join(node, obstacle, |place, rotation| Space::side(place, (side + rotation) % SIDES));
                self.side_lines[hex.index()][side].insert(obstacle, node);
                self.outward[node.index()][side] = obstacle;
            }
            (End::Side(_), End::Side(_)) => return None,
        }
        Some(())
    }
}
