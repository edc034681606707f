//! Calling people who are not here: real servers, real receivers, and kills in between.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use astrarium_server::Limits;
use astrarium_server::client::{Client, fresh_id};
use http_body_util::{BodyExt, Full};
use hyper::body::{Bytes, Incoming};
use hyper::service::service_fn;
use hyper::{Request, Response};
use hyper_util::rt::TokioIo;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use crate::support::postgres::Postgres;
use crate::support::{Folder, Server, inside};

/// A webhook of somebody's: it takes messages, or refuses them as long as it is down.
struct Receiver {
    address: SocketAddr,
    got: Arc<Mutex<Vec<Value>>>,
    up: Arc<AtomicBool>,
    refused: Arc<AtomicUsize>,
}

impl Receiver {
    async fn start() -> Receiver {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let (got, up, refused) = (Arc::default(), Arc::new(AtomicBool::new(true)), Arc::default());
        let receiver = Receiver { address, got, up, refused };
        let (got, up, refused) = (receiver.got.clone(), receiver.up.clone(), receiver.refused.clone());
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let (got, up, refused) = (got.clone(), up.clone(), refused.clone());
                let take = service_fn(move |request: Request<Incoming>| {
                    let (got, up, refused) = (got.clone(), up.clone(), refused.clone());
                    async move {
                        let body = request.into_body().collect().await.expect("a body").to_bytes();
                        let up = up.load(Ordering::SeqCst);
                        if up {
                            got.lock().expect("nobody panics").push(serde_json::from_slice(&body).expect("JSON"));
                        } else {
                            refused.fetch_add(1, Ordering::SeqCst);
                        }
                        let status = if up { 204 } else { 503 };
                        let answer = Response::builder().status(status).body(Full::<Bytes>::default());
                        Ok::<_, Infallible>(answer.expect("an answer"))
                    }
                });
                tokio::spawn(hyper::server::conn::http1::Builder::new().serve_connection(TokioIo::new(stream), take));
            }
        });
        receiver
    }

    fn texts(&self) -> Vec<String> {
        let got = self.got.lock().expect("nobody panics");
        got.iter().map(|message| message["text"].as_str().expect("a text").to_string()).collect()
    }

    async fn until(&self, what: &str, done: impl Fn(&Receiver) -> bool) {
        let end = Instant::now() + Duration::from_secs(60);
        while !done(self) {
            assert!(Instant::now() < end, "{what}: {:?}", self.texts());
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    }
}

/// Ann opens a table; Ben sits down, wants to be called, and closes his browser.
async fn ann_and_ben(address: SocketAddr, receiver: &Receiver) -> (Client, Client, String) {
    let [ann, ben] = [Client::new(address).await, Client::new(address).await].map(|c| c.expect("a guest"));
    let wish = json!({ "title": "galactic-adventures", "options": { "players": "2", "colour-assignment": "fixed" }, "public": true,
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }] });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    let channel = json!({ "kind": "json", "url": format!("http://{}/ben", receiver.address) });
    let channels = ben.must("/api/me/calls", channel).await.expect("a place to be called at");
    assert_eq!(channels["channels"][0]["at"], receiver.address.to_string());
    (ann, ben, table)
}

async fn start(ann: &Client, table: &str) {
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
}

/// Says something at the table, and hears that it is stored.
async fn say(client: &Client, table: &str, seat: usize, mut message: Value) {
    message["id"] = json!(fresh_id());
    let mut socket = client.live(table, &format!("seat={seat}")).await.expect("a socket");
    socket.say(message).await.expect("said");
    assert_eq!(socket.next_of(&["done", "refused"]).await.expect("an answer")["type"], "done");
}

/// Whatever is killed and whenever: what was to be said is said, and once.
#[tokio::test]
async fn each_message_comes_once() {
    let folder = Folder::new("calls");
    let receiver = Receiver::start().await;
    let mut server = Server::fast(&folder.sqlite()).await;
    let (ann, ben, table) = ann_and_ben(server.address, &receiver).await;
    receiver.up.store(false, Ordering::SeqCst);
    start(&ann, &table).await;
    receiver.until("it is tried", |r| r.refused.load(Ordering::SeqCst) > 0).await;
    server.kill();
    let mut server = Server::fast(&folder.sqlite()).await;
    receiver.up.store(true, Ordering::SeqCst);
    receiver.until("his turn", |r| r.texts().len() == 1).await;
    assert_eq!(receiver.texts(), ["Your turn in Galactic Adventures of Military Empires with Ann"]);
    let url = receiver.got.lock().expect("nobody panics")[0]["url"].clone();
    assert!(
        url.as_str()
            .is_some_and(|url| url.starts_with("http://127.0.0.1:") && url.ends_with(&format!("/table/{table}"))),
        "{url}"
    );

    // The server is killed as soon as it has said that the event is stored.
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    say(&ann, &table, 0, json!({ "type": "chat", "text": "where are you, BEN?" })).await;
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    receiver.until("his name", |r| r.texts().len() == 2).await;
    say(&ben, &table, 1, json!({ "type": "resign", "seat": 1 })).await;
    say(&ann, &table, 0, json!({ "type": "end", "seat": 0 })).await;
    receiver.until("the end", |r| r.texts().len() == 3).await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    let texts = receiver.texts();
    assert!(texts.len() == 3 && texts[1].contains("named you") && texts[2].ends_with("is over"), "{texts:?}");
    let ids: std::collections::BTreeSet<String> =
        receiver.got.lock().expect("nobody panics").iter().map(|message| message["id"].to_string()).collect();
    assert_eq!(ids.len(), 3, "each has an id of its own");
}

/// Two servers look for people to call, and one of them calls. A person at the table is not called.
#[tokio::test]
async fn two_servers_call_once() {
    let postgres = Postgres::start("called").expect("a throw-away PostgreSQL");
    let receiver = Receiver::start().await;
    let (one, two) = (Server::fast(&postgres.url()).await, Server::fast(&postgres.url()).await);
    let (ann, ben, table) = ann_and_ben(one.address, &receiver).await;
    let there = ben.live(&table, "seat=1").await.expect("a socket");
    start(&ann, &table).await;
    let ben = Client { address: two.address, ..ben };
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(ben.get("/api/me/calls").await.expect("an answer").json()["channels"].as_array().map(Vec::len), Some(1));
    drop(there);
    receiver.until("his turn", |r| !r.texts().is_empty()).await;
    tokio::time::sleep(Duration::from_secs(7)).await;
    assert_eq!(receiver.texts().len(), 1, "{:?}", receiver.texts());
}

/// Nobody makes the server speak to its own network, nor many times; the answer tells nothing of what is there.
#[tokio::test]
async fn calls_are_bounded() {
    let folder = Folder::new("call-limits");
    let limits = Limits::default();
    let receiver = Receiver::start().await;
    let ann = Client::new(inside(&folder, limits).await).await.expect("a guest");
    for url in ["ftp://example.org", "http://user:password@example.org", "nonsense"] {
        let answer = ann.post("/api/me/calls", json!({ "kind": "json", "url": url })).await.expect("an answer");
        assert_eq!(answer.code(), "malformed", "{url}");
    }
    let url = format!("http://{}/", receiver.address);
    let long = format!("{url}{}", "x".repeat(1_000));
    assert_eq!(
        ann.post("/api/me/calls", json!({ "kind": "json", "url": long })).await.expect("an answer").code(),
        "too-large"
    );
    let mut channels = Value::Null;
    for _ in 0..limits.channels_per_person {
        channels = ann.must("/api/me/calls", json!({ "kind": "ntfy", "url": url })).await.expect("a place");
    }
    let more = ann.post("/api/me/calls", json!({ "kind": "ntfy", "url": url })).await.expect("an answer");
    assert_eq!(more.code(), "too-many");
    let id = channels["channels"][0]["id"].as_str().expect("an id");
    let path = format!("/api/me/calls/{id}/try");
    let eve = Client::new(ann.address).await.expect("a guest");
    let mut codes = Vec::new();
    for k in 0..limits.calls.burst {
        let who = if k == 0 { &eve } else { &ann };
        let answer = who.post(&path, json!({})).await.expect("an answer");
        assert!(k == 0 || answer.text.contains("private network"), "{}", answer.text);
        codes.push(answer.code());
    }
    assert_eq!(codes[..2], ["not-found", "not-ready"], "somebody else's is not there");
    let answers = futures_util::future::join_all((0..6).map(|_| ann.post(&path, json!({})))).await;
    assert!(answers.iter().any(|answer| answer.as_ref().is_ok_and(|answer| answer.code() == "too-many")));
    assert!(receiver.texts().is_empty() && receiver.refused.load(Ordering::SeqCst) == 0);
}
