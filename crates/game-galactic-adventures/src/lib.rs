//! Galactic Adventures of Military Empires. Read in this order.

#![deny(clippy::float_arithmetic)]

mod piece; // colours, territories, dice, research nodes
mod data; // what is printed
mod state; // what is on the table
mod invariant; // what always holds
mod position; // loose positions, read and written
mod setup; // options → first state
mod action; // one variant per kind of click
mod phase; // the sequence of play
mod rules {
    //! The rulebook's chapters, in its order.
    pub(crate) mod allies; // who gets a moon as ally
    pub(crate) mod allocation; // dice and diplomacy, sealed
    pub(crate) mod attack; // a player's turn
    pub(crate) mod battle; // declaration, dice, capture
    pub(crate) mod income; // points, penalty, turn order
    pub(crate) mod ipec; // redistribution of the IPEC tokens
    pub(crate) mod research; // the tree, sealed, once
}
mod score; // points, victory, standing
mod prompt; // what is asked, and what the answers mean
mod illegal; // why not
mod event; // what happened, in words
mod view; // what a seat may see; redeal
mod odds; // exact chances of an attack
mod draw; // view → scene
mod bot; // a cheap evaluation
mod game; // all of it as a `Game`

pub use action::Action;
pub use data::Data;
pub use data::VOCABULARY;
pub use illegal::Illegal;
pub use piece::{Colour, Die, Kind, Mode, Node, Nodes, Space, Spaces};
pub use position::Position;
pub use setup::Options;
pub use state::State;
pub use view::View;
