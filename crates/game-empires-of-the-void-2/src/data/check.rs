//! What must hold across a pack: counts, lanes, whole deliveries.

use astrarium_core::data::{Files, PackError, Spanned};
use astrarium_core::{Piece, Set};

use super::rows::Map;
use super::*;

pub(super) fn check_counts(files: &Files, numbers: &Numbers, faults: &mut Vec<PackError>) {
    let counts: Vec<u8> = numbers.count.iter().map(|c| c.get_ref().players).collect();
    if counts != [2, 3, 4, 5] {
        let span = numbers.count.first().map_or(0..0, Spanned::span);
        faults.push(files.at(NUMBERS, span, format!("the counts are for {counts:?} players"), "2, 3, 4 and 5"));
    }
}

pub(super) fn check_map(files: &Files, map: &Map, faults: &mut Vec<PackError>) {
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

pub(super) fn check_planets(files: &Files, planets: &[PlanetData], faults: &mut Vec<PackError>) {
    for (planet, row) in Planet::all().zip(planets) {
        if *row.ability.get_ref() != planet.ability() {
            let what = format!("{planet} has the ability {}", row.ability.get_ref());
            faults.push(files.at(PLANETS_FILE, row.ability.span(), what, planet.ability().word()));
        }
    }
}

pub(super) fn check_units(files: &Files, units: &[UnitData], faults: &mut Vec<PackError>) {
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

pub(super) fn check_factions(files: &Files, factions: &[FactionData], faults: &mut Vec<PackError>) {
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

pub(super) fn check_cards(files: &Files, cards: &[CardData], faults: &mut Vec<PackError>) {
    for (card, row) in Card::all().zip(cards) {
        let half = row.from.is_some() != row.to.is_some() || row.from.is_some() && row.effects.is_empty();
        let far = matches!(row.from, Some(Site::OwnUninhabited | Site::OwnBuilding | Site::Node(_)));
        let other = matches!(row.from, Some(Site::OtherOrbit(_) | Site::OtherSurface(_)));
        if half || far || other {
            faults.push(files.at(
                CARDS,
                files.row(CARDS, card.word()),
                format!("[{card}] is no whole delivery"),
                "from, to and effects",
            ));
        }
    }
}

/// Movements begin on action cards only, and only what is found or delivered is “here”.
pub(super) fn check_effects(
    files: &Files,
    cards: &[CardData],
    events: &[EventData],
    explore: &[ExploreData],
    faults: &mut Vec<PackError>,
) {
    let mut want = |file, row: String, effects: &[Effect], moves: bool, here: bool| {
        if !moves && effects.iter().any(|effect| effect.moves()) {
            let what = format!("[{row}] moves units, although a movement may be under way");
            faults.push(files.at(file, files.row(file, &row), what, "free-move, raid and jump on action cards only"));
        }
        if !here && effects.iter().any(|effect| effect.is_here()) {
            let what = format!("[{row}] does something “here”, although nobody has arrived");
            faults.push(files.at(
                file,
                files.row(file, &row),
                what,
                "effects with “here” on deliveries and explore tokens only",
            ));
        }
    };
    for (card, row) in Card::all().zip(cards) {
        want(CARDS, card.to_string(), &row.effects, row.is_action(), !row.is_action());
    }
    for (event, row) in Happening::all().zip(events) {
        if let Op::Quest { reward, .. } = &row.op {
            want(EVENTS, event.to_string(), reward, false, false);
        }
    }
    for (token, row) in Explore::all().zip(explore) {
        want(EXPLORE, token.to_string(), &row.effects, false, true);
    }
}
