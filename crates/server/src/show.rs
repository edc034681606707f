//! What clients are shown of a table, apart from the game's scene.

use std::collections::BTreeMap;

use astrarium_core::ahead::Closed;
use astrarium_core::{Prompt, Seat, Sentence, Text, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event::{Chair, Clock, From, Kind, Level};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Status, Time};
use crate::play::Source;
use crate::store::Listed;
use crate::table::now;

/// A table as one guest sees it. Times are milliseconds since 1970.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Table {
    #[schema(value_type = String)]
    pub id: Id,
    pub title: String,
    pub options: BTreeMap<String, String>,
    pub public: bool,
    pub status: Status,
    pub seats: Vec<SeatShown>,
    /// You made it: you may change seats and start.
    pub host: bool,
    /// Only for those who sit here; the link is /join/INVITE.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub invite: Option<Id>,
    /// SHA-256 of the secret of the dice, there from the beginning.
    pub commitment: String,
    /// By seat, of those who gave one; fixed when the game starts.
    #[schema(value_type = Vec<String>)]
    pub nonces: Vec<Id>,
    /// Opened when the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub secret: Option<String>,
    /// Seats that have to answer now.
    #[schema(value_type = Vec<u8>)]
    pub asked: Vec<Seat>,
    /// Final places by seat, 1 is first.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    /// Where the points came from, once it is over.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    /// How long persons may think; absent, nobody hurries.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Clock>,
    /// Seconds after which all who are here may seat a bot for somebody who is asked and away; absent, they may not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<u32>,
    /// It counts for nobody's rating.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub unrated: bool,
    /// Why it was closed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub closed: Option<String>,
    /// It was played on from there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<From>,
    /// The rematch.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub next: Option<Id>,
    pub created: i64,
    pub changed: i64,
}

/// A seat and its player.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Chair"))]
pub struct SeatShown {
    pub kind: Kind,
    /// Of the person or the bot.
    pub name: String,
    /// The person's page is /person/ID.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    pub person: Option<Id>,
    /// Of the bot.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    /// Held by your browser.
    pub mine: bool,
    /// A person with a live socket on this table.
    pub online: bool,
    /// A nonce was given; bots always are.
    pub ready: bool,
    /// The bot that plays for an absent person.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stand_in: Option<Level>,
    /// Seats that voted for a stand-in.
    #[schema(value_type = Vec<u8>)]
    pub votes: Vec<Seat>,
    /// The person has given the game up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub resigned: bool,
    /// The person wants the game to end here.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub ends: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub time: Option<Time>,
}

impl Table {
    /// The table as a guest may see it; `online` are the guests with a live socket.
    pub fn of(facts: &Facts, guest: Option<Guest>, online: &[Guest]) -> Table {
        let made = &facts.made;
        let mine = |chair: &Chair| guest.is_some() && chair.guest() == guest;
        let sits = facts.places.iter().any(|p| mine(&p.chair));
        let now = now();
        let seat = |(k, place): (usize, &crate::ledger::Sitting)| SeatShown {
            kind: place.chair.kind(),
            name: place.chair.name(),
            person: place.chair.guest().map(|guest| guest.0),
            level: if let Chair::Bot { level } = place.chair { Some(level) } else { None },
            mine: mine(&place.chair),
            online: place.chair.guest().is_some_and(|g| online.contains(&g)),
            ready: place.chair.nonce().is_some() || matches!(place.chair, Chair::Bot { .. }),
            stand_in: place.stand_in,
            votes: place.votes.clone(),
            resigned: place.resigned,
            ends: place.ends,
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
            stand_in: made.stand_in,
            unrated: made.unrated,
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
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Summary {
    #[schema(value_type = String)]
    pub id: Id,
    pub title: String,
    #[cfg_attr(test, ts(as = "Status"))]
    pub status: String,
    pub seats: Vec<SeatListed>,
    #[schema(value_type = Vec<u8>)]
    pub asked: Vec<Seat>,
    pub your_turn: bool,
    /// A bot plays for you.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub stand_in: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub places: Option<Vec<u8>>,
    pub heading: String,
    pub public: bool,
    pub created: i64,
    pub changed: i64,
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatListed {
    pub kind: Kind,
    pub name: String,
    pub mine: bool,
}

impl Summary {
    pub fn of(listed: Listed, guest: Guest) -> Summary {
        let mine = |seat: usize| listed.seats.get(seat).is_some_and(|s| s.guest == Some(guest));
        let bot = |seat: usize| listed.seats.get(seat).is_some_and(|s| s.stand_in);
        let your_turn = listed.asked.iter().any(|s| mine(s.index()) && !bot(s.index()));
        let stand_in = listed.status == "playing" && (0..listed.seats.len()).any(|seat| mine(seat) && bot(seat));
        let seats = listed.seats.iter().enumerate();
        let seats = seats.map(|(k, s)| SeatListed { kind: s.kind, name: s.name.clone(), mine: mine(k) });
        Summary {
            seats: seats.collect(),
            id: listed.id,
            title: listed.title,
            status: listed.status,
            asked: listed.asked,
            your_turn,
            stand_in,
            places: (!listed.standing.is_empty()).then_some(listed.standing),
            heading: listed.heading,
            public: listed.public,
            created: listed.created,
            changed: listed.changed,
        }
    }
}

/// The question to a seat with all its answers.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Ask {
    pub seat: Seat,
    /// Send it back with the answer.
    pub question: u64,
    pub prompt: Prompt,
    pub sentences: Vec<Sentence>,
    /// The kinds of action that belong to this question, but cannot be taken now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub closed: Vec<Closed>,
    /// What kinds of action are for and what they need, by verb, where their sentences do not say it.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub purposes: BTreeMap<&'static str, &'static str>,
}

/// Whether the viewer's last decision can be taken back.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Undo {
    Can {
        #[cfg_attr(test, ts(type = "true"))]
        ok: bool,
        /// What would be taken back.
        label: Text,
    },
    Cannot {
        #[cfg_attr(test, ts(type = "false"))]
        ok: bool,
        why: &'static str,
    },
}

impl Undo {
    pub fn of(found: Result<Text, &'static str>) -> Undo {
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
