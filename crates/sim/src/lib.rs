//! Many games at once: batches from one seed, what they say, files, plots, ratings, measurements. Read in this order.

pub mod batch; // games over threads, the same whatever their number
pub mod tally; // exact counts that add up in any order
pub mod summary; // what a batch says: shares with intervals, length, points
pub mod shard; // slices of a batch, and how they become one
pub mod files; // CSV, JSON and Parquet
pub mod plots; // SVG
pub mod arena; // round robin with ratings
pub mod bench; // how fast the engine is, beside a yardstick

use indicatif::{ProgressBar, ProgressStyle};

pub use arena::{Arena, Rated};
pub use batch::{Batch, Failure, Plan, PlanError, Row, Watch, run};
pub use bench::{Bench, Figures, Yardstick};
pub use shard::{Header, MergeError, Shard, merge};
pub use summary::{Pace, Share, Spread, Summary};
pub use tally::{Counts, Tally};

/// A bar on standard error with rate and time left; silent when nobody sees it.
pub fn bar(games: u64) -> ProgressBar {
    let style = ProgressStyle::with_template("{wide_bar} {human_pos}/{human_len} games, {per_sec}, {eta} left");
    ProgressBar::new(games).with_style(style.expect("the template is right"))
}
