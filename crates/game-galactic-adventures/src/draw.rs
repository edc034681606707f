//! View → scene.

use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatLook, SeatState, Shape};
use astrarium_core::{Piece, Seat};

use crate::data::SpaceKind;
use crate::piece::Space;
use crate::state::State;
use crate::view::{SeatView, SpaceView, View};

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let data = self.data.0;
        let mut shapes = Vec::new();
        for space in self.board.iter() {
            for near in (data.near[space.index()] & self.board).iter().filter(|n| n.0 > space.0) {
                shapes.push(Shape::line(data.spaces[space.index()].at, data.spaces[near.index()].at).style("lane"));
            }
        }
        shapes.extend(view.spaces.iter().map(|(&space, seen)| self.draw_space(space, seen)));
        Scene {
            size: (1000, 1000),
            shapes,
            panels: view.seats.iter().map(|seat| self.draw_seat(seat)).collect(),
            seats: view.seats.iter().map(look).collect(),
            heading: format!("Round {}, {}", view.round, view.phase),
        }
    }

    fn draw_space(&self, space: Space, seen: &SpaceView) -> Shape {
        let (symbol, size) = match self.space_kind(space) {
            SpaceKind::Planet => ("planet", 110),
            SpaceKind::Inner => ("moon-inner", 60),
            SpaceKind::Middle => ("moon-middle", 60),
            SpaceKind::Outer => ("moon-outer", 60),
        };
        let count = match (seen.hits, seen.die) {
            (Some(hits), _) => hits.to_string(),
            (None, Some(die)) => die.to_string(),
            _ => String::new(),
        };
        Shape::symbol(symbol, self.data.0.spaces[space.index()].at, size)
            .id(space)
            .label(self.name(space))
            .count(count)
            .owner(seen.owner.map(|c| self.seat(c)))
    }

    fn draw_seat(&self, seat: &SeatView) -> Panel {
        let counter = |label: &str, value: String| Item::new(label, value);
        let die = |d: Option<crate::piece::Die>| d.map_or("none".into(), |d| d.to_string());
        let mut items = vec![
            counter("points", seat.points.to_string()),
            counter("territories", seat.territories.to_string()),
            counter("budget", seat.budget.to_string()),
        ];
        if let Some(allocation) = &seat.allocation {
            items.push(counter("attack", die(allocation.attack)));
            items.push(counter("defense", die(allocation.defense)));
        }
        let nodes = seat.research.iter().flatten().map(|&n| Item::new(self.node_name(n), "").id(n));
        let groups = vec![
            Group { title: String::new(), layout: Layout::Counters, items },
            Group { title: "Research".into(), layout: Layout::Cards, items: nodes.collect() },
        ];
        Panel { id: format!("seat-{}", seat.chair + 1), title: name(seat), seat: Some(Seat(seat.chair)), groups }
    }
}

fn name(seat: &SeatView) -> String {
    seat.colour.map_or_else(|| format!("chair {}", seat.chair + 1), |c| c.to_string())
}

fn look(seat: &SeatView) -> SeatLook {
    SeatLook {
        name: name(seat),
        colour: seat.colour.map_or("none", |c| c.word()),
        points: i32::from(seat.points),
        state: match (seat.place, seat.out, seat.deciding) {
            (Some(1), ..) => SeatState::Winner,
            (_, true, _) => SeatState::Out,
            (None, _, true) => SeatState::Deciding,
            _ => SeatState::Waiting,
        },
    }
}
