//! `astrarium titles`: what can be played.

use astrarium_core::{Options, Parts};
use astrarium_games::{Title, with_game};
use clap::Args;
use serde_json::{Value, json};

use crate::Verdict;

/// List the titles that can be played
#[derive(Debug, Args)]
#[command(after_help = "Example: astrarium titles --json")]
pub struct Titles {}

impl Titles {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        if json {
            super::print_json(&Title::ALL.map(describe).into());
            return Ok(Verdict::Fine);
        }
        for title in Title::ALL {
            let meta = title.meta();
            println!(
                "{:<24} {}, {}–{} players, {} minutes",
                meta.id, meta.name, meta.min_seats, meta.max_seats, meta.minutes
            );
            println!("{:<24} {}", "", meta.about);
        }
        Ok(Verdict::Fine)
    }
}

fn describe(title: Title) -> Value {
    let specs = with_game!(title, G => <<G as Parts>::Options as Options>::SPECS);
    let mut all = json!(title.meta());
    all["options"] = json!(specs);
    all
}
