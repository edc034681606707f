//! What it means to be a game. Read in this order.

#![deny(clippy::float_arithmetic)]

pub mod seat; // who sits where
pub mod piece; // small things with words, sets of them
pub mod words; // clauses, questions, refusals, log lines
pub mod action; // an answer is a short sentence
pub mod chance; // dice and draws, as an argument
pub mod log; // what happened, as a sink
pub mod options; // how a table is set up
pub mod data; // what is printed on the components
pub mod game; // the trait, its laws
pub mod position; // dotted paths into an exported position
pub mod record; // a played game as text
pub mod table; // a game being played: state, record, log
pub mod scenario; // rule tests a board gamer can read
pub mod scene; // what a viewer sees, as shapes with ids
pub mod svg; // a scene as a picture

pub use action::{Action, Sentence};
pub use chance::{Chance, Fast, Scripted, Seeded};
pub use data::{Files, Pack, PackError, Static};
pub use game::{Gain, Game, Meta, Search, settle};
pub use log::{Log, Silent};
pub use options::{OptionSpec, Options, Values};
pub use piece::{By, Piece, Set};
pub use record::Record;
pub use seat::{BySeat, MAX_SEATS, Seat, SeatSet, Standing, Turn, Viewer, chances};
pub use table::{Step, Table};
pub use words::{Clause, Illegal, Line, Odds, Prompt, Refusal};
