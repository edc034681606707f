//! `astrarium bench`: how fast the engine is, beside a yardstick.

use astrarium_games::{Title, with_game};
use astrarium_sim::bench::{Bench as Figures, measure};
use clap::Args;
use serde_json::json;

use super::columns;
use crate::Verdict;

/// Measure playouts, copies and search of every title beside random chess
#[derive(Debug, Args)]
#[command(after_help = "\
Ours and the yardstick run in turns in one process, on one thread. Ratios mean more than times.
Example: astrarium bench --seconds 20 --json")]
pub struct Bench {
    /// The titles to measure; all of them if none is named
    #[arg(value_name = "TITLE")]
    titles: Vec<Title>,

    /// How long to measure each title
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
}

impl Bench {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let seconds = f64::from(self.seconds);
        let titles = if self.titles.is_empty() { &Title::ALL[..] } else { &self.titles };
        let figures = titles.iter().map(|&title| with_game!(title, G => measure::<G>(seconds)));
        let bench = Figures::new(figures.collect());
        if json {
            super::print_json(&json!(bench))
        } else {
            print(&bench)
        }
        Ok(Verdict::Fine)
    }
}

fn print(bench: &Figures) {
    println!("yardstick: {}, {:.0} moves/s\n", bench.yardstick.name, bench.yardstick.moves_per_second);
    let header =
        ["title", "seats", "decisions/s", "ratio", "state bytes", "clone ns", "redeal ns", "search iterations/s"];
    let mut table = columns(&header);
    for title in &bench.titles {
        table.add_row([
            title.title.to_string(),
            title.seats.to_string(),
            format!("{:.0}", title.decisions_per_second),
            format!("{:.2}", title.ratio),
            title.state_bytes.to_string(),
            format!("{:.1}", title.clone_ns),
            format!("{:.0}", title.redeal_ns),
            format!("{:.0}", title.search_iterations_per_second),
        ]);
    }
    println!("{table}\n\nthe levels as they are played, in the middle of a game\n");
    let mut table = columns(&["title", "level", "ms a decision", "search iterations/s"]);
    for title in &bench.titles {
        for pace in &title.levels {
            table.add_row([
                title.title.to_string(),
                pace.level.to_string(),
                format!("{:.2}", pace.decision_ms),
                format!("{:.0}", pace.iterations_per_second),
            ]);
        }
    }
    println!("{table}");
}
