//! `astrarium backup` and `astrarium restore`: everything a server keeps, as one file.

use std::path::PathBuf;

use astrarium_server::{Counts, backup, restore};
use clap::Args;
use serde_json::json;

use super::Database;
use crate::Verdict;

/// Keep everything of a server in one file, while it runs
#[derive(Debug, Args)]
#[command(after_help = "\
The file holds what was stored at one moment, and fits SQLite and PostgreSQL alike. It has the secrets of running games: it is
readable for you alone, and should stay so. Database and data folder are those of `serve`, by flag, variable or file.
Example: astrarium backup games-$(date +%F).gz --data-dir games")]
pub struct Backup {
    /// The file to write; it must not exist
    file: PathBuf,
    #[command(flatten)]
    database: Database,
}

/// Make a database what a backup says
#[derive(Debug, Args)]
#[command(after_help = "\
All of it is restored and checked, or nothing is changed. Stop the servers of the database first.
To move from SQLite to PostgreSQL: backup the one, restore to the other.
Example: astrarium restore games.gz --db postgres://astrarium@localhost/astrarium")]
pub struct Restore {
    /// What `backup` has written
    file: PathBuf,
    #[command(flatten)]
    database: Database,
    /// Lose what is in the database
    #[arg(long)]
    replace: bool,
}

impl Backup {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let Database { db, data_dir, .. } = &self.database;
        let counts = tokio::runtime::Runtime::new()?.block_on(backup(db.as_deref(), data_dir, &self.file))?;
        tell(&counts, &format!("kept in {}", self.file.display()), json);
        Ok(Verdict::Fine)
    }
}

impl Restore {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let Database { db, data_dir, .. } = &self.database;
        let work = restore(db.as_deref(), data_dir, &self.file, self.replace);
        let counts = tokio::runtime::Runtime::new()?.block_on(work)?;
        tell(&counts, &format!("restored from {}", self.file.display()), json);
        Ok(Verdict::Fine)
    }
}

fn tell(counts: &Counts, done: &str, json: bool) {
    if json {
        return super::print_json(&json!({ "rows": counts }));
    }
    let of = |table: &str| counts.get(table).copied().unwrap_or_default();
    println!("{} tables with {} events {done}", of("tables"), of("log"));
}
