//! The table as a scene: map, action track, a panel for every seat.

use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatLook, SeatState, Shape};
use astrarium_core::{Piece, Seat};

use crate::data::Data;
use crate::piece::*;
use crate::state::State;
use crate::view::{RegionView, SeatView, View};

const SIZE: (i32, i32) = (1040, 1040);
const COLOURS: [&str; SEATS] = ["blue", "violet", "red", "green", "yellow"];

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let sketch = Sketch { data: self.data.0, view };
        Scene {
            size: SIZE,
            shapes: sketch.shapes(self),
            panels: sketch.panels(),
            seats: view.seats.iter().map(look).collect(),
            heading: sketch.heading(),
        }
    }
}

fn look(seat: &SeatView) -> SeatLook {
    let state = match seat.place {
        Some(1) => SeatState::Winner,
        Some(_) => SeatState::Done,
        None if seat.deciding => SeatState::Deciding,
        None => SeatState::Waiting,
    };
    let colour = seat.faction.map_or("none", |f| COLOURS[f.index()]);
    SeatLook { name: seat.name.into(), colour, points: i32::from(seat.vp), state }
}

struct Sketch<'a> {
    data: &'static Data,
    view: &'a View,
}

impl Sketch<'_> {
    fn at(&self, region: Region) -> (i32, i32) {
        let (x, y) = self.data.regions[region.index()].at;
        (x + 20, y + 20)
    }

    fn heading(&self) -> String {
        let over = self.view.seats.iter().any(|s| s.place.is_some());
        match self.view.token {
            _ if over => "The game is over".into(),
            _ if self.view.setting_up => "Setting up".into(),
            Some(act) => format!("{act}, {} cards left", self.view.deck),
            None => format!("{} cards left", self.view.deck),
        }
    }

    fn shapes(&self, state: &State) -> Vec<Shape> {
        let mut shapes = self.lanes(state);
        for (&region, seen) in &self.view.regions {
            shapes.push(self.place(region, seen));
            shapes.extend(self.tokens(region, seen));
        }
        for (&planet, seen) in &self.view.planets {
            let (x, y) = self.at(Region::orbit(seen.slot));
            let name = &self.data.planet(planet).name;
            let at = (x.clamp(60, SIZE.0 - 60), (y - 56).max(16));
            shapes.push(Shape::text(name.clone(), at, 20).id(planet).tip(self.planet_tip(planet)));
        }
        shapes
    }

    fn lanes(&self, state: &State) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for from in state.board().iter() {
            for to in self.data.near[from.index()].iter().filter(|&to| to > from && state.board().has(to)) {
                let hazard = self.data.hazard[from.index()][to.index()];
                let (a, b) = (self.at(from), self.at(to));
                let line = Shape::line(a, b).style("faint");
                shapes.push(if hazard > 0 { line.style("dashed") } else { line });
                if hazard > 0 {
                    let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
                    shapes.push(Shape::symbol("warning", middle, 26).count(hazard));
                }
            }
        }
        shapes
    }

    fn place(&self, region: Region, seen: &RegionView) -> Shape {
        let planet = self.view.planets.iter().find(|(_, p)| Some(p.slot) == region.slot()).map(|(p, _)| *p);
        let (symbol, size) = match () {
            () if region.is_orbit() => ("void", 62),
            () if region.is_surface() => (planet_symbol(planet), 46),
            () if region.is_uninhabited() => ("moon-middle", 44),
            () if self.data.wormholes.has(region) => ("wormhole", 44),
            () if region == CORE => ("sun", 44),
            () => ("token", 30),
        };
        let shape = Shape::symbol(symbol, self.at(region), size).id(region).tip(self.tip(region, seen));
        let shape = if region.has_box() { shape.style("world").owner(seen.owner) } else { shape.style("plain") };
        let busy = self.view.group.as_ref().is_some_and(|g| g.at == region)
            || self.view.battle.as_ref().is_some_and(|b| b.at == region);
        if busy { shape.style("ringed") } else { shape }
    }

    /// Units by seat, and what lies in the region.
    fn tokens(&self, region: Region, seen: &RegionView) -> Vec<Shape> {
        let (x, y) = self.at(region);
        let spot = |dx: i32, dy: i32| ((x + dx).clamp(12, SIZE.0 - 12), (y + dy).clamp(12, SIZE.1 - 12));
        let mut shapes = Vec::new();
        for (k, (&seat, units)) in seen.units.iter().enumerate() {
            let n: u8 = units.values().sum();
            let symbol = if units.contains_key(&Kind::Worldship) { "worldship" } else { "fighter" };
            let at = spot(-34 + 26 * (k as i32 % 3), if region.is_surface() { 26 } else { -26 });
            shapes.push(
                Shape::symbol(symbol, at, 30).owner(Some(Seat(seat))).count(n).style("badge").tip(units_tip(units)),
            );
        }
        let mut lying: Vec<(&'static str, String)> = Vec::new();
        lying.extend(seen.sarkeen.then(|| ("monster", String::new())));
        lying.extend(seen.doom.then(|| ("dreadnought", String::new())));
        lying.extend(seen.explore.then(|| ("uncharted", String::new())));
        lying.extend(seen.face_down.then(|| ("die-hidden", String::new())));
        lying.extend(seen.goods.iter().map(|(&g, n)| (good_symbol(g), n.to_string())));
        lying.extend((seen.fungus > 0).then(|| ("life", seen.fungus.to_string())));
        lying.extend(seen.path.then(|| ("wormhole", String::new())));
        for (k, (symbol, n)) in lying.into_iter().enumerate() {
            shapes.push(Shape::symbol(symbol, spot(28, -8 + 20 * k as i32), 22).count(n).style("minor"));
        }
        shapes
    }

    fn tip(&self, region: Region, seen: &RegionView) -> String {
        let name = &self.data.regions[region.index()].name;
        let mut parts = vec![if name.is_empty() { region.to_string() } else { format!("{name} ({region})") }];
        parts.extend(seen.owner.map(|s| format!("controlled by {}", self.view.seats[s.index()].name)));
        parts.extend(seen.sarkeen.then(|| "Sarkeen Regency".to_string()));
        parts.extend(seen.doom.then(|| "the dreadnought".to_string()));
        for (&seat, units) in &seen.units {
            parts.push(format!("{}: {}", self.view.seats[usize::from(seat)].name, units_tip(units)));
        }
        parts.extend((seen.fungus > 0).then(|| format!("{} fungus", seen.fungus)));
        parts.join("; ")
    }

    fn planet_tip(&self, planet: Planet) -> String {
        let row = self.data.planet(planet);
        let seen = &self.view.planets[&planet];
        let markers = seen.influence.iter().map(|(&s, n)| format!("{} {n}", self.view.seats[usize::from(s)].name));
        let markers: Vec<_> = markers.collect();
        format!(
            "{}: influence {} VP, control {} VP, natives {} dice and {} power. {} Influence: {}",
            row.species,
            row.influence,
            row.control,
            row.natives.dice,
            row.natives.power,
            row.text,
            if markers.is_empty() { "none".into() } else { markers.join(", ") }
        )
    }

    fn panels(&self) -> Vec<Panel> {
        let mut panels = vec![self.track()];
        panels.extend((0..self.view.seats.len()).map(|k| self.seat_panel(k)));
        panels
    }

    fn track(&self) -> Panel {
        let item = |act: Act| {
            let credits = self.view.action_credits[&act];
            let item = Item::new(act.word(), if credits > 0 { credits.to_string() } else { String::new() }).id(act);
            if self.view.token == Some(act) { item.style("here") } else { item }
        };
        let mut groups =
            vec![Group { title: "Actions".into(), layout: Layout::Track, items: Act::all().map(item).collect() }];
        if !self.view.factions.is_empty() {
            let items = self.view.factions.iter().map(|&f| Item::new(&self.data.faction(f).name, "").id(f)).collect();
            groups.push(Group { title: "Factions".into(), layout: Layout::Cards, items });
        }
        let event = |&e: &Happening| Item::new(&self.data.event(e).name, "").tip(&self.data.event(e).text);
        let items: Vec<Item> = self.view.events.iter().map(event).collect();
        if !items.is_empty() {
            groups.push(Group { title: "Events".into(), layout: Layout::Cards, items });
        }
        Panel { id: "actions".into(), title: "Action track".into(), seat: None, groups }
    }

    fn seat_panel(&self, k: usize) -> Panel {
        let seat = &self.view.seats[k];
        let own = self.view.viewer == Some(Seat(k as u8));
        let counter = |label: &str, symbol, value: String| Item::new(label, value).symbol(symbol);
        let mut counters = vec![
            counter("VP", "star", seat.vp.to_string()),
            counter("credits", "credits", seat.credits.to_string()),
            counter("command", "command", format!("{}/{}", seat.command, seat.command_max)),
            counter("income", "industry", seat.income.to_string()),
            counter("cards", "card", format!("{}/{}", seat.cards, seat.hand_limit)),
            counter("Empire cards", "crown", seat.empire_cards.to_string()),
        ];
        let goods = seat.goods.iter().map(|(&g, n)| counter(g.word(), good_symbol(g), n.to_string()));
        counters.extend(goods);
        let mut groups = vec![Group { title: String::new(), layout: Layout::Counters, items: counters }];
        let works = Work::all().map(|w| Item::new(w.word(), seat.buildings[&w].len()).symbol(work_symbol(w)));
        groups.push(Group { title: "Buildings".into(), layout: Layout::Counters, items: works.collect() });
        if let Some(faction) = seat.faction {
            groups.push(Group {
                title: "Technologies".into(),
                layout: Layout::Cards,
                items: self.techs(seat, faction, own),
            });
        }
        let cards = seat.hand.iter().map(|&c| {
            let row = self.data.card(c);
            let item = Item::new(&row.name, row.power).symbol("card").tip(&row.text);
            if own { item.id(c) } else { item }
        });
        let cards: Vec<Item> = cards.collect();
        if !cards.is_empty() {
            groups.push(Group { title: "Hand".into(), layout: Layout::Cards, items: cards });
        }
        let offered = if own { &self.view.offered[..] } else { &[] };
        let empire = seat.empire.iter().chain(offered).map(|&c| {
            let row = self.data.empire(c);
            let item = Item::new(&row.name, row.vp).symbol("crown").tip(&row.text);
            if own { item.id(c) } else { item }
        });
        let empire: Vec<Item> = empire.collect();
        if !empire.is_empty() {
            groups.push(Group { title: "Empire".into(), layout: Layout::Cards, items: empire });
        }
        Panel { id: format!("seat-{k}"), title: seat.name.into(), seat: Some(Seat(k as u8)), groups }
    }

    fn techs(&self, seat: &SeatView, faction: Faction, own: bool) -> Vec<Item> {
        let item = |row: &crate::data::TechData| {
            let text = self.data.tech(row.id);
            let laid: u8 = seat.bench.get(&row.id).map_or(0, |b| b.values().sum());
            let have = seat.technologies.contains(&row.id);
            let value = if have { String::new() } else { format!("{laid}/{}", row.goods.len()) };
            let item = Item::new(&text.name, value).symbol("research").tip(&text.text);
            let item = if own { item.id(row.id) } else { item };
            if have { item.style("have") } else { item }
        };
        self.data.faction(faction).tech.get_ref().iter().map(item).collect()
    }
}

fn units_tip(units: &std::collections::BTreeMap<Kind, u8>) -> String {
    units.iter().map(|(k, n)| format!("{n} {k}")).collect::<Vec<_>>().join(", ")
}

fn planet_symbol(planet: Option<Planet>) -> &'static str {
    match planet {
        Some(Planet::Corzar) => "planet-red",
        Some(Planet::KorloZan) => "planet-violet",
        Some(Planet::Emrok) => "planet-orange",
        Some(Planet::Ithessa) => "planet-blue",
        Some(Planet::Brael) => "planet-yellow",
        Some(Planet::Omdur) => "planet-terra",
        Some(Planet::Yssiril) => "planet-ice",
        Some(Planet::Tavakar) => "planet-green",
        Some(Planet::NuunVess) => "planet-toxic",
        _ => "planet-ash",
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
        Work::Base => "starbase",
        Work::Academy => "research",
    }
}
