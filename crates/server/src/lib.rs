//! Lobby, tables, live play, storage, and the embedded web client.
