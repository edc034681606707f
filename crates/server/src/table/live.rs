//! The task that owns a table: it hands commands to the core, stores what the core proposes, and shows what is stored.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use astrarium_bots::Spec;
use astrarium_core::way::Leg;
use astrarium_core::{Refusal, Seat, Viewer};
use tokio::sync::{Semaphore, mpsc};

use super::core::{Core, Input, Output, Person, Wish};
use super::fan_out::Channel;
use super::{Command, Deed, Reply};
use crate::Shared;
use crate::clock::now;
use crate::error::Error;
use crate::event::Level;
use crate::id::{Guest, Id, random_bytes};
use crate::ledger::{Row, Status};
use crate::play::{AnyGame, Hint, Thought, guard};
use crate::thinkers::{Errand, For};

/// The least time between two presence messages, so that a crowd coming or going at once does not flood everybody.
const PRESENCE: Duration = Duration::from_millis(250);
/// How many games are replayed at once to bring their tables into memory.
const LOADED_AT_ONCE: usize = 2;
/// Who gives hints.
const ADVISER: Spec = Spec::Level(astrarium_bots::Level::Admiral);

pub(super) struct Live {
    pub(super) shared: Arc<Shared>,
    pub(super) core: Core,
    pub(super) channels: Vec<Channel>,
    sockets: Vec<Socket>,
    /// Until when a guest who sits here without a socket counts as here; those not seen lately count from the beginning.
    until: HashMap<Guest, Instant>,
    since: Instant,
    /// Bots at work, each with its question.
    errands: HashMap<Seat, (u64, Errand)>,
    advising: bool,
    last_bot: Instant,
    /// Who is here was said a moment ago; whether there are news since.
    presence: Option<bool>,
    /// Who waits for the core's reply, and whose eyes count its number.
    replies: HashMap<u64, (Viewer, Reply<u64>)>,
    tickets: u64,
    /// What the core waits for: an event to be stored, or the log to be read.
    pending: Option<Pin<Box<dyn Future<Output = Input> + Send>>>,
    queue: mpsc::WeakSender<Command>,
}

struct Socket {
    guest: Option<Guest>,
    viewer: Viewer,
    token: Weak<()>,
}

/// What a table's task hears next.
enum Heard {
    Command(Command),
    /// Nobody can ask any more.
    Nobody,
    Input(Input),
}

/// Plays what was stored: a long game takes a while, so others are served beside it.
async fn play_through(shared: &Shared, id: Id, rows: Vec<Row>) -> Result<Core, String> {
    static PLACES: Semaphore = Semaphore::const_new(LOADED_AT_ONCE);
    let place = PLACES.acquire().await.expect("it is never closed");
    let (packs, limits) = (shared.packs.clone(), shared.limits);
    let core = tokio::task::spawn_blocking(move || {
        let _place = place;
        Core::read(id, rows, packs, limits)
    });
    let core = core.await;
    core.map_err(|panic| panic.to_string())?.map_err(|broken| broken.to_string())
}

impl Live {
    /// Reads a table from the database.
    pub(super) async fn load(shared: &Arc<Shared>, id: Id, queue: mpsc::WeakSender<Command>) -> Result<Live, Error> {
        let rows = shared.packs.log(&shared.store, id, 0).await?;
        if rows.is_empty() {
            return Err(Error::NotFound("table"));
        }
        let core = play_through(shared, id, rows).await.map_err(|broken| {
            tracing::error!(broken, table = %id, "a table cannot be read");
            Error::Internal
        })?;
        let now = Instant::now();
        Ok(Live {
            shared: shared.clone(),
            core,
            channels: Vec::new(),
            sockets: Vec::new(),
            until: HashMap::new(),
            since: now,
            errands: HashMap::new(),
            advising: false,
            last_bot: now,
            presence: None,
            replies: HashMap::new(),
            tickets: 0,
            pending: None,
            queue,
        })
    }

    /// Serves until nobody needs the table any more.
    pub(super) async fn run(mut self, mut commands: mpsc::Receiver<Command>) {
        self.feed(Input::Tick);
        let (id, idle) = (self.core.facts().id, self.shared.limits.idle);
        loop {
            let tick = self.core.next_tick(now()).map(|wait| Duration::from_millis(wait as u64));
            match tokio::time::timeout(tick.unwrap_or(idle).min(idle), self.hear(&mut commands)).await {
                Ok(Heard::Command(Command::Leave)) => {
                    if self.is_idle() {
                        self.shared.tables.forget(id);
                        commands.close();
                    }
                }
                Ok(Heard::Command(Command::Forget)) => {
                    self.shared.tables.forget(id);
                    commands.close();
                }
                Ok(Heard::Command(command)) => self.handle(command),
                Ok(Heard::Input(input)) => self.feed(input),
                Ok(Heard::Nobody) => break,
                Err(_) if self.is_idle() => {
                    self.shared.tables.forget(id);
                    commands.close();
                }
                Err(_) => self.feed(Input::Tick),
            }
        }
        // Somebody may have opened the table again before the last commands were done here.
        self.shared.tables.hint(id, Command::News(self.core.ledger.seq()));
    }

    async fn hear(&mut self, commands: &mut mpsc::Receiver<Command>) -> Heard {
        let Some(pending) = &mut self.pending else {
            return commands.recv().await.map_or(Heard::Nobody, Heard::Command);
        };
        tokio::select! {
            biased;
            input = pending => {
                self.pending = None;
                Heard::Input(input)
            }
            Some(command) = commands.recv() => Heard::Command(command),
        }
    }

    /// Whether it may leave memory. What comes later is looked for in the database.
    fn is_idle(&mut self) -> bool {
        self.count_sockets();
        let soon = self.shared.limits.soon().as_millis() as i64;
        let is_due = self.core.next_tick(now()).is_some_and(|wait| wait < soon);
        !is_due && self.sockets.is_empty() && !self.advising && self.pending.is_none() && self.core.is_resting()
    }

    fn handle(&mut self, command: Command) {
        match command {
            Command::Show(reply) => _ = reply.send(Ok(self.shown())),
            Command::Read(reply) => _ = reply.send(Ok(self.core.ledger.clone())),
            Command::Look { guest, eyes, since, reply } => {
                _ = reply.send(self.look(guest, eyes, since));
                self.say_presence();
            }
            Command::Glance { guest, eyes, reply } => {
                self.stays(guest, self.shared.limits.reading);
                _ = reply.send(self.glance(guest, eyes));
            }
            Command::Earlier { viewer, before, reply } => _ = reply.send(self.earlier(viewer, before)),
            Command::Do { guest, id, deed, viewer, reply } => self.perform(guest, id, deed, viewer, reply),
            Command::Why { guest, seat, words, reply } => _ = reply.send(self.why(guest, seat, &words)),
            Command::Ways { guest, seat, words, to, reply } => _ = reply.send(self.ways(guest, seat, &words, &to)),
            Command::Hint { guest, seat, reply } => self.hint(guest, seat, reply),
            Command::Thought(wish) => {
                self.last_bot = Instant::now();
                self.feed(Input::Wish(wish));
            }
            Command::News(seq) => self.feed(Input::News(seq)),
            Command::Advised => self.advising = false,
            Command::Leave | Command::Forget => unreachable!("the loop around this hears it"),
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
    }

    // The core

    /// Gives the core something to do, and does what it says, in this order.
    fn feed(&mut self, input: Input) {
        for output in self.core.take(now(), input) {
            match output {
                Output::Append(append) => {
                    let store = self.shared.store.clone();
                    self.pending = Some(Box::pin(async move { Input::Stored(store.append(*append).await) }));
                }
                Output::Read(after) => {
                    let (shared, id) = (self.shared.clone(), self.core.facts().id);
                    self.pending =
                        Some(Box::pin(async move { Input::Log(shared.packs.log(&shared.store, id, after).await) }));
                }
                Output::Reply(ticket, done) => self.reply(ticket, done),
                Output::News => self.send_news(),
                Output::Think { seat, question, level } => self.think(seat, question, level),
            }
        }
        // Nobody thinks on about a question that is gone.
        self.errands.retain(|&seat, &mut (question, _)| self.core.thinks(seat, question));
    }

    fn perform(&mut self, guest: Guest, id: Option<Id>, deed: Deed, viewer: Viewer, reply: Reply<u64>) {
        let print = fingerprint(guest, &deed);
        let about = match deed {
            Deed::Vote { seat } | Deed::Reissue { seat, .. } => {
                self.core.facts().chair(seat).and_then(|chair| chair.guest())
            }
            _ => None,
        };
        let absent = about.is_some_and(|person| self.is_absent(person));
        let ticket = self.tickets;
        self.tickets += 1;
        self.replies.insert(ticket, (viewer, reply));
        let here = if matches!(deed, Deed::Vote { .. }) { self.online().to_vec() } else { Vec::new() };
        let person = Person { ticket, guest, id: id.map(|id| (id, print)), deed, absent, here, races: 0 };
        self.feed(Input::Wish(Wish::Person(person)));
    }

    fn reply(&mut self, ticket: u64, done: Result<u64, Error>) {
        let (viewer, reply) = self.replies.remove(&ticket).expect("every ticket is answered once");
        // The client may be gone; what is stored is stored.
        _ = reply.send(done.map(|seq| self.core.ledger.rank(viewer, seq)));
    }

    fn send_news(&mut self) {
        metrics::counter!("astrarium_events_total").increment(1);
        if let Err(crash) = self.fan_out() {
            self.core.crashed(&crash);
        }
    }

    // Questions

    fn asked(&self, guest: Guest, seat: Seat) -> Result<&dyn AnyGame, Error> {
        if !self.core.facts().holds(guest, seat) {
            return Err(Error::NotYourSeat);
        }
        match self.core.facts().status {
            Status::Playing => self.core.play.as_deref().ok_or(Error::NotPlaying),
            _ => Err(Error::NotPlaying),
        }
    }

    fn why(&mut self, guest: Guest, seat: Seat, words: &[String]) -> Result<Refusal, Error> {
        let play = self.asked(guest, seat)?;
        guard(|| play.why(seat, words)).map_err(|crash| self.core.crashed(&crash))
    }

    fn ways(&mut self, guest: Guest, seat: Seat, words: &[String], to: &str) -> Result<Vec<Vec<Leg>>, Error> {
        let play = self.asked(guest, seat)?;
        guard(|| play.ways(seat, words, to)).map_err(|crash| self.core.crashed(&crash))
    }

    /// Asks a bot for advice. One at a time, because searching is expensive.
    fn hint(&mut self, guest: Guest, seat: Seat, reply: Reply<Vec<Hint>>) {
        let thought = match self.asked(guest, seat) {
            _ if self.advising => Err(Error::Busy),
            Ok(play) if play.asked().contains(seat) => Ok(play.adviser(seat, ADVISER, seed())),
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
                    let hints = shared.thinkers.think(For::Hint(guest), Level::Admiral.takes(), thought).await;
                    // First, so that a client that asks again at once is not told that it is asking already.
                    _ = queue.send(Command::Advised).await;
                    _ = reply.send(hints.map_err(|_| Error::Internal));
                });
            }
        }
    }

    /// Lets a bot think. Its answer comes back as a command.
    fn think(&mut self, seat: Seat, question: u64, level: Level) {
        let (Some(play), Some(queue)) = (&self.core.play, self.queue.upgrade()) else { return };
        let thought: Thought<String> = match level.spec() {
            Ok(spec) => play.thinker(seat, spec, seed()),
            Err(own) => self.shared.bots.thought(own, guard(|| play.told(seat, seed()).to_string())),
        };
        let whom = For::Bot { host: self.core.facts().made.host, table: self.core.facts().id };
        let shared = self.shared.clone();
        let watched = self.sockets.iter().any(|s| s.token.strong_count() > 0);
        let pause = if watched { shared.limits.bot_pause } else { Duration::ZERO };
        let not_before = self.last_bot + pause;
        let task = tokio::spawn(async move {
            let sentence = shared.thinkers.think(whom, level.takes(), thought).await;
            tokio::time::sleep_until(not_before.into()).await;
            let random = level == Level::Random;
            // If the table is gone, so is the question.
            _ = queue.send(Command::Thought(Wish::Bot { seat, question, sentence, random })).await;
        });
        self.errands.insert(seat, (question, Errand(task.abort_handle())));
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
        let closed: Vec<Socket> = self.sockets.extract_if(.., |s| s.token.strong_count() == 0).collect();
        closed.iter().for_each(|socket| self.stays(socket.guest, self.shared.limits.absent));
        self.sockets.len() != before
    }

    /// A guest who sits here counts as here for this long, at least.
    fn stays(&mut self, guest: Option<Guest>, time: Duration) {
        let (now, facts) = (Instant::now(), self.core.facts());
        let sits = |guest: Guest| facts.seats_of(guest).next().is_some();
        self.until.retain(|&guest, until| *until > now && sits(guest));
        if let Some(guest) = guest.filter(|&guest| sits(guest)) {
            let until = now + time;
            self.until.entry(guest).and_modify(|known| *known = until.max(*known)).or_insert(until);
        }
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
        let until = self.until.get(&guest).copied().unwrap_or(self.since + self.shared.limits.absent);
        !self.is_here(guest) && until <= Instant::now()
    }

    pub(super) fn online(&self) -> Arc<[Guest]> {
        self.sockets.iter().filter(|s| s.token.strong_count() > 0).filter_map(|s| s.guest).collect()
    }

    /// Seats with a live person, and the number of sockets without a seat.
    pub(super) fn present(&self) -> (Vec<Seat>, usize) {
        let facts = self.core.facts();
        let here = |s: &Seat| facts.chair(*s).and_then(|c| c.guest()).is_some_and(|g| self.is_here(g));
        let watchers = self.sockets.iter().filter(|s| s.viewer == Viewer::Public && s.token.strong_count() > 0).count();
        (Seat::first(facts.places.len()).filter(here).collect(), watchers)
    }
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
    use std::ops::Range;
    use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

    use astrarium_core::ahead::Closed;
    use astrarium_core::scene::Scene;
    use astrarium_core::{Line, Prompt, Record, SeatSet, Sentence};
    use astrarium_games::Title;
    use tokio::sync::oneshot;

    use super::*;
    use crate::Limits;
    use crate::http::{Plan, make};
    use crate::ledger::Ledger;
    use crate::play::{self, Move, Taken, Watching};
    use crate::table::Eyes;

    /// A game whose rules or bots are broken, and which counts what is made of it.
    struct Broken {
        inner: Box<dyn AnyGame>,
        rules: bool,
        made: Arc<Made>,
    }

    #[derive(Default)]
    struct Made {
        views: AtomicUsize,
        asks: AtomicUsize,
    }

    struct Counted<'a>(Box<dyn Watching + 'a>, &'a Made);

    impl Watching for Counted<'_> {
        fn scene(&self) -> Scene {
            self.0.scene()
        }
        fn prompt(&self) -> Prompt {
            self.0.prompt()
        }
        fn sentences(&self) -> Vec<Sentence> {
            self.1.asks.fetch_add(1, Relaxed);
            self.0.sentences()
        }
        fn closed(&self) -> Vec<Closed> {
            self.0.closed()
        }
        fn purposes(&self) -> BTreeMap<&'static str, &'static str> {
            self.0.purposes()
        }
        fn lines(&self, entries: Range<usize>) -> Vec<(usize, Line)> {
            self.0.lines(entries)
        }
    }

    impl AnyGame for Broken {
        fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal> {
            assert!(!self.rules, "a broken rule");
            self.inner.prepare(seat, sentence)
        }
        fn take(&mut self, step: Taken) {
            self.inner.take(step);
        }
        fn without(&self, entry: usize) -> Result<Box<dyn AnyGame>, String> {
            self.inner.without(entry)
        }
        fn asked(&self) -> SeatSet {
            self.inner.asked()
        }
        fn watch(&self, viewer: Viewer) -> Box<dyn Watching + '_> {
            self.made.views.fetch_add(1, Relaxed);
            Box::new(Counted(self.inner.watch(viewer), &self.made))
        }
        fn why(&self, seat: Seat, words: &[String]) -> Refusal {
            self.inner.why(seat, words)
        }
        fn ways(&self, seat: Seat, words: &[String], to: &str) -> Vec<Vec<Leg>> {
            self.inner.ways(seat, words, to)
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
        fn told(&self, seat: Seat, seed: u64) -> serde_json::Value {
            self.inner.told(seat, seed)
        }
        fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>> {
            self.inner.adviser(seat, spec, seed)
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
        live.done(guest, start).await.expect("it starts");
        let inner = live.core.play.take().expect("a game");
        live.core.play = Some(Box::new(Broken { inner, rules, made: Arc::default() }));
        (live, guest, queue, commands)
    }

    impl Live {
        /// Does something and waits until it is stored, or refused.
        async fn done(&mut self, guest: Guest, deed: Deed) -> Result<u64, Error> {
            let (reply, answer) = oneshot::channel();
            self.handle(Command::Do { guest, id: None, deed, viewer: Viewer::Public, reply });
            self.rest().await;
            answer.await.expect("a reply")
        }

        /// Waits until everything is stored.
        async fn rest(&mut self) {
            while self.core.next_tick(now()) == Some(0) || self.pending.is_some() {
                let input = match self.pending.take() {
                    Some(pending) => pending.await,
                    None => Input::Tick,
                };
                self.feed(input);
            }
        }

        fn first_answer(&self) -> Deed {
            let sentence =
                self.core.play.as_ref().expect("a game").watch(Viewer::Seat(Seat(0))).sentences()[0].words.join(" ");
            Deed::Act { seat: Seat(0), sentence, question: self.core.ledger.question(Seat(0)) }
        }
    }

    #[tokio::test]
    async fn a_panic_closes_one_table_and_keeps_its_record() {
        let (mut live, guest, _queue, _commands) = table("rules", true).await;
        let deed = live.first_answer();
        assert!(matches!(live.done(guest, deed).await, Err(Error::Closed(_))));
        let stored = live.shared.store.log(live.core.facts().id, 0).await.expect("the log");
        let again = Ledger::read(live.core.facts().id, stored).expect("a table");
        assert_eq!(again.facts.status, Status::Closed);
        // What the panic said may quote what is hidden.
        assert!(again.facts.closed.as_ref().is_some_and(|why| !why.contains("a broken rule")));
        assert_eq!(again.record.entries.len(), 1, "the setup is kept");
    }

    /// While nobody decides, nothing is made anew: words go to all, and whoever looks again is asked as before.
    #[tokio::test]
    async fn a_game_that_stands_still_is_shown_once() {
        let (mut live, guest, _queue, _commands) = table("still", false).await;
        let (inner, made) = (live.core.play.take().expect("a game"), Arc::<Made>::default());
        live.core.play = Some(Box::new(Broken { inner, rules: false, made: made.clone() }));
        let mut look = || live.look(Some(guest), Eyes::Seat(Seat(0)), None).expect("a first message");
        let mut eyes = [look(), look()];
        assert_eq!(made.asks.load(Relaxed), 1, "the answers were tried again for whoever came second");
        let views = made.views.load(Relaxed);
        live.done(guest, Deed::Chat { text: "Hello".into() }).await.expect("said");
        assert_eq!(made.views.load(Relaxed), views, "the game was looked at for a word");
        for seen in &mut eyes {
            let told = seen.frames.recv().await.expect("an update").text(Some(guest));
            assert!(told.contains("Hello") && !told.contains("\"ask\""), "{told}");
        }
        let deed = live.first_answer();
        live.done(guest, deed).await.expect("a legal sentence");
        let told = eyes[0].frames.recv().await.expect("an update").text(Some(guest));
        assert!(told.contains("\"ask\""), "{told}");
    }

    /// A visitor without a cookie is a new guest each time.
    #[tokio::test]
    async fn passers_by_leave_no_trace() {
        let (mut live, guest, _queue, _commands) = table("passers-by", false).await;
        for k in 0..1_000 {
            let guest = if k % 2 == 0 { guest } else { Guest(Id::random()) };
            live.handle(Command::Glance { guest: Some(guest), eyes: Eyes::Any, reply: oneshot::channel().0 });
        }
        assert_eq!(live.until.keys().collect::<Vec<_>>(), [&guest]);
        assert!(!live.is_absent(guest));
        live.until.insert(guest, Instant::now());
        live.stays(None, Duration::ZERO);
        assert!(live.until.is_empty(), "what has expired goes");
    }

    #[tokio::test]
    async fn a_bot_that_panics_passes_its_turn_to_chance() {
        let (mut live, guest, _queue, mut commands) = table("bots", false).await;
        while live.core.facts().asked == [Seat(0)] {
            let deed = live.first_answer();
            live.done(guest, deed).await.expect("a legal sentence");
        }
        let acts = live.core.ledger.acts.len();
        while live.core.ledger.acts.len() == acts {
            let thought = commands.recv().await.expect("a bot answers");
            live.handle(thought);
            live.rest().await;
        }
        let items = live.core.ledger.items(Viewer::Public, 0, u64::MAX, Vec::new());
        assert!(items.iter().any(|item| item.text.to_string().contains("answers at random")), "{items:?}");
        assert_eq!(live.core.facts().status, Status::Playing);
    }
}
