//! What can be done at a table besides answering.

use astrarium_core::{Parts, Table};
use astrarium_games::GalacticAdventures;
use astrarium_server::client::{Answer, Client, Socket, answer, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Server};

async fn reply(socket: &mut Socket, mut message: Value) -> Value {
    message["id"] = json!(fresh_id());
    socket.say(message).await.expect("said");
    socket.next_of(&["done", "refused", "why", "hint", "ways"]).await.expect("an answer")
}

async fn sync(client: &Client, table: &str, query: &str) -> (Socket, Value) {
    let mut socket = client.live(table, query).await.expect("a socket");
    let first = socket.next_of(&["sync"]).await.expect("a first message");
    (socket, first)
}

/// Answers until the condition holds.
async fn play_until(client: &Client, table: &str, seats: &[usize], done: impl Fn(&Value) -> bool) -> Value {
    for pick in 0.. {
        for seat in seats {
            let (mut socket, first) = sync(client, table, &format!("seat={seat}")).await;
            if done(&first) {
                return first;
            }
            if let Some(act) = answer(&first["ask"], pick, &fresh_id()) {
                socket.say(act).await.expect("said");
                socket.next_of(&["done", "refused"]).await.expect("an answer");
            }
        }
    }
    unreachable!("games end")
}

fn two_persons() -> Value {
    json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }])
}

const FIXED: &str = "fixed";

/// The value of one option cannot set another.
#[tokio::test]
async fn an_option_is_one_option() {
    let folder = Folder::new("options");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let wish = |players: &str| json!({ "title": "galactic-adventures", "options": { "players": players } });
    let answer = ann.post("/api/tables", wish("2,colour-assignment=fixed")).await.expect("an answer");
    assert_eq!(answer.code(), "malformed", "{}", answer.text);
    assert_eq!(ann.post("/api/tables", wish("2")).await.expect("an answer").status, 201);
}

#[tokio::test]
async fn a_decision_is_taken_back_until_it_is_firm() {
    let folder = Folder::new("undo");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = ann.table(json!({ "players": "2", "colour-assignment": FIXED }), two_persons()).await.expect("a table");
    let (mut socket, first) = sync(&ann, &table, "seat=0").await;
    assert_eq!(first["undo"], json!({ "ok": false, "why": "nothing was decided yet" }));
    assert_eq!(reply(&mut socket, json!({ "type": "undo", "seat": 0 })).await["error"]["code"], "no-undo");
    // A sealed choice can be taken back, also after the other has chosen.
    socket.say(answer(&first["ask"], 0, &fresh_id()).expect("a sentence")).await.expect("said");
    let update = socket.next_of(&["update"]).await.expect("an update");
    assert_eq!(update["undo"]["ok"], true, "{update}");
    assert!(update["undo"]["label"].as_array().is_some_and(|words| !words.is_empty()), "{update}");
    let (mut other, theirs) = sync(&ann, &table, "seat=1").await;
    other.say(answer(&theirs["ask"], 0, &fresh_id()).expect("a sentence")).await.expect("said");
    other.next_of(&["done"]).await.expect("an acknowledgement");
    assert_eq!(reply(&mut socket, json!({ "type": "undo", "seat": 0 })).await["type"], "done");
    let back = socket.next_of(&["update"]).await.expect("an update");
    assert_eq!(back["ask"]["sentences"], first["ask"]["sentences"]);
    // So it is when all others are done, until the last one is: then everything is shown.
    let finish = |ask: &Value| answer(ask, ask["sentences"].as_array().expect("sentences").len() - 1, &fresh_id());
    let theirs = other.next_of(&["update"]).await.expect("an update");
    other.say(finish(&theirs["ask"]).expect("a sentence")).await.expect("said");
    other.next_of(&["done"]).await.expect("an acknowledgement");
    let (mut socket, mine) = sync(&ann, &table, "seat=0").await;
    assert_eq!(mine["table"]["asked"], json!([0]));
    socket.say(answer(&mine["ask"], 0, &fresh_id()).expect("a sentence")).await.expect("said");
    let update = socket.next_of(&["update"]).await.expect("an update");
    assert_eq!(update["undo"]["ok"], true, "{update}");
    assert_eq!(reply(&mut socket, json!({ "type": "undo", "seat": 0 })).await["type"], "done");
    let (mut socket, mine) = sync(&ann, &table, "seat=0").await;
    socket.say(finish(&mine["ask"]).expect("a sentence")).await.expect("said");
    let update = socket.next_of(&["update"]).await.expect("an update");
    assert_eq!(update["undo"], json!({ "ok": false, "why": "something hidden was revealed" }));
    let (_, theirs) = sync(&ann, &table, "seat=1").await;
    assert_eq!(theirs["undo"]["ok"], false, "{theirs}");
    // Once dice were rolled, nothing is taken back.
    let rolled = |first: &Value| first["undo"]["why"] == "something was rolled or drawn";
    let seen = play_until(&ann, &table, &[0, 1], rolled).await;
    let seat = seen["viewer"].clone();
    let (mut socket, _) = sync(&ann, &table, &format!("seat={seat}")).await;
    assert_eq!(reply(&mut socket, json!({ "type": "undo", "seat": seat })).await["error"]["code"], "no-undo");
}

#[tokio::test]
async fn the_table_says_why_not_and_gives_hints() {
    let folder = Folder::new("why");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = ann.table(json!({ "players": "2", "colour-assignment": FIXED }), two_persons()).await.expect("a table");
    let (mut socket, first) = sync(&ann, &table, "seat=0").await;
    let why = |words: Value| json!({ "type": "why", "seat": 0, "words": words });
    let refusal = reply(&mut socket, why(json!(["attack-from", "planet-red"]))).await;
    assert!(refusal["refusal"]["clause"].as_str().is_some_and(|c| c.starts_with("GA-")), "{refusal}");
    let partial = reply(&mut socket, why(json!(["target"]))).await;
    assert!(partial["refusal"]["clause"].is_string(), "{partial}");
    let allowed = reply(&mut socket, why(first["ask"]["sentences"][0]["words"].clone())).await;
    assert_eq!(allowed["refusal"]["text"], json!(["this can be done now"]));
    // Nothing goes from place to place in this game.
    let ways = |seat| json!({ "type": "ways", "seat": seat, "words": [], "to": "planet-red" });
    assert_eq!(reply(&mut socket, ways(0)).await["ways"], json!([]));
    assert_eq!(reply(&mut socket, ways(3)).await["error"]["code"], "not-your-seat");
    let hint = reply(&mut socket, json!({ "type": "hint", "seat": 0 })).await;
    assert!(hint["sentences"].as_array().is_some_and(|s| (1..=3).contains(&s.len())), "{hint}");
    assert_eq!(reply(&mut socket, json!({ "type": "hint", "seat": 3 })).await["error"]["code"], "not-your-seat");
}

#[tokio::test]
async fn the_screen_is_passed_from_seat_to_seat() {
    let folder = Folder::new("hot-seat");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = ann.table(json!({ "players": "2", "colour-assignment": FIXED }), two_persons()).await.expect("a table");
    let (mut socket, first) = sync(&ann, &table, "").await;
    assert_eq!((&first["viewer"], &first["table"]["asked"]), (&json!(0), &json!([0, 1])));
    socket.say(json!({ "type": "look", "seat": 1 })).await.expect("said");
    let other = socket.next_of(&["sync"]).await.expect("other eyes");
    assert_eq!((&other["viewer"], &other["ask"]["seat"]), (&json!(1), &json!(1)));
    socket.say(json!({ "type": "look", "seat": null })).await.expect("said");
    let public = socket.next_of(&["sync"]).await.expect("a spectator's eyes");
    assert_eq!((&public["viewer"], &public["ask"]), (&Value::Null, &Value::Null));
    let stranger = Client::new(server.address).await.expect("a guest");
    assert!(stranger.live(&table, "seat=1").await.is_err(), "a seat's eyes are its own");
    let (mut spy, _) = sync(&stranger, &table, "").await;
    spy.say(json!({ "type": "look", "seat": 1 })).await.expect("said");
    assert_eq!(spy.next_of(&["refused", "sync"]).await.expect("an answer")["error"]["code"], "not-your-seat");
    assert_eq!(reply(&mut spy, json!({ "type": "chat", "text": "hi" })).await["error"]["code"], "not-your-seat");
}

/// Ann invites Ben by link; Ben goes away, a bot plays for him by vote, and he takes his seat back.
#[tokio::test]
async fn a_bot_stands_in_and_gives_the_seat_back() {
    let folder = Folder::new("vote");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let ben = Client::new(server.address).await.expect("a guest");
    let wish = json!({
        "title": "galactic-adventures", "options": { "players": "2", "colour-assignment": FIXED },
        "seats": [{ "kind": "person", "name": "Ann" }, { "kind": "open" }], "stand_in": 0,
    });
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let table = made["id"].as_str().expect("an id").to_string();
    let path = |word: &str| format!("/api/tables/{table}/{word}");
    let start = json!({ "nonces": { "0": fresh_id() } });
    assert_eq!(ann.post(&path("start"), start.clone()).await.expect("an answer").code(), "not-ready");
    let sit = json!({ "seat": 1, "name": "Ben", "nonce": fresh_id() });
    assert_eq!(ben.post(&path("sit"), sit.clone()).await.expect("an answer").code(), "not-invited");
    let shown =
        ben.get(&format!("/api/invitations/{}", made["invite"].as_str().expect("a link"))).await.expect("an answer");
    assert_eq!(shown.json()["id"], made["id"]);
    assert!(shown.json().get("invite").is_none(), "who does not sit here cannot invite");
    let mut invited = sit;
    invited["invite"] = made["invite"].clone();
    ben.must(&path("sit"), invited.clone()).await.expect("a seat");
    let eve = Client::new(server.address).await.expect("a guest");
    assert_eq!(eve.post(&path("sit"), invited).await.expect("an answer").code(), "taken");
    assert_eq!(ben.post(&path("start"), json!({})).await.expect("an answer").code(), "not-host");
    ann.must(&path("start"), start).await.expect("started");

    let (mut socket, _) = sync(&ann, &table, "seat=0").await;
    let vote = || json!({ "type": "vote", "seat": 1 });
    let (there, _) = sync(&ben, &table, "seat=1").await;
    assert_eq!(reply(&mut socket, vote()).await["error"]["code"], "not-ready");
    drop(there);
    while reply(&mut socket, vote()).await["type"] != "done" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    // The vote is stored, and then the bot sits down.
    let shown = format!("/api/tables/{table}");
    while ann.get(&shown).await.expect("an answer").json()["seats"][1]["stand_in"] != "admiral" {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let (mut ben_socket, _) = sync(&ben, &table, "seat=1").await;
    assert_eq!(reply(&mut ben_socket, json!({ "type": "back", "seat": 1 })).await["type"], "done");
    let seen = ann.get(&shown).await.expect("an answer").json();
    assert!(seen["seats"][1].get("stand_in").is_none(), "{seen}");
}

#[tokio::test]
async fn after_the_game_comes_the_next() {
    let folder = Folder::new("after");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let options = json!({ "players": "2", "round-limit": "10", "colour-assignment": FIXED });
    let table = ann.table(options, two_persons()).await.expect("a table");
    let path = |word: &str| format!("/api/tables/{table}/{word}");
    assert_eq!(ann.post(&path("rematch"), json!({})).await.expect("an answer").code(), "not-over");
    play_until(&ann, &table, &[0, 1], |first| first["table"]["status"] == "over").await;

    let record = ann.get(&path("record")).await.expect("a record").text;
    let verified = Table::<GalacticAdventures>::verify(&record.parse().expect("a record"), GalacticAdventures::house());
    assert!(verified.is_ok(), "{:?}", verified.err());

    let replay = ann.get(&path("replay")).await.expect("a replay").json();
    let last = replay["entries"].as_array().expect("entries").len() - 1;
    let moment = ann.get(&path(&format!("replay/{last}?seat=1"))).await.expect("a moment").json();
    assert!(moment["scene"]["shapes"].as_array().is_some_and(|s| !s.is_empty()));
    assert_eq!(ann.get(&path(&format!("replay/{}", last + 1))).await.expect("an answer").code(), "not-found");

    // Whoever decided says why; at the setup nobody did.
    let why = ann.get(&path(&format!("replay/{last}/why"))).await.expect("an opinion").json();
    let count = why["hints"].as_array().map(Vec::len);
    assert!(why["level"] == "admiral" && count.is_some_and(|n| (1..=3).contains(&n)), "{why}");
    assert_eq!(ann.get(&path("replay/0/why")).await.expect("an answer").code(), "not-found");

    // Where the points came from adds up to what the seats have.
    let shown = ann.get(&format!("/api/tables/{table}")).await.expect("a table").json();
    let sources = shown["sources"].as_array().expect("points by source");
    let last_points = &replay["entries"][last]["points"];
    for seat in 0..2 {
        let sum: i64 = sources.iter().filter_map(|source| source["points"][seat].as_i64()).sum();
        assert_eq!(Some(sum), last_points[seat].as_i64(), "{sources:?}");
    }
    let page = ann.get(&format!("/plain/table/{table}")).await.expect("a page").text;
    assert!(page.contains("Points by source"), "{page}");

    let branch = ann.must(&path("branch"), json!({ "entry": last / 2 })).await.expect("a table");
    assert_eq!(branch["from"], json!({ "table": table, "entry": last / 2 }));
    let id = branch["id"].as_str().expect("an id");
    let mine = branch["seats"].as_array().expect("seats").iter().position(|s| s["mine"] == true).expect("a seat");
    let start = json!({ "nonces": { mine.to_string(): fresh_id() } });
    ann.must(&format!("/api/tables/{id}/start"), start).await.expect("it plays on");
    let (_, there) = sync(&ann, id, "").await;
    let then = ann.get(&path(&format!("replay/{}?seat={mine}", last / 2))).await.expect("a moment").json();
    assert_eq!(there["scene"]["shapes"], then["scene"]["shapes"]);

    let rematch = ann.must(&path("rematch"), json!({})).await.expect("a table");
    let again = ann.must(&path("rematch"), json!({})).await.expect("the same table");
    assert_eq!(rematch["id"], again["id"]);
    let stats = ann.get("/api/titles/galactic-adventures/stats").await.expect("figures").json();
    assert_eq!((&stats["games"], &stats["seats"][0]["games"]), (&json!(1), &json!(1)));
    assert_eq!(stats["sources"].as_array().map(Vec::len), Some(sources.len()), "{stats}");
    let rules = ann.get("/api/titles/galactic-adventures/rules").await.expect("rules").json();
    assert!(rules["sections"].as_array().is_some_and(|s| s.len() > 3));
}

/// A person who plays on from a point of a game keeps their seat, also where a bot was asked there.
#[tokio::test]
async fn playing_on_keeps_the_own_seat() {
    let folder = Folder::new("branch-seat");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let options = json!({ "players": "2", "round-limit": "10", "colour-assignment": FIXED });
    let seats = json!([{ "kind": "bot", "level": "cadet" }, { "kind": "person" }]);
    let table = ann.table(options, seats).await.expect("a table");
    play_until(&ann, &table, &[1], |first| first["table"]["status"] == "over").await;
    for entry in 0..6 {
        let branch =
            ann.must(&format!("/api/tables/{table}/branch"), json!({ "entry": entry })).await.expect("a table");
        assert_eq!(
            (&branch["seats"][0]["mine"], &branch["seats"][1]["mine"]),
            (&json!(false), &json!(true)),
            "{branch}"
        );
    }
}

/// Waits for the seats of a table to be as the condition wants them.
async fn seats_until(client: &Client, table: &str, done: impl Fn(&Value) -> bool) -> Value {
    for _ in 0..600 {
        let seats = client.get(&format!("/api/tables/{table}")).await.expect("an answer").json()["seats"].clone();
        if done(&seats) {
            return seats;
        }
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    panic!("the seats never came to that")
}

/// A clock runs while a person is asked, over a restart too; then a bot answers, until the person is back.
#[tokio::test]
async fn a_person_has_only_so_much_time() {
    let folder = Folder::new("clock");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let wish = |clock: Value| {
        let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "person", "name": "Amy" }]);
        json!({ "title": "galactic-adventures", "options": { "players": "2" }, "seats": seats, "clock": clock })
    };
    for unfair in [json!({ "game": 0 }), json!({ "decision": 30 * 86_400 + 1 }), json!("none")] {
        assert_eq!(ann.post("/api/tables", wish(unfair)).await.expect("an answer").code(), "malformed");
    }
    let made = ann.must("/api/tables", wish(json!({ "game": 3 }))).await.expect("a table");
    assert_eq!(made["seats"][0]["time"], json!({ "left": 3000, "runs": false }), "nobody hurries in the lobby");
    let table = made["id"].as_str().expect("an id").to_string();
    let nonces = json!({ "nonces": { "0": fresh_id(), "1": fresh_id() } });
    ann.must(&format!("/api/tables/{table}/start"), nonces).await.expect("started");
    let seats = seats_until(&ann, &table, |seats| seats[0]["time"]["left"].as_i64() < Some(2900)).await;
    assert_eq!(seats[0]["time"]["runs"], true, "{seats}");

    server.kill();
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client { address: server.address, ..ann };
    let late = |seats: &Value| seats[0]["stand_in"] == "admiral" && seats[1]["stand_in"] == "admiral";
    seats_until(&ann, &table, late).await;
    let (mut socket, first) = sync(&ann, &table, "seat=0").await;
    let late = json!(["the time of Ann is up: a bot (admiral) plays for Ann"]);
    assert!(first["items"].as_array().expect("a log").iter().any(|item| item["text"] == late), "{first}");
    assert_eq!(reply(&mut socket, json!({ "type": "back", "seat": 0 })).await["type"], "done");
    let seats = ann.get(&format!("/api/tables/{table}")).await.expect("an answer").json()["seats"].clone();
    assert!(seats[0]["time"]["left"].as_i64() > Some(1000) && seats[0].get("stand_in").is_none(), "{seats}");
}

/// The value of a hidden field in the first form whose action ends like this.
fn form(page: &str, action: &str) -> Option<(String, Vec<(String, String)>)> {
    let form = page
        .split("<form ")
        .find(|f| f.split('>').next().is_some_and(|head| head.ends_with(&format!("{action}\""))))?;
    let path = form.split("action=\"").nth(1)?.split('"').next()?;
    let field = |input: &str| {
        let name = input.split("name=\"").nth(1)?.split('"').next()?;
        let value = input.split("value=\"").nth(1)?.split('"').next()?;
        Some((name.to_string(), value.to_string()))
    };
    let inside = form.split("</form>").next()?;
    Some((path.into(), inside.split("<input ").skip(1).filter_map(field).collect()))
}

async fn press(client: &Client, (path, fields): (String, Vec<(String, String)>)) -> Answer {
    let pairs: Vec<String> = fields.iter().map(|(name, value)| format!("{name}={}", value.replace(' ', "+"))).collect();
    let mut request = client.request(Method::POST, &path, pairs.join("&"));
    let kind = "application/x-www-form-urlencoded".parse().expect("a header");
    request.headers_mut().insert("content-type", kind);
    client.send(request).await.expect("an answer")
}

/// One click from home to the first decision, then buttons only.
#[tokio::test]
async fn a_game_is_played_without_script() {
    let folder = Folder::new("plain");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let home = ann.get("/plain").await.expect("a page").text;
    let made = press(&ann, form(&home, "/plain/play").expect("a button")).await;
    assert_eq!(made.status, 303);
    let table = made.headers["location"].to_str().expect("an address").to_string();
    let mut pressed = 0;
    for _ in 0..400 {
        let page = ann.get(&table).await.expect("a page").text;
        assert!(page.contains("<svg class=\"scene\""), "the board is there");
        match form(&page, "/act") {
            Some(button) => {
                assert_eq!(press(&ann, button.clone()).await.status, 303);
                // Pressed twice, it acts once.
                assert_eq!(press(&ann, button).await.status, 303);
                pressed += 1;
            }
            None => tokio::time::sleep(std::time::Duration::from_millis(50)).await,
        }
        if pressed == 12 {
            return assert!(page.contains(" (Red)"), "seats are called by player and colour:\n{page}");
        }
    }
    panic!("only {pressed} buttons came");
}
