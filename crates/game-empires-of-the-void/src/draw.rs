//! View → scene: seven hexagons with lanes, obstacles, worlds and fleets, and panels beside them.

mod panels;

use astrarium_core::Piece;
use astrarium_core::scene::{Scene, SeatLook, SeatState, Shape};

use crate::event::{compass, corner_name};
use crate::piece::*;
use crate::state::{Phase, State};
use crate::view::{SeatView, View, WorldView};

type Point = (i32, i32);

/// The longer side of the board; a unit of the map, whose hexagons have a radius of 100, is as large as it allows.
const LENGTH: i32 = 1160;
/// The middles of the places, the home worlds by corner, the sides and the corner points of a hexagon, in units of the map.
const PLACES: [Point; HEXES] = [(0, -174), (150, -87), (150, 87), (0, 174), (-150, 87), (-150, -87), (0, 0)];
const CORNERS: [Point; SIDES] = [(150, -246), (286, 0), (150, 238), (-150, 238), (-286, 0), (-150, -246)];
const EDGES: [Point; SIDES] = [(0, -87), (75, -43), (75, 43), (0, 87), (-75, 43), (-75, -43)];
const POINTS: [Point; SIDES] = [(-50, -87), (50, -87), (100, 0), (50, 87), (-50, 87), (-100, 0)];
/// Sixths of a turn in thousandths.
const COS: [i32; SIDES] = [1000, 500, -500, -1000, -500, 500];
const SIN: [i32; SIDES] = [0, 866, 866, 0, -866, -866];

const HOME: i32 = 78;
const PLANET: i32 = 62;
const SPACE: i32 = 26;
const OBSTACLE: i32 = 28;
/// Obstacles keep away from a world and its name: by so many hundredths of the way from the middle.
const AWAY: i32 = 12;
const TOKEN: i32 = 26;
const HULL: i32 = 46;
/// From one kind of ship to the next of a fleet.
const STEP: i32 = 38;
/// Where the fleets of the seats stand around a small space, and around a world; they grow outward.
const BERTHS: [Point; SEATS] = [(-32, -20), (32, -20), (32, 20), (-32, 20)];
const WORLD_BERTHS: [Point; SEATS] = [(-58, -22), (58, -22), (60, 20), (-60, 20)];

fn sum((x, y): Point, (dx, dy): Point) -> Point {
    (x + dx, y + dy)
}

/// The part of the map that is laid out: with two players nearly half of it is empty.
struct Frame {
    /// Its upper left and lower right, in units of the map.
    from: Point,
    to: Point,
}

impl Frame {
    fn scaled(&self, (x, y): Point) -> Point {
        let longer = (self.to.0 - self.from.0).max(self.to.1 - self.from.1);
        (x * LENGTH / longer, y * LENGTH / longer)
    }

    /// From the map to the board.
    fn place(&self, at: Point) -> Point {
        self.scaled((at.0 - self.from.0, at.1 - self.from.1))
    }

    fn size(&self) -> Point {
        self.place(self.to)
    }

    fn within(&self, (x, y): Point) -> Point {
        let (w, h) = self.size();
        (x.clamp(HULL / 2, w - HULL / 2), y.clamp(HULL / 2, h - HULL / 2))
    }
}

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let mut shapes = self.draw_hexagons(view);
        shapes.extend(self.draw_lanes());
        shapes.extend(self.board.iter().map(|s| self.draw_space(s, view)));
        view.worlds.iter().for_each(|(&space, world)| shapes.extend(self.draw_marks(space, world)));
        shapes.extend(self.draw_events(view));
        view.seats.iter().for_each(|seat| shapes.extend(self.draw_fleets(seat)));
        shapes.extend(view.worlds.keys().map(|&space| self.draw_name(space)));
        if self.phase == Phase::Corners {
            let corner = |c: Corner| Shape::symbol("target", self.frame().place(CORNERS[c.index()]), 60).id(c);
            let open = Corner::all().filter(|&c| self.is_corner(c));
            shapes.extend(open.map(|c| corner(c).label(compass(c)).tip(corner_name(c))));
        }
        Scene {
            size: self.frame().size(),
            shapes,
            panels: self.draw_panels(view),
            seats: view.seats.iter().map(look).collect(),
            heading: match view.round {
                _ if self.over() => "The game is over".into(),
                0 => "Setup".into(),
                round => format!("Round {round}, {}", view.stop),
            },
        }
    }

    /// All hexagons and homes with room for their names and fleets; every open corner while one is chosen.
    fn frame(&self) -> Frame {
        let hexagons = (0..HEXES).filter(|&p| self.layout[p].is_some()).map(|p| PLACES[p]);
        let hexagons = hexagons.flat_map(|at| [sum(at, (-106, -95)), sum(at, (106, 95))]);
        let setup = matches!(self.phase, Phase::Races | Phase::Corners);
        let taken = |c: Corner| self.seats().any(|s| self.players[s].corner == Some(c));
        let settled = |c: &Corner| if setup { self.is_corner(*c) } else { taken(*c) };
        let homes = Corner::all().filter(settled).map(|c| CORNERS[c.index()]);
        let homes = homes.flat_map(|at| [sum(at, (-32, -30)), sum(at, (32, 38))]);
        let grow = |f: Frame, (x, y): Point| Frame {
            from: (f.from.0.min(x), f.from.1.min(y)),
            to: (f.to.0.max(x), f.to.1.max(y)),
        };
        hexagons.chain(homes).fold(Frame { from: (0, 0), to: (0, 0) }, grow)
    }

    /// Where a space lies on the board.
    fn at(&self, space: Space) -> Point {
        self.frame().place(self.on_map(space))
    }

    fn on_map(&self, space: Space) -> Point {
        if let Some(colour) = space.home() {
            return self.players[colour].corner.map_or((0, 0), |c| CORNERS[c.index()]);
        }
        if !space.is_node() {
            let (place, direction) = space.halves()[0].expect("a side has a half");
            return sum(PLACES[place], EDGES[direction]);
        }
        let hex = self.data.0.map.hex[space.index()];
        let turn = usize::from(self.rotation[hex.index()]);
        let (x, y) = self.data.0.map.at[space.index()];
        let turned = ((x * COS[turn] - y * SIN[turn]) / 1000, (x * SIN[turn] + y * COS[turn]) / 1000);
        sum(PLACES[self.place_of(hex).unwrap_or(CENTRE)], turned)
    }

    fn draw_hexagons(&self, view: &View) -> Vec<Shape> {
        let frame = self.frame();
        let corners = || POINTS.iter().map(|&p| frame.scaled(p)).collect();
        let hexagons = view.hexagons.iter();
        hexagons.map(|&(hex, place, _)| Shape::area(corners(), frame.place(PLACES[place])).id(hex)).collect()
    }

    /// Lines, then what lies on them.
    fn draw_lanes(&self) -> Vec<Shape> {
        let (mut lanes, mut marks) = (Vec::new(), Vec::new());
        for from in self.board {
            for to in self.lines(from).iter().filter(|&to| to.0 > from.0 && self.board.has(to)) {
                let (a, b) = (self.at(from), self.at(to));
                let obstacle = self.obstacles(from, to)[0];
                let lane = Shape::line(a, b).size(3);
                lanes.push(if obstacle.is_some() { lane.style("dashed") } else { lane });
                let share = 50 + AWAY * (i32::from(from.is_world()) - i32::from(to.is_world()));
                let spot = (a.0 + (b.0 - a.0) * share / 100, a.1 + (b.1 - a.1) * share / 100);
                marks.extend(obstacle.map(|o| Shape::symbol(obstacle_symbol(o), spot, OBSTACLE).tip(o.word())));
            }
        }
        lanes.append(&mut marks);
        lanes
    }

    fn draw_space(&self, space: Space, view: &View) -> Shape {
        let at = self.at(space);
        let busy = view.turn.as_ref().is_some_and(|t| t.at == Some(space));
        let shape = match view.worlds.get(&space) {
            Some(world) => self.draw_world(space, at, world),
            None if self.asteroid_spaces().has(space) => Shape::symbol("asteroids", at, SPACE + TOKEN / 2)
                .tip(format!("{}; an asteroid space", self.space_name(space))),
            None => Shape::symbol("token", at, SPACE).tip(self.space_name(space)),
        };
        let shape = shape.id(space);
        if busy { shape.style("ringed") } else { shape }
    }

    fn draw_world(&self, space: Space, at: Point, world: &WorldView) -> Shape {
        let name = self.space_name(space);
        let shape = match space.home() {
            Some(colour) => {
                let symbol = ["planet-red", "planet-yellow", "planet-green", "planet-blue"][colour.index()];
                Shape::symbol(symbol, at, HOME).tip(format!("{name}, home of {colour}"))
            }
            None => {
                let row = self.data.planet(space);
                let tip = format!(
                    "{name}: {}, {}, {} credits, {} points, influence {}; ally: {}",
                    row.temperament, row.good, row.income, row.points, row.influence, row.ability
                );
                Shape::symbol(temperament_symbol(row.temperament), at, PLANET).count(row.points).tip(tip)
            }
        };
        shape.owner(world.controller.map(Colour::seat)).style("world")
    }

    /// Names lie above the fleets.
    fn draw_name(&self, space: Space) -> Shape {
        let size = if space.home().is_some() { HOME } else { PLANET };
        Shape::text(self.space_name(space), sum(self.at(space), (0, size / 2 + 16)), 18).style("title").style("minor")
    }

    /// A planet's trade good, tokens of its ally and its conqueror, markers.
    fn draw_marks(&self, space: Space, world: &WorldView) -> Vec<Shape> {
        let at = self.at(space);
        let beside = |symbol, dx, dy| Shape::symbol(symbol, sum(at, (dx, dy)), TOKEN);
        let mut shapes = Vec::new();
        if space.is_planet() {
            let good = self.data.planet(space).good;
            shapes.push(Shape::symbol(good_symbol(good), sum(at, (26, 22)), TOKEN).style("minor").tip(good.word()));
        }
        let ally = world.ally.filter(|_| space.is_planet());
        shapes.extend(
            ally.map(|c| beside("ally", 24, -34).owner(Some(c.seat())).style("plain").tip(format!("ally: {c}"))),
        );
        let conqueror = |c: Colour| {
            let side = if ally.is_some() { 2 } else { 24 };
            beside("flag", side, -42).owner(Some(c.seat())).style("plain").tip(format!("conqueror: {c}"))
        };
        shapes.extend(world.conqueror.map(conqueror));
        for (k, mark) in (0..).zip(world.marks.iter().filter(|m| **m != "new-earth")) {
            shapes.push(beside(mark_symbol(mark), -22 - 24 * k, -36).tip(*mark));
        }
        if world.raiders > 0 {
            shapes.push(beside("robot", -28, 14).count(world.raiders).style("badge").tip("raiders"));
        }
        shapes
    }

    /// Pirates, guards, the worm hole.
    fn draw_events(&self, view: &View) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (&hex, &raiders) in &view.pirates {
            let lair = self.data.0.map.lair[hex.index()].map(|s| self.at(s));
            let pirates = |at| Shape::symbol("robot", at, HULL).count(raiders).style("badge").tip("pirates");
            shapes.extend(lair.map(pirates));
        }
        for (&at, ships) in &view.guards {
            let names: Vec<_> = ships.iter().map(|&k| self.data.ship(k).name.as_str()).collect();
            let tip = format!("guarded by ships of nobody: {}", names.join(", "));
            shapes.push(Shape::symbol("fortress", sum(self.at(at), (0, 28)), TOKEN).tip(tip));
        }
        let holes = view.worm.into_iter().flat_map(|colour| [PYRIOUS, colour.home()]);
        shapes.extend(holes.map(|s| Shape::symbol("wormhole", sum(self.at(s), (-34, 24)), HULL).tip("worm hole")));
        shapes
    }

    /// The berth of a fleet; on the other side where the board ends, clear of those who stand there.
    fn inward(&self, at: Point, (dx, dy): Point, ships: usize) -> Point {
        let last = sum(at, (dx + dx.signum() * STEP * (ships as i32 - 1), dy));
        if self.frame().within(last).0 == last.0 { (dx, dy) } else { (-dx, 2 * dy) }
    }

    /// A seat's fleet in each space: a ship of each kind with how many they are, the largest next to the space.
    fn draw_fleets(&self, seat: &SeatView) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (&space, ships) in seat.ships.iter().filter(|(s, _)| self.board.has(**s)) {
            let berths = if space.is_world() { WORLD_BERTHS } else { BERTHS };
            let (dx, dy) = berths[seat.colour.index()];
            let list: Vec<_> = ships.iter().map(|(k, n)| format!("{n} {}", self.data.ship(*k).name)).collect();
            let mut kinds: Vec<_> = ships.iter().collect();
            kinds.sort_by_key(|(k, _)| self.data.level(**k));
            let (dx, dy) = self.inward(self.at(space), (dx, dy), kinds.len());
            for (place, (&kind, &number)) in (0..).zip(kinds) {
                let at = self.frame().within(sum(self.at(space), (dx + dx.signum() * STEP * place, dy)));
                let hull = Shape::symbol(ship_symbol(kind), at, HULL).owner(Some(seat.colour.seat()));
                let hull = hull.tip(format!("{}: {}", seat.colour, list.join(", ")));
                shapes.push(if number > 1 { hull.count(number).style("badge") } else { hull });
            }
        }
        shapes
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

fn obstacle_symbol(obstacle: Obstacle) -> &'static str {
    match obstacle {
        Obstacle::Asteroids => "asteroids",
        Obstacle::Mines => "mines",
        Obstacle::Defenses => "target",
    }
}

fn temperament_symbol(temperament: Temperament) -> &'static str {
    match temperament {
        Temperament::Militaristic => "planet-orange",
        Temperament::Capitalistic => "planet-terra",
        Temperament::Scholarly => "planet-ice",
        Temperament::Mysterious => "planet-violet",
        Temperament::Peaceful => "planet-toxic",
    }
}

fn good_symbol(good: Good) -> &'static str {
    match good {
        Good::Metals => "metal",
        Good::Crystals => "crystals",
        Good::LifeForms => "life",
        Good::Gas => "gas",
        Good::Artifacts => "artifact",
    }
}

fn mark_symbol(mark: &str) -> &'static str {
    match mark {
        "distress" => "warning",
        "rebellion" | "sect" => "swords",
        "infested" => "monster",
        "enslaved" => "lock",
        "metropolis" => "industry",
        _ => "credits",
    }
}

fn ship_symbol(kind: Kind) -> &'static str {
    match kind {
        Kind::Starfighter | Kind::Dragonfly => "fighter",
        Kind::Diplomat | Kind::Freighter => "transport",
        Kind::Centipede | Kind::Firebug | Kind::Infestor | Kind::Millipede => "scout",
        Kind::Starcruiser | Kind::Tempest | Kind::ShootingStar => "cruiser",
        Kind::Sunhammer | Kind::BlackHole => "dreadnought",
        Kind::Moth | Kind::DamagedMoth => "worldship",
    }
}
