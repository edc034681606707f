//! Odd addresses, heads and bodies over every route: no panic, no 5xx, and pages answer as pages.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use astrarium_check::times;
use astrarium_core::Fast;
use astrarium_server::client::{Client, fresh_id};

use crate::flood::over;
use crate::support::{Folder, Server};

/// What the description of the requests does not have.
const ROUTES: [&str; 35] = [
    "/",
    "/table/{}",
    "/join/{}",
    "/replay/{}",
    "/rules/{}",
    "/stats/{}",
    "/seat/{}",
    "/settings",
    "/games",
    "/continue",
    "/admin",
    "/person/{}",
    "/healthz",
    "/readyz",
    "/metrics",
    "/plain",
    "/plain/settings",
    "/plain/games",
    "/plain/continue",
    "/plain/admin",
    "/plain/person/{}",
    "/plain/admit",
    "/plain/seat/{}",
    "/plain/play",
    "/plain/table/{}",
    "/plain/table/{}/{}",
    "/plain/join/{}",
    "/plain/replay/{}",
    "/plain/rules/{}",
    "/plain/stats/{}",
    "/plain.css",
    "/assets/{}",
    "/api/tables/{}/{}",
    "/api/tables/{}/live",
    "/api/openapi.json",
];

const WORDS: [&str; 26] = [
    "",
    "%00",
    "%0a",
    "%0d%0aX:%20y",
    "%ff%fe",
    "%",
    "%zz",
    "..",
    "../../etc/passwd",
    "%2e%2e%2f",
    "0",
    "-1",
    "200",
    "256",
    "18446744073709551616",
    "99999999999999999999999999",
    "galactic-adventures",
    "galactic-adventures%00",
    "act",
    "sit",
    "%F0%9F%92%A5",
    "\u{e9}",
    "<script>",
    "a;b",
    "a'b\"c",
    "~!$&()*+,;=:@",
];

const QUERIES: [&str; 14] = [
    "",
    "?",
    "?seat=200",
    "?seat=256",
    "?seat=-1",
    "?seat=none",
    "?seat=%00",
    "?since=18446744073709551616",
    "?entry=99999999999",
    "?seat=1&seat=2",
    "?entry=%ff",
    "?seat",
    "?=&&=",
    "?seat=0&since=1",
];

const METHODS: [&str; 8] = ["GET", "GET", "GET", "POST", "PUT", "DELETE", "HEAD", "BREW"];

const HEADS: [&str; 14] = [
    "",
    "Content-Type: application/json",
    "Content-Type: application/x-www-form-urlencoded",
    "Content-Type: \u{ff}",
    "Cookie: astrarium=",
    "Cookie: astrarium=zz; astrarium; =;;",
    "Accept: text/html",
    "Accept-Encoding: br, gzip;q=x, \u{1}",
    "Range: bytes=5-1",
    "Expect: 100-continue",
    "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: x",
    "X-Forwarded-For: ,,, x",
    "If-Modified-Since: yesterday",
    "Host: twice",
];

const BODIES: [&str; 12] = [
    "",
    "{",
    "null",
    "[]",
    "{\"title\":\"galactic-adventures\",\"options\":{\"players\":\"99999999999\"}}",
    "{\"title\":\"galactic-adventures\",\"seats\":[]}",
    "{\"seat\":255,\"nonce\":\"\u{0}\"}",
    "title=%ff",
    "title=galactic-adventures&title=x",
    "id=1&seat=256&sentence=%00",
    "{\"name\":\"\\ud800\"}",
    "{\"nonces\":{\"-1\":\"x\"}}",
];

/// One odd request.
struct Odd<'a> {
    dice: Fast,
    address: SocketAddr,
    table: &'a str,
    routes: &'a [&'a str],
}

impl Odd<'_> {
    fn one<'w>(&mut self, words: &[&'w str]) -> &'w str {
        words[self.dice.below(words.len() as u32) as usize]
    }

    fn request(&mut self) -> Vec<u8> {
        let mut path = String::new();
        for part in self.one(self.routes).split("{}") {
            let word = if self.dice.below(2) == 0 { self.table } else { self.one(&WORDS) };
            path += &format!("{part}{word}");
        }
        let path = if self.dice.below(2) == 0 { path } else { path.trim_end_matches(self.table).to_string() };
        let (method, query, head, body) = (self.one(&METHODS), self.one(&QUERIES), self.one(&HEADS), self.one(&BODIES));
        let address = self.address;
        let length = match self.dice.below(6) {
            0 => "Content-Length: 5".to_string(),
            1 => "Content-Length: -5".to_string(),
            2 => "Transfer-Encoding: chunked".to_string(),
            3 => format!("X: {}", "x".repeat(self.dice.below(80_000) as usize)),
            _ => format!("Content-Length: {}", body.len()),
        };
        let origin = format!("Origin: http://{address}\r\nCookie: astrarium={}", fresh_id());
        let text = format!(
            "{method} {path}{query} HTTP/1.1\r\nHost: {address}\r\n{origin}\r\n{head}\r\n{length}\r\nConnection: close\r\n\r\n{body}"
        );
        // An empty line would end the head too early.
        let mut bytes = text.replacen("\r\n\r\n", "\r\n", usize::from(head.is_empty())).into_bytes();
        if self.dice.below(10) == 0 {
            let at = self.dice.below(bytes.len() as u32) as usize;
            bytes[at] = self.dice.below(256) as u8;
        }
        bytes
    }
}

/// Says it, says no more, and reads what comes.
fn ask(address: SocketAddr, request: &[u8]) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.set_read_timeout(Some(Duration::from_secs(20))).expect("a timeout");
    let mut answer = Vec::new();
    // It may have heard enough before all was said.
    _ = stream.write_all(request).and_then(|()| stream.shutdown(std::net::Shutdown::Write));
    _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into()
}

/// The addresses that the description has, with places for words.
async fn described(ann: &Client) -> Vec<String> {
    let description = ann.get("/api/openapi.json").await.expect("an answer").json();
    let paths = description["paths"].as_object().expect("paths").keys();
    let part = |part: &str| if part.starts_with('{') { "{}".into() } else { part.to_string() };
    let paths: Vec<String> = paths.map(|path| path.split('/').map(part).collect::<Vec<_>>().join("/")).collect();
    assert!(paths.iter().any(|path| path == "/api/titles/{}/simulation"), "{paths:?}");
    paths
}

#[tokio::test]
async fn odd_requests_are_refused() {
    let seed = std::env::var("ASTRARIUM_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(7);
    println!("seed {seed} (set ASTRARIUM_SEED to change it)");
    let folder = Folder::new("odd");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = over(&ann).await;
    let described = described(&ann).await;
    let routes: Vec<&str> = described.iter().map(String::as_str).chain(ROUTES).collect();
    let mut odd = Odd { dice: Fast::new(seed, 0), address: server.address, table: &table, routes: &routes };
    let mut answered = 0;
    for _ in 0..3_000 * times() {
        let request = odd.request();
        let answer = ask(server.address, &request);
        let said = String::from_utf8_lossy(&request);
        let fine = !answer.starts_with("HTTP/1.1 5") || answer.contains("\"busy\"");
        assert!(fine, "{:.600} → {answer:.600}", said);
        answered += usize::from(answer.starts_with("HTTP/1.1 "));
    }
    assert!(answered > 2_000 * times() as usize, "only {answered} were answered at all");
    assert_eq!(ann.get("/healthz").await.expect("an answer").text, "well\n");
}

#[tokio::test]
async fn pages_answer_as_pages() {
    let folder = Folder::new("odd-pages");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = over(&ann).await;
    let cases = [
        (format!("/plain/replay/{table}?seat=200"), 404),
        (format!("/plain/replay/{table}?seat=1"), 200),
        ("/plain/stats/%0a".into(), 404),
        ("/plain/stats/galactic-adventures".into(), 303),
        ("/plain/rules/%ff".into(), 400),
        ("/plain/table/x".into(), 400),
        ("/plain/nowhere".into(), 404),
    ];
    for (path, status) in cases {
        let answer = ann.get(&path).await.expect("an answer");
        assert_eq!(answer.status, status, "{path}: {}", answer.text);
        let page = answer.headers.get("content-type").is_some_and(|kind| kind == "text/html; charset=utf-8");
        assert!(page || status == 303, "{path}: {:?}", answer.headers);
    }
    assert_eq!(ann.get("/api/tables/x").await.expect("an answer").code(), "malformed");
}
