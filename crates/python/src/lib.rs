//! The games for Python. Each class wraps something whose game is known only as a title; no game is known here. Read in this order.

#![allow(missing_debug_implementations, reason = "nobody but Python holds these, and it prints them by their repr")]

mod errors; // what Python is told
mod game; // a title with its options and its pack
mod play; // any game behind one interface
mod dice; // dice that can be written down
mod state; // one game being played
mod bot; // who decides
mod observe; // what a seat sees as whole numbers
mod slots; // many games at once, whatever the title
mod batch; // the same as numpy arrays
mod selfplay; // whole games between bots, as arrays
mod record; // played games as text
mod sim; // batches, tournaments, shards

use pyo3::prelude::*;

/// What the package `astrarium` is made of.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::Batch;
    #[pymodule_export]
    use crate::bot::Bot;
    #[pymodule_export]
    use crate::game::{Game, titles};
    #[pymodule_export]
    use crate::record::Record;
    #[pymodule_export]
    use crate::selfplay::selfplay;
    #[pymodule_export]
    use crate::sim::{Shard, arena, build, compare, sim};
    #[pymodule_export]
    use crate::state::State;
}
