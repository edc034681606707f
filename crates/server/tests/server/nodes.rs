//! Two servers on one PostgreSQL play one game together.

use std::time::Duration;

use crate::support::postgres::Postgres;
use crate::support::{Folder, Server};
use astrarium_server::Limits;
use astrarium_server::client::{Client, ClientError, answer, fresh_id};
use serde_json::{Value, json};

/// Plays a seat to the end, through whichever server the client talks to; the log it has seen.
async fn play(client: Client, table: String, seat: usize) -> Result<Vec<(u64, String)>, ClientError> {
    let mut socket = client.live(&table, &format!("seat={seat}")).await?;
    let sync = socket.next_of(&["sync"]).await?;
    let mut items = read(&sync);
    let (mut ask, mut seq, mut pick) = (sync["ask"].clone(), sync["seq"].clone(), seat);
    let mut said = Value::Null;
    loop {
        if let Some(act) = answer(&ask, pick, &fresh_id()) {
            pick += 5;
            ask = Value::Null;
            said = act.clone();
            socket.say(act).await?;
        }
        let message = socket.next_of(&["update", "refused"]).await?;
        if message["type"] == "refused" {
            match message["error"]["code"].as_str() {
                Some("busy") => socket.say(said.clone()).await?, // nothing was done: it may be said again
                code => assert_eq!(code, Some("stale"), "{message}"),
            }
            continue;
        }
        assert_eq!(message["from"], seq, "nothing is missing");
        seq = message["seq"].clone();
        items.extend(read(&message));
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["table"]["status"] == "over" {
            return Ok(items);
        }
    }
}

fn read(message: &Value) -> Vec<(u64, String)> {
    let item = |item: &Value| (item["seq"].as_u64().expect("a number"), item["text"].to_string());
    message["items"].as_array().expect("items").iter().map(item).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_servers_play_one_game() {
    let postgres = Postgres::start("nodes").expect("a throw-away PostgreSQL");
    let one = Server::fast(&postgres.url()).await;
    let two = Server::fast(&postgres.url()).await;
    let ann = Client::new(one.address).await.expect("a guest");
    let ben = Client { address: two.address, ..ann.clone() };
    let seats = json!([
        { "kind": "person", "name": "Ann" },
        { "kind": "person", "name": "Ben" },
        { "kind": "bot", "level": "random" },
        { "kind": "bot", "level": "random" },
    ]);
    let table = ann.table(json!({ "round-limit": "10" }), seats).await.expect("a table");
    let both = async { tokio::try_join!(play(ann.clone(), table.clone(), 0), play(ben.clone(), table.clone(), 1)) };
    let (mine, _) = tokio::time::timeout(Duration::from_secs(120), both).await.expect("in time").expect("to the end");
    // A client that comes later, to either server, reads the same.
    for client in [&ann, &ben] {
        let mut socket = client.live(&table, "seat=0").await.expect("a socket");
        assert_eq!(read(&socket.next_of(&["sync"]).await.expect("a first message")), mine);
    }
    let path = format!("/api/tables/{table}/record");
    let (first, second) = tokio::try_join!(ann.get(&path), ben.get(&path)).expect("records");
    assert!(first.text.contains("\nsecret "), "{}", first.text);
    assert_eq!(first.text, second.text);
}

/// As many tables as a guest may have, however many are asked for at once, and of whichever server.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_limit_is_not_outrun() {
    let postgres = Postgres::start("outrun").expect("a throw-away PostgreSQL");
    let folder = Folder::new("outrun-file");
    for (db, nodes) in [(postgres.url(), 2), (folder.sqlite(), 1)] {
        let mut servers = Vec::new();
        for _ in 0..nodes {
            servers.push(Server::fast(&db).await);
        }
        let ann = Client::new(servers[0].address).await.expect("a guest");
        let clients: Vec<Client> =
            (0..120).map(|k| Client { address: servers[k % nodes].address, ..ann.clone() }).collect();
        let wishes = clients.iter().map(|client| client.post("/api/tables", json!({ "title": "galactic-adventures" })));
        let answers = futures_util::future::join_all(wishes).await;
        let codes: Vec<String> = answers.into_iter().map(|answer| answer.expect("an answer").code()).collect();
        let most = Limits::default().tables_per_guest;
        assert_eq!(codes.iter().filter(|code| code.is_empty()).count(), most, "{codes:?}");
        assert_eq!(codes.iter().filter(|code| *code == "too-many").count(), 120 - most, "{codes:?}");
    }
}
