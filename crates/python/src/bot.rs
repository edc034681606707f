//! Who decides: a bot by its words. It remembers nothing but how often it was asked, so it can be pickled at any time.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use astrarium_bots::Spec;
use pyo3::prelude::*;

use crate::errors;
use crate::state::State;

#[pyclass(frozen, module = "astrarium._native")]
pub struct Bot {
    spec: Spec,
    seed: u64,
    asked: AtomicU64,
}

/// The bot in these words.
pub fn spec(words: &str) -> PyResult<Spec> {
    words.parse().map_err(errors::value)
}

/// What a bot's dice come from at a decision: the same seed, the same choices.
pub fn seed(seed: u64, game: u64, decision: u64) -> u64 {
    seed.rotate_left(32) ^ game.wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ decision.rotate_left(48)
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (words, seed=0, asked=0))]
    fn new(words: &str, seed: u64, asked: u64) -> PyResult<Bot> {
        Ok(Bot { spec: spec(words)?, seed, asked: AtomicU64::new(asked) })
    }

    fn __getnewargs__(&self) -> (String, u64, u64) {
        (self.spec.to_string(), self.seed, self.asked.load(Relaxed))
    }

    fn __repr__(&self) -> String {
        format!("Bot({:?}, seed={})", self.spec.to_string(), self.seed)
    }

    #[pyo3(signature = (state, seat=None))]
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>, seat: Option<usize>) -> PyResult<u32> {
        let (seat, held) = (state.seat(seat)?, &*state.held);
        if !held.asked().contains(seat) {
            return Err(errors::value(format!("seat {} is not asked", seat.0)));
        }
        let seed = self.next();
        Ok(py.detach(|| held.choose(seat, &self.spec, seed)))
    }

    #[pyo3(signature = (state, seat=None))]
    fn hints(&self, py: Python<'_>, state: PyRef<'_, State>, seat: Option<usize>) -> PyResult<Vec<(u32, f32)>> {
        let (seat, held) = (state.seat(seat)?, &*state.held);
        if !held.asked().contains(seat) {
            return Err(errors::value(format!("seat {} is not asked", seat.0)));
        }
        let seed = self.next();
        Ok(py.detach(|| held.hints(seat, &self.spec, seed)))
    }
}

impl Bot {
    fn next(&self) -> u64 {
        seed(self.seed, 0, self.asked.fetch_add(1, Relaxed))
    }
}
