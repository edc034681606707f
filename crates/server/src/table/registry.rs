//! Which tables are in memory. Any server can serve any table: what is missing is read from the database.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use tokio::sync::{OnceCell, mpsc, oneshot};

use super::live::Live;
use super::{Command, Reply};
use crate::Shared;
use crate::error::Error;
use crate::id::Id;

type Slot = Arc<OnceCell<mpsc::Sender<Command>>>;

#[derive(Debug, Default)]
pub struct Tables {
    slots: Mutex<HashMap<Id, Slot>>,
}

impl Tables {
    fn slots(&self) -> std::sync::MutexGuard<'_, HashMap<Id, Slot>> {
        self.slots.lock().expect("nobody panics with the map in hand")
    }

    /// The tables in memory.
    pub fn loaded(&self) -> Vec<Id> {
        self.slots().keys().copied().collect()
    }

    pub(super) fn forget(&self, id: Id) {
        self.slots().remove(&id);
    }

    /// Makes room for a table whose task has ended.
    fn forget_closed(&self, id: Id) {
        let mut slots = self.slots();
        if slots.get(&id).and_then(|slot| slot.get()).is_some_and(mpsc::Sender::is_closed) {
            slots.remove(&id);
        }
    }

    /// Hints to a table that is in memory; others need none. A full queue is no loss.
    pub fn hint(&self, id: Id, command: Command) {
        let queue = self.slots().get(&id).and_then(|slot| slot.get().cloned());
        if let Some(queue) = queue {
            _ = queue.try_send(command);
        }
    }
}

impl Shared {
    /// Brings a table into memory, if it is not there.
    pub async fn open(self: &Arc<Self>, id: Id) -> Result<mpsc::Sender<Command>, Error> {
        let found = self.tables.slots().get(&id).cloned();
        let slot = match found {
            Some(slot) => slot,
            // Whoever makes up ids leaves no trace.
            None if !self.store.exists(id).await? => return Err(Error::NotFound("table")),
            None => self.tables.slots().entry(id).or_default().clone(),
        };
        let queue = slot.get_or_try_init(async || {
            let (queue, commands) = mpsc::channel(self.limits.commands);
            let live = Live::load(self, id, queue.downgrade()).await?;
            tokio::spawn(live.run(commands));
            Ok::<_, Error>(queue)
        });
        Ok(queue.await?.clone())
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
