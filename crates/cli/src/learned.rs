//! What was learned at this terminal, a line each: lessons that were done, kinds of question that were explained.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use astrarium_core::{Game, Meta};

pub struct Learned {
    file: PathBuf,
    title: &'static str,
    lines: BTreeSet<String>,
}

impl Learned {
    /// What is known of a title in this folder.
    pub fn read<G: Game>(folder: &Path) -> anyhow::Result<Learned> {
        let file = folder.join("learned.txt");
        let text = if file.exists() {
            fs::read_to_string(&file).with_context(|| file.display().to_string())?
        } else {
            String::new()
        };
        let Meta { id: title, .. } = G::META;
        Ok(Learned { file, title, lines: text.lines().map(String::from).collect() })
    }

    pub fn has(&self, word: &str) -> bool {
        self.lines.contains(&format!("{}/{word}", self.title))
    }

    pub fn keep(&mut self, word: &str) -> anyhow::Result<()> {
        self.lines.insert(format!("{}/{word}", self.title));
        let lines: String = self.lines.iter().map(|line| format!("{line}\n")).collect();
        let folder = self.file.parent().expect("a file of a folder");
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&self.file, lines))
            .with_context(|| self.file.display().to_string())
    }
}
