//! kill -9 under load: nothing acknowledged is lost, nothing is doubled.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::postgres::Postgres;
use crate::support::{Folder, Server};
use astrarium_check::times;
use astrarium_server::client::{Client, ClientError, Socket, answer, fresh_id};
use serde_json::{Value, json};
use tokio::task::JoinSet;

const TABLES: usize = 12;
/// Acknowledged acts before each kill.
const ACTS: usize = 25;

/// What the server has acknowledged: by table, the ids of acts with their sequence numbers.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<(String, u64)>>>>;

/// Plays one seat until its game is over or the server is gone, and comes back if only the socket was lost. An act without an
/// answer is kept, to be sent again.
async fn play(
    client: Client,
    table: String,
    seat: usize,
    mut open: Option<Value>,
    done: Acknowledged,
) -> Option<Value> {
    let mut pick = seat;
    while let Ok(socket) = client.live(&table, &format!("seat={seat}")).await {
        let told = |act| done.lock().expect("whole").entry(format!("{table} {seat}")).or_default().push(act);
        match sit(socket, &mut pick, &mut open, told).await {
            Ok(()) => return None,
            Err(why) => eprintln!("seat {seat} of {table}: {why}"),
        }
    }
    open
}

/// Plays until the game is over; fails when the socket is gone or when an act comes too late.
async fn sit(
    mut socket: Socket,
    pick: &mut usize,
    open: &mut Option<Value>,
    told: impl Fn((String, u64)),
) -> Result<(), ClientError> {
    let mut ask = socket.next_of(&["sync"]).await?["ask"].clone();
    if let Some(again) = &open {
        socket.say(again.clone()).await?;
    }
    loop {
        if open.is_none()
            && let Some(act) = answer(&ask, *pick, &fresh_id())
        {
            *pick += 7;
            *open = Some(act.clone());
            ask = Value::Null;
            socket.say(act).await?;
        }
        let message = socket.next_of(&["update", "done", "refused"]).await?;
        match message["type"].as_str() {
            Some("update") => ask = message.get("ask").cloned().unwrap_or(ask),
            Some("done") => {
                let id = message["id"].as_str().expect("an id").to_string();
                told((id, message["seq"].as_u64().expect("a number")));
                *open = None;
            }
            _ => {
                // Nothing was done by a busy server: the act may be said again.
                *open = open.take().filter(|_| message["error"]["code"] == "busy");
                return Err(ClientError::Refused("act".into(), message));
            }
        }
        if message["table"]["status"] == "over" {
            return Ok(());
        }
    }
}

async fn cycles(db: &str, cycles: usize) {
    let mut server = Server::fast(db).await;
    let port = server.address.port();
    let done: Acknowledged = Arc::default();
    let mut players = Vec::new();
    for _ in 0..TABLES {
        let client = Client::new(server.address).await.expect("a guest");
        let person = |k: usize| json!({ "kind": "person", "name": format!("P{k}") });
        let seats: Vec<Value> = (0..4).map(person).collect();
        let table = client.table(json!({}), json!(seats)).await.expect("a table");
        players.extend((0..4).map(|seat| (client.clone(), table.clone(), seat, None)));
    }
    for cycle in 0..cycles {
        let mut tasks = JoinSet::new();
        for (client, table, seat, open) in players.drain(..) {
            let done = done.clone();
            tasks.spawn(async move {
                let open = play(client.clone(), table.clone(), seat, open, done).await;
                (client, table, seat, open)
            });
        }
        under_load(&done, cycle).await;
        server.kill();
        while let Some(player) = tasks.join_next().await {
            players.push(player.expect("a player does not panic"));
        }
        server = Server::fast_on(db, port).await;
    }
    let done = done.lock().expect("whole").clone();
    check(db, &done).await;
    for (client, table, seat, _) in &players {
        goes_on(client, table, *seat).await;
    }
}

/// Waits until enough was acknowledged to mean anything, and then for a moment that differs from cycle to cycle.
async fn under_load(done: &Acknowledged, cycle: usize) {
    let total = || done.lock().expect("whole").values().map(Vec::len).sum::<usize>();
    let (enough, until) = (total() + ACTS, Instant::now() + Duration::from_secs(60));
    while total() < enough {
        assert!(Instant::now() < until, "only {} acts in a minute: expected {enough}", total());
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    tokio::time::sleep(Duration::from_millis(7 * (cycle as u64 % 9))).await;
}

/// Every acknowledged act is in the log, once, and the log has no gap.
async fn check(db: &str, done: &HashMap<String, Vec<(String, u64)>>) {
    sqlx::any::install_default_drivers();
    let pool = sqlx::AnyPool::connect(db).await.expect("the database");
    let query = "SELECT table_id, seq, action_id FROM log ORDER BY table_id, seq";
    let rows: Vec<(String, i64, Option<String>)> = sqlx::query_as(query).fetch_all(&pool).await.expect("the log");
    let mut stored: HashMap<&str, usize> = HashMap::new();
    rows.iter().filter_map(|(_, _, id)| id.as_deref()).for_each(|id| *stored.entry(id).or_default() += 1);
    for (id, seq) in done.values().flatten() {
        assert_eq!(stored.get(id.as_str()), Some(&1), "act {id}, acknowledged as {seq}");
    }
    let gap = rows.windows(2).find(|w| w[0].0 == w[1].0 && w[0].1 + 1 != w[1].1);
    assert_eq!(gap, None);
}

/// The table can be played on: its record was replayed, and every hash agreed.
async fn goes_on(client: &Client, table: &str, seat: usize) {
    let mut socket = client.live(table, &format!("seat={seat}")).await.expect("a socket");
    let sync = socket.next_of(&["sync"]).await.expect("a first message");
    let status = sync["table"]["status"].as_str().expect("a word");
    assert!(["playing", "over"].contains(&status), "{}", sync["table"]);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn sqlite_survives_twenty_kills() {
    for _ in 0..times().div_ceil(2) {
        let folder = Folder::new("kill");
        cycles(&folder.sqlite(), 20).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_survives_twenty_kills() {
    for _ in 0..times().div_ceil(10) {
        let postgres = Postgres::start("kill-pg").expect("a throw-away PostgreSQL");
        cycles(&postgres.url(), 20).await;
    }
}
