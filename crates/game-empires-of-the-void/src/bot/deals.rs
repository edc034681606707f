//! Offers: a deal is as good as done if both sides are better off with it.

use astrarium_core::{Piece, Set};

use super::Outlook;
use crate::piece::*;
use crate::state::{Offer, OfferStage, Phase, State};

/// An offer that nobody takes.
const TROUBLE: i32 = 40;
/// What a bot pays at most for the use of a trade good.
const PRICES: u8 = 4;

impl State {
    /// An offer that runs: as if it were done if both are better off with it or with the best it can still become.
    pub(super) fn weigh_offer(&self, offer: &Offer, now: ByColour<i32>, outlook: &Outlook) -> ByColour<i32> {
        let mut best = now;
        best[offer.from] -= TROUBLE;
        let partners = [offer.from, offer.to].map(|c| {
            let ways = self.ways_of(c, &outlook.atlas);
            (c, now[c] - self.movable_worth(c, outlook, &ways), ways)
        });
        for deal in self.deals(offer, outlook) {
            let Some(done) = self.concluded(&deal) else { continue };
            let mut after = now;
            for (c, fixed, ways) in &partners {
                after[*c] = fixed + done.movable_worth(*c, outlook, ways);
            }
            let gains = |c: Colour, from| self.chances(&after)[c.seat()] > self.chances(from)[c.seat()];
            let taken = offer.stage == OfferStage::Pick || gains(offer.to, &now);
            let given = deal == *offer && offer.stage != OfferStage::Build;
            if taken && (given || gains(offer.from, &best)) {
                best = after;
            }
        }
        best
    }

    /// The offer as it is; while it is made, also with a price for a good that opens a technology.
    fn deals(&self, offer: &Offer, outlook: &Outlook) -> impl Iterator<Item = Offer> {
        let offer = *offer;
        let open = offer.stage == OfferStage::Build && offer.give_credits == 0 && offer.lend_good.is_none();
        let ordering = matches!(self.phase, Phase::Offers { .. });
        let wanted = match offer.ask_good {
            _ if !open || !ordering => Set::EMPTY,
            Some(good) => Set::of(good),
            None => (self.goods(offer.to) - self.goods(offer.from))
                .iter()
                .filter(|&g| self.good_opens(offer.from, g, outlook) > 0)
                .collect(),
        };
        let prices = move |good| (1..=PRICES).map(move |credits| offer.priced(good, credits));
        std::iter::once(offer).chain(wanted.into_iter().flat_map(prices))
    }

    /// The best technology that needs a good and could be had with it now, beyond its price.
    fn good_opens(&self, me: Colour, good: Good, outlook: &Outlook) -> i32 {
        let goods = self.goods(me) | Set::of(good);
        let needs = |t: &Tech| self.data.0.tech(self.options.edition, *t).is_some_and(|row| row.good == Some(good));
        let open = self.open_techs(me).filter(needs).filter(|&t| self.check_tech(me, t, goods, 0).is_ok());
        let gain = |t: Tech| {
            let techs = self.players[me].techs;
            let worth = self.techs_value(techs | Set::of(t), outlook) - self.techs_value(techs, outlook);
            worth - i32::from(self.tech_cost(me, t, 0)) * outlook.credit
        };
        open.map(gain).max().unwrap_or(0).max(0)
    }

    /// Goods that others lend for this round's research.
    pub(super) fn permits_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let ordering = matches!(self.phase, Phase::Offers { .. } | Phase::Orders { .. });
        if !ordering || player.orders.research.is_some() || player.permits == [0; Good::ALL.len()] {
            return 0;
        }
        let lent = Good::all().filter(|g| player.permits[g.index()] > 0 && !self.goods(me).has(*g));
        lent.map(|g| self.good_opens(me, g, outlook)).max().unwrap_or(0) * 3 / 4
    }
}
