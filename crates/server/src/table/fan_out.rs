//! What each viewer is sent: one message per viewer and event, made once for all sockets with the same eyes.

use std::sync::{Arc, Mutex};

use astrarium_core::scene::Scene;
use astrarium_core::{Seat, Viewer};
use serde::Serialize;
use tokio::sync::broadcast;

use super::live::Live;
use super::{Eyes, Glance, Page, Seen, Shown};
use crate::change::{self, Change};
use crate::error::Error;
use crate::id::Guest;
use crate::ledger::LogItem;
use crate::play::{Crash, guard};
use crate::show::{Ask, Table, Undo, eyes};

/// One message to sockets with the same eyes.
#[derive(Clone, Debug)]
pub enum Frame {
    Update(Arc<Update>),
    /// Seats with a live person, and how many watch.
    Presence(Arc<str>),
}

#[derive(Debug)]
pub struct Update {
    from: u64,
    seq: u64,
    /// The rest of the message as JSON.
    body: String,
    table: Arc<Faces>,
}

/// The table as JSON: those who sit there see it each a little differently, all others alike.
#[derive(Debug)]
struct Faces {
    shown: Shown,
    made: Mutex<Vec<(Option<Guest>, Arc<str>)>>,
}

impl Faces {
    fn of(shown: Shown) -> Faces {
        Faces { shown, made: Mutex::default() }
    }

    fn text(&self, guest: Option<Guest>) -> Arc<str> {
        let facts = &self.shown.facts;
        let guest = guest.filter(|&g| facts.made.host == g || facts.seats_of(g).next().is_some());
        let mut made = self.made.lock().expect("nobody panics with the texts in hand");
        if let Some((_, text)) = made.iter().find(|(g, _)| *g == guest) {
            return text.clone();
        }
        let table = Table::of(facts, guest, &self.shown.online);
        let text: Arc<str> = serde_json::to_string(&table).expect("tables are plain data").into();
        made.push((guest, text.clone()));
        text
    }
}

impl Frame {
    /// The message as one guest gets it.
    pub fn text(&self, guest: Option<Guest>) -> String {
        match self {
            Frame::Presence(text) => text.to_string(),
            Frame::Update(update) => {
                let Update { from, seq, body, table } = &**update;
                message(format_args!("\"type\":\"update\",\"from\":{from},\"seq\":{seq}"), &table.text(guest), body)
            }
        }
    }
}

/// What one viewer was sent last.
#[derive(Debug)]
pub(super) struct Channel {
    viewer: Viewer,
    seq: u64,
    sight: Sight,
    frames: broadcast::Sender<Frame>,
}

/// What a viewer sees of the game.
#[derive(Debug, PartialEq)]
pub struct Sight {
    pub scene: Option<Scene>,
    pub ask: Option<Ask>,
    pub undo: Undo,
}

#[derive(Serialize)]
struct Body<'a> {
    items: Vec<LogItem>,
    /// There are more before this number.
    #[serde(skip_serializing_if = "Option::is_none")]
    earlier: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Vec<u64>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    scene: Option<Option<&'a Scene>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<Change<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    ask: Option<Option<&'a Ask>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    undo: Option<&'a Undo>,
}

impl Body<'_> {
    fn json(&self) -> String {
        serde_json::to_string(self).expect("messages are plain data")
    }
}

/// One object of a few fields, the table, and the fields of the body.
fn message(head: std::fmt::Arguments, table: &str, body: &str) -> String {
    format!("{{{head},\"table\":{table},{}", &body[1..])
}

impl Live {
    pub(super) fn shown(&self) -> Shown {
        Shown { facts: self.core.facts().clone(), online: self.online() }
    }

    /// Sends every viewer what is new to it.
    pub(super) fn fan_out(&mut self) -> Result<(), Crash> {
        // Whoever has missed more than a page comes back and begins anew.
        let oldest = self.core.ledger.seq().saturating_sub(self.shared.limits.page);
        self.channels.retain(|channel| channel.frames.receiver_count() > 0 && channel.seq >= oldest);
        let mut channels = std::mem::take(&mut self.channels);
        let table = Arc::new(Faces::of(self.shown()));
        let sent = channels.iter_mut().try_for_each(|channel| self.update(channel, &table));
        self.channels = channels;
        sent
    }

    fn update(&self, channel: &mut Channel, table: &Arc<Faces>) -> Result<(), Crash> {
        let (viewer, after, now) = (channel.viewer, channel.seq, self.core.ledger.seq());
        channel.seq = now;
        if !(after + 1..=now).any(|seq| self.core.ledger.visible(viewer, seq)) {
            return Ok(());
        }
        let sight = self.sight(viewer)?;
        let (old, new) = (&channel.sight, &sight);
        let (scene, change) = match (&old.scene, &new.scene) {
            (Some(old), Some(new)) => (None, change::between(old, new)),
            (old, new) if old == new => (None, None),
            (_, new) => (Some(new.as_ref()), None),
        };
        let body = Body {
            items: self.items(viewer, after)?,
            earlier: None,
            gone: Some(self.core.ledger.gone(viewer, after)),
            scene,
            change,
            ask: (old.ask != new.ask).then_some(new.ask.as_ref()),
            undo: (old.undo != new.undo).then_some(&new.undo),
        };
        let (from, seq) = (self.core.ledger.rank(viewer, after), self.core.ledger.rank(viewer, now));
        let update = Update { from, seq, body: body.json(), table: table.clone() };
        channel.sight = sight;
        // Nobody listens any more: the channel goes next time.
        _ = channel.frames.send(Frame::Update(Arc::new(update)));
        Ok(())
    }

    /// A socket's first message, and the channel that continues it.
    pub(super) fn look(&mut self, guest: Option<Guest>, eyes: Eyes, since: Option<u64>) -> Result<Seen, Error> {
        let viewer = self.viewer(guest, eyes)?;
        self.look_as(guest, viewer, since).map_err(|crash| self.core.crashed(&crash))
    }

    /// All a page without a socket shows.
    pub(super) fn glance(&mut self, guest: Option<Guest>, eyes: Eyes) -> Result<Glance, Error> {
        let viewer = self.viewer(guest, eyes)?;
        let seen = self.sight(viewer).and_then(|sight| Ok((sight, self.items(viewer, self.last_page())?)));
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
        let items = self.items(viewer, after);
        let mut items = items.map_err(|crash| self.core.crashed(&crash))?;
        items.retain(|item| item.seq < before);
        Ok(Page { items, earlier: self.core.ledger.earlier(viewer, after) })
    }

    fn look_as(&mut self, guest: Option<Guest>, viewer: Viewer, since: Option<u64>) -> Result<Seen, Crash> {
        let sight = self.sight(viewer)?;
        let now = self.core.ledger.rank(viewer, self.core.ledger.seq());
        let last_page = self.last_page();
        let missed = |s: &u64| *s <= now && self.core.ledger.unrank(viewer, *s) >= last_page;
        let since = since.filter(missed);
        let after = since.map_or(last_page, |s| self.core.ledger.unrank(viewer, s));
        let body = Body {
            items: self.items(viewer, after)?,
            earlier: since.is_none().then(|| self.core.ledger.earlier(viewer, after)).flatten(),
            gone: since.map(|_| self.core.ledger.gone(viewer, after)),
            scene: Some(sight.scene.as_ref()),
            change: None,
            ask: Some(sight.ask.as_ref()),
            undo: Some(&sight.undo),
        };
        let _token = self.join(guest, viewer);
        let table = Faces::of(self.shown()).text(guest);
        let body = body.json();
        let first = match since {
            Some(since) => message(format_args!("\"type\":\"update\",\"from\":{since},\"seq\":{now}"), &table, &body),
            None => {
                let viewer = serde_json::to_string(&self::eyes(viewer)).expect("a number or nothing");
                message(format_args!("\"type\":\"sync\",\"seq\":{now},\"viewer\":{viewer}"), &table, &body)
            }
        };
        let frames = self.channel(viewer, sight).frames.subscribe();
        Ok(Seen { viewer, first, frames, _token })
    }

    fn channel(&mut self, viewer: Viewer, sight: Sight) -> &Channel {
        let found = self.channels.iter().position(|c| c.viewer == viewer);
        let at = found.unwrap_or_else(|| {
            let (frames, _) = broadcast::channel(self.shared.limits.queue);
            self.channels.push(Channel { viewer, seq: self.core.ledger.seq(), sight, frames });
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

    fn sight(&self, viewer: Viewer) -> Result<Sight, Crash> {
        let seat = eyes(viewer);
        let undo = match seat {
            Some(seat) => {
                self.core.ledger.undoable(seat).map(|k| self.core.ledger.record.entries[k + 1].sentence.clone())
            }
            None => Err("you do not play"),
        };
        let undo = Undo::of(undo);
        let Some(play) = &self.core.play else { return Ok(Sight { scene: None, ask: None, undo }) };
        guard(|| {
            let asked = seat.filter(|&seat| play.asked().contains(seat));
            let ask = asked.map(|seat| Ask {
                seat,
                question: self.core.ledger.question(seat),
                prompt: play.prompt(seat),
                sentences: play.sentences(seat),
            });
            Sight { scene: Some(play.scene(viewer)), ask, undo }
        })
    }

    fn items(&self, viewer: Viewer, after: u64) -> Result<Vec<LogItem>, Crash> {
        let from = self.core.ledger.entry_after(after);
        let lines = match &self.core.play {
            Some(play) => guard(|| play.lines(viewer, from))?,
            None => Vec::new(),
        };
        Ok(self.core.ledger.items(viewer, after, lines))
    }

    /// Tells everybody who is here.
    pub(super) fn fan_out_presence(&mut self) {
        let (seats, watchers) = self.present();
        let seats = serde_json::to_string(&seats).expect("numbers");
        let text: Arc<str> = format!("{{\"type\":\"presence\",\"online\":{seats},\"watchers\":{watchers}}}").into();
        for channel in &self.channels {
            _ = channel.frames.send(Frame::Presence(text.clone()));
        }
    }
}
