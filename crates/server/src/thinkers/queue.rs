//! Which search runs next: a plain value that is told what happens, and when. A choice looks at each person who waits, and not at
//! each of their thoughts.

use std::collections::hash_map::Entry;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::Hash;
use std::time::{Duration, Instant};

use crate::address::Source;
use crate::id::{Guest, Id};

/// A running thought makes way only for one whose load is less by this many seconds: equals do not swap at every breath.
const MARGIN: f64 = 0.02;
/// What a person has used counts half after this.
const HALF: Duration = Duration::from_secs(2);
/// Long thoughts wait for short ones, but not for ever: in a part of every round, what a thought will take counts half after this.
/// Only in a part: hundreds of long ones that have waited long would keep every new short one waiting.
const PATIENCE: Duration = Duration::from_secs(30);
const ROUND: u128 = 200;
const PATIENT: u128 = 50;
/// How much the time of all persons of an address counts for each of them: cookies cost nothing.
const ADDRESS: f64 = 0.25;
/// With more persons than this, addresses of those who want nothing are forgotten.
const MANY: usize = 10_000;
/// How often all that is made to count less.
const STEP: Duration = Duration::from_millis(200);
/// How many seconds each pending thought of a person adds to their account: a person with many tables waits for those with few.
const CROWD: f64 = 0.02;
/// A thought that takes longer has a large tree.
const LONG: Duration = Duration::from_secs(1);
/// A person who has used less than this many seconds has used nothing.
const NOTHING: f64 = 0.001;

/// For whom a thought is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum For {
    /// A table's bot: its host answers for the time.
    Bot { host: Guest, table: Id },
    /// Somebody who asks and waits.
    Hint(Guest),
    /// Everybody, and so nobody in particular.
    Statistics,
}

impl For {
    fn person(self) -> Option<Guest> {
        match self {
            For::Bot { host, .. } => Some(host),
            For::Hint(guest) => Some(guest),
            For::Statistics => None,
        }
    }
}

/// Thoughts by the order in which they came.
pub type Ticket = u64;

/// How many may be at work.
#[derive(Copy, Clone, Debug)]
pub struct Caps {
    /// Thoughts that run at the same time.
    pub slots: usize,
    /// Thoughts of a kind that are begun: of one person, unless a slot would be idle; and in all.
    pub person: usize,
    pub all: usize,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum Stage {
    Unbegun,
    /// It has begun and made way.
    Held,
    /// It has a slot. Its time is counted up to here.
    Running(Instant),
}

#[derive(Debug)]
struct Thought {
    whom: For,
    watched: bool,
    /// How long it will take: short thoughts go before long ones.
    takes: Duration,
    stage: Stage,
    came: Instant,
    used: Duration,
}

impl Thought {
    fn line(&self) -> Line {
        Line { person: self.whom.person(), watched: self.watched, takes: self.takes }
    }
}

/// Thoughts that differ only in when they came: the oldest goes first, so only that one is looked at.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Line {
    person: Option<Guest>,
    watched: bool,
    takes: Duration,
}

impl Line {
    fn kind(self) -> Kind {
        Kind { watched: self.watched, long: self.takes > LONG }
    }
}

/// Those of a line that wait.
#[derive(Debug, Default)]
struct Pending {
    held: BTreeSet<Ticket>,
    unbegun: BTreeSet<Ticket>,
}

impl Pending {
    fn of(&mut self, stage: Stage) -> &mut BTreeSet<Ticket> {
        if stage == Stage::Unbegun { &mut self.unbegun } else { &mut self.held }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    watched: bool,
    long: bool,
}

/// Thoughts that are begun, counted as they begin and end.
#[derive(Debug, Default, PartialEq)]
struct Begun {
    running: usize,
    /// Short ones and long ones.
    all: [usize; 2],
    of: HashMap<(Option<Guest>, Kind), usize>,
    /// By address, of long ones and of short ones.
    at: HashMap<(Source, bool), usize>,
}

impl Begun {
    fn count(&mut self, thought: &Thought, home: Option<Source>, by: isize) {
        if thought.stage == Stage::Unbegun {
            return;
        }
        let kind = thought.line().kind();
        self.running = self.running.strict_add_signed(if thought.stage == Stage::Held { 0 } else { by });
        let all = &mut self.all[usize::from(kind.long)];
        *all = all.strict_add_signed(by);
        add(&mut self.of, (thought.whom.person(), kind), by);
        if let Some(home) = home {
            add(&mut self.at, (home, kind.long), by);
        }
    }

    /// A person's address has changed.
    fn moves(&mut self, guest: Guest, from: Option<Source>, to: Source) {
        for (watched, long) in [(false, false), (false, true), (true, false), (true, true)] {
            let many = self.of.get(&(Some(guest), Kind { watched, long })).copied().unwrap_or_default() as isize;
            if let Some(from) = from {
                add(&mut self.at, (from, long), -many);
            }
            add(&mut self.at, (to, long), many);
        }
    }
}

/// Changes a count; what is nothing is not kept.
fn add<K: Eq + Hash>(counts: &mut HashMap<K, usize>, key: K, by: isize) {
    let sum = counts.remove(&key).unwrap_or_default().strict_add_signed(by);
    if sum > 0 {
        counts.insert(key, sum);
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq)]
struct Person {
    /// Seconds used, those of long ago counted less.
    load: f64,
    thoughts: usize,
}

/// What became of a thought.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Spent {
    pub thinking: Duration,
    pub waiting: Duration,
}

/// The less, the sooner: first those whom somebody watches, then by load.
type Rank = (bool, f64);

#[derive(Debug)]
pub struct Queue {
    caps: Caps,
    thoughts: BTreeMap<Ticket, Thought>,
    /// Those that wait, and those of a table's bots.
    lines: HashMap<Line, Pending>,
    tables: HashMap<Id, Vec<Ticket>>,
    next: Ticket,
    persons: HashMap<Option<Guest>, Person>,
    /// Where persons come from, as far as that is known, and seconds used there, those of long ago counted less.
    homes: HashMap<Guest, Source>,
    addresses: HashMap<Source, f64>,
    began: Instant,
    faded: Instant,
    /// Whether those who have waited long go first now.
    patient: bool,
    /// How many look at a table.
    eyes: HashMap<Id, usize>,
    begun: Begun,
}

impl Queue {
    pub fn new(caps: Caps, now: Instant) -> Queue {
        Queue {
            caps,
            thoughts: BTreeMap::new(),
            lines: HashMap::new(),
            tables: HashMap::new(),
            next: 0,
            persons: HashMap::new(),
            homes: HashMap::new(),
            addresses: HashMap::new(),
            began: now,
            faded: now,
            patient: false,
            eyes: HashMap::new(),
            begun: Begun::default(),
        }
    }

    /// A thought comes that will take about this long.
    pub fn enter(&mut self, whom: For, takes: Duration, now: Instant) -> Ticket {
        self.next += 1;
        let (stage, used, watched) = (Stage::Unbegun, Duration::ZERO, self.is_watched(whom));
        self.thoughts.insert(self.next, Thought { whom, watched, takes, stage, came: now, used });
        self.put(self.next);
        if let For::Bot { table, .. } = whom {
            self.tables.entry(table).or_default().push(self.next);
        }
        self.person(whom).thoughts += 1;
        self.next
    }

    /// A thought has ended, or is not wanted any more.
    pub fn leave(&mut self, ticket: Ticket, now: Instant) -> Spent {
        self.account(ticket, now);
        self.pull(ticket);
        let thought = self.thoughts.remove(&ticket).expect("a thought enters before it leaves");
        if let For::Bot { table, .. } = thought.whom {
            let mut there = self.tables.remove(&table).expect("its table is known");
            there.retain(|&other| other != ticket);
            if !there.is_empty() {
                self.tables.insert(table, there);
            }
        }
        self.person(thought.whom).thoughts -= 1;
        Spent { thinking: thought.used, waiting: (now - thought.came).saturating_sub(thought.used) }
    }

    /// A thought breathes: whether it may go on at once. If not, its slot is free.
    pub fn breathe(&mut self, ticket: Ticket, now: Instant) -> bool {
        self.account(ticket, now);
        let thought = &self.thoughts[&ticket];
        let runs = matches!(thought.stage, Stage::Running(_));
        let mine = self.rank(thought);
        let better =
            self.best(self.caps.person).is_some_and(|(_, (unwatched, load))| (unwatched, load + MARGIN) < mine);
        if runs && better {
            self.change(ticket, |thought| thought.stage = Stage::Held);
        }
        runs && !better
    }

    /// Gives a free slot to the thought with the best claim. To be called after every other change, until it finds none.
    pub fn start(&mut self, now: Instant) -> Option<Ticket> {
        self.fade(now);
        if self.begun.running >= self.caps.slots {
            return None;
        }
        let (ticket, _) = self.best(self.caps.person).or_else(|| self.best(usize::MAX))?;
        self.change(ticket, |thought| thought.stage = Stage::Running(now));
        Some(ticket)
    }

    /// A person does something from an address.
    pub fn comes_from(&mut self, guest: Guest, source: Source) {
        if self.homes.len() > MANY {
            self.homes.retain(|guest, _| self.persons.contains_key(&Some(*guest)));
        }
        let before = self.homes.insert(guest, source);
        if before != Some(source) {
            self.begun.moves(guest, before, source);
        }
    }

    /// Somebody looks at a table.
    pub fn look(&mut self, table: Id) {
        *self.eyes.entry(table).or_default() += 1;
        self.see(table);
    }

    pub fn look_away(&mut self, table: Id) {
        let eyes = self.eyes.get_mut(&table).expect("eyes look before they look away");
        *eyes -= 1;
        if *eyes == 0 {
            self.eyes.remove(&table);
        }
        self.see(table);
    }

    /// The thoughts that wait and that run.
    pub fn counts(&self) -> (usize, usize) {
        (self.thoughts.len() - self.begun.running, self.begun.running)
    }

    pub fn is_watched(&self, whom: For) -> bool {
        match whom {
            For::Bot { table, .. } => self.eyes.contains_key(&table),
            For::Hint(_) => true,
            For::Statistics => false,
        }
    }

    fn person(&mut self, whom: For) -> &mut Person {
        self.persons.entry(whom.person()).or_default()
    }

    fn see(&mut self, table: Id) {
        let watched = self.eyes.contains_key(&table);
        for ticket in self.tables.get(&table).cloned().unwrap_or_default() {
            self.change(ticket, |thought| thought.watched = watched);
        }
    }

    fn change(&mut self, ticket: Ticket, change: impl FnOnce(&mut Thought)) {
        self.pull(ticket);
        change(self.thoughts.get_mut(&ticket).expect("a thought in the queue"));
        self.put(ticket);
    }

    /// Puts a thought where it is looked for and counted.
    fn put(&mut self, ticket: Ticket) {
        let thought = &self.thoughts[&ticket];
        self.begun.count(thought, self.home(thought.whom), 1);
        if !matches!(thought.stage, Stage::Running(_)) {
            self.lines.entry(thought.line()).or_default().of(thought.stage).insert(ticket);
        }
    }

    /// Takes it away from there, before anything about it changes.
    fn pull(&mut self, ticket: Ticket) {
        let thought = &self.thoughts[&ticket];
        self.begun.count(thought, self.home(thought.whom), -1);
        if let Entry::Occupied(mut line) = self.lines.entry(thought.line()) {
            line.get_mut().of(thought.stage).remove(&ticket);
            if line.get().held.is_empty() && line.get().unbegun.is_empty() {
                line.remove();
            }
        }
    }

    /// Counts the time a thought has run since it was counted last.
    fn account(&mut self, ticket: Ticket, now: Instant) {
        self.fade(now);
        let thought = self.thoughts.get_mut(&ticket).expect("a thought in the queue");
        if let Stage::Running(since) = thought.stage {
            let time = now - since;
            thought.stage = Stage::Running(now);
            thought.used += time;
            let whom = thought.whom;
            self.person(whom).load += time.as_secs_f64();
            if let Some(home) = self.home(whom) {
                *self.addresses.entry(home).or_default() += time.as_secs_f64();
            }
        }
    }

    fn home(&self, whom: For) -> Option<Source> {
        self.homes.get(&whom.person()?).copied()
    }

    fn fade(&mut self, now: Instant) {
        let time = now - self.faded;
        self.patient = (now - self.began).as_millis() % ROUND < PATIENT;
        if time >= STEP {
            self.faded = now;
            let used = rest(time, HALF);
            self.persons.values_mut().for_each(|person| person.load *= used);
            self.persons.retain(|_, person| person.thoughts > 0 || person.load > NOTHING);
            self.addresses.values_mut().for_each(|load| *load *= used);
            self.addresses.retain(|_, load| *load > NOTHING);
        }
    }

    fn rank(&self, thought: &Thought) -> Rank {
        let person = self.persons[&thought.whom.person()];
        let there = self.home(thought.whom).and_then(|home| self.addresses.get(&home)).copied().unwrap_or_default();
        let waited = if self.patient { self.faded.saturating_duration_since(thought.came) } else { Duration::ZERO };
        let weight = thought.takes.as_secs_f64() * rest(waited, PATIENCE);
        (!thought.watched, person.load + ADDRESS * there + CROWD * person.thoughts as f64 + weight)
    }

    /// The most deserving of those that wait and may run, if a person may have begun this many.
    fn best(&self, person: usize) -> Option<(Ticket, Rank)> {
        let mut best: Option<(Rank, Ticket)> = None;
        for (&line, waiting) in &self.lines {
            let unbegun = waiting.unbegun.first().filter(|_| self.may_begin(line, person));
            let Some(&first) = waiting.held.first().into_iter().chain(unbegun).min() else { continue };
            let one = (self.rank(&self.thoughts[&first]), first);
            best = best.filter(|&other| other < one).or(Some(one));
        }
        best.map(|(rank, ticket)| (ticket, rank))
    }

    /// Half of the places are for tables that somebody watches, and half of them for other addresses, unless a slot would be idle.
    fn may_begin(&self, line: Line, person: usize) -> bool {
        let (half, kind) = (self.caps.all.div_ceil(2), line.kind());
        let all = if kind.watched { self.caps.all } else { half };
        let mine = self.begun.of.get(&(line.person, kind)).copied().unwrap_or_default();
        let home = line.person.and_then(|guest| self.homes.get(&guest)).map(|&home| (home, kind.long));
        let there = home.and_then(|home| self.begun.at.get(&home)).copied().unwrap_or_default();
        self.begun.all[usize::from(kind.long)] < all && mine < person && (there < half || person == usize::MAX)
    }
}

/// What is left of something after a time, if this much time halves it.
fn rest(time: Duration, half: Duration) -> f64 {
    0.5f64.powf(time.as_secs_f64() / half.as_secs_f64())
}

#[cfg(test)]
mod tests;
