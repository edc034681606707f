//! Regions, in the order of their words.

use std::fmt;
use std::str::FromStr;

use astrarium_core::text::mark;
use astrarium_core::{Piece, Set, cited, numbered};
use serde::{Deserialize, Serialize};

use super::{NODES, REGIONS, SLOTS, SMALL};

/// A place where units can be. The order is that of the words, which breaks ties: orbits, nodes, surfaces, small planets.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Region(pub u8);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Terrain {
    Space,
    Wormhole,
    Orbit,
    Surface,
    Uninhabited,
}

const NODE_0: usize = SLOTS;
const SURFACE_0: usize = NODE_0 + NODES;
const SMALL_0: usize = SURFACE_0 + SLOTS;

pub type Regions = Set<Region>;

/// All orbits, space nodes, surfaces and uninhabited planets; the Core.
pub const ORBITS: Regions = span(0, SLOTS);
pub const SPACE: Regions = span(NODE_0, NODES);
pub const SURFACES: Regions = span(SURFACE_0, SLOTS);
pub const UNINHABITED: Regions = span(SMALL_0, SMALL);
pub const CORE: Region = Region(NODE_0 as u8);

const fn span(from: usize, n: usize) -> Regions {
    Set::from_bits(((1 << n) - 1) << from)
}

#[cited]
impl Region {
    pub fn orbit(slot: usize) -> Region {
        Region(slot as u8)
    }

    pub fn surface(slot: usize) -> Region {
        Region((SURFACE_0 + slot) as u8)
    }

    pub fn node(n: usize) -> Region {
        Region((NODE_0 + n) as u8)
    }

    pub fn small(n: usize) -> Region {
        Region((SMALL_0 + n) as u8)
    }

    pub fn is_orbit(self) -> bool {
        ORBITS.has(self)
    }

    pub fn is_surface(self) -> bool {
        SURFACES.has(self)
    }

    pub fn is_node(self) -> bool {
        SPACE.has(self)
    }

    pub fn is_uninhabited(self) -> bool {
        UNINHABITED.has(self)
    }

    /// Whether it has a control box (E2-317).
    pub fn has_box(self) -> bool {
        self.index() >= SURFACE_0
    }

    /// The slot of an orbit or a surface.
    pub fn slot(self) -> Option<usize> {
        match self.index() {
            i if self.is_orbit() => Some(i),
            i if self.is_surface() => Some(i - SURFACE_0),
            _ => None,
        }
    }
}

numbered!(Region, REGIONS);

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let i = self.index();
        let word = match () {
            () if self.is_orbit() => format!("orbit-{}", i + 1),
            () if self.is_surface() => format!("surface-{}", i - SURFACE_0 + 1),
            () if self.is_node() => format!("s-{:02}", i - NODE_0),
            () => format!("u-{}", i - SMALL_0 + 1),
        };
        mark(f, &word)
    }
}

impl FromStr for Region {
    type Err = ();
    fn from_str(word: &str) -> Result<Region, ()> {
        let (kind, number) = word.rsplit_once('-').ok_or(())?;
        let n: usize = number.parse().map_err(|_| ())?;
        let region = match kind {
            "orbit" if (1..=SLOTS).contains(&n) => Region::orbit(n - 1),
            "surface" if (1..=SLOTS).contains(&n) => Region::surface(n - 1),
            "s" if n < NODES => Region::node(n),
            "u" if (1..=SMALL).contains(&n) => Region::small(n - 1),
            _ => return Err(()),
        };
        if region.to_string() == word { Ok(region) } else { Err(()) }
    }
}

impl From<Region> for String {
    fn from(region: Region) -> String {
        region.to_string()
    }
}

impl TryFrom<String> for Region {
    type Error = String;
    fn try_from(word: String) -> Result<Region, String> {
        word.parse().map_err(|()| format!("“{word}” is no region: expected orbit-1, s-00, surface-1 or u-1, …"))
    }
}
