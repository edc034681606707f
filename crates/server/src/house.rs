//! The house rules: what the host of the server has decided for everybody, and about a person.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use astrarium_core::Viewer;
use sha2::{Digest, Sha256};

use crate::Shared;
use crate::clock::now;
use crate::error::Error;
use crate::id::Guest;
use crate::store::Standing;
use crate::table::{Command, Deed, Ruling};

/// How long a server that shares its database believes what it has read: another server may have been told something else.
const BELIEVED: Duration = Duration::from_secs(10);
/// With more persons than this they are read anew.
const MANY: usize = 20_000;

/// What a host may set.
#[derive(Clone, Debug, Default)]
pub struct House {
    /// What opens the host's own page; without it there is none.
    pub token: Option<Secret>,
    /// What newcomers have to know; without it everybody may come.
    pub code: Option<Secret>,
    /// What everybody reads on the home page.
    pub welcome: Option<String>,
    /// How long a table is kept on which nothing happens any more; without it, for ever.
    pub keep: Option<Duration>,
}

/// A word that opens something. It is compared by its fingerprint, and never told.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret([u8; 32]);

impl Secret {
    pub fn of(word: &str) -> Secret {
        Secret(Sha256::digest(word).into())
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(…)")
    }
}

/// What is known of the persons who were here lately.
#[derive(Debug, Default)]
pub struct Standings(Mutex<HashMap<Guest, (Standing, Instant)>>);

impl Standings {
    fn known(&self) -> std::sync::MutexGuard<'_, HashMap<Guest, (Standing, Instant)>> {
        self.0.lock().expect("nobody panics with the map in hand")
    }

    fn learn(&self, person: Guest, standing: Standing) {
        let mut known = self.known();
        if known.len() >= MANY {
            known.clear();
        }
        known.insert(person, (standing, Instant::now()));
    }

    pub fn forget(&self, person: Guest) {
        self.known().remove(&person);
    }
}

impl Shared {
    async fn standing(&self, person: Guest) -> Result<Standing, Error> {
        let known = self.standings.known().get(&person).copied();
        if let Some((standing, at)) = known
            && (!self.store.is_shared() || at.elapsed() < BELIEVED)
        {
            return Ok(standing);
        }
        match (self.store.standing(person).await, known) {
            // While the database is away, what was ruled stays.
            (Err(_), Some((standing, _))) | (Ok(standing), _) => {
                self.standings.learn(person, standing);
                Ok(standing)
            }
            (Err(error), None) => Err(error),
        }
    }

    /// Whether somebody still has to say the code.
    pub async fn is_stranger(&self, person: Guest) -> Result<bool, Error> {
        Ok(self.house.code.is_some() && !self.standing(person).await?.admitted)
    }

    /// Whether a person may do anything here.
    pub async fn may_act(&self, person: Guest) -> Result<(), Error> {
        let standing = self.standing(person).await?;
        if standing.banned {
            return Err(Error::Ruled("the host of this server has banned you"));
        }
        if self.house.code.is_some() && !standing.admitted { Err(Error::Stranger) } else { Ok(()) }
    }

    pub async fn may_speak(&self, person: Guest) -> Result<(), Error> {
        let muted = self.standing(person).await?.muted;
        if muted { Err(Error::Ruled("the host of this server has muted you")) } else { Ok(()) }
    }
}

/// Lets go of what is not kept any longer, as long as the server lives.
pub async fn sweep(shared: &Arc<Shared>) {
    let Some(keep) = shared.house.keep else { return };
    loop {
        let before = now() - keep.as_millis() as i64;
        if let Err(error) = sweep_once(shared, before).await {
            tracing::warn!(%error, "old tables cannot be deleted now");
        }
        tokio::time::sleep(shared.limits.sweep).await;
    }
}

/// A lobby where nobody came is closed first, and deleted after the same time again. What is in memory here waits for the next time.
async fn sweep_once(shared: &Arc<Shared>, before: i64) -> Result<(), Error> {
    for table in shared.store.stale("lobby", before).await? {
        let guest = Guest(table);
        let deed = Deed::Rule(Ruling::Close);
        let closed = shared.ask(table, |reply| Command::Do { guest, id: None, deed, viewer: Viewer::Public, reply });
        if let Err(error @ (Error::Busy | Error::Internal)) = closed.await {
            return Err(error);
        }
    }
    for status in ["over", "closed"] {
        let mut tables = shared.store.stale(status, before).await?;
        let loaded = shared.tables.loaded();
        tables.retain(|table| !loaded.contains(table));
        if !tables.is_empty() {
            shared.store.delete_tables(tables).await?;
        }
    }
    Ok(())
}
