//! A world as a seat may imagine it.

use std::ops::Deref;

use crate::{Chance, Log, Odds, Parts, Risk, Rules, Seat, Vision};

/// A state that its seat cannot tell from the true one. Only redealing makes one, so what is computed from it tells the seat nothing
/// that it does not know: odds of the true state do not compile.
///
/// ```compile_fail,E0308
/// use astrarium_core::{Odds, Risk};
/// use game_dice_duel::{Action, State};
///
/// fn leak(state: &State, action: Action) -> Option<Odds> {
///     State::odds(state, action)
/// }
/// ```
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Redealt<G> {
    world: G,
    seat: Seat,
}

impl<G: Vision> Redealt<G> {
    /// One of the worlds that the seat cannot tell from this state.
    pub fn of(state: &G, seat: Seat, chance: &mut impl Chance) -> Redealt<G> {
        Redealt { world: state.redeal(seat, chance), seat }
    }
}

impl<G> Redealt<G> {
    /// Whose world it is.
    pub fn seat(&self) -> Seat {
        self.seat
    }

    /// The same world of another title.
    pub(crate) fn map<H>(self, inner: impl FnOnce(G) -> H) -> Redealt<H> {
        Redealt { world: inner(self.world), seat: self.seat }
    }
}

impl<G: Rules> Redealt<G> {
    /// What comes of the seat's action in this world.
    pub fn advance(&mut self, action: G::Action, chance: &mut impl Chance, log: &mut impl Log<<G as Parts>::Event>) {
        self.world.advance(self.seat, action, chance, log);
    }
}

impl<G: Risk> Redealt<G> {
    /// The exact chance that the seat's action succeeds, where dice decide it.
    pub fn odds(&self, action: G::Action) -> Option<Odds> {
        G::odds(self, action)
    }
}

impl<G> Deref for Redealt<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.world
    }
}
