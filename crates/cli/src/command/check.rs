//! `astrarium check`: runs scenario files.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use astrarium_check::scenario::{self, Outcome};
use astrarium_games::{Title, with_game};
use clap::Args;
use serde_json::{Value, json};

use crate::Verdict;
use crate::setup::PackFolder;

/// Run scenario files; the last line is “N passed, N failed”
#[derive(Debug, Args)]
#[command(after_help = "\
A folder stands for the files in its scenarios folders, or else for its own .toml files.
Example: astrarium check crates/game-galactic-adventures/scenarios")]
pub struct Check {
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    #[command(flatten)]
    pack: PackFolder,
}

/// A file with what came of it; a file that cannot be run is one failure.
struct Checked {
    path: PathBuf,
    outcomes: Result<Vec<Outcome>, String>,
}

impl Check {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let files: Vec<PathBuf> = self.paths.iter().map(|p| files(p)).collect::<Result<Vec<_>, _>>()?.concat();
        let checked = files.into_iter().map(|path| self.check(path)).collect::<Result<Vec<_>, _>>()?;
        let failed = checked.iter().map(|c| c.failures().len()).sum::<usize>();
        let passed = checked.iter().flat_map(|c| &c.outcomes).flatten().filter(|o| o.result.is_ok()).count();
        if json {
            let files: Vec<Value> = checked.iter().map(Checked::describe).collect();
            super::print_json(&json!({ "passed": passed, "failed": failed, "files": files }));
        } else {
            let failures = checked.iter().flat_map(|c| c.failures().into_iter().map(|f| (c.path.display(), f)));
            failures.for_each(|(path, failure)| println!("{path}: {failure}"));
            println!("{passed} passed, {failed} failed");
        }
        Ok(Verdict::of(failed == 0))
    }

    fn check(&self, path: PathBuf) -> anyhow::Result<Checked> {
        let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        let outcomes = match scenario::title(&text).and_then(|title| title.parse::<Title>()) {
            Err(what) => Err(what),
            Ok(title) => with_game!(title, G => scenario::run_file::<G>(&text, self.pack.load::<G>()?)),
        };
        Ok(Checked { path, outcomes })
    }
}

impl Checked {
    fn failures(&self) -> Vec<&String> {
        match &self.outcomes {
            Err(what) => vec![what],
            Ok(outcomes) => outcomes.iter().filter_map(|o| o.result.as_ref().err()).collect(),
        }
    }

    fn describe(&self) -> Value {
        let outcome = |o: &Outcome| json!({ "name": o.name, "clauses": o.clauses, "failure": o.result.as_ref().err() });
        let outcomes: Vec<Value> = self.outcomes.iter().flatten().map(outcome).collect();
        json!({ "file": self.path, "error": self.outcomes.as_ref().err(), "scenarios": outcomes })
    }
}

/// The scenario files that a path stands for.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let all = below(path)?;
    let in_scenarios = |p: &&PathBuf| p.ancestors().skip(1).any(|folder| folder.ends_with("scenarios"));
    let mut found: Vec<PathBuf> = all.iter().filter(in_scenarios).cloned().collect();
    if found.is_empty() {
        found = all.into_iter().filter(|p| p.parent() == Some(path)).collect();
    }
    ensure!(!found.is_empty(), "{}: no scenario file here", path.display());
    found.sort();
    Ok(found)
}

/// Every `.toml` file below a folder, but not what was built or is hidden.
fn below(folder: &Path) -> anyhow::Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if path.is_dir() && name != "target" && name != "node_modules" && !name.starts_with('.') {
            found.extend(below(&path)?);
        } else if path.extension().is_some_and(|e| e == "toml") {
            found.push(path);
        }
    }
    Ok(found)
}
