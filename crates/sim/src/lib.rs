//! Many games at once: batches from one seed, what they say, files, plots, ratings, measurements. Read in this order.

pub mod batch; // games over threads, the same whatever their number
mod luck; // chance keyed to what it is for
pub mod tally; // exact counts that add up in any order
pub mod summary; // what a batch says: shares with intervals, length, points
pub mod shard; // slices of a batch, and how they become one
pub mod files; // CSV, JSON and Parquet
pub mod plots; // SVG
pub mod compare; // two packs with the same luck, game by game
pub mod report; // what a folder of results means, as a page and as a dictionary
pub mod arena; // round robin with ratings
pub mod gate; // is a bot stronger than another?
pub mod bench; // how fast the engine is, beside a yardstick
pub mod mine; // puzzles out of games

use indicatif::{ProgressBar, ProgressStyle};

pub use arena::{Arena, Rated};
pub use batch::{Batch, Failure, Finished, Plan, PlanError, Watch, run};
pub use bench::{Bench, Figures, Yardstick};
pub use compare::{Compared, Difference, compare};
pub use gate::Gate;
pub use mine::Mine;
pub use shard::{Header, MergeError, Shard, merge};
pub use summary::{Pace, Share, Spread, Summary};
pub use tally::{Counts, Tally};

/// A bar on standard error with rate and time left; silent when nobody sees it.
pub fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    ProgressBar::new(games).with_style(style.expect("the template is right"))
}
