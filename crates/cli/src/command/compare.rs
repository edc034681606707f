//! `astrarium compare`: what another pack changes.

use std::path::{Path, PathBuf};

use anyhow::ensure;
use astrarium_bots::Spec;
use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Compared, Difference, files};
use clap::Args;
use serde_json::json;

use super::columns;
use super::data::HOUSE;
use super::sim::{BatchArgs, build};
use crate::Verdict;
use crate::setup::{PackFolder, Setup, titles};

/// Play the same games with two packs, and say what differs
#[derive(Debug, Args)]
#[command(after_help = "\
Both packs have the same bots, seeds and luck: a die is keyed to the decision that it is thrown for, a draw to its deck. A pair
says more than two games apart as long as the games stay alike. A difference is settled if its 95 % interval leaves out zero; with forty measures two are
settled by luck alone.
Example: astrarium compare galactic-adventures --pack house --pack my-pack --bots greedy --games 1000 --out results")]
pub struct Compare {
    /// One of `astrarium titles`
    #[arg(value_parser = titles())]
    title: Title,
    /// A folder with component files, or house for the built-in ones; said twice
    #[arg(long = "pack", alias = "data", value_name = "DIR", required = true)]
    packs: Vec<PathBuf>,
    /// Who plays: random, greedy, ismcts:2000 (iterations), ismcts:500ms, easy, normal, hard
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    bots: Vec<Spec>,
    /// How many games with each pack
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    games: u64,
    /// The number all dice and all bots come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// Left out: as many as the machine has
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    threads: Option<u16>,
    /// How many seats; the same as the option players
    #[arg(long, value_name = "K")]
    seats: Option<usize>,
    /// Options of the title, as `astrarium titles --json` lists them
    #[arg(long, value_name = "K=V,…", default_value = "")]
    options: String,
    /// One stream of dice for each game, as `sim` has it, in place of luck keyed to what it is for
    #[arg(long)]
    plain_luck: bool,
    /// A folder for the page, the figures and the games of both packs
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl Compare {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let [a, b] = &self.packs[..] else {
            anyhow::bail!("{} packs: expected two, as --pack house --pack my-pack", self.packs.len());
        };
        with_game!(self.title, G => self.compare::<G>([a, b], json))
    }

    fn compare<G: Game>(&self, packs: [&PathBuf; 2], json: bool) -> anyhow::Result<Verdict> {
        let [args_a, args_b] = packs.map(|pack| self.args(pack));
        let (a, b) = (args_a.plan::<G>(true)?, args_b.plan::<G>(true)?);
        ensure!(!std::ptr::eq(a.data, b.data), "both packs are the built-in one");
        if let Some(folder) = &self.out {
            files::claim(folder, None)?;
        }
        let played = args_a.watched(2 * self.games, |watch| {
            astrarium_sim::compare([&a, &b], &build()?, !self.plain_luck, watch).map_err(anyhow::Error::from)
        })?;
        let (compared, batches) = played?;
        if compared.stopped {
            eprintln!("stopped after {} of {} pairs", compared.pairs, self.games);
        }
        if let Some(folder) = &self.out {
            files::write_comparison(folder, &compared, &batches)?;
            eprintln!("{} shows it in a browser", folder.join("report.html").display());
        }
        if json {
            super::print_json(&json!(compared));
        } else {
            print(&compared);
        }
        compared.failures.iter().for_each(|failure| eprintln!("{failure}"));
        Ok(match compared {
            Compared { failures, .. } if !failures.is_empty() => Verdict::Failed,
            Compared { stopped: true, .. } => Verdict::Stopped,
            _ => Verdict::Fine,
        })
    }

    fn args(&self, pack: &Path) -> BatchArgs {
        let house = pack.as_os_str() == HOUSE && !pack.exists();
        let pack = PackFolder { pack: (!house).then(|| pack.to_path_buf()) };
        let setup = Setup { seats: self.seats, options: self.options.clone(), pack };
        BatchArgs { bots: self.bots.clone(), games: self.games, seed: self.seed, threads: self.threads, setup }
    }
}

fn print(compared: &Compared) {
    println!("{}: {} pairs of games\n", compared.a.title, compared.pairs);
    let mut table = columns(&["", "A", "B", "B − A", "95 % interval", "", "unit"]);
    for Difference { name, unit, a, b, difference, low, high, settled, more, .. } in &compared.differences {
        let verdict = match (settled, more) {
            (true, _) => "settled".to_string(),
            (false, Some(more)) => format!("{more} more games"),
            (false, None) => "the same".into(),
        };
        table.add_row([
            name.clone(),
            format!("{a:.2}"),
            format!("{b:.2}"),
            format!("{difference:+.2}"),
            format!("{low:+.2} to {high:+.2}"),
            verdict,
            (*unit).into(),
        ]);
    }
    println!("{table}");
}
