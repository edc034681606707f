//! How a game is tested: its laws on random play, its scenarios, its records. Nothing here knows a particular game.

pub mod alloc; // playouts ask for no memory
pub mod laws; // the laws on random play
pub mod guide; // every kind of question is explained
pub mod lesson; // the runner of courses
pub mod puzzle; // positions with one best answer
mod look; // each law on one state
mod frank; // the law of what is revealed
pub mod packs; // broken component packs
pub mod positions; // broken positions
pub mod perft; // how many ways there are
mod play; // random play that can be told again
pub mod records; // golden and fresh records
pub mod scenario; // the runner of scenario files
mod told; // the log adds up

pub use laws::{Budget, laws};
pub use records::records;
pub use scenario::scenarios;
pub use told::{Count, told};

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// The factor by which random tests try more than usual; `cargo xtask soak` sets it.
pub fn times() -> u64 {
    std::env::var("ASTRARIUM_SOAK").map_or(1, |n| n.parse().expect("ASTRARIUM_SOAK is a number"))
}

/// Every file of a folder with this extension, by name, with its text; panics if there is none.
fn files(folder: &Path, extension: &str) -> Vec<(String, String)> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|e| e.unwrap_or_else(|e| panic!("{}: {e}", folder.display())).path());
    let mut paths: Vec<_> = paths.filter(|p| p.extension().is_some_and(|e| e == extension)).collect();
    assert!(!paths.is_empty(), "{}: no .{extension} file here", folder.display());
    paths.sort();
    let read = |p: &Path| std::fs::read_to_string(p).unwrap_or_else(|e| panic!("{}: {e}", p.display()));
    paths.iter().map(|p| (p.display().to_string(), read(p))).collect()
}

/// A fault of a position that does not say what would be right.
fn vague(faults: &[String]) -> Option<String> {
    let vague = faults.iter().find(|fault| !fault.contains("expected"));
    vague.map(|fault| format!("the fault “{fault}” does not say what would be right: expected “expected …” in it"))
}

/// A panic becomes a fault like any other.
fn caught<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str);
        let said = said.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", said.unwrap_or("without a word")))
    })
}
