//! Is one bot stronger than another? Blocks of one deal with the candidate at each seat in turn, until the answer is sure enough.

use astrarium_core::{Game, Options};
use serde::Serialize;

use crate::batch::{self, Deal};
use crate::{Batch, Finished, Plan, PlanError, Watch};

/// How much more than its fair share a candidate must win to be worth it.
const GAIN: f64 = 0.03;
/// The test ends where the log-likelihood of “worth it” against “no better” leaves this on either side: 5 % of errors of each kind.
const BOUND: f64 = 2.94;
/// Blocks that come out alike by chance are not taken for steadier than this variance.
const STEADY: f64 = 0.01;
/// Fewer blocks say too little about their spread.
const LEAST: usize = 10;

/// How far a test has come.
#[derive(Copy, Clone, Debug, PartialEq, Serialize)]
pub struct Gate {
    pub blocks: usize,
    /// What the candidate wins of a seat, and half the 95 % interval.
    pub share: f64,
    pub within: f64,
    pub fair: f64,
    pub likelihood: f64,
    /// Nothing while the test goes on.
    pub passed: Option<bool>,
}

impl Gate {
    /// A generalised sequential probability ratio test on the candidate's share of each block.
    fn of(shares: &[f64], fair: f64) -> Gate {
        let blocks = shares.len();
        let n = blocks.max(1) as f64;
        let share = shares.iter().sum::<f64>() / n;
        let spread = shares.iter().map(|s| (s - share).powi(2)).sum::<f64>() / (n - 1.0).max(1.0);
        let gained = n * GAIN * (share - fair - GAIN / 2.0);
        let likelihood = if blocks < LEAST { 0.0 } else { gained / spread.max(STEADY) };
        let passed = (likelihood.abs() >= BOUND).then_some(likelihood > 0.0);
        Gate { blocks, share, within: 1.96 * (spread / n).sqrt(), fair, likelihood, passed }
    }
}

impl<G: Game> Plan<G> {
    /// Tests the plan's first bot against its second at all other seats. `games` is the most blocks, each as many games as there are
    /// seats; `each` hears how it goes. The answer does not depend on the threads, which share the games of a block.
    pub fn gate(&self, watch: &Watch<'_>, mut each: impl FnMut(Gate)) -> Result<(Gate, Batch), PlanError> {
        let (given, seats) = (self.bots.len(), self.options.seats());
        if given != 2 {
            return Err(PlanError::Gate { given });
        }
        let (mut shares, mut played) = (Vec::new(), Batch::default());
        let mut gate = Gate::of(&shares, 1.0 / seats as f64);
        while gate.passed.is_none() && (shares.len() as u64) < self.games && !(watch.stop)() {
            let block = shares.len() as u64;
            let plan =
                Plan { first: block * seats as u64, games: seats as u64, rows: true, bots: self.bots.clone(), ..*self };
            let at = |number: u64| (0..seats).map(|seat| usize::from(seat as u64 != number % seats as u64)).collect();
            let batch = batch::played(&plan, &at, Deal::Blocks(seats as u64), watch);
            let done = batch.rows.len() == seats;
            let firsts = |row: &Finished| row.seats.iter().filter(|chair| chair.place == 1).count() as f64;
            let won = batch.rows.iter().map(|row| match row.seats.iter().find(|chair| chair.bot == 0) {
                Some(chair) if chair.place == 1 => 1.0 / firsts(row),
                _ => 0.0,
            });
            let share = won.sum::<f64>() / seats as f64;
            played.merge(batch);
            if !done {
                break;
            }
            shares.push(share);
            gate = Gate::of(&shares, 1.0 / seats as f64);
            each(gate);
        }
        Ok((gate, played))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_goes_on_until_it_is_sure() {
        let shares = |share: f64, n: usize| -> Vec<f64> {
            (0..n).map(|k| share + if k % 2 == 0 { 0.1 } else { -0.1 }).collect()
        };
        let passed = |share, n| Gate::of(&shares(share, n), 0.25).passed;
        assert_eq!(passed(0.5, 8), None, "too few");
        assert_eq!(passed(0.26, 20), None);
        assert_eq!(passed(0.35, 20), Some(true));
        assert_eq!(passed(0.15, 20), Some(false));
    }
}
