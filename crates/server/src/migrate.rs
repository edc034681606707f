//! What this version does with the running games of a database: it replays every one of them.

use std::sync::Arc;

use astrarium_core::{Game, Options, Record, Seat, Seen, Table, Viewer};
use astrarium_games::{Title, with_game};
use serde::Serialize;

use crate::error::Error;
use crate::event::Event;
use crate::id::Id;
use crate::ledger::{Facts, Ledger, Row, Status};
use crate::packs::Packs;
use crate::play::guard;
use crate::serve::{Config, ServeError, open};
use crate::store::{Append, Index, Lost, Store};
use crate::table::{dice, now};

/// Where more is told.
const HOW: &str = "astrarium migrate --dry-run names them";

/// What becomes of a running game.
#[derive(Clone, Debug, Serialize)]
pub struct Forecast {
    pub table: String,
    pub title: String,
    pub rules: String,
    pub pack: String,
    /// Entries of its record, the setup included.
    pub entries: usize,
    #[serde(flatten)]
    pub will: Will,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "will", rename_all = "kebab-case")]
pub enum Will {
    /// It goes on as a new table would be played.
    Same,
    /// It goes on with the rules version and the pack that it began with.
    Old,
    /// The same decisions lead elsewhere from this entry on: it goes on only once that is accepted.
    Differs { entry: usize, accepted: bool },
    /// This version cannot play it on: it is kept as it is, for one that can. The entry that is refused, if it is one.
    Stops { entry: Option<usize> },
}

impl Will {
    /// Whether it goes on.
    pub fn is_fine(self) -> bool {
        matches!(self, Will::Same | Will::Old | Will::Differs { accepted: true, .. })
    }
}

/// A game that was played again.
struct Again {
    record: Record,
    asked: Vec<Seat>,
    heading: String,
}

/// Looks at a database, and changes nothing.
pub async fn forecast(config: &Config) -> Result<Vec<Forecast>, MigrateError> {
    let store = Store::look(&config.url()?, &config.limits).await.map_err(ServeError::from)?;
    run(&store, &Arc::new(config.read_packs()?), false).await
}

/// Brings a database up to date. Games that come out differently are played on from the same decisions if that is accepted.
pub async fn migrate(config: &Config, accept: bool) -> Result<Vec<Forecast>, MigrateError> {
    let (store, packs, _lock) = open(config).await?;
    run(&store, &Arc::new(packs), accept).await
}

/// What a server at work says of its running games: nothing closes silently.
pub(crate) async fn warn(store: &Store, packs: &Arc<Packs>) {
    match run(store, packs, false).await {
        Ok(games) => {
            let count = |will: fn(&Will) -> bool| games.iter().filter(|game| will(&game.will)).count();
            let differ = count(|will| matches!(will, Will::Differs { .. }));
            let stop = count(|will| matches!(will, Will::Stops { .. }));
            metrics::gauge!("astrarium_games_waiting").set((differ + stop) as f64);
            if differ + stop > 0 {
                let all = games.len();
                tracing::warn!(all, differ, stop, "running games wait for another version, or to be accepted: {HOW}");
            }
        }
        Err(error) => tracing::error!(%error, "nobody knows how the running games go on: {HOW}"),
    }
}

#[derive(Debug, thiserror::Error)]
pub enum MigrateError {
    #[error(transparent)]
    Serve(#[from] ServeError),
    #[error("a table cannot be read or written: {0}")]
    Table(#[from] Error),
}

async fn run(store: &Store, packs: &Arc<Packs>, accept: bool) -> Result<Vec<Forecast>, MigrateError> {
    let mut all = Vec::new();
    for id in store.running().await? {
        all.push(look(store, packs, id, accept).await?);
    }
    Ok(all)
}

/// One game. Players may go on with what else there is at its table, so if somebody was faster, it is read again.
async fn look(store: &Store, packs: &Arc<Packs>, id: Id, accept: bool) -> Result<Forecast, Error> {
    loop {
        let ledger = match packs.log(store, id, 0).await {
            Ok(rows) => Ledger::read(id, rows).ok(),
            // An event cannot be read, and the server's log says so.
            Err(Error::Internal) => None,
            Err(error) => return Err(error),
        };
        let Some(ledger) = ledger else {
            return Ok(Forecast::of(id, &Record::default(), Will::Stops { entry: None }));
        };
        let packs = packs.clone();
        // Whole games are played: others are served beside it.
        let played = tokio::task::spawn_blocking(move || (outlook(&packs, &ledger), ledger)).await;
        let ((will, again), ledger) = played.map_err(|_| Error::Internal)?;
        let will = match (will, again) {
            (Will::Differs { entry, .. }, Some(again)) if accept => match rewrite(store, &ledger, again).await {
                Ok(()) => Will::Differs { entry, accepted: true },
                Err(Lost::Race) => continue,
                Err(Lost::Database) => return Err(Error::Busy),
            },
            _ => will,
        };
        return Ok(Forecast::of(id, &ledger.record, will));
    }
}

impl Forecast {
    fn of(id: Id, record: &Record, will: Will) -> Forecast {
        let header = record.header.clone();
        let (table, entries) = (id.to_string(), record.entries.len());
        Forecast { table, title: header.title, rules: header.rules, pack: header.pack, entries, will }
    }
}

/// What will become of a game, and how it goes on if it can only go on differently.
fn outlook(packs: &Packs, ledger: &Ledger) -> (Will, Option<Again>) {
    let stops = (Will::Stops { entry: None }, None);
    let Ok(title) = ledger.record.header.title.parse::<Title>() else { return stops };
    guard(|| with_game!(title, G => outlook_of::<G>(packs, title, ledger))).unwrap_or(stops)
}

fn outlook_of<G: Game>(packs: &Packs, title: Title, ledger: &Ledger) -> (Will, Option<Again>) {
    let (record, new) = (&ledger.record, packs.of::<G>(title));
    let dice = dice(&ledger.facts.made.secret, record.header.nonces.iter().cloned());
    let known = packs.called::<G>(title, &record.header.pack).ok();
    if let Some(data) = known
        && let Ok(table) = Table::<G>::resume(record, data, &dice)
    {
        let newest = table.state().options().rules() == G::META.rules_version;
        return (if newest && std::ptr::eq(data, new) { Will::Same } else { Will::Old }, None);
    }
    match Table::<G>::again(record, known.unwrap_or(new), &dice) {
        Ok((table, entry)) if !table.asked().is_empty() => {
            let asked = table.asked().iter().collect();
            let heading = Seen::of(table.state(), Viewer::Public).scene().heading;
            let again = Again { record: table.record().clone(), asked, heading };
            (Will::Differs { entry, accepted: false }, Some(again))
        }
        Ok(_) => (Will::Stops { entry: Some(record.entries.len() - 1) }, None),
        Err(mismatch) => (Will::Stops { entry: mismatch.entry }, None),
    }
}

/// Writes down that the game goes on as it is played now.
async fn rewrite(store: &Store, ledger: &Ledger, again: Again) -> Result<(), Lost> {
    let Again { record, asked, heading } = again;
    let event = Event::Rewritten { record: record.to_string() };
    let row = Row { seq: ledger.seq() + 1, at: now(), id: None, event, spent: Vec::new() };
    let facts = Facts { asked, heading, status: Status::Playing, ..ledger.after(&row) };
    let append = Append {
        row,
        index: Index::of(&facts),
        listed: true,
        sitters: None,
        results: Vec::new(),
        contest: None,
        calls: Vec::new(),
    };
    store.append(append).await
}
