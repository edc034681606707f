//! Everything that is kept of a person, to hand it out or to let go of it.

use serde_json::{Map, Value};
use sqlx::{AnyConnection, AssertSqlSafe, Column, Row as _};

use super::read::parse;
use super::write::{Fate, SeatRow, Work, json};
use super::{Listed, Store, Stored, places};
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::ledger::Row;

/// Tables that are looked through at once.
const AT_ONCE: usize = 100;

/// What is a person's own, by table and by the column that says whose it is.
const OWN: [(&str, &str); 14] = [
    ("guests", "id"),
    ("devices", "person"),
    ("keys", "person"),
    ("mails", "person"),
    ("channels", "person"),
    ("sitters", "guest"),
    ("ratings", "person"),
    ("discreet", "person"),
    ("blocks", "person"),
    ("blocks", "other"),
    ("reports", "reporter"),
    ("reports", "person"),
    ("notes", "person"),
    ("learned", "person"),
];

/// What is handed out of it: no fingerprint of what lets anybody in, and nothing of other persons but whom the person chose.
const TOLD: [(&str, &str); 8] = [
    ("devices", "label, since FROM devices WHERE person"),
    ("mails", "address, confirmed FROM mails WHERE person"),
    ("channels", "kind, url, quiet FROM channels WHERE person"),
    ("ratings", "title, players, solo, rating, uncertainty, games FROM ratings WHERE person"),
    ("played", "table_id, title, place, kept, pace FROM played WHERE person"),
    ("notes", "table_id, text FROM notes WHERE person"),
    ("learned", "title, word FROM learned WHERE person"),
    ("reports", "at, table_id, text FROM reports WHERE reporter"),
];

/// A table as it is told from now on.
#[derive(Clone, Debug)]
pub struct Rewritten {
    pub table: Id,
    pub rows: Vec<Row>,
    pub seats: Vec<SeatRow>,
    pub host: Guest,
}

impl Store {
    /// One table's row in the lobby.
    pub async fn table(&self, table: Id) -> Result<Option<Listed>, Error> {
        Ok(self.listed("id = $2", 1, &[table.to_string()]).await?.pop())
    }

    /// What a person has written down at a table.
    pub async fn note(&self, person: Guest, table: Id) -> Result<String, Error> {
        let query = sqlx::query("SELECT text FROM notes WHERE person = $1 AND table_id = $2");
        let rows = self.rows(query.bind(person.0.to_string()).bind(table.to_string())).await?;
        Ok(rows.first().map(|row| row.try_get(0)).transpose()?.unwrap_or_default())
    }

    pub async fn write_note(&self, person: Guest, table: Id, text: String) -> Result<(), Error> {
        let change = super::persons::Change::Note(table, text);
        let stored = self.fate(Work::Person(person, change)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    /// Tables whose log tells of a person in any way.
    pub async fn tables_telling_of(&self, person: Guest) -> Result<Vec<Id>, Error> {
        let (mut found, mut last) = (Vec::new(), String::new());
        loop {
            let query = sqlx::query("SELECT id FROM tables WHERE id > $1 ORDER BY id LIMIT $2");
            let rows = self.rows(query.bind(last).bind(AT_ONCE as i64)).await?;
            let some: Vec<String> = rows.iter().map(|row| row.try_get(0)).collect::<Result<_, _>>()?;
            let Some(end) = some.last() else { return Ok(found) };
            last = end.clone();
            // The pattern comes last, so that the ids have the numbers before it.
            let place = if self.is_shared() { format!("${}", some.len() + 1) } else { "?".into() };
            let text = format!(
                "SELECT DISTINCT table_id FROM log WHERE table_id IN {} AND event LIKE {place}",
                places(!self.is_shared(), 1, some.len())
            );
            let query = sqlx::query(AssertSqlSafe(text)).persistent(false);
            let query = some.iter().fold(query, |query, id| query.bind(id.clone()));
            let rows = self.rows(query.bind(format!("%{}%", person.0))).await?;
            for row in &rows {
                found.push(parse(row.try_get(0)?)?);
            }
        }
    }

    pub async fn rewrite(&self, rewritten: Rewritten) -> Result<(), Error> {
        let stored = self.fate(Work::Rewrite(Box::new(rewritten))).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    pub async fn erase(&self, person: Guest, pseudonym: Guest) -> Result<(), Error> {
        let change = super::persons::Change::Erase(pseudonym);
        let stored = self.fate(Work::Person(person, change)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }

    /// What is kept of a person beside the logs, by table.
    pub async fn told(&self, person: Guest) -> Result<Map<String, Value>, Error> {
        let mut all = Map::new();
        for (name, what) in TOLD {
            let query = sqlx::query(AssertSqlSafe(format!("SELECT {what} = $1"))).bind(person.0.to_string());
            let object = |row: &sqlx::any::AnyRow| {
                let value = |at: usize| match row.try_get::<Option<i64>, _>(at) {
                    Ok(number) => Value::from(number),
                    Err(_) => row.try_get::<Option<String>, _>(at).map_or(Value::Null, Value::from),
                };
                let pairs = row.columns().iter().map(|column| (column.name().to_string(), value(column.ordinal())));
                Value::Object(pairs.collect())
            };
            let rows = self.rows(query).await?;
            all.insert(name.into(), rows.iter().map(object).collect());
        }
        Ok(all)
    }
}

/// An empty note is none.
pub(super) async fn note(tx: &mut AnyConnection, person: Guest, table: Id, text: &str) -> Result<(), sqlx::Error> {
    let query = if text.is_empty() {
        sqlx::query("DELETE FROM notes WHERE person = $1 AND table_id = $2")
    } else {
        let query = "INSERT INTO notes (person, table_id, text) VALUES ($1, $2, $3) \
                     ON CONFLICT (person, table_id) DO UPDATE SET text = excluded.text";
        sqlx::query(query)
    };
    let query = query.bind(person.0.to_string()).bind(table.to_string());
    let query = if text.is_empty() { query } else { query.bind(text) };
    query.execute(tx).await.map(drop)
}

pub(super) async fn rewrite(tx: &mut AnyConnection, rewritten: &Rewritten) -> Result<(), sqlx::Error> {
    let Rewritten { table, rows, seats, host } = rewritten;
    for row in rows {
        let query = sqlx::query("UPDATE log SET event = $1 WHERE table_id = $2 AND seq = $3");
        let query = query.bind(json(&Stored::of(row))).bind(table.to_string()).bind(row.seq as i64);
        query.execute(&mut *tx).await?;
    }
    let query = sqlx::query("UPDATE tables SET seats = $1, host = $2 WHERE id = $3");
    query.bind(json(seats)).bind(host.0.to_string()).bind(table.to_string()).execute(tx).await.map(drop)
}

/// Finished games stay, as those of nobody. Who was banned stays banned.
pub(super) async fn erase(tx: &mut AnyConnection, person: Guest, pseudonym: Guest) -> Result<(), sqlx::Error> {
    let me = person.0.to_string();
    let calls = "DELETE FROM calls WHERE channel IN (SELECT id FROM channels WHERE person = $1)";
    sqlx::query(calls).bind(&me).execute(&mut *tx).await?;
    for (table, column) in OWN {
        let query = AssertSqlSafe(format!("DELETE FROM {table} WHERE {column} = $1"));
        sqlx::query(query).bind(&me).execute(&mut *tx).await?;
    }
    sqlx::query("DELETE FROM standings WHERE person = $1 AND banned = 0").bind(&me).execute(&mut *tx).await?;
    let played = sqlx::query("UPDATE played SET person = $1 WHERE person = $2");
    played.bind(pseudonym.0.to_string()).bind(me).execute(tx).await.map(drop)
}
