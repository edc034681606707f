//! `astrarium serve` as a host runs it, and peers that mean it no good.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use astrarium_server::Limits;
use astrarium_server::client::{Client, Socket};
use serde_json::{Value, json};

/// Files that a server may open.
const FILES: u64 = 256;

const WELL: &str = "GET /healthz HTTP/1.1\r\nHost: localhost";

pub struct Server {
    child: Child,
    pub address: SocketAddr,
    /// What it said when it began.
    pub told: Value,
    _folder: tempfile::TempDir,
}

impl Server {
    pub fn start(args: &[&str]) -> Server {
        Server::with_log(args, Stdio::inherit())
    }

    pub fn with_log(args: &[&str], log: Stdio) -> Server {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = Command::new("sh");
        let limited = format!("ulimit -n {FILES}; exec \"$@\"");
        command.args(["-c", &limited, "sh", env!("CARGO_BIN_EXE_astrarium"), "serve", "--port=0"]);
        command.args(["--no-open", "--json", "--data-dir"]).arg(folder.path()).args(args);
        let mut child = command.stdout(Stdio::piped()).stderr(log).spawn().expect("the binary was built");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line).expect("an address");
        let told: Value = serde_json::from_str(&line).expect("a document");
        let place = told["url"].as_str().and_then(|url| url.split('/').nth(2)).expect("a place");
        let address = place.replace("localhost", "127.0.0.1").parse().expect("an address");
        Server { child, address, told, _folder: folder }
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(self.address).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
        stream
    }

    /// Says something with these lines in its head and reads whatever comes; the last line says to hang up then.
    fn ask(&self, head: &str) -> String {
        let mut stream = self.connect();
        write!(stream, "{head}\r\nConnection: close\r\n\r\n").expect("said");
        let mut answer = String::new();
        stream.read_to_string(&mut answer).expect("an answer");
        answer
    }

    fn is_well(&self) -> bool {
        self.ask(WELL).ends_with("well\n")
    }

    pub fn terminate(mut self) -> (ExitStatus, Duration) {
        let (began, pid) = (Instant::now(), self.child.id().to_string());
        assert!(Command::new("kill").args(["-TERM", &pid]).status().expect("kill is there").success());
        (self.child.wait().expect("it ends"), began.elapsed())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // Ended before, or now.
        _ = self.child.kill();
        _ = self.child.wait();
    }
}

/// Answers that nobody is left to read must not end the server.
#[test]
fn vanished_peers() {
    let server = Server::start(&[]);
    for _ in 0..30 {
        let mut stream = server.connect();
        stream.write_all(format!("{WELL}\r\n\r\n").repeat(3).as_bytes()).expect("said");
    }
    assert!(server.is_well());
    assert_eq!(server.terminate().0.code(), Some(0));
}

/// What is printed for people ends as quietly as it always did.
#[test]
fn a_reader_who_has_enough() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_astrarium"));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    command.args(["rules", super::GAME]).stdout(writer);
    let ended = command.output().expect("the binary was built");
    assert_eq!(String::from_utf8_lossy(&ended.stderr), "");
    assert_eq!(ended.status.signal(), Some(13), "{}", ended.status);
}

async fn sockets(address: SocketAddr, count: usize) -> Vec<Socket> {
    let ann = Client::new(address).await.expect("a guest");
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
    let mut open = Vec::new();
    for _ in 0..count {
        open.push(ann.live(&table, "").await.expect("a socket"));
    }
    open
}

/// Everybody is told, requests under way are cut after a while, and the end is a good one.
#[tokio::test]
async fn told_to_end() {
    let server = Server::start(&[]);
    let open = sockets(server.address, 5).await;
    let half: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    half.iter().for_each(|mut stream| stream.write_all(b"GET /healthz HTTP/1.1\r\nHo").expect("said"));
    let (status, time) = tokio::task::spawn_blocking(move || server.terminate()).await.expect("it ends");
    assert_eq!(status.code(), Some(0), "{status}");
    assert!(time < Duration::from_secs(8), "it took {time:?}");
    for mut socket in open {
        assert_eq!(socket.next_of(&["bye"]).await.expect("a last word")["code"], "stopping");
    }
}

/// Hundredths of a second of a process's own work.
#[cfg(target_os = "linux")]
fn worked(pid: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("it runs");
    let fields: Vec<&str> = stat.rsplit(')').next().expect("a name in brackets").split_whitespace().collect();
    fields[11..13].iter().map(|field| field.parse::<u64>().expect("a number")).sum()
}

/// A server that may open no more files waits for some without hurry, and goes on.
#[test]
#[cfg(target_os = "linux")]
fn no_files_left() {
    let server = Server::start(&[]);
    let pid = server.child.id();
    let files = |most| {
        rlimit::prlimit(pid as i32, rlimit::Resource::NOFILE, Some((most, FILES)), None)
            .expect("a limit of our own child");
    };
    files(3);
    let waiting: Vec<TcpStream> = (0..20).map(|_| server.connect()).collect();
    waiting.iter().for_each(|mut stream| write!(stream, "{WELL}\r\n\r\n").expect("said"));
    let before = worked(pid);
    std::thread::sleep(Duration::from_secs(2));
    assert!(worked(pid) - before < 50, "it spins: {} hundredths of a second in two", worked(pid) - before);
    files(FILES);
    for mut stream in waiting {
        let mut answer = [0; 12];
        stream.read_exact(&mut answer).expect("an answer");
        assert_eq!(&answer, b"HTTP/1.1 200");
    }
}

#[test]
fn names_of_the_server() {
    let server = Server::start(&["--host", "play.example"]);
    let host = |name: &str| server.ask(&format!("GET /plain HTTP/1.1\r\nHost: {name}"));
    for good in ["localhost", "127.0.0.1:1", "[::1]", "192.168.1.5:7777", "play.example:443"] {
        assert!(host(good).starts_with("HTTP/1.1 200"), "{good}");
    }
    let wrong = host("rebound.example");
    assert!(wrong.starts_with("HTTP/1.1 421") && wrong.contains("--host NAME"), "{wrong}");
    // A page that has pointed its own name at us says so in both.
    let evil = "POST /api/tables HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example\r\nContent-Length: 0";
    assert!(server.ask(evil).contains("wrong-host"));
}

/// Behind a proxy each client has its own allowance; a client that is no proxy cannot choose its address.
#[test]
fn proxies() {
    let many = 4 * Limits::default().reads.burst as usize;
    let refused = |server: &Server, reader: fn(usize) -> usize| {
        let head = |from| {
            let path = "GET /api/titles/x/rules HTTP/1.1\r\nHost: localhost";
            format!("{path}\r\nX-Forwarded-For: 198.51.{}.{}\r\n\r\n", from / 256, from % 256)
        };
        let all: String = (0..many).map(|request| head(reader(request))).collect();
        let mut stream = server.connect();
        let mut writer = stream.try_clone().expect("a second hand");
        // A refused client may be hung up on.
        let saying = std::thread::spawn(move || _ = writer.write_all(all.as_bytes()));
        let (mut text, mut part) = (String::new(), [0; 1 << 16]);
        while text.matches("HTTP/1.1 4").count() < many {
            let read = stream.read(&mut part).expect("answers");
            assert_ne!(read, 0, "it hung up");
            text += &String::from_utf8_lossy(&part[..read]);
        }
        saying.join().expect("writing does not panic");
        text.matches("too-many").count()
    };
    let behind = Server::start(&["--trusted-proxy", "127.0.0.0/8"]);
    assert_ne!(refused(&behind, |_| 0), 0, "{many} of one reader were answered");
    assert_eq!(refused(&behind, |request| 1 + request), 0, "one each of {many} readers");
    let open = Server::start(&[]);
    assert_ne!(refused(&open, |request| request), 0, "{many} of one peer were answered");
}
