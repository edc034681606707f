//! Any game behind one interface: everything that Python asks of a title or of a state, without its type.

use std::any::Any;
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use astrarium_bots::{Sight, Spec, build};
use astrarium_core::scene::Scene;
use astrarium_core::{
    Action, BySeat, Fast, Files, Game, Meta, Options, Pack, PackError, Prompt, Record, Refusal, Seat, SeatSet, Seen,
    Silent, Standing, Table, Turn, Viewer, data, options, position,
};
use astrarium_sim::{Batch, Compared, Header, PlanError, Shard, Watch, compare};
use pyo3::PyResult;

use crate::errors;
use crate::observe::Encoder;
use crate::selfplay::{self, Written};
use crate::sim::Wanted;
use crate::slots::{AnySlots, Layout, Slots};

/// A title with its options and its pack.
pub trait AnyGame: Send + Sync {
    fn meta(&self) -> &'static Meta;
    fn options(&self) -> String;
    fn rules(&self) -> u8;
    fn seats(&self) -> usize;
    fn pack(&self) -> &'static Files;
    /// Whether the pack is the built-in one.
    fn is_house(&self) -> bool;
    /// How many actions there are.
    fn actions(&self) -> u32;
    fn verbs(&self) -> Vec<(&'static str, u32)>;
    fn sentence(&self, action: u32) -> Option<String>;
    fn action(&self, sentence: &str) -> Result<u32, Refusal>;
    /// What the numbers of an observation are called.
    fn observed(&self) -> Vec<String>;
    fn begin(&self, dice: Fast) -> Box<dyn AnyState>;
    fn place(&self, position: &str, dice: Fast) -> Result<Box<dyn AnyState>, String>;
    /// The state after an entry of a record, with the dice that follow.
    fn replay(&self, record: &Record, entry: Option<usize>, dice: Fast) -> Result<Box<dyn AnyState>, String>;
    /// Plays a record again, and throws its dice again if their secret is open.
    fn verify(&self, record: &Record) -> Result<(), String>;
    fn slots(&self, layout: Layout) -> Box<dyn AnySlots>;
    /// Plays a batch, or a part of a round robin, and keeps a row of every game.
    fn sim(&self, wanted: &Wanted, build: &str, watch: &Watch<'_>) -> Result<Shard, PlanError>;
    /// Plays the same games of this and of another pack of the title.
    fn compare(&self, other: &dyn AnyGame, wanted: &Wanted, build: &str, watch: &Watch<'_>)
    -> Result<Compared, String>;
    /// Plays whole games and writes down every decision.
    fn selfplay(&self, wanted: &Wanted, stop: &AtomicBool) -> Vec<Written>;
    fn any(&self) -> &dyn Any;
}

/// One game being played, with its dice. A seat without a choice is not asked.
pub trait AnyState: Send + Sync {
    fn copy(&self) -> Box<dyn AnyState>;
    fn dice(&self) -> &Fast;
    /// Goes on with other dice.
    fn take_up(&mut self, dice: Fast);
    fn asked(&self) -> SeatSet;
    fn legal(&self, seat: Seat) -> Vec<u32>;
    /// Checks and carries out; after a refusal nothing has changed.
    fn step(&mut self, seat: Seat, action: u32) -> Result<(), Refusal>;
    fn places(&self) -> Option<BySeat<u8>>;
    fn shares(&self) -> Option<BySeat<i32>>;
    fn points(&self) -> BySeat<i32>;
    fn name(&self, seat: Seat) -> &'static str;
    fn seat(&self, name: &str) -> Option<Seat>;
    fn view(&self, viewer: Viewer) -> String;
    fn observe(&self, seat: Seat) -> Vec<i16>;
    fn prompt(&self, viewer: Viewer) -> Prompt;
    fn scene(&self, viewer: Viewer) -> Scene;
    /// What an action means to the seat.
    fn label(&self, seat: Seat, action: u32) -> String;
    fn why_not(&self, seat: Seat, action: u32) -> Option<Refusal>;
    fn position(&self) -> String;
    fn hash(&self) -> String;
    fn redeal(&self, seat: Seat, dice: &mut Fast) -> Box<dyn AnyState>;
    /// What the seat would see after each of its legal actions, a row each, and its share of the win where that ends the game: in a
    /// world that it cannot tell from this one, with the same dice for all.
    fn ahead(&self, seat: Seat, dice: &mut Fast) -> (Vec<i16>, Vec<f32>);
    fn choose(&self, seat: Seat, bot: &Spec, seed: u64) -> u32;
    fn hints(&self, seat: Seat, bot: &Spec, seed: u64) -> Vec<(u32, f32)>;
    fn any(&self) -> &dyn Any;
    fn equals(&self, other: &dyn AnyState) -> bool;
}

pub struct Titled<G: Game> {
    pub options: G::Options,
    pub data: &'static G::Data,
}

/// A state between two questions.
#[derive(Clone)]
pub struct Held<G: Game> {
    pub state: G,
    pub dice: Fast,
}

/// Packs live as long as the program, so each is read only once.
static PACKS: Mutex<BTreeMap<(&'static str, String), &'static (dyn Any + Send + Sync)>> = Mutex::new(BTreeMap::new());

fn keep<G: Game>(files: &Files) -> PyResult<&'static G::Data> {
    let broken = |faults: Vec<PackError>| {
        let faults: Vec<String> = faults.iter().map(PackError::to_string).collect();
        errors::value(format!("no pack of {}:\n{}", G::META.id, faults.join("\n")))
    };
    G::Data::parse(files).map_err(broken)?; // a pack has a hash once it is known to be sound
    let mut packs = PACKS.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (G::META.id, files.hash().to_string());
    if let Some(known) = packs.get(&key) {
        return Ok(known.downcast_ref().expect("a title has one type of pack"));
    }
    let data = data::keep::<G::Data>(files).map_err(broken)?;
    packs.insert(key, data);
    Ok(data)
}

/// A title by its options, its rules version and, unless it is the built-in one, its pack.
pub fn open<G: Game>(words: &str, rules: Option<u8>, pack: Option<&Files>) -> PyResult<Arc<dyn AnyGame>> {
    let given = rules.map_or_else(|| Ok(G::Options::default()), options::of_rules);
    let options = given.and_then(|given| options::over(given, words)).map_err(errors::value)?;
    let data = pack.map_or_else(|| Ok(G::house()), keep::<G>)?;
    Ok(Arc::new(Titled::<G> { options, data }))
}

impl<G: Game> AnyGame for Titled<G> {
    fn meta(&self) -> &'static Meta {
        &G::META
    }

    fn options(&self) -> String {
        options::print(&self.options)
    }

    fn rules(&self) -> u8 {
        self.options.rules()
    }

    fn seats(&self) -> usize {
        self.options.seats()
    }

    fn pack(&self) -> &'static Files {
        self.data.files()
    }

    fn is_house(&self) -> bool {
        std::ptr::eq(self.data, G::house())
    }

    fn actions(&self) -> u32 {
        G::Action::COUNT
    }

    fn verbs(&self) -> Vec<(&'static str, u32)> {
        G::Action::verbs()
    }

    fn sentence(&self, action: u32) -> Option<String> {
        G::Action::from_index(action).map(|action| action.to_string())
    }

    fn action(&self, sentence: &str) -> Result<u32, Refusal> {
        sentence.parse::<G::Action>().map(Action::index)
    }

    fn observed(&self) -> Vec<String> {
        Encoder::names::<G>()
    }

    fn begin(&self, mut dice: Fast) -> Box<dyn AnyState> {
        let state = G::new(self.options, self.data, &mut dice);
        Box::new(Held::begun(state, dice))
    }

    fn place(&self, position: &str, mut dice: Fast) -> Result<Box<dyn AnyState>, String> {
        let position = serde_json::from_str(position).map_err(|e| format!("this is no position: {e}"))?;
        let state = G::place(self.options, self.data, &position, &mut dice).map_err(|faults| faults.join("\n"))?;
        Ok(Box::new(Held::begun(state, dice)))
    }

    fn replay(&self, record: &Record, entry: Option<usize>, dice: Fast) -> Result<Box<dyn AnyState>, String> {
        let table = Table::<G>::replay(record, self.data, entry).map_err(|e| e.to_string())?;
        Ok(Box::new(Held { state: *table.state(), dice }))
    }

    fn verify(&self, record: &Record) -> Result<(), String> {
        Table::<G>::verify(record, self.data).map(drop).map_err(|e| e.to_string())
    }

    fn slots(&self, layout: Layout) -> Box<dyn AnySlots> {
        Box::new(Slots::<G>::new(self.options, self.data, layout))
    }

    fn sim(&self, wanted: &Wanted, build: &str, watch: &Watch<'_>) -> Result<Shard, PlanError> {
        let plan = wanted.plan(self);
        let Batch { rows, failures, .. } = if wanted.robin { plan.robin(watch)? } else { plan.run(watch)? };
        let header = Header { robin: wanted.robin, ..Header::new(&plan, build) };
        Ok(Shard { header, rows, failures })
    }

    fn compare(
        &self,
        other: &dyn AnyGame,
        wanted: &Wanted,
        build: &str,
        watch: &Watch<'_>,
    ) -> Result<Compared, String> {
        let other = other.any().downcast_ref::<Titled<G>>();
        let other = other.ok_or_else(|| format!("expected two games of {}", G::META.id))?;
        let compared = compare([&wanted.plan(self), &wanted.plan(other)], build, true, watch);
        compared.map(|(compared, _)| compared).map_err(|e| e.to_string())
    }

    fn selfplay(&self, wanted: &Wanted, stop: &AtomicBool) -> Vec<Written> {
        selfplay::play(self, wanted, stop)
    }

    fn any(&self) -> &dyn Any {
        self
    }
}

/// Carries out what nobody has a choice about. The buffer holds the actions of the seat that is returned, the first of those asked.
pub fn ask<G: Game>(state: &mut G, dice: &mut Fast, buffer: &mut Vec<G::Action>) -> Option<Seat> {
    'again: loop {
        let asked = state.turn().seats();
        // Sealed answers commute, so it does not matter which seat is settled first.
        for seat in (0..astrarium_core::MAX_SEATS as u8).rev().map(Seat).filter(|&seat| asked.contains(seat)) {
            buffer.clear();
            state.actions(seat, buffer);
            if let [only] = buffer[..]
                && state.answers_itself(seat)
            {
                state.advance(seat, only, dice, &mut Silent);
                continue 'again;
            }
        }
        return asked.first();
    }
}

/// A bot's decision. It remembers nothing of earlier ones, so it can be asked anywhere.
pub fn decide<G: Game>(state: &G, seat: Seat, bot: &Spec, seed: u64) -> G::Action {
    build::<G>(bot, seed).choose(Sight::new(state, seat))
}

impl<G: Game> Held<G> {
    pub fn begun(mut state: G, mut dice: Fast) -> Held<G> {
        ask(&mut state, &mut dice, &mut Vec::new());
        Held { state, dice }
    }

    fn seen(&self, viewer: Viewer) -> Seen<G> {
        Seen::of(&self.state, viewer)
    }
}

/// The words of a number that is no action.
pub fn no_action<A: Action>(action: u32) -> Refusal {
    let text = format!("{action} is no action: expected 0 to {}", A::COUNT - 1);
    Refusal { text: text.into(), clause: None }
}

/// Why the seat may not do it.
pub fn refusal<G: Game>(state: &G, seat: Seat, action: u32) -> Option<Refusal> {
    let Some(action) = G::Action::from_index(action) else { return Some(no_action::<G::Action>(action)) };
    let why = state.check(seat, action).err()?;
    Some(Seen::by(state, seat).refusal(why))
}

impl<G: Game> AnyState for Held<G> {
    fn copy(&self) -> Box<dyn AnyState> {
        Box::new(self.clone())
    }

    fn dice(&self) -> &Fast {
        &self.dice
    }

    fn take_up(&mut self, dice: Fast) {
        self.dice = dice;
    }

    fn asked(&self) -> SeatSet {
        self.state.turn().seats()
    }

    fn legal(&self, seat: Seat) -> Vec<u32> {
        let mut actions = Vec::new();
        self.state.actions(seat, &mut actions);
        actions.into_iter().map(Action::index).collect()
    }

    fn step(&mut self, seat: Seat, action: u32) -> Result<(), Refusal> {
        if let Some(refusal) = refusal(&self.state, seat, action) {
            return Err(refusal);
        }
        let action = G::Action::from_index(action).expect("it was checked");
        self.state.advance(seat, action, &mut self.dice, &mut Silent);
        ask(&mut self.state, &mut self.dice, &mut Vec::new());
        Ok(())
    }

    fn places(&self) -> Option<BySeat<u8>> {
        if let Turn::Over(standing) = self.state.turn() { Some(standing.places) } else { None }
    }

    fn shares(&self) -> Option<BySeat<i32>> {
        if let Turn::Over(standing) = self.state.turn() { Some(standing.shares()) } else { None }
    }

    fn points(&self) -> BySeat<i32> {
        self.state.points()
    }

    fn name(&self, seat: Seat) -> &'static str {
        self.state.seat_name(seat)
    }

    fn seat(&self, name: &str) -> Option<Seat> {
        self.state.seat_named(name)
    }

    fn view(&self, viewer: Viewer) -> String {
        serde_json::to_string(self.seen(viewer).view()).expect("views are plain data")
    }

    fn observe(&self, seat: Seat) -> Vec<i16> {
        let (encoder, mut actions) = (Encoder::new::<G>(), Vec::new());
        self.state.actions(seat, &mut actions);
        let mut out = vec![0; encoder.width::<G>()];
        encoder.write(&self.state, seat, &actions, &mut out);
        out
    }

    fn prompt(&self, viewer: Viewer) -> Prompt {
        self.seen(viewer).prompt()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.seen(viewer).scene()
    }

    fn label(&self, seat: Seat, action: u32) -> String {
        let action = G::Action::from_index(action).expect("a legal action");
        self.seen(Viewer::Seat(seat)).label(action).to_string()
    }

    fn why_not(&self, seat: Seat, action: u32) -> Option<Refusal> {
        refusal(&self.state, seat, action)
    }

    fn position(&self) -> String {
        position::export(&self.state).to_string()
    }

    fn hash(&self) -> String {
        position::chain("", "", &self.state.position())
    }

    fn redeal(&self, seat: Seat, dice: &mut Fast) -> Box<dyn AnyState> {
        let state = self.state.redeal(seat, dice);
        Box::new(Held { state, dice: dice.clone() })
    }

    fn ahead(&self, seat: Seat, dice: &mut Fast) -> (Vec<i16>, Vec<f32>) {
        let (encoder, mut actions, mut buffer) = (Encoder::new::<G>(), Vec::new(), Vec::new());
        self.state.actions(seat, &mut actions);
        let (width, world) = (encoder.width::<G>(), self.state.redeal(seat, dice));
        let (mut seen, mut shares) = (vec![0; width * actions.len()], Vec::with_capacity(actions.len()));
        for (&action, row) in actions.iter().zip(seen.chunks_mut(width)) {
            let (mut state, mut dice) = (world, dice.clone());
            state.advance(seat, action, &mut dice, &mut Silent);
            ask(&mut state, &mut dice, &mut buffer);
            buffer.clear();
            state.actions(seat, &mut buffer);
            encoder.write(&state, seat, &buffer, row);
            let share = |standing: Standing| standing.shares()[seat] as f32 / 1e6;
            shares.push(if let Turn::Over(standing) = state.turn() { share(standing) } else { f32::NAN });
        }
        (seen, shares)
    }

    fn choose(&self, seat: Seat, bot: &Spec, seed: u64) -> u32 {
        decide(&self.state, seat, bot, seed).index()
    }

    fn hints(&self, seat: Seat, bot: &Spec, seed: u64) -> Vec<(u32, f32)> {
        let hints = build::<G>(bot, seed).hints(Sight::new(&self.state, seat));
        hints.into_iter().map(|(action, chance)| (action.index(), chance)).collect()
    }

    fn any(&self) -> &dyn Any {
        &self.state
    }

    fn equals(&self, other: &dyn AnyState) -> bool {
        other.any().downcast_ref::<G>().is_some_and(|other| *other == self.state)
    }
}
