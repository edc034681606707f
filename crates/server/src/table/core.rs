//! The core of a table: a state machine. Requests, results of writes and the time go in; events to store, replies and news come
//! out. It does no input or output and has no clock of its own, so `simulate` can drive thousands of them from one seed.
//!
//! An event becomes part of the table only when the disk has it. Until then it is a proposal, and nobody sees it.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use astrarium_core::{Record, Seat, Viewer};

use super::Deed;
use super::decide::{dice, stand_in};
use crate::Limits;
use crate::call::summon;
use crate::error::Error;
use crate::event::{Event, Level};
use crate::id::{Guest, Id};
use crate::ledger::{Broken, Facts, Ledger, Row, Status};
use crate::play::{AnyGame, Crash, End, Games, Move, SeatResult, Taken, guard};
use crate::rating::Contest;
use crate::store::{Append, Index, Lost, ResultRow};

/// How often a deed is tried again when another server was faster.
const RACES: u32 = 8;
/// How old, in milliseconds, the game's heading in the lobby may be; drawing a new one is slow.
const HEADING: i64 = 1000;
/// How long a table waits after a failure of the database, in milliseconds: twice as long each time, up to the longest pause.
const PAUSE: i64 = 100;
const LONGEST_PAUSE: i64 = 30_000;

/// What clients are told when a game cannot go on. The reason is for the server's log: it may quote what is hidden.
const UNPLAYABLE: &str = "this version of the server cannot play the game on; its record is kept";
const FAULT: &str = "the game stopped because of a fault in its rules; its record is kept";

/// What a table is told.
#[derive(Debug)]
pub enum Input {
    Wish(Wish),
    /// What became of the last event to append.
    Stored(Result<(), Lost>),
    /// The rows that were asked for.
    Log(Result<Vec<Row>, Error>),
    /// The log has this sequence number somewhere else.
    News(u64),
    /// Time has passed.
    Tick,
}

/// What somebody wants of a table.
#[derive(Debug)]
pub enum Wish {
    Person(Person),
    /// A bot has decided.
    Bot {
        seat: Seat,
        question: u64,
        sentence: Result<String, Crash>,
        random: bool,
    },
    /// What the table does by itself, and who answers at random afterwards.
    Own {
        then: Option<(Seat, u64)>,
    },
}

/// A person's wish.
#[derive(Debug)]
pub struct Person {
    /// The reply comes with this number.
    pub ticket: u64,
    pub guest: Guest,
    /// The id its author gave it, and the fingerprint of what is asked.
    pub id: Option<(Id, i64)>,
    pub deed: Deed,
    /// Whether the person whom the deed is about is away, and who is here.
    pub absent: bool,
    pub here: Vec<Guest>,
    pub races: u32,
}

/// What a table wants.
#[derive(Debug)]
pub enum Output {
    /// Store this event, and say what became of it. One at a time.
    Append(Box<Append>),
    /// Read the log after this number. Never while an event is being stored.
    Read(u64),
    /// The sequence number of what was done, or why it was not.
    Reply(u64, Result<u64, Error>),
    /// There is something new to see.
    News,
    /// Let a bot think about a seat's question.
    Think { seat: Seat, question: u64, level: Level },
}

/// An event on its way to the disk, and what is true once it is there.
struct Proposal {
    row: Row,
    facts: Arc<Facts>,
    /// What the lobby hears.
    lobby: Option<Index>,
    next: Next,
    wish: Wish,
}

/// What an event does to the game.
enum Next {
    Same,
    Step(Taken),
    Whole(Box<dyn AnyGame>),
}

/// An event that may be proposed, with what it does to the game.
pub(super) struct Change {
    event: Event,
    next: Next,
    asked: Option<Vec<Seat>>,
    heading: Option<String>,
    end: Option<End>,
}

impl Change {
    /// An event that leaves the game as it is.
    pub fn of(event: Event) -> Change {
        Change { event, next: Next::Same, asked: None, heading: None, end: None }
    }

    pub fn of_move(step: Move) -> Change {
        let Move { acted, asked, end, step } = step;
        Change {
            event: Event::Acted(acted),
            next: Next::Step(step),
            asked: Some(asked.iter().collect()),
            heading: end.as_ref().map(|end| end.heading.clone()),
            end,
        }
    }

    /// An event that puts another game in place of this one.
    pub fn whole(event: Event, play: Box<dyn AnyGame>) -> Change {
        let asked = Some(play.asked().iter().collect());
        let heading = Some(play.watch(Viewer::Public).scene().heading);
        Change { event, next: Next::Whole(play), asked, heading, end: None }
    }
}

/// What the core waits for.
enum Waits {
    Nothing,
    Stored(Box<Proposal>),
    /// Memory may be behind the log; why, if an event was lost.
    Log(Option<(Box<Proposal>, Lost)>),
    /// The log could not be read; the next try comes at this time.
    Until(i64),
}

pub struct Core {
    pub(super) ledger: Ledger,
    pub(super) play: Option<Box<dyn AnyGame>>,
    /// Changes with the game, so that what was shown of it is not made again while nothing but words come.
    pub(super) version: u64,
    pub(super) games: Arc<dyn Games>,
    pub(super) limits: Limits,
    waits: Waits,
    queue: VecDeque<Wish>,
    /// Somebody else has written.
    behind: bool,
    /// Bots at work: the question each thinks about.
    thinking: HashMap<Seat, u64>,
    pub(super) crash: Option<Crash>,
    /// If this version cannot play the game on, the status that the log gives it.
    unplayable: Option<Status>,
    /// Failures of the database in a row; the table tries nothing by itself before a time.
    failures: u32,
    quiet_until: i64,
    /// When the heading was drawn, and of which version.
    drawn: (i64, u64),
    /// The table as the lobby has it, if that is known.
    listed: Option<Index>,
}

impl Core {
    /// A table as its log tells it.
    pub fn read(id: Id, rows: Vec<Row>, games: Arc<dyn Games>, limits: Limits) -> Result<Core, Broken> {
        let ledger = Ledger::read(id, rows)?;
        let mut core = Core {
            ledger,
            play: None,
            version: 0,
            games,
            limits,
            waits: Waits::Nothing,
            queue: VecDeque::new(),
            behind: false,
            thinking: HashMap::new(),
            crash: None,
            unplayable: None,
            failures: 0,
            quiet_until: 0,
            drawn: (0, 0),
            listed: None,
        };
        core.resume();
        Ok(core)
    }

    pub fn facts(&self) -> &Arc<Facts> {
        &self.ledger.facts
    }

    /// Takes one input and says what is to be done, in this order.
    pub fn take(&mut self, now: i64, input: Input) -> Vec<Output> {
        let mut out = Vec::new();
        match input {
            Input::Wish(Wish::Person(person)) if matches!(self.waits, Waits::Until(_)) => {
                out.push(Output::Reply(person.ticket, Err(Error::Busy)));
            }
            Input::Wish(wish) => self.queue.push_back(wish),
            Input::Stored(result) => self.stored(now, result, &mut out),
            Input::Log(result) => self.caught_up(now, result, &mut out),
            Input::News(seq) => self.behind |= seq > self.ledger.seq(),
            Input::Tick => {}
        }
        self.go_on(now, &mut out);
        out
    }

    /// In how many milliseconds a tick is due, if nothing else comes before.
    pub fn next_tick(&self, now: i64) -> Option<i64> {
        match self.waits {
            Waits::Until(time) => Some((time - now).max(0)),
            Waits::Nothing if self.quiet_until > now => Some(self.quiet_until - now),
            Waits::Nothing if self.own_event(now).is_some() => Some(0),
            Waits::Nothing => self.ledger.facts.next_late(now).map(|(left, _)| left),
            Waits::Stored(_) | Waits::Log(_) => None,
        }
    }

    /// Whether it may leave memory as far as the core knows.
    pub fn is_resting(&self) -> bool {
        let waits = matches!(self.waits, Waits::Nothing) && self.queue.is_empty();
        waits && self.thinking.is_empty() && self.crash.is_none()
    }

    /// Does whatever can be done until something has to be waited for.
    fn go_on(&mut self, now: i64, out: &mut Vec<Output>) {
        match self.waits {
            Waits::Until(time) if time <= now => self.ask_log(None, out),
            _ => {}
        }
        while matches!(self.waits, Waits::Nothing) {
            if std::mem::take(&mut self.behind) {
                self.ask_log(None, out);
            } else if let Some(event) = self.own_event(now) {
                self.propose(now, Change::of(event), None, Wish::Own { then: None }, out);
            } else if let Some(wish) = self.queue.pop_front() {
                self.attempt(now, wish, out);
            } else {
                return self.drive(now, out);
            }
        }
    }

    fn ask_log(&mut self, lost: Option<(Box<Proposal>, Lost)>, out: &mut Vec<Output>) {
        self.waits = Waits::Log(lost);
        out.push(Output::Read(self.ledger.seq()));
    }

    /// What the table does by itself now: it closes after a crash, seats a bot that was voted for, or one for a person who
    /// thought too long.
    fn own_event(&self, now: i64) -> Option<Event> {
        let facts = &self.ledger.facts;
        if now < self.quiet_until || facts.closed.is_some() {
            return None;
        }
        if self.crash.is_some() {
            return Some(Event::Closed { why: FAULT.into() });
        }
        let late = || facts.next_late(now).filter(|(left, _)| *left == 0).map(|(_, seat)| stand_in(seat, true));
        self.follow_up().or_else(late)
    }

    fn attempt(&mut self, now: i64, wish: Wish, out: &mut Vec<Output>) {
        match wish {
            Wish::Person(person) => self.attempt_person(now, person, out),
            Wish::Bot { seat, question, sentence, random } => {
                let result = self.answer_of_bot(now, seat, question, sentence);
                let wish = Wish::Own { then: None };
                match result {
                    Some(Ok(change)) => self.propose(now, change, None, wish, out),
                    Some(Err(crash)) => self.bot_failed(now, seat, question, crash, random, out),
                    None => {}
                }
            }
            Wish::Own { .. } => unreachable!("the table's own wishes do not queue"),
        }
    }

    /// Until the deed is proposed, or refused. The same id gives the stored answer.
    fn attempt_person(&mut self, now: i64, person: Person, out: &mut Vec<Output>) {
        let answered = person.id.and_then(|(id, print)| Some((self.ledger.answered(id)?, print)));
        let change = match answered {
            Some(((seq, old), print)) if old == print => return out.push(Output::Reply(person.ticket, Ok(seq))),
            Some(_) => Err(Error::IdReused),
            None => self.decide(now, &person),
        };
        match change {
            Ok(change) => self.propose(now, change, person.id, Wish::Person(person), out),
            Err(error) => out.push(Output::Reply(person.ticket, Err(error))),
        }
    }

    fn propose(&mut self, now: i64, change: Change, id: Option<(Id, i64)>, wish: Wish, out: &mut Vec<Output>) {
        let Change { event, next, asked, heading, end } = change;
        let seated = matches!(event, Event::Chair { .. } | Event::Replaced { .. });
        let row = Row { seq: self.ledger.seq() + 1, at: now, id, event, spent: self.ledger.facts.spent(now) };
        let mut facts = self.ledger.after(&row);
        facts.asked = asked.unwrap_or(facts.asked);
        facts.heading = heading.unwrap_or(facts.heading);
        let contest = end.is_some().then(|| Contest::of(&facts, |seat| self.ledger.pace(Seat(seat as u8))));
        let results = end.as_ref().map_or_else(Vec::new, |end| results(&facts, end, self.ledger.acts.len() + 1));
        facts.sources = end.map_or(facts.sources, |end| end.sources);
        let sitters = seated.then(|| facts.places.iter().filter_map(|p| p.chair.guest()).collect());
        let index = match self.unplayable {
            // Closed only here: it stays in everybody's list.
            Some(status) if facts.closed == self.ledger.facts.closed => Index::of(&Facts { status, ..facts.clone() }),
            _ => Index::of(&facts),
        };
        let listed = !self.listed.as_ref().is_some_and(|old| index.is_fresh(old));
        let lobby = listed.then(|| index.clone());
        let grace = self.limits.call_after.as_millis() as i64;
        let calls = summon(&self.ledger.facts, &facts, &row.event, now, grace);
        let append = Append { row: row.clone(), index, listed, sitters, results, contest, calls };
        out.push(Output::Append(Box::new(append)));
        self.waits = Waits::Stored(Box::new(Proposal { row, facts: Arc::new(facts), lobby, next, wish }));
    }

    /// The disk has it: now it has happened.
    fn stored(&mut self, now: i64, result: Result<(), Lost>, out: &mut Vec<Output>) {
        let Waits::Stored(proposal) = std::mem::replace(&mut self.waits, Waits::Nothing) else {
            unreachable!("only what was proposed is stored")
        };
        if let Err(lost) = result {
            if lost == Lost::Database {
                self.failed(now);
            }
            return self.ask_log(Some((proposal, lost)), out);
        }
        let Proposal { row, facts, lobby, next, wish } = *proposal;
        let seq = row.seq;
        self.listed = lobby.or(self.listed.take());
        self.failures = 0;
        if matches!(row.event, Event::Closed { .. }) {
            (self.crash, self.unplayable) = (None, None);
        }
        self.ledger.enter(row, facts);
        self.version += u64::from(!matches!(next, Next::Same));
        match next {
            Next::Same => {}
            Next::Step(step) => {
                let play = self.play.as_mut().expect("a step is of a game");
                if let Err(crash) = guard(|| play.take(step)) {
                    self.crashed(&crash);
                }
            }
            Next::Whole(play) => self.play = Some(play),
        }
        self.draw_heading(now);
        match wish {
            Wish::Person(person) => out.push(Output::Reply(person.ticket, Ok(seq))),
            Wish::Own { then: Some((seat, question)) } => self.think(seat, question, Level::Random, out),
            Wish::Own { then: None } | Wish::Bot { .. } => {}
        }
        out.push(Output::News);
    }

    /// The log was read: after a lost race, after a failure, or because another server wrote.
    fn caught_up(&mut self, now: i64, result: Result<Vec<Row>, Error>, out: &mut Vec<Output>) {
        let Waits::Log(lost) = std::mem::replace(&mut self.waits, Waits::Nothing) else {
            unreachable!("only what was asked for is read")
        };
        let Ok(rows) = result else { return self.blind(now, lost, out) };
        let ours = lost.as_ref().is_some_and(|(proposal, _)| rows.contains(&proposal.row));
        if !rows.is_empty() {
            self.follow(now, rows);
            out.push(Output::News);
        }
        let Some((proposal, lost)) = lost else { return };
        let Proposal { row, wish: Wish::Person(mut person), .. } = *proposal else { return };
        match lost {
            _ if ours => out.push(Output::Reply(person.ticket, Ok(row.seq))),
            Lost::Race if person.races < RACES => {
                person.races += 1;
                self.queue.push_front(Wish::Person(person));
            }
            _ => out.push(Output::Reply(person.ticket, Err(Error::Busy))),
        }
    }

    /// Nobody knows what the log has: people are told at once, bots think again later.
    fn blind(&mut self, now: i64, lost: Option<(Box<Proposal>, Lost)>, out: &mut Vec<Output>) {
        self.failed(now);
        self.waits = Waits::Until(self.quiet_until);
        let wishes = lost.map(|(proposal, _)| proposal.wish).into_iter().chain(self.queue.drain(..));
        for wish in wishes {
            match wish {
                Wish::Person(person) => out.push(Output::Reply(person.ticket, Err(Error::Busy))),
                Wish::Bot { seat, .. } => _ = self.thinking.remove(&seat),
                Wish::Own { .. } => {}
            }
        }
    }

    fn failed(&mut self, now: i64) {
        let pause = PAUSE << self.failures.min(16);
        self.failures += 1;
        self.quiet_until = now + pause.min(LONGEST_PAUSE);
    }

    /// Takes over events from the log, one by one. The dice are the same everywhere.
    fn follow(&mut self, now: i64, rows: Vec<Row>) {
        self.listed = None;
        self.version += 1;
        for row in rows {
            let same = self.play_along(&row.event);
            if matches!(row.event, Event::Closed { .. }) {
                self.unplayable = None;
            }
            if let Err(broken) = self.ledger.take(row) {
                return self.give_up(&broken.to_string());
            }
            if !same {
                self.resume();
            }
        }
        self.draw_heading(now);
        self.tell_facts();
    }

    /// Does what an event of the log does to the game; whether the game is then what the log says.
    fn play_along(&mut self, event: &Event) -> bool {
        match (event, self.play.as_mut()) {
            (Event::Acted(acted), Some(play)) => {
                let played = guard(|| play.prepare(acted.seat, &acted.sentence));
                match played {
                    Ok(Ok(step)) if step.acted.hash == acted.hash => guard(|| play.take(step.step)).is_ok(),
                    _ => false,
                }
            }
            (Event::Undone { act, hashes, .. }, Some(play)) => {
                let Some(k) = self.ledger.acts.iter().position(|a| a.seq == *act) else { return false };
                let Ok(Ok(again)) = guard(|| play.without(k + 1)) else { return false };
                let same = again.record().entries[k + 1..].iter().map(|entry| &entry.hash).eq(hashes);
                *play = again;
                same
            }
            (Event::Acted(_) | Event::Undone { .. } | Event::Started { .. } | Event::Rewritten { .. }, _) => false,
            _ => true,
        }
    }

    /// The game as the record has it. A game this version cannot play is closed here, and not in the log.
    fn resume(&mut self) {
        self.play = None;
        // What could not be played on was perhaps rewritten.
        if let Some(status) = self.unplayable.take() {
            let facts = Arc::make_mut(&mut self.ledger.facts);
            (facts.status, facts.closed) = (status, None);
        }
        if !matches!(self.ledger.facts.status, Status::Playing | Status::Over) {
            return;
        }
        let (record, made) = (&self.ledger.record, &self.ledger.facts.made);
        let dice = dice(&made.secret, record.header.nonces.iter().cloned());
        let games = &self.games;
        let resumed = guard(|| games.resume(&made.title, record, &dice)).unwrap_or_else(|crash| Err(crash.0));
        match resumed {
            Ok(play) => self.play = Some(play),
            Err(error) => return self.give_up(&error),
        }
        self.version += 1;
        self.drawn.0 = i64::MIN;
        self.draw_heading(0);
        self.tell_facts();
    }

    /// This version cannot play the game on.
    fn give_up(&mut self, error: &str) {
        tracing::error!(error, table = %self.ledger.facts.id, "a table cannot be played on");
        self.play = None;
        let facts = Arc::make_mut(&mut self.ledger.facts);
        self.unplayable = self.unplayable.or(Some(facts.status));
        (facts.status, facts.closed) = (Status::Closed, Some(UNPLAYABLE.into()));
        facts.asked.clear();
    }

    /// What the game says of itself: who is asked, and at the end where the points came from.
    fn tell_facts(&mut self) {
        let Some(play) = &self.play else { return };
        let over = self.ledger.facts.status == Status::Over;
        match guard(|| (play.asked().iter().collect(), if over { play.sources() } else { Vec::new() })) {
            Ok((asked, sources)) => {
                let facts = Arc::make_mut(&mut self.ledger.facts);
                (facts.asked, facts.sources) = (asked, sources);
            }
            Err(crash) => _ = self.crashed(&crash),
        }
    }

    /// How far the game is, for the lobby: drawn now and then, and stored with the next event.
    fn draw_heading(&mut self, now: i64) {
        let Some(play) = &self.play else { return };
        let (at, version) = self.drawn;
        if at.saturating_add(HEADING) > now || version == self.version {
            return;
        }
        match guard(|| play.watch(Viewer::Public).scene().heading) {
            Ok(heading) => {
                Arc::make_mut(&mut self.ledger.facts).heading = heading;
                self.drawn = (now, self.version);
            }
            Err(crash) => _ = self.crashed(&crash),
        }
    }

    /// Remembers that the game's code panicked: the table is closed next.
    pub fn crashed(&mut self, crash: &Crash) -> Error {
        tracing::error!(table = %self.ledger.facts.id, panic = crash.0, "a game panicked");
        metrics::counter!("astrarium_crashes_total").increment(1);
        self.play = None;
        self.version += 1;
        self.crash = Some(crash.clone());
        Error::Closed(FAULT.into())
    }

    // Bots

    /// Sets every bot thinking that is asked and does not think yet; forgets those whose question is gone.
    fn drive(&mut self, now: i64, out: &mut Vec<Output>) {
        let facts = self.ledger.facts.clone();
        let asked = facts.asked.iter().filter_map(|&seat| Some((seat, facts.places[seat.index()].bot()?)));
        let asked: Vec<_> = asked.map(|(seat, level)| (seat, self.ledger.question(seat), level)).collect();
        let playing = facts.status == Status::Playing && self.play.is_some();
        let still = |seat, question| asked.iter().any(|&(s, q, _)| (s, q) == (seat, question));
        self.thinking.retain(|&seat, &mut question| playing && still(seat, question));
        if !playing || now < self.quiet_until {
            return;
        }
        for (seat, question, level) in asked {
            if !self.thinks(seat, question) {
                self.think(seat, question, level, out);
            }
        }
    }

    /// Whether a bot's answer to this question is waited for.
    pub fn thinks(&self, seat: Seat, question: u64) -> bool {
        self.thinking.get(&seat) == Some(&question)
    }

    fn think(&mut self, seat: Seat, question: u64, level: Level, out: &mut Vec<Output>) {
        self.thinking.insert(seat, question);
        out.push(Output::Think { seat, question, level });
    }

    /// What a bot's answer brings; nothing if it comes too late, or while the table keeps quiet: then it thinks again.
    fn answer_of_bot(
        &mut self,
        now: i64,
        seat: Seat,
        question: u64,
        sentence: Result<String, Crash>,
    ) -> Option<Result<Change, Crash>> {
        if self.thinks(seat, question) {
            self.thinking.remove(&seat);
        }
        let facts = &self.ledger.facts;
        let asked = facts.status == Status::Playing && facts.asked.contains(&seat);
        let bot = facts.places.get(seat.index()).is_some_and(|place| place.bot().is_some());
        if !asked || !bot || now < self.quiet_until || self.ledger.question(seat) != question {
            return None;
        }
        let change = sentence.and_then(|words| self.act(seat, &words).map_err(|error| Crash(error.to_string())));
        Some(change.map(|mut change| {
            if let Event::Acted(acted) = &mut change.event {
                acted.bot = true;
            }
            change
        }))
    }

    /// If a bot fails, a random answer is given for it, and the log says so.
    fn bot_failed(&mut self, now: i64, seat: Seat, question: u64, crash: Crash, random: bool, out: &mut Vec<Output>) {
        tracing::error!(table = %self.ledger.facts.id, panic = crash.0, "a bot failed");
        if random || self.crash.is_some() {
            self.crashed(&crash);
            return;
        }
        let text = format!("the bot of {} failed and answers at random this time", self.ledger.facts.name(seat));
        let then = Some((seat, question));
        self.propose(now, Change::of(Event::Note { text }), None, Wish::Own { then }, out);
    }
}

/// How every seat did, once the game is over.
fn results(facts: &Facts, end: &End, decisions: usize) -> Vec<ResultRow> {
    let result = |(k, (points, told)): (usize, &SeatResult)| ResultRow {
        seat: k as i64,
        place: facts.standing.get(k).copied().unwrap_or(0).into(),
        points: (*points).into(),
        decisions: decisions as i64,
        facts: told.iter().map(|(name, value)| (name.to_string(), value.clone())).collect(),
        sources: end.sources.iter().map(|s| (s.name.to_string(), s.points[k].into())).collect(),
    };
    end.results.iter().enumerate().map(result).collect()
}

/// The head of a game's record: its first entry alone.
pub(super) fn head(record: &Record) -> Record {
    Record { entries: record.entries[..1].to_vec(), ..record.clone() }
}
