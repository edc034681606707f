//! What clients are shown of a table, apart from the game's scene.

use std::collections::BTreeMap;

use astrarium_core::{Prompt, Seat, Sentence, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event::{Chair, Clock, From};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Status, Time};
use crate::play::Source;
use crate::store::Listed;
use crate::table::now;

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Table {
    #[schema(value_type = String)]
    pub id: Id,
    pub title: String,
    pub options: BTreeMap<String, String>,
    pub public: bool,
    pub status: Status,
    pub seats: Vec<SeatShown>,
    pub host: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub invite: Option<Id>,
    pub commitment: String,
    #[schema(value_type = Vec<String>)]
    pub nonces: Vec<Id>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    #[schema(value_type = Vec<u8>)]
    pub asked: Vec<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<From>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub next: Option<Id>,
    pub created: i64,
    pub changed: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatShown {
    pub kind: &'static str,
    pub name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<&'static str>,
    pub mine: bool,
    pub online: bool,
    pub ready: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<&'static str>,
    #[schema(value_type = Vec<u8>)]
    pub votes: Vec<Seat>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

impl Table {
    /// The table as a guest may see it; `online` are the guests with a live socket.
    pub fn of(facts: &Facts, guest: Option<Guest>, online: &[Guest]) -> Table {
        let made = &facts.made;
        let mine = |chair: &Chair| guest.is_some() && chair.guest() == guest;
        let sits = facts.places.iter().any(|p| mine(&p.chair));
        let now = now();
        let seat = |(k, place): (usize, &crate::ledger::Place)| SeatShown {
            kind: place.chair.kind(),
            name: place.chair.name(),
            level: if let Chair::Bot { level } = place.chair { Some(level.id()) } else { None },
            mine: mine(&place.chair),
            online: place.chair.guest().is_some_and(|g| online.contains(&g)),
            ready: place.chair.nonce().is_some() || matches!(place.chair, Chair::Bot { .. }),
            stand_in: place.stand_in.map(|l| l.id()),
            votes: place.votes.clone(),
            time: facts.time(Seat(k as u8), now),
        };
        Table {
            id: facts.id,
            title: made.title.clone(),
            options: words(&made.options),
            public: made.public,
            status: facts.status,
            seats: facts.places.iter().enumerate().map(seat).collect(),
            host: guest == Some(made.host),
            invite: (sits || guest == Some(made.host)).then_some(made.invite),
            commitment: facts.commitment.to_string(),
            nonces: facts.places.iter().filter_map(|p| p.chair.nonce()).collect(),
            secret: (facts.status == Status::Over).then(|| made.secret.clone()),
            asked: facts.asked.clone(),
            places: (!facts.standing.is_empty()).then(|| facts.standing.clone()),
            sources: facts.sources.clone(),
            clock: made.clock,
            closed: facts.closed.clone(),
            from: made.from,
            next: facts.next,
            created: facts.created,
            changed: facts.changed,
        }
    }
}

/// `key=value,…` as a table.
pub fn words(options: &str) -> BTreeMap<String, String> {
    let pair = |p: &str| p.split_once('=').map(|(k, v)| (k.to_string(), v.to_string()));
    options.split(',').filter_map(pair).collect()
}

/// A table in a list of the home page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Summary {
    #[schema(value_type = String)]
    pub id: Id,
    pub title: String,
    pub status: String,
    pub seats: Vec<SeatListed>,
    #[schema(value_type = Vec<u8>)]
    pub asked: Vec<Seat>,
    pub your_turn: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    pub heading: String,
    pub public: bool,
    pub created: i64,
    pub changed: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct SeatListed {
    pub kind: String,
    pub name: String,
    pub mine: bool,
}

impl Summary {
    pub fn of(listed: Listed, guest: Guest) -> Summary {
        let mine = |seat: usize| listed.seats.get(seat).is_some_and(|s| s.guest == Some(guest));
        let your_turn = listed.asked.iter().any(|s| mine(s.index()));
        let seats = listed.seats.iter().enumerate();
        let seats = seats.map(|(k, s)| SeatListed { kind: s.kind.clone(), name: s.name.clone(), mine: mine(k) });
        Summary {
            seats: seats.collect(),
            id: listed.id,
            title: listed.title,
            status: listed.status,
            asked: listed.asked,
            your_turn,
            places: (!listed.standing.is_empty()).then_some(listed.standing),
            heading: listed.heading,
            public: listed.public,
            created: listed.created,
            changed: listed.changed,
        }
    }
}

/// The question to a seat with all its answers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Ask {
    pub seat: Seat,
    pub question: u64,
    pub prompt: Prompt,
    pub sentences: Vec<Sentence>,
}

/// Whether the viewer's last decision can be taken back.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Undo {
    Can { ok: bool, label: String },
    Cannot { ok: bool, why: &'static str },
}

impl Undo {
    pub fn of(found: Result<String, &'static str>) -> Undo {
        match found {
            Ok(label) => Undo::Can { ok: true, label },
            Err(why) => Undo::Cannot { ok: false, why },
        }
    }
}

/// Whose eyes, as a number or nothing.
pub fn eyes(viewer: Viewer) -> Option<Seat> {
    match viewer {
        Viewer::Seat(seat) => Some(seat),
        Viewer::Public => None,
    }
}
