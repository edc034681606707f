//! View → scene: thirty-seven hexagons with stars, planets, fleets and tokens, and panels beside them.

mod panels;

use astrarium_core::scene::{Scene, Shape};
use astrarium_core::{Drawing, Piece, Seat};

use crate::data::{Data, TileData, TileKind};
use crate::piece::{Colour, Kind, Ship, Space, Spot, Tile};
use crate::view::{SeatView, SpaceView, View};

/// The corners of a hexagon, from the top clockwise.
const HEX: [Point; 6] = [(0, -76), (66, -38), (66, 38), (0, 76), (-66, 38), (-66, -38)];
/// Where things are in a hexagon, from its middle.
const PLANET: Point = (0, -12);
const MOON: Point = (27, 13);
const YIELD: Point = (-52, -32);
const STARBASE: Point = (47, -38);
const FOOD: Point = (41, 2);
const TOKENS: Point = (0, -50);
const FLEET: Point = (0, 46);
/// How large they are.
const WORLD: i32 = 60;
const TWIN: i32 = 34;
const STAR: i32 = 100;
const CUBE: i32 = 23;
const HULL: i32 = 40;
const INFLUENCE: i32 = 40;
/// How much width the ships of a hexagon may take.
const BERTH: i32 = 86;

impl Drawing for View {
    fn draw(&self) -> Scene {
        let picture = Picture { data: self.data.0, view: self };
        Scene {
            size: (1000, 1000),
            shapes: self.spaces.iter().flat_map(|(&space, seen)| picture.hex(space, seen)).collect(),
            panels: picture.panels(),
            seats: self.seats.iter().map(|seat| picture.look(seat)).collect(),
            heading: picture.heading(),
            ways: picture.ways(),
        }
    }
}

type Point = (i32, i32);

fn off((x, y): Point, (dx, dy): Point) -> Point {
    (x + dx, y + dy)
}

/// `n` things side by side around a point: where each is.
fn row(n: usize, step: i32, (x, y): Point) -> impl Iterator<Item = Point> {
    let left = x - step * (n as i32 - 1) / 2;
    (0..n as i32).map(move |k| (left + k * step, y))
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
        self.seen(colour).map(|s| s.chair)
    }

    /// Hexagons side by side.
    fn ways(&self) -> Vec<(String, String)> {
        let spaces = || self.view.spaces.keys().copied();
        let after = |a: Space| spaces().filter(move |b| a < *b && self.data.near[a.index()].has(*b));
        spaces().flat_map(|a| after(a).map(move |b| (a.to_string(), b.to_string()))).collect()
    }

    /// Back to front: the hexagon in its owner's colour, what lies there, what it yields, tokens, ships.
    fn hex(&self, space: Space, seen: &SpaceView) -> Vec<Shape> {
        let at = self.data.at[space.index()];
        let owner = seen.owner.and_then(|c| self.seat(c));
        let area = Shape::area(HEX.to_vec(), at).owner(owner);
        let mut shapes = vec![match seen.tile {
            Some(tile) => area.tip(&self.data.tile(tile).name).on(space),
            None => area.style("faint"),
        }];
        shapes.push(self.world(space, seen).owner(owner));
        if let Some(tile) = seen.tile {
            shapes.extend(self.printed(tile, at));
        }
        shapes.extend(self.lying(space, seen, owner).into_iter().map(|shape| shape.on(space)));
        shapes
    }

    /// Food, tokens, ships.
    fn lying(&self, space: Space, seen: &SpaceView, owner: Option<Seat>) -> Vec<Shape> {
        let at = self.data.at[space.index()];
        let mut shapes = Vec::new();
        if seen.food > 0 {
            let food = Shape::symbol("food", off(at, FOOD), CUBE + 9).count(seen.food).style("badge");
            shapes.push(food.tip("food that waits here for the Steward"));
        }
        if matches!(seen.token, Some("starbase" | "home-starbase")) {
            shapes.push(Shape::symbol("starbase", off(at, STARBASE), HULL).owner(owner).tip("Starbase"));
        }
        shapes.extend(self.influence(space, at));
        shapes.extend(self.fleets(seen, at));
        shapes
    }

    fn world(&self, space: Space, seen: &SpaceView) -> Shape {
        let middle = self.data.at[space.index()];
        let kind = seen.tile.map(|tile| self.data.tile(tile).kind);
        let (at, size) = match kind {
            Some(TileKind::Planet | TileKind::Home) => (off(middle, PLANET), WORLD),
            None => (middle, WORLD),
            Some(_) => (middle, STAR),
        };
        let symbol = seen.tile.map_or("uncharted", |tile| self.tile_symbol(tile));
        let busy = self.view.battle.as_ref().is_some_and(|b| b.at == Some(space));
        let shape = Shape::symbol(symbol, at, size).id(space).style("world").tip(self.tip(space, seen));
        if busy { shape.style("ringed") } else { shape }
    }

    fn tile_symbol(&self, tile: Tile) -> &'static str {
        let row = self.data.tile(tile);
        match row.kind {
            TileKind::OmegaSun => "sun-red",
            TileKind::Sun => "sun",
            TileKind::BlackHole => "black-hole",
            TileKind::Void => "nebula",
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
                (0, ..) => "moon-inner",
                _ => "planet-toxic",
            },
        }
    }

    /// A second planet, and the cubes printed on the tile, one below the other.
    fn printed(&self, tile: Tile, at: Point) -> Vec<Shape> {
        let row = self.data.tile(tile);
        let twin = (row.planets > 1).then(|| Shape::symbol(self.tile_symbol(tile), off(at, MOON), TWIN));
        let goods = [("food", row.food), ("metal", row.metal), ("energy", row.energy)];
        let cubes = goods.iter().flat_map(|&(symbol, n)| std::iter::repeat_n(symbol, usize::from(n)));
        let place = |k: i32| off(off(at, YIELD), (0, k * CUBE));
        let cubes = (0..).zip(cubes).map(|(k, symbol)| Shape::symbol(symbol, place(k), CUBE));
        twin.into_iter().chain(cubes).collect()
    }

    fn influence(&self, space: Space, at: Point) -> Vec<Shape> {
        let Some(here) = self.view.influence.get(&Spot::Sector(space)) else { return Vec::new() };
        let places = row(here.len(), INFLUENCE, off(at, TOKENS));
        let token = |(place, (&colour, &n)): (Point, (&Colour, &u8))| {
            let token = Shape::symbol("influence", place, INFLUENCE).owner(self.seat(colour)).count(n);
            token.tip(format!("{n} influence of {colour}"))
        };
        places.zip(here).map(token).collect()
    }

    /// The viewer's ships one by one, with their words; those of others by kind, with their number.
    fn fleets(&self, seen: &SpaceView, at: Point) -> Vec<Shape> {
        let mut hulls = Vec::new();
        for (&colour, ships) in &seen.ships {
            let owner = self.seat(colour);
            if self.view.viewer == Some(colour) {
                hulls.extend(
                    ships
                        .iter()
                        .map(|&s| self.hull(s).owner(owner).id(s).tip(format!("{}, yours", self.view.ship_name(s)))),
                );
                continue;
            }
            for kind in Kind::all() {
                let of_kind: Vec<Ship> = ships.iter().copied().filter(|s| s.kind() == kind).collect();
                let Some(&first) = of_kind.first() else { continue };
                let hull = self.hull(first).owner(owner).tip(format!("{} {kind} of {colour}", of_kind.len()));
                hulls.push(if of_kind.len() > 1 { hull.count(of_kind.len()).style("badge") } else { hull });
            }
        }
        let step = (BERTH / (hulls.len() as i32 - 1).max(1)).min(HULL);
        let places = row(hulls.len(), step, off(at, FLEET));
        places.zip(hulls).map(|(at, hull)| Shape { at, ..hull }).collect()
    }

    fn hull(&self, ship: Ship) -> Shape {
        Shape::symbol(panels::hull_of(ship.kind()), (0, 0), HULL)
    }

    fn tip(&self, space: Space, seen: &SpaceView) -> String {
        let Some(tile) = seen.tile else { return format!("{}, empty", space.title()) };
        let row = self.data.tile(tile);
        let mut tip = format!("{}, {}", row.name, space.title());
        if row.planets > 0 {
            tip += &format!(": {}", what_is_printed(row));
        }
        if let (Some(owner), Some(token)) = (seen.owner, seen.token) {
            tip += &format!("; {token} of {owner}");
        }
        tip
    }
}

/// Planets and goods of a tile in words: “2 planets, 1 food, 1 energy”.
fn what_is_printed(row: &TileData) -> String {
    let planets = if row.planets == 1 { "planet" } else { "planets" };
    let parts = [(row.planets, planets), (row.food, "food"), (row.metal, "metal"), (row.energy, "energy")];
    let words: Vec<_> = parts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    words.join(", ")
}
