//! The vocabulary: seats by colour, races, ships, spaces, technologies, cards, and sets of them.

use std::fmt;
use std::str::FromStr;

pub(crate) use astrarium_core::Number;
use astrarium_core::text::mark;
use astrarium_core::{By, Piece, Seat, Set, numbered, pieces};
use serde::{Deserialize, Serialize};

pub const SEATS: usize = 4;
pub const PLANETS: usize = 15;
pub const NODES: usize = 26;
pub const SPACES: usize = 60;
pub const HEXES: usize = 7;
/// The outer places of the board, and the sides of a hexagon.
pub const SIDES: usize = 6;
/// All dice are six-sided (EV-013).
pub const DIE: u8 = 6;
/// The place in the middle.
pub const CENTRE: usize = 6;
/// The first board side and the first home world among the spaces.
const FIRST_SIDE: usize = NODES;
const FIRST_HOME: usize = NODES + 30;

pieces! {
    /// Which rule set is played.
    Edition { First = "empires-of-the-void", Key = "key-to-the-universe" }
}

pieces! {
    /// A seat's colour: its ships and tokens (EV-028).
    Colour { Red = "red", Yellow = "yellow", Green = "green", Blue = "blue" }
}

pieces! {
    /// The races (EV-005, KU-012); names and abilities are in `data/races.toml`.
    Race {
        Eehg = "eehg", Five = "collective-five", Roth = "roth", Siri = "siri", Narkani = "narkani", Nomads = "nomads",
        Sreech = "sreech", Cidran = "cidran", Meezle = "meezle", Gobnub = "gobnub", Astra = "astra", Oquath = "oquath",
    }
}

pieces! {
    /// The kinds of ships. A Moth that took a hit is a kind of its own: the damage stays with it (EV-170, EV-171).
    Kind {
        Starfighter = "starfighter", Diplomat = "diplomat", Centipede = "centipede", Starcruiser = "starcruiser",
        Sunhammer = "sunhammer", Moth = "moth", DamagedMoth = "damaged-moth", Tempest = "tempest",
        BlackHole = "black-hole", Firebug = "firebug", ShootingStar = "shooting-star", Infestor = "infestor",
        Millipede = "millipede", Dragonfly = "dragonfly", Freighter = "freighter",
    }
}

pieces! {
    Hex {
        Pyrious = "hex-pyrious", Arcura = "hex-arcura", Corra = "hex-corra", Bindok = "hex-bindok", Emrok = "hex-emrok",
        Mirrane = "hex-mirrane", Velusk = "hex-velusk",
    }
}

pieces! {
    /// The six places for home boards: corner i lies between the outer places i and i+1 (EV-035).
    Corner { C0 = "corner-0", C1 = "corner-1", C2 = "corner-2", C3 = "corner-3", C4 = "corner-4", C5 = "corner-5" }
}

pieces! {
    /// Temperaments of planets are the types of diplomacy cards (EV-127).
    Temperament {
        Militaristic = "militaristic", Capitalistic = "capitalistic", Scholarly = "scholarly",
        Mysterious = "mysterious", Peaceful = "peaceful",
    }
}

pieces! {
    Good { Metals = "metals", Crystals = "crystals", LifeForms = "life-forms", Gas = "gas", Artifacts = "artifacts" }
}

pieces! {
    Obstacle { Asteroids = "asteroids", Mines = "mines", Defenses = "defenses" }
}

pieces! {
    /// The technologies of both editions; `data/technologies.toml` says which edition has which.
    Tech {
        Centipede = "centipede", Starcruiser = "starcruiser", Sunhammer = "sunhammer",
        AsteroidShielding = "asteroid-shielding", MineSweeping = "mine-sweeping", BeastLore = "beast-lore",
        CulturalStudies = "cultural-studies", Xenolinguistics = "xenolinguistics", OrbitalMining = "orbital-mining",
        CommerceNet = "commerce-net", SpacePort = "space-port", DockingBay = "docking-bay", IonEngines = "ion-engines",
        WarpGate = "warp-gate", Detection = "detection", TractorBeam = "tractor-beam", Cloaking = "cloaking",
        TargetingComputers = "targeting-computers", GalacticArchive = "galactic-archive",
        Terraforming = "terraforming", SporePods = "spore-pods", PlasmaDrill = "plasma-drill",
        UniversalTranslator = "universal-translator", GrapplingBeam = "grappling-beam",
        ShieldGenerator = "shield-generator", SunhammerII = "sunhammer-ii", TolmekLore = "tolmek-lore",
    }
}

pieces! {
    /// Diplomacy cards, named by their tactics: two kinds of each temperament, three cards of each kind.
    Card {
        BattleFury = "battle-fury", ForcedMarch = "forced-march", Windfall = "windfall", RushOrder = "rush-order",
        SecondOpinion = "second-opinion", Breakthrough = "breakthrough", PhaseShift = "phase-shift",
        Insurrection = "insurrection", CeaseFire = "cease-fire", PeaceTalks = "peace-talks",
    }
}

pieces! {
    Happening {
        RebellionArcura = "rebellion-arcura", RebellionCorra = "rebellion-corra", RebellionBetaCom = "rebellion-beta-com",
        TanLockSect = "tan-lock-sect", DistressEmrok = "distress-emrok", DistressMirrane = "distress-mirrane",
        DistressVelusk = "distress-velusk", ArmsFair = "quorl-arms-fair", Festival = "ombra-festival",
        Decree = "pyrious-decree", Anomaly = "gravitonic-anomaly", WormHole = "worm-hole-opens",
        PiratesLanes = "pirates-lanes", PirateKing = "pirate-king", SolarStorm = "solar-storm",
        ChartedLanes = "charted-lanes", MeteorShower = "meteor-shower", Bazaar = "galactic-bazaar",
        CulturalExchange = "cultural-exchange", TradeBoom = "trade-boom", Maintenance = "maintenance-crisis",
        Conclave = "scholars-conclave", Mercenary = "mercenary-offer", Refugees = "refugee-fleet",
    }
}

pieces! {
    Objective {
        BuildSunhammer = "build-sunhammer", SeizePyrious = "seize-pyrious", FourWorlds = "four-worlds",
        ThreeFriends = "three-friends", SixSciences = "six-sciences", FourGoods = "four-goods",
        FleetBreaker = "fleet-breaker", CrownTaker = "crown-taker",
    }
}

pieces! {
    /// What an attack is aimed at: a player's ships, or something else in the space.
    Target {
        Red = "red", Yellow = "yellow", Green = "green", Blue = "blue", Planet = "planet", Infestation = "infestation",
        Raiders = "raiders", Rebels = "rebels", Sect = "sect", Guards = "guards",
    }
}

/// Credits of an offer, values of a die, steps of a turn.
pub type Amount = Number<1, 10>;

impl Colour {
    pub fn seat(self) -> Seat {
        Seat(self.index() as u8)
    }

    pub fn of(seat: Seat) -> Colour {
        Colour::ALL[seat.index()]
    }

    pub fn home(self) -> Space {
        Space((FIRST_HOME + self.index()) as u8)
    }

    pub fn target(self) -> Target {
        Target::ALL[self.index()]
    }
}

impl Target {
    /// The player whose ships are meant.
    pub fn colour(self) -> Option<Colour> {
        Colour::ALL.get(self.index()).copied()
    }
}

impl Card {
    pub fn temperament(self) -> Temperament {
        Temperament::ALL[self.index() / 2]
    }
}

impl Temperament {
    pub fn cards(self) -> [Card; 2] {
        [Card::ALL[2 * self.index()], Card::ALL[2 * self.index() + 1]]
    }
}

/// One value per seat.
pub type ByColour<T> = By<Colour, T, SEATS>;

/// A place for ships: the 15 planets, 11 circles, 30 board sides (joints and rim halves), 4 home worlds.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Space(pub u8);

const WORDS: [&str; SPACES] = [
    "pyrious",
    "ashkade",
    "jheem",
    "arcura",
    "tan-fu",
    "corra",
    "beta-com",
    "bindok-ii",
    "quorl",
    "emrok",
    "sithara",
    "mirrane",
    "tan-lock",
    "velusk",
    "ombra-nine", // planets
    "pyrious-c",
    "pyrious-d",
    "arcura-a",
    "corra-a",
    "corra-b",
    "bindok-a",
    "emrok-a",
    "emrok-b",
    "mirrane-a",
    "velusk-a",
    "velusk-b", // circles
    "joint-centre-n",
    "joint-centre-ne",
    "joint-centre-se",
    "joint-centre-s",
    "joint-centre-sw",
    "joint-centre-nw",
    "joint-n-ne",
    "joint-ne-se",
    "joint-se-s",
    "joint-s-sw",
    "joint-sw-nw",
    "joint-nw-n",
    "rim-n-nw",
    "rim-n-n",
    "rim-n-ne",
    "rim-ne-n",
    "rim-ne-ne",
    "rim-ne-se",
    "rim-se-ne",
    "rim-se-se",
    "rim-se-s",
    "rim-s-se",
    "rim-s-s",
    "rim-s-sw",
    "rim-sw-s",
    "rim-sw-sw",
    "rim-sw-nw",
    "rim-nw-sw",
    "rim-nw-nw",
    "rim-nw-n",
    "home-red",
    "home-yellow",
    "home-green",
    "home-blue",
];

pub const PYRIOUS: Space = Space(0);
pub const ARCURA: Space = Space(3);
pub const TAN_FU: Space = Space(4);
pub const CORRA: Space = Space(5);
pub const BETA_COM: Space = Space(6);
pub const BINDOK_II: Space = Space(7);
pub const QUORL: Space = Space(8);
pub const EMROK: Space = Space(9);
pub const SITHARA: Space = Space(10);
pub const MIRRANE: Space = Space(11);
pub const TAN_LOCK: Space = Space(12);
pub const OMBRA_NINE: Space = Space(14);

/// A set of spaces.
pub type Spaces = Set<Space>;

/// The planets with a card; the joints and rim halves; the home worlds.
pub const PLANET_SPACES: Spaces = Set::from_bits((1 << PLANETS) - 1);
pub const BOARD_SIDES: Spaces = Set::from_bits((1 << FIRST_HOME) - (1 << FIRST_SIDE));
pub const HOMES: Spaces = Set::from_bits(0b1111 << FIRST_HOME);

impl Space {
    pub const fn word(self) -> &'static str {
        WORDS[self.0 as usize]
    }

    pub fn is_planet(self) -> bool {
        self.index() < PLANETS
    }

    /// The seat whose home world it is.
    pub fn home(self) -> Option<Colour> {
        self.index().checked_sub(FIRST_HOME).map(|i| Colour::ALL[i])
    }

    pub fn is_world(self) -> bool {
        self.is_planet() || self.home().is_some()
    }

    /// A planet or a circle: part of a hexagon.
    pub fn is_node(self) -> bool {
        self.index() < NODES
    }

    /// The space on a side of a place of the board. Neighbouring places share it.
    #[inline]
    pub fn side(place: usize, direction: usize) -> Space {
        SIDE_SPACES[place][direction]
    }

    /// The halves of a board side: places with the direction in which it lies, one for a rim half, two for a joint.
    #[inline]
    pub fn halves(self) -> [Option<(usize, usize)>; 2] {
        HALVES[self.index() - FIRST_SIDE]
    }

    /// The two rim halves that a home board in a corner is linked to.
    pub fn home_joints(corner: Corner) -> [Space; 2] {
        let i = corner.index();
        [Space::side(i, (i + 1) % SIDES), Space::side((i + 1) % SIDES, i)]
    }
}

/// The space on each side of each place.
const SIDE_SPACES: [[Space; SIDES]; HEXES] = {
    let mut spaces = [[Space(0); SIDES]; HEXES];
    let mut i = 0;
    while i < HEXES * SIDES {
        let (place, direction) = (i / SIDES, i % SIDES);
        let rim = 2 * SIDES;
        let side = match (direction + SIDES - place % SIDES) % SIDES {
            _ if place == CENTRE => direction,
            3 => place,
            2 => SIDES + place,
            4 => SIDES + (place + SIDES - 1) % SIDES,
            turn => rim + 3 * place + (turn + 1) % SIDES,
        };
        spaces[place][direction] = Space((FIRST_SIDE + side) as u8);
        i += 1;
    }
    spaces
};

/// The inverse of `SIDE_SPACES`.
const HALVES: [[Option<(usize, usize)>; 2]; FIRST_HOME - FIRST_SIDE] = {
    let mut halves = [[None; 2]; FIRST_HOME - FIRST_SIDE];
    let mut i = HEXES * SIDES;
    while i > 0 {
        i -= 1; // the middle hexagon's halves come first
        let (place, direction) = (i / SIDES, i % SIDES);
        let side = &mut halves[SIDE_SPACES[place][direction].0 as usize - FIRST_SIDE];
        side[if side[0].is_some() { 1 } else { 0 }] = Some((place, direction));
    }
    halves
};

numbered!(Space, SPACES);

impl fmt::Display for Space {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        mark(f, self.word())
    }
}

impl FromStr for Space {
    type Err = ();
    fn from_str(word: &str) -> Result<Space, ()> {
        WORDS.iter().position(|w| *w == word).map(Space::from_index).ok_or(())
    }
}

impl From<Space> for &'static str {
    fn from(space: Space) -> &'static str {
        space.word()
    }
}

impl TryFrom<String> for Space {
    type Error = String;
    fn try_from(word: String) -> Result<Space, String> {
        word.parse()
            .map_err(|()| format!("“{word}” is no space: expected a planet, a circle, joint-…, rim-… or home-…"))
    }
}

/// So many pieces of each kind.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Counts<const N: usize>(pub [u8; N]);

impl<const N: usize> Default for Counts<N> {
    fn default() -> Self {
        Counts([0; N])
    }
}

impl<const N: usize> Counts<N> {
    pub fn total(&self) -> u8 {
        let sum = self.0.iter().fold(0, |sum, &n| sum + u16::from(n));
        u8::try_from(sum).expect("there are fewer pieces than a byte counts")
    }

    pub fn is_empty(&self) -> bool {
        self.0 == [0; N]
    }
}

pub type Cards = Counts<{ Card::ALL.len() }>;

impl Cards {
    pub fn of(&self, card: Card) -> u8 {
        self.0[card.index()]
    }

    pub fn of_type(&self, kind: Temperament) -> u8 {
        kind.cards().iter().map(|&c| self.of(c)).sum()
    }

    pub fn add(&mut self, card: Card) {
        self.0[card.index()] += 1;
    }

    pub fn take(&mut self, card: Card) {
        self.0[card.index()] -= 1;
    }

    /// The kinds that are there.
    pub fn kinds(&self) -> impl Iterator<Item = Card> + '_ {
        Card::ALL.iter().copied().filter(|&c| self.of(c) > 0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_side_has_its_halves() {
        for space in (FIRST_SIDE..FIRST_HOME).map(Space::from_index) {
            for (place, direction) in space.halves().into_iter().flatten() {
                assert_eq!(Space::side(place, direction), space, "{space}");
            }
        }
        assert_eq!(Space::home_joints(Corner::C0).map(Space::word), ["rim-n-ne", "rim-ne-n"]);
    }
}
