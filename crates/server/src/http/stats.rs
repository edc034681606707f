//! How games of a title end: those that were played here, and some that bots play for comparison.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use astrarium_core::Game;
use astrarium_games::{Title, with_game};
use astrarium_sim::{Finished, Plan, Watch};
use axum::Json;
use axum::extract::State;
use serde::Serialize;
use tokio::sync::{Mutex, OnceCell};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::At;
use super::describe::TitleId;
use crate::Shared;
use crate::error::{Error, Failure};
use crate::event::Level;
use crate::play::{Crash, Thought};
use crate::store::ResultRow;
use crate::thinkers::For;

/// Games that bots play for comparison, and the time they may take.
const SIMULATED: u64 = 200;
const SIMULATION: Duration = Duration::from_secs(4);

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(stats)).routes(routes!(simulation))
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stats {
    games: usize,
    decisions: Spread,
    seats: Vec<Share>,
    facts: BTreeMap<String, Vec<Share>>,
    points: Vec<Mean>,
    sources: Vec<SourceMean>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Spread {
    least: i64,
    middle: i64,
    most: i64,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Share {
    name: String,
    games: usize,
    wins: usize,
}

#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mean {
    place: i64,
    mean: f64,
}

/// Points of one seat in one game that came from one thing.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SourceMean {
    name: String,
    mean: f64,
    winners: f64,
}

#[utoipa::path(get, path = "/api/titles/{id}/stats", params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = Stats), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn stats(State(app): State<App>, At(id): At<String>) -> Result<Json<Stats>, Error> {
    let title: Title = id.parse().map_err(|_| Error::NotFound("title"))?;
    Ok(Json(app.counted.of(&app, title).await?))
}

#[utoipa::path(get, path = "/api/titles/{id}/simulation", params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = Stats), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn simulation(State(app): State<App>, At(id): At<String>) -> Result<Json<Stats>, Error> {
    let title: Title = id.parse().map_err(|_| Error::NotFound("title"))?;
    // Whoever hangs up does not stop the work: the next one would begin it anew.
    let work = tokio::spawn(async move { app.simulations.of(&app, title).await.cloned() });
    Ok(Json(work.await.map_err(|_| Error::Internal)?.map_err(|_| Error::Internal)?))
}

fn number(title: Title) -> usize {
    Title::ALL.iter().position(|t| *t == title).expect("all titles are in the list")
}

/// What was counted last for each title, and when: counting reads every result.
#[derive(Debug, Default)]
pub struct Counted([Mutex<Option<(Instant, Stats)>>; Title::ALL.len()]);

impl Counted {
    async fn of(&self, shared: &Shared, title: Title) -> Result<Stats, Error> {
        let mut last = self.0[number(title)].lock().await;
        match &*last {
            Some((at, stats)) if at.elapsed() < shared.limits.stats => Ok(stats.clone()),
            _ => {
                let stats = count(&shared.store.results(title.meta().id).await?);
                Ok(last.insert((Instant::now(), stats)).1.clone())
            }
        }
    }
}

/// Games of bots, played once when somebody asks for them.
#[derive(Debug, Default)]
pub struct Simulations([OnceCell<Stats>; Title::ALL.len()]);

impl Simulations {
    async fn of(&self, shared: &Shared, title: Title) -> Result<&Stats, Crash> {
        let games = with_game!(title, G => simulate::<G>(shared.packs.of::<G>(title), SIMULATED));
        let play =
            async || shared.thinkers.think(For::Statistics, SIMULATION, games).await.map(|results| count(&results));
        self.0[number(title)].get_or_try_init(play).await
    }
}

/// As many games of pilots as fit into the time, with the usual options.
fn simulate<G: Game>(data: &'static G::Data, games: u64) -> Thought<Vec<ResultRow>> {
    Box::new(move |breath| {
        let (began, held, late) = (Instant::now(), std::sync::Mutex::new(Duration::ZERO), AtomicBool::new(false));
        let held = || held.lock().expect("nobody panics with a sum in hand");
        let each = |_| late.store(began.elapsed() > SIMULATION + *held(), Ordering::Relaxed);
        let stop = || {
            let pause = breath.breathe();
            *held() += pause;
            late.load(Ordering::Relaxed)
        };
        let plan = Plan::<G> {
            options: G::Options::default(),
            data,
            bots: vec![Level::Pilot.spec()],
            first: 0,
            games,
            seed: 1,
            threads: 1,
            rows: true,
        };
        let batch = plan.run(&Watch { stop: &stop, each: &each }).expect("one bot sits everywhere");
        batch.rows.into_iter().flat_map(results).collect()
    })
}

fn results(row: Finished) -> impl Iterator<Item = ResultRow> {
    let decisions = row.decisions.into();
    row.seats.into_iter().enumerate().map(move |(seat, chair)| ResultRow {
        seat: seat as i64,
        place: chair.place.into(),
        points: chair.points.into(),
        decisions,
        facts: chair.facts.into_iter().map(|(name, value)| (name.into_owned(), value)).collect(),
        sources: chair.gains.into_iter().map(|(name, points)| (name.into_owned(), points)).collect(),
    })
}

fn count(results: &[ResultRow]) -> Stats {
    let mut lengths: Vec<i64> = results.iter().filter(|r| r.seat == 0).map(|r| r.decisions).collect();
    lengths.sort();
    let mut groups: BTreeMap<String, BTreeMap<String, (usize, usize)>> = BTreeMap::new();
    let mut seats: BTreeMap<i64, (usize, usize)> = BTreeMap::new();
    let mut points: BTreeMap<i64, (i64, i64)> = BTreeMap::new();
    for result in results {
        let add = |sum: &mut (usize, usize)| *sum = (sum.0 + 1, sum.1 + usize::from(result.place == 1));
        add(seats.entry(result.seat).or_default());
        // Numbers, such as rounds, are the same for all seats of a game.
        for (fact, value) in result.facts.iter().filter(|(_, value)| value.parse::<i64>().is_err()) {
            add(groups.entry(fact.clone()).or_default().entry(value.clone()).or_default());
        }
        let sum = points.entry(result.place).or_default();
        *sum = (sum.0 + result.points, sum.1 + 1);
    }
    let wins = results.iter().filter(|r| r.place == 1).count();
    let share = |(name, (games, wins)): (String, (usize, usize))| Share { name, games, wins };
    Stats {
        games: lengths.len(),
        decisions: Spread {
            least: lengths.first().copied().unwrap_or_default(),
            middle: lengths.get(lengths.len() / 2).copied().unwrap_or_default(),
            most: lengths.last().copied().unwrap_or_default(),
        },
        seats: seats.into_iter().map(|(seat, sum)| share((format!("seat {}", seat + 1), sum))).collect(),
        facts: groups.into_iter().map(|(fact, shares)| (fact, shares.into_iter().map(share).collect())).collect(),
        points: points.into_iter().map(|(place, (sum, n))| Mean { place, mean: sum as f64 / n as f64 }).collect(),
        sources: sources(results, wins),
    }
}

fn sources(results: &[ResultRow], wins: usize) -> Vec<SourceMean> {
    let mut sums: BTreeMap<&str, (i64, i64)> = BTreeMap::new();
    for result in results {
        for (name, points) in &result.sources {
            let sum = sums.entry(name).or_default();
            *sum = (sum.0 + points, sum.1 + if result.place == 1 { *points } else { 0 });
        }
    }
    let mean = |sum: i64, of: usize| sum as f64 / of.max(1) as f64;
    let source = |(name, (all, won)): (&str, (i64, i64))| SourceMean {
        name: name.into(),
        mean: mean(all, results.len()),
        winners: mean(won, wins),
    };
    let mut means: Vec<SourceMean> = sums.into_iter().map(source).collect();
    means.sort_by(|a, b| b.mean.total_cmp(&a.mean));
    means
}

#[cfg(test)]
mod tests {
    use astrarium_core::Parts;

    use super::*;
    use crate::Limits;
    use crate::thinkers::Thinkers;

    #[test]
    fn results_are_counted() {
        let row = |seat, place, points| ResultRow {
            seat,
            place,
            points,
            decisions: 30,
            facts: vec![("colour".into(), format!("c{seat}")), ("rounds".into(), "12".into())],
            sources: vec![("moons".into(), points - 1), ("ipec".into(), 1)],
        };
        let stats = count(&[row(0, 1, 9), row(1, 2, 5), row(0, 2, 4), row(1, 1, 8)]);
        assert_eq!((stats.games, stats.decisions.middle), (2, 30));
        assert_eq!(stats.seats.iter().map(|s| (s.games, s.wins)).collect::<Vec<_>>(), [(2, 1), (2, 1)]);
        assert_eq!(stats.facts.len(), 1, "a number is no choice");
        assert_eq!(stats.facts["colour"][1], Share { name: "c1".into(), games: 2, wins: 1 });
        assert_eq!(stats.sources[0], SourceMean { name: "moons".into(), mean: 5.5, winners: 7.5 });
        assert_eq!(stats.points[0], Mean { place: 1, mean: 8.5 });
    }

    #[tokio::test]
    async fn bots_are_counted_for_every_title() {
        let thinkers = Thinkers::new(1, &Limits::default());
        for title in Title::ALL {
            let games = with_game!(title, G => simulate::<G>(G::house(), 1));
            let results = thinkers.think(For::Statistics, SIMULATION, games).await.expect("no panic");
            assert_eq!(count(&results).games, 1, "{title}");
        }
    }
}
