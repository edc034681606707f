//! What views can hold. A view has no type that could be asked, so a few random games are looked at with everybody's eyes.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex};

use astrarium_core::{Action, Game, Seat, Viewer, options};
use serde_json::Value;

use super::look::view;
use crate::play::Trial;

/// From one look to the next, in decisions.
const PACE: usize = 8;
/// Any name, where keys are the names of pieces or seats; any place in a list.
const ANY: &str = "*";

/// The keys under every path that was seen.
#[derive(Debug, Default)]
pub(super) struct Views {
    keys: BTreeMap<String, BTreeSet<String>>,
    /// The words of all sentences: names of pieces.
    words: BTreeSet<String>,
}

impl Views {
    /// Those of a game, gathered once.
    pub fn of<G: Game>() -> Arc<Views> {
        static KNOWN: Mutex<BTreeMap<&str, Arc<Views>>> = Mutex::new(BTreeMap::new());
        let known = || KNOWN.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(views) = known().get(G::META.id) {
            return views.clone();
        }
        let views = Arc::new(Views::gather::<G>());
        known().insert(G::META.id, views.clone());
        views
    }

    fn gather<G: Game>() -> Views {
        let sentences = G::Action::all().map(|action| action.to_string());
        let words = sentences.flat_map(|s| s.split(' ').map(String::from).collect::<Vec<_>>()).collect();
        let mut views = Views { words, ..Views::default() };
        for (number, options) in options::corners::<G::Options>().into_iter().enumerate() {
            let mut play = Trial::<G>::new(options, G::house(), 1, number as u64);
            let mut state = play.begin();
            for decision in 0..G::META.max_actions as usize {
                // A game that breaks a law ends here; the laws say so.
                let next = play.next(&state).ok().flatten();
                if decision % PACE == 0 || next.is_none() {
                    views.look(&state);
                }
                let Some(next) = next else { break };
                play.advance(&mut state, next);
            }
        }
        views
    }

    /// Whether something can be at the path, in random play or now.
    pub fn can_be<G: Game>(state: &G, path: &str) -> Result<(), String> {
        let views = Views::of::<G>();
        views.can_have(path).or_else(|why| {
            let mut now = Views { words: views.words.clone(), ..Views::default() };
            now.look(state);
            now.can_have(path).map_err(|_| why)
        })
    }

    /// Takes in what everybody sees.
    fn look<G: Game>(&mut self, state: &G) {
        let everybody = Seat::first(state.seats()).map(Viewer::Seat).chain([Viewer::Public]);
        everybody.for_each(|viewer| self.add("", &view(state, viewer)));
    }

    fn add(&mut self, path: &str, value: &Value) {
        match value {
            Value::Array(list) => {
                self.keys.entry(path.into()).or_default().insert(ANY.into());
                list.iter().for_each(|item| self.add(&below(path, ANY), item));
            }
            Value::Object(table) => {
                let names = self.are_names(path, table.keys());
                self.keys.entry(path.into()).or_default().extend(table.keys().cloned());
                table.iter().for_each(|(key, item)| self.add(&below(path, if names { ANY } else { key }), item));
            }
            _ => {}
        }
    }

    /// Whether the keys name pieces or seats, and are no fields.
    fn are_names<'k>(&self, path: &str, mut keys: impl Iterator<Item = &'k String>) -> bool {
        path == "seats" || keys.all(|key| self.words.contains(key))
    }

    /// Whether something can be at the path; if not, why.
    fn can_have(&self, path: &str) -> Result<(), String> {
        let mut above = String::new();
        for word in path.split('.') {
            let Some(keys) = self.keys.get(&above) else { return Err(format!("nothing is ever above “{word}”")) };
            let names = self.are_names(&above, keys.iter());
            let there = match keys.contains(ANY) {
                true => word.parse::<usize>().is_ok(),
                false => keys.contains(word) || names && (above == "seats" || self.words.contains(word)),
            };
            if !there {
                let keys: Vec<&str> = keys.iter().map(String::as_str).collect();
                return Err(format!("no view has “{word}” here, but {}", keys.join(", ")));
            }
            above = below(&above, if names || keys.contains(ANY) { ANY } else { word });
        }
        Ok(())
    }

    pub fn is_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }
}

fn below(path: &str, key: &str) -> String {
    if path.is_empty() { key.into() } else { format!("{path}.{key}") }
}
