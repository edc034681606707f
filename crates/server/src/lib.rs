//! Lobby, tables, live play, storage, and the embedded web client. Read in this order:
//!
//! - `limits`: every limit, in one table; `id`: ids nobody can guess; `error`: everything that can be refused
//! - `event`: what is stored; `ledger`: a table as its events tell it; `store`: the database
//! - `packs`: what is printed on the components; `play`: a game behind one object; `past`: finished games; `rules`: a title's rules with links; `lecture`: its lessons
//! - `show`: what clients are shown; `change`: what changed from scene to scene; `message`: what goes over a socket
//! - `own`: bots of the operator's own; `thinkers`: which bots search now, and which wait; `table`: tables that are being served
//! - `call`: calling people who are not here; `outgoing`: what goes to addresses that people name; `mail`: letters
//! - `erase`: persons who go
//! - `house`: what the host of the server has ruled; `rating`: how well persons play
//! - `clock`: what time it is; `address`: where requests come from; `person`: who a browser is; `qr`: addresses for cameras; `http`: requests and sockets; `serve`: the process; `listen`: its connections
//! - `client`: the other side of the protocol; `load`: how much a server can do; `migrate`: what this version does with older games

mod address;
#[cfg(test)]
mod blind; // two worlds that a seat cannot tell apart, over every channel
mod call;
mod change;
pub mod client;
pub mod clock;
mod erase;
mod error;
mod event;
mod house;
mod http;
mod id;
mod lecture;
mod ledger;
mod limits;
mod listen;
pub mod load;
mod mail;
mod message;
pub mod migrate;
mod outgoing;
mod own;
mod packs;
mod past;
mod person;
mod play;
pub mod qr;
mod rating;
mod rules;
mod serve;
mod show;
mod store;
mod table;
mod thinkers;
#[cfg(test)]
mod wire; // the protocol as TypeScript and as a document

pub use house::{House, Secret};
pub use ipnet::IpNet;
pub use limits::{Limits, Rate};
pub use mail::Smtp;
pub use own::{BotName, OwnBot};
pub(crate) use serve::Shared;
pub use serve::{Config, Running, ServeError, backup, restore, serve, start};
pub use store::Counts;
