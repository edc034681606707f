//! Games over threads from one seed. Every game has its own dice by its number, so the result does not depend on the threads.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use astrarium_bots::{Bot, Spec, answers, build, playout};
use astrarium_core::{Fast, Gain, Game, Options, Seat, Turn, settle};
use serde::{Deserialize, Serialize};

use crate::Tally;
use crate::luck::{Keyed, Luck};

/// What to play.
#[derive(Debug)]
pub struct Plan<G: Game> {
    pub options: G::Options,
    pub data: &'static G::Data,
    pub bots: Vec<Spec>,
    /// The number of the first game: a batch can be played in slices.
    pub first: u64,
    pub games: u64,
    pub seed: u64,
    pub threads: usize,
    /// Whether to keep a row of every game; the tally is always kept.
    pub rows: bool,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    #[error("{given} bots for {seats} seats: expected one bot for all seats, or one for each")]
    Bots { given: usize, seats: usize },
    #[error("an arena needs at least two bots, all different")]
    Arena,
    #[error("{given} bots: expected two, the candidate and the one to beat")]
    Gate { given: usize },
}

/// Watches a batch: `stop` is called before every decision and ends the batch, keeping what is done; `each` is called after every
/// game with its number of decisions.
pub struct Watch<'a> {
    pub stop: &'a (dyn Fn() -> bool + Sync),
    pub each: &'a (dyn Fn(u32) + Sync),
}

impl std::fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Watch").finish_non_exhaustive()
    }
}

/// What a game calls a fact, a source of points or a deed.
pub type Word = Cow<'static, str>;

/// One game that came to its end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finished {
    pub number: u64,
    pub decisions: u32,
    pub seats: Vec<Chair>,
    /// How open the game was; unknown if all played at random.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tension: Option<Tension>,
}

/// How open a game was, by the points that everybody could count.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tension {
    /// How often somebody else came to have most points alone.
    pub lead_changes: u32,
    /// After how many thousandths of the decisions nobody but the winner led any more.
    pub known_at: u32,
}

/// How one seat did.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Chair {
    /// Which of the plan's bots sat here.
    pub bot: usize,
    pub place: u8,
    pub points: i32,
    pub facts: Vec<(Word, String)>,
    /// Points by source, as gained in play; unknown if all played at random.
    pub gains: BTreeMap<Word, i64>,
    /// What it did how often; unknown if all played at random.
    pub deeds: BTreeMap<Word, u64>,
}

/// A game that broke.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, thiserror::Error)]
#[error("game {number} of seed {seed} broke: {what}")]
pub struct Failure {
    pub number: u64,
    pub seed: u64,
    pub what: String,
}

/// What came of a plan.
#[derive(Clone, Debug, Default)]
pub struct Batch {
    pub tally: Tally,
    /// By number; empty unless the plan asks for them.
    pub rows: Vec<Finished>,
    pub failures: Vec<Failure>,
    /// How long it took, if it was played just now.
    pub seconds: Option<f64>,
}

impl<G: Game> Plan<G> {
    /// Plays with the bots rotated, so that each sits everywhere.
    pub fn run(&self, watch: &Watch<'_>) -> Result<Batch, PlanError> {
        let (given, seats) = (self.bots.len(), self.options.seats());
        if given != 1 && given != seats {
            return Err(PlanError::Bots { given, seats });
        }
        Ok(run(self, &|number| (0..seats).map(|seat| (seat + number as usize) % given).collect(), watch))
    }
}

/// Plays game after game on all threads; `seating` says which bot sits where in a game.
pub fn run<G: Game>(plan: &Plan<G>, seating: &(dyn Fn(u64) -> Vec<usize> + Sync), watch: &Watch<'_>) -> Batch {
    played(plan, seating, Deal::Own, watch)
}

/// Whose luck a game has.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Deal {
    /// Its own.
    Own,
    /// Its own, keyed to what it is for.
    Keyed,
    /// That of its block: this many games in a row have the same.
    Blocks(u64),
}

/// The same, with luck dealt in another way.
pub(crate) fn played<G: Game>(
    plan: &Plan<G>,
    seating: &(dyn Fn(u64) -> Vec<usize> + Sync),
    deal: Deal,
    watch: &Watch<'_>,
) -> Batch {
    let (start, next) = (Instant::now(), AtomicU64::new(plan.first));
    let end = plan.first.saturating_add(plan.games);
    let mut batch = Batch::default();
    std::thread::scope(|scope| {
        let worker = || {
            let mut part = Batch::default();
            loop {
                let number = next.fetch_add(1, Relaxed);
                if number >= end || (watch.stop)() {
                    return part;
                }
                part.add(plan, number, &seating(number), deal, watch);
            }
        };
        let workers: Vec<_> = (0..plan.threads.max(1)).map(|_| scope.spawn(worker)).collect();
        for part in workers {
            batch.merge(part.join().expect("games that break are caught"));
        }
    });
    batch.rows.sort_by_key(|row| row.number);
    batch.failures.sort();
    batch.seconds = Some(start.elapsed().as_secs_f64());
    batch
}

impl Batch {
    fn add<G: Game>(&mut self, plan: &Plan<G>, number: u64, seating: &[usize], deal: Deal, watch: &Watch<'_>) {
        let luck = if let Deal::Blocks(size) = deal { number / size } else { number };
        let game = || match deal {
            Deal::Keyed => play(plan, luck, seating, watch.stop, Keyed::new(plan.seed, luck)),
            _ if seating.iter().all(|&bot| plan.bots[bot] == Spec::Random) => at_random(plan, luck, seating),
            _ => play(plan, luck, seating, watch.stop, Fast::new(plan.seed, luck)),
        };
        match catch_unwind(AssertUnwindSafe(|| game().map(|row| Finished { number, ..row }))) {
            Ok(None) => {}
            Ok(Some(row)) => {
                (watch.each)(row.decisions);
                self.tally.add(&row);
                if plan.rows {
                    self.rows.push(row);
                }
            }
            Err(panic) => {
                let text = panic.downcast_ref::<String>().map(String::as_str);
                let what = text.or(panic.downcast_ref::<&str>().copied()).unwrap_or("no message").into();
                self.failures.push(Failure { number, seed: plan.seed, what });
            }
        }
    }

    pub(crate) fn merge(&mut self, part: Batch) {
        self.tally.merge(part.tally);
        self.rows.extend(part.rows);
        self.failures.extend(part.failures);
    }
}

/// One whole game; nothing if it was stopped.
fn play<G: Game>(
    plan: &Plan<G>,
    number: u64,
    seating: &[usize],
    stop: &dyn Fn() -> bool,
    mut luck: impl Luck,
) -> Option<Finished> {
    let mut state = G::new(plan.options, plan.data, &mut luck);
    let mut told = Told { used: Some(BTreeSet::new()), ..Told::default() };
    let seed = |seat: usize| plan.seed.rotate_left(32) ^ (number * 8 + seat as u64);
    let bots = seating.iter().enumerate().map(|(seat, &bot)| build(&plan.bots[bot], seed(seat)));
    let decisions = contest(&mut state, &mut luck, &mut bots.collect::<Vec<_>>(), &mut told, stop);
    row(&state, number, decisions, seating, &told)
}

/// The same between random bots: much faster, and nobody listens.
fn at_random<G: Game>(plan: &Plan<G>, number: u64, seating: &[usize]) -> Option<Finished> {
    let mut rng = Fast::new(plan.seed, number);
    let mut state = G::new(plan.options, plan.data, &mut rng);
    let decisions = playout(&mut state, &mut rng, &mut Vec::new(), u32::MAX);
    row(&state, number, decisions, seating, &Told::default())
}

fn row<G: Game>(state: &G, number: u64, decisions: u32, seating: &[usize], told: &Told) -> Option<Finished> {
    let Turn::Over(standing) = state.turn() else { return None };
    let points = state.points();
    let chair = |(seat, &bot): (Seat, &usize)| Chair {
        bot,
        place: standing.places[seat],
        points: points[seat],
        facts: facts(state, seat, told),
        gains: told.gains(seat),
        deeds: told.deeds(seat),
    };
    let winners: Vec<Seat> = Seat::first(seating.len()).filter(|&s| standing.places[s] == 1).collect();
    let tension = told.tension(&winners, decisions);
    Some(Finished { number, decisions, seats: Seat::first(seating.len()).zip(seating).map(chair).collect(), tension })
}

/// What is told of a seat, with the things that it has and has used: several words are a set.
fn facts<G: Game>(state: &G, seat: Seat, told: &Told) -> Vec<(Word, String)> {
    let owned = state.owned(seat).into_iter().map(|(key, words)| (key.into(), words.join(" ")));
    let used = told.used.iter().flat_map(|used| {
        let of = |kind: &'static str| used.range((seat, kind, "")..).take_while(move |u| (u.0, u.1) == (seat, kind));
        G::USED.iter().map(move |kind| ((*kind).into(), of(kind).map(|u| u.2).collect::<Vec<_>>().join(" ")))
    });
    let facts = state.facts(seat).into_iter().map(|(key, value)| (key.into(), value));
    facts.chain(owned).chain(used).collect()
}

/// What the events of a game told.
#[derive(Default)]
struct Told {
    /// Who used what; nothing is known of it if nobody listened.
    used: Option<BTreeSet<(Seat, &'static str, &'static str)>>,
    gains: Vec<Gain>,
    deeds: Vec<(Seat, &'static str)>,
    /// Who came to lead alone, and after how many decisions.
    leads: Vec<(u32, Seat)>,
}

impl Told {
    fn lead<G: Game>(&mut self, state: &G, decisions: u32) {
        let points = state.points();
        let most = Seat::first(state.seats()).map(|s| points[s]).max();
        let mut best = Seat::first(state.seats()).filter(|&s| Some(points[s]) == most);
        let (Some(leader), None) = (best.next(), best.next()) else { return };
        if self.leads.last().is_none_or(|(_, last)| *last != leader) {
            self.leads.push((decisions, leader));
        }
    }

    fn tension(&self, winners: &[Seat], decisions: u32) -> Option<Tension> {
        let (first, changes) = self.leads.split_first()?;
        let others = self.leads.iter().rposition(|(_, seat)| !winners.contains(seat));
        let since = match others {
            None => first.0,
            Some(at) => self.leads.get(at + 1).map_or(decisions, |(since, _)| *since),
        };
        let known_at = (u64::from(since) * 1000 / u64::from(decisions.max(1))) as u32;
        Some(Tension { lead_changes: changes.len() as u32, known_at })
    }

    fn read<G: Game>(&mut self, state: &G, log: &mut Vec<G::Event>) {
        for event in log.drain(..) {
            state.gains(&event, &mut self.gains);
            self.deeds.extend(state.deed(&event));
            self.used.iter_mut().for_each(|used| used.extend(state.used(&event)));
        }
    }

    fn gains(&self, seat: Seat) -> BTreeMap<Word, i64> {
        let mut sums = BTreeMap::new();
        let mine = self.gains.iter().filter(|gain| gain.seat == seat);
        mine.for_each(|gain| *sums.entry(gain.source.into()).or_default() += i64::from(gain.points));
        sums
    }

    fn deeds(&self, seat: Seat) -> BTreeMap<Word, u64> {
        let mut times = BTreeMap::new();
        let mine = self.deeds.iter().filter(|(whose, _)| *whose == seat);
        mine.for_each(|(_, deed)| *times.entry((*deed).into()).or_default() += 1);
        times
    }
}

/// Plays until the game is over or stopped, and returns the decisions taken.
fn contest<G: Game>(
    state: &mut G,
    luck: &mut impl Luck,
    bots: &mut [Box<dyn Bot<G>>],
    told: &mut Told,
    stop: &dyn Fn() -> bool,
) -> u32 {
    let (mut decisions, mut buffer, mut log) = (0, Vec::new(), Vec::<G::Event>::new());
    loop {
        let asked = settle(state, &mut buffer, luck, &mut log, |_, _, _, _| ());
        told.read(state, &mut log);
        told.lead(state, decisions);
        if asked.is_empty() || stop() {
            return decisions;
        }
        let before = *state;
        for seat in asked.iter() {
            for action in answers(&mut *bots[seat.index()], &before, seat) {
                luck.about(seat, &action);
                state.advance(seat, action, luck, &mut log);
                settle(state, &mut buffer, luck, &mut log, |_, _, _, _| ());
                decisions += 1;
            }
        }
    }
}
