//! What each viewer is sent: one message per viewer and event, made once for all sockets with the same view.

use std::sync::{Arc, Mutex};

use astrarium_core::scene::Scene;
use astrarium_core::{Seat, SeatSet, Text, Viewer};
use axum::extract::ws::Utf8Bytes;
use tokio::sync::broadcast;

use super::live::Live;
use super::{Eyes, Glance, Page, Seen, Shown};
use crate::change::{self, Prints};
use crate::error::Error;
use crate::id::Guest;
use crate::ledger::{LogItem, Status};
use crate::message::{FromServer, News, Sync, Update};
use crate::play::{Crash, Watching, guard};
use crate::show::{Ask, Table, Undo, eyes};

/// One message to sockets with the same eyes.
#[derive(Clone, Debug)]
pub enum Frame {
    Update(Arc<Told>),
    /// Seats with a live person, and how many watch.
    Presence(Utf8Bytes),
}

/// An update before it is written: those who sit at the table see it each a little differently, all others alike.
#[derive(Debug)]
pub struct Told {
    from: u64,
    seq: u64,
    news: News,
    shown: Shown,
    /// Each of them once, however many sockets there are.
    written: Mutex<Vec<(Option<Guest>, Utf8Bytes)>>,
}

impl Told {
    fn text(&self, guest: Option<Guest>) -> Utf8Bytes {
        let facts = &self.shown.facts;
        let guest = guest.filter(|&g| facts.made.host == g || facts.seats_of(g).next().is_some());
        let mut written = self.written.lock().expect("nobody panics with the texts in hand");
        if let Some((_, text)) = written.iter().find(|(g, _)| *g == guest) {
            return text.clone();
        }
        let table = Table::of(facts, guest, &self.shown.online);
        let update = Update { from: self.from, seq: self.seq, table, news: &self.news };
        let text = Utf8Bytes::from(FromServer::Update(&update).json());
        written.push((guest, text.clone()));
        text
    }
}

impl Frame {
    /// Whether a seat that is played is not the guest's any more.
    pub fn is_news_of_another(&self, guest: Option<Guest>, viewer: Viewer) -> bool {
        let (Frame::Update(told), Viewer::Seat(seat)) = (self, viewer) else { return false };
        let facts = &told.shown.facts;
        facts.status != Status::Lobby && !guest.is_some_and(|guest| facts.holds(guest, seat))
    }

    /// The message as one guest gets it.
    pub fn text(&self, guest: Option<Guest>) -> Utf8Bytes {
        match self {
            Frame::Presence(text) => text.clone(),
            Frame::Update(told) => told.text(guest),
        }
    }
}

/// What one viewer was sent last.
#[derive(Debug)]
pub(super) struct Channel {
    viewer: Viewer,
    seq: u64,
    sent: Sent,
    /// The game's version that was shown, and what the seat was asked then.
    version: u64,
    ask: Option<Arc<Ask>>,
    frames: broadcast::Sender<Frame>,
}

/// What is taken back, where the log says nothing of it.
const DECISION: &str = "your last decision";

/// A sight as it is remembered.
#[derive(Debug)]
struct Sent {
    scene: Option<Prints>,
    ask: u64,
    undo: u64,
}

impl Sent {
    fn of(sight: &Sight) -> Sent {
        let Sight { scene, ask, undo } = sight;
        Sent { scene: scene.as_ref().map(Prints::of), ask: change::print(ask), undo: change::print(undo) }
    }
}

/// What a viewer sees of the game.
#[derive(Debug)]
pub struct Sight {
    pub scene: Option<Scene>,
    pub ask: Option<Arc<Ask>>,
    pub undo: Undo,
}

impl Live {
    pub(super) fn shown(&self) -> Shown {
        Shown { facts: self.core.facts().clone(), online: self.online() }
    }

    /// Sends every viewer what is new to it.
    pub(super) fn fan_out(&mut self) -> Result<(), Crash> {
        // A client that has missed more than a page comes back and begins anew.
        let oldest = self.core.ledger.seq().saturating_sub(self.shared.limits.page);
        self.channels.retain(|channel| channel.frames.receiver_count() > 0 && channel.seq >= oldest);
        let mut channels = std::mem::take(&mut self.channels);
        let shown = self.shown();
        let sent = channels.iter_mut().try_for_each(|channel| self.update(channel, &shown));
        self.channels = channels;
        sent
    }

    fn update(&self, channel: &mut Channel, shown: &Shown) -> Result<(), Crash> {
        let (viewer, after, now) = (channel.viewer, channel.seq, self.core.ledger.seq());
        channel.seq = now;
        if !(after + 1..=now).any(|seq| self.core.ledger.visible(viewer, seq)) {
            return Ok(());
        }
        let still = channel.version == self.core.version;
        let news = if still { self.said(channel, after) } else { self.played(channel, after)? };
        let (from, seq) = (self.core.ledger.rank(viewer, after), self.core.ledger.rank(viewer, now));
        let told = Told { from, seq, news, shown: shown.clone(), written: Mutex::default() };
        // Nobody listens any more: the channel goes next time.
        _ = channel.frames.send(Frame::Update(Arc::new(told)));
        Ok(())
    }

    /// What is new after an event where the game stands still.
    fn said(&self, channel: &mut Channel, after: u64) -> News {
        let viewer = channel.viewer;
        let items = self.core.ledger.items(viewer, after, self.core.ledger.seq(), Vec::new());
        let undo = self.undoable(viewer).err().map(|why| Undo::of(Err(why)));
        let undo =
            undo.filter(|undo| std::mem::replace(&mut channel.sent.undo, change::print(undo)) != change::print(undo));
        News { items, gone: self.core.ledger.gone(viewer, after), scene: None, change: None, ask: None, undo }
    }

    /// What is new after an event where the game has gone on.
    fn played(&self, channel: &mut Channel, after: u64) -> Result<News, Crash> {
        let viewer = channel.viewer;
        let (sight, items) = self.sight_and_items(viewer, after, self.core.ledger.seq())?;
        let old = std::mem::replace(&mut channel.sent, Sent::of(&sight));
        (channel.version, channel.ask) = (self.core.version, sight.ask.clone());
        let new = &channel.sent;
        let (scene, change) = match (&old.scene, &new.scene, &sight.scene) {
            (Some(old), Some(new), Some(scene)) => (None, change::between(old, new, scene)),
            (None, None, _) => (None, None),
            (.., scene) => (Some(scene.clone()), None),
        };
        Ok(News {
            items,
            gone: self.core.ledger.gone(viewer, after),
            scene,
            change,
            ask: (old.ask != new.ask).then_some(sight.ask),
            undo: (old.undo != new.undo).then_some(sight.undo),
        })
    }

    /// A socket's first message, and the channel that continues it.
    pub(super) fn look(&mut self, guest: Option<Guest>, eyes: Eyes, since: Option<u64>) -> Result<Seen, Error> {
        let viewer = self.viewer(guest, eyes)?;
        self.look_as(guest, viewer, since).map_err(|crash| self.core.crashed(&crash))
    }

    /// All a page without a socket shows.
    pub(super) fn glance(&mut self, guest: Option<Guest>, eyes: Eyes) -> Result<Glance, Error> {
        let viewer = self.viewer(guest, eyes)?;
        let seen = self.sight_and_items(viewer, self.last_page(), self.core.ledger.seq());
        let (sight, items) = seen.map_err(|crash| self.core.crashed(&crash))?;
        Ok(Glance { viewer, shown: self.shown(), sight, items })
    }

    /// The event before the last page.
    fn last_page(&self) -> u64 {
        self.core.ledger.seq().saturating_sub(self.shared.limits.page)
    }

    /// The page of the log before a number.
    pub(super) fn earlier(&mut self, viewer: Viewer, before: u64) -> Result<Page, Error> {
        let ledger = &self.core.ledger;
        let last = ledger.unrank(viewer, before.saturating_sub(1)).min(ledger.seq());
        let after = last.saturating_sub(self.shared.limits.page);
        let items = guard(|| self.items(viewer, self.watch(viewer).as_deref(), after, last));
        let items = items.map_err(|crash| self.core.crashed(&crash))?;
        Ok(Page { items, earlier: self.core.ledger.earlier(viewer, after) })
    }

    fn look_as(&mut self, guest: Option<Guest>, viewer: Viewer, since: Option<u64>) -> Result<Seen, Crash> {
        let now = self.core.ledger.rank(viewer, self.core.ledger.seq());
        let last_page = self.last_page();
        let missed = |s: &u64| *s <= now && self.core.ledger.unrank(viewer, *s) >= last_page;
        let since = since.filter(missed);
        let after = since.map_or(last_page, |s| self.core.ledger.unrank(viewer, s));
        let (sight, items) = self.sight_and_items(viewer, after, self.core.ledger.seq())?;
        let _token = self.join(guest, viewer);
        let shown = self.shown();
        let table = Table::of(&shown.facts, guest, &shown.online);
        let frames = self.channel(viewer, &sight).frames.subscribe();
        let Sight { scene, ask, undo } = sight;
        let first = match since {
            Some(from) => {
                let gone = self.core.ledger.gone(viewer, after);
                let news = News { items, gone, scene: Some(scene), change: None, ask: Some(ask), undo: Some(undo) };
                FromServer::Update(&Update { from, seq: now, table, news: &news }).json()
            }
            None => {
                let earlier = self.core.ledger.earlier(viewer, after);
                let viewer = eyes(viewer);
                FromServer::Sync(&Sync { seq: now, viewer, table, items, earlier, scene, ask, undo }).json()
            }
        };
        Ok(Seen { viewer, first, frames, _token })
    }

    fn channel(&mut self, viewer: Viewer, sight: &Sight) -> &Channel {
        let found = self.channels.iter().position(|c| c.viewer == viewer);
        let at = found.unwrap_or_else(|| {
            let (frames, _) = broadcast::channel(self.shared.limits.queue);
            let (seq, version, ask) = (self.core.ledger.seq(), self.core.version, sight.ask.clone());
            self.channels.push(Channel { viewer, seq, sent: Sent::of(sight), version, ask, frames });
            self.channels.len() - 1
        });
        &self.channels[at]
    }

    fn viewer(&self, guest: Option<Guest>, eyes: Eyes) -> Result<Viewer, Error> {
        let facts = self.core.facts();
        let mine: Vec<Seat> = guest.map(|g| facts.seats_of(g).collect()).unwrap_or_default();
        match eyes {
            Eyes::Spectator => Ok(Viewer::Public),
            Eyes::Seat(seat) if mine.contains(&seat) => Ok(Viewer::Seat(seat)),
            Eyes::Seat(_) => Err(Error::NotYourSeat),
            Eyes::Any => {
                let asked = mine.iter().find(|seat| facts.asked.contains(seat));
                Ok(asked.or(mine.first()).map_or(Viewer::Public, |&seat| Viewer::Seat(seat)))
            }
        }
    }

    fn watch(&self, viewer: Viewer) -> Option<Box<dyn Watching + '_>> {
        self.core.play.as_ref().map(|play| play.watch(viewer))
    }

    /// What a viewer sees, and what happened after one event, up to another.
    fn sight_and_items(&self, viewer: Viewer, after: u64, last: u64) -> Result<(Sight, Vec<LogItem>), Crash> {
        guard(|| {
            let watching = self.watch(viewer);
            let watching = watching.as_deref();
            (self.sight(viewer, watching), self.items(viewer, watching, after, last))
        })
    }

    fn sight(&self, viewer: Viewer, watching: Option<&dyn Watching>) -> Sight {
        let undo = self.undoable(viewer);
        let Some(watching) = watching else {
            return Sight { scene: None, ask: None, undo: Undo::of(undo.map(|_| Text::from(DECISION))) };
        };
        let told = |act: usize| watching.lines(act + 1..act + 2).into_iter().next();
        let undo = Undo::of(undo.map(|act| told(act).map_or_else(|| DECISION.into(), |(_, line)| line.text)));
        let asked = self.core.play.as_ref().map_or(SeatSet::EMPTY, |play| play.asked());
        let ask = eyes(viewer).filter(|&seat| asked.contains(seat)).map(|seat| self.ask(seat, watching));
        Sight { scene: Some(watching.scene()), ask, undo }
    }

    /// The question to a seat, as it was told already if it was: all its answers are tried to say what they bring.
    fn ask(&self, seat: Seat, watching: &dyn Watching) -> Arc<Ask> {
        let now = |channel: &&Channel| channel.viewer.is(seat) && channel.version == self.core.version;
        let known = self.channels.iter().find(now).and_then(|channel| channel.ask.clone());
        known.unwrap_or_else(|| {
            Arc::new(Ask {
                seat,
                question: self.core.ledger.question(seat),
                prompt: watching.prompt(),
                sentences: watching.sentences(),
                closed: watching.closed(),
                purposes: watching.purposes(),
            })
        })
    }

    fn undoable(&self, viewer: Viewer) -> Result<usize, &'static str> {
        eyes(viewer).map_or(Err("you do not play"), |seat| self.core.ledger.undoable(seat))
    }

    fn items(&self, viewer: Viewer, watching: Option<&dyn Watching>, after: u64, last: u64) -> Vec<LogItem> {
        let ledger = &self.core.ledger;
        let entries = ledger.entry_after(after)..ledger.entry_after(last);
        let lines = watching.map_or_else(Vec::new, |watching| watching.lines(entries));
        ledger.items(viewer, after, last, lines)
    }

    /// Tells everybody who is here.
    pub(super) fn fan_out_presence(&mut self) {
        let (seats, watchers) = self.present();
        let text = Utf8Bytes::from(FromServer::Presence { online: &seats, watchers }.json());
        for channel in &self.channels {
            _ = channel.frames.send(Frame::Presence(text.clone()));
        }
    }
}
