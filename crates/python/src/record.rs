//! Played games as text: read, verified, entered at any entry.

use std::path::PathBuf;
use std::sync::Arc;

use astrarium_core::{Fast, Parts, Record as Text};
use astrarium_games::{Title, with_game};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors;
use crate::game::Game;
use crate::play::{AnyGame, open};
use crate::state::State;

#[pyclass(frozen, module = "astrarium._native")]
pub struct Record {
    text: String,
    record: Text,
    play: Arc<dyn AnyGame>,
}

#[pymethods]
impl Record {
    /// The text of a record. `game` is needed only where it was played with a pack of one's own.
    #[new]
    #[pyo3(signature = (text, game=None))]
    fn new(text: String, game: Option<&Game>) -> PyResult<Record> {
        let record: Text = text.parse().map_err(errors::value)?;
        let play = match game {
            Some(game) => game.play.clone(),
            None => built_in(&record)?,
        };
        Ok(Record { text, record, play })
    }

    #[staticmethod]
    #[pyo3(signature = (path, game=None))]
    fn read(path: PathBuf, game: Option<&Game>) -> PyResult<Record> {
        Record::new(std::fs::read_to_string(path)?, game)
    }

    fn __getnewargs__(&self) -> (String, Game) {
        (self.text.clone(), Game { play: self.play.clone() })
    }

    fn __len__(&self) -> usize {
        self.record.entries.len()
    }

    fn __str__(&self) -> &str {
        &self.text
    }

    #[getter]
    fn game(&self) -> Game {
        Game { play: self.play.clone() }
    }

    #[getter]
    fn title(&self) -> &str {
        &self.record.header.title
    }

    /// Who played, by seat.
    #[getter]
    fn players(&self) -> Vec<String> {
        self.record.header.seats.clone()
    }

    #[getter]
    fn places(&self) -> Vec<u16> {
        self.record.places.iter().copied().map(u16::from).collect()
    }

    /// Of each entry its seat, sentence, outcomes and hash.
    #[getter]
    fn entries(&self) -> Vec<(String, String, Vec<String>, String)> {
        let entry = |e: &astrarium_core::record::Entry| {
            (e.seat.clone(), e.sentence.clone(), e.outcomes.clone(), e.hash.clone())
        };
        self.record.entries.iter().map(entry).collect()
    }

    /// The same by column, for data frames.
    fn columns<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (all, entries) = (PyDict::new(py), &self.record.entries);
        all.set_item("seat", entries.iter().map(|e| &e.seat[..]).collect::<Vec<_>>())?;
        all.set_item("sentence", entries.iter().map(|e| &e.sentence[..]).collect::<Vec<_>>())?;
        all.set_item("outcomes", entries.iter().map(|e| e.outcomes.join(" ")).collect::<Vec<_>>())?;
        all.set_item("hash", entries.iter().map(|e| &e.hash[..]).collect::<Vec<_>>())?;
        Ok(all)
    }

    /// The entries as a table of pyarrow.
    fn arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("pyarrow")?.call_method1("table", (self.columns(py)?,))
    }

    /// Replays it, and raises ValueError where it differs.
    fn verify(&self, py: Python<'_>) -> PyResult<()> {
        py.detach(|| self.play.verify(&self.record)).map_err(errors::value)
    }

    /// The state after an entry, the last if none is given.
    #[pyo3(signature = (entry=None, seed=0))]
    fn state(&self, py: Python<'_>, entry: Option<usize>, seed: u64) -> PyResult<State> {
        let last = self.record.entries.len() - 1;
        if let Some(k) = entry.filter(|&k| k > last) {
            let what = format!("there is no entry {k}: expected 0 to {last}");
            return Err(pyo3::exceptions::PyIndexError::new_err(what));
        }
        let held = py.detach(|| self.play.replay(&self.record, entry, Fast::new(seed, 0))).map_err(errors::value)?;
        Ok(State { game: Py::new(py, self.game())?, held })
    }
}

/// The game as the header names it, with a pack that is built in or was in an earlier version.
fn built_in(record: &Text) -> PyResult<Arc<dyn AnyGame>> {
    let header = &record.header;
    let title: Title = header.title.parse().map_err(|e: String| errors::value(e))?;
    let rules = header.rules.parse().map_err(|_| errors::value(format!("“{}” is no rules version", header.rules)))?;
    with_game!(title, G => {
        let unknown = || errors::value(format!("the pack {} is not built in: give the game with its pack", header.pack));
        let data = G::built_in(&header.pack).ok_or_else(unknown)?;
        open::<G>(&header.options, Some(rules), Some(astrarium_core::Pack::files(data)))
    })
}
