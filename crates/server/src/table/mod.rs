//! Tables that are being served: each is one task that owns its state, with a queue of commands.

mod core; // a table as a state machine
mod decide; // who may do what
mod fan_out; // what each viewer is sent
mod live; // the task
mod registry; // which tables are in memory
mod ruling; // what the host of the server decides
#[cfg(test)]
mod simulate;

use std::collections::BTreeMap;
use std::sync::Arc;

use astrarium_core::way::Leg;
use astrarium_core::{Refusal, Seat, Viewer};
use serde::Serialize;
use tokio::sync::{broadcast, oneshot};

use crate::error::Error;
use crate::event::Chair;
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Ledger, LogItem};
use crate::play::Hint;

pub use crate::clock::now;
pub use core::Wish;
pub use decide::dice;
pub use fan_out::{Frame, Sight};
pub use registry::{Tables, for_source};
pub use ruling::Ruling;

/// What somebody wants to do at a table.
#[derive(Clone, Debug, Serialize)]
pub enum Deed {
    Act {
        seat: Seat,
        sentence: String,
        question: u64,
    },
    Undo {
        seat: Seat,
    },
    Chat {
        text: String,
    },
    Vote {
        seat: Seat,
    },
    Away {
        seat: Seat,
    },
    Back {
        seat: Seat,
    },
    /// Gives the game up.
    Resign {
        seat: Seat,
    },
    /// Wants the game to end here.
    End {
        seat: Seat,
    },
    Sit {
        seat: Seat,
        name: String,
        nonce: Id,
        invite: Option<Id>,
    },
    Leave {
        seat: Seat,
    },
    Rename {
        old: String,
        name: String,
    },
    Reissue {
        seat: Seat,
        key: Id,
    },
    Take {
        seat: Seat,
        key: Id,
        name: String,
    },
    Chair {
        seat: Seat,
        to: Chair,
    },
    Start {
        nonces: BTreeMap<u8, Id>,
    },
    Next {
        table: Id,
    },
    Close,
    /// Of the host of the server.
    Rule(Ruling),
}

impl Deed {
    /// Whose eyes count the answer's sequence number, if the deed says so.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Deed::Act { seat, .. } | Deed::Undo { seat } | Deed::Away { seat } | Deed::Back { seat } => Some(*seat),
            Deed::Resign { seat } | Deed::End { seat } => Some(*seat),
            _ => None,
        }
    }
}

type Reply<T> = oneshot::Sender<Result<T, Error>>;

/// What a table's task is asked.
#[derive(Debug)]
pub enum Command {
    Show(Reply<Shown>),
    /// Everything that was stored, for replay and the record.
    Read(Reply<Ledger>),
    Look {
        guest: Option<Guest>,
        eyes: Eyes,
        since: Option<u64>,
        reply: Reply<Seen>,
    },
    Glance {
        guest: Option<Guest>,
        eyes: Eyes,
        reply: Reply<Glance>,
    },
    Do {
        guest: Guest,
        id: Option<Id>,
        deed: Deed,
        viewer: Viewer,
        reply: Reply<u64>,
    },
    Why {
        guest: Guest,
        seat: Seat,
        words: Vec<String>,
        reply: Reply<Refusal>,
    },
    Ways {
        guest: Guest,
        seat: Seat,
        words: Vec<String>,
        to: String,
        reply: Reply<Vec<Vec<Leg>>>,
    },
    Hint {
        guest: Guest,
        seat: Seat,
        reply: Reply<Vec<Hint>>,
    },
    /// Lines of the log before a number.
    Earlier {
        viewer: Viewer,
        before: u64,
        reply: Reply<Page>,
    },
    /// A bot has decided.
    Thought(Wish),
    /// The table has this sequence number somewhere else.
    News(u64),
    /// A socket was closed.
    Gone,
    /// Time to say again who is here.
    Presence,
    /// A hint was given.
    Advised,
    /// Others need the room: leave memory, if nobody needs the table now.
    Leave,
    /// The log is not what it was: leave memory, also with people at the table, who come back.
    Forget,
}

/// Whose eyes a socket asks for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Eyes {
    /// A seat of mine that is asked, or any seat of mine, or a spectator's.
    Any,
    Seat(Seat),
    Spectator,
}

/// A table with those who are at it.
#[derive(Clone, Debug)]
pub struct Shown {
    pub facts: Arc<Facts>,
    pub online: Arc<[Guest]>,
}

/// A part of the log as a viewer reads it.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Page {
    pub items: Vec<LogItem>,
    /// There are more before this number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<u64>,
}

/// What a page without a socket shows.
#[derive(Debug)]
pub struct Glance {
    pub viewer: Viewer,
    pub shown: Shown,
    pub sight: Sight,
    pub items: Vec<LogItem>,
}

/// A first message, and where those after it come from.
#[derive(Debug)]
pub struct Seen {
    pub viewer: Viewer,
    pub first: String,
    pub frames: broadcast::Receiver<Frame>,
    /// The table counts its sockets by these.
    pub _token: Arc<()>,
}
