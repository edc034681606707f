//! The tests of the tests: the teaching game passes, and every way to break a toy is caught. The toy is a game of its own because
//! one constant breaks it, and because the teaching game has one version of its rules and never answers for anybody.

mod alloc;
mod game;
mod laws;
mod packs;
mod records;
mod scenarios;
