//! The moment between two steps of a search in which whoever lends the computer may take it back for a while.

use std::fmt::Debug;
use std::time::Duration;

/// Is asked every few steps, by every thread of a search; it must be cheap.
pub trait Breath: Debug + Sync {
    /// Returns when the search may go on, and how long it was held: that time is not the search's own.
    fn breathe(&self) -> Duration;
}
