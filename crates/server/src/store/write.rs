//! What tables give to the writer, and what they hear of it.

use tokio::sync::oneshot;

use super::{ResultRow, Store, calls, house, own, persons, ratings};
use crate::call::Summons;
use crate::error::Error;
use crate::event::{Chair, Kind};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Row, Sitting};
use crate::rating::Contest;

/// The lobby's time of a table's last event may lag by this many milliseconds: to sort it in anew costs more than the event.
const LOBBY: i64 = 1000;

/// One event, with what the lobby shows of its table afterwards.
#[derive(Clone, Debug)]
pub struct Append {
    pub row: Row,
    pub index: Index,
    /// Whether the lobby has to hear of it now. A database that several servers share always hears: it counts the events.
    pub listed: bool,
    /// Who sits there, if that changed.
    pub sitters: Option<Vec<Guest>>,
    pub results: Vec<ResultRow>,
    /// What the game counts for, if this ended it.
    pub contest: Option<Contest>,
    /// Whom it calls.
    pub calls: Vec<Summons>,
}

/// A table's row in the lobby.
#[derive(Clone, Debug)]
pub struct Index {
    pub(super) id: Id,
    pub(super) title: String,
    pub(super) status: &'static str,
    pub(super) public: bool,
    pub(super) host: Guest,
    pub(super) invite: Id,
    pub(super) seats: String,
    pub(super) vacant: bool,
    pub(super) asked: String,
    pub(super) due: Option<i64>,
    pub(super) heading: String,
    pub(super) standing: String,
    pub(super) created: i64,
    pub(super) changed: i64,
    pub(super) seq: u64,
}

/// A seat in the lobby's row: what is public of it, and the guest, to say which are mine.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SeatRow {
    pub kind: Kind,
    pub name: String,
    pub guest: Option<Guest>,
    /// A bot plays for the person.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub stand_in: bool,
}

impl Index {
    pub fn of(facts: &Facts) -> Index {
        let seat = |place: &Sitting| SeatRow {
            kind: place.chair.kind(),
            name: place.chair.name(),
            guest: place.chair.guest(),
            stand_in: place.stand_in.is_some(),
        };
        let seats: Vec<SeatRow> = facts.places.iter().map(seat).collect();
        Index {
            id: facts.id,
            title: facts.made.title.clone(),
            status: facts.status.word(),
            public: facts.made.public,
            host: facts.made.host,
            invite: facts.made.invite,
            seats: json(&seats),
            vacant: facts.places.iter().any(|p| p.chair == Chair::Open),
            asked: json(&facts.asked),
            due: facts.due(),
            heading: facts.heading.clone(),
            standing: json(&facts.standing),
            created: facts.created,
            changed: facts.changed,
            seq: facts.seq,
        }
    }
}

impl Index {
    /// What can change and is shown, but for the time.
    fn shown(&self) -> (&str, bool, Option<i64>, [&String; 4]) {
        (self.status, self.vacant, self.due, [&self.seats, &self.asked, &self.heading, &self.standing])
    }

    /// Whether the lobby may go on with an older row: nothing but the time is new, and little of it.
    pub fn is_fresh(&self, old: &Index) -> bool {
        self.changed - old.changed < LOBBY && self.shown() == old.shown()
    }
}

pub(super) fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("rows are plain data")
}

/// Why an event was not stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Lost {
    /// Somebody else wrote that sequence number, or that action id.
    Race,
    /// Whether it was stored is not known: read the log.
    Database,
}

/// What the writer is asked to store.
#[derive(Debug)]
pub(super) enum Work {
    Append(Box<Append>),
    /// A new table, and how many its host may have.
    Make(Box<Append>, usize),
    Name(Guest, String),
    /// A guest does not want a table in the own list any more.
    PutAway(Guest, Id),
    /// Who a person is, or may become.
    Person(Guest, persons::Change),
    /// Where somebody is called, and for what.
    Call(Guest, Box<calls::Change>),
    /// What the host of the server rules about a person, or a person reports.
    House(Guest, Box<house::Change>),
    /// What a person shows, and with whom they do not want to play.
    Profile(Guest, ratings::Change),
    /// Events that told of somebody who was erased.
    Rewrite(Box<own::Rewritten>),
    /// Tables that are not kept any longer.
    Delete(Vec<Id>),
    /// Nothing, to see whether it could be stored.
    Probe,
}

impl Work {
    pub(super) fn append(&self) -> Option<&Append> {
        match self {
            Work::Append(append) | Work::Make(append, _) => Some(append),
            Work::Name(..) | Work::PutAway(..) | Work::Person(..) | Work::Call(..) => None,
            Work::House(..) | Work::Profile(..) | Work::Delete(_) | Work::Rewrite(_) | Work::Probe => None,
        }
    }

    pub(super) fn made(&self) -> Option<(&Append, usize)> {
        match self {
            Work::Make(append, most) => Some((append, *most)),
            _ => None,
        }
    }

    pub(super) fn put_away(&self) -> Option<(Guest, Id)> {
        match self {
            Work::PutAway(guest, table) => Some((*guest, *table)),
            _ => None,
        }
    }

    pub(super) fn rewritten(&self) -> Option<&own::Rewritten> {
        if let Work::Rewrite(rewritten) = self { Some(rewritten) } else { None }
    }

    pub(super) fn deleted(&self) -> &[Id] {
        if let Work::Delete(tables) = self { tables } else { &[] }
    }

    pub(super) fn name(&self) -> Option<(Guest, &String)> {
        match self {
            Work::Name(guest, name) => Some((*guest, name)),
            _ => None,
        }
    }
}

/// What became of it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum Fate {
    Stored,
    Race,
    /// The host has enough tables.
    Full,
    /// It may be stored or not.
    Unknown,
}

#[derive(Debug)]
pub(super) struct Job {
    pub work: Work,
    pub reply: oneshot::Sender<Fate>,
}

impl Store {
    /// Stores an event. When this returns, it is on the disk.
    pub async fn append(&self, mut append: Append) -> Result<(), Lost> {
        self.only_callable(&mut append);
        match self.fate(Work::Append(Box::new(append))).await {
            Fate::Stored => Ok(()),
            Fate::Race | Fate::Full => Err(Lost::Race),
            Fate::Unknown => Err(Lost::Database),
        }
    }

    /// Stores a new table, unless its host already has this many that are not over.
    pub async fn make(&self, append: Append, most: usize) -> Result<(), Error> {
        match self.fate(Work::Make(Box::new(append), most)).await {
            Fate::Stored => Ok(()),
            Fate::Full => Err(Error::TooMany("tables that are not over", most)),
            Fate::Race | Fate::Unknown => Err(Error::Busy),
        }
    }

    pub async fn rename(&self, guest: Guest, name: String) -> Result<(), Error> {
        let stored = self.fate(Work::Name(guest, name)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    pub async fn put_away(&self, guest: Guest, table: Id) -> Result<(), Error> {
        let stored = self.fate(Work::PutAway(guest, table)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    pub(super) async fn fate(&self, work: Work) -> Fate {
        let (reply, answer) = oneshot::channel();
        match self.writer.send(Job { work, reply }).await {
            Ok(()) => answer.await.unwrap_or(Fate::Unknown),
            Err(_) => Fate::Unknown,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::bare::sample;
    use super::*;

    #[test]
    fn the_lobby_hears_at_once_of_what_it_shows() {
        let old = sample().index;
        let later = |ms: i64| Index { changed: old.changed + ms, seq: old.seq + 1, ..old.clone() };
        assert!(later(LOBBY - 1).is_fresh(&old));
        assert!(!later(LOBBY).is_fresh(&old));
        assert!(!Index { asked: "[1]".into(), ..later(1) }.is_fresh(&old));
        assert!(!Index { status: "over", ..later(1) }.is_fresh(&old));
    }
}
