//! Ten thousand malformed, duplicate, late and forged messages: no panic, no 5xx, no change.

use crate::support::{Folder, Server};
use astrarium_check::times;
use astrarium_core::Fast;
use astrarium_server::client::{Client, answer, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

/// Changes a good message a little, so that it is wrong in one way or another.
fn forge(dice: &mut Fast, good: &Value, other_table_id: &str) -> String {
    let mut message = good.clone();
    let junk = ["", "\u{0}", "done done done", "💥", "attack-from", &"x".repeat(300), "../../etc/passwd", "<script>"];
    match dice.below(12) {
        0 => return "{".repeat(dice.below(60) as usize + 1),
        1 => {
            return String::from_utf8_lossy(&(0..dice.below(200)).map(|_| dice.below(256) as u8).collect::<Vec<_>>())
                .into();
        }
        2 => message["seat"] = json!(1 + dice.below(255)),
        3 => message["seat"] = json!(-1),
        4 => message["question"] = json!(u64::from(dice.below(1000)) + 1_000_000),
        5 => message["sentence"] = json!(junk[dice.below(junk.len() as u32) as usize]),
        6 => message["id"] = json!(junk[dice.below(junk.len() as u32) as usize]),
        7 => message["type"] = json!(["start", "sync", "secret", "", "acts"][dice.below(5) as usize]),
        8 => message["extra"] = json!(true),
        9 => message = json!({ "type": "vote", "id": fresh_id(), "seat": dice.below(300) }),
        10 => message = json!({ "type": "undo", "id": fresh_id(), "seat": dice.below(300) + 1 }),
        _ => message["sentence"] = json!(other_table_id),
    }
    if message["type"] != "act" || message["id"] == good["id"] {
        message["id"] = json!(fresh_id());
    }
    message.to_string()
}

#[tokio::test]
async fn ten_thousand_wrong_messages_change_nothing() {
    let seed = std::env::var("ASTRARIUM_SEED").ok().and_then(|s| s.parse().ok()).unwrap_or(7);
    println!("seed {seed} (set ASTRARIUM_SEED to change it)");
    let mut dice = Fast::new(seed, 0);
    let folder = Folder::new("forged");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let mallory = Client::new(server.address).await.expect("a guest");
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }]);
    let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    let first = socket.next_of(&["sync"]).await.expect("a first message");
    let good = answer(&first["ask"], 0, &fresh_id()).expect("a sentence");
    socket.say(good.clone()).await.expect("said");
    let done = socket.next_of(&["done"]).await.expect("an acknowledgement");
    let before = ann.live(&table, "seat=0").await.expect("a socket").next_text().await.expect("a first message");

    let mut spy = mallory.live(&table, "").await.expect("a socket");
    spy.next_of(&["sync"]).await.expect("a first message");
    for k in 0..8_000 * times() {
        let late = k % 10 == 0;
        // Every tenth is the good message again: a duplicate gets the stored answer.
        let text = if late { good.to_string() } else { forge(&mut dice, &good, &table) };
        let (speaker, owner) = if k % 3 == 0 { (&mut spy, false) } else { (&mut socket, true) };
        speaker.say_text(text.clone()).await.expect("the socket stays open");
        let reply = speaker.next_of(&["done", "refused"]).await.expect("an answer");
        let expected = if late && owner { "done" } else { "refused" };
        assert_eq!(reply["type"], expected, "{text} → {reply}");
        assert!(expected == "refused" || reply["seq"] == done["seq"], "{reply}");
    }
    for k in 0..2_000 * times() {
        let words = ["act", "sit", "leave", "chair", "start", "rematch", "branch", "live", "nothing", "record"];
        let word = words[dice.below(words.len() as u32) as usize];
        let id = if k % 4 == 0 { fresh_id() } else { table.clone() };
        let body = if k % 5 == 0 { "{\"seat\":".into() } else { forge(&mut dice, &good, &table) };
        let method = if k % 7 == 0 { Method::PUT } else { Method::POST };
        let answer =
            mallory.send(mallory.request(method, &format!("/api/tables/{id}/{word}"), body)).await.expect("an answer");
        assert!(answer.status.is_client_error(), "{word}: {} {}", answer.status, answer.text);
    }
    let after = ann.live(&table, "seat=0").await.expect("a socket").next_text().await.expect("a first message");
    assert_eq!(before, after, "something has changed");
}

#[tokio::test]
async fn other_origins_are_refused() {
    let folder = Folder::new("origin");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let bot = json!({ "kind": "bot", "level": "random" });
    let table = ann.table(json!({ "players": "2" }), json!([{ "kind": "person" }, bot])).await.expect("a table");
    for origin in [None, Some("null"), Some("https://elsewhere.example"), Some("http://127.0.0.1:1")] {
        let mut request =
            ann.request(Method::POST, "/api/tables", json!({ "title": "galactic-adventures" }).to_string());
        request.headers_mut().remove("origin");
        origin.map(|o| request.headers_mut().insert("origin", o.parse().expect("a header")));
        assert_eq!(ann.send(request).await.expect("an answer").code(), "wrong-origin");

        let path = format!("/api/tables/{table}/live");
        let mut request = ann.request(Method::GET, &path, String::new());
        let headers = request.headers_mut();
        headers.remove("origin");
        origin.map(|o| headers.insert("origin", o.parse().expect("a header")));
        for (name, value) in [("connection", "upgrade"), ("upgrade", "websocket"), ("sec-websocket-version", "13")] {
            headers.insert(name, value.parse().expect("a header"));
        }
        headers.insert("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==".parse().expect("a header"));
        assert_eq!(ann.send(request).await.expect("an answer").code(), "wrong-origin");
    }
}
