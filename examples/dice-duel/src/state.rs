//! What is on the table. Plain memory: a copy is a memcpy.

use astrarium_core::{Static, cited};

use crate::data::Data;
use crate::piece::{ByColour, Colour, Stance};
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    pub(crate) round: u8,
    pub(crate) players: ByColour<Player>,
}

/// What the game waits for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Sealed: both choose a stance.
    Stances,
    Over,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub hearts: u8,
    pub bead: bool,
    /// The stance of this round, once it is chosen.
    pub stance: Option<Stance>,
}

#[cited]
impl State {
    /// What a stance adds to the die (DD-005, DD-006).
    pub(crate) fn bonus(&self, colour: Colour, stance: Stance) -> u8 {
        let (n, bead) = (&self.data.numbers, self.players[colour].bead);
        match stance {
            Stance::Guard => n.guard,
            Stance::Strike if bead => n.bead,
            Stance::Strike | Stance::Aim => 0,
        }
    }
}
