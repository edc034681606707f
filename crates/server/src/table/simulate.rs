//! Tables by the thousand on two servers that share a bad disk, or on one with a bad disk of its own, from one seed: writes that are lost, reported lost or late, silent and
//! slow disks, races, restarts, replies that never arrive. What was acknowledged is in the log once; nobody sees what is not
//! stored; when the faults end, everybody agrees and every table goes on.

mod toy; // a game that costs nothing

use std::cmp::Reverse;
use std::collections::{BTreeMap, BinaryHeap, HashMap};
use std::sync::Arc;

use astrarium_check::times;
use astrarium_core::{Fast, Seat};

use super::Deed;
use super::core::{Core, Input, Output, Person, Wish};
use crate::Limits;
use crate::error::Error;
use crate::event::{Chair, Clock, Event, Level, Made};
use crate::id::{Guest, Id};
use crate::ledger::{Row, Status};
use crate::play::{Crash, Games};
use crate::store::{Append, Lost};

const SERVERS: usize = 2;
/// Tables played at the same time; a new one takes the place of one that is over.
const TABLES: usize = 12;
/// Persons at each table; a bot sits on the seat after them.
const PERSONS: usize = 2;
/// The store gives up after this many milliseconds.
const DEADLINE: i64 = 5_000;

/// What happens at a time.
enum Job {
    /// A person does something, or says again what got no answer.
    Say {
        table: usize,
        person: usize,
    },
    /// A core hears something, unless its server was restarted since.
    Hear {
        server: usize,
        life: u64,
        table: usize,
        input: Input,
    },
    /// A write reaches the disk; whether and when its server is told of it.
    Write {
        server: usize,
        life: u64,
        table: usize,
        append: Box<Append>,
        told: Told,
    },
    Restart {
        server: usize,
    },
    /// The disk of a server takes events again, and its tables are told so.
    Mended {
        server: usize,
        life: u64,
    },
}

/// What a server is told of a write that reached the disk.
#[derive(Copy, Clone)]
enum Told {
    Truth,
    Failure,
    Nothing,
}

/// A deed that is not answered yet.
struct Open {
    id: Id,
    deed: Deed,
}

struct Table {
    id: Id,
    guests: Vec<Guest>,
    /// What is stored.
    log: Vec<Row>,
    open: Vec<Option<Open>>,
    /// What was acknowledged: the ids with their sequence numbers.
    done: Vec<(Id, u64)>,
    over: bool,
}

#[derive(Default)]
struct Server {
    /// How often it was started.
    life: u64,
    cores: HashMap<usize, Core>,
    /// Rows of each core that were compared with the disk.
    seen: HashMap<usize, usize>,
    tickets: HashMap<u64, (usize, usize)>,
}

struct World {
    /// Whether several servers share the disk, and hear of each other's writes. One with a disk of its own hears of nothing: it
    /// is told when a fault has ended.
    shared: bool,
    rng: Fast,
    now: i64,
    jobs: BinaryHeap<Reverse<(i64, u64)>>,
    what: HashMap<u64, Job>,
    number: u64,
    tables: Vec<Table>,
    servers: [Server; SERVERS],
    games: Arc<dyn Games>,
    limits: Limits,
    /// The disk says nothing before this time.
    silent_until: i64,
    /// Nothing fails any more, and nobody begins anything.
    calm: bool,
    counts: BTreeMap<&'static str, u64>,
}

impl World {
    fn new(seed: u64, shared: bool) -> World {
        let mut world = World {
            shared,
            rng: Fast::new(seed, 0),
            now: 1_700_000_000_000,
            jobs: BinaryHeap::new(),
            what: HashMap::new(),
            number: 0,
            tables: Vec::new(),
            servers: Default::default(),
            games: Arc::new(toy::Toys),
            limits: Limits { chats_per_table: 8, undos_per_seat: 6, stand_ins_per_seat: 4, ..Limits::default() },
            silent_until: 0,
            calm: false,
            counts: BTreeMap::new(),
        };
        (0..TABLES).for_each(|_| world.add_table());
        (0..world.servers()).for_each(|server| world.later(10_000, Job::Restart { server }));
        world
    }

    fn servers(&self) -> usize {
        if self.shared { SERVERS } else { 1 }
    }

    fn below(&mut self, n: i64) -> i64 {
        self.rng.below(n as u32).into()
    }

    /// Once in this many times, as long as there are faults.
    fn once_in(&mut self, times: i64) -> bool {
        self.below(times) == 0 && !self.calm
    }

    fn count(&mut self, what: &'static str) {
        *self.counts.entry(what).or_default() += 1;
    }

    fn id(&mut self) -> Id {
        let digits: String = (0..4).map(|_| format!("{:08x}", self.rng.below(u32::MAX))).collect();
        digits.parse().expect("32 hexadecimal digits")
    }

    fn later(&mut self, wait: i64, job: Job) {
        self.number += 1;
        self.jobs.push(Reverse((self.now + wait, self.number)));
        self.what.insert(self.number, job);
    }

    fn add_table(&mut self) {
        let (id, at) = (self.id(), self.now);
        let guests: Vec<Guest> = (0..PERSONS).map(|_| Guest(self.id())).collect();
        let person = |&guest: &Guest| Chair::Person { guest, name: "Ann".into(), nonce: None };
        let clock = self.once_in(3).then_some(Clock::Decision(2));
        let made = Made {
            title: "toy".into(),
            options: String::new(),
            public: false,
            host: guests[0],
            invite: id,
            secret: "00".repeat(32),
            chairs: guests.iter().map(person).chain([Chair::Bot { level: Level::Pilot }]).collect(),
            start: None,
            from: None,
            clock,
            stand_in: Some(0),
            unrated: false,
            invited: Vec::new(),
        };
        let first = Row { seq: 1, at, id: None, event: Event::Made(made), spent: Vec::new() };
        let open = guests.iter().map(|_| None).collect();
        self.tables.push(Table { id, guests, log: vec![first], open, done: Vec::new(), over: false });
        (0..PERSONS).for_each(|person| self.later(1, Job::Say { table: self.tables.len() - 1, person }));
    }

    // Servers

    /// The table's core on a server, read from the log if it is not in memory; nothing if the log cannot be read.
    fn core(&mut self, server: usize, table: usize) -> Option<&mut Core> {
        if !self.servers[server].cores.contains_key(&table) {
            if self.once_in(20) || self.silent_until > self.now {
                return None;
            }
            let Table { id, log, .. } = &self.tables[table];
            let core = Core::read(*id, log.clone(), self.games.clone(), self.limits).expect("a sound log");
            self.servers[server].cores.insert(table, core);
            self.servers[server].seen.insert(table, 0);
            self.feed(server, table, Input::Tick);
        }
        self.servers[server].cores.get_mut(&table)
    }

    fn feed(&mut self, server: usize, table: usize, input: Input) {
        let Some(core) = self.servers[server].cores.get_mut(&table) else { return };
        let outputs = core.take(self.now, input);
        for output in outputs {
            match output {
                Output::Append(append) => self.append(server, table, append),
                Output::Read(after) => self.read(server, table, after),
                Output::Reply(ticket, done) => self.reply(server, table, ticket, done),
                Output::News => self.news(server, table),
                Output::Think { seat, question, level } => self.think(server, table, seat, question, level),
            }
        }
        let wait = self.servers[server].cores[&table].next_tick(self.now);
        if let Some(wait) = wait {
            self.hear(server, table, wait, Input::Tick);
        }
    }

    fn hear(&mut self, server: usize, table: usize, wait: i64, input: Input) {
        let life = self.servers[server].life;
        self.later(wait, Job::Hear { server, life, table, input });
    }

    /// The disk does with it what it likes.
    fn append(&mut self, server: usize, table: usize, append: Box<Append>) {
        let life = self.servers[server].life;
        let slow = if self.once_in(50) { self.below(2 * DEADLINE) } else { self.below(20) };
        let wait = slow.max(self.silent_until - self.now);
        let write = |told| Job::Write { server, life, table, append, told };
        let failure = Input::Stored(Err(Lost::Database));
        if wait > DEADLINE {
            // The store has given up before the disk is heard of; the write may still come.
            self.count("late");
            self.hear(server, table, DEADLINE, failure);
            if self.below(2) == 0 {
                self.later(wait, write(Told::Nothing));
            }
            self.mend(server, wait);
        } else if self.once_in(40) {
            self.count("lost");
            self.hear(server, table, wait, failure);
            self.mend(server, wait);
        } else {
            let told = if self.once_in(40) { Told::Failure } else { Told::Truth };
            self.later(wait, write(told));
        }
    }

    /// After a fault, the writer of a disk that nobody else writes to says when it is over.
    fn mend(&mut self, server: usize, wait: i64) {
        let (life, pause) = (self.servers[server].life, self.below(100));
        if !self.shared {
            self.later(wait + pause, Job::Mended { server, life });
        }
    }

    fn mended(&mut self, server: usize) {
        let mut tables: Vec<usize> = self.servers[server].cores.keys().copied().collect();
        tables.sort_unstable();
        tables.into_iter().for_each(|table| self.feed(server, table, Input::News(u64::MAX)));
    }

    /// The first writer has the number, and every id is stored once.
    fn write(&mut self, server: usize, life: u64, table: usize, row: Row, told: Told) {
        let log = &mut self.tables[table].log;
        let id = row.id.map(|(id, _)| id);
        let known = id.is_some_and(|id| log.iter().any(|r| r.id.is_some_and(|(i, _)| i == id)));
        let first = row.seq == log.len() as u64 + 1 && !known;
        if first {
            log.push(row);
        }
        self.count(if first { "events" } else { "races" });
        let result = match told {
            Told::Nothing => return,
            Told::Failure => {
                self.count("unsure");
                self.mend(server, 0);
                Err(Lost::Database)
            }
            Told::Truth if first => Ok(()),
            Told::Truth => Err(Lost::Race),
        };
        let wait = self.below(5);
        self.later(wait, Job::Hear { server, life, table, input: Input::Stored(result) });
    }

    fn read(&mut self, server: usize, table: usize, after: u64) {
        let wait = self.below(10).max(self.silent_until - self.now);
        if wait > DEADLINE || self.once_in(8) {
            self.count("unread");
            return self.hear(server, table, wait.min(DEADLINE), Input::Log(Err(Error::Busy)));
        }
        // As the log is now: what comes meanwhile is news.
        let rows = self.tables[table].log[after as usize..].to_vec();
        self.hear(server, table, wait, Input::Log(Ok(rows)));
    }

    fn reply(&mut self, server: usize, table: usize, ticket: u64, done: Result<u64, Error>) {
        let (at, person) = self.servers[server].tickets.remove(&ticket).expect("every ticket is answered once");
        assert_eq!(at, table);
        let here = &mut self.tables[table];
        let Some(open) = &here.open[person] else { return };
        let id = open.id;
        match &done {
            Ok(seq) => {
                let stored = &here.log.get(*seq as usize - 1).and_then(|row| row.id);
                assert_eq!(stored.map(|(i, _)| i), Some(id), "acknowledged as {seq}, and not stored");
                here.done.push((id, *seq));
            }
            Err(Error::Busy) => {}
            // The core may be behind: the write may have come late. It is not acknowledged, and that is all.
            Err(_) => here.open[person] = None,
        }
        if done.is_ok() {
            self.count("acknowledged");
            // The reply gets lost on the way: the same is said again.
            if !self.once_in(15) {
                self.tables[table].open[person] = None;
            }
        }
        let wait = if done == Err(Error::Busy) { 200 } else { 20 };
        let wait = 1 + self.below(wait);
        self.later(wait, Job::Say { table, person });
    }

    /// Nobody is shown what is not stored.
    fn news(&mut self, server: usize, table: usize) {
        let Server { cores, seen, .. } = &mut self.servers[server];
        let (core, seen) = (&cores[&table], seen.get_mut(&table).expect("a core is looked at"));
        let (rows, log) = (core.ledger.rows(), &self.tables[table].log);
        assert!(rows.len() <= log.len() && rows[*seen..] == log[*seen..rows.len()], "shown, and not stored");
        *seen = rows.len();
        let (seq, over) = (core.ledger.seq(), matches!(core.facts().status, Status::Over | Status::Closed));
        let other = (server + 1) % SERVERS;
        if self.shared && !self.once_in(10) && self.servers[other].cores.contains_key(&table) {
            let wait = self.below(30);
            self.hear(other, table, wait, Input::News(seq));
        }
        if over && !std::mem::replace(&mut self.tables[table].over, true) && !self.calm {
            self.add_table();
        }
    }

    fn think(&mut self, server: usize, table: usize, seat: Seat, question: u64, level: Level) {
        let random = level == Level::Random;
        let fails = self.once_in(30) && !random;
        let sentence = if fails { Err(Crash("a bot that fails".into())) } else { Ok("tick".into()) };
        let wait = self.below(50);
        self.hear(server, table, wait, Input::Wish(Wish::Bot { seat, question, sentence, random }));
    }

    fn restart(&mut self, server: usize) {
        self.count("restarts");
        let server_ = &mut self.servers[server];
        let mut lost: Vec<_> = server_.tickets.drain().map(|(_, at)| at).collect();
        // A seed gives the same run every time.
        lost.sort_unstable();
        *server_ = Server { life: server_.life + 1, ..Server::default() };
        for (table, person) in lost {
            self.later(50, Job::Say { table, person });
        }
        if self.once_in(3) {
            self.silent_until = self.now + self.below(3 * DEADLINE);
        }
        if !self.calm {
            let wait = 1_000 + self.below(20_000);
            self.later(wait, Job::Restart { server });
        }
    }

    // Persons

    fn say(&mut self, table: usize, person: usize) {
        if self.tables[table].over || (self.calm && self.tables[table].open[person].is_none()) {
            return;
        }
        let server = self.below(self.servers() as i64) as usize;
        let Some(core) = self.core(server, table) else { return self.later(300, Job::Say { table, person }) };
        let seat = Seat(person as u8);
        let (facts, question) = (core.facts().clone(), core.ledger.question(seat));
        if self.tables[table].open[person].is_none() {
            let pick = self.below(20);
            let deed = match facts.status {
                Status::Lobby if person == 0 => Deed::Start { nonces: BTreeMap::new() },
                Status::Lobby => return self.later(20, Job::Say { table, person }),
                _ if pick == 0 => Deed::Chat { text: "hello".into() },
                _ if pick == 1 => Deed::Undo { seat },
                _ if pick == 2 => Deed::Away { seat },
                _ if facts.places[person].stand_in.is_some() => Deed::Back { seat },
                _ if pick == 3 => Deed::Vote { seat: Seat(1 - seat.0) },
                _ if pick == 4 => Deed::Act { seat, sentence: "tick".into(), question: question + 1 },
                _ if !facts.asked.contains(&seat) => return self.later(20, Job::Say { table, person }),
                _ => Deed::Act { seat, sentence: "tick".into(), question },
            };
            let id = self.id();
            self.tables[table].open[person] = Some(Open { id, deed });
        }
        let open = self.tables[table].open[person].as_ref().expect("just opened");
        let (id, deed) = (Some((open.id, 0)), open.deed.clone());
        self.number += 1;
        let (ticket, guest) = (self.number, self.tables[table].guests[person]);
        self.servers[server].tickets.insert(ticket, (table, person));
        let here = vec![guest];
        let person = Person { ticket, guest, id, deed, absent: true, here, races: 0 };
        self.feed(server, table, Input::Wish(Wish::Person(person)));
    }

    // The run

    /// Until this many events are stored; then the faults end, and everything comes to rest.
    fn run(&mut self, events: u64) {
        while self.counts.get("events").copied().unwrap_or(0) < events {
            self.step();
        }
        self.calm = true;
        self.silent_until = 0;
        self.drain();
        // What servers do now and then: open tables that should go on, and look at what others have written.
        (0..self.tables.len()).for_each(|at| _ = self.core(0, at));
        self.look();
        self.drain();
    }

    /// Servers that share a disk look at it now and then: hints may have been lost.
    fn look(&mut self) {
        let looked_at = if self.shared { self.tables.len() } else { 0 };
        for at in 0..looked_at {
            let head = self.tables[at].log.len() as u64;
            (0..SERVERS).for_each(|server| self.feed(server, at, Input::News(head)));
        }
    }

    fn drain(&mut self) {
        while !self.jobs.is_empty() {
            self.step();
        }
    }

    fn step(&mut self) {
        let Reverse((time, number)) = self.jobs.pop().expect("there is always something to do");
        self.now = time;
        match self.what.remove(&number).expect("every job is done once") {
            Job::Say { table, person } => self.say(table, person),
            Job::Hear { server, life, table, input } => {
                if self.servers[server].life == life {
                    self.feed(server, table, input);
                }
            }
            // What a server writes to a disk of its own ends with it.
            Job::Write { server, life, .. } if !self.shared && self.servers[server].life != life => {}
            Job::Write { server, life, table, append, told } => self.write(server, life, table, append.row, told),
            Job::Mended { server, life } => {
                if self.servers[server].life == life {
                    self.mended(server);
                }
            }
            Job::Restart { server } => self.restart(server),
        }
    }

    fn check(&mut self) {
        let cores = || self.servers.iter().flat_map(|server| &server.cores);
        let stuck: Vec<_> = cores().filter(|(_, core)| !core.is_resting()).map(|(table, _)| table).collect();
        assert!(stuck.is_empty(), "tables {stuck:?} wait for something that never comes");
        for at in 0..self.tables.len() {
            let Table { id, log, done, .. } = &self.tables[at];
            for (id, seq) in done {
                let stored: Vec<u64> =
                    log.iter().filter(|row| row.id.is_some_and(|(i, _)| i == *id)).map(|row| row.seq).collect();
                assert_eq!(stored, [*seq], "what was acknowledged is there once");
            }
            let fresh = Core::read(*id, log.clone(), self.games.clone(), self.limits).expect("a sound log");
            let facts = fresh.facts();
            let waits_for_bot = facts.asked.iter().any(|seat| facts.places[seat.index()].bot().is_some());
            let playing = facts.status == Status::Playing;
            assert!(!playing || !waits_for_bot, "the bots of table {at} have stopped");
        }
        self.look();
        self.drain();
        for (at, Table { id, log, .. }) in self.tables.iter().enumerate() {
            let fresh = Core::read(*id, log.clone(), self.games.clone(), self.limits).expect("a sound log");
            for core in self.servers.iter().filter_map(|server| server.cores.get(&at)) {
                assert!(core.ledger.rows() == log, "a server does not know what is stored");
                assert_eq!(core.ledger.record, fresh.ledger.record);
                assert_eq!(core.play.as_ref().map(|p| p.record()), fresh.play.as_ref().map(|p| p.record()));
                assert_eq!(format!("{:?}", core.facts().asked), format!("{:?}", fresh.facts().asked));
            }
        }
    }
}

fn simulate(shared: bool) {
    for seed in 0..10 * times() as u64 {
        println!("seed {seed}");
        let mut world = World::new(seed, shared);
        world.run(10_000);
        world.check();
        println!("{} tables, {:?}", world.tables.len(), world.counts);
        let few = 5 * world.servers() as u64;
        // A server with a disk of its own races only against its own late writes.
        for what in ["acknowledged", "late", "lost", "unsure", "unread", "restarts", "races"] {
            let few = if what == "races" && !shared { 0 } else { few };
            assert!(world.counts.get(what).is_some_and(|&n| n > few), "too few are {what}");
        }
    }
}

#[test]
fn what_is_acknowledged_is_there_once_and_all_agree() {
    simulate(true);
}

#[test]
fn one_server_with_its_own_disk_hears_of_late_writes() {
    simulate(false);
}
