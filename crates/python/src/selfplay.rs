//! Whole games between bots, as arrays: who decided what, and how the game ended for them.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use astrarium_bots::{Bot, Sight, build};
use astrarium_core::{Action, BySeat, Fast, Game, Silent, Turn};
use numpy::{PyArray1, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;

use crate::batch;
use crate::errors;
use crate::game::GameOrTitle;
use crate::observe::Encoder;
use crate::play::{Titled, ask};
use crate::sim::{Wanted, watched};

/// One game that was written down.
pub struct Written {
    number: u64,
    /// Seat, action, and how many actions were legal.
    decisions: Vec<(u8, u32, u32)>,
    /// What the seats saw, if it was asked for.
    seen: Vec<i16>,
    shares: BySeat<i32>,
    points: BySeat<i32>,
}

/// Plays the games with the bots rotated; those that were stopped are left out.
pub fn play<G: Game>(game: &Titled<G>, wanted: &Wanted, stop: &AtomicBool) -> Vec<Written> {
    let numbers = wanted.first..wanted.first + wanted.games;
    numbers.into_par_iter().filter_map(|number| one(game, wanted, number, stop)).collect()
}

fn one<G: Game>(game: &Titled<G>, wanted: &Wanted, number: u64, stop: &AtomicBool) -> Option<Written> {
    let mut dice = Fast::new(wanted.seed, number);
    let mut state = G::new(game.options, game.data, &mut dice);
    let spec = |seat: usize| &wanted.bots[(seat + number as usize) % wanted.bots.len()];
    let seed = |seat: usize| wanted.seed.rotate_left(32) ^ (number * 8 + seat as u64);
    let mut bots: Vec<Box<dyn Bot<G>>> = (0..state.seats()).map(|seat| build(spec(seat), seed(seat))).collect();
    let (mut decisions, mut seen, mut buffer) = (Vec::new(), Vec::new(), Vec::new());
    let encoder = Encoder::new::<G>();
    while let Some(seat) = ask(&mut state, &mut dice, &mut buffer) {
        if stop.load(Relaxed) {
            return None;
        }
        if wanted.observe {
            let before = seen.len();
            seen.resize(before + encoder.width::<G>(), 0);
            encoder.write(&state, seat, &buffer, &mut seen[before..]);
        }
        let action = bots[seat.index()].choose(Sight::new(&state, seat));
        decisions.push((seat.0, action.index(), buffer.len() as u32));
        state.advance(seat, action, &mut dice, &mut Silent);
    }
    let Turn::Over(standing) = state.turn() else { unreachable!("nobody is asked") };
    Some(Written { number, decisions, seen, shares: standing.shares(), points: state.points() })
}

/// Plays games between bots and returns every decision.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
#[pyo3(signature = (game, bots, games=100, first=0, seed=1, threads=None, observe=false))]
pub fn selfplay<'py>(
    py: Python<'py>,
    game: GameOrTitle,
    bots: &str,
    games: u64,
    first: u64,
    seed: u64,
    threads: Option<usize>,
    observe: bool,
) -> PyResult<Bound<'py, PyDict>> {
    let game = game.game(py)?;
    let wanted = Wanted { observe, ..Wanted::new(bots, games, first, seed, threads)? };
    let play = game.get().play.clone();
    let seats = play.seats();
    if wanted.bots.len() != 1 && wanted.bots.len() != seats {
        return Err(errors::value(format!(
            "{} bots for {seats} seats: expected one, or one for each",
            wanted.bots.len()
        )));
    }
    let pool = batch::pool(wanted.threads)?;
    let written = watched(py, |stop| pool.install(|| play.selfplay(&wanted, stop)))?;
    let of = |each: fn(&(u8, u32, u32)) -> i64| -> Vec<i64> {
        written.iter().flat_map(|w| w.decisions.iter().map(each)).collect()
    };
    let by_game =
        |value: fn(&Written) -> BySeat<i32>| written.iter().flat_map(move |w| value(w).0.into_iter().take(seats));
    let shares: Vec<f32> = by_game(|w| w.shares).map(|millionths| millionths as f32 / 1e6).collect();
    let numbers = |w: &Written| std::iter::repeat_n(w.number as i64, w.decisions.len());
    let all = PyDict::new(py);
    if observe {
        let width = play.observed().len();
        let seen: Vec<i16> = written.iter().flat_map(|w| w.seen.iter().copied()).collect();
        let rows = seen.len() / width;
        all.set_item("observation", PyArray1::from_vec(py, seen).reshape([rows, width])?)?;
    }
    all.set_item("game", PyArray1::from_vec(py, written.iter().flat_map(numbers).collect::<Vec<i64>>()))?;
    all.set_item("seat", PyArray1::from_vec(py, of(|d| d.0.into())))?;
    all.set_item("action", PyArray1::from_vec(py, of(|d| d.1.into())))?;
    all.set_item("legal", PyArray1::from_vec(py, of(|d| d.2.into())))?;
    all.set_item("number", PyArray1::from_vec(py, written.iter().map(|w| w.number as i64).collect::<Vec<_>>()))?;
    all.set_item("shares", PyArray1::from_vec(py, shares).reshape([written.len(), seats])?)?;
    let points = PyArray1::from_vec(py, by_game(|w| w.points).collect::<Vec<_>>());
    all.set_item("points", points.reshape([written.len(), seats])?)?;
    Ok(all)
}
