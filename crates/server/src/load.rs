//! How much a server can do: tables full of people who answer as fast as they can, or who only watch.

use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};
use serde_json::json;
use tokio::sync::{Mutex, Semaphore};
use tokio::task::JoinSet;

use crate::client::{Client, ClientError, Socket, fresh_id};
use crate::http::FILES;
use crate::limits::Limits;
use crate::store::{self, StoreError};

/// What is asked of a server.
#[derive(Clone, Debug)]
pub struct Load {
    pub address: SocketAddr,
    pub tables: usize,
    pub time: Duration,
    /// Answers a second over all tables; left out, as fast as the server acknowledges them.
    pub rate: Option<f64>,
}

/// What came of it.
#[derive(Clone, Debug, Serialize)]
pub struct Figures {
    pub acknowledged: u64,
    pub refused: u64,
    pub per_second: f64,
    /// Milliseconds until the acknowledgement.
    pub p50: f64,
    pub p99: f64,
    pub most: f64,
}

/// The parts of a message that a player without a screen needs; the rest is skipped.
#[derive(Deserialize)]
struct Heard<'a> {
    #[serde(rename = "type")]
    is: &'a str,
    #[serde(borrow)]
    ask: Option<Ask<'a>>,
    table: Option<Status<'a>>,
}

#[derive(Deserialize)]
struct Ask<'a> {
    seat: u8,
    question: u64,
    #[serde(borrow)]
    sentences: Vec<Words<'a>>,
}

#[derive(Deserialize)]
struct Words<'a> {
    #[serde(borrow)]
    words: Vec<&'a str>,
}

#[derive(Deserialize)]
struct Status<'a> {
    status: &'a str,
}

/// What a message means for such a player.
enum News {
    /// A question with one of its sentences.
    Asked {
        seat: u8,
        question: u64,
        sentence: String,
    },
    Done,
    Refused,
    Over,
    Nothing,
}

impl News {
    fn read(text: &str, pick: usize) -> Result<News, serde_json::Error> {
        let heard: Heard = serde_json::from_str(text)?;
        Ok(match (heard.is, heard.ask, heard.table) {
            ("done", ..) => News::Done,
            ("refused", ..) => News::Refused,
            (_, _, Some(table)) if table.status == "over" => News::Over,
            (_, Some(ask), _) if !ask.sentences.is_empty() => {
                let sentence = ask.sentences[pick % ask.sentences.len()].words.join(" ");
                News::Asked { seat: ask.seat, question: ask.question, sentence }
            }
            _ => News::Nothing,
        })
    }
}

#[derive(Debug)]
struct Crowd {
    load: Load,
    stop: AtomicBool,
    refused: AtomicU64,
    waits: Mutex<Vec<u32>>,
    /// Leave to answer, if there is a rate.
    leave: Semaphore,
}

/// Seats at each table of the load: two persons, one socket each.
const SEATS: usize = 2;

/// Runs the load and counts.
pub async fn run(load: Load) -> Result<Figures, ClientError> {
    let crowd = Arc::new(Crowd {
        stop: AtomicBool::new(false),
        refused: AtomicU64::new(0),
        waits: Mutex::default(),
        leave: Semaphore::new(0),
        load: load.clone(),
    });
    let mut seats = JoinSet::new();
    for number in 0..load.tables {
        let client = Client::new(load.address).await?;
        let table = sit_down(&client).await?;
        for seat in 0..SEATS {
            let (crowd, client, table) = (crowd.clone(), client.clone(), table.clone());
            seats.spawn(async move { crowd.play(client, table, seat, number).await });
        }
    }
    let began = Instant::now();
    crowd.waits.lock().await.clear();
    crowd.pace().await;
    crowd.stop.store(true, Ordering::Relaxed);
    let seconds = began.elapsed().as_secs_f64();
    let mut waits = std::mem::take(&mut *crowd.waits.lock().await);
    seats.abort_all();
    waits.sort();
    let at = |share: f64| waits.get(((waits.len() as f64 * share) as usize).min(waits.len().saturating_sub(1)));
    let milliseconds = |wait: Option<&u32>| wait.map_or(0.0, |&us| f64::from(us) / 1000.0);
    Ok(Figures {
        acknowledged: waits.len() as u64,
        refused: crowd.refused.load(Ordering::Relaxed),
        per_second: waits.len() as f64 / seconds,
        p50: milliseconds(at(0.5)),
        p99: milliseconds(at(0.99)),
        most: milliseconds(waits.last()),
    })
}

/// A new table of two persons on one guest.
async fn sit_down(client: &Client) -> Result<String, ClientError> {
    let seats: Vec<_> = (0..SEATS).map(|k| json!({ "kind": "person", "name": format!("Load {k}") })).collect();
    client.table(json!({ "players": SEATS.to_string() }), json!(seats)).await
}

impl Crowd {
    /// Gives leave to answer at the rate asked for, until the time is over.
    async fn pace(&self) {
        let began = Instant::now();
        let mut given = 0.0;
        while began.elapsed() < self.load.time {
            tokio::time::sleep(Duration::from_millis(2)).await;
            if let Some(rate) = self.load.rate {
                let due = began.elapsed().as_secs_f64() * rate;
                // Permits that nobody used are not saved up, so a pause is not followed by a burst.
                let more = ((due - given) as usize).saturating_sub(self.leave.available_permits());
                self.leave.add_permits(more);
                given = due.floor().max(given);
            }
        }
    }

    /// Plays one seat; when the game is over, seat 0 goes on at a new table.
    async fn play(&self, client: Client, table: String, seat: usize, number: usize) -> Result<(), ClientError> {
        let mut socket = client.live(&table, &format!("seat={seat}")).await?;
        let mut pick = 31 * number + seat;
        let mut news = socket.news(pick).await?;
        while !self.stop.load(Ordering::Relaxed) {
            pick = pick.wrapping_mul(1_103_515_245).wrapping_add(12_345);
            news = match news {
                News::Over => return Box::pin(self.again(client, seat, number)).await,
                News::Asked { seat, question, sentence } => {
                    self.answer(&mut socket, seat, question, &sentence, pick >> 8).await?
                }
                _ => socket.news(pick >> 8).await?,
            };
        }
        Ok(())
    }

    /// A new table instead of one that is over: each seat plays on at one of its own.
    async fn again(&self, client: Client, seat: usize, number: usize) -> Result<(), ClientError> {
        let table = sit_down(&client).await?;
        let both = (0..SEATS).map(|s| Box::pin(self.play(client.clone(), table.clone(), s, number + s)));
        if seat == 0 { futures_util::future::try_join_all(both).await.map(drop) } else { Ok(()) }
    }

    /// Says a sentence and waits for the acknowledgement; what comes next is the next thing to look at.
    async fn answer(
        &self,
        socket: &mut Socket,
        seat: u8,
        question: u64,
        sentence: &str,
        pick: usize,
    ) -> Result<News, ClientError> {
        if self.load.rate.is_some() {
            self.leave.acquire().await.expect("never closed").forget();
        }
        let id = fresh_id();
        let act = json!({ "type": "act", "id": id, "seat": seat, "question": question, "sentence": sentence });
        let began = Instant::now();
        socket.say(act).await?;
        let mut newer = News::Nothing;
        loop {
            match socket.news(pick).await? {
                News::Done => {
                    self.waits.lock().await.push(began.elapsed().as_micros() as u32);
                    return Ok(News::Done);
                }
                News::Refused => {
                    // The question had changed while the answer was under way.
                    self.refused.fetch_add(1, Ordering::Relaxed);
                    return Ok(newer);
                }
                News::Nothing => {}
                news => newer = news,
            }
        }
    }
}

impl Socket {
    /// The next message that can be read; of its sentences, the one to say is picked by number.
    async fn news(&mut self, pick: usize) -> Result<News, ClientError> {
        loop {
            if let Ok(news) = News::read(&self.next_text().await?, pick) {
                return Ok(news);
            }
        }
    }
}

/// Rows a second that an empty SQLite in this folder takes, in groups as large as the server's.
pub async fn bare_inserts(folder: &Path, time: Duration) -> Result<f64, StoreError> {
    store::bare_inserts(&store::embedded(folder)?, Limits::default().group, time).await
}

/// Opens this many sockets that only watch, and keeps them open as long as the result lives.
pub async fn watch(address: SocketAddr, sockets: usize) -> Result<Vec<Socket>, ClientError> {
    let host = Client::new(address).await?;
    let table = sit_down(&host).await?;
    let mut open = Vec::with_capacity(sockets);
    let mut guest = host;
    for k in 0..sockets {
        if k % Limits::default().sockets_per_guest == 0 {
            guest = Client::new(address).await?;
        }
        let mut socket = guest.live(&table, "seat=none").await?;
        socket.next().await?;
        open.push(socket);
    }
    Ok(open)
}

/// From nothing to the first question of a game against bots, with every file of the client on the way: the time, and the
/// compressed bytes of those files.
pub async fn first_decision(address: SocketAddr) -> Result<(Duration, usize), ClientError> {
    let began = Instant::now();
    let client = Client::new(address).await?;
    let mut bytes = 0;
    // Previews and icons are for those who share or install it.
    for (path, _) in FILES.iter().filter(|(path, _)| !path.contains("/preview-") && !path.contains("/icon-")) {
        bytes += client.get_compressed(path).await?.bytes;
    }
    let table = client.play_now().await?;
    let mut socket = client.live(&table, "").await?;
    while !matches!(socket.news(0).await?, News::Asked { .. }) {}
    Ok((began.elapsed(), bytes))
}

/// The server's memory, as its figures say.
pub async fn resident(metrics: SocketAddr) -> Result<u64, ClientError> {
    Ok(figure(metrics, "astrarium_resident_bytes").await? as u64)
}

/// The CPU time that the server has used, in seconds.
pub async fn cpu(metrics: SocketAddr) -> Result<f64, ClientError> {
    figure(metrics, "astrarium_cpu_seconds").await
}

async fn figure(metrics: SocketAddr, name: &str) -> Result<f64, ClientError> {
    let text = Client { address: metrics, cookie: String::new() }.get("/metrics").await?.text;
    let value = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' ')?.trim().parse().ok());
    Ok(value.unwrap_or(0.0))
}
