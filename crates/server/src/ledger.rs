//! A table as its events tell it: who sits where, the record so far, what each viewer has seen of it.

use std::collections::HashMap;
use std::sync::Arc;

use astrarium_core::record::{Dice, Entry, unhex};
use astrarium_core::{BySeat, Line, MAX_SEATS, Record, Seat, Text, Viewer};
use serde::Serialize;
use utoipa::ToSchema;

use crate::event::{Acted, Chair, Event, Firm, Level, Made};
use crate::id::{Guest, Id};
use crate::play::Source;

/// One stored event.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub seq: u64,
    /// Milliseconds since 1970.
    pub at: i64,
    /// The id its author gave it, and the fingerprint of what was asked.
    pub id: Option<(Id, i64)>,
    pub event: Event,
    /// Milliseconds that those who were asked thought since the event before, at a table with a clock.
    pub spent: Vec<(Seat, i64)>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Status {
    Lobby,
    Playing,
    Over,
    Closed,
}

impl Status {
    pub fn word(self) -> &'static str {
        match self {
            Status::Lobby => "lobby",
            Status::Playing => "playing",
            Status::Over => "over",
            Status::Closed => "closed",
        }
    }
}

/// What is true of a table now, apart from the game's own state.
#[derive(Clone, Debug)]
pub struct Facts {
    pub id: Id,
    pub seq: u64,
    pub made: Arc<Made>,
    /// What the secret of the dice is known by before it is opened.
    pub commitment: Arc<str>,
    pub status: Status,
    pub places: Vec<Sitting>,
    /// Who left the table before the game and may come back without an invitation, and whom the host removed.
    pub left_lobby: Vec<Guest>,
    pub removed: Vec<Guest>,
    /// The game's final places by seat.
    pub standing: Vec<u8>,
    pub closed: Option<String>,
    pub next: Option<Id>,
    pub created: i64,
    /// When something happened that anybody may notice.
    pub changed: i64,
    /// From the game: who has to answer, and how far it is.
    pub asked: Vec<Seat>,
    pub heading: String,
    /// Once it is over, where the points came from.
    pub sources: Vec<Source>,
    /// Milliseconds each seat has left, counted up to `counted`; empty without a clock.
    pub left: Vec<i64>,
    pub counted: i64,
}

/// A seat and its player.
#[derive(Clone, Debug, PartialEq)]
pub struct Sitting {
    pub chair: Chair,
    pub stand_in: Option<Level>,
    pub votes: Vec<Seat>,
    /// The fingerprint of the key that gives this seat to somebody else, until its holder is seen to decide.
    pub key: Option<Id>,
    /// All who were here have voted for a bot.
    pub voted_out: bool,
    /// Its person has given the game up.
    pub resigned: bool,
    /// Its person wants the game to end here.
    pub ends: bool,
}

impl Sitting {
    fn new(chair: Chair) -> Sitting {
        let (voted_out, resigned, ends) = (false, false, false);
        Sitting { chair, stand_in: None, votes: Vec::new(), key: None, voted_out, resigned, ends }
    }

    /// The bot that decides here, if one does.
    pub fn bot(&self) -> Option<Level> {
        match self.chair {
            Chair::Bot { level } => Some(level),
            _ => self.stand_in,
        }
    }
}

impl Facts {
    pub fn chair(&self, seat: Seat) -> Option<&Chair> {
        self.places.get(seat.index()).map(|p| &p.chair)
    }

    pub fn holds(&self, guest: Guest, seat: Seat) -> bool {
        self.chair(seat).is_some_and(|c| c.guest() == Some(guest))
    }

    pub fn seats_of(&self, guest: Guest) -> impl Iterator<Item = Seat> {
        Seat::first(self.places.len()).filter(move |&s| self.holds(guest, s))
    }

    pub fn name(&self, seat: Seat) -> String {
        let name = self.chair(seat).map(Chair::name).unwrap_or_default();
        if name.is_empty() { format!("seat {}", seat.0 + 1) } else { name }
    }

    /// A chair has another person, or none. A person who left may come back, one who was removed may not.
    fn sit(&mut self, seat: Seat, to: &Chair, removed: bool) {
        let before = std::mem::replace(self.place(seat), Sitting::new(to.clone())).chair.guest();
        if let Some(guest) = before.filter(|&guest| to.guest() != Some(guest)) {
            let gone = if removed { &mut self.removed } else { &mut self.left_lobby };
            gone.push(guest);
        }
    }

    fn place(&mut self, seat: Seat) -> &mut Sitting {
        &mut self.places[seat.index()]
    }

    /// Whether the seat's time runs: a person is asked, and no bot answers.
    fn runs(&self, seat: Seat) -> bool {
        self.status == Status::Playing
            && !self.left.is_empty()
            && self.asked.contains(&seat)
            && self.places[seat.index()].bot().is_none()
    }

    /// What those whose time runs have spent since it was last counted.
    pub fn spent(&self, now: i64) -> Vec<(Seat, i64)> {
        let since = (now - self.counted).max(0);
        Seat::first(self.places.len()).filter(|&s| self.runs(s)).map(|s| (s, since)).collect()
    }

    /// Milliseconds the seat has left now, and whether they run.
    pub fn time(&self, seat: Seat, now: i64) -> Option<Time> {
        let left = *self.left.get(seat.index())?;
        let runs = self.runs(seat);
        let spent = if runs { (now - self.counted).max(0) } else { 0 };
        Some(Time { left: (left - spent).max(0), runs })
    }

    /// The seat whose time is up first, and how long that takes.
    pub fn next_late(&self, now: i64) -> Option<(i64, Seat)> {
        let times = Seat::first(self.places.len()).filter_map(|s| Some((self.time(s, now)?, s)));
        times.filter(|(time, _)| time.runs).map(|(time, s)| (time.left, s)).min()
    }

    /// When the table goes on by itself: at once where a bot has to move, or when the first person's time is up.
    pub fn due(&self) -> Option<i64> {
        let bot = |seat: &Seat| self.places[seat.index()].bot().is_some();
        if self.status == Status::Playing && self.asked.iter().any(bot) {
            return Some(0);
        }
        self.next_late(self.counted).map(|(left, _)| self.counted + left)
    }

    /// Counts the time that an event brought with it, and what the event gives back.
    fn count(&mut self, row: &Row) {
        let Some(clock) = self.made.clock else { return };
        self.counted = row.at;
        row.spent.iter().for_each(|&(seat, spent)| self.left[seat.index()] -= spent);
        match row.event {
            // Nobody else may notice a hidden answer, so it must not visibly reset a clock.
            Event::Acted(Acted { seat, hidden: false, .. }) if clock.each() => self.left[seat.index()] = clock.full(),
            Event::Acted(Acted { seat, hidden: false, bot: false, .. }) => {
                let left = &mut self.left[seat.index()];
                *left = (*left + clock.plus()).min(clock.full().max(*left));
            }
            Event::StandIn { seat, level: None, .. } | Event::Replaced { seat, .. } => {
                let left = &mut self.left[seat.index()];
                *left = (*left).max(clock.grace());
            }
            _ => {}
        }
    }
}

/// What a seat's clock shows.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Time {
    /// Milliseconds, when it was sent.
    pub left: i64,
    pub runs: bool,
}

/// One decision of the record that was not taken back.
#[derive(Clone, Debug)]
pub struct Act {
    pub seq: u64,
    pub seat: Seat,
    bot: bool,
    sealed: bool,
    hidden: bool,
    firm: Option<Firm>,
}

/// Who speaks in a line of the log: the game, a person, or the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum LogKind {
    Line,
    Chat,
    Note,
}

/// One line of a table's log as a client reads it.
#[derive(Clone, Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct LogItem {
    pub seq: u64,
    pub at: i64,
    pub kind: LogKind,
    /// Of the record; only in a replay.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<u8>)]
    pub seat: Option<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    #[schema(value_type = Vec<Object>)]
    pub text: Text,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<&'static str>,
    /// Ids of the things it speaks of.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub about: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schema(value_type = Vec<Object>)]
    pub dice: Vec<astrarium_core::words::Die>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    pub fight: Option<astrarium_core::words::Fight>,
}

#[derive(Clone, Debug)]
pub struct Ledger {
    pub facts: Arc<Facts>,
    pub record: Record,
    /// Entry k of the record is act k - 1.
    pub acts: Vec<Act>,
    rows: Vec<Row>,
    ids: HashMap<Id, (u64, i64)>,
    /// Events that only one seat knows of, in order.
    hidden: Vec<(u64, Seat)>,
    tally: Tally,
}

/// How many events there are of the kinds that people can repeat as they like.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    pub chats: usize,
    pub chairs: usize,
    /// By seat.
    pub undos: BySeat<usize>,
    pub stand_ins: BySeat<usize>,
}

/// An event that no table can have written.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("event {seq} of the log {what}")]
pub struct Broken {
    seq: u64,
    what: &'static str,
}

impl Ledger {
    /// From a table's whole log.
    pub fn read(id: Id, rows: Vec<Row>) -> Result<Ledger, Broken> {
        let mut rows = rows.into_iter();
        let Some(first) = rows.next() else { return Err(Broken { seq: 1, what: "is missing" }) };
        let broken = |what| Broken { seq: first.seq, what };
        let Event::Made(made) = &first.event else { return Err(broken("does not make a table")) };
        if first.seq != 1 || made.chairs.len() > MAX_SEATS {
            return Err(broken("makes a table that cannot be"));
        }
        let facts = Facts {
            id,
            seq: first.seq,
            places: made.chairs.iter().cloned().map(Sitting::new).collect(),
            commitment: commitment(&made.secret).ok_or(broken("has no secret of 64 hexadecimal digits"))?.into(),
            left_lobby: Vec::new(),
            removed: Vec::new(),
            made: Arc::new(made.clone()),
            status: Status::Lobby,
            standing: Vec::new(),
            closed: None,
            next: None,
            created: first.at,
            changed: first.at,
            asked: Vec::new(),
            heading: String::new(),
            sources: Vec::new(),
            left: made.clock.map(|clock| vec![clock.full(); made.chairs.len()]).unwrap_or_default(),
            counted: first.at,
        };
        let mut ledger = Ledger {
            facts: Arc::new(facts),
            record: Record::default(),
            acts: Vec::new(),
            rows: vec![first],
            ids: HashMap::new(),
            hidden: Vec::new(),
            tally: Tally::default(),
        };
        rows.try_for_each(|row| ledger.take(row))?;
        Ok(ledger)
    }

    pub fn seq(&self) -> u64 {
        self.facts.seq
    }

    /// Whether the game is over, or closed for good.
    pub fn is_ended(&self) -> bool {
        // A game that this version cannot play on has another status here.
        !self.facts.standing.is_empty() || self.rows.iter().any(|r| matches!(r.event, Event::Closed { .. }))
    }

    /// All events, in order.
    #[cfg(test)]
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    pub fn tally(&self) -> &Tally {
        &self.tally
    }

    /// Whether the event can come next.
    fn check(&self, row: &Row) -> Result<(), Broken> {
        let seats = self.facts.places.len();
        let fits = |seat: &Seat| seat.index() < seats;
        let (sound, what) = match &row.event {
            _ if row.seq != self.seq() + 1 => (false, "is out of order"),
            _ if !row.spent.iter().all(|(seat, _)| fits(seat)) => (false, "has a seat that is not there"),
            Event::Made(_) => (false, "makes the table again"),
            Event::Started { nonces, record } => {
                let seated = nonces.iter().all(|(seat, _)| fits(seat));
                (seated && record.parse::<Record>().is_ok(), "has a record that cannot be read")
            }
            Event::Rewritten { record } => {
                let same = |record: Record| record.entries.len() == self.record.entries.len();
                (record.parse().is_ok_and(same), "rewrites another record")
            }
            Event::Acted(acted) => (fits(&acted.seat) && !self.record.entries.is_empty(), "acts before the start"),
            Event::Undone { seat, act, .. } => {
                (fits(seat) && self.acts.iter().any(|a| a.seq == *act), "takes back what was not done")
            }
            Event::Voted { by, on, .. } => (fits(by) && fits(on), "has a seat that is not there"),
            Event::Renamed { seat, .. }
            | Event::Reissued { seat, .. }
            | Event::Replaced { seat, .. }
            | Event::Resigned { seat }
            | Event::Ends { seat } => {
                let person = self.facts.chair(*seat).is_some_and(|chair| chair.guest().is_some());
                (person, "names a person where none sits")
            }
            Event::Chair { seat, .. } | Event::Said { seat, .. } | Event::StandIn { seat, .. } => {
                (fits(seat), "has a seat that is not there")
            }
            Event::Next { .. } | Event::Note { .. } | Event::Closed { .. } => (true, ""),
        };
        if sound { Ok(()) } else { Err(Broken { seq: row.seq, what }) }
    }

    /// What will be true of the table after the event. What the game tells is as before it.
    pub fn after(&self, row: &Row) -> Facts {
        let mut facts = Facts::clone(&self.facts);
        facts.seq = row.seq;
        facts.count(row);
        if hidden_from_others(&row.event, &self.acts).is_none() {
            facts.changed = row.at;
        }
        match &row.event {
            Event::Made(_)
            | Event::Rewritten { .. }
            | Event::Undone { .. }
            | Event::Said { .. }
            | Event::Note { .. } => {}
            Event::Chair { seat, to, removed } => facts.sit(*seat, to, *removed),
            Event::Renamed { seat, name } => {
                let chair = &mut facts.place(*seat).chair;
                if let Some(guest) = chair.guest() {
                    *chair = chair.held_by(guest, name.clone());
                }
            }
            Event::Reissued { seat, key } => facts.place(*seat).key = Some(*key),
            Event::Replaced { seat, guest, name } => {
                let place = facts.place(*seat);
                *place = Sitting::new(place.chair.held_by(*guest, name.clone()));
            }
            Event::Started { nonces, .. } => {
                nonces.iter().for_each(|&(seat, nonce)| facts.place(seat).chair.give(nonce));
                facts.status = Status::Playing;
            }
            Event::Acted(acted) => {
                if !acted.bot {
                    facts.place(acted.seat).key = None;
                }
                if !acted.places.is_empty() {
                    facts.status = Status::Over;
                    facts.standing.clone_from(&acted.places);
                }
            }
            Event::Voted { by, on, all } => {
                let place = facts.place(*on);
                place.votes.push(*by);
                place.voted_out = *all;
            }
            Event::Resigned { seat } => {
                let place = facts.place(*seat);
                (place.resigned, place.stand_in) = (true, place.stand_in.or(Some(Level::Admiral)));
            }
            Event::Ends { seat } => facts.place(*seat).ends = true,
            Event::StandIn { seat, level, .. } => {
                let place = facts.place(*seat);
                place.stand_in = *level;
                place.votes.clear();
                place.voted_out = false;
                place.key = place.key.filter(|_| level.is_some());
            }
            Event::Next { table } => facts.next = Some(*table),
            Event::Closed { why } => {
                facts.status = Status::Closed;
                facts.closed = Some(why.clone());
            }
        }
        facts
    }

    /// Writes down one more event that is stored.
    pub fn take(&mut self, row: Row) -> Result<(), Broken> {
        self.check(&row)?;
        let facts = Arc::new(self.after(&row));
        self.enter(row, facts);
        Ok(())
    }

    /// Writes down an event that fits, with what is true after it.
    pub fn enter(&mut self, row: Row, facts: Arc<Facts>) {
        self.facts = facts;
        self.ids.extend(row.id.map(|(id, print)| (id, (row.seq, print))));
        self.hidden.extend(hidden_from_others(&row.event, &self.acts).map(|seat| (row.seq, seat)));
        match &row.event {
            Event::Started { record, .. } | Event::Rewritten { record } => {
                self.record = record.parse().expect("just checked");
            }
            Event::Acted(acted) => self.act(row.seq, acted),
            Event::Undone { seat, act, hashes } => {
                self.tally.undos[*seat] += 1;
                self.undo_act(*act, hashes);
            }
            Event::StandIn { seat, level: Some(_), .. } => self.tally.stand_ins[*seat] += 1,
            Event::Said { .. } => self.tally.chats += 1,
            Event::Chair { .. } | Event::Renamed { .. } | Event::Reissued { .. } => self.tally.chairs += 1,
            _ => {}
        }
        self.rows.push(row);
    }

    fn act(&mut self, seq: u64, acted: &Acted) {
        let Acted { seat, bot, sealed, hidden, firm, .. } = *acted;
        self.acts.push(Act { seq, seat, bot, sealed, hidden, firm });
        let (name, sentence, outcomes, hash) =
            (acted.name.clone(), acted.sentence.clone(), acted.outcomes.clone(), acted.hash.clone());
        self.record.entries.push(Entry { seat: name, sentence, outcomes, hash });
        if !acted.places.is_empty() {
            self.record.places.clone_from(&acted.places);
            self.record.secret = Some(self.facts.made.secret.clone());
        }
    }

    fn undo_act(&mut self, seq: u64, hashes: &[String]) {
        let k = self.acts.iter().position(|a| a.seq == seq).expect("just checked");
        self.acts.remove(k);
        self.record.entries.remove(k + 1);
        self.record.entries[k + 1..].iter_mut().zip(hashes).for_each(|(e, hash)| e.hash.clone_from(hash));
    }

    /// The stored answer to an id: its sequence number and the fingerprint of what was asked.
    pub fn answered(&self, id: Id) -> Option<(u64, i64)> {
        self.ids.get(&id).copied()
    }

    /// Which act the seat may take back, or why none.
    pub fn undoable(&self, seat: Seat) -> Result<usize, &'static str> {
        if self.facts.status != Status::Playing {
            return Err("no game is being played");
        }
        let last = self.acts.iter().rposition(|a| a.seat == seat).ok_or("nothing was decided yet")?;
        let act = &self.acts[last];
        let later = &self.acts[last + 1..];
        match act.firm {
            _ if act.bot => Err("a bot decided"),
            Some(firm) => Err(firm.text()),
            None if later.iter().any(|a| !a.sealed) || !(later.is_empty() || act.sealed) => Err(Firm::Passed.text()),
            None => Ok(last),
        }
    }

    /// The number of the question that a seat is asked: it changes with every event that may change the question.
    pub fn question(&self, seat: Seat) -> u64 {
        let asks = |row: &&Row| match &row.event {
            Event::Started { .. } | Event::Rewritten { .. } => true,
            Event::Acted(acted) => acted.seat == seat || !acted.sealed,
            Event::Undone { seat: by, .. } => *by == seat,
            _ => false,
        };
        self.rows.iter().rfind(asks).map_or(0, |row| self.rank(Viewer::Seat(seat), row.seq))
    }

    /// When the seat was asked what it is asked now, as far as everybody can tell.
    pub fn asked_at(&self, seat: Seat) -> i64 {
        let asks = |row: &&Row| match &row.event {
            Event::Started { .. } | Event::Rewritten { .. } => true,
            Event::Acted(acted) => !acted.hidden && (acted.seat == seat || !acted.sealed),
            _ => false,
        };
        self.rows.iter().rfind(asks).map_or(self.facts.created, |row| row.at)
    }

    /// The median time in milliseconds that the seat's person took to answer.
    pub fn pace(&self, seat: Seat) -> Option<i64> {
        let (mut since, mut times) = (self.facts.created, Vec::new());
        for row in &self.rows {
            match &row.event {
                Event::Acted(acted) if acted.seat == seat && !acted.bot => times.push(row.at - since),
                Event::Started { .. } | Event::Acted(_) => {}
                _ => continue,
            }
            since = row.at;
        }
        let middle = times.len() / 2;
        (!times.is_empty()).then(|| *times.select_nth_unstable(middle).1)
    }

    /// Whether the viewer may know that there is an event with this number.
    pub fn visible(&self, viewer: Viewer, seq: u64) -> bool {
        !self.hidden.iter().any(|&(h, seat)| h == seq && !viewer.is(seat))
    }

    /// The number a viewer knows an event by: those it cannot know of are not counted, or their number would tell.
    pub fn rank(&self, viewer: Viewer, seq: u64) -> u64 {
        seq - self.hidden.iter().filter(|&&(h, seat)| h <= seq && !viewer.is(seat)).count() as u64
    }

    /// The last event that a viewer knows by this number.
    pub fn unrank(&self, viewer: Viewer, rank: u64) -> u64 {
        self.hidden
            .iter()
            .filter(|(_, seat)| !viewer.is(*seat))
            .fold(rank, |seq, &(h, _)| seq + u64::from(h <= seq + 1))
    }

    /// The log after an event, up to another, for a viewer: `lines` are the game's own of the entries between them.
    pub fn items(&self, viewer: Viewer, after: u64, last: u64, lines: Vec<(usize, Line)>) -> Vec<LogItem> {
        let rows = self.rows.iter().skip(after as usize).take_while(|row| row.seq <= last);
        let mut items: Vec<LogItem> = rows.filter_map(|row| self.note(viewer, row)).collect();
        for (entry, line) in lines {
            let seq = self.entry_seq(entry);
            let row = &self.rows[self.rows.partition_point(|r| r.seq < seq)];
            let seat = entry.checked_sub(1).map(|k| self.acts[k].seat);
            items.push(LogItem { seat, ..LogItem::told(self.rank(viewer, seq), row.at, line) });
        }
        items.sort_by_key(|item| item.seq);
        items
    }

    /// The number before which a viewer has nothing, if all after `after` is there and something came before.
    pub fn earlier(&self, viewer: Viewer, after: u64) -> Option<u64> {
        (after > 0).then(|| self.rank(viewer, after) + 1)
    }

    /// The event that brought an entry of the record.
    pub fn entry_seq(&self, entry: usize) -> u64 {
        let started = || self.rows.iter().find(|r| matches!(r.event, Event::Started { .. })).map_or(0, |r| r.seq);
        entry.checked_sub(1).map_or_else(started, |k| self.acts[k].seq)
    }

    /// The first entry that came after an event.
    pub fn entry_after(&self, seq: u64) -> usize {
        if self.entry_seq(0) > seq { 0 } else { 1 + self.acts.partition_point(|a| a.seq <= seq) }
    }

    /// The items a viewer has of events up to `after` that were taken back since.
    pub fn gone(&self, viewer: Viewer, after: u64) -> Vec<u64> {
        let rows = &self.rows[self.rows.partition_point(|r| r.seq <= after)..];
        let undone = |row: &Row| match row.event {
            Event::Undone { act, .. } if act <= after && self.visible(viewer, act) => Some(self.rank(viewer, act)),
            _ => None,
        };
        rows.iter().filter_map(undone).collect()
    }

    /// What the table says about an event of its own, if the viewer may know of it.
    fn note(&self, viewer: Viewer, row: &Row) -> Option<LogItem> {
        let name = |seat: Seat| self.facts.name(seat);
        let text = match &row.event {
            Event::Said { seat, text } => {
                let mut item = LogItem::new(self.rank(viewer, row.seq), row.at, LogKind::Chat, Text::plain(text));
                (item.seat, item.name) = (Some(*seat), Some(name(*seat)));
                return Some(item);
            }
            Event::Made(_) | Event::Acted(_) => return None,
            Event::Chair { seat, to: Chair::Bot { .. }, removed: true } => {
                format!("the host of the server gives seat {} to a bot", seat.0 + 1)
            }
            Event::Chair { seat, to: Chair::Open, removed } => {
                let by = if *removed { "the host frees" } else { "somebody leaves" };
                format!("{by} seat {}", seat.0 + 1)
            }
            Event::Renamed { seat, name } => format!("seat {} is now called {name}", seat.0 + 1),
            Event::Reissued { seat, .. } => {
                format!("the host gives out a new link for seat {}: the person who opens it plays there", seat.0 + 1)
            }
            Event::Replaced { seat, name, .. } => format!("{name} takes over seat {}", seat.0 + 1),
            Event::Chair { seat, to, .. } => format!("{} takes seat {}", to.name(), seat.0 + 1),
            Event::Started { .. } => "the game begins".into(),
            Event::Rewritten { .. } => "the game goes on as a newer version plays it".into(),
            Event::Undone { seat, .. } if self.visible(viewer, row.seq) => {
                format!("{} takes a decision back", name(*seat))
            }
            Event::Undone { .. } => return None,
            Event::Voted { by, on, .. } => format!("{} wants a bot to play for {}", name(*by), name(*on)),
            Event::Resigned { seat } => format!("{} resigns: a bot plays on in that place", name(*seat)),
            Event::Ends { seat } => format!("{} wants to end the game here", name(*seat)),
            Event::StandIn { seat, level: Some(level), late } => {
                let why = if *late { format!("the time of {} is up: ", name(*seat)) } else { String::new() };
                format!("{why}a bot ({}) plays for {}", level.id(), name(*seat))
            }
            Event::StandIn { seat, level: None, .. } => format!("{} is back", name(*seat)),
            Event::Next { .. } => "there is a rematch".into(),
            Event::Note { text } => text.clone(),
            Event::Closed { why } => why.clone(),
        };
        Some(LogItem::new(self.rank(viewer, row.seq), row.at, LogKind::Note, Text::plain(text)))
    }
}

impl LogItem {
    pub fn new(seq: u64, at: i64, kind: LogKind, text: Text) -> LogItem {
        let (entry, seat, name, clause) = (None, None, None, None);
        LogItem { seq, at, kind, entry, seat, name, text, clause, about: Vec::new(), dice: Vec::new(), fight: None }
    }

    /// A line of the game's log.
    pub fn told(seq: u64, at: i64, line: Line) -> LogItem {
        let Line { text, clause, about, dice, fight } = line;
        LogItem { clause: Some(clause.0), about, dice, fight, ..LogItem::new(seq, at, LogKind::Line, text) }
    }
}

fn commitment(secret: &str) -> Option<String> {
    Some(Dice { secret: unhex(secret)?, nonces: Vec::new() }.commitment())
}

/// The seat that alone knows of the event, if it is a secret.
fn hidden_from_others(event: &Event, acts: &[Act]) -> Option<Seat> {
    match event {
        Event::Acted(acted) if acted.hidden => Some(acted.seat),
        Event::Undone { seat, act, .. } if acts.iter().any(|a| a.seq == *act && a.hidden) => Some(*seat),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(seq: u64, event: Event) -> Row {
        Row { seq, at: 0, id: None, event, spent: Vec::new() }
    }

    fn acted(seat: u8, sealed: bool, hidden: bool, firm: Option<Firm>) -> Event {
        let (name, sentence, hash) = ("red".to_string(), "done".to_string(), "h".to_string());
        let (outcomes, places) = (vec![], vec![]);
        Event::Acted(Acted {
            seat: Seat(seat),
            name,
            sentence,
            outcomes,
            hash,
            bot: false,
            sealed,
            hidden,
            firm,
            places,
        })
    }

    fn ledger(events: impl IntoIterator<Item = Event>) -> Ledger {
        let guest = Guest(Id::random());
        let person = || Chair::Person { guest, name: "Ann".into(), nonce: None };
        let made = Event::Made(Made {
            title: "toy".into(),
            options: String::new(),
            public: true,
            host: guest,
            invite: Id::random(),
            secret: "00".repeat(32),
            chairs: vec![person(), person(), person()],
            start: None,
            from: None,
            clock: None,
            stand_in: None,
            unrated: false,
            invited: Vec::new(),
        });
        let record = "astrarium-record 1\ntitle toy\n\nsetup # 00\n".to_string();
        let all = [made, Event::Started { nonces: vec![], record }].into_iter().chain(events);
        Ledger::read(Id::random(), all.zip(1..).map(|(e, seq)| row(seq, e)).collect()).expect("a sound log")
    }

    #[test]
    fn nobody_can_count_what_others_do_in_secret() {
        let say = || Event::Said { seat: Seat(0), text: "hello".into() };
        let ledger =
            ledger([acted(0, true, true, None), acted(0, true, true, None), acted(1, true, true, None), say()]);
        let seen =
            |viewer| (1..=6).filter(|&s| ledger.visible(viewer, s)).map(|s| ledger.rank(viewer, s)).collect::<Vec<_>>();
        assert_eq!(seen(Viewer::Seat(Seat(0))), [1, 2, 3, 4, 5]);
        assert_eq!(seen(Viewer::Seat(Seat(1))), [1, 2, 3, 4]);
        assert_eq!(seen(Viewer::Public), [1, 2, 3]);
        assert_eq!(ledger.unrank(Viewer::Public, 2), 5);
        assert_eq!(ledger.unrank(Viewer::Public, 3), 6);
        assert_eq!(ledger.items(Viewer::Public, 2, u64::MAX, vec![])[0].seq, 3);
    }

    #[test]
    fn sealed_answers_of_others_leave_my_question_and_my_undo() {
        let mut ledger = ledger([acted(0, true, true, None)]);
        let question = ledger.question(Seat(0));
        ledger.take(row(4, acted(1, true, true, None))).expect("a sound event");
        assert_eq!(ledger.question(Seat(0)), question);
        assert_eq!(ledger.undoable(Seat(0)), Ok(0));
        let undone = Event::Undone { seat: Seat(0), act: 3, hashes: vec!["new".into()] };
        ledger.take(row(5, undone)).expect("a sound event");
        assert_ne!(ledger.question(Seat(0)), question);
        assert_eq!(ledger.record.entries.iter().map(|e| &e.hash[..]).collect::<Vec<_>>(), ["00", "new"]);
        assert_eq!(ledger.gone(Viewer::Seat(Seat(0)), 4), [3]);
        assert!(ledger.gone(Viewer::Seat(Seat(1)), 4).is_empty());
    }

    /// A row that another program wrote gives an error and takes no server down.
    #[test]
    fn a_broken_log_is_refused() {
        let ledger = ledger([acted(0, false, false, None)]);
        let undone = |act| Event::Undone { seat: Seat(0), act, hashes: vec![] };
        let wrong = [
            row(4, undone(2)),
            row(5, Event::Note { text: "too late".into() }),
            row(4, acted(3, false, false, None)),
            row(4, Event::Voted { by: Seat(0), on: Seat(9), all: false }),
            row(4, Event::Started { nonces: vec![], record: "nonsense".into() }),
            row(4, ledger.rows[0].event.clone()),
        ];
        for row in wrong {
            assert!(ledger.clone().take(row.clone()).is_err(), "{row:?}");
        }
        assert_eq!(ledger.clone().take(row(4, undone(3))), Ok(()));
        assert!(Ledger::read(Id::random(), vec![]).is_err());
        let mut headless = ledger.rows;
        headless.remove(0);
        assert!(Ledger::read(Id::random(), headless).is_err());
    }

    #[test]
    fn undo_stops_at_what_is_firm() {
        let undoable = |events: Vec<Event>| ledger(events).undoable(Seat(0));
        assert_eq!(undoable(vec![]), Err("nothing was decided yet"));
        assert_eq!(undoable(vec![acted(0, false, false, None)]), Ok(0));
        assert_eq!(undoable(vec![acted(0, false, false, Some(Firm::Chance))]), Err(Firm::Chance.text()));
        let passed = vec![acted(0, false, false, None), acted(1, false, false, None)];
        assert_eq!(undoable(passed), Err(Firm::Passed.text()));
    }
}
