//! What commands share: a table's options and pack, records in files, seats by name.

use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use astrarium_core::table::Mismatch;
use astrarium_core::{Game, PackError, Record, Seat, Table, Viewer, data, options};
use astrarium_games::Title;
use clap::Args;
use clap::builder::{PossibleValue, TypedValueParser};
use clap::error::ErrorKind;

/// How a table is set up.
#[derive(Clone, Debug, Default, Args)]
pub struct Setup {
    /// How many seats; the same as the option players
    #[arg(long, value_name = "K")]
    pub seats: Option<usize>,
    /// Options of the title, as `astrarium titles --json` lists them
    #[arg(long, value_name = "K=V,…", default_value = "")]
    pub options: String,
    #[command(flatten)]
    pub pack: PackFolder,
}

/// Where the components come from.
#[derive(Clone, Debug, Default, Args)]
pub struct PackFolder {
    /// A folder with component files in place of the built-in ones
    #[arg(long, alias = "data", value_name = "DIR")]
    pub pack: Option<PathBuf>,
}

/// Titles by their ids, which a shell can complete.
pub fn titles() -> impl TypedValueParser<Value = Title> {
    Titles
}

#[derive(Clone)]
struct Titles;

impl TypedValueParser for Titles {
    type Value = Title;

    fn parse_ref(&self, command: &clap::Command, _: Option<&clap::Arg>, word: &OsStr) -> Result<Title, clap::Error> {
        let read = word.to_string_lossy().parse::<Title>();
        read.map_err(|what| clap::Error::raw(ErrorKind::InvalidValue, what).with_cmd(command))
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(Title::ALL.into_iter().map(|title| PossibleValue::new(title.meta().id))))
    }
}

impl Setup {
    pub fn options<G: Game>(&self) -> anyhow::Result<G::Options> {
        let read = options::parse::<G::Options>(&self.options);
        let options = self.seats.iter().try_fold(read.map_err(anyhow::Error::msg)?, |options, seats| {
            options::set(options, "players", &seats.to_string()).map_err(anyhow::Error::msg)
        })?;
        Ok(options)
    }
}

impl PackFolder {
    /// What a record was played with, unless a folder is given.
    pub fn of<G: Game>(&self, record: &Record) -> anyhow::Result<&'static G::Data> {
        let built_in = || G::built_in(&record.header.pack).filter(|_| self.pack.is_none());
        built_in().map_or_else(|| self.load::<G>(), Ok)
    }

    /// Nothing starts with a broken pack.
    pub fn load<G: Game>(&self) -> anyhow::Result<&'static G::Data> {
        let Some(folder) = &self.pack else { return Ok(G::house()) };
        data::load::<G::Data>(Some(folder)).map_err(|faults| {
            let faults: Vec<String> = faults.iter().map(PackError::to_string).collect();
            anyhow!("{} is no pack of {}\n{}", folder.display(), G::META.id, faults.join("\n"))
        })
    }
}

/// A record with its file.
#[derive(Debug)]
pub struct RecordFile {
    pub path: PathBuf,
    pub text: String,
}

impl RecordFile {
    pub fn read(path: &Path) -> anyhow::Result<RecordFile> {
        let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
        Ok(RecordFile { path: path.into(), text })
    }

    /// The record and its title.
    pub fn parse(&self) -> anyhow::Result<(Record, Title)> {
        let record: Record = self.text.parse().map_err(|e| anyhow!("{}: {e}", self.path.display()))?;
        let title = record.header.title.parse().map_err(|e| anyhow!("{}: {e}", self.path.display()))?;
        Ok((record, title))
    }

    /// The line of the file, counted from 1, that has an entry; the first for the header.
    pub fn line(&self, entry: Option<usize>) -> usize {
        let lines = || self.text.lines().enumerate();
        let header = lines().find(|(_, line)| line.is_empty()).map_or(0, |(number, _)| number);
        let entries = lines().skip(header).filter(|(_, line)| !line.is_empty());
        entry.and_then(|k| entries.map(|(number, _)| number + 1).nth(k)).unwrap_or(1)
    }

    /// Plays it again up to entry `at`.
    pub fn replay<G: Game>(&self, record: &Record, pack: &PackFolder, at: Option<usize>) -> anyhow::Result<Table<G>> {
        let last = record.entries.len() - 1;
        if let Some(k) = at.filter(|&k| k > last) {
            bail!("{} has no entry {k}: expected 0 to {last}", self.path.display());
        }
        let data = pack.of::<G>(record)?;
        Table::replay(record, data, at).map_err(|e| self.differs(&e))
    }

    /// Where the file and its replay differ.
    pub fn differs(&self, fault: &Mismatch) -> anyhow::Error {
        anyhow!("{}:{}: {fault}", self.path.display(), self.line(fault.entry))
    }
}

/// A viewer by the name of a seat, or by its number from 1; without a seat, the public.
pub fn viewer<G: Game>(state: &G, seat: Option<&str>) -> anyhow::Result<Viewer> {
    let Some(word) = seat else { return Ok(Viewer::Public) };
    let numbered = || word.parse::<usize>().ok().and_then(|n| Seat::first(state.seats()).nth(n.checked_sub(1)?));
    let names = || Seat::first(state.seats()).map(|s| state.seat_name(s)).collect::<Vec<_>>().join(", ");
    let seat = state.seat_named(word).or_else(numbered);
    seat.map(Viewer::Seat).ok_or_else(|| anyhow!("there is no seat “{word}”: expected {}", names()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_entry_has_a_line() {
        let text = "astrarium-record 1\ntitle x\n\nsetup # 0\nred go # 1\nend 1 2\n".to_string();
        let file = RecordFile { path: "x.rec".into(), text };
        assert_eq!([None, Some(0), Some(1), Some(2), Some(9)].map(|k| file.line(k)), [1, 4, 5, 6, 1]);
    }
}
