//! Round robin between bots: every selection of them at a table, every bot at every seat, and a rating with its interval.

use astrarium_core::{Game, Options};
use serde::Serialize;
use skillratings::MultiTeamOutcome;
use skillratings::weng_lin::{WengLinConfig, WengLinRating, weng_lin_multi_team};

use crate::{Batch, Finished, Plan, PlanError, Share, Watch, batch, summary};

#[derive(Clone, Debug, Serialize)]
pub struct Arena {
    pub title: &'static str,
    pub seed: u64,
    pub games: u64,
    pub seconds: f64,
    /// Best first.
    pub bots: Vec<Rated>,
}

/// A bot's rating (Weng and Lin's; 25 is where everybody starts) with its 95 % interval, and its share of wins.
#[derive(Clone, Debug, Serialize)]
pub struct Rated {
    pub bot: String,
    pub rating: f64,
    pub low: f64,
    pub high: f64,
    pub wins: Share,
}

impl<G: Game> Plan<G> {
    /// Plays a round robin between bots that all differ.
    pub fn arena(&self, watch: &Watch<'_>) -> Result<(Arena, Batch), PlanError> {
        let batch = self.robin(watch)?;
        let (seed, games, seconds) = (self.seed, batch.tally.games(), batch.seconds.expect("just played"));
        let names: Vec<String> = self.bots.iter().map(ToString::to_string).collect();
        Ok((Arena { title: G::META.id, seed, games, seconds, bots: rated(&names, &batch) }, batch))
    }

    /// The games of a round robin, from the plan's first on.
    pub fn robin(&self, watch: &Watch<'_>) -> Result<Batch, PlanError> {
        let plan = Plan { rows: true, bots: self.bots.clone(), ..*self };
        let same = (1..plan.bots.len()).find(|&k| plan.bots[..k].contains(&plan.bots[k]));
        if same.is_some() || plan.bots.len() < 2 {
            return Err(PlanError::Arena);
        }
        let tables = tables(plan.bots.len(), plan.options.seats());
        Ok(batch::run(&plan, &|number| seating(&tables, number), watch))
    }
}

/// The bots of a batch with its rows, best first.
pub fn rated(names: &[String], batch: &Batch) -> Vec<Rated> {
    let ratings = rate(names.len(), &batch.rows);
    let rated = summary::bots(names, batch).into_iter().map(|wins| {
        let bot = names.iter().position(|name| *name == wins.name).expect("a bot of the plan");
        let WengLinRating { rating, uncertainty } = ratings[bot];
        let reach = 1.96 * uncertainty;
        Rated { bot: wins.name.clone(), rating, low: rating - reach, high: rating + reach, wins }
    });
    let mut bots: Vec<Rated> = rated.collect();
    bots.sort_by(|a, b| b.rating.total_cmp(&a.rating));
    bots
}

/// Every selection of bots that fills the seats; fewer bots than seats sit several times.
fn tables(bots: usize, seats: usize) -> Vec<Vec<usize>> {
    if bots < seats {
        return (0..bots).map(|first| (0..seats).map(|seat| (first + seat) % bots).collect()).collect();
    }
    let chosen = (0..1u32 << bots).filter(|set| set.count_ones() as usize == seats);
    chosen.map(|set| (0..bots).filter(|bot| set & (1 << bot) != 0).collect()).collect()
}

/// All tables in turn, then all again with everybody one seat further.
fn seating(tables: &[Vec<usize>], number: u64) -> Vec<usize> {
    let mut table = tables[number as usize % tables.len()].clone();
    let turn = number as usize / tables.len() % table.len();
    table.rotate_left(turn);
    table
}

/// Ratings after all games in their order. A bot that sat several times moves by the mean.
fn rate(bots: usize, rows: &[Finished]) -> Vec<WengLinRating> {
    let mut ratings = vec![WengLinRating::new(); bots];
    for row in rows {
        let before: Vec<_> = row.seats.iter().map(|chair| [ratings[chair.bot]]).collect();
        let places = row.seats.iter().map(|chair| MultiTeamOutcome::new(chair.place.into()));
        let teams: Vec<_> = before.iter().map(|one| &one[..]).zip(places).collect();
        let after = weng_lin_multi_team(&teams, &WengLinConfig::new());
        for (bot, rating) in ratings.iter_mut().enumerate() {
            let mine: Vec<_> =
                row.seats.iter().zip(&after).filter(|(c, _)| c.bot == bot).map(|(_, new)| new[0]).collect();
            if !mine.is_empty() {
                let mean = |of: fn(&WengLinRating) -> f64| mine.iter().map(of).sum::<f64>() / mine.len() as f64;
                *rating = WengLinRating { rating: mean(|r| r.rating), uncertainty: mean(|r| r.uncertainty) };
            }
        }
    }
    ratings
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_meets_everybody_at_every_seat() {
        let tables = tables(5, 4);
        assert_eq!(tables.len(), 5);
        let mut seen = [[0; 4]; 5];
        (0..20).for_each(|n| seating(&tables, n).iter().enumerate().for_each(|(seat, &bot)| seen[bot][seat] += 1));
        assert_eq!(seen, [[4; 4]; 5]);
        assert_eq!(super::tables(2, 4), [[0, 1, 0, 1], [1, 0, 1, 0]]);
    }
}
