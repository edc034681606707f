//! Bots search on threads of their own, a few at a time, and are preempted by searches with a better claim.

mod queue; // who thinks next

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::{Duration, Instant};

use astrarium_bots::Breath;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::AbortHandle;

use self::queue::{Caps, Queue, Ticket};
use crate::Limits;
use crate::address::Source;
use crate::id::{Guest, Id};
use crate::play::{Crash, Thought, guard};

pub use self::queue::For;

/// How often a running search checks whether somebody else has a better claim to its slot.
const SLICE: Duration = Duration::from_millis(2);

#[derive(Debug)]
pub struct Thinkers(Mutex<Waiting>);

#[derive(Debug)]
struct Waiting {
    queue: Queue,
    /// Tells each thought whether it runs.
    turns: HashMap<Ticket, watch::Sender<bool>>,
}

impl Waiting {
    /// Free slots are given away.
    fn start(&mut self, now: Instant) {
        while let Some(ticket) = self.queue.start(now) {
            self.turns[&ticket].send_replace(true);
        }
    }
}

impl Thinkers {
    /// How many searches run at the same time.
    pub fn new(slots: usize, limits: &Limits) -> Arc<Thinkers> {
        let caps = Caps { slots, person: limits.thoughts_per_person, all: slots + limits.thoughts };
        let queue = Queue::new(caps, Instant::now());
        Arc::new(Thinkers(Mutex::new(Waiting { queue, turns: HashMap::new() })))
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.0.lock().expect("nobody panics with the queue in hand")
    }

    /// Runs a search for about this much time of its own, and survives a panic. If the caller is gone, the search ends where it next yields.
    pub async fn think<T: Send + 'static>(
        self: &Arc<Self>,
        whom: For,
        takes: Duration,
        thought: Thought<T>,
    ) -> Result<T, Crash> {
        let (_caller, wanted) = watch::channel(());
        let mut place = Place::take(self, whom, takes, wanted);
        place.turn.wait_for(|runs| *runs).await.expect("a place in the queue has a turn");
        let task = tokio::task::spawn_blocking(move || guard(|| thought(&place)));
        task.await.unwrap_or_else(|error| Err(Crash(error.to_string())))
    }

    /// A person does something from an address.
    pub fn comes_from(&self, guest: Guest, source: Source) {
        self.waiting().queue.comes_from(guest, source);
    }

    /// Somebody looks at a table, until the eye is dropped.
    pub fn look(self: &Arc<Self>, table: Id) -> Eye {
        self.waiting().queue.look(table);
        Eye(self.clone(), table)
    }

    /// Somebody without a socket looks at a table, and may look again for a while.
    pub fn glance(self: &Arc<Self>, table: Id, time: Duration) {
        let eye = self.look(table);
        tokio::spawn(async move {
            tokio::time::sleep(time).await;
            drop(eye);
        });
    }

    #[cfg(test)]
    pub fn is_watched(&self, table: Id) -> bool {
        self.waiting().queue.is_watched(For::Bot { host: Guest(table), table })
    }

    /// The thoughts that wait and that run.
    pub fn counts(&self) -> (usize, usize) {
        self.waiting().queue.counts()
    }
}

#[derive(Debug)]
pub struct Eye(Arc<Thinkers>, Id);

impl Drop for Eye {
    fn drop(&mut self) {
        self.0.waiting().queue.look_away(self.1);
    }
}

/// A task that ends when nobody remembers it any more.
#[derive(Debug)]
pub struct Errand(pub AbortHandle);

impl Drop for Errand {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// A thought's place in the queue, and its slot while it runs; given back when dropped.
#[derive(Debug)]
struct Place {
    thinkers: Arc<Thinkers>,
    ticket: Ticket,
    turn: watch::Receiver<bool>,
    /// Its sender is gone when nobody waits for the thought any more.
    wanted: watch::Receiver<()>,
    runtime: Handle,
    asked: Mutex<Instant>,
}

impl Place {
    fn take(thinkers: &Arc<Thinkers>, whom: For, takes: Duration, wanted: watch::Receiver<()>) -> Place {
        let (now, (tell, turn)) = (Instant::now(), watch::channel(false));
        let mut waiting = thinkers.waiting();
        let ticket = waiting.queue.enter(whom, takes, now);
        waiting.turns.insert(ticket, tell);
        waiting.start(now);
        Place { thinkers: thinkers.clone(), ticket, turn, wanted, runtime: Handle::current(), asked: Mutex::new(now) }
    }

    /// Whether it is time to ask again.
    fn is_due(&self, now: Instant) -> bool {
        let mut asked = self.asked.lock().expect("nobody panics with a time in hand");
        let due = now - *asked >= SLICE;
        if due {
            *asked = now;
        }
        due
    }

    /// Blocks this thread until the thought runs again.
    fn hold(&self) {
        let (mut turn, mut wanted) = (self.turn.clone(), self.wanted.clone());
        self.runtime.block_on(async {
            tokio::select! {
                runs = turn.wait_for(|runs| *runs) => drop(runs.expect("a place in the queue has a turn")),
                _ = wanted.changed() => {}
            }
        });
    }
}

impl Breath for Place {
    fn breathe(&self) -> Duration {
        let now = Instant::now();
        if !self.is_due(now) {
            return Duration::ZERO;
        }
        let mut waiting = self.thinkers.waiting();
        let goes_on = waiting.queue.breathe(self.ticket, now);
        if !goes_on {
            waiting.turns[&self.ticket].send_replace(false);
            waiting.start(now);
        }
        drop(waiting);
        if !goes_on {
            self.hold();
        }
        if self.wanted.has_changed().is_err() {
            // No fault, so nobody is told of a panic.
            resume_unwind(Box::new("nobody waits for this thought any more"));
        }
        if goes_on { Duration::ZERO } else { now.elapsed() }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let now = Instant::now();
        let mut waiting = self.thinkers.waiting();
        waiting.turns.remove(&self.ticket);
        let spent = waiting.queue.leave(self.ticket, now);
        waiting.start(now);
        drop(waiting);
        metrics::histogram!("astrarium_think_seconds").record(spent.thinking);
        metrics::histogram!("astrarium_think_wait_seconds").record(spent.waiting);
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

    use super::*;

    const NO_TIME: Duration = Duration::ZERO;

    fn hint() -> For {
        For::Hint(Guest(Id::random()))
    }

    /// Breathes until it is told to end.
    fn restless(end: &Arc<AtomicBool>) -> Thought<Duration> {
        let end = end.clone();
        Box::new(move |breath| {
            let mut held = Duration::ZERO;
            while !end.load(Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
                held += breath.breathe();
            }
            held
        })
    }

    /// Waits until this many thoughts wait and run.
    async fn until(thinkers: &Arc<Thinkers>, counts: (usize, usize)) {
        for _ in 0..1_000 {
            if thinkers.counts() == counts {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{:?} instead of {counts:?} wait and run", thinkers.counts());
    }

    #[tokio::test]
    async fn a_panic_gives_its_slot_back() {
        let thinkers = Thinkers::new(1, &Limits::default());
        let broken: Thought<()> = Box::new(|_| panic!("a broken bot"));
        assert_eq!(thinkers.think(hint(), NO_TIME, broken).await, Err(Crash("a broken bot".into())));
        assert_eq!(thinkers.think(hint(), NO_TIME, Box::new(|_| 7)).await, Ok(7));
        assert_eq!(thinkers.counts(), (0, 0));
    }

    #[tokio::test]
    async fn a_running_thought_makes_way_and_goes_on() {
        let thinkers = Thinkers::new(1, &Limits::default());
        let (end, whom) = (Arc::new(AtomicBool::new(false)), For::Statistics);
        let (there, thought) = (thinkers.clone(), restless(&end));
        let long = tokio::spawn(async move { there.think(whom, NO_TIME, thought).await });
        until(&thinkers, (0, 1)).await;
        let short: Thought<()> = Box::new(|_| std::thread::sleep(Duration::from_millis(50)));
        assert_eq!(thinkers.think(hint(), NO_TIME, short).await, Ok(()), "the long one held its slot");
        end.store(true, Relaxed);
        let held = long.await.expect("a task").expect("no panic");
        assert!(held >= Duration::from_millis(50), "it was held for {held:?}");
    }

    /// Whether a thought runs, is held or has not begun: when its caller is gone, it ends.
    #[tokio::test]
    async fn what_nobody_waits_for_is_given_up() {
        let thinkers = Thinkers::new(1, &Limits { thoughts: 1, ..Limits::default() });
        let never = Arc::new(AtomicBool::new(false));
        let mut tasks = Vec::new();
        for k in 1..=4 {
            let (there, thought) = (thinkers.clone(), restless(&never));
            tasks.push(tokio::spawn(async move { there.think(hint(), NO_TIME, thought).await }));
            until(&thinkers, (k - 1, 1)).await;
        }
        tasks.iter().for_each(|task| task.abort());
        until(&thinkers, (0, 0)).await;
        assert_eq!(thinkers.think(hint(), NO_TIME, Box::new(|_| 7)).await, Ok(7));
    }

    #[tokio::test]
    async fn bots_that_nobody_watches_wait() {
        let (thinkers, table, never) = (Thinkers::new(1, &Limits::default()), Id::random(), Arc::default());
        let (there, thought) = (thinkers.clone(), restless(&never));
        let hint = tokio::spawn(async move { there.think(hint(), NO_TIME, thought).await });
        until(&thinkers, (0, 1)).await;
        let whom = For::Bot { host: Guest(Id::random()), table };
        let eyes = [thinkers.look(table), thinkers.look(table)];
        assert_eq!(thinkers.think(whom, NO_TIME, Box::new(|_| 7)).await, Ok(7));
        drop(eyes);
        thinkers.glance(table, Duration::from_secs(1));
        assert_eq!(thinkers.think(whom, NO_TIME, Box::new(|_| 7)).await, Ok(7));
        while thinkers.is_watched(table) {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let unwatched = thinkers.think(whom, NO_TIME, Box::new(|_| 7));
        let patience = Duration::from_millis(300);
        assert!(tokio::time::timeout(patience, unwatched).await.is_err(), "it did not wait for the hint");
        hint.abort();
        until(&thinkers, (0, 0)).await;
    }
}
