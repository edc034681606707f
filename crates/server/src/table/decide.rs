//! Who may do what at a table: from a request to the event that carries it out, or the reason why not.

use astrarium_core::Seat;
use astrarium_core::record::{Dice, unhex};

use super::core::{Change, Core, Person, head};
use super::{Deed, Ruling, ruling};
use crate::error::Error;
use crate::event::{Chair, Event, Level, unique};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Status};
use crate::play::{Setup, guard};

impl Core {
    /// The event that carries out the deed, and what it does to the game. Nothing has changed yet.
    pub(super) fn decide(&mut self, now: i64, person: &Person) -> Result<Change, Error> {
        let (guest, deed) = (person.guest, &person.deed);
        let facts = self.ledger.facts.clone();
        match (&facts.closed, deed) {
            (None, _) | (_, Deed::Next { .. }) => {}
            // It only cannot be played on here: its host may put it away.
            (Some(_), Deed::Close | Deed::Rule(Ruling::Close)) if !self.ledger.is_ended() => {}
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
            Deed::Next { table } => match facts.status {
                Status::Over | Status::Closed if facts.next.is_none() => Event::Next { table: *table },
                Status::Over | Status::Closed => return Err(Error::Taken),
                _ => return Err(Error::NotOver),
            },
            Deed::Close => close(&facts, guest)?,
            Deed::Rule(ruling) => ruling::decide(&facts, *ruling)?,
            Deed::Vote { .. } | Deed::Resign { .. } | Deed::End { .. } | Deed::Away { .. } | Deed::Back { .. } => {
                self.who_plays(now, person, &facts)?
            }
            _ => self.who_sits(person, &facts)?,
        };
        Ok(Change::of(event))
    }

    /// Who decides for a seat during the game: its person or a bot, and whether there is anything left to decide.
    fn who_plays(&self, now: i64, person: &Person, facts: &Facts) -> Result<Event, Error> {
        playing(facts)?;
        let Some(seat) = person.deed.seat() else {
            let Deed::Vote { seat } = person.deed else { unreachable!("the others name a seat of their own") };
            return vote(facts, person, seat, now - self.ledger.asked_at(seat));
        };
        let seat = mine(facts, person.guest, seat)?;
        let (place, most) = (&facts.places[seat.index()], self.limits.stand_ins_per_seat);
        let stand_ins = self.ledger.tally().stand_ins[seat];
        let again = |why: &str| Err(Error::NotReady(why.into()));
        match person.deed {
            Deed::Resign { .. } if place.resigned => again("you have resigned"),
            Deed::Resign { .. } => Ok(Event::Resigned { seat }),
            Deed::End { .. } if place.ends => again("you have said so already"),
            Deed::End { .. } => Ok(Event::Ends { seat }),
            Deed::Away { .. } => {
                room("stand-ins for one seat", stand_ins, most)?;
                away(facts, seat)
            }
            _ => {
                let event = back(facts, seat)?;
                // Clocks and votes seat bots as often as people come back: some time the bot stays.
                room("stand-ins for this seat: the bot plays on", stand_ins.saturating_sub(1), most)?;
                Ok(event)
            }
        }
    }

    /// Who sits on a chair, and under which name.
    fn who_sits(&self, person: &Person, facts: &Facts) -> Result<Event, Error> {
        let guest = person.guest;
        match &person.deed {
            Deed::Sit { seat, name, nonce, invite } => {
                self.room_for_chair()?;
                let name = self.unique(facts, *seat, name);
                sit(facts, guest, *seat, &name, *nonce, *invite)
            }
            Deed::Rename { old, name } => {
                self.room_for_chair()?;
                let seat = own_seat(facts, guest, old).ok_or(Error::NotYourSeat)?;
                let name = self.unique(facts, seat, name);
                let same = facts.name(seat) == name;
                if same {
                    Err(Error::NotReady("you are called so already".into()))
                } else {
                    Ok(Event::Renamed { seat, name })
                }
            }
            Deed::Reissue { seat, key } => {
                self.room_for_chair()?;
                reissue(facts, guest, *seat, *key, person.absent)
            }
            Deed::Take { seat, key, name } => {
                let name = self.unique(facts, *seat, name);
                take(facts, guest, *seat, *key, name)
            }
            Deed::Leave { seat } => {
                let seat = mine(facts, guest, *seat)?;
                lobby(facts)?;
                Ok(Event::Chair { seat, to: Chair::Open, removed: false })
            }
            Deed::Chair { seat, to } => {
                self.room_for_chair()?;
                chair(facts, guest, *seat, to.renamed(|name| self.unique(facts, *seat, name)))
            }
            other => unreachable!("{other:?} is decided elsewhere"),
        }
    }

    /// Whether chairs may be changed once more: a seated person may always leave.
    fn room_for_chair(&self) -> Result<(), Error> {
        room("changes of seats", self.ledger.tally().chairs, self.limits.chairs_per_table)
    }

    /// A name that nobody else at the table has.
    fn unique(&self, facts: &Facts, seat: Seat, name: &str) -> String {
        let others = Seat::first(facts.places.len()).filter(|&other| other != seat);
        let names: Vec<String> = others.map(|other| facts.name(other)).collect();
        unique(name, &names, self.limits.name)
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

    /// What follows by itself: a bot sits down when all who are here want it, and a game ends when all persons want it.
    pub(super) fn follow_up(&self) -> Option<Event> {
        let facts = &self.ledger.facts;
        if facts.status != Status::Playing {
            return None;
        }
        let out = |seat: &Seat| {
            let place = &facts.places[seat.index()];
            place.voted_out && place.stand_in.is_none()
        };
        let voted = Seat::first(facts.places.len()).find(out).map(|seat| stand_in(seat, false));
        let ended = || Event::Closed { why: "the game was ended by agreement".into() };
        voted.or_else(|| all_want_the_end(facts).then(ended))
    }
}

/// A player who has resigned is not asked.
fn all_want_the_end(facts: &Facts) -> bool {
    let persons = || facts.places.iter().filter(|place| place.chair.guest().is_some() && !place.resigned);
    let wants = |guest| persons().any(|place| place.ends && place.chair.guest() == Some(guest));
    let mut guests = persons().filter_map(|place| place.chair.guest()).peekable();
    guests.peek().is_some() && guests.all(wants)
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
    Event::StandIn { seat, level: Some(Level::Admiral), late }
}

fn away(facts: &Facts, seat: Seat) -> Result<Event, Error> {
    let here = facts.places[seat.index()].stand_in.is_none();
    if here { Ok(stand_in(seat, false)) } else { Err(Error::NotReady("a bot plays for you already".into())) }
}

/// Not “not found”: the table itself is there.
pub(super) fn no_seat(facts: &Facts) -> Error {
    Error::NotReady(format!("this table has {} seats, counted from 0", facts.places.len()))
}

/// A vote counts where the table agreed to it, for somebody who is asked, and after the time that was agreed.
fn vote(facts: &Facts, person: &Person, seat: Seat, waited: i64) -> Result<Event, Error> {
    playing(facts)?;
    let guest = person.guest;
    let by = facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
    let place = facts.places.get(seat.index()).ok_or_else(|| no_seat(facts))?;
    let about = place.chair.guest().ok_or(Error::NotFound("person on that seat"))?;
    let wrong = |why: &str| Err(Error::NotReady(why.into()));
    let Some(after) = facts.made.stand_in else {
        return wrong("no bot takes a seat at this table but by its person or the clock");
    };
    match () {
        () if about == guest => wrong("nobody votes about their own seat"),
        () if place.stand_in.is_some() => wrong("a bot plays there already"),
        () if place.votes.iter().any(|&seat| facts.holds(guest, seat)) => wrong("you have voted already"),
        () if !person.absent => wrong("that person is here"),
        () if !facts.asked.contains(&seat) => wrong("nobody waits for that person"),
        () if waited < i64::from(after) * 1000 => {
            Err(Error::NotReady(format!("this table waits longer: {}", span(i64::from(after) - waited / 1000))))
        }
        () => {
            let voted = |other: Guest| place.votes.iter().any(|&seat| facts.holds(other, seat));
            let plays =
                |other: Guest| facts.places.iter().any(|p| p.chair.guest() == Some(other) && p.stand_in.is_none());
            let asked = |other: Guest| other != about && other != guest && plays(other);
            let all = person.here.iter().all(|&other| !asked(other) || voted(other));
            Ok(Event::Voted { by, on: seat, all })
        }
    }
}

/// So many seconds in words.
fn span(seconds: i64) -> String {
    match seconds.max(1) {
        s @ ..120 => format!("{s} more seconds"),
        s @ ..7_200 => format!("{} more minutes", s.div_euclid(60)),
        s @ ..172_800 => format!("{} more hours", s.div_euclid(3_600)),
        s => format!("{} more days", s.div_euclid(86_400)),
    }
}

/// Whether there may be one more.
fn room(what: &'static str, count: usize, most: usize) -> Result<(), Error> {
    if count < most { Ok(()) } else { Err(Error::TooMany(what, most)) }
}

fn back(facts: &Facts, seat: Seat) -> Result<Event, Error> {
    let away = facts.places[seat.index()].stand_in.is_some();
    if facts.places[seat.index()].resigned {
        return Err(Error::NotReady("you have resigned".into()));
    }
    let back = Event::StandIn { seat, level: None, late: false };
    if away { Ok(back) } else { Err(Error::NotReady("no bot plays for you".into())) }
}

/// The host changes a seat; somebody else's can only be freed.
fn chair(facts: &Facts, guest: Guest, seat: Seat, to: Chair) -> Result<Event, Error> {
    host(facts, guest)?;
    lobby(facts)?;
    let chair = facts.chair(seat).ok_or_else(|| no_seat(facts))?;
    let removed = chair.guest().is_some_and(|g| g != guest);
    if removed && to != Chair::Open { Err(Error::Taken) } else { Ok(Event::Chair { seat, to, removed }) }
}

/// Which seat of several at one screen is the guest's own: the only one, or the one with the guest's own name.
fn own_seat(facts: &Facts, guest: Guest, name: &str) -> Option<Seat> {
    let seats: Vec<Seat> = facts.seats_of(guest).collect();
    match &seats[..] {
        [seat] => Some(*seat),
        _ => seats.into_iter().find(|&seat| facts.name(seat) == name),
    }
}

/// The seat of a person who is away can be given to the holder of a new link: that person elsewhere, or another.
fn reissue(facts: &Facts, guest: Guest, seat: Seat, key: Id, absent: bool) -> Result<Event, Error> {
    host(facts, guest)?;
    playing(facts)?;
    let wrong = |why: &str| Err(Error::NotReady(why.into()));
    match facts.chair(seat).ok_or_else(|| no_seat(facts))?.guest() {
        None => Err(Error::NotFound("person on that seat")),
        Some(person) if person == guest => wrong("this seat is your own"),
        Some(_) if !absent => wrong("that person is here"),
        Some(_) => Ok(Event::Reissued { seat, key }),
    }
}

/// A person who sits here already would see two hands.
fn take(facts: &Facts, guest: Guest, seat: Seat, key: Id, name: String) -> Result<Event, Error> {
    playing(facts)?;
    let place = facts.places.get(seat.index()).ok_or_else(|| no_seat(facts))?;
    match place.key {
        Some(known) if known == key => {}
        _ => return Err(Error::NotFound("link that still works for this seat")),
    }
    match facts.seats_of(guest).find(|&held| held != seat) {
        Some(_) => Err(Error::NotReady("you have a seat at this table".into())),
        None => Ok(Event::Replaced { seat, guest, name }),
    }
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
    if facts.removed.contains(&guest) {
        return Err(Error::NotReady("the host has removed you from this table".into()));
    }
    let invited = invite == Some(facts.made.invite) || facts.made.host == guest || facts.left_lobby.contains(&guest);
    let invited = invited || facts.made.invited.contains(&guest);
    if !invited && !facts.made.public {
        return Err(Error::NotInvited);
    }
    let free = match facts.chair(seat).ok_or_else(|| no_seat(facts))? {
        Chair::Open => true,
        chair => chair.guest() == Some(guest),
    };
    let to = Chair::Person { guest, name: name.into(), nonce: Some(nonce) };
    if free { Ok(Event::Chair { seat, to, removed: false }) } else { Err(Error::Taken) }
}

pub fn dice(secret: &str, nonces: impl Iterator<Item = String>) -> Dice {
    let secret = unhex(secret).expect("a stored secret is 64 hexadecimal digits");
    Dice { secret, nonces: nonces.collect() }
}
