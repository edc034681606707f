//! Who may do what at a table: from a wish to the event that carries it out, or the reason why not.

use astrarium_core::record::{Dice, unhex};
use astrarium_core::{Record, Seat};
use astrarium_games::Title;

use super::Deed;
use super::live::Live;
use crate::error::Error;
use crate::event::{Chair, Event, Level};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Status};
use crate::play::{self, Setup, guard};

impl Live {
    /// The event that carries out the deed. A decision is carried out on the game, too: if the event cannot be stored, the
    /// table has to be read again.
    pub(super) fn decide(&mut self, guest: Guest, deed: &Deed) -> Result<Event, Error> {
        let facts = self.ledger.facts.clone();
        if let Some(why) = &facts.closed {
            return Err(Error::Closed(why.clone()));
        }
        match deed {
            Deed::Act { seat, sentence, question } => {
                let seat = mine(&facts, guest, *seat)?;
                playing(&facts)?;
                let stale = *question != self.ledger.question(seat);
                if stale { Err(Error::Stale) } else { self.act(seat, sentence) }
            }
            Deed::Undo { seat } => {
                let seat = mine(&facts, guest, *seat)?;
                playing(&facts)?;
                self.undo(seat)
            }
            Deed::Chat { text } => self.chat(&facts, guest, text),
            Deed::Vote { seat } => self.vote(&facts, guest, *seat),
            Deed::Away { seat } => {
                playing(&facts)?;
                Ok(stand_in(mine(&facts, guest, *seat)?, false))
            }
            Deed::Back { seat } => back(&facts, mine(&facts, guest, *seat)?),
            Deed::Sit { seat, name, nonce, invite } => sit(&facts, guest, *seat, name, *nonce, *invite),
            Deed::Leave { seat } => {
                let seat = mine(&facts, guest, *seat)?;
                lobby(&facts)?;
                Ok(Event::Chair { seat, to: Chair::Open })
            }
            Deed::Chair { seat, to } => chair(&facts, guest, *seat, to),
            Deed::Start { nonces } => {
                host(&facts, guest)?;
                lobby(&facts)?;
                let given = nonces.iter().map(|(&seat, &nonce)| Ok((mine(&facts, guest, Seat(seat))?, nonce)));
                self.start(&facts, given.collect::<Result<_, Error>>()?)
            }
            Deed::Next { table } => match facts.status {
                Status::Over | Status::Closed if facts.next.is_none() => Ok(Event::Next { table: *table }),
                Status::Over | Status::Closed => Err(Error::Taken),
                _ => Err(Error::NotOver),
            },
            Deed::Close => close(&facts, guest),
        }
    }

    /// Carries out a sentence.
    pub(super) fn act(&mut self, seat: Seat, sentence: &str) -> Result<Event, Error> {
        let play = self.play.as_mut().ok_or(Error::NotPlaying)?;
        match guard(|| play.act(seat, sentence)) {
            Ok(acted) => Ok(Event::Acted(acted?)),
            Err(crash) => Err(self.crashed(crash)),
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<Event, Error> {
        let k = self.ledger.undoable(seat).map_err(Error::NoUndo)?;
        let play = self.play.as_ref().ok_or(Error::NotPlaying)?;
        let again = match guard(|| play.without(k + 1)) {
            Ok(again) => again.map_err(|error| {
                tracing::error!(%error, "an undo cannot be played");
                Error::Internal
            })?,
            Err(crash) => return Err(self.crashed(crash)),
        };
        let hashes = again.record().entries[k + 1..].iter().map(|e| e.hash.clone()).collect();
        self.play = Some(again);
        Ok(Event::Undone { seat, act: self.ledger.acts[k].seq, hashes })
    }

    fn chat(&self, facts: &Facts, guest: Guest, text: &str) -> Result<Event, Error> {
        let seat = facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
        let most = self.shared.limits.chats_per_table;
        let full = self.ledger.chats() >= most;
        let said = Event::Said { seat, text: text.into() };
        if full { Err(Error::TooMany("chat messages at one table", most)) } else { Ok(said) }
    }

    fn vote(&self, facts: &Facts, guest: Guest, seat: Seat) -> Result<Event, Error> {
        playing(facts)?;
        let by = facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
        let place = facts.places.get(seat.index()).ok_or(Error::NotFound("seat"))?;
        let absent = place.chair.guest().ok_or(Error::NotFound("person on that seat"))?;
        let wrong = |why: &str| Err(Error::NotReady(why.into()));
        match () {
            () if absent == guest => wrong("nobody votes about their own seat"),
            () if place.stand_in.is_some() => wrong("a bot plays there already"),
            () if place.votes.contains(&by) => wrong("you have voted already"),
            () if !self.is_absent(absent) => wrong("that person is here"),
            () => Ok(Event::Voted { by, on: seat }),
        }
    }

    fn start(&mut self, facts: &Facts, nonces: Vec<(Seat, Id)>) -> Result<Event, Error> {
        let mut chairs: Vec<Chair> = facts.places.iter().map(|p| p.chair.clone()).collect();
        nonces.iter().for_each(|&(seat, nonce)| chairs[seat.index()].give(nonce));
        if chairs.contains(&Chair::Open) {
            return Err(Error::NotReady("a seat is open".into()));
        }
        let title: Title = facts.made.title.parse().map_err(Error::Malformed)?;
        let given = chairs.iter().filter_map(Chair::nonce).map(|n| n.to_string());
        let dice = dice(&facts.made.secret, given);
        let players = chairs.iter().map(Chair::name).collect();
        let setup = Setup { options: &facts.made.options, players, start: facts.made.start.as_deref(), dice: &dice };
        match guard(|| play::begin(title, &self.shared.packs, &setup)) {
            Ok(play) => {
                let play = play.map_err(Error::Malformed)?;
                let first = Record { entries: play.record().entries[..1].to_vec(), ..play.record().clone() };
                self.play = Some(play);
                Ok(Event::Started { nonces, record: first.to_string() })
            }
            Err(crash) => Err(self.crashed(crash)),
        }
    }

    /// What follows from the votes by itself: a bot sits down once more than half of the other persons want it.
    pub(super) fn follow_up(&self) -> Option<Event> {
        let facts = &self.ledger.facts;
        Seat::first(facts.places.len()).find_map(|seat| {
            let place = &facts.places[seat.index()];
            let mut others: Vec<Guest> = facts.places.iter().filter_map(|p| p.chair.guest()).collect();
            others.retain(|&g| Some(g) != place.chair.guest());
            others.sort();
            others.dedup();
            let enough = place.stand_in.is_none() && 2 * place.votes.len() > others.len();
            enough.then(|| stand_in(seat, false))
        })
    }
}

fn close(facts: &Facts, guest: Guest) -> Result<Event, Error> {
    host(facts, guest)?;
    let others = facts.places.iter().any(|p| p.chair.guest().is_some_and(|g| g != guest));
    match facts.status {
        Status::Over => Err(Error::NotPlaying),
        _ if others => Err(Error::NotReady("other persons sit at this table".into())),
        _ => Ok(Event::Closed { why: "the host closed the table".into() }),
    }
}

/// A bot sits down in place of a person.
pub(super) fn stand_in(seat: Seat, late: bool) -> Event {
    Event::StandIn { seat, level: Some(Level::Normal), late }
}

fn back(facts: &Facts, seat: Seat) -> Result<Event, Error> {
    let away = facts.places[seat.index()].stand_in.is_some();
    let back = Event::StandIn { seat, level: None, late: false };
    if away { Ok(back) } else { Err(Error::NotReady("no bot plays for you".into())) }
}

/// The host changes a seat that no other person holds.
fn chair(facts: &Facts, guest: Guest, seat: Seat, to: &Chair) -> Result<Event, Error> {
    host(facts, guest)?;
    lobby(facts)?;
    let chair = facts.chair(seat).ok_or(Error::NotFound("seat"))?;
    let others = chair.guest().is_some_and(|g| g != guest);
    if others { Err(Error::Taken) } else { Ok(Event::Chair { seat, to: to.clone() }) }
}

fn mine(facts: &Facts, guest: Guest, seat: Seat) -> Result<Seat, Error> {
    if facts.holds(guest, seat) { Ok(seat) } else { Err(Error::NotYourSeat) }
}

fn host(facts: &Facts, guest: Guest) -> Result<(), Error> {
    if facts.made.host == guest { Ok(()) } else { Err(Error::NotHost) }
}

fn lobby(facts: &Facts) -> Result<(), Error> {
    if facts.status == Status::Lobby { Ok(()) } else { Err(Error::NotOpen) }
}

fn playing(facts: &Facts) -> Result<(), Error> {
    if facts.status == Status::Playing { Ok(()) } else { Err(Error::NotPlaying) }
}

fn sit(facts: &Facts, guest: Guest, seat: Seat, name: &str, nonce: Id, invite: Option<Id>) -> Result<Event, Error> {
    lobby(facts)?;
    let invited = facts.made.public || invite == Some(facts.made.invite) || facts.made.host == guest;
    if !invited {
        return Err(Error::NotInvited);
    }
    let free = match facts.chair(seat).ok_or(Error::NotFound("seat"))? {
        Chair::Open => true,
        chair => chair.guest() == Some(guest),
    };
    let to = Chair::Person { guest, name: name.into(), nonce: Some(nonce) };
    if free { Ok(Event::Chair { seat, to }) } else { Err(Error::Taken) }
}

pub fn dice(secret: &str, nonces: impl Iterator<Item = String>) -> Dice {
    let secret = unhex(secret).expect("a stored secret is 64 hexadecimal digits");
    Dice { secret, nonces: nonces.collect() }
}
