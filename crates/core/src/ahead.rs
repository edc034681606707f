//! What an answer would bring, and what cannot be answered now and why: for those who sit at a table, before they decide. Search and
//! simulation never ask.
//!
//! All of it is found in a world dealt anew for the seat, so it tells nothing that the seat cannot know.

use std::collections::BTreeMap;
use std::ops::Range;

use serde::Serialize;

use crate::action::Then;
use crate::chance::Taping;
use crate::{Action, Fast, Game, Illegal, Log, Notation, Redealt, Refusal, Seat, Seen};

/// Decisions without a choice are followed this far.
const FAR: usize = 8;

/// How many sentences of one verb are tried to find out why none of them can be said.
const TRIED: usize = 400;

/// What every kind of action is for, by its verb.
pub fn purposes<G: Game>() -> BTreeMap<&'static str, &'static str> {
    G::View::PURPOSES.iter().copied().collect()
}

/// A kind of action that belongs to this question but cannot be taken now, with the commonest reason.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Closed {
    /// The first word of its sentences.
    pub verb: &'static str,
    /// Why not.
    pub why: Refusal,
}

/// Whether anything was revealed.
pub(crate) struct Reveals(pub(crate) bool);

impl<E> Log<E> for Reveals {
    fn push(&mut self, _: impl FnOnce() -> E) {}

    fn reveal(&mut self) {
        self.0 = true;
    }
}

/// What the seat's action forces it to do next, up to where something is thrown, drawn or revealed; nothing if nothing is.
pub fn follows<G: Game>(world: &Redealt<G>, action: G::Action) -> Option<Vec<Then>> {
    let seat = world.seat();
    let (mut dice, mut log, mut state) = (Fast::new(0, 0), Reveals(false), *world);
    let mut chance = Taping::new(&mut dice);
    let (mut next, mut forced, mut buffer) = (action, Vec::new(), Vec::new());
    for _ in 0..FAR {
        state.advance(next, &mut chance, &mut log);
        if log.0 || !chance.picks.is_empty() {
            // To look at a state takes its time, so it is done only here.
            let then = |(state, next): (Redealt<G>, _)| Then {
                label: Seen::by(&*state, seat).label(next),
                odds: state.odds(next),
            };
            return Some(forced.into_iter().map(then).collect());
        }
        next = only(&*state, seat, &mut buffer)?;
        forced.push((state, next));
    }
    None
}

/// The only answer of a seat that is not asked for it.
pub(crate) fn only<G: Game>(state: &G, seat: Seat, buffer: &mut Vec<G::Action>) -> Option<G::Action> {
    if !state.turn().seats().contains(seat) {
        return None;
    }
    buffer.clear();
    state.actions(seat, buffer);
    let [only] = buffer[..] else { return None };
    state.answers_itself(seat).then_some(only)
}

/// The kinds of action that this question knows but that cannot be taken now.
pub fn closed<G: Game>(state: &G, seat: Seat, seen: &Seen<G>) -> Vec<Closed> {
    let world = state.redeal(seat, &mut Fast::new(0, 0));
    let mut open = Vec::new();
    world.actions(seat, &mut open);
    let open: Vec<u32> = open.into_iter().map(Action::index).collect();
    let mut first = 0;
    let mut found = Vec::new();
    for (verb, count) in G::Action::verbs() {
        let range = first..first + count;
        first = range.end;
        let why = if open.iter().any(|index| range.contains(index)) { None } else { reason(&world, seat, range) };
        found.extend(why.map(|why| Closed { verb, why: seen.refusal(why) }));
    }
    found
}

/// The commonest reason why none of these actions can be taken, unless they belong to another question.
fn reason<G: Game>(world: &G, seat: Seat, range: Range<u32>) -> Option<G::Illegal> {
    let mut reasons: Vec<(u32, G::Illegal)> = Vec::new();
    let step = (range.len() / TRIED).max(1);
    for action in range.step_by(step).filter_map(G::Action::from_index) {
        let why = world.check(seat, action).err().filter(|why| !why.elsewhere())?;
        match reasons.iter_mut().find(|(_, r)| r.clause() == why.clause()) {
            Some((n, _)) => *n += 1,
            None => reasons.push((1, why)),
        }
    }
    reasons.into_iter().max_by_key(|(n, _)| *n).map(|(_, why)| why)
}
