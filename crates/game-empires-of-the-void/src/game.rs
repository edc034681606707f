//! All of it as two `Game`s: the same play, two editions.

use astrarium_core::{Clause, Edition, Meta, Teaching, Titled, parts};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::Illegal;
use crate::piece::Colour;
use crate::position::Position;
use crate::setup::{FirstOptions, KeyOptions, Options};
use crate::state::State;
use crate::view::View;

parts!(State, |_state, seat| Colour::of(seat).word());

/// The game of 2011.
pub type EmpiresOfTheVoid = Titled<First>;

/// Its revised edition.
pub type KeyToTheUniverse = Titled<Key>;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct First;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Key;

impl Edition for First {
    type State = State;
    type Options = FirstOptions;
    const META: Meta = Meta {
        id: "empires-of-the-void",
        name: "Empires of the Void",
        prefix: "EV",
        min_seats: 2,
        max_seats: 4,
        about: "Seven hexagons, fifteen planets: win them by fleets or by friendship, and lead the galactic council.",
        minutes: 150,
        weight: 3,
        rules_version: 2, // 2: rebels leave a planet that is freed, free-offers, free-swaps
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/empires-of-the-void.md"),
        teaching: Teaching {
            course: include_str!("../lessons/first/course.toml"),
            guide: &[include_str!("../lessons/guide.toml"), include_str!("../lessons/first/guide.toml")],
            puzzles: include_str!("../puzzles/first/puzzles.toml"),
        },
    };

    fn cite(clause: Clause) -> Clause {
        counterpart(FIRST, clause)
    }
}

impl Edition for Key {
    type State = State;
    type Options = KeyOptions;
    const META: Meta = Meta {
        id: "key-to-the-universe",
        name: "Empires of the Void: Key to the Universe",
        prefix: "KU",
        min_seats: 2,
        max_seats: 4,
        about: "The revised edition: twelve races, a technology board, secondary actions, objectives, and obstacles that can be dared.",
        minutes: 150,
        weight: 3,
        rules_version: 2, // 2: free-offers, late-tactics
        max_actions: 100_000,
        rules: include_str!("../../../docs/rules/key-to-the-universe.md"),
        teaching: Teaching {
            course: include_str!("../lessons/key/course.toml"),
            guide: &[include_str!("../lessons/guide.toml"), include_str!("../lessons/key/guide.toml")],
            puzzles: include_str!("../puzzles/key/puzzles.toml"),
        },
    };

    fn cite(clause: Clause) -> Clause {
        counterpart(REVISED, clause)
    }
}

/// What the other rulebook calls it; a clause that only this one has stays.
fn counterpart(table: &[(&str, &'static str)], clause: Clause) -> Clause {
    table.iter().find(|(other, _)| *other == clause.0).map_or(clause, |(_, own)| Clause(own))
}

/// Clauses that rules of both editions cite by the number of the revised one, and where the first edition says it.
const FIRST: &[(&str, &str)] = &[
    ("KU-006", "EV-026"),
    ("KU-031", "EV-020"),
    ("KU-034", "EV-196"),
    ("KU-069", "EV-087"),
    ("KU-092", "EV-124"),
    ("KU-098", "EV-142"),
    ("KU-100", "EV-081"),
    ("KU-127", "EV-059"),
    ("KU-149", "EV-084"),
    ("KU-175", "EV-081"),
    ("KU-182", "EV-142"),
    ("KU-184", "EV-078"),
    ("KU-188", "EV-129"),
];

/// Where the revised rulebook says what a clause of the first one says.
const REVISED: &[(&str, &str)] = &[
    ("EV-006", "KU-009"),
    ("EV-011", "KU-020"),
    ("EV-026", "KU-023"),
    ("EV-031", "KU-027"),
    ("EV-036", "KU-028"),
    ("EV-037", "KU-028"),
    ("EV-038", "KU-028"),
    ("EV-039", "KU-028"),
    ("EV-044", "KU-036"),
    ("EV-046", "KU-040"),
    ("EV-053", "KU-043"),
    ("EV-056", "KU-044"),
    ("EV-057", "KU-045"),
    ("EV-058", "KU-051"),
    ("EV-061", "KU-052"),
    ("EV-062", "KU-052"),
    ("EV-063", "KU-052"),
    ("EV-064", "KU-054"),
    ("EV-065", "KU-054"),
    ("EV-067", "KU-054"),
    ("EV-068", "KU-058"),
    ("EV-071", "KU-059"),
    ("EV-072", "KU-059"),
    ("EV-073", "KU-059"),
    ("EV-077", "KU-047"),
    ("EV-078", "KU-047"),
    ("EV-081", "KU-065"),
    ("EV-083", "KU-065"),
    ("EV-084", "KU-066"),
    ("EV-087", "KU-068"),
    ("EV-091", "KU-073"),
    ("EV-092", "KU-073"),
    ("EV-093", "KU-074"),
    ("EV-096", "KU-074"),
    ("EV-097", "KU-074"),
    ("EV-098", "KU-075"),
    ("EV-108", "KU-080"),
    ("EV-110", "KU-082"),
    ("EV-112", "KU-083"),
    ("EV-113", "KU-084"),
    ("EV-114", "KU-085"),
    ("EV-120", "KU-087"),
    ("EV-124", "KU-091"),
    ("EV-126", "KU-091"),
    ("EV-128", "KU-091"),
    ("EV-129", "KU-094"),
    ("EV-130", "KU-094"),
    ("EV-131", "KU-094"),
    ("EV-132", "KU-094"),
    ("EV-133", "KU-094"),
    ("EV-135", "KU-095"),
    ("EV-137", "KU-096"),
    ("EV-139", "KU-097"),
    ("EV-140", "KU-097"),
    ("EV-141", "KU-097"),
    ("EV-142", "KU-097"),
    ("EV-146", "KU-099"),
    ("EV-147", "KU-117"),
    ("EV-148", "KU-119"),
    ("EV-151", "KU-121"),
    ("EV-152", "KU-122"),
    ("EV-153", "KU-123"),
    ("EV-159", "KU-124"),
    ("EV-160", "KU-124"),
    ("EV-168", "KU-136"),
    ("EV-170", "KU-141"),
    ("EV-173", "KU-142"),
    ("EV-176", "KU-146"),
    ("EV-180", "KU-152"),
    ("EV-181", "KU-152"),
    ("EV-182", "KU-152"),
    ("EV-184", "KU-154"),
    ("EV-186", "KU-157"),
    ("EV-189", "KU-157"),
    ("EV-190", "KU-162"),
    ("EV-194", "KU-173"),
    ("EV-200", "KU-178"),
    ("EV-201", "KU-178"),
    ("EV-205", "KU-179"),
    ("EV-212", "KU-192"),
    ("EV-217", "KU-194"),
    ("EV-221", "KU-198"),
];
