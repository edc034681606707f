//! The log tells what everybody gains and loses.

use astrarium_check::{Count, told};
use game_galactic_emperor::State;

/// GE-038, GE-063, GE-068, GE-086: marks, metal and energy.
#[test]
fn the_log_adds_up() {
    told::<State>(&[
        Count { words: &["marks", "mark"], of: |view, seat| Some(view.seats[seat.index()].marks.into()) },
        Count { words: &["metal"], of: |view, seat| Some(view.seats[seat.index()].metal.into()) },
        Count { words: &["energy"], of: |view, seat| Some(view.seats[seat.index()].energy.into()) },
    ]);
}
