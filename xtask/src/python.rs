//! The package for Python, as the tests have built its library, in an environment of its own.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is in the tree.
pub const FOLDER: &str = "crates/python";

/// The interpreter of an environment with everything in `requirements.txt`, made if need be; `None` if that fails.
pub fn interpreter(root: &Path, cache: &Path) -> Option<PathBuf> {
    let list = root.join(FOLDER).join("requirements.txt");
    let wanted = fs::read(&list).unwrap_or_else(|e| panic!("{}: {e}", list.display()));
    let mut hasher = DefaultHasher::new();
    wanted.hash(&mut hasher);
    let home = cache.join(format!("venv-{:016x}", hasher.finish()));
    let (python, ready) = (home.join("bin/python"), home.join("ready"));
    if !ready.exists() {
        println!("installing what the Python package is tested with into {}", home.display());
        let made = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))
            && run(Command::new(&python)
                .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "-r"])
                .arg(&list))
            && fs::write(&ready, "").is_ok();
        if !made {
            println!("it cannot be installed: it needs Python 3.11 or newer with venv, and PyPI");
            return None;
        }
    }
    Some(python)
}

fn run(command: &mut Command) -> bool {
    command.status().is_ok_and(|status| status.success())
}

/// A folder to import `astrarium` from: the sources, with the library that `cargo test` has built.
pub fn package(root: &Path, target: &Path) -> io::Result<PathBuf> {
    let (sources, folder) = (root.join(FOLDER).join("python/astrarium"), target.join("python"));
    let into = folder.join("astrarium");
    _ = fs::remove_dir_all(&into); // it may not be there
    fs::create_dir_all(&into)?;
    for file in fs::read_dir(sources)? {
        let file = file?;
        if file.file_type()?.is_file() {
            fs::copy(file.path(), into.join(file.file_name()))?;
        }
    }
    let library = target.join("debug/deps").join(format!("{DLL_PREFIX}astrarium_python{DLL_SUFFIX}"));
    fs::copy(library, into.join("_native.abi3.so"))?;
    Ok(folder)
}
