//! Every game crate has the same file names, so that whoever knows one game finds everything in the next.

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

/// What only some games need.
const SOME: &[&str] = &["odds", "position"];

/// What a game may divide as it likes: its rules by chapter, the others where one file grows too long.
const PARTS: &[&str] = &["rules/", "draw/", "bot/"];

pub fn check(tree: &Tree) -> Vec<Fault> {
    tree.games().into_iter().flat_map(|title| check_game(tree, title)).collect()
}

fn check_game(tree: &Tree, title: &str) -> Vec<Fault> {
    let home = format!("crates/game-{title}");
    let mut faults = Vec::new();
    let sources = SOURCES.iter().map(|name| format!("{home}/src/{name}.rs"));
    let tests = ["laws", "scenarios"].map(|name| format!("{home}/tests/{name}.rs"));
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
    faults
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
        let rest = ["Cargo.toml", "src/rules/war.rs", "data/a.toml", "scenarios/a.toml", "tests/laws.rs"];
        paths.extend(rest.iter().chain(&["tests/scenarios.rs", "tests/records/a.rec"]).map(|p| format!("{home}/{p}")));
        paths.push("docs/rules/x.md".into());
        paths.into_iter().map(|p| (p, String::new())).collect()
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
    fn what_is_missing_or_strange_is_named() {
        let mut files = whole();
        files.retain(|(path, _)| !path.ends_with("score.rs") && !path.ends_with(".rec"));
        files.push(("crates/game-x/src/util.rs".into(), String::new()));
        let named = ["crates/game-x/src/score.rs", "crates/game-x/tests/records/", "crates/game-x/src/util.rs"];
        assert_eq!(faults(&files), named);
    }
}
