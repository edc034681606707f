//! The database falls silent, is locked, fills up, or vanishes: the server says so, loses nothing, and goes on by itself.

use std::fs;
use std::process::Command;
use std::time::{Duration, Instant};

use astrarium_server::client::{Answer, Client, fresh_id};
use astrarium_server::migrate::{Forecast, Will, forecast, migrate};
use astrarium_server::{Config, Limits};
use serde_json::json;
use sqlx::{Connection, Row as _};
use tokio::time::sleep;

use crate::fair::figure;
use crate::support::postgres::Postgres;
use crate::support::{DEADLINE, Folder, Server, inside};

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
    while !server.figures().await.contains("astrarium_database_well 0") {
        assert!(began.elapsed() < LONG, "the figures say nothing of it");
        sleep(Duration::from_millis(50)).await;
    }
    assert!(server.figures().await.contains("astrarium_commit_failures_total"));
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
    let broken = "INSERT INTO tables SELECT 'broken', title, status, public, host, 'broken', seats, vacant, asked, \
                  heading, standing, created, changed, seq, due FROM tables";
    let mut database = sqlx::PgConnection::connect(&postgres.url()).await.expect("the database");
    sqlx::query(broken).execute(&mut database).await.expect("a broken row");
    postgres.kill().expect("stopped");
    sleep(2 * DEADLINE).await;
    postgres.up().expect("started");
    let before = events(&postgres, &table).await;
    let until = Instant::now() + LONG;
    while events(&postgres, &table).await < before + 3 {
        assert!(Instant::now() < until, "the bots do nothing after {before} events");
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

/// What was stored after its deadline is shown to everybody once the writer works again, though nothing else happens.
#[tokio::test]
async fn what_comes_late_is_shown() {
    let folder = Folder::new("late-write");
    let limits = Limits { commit: Duration::from_millis(200), ..Limits::default() };
    let ann = Client::new(inside(&folder, limits).await).await.expect("a guest");
    let person = json!({ "kind": "person" });
    let table = ann.table(json!({ "players": "2" }), json!([person, person])).await.expect("a table");
    let mut speaks = ann.live(&table, "seat=0").await.expect("a socket");
    let mut hears = ann.live(&table, "seat=1").await.expect("a socket");
    hears.next_of(&["sync"]).await.expect("a first message");
    let mut other = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
    let lock = other.begin_with("BEGIN IMMEDIATE").await.expect("a lock");
    speaks.say(json!({ "type": "chat", "id": fresh_id(), "text": "late" })).await.expect("said");
    let refused = speaks.next_of(&["done", "refused"]).await.expect("an answer");
    assert_eq!(refused["error"]["code"], "busy");
    lock.rollback().await.expect("unlocked");
    let update =
        tokio::time::timeout(LONG, hears.next_of(&["update"])).await.expect("nobody is told").expect("an update");
    assert_eq!(update["items"][0]["text"], json!(["late"]), "{update}");
}

/// Rows that nobody can read: their tables are skipped, the others are listed, and forecast.
#[tokio::test]
async fn broken_rows_stop_nobody_else() {
    let folder = Folder::new("broken-rows");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let person = json!({ "kind": "person" });
    let table = async || ann.table(json!({ "players": "2" }), json!([person, person])).await.expect("a table");
    let [seats, event, good] = [table().await, table().await, table().await];
    server.end();
    let mut database = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
    let broken = format!(
        "UPDATE tables SET seats = 'nonsense' WHERE id = '{seats}'; \
         UPDATE log SET event = 'nonsense' WHERE table_id = '{event}' AND seq = 2; \
         INSERT INTO tables SELECT 'broken', title, status, public, host, 'broken', seats, vacant, asked, heading, standing, \
         created, changed, seq, due FROM tables WHERE id = '{good}'"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(broken)).execute(&mut database).await.expect("broken rows");
    database.close().await.expect("closed");
    let config = Config { db: Some(folder.sqlite()), ..Config::default() };
    let will = |games: Vec<Forecast>| {
        let of = |id: &String| games.iter().find(|game| game.table == *id).map(|game| game.will);
        [&seats, &event, &good].map(of)
    };
    let expected = [Some(Will::Same), Some(Will::Stops { entry: None }), Some(Will::Same)];
    assert_eq!(will(forecast(&config).await.expect("a database")), expected);
    assert_eq!(will(migrate(&config, true).await.expect("a database")), expected);
    let server = Server::fast(&folder.sqlite()).await;
    let home = Client { address: server.address, ..ann }.get("/api/home").await.expect("an answer");
    let listed: Vec<_> = home.json()["mine"].as_array().expect("a list").iter().map(|t| t["id"].clone()).collect();
    assert!(listed.contains(&json!(good)) && !listed.contains(&json!(seats)), "{listed:?}");
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

/// Bots wait between tries: they would fill the log, and the processor, while nothing can be stored.
#[tokio::test]
async fn bots_do_not_hammer_a_full_disk() {
    let folder = Folder::new("full-bots");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "easy" });
    for _ in 0..10 {
        ann.table(json!({ "players": "2" }), json!([bot, bot])).await.expect("a table");
    }
    let size = fs::metadata(folder.0.join("test.sqlite-wal")).expect("a log").len();
    let limit = ["--pid", &server.id().to_string(), &format!("--fsize={size}:unlimited")].map(String::from);
    assert!(Command::new("prlimit").args(limit).status().expect("prlimit runs").success());
    unready(&ann).await;
    sleep(Duration::from_secs(5)).await;
    let failures = figure(&server, "astrarium_commit_failures_total").await;
    println!("{failures} commits failed");
    assert!((1.0..40.0).contains(&failures), "{failures} commits failed within seconds");
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
