//! Who may depend on whom: arrows point one way, so that nothing outside a game's crate knows that game.

use super::{Fault, Tree};

/// What one crate may know, by the names of folders under `crates/`. `game-*` means every game.
struct Arrows {
    of: &'static str,
    to: &'static [&'static str],
    /// What its tests may know beyond that.
    tests: &'static [&'static str],
}

/// The game under `examples/` that documentation and tests play.
const TEACHING: &str = "game-dice-duel";

const ARROWS: &[Arrows] = &[
    Arrows { of: "cite", to: &[], tests: &[] },
    Arrows { of: "core", to: &["cite"], tests: &[TEACHING] },
    Arrows { of: "check", to: &["core"], tests: &[TEACHING] },
    Arrows { of: "game-*", to: &["core"], tests: &["check"] },
    Arrows { of: "games", to: &["core", "game-*"], tests: &["check"] },
    Arrows { of: "bots", to: &["core"], tests: &["check", "games", TEACHING] },
    Arrows { of: "sim", to: &["core", "bots"], tests: &["check", "games"] },
    Arrows { of: "server", to: &["core", "bots", "games", "sim"], tests: &["check"] },
    Arrows { of: "python", to: &["core", "bots", "games", "sim"], tests: &[] },
    Arrows { of: "cli", to: &["core", "check", "bots", "games", "sim", "server"], tests: &[] },
];

pub fn check(tree: &Tree) -> Vec<Fault> {
    tree.crates().into_iter().flat_map(|name| check_crate(tree, name)).collect()
}

fn check_crate(tree: &Tree, name: &str) -> Vec<Fault> {
    let path = format!("crates/{name}/Cargo.toml");
    let kind = kind(name);
    let Some(arrows) = ARROWS.iter().find(|a| a.of == kind) else {
        return vec![Fault::new(
            &path,
            0,
            format!("nothing says what {name} may know: expected a row in ARROWS of tidy"),
        )];
    };
    let manifest = &tree.get(&path).expect("crates() lists manifests").text;
    let wrong = |d: &Dependency| {
        let to = self::kind(d.folder);
        !(arrows.to.contains(&to) || d.tests_only && arrows.tests.contains(&to))
    };
    let say = |d: &Dependency| {
        let may = if arrows.to.is_empty() { "nothing".into() } else { arrows.to.join(", ") };
        Fault::new(&path, d.line, format!("{name} must not know {}: it may know {may}", d.folder))
    };
    dependencies(manifest).iter().filter(|d| wrong(d)).map(say).collect()
}

fn kind(folder: &str) -> &str {
    if folder.starts_with("game-") && folder != TEACHING { "game-*" } else { folder }
}

#[derive(Debug)]
struct Dependency<'a> {
    folder: &'a str,
    line: usize,
    tests_only: bool,
}

/// The dependencies of a manifest that are crates of ours.
fn dependencies(manifest: &str) -> Vec<Dependency<'_>> {
    let mut section = "";
    let mut found = Vec::new();
    for (number, line) in manifest.lines().enumerate() {
        let key = if let Some(header) = line.trim().strip_prefix('[') {
            section = header.trim_end_matches(']');
            // `[dependencies.astrarium-core]` is a section of its own.
            section.split_once("dependencies.").map(|(_, name)| name)
        } else {
            section.ends_with("dependencies").then(|| line.split(['.', '=', ' ']).next().unwrap_or(""))
        };
        if let Some(folder) = key.and_then(folder) {
            found.push(Dependency { folder, line: number + 1, tests_only: section.contains("dev-dependencies") });
        }
    }
    found
}

/// The folder of one of our packages.
fn folder(package: &str) -> Option<&str> {
    match package {
        "astrarium" => Some("cli"),
        _ if package.starts_with("game-") => Some(package),
        _ => package.strip_prefix("astrarium-"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, manifest: &str) -> Vec<String> {
        check(&Tree::of(&[(path, manifest)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn core_knows_no_game() {
        let manifest = "[dependencies]\nserde.workspace = true\ngame-galactic-emperor.workspace = true\n";
        let said = "crates/core/Cargo.toml:3: core must not know game-galactic-emperor: it may know cite";
        assert_eq!(faults("crates/core/Cargo.toml", manifest), [said]);
    }

    #[test]
    fn a_game_knows_core_and_in_its_tests_check() {
        let good =
            "[dependencies]\nastrarium-core.workspace = true\n[dev-dependencies]\nastrarium-check.workspace = true\n";
        assert!(faults("crates/game-x/Cargo.toml", good).is_empty());
        let bad =
            "[dependencies]\nastrarium-check = { workspace = true }\n[dependencies.game-y]\npath = \"../game-y\"\n";
        assert_eq!(faults("crates/game-x/Cargo.toml", bad).len(), 2);
    }

    #[test]
    fn a_crate_without_a_row_is_named() {
        assert!(faults("crates/new/Cargo.toml", "")[0].contains("ARROWS"));
    }
}
