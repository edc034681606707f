//! Schemathesis against a real server: does it keep to its own description, whatever it is sent?

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

const VERSION: &str = "4.32.5";

/// For each request; more would find the same.
const EXAMPLES: &str = "300";

/// Runs it against a server of its own; true if nothing was found.
pub fn run(root: &Path, binary: &Path, tools: &Path) -> bool {
    let Some(schemathesis) = install(tools) else { return false };
    let folder = std::env::temp_dir().join(format!("astrarium-description-{}", std::process::id()));
    let mut server = Command::new(binary);
    server.args(["serve", "--port=0", "--no-open", "--no-rate-limits", "--json", "--data-dir"]).arg(&folder);
    let Ok(mut server) = server.stdout(Stdio::piped()).spawn() else { return false };
    let fine = address(&mut server).is_some_and(|url| {
        println!("$ schemathesis run {url}/api/openapi.json");
        let mut task = Command::new(schemathesis);
        task.arg("--config-file").arg(root.join("xtask/schemathesis.toml"));
        task.args(["run", &format!("{url}/api/openapi.json"), "--max-examples", EXAMPLES, "--seed", "1"]);
        // Who sends 32 digits is a guest, and who names the server as origin is its page.
        task.args(["-H", &format!("Cookie: astrarium={:032x}", 1), "-H", &format!("Origin: {url}")]);
        task.status().is_ok_and(|status| status.success())
    });
    // It may have ended by itself, which the run has noticed.
    _ = server.kill();
    _ = server.wait();
    _ = std::fs::remove_dir_all(folder);
    fine
}

/// What the server says when it begins: `{"url":"http://…",…}`.
fn address(server: &mut Child) -> Option<String> {
    let mut line = String::new();
    BufReader::new(server.stdout.take()?).read_line(&mut line).ok()?;
    line.split('"').find(|part| part.starts_with("http://")).map(String::from)
}

fn install(tools: &Path) -> Option<PathBuf> {
    let home = tools.join(format!("schemathesis-{VERSION}"));
    let program = home.join("bin/schemathesis");
    if !program.exists() {
        println!("schemathesis is missing: installing {VERSION} into {}", home.display());
        let venv = Command::new("python3").args(["-m", "venv"]).arg(&home).status();
        let package = format!("schemathesis=={VERSION}");
        let pip = || Command::new(home.join("bin/pip")).args(["install", "--quiet", &package]).status();
        let done = venv.and_then(|status| if status.success() { pip() } else { Ok(status) });
        if !done.is_ok_and(|status| status.success()) {
            println!("schemathesis cannot be installed: it needs python3 with venv, and PyPI");
            return None;
        }
    }
    Some(program)
}
