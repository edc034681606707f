//! Exact counts that add up in any order, so that a batch gives the same result on any number of threads.

use std::collections::{BTreeMap, BTreeSet};

use crate::Finished;
use crate::batch::{Tension, Word};

/// A won game in the smallest part that any number of winners can share.
const WIN: u64 = 60;

/// How often each number came up.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts(pub BTreeMap<i64, u64>);

impl Counts {
    pub fn add(&mut self, number: i64) {
        *self.0.entry(number).or_default() += 1;
    }

    fn merge(&mut self, other: Counts) {
        other.0.into_iter().for_each(|(number, times)| *self.0.entry(number).or_default() += times);
    }

    pub fn times(&self) -> u64 {
        self.0.values().sum()
    }

    pub fn sum(&self) -> i64 {
        self.0.iter().map(|(number, times)| number * *times as i64).sum()
    }

    pub fn mean(&self) -> f64 {
        self.sum() as f64 / self.times().max(1) as f64
    }

    /// The least number that at least `percent` of all do not exceed.
    pub fn percentile(&self, percent: u64) -> i64 {
        let want = (self.times() * percent).div_ceil(100);
        let mut seen = 0;
        let found = self.0.iter().find(|(_, times)| {
            seen += **times;
            seen >= want
        });
        found.map_or(0, |(number, _)| *number)
    }
}

/// Games played and what was won of them.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Won {
    pub games: u64,
    /// Games in which nobody had a better place.
    pub wins: u64,
    parts: u64,
}

impl Won {
    fn add(&mut self, parts: u64) {
        self.games += 1;
        self.wins += u64::from(parts > 0);
        self.parts += parts;
    }

    pub(crate) fn merge(&mut self, other: Won) {
        self.games += other.games;
        self.wins += other.wins;
        self.parts += other.parts;
    }

    /// Games won, a shared win as its part.
    pub fn won(&self) -> f64 {
        self.parts as f64 / WIN as f64
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    /// One number for each game.
    pub decisions: Counts,
    pub seats: BTreeMap<usize, Won>,
    pub bots: BTreeMap<usize, Won>,
    /// Facts that are words: wins by each word.
    pub groups: BTreeMap<Word, BTreeMap<String, Won>>,
    /// Facts that are numbers: how often each came up.
    pub measures: BTreeMap<Word, Counts>,
    /// Facts of several words, such as research: wins by each word, and by each two of them.
    pub singles: BTreeMap<Word, BTreeMap<String, Won>>,
    pub pairs: BTreeMap<Word, BTreeMap<String, Won>>,
    /// Every fact as it was in games in which all seats agreed on it; facts on which they did not always agree are in `apart`.
    pub shared: BTreeMap<Word, BTreeMap<String, u64>>,
    pub apart: BTreeSet<Word>,
    /// Of games in which somebody's points were counted on the way.
    pub lead_changes: Counts,
    pub known_at: Counts,
    /// Points gained by all seats in all games, by source.
    pub gains: BTreeMap<Word, i64>,
    /// What all seats did in all games.
    pub deeds: BTreeMap<Word, u64>,
    /// Points between the first and the second of a game.
    pub margins: Counts,
    pub winners_points: Counts,
    pub losers_points: Counts,
}

impl Tally {
    pub fn games(&self) -> u64 {
        self.decisions.times()
    }

    pub fn add(&mut self, row: &Finished) {
        let winners = row.seats.iter().filter(|chair| chair.place == 1).count() as u64;
        self.share(row);
        if let Some(Tension { lead_changes, known_at }) = row.tension {
            self.lead_changes.add(lead_changes.into());
            self.known_at.add(known_at.into());
        }
        self.decisions.add(row.decisions.into());
        let mut points: Vec<i64> = row.seats.iter().map(|chair| chair.points.into()).collect();
        points.sort_unstable_by(|a, b| b.cmp(a));
        if let [first, second, ..] = points[..] {
            self.margins.add(first - second);
        }
        for (seat, chair) in row.seats.iter().enumerate() {
            let parts = if chair.place == 1 { WIN / winners } else { 0 };
            self.seats.entry(seat).or_default().add(parts);
            self.bots.entry(chair.bot).or_default().add(parts);
            let points = if parts > 0 { &mut self.winners_points } else { &mut self.losers_points };
            points.add(chair.points.into());
            for (source, points) in &chair.gains {
                *self.gains.entry(source.clone()).or_default() += points;
            }
            for (deed, times) in &chair.deeds {
                *self.deeds.entry(deed.clone()).or_default() += times;
            }
            for (key, value) in &chair.facts {
                self.add_words(key, value, parts);
                match value.parse() {
                    Ok(number) => self.measures.entry(key.clone()).or_default().add(number),
                    Err(_) => self.groups.entry(key.clone()).or_default().entry(word(value)).or_default().add(parts),
                }
            }
        }
    }

    /// Each word once, and each two of them; nothing of facts that are one word.
    fn add_words(&mut self, key: &Word, value: &str, parts: u64) {
        let mut words: Vec<&str> = value.split(' ').filter(|word| !word.is_empty()).collect();
        words.sort_unstable();
        if words.len() > 1 {
            self.pairs.entry(key.clone()).or_default();
        }
        let singles = self.singles.entry(key.clone()).or_default();
        words.iter().for_each(|word| singles.entry((*word).into()).or_default().add(parts));
        for (at, one) in words.iter().enumerate() {
            for two in &words[at + 1..] {
                let both = format!("{one} + {two}");
                self.pairs.entry(key.clone()).or_default().entry(both).or_default().add(parts);
            }
        }
    }

    /// Facts of the game rather than of a seat are the same for all seats, and counted once.
    fn share(&mut self, row: &Finished) {
        let Some((first, others)) = row.seats.split_first() else { return };
        for fact in &first.facts {
            if others.iter().all(|chair| chair.facts.contains(fact)) {
                *self.shared.entry(fact.0.clone()).or_default().entry(word(&fact.1)).or_default() += 1;
            } else {
                self.apart.insert(fact.0.clone());
            }
        }
    }

    /// What is a fact of the game: how often it was what.
    pub fn of_games(&self) -> impl Iterator<Item = (&Word, &BTreeMap<String, u64>)> {
        self.shared.iter().filter(|(key, _)| !self.apart.contains(*key))
    }

    /// Facts of several words.
    pub fn sets(&self) -> impl Iterator<Item = &Word> {
        self.pairs.keys()
    }

    pub fn merge(&mut self, other: Tally) {
        self.decisions.merge(other.decisions);
        self.margins.merge(other.margins);
        self.winners_points.merge(other.winners_points);
        self.losers_points.merge(other.losers_points);
        other.gains.into_iter().for_each(|(source, points)| *self.gains.entry(source).or_default() += points);
        other.deeds.into_iter().for_each(|(deed, times)| *self.deeds.entry(deed).or_default() += times);
        other.seats.into_iter().for_each(|(seat, won)| self.seats.entry(seat).or_default().merge(won));
        other.bots.into_iter().for_each(|(bot, won)| self.bots.entry(bot).or_default().merge(won));
        other.measures.into_iter().for_each(|(key, counts)| self.measures.entry(key).or_default().merge(counts));
        self.lead_changes.merge(other.lead_changes);
        self.known_at.merge(other.known_at);
        self.apart.extend(other.apart);
        for (key, values) in other.shared {
            let mine = self.shared.entry(key).or_default();
            values.into_iter().for_each(|(value, times)| *mine.entry(value).or_default() += times);
        }
        let wins =
            [(&mut self.groups, other.groups), (&mut self.singles, other.singles), (&mut self.pairs, other.pairs)];
        for (mine, theirs) in wins {
            for (key, group) in theirs {
                let mine = mine.entry(key).or_default();
                group.into_iter().for_each(|(value, won)| mine.entry(value).or_default().merge(won));
            }
        }
    }
}

/// A fact that has no words is called so.
fn word(value: &str) -> String {
    if value.is_empty() { "none".into() } else { value.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentiles_are_the_least_number_that_reaches_them() {
        let mut counts = Counts::default();
        (1..=20).for_each(|n| counts.add(n));
        assert_eq!([5, 50, 51, 95, 100].map(|p| counts.percentile(p)), [1, 10, 11, 19, 20]);
        assert_eq!(counts.mean(), 10.5);
        assert_eq!(Counts::default().percentile(50), 0);
    }
}
