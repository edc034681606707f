//! What the host of the server decides about a table: no person of the table has a say in it.

use astrarium_core::Seat;
use serde::Serialize;

use super::decide::no_seat;
use crate::error::Error;
use crate::event::{Chair, Event, Level};
use crate::id::Id;
use crate::ledger::{Facts, Status};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
pub enum Ruling {
    Close,
    /// A person leaves the table: before the game the seat is open, during it a bot has it.
    Kick {
        seat: Seat,
    },
    /// Whoever has the key may take the seat.
    Reissue {
        seat: Seat,
        key: Id,
    },
}

/// The event that carries it out.
pub(super) fn decide(facts: &Facts, ruling: Ruling) -> Result<Event, Error> {
    let person = |seat: Seat| {
        let chair = facts.chair(seat).ok_or_else(|| no_seat(facts))?;
        chair.guest().ok_or(Error::NotFound("person on that seat"))
    };
    match (ruling, facts.status) {
        (_, Status::Over) => Err(Error::NotPlaying),
        (Ruling::Close, _) => Ok(Event::Closed { why: "the host of the server closed the table".into() }),
        (Ruling::Kick { seat }, status) => {
            person(seat)?;
            let bot = Chair::Bot { level: Level::Admiral };
            let to = if status == Status::Playing { bot } else { Chair::Open };
            Ok(Event::Chair { seat, to, removed: true })
        }
        (Ruling::Reissue { .. }, Status::Lobby) => Err(Error::NotPlaying),
        (Ruling::Reissue { seat, key }, _) => person(seat).map(|_| Event::Reissued { seat, key }),
    }
}
