//! Ratings after known results, a person's page, and playing again with the same people.

use astrarium_server::client::{Client, answer, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Server};

const TITLE: &str = "galactic-adventures";

/// Ann and Ben at a table of Ann's that only her friends can find, from its making to the start.
async fn sit(ann: &Client, ben: &Client, more: Value) -> String {
    let mut wish = json!({ "title": TITLE, "options": { "players": "2", "colour-assignment": "fixed", "round-limit": "10" },
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }] });
    wish.as_object_mut().expect("an object").extend(more.as_object().expect("an object").clone());
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let table = made["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id(), "invite": made["invite"] });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    start(ann, &table).await;
    table
}

async fn start(ann: &Client, table: &str) {
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
}

/// All answer until it is over; the places.
async fn play(players: &[&Client], table: &str) -> Vec<i64> {
    let all = players.iter().enumerate().map(|(seat, client)| play_seat(client, table, seat));
    futures_util::future::join_all(all).await.swap_remove(0)
}

async fn play_seat(client: &Client, table: &str, seat: usize) -> Vec<i64> {
    let mut socket = client.live(table, &format!("seat={seat}")).await.expect("a socket");
    let mut ask = Value::Null;
    loop {
        let message = socket.next().await.expect("a message");
        ask = message.get("ask").cloned().unwrap_or(ask);
        if let Some(places) = message["table"]["places"].as_array() {
            return places.iter().filter_map(Value::as_i64).collect();
        }
        if let Some(act) = answer(&ask, 0, &fresh_id()) {
            ask = Value::Null;
            socket.say(act).await.expect("said");
        }
    }
}

async fn page(viewer: &Client, person: &Value) -> Value {
    viewer.get(&format!("/api/persons/{}", person.as_str().expect("an id"))).await.expect("an answer").json()
}

async fn put(client: &Client, method: Method, path: &str, body: Value) -> u16 {
    client.send(client.request(method, path, body.to_string())).await.expect("an answer").status.as_u16()
}

async fn id(client: &Client) -> Value {
    client.get("/api/me").await.expect("an answer").json()["id"].clone()
}

/// The winner gains what the loser loses; games against bots are apart; unrated ones count for nothing but the number of games.
#[tokio::test]
async fn ratings_follow_results() {
    let folder = Folder::new("rated");
    let mut server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    assert_eq!(put(&ann, Method::PUT, "/api/me", json!({ "name": "Ann" })).await, 200);
    let table = sit(&ann, &ben, json!({})).await;
    let places = play(&[&ann, &ben], &table).await;
    sit(&ann, &ben, json!({ "unrated": true })).await;
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    let (a, b) = (page(&ben, &id(&ann).await).await, page(&ann, &id(&ben).await).await);
    let (of_a, of_b) = (&a["ratings"][0], &b["ratings"][0]);
    let (high, low) = if places[0] == 1 { (of_a, of_b) } else { (of_b, of_a) };
    let number = |rating: &Value, what: &str| rating[what].as_i64().expect("a number");
    if places[0] == places[1] {
        assert_eq!(high, low);
    } else {
        assert!(number(high, "rating") > 1000 && number(low, "rating") < 1000, "{a} {b}");
    }
    assert_eq!((number(of_a, "games"), number(of_a, "players"), &of_a["solo"]), (1, 2, &json!(false)), "{a}");
    assert_eq!((&a["games"][0]["games"], &a["games"][0]["kept"]), (&json!(1), &json!(1)), "{a}");
    assert!(a["games"][0]["pace"].as_i64().is_some_and(|pace| pace >= 0), "{a}");

    let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": "pilot" }]);
    let options = json!({ "players": "2", "colour-assignment": "fixed", "round-limit": "10" });
    let solo = ann.table(options, seats).await.expect("a table");
    play(&[&ann], &solo).await;
    let after = page(&ann, &id(&ann).await).await;
    assert_eq!(after["ratings"][0], *of_a, "{after}");
    assert_eq!((&after["ratings"][1]["solo"], &after["ratings"][1]["games"]), (&json!(true), &json!(1)), "{after}");

    // What others may see is hers to say.
    assert_eq!(put(&ann, Method::PUT, "/api/me/profile", json!({ "discreet": true })).await, 200);
    let seen = page(&ben, &id(&ann).await).await;
    assert_eq!((&seen["name"], &seen["ratings"], &seen["games"]), (&json!("Ann"), &json!([]), &json!([])), "{seen}");
    assert_eq!(page(&ann, &id(&ann).await).await["games"][0]["games"], 2);
}

/// One click each: the rematch keeps the seats for those who played, and nobody else comes to a table by link. Whoever is blocked does not.
#[tokio::test]
async fn the_same_people_play_again() {
    let folder = Folder::new("again");
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben, eve] =
        [Client::new(server.address).await, Client::new(server.address).await, Client::new(server.address).await]
            .map(|client| client.expect("a guest"));
    let table = sit(&ann, &ben, json!({})).await;
    play(&[&ann, &ben], &table).await;
    let again = ann.must(&format!("/api/tables/{table}/rematch"), json!({})).await.expect("a rematch");
    let next = again["id"].as_str().expect("an id").to_string();
    let path = format!("/api/tables/{next}/sit");
    let wish = || json!({ "seat": 1, "nonce": fresh_id() });
    assert_eq!(eve.post(&path, wish()).await.expect("an answer").code(), "not-invited");
    let blocks = format!("/api/me/blocks/{}", id(&ben).await.as_str().expect("an id"));
    assert_eq!(put(&ann, Method::PUT, &blocks, json!({})).await, 204);
    assert_eq!(ann.get("/api/me/blocks").await.expect("an answer").json()["blocked"][0]["name"], "Ben");
    assert_eq!(ben.post(&path, wish()).await.expect("an answer").code(), "ruled");
    assert_eq!(put(&ann, Method::DELETE, &blocks, json!({})).await, 204);
    ben.must(&path, wish()).await.expect("his seat");
    start(&ann, &next).await;
    let nobody = format!("/api/me/blocks/{}", "0".repeat(32));
    assert_eq!(put(&ann, Method::PUT, &nobody, json!({})).await, 404);
}
