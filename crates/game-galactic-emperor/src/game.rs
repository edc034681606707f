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
        match self.players[seat].colour {
            Some(colour) if self.phase != Phase::Colours => colour.word(),
            _ => seat.chair(),
        }
    }
}

impl Game for State {
    const META: Meta = Meta {
        id: "galactic-emperor",
        name: "Galactic Emperor",
        prefix: "GE",
        min_seats: 2,
        max_seats: 6,
        about: "Pick a role and everybody plays it: lay out the galaxy, feed industry, send fleets, and sit on the Throne.",
        minutes: 90,
        weight: 3,
        rules_version: 1,
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/galactic-emperor.md"),
        teaching: Teaching {
            course: include_str!("../lessons/course.toml"),
            guide: &[include_str!("../lessons/guide.toml")],
            puzzles: "",
        },
    };
}
