//! `astrarium check`: runs scenarios and courses, and looks at guides and puzzles.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use astrarium_check::scenario::{self, Fault, Outcome};
use astrarium_check::{guide, lesson, puzzle};
use astrarium_core::Game;
use astrarium_core::puzzle::Puzzles;
use astrarium_games::{Title, with_game};
use astrarium_sim::mine;
use clap::Args;
use serde_json::{Value, json};

use crate::Verdict;
use crate::setup::PackFolder;

/// Run scenarios and lessons, look at guides and puzzles; the last line is “N passed, N failed”
#[derive(Debug, Args)]
#[command(after_help = "\
A folder means the files in its folders scenarios, lessons and puzzles, or else its own .toml files. Of a Markdown file each block of TOML
with a scenario or a lesson is run.
Example: astrarium check --trace crates/game-galactic-adventures/scenarios/turns.toml")]
pub struct Check {
    #[arg(required = true, value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Print question, answers and changes after every step
    #[arg(long)]
    trace: bool,
    #[command(flatten)]
    pack: PackFolder,
}

/// A file with what came of it.
#[derive(Clone)]
struct Checked {
    path: PathBuf,
    outcomes: Result<Vec<Outcome>, String>,
}

impl Check {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let files: Vec<PathBuf> = self.paths.iter().map(|p| files(p)).collect::<Result<Vec<_>, _>>()?.concat();
        let checked: Vec<Vec<Checked>> = files.iter().map(|path| self.check(path)).collect::<Result<_, _>>()?;
        let checked = checked.concat();
        let failed = checked.iter().map(Checked::failed).sum::<usize>();
        let passed = checked.iter().flat_map(|c| &c.outcomes).flatten().filter(|o| o.result.is_ok()).count();
        if json {
            let files: Vec<Value> = checked.iter().map(Checked::describe).collect();
            super::print_json(&json!({ "passed": passed, "failed": failed, "files": files }));
        } else {
            checked.iter().flat_map(Checked::report).for_each(|line| println!("{line}"));
            println!("{passed} passed, {failed} failed");
        }
        Ok(Verdict::of(failed == 0))
    }

    fn check(&self, path: &Path) -> anyhow::Result<Vec<Checked>> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        let texts = if path.extension().is_some_and(|e| e == "md") { blocks(&text) } else { vec![text] };
        ensure!(!texts.is_empty(), "{}: nothing to check here", path.display());
        let run = |text: String| {
            let outcomes = match title(&text) {
                Err(what) => Err(what),
                Ok(title) => with_game!(title, G => self.run_file::<G>(&text)?),
            };
            Ok(Checked { path: path.into(), outcomes })
        };
        texts.into_iter().map(run).collect()
    }

    /// What is in a file says what it is.
    fn run_file<G: Game>(&self, text: &str) -> anyhow::Result<Result<Vec<Outcome>, String>> {
        let data = self.pack.load::<G>()?;
        let table: toml::Table = text.parse().expect("its title was read");
        Ok(match () {
            () if table.contains_key("lesson") => lesson::run_file::<G>(text, data),
            () if table.contains_key("goal") || table.contains_key("question") => {
                guide::faults::<G>(Some(text)).map(found)
            }
            () if table.contains_key("puzzle") => puzzles::<G>(text, data),
            () => scenario::run_file::<G>(text, data, self.trace),
        })
    }
}

/// The title a file is for.
fn title(text: &str) -> Result<Title, String> {
    let table: toml::Table = text.parse().map_err(|e: toml::de::Error| e.to_string())?;
    table.get("title").and_then(toml::Value::as_str).ok_or("has no title: expected title = \"…\"")?.parse()
}

/// Puzzles that hold and that a glance does not solve.
fn puzzles<G: Game>(text: &str, data: &'static G::Data) -> Result<Vec<Outcome>, String> {
    let mut outcomes = puzzle::run_file::<G>(text, data)?;
    for (puzzle, outcome) in Puzzles::<G::Position>::read(text)?.puzzles.iter().zip(&mut outcomes) {
        if let (Ok(()), Some(what)) = (&outcome.result, mine::plain::<G>(puzzle, data)) {
            outcome.result = Err(vec![Fault { line: 1, what }]);
        }
    }
    Ok(outcomes)
}

/// What was found in a guide, as the outcome of one check.
fn found(faults: Vec<String>) -> Vec<Outcome> {
    let faults: Vec<Fault> = faults.into_iter().map(|what| Fault { line: 1, what }).collect();
    let result = if faults.is_empty() { Ok(()) } else { Err(faults) };
    vec![Outcome { name: "guide".into(), clauses: vec![], result, reached: [].into(), trace: vec![] }]
}

impl Checked {
    /// A file that cannot be run is one failure.
    fn failed(&self) -> usize {
        self.outcomes.as_ref().map_or(1, |outcomes| outcomes.iter().filter(|o| o.result.is_err()).count())
    }

    fn report(&self) -> Vec<String> {
        let path = self.path.display();
        let told = |o: &Outcome| {
            let faults = o.result.as_ref().err().into_iter().flatten();
            o.trace.iter().cloned().chain(faults.map(|fault| format!("{path}:{fault}"))).collect::<Vec<_>>()
        };
        match &self.outcomes {
            Err(what) => vec![format!("{path}: {what}")],
            Ok(outcomes) => outcomes.iter().flat_map(told).collect(),
        }
    }

    fn describe(&self) -> Value {
        let faults = |o: &Outcome| -> Vec<Value> {
            let faults = o.result.as_ref().err().into_iter().flatten();
            faults.map(|fault| json!({ "line": fault.line, "what": fault.what })).collect()
        };
        let outcome =
            |o: &Outcome| json!({ "name": o.name, "clauses": o.clauses, "faults": faults(o), "trace": o.trace });
        let outcomes: Vec<Value> = self.outcomes.iter().flatten().map(outcome).collect();
        json!({ "file": self.path, "error": self.outcomes.as_ref().err(), "scenarios": outcomes })
    }
}

/// The blocks of TOML in a Markdown text that hold scenarios or lessons, each on its own lines.
fn blocks(text: &str) -> Vec<String> {
    let mut blocks = Vec::new();
    let mut block: Option<String> = None;
    for (number, line) in text.lines().enumerate() {
        match (&mut block, line.trim()) {
            (None, "```toml") => block = Some("\n".repeat(number + 1)),
            (Some(_), "```") => blocks.extend(block.take().filter(|b| KINDS.iter().any(|kind| b.contains(kind)))),
            (Some(block), _) => *block += &format!("{line}\n"),
            (None, _) => {}
        }
    }
    blocks
}

/// What the blocks hold that are run.
const KINDS: [&str; 2] = ["[[scenario]]", "[[lesson]]"];

/// The files that a path means.
fn files(path: &Path) -> anyhow::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.into()]);
    }
    let all = below(path)?;
    let within = |folder: &Path| ["scenarios", "lessons", "puzzles"].iter().any(|name| folder.ends_with(name));
    let mut found: Vec<PathBuf> = all.iter().filter(|p| p.ancestors().skip(1).any(within)).cloned().collect();
    if found.is_empty() {
        found = all.into_iter().filter(|p| p.parent() == Some(path)).collect();
    }
    ensure!(!found.is_empty(), "{}: nothing to check here", path.display());
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
