//! The record of a game being played: a file of its own, never in place of another, with the secret of its dice beside it until the
//! game is over.

use std::fs;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use anyhow::{Context, anyhow, bail, ensure};
use astrarium_core::Record;
use astrarium_core::record::{Dice, hex, unhex};
use tempfile::NamedTempFile;

use crate::STOPPED;
use crate::setup::RecordFile;

/// Where a game is kept, and what of it is not on the disk yet.
#[derive(Debug)]
pub struct Keep {
    path: Option<PathBuf>,
    title: String,
    dice: Dice,
    /// The newest record, with the number of its decisions.
    text: String,
    decisions: usize,
    over: bool,
}

/// A keep that Ctrl-C can reach, too.
#[derive(Clone, Debug)]
pub struct Shared(Arc<Mutex<Keep>>);

impl Shared {
    /// Of a new game, or of one that goes on in its own file.
    pub fn new(title: &str, path: Option<PathBuf>, dice: Dice) -> Shared {
        let (text, title) = (String::new(), title.into());
        Shared(Arc::new(Mutex::new(Keep { path, title, dice, text, decisions: 0, over: false })))
    }

    pub fn lock(&self) -> MutexGuard<'_, Keep> {
        self.0.lock().expect("no holder panics")
    }

    /// Ctrl-C, wherever the game is, keeps it and ends the program.
    pub fn keep_at_ctrl_c(&self) -> anyhow::Result<()> {
        let keep = self.clone();
        let handler = move || {
            match keep.lock().leave() {
                Ok(Some(said)) => eprintln!("\n{said}"),
                Ok(None) => {}
                Err(error) => eprintln!("\nthe game is not kept: {error:#}"),
            }
            std::process::exit(STOPPED.into());
        };
        ctrlc::set_handler(handler).context("Ctrl-C cannot be heard")
    }
}

impl Keep {
    /// Takes the newest record, and writes it if it has a file.
    pub fn keep(&mut self, record: &Record) -> anyhow::Result<()> {
        self.decisions = record.entries.len() - 1;
        (self.text, self.over) = (record.to_string(), !record.places.is_empty());
        let Some(path) = &self.path else { return Ok(()) };
        write_over(path, &self.text)?;
        if self.over {
            remove(&beside(path))
        } else if !beside(path).exists() {
            write_secret(&beside(path), &self.dice)
        } else {
            Ok(())
        }
    }

    /// The game's own file, which must not be there yet.
    pub fn begin(&mut self, path: &Path, record: &Record) -> anyhow::Result<()> {
        write_new(path, &record.to_string())?;
        self.path = Some(path.into());
        self.keep(record)
    }

    /// A copy on request, from which the game can go on as well.
    pub fn save(&self, path: &Path) -> anyhow::Result<()> {
        write_new(path, &self.text)?;
        if self.over { Ok(()) } else { write_secret(&beside(path), &self.dice) }
    }

    /// Somebody leaves: a game that has begun and is not over gets a file if it has none. Says how it goes on.
    pub fn leave(&mut self) -> anyhow::Result<Option<String>> {
        if self.over || self.decisions == 0 {
            return Ok(None);
        }
        let path = match &self.path {
            Some(path) => path.clone(),
            None => {
                let path = free(&self.title)?;
                self.save(&path)?;
                self.path.insert(path).clone()
            }
        };
        Ok(Some(format!("The game is kept: astrarium play --resume {} goes on with it", path.display())))
    }

    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }
}

/// The dice of an unfinished game: its secret lies beside it, or comes from the number that it was begun with.
pub fn dice(file: &RecordFile, record: &Record, seed: Option<u64>) -> anyhow::Result<Dice> {
    let path = beside(&file.path);
    let secret = match (seed, fs::read_to_string(&path)) {
        (Some(seed), _) => Dice::from_number(seed).secret,
        (None, Ok(text)) => {
            unhex(text.trim()).ok_or_else(|| anyhow!("{}: expected 64 hexadecimal digits", path.display()))?
        }
        (None, Err(error)) if error.kind() == ErrorKind::NotFound => bail!(
            "{} is missing, so nobody knows how its dice would fall: give the game's --seed, if it had one",
            path.display()
        ),
        (None, Err(error)) => return Err(error).context(path.display().to_string()),
    };
    let dice = Dice { secret, nonces: record.header.nonces.clone() };
    let agrees = dice.commitment() == record.header.commitment;
    ensure!(agrees, "{}: these are not its dice: they do not agree with its commitment", file.path.display());
    Ok(dice)
}

fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".secret");
    name.into()
}

/// A name in this folder that no file has.
fn free(title: &str) -> anyhow::Result<PathBuf> {
    let names =
        (1..1000).map(|n| PathBuf::from(if n == 1 { format!("{title}.rec") } else { format!("{title}-{n}.rec") }));
    names.into_iter().find(|path| !path.exists()).context("this folder is full of games")
}

/// Whole or not at all.
fn whole(path: &Path, text: &str) -> anyhow::Result<NamedTempFile> {
    let folder = path.parent().filter(|p| !p.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let mut file = NamedTempFile::new_in(folder).with_context(|| path.display().to_string())?;
    file.write_all(text.as_bytes()).with_context(|| path.display().to_string())?;
    Ok(file)
}

fn write_over(path: &Path, text: &str) -> anyhow::Result<()> {
    whole(path, text)?.persist(path).map(|_| ()).with_context(|| path.display().to_string())
}

fn write_new(path: &Path, text: &str) -> anyhow::Result<()> {
    let there = |error: tempfile::PersistError| match error.error.kind() {
        ErrorKind::AlreadyExists => anyhow!(
            "{} is there already and is not overwritten: choose another name, or --resume a game that is not over",
            path.display()
        ),
        _ => anyhow!("{}: {}", path.display(), error.error),
    };
    whole(path, text)?.persist_noclobber(path).map(|_| ()).map_err(there)
}

/// Temporary files are their owner's alone, and stay so.
fn write_secret(path: &Path, dice: &Dice) -> anyhow::Result<()> {
    write_over(path, &format!("{}\n", hex(&dice.secret)))
}

fn remove(path: &Path) -> anyhow::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error).context(path.display().to_string()),
        _ => Ok(()),
    }
}
