//! Real servers for tests: processes of their own that can be killed at any moment.

pub mod machine;
pub mod postgres;
pub mod sink;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use astrarium_server::client::Client;
use astrarium_server::{Config, Limits, Smtp};

pub use machine::Folder;
use machine::free_port;

/// A server in a process of its own: this test program, started again with `SERVE` set.
#[derive(Debug)]
pub struct Server {
    child: Child,
    pub address: SocketAddr,
    pub metrics: SocketAddr,
}

const SERVE: &str = "ASTRARIUM_TEST_SERVE";
const DATABASE: &str = "ASTRARIUM_TEST_DB";
const METRICS: &str = "ASTRARIUM_TEST_METRICS";
const FAST: &str = "ASTRARIUM_TEST_FAST";
const PACK: &str = "ASTRARIUM_TEST_PACK";
const CLOCK: &str = "ASTRARIUM_TEST_CLOCK";
const SMTP: &str = "ASTRARIUM_TEST_SMTP";

/// How long a fast server waits for its database.
pub const DEADLINE: Duration = Duration::from_secs(2);

/// In a child this serves and never returns; in the test program it does nothing.
#[test]
fn serve_process() {
    let Some(port) = std::env::var(SERVE).ok().and_then(|port| port.parse().ok()) else { return };
    let db = std::env::var(DATABASE).ok();
    let usual = Limits::default();
    let limits = match std::env::var_os(FAST) {
        Some(_) => Limits {
            absent: Duration::ZERO,
            bot_pause: usual.bot_pause,
            page: 100_000,
            letter_gap: Duration::ZERO,
            call_after: Duration::from_millis(300),
            call_gap: Duration::from_secs(3),
            call_pause: Duration::from_millis(100),
            connect: DEADLINE,
            commit: DEADLINE,
            read: DEADLINE,
            ..usual.hurried()
        },
        None => usual,
    };
    let limits = match std::env::var_os(CLOCK) {
        Some(file) => {
            follow(file.into());
            Limits { idle: Duration::from_millis(300), wake: Duration::from_secs(1), ..limits }
        }
        None => limits,
    };
    let metrics = std::env::var(METRICS).ok().and_then(|address| address.parse().ok());
    let pack = std::env::var(PACK).ok();
    let pack = pack.iter().filter_map(|word| word.split_once('='));
    let packs = pack.map(|(title, folder)| (title.parse().expect("a title"), folder.into())).collect();
    let calls_to = vec!["127.0.0.0/8".parse().expect("a network")];
    let smtp =
        std::env::var(SMTP).ok().map(|url| Smtp::new(&url, "Astrarium <a@example.org>", "https://play.example.org"));
    let smtp = smtp.map(|smtp| smtp.expect("a server of mail"));
    let config = Config { port, db, limits, packs, metrics, calls_to, smtp, ..Config::default() };
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(astrarium_server::serve(config)).expect("it serves until it is killed");
}

/// The server's clock goes ahead by as many milliseconds as a file says.
fn follow(file: PathBuf) {
    let read = move || {
        let ahead = std::fs::read_to_string(&file).ok().and_then(|text| text.parse().ok());
        astrarium_server::clock::set_ahead(Duration::from_millis(ahead.unwrap_or_default()));
    };
    read();
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(Duration::from_millis(50));
            read();
        }
    });
}

/// The clock of a server, in the hands of a test.
#[derive(Debug)]
pub struct Clock(PathBuf);

impl Clock {
    pub fn new(folder: &Folder) -> Clock {
        let mut clock = Clock(folder.file().with_extension("clock"));
        clock.set(Duration::ZERO);
        clock
    }

    /// So long after the test began.
    pub fn set(&mut self, ahead: Duration) {
        // A reader sees the old time or the new one.
        let new = self.0.with_extension("new");
        std::fs::write(&new, ahead.as_millis().to_string()).expect("a file can be written");
        std::fs::rename(new, &self.0).expect("a file can be renamed");
    }
}

/// A server inside the test program, with limits of its own; it ends with the test.
pub async fn inside(folder: &Folder, limits: Limits) -> SocketAddr {
    let config = Config { port: 0, db: Some(folder.sqlite()), limits, ..Config::default() };
    astrarium_server::start(config).await.expect("a free port and a writable folder").address
}

impl Server {
    /// Starts a server with the usual limits and waits until it answers.
    pub async fn start(db: &str) -> Server {
        Server::spawn(db, free_port(), &[]).await
    }

    /// Starts a server that lets everybody hurry.
    pub async fn fast(db: &str) -> Server {
        Server::fast_on(db, free_port()).await
    }

    /// Starts one that plays new tables of a title with a pack of the operator's.
    pub async fn with_pack(db: &str, title: &str, folder: &Path) -> Server {
        let pack = format!("{title}={}", folder.display());
        Server::spawn(db, free_port(), &[(FAST, "1"), (PACK, &pack)]).await
    }

    pub async fn fast_on(db: &str, port: u16) -> Server {
        Server::spawn(db, port, &[(FAST, "1")]).await
    }

    /// Starts a fast one that sends mail.
    pub async fn mailing(db: &str, smtp: SocketAddr) -> Server {
        Server::spawn(db, free_port(), &[(FAST, "1"), (SMTP, &format!("smtp://{smtp}"))]).await
    }

    /// Starts a fast one whose clock is in the hands of the test.
    pub async fn in_time(db: &str, clock: &Clock) -> Server {
        Server::spawn(db, free_port(), &[(FAST, "1"), (CLOCK, &clock.0.to_string_lossy())]).await
    }

    async fn spawn(db: &str, port: u16, settings: &[(&str, &str)]) -> Server {
        let program = std::env::current_exe().expect("a test is a program");
        let metrics = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()));
        // A process that ignores this signal is told that a file is too large, and not ended by it.
        let child = Command::new("sh")
            .args(["-c", "trap '' XFSZ; exec \"$0\" \"$@\""])
            .arg(program)
            .args(["support::serve_process", "--exact", "--nocapture", "--test-threads=1"])
            .env(SERVE, port.to_string())
            .env(DATABASE, db)
            .env(METRICS, metrics.to_string())
            .envs(settings.iter().copied())
            .stdout(Stdio::null())
            .spawn()
            .expect("a test program can be started");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
        let server = Server { child, address, metrics };
        let client = Client { address, cookie: String::new() };
        for _ in 0..600 {
            if client.get("/healthz").await.is_ok_and(|answer| answer.status.is_success()) {
                return server;
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("the server on port {port} does not answer");
    }

    /// What the server has counted.
    pub async fn figures(&self) -> String {
        let nobody = Client { address: self.metrics, cookie: String::new() };
        nobody.get("/metrics").await.expect("figures").text
    }

    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the process at once, as a power cut would.
    pub fn kill(&mut self) {
        self.child.kill().expect("a child can be killed");
        self.child.wait().expect("a killed child ends");
    }

    /// Asks the process to end, and waits for it.
    pub fn end(&mut self) {
        let pid = self.child.id().to_string();
        Command::new("kill").args(["-TERM", &pid]).status().expect("a child can be told to end");
        self.child.wait().expect("a child ends");
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Killed before, or now.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
