//! A table of any game behind one object: the only place of the server where a name becomes a type.

use std::any::Any;
use std::collections::BTreeMap;
use std::fmt::{self, Write as _};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard};

use astrarium_bots::{Bot, Breath, Change, Sight, Spec, build, reasons};
use astrarium_core::ahead::{self, Closed};
use astrarium_core::record::{Dice, Entry};
use astrarium_core::scene::Scene;
use astrarium_core::way::{self, Leg};
use astrarium_core::{
    Action, BySeat, Fast, Game, Line, Options, Parts, Prompt, Record, Redealt, Refusal, Seat, SeatSet, Seen, Sentence,
    Step, Table, Text, Turn, Viewed, Viewer, options, position,
};
use astrarium_games::{Title, with_game};
use serde::Serialize;
use serde_json::{Value, json};
use tokio::sync::{Semaphore, SemaphorePermit};
use utoipa::ToSchema;

use crate::event::{Acted, Firm};
use crate::limits::{KEPT_BOTS, KEPT_BYTES};
use crate::packs::Packs;

/// What the server needs of a game being played.
pub trait AnyGame: Send {
    /// What a sentence would bring. Nothing has changed until it is taken.
    fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal>;
    /// Takes a step that was prepared here, with nothing in between.
    fn take(&mut self, step: Taken);
    /// The same table without one entry: those after it are played again.
    fn without(&self, entry: usize) -> Result<Box<dyn AnyGame>, String>;
    fn asked(&self) -> SeatSet;
    /// The game with a viewer's eyes.
    fn watch(&self, viewer: Viewer) -> Box<dyn Watching + '_>;
    /// Why nothing comes of these words.
    fn why(&self, seat: Seat, words: &[String]) -> Refusal;
    /// Ways of the seat to a far thing, by sentences of which the first has these words.
    fn ways(&self, seat: Seat, words: &[String], to: &str) -> Vec<Vec<Leg>>;
    fn record(&self) -> &Record;
    /// The choice of a bot, to be computed elsewhere: it gets a copy of the state, behind the sight of its seat.
    fn thinker(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<String>;
    /// What a program is told that decides for a seat: all that the seat sees and may do, and nothing else.
    fn told(&self, seat: Seat, seed: u64) -> Value;
    fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>>;
    /// Where the points came from. It tells secrets: for games that are over.
    fn sources(&self) -> Vec<Source>;
}

/// What a viewer is shown of a game, made from one view.
pub trait Watching {
    fn scene(&self) -> Scene;
    fn prompt(&self) -> Prompt;
    /// What the viewer's seat may say; nothing if it has none.
    fn sentences(&self) -> Vec<Sentence>;
    /// The kinds of action that belong to the question but cannot be taken now.
    fn closed(&self) -> Vec<Closed>;
    /// What kinds of action are for, by verb.
    fn purposes(&self) -> BTreeMap<&'static str, &'static str>;
    /// What some entries brought, in words.
    fn lines(&self, entries: Range<usize>) -> Vec<(usize, Line)>;
}

/// The games that tables can play.
pub trait Games: Send + Sync + std::fmt::Debug {
    fn begin(&self, title: &str, setup: &Setup) -> Result<Box<dyn AnyGame>, String>;
    /// Takes up a game where its record stopped.
    fn resume(&self, title: &str, record: &Record, dice: &Dice) -> Result<Box<dyn AnyGame>, String>;
}

/// A decision with what it brings.
pub struct Move {
    pub acted: Acted,
    /// Who is asked after it.
    pub asked: SeatSet,
    pub end: Option<End>,
    pub step: Taken,
}

/// A game's own next step: only the game that made it can read it.
pub type Taken = Box<dyn Any + Send>;

/// What is told once a game is over.
#[derive(Clone, Debug)]
pub struct End {
    pub heading: String,
    pub results: Vec<SeatResult>,
    pub sources: Vec<Source>,
}

/// Points that came from one thing, by seat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Source {
    pub name: &'static str,
    pub points: Vec<i32>,
}

/// A seat's points, and what results are grouped by.
pub type SeatResult = (i32, Vec<(&'static str, String)>);

/// It lets others go first whenever it breathes.
pub type Thought<T> = Box<dyn FnOnce(&dyn Breath) -> T + Send>;

/// A sentence the bot would say, with its estimate of winning in thousandths.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Hint {
    pub words: Vec<String>,
    #[schema(value_type = Vec<Object>)]
    pub label: Text,
    /// Thousandths of winning.
    pub chance: i32,
    /// What it changes until somebody else is asked, on the average; empty where no figure changes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Vec<Object>>)]
    pub why: Vec<Text>,
}

/// The engine panicked; the table cannot go on.
#[derive(Clone, Debug, PartialEq)]
pub struct Crash(pub String);

/// Runs a piece of a game's code and survives its panic.
pub fn guard<T>(run: impl FnOnce() -> T) -> Result<T, Crash> {
    catch_unwind(AssertUnwindSafe(run)).map_err(|panic| {
        let text = panic.downcast_ref::<&str>().map(ToString::to_string);
        Crash(text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_else(|| "panic".into()))
    })
}

/// How a table begins.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    pub options: &'a str,
    pub players: Vec<String>,
    pub start: Option<&'a str>,
    pub dice: &'a Dice,
}

impl Games for Packs {
    fn begin(&self, title: &str, setup: &Setup) -> Result<Box<dyn AnyGame>, String> {
        let title = title.parse::<Title>()?;
        with_game!(title, G => Ok(Box::new(Seated::<G>::begin(setup, self.of::<G>(title))?)))
    }

    fn resume(&self, title: &str, record: &Record, dice: &Dice) -> Result<Box<dyn AnyGame>, String> {
        let title = title.parse::<Title>()?;
        with_game!(title, G => {
            let data = self.called::<G>(title, &record.header.pack)?;
            Ok(Box::new(Seated::<G>::resume(record, data, dice)?))
        })
    }
}

/// The options as `key=value,…` with every default written out, and the number of seats.
pub fn read_options(title: Title, text: &str) -> Result<(String, usize), String> {
    with_game!(title, G => {
        let read: <G as Parts>::Options = options::parse(text)?;
        Ok((options::print(&read), astrarium_core::Options::seats(&read)))
    })
}

struct Seated<G: Game> {
    table: Table<G>,
    /// The state after this many entries, of which none can be taken back; nothing was drawn since.
    firm: (G, usize),
    dice: Dice,
    last: Arc<Mutex<Option<Kept<G>>>>,
}

/// A bot that has answered. If its seat is asked again, it goes on with the trees that it has grown.
struct Kept<G: Game> {
    seat: Seat,
    spec: Spec,
    bot: Box<dyn Bot<G>>,
    _room: SemaphorePermit<'static>,
}

impl<G: Game> Kept<G> {
    /// Nothing if the bot remembers too much, or too many are kept.
    fn of(seat: Seat, spec: Spec, bot: Box<dyn Bot<G>>) -> Option<Kept<G>> {
        static ROOM: Semaphore = Semaphore::const_new(KEPT_BOTS);
        let light = (1..=KEPT_BYTES).contains(&bot.bytes());
        Some(Kept { seat, spec, bot, _room: ROOM.try_acquire().ok().filter(|_| light)? })
    }
}

fn lock<T>(slot: &Mutex<T>) -> MutexGuard<'_, T> {
    slot.lock().expect("nobody panics with a bot in hand")
}

impl<G: Game> Seated<G> {
    /// A table that has just begun, or whose last entry drew something.
    fn new(table: Table<G>, dice: &Dice) -> Seated<G> {
        let firm = (*table.state(), table.record().entries.len());
        Seated { table, firm, dice: dice.clone(), last: Arc::default() }
    }

    fn begin(setup: &Setup, data: &'static G::Data) -> Result<Seated<G>, String> {
        let options = options::parse(setup.options)?;
        let start = setup.start.map(serde_json::from_str).transpose().map_err(|e| format!("start position: {e}"))?;
        let table = Table::open(options, data, setup.players.clone(), setup.dice, start.as_ref());
        Ok(Seated::new(table.map_err(|broken| broken.join("; "))?, setup.dice))
    }

    fn resume(record: &Record, data: &'static G::Data, dice: &Dice) -> Result<Seated<G>, String> {
        let drawn = record.entries.iter().rposition(|entry| !entry.outcomes.is_empty()).unwrap_or_default();
        let (head, tail) = record.entries.split_at(record.entries.len().min(drawn + 1));
        let head = Record { header: record.header.clone(), entries: head.to_vec(), ..Record::default() };
        let mut play = Seated::new(Table::resume(&head, data, dice).map_err(|e| e.to_string())?, dice);
        play.play_on(tail)?;
        for (k, entry) in tail.iter().enumerate() {
            if play.table.record().entries[drawn + 1 + k].hash != entry.hash {
                return Err(format!("entry {} “{}” comes out differently", drawn + 1 + k, entry.text()));
            }
        }
        Ok(play)
    }

    /// The same decisions again.
    fn play_on(&mut self, entries: &[Entry]) -> Result<(), String> {
        for entry in entries {
            let seat = self.state().seat_named(&entry.seat).ok_or_else(|| format!("no seat {}", entry.seat))?;
            self.table.act(seat, &entry.sentence).map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    fn state(&self) -> &G {
        self.table.state()
    }

    /// Whether nobody but the seat can tell that the step is taken.
    fn hidden(&self, step: &Step<G>, seat: Seat) -> bool {
        let before = self.state();
        let same = |v| step.lines(v).is_empty() && before.view(v) == step.state().view(v);
        others(before, seat).all(same) && same(Viewer::Public)
    }

    fn end(&self, step: &Step<G>) -> End {
        let (state, seats) = (step.state(), self.state().seats());
        let points = state.points();
        End {
            heading: Seen::of(state, Viewer::Public).scene().heading,
            results: Seat::first(seats).map(|s| (points[s], state.facts(s))).collect(),
            sources: by_source(self.table.sources_after(step), seats),
        }
    }
}

/// The best three answers of a bot in the place of the seat.
pub fn advice<G: Game>(state: G, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>> {
    Box::new(move |breath| {
        let sight = Sight::new(&state, seat).breathing(breath);
        let hints = build::<G>(&spec, seed).hints(sight);
        let seen = Seen::by(&state, seat);
        let hint = |(action, chance): (G::Action, f32)| Hint {
            words: action.to_string().split(' ').map(Into::into).collect(),
            label: seen.label(action),
            chance: (chance * 1000.0).round() as i32,
            why: reasons(sight, action, seed).into_iter().map(|change| told(&state, seat, change)).collect(),
        };
        hints.into_iter().take(3).map(hint).collect()
    })
}

fn by_source(sources: Vec<(&'static str, BySeat<i32>)>, seats: usize) -> Vec<Source> {
    let source = |(name, points): (_, BySeat<i32>)| Source { name, points: points.0[..seats].to_vec() };
    sources.into_iter().map(source).collect()
}

fn others<G: Game>(state: &G, seat: Seat) -> impl Iterator<Item = Viewer> {
    Seat::first(state.seats()).filter(move |&s| s != seat).map(Viewer::Seat)
}

/// Why a decision with this step cannot be taken back, if it cannot.
fn firm<G: Game>(before: &G, step: &Step<G>, sealed: bool) -> Option<Firm> {
    let passed = !sealed && step.state().turn().seats() != before.turn().seats();
    if !step.entry().outcomes.is_empty() {
        Some(Firm::Chance)
    } else if step.reveals() {
        Some(Firm::Revealed)
    } else {
        passed.then_some(Firm::Passed)
    }
}

impl<G: Game> AnyGame for Seated<G> {
    fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal> {
        let before = self.state();
        let step = self.table.prepare(seat, sentence)?;
        let (after, entry) = (step.state(), step.entry().clone());
        let bare = entry.outcomes.is_empty() && !step.reveals();
        let sealed = bare && before.turn().still_sealed(after.turn(), seat);
        let firm = firm(before, &step, sealed);
        let hidden = sealed && self.hidden(&step, seat);
        let places = match after.turn() {
            Turn::Over(standing) => standing.places.0[..after.seats()].to_vec(),
            _ => Vec::new(),
        };
        let end = after.turn().is_over().then(|| self.end(&step));
        let (name, sentence, outcomes, hash) = (entry.seat, entry.sentence, entry.outcomes, entry.hash);
        let acted = Acted { seat, name, sentence, outcomes, hash, bot: false, sealed, hidden, firm, places };
        Ok(Move { acted, asked: after.turn().seats(), end, step: Box::new((step, firm.is_some())) })
    }

    fn take(&mut self, step: Taken) {
        let (step, firm) = *step.downcast::<(Step<G>, bool)>().expect("a step goes back to the game that made it");
        self.table.commit(step);
        if firm {
            self.firm = (*self.state(), self.table.record().entries.len());
        }
        self.table.open_secret(&self.dice);
        lock(&self.last).take_if(|kept| !self.table.asked().contains(kept.seat));
    }

    fn without(&self, entry: usize) -> Result<Box<dyn AnyGame>, String> {
        let (state, firm) = self.firm;
        let mut later = self.table.record().entries.get(firm..).unwrap_or_default().to_vec();
        let at = entry.checked_sub(firm).filter(|&at| at < later.len()).ok_or("it cannot be taken back any more")?;
        later.remove(at);
        let table = self.table.back_to(state, firm);
        let mut play = Seated { table, firm: self.firm, dice: self.dice.clone(), last: Arc::default() };
        play.play_on(&later)?;
        Ok(Box::new(play))
    }

    fn asked(&self) -> SeatSet {
        self.table.asked()
    }

    fn watch(&self, viewer: Viewer) -> Box<dyn Watching + '_> {
        Box::new(self.table.viewed(viewer))
    }

    fn why(&self, seat: Seat, words: &[String]) -> Refusal {
        why(self.state(), seat, words)
    }

    fn ways(&self, seat: Seat, words: &[String], to: &str) -> Vec<Vec<Leg>> {
        way::ways(&Redealt::of(self.state(), seat, &mut Fast::new(0, 0)), words, to)
    }

    fn record(&self) -> &Record {
        self.table.record()
    }

    fn thinker(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<String> {
        let (state, slot) = (*self.state(), Arc::downgrade(&self.last));
        let kept = lock(&self.last).take().filter(|kept| (kept.seat, kept.spec) == (seat, spec));
        Box::new(move |breath| {
            let mut bot = kept.map_or_else(|| build::<G>(&spec, seed), |kept| kept.bot);
            let action = bot.choose(Sight::new(&state, seat).breathing(breath));
            if let Some(slot) = slot.upgrade() {
                *lock(&slot) = Kept::of(seat, spec, bot);
            }
            action.to_string()
        })
    }

    fn told(&self, seat: Seat, seed: u64) -> Value {
        let (state, header) = (self.state(), &self.record().header);
        let seen = self.table.viewed(Viewer::Seat(seat));
        json!({
            "title": header.title, "options": header.options, "rules": state.options().rules(), "pack": header.pack,
            "number": seat, "seat": state.seat_name(seat), "prompt": seen.seen().prompt(),
            "sentences": Watching::sentences(&seen), "view": seen.seen().view(), "scene": seen.seen().scene(),
            "world": position::export(&state.redeal(seat, &mut Fast::new(seed, 0))),
        })
    }

    fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>> {
        advice(*self.state(), seat, spec, seed)
    }

    fn sources(&self) -> Vec<Source> {
        by_source(self.table.sources(), self.state().seats())
    }
}

impl<G: Game> Watching for Viewed<'_, G> {
    fn scene(&self) -> Scene {
        self.seen().scene()
    }

    fn prompt(&self) -> Prompt {
        self.seen().prompt()
    }

    fn sentences(&self) -> Vec<Sentence> {
        Viewed::sentences(self)
    }

    fn closed(&self) -> Vec<Closed> {
        Viewed::closed(self)
    }

    fn purposes(&self) -> BTreeMap<&'static str, &'static str> {
        ahead::purposes::<G>()
    }

    fn lines(&self, entries: Range<usize>) -> Vec<(usize, Line)> {
        Viewed::lines(self, entries)
    }
}

/// A reason in words: “+1.5 planets”, “Red: −1 planets”.
fn told<G: Game>(state: &G, seat: Seat, Change { seat: whose, figure, by }: Change) -> Text {
    let sign = if by < 0.0 { '−' } else { '+' };
    let figure = Text::from(format!("{sign}{} {figure}", (by.abs() * 10.0).round() / 10.0));
    if whose == seat { figure } else { Text::seat(whose, state.seat_name(whose)).and(": ").and(figure) }
}

/// Why nothing comes of these words.
pub fn why<G: Game>(state: &G, seat: Seat, words: &[String]) -> Refusal {
    let text = words.join(" ");
    let seen = Seen::by(state, seat);
    let none = match text.parse::<G::Action>() {
        Ok(action) => return state.check(seat, action).err().map_or_else(allowed, |why| seen.refusal(why)),
        Err(none) => none,
    };
    // The most common reason among all sentences that go on like this.
    let mut reasons: Vec<(u32, G::Illegal)> = Vec::new();
    let begin: String = words.iter().flat_map(|word| [word, " "]).collect();
    for action in G::Action::all().filter(|action| begins(action, &begin)) {
        match state.check(seat, action) {
            Ok(()) => return allowed(),
            Err(illegal) => count(&mut reasons, illegal),
        }
    }
    reasons.into_iter().max_by_key(|(n, _)| *n).map_or(none, |(_, illegal)| seen.refusal(illegal))
}

fn allowed() -> Refusal {
    Refusal { text: "this can be done now".into(), clause: None }
}

/// Whether a text begins like this. It is written only as far as it does: a game has thousands of sentences.
fn begins(text: impl fmt::Display, begin: &str) -> bool {
    struct Rest<'a>(&'a [u8]);
    impl fmt::Write for Rest<'_> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            let (mine, rest) = self.0.split_at(text.len().min(self.0.len()));
            self.0 = rest;
            if text.as_bytes().starts_with(mine) { Ok(()) } else { Err(fmt::Error) }
        }
    }
    let mut rest = Rest(begin.as_bytes());
    write!(rest, "{text}").is_ok() && rest.0.is_empty()
}

fn count<W: PartialEq>(reasons: &mut Vec<(u32, W)>, reason: W) {
    match reasons.iter_mut().find(|(_, r)| *r == reason) {
        Some((n, _)) => *n += 1,
        None => reasons.push((1, reason)),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[derive(Debug)]
    struct Restless;

    impl Breath for Restless {
        fn breathe(&self) -> Duration {
            Duration::ZERO
        }
    }

    /// Plays some decisions with one bot; how often it was kept for its next one.
    fn kept<G: Game>() -> usize {
        let dice = Dice { secret: [1; 32], nonces: Vec::new() };
        let players = ["Ann", "Bob", "Cem", "Dot"].map(String::from).to_vec();
        let setup = Setup { options: "", players, start: None, dice: &dice };
        let mut play = Seated::<G>::begin(&setup, G::house()).expect("a table");
        let spec: Spec = "ismcts:40".parse().expect("a bot");
        let mut times = 0;
        for _ in 0..60 {
            let seat = play.asked().first().expect("the game is not over");
            let thought = play.thinker(seat, spec, 7);
            assert!(lock(&play.last).is_none(), "a thought has the bot");
            let step = play.prepare(seat, &thought(&Restless)).expect("a legal sentence");
            play.take(step.step);
            let last = lock(&play.last).as_ref().map(|kept| kept.seat);
            assert!(last.is_none_or(|seat| play.asked().contains(seat)), "a bot whose turn is over goes");
            times += usize::from(last.is_some());
        }
        times
    }

    /// Plays some decisions, and takes back each that may be; how often it was.
    fn taken_back<G: Game>() -> usize {
        let dice = Dice { secret: [1; 32], nonces: Vec::new() };
        let players = ["Ann", "Bob", "Cem", "Dot"].map(String::from).to_vec();
        let setup = Setup { options: "", players, start: None, dice: &dice };
        let mut play = Seated::<G>::begin(&setup, G::house()).expect("a table");
        let mut times = 0;
        for k in 0..150 {
            let (Some(seat), mut actions) = (play.asked().first(), Vec::new()) else { break };
            play.state().actions(seat, &mut actions);
            let step = play.prepare(seat, &actions[7 * k % actions.len()].to_string()).expect("a legal sentence");
            let firm = step.acted.firm.is_some();
            play.take(step.step);
            let last = play.record().entries.len() - 1;
            if firm {
                assert!(play.without(last).is_err(), "it cannot be taken back");
                continue;
            }
            let mut record = play.record().clone();
            record.entries.truncate(last);
            let fresh = Seated::<G>::resume(&record, G::house(), &dice).expect("a record");
            let without = play.without(last).expect("it can be taken back");
            assert_eq!(without.record().entries, fresh.record().entries);
            assert!(
                without.asked() == fresh.asked()
                    && without.watch(Viewer::Public).scene() == fresh.watch(Viewer::Public).scene()
            );
            assert_eq!(without.watch(Viewer::Public).lines(0..last), fresh.watch(Viewer::Public).lines(0..usize::MAX));
            times += 1;
        }
        let all = play.watch(Viewer::Public).lines(0..usize::MAX);
        let some: Vec<_> = all.into_iter().filter(|(entry, _)| (5..100).contains(entry)).collect();
        assert!(!some.is_empty() && play.watch(Viewer::Public).lines(5..100) == some);
        times
    }

    /// Only what came after the last firm decision is played again, and everything is as if it had never been said.
    #[test]
    fn what_is_taken_back_was_never_said() {
        for title in Title::ALL {
            let times = with_game!(title, G => taken_back::<G>());
            assert!(times > 0, "{title}");
        }
    }

    #[test]
    fn sentences_that_begin_like_this() {
        assert!(begins("attack moon-1", "attack ") && begins("attack moon-1", "attack moon-1") && begins("pass", ""));
        assert!(!begins("attack", "attack ") && !begins("attack-from moon-1", "attack ") && !begins("pass", "attack "));
    }

    /// Plays some decisions at random; how many sentences said that they cannot be taken back, and how many kinds were closed.
    fn looked_ahead<G: Game>() -> (usize, usize) {
        let dice = Dice { secret: [2; 32], nonces: Vec::new() };
        let players = ["Ann", "Bob", "Cem", "Dot"].map(String::from).to_vec();
        let setup = Setup { options: "", players, start: None, dice: &dice };
        let mut play = Seated::<G>::begin(&setup, G::house()).expect("a table");
        let (mut firm, mut closed) = (0, 0);
        for turn in 0..150 {
            let Some(seat) = play.asked().first() else { break };
            let (sentences, shut) = (play.table.sentences(seat), play.table.viewed(Viewer::Seat(seat)).closed());
            for Closed { verb, why } in &shut {
                assert!(sentences.iter().all(|s| s.words[0] != *verb), "{verb} can be said");
                assert!(why.clause.is_some(), "{verb}: {why}");
            }
            closed += shut.len();
            for sentence in sentences.iter().filter(|s| s.firm) {
                let step = play.prepare(seat, &sentence.words.join(" ")).expect("a legal sentence");
                let why = step.acted.firm;
                assert!(matches!(why, Some(Firm::Chance | Firm::Revealed)), "{:?} is {why:?}", sentence.words);
                firm += 1;
            }
            let next = &sentences[turn * 7 % sentences.len()];
            let step = play.prepare(seat, &next.words.join(" ")).expect("a legal sentence");
            play.take(step.step);
        }
        (firm, closed)
    }

    #[test]
    fn what_cannot_be_taken_back_or_done_now_is_said_before() {
        let found = Title::ALL.map(|title| (title, with_game!(title, G => looked_ahead::<G>())));
        assert!(found.iter().all(|(_, (firm, _))| *firm > 0), "{found:?}");
        // Galactic Adventures asks for one kind of thing at a time.
        assert!(found.iter().filter(|(_, (_, closed))| *closed > 0).count() >= 3, "{found:?}");
    }

    #[test]
    fn advice_says_what_it_gains() {
        let start = r#"{"phase": "turn", "turn": {"seat": "red"}, "seats": {
            "red": {"owns": ["planet-red", "moon-03"], "budget": 11, "attack": "d20", "defense": "d4"},
            "yellow": {"defense": "d4"}, "green": {"defense": "d4"}, "blue": {"defense": "d4"}}}"#;
        let (players, dice) = (Vec::new(), Dice::from_number(1));
        let setup = Setup { options: "", players, start: Some(start), dice: &dice };
        let play = Packs::default().begin("galactic-adventures", &setup).expect("a game");
        let bot = Spec::Greedy;
        let hints = play.adviser(Seat(0), bot, 1)(&Restless);
        let why = |words: &str| {
            let hint = hints.iter().find(|hint| hint.words.join(" ").starts_with(words));
            hint.map(|hint| hint.why.iter().map(ToString::to_string).collect::<Vec<_>>())
        };
        let attack = why("attack-from").unwrap_or_else(|| panic!("{hints:?}"));
        assert!(attack.iter().any(|why| why.starts_with('+') && why.ends_with("territories")), "{hints:?}");
    }

    #[test]
    fn a_bot_keeps_its_trees_while_its_seat_is_asked() {
        let times = with_game!(Title::ALL[0], G => kept::<G>());
        assert!(times > 5, "kept {times} times");
    }
}
