//! `astrarium data`: component packs, from a copy to a sound pack of one's own.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, ensure};
use astrarium_core::{Files, Pack, PackError, Parts, data};
use astrarium_games::{Title, with_game};
use clap::Subcommand;
use serde_json::{Value, json};

use crate::Verdict;
use crate::setup::titles;

/// Look after component packs
#[derive(Debug, Subcommand)]
pub enum Data {
    /// Check a folder of component files; every fault has its file, line and column
    #[command(after_help = "Example: astrarium data check my-pack --title galactic-adventures")]
    Check {
        dir: PathBuf,
        #[arg(long, value_parser = titles())]
        title: Title,
    },
    /// Write the built-in pack into a folder, as it is
    #[command(after_help = "Example: astrarium data export galactic-adventures house")]
    Export {
        #[arg(value_parser = titles())]
        title: Title,
        dir: PathBuf,
    },
    /// Begin a pack: the built-in one, with what every field is, and schemas with which editors complete and check
    #[command(after_help = "\
Editors with a language server for TOML (Even Better TOML, Tombi, Taplo) find the schemas by the first line of each file.
Example: astrarium data new galactic-adventures my-pack")]
    New {
        #[arg(value_parser = titles())]
        title: Title,
        dir: PathBuf,
    },
    /// Print what may stand in the files, as JSON Schema by file
    #[command(after_help = "Example: astrarium data schema galactic-adventures")]
    Schema {
        #[arg(value_parser = titles())]
        title: Title,
    },
    /// Say what differs between two packs; `house` is the built-in one
    #[command(after_help = "Example: astrarium data diff house my-pack --title galactic-adventures")]
    Diff {
        one: PathBuf,
        two: PathBuf,
        #[arg(long, value_parser = titles())]
        title: Title,
    },
}

/// What a person calls the built-in pack.
pub const HOUSE: &str = "house";

impl Data {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        match self {
            Data::Check { dir, title } => with_game!(*title, G => check::<<G as Parts>::Data>(*title, dir, json)),
            Data::Export { title, dir } => with_game!(*title, G => write(dir, &texts::<<G as Parts>::Data>(), json)),
            Data::New { title, dir } => with_game!(*title, G => write(dir, &begun::<<G as Parts>::Data>(), json)),
            Data::Schema { title } => {
                with_game!(*title, G => super::print_json(&schemas::<<G as Parts>::Data>()));
                Ok(Verdict::Fine)
            }
            Data::Diff { one, two, title } => with_game!(*title, G => diff::<<G as Parts>::Data>([one, two], json)),
        }
    }
}

fn check<P: Pack>(title: Title, dir: &Path, json: bool) -> anyhow::Result<Verdict> {
    ensure!(dir.is_dir(), "{}: is no folder", dir.display());
    let checked = Files::folder::<P>(dir).and_then(|files| P::admit(&files).map(|pack| pack.hash().to_string()));
    let (hash, faults) = checked.map_or_else(|faults| (None, faults), |hash| (Some(hash), Vec::new()));
    if json {
        let faults: Vec<Value> = faults.iter().map(describe).collect();
        super::print_json(&json!({ "title": title.meta().id, "ok": hash.is_some(), "pack": hash, "faults": faults }));
    } else {
        faults.iter().for_each(|fault| println!("{fault}"));
        match (&hash, faults.len()) {
            (Some(hash), _) => println!("{}: sound, pack {hash}", dir.display()),
            (None, 1) => println!("{}: 1 fault", dir.display()),
            (None, n) => println!("{}: {n} faults", dir.display()),
        }
    }
    Ok(Verdict::of(hash.is_some()))
}

fn describe(fault: &PackError) -> Value {
    json!({ "file": fault.file, "line": fault.line, "column": fault.column, "what": fault.what, "right": fault.right })
}

fn texts<P: Pack>() -> Vec<(String, String)> {
    Files::house::<P>().texts().to_vec()
}

/// The built-in files, each headed by what its fields are, and their schemas.
fn begun<P: Pack>() -> Vec<(String, String)> {
    let mut all = Vec::new();
    for (name, text) in texts::<P>() {
        let schema = data::schema::<P>(&name);
        let beside = format!("schema/{name}.json");
        let fields: String = data::explain(&schema).iter().map(|line| format!("#   {line}\n")).collect();
        all.push((name, format!("#:schema ./{beside}\n#\n# Every field:\n#\n{fields}\n{text}")));
        all.push((beside, format!("{schema:#}\n")));
    }
    all
}

fn schemas<P: Pack>() -> Value {
    P::FILES.iter().map(|(name, _)| ((*name).to_string(), data::schema::<P>(name))).collect()
}

/// Nothing of anybody's is overwritten.
fn write(dir: &Path, texts: &[(String, String)], json: bool) -> anyhow::Result<Verdict> {
    let empty = fs::read_dir(dir).map_or(true, |mut entries| entries.next().is_none());
    ensure!(empty, "{}: is not empty: expected a new folder", dir.display());
    for (name, text) in texts {
        let path = dir.join(name);
        let folder = path.parent().expect("it is in the folder");
        fs::create_dir_all(folder).and_then(|()| fs::write(&path, text)).with_context(|| path.display().to_string())?;
    }
    let names: Vec<&str> = texts.iter().map(|(name, _)| &name[..]).collect();
    if json {
        super::print_json(&json!({ "folder": dir, "files": names }));
    } else {
        println!("{}: {}", dir.display(), names.join(", "));
    }
    Ok(Verdict::Fine)
}

fn diff<P: Pack>(folders: [&PathBuf; 2], json: bool) -> anyhow::Result<Verdict> {
    let read = |folder: &PathBuf| -> anyhow::Result<Files> {
        if folder.as_os_str() == HOUSE && !folder.exists() {
            return Ok(Files::house::<P>());
        }
        let files = Files::folder::<P>(folder).and_then(|files| P::parse(&files).map(|_| files));
        files.map_err(|faults| anyhow::anyhow!("{} is not sound: {}", folder.display(), faults[0]))
    };
    let told = data::diff(&read(folders[0])?, &read(folders[1])?);
    if json {
        super::print_json(&json!({ "differences": told }));
    } else {
        told.iter().for_each(|line| println!("{line}"));
        if told.is_empty() {
            println!("the same");
        }
    }
    Ok(Verdict::Fine)
}
