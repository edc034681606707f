//! Every channel is searched for what its reader may not know.

use crate::support::{Folder, Server};
use astrarium_server::client::{Client, Socket, answer, fresh_id};
use serde_json::{Value, json};

/// Everything a seat of somebody else, and a stranger, can fetch of a table.
async fn fetch_all(mine: &Client, seat: usize, stranger: &Client, table: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (client, eyes) in [(mine, seat.to_string()), (stranger, "none".into())] {
        for query in [format!("seat={eyes}"), format!("seat={eyes}&since=1")] {
            all.push(
                client
                    .live(table, &query)
                    .await
                    .expect("a socket")
                    .next_text()
                    .await
                    .expect("a first message")
                    .to_string(),
            );
        }
        let page = if eyes == "none" { String::new() } else { format!("?seat={eyes}") };
        for path in [format!("/api/tables/{table}"), format!("/plain/table/{table}{page}"), "/api/home".into()] {
            all.push(client.get(&path).await.expect("an answer").text);
        }
        for path in ["record", "replay", "replay/0", "replay/1/why"] {
            let answer = client.get(&format!("/api/tables/{table}/{path}")).await.expect("an answer");
            assert!(answer.status.is_client_error(), "{path} is open before the end");
            all.push(answer.text);
        }
    }
    // Ids for the next click are made fresh for each page, and say nothing.
    all.iter().map(|text| blank(text)).collect()
}

/// Takes random ids out of forms.
fn blank(text: &str) -> String {
    let mark = "name=\"id\" value=\"";
    let mut parts = text.split(mark);
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + mark + part.get(32..).unwrap_or_default())
}

async fn next_ask(socket: &mut Socket) -> Value {
    loop {
        let message = socket.next_of(&["sync", "update"]).await.expect("a message");
        if message["ask"].is_object() {
            return message["ask"].clone();
        }
    }
}

/// A sealed answer that the rules hide changes not one byte of what others can fetch: not a word, a count, a length, a time.
#[tokio::test]
async fn sealed_answers_leave_no_trace() {
    let folder = Folder::new("sealed");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let ben = Client::new(server.address).await.expect("a guest");
    let stranger = Client::new(server.address).await.expect("a guest");
    let wish = json!({
        "title": "galactic-adventures", "options": { "players": "2", "colour-assignment": "fixed" },
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }],
    });
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let (table, invite) = (made["id"].as_str().expect("an id"), &made["invite"]);
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id(), "invite": invite });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");

    let mut socket = ben.live(table, "seat=1").await.expect("a socket");
    let mut watcher = ann.live(table, "seat=0").await.expect("a socket");
    watcher.next().await.expect("a first message");
    let mut ask = next_ask(&mut socket).await;
    for _ in 0..3 {
        let (before, own) = (fetch_all(&ann, 0, &stranger, table).await, fetch_all(&ben, 1, &stranger, table).await);
        // The last sentence finishes; any other is a sealed choice.
        socket.say(answer(&ask, 0, &fresh_id()).expect("a sentence")).await.expect("said");
        let done = socket.next_of(&["done", "refused"]).await.expect("an answer");
        assert_eq!(done["type"], "done", "{done}");
        let after = fetch_all(&ann, 0, &stranger, table).await;
        before.iter().zip(&after).for_each(|(b, a)| assert_eq!(b, a));
        // There is something to hide: Ben himself is shown another table now.
        assert_ne!(fetch_all(&ben, 1, &stranger, table).await, own);
        ask = next_ask(&mut socket).await;
    }
    // Nothing was pushed, either: the next thing Ann hears is what she does herself.
    watcher.say(json!({ "type": "chat", "id": fresh_id(), "text": "hello" })).await.expect("said");
    let heard = watcher.next_of(&["update", "done"]).await.expect("a message");
    assert_eq!(heard["type"], "done", "{heard}");
}

/// The seed, the tokens of guests, and the invitation stay where they belong.
#[tokio::test]
async fn nobody_is_sent_a_secret() {
    let folder = Folder::new("secret");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let stranger = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "random" });
    let seats = json!([{ "kind": "person", "name": "Ann" }, bot]);
    let table = ann.table(json!({ "players": "2", "round-limit": "10" }), seats).await.expect("a table");
    let shown = ann.get(&format!("/api/tables/{table}")).await.expect("an answer").json();
    let invite = shown["invite"].as_str().expect("Ann sits here").to_string();
    let mut mine = ann.live(&table, "").await.expect("a socket");
    let mut theirs = stranger.live(&table, "").await.expect("a socket");
    let (mut sent, mut seen) = (Vec::new(), Vec::new());
    let mut ask = Value::Null;
    let mut pick = 0;
    loop {
        let text = mine.next_text().await.expect("a message");
        let message: Value = serde_json::from_str(&text).expect("JSON");
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["table"]["status"] == "over" {
            break;
        }
        sent.push(text);
        if let Some(act) = answer(&ask, pick, &fresh_id()) {
            (ask, pick) = (Value::Null, pick + 3);
            mine.say(act).await.expect("said");
        }
    }
    loop {
        let text = theirs.next_text().await.expect("a message");
        if text.contains("\"status\":\"over\"") {
            break;
        }
        seen.push(text);
    }
    let record = ann.get(&format!("/api/tables/{table}/record")).await.expect("a record").text;
    let secret = record.lines().find_map(|line| line.strip_prefix("secret ")).expect("it opens at the end");
    let token = ann.cookie.split_once('=').expect("a cookie").1;
    for text in sent.iter().chain(&seen) {
        assert!(!text.contains(secret) && !text.contains(token), "{text}");
    }
    assert!(seen.iter().all(|text| !text.contains(&invite)), "a stranger was sent the invitation");
    assert!(seen.len() > 10 && sent.len() > seen.len() / 2, "{} {}", sent.len(), seen.len());
}
