//! The sequence of play on one screen: who is asked, what is allowed, what comes next.

use astrarium_core::{Chance, Log, Rules, Seat, Turn, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal};
use crate::piece::Colour;
use crate::state::{Phase, State};

#[cited]
impl Rules for State {
    fn turn(&self) -> Turn {
        let undecided = |c: &&Colour| self.players[**c].stance.is_none();
        match self.phase {
            Phase::Stances => Turn::AnyOf(Colour::ALL.iter().filter(undecided).map(|c| c.seat()).collect()), // DD-002
            Phase::Over => Turn::Over(self.standing()),
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().seats().contains(seat) {
            self.listed(seat, out);
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Check {
        self.checked(seat, action)
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.applied(seat, action, chance, log);
    }
}

sequence! {
    |state: State, seat, out, action, chance, log| state.phase;
    Phase::Stances =>
        state.stance_actions(out),
        state.check_stance(Colour::of(seat)),
        state.take_stance(Colour::of(seat), action, chance, log);
    Phase::Over =>
        {},
        Err(Illegal::GameOver),
        unreachable!("check refuses everything");
}
