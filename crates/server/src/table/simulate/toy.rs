//! A game of one sentence: the seats say `tick` in turn, and after thirty times the game is over.

use std::collections::BTreeMap;

use astrarium_bots::Spec;
use astrarium_core::ahead::Closed;
use astrarium_core::record::{Dice, Entry, Header};
use astrarium_core::scene::Scene;
use astrarium_core::way::Leg;
use astrarium_core::{Line, Prompt, Record, Refusal, Seat, SeatSet, Sentence, Viewer};
use serde_json::Value;

use crate::event::{Acted, Firm};
use crate::play::{AnyGame, End, Games, Hint, Move, Setup, Source, Taken, Thought, Watching};

const SEATS: usize = 3;
const LENGTH: usize = 30;

#[derive(Debug)]
pub struct Toys;

impl Games for Toys {
    fn begin(&self, title: &str, setup: &Setup) -> Result<Box<dyn AnyGame>, String> {
        let header = Header { title: title.into(), seats: setup.players.clone(), ..Header::default() };
        let setup = Entry { seat: "setup".into(), hash: "0".into(), ..Entry::default() };
        Ok(Box::new(Toy(Record { header, entries: vec![setup], ..Record::default() })))
    }

    fn resume(&self, _: &str, record: &Record, _: &Dice) -> Result<Box<dyn AnyGame>, String> {
        let mut toy = Toy(Record { entries: record.entries[..1].to_vec(), ..record.clone() });
        for entry in &record.entries[1..] {
            toy.0.entries.push(toy.next());
            if toy.0.entries.last() != Some(entry) {
                return Err(format!("{entry:?} was not played"));
            }
        }
        Ok(Box::new(toy))
    }
}

struct Toy(Record);

impl Toy {
    fn turn(&self) -> Seat {
        Seat((self.moves() % SEATS) as u8)
    }

    fn moves(&self) -> usize {
        self.0.entries.len() - 1
    }

    fn next(&self) -> Entry {
        let before = self.0.entries.last().expect("the setup");
        let hash = blake3::hash(before.hash.as_bytes()).to_hex()[..8].to_string();
        Entry { seat: self.turn().0.to_string(), sentence: "tick".into(), outcomes: Vec::new(), hash }
    }
}

impl AnyGame for Toy {
    fn prepare(&self, seat: Seat, sentence: &str) -> Result<Move, Refusal> {
        if sentence != "tick" || seat != self.turn() || self.moves() == LENGTH {
            return Err(Refusal { text: "not now".into(), clause: None });
        }
        let Entry { seat: name, sentence, outcomes, hash } = self.next();
        let over = self.moves() + 1 == LENGTH;
        let places = if over { vec![1, 2, 3] } else { Vec::new() };
        let firm = self.moves().is_multiple_of(2).then_some(Firm::Chance);
        let (bot, sealed, hidden) = (false, false, false);
        let acted = Acted { seat, name, sentence, outcomes, hash, bot, sealed, hidden, firm, places };
        let next = Seat(((self.moves() + 1) % SEATS) as u8);
        let end = End { heading: "over".into(), results: vec![(0, Vec::new()); SEATS], sources: Vec::new() };
        let asked = if over { SeatSet::EMPTY } else { [next].into_iter().collect() };
        Ok(Move { acted, asked, end: over.then_some(end), step: Box::new(()) })
    }

    fn take(&mut self, _: Taken) {
        self.0.entries.push(self.next());
        if self.moves() == LENGTH {
            (self.0.places, self.0.secret) = (vec![1, 2, 3], Some("00".repeat(32)));
        }
    }

    fn without(&self, entry: usize) -> Result<Box<dyn AnyGame>, String> {
        let mut toy = Toy(Record { entries: self.0.entries[..entry].to_vec(), ..self.0.clone() });
        for _ in &self.0.entries[entry + 1..] {
            toy.0.entries.push(toy.next());
        }
        Ok(Box::new(toy))
    }

    fn asked(&self) -> SeatSet {
        if self.moves() == LENGTH { SeatSet::EMPTY } else { [self.turn()].into_iter().collect() }
    }

    fn watch(&self, _: Viewer) -> Box<dyn Watching + '_> {
        Box::new(self)
    }

    fn why(&self, _: Seat, _: &[String]) -> Refusal {
        Refusal { text: "not now".into(), clause: None }
    }

    fn ways(&self, _: Seat, _: &[String], _: &str) -> Vec<Vec<Leg>> {
        Vec::new()
    }

    fn record(&self) -> &Record {
        &self.0
    }

    fn thinker(&self, _: Seat, _: Spec, _: u64) -> Thought<String> {
        Box::new(|_| "tick".into())
    }

    fn told(&self, _: Seat, _: u64) -> Value {
        Value::Null
    }

    fn adviser(&self, _: Seat, _: Spec, _: u64) -> Thought<Vec<Hint>> {
        Box::new(|_| Vec::new())
    }

    fn sources(&self) -> Vec<Source> {
        Vec::new()
    }
}

impl Watching for &Toy {
    fn scene(&self) -> Scene {
        Scene { heading: format!("tick {}", self.moves()), ..Scene::default() }
    }

    fn prompt(&self) -> Prompt {
        Prompt::new("TOY-001", "say tick")
    }

    fn sentences(&self) -> Vec<Sentence> {
        vec![Sentence { words: vec!["tick".into()], label: "Tick".into(), odds: None, then: Vec::new(), firm: false }]
    }

    fn closed(&self) -> Vec<Closed> {
        Vec::new()
    }

    fn purposes(&self) -> BTreeMap<&'static str, &'static str> {
        BTreeMap::new()
    }

    fn lines(&self, _: std::ops::Range<usize>) -> Vec<(usize, Line)> {
        Vec::new()
    }
}
