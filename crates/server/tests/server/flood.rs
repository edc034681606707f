//! Too much of everything from one address: the others notice nothing.

use std::net::{Ipv4Addr, SocketAddr};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::time::{Duration, Instant};

use astrarium_server::Limits;
use astrarium_server::client::{Client, answer, fresh_id};
use futures_util::future::join_all;
use hyper::Method;
use serde_json::json;
use sqlx::Connection;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::time::{sleep, timeout};

use crate::fair::figure;
use crate::support::{Folder, Server, inside};

const HALF: &str = "GET /healthz HTTP/1.1\r\nHost: lo";
const WELL: &str = "GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n";

/// A connection from one of the many addresses of this machine.
async fn from(last: u8, to: SocketAddr) -> TcpStream {
    let socket = TcpSocket::new_v4().expect("a socket");
    socket.bind((Ipv4Addr::new(127, 0, 0, last), 0).into()).expect("an address of this machine");
    socket.connect(to).await.expect("it listens")
}

async fn say(stream: &mut TcpStream, text: &str) {
    stream.write_all(text.as_bytes()).await.expect("said");
}

/// What comes until the server hangs up, or until nothing more comes for a while; and whether it hung up.
async fn hear(stream: &mut TcpStream, patience: Duration) -> (String, bool) {
    let (mut text, mut part) = (String::new(), [0; 4096]);
    loop {
        match timeout(patience, stream.read(&mut part)).await {
            Err(_) => return (text, false),
            Ok(Ok(0) | Err(_)) => return (text, true),
            Ok(Ok(read)) => text += &String::from_utf8_lossy(&part[..read]),
        }
    }
}

/// Whether the server says that it is well, however long that takes it.
async fn says_well(stream: &mut TcpStream) -> bool {
    let (mut text, mut part) = (String::new(), [0; 4096]);
    while !text.ends_with("well\n") {
        match timeout(LATE, stream.read(&mut part)).await {
            Ok(Ok(read)) if read > 0 => text += &String::from_utf8_lossy(&part[..read]),
            _ => return false,
        }
    }
    true
}

const SOON: Duration = Duration::from_millis(300);
const LATE: Duration = Duration::from_secs(20);

/// Who reads the figures is bounded as everybody is: half requests take no file that a player needs, and end.
#[tokio::test]
async fn half_requests_for_figures_end() {
    let folder = Folder::new("half-figures");
    let server = Server::start(&folder.sqlite()).await;
    let mut half = Vec::new();
    for k in 0..100 {
        let mut stream = from(2 + k % 5, server.metrics).await;
        // Past the limit the server may have hung up already.
        _ = stream.write_all(HALF.as_bytes()).await;
        half.push(stream);
    }
    assert!(figure(&server, "astrarium_tables").await < 1.0, "others read them meanwhile");
    let cut = join_all(half.iter_mut().map(|stream| hear(stream, LATE))).await;
    assert_eq!(cut.iter().filter(|(_, cut)| !cut).count(), 0, "connections stay open");
}

#[tokio::test]
async fn half_requests_lock_nobody_out() {
    let folder = Folder::new("half");
    let server = Server::start(&folder.sqlite()).await;
    let Limits { connections_per_address: most, request, .. } = Limits::default();
    let (mut half, began) = (Vec::new(), Instant::now());
    for _ in 0..most + 100 {
        let mut stream = from(2, server.address).await;
        // Past the limit the server may have hung up already.
        _ = stream.write_all(HALF.as_bytes()).await;
        half.push(stream);
    }
    let other = Client { address: server.address, cookie: String::new() };
    for _ in 0..10 {
        let asked = Instant::now();
        assert_eq!(other.get("/healthz").await.expect("an answer").text, "well\n");
        assert!(asked.elapsed() < request / 2, "it took {:?}", asked.elapsed());
    }
    let (_, cut) = hear(&mut half[most + 50], LATE).await;
    assert!(cut, "more than {most} connections of one address");
    let (_, cut) = hear(&mut half[0], SOON).await;
    assert!(!cut || began.elapsed() > request, "a request may take its time");
}

#[tokio::test]
async fn requests_take_only_so_long() {
    let folder = Folder::new("slow-head");
    let request = Duration::from_secs(4);
    let address = inside(&folder, Limits { request, ..Limits::default() }).await;
    let [mut head, mut body, mut idle] = [from(1, address).await, from(1, address).await, from(1, address).await];
    say(&mut head, HALF).await;
    say(&mut body, &format!("PUT /api/me HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n")).await;
    let cookie = format!("astrarium={}", fresh_id());
    say(&mut body, &format!("Cookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{{"))
        .await;
    say(&mut idle, WELL).await;
    assert!(!hear(&mut head, SOON).await.1 && !hear(&mut body, SOON).await.1, "there is time left");
    assert!(says_well(&mut idle).await);
    // A client that asks again in time is answered again.
    say(&mut idle, WELL).await;
    assert!(says_well(&mut idle).await);
    assert_eq!(hear(&mut head, LATE).await, (String::new(), true));
    let (said, cut) = hear(&mut body, LATE).await;
    assert!(cut && said.starts_with("HTTP/1.1 400") && said.contains("malformed"), "{said}");
    assert!(hear(&mut idle, LATE).await.1);
}

/// A client that reads nothing, or asks for ever, holds a connection only for a while; a socket stays.
#[tokio::test]
async fn connections_grow_only_so_old() {
    let folder = Folder::new("old");
    let connection = Duration::from_millis(1500);
    let address = inside(&folder, Limits { connection, ..Limits::default() }).await;
    let ann = Client::new(address).await.expect("a guest");
    let seats = json!([{ "kind": "person" }, { "kind": "person" }]);
    let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let mut deaf = from(1, address).await;
    let much = "GET /api/openapi.json HTTP/1.1\r\nHost: localhost\r\n\r\n".repeat(400);
    let began = Instant::now();
    // It stops taking requests when nobody reads the answers.
    _ = timeout(SOON, deaf.write_all(much.as_bytes())).await;
    let mut asks = from(1, address).await;
    let mut cut = false;
    while !cut {
        assert!(began.elapsed() < LATE, "a connection may ask for ever");
        _ = asks.write_all(WELL.as_bytes()).await;
        cut = hear(&mut asks, Duration::from_millis(100)).await.1;
    }
    assert!(began.elapsed() > connection / 2, "a connection may ask for a while");
    sleep((2 * connection + SOON).saturating_sub(began.elapsed())).await;
    assert!(hear(&mut deaf, SOON).await.1, "a client that reads nothing is cut off");
    socket.say(json!({ "type": "chat", "id": fresh_id(), "text": "hello" })).await.expect("said");
    assert_eq!(socket.next_of(&["done"]).await.expect("an answer")["type"], "done");
}

#[tokio::test]
async fn connections_and_sockets_of_an_address() {
    let folder = Folder::new("sources");
    let limits = Limits { connections_per_address: 8, sockets_per_address: 2, ..Limits::default() };
    let ann = Client::new(inside(&folder, limits).await).await.expect("a guest");
    let table = ann.play_now().await.expect("a table");
    let nobody = Client { address: ann.address, cookie: String::new() };
    let open = [nobody.live(&table, "").await.expect("one"), ann.live(&table, "").await.expect("two")];
    assert!(nobody.live(&table, "").await.is_err(), "a third socket was let in");
    assert!(nobody.live_from([127, 0, 0, 2].into(), &table, "").await.is_ok(), "another address has its own");
    drop(open);
    sleep(SOON).await;
    assert!(nobody.live(&table, "").await.is_ok(), "a closed socket makes room");

    let mut held = Vec::new();
    for _ in 0..9 {
        held.push(from(3, ann.address).await);
    }
    assert!(hear(&mut held[8], LATE).await.1 && !hear(&mut held[7], SOON).await.1);
    held.pop();
    held.pop();
    sleep(SOON).await;
    let mut again = from(3, ann.address).await;
    say(&mut again, WELL).await;
    assert!(hear(&mut again, SOON).await.0.ends_with("well\n"), "a closed connection makes room");
}

#[tokio::test]
async fn connections_of_the_server() {
    let folder = Folder::new("connections");
    let address = inside(&folder, Limits { connections: 2, ..Limits::default() }).await;
    let _one = from(2, address).await;
    let two = from(3, address).await;
    sleep(SOON).await;
    let mut third = from(4, address).await;
    say(&mut third, WELL).await;
    assert_eq!(hear(&mut third, SOON).await, (String::new(), false), "the third waits");
    drop(two);
    assert!(hear(&mut third, Duration::from_secs(3)).await.0.ends_with("well\n"));
}

#[tokio::test]
async fn reads_of_an_address() {
    let folder = Folder::new("reads");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client { address: server.address, cookie: String::new() };
    let burst = Limits::default().reads.burst as usize;
    let (mut asked, mut refused) = (0, false);
    while !refused {
        let answers = join_all((0..50).map(|_| ann.get("/api/titles/x/rules"))).await;
        refused = answers.into_iter().any(|answer| answer.expect("an answer").code() == "too-many");
        asked += 50;
        assert!(asked < 20 * burst, "{asked} reads at once were answered");
    }
    assert!(asked >= burst / 2, "refused after {asked} reads");
    for _ in 0..burst {
        assert_eq!(ann.get("/healthz").await.expect("an answer").status, 200, "health is free");
    }
    let mut other = from(2, server.address).await;
    say(&mut other, "GET /api/titles HTTP/1.1\r\nHost: localhost\r\n\r\n").await;
    assert!(hear(&mut other, SOON).await.0.starts_with("HTTP/1.1 200"), "another address has its own");
}

/// A cookie costs nothing: clients that make them up are counted all the same.
#[tokio::test]
async fn guests_of_an_address() {
    let folder = Folder::new("guests");
    let server = Server::start(&folder.sqlite()).await;
    let made_up = || Client { address: server.address, cookie: format!("astrarium={}", fresh_id()) };
    let wish = || json!({ "title": "galactic-adventures" });
    let (first, most) = (made_up(), Limits::default().guests_per_address);
    first.must("/api/tables", wish()).await.expect("a table");
    for _ in 1..most {
        made_up().must("/api/tables", wish()).await.expect("a table");
    }
    let refused = made_up().post("/api/tables", wish()).await.expect("an answer");
    assert_eq!((refused.status.as_u16(), refused.code()), (429, "too-many".into()));
    assert!(refused.text.contains("guests of one address"), "{}", refused.text);
    let mut play = Client { cookie: String::new(), ..first.clone() }.request(
        Method::POST,
        "/plain/play",
        "title=galactic-adventures".into(),
    );
    play.headers_mut().insert("content-type", "application/x-www-form-urlencoded".parse().expect("a header"));
    assert_eq!(first.send(play).await.expect("an answer").status, 429, "nor may those without a cookie");
    first.must("/api/tables", wish()).await.expect("those who are known go on");
    assert_eq!(made_up().get("/api/home").await.expect("an answer").status, 200, "everybody may look");
}

/// Many ask for the same finished game: it is played through once, and nobody else waits for that.
#[tokio::test]
async fn replays_are_played_once() {
    let folder = Folder::new("replays");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let table = over(&ann).await;
    let path = format!("/api/tables/{table}/replay");
    let all = join_all((0..200).map(|_| ann.get(&path)));
    let healthy = async {
        let mut longest = Duration::ZERO;
        for _ in 0..20 {
            let asked = Instant::now();
            assert_eq!(ann.get("/healthz").await.expect("an answer").status, 200);
            longest = longest.max(asked.elapsed());
        }
        longest
    };
    let (all, longest) = tokio::join!(all, healthy);
    let answers: Vec<_> = all.into_iter().map(|answer| answer.expect("an answer")).collect();
    let (good, busy): (Vec<_>, Vec<_>) = answers.iter().partition(|answer| answer.status == 200);
    assert!(!good.is_empty() && busy.iter().all(|answer| answer.code() == "busy"), "{} were answered", good.len());
    assert!(good.iter().all(|answer| answer.text == good[0].text && answer.json()["lines"].is_array()));
    assert!(longest < Duration::from_secs(3), "healthz took {longest:?}");
    let metrics = server.figures().await;
    assert!(metrics.lines().any(|line| line == "astrarium_replays_total 1"), "{metrics}");
    assert_eq!(ann.get(&path).await.expect("an answer").status, 200, "it is kept");
}

/// Many finished games of one address, all different: each is brought into memory, and nobody else waits for that.
#[tokio::test]
async fn many_finished_games_hold_up_nobody() {
    const GAMES: usize = 400;
    let folder = Folder::new("many-games");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let (over, running) = (over(&ann).await, ann.play_now().await.expect("a table"));
    server.kill();
    let mut database = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
    let ids: Vec<String> = (0..GAMES).map(|_| fresh_id()).collect();
    for id in &ids {
        let copy = format!(
            "INSERT INTO tables SELECT '{id}', title, status, public, host, '{id}', seats, vacant, asked, heading, standing, \
             created, changed, seq, due FROM tables WHERE id = '{over}'; \
             INSERT INTO log (table_id, seq, at, event) SELECT '{id}', seq, at, event FROM log WHERE table_id = '{over}'"
        );
        sqlx::raw_sql(sqlx::AssertSqlSafe(copy)).execute(&mut database).await.expect("one more game");
    }
    database.close().await.expect("closed");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client { address: server.address, ..ann };
    let resident = async || figure(&server, "astrarium_resident_bytes").await;
    let before = resident().await;
    let done = AtomicBool::new(false);
    let flood = async {
        let (mut good, mut busy) = (0, 0);
        for some in ids.chunks(40) {
            let ask = some.iter().map(async |id| ann.get(&format!("/api/tables/{id}")).await);
            for answer in join_all(ask).await {
                let answer = answer.expect("an answer");
                match answer.code().as_str() {
                    "" => good += 1,
                    "busy" | "too-many" => busy += 1,
                    other => panic!("{other}"),
                }
            }
        }
        done.store(true, Relaxed);
        (good, busy)
    };
    let others = async {
        let mut longest = [Duration::ZERO; 2];
        let mut socket = ann.live_from(Ipv4Addr::new(127, 0, 0, 2).into(), &running, "seat=0").await.expect("a socket");
        while !done.load(Relaxed) {
            let asked = Instant::now();
            let mut stream = from(2, server.address).await;
            say(&mut stream, WELL).await;
            assert!(says_well(&mut stream).await);
            longest[0] = longest[0].max(asked.elapsed());
            let asked = Instant::now();
            socket.say(json!({ "type": "chat", "id": fresh_id(), "text": "still here" })).await.expect("said");
            assert_eq!(socket.next_of(&["done", "refused"]).await.expect("an answer")["type"], "done");
            longest[1] = longest[1].max(asked.elapsed());
            sleep(Duration::from_millis(60)).await;
        }
        longest
    };
    let ((good, busy), [health, table]) = tokio::join!(flood, others);
    let grown = (resident().await - before) / (1 << 20) as f64;
    let loaded = figure(&server, "astrarium_tables").await;
    println!(
        "{good} opened, {busy} refused; healthz {health:?}, a table {table:?}; {loaded} in memory, {grown:.0} MiB more"
    );
    assert!(good > 100, "only {good} were opened");
    assert!(health < Duration::from_secs(1) && table < Duration::from_secs(1), "healthz {health:?}, a table {table:?}");
    assert!(loaded <= Limits::default().tables_in_memory as f64 && grown < 512.0, "{loaded} tables, {grown} MiB");
}

/// A short game of two persons, played to its end.
pub async fn over(ann: &Client) -> String {
    let options = json!({ "players": "2", "round-limit": "10", "colour-assignment": "fixed" });
    let table = ann.table(options, json!([{ "kind": "person" }, { "kind": "person" }])).await.expect("a table");
    for pick in 0..10_000 {
        for seat in 0..2 {
            let mut socket = ann.live(&table, &format!("seat={seat}")).await.expect("a socket");
            let first = socket.next_of(&["sync"]).await.expect("a first message");
            if first["table"]["status"] == "over" {
                return table;
            }
            if let Some(act) = answer(&first["ask"], pick, &fresh_id()) {
                socket.say(act).await.expect("said");
                socket.next_of(&["done", "refused"]).await.expect("an answer");
            }
        }
    }
    unreachable!("games end")
}

/// Counting reads every result: it is done now and then, not for everybody who asks.
#[tokio::test]
async fn figures_are_told_again() {
    for (name, stats, expected) in [("told", Duration::from_secs(3600), 1), ("counted", Duration::ZERO, 2)] {
        let folder = Folder::new(name);
        let ann =
            Client::new(inside(&folder, Limits { stats, ..Limits::default().hurried() }).await).await.expect("a guest");
        let games =
            async || ann.get("/api/titles/galactic-adventures/stats").await.expect("figures").json()["games"].clone();
        over(&ann).await;
        assert_eq!(games().await, 1);
        over(&ann).await;
        assert_eq!(games().await, expected, "{name}");
    }
}

/// Years of results are counted once, a few at a time, so that nobody waits meanwhile; afterwards only what is new is read.
#[tokio::test]
async fn many_results_are_counted_once() {
    const GAMES: usize = 50_000;
    let folder = Folder::new("results");
    let mut server = Server::fast(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    over(&ann).await;
    server.kill();
    let mut database = sqlx::SqliteConnection::connect(&folder.sqlite()).await.expect("the database");
    let copies = format!(
        "WITH RECURSIVE copies (k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM copies WHERE k < {GAMES}) \
         INSERT INTO results SELECT 'copy ' || k, seat, title, place, points, decisions, facts, sources, 0 FROM results, copies"
    );
    sqlx::raw_sql(sqlx::AssertSqlSafe(copies)).execute(&mut database).await.expect("many results");
    database.close().await.expect("closed");
    let server = Server::fast(&folder.sqlite()).await;
    let ann = Client { address: server.address, ..ann };
    let counted = async || {
        let asked = Instant::now();
        let stats = ann.get("/api/titles/galactic-adventures/stats").await.expect("figures").json();
        (stats["games"].as_u64().expect("a number") as usize, asked.elapsed())
    };
    let done = AtomicBool::new(false);
    let first = async {
        let found = counted().await;
        done.store(true, Relaxed);
        found
    };
    let others = async {
        let mut longest = Duration::ZERO;
        while !done.load(Relaxed) {
            let asked = Instant::now();
            assert_eq!(ann.get("/healthz").await.expect("an answer").status, 200);
            longest = longest.max(asked.elapsed());
        }
        longest
    };
    let ((games, first), longest) = tokio::join!(first, others);
    assert_eq!(games, GAMES + 1);
    over(&ann).await;
    sleep(Limits::default().stats).await;
    let (games, again) = counted().await;
    assert_eq!(games, GAMES + 2);
    println!("{games} games: {first:?}, healthz meanwhile {longest:?}; one more: {again:?}");
    assert!(again < first / 10, "{first:?}, then {again:?}");
    assert!(longest < Duration::from_millis(500), "healthz took {longest:?}");
}
