//! Players that know no game and see only what their seat may see. Read in this order.

mod breath; // where a search yields
mod sight; // what a bot is given
mod answers; // a whole draft at a sealed stop
mod greedy; // one step ahead on the game's own evaluation
mod playout; // the hot loop: random play
mod ismcts; // information-set Monte Carlo tree search
mod reasons; // what an answer changes, in figures
mod spec; // bots by their words

#[cfg(test)]
#[path = "../tests/toy/mod.rs"]
mod toy;

use astrarium_core::{Fast, Game};

pub use answers::answers;
pub use breath::Breath;
pub use greedy::{Cadet, Greedy};
pub use ismcts::{Budget, Ismcts, Settings, Work};
pub use playout::{playout, worth};
pub use reasons::{Change, reasons};
pub use sight::Sight;
pub use spec::{Level, Spec, UnknownBot, build, parse_list};

/// Somebody who answers for a seat.
pub trait Bot<G: Game>: Send {
    /// One of the seat's legal actions.
    fn choose(&mut self, sight: Sight<'_, G>) -> G::Action;

    /// The legal actions with the seat's estimated chance to win, best first; nothing if the bot has no opinion.
    fn hints(&mut self, _sight: Sight<'_, G>) -> Vec<(G::Action, f32)> {
        Vec::new()
    }

    /// About how much it remembers for its next decision.
    fn bytes(&self) -> usize {
        0
    }
}

/// Takes any legal action, all alike.
#[derive(Clone, Debug)]
pub struct Random(pub Fast);

impl<G: Game> Bot<G> for Random {
    fn choose(&mut self, sight: Sight<'_, G>) -> G::Action {
        let actions = sight.legal();
        actions[self.0.below(actions.len() as u32) as usize]
    }
}
