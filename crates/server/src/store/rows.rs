//! What is written, statement by statement.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use sqlx::{AnyConnection, AssertSqlSafe, Connection, Row as _};

use super::write::{Append, Fate, Work, json};
use super::{Stored, calls, house, is_sqlite, own, persons, places, ratings};
use crate::id::{Guest, Id};

/// Tables and sequence numbers that were not there before.
type Winners = HashSet<(String, i64)>;

/// One transaction with everything that waits. When this returns, it is on the disk.
pub(super) async fn store(connection: &mut AnyConnection, works: &[Work]) -> Result<Vec<Fate>, sqlx::Error> {
    let sqlite = is_sqlite(connection);
    let mut tx = connection.begin_with(if sqlite { "BEGIN IMMEDIATE" } else { "BEGIN" }).await?;
    // Servers that lock in the same order cannot lock each other out: guests, hosts, tables.
    let names: BTreeMap<Guest, &String> = works.iter().filter_map(Work::name).collect();
    for (guest, name) in names {
        rename(&mut tx, guest, name).await?;
    }
    let away: BTreeSet<(Guest, Id)> = works.iter().filter_map(Work::put_away).collect();
    for (guest, table) in away {
        put_away(&mut tx, guest, table).await?;
    }
    let changed = changed(&mut tx, works).await?;
    for rewritten in works.iter().filter_map(Work::rewritten) {
        own::rewrite(&mut tx, rewritten).await?;
    }
    let deleted: BTreeSet<Id> = works.iter().flat_map(Work::deleted).copied().collect();
    for table in deleted {
        house::delete(&mut tx, table).await?;
    }
    let full = hosts(&mut tx, works).await?;
    let mut appends: Vec<&Append> = works.iter().filter_map(Work::append).collect();
    appends.retain(|append| !full.contains(&append.index.id));
    appends.sort_by_key(|append| append.index.id);
    let winners = log(&mut tx, &appends).await?;
    appends.retain(|append| won(&winners, append));
    if !appends.is_empty() {
        let listed: Vec<&Append> = appends.iter().copied().filter(|append| append.listed || !sqlite).collect();
        index(&mut tx, &listed).await?;
        for append in &appends {
            sitters(&mut tx, append).await?;
            results(&mut tx, append).await?;
            ratings::count(&mut tx, append).await?;
            calls::call(&mut tx, append).await?;
        }
        if !sqlite {
            notify(&mut tx, &appends).await?;
        }
    } else if works.iter().any(|work| matches!(work, Work::Probe)) {
        come_and_go(&mut tx).await?;
    }
    tx.commit().await?;
    let fate = |(k, work): (usize, &Work)| match work.append() {
        Some(append) if full.contains(&append.index.id) => Fate::Full,
        Some(append) if !won(&winners, append) => Fate::Race,
        Some(_) => Fate::Stored,
        None => changed.get(&k).copied().unwrap_or(Fate::Stored),
    };
    Ok(works.iter().enumerate().map(fate).collect())
}

/// What became of changes of persons, by their place among the works.
async fn changed(tx: &mut AnyConnection, works: &[Work]) -> Result<BTreeMap<usize, Fate>, sqlx::Error> {
    let whose = |work: &Work| match work {
        Work::Person(person, _) | Work::Call(person, _) | Work::House(person, _) => Some(*person),
        Work::Profile(person, _) => Some(*person),
        _ => None,
    };
    let changes = works.iter().enumerate().filter_map(|(k, work)| Some((whose(work)?, k)));
    let mut fates = BTreeMap::new();
    for (_, k) in changes.collect::<BTreeSet<_>>() {
        let fate = match &works[k] {
            Work::Person(person, change) => persons::store(tx, *person, change).await?,
            Work::Call(person, change) => calls::store(tx, *person, change).await?,
            Work::House(person, change) => house::store(tx, *person, change).await?,
            Work::Profile(person, change) => ratings::store(tx, *person, change).await?,
            _ => Fate::Stored,
        };
        fates.insert(k, fate);
    }
    Ok(fates)
}

fn won(winners: &Winners, append: &Append) -> bool {
    winners.contains(&(append.index.id.to_string(), append.row.seq as i64))
}

/// New tables whose host has enough of them already. Counted behind a lock, so that two servers count one after the other.
async fn hosts(tx: &mut AnyConnection, works: &[Work]) -> Result<HashSet<Id>, sqlx::Error> {
    let mut wishes: BTreeMap<Guest, Vec<(Id, usize)>> = BTreeMap::new();
    for (append, most) in works.iter().filter_map(Work::made) {
        wishes.entry(append.index.host).or_default().push((append.index.id, most));
    }
    let mut full = HashSet::new();
    for (host, tables) in wishes {
        let host = host.0.to_string();
        if !is_sqlite(tx) {
            let lock = sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))").bind(&host);
            lock.execute(&mut *tx).await?;
        }
        let count = "SELECT COUNT(*) FROM tables WHERE host = $1 AND status IN ('lobby', 'playing')";
        let count: i64 = sqlx::query(count).bind(&host).fetch_one(&mut *tx).await?.try_get(0)?;
        let past = tables.iter().enumerate().filter(|(k, (_, most))| count as usize + k >= *most);
        full.extend(past.map(|(_, (id, _))| *id));
    }
    Ok(full)
}

/// The rows that were not there yet are written; the others lost a race.
pub(super) async fn log(tx: &mut AnyConnection, appends: &[&Append]) -> Result<Winners, sqlx::Error> {
    if appends.is_empty() {
        return Ok(Winners::new());
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
        query = query.bind(id).bind(print).bind(json(&Stored::of(&append.row)));
    }
    let rows = query.fetch_all(tx).await?;
    rows.iter().map(|row| Ok((row.try_get(0)?, row.try_get(1)?))).collect()
}

async fn index(tx: &mut AnyConnection, appends: &[&Append]) -> Result<(), sqlx::Error> {
    if appends.is_empty() {
        return Ok(());
    }
    let text = format!(
        "INSERT INTO tables (id, title, status, public, host, invite, seats, vacant, asked, due, heading, standing, \
         created, changed, seq) VALUES {} ON CONFLICT (id) DO UPDATE SET status = excluded.status, \
         seats = excluded.seats, vacant = excluded.vacant, asked = excluded.asked, due = excluded.due, \
         heading = excluded.heading, standing = excluded.standing, changed = excluded.changed, seq = excluded.seq",
        places(is_sqlite(tx), appends.len(), 15)
    );
    let mut query = sqlx::query(AssertSqlSafe(text)).persistent(false);
    for append in appends {
        let i = &append.index;
        query = query.bind(i.id.to_string()).bind(&i.title).bind(i.status).bind(i64::from(i.public));
        query = query.bind(i.host.0.to_string()).bind(i.invite.to_string()).bind(&i.seats);
        query = query.bind(i64::from(i.vacant)).bind(&i.asked).bind(i.due).bind(&i.heading);
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

/// Two servers number them one after the other: a reader of a number has read all before it.
async fn results(tx: &mut AnyConnection, append: &Append) -> Result<(), sqlx::Error> {
    if !append.results.is_empty() && !is_sqlite(tx) {
        sqlx::query("SELECT pg_advisory_xact_lock(hashtextextended('results', 0))").execute(&mut *tx).await?;
    }
    for result in &append.results {
        let query = sqlx::query(
            "INSERT INTO results (table_id, seat, title, place, points, decisions, facts, sources, number) \
             SELECT $1, $2, $3, $4, $5, $6, $7, $8, COALESCE(MAX(number), 0) + 1 FROM results WHERE title = $3 \
             ON CONFLICT DO NOTHING",
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

async fn put_away(tx: &mut AnyConnection, guest: Guest, table: Id) -> Result<(), sqlx::Error> {
    let query = sqlx::query("DELETE FROM sitters WHERE guest = $1 AND table_id = $2");
    query.bind(guest.0.to_string()).bind(table.to_string()).execute(tx).await.map(drop)
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

/// A commit that writes and leaves nothing: a guest who comes and goes. An empty one would not notice a full disk.
async fn come_and_go(tx: &mut AnyConnection) -> Result<(), sqlx::Error> {
    let nobody = Guest(Id::random());
    rename(tx, nobody, "").await?;
    let query = sqlx::query("DELETE FROM guests WHERE id = $1").bind(nobody.0.to_string());
    query.execute(tx).await.map(drop)
}
