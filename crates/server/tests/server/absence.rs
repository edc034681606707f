//! Days go by: clocks, votes, coming back, giving up, and a home that knows who waits for whom.

use std::time::{Duration, Instant};

use astrarium_server::client::{Client, Socket, answer, fresh_id};
use futures_util::future::join_all;
use hyper::Method;
use serde_json::{Value, json};
use sqlx::Connection;

use crate::fair::figure;
use crate::support::{Clock, Folder, Server};

const HOUR: u64 = 3600;

/// Ann and Ben at a table that has started, with what else is wished.
async fn two(server: &Server, wish: Value) -> (Client, Client, String) {
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    let table = sit_two(&ann, &ben, wish).await;
    (ann, ben, table)
}

async fn sit_two(ann: &Client, ben: &Client, wish: Value) -> String {
    let mut plan = json!({
        "title": "galactic-adventures", "options": { "players": "2", "colour-assignment": "fixed" },
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }],
    });
    plan.as_object_mut().expect("an object").extend(wish.as_object().expect("an object").clone());
    let made = ann.must("/api/tables", plan).await.expect("a table");
    let table = made["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id(), "invite": made["invite"] });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    ann.must(&format!("/api/tables/{table}/start"), json!({ "nonces": { "0": fresh_id() } })).await.expect("started");
    table
}

async fn socket(client: &Client, table: &str, seat: usize) -> (Socket, Value) {
    let mut socket = client.live(table, &format!("seat={seat}")).await.expect("a socket");
    let first = socket.next_of(&["sync"]).await.expect("a first message");
    (socket, first)
}

async fn reply(socket: &mut Socket, mut message: Value) -> Value {
    message["id"] = json!(fresh_id());
    socket.say(message).await.expect("said");
    socket.next_of(&["done", "refused"]).await.expect("an answer")
}

/// Waits until the table is as the condition wants it.
async fn until(client: &Client, table: &str, done: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..1200 {
        let shown = client.get(&format!("/api/tables/{table}")).await.expect("an answer").json();
        if done(&shown) {
            return shown;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("the table never came to that")
}

async fn mine(client: &Client) -> Vec<Value> {
    let home = client.get("/api/home").await.expect("an answer").json();
    home["mine"].as_array().expect("tables").clone()
}

/// By mail, three days for each decision: after two of them a vote may seat a bot, before that not; after three the clock does.
#[tokio::test]
async fn two_persons_over_a_week() {
    let folder = Folder::new("week");
    let mut clock = Clock::new(&folder);
    let server = Server::in_time(&folder.sqlite(), &clock).await;
    let (ann, ben, table) = two(&server, json!({ "clock": { "days": 3 }, "stand_in": 48 * HOUR })).await;
    let (mut at, _) = socket(&ann, &table, 0).await;
    let vote = || json!({ "type": "vote", "seat": 1 });
    clock.set(Duration::from_secs(24 * HOUR));
    let early = reply(&mut at, vote()).await;
    assert!(early["error"]["text"].as_str().is_some_and(|text| text.contains("waits longer: 2")), "{early}");
    clock.set(Duration::from_secs(49 * HOUR));
    loop {
        // The server hears of the time a moment later.
        if reply(&mut at, vote()).await["type"] == "done" {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    until(&ann, &table, |shown| shown["seats"][1]["stand_in"] == "admiral").await;
    let home = &mine(&ben).await[0];
    assert_eq!((&home["stand_in"], &home["your_turn"]), (&json!(true), &json!(false)), "{home}");
    let (mut back, first) = socket(&ben, &table, 1).await;
    assert!(first["items"].to_string().contains("Ann wants a bot to play for Ben"), "nothing is silent: {first}");
    assert_eq!(reply(&mut back, json!({ "type": "back", "seat": 1 })).await["type"], "done");
    let shown = until(&ann, &table, |shown| shown["seats"][1].get("stand_in").is_none()).await;
    assert!(shown["seats"][1]["time"]["left"].as_i64() > Some(71 * 3_600_000), "his days begin anew: {shown}");
    assert!(shown["seats"][0]["time"]["left"].as_i64() < Some(24 * 3_600_000), "hers do not: {shown}");

    // Ann has not answered for three days; the server was down for the last of them.
    drop((at, back, server));
    clock.set(Duration::from_secs(73 * HOUR));
    let server = Server::in_time(&folder.sqlite(), &clock).await;
    let [ann, ben] = [ann, ben].map(|client| Client { address: server.address, ..client });
    let shown = until(&ben, &table, |shown| shown["seats"][0]["stand_in"] == "admiral").await;
    assert!(shown["seats"][1].get("stand_in").is_none(), "{shown}");
    let (mut at, first) = socket(&ann, &table, 0).await;
    assert!(first["items"].to_string().contains("the time of Ann is up"), "{first}");
    assert_eq!(reply(&mut at, json!({ "type": "back", "seat": 0 })).await["type"], "done");
    until(&ben, &table, |shown| shown["seats"][0]["time"]["left"].as_i64() > Some(71 * 3_600_000)).await;
}

/// Two thousand games by mail wait in the database and not in memory. When somebody's time is up, a bot sits down, though nobody
/// asks for the table.
#[tokio::test]
async fn clocks_need_no_memory() {
    let folder = Folder::new("mail");
    let mut clock = Clock::new(&folder);
    let server = Server::in_time(&folder.sqlite(), &clock).await;
    let begin = async |guest: &Client, days: u64| {
        let person = json!({ "kind": "person" });
        let wish = json!({ "title": "galactic-adventures", "options": { "players": "2" }, "seats": [person, person],
            "clock": { "days": days } });
        let made = guest.must("/api/tables", wish).await.expect("a table");
        let path = format!("/api/tables/{}/start", made["id"].as_str().expect("an id"));
        let nonces = json!({ "nonces": { "0": fresh_id(), "1": fresh_id() } });
        guest.must(&path, nonces).await.expect("started");
    };
    let fill = (0..40).map(async |_| {
        let guest = Client::new(server.address).await.expect("a guest");
        begin(&guest, 2).await;
        for _ in 1..50 {
            begin(&guest, 30).await;
        }
    });
    join_all(fill).await;
    let in_memory = async |server: &Server, most: f64| {
        let until = Instant::now() + Duration::from_secs(60);
        while figure(server, "astrarium_tables").await > most {
            assert!(Instant::now() < until, "{} tables stay in memory", figure(server, "astrarium_tables").await);
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    };
    let stand_ins = async |expected: i64| {
        let mut database = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
        let query = "SELECT COUNT(*) FROM tables WHERE seats LIKE '%stand_in%'";
        let until = Instant::now() + Duration::from_secs(120);
        let mut found = 0;
        while found < expected {
            assert!(Instant::now() < until, "{found} stand-ins");
            found = sqlx::query_scalar(query).fetch_one(&mut database).await.expect("a number");
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
        assert_eq!(found, expected);
    };
    in_memory(&server, 5.0).await;
    clock.set(Duration::from_secs(49 * HOUR));
    stand_ins(40).await;
    in_memory(&server, 5.0).await;
    drop(server);
    clock.set(Duration::from_secs(60 * HOUR));
    let server = Server::in_time(&folder.sqlite(), &clock).await;
    in_memory(&server, 5.0).await;
    stand_ins(40).await;
    clock.set(Duration::from_secs(31 * 24 * HOUR));
    stand_ins(2_000).await;
}

/// Where the table did not agree to it, nobody is voted out. A person resigns for good; a game ends when all persons want it.
#[tokio::test]
async fn nobody_is_replaced_behind_their_back() {
    let folder = Folder::new("resign");
    let server = Server::fast(&folder.sqlite()).await;
    let (ann, ben, table) = two(&server, json!({ "clock": { "fischer": { "game": 600, "plus": 30 } } })).await;
    let (mut at, first) = socket(&ann, &table, 0).await;
    let refused = reply(&mut at, json!({ "type": "vote", "seat": 1 })).await;
    assert!(
        refused["error"]["text"].as_str().is_some_and(|text| text.contains("by its person or the clock")),
        "{refused}"
    );
    let act = answer(&first["ask"], 0, &fresh_id()).expect("a question");
    assert_eq!(reply(&mut at, act).await["type"], "done");
    let left = until(&ann, &table, |_| true).await["seats"][0]["time"]["left"].as_i64();
    assert!(left <= Some(600_000), "there is never more than at the beginning: {left:?}");

    assert_eq!(reply(&mut at, json!({ "type": "end", "seat": 1 })).await["error"]["code"], "not-your-seat");
    assert_eq!(reply(&mut at, json!({ "type": "end", "seat": 0 })).await["type"], "done");
    let shown = until(&ben, &table, |shown| shown["seats"][0]["ends"] == true).await;
    assert_eq!(shown["status"], "playing", "Ben does not want it: {shown}");
    let (mut other, _) = socket(&ben, &table, 1).await;
    assert_eq!(reply(&mut other, json!({ "type": "resign", "seat": 1 })).await["type"], "done");
    let shown = until(&ann, &table, |shown| shown["status"] == "closed").await;
    assert_eq!(shown["closed"], "the game was ended by agreement", "players who resigned are not asked");
    assert_eq!(ann.get(&format!("/api/tables/{table}/record")).await.expect("an answer").status, 200);

    let table = sit_two(&ann, &ben, json!({})).await;
    let (mut other, _) = socket(&ben, &table, 1).await;
    assert_eq!(reply(&mut other, json!({ "type": "resign", "seat": 1 })).await["type"], "done");
    let back = reply(&mut other, json!({ "type": "back", "seat": 1 })).await;
    assert_eq!(back["error"]["text"], "you have resigned");
    assert_eq!(
        until(&ann, &table, |shown| shown["seats"][1]["resigned"] == true).await["seats"][1]["stand_in"],
        "admiral"
    );
    for wrong in [json!({ "days": 31 }), json!({ "decision": 0 }), json!({ "fischer": { "game": 60, "plus": 3601 } })] {
        let wish = json!({ "title": "galactic-adventures", "clock": wrong });
        assert_eq!(ann.post("/api/tables", wish).await.expect("an answer").code(), "malformed");
    }
}

/// More tables than a list has lines: those that wait for me come first, the longest waiting first; none is missing.
#[tokio::test]
async fn home_knows_all_my_tables() {
    let folder = Folder::new("home");
    let server = Server::fast(&folder.sqlite()).await;
    let [ann, ben] =
        [Client::new(server.address).await, Client::new(server.address).await].map(|c| c.expect("a guest"));
    let mut tables = Vec::new();
    for _ in 0..35 {
        tables.push(sit_two(&ann, &ben, json!({})).await);
    }
    let home = mine(&ben).await;
    let ids = |list: &[Value]| list.iter().map(|t| t["id"].as_str().expect("an id").to_string()).collect::<Vec<_>>();
    assert_eq!(ids(&home), tables, "the one that waits longest is the first");
    let turns = ben.get("/api/me/turns").await.expect("an answer").json()["turns"].clone();
    assert_eq!(ids(turns.as_array().expect("a list")), tables);
    let nobody = Client { address: server.address, cookie: String::new() };
    assert_eq!(nobody.get("/api/me/turns").await.expect("an answer").json(), json!({ "turns": [] }));

    // One is over. It is in the archive, found by who played, and put away.
    let table = ann
        .table(
            json!({ "players": "2", "round-limit": "10" }),
            json!([{ "kind": "person", "name": "Zoë" }, { "kind": "bot", "level": "random" }]),
        )
        .await
        .expect("a table");
    let mut pick = 0;
    while ann.get(&format!("/api/tables/{table}")).await.expect("an answer").json()["status"] != "over" {
        let (mut socket, first) = socket(&ann, &table, 0).await;
        match answer(&first["ask"], pick, &fresh_id()) {
            Some(act) => {
                socket.say(act).await.expect("said");
                socket.next_of(&["done", "refused"]).await.expect("an answer");
            }
            None => tokio::time::sleep(Duration::from_millis(20)).await,
        }
        pick += 1;
    }
    for (words, found) in
        [("", 1), ("zo", 1), ("ZOË".to_lowercase().as_str(), 1), ("galactic%20adv", 1), ("ben", 0), ("%25", 0)]
    {
        let words = words.replace('ë', "%C3%AB");
        let archive = ann.get(&format!("/api/archive?words={words}")).await.expect("an answer").json();
        assert_eq!(archive["tables"].as_array().map(Vec::len), Some(found), "{words}: {archive}");
    }
    let put = |client: Client, table: String| async move {
        let request = client.request(Method::DELETE, &format!("/api/tables/{table}"), String::new());
        client.send(request).await.expect("an answer").status.as_u16()
    };
    assert_eq!(put(ben.clone(), table.clone()).await, 403, "he did not play there");
    assert_eq!(put(ann.clone(), table).await, 200);
    assert_eq!(ann.get("/api/archive").await.expect("an answer").json(), json!({ "tables": [] }));
}
