//! What is printed: typed tables from `data/`, checked whole.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::OnceLock;

use astrarium_core::data::{Files, Pack, PackError, Spanned, within};
use astrarium_core::{Piece, Set};
use serde::Deserialize;

use crate::piece::*;

#[derive(Debug)]
pub struct Data {
    pub hash: String,
    pub numbers: Numbers,
    pub regions: Vec<RegionData>,
    /// Lanes and landings (E2-128).
    pub near: [Regions; REGIONS],
    /// Printed hazards of lanes.
    pub hazard: [[u8; REGIONS]; REGIONS],
    pub wormholes: Regions,
    /// Regions within so many steps, path tokens aside: what bots plan by.
    pub within: [[Regions; FAR]; REGIONS],
    pub planets: Vec<PlanetData>,
    pub units: Vec<UnitData>,
    pub factions: Vec<FactionData>,
    pub techs: Vec<TechText>,
    pub cards: Vec<CardData>,
    pub pickups: Pickups,
    pub events: Vec<EventData>,
    pub empire: Vec<EmpireData>,
    pub explore: Vec<ExploreData>,
}

/// Deliveries by the place where they begin.
#[derive(Debug, Default)]
pub struct Pickups {
    pub orbit: [Set<Card>; PLANETS],
    pub surface: [Set<Card>; PLANETS],
    pub core: Set<Card>,
    pub uninhabited: Set<Card>,
    pub wormhole: Set<Card>,
}

impl Pickups {
    fn new(cards: &[CardData]) -> Pickups {
        let mut all = Pickups::default();
        for (card, row) in Card::all().zip(cards) {
            match row.from {
                Some(Place::Orbit(planet)) => all.orbit[planet.index()].insert(card),
                Some(Place::Surface(planet)) => all.surface[planet.index()].insert(card),
                Some(Place::Core) => all.core.insert(card),
                Some(Place::Uninhabited(_)) => all.uninhabited.insert(card),
                Some(Place::Wormhole) => all.wormhole.insert(card),
                _ => {}
            }
        }
        all
    }
}

/// Places of a building track: four buildings of each kind (E2-024, E2-069).
pub const PLACES: usize = 4;

/// The numbers of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    count: Vec<Spanned<Count>>,
    pub supply: Supply,
    pub start: Start,
    pub price: Price,
    pub board: Board,
    pub battle: Battle,
    pub diplomacy: Diplomacy,
    pub fungus: Fungus,
    pub misc: Misc,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Count {
    #[serde(deserialize_with = "within::<2, 5, _, _>")]
    pub players: u8,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub credits: u8,
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub tokens: u8,
    #[serde(deserialize_with = "within::<0, 3, _, _>")]
    pub sarkeen: u8,
    #[serde(deserialize_with = "within::<1, 5, _, _>")]
    pub quiet: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Supply {
    #[serde(deserialize_with = "within::<12, 60, _, _>")]
    pub goods_each: u8,
    #[serde(deserialize_with = "within::<3, 60, _, _>")]
    pub markers: u8,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub cubes: u8,
    #[serde(deserialize_with = "within::<5, 60, _, _>")]
    pub command_tokens: u8,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub fungus: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub paths: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Start {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub action_credits: u8,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub hand: u8,
    #[serde(deserialize_with = "within::<2, 2, _, _>")]
    pub empire: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub goods: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub score_range: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Price {
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub any_action: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub scavenging: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub step: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub attack: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub burn: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub burn_credits: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Diplomacy {
    #[serde(deserialize_with = "within::<1, 14, _, _>")]
    pub alliance: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub marker: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub matching: u8,
    #[serde(deserialize_with = "within::<1, 24, _, _>")]
    pub enough: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub foresight: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fungus {
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub most: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub hazard: u8,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub worst: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub loss: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Misc {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub nimble: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub plasma: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub protection: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub lab: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub network: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub memory: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub forges: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub splicing: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub barter: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub freight: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub tithe: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub circuits: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub tech_vp: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub linguistics: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub editing: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub cybernetics: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub rites: u8,
    #[serde(deserialize_with = "within::<2, 2, _, _>")]
    pub empire_draw: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub empire_hand: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub last_laps: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub colony: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Board {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub hand: u8,
    #[serde(deserialize_with = "within::<1, 20, _, _>")]
    pub command: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub city: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub base: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub academy: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub track_goods: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub least_price: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub city_vp: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub base_vp: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub academy_vp: [u8; PLACES],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Battle {
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub vp: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub units: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub packed: u8,
    #[serde(deserialize_with = "within::<1, 40, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 3, _, _>")]
    pub base_dice: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub base_power: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub liberation: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub fury: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub loot: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub precise: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub daze: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub reflexes: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub matrix: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub oath: u8,
    pub sarkeen: Force,
    pub doom: Force,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Force {
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 40, _, _>")]
    pub power: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub vp: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub goods: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub markers: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Map {
    region: BTreeMap<Spanned<Region>, RegionData>,
    lane: Vec<Lane>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RegionData {
    pub kind: Spanned<Terrain>,
    #[serde(deserialize_with = "within::<0, 1000, _, _>")]
    pub at: (i32, i32),
    #[serde(default)]
    pub name: String,
    /// What an uninhabited planet is worth (E2-316).
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub control: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub income: u8,
    #[serde(default, deserialize_with = "within::<0, 4, _, _>")]
    pub spaces: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lane {
    between: Spanned<[Region; 2]>,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    hazard: u8,
    #[serde(default)]
    #[expect(dead_code, reason = "a word for readers of the file")]
    kind: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetData {
    pub name: String,
    pub species: String,
    pub temper: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub influence: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub control: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub income: u8,
    #[serde(deserialize_with = "within::<0, 4, _, _>")]
    pub spaces: u8,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub landing: u8,
    pub natives: Force,
    pub ability: Spanned<Ability>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitData {
    pub name: String,
    pub planet: Option<Spanned<Planet>>,
    pub pieces: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub cost: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub power: u8,
    pub text: String,
}

/// A player board (E2-037, E2-046).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub city: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub base: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub academy: [u8; PLACES],
    /// The power of each Worldship space.
    pub ship: Spanned<Vec<u8>>,
    pub tech: Spanned<Vec<TechData>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechData {
    pub id: Tech,
    pub goods: Vec<Wanted>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub power: u8,
}

/// A slot of a technology, or a price in goods: one kind or any.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    Artifact,
    Metal,
    Lifeform,
    Any,
}

impl Wanted {
    pub fn good(self) -> Option<Good> {
        match self {
            Wanted::Artifact => Some(Good::Artifact),
            Wanted::Metal => Some(Good::Metal),
            Wanted::Lifeform => Some(Good::Lifeform),
            Wanted::Any => None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechText {
    pub name: String,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub power: u8,
    #[serde(default)]
    pub cost: Cost,
    #[serde(default)]
    pub needs: Needs,
    pub from: Option<Place>,
    pub to: Option<Place>,
    #[serde(default)]
    pub effects: Vec<Effect>,
    #[serde(default)]
    pub text: String,
}

impl CardData {
    pub fn is_action(&self) -> bool {
        self.from.is_none() && !self.effects.is_empty()
    }

    /// Pickup and destination of a delivery.
    pub fn delivery(&self) -> Option<(Place, Place)> {
        self.from.zip(self.to)
    }
}

#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cost {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub command: u8,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub credits: u8,
    pub good: Option<Wanted>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventData {
    pub name: String,
    pub stays: bool,
    #[serde(deserialize_with = "within::<-9, 9, _, _>")]
    pub op: Op,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmpireData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub need: Need,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub vp: u8,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreData {
    pub name: String,
    pub effects: Vec<Effect>,
    pub text: String,
}

/// What an Empire card asks for, at least so many.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    Regions(u8),
    Surfaces(u8),
    Inner(u8),
    Outer(u8),
    Uninhabited(u8),
    Allies(u8),
    Influenced(u8),
    Leading(u8),
    Beloved(u8),
    Cities(u8),
    Bases(u8),
    Academies(u8),
    Balanced(u8),
    Ark(u8),
    Technologies(u8),
    Units(u8),
    AlliedKinds(u8),
    Spread(u8),
    Deliveries(u8),
}

/// What an event does.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    GoodsOn(Vec<(Good, u8)>),
    NativePower(i8),
    Landing(u8),
    Lanes(u8),
    /// A battle won on the surface gives no VP.
    Peace,
    /// The surface gives no income.
    Strike,
    Symposium(u8),
    Quest {
        on: Trigger,
        #[serde(default)]
        fungus: u8,
        reward: Vec<Effect>,
    },
    Tribute(u8),
    Auction(u8),
    Trials {
        least: u8,
        command: u8,
    },
    Shakedown(u8),
    Festival {
        good: Good,
        credits: u8,
    },
    Breakthrough(Good),
    TradeFair(u8),
    Pirates {
        most: u8,
        credits: u8,
    },
    Tremor(u8),
    Dream(u8),
    Command(i8),
    Path,
    Spores(u8),
    Overgrowth {
        orbit: u8,
        nodes: u8,
    },
    Spread,
}

/// When a quest is claimed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    Battle,
    Delivery,
    Surface,
    Cure,
    Cube,
    Technology,
    Core,
    Burn,
}

/// What a card, a token or a quest gives, one step at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Effect {
    Credits(u8),
    Vp(u8),
    Command(u8),
    CommandToken,
    Goods(Good, u8),
    GoodsRandom(u8),
    GoodsChoice(u8),
    Influence(Planet, u8),
    InfluenceHere(u8),
    InfluenceChoice(u8),
    Oust(Planet, u8),
    Draw(u8),
    EmpireDraw,
    /// A free unit here, or so many credits if none is left.
    RecruitHere(Kind, u8),
    /// A free unit in a region of the planet where the seat has one.
    RecruitNear(Planet, Kind),
    FreeMove(u8),
    /// With an attack.
    Raid(u8),
    Jump,
    BuildNow(u8),
    Grab(u8),
    Tax(u8),
    /// Another seat gets random goods.
    Gift(u8),
    FungusHere(u8),
    /// So many, within a distance of an own unit.
    FungusChoice(u8, u8),
    Cleanse(u8),
    /// A path token here, or so many credits.
    PathHere(u8),
    /// On a die of at least this: random goods; else fewer.
    Shaft {
        least: u8,
        good: u8,
        bad: u8,
    },
    /// On a die of at least this: random goods; else so much command is lost.
    Lair {
        least: u8,
        goods: u8,
        command: u8,
    },
}

/// A pickup place or a destination; numbers are least distances from the pickup.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Place {
    Orbit(Planet),
    Surface(Planet),
    Core,
    Wormhole,
    Node(u8),
    Uninhabited(u8),
    OwnUninhabited,
    OwnBuilding,
    OtherOrbit(u8),
    OtherSurface(u8),
}

/// What an action card demands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Needs {
    #[default]
    Nothing,
    Near(Planet),
    Together(Planet, u8),
    /// A unit on an uninhabited planet.
    Uninhabited,
    /// Own influence on a planet that can take more.
    Influence,
}

fn read<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("“{word}” cannot stand here"))
}

/// A small number; larger ones make no sense on a card.
fn small(word: &str) -> Result<u8, String> {
    read(word).and_then(|n| if n <= 9 { Ok(n) } else { Err(format!("{n} is too much: expected 0 to 9")) })
}

impl TryFrom<String> for Effect {
    type Error = String;

    fn try_from(text: String) -> Result<Effect, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["credits", n] => Effect::Credits(small(n)?),
            ["vp", n] => Effect::Vp(small(n)?),
            ["command", n] => Effect::Command(small(n)?),
            ["command-token"] => Effect::CommandToken,
            ["goods", good, n] => Effect::Goods(read(good)?, small(n)?),
            ["goods-random", n] => Effect::GoodsRandom(small(n)?),
            ["goods-choice", n] => Effect::GoodsChoice(small(n)?),
            ["influence", planet, n] => Effect::Influence(read(planet)?, small(n)?),
            ["influence-here", n] => Effect::InfluenceHere(small(n)?),
            ["influence-choice", n] => Effect::InfluenceChoice(small(n)?),
            ["oust", planet, n] => Effect::Oust(read(planet)?, small(n)?),
            ["draw", n] => Effect::Draw(small(n)?),
            ["empire-draw"] => Effect::EmpireDraw,
            ["recruit-here", kind, n] => Effect::RecruitHere(read(kind)?, small(n)?),
            ["recruit-near", planet, kind] => Effect::RecruitNear(read(planet)?, read(kind)?),
            ["free-move", n] => Effect::FreeMove(small(n)?),
            ["raid", n] => Effect::Raid(small(n)?),
            ["jump"] => Effect::Jump,
            ["build-now", n] => Effect::BuildNow(small(n)?),
            ["grab", n] => Effect::Grab(small(n)?),
            ["tax", n] => Effect::Tax(small(n)?),
            ["gift", n] => Effect::Gift(small(n)?),
            ["fungus-here", n] => Effect::FungusHere(small(n)?),
            ["fungus-choice", n, distance] => Effect::FungusChoice(small(n)?, small(distance)?),
            ["cleanse", n] => Effect::Cleanse(small(n)?),
            ["path-here", n] => Effect::PathHere(small(n)?),
            ["shaft", least, good, bad] => Effect::Shaft { least: small(least)?, good: small(good)?, bad: small(bad)? },
            ["lair", least, goods, command] => {
                Effect::Lair { least: small(least)?, goods: small(goods)?, command: small(command)? }
            }
            _ => return Err(format!("“{text}” is no effect: expected such as “credits 2” or “influence brael 1”")),
        })
    }
}

impl TryFrom<String> for Place {
    type Error = String;

    fn try_from(text: String) -> Result<Place, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["orbit", planet] => Place::Orbit(read(planet)?),
            ["surface", planet] => Place::Surface(read(planet)?),
            ["core"] => Place::Core,
            ["wormhole"] => Place::Wormhole,
            ["node", n] => Place::Node(small(n)?),
            ["uninhabited", n] => Place::Uninhabited(small(n)?),
            ["own-uninhabited"] => Place::OwnUninhabited,
            ["own-building"] => Place::OwnBuilding,
            ["other-orbit", n] => Place::OtherOrbit(small(n)?),
            ["other-surface", n] => Place::OtherSurface(small(n)?),
            _ => return Err(format!("“{text}” is no place: expected such as “orbit brael” or “wormhole”")),
        })
    }
}

impl TryFrom<String> for Needs {
    type Error = String;

    fn try_from(text: String) -> Result<Needs, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["near", planet] => Needs::Near(read(planet)?),
            ["together", planet, n] => Needs::Together(read(planet)?, small(n)?),
            ["uninhabited"] => Needs::Uninhabited,
            ["influence"] => Needs::Influence,
            _ => return Err(format!("“{text}” is no requirement: expected near, together, uninhabited or influence")),
        })
    }
}

const NUMBERS: &str = "numbers.toml";
const MAP: &str = "map.toml";
const PLANETS_FILE: &str = "planets.toml";
const UNITS: &str = "units.toml";
const FACTIONS: &str = "factions.toml";
const TECHS: &str = "technologies.toml";
const CARDS: &str = "cards.toml";
const EVENTS: &str = "events.toml";
const EMPIRE: &str = "empire.toml";
const EXPLORE: &str = "explore.toml";

impl Pack for Data {
    const FILES: &'static [(&'static str, &'static str)] = &[
        (NUMBERS, include_str!("../data/numbers.toml")),
        (MAP, include_str!("../data/map.toml")),
        (PLANETS_FILE, include_str!("../data/planets.toml")),
        (UNITS, include_str!("../data/units.toml")),
        (FACTIONS, include_str!("../data/factions.toml")),
        (TECHS, include_str!("../data/technologies.toml")),
        (CARDS, include_str!("../data/cards.toml")),
        (EVENTS, include_str!("../data/events.toml")),
        (EMPIRE, include_str!("../data/empire.toml")),
        (EXPLORE, include_str!("../data/explore.toml")),
    ];

    fn parse(files: &Files) -> Result<Data, Vec<PackError>> {
        let one = |e| vec![e];
        let numbers: Numbers = files.get(NUMBERS).map_err(one)?;
        let map: Map = files.get(MAP).map_err(one)?;
        let planets = table::<Planet, PlanetData>(files, PLANETS_FILE)?;
        let units = table::<Kind, UnitData>(files, UNITS)?;
        let factions = table::<Faction, FactionData>(files, FACTIONS)?;
        let techs = table::<Tech, TechText>(files, TECHS)?;
        let cards = table::<Card, CardData>(files, CARDS)?;
        let events = table::<Happening, EventData>(files, EVENTS)?;
        let empire = table::<Empire, EmpireData>(files, EMPIRE)?;
        let explore = table::<Explore, ExploreData>(files, EXPLORE)?;
        let mut faults = Vec::new();
        check_counts(files, &numbers, &mut faults);
        check_map(files, &map, &mut faults);
        check_planets(files, &planets, &mut faults);
        check_units(files, &units, &mut faults);
        check_factions(files, &factions, &mut faults);
        check_cards(files, &cards, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let (near, hazard) = lanes(&map.lane);
        let regions: Vec<RegionData> = map.region.into_values().collect();
        let hole = |r: &Region| *regions[r.index()].kind.get_ref() == Terrain::Wormhole;
        let wormholes = Region::all().filter(hole).collect();
        let within = within_steps(&near, wormholes);
        let hash = files.hash();
        Ok(Data {
            hash,
            numbers,
            near,
            hazard,
            wormholes,
            within,
            regions,
            planets,
            units,
            factions,
            techs,
            pickups: Pickups::new(&cards),
            cards,
            events,
            empire,
            explore,
        })
    }

    fn hash(&self) -> &str {
        &self.hash
    }
}

/// The built-in pack.
pub fn house() -> &'static Data {
    static HOUSE: OnceLock<Data> = OnceLock::new();
    HOUSE.get_or_init(|| Data::parse(&Files::house::<Data>()).expect("the built-in pack is whole"))
}

/// No two regions of the map are further apart.
pub const FAR: usize = 7;

fn within_steps(near: &[Regions; REGIONS], wormholes: Regions) -> [[Regions; FAR]; REGIONS] {
    let beside = |r: Region| near[r.index()] | if wormholes.has(r) { wormholes } else { Regions::EMPTY };
    let mut within = [[Regions::EMPTY; FAR]; REGIONS];
    for region in Region::all() {
        let mut all = Set::of(region);
        for ring in &mut within[region.index()] {
            *ring = all;
            all |= all.iter().fold(Regions::EMPTY, |more, r| more | beside(r));
        }
    }
    within
}

/// A file with one table for each piece of a kind.
fn table<K, T>(files: &Files, file: &str) -> Result<Vec<T>, Vec<PackError>>
where
    K: Piece + Ord + for<'de> Deserialize<'de> + std::fmt::Display,
    T: for<'de> Deserialize<'de>,
{
    let rows: BTreeMap<K, T> = files.get(file).map_err(|e| vec![e])?;
    let missing = K::all().filter(|k| !rows.contains_key(k));
    let faults: Vec<_> = missing.map(|k| files.at(file, 0..0, format!("[{k}] is missing"), format!("[{k}]"))).collect();
    if faults.is_empty() { Ok(rows.into_values().collect()) } else { Err(faults) }
}

fn check_counts(files: &Files, numbers: &Numbers, faults: &mut Vec<PackError>) {
    let counts: Vec<u8> = numbers.count.iter().map(|c| c.get_ref().players).collect();
    if counts != [2, 3, 4, 5] {
        let span = numbers.count.first().map_or(0..0, Spanned::span);
        faults.push(files.at(NUMBERS, span, format!("the counts are for {counts:?} players"), "2, 3, 4 and 5"));
    }
}

fn check_map(files: &Files, map: &Map, faults: &mut Vec<PackError>) {
    for region in Region::all().filter(|r| !map.region.keys().any(|k| k.get_ref() == r)) {
        faults.push(files.at(MAP, 0..0, format!("{region} is missing"), "all 43 regions"));
    }
    for (region, row) in &map.region {
        let right = match *row.kind.get_ref() {
            Terrain::Space => region.get_ref().is_node(),
            Terrain::Wormhole => region.get_ref().is_node() && *region.get_ref() != CORE,
            Terrain::Orbit => region.get_ref().is_orbit(),
            Terrain::Surface => region.get_ref().is_surface(),
            Terrain::Uninhabited => region.get_ref().is_uninhabited(),
        };
        if !right {
            faults.push(files.at(MAP, row.kind.span(), format!("{} is of another kind", region.get_ref()), "its kind"));
        }
    }
    for lane in &map.lane {
        let [a, b] = *lane.between.get_ref();
        if a == b || a.is_surface() || b.is_surface() {
            faults.push(files.at(MAP, lane.between.span(), format!("no lane joins {a} and {b}"), "two other regions"));
        }
    }
    let board = Regions::FULL - Set::of(Region::orbit(SLOTS - 1)) - Set::of(Region::surface(SLOTS - 1));
    let (near, _) = lanes(&map.lane);
    let mut seen = Set::of(CORE);
    while let Some(next) = seen.iter().map(|r| near[r.index()] - seen).find(|s| !s.is_empty()) {
        seen |= next;
    }
    if !seen.contains(board) {
        faults.push(files.at(MAP, 0..0, "some regions cannot be reached", "lanes that join all regions"));
    }
    let holes = map.region.values().filter(|r| *r.kind.get_ref() == Terrain::Wormhole).count();
    if !(1..=NODES - SEATS - 1).contains(&holes) {
        faults.push(files.at(MAP, 0..0, format!("there are {holes} wormholes"), "1 to 11"));
    }
}

fn lanes(list: &[Lane]) -> ([Regions; REGIONS], [[u8; REGIONS]; REGIONS]) {
    let (mut near, mut hazard) = ([Regions::EMPTY; REGIONS], [[0; REGIONS]; REGIONS]);
    for lane in list {
        let [a, b] = *lane.between.get_ref();
        near[a.index()].insert(b);
        near[b.index()].insert(a);
        hazard[a.index()][b.index()] = lane.hazard;
        hazard[b.index()][a.index()] = lane.hazard;
    }
    for slot in 0..SLOTS {
        let (orbit, surface) = (Region::orbit(slot), Region::surface(slot));
        near[orbit.index()].insert(surface);
        near[surface.index()].insert(orbit);
    }
    (near, hazard)
}

fn check_planets(files: &Files, planets: &[PlanetData], faults: &mut Vec<PackError>) {
    for (planet, row) in Planet::all().zip(planets) {
        if *row.ability.get_ref() != planet.ability() {
            let what = format!("{planet} has the ability {}", row.ability.get_ref());
            faults.push(files.at(PLANETS_FILE, row.ability.span(), what, planet.ability().word()));
        }
    }
}

fn check_units(files: &Files, units: &[UnitData], faults: &mut Vec<PackError>) {
    for (kind, row) in Kind::all().zip(units) {
        let planet = row.planet.as_ref().map(|p| *p.get_ref());
        let pieces = crate::state::Fleet::pieces(kind);
        if planet != kind.planet() {
            faults.push(files.at(UNITS, row.pieces.span(), format!("{kind} is of another planet"), "its own"));
        }
        if usize::from(*row.pieces.get_ref()) != pieces {
            let what = format!("there are {} of {kind}", row.pieces.get_ref());
            faults.push(files.at(UNITS, row.pieces.span(), what, pieces.to_string()));
        }
        if kind == Kind::Worldship && row.cost > 0 {
            faults.push(files.at(UNITS, row.pieces.span(), "nobody recruits a Worldship", "0"));
        }
    }
}

fn check_factions(files: &Files, factions: &[FactionData], faults: &mut Vec<PackError>) {
    for (faction, row) in Faction::all().zip(factions) {
        let techs = row.tech.get_ref();
        let distinct: Set<Tech> = techs.iter().map(|t| t.id).collect();
        if techs.len() != TECHS_EACH || usize::from(distinct.len()) != TECHS_EACH {
            let what = format!("{faction} has {} technologies", distinct.len());
            faults.push(files.at(FACTIONS, row.tech.span(), what, "five different ones"));
        }
        if techs.iter().any(|t| t.goods.is_empty() || t.goods.len() > 2) {
            faults.push(files.at(FACTIONS, row.tech.span(), "a technology has too few or too many goods", "1 or 2"));
        }
        if row.ship.get_ref().is_empty() || row.ship.get_ref().len() > SHIP || row.ship.get_ref().iter().any(|&p| p > 9)
        {
            faults.push(files.at(
                FACTIONS,
                row.ship.span(),
                "the Worldship has other spaces",
                "1 to 4 of power 0 to 9",
            ));
        }
    }
}

fn check_cards(files: &Files, cards: &[CardData], faults: &mut Vec<PackError>) {
    for (card, row) in Card::all().zip(cards) {
        let half = row.from.is_some() != row.to.is_some() || row.from.is_some() && row.effects.is_empty();
        let far = matches!(row.from, Some(Place::OwnUninhabited | Place::OwnBuilding | Place::Node(_)));
        let other = matches!(row.from, Some(Place::OtherOrbit(_) | Place::OtherSurface(_)));
        if half || far || other {
            faults.push(files.at(CARDS, 0..0, format!("[{card}] is no whole delivery"), "from, to and effects"));
        }
    }
}

/// Technologies of a board.
pub const TECHS_EACH: usize = 5;

impl Data {
    pub fn count(&self, players: u8) -> &Count {
        let found = self.numbers.count.iter().map(Spanned::get_ref).find(|c| c.players == players);
        found.expect("checked: 2 to 5 players")
    }

    pub fn planet(&self, planet: Planet) -> &PlanetData {
        &self.planets[planet.index()]
    }

    pub fn unit(&self, kind: Kind) -> &UnitData {
        &self.units[kind.index()]
    }

    pub fn faction(&self, faction: Faction) -> &FactionData {
        &self.factions[faction.index()]
    }

    pub fn tech(&self, tech: Tech) -> &TechText {
        &self.techs[tech.index()]
    }

    pub fn card(&self, card: Card) -> &CardData {
        &self.cards[card.index()]
    }

    pub fn event(&self, event: Happening) -> &EventData {
        &self.events[event.index()]
    }

    pub fn empire(&self, card: Empire) -> &EmpireData {
        &self.empire[card.index()]
    }

    pub fn explore(&self, token: Explore) -> &ExploreData {
        &self.explore[token.index()]
    }

    pub fn power(&self, card: Card) -> u8 {
        self.cards[card.index()].power
    }

    pub fn track_vp(&self, work: Work) -> &[u8; PLACES] {
        let board = &self.numbers.board;
        match work {
            Work::City => &board.city_vp,
            Work::Base => &board.base_vp,
            Work::Academy => &board.academy_vp,
        }
    }
}

impl FactionData {
    pub fn costs(&self, work: Work) -> &[u8; PLACES] {
        match work {
            Work::City => &self.city,
            Work::Base => &self.base,
            Work::Academy => &self.academy,
        }
    }

    /// The place of a technology on the board, and the technology.
    pub fn find(&self, tech: Tech) -> Option<(usize, &TechData)> {
        self.tech.get_ref().iter().enumerate().find(|(_, t)| t.id == tech)
    }
}
