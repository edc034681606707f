//! Limits that are far away with the usual numbers, at them and past them on servers with small ones.

use std::time::{Duration, Instant};

use astrarium_server::client::{Client, Socket, answer, fresh_id};
use astrarium_server::{Limits, Rate};
use serde_json::{Value, json};
use tokio::time::sleep;

use crate::support::{Folder, inside};

/// A table of Ann's two seats on a server with these limits.
async fn table(folder: &Folder, limits: Limits) -> (Client, String) {
    let ann = Client::new(inside(folder, limits).await).await.expect("a guest");
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }]);
    let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
    (ann, table)
}

async fn say(socket: &mut Socket, mut message: Value) -> Value {
    message["id"] = json!(fresh_id());
    socket.say(message).await.expect("said");
    socket.next_of(&["done", "refused"]).await.expect("an answer")
}

#[tokio::test]
async fn sockets_of_the_server() {
    let folder = Folder::new("all-sockets");
    let (ann, table) = table(&folder, Limits { sockets: 2, ..Limits::default() }).await;
    let ben = Client::new(ann.address).await.expect("a guest");
    let _open = [ann.live(&table, "").await.expect("one"), ben.live(&table, "").await.expect("two")];
    assert!(ben.live(&table, "").await.is_err(), "a third socket was let in");
}

#[tokio::test]
async fn chat_of_a_table() {
    let folder = Folder::new("chats");
    let (ann, table) = table(&folder, Limits { chats_per_table: 2, ..Limits::default() }).await;
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let hello = || json!({ "type": "chat", "text": "hello" });
    assert_eq!(say(&mut socket, hello()).await["type"], "done");
    assert_eq!(say(&mut socket, hello()).await["type"], "done");
    assert_eq!(say(&mut socket, hello()).await["error"]["code"], "too-many");
}

/// What a socket asks counts with the requests of its address: hundreds of sockets are no way around their limit.
#[tokio::test]
async fn questions_over_a_socket() {
    let folder = Folder::new("questions");
    let (ann, table) = table(&folder, Limits { reads: Rate { per_second: 0, burst: 8 }, ..Limits::default() }).await;
    // The cookie and each socket were a request.
    let mut sockets = [ann.live(&table, "seat=0").await.expect("one"), ann.live(&table, "seat=0").await.expect("two")];
    for socket in &mut sockets {
        socket.next_of(&["sync"]).await.expect("a first message");
    }
    for k in 0..9 {
        let message = match k % 4 {
            0 => json!({ "type": "why", "id": fresh_id(), "seat": 0, "words": [] }),
            1 => json!({ "type": "log", "id": fresh_id(), "before": 1 }),
            2 => json!({ "type": "hint", "id": fresh_id(), "seat": 0 }),
            _ => json!({ "type": "look", "seat": 1 }),
        };
        let socket = &mut sockets[k % 2];
        socket.say(message.clone()).await.expect("said");
        let answer = socket.next_of(&["why", "log", "hint", "sync", "refused"]).await.expect("an answer");
        assert_eq!(answer["error"]["code"] == "too-many", k >= 5, "{message}: {answer}");
    }
}

/// However much was said, the first message is short, and every page before it can be had. Once the first message of such a table
/// was longer than a socket may buffer, and nobody could sit down at it any more.
#[tokio::test]
async fn a_long_log_comes_in_pages() {
    let folder = Folder::new("pages");
    let hurry = Rate { per_second: 100_000, burst: 100_000 };
    let (ann, table) = table(&folder, Limits { messages: hurry, ..Limits::default() }).await;
    let limits = Limits::default();
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    for _ in 0..limits.chats_per_table {
        // Four bytes each, and escaped nowhere.
        let text = "\u{1F680}".repeat(limits.chat);
        socket.say(json!({ "type": "chat", "id": fresh_id(), "text": text })).await.expect("said");
        socket.next_of(&["done"]).await.expect("it is stored");
    }
    for query in ["seat=0", "seat=0&since=1", "seat=none"] {
        let mut fresh = ann.live(&table, query).await.expect("a socket");
        let first = fresh.next_text().await.expect("a first message");
        assert!(first.len() < 1 << 20, "{} bytes", first.len());
        let first: Value = serde_json::from_str(&first).expect("JSON");
        assert_eq!(first["type"], "sync");
        assert_eq!(first["items"].as_array().map(Vec::len), Some(limits.page as usize));
        let mut seqs: Vec<u64> = numbers(&first);
        let mut earlier = first["earlier"].clone();
        while !earlier.is_null() {
            fresh.say(json!({ "type": "log", "id": fresh_id(), "before": earlier })).await.expect("said");
            let page = fresh.next_of(&["log"]).await.expect("a page");
            seqs.splice(0..0, numbers(&page));
            earlier = page["earlier"].clone();
        }
        assert!(seqs.is_sorted(), "pages follow each other");
        // The making of the table has no line.
        assert_eq!(seqs.len() as u64, first["seq"].as_u64().expect("a number") - 1, "every event has its line, once");
    }
    assert_eq!(ann.get(&format!("/plain/table/{table}")).await.expect("a page").status, 200);
}

fn numbers(page: &Value) -> Vec<u64> {
    let items = page["items"].as_array().expect("items");
    items.iter().map(|item| item["seq"].as_u64().expect("a number")).collect()
}

/// Nobody fills a table by going away and coming back, by taking back, or by changing seats.
#[tokio::test]
async fn what_can_be_repeated_ends() {
    let folder = Folder::new("repeated");
    let limits = Limits { stand_ins_per_seat: 2, undos_per_seat: 2, chairs_per_table: 2, ..Limits::default() };
    let (ann, table) = table(&folder, limits).await;
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    for _ in 0..2 {
        assert_eq!(say(&mut socket, json!({ "type": "away", "seat": 0 })).await["type"], "done");
        assert_eq!(say(&mut socket, json!({ "type": "back", "seat": 0 })).await["type"], "done");
    }
    assert_eq!(say(&mut socket, json!({ "type": "away", "seat": 0 })).await["error"]["code"], "too-many");
    assert_eq!(
        say(&mut socket, json!({ "type": "away", "seat": 1 })).await["type"],
        "done",
        "another seat has its own"
    );
    let wish = json!({ "title": "galactic-adventures", "options": { "players": "2" }, "public": true,
        "seats": [{ "kind": "person" }, { "kind": "open" }] });
    let lobby = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let (sit, leave) = (format!("/api/tables/{lobby}/sit"), format!("/api/tables/{lobby}/leave"));
    let seat = || json!({ "seat": 1, "name": "Amy", "nonce": fresh_id() });
    assert_eq!(ann.post(&sit, seat()).await.expect("an answer").status, 200);
    assert_eq!(ann.post(&leave, json!({ "seat": 1 })).await.expect("an answer").status, 200);
    assert_eq!(ann.post(&sit, seat()).await.expect("an answer").code(), "too-many");
}

/// A table of Ann's and Ben's that has started.
async fn two(folder: &Folder, limits: Limits, clock: Value) -> (Client, Client, String) {
    let ann = Client::new(inside(folder, limits).await).await.expect("a guest");
    let ben = Client::new(ann.address).await.expect("a guest");
    let seats = json!([{ "kind": "person" }, { "kind": "open" }]);
    let options = json!({ "players": "2", "colour-assignment": "fixed" });
    let wish = json!({ "title": "galactic-adventures", "options": options, "public": true, "seats": seats,
        "clock": clock, "stand_in": 0 });
    let table = ann.must("/api/tables", wish).await.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    ben.must(&format!("/api/tables/{table}/sit"), sit).await.expect("a seat");
    let start = json!({ "nonces": { "0": fresh_id() } });
    ann.must(&format!("/api/tables/{table}/start"), start).await.expect("started");
    (ann, ben, table)
}

/// Comes back whenever a bot has taken the seat, until that is refused; how often it was not.
async fn come_back(socket: &mut Socket, seat: usize) -> (usize, Value) {
    let mut times = 0;
    loop {
        let message = socket.next_of(&["sync", "update"]).await.expect("news");
        if message["table"]["seats"][seat].get("stand_in").is_none() {
            continue;
        }
        let answer = say(socket, json!({ "type": "back", "seat": seat })).await;
        match (answer["type"].as_str(), answer["error"]["code"].as_str()) {
            (Some("done"), _) => times += 1,
            (_, Some("not-ready")) => {} // what was heard is older than the last time
            _ => return (times, answer),
        }
        assert!(times < 10, "a clock and a person take turns for ever");
    }
}

/// Clocks and votes do not fill a table either, even if a person comes back after each of them.
#[tokio::test]
async fn bots_that_clocks_or_votes_seat_stay_some_time() {
    let folder = Folder::new("late");
    // A bot that has answered leaves nothing to vote about.
    let bot_pause = Duration::from_secs(600);
    let limits = Limits { stand_ins_per_seat: 2, absent: Duration::ZERO, bot_pause, ..Limits::default() };
    let (ann, _, table) = two(&folder, limits, json!({ "decision": 1 })).await;
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    let (times, refused) = come_back(&mut socket, 0).await;
    assert_eq!((times, &refused["error"]["code"]), (2, &json!("too-many")));
    assert_eq!(refused["error"]["text"], "more than 2 stand-ins for this seat: the bot plays on");

    let folder = Folder::new("voted");
    let (ann, ben, table) = two(&folder, limits, Value::Null).await;
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    for k in 0..3 {
        let vote = say(&mut socket, json!({ "type": "vote", "seat": 1 })).await;
        assert_eq!(vote["type"], "done", "{vote}");
        let mut back = ben.live(&table, "seat=1").await.expect("a socket");
        let answer = say(&mut back, json!({ "type": "back", "seat": 1 })).await;
        assert_eq!(answer["type"] == "done", k < 2, "{answer}");
        drop(back);
        // Until the table has heard that he is gone.
        sleep(Duration::from_millis(300)).await;
    }
}

/// Research is bought in secret and can be taken back, but not for ever.
#[tokio::test]
async fn taking_back_ends() {
    let folder = Folder::new("undos");
    let limits = Limits { undos_per_seat: 2, ..Limits::default() };
    let ann = Client::new(inside(&folder, limits).await).await.expect("a guest");
    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }]);
    let options = json!({ "players": "2", "colour-assignment": "fixed" });
    let table = ann.table(options, seats).await.expect("a table");
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    let mut message = socket.next_of(&["sync"]).await.expect("a first message");
    for k in 0..3 {
        let act = answer(&message["ask"], 0, &fresh_id()).expect("a question");
        socket.say(act).await.expect("said");
        message = socket.next_of(&["update"]).await.expect("an update");
        assert_eq!(message["undo"]["ok"], true, "{message}");
        socket.say(json!({ "type": "undo", "id": fresh_id(), "seat": 0 })).await.expect("said");
        let reply = socket.next_of(&["done", "refused"]).await.expect("an answer");
        if k == 2 {
            assert_eq!(reply["error"]["code"], "too-many");
        } else {
            assert_eq!(reply["type"], "done");
            message = socket.next_of(&["update"]).await.expect("an update");
        }
    }
}

#[tokio::test]
async fn tables_in_a_list() {
    let folder = Folder::new("listed");
    let ann = Client::new(inside(&folder, Limits { listed: 2, ..Limits::default() }).await).await.expect("a guest");
    for count in [1, 2, 2] {
        let seats = json!([{ "kind": "open" }, { "kind": "open" }]);
        let wish =
            json!({ "title": "galactic-adventures", "options": { "players": "2" }, "public": true, "seats": seats });
        ann.must("/api/tables", wish).await.expect("a table");
        let home = ann.get("/api/home").await.expect("a home").json();
        assert_eq!(home["open"].as_array().map(Vec::len), Some(count));
    }
}

/// A socket that answers pings stays; one that says nothing goes.
/// A search looks through thousands of games: it counts as many requests.
#[tokio::test]
async fn searches_of_an_address() {
    let folder = Folder::new("searches");
    let reads = Rate { per_second: 0, burst: 50 };
    let ann = Client::new(inside(&folder, Limits { reads, ..Limits::default() }).await).await.expect("a guest");
    let mut codes = Vec::new();
    for path in ["/api/archive?words=", "/api/archive?words=emperor"].repeat(5) {
        codes.push(ann.get(path).await.expect("an answer").code());
    }
    assert_eq!(codes[..4], [""; 4], "some searches are as good as others: {codes:?}");
    assert!(codes.contains(&"too-many".into()), "{codes:?}");
}

#[tokio::test]
async fn silence() {
    let folder = Folder::new("silence");
    let (ping, silence) = (Duration::from_millis(100), Duration::from_millis(500));
    let (ann, table) = table(&folder, Limits { ping, silence, ..Limits::default() }).await;
    let mut talks = ann.live(&table, "seat=0").await.expect("a socket");
    let mut silent = ann.live(&table, "seat=1").await.expect("a socket");
    let until = Instant::now() + 3 * silence;
    while Instant::now() < until {
        // To listen is to answer pings.
        _ = tokio::time::timeout(ping, talks.next()).await;
    }
    assert_eq!(say(&mut talks, json!({ "type": "chat", "text": "hello" })).await["type"], "done");
    while silent.next().await.is_ok() {}
}

/// A person who left may come back for a while before a bot can sit down.
#[tokio::test]
async fn absence() {
    let folder = Folder::new("absent");
    let absent = Duration::from_millis(1500);
    let (ann, ben, table) = two(&folder, Limits { absent, ..Limits::default() }, Value::Null).await;
    let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
    let mut leaves = ben.live(&table, "seat=1").await.expect("a socket");
    leaves.next().await.expect("a first message");
    drop(leaves);
    let vote = || json!({ "type": "vote", "seat": 1 });
    assert_eq!(say(&mut socket, vote()).await["error"]["code"], "not-ready");
    sleep(absent + Duration::from_millis(300)).await;
    assert_eq!(say(&mut socket, vote()).await["type"], "done");
}

/// Nobody waits longer than this for a socket that takes nothing.
#[tokio::test]
async fn a_blocked_send() {
    let folder = Folder::new("send");
    let send = Duration::from_millis(300);
    let limits = Limits { send, queue: 1 << 16, chats_per_table: 1 << 16, ..Limits::default() };
    let (ann, table) = table(&folder, limits).await;
    let mut blocked = ann.live_with_buffer(&table, "seat=1", 4 << 10).await.expect("a socket");
    blocked.next().await.expect("a first message");
    let mut said = 0;
    for _ in 0..12 {
        let mut socket = ann.live(&table, "seat=0").await.expect("a socket");
        for _ in 0..limits.messages.burst {
            let chat = json!({ "type": "chat", "text": "x".repeat(limits.chat) });
            assert_eq!(say(&mut socket, chat).await["type"], "done");
            said += 1;
        }
    }
    sleep(2 * send).await;
    let mut heard = 0;
    while blocked.next_of(&["update"]).await.is_ok() {
        heard += 1;
    }
    assert!(heard < said, "all {said} messages came: nothing was blocked");
}

/// Bots do not hurry past those who watch, and think beside the thread that serves: this test has only one.
#[tokio::test]
async fn bots_pause_and_block_nobody() {
    let folder = Folder::new("pause");
    let bot_pause = Duration::from_millis(150);
    let address = inside(&folder, Limits { bot_pause, ..Limits::default() }).await;
    let ann = Client::new(address).await.expect("a guest");
    let (person, hard) = (json!({ "kind": "person" }), json!({ "kind": "bot", "level": "hard" }));
    let options = json!({ "players": "2", "colour-assignment": "fixed" });
    let table = ann.table(options.clone(), json!([person, hard])).await.expect("a table");
    for _ in 0..20 {
        let asked = Instant::now();
        assert!(ann.get("/healthz").await.expect("an answer").status.is_success());
        assert!(asked.elapsed() < Duration::from_secs(1), "a bot's thought kept a request waiting");
        sleep(Duration::from_millis(30)).await;
    }
    _ = table;
    let quick = json!({ "kind": "bot", "level": "random" });
    let table = ann.table(options, json!([person, quick])).await.expect("a table");
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let mut message = socket.next_of(&["sync"]).await.expect("a first message");
    let (mut turns, mut pick) = (Vec::new(), 0);
    while turns.len() < 8 {
        if let Some(act) = answer(&message["ask"], pick, &fresh_id()) {
            pick += 1;
            socket.say(act).await.expect("said");
        }
        message = socket.next_of(&["update"]).await.expect("an update");
        let theirs = message["items"].as_array().is_some_and(|items| items.iter().any(|item| item["seat"] == 1));
        turns.extend(theirs.then(Instant::now));
    }
    let hurried = turns.windows(2).filter(|w| w[1] - w[0] < bot_pause / 2).count();
    assert!(hurried <= 1, "{hurried} of {} decisions came at once", turns.len());
}

/// A reader of a page without script says nothing meanwhile, and is here all the same.
#[tokio::test]
async fn readers_are_here() {
    let folder = Folder::new("readers");
    let (absent, reading) = (Duration::ZERO, Duration::from_secs(2));
    let (ann, ben, table) = two(&folder, Limits { absent, reading, ..Limits::default() }, Value::Null).await;
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let vote = || json!({ "type": "vote", "seat": 1 });
    assert_eq!(ben.get(&format!("/plain/table/{table}")).await.expect("a page").status, 200);
    assert_eq!(say(&mut socket, vote()).await["error"]["text"], "that person is here");
    sleep(reading).await;
    assert_eq!(say(&mut socket, vote()).await["type"], "done");
}
