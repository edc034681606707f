//! A table of any game behind one object: the only place of the server where a name becomes a type.

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use astrarium_bots::{Breath, Sight, Spec, build};
use astrarium_core::record::Dice;
use astrarium_core::scene::Scene;
use astrarium_core::{
    Action, BySeat, Fast, Game, Illegal, Line, Prompt, Record, Refusal, Seat, SeatSet, Sentence, Step, Table, Turn,
    Viewer, options, settle,
};
use astrarium_games::{Title, with_game};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event::{Acted, Firm};
use crate::packs::Packs;

/// What the server needs of a game being played.
pub trait Play: Send {
    /// What a sentence would bring. Nothing has changed until it is taken.
    fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal>;
    /// Takes a step that was prepared here, with nothing in between.
    fn take(&mut self, step: Taken);
    /// The same table without one entry: those after it are played again.
    fn without(&self, entry: usize) -> Result<Box<dyn Play>, String>;
    fn asked(&self) -> SeatSet;
    fn scene(&self, viewer: Viewer) -> Scene;
    fn prompt(&self, seat: Seat) -> Prompt;
    fn sentences(&self, seat: Seat) -> Vec<Sentence>;
    /// What the sentence of a past entry means, in words.
    fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)>;
    /// Why nothing comes of these words.
    fn why(&self, seat: Seat, words: &[String]) -> Refusal;
    fn record(&self) -> &Record;
    /// The choice of a bot, to be computed elsewhere: it gets a copy of the state, behind the sight of its seat.
    fn thinker(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<String>;
    fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>>;
    /// Where the points came from. It tells secrets: for games that are over.
    fn sources(&self) -> Vec<Source>;
}

/// The games that tables can play.
pub trait Games: Send + Sync + std::fmt::Debug {
    fn begin(&self, title: &str, setup: &Setup) -> Result<Box<dyn Play>, String>;
    /// Takes up a game where its record stopped.
    fn resume(&self, title: &str, record: &Record, dice: &Dice) -> Result<Box<dyn Play>, String>;
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
pub struct Source {
    pub name: &'static str,
    pub points: Vec<i32>,
}

/// A seat's points, and what results are grouped by.
pub type SeatResult = (i32, Vec<(&'static str, String)>);

/// It lets others go first whenever it breathes.
pub type Thought<T> = Box<dyn FnOnce(&dyn Breath) -> T + Send>;

/// A sentence the bot would say, with its estimate of winning in thousandths.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Hint {
    pub words: Vec<String>,
    pub label: String,
    pub chance: i32,
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
    fn begin(&self, title: &str, setup: &Setup) -> Result<Box<dyn Play>, String> {
        let title = title.parse::<Title>()?;
        with_game!(title, G => Ok(Box::new(Seated::<G>::begin(setup, self.of::<G>(title))?)))
    }

    fn resume(&self, title: &str, record: &Record, dice: &Dice) -> Result<Box<dyn Play>, String> {
        let title = title.parse::<Title>()?;
        with_game!(title, G => {
            let data = self.with_hash::<G>(title, &record.header.pack);
            Ok(Box::new(Seated::<G>::resume(record, data, dice)?))
        })
    }
}

/// The options as `key=value,…` with every default written out, and the number of seats.
pub fn read_options(title: Title, text: &str) -> Result<(String, usize), String> {
    with_game!(title, G => {
        let read: <G as Game>::Options = options::parse(text)?;
        Ok((options::print(&read), astrarium_core::Options::seats(&read)))
    })
}

struct Seated<G: Game> {
    table: Table<G>,
    dice: Dice,
}

impl<G: Game> Seated<G> {
    fn begin(setup: &Setup, data: &'static G::Data) -> Result<Seated<G>, String> {
        let options = options::parse(setup.options)?;
        let start = setup.start.map(serde_json::from_str).transpose().map_err(|e| format!("start position: {e}"))?;
        let table = Table::open(options, data, setup.players.clone(), setup.dice, start.as_ref());
        Ok(Seated { table: table.map_err(|broken| broken.join("; "))?, dice: setup.dice.clone() })
    }

    fn resume(record: &Record, data: &'static G::Data, dice: &Dice) -> Result<Seated<G>, String> {
        let table = Table::resume(record, data, dice).map_err(|e| e.to_string())?;
        Ok(Seated { table, dice: dice.clone() })
    }

    fn state(&self) -> &G {
        self.table.state()
    }

    /// Whether nobody but the seat can tell that the step is taken.
    fn hidden(&self, step: &Step<G>, seat: Seat) -> bool {
        let before = self.state();
        let same = |v| before.view(v) == step.state().view(v) && step.lines(v).is_empty();
        others(before, seat).all(same) && same(Viewer::Public)
    }

    fn end(&self, step: &Step<G>) -> End {
        let (state, seats) = (step.state(), self.state().seats());
        let points = state.points();
        End {
            heading: state.draw(&state.view(Viewer::Public)).heading,
            results: Seat::first(seats).map(|s| (points[s], state.facts(s))).collect(),
            sources: by_source(self.table.sources_after(step), seats),
        }
    }
}

fn by_source(sources: Vec<(&'static str, BySeat<i32>)>, seats: usize) -> Vec<Source> {
    let source = |(name, points): (_, BySeat<i32>)| Source { name, points: points.0[..seats].to_vec() };
    sources.into_iter().map(source).collect()
}

fn others<G: Game>(state: &G, seat: Seat) -> impl Iterator<Item = Viewer> {
    Seat::first(state.seats()).filter(move |&s| s != seat).map(Viewer::Seat)
}

/// Whether a sealed phase went on as it was, but for the seat's own answer.
fn still_sealed(before: Turn, after: Turn, seat: Seat) -> bool {
    match (before, after) {
        (Turn::AnyOf(before), Turn::AnyOf(after)) => {
            let mut without = before;
            without.remove(seat);
            !without.is_empty() && (after == before || after == without)
        }
        _ => false,
    }
}

/// How many worlds are looked at to find whether something was revealed.
const WORLDS: u64 = 12;

/// Whether the viewer's seat learns something hidden from the action: in a world it cannot tell from this one, the same
/// action would be impossible or look different afterwards.
fn reveals<G: Game>(before: &G, seat: Seat, action: G::Action, to: Seat) -> bool {
    let mut worlds = (0..WORLDS).map(|k| before.redeal(to, &mut Fast::new(k, 0))).filter(|world| world != before);
    let Some(first) = worlds.next() else { return false };
    let seen = look(before, seat, action, to);
    look(&first, seat, action, to) != seen || worlds.any(|world| look(&world, seat, action, to) != seen)
}

/// What one seat sees of another's action: the view and the log afterwards; nothing if the action is impossible.
fn look<G: Game>(world: &G, seat: Seat, action: G::Action, to: Seat) -> Option<(G::View, Vec<Option<Line>>)> {
    let (mut state, mut events, mut dice) = (*world, Vec::new(), Fast::new(0, 0));
    state.apply(seat, action, &mut dice, &mut events).ok()?;
    settle(&mut state, &mut Vec::new(), &mut dice, &mut events, |_, _, _, _| ());
    let viewer = Viewer::Seat(to);
    Some((state.view(viewer), events.iter().map(|e| state.tell(e, viewer)).collect()))
}

/// Why the action cannot be taken back, if it cannot: found from what it did.
fn firm<G: Game>(before: &G, after: &G, seat: Seat, action: G::Action, drawn: bool, sealed: bool) -> Option<Firm> {
    if drawn {
        return Some(Firm::Chance);
    }
    if !sealed && after.turn().seats() != before.turn().seats() {
        return Some(Firm::Passed);
    }
    let learns = |to: Seat| (to == seat || !sealed) && reveals(before, seat, action, to);
    Seat::first(before.seats()).any(learns).then_some(Firm::Revealed)
}

impl<G: Game> Play for Seated<G> {
    fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal> {
        let before = self.state();
        let action: G::Action = sentence.parse()?;
        let step = self.table.prepare(seat, sentence)?;
        let (after, entry) = (step.state(), step.entry().clone());
        let drawn = !entry.outcomes.is_empty();
        let sealed = !drawn && still_sealed(before.turn(), after.turn(), seat);
        let firm = firm(before, after, seat, action, drawn, sealed);
        let hidden = sealed && self.hidden(&step, seat);
        let places = match after.turn() {
            Turn::Over(standing) => standing.places.0[..after.seats()].to_vec(),
            _ => Vec::new(),
        };
        let end = after.turn().is_over().then(|| self.end(&step));
        let (name, sentence, outcomes, hash) = (entry.seat, entry.sentence, entry.outcomes, entry.hash);
        let acted = Acted { seat, name, sentence, outcomes, hash, bot: false, sealed, hidden, firm, places };
        Ok(Move { acted, asked: after.turn().seats(), end, step: Box::new(step) })
    }

    fn take(&mut self, step: Taken) {
        self.table.commit(*step.downcast::<Step<G>>().expect("a step goes back to the game that made it"));
        self.table.open_secret(&self.dice);
    }

    fn without(&self, entry: usize) -> Result<Box<dyn Play>, String> {
        let mut record = self.table.record().clone();
        let later = record.entries.split_off(entry);
        let mut play = Seated::<G>::resume(&record, self.state().data(), &self.dice)?;
        for again in &later[1..] {
            let seat = play.state().seat_named(&again.seat).ok_or_else(|| format!("no seat {}", again.seat))?;
            play.table.act(seat, &again.sentence).map_err(|refusal| refusal.to_string())?;
        }
        Ok(Box::new(play))
    }

    fn asked(&self) -> SeatSet {
        self.table.asked()
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        self.state().draw(&self.state().view(viewer))
    }

    fn prompt(&self, seat: Seat) -> Prompt {
        self.state().prompt(seat)
    }

    fn sentences(&self, seat: Seat) -> Vec<Sentence> {
        self.table.sentences(seat)
    }

    fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)> {
        self.table.lines(viewer, from)
    }

    fn why(&self, seat: Seat, words: &[String]) -> Refusal {
        let (state, text) = (self.state(), words.join(" "));
        let none = match text.parse::<G::Action>() {
            Ok(action) => return state.check(seat, action).err().map_or_else(allowed, Into::into),
            Err(none) => none,
        };
        // The most common reason among all sentences that go on like this.
        let mut reasons: Vec<(u32, Refusal)> = Vec::new();
        for action in G::Action::all().filter(|a| a.to_string().split(' ').take(words.len()).eq(words)) {
            match state.check(seat, action) {
                Ok(()) => return allowed(),
                Err(illegal) => {
                    count(&mut reasons, Refusal { text: illegal.to_string(), clause: Some(illegal.clause()) })
                }
            }
        }
        reasons.into_iter().max_by_key(|(n, _)| *n).map_or(none, |(_, refusal)| refusal)
    }

    fn record(&self) -> &Record {
        self.table.record()
    }

    fn thinker(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<String> {
        let state = *self.state();
        Box::new(move |breath| build::<G>(&spec, seed).choose(Sight::new(&state, seat).breathing(breath)).to_string())
    }

    fn adviser(&self, seat: Seat, spec: Spec, seed: u64) -> Thought<Vec<Hint>> {
        let state = *self.state();
        Box::new(move |breath| {
            let hints = build::<G>(&spec, seed).hints(Sight::new(&state, seat).breathing(breath));
            let hint = |(action, chance): (G::Action, f32)| Hint {
                words: action.to_string().split(' ').map(Into::into).collect(),
                label: state.label(seat, action),
                chance: (chance * 1000.0).round() as i32,
            };
            hints.into_iter().take(3).map(hint).collect()
        })
    }

    fn sources(&self) -> Vec<Source> {
        by_source(self.table.sources(), self.state().seats())
    }
}

fn allowed() -> Refusal {
    Refusal { text: "this can be done now".into(), clause: None }
}

fn count(reasons: &mut Vec<(u32, Refusal)>, reason: Refusal) {
    match reasons.iter_mut().find(|(_, r)| *r == reason) {
        Some((n, _)) => *n += 1,
        None => reasons.push((1, reason)),
    }
}
