//! One writer that commits the events of many tables together: a sync of the disk costs far more than a row.

use std::pin::Pin;
use std::sync::Arc;
use std::time::{Duration, Instant};

use sqlx::AnyConnection;
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::health::Health;
use super::rows;
use super::write::{Fate, Job, Work};
use super::{Link, StoreError};

/// The pauses between tries to reach a database that fails: the first, and the longest.
const PAUSE: Duration = Duration::from_millis(50);
const LONGEST: Duration = Duration::from_secs(2);

/// A transaction on its way, which gives its connection back.
type Commit = Pin<Box<dyn Future<Output = (Result<Vec<Fate>, sqlx::Error>, AnyConnection)> + Send>>;

pub(super) struct Writer {
    link: Link,
    health: Arc<Health>,
    connection: Option<AnyConnection>,
    /// A commit of the embedded database that missed its deadline. It cannot be called off, and nothing else may be written
    /// before it ends.
    stuck: Option<Commit>,
}

impl Writer {
    pub(super) fn new(link: Link, health: Arc<Health>) -> Writer {
        Writer { link, health, connection: None, stuck: None }
    }

    /// Takes whatever waits, commits it, answers, and so on.
    pub(super) async fn run(mut self, mut jobs: mpsc::Receiver<Job>) {
        let group = self.link.limits.group;
        let mut waiting = Vec::with_capacity(group);
        while jobs.recv_many(&mut waiting, group).await > 0 {
            let (works, replies): (Vec<Work>, Vec<_>) = waiting.drain(..).map(|job| (job.work, job.reply)).unzip();
            let (began, count) = (Instant::now(), works.len());
            let stored = self.commit(works).await;
            metrics::histogram!("astrarium_commit_seconds").record(began.elapsed());
            metrics::histogram!("astrarium_commit_rows").record(count as f64);
            let fates = stored.as_deref().unwrap_or(&[]).iter().copied().chain(std::iter::repeat(Fate::Unknown));
            for (reply, fate) in replies.into_iter().zip(fates) {
                // The client may be gone; the event is stored all the same.
                _ = reply.send(fate);
            }
            if stored.is_err() {
                self.recover(&mut jobs).await;
            }
        }
    }

    /// Tries until the database takes a commit again. A request that comes meanwhile waits for the next try, and no longer.
    async fn recover(&mut self, jobs: &mut mpsc::Receiver<Job>) {
        let mut pause = PAUSE;
        while !jobs.is_closed() && self.commit(vec![Work::Probe]).await.is_err() {
            tokio::time::sleep(pause).await;
            pause = LONGEST.min(2 * pause);
            while let Ok(job) = jobs.try_recv() {
                _ = job.reply.send(Fate::Unknown);
            }
        }
    }

    async fn commit(&mut self, works: Vec<Work>) -> Result<Vec<Fate>, StoreError> {
        let stored = self.try_commit(works).await;
        match &stored {
            Ok(_) => self.health.well(),
            Err(error) => self.health.failed(&error.to_string()),
        }
        stored
    }

    /// A connection that fails or misses a deadline is dropped without a word: it may never answer again.
    async fn try_commit(&mut self, works: Vec<Work>) -> Result<Vec<Fate>, StoreError> {
        let deadline = self.link.limits.commit;
        if let Some(stuck) = &mut self.stuck {
            let (ended, connection) = timeout(deadline, stuck).await.map_err(|_| StoreError::Silent(deadline))?;
            self.connection = ended.is_ok().then_some(connection);
            self.stuck = None;
            self.health.stuck(false);
        }
        self.link.check()?;
        let mut connection = match self.connection.take() {
            Some(connection) => connection,
            None => self.link.connect().await?,
        };
        let mut commit: Commit = Box::pin(async move {
            let stored = rows::store(&mut connection, &works).await;
            (stored, connection)
        });
        let (stored, connection) = match timeout(deadline, &mut commit).await {
            Ok(done) => done,
            Err(_) => {
                if self.link.is_embedded() {
                    self.stuck = Some(commit);
                    self.health.stuck(true);
                }
                return Err(StoreError::Silent(deadline));
            }
        };
        let stored = stored.map_err(StoreError::Commit)?;
        // What was committed into a file that is gone is not acknowledged.
        self.link.check()?;
        self.connection = Some(connection);
        Ok(stored)
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use sqlx::sqlite::SqliteConnectOptions;
    use sqlx::{ConnectOptions, Connection};

    use super::super::{Lost, bare::sample};
    use crate::Limits;
    use crate::serve::for_test;

    /// Two rows fit into one commit, five need three; none is lost, and the same number is stored once.
    #[tokio::test]
    async fn groups_are_bounded() {
        let shared = for_test("group", Limits { group: 2, ..Limits::default() }).await;
        for count in [2, 5] {
            let appends: Vec<_> = (0..count).map(|_| sample()).collect();
            let ids: Vec<_> = appends.iter().map(|append| append.index.id).collect();
            let twice = appends.iter().chain(&appends[..1]).map(|append| shared.store.append(append.clone()));
            let stored = futures_util::future::join_all(twice).await;
            assert_eq!(stored.iter().filter(|s| s.is_ok()).count(), count);
            assert_eq!(stored[count], Err(Lost::Race));
            for id in ids {
                assert_eq!(shared.store.log(id, 0).await.expect("rows").len(), 1);
            }
        }
    }

    /// A commit that blocks past its deadline is not called off: nothing is written beside it, and when it ends all goes on.
    #[tokio::test]
    async fn a_stuck_commit_is_waited_for() {
        let shared = for_test("stuck", Limits { commit: Duration::from_millis(100), ..Limits::default() }).await;
        let store = &shared.store;
        let options = SqliteConnectOptions::from_url(&store.link.options.database_url).expect("an address");
        let mut other = options.connect().await.expect("the database");
        let lock = other.begin_with("BEGIN IMMEDIATE").await.expect("a lock");
        let (one, two) = (sample(), sample());
        assert_eq!(store.append(one.clone()).await, Err(Lost::Database));
        assert!(store.is_alive().is_err_and(|why| why.contains("stuck")));
        assert_eq!(store.append(two.clone()).await, Err(Lost::Database));
        lock.rollback().await.expect("unlocked");
        while store.is_ready().await.is_err() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(store.append(one).await, Err(Lost::Race), "the stuck commit has ended well");
        assert_eq!(store.append(two).await, Ok(()));
    }
}
