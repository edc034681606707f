//! The database: SQLite inside, or PostgreSQL by address, with the same statements.

mod bare; // what rows cost alone
mod listen; // what other servers write
mod read;
mod write; // one writer that commits the events of many tables together

use std::borrow::Cow;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use astrarium_core::Seat;
use serde::{Deserialize, Serialize};
use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, ConnectOptions, Executor, SqlSafeStr};
use tokio::sync::mpsc;

pub use bare::bare_inserts;
pub use listen::listen;
pub use read::{Listed, ResultRow};
pub use write::{Append, Index, Lost};

use crate::event::Event;
use crate::ledger::Row;
use crate::limits::Limits;

/// An event as its column has it.
#[derive(Serialize, Deserialize)]
struct Told<'a> {
    #[serde(flatten)]
    event: Cow<'a, Event>,
    #[serde(default, skip_serializing_if = "<[_]>::is_empty")]
    spent: Cow<'a, [(Seat, i64)]>,
}

impl Told<'_> {
    fn of(row: &Row) -> Told<'_> {
        Told { event: Cow::Borrowed(&row.event), spent: Cow::Borrowed(&row.spent) }
    }
}

#[derive(Clone, Debug)]
pub struct Store {
    pool: AnyPool,
    writer: mpsc::Sender<write::Job>,
    url: String,
}

impl Store {
    /// Connects, brings the schema up to date, and starts the writer.
    pub async fn open(url: &str, limits: &Limits) -> Result<Store, StoreError> {
        sqlx::any::install_default_drivers();
        let options = AnyConnectOptions::from_str(url)?.disable_statement_logging();
        let pool = AnyPoolOptions::new()
            .max_connections(4)
            .acquire_timeout(Duration::from_secs(10))
            .after_connect(|connection, _| Box::pin(async move { prepare(connection).await }))
            .connect_with(options.clone())
            .await?;
        migrator().run(&pool).await?;
        let (writer, jobs) = mpsc::channel(4 * limits.group);
        tokio::spawn(write::run(options, jobs, limits.group));
        Ok(Store { pool, writer, url: url.into() })
    }

    /// Whether other servers may write to the same database.
    pub fn is_shared(&self) -> bool {
        !self.url.starts_with("sqlite:")
    }
}

/// A database that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("the database cannot be reached: {0}")]
    Connect(#[from] sqlx::Error),
    #[error("the database cannot be brought up to date: {0}")]
    Migrate(#[from] sqlx::migrate::MigrateError),
}

/// `($1, $2), ($3, $4)` for PostgreSQL; `(?, ?), (?, ?)` for SQLite, which looks every name up in a list of all.
fn places(sqlite: bool, rows: usize, columns: usize) -> String {
    let place = |n: usize| if sqlite { "?".into() } else { format!("${n}") };
    let row = |r: usize| (1..=columns).map(|c| place(r * columns + c)).collect::<Vec<_>>().join(", ");
    (0..rows).map(|r| format!("({})", row(r))).collect::<Vec<_>>().join(", ")
}

fn is_sqlite(connection: &sqlx::AnyConnection) -> bool {
    connection.backend_name() == "SQLite"
}

/// The schema, step by step. A step that was released never changes.
const MIGRATIONS: [(i64, &str, &str); 2] = [
    (1, "tables", include_str!("../../migrations/0001_tables.sql")),
    (2, "sources", include_str!("../../migrations/0002_sources.sql")),
];

/// Built by hand, because sqlx's macros compile every driver a second time.
fn migrator() -> Migrator {
    let step = |(version, name, sql): (i64, &'static str, &'static str)| {
        Migration::new(version, name.into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations(MIGRATIONS.map(step).into())
}

/// The address of the embedded database in a folder.
pub fn embedded(folder: &Path) -> String {
    format!("sqlite://{}?mode=rwc", folder.join("astrarium.sqlite").display())
}

/// What is acknowledged is on the disk: every commit waits for it.
async fn prepare(connection: &mut sqlx::AnyConnection) -> Result<(), sqlx::Error> {
    if is_sqlite(connection) {
        connection.execute("PRAGMA journal_mode = WAL").await?;
        connection.execute("PRAGMA synchronous = FULL").await?;
        connection.execute("PRAGMA busy_timeout = 10000").await?;
    } else {
        connection.execute("SET synchronous_commit = on").await?;
    }
    Ok(())
}
