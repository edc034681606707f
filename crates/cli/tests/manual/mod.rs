//! What is written about commands is true.

use std::fs;
use std::path::Path;

use crate::run::{astrarium, fresh};
use crate::{COMMANDS, GAME};

/// Whatever a document says that can be typed is understood: commands in blocks of text, and the examples of every command.
#[test]
fn commands_in_documents_are_understood() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut pages: Vec<_> = ["README.md", "CONTRIBUTING.md"].map(|name| root.join(name)).into();
    pages.extend(fs::read_dir(root.join("docs")).expect("documents").map(|page| page.expect("a page").path()));
    let mut typed = Vec::new();
    for page in pages.iter().filter(|page| page.extension().is_some_and(|e| e == "md")) {
        let text = fs::read_to_string(page).expect("readable");
        let blocks = text.split("```").skip(1).step_by(2).map(|block| block.replace("\\\n", " "));
        for line in blocks.flat_map(|block| block.lines().map(String::from).collect::<Vec<_>>()) {
            let line = line.trim_start_matches("$ ").trim().to_string();
            // What follows after many spaces says what it does.
            let command = line.split("  ").next().unwrap_or("").split(" #").next().unwrap_or("").to_string();
            typed.extend(
                command.strip_prefix("astrarium ").map(|words| (page.display().to_string(), words.to_string())),
            );
        }
    }
    for command in COMMANDS {
        let help = astrarium(&[command, &["--help"]].concat()).ok().out;
        let examples = help.lines().filter_map(|line| line.trim().strip_prefix("Example: astrarium "));
        typed.extend(examples.map(|words| (command.join(" "), words.to_string())));
    }
    assert!(typed.len() > 60, "only {} commands are written anywhere", typed.len());
    // What another program fills in is not typed.
    for (page, words) in typed.into_iter().filter(|(_, words)| !words.contains("$(")) {
        let stop = |word: &&str| ![">", "|", ";", "&", "&&", "2>"].contains(word) && !word.ends_with('>');
        let words: Vec<String> = words.split_whitespace().take_while(stop).map(said).collect();
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let parsed = astrarium(&[&words[..], &["--no-such-flag"]].concat()).code(2).err;
        assert!(parsed.contains("--no-such-flag"), "{page}: astrarium {}: {parsed}", words.join(" "));
    }
}

#[test]
fn a_shell_and_a_manual_know_the_commands() {
    let bash = astrarium(&["completions", "bash"]).ok().out;
    assert!(bash.contains("galactic-emperor") && bash.contains("--resume"), "{} bytes", bash.len());
    let pages = fresh("man");
    astrarium(&["man", &pages.display().to_string()]).ok();
    assert!(fs::read_to_string(pages.join("astrarium-play.1")).is_ok_and(|page| page.contains("resume")));
}

/// A word as a reader would type it.
fn said(word: &str) -> String {
    let word = word.trim_matches(['[', ']', '"', ';']);
    match word {
        "TITLE" => GAME.into(),
        "N" => "4".into(),
        "CLAUSE" => "GA-001".into(),
        _ => word.replace("players=N", "players=4"),
    }
}
