//! `astrarium arena`: a round robin between bots, with ratings.

use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Arena as Result, Plan};
use clap::Args;
use serde_json::json;

use super::columns;
use super::sim::{BatchArgs, interval, percent};
use crate::Verdict;
use crate::setup::titles;

/// Let different bots play each other at every seat, and rate them
#[derive(Debug, Args)]
#[command(after_help = "\
A rating is Weng and Lin's: everybody starts at 25; the interval is 95 %.
Example: astrarium arena galactic-adventures --bots random,greedy,ismcts:500 --games 300 --seed 1")]
pub struct Arena {
    /// One of `astrarium titles`
    #[arg(value_parser = titles())]
    title: Title,
    #[command(flatten)]
    batch: BatchArgs,
}

impl Arena {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        with_game!(self.title, G => self.rate::<G>(json))
    }

    fn rate<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let plan: Plan<G> = self.batch.plan(true)?;
        let (arena, batch) = self.batch.watched(self.batch.games(), |watch| plan.arena(watch))??;
        self.batch.note_stop(arena.games);
        if json {
            super::print_json(&json!(arena))
        } else {
            print(&arena)
        }
        batch.failures.iter().for_each(|failure| eprintln!("{failure}"));
        let stopped = arena.games + (batch.failures.len() as u64) < self.batch.games();
        Ok(if stopped { Verdict::Stopped } else { Verdict::of(batch.failures.is_empty()) })
    }
}

fn print(arena: &Result) {
    println!("{}: {} games in {:.1} s\n", arena.title, arena.games, arena.seconds);
    let mut table = columns(&["bot", "rating", "95 % interval", "seats", "won", "95 % interval"]);
    for rated in &arena.bots {
        let rating = [format!("{:.1}", rated.rating), format!("{:.1}–{:.1}", rated.low, rated.high)];
        let wins = [rated.wins.games.to_string(), percent(rated.wins.share), interval(&rated.wins)];
        table.add_row([rated.bot.clone()].into_iter().chain(rating).chain(wins));
    }
    println!("{table}");
}
