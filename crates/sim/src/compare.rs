//! Two packs with the same bots, the same seeds and the same luck: game by game, what differs, how surely, and how many more games
//! would settle it.

use std::collections::{BTreeMap, BTreeSet};

use astrarium_core::{Game, Options};
use serde::Serialize;

use crate::batch::{Deal, Finished, played};
use crate::{Batch, Header, Plan, PlanError, Watch};

/// The 97.5th percentile of the normal distribution: 95 % lie within.
const Z: f64 = 1.96;
/// With fewer pairs nothing is said of intervals.
const LEAST: usize = 10;

/// What came of a comparison.
#[derive(Clone, Debug, Serialize)]
pub struct Compared {
    pub a: Header,
    pub b: Header,
    /// Pairs of games that both came to an end.
    pub pairs: u64,
    pub stopped: bool,
    /// Games that broke, with either pack.
    pub failures: Vec<String>,
    pub differences: Vec<Difference>,
}

/// One measure of a game with both packs.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Difference {
    pub name: String,
    pub unit: &'static str,
    pub a: f64,
    pub b: f64,
    /// B less A, with its 95 % interval.
    pub difference: f64,
    pub low: f64,
    pub high: f64,
    /// Of the pairs: at 1 they share all their luck, at 0 none, and pairing brings nothing.
    pub correlation: Option<f64>,
    /// Whether zero is outside the interval.
    pub settled: bool,
    /// How many more pairs would put zero outside, if the difference stays as it is; nothing if it is zero.
    pub more: Option<u64>,
}

/// Plays every game with both packs; `keyed` keys chance to what it is for, without it both have the same stream of numbers. Returns
/// the batches of both, too.
pub fn compare<G: Game>(
    plans: [&Plan<G>; 2],
    build: &str,
    keyed: bool,
    watch: &Watch<'_>,
) -> Result<(Compared, [Batch; 2]), PlanError> {
    let (given, seats) = (plans[0].bots.len(), plans[0].options.seats());
    if given != 1 && given != seats {
        return Err(PlanError::Bots { given, seats });
    }
    let seating = |number: u64| (0..seats).map(|seat| (seat + number as usize) % given).collect::<Vec<_>>();
    let mut batches: [Batch; 2] = Default::default();
    // A few games of one, then the same of the other: what is stopped has pairs.
    let (first, games, step) = (plans[0].first, plans[0].games, 16 * plans[0].threads.max(1) as u64);
    for from in (first..first.saturating_add(games)).step_by(step as usize) {
        for (plan, batch) in plans.into_iter().zip(&mut batches) {
            let part = Plan {
                options: plan.options,
                data: plan.data,
                bots: plan.bots.clone(),
                first: from,
                games: step.min(first.saturating_add(games) - from),
                rows: true,
                ..*plan
            };
            batch.merge(played(&part, &seating, if keyed { Deal::Keyed } else { Deal::Own }, watch));
        }
        if (watch.stop)() {
            break;
        }
    }
    let [a, b] = plans.map(|plan| Header::new(plan, build));
    let pairs = paired(&batches[0].rows, &batches[1].rows);
    let failures: Vec<String> = batches.iter().flat_map(|b| &b.failures).map(ToString::to_string).collect();
    let stopped = pairs.len() + failures.len() < games as usize;
    let differences = differences(&pairs, &a.bots);
    Ok((Compared { pairs: pairs.len() as u64, a, b, stopped, failures, differences }, batches))
}

fn paired<'r>(a: &'r [Finished], b: &'r [Finished]) -> Vec<(&'r Finished, &'r Finished)> {
    let others: BTreeMap<u64, &Finished> = b.iter().map(|row| (row.number, row)).collect();
    a.iter().filter_map(|row| Some((row, *others.get(&row.number)?))).collect()
}

/// Every measure that one of the games has; a game without it has zero.
fn differences(pairs: &[(&Finished, &Finished)], bots: &[String]) -> Vec<Difference> {
    let measured: Vec<[Measures; 2]> = pairs.iter().map(|(a, b)| [measures(a, bots), measures(b, bots)]).collect();
    let names: BTreeSet<&(u8, String, &'static str)> = measured.iter().flatten().flat_map(BTreeMap::keys).collect();
    let of = |name: &(u8, String, &'static str)| {
        let values =
            |k: usize| measured.iter().map(|both| both[k].get(name).copied().unwrap_or(0.0)).collect::<Vec<_>>();
        Difference::of(&name.1, name.2, &values(0), &values(1))
    };
    names.into_iter().map(of).collect()
}

/// What is measured of a game, by its group, name and unit.
type Measures = BTreeMap<(u8, String, &'static str), f64>;

fn measures(row: &Finished, bots: &[String]) -> Measures {
    let mut all = Measures::new();
    let seats = row.seats.len() as f64;
    let winners = row.seats.iter().filter(|chair| chair.place == 1).count().max(1) as f64;
    let mut add =
        |group: u8, name: String, unit: &'static str, value: f64| *all.entry((group, name, unit)).or_default() += value;
    add(0, "decisions".into(), "decisions a game", row.decisions.into());
    let mut points: Vec<i32> = row.seats.iter().map(|chair| chair.points).collect();
    points.sort_unstable_by(|a, b| b.cmp(a));
    if let [first, second, ..] = points[..] {
        add(0, "points between first and second".into(), "points", (first - second).into());
    }
    if let Some(tension) = row.tension {
        add(0, "changes of the lead".into(), "times a game", tension.lead_changes.into());
        add(0, "winner known after".into(), "% of the decisions", f64::from(tension.known_at) / 10.0);
    }
    for (seat, chair) in row.seats.iter().enumerate() {
        let won = if chair.place == 1 { 100.0 / winners } else { 0.0 };
        if chair.place == 1 {
            add(0, "points of the winner".into(), "points", f64::from(chair.points) / winners);
        }
        add(1, format!("won by seat {}", seat + 1), "% of the games", won);
        if bots.len() > 1 {
            add(1, format!("won by {}", bots[chair.bot]), "% of the games", won);
        }
        for (key, value) in &chair.facts {
            match value.parse::<f64>() {
                Ok(number) => add(0, key.to_string(), "mean of the seats", number / seats),
                Err(_) => {
                    for word in value.split(' ').filter(|word| !word.is_empty()) {
                        add(2, format!("{key} {word}: owned"), "% of the seats", 100.0 / seats);
                        add(2, format!("{key} {word}: won by owners"), "% of the games", won);
                    }
                }
            }
        }
        for (source, gained) in &chair.gains {
            add(3, format!("points from {source}"), "points a seat", *gained as f64 / seats);
        }
        for (deed, times) in &chair.deeds {
            add(4, deed.to_string(), "times a seat", *times as f64 / seats);
        }
    }
    all
}

impl Difference {
    fn of(name: &str, unit: &'static str, a: &[f64], b: &[f64]) -> Difference {
        let each: Vec<f64> = a.iter().zip(b).map(|(a, b)| b - a).collect();
        let (difference, deviation) = (mean(&each), deviation(&each));
        let count = each.len() as f64;
        let reach = if each.len() < LEAST { f64::INFINITY } else { Z * deviation / count.sqrt() };
        let settled = difference.abs() > reach;
        let wanted = (Z * deviation / difference).powi(2).ceil();
        let more = (!settled && difference != 0.0 && wanted.is_finite()).then(|| (wanted - count).max(1.0) as u64);
        Difference {
            name: name.into(),
            unit,
            a: mean(a),
            b: mean(b),
            difference,
            low: difference - reach,
            high: difference + reach,
            correlation: correlation(a, b),
            settled,
            more,
        }
    }
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len().max(1) as f64
}

fn deviation(values: &[f64]) -> f64 {
    let middle = mean(values);
    let squares: f64 = values.iter().map(|value| (value - middle).powi(2)).sum();
    (squares / (values.len().max(2) - 1) as f64).sqrt()
}

/// Pearson's; nothing where one of them never varies.
fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let (ma, mb) = (mean(a), mean(b));
    let together: f64 = a.iter().zip(b).map(|(a, b)| (a - ma) * (b - mb)).sum();
    let alone = (deviation(a) * deviation(b)) * (a.len().max(2) - 1) as f64;
    (alone > 0.0).then(|| together / alone)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_say_more_than_their_means() {
        // Every second of B's games is one longer, and A's vary by far more than that.
        let a: Vec<f64> = (0..40).map(|n| f64::from((n * 7) % 20)).collect();
        let b: Vec<f64> = a.iter().enumerate().map(|(k, a)| a + f64::from(u8::from(k % 2 == 0))).collect();
        let found = Difference::of("length", "decisions", &a, &b);
        assert!((found.difference - 0.5).abs() < 1e-9 && found.settled && found.more.is_none(), "{found:?}");
        assert!((found.high - 0.5 - 1.96 * 0.506_4 / 40f64.sqrt()).abs() < 1e-3, "{found:?}");
        assert!(found.correlation.is_some_and(|r| r > 0.99));
        let few = Difference::of("length", "decisions", &a[..4], &b[..4]);
        assert!(!few.settled && few.low == f64::NEG_INFINITY, "four pairs settle nothing: {few:?}");
    }

    #[test]
    fn what_is_open_says_how_many_more_would_settle_it() {
        let a = vec![0.0; 100];
        let b: Vec<f64> = (0..100).map(|n| if n % 2 == 0 { 1.1 } else { -0.9 }).collect();
        let found = Difference::of("x", "", &a, &b);
        // Deviation 1.005, difference 0.1: (1.96 × 1.005 / 0.1)² is 388.
        assert!(!found.settled && (285..=291).contains(&found.more.unwrap_or(0)), "{found:?}");
        assert_eq!(Difference::of("x", "", &a, &a).more, None);
    }
}
