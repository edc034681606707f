//! What other servers write: PostgreSQL's notifications as a hint, a look at the log now and then as the truth.

use std::time::Duration;

use sqlx::postgres::PgListener;

use super::Store;
use crate::id::Id;

/// How long a lost notification can go unnoticed.
const LOOK: Duration = Duration::from_secs(1);

/// Calls `news` with tables and their sequence numbers, for ever. `loaded` says which tables matter here.
pub async fn listen(store: Store, loaded: impl Fn() -> Vec<Id>, news: impl Fn(Id, u64)) {
    loop {
        if let Err(error) = hear(&store, &loaded, &news).await {
            tracing::warn!(%error, "notifications of the database are interrupted");
        }
        look(&store, &loaded, &news).await;
        tokio::time::sleep(LOOK).await;
    }
}

async fn hear(store: &Store, loaded: &impl Fn() -> Vec<Id>, news: &impl Fn(Id, u64)) -> Result<(), sqlx::Error> {
    let mut listener = PgListener::connect(&store.url).await?;
    listener.listen("astrarium").await?;
    loop {
        match tokio::time::timeout(LOOK, listener.recv()).await {
            Ok(heard) => heard?.payload().split(',').filter_map(read).for_each(|(id, seq)| news(id, seq)),
            Err(_) => look(store, loaded, news).await,
        }
    }
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
