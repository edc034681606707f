//! All of it as a `Game`.

use astrarium_core::{Game, Meta, Teaching, parts};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::piece::Colour;
use crate::setup::{Options, Position};
use crate::state::State;
use crate::view::View;

parts!(State, |_state, seat| Colour::of(seat).word());

impl Game for State {
    const META: Meta = Meta {
        id: "dice-duel",
        name: "Dice Duel",
        prefix: "DD",
        min_seats: 2,
        max_seats: 2,
        about: "Strike, guard or aim, both at once; then the dice fall.",
        minutes: 5,
        weight: 1,
        rules_version: 1,
        max_actions: 100,
        rules: include_str!("../rules.md"),
        teaching: Teaching::NONE,
    };
}
