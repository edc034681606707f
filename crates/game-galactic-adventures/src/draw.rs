//! View → scene: four systems around the dial of rounds, and panels beside them.

mod panels;

use astrarium_core::scene::{Scene, Shape};
use astrarium_core::words::title_case;
use astrarium_core::{Drawing, Piece, Seat};

use crate::data::{Data, SpaceKind};
use crate::piece::{Colour, Kind, Space, Spaces};
use crate::view::{SeatView, SpaceView, View};

const PLANET: i32 = 132;
const MOON: i32 = 86;
const TOKEN: i32 = 38;
const MIDDLE: (i32, i32) = (500, 500);

impl Drawing for View {
    fn draw(&self) -> Scene {
        let board = if self.phase == "colours" { self.data.0.all } else { self.spaces.keys().copied().collect() };
        let picture = Picture { data: self.data.0, view: self, board };
        Scene {
            size: (1000, 1000),
            shapes: picture.shapes(),
            panels: picture.panels(),
            seats: self.seats.iter().map(|seat| picture.look(seat)).collect(),
            heading: picture.heading(),
            ways: picture.ways(),
        }
    }
}

/// Draws from what is printed and what the viewer sees, from nothing else.
struct Picture<'a> {
    data: &'static Data,
    view: &'a View,
    /// The territories in play; all of them while colours are chosen.
    board: Spaces,
}

type Point = (i32, i32);

fn off((x, y): Point, dx: i32, dy: i32) -> Point {
    (x + dx, y + dy)
}

impl Picture<'_> {
    fn seen(&self, colour: Colour) -> Option<&SeatView> {
        self.view.seats.iter().find(|s| s.colour == Some(colour))
    }

    fn seat(&self, colour: Colour) -> Seat {
        Seat(self.seen(colour).expect("a colour in play has a chair").chair)
    }

    fn at(&self, space: Space) -> Point {
        self.data.space(space).at
    }

    fn kind(&self, space: Space) -> SpaceKind {
        *self.data.space(space).kind.get_ref()
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = self.systems();
        shapes.extend(self.links());
        shapes.extend(self.dial());
        if self.view.phase == "colours" {
            shapes.extend(self.board.iter().map(|s| self.world(s)));
        }
        // Middle moons come last: their names reach into their neighbours.
        let mut spaces: Vec<_> = self.view.spaces.iter().collect();
        spaces.sort_by_key(|(space, _)| self.kind(**space) == SpaceKind::Middle);
        for (&space, seen) in spaces {
            shapes.push(self.territory(space, seen));
            let lying = match seen.hits {
                Some(hits) => self.planet(space, hits),
                None => self.tokens(space, seen),
            };
            shapes.extend(lying.into_iter().map(|shape| shape.on(space)));
        }
        shapes
    }

    /// A sun in the middle of each system.
    fn systems(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for &colour in Colour::ALL {
            let mut around = (self.data.system[colour.index()] & self.board).iter();
            let mut middle_moon = || around.find(|&s| self.kind(s) == SpaceKind::Middle).map(|s| self.at(s));
            let (Some(one), Some(two)) = (middle_moon(), middle_moon()) else { continue };
            let middle = ((one.0 + two.0) / 2, (one.1 + two.1) / 2);
            let sun = match colour {
                Colour::Red => "sun-red",
                Colour::Yellow | Colour::Green => "sun",
                Colour::Blue => "sun-blue",
            };
            shapes.push(Shape::symbol(sun, middle, 108));
        }
        shapes
    }

    /// Beams hardly seen, lanes for infantry, and the attack that is under way.
    fn links(&self) -> Vec<Shape> {
        let from = self.view.turn.as_ref().and_then(|t| t.from);
        let after = |from: Space, to: Spaces| (to & self.board).iter().filter(move |to| from.0 < to.0);
        let mut lines = Vec::new();
        for a in (self.data.outer & self.board).iter() {
            lines.extend(after(a, self.data.outer).map(|b| {
                let line = Shape::line(self.at(a), self.at(b)).style("dashed");
                line.style(if from == Some(a) || from == Some(b) { "beam" } else { "faint" })
            }));
        }
        for a in self.board.iter() {
            lines.extend(after(a, self.data.near[a.index()]).map(|b| Shape::line(self.at(a), self.at(b)).size(5)));
        }
        if let Some((turn, from, to)) = self.view.turn.as_ref().and_then(|t| Some((t, t.from?, t.to?))) {
            let width = if turn.kind == Some(Kind::Beam) { 5 } else { 10 };
            lines.push(Shape::line(self.at(from), self.at(to)).owner(Some(self.seat(turn.seat))).size(width));
        }
        lines
    }

    /// Lanes for infantry.
    fn ways(&self) -> Vec<(String, String)> {
        let spaces = || self.view.spaces.keys().copied();
        let pair = |a: Space, b: Space| (a.to_string(), b.to_string());
        spaces()
            .flat_map(|a| {
                spaces().filter(move |b| a.0 < b.0 && self.data.near[a.index()].has(*b)).map(move |b| pair(a, b))
            })
            .collect()
    }

    /// The round, and the turn order below it.
    fn dial(&self) -> Vec<Shape> {
        let mut shapes = vec![Shape::symbol("dial", MIDDLE, 216)];
        if self.view.round == 0 {
            return shapes;
        }
        shapes.push(Shape::text("ROUND", off(MIDDLE, 0, -48), 16).style("dim"));
        shapes.push(Shape::text(self.view.round.to_string(), off(MIDDLE, 0, -6), 62).style("title"));
        let left = -17 * (self.view.order.len() as i32 - 1);
        for (k, &colour) in (0..).zip(&self.view.order) {
            let chip = Shape::symbol("chip", off(MIDDLE, left + 34 * k, 54), 26).owner(Some(self.seat(colour)));
            let out = self.seen(colour).is_some_and(|s| s.out);
            let active = self.view.turn.as_ref().is_some_and(|t| t.seat == colour);
            shapes.push(if out {
                chip.style("faded")
            } else if active {
                chip.style("ringed")
            } else {
                chip
            });
        }
        shapes
    }

    /// A territory as the board has it; while colours are chosen a planet represents its colour.
    fn world(&self, space: Space) -> Shape {
        let (symbol, size) = match self.kind(space) {
            SpaceKind::Planet => (planet_symbol(self.data.space(space).system), PLANET),
            SpaceKind::Inner => ("moon-inner", MOON),
            SpaceKind::Middle => ("moon-middle", MOON),
            SpaceKind::Outer => ("moon-outer", MOON),
        };
        let shape = Shape::symbol(symbol, self.at(space), size).style("world");
        match space.planet_colour() {
            None => shape.label(&self.data.space(space).name),
            Some(colour) => match self.seen(colour) {
                Some(seat) => shape.owner(Some(Seat(seat.chair))),
                None => shape.id(colour).tip(format!("play {colour}")),
            },
        }
    }

    fn territory(&self, space: Space, seen: &SpaceView) -> Shape {
        let shape = self.world(space).id(space).tip(self.tip(space, seen)).owner(seen.owner.map(|c| self.seat(c)));
        let busy = self.view.turn.as_ref().is_some_and(|t| t.from == Some(space) || t.to == Some(space));
        if busy { shape.style("ringed") } else { shape }
    }

    /// Hit points and name, on the side that looks to the middle of the board.
    fn planet(&self, planet: Space, hits: u8) -> Vec<Shape> {
        let at = self.at(planet);
        let inward = if at.1 < MIDDLE.1 { 1 } else { -1 };
        let full = *self.data.numbers.planet_hit_points.get_ref();
        let left = -14 * (i32::from(full) - 1);
        let heart = |k: u8| {
            let symbol = if k < hits { "heart" } else { "heart-lost" };
            let spot = off(at, left + 28 * i32::from(k), inward * (PLANET / 2 + 12));
            Shape::symbol(symbol, spot, 26).tip(count(hits, "hit point"))
        };
        let name =
            Shape::text(&self.data.space(planet).name, off(at, 0, inward * (PLANET / 2 + 38)), 21).style("minor");
        (0..full).map(heart).chain([name]).collect()
    }

    /// What lies on an uncontrolled moon: two tokens, an ally's chip, the viewer's own bid.
    fn tokens(&self, moon: Space, seen: &SpaceView) -> Vec<Shape> {
        let at = self.at(moon);
        let me = self.view.viewer.map(|c| self.seat(c));
        let mut shapes = Vec::new();
        if seen.owner.is_none() {
            let (left, right) = (off(at, -21, 33), off(at, 21, 33));
            let private = |public: bool| if public { None } else { me };
            let [die, ipec] = token_words(seen);
            shapes.push(match seen.die {
                Some(kind) => {
                    let token = Shape::symbol(kind.word(), left, TOKEN).count(kind.sides());
                    token.owner(private(seen.die_public)).tip(die)
                }
                None => Shape::symbol("die-hidden", left, TOKEN),
            });
            let token = Shape::symbol(ipec_symbol(seen.ipec), right, TOKEN);
            shapes.push(if seen.ipec.is_some() { token.tip(ipec) } else { token });
            if seen.die.is_some() && !seen.die_public || seen.ipec.is_some() && !seen.ipec_public {
                shapes.push(Shape::symbol("peek", off(at, 0, 12), 26).owner(me).style("plain"));
            }
        }
        if let Some(ally) = seen.ally {
            let chip = Shape::symbol("ally", off(at, 33, -31), TOKEN).owner(Some(self.seat(ally))).style("plain");
            let chip = chip.tip(format!("ally of {}", title_case(ally.word())));
            let used = self.view.turn.as_ref().is_some_and(|t| t.used.contains(&moon));
            shapes.push(if used { chip.style("faded") } else { chip });
        }
        shapes.extend(self.bid(moon).map(|points| {
            let chip = Shape::symbol("chip", off(at, -33, -31), 36).owner(me);
            if points == 0 { chip.count("?") } else { chip.count(points) }
        }));
        shapes
    }

    /// What the viewer puts on the moon while allocations are sealed; 0 while the number is still asked.
    fn bid(&self, moon: Space) -> Option<u8> {
        let allocation =
            self.seen(self.view.viewer?)?.allocation.as_ref().filter(|_| self.view.phase == "allocation")?;
        let bid = allocation.bids.iter().find(|(m, _)| *m == moon).map(|(_, points)| *points);
        bid.or_else(|| (allocation.funding == Some(moon)).then_some(0))
    }

    fn tip(&self, space: Space, seen: &SpaceView) -> String {
        let kind = match self.kind(space) {
            SpaceKind::Planet => "planet",
            SpaceKind::Inner => "inner moon",
            SpaceKind::Middle => "middle moon",
            SpaceKind::Outer => "outer moon",
        };
        let mut parts =
            vec![format!("{}: {kind}, {}", self.data.space(space).name, count(self.data.worth(space), "point"))];
        parts.extend(seen.hits.map(|hits| count(hits, "hit point")));
        match seen.owner {
            Some(owner) => parts.push(format!("controlled by {}", title_case(owner.word()))),
            None => {
                parts.push("uncontrolled".into());
                parts.extend(token_words(seen));
                let lookers = self.view.seats.iter().filter(|s| s.peeked.contains(&space)).filter_map(|s| s.colour);
                let lookers: Vec<_> = lookers.map(|c| title_case(c.word())).collect();
                parts.extend((!lookers.is_empty()).then(|| format!("looked at by {}", lookers.join(", "))));
            }
        }
        parts.extend(seen.ally.map(|ally| format!("ally of {} this round", title_case(ally.word()))));
        parts.join("; ")
    }
}

/// The Dice token and the IPEC token of an uncontrolled moon.
fn token_words(seen: &SpaceView) -> [String; 2] {
    let whose = |public: bool| if public { "" } else { ", known to you" };
    let die = match seen.die {
        Some(die) => format!("die {die}{}", whose(seen.die_public)),
        None => "die face down".into(),
    };
    let ipec = match seen.ipec {
        Some(true) => format!("IPEC-controlled{}", whose(seen.ipec_public)),
        Some(false) => format!("free of IPEC{}", whose(seen.ipec_public)),
        None => "IPEC token face down".into(),
    };
    [die, ipec]
}

fn planet_symbol(system: Colour) -> &'static str {
    match system {
        Colour::Red => "planet-red",
        Colour::Yellow => "planet-yellow",
        Colour::Green => "planet-green",
        Colour::Blue => "planet-blue",
    }
}

fn ipec_symbol(ipec: Option<bool>) -> &'static str {
    match ipec {
        None => "ipec-hidden",
        Some(true) => "ipec-controlled",
        Some(false) => "ipec-free",
    }
}

fn count(n: u8, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use astrarium_core::{Fast, Parts, Rules, Setup, Silent, Viewer, Vision};

    use super::*;
    use crate::action::Action;
    use crate::state::State;

    #[test]
    fn colours_are_chosen_on_the_board_and_research_in_the_own_panel() {
        let mut chance = Fast::new(1, 1);
        let mut state = State::new(Default::default(), State::house(), &mut chance);
        let has = |state: &State, viewer, id: &str| {
            let scene = state.view(viewer).draw();
            let items = scene.panels.iter().flat_map(|p| &p.groups).flat_map(|g| &g.items);
            scene.shapes.iter().map(|s| &s.id).chain(items.map(|i| &i.id)).any(|found| found == id)
        };
        for (chair, &colour) in (0..).zip(Colour::ALL) {
            assert!(has(&state, Viewer::Seat(Seat(chair)), colour.word()));
            state.apply(Seat(chair), Action::ChooseColour(colour), &mut chance, &mut Silent).expect("it is free");
            assert!(!has(&state, Viewer::Seat(Seat(chair)), colour.word()));
        }
        assert!(has(&state, Viewer::Seat(Seat(2)), "def-either"));
        assert!(!has(&state, Viewer::Public, "def-either"), "nothing to click for those who watch");
    }
}
