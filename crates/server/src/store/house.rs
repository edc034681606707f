//! What the host of the server has ruled, what was reported to the host, and what is not kept any longer.

use std::collections::BTreeMap;

use sqlx::any::AnyRow;
use sqlx::{AnyConnection, AssertSqlSafe, Row as _};

use super::read::parse;
use super::write::{Fate, Work};
use super::{Listed, Store, is_sqlite};
use crate::error::Error;
use crate::id::{Guest, Id};

/// Persons that are listed at once.
const PERSONS: i64 = 200;
/// Reports that are listed at once.
const REPORTS: i64 = 200;
/// Tables that are deleted with one commit.
const DELETED: i64 = 100;

/// What a person may do here.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// Came with the code, or sat here before it was asked for.
    pub admitted: bool,
    pub muted: bool,
    pub banned: bool,
}

/// A person as the host of the server sees them.
#[derive(Clone, Debug)]
pub struct Known {
    pub person: Guest,
    pub name: String,
    /// Tables that are not over, and those that are.
    pub playing: i64,
    pub over: i64,
    pub standing: Standing,
}

/// What somebody has reported.
#[derive(Clone, Debug)]
pub struct Report {
    pub id: Id,
    pub reporter: Guest,
    pub person: Guest,
    pub table: Id,
    pub at: i64,
    pub text: String,
}

/// A change of what is ruled or reported.
#[derive(Clone, Debug)]
pub(super) enum Change {
    Admit,
    Rule {
        muted: bool,
        banned: bool,
    },
    /// One more, if the reporter has not reported so much already.
    Report(Report, usize),
    Settle(Id),
}

impl Store {
    pub async fn standing(&self, person: Guest) -> Result<Standing, Error> {
        let query = "SELECT COALESCE(MAX(admitted), 0), COALESCE(MAX(muted), 0), COALESCE(MAX(banned), 0), \
                     (SELECT COUNT(*) FROM sitters WHERE guest = $1) FROM standings WHERE person = $1";
        let rows = self.rows(sqlx::query(query).bind(person.0.to_string())).await?;
        let row = rows.first().ok_or(Error::Internal)?;
        let is = |column: usize| Ok::<bool, sqlx::Error>(row.try_get::<i64, _>(column)? > 0);
        Ok(Standing { admitted: is(0)? || is(3)?, muted: is(1)?, banned: is(2)? })
    }

    /// Persons whose name has these words in it; those who sit at a table, have a name, or were ruled about.
    pub async fn persons(&self, words: &str) -> Result<Vec<Known>, Error> {
        let query = "SELECT p.id, COALESCE(g.name, ''), \
                     (SELECT COUNT(*) FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.guest = p.id AND t.status IN ('lobby', 'playing')), \
                     (SELECT COUNT(*) FROM sitters s JOIN tables t ON t.id = s.table_id WHERE s.guest = p.id AND t.status = 'over'), \
                     COALESCE(r.admitted, 0), COALESCE(r.muted, 0), COALESCE(r.banned, 0) \
                     FROM (SELECT id FROM guests UNION SELECT guest FROM sitters UNION SELECT person FROM standings) p \
                     LEFT JOIN guests g ON g.id = p.id LEFT JOIN standings r ON r.person = p.id \
                     WHERE LOWER(COALESCE(g.name, '')) LIKE $1 OR p.id = $2 ORDER BY LOWER(COALESCE(g.name, '')), p.id LIMIT $3";
        let pattern = format!("%{}%", words.to_lowercase().replace(['%', '_'], ""));
        let query = sqlx::query(query).bind(pattern).bind(words.to_string()).bind(PERSONS);
        self.rows(query).await?.iter().map(known).collect()
    }

    /// Whether there is such a person: with a name, or at a table.
    pub async fn is_person(&self, person: Guest) -> Result<bool, Error> {
        let query = "SELECT 1 FROM guests WHERE id = $1 UNION SELECT 1 FROM sitters WHERE guest = $1";
        Ok(!self.rows(sqlx::query(query).bind(person.0.to_string())).await?.is_empty())
    }

    pub async fn reports(&self) -> Result<Vec<Report>, Error> {
        let query = "SELECT id, reporter, person, table_id, at, text FROM reports ORDER BY at DESC, id LIMIT $1";
        let rows = self.rows(sqlx::query(query).bind(REPORTS)).await?;
        let report = |row: &AnyRow| {
            Ok(Report {
                id: parse(row.try_get(0)?)?,
                reporter: Guest(parse(row.try_get(1)?)?),
                person: Guest(parse(row.try_get(2)?)?),
                table: parse(row.try_get(3)?)?,
                at: row.try_get(4)?,
                text: row.try_get(5)?,
            })
        };
        rows.iter().map(report).collect()
    }

    /// Tables of all kinds, those that changed last before a moment; `words` is part of a title or of a name, or a table's id.
    pub async fn all_tables(&self, most: i64, before: i64, words: &str) -> Result<Vec<Listed>, Error> {
        let which = "changed < CAST($2 AS BIGINT) AND (LOWER(title) LIKE $3 OR LOWER(seats) LIKE $3 OR id = $4)";
        let pattern = format!("%{}%", words.to_lowercase().replace(['%', '_'], ""));
        self.listed(which, most, &[before.to_string(), pattern, words.to_string()]).await
    }

    /// How many tables there are of each status.
    pub async fn table_counts(&self) -> Result<BTreeMap<String, i64>, Error> {
        let rows = self.rows(sqlx::query("SELECT status, COUNT(*) FROM tables GROUP BY status")).await?;
        rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
    }

    /// Tables of a status where nothing has happened since a moment.
    pub async fn stale(&self, status: &'static str, before: i64) -> Result<Vec<Id>, Error> {
        let query = "SELECT id FROM tables WHERE status = $1 AND changed < $2 ORDER BY changed LIMIT $3";
        let rows = self.rows(sqlx::query(query).bind(status).bind(before).bind(DELETED)).await?;
        rows.iter().map(|row| parse(row.try_get(0)?)).collect()
    }

    pub async fn admit(&self, person: Guest) -> Result<(), Error> {
        self.rule_on(person, Change::Admit).await
    }

    pub async fn rule(&self, person: Guest, muted: bool, banned: bool) -> Result<(), Error> {
        self.rule_on(person, Change::Rule { muted, banned }).await
    }

    pub async fn report(&self, report: Report, most: usize) -> Result<(), Error> {
        match self.fate(Work::House(report.reporter, Box::new(Change::Report(report, most)))).await {
            Fate::Full => Err(Error::TooMany("reports of one person that wait for the host", most)),
            Fate::Stored => Ok(()),
            Fate::Race | Fate::Unknown => Err(Error::Busy),
        }
    }

    pub async fn settle_report(&self, report: Id) -> Result<(), Error> {
        self.rule_on(Guest(report), Change::Settle(report)).await
    }

    async fn rule_on(&self, person: Guest, change: Change) -> Result<(), Error> {
        let stored = self.fate(Work::House(person, Box::new(change))).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    /// Deletes tables that are over or closed, with all that was said and done there. Their results stay: no name is in them.
    pub async fn delete_tables(&self, tables: Vec<Id>) -> Result<(), Error> {
        let stored = self.fate(Work::Delete(tables)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }
}

fn known(row: &AnyRow) -> Result<Known, Error> {
    let is = |column: usize| Ok::<bool, sqlx::Error>(row.try_get::<i64, _>(column)? > 0);
    Ok(Known {
        person: Guest(parse(row.try_get(0)?)?),
        name: row.try_get(1)?,
        playing: row.try_get(2)?,
        over: row.try_get(3)?,
        standing: Standing { admitted: is(4)?, muted: is(5)?, banned: is(6)? },
    })
}

pub(super) async fn store(tx: &mut AnyConnection, person: Guest, change: &Change) -> Result<Fate, sqlx::Error> {
    match change {
        Change::Admit => {
            let query = "INSERT INTO standings (person, admitted, muted, banned) VALUES ($1, 1, 0, 0) \
                         ON CONFLICT (person) DO UPDATE SET admitted = 1";
            sqlx::query(query).bind(person.0.to_string()).execute(tx).await?;
        }
        Change::Rule { muted, banned } => {
            let query = "INSERT INTO standings (person, admitted, muted, banned) VALUES ($1, 0, $2, $3) \
                         ON CONFLICT (person) DO UPDATE SET muted = excluded.muted, banned = excluded.banned";
            let query = sqlx::query(query).bind(person.0.to_string());
            query.bind(i64::from(*muted)).bind(i64::from(*banned)).execute(tx).await?;
        }
        Change::Report(report, most) => return add(tx, report, *most).await,
        Change::Settle(report) => {
            sqlx::query("DELETE FROM reports WHERE id = $1").bind(report.to_string()).execute(tx).await?;
        }
    }
    Ok(Fate::Stored)
}

async fn add(tx: &mut AnyConnection, report: &Report, most: usize) -> Result<Fate, sqlx::Error> {
    let reporter = report.reporter.0.to_string();
    if !is_sqlite(tx) {
        let lock = "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))";
        sqlx::query(lock).bind(&reporter).execute(&mut *tx).await?;
    }
    let count = sqlx::query("SELECT COUNT(*) FROM reports WHERE reporter = $1").bind(&reporter);
    if count.fetch_one(&mut *tx).await?.try_get::<i64, _>(0)? as usize >= most {
        return Ok(Fate::Full);
    }
    let query = "INSERT INTO reports (id, reporter, person, table_id, at, text) VALUES ($1, $2, $3, $4, $5, $6)";
    let query = sqlx::query(query).bind(report.id.to_string()).bind(reporter).bind(report.person.0.to_string());
    query.bind(report.table.to_string()).bind(report.at).bind(&report.text).execute(tx).await?;
    Ok(Fate::Stored)
}

/// What there is of a table, beside its results.
const DELETED_FROM: [(&str, &str); 5] =
    [("log", "table_id"), ("sitters", "table_id"), ("calls", "table_id"), ("notes", "table_id"), ("tables", "id")];

pub(super) async fn delete(tx: &mut AnyConnection, table: Id) -> Result<(), sqlx::Error> {
    for (name, column) in DELETED_FROM {
        let query = AssertSqlSafe(format!("DELETE FROM {name} WHERE {column} = $1"));
        sqlx::query(query).bind(table.to_string()).execute(&mut *tx).await?;
    }
    Ok(())
}
