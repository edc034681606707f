//! Whole games over real sockets.

use crate::support::{Folder, Server};
use astrarium_server::client::{Client, answer, fresh_id};
use serde_json::{Value, json};

#[tokio::test]
async fn a_person_plays_a_game_against_bots_to_the_standing() {
    let folder = Folder::new("play");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "random" });
    let seats = json!([{ "kind": "person", "name": "Ann" }, bot, bot, bot]);
    let table = ann.table(json!({}), seats).await.expect("a table");
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let sync = socket.next().await.expect("a first message");
    assert_eq!((&sync["type"], &sync["viewer"]), (&json!("sync"), &json!(0)));
    let (mut ask, mut seq) = (sync["ask"].clone(), sync["seq"].clone());
    let mut over = Value::Null;
    for pick in 0.. {
        if let Some(act) = answer(&ask, pick, &fresh_id()) {
            socket.say(act).await.expect("said");
            ask = Value::Null;
        }
        let message = socket.next_of(&["update", "refused"]).await.expect("a message");
        assert_eq!(message["type"], "update", "{message}");
        assert_eq!(message["from"], seq, "nothing is missing");
        seq = message["seq"].clone();
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["table"]["status"] == "over" {
            over = message["table"].clone();
            break;
        }
    }
    assert_eq!(over["places"].as_array().map(Vec::len), Some(4));
    let record = ann.get(&format!("/api/tables/{table}/record")).await.expect("an answer");
    assert!(record.text.starts_with("astrarium-record 1\n") && record.text.contains("\nsecret "), "{}", record.text);
    let replay = ann.get(&format!("/api/tables/{table}/replay")).await.expect("an answer").json();
    assert!(replay["entries"].as_array().is_some_and(|e| e.len() > 10), "{replay}");
}
