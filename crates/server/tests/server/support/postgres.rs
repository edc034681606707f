//! A throw-away PostgreSQL: found on the machine, run by somebody who is not root, gone after the test.

use std::fs::Permissions;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::machine::{Folder, free_port};

#[derive(Debug)]
pub struct Postgres {
    bin: PathBuf,
    folder: Folder,
    port: u16,
}

impl Postgres {
    /// Starts a cluster, or says why there is none.
    pub fn start(name: &str) -> Result<Postgres, String> {
        let postgres = Postgres::make(name)?;
        postgres.up()?;
        Ok(postgres)
    }

    /// A cluster that is not started yet.
    pub fn make(name: &str) -> Result<Postgres, String> {
        let bin = find().ok_or("there is no PostgreSQL on this machine: `cargo xtask test` installs it")?;
        let folder = Folder::new(name);
        let postgres = Postgres { bin, folder, port: free_port() };
        if is_root() {
            run(Command::new("chown").arg("nobody").arg(&postgres.folder.0))?;
        }
        let data = postgres.data();
        run(postgres
            .command("initdb")
            .args(["-A", "trust", "-U", "astrarium", "-E", "UTF8", "--no-sync", "-D"])
            .arg(&data))?;
        Ok(postgres)
    }

    /// Starts the server of an existing cluster.
    pub fn up(&self) -> Result<(), String> {
        let options = format!("-p {} -k '' -c listen_addresses=127.0.0.1 -c max_connections=50", self.port);
        let log = self.folder.0.join("log");
        run(self
            .command("pg_ctl")
            .arg("-D")
            .arg(self.data())
            .arg("-l")
            .arg(log)
            .args(["-w", "-o", &options, "start"]))?;
        let until = Instant::now() + Duration::from_secs(20);
        while std::net::TcpStream::connect(("127.0.0.1", self.port)).is_err() {
            if Instant::now() > until {
                return Err(format!("PostgreSQL does not answer on port {}", self.port));
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        Ok(())
    }

    /// Stops the database at once, without tidying up.
    pub fn kill(&self) -> Result<(), String> {
        self.stop("immediate")
    }

    /// Stops the database as an administrator does: everybody is thrown out, and everything is tidied up.
    pub fn stop_fast(&self) -> Result<(), String> {
        self.stop("fast")
    }

    fn stop(&self, mode: &str) -> Result<(), String> {
        run(self.command("pg_ctl").arg("-D").arg(self.data()).args(["-m", mode, "-w", "stop"]))
    }

    /// The database falls silent: connections stay open, and nothing answers.
    pub fn pause(&self) -> Result<(), String> {
        self.signal("-STOP")
    }

    pub fn resume(&self) -> Result<(), String> {
        self.signal("-CONT")
    }

    /// To the first process, and then to those it has started.
    fn signal(&self, signal: &str) -> Result<(), String> {
        let first = std::fs::read_to_string(self.data().join("postmaster.pid")).map_err(|e| e.to_string())?;
        let first = first.lines().next().unwrap_or_default();
        run(Command::new("kill").args([signal, first]))?;
        for child in children(first) {
            // It may have ended by itself.
            _ = run(Command::new("kill").args([signal, &child]));
        }
        Ok(())
    }

    pub fn url(&self) -> String {
        format!("postgres://astrarium@127.0.0.1:{}/postgres", self.port)
    }

    /// Writes a file of the cluster, as PostgreSQL wants it: its own, and for nobody else.
    pub fn give(&self, name: &str, text: &str) {
        let path = self.data().join(name);
        std::fs::write(&path, text).expect("a folder of ours");
        std::fs::set_permissions(&path, Permissions::from_mode(0o600)).expect("a file of ours");
        if is_root() {
            run(Command::new("chown").arg("nobody").arg(&path)).expect("root gives files away");
        }
    }

    fn data(&self) -> PathBuf {
        self.folder.0.join("data")
    }

    /// PostgreSQL refuses to run as root.
    fn command(&self, program: &str) -> Command {
        let program = self.bin.join(program);
        let mut command = if is_root() {
            let mut command = Command::new("setpriv");
            command.args(["--reuid=nobody", "--regid=nogroup", "--clear-groups"]).arg(program);
            command
        } else {
            Command::new(program)
        };
        command.current_dir(&self.folder.0);
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        _ = self.resume();
        _ = self.kill();
    }
}

/// The folder of the newest PostgreSQL's programs.
fn find() -> Option<PathBuf> {
    let mut versions: Vec<PathBuf> = std::fs::read_dir("/usr/lib/postgresql")
        .into_iter()
        .flatten()
        .flatten()
        .map(|e| e.path().join("bin"))
        .collect();
    versions.sort();
    let path = std::env::var_os("PATH").unwrap_or_default();
    versions.extend(std::env::split_paths(&path));
    versions.into_iter().rev().find(|bin| bin.join("initdb").exists() && bin.join("pg_ctl").exists())
}

/// The processes that a process has started.
fn children(parent: &str) -> Vec<String> {
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let is_child = |path: &Path| {
        let status = std::fs::read_to_string(path.join("status")).unwrap_or_default();
        status.lines().filter_map(|line| line.strip_prefix("PPid:")).any(|id| id.trim() == parent)
    };
    let children = processes.filter(|process| is_child(&process.path()));
    children.map(|process| process.file_name().to_string_lossy().into()).collect()
}

fn is_root() -> bool {
    let own = std::fs::metadata("/proc/self").map(|m| std::os::unix::fs::MetadataExt::uid(&m));
    own.is_ok_and(|uid| uid == 0) && Path::new("/usr/bin/setpriv").exists()
}

fn run(command: &mut Command) -> Result<(), String> {
    // pg_ctl's child keeps an open output: nothing may be read from it.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).status();
    match status {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(format!("{command:?}: {status}")),
        Err(error) => Err(format!("{command:?}: {error}")),
    }
}
