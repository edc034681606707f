//! Finished games: every state of them, for looking back and for playing on.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex};

use astrarium_core::record::Dice;
use astrarium_core::scene::Scene;
use astrarium_core::{BySeat, Game, Line, Prompt, Record, Seat, Table, Viewer};
use astrarium_games::{Title, with_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::id::Id;
use crate::packs::Packs;

/// A finished game, any entry of it at once.
pub trait Past: Send + Sync + std::fmt::Debug {
    fn steps(&self) -> &[Step];
    /// The table after an entry, as a viewer saw it; nothing past the end.
    fn at(&self, entry: usize, viewer: Viewer) -> Option<(Scene, Option<Prompt>)>;
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)>;
    /// The position after an entry as JSON, and who is asked first there.
    fn position(&self, entry: usize) -> Option<(String, Option<Seat>)>;
}

#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct Step {
    pub entry: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    pub sentence: String,
    pub label: String,
    pub heading: String,
    pub points: Vec<i32>,
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
        let data = packs.with_hash::<G>(title, &record.header.pack);
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
            steps: vec![step(table.state(), None, "", "")],
            table: table.clone(),
        };
        for entry in &record.entries[1..] {
            let before = *table.state();
            let seat = before.seat_named(&entry.seat).ok_or_else(|| format!("there is no seat {}", entry.seat))?;
            let action: G::Action = entry.sentence.parse().map_err(|e: astrarium_core::Refusal| e.to_string())?;
            let label = before.label(seat, action);
            table.act(seat, &entry.sentence).map_err(|refusal| refusal.to_string())?;
            past.states.push(*table.state());
            let entry = past.steps.len();
            past.steps.push(Step { entry, ..step(table.state(), Some(seat), &action.to_string(), &label) });
        }
        past.table = table;
        Ok(past)
    }
}

fn step<G: Game>(state: &G, seat: Option<Seat>, sentence: &str, label: &str) -> Step {
    let by_seat = |values: BySeat<i32>| values.0[..state.seats()].to_vec();
    Step {
        entry: 0,
        seat,
        sentence: sentence.into(),
        label: label.into(),
        heading: state.draw(&state.view(Viewer::Public)).heading,
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
        Some((state.draw(&state.view(viewer)), asked.map(|seat| state.prompt(seat))))
    }

    fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)> {
        self.table.lines(viewer, from)
    }

    fn position(&self, entry: usize) -> Option<(String, Option<Seat>)> {
        let state = self.states.get(entry)?;
        let json = serde_json::to_string(&state.position()).expect("positions are plain data");
        Some((json, state.turn().seats().first()))
    }
}

/// The finished games that were looked at last.
#[derive(Debug, Default)]
pub struct Pasts(Mutex<VecDeque<(Id, Arc<dyn Past>)>>);

impl Pasts {
    pub fn get(&self, id: Id) -> Option<Arc<dyn Past>> {
        let pasts = self.0.lock().expect("nobody panics with the list in hand");
        pasts.iter().find(|(i, _)| *i == id).map(|(_, past)| past.clone())
    }

    pub fn keep(&self, id: Id, past: Arc<dyn Past>, most: usize) {
        let mut pasts = self.0.lock().expect("nobody panics with the list in hand");
        pasts.retain(|(i, _)| *i != id);
        pasts.push_front((id, past));
        pasts.truncate(most);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Debug)]
    struct Nothing;

    impl Past for Nothing {
        fn steps(&self) -> &[Step] {
            &[]
        }
        fn at(&self, _: usize, _: Viewer) -> Option<(Scene, Option<Prompt>)> {
            None
        }
        fn lines(&self, _: Viewer, _: usize) -> Vec<(usize, Line)> {
            Vec::new()
        }
        fn position(&self, _: usize) -> Option<(String, Option<Seat>)> {
            None
        }
    }

    #[test]
    fn the_oldest_game_makes_room() {
        let (pasts, ids) = (Pasts::default(), [Id::random(), Id::random(), Id::random()]);
        ids[..2].iter().for_each(|&id| pasts.keep(id, Arc::new(Nothing), 2));
        assert!(ids[..2].iter().all(|&id| pasts.get(id).is_some()));
        pasts.keep(ids[2], Arc::new(Nothing), 2);
        assert_eq!(ids.map(|id| pasts.get(id).is_some()), [false, true, true]);
    }
}
