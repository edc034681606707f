//! The vocabulary: regions, planets, factions, units, technologies, cards, tokens, and sets of them.

use std::fmt;
use std::str::FromStr;

use astrarium_core::{Piece, Set, pieces};
use serde::{Deserialize, Serialize};

pub const SEATS: usize = 5;
pub const SLOTS: usize = 9;
pub const NODES: usize = 17;
/// Uninhabited planets (E2-P002).
pub const SMALL: usize = 8;
pub const REGIONS: usize = 2 * SLOTS + NODES + SMALL;
/// Places for buildings on the largest Worldship.
pub const SHIP: usize = 4;
pub const PLANETS: usize = Planet::ALL.len();
pub const KINDS: usize = Kind::ALL.len();
pub const GOODS: usize = Good::ALL.len();
pub const WORKS: usize = Work::ALL.len();
/// Power cards and events of each planet but Valka VII.
pub const CARDS_EACH: usize = 7;
pub const EVENTS_EACH: usize = 5;

pieces! {
    /// The five actions, in the order of the action track (E2-054).
    Act {
        MoveAttack = "move-attack",
        ResearchBuild = "research-build",
        CardDiplomacy = "card-diplomacy",
        Recruit = "recruit",
        Scavenge = "scavenge",
    }
}

pieces! {
    /// Goods (E2-026).
    Good { Artifact = "artifact", Metal = "metal", Lifeform = "lifeform" }
}

pieces! {
    /// Buildings and their tracks (E2-069).
    Work { City = "city", Base = "base", Academy = "academy" }
}

pieces! {
    /// Ally abilities, in the order of the planets (E2-P016).
    Ability {
        WarOath = "war-oath",
        ProtectionMoney = "protection-money",
        MasterForges = "master-forges",
        OpenArchive = "open-archive",
        FreightBonus = "freight-bonus",
        OreTithe = "ore-tithe",
        Foresight = "foresight",
        GuildPilots = "guild-pilots",
        SharedMemory = "shared-memory",
        LastRites = "last-rites",
    }
}

pieces! {
    /// Whom an attack is aimed at: a player, by faction, or one of the three that have no hand (E2-222).
    Foe {
        Nomads = "nomads-of-earth",
        Oracles = "oracles-of-zun",
        Legions = "legions-of-decima",
        Academy = "7th-academy-of-eegh",
        Parasites = "parasites-of-sreech",
        Natives = "natives",
        Sarkeen = "sarkeen",
        Doom = "doom",
    }
}

pieces! {
    /// A goods token on the map, by what can be seen of it.
    Token { Artifact = "artifact", Metal = "metal", Lifeform = "lifeform", FaceDown = "face-down" }
}

pieces! {
    /// A place for a building on a Worldship (E2-159).
    Berth { One = "ship-1", Two = "ship-2", Three = "ship-3", Four = "ship-4" }
}

pieces! {
    /// The ten planets (E2-008, E2-010).
    Planet {
        Corzar = "corzar",
        KorloZan = "korlo-zan",
        Emrok = "emrok",
        Ithessa = "ithessa",
        Brael = "brael",
        Omdur = "omdur",
        Yssiril = "yssiril",
        Tavakar = "tavakar",
        NuunVess = "nuun-vess",
        ValkaVii = "valka-vii",
    }
}

pieces! {
    /// Units: four kinds every faction may have, then the allied kinds in the order of their planets (E2-012).
    Kind {
        Worldship = "worldship",
        StarSloop = "star-sloop",
        Starfarer = "starfarer",
        WarBot = "war-bot",
        Reaver = "reaver",
        Enforcer = "enforcer",
        MagmaGolem = "magma-golem",
        LumenDrone = "lumen-drone",
        HaulGuard = "haul-guard",
        DrillMole = "drill-mole",
        Dreamer = "dreamer",
        LaneRunner = "lane-runner",
        Sporeling = "sporeling",
        AshMonk = "ash-monk",
    }
}

pieces! {
    /// The five factions (E2-003, E2-006).
    Faction {
        NomadsOfEarth = "nomads-of-earth",
        OraclesOfZun = "oracles-of-zun",
        LegionsOfDecima = "legions-of-decima",
        SeventhAcademyOfEegh = "7th-academy-of-eegh",
        ParasitesOfSreech = "parasites-of-sreech",
    }
}

pieces! {
    /// The 21 technologies (E2-242).
    Tech {
        Cloaking = "cloaking",
        WarBots = "war-bots",
        Nanopacking = "nanopacking",
        SporePods = "spore-pods",
        BioneuralCircuits = "bioneural-circuits",
        PlasmaDrilling = "plasma-drilling",
        QuantumSensors = "quantum-sensors",
        MedusaDrive = "medusa-drive",
        Linguistics = "linguistics",
        Bartering = "bartering",
        ScavengerBots = "scavenger-bots",
        Parasites = "parasites",
        EnhancedReflexes = "enhanced-reflexes",
        GeneSplicing = "gene-splicing",
        Ansible = "ansible",
        BioneuralNetwork = "bioneural-network",
        EnergyMatrix = "energy-matrix",
        Warp = "warp",
        QuantumEditing = "quantum-editing",
        WorldshipLab = "worldship-lab",
        Cybernetics = "cybernetics",
    }
}

pieces! {
    /// Empire cards (E2-045).
    Empire {
        BorderMarches = "em-border-marches",
        StarDominion = "em-star-dominion",
        Conqueror = "em-conqueror",
        IronRule = "em-iron-rule",
        Subjugation = "em-subjugation",
        HeartOfTheVoid = "em-heart-of-the-void",
        RimLords = "em-rim-lords",
        Homesteaders = "em-homesteaders",
        FrontierFleet = "em-frontier-fleet",
        FirstFriend = "em-first-friend",
        Concord = "em-concord",
        GreatLeague = "em-great-league",
        Envoys = "em-envoys",
        FarVoices = "em-far-voices",
        SoftPower = "em-soft-power",
        Beloved = "em-beloved",
        Builders = "em-builders",
        Metropolis = "em-metropolis",
        Strongholds = "em-strongholds",
        FortressState = "em-fortress-state",
        Schools = "em-schools",
        Enlightenment = "em-enlightenment",
        BalancedWorks = "em-balanced-works",
        ArkCity = "em-ark-city",
        Inventors = "em-inventors",
        GoldenAge = "em-golden-age",
        Muster = "em-muster",
        ManyBanners = "em-many-banners",
        ScatteredWatch = "em-scattered-watch",
        Couriers = "em-couriers",
    }
}

pieces! {
    /// Explore tokens (E2-016).
    Explore {
        Cache = "ex-cache",
        Vault = "ex-vault",
        Vein = "ex-vein",
        Pool = "ex-pool",
        Relay = "ex-relay",
        Pods = "ex-pods",
        Sloop = "ex-sloop",
        Map = "ex-map",
        Temple = "ex-temple",
        Lair = "ex-lair",
        Nest = "ex-nest",
        Gate = "ex-gate",
    }
}

pieces! {
    /// Power cards (E2-014), seven for each planet in the order of the planets.
    Card {
        Corzar1 = "pc-corzar-1",
        Corzar2 = "pc-corzar-2",
        Corzar3 = "pc-corzar-3",
        Corzar4 = "pc-corzar-4",
        Corzar5 = "pc-corzar-5",
        Corzar6 = "pc-corzar-6",
        Corzar7 = "pc-corzar-7",
        KorloZan1 = "pc-korlo-zan-1",
        KorloZan2 = "pc-korlo-zan-2",
        KorloZan3 = "pc-korlo-zan-3",
        KorloZan4 = "pc-korlo-zan-4",
        KorloZan5 = "pc-korlo-zan-5",
        KorloZan6 = "pc-korlo-zan-6",
        KorloZan7 = "pc-korlo-zan-7",
        Emrok1 = "pc-emrok-1",
        Emrok2 = "pc-emrok-2",
        Emrok3 = "pc-emrok-3",
        Emrok4 = "pc-emrok-4",
        Emrok5 = "pc-emrok-5",
        Emrok6 = "pc-emrok-6",
        Emrok7 = "pc-emrok-7",
        Ithessa1 = "pc-ithessa-1",
        Ithessa2 = "pc-ithessa-2",
        Ithessa3 = "pc-ithessa-3",
        Ithessa4 = "pc-ithessa-4",
        Ithessa5 = "pc-ithessa-5",
        Ithessa6 = "pc-ithessa-6",
        Ithessa7 = "pc-ithessa-7",
        Brael1 = "pc-brael-1",
        Brael2 = "pc-brael-2",
        Brael3 = "pc-brael-3",
        Brael4 = "pc-brael-4",
        Brael5 = "pc-brael-5",
        Brael6 = "pc-brael-6",
        Brael7 = "pc-brael-7",
        Omdur1 = "pc-omdur-1",
        Omdur2 = "pc-omdur-2",
        Omdur3 = "pc-omdur-3",
        Omdur4 = "pc-omdur-4",
        Omdur5 = "pc-omdur-5",
        Omdur6 = "pc-omdur-6",
        Omdur7 = "pc-omdur-7",
        Yssiril1 = "pc-yssiril-1",
        Yssiril2 = "pc-yssiril-2",
        Yssiril3 = "pc-yssiril-3",
        Yssiril4 = "pc-yssiril-4",
        Yssiril5 = "pc-yssiril-5",
        Yssiril6 = "pc-yssiril-6",
        Yssiril7 = "pc-yssiril-7",
        Tavakar1 = "pc-tavakar-1",
        Tavakar2 = "pc-tavakar-2",
        Tavakar3 = "pc-tavakar-3",
        Tavakar4 = "pc-tavakar-4",
        Tavakar5 = "pc-tavakar-5",
        Tavakar6 = "pc-tavakar-6",
        Tavakar7 = "pc-tavakar-7",
        NuunVess1 = "pc-nuun-vess-1",
        NuunVess2 = "pc-nuun-vess-2",
        NuunVess3 = "pc-nuun-vess-3",
        NuunVess4 = "pc-nuun-vess-4",
        NuunVess5 = "pc-nuun-vess-5",
        NuunVess6 = "pc-nuun-vess-6",
        NuunVess7 = "pc-nuun-vess-7",
    }
}

pieces! {
    /// Event cards (E2-015), five for each planet in the order of the planets.
    Happening {
        Corzar1 = "ev-corzar-1",
        Corzar2 = "ev-corzar-2",
        Corzar3 = "ev-corzar-3",
        Corzar4 = "ev-corzar-4",
        Corzar5 = "ev-corzar-5",
        KorloZan1 = "ev-korlo-zan-1",
        KorloZan2 = "ev-korlo-zan-2",
        KorloZan3 = "ev-korlo-zan-3",
        KorloZan4 = "ev-korlo-zan-4",
        KorloZan5 = "ev-korlo-zan-5",
        Emrok1 = "ev-emrok-1",
        Emrok2 = "ev-emrok-2",
        Emrok3 = "ev-emrok-3",
        Emrok4 = "ev-emrok-4",
        Emrok5 = "ev-emrok-5",
        Ithessa1 = "ev-ithessa-1",
        Ithessa2 = "ev-ithessa-2",
        Ithessa3 = "ev-ithessa-3",
        Ithessa4 = "ev-ithessa-4",
        Ithessa5 = "ev-ithessa-5",
        Brael1 = "ev-brael-1",
        Brael2 = "ev-brael-2",
        Brael3 = "ev-brael-3",
        Brael4 = "ev-brael-4",
        Brael5 = "ev-brael-5",
        Omdur1 = "ev-omdur-1",
        Omdur2 = "ev-omdur-2",
        Omdur3 = "ev-omdur-3",
        Omdur4 = "ev-omdur-4",
        Omdur5 = "ev-omdur-5",
        Yssiril1 = "ev-yssiril-1",
        Yssiril2 = "ev-yssiril-2",
        Yssiril3 = "ev-yssiril-3",
        Yssiril4 = "ev-yssiril-4",
        Yssiril5 = "ev-yssiril-5",
        Tavakar1 = "ev-tavakar-1",
        Tavakar2 = "ev-tavakar-2",
        Tavakar3 = "ev-tavakar-3",
        Tavakar4 = "ev-tavakar-4",
        Tavakar5 = "ev-tavakar-5",
        NuunVess1 = "ev-nuun-vess-1",
        NuunVess2 = "ev-nuun-vess-2",
        NuunVess3 = "ev-nuun-vess-3",
        NuunVess4 = "ev-nuun-vess-4",
        NuunVess5 = "ev-nuun-vess-5",
    }
}

impl Work {
    /// The good that lowers the prices of the track (E2-144).
    pub fn good(self) -> Good {
        match self {
            Work::City => Good::Lifeform,
            Work::Base => Good::Metal,
            Work::Academy => Good::Artifact,
        }
    }
}

impl Kind {
    /// The planet whose ally may recruit it.
    pub fn planet(self) -> Option<Planet> {
        Planet::ALL.get(self.index().checked_sub(Kind::Reaver.index())?).copied()
    }
}

impl Foe {
    /// Who is no player, in words.
    pub fn name(self) -> &'static str {
        match self {
            Foe::Natives => "the natives",
            Foe::Sarkeen => "the Sarkeen",
            Foe::Doom => "the dreadnought",
            _ => self.word(),
        }
    }

    pub fn of(faction: Faction) -> Foe {
        Foe::from_index(faction.index())
    }

    pub fn faction(self) -> Option<Faction> {
        Faction::ALL.get(self.index()).copied()
    }
}

impl Token {
    pub fn good(self) -> Option<Good> {
        Good::ALL.get(self.index()).copied()
    }
}

impl Planet {
    pub fn ability(self) -> Ability {
        Ability::from_index(self.index())
    }

    /// Its power cards; Valka VII has none (E2-014).
    pub fn cards(self) -> Set<Card> {
        of_planet(self, CARDS_EACH, Card::COUNT)
    }

    pub fn events(self) -> Set<Happening> {
        of_planet(self, EVENTS_EACH, Happening::COUNT)
    }
}

fn of_planet<T: Piece>(planet: Planet, each: usize, count: usize) -> Set<T> {
    let from = planet.index() * each;
    Set::from_bits(if from < count { ((1 << each) - 1) << from } else { 0 })
}

impl Card {
    pub fn planet(self) -> Planet {
        Planet::from_index(self.index() / CARDS_EACH)
    }
}

impl Happening {
    pub fn planet(self) -> Planet {
        Planet::from_index(self.index() / EVENTS_EACH)
    }
}

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

impl Act {
    pub fn name(self) -> &'static str {
        match self {
            Act::MoveAttack => "Move & Attack",
            Act::ResearchBuild => "Research & Build",
            Act::CardDiplomacy => "Card or Diplomacy",
            Act::Recruit => "Recruit",
            Act::Scavenge => "Scavenge",
        }
    }
}

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

    /// Whether it has a control box (E2-317, E2-P005).
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

impl Piece for Region {
    const COUNT: usize = REGIONS;
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
    #[inline]
    fn from_index(index: usize) -> Region {
        Region(index as u8)
    }
}

impl fmt::Display for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let i = self.index();
        match () {
            () if self.is_orbit() => write!(f, "orbit-{}", i + 1),
            () if self.is_surface() => write!(f, "surface-{}", i - SURFACE_0 + 1),
            () if self.is_node() => write!(f, "s-{:02}", i - NODE_0),
            () => write!(f, "u-{}", i - SMALL_0 + 1),
        }
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
