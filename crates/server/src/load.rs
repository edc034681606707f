//! How much a server can do.
