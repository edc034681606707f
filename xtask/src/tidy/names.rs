//! Every game crate has the same file names, so that a reader of one game can find everything in the next.

use super::{Fault, Tree};

/// What lies in `src/`, in reading order.
const SOURCES: &[&str] = &[
    "lib",
    "piece",
    "data",
    "state",
    "invariant",
    "setup",
    "action",
    "phase",
    "illegal",
    "score",
    "view",
    "event",
    "draw",
    "bot",
    "game",
];

/// Where every title is listed.
pub const CATALOGUE: &str = "crates/games/src/lib.rs";

/// What only some games need.
const SOME: &[&str] = &["odds", "position", "prompt"];

/// What a game may divide as it likes: its rules by chapter, the others where one file grows too long.
const PARTS: &[&str] = &["rules/", "piece/", "data/", "state/", "invariant/", "event/", "draw/", "bot/"];

pub fn check(tree: &Tree) -> Vec<Fault> {
    tree.games().into_iter().flat_map(|title| check_game(tree, title)).collect()
}

fn check_game(tree: &Tree, title: &str) -> Vec<Fault> {
    let home = format!("crates/game-{title}");
    let mut faults = Vec::new();
    let sources = SOURCES.iter().map(|name| format!("{home}/src/{name}.rs"));
    let tests = ["all", "laws", "scenarios"].map(|name| format!("{home}/tests/{name}.rs"));
    for path in sources.chain(tests).chain([format!("docs/rules/{title}.md")]) {
        if tree.get(&path).is_none() {
            faults.push(Fault::new(&path, 0, "is missing: every game crate has the same file names"));
        }
    }
    for (folder, ending) in [("src/rules", ".rs"), ("data", ".toml"), ("scenarios", ".toml"), ("tests/records", ".rec")]
    {
        let inside = format!("{home}/{folder}/");
        if !tree.0.iter().any(|f| f.path.starts_with(&inside) && f.path.ends_with(ending)) {
            faults.push(Fault::new(&inside, 0, format!("has no {ending} file: every game crate has some")));
        }
    }
    faults.extend(strangers(tree, &home));
    faults.extend(forgotten(tree, &home));
    faults.extend(tree.get(&format!("{home}/src/game.rs")).into_iter().flat_map(|game| uncatalogued(tree, &game.text)));
    faults
}

/// What the titles of a `game.rs` lack outside their crate: a place in the catalogue's list, a cover.
fn uncatalogued(tree: &Tree, game: &str) -> Vec<Fault> {
    let titles = game.split("id: \"").skip(1).filter_map(|rest| rest.split('"').next());
    let list = |text: &'_ str| Some(text.split_once("const ALL")?.1.split_once('=')?.1.split_once(';')?.0.to_string());
    let listed = tree.get(CATALOGUE).and_then(|file| list(&file.text)).unwrap_or_default();
    let mut faults = Vec::new();
    for title in titles {
        let variant: String = title.split('-').map(capital).collect();
        if !listed.split(['[', ']', ',']).any(|word| word.trim() == format!("Title::{variant}")) {
            faults.push(Fault::new(CATALOGUE, 0, format!("ALL has no {title}: expected Title::{variant}")));
        }
        let cover = format!("art/{title}.svg");
        if tree.get(&cover).is_none() {
            faults.push(Fault::new(&cover, 0, "is missing: every title has a cover"));
        }
    }
    faults
}

pub fn capital(word: &str) -> String {
    word.chars().take(1).flat_map(char::to_uppercase).chain(word.chars().skip(1)).collect()
}

/// Files of `tests/` that the one program of tests does not name: they would never run.
fn forgotten(tree: &Tree, home: &str) -> Vec<Fault> {
    let tests = format!("{home}/tests/");
    let all = tree.get(&format!("{tests}all.rs")).map_or("", |f| &f.text);
    let lost = |path: &str| {
        let name =
            path.strip_prefix(&tests)?.strip_suffix(".rs").filter(|name| *name != "all" && !name.contains('/'))?;
        let named = all.lines().any(|line| line == format!("mod {name};"));
        (!named).then(|| Fault::new(path, 0, "never runs: tests/all.rs does not name it"))
    };
    tree.0.iter().filter_map(|f| lost(&f.path)).collect()
}

/// Files of `src/` that no other game has.
fn strangers(tree: &Tree, home: &str) -> Vec<Fault> {
    let source = format!("{home}/src/");
    let strange = |path: &str| {
        let name = path.strip_prefix(&source)?.strip_suffix(".rs")?;
        let part = name == "rules" || PARTS.iter().any(|folder| name.starts_with(folder));
        let known = part || SOURCES.contains(&name) || SOME.contains(&name);
        (!known).then(|| Fault::new(path, 0, format!("is no name of a game crate: expected {}", SOURCES.join(", "))))
    };
    tree.0.iter().filter_map(|f| strange(&f.path)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn whole() -> Vec<(String, String)> {
        let home = "crates/game-x";
        let mut paths: Vec<String> = SOURCES.iter().map(|n| format!("{home}/src/{n}.rs")).collect();
        let rest =
            ["Cargo.toml", "src/rules/war.rs", "data/a.toml", "scenarios/a.toml", "tests/all.rs", "tests/laws.rs"];
        paths.extend(rest.iter().chain(&["tests/scenarios.rs", "tests/records/a.rec"]).map(|p| format!("{home}/{p}")));
        paths.extend(["docs/rules/x.md", "art/x-2.svg", CATALOGUE].map(String::from));
        let text = |p: &str| match p {
            CATALOGUE => "pub const ALL: [Title; 1] = [Title::X2];",
            p if p.ends_with("all.rs") => "mod laws;\nmod scenarios;\n",
            p if p.ends_with("game.rs") => "id: \"x-2\",",
            _ => "",
        };
        paths.into_iter().map(|p| (p.clone(), text(&p).to_string())).collect()
    }

    fn faults(files: &[(String, String)]) -> Vec<String> {
        let files: Vec<_> = files.iter().map(|(p, t)| (p.as_str(), t.as_str())).collect();
        check(&Tree::of(&files)).into_iter().map(|f| f.path).collect()
    }

    #[test]
    fn a_whole_game_is_fine() {
        assert_eq!(faults(&whole()), Vec::<String>::new());
    }

    #[test]
    fn a_title_is_in_the_catalogue_and_has_a_cover() {
        let mut files = whole();
        files.retain(|(path, _)| !path.starts_with("art/"));
        files.iter_mut().for_each(|(_, text)| *text = text.replace("[Title::X2]", "[Title::X]"));
        assert_eq!(faults(&files), [CATALOGUE, "art/x-2.svg"]);
    }

    #[test]
    fn what_is_missing_or_strange_is_named() {
        let mut files = whole();
        files.retain(|(path, _)| !path.ends_with("score.rs") && !path.ends_with(".rec"));
        files.extend(["src/util.rs", "tests/luck.rs"].map(|p| (format!("crates/game-x/{p}"), String::new())));
        let named = ["src/score.rs", "tests/records/", "src/util.rs", "tests/luck.rs"];
        assert_eq!(faults(&files), named.map(|p| format!("crates/game-x/{p}")));
    }
}
