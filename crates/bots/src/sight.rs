//! What a bot is given: a seat's own sight of the table. The state behind it stays out of reach, so a bot cannot cheat.

use std::time::Duration;

use astrarium_core::{Fast, Game, Seat, Viewer};

use crate::Breath;

#[derive(Debug)]
pub struct Sight<'a, G: Game> {
    state: &'a G,
    seat: Seat,
    breath: Option<&'a dyn Breath>,
}

impl<G: Game> Copy for Sight<'_, G> {}

impl<G: Game> Clone for Sight<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<'a, G: Game> Sight<'a, G> {
    pub fn new(state: &'a G, seat: Seat) -> Sight<'a, G> {
        Sight { state, seat, breath: None }
    }

    /// The same for a bot that may be preempted.
    pub fn breathing(self, breath: &'a dyn Breath) -> Sight<'a, G> {
        Sight { breath: Some(breath), ..self }
    }

    /// Yields; returns how long that took.
    pub fn breathe(&self) -> Duration {
        self.breath.map_or(Duration::ZERO, Breath::breathe)
    }

    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// Adds everything the seat may do now.
    pub fn actions(&self, out: &mut Vec<G::Action>) {
        self.state.actions(self.seat, out);
    }

    /// Everything the seat may do now. A bot is asked only when there is something.
    pub fn legal(&self) -> Vec<G::Action> {
        let mut actions = Vec::new();
        self.actions(&mut actions);
        assert!(!actions.is_empty(), "a bot was asked for {:?}, who has nothing to decide", self.seat);
        actions
    }

    /// A state the seat cannot tell from the true one.
    pub fn redeal(&self, rng: &mut Fast) -> G {
        self.state.redeal(self.seat, rng)
    }

    pub fn view(&self) -> G::View {
        self.state.view(Viewer::Seat(self.seat))
    }
}
