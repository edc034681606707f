//! What is printed: typed tables from `data/`, checked whole.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use astrarium_core::data::{Files, Pack, PackError, Spanned, within};
use astrarium_core::{Piece, Set};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::piece::*;

#[derive(Debug)]
pub struct Data {
    pub hash: String,
    pub numbers: Numbers,
    editions: Vec<EditionData>,
    races: Vec<RaceData>,
    ships: Vec<ShipData>,
    /// The place of a kind among those of its initiative.
    slots: Vec<usize>,
    planets: Vec<PlanetData>,
    techs: [Vec<Option<TechData>>; 2],
    /// The technologies of each edition.
    pub tech_sets: [Set<Tech>; 2],
    pub trees: [TechTree; 2],
    events: Vec<EventData>,
    tactics: Vec<TacticData>,
    objectives: Vec<ObjectiveData>,
    pub map: Map,
}

/// The arrows between the technologies of an edition: where they begin, and where they lead from each.
#[derive(Debug)]
pub struct TechTree {
    pub roots: Set<Tech>,
    pub leads: [Set<Tech>; Tech::ALL.len()],
}

impl TechTree {
    fn new(techs: &[Option<TechData>]) -> TechTree {
        let all = |fits: &dyn Fn(&TechData) -> bool| {
            Tech::all().filter(|t| techs[t.index()].as_ref().is_some_and(fits)).collect()
        };
        TechTree {
            roots: all(&|t| t.needs.is_empty()),
            leads: std::array::from_fn(|i| all(&|t| t.needs.has(Tech::from_index(i)))),
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    pub actions: Spanned<u8>,
    pub hand_limit: Spanned<u8>,
    pub starting_cards: Spanned<u8>,
    pub cards_of_a_kind: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub diplomacy_dice: u8,
    #[serde(deserialize_with = "within::<-99, 99, _, _>")]
    pub diplomacy_targets: [i16; 4],
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub obstacle_survives: u8,
    pub planet_hits: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub infest_on: u8,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub infest_on_spores: u8,
    pub infestation_hits: Spanned<u8>,
    pub infestation_hits_spores: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub infestation_tokens: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub council_prices: [u16; 5],
    pub group_size: Spanned<u8>,
    pub move_all_actions: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub move_plus_ships: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub carried_initiative: u8,
    pub repair_share: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub new_earth_income: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub new_earth_points: u16,
    pub raiders_of_distress: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub offers: OfferLimits,
    pub offer_cards: Spanned<u8>,
    pub offer_credits: Spanned<u8>,
    pub raider: Raider,
    pub bonus: Bonus,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    scores: BTreeMap<String, (u16, u16)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferLimits {
    pub step: u8,
    pub turn: u8,
    pub between: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raider {
    pub initiative: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub attack: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bonus {
    #[serde(deserialize_with = "within::<-20, 20, _, _>")]
    pub mirrane: i16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub commerce_net: u16,
    pub docking_bay: Spanned<u8>,
    pub sunhammer_ii_dice: Spanned<u8>,
    pub sunhammer_ii_room: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub retreat_price: u16,
    pub extra_move_price: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub row_price: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub star_price: u16,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub black_hole_double: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub roth: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub windfall: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub rush_ships: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub bazaar_credits: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub bazaar_cards: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub mercenary_price: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub arms_fair: u16,
    pub festival: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub decree: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub trade_boom: u16,
    pub maintenance_ships: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub refugees: u16,
    pub meezle_credits: Spanned<u8>,
}

/// The named differences between the editions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EditionData {
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub starting_credits: StartingCredits,
    pub event_first: bool,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    deck: ByPlayers<[u8; 3]>,
    pub event_after_score: bool,
    tokens: Spanned<Tokens>,
    pub obstacles: Obstacles,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub kill_points: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub mine: u16,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    row: ByPlayers<u8>,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub row_use: RowUse,
    pub liberate_allied: bool,
    pub card_for_loss: bool,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub home_points: HomePoints,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub technology_points: TechnologyPoints,
    pub secondary: bool,
    pub first_player_moves: bool,
    pub once_a_turn: Vec<Once>,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub capital: u8,
    pub repair_bay: bool,
    pub objectives: bool,
    pub cover_with_three: bool,
    pub two_players: Spanned<TwoPlayers>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum StartingCredits {
    Fixed(u16),
    RaceIncome(RaceIncome),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaceIncome {
    RaceIncome,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByPlayers<T> {
    two: T,
    three: T,
    four: T,
}

impl<T> ByPlayers<T> {
    fn get(&self, players: u8) -> &T {
        match players {
            2 => &self.two,
            3 => &self.three,
            _ => &self.four,
        }
    }
}

/// How many tokens of a kind there are: of each colour, of each alien ship, of a race's own ship.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Tokens {
    starfighter: u8,
    centipede: u8,
    diplomat: u8,
    starcruiser: u8,
    sunhammer: u8,
    alien: u8,
    infestor: u8,
    special: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacles {
    /// Only who ignores an obstacle passes it.
    Closed,
    /// Everybody may try; a die decides.
    Rolled,
}

/// What the face-up row is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowUse {
    /// So many hand cards may be swapped with it in a turn, without an action.
    Swaps(u8),
    /// Culture may buy from it; two players may exchange instead.
    Culture,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HomePoints {
    pub own: u16,
    pub foreign: u16,
    pub turn_end: u16,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum TechnologyPoints {
    /// Points for so many technologies; the highest step counts.
    Steps(Vec<(u8, u16)>),
    Printed(Printed),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Printed {
    Printed,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    MoveAll,
    ExtraMove,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoPlayers {
    pub outer: Vec<usize>,
    pub guarded: Vec<usize>,
}

impl EditionData {
    /// Events before each of the three score cards.
    pub fn deck(&self, players: u8) -> [u8; 3] {
        *self.deck.get(players)
    }

    pub fn row(&self, players: u8) -> u8 {
        *self.row.get(players)
    }

    pub fn once(&self, what: Once) -> bool {
        self.once_a_turn.contains(&what)
    }

    pub fn tokens(&self, kind: Kind) -> u8 {
        let tokens = self.tokens.get_ref();
        match kind {
            Kind::Starfighter => tokens.starfighter,
            Kind::Centipede => tokens.centipede,
            Kind::Diplomat => tokens.diplomat,
            Kind::Starcruiser => tokens.starcruiser,
            Kind::Sunhammer => tokens.sunhammer,
            Kind::Infestor => tokens.infestor,
            Kind::Millipede | Kind::Dragonfly | Kind::Freighter => tokens.special,
            _ => tokens.alien,
        }
    }
}

/// A race board (EV-005, KU-033).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceData {
    pub name: String,
    pub home: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u16,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub discount: u16,
    #[serde(default, deserialize_with = "within::<-20, 20, _, _>")]
    pub roll: i16,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub swift: u8,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub mine: u16,
    #[serde(default)]
    pub new: bool,
    pub text: String,
}

/// A ship's row; its initiative is its place in the order of fire (KU-035).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipData {
    pub name: String,
    #[serde(default)]
    pub needs: Needs,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub cost: u16,
    #[serde(rename = "move")]
    pub moves: Spanned<u8>,
    pub initiative: Spanned<u8>,
    pub dice: Spanned<u8>,
    pub attack: Spanned<u8>,
    pub native: Option<Native>,
}

/// What building a ship needs (EV-044, EV-045).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    #[default]
    Nothing,
    Technology(Tech),
    /// The ability of a planet.
    Planet(Space),
    Race(Race),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Native {
    Detection,
    Cloaking,
    Beam,
}

/// A planet card (KU-037).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetData {
    pub name: String,
    pub temperament: Temperament,
    pub good: Good,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub points: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub influence: u16,
    pub ability: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TechRow {
    name: String,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    cost: u16,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    points: u16,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    column: u8,
    #[serde(default)]
    needs: Vec<Tech>,
    good: Option<Good>,
    race: Option<Race>,
    text: String,
}

#[derive(Debug)]
pub struct TechData {
    pub name: String,
    pub cost: u16,
    pub points: u16,
    pub column: u8,
    pub needs: Set<Tech>,
    pub good: Option<Good>,
    pub race: Option<Race>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventData {
    pub name: String,
    pub planet: Option<Space>,
    #[serde(default)]
    pub first_edition_only: bool,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub raiders: u8,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub prize: u16,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TacticData {
    pub name: String,
    temperament: Temperament,
    pub cards: Spanned<u8>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub points: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub count: u8,
}

/// The spaces that lines lead to: free ones first, then by what lies on them.
#[derive(Copy, Clone, Debug, Default)]
pub struct Lines([Spaces; 1 + Obstacle::ALL.len()]);

impl Lines {
    pub fn insert(&mut self, obstacle: Option<Obstacle>, to: Space) {
        self.0[obstacle.map_or(0, |o| 1 + o.index())].insert(to);
    }

    pub fn merge(&mut self, other: &Lines) {
        self.0.iter_mut().zip(other.0).for_each(|(all, more)| *all |= more);
    }

    /// Where lines lead that carry nothing but these.
    #[inline]
    pub fn past(&self, ignored: Set<Obstacle>) -> Spaces {
        let past = |o: Obstacle| if ignored.has(o) { self.0[1 + o.index()] } else { Spaces::EMPTY };
        Obstacle::ALL.iter().fold(self.0[0], |all, &o| all | past(o))
    }
}

/// The lines of the hexagons, by node and by side (EV-012).
#[derive(Debug, Default)]
pub struct Map {
    /// Which hexagon a node belongs to.
    pub hex: Vec<Hex>,
    pub at: Vec<(i32, i32)>,
    /// The lines of a node, by the place and the rotation of its hexagon.
    pub lines: Vec<[[Lines; SIDES]; HEXES]>,
    /// The nodes of each hexagon, and the lines to them from each of its sides.
    pub nodes: [Spaces; HEXES],
    pub side_lines: [[Lines; SIDES]; HEXES],
    /// The hexagons with asteroid halves, and the spaces made with them, by the hexagon's place and rotation.
    pub rocky: Set<Hex>,
    pub asteroids: [[[Spaces; SIDES]; HEXES]; HEXES],
    /// The obstacle on the line from a node to a node, and from a node to a local side.
    between: Vec<(Space, Space, Obstacle)>,
    outward: Vec<[Option<Obstacle>; SIDES]>,
    /// The circle `a` of each hexagon: where pirates lie.
    pub lair: [Option<Space>; HEXES],
}

impl Map {
    /// A line from a node to a space, wherever its hexagon lies and however far it is turned.
    fn join(&mut self, node: Space, obstacle: Option<Obstacle>, to: impl Fn(usize, usize) -> Space) {
        for (place, turns) in self.lines[node.index()].iter_mut().enumerate() {
            turns.iter_mut().enumerate().for_each(|(rotation, near)| near.insert(obstacle, to(place, rotation)));
        }
    }

    pub fn obstacle(&self, a: Space, b: Space) -> Option<Obstacle> {
        self.between.iter().find(|&&(x, y, _)| (x, y) == (a, b) || (x, y) == (b, a)).map(|&(.., o)| o)
    }

    pub fn outward(&self, node: Space, side: usize) -> Option<Obstacle> {
        self.outward[node.index()][side]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct HexRow {
    #[serde(deserialize_with = "within::<-100, 100, _, _>")]
    nodes: BTreeMap<Space, (i32, i32)>,
    free: Spanned<Vec<[String; 2]>>,
    asteroids: Option<Spanned<Vec<[String; 2]>>>,
    mines: Option<Spanned<Vec<[String; 2]>>>,
    defenses: Option<Spanned<Vec<[String; 2]>>>,
    #[serde(default)]
    asteroid_halves: Vec<String>,
}

const NUMBERS: &str = "numbers.toml";
const EDITIONS: &str = "editions.toml";
const RACES: &str = "races.toml";
const SHIPS: &str = "ships.toml";
const PLANET_FILE: &str = "planets.toml";
const TECHNOLOGIES: &str = "technologies.toml";
const EVENTS: &str = "events.toml";
const TACTICS: &str = "tactics.toml";
const OBJECTIVES: &str = "objectives.toml";
const MAP: &str = "map.toml";

impl Pack for Data {
    const FILES: &'static [(&'static str, &'static str)] = &[
        (NUMBERS, include_str!("../data/numbers.toml")),
        (EDITIONS, include_str!("../data/editions.toml")),
        (RACES, include_str!("../data/races.toml")),
        (SHIPS, include_str!("../data/ships.toml")),
        (PLANET_FILE, include_str!("../data/planets.toml")),
        (TECHNOLOGIES, include_str!("../data/technologies.toml")),
        (EVENTS, include_str!("../data/events.toml")),
        (TACTICS, include_str!("../data/tactics.toml")),
        (OBJECTIVES, include_str!("../data/objectives.toml")),
        (MAP, include_str!("../data/map.toml")),
    ];

    fn parse(files: &Files) -> Result<Data, Vec<PackError>> {
        let mut faults = Vec::new();
        let numbers = files.get::<Numbers>(NUMBERS).map_err(|e| vec![e])?;
        let editions = table::<Edition, _>(files, EDITIONS, &mut faults);
        let races = table::<Race, _>(files, RACES, &mut faults);
        let ships = table::<Kind, _>(files, SHIPS, &mut faults);
        let planets = planets(files, &mut faults);
        let events = table::<Happening, _>(files, EVENTS, &mut faults);
        let tactics = table::<Card, TacticData>(files, TACTICS, &mut faults);
        let objectives = table::<Objective, _>(files, OBJECTIVES, &mut faults);
        let techs = technologies(files, &mut faults);
        let map = map(files, &mut faults);
        check_numbers(files, &numbers, &mut faults);
        check_editions(files, &editions, &mut faults);
        check_ships(files, &ships, &mut faults);
        for (card, row) in Card::ALL.iter().zip(&tactics) {
            let wrong = row.temperament != card.temperament() || !(1..=3).contains(row.cards.get_ref());
            if wrong {
                let right = format!("{} with 1 to 3 cards", card.temperament());
                faults.push(files.at(TACTICS, row.cards.span(), format!("the type or cards of {card}"), right));
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let tech_sets = [0, 1]
            .map(|e: usize| techs[e].iter().zip(Tech::ALL).filter(|(t, _)| t.is_some()).map(|(_, &t)| t).collect());
        let trees = [0, 1].map(|e: usize| TechTree::new(&techs[e]));
        let slots = slots(&ships);
        let hash = files.hash();
        Ok(Data {
            hash,
            numbers,
            editions,
            races,
            ships,
            slots,
            planets,
            techs,
            tech_sets,
            trees,
            events,
            tactics,
            objectives,
            map,
        })
    }

    fn hash(&self) -> &str {
        &self.hash
    }
}

/// The built-in pack.
pub fn house() -> &'static Data {
    static HOUSE: OnceLock<Data> = OnceLock::new();
    HOUSE.get_or_init(|| match Data::parse(&Files::house::<Data>()) {
        Ok(data) => data,
        Err(faults) => panic!(
            "the built-in pack is not whole: {}",
            faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
        ),
    })
}

impl Data {
    pub fn edition(&self, edition: Edition) -> &EditionData {
        &self.editions[edition.index()]
    }

    pub fn race(&self, race: Race) -> &RaceData {
        &self.races[race.index()]
    }

    #[inline]
    pub fn ship(&self, kind: Kind) -> &ShipData {
        &self.ships[kind.index()]
    }

    #[inline]
    pub fn slot(&self, kind: Kind) -> usize {
        self.slots[kind.index()]
    }

    #[inline]
    pub fn level(&self, kind: Kind) -> u8 {
        *self.ship(kind).initiative.get_ref()
    }

    #[inline]
    pub fn planet(&self, space: Space) -> &PlanetData {
        &self.planets[space.index()]
    }

    pub fn tech(&self, edition: Edition, tech: Tech) -> Option<&TechData> {
        self.techs[edition.index()][tech.index()].as_ref()
    }

    pub fn event(&self, event: Happening) -> &EventData {
        &self.events[event.index()]
    }

    pub fn tactic(&self, card: Card) -> &TacticData {
        &self.tactics[card.index()]
    }

    pub fn objective(&self, objective: Objective) -> &ObjectiveData {
        &self.objectives[objective.index()]
    }

    /// The amounts of score card 0, 1 or 2.
    pub fn score(&self, card: u8) -> (u16, u16) {
        self.numbers.scores.values().nth(usize::from(card)).copied().unwrap_or_default()
    }
}

/// One row per piece, in the order of the pieces.
fn table<K: Piece + std::str::FromStr + ToString, T: DeserializeOwned>(
    files: &Files,
    name: &str,
    faults: &mut Vec<PackError>,
) -> Vec<T> {
    let mut rows: BTreeMap<String, T> = match files.get(name) {
        Ok(rows) => rows,
        Err(fault) => {
            faults.push(fault);
            return Vec::new();
        }
    };
    let found: Vec<T> = K::all()
        .filter_map(|k| {
            let row = rows.remove(&k.to_string());
            if row.is_none() {
                faults.push(files.at(
                    name,
                    0..0,
                    format!("{} is missing", k.to_string()),
                    format!("[{}]", k.to_string()),
                ));
            }
            row
        })
        .collect();
    faults.extend(rows.keys().map(|k| files.at(name, 0..0, format!("there is no “{k}”"), "only rows that are known")));
    found
}

fn planets(files: &Files, faults: &mut Vec<PackError>) -> Vec<PlanetData> {
    let rows: BTreeMap<Space, PlanetData> = match files.get(PLANET_FILE) {
        Ok(rows) => rows,
        Err(fault) => {
            faults.push(fault);
            return Vec::new();
        }
    };
    if rows.len() != PLANETS || rows.keys().any(|s| !s.is_planet()) {
        faults.push(files.at(PLANET_FILE, 0..0, "the rows are not the planets", "exactly the 15 planets"));
    }
    rows.into_values().collect()
}

fn technologies(files: &Files, faults: &mut Vec<PackError>) -> [Vec<Option<TechData>>; 2] {
    let mut rows: BTreeMap<Edition, BTreeMap<Spanned<Tech>, TechRow>> = match files.get(TECHNOLOGIES) {
        Ok(rows) => rows,
        Err(fault) => {
            faults.push(fault);
            return Default::default();
        }
    };
    [Edition::First, Edition::Key].map(|edition| {
        let rows = rows.remove(&edition).unwrap_or_default();
        let known: Set<Tech> = rows.keys().map(|t| *t.get_ref()).collect();
        let mut table: Vec<Option<TechData>> = Tech::all().map(|_| None).collect();
        for (tech, row) in rows {
            let needs: Set<Tech> = row.needs.iter().copied().collect();
            if !known.contains(needs) || needs.has(*tech.get_ref()) {
                faults.push(files.at(
                    TECHNOLOGIES,
                    tech.span(),
                    format!("what {} needs", tech.get_ref()),
                    "other technologies of the edition",
                ));
            }
            table[tech.get_ref().index()] = Some(TechData {
                name: row.name,
                cost: row.cost,
                points: row.points,
                column: row.column,
                needs,
                good: row.good,
                race: row.race,
                text: row.text,
            });
        }
        table
    })
}

/// The end of a line: a node or a local side.
enum End {
    Node(Space),
    Side(usize),
}

fn end(word: &str, nodes: Spaces) -> Option<End> {
    let side = word.strip_prefix('e').and_then(|n| n.parse().ok()).filter(|&n: &usize| n < SIDES);
    let node = || word.parse().ok().filter(|&n| nodes.has(n)).map(End::Node);
    side.map(End::Side).or_else(node)
}

fn map(files: &Files, faults: &mut Vec<PackError>) -> Map {
    let rows: Vec<HexRow> = table::<Hex, _>(files, MAP, faults);
    let mut map = Map {
        hex: vec![Hex::Pyrious; NODES],
        at: vec![(0, 0); NODES],
        lines: vec![[[Lines::default(); SIDES]; HEXES]; NODES],
        outward: vec![[None; SIDES]; NODES],
        ..Map::default()
    };
    for (&hex, row) in Hex::ALL.iter().zip(&rows) {
        map.lay_nodes(hex, row);
        map.lay_lines(hex, row, files, faults);
    }
    let all = map.nodes.iter().map(|n| usize::from(n.len())).sum::<usize>();
    let lairs = Hex::ALL[1..].iter().all(|h| map.lair[h.index()].is_some());
    if faults.is_empty() && (all != NODES || !lairs) {
        faults.push(files.at(
            MAP,
            0..0,
            format!("{all} nodes"),
            "each of the 26 nodes once, a circle a in every outer hexagon",
        ));
    }
    map
}

impl Map {
    /// Planets, circles and asteroid halves of a hexagon.
    fn lay_nodes(&mut self, hex: Hex, row: &HexRow) {
        let nodes: Spaces = row.nodes.keys().copied().filter(|s| s.is_node()).collect();
        self.nodes[hex.index()] = nodes;
        for node in nodes {
            self.hex[node.index()] = hex;
            self.at[node.index()] = row.nodes[&node];
        }
        self.lair[hex.index()] = nodes.iter().find(|n| n.word().ends_with("-a"));
        for half in row.asteroid_halves.iter().filter_map(|w| end(w, nodes)) {
            if let End::Side(side) = half {
                self.rocky.insert(hex);
                for (place, turns) in self.asteroids[hex.index()].iter_mut().enumerate() {
                    let space = |rotation: usize| Space::side(place, (side + rotation) % SIDES);
                    turns.iter_mut().enumerate().for_each(|(rotation, all)| all.insert(space(rotation)));
                }
            }
        }
    }

    /// The lines of a hexagon with what lies on them.
    fn lay_lines(&mut self, hex: Hex, row: &HexRow, files: &Files, faults: &mut Vec<PackError>) {
        let kinds = [
            (Some(&row.free), None),
            (row.asteroids.as_ref(), Some(Obstacle::Asteroids)),
            (row.mines.as_ref(), Some(Obstacle::Mines)),
            (row.defenses.as_ref(), Some(Obstacle::Defenses)),
        ];
        for (lines, obstacle) in kinds {
            let Some(lines) = lines else { continue };
            for [a, b] in lines.get_ref() {
                if self.lay_line(hex, [a, b], obstacle).is_none() {
                    let what = format!("a line from {a} to {b} in {hex}");
                    faults.push(files.at(MAP, lines.span(), what, "nodes of the hexagon and e0 to e5"));
                }
            }
        }
        if self.side_lines[hex.index()].iter().any(|s| s.past(Set::FULL).is_empty()) {
            let what = format!("a side of {hex} has no line");
            faults.push(files.at(MAP, row.free.span(), what, "a line from every side"));
        }
    }

    /// A line between two nodes, or from a node to a side; nothing if it is neither.
    fn lay_line(&mut self, hex: Hex, [a, b]: [&str; 2], obstacle: Option<Obstacle>) -> Option<()> {
        let nodes = self.nodes[hex.index()];
        match (end(a, nodes)?, end(b, nodes)?) {
            (End::Node(a), End::Node(b)) => {
                self.join(a, obstacle, |_, _| b);
                self.join(b, obstacle, |_, _| a);
                self.between.extend(obstacle.map(|o| (a, b, o)));
            }
            (End::Node(node), End::Side(side)) | (End::Side(side), End::Node(node)) => {
                self.join(node, obstacle, |place, rotation| Space::side(place, (side + rotation) % SIDES));
                self.side_lines[hex.index()][side].insert(obstacle, node);
                self.outward[node.index()][side] = obstacle;
            }
            (End::Side(_), End::Side(_)) => return None,
        }
        Some(())
    }
}

/// Bounds that the rules rely on, so that no pack leads to a dead end or an overflow.
fn check_numbers(files: &Files, n: &Numbers, faults: &mut Vec<PackError>) {
    let mut want = |value: &Spanned<u8>, low: u8, high: u8, name: &str| {
        if !(low..=high).contains(value.get_ref()) {
            let what = format!("{name} is {}", value.get_ref());
            faults.push(files.at(NUMBERS, value.span(), what, format!("a number from {low} to {high}")));
        }
    };
    want(&n.actions, 1, 9, "actions");
    want(&n.hand_limit, 1, 9, "hand-limit");
    want(&n.starting_cards, 0, *n.hand_limit.get_ref(), "starting-cards");
    want(&n.cards_of_a_kind, 3, 9, "cards-of-a-kind");
    want(&n.planet_hits, 1, 9, "planet-hits");
    want(&n.infestation_hits, 1, 9, "infestation-hits");
    want(&n.infestation_hits_spores, 1, 9, "infestation-hits-spores");
    want(&n.group_size, 1, 3, "group-size");
    want(&n.move_all_actions, 1, 9, "move-all-actions");
    want(&n.repair_share, 1, 9, "repair-share");
    want(&n.raiders_of_distress, 1, 9, "raiders-of-distress");
    want(&n.offer_cards, 0, 3, "offer-cards");
    want(&n.offer_credits, 1, 10, "offer-credits");
    want(&n.raider.initiative, 1, 5, "raider.initiative");
    want(&n.bonus.docking_bay, 0, 4, "bonus.docking-bay");
    want(&n.bonus.sunhammer_ii_dice, 1, 4, "bonus.sunhammer-ii-dice");
    want(&n.bonus.sunhammer_ii_room, 0, 5, "bonus.sunhammer-ii-room");
    want(&n.bonus.extra_move_price, 1, 9, "bonus.extra-move-price");
    want(&n.bonus.festival, 1, 4, "bonus.festival");
    want(&n.bonus.maintenance_ships, 1, 99, "bonus.maintenance-ships");
    want(&n.bonus.meezle_credits, 1, 99, "bonus.meezle-credits");
    if n.scores.len() != 3 {
        faults.push(files.at(NUMBERS, 0..0, format!("{} score cards", n.scores.len()), "scores a, b and c"));
    }
}

fn check_editions(files: &Files, editions: &[EditionData], faults: &mut Vec<PackError>) {
    for edition in editions {
        let most: [(Kind, u8); 8] = [
            (Kind::Starfighter, 12),
            (Kind::Centipede, 8),
            (Kind::Diplomat, 3),
            (Kind::Starcruiser, 10),
            (Kind::Sunhammer, 4),
            (Kind::Moth, 6),
            (Kind::Infestor, 3),
            (Kind::Freighter, 2),
        ];
        let over = most.iter().find(|(kind, most)| edition.tokens(*kind) > *most);
        if let Some((kind, most)) = over {
            faults.push(files.at(
                EDITIONS,
                edition.tokens.span(),
                format!("too many {kind}"),
                format!("at most {most}"),
            ));
        }
        let two = edition.two_players.get_ref();
        if two.outer.iter().chain(&two.guarded).any(|&p| p >= SIDES) || ![2, 3, 4].iter().all(|p| two.outer.contains(p))
        {
            faults.push(files.at(
                EDITIONS,
                edition.two_players.span(),
                "the outer places of two players",
                "places 0 to 5, with 2, 3 and 4",
            ));
        }
    }
}

/// The most kinds that may share an initiative.
pub const SLOTS: usize = 6;

fn slots(ships: &[ShipData]) -> Vec<usize> {
    let level = |i: usize| *ships[i].initiative.get_ref();
    (0..ships.len()).map(|i| (0..i).filter(|&j| level(j) == level(i)).count()).collect()
}

fn check_ships(files: &Files, ships: &[ShipData], faults: &mut Vec<PackError>) {
    for ship in ships {
        for (value, low, high, what) in [
            (&ship.moves, 1, 9, "move"),
            (&ship.initiative, 1, 5, "initiative"),
            (&ship.dice, 1, 4, "dice"),
            (&ship.attack, 1, 7, "attack"),
        ] {
            if !(low..=high).contains(value.get_ref()) {
                let text = format!("the {what} of {}", ship.name);
                faults.push(files.at(SHIPS, value.span(), text, format!("a number from {low} to {high}")));
            }
        }
    }
    if let Some(i) = slots(ships).iter().position(|&s| s >= SLOTS) {
        faults.push(files.at(SHIPS, ships[i].initiative.span(), "too many kinds of one initiative", "at most 6"));
    }
}
