//! A slice of a batch with what it is a slice of. Slices that fit become one batch again, to the byte.

use std::fs;
use std::path::{Path, PathBuf};

use astrarium_core::{Game, Options, Pack, options};
use serde::{Deserialize, Serialize};

use crate::files::{self, FileError};
use crate::{Batch, Failure, Finished, Plan, Tally};

/// In every folder of results.
pub const FILE: &str = "shard.json";

/// Who values positions for the bots.
const JUDGE: &str = "built-in evaluation";

/// All that decides what is played. Slices of one batch differ in `first` and `games` alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Header {
    pub title: String,
    pub rules: u8,
    pub options: String,
    /// The hash of the pack.
    pub pack: String,
    pub bots: Vec<String>,
    pub seed: u64,
    /// The program: another one may judge and search in another way.
    pub build: String,
    /// What the bots value a position by.
    #[serde(default)]
    pub judge: String,
    /// Whether it is a round robin, where the bots at a table change.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub robin: bool,
    /// The number of the first game.
    pub first: u64,
    pub games: u64,
}

impl Header {
    pub fn new<G: Game>(plan: &Plan<G>, build: &str) -> Header {
        Header {
            title: G::META.id.into(),
            rules: plan.options.rules(),
            options: options::print(&plan.options),
            pack: plan.data.hash().into(),
            bots: plan.bots.iter().map(ToString::to_string).collect(),
            seed: plan.seed,
            build: build.into(),
            judge: JUDGE.into(),
            robin: false,
            first: plan.first,
            games: plan.games,
        }
    }

    /// What differs from a slice of the same batch: the field, ours, theirs.
    fn difference(&self, other: &Header) -> Option<(&'static str, String, String)> {
        let fields = |h: &Header| {
            let (rules, bots, seed) = (h.rules.to_string(), h.bots.join(","), h.seed.to_string());
            [
                ("title", h.title.clone()),
                ("rules", rules),
                ("options", h.options.clone()),
                ("pack", h.pack.clone()),
                ("bots", bots),
                ("round robin", h.robin.to_string()),
                ("seed", seed),
                ("build", h.build.clone()),
            ]
        };
        let differs = fields(self).into_iter().zip(fields(other)).find(|(ours, theirs)| ours != theirs);
        differs.map(|((field, ours), (_, theirs))| (field, ours, theirs))
    }
}

/// Why slices do not become one batch.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    #[error(transparent)]
    File(#[from] FileError),
    #[error("nothing to merge")]
    Nothing,
    #[error("{}: only {done} of {games} games were played; play it again", path.display())]
    Unfinished { path: PathBuf, done: u64, games: u64 },
    #[error("{}: {field} is {ours}, but {theirs} in {}; shards of one batch differ in their games alone", path.display(), other.display())]
    Differs { path: PathBuf, other: PathBuf, field: &'static str, ours: String, theirs: String },
    #[error("{}: begins with game {first}, but game {expected} comes next", path.display())]
    Range { path: PathBuf, first: u64, expected: u64 },
}

/// A header with every game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Shard {
    pub header: Header,
    pub rows: Vec<Finished>,
    pub failures: Vec<Failure>,
}

impl Shard {
    /// The slice in a folder of results, or nothing if there is none.
    pub fn read(folder: &Path) -> Result<Option<Shard>, FileError> {
        let path = folder.join(FILE);
        if !path.exists() {
            return Ok(None);
        }
        let text = fs::read(&path).map_err(|e| files::fault(&path, &e))?;
        serde_json::from_slice(&text).map(Some).map_err(|e| files::fault(&path, &e))
    }

    /// Games that came to an end, or broke.
    fn done(&self) -> u64 {
        (self.rows.len() + self.failures.len()) as u64
    }

    pub fn is_finished(&self) -> bool {
        self.done() == self.header.games
    }

    /// The batch that was played.
    pub fn batch(self) -> Batch {
        let mut tally = Tally::default();
        self.rows.iter().for_each(|row| tally.add(row));
        Batch { tally, rows: self.rows, failures: self.failures, seconds: None }
    }
}

/// Puts the slices in these folders together, in any order.
pub fn merge(folders: &[PathBuf]) -> Result<Shard, MergeError> {
    let mut shards = Vec::new();
    for folder in folders {
        let path = folder.join(FILE);
        let shard = Shard::read(folder)?.ok_or_else(|| files::fault(&path, &"there is no such file"))?;
        if !shard.is_finished() {
            return Err(MergeError::Unfinished { path, done: shard.done(), games: shard.header.games });
        }
        shards.push((path, shard));
    }
    shards.sort_by_key(|(_, shard)| shard.header.first);
    let mut shards = shards.into_iter();
    let (other, mut whole) = shards.next().ok_or(MergeError::Nothing)?;
    for (path, shard) in shards {
        if let Some((field, ours, theirs)) = shard.header.difference(&whole.header) {
            return Err(MergeError::Differs { path, other, field, ours, theirs });
        }
        let (first, expected) = (shard.header.first, whole.header.first + whole.header.games);
        if first != expected {
            return Err(MergeError::Range { path, first, expected });
        }
        whole.header.games += shard.header.games;
        whole.rows.extend(shard.rows);
        whole.failures.extend(shard.failures);
    }
    Ok(whole)
}
