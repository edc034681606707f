//! Which clauses were reached. With debug assertions a line that cites a clause says so when it runs; a release has no such calls.
//!
//! ```
//! use astrarium_core::cite::{cited, reached};
//!
//! #[cited]
//! fn pay(purse: u8, price: u8) -> u8 {
//!     if purse < price {
//!         return purse; // XX-012
//!     }
//!     purse - price // XX-013
//! }
//!
//! let (left, clauses) = reached(|| pay(5, 2));
//! assert_eq!(left, 3);
//! assert_eq!(clauses.into_iter().collect::<Vec<_>>(), ["XX-013"]);
//! ```

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;

pub use astrarium_cite::cited;

thread_local! {
    static LISTENING: Cell<bool> = const { Cell::new(false) };
    static REACHED: RefCell<BTreeSet<&'static str>> = const { RefCell::new(BTreeSet::new()) };
}

/// A line that cites this clause runs. [`cited`] writes these calls. They ask for no memory while nobody listens.
#[inline]
pub fn reach(clause: &'static str) {
    if LISTENING.get() {
        REACHED.with_borrow_mut(|reached| reached.insert(clause));
    }
}

/// Runs something that does not panic, and says which clauses it reached.
pub fn reached<T>(run: impl FnOnce() -> T) -> (T, BTreeSet<&'static str>) {
    LISTENING.set(true);
    let result = run();
    LISTENING.set(false);
    (result, REACHED.take())
}
