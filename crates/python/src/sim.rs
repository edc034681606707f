//! Batches between bots, tournaments and shards, as `astrarium sim` and `astrarium arena` play them.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::Duration;

use astrarium_bots::{Spec, parse_list};
use astrarium_sim::arena::rated;
use astrarium_sim::files::Columns;
use astrarium_sim::{Plan, Shard as Slice, Summary, Watch, files, plots};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

use crate::batch::threads;
use crate::errors;
use crate::game::GameOrTitle;
use crate::play::Titled;

/// How long Python waits before it looks for Ctrl-C.
const PATIENCE: Duration = Duration::from_millis(20);

static BUILD: OnceLock<String> = OnceLock::new();

/// This build by the file of the library: the version with a fingerprint, since every change of it may change a game.
#[pyfunction]
pub fn build(library: PathBuf) -> PyResult<String> {
    if let Some(build) = BUILD.get() {
        return Ok(build.clone());
    }
    let print = blake3::hash(&std::fs::read(library)?).to_hex();
    Ok(BUILD.get_or_init(|| format!("{} python {}", env!("CARGO_PKG_VERSION"), &print[..16])).clone())
}

/// What is to be played.
pub struct Wanted {
    pub bots: Vec<Spec>,
    pub games: u64,
    pub first: u64,
    pub seed: u64,
    pub threads: usize,
    /// Whether to write down what the seats saw.
    pub observe: bool,
    /// Whether everybody meets everybody.
    pub robin: bool,
}

impl Wanted {
    pub fn new(bots: &str, games: u64, first: u64, seed: u64, given: Option<usize>) -> PyResult<Wanted> {
        Ok(Wanted {
            bots: parse_list(bots).map_err(errors::value)?,
            games,
            first,
            seed,
            threads: threads(given),
            observe: false,
            robin: false,
        })
    }

    pub fn plan<G: astrarium_core::Game>(&self, game: &Titled<G>) -> Plan<G> {
        Plan {
            options: game.options,
            data: game.data,
            bots: self.bots.clone(),
            first: self.first,
            games: self.games,
            seed: self.seed,
            threads: self.threads,
            rows: true,
        }
    }
}

/// Works without the interpreter, which looks for Ctrl-C meanwhile; then the work is told to stop.
pub fn watched<T: Send>(py: Python<'_>, work: impl FnOnce(&AtomicBool) -> T + Send) -> PyResult<T> {
    let stop = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let working = scope.spawn(|| work(&stop));
        let mut signal = Ok(());
        while !working.is_finished() && signal.is_ok() {
            py.detach(|| std::thread::sleep(PATIENCE));
            signal = py.check_signals();
        }
        stop.store(signal.is_err(), Relaxed);
        let done = py.detach(|| working.join()).expect("games that break are caught");
        signal.map(|()| done)
    })
}

/// Plays games between bots, rotated over the seats.
#[pyfunction]
#[pyo3(signature = (game, bots, games=1000, first=0, seed=1, threads=None, build="unknown"))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn sim(
    py: Python<'_>,
    game: GameOrTitle,
    bots: &str,
    games: u64,
    first: u64,
    seed: u64,
    threads: Option<usize>,
    build: &str,
) -> PyResult<Shard> {
    play(py, game, &Wanted::new(bots, games, first, seed, threads)?, build)
}

/// Plays a round robin between bots.
#[pyfunction]
#[pyo3(signature = (game, bots, games=1000, first=0, seed=1, threads=None, build="unknown"))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn arena(
    py: Python<'_>,
    game: GameOrTitle,
    bots: &str,
    games: u64,
    first: u64,
    seed: u64,
    threads: Option<usize>,
    build: &str,
) -> PyResult<Shard> {
    play(py, game, &Wanted { robin: true, ..Wanted::new(bots, games, first, seed, threads)? }, build)
}

fn play(py: Python<'_>, game: GameOrTitle, wanted: &Wanted, build: &str) -> PyResult<Shard> {
    let play = game.game(py)?.get().play.clone();
    let played = watched(py, |stop| play.sim(wanted, build, &Watch { stop: &|| stop.load(Relaxed), each: &|_| () }))?;
    played.map(Shard).map_err(errors::value)
}

/// Plays the same games with two packs.
#[pyfunction]
#[pyo3(signature = (a, b, bots, games=1000, seed=1, threads=None, build="unknown"))]
#[expect(clippy::too_many_arguments, reason = "Python names them")]
pub fn compare<'py>(
    py: Python<'py>,
    a: GameOrTitle,
    b: GameOrTitle,
    bots: &str,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    build: &str,
) -> PyResult<Bound<'py, PyAny>> {
    let (a, b) = (a.game(py)?.get().play.clone(), b.game(py)?.get().play.clone());
    let wanted = Wanted::new(bots, games, 0, seed, threads)?;
    let played =
        watched(py, |stop| a.compare(&*b, &wanted, build, &Watch { stop: &|| stop.load(Relaxed), each: &|_| () }))?;
    errors::data(py, &played.map_err(errors::value)?)
}

/// Games that were played, with all that decided them: a slice of a batch, or a whole one.
#[pyclass(frozen, module = "astrarium._native")]
pub struct Shard(Slice);

#[pymethods]
impl Shard {
    /// The games in a folder that `write` or `astrarium sim --out` has written.
    #[staticmethod]
    fn read(folder: PathBuf) -> PyResult<Option<Shard>> {
        Ok(Slice::read(&folder).map_err(errors::value)?.map(Shard))
    }

    /// Puts the slices in these folders together, in any order; raises ValueError unless they fit.
    #[staticmethod]
    fn merge(folders: Vec<PathBuf>) -> PyResult<Shard> {
        astrarium_sim::merge(&folders).map(Shard).map_err(errors::value)
    }

    /// Writes the games as CSV, JSON and Parquet, the summary, the plots, and last the shard; returns the files.
    fn write(&self, py: Python<'_>, folder: PathBuf) -> PyResult<Vec<PathBuf>> {
        py.detach(|| files::write(&folder, &self.0.header, &self.0.clone().batch())).map_err(errors::value)
    }

    /// Whether all its games were played.
    #[getter]
    fn finished(&self) -> bool {
        self.0.is_finished()
    }

    /// What decided the games.
    #[getter]
    fn header<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::data(py, &self.0.header)
    }

    /// What the games say: shares with intervals, length, points.
    fn summary<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (header, batch) = (&self.0.header, self.0.clone().batch());
        errors::data(py, &Summary::new(header, &batch))
    }

    /// A line for every seat of every game.
    fn rows<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::data(py, &self.table().json())
    }

    /// The same as a file for data frames.
    fn parquet(&self) -> PyResult<Vec<u8>> {
        let mut out = Vec::new();
        self.table().parquet(&mut out).map_err(errors::value)?;
        Ok(out)
    }

    /// The bots with their ratings, best first.
    fn ratings<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        errors::data(py, &rated(&self.0.header.bots, &self.0.clone().batch()))
    }

    /// The lines as a table of pyarrow.
    fn arrow<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let file = py.import("io")?.call_method1("BytesIO", (PyBytes::new(py, &self.parquet()?),))?;
        py.import("pyarrow.parquet")?.call_method1("read_table", (file,))
    }

    /// Notebooks show the plots.
    fn _repr_html_(&self) -> String {
        self.plots().into_iter().map(|(_, svg)| svg).collect()
    }

    /// Plots by the names of their files, as SVG.
    fn plots(&self) -> Vec<(String, String)> {
        let (header, batch) = (&self.0.header, self.0.clone().batch());
        plots::all(&Summary::new(header, &batch), &batch.tally)
    }
}

impl Shard {
    fn table(&self) -> Columns {
        Columns::new(&self.0.header.bots, &self.0.rows)
    }
}
