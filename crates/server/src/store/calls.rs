//! Where persons want to be called, and what is to be said there.

use std::collections::HashSet;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row as _};

use super::read::{json, parse};
use super::write::{Append, Fate, Work, json as text};
use super::{Store, is_sqlite};
use crate::call::{About, ChannelKind, Quiet};
use crate::error::Error;
use crate::id::{Guest, Id};

/// A place where somebody wants to be called.
#[derive(Clone, Debug)]
pub struct Channel {
    pub id: Id,
    pub person: Guest,
    pub kind: ChannelKind,
    pub url: String,
    pub home: String,
    pub quiet: Option<Quiet>,
    pub next: i64,
    pub tries: i64,
    pub failing: Option<i64>,
    pub gone: Option<String>,
}

/// Something to be said there.
#[derive(Clone, Debug, PartialEq)]
pub struct Due {
    pub table: Id,
    pub seq: u64,
    pub about: About,
}

/// A change of channels and of what is to be said.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Add(Channel, usize),
    Remove(Id),
    /// Takes a channel for a while, if no other server has.
    Lease {
        channel: Id,
        from: i64,
        until: i64,
    },
    Settle(Settled),
}

/// What became of the calls of a channel.
#[derive(Clone, Debug)]
pub struct Settled {
    pub channel: Channel,
    /// Said, or without a point.
    pub done: Vec<Due>,
    /// Not yet, with the time of the next look; what has become a reminder, too.
    pub later: Vec<(Due, About, i64)>,
}

const CHANNEL: &str = "id, person, kind, url, home, quiet, next, tries, failing, gone";

impl Store {
    pub async fn channels(&self, person: Guest) -> Result<Vec<Channel>, Error> {
        let query = format!("SELECT {CHANNEL} FROM channels WHERE person = $1 ORDER BY id");
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(person.0.to_string());
        self.rows(query).await?.iter().map(channel).collect()
    }

    /// Channels where something is due that nobody is at.
    pub async fn due_channels(&self, now: i64, most: i64) -> Result<Vec<Channel>, Error> {
        let query = format!(
            "SELECT {CHANNEL} FROM channels WHERE gone IS NULL AND next <= $1 \
             AND id IN (SELECT channel FROM calls WHERE due <= $2) ORDER BY next LIMIT $3"
        );
        let query = sqlx::query(sqlx::AssertSqlSafe(query)).bind(now).bind(now).bind(most);
        self.rows(query).await?.iter().map(channel).collect()
    }

    pub async fn due(&self, channel: Id, now: i64) -> Result<Vec<Due>, Error> {
        let query = "SELECT table_id, seq, about FROM calls WHERE channel = $1 AND due <= $2 ORDER BY due LIMIT 100";
        let rows = self.rows(sqlx::query(query).bind(channel.to_string()).bind(now)).await?;
        let due = |row: &AnyRow| {
            let (table, seq) = (parse(row.try_get(0)?)?, row.try_get::<i64, _>(1)? as u64);
            Ok(Due { table, seq, about: json(format!("\"{}\"", row.try_get::<String, _>(2)?))? })
        };
        rows.iter().map(due).collect()
    }

    pub async fn add_channel(&self, channel: Channel, most: usize) -> Result<(), Error> {
        let person = channel.person;
        match self.fate(Work::Call(person, Box::new(Change::Add(channel, most)))).await {
            Fate::Stored | Fate::Race => self.learn_callable().await,
            Fate::Full => Err(Error::TooMany("places to be called at", most)),
            Fate::Unknown => Err(Error::Busy),
        }
    }

    pub async fn remove_channel(&self, person: Guest, channel: Id) -> Result<(), Error> {
        let stored = self.fate(Work::Call(person, Box::new(Change::Remove(channel)))).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    /// Takes a channel; false if another server has it.
    pub async fn lease(&self, channel: &Channel, until: i64) -> Result<bool, Error> {
        let lease = Change::Lease { channel: channel.id, from: channel.next, until };
        match self.fate(Work::Call(channel.person, Box::new(lease))).await {
            Fate::Stored => Ok(true),
            Fate::Race | Fate::Full => Ok(false),
            Fate::Unknown => Err(Error::Busy),
        }
    }

    pub async fn settle(&self, settled: Settled) -> Result<(), Error> {
        let work = Work::Call(settled.channel.person, Box::new(Change::Settle(settled)));
        let stored = self.fate(work).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    /// Who can be called. A server alone with its database knows all of them, and asks the database for nobody else.
    pub(super) async fn learn_callable(&self) -> Result<(), Error> {
        if self.is_shared() {
            return Ok(());
        }
        let rows = self.rows(sqlx::query("SELECT DISTINCT person FROM channels")).await?;
        let all =
            rows.iter().map(|row| Ok(Guest(parse(row.try_get(0)?)?))).collect::<Result<HashSet<Guest>, Error>>()?;
        *self.callable.write().expect("nobody panics with the set in hand") = all;
        Ok(())
    }

    /// Leaves out the calls of those who cannot be called.
    pub(super) fn only_callable(&self, append: &mut Append) {
        if !append.calls.is_empty() && !self.is_shared() {
            let callable = self.callable.read().expect("nobody panics with the set in hand");
            append.calls.retain(|call| callable.contains(&call.person));
        }
    }
}

fn channel(row: &AnyRow) -> Result<Channel, Error> {
    Ok(Channel {
        id: parse(row.try_get(0)?)?,
        person: Guest(parse(row.try_get(1)?)?),
        kind: json(format!("\"{}\"", row.try_get::<String, _>(2)?))?,
        url: row.try_get(3)?,
        home: row.try_get(4)?,
        quiet: json(row.try_get(5)?)?,
        next: row.try_get(6)?,
        tries: row.try_get(7)?,
        failing: row.try_get(8)?,
        gone: row.try_get(9)?,
    })
}

/// An enum's word without its quotes.
fn word(value: &impl serde::Serialize) -> String {
    text(value).trim_matches('"').into()
}

/// Writes down whom an event calls, in its own transaction.
pub(super) async fn call(tx: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    for call in &append.calls {
        let query = "INSERT INTO calls (channel, table_id, seq, about, due) \
                     SELECT id, $1, CAST($2 AS BIGINT), $3, CAST($4 AS BIGINT) FROM channels \
                     WHERE person = $5 AND gone IS NULL ON CONFLICT DO NOTHING";
        // SQLite takes ON CONFLICT after WHERE only.
        let query = sqlx::query(query).bind(append.index.id.to_string()).bind(append.row.seq as i64);
        let query = query.bind(word(&call.about)).bind(call.due).bind(call.person.0.to_string());
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

pub(super) async fn store(tx: &mut AnyConnection, person: Guest, change: &Change) -> Result<Fate, sqlx::Error> {
    match change {
        Change::Add(channel, most) => {
            if !is_sqlite(tx) {
                let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
                sqlx::query(lock).bind(person.0.to_string()).execute(&mut *tx).await?;
            }
            let count = sqlx::query("SELECT COUNT(*) FROM channels WHERE person = $1").bind(person.0.to_string());
            if count.fetch_one(&mut *tx).await?.try_get::<i64, _>(0)? as usize >= *most {
                return Ok(Fate::Full);
            }
            let query = "INSERT INTO channels (id, person, kind, url, home, quiet, next, tries) \
                         VALUES ($1, $2, $3, $4, $5, $6, 0, 0)";
            let query = sqlx::query(query).bind(channel.id.to_string()).bind(person.0.to_string());
            let query = query.bind(word(&channel.kind)).bind(&channel.url).bind(&channel.home);
            query.bind(text(&channel.quiet)).execute(tx).await?;
        }
        Change::Remove(id) => {
            let query = sqlx::query("DELETE FROM channels WHERE id = $1 AND person = $2").bind(id.to_string());
            if query.bind(person.0.to_string()).execute(&mut *tx).await?.rows_affected() > 0 {
                sqlx::query("DELETE FROM calls WHERE channel = $1").bind(id.to_string()).execute(tx).await?;
            }
        }
        Change::Lease { channel, from, until } => {
            let query = sqlx::query("UPDATE channels SET next = $1 WHERE id = $2 AND next = $3").bind(*until);
            let taken = query.bind(channel.to_string()).bind(*from).execute(tx).await?.rows_affected();
            return Ok(if taken == 1 { Fate::Stored } else { Fate::Race });
        }
        Change::Settle(settled) => settle(tx, settled).await?,
    }
    Ok(Fate::Stored)
}

async fn settle(tx: &mut AnyConnection, Settled { channel, done, later }: &Settled) -> Result<(), sqlx::Error> {
    const THIS: &str = "channel = $1 AND table_id = $2 AND seq = $3 AND about = $4";
    for due in done {
        let query = sqlx::query(sqlx::AssertSqlSafe(format!("DELETE FROM calls WHERE {THIS}")));
        let query = query.bind(channel.id.to_string()).bind(due.table.to_string()).bind(due.seq as i64);
        query.bind(word(&due.about)).execute(&mut *tx).await?;
    }
    for (due, about, at) in later {
        let query = sqlx::query(sqlx::AssertSqlSafe(format!("UPDATE calls SET about = $5, due = $6 WHERE {THIS}")));
        let query = query.bind(channel.id.to_string()).bind(due.table.to_string()).bind(due.seq as i64);
        query.bind(word(&due.about)).bind(word(about)).bind(*at).execute(&mut *tx).await?;
    }
    let query = "UPDATE channels SET next = $1, tries = $2, failing = $3, gone = $4 WHERE id = $5";
    let query = sqlx::query(query).bind(channel.next).bind(channel.tries).bind(channel.failing);
    query.bind(channel.gone.clone()).bind(channel.id.to_string()).execute(&mut *tx).await?;
    if channel.gone.is_some() {
        sqlx::query("DELETE FROM calls WHERE channel = $1").bind(channel.id.to_string()).execute(tx).await?;
    }
    Ok(())
}
