//! View → scene: two duellists with their hearts, and the stances beside them.

use astrarium_core::Drawing;
use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatLook, SeatState, Shape};
use astrarium_core::words::title_case;

use crate::piece::{Colour, Stance};
use crate::view::{SeatView, View};

impl Drawing for View {
    fn draw(&self) -> Scene {
        Scene {
            size: (1000, 1000),
            shapes: self.seats.iter().map(duellist).collect(),
            panels: vec![self.stances()],
            seats: self.seats.iter().map(|seat| self.look(seat)).collect(),
            heading: format!("Round {} of {}", self.round, self.data.numbers.rounds),
            ways: Vec::new(),
        }
    }
}

fn duellist(seat: &SeatView) -> Shape {
    let (symbol, x) = match seat.colour {
        Colour::Red => ("planet-red", 250),
        Colour::Blue => ("planet-blue", 750),
    };
    let shape = Shape::symbol(symbol, (x, 450), 260).id(seat.colour).owner(Some(seat.colour.seat())).style("world");
    let bead = if seat.bead { ", with a bead" } else { "" };
    shape.count(seat.hearts).tip(format!("{} hearts{bead}", seat.hearts))
}

impl View {
    fn stances(&self) -> Panel {
        let mine = self.seats.iter().find(|s| Some(s.colour) == self.viewer).and_then(|s| s.stance);
        let item = |&stance: &Stance| {
            let item = Item::new(title_case(stance.word()), "").id(stance);
            if mine == Some(stance) { item.style("here") } else { item }
        };
        let items = Stance::ALL.iter().map(item).collect();
        let groups = vec![Group { title: String::new(), layout: Layout::Track, items }];
        Panel { id: "stances".into(), title: "Stances".into(), seat: None, groups }
    }

    fn look(&self, seat: &SeatView) -> SeatLook {
        let most = self.seats.iter().map(|s| s.hearts).max();
        let state = match (self.over, seat.chosen) {
            (true, _) if Some(seat.hearts) == most => SeatState::Winner,
            (true, _) => SeatState::Out,
            (false, true) => SeatState::Done,
            (false, false) => SeatState::Deciding,
        };
        let (name, colour) = (title_case(seat.colour.word()), seat.colour.word());
        SeatLook { name, colour, points: Some(seat.hearts.into()), state, key: Vec::new() }
    }
}
