//! All tests of the game in one program: to build one takes a fraction of the time that ten take.

mod alloc;
mod laws;
mod log;
mod odds;
mod packs;
mod positions;
mod records;
mod scenarios;
mod ways;
