//! What is printed: typed tables from `data/`, checked whole.

mod check; // what the rules rely on
mod claims; // what texts say
mod map; // the lines of the hexagons
mod rows; // what a row says

use std::collections::BTreeMap;
use std::sync::OnceLock;

use astrarium_core::data::{Files, Pack, PackError, Reading, Spanned, circle, reached};
use astrarium_core::{Piece, Set};
use serde::de::DeserializeOwned;

use self::check::{check_editions, check_numbers, check_ships};
use self::map::map;
pub use self::map::{Lines, Map};
use self::rows::TechRow;
pub use self::rows::*;
use crate::piece::*;

#[derive(Debug)]
pub struct Data {
    pub files: Files,
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
    const RELEASED: &'static [(&'static str, &'static str)] =
        &[("257ed8e2d3651f37e027cd5363b788e8", "7a5a550b7f2934fc8e5cb76afce0d686")];

    fn read(files: &Reading<'_>) -> Result<Data, Vec<PackError>> {
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
        let files = (**files).clone();
        Ok(Data {
            files,
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

    /// What the dice of diplomacy must reach, by cards shown; five or more count as four (EV-142).
    pub fn diplomacy_target(&self, cards: u8) -> i16 {
        let targets = self.numbers.diplomacy_targets;
        targets[usize::from(cards.saturating_sub(1)).min(targets.len() - 1)]
    }

    /// The price of this many tokens of the capital city together (KU-103).
    pub fn capital_price(&self, number: Amount) -> u16 {
        let prices = self.numbers.council_prices;
        prices[usize::from(number.0 - 1).min(prices.len() - 1)]
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
    files: &Reading<'_>,
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
    faults.extend(
        rows.keys()
            .map(|k| files.at(name, files.row(name, k), format!("there is no “{k}”"), "only rows that are known")),
    );
    found
}

fn planets(files: &Reading<'_>, faults: &mut Vec<PackError>) -> Vec<PlanetData> {
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

fn technologies(files: &Reading<'_>, faults: &mut Vec<PackError>) -> [Vec<Option<TechData>>; 2] {
    let mut rows: BTreeMap<Edition, BTreeMap<Spanned<Tech>, TechRow>> = match files.get(TECHNOLOGIES) {
        Ok(rows) => rows,
        Err(fault) => {
            faults.push(fault);
            return Default::default();
        }
    };
    [Edition::First, Edition::Key].map(|edition| {
        let rows = rows.remove(&edition).unwrap_or_default();
        check_tree(files, &rows, faults);
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

/// Each technology is reached by arrows from one that needs nothing (EV-067).
fn check_tree(files: &Files, rows: &BTreeMap<Spanned<Tech>, TechRow>, faults: &mut Vec<PackError>) {
    let all = |fits: &dyn Fn(&TechRow) -> bool| -> Set<Tech> {
        rows.iter().filter(|(_, row)| fits(row)).map(|(tech, _)| *tech.get_ref()).collect()
    };
    let open = reached(all(&|row| row.needs.is_empty()), |tech| all(&|row| row.needs.contains(&tech)));
    let needs = |tech: Tech| -> Set<Tech> {
        let row = rows.iter().find(|(other, _)| *other.get_ref() == tech);
        row.into_iter().flat_map(|(_, row)| row.needs.iter().copied()).collect()
    };
    for tech in rows.keys().filter(|tech| !open.has(*tech.get_ref())) {
        let why = circle(*tech.get_ref(), needs).unwrap_or_else(|| "what it needs is not there".into());
        let what = format!("nobody can ever research {}: {why}", tech.get_ref());
        faults.push(files.at(TECHNOLOGIES, tech.span(), what, "arrows from a technology that needs nothing"));
    }
}

/// The most kinds that may share an initiative.
pub const SLOTS: usize = 6;

fn slots(ships: &[ShipData]) -> Vec<usize> {
    let level = |i: usize| *ships[i].initiative.get_ref();
    (0..ships.len()).map(|i| (0..i).filter(|&j| level(j) == level(i)).count()).collect()
}
