//! Connections to the database, each with the durability and the deadlines that everything here relies on.

use std::path::PathBuf;
use std::str::FromStr;
use std::time::Duration;

use sqlx::any::{AnyConnectOptions, AnyPoolOptions};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AnyConnection, AnyPool, AssertSqlSafe, ConnectOptions, Connection};
use tokio::time::timeout;

use super::file::{self, Files};
use super::{StoreError, is_sqlite, migrator};
use crate::limits::Limits;

/// Connections for reading.
const READERS: u32 = 4;
/// How long a connection that is given back may take to answer before it is thrown away.
const RELEASE: Duration = Duration::from_secs(1);

/// How the database is reached.
#[derive(Clone, Debug)]
pub(super) struct Link {
    pub options: AnyConnectOptions,
    pub limits: Limits,
    /// Of an embedded database.
    files: Option<Files>,
}

impl Link {
    /// Reaches the database for the first time and brings its schema up to date. A connection to an embedded database is given
    /// back, to be kept.
    pub(super) async fn open(url: &str, limits: &Limits) -> Result<(Link, Option<AnyConnection>), StoreError> {
        sqlx::any::install_default_drivers();
        let mut options = AnyConnectOptions::from_str(url)?.disable_statement_logging();
        let path = embedded_path(&mut options)?;
        // It waits a while for a database that is just starting. Statements have no deadline: a step of the schema may take
        // long.
        let first = AnyPoolOptions::new().max_connections(1).acquire_timeout(limits.connect);
        let first = first.connect_with(options.clone()).await.map_err(|error| match error {
            sqlx::Error::PoolTimedOut => StoreError::Silent(limits.connect),
            error => error.into(),
        })?;
        let mut anchor = first.acquire().await?.detach();
        if path.is_some() {
            prepare(&mut anchor, limits).await?;
        }
        migrator().run(&mut anchor).await?;
        sqlx::query("SELECT id FROM tables LIMIT 1").fetch_optional(&mut anchor).await?;
        let files = path.as_deref().map(Files::of).transpose()?;
        // A connection made from now on creates no new file where the old one was.
        let query = options.database_url.query().map(|query| query.replace("mode=rwc", "mode=rw"));
        options.database_url.set_query(query.as_deref());
        let anchor = files.is_some().then_some(anchor);
        Ok((Link { options, limits: *limits, files }, anchor))
    }

    /// Reaches a database that nothing is written to.
    pub(super) async fn look(url: &str, limits: &Limits) -> Result<(Link, AnyPool), StoreError> {
        sqlx::any::install_default_drivers();
        let mut options = AnyConnectOptions::from_str(url)?.disable_statement_logging();
        if options.database_url.scheme() == "sqlite" {
            options.database_url.set_query(Some("mode=ro"));
        }
        let pool = AnyPoolOptions::new().max_connections(1).acquire_timeout(limits.connect).after_connect(|it, _| {
            Box::pin(async move {
                let text =
                    if is_sqlite(it) { "PRAGMA query_only = on" } else { "SET default_transaction_read_only = on" };
                sqlx::raw_sql(text).execute(it).await.map(drop)
            })
        });
        let pool = pool.connect_with(options.clone()).await?;
        Ok((Link { options, limits: *limits, files: None }, pool))
    }

    pub(super) fn is_embedded(&self) -> bool {
        self.files.is_some()
    }

    /// Fails if the files of an embedded database are not where they were.
    pub(super) fn check(&self) -> Result<(), std::io::Error> {
        self.files.as_ref().map_or(Ok(()), Files::check)
    }

    pub(super) async fn connect(&self) -> Result<AnyConnection, StoreError> {
        let connect = async {
            let mut fresh = AnyConnection::connect_with(&self.options).await?;
            prepare(&mut fresh, &self.limits).await?;
            Ok::<_, sqlx::Error>(fresh)
        };
        let connected = timeout(self.limits.connect, connect).await;
        Ok(connected.map_err(|_| StoreError::Silent(self.limits.connect))??)
    }

    /// Connections for reading. One that is silent when it is given back is thrown away, or it would be missing for ever.
    pub(super) fn pool(&self) -> AnyPool {
        let link = self.clone();
        AnyPoolOptions::new()
            .max_connections(READERS)
            .acquire_timeout(self.limits.read)
            .after_connect(move |connection, _| {
                let link = link.clone();
                Box::pin(async move {
                    prepare(connection, &link.limits).await?;
                    Ok(link.check()?)
                })
            })
            .after_release(|connection, _| {
                Box::pin(async move {
                    let answered = timeout(RELEASE, connection.ping()).await;
                    answered.map_err(|_| std::io::Error::from(std::io::ErrorKind::TimedOut))??;
                    Ok(true)
                })
            })
            .connect_lazy_with(self.options.clone())
    }
}

/// The file that an address names, if it is that of an embedded database.
pub fn path_of(url: &str) -> Result<Option<PathBuf>, StoreError> {
    sqlx::any::install_default_drivers();
    let options = AnyConnectOptions::from_str(url)?;
    Ok(file_of(&options)?.map(|(path, _)| path))
}

/// The file of an embedded database, and the mode that its address says.
fn file_of(options: &AnyConnectOptions) -> Result<Option<(PathBuf, Option<String>)>, StoreError> {
    let url = &options.database_url;
    if url.scheme() != "sqlite" {
        return Ok(None);
    }
    let mode = url.query_pairs().find(|(key, _)| key == "mode").map(|(_, mode)| mode.to_string());
    if url.path().contains(":memory:") || mode.as_deref() == Some("memory") {
        return Err(StoreError::Memory);
    }
    Ok(Some((SqliteConnectOptions::from_url(url)?.get_filename().to_path_buf(), mode)))
}

/// The file of an embedded database. It is made, unless the address says otherwise, and taken.
pub(super) fn embedded_path(options: &mut AnyConnectOptions) -> Result<Option<PathBuf>, StoreError> {
    let Some((path, mode)) = file_of(options)? else { return Ok(None) };
    if mode.is_none() {
        options.database_url.query_pairs_mut().append_pair("mode", "rwc");
    }
    file::claim(&path, matches!(mode.as_deref(), None | Some("rwc")))?;
    Ok(Some(path))
}

/// What is acknowledged is on the disk: every commit waits for it. And nobody waits for ever: a transaction of a server that fell
/// silent is ended by PostgreSQL, or its rows would stay locked.
async fn prepare(connection: &mut AnyConnection, limits: &Limits) -> Result<(), sqlx::Error> {
    let deadline = limits.commit.max(limits.read).as_millis();
    let text = if is_sqlite(connection) {
        let busy = deadline * 4 / 5;
        format!("PRAGMA busy_timeout = {busy}; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL")
    } else {
        format!(
            "SET synchronous_commit = on; SET statement_timeout = {deadline}; \
             SET idle_in_transaction_session_timeout = {deadline}; SET tcp_user_timeout = {}; \
             SET tcp_keepalives_idle = 10; SET tcp_keepalives_interval = 5; SET tcp_keepalives_count = 3",
            4 * deadline
        )
    };
    sqlx::raw_sql(AssertSqlSafe(text)).execute(connection).await.map(drop)
}
