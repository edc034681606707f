//! `astrarium gate`: is one bot stronger than another?

use std::sync::atomic::Ordering::Relaxed;

use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Gate as State, Plan, Watch};
use clap::Args;
use serde_json::json;

use super::sim::{BatchArgs, percent};
use super::stopping;
use crate::Verdict;

/// Test whether one bot is stronger than another, by as few games as it takes
#[derive(Debug, Args)]
#[command(after_help = "\
The first bot sits at each seat in turn, with the same dice, against the second at all others: that is a block. --games is the most blocks.
The test ends when the first is sure enough to win 3 points more than its fair share, or not to. Exit code: 0 it does, 1 it does not, or
there were too few blocks to say.
Example: astrarium gate galactic-adventures --bots ismcts:300,ismcts:100 --games 400 --seed 1")]
pub struct Gate {
    /// One of `astrarium titles`
    title: Title,
    #[command(flatten)]
    batch: BatchArgs,
}

impl Gate {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        with_game!(self.title, G => self.test::<G>(json))
    }

    fn test<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let plan: Plan<G> = self.batch.plan(true)?;
        let stop = stopping()?;
        let watch = Watch { stop: &|| stop.load(Relaxed), each: &|_| () };
        let (gate, batch) = plan.gate(&watch, |state| eprintln!("{}", told(&state)))?;
        if json {
            super::print_json(&json!(gate))
        } else {
            println!("{}", told(&gate))
        }
        batch.failures.iter().for_each(|failure| eprintln!("{failure}"));
        Ok(Verdict::of(gate.passed == Some(true) && batch.failures.is_empty()))
    }
}

fn told(gate: &State) -> String {
    let State { blocks, share, within, fair, likelihood, passed } = *gate;
    let answer = match passed {
        Some(true) => "stronger",
        Some(false) => "not stronger",
        None => "not yet sure",
    };
    let (share, within, fair) = (percent(share), percent(within), percent(fair));
    format!("{blocks} blocks: {share} ± {within}, fair {fair}, log-likelihood {likelihood:.2}: {answer}")
}
