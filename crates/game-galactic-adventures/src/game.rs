//! All of it as a `Game`.

use astrarium_core::{Game, Meta, Parts, Seat, Teaching};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::position::Position;
use crate::setup::Options;
use crate::state::{Phase, State};
use crate::view::View;

impl Parts for State {
    type Data = Data;
    type Options = Options;
    type Action = Action;
    type Illegal = Illegal;
    type Event = Event;
    type Position = Position;
    type View = View;

    fn house() -> &'static Data {
        house()
    }

    fn data(&self) -> &'static Data {
        self.data.0
    }

    fn options(&self) -> Options {
        self.options
    }

    fn seat_name(&self, seat: Seat) -> &'static str {
        match self.colour(seat) {
            Some(colour) if self.phase != Phase::Colours => colour.word(),
            _ => seat.chair(),
        }
    }
}

impl Game for State {
    const META: Meta = Meta {
        id: "galactic-adventures",
        name: "Galactic Adventures of Military Empires",
        prefix: "GA",
        min_seats: 2,
        max_seats: 4,
        about: "Four empires, twenty-four moons: buy dice in secret, court allies, and beam your way to twelve points.",
        minutes: 45,
        weight: 2,
        rules_version: 1,
        max_actions: 160 + 152 * 100,
        rules: include_str!("../../../docs/rules/galactic-adventures.md"),
        teaching: Teaching {
            course: include_str!("../lessons/course.toml"),
            guide: &[include_str!("../lessons/guide.toml")],
            puzzles: "",
        },
    };
}
