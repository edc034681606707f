//! Empires of the Void and Key to the Universe: two editions over one rules core. Read in this order.

#![deny(clippy::float_arithmetic)]

mod piece; // seats, races, ships, spaces, technologies, cards
mod data; // what is printed, and how the editions differ
mod state; // what is on the table
mod invariant; // what always holds
mod position; // loose positions, read and written
mod setup; // options → first state
mod action; // one variant per kind of click
mod phase; // the sequence of play
mod rules {
    //! The rulebooks' chapters, in their order.
    pub(crate) mod opening; // setup with its choices
    pub(crate) mod galaxy; // lines, obstacles, turning hexagons
    pub(crate) mod turn; // actions and the end of a turn
    pub(crate) mod secondary; // secondary actions
    pub(crate) mod orders; // building and research
    pub(crate) mod reveal; // orders carried out
    pub(crate) mod moves; // moving, cargo, groups, all ships
    pub(crate) mod travel; // steps, obstacles, tractor beams
    pub(crate) mod attack; // naming a target, the windows of a fight
    pub(crate) mod battle; // dice by initiative, casualties
    pub(crate) mod conquest; // what an attack wins
    pub(crate) mod control; // who holds a world; objectives
    pub(crate) mod diplomacy; // allies by cards and dice; Infest
    pub(crate) mod cards; // diplomacy cards
    pub(crate) mod tactics; // the cards' second use
    pub(crate) mod offers; // trade
    pub(crate) mod repair; // the repair bay
    pub(crate) mod events; // the event deck
}
mod score; // points, council, standing
mod prompt; // what is asked, and what the answers mean
mod illegal; // why not
mod view; // what a seat may see; redeal
mod odds; // chances before dice are thrown
mod event; // what happened, in words
mod draw; // view → scene
mod bot; // a cheap evaluation
mod game; // all of it as two `Game`s

pub use action::Action;
pub use data::Data;
pub use game::{EmpiresOfTheVoid, First, Key, KeyToTheUniverse};
pub use illegal::Illegal;
pub use piece::{
    Card, Colour, Corner, Edition, Good, Hex, Kind, Objective, Obstacle, Race, Space, Target, Tech, Temperament,
};
pub use position::Position;
pub use setup::{FirstOptions, KeyOptions};
pub use view::{SeatView, View};
