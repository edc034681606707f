//! What is printed: typed tables from `data/`, checked whole.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use astrarium_core::data::{Files, Pack, PackError, Reading, Spanned, within};
use serde::Deserialize;

use astrarium_core::Piece;

mod map; // territories and their links
mod research; // nodes and what they do

use crate::piece::{ByDie, Colour, Node, SPACES, Space, Spaces};
use map::check_map;
pub use research::{Effect, NodeData, VOCABULARY};
use research::{NodeRow, check_research};

#[derive(Debug)]
pub struct Data {
    pub files: Files,
    pub numbers: Numbers,
    pub attack_price: ByDie<u8>,
    pub defense_price: ByDie<u8>,
    spaces: [Option<SpaceData>; SPACES],
    /// Whatever the pack has.
    pub all: Spaces,
    /// Infantry links (GA-010 to GA-015).
    pub near: [Spaces; SPACES],
    /// The outer moons: beams go from any of them to any other (GA-009, GA-062).
    pub outer: Spaces,
    /// The territories of each system (GA-008).
    pub system: [Spaces; 4],
    nodes: [Option<NodeData>; Node::COUNT],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    pub victory_target: Spanned<u8>,
    pub points: Points,
    pub income: Income,
    pub budget_cap: Spanned<u8>,
    pub penalty_divisor: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 100, _, _>")]
    pub research_points: u8,
    pub planet_hit_points: Spanned<u8>,
    pub planet_hit_points_captured: Spanned<u8>,
    pub ally_chips: Spanned<u8>,
    pub territory_chips: Spanned<u8>,
    pub ally_limit: Spanned<u8>,
    pub moons_per_ipec: Spanned<u8>,
    pub round_limit: Spanned<u8>,
    price: Prices,
    pub tokens: Vec<Spanned<Tokens>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Points {
    pub moon: Spanned<u8>,
    pub planet: Spanned<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Income {
    pub base: Spanned<u8>,
    pub moon: Spanned<u8>,
    pub planet: Spanned<u8>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Prices {
    attack: Spanned<PerDie>,
    defense: Spanned<PerDie>,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct PerDie {
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d4: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d6: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d8: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d10: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d12: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    d20: u8,
}

impl PerDie {
    fn list(self) -> [u8; 6] {
        [self.d4, self.d6, self.d8, self.d10, self.d12, self.d20]
    }
}

/// The tokens of a board with this many moons (GA-003, GA-004).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Tokens {
    pub moons: u8,
    pub ipec_controlled: u8,
    dice: PerDie,
}

impl Tokens {
    pub fn dice(&self) -> [u8; 6] {
        self.dice.list()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct SpaceData {
    pub name: String,
    pub system: Colour,
    pub kind: Spanned<SpaceKind>,
    #[serde(deserialize_with = "within::<0, 1000, _, _>")]
    pub at: (i32, i32),
    near: Spanned<Vec<Space>>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SpaceKind {
    Planet,
    Inner,
    Middle,
    Outer,
}

/// The most points anybody can have to spend in a round, whatever the pack says.
pub const MOST_POINTS: u8 = 20;

const NUMBERS: &str = "numbers.toml";
const MAP: &str = "map.toml";
const RESEARCH: &str = "research.toml";

impl Pack for Data {
    const FILES: &'static [(&'static str, &'static str)] = &[
        (NUMBERS, include_str!("../data/numbers.toml")),
        (MAP, include_str!("../data/map.toml")),
        (RESEARCH, include_str!("../data/research.toml")),
    ];
    const RELEASED: &'static [(&'static str, &'static str)] =
        &[("d1ceb537bf86628f5ee1c57be4782f4a", "f92da5d3936e3791fcd2d6f807f8476b")];

    const FIELDS: &'static [(&'static str, &'static str)] = &[
        ("victory-target", "points that win the game"),
        ("points", "what a territory counts"),
        ("income", "points to spend in a round: for nothing, and for each moon and planet"),
        ("research-points", "points to spend on the research tree, once"),
        ("planet-hit-points", "hits that take a planet for the first time"),
        ("ally-chips", "most allies of a player"),
        ("territory-chips", "most territories of a player"),
        ("price", "what a die costs; prices rise with the sides"),
        ("tokens", "what is dealt face down: one dice token for each moon"),
        ("moons", "how many moons are on the board"),
        ("ipec-controlled", "how many of them have an IPEC token"),
        ("dice", "how many tokens of each die"),
        ("name", "what players read"),
        ("system", "whose system it lies in"),
        ("kind", "a planet, or how far out a moon lies; beams go between outer moons"),
        ("at", "column and row in the picture of the board"),
        ("near", "where paths lead; each is named at both ends"),
        ("branch", "which part of the tree it belongs to"),
        ("text", "what players read of the effects; left out, it is made from them"),
        ("cost", "in research points"),
        ("needs-all", "what must be owned before, all of it"),
        ("needs-any", "what must be owned before, one of it"),
        ("effect", "what it does"),
        ("also", "what else it does"),
        ("cell", "column and row in the picture of the tree"),
    ];

    fn read(files: &Reading<'_>) -> Result<Data, Vec<PackError>> {
        let one = |e| vec![e];
        let numbers: Numbers = files.get(NUMBERS).map_err(one)?;
        let map: BTreeMap<Spanned<Space>, SpaceData> = files.get(MAP).map_err(one)?;
        let research: BTreeMap<Spanned<Node>, NodeRow> = files.get(RESEARCH).map_err(one)?;
        let faults: Vec<_> =
            [check_numbers(files, &numbers), check_map(files, &map, &numbers), check_research(files, &research)]
                .into_iter()
                .flatten()
                .collect();
        if faults.is_empty() { Ok(build((**files).clone(), numbers, map, research)) } else { Err(faults) }
    }

    fn files(&self) -> &Files {
        &self.files
    }

    fn claims(&self) -> Vec<PackError> {
        research::claims(self)
    }
}

/// The built-in pack.
pub fn house() -> &'static Data {
    static HOUSE: OnceLock<Data> = OnceLock::new();
    HOUSE.get_or_init(|| Data::parse(&Files::house::<Data>()).expect("the built-in pack is whole"))
}

fn build(
    files: Files,
    numbers: Numbers,
    map: BTreeMap<Spanned<Space>, SpaceData>,
    research: BTreeMap<Spanned<Node>, NodeRow>,
) -> Data {
    let all = map.keys().map(|id| *id.get_ref()).collect();
    let mut spaces = [const { None }; SPACES];
    map.into_iter().for_each(|(id, space)| spaces[id.get_ref().index()] = Some(space));
    let near = |space: &Option<SpaceData>| space.iter().flat_map(|s| s.near.get_ref().iter().copied()).collect();
    let near = spaces.each_ref().map(near);
    let of = |test: &dyn Fn(&SpaceData) -> bool| {
        Space::all().filter(|s| spaces[s.index()].as_ref().is_some_and(test)).collect()
    };
    Data {
        files,
        attack_price: ByDie::new(numbers.price.attack.get_ref().list()),
        defense_price: ByDie::new(numbers.price.defense.get_ref().list()),
        near,
        outer: of(&|s| *s.kind.get_ref() == SpaceKind::Outer),
        system: std::array::from_fn(|i| of(&|s| s.system.index() == i)),
        nodes: research::nodes(research),
        spaces,
        all,
        numbers,
    }
}

impl Data {
    /// The tokens of a board with this many moons: those of four systems, or of three.
    pub fn tokens(&self, moons: u8) -> &Tokens {
        let found = self.numbers.tokens.iter().map(Spanned::get_ref).find(|t| t.moons == moons);
        found.expect("checked: tokens for the moons of four systems, and of three")
    }

    /// What a territory is called, if the pack has it.
    pub fn name(&self, space: Space) -> Option<&str> {
        self.spaces[space.index()].as_ref().map(|s| &s.name[..])
    }

    /// A territory of the board.
    pub fn space(&self, space: Space) -> &SpaceData {
        self.spaces[space.index()].as_ref().expect("boards and positions have only territories of the pack")
    }

    /// In which system it lies, if the pack has it.
    pub fn system_of(&self, space: Space) -> Option<Colour> {
        self.spaces[space.index()].as_ref().map(|s| s.system)
    }

    /// A place of the tree, if the pack has something there.
    pub fn node(&self, node: Node) -> Option<&NodeData> {
        self.nodes[node.index()].as_ref()
    }

    /// What somebody has or may buy.
    pub fn owned(&self, node: Node) -> &NodeData {
        self.node(node).expect("only what the pack has is bought, and positions are checked")
    }

    /// Points for controlling it.
    pub fn worth(&self, space: Space) -> u8 {
        let points = &self.numbers.points;
        if space.is_planet() { *points.planet.get_ref() } else { *points.moon.get_ref() }
    }

    /// All nodes of the pack.
    pub fn nodes(&self) -> impl Iterator<Item = (Node, &NodeData)> {
        Node::all().filter_map(|node| Some((node, self.node(node)?)))
    }
}

/// Bounds that the rules rely on, so that no pack leads to a dead end or an overflow.
fn check_numbers(files: &Files, n: &Numbers) -> Vec<PackError> {
    let mut faults = Vec::new();
    let mut want = |value: &Spanned<u8>, low: u8, high: u8, name: &str| {
        if !(low..=high).contains(value.get_ref()) {
            let what = format!("{name} is {}", value.get_ref());
            faults.push(files.at(NUMBERS, value.span(), what, format!("a number from {low} to {high}")));
        }
    };
    want(&n.penalty_divisor, 1, 2, "penalty-divisor");
    want(&n.planet_hit_points, 1, 9, "planet-hit-points");
    want(&n.planet_hit_points_captured, 1, *n.planet_hit_points.get_ref(), "planet-hit-points-captured");
    want(&n.ally_chips, 1, 5, "ally-chips");
    want(&n.territory_chips, 1, SPACES as u8, "territory-chips");
    want(&n.ally_limit, 1, *n.ally_chips.get_ref(), "ally-limit");
    want(&n.moons_per_ipec, 1, 24, "moons-per-ipec");
    want(&n.round_limit, 10, 100, "round-limit");
    want(&n.income.base, 3, 50, "income.base");
    want(&n.budget_cap, 1, MOST_POINTS, "budget-cap");
    for (value, name) in [(&n.income.moon, "income.moon"), (&n.income.planet, "income.planet")] {
        want(value, 0, 5, name);
    }
    for (value, name) in [(&n.points.moon, "points.moon"), (&n.points.planet, "points.planet")] {
        want(value, 1, 5, name);
    }
    // A player who has placed all chips must have won.
    let worth = n.territory_chips.get_ref().saturating_mul(*n.points.moon.get_ref());
    want(&n.victory_target, 3, worth, "victory-target");
    for (price, name) in [(&n.price.attack, "attack"), (&n.price.defense, "defense")] {
        if !price.get_ref().list().is_sorted() || price.get_ref().d4 > 2 {
            let what = format!("the {name} prices do not rise from d4 (at most 2) to d20");
            faults.push(files.at(NUMBERS, price.span(), what, "prices that rise with the sides"));
        }
    }
    if n.price.defense.get_ref().d4 != 0 {
        faults.push(files.at(NUMBERS, n.price.defense.span(), "the defense d4 has a price", "d4 = 0 (GA-038)"));
    }
    for tokens in &n.tokens {
        let (t, dice) = (tokens.get_ref(), tokens.get_ref().dice().iter().map(|&c| u32::from(c)).sum::<u32>());
        // As many are dealt anew when all moons are free (GA-088).
        let least = t.moons.div_ceil(*n.moons_per_ipec.get_ref().max(&1));
        if dice != u32::from(t.moons) || !(least..=t.moons).contains(&t.ipec_controlled) {
            let what = format!("{dice} dice tokens and {} IPEC-controlled for {} moons", t.ipec_controlled, t.moons);
            faults.push(files.at(
                NUMBERS,
                tokens.span(),
                what,
                "one dice token a moon, an IPEC token for every moons-per-ipec of them, no more than moons",
            ));
        }
    }
    faults
}
