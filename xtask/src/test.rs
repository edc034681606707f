//! Everything that must hold before a change is good, as a list of steps.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::ops::AddAssign;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Instant;

use crate::{description, machine, python, site, tidy};

/// Programs of others that steps run: name, version, and what the build takes beside.
const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2", with: &[] };
const BOOK: Tool = Tool { name: "mdbook", version: "0.5.4", with: &["--no-default-features", "--features", "search"] };

/// How long each fuzz target runs: by count, so that it is the same everywhere; by time, should a machine be slow.
const FUZZ_RUN: [&str; 2] = ["-runs=5000", "-max_total_time=60"];

/// The most bytes of the package for Python.
const WHEEL: u64 = 5_000_000;

type Step = (&'static str, fn(&Place) -> Count);

/// Quick ones first.
const STEPS: &[Step] = &[
    ("format", |place| place.cargo(&["fmt", "--all", "--check"]).pass()),
    ("tidy", |place| Count::of(tidy::run(&place.root))),
    ("lints", |place| {
        place.cargo(&["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"]).pass()
    }),
    ("database", |_| Count::of(machine::postgresql())),
    ("tests", |place| place.cargo(&["test", "--workspace", "--no-fail-fast", "--locked"]).count()),
    ("scenarios", scenarios),
    ("python", python),
    ("web", web),
    ("docs", |place| {
        place.cargo(&["doc", "--workspace", "--no-deps", "--locked"]).env("RUSTDOCFLAGS", "-Dwarnings").pass()
    }),
    ("book", book),
    ("licences", licences),
    ("fuzz", fuzz),
];

/// Runs every step, also after a failure; true if all passed.
pub fn run(root: &Path) -> bool {
    let place = Place::new(root);
    let _lock = place.lock();
    place.forget_other_clones();
    let mut total = Count::default();
    for (name, step) in STEPS {
        println!("\n== {name}");
        let begun = Instant::now();
        let mut count = step(&place);
        println!("== {name}: {count}, {} s", begun.elapsed().as_secs());
        count.names.iter_mut().for_each(|test| *test = format!("{name}: {test}"));
        if count.failed > 0 && count.names.is_empty() {
            count.names.push(name.to_string());
        }
        total += count;
    }
    if total.failed > 0 {
        println!("\nfailed:\n  {}", total.names.join("\n  "));
    }
    println!("\n{total}");
    total.failed == 0
}

/// The tests that try random things, each with this many times as much to try.
pub fn soak(root: &Path, times: &str) -> bool {
    let place = Place::new(root);
    let _lock = place.lock();
    place.forget_other_clones();
    if !machine::postgresql() {
        return false;
    }
    let random = ["laws", "packs", "kill::", "forged::", "simulate::"];
    let tests = ["test", "--workspace", "--no-fail-fast", "--locked", "--"];
    let mut count = place.cargo(&[&tests[..], &random].concat()).env("ASTRARIUM_SOAK", times).count();
    count += python_with(&place, &["requirements.txt", "requirements-soak.txt"], times);
    count += wheel(&place);
    count += Count::of(description::run(&place.root, &place.binary(), &place.tools));
    println!("\n{count}");
    count.failed == 0
}

/// Every scenario of every game and of the documents, by the command a player would use.
fn scenarios(place: &Place) -> Count {
    let words = ["check", "crates", "docs/scenarios.md", "docs/lessons.md", "CONTRIBUTING.md"];
    println!("$ astrarium {}", words.join(" "));
    Task(place.command(&place.binary(), &words)).count()
}

/// The package for Python: types, and its tests.
fn python(place: &Place) -> Count {
    python_with(place, &["requirements.txt"], "1")
}

/// The same with what is wanted, and this many times as much to try.
fn python_with(place: &Place, lists: &[&str], times: &str) -> Count {
    let Some(interpreter) = python::interpreter(&place.root, &place.cache, lists) else { return Count::of(false) };
    let package = match python::package(&place.root, &place.target) {
        Ok(package) => package,
        Err(e) => {
            println!("the package cannot be put together: {e}");
            return Count::of(false);
        }
    };
    let run = |path: &[&Path], words: &[&str]| {
        println!("$ python -m {}", words.join(" "));
        let path = std::env::join_paths(path).expect("no path of ours has a separator");
        let mut task = Task(place.command(&interpreter, &[&["-m"], words].concat()));
        task.0.current_dir(place.root.join(python::FOLDER)).env("PYTHONPATH", path).env("ASTRARIUM_SOAK", times);
        task.0.env("ASTRARIUM_BIN", place.binary());
        task.env("PYTHONDONTWRITEBYTECODE", "1")
    };
    let cache = format!("--cache-dir={}", place.target.join("mypy").display());
    let mut total = run(&[&package], &["mypy", "--strict", &cache, "python", "examples"]).pass();
    total += run(&[&package], &["pytest", "-q", "-n", "2", "-p", "no:cacheprovider"]).count();
    for version in python::GYMNASIUMS {
        let Some(other) = python::gymnasium(&interpreter, &place.cache, version) else { return Count::of(false) };
        let words = ["pytest", "-q", "-p", "no:cacheprovider", "tests/test_gymnasium.py"];
        total += run(&[&other, &package], &words).count();
    }
    total
}

/// The wheel as it is given away: small, and in need of numpy alone.
fn wheel(place: &Place) -> Count {
    let Some(interpreter) = python::interpreter(&place.root, &place.cache, &["requirements.txt"]) else {
        return Count::of(false);
    };
    let (out, home) = (place.target.join("wheels"), place.target.join("venv-wheel"));
    _ = std::fs::remove_dir_all(&out); // it may not be there
    let words = ["-m", "maturin", "build", "--release", "--locked", "--out", &out.display().to_string()];
    let mut build = Task(place.command(&interpreter, &words));
    build.0.current_dir(place.root.join(python::FOLDER));
    let mut total = build.pass();
    let Some(Ok(file)) = std::fs::read_dir(&out).into_iter().flatten().next() else { return Count::of(false) };
    let bytes = file.metadata().map_or(0, |file| file.len());
    println!("{}: {bytes} bytes", file.path().display());
    total += Count::of((1..=WHEEL).contains(&bytes));
    total += Task(place.command(&interpreter, &["-m", "venv", "--clear", &home.display().to_string()])).pass();
    let python = home.join("bin/python");
    total +=
        Task(place.command(&python, &["-m", "pip", "install", "--quiet", &file.path().display().to_string()])).pass();
    let play = "import astrarium\nfor title in astrarium.titles(): astrarium.selfplay(title, 'random', 1)";
    total += Task(place.command(&python, &["-c", play])).pass();
    total
}

/// The web client: types and format, its own tests, and a browser that plays against the real server.
fn web(place: &Place) -> Count {
    let Some(npm) = machine::npm() else { return Count::of(false) };
    let mut total = Count::default();
    let run = |words: &[&str]| {
        println!("$ npm {}", words.join(" "));
        let mut task = Task(place.command(&npm, words));
        task.0.current_dir(place.root.join("web")).env("NO_COLOR", "1");
        task.env("ASTRARIUM_BIN", &place.binary().display().to_string())
    };
    // The server's build has installed the libraries, unless it was done for another clone.
    if !place.root.join("web/node_modules/.package-lock.json").exists() {
        total += run(&["ci", "--no-audit", "--no-fund"]).pass();
    }
    total += run(&["run", "check"]).pass();
    total += run(&["test"]).count();
    total
}

/// The documentation as a site, and where its links lead.
fn book(place: &Place) -> Count {
    let Some(mdbook) = place.tool(&BOOK) else { return Count::of(false) };
    let site = place.target.join("book");
    let built = Task(place.command(&mdbook, &["build", "docs", "--dest-dir", &site.display().to_string()])).pass();
    let dead = site::dead_links(&site);
    dead.iter().for_each(|link| println!("{link}"));
    let mut total = Count::of(dead.is_empty());
    total += built;
    total
}

/// The advisory database is left out: it cannot be had without a network.
fn licences(place: &Place) -> Count {
    let Some(deny) = place.tool(&DENY) else { return Count::of(false) };
    Task(place.command(&deny, &["check", "bans", "licenses", "sources"])).pass()
}

/// A short run of every fuzz target, the same every time; what it finds stays in the cache until the next run.
fn fuzz(place: &Place) -> Count {
    let found = place.target.join("fuzz-found");
    _ = std::fs::remove_dir_all(&found); // it may not be there
    let folder = place.root.join("fuzz");
    let sources = std::fs::read_dir(folder.join("src/bin")).into_iter().flatten().flatten();
    let mut targets: Vec<String> = sources.filter_map(|f| Some(f.path().file_stem()?.to_str()?.to_string())).collect();
    targets.sort();
    let mut total = Count::of(!targets.is_empty());
    for name in targets {
        let inputs = found.join(&name);
        std::fs::create_dir_all(&inputs).unwrap_or_else(|e| panic!("{}: {e}", inputs.display()));
        let crash = format!("-artifact_prefix={}/", found.display());
        let (inputs, seeds) = (inputs.display().to_string(), format!("corpus/{name}"));
        let run = ["run", "--quiet", "--locked", "--bin", &name, "--", "-seed=1", &crash, &inputs, &seeds];
        let mut task = place.cargo(&[&run[..], &FUZZ_RUN].concat());
        task.0.current_dir(&folder);
        total += task.quiet();
    }
    total
}

struct Tool {
    name: &'static str,
    version: &'static str,
    with: &'static [&'static str],
}

/// Where things are: the clone, and a cache outside it, so that a fresh clone does not build everything from nothing.
struct Place {
    root: PathBuf,
    cache: PathBuf,
    target: PathBuf,
    tools: PathBuf,
}

impl Place {
    fn new(root: &Path) -> Place {
        let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
        let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")));
        let cache = cache.unwrap_or_else(std::env::temp_dir).join("astrarium");
        let target = variable("CARGO_TARGET_DIR").unwrap_or_else(|| cache.join("target"));
        std::fs::create_dir_all(&target).unwrap_or_else(|e| panic!("{}: {e}", target.display()));
        Place { root: root.into(), target, tools: cache.join("tools"), cache }
    }

    /// Two runs at once would take each other's binaries.
    fn lock(&self) -> File {
        let path = self.target.join("xtask.lock");
        let file = File::create(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        if file.try_lock().is_err() {
            println!("another run builds in {}: waiting for it", self.target.display());
            file.lock().unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        }
        file
    }

    /// Cargo tells what to rebuild by the age of files. Files of another clone may be older than what was built from this
    /// one, and yet different: so our own crates are built anew when the clone is another one. Libraries stay.
    fn forget_other_clones(&self) {
        let mark = self.target.join("xtask.clone");
        let here = self.root.display().to_string();
        if std::fs::read_to_string(&mark).is_ok_and(|last| last != here) {
            _ = self.cargo(&["clean", "--workspace", "--quiet"]).pass();
        }
        std::fs::write(&mark, here).unwrap_or_else(|e| panic!("{}: {e}", mark.display()));
    }

    /// The program as the tests have just built it. To build it alone would choose other features of the libraries, and
    /// build them once more.
    fn binary(&self) -> PathBuf {
        self.target.join("debug/astrarium")
    }

    fn command(&self, program: &Path, args: &[&str]) -> Command {
        let mut command = Command::new(program);
        command.args(args).current_dir(&self.root).env("CARGO_TARGET_DIR", &self.target);
        // A fresh clone has nothing to be incremental from, and whole crates optimise better.
        command.env("CARGO_INCREMENTAL", "0");
        // The browser tests mean nothing without the client.
        command.env("ASTRARIUM_WEB", "required");
        command
    }

    /// The tool as it is installed, or is installed now, into the cache; `None` if that fails.
    fn tool(&self, tool: &Tool) -> Option<PathBuf> {
        let Tool { name, version, with } = *tool;
        if Command::new(name).arg("--version").stdout(Stdio::null()).status().is_ok() {
            return Some(name.into());
        }
        let installed = self.tools.join("bin").join(name);
        if !installed.exists() {
            println!("{name} is missing: installing {version} into {}", self.tools.display());
            let root = self.tools.to_str().expect("the cache's path is UTF-8");
            let words = ["install", name, "--locked", "--version", version, "--root", root];
            let mut install = self.cargo(&[&words, with].concat());
            install.0.env_remove("CARGO_TARGET_DIR").env_remove("CARGO_INCREMENTAL");
            if install.pass().failed > 0 {
                return None;
            }
        }
        Some(installed)
    }

    fn cargo(&self, args: &[&str]) -> Task {
        println!("$ cargo {}", args.join(" "));
        Task(self.command(Path::new("cargo"), args))
    }
}

/// A program to run.
struct Task(Command);

impl Task {
    fn env(mut self, name: &str, value: &str) -> Task {
        self.0.env(name, value);
        self
    }

    /// It counts as one.
    fn pass(mut self) -> Count {
        Count::of(self.0.status().is_ok_and(|status| status.success()))
    }

    /// It counts as one, and is heard only when it fails.
    fn quiet(mut self) -> Count {
        let Ok(output) = self.0.output() else { return Count::of(false) };
        if !output.status.success() {
            print!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        }
        Count::of(output.status.success())
    }

    /// It counts as what it says it has tested; to test nothing is a failure.
    fn count(mut self) -> Count {
        let Ok(mut child) = self.0.stdout(Stdio::piped()).spawn() else { return Count::of(false) };
        let mut total = Count::default();
        for line in BufReader::new(child.stdout.take().expect("piped")).lines().map_while(Result::ok) {
            println!("{line}");
            total += Count::read(&line).unwrap_or_default();
            total.names.extend(failed_test(&line).map(str::to_string));
        }
        let success = child.wait().is_ok_and(|status| status.success());
        if total.failed == 0 && (!success || total.passed == 0) {
            total.failed = 1;
        }
        total
    }
}

/// The test that a line says has failed: of libtest `test x ... FAILED`, of pytest `FAILED x`, of the web client `FAIL  x` or `✘  1 x`.
fn failed_test(line: &str) -> Option<&str> {
    let line = line.trim();
    let libtest = || line.strip_prefix("test ")?.strip_suffix(" ... FAILED");
    let other = || ["FAILED ", "FAIL ", "✘ "].iter().find_map(|word| line.strip_prefix(word));
    libtest().or_else(other).map(str::trim)
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Count {
    passed: u64,
    failed: u64,
    /// The tests that failed, as far as they have said their names.
    names: Vec<String>,
}

impl Count {
    fn of(passed: bool) -> Count {
        Count { passed: u64::from(passed), failed: u64::from(!passed), names: Vec::new() }
    }

    /// `test result: ok. 3 passed; 0 failed; …` or `3 passed, 0 failed`; of the web client `Tests  1 failed | 2 passed (3)` or,
    /// each on a line of its own, `3 passed (1.5m)` and `1 failed`.
    fn read(line: &str) -> Option<Count> {
        Count::read_web(line).or_else(|| Count::read_rust(line))
    }

    fn read_web(line: &str) -> Option<Count> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let tests = words.strip_prefix(&["Tests"]).unwrap_or(&words);
        let whole = tests.len() < words.len() || matches!(tests, [_, "failed"] | [_, "passed", _]);
        if !whole || !line.starts_with("  ") {
            return None;
        }
        let of = |word| {
            let at = tests.iter().position(|w| *w == word)?;
            tests.get(at.checked_sub(1)?)?.parse().ok()
        };
        match (of("passed"), of("failed")) {
            (None, None) => None,
            (passed, failed) => {
                Some(Count { passed: passed.unwrap_or(0), failed: failed.unwrap_or(0), ..Count::default() })
            }
        }
    }

    fn read_rust(line: &str) -> Option<Count> {
        let words: Vec<&str> = match line.strip_prefix("test result: ") {
            Some(rest) => rest.split(' ').skip(1).take(4).collect(),
            None => line.split(' ').collect(),
        };
        let [passed, "passed," | "passed;", failed, "failed" | "failed;"] = words[..] else { return None };
        Some(Count { passed: passed.parse().ok()?, failed: failed.parse().ok()?, ..Count::default() })
    }
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Count) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.names.extend(other.names);
    }
}

impl std::fmt::Display for Count {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn counted(passed: u64, failed: u64) -> Count {
        Count { passed, failed, names: Vec::new() }
    }

    #[test]
    fn failed_tests_have_names() {
        let failed =
            ["test a::b ... FAILED", "FAILED tests/x.py::y - assert 1 == 2", "  ✘  7 play.spec.ts:3 › a (2.0s)"];
        let names = ["a::b", "tests/x.py::y - assert 1 == 2", "7 play.spec.ts:3 › a (2.0s)"];
        assert_eq!(failed.map(failed_test), names.map(Some));
        assert_eq!(["test a ... ok", "  ✓  1 a", "error: x"].map(failed_test), [None; 3]);
    }

    #[test]
    fn counts_are_read_from_what_tests_say() {
        let libtest = "test result: ok. 17 passed; 2 failed; 0 ignored; 0 measured; 0 filtered out; finished in 0.01s";
        assert_eq!(Count::read(libtest), Some(counted(17, 2)));
        assert_eq!(Count::read("3 passed, 0 failed"), Some(counted(3, 0)));
        assert_eq!(Count::read("file.toml: 3 passed, 0 failed"), None);
        assert_eq!(Count::read("      Tests  1 failed | 19 passed (20)"), Some(counted(19, 1)));
        assert_eq!(Count::read("  12 passed (1.2m)"), Some(counted(12, 0)));
        assert_eq!(Count::read("  2 failed"), Some(counted(0, 2)));
        assert_eq!(Count::read("   it failed"), None);
    }

    fn shell(script: &str) -> Task {
        let mut command = Command::new("sh");
        command.args(["-c", script]);
        Task(command)
    }

    #[test]
    fn a_program_that_fails_or_tests_nothing_has_failed() {
        assert_eq!(shell("echo '3 passed, 0 failed'").count(), counted(3, 0));
        assert_eq!(shell("echo '3 passed, 0 failed'; exit 1").count(), counted(3, 1));
        assert_eq!(shell("echo nothing").count(), counted(0, 1));
        assert_eq!(shell("exit 3").pass(), counted(0, 1));
        assert_eq!(shell("exit 3").quiet(), counted(0, 1));
    }
}
