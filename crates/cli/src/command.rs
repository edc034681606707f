//! The commands. Their forms stay as they are: scripts rely on them.

pub mod check;
pub mod data;
pub mod draw;
pub mod play;
pub mod record;
pub mod rules;
pub mod titles;

use clap::Subcommand;
use serde_json::Value;

use crate::Verdict;

#[derive(Debug, Subcommand)]
pub enum Command {
    Titles(titles::Titles),
    Play(play::Play),
    Check(check::Check),
    #[command(subcommand)]
    Record(record::Record),
    Draw(draw::Draw),
    Rules(rules::Rules),
    #[command(subcommand)]
    Data(data::Data),
}

impl Command {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match self {
            Command::Titles(titles) => titles.run(json),
            Command::Play(play) => play.run(json),
            Command::Check(check) => check.run(json),
            Command::Record(record) => record.run(json),
            Command::Draw(draw) => draw.run(json),
            Command::Rules(rules) => rules.run(json),
            Command::Data(data) => data.run(json),
        }
    }
}

/// One JSON document.
fn print_json(value: &Value) {
    println!("{value:#}");
}
