//! What speaks for an answer and against it: how the figures by which every seat is known change until somebody else is asked.

use std::collections::BTreeMap;

use astrarium_core::scene::{Item, SeatLook};
use astrarium_core::{Fast, Game, Seat, Seen, Silent, settle};

use crate::{Bot, Greedy, Sight};

/// How many worlds are played on, and how many decisions far.
const WORLDS: u64 = 8;
const FAR: usize = 6;

/// Smaller changes are luck.
const LEAST: f32 = 0.2;

/// How many changes are told.
const MOST: usize = 3;

/// A figure of a seat that changes, on the average of all worlds.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    pub seat: Seat,
    /// What the table calls it.
    pub figure: String,
    pub by: f32,
}

/// What an answer changes: of its seat first, then of others, the largest first.
pub fn reasons<G: Game>(sight: Sight<'_, G>, action: G::Action, seed: u64) -> Vec<Change> {
    let mut changes: Vec<Change> = Vec::new();
    for world in 0..WORLDS {
        sight.breathe();
        let mut dice = Fast::new(seed, world);
        let mut state = sight.redeal(&mut dice);
        let before = figures(&state, sight.seat());
        play_on(&mut state, sight.seat(), action, &mut dice);
        for ((seat, figure), (label, is)) in figures(&state, sight.seat()) {
            let Some((many, was)) = before.get(&(seat, figure)) else { continue };
            // Of one the word is another than of many.
            let label = if *was == 1 { label } else { many.clone() };
            let by = (is - was) as f32 / WORLDS as f32;
            match changes.iter_mut().find(|change| change.seat == seat && change.figure == label) {
                Some(change) => change.by += by,
                None => changes.push(Change { seat, figure: label, by }),
            }
        }
    }
    changes.retain(|change| change.by.abs() >= LEAST);
    let foreign = |change: &Change| change.seat != sight.seat();
    changes.sort_by(|a, b| foreign(a).cmp(&foreign(b)).then(b.by.abs().total_cmp(&a.by.abs())));
    changes.truncate(MOST);
    changes
}

/// Says it, and what the greedy bot would say next, until somebody else is asked.
fn play_on<G: Game>(state: &mut G, seat: Seat, action: G::Action, dice: &mut Fast) {
    let (mut bot, mut buffer, mut next) = (Greedy(dice.clone()), Vec::new(), action);
    for _ in 0..FAR {
        state.advance(seat, next, dice, &mut Silent);
        let asked = settle(state, &mut buffer, dice, &mut Silent, |_, _, _, _| ());
        if asked.len() != 1 || !asked.contains(seat) {
            return;
        }
        next = bot.choose(Sight::new(&*state, seat));
    }
}

/// A figure of a seat by its picture.
type Figure = (Seat, &'static str);

/// Every figure that is a number, of every seat, as one of them sees it: what it is called, and how much it is.
fn figures<G: Game>(state: &G, seat: Seat) -> BTreeMap<Figure, (String, i32)> {
    let seats = Seen::by(state, seat).scene().seats;
    let of = |(look, seat): (SeatLook, Seat)| {
        let points = look.points.map(|points| ((seat, "points"), ("points".to_string(), points)));
        let figure =
            move |item: Item| Some(((seat, item.symbol), (item.label.to_lowercase(), item.value.parse().ok()?)));
        points.into_iter().chain(look.key.into_iter().filter_map(figure))
    };
    seats.into_iter().zip(Seat::first(state.seats())).flat_map(of).collect()
}
