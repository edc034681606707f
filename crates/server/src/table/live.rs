//! The task that owns a table: it takes one command after another, and nothing is shown before it is stored.

use std::collections::HashMap;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use astrarium_core::{Refusal, Seat, Viewer};
use astrarium_games::Title;
use tokio::sync::mpsc;

use super::decide::{dice, stand_in};
use super::fan_out::Channel;
use super::{Command, Deed, Reply};
use crate::Shared;
use crate::error::Error;
use crate::event::{Event, Level};
use crate::id::{Guest, Id, random_bytes};
use crate::ledger::{Ledger, Row, Status};
use crate::play::{self, Crash, Hint, Play, SeatResult, Thought, guard};
use crate::store::{Append, Index, Lost, ResultRow};
use crate::thinkers::{Errand, For};

/// How often a deed is tried again when another server was faster.
const RACES: usize = 8;
/// The game's heading in the lobby may be so old: drawing it is the price of it.
const HEADING: Duration = Duration::from_secs(1);
/// Who is here is said at most so often: a crowd that comes or goes at once would drown everybody in it.
const PRESENCE: Duration = Duration::from_millis(250);

pub(super) struct Live {
    pub(super) shared: Arc<Shared>,
    pub(super) ledger: Ledger,
    pub(super) play: Option<Box<dyn Play>>,
    pub(super) channels: Vec<Channel>,
    sockets: Vec<Socket>,
    /// When a guest's last socket was closed; those never seen count from the beginning.
    left: HashMap<Guest, Instant>,
    since: Instant,
    /// Bots at work: the question each thinks about.
    thinking: HashMap<Seat, (u64, Errand)>,
    advising: bool,
    last_bot: Instant,
    drawn: Option<Instant>,
    /// Who is here was said a moment ago; whether there are news since.
    presence: Option<bool>,
    crash: Option<Crash>,
    /// The database could not be read: what is in memory is worth nothing.
    lost: bool,
    queue: mpsc::WeakSender<Command>,
}

struct Socket {
    guest: Option<Guest>,
    viewer: Viewer,
    token: Weak<()>,
}

impl Live {
    /// Reads a table from the database.
    pub(super) async fn load(shared: &Arc<Shared>, id: Id, queue: mpsc::WeakSender<Command>) -> Result<Live, Error> {
        let rows = shared.store.log(id, 0).await?;
        let ledger = Ledger::read(id, rows).ok_or(Error::NotFound("table"))?;
        let now = Instant::now();
        let mut live = Live {
            shared: shared.clone(),
            ledger,
            play: None,
            channels: Vec::new(),
            sockets: Vec::new(),
            left: HashMap::new(),
            since: now,
            thinking: HashMap::new(),
            advising: false,
            last_bot: now,
            drawn: None,
            presence: None,
            crash: None,
            lost: false,
            queue,
        };
        live.resume();
        Ok(live)
    }

    /// The game as the record has it. A game this version cannot play is closed here, and not in the log.
    fn resume(&mut self) {
        self.play = None;
        if !matches!(self.ledger.facts.status, Status::Playing | Status::Over) {
            return;
        }
        let (record, packs) = (&self.ledger.record, &self.shared.packs);
        let dice = dice(&self.ledger.facts.made.secret, record.header.nonces.iter().cloned());
        let title = self.ledger.facts.made.title.parse::<Title>();
        let resumed = title
            .and_then(|title| guard(|| play::resume(title, packs, record, &dice)).unwrap_or_else(|crash| Err(crash.0)));
        match resumed {
            Ok(play) => self.play = Some(play),
            Err(error) => {
                tracing::error!(%error, table = %self.ledger.facts.id, "a record cannot be played on");
                let facts = Arc::make_mut(&mut self.ledger.facts);
                facts.status = Status::Closed;
                facts.closed = Some(format!("this version cannot play the game on: {error}"));
            }
        }
        self.refresh();
    }

    /// What the lobby shows of the game.
    fn refresh(&mut self) {
        let Some(play) = &self.play else { return };
        let fresh = self.drawn.is_some_and(|at| at.elapsed() < HEADING);
        let over = self.ledger.facts.status == Status::Over;
        let seen = guard(|| {
            let heading = (!fresh).then(|| play.scene(Viewer::Public).heading);
            (play.asked().iter().collect(), heading, if over { play.sources() } else { Vec::new() })
        });
        match seen {
            Ok((asked, heading, sources)) => {
                let facts = Arc::make_mut(&mut self.ledger.facts);
                (facts.asked, facts.sources) = (asked, sources);
                if let Some(heading) = heading {
                    facts.heading = heading;
                    self.drawn = Some(Instant::now());
                }
            }
            Err(crash) => _ = self.crashed(crash),
        }
    }

    /// Serves until nobody needs the table any more.
    pub(super) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.drive();
        let (id, idle) = (self.ledger.facts.id, self.shared.limits.idle);
        while !self.lost {
            let late = self.ledger.facts.next_late(now());
            let wait = late.map_or(idle, |(left, _)| idle.min(Duration::from_millis(left as u64)));
            match (tokio::time::timeout(wait, commands.recv()).await, late) {
                (Ok(Some(command)), _) => self.handle(command).await,
                (Ok(None), _) => return,
                (Err(_), Some((left, seat))) if wait < idle || left == 0 => self.time_is_up(seat).await,
                (Err(_), None) if self.is_idle() => break,
                (Err(_), _) => {}
            }
        }
        self.shared.tables.forget(id);
        if self.lost {
            return;
        }
        commands.close();
        while let Some(command) = commands.recv().await {
            self.handle(command).await;
        }
    }

    fn is_idle(&mut self) -> bool {
        self.count_sockets();
        self.sockets.is_empty() && self.thinking.is_empty() && !self.advising
    }

    async fn handle(&mut self, command: Command) {
        match command {
            Command::Show(reply) => _ = reply.send(Ok(self.shown())),
            Command::Read(reply) => _ = reply.send(Ok(self.ledger.clone())),
            Command::Look { guest, eyes, since, reply } => {
                let seen = self.look(guest, eyes, since);
                _ = reply.send(seen);
                self.say_presence();
            }
            Command::Glance { guest, eyes, reply } => {
                let seen = self.glance(guest, eyes);
                _ = reply.send(seen);
            }
            Command::Do { guest, id, deed, viewer, reply } => self.perform(guest, id, deed, viewer, reply).await,
            Command::Why { guest, seat, words, reply } => _ = reply.send(self.why(guest, seat, &words)),
            Command::Hint { guest, seat, reply } => self.hint(guest, seat, reply),
            Command::Thought { seat, question, sentence, random } => {
                self.thought(seat, question, sentence, random).await;
            }
            Command::News(seq) if seq > self.ledger.seq() => self.catch_up().await,
            Command::News(_) => {}
            Command::Advised => self.advising = false,
            Command::Gone => {
                if self.count_sockets() {
                    self.say_presence();
                }
            }
            Command::Presence => {
                if self.presence.take() == Some(true) {
                    self.say_presence();
                }
            }
        }
        if self.lost {
            return;
        }
        if let Some(crash) = self.crash.take() {
            self.close(crash).await;
        }
        self.drive();
    }

    // Deeds

    /// Validate, store, acknowledge, fan out: in this order.
    async fn perform(&mut self, guest: Guest, id: Option<Id>, deed: Deed, viewer: Viewer, reply: Reply<u64>) {
        let before = self.ledger.seq();
        let done = self.carry_out(guest, id, &deed).await;
        let fresh = done.as_ref().is_ok_and(|&seq| seq > before);
        // Whoever asked may be gone; what is stored is stored.
        _ = reply.send(done.map(|seq| self.ledger.rank(viewer, seq)));
        if fresh {
            self.told().await;
        }
    }

    /// Until the deed is on the disk, or refused. The same id gives the stored answer.
    async fn carry_out(&mut self, guest: Guest, id: Option<Id>, deed: &Deed) -> Result<u64, Error> {
        let print = fingerprint(guest, deed);
        for _ in 0..RACES {
            match id.and_then(|id| self.ledger.answered(id)) {
                Some((seq, old)) if old == print => return Ok(seq),
                Some(_) => return Err(Error::IdReused),
                None => {}
            }
            let event = self.decide(guest, deed)?;
            match self.store(id.map(|id| (id, print)), event).await {
                Ok(()) => return Ok(self.ledger.seq()),
                Err(Lost::Race) => self.reload().await,
                Err(Lost::Database) => {
                    self.reload().await;
                    break;
                }
            }
        }
        Err(Error::Busy)
    }

    /// After an event is stored: everybody hears of it, and what follows from it by itself is done.
    async fn told(&mut self) {
        self.send_news();
        if let Some(event) = self.follow_up() {
            match self.store(None, event).await {
                Ok(()) => self.send_news(),
                Err(_) => self.reload().await,
            }
        }
    }

    /// A bot goes on for a person who thought too long; the person may come back.
    async fn time_is_up(&mut self, seat: Seat) {
        if self.ledger.facts.time(seat, now()).is_some_and(|time| time.runs && time.left == 0) {
            match self.store(None, stand_in(seat, true)).await {
                Ok(()) => self.send_news(),
                Err(_) => self.reload().await,
            }
            self.drive();
        }
    }

    fn send_news(&mut self) {
        metrics::counter!("astrarium_events_total").increment(1);
        if let Err(crash) = self.fan_out() {
            self.crashed(crash);
        }
    }

    /// Takes the event, then waits until it is on the disk. After a failure memory is ahead of the log: read it again.
    async fn store(&mut self, id: Option<(Id, i64)>, event: Event) -> Result<(), Lost> {
        let at = now();
        let row = Row { seq: self.ledger.seq() + 1, at, id, event, spent: self.ledger.facts.spent(at) };
        let seated = matches!(row.event, Event::Made(_) | Event::Chair { .. });
        self.ledger.take(row.clone());
        self.refresh();
        let facts = &self.ledger.facts;
        let sitters = seated.then(|| facts.places.iter().filter_map(|p| p.chair.guest()).collect());
        let over = matches!(&row.event, Event::Acted(acted) if !acted.places.is_empty());
        let results = if over { self.results() } else { Vec::new() };
        self.shared.store.append(Append { row, index: Index::of(facts), sitters, results }).await
    }

    fn results(&self) -> Vec<ResultRow> {
        let Some(play) = &self.play else { return Vec::new() };
        let found = guard(|| play.results()).unwrap_or_default();
        let result = |(k, (points, facts)): (usize, SeatResult)| ResultRow {
            seat: k as i64,
            place: self.ledger.facts.standing.get(k).copied().unwrap_or(0).into(),
            points: points.into(),
            decisions: self.ledger.acts.len() as i64,
            facts: facts.into_iter().map(|(name, value)| (name.to_string(), value)).collect(),
            sources: self.ledger.facts.sources.iter().map(|s| (s.name.to_string(), s.points[k].into())).collect(),
        };
        found.into_iter().enumerate().map(result).collect()
    }

    /// Reads what is stored: after a lost race, or when another server wrote. Memory is only a cache.
    async fn reload(&mut self) {
        match self.shared.store.log(self.ledger.facts.id, 0).await {
            Ok(rows) => {
                let facts = &self.ledger.facts;
                let fresh = Ledger::read(facts.id, rows);
                self.ledger = fresh.expect("the log of a table only grows");
                self.resume();
                self.send_news();
            }
            // The task ends, and the next who asks for the table reads it again.
            Err(error) => {
                tracing::error!(%error, "a table cannot be read again");
                self.lost = true;
            }
        }
    }

    /// Another server wrote: its events are taken over one by one. The dice are the same everywhere.
    async fn catch_up(&mut self) {
        let rows = match self.shared.store.log(self.ledger.facts.id, self.ledger.seq()).await {
            Ok(rows) => rows,
            Err(_) => return self.reload().await,
        };
        for row in rows {
            let same = match (&row.event, self.play.as_mut()) {
                (Event::Acted(acted), Some(play)) => {
                    let played = guard(|| play.act(acted.seat, &acted.sentence));
                    matches!(played, Ok(Ok(again)) if again.hash == acted.hash)
                }
                (Event::Acted(_) | Event::Undone { .. } | Event::Started { .. }, _) => false,
                _ => true,
            };
            self.ledger.take(row);
            if same { self.refresh() } else { self.resume() }
        }
        self.send_news();
    }

    /// Remembers that the game's code panicked; the table is closed before the next command.
    pub(super) fn crashed(&mut self, crash: Crash) -> Error {
        tracing::error!(table = %self.ledger.facts.id, panic = crash.0, "a game panicked");
        metrics::counter!("astrarium_crashes_total").increment(1);
        self.play = None;
        self.crash = Some(crash);
        Error::Closed("the game stopped because of a fault in its rules; its record is kept".into())
    }

    async fn close(&mut self, crash: Crash) {
        let why = format!("the game stopped because of a fault in its rules; its record is kept ({})", crash.0);
        match self.store(None, Event::Closed { why }).await {
            Ok(()) => self.send_news(),
            Err(_) => self.reload().await,
        }
    }

    // Questions

    fn asked(&self, guest: Guest, seat: Seat) -> Result<&dyn Play, Error> {
        if !self.ledger.facts.holds(guest, seat) {
            return Err(Error::NotYourSeat);
        }
        match self.ledger.facts.status {
            Status::Playing => self.play.as_deref().ok_or(Error::NotPlaying),
            _ => Err(Error::NotPlaying),
        }
    }

    fn why(&mut self, guest: Guest, seat: Seat, words: &[String]) -> Result<Refusal, Error> {
        let play = self.asked(guest, seat)?;
        guard(|| play.why(seat, words)).map_err(|crash| self.crashed(crash))
    }

    /// Asks a bot for advice. One at a time: thinking is dear.
    fn hint(&mut self, guest: Guest, seat: Seat, reply: Reply<Vec<Hint>>) {
        let thought = match self.asked(guest, seat) {
            _ if self.advising => Err(Error::Busy),
            Ok(play) if play.asked().contains(seat) => Ok(play.adviser(seat, Level::Normal.spec(), seed())),
            Ok(_) => Err(Error::NotReady("it is not your turn".into())),
            Err(error) => Err(error),
        };
        let (Some(queue), thought) = (self.queue.upgrade(), thought) else { return };
        match thought {
            Err(error) => _ = reply.send(Err(error)),
            Ok(thought) => {
                self.advising = true;
                let shared = self.shared.clone();
                tokio::spawn(async move {
                    let hints = shared.thinkers.think(For::Hint(guest), Level::Normal.takes(), thought).await;
                    _ = reply.send(hints.map_err(|_| Error::Internal));
                    _ = queue.send(Command::Advised).await;
                });
            }
        }
    }

    // Bots

    /// Sets every bot thinking that is asked and does not think yet.
    fn drive(&mut self) {
        let facts = self.ledger.facts.clone();
        let playing = facts.status == Status::Playing;
        self.thinking.retain(|&seat, (question, _)| {
            let bot = facts.asked.contains(&seat) && facts.places[seat.index()].bot().is_some();
            playing && bot && self.ledger.question(seat) == *question
        });
        if !playing {
            return;
        }
        for &seat in &facts.asked {
            let Some(level) = facts.places[seat.index()].bot() else { continue };
            let question = self.ledger.question(seat);
            if !self.thinking.contains_key(&seat) {
                self.think(seat, question, level);
            }
        }
    }

    fn think(&mut self, seat: Seat, question: u64, level: Level) {
        let (Some(play), Some(queue)) = (&self.play, self.queue.upgrade()) else { return };
        let thought: Thought<String> = play.thinker(seat, level.spec(), seed());
        let whom = For::Bot { host: self.ledger.facts.made.host, table: self.ledger.facts.id };
        let shared = self.shared.clone();
        let watched = self.sockets.iter().any(|s| s.token.strong_count() > 0);
        let pause = if watched { shared.limits.bot_pause } else { Duration::ZERO };
        let not_before = self.last_bot + pause;
        let task = tokio::spawn(async move {
            let sentence = shared.thinkers.think(whom, level.takes(), thought).await;
            tokio::time::sleep_until(not_before.into()).await;
            // If the table is gone, so is the question.
            _ = queue.send(Command::Thought { seat, question, sentence, random: level == Level::Random }).await;
        });
        self.thinking.insert(seat, (question, Errand(task.abort_handle())));
    }

    async fn thought(&mut self, seat: Seat, question: u64, sentence: Result<String, Crash>, random: bool) {
        if self.thinking.get(&seat).is_some_and(|(about, _)| *about == question) {
            self.thinking.remove(&seat);
        }
        let facts = &self.ledger.facts;
        let stale = self.ledger.question(seat) != question || !facts.asked.contains(&seat);
        if stale || facts.status != Status::Playing || facts.places[seat.index()].bot().is_none() {
            return;
        }
        self.last_bot = Instant::now();
        let event = match sentence {
            Ok(sentence) => self.act(seat, &sentence).map_err(|error| Crash(error.to_string())),
            Err(crash) => Err(crash),
        };
        match event {
            Ok(Event::Acted(mut acted)) => {
                acted.bot = true;
                match self.store(None, Event::Acted(acted)).await {
                    Ok(()) => self.told().await,
                    Err(_) => self.reload().await,
                }
            }
            Ok(_) => unreachable!("an act is an act"),
            Err(crash) => self.bot_failed(seat, question, crash, random).await,
        }
    }

    /// A bot that fails hands its turn to chance, and the log says so.
    async fn bot_failed(&mut self, seat: Seat, question: u64, crash: Crash, random: bool) {
        tracing::error!(table = %self.ledger.facts.id, panic = crash.0, "a bot failed");
        if random || self.crash.is_some() {
            self.crashed(crash);
            return;
        }
        let text = format!("the bot of {} failed and answers at random this time", self.ledger.facts.name(seat));
        match self.store(None, Event::Note { text }).await {
            Ok(()) => self.send_news(),
            Err(_) => return self.reload().await,
        }
        self.think(seat, question, Level::Random);
    }

    // Presence

    pub(super) fn join(&mut self, guest: Option<Guest>, viewer: Viewer) -> Arc<()> {
        let token = Arc::new(());
        self.sockets.push(Socket { guest, viewer, token: Arc::downgrade(&token) });
        token
    }

    /// Forgets closed sockets; whether there were any.
    fn count_sockets(&mut self) -> bool {
        let before = self.sockets.len();
        for socket in self.sockets.extract_if(.., |s| s.token.strong_count() == 0) {
            self.left.extend(socket.guest.map(|g| (g, Instant::now())));
        }
        self.sockets.len() != before
    }

    /// Tells everybody who is here, now or in a moment.
    fn say_presence(&mut self) {
        if self.presence.is_some() {
            self.presence = Some(true);
            return;
        }
        let Some(queue) = self.queue.upgrade() else { return };
        self.fan_out_presence();
        self.presence = Some(false);
        tokio::spawn(async move {
            tokio::time::sleep(PRESENCE).await;
            // If the table is gone, nobody is here.
            _ = queue.send(Command::Presence).await;
        });
    }

    fn is_here(&self, guest: Guest) -> bool {
        self.sockets.iter().any(|s| s.guest == Some(guest) && s.token.strong_count() > 0)
    }

    pub(super) fn is_absent(&self, guest: Guest) -> bool {
        let since = self.left.get(&guest).copied().unwrap_or(self.since);
        !self.is_here(guest) && since.elapsed() >= self.shared.limits.absent
    }

    pub(super) fn online(&self) -> Arc<[Guest]> {
        self.sockets.iter().filter(|s| s.token.strong_count() > 0).filter_map(|s| s.guest).collect()
    }

    /// Seats with a live person, and the number of sockets without a seat.
    pub(super) fn present(&self) -> (Vec<Seat>, usize) {
        let facts = &self.ledger.facts;
        let here = |s: &Seat| facts.chair(*s).and_then(|c| c.guest()).is_some_and(|g| self.is_here(g));
        let watchers = self.sockets.iter().filter(|s| s.viewer == Viewer::Public && s.token.strong_count() > 0).count();
        (Seat::first(facts.places.len()).filter(here).collect(), watchers)
    }
}

/// Milliseconds since 1970.
pub fn now() -> i64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    since.map_or(0, |d| d.as_millis() as i64)
}

fn seed() -> u64 {
    u64::from_be_bytes(random_bytes())
}

/// Who asked what: the same id may not be used for anything else.
fn fingerprint(guest: Guest, deed: &Deed) -> i64 {
    let text = serde_json::to_vec(&(guest, deed)).expect("deeds are plain data");
    i64::from_be_bytes(blake3::hash(&text).as_bytes()[..8].try_into().expect("eight of thirty-two bytes"))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use astrarium_bots::Spec;
    use astrarium_core::scene::Scene;
    use astrarium_core::{Line, Prompt, Record, SeatSet, Sentence};
    use tokio::sync::oneshot;

    use super::*;
    use crate::Limits;
    use crate::event::Acted;
    use crate::http::{Plan, make};

    /// A game whose rules or bots are broken.
    struct Broken {
        inner: Box<dyn Play>,
        rules: bool,
    }

    impl Play for Broken {
        fn act(&mut self, seat: Seat, sentence: &str) -> Result<Acted, Refusal> {
            assert!(!self.rules, "a broken rule");
            self.inner.act(seat, sentence)
        }
        fn without(&self, entry: usize) -> Result<Box<dyn Play>, String> {
            self.inner.without(entry)
        }
        fn asked(&self) -> SeatSet {
            self.inner.asked()
        }
        fn scene(&self, viewer: Viewer) -> Scene {
            self.inner.scene(viewer)
        }
        fn prompt(&self, seat: Seat) -> Prompt {
            self.inner.prompt(seat)
        }
        fn sentences(&self, seat: Seat) -> Vec<Sentence> {
            self.inner.sentences(seat)
        }
        fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)> {
            self.inner.lines(viewer, from)
        }
        fn why(&self, seat: Seat, words: &[String]) -> Refusal {
            self.inner.why(seat, words)
        }
        fn record(&self) -> &Record {
            self.inner.record()
        }
        fn thinker(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<String> {
            match spec {
                Spec::Random => self.inner.thinker(seat, spec, seed),
                _ => Box::new(|_| panic!("a broken bot")),
            }
        }
        fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>> {
            self.inner.adviser(seat, spec, seed)
        }
        fn results(&self) -> Vec<SeatResult> {
            self.inner.results()
        }
        fn sources(&self) -> Vec<play::Source> {
            self.inner.sources()
        }
    }

    /// A started table of one person and bots; its queue is in our hands.
    async fn table(name: &str, rules: bool) -> (Live, Guest, mpsc::Sender<Command>, mpsc::Receiver<Command>) {
        let shared = crate::serve::for_test(name, Limits::default()).await;
        let guest = Guest(Id::random());
        let id = make(&shared, guest, Plan::usual(Title::ALL[0])).await.expect("a table").facts.id;
        let (queue, commands) = mpsc::channel(64);
        let mut live = Live::load(&shared, id, queue.downgrade()).await.expect("a stored table");
        let start = Deed::Start { nonces: BTreeMap::from([(0, Id::random())]) };
        live.carry_out(guest, None, &start).await.expect("it starts");
        let inner = live.play.take().expect("a game");
        live.play = Some(Box::new(Broken { inner, rules }));
        (live, guest, queue, commands)
    }

    #[tokio::test]
    async fn a_panic_closes_one_table_and_keeps_its_record() {
        let (mut live, guest, _queue, _commands) = table("rules", true).await;
        let sentence = live.play.as_ref().expect("a game").sentences(Seat(0))[0].words.join(" ");
        let deed = Deed::Act { seat: Seat(0), sentence, question: live.ledger.question(Seat(0)) };
        let (reply, answer) = oneshot::channel();
        live.handle(Command::Do { guest, id: None, deed, viewer: Viewer::Public, reply }).await;
        assert!(matches!(answer.await, Ok(Err(Error::Closed(_)))));
        let stored = live.shared.store.log(live.ledger.facts.id, 0).await.expect("the log");
        let again = Ledger::read(live.ledger.facts.id, stored).expect("a table");
        assert_eq!(again.facts.status, Status::Closed);
        assert!(again.facts.closed.as_ref().is_some_and(|why| why.contains("a broken rule")));
        assert_eq!(again.record.entries.len(), 1, "the setup is kept");
    }

    #[tokio::test]
    async fn a_bot_that_panics_passes_its_turn_to_chance() {
        let (mut live, guest, _queue, mut commands) = table("bots", false).await;
        while live.ledger.facts.asked == [Seat(0)] {
            let sentence = live.play.as_ref().expect("a game").sentences(Seat(0))[0].words.join(" ");
            let deed = Deed::Act { seat: Seat(0), sentence, question: live.ledger.question(Seat(0)) };
            live.carry_out(guest, None, &deed).await.expect("a legal sentence");
        }
        live.drive();
        let acts = live.ledger.acts.len();
        while live.ledger.acts.len() == acts {
            let thought = commands.recv().await.expect("a bot answers");
            live.handle(thought).await;
        }
        let items = live.ledger.items(Viewer::Public, 0, Vec::new());
        assert!(items.iter().any(|item| item.text.contains("answers at random")), "{items:?}");
        assert_eq!(live.ledger.facts.status, Status::Playing);
    }
}
