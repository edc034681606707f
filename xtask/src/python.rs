//! The package for Python, as the tests have built its library, in an environment of its own.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the package is in the tree.
pub const FOLDER: &str = "crates/python";

/// Of Gymnasium the oldest version that the package takes, and one between; the newest is in `requirements.txt`.
pub const GYMNASIUMS: [&str; 2] = ["1.2.0", "1.3.0"];

/// The interpreter of an environment with everything in these lists of requirements, made if need be; `None` if that fails.
pub fn interpreter(root: &Path, cache: &Path, lists: &[&str]) -> Option<PathBuf> {
    let lists: Vec<PathBuf> = lists.iter().map(|list| root.join(FOLDER).join(list)).collect();
    let read = |list: &PathBuf| fs::read(list).unwrap_or_else(|e| panic!("{}: {e}", list.display()));
    let mut hasher = DefaultHasher::new();
    lists.iter().flat_map(read).collect::<Vec<u8>>().hash(&mut hasher);
    let home = cache.join(format!("venv-{:016x}", hasher.finish()));
    let (python, ready) = (home.join("bin/python"), home.join("ready"));
    if !ready.exists() {
        println!("installing what the Python package is tested with into {}", home.display());
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        lists.iter().for_each(|list| _ = install.arg("-r").arg(list));
        let made = run(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&home))
            && run(&mut install)
            && fs::write(&ready, "").is_ok();
        if !made {
            println!("it cannot be installed: it needs Python 3.11 or newer with venv, and PyPI");
            return None;
        }
    }
    Some(python)
}

/// A folder with another version of Gymnasium, installed if need be; `None` if that fails.
pub fn gymnasium(interpreter: &Path, cache: &Path, version: &str) -> Option<PathBuf> {
    let (wanted, folder) = (format!("gymnasium=={version}"), cache.join(format!("gymnasium-{version}")));
    let mut install = Command::new(interpreter);
    install.args([
        "-m",
        "pip",
        "install",
        "--quiet",
        "--disable-pip-version-check",
        "--no-deps",
        "--upgrade",
        "--target",
    ]);
    let ready = folder.join("gymnasium/py.typed").exists() || run(install.arg(&folder).arg(wanted));
    ready.then_some(folder)
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
