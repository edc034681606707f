//! The log tells what everybody gains and loses.

use astrarium_check::{Count, told};
use astrarium_core::Seat;
use game_galactic_adventures::{State, View};

/// GA-016, GA-066: points come and go with the territories; those of the home planets are there from the first round on.
#[test]
fn the_log_adds_up() {
    let of = |view: &View, seat: Seat| (view.round > 0).then(|| view.seats[seat.index()].points.into());
    told::<State>(&[Count { words: &["points", "point"], of }]);
}
