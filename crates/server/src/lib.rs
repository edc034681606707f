//! Lobby, tables, live play, storage, and the embedded web client.
mod error;
mod event;
mod id;
mod limits;
mod play;
mod ledger;
mod store;
mod change;
mod show;
