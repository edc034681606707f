//! Many games at once, whatever the title: a slot holds one, and when it is over begins the next.

use astrarium_bots::Spec;
use astrarium_core::{Action, Fast, Game, Refusal, Seat, Silent, Turn, position};
use rayon::ThreadPool;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};

use crate::bot;
use crate::observe::Encoder;
use crate::play::{AnyState, Held, ask, decide, no_action, refusal};

/// How many games, and which.
#[derive(Clone, Debug)]
pub struct Layout {
    pub slots: u64,
    pub seed: u64,
    /// The number of the first slot's first game. Slot k plays the games first + k, first + k + slots, …
    pub first: u64,
    /// Who decides for a seat instead of the caller.
    pub bots: Vec<Option<Spec>>,
}

/// Where the slots write what the caller reads: a row for each slot. A row of `legal` and `mask` is as wide as there are actions, one
/// of `points` and `shares` as there are seats.
pub struct Out<'a> {
    pub seat: &'a mut [i8],
    pub count: &'a mut [i32],
    pub legal: &'a mut [i32],
    pub points: &'a mut [i32],
    pub shares: &'a mut [f32],
    pub done: &'a mut [bool],
    pub number: &'a mut [i64],
    pub mask: &'a mut [bool],
    pub masked: bool,
    /// As wide as an observation.
    pub observation: &'a mut [i16],
    pub observed: bool,
}

/// One row of all of these.
struct Row<'a> {
    seat: &'a mut i8,
    count: &'a mut i32,
    legal: &'a mut [i32],
    points: &'a mut [i32],
    shares: &'a mut [f32],
    done: &'a mut bool,
    number: &'a mut i64,
    mask: Option<&'a mut [bool]>,
    observation: Option<&'a mut [i16]>,
}

/// What is given for a slot.
#[derive(Copy, Clone)]
enum Todo {
    /// Show where the game is.
    Show,
    /// Carry out the action, which was found to be legal.
    Act,
}

/// A slot as it is written down.
#[derive(Serialize, Deserialize)]
pub struct Saved {
    position: String,
    dice: Fast,
    number: u64,
    decisions: u32,
}

pub trait AnySlots: Send + Sync {
    /// Which slot's action is refused, and why; then nothing has changed.
    fn check(&mut self, pool: &ThreadPool, actions: &[i32]) -> Result<(), (usize, Refusal)>;
    /// Carries out what was checked.
    fn act(&mut self, pool: &ThreadPool, out: Out<'_>);
    /// Shows where the games are.
    fn show(&mut self, pool: &ThreadPool, out: Out<'_>);
    fn state(&self, slot: usize) -> Box<dyn AnyState>;
    fn hashes(&self, pool: &ThreadPool, hashes: &mut [u64]);
    fn save(&self) -> Vec<Saved>;
    fn load(&mut self, saved: Vec<Saved>) -> Result<(), String>;
}

pub struct Slots<G: Game> {
    plan: Plan<G>,
    slots: Vec<Slot<G>>,
}

struct Plan<G: Game> {
    options: G::Options,
    data: &'static G::Data,
    layout: Layout,
    encoder: Encoder,
}

struct Slot<G: Game> {
    held: Held<G>,
    number: u64,
    /// Of bots, in this game.
    decisions: u32,
    asked: Option<Seat>,
    /// What the seat may do.
    actions: Vec<G::Action>,
    /// Which of these was chosen.
    chosen: usize,
}

impl<G: Game> Slot<G> {
    fn new(plan: &Plan<G>, number: u64) -> Slot<G> {
        let held = plan.begin(number);
        let mut slot = Slot { held, number, decisions: 0, asked: None, actions: Vec::new(), chosen: 0 };
        slot.settle(plan);
        slot.begin_anew(plan);
        slot
    }

    /// Plays on to the next question for the caller, or to the end.
    fn settle(&mut self, plan: &Plan<G>) {
        let Held { state, dice } = &mut self.held;
        loop {
            self.asked = ask(state, dice, &mut self.actions);
            let Some(seat) = self.asked else { return };
            let Some(bot) = &plan.layout.bots[seat.index()] else { return };
            let seed = bot::seed(plan.layout.seed, self.number, self.decisions.into());
            let action = decide(state, seat, bot, seed);
            state.advance(seat, action, dice, &mut Silent);
            self.decisions += 1;
        }
    }

    /// Takes the next game while the one that is here is over.
    fn begin_anew(&mut self, plan: &Plan<G>) {
        while self.asked.is_none() {
            self.number += plan.layout.slots;
            (self.held, self.decisions) = (plan.begin(self.number), 0);
            self.settle(plan);
        }
    }

    fn act(&mut self, plan: &Plan<G>, row: &mut Row<'_>) {
        let Held { state, dice } = &mut self.held;
        state.advance(self.asked.expect(ASKED), self.actions[self.chosen], dice, &mut Silent);
        self.settle(plan);
        *row.done = self.asked.is_none();
        if let Turn::Over(standing) = self.held.state.turn() {
            let points = self.held.state.points();
            row.points.copy_from_slice(&points.0[..row.points.len()]);
            let shares = standing.shares().0.into_iter();
            row.shares.iter_mut().zip(shares).for_each(|(share, won)| *share = won as f32 / 1e6);
            self.begin_anew(plan);
        }
    }

    fn show(&self, plan: &Plan<G>, row: Row<'_>) {
        let seat = self.asked.expect(ASKED);
        if let Some(observation) = row.observation {
            plan.encoder.write(&self.held.state, seat, &self.actions, observation);
        }
        *row.number = self.number as i64;
        *row.seat = seat.0 as i8;
        let before = std::mem::replace(row.count, self.actions.len() as i32) as usize;
        if let Some(mask) = row.mask {
            row.legal[..before].iter().for_each(|&action| mask[action as usize] = false);
            self.actions.iter().for_each(|action| mask[action.index() as usize] = true);
        }
        row.legal.iter_mut().zip(&self.actions).for_each(|(out, action)| *out = action.index() as i32);
    }
}

impl<G: Game> Plan<G> {
    fn begin(&self, number: u64) -> Held<G> {
        let mut dice = Fast::new(self.layout.seed, number);
        let state = G::new(self.options, self.data, &mut dice);
        Held { state, dice }
    }
}

const ASKED: &str = "a game that is over was followed by the next";

/// Threads take this many slots at a time, not fewer.
const CHUNK: usize = 32;

impl<G: Game> Slots<G> {
    pub fn new(options: G::Options, data: &'static G::Data, layout: Layout) -> Slots<G> {
        let plan = Plan { options, data, layout, encoder: Encoder::new::<G>() };
        let slots = (0..plan.layout.slots).map(|k| Slot::new(&plan, plan.layout.first + k)).collect();
        Slots { plan, slots }
    }

    fn each(&mut self, pool: &ThreadPool, todo: Todo, out: Out<'_>) {
        let (plan, masked, observed) = (&self.plan, out.masked, out.observed);
        let wide = out.observation.len() / out.seat.len();
        let (width, seats) = (out.legal.len() / out.seat.len(), out.points.len() / out.seat.len());
        let rows = (
            self.slots.par_iter_mut(),
            out.seat.par_iter_mut(),
            out.count.par_iter_mut(),
            out.legal.par_chunks_mut(width),
            out.points.par_chunks_mut(seats),
            out.shares.par_chunks_mut(seats),
            out.done.par_iter_mut(),
            out.number.par_iter_mut(),
            out.mask.par_chunks_mut(width),
            out.observation.par_chunks_mut(wide),
        );
        pool.install(|| {
            let rows = rows.into_par_iter().with_min_len(CHUNK);
            rows.for_each(|(slot, seat, count, legal, points, shares, done, number, mask, observation)| {
                let (mask, observation) = (masked.then_some(mask), observed.then_some(observation));
                let mut row = Row { seat, count, legal, points, shares, done, number, mask, observation };
                match todo {
                    Todo::Show => *row.done = false,
                    Todo::Act => slot.act(plan, &mut row),
                }
                slot.show(plan, row);
            });
        });
    }
}

impl<G: Game> AnySlots for Slots<G> {
    fn check(&mut self, pool: &ThreadPool, actions: &[i32]) -> Result<(), (usize, Refusal)> {
        let find = |(slot, &action): (&mut Slot<G>, &i32)| {
            let found = slot.actions.iter().position(|known| known.index() as i32 == action);
            slot.chosen = found.unwrap_or(0);
            found.is_none()
        };
        let pairs = self.slots.par_iter_mut().zip(actions).with_min_len(CHUNK);
        let Some(wrong) = pool.install(|| pairs.map(find).position_first(|wrong| wrong)) else { return Ok(()) };
        let slot = &self.slots[wrong];
        let seat = slot.asked.expect(ASKED);
        let action = u32::try_from(actions[wrong]).unwrap_or(u32::MAX);
        let why = refusal(&slot.held.state, seat, action);
        Err((wrong, why.unwrap_or_else(|| no_action::<G::Action>(action))))
    }

    fn act(&mut self, pool: &ThreadPool, out: Out<'_>) {
        self.each(pool, Todo::Act, out);
    }

    fn show(&mut self, pool: &ThreadPool, out: Out<'_>) {
        self.each(pool, Todo::Show, out);
    }

    fn state(&self, slot: usize) -> Box<dyn AnyState> {
        Box::new(self.slots[slot].held.clone())
    }

    fn hashes(&self, pool: &ThreadPool, hashes: &mut [u64]) {
        let hash = |(slot, hash): (&Slot<G>, &mut u64)| {
            let text = position::chain("", "", &astrarium_core::Setup::position(&slot.held.state));
            *hash = u64::from_str_radix(&text, 16).expect("16 hexadecimal digits");
        };
        pool.install(|| self.slots.par_iter().zip(hashes).for_each(hash));
    }

    fn save(&self) -> Vec<Saved> {
        let save = |slot: &Slot<G>| Saved {
            position: slot.held.position(),
            dice: slot.held.dice.clone(),
            number: slot.number,
            decisions: slot.decisions,
        };
        self.slots.iter().map(save).collect()
    }

    fn load(&mut self, saved: Vec<Saved>) -> Result<(), String> {
        let load = |saved: Saved| {
            let Saved { position, dice, number, decisions } = saved;
            let position = serde_json::from_str(&position).map_err(|e| e.to_string())?;
            let state = G::place(self.plan.options, self.plan.data, &position, &mut dice.clone());
            let held = Held { state: state.map_err(|faults| faults.join("\n"))?, dice };
            let mut slot = Slot { held, number, decisions, asked: None, actions: Vec::new(), chosen: 0 };
            slot.settle(&self.plan);
            Ok::<_, String>(slot)
        };
        self.slots = saved.into_iter().map(load).collect::<Result<_, _>>()?;
        Ok(())
    }
}
