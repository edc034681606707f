//! What the bots go by: hearts, and a bead as half a heart.

use astrarium_core::{BySeat, Judgement, chances};

use crate::piece::Colour;
use crate::state::State;

impl Judgement for State {
    fn evaluate(&self) -> BySeat<i32> {
        let worth = |c: &Colour| (c.seat(), 2 * i32::from(self.players[*c].hearts) + i32::from(self.players[*c].bead));
        chances(Colour::ALL.iter().map(worth), 2)
    }
}
