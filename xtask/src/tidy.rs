//! The order of the tree, checked. Each check is a function from the files to their faults.

mod arrows; // who may depend on whom
mod clauses; // every rule has code and a test
mod links; // links that lead somewhere
pub mod names; // every game crate has the same file names
mod shape; // module docs, lengths
mod source; // Rust text without comments and strings
mod words; // text that must not be anywhere

use std::fmt;
use std::path::Path;
use std::process::Command;

/// A file of the project, its path relative to the root; pictures have no text.
#[derive(Debug)]
pub struct File {
    pub path: String,
    pub text: String,
}

/// Every file that is, or would be, committed.
#[derive(Debug)]
pub struct Tree(pub Vec<File>);

#[derive(Debug, PartialEq, Eq)]
pub struct Fault {
    pub path: String,
    /// 0: the file as a whole.
    pub line: usize,
    pub what: String,
    /// A warning is printed and fails nothing.
    pub warning: bool,
}

impl Fault {
    pub fn new(path: &str, line: usize, what: impl Into<String>) -> Fault {
        Fault { path: path.into(), line, what: what.into(), warning: false }
    }

    pub fn warning(self) -> Fault {
        Fault { warning: true, ..self }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.warning { "warning: " } else { "" };
        match self.line {
            0 => write!(f, "{}: {kind}{}", self.path, self.what),
            line => write!(f, "{}:{line}: {kind}{}", self.path, self.what),
        }
    }
}

impl Tree {
    pub fn read(root: &Path) -> Tree {
        let listed = Command::new("git")
            .args(["ls-files", "-z", "--cached", "--others", "--exclude-standard"])
            .current_dir(root)
            .output()
            .expect("git is installed: tidy looks at the files git knows");
        assert!(listed.status.success(), "git ls-files: {}", String::from_utf8_lossy(&listed.stderr));
        let paths = String::from_utf8(listed.stdout).expect("paths are UTF-8");
        let read = |path: &str| {
            let bytes = std::fs::read(root.join(path)).ok()?; // git still lists what was just deleted
            Some(File { path: path.into(), text: String::from_utf8(bytes).unwrap_or_default() })
        };
        Tree(paths.split('\0').filter(|p| !p.is_empty()).filter_map(read).collect())
    }

    #[cfg(test)]
    pub fn of(files: &[(&str, &str)]) -> Tree {
        Tree(files.iter().map(|&(path, text)| File { path: path.into(), text: text.into() }).collect())
    }

    pub fn get(&self, path: &str) -> Option<&File> {
        self.0.iter().find(|f| f.path == path)
    }

    /// Whether it is a file or a folder of the project.
    pub fn has(&self, path: &str) -> bool {
        self.0.iter().any(|f| f.path.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/')))
    }

    pub fn rust(&self) -> impl Iterator<Item = &File> {
        self.0.iter().filter(|f| f.path.ends_with(".rs"))
    }

    /// The names of the folders under `crates/`.
    pub fn crates(&self) -> Vec<&str> {
        let name = |f: &'_ File| f.path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml").map(str::len);
        let mut all: Vec<_> = self.0.iter().filter_map(|f| name(f).map(|n| &f.path["crates/".len()..][..n])).collect();
        all.sort_unstable();
        all
    }

    /// The titles that have a crate: `galactic-emperor` for `crates/game-galactic-emperor`.
    pub fn games(&self) -> Vec<&str> {
        self.crates().into_iter().filter_map(|c| c.strip_prefix("game-")).collect()
    }
}

/// Everything that is out of order.
pub fn faults(tree: &Tree) -> Vec<Fault> {
    let checks = [arrows::check, names::check, clauses::check, words::check, shape::check, links::check];
    checks.iter().flat_map(|check| check(tree)).collect()
}

/// Prints every fault; true if there is none but warnings.
pub fn run(root: &Path) -> bool {
    let tree = Tree::read(root);
    let faults = faults(&tree);
    faults.iter().for_each(|fault| println!("{fault}"));
    clauses::summary(&tree).iter().for_each(|line| println!("{line}"));
    let errors = faults.iter().filter(|f| !f.warning).count();
    println!("tidy: {} files, {errors} faults, {} warnings", tree.0.len(), faults.len() - errors);
    errors == 0
}
