//! The vocabulary: colours, spaces, tiles, ships, roles, technologies, and sets of them.

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use astrarium_core::text::mark;
use astrarium_core::{By, Number, Piece, Set, numbered, pieces};
use serde::{Deserialize, Serialize};

use crate::data::{DIE, MOST_DICE};

/// How many colours, spaces, tiles, ships of a seat and technologies there are.
pub const COLOURS: usize = 6;
pub const SPACES: usize = 37;
pub const TILES: usize = 38;
pub const SHIPS: usize = 14;
pub const TECHS: usize = 12;

pieces! {
    /// A player's colour, and the home tile that has it (GE-002).
    Colour { Red = "red", Blue = "blue", Green = "green", Yellow = "yellow", Purple = "purple", Orange = "orange" }
}

pieces! {
    /// Where the Direction marker points (GE-026).
    Way { Left = "left", Right = "right" }
}

pieces! {
    /// The role cards (GE-032). The second Warlord is the back of the Explorer (GE-034).
    Role {
        Explorer = "explorer",
        Merchant = "merchant",
        Steward = "steward",
        Engineer = "engineer",
        Warlord = "warlord",
        Regent = "regent",
        Scientist = "scientist",
        Warlord2 = "warlord-2",
    }
}

pieces! {
    /// The kinds of ships (GE-002).
    Kind { Fighter = "fighter", Cruiser = "cruiser", Dreadnought = "dreadnought" }
}

pieces! {
    /// What is harvested, produced and traded.
    Goods { Food = "food", Metal = "metal", Energy = "energy" }
}

pieces! {
    /// The technologies; cost and text are in `data/techs.toml` (GE-014).
    Tech {
        Ambassador = "ambassador",
        ShieldGenerators = "shield-generators",
        IonCannons = "ion-cannons",
        PlasmaWeapons = "plasma-weapons",
        FusionEngines = "fusion-engines",
        Robotics = "robotics",
        ProteinFields = "protein-fields",
        Saboteur = "saboteur",
        Diplomat = "diplomat",
        TimeWarp = "time-warp",
        SpacePirate = "space-pirate",
        LongRangeScanners = "long-range-scanners",
    }
}

pieces! {
    /// The sector tiles; what is printed on them is in `data/tiles.toml`.
    Tile {
        OmegaSun = "omega-sun",
        BlackHole = "black-hole",
        HomeRed = "home-red",
        HomeBlue = "home-blue",
        HomeGreen = "home-green",
        HomeYellow = "home-yellow",
        HomePurple = "home-purple",
        HomeOrange = "home-orange",
        Meadowlight = "meadowlight",
        HarvestReach = "harvest-reach",
        Brightwater = "brightwater",
        Coppergrain = "coppergrain",
        SlagHollow = "slag-hollow",
        Ironmarch = "ironmarch",
        GlimmerDeep = "glimmer-deep",
        Stormglass = "stormglass",
        Forgewell = "forgewell",
        TwinGranaries = "twin-granaries",
        DawnPair = "dawn-pair",
        AmberSun = "amber-sun",
        PaleSun = "pale-sun",
        SilentGulf = "silent-gulf",
        DriftExpanse = "drift-expanse",
        FarOrchard = "far-orchard",
        Greenveil = "greenveil",
        Deepvein = "deepvein",
        Hammerfall = "hammerfall",
        PulseRest = "pulse-rest",
        Cinderlight = "cinderlight",
        Rustfield = "rustfield",
        EmeraldTwins = "emerald-twins",
        PloughAndAnvil = "plough-and-anvil",
        CrownWorks = "crown-works",
        TwilightPair = "twilight-pair",
        CrimsonSun = "crimson-sun",
        GhostSun = "ghost-sun",
        BlackShoal = "black-shoal",
        LongNight = "long-night",
    }
}

impl Colour {
    pub fn home(self) -> Tile {
        Tile::from_index(Tile::HomeRed.index() + self.index())
    }
}

pub type Roles = Set<Role>;
pub type Techs = Set<Tech>;
pub type Tiles = Set<Tile>;
pub type Spaces = Set<Space>;
pub type Ships = Set<Ship>;
pub type ByKind<T> = By<Kind, T, 3>;

/// A cell of the board: the centre, then three rings, each from the east clockwise. The order breaks ties.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Space(pub u8);

/// The rings by letter, with the number of their first space.
const RINGS: [(char, u8); 4] = [('c', 0), ('a', 1), ('b', 7), ('r', 19)];

/// What players call them.
const RING_NAMES: [&str; 4] = ["centre", "inner ring", "middle ring", "rim"];

impl Space {
    /// The ring, and the number of the space in it.
    fn ring(self) -> (usize, u8) {
        let ring = RINGS.iter().rposition(|&(_, first)| first <= self.0).expect("the first ring begins at 0");
        (ring, self.0 - RINGS[ring].1)
    }

    /// Its name without a tile: “middle ring 6”.
    pub fn title(self) -> String {
        let (ring, n) = self.ring();
        format!("{} {n}", RING_NAMES[ring])
    }
}

/// The middle of the board (GE-008).
pub const CENTRE: Space = Space(0);

/// A letter and a number, counted from `base`: the number in all rows, if its own row is that long.
fn numbered(word: &str, rows: &[(char, u8)], base: u8, end: u8) -> Option<u8> {
    let mut rest = word.chars();
    let letter = rest.next()?;
    let (digits, row) = (rest.as_str(), rows.iter().position(|&(l, _)| l == letter)?);
    let plain = digits.len() == 1 || !digits.starts_with(['0', '+']);
    let number = rows[row].1.checked_add(digits.parse::<u8>().ok()?.checked_sub(base)?)?;
    let next = rows.get(row + 1).map_or(end, |&(_, first)| first);
    (plain && number < next).then_some(number)
}

numbered!(Space, SPACES);

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ring, n) = self.ring();
        mark(f, &format!("{}{n}", RINGS[ring].0))
    }
}

impl FromStr for Space {
    type Err = ();
    fn from_str(word: &str) -> Result<Space, ()> {
        numbered(word, &RINGS, 0, SPACES as u8).map(Space).ok_or(())
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
        word.parse().map_err(|()| format!("“{word}” is no space: expected c0, a0 to a5, b0 to b11 or r0 to r17"))
    }
}

/// Where influence can lie: a space, or the Throne card.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub enum Spot {
    Sector(Space),
    Throne,
}

impl Piece for Spot {
    const COUNT: usize = SPACES + 1;
    fn index(self) -> usize {
        match self {
            Spot::Sector(space) => space.index(),
            Spot::Throne => SPACES,
        }
    }
    fn from_index(index: usize) -> Spot {
        if index == SPACES { Spot::Throne } else { Spot::Sector(Space::from_index(index)) }
    }
}

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Spot::Sector(space) => space.fmt(f),
            Spot::Throne => mark(f, "throne"),
        }
    }
}

impl FromStr for Spot {
    type Err = ();
    fn from_str(word: &str) -> Result<Spot, ()> {
        if word == "throne" { Ok(Spot::Throne) } else { word.parse().map(Spot::Sector) }
    }
}

impl From<Spot> for String {
    fn from(spot: Spot) -> String {
        spot.to_string()
    }
}

impl TryFrom<String> for Spot {
    type Error = String;
    fn try_from(word: String) -> Result<Spot, String> {
        word.parse().map_err(|()| format!("“{word}” is no place for influence: expected a space or throne"))
    }
}

/// A ship of a seat: fighters 1 to 8, cruisers 1 to 4, dreadnoughts 1 and 2 (GE-002, GE-085).
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "String", try_from = "String")]
pub struct Ship(pub u8);

/// The kinds by letter, with the number of their first ship.
const HULLS: [(char, u8); 3] = [('f', 0), ('c', 8), ('d', 12)];

impl Ship {
    #[inline]
    pub fn kind(self) -> Kind {
        match self.0 {
            ..8 => Kind::Fighter,
            8..12 => Kind::Cruiser,
            _ => Kind::Dreadnought,
        }
    }

    /// Its number among the ships of its kind.
    pub fn number(self) -> u8 {
        self.0 - HULLS[self.kind().index()].1 + 1
    }
}

impl Kind {
    /// All ships of the kind that a seat has.
    pub fn ships(self) -> Ships {
        match self {
            Kind::Fighter => Ships::from_bits(0x00ff),
            Kind::Cruiser => Ships::from_bits(0x0f00),
            Kind::Dreadnought => Ships::from_bits(0x3000),
        }
    }
}

numbered!(Ship, SHIPS);

impl fmt::Display for Ship {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        mark(f, &format!("{}{}", HULLS[self.kind().index()].0, self.number()))
    }
}

impl FromStr for Ship {
    type Err = ();
    fn from_str(word: &str) -> Result<Ship, ()> {
        numbered(word, &HULLS, 1, SHIPS as u8).map(Ship).ok_or(())
    }
}

impl From<Ship> for String {
    fn from(ship: Ship) -> String {
        ship.to_string()
    }
}

impl TryFrom<String> for Ship {
    type Error = String;
    fn try_from(word: String) -> Result<Ship, String> {
        word.parse().map_err(|()| format!("“{word}” is no ship: expected f1 to f8, c1 to c4, d1 or d2"))
    }
}

/// What takes a hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    Ship(Ship),
    Starbase,
    Empire,
}

impl Piece for Unit {
    const COUNT: usize = SHIPS + 2;
    fn index(self) -> usize {
        match self {
            Unit::Ship(ship) => ship.index(),
            Unit::Starbase => SHIPS,
            Unit::Empire => SHIPS + 1,
        }
    }
    fn from_index(index: usize) -> Unit {
        match index {
            SHIPS => Unit::Starbase,
            ship if ship < SHIPS => Unit::Ship(Ship::from_index(ship)),
            _ => Unit::Empire,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Ship(ship) => ship.fmt(f),
            Unit::Starbase => f.write_str("starbase"),
            Unit::Empire => f.write_str("empire"),
        }
    }
}

impl FromStr for Unit {
    type Err = ();
    fn from_str(word: &str) -> Result<Unit, ()> {
        match word {
            "starbase" => Ok(Unit::Starbase),
            "empire" => Ok(Unit::Empire),
            ship => ship.parse().map(Unit::Ship),
        }
    }
}

/// What a die shows.
pub type Pips = Number<1, { DIE as u8 }>;

/// Which of the dice on the table.
pub type Nth = Number<1, { MOST_DICE as u8 }>;

/// One space, or none, for each ship of a seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "BTreeMap<Ship, Space>", from = "BTreeMap<Ship, Space>")]
pub struct Fleet([u8; SHIPS]);

const NOWHERE: u8 = u8::MAX;

impl Default for Fleet {
    fn default() -> Fleet {
        Fleet([NOWHERE; SHIPS])
    }
}

impl Fleet {
    #[inline]
    pub fn get(&self, ship: Ship) -> Option<Space> {
        let at = self.0[ship.index()];
        (at != NOWHERE).then_some(Space(at))
    }

    #[inline]
    pub fn set(&mut self, ship: Ship, at: Option<Space>) {
        self.0[ship.index()] = at.map_or(NOWHERE, |s| s.0);
    }

    /// All ships that have a space.
    #[inline]
    pub fn out(&self) -> Ships {
        let bit = |(i, &at): (usize, &u8)| u64::from(at != NOWHERE) << i;
        Ships::from_bits(self.0.iter().enumerate().map(bit).fold(0, |all, b| all | b))
    }

    #[inline]
    pub fn here(&self, space: Space) -> Ships {
        let bit = |(i, &at): (usize, &u8)| u64::from(at == space.0) << i;
        Ships::from_bits(self.0.iter().enumerate().map(bit).fold(0, |all, b| all | b))
    }

    #[inline]
    pub fn any(&self, space: Space) -> bool {
        self.0.contains(&space.0)
    }

    /// The spaces with ships.
    #[inline]
    pub fn spaces(&self) -> Spaces {
        self.0.iter().filter(|&&at| at != NOWHERE).fold(Spaces::EMPTY, |all, &at| all | Spaces::of(Space(at)))
    }

    /// The lowest ship of a kind that has no space.
    pub fn spare(&self, kind: Kind) -> Option<Ship> {
        (kind.ships() - self.out()).first()
    }
}

impl From<BTreeMap<Ship, Space>> for Fleet {
    fn from(places: BTreeMap<Ship, Space>) -> Fleet {
        let mut fleet = Fleet::default();
        places.into_iter().for_each(|(ship, at)| fleet.set(ship, Some(at)));
        fleet
    }
}

impl From<Fleet> for BTreeMap<Ship, Space> {
    fn from(fleet: Fleet) -> BTreeMap<Ship, Space> {
        Ship::all().filter_map(|ship| Some((ship, fleet.get(ship)?))).collect()
    }
}
