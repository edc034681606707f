//! What other servers write: PostgreSQL's notifications are hints; a regular look at the log is the truth.

use std::time::Duration;

use sqlx::postgres::{PgListener, PgPoolOptions};
use sqlx::{ConnectOptions, Executor};
use tokio::time::timeout;

use super::{Store, StoreError};
use crate::id::Id;

/// How long a lost notification can go unnoticed.
const LOOK: Duration = Duration::from_secs(1);

/// Calls `news` with tables and their sequence numbers, for ever. `loaded` says which tables matter here.
pub async fn listen(store: &Store, loaded: impl Fn() -> Vec<Id>, news: impl Fn(Id, u64)) {
    let mut heard = true;
    loop {
        let Err(error) = hear(store, &loaded, &news, &mut heard).await;
        // Once for an outage, however long it lasts.
        if std::mem::take(&mut heard) {
            tracing::warn!(%error, "notifications of the database are interrupted");
        }
        look(store, &loaded, &news).await;
        tokio::time::sleep(LOOK).await;
    }
}

async fn hear(
    store: &Store,
    loaded: &impl Fn() -> Vec<Id>,
    news: &impl Fn(Id, u64),
    heard: &mut bool,
) -> Result<std::convert::Infallible, StoreError> {
    let limits = &store.link.limits;
    let pool = PgPoolOptions::new().max_connections(1).max_lifetime(None).idle_timeout(None);
    let pool = pool.connect_lazy_with(ConnectOptions::from_url(&store.link.options.database_url)?);
    let mut listener = within(limits.connect, PgListener::connect_with(&pool)).await?;
    within(limits.read, listener.listen("astrarium")).await?;
    *heard = true;
    loop {
        match timeout(LOOK, listener.recv()).await {
            Ok(heard) => heard?.payload().split(',').filter_map(read).for_each(|(id, seq)| news(id, seq)),
            // Nothing to hear, or nobody there any more.
            Err(_) => {
                within(limits.read, listener.execute("SELECT 1")).await?;
                look(store, loaded, news).await;
            }
        }
    }
}

async fn within<T>(time: Duration, work: impl Future<Output = Result<T, sqlx::Error>>) -> Result<T, StoreError> {
    Ok(timeout(time, work).await.map_err(|_| StoreError::Silent(time))??)
}

fn read(word: &str) -> Option<(Id, u64)> {
    let (id, seq) = word.split_once(' ')?;
    Some((id.parse().ok()?, seq.parse().ok()?))
}

async fn look(store: &Store, loaded: &impl Fn() -> Vec<Id>, news: &impl Fn(Id, u64)) {
    let tables = loaded();
    for some in tables.chunks(500) {
        // A failure is logged where it happens; the next look comes soon.
        for (id, seq) in store.heads(some).await.unwrap_or_default() {
            news(id, seq);
        }
    }
}
