//! Many games at once as numpy arrays, which stay where they are and are filled anew with every step.

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyUntypedArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::game::{Game, GameOrTitle};
use crate::slots::{AnySlots, Layout, Out, Saved};
use crate::state::State;
use crate::{bot, errors};

#[pyclass(module = "astrarium._native")]
pub struct Batch {
    game: Py<Game>,
    slots: Box<dyn AnySlots>,
    pool: ThreadPool,
    layout: Layout,
    masked: bool,
    #[pyo3(get)]
    seat: Py<PyArray1<i8>>,
    #[pyo3(get)]
    count: Py<PyArray1<i32>>,
    #[pyo3(get)]
    legal: Py<PyArray2<i32>>,
    #[pyo3(get)]
    points: Py<PyArray2<i32>>,
    #[pyo3(get)]
    shares: Py<PyArray2<f32>>,
    #[pyo3(get)]
    done: Py<PyArray1<bool>>,
    #[pyo3(get)]
    number: Py<PyArray1<i64>>,
    mask: Py<PyArray2<bool>>,
    observation: Py<PyArray2<i16>>,
    observed: bool,
}

/// The game, how many, the seed, the first.
type NewArgs = (Py<Game>, u64, u64, u64);

/// As many as the machine has, unless the number is given.
pub fn threads(given: Option<usize>) -> usize {
    given.filter(|&n| n > 0).unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from))
}

pub fn pool(threads: usize) -> PyResult<ThreadPool> {
    ThreadPoolBuilder::new().num_threads(threads).build().map_err(errors::value)
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, n, seed=0, first=0, *, threads=None, bots=None, mask=false, observe=false))]
    #[expect(clippy::too_many_arguments, reason = "Python names them")]
    fn new(
        py: Python<'_>,
        game: GameOrTitle,
        n: u64,
        seed: u64,
        first: u64,
        threads: Option<usize>,
        bots: Option<Vec<Option<String>>>,
        mask: bool,
        observe: bool,
    ) -> PyResult<Batch> {
        let game = game.game(py)?;
        let play = game.get().play.clone();
        let (seats, width) = (play.seats(), play.actions() as usize);
        let bots = bots.unwrap_or_else(|| vec![None; seats]);
        if bots.len() != seats || bots.iter().all(Option::is_some) || n == 0 {
            let right = format!("a bot's words or None for each of {seats} seats, at least one None, and n above 0");
            return Err(errors::value(format!("this is no batch: expected {right}")));
        }
        let bots = bots.iter().map(|words| words.as_deref().map(bot::spec).transpose()).collect::<PyResult<_>>()?;
        let layout = Layout { slots: n, seed, first, bots };
        let slots = py.detach(|| play.slots(layout.clone()));
        let rows = n as usize;
        let mut batch = Batch {
            game,
            slots,
            pool: pool(self::threads(threads))?,
            layout,
            masked: mask,
            seat: PyArray1::zeros(py, rows, false).unbind(),
            count: PyArray1::zeros(py, rows, false).unbind(),
            legal: PyArray2::zeros(py, [rows, width], false).unbind(),
            points: PyArray2::zeros(py, [rows, seats], false).unbind(),
            shares: PyArray2::zeros(py, [rows, seats], false).unbind(),
            done: PyArray1::zeros(py, rows, false).unbind(),
            number: PyArray1::zeros(py, rows, false).unbind(),
            mask: PyArray2::zeros(py, [rows, width], false).unbind(),
            observation: PyArray2::zeros(py, [rows, play.observed().len()], false).unbind(),
            observed: observe,
        };
        batch.fill(py, false)?;
        Ok(batch)
    }

    fn __getnewargs_ex__<'py>(&self, py: Python<'py>) -> PyResult<(NewArgs, Bound<'py, PyDict>)> {
        let words: Vec<_> = self.layout.bots.iter().map(|bot| bot.map(|bot| bot.to_string())).collect();
        let named = PyDict::new(py);
        named.set_item("threads", self.pool.current_num_threads())?;
        named.set_item("bots", words)?;
        named.set_item("mask", self.masked)?;
        named.set_item("observe", self.observed)?;
        let Layout { slots, seed, first, .. } = self.layout;
        Ok(((self.game.clone_ref(py), slots, seed, first), named))
    }

    fn __getstate__(&self) -> String {
        serde_json::to_string(&self.slots.save()).expect("slots are plain data")
    }

    fn __setstate__(&mut self, py: Python<'_>, saved: &str) -> PyResult<()> {
        let saved: Vec<Saved> = serde_json::from_str(saved).map_err(errors::value)?;
        if saved.len() as u64 != self.layout.slots {
            return Err(errors::value(format!("{} slots for a batch of {}", saved.len(), self.layout.slots)));
        }
        self.slots.load(saved).map_err(errors::value)?;
        self.fill(py, false)
    }

    fn __len__(&self) -> usize {
        self.layout.slots as usize
    }

    fn __repr__(&self) -> String {
        format!("<Batch of {} games of {}>", self.layout.slots, self.game.get().play.meta().id)
    }

    #[getter]
    fn game(&self, py: Python<'_>) -> Py<Game> {
        self.game.clone_ref(py)
    }

    #[getter]
    fn mask(&self, py: Python<'_>) -> Option<Py<PyArray2<bool>>> {
        self.masked.then(|| self.mask.clone_ref(py))
    }

    #[getter]
    fn observation(&self, py: Python<'_>) -> Option<Py<PyArray2<i16>>> {
        self.observed.then(|| self.observation.clone_ref(py))
    }

    /// Carries out one action in every slot, or none at all if one is refused.
    fn step(&mut self, py: Python<'_>, actions: PyReadonlyArray1<'_, i32>) -> PyResult<()> {
        if actions.len() as u64 != self.layout.slots {
            return Err(errors::value(format!("{} actions for {} slots", actions.len(), self.layout.slots)));
        }
        let (given, slots, pool) = (actions.as_slice()?, &mut self.slots, &self.pool);
        py.detach(|| slots.check(pool, given)).map_err(|(slot, mut refusal)| {
            refusal.text = format!("slot {slot}: {}", refusal.text).into();
            errors::illegal(&refusal)
        })?;
        self.fill(py, true)
    }

    /// A copy of a slot's game.
    fn state(&self, py: Python<'_>, slot: usize) -> PyResult<State> {
        if slot as u64 >= self.layout.slots {
            let what = format!("there is no slot {slot}: expected 0 to {}", self.layout.slots - 1);
            return Err(pyo3::exceptions::PyIndexError::new_err(what));
        }
        Ok(State { game: self.game.clone_ref(py), held: self.slots.state(slot) })
    }

    /// A fingerprint of every position.
    fn hashes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u64>>> {
        let hashes = PyArray1::zeros(py, self.layout.slots as usize, false);
        let mut writable = hashes.readwrite();
        let (out, slots, pool) = (writable.as_slice_mut()?, &self.slots, &self.pool);
        py.detach(|| slots.hashes(pool, out));
        drop(writable);
        Ok(hashes)
    }
}

impl Batch {
    /// Fills the arrays, after carrying out what was checked or as it is.
    fn fill(&mut self, py: Python<'_>, act: bool) -> PyResult<()> {
        let mut seat = self.seat.bind(py).readwrite();
        let mut count = self.count.bind(py).readwrite();
        let mut legal = self.legal.bind(py).readwrite();
        let mut points = self.points.bind(py).readwrite();
        let mut shares = self.shares.bind(py).readwrite();
        let mut done = self.done.bind(py).readwrite();
        let mut number = self.number.bind(py).readwrite();
        let mut mask = self.mask.bind(py).readwrite();
        let mut observation = self.observation.bind(py).readwrite();
        let out = Out {
            seat: seat.as_slice_mut()?,
            count: count.as_slice_mut()?,
            legal: legal.as_slice_mut()?,
            points: points.as_slice_mut()?,
            shares: shares.as_slice_mut()?,
            done: done.as_slice_mut()?,
            number: number.as_slice_mut()?,
            mask: mask.as_slice_mut()?,
            masked: self.masked,
            observation: observation.as_slice_mut()?,
            observed: self.observed,
        };
        let (slots, pool) = (&mut self.slots, &self.pool);
        py.detach(|| if act { slots.act(pool, out) } else { slots.show(pool, out) });
        Ok(())
    }
}
