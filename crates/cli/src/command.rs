//! The commands. Their forms stay as they are: scripts rely on them.

pub mod admin;
pub mod arena;
pub mod backup;
pub mod bench;
pub mod check;
pub mod compare;
pub mod data;
pub mod draw;
pub mod gate;
pub mod learn;
pub mod load;
pub mod migrate;
pub mod play;
pub mod puzzle;
pub mod record;
pub mod rules;
pub mod serve;
pub mod shell;
pub mod sim;
pub mod titles;

use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use anyhow::Context;
use astrarium_server::Config;
use clap::{Args, Subcommand};
use comfy_table::{Table, presets};
use serde_json::Value;

use crate::Verdict;

#[derive(Debug, Subcommand)]
pub enum Command {
    Serve(Box<serve::Serve>),
    Admin(admin::Admin),
    Backup(backup::Backup),
    Restore(backup::Restore),
    Titles(titles::Titles),
    Sim(sim::Sim),
    Arena(arena::Arena),
    Gate(gate::Gate),
    Compare(compare::Compare),
    Play(play::Play),
    Learn(learn::Learn),
    Puzzle(puzzle::Puzzle),
    Check(check::Check),
    #[command(subcommand)]
    Record(record::Record),
    Draw(draw::Draw),
    Rules(rules::Rules),
    #[command(subcommand)]
    Data(data::Data),
    Bench(bench::Bench),
    Load(load::Load),
    Migrate(migrate::Migrate),
    Completions(shell::Completions),
    Man(shell::Man),
}

impl Command {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match self {
            Command::Serve(serve) => serve.run(json),
            Command::Admin(admin) => admin.run(json),
            Command::Backup(backup) => backup.run(json),
            Command::Restore(restore) => restore.run(json),
            Command::Titles(titles) => titles.run(json),
            Command::Sim(sim) => sim.run(json),
            Command::Arena(arena) => arena.run(json),
            Command::Gate(gate) => gate.run(json),
            Command::Compare(compare) => compare.run(json),
            Command::Play(play) => play.run(json),
            Command::Learn(learn) => learn.run(json),
            Command::Puzzle(puzzle) => puzzle.run(json),
            Command::Check(check) => check.run(json),
            Command::Record(record) => record.run(json),
            Command::Draw(draw) => draw.run(json),
            Command::Rules(rules) => rules.run(json),
            Command::Data(data) => data.run(json),
            Command::Bench(bench) => bench.run(json),
            Command::Load(load) => load.run(json),
            Command::Migrate(migrate) => migrate.run(json),
            Command::Completions(completions) => completions.run(),
            Command::Man(man) => man.run(),
        }
    }
}

/// Where a server keeps everything.
#[derive(Clone, Debug, Args)]
pub struct Database {
    /// A file with settings of `serve`, in TOML; its keys are the names of the flags
    #[arg(long, value_name = "FILE", env = "ASTRARIUM_CONFIG")]
    config: Option<PathBuf>,
    /// postgres://… or sqlite://…; left out, SQLite in the data folder
    #[arg(long, value_name = "URL")]
    pub db: Option<String>,
    /// Where everything is kept
    #[arg(long, value_name = "DIR", default_value_os_t = data_folder())]
    pub data_dir: PathBuf,
}

/// Where a user's programs keep what must not be lost.
fn data_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
    data.map_or(Config::default().data_dir, |data| data.join("astrarium"))
}

/// One JSON document.
fn print_json(value: &Value) {
    println!("{value:#}");
}

/// A table without lines, for people.
fn columns(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    table
}

/// Turns true at the first Ctrl-C, so that long work can keep what is done; the second one ends the program at once.
fn stopping() -> anyhow::Result<&'static AtomicBool> {
    static STOP: AtomicBool = AtomicBool::new(false);
    let handler = || {
        if STOP.swap(true, Relaxed) {
            std::process::exit(crate::STOPPED.into());
        }
    };
    ctrlc::set_handler(handler).context("Ctrl-C cannot be heard")?;
    Ok(&STOP)
}
