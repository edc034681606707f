//! What the host of a server has ruled, as far as it takes limits of its own.

use std::time::{Duration, Instant};

use astrarium_server::client::{Client, fresh_id};
use astrarium_server::{Config, House, Limits, Secret};
use serde_json::json;

use crate::support::Folder;

const TOKEN: &str = "a-token-of-the-host";

async fn with(folder: &Folder, limits: Limits, house: House) -> Client {
    let config = Config { port: 0, db: Some(folder.sqlite()), limits, house, ..Config::default() };
    let address = astrarium_server::start(config).await.expect("a free port and a writable folder").address;
    Client::new(address).await.expect("a guest")
}

/// What is over goes after its time; what is played stays.
#[tokio::test]
async fn old_tables_are_let_go() {
    let folder = Folder::new("old-tables");
    let (idle, sweep) = (Duration::from_millis(50), Duration::from_millis(50));
    let limits = Limits { idle, sweep, ..Limits::default() };
    let keep = Some(Duration::from_millis(200));
    let ann = with(&folder, limits, House { keep, ..House::default() }).await;
    let (played, over) = (ann.play_now().await.expect("a table"), ann.play_now().await.expect("a table"));
    let path = |table: &str| format!("/api/tables/{table}");
    let close = ann.request(hyper::Method::DELETE, &path(&over), "{}".into());
    assert_eq!(ann.send(close).await.expect("an answer").status, 200);
    let lobby = ann.must("/api/tables", json!({ "title": "galactic-adventures" })).await.expect("a table");
    let lobby = lobby["id"].as_str().expect("an id").to_string();
    let end = Instant::now() + Duration::from_secs(60);
    for table in [over, lobby] {
        while ann.get(&path(&table)).await.expect("an answer").code() != "not-found" {
            assert!(Instant::now() < end, "{table} is still there");
            // Whoever looks brings it into memory, where it stays a while.
            tokio::time::sleep(Duration::from_millis(500)).await;
        }
    }
    assert_eq!(ann.get(&path(&played)).await.expect("an answer").json()["status"], "playing");
}

/// Nobody floods the host's page, and nobody guesses the token: after some tries the right one is of no use either.
#[tokio::test]
async fn reports_and_tokens_are_bounded() {
    let folder = Folder::new("reports");
    let limits = Limits { reports_per_person: 2, ..Limits::default() };
    let ann = with(&folder, limits, House { token: Some(Secret::of(TOKEN)), ..House::default() }).await;
    let ben = Client::new(ann.address).await.expect("a guest");
    let wish = json!({ "title": "galactic-adventures", "options": { "players": "2" }, "public": true,
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }] });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let path = format!("/api/tables/{table}/report");
    let complaint = json!({ "seat": 0, "text": "rude" });
    assert_eq!(ben.post(&path, complaint.clone()).await.expect("an answer").code(), "not-your-seat");
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    assert_eq!(ben.post(&path, json!({ "seat": 1, "text": "me" })).await.expect("an answer").code(), "not-found");
    for status in [204, 204, 429] {
        assert_eq!(ben.post(&path, complaint.clone()).await.expect("an answer").status, status);
    }
    for _ in 0..3 {
        let house = ann.rule(TOKEN, "GET", "/api/admin", json!({})).await.expect("an answer");
        assert_eq!(house.json()["reports"].as_array().map(Vec::len), Some(2), "{}", house.text);
    }
    let tries = (0..2 * limits.entries.burst).map(|_| ann.rule("a-wrong-token-of-it", "GET", "/api/admin", json!({})));
    let answers = futures_util::future::join_all(tries).await;
    let codes: Vec<String> = answers.iter().map(|answer| answer.as_ref().expect("an answer").code()).collect();
    assert!(codes.iter().all(|code| ["wrong-token", "too-many"].contains(&&code[..])), "{codes:?}");
    assert!(codes.iter().any(|code| code == "too-many"), "{codes:?}");
}
