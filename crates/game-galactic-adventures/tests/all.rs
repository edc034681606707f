//! All tests of the game in one program: to build one takes a fraction of the time that ten take.

mod alloc;
mod components;
mod laws;
mod log;
mod packs;
mod perft;
mod positions;
mod records;
mod scenarios;
