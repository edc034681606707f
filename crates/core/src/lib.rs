//! What it means to be a game: a pure value that asks one small question at a time, answered by short sentences.
//!
//! A whole game, played to its end (Dice Duel, the teaching game under `examples/`):
//!
//! ```
//! use astrarium_core::record::Dice;
//! use astrarium_core::{Parts, Seen, Table};
//! use game_dice_duel::State;
//!
//! // A table has a game, its pack, its players and its dice.
//! let dice = Dice::from_number(7);
//! let players = vec!["Ann".to_string(), "Ben".to_string()];
//! let mut table = Table::<State>::open(Default::default(), State::house(), players, &dice, None).unwrap();
//!
//! // It asks; somebody answers with one of the legal sentences; until nobody is asked any more.
//! while let Some(seat) = table.asked().first() {
//!     let question = Seen::by(table.state(), seat).prompt();
//!     assert_eq!(question.clause.0, "DD-002");
//!     let answer = table.sentences(seat).remove(0);
//!     table.act(seat, &answer.words.join(" ")).unwrap();
//! }
//!
//! // What was not allowed is refused with the rule that forbids it.
//! let refusal = table.act(astrarium_core::Seat(0), "take guard").unwrap_err();
//! assert_eq!(refusal.to_string(), "the duel is over (DD-007)");
//!
//! // The record replays to the same position; once the secret is open, anybody can throw the dice again.
//! table.open_secret(&dice);
//! let record = table.record().to_string().parse().unwrap();
//! let again = Table::<State>::verify(&record, State::house()).unwrap();
//! assert_eq!(again.state(), table.state());
//! ```
//!
//! The modules, in reading order:

#![deny(clippy::float_arithmetic)]
#![warn(missing_docs)]

pub mod seat; // who sits where
pub mod piece; // small things with words, sets of them
pub mod text; // words and references
pub mod words; // clauses, questions, log lines
pub mod cite; // which clauses were reached
pub mod illegal; // why an answer is refused
pub mod action; // an answer is a short sentence
pub mod chance; // dice and draws, as an argument
pub mod log; // what happened, as a sink
pub mod options; // how a table is set up
pub mod data; // what is printed on the components
pub mod game; // its seams, its laws
pub mod edition; // titles that share a state
pub mod redealt; // a world as a seat may imagine it
pub mod seen; // a table as one viewer sees it
pub mod ahead; // what an answer would bring
pub mod way; // to a far place, step by step
pub mod encode; // a view as whole numbers
pub mod position; // dotted paths into an exported position, its faults
pub mod record; // a played game as text
pub mod table; // a game being played: state, record, log
pub mod told; // a played game as one seat saw it
pub mod scenario; // rule tests a board gamer can read
pub mod lesson; // scenarios with words for a learner
pub mod guide; // a game in its own words
pub mod puzzle; // positions with one best answer
pub mod scene; // what a viewer sees, as shapes with ids
pub mod svg; // a scene as a picture

pub use action::{Action, Sentence};
pub use astrarium_cite::Encode;
pub use chance::{Chance, Fast, Scripted, Seeded};
pub use cite::cited;
pub use data::{Files, Pack, PackError, Reading, Static};
pub use edition::{Edition, Titled};
pub use encode::Encode;
pub use game::{
    Chapter, Drawing, Gain, Game, Judgement, Meta, Notation, Parts, Rating, Risk, Rules, Score, Search, Setup, Shown,
    Sound, Story, Tally, Teaching, Vision, settle,
};
pub use illegal::{Illegal, Refusal};
pub use log::{Log, Silent};
pub use options::{OptionSpec, Options, Values};
pub use piece::{By, Number, Piece, Set};
pub use position::Faults;
pub use record::Record;
pub use redealt::Redealt;
pub use seat::{Asks, BySeat, BySide, MAX_SEATS, Seat, SeatSet, Side, Standing, Turn, Viewer, chances};
pub use seen::Seen;
pub use table::{Step, Table, Viewed};
pub use text::{Named, Part, Text};
pub use words::{Clause, Line, Odds, Prompt};
