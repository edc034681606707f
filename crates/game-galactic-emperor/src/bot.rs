//! A cheap evaluation for bots.

use astrarium_core::BySeat;

use crate::state::{Phase, State};

impl State {
    /// Each seat's share of winning in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut shares = BySeat::default();
        if let Phase::Over(over) = self.phase {
            let winners = over.standing().winners();
            winners.iter().for_each(|s| shares[s] = 1000 / winners.len() as i32);
        }
        shares
    }
}
