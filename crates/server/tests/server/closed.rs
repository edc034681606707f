//! A game that this version of the server cannot play on: nobody reads its secrets, and those who played it can keep it.

use crate::support::{Folder, Server};
use astrarium_server::Config;
use astrarium_server::client::{Client, fresh_id};
use astrarium_server::migrate::forecast;
use hyper::Method;
use serde_json::{Value, json};

/// A table whose game needs a pack that is not here.
async fn unplayable(folder: &Folder) -> (Server, Client, String) {
    let mut server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = ann.play_now().await.expect("a table");
    server.kill();
    let server = without_pack(folder).await;
    let ann = Client { address: server.address, ..ann };
    (server, ann, table)
}

/// A server on the same database, whose games need a pack that is not here.
async fn without_pack(folder: &Folder) -> Server {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&folder.sqlite()).await.expect("the database");
    let other = "UPDATE log SET event = replace(event, '\\npack ', '\\npack 0')";
    sqlx::query(other).execute(&pool).await.expect("another pack");
    pool.close().await;
    Server::start(&folder.sqlite()).await
}

fn is_mine(home: &Value, table: &str) -> bool {
    home["mine"].as_array().is_some_and(|mine| mine.iter().any(|t| t["id"] == json!(table)))
}

/// A game that was finished before has no secrets any more. Those who sat there may remove it from their own list.
#[tokio::test]
async fn a_finished_one_is_for_everybody() {
    let folder = Folder::new("closed-over");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = crate::flood::over(&ann).await;
    server.kill();
    let server = without_pack(&folder).await;
    let ann = Client { address: server.address, ..ann };
    let (stranger, path) = (Client::new(server.address).await.expect("a guest"), format!("/api/tables/{table}"));
    let shown = stranger.get(&path).await.expect("an answer").json();
    assert!(shown["closed"].as_str().is_some_and(|why| why.starts_with("this version")), "{shown}");
    let record = stranger.get(&format!("{path}/record")).await.expect("a record").text;
    assert!(record.starts_with("astrarium-record") && record.contains("\nsecret "), "{record}");
    assert!(is_mine(&ann.get("/api/home").await.expect("a home").json(), &table));
    let delete = |client: &Client| client.request(Method::DELETE, &path, String::new());
    assert!(!stranger.send(delete(&stranger)).await.expect("an answer").status.is_success());
    assert_eq!(ann.send(delete(&ann)).await.expect("an answer").status, 200);
    assert!(!is_mine(&ann.get("/api/home").await.expect("a home").json(), &table), "it is put away");
    assert!(stranger.get(&format!("{path}/record")).await.expect("a record").status.is_success(), "it is kept");
}

/// The host puts a table away for all; who only sat there, for themselves.
#[tokio::test]
async fn whoever_sat_there_puts_it_out_of_the_own_list() {
    let folder = Folder::new("closed-guest");
    let mut server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let ben = Client::new(server.address).await.expect("a guest");
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let wish = json!({ "title": "galactic-adventures", "options": { "players": "2" }, "public": true, "seats": seats });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let at = |word: &str| format!("/api/tables/{table}/{word}");
    ben.must(&at("sit"), json!({ "seat": 1, "nonce": fresh_id() })).await.expect("a seat");
    ann.must(&at("start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    let delete = |client: &Client| client.request(Method::DELETE, &format!("/api/tables/{table}"), String::new());
    assert_eq!(ben.send(delete(&ben)).await.expect("an answer").code(), "not-host", "nobody leaves a game like this");
    server.kill();
    let server = without_pack(&folder).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    assert_eq!(ben.send(delete(&ben)).await.expect("an answer").status, 200);
    assert!(!is_mine(&ben.get("/api/home").await.expect("a home").json(), &table));
    assert!(is_mine(&ann.get("/api/home").await.expect("a home").json(), &table), "only for him");
}

#[tokio::test]
async fn its_secrets_stay_hidden_and_its_record_is_kept() {
    let folder = Folder::new("closed");
    let (server, ann, table) = unplayable(&folder).await;
    let stranger = Client::new(server.address).await.expect("a guest");
    let path = format!("/api/tables/{table}");
    let shown = stranger.get(&path).await.expect("an answer").json();
    let why = shown["closed"].as_str().expect("it is closed");
    assert_eq!(why, "this version of the server cannot play the game on; its record is kept");
    let record = format!("{path}/record");
    assert_eq!(stranger.get(&record).await.expect("an answer").code(), "hidden");
    assert!(ann.get(&record).await.expect("a record").text.starts_with("astrarium-record"));
    assert_eq!(ann.post(&format!("{path}/rematch"), Value::Null).await.expect("an answer").status, 201);
    assert!(is_mine(&ann.get("/api/home").await.expect("a home").json(), &table), "it is not lost");
    let delete = |client: &Client| client.request(Method::DELETE, &path, String::new());
    assert_eq!(stranger.send(delete(&stranger)).await.expect("an answer").code(), "not-host");
    assert_eq!(ann.send(delete(&ann)).await.expect("an answer").status, 200);
    assert!(!is_mine(&ann.get("/api/home").await.expect("a home").json(), &table), "it is put away");
}

/// What was put away stays so, also if its players begin again afterwards.
#[tokio::test]
async fn a_rematch_does_not_bring_it_back() {
    let folder = Folder::new("closed-again");
    let (server, ann, table) = unplayable(&folder).await;
    let path = format!("/api/tables/{table}");
    let delete = ann.request(Method::DELETE, &path, String::new());
    assert_eq!(ann.send(delete).await.expect("an answer").status, 200);
    assert_eq!(ann.post(&format!("{path}/rematch"), Value::Null).await.expect("an answer").status, 201);
    drop(server);
    let config = Config { db: Some(folder.sqlite()), ..Config::default() };
    let running = forecast(&config).await.expect("a database");
    assert!(running.iter().all(|game| game.table != table), "it runs again: {running:?}");
}
