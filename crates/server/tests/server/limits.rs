//! Every limit, at it and past it.

use crate::support::{Folder, Server};
use astrarium_server::Limits;
use astrarium_server::client::{Client, ClientError, Socket, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

struct Setup {
    _folder: Folder,
    _server: Server,
    ann: Client,
    table: String,
}

async fn set_up(name: &str) -> Setup {
    let folder = Folder::new(name);
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }]);
    let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
    Setup { _folder: folder, _server: server, ann, table }
}

impl Setup {
    async fn socket(&self) -> Socket {
        let mut socket = self.ann.live(&self.table, "seat=0").await.expect("a socket");
        socket.next_of(&["sync"]).await.expect("a first message");
        socket
    }
}

async fn reply(socket: &mut Socket, message: Value) -> Value {
    socket.say(message).await.expect("said");
    socket.next_of(&["done", "refused", "bye", "why"]).await.expect("an answer")
}

/// The answer to a text of exactly this many bytes.
async fn frame(socket: &mut Socket, bytes: usize) -> Result<Value, ClientError> {
    socket.say_text(" ".repeat(bytes)).await?;
    socket.next_of(&["refused", "bye"]).await
}

#[tokio::test]
async fn frames() {
    let setup = set_up("frames").await;
    let mut socket = setup.socket().await;
    let limit = Limits::default().frame;
    assert_eq!(frame(&mut socket, limit).await.expect("an answer")["error"]["code"], "malformed");
    assert_eq!(frame(&mut socket, 10).await.expect("the socket is open")["error"]["code"], "malformed");
    let past = frame(&mut socket, limit + 1).await;
    assert!(past.as_ref().is_err() || past.as_ref().is_ok_and(|m| m["code"] == "too-large"), "{past:?}");
    assert!(frame(&mut socket, 10).await.is_err(), "the socket is closed");
}

#[tokio::test]
async fn bodies() {
    let setup = set_up("bodies").await;
    let limit = Limits::default().body;
    let put = |bytes: usize| setup.ann.send(setup.ann.request(Method::PUT, "/api/me", " ".repeat(bytes)));
    assert_eq!(put(limit).await.expect("an answer").code(), "malformed");
    assert_eq!(put(limit + 1).await.expect("an answer").code(), "too-large");
}

#[tokio::test]
async fn names_and_chat_and_sentences() {
    let setup = set_up("texts").await;
    let limits = Limits::default();
    for (length, status) in [(limits.name, 200), (limits.name + 1, 413)] {
        let body = json!({ "name": "é".repeat(length) }).to_string();
        let answer = setup.ann.send(setup.ann.request(Method::PUT, "/api/me", body)).await.expect("an answer");
        assert_eq!(answer.status.as_u16(), status);
    }
    let mut socket = setup.socket().await;
    let chat = |length: usize| json!({ "type": "chat", "id": fresh_id(), "text": "é".repeat(length) });
    assert_eq!(reply(&mut socket, chat(limits.chat)).await["type"], "done");
    assert_eq!(reply(&mut socket, chat(limits.chat + 1)).await["error"]["code"], "too-large");
    let act = |length: usize| json!({ "type": "act", "id": fresh_id(), "seat": 0, "question": 0, "sentence": "x".repeat(length) });
    assert_eq!(reply(&mut socket, act(limits.sentence)).await["error"]["code"], "stale");
    assert_eq!(reply(&mut socket, act(limits.sentence + 1)).await["error"]["code"], "too-large");
    let why = |words: usize| json!({ "type": "why", "id": fresh_id(), "seat": 0, "words": vec!["x"; words] });
    assert_eq!(reply(&mut socket, why(limits.words)).await["type"], "why");
    assert_eq!(reply(&mut socket, why(limits.words + 1)).await["error"]["code"], "too-large");
}

#[tokio::test]
async fn messages_at_once() {
    let setup = set_up("burst").await;
    let mut socket = setup.socket().await;
    let burst = Limits::default().messages.burst;
    for _ in 0..burst {
        assert_eq!(frame(&mut socket, 1).await.expect("an answer")["type"], "refused");
    }
    let mut last = Value::Null;
    for _ in 0..10 * burst {
        // The server may close while this is still being said.
        if socket.say_text(" ".into()).await.is_err() {
            break;
        }
    }
    while let Ok(message) = socket.next_of(&["refused", "bye"]).await {
        last = message;
    }
    assert_eq!((&last["type"], &last["code"]), (&json!("bye"), &json!("too-many")));
}

#[tokio::test]
async fn sockets_of_a_guest() {
    let setup = set_up("sockets").await;
    let mut open = Vec::new();
    for _ in 0..Limits::default().sockets_per_guest {
        open.push(setup.socket().await);
    }
    assert!(setup.ann.live(&setup.table, "").await.is_err());
    let other = Client::new(setup.ann.address).await.expect("a guest");
    assert!(other.live(&setup.table, "").await.is_ok());
    open.pop();
    tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    assert!(setup.ann.live(&setup.table, "").await.is_ok(), "a closed socket makes room");
}

#[tokio::test]
async fn tables_of_a_guest() {
    let setup = set_up("tables").await;
    let wish = || json!({ "title": "galactic-adventures" });
    let mut last = Value::Null;
    for _ in 1..Limits::default().tables_per_guest {
        last = setup.ann.must("/api/tables", wish()).await.expect("a table");
    }
    assert_eq!(setup.ann.post("/api/tables", wish()).await.expect("an answer").code(), "too-many");
    let id = last["id"].as_str().expect("an id");
    let close = setup.ann.request(Method::DELETE, &format!("/api/tables/{id}"), String::new());
    assert_eq!(setup.ann.send(close).await.expect("an answer").json()["status"], "closed");
    assert_eq!(setup.ann.post("/api/tables", wish()).await.expect("an answer").status, 201);
}

#[tokio::test]
async fn requests_of_an_address() {
    let setup = set_up("requests").await;
    let burst = Limits::default().requests.burst;
    let mut refused = 0;
    for k in 0..20 * burst {
        let answer = setup.ann.post("/api/tables", json!({})).await.expect("an answer");
        refused += u32::from(answer.code() == "too-many");
        assert!(k >= burst / 2 || refused == 0, "refused after {k} requests");
        if refused > 0 {
            return;
        }
    }
    panic!("{} requests at once were answered", 20 * burst);
}

/// A socket that does not read is cut off; it comes back with its number and has missed nothing.
#[tokio::test]
async fn slow_sockets_are_cut_off() {
    let setup = set_up("slow").await;
    let mut slow = setup.ann.live_with_buffer(&setup.table, "seat=1", 4 << 10).await.expect("a socket");
    let first = slow.next_of(&["sync"]).await.expect("a first message");
    let chat = |k: usize| json!({ "type": "chat", "id": fresh_id(), "text": format!("{k} {}", "x".repeat(490)) });
    let mut said = 0;
    for _ in 0..12 {
        // A fresh socket each time has a fresh burst.
        let mut socket = setup.socket().await;
        for _ in 0..Limits::default().messages.burst {
            assert_eq!(reply(&mut socket, chat(said)).await["type"], "done");
            said += 1;
        }
    }
    let mut seq = first["seq"].as_u64().expect("a number");
    let mut items = 0;
    let bye = loop {
        match slow.next_of(&["update", "bye"]).await {
            Ok(message) if message["type"] == "update" => {
                assert_eq!(message["from"], seq);
                seq = message["seq"].as_u64().expect("a number");
                items += message["items"].as_array().expect("items").len();
            }
            other => break other,
        }
    };
    assert!(items < said, "the socket was not slow enough to be cut off: {bye:?}");
    let mut back = setup.ann.live(&setup.table, &format!("seat=1&since={seq}")).await.expect("a socket");
    let mut page = back.next_of(&["sync", "update"]).await.expect("what was missed");
    assert!(page["type"] == "sync" || page["from"] == seq, "{page}");
    // A client that missed more than a page turns back.
    loop {
        let news = |item: &&Value| item["seq"].as_u64().is_some_and(|number| number > seq);
        items += page["items"].as_array().expect("items").iter().filter(news).count();
        let Some(earlier) = page["earlier"].as_u64().filter(|&number| number > seq + 1) else { break };
        back.say(json!({ "type": "log", "id": fresh_id(), "before": earlier })).await.expect("said");
        page = back.next_of(&["log"]).await.expect("a page");
    }
    assert_eq!(items, said);
}
