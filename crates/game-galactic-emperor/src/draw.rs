//! View → scene: thirty-seven hexagons with stars, planets, fleets and tokens, and panels beside them.

mod panels;

use astrarium_core::scene::{Scene, Shape};
use astrarium_core::{Piece, Seat};

use crate::data::{Data, TileKind};
use crate::piece::{Colour, Kind, Ship, Space, Spot, Tile};
use crate::state::State;
use crate::view::{SeatView, SpaceView, View};

/// The corners of a hexagon, from the top clockwise.
const HEX: [Point; 6] = [(0, -76), (66, -38), (66, 38), (0, 76), (-66, 38), (-66, -38)];
const WORLD: i32 = 70;
const TWIN: i32 = 40;
const CUBE: i32 = 20;
const HULL: i32 = 26;
/// How wide the ships of a hexagon may stand.
const BERTH: i32 = 84;

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let picture = Picture { data: self.data.0, view };
        Scene {
            size: (1000, 1000),
            shapes: view.spaces.iter().flat_map(|(&space, seen)| picture.hex(space, seen)).collect(),
            panels: picture.panels(),
            seats: view.seats.iter().filter(|s| !s.dukedom).map(|seat| picture.look(seat)).collect(),
            heading: picture.heading(),
        }
    }
}

type Point = (i32, i32);

fn off((x, y): Point, dx: i32, dy: i32) -> Point {
    (x + dx, y + dy)
}

/// Draws from what is printed and what the viewer sees, from nothing else.
struct Picture<'a> {
    data: &'static Data,
    view: &'a View,
}

impl Picture<'_> {
    fn seen(&self, colour: Colour) -> Option<&SeatView> {
        self.view.seats.iter().find(|s| s.colour == Some(colour))
    }

    fn seat(&self, colour: Colour) -> Option<Seat> {
        self.seen(colour).filter(|s| !s.dukedom).map(|s| Seat(s.chair))
    }

    /// Back to front: the hexagon, what lies there, what it yields, tokens, ships.
    fn hex(&self, space: Space, seen: &SpaceView) -> Vec<Shape> {
        let at = self.data.at[space.index()];
        let mut shapes = vec![Shape::area(HEX.to_vec(), at)];
        shapes.push(self.world(space, seen));
        if let Some(tile) = seen.tile {
            shapes.extend(self.printed(tile, at));
        }
        if seen.food > 0 {
            shapes.push(
                Shape::symbol("food", off(at, -44, -34), HULL)
                    .count(seen.food)
                    .style("badge")
                    .tip("food that waits here"),
            );
        }
        if matches!(seen.token, Some("starbase" | "home-starbase")) {
            let owner = seen.owner.and_then(|c| self.seat(c));
            shapes.push(Shape::symbol("starbase", off(at, 42, -34), 30).owner(owner).tip("Starbase"));
        }
        shapes.extend(self.influence(space, at));
        shapes.extend(self.fleets(seen, at));
        shapes
    }

    fn world(&self, space: Space, seen: &SpaceView) -> Shape {
        let at = off(self.data.at[space.index()], 0, -14);
        let symbol = seen.tile.map_or("uncharted", |tile| self.tile_symbol(tile));
        let busy = self.view.battle.as_ref().is_some_and(|b| b.at == Some(space));
        let owner = seen.owner.and_then(|c| self.seat(c));
        let shape = Shape::symbol(symbol, at, WORLD).id(space).owner(owner).style("world").tip(self.tip(space, seen));
        if busy { shape.style("ringed") } else { shape }
    }

    fn tile_symbol(&self, tile: Tile) -> &'static str {
        let row = self.data.tile(tile);
        match row.kind {
            TileKind::OmegaSun => "sun-red",
            TileKind::Sun => "sun",
            TileKind::BlackHole => "black-hole",
            TileKind::Void => "void",
            TileKind::Home => match tile {
                Tile::HomeRed => "planet-red",
                Tile::HomeBlue => "planet-blue",
                Tile::HomeGreen => "planet-green",
                Tile::HomeYellow => "planet-yellow",
                Tile::HomePurple => "planet-violet",
                _ => "planet-orange",
            },
            TileKind::Planet => match (row.food, row.metal, row.energy) {
                (1.., 0, 0) => "planet-terra",
                (0, 1.., 0) => "planet-ash",
                (0, 0, 1..) => "planet-ice",
                _ => "planet-toxic",
            },
        }
    }

    /// A second planet, and the cubes printed on the tile.
    fn printed(&self, tile: Tile, at: Point) -> Vec<Shape> {
        let row = self.data.tile(tile);
        let twin = (row.planets > 1).then(|| Shape::symbol(self.tile_symbol(tile), off(at, 38, 8), TWIN));
        let goods = [("food", row.food), ("metal", row.metal), ("energy", row.energy)];
        let cubes: Vec<&'static str> =
            goods.iter().flat_map(|&(symbol, n)| std::iter::repeat_n(symbol, usize::from(n))).collect();
        let left = -(CUBE + 2) * (cubes.len() as i32 - 1) / 2;
        let cubes = (0..).zip(cubes).map(|(k, symbol)| Shape::symbol(symbol, off(at, left + k * (CUBE + 2), 34), CUBE));
        twin.into_iter().chain(cubes).collect()
    }

    fn influence(&self, space: Space, at: Point) -> Vec<Shape> {
        let Some(here) = self.view.influence.get(&Spot::Sector(space)) else { return Vec::new() };
        let token = |(k, (&colour, &n)): (i32, (&Colour, &u8))| {
            Shape::symbol("influence", off(at, -30 + 24 * k, -58), 24).owner(self.seat(colour)).count(n)
        };
        (0..).zip(here).map(token).collect()
    }

    /// The viewer's ships one by one, with their words; those of others by kind, with their number.
    fn fleets(&self, seen: &SpaceView, at: Point) -> Vec<Shape> {
        let mut hulls = Vec::new();
        for (&colour, ships) in &seen.ships {
            let owner = self.seat(colour);
            if self.view.viewer == Some(colour) {
                hulls.extend(ships.iter().map(|&s| self.hull(s).owner(owner).id(s).tip(format!("{s}, yours"))));
            } else {
                for kind in Kind::all() {
                    let of_kind: Vec<Ship> = ships.iter().copied().filter(|s| s.kind() == kind).collect();
                    if let [first, ..] = of_kind[..] {
                        let tip = format!("{} {kind} of {colour}", of_kind.len());
                        hulls.push(self.hull(first).owner(owner).count(of_kind.len()).style("badge").tip(tip));
                    }
                }
            }
        }
        let gaps = (hulls.len() as i32 - 1).max(1);
        let step = (BERTH / gaps).min(HULL + 2);
        let left = -step * (hulls.len() as i32 - 1) / 2;
        (0..).zip(hulls).map(|(k, hull)| Shape { at: off(at, left + k * step, 56), ..hull }).collect()
    }

    fn hull(&self, ship: Ship) -> Shape {
        let symbol = match ship.kind() {
            Kind::Fighter => "fighter",
            Kind::Cruiser => "cruiser",
            Kind::Dreadnought => "dreadnought",
        };
        Shape::symbol(symbol, (0, 0), HULL)
    }

    fn tip(&self, space: Space, seen: &SpaceView) -> String {
        let Some(tile) = seen.tile else { return format!("{space}, empty") };
        let row = self.data.tile(tile);
        let mut tip = format!("{}, {space}", row.name);
        if row.planets > 0 {
            tip += &format!(": {} planets, {} food, {} metal, {} energy", row.planets, row.food, row.metal, row.energy);
        }
        if let (Some(owner), Some(token)) = (seen.owner, seen.token) {
            tip += &format!("; {token} of {owner}");
        }
        tip
    }
}
