//! All tests of the game in one program.

mod alloc;
mod laws;
mod packs;
mod positions;
mod records;
mod scenarios;
