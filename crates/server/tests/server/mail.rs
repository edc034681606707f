//! Letters: a way back for whoever reads mail, calls by mail, and nothing for anybody else.

use std::sync::atomic::Ordering;
use std::time::Duration;

use astrarium_server::client::{Answer, Client, fresh_id};
use astrarium_server::{Config, Limits, Smtp};
use hyper::Method;
use hyper::header::SET_COOKIE;
use serde_json::{Value, json};

use crate::support::sink::Sink;
use crate::support::{Folder, Server};

async fn send(client: &Client, method: Method, path: &str, body: Value) -> Answer {
    client.send(client.request(method, path, body.to_string())).await.expect("an answer")
}

async fn set(client: &Client, address: &str) -> Answer {
    send(client, Method::PUT, "/api/me/mail", json!({ "address": address })).await
}

/// Comes in with the key of the last letter; the same browser as before, or one with a new cookie.
async fn open(browser: &Client, sink: &Sink) -> Client {
    let answer = browser.post("/api/continue", json!({ "key": sink.key() })).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let new = answer.headers.get(SET_COOKIE).map(|cookie| cookie.to_str().expect("text").split(';').next());
    Client { cookie: new.flatten().unwrap_or(&browser.cookie).into(), ..browser.clone() }
}

/// Confirmed, called by mail although the server of mail was down and ours was killed, and back by a letter after all cookies are gone.
#[tokio::test]
async fn letters_call_and_bring_back() {
    let (folder, sink) = (Folder::new("mail"), Sink::start().await);
    let mut server = Server::mailing(&folder.sqlite(), sink.address).await;
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    let wish = json!({ "title": "galactic-adventures", "options": { "players": "2", "colour-assignment": "fixed" },
        "public": true, "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }] });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    assert_eq!(set(&ben, "Ben@Example.org").await.json()["confirmed"], false);
    assert!(
        sink.letters()[0].contains("To: ben@example.org") && sink.letters()[0].contains("https://play.example.org/")
    );
    let channel = json!({ "kind": "mail", "url": "ben@example.org" });
    assert_eq!(ben.post("/api/me/calls", channel.clone()).await.expect("an answer").code(), "not-ready");
    let same = open(&ben, &sink).await;
    assert_eq!(same.cookie, ben.cookie);
    assert_eq!(ben.get("/api/me/mail").await.expect("an answer").json()["confirmed"], true);
    let other = json!({ "kind": "mail", "url": "ann@example.org" });
    assert_eq!(ben.post("/api/me/calls", other).await.expect("an answer").code(), "not-ready");
    ben.must("/api/me/calls", channel).await.expect("a place to be called at");

    sink.up.store(false, Ordering::SeqCst);
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    sink.until("it is tried", |sink| sink.refused.load(Ordering::SeqCst) > 0).await;
    server.kill();
    let server = Server::mailing(&folder.sqlite(), sink.address).await;
    sink.up.store(true, Ordering::SeqCst);
    sink.until("his turn", |sink| sink.letters().len() == 2).await;
    let call = sink.letters().pop().expect("a letter");
    assert!(
        call.contains("Subject: Your turn in Galactic Adventures") && call.contains(&format!("/table/{table}")),
        "{call}"
    );
    assert!(call.contains("Message-ID: <"), "{call}");
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(sink.letters().len(), 2, "once");

    // Nothing tells whose address is known here.
    let new = Client { address: server.address, cookie: String::new() };
    let letter = |address: &str| new.post("/api/letter", json!({ "address": address }));
    assert_eq!(letter("nobody@example.org").await.expect("an answer").status, 204);
    assert_eq!(letter("BEN@example.org").await.expect("an answer").status, 204);
    sink.until("a way back", |sink| sink.letters().len() == 3).await;
    let back = open(&new, &sink).await;
    assert_eq!(back.get("/api/me").await.expect("an answer").json()["name"], "Ben");
    let again = new.post("/api/continue", json!({ "key": sink.key() })).await.expect("an answer");
    assert_eq!(again.code(), "not-found", "a letter works once");
    let gone = send(&back, Method::DELETE, "/api/me/mail", json!({})).await.json();
    assert!(gone["address"].is_null() && gone["confirmed"] == false, "{gone}");
    assert_eq!(back.get("/api/me/calls").await.expect("an answer").json()["channels"], json!([]));
}

/// Few letters from one place, and few to one address; somebody who only names an address has nothing of it.
#[tokio::test]
async fn letters_are_bounded() {
    let (folder, sink) = (Folder::new("mail-limits"), Sink::start().await);
    let smtp = Smtp::new(&format!("smtp://{}", sink.address), "a@example.org", "https://play.example.org").ok();
    let limits = Limits { letter_gap: Duration::from_secs(3600), ..Limits::default() };
    let config = Config { port: 0, db: Some(folder.sqlite()), limits, smtp, ..Config::default() };
    let address = astrarium_server::start(config).await.expect("a server").address;
    let [ann, eve] = [Client::new(address).await, Client::new(address).await].map(|c| c.expect("a guest"));
    assert_eq!(set(&ann, "ann@example.org").await.status, 200);
    open(&ann, &sink).await;
    assert_eq!(set(&eve, "ann@example.org").await.code(), "too-many", "one letter is enough for now");
    assert_eq!(eve.post("/api/letter", json!({ "address": "ann@example.org" })).await.expect("an answer").status, 204);
    assert_eq!(set(&eve, "Eve <eve@example.org>").await.code(), "malformed");
    let flood = (0..2 * limits.calls.burst).map(|_| eve.post("/api/letter", json!({ "address": "eve@example.org" })));
    let answers = futures_util::future::join_all(flood).await;
    assert!(answers.iter().any(|answer| answer.as_ref().is_ok_and(|answer| answer.code() == "too-many")));
    assert_eq!(sink.letters().len(), 1, "{:?}", sink.letters());
    assert!(!sink.letters()[0].contains(&address.to_string()), "what a request calls the server is in no letter");
}
