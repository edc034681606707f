//! Where a search yields: between two steps its host may preempt it for a while.

use std::fmt::Debug;
use std::time::Duration;

/// Called every few steps by every thread of a search, so it must be cheap.
pub trait Breath: Debug + Sync {
    /// Returns when the search may continue. The result is how long it was held, which does not count against its budget.
    fn breathe(&self) -> Duration;
}
