//! The binary `astrarium`: every command, its forms, and what its end means.
//!
//! Exit codes: 0 success, 1 a check failed, 2 bad usage or input, 3 stopped by Ctrl-C with what was done kept.

mod answer; // what a typed line means
mod command; // one file per command
mod face; // a scene in words
mod greeting; // where a server can be opened
mod learned; // what was learned here
mod keep; // the record of a game being played
mod map; // the board in letters
mod session; // a game at the keyboard
mod settings; // by flag, environment and file
mod setup; // options, packs, records, seats: what commands share
mod terminal; // reading lines

use std::process::ExitCode;

use clap::Parser;
use clap::error::ErrorKind;

use command::Command;
use settings::Mistake;

/// Scenes are many small strings; the system's allocator takes a third of the server's time for them.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

#[derive(Debug, Parser)]
#[command(
    name = "astrarium",
    version,
    about = "A digital tabletop for space-empire board games",
    after_help = "Without a command: the table opens in your browser (`serve`).\nExample: astrarium play galactic-adventures --bots greedy,greedy,greedy"
)]
struct Cli {
    /// Print JSON for machines
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Option<Command>,
}

/// How a command ends that could do its work.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Fine,
    /// What was checked is not as it should be.
    Failed,
    /// Ctrl-C came before the end; what was done is kept.
    Stopped,
}

/// The exit code of what was stopped.
const STOPPED: u8 = 3;

impl Verdict {
    fn of(fine: bool) -> Verdict {
        if fine { Verdict::Fine } else { Verdict::Failed }
    }
}

fn main() -> ExitCode {
    let parsed = settings::parse(std::env::args_os().collect());
    let serves = |cli: &Cli| matches!(cli.command, None | Some(Command::Serve(_) | Command::Load(_)));
    // `astrarium rules TITLE | head` ends quietly. A server outlives its reader.
    if !parsed.as_ref().is_ok_and(serves) {
        sigpipe::reset();
    }
    let cli = match parsed {
        Ok(cli) => cli,
        Err(Mistake::Usage(error)) => return usage(&error),
        Err(Mistake::File(error)) => return bad(&error),
    };
    let command = cli.command.expect("without a command it is `serve`");
    match command.run(cli.json) {
        Ok(Verdict::Fine) => ExitCode::SUCCESS,
        Ok(Verdict::Failed) => ExitCode::from(1),
        Ok(Verdict::Stopped) => ExitCode::from(STOPPED),
        Err(error) => bad(&error),
    }
}

fn bad(error: &anyhow::Error) -> ExitCode {
    eprintln!("astrarium: {error:#}");
    ExitCode::from(2)
}

/// Help and version as they are; a mistake in one line.
fn usage(error: &clap::Error) -> ExitCode {
    if matches!(error.kind(), ErrorKind::DisplayHelp | ErrorKind::DisplayVersion) {
        print!("{error}");
        return ExitCode::SUCCESS;
    }
    eprintln!("astrarium: {}", one_line(error));
    ExitCode::from(2)
}

fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let kept = text.split("\n\n").take_while(|part| !part.starts_with("Usage:"));
    let words: Vec<&str> = kept.flat_map(str::split_whitespace).collect();
    let line = words.join(" ").replace(" For more information, try '--help'.", "");
    line.trim_start_matches("error: ").into()
}
