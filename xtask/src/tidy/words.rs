//! Text that must not be in the project: paths of one machine, unfinished code, numbers in rules.

use super::source::{before_tests, code};
use super::{Fault, File, Tree};

/// Beginnings of paths that exist on one machine only.
const MACHINE_PATHS: [&str; 5] = ["/home/", "/root/", "/work/", "/Users/", "C:\\"];

const UNFINISHED: [&str; 2] = ["todo!", "unimplemented!"];

pub fn check(tree: &Tree) -> Vec<Fault> {
    // This file and its tests name what they look for.
    let files = || tree.0.iter().filter(|f| !f.path.starts_with("xtask/src/tidy/"));
    let rules = |f: &&File| f.path.starts_with("crates/game-") && f.path.contains("/src/rules/");
    let paths = files().flat_map(machine_paths);
    let unfinished = files().filter(|f| f.path.ends_with(".rs")).flat_map(unfinished);
    paths.chain(unfinished).chain(files().filter(rules).flat_map(numbers)).collect()
}

fn machine_paths(file: &File) -> Vec<Fault> {
    let begins = |line: &str, path: &str| {
        line.match_indices(path)
            .any(|(at, _)| !line[..at].ends_with(|c: char| c.is_alphanumeric() || "._~-}/".contains(c)))
    };
    let find = |line: &str| MACHINE_PATHS.into_iter().find(|path| begins(line, path));
    let say =
        |(number, line)| Some(Fault::new(&file.path, number + 1, format!("{} is a path of one machine", find(line)?)));
    file.text.lines().enumerate().filter_map(say).collect()
}

fn unfinished(file: &File) -> Vec<Fault> {
    let say = |(number, line): (usize, &str)| {
        let word = UNFINISHED.into_iter().find(|w| line.contains(w))?;
        Some(Fault::new(&file.path, number + 1, format!("{word} is unfinished")))
    };
    code(&file.text).lines().enumerate().filter_map(say).collect()
}

/// Data apart from rules: a number that is printed on a component belongs into the pack.
fn numbers(file: &File) -> Vec<Fault> {
    let body = before_tests(&file.text);
    let lines = body.lines().zip(code(body).lines().map(str::to_string).collect::<Vec<_>>());
    let say = |(number, (line, code)): (usize, (&str, String))| {
        let literal = literals(&code).into_iter().find(|&n| !matches!(value(n), "0" | "1"))?;
        (!says_why(line)).then(|| {
            let what = format!("the number {literal} is in a rule: expected it in data/, or a comment that says why");
            Fault::new(&file.path, number + 1, what)
        })
    };
    lines.enumerate().filter_map(say).collect()
}

/// The number literals of a line without comments and strings.
fn literals(code: &str) -> Vec<&str> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let mut found = Vec::new();
    let mut at = 0;
    for word in code.split(|c| !is_word(c)) {
        let before = &code[..at];
        // `pair.0` names a field; `0..2` ends in a number.
        let is_field = before.ends_with('.') && !before.ends_with("..");
        if word.starts_with(|c: char| c.is_ascii_digit()) && !is_field {
            found.push(word);
        }
        at += word.len();
        at += code[at..].chars().next().map_or(0, char::len_utf8);
    }
    found
}

/// A literal without the type behind it.
fn value(literal: &str) -> &str {
    literal.split(['u', 'i', '_']).next().unwrap_or(literal)
}

/// A comment with words beside clause ids.
fn says_why(line: &str) -> bool {
    let comment = line.split_once("//").map_or("", |(_, comment)| comment);
    comment.split_whitespace().filter(|w| w.len() > 2 && w.chars().all(char::is_alphabetic)).count() >= 2
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn machine_paths_are_named() {
        assert_eq!(faults("README.md", "see\n`/home/ann/x`"), ["README.md:2: /home/ is a path of one machine"]);
        assert!(faults("README.md", "https://example.org/home/ and docs/work/ and ~/work/").is_empty());
    }

    #[test]
    fn unfinished_code_is_named_but_not_in_a_comment() {
        assert_eq!(faults("crates/core/src/a.rs", "fn f() {\n    todo!()\n}").len(), 1);
        assert!(faults("crates/core/src/a.rs", "// todo! is forbidden\n").is_empty());
    }

    #[test]
    fn numbers_stay_out_of_rules() {
        let rule = |text| faults("crates/game-x/src/rules/war.rs", text);
        assert_eq!(rule("let n = 12u8; // GA-012").len(), 1);
        assert_eq!(rule("for i in 0..2 {}").len(), 1);
        assert!(rule("let n = pair.2 + 1u8 + x_3; let u: u16 = 0; // GA-012").is_empty());
        assert!(rule("let half = n / 2; // half, as the clause says\n// 7\nlet s = \"7\";").is_empty());
        assert!(rule("#[cfg(test)]\nmod tests { const N: u8 = 7; }").is_empty());
        assert!(faults("crates/game-x/src/bot.rs", "let n = 12;").is_empty());
    }
}
