//! Lobby, tables, live play, storage, and the embedded web client. Read in this order.

mod limits; // every limit, in one table
mod id; // ids nobody can guess
mod error; // everything that can be refused
mod event; // what is stored
mod ledger; // a table as its events tell it
mod play; // a game behind one object
mod store; // the database
mod change; // what changed from scene to scene
mod show; // what clients are shown
mod table; // tables that are served now
mod past; // finished games
mod rules; // a title's rules with links
mod http; // requests and sockets
mod serve; // the process
pub mod client; // the other side, for tests and load
pub mod load; // how much it can do

pub use limits::{Limits, Rate};
pub use serve::{Config, Running, ServeError, serve, start};
pub(crate) use serve::Shared;
