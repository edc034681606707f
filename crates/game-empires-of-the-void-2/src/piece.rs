//! The vocabulary: regions, planets, factions, units, technologies, cards, tokens, and sets of them.

mod cards; // power cards and events
mod region; // where units can be

use astrarium_core::{Piece, cited, pieces};

pub use self::cards::*;
pub use self::region::*;

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

#[cited]
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
