//! Which search runs next: a plain value that is told what happens, and when.

use std::collections::{BTreeMap, HashMap};
use std::time::{Duration, Instant};

use crate::address::Source;
use crate::id::{Guest, Id};

/// A running thought makes way only for one whose load is less by so many seconds: equals do not swap at every breath.
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
/// A person who has used less than so many seconds has used nothing.
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
    kind: Kind,
    stage: Stage,
    came: Instant,
    used: Duration,
    /// Seconds that it will take: short thoughts go before long ones. And the same, less and less.
    takes: f64,
    weight: f64,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
struct Kind {
    watched: bool,
    long: bool,
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
    begun: HashMap<(Option<Guest>, Kind), usize>,
    /// The same by address, of long ones and of short ones.
    begun_at: HashMap<(Source, bool), usize>,
}

impl Queue {
    pub fn new(caps: Caps, now: Instant) -> Queue {
        Queue {
            caps,
            thoughts: BTreeMap::new(),
            next: 0,
            persons: HashMap::new(),
            homes: HashMap::new(),
            addresses: HashMap::new(),
            began: now,
            faded: now,
            patient: false,
            eyes: HashMap::new(),
            begun: HashMap::new(),
            begun_at: HashMap::new(),
        }
    }

    /// A thought comes that will take about so long.
    pub fn enter(&mut self, whom: For, takes: Duration, now: Instant) -> Ticket {
        self.next += 1;
        let kind = Kind { watched: self.is_watched(whom), long: takes > LONG };
        let (stage, used, takes) = (Stage::Unbegun, Duration::ZERO, takes.as_secs_f64());
        self.thoughts.insert(self.next, Thought { whom, kind, stage, came: now, used, takes, weight: takes });
        self.person(whom).thoughts += 1;
        self.next
    }

    /// A thought has ended, or is not wanted any more.
    pub fn leave(&mut self, ticket: Ticket, now: Instant) -> Spent {
        self.account(ticket, now);
        let thought = self.thoughts.remove(&ticket).expect("a thought enters before it leaves");
        self.person(thought.whom).thoughts -= 1;
        self.recount();
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
            self.stage(ticket, Stage::Held);
        }
        runs && !better
    }

    /// Gives a free slot to the thought with the best claim. To be called after every other change, until it finds none.
    pub fn start(&mut self, now: Instant) -> Option<Ticket> {
        self.fade(now);
        if self.counts().1 >= self.caps.slots {
            return None;
        }
        let (ticket, _) = self.best(self.caps.person).or_else(|| self.best(usize::MAX))?;
        self.stage(ticket, Stage::Running(now));
        Some(ticket)
    }

    /// A person does something from an address.
    pub fn comes_from(&mut self, guest: Guest, source: Source) {
        if self.homes.len() > MANY {
            self.homes.retain(|guest, _| self.persons.contains_key(&Some(*guest)));
        }
        self.homes.insert(guest, source);
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
        let running = self.thoughts.values().filter(|t| matches!(t.stage, Stage::Running(_))).count();
        (self.thoughts.len() - running, running)
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
        let is_there = |t: &&mut Thought| matches!(t.whom, For::Bot { table: at, .. } if at == table);
        self.thoughts.values_mut().filter(is_there).for_each(|t| t.kind.watched = watched);
        self.recount();
    }

    fn stage(&mut self, ticket: Ticket, stage: Stage) {
        self.thoughts.get_mut(&ticket).expect("a thought in the queue").stage = stage;
        self.recount();
    }

    fn recount(&mut self) {
        self.begun.clear();
        self.begun_at.clear();
        for thought in self.thoughts.values().filter(|t| t.stage != Stage::Unbegun) {
            let person = thought.whom.person();
            *self.begun.entry((person, thought.kind)).or_default() += 1;
            if let Some(home) = person.and_then(|guest| self.homes.get(&guest)) {
                *self.begun_at.entry((*home, thought.kind.long)).or_default() += 1;
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
            let rest = |half: Duration| 0.5f64.powf(time.as_secs_f64() / half.as_secs_f64());
            let (used, weight) = (rest(HALF), rest(PATIENCE));
            self.thoughts.values_mut().for_each(|thought| thought.weight *= weight);
            self.persons.values_mut().for_each(|person| person.load *= used);
            self.persons.retain(|_, person| person.thoughts > 0 || person.load > NOTHING);
            self.addresses.values_mut().for_each(|load| *load *= used);
            self.addresses.retain(|_, load| *load > NOTHING);
        }
    }

    fn rank(&self, thought: &Thought) -> Rank {
        let person = self.persons[&thought.whom.person()];
        let there = self.home(thought.whom).and_then(|home| self.addresses.get(&home)).copied().unwrap_or_default();
        let weight = if self.patient { thought.weight } else { thought.takes };
        (!thought.kind.watched, person.load + ADDRESS * there + CROWD * person.thoughts as f64 + weight)
    }

    /// The most deserving of those that wait and may run, if a person may have begun so many.
    fn best(&self, person: usize) -> Option<(Ticket, Rank)> {
        let begun = [false, true].map(|long| self.begun_of(long));
        let mut best: Option<(Ticket, Rank)> = None;
        for (&ticket, thought) in &self.thoughts {
            let may = match thought.stage {
                Stage::Running(_) => false,
                Stage::Held => true,
                Stage::Unbegun => self.may_begin(thought, person, begun[usize::from(thought.kind.long)]),
            };
            let rank = self.rank(thought);
            if may && best.is_none_or(|(_, other)| rank < other) {
                best = Some((ticket, rank));
            }
        }
        best
    }

    fn begun_of(&self, long: bool) -> usize {
        self.begun.iter().filter(|((_, kind), _)| kind.long == long).map(|(_, count)| count).sum()
    }

    /// Half of the places are for tables that somebody watches, and half of them for other addresses, unless a slot would be idle.
    fn may_begin(&self, thought: &Thought, person: usize, begun: usize) -> bool {
        let half = self.caps.all.div_ceil(2);
        let all = if thought.kind.watched { self.caps.all } else { half };
        let mine = self.begun.get(&(thought.whom.person(), thought.kind)).copied().unwrap_or_default();
        let home = self.home(thought.whom).map(|home| (home, thought.kind.long));
        let there = home.and_then(|home| self.begun_at.get(&home)).copied().unwrap_or_default();
        begun < all && mine < person && (there < half || person == usize::MAX)
    }
}

#[cfg(test)]
mod tests;
