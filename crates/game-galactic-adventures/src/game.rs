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

parts!(State, |state, seat| match state.colour(seat) {
    Some(colour) if state.phase != Phase::Colours => colour.word(),
    _ => seat.chair(),
});

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
            puzzles: include_str!("../puzzles/puzzles.toml"),
        },
    };
}
