//! What is printed: typed tables from `data/`, checked whole.

mod check; // what must hold across files
mod claims; // what texts say
mod effects; // what is printed as a deed
mod numbers; // the numbers of the game
mod rows; // the rows of the tables
mod vocabulary; // an example of everything
mod words; // what effects are for players

use std::collections::BTreeMap;
use std::sync::OnceLock;

use astrarium_core::data::{Files, Pack, PackError, Reading, Spanned};
use astrarium_core::{Piece, Set};
use serde::Deserialize;

use self::check::*;
pub use self::effects::*;
pub use self::numbers::*;
pub use self::rows::{
    CardData, EmpireData, EventData, ExploreData, FactionData, PlanetData, RegionData, TechData, TechText, UnitData,
};
use self::rows::{Lane, Map};
pub use self::vocabulary::vocabulary;
pub use self::words::Words;
use crate::piece::*;

#[derive(Debug)]
pub struct Data {
    pub files: Files,
    pub numbers: Numbers,
    pub regions: Vec<RegionData>,
    /// Lanes and landings (E2-128).
    pub near: [Regions; REGIONS],
    /// Printed hazards of lanes.
    pub hazard: [[u8; REGIONS]; REGIONS],
    pub wormholes: Regions,
    /// Regions within this many steps, path tokens aside: what bots plan by.
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
                Some(Site::Orbit(planet)) => all.orbit[planet.index()].insert(card),
                Some(Site::Surface(planet)) => all.surface[planet.index()].insert(card),
                Some(Site::Core) => all.core.insert(card),
                Some(Site::Uninhabited(_)) => all.uninhabited.insert(card),
                Some(Site::Wormhole) => all.wormhole.insert(card),
                _ => {}
            }
        }
        all
    }
}

/// Places of a building track: four buildings of each kind (E2-024, E2-069).
pub const PLACES: usize = 4;

/// Technologies of a board.
pub const TECHS_EACH: usize = 5;

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
    const RELEASED: &'static [(&'static str, &'static str)] =
        &[("d94989d418bdbf94a6abee4652910344", "ef19246aa6f256bd11ee040becf5d3d5")];

    fn read(files: &Reading<'_>) -> Result<Data, Vec<PackError>> {
        let one = |e| vec![e];
        let numbers: Numbers = files.get(NUMBERS).map_err(one)?;
        let map: Map = files.get(MAP).map_err(one)?;
        let planets = table::<Planet, PlanetData>(files, PLANETS_FILE)?;
        let units = table::<Kind, UnitData>(files, UNITS)?;
        let factions = table::<Faction, FactionData>(files, FACTIONS)?;
        let techs = table::<Tech, TechText>(files, TECHS)?;
        let mut cards = table::<Card, CardData>(files, CARDS)?;
        let mut events = table::<Happening, EventData>(files, EVENTS)?;
        let mut empire = table::<Empire, EmpireData>(files, EMPIRE)?;
        let mut explore = table::<Explore, ExploreData>(files, EXPLORE)?;
        let mut faults = Vec::new();
        check_counts(files, &numbers, &mut faults);
        check_map(files, &map, &mut faults);
        check_planets(files, &planets, &mut faults);
        check_units(files, &units, &mut faults);
        check_factions(files, &factions, &mut faults);
        check_cards(files, &cards, &mut faults);
        check_effects(files, &cards, &events, &explore, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        let words = Words { planets: &planets, units: &units };
        for row in cards.iter_mut().filter(|row| row.text.is_empty() && !row.effects.is_empty()) {
            row.text = words.card(row);
        }
        for (event, row) in Happening::all().zip(&mut events).filter(|(_, row)| row.text.is_empty()) {
            row.text = words.event(event.planet(), &row.op);
        }
        explore.iter_mut().filter(|row| row.text.is_empty()).for_each(|row| row.text = words.effects(&row.effects));
        empire.iter_mut().filter(|row| row.text.is_empty()).for_each(|row| row.text = row.need.text());
        let (near, hazard) = lanes(&map.lane);
        let regions: Vec<RegionData> = map.region.into_values().collect();
        let hole = |r: &Region| *regions[r.index()].kind.get_ref() == Terrain::Wormhole;
        let wormholes = Region::all().filter(hole).collect();
        let within = within_steps(&near, wormholes);
        let files = (**files).clone();
        Ok(Data {
            files,
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

    fn files(&self) -> &Files {
        &self.files
    }

    fn claims(&self) -> Vec<PackError> {
        self.all_claims()
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
fn table<K, T>(files: &Reading<'_>, file: &str) -> Result<Vec<T>, Vec<PackError>>
where
    K: Piece + Ord + for<'de> Deserialize<'de> + std::fmt::Display,
    T: for<'de> Deserialize<'de>,
{
    let rows: BTreeMap<K, T> = files.get(file).map_err(|e| vec![e])?;
    let missing = K::all().filter(|k| !rows.contains_key(k));
    let faults: Vec<_> = missing.map(|k| files.at(file, 0..0, format!("[{k}] is missing"), format!("[{k}]"))).collect();
    if faults.is_empty() { Ok(rows.into_values().collect()) } else { Err(faults) }
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

    /// Two command, one under Scavenge (E2-108, E2-189, E2-190).
    pub fn any_action_price(&self, current: Option<Act>) -> u8 {
        let price = &self.numbers.price;
        if current == Some(Act::Scavenge) { price.scavenging } else { price.any_action }
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
