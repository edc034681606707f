//! What a seat may see, built from nothing; what it cannot know, dealt again.

use astrarium_core::{Chance, Encode, Seat, Static, Viewer, Vision};
use serde::Serialize;

use crate::data::Data;
use crate::piece::{Colour, Stance};
use crate::state::{Phase, State};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct View {
    #[serde(skip)]
    pub(crate) data: Static<Data>,
    pub viewer: Option<Colour>,
    pub round: u8,
    pub over: bool,
    pub seats: Vec<SeatView>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
pub struct SeatView {
    pub colour: Colour,
    pub hearts: u8,
    pub bead: bool,
    pub chosen: bool,
    /// Only to the seat itself (DD-002).
    pub stance: Option<Stance>,
}

impl Vision for State {
    fn view(&self, viewer: Viewer) -> View {
        let me = Colour::ALL.iter().copied().find(|c| viewer.is(c.seat()));
        let seat = |&colour: &Colour| {
            let player = &self.players[colour];
            let stance = player.stance.filter(|_| me == Some(colour));
            SeatView { colour, hearts: player.hearts, bead: player.bead, chosen: player.stance.is_some(), stance }
        };
        let seats = Colour::ALL.iter().map(seat).collect();
        View { data: self.data, viewer: me, round: self.round, over: self.phase == Phase::Over, seats }
    }

    /// The other's stance could be any.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
        let mut state = *self;
        let other = &mut state.players[Colour::of(seat).other()];
        if other.stance.is_some() {
            let word = |i: u32| Stance::ALL[i as usize].to_string();
            other.stance = Some(Stance::ALL[chance.pick(Stance::ALL.len() as u32, word) as usize]);
        }
        state
    }
}
