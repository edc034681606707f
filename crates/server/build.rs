//! Builds the web client with Node, if Node is there, and writes down its files so that the binary holds them.
//!
//! `ASTRARIUM_WEB=off` leaves the client out; `ASTRARIUM_WEB=required` fails if it cannot be built.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs};

/// What the client is made of, seen from its folder.
const SOURCES: [&str; 10] = [
    "src",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "../art",
    "../crates/core/symbols.svg",
    "../crates/core/scene.css",
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo gives a folder"));
    let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web");
    println!("cargo::rerun-if-env-changed=ASTRARIUM_WEB");
    // Cargo would build anew every time for a path that is not there.
    let sources = SOURCES.iter().map(|part| web.join(part)).filter(|path| path.exists());
    sources.for_each(|path| println!("cargo::rerun-if-changed={}", path.display()));
    let dist = out.join("web");
    // A folder of an earlier build must not be taken for this one's.
    _ = fs::remove_dir_all(&dist);
    let wish = env::var("ASTRARIUM_WEB").unwrap_or_default();
    let built = if wish == "off" { Err("ASTRARIUM_WEB=off".into()) } else { build(&web, &dist) };
    if let Err(why) = built {
        assert!(wish != "required", "the web client was not built: {why}");
        println!("cargo::warning=the web client was not built ({why}): pages without script are served");
    }
    fs::write(out.join("web.rs"), list(&dist)).expect("cargo's folder can be written");
}

fn build(web: &Path, dist: &Path) -> Result<(), String> {
    if !web.join("package.json").exists() {
        return Err("there is no web/package.json".into());
    }
    let age = |path: PathBuf| fs::metadata(path).and_then(|m| m.modified()).ok();
    let installed = age(web.join("node_modules/.package-lock.json"));
    if installed.is_none() || installed < age(web.join("package-lock.json")) {
        npm(web, dist, &["ci", "--no-audit", "--no-fund"])?;
    }
    npm(web, dist, &["run", "build"])?;
    if dist.join("index.html").exists() { Ok(()) } else { Err("npm run build wrote no index.html".into()) }
}

/// Writes each file packed beside it. Node can do that, so the binary need not hold a packer with its dictionaries.
fn pack(files: &[PathBuf]) -> Result<(), String> {
    const SCRIPT: &str = "for (const file of process.argv.slice(1)) \
        fs.writeFileSync(file + '.br', zlib.brotliCompressSync(fs.readFileSync(file)))";
    let run = Command::new("node").args(["-e", SCRIPT, "--"]).args(files).status();
    if run.is_ok_and(|status| status.success()) { Ok(()) } else { Err("node cannot pack the client's files".into()) }
}

fn npm(web: &Path, dist: &Path, words: &[&str]) -> Result<(), String> {
    let run = Command::new("npm").args(words).current_dir(web).env("ASTRARIUM_WEB_OUT", dist).output();
    let output = run.map_err(|e| format!("npm cannot be run: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    // The reason comes first; what follows is where npm keeps its logs.
    let said = String::from_utf8_lossy(&output.stderr);
    let reasons: Vec<&str> = said.lines().filter(|line| line.contains("rror")).take(3).map(str::trim).collect();
    Err(format!("npm {}: {}", words.join(" "), reasons.join("; ")))
}

/// Two lists of address and contents, as Rust: the files as they are, and packed if that makes them smaller.
fn list(dist: &Path) -> String {
    let mut files = Vec::new();
    collect(dist, &mut files);
    files.sort();
    if !files.is_empty() {
        pack(&files).unwrap_or_else(|why| panic!("{why}"));
    }
    let length = |path: &str| fs::metadata(path).map_or(0, |about| about.len());
    let list = |ending: &str| {
        files.iter().fold(String::new(), |mut text, file| {
            let name = file.strip_prefix(dist).expect("found below it").to_string_lossy().replace('\\', "/");
            let path = format!("{}{ending}", file.display());
            // Pictures and fonts are packed already.
            if ending.is_empty() || length(&path) < length(&file.to_string_lossy()) {
                writeln!(text, "    ({:?}, include_bytes!({path:?})),", format!("/{name}")).expect("text grows");
            }
            text
        })
    };
    format!(
        "/// The web client's files by address.\npub static FILES: &[(&str, &[u8])] = &[\n{}];\n\
         /// Those that Brotli makes smaller.\nstatic BROTLI: &[(&str, &[u8])] = &[\n{}];\n",
        list(""),
        list(".br")
    )
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() { collect(&path, files) } else { files.push(path) }
    }
}
