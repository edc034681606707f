//! Programs that the tests need beside Rust: found on the machine, or installed with apt, and that is said.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Whether there is a PostgreSQL whose programs tests can start.
pub fn postgresql() -> bool {
    let found = || {
        let debian = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten().flatten();
        debian.map(|version| version.path().join("bin")).chain(on_path()).any(|bin| bin.join("initdb").exists())
    };
    found() || {
        println!("PostgreSQL is missing: installing it with apt-get");
        let words = ["install", "-y", "-q", "--no-install-recommends", "postgresql"];
        let installed = apt(&["update", "-q"]) && apt(&words) && found();
        if !installed {
            println!("PostgreSQL cannot be installed: install it yourself");
        }
        installed
    }
}

/// Node is not installed: what the system's packages have is often too old for the web client.
pub fn npm() -> Option<PathBuf> {
    let found = on_path().map(|bin| bin.join("npm")).find(|program| program.exists());
    if found.is_none() {
        println!("npm is missing: the web client and its tests need Node 20 or newer (https://nodejs.org)");
    }
    found
}

fn on_path() -> impl Iterator<Item = PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path).collect::<Vec<_>>().into_iter()
}

fn apt(words: &[&str]) -> bool {
    let root = std::fs::metadata("/proc/self").is_ok_and(|own| std::os::unix::fs::MetadataExt::uid(&own) == 0);
    let sudo: &[&str] = if root || !Path::new("/usr/bin/sudo").exists() { &[] } else { &["sudo", "-n"] };
    let all = [sudo, &["apt-get"], words].concat();
    let mut command = Command::new(all[0]);
    command.args(&all[1..]).env("DEBIAN_FRONTEND", "noninteractive");
    command.output().is_ok_and(|output| output.status.success())
}
