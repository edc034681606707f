//! `astrarium sim`: many games between bots, and what they say.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;

use anyhow::Context;
use astrarium_bots::Spec;
use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Batch, Header, Pace, Plan, Shard, Share, Spread, Summary, Watch, files};
use clap::{Args, Subcommand};
use serde_json::json;

use super::{columns, stopping};
use crate::Verdict;
use crate::setup::{Setup, titles};

/// Play many games between bots, rotated over the seats
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
#[command(after_help = "\
The same seed gives the same games, whatever the threads. Ctrl-C keeps what is done, and the exit code is 3. A folder that has all these
games already, played by this program, is left as it is: what was stopped can simply be started again. A folder of other games is refused.
Example: astrarium sim galactic-adventures --bots greedy,random,random,random --games 1000 --seed 1 --out results
Many machines: astrarium sim galactic-adventures --bots greedy --first 1000 --games 1000 --out b; astrarium sim merge a b --out all")]
pub struct Sim {
    #[command(subcommand)]
    command: Option<SimCommand>,
    /// One of `astrarium titles`
    #[arg(required = true, value_parser = titles())]
    title: Option<Title>,
    #[command(flatten)]
    batch: BatchArgs,
    /// The number of the first game, to play a batch in slices
    #[arg(long, value_name = "N", default_value_t = 0)]
    first: u64,
    /// A folder for the games as CSV, JSON and Parquet, the summary, and plots
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

#[derive(Debug, Subcommand)]
enum SimCommand {
    Merge(Merge),
}

/// Put slices of one batch together, as if they had been played at once
#[derive(Debug, Args)]
#[command(after_help = "\
The slices must follow each other without a gap, and be of the same title, options, pack, bots, seed and program.
Example: astrarium sim merge a b c --out all")]
struct Merge {
    /// Folders that `sim --out` has written, in any order
    #[arg(required = true, value_name = "DIR")]
    folders: Vec<PathBuf>,
    /// A folder for all games, as `sim --out` writes it
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

/// What `sim` and `arena` have in common.
#[derive(Debug, Args)]
pub struct BatchArgs {
    /// Who plays: random, greedy, ismcts:2000 (iterations), ismcts:500ms, cadet, pilot, captain, admiral, emperor
    #[arg(long, value_name = "A,B,…", value_delimiter = ',', required = true)]
    pub(super) bots: Vec<Spec>,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) games: u64,
    /// The number all dice and all bots come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(super) seed: u64,
    /// Left out: as many as the machine has
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..))]
    pub(super) threads: Option<u16>,
    #[command(flatten)]
    pub(super) setup: Setup,
}

impl BatchArgs {
    pub fn plan<G: Game>(&self, rows: bool) -> anyhow::Result<Plan<G>> {
        let threads = self.threads.map(usize::from);
        Ok(Plan {
            options: self.setup.options::<G>()?,
            data: self.setup.pack.load::<G>()?,
            bots: self.bots.clone(),
            first: 0,
            games: self.games,
            seed: self.seed,
            threads: threads.map_or_else(|| std::thread::available_parallelism().map(usize::from), Ok)?,
            rows,
        })
    }

    /// Runs with a bar on standard error and an ear for Ctrl-C.
    pub fn watched<T>(&self, games: u64, run: impl FnOnce(&Watch<'_>) -> T) -> anyhow::Result<T> {
        let bar = astrarium_sim::bar(games);
        let stop = stopping()?;
        let done = run(&Watch { stop: &|| stop.load(Relaxed), each: &|_| bar.inc(1) });
        bar.finish_and_clear();
        Ok(done)
    }

    /// How many games were wanted.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// Says so if Ctrl-C came before the end.
    pub fn note_stop(&self, games: u64) {
        if games < self.games {
            eprintln!("stopped after {games} of {} games", self.games);
        }
    }
}

impl Sim {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match &self.command {
            Some(SimCommand::Merge(merge)) => merge.run(json),
            None => with_game!(self.title.expect("clap requires it"), G => self.simulate::<G>(json)),
        }
    }

    fn simulate<G: Game>(&self, json: bool) -> anyhow::Result<Verdict> {
        let plan: Plan<G> = Plan { first: self.first, ..self.batch.plan(self.out.is_some())? };
        let header = Header::new(&plan, &build()?);
        if let Some(folder) = &self.out
            && let Some(shard) = Shard::read(folder).ok().flatten()
            && shard.header == header
            && shard.is_finished()
        {
            eprintln!("{} has these games already", folder.display());
            return Ok(show(&header, &shard.batch(), json));
        }
        if let Some(folder) = &self.out {
            files::claim(folder, Some(&header))?;
        }
        let batch = self.batch.watched(self.batch.games, |watch| plan.run(watch))??;
        self.batch.note_stop(batch.tally.games());
        if let Some(folder) = &self.out {
            write(folder, &header, &batch)?;
        }
        Ok(show(&header, &batch, json))
    }
}

impl Merge {
    fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let shard = astrarium_sim::merge(&self.folders)?;
        let header = shard.header.clone();
        let batch = shard.batch();
        if let Some(folder) = &self.out {
            write(folder, &header, &batch)?;
        }
        Ok(show(&header, &batch, json))
    }
}

/// The version with a fingerprint of the program, since every change of it may change a game.
pub fn build() -> anyhow::Result<String> {
    let program = std::env::current_exe().and_then(std::fs::read).context("the program cannot read itself")?;
    let print = blake3::hash(&program).to_hex();
    Ok(format!("{} {}", env!("CARGO_PKG_VERSION"), &print[..16]))
}

fn write(folder: &Path, header: &Header, batch: &Batch) -> anyhow::Result<()> {
    let files = files::write(folder, header, batch)?;
    eprintln!("{} files in {}", files.len(), folder.display());
    Ok(())
}

fn show(header: &Header, batch: &Batch, json: bool) -> Verdict {
    let summary = Summary::new(header, batch);
    if json {
        super::print_json(&json!(summary))
    } else {
        print(&summary)
    }
    summary.failures.iter().for_each(|failure| eprintln!("{failure}"));
    if summary.stopped && summary.failures.is_empty() {
        Verdict::Stopped
    } else {
        Verdict::of(summary.failures.is_empty())
    }
}

fn print(summary: &Summary) {
    let Summary { games, decisions, .. } = summary;
    print!("{}, {}: {games} games, {decisions} decisions", summary.title, summary.options);
    match summary.pace {
        Some(Pace { seconds, decisions_per_second, games_per_second }) => {
            println!(" in {seconds:.2} s\n{decisions_per_second:.0} decisions/s, {games_per_second:.1} games/s")
        }
        None => println!(),
    }
    let mut wins = columns(&["won by", "", "seats", "share", "95 % interval"]);
    let all = &summary.win_shares;
    let mut groups = vec![("seat", &all.seats), ("bot", &all.bots)];
    // Whole combinations are many and rare: where there are single words, those say more.
    groups.extend(all.facts.iter().filter(|(key, _)| !all.singles.contains_key(*key)).map(|(key, s)| (&**key, s)));
    groups.extend(all.singles.iter().map(|(key, shares)| (&**key, shares)));
    for (key, shares) in groups {
        let mut shares: Vec<&Share> = shares.iter().collect();
        shares.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
        for share in shares.iter().take(LINES) {
            wins.add_row([
                key.into(),
                share.name.clone(),
                share.games.to_string(),
                percent(share.share),
                interval(share),
            ]);
        }
        if shares.len() > LINES {
            wins.add_row([key, &format!("{} more (--json has all)", shares.len() - LINES)]);
        }
    }
    println!("\n{wins}\n");
    let mut spreads = columns(&["", "mean", "5 %", "50 %", "95 %"]);
    let points = [
        ("points of winners", &summary.points.winners),
        ("points of others", &summary.points.losers),
        ("points between first and second", &summary.points.margin),
    ];
    let measures = summary.measures.iter().map(|(key, spread)| (&**key, spread));
    for (key, spread) in [("decisions", &summary.length)].into_iter().chain(points).chain(measures) {
        let Spread { mean, p5, p50, p95 } = spread;
        spreads.add_row([key.into(), format!("{mean:.1}"), p5.to_string(), p50.to_string(), p95.to_string()]);
    }
    if let Some(tension) = &summary.tension {
        for (key, spread) in [("changes of the lead", &tension.lead_changes), ("winner known at, ‰", &tension.known_at)]
        {
            let Spread { mean, p5, p50, p95 } = spread;
            spreads.add_row([key.into(), format!("{mean:.1}"), p5.to_string(), p50.to_string(), p95.to_string()]);
        }
    }
    println!("{spreads}");
    if !summary.sources.is_empty() {
        let mut sources = columns(&["points of a seat from", "mean", "share"]);
        let all: f64 = summary.sources.values().sum();
        for (source, points) in &summary.sources {
            sources.add_row([source.to_string(), format!("{points:.1}"), percent(points / all)]);
        }
        println!("\n{sources}");
    }
    if !summary.deeds.is_empty() {
        let mut deeds = columns(&["done by a seat", "mean"]);
        for (deed, times) in &summary.deeds {
            deeds.add_row([deed.to_string(), format!("{times:.2}")]);
        }
        println!("\n{deeds}");
    }
}

/// Of each group, in print.
const LINES: usize = 12;

pub fn percent(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

pub fn interval(share: &Share) -> String {
    format!("{:.1}–{:.1} %", share.low.max(0.0) * 100.0, share.high * 100.0)
}
