//! A module begins with one sentence; functions fit a screen; rule files stay short.

use super::source::code;
use super::{Fault, File, Tree};

const FUNCTION_LINES: usize = 70;
const RULE_FILE_LINES: usize = 400;

pub fn check(tree: &Tree) -> Vec<Fault> {
    tree.rust()
        .flat_map(|file| module_doc(file).into_iter().chain(long_rules(file)).chain(long_functions(file)))
        .collect()
}

fn module_doc(file: &File) -> Option<Fault> {
    // A fuzz target begins with what it must not have.
    let first = file.text.lines().find(|l| !l.starts_with("#![") && !l.is_empty()).unwrap_or("");
    let what = "has no module doc: expected //! and one sentence at the top";
    (!first.starts_with("//! ")).then(|| Fault::new(&file.path, 1, what))
}

fn long_rules(file: &File) -> Option<Fault> {
    let lines = file.text.lines().count();
    let long = file.path.contains("/src/rules/") && lines > RULE_FILE_LINES;
    long.then(|| Fault::new(&file.path, 0, format!("has {lines} lines: split it by chapters")))
}

fn long_functions(file: &File) -> Vec<Fault> {
    let code = code(&file.text);
    let say = |f: Function| {
        let what = format!("fn {} has {} lines: expected at most {FUNCTION_LINES}", f.name, f.lines);
        Fault::new(&file.path, f.line, what)
    };
    functions(&code).into_iter().filter(|f| f.lines > FUNCTION_LINES).map(say).collect()
}

struct Function {
    name: String,
    line: usize,
    lines: usize,
}

fn functions(code: &str) -> Vec<Function> {
    let begins =
        code.match_indices("fn ").filter(|&(at, _)| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_'));
    let read = |(at, _)| {
        let rest = &code[at..];
        // A signature without a body, or a function type.
        let open = rest.find(['{', ';']).filter(|&i| rest[i..].starts_with('{'))?;
        let mut depth = 0;
        let close = rest[open..].find(|c| {
            depth += i32::from(c == '{') - i32::from(c == '}');
            depth == 0
        })?;
        let name = rest[3..].split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or("").to_string();
        let line = code[..at].matches('\n').count() + 1;
        Some(Function { name, line, lines: rest[..open + close].matches('\n').count() + 1 })
    };
    begins.filter_map(read).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn faults(path: &str, text: &str) -> Vec<String> {
        check(&Tree::of(&[(path, text)])).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_module_begins_with_one_sentence() {
        assert_eq!(faults("a.rs", "use x;\n"), ["a.rs:1: has no module doc: expected //! and one sentence at the top"]);
        assert!(faults("a.rs", "//! Fine.\n").is_empty());
        assert!(faults("fuzz/a.rs", "#![no_main]\n//! Fine.\n").is_empty());
    }

    #[test]
    fn what_is_too_long_is_a_fault() {
        let long =
            format!("//! Doc.\ntrait T {{ fn a(&self); }}\nfn b() {{\n{}}}\nfn c() {{}}\n", "    x();\n".repeat(70));
        assert_eq!(faults("a.rs", &long), ["a.rs:3: fn b has 72 lines: expected at most 70"]);
        let rules = format!("//! Doc.\n{}", "use a;\n".repeat(400));
        assert_eq!(faults("crates/game-x/src/rules/a.rs", &rules).len(), 1);
    }
}
