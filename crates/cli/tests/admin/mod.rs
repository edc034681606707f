//! The host of a server decides, with the command and over the wire.

use astrarium_server::client::{Client, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

use crate::GAME;
use crate::run::{Run, astrarium};
use crate::serve::Server;

const TOKEN: &str = "the-token-of-the-host";

fn admin(server: &Server, words: &[&str]) -> Run {
    let port = server.address.port().to_string();
    astrarium(&[&["--json", "admin", "--admin-token", TOKEN, "--port", &port], words].concat())
}

async fn comes_in(server: &Server, code: &str, name: &str) -> Client {
    let client = Client::new(server.address).await.expect("a guest");
    let wish = json!({ "title": GAME });
    assert_eq!(client.post("/api/tables", wish).await.expect("an answer").code(), "stranger");
    assert_eq!(client.post("/api/admit", json!({ "code": "please" })).await.expect("an answer").code(), "stranger");
    client.must("/api/admit", json!({ "code": code })).await.expect("the right code");
    let named = client.request(Method::PUT, "/api/me", json!({ "name": name }).to_string());
    assert_eq!(client.send(named).await.expect("an answer").status, 200);
    client
}

/// Ann's table, where Ben sits on the second seat, and the game has begun.
async fn begun(ann: &Client, ben: &Client) -> String {
    let wish = json!({ "title": GAME, "options": { "players": "2", "colour-assignment": "fixed" }, "public": true,
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }] });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    table
}

#[tokio::test]
async fn the_host_of_the_server_decides() {
    let settings =
        ["--registration-code=open sesame", "--welcome=Be kind", "--tables-per-person=2", "--no-rate-limits"];
    let server = Server::start(&[&["--admin-token", TOKEN], &settings[..]].concat());
    let home = Client::new(server.address).await.expect("a guest").get("/api/home").await.expect("an answer").json();
    assert_eq!((&home["welcome"], &home["stranger"]), (&json!("Be kind"), &json!(true)));
    let (ann, ben) = (comes_in(&server, "open sesame", "Ann").await, comes_in(&server, "open sesame", "Ben").await);
    let table = begun(&ann, &ben).await;
    ann.must("/api/tables", json!({ "title": GAME })).await.expect("a second table");
    assert_eq!(ann.post("/api/tables", json!({ "title": GAME })).await.expect("an answer").code(), "too-many");

    let complaint = json!({ "seat": 1, "text": "he shouts" });
    assert_eq!(ann.post(&format!("/api/tables/{table}/report"), complaint).await.expect("an answer").status, 204);
    let reports = admin(&server, &["reports"]).ok().json();
    assert_eq!(
        (&reports["reports"][0]["text"], &reports["reports"][0]["by_name"]),
        (&json!("he shouts"), &json!("Ann"))
    );
    let who = reports["reports"][0]["about"].as_str().expect("an id").to_string();
    let settled = admin(&server, &["settle", reports["reports"][0]["id"].as_str().expect("an id")]).ok().json();
    assert_eq!(settled["reports"], json!([]));

    let mut socket = ben.live(&table, "seat=1").await.expect("a socket");
    assert_eq!(socket.next_of(&["sync"]).await.expect("a first message")["viewer"], 1);
    let muted = admin(&server, &["mute", &who]).ok().json();
    assert_eq!(muted["persons"][0]["muted"], true, "{muted}");
    socket.say(json!({ "type": "chat", "id": fresh_id(), "text": "HEY" })).await.expect("said");
    assert_eq!(socket.next_of(&["done", "refused"]).await.expect("an answer")["error"]["code"], "ruled");
    admin(&server, &["kick", &table, "2"]).ok();
    let after = socket.next_of(&["sync"]).await.expect("other eyes");
    assert_eq!((&after["viewer"], &after["table"]["seats"][1]["kind"]), (&Value::Null, &json!("bot")), "{after}");
    assert!(after["items"].to_string().contains("the host of the server gives seat 2 to a bot"), "{after}");
    assert!(ben.live(&table, "seat=1").await.is_err(), "the seat is not his any more");
    assert_eq!(admin(&server, &["ban", &who]).ok().json()["persons"][0]["banned"], true);
    assert_eq!(ben.post("/api/tables", json!({ "title": GAME })).await.expect("an answer").code(), "ruled");
    admin(&server, &["unban", &who]).ok();
    ben.must("/api/tables", json!({ "title": GAME })).await.expect("a table");

    // Ann's browser has lost its cookie.
    let link = admin(&server, &["reissue", &table, "1"]).ok().json();
    let key = link["url"].as_str().and_then(|url| url.split_once("#0-")).expect("a link with a key").1;
    let new = comes_in(&server, "open sesame", "Anna").await;
    new.must(&format!("/api/tables/{table}/take"), json!({ "seat": 0, "key": key })).await.expect("the seat");
    let listed = admin(&server, &["tables", "GALACTIC"]).ok().json();
    assert_eq!(listed["tables"].as_array().map(Vec::len), Some(3), "{listed}");
    assert!(!listed.to_string().contains("secret") && !listed.to_string().contains("invite"), "{listed}");
    assert_eq!(admin(&server, &["close", &table]).ok().json()["status"], "closed");
}

#[tokio::test]
async fn nobody_decides_without_the_token() {
    let server = Server::start(&["--admin-token", TOKEN]);
    let port = server.address.port().to_string();
    let wrong = astrarium(&["admin", "--admin-token", "another-long-token", "--port", &port, "tables"]).code(2);
    assert!(wrong.err.contains("not the token"), "{}", wrong.err);
    assert!(astrarium(&["admin", "--port", &port, "tables"]).code(2).err.contains("--admin-token"));
    assert!(astrarium(&["serve", "--admin-token", "short"]).code(2).err.contains("at least 16"));
    let printed =
        astrarium(&["serve", "--admin-token", TOKEN, "--registration-code=sesame", "--print-config"]).ok().out;
    assert!(printed.contains("admin-token = \"***\"") && !printed.contains("sesame"), "{printed}");
    let open = Server::start(&[]);
    let eve = Client::new(open.address).await.expect("a guest");
    let asked = eve.send(eve.request(Method::GET, "/api/admin", "{}".into())).await.expect("an answer");
    assert_eq!(asked.code(), "not-found");
}
