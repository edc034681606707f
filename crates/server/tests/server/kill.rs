//! kill -9 and a failing database under load: nothing acknowledged is lost, nothing is doubled.

use std::collections::HashMap;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use crate::support::postgres::Postgres;
use crate::support::{DEADLINE, Folder, Server};
use astrarium_check::times;
use astrarium_server::client::{Client, ClientError, Socket, answer, fresh_id};
use serde_json::{Value, json};
use tokio::sync::watch;
use tokio::task::JoinSet;

const TABLES: usize = 12;
/// Acknowledged acts before each fault.
const ACTS: usize = 25;

/// What the server has acknowledged: by table, the ids of acts with their sequence numbers.
type Acknowledged = Arc<Mutex<HashMap<String, Vec<(String, u64)>>>>;

/// What goes wrong under load.
#[derive(Copy, Clone, Debug)]
enum Fault {
    /// A server is killed and started again.
    Node,
    /// PostgreSQL throws everybody out.
    Fast,
    /// PostgreSQL is gone at once.
    Immediate,
    /// PostgreSQL says nothing for longer than anybody waits.
    Silent,
}

/// Somebody who plays one seat through one server. An act without an answer is kept, to be sent again.
struct Player {
    client: Client,
    table: String,
    seat: usize,
    open: Option<Value>,
}

impl Player {
    /// Plays until the game is over, or until told to stop, and comes back as often as the socket is lost.
    async fn play(mut self, done: Acknowledged, mut stop: watch::Receiver<bool>) -> Player {
        let (client, table, mut pick) = (self.client.clone(), format!("{} {}", self.table, self.seat), self.seat);
        let told = |act| done.lock().expect("whole").entry(table.clone()).or_default().push(act);
        let play = async {
            loop {
                if let Ok(socket) = client.live(&self.table, &format!("seat={}", self.seat)).await
                    && sit(socket, &mut pick, &mut self.open, told).await.is_ok()
                {
                    return;
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        };
        tokio::select! {
            () = play => {}
            _ = stop.wait_for(|stop| *stop) => {}
        }
        self
    }
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

async fn tables(servers: &[Server]) -> Vec<Player> {
    let mut players = Vec::new();
    for _ in 0..TABLES {
        let client = Client::new(servers[0].address).await.expect("a guest");
        let person = |k: usize| json!({ "kind": "person", "name": format!("P{k}") });
        let seats: Vec<Value> = (0..4).map(person).collect();
        let table = client.table(json!({}), json!(seats)).await.expect("a table");
        players.extend((0..4).map(|seat| {
            let client = Client { address: servers[seat % servers.len()].address, ..client.clone() };
            Player { client, table: table.clone(), seat, open: None }
        }));
    }
    players
}

/// Games under load, each fault in turn, and a look at the log.
async fn cycles(db: &str, nodes: usize, faults: &[Fault], postgres: Option<&Postgres>) {
    let mut servers = Vec::new();
    for _ in 0..nodes {
        servers.push(Server::fast(db).await);
    }
    let done: Acknowledged = Arc::default();
    let mut players = tables(&servers).await;
    for (cycle, fault) in faults.iter().enumerate() {
        let (stop, stopped) = watch::channel(false);
        let mut tasks = JoinSet::new();
        for player in players.drain(..) {
            tasks.spawn(player.play(done.clone(), stopped.clone()));
        }
        under_load(&done, cycle).await;
        match postgres {
            Some(postgres) if !matches!(fault, Fault::Node) => {
                strike(postgres, *fault).await.expect("PostgreSQL can be stopped and started");
                // The same servers go on.
                under_load(&done, 0).await;
            }
            _ => servers[cycle % nodes].kill(),
        }
        stop.send(true).expect("players listen");
        while let Some(player) = tasks.join_next().await {
            players.push(player.expect("a player does not panic"));
        }
        if let Fault::Node = fault {
            let server = &mut servers[cycle % nodes];
            *server = Server::fast_on(db, server.address.port()).await;
        }
    }
    let done = done.lock().expect("whole").clone();
    check(db, &done).await;
    for player in &players {
        goes_on(&player.client, &player.table, player.seat).await;
    }
}

async fn strike(postgres: &Postgres, fault: Fault) -> Result<(), String> {
    match fault {
        Fault::Node => Ok(()),
        Fault::Fast => postgres.stop_fast().and_then(|()| postgres.up()),
        Fault::Immediate => postgres.kill().and_then(|()| postgres.up()),
        Fault::Silent => {
            postgres.pause()?;
            tokio::time::sleep(DEADLINE + Duration::from_secs(1)).await;
            postgres.resume()
        }
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
        cycles(&folder.sqlite(), 1, &[Fault::Node; 20], None).await;
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_survives_twenty_kills() {
    for _ in 0..times().div_ceil(10) {
        let postgres = Postgres::start("kill-pg").expect("a throw-away PostgreSQL");
        cycles(&postgres.url(), 1, &[Fault::Node; 20], None).await;
    }
}

/// Two servers, and everything that can happen to them and to their database.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn postgres_survives_ten_faults() {
    use Fault::{Fast, Immediate, Node, Silent};
    for _ in 0..times().div_ceil(2) {
        let postgres = Postgres::start("faults").expect("a throw-away PostgreSQL");
        let faults = [Silent, Node, Fast, Node, Immediate, Silent, Fast, Node, Immediate, Silent];
        cycles(&postgres.url(), 2, &faults, Some(&postgres)).await;
    }
}
