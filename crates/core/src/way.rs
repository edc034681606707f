//! The way to a far place: step by step, as long as nobody else decides and nothing is drawn or revealed. Found in a world dealt anew for
//! the seat, so it tells nothing that the seat cannot know.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::ahead::{Reveals, only};
use crate::{Chance, Game, Notation, Odds, Redealt, Seen, Text};

/// Ways are at most this long.
const LEGS: usize = 12;

/// So many worlds are looked at.
const WORLDS: usize = 2000;

/// A chance of one.
const SURE: u64 = 1 << 31;

/// The verbs with which a piece goes from place to place; the last word says where.
#[derive(Copy, Clone, Debug)]
pub struct Travel {
    /// That set out: it must have been said which piece.
    pub out: &'static [&'static str],
    /// That go on, in the order in which they follow each other.
    pub on: &'static [&'static str],
}

/// One sentence of a way.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Leg {
    /// A verb and the ids of things.
    pub words: Vec<String>,
    /// What it means when it is said.
    pub label: Text,
    /// The chance that it succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// Dice that fall well; whether anything else was drawn.
struct Lucky(bool);

impl Chance for Lucky {
    fn pick(&mut self, n: u32, _: impl Fn(u32) -> String) -> u32 {
        self.0 = true;
        n - 1
    }

    fn roll(&mut self, sides: u8) -> u8 {
        sides
    }
}

/// How far one has come, if all throws succeed.
struct Route<G: Game> {
    world: Redealt<G>,
    /// The last sentence, and the place of its verb among those that go on.
    last: Vec<String>,
    verb: Option<usize>,
    said: Vec<Leg>,
    /// That all throws succeed, of `SURE`.
    chance: u64,
}

impl<G: Game> Route<G> {
    /// The sentences that go on from here, the first of them with all words in `with`.
    fn next(&self, with: &[String]) -> Vec<(G::Action, Option<usize>, Vec<String>)> {
        let (seat, travel) = (self.world.seat(), G::View::TRAVEL);
        let mut actions = Vec::new();
        if self.world.turn().seats() == [seat].into_iter().collect() {
            self.world.actions(seat, &mut actions);
        }
        let leg = |action: G::Action| {
            let words: Vec<String> = action.to_string().split(' ').map(Into::into).collect();
            let verb = travel.on.iter().position(|verb| *verb == words[0]);
            let fits = match &self.last[..] {
                [] => {
                    let out = travel.out.contains(&words[0].as_str());
                    let known = if out { !with.is_empty() } else { verb.is_some() };
                    known && with.iter().all(|word| words.contains(word))
                }
                // The same piece goes on.
                [same @ .., _] if verb.is_some() && verb == self.verb => {
                    words.split_last().is_some_and(|(_, these)| these == same)
                }
                _ => verb > self.verb,
            };
            fits.then_some((action, verb, words))
        };
        actions.into_iter().filter_map(leg).collect()
    }

    /// After this sentence; nothing more can be said where something was drawn or revealed.
    fn after(&self, action: G::Action, verb: Option<usize>, words: Vec<String>) -> (Route<G>, bool) {
        let (mut world, mut dice, mut log) = (self.world, Lucky(false), Reveals(false));
        let odds = world.odds(action);
        let leg = Leg { words: words.clone(), label: Seen::by(&*world, world.seat()).label(action), odds };
        world.advance(action, &mut dice, &mut log);
        let mut buffer = Vec::new();
        for _ in 0..LEGS {
            let Some(forced) = only(&*world, world.seat(), &mut buffer) else { break };
            world.advance(forced, &mut dice, &mut log);
        }
        let chance = odds.map_or(self.chance, |odds| self.chance * u64::from(odds.hits) / u64::from(odds.of));
        let said = [&self.said[..], &[leg]].concat();
        (Route { world, last: words, verb, said, chance }, !dice.0 && !log.0)
    }
}

/// Ways to the thing that sentences with these words begin, the shortest first, and after it those that are longer but safer.
pub fn ways<G: Game>(world: &Redealt<G>, with: &[String], to: &str) -> Vec<Vec<Leg>> {
    let start = Route { world: *world, last: Vec::new(), verb: None, said: Vec::new(), chance: SURE };
    let (mut front, mut found) = (vec![start], Vec::new());
    let (mut best, mut safest, mut worlds) = (BTreeMap::new(), 0, 0);
    for _ in 0..LEGS {
        let mut next: Vec<Route<G>> = Vec::new();
        for route in &front {
            for (action, verb, words) in route.next(with) {
                worlds += 1;
                let (arrived, place) = (words.last().is_some_and(|word| word == to), words.join(" "));
                let (after, goes_on) = route.after(action, verb, words);
                if arrived && after.chance > safest {
                    safest = after.chance;
                    found.push(after.said);
                } else if !arrived && goes_on && after.chance > *best.get(&place).unwrap_or(&0) {
                    best.insert(place, after.chance);
                    next.push(after);
                }
            }
        }
        if worlds > WORLDS {
            break;
        }
        front = next;
    }
    found
}
