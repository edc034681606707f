//! A person who goes takes everything along: what is kept of their games has a pseudonym.

use std::collections::BTreeSet;
use std::sync::Arc;

use astrarium_core::{Record, Seat, Viewer};

use crate::Shared;
use crate::error::Error;
use crate::event::{Chair, Event};
use crate::id::{Guest, Id};
use crate::ledger::{Row, Status};
use crate::store::{Rewritten, SeatRow};
use crate::table::{Command, Deed, Ruling};

/// What stands in place of something that was said.
const SAID: &str = "(erased)";

/// Who a person is afterwards: an id that nobody has a cookie for.
struct Mask {
    person: Guest,
    other: Guest,
}

impl Mask {
    fn name(seat: usize) -> String {
        format!("Somebody ({})", seat + 1)
    }

    fn guest(&self, guest: &mut Guest) {
        if *guest == self.person {
            *guest = self.other;
        }
    }

    /// A chair of the person has a pseudonym; the name that it had.
    fn chair(&self, seat: usize, chair: &mut Chair) -> Option<String> {
        let Chair::Person { guest, name, .. } = chair else { return None };
        if *guest != self.person {
            return None;
        }
        *guest = self.other;
        Some(std::mem::replace(name, Mask::name(seat)))
    }

    /// The names of a record by its seats.
    fn record(&self, text: &mut String, mine: &BTreeSet<usize>) {
        if let Ok(mut record) = text.parse::<Record>() {
            mine.iter().for_each(|&seat| record.rename(seat, &Mask::name(seat)));
            *text = record.to_string();
        }
    }

    /// The events that told of the person, as they are from now on.
    fn log(&self, rows: Vec<Row>) -> Vec<Row> {
        let (mut mine, mut names, mut changed) = (BTreeSet::new(), BTreeSet::new(), Vec::new());
        for mut row in rows {
            let before = row.event.clone();
            self.event(&mut row.event, &mut mine, &mut names);
            if row.event != before {
                changed.push(row);
            }
        }
        changed
    }

    /// `mine` are the seats that the person has then, `names` how they were called so far.
    fn event(&self, event: &mut Event, mine: &mut BTreeSet<usize>, names: &mut BTreeSet<String>) {
        match event {
            Event::Made(made) => {
                self.guest(&mut made.host);
                made.invited.iter_mut().for_each(|guest| self.guest(guest));
                for (seat, chair) in made.chairs.iter_mut().enumerate() {
                    self.sits(seat, chair, mine, names);
                }
            }
            Event::Chair { seat, to, .. } => self.sits(seat.index(), to, mine, names),
            Event::Replaced { seat, guest, name } => {
                let mut chair = Chair::Person { guest: *guest, name: name.clone(), nonce: None };
                self.sits(seat.index(), &mut chair, mine, names);
                (*guest, *name) = (chair.guest().unwrap_or(*guest), chair.name());
            }
            Event::Renamed { seat, name } if mine.contains(&seat.index()) => {
                names.insert(std::mem::replace(name, Mask::name(seat.index())));
            }
            Event::Said { seat, text } if mine.contains(&seat.index()) => *text = SAID.into(),
            Event::Started { record, .. } | Event::Rewritten { record } => self.record(record, mine),
            Event::Note { text } => {
                names.iter().rev().for_each(|name| *text = text.replace(name.as_str(), "somebody"));
            }
            _ => {}
        }
    }

    fn sits(&self, seat: usize, chair: &mut Chair, mine: &mut BTreeSet<usize>, names: &mut BTreeSet<String>) {
        mine.remove(&seat);
        if let Some(name) = self.chair(seat, chair) {
            mine.insert(seat);
            names.insert(name);
        }
    }

    fn seats(&self, seats: &mut [SeatRow]) {
        for (seat, row) in seats.iter_mut().enumerate() {
            if row.guest == Some(self.person) {
                (row.guest, row.name) = (Some(self.other), Mask::name(seat));
            }
        }
    }
}

/// Erases a person. Their seats are left to bots first, or to nobody where no game has begun.
pub async fn erase(shared: &Arc<Shared>, person: Guest) -> Result<(), Error> {
    for table in shared.store.unfinished(person).await? {
        give_up(shared, table, person).await?;
    }
    let mask = Mask { person, other: Guest(Id::random()) };
    let tables = shared.store.tables_telling_of(person).await?;
    // Once more after the tables have left memory: until then they may still have written what they knew.
    for _ in 0..2 {
        for &table in &tables {
            rewrite(shared, table, &mask).await?;
            shared.tables.leave_memory(table).await;
            shared.pasts.forget(table);
        }
    }
    let devices = shared.store.devices(person).await?;
    shared.store.erase(person, mask.other).await?;
    devices.iter().for_each(|device| shared.persons.forget(device.device));
    shared.persons.forget(person);
    shared.standings.forget(person);
    Ok(())
}

async fn rewrite(shared: &Shared, table: Id, mask: &Mask) -> Result<(), Error> {
    let rows = mask.log(shared.store.log(table, 0).await?);
    let Some(mut listed) = shared.store.table(table).await? else { return Ok(()) };
    mask.seats(&mut listed.seats);
    mask.guest(&mut listed.host);
    shared.store.rewrite(Rewritten { table, rows, seats: listed.seats, host: listed.host }).await
}

/// The person plays no more at a table.
async fn give_up(shared: &Arc<Shared>, table: Id, person: Guest) -> Result<(), Error> {
    let facts = shared.ask(table, Command::Show).await?.facts;
    let seats: Vec<Seat> = facts.seats_of(person).collect();
    let mut deeds: Vec<Deed> = match facts.status {
        Status::Lobby if facts.made.host == person => vec![Deed::Rule(Ruling::Close)],
        Status::Lobby => seats.into_iter().map(|seat| Deed::Leave { seat }).collect(),
        _ => seats.into_iter().map(|seat| Deed::Resign { seat }).collect(),
    };
    for deed in deeds.drain(..) {
        let done =
            shared.ask(table, |reply| Command::Do { guest: person, id: None, deed, viewer: Viewer::Public, reply });
        if let Err(error @ (Error::Busy | Error::Internal)) = done.await {
            return Err(error);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_of_a_person_is_left() {
        let [ann, ben] = [(); 2].map(|()| Guest(Id::random()));
        let mask = Mask { person: ann, other: Guest(Id::random()) };
        let person = |guest, name: &str| Chair::Person { guest, name: name.into(), nonce: None };
        let record = "astrarium-record 1\ntitle toy\nseat Ann\nseat Ben\n\nsetup # 00\n";
        let events = [
            Event::Chair { seat: Seat(0), to: person(ann, "Ann"), removed: false },
            Event::Chair { seat: Seat(1), to: person(ben, "Ben"), removed: false },
            Event::Renamed { seat: Seat(0), name: "Anna".into() },
            Event::Started { nonces: vec![], record: record.into() },
            Event::Said { seat: Seat(0), text: "my number is 5".into() },
            Event::Said { seat: Seat(1), text: "hello".into() },
            Event::Note { text: "the bot of Anna failed".into() },
            Event::Replaced { seat: Seat(0), guest: ben, name: "Ben".into() },
            Event::Said { seat: Seat(0), text: "I am Ben".into() },
        ];
        let row = |(seq, event)| Row { seq, at: 0, id: None, event, spent: Vec::new() };
        let rows: Vec<Row> = (1..).zip(events).map(row).collect();
        let changed = mask.log(rows.clone());
        assert_eq!(changed.iter().map(|row| row.seq).collect::<Vec<_>>(), [1, 3, 4, 5, 7]);
        let Event::Started { record: after, .. } = &changed[2].event else { panic!("{changed:?}") };
        let root = |text: &str| text.parse::<Record>().expect("a record").root();
        assert_eq!(root(after), root(record), "the hashes after it still fit");
        let text = format!("{changed:?}");
        for gone in ["Ann", "number", &ann.0.to_string()] {
            assert!(!text.contains(gone), "{gone} is in {text}");
        }
        assert!(text.contains("seat Somebody (1)") && text.contains("seat Ben"), "{text}");
    }
}
