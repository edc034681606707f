//! How a game is tried: its laws on random play, its scenarios, its records. Nothing here knows a game.

pub mod scenario; // the runner of scenario files

pub use scenario::scenarios;

use std::path::Path;

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

/// What a caught panic said.
fn said(panic: Box<dyn std::any::Any + Send>) -> String {
    let text = panic.downcast_ref::<String>().cloned();
    text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string)).unwrap_or_else(|| "no words".into())
}
