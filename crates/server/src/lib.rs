//! Lobby, tables, live play, storage, and the embedded web client. Read in this order.

mod change; // what changed from scene to scene
pub mod client; // the other side, for tests and load
mod error; // everything that can be refused
mod event; // what is stored
mod http; // requests and sockets
mod id; // ids nobody can guess
mod ledger; // a table as its events tell it
mod limits; // every limit, in one table
pub mod load;
mod past; // finished games
mod play; // a game behind one object
mod rules; // a title's rules with links
mod serve; // the process
mod show; // what clients are shown
mod store; // the database
mod table; // tables that are served now // how much it can do

pub use limits::{Limits, Rate};
pub(crate) use serve::Shared;
pub use serve::{Config, Running, ServeError, serve, start};
