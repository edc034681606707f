//! A client that comes back with a number gets exactly what it missed.

use astrarium_core::Fast;
use astrarium_server::client::{Client, answer, fresh_id};
use serde_json::{Value, json};

use crate::support::{Folder, Server};

fn items(message: &Value) -> Vec<Value> {
    message["items"].as_array().cloned().unwrap_or_default()
}

/// Applies a message to a log as the protocol says.
fn apply(log: &mut Vec<Value>, message: &Value) {
    if message["type"] == "sync" {
        log.clear();
    }
    let gone: Vec<Value> = message["gone"].as_array().cloned().unwrap_or_default();
    log.retain(|item| !gone.contains(&item["seq"]));
    log.extend(items(message));
}

/// One socket stays; another is closed and opened again and again. Both have the same log, scene and question at the end.
#[tokio::test]
async fn what_was_missed_comes_once() {
    let folder = Folder::new("reconnect");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "random" });
    let seats = json!([{ "kind": "person", "name": "Ann" }, bot, bot]);
    let table = ann.table(json!({ "players": "3", "round-limit": "10" }), seats).await.expect("a table");
    let mut stays = ann.live(&table, "seat=0").await.expect("a socket");
    let (mut log, mut again) = (Vec::new(), Vec::new());
    let (mut ask, mut seq, mut pick, mut dice) = (Value::Null, Value::Null, 0, Fast::new(3, 0));
    let mut back = 0;
    loop {
        let message = stays.next_of(&["sync", "update", "refused"]).await.expect("a message");
        if message["type"] == "refused" {
            // It could not be taken back: the question is still open, unless it was answered since.
            if let Some(act) = answer(&ask, pick, &fresh_id()) {
                (ask, pick) = (Value::Null, pick + 3);
                stays.say(act).await.expect("said");
            }
            continue;
        }
        apply(&mut log, &message);
        ask = message.get("ask").cloned().unwrap_or(ask);
        let over = message["table"]["status"] == "over";
        if dice.below(6) == 0 || over {
            let since = if seq.is_null() { String::new() } else { format!("&since={seq}") };
            let mut comes = ann.live(&table, &format!("seat=0{since}")).await.expect("a socket");
            let first = comes.next_of(&["sync", "update"]).await.expect("a first message");
            assert!(since.is_empty() || first["from"] == seq, "{first}");
            apply(&mut again, &first);
            seq = first["seq"].clone();
            back += 1;
        }
        if over {
            break;
        }
        // Sometimes a decision is taken back, so that something is gone.
        if ask.is_object() && dice.below(4) == 0 {
            stays.say(json!({ "type": "undo", "id": fresh_id(), "seat": 0 })).await.expect("said");
            continue;
        }
        if let Some(act) = answer(&ask, pick, &fresh_id()) {
            (ask, pick) = (Value::Null, pick + 3);
            stays.say(act).await.expect("said");
        }
    }
    let mut fresh = ann.live(&table, "seat=0").await.expect("a socket");
    let whole = items(&fresh.next_of(&["sync"]).await.expect("a first message"));
    let words = |log: &[Value]| log.iter().map(|i| (i["seq"].clone(), i["kind"].clone())).collect::<Vec<_>>();
    assert_eq!(words(&log), words(&whole));
    assert_eq!(words(&again), words(&whole));
    assert!(back > 5, "only {back} reconnections");
}
