//! A cheap look at who is ahead: points, what would be scored now, and what one has to go on with.

use astrarium_core::{BySeat, Piece, Seat};

use crate::piece::*;
use crate::state::State;

impl State {
    /// Each seat's chance in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut chances = BySeat::default();
        if self.tasks.top() == crate::state::Task::Over {
            let winners = self.standing().winners();
            winners.iter().for_each(|s| chances[s] = 1000 / winners.len() as i32);
            return chances;
        }
        let worth: Vec<i32> = self.seats().map(|s| self.worth(s)).collect();
        let most = worth.iter().copied().max().unwrap_or(0);
        // Two hundred points of worth ahead are nearly a win.
        let weights: Vec<i32> = worth.iter().map(|w| (400 - (most - w)).max(4)).map(|d| d * d / 100).collect();
        let sum: i32 = weights.iter().sum::<i32>().max(1);
        self.seats().for_each(|s| chances[s] = 1000 * weights[s.index()] / sum);
        chances
    }

    /// Tenths of a VP.
    fn worth(&self, seat: Seat) -> i32 {
        let p = self.player(seat);
        if p.faction.is_none() {
            return 0;
        }
        let (steps, _) = self.scores()[seat];
        let soon = if self.score_out { 10 } else { 18 };
        let scored: i32 = steps.iter().map(|&n| i32::from(n)).sum();
        let goods: i32 = p.goods.iter().map(|&n| i32::from(n.min(4)) * 5).sum();
        let bench: i32 = p.bench.iter().flatten().map(|&n| i32::from(n) * 8).sum();
        let track: i32 = p.track.iter().map(|&n| i32::from(n) * 7).sum();
        let hand: i32 = p.hand.iter().map(|c| 3 + i32::from(self.data.power(c))).sum();
        let units = i32::from(p.fleet.total()) * 4;
        let command = i32::from(p.command) * 3 + i32::from(self.command_max(seat)) * 4;
        let income = i32::from(self.income(seat)) * 8 + i32::from(self.hand_limit(seat)) * 5;
        let credits = i32::from(p.credits.min(20)) * 4;
        let colony = if p.colonization { i32::from(self.colony_vp(seat)) * 6 } else { 0 };
        let cargo = if p.cargo.is_some() { 8 } else { 0 };
        let allies = Planet::all().filter(|q| self.ally[q.index()] == Some(seat)).count() as i32 * 10;
        10 * i32::from(p.vp)
            + soon * scored
            + goods
            + bench
            + track
            + hand
            + units
            + command
            + income
            + credits
            + colony
            + cargo
            + allies
    }
}
