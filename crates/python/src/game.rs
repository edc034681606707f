//! A title with its options and its pack.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

use astrarium_core::{Files, Pack};
use astrarium_games::{Title, with_game};
use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;

use crate::errors;
use crate::play::{self, AnyGame};

/// The ids of all titles.
#[pyfunction]
pub fn titles() -> Vec<&'static str> {
    Title::ALL.iter().map(|title| title.meta().id).collect()
}

/// Where a pack comes from: a folder with its files, or their texts by name, the others as they are built in.
#[derive(FromPyObject)]
pub enum PackSource {
    Texts(BTreeMap<String, String>),
    Folder(PathBuf),
}

fn files<P: Pack>(source: PackSource) -> PyResult<Files> {
    match source {
        PackSource::Folder(folder) => Files::folder::<P>(&folder)
            .map_err(|faults| errors::value(faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))),
        PackSource::Texts(mut given) => {
            let text =
                |&(name, text): &(&str, &str)| (name.to_string(), given.remove(name).unwrap_or_else(|| text.into()));
            let texts: Vec<_> = P::FILES.iter().map(text).collect();
            match given.pop_first() {
                None => Ok(Files::new(texts)),
                Some((name, _)) => {
                    let known: Vec<&str> = P::FILES.iter().map(|(name, _)| *name).collect();
                    Err(errors::value(format!("{name} is no file of this pack: expected {}", known.join(", "))))
                }
            }
        }
    }
}

#[pyclass(frozen, module = "astrarium._native")]
pub struct Game {
    pub play: Arc<dyn AnyGame>,
}

/// What can be given for a game: the game itself, or the id of a title with its usual options.
#[derive(FromPyObject)]
pub enum GameOrTitle {
    Game(Py<Game>),
    Title(String),
}

impl GameOrTitle {
    pub fn game(self, py: Python<'_>) -> PyResult<Py<Game>> {
        match self {
            GameOrTitle::Game(game) => Ok(game),
            GameOrTitle::Title(title) => Py::new(py, Game::new(&title, "", None, None)?),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (title, options="", pack=None, rules=None))]
    pub fn new(title: &str, options: &str, pack: Option<PackSource>, rules: Option<u8>) -> PyResult<Game> {
        let title: Title = title.parse().map_err(|e: String| errors::value(e))?;
        let play = with_game!(title, G => {
            let files = pack.map(files::<<G as astrarium_core::Parts>::Data>).transpose()?;
            play::open::<G>(options, rules, files.as_ref())?
        });
        Ok(Game { play })
    }

    /// The default options with this many players.
    #[staticmethod]
    #[pyo3(signature = (title, players))]
    fn of(title: &str, players: usize) -> PyResult<Game> {
        Game::new(title, &format!("players={players}"), None, None)
    }

    fn __getnewargs__(&self) -> (&'static str, String, Option<BTreeMap<String, String>>, u8) {
        let texts = || self.play.pack().texts().iter().cloned().collect();
        let pack = (!self.play.is_house()).then(texts);
        (self.title(), self.options(), pack, self.rules())
    }

    fn __repr__(&self) -> String {
        format!("Game({:?}, {:?})", self.title(), self.options())
    }

    fn __eq__(&self, other: &Game) -> bool {
        self.key() == other.key()
    }

    fn __hash__(&self) -> u64 {
        use std::hash::{DefaultHasher, Hash, Hasher};
        let mut hasher = DefaultHasher::new();
        self.key().hash(&mut hasher);
        hasher.finish()
    }

    #[getter]
    fn title(&self) -> &'static str {
        self.play.meta().id
    }

    #[getter]
    fn name(&self) -> &'static str {
        self.play.meta().name
    }

    #[getter]
    fn options(&self) -> String {
        self.play.options()
    }

    #[getter]
    fn rules(&self) -> u8 {
        self.play.rules()
    }

    #[getter]
    fn seats(&self) -> usize {
        self.play.seats()
    }

    /// The fewest and the most seats of the title.
    #[getter]
    fn seats_range(&self) -> (usize, usize) {
        (self.play.meta().min_seats, self.play.meta().max_seats)
    }

    #[getter]
    fn max_decisions(&self) -> u32 {
        self.play.meta().max_actions
    }

    /// The hash of the pack.
    #[getter]
    fn pack(&self) -> &'static str {
        self.play.pack().hash()
    }

    /// The texts of the pack by file.
    fn pack_texts(&self) -> BTreeMap<String, String> {
        self.play.pack().texts().iter().cloned().collect()
    }

    #[getter]
    fn actions(&self) -> u32 {
        self.play.actions()
    }

    fn verbs(&self) -> Vec<(&'static str, u32)> {
        self.play.verbs()
    }

    fn sentence(&self, action: u32) -> PyResult<String> {
        let unknown = || PyIndexError::new_err(format!("{action} is no action: expected 0 to {}", self.actions() - 1));
        self.play.sentence(action).ok_or_else(unknown)
    }

    fn action(&self, sentence: &str) -> PyResult<u32> {
        self.play.action(sentence).map_err(|refusal| errors::illegal(&refusal))
    }

    /// What the numbers of an observation are called.
    #[getter]
    fn observed(&self) -> Vec<String> {
        self.play.observed()
    }

    /// A fingerprint of the observation's layout: what was learned with another does not fit.
    #[getter]
    fn schema(&self) -> String {
        let names = format!("{} {}", self.title(), self.play.observed().join(" "));
        blake3::hash(names.as_bytes()).to_hex()[..16].to_string()
    }

    /// The rules in words.
    fn rules_text(&self) -> &'static str {
        self.play.meta().rules
    }
}

impl Game {
    fn key(&self) -> (&'static str, String, u8, &'static str) {
        (self.title(), self.options(), self.rules(), self.pack())
    }
}
