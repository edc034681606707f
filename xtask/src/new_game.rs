//! A new game: the teaching game under another name, in the catalogue, ready to be changed.

use std::path::Path;
use std::process::Command;

use crate::tidy::names::{CATALOGUE, capital};
use crate::tidy::{File, Tree};

const TEMPLATE: &str = "examples/dice-duel/";

/// Writes the crate, its rules and its cover, and puts it into the catalogue; says what is wrong with the name otherwise.
pub fn run(root: &Path, name: &str) -> bool {
    match write(root, name) {
        Ok(paths) => paths.iter().for_each(|path| println!("{path}")),
        Err(why) => {
            eprintln!("{why}");
            return false;
        }
    }
    let finished = finish(root, name).iter_mut().all(|task| task.status().is_ok_and(|status| status.success()));
    println!(
        "\ngame-{name} is a copy of the teaching game. Begin with docs/rules/{name}.md; CONTRIBUTING.md has the steps."
    );
    finished
}

/// Writes the files and names them.
fn write(root: &Path, name: &str) -> Result<Vec<String>, String> {
    let made = made(&Tree::read(root), name)?;
    for file in &made {
        let path = root.join(&file.path);
        std::fs::create_dir_all(path.parent().expect("a file lies in a folder")).expect("the folder can be made");
        std::fs::write(&path, &file.text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    }
    Ok(made.into_iter().map(|file| file.path).collect())
}

/// What copying cannot do: the order and length of lines depend on the name, and the hashes of records cover the title,
/// so the records are played again.
fn finish(root: &Path, name: &str) -> [Command; 2] {
    let package = format!("game-{name}");
    let cargo = |words: &[&str]| {
        let mut cargo = Command::new("cargo");
        cargo.args(words).current_dir(root);
        cargo
    };
    let mut renew = cargo(&["test", "--quiet", "--package", &package, "records"]);
    renew.env("ASTRARIUM_RENEW", "1");
    [cargo(&["fmt", "--package", &package, "--package", "astrarium-games"]), renew]
}

/// All that a game of this name adds to the tree or changes there.
fn made(tree: &Tree, name: &str) -> Result<Vec<File>, String> {
    let word = |part: &str| part.starts_with(|c: char| c.is_ascii_lowercase());
    let plain = name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
    if !plain || !name.split('-').all(word) {
        return Err(format!("“{name}” is no name of a game: expected words such as star-traders"));
    }
    if tree.has(&format!("crates/game-{name}")) {
        return Err(format!("there is a crates/game-{name} already: expected another name"));
    }
    let names = Names::new(tree, name);
    let mut files: Vec<File> = tree.0.iter().filter_map(|file| names.copy(file)).collect();
    files.extend(["Cargo.toml", "crates/games/Cargo.toml", CATALOGUE, "docs/SUMMARY.md"].map(|path| {
        let file = tree.get(path).expect("the workspace has it");
        File { path: path.into(), text: names.enter(&file.text) }
    }));
    Ok(files)
}

/// What a game is called where.
struct Names<'a> {
    name: &'a str,
    /// `star_traders`
    module: String,
    /// `StarTraders`
    variant: String,
    /// `Star Traders`
    title: String,
    /// `ST`, or with a digit if a game has that.
    prefix: String,
}

impl Names<'_> {
    fn new<'a>(tree: &Tree, name: &'a str) -> Names<'a> {
        let words: Vec<String> = name.split('-').map(capital).collect();
        let initials: String = words.iter().filter_map(|w| w.chars().next()).take(2).collect();
        let taken = |prefix: &String| tree.0.iter().any(|f| f.text.contains(&format!("prefix: \"{prefix}\"")));
        let prefixes = [initials.clone()].into_iter().chain((2..).map(|n| format!("{}{n}", &initials[..1])));
        let prefix = prefixes.into_iter().find(|p| p.len() > 1 && !taken(p)).expect("numbers do not end");
        Names { name, module: name.replace('-', "_"), variant: words.concat(), title: words.join(" "), prefix }
    }

    /// A file of the teaching game as one of the new game.
    fn copy(&self, file: &File) -> Option<File> {
        let inside = file.path.strip_prefix(TEMPLATE)?;
        let path = match inside {
            "rules.md" => format!("docs/rules/{}.md", self.name),
            "cover.svg" => format!("art/{}.svg", self.name),
            _ => format!("crates/game-{}/{inside}", self.name),
        };
        let text = file.text.replace("../rules.md", &format!("../../../docs/rules/{}.md", self.name));
        let text = text.replace("dice-duel", self.name).replace("dice_duel", &self.module);
        let text = text.replace("Dice Duel", &self.title).replace("DD-", &format!("{}-", self.prefix));
        Some(File { path, text: text.replace("prefix: \"DD\"", &format!("prefix: \"{}\"", self.prefix)) })
    }

    /// A list of all games with one more.
    fn enter(&self, text: &str) -> String {
        let Names { name, module, variant, title, .. } = self;
        let rows = [
            ("  - [Galactic Emperor]", format!("  - [{title}](rules/{name}.md)\n")),
            ("game-galactic-emperor = { path", format!("game-{name} = {{ path = \"crates/game-{name}\" }}\n")),
            ("game-galactic-emperor.workspace", format!("game-{name}.workspace = true\n")),
            ("pub use game_galactic_emperor", format!("pub use game_{module}::State as {variant};\n")),
            ("    EmpiresOfTheVoid2,", format!("    {variant},\n")),
            ("        Title::EmpiresOfTheVoid2,", format!("        Title::{variant},\n")),
        ];
        let arm = "            $crate::Title::EmpiresOfTheVoid2 => {";
        let mut lines = String::new();
        for line in text.lines() {
            if line == arm {
                lines += &format!("{}\n", arm.replace("EmpiresOfTheVoid2", variant));
                lines +=
                    &format!("                type $G = $crate::{variant};\n                $body\n            }}\n");
            }
            lines += &count_up(line);
            lines.push('\n');
            rows.iter().filter(|(begin, _)| line.starts_with(begin)).for_each(|(_, row)| lines += row);
        }
        lines
    }
}

/// The length of the list of titles, one more.
fn count_up(line: &str) -> String {
    let Some((before, after)) = line.split_once("ALL: [Title; ") else { return line.into() };
    let (number, rest) = after.split_once(']').expect("an array has a length");
    format!("{before}ALL: [Title; {}]{rest}", number.parse::<u32>().expect("a length is a number") + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree() -> Tree {
        Tree::read(Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace"))
    }

    /// The tree with the new game has no fault that it did not have before.
    #[test]
    fn a_new_game_is_tidy() {
        let mut whole = tree();
        let before = crate::tidy::faults(&whole).len();
        let made = made(&whole, "star-traders").expect("a good name");
        whole.0.retain(|old| made.iter().all(|new| new.path != old.path));
        whole.0.extend(made);
        let faults = crate::tidy::faults(&whole);
        assert_eq!(faults.len(), before, "{faults:?}");
        let catalogue = &whole.get(CATALOGUE).expect("it is there").text;
        for row in ["pub use game_star_traders::State as StarTraders;", "        Title::StarTraders,\n    ];"] {
            assert!(catalogue.contains(row), "{row}\n{catalogue}");
        }
        assert!(whole.0.iter().any(|f| f.text.contains("**ST-001**")));
        assert!(!whole.0.iter().any(|f| f.path.starts_with("crates/game-star-traders/") && f.text.contains("DD-")));
    }

    /// A real one, in a copy of the tree: it is formatted, compiles, keeps the laws and is in the catalogue. The name is long,
    /// and comes before the others in the alphabet.
    #[test]
    fn a_new_game_compiles_and_keeps_the_laws() {
        let name = "a-long-war-of-the-nine-hundred-and-ninety-nine-distant-suns";
        let program = std::env::current_exe().expect("a test is a program");
        let target = program.ancestors().nth(3).expect("tests lie in the target folder").join("new-game");
        let root = target.join("tree");
        copy_tree(&root);
        write(&root, name).expect("a good name");
        let must = |task: &mut Command| {
            let output = task.env("CARGO_TARGET_DIR", &target).env("CARGO_NET_OFFLINE", "true").output();
            let output = output.unwrap_or_else(|e| panic!("{task:?}: {e}"));
            assert!(
                output.status.success(),
                "{task:?}\n{}",
                String::from_utf8_lossy(&[output.stdout, output.stderr].concat())
            );
        };
        finish(&root, name).iter_mut().for_each(must);
        let package = format!("game-{name}");
        for words in [
            &["fmt", "--all", "--check"][..],
            &["test", "--package", &package],
            &["check", "--package", "astrarium-games"],
        ] {
            must(Command::new("cargo").args(words).current_dir(&root));
        }
    }

    /// The tree as git knows it, as old as it is: cargo builds only what is new. Git is asked again in the copy.
    fn copy_tree(to: &Path) {
        let from = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies in the workspace");
        _ = std::fs::remove_dir_all(to); // it may not be there
        for File { path, .. } in tree().0 {
            let copy = to.join(&path);
            std::fs::create_dir_all(copy.parent().expect("a file lies in a folder")).expect("the folder can be made");
            std::fs::copy(from.join(&path), &copy).unwrap_or_else(|e| panic!("{path}: {e}"));
            let age = std::fs::metadata(from.join(&path)).and_then(|file| file.modified()).expect("files have an age");
            let copy = std::fs::File::options().write(true).open(&copy).unwrap_or_else(|e| panic!("{path}: {e}"));
            copy.set_modified(age).unwrap_or_else(|e| panic!("{path}: {e}"));
        }
        let made = Command::new("git").args(["init", "--quiet"]).current_dir(to).status();
        assert!(made.is_ok_and(|status| status.success()), "git init");
    }

    #[test]
    fn a_name_is_checked() {
        for (name, why) in [("Star", "no name of a game"), ("a--b", "no name"), ("galactic-emperor", "already")] {
            let refused = made(&tree(), name).map(|files| files.len()).expect_err(name);
            assert!(refused.contains(why), "{refused}");
        }
        assert_eq!(Names::new(&tree(), "great-expanse").prefix, "G2", "GE is taken");
    }
}
