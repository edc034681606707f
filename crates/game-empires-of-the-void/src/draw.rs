//! View → scene: hexagons with lanes, obstacles, worlds and fleets; a panel for each seat, the cards, the objectives.

use astrarium_core::Piece;
use astrarium_core::scene::{Form, Group, Item, Layout, Panel, Scene, SeatLook, SeatState, Shape};

use crate::piece::*;
use crate::state::{Phase, State};
use crate::view::{SeatView, View, WorldView};

/// The middles of the places, and of the home worlds by corner, on a board of 1000 by 1000.
const MIDDLES: [(i32, i32); HEXES] =
    [(500, 257), (710, 379), (710, 621), (500, 743), (290, 621), (290, 379), (500, 500)];
const CORNERS: [(i32, i32); SIDES] = [(710, 160), (890, 500), (710, 840), (290, 840), (110, 500), (290, 160)];
/// The sides of a hexagon of radius 100, and its corner points.
const EDGES: [(i32, i32); SIDES] = [(0, -87), (75, -43), (75, 43), (0, 87), (-75, 43), (-75, -43)];
const POINTS: [(i32, i32); SIDES] = [(-50, -87), (50, -87), (100, 0), (50, 87), (-50, 87), (-100, 0)];
/// Sixths of a turn in thousandths.
const COS: [i32; SIDES] = [1000, 500, -500, -1000, -500, 500];
const SIN: [i32; SIDES] = [0, 866, 866, 0, -866, -866];
/// Where the fleets of the seats stand around a space.
const FLEETS: [(i32, i32); SEATS] = [(-17, -17), (17, -17), (17, 17), (-17, 17)];

/// From a hexagon's units to the board's.
fn scaled((x, y): (i32, i32), middle: (i32, i32)) -> (i32, i32) {
    (middle.0 + x * 14 / 10, middle.1 + y * 14 / 10)
}

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let mut shapes = Vec::new();
        self.draw_hexagons(view, &mut shapes);
        self.draw_lanes(&mut shapes);
        self.board.iter().for_each(|s| shapes.push(self.draw_space(s, view)));
        self.draw_marks(view, &mut shapes);
        self.draw_fleets(view, &mut shapes);
        if self.phase == Phase::Corners {
            let corners = Corner::all().map(|c| Shape::symbol("target", CORNERS[c.index()], 60).id(c).label(c.word()));
            shapes.extend(corners);
        }
        let mut panels: Vec<Panel> = view.seats.iter().map(|s| self.draw_seat(s, view.viewer)).collect();
        panels.push(self.draw_table(view));
        Scene {
            size: (1000, 1000),
            shapes,
            panels,
            seats: view.seats.iter().map(look).collect(),
            heading: if view.round == 0 { "Setup".into() } else { format!("Round {}, {}", view.round, view.stop) },
        }
    }

    /// Where a space lies on the board.
    fn at(&self, space: Space) -> (i32, i32) {
        if let Some(colour) = space.home() {
            return self.players[colour].corner.map_or((0, 0), |c| CORNERS[c.index()]);
        }
        if !space.is_node() {
            let (place, direction) = space.halves()[0].expect("a side has a half");
            return scaled(EDGES[direction], MIDDLES[place]);
        }
        let hex = self.data.0.map.hex[space.index()];
        let turn = usize::from(self.rotation[hex.index()]);
        let (x, y) = self.data.0.map.at[space.index()];
        let turned = ((x * COS[turn] - y * SIN[turn]) / 1000, (x * SIN[turn] + y * COS[turn]) / 1000);
        scaled(turned, MIDDLES[self.place_of(hex).unwrap_or(CENTRE)])
    }

    fn draw_hexagons(&self, view: &View, shapes: &mut Vec<Shape>) {
        for &(hex, place, _) in &view.hexagons {
            let corners = POINTS.iter().map(|&p| scaled(p, (0, 0))).collect();
            shapes.push(Shape::new(Form::Area(corners), MIDDLES[place], 280).id(hex));
        }
    }

    /// Lines, and what lies on them.
    fn draw_lanes(&self, shapes: &mut Vec<Shape>) {
        let mut marks = Vec::new();
        for from in self.board {
            for to in self.lines(from).iter().filter(|&to| to.0 > from.0 && self.board.has(to)) {
                let (a, b) = (self.at(from), self.at(to));
                shapes.push(Shape::line(a, b));
                if let Some(obstacle) = self.obstacles(from, to)[0] {
                    let symbol = match obstacle {
                        Obstacle::Asteroids => "asteroids",
                        Obstacle::Mines => "mines",
                        Obstacle::Defenses => "monster",
                    };
                    let middle = ((a.0 + b.0) / 2, (a.1 + b.1) / 2);
                    marks.push(Shape::symbol(symbol, middle, 22).tip(obstacle.word()));
                }
            }
        }
        shapes.append(&mut marks);
    }

    fn draw_space(&self, space: Space, view: &View) -> Shape {
        let at = self.at(space);
        if let Some(world) = view.worlds.get(&space) {
            return self.draw_world(space, at, world);
        }
        let symbol = if self.asteroid_spaces().has(space) { "asteroids" } else { "moon-outer" };
        let size = if space.is_node() { 26 } else { 20 };
        Shape::symbol(symbol, at, size).id(space).tip(space.word())
    }

    fn draw_world(&self, space: Space, at: (i32, i32), world: &WorldView) -> Shape {
        let name = self.space_name(space);
        let shape = match space.home() {
            Some(colour) => {
                let symbol = ["planet-red", "planet-yellow", "planet-green", "planet-blue"][colour.index()];
                Shape::symbol(symbol, at, 70).tip(format!("{name}, home of {colour}"))
            }
            None => {
                let row = self.data.planet(space);
                let symbol = match row.temperament {
                    Temperament::Militaristic => "planet-orange",
                    Temperament::Capitalistic => "planet-terra",
                    Temperament::Scholarly => "planet-ice",
                    Temperament::Mysterious => "planet-violet",
                    Temperament::Peaceful => "planet-toxic",
                };
                let tip = format!(
                    "{name}: {}, {}, {} credits, {} points, influence {}; ally: {}",
                    row.temperament, row.good, row.income, row.points, row.influence, row.ability
                );
                Shape::symbol(symbol, at, 50).count(row.points).tip(tip)
            }
        };
        shape.id(space).label(name).owner(world.controller.map(Colour::seat))
    }

    /// Tokens and markers beside their worlds.
    fn draw_marks(&self, view: &View, shapes: &mut Vec<Shape>) {
        for (&space, world) in &view.worlds {
            let (x, y) = self.at(space);
            let token = |symbol, dx, owner: Option<Colour>, tip: String| {
                Shape::symbol(symbol, (x + dx, y - 30), 18).owner(owner.map(Colour::seat)).tip(tip)
            };
            shapes.extend(
                world.ally.filter(|_| space.is_planet()).map(|c| token("ally", -12, Some(c), format!("ally: {c}"))),
            );
            shapes.extend(world.conqueror.map(|c| token("flag", 12, Some(c), format!("conqueror: {c}"))));
            if !world.marks.is_empty() {
                shapes.push(Shape::symbol("warning", (x + 28, y + 14), 18).tip(world.marks.join(", ")));
            }
            if world.raiders > 0 {
                shapes.push(Shape::symbol("robot", (x, y + 26), 22).count(world.raiders).tip("raiders"));
            }
        }
        for (&hex, &raiders) in &view.pirates {
            let lair = self.data.0.map.lair[hex.index()].map(|s| self.at(s));
            shapes.extend(lair.map(|at| Shape::symbol("robot", at, 24).count(raiders).tip("pirates")));
        }
        for &space in &view.guards {
            let (x, y) = self.at(space);
            shapes.push(Shape::symbol("fortress", (x, y + 26), 22).tip("guards: ships of nobody"));
        }
        if let Some(colour) = view.worm {
            for space in [PYRIOUS, colour.home()] {
                let (x, y) = self.at(space);
                shapes.push(Shape::symbol("wormhole", (x - 30, y + 14), 22).tip("worm hole"));
            }
        }
    }

    fn draw_fleets(&self, view: &View, shapes: &mut Vec<Shape>) {
        for seat in &view.seats {
            for (&space, ships) in seat.ships.iter().filter(|(s, _)| self.board.has(**s)) {
                let (x, y) = self.at(space);
                let (dx, dy) = FLEETS[seat.colour.index()];
                let number: u16 = ships.values().map(|&n| u16::from(n)).sum();
                let large = |kind: &Kind| self.data.level(*kind) < self.data.numbers.carried_initiative;
                let symbol = match ships.keys().find(|k| large(k)) {
                    Some(Kind::Sunhammer | Kind::BlackHole) => "dreadnought",
                    Some(_) => "cruiser",
                    None if ships.contains_key(&Kind::Diplomat) => "transport",
                    None => "fighter",
                };
                let list: Vec<_> = ships.iter().map(|(k, n)| format!("{n} {}", self.data.ship(*k).name)).collect();
                let tip = format!("{}: {}", seat.colour, list.join(", "));
                let shape = Shape::symbol(symbol, (x + dx, y + dy), 22).owner(Some(seat.colour.seat())).count(number);
                shapes.push(shape.tip(tip));
            }
        }
    }

    fn draw_seat(&self, seat: &SeatView, viewer: Option<Colour>) -> Panel {
        let name = seat.race.map_or(seat.colour.to_string(), |r| self.data.race(r).name.clone());
        let mut counters =
            vec![Item::new("seat", seat.colour).id(seat.colour), Item::new("credits", seat.credits).symbol("credits")];
        counters.extend(seat.points.map(|p| Item::new("points", p).symbol("star")));
        counters.push(Item::new("influence", seat.influence).symbol("influence"));
        counters.push(Item::new("cards", format!("{}/{}", seat.cards, seat.hand_limit)).symbol("card"));
        if self.rules().capital > 0 {
            counters.push(Item::new("Ambassadors", seat.ambassadors).symbol("handshake"));
            counters.push(Item::new("Photon Bombs", seat.bombs).symbol("atom"));
        }
        counters.extend(seat.bay.map(|k| Item::new("repair bay", &self.data.ship(k).name).symbol("industry")));
        let own = viewer == Some(seat.colour);
        let hand = seat.hand.iter().flatten().map(|(&c, &n)| self.card_item(c, n, own));
        let tech = |&t: &Tech| {
            let row = self.data.0.tech(self.edition, t);
            let item = Item::new(row.map_or(t.word(), |r| r.name.as_str()), "").symbol("research");
            item.tip(row.map_or(String::new(), |r| r.text.clone()))
        };
        let mut groups = vec![Group { title: String::new(), layout: Layout::Counters, items: counters }];
        let mut group = |title: &str, items: Vec<Item>| {
            if !items.is_empty() {
                groups.push(Group { title: title.into(), layout: Layout::Cards, items })
            }
        };
        group("Hand", hand.collect());
        group("Technologies", seat.techs.iter().map(tech).collect());
        group("Orders", seat.orders.iter().flatten().map(|o| Item::new(o.as_str(), "")).collect());
        Panel { id: format!("seat-{}", seat.colour), title: name, seat: Some(seat.colour.seat()), groups }
    }

    /// An id stands in one place only: a card of the own hand, else of the row.
    fn card_item(&self, card: Card, number: u8, known: bool) -> Item {
        let row = self.data.tactic(card);
        let tip = format!("{}, {} cards: {}", card.temperament(), row.cards.get_ref(), row.text);
        let item = Item::new(&row.name, format!("{} × {number}", card.temperament())).symbol("card").tip(tip);
        if known { item.id(card) } else { item }
    }

    /// What belongs to nobody: row, objectives, notes; in setup the races that are left.
    fn draw_table(&self, view: &View) -> Panel {
        let mut groups = Vec::new();
        let mut group = |title: &str, items: Vec<Item>| {
            if !items.is_empty() {
                groups.push(Group { title: title.into(), layout: Layout::Cards, items })
            }
        };
        let free = |r: &Race| self.phase == Phase::Races && self.seat_of(*r).is_none();
        let race = |r: Race| Item::new(&self.data.race(r).name, "").id(r).tip(&self.data.race(r).text);
        group("Races", self.races().filter(free).map(race).collect());
        let held = |c: &Card| {
            view.seats.iter().any(|s| view.viewer == Some(s.colour) && s.hand.iter().any(|h| h.contains_key(c)))
        };
        group("Face up", view.row.iter().map(|(c, &n)| self.card_item(*c, n, !held(c))).collect());
        let techs = self.data.0.tech_sets[self.edition.index()]
            .iter()
            .filter_map(|t| Some((t, self.data.0.tech(self.edition, t)?)));
        let tech = |(t, row): (Tech, &crate::data::TechData)| {
            Item::new(&row.name, format!("{} credits", row.cost)).symbol("research").id(t).tip(&row.text)
        };
        group("Technologies", techs.map(tech).collect());
        let objective = |o: &Objective| {
            let row = self.data.objective(*o);
            Item::new(&row.name, format!("{} points", row.points)).symbol("star").id(o)
        };
        group("Objectives", view.objectives.iter().map(objective).collect());
        let mut notes: Vec<Item> = view.notes.iter().map(|n| Item::new(n.as_str(), "")).collect();
        notes.extend(view.score_next.then(|| Item::new("the next event card is a score card", "").symbol("warning")));
        notes.extend(view.offer.iter().map(|o| Item::new(o.as_str(), "").symbol("handshake")));
        group("Now", notes);
        Panel { id: "table".into(), title: "Table".into(), seat: None, groups }
    }
}

fn look(seat: &SeatView) -> SeatLook {
    SeatLook {
        name: seat.colour.to_string(),
        colour: seat.colour.word(),
        points: seat.points.map(i32::from),
        state: match (seat.place, seat.deciding) {
            (Some(1), _) => SeatState::Winner,
            (None, true) => SeatState::Deciding,
            _ => SeatState::Waiting,
        },
    }
}
