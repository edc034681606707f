//! All of it as a `Game`.

use astrarium_core::{Game, Meta, Teaching, parts};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::position::Position;
use crate::setup::Options;
use crate::state::{Phase, State};
use crate::view::View;

parts!(State, |state, seat| match state.players[seat].colour {
    Some(colour) if state.phase != Phase::Colours => colour.word(),
    _ => seat.chair(),
});

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
            puzzles: include_str!("../puzzles/puzzles.toml"),
        },
    };
}
