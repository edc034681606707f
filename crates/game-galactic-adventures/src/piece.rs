//! The vocabulary: colours, territories, dice, research nodes, and sets of them.

use std::fmt;
use std::str::FromStr;

use astrarium_core::text::mark;
use astrarium_core::{By, Number, Piece, Set, numbered, pieces};
use serde::{Deserialize, Serialize};

use crate::data::MOST_POINTS;

/// How many seats there are, and how many moons and territories at most. The house has 24 moons; a pack may have up to nine a system.
pub const COLOURS: usize = 4;
pub const MOONS: usize = 36;
pub const SPACES: usize = MOONS + COLOURS;

pieces! {
    /// A player's colour, and the system that has it (GA-001).
    Colour { Red = "red", Yellow = "yellow", Green = "green", Blue = "blue" }
}

pieces! {
    /// The dice of the game (GA-002).
    Die { D4 = "d4", D6 = "d6", D8 = "d8", D10 = "d10", D12 = "d12", D20 = "d20" }
}

/// A die or none (GA-039).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaybeDie(pub Option<Die>);

impl Piece for MaybeDie {
    const COUNT: usize = 1 + Die::COUNT;
    fn index(self) -> usize {
        self.0.map_or(0, |die| 1 + die.index())
    }
    fn from_index(index: usize) -> MaybeDie {
        MaybeDie(index.checked_sub(1).map(Die::from_index))
    }
}

impl fmt::Display for MaybeDie {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0.map_or("none", Die::word))
    }
}

impl FromStr for MaybeDie {
    type Err = ();
    fn from_str(word: &str) -> Result<MaybeDie, ()> {
        MaybeDie::all().find(|die| die.to_string() == word).ok_or(())
    }
}

/// What a seat can put on a moon.
pub type Points = Number<0, MOST_POINTS>;

pieces! {
    /// The two types of attack.
    Kind { Infantry = "infantry", Beam = "beam" }
}

pieces! {
    /// Whose die an attack uses.
    Mode { Own = "own", AllyDie = "ally-die", AllyOwnMilitary = "ally-own-military" }
}

pieces! {
    /// Places of the research tree. Which of them there are, and what they are called, cost and do, is in `data/research.toml`: the first
    /// fifteen are those of the house, the others wait for packs that have more.
    Node {
        AttInfantryPlus = "att-infantry-plus",
        AttBeamPlus = "att-beam-plus",
        AttInfantryExtra = "att-infantry-extra",
        AttBeamExtra = "att-beam-extra",
        DefInfantryPlus = "def-infantry-plus",
        DefBeamPlus = "def-beam-plus",
        DefEither = "def-either",
        DefInfantryPlus2 = "def-infantry-plus-2",
        DefBeamPlus2 = "def-beam-plus-2",
        ComAllies2 = "com-allies-2",
        ComAllies3 = "com-allies-3",
        ComAllies5 = "com-allies-5",
        ComOuterReach = "com-outer-reach",
        ComOwnMilitary = "com-own-military",
        ComIpecImmunity = "com-ipec-immunity",
        Node16 = "node-16",
        Node17 = "node-17",
        Node18 = "node-18",
        Node19 = "node-19",
        Node20 = "node-20",
        Node21 = "node-21",
        Node22 = "node-22",
        Node23 = "node-23",
        Node24 = "node-24",
        Node25 = "node-25",
        Node26 = "node-26",
        Node27 = "node-27",
        Node28 = "node-28",
        Node29 = "node-29",
        Node30 = "node-30",
        Node31 = "node-31",
        Node32 = "node-32",
    }
}

impl Colour {
    pub fn planet(self) -> Space {
        Space((MOONS + self.index()) as u8)
    }
}

impl Die {
    pub fn sides(self) -> u8 {
        match self {
            Die::D4 => 4,
            Die::D6 => 6,
            Die::D8 => 8,
            Die::D10 => 10,
            Die::D12 => 12,
            Die::D20 => 20,
        }
    }
}

impl Kind {
    pub fn other(self) -> Kind {
        match self {
            Kind::Infantry => Kind::Beam,
            Kind::Beam => Kind::Infantry,
        }
    }
}

/// One value per die.
pub type ByDie<T> = By<Die, T, 6>;

/// One value per colour.
pub type ByColour<T> = By<Colour, T, COLOURS>;

/// A territory: moons 1 to 36, of which a pack has some, then the four planets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Space(pub u8);

impl Space {
    pub fn is_planet(self) -> bool {
        self.index() >= MOONS
    }

    /// The planet's own colour.
    pub fn planet_colour(self) -> Option<Colour> {
        Colour::ALL.get(self.index().checked_sub(MOONS)?).copied()
    }
}

numbered!(Space, SPACES);

/// The words of sentences, moons first. A scene names them by the hundred.
#[rustfmt::skip]
const WORDS: [&str; SPACES] = [
    "moon-01", "moon-02", "moon-03", "moon-04", "moon-05", "moon-06", "moon-07", "moon-08",
    "moon-09", "moon-10", "moon-11", "moon-12", "moon-13", "moon-14", "moon-15", "moon-16",
    "moon-17", "moon-18", "moon-19", "moon-20", "moon-21", "moon-22", "moon-23", "moon-24",
    "moon-25", "moon-26", "moon-27", "moon-28", "moon-29", "moon-30", "moon-31", "moon-32",
    "moon-33", "moon-34", "moon-35", "moon-36",
    "planet-red", "planet-yellow", "planet-green", "planet-blue",
];

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        mark(f, WORDS[self.index()])
    }
}

impl FromStr for Space {
    type Err = ();
    fn from_str(word: &str) -> Result<Space, ()> {
        WORDS.iter().position(|w| *w == word).map(Space::from_index).ok_or(())
    }
}

impl From<Space> for String {
    fn from(space: Space) -> String {
        space.to_string()
    }
}

impl TryFrom<String> for Space {
    type Error = String;
    fn try_from(word: String) -> Result<Space, String> {
        word.parse().map_err(|()| format!("“{word}” is no territory: expected moon-01 to moon-36 or planet-red, …"))
    }
}

/// A set of territories.
pub type Spaces = Set<Space>;

/// All moons, all planets.
pub const MOON_SPACES: Spaces = Set::from_bits((1 << MOONS) - 1);
pub const PLANET_SPACES: Spaces = Set::from_bits(((1 << SPACES) - 1) & !((1 << MOONS) - 1));

/// A set of research nodes.
pub type Nodes = Set<Node>;
