//! The laws of `Game`, tried on random play over every player count and every option.
//!
//! ```text
//! #[test]
//! fn laws() {
//!     astrarium_check::laws::<State>(Budget::default());
//! }
//! ```

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use astrarium_core::record::RecordError;
use astrarium_core::{Action, Fast, Game, MAX_SEATS, Options, Record, Seat, Table, Turn, options};

use crate::frank::frank;
use crate::look;
use crate::play::{Next, Trial};

/// How much is tried. The numbers are for all player counts and options together.
#[derive(Copy, Clone, Debug)]
pub struct Budget {
    /// Everything random comes from it.
    pub seed: u64,
    /// Random decisions: no panic, no broken invariant, no dead end, an end in time.
    pub decisions: u64,
    /// States that are looked at from every seat: Pure, Blind, Sealed, Exact, the scene.
    pub states: u64,
    /// Calls of `check`: in some states every seat tries every possible action. For Complete, Atomic and blind refusals.
    pub checks: u64,
    /// Games that are played at a table, written down, read and verified; at least one for every setting.
    pub records: u64,
    /// Whether seats have secrets: then some redeal must change something, or Blind would prove nothing.
    pub secrets: bool,
}

impl Default for Budget {
    fn default() -> Budget {
        Budget { seed: 1, decisions: 1_000_000, states: 10_000, checks: 10_000_000, records: 100, secrets: true }
    }
}

impl Budget {
    fn times(self, n: u64) -> Budget {
        let Budget { decisions, states, checks, records, .. } = self;
        Budget { decisions: decisions * n, states: states * n, checks: checks * n, records: records * n, ..self }
    }
}

/// How much was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Report {
    pub settings: u64,
    pub games: u64,
    pub decisions: u64,
    pub states: u64,
    pub checks: u64,
    /// Redeals that gave another state.
    pub redealt: u64,
    /// Pairs of sealed answers that were given in both orders.
    pub swapped: u64,
    pub records: u64,
    /// For each place in the rules: how often it said `reveal`, and how often something was revealed.
    pub reveals: BTreeMap<(&'static str, u32), (u64, u64)>,
}

impl Report {
    fn add(&mut self, more: Report) {
        self.games += more.games;
        self.decisions += more.decisions;
        self.states += more.states;
        self.checks += more.checks;
        self.redealt += more.redealt;
        self.swapped += more.swapped;
        self.records += more.records;
        for (place, (said, seen)) in more.reveals {
            let sum = self.reveals.entry(place).or_default();
            *sum = (sum.0 + said, sum.1 + seen);
        }
    }

    /// A place in the rules that often says `reveal`, although nothing was ever revealed.
    fn too_wide(&self) -> Option<String> {
        let ((file, line), (said, _)) = self.reveals.iter().find(|(_, (said, seen))| *said >= OFTEN && *seen == 0)?;
        Some(format!(
            "Frank: {file}:{line} says {said} times that something is revealed, and no redealt world shows it"
        ))
    }
}

/// A place that says `reveal` this often, without anything ever being revealed, is suspicious.
const OFTEN: u64 = 40;

/// The work is split into at least this many independent parts; the result does not depend on the number of threads.
const PARTS: u64 = 32;

/// Tries every law and panics at the first that is broken, with a record that leads there.
pub fn laws<G: Game>(budget: Budget) -> Report {
    let budget = budget.times(crate::times());
    look::sentences::<G>().unwrap_or_else(|fault| panic!("{}: {fault}", G::META.id));
    let settings = settings::<G>().unwrap_or_else(|fault| panic!("{}: {fault}", G::META.id));
    let parts = PARTS.max(settings.len() as u64);
    let next = AtomicU64::new(0);
    let report = Mutex::new(Report { settings: settings.len() as u64, ..Report::default() });
    let failure = Mutex::new(None::<(u64, String)>);
    let work = || {
        while failure.lock().expect("no panic while locked").is_none() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= parts {
                return;
            }
            let options = settings[number as usize % settings.len()];
            match Part::<G>::new(budget, parts, number).run(options) {
                Ok(more) => report.lock().expect("no panic while locked").add(more),
                Err(fault) => {
                    // All parts before this one are done or under way: the first fault does not depend on the threads.
                    let mut first = failure.lock().expect("no panic while locked");
                    *first = first.take().into_iter().chain([(number, fault)]).min();
                }
            }
        }
    };
    let threads = thread::available_parallelism().map_or(1, usize::from);
    thread::scope(|scope| (0..threads).for_each(|_| _ = scope.spawn(work)));
    if let Some((_, fault)) = failure.into_inner().expect("no panic while locked") {
        panic!("{fault}");
    }
    let report = report.into_inner().expect("no panic while locked");
    assert!(
        !budget.secrets || report.redealt > 0,
        "{}: Blind: no redeal ever changed anything; without secrets set `secrets: false` in the budget",
        G::META.id
    );
    if let Some(fault) = report.too_wide() {
        panic!("{}: {fault}\nseed {}", G::META.id, budget.seed);
    }
    report
}

/// Every corner of the options with every number of players.
fn settings<G: Game>() -> Result<Vec<G::Options>, String> {
    let (newest, usual) = (G::META.rules_version, G::Options::default().rules());
    if usual != newest {
        return Err(format!("Options: the newest rules version is {newest}, the default is {usual}"));
    }
    let counts = G::META.min_seats..=G::META.max_seats;
    let mut all: Vec<G::Options> = Vec::new();
    for corner in options::corners::<G::Options>() {
        let seated = counts.clone().filter_map(|n| options::set(corner, "players", &n.to_string()).ok());
        for options in seated.chain([corner]) {
            if !all.contains(&options) {
                all.push(options);
            }
        }
    }
    let strange = all.iter().find(|o| !counts.contains(&o.seats()));
    let missing = counts.clone().find(|&n| !all.iter().any(|o| o.seats() == n));
    match (strange, missing) {
        (Some(options), _) => Err(format!("Options: {} seats {}", options::print(options), options.seats())),
        (_, Some(n)) => Err(format!("Options: no setting seats {n}, expected {counts:?}")),
        _ => Ok(all),
    }
}

/// One part of the work: games with the same options.
struct Part<G: Game> {
    budget: Budget,
    number: u64,
    share: Budget,
    /// Where the laws' own random numbers come from; they never touch the play.
    any: Fast,
    whole: Sample,
    every: Sample,
    seen: u64,
    report: Report,
    game: std::marker::PhantomData<G>,
}

impl<G: Game> Part<G> {
    fn new(budget: Budget, parts: u64, number: u64) -> Part<G> {
        let checks = u64::from(G::Action::COUNT) * G::META.max_seats as u64;
        let share = Budget {
            decisions: budget.decisions.div_ceil(parts),
            states: budget.states.div_ceil(parts),
            checks: budget.checks.div_ceil(checks).div_ceil(parts),
            records: budget.records.div_ceil(parts),
            ..budget
        };
        let mut any = Fast::new(!budget.seed, number);
        let whole = Sample::new(share.decisions, share.states, &mut any);
        let every = Sample::new(share.decisions, share.checks, &mut any);
        let (seen, report) = (0, Report::default());
        Part { budget, number, share, any, whole, every, seen, report, game: std::marker::PhantomData }
    }

    fn run(mut self, options: G::Options) -> Result<Report, String> {
        let numbers = self.number << 32..;
        for number in numbers.clone() {
            if self.report.decisions >= self.share.decisions {
                break;
            }
            let mut play = Trial::new(options, G::house(), self.budget.seed, number);
            crate::caught(|| self.game(&mut play)).map_err(|fault| play.tell(&fault))?;
            self.report.games += 1;
        }
        for number in numbers.take(self.share.records as usize) {
            let seed = self.budget.seed ^ number;
            crate::caught(|| recorded::<G>(options, seed)).map_err(|fault| {
                format!("{}: Record: {fault}\noptions {}, seed {seed}", G::META.id, options::print(&options))
            })?;
            self.report.records += 1;
        }
        Ok(self.report)
    }

    fn game(&mut self, play: &mut Trial<G>) -> Result<(), String> {
        let mut state = play.begin();
        for done in 0.. {
            look::sound(&state).map_err(|broken| format!("Invariants: {broken}"))?;
            let next = play.next(&state)?;
            self.look_at(&state, next, &play.dice)?;
            let Some(next) = next else { break };
            if done == G::META.max_actions {
                return Err(format!("Finite: no end after {done} decisions"));
            }
            play.advance(&mut state, next);
            self.report.decisions += 1;
        }
        over(&state)
    }

    fn look_at(&mut self, state: &G, next: Option<Next<G>>, dice: &Fast) -> Result<(), String> {
        self.seen += 1;
        if self.whole.hit(self.seen, &mut self.any) {
            self.report.states += 1;
            if let Some(Next { seat, action, .. }) = next {
                look::pure(state, seat, action, dice)?;
            }
            self.report.redealt += look::blind(state, &mut self.any)?;
            self.report.swapped += look::sealed(state, dice, &mut self.any)?;
            look::exact(state)?;
            look::scene(state, &mut self.any)?;
            // A view that always shows too much breaks another law.
            if let Some(next) = next.filter(|next| next.free || !state.answers_itself(next.seat)) {
                self.frank(state, next)?;
            }
        }
        if self.every.hit(self.seen, &mut self.any) {
            self.report.checks += look::complete(state, &mut self.any)?;
        }
        Ok(())
    }

    fn frank(&mut self, state: &G, next: Next<G>) -> Result<(), String> {
        let (said, seen) = frank(state, next.seat, next.action, &mut self.any)?;
        for place in said {
            let sum = self.report.reveals.entry((place.file(), place.line())).or_default();
            *sum = (sum.0 + 1, sum.1 + u64::from(seen));
        }
        Ok(())
    }
}

/// Picks one state out of every `stride`, at a random place among them.
struct Sample {
    stride: u64,
    next: u64,
}

impl Sample {
    fn new(states: u64, wanted: u64, any: &mut Fast) -> Sample {
        let Some(stride) = states.checked_div(wanted) else { return Sample { stride: 1, next: u64::MAX } };
        let stride = stride.clamp(1, u64::from(u32::MAX));
        Sample { stride, next: u64::from(any.below(stride as u32)) }
    }

    fn hit(&mut self, at: u64, any: &mut Fast) -> bool {
        let hit = at >= self.next;
        if hit {
            self.next = (at / self.stride + 1) * self.stride + u64::from(any.below(self.stride as u32));
        }
        hit
    }
}

/// The final places make sense, and nobody can act any more.
fn over<G: Game>(state: &G) -> Result<(), String> {
    let Turn::Over(standing) = state.turn() else { return Err("Alive: no next decision, yet not over".into()) };
    let seats = state.seats();
    let right = |s: Seat| {
        if s.index() < seats { (1..=seats as u8).contains(&standing.places[s]) } else { standing.places[s] == 0 }
    };
    if !Seat::first(MAX_SEATS).all(right) || standing.winners().is_empty() {
        return Err(format!("Alive: the final places of {seats} seats are {:?}", standing.places.0));
    }
    look::nothing_unasked(state)
}

/// A whole random game at a table: its record is read back to itself and verifies.
fn recorded<G: Game>(options: G::Options, seed: u64) -> Result<(), String> {
    let table = crate::records::random::<G>(options, G::house(), seed);
    let text = table.record().to_string();
    let fault = |what: String| format!("{what}\nreplay: `astrarium record replay` with this record:\n\n{text}");
    let read: Record = text.parse().map_err(|e: RecordError| fault(e.to_string()))?;
    if read != *table.record() {
        return Err(fault("it reads back to another record".into()));
    }
    let again = Table::<G>::verify(&read, G::house()).map_err(|mismatch| fault(mismatch.to_string()))?;
    if again.state() != table.state() || again.record() != table.record() {
        return Err(fault("its replay ends in another state".into()));
    }
    look::lines(&table).and_then(|()| look::gained(&table)).map_err(fault)
}
