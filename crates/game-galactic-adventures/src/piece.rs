//! The vocabulary: colours, territories, dice, research nodes, and sets of them.

use std::fmt;
use std::ops::{BitAnd, BitOr, Index, IndexMut, Not, Sub};
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// How many seats, moons, territories and research nodes there are.
pub const COLOURS: usize = 4;
pub const MOONS: usize = 24;
pub const SPACES: usize = MOONS + COLOURS;
pub const NODES: usize = 15;

/// Declares an enum of things with one word each: `ALL`, `index`, `Display`, `FromStr`.
macro_rules! words {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
        pub enum $name { $(#[serde(rename = $word)] $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub fn index(self) -> usize {
                self as usize
            }

            pub fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.pad(self.word())
            }
        }

        impl FromStr for $name {
            type Err = ();
            fn from_str(word: &str) -> Result<$name, ()> {
                match word { $($word => Ok($name::$variant),)+ _ => Err(()) }
            }
        }
    };
}

words! {
    /// A player's colour, and the system that has it (GA-001).
    Colour { Red = "red", Yellow = "yellow", Green = "green", Blue = "blue" }
}

words! {
    /// The dice of the game (GA-002).
    Die { D4 = "d4", D6 = "d6", D8 = "d8", D10 = "d10", D12 = "d12", D20 = "d20" }
}

words! {
    /// The two types of attack.
    Kind { Infantry = "infantry", Beam = "beam" }
}

words! {
    /// Whose die an attack uses.
    Mode { Own = "own", AllyDie = "ally-die", AllyOwnMilitary = "ally-own-military" }
}

words! {
    /// The nodes of the research tree; cost and effect stand in `data/research.toml`.
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

/// One value per colour.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct ByColour<T>(pub [T; COLOURS]);

impl<T> Index<Colour> for ByColour<T> {
    type Output = T;
    fn index(&self, colour: Colour) -> &T {
        &self.0[colour.index()]
    }
}

impl<T> IndexMut<Colour> for ByColour<T> {
    fn index_mut(&mut self, colour: Colour) -> &mut T {
        &mut self.0[colour.index()]
    }
}

/// A territory: moons 1 to 24, then the four planets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Space(pub u8);

impl Space {
    pub fn all() -> impl Iterator<Item = Space> {
        (0..SPACES as u8).map(Space)
    }

    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    pub fn is_planet(self) -> bool {
        self.index() >= MOONS
    }

    /// The planet's own colour.
    pub fn planet_colour(self) -> Option<Colour> {
        Colour::ALL.get(self.index().checked_sub(MOONS)?).copied()
    }
}

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.planet_colour() {
            Some(colour) => write!(f, "planet-{colour}"),
            None => write!(f, "moon-{:02}", self.0 + 1),
        }
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

/// A set of territories, as bits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Spaces(pub u32);

impl Spaces {
    pub const NONE: Spaces = Spaces(0);
    pub const ALL: Spaces = Spaces((1 << SPACES) - 1);
    pub const MOONS: Spaces = Spaces((1 << MOONS) - 1);
    pub const PLANETS: Spaces = Spaces(Spaces::ALL.0 & !Spaces::MOONS.0);

    pub fn of(space: Space) -> Spaces {
        Spaces(1 << space.0)
    }

    pub fn has(self, space: Space) -> bool {
        self.0 & (1 << space.0) != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    pub fn insert(&mut self, space: Space) {
        self.0 |= 1 << space.0;
    }

    pub fn remove(&mut self, space: Space) {
        self.0 &= !(1 << space.0);
    }

    /// In rising order: moons by number, then planets.
    pub fn iter(self) -> impl Iterator<Item = Space> {
        let mut left = self.0;
        std::iter::from_fn(move || {
            let next = (left != 0).then(|| Space(left.trailing_zeros() as u8));
            left &= left.wrapping_sub(1);
            next
        })
    }

    /// The `n`-th of the set.
    pub fn nth(self, n: u32) -> Space {
        self.iter().nth(n as usize).expect("fewer than the set holds")
    }
}

impl FromIterator<Space> for Spaces {
    fn from_iter<I: IntoIterator<Item = Space>>(spaces: I) -> Spaces {
        spaces.into_iter().fold(Spaces::NONE, |set, s| set | Spaces::of(s))
    }
}

impl BitOr for Spaces {
    type Output = Spaces;
    fn bitor(self, other: Spaces) -> Spaces {
        Spaces(self.0 | other.0)
    }
}

impl BitAnd for Spaces {
    type Output = Spaces;
    fn bitand(self, other: Spaces) -> Spaces {
        Spaces(self.0 & other.0)
    }
}

/// Without the others.
impl Sub for Spaces {
    type Output = Spaces;
    fn sub(self, other: Spaces) -> Spaces {
        Spaces(self.0 & !other.0)
    }
}

impl Not for Spaces {
    type Output = Spaces;
    fn not(self) -> Spaces {
        Spaces::ALL - self
    }
}

/// A set of research nodes.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Nodes(pub u16);

impl Nodes {
    pub fn has(self, node: Node) -> bool {
        self.0 & (1 << node.index()) != 0
    }

    pub fn insert(&mut self, node: Node) {
        self.0 |= 1 << node.index();
    }

    pub fn contains(self, others: Nodes) -> bool {
        self.0 & others.0 == others.0
    }

    pub fn meets(self, others: Nodes) -> bool {
        self.0 & others.0 != 0
    }

    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    pub fn iter(self) -> impl Iterator<Item = Node> {
        Node::ALL.iter().copied().filter(move |&n| self.has(n))
    }
}

impl FromIterator<Node> for Nodes {
    fn from_iter<I: IntoIterator<Item = Node>>(nodes: I) -> Nodes {
        let mut set = Nodes::default();
        nodes.into_iter().for_each(|n| set.insert(n));
        set
    }
}
