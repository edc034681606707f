//! The sequence of play on one screen: who is asked, what is allowed, what comes next.

use astrarium_core::{Chance, Log, Rules, Seat, SeatSet, Turn, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal};
use crate::piece::Colour;
use crate::state::{Phase, State};

#[cited]
impl Rules for State {
    fn turn(&self) -> Turn {
        self.asks().expect("somebody is asked until the game is over")
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
    |state: State, seat, out, action, chance, log| state.phase, Illegal::GameOver;
    Phase::Stances => asks state.undecided(),
        state.stance_actions(out),
        state.check_stance(Colour::of(seat)),
        state.take_stance(Colour::of(seat), action, chance, log);
    Phase::Over => ends state.standing();
}

#[cited]
impl State {
    /// Both take a stance in secret (DD-002).
    fn undecided(&self) -> SeatSet {
        Colour::ALL.iter().filter(|&&c| self.players[c].stance.is_none()).map(|c| c.seat()).collect()
    }
}
