//! The database: SQLite inside, or PostgreSQL by address, with the same statements.

mod backup; // everything as one file
mod bare; // what rows cost alone
mod calls; // whom to call, and where
mod file; // the files of an embedded database
mod health; // how the database is
mod house; // what the host of the server has ruled
mod link; // connections
mod mails; // where persons read e-mail
mod listen; // what other servers write
mod own; // everything of one person
mod packs; // what tables began with
mod persons; // who a browser is
mod ratings; // how persons have done
mod read;
mod rows; // what is written, statement by statement
mod write; // what tables give to the writer
mod writer; // commits the events of many tables together

use std::borrow::Cow;
use std::collections::HashSet;
use std::sync::{Arc, Mutex, RwLock};
use std::time::Duration;

use astrarium_core::Seat;
use serde::{Deserialize, Serialize};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyConnection, AnyPool, SqlSafeStr};
use tokio::sync::mpsc;

pub use backup::{BackupError, Counts, backup, restore};
pub use bare::bare_inserts;
pub use calls::{Channel, Due, Settled};
pub use file::{embedded, folder, lock};
pub use house::{Known, Report, Standing};
pub use link::path_of;
pub use listen::listen;
pub use mails::Address;
pub use own::Rewritten;
pub use persons::{Device, KeyKind};
pub use ratings::{Rated, Record};
pub use read::{Listed, Mark, ResultRow};
pub use write::{Append, Index, Lost, SeatRow};

use crate::event::Event;
use crate::id::Guest;
use crate::ledger::Row;
use crate::limits::Limits;
use health::{Checked, Health};
use link::Link;
use writer::Writer;

/// An event as its column has it.
#[derive(Serialize, Deserialize)]
struct Stored<'a> {
    #[serde(flatten)]
    event: Cow<'a, Event>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    spent: Cow<'a, [(Seat, i64)]>,
}

impl Stored<'_> {
    fn of(row: &Row) -> Stored<'_> {
        Stored { event: Cow::Borrowed(&row.event), spent: Cow::Borrowed(&row.spent) }
    }
}

#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<write::Job>,
    link: Link,
    health: Arc<Health>,
    /// The last answer to whether the database is ready, and when it was found.
    checked: Arc<tokio::sync::Mutex<Option<Checked>>>,
    /// Who can be called; known where there is one server alone.
    callable: Arc<RwLock<HashSet<Guest>>>,
    /// Whether packs are kept already: a database of version 0.1 that is only looked at has none.
    has_packs: bool,
    /// Open as long as the server runs: SQLite replaces no file of a database in use.
    _anchor: Option<Arc<Mutex<AnyConnection>>>,
}

impl Store {
    /// Connects, brings the schema up to date, and starts the writer.
    pub async fn open(url: &str, limits: &Limits) -> Result<Store, StoreError> {
        let (link, anchor) = Link::open(url, limits).await?;
        let health = Arc::new(Health::default());
        let (writer, jobs) = mpsc::channel(4 * limits.group);
        tokio::spawn(Writer::new(link.clone(), health.clone()).run(jobs));
        let (pool, _anchor) = (link.pool(), anchor.map(|anchor| Arc::new(Mutex::new(anchor))));
        let (checked, callable) = (Arc::default(), Arc::default());
        let store = Store { pool, writer, link, health, checked, callable, has_packs: true, _anchor };
        store.learn_callable().await.map_err(|_| StoreError::Silent(limits.read))?;
        Ok(store)
    }

    /// Connects to look at what is there: nothing can be stored, and the schema stays as it is.
    pub async fn look(url: &str, limits: &Limits) -> Result<Store, StoreError> {
        let (link, pool) = Link::look(url, limits).await?;
        let step = sqlx::query("SELECT version FROM _sqlx_migrations WHERE version = $1").bind(PACKS);
        let has_packs = step.fetch_optional(&pool).await?.is_some();
        let (health, checked, callable, (writer, _)) =
            (Arc::default(), Arc::default(), Arc::default(), mpsc::channel(1));
        Ok(Store { pool, writer, link, health, checked, callable, has_packs, _anchor: None })
    }

    /// Whether other servers may write to the same database.
    pub fn is_shared(&self) -> bool {
        !self.link.is_embedded()
    }
}

/// A database that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database cannot be reached: {0}")]
    Connect(#[from] sqlx::Error),
    #[error("the database does not take a commit: {0}")]
    Commit(#[source] sqlx::Error),
    #[error("the database does not answer within {} ms", .0.as_millis())]
    Silent(Duration),
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
    #[error("the database's file cannot be used: {0}")]
    File(#[from] std::io::Error),
    #[error("a database in memory would forget everything: give it a file")]
    Memory,
}

/// `($1, $2), ($3, $4)` for PostgreSQL; `(?, ?), (?, ?)` for SQLite, which looks every name up in a list of all.
fn places(sqlite: bool, rows: usize, columns: usize) -> String {
    let place = |n: usize| if sqlite { "?".into() } else { format!("${n}") };
    let row = |r: usize| (1..=columns).map(|c| place(r * columns + c)).collect::<Vec<_>>().join(", ");
    (0..rows).map(|r| format!("({})", row(r))).collect::<Vec<_>>().join(", ")
}

fn is_sqlite(connection: &AnyConnection) -> bool {
    connection.backend_name() == "SQLite"
}

/// The schema, step by step. A step that was released never changes.
const MIGRATIONS: [(i64, &str, &str); 12] = [
    (1, "tables", include_str!("../../migrations/0001_tables.sql")),
    (2, "sources", include_str!("../../migrations/0002_sources.sql")),
    (PACKS, "packs", include_str!("../../migrations/0003_packs.sql")),
    (4, "persons", include_str!("../../migrations/0004_persons.sql")),
    (5, "calls", include_str!("../../migrations/0005_calls.sql")),
    (6, "due", include_str!("../../migrations/0006_due.sql")),
    (7, "order", include_str!("../../migrations/0007_order.sql")),
    (8, "learned", include_str!("../../migrations/0008_learned.sql")),
    (9, "hosts", include_str!("../../migrations/0009_hosts.sql")),
    (10, "mail", include_str!("../../migrations/0010_mail.sql")),
    (11, "ratings", include_str!("../../migrations/0011_ratings.sql")),
    (12, "notes", include_str!("../../migrations/0012_notes.sql")),
];

/// The step since which packs are kept.
const PACKS: i64 = 3;

/// Built by hand, because sqlx's macros compile every driver a second time.
fn migrator() -> Migrator {
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(step).into())
}
