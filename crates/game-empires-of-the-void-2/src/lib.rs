//! Empires of the Void II. Read in this order.

#![deny(clippy::float_arithmetic)]

mod piece; // regions, planets, factions, units, cards
mod data; // what is printed
mod state; // what is on the table
mod invariant; // what always holds
mod position; // a state as plain data, and back
mod setup; // options → first state; loose position → strict state
mod action; // one variant per kind of click
mod phase; // the sequence of play
mod rules {
    //! The rulebook's chapters, in its order.
    pub(crate) mod opening; // factions, first cards, start units
    pub(crate) mod cycle; // an action, the responses, the end of a turn
    pub(crate) mod movement; // a group and its way
    pub(crate) mod arrival; // where a movement ends
    pub(crate) mod planet; // control, influence, goods
    pub(crate) mod build; // research and buildings
    pub(crate) mod cards; // card action or diplomacy
    pub(crate) mod recruit; // units and Empire cards
    pub(crate) mod refresh; // income and drawing
    pub(crate) mod battle; // up to the reveal
    pub(crate) mod aftermath; // what follows a battle
    pub(crate) mod effects; // what cards and tokens do
    pub(crate) mod events; // event cards and the dreadnought
}
mod score; // scoring, the winner
mod prompt; // what is asked, and what the answers mean
mod illegal; // why not
mod event; // what happened, in words
mod view; // what a seat may see; redeal
mod odds; // exact chances of a die
mod draw; // view → scene
mod bot; // a cheap evaluation
mod game; // all of it as a `Game`

pub use action::Action;
pub use data::{Data, vocabulary};
pub use illegal::Illegal;
pub use piece::*;
pub use position::{Position, SeatPosition, Site};
pub use setup::{Factions, Options, Scenario};
pub use state::{Cargo, State, Target};
pub use view::{SeatView, View};
