//! Somebody reads what is kept of them, and goes.

use astrarium_server::Limits;
use astrarium_server::client::{Client, answer, fresh_id};
use hyper::Method;
use hyper::header::SET_COOKIE;
use serde_json::{Value, json};

use crate::support::{Folder, Server, inside};

const TITLE: &str = "galactic-adventures";

/// A game of Ann's against a bot, to its end; she talks.
async fn played(ann: &Client) -> String {
    let options = json!({ "players": "2", "colour-assignment": "fixed", "round-limit": "10" });
    let seats = json!([{ "kind": "person", "name": "Annabella" }, { "kind": "bot", "level": "random" }]);
    let table = ann.table(options, seats).await.expect("a table");
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    socket.say(json!({ "type": "chat", "id": fresh_id(), "text": "my telephone is 5550123" })).await.expect("said");
    let mut ask = Value::Null;
    loop {
        let message = socket.next().await.expect("a message");
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["table"]["status"] == "over" {
            return table;
        }
        if let Some(act) = answer(&ask, 0, &fresh_id()) {
            ask = Value::Null;
            socket.say(act).await.expect("said");
        }
    }
}

#[tokio::test]
async fn a_person_goes_without_a_trace() {
    let folder = Folder::new("erased");
    let mut server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    let over = played(&ann).await;
    let wish = json!({ "title": TITLE, "options": { "players": "2", "colour-assignment": "fixed" }, "public": true,
        "seats": [{ "kind": "person", "name": "Ben" }, { "kind": "open" }] });
    let running = ben.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Annabella", "nonce": fresh_id() });
    ann.must(&format!("/api/tables/{running}/sit"), sit).await.expect("a seat");
    ben.must(&format!("/api/tables/{running}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    let me = ann.get("/api/me").await.expect("an answer").json()["id"].as_str().expect("an id").to_string();

    let note = format!("/api/tables/{running}/note");
    let write = |client: &Client, text: &str| client.request(Method::PUT, &note, json!({ "text": text }).to_string());
    assert_eq!(ann.send(write(&ann, "Ben bluffs with 4711")).await.expect("an answer").status, 200);
    assert_eq!(ann.get(&note).await.expect("an answer").json()["text"], "Ben bluffs with 4711");
    assert_eq!(ben.get(&note).await.expect("an answer").json()["text"], "", "his own");
    let eve = Client::new(server.address).await.expect("a guest");
    assert_eq!(eve.send(write(&eve, "x")).await.expect("an answer").code(), "not-your-seat");
    assert_eq!(ann.send(write(&ann, &"x".repeat(4_001))).await.expect("an answer").code(), "too-large");

    let export = ann.must("/api/me/export", json!({})).await.expect("everything");
    let mine: Vec<&Value> = export["tables"].as_array().expect("tables").iter().collect();
    assert_eq!(mine.len(), 2, "{export}");
    assert_eq!(export["more"]["notes"][0]["text"], "Ben bluffs with 4711");
    let spoken = mine.iter().find(|table| table["id"] == over.as_str()).expect("the game that is over");
    assert_eq!(spoken["said"][0]["text"], "my telephone is 5550123");
    assert!(
        spoken["decided"].as_array().is_some_and(|all| !all.is_empty())
            && export["more"]["played"][0]["place"].is_i64()
    );
    let record = ann.get(&format!("/api/tables/{over}/record")).await.expect("a record").text;

    assert_eq!(ann.post("/api/me/erase", json!({ "sure": false })).await.expect("an answer").code(), "not-ready");
    let gone = ann.post("/api/me/erase", json!({ "sure": true })).await.expect("an answer");
    assert!(gone.status == 204 && gone.headers.contains_key(SET_COOKIE), "{}", gone.text);
    let table = ben.get(&format!("/api/tables/{running}")).await.expect("an answer").json();
    assert_eq!(
        (&table["seats"][1]["name"], &table["seats"][1]["resigned"]),
        (&json!("Somebody (2)"), &json!(true)),
        "{table}"
    );
    let after = ben.get(&format!("/api/tables/{over}/record")).await.expect("a record").text;
    let hashes = |record: &str| -> Vec<String> {
        record.lines().filter_map(|line| line.split_once(" # ").map(|(_, hash)| hash.to_string())).collect()
    };
    assert_eq!(hashes(&after), hashes(&record));
    assert!(after.contains("seat Somebody (1)") && !after.contains("Annabella"), "{after}");
    let replay = ben.get(&format!("/api/tables/{over}/replay")).await.expect("a replay");
    assert!(replay.status == 200 && !replay.text.contains("5550123") && !replay.text.contains("Annabella"));
    assert_eq!(ann.get("/api/home").await.expect("an answer").json()["mine"], json!([]));
    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let ben = Client { address: server.address, ..ben };
    assert_eq!(ben.get(&format!("/api/tables/{running}")).await.expect("an answer").json()["status"], "playing");
    let copy = folder.file().with_extension("copy.gz");
    astrarium_server::backup(Some(&folder.sqlite()), copy.parent().expect("a folder"), &copy).await.expect("a backup");
    let mut text = String::new();
    std::io::Read::read_to_string(
        &mut flate2::read::GzDecoder::new(std::fs::File::open(&copy).expect("a file")),
        &mut text,
    )
    .expect("text");
    for trace in ["Annabella", "my telephone", "Ben bluffs", &me] {
        assert!(!text.contains(trace), "{trace} is kept");
    }
}

/// Everything of one person is much to read: few may ask at once.
#[tokio::test]
async fn files_of_persons_are_bounded() {
    let folder = Folder::new("exports");
    let limits = Limits::default();
    let ann = Client::new(inside(&folder, limits).await).await.expect("a guest");
    let all =
        futures_util::future::join_all((0..2 * limits.reports.burst).map(|_| ann.post("/api/me/export", json!({}))))
            .await;
    assert!(all.iter().any(|answer| answer.as_ref().is_ok_and(|answer| answer.code() == "too-many")));
}
