//! Which tables are in memory. Any server can serve any table: what is missing is read from the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::Instant;

use tokio::sync::{OnceCell, mpsc, oneshot};

use super::live::Live;
use super::{Command, Reply};
use crate::Shared;
use crate::address::{Source, Tally};
use crate::error::Error;
use crate::id::Id;

/// So many of the tables that were asked longest ago are asked to leave when there are too many.
const LEAVE: usize = 8;

type Slot = Arc<OnceCell<mpsc::Sender<Command>>>;

#[derive(Debug, Default)]
pub struct Tables {
    /// With the time when each was asked last.
    slots: Mutex<HashMap<Id, (Slot, Instant)>>,
    /// Those that are being brought into memory, by the address that wants them.
    loading: Tally<Source>,
}

tokio::task_local! {
    /// The address that a task works for.
    static FOR: Source;
}

/// Does something for an address: what it brings into memory meanwhile is counted.
pub async fn for_source<T>(source: Source, work: impl Future<Output = T>) -> T {
    FOR.scope(source, work).await
}

impl Tables {
    fn slots(&self) -> std::sync::MutexGuard<'_, HashMap<Id, (Slot, Instant)>> {
        self.slots.lock().expect("nobody panics with the map in hand")
    }

    /// The tables in memory.
    pub fn loaded(&self) -> Vec<Id> {
        self.slots().keys().copied().collect()
    }

    fn known(&self, id: Id) -> Option<Slot> {
        self.slots().get_mut(&id).map(|(slot, asked)| {
            *asked = Instant::now();
            slot.clone()
        })
    }

    /// A place for one more table. If there are too many, those that were asked longest ago are asked to leave; whoever is watched
    /// or at work stays, and is asked again when all others were.
    fn add(&self, id: Id, most: usize) -> Slot {
        let (mut slots, now) = (self.slots(), Instant::now());
        let slot = slots.entry(id).or_insert_with(|| (Slot::default(), now)).0.clone();
        if slots.len() > most {
            let mut oldest: Vec<_> = slots.iter().map(|(id, (_, asked))| (*asked, *id)).collect();
            if oldest.len() > LEAVE {
                oldest.select_nth_unstable(LEAVE);
            }
            for (_, id) in oldest.into_iter().take(LEAVE) {
                let (slot, asked) = slots.get_mut(&id).expect("just found");
                *asked = now;
                if let Some(queue) = slot.get() {
                    _ = queue.try_send(Command::Leave); // with a full queue it is not idle
                }
            }
        }
        slot
    }

    pub(super) fn forget(&self, id: Id) {
        self.slots().remove(&id);
    }

    /// Makes room for a table whose task has ended.
    fn forget_closed(&self, id: Id) {
        let mut slots = self.slots();
        if slots.get(&id).and_then(|(slot, _)| slot.get()).is_some_and(mpsc::Sender::is_closed) {
            slots.remove(&id);
        }
    }

    /// Makes room for a table that could not be brought into memory, unless somebody else tries.
    fn forget_empty(&self, id: Id) {
        let mut slots = self.slots();
        if slots.get(&id).is_some_and(|(slot, _)| slot.get().is_none() && Arc::strong_count(slot) == 1) {
            slots.remove(&id);
        }
    }

    /// Tells every table in memory that its log may have more than it knows of.
    pub async fn catch_up(&self) {
        let queues: Vec<_> = self.slots().values().filter_map(|(slot, _)| slot.get().cloned()).collect();
        for queue in queues {
            // A table that has just left memory reads its log when it comes back.
            _ = queue.send(Command::News(u64::MAX)).await;
        }
    }

    /// A table that is in memory leaves it, and has left it when this returns.
    pub async fn leave_memory(&self, id: Id) {
        let queue = self.slots().get(&id).and_then(|(slot, _)| slot.get().cloned());
        if let Some(queue) = queue {
            // A task that has ended has left already.
            _ = queue.send(Command::Forget).await;
            queue.closed().await;
            self.forget_closed(id);
        }
    }

    /// Hints to a table that is in memory; others need none. A full queue is no loss.
    pub fn hint(&self, id: Id, command: Command) {
        let queue = self.slots().get(&id).and_then(|(slot, _)| slot.get().cloned());
        if let Some(queue) = queue {
            _ = queue.try_send(command);
        }
    }
}

impl Shared {
    /// Brings a table into memory, if it is not there.
    pub async fn open(self: &Arc<Self>, id: Id) -> Result<mpsc::Sender<Command>, Error> {
        let slot = match self.tables.known(id) {
            Some(slot) => slot,
            // Made-up ids leave no trace.
            None if !self.store.exists(id).await? => return Err(Error::NotFound("table")),
            None => self.tables.add(id, self.limits.tables_in_memory),
        };
        match slot.get() {
            Some(queue) => Ok(queue.clone()),
            None => self.load(id, slot).await,
        }
    }

    /// A client that hangs up does not stop the work: it stays counted until it is done.
    async fn load(self: &Arc<Self>, id: Id, slot: Slot) -> Result<mpsc::Sender<Command>, Error> {
        let (shared, source) = (self.clone(), FOR.try_with(|source| *source).ok());
        let work = tokio::spawn(async move {
            let loaded = slot.get_or_try_init(|| shared.bring(id, source)).await.cloned();
            drop(slot);
            if loaded.is_err() {
                shared.tables.forget_empty(id);
            }
            loaded
        });
        work.await.map_err(|_| Error::Internal)?
    }

    async fn bring(self: &Arc<Self>, id: Id, source: Option<Source>) -> Result<mpsc::Sender<Command>, Error> {
        let (loading, most) = (&self.tables.loading, self.limits.loads_per_address);
        let _mine = source.map(|source| loading.take(source, most).ok_or(Error::Busy)).transpose()?;
        let (queue, commands) = mpsc::channel(self.limits.commands);
        let live = Live::load(self, id, queue.downgrade()).await?;
        tokio::spawn(live.run(commands));
        Ok(queue)
    }

    /// Asks a table something and waits for the answer.
    pub async fn ask<T>(self: &Arc<Self>, id: Id, command: impl FnOnce(Reply<T>) -> Command) -> Result<T, Error> {
        let (reply, answer) = oneshot::channel();
        let mut command = command(reply);
        loop {
            match self.open(id).await?.try_send(command) {
                Ok(()) => return answer.await.unwrap_or(Err(Error::Busy)),
                Err(mpsc::error::TrySendError::Full(_)) => return Err(Error::Busy),
                // The table was just leaving memory.
                Err(mpsc::error::TrySendError::Closed(back)) => {
                    self.tables.forget_closed(id);
                    command = back;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use astrarium_games::Title;

    use super::*;
    use crate::Limits;
    use crate::http::{Plan, make};
    use crate::id::Guest;
    use crate::serve::for_test;
    use crate::table::Eyes;

    async fn table(shared: &Arc<Shared>) -> Id {
        make(shared, Guest(Id::random()), Plan::usual(Title::ALL[0])).await.expect("a table").facts.id
    }

    /// The table's task runs on this thread, too: as long as nothing is awaited, its queue fills.
    #[tokio::test]
    async fn a_full_queue_is_busy() {
        let shared = for_test("queue", Limits { commands: 2, ..Limits::default() }).await;
        let id = table(&shared).await;
        let queue = shared.open(id).await.expect("a table");
        let fill = |count| (0..count).for_each(|_| queue.try_send(Command::Gone).expect("room"));
        fill(1);
        assert!(shared.ask(id, Command::Show).await.is_ok(), "the second has room");
        fill(2);
        assert!(matches!(shared.ask(id, Command::Show).await, Err(Error::Busy)));
    }

    /// However many are looked at, few stay in memory, and never one that somebody watches leaves.
    #[tokio::test]
    async fn those_asked_longest_ago_make_room() {
        let shared = for_test("room", Limits { tables_in_memory: 5, ..Limits::default() }).await;
        let watched = table(&shared).await;
        let seen =
            shared.ask(watched, |reply| Command::Look { guest: None, eyes: Eyes::Any, since: None, reply }).await;
        for _ in 0..40 {
            let id = table(&shared).await;
            shared.ask(id, Command::Show).await.expect("a table");
        }
        // The last ones may still be on their way out.
        tokio::time::sleep(Duration::from_millis(100)).await;
        let loaded = shared.tables.loaded();
        assert!(loaded.len() <= 6 && loaded.contains(&watched), "{} tables", loaded.len());
        assert!(seen.is_ok());
    }

    /// A place is taken until the work is done, and addresses do not share them.
    #[tokio::test]
    async fn an_address_loads_few_tables_at_once() {
        let idle = Duration::from_millis(100);
        let shared = for_test("loads", Limits { loads_per_address: 2, idle, ..Limits::default() }).await;
        let mut tables = Vec::new();
        for _ in 0..20 {
            tables.push(table(&shared).await);
        }
        tokio::time::sleep(5 * idle).await;
        assert_eq!(shared.tables.loaded(), []);
        let source = |k: u8| Source::from(std::net::IpAddr::from([127, 0, 0, k]));
        let shown = |k: u8, id: Id| for_source(source(k), shared.ask(id, Command::Show));
        let flood = tables.iter().map(|&id| shown(1, id));
        let (flood, other) = tokio::join!(futures_util::future::join_all(flood), shown(2, tables[19]));
        let (good, busy): (Vec<_>, Vec<_>) = flood.into_iter().partition(Result::is_ok);
        assert!(
            (1..20).contains(&good.len()) && busy.iter().all(|it| matches!(it, Err(Error::Busy))),
            "{}",
            good.len()
        );
        assert!(other.is_ok(), "another address has its own places");
        assert!(shared.tables.loaded().len() <= good.len() + 1, "those who are refused leave no trace");
        assert!(shown(1, tables[0]).await.is_ok(), "they are given back");
    }

    #[tokio::test]
    async fn a_table_nobody_needs_leaves_memory_and_comes_back() {
        let idle = Duration::from_millis(300);
        let shared = for_test("idle", Limits { idle, ..Limits::default() }).await;
        let id = table(&shared).await;
        shared.ask(id, Command::Show).await.expect("a table");
        assert_eq!(shared.tables.loaded(), [id]);
        tokio::time::sleep(3 * idle).await;
        assert_eq!(shared.tables.loaded(), []);
        assert_eq!(shared.ask(id, Command::Show).await.expect("the same table").facts.id, id);
        assert!(matches!(shared.ask(Id::random(), Command::Show).await, Err(Error::NotFound(_))));
        assert_eq!(shared.tables.loaded(), [id], "made-up ids leave no trace");
    }
}
