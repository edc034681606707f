//! What the rows of the log cost on their own: the yardstick for everything the server adds.

use std::time::{Duration, Instant};

use astrarium_core::Seat;
use sqlx::Connection;

use super::{Append, Index, Store, StoreError, rows};
use crate::event::{Acted, Event, Made};
use crate::id::{Guest, Id};
use crate::ledger::{Ledger, Row};
use crate::limits::Limits;

/// Commits of `group` rows with the durability of the server, for a while: rows a second.
pub async fn bare_inserts(url: &str, group: usize, time: Duration) -> Result<f64, StoreError> {
    let store = Store::open(url, &Limits::default()).await?;
    let mut connection = store.pool.acquire().await?.detach();
    let mut appends: Vec<Append> = (0..group).map(|_| sample()).collect();
    let (began, mut rows) = (Instant::now(), 0);
    while began.elapsed() < time {
        rows += group;
        for append in &mut appends {
            append.row.seq += 1;
            append.row.id = Some((Id::random(), 0));
        }
        let mut tx = connection.begin().await?;
        rows::log(&mut tx, &appends.iter().collect::<Vec<_>>()).await?;
        tx.commit().await?;
    }
    Ok(rows as f64 / began.elapsed().as_secs_f64())
}

/// A decision as tables store it.
pub(super) fn sample() -> Append {
    let made = Made {
        title: "sample".into(),
        options: String::new(),
        public: false,
        host: Guest(Id::random()),
        invite: Id::random(),
        secret: "00".repeat(32),
        chairs: Vec::new(),
        start: None,
        from: None,
        clock: None,
        stand_in: None,
        unrated: false,
        invited: Vec::new(),
    };
    let first = Row { seq: 1, at: 0, id: None, event: Event::Made(made), spent: Vec::new() };
    let ledger = Ledger::read(Id::random(), vec![first]).expect("it begins with the making of a table");
    let acted = Acted {
        seat: Seat(1),
        name: "yellow".into(),
        sentence: "attack-from planet-yellow".into(),
        outcomes: vec!["6".into(), "5".into()],
        hash: "0123456789abcdef".into(),
        bot: false,
        sealed: false,
        hidden: false,
        firm: None,
        places: Vec::new(),
    };
    let row = Row { seq: 1, at: 1_700_000_000_000, id: None, event: Event::Acted(acted), spent: Vec::new() };
    Append {
        row,
        index: Index::of(&ledger.facts),
        listed: true,
        sitters: None,
        results: Vec::new(),
        contest: None,
        calls: Vec::new(),
    }
}
