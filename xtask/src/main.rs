//! The project's own chores: `cargo xtask test` runs everything, `cargo xtask tidy` looks after the order of the tree.

mod test;
mod tidy;

use std::path::Path;
use std::process::ExitCode;

const HELP: &str = "\
usage: cargo xtask <test|tidy>

  test   everything: format, order, lints, tests, scenarios, licences, fuzz; the last line is “N passed, N failed”
  tidy   the order of the tree: dependency arrows, equal file names, clause marks, plain text";

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
    let fine = match std::env::args().skip(1).collect::<Vec<_>>().iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["test"] => test::run(root),
        ["tidy"] => tidy::run(root),
        ["help" | "--help" | "-h"] => {
            println!("{HELP}");
            true
        }
        _ => {
            eprintln!("{HELP}");
            return ExitCode::from(2);
        }
    };
    if fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
