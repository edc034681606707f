//! Galactic Emperor. Read in this order.

#![deny(clippy::float_arithmetic)]

mod piece; // colours, spaces, tiles, ships, roles, technologies
mod data; // what is printed
mod state; // what is on the table
mod invariant; // what always holds
mod setup; // options → first state
mod position; // loose position → strict state
mod action; // one variant per kind of click
mod phase; // the sequence of play
mod rules {
    //! The rulebook's chapters, in its order.
    pub(crate) mod round; // direction and roles
    pub(crate) mod explorer; // tiles, the Black Hole
    pub(crate) mod merchant; // prices, harvest, trade, funding
    pub(crate) mod steward; // production
    pub(crate) mod engineer; // ships
    pub(crate) mod warlord; // moves, claims, warp
    pub(crate) mod battle; // the course of a battle
    pub(crate) mod firing; // dice and hits
    pub(crate) mod casualties; // who is hit
    pub(crate) mod regent; // influence, the Throne, the victory count
    pub(crate) mod scientist; // technologies
    pub(crate) mod technology; // declarations and dice, and who may answer them
    pub(crate) mod dukedom; // the script of the third seat with two players
}
mod score; // points, victory, standing
mod prompt; // what is asked, and what the answers mean
mod illegal; // why not
mod event; // what happened, in words
mod view; // what a seat may see; redeal
mod odds; // exact chances of a battle
mod draw; // view → scene
mod bot; // a cheap evaluation
mod game; // all of it as a `Game`

pub use action::Action;
pub use data::{Data, TileData};
pub use illegal::Illegal;
pub use piece::{Colour, Goods, Kind, Role, Ship, Space, Spaces, Spot, Tech, Tile, Unit, Way};
pub use position::Position;
pub use setup::Options;
pub use state::State;
pub use view::View;
