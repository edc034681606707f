//! `astrarium completions` and `astrarium man`: what a shell and a manual want to know of the commands.

use std::path::{Path, PathBuf};

use anyhow::Context;
use clap::{Args, CommandFactory};
use clap_complete::Shell;

use crate::{Cli, Verdict};

/// Print what lets a shell complete commands, flags and titles
#[derive(Debug, Args)]
#[command(after_help = "\
Example: astrarium completions bash > ~/.local/share/bash-completion/completions/astrarium
Example: astrarium completions zsh > ~/.zfunc/_astrarium")]
pub struct Completions {
    shell: Shell,
}

/// Write the manual, a page for each command
#[derive(Debug, Args)]
#[command(after_help = "\
Left out, the first page goes to standard output.
Example: astrarium man | man -l -
Example: astrarium man ~/.local/share/man/man1")]
pub struct Man {
    /// A folder for the pages
    dir: Option<PathBuf>,
}

impl Completions {
    pub fn run(&self) -> anyhow::Result<Verdict> {
        clap_complete::generate(self.shell, &mut Cli::command(), "astrarium", &mut std::io::stdout());
        Ok(Verdict::Fine)
    }
}

impl Man {
    pub fn run(&self) -> anyhow::Result<Verdict> {
        match &self.dir {
            None => clap_mangen::Man::new(Cli::command()).render(&mut std::io::stdout())?,
            Some(dir) => pages(dir).with_context(|| dir.display().to_string())?,
        }
        Ok(Verdict::Fine)
    }
}

fn pages(dir: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(dir)?;
    clap_mangen::generate_to(Cli::command(), dir)
}
