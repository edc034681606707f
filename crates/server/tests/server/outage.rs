//! The database falls silent, is locked, fills up, or vanishes: the server says so, loses nothing, and goes on by itself.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use astrarium_server::client::{Answer, Client};
use serde_json::json;
use sqlx::{Connection, Row as _};
use tokio::time::sleep;

use crate::support::postgres::Postgres;
use crate::support::{DEADLINE, Folder, Server};

/// Far more than anything here should take, on any machine.
const LONG: Duration = Duration::from_secs(60);

async fn make(client: &Client) -> Answer {
    client.post("/api/tables", json!({ "title": "galactic-adventures" })).await.expect("an answer")
}

/// An answer that must come soon, whatever the database does.
async fn soon(client: &Client, path: &str) -> Answer {
    let answer = tokio::time::timeout(3 * DEADLINE, client.get(path)).await;
    answer.unwrap_or_else(|_| panic!("{path} hangs")).expect("an answer")
}

/// The server finds out that it is not ready, and why.
async fn unready(client: &Client) -> String {
    let until = Instant::now() + LONG;
    loop {
        let answer = soon(client, "/readyz").await;
        if answer.status == 503 {
            return answer.text;
        }
        assert!(Instant::now() < until, "still ready");
        sleep(Duration::from_millis(50)).await;
    }
}

/// The same process stores again.
async fn comes_back(client: &Client) {
    let until = Instant::now() + LONG;
    while soon(client, "/readyz").await.status != 200 {
        assert!(Instant::now() < until, "not ready again: {}", soon(client, "/readyz").await.text);
        sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(make(client).await.status, 201);
}

#[tokio::test]
async fn a_silent_database_is_given_up() {
    let postgres = Postgres::start("silent").expect("a throw-away PostgreSQL");
    let server = Server::fast(&postgres.url()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    assert_eq!(soon(&ann, "/readyz").await.text, "ready\n");
    postgres.pause().expect("paused");
    let refused = tokio::time::timeout(LONG, make(&ann)).await.expect("a refusal in time");
    assert_eq!(refused.code(), "busy");
    assert!(unready(&ann).await.contains("does not answer"));
    assert_eq!(soon(&ann, "/healthz").await.text, "well\n");
    let began = Instant::now();
    let flood = (0..200).map(|_| soon(&ann, "/readyz"));
    let flood = futures_util::future::join_all(flood).await;
    assert!(flood.iter().all(|answer| answer.status == 503));
    assert!(began.elapsed() < 3 * DEADLINE, "{:?} for a flood of questions", began.elapsed());
    while !soon(&ann, "/metrics").await.text.contains("astrarium_database_well 0") {
        assert!(began.elapsed() < LONG, "the figures say nothing of it");
        sleep(Duration::from_millis(50)).await;
    }
    assert!(soon(&ann, "/metrics").await.text.contains("astrarium_commit_failures_total"));
    postgres.resume().expect("resumed");
    comes_back(&ann).await;
}

/// Nobody looks at the table, and no request wakes it: it goes on because the server looks for it.
#[tokio::test]
async fn bots_go_on_after_an_outage() {
    let postgres = Postgres::start("bots-pg").expect("a throw-away PostgreSQL");
    let server = Server::fast(&postgres.url()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "normal" });
    let table = ann.table(json!({ "players": "2" }), json!([bot, bot])).await.expect("a table");
    // A row that nobody can read stops nobody else.
    let broken = "INSERT INTO tables SELECT 'broken', title, status, public, host, 'broken', seats, vacant, asked, bots, \
                  heading, standing, created, changed, seq FROM tables";
    let mut database = sqlx::PgConnection::connect(&postgres.url()).await.expect("the database");
    sqlx::query(broken).execute(&mut database).await.expect("a broken row");
    postgres.kill().expect("stopped");
    sleep(2 * DEADLINE).await;
    postgres.up().expect("started");
    let before = events(&postgres, &table).await;
    let until = Instant::now() + LONG;
    while events(&postgres, &table).await < before + 3 {
        assert!(Instant::now() < until, "the bots stand still after {before} events");
        sleep(Duration::from_millis(200)).await;
    }
}

async fn events(postgres: &Postgres, table: &str) -> i64 {
    let mut database = sqlx::PgConnection::connect(&postgres.url()).await.expect("the database");
    let query = sqlx::query("SELECT COUNT(*) FROM log WHERE table_id = $1").bind(table.to_string());
    query.fetch_one(&mut database).await.expect("a count").get(0)
}

#[tokio::test]
async fn a_locked_file_is_waited_for() {
    let folder = Folder::new("locked");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let mut other = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
    let lock = other.begin_with("BEGIN IMMEDIATE").await.expect("a lock");
    assert_eq!(make(&ann).await.code(), "busy");
    assert!(unready(&ann).await.contains("locked"));
    lock.rollback().await.expect("unlocked");
    comes_back(&ann).await;
}

/// A file that may not grow is a disk that is full.
#[tokio::test]
async fn a_full_disk_is_survived() {
    let folder = Folder::new("full");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    assert_eq!(make(&ann).await.status, 201);
    let size = fs::metadata(folder.0.join("test.sqlite-wal")).expect("a log").len();
    let grow = |most: &str| {
        let pid = server.id().to_string();
        let limit = Command::new("prlimit").args(["--pid", &pid, &format!("--fsize={most}:unlimited")]).status();
        assert!(limit.expect("prlimit runs").success());
    };
    grow(&size.to_string());
    assert_eq!(make(&ann).await.code(), "busy");
    assert!(unready(&ann).await.contains("disk"));
    let home = soon(&ann, "/api/home").await;
    assert_eq!(home.json()["mine"].as_array().map(Vec::len), Some(1), "what is stored can be read: {}", home.text);
    grow("unlimited");
    comes_back(&ann).await;
}

/// What is written into a file without a name would be lost: nothing is acknowledged then.
#[tokio::test]
async fn a_database_that_vanishes_is_noticed() {
    let folder = Folder::new("vanished");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    assert_eq!(make(&ann).await.status, 201);
    let (file, away) = (folder.0.join("test.sqlite"), folder.0.join("away"));
    for replaced in [false, true] {
        fs::rename(&file, &away).expect("moved away");
        if replaced {
            fs::copy(&away, &file).expect("a copy in its place");
        }
        assert_eq!(make(&ann).await.code(), "busy");
        let why = unready(&ann).await;
        assert!(why.contains("test.sqlite was deleted or replaced"), "{why}");
        assert!(replaced || !file.exists(), "a new file in its place");
        fs::rename(&away, &file).expect("moved back");
        comes_back(&ann).await;
    }
    let log = folder.0.join("test.sqlite-wal");
    fs::remove_file(&log).expect("deleted");
    assert_eq!(make(&ann).await.code(), "busy");
    assert!(unready(&ann).await.contains("test.sqlite-wal was deleted"));
}
