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
use crate::play::{Crash, Thought};
use crate::store::{Mark, ResultRow};
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
    // A client that hangs up does not stop the work: the next one would begin it anew.
    let work = tokio::spawn(async move { app.simulations.of(&app, title).await.cloned() });
    Ok(Json(work.await.map_err(|_| Error::Internal)?.map_err(|_| Error::Internal)?))
}

fn number(title: Title) -> usize {
    Title::ALL.iter().position(|t| *t == title).expect("all titles are in the list")
}

/// What was counted of each title so far. Only what is new is read.
#[derive(Debug, Default)]
pub struct Counted([Mutex<Counting>; Title::ALL.len()]);

#[derive(Debug, Default)]
struct Counting {
    sums: Sums,
    last: Mark,
    at: Option<Instant>,
}

impl Counted {
    /// What was read of a long list stays counted, even if the client has hung up.
    async fn of(&self, shared: &Shared, title: Title) -> Result<Stats, Error> {
        let Counting { sums, last, at } = &mut *self.0[number(title)].lock().await;
        if at.is_some_and(|at| at.elapsed() < shared.limits.stats) {
            return Ok(sums.stats());
        }
        loop {
            let page = shared.store.results(title.meta().id, last).await?;
            if page.is_empty() {
                *at = Some(Instant::now());
                return Ok(sums.stats());
            }
            for (mark, result) in page {
                sums.add(&result);
                *last = mark;
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
            bots: vec![astrarium_bots::Spec::Greedy],
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

/// Games, and how many of them were won.
type Won = (usize, usize);

/// Results added up: as much to keep for a million games as for a thousand.
#[derive(Debug, Default)]
struct Sums {
    /// Games by their number of decisions.
    lengths: BTreeMap<i64, usize>,
    seats: BTreeMap<i64, Won>,
    facts: BTreeMap<String, BTreeMap<String, Won>>,
    /// By place: points and seats.
    points: BTreeMap<i64, (i64, i64)>,
    /// By what they came from: points of all, and of winners.
    sources: BTreeMap<String, (i64, i64)>,
}

impl Sums {
    fn add(&mut self, result: &ResultRow) {
        let won = result.place == 1;
        let add = |sum: &mut Won| *sum = (sum.0 + 1, sum.1 + usize::from(won));
        if result.seat == 0 {
            *self.lengths.entry(result.decisions).or_default() += 1;
        }
        add(self.seats.entry(result.seat).or_default());
        // Numbers, such as rounds, are the same for all seats of a game.
        for (fact, value) in result.facts.iter().filter(|(_, value)| value.parse::<i64>().is_err()) {
            add(self.facts.entry(fact.clone()).or_default().entry(value.clone()).or_default());
        }
        let sum = self.points.entry(result.place).or_default();
        *sum = (sum.0 + result.points, sum.1 + 1);
        for (name, points) in &result.sources {
            let sum = self.sources.entry(name.clone()).or_default();
            *sum = (sum.0 + points, sum.1 + if won { *points } else { 0 });
        }
    }

    fn stats(&self) -> Stats {
        let share = |name: String, &(games, wins): &Won| Share { name, games, wins };
        let shares = |(fact, shares): (&String, &BTreeMap<String, Won>)| {
            (fact.clone(), shares.iter().map(|(value, won)| share(value.clone(), won)).collect())
        };
        Stats {
            games: self.lengths.values().sum(),
            decisions: self.decisions(),
            seats: self.seats.iter().map(|(seat, won)| share(format!("seat {}", seat + 1), won)).collect(),
            facts: self.facts.iter().map(shares).collect(),
            points: self.points.iter().map(|(&place, &(sum, n))| Mean { place, mean: sum as f64 / n as f64 }).collect(),
            sources: self.sources(),
        }
    }

    fn decisions(&self) -> Spread {
        let mut before = 0;
        let half = self.lengths.values().sum::<usize>() / 2;
        let middle = self.lengths.iter().find(|(_, games)| {
            before += *games;
            before > half
        });
        let length = |found: Option<(&i64, &usize)>| found.map_or(0, |(length, _)| *length);
        Spread {
            least: length(self.lengths.first_key_value()),
            middle: length(middle),
            most: length(self.lengths.last_key_value()),
        }
    }

    fn sources(&self) -> Vec<SourceMean> {
        let (all, wins) = self.seats.values().fold((0, 0), |sum, won| (sum.0 + won.0, sum.1 + won.1));
        let mean = |sum: i64, of: usize| sum as f64 / of.max(1) as f64;
        let source = |(name, &(sum, won)): (&String, &(i64, i64))| SourceMean {
            name: name.clone(),
            mean: mean(sum, all),
            winners: mean(won, wins),
        };
        let mut means: Vec<SourceMean> = self.sources.iter().map(source).collect();
        means.sort_by(|a, b| b.mean.total_cmp(&a.mean));
        means
    }
}

fn count(results: &[ResultRow]) -> Stats {
    let mut sums = Sums::default();
    results.iter().for_each(|result| sums.add(result));
    sums.stats()
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
