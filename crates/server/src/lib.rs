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
mod http; // requests and sockets
mod serve; // the process

pub use limits::{Limits, Rate};
pub use serve::{Config, Running, ServeError, serve, start};
pub(crate) use serve::Shared;
