//! Documents that one can follow: each command is run as it is written, each change is made, and what they promise comes.

use std::fs;
use std::path::{Path, PathBuf};

use crate::run::{Run, fresh, within};
use crate::serve::Server;

#[test]
fn a_hunch_becomes_a_table() {
    assert_eq!(Reader::of("packs-hunch.md").follow(), 11, "commands");
}

#[test]
fn a_printed_game_is_typed_in() {
    assert_eq!(Reader::of("packs-printed.md").follow(), 9, "commands");
}

/// Somebody who does what a page says.
struct Reader {
    page: String,
    home: PathBuf,
    /// The file that was mentioned last.
    file: PathBuf,
    /// What the last commands said.
    said: String,
}

impl Reader {
    fn of(page: &str) -> Reader {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs").join(page);
        let (page, home) = (fs::read_to_string(path).expect("a page"), fresh(page));
        Reader { page, file: home.clone(), home, said: String::new() }
    }

    /// From the top to the end; how many commands there were.
    fn follow(mut self) -> usize {
        let page = std::mem::take(&mut self.page);
        let mut commands = 0;
        let blocks = page.split("```").collect::<Vec<_>>();
        for (at, block) in blocks.chunks(2).filter(|chunk| chunk.len() == 2).map(|chunk| (chunk[0], chunk[1])) {
            self.read(at);
            let (kind, block) = block.split_once('\n').expect("a block has lines");
            match kind {
                "" => {
                    self.said.clear();
                    block.lines().for_each(|line| self.run(line));
                    commands += block.lines().count();
                }
                "diff" => self.change(block),
                "text" => block.lines().for_each(|line| assert!(self.said.contains(line), "{line}\nin {}", self.said)),
                _ => panic!("nobody can follow a block of {kind}"),
            }
        }
        commands
    }

    /// Prose: a file that exists is where the next change is made.
    fn read(&mut self, text: &str) {
        let named = text.split('`').skip(1).step_by(2).map(|name| self.home.join(name));
        if let Some(file) = named.filter(|file| file.is_file()).last() {
            self.file = file;
        }
    }

    fn change(&self, diff: &str) {
        let side = |sign: char| -> String {
            let lines = diff.lines().filter(|line| line.starts_with([' ', sign]) || line.is_empty());
            lines.map(|line| format!("{}\n", line.get(1..).unwrap_or(""))).collect()
        };
        let text = fs::read_to_string(&self.file).expect("the file that was mentioned");
        let (old, new) = (side('-'), side('+'));
        assert!(text.contains(&old), "{} does not have\n{old}", self.file.display());
        fs::write(&self.file, text.replacen(&old, &new, 1)).expect("writable");
    }

    /// As it is written, with fewer games.
    fn run(&mut self, line: &str) {
        let words: Vec<&str> = line.strip_prefix("astrarium ").expect("a command").split(' ').collect();
        let few =
            words.iter().map(|word| if ["100", "1000"].contains(word) { "20" } else { *word }).collect::<Vec<_>>();
        if words[0] == "serve" {
            let pack = words[2].replace('=', &format!("={}/", self.home.display()));
            let (ended, _) = Server::start(&[words[1], &pack]).terminate();
            return assert!(ended.success(), "{line}");
        }
        let run: Run = within(&self.home, &few, "quit\n");
        self.said += &format!("{}{}", run.out, run.err);
        // A fault that the page shows.
        run.code(i32::from(words[..2] == ["data", "check"] && !self.said.contains(": sound")));
    }
}
