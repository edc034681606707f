//! What goes over the socket of a table, in both directions.

use std::sync::Arc;

use astrarium_core::scene::Scene;
use astrarium_core::way::Leg;
use astrarium_core::{Refusal, Seat};
use serde::{Deserialize, Serialize};

use crate::change::Change;
use crate::error::{Code, What};
use crate::id::Id;
use crate::ledger::LogItem;
use crate::play::Hint;
use crate::show::{Ask, Table, Undo};
use crate::table::Page;

/// What a client says. `id` is made by the client, new for each intent, the same when it is sent again.
#[derive(Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case", deny_unknown_fields)]
pub enum ToServer {
    Act {
        id: Id,
        seat: Seat,
        /// Words joined by one space.
        sentence: String,
        /// That of the `Ask` it answers.
        question: u64,
    },
    Undo {
        id: Id,
        seat: Seat,
    },
    Chat {
        id: Id,
        /// 1 to 500 characters, of those who sit at the table.
        text: String,
    },
    Look {
        /// Other eyes, of a seat of yours or a spectator's: answered by a sync.
        seat: Option<Seat>,
    },
    Log {
        id: Id,
        /// `earlier` of a sync or of another page.
        before: u64,
    },
    Why {
        id: Id,
        seat: Seat,
        /// The words so far, and the word that is not lit.
        words: Vec<String>,
    },
    Ways {
        id: Id,
        seat: Seat,
        /// The words so far: the first sentence has them all.
        words: Vec<String>,
        /// The far thing.
        to: String,
    },
    Hint {
        id: Id,
        seat: Seat,
    },
    Vote {
        id: Id,
        /// Whose place a bot should take.
        seat: Seat,
    },
    Away {
        id: Id,
        /// A seat of mine: let a bot play for me.
        seat: Seat,
    },
    Back {
        id: Id,
        /// A seat of mine: I play again.
        seat: Seat,
    },
    Resign {
        id: Id,
        /// A seat of mine: a bot plays on there, to the end.
        seat: Seat,
    },
    End {
        id: Id,
        /// A seat of mine: I want the game to end here. It does when all persons want it.
        seat: Seat,
    },
}

/// What the server says. Answers carry the `id` of what they answer.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum FromServer<'a> {
    Sync(&'a Sync),
    Update(&'a Update<'a>),
    Presence {
        /// Seats with a live person.
        online: &'a [Seat],
        /// Spectators.
        watchers: usize,
    },
    Done {
        id: Id,
        /// It is stored under this number; the update follows.
        seq: u64,
    },
    Refused {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        id: Option<Id>,
        /// Nothing has changed.
        error: What,
    },
    Why {
        id: Id,
        refusal: Refusal,
    },
    Ways {
        id: Id,
        /// The shortest first, then longer ones that are safer; there may be none. Say the sentences one after another.
        ways: Vec<Vec<Leg>>,
    },
    Hint {
        id: Id,
        /// The best three; there may be none.
        sentences: Vec<Hint>,
    },
    Log {
        id: Id,
        #[serde(flatten)]
        page: Page,
    },
    Bye {
        /// The server closes the socket next: `stopping`, `busy`, `too-many` or `too-large`.
        code: Code,
        text: String,
    },
}

impl FromServer<'_> {
    pub fn json(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }
}

/// Everything a viewer sees of a table.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Sync {
    pub seq: u64,
    /// Whose eyes; null is a spectator's.
    pub viewer: Option<Seat>,
    pub table: Table,
    /// The lines of the last 200 events.
    pub items: Vec<LogItem>,
    /// There are more before this number: ask with `log`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub earlier: Option<u64>,
    /// Null in the lobby.
    pub scene: Option<Scene>,
    pub ask: Option<Arc<Ask>>,
    pub undo: Undo,
}

/// What is new since the last message. A field that is absent has not changed.
#[derive(Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Update<'a> {
    pub from: u64,
    pub seq: u64,
    pub table: Table,
    #[serde(flatten)]
    pub news: &'a News,
}

/// The part of an update that is the same for all with the same eyes.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct News {
    /// What happened after `from`, up to `seq`.
    pub items: Vec<LogItem>,
    /// Take away the items with these numbers: they were undone.
    pub gone: Vec<u64>,
    /// The whole scene, or …
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scene: Option<Option<Scene>>,
    /// … what changed in the scene of `from`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub change: Option<Change>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask: Option<Option<Arc<Ask>>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub undo: Option<Undo>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_read_strictly() {
        let id = "0".repeat(32);
        let read = |text: String| serde_json::from_str::<ToServer>(&text).is_ok();
        assert!(read(format!(r#"{{"type":"act","id":"{id}","seat":0,"sentence":"done","question":3}}"#)));
        assert!(read(r#"{"type":"look","seat":null}"#.into()));
        assert!(!read(format!(r#"{{"type":"act","id":"{id}","seat":0,"sentence":"done"}}"#)));
        assert!(!read(format!(r#"{{"type":"undo","id":"{id}","seat":0,"extra":1}}"#)));
        assert!(!read(r#"{"type":"undo","id":"1","seat":0}"#.into()));
    }
}
