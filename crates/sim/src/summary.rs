//! What a batch says: shares of wins with intervals by seat, bot and fact; length; points.

use std::collections::BTreeMap;

use serde::Serialize;

use crate::batch::Word;
use crate::tally::Won;
use crate::{Batch, Counts, Failure, Header, Tally};

#[derive(Clone, Debug, Serialize)]
pub struct Summary {
    pub title: String,
    pub options: String,
    pub bots: Vec<String>,
    pub seed: u64,
    /// The hash of the pack.
    pub pack: String,
    /// The program that played.
    pub build: String,
    /// How the bots value a position.
    pub judge: String,
    /// How many games were wanted, from which number on, and whether fewer were played.
    pub first: u64,
    pub requested: u64,
    pub stopped: bool,
    pub games: u64,
    pub decisions: u64,
    #[serde(flatten)]
    pub pace: Option<Pace>,
    pub mean_decisions: f64,
    /// By seat; a shared win counts for each.
    pub wins: Vec<u64>,
    pub win_shares: Shares,
    pub length: Spread,
    pub points: Points,
    /// Points of a seat and game on average, by source; empty if all played at random.
    pub sources: BTreeMap<Word, f64>,
    /// How often a seat did something in a game, on average; empty if all played at random.
    pub deeds: BTreeMap<Word, f64>,
    /// How open games were; nothing if all played at random.
    pub tension: Option<TensionSpread>,
    /// Facts of games, such as how they ended: in how many games.
    pub of_games: BTreeMap<Word, BTreeMap<String, u64>>,
    /// Facts that are numbers, such as rounds. Those of games are counted once for each game, those of seats for each seat.
    pub measures: BTreeMap<Word, Spread>,
    /// Games that broke.
    pub failures: Vec<Failure>,
}

/// How quickly a batch was played. Files leave it out: the same games give the same files.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct Pace {
    pub seconds: f64,
    pub decisions_per_second: f64,
    pub games_per_second: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Shares {
    pub seats: Vec<Share>,
    pub bots: Vec<Share>,
    pub facts: BTreeMap<Word, Vec<Share>>,
    /// Of facts with several words: seats that had this one, whatever else they had.
    pub singles: BTreeMap<Word, Vec<Share>>,
    /// Seats that had both of two words.
    pub pairs: BTreeMap<Word, Vec<Share>>,
}

#[derive(Clone, Debug, Serialize)]
pub struct TensionSpread {
    /// How often somebody else came to lead alone.
    pub lead_changes: Spread,
    /// After how many thousandths of the decisions only the winner led.
    pub known_at: Spread,
}

/// A share of wins with its 95 % interval (Wilson's); a shared win counts as its part.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Share {
    pub name: String,
    pub games: u64,
    pub share: f64,
    pub low: f64,
    pub high: f64,
}

#[derive(Clone, Debug, Serialize)]
pub struct Points {
    pub winners: Spread,
    pub losers: Spread,
    /// Between the first and the second.
    pub margin: Spread,
}

/// A distribution in four numbers.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Spread {
    pub mean: f64,
    pub p5: i64,
    pub p50: i64,
    pub p95: i64,
}

/// Lines of a table of shares.
const MOST: usize = 200;

impl Summary {
    pub fn new(header: &Header, batch: &Batch) -> Summary {
        let Batch { tally, failures, seconds, .. } = batch;
        let (games, decisions) = (tally.games(), tally.decisions.sum() as u64);
        let chairs: u64 = tally.seats.values().map(|won| won.games).sum();
        let each = |sum: f64| sum / chairs as f64;
        let pace = seconds.map(|seconds| Pace {
            seconds,
            decisions_per_second: decisions as f64 / seconds,
            games_per_second: games as f64 / seconds,
        });
        let games_facts: Vec<&Word> = tally.of_games().map(|(key, _)| key).collect();
        let words = |wins: &BTreeMap<Word, BTreeMap<String, Won>>| {
            let sets = tally.sets().filter_map(|key| wins.get_key_value(key));
            sets.map(|(key, group)| (key.clone(), frequent(group))).collect()
        };
        Summary {
            title: header.title.clone(),
            options: header.options.clone(),
            bots: header.bots.clone(),
            seed: header.seed,
            pack: header.pack.clone(),
            build: header.build.clone(),
            judge: header.judge.clone(),
            first: header.first,
            requested: header.games,
            stopped: games + (failures.len() as u64) < header.games,
            games,
            decisions,
            pace,
            mean_decisions: tally.decisions.mean(),
            wins: tally.seats.values().map(|won| won.wins).collect(),
            win_shares: Shares {
                seats: tally.seats.iter().map(|(seat, won)| Share::new(format!("seat {}", seat + 1), won)).collect(),
                bots: bots(&header.bots, batch),
                facts: tally
                    .groups
                    .iter()
                    .filter(|(key, _)| !games_facts.contains(key))
                    .map(|(key, group)| (key.clone(), frequent(group)))
                    .collect(),
                singles: words(&tally.singles),
                pairs: words(&tally.pairs),
            },
            length: Spread::new(&tally.decisions),
            points: Points {
                winners: Spread::new(&tally.winners_points),
                losers: Spread::new(&tally.losers_points),
                margin: Spread::new(&tally.margins),
            },
            sources: tally.gains.iter().map(|(source, points)| (source.clone(), each(*points as f64))).collect(),
            deeds: tally.deeds.iter().map(|(deed, times)| (deed.clone(), each(*times as f64))).collect(),
            tension: (tally.lead_changes.times() > 0).then(|| TensionSpread {
                lead_changes: Spread::new(&tally.lead_changes),
                known_at: Spread::new(&tally.known_at),
            }),
            of_games: tally.of_games().map(|(key, times)| (key.clone(), times.clone())).collect(),
            measures: measures(tally).iter().map(|(key, counts)| (key.clone(), Spread::new(counts))).collect(),
            failures: failures.clone(),
        }
    }
}

/// Shares of what came up most often: of many cards there are thousands of pairs, and most say nothing.
fn frequent(group: &BTreeMap<String, Won>) -> Vec<Share> {
    let mut all: Vec<(&String, &Won)> = group.iter().collect();
    all.sort_by_key(|(_, won)| std::cmp::Reverse(won.games));
    all.truncate(MOST);
    all.sort_by_key(|(name, _)| *name);
    all.into_iter().map(Share::of).collect()
}

/// Facts that are numbers, how often each: what is the same for all seats of a game is counted once for each game.
pub(crate) fn measures(tally: &Tally) -> BTreeMap<Word, Counts> {
    let mut all = tally.measures.clone();
    for (key, values) in tally.of_games() {
        if let Some(counts) = all.get_mut(key) {
            *counts = Counts(values.iter().filter_map(|(value, times)| Some((value.parse().ok()?, *times))).collect());
        }
    }
    all
}

/// Shares by bot; bots of the same words are one.
pub(crate) fn bots(names: &[String], batch: &Batch) -> Vec<Share> {
    let mut sums: BTreeMap<String, Won> = BTreeMap::new();
    for (bot, won) in &batch.tally.bots {
        sums.entry(names[*bot].clone()).or_default().merge(*won);
    }
    sums.iter().map(Share::of).collect()
}

impl Share {
    fn of((name, won): (&String, &Won)) -> Share {
        Share::new(name.clone(), won)
    }

    pub(crate) fn new(name: String, won: &Won) -> Share {
        let (low, high) = wilson(won.won(), won.games as f64);
        Share { name, games: won.games, share: won.won() / won.games as f64, low, high }
    }
}

impl Spread {
    pub fn new(counts: &Counts) -> Spread {
        let [p5, p50, p95] = [5, 50, 95].map(|percent| counts.percentile(percent));
        Spread { mean: counts.mean(), p5, p50, p95 }
    }
}

/// Wilson's 95 % interval of a share.
fn wilson(won: f64, games: f64) -> (f64, f64) {
    const Z: f64 = 1.96;
    let (share, spread) = (won / games, Z * Z / games);
    let middle = share + spread / 2.0;
    let reach = Z * (share * (1.0 - share) / games + spread / games / 4.0).sqrt();
    (((middle - reach) / (1.0 + spread)).max(0.0), ((middle + reach) / (1.0 + spread)).min(1.0))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values from Wilson's formula as printed in textbooks: 10 of 50, and none of 10.
    #[test]
    fn intervals_are_wilsons() {
        let near =
            |(low, high): (f64, f64), want: (f64, f64)| (low - want.0).abs() < 5e-4 && (high - want.1).abs() < 5e-4;
        assert!(near(wilson(10.0, 50.0), (0.1124, 0.3304)), "{:?}", wilson(10.0, 50.0));
        assert!(near(wilson(0.0, 10.0), (0.0, 0.2775)), "{:?}", wilson(0.0, 10.0));
    }
}
