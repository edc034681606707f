//! The project's own chores: `cargo xtask test` runs everything, `soak` the random tests for longer, `tidy` looks after the order
//! of the tree, `new-game` begins a game.

mod description;
mod machine;
mod new_game;
mod python;
mod site;
mod test;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask <test|tidy|soak|new-game NAME>

  test   everything: format, order, lints, tests, scenarios, Python package, web client, docs, the book, licences, fuzz; the last line is “N passed, N failed”
  soak   the random tests with many times as much to try, 100 or the number given, and Schemathesis: for a night, not for a change
  new-game NAME   a crate for a new game, NAME in words such as star-traders: it compiles, keeps the laws and is in the catalogue
  tidy   the order of the tree: dependency arrows, equal file names, clause marks, plain text, links";

fn main() -> ExitCode {
    let home = std::env::var("CARGO_MANIFEST_DIR").expect("cargo says where xtask lies: run `cargo xtask`");
    let root = Path::new(&home).parent().expect("xtask lies in the workspace");
    let mut words = std::env::args().skip(1);
    let fine = match (words.next().as_deref(), words.next()) {
        (Some("test"), None) => test::run(root),
        (Some("tidy"), None) => tidy::run(root),
        (Some("new-game"), Some(name)) => new_game::run(root, &name),
        (Some("soak"), times) if times.as_ref().is_none_or(|n| n.parse::<u64>().is_ok_and(|n| n > 0)) => {
            test::soak(root, times.as_deref().unwrap_or("100"))
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
