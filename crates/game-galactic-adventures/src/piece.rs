//! The vocabulary: colours, territories, dice, research nodes, and sets of them.

use std::fmt;
use std::str::FromStr;

use astrarium_core::text::mark;
use astrarium_core::{By, Number, Piece, Set, pieces};
use serde::{Deserialize, Serialize};

use crate::data::MOST_POINTS;

/// How many seats, moons and territories there are.
pub const COLOURS: usize = 4;
pub const MOONS: usize = 24;
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
    /// The nodes of the research tree; cost and effect are in `data/research.toml`.
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

/// A territory: moons 1 to 24, then the four planets.
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

impl Piece for Space {
    const COUNT: usize = SPACES;
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
    #[inline]
    fn from_index(index: usize) -> Space {
        Space(index as u8)
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let word = match self.planet_colour() {
            Some(colour) => format!("planet-{colour}"),
            None => format!("moon-{:02}", self.0 + 1),
        };
        mark(f, &word)
    }
}

impl FromStr for Space {
    type Err = ();
    fn from_str(word: &str) -> Result<Space, ()> {
        Space::all().find(|s| s.to_string() == word).ok_or(())
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
        word.parse().map_err(|()| format!("“{word}” is no territory: expected moon-01 to moon-24 or planet-red, …"))
    }
}

/// A set of territories.
pub type Spaces = Set<Space>;

/// All moons, all planets.
pub const MOON_SPACES: Spaces = Set::from_bits((1 << MOONS) - 1);
pub const PLANET_SPACES: Spaces = Set::from_bits(((1 << SPACES) - 1) & !((1 << MOONS) - 1));

/// A set of research nodes.
pub type Nodes = Set<Node>;
