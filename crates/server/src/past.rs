//! Finished games: every state of them, for looking back and for playing on.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex};

use astrarium_bots::Spec;
use astrarium_core::record::Dice;
use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Game, Line, Prompt, Record, Seat, Seen, Table, Text, Viewer};
use astrarium_games::{Title, with_game};
use axum::body::Bytes;
use serde::Serialize;
use tokio::sync::{OnceCell, OwnedSemaphorePermit, Semaphore};
use utoipa::ToSchema;

use crate::address::{Held, Source, Tally};
use crate::error::Error;
use crate::id::Id;
use crate::limits::Limits;
use crate::packs::Packs;
use crate::play::{Hint, Thought, advice};

/// A finished game, any entry of it at once.
pub trait Past: Send + Sync + std::fmt::Debug {
    fn steps(&self) -> &[Step];
    /// The table after an entry, as a viewer saw it; nothing past the end.
    fn at(&self, entry: usize, viewer: Viewer) -> Option<(Scene, Option<Prompt>)>;
    fn lines(&self, viewer: Viewer, entries: Range<usize>) -> Vec<(usize, Line)>;
    /// What a bot would have answered in place of an entry; nothing if nobody answered there.
    fn adviser(&self, entry: usize, spec: Spec) -> Option<Thought<Vec<Hint>>>;
    /// The position after an entry as JSON, and who is asked first there.
    fn position(&self, entry: usize) -> Option<(String, Option<Seat>)>;
}

#[derive(Clone, Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Step {
    /// 0 is the setup.
    pub entry: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    pub sentence: String,
    /// The sentence in words.
    #[schema(value_type = Vec<Object>)]
    pub label: Text,
    /// How far the game was after it.
    pub heading: String,
    /// By seat, after it.
    pub points: Vec<i32>,
    /// The opinion of a bot: thousandths of winning, by seat.
    pub chances: Vec<i32>,
}

#[derive(Debug)]
struct Played<G: Game> {
    states: Vec<G>,
    steps: Vec<Step>,
    table: Table<G>,
}

/// Plays a record through and keeps every state.
pub fn through(title: Title, packs: &Packs, record: &Record, dice: &Dice) -> Result<Arc<dyn Past>, String> {
    with_game!(title, G => {
        let data = packs.called::<G>(title, &record.header.pack)?;
        Played::<G>::through(record, data, dice).map(|p| Arc::new(p) as Arc<dyn Past>)
    })
}

impl<G: Game> Played<G> {
    fn through(record: &Record, data: &'static G::Data, dice: &Dice) -> Result<Played<G>, String> {
        let first =
            Record { entries: record.entries[..1].to_vec(), header: record.header.clone(), ..Record::default() };
        let mut table = Table::<G>::resume(&first, data, dice).map_err(|e| e.to_string())?;
        let mut past = Played {
            states: vec![*table.state()],
            steps: vec![step(table.state(), None, "", Text::default())],
            table: table.clone(),
        };
        for entry in &record.entries[1..] {
            let before = *table.state();
            let seat = before.seat_named(&entry.seat).ok_or_else(|| format!("there is no seat {}", entry.seat))?;
            let action: G::Action = entry.sentence.parse().map_err(|e: astrarium_core::Refusal| e.to_string())?;
            let label = Seen::by(&before, seat).label(action);
            table.act(seat, &entry.sentence).map_err(|refusal| refusal.to_string())?;
            past.states.push(*table.state());
            let entry = past.steps.len();
            past.steps.push(Step { entry, ..step(table.state(), Some(seat), &action.to_string(), label) });
        }
        past.table = table;
        Ok(past)
    }
}

fn step<G: Game>(state: &G, seat: Option<Seat>, sentence: &str, label: Text) -> Step {
    let by_seat = |values: BySeat<i32>| values.0[..state.seats()].to_vec();
    Step {
        entry: 0,
        seat,
        sentence: sentence.into(),
        label,
        heading: Seen::of(state, Viewer::Public).scene().heading,
        points: by_seat(state.points()),
        chances: by_seat(BySeat(state.evaluate().0.map(|millionths| millionths / 1000))),
    }
}

impl<G: Game> Past for Played<G> {
    fn steps(&self) -> &[Step] {
        &self.steps
    }

    fn at(&self, entry: usize, viewer: Viewer) -> Option<(Scene, Option<Prompt>)> {
        let state = self.states.get(entry)?;
        let asked = match viewer {
            Viewer::Seat(seat) => Some(seat).filter(|s| state.turn().seats().contains(*s)),
            Viewer::Public => None,
        };
        Some((Seen::of(state, viewer).scene(), asked.map(|seat| Seen::by(state, seat).prompt())))
    }

    fn lines(&self, viewer: Viewer, entries: Range<usize>) -> Vec<(usize, Line)> {
        self.table.lines_of(viewer, entries)
    }

    fn adviser(&self, entry: usize, spec: Spec) -> Option<Thought<Vec<Hint>>> {
        let seat = self.steps.get(entry)?.seat?;
        // The same answer whenever it is asked.
        Some(advice(self.states[entry - 1], seat, spec, entry as u64))
    }

    fn position(&self, entry: usize) -> Option<(String, Option<Seat>)> {
        let state = self.states.get(entry)?;
        let json = serde_json::to_string(&state.position()).expect("positions are plain data");
        Some((json, state.turn().seats().first()))
    }
}

/// A finished game that was played through.
#[derive(Debug)]
pub struct Kept {
    pub past: Arc<dyn Past>,
    /// What everybody is told of the whole game, made once.
    pub story: Bytes,
}

/// Filled once, however many wait for it; empty if this version cannot play the game through.
pub type Slot = Arc<OnceCell<Option<Arc<Kept>>>>;

/// The finished games that were looked at last, and those who wait for one.
#[derive(Debug)]
pub struct Pasts {
    slots: Mutex<VecDeque<(Id, Slot)>>,
    limits: Limits,
    at_once: Arc<Semaphore>,
    waiting: Arc<Semaphore>,
    waiting_by_source: Tally<Source>,
}

/// A place among those who wait.
#[derive(Debug)]
pub struct Waiting {
    _mine: Held<Source>,
    _place: OwnedSemaphorePermit,
}

impl Pasts {
    pub fn new(limits: &Limits) -> Pasts {
        Pasts {
            slots: Mutex::default(),
            limits: *limits,
            at_once: Arc::new(Semaphore::new(limits.replays_at_once)),
            waiting: Arc::new(Semaphore::new(limits.replays_waiting)),
            waiting_by_source: Tally::default(),
        }
    }

    /// The place of a game, now in front; the one that was looked at longest ago makes room.
    pub fn slot(&self, id: Id) -> Slot {
        let mut slots = self.slots.lock().expect("nobody panics with the list in hand");
        let at = slots.iter().position(|(i, _)| *i == id);
        let (_, slot) = at.and_then(|at| slots.remove(at)).unwrap_or_else(|| (id, Slot::default()));
        slots.push_front((id, slot.clone()));
        slots.truncate(self.limits.replays);
        slot
    }

    /// It is not what it was: played through anew for the next who asks.
    pub fn forget(&self, id: Id) {
        self.slots.lock().expect("nobody panics with the list in hand").retain(|(i, _)| *i != id);
    }

    /// A request that finds too many waiting is told so.
    pub fn wait(&self, source: Source) -> Result<Waiting, Error> {
        let most = self.limits.replays_waiting_per_address;
        let mine = self.waiting_by_source.take(source, most).ok_or(Error::Busy)?;
        let place = self.waiting.clone().try_acquire_owned().map_err(|_| Error::Busy)?;
        Ok(Waiting { _mine: mine, _place: place })
    }

    /// Leave to play a game through.
    pub async fn turn(&self) -> OwnedSemaphorePermit {
        self.at_once.clone().acquire_owned().await.expect("never closed")
    }
}

#[cfg(test)]
mod tests {
    use std::net::{IpAddr, Ipv4Addr};

    use super::*;

    #[test]
    fn the_oldest_game_makes_room() {
        let pasts = Pasts::new(&Limits { replays: 2, ..Limits::default() });
        let ids = [Id::random(), Id::random(), Id::random()];
        let first = ids.map(|id| pasts.slot(id));
        let same = |k: usize| Arc::ptr_eq(&first[k], &pasts.slot(ids[k]));
        assert!(same(1) && same(2));
        assert!(!same(0) && same(2), "the first made room, and comes back as a new one");
    }

    #[test]
    fn those_who_wait_are_counted() {
        let limits = Limits { replays_waiting: 3, replays_waiting_per_address: 2, ..Limits::default() };
        let (pasts, source) = (Pasts::new(&limits), |k| Source::from(IpAddr::from(Ipv4Addr::from(k))));
        let waiting = [1, 1, 2].map(|k| pasts.wait(source(k)).expect("a place"));
        assert_eq!([1, 2].map(|k| pasts.wait(source(k)).err()), [Some(Error::Busy), Some(Error::Busy)]);
        drop(waiting);
        assert!(pasts.wait(source(1)).is_ok());
    }
}
