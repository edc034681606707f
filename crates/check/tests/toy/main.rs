//! The tests of the tests: a sound toy game passes, and every way to break it is caught.

mod alloc;
mod game;
mod laws;
mod packs;
mod records;
mod scenarios;
