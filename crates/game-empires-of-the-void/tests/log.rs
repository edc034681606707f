//! The log tells what everybody gains and loses.

use astrarium_check::{Count, told};
use astrarium_core::Seat;
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse, SeatView, View};

fn of(view: &View, seat: Seat) -> Option<&SeatView> {
    view.seats.get(seat.index())
}

/// EV-063, EV-147, EV-151, KU-104, KU-110, KU-137: credits, points, Ambassadors and bombs.
const COUNTS: [Count<View>; 4] = [
    Count { words: &["credits", "credit"], of: |view, seat| Some(of(view, seat)?.credits.into()) },
    Count { words: &["points", "point"], of: |view, seat| of(view, seat)?.points.map(i32::from) },
    Count { words: &["ambassadors", "ambassador"], of: |view, seat| Some(of(view, seat)?.ambassadors.into()) },
    Count { words: &["bombs", "bomb"], of: |view, seat| Some(of(view, seat)?.bombs.into()) },
];

#[test]
fn the_log_of_the_first_edition_adds_up() {
    told::<EmpiresOfTheVoid>(&COUNTS);
}

#[test]
fn the_log_of_the_revised_edition_adds_up() {
    told::<KeyToTheUniverse>(&COUNTS);
}
