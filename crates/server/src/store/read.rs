//! What is read: logs of tables, lists for the lobby, results for statistics.

use astrarium_core::Seat;
use sqlx::any::{AnyArguments, AnyRow};
use sqlx::query::Query;
use sqlx::{Any, AssertSqlSafe, Row as _};

use super::write::SeatRow;
use super::{Store, Stored, places};
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::ledger::Row;

/// A table as a list of the lobby has it.
#[derive(Clone, Debug)]
pub struct Listed {
    pub id: Id,
    pub title: String,
    pub status: String,
    pub public: bool,
    pub host: Guest,
    pub seats: Vec<SeatRow>,
    pub asked: Vec<Seat>,
    pub heading: String,
    pub standing: Vec<u8>,
    pub created: i64,
    pub changed: i64,
}

/// How one seat did in a finished game.
#[derive(Clone, Debug)]
pub struct ResultRow {
    pub seat: i64,
    pub place: i64,
    pub points: i64,
    pub decisions: i64,
    pub facts: Vec<(String, String)>,
    /// Points by what they came from.
    pub sources: Vec<(String, i64)>,
}

/// How far results were read: their number, which those of version 0.1 share, their table and their seat.
#[derive(Clone, Debug, Default)]
pub struct Mark(i64, String, i64);

/// Results that are read at once.
const RESULTS: i64 = 200;
/// So many unfinished tables of one person are listed.
const UNFINISHED: i64 = 1_000;
/// So many finished games are looked through.
const SEARCHED: i64 = 2_000;
const LISTED: &str = "id, title, status, public, seats, asked, heading, standing, created, changed, host";

impl Store {
    /// Reads with a deadline. A file that is gone is not read: what it tells would be lost at the next start.
    pub(super) async fn rows(&self, query: Query<'_, Any, AnyArguments>) -> Result<Vec<AnyRow>, Error> {
        let read = async {
            self.link.check()?;
            query.fetch_all(&mut *self.pool.acquire().await?).await
        };
        let deadline = self.link.limits.read;
        // To wait for a connection and to use it may take a deadline each.
        let read = tokio::time::timeout(2 * deadline, read).await;
        let read = read.unwrap_or_else(|_| Err(sqlx::Error::Io(std::io::ErrorKind::TimedOut.into())));
        read.map_err(|error| {
            self.health.read_failed(&error.to_string());
            Error::from(error)
        })
    }

    /// The events of a table after a sequence number.
    pub async fn log(&self, table: Id, after: u64) -> Result<Vec<Row>, Error> {
        let query = "SELECT seq, at, action_id, print, event FROM log WHERE table_id = $1 AND seq > $2 ORDER BY seq";
        let rows = self.rows(sqlx::query(query).bind(table.to_string()).bind(after as i64)).await?;
        rows.iter().map(event).collect()
    }

    pub async fn exists(&self, table: Id) -> Result<bool, Error> {
        let query = sqlx::query("SELECT 1 FROM tables WHERE id = $1").bind(table.to_string());
        Ok(!self.rows(query).await?.is_empty())
    }

    pub async fn invited(&self, invite: Id) -> Result<Id, Error> {
        let query = sqlx::query("SELECT id FROM tables WHERE invite = $1").bind(invite.to_string());
        let rows = self.rows(query).await?;
        parse(rows.first().ok_or(Error::NotFound("invitation"))?.try_get(0)?)
    }

    pub async fn name(&self, guest: Guest) -> Result<String, Error> {
        let query = sqlx::query("SELECT name FROM guests WHERE id = $1").bind(guest.0.to_string());
        let rows = self.rows(query).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    /// Tables where somebody sits that are not over: all of them, as far as anybody can play at so many.
    pub async fn mine(&self, guest: Guest) -> Result<Vec<Listed>, Error> {
        let which = "status IN ('lobby', 'playing') AND id IN (SELECT table_id FROM sitters WHERE guest = $2)";
        self.listed(which, UNFINISHED, &[guest.0.to_string()]).await
    }

    /// Finished games where somebody sat, those that changed last before a moment; `words` is part of the title or of a name.
    pub async fn finished(&self, guest: Guest, most: i64, before: i64, words: &str) -> Result<Vec<Listed>, Error> {
        let which = "status = 'over' AND id IN (SELECT table_id FROM sitters WHERE guest = $2) \
                     AND changed < CAST($3 AS BIGINT)";
        // A database compares small and large letters in its own way.
        let looked_at = if words.is_empty() { most } else { SEARCHED };
        let mut found = self.listed(which, looked_at, &[guest.0.to_string(), before.to_string()]).await?;
        let has = |text: &str| text.to_lowercase().replace('-', " ").contains(&words.to_lowercase().replace('-', " "));
        found.retain(|table| has(&table.title) || table.seats.iter().any(|seat| has(&seat.name)));
        found.truncate(most as usize);
        Ok(found)
    }

    pub async fn open_tables(&self, most: i64) -> Result<Vec<Listed>, Error> {
        self.listed("status = 'lobby' AND public = 1 AND vacant = 1", most, &[]).await
    }

    pub async fn recent(&self, most: i64) -> Result<Vec<Listed>, Error> {
        self.listed("status = 'over' AND public = 1", most, &[]).await
    }

    pub(super) async fn listed(&self, which: &'static str, most: i64, words: &[String]) -> Result<Vec<Listed>, Error> {
        let text = format!("SELECT {LISTED} FROM tables WHERE {which} ORDER BY changed DESC LIMIT $1");
        let query = words.iter().fold(sqlx::query(AssertSqlSafe(text)).bind(most), |query, word| query.bind(word));
        // What cannot be read is skipped, and logged: the other tables are shown.
        Ok(self.rows(query).await?.iter().filter_map(|row| listed(row).ok()).collect())
    }

    /// Tables that go on by themselves before a moment, and where nothing has happened since another. What cannot be read is
    /// skipped: the other tables go on.
    pub async fn due_before(&self, moment: i64, since: i64) -> Result<Vec<Id>, Error> {
        let query = "SELECT id FROM tables WHERE due < $1 AND changed <= $2 ORDER BY due";
        let rows = self.rows(sqlx::query(query).bind(moment).bind(since)).await?;
        Ok(rows.iter().filter_map(|row| parse(row.try_get(0).ok()?).ok()).collect())
    }

    /// Tables whose game is being played, the oldest first; without what cannot be read.
    pub async fn running(&self) -> Result<Vec<Id>, Error> {
        let query = sqlx::query("SELECT id FROM tables WHERE status = 'playing' ORDER BY created, id");
        Ok(self.rows(query).await?.iter().filter_map(|row| parse(row.try_get(0).ok()?).ok()).collect())
    }

    /// The last sequence numbers of some tables.
    pub async fn heads(&self, tables: &[Id]) -> Result<Vec<(Id, u64)>, Error> {
        let text = format!("SELECT id, seq FROM tables WHERE id IN {}", places(!self.is_shared(), 1, tables.len()));
        let query = sqlx::query(AssertSqlSafe(text)).persistent(false);
        let query = tables.iter().fold(query, |query, id| query.bind(id.to_string()));
        let rows = self.rows(query).await?;
        rows.iter().map(|row| Ok((parse(row.try_get::<String, _>(0)?)?, row.try_get::<i64, _>(1)? as u64))).collect()
    }

    /// The next results of a title, each with its mark: so few that nobody waits for their reading.
    pub async fn results(&self, title: &str, after: &Mark) -> Result<Vec<(Mark, ResultRow)>, Error> {
        let query = "SELECT seat, place, points, decisions, facts, sources, number, table_id FROM results \
                     WHERE title = $1 AND (number, table_id, seat) > ($2, $3, $4) ORDER BY number, table_id, seat LIMIT $5";
        let Mark(number, table, seat) = after;
        let query = sqlx::query(query).bind(title.to_string()).bind(*number).bind(table.clone()).bind(*seat);
        let result = |row: &AnyRow| {
            let (facts, sources) = (json(row.try_get(4)?)?, json(row.try_get(5)?)?);
            let (seat, place, points, decisions) = (row.try_get(0)?, row.try_get(1)?, row.try_get(2)?, row.try_get(3)?);
            let mark = Mark(row.try_get(6)?, row.try_get(7)?, seat);
            Ok((mark, ResultRow { seat, place, points, decisions, facts, sources }))
        };
        self.rows(query.bind(RESULTS)).await?.iter().map(result).collect()
    }
}

fn event(row: &AnyRow) -> Result<Row, Error> {
    let id = row.try_get::<Option<String>, _>(2)?.map(parse).transpose()?;
    let print: Option<i64> = row.try_get(3)?;
    let told: Stored = json(row.try_get(4)?)?;
    let (event, spent) = (told.event.into_owned(), told.spent.into_owned());
    Ok(Row { seq: row.try_get::<i64, _>(0)? as u64, at: row.try_get(1)?, id: id.zip(print), event, spent })
}

fn listed(row: &AnyRow) -> Result<Listed, Error> {
    Ok(Listed {
        id: parse(row.try_get(0)?)?,
        title: row.try_get(1)?,
        status: row.try_get(2)?,
        public: row.try_get::<i64, _>(3)? != 0,
        seats: json(row.try_get(4)?)?,
        asked: json(row.try_get(5)?)?,
        heading: row.try_get(6)?,
        standing: json(row.try_get(7)?)?,
        created: row.try_get(8)?,
        changed: row.try_get(9)?,
        host: Guest(parse(row.try_get(10)?)?),
    })
}

pub(super) fn parse(text: String) -> Result<Id, Error> {
    text.parse().map_err(|error: String| broken(&error))
}

pub(super) fn json<T: serde::de::DeserializeOwned>(text: String) -> Result<T, Error> {
    serde_json::from_str(&text).map_err(|error| broken(&error.to_string()))
}

/// Somebody else wrote into our tables, or an older version cannot read a newer one's events.
fn broken(what: &str) -> Error {
    tracing::error!(what, "a row cannot be read");
    Error::Internal
}
