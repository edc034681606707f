//! Who somebody is: on several browsers, after the cookie is gone, under a new name, and in somebody else's place.

use std::time::Duration;

use astrarium_server::Limits;
use astrarium_server::client::{Client, answer, fresh_id};
use hyper::Method;
use hyper::header::SET_COOKIE;
use serde_json::{Value, json};

use crate::support::{Folder, Server, inside};

/// The same server from another browser, which came in with a key.
async fn enter(browser: &Client, key: &str) -> Client {
    let answer = browser.post("/api/continue", json!({ "key": key })).await.expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text);
    let cookie = answer.headers[SET_COOKIE].to_str().expect("a cookie").split(';').next().expect("a pair");
    Client { address: browser.address, cookie: cookie.into() }
}

async fn send(client: &Client, method: Method, path: &str, body: Value) -> (u16, Value) {
    let answer = client.send(client.request(method, path, body.to_string())).await.expect("an answer");
    (answer.status.as_u16(), answer.json())
}

/// What follows the `#` of a link.
fn key(link: &Value) -> String {
    link["url"].as_str().and_then(|url| url.split_once('#')).expect("a link with a key").1.into()
}

async fn mine(client: &Client) -> Vec<Value> {
    let home = client.get("/api/home").await.expect("an answer").json();
    home["mine"].as_array().expect("tables").clone()
}

/// Begun here, continued there, cleared and recovered: always the same person, at the same table, also after the server was killed.
#[tokio::test]
async fn a_person_has_many_browsers() {
    let folder = Folder::new("browsers");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    assert_eq!(send(&ann, Method::PUT, "/api/me", json!({ "name": "Ann" })).await.0, 200);
    let table = ann.play_now().await.expect("a table");
    let link = ann.must("/api/me/link", json!({})).await.expect("a link");
    assert!(link["url"].as_str().is_some_and(|url| url.starts_with(&format!("http://{}/continue#", server.address))));
    let code =
        ann.must("/api/me/recovery", json!({})).await.expect("a code")["code"].as_str().expect("text").to_string();
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, new] = [&ann.cookie[..], ""].map(|cookie| Client { address: server.address, cookie: cookie.into() });

    let phone = enter(&new, &key(&link)).await;
    assert_ne!(phone.cookie, ann.cookie);
    assert_eq!(phone.get("/api/me").await.expect("an answer").json()["name"], "Ann");
    assert_eq!(mine(&phone).await[0]["id"], table.as_str());
    let again = new.post("/api/continue", json!({ "key": key(&link) })).await.expect("an answer");
    assert_eq!(again.code(), "not-found", "a link works once");
    let mut socket = phone.live(&table, "").await.expect("a socket");
    let first = socket.next_of(&["sync"]).await.expect("a first message");
    assert_eq!(first["viewer"], 0, "{first}");
    socket.say(answer(&first["ask"], 0, &fresh_id()).expect("a question")).await.expect("said");
    assert_eq!(socket.next_of(&["done", "refused"]).await.expect("an answer")["type"], "done");

    // All cookies are gone; the code was written down with a pencil.
    let back = enter(&new, &code.to_uppercase().replace('-', " ")).await;
    assert_eq!(mine(&back).await[0]["id"], table.as_str());
    let devices = back.get("/api/me/devices").await.expect("an answer").json();
    assert_eq!(
        (devices["devices"].as_array().map(Vec::len), &devices["recovery"]),
        (Some(3), &json!(true)),
        "{devices}"
    );
    let newer = back.must("/api/me/recovery", json!({})).await.expect("a code");
    assert_eq!(new.post("/api/continue", json!({ "key": code })).await.expect("an answer").code(), "not-found");
    assert_ne!(newer["code"], code);

    // The first browser was stolen: it is signed out, and is nobody. Its old cookie is no way back.
    let shown = ann.get("/api/me/devices").await.expect("an answer").json();
    let here = shown["devices"].as_array().expect("a list").iter().find(|d| d["here"] == true).expect("this browser");
    let path = format!("/api/me/devices/{}", here["id"].as_str().expect("an id"));
    assert_eq!(send(&new, Method::DELETE, &path, json!({})).await.0, 401);
    let eve = Client::new(server.address).await.expect("a guest");
    assert_eq!(send(&eve, Method::DELETE, &path, json!({})).await.0, 404);
    assert_eq!(send(&back, Method::DELETE, &path, json!({})).await.0, 200);
    assert_eq!(ann.post("/api/me/link", json!({})).await.expect("an answer").code(), "no-guest");
    assert!(ann.live(&table, "seat=0").await.is_err(), "a browser that was signed out has no seat");
    let fresh = ann.get("/api/me").await.expect("an answer");
    assert!(fresh.headers.contains_key(SET_COOKIE) && fresh.json()["name"] == "", "it begins anew");
    assert_eq!(mine(&phone).await.len(), 1);

    // A person who sits somewhere under another identity is asked first.
    eve.play_now().await.expect("a table");
    let body = json!({ "key": newer["code"] });
    assert_eq!(eve.post("/api/continue", body.clone()).await.expect("an answer").code(), "not-ready");
    let leave = json!({ "key": newer["code"], "leave": true });
    assert_eq!(eve.post("/api/continue", leave).await.expect("an answer").status, 200);
}

/// The socket of a browser that is signed out ends; a link has its time; tries and browsers are counted.
#[tokio::test]
async fn ways_in_are_bounded() {
    let folder = Folder::new("ways-in");
    let limits = Limits {
        ping: Duration::from_millis(100),
        link: Duration::from_millis(400),
        devices_per_person: 2,
        ..Limits::default()
    };
    let address = inside(&folder, limits).await;
    let ann = Client::new(address).await.expect("a guest");
    let table = ann.play_now().await.expect("a table");
    let late = ann.must("/api/me/link", json!({})).await.expect("a link");
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(ann.post("/api/continue", json!({ "key": key(&late) })).await.expect("an answer").code(), "not-found");
    let code =
        ann.must("/api/me/recovery", json!({})).await.expect("a code")["code"].as_str().expect("text").to_string();
    let new = Client { address, cookie: String::new() };
    let phone = enter(&new, &code).await;
    let third = new.post("/api/continue", json!({ "key": code })).await.expect("an answer");
    assert_eq!(third.code(), "too-many", "{}", third.text);

    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    let devices = phone.get("/api/me/devices").await.expect("an answer").json();
    let other = devices["devices"].as_array().expect("a list").iter().find(|d| d["here"] == false).expect("the first");
    let path = format!("/api/me/devices/{}", other["id"].as_str().expect("an id"));
    assert_eq!(send(&phone, Method::DELETE, &path, json!({})).await.0, 200);
    assert_eq!(socket.next_of(&["bye"]).await.expect("a last word")["code"], "no-guest");

    // Three tries were made.
    for _ in 3..limits.entries.burst {
        assert_eq!(new.post("/api/continue", json!({ "key": "x" })).await.expect("an answer").code(), "malformed");
    }
    let mut refused = 0;
    for _ in 0..limits.entries.burst {
        refused +=
            u32::from(new.post("/api/continue", json!({ "key": code })).await.expect("an answer").code() == "too-many");
    }
    assert!(refused + 3 > limits.entries.burst, "{refused} of {} more tries were refused", limits.entries.burst);
}

/// Ann (two seats at one screen) and Ben.
async fn ann_and_ben(server: &Server) -> (Client, Client, String, Value) {
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    assert_eq!(send(&ben, Method::PUT, "/api/me", json!({ "name": "Ann" })).await.0, 200);
    let wish = json!({
        "title": "galactic-adventures", "options": { "players": "3", "colour-assignment": "fixed" },
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }, { "kind": "open" }],
    });
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let table = made["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "nonce": fresh_id(), "invite": made["invite"] });
    let seated = ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    assert_eq!(seated["seats"][1]["name"], "Ann (2)", "there is one Ann");
    (ann, ben, table, made)
}

/// In the lobby: who leaves may come back, whom the host removes may not; a new name is everywhere.
#[tokio::test]
async fn guests_of_a_lobby() {
    let folder = Folder::new("lobby");
    let server = Server::fast(&folder.sqlite()).await;
    let (ann, ben, table, made) = ann_and_ben(&server).await;
    let path = |word: &str| format!("/api/tables/{table}/{word}");
    assert_eq!(send(&ben, Method::PUT, "/api/me", json!({ "name": "Ben" })).await.0, 200);
    let seats = |shown: Value| shown["seats"].as_array().expect("seats").clone();
    assert_eq!(seats(ann.get(&path("")[..path("").len() - 1]).await.expect("an answer").json())[1]["name"], "Ben");
    assert_eq!(mine(&ben).await[0]["seats"][1]["name"], "Ben", "lists have it, too");
    ben.must(&path("leave"), json!({ "seat": 1 })).await.expect("he leaves");
    let sit = json!({ "seat": 2, "nonce": fresh_id() });
    assert_eq!(seats(ben.must(&path("sit"), sit).await.expect("he is back"))[2]["name"], "Ben");
    let free = json!({ "seat": 2, "to": { "kind": "open" } });
    let bot = json!({ "seat": 2, "to": { "kind": "bot", "level": "easy" } });
    assert_eq!(ben.post(&path("chair"), free.clone()).await.expect("an answer").code(), "not-host");
    assert_eq!(ann.post(&path("chair"), bot).await.expect("an answer").code(), "taken");
    ann.must(&path("chair"), free).await.expect("removed");
    let invited = json!({ "seat": 2, "nonce": fresh_id(), "invite": made["invite"] });
    assert_eq!(ben.post(&path("sit"), invited).await.expect("an answer").code(), "not-ready");
    assert!(mine(&ben).await.is_empty());
}

/// Ben lost his browser without a code: the host gives his seat a new link, for all to see; nobody has two hands, and a link ends with
/// a sign of life.
#[tokio::test]
async fn a_seat_gets_a_new_link() {
    let folder = Folder::new("reissue");
    let mut server = Server::fast(&folder.sqlite()).await;
    let (ann, ben, table, _) = ann_and_ben(&server).await;
    let path = |word: &str| format!("/api/tables/{table}/{word}");
    ann.must(&path("chair"), json!({ "seat": 2, "to": { "kind": "bot", "level": "random" } })).await.expect("a bot");
    ann.must(&path("start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    let seat = json!({ "seat": 1 });
    assert_eq!(ben.post(&path("reissue"), seat.clone()).await.expect("an answer").code(), "not-host");
    let mut there = ben.live(&table, "seat=1").await.expect("a socket");
    let first = there.next_of(&["sync"]).await.expect("a first message");
    assert!(first["ask"]["sentences"].is_array(), "{first}");
    assert_eq!(ann.post(&path("reissue"), seat.clone()).await.expect("an answer").code(), "not-ready");
    drop(there);
    let mut links = Vec::new();
    while links.len() < 2 {
        let answer = ann.post(&path("reissue"), seat.clone()).await.expect("an answer");
        match answer.status.as_u16() {
            200 => links.push(key(&answer.json())),
            _ => tokio::time::sleep(Duration::from_millis(50)).await, // he has not quite gone
        }
    }
    let [old, new] = &links[..] else { unreachable!("two were made") };
    assert!(new.starts_with("1-"), "{new}");
    let take = |link: &str| json!({ "seat": 1, "key": &link[2..], "name": "Cy" });
    assert_eq!(
        ann.post(&path("take"), take(new)).await.expect("an answer").code(),
        "not-ready",
        "she would see two hands"
    );
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    let cy = Client::new(server.address).await.expect("a guest");
    assert_eq!(cy.post(&path("take"), take(old)).await.expect("an answer").code(), "not-found", "there is a newer one");
    let shown = cy.must(&path("take"), take(new)).await.expect("his seat");
    assert_eq!((&shown["seats"][1]["name"], &shown["seats"][1]["mine"]), (&json!("Cy"), &json!(true)));
    assert_eq!(cy.post(&path("take"), take(new)).await.expect("an answer").code(), "not-found", "it works once");
    assert!(ben.live(&table, "seat=1").await.is_err(), "it is not his seat any more");
    let mut socket = cy.live(&table, "seat=1").await.expect("a socket");
    let seen = socket.next_of(&["sync"]).await.expect("a first message");
    let log = seen["items"].to_string();
    assert!(log.contains("a new link for seat 2") && log.contains("Cy takes over seat 2"), "{log}");
    assert_eq!(seen["ask"]["sentences"], first["ask"]["sentences"], "the same question");
    assert!(mine(&ben).await.is_empty() && mine(&cy).await.len() == 1);

    // A link is worth nothing once its holder decides something.
    drop(socket);
    let link = loop {
        let answer = ann.post(&path("reissue"), seat.clone()).await.expect("an answer");
        if answer.status == 200 {
            break key(&answer.json());
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    };
    let mut socket = cy.live(&table, "seat=1").await.expect("a socket");
    let seen = socket.next_of(&["sync"]).await.expect("a first message");
    socket.say(answer(&seen["ask"], 0, &fresh_id()).expect("a question")).await.expect("said");
    assert_eq!(socket.next_of(&["done", "refused"]).await.expect("an answer")["type"], "done");
    assert_eq!(ben.post(&path("take"), take(&link)).await.expect("an answer").code(), "not-found");
}
