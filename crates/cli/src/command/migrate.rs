//! `astrarium migrate`: what this version does with the games of a database.

use std::path::PathBuf;

use astrarium_games::Title;
use astrarium_server::Config;
use astrarium_server::migrate::{Forecast, Will, forecast, migrate};
use clap::Args;
use serde_json::json;

use super::Database;
use super::serve::pack;
use crate::Verdict;

/// Say what this version does with the running games of a database, and bring it up to date
#[derive(Debug, Args)]
#[command(after_help = "\
Every running game is played again. It goes on as it is, or with the rules version and the pack that it began with. If the same
decisions lead elsewhere in this version, the game waits: --accept plays it on from them all the same. A game that this version
cannot play on is kept for one that can. The exit code is 1 if some game still waits. A server that shares the database hears of it
at once.
Example: astrarium migrate --dry-run --db postgres://astrarium@localhost/astrarium")]
pub struct Migrate {
    #[command(flatten)]
    database: Database,
    /// The component files of a folder that new tables of a title are played with
    #[arg(long = "pack", value_name = "TITLE=DIR", value_parser = pack, value_delimiter = ',')]
    packs: Vec<(Title, PathBuf)>,
    /// Only say what would be; the server may go on meanwhile
    #[arg(long)]
    dry_run: bool,
    /// Continue games whose replay differs, from the same decisions
    #[arg(long, conflicts_with = "dry_run")]
    accept: bool,
}

impl Migrate {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let Database { db, data_dir, .. } = self.database.clone();
        let config = Config { db, data_dir, packs: self.packs.clone(), ..Config::default() };
        let runtime = tokio::runtime::Runtime::new()?;
        let games = runtime.block_on(async {
            if self.dry_run { forecast(&config).await } else { migrate(&config, self.accept).await }
        })?;
        if json {
            super::print_json(&json!({ "games": games }));
        } else {
            let mut table = super::columns(&["table", "title", "entries", ""]);
            for game in &games {
                table.add_row([&game.table, &game.title, &game.entries.to_string(), &tell(game)]);
            }
            println!("{table}");
        }
        Ok(Verdict::of(games.iter().all(|game| game.will.is_fine())))
    }
}

fn tell(game: &Forecast) -> String {
    match game.will {
        Will::Same => "goes on".into(),
        Will::Old => format!("goes on with rules version {} and pack {}", game.rules, game.pack),
        Will::Differs { entry, accepted: true } => format!("goes on differently from entry {entry}"),
        Will::Differs { entry, .. } => format!("differs from entry {entry}: waits, or goes on with --accept"),
        Will::Stops { entry: Some(entry) } => format!("waits: entry {entry} cannot be played"),
        Will::Stops { entry: None } => "waits: this version cannot play it".into(),
    }
}
