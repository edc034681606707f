//! Options → first state; loose position → strict state, or everything that is wrong with it.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Game, OptionSpec, Setup, Sound, Static, Values, cited};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::piece::{ByColour, Colour, Stance};
use crate::state::{Phase, Player, State};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Options {
    pub rules: u8,
    pub players: u8,
}

impl Default for Options {
    fn default() -> Options {
        Options { rules: State::META.rules_version, players: Colour::ALL.len() as u8 }
    }
}

impl astrarium_core::Options for Options {
    const SPECS: &'static [OptionSpec] =
        &[OptionSpec { id: "players", values: Values::OneOf(&["2"]), about: "a duel is for two" }];

    astrarium_core::seated!();
}

/// A table as text. What is left out is as at the start.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Position {
    pub over: bool,
    pub round: Option<u8>,
    pub seats: BTreeMap<Colour, SeatPosition>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct SeatPosition {
    pub hearts: Option<u8>,
    pub bead: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stance: Option<Stance>,
}

#[cited]
impl Setup for State {
    fn new(options: Options, data: &'static Data, _: &mut impl Chance) -> State {
        let player = Player { hearts: data.numbers.hearts, ..Player::default() }; // DD-001
        State { data: Static(data), options, phase: Phase::Stances, round: 1, players: ByColour::from_fn(|_| player) }
    }

    fn place(
        options: Options,
        data: &'static Data,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        let mut state = State::new(options, data, chance);
        state.round = position.round.unwrap_or(state.round);
        for (&colour, seat) in &position.seats {
            let hearts = seat.hearts.unwrap_or(data.numbers.hearts);
            state.players[colour] = Player { hearts, bead: seat.bead, stance: seat.stance };
        }
        if position.over {
            state.phase = Phase::Over;
        }
        let faults = state.invariants();
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn position(&self) -> Position {
        let seat = |&colour: &Colour| {
            let Player { hearts, bead, stance } = self.players[colour];
            (colour, SeatPosition { hearts: Some(hearts), bead, stance })
        };
        let seats = Colour::ALL.iter().map(seat).collect();
        Position { over: self.phase == Phase::Over, round: Some(self.round), seats }
    }
}
