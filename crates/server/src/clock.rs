//! The clock of the server: that of the system. A test of games that take weeks sets it ahead.

use std::sync::atomic::{AtomicI64, Ordering};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

static AHEAD: AtomicI64 = AtomicI64::new(0);

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as i64) + AHEAD.load(Ordering::Relaxed)
}

/// For tests: the clock of this process goes ahead of the system's by this much.
pub fn set_ahead(time: Duration) {
    AHEAD.store(time.as_millis() as i64, Ordering::Relaxed);
}
