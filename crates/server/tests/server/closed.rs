//! A game that this version of the server cannot play on: nobody reads its secrets, and those who played it can keep it.

use crate::support::{Folder, Server};
use astrarium_server::client::Client;
use hyper::Method;
use serde_json::{Value, json};

/// A table whose game needs a pack that is not here.
async fn unplayable(folder: &Folder) -> (Server, Client, String) {
    let mut server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = ann.play_now().await.expect("a table");
    server.kill();
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(&folder.sqlite()).await.expect("the database");
    let other = "UPDATE log SET event = replace(event, '\\npack ', '\\npack 0')";
    sqlx::query(other).execute(&pool).await.expect("another pack");
    pool.close().await;
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client { address: server.address, ..ann };
    (server, ann, table)
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
    let mine = |home: Value| home["mine"].as_array().is_some_and(|mine| mine.iter().any(|t| t["id"] == json!(table)));
    assert!(mine(ann.get("/api/home").await.expect("a home").json()), "it is not lost");
    let delete = |client: &Client| client.request(Method::DELETE, &path, String::new());
    assert_eq!(stranger.send(delete(&stranger)).await.expect("an answer").code(), "not-host");
    assert_eq!(ann.send(delete(&ann)).await.expect("an answer").status, 200);
    assert!(!mine(ann.get("/api/home").await.expect("a home").json()), "it is put away");
}
