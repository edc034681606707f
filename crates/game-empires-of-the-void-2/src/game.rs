//! All of it as a `Game`.

use astrarium_core::{Game, Meta, Teaching, parts};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::position::Position;
use crate::setup::Options;
use crate::state::{State, Task};
use crate::view::View;

parts!(State, |state, seat| match state.player(seat).faction {
    Some(faction) if state.tasks.top() != Task::Faction => faction.word(),
    _ => seat.chair(),
});

impl Game for State {
    const META: Meta = Meta {
        id: "empires-of-the-void-2",
        name: "Empires of the Void II",
        prefix: "E2",
        min_seats: 2,
        max_seats: 5, // E2-005
        about: "Worldships at the fringe of the galaxy: follow the others' actions, court planets, build, and score twice.",
        minutes: 120,
        weight: 3,
        rules_version: 2, // 2: free-colonization
        max_actions: 640_000,
        rules: include_str!("../../../docs/rules/empires-of-the-void-2.md"),
        teaching: Teaching {
            course: include_str!("../lessons/course.toml"),
            guide: &[include_str!("../lessons/guide.toml")],
            puzzles: include_str!("../puzzles/puzzles.toml"),
        },
    };
}
