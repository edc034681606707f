//! Points and the end of the duel (DD-007, DD-008).

use astrarium_core::{BySeat, Score, Seat, Standing, cited};

use crate::piece::Colour;
use crate::state::State;

impl Score for State {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        Colour::ALL.iter().for_each(|&c| points[c.seat()] = i32::from(self.players[c].hearts));
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        vec![("colour", Colour::of(seat).to_string()), ("rounds", self.round.to_string())]
    }
}

#[cited]
impl State {
    pub(crate) fn standing(&self) -> Standing {
        let hearts = |c: Colour| self.players[c].hearts;
        let mut standing = Standing::default();
        Colour::ALL.iter().for_each(|&c| standing.places[c.seat()] = 1 + u8::from(hearts(c) < hearts(c.other()))); // DD-008
        standing
    }
}
