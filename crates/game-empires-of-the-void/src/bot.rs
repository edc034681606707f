//! A cheap evaluation: each seat's share of winning, at a glance.

use astrarium_core::BySeat;

use crate::piece::*;
use crate::state::State;

impl State {
    /// Each seat's share of winning in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut shares = BySeat::default();
        if self.over() {
            let winners = self.standing().winners();
            winners.iter().for_each(|s| shares[s] = 1000 / winners.len() as i32);
            return shares;
        }
        let weights: ByColour<i64> = ByColour::from_fn(|c| if self.seats().any(|s| s == c) { exp2(self.strength(c)) } else { 0 });
        let sum: i64 = weights.0.iter().sum();
        self.seats().for_each(|c| shares[c.seat()] = (weights[c] * 1000 / sum.max(1)) as i32);
        shares
    }

    fn strength(&self, me: Colour) -> i32 {
        i32::from(self.players[me].vp) * 10
    }
}

/// 2 to the power of x / 128, times 1024, with straight lines between whole powers.
fn exp2(x: i32) -> i64 {
    let x = x.clamp(-1024, 3000);
    let (whole, part) = (x.div_euclid(128), x.rem_euclid(128));
    let base = if whole >= 0 { 1024i64 << whole } else { 1024 >> -whole };
    base + base * i64::from(part) / 128
}
