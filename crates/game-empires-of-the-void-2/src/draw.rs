//! View → scene: the galaxy with its lanes and hazards, planets in their orbits, fleets and tokens, and panels beside it.

mod panels;

use std::collections::BTreeMap;

use astrarium_core::scene::{Scene, Shape};
use astrarium_core::words::several;
use astrarium_core::{Drawing, Piece, Seat};

use crate::action::Action;
use crate::data::Data;
use crate::piece::*;
use crate::position::Site;
use crate::view::{PlanetView, RegionView, View};

const SIZE: i32 = 1000;
/// The map's own square is drawn a little smaller, so that words at its rim have room (E2-007, E2-P006).
const INSET: i32 = 56;
const ORBIT: i32 = 132;
/// The ninth planet lies beside another one.
const NARROW: i32 = 96;
const WORLD: i32 = 62;
const SMALL_WORLD: i32 = 50;
const HULL: i32 = 40;
/// From one ship of a fleet to the next, and how many fit in a row before one is drawn for all.
const STEP: i32 = 36;
const ABREAST: usize = 5;
const TOKEN: i32 = 28;
const BUILDING: i32 = 26;

impl Drawing for View {
    fn draw(&self) -> Scene {
        let picture = Picture { data: self.data.0, view: self };
        Scene {
            size: (SIZE, SIZE),
            shapes: picture.shapes(),
            panels: picture.panels(),
            seats: self.seats.iter().map(|s| picture.look(s)).collect(),
            heading: picture.heading(),
            ways: picture.ways(),
        }
    }
}

type Point = (i32, i32);

fn off((x, y): Point, dx: i32, dy: i32) -> Point {
    ((x + dx).clamp(0, SIZE), (y + dy).clamp(0, SIZE))
}

/// Draws from what is printed and what the viewer sees, from nothing else.
struct Picture<'a> {
    data: &'static Data,
    view: &'a View,
}

impl Picture<'_> {
    /// Surfaces lie in the middle of their orbits (E2-P005).
    fn at(&self, region: Region) -> Point {
        let place =
            if region.is_surface() { Region::orbit(region.slot().expect("a surface has a slot")) } else { region };
        let (x, y) = self.data.regions[place.index()].at;
        let scaled = |n: i32| INSET + n * (SIZE - 2 * INSET) / SIZE;
        (scaled(x), scaled(y))
    }

    /// Back to front: lanes, orbits, worlds, what lies there, fleets, names.
    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = self.lanes();
        let regions = || self.view.regions.iter().map(|(&region, seen)| (region, seen));
        shapes.extend(regions().filter(|(r, _)| r.is_orbit()).map(|(r, seen)| self.place(r, seen)));
        shapes.extend(regions().filter(|(r, _)| !r.is_orbit()).map(|(r, seen)| self.place(r, seen)));
        for (&planet, seen) in &self.view.planets {
            let surface = self.word(Region::surface(seen.slot));
            shapes.extend(self.favour(planet, seen).into_iter().map(|shape| shape.on(&surface)));
        }
        for (region, seen) in regions() {
            let lying = [self.tokens(region, seen), self.fleets(region, seen), self.buildings(region)];
            let word = self.word(region);
            shapes.extend(lying.into_iter().flatten().map(|shape| shape.on(&word)));
        }
        shapes
    }

    fn ways(&self) -> Vec<(String, String)> {
        let regions = || self.view.regions.keys().copied();
        let after = |a: Region| regions().filter(move |b| a < *b && self.data.near[a.index()].has(*b));
        regions().flat_map(|a| after(a).map(move |b| (self.word(a), self.word(b)))).collect()
    }

    /// What the region's shape is called: where planets are asked for, a surface has its planet's word.
    fn word(&self, region: Region) -> String {
        self.asked_planet(region).map_or_else(|| region.to_string(), |planet| planet.to_string())
    }

    fn asked_planet(&self, region: Region) -> Option<Planet> {
        self.view.planet_at(region).filter(|_| region.is_surface() && self.asks_for_planets())
    }

    /// A lane is a line; a hazard is drawn on it (E2-P004).
    fn lanes(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for &from in self.view.regions.keys() {
            let near = self.data.near[from.index()].iter();
            for to in near.filter(|to| *to > from && self.view.regions.contains_key(to)) {
                let (a, b) = (self.at(from), self.at(to));
                let hazard = self.data.hazard[from.index()][to.index()];
                if a == b {
                    continue;
                }
                let line = Shape::line(a, b).size(if hazard > 0 { 3 } else { 2 });
                shapes.push(if hazard > 0 { line.style("dashed") } else { line });
                if hazard > 0 {
                    let spot = on_the_way(a, b, hazard_share(from, to));
                    shapes.push(Shape::symbol(hazard_symbol(from, hazard), spot, 38).count(hazard).style("badge"));
                }
            }
        }
        shapes
    }

    fn place(&self, region: Region, seen: &RegionView) -> Shape {
        let (symbol, size) = match () {
            () if region.is_orbit() => ("dial", orbit(region)),
            () if region.is_surface() => (self.view.planet_at(region).map_or("void", world_symbol), WORLD),
            () if region.is_uninhabited() => (small_symbol(region), SMALL_WORLD),
            () if self.data.wormholes.has(region) => ("wormhole", 54),
            () if region == CORE => ("sun-blue", 76),
            () => ("token", 26),
        };
        let shape = Shape::symbol(symbol, self.at(region), size);
        let shape = match self.asked_planet(region) {
            Some(planet) => shape.id(planet).tip(self.planet_tip(planet)),
            None => shape.id(region).tip(self.tip(region, seen)),
        };
        let shape = if region.has_box() { shape.style("world").owner(seen.owner) } else { shape.style("plain") };
        let shape = if region.is_uninhabited() { shape.label(&self.data.regions[region.index()].name) } else { shape };
        let group = self.view.group.as_ref().is_some_and(|g| g.at == region);
        let battle = self.view.battle.as_ref().is_some_and(|b| b.at == region);
        let courted = region.is_surface() && self.view.courted.is_some_and(|p| self.view.planet_at(region) == Some(p));
        if group || battle || courted { shape.style("ringed") } else { shape }
    }

    /// Then a world has the id of its planet; else the medal has it, and the world has that of the surface.
    fn asks_for_planets(&self) -> bool {
        let names = |a: &Action| matches!(a, Action::Court(_) | Action::ChoosePlanet(_) | Action::Infest(_));
        self.view.answers.iter().any(names)
    }

    /// The planet's name with what it is worth, its ally, and everybody's influence.
    fn favour(&self, planet: Planet, seen: &PlanetView) -> Vec<Shape> {
        let row = self.data.planet(planet);
        let region = Region::orbit(seen.slot);
        let (at, size) = (self.at(region), orbit(region));
        let below = at.1 < SIZE / 6 || size == NARROW;
        let top = off(at, 0, if below { size / 2 + 12 } else { -size / 2 - 10 });
        let name = Shape::text(&row.name, top, 22).style("title");
        let mut shapes = vec![if seen.razed { name.style("dim") } else { name }];
        let beside = size / 2 + 10;
        let medal = off(at, -beside, -30);
        let medal = Shape::symbol("influence", medal, 34).count(row.influence).style("badge");
        let called = !self.asks_for_planets();
        shapes.push(if called { medal.id(planet).tip(self.planet_tip(planet)) } else { medal });
        if let Some(ally) = seen.ally {
            shapes
                .push(Shape::symbol("ally", off(at, beside, -30), 30).owner(Some(ally)).style("plain").tip("the ally"));
        }
        for (k, (&seat, n)) in seen.influence.iter().enumerate() {
            let spot = off(at, -beside, 6 + 23 * k as i32);
            shapes.push(Shape::symbol("chip", spot, 22).owner(Some(seat)).count(n).tip("influence"));
        }
        shapes
    }

    /// What lies in a region, in a row under it.
    fn tokens(&self, region: Region, seen: &RegionView) -> Vec<Shape> {
        let mut lying: Vec<(&'static str, u8, &'static str)> = Vec::new();
        lying.extend(seen.explore.then_some(("scanner", 1, "an explore token")));
        lying.extend(seen.face_down.then_some(("die-hidden", 1, "a good, face down")));
        lying.extend(seen.goods.iter().map(|(&g, &n)| (good_symbol(g), n, g.word())));
        lying.extend((seen.fungus > 0).then_some(("gas", seen.fungus, "fungus")));
        lying.extend(seen.path.then_some(("wormhole", 1, "a path token: this is a wormhole")));
        let row = match () {
            () if region.is_orbit() => off(self.at(region), 0, orbit(region) / 2 - 4),
            () if region.is_surface() => off(self.at(region), 0, -WORLD / 2 + 6),
            () if region.is_uninhabited() => off(self.at(region), 0, -SMALL_WORLD / 2 - 4),
            () => off(self.at(region), 0, 22),
        };
        let step = TOKEN + 2;
        let left = step * (lying.len() as i32 - 1) / 2;
        let token = |(k, (symbol, n, tip)): (usize, (&'static str, u8, &'static str))| {
            let shape = Shape::symbol(symbol, off(row, step * k as i32 - left, 0), TOKEN).tip(tip);
            if n > 1 { shape.count(n) } else { shape }
        };
        let mut shapes: Vec<Shape> = lying.into_iter().enumerate().map(token).collect();
        let guard = off(self.at(region), 0, 4);
        shapes.extend(
            seen.sarkeen
                .then(|| Shape::symbol("monster", guard, 40).tip("Sarkeen Regency: a group that enters must attack")),
        );
        shapes.extend(
            seen.doom
                .then(|| Shape::symbol("dreadnought", guard, 48).tip("a Kurross dreadnought on its way to Valka VII")),
        );
        shapes
    }

    /// Buildings are to the right of their world, above its fleets.
    fn buildings(&self, region: Region) -> Vec<Shape> {
        let (mut shapes, mut k) = (Vec::new(), 0);
        let beside = if region.is_surface() { WORLD } else { SMALL_WORLD } / 2 + BUILDING / 2;
        for (seat, seen) in Seat::first(self.view.seats.len()).zip(&self.view.seats) {
            for (&work, sites) in &seen.buildings {
                for _ in sites.iter().filter(|s| **s == Site::Region(region)) {
                    let at = off(self.at(region), beside, BUILDING * (k - 1));
                    let shape = Shape::symbol(work_symbol(work), at, BUILDING).owner(Some(seat));
                    shapes.push(shape.style("plain").style("inked").tip(work.word()));
                    k += 1;
                }
            }
        }
        shapes
    }

    /// Units side by side, each kind of each seat with its number; where they are many, a Worldship and one ship for all others.
    fn fleets(&self, region: Region, seen: &RegionView) -> Vec<Shape> {
        let mut ships = Vec::new();
        let crowded = seen.units.values().map(BTreeMap::len).sum::<usize>() > ABREAST;
        for (&seat, units) in &seen.units {
            let owned =
                |symbol: &'static str| Shape::symbol(symbol, (0, 0), HULL).owner(Some(seat)).tip(self.units_tip(units));
            let many = |symbol, n: u8| if n > 1 { owned(symbol).count(n).style("badge") } else { owned(symbol) };
            ships
                .extend(units.contains_key(&Kind::Worldship).then(|| owned("worldship").size(HULL + 6).style("plain")));
            let others = || units.iter().filter(|(k, _)| **k != Kind::Worldship);
            let rest: u8 = others().map(|(_, n)| n).sum();
            match rest {
                1.. if crowded => ships.push(many(fleet_symbol(units), rest)),
                _ => ships.extend(others().map(|(k, n)| many(unit_symbol(*k), *n))),
            }
        }
        let at = self.at(region);
        let row = match () {
            () if region.is_orbit() => off(at, 0, -orbit(region) / 2 + 24),
            () if region.is_surface() => off(at, 0, 28),
            () if region.is_uninhabited() => off(at, 0, 8),
            () => off(at, 0, -24),
        };
        let wide = STEP * (ships.len() as i32 - 1);
        let left = (row.0 - wide / 2).min(SIZE - HULL - wide).max(HULL);
        let place = |(k, ship): (usize, Shape)| Shape { at: (left + STEP * k as i32, row.1), ..ship };
        ships.into_iter().enumerate().map(place).collect()
    }

    fn tip(&self, region: Region, seen: &RegionView) -> String {
        let row = &self.data.regions[region.index()];
        let mut parts = vec![self.view.place_name(region)];
        if region.is_uninhabited() {
            let spaces = several(row.spaces.into(), "build space");
            parts.push(format!("control {} VP, income {}, {spaces}", row.control, row.income));
        }
        if self.data.wormholes.has(region) || seen.path {
            parts.push("linked with all wormholes".into());
        }
        parts.extend(seen.owner.map(|s| format!("controlled by {}", self.name(s))));
        parts.extend(seen.units.iter().map(|(&s, units)| format!("{}: {}", self.name(s), self.units_tip(units))));
        parts.extend((seen.fungus > 0).then(|| format!("{} fungus", seen.fungus)));
        parts.join("; ")
    }

    fn planet_tip(&self, planet: Planet) -> String {
        let row = self.data.planet(planet);
        let markers = self.view.planets[&planet].influence.iter().map(|(&s, n)| format!("{} {n}", self.name(s)));
        let markers = markers.collect::<Vec<_>>().join(", ");
        format!(
            "{}: influence {} VP, control {} VP, income {}, {}, landing hazard {}, natives {} and {} power. Ally: {} \
             Influence: {}",
            row.species,
            row.influence,
            row.control,
            row.income,
            several(row.spaces.into(), "build space"),
            row.landing,
            dice(row.natives.dice),
            row.natives.power,
            row.text,
            if markers.is_empty() { "none" } else { &markers }
        )
    }

    fn units_tip(&self, units: &BTreeMap<Kind, u8>) -> String {
        units.iter().map(|(k, n)| format!("{n} {}", self.data.unit(*k).name)).collect::<Vec<_>>().join(", ")
    }

    fn name(&self, seat: Seat) -> &str {
        let seen = &self.view.seats[seat.index()];
        seen.faction.map_or(seen.name, |f| &self.data.faction(f).name)
    }
}

/// “1 die”, “2 dice”.
fn dice(n: u8) -> String {
    if n == 1 { format!("{n} die") } else { format!("{n} dice") }
}

fn orbit(region: Region) -> i32 {
    if region.slot() == Some(SLOTS - 1) { NARROW } else { ORBIT }
}

/// Hazards keep away from worlds and their names: a share of the way in hundredths.
fn hazard_share(from: Region, to: Region) -> i32 {
    match () {
        () if to.is_uninhabited() => 33,
        () if from.is_orbit() => 62,
        () => 55,
    }
}

fn on_the_way(a: Point, b: Point, share: i32) -> Point {
    (a.0 + (b.0 - a.0) * share / 100, a.1 + (b.1 - a.1) * share / 100)
}

/// Ion storms lie around the Core, nebulae by the wormholes, rocks elsewhere.
fn hazard_symbol(from: Region, hazard: u8) -> &'static str {
    match hazard {
        _ if from == CORE => "energy",
        0..=3 => "asteroids",
        _ => "nebula",
    }
}

fn world_symbol(planet: Planet) -> &'static str {
    match planet {
        Planet::Corzar => "planet-red",
        Planet::KorloZan => "planet-violet",
        Planet::Emrok => "planet-orange",
        Planet::Ithessa => "planet-blue",
        Planet::Brael => "planet-yellow",
        Planet::Omdur => "planet-terra",
        Planet::Yssiril => "planet-ice",
        Planet::Tavakar => "planet-green",
        Planet::NuunVess => "planet-toxic",
        Planet::ValkaVii => "planet-ash",
    }
}

/// Inner and outer small planets look alike among themselves (E2-P002, E2-316).
fn small_symbol(region: Region) -> &'static str {
    let inner = UNINHABITED.iter().take(SMALL / 2).any(|r| r == region);
    if inner { "moon-inner" } else { "moon-middle" }
}

/// The stateliest ship of a fleet.
fn fleet_symbol(units: &BTreeMap<Kind, u8>) -> &'static str {
    let first = units.keys().find(|k| **k != Kind::Worldship).copied();
    unit_symbol(first.unwrap_or(Kind::Starfarer))
}

fn unit_symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Worldship => "worldship",
        Kind::StarSloop => "cruiser",
        Kind::Starfarer => "fighter",
        Kind::WarBot => "robot",
        Kind::LumenDrone | Kind::LaneRunner => "scout",
        Kind::HaulGuard | Kind::DrillMole => "transport",
        Kind::Reaver | Kind::Enforcer | Kind::MagmaGolem => "infantry",
        Kind::Dreamer | Kind::Sporeling | Kind::AshMonk => "astronaut",
    }
}

fn good_symbol(good: Good) -> &'static str {
    match good {
        Good::Artifact => "artifact",
        Good::Metal => "metal",
        Good::Lifeform => "life",
    }
}

fn work_symbol(work: Work) -> &'static str {
    match work {
        Work::City => "industry",
        Work::Base => "fortress",
        Work::Academy => "atom",
    }
}
