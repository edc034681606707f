//! The health of the database: what the writer last found, reported without asking the database again.

use std::sync::{Mutex, MutexGuard};
use std::time::{Duration, Instant};

use tokio::sync::watch;
use tokio::time::{Instant as Moment, timeout_at};

use super::Store;
use super::write::{Fate, Work};

/// `/readyz` answers within this time.
const READY: Duration = Duration::from_secs(2);
/// How long an answer serves others who ask.
const FRESH: Duration = Duration::from_secs(1);
/// While a fault lasts, the log says so this often.
const REMIND: Duration = Duration::from_secs(60);

#[derive(Debug)]
pub(super) struct Health {
    /// Why the writer cannot store anything, if it cannot.
    ill: watch::Sender<Option<String>>,
    notes: Mutex<Notes>,
}

#[derive(Debug, Default)]
struct Notes {
    /// When the fault began, and when the log last heard of it.
    since: Option<(Instant, Instant)>,
    read_failed: Option<Instant>,
    stuck: Option<Instant>,
}

impl Default for Health {
    fn default() -> Health {
        Health { ill: watch::Sender::new(None), notes: Mutex::default() }
    }
}

impl Health {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().expect("nobody panics with the notes in hand")
    }

    /// A commit came through.
    pub(super) fn well(&self) {
        if self.ill.send_if_modified(|ill| ill.take().is_some()) {
            let since = self.notes().since.take();
            let seconds = since.map_or(0, |(began, _)| began.elapsed().as_secs());
            tracing::info!("the database takes events again after {seconds} s");
        }
        metrics::gauge!("astrarium_database_well").set(1);
    }

    /// A commit failed. The log hears of it when it begins, and now and then while it lasts.
    pub(super) fn failed(&self, why: &str) {
        metrics::counter!("astrarium_commit_failures_total").increment(1);
        metrics::gauge!("astrarium_database_well").set(0);
        let now = Instant::now();
        let mut notes = self.notes();
        let (began, told) = notes.since.unwrap_or((now, now));
        let tell = notes.since.is_none() || told.elapsed() > REMIND;
        notes.since = Some((began, if tell { now } else { told }));
        drop(notes);
        if tell {
            tracing::error!("nothing can be stored: {why}; trying again until it works");
        }
        self.ill.send_replace(Some(why.into()));
    }

    /// A read failed: in an outage everybody's does, and the log hears of one of them.
    pub(super) fn read_failed(&self, why: &str) {
        metrics::counter!("astrarium_read_failures_total").increment(1);
        let mut notes = self.notes();
        if notes.read_failed.is_none_or(|told| told.elapsed() > REMIND) {
            notes.read_failed = Some(Instant::now());
            tracing::error!("the database cannot be read: {why}");
        }
    }

    /// A commit outlives its deadline and cannot be called off.
    pub(super) fn stuck(&self, is: bool) {
        let mut notes = self.notes();
        notes.stuck = is.then(|| notes.stuck.unwrap_or_else(Instant::now));
    }

    /// For how long a commit has been stuck.
    pub(super) fn stuck_for(&self) -> Option<Duration> {
        self.notes().stuck.map(|since| since.elapsed())
    }

    pub(super) fn why_ill(&self) -> Option<String> {
        self.ill.borrow().clone()
    }
}

/// When it was found whether the database is ready, and what is wrong.
pub(super) type Checked = (Instant, Result<(), String>);

impl Store {
    /// Whether the writer goes on, well or not: what only a new start can mend.
    pub fn is_alive(&self) -> Result<(), String> {
        if self.writer.is_closed() {
            return Err("the writer has stopped".into());
        }
        let stuck = self.health.stuck_for().map(|time| format!("a commit has been stuck for {} s", time.as_secs()));
        stuck.map_or(Ok(()), Err)
    }

    /// Whether the database can be written and read now. Everybody who asks within a second shares one try, and while there is
    /// a fault the writer tries by itself.
    pub async fn is_ready(&self) -> Result<(), String> {
        self.is_alive()?;
        if let Some(why) = self.health.why_ill() {
            return Err(why);
        }
        let until = Moment::now() + READY;
        let late = || format!("the database does not answer within {} s", READY.as_secs());
        let mut checked = timeout_at(until, self.checked.lock()).await.map_err(|_| late())?;
        if let Some((at, found)) = &*checked
            && at.elapsed() < FRESH
        {
            return found.clone();
        }
        let found = timeout_at(until, self.try_out()).await.unwrap_or_else(|_| Err(late()));
        *checked = Some((Instant::now(), found.clone()));
        found
    }

    async fn try_out(&self) -> Result<(), String> {
        if self.fate(Work::Probe).await != Fate::Stored {
            return Err(self.health.why_ill().unwrap_or_else(|| "nothing can be stored".into()));
        }
        self.rows(sqlx::query("SELECT 1")).await.map(drop).map_err(|_| "the database cannot be read".into())
    }

    /// Why nothing can be stored, as it changes.
    pub fn faults(&self) -> watch::Receiver<Option<String>> {
        self.health.ill.subscribe()
    }
}
