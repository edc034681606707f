//! Dice Duel: a whole game, as small as it can be. Read in this order.

#![deny(clippy::float_arithmetic)]

mod piece; // colours, stances
mod data; // what is printed
mod state; // what is on the table
mod invariant; // what always holds
mod setup; // options → first state; loose position → strict state
mod action; // one variant per kind of click
mod phase; // the sequence of play
mod rules {
    //! The rules' chapters, in their order.
    pub(crate) mod duel; // stances, dice, hits
}
mod score; // points, the end
mod prompt; // what is asked, and what the answers mean
mod illegal; // why not
mod event; // what happened, in words
mod view; // what a seat may see; redeal
mod odds; // exact chances of a strike
mod draw; // view → scene
mod bot; // a cheap evaluation
mod game; // all of it as a `Game`

pub use action::Action;
pub use data::Data;
pub use illegal::Illegal;
pub use piece::{Colour, Stance};
pub use setup::{Options, Position};
pub use state::State;
pub use view::View;
