//! View → scene: seven hexagons with lanes, obstacles, worlds and fleets, and panels beside them.

mod panels;

use astrarium_core::scene::{Item, Scene, SeatLook, SeatState, Shape};
use astrarium_core::{Drawing, Piece};

use crate::piece::*;
use crate::prompt::compass;
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
/// Obstacles keep away from a world and its name: by this many hundredths of the way from the middle.
const AWAY: i32 = 12;
const TOKEN: i32 = 26;
const HULL: i32 = 46;
/// From one kind of ship to the next of a fleet.
const STEP: i32 = 38;
/// Where the fleets of the seats are drawn around a small space, and around a world; they grow outward.
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

impl Drawing for View {
    fn draw(&self) -> Scene {
        let mut shapes = self.draw_hexagons();
        shapes.extend(self.draw_lanes());
        shapes.extend(self.map.board.iter().map(|s| self.draw_space(s)));
        for (&space, world) in &self.worlds {
            shapes.extend(self.draw_marks(space, world).into_iter().map(|mark| mark.on(space)));
        }
        shapes.extend(self.draw_events());
        self.seats.iter().for_each(|seat| shapes.extend(self.draw_fleets(seat)));
        shapes.extend(self.worlds.keys().map(|&space| self.draw_name(space)));
        if self.stop == "setup" {
            let corner = |&c: &Corner| {
                let shape = Shape::symbol("target", self.frame().place(CORNERS[c.index()]), 60).id(c);
                shape.label(compass(c)).tip(self.plain(format!("{c:#}")))
            };
            shapes.extend(self.map.sites.iter().map(corner));
        }
        Scene {
            size: self.frame().size(),
            shapes,
            panels: self.draw_panels(),
            seats: self.seats.iter().map(look).collect(),
            heading: match self.round {
                _ if self.stop == "over" => "The game is over".into(),
                0 => "Setup".into(),
                round => format!("Round {round}, {}", self.stop),
            },
            ways: self.map.lanes.iter().map(|(from, to, _)| (from.to_string(), to.to_string())).collect(),
        }
    }
}

impl View {
    /// All hexagons and homes with room for their names and fleets; every open corner while one is chosen.
    fn frame(&self) -> Frame {
        let hexagons = self.hexagons.iter().map(|&(_, place, _)| PLACES[place]);
        let hexagons = hexagons.flat_map(|at| [sum(at, (-106, -95)), sum(at, (106, 95))]);
        let taken = self.seats.iter().filter_map(|s| s.corner);
        let homes = taken.chain(self.map.sites.iter().copied()).map(|c| CORNERS[c.index()]);
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
            let seat = self.seats.iter().find(|s| s.colour == colour);
            return seat.and_then(|s| s.corner).map_or((0, 0), |c| CORNERS[c.index()]);
        }
        if !space.is_node() {
            let (place, direction) = space.halves()[0].expect("a side has a half");
            return sum(PLACES[place], EDGES[direction]);
        }
        let hex = self.data.0.map.hex[space.index()];
        let laid = self.hexagons.iter().find(|(h, _, _)| *h == hex);
        let (place, turn) = laid.map_or((CENTRE, 0), |&(_, place, turn)| (place, usize::from(turn)));
        let (x, y) = self.data.0.map.at[space.index()];
        let turned = ((x * COS[turn] - y * SIN[turn]) / 1000, (x * SIN[turn] + y * COS[turn]) / 1000);
        sum(PLACES[place], turned)
    }

    fn draw_hexagons(&self) -> Vec<Shape> {
        let frame = self.frame();
        let corners = || POINTS.iter().map(|&p| frame.scaled(p)).collect();
        let hexagons = self.hexagons.iter();
        hexagons.map(|&(hex, place, _)| Shape::area(corners(), frame.place(PLACES[place])).id(hex)).collect()
    }

    /// Lines, then what lies on them.
    fn draw_lanes(&self) -> Vec<Shape> {
        let (mut lanes, mut marks) = (Vec::new(), Vec::new());
        for &(from, to, obstacle) in &self.map.lanes {
            let (a, b) = (self.at(from), self.at(to));
            let lane = Shape::line(a, b).size(3);
            lanes.push(if obstacle.is_some() { lane.style("dashed") } else { lane });
            let share = 50 + AWAY * (i32::from(from.is_world()) - i32::from(to.is_world()));
            let spot = (a.0 + (b.0 - a.0) * share / 100, a.1 + (b.1 - a.1) * share / 100);
            marks.extend(obstacle.map(|o| Shape::symbol(obstacle_symbol(o), spot, OBSTACLE).tip(o.word())));
        }
        lanes.append(&mut marks);
        lanes
    }

    fn draw_space(&self, space: Space) -> Shape {
        let at = self.at(space);
        let busy = self.turn.as_ref().is_some_and(|t| t.at == Some(space));
        let shape = match self.worlds.get(&space) {
            Some(world) => self.draw_world(space, at, world),
            None if self.map.asteroids.has(space) => Shape::symbol("asteroids", at, SPACE + TOKEN / 2)
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
    fn draw_events(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (&hex, &raiders) in &self.pirates {
            let lair = self.data.0.map.lair[hex.index()].map(|s| self.at(s));
            let pirates = |at| Shape::symbol("robot", at, HULL).count(raiders).style("badge").tip("pirates").on(hex);
            shapes.extend(lair.map(pirates));
        }
        for (&at, ships) in &self.guards {
            let names: Vec<_> = ships.iter().map(|&k| self.data.ship(k).name.as_str()).collect();
            let tip = format!("guarded by ships of nobody: {}", names.join(", "));
            shapes.push(Shape::symbol("fortress", sum(self.at(at), (0, 28)), TOKEN).tip(tip).on(at));
        }
        let holes = self.worm.into_iter().flat_map(|colour| [PYRIOUS, colour.home()]);
        let hole = |s: Space| Shape::symbol("wormhole", sum(self.at(s), (-34, 24)), HULL).tip("worm hole").on(s);
        shapes.extend(holes.map(hole));
        shapes
    }

    /// The berth of a fleet: on another side where the board ends or another world lies, clear of those already there.
    fn berth(&self, space: Space, (dx, dy): Point, ships: i32) -> Point {
        let (at, frame) = (self.at(space), self.frame());
        let worlds: Vec<Point> = self.worlds.keys().filter(|&&w| w != space).map(|&w| self.at(w)).collect();
        let near = |(x, y): Point, (a, b): Point| (x - a).pow(2) + (y - b).pow(2) < ((PLANET + HULL) / 2 - 6).pow(2);
        let spots = |(dx, dy): Point| (0..ships).map(move |k| sum(at, (dx + dx.signum() * STEP * k, dy)));
        let clash = |&spot: &Point| frame.within(spot).0 != spot.0 || worlds.iter().any(|&world| near(spot, world));
        let berths = [(dx, dy), (-dx, 2 * dy), (dx, 2 * dy), (-dx, dy), (dx, 3 * dy), (-dx, 3 * dy)];
        let best = berths.into_iter().min_by_key(|&berth| spots(berth).filter(clash).count());
        best.expect("there are berths")
    }

    /// A seat's fleet in each space: a ship of each kind with how many they are, the largest next to the space.
    fn draw_fleets(&self, seat: &SeatView) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for (&space, ships) in seat.ships.iter().filter(|(s, _)| self.map.board.has(**s)) {
            let berths = if space.is_world() { WORLD_BERTHS } else { BERTHS };
            let (dx, dy) = berths[seat.colour.index()];
            let list: Vec<_> = ships.iter().map(|(k, n)| format!("{n} {}", self.data.ship(*k).name)).collect();
            let mut kinds: Vec<_> = ships.iter().collect();
            kinds.sort_by_key(|(k, _)| self.data.level(**k));
            let (dx, dy) = self.berth(space, (dx, dy), kinds.len() as i32);
            for (place, (&kind, &number)) in (0..).zip(kinds) {
                let at = self.frame().within(sum(self.at(space), (dx + dx.signum() * STEP * place, dy)));
                let hull = Shape::symbol(ship_symbol(kind), at, HULL).owner(Some(seat.colour.seat()));
                let hull = hull.tip(format!("{}: {}", seat.colour, list.join(", "))).on(space);
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
        key: seat.race.map_or_else(Vec::new, |_| {
            vec![
                Item::new("credits", seat.credits).symbol("credits"),
                Item::new("influence", seat.influence).symbol("influence"),
                Item::new("cards", seat.cards).symbol("card"),
                Item::new("technologies", seat.techs.len()).symbol("research"),
            ]
        }),
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

fn race_symbol(race: Race) -> &'static str {
    match race {
        Race::Eehg => "academy",
        Race::Five => "pentad",
        Race::Roth => "horns",
        Race::Siri => "psi",
        Race::Narkani => "crawler",
        Race::Nomads => "globe",
        Race::Sreech => "spore",
        Race::Cidran => "scales",
        Race::Meezle => "towers",
        Race::Gobnub => "purse",
        Race::Astra => "compass",
        Race::Oquath => "beetle",
    }
}

fn tech_symbol(tech: Tech) -> &'static str {
    match tech {
        Tech::Centipede => "scout",
        Tech::Starcruiser => "cruiser",
        Tech::Sunhammer | Tech::SunhammerII => "dreadnought",
        Tech::AsteroidShielding => "asteroids",
        Tech::MineSweeping => "mines",
        Tech::BeastLore => "paw",
        Tech::CulturalStudies => "handshake",
        Tech::Xenolinguistics | Tech::UniversalTranslator => "speech",
        Tech::OrbitalMining | Tech::PlasmaDrill => "drill",
        Tech::CommerceNet => "net",
        Tech::SpacePort => "starbase",
        Tech::DockingBay => "bay",
        Tech::IonEngines => "engine",
        Tech::WarpGate => "gate",
        Tech::Detection => "scanner",
        Tech::TractorBeam => "magnet",
        Tech::GrapplingBeam => "claw",
        Tech::Cloaking => "cloak",
        Tech::TargetingComputers => "target",
        Tech::GalacticArchive | Tech::TolmekLore => "book",
        Tech::Terraforming => "leaf",
        Tech::SporePods => "spore",
        Tech::ShieldGenerator => "shield",
    }
}

/// Of events that last.
fn event_symbol(event: Happening) -> &'static str {
    match event {
        Happening::SolarStorm => "sun",
        Happening::MeteorShower => "asteroids",
        Happening::Conclave => "book",
        Happening::Decree => "crown",
        Happening::ChartedLanes => "compass",
        _ => "hourglass",
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
