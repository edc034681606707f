//! One writer that commits the events of many tables together: a sync of the disk costs far more than a row.

use std::time::Instant;

use sqlx::any::AnyConnectOptions;
use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::{ResultRow, Store, Told, is_sqlite, places};
use crate::error::Error;
use crate::event::Chair;
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Row, Status};

/// One event, with what the lobby shows of its table afterwards.
#[derive(Clone, Debug)]
pub struct Append {
    pub row: Row,
    pub index: Index,
    /// Who sits there, if that changed.
    pub sitters: Option<Vec<Guest>>,
    pub results: Vec<ResultRow>,
}

/// A table's row in the lobby.
#[derive(Clone, Debug)]
pub struct Index {
    id: Id,
    title: String,
    status: &'static str,
    public: bool,
    host: Guest,
    invite: Id,
    seats: String,
    vacant: bool,
    asked: String,
    bots: bool,
    heading: String,
    standing: String,
    created: i64,
    changed: i64,
    seq: u64,
}

/// A seat in the lobby's row: what is public of it, and the guest, to say which are mine.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub struct SeatRow {
    pub kind: String,
    pub name: String,
    pub guest: Option<Guest>,
}

impl Index {
    pub fn of(facts: &Facts) -> Index {
        let seat = |chair: &Chair| SeatRow { kind: chair.kind().into(), name: chair.name(), guest: chair.guest() };
        let seats: Vec<SeatRow> = facts.places.iter().map(|p| seat(&p.chair)).collect();
        let bot = |seat: &astrarium_core::Seat| facts.places[seat.index()].bot().is_some();
        Index {
            id: facts.id,
            title: facts.made.title.clone(),
            status: facts.status.word(),
            public: facts.made.public,
            host: facts.made.host,
            invite: facts.made.invite,
            seats: json(&seats),
            vacant: facts.places.iter().any(|p| p.chair == Chair::Open),
            asked: json(&facts.asked),
            bots: facts.status == Status::Playing && (facts.made.clock.is_some() || facts.asked.iter().any(bot)),
            heading: facts.heading.clone(),
            standing: json(&facts.standing),
            created: facts.created,
            changed: facts.changed,
            seq: facts.seq,
        }
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("rows are plain data")
}

/// Why an event was not stored.
#[derive(Clone, Debug, PartialEq)]
pub enum Lost {
    /// Somebody else wrote that sequence number, or that action id.
    Race,
    /// Whether it was stored is not known: read the log.
    Database,
}

pub(super) enum Job {
    Append(Box<Append>, oneshot::Sender<Result<(), Lost>>),
    Name(Guest, String, oneshot::Sender<Result<(), Lost>>),
}

impl Store {
    /// Stores an event. When this returns, it is on the disk.
    pub async fn append(&self, append: Append) -> Result<(), Lost> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Append(Box::new(append), reply), answer).await
    }

    pub async fn rename(&self, guest: Guest, name: String) -> Result<(), Error> {
        let (reply, answer) = oneshot::channel();
        self.send(Job::Name(guest, name, reply), answer).await.map_err(|_| Error::Busy)
    }

    async fn send(&self, job: Job, answer: oneshot::Receiver<Result<(), Lost>>) -> Result<(), Lost> {
        self.writer.send(job).await.map_err(|_| Lost::Database)?;
        answer.await.unwrap_or(Err(Lost::Database))
    }
}

/// Takes whatever waits, commits it, answers, and so on.
pub(super) async fn run(options: AnyConnectOptions, mut jobs: mpsc::Receiver<Job>, group: usize) {
    let mut connection = None;
    let mut waiting = Vec::with_capacity(group);
    while jobs.recv_many(&mut waiting, group).await > 0 {
        let began = Instant::now();
        let stored = store(&options, &mut connection, &mut waiting).await;
        metrics::histogram!("astrarium_commit_seconds").record(began.elapsed());
        metrics::histogram!("astrarium_commit_rows").record(waiting.len() as f64);
        if let Err(error) = &stored {
            tracing::error!(%error, "a group of {} events was not committed", waiting.len());
            connection = None;
        }
        answer(waiting.drain(..), stored);
    }
}

type Winners = Vec<(String, i64)>;

fn answer(jobs: impl Iterator<Item = Job>, stored: Result<Winners, sqlx::Error>) {
    for job in jobs {
        let (reply, result) = match (job, &stored) {
            (Job::Append(_, reply) | Job::Name(_, _, reply), Err(_)) => (reply, Err(Lost::Database)),
            (Job::Name(_, _, reply), Ok(_)) => (reply, Ok(())),
            (Job::Append(append, reply), Ok(winners)) => {
                (reply, if won(winners, &append) { Ok(()) } else { Err(Lost::Race) })
            }
        };
        // Whoever asked may be gone; the event is stored all the same.
        _ = reply.send(result);
    }
}

fn won(winners: &Winners, append: &Append) -> bool {
    let (id, seq) = (append.index.id.to_string(), append.row.seq as i64);
    winners.iter().any(|(table, s)| *s == seq && *table == id)
}

async fn store(
    options: &AnyConnectOptions,
    slot: &mut Option<AnyConnection>,
    jobs: &mut [Job],
) -> Result<Winners, sqlx::Error> {
    let connection = match slot {
        Some(connection) => connection,
        None => {
            let mut fresh = AnyConnection::connect_with(options).await?;
            super::prepare(&mut fresh).await?;
            slot.insert(fresh)
        }
    };
    let sqlite = is_sqlite(connection);
    let mut tx = connection.begin_with(if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    let mut appends: Vec<&Append> = Vec::new();
    for job in jobs.iter() {
        match job {
            Job::Append(append, _) => appends.push(append),
            Job::Name(guest, name, _) => rename(&mut tx, *guest, name).await?,
        }
    }
    // Two servers that lock in the same order cannot lock each other out.
    appends.sort_by_key(|a| a.index.id);
    let winners = log(&mut tx, &appends).await?;
    appends.retain(|append| won(&winners, append));
    if !appends.is_empty() {
        index(&mut tx, &appends).await?;
        for append in &appends {
            sitters(&mut tx, append).await?;
            results(&mut tx, append).await?;
        }
        if !sqlite {
            notify(&mut tx, &appends).await?;
        }
    }
    tx.commit().await?;
    Ok(winners)
}

/// The rows that were not there yet are written; the others lost a race.
pub(super) async fn log(tx: &mut AnyConnection, appends: &[&Append]) -> Result<Winners, sqlx::Error> {
    if appends.is_empty() {
        return Ok(Vec::new());
    }
    let text = format!(
        "INSERT INTO log (table_id, seq, at, action_id, print, event) VALUES {} \
         ON CONFLICT DO NOTHING RETURNING table_id, seq",
        places(is_sqlite(tx), appends.len(), 6)
    );
    let mut query = sqlx::query(AssertSqlSafe(text)).persistent(false);
    for append in appends {
        let (id, print) = append.row.id.map(|(id, print)| (id.to_string(), print)).unzip();
        query = query.bind(append.index.id.to_string()).bind(append.row.seq as i64).bind(append.row.at);
        query = query.bind(id).bind(print).bind(json(&Told::of(&append.row)));
    }
    let rows = query.fetch_all(tx).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

async fn index(tx: &mut AnyConnection, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let text = format!(
        "INSERT INTO tables (id, title, status, public, host, invite, seats, vacant, asked, bots, heading, standing, \
         created, changed, seq) VALUES {} ON CONFLICT (id) DO UPDATE SET status = excluded.status, \
         seats = excluded.seats, vacant = excluded.vacant, asked = excluded.asked, bots = excluded.bots, \
         heading = excluded.heading, standing = excluded.standing, changed = excluded.changed, seq = excluded.seq",
        places(is_sqlite(tx), appends.len(), 15)
    );
    let mut query = sqlx::query(AssertSqlSafe(text)).persistent(false);
    for append in appends {
        let i = &append.index;
        query = query.bind(i.id.to_string()).bind(&i.title).bind(i.status).bind(i64::from(i.public));
        query = query.bind(i.host.0.to_string()).bind(i.invite.to_string()).bind(&i.seats);
        query = query.bind(i64::from(i.vacant)).bind(&i.asked).bind(i64::from(i.bots)).bind(&i.heading);
        query = query.bind(&i.standing).bind(i.created).bind(i.changed).bind(i.seq as i64);
    }
    query.execute(tx).await.map(drop)
}

async fn sitters(tx: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    let Some(guests) = &append.sitters else { return Ok(()) };
    let id = append.index.id.to_string();
    sqlx::query("DELETE FROM sitters WHERE table_id = $1").bind(&id).execute(&mut *tx).await?;
    for guest in guests {
        let query = sqlx::query("INSERT INTO sitters (table_id, guest) VALUES ($1, $2) ON CONFLICT DO NOTHING");
        query.bind(&id).bind(guest.0.to_string()).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn results(tx: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    for result in &append.results {
        let query = sqlx::query(
            "INSERT INTO results (table_id, seat, title, place, points, decisions, facts, sources) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING",
        );
        let query = query.bind(append.index.id.to_string()).bind(result.seat).bind(&append.index.title);
        let query = query.bind(result.place).bind(result.points).bind(result.decisions).bind(json(&result.facts));
        query.bind(json(&result.sources)).execute(&mut *tx).await?;
    }
    Ok(())
}

async fn rename(tx: &mut AnyConnection, guest: Guest, name: &str) -> Result<(), sqlx::Error> {
    let query = "INSERT INTO guests (id, name) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET name = excluded.name";
    sqlx::query(query).bind(guest.0.to_string()).bind(name.to_string()).execute(tx).await.map(drop)
}

/// Tells other servers which tables have news. A hint: the log is the truth.
async fn notify(tx: &mut AnyConnection, appends: &[&Append]) -> Result<(), sqlx::Error> {
    let news: Vec<String> = appends.iter().map(|a| format!("{} {}", a.index.id, a.row.seq)).collect();
    for some in news.chunks(100) {
        let query = sqlx::query("SELECT pg_notify('astrarium', $1)").bind(some.join(","));
        query.execute(&mut *tx).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::bare::sample;
    use crate::Limits;
    use crate::serve::for_test;

    /// Two rows fit into one commit, five need three; none is lost, and the same number is stored once.
    #[tokio::test]
    async fn groups_are_bounded() {
        let shared = for_test("group", Limits { group: 2, ..Limits::default() }).await;
        for count in [2, 5] {
            let appends: Vec<_> = (0..count).map(|_| sample()).collect();
            let ids: Vec<_> = appends.iter().map(|append| append.index.id).collect();
            let twice = appends.iter().chain(&appends[..1]).map(|append| shared.store.append(append.clone()));
            let stored = futures_util::future::join_all(twice).await;
            assert_eq!(stored.iter().filter(|s| s.is_ok()).count(), count);
            assert_eq!(stored[count], Err(super::Lost::Race));
            for id in ids {
                assert_eq!(shared.store.log(id, 0).await.expect("rows").len(), 1);
            }
        }
    }
}
