//! `astrarium data check`: is a component pack sound?

use std::path::PathBuf;

use anyhow::ensure;
use astrarium_core::{Files, Pack, PackError, Parts};
use astrarium_games::{Title, with_game};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::Verdict;

/// Look after component packs
#[derive(Debug, Subcommand)]
pub enum Data {
    /// Check a folder of component files; every fault has its file, line and column
    #[command(after_help = "Example: astrarium data check my-pack --title galactic-adventures")]
    Check {
        dir: PathBuf,
        #[arg(long)]
        title: Title,
    },
}

impl Data {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let Data::Check { dir, title } = self;
        ensure!(dir.is_dir(), "{}: is no folder", dir.display());
        let checked = with_game!(*title, G => {
            Files::folder::<<G as Parts>::Data>(dir).and_then(|files| {
                <G as Parts>::Data::parse(&files).map(|pack| pack.hash().to_string())
            })
        });
        let (hash, faults) = checked.map_or_else(|faults| (None, faults), |hash| (Some(hash), Vec::new()));
        if json {
            let faults: Vec<Value> = faults.iter().map(describe).collect();
            super::print_json(
                &json!({ "title": title.meta().id, "ok": hash.is_some(), "pack": hash, "faults": faults }),
            );
        } else {
            faults.iter().for_each(|fault| println!("{fault}"));
            match &hash {
                Some(hash) => println!("{}: sound, pack {hash}", dir.display()),
                None => println!("{}: {} faults", dir.display(), faults.len()),
            }
        }
        Ok(Verdict::of(hash.is_some()))
    }
}

fn describe(fault: &PackError) -> Value {
    json!({ "file": fault.file, "line": fault.line, "column": fault.column, "what": fault.what, "right": fault.right })
}
