//! Who may do what at a table: from a request to the event that carries it out, or the reason why not.

use astrarium_core::Seat;
use astrarium_core::record::{Dice, unhex};

use super::Deed;
use super::core::{Change, Core, head};
use crate::error::Error;
use crate::event::{Chair, Event, Level};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Status};
use crate::play::{Setup, guard};

impl Core {
    /// The event that carries out the deed, and what it does to the game. Nothing has changed yet.
    pub(super) fn decide(&mut self, guest: Guest, deed: &Deed, absent: bool) -> Result<Change, Error> {
        let facts = self.ledger.facts.clone();
        match (&facts.closed, deed) {
            (None, _) | (_, Deed::Next { .. }) => {}
            // It only cannot be played on here: its host may put it away.
            (Some(_), Deed::Close) if !self.ledger.is_ended() => {}
            (Some(why), _) => return Err(Error::Closed(why.clone())),
        }
        let event = match deed {
            Deed::Act { seat, sentence, question } => {
                let seat = mine(&facts, guest, *seat)?;
                playing(&facts)?;
                let stale = *question != self.ledger.question(seat);
                return if stale { Err(Error::Stale) } else { self.act(seat, sentence) };
            }
            Deed::Undo { seat } => {
                let seat = mine(&facts, guest, *seat)?;
                playing(&facts)?;
                room("decisions taken back by one seat", self.ledger.tally().undos[seat], self.limits.undos_per_seat)?;
                return self.undo(seat);
            }
            Deed::Start { nonces } => {
                host(&facts, guest)?;
                lobby(&facts)?;
                let given = nonces.iter().map(|(&seat, &nonce)| Ok((mine(&facts, guest, Seat(seat))?, nonce)));
                return self.start(&facts, given.collect::<Result<_, Error>>()?);
            }
            Deed::Chat { text } => self.chat(&facts, guest, text)?,
            Deed::Vote { seat } => vote(&facts, guest, *seat, absent)?,
            Deed::Away { seat } => {
                playing(&facts)?;
                let seat = mine(&facts, guest, *seat)?;
                room("stand-ins for one seat", self.ledger.tally().stand_ins[seat], self.limits.stand_ins_per_seat)?;
                away(&facts, seat)?
            }
            Deed::Back { seat } => {
                let seat = mine(&facts, guest, *seat)?;
                let event = back(&facts, seat)?;
                // Clocks and votes seat bots as often as people come back: some time the bot stays.
                let (count, most) = (self.ledger.tally().stand_ins[seat], self.limits.stand_ins_per_seat);
                room("stand-ins for this seat: the bot plays on", count.saturating_sub(1), most)?;
                event
            }
            Deed::Sit { seat, name, nonce, invite } => {
                self.room_for_chair()?;
                sit(&facts, guest, *seat, name, *nonce, *invite)?
            }
            Deed::Leave { seat } => {
                let seat = mine(&facts, guest, *seat)?;
                lobby(&facts)?;
                Event::Chair { seat, to: Chair::Open }
            }
            Deed::Chair { seat, to } => {
                self.room_for_chair()?;
                chair(&facts, guest, *seat, to)?
            }
            Deed::Next { table } => match facts.status {
                Status::Over | Status::Closed if facts.next.is_none() => Event::Next { table: *table },
                Status::Over | Status::Closed => return Err(Error::Taken),
                _ => return Err(Error::NotOver),
            },
            Deed::Close => close(&facts, guest)?,
        };
        Ok(Change::of(event))
    }

    /// Whether chairs may be changed once more: whoever sits may always leave.
    fn room_for_chair(&self) -> Result<(), Error> {
        room("changes of seats", self.ledger.tally().chairs, self.limits.chairs_per_table)
    }

    /// What a sentence brings.
    pub(super) fn act(&mut self, seat: Seat, sentence: &str) -> Result<Change, Error> {
        let play = self.play.as_ref().ok_or(Error::NotPlaying)?;
        match guard(|| play.prepare(seat, sentence)) {
            Ok(step) => Ok(Change::of_move(step?)),
            Err(crash) => Err(self.crashed(&crash)),
        }
    }

    fn undo(&mut self, seat: Seat) -> Result<Change, Error> {
        let k = self.ledger.undoable(seat).map_err(Error::NoUndo)?;
        let play = self.play.as_ref().ok_or(Error::NotPlaying)?;
        let again = guard(|| {
            let again = play.without(k + 1)?;
            let hashes = again.record().entries[k + 1..].iter().map(|e| e.hash.clone()).collect();
            Ok::<_, String>(Change::whole(Event::Undone { seat, act: self.ledger.acts[k].seq, hashes }, again))
        });
        match again {
            Ok(change) => change.map_err(|error| {
                tracing::error!(%error, "an undo cannot be played");
                Error::NoUndo("it cannot be taken back any more")
            }),
            Err(crash) => Err(self.crashed(&crash)),
        }
    }

    fn chat(&self, facts: &Facts, guest: Guest, text: &str) -> Result<Event, Error> {
        let seat = facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
        room("chat messages at one table", self.ledger.tally().chats, self.limits.chats_per_table)?;
        Ok(Event::Said { seat, text: text.into() })
    }

    fn start(&mut self, facts: &Facts, nonces: Vec<(Seat, Id)>) -> Result<Change, Error> {
        let mut chairs: Vec<Chair> = facts.places.iter().map(|p| p.chair.clone()).collect();
        nonces.iter().for_each(|&(seat, nonce)| chairs[seat.index()].give(nonce));
        if chairs.contains(&Chair::Open) {
            return Err(Error::NotReady("a seat is open".into()));
        }
        let given = chairs.iter().filter_map(Chair::nonce).map(|n| n.to_string());
        let dice = dice(&facts.made.secret, given);
        let players = chairs.iter().map(Chair::name).collect();
        let setup = Setup { options: &facts.made.options, players, start: facts.made.start.as_deref(), dice: &dice };
        let begun = guard(|| {
            let play = self.games.begin(&facts.made.title, &setup)?;
            let event = Event::Started { nonces, record: head(play.record()).to_string() };
            Ok(Change::whole(event, play))
        });
        match begun {
            Ok(change) => change.map_err(Error::Malformed),
            Err(crash) => Err(self.crashed(&crash)),
        }
    }

    /// What follows from the votes by itself: a bot sits down once more than half of the other persons want it.
    pub(super) fn follow_up(&self) -> Option<Event> {
        let facts = &self.ledger.facts;
        if facts.status != Status::Playing {
            return None;
        }
        Seat::first(facts.places.len()).find_map(|seat| {
            let place = &facts.places[seat.index()];
            if place.votes.is_empty() || place.stand_in.is_some() {
                return None;
            }
            let mut others: Vec<Guest> = facts.places.iter().filter_map(|p| p.chair.guest()).collect();
            others.retain(|&g| Some(g) != place.chair.guest());
            others.sort();
            others.dedup();
            (2 * place.votes.len() > others.len()).then(|| stand_in(seat, false))
        })
    }
}

fn close(facts: &Facts, guest: Guest) -> Result<Event, Error> {
    host(facts, guest)?;
    let others = facts.places.iter().any(|p| p.chair.guest().is_some_and(|g| g != guest));
    match facts.status {
        Status::Over => Err(Error::NotPlaying),
        _ if others && facts.closed.is_none() => Err(Error::NotReady("other persons sit at this table".into())),
        _ => Ok(Event::Closed { why: "the host closed the table".into() }),
    }
}

/// A bot sits down in place of a person.
pub(super) fn stand_in(seat: Seat, late: bool) -> Event {
    Event::StandIn { seat, level: Some(Level::Normal), late }
}

fn away(facts: &Facts, seat: Seat) -> Result<Event, Error> {
    let here = facts.places[seat.index()].stand_in.is_none();
    if here { Ok(stand_in(seat, false)) } else { Err(Error::NotReady("a bot plays for you already".into())) }
}

fn vote(facts: &Facts, guest: Guest, seat: Seat, absent: bool) -> Result<Event, Error> {
    playing(facts)?;
    let by = facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
    let place = facts.places.get(seat.index()).ok_or(Error::NotFound("seat"))?;
    let person = place.chair.guest().ok_or(Error::NotFound("person on that seat"))?;
    let wrong = |why: &str| Err(Error::NotReady(why.into()));
    match () {
        () if person == guest => wrong("nobody votes about their own seat"),
        () if place.stand_in.is_some() => wrong("a bot plays there already"),
        () if place.votes.contains(&by) => wrong("you have voted already"),
        () if !absent => wrong("that person is here"),
        () => Ok(Event::Voted { by, on: seat }),
    }
}

/// Whether there may be one more.
fn room(what: &'static str, count: usize, most: usize) -> Result<(), Error> {
    if count < most { Ok(()) } else { Err(Error::TooMany(what, most)) }
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
