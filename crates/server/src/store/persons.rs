//! Persons: the browsers that are one of them, the keys that let another browser in, and what they have learned.

use sqlx::{AnyConnection, Row as _};

use super::read::parse;
use super::write::{Fate, Work};
use super::{Store, mails, own};
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::ledger::Status;

/// A browser of a person.
#[derive(Clone, Debug)]
pub struct Device {
    pub device: Guest,
    pub label: String,
    pub since: i64,
}

/// What a key is for. A person has one of each.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum KeyKind {
    /// Used once, within minutes.
    Link,
    /// Good until there is a newer one.
    Recovery,
    /// In a letter: whoever uses it reads the mail of the person.
    Mail,
}

impl KeyKind {
    fn word(self) -> &'static str {
        match self {
            KeyKind::Link => "link",
            KeyKind::Recovery => "recovery",
            KeyKind::Mail => "mail",
        }
    }

    fn of(word: &str) -> KeyKind {
        let kinds = [KeyKind::Link, KeyKind::Mail];
        kinds.into_iter().find(|kind| kind.word() == word).unwrap_or(KeyKind::Recovery)
    }
}

/// A change of who somebody is, or of what they know.
#[derive(Clone, Debug)]
pub(super) enum Change {
    /// A new key in place of the old one, given out by a browser that is known from now on.
    Key {
        kind: KeyKind,
        print: Id,
        until: Option<i64>,
        by: Option<Device>,
    },
    /// Another browser comes in with a key.
    Enter {
        print: Id,
        kind: KeyKind,
        device: Device,
        most: usize,
    },
    SignOut {
        device: Guest,
    },
    /// What the person writes down at a table.
    Note(Id, String),
    /// Everything that is the person's own goes; what stays has another id.
    Erase(Guest),
    /// Where the person reads mail.
    Mail(mails::Change),
    /// A title has taught something.
    Learn {
        title: &'static str,
        word: String,
    },
}

impl Store {
    /// Whom a browser belongs to; nobody, if it was signed out.
    pub async fn person(&self, device: Guest) -> Result<Option<Guest>, Error> {
        let query = sqlx::query("SELECT person FROM devices WHERE device = $1").bind(device.0.to_string());
        let rows = self.rows(query).await?;
        let Some(row) = rows.first() else { return Ok(Some(device)) };
        row.try_get::<Option<String>, _>(0)?.map(|person| parse(person).map(Guest)).transpose()
    }

    pub async fn devices(&self, person: Guest) -> Result<Vec<Device>, Error> {
        let query = "SELECT device, label, since FROM devices WHERE person = $1 ORDER BY since, device";
        let rows = self.rows(sqlx::query(query).bind(person.0.to_string())).await?;
        let device = |row: &sqlx::any::AnyRow| {
            Ok(Device { device: Guest(parse(row.try_get(0)?)?), label: row.try_get(1)?, since: row.try_get(2)? })
        };
        rows.iter().map(device).collect()
    }

    /// Whether the person has a recovery code.
    pub async fn is_recoverable(&self, person: Guest) -> Result<bool, Error> {
        let query = sqlx::query("SELECT 1 FROM keys WHERE person = $1 AND kind = $2");
        Ok(!self.rows(query.bind(person.0.to_string()).bind(KeyKind::Recovery.word())).await?.is_empty())
    }

    /// Whom a key lets in, if it is still good.
    pub async fn key(&self, print: Id, now: i64) -> Result<Option<(Guest, KeyKind)>, Error> {
        let query = "SELECT person, kind FROM keys WHERE print = $1 AND (until IS NULL OR until > $2)";
        let rows = self.rows(sqlx::query(query).bind(print.to_string()).bind(now)).await?;
        let key =
            |row: &sqlx::any::AnyRow| Ok((Guest(parse(row.try_get(0)?)?), KeyKind::of(&row.try_get::<String, _>(1)?)));
        rows.first().map(key).transpose()
    }

    /// How many tables that are not over somebody sits at.
    pub async fn unfinished(&self, guest: Guest) -> Result<Vec<Id>, Error> {
        let query = "SELECT t.id FROM sitters s JOIN tables t ON t.id = s.table_id \
                     WHERE s.guest = $1 AND t.status IN ($2, $3) ORDER BY t.created";
        let query = sqlx::query(query).bind(guest.0.to_string());
        let rows = self.rows(query.bind(Status::Lobby.word()).bind(Status::Playing.word())).await?;
        rows.iter().map(|row| parse(row.try_get(0)?)).collect()
    }

    /// What a title has taught somebody.
    pub async fn learned(&self, person: Guest, title: &str) -> Result<Vec<String>, Error> {
        let query = sqlx::query("SELECT word FROM learned WHERE person = $1 AND title = $2 ORDER BY word");
        let rows = self.rows(query.bind(person.0.to_string()).bind(title)).await?;
        rows.iter().map(|row| Ok(row.try_get(0)?)).collect()
    }

    pub async fn learn(&self, person: Guest, title: &'static str, word: String) -> Result<(), Error> {
        self.change(person, Change::Learn { title, word }).await
    }

    pub async fn give_key(
        &self,
        person: Guest,
        kind: KeyKind,
        print: Id,
        until: Option<i64>,
        by: Option<Device>,
    ) -> Result<(), Error> {
        self.change(person, Change::Key { kind, print, until, by }).await
    }

    /// Lets a browser in, once for each link.
    pub async fn enter(
        &self,
        person: Guest,
        kind: KeyKind,
        print: Id,
        device: Device,
        most: usize,
    ) -> Result<(), Error> {
        match self.fate(Work::Person(person, Change::Enter { print, kind, device, most })).await {
            Fate::Stored => Ok(()),
            Fate::Full => Err(Error::TooMany("browsers of one person", most)),
            Fate::Race => Err(Error::NotFound("key that still works")),
            Fate::Unknown => Err(Error::Busy),
        }
    }

    pub async fn sign_out(&self, person: Guest, device: Guest) -> Result<(), Error> {
        self.change(person, Change::SignOut { device }).await
    }

    async fn change(&self, person: Guest, change: Change) -> Result<(), Error> {
        let stored = self.fate(Work::Person(person, change)).await == Fate::Stored;
        if stored { Ok(()) } else { Err(Error::Busy) }
    }
}

pub(super) async fn store(tx: &mut AnyConnection, person: Guest, change: &Change) -> Result<Fate, sqlx::Error> {
    match change {
        Change::Key { kind, print, until, by } => {
            if let Some(by) = by {
                add(tx, person, by).await?;
            }
            let query = "INSERT INTO keys (person, kind, print, until) VALUES ($1, $2, $3, $4) \
                         ON CONFLICT (person, kind) DO UPDATE SET print = excluded.print, until = excluded.until";
            let query = sqlx::query(query).bind(person.0.to_string()).bind(kind.word());
            query.bind(print.to_string()).bind(*until).execute(tx).await?;
        }
        Change::Enter { print, kind, device, most } => {
            let held = "UPDATE keys SET print = print WHERE print = $1";
            if sqlx::query(held).bind(print.to_string()).execute(&mut *tx).await?.rows_affected() == 0 {
                return Ok(Fate::Race);
            }
            let count = sqlx::query("SELECT COUNT(*) FROM devices WHERE person = $1").bind(person.0.to_string());
            if count.fetch_one(&mut *tx).await?.try_get::<i64, _>(0)? as usize >= *most {
                return Ok(Fate::Full);
            }
            if *kind != KeyKind::Recovery {
                let used = sqlx::query("DELETE FROM keys WHERE print = $1").bind(print.to_string());
                used.execute(&mut *tx).await?;
            }
            add(tx, person, device).await?;
        }
        Change::SignOut { device } => {
            let query = sqlx::query("UPDATE devices SET person = NULL WHERE device = $1 AND person = $2");
            query.bind(device.0.to_string()).bind(person.0.to_string()).execute(tx).await?;
        }
        Change::Note(table, text) => own::note(tx, person, *table, text).await?,
        Change::Erase(pseudonym) => own::erase(tx, person, *pseudonym).await?,
        Change::Mail(change) => return mails::store(tx, person, change).await,
        Change::Learn { title, word } => {
            let query = "INSERT INTO learned (person, title, word) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
            let query = sqlx::query(query).bind(person.0.to_string()).bind(*title);
            query.bind(word).execute(tx).await?;
        }
    }
    Ok(Fate::Stored)
}

async fn add(tx: &mut AnyConnection, person: Guest, new: &Device) -> Result<(), sqlx::Error> {
    let query = "INSERT INTO devices (device, person, label, since) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    let query = sqlx::query(query).bind(new.device.0.to_string()).bind(person.0.to_string());
    query.bind(&new.label).bind(new.since).execute(tx).await.map(drop)
}
