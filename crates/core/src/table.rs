//! A game being played: the state, its record, its log. Also how a record is replayed and verified.

use std::ops::Range;

use crate::ahead::Closed;
use crate::chance::{Pick, Taping};
use crate::record::{Dice, Entry, Header, Record, hex, unhex};
use crate::{
    BySeat, Chance, Clause, Fast, Gain, Game, Line, Log, Options, Pack, Parts, Redealt, Refusal, Scripted, Seat,
    SeatSet, Seeded, Seen, Sentence, Text, Turn, Viewer, ahead, options, position, settle,
};

/// The version of the engine that plays.
pub const ENGINE: &str = env!("CARGO_PKG_VERSION");

/// The source of points that nobody has gained in play.
pub const AT_START: &str = "at the start";

/// What the log adds to an event caused by a decision with one answer.
const NO_CHOICE: &str = " (no other choice)";

/// A game being played, with its record and its log.
#[derive(Clone, Debug)]
pub struct Table<G: Game> {
    state: G,
    record: Record,
    chance: Seeded,
    /// By entry.
    picks: Vec<Vec<Pick>>,
    notes: Vec<Note<G>>,
}

/// A record's header, its options and the position it began with.
type Head<'r, G> = (&'r Header, <G as Parts>::Options, Option<<G as Parts>::Position>);

/// What happened because of one entry of the record.
#[derive(Clone, Debug)]
struct Note<G: Game> {
    entry: usize,
    what: What<G>,
}

#[derive(Clone, Debug)]
enum What<G: Game> {
    Event(G::Event),
    /// A decision with one answer, carried out unasked. In a sealed phase only its seat sees it.
    Forced {
        seat: Seat,
        clause: Clause,
        sealed: bool,
        /// What it was, unless an event tells.
        label: Option<Text>,
    },
}

/// What one entry brings, as it happens.
struct Notes<G: Game> {
    entry: usize,
    notes: Vec<Note<G>>,
    revealed: bool,
    /// The last forced decision, with the state before it, as long as no event has followed.
    silent: Option<(G, Seat, G::Action)>,
}

impl<G: Game> Notes<G> {
    fn of(entry: usize) -> Notes<G> {
        Notes { entry, notes: Vec::new(), revealed: false, silent: None }
    }

    fn note(&mut self, what: What<G>) {
        self.notes.push(Note { entry: self.entry, what });
    }

    fn force(&mut self, state: &G, seat: Seat, action: G::Action) {
        self.speak();
        let sealed = matches!(state.turn(), Turn::AnyOf(_));
        self.note(What::Forced { seat, clause: Clause(""), sealed, label: None });
        self.silent = Some((*state, seat, action));
    }

    /// Describes what no event has told. Building a view is slow, so it is done only here.
    fn speak(&mut self) {
        let Some((state, by, action)) = self.silent.take() else { return };
        let seen = Seen::by(&state, by);
        if let Some(Note { what: What::Forced { clause, label, .. }, .. }) = self.notes.last_mut() {
            (*clause, *label) = (seen.prompt().clause, Some(seen.label(action)));
        }
    }
}

impl<G: Game> Log<G::Event> for Notes<G> {
    fn push(&mut self, event: impl FnOnce() -> G::Event) {
        self.silent = None;
        self.note(What::Event(event()));
    }

    fn reveal(&mut self) {
        self.revealed = true;
    }
}

/// One more entry of a table's record with all its effects, not yet committed.
#[derive(Clone, Debug)]
pub struct Step<G: Game> {
    number: usize,
    state: G,
    /// The table's dice afterwards; `None` if other dice were used.
    chance: Option<Seeded>,
    entry: Entry,
    picks: Vec<Pick>,
    notes: Vec<Note<G>>,
    revealed: bool,
}

impl<G: Game> Step<G> {
    /// Carries out what follows by itself, and completes the entry. `before` is the hash of the entry before.
    fn settled(
        mut state: G,
        mut entry: Entry,
        before: &str,
        mut taping: Taping<impl Chance>,
        mut log: Notes<G>,
    ) -> Step<G> {
        settle(&mut state, &mut Vec::new(), &mut taping, &mut log, |state: &G, seat, action, log: &mut Notes<G>| {
            log.force(state, seat, action);
        });
        log.speak();
        let (picks, Notes { entry: number, notes, revealed, .. }) = (taping.picks, log);
        entry.outcomes = taping.words;
        entry.hash = position::chain(before, &entry.text(), &state.position());
        Step { number, state, chance: None, entry, picks, notes, revealed }
    }

    /// The state after it.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The entry of the record.
    pub fn entry(&self) -> &Entry {
        &self.entry
    }

    /// Whether somebody learns from it what was hidden from them.
    pub fn reveals(&self) -> bool {
        self.revealed
    }

    /// What the viewer will read of it.
    pub fn lines(&self, viewer: Viewer) -> Vec<(usize, Line)> {
        lines(&self.state, &self.notes, &Seen::of(&self.state, viewer), viewer)
    }
}

/// Where a record and its replay differ.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}: {what}", match entry { Some(k) => format!("entry {k} “{text}”"), None => "header".into() })]
pub struct Mismatch {
    /// Which entry, counted from 0 (the setup); `None` for the header.
    pub entry: Option<usize>,
    /// The entry as the record has it.
    pub text: String,
    /// What is wrong.
    pub what: String,
}

impl<G: Game> Table<G> {
    /// Sets up a table. `start` begins somewhere else than the game's own setup.
    pub fn open(
        options: G::Options,
        data: &'static G::Data,
        players: Vec<String>,
        dice: &Dice,
        start: Option<&G::Position>,
    ) -> Result<Table<G>, Vec<String>> {
        let header = Header {
            title: G::META.id.into(),
            engine: ENGINE.into(),
            rules: options.rules().to_string(),
            pack: data.hash().into(),
            options: options::print(&options),
            seats: players,
            commitment: dice.commitment(),
            nonces: dice.nonces.clone(),
            start: start.map(|p| serde_json::to_string(p).expect("positions are plain data")),
            root: None,
        };
        let mut chance = Seeded::new(dice.seed());
        let mut table = Table::begin(header, options, data, start, &mut chance)?;
        table.chance = chance;
        Ok(table)
    }

    /// A table whose dice somebody else throws: a lesson's. Its record has no commitment.
    pub fn with_dice(
        options: G::Options,
        data: &'static G::Data,
        start: Option<&G::Position>,
        chance: &mut impl Chance,
    ) -> Result<Table<G>, Vec<String>> {
        Table::begin(Header::default(), options, data, start, chance)
    }

    /// Carries out a seat's sentence with dice that are not the table's own.
    pub fn act_with(&mut self, seat: Seat, sentence: &str, chance: &mut impl Chance) -> Result<&Entry, Refusal> {
        let step = self.play(seat, self.read(seat, sentence)?, chance);
        self.commit(step);
        Ok(self.record.entries.last().expect("just written"))
    }

    fn begin(
        header: Header,
        options: G::Options,
        data: &'static G::Data,
        start: Option<&G::Position>,
        chance: &mut impl Chance,
    ) -> Result<Table<G>, Vec<String>> {
        let mut taping = Taping::new(chance);
        let state = match start {
            None => G::new(options, data, &mut taping),
            Some(position) => G::place(options, data, position, &mut taping)?,
        };
        let record = Record { header, ..Record::default() };
        let entry = Entry { seat: "setup".into(), ..Entry::default() };
        let step = Step::settled(state, entry, &record.root(), taping, Notes::of(0));
        let (picks, notes) = (Vec::new(), Vec::new());
        let mut table = Table { state, record, chance: Seeded::new([0; 32]), picks, notes };
        table.commit(step);
        Ok(table)
    }

    /// The state of the game.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The game so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What every entry drew, and out of how many. Only known if the dice were rolled here; a record has only the words.
    pub fn picks(&self) -> &[Vec<Pick>] {
        &self.picks
    }

    /// Shows what the commitment hid. The record takes it only once the game is over.
    pub fn open_secret(&mut self, dice: &Dice) {
        if self.state.turn().is_over() {
            self.record.secret = Some(hex(&dice.secret));
        }
    }

    /// Who is asked now; nobody when the game is over.
    pub fn asked(&self) -> SeatSet {
        self.state.turn().seats()
    }

    /// The table as this viewer sees it.
    pub fn viewed(&self, viewer: Viewer) -> Viewed<'_, G> {
        Viewed { table: self, viewer, seen: Seen::of(&self.state, viewer) }
    }

    /// The legal sentences of a seat, in their order.
    pub fn sentences(&self, seat: Seat) -> Vec<Sentence> {
        self.viewed(Viewer::Seat(seat)).sentences()
    }

    /// Why the seat's sentence would be refused, if it would be.
    pub fn why_not(&self, seat: Seat, sentence: &str) -> Option<Refusal> {
        self.read(seat, sentence).err()
    }

    fn read(&self, seat: Seat, sentence: &str) -> Result<G::Action, Refusal> {
        let action: G::Action = sentence.parse()?;
        self.state.check(seat, action).map_err(|why| Seen::by(&self.state, seat).refusal(why))?;
        Ok(action)
    }

    /// Carries out a seat's sentence with the table's own dice.
    pub fn act(&mut self, seat: Seat, sentence: &str) -> Result<&Entry, Refusal> {
        let step = self.prepare(seat, sentence)?;
        self.commit(step);
        Ok(self.record.entries.last().expect("just written"))
    }

    /// What a seat's sentence would do with the table's own dice. Nothing changes until it is committed.
    pub fn prepare(&self, seat: Seat, sentence: &str) -> Result<Step<G>, Refusal> {
        let action = self.read(seat, sentence)?;
        let mut chance = self.chance.clone();
        let mut step = self.play(seat, action, &mut chance);
        step.chance = Some(chance);
        Ok(step)
    }

    /// Takes a step that was prepared here, with nothing in between.
    pub fn commit(&mut self, step: Step<G>) {
        assert_eq!(step.number, self.record.entries.len(), "a step is taken where it was prepared");
        let Step { state, chance, entry, picks, notes, .. } = step;
        self.state = state;
        if let Some(chance) = chance {
            self.chance = chance;
        }
        self.record.entries.push(entry);
        self.picks.push(picks);
        self.notes.extend(notes);
        if let Turn::Over(standing) = self.state.turn() {
            self.record.places = standing.places.0[..self.state.seats()].to_vec();
        }
    }

    /// A legal action, with what it forces.
    fn play(&self, seat: Seat, action: G::Action, chance: &mut impl Chance) -> Step<G> {
        let entry =
            Entry { seat: self.state.seat_name(seat).to_string(), sentence: action.to_string(), ..Entry::default() };
        let before = self.record.entries.last().map_or_else(|| self.record.root(), |e| e.hash.clone());
        let (mut state, mut taping) = (self.state, Taping::new(chance));
        let mut log = Notes::of(self.record.entries.len());
        state.advance(seat, action, &mut taping, &mut log);
        Step::settled(state, entry, &before, taping, log)
    }

    /// The log from entry `from` on, as the viewer may read it, each line with its entry.
    pub fn lines(&self, viewer: Viewer, from: usize) -> Vec<(usize, Line)> {
        self.lines_of(viewer, from..usize::MAX)
    }

    /// The same of some entries.
    pub fn lines_of(&self, viewer: Viewer, entries: Range<usize>) -> Vec<(usize, Line)> {
        self.viewed(viewer).lines(entries)
    }

    /// The table as it was after this many entries, in the state it had then. Nothing was drawn since, so the dice are the same.
    pub fn back_to(&self, state: G, entries: usize) -> Table<G> {
        let mut table = Table { state, ..self.clone() };
        table.record.entries.truncate(entries);
        table.record.places.clear();
        table.picks.truncate(entries);
        table.notes.truncate(table.notes.partition_point(|n| n.entry < entries));
        table
    }

    /// Everybody's points by source, in the order in which they were first gained; what a start position brought comes last.
    /// It reveals secret gains, so it is for games that are over.
    pub fn sources(&self) -> Vec<(&'static str, BySeat<i32>)> {
        sources(&self.state, self.notes.iter())
    }

    /// The same once a step is taken.
    pub fn sources_after(&self, step: &Step<G>) -> Vec<(&'static str, BySeat<i32>)> {
        sources(&step.state, self.notes.iter().chain(&step.notes))
    }

    /// Plays a record again, up to and with entry `until`, and compares every hash.
    pub fn replay(record: &Record, data: &'static G::Data, until: Option<usize>) -> Result<Table<G>, Mismatch> {
        Table::replay_each(record, data, until, |_, _, _| ())
    }

    /// The same, and shows every step: the turn before it, whose it is, and the table after it.
    pub(crate) fn replay_each(
        record: &Record,
        data: &'static G::Data,
        until: Option<usize>,
        mut each: impl FnMut(Turn, Option<Seat>, &Table<G>),
    ) -> Result<Table<G>, Mismatch> {
        let head = |what: String| Mismatch { entry: None, text: String::new(), what };
        let (header, options, start) = Self::head(record, data).map_err(head)?;
        let first = record.entries.first().ok_or_else(|| head("no setup".into()))?;
        let mut chance = Scripted::new(&first.outcomes);
        let mut table: Table<G> = Table::begin(header.clone(), options, data, start.as_ref(), &mut chance)
            .map_err(|broken| head(broken.join("; ")))?;
        table.compare(0, first, chance)?;
        each(table.state.turn(), None, &table);
        for (k, entry) in record.entries.iter().enumerate().skip(1).take(until.unwrap_or(usize::MAX)) {
            let fault = |what: String| Mismatch { entry: Some(k), text: entry.text(), what };
            let seat = table.state.seat_named(&entry.seat).ok_or_else(|| fault("no such seat".into()))?;
            let action = table.read(seat, &entry.sentence).map_err(|refusal| fault(refusal.to_string()))?;
            let (before, mut chance) = (table.state.turn(), Scripted::new(&entry.outcomes));
            let step = table.play(seat, action, &mut chance);
            table.commit(step);
            table.compare(k, entry, chance)?;
            each(before, Some(seat), &table);
        }
        Ok(table)
    }

    /// What a record's header says, if this game with these data can play it.
    fn head<'r>(record: &'r Record, data: &G::Data) -> Result<Head<'r, G>, String> {
        let header = &record.header;
        same("title", &header.title, G::META.id)?;
        if !data.is_called(&header.pack) {
            same("pack", &header.pack, data.hash())?;
        }
        let rules = header.rules.parse().map_err(|_| format!("“{}” is no rules version", header.rules))?;
        let options = options::over(options::of_rules(rules)?, &header.options)?;
        let start = header.start.as_deref().map(serde_json::from_str).transpose();
        Ok((header, options, start.map_err(|e| format!("start position: {e}"))?))
    }

    /// Continues a record where it stopped, with its own dice: they are rolled again, and every hash is compared.
    pub fn resume(record: &Record, data: &'static G::Data, dice: &Dice) -> Result<Table<G>, Mismatch> {
        let head = |what: String| Mismatch { entry: None, text: String::new(), what };
        let (header, options, start) = Self::head(record, data).map_err(head)?;
        let mut chance = Seeded::new(dice.seed());
        let mut table: Table<G> = Table::begin(header.clone(), options, data, start.as_ref(), &mut chance)
            .map_err(|broken| head(broken.join("; ")))?;
        table.chance = chance;
        for (k, entry) in record.entries.iter().enumerate() {
            let fault = |what: String| Mismatch { entry: Some(k), text: entry.text(), what };
            if k > 0 {
                let seat = table.state.seat_named(&entry.seat).ok_or_else(|| fault("no such seat".into()))?;
                table.act(seat, &entry.sentence).map_err(|refusal| fault(refusal.to_string()))?;
            }
            same("hash", &entry.hash, &table.record.entries[k].hash).map_err(fault)?;
        }
        Ok(table)
    }

    /// Plays the decisions of a record as this program plays them, whatever the record says of pack and hashes: the new table, and the
    /// first entry that came out differently, or the number of entries.
    pub fn again(record: &Record, data: &'static G::Data, dice: &Dice) -> Result<(Table<G>, usize), Mismatch> {
        let head = |what: String| Mismatch { entry: None, text: String::new(), what };
        let mut named = record.clone();
        named.header.pack = data.hash().into();
        let (header, options, start) = Self::head(&named, data).map_err(head)?;
        let mut table: Table<G> = Table::open(options, data, header.seats.clone(), dice, start.as_ref())
            .map_err(|broken| head(broken.join("; ")))?;
        let (mut before, mut parted) = (record.root(), record.entries.len());
        for (k, entry) in record.entries.iter().enumerate() {
            let fault = |what: String| Mismatch { entry: Some(k), text: entry.text(), what };
            if k > 0 {
                let seat = table.state.seat_named(&entry.seat).ok_or_else(|| fault("no such seat".into()))?;
                table.act(seat, &entry.sentence).map_err(|refusal| fault(refusal.to_string()))?;
            }
            let hash = position::chain(&before, &table.record.entries[k].text(), &table.state.position());
            parted = if hash == entry.hash { parted } else { parted.min(k) };
            before.clone_from(&entry.hash);
        }
        Ok((table, parted))
    }

    fn compare(&self, k: usize, entry: &Entry, chance: Scripted) -> Result<(), Mismatch> {
        let fault = |what: String| Mismatch { entry: Some(k), text: entry.text(), what };
        chance.finish().map_err(fault)?;
        same("hash", &entry.hash, &self.record.entries[k].hash).map_err(fault)
    }

    /// Replays a whole record; if the secret is open, its dice are rolled again.
    pub fn verify(record: &Record, data: &'static G::Data) -> Result<Table<G>, Mismatch> {
        let mut table = Table::<G>::replay(record, data, None)?;
        let foot = |what: String| Mismatch { entry: Some(record.entries.len()), text: "end".into(), what };
        same("places", &format!("{:?}", record.places), &format!("{:?}", table.record.places)).map_err(foot)?;
        if let Some(secret) = &record.secret {
            let bytes = unhex(secret).ok_or_else(|| foot("the secret is not 64 hexadecimal digits".into()))?;
            let dice = Dice { secret: bytes, nonces: record.header.nonces.clone() };
            same("commitment", &record.header.commitment, &dice.commitment()).map_err(foot)?;
            table.picks = table.throw_again(record, &dice)?;
            table.record.secret = Some(secret.clone());
        }
        Ok(table)
    }

    /// What the dice bring, if it is what the record says.
    fn throw_again(&self, record: &Record, dice: &Dice) -> Result<Vec<Vec<Pick>>, Mismatch> {
        let start: Option<G::Position> = record.header.start.as_deref().and_then(|s| serde_json::from_str(s).ok());
        let (options, data) = (self.state.options(), self.state.data());
        let mut thrown = Table::<G>::open(options, data, record.header.seats.clone(), dice, start.as_ref())
            .map_err(|broken| Mismatch { entry: None, text: String::new(), what: broken.join("; ") })?;
        for (k, entry) in record.entries.iter().enumerate() {
            let fault = |what: String| Mismatch { entry: Some(k), text: entry.text(), what };
            if k > 0 {
                let seat = thrown.state.seat_named(&entry.seat).ok_or_else(|| fault("no such seat".into()))?;
                thrown.act(seat, &entry.sentence).map_err(|refusal| fault(refusal.to_string()))?;
            }
            same("dice", &entry.outcomes.join(" "), &thrown.record.entries[k].outcomes.join(" ")).map_err(fault)?;
        }
        Ok(thrown.picks)
    }
}

/// A table with a viewer's eyes. Its view, which takes a while to make, is made once for everything that is shown of it.
#[derive(Debug)]
pub struct Viewed<'t, G: Game> {
    table: &'t Table<G>,
    viewer: Viewer,
    seen: Seen<G>,
}

impl<G: Game> Viewed<'_, G> {
    /// What the viewer sees, and everything that is said and drawn from it.
    pub fn seen(&self) -> &Seen<G> {
        &self.seen
    }

    /// The legal sentences of the viewer's seat, in their order.
    pub fn sentences(&self) -> Vec<Sentence> {
        let Viewer::Seat(seat) = self.viewer else { return Vec::new() };
        let (state, mut actions) = (&self.table.state, Vec::new());
        state.actions(seat, &mut actions);
        let world = Redealt::of(state, seat, &mut Fast::new(0, 0));
        let sentence = |a: G::Action| {
            let words = a.to_string().split(' ').map(Into::into).collect();
            let then = ahead::follows(&world, a);
            let (firm, label) = (then.is_some(), self.seen.label(a));
            Sentence { words, label, odds: world.odds(a), then: then.unwrap_or_default(), firm }
        };
        actions.into_iter().map(sentence).collect()
    }

    /// The kinds of action that the question knows but that cannot be taken now.
    pub fn closed(&self) -> Vec<Closed> {
        match self.viewer {
            Viewer::Seat(seat) => ahead::closed(&self.table.state, seat, &self.seen),
            Viewer::Public => Vec::new(),
        }
    }

    /// The log of some entries, each line with its entry.
    pub fn lines(&self, entries: Range<usize>) -> Vec<(usize, Line)> {
        let Table { state, notes, .. } = self.table;
        let notes = &notes[..notes.partition_point(|n| n.entry < entries.end)];
        let notes = &notes[notes.partition_point(|n| n.entry < entries.start)..];
        lines(state, notes, &self.seen, self.viewer)
    }
}

/// A forced decision is told by the next event it brings, or by a line of its own if it brings none.
fn lines<G: Game>(state: &G, notes: &[Note<G>], seen: &Seen<G>, viewer: Viewer) -> Vec<(usize, Line)> {
    let mut lines = Vec::new();
    let mut forced: Option<(usize, Option<Line>)> = None;
    let own = |(entry, line): (usize, Option<Line>)| Some((entry, line?));
    for note in notes {
        if forced.as_ref().is_some_and(|(entry, _)| *entry != note.entry) {
            lines.extend(forced.take().and_then(own));
        }
        match &note.what {
            What::Event(event) => lines.extend(seen.tell(event).map(|line| match forced.take() {
                Some(_) => (note.entry, Line { text: line.text.and(NO_CHOICE), ..line }),
                None => (note.entry, line),
            })),
            What::Forced { seat, sealed: true, .. } if !viewer.is(*seat) => {}
            What::Forced { seat, label, clause, .. } => {
                let who = || Text::seat(*seat, state.seat_name(*seat));
                let text = |label: &Text| Text::from("no other choice for ").and(who()).and(": ").and(label.clone());
                forced = Some((note.entry, label.as_ref().map(|label| Line::new(clause.0, text(label)))));
            }
        }
    }
    lines.extend(forced.and_then(own));
    lines
}

fn sources<'a, G: Game>(state: &G, notes: impl Iterator<Item = &'a Note<G>>) -> Vec<(&'static str, BySeat<i32>)> {
    let mut gains = Vec::new();
    for note in notes {
        if let What::Event(event) = &note.what {
            state.gains(event, &mut gains);
        }
    }
    let (mut sources, mut rest) = (Vec::<(&'static str, BySeat<i32>)>::new(), state.points());
    for Gain { seat, source, points } in gains {
        rest[seat] -= points;
        match sources.iter_mut().find(|(name, _)| *name == source) {
            Some((_, sum)) => sum[seat] += points,
            None => {
                let mut sum = BySeat::default();
                sum[seat] = points;
                sources.push((source, sum));
            }
        }
    }
    if rest != BySeat::default() {
        sources.push((AT_START, rest));
    }
    sources
}

fn same(what: &str, written: &str, found: &str) -> Result<(), String> {
    if written == found { Ok(()) } else { Err(format!("{what} is {written} in the record and {found} here")) }
}
