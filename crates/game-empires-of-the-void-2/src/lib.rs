//! Empires of the Void II. Read in this order.

#![deny(clippy::float_arithmetic)]

mod action; // one variant per kind of click
mod data; // what is printed
mod invariant; // what always holds
mod phase; // the sequence of play
mod piece; // regions, planets, factions, units, cards
mod position; // a state as plain data, and back
mod setup; // options → first state
mod state; // what is on the table
mod rules {
    //! The rulebook's chapters, in its order.
    pub(crate) mod aftermath; // what follows a battle
    pub(crate) mod arrival; // where a movement ends
    pub(crate) mod battle; // up to the reveal
    pub(crate) mod build; // research and buildings
    pub(crate) mod cards; // card action or diplomacy
    pub(crate) mod cycle; // an action, the responses, the end of a turn
    pub(crate) mod effects; // what cards and tokens do
    pub(crate) mod events; // event cards and the dreadnought
    pub(crate) mod movement; // a group and its way
    pub(crate) mod planet; // control, influence, goods
    pub(crate) mod recruit; // units and Empire cards
    pub(crate) mod refresh; // income and drawing
}
mod bot; // a cheap evaluation
mod draw; // view → scene
mod event; // what happened, in words
mod game; // all of it as a `Game`
mod illegal; // why not
mod score; // scoring, the winner
mod view; // what a seat may see; redeal

pub use action::Action;
pub use data::Data;
pub use illegal::Illegal;
pub use piece::*;
pub use position::{Position, SeatPosition, Site};
pub use setup::{Factions, Options, Scenario};
pub use state::{Cargo, State, Target};
pub use view::View;
