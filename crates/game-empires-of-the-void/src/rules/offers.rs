//! Trade as offers: cards, credits, the use of trade goods (EV-071 to EV-073, EV-128, KU-059, KU-060).

use astrarium_core::{Log, Piece, SeatSet, Silent, cited};

use crate::action::Action;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Offer, OfferStage, Phase, State};

#[cited]
impl State {
    // In the pre-round phase.

    pub(crate) fn offers_actions(&self, seat: Colour, made: u8, out: &mut Vec<Action>) {
        let partners = self.others(seat).map(Action::OfferTo);
        out.extend(partners.filter(|&a| self.check_offers(seat, made, a).is_ok()));
        out.push(Action::Done);
    }

    pub(crate) fn check_offers(&self, seat: Colour, made: u8, action: Action) -> Check {
        match action {
            Action::OfferTo(partner) => self.check_partner(seat, partner, made, self.data.numbers.offers.step),
            Action::Done => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn offers_step(&mut self, seat: Colour, place: u8, made: u8, action: Action) {
        if let Action::OfferTo(partner) = action {
            self.phase = Phase::Offers { place, made: made + 1 };
            return self.begin_offer(seat, partner);
        }
        if self.options.advanced_order {
            self.begin_orders(place); // EV-166
        } else if usize::from(place) + 1 < self.order.len() {
            self.phase = Phase::Offers { place: place + 1, made: 0 };
        } else {
            self.begin_orders(0);
        }
    }

    // Anywhere.

    pub(crate) fn check_partner(&self, seat: Colour, partner: Colour, made: u8, limit: u8) -> Check {
        require!(partner != seat && self.seats().any(|c| c == partner), Illegal::NoPartner);
        require!(made < limit, Illegal::OffersMade); // EV-128
        Ok(())
    }

    pub(crate) fn begin_offer(&mut self, from: Colour, to: Colour) {
        self.offer = Some(Offer {
            from,
            to,
            stage: OfferStage::Build,
            give: Cards::default(),
            ask: Default::default(),
            taken: Cards::default(),
            give_credits: 0,
            ask_credits: 0,
            ask_good: None,
            lend_good: None,
        });
    }

    pub(crate) fn offer_seat(&self, offer: &Offer) -> Colour {
        if offer.stage == OfferStage::Build { offer.from } else { offer.to }
    }

    pub(crate) fn offer_actions(&self, offer: &Offer, out: &mut Vec<Action>) {
        match offer.stage {
            OfferStage::Build => self.item_actions(offer, out),
            OfferStage::Answer => {
                out.extend(self.can_fulfil(offer).then_some(Action::Accept));
                out.push(Action::Decline);
            }
            OfferStage::Pick => out.extend(Card::all().filter(|&c| self.can_pick(offer, c)).map(Action::Pick)),
        }
    }

    /// What can still be put into an offer; the same bounds as in `check_offer`.
    fn item_actions(&self, offer: &Offer, out: &mut Vec<Action>) {
        let (me, partner) = (&self.players[offer.from], &self.players[offer.to]);
        let n = &self.data.numbers;
        let most = u16::from(*n.offer_credits.get_ref());
        let credits = |purse: u16| (0..purse.min(most)).map(|c| Number(c as u8 + 1));
        let asked: u8 = offer.ask.iter().sum();
        if offer.give.total() < *n.offer_cards.get_ref() {
            out.extend(me.hand.kinds().filter(|&c| me.hand.of(c) > offer.give.of(c)).map(Action::GiveCard));
        }
        if offer.give_credits == 0 {
            out.extend(credits(me.credits).map(Action::GiveCredits));
        }
        if asked < *n.offer_cards.get_ref() && asked < partner.hand.total() {
            out.extend(Temperament::all().map(Action::AskCard));
        }
        if offer.ask_credits == 0 {
            out.extend(credits(partner.credits).map(Action::AskCredits));
        }
        if offer.ask_good.is_none() && !matches!(self.phase, Phase::Between(_)) {
            out.extend(self.goods(offer.to).iter().map(Action::AskGood));
        }
        if offer.lend_good.is_none() && matches!(self.phase, Phase::Offers { .. }) {
            out.extend(self.goods(offer.from).iter().map(Action::LendGood));
        }
        out.extend((!offer.is_empty()).then_some(Action::Send));
        out.push(Action::Cancel);
    }

    pub(crate) fn check_offer(&self, offer: &Offer, seat: Colour, action: Action) -> Check {
        let (me, partner) = (&self.players[offer.from], &self.players[offer.to]);
        let between = matches!(self.phase, Phase::Between(_));
        let n = &self.data.numbers;
        let most = u16::from(*n.offer_credits.get_ref());
        match (offer.stage, action) {
            (OfferStage::Build, Action::GiveCard(card)) => {
                require!(me.hand.of(card) > offer.give.of(card), Illegal::NotYourCard(card));
                require!(offer.give.total() < *n.offer_cards.get_ref(), Illegal::NotInThisOffer);
            }
            (OfferStage::Build, Action::GiveCredits(credits)) => {
                let credits = u16::from(credits.0);
                require!(offer.give_credits == 0 && credits <= most, Illegal::NotInThisOffer);
                require!(me.credits >= credits, Illegal::NoCredits(credits));
            }
            (OfferStage::Build, Action::AskCard(_)) => {
                let asked: u8 = offer.ask.iter().sum();
                let there = asked < partner.hand.total();
                require!(asked < *n.offer_cards.get_ref() && there, Illegal::NotInThisOffer);
            }
            (OfferStage::Build, Action::AskCredits(credits)) => {
                let credits = u16::from(credits.0);
                require!(
                    offer.ask_credits == 0 && credits <= most && credits <= partner.credits,
                    Illegal::NotInThisOffer
                );
            }
            (OfferStage::Build, Action::AskGood(good)) => {
                require!(!between && offer.ask_good.is_none(), Illegal::NotInThisOffer);
                require!(self.goods(offer.to).has(good), Illegal::NoGoodToUse(good)); // EV-071
            }
            (OfferStage::Build, Action::LendGood(good)) => {
                let step = matches!(self.phase, Phase::Offers { .. });
                require!(step && offer.lend_good.is_none(), Illegal::NotInThisOffer);
                require!(self.goods(offer.from).has(good), Illegal::NoGoodToUse(good)); // KU-060
            }
            (OfferStage::Build, Action::Send) => require!(!offer.is_empty(), Illegal::EmptyOffer),
            (OfferStage::Build, Action::Cancel) => {}
            (OfferStage::Answer, Action::Accept) => require!(self.can_fulfil(offer), Illegal::CannotFulfil),
            (OfferStage::Answer, Action::Decline) => {}
            (OfferStage::Pick, Action::Pick(card)) => {
                require!(self.players[seat].hand.of(card) > 0, Illegal::NotYourCard(card));
                require!(self.can_pick(offer, card), Illegal::NotInThisOffer);
            }
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    pub(crate) fn can_fulfil(&self, offer: &Offer) -> bool {
        let partner = &self.players[offer.to];
        let cards = Temperament::all().all(|t| partner.hand.of_type(t) >= offer.ask[t.index()]);
        cards && partner.credits >= u16::from(offer.ask_credits)
    }

    /// Of the first temperament still asked for.
    fn can_pick(&self, offer: &Offer, card: Card) -> bool {
        let wanted = offer.ask.iter().position(|&n| n > 0);
        self.players[offer.to].hand.of(card) > 0 && wanted == Some(card.temperament().index())
    }

    pub(crate) fn offer_step(&mut self, mut offer: Offer, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::GiveCard(card) => offer.give.add(card),
            Action::GiveCredits(credits) => offer.give_credits = credits.0,
            Action::AskCard(kind) => offer.ask[kind.index()] += 1,
            Action::AskCredits(credits) => offer.ask_credits = credits.0,
            Action::AskGood(good) => offer.ask_good = Some(good),
            Action::LendGood(good) => offer.lend_good = Some(good),
            Action::Send => {
                if !offer.give.is_empty() {
                    log.reveal();
                }
                offer.stage = OfferStage::Answer;
                log.push(|| Event::Offered { offer });
            }
            Action::Accept => {
                if offer.ask.iter().any(|&n| n > 0) {
                    log.reveal(); // the hand has what is asked for
                }
                offer.stage = OfferStage::Pick;
            }
            Action::Pick(card) => {
                offer.ask[card.temperament().index()] -= 1;
                self.players[offer.to].hand.take(card);
                offer.taken.add(card);
            }
            Action::Cancel => return self.offer = None,
            Action::Decline => {
                log.push(|| Event::Declined { from: offer.from, to: offer.to });
                return self.offer = None;
            }
            _ => unreachable!("check refuses everything else"),
        }
        self.offer = Some(offer);
        if offer.stage == OfferStage::Pick && offer.ask.iter().all(|&n| n == 0) {
            self.trade(&offer, log);
        }
    }

    /// The table after an offer, with any cards that fit; nothing if the partner cannot fulfil it.
    pub(crate) fn concluded(&self, offer: &Offer) -> Option<State> {
        let (mut state, mut offer) = (*self, *offer);
        let partner = &mut state.players[offer.to];
        for kind in Temperament::all() {
            for _ in 0..offer.ask[kind.index()] {
                let card = kind.cards().into_iter().find(|&c| partner.hand.of(c) > 0)?;
                partner.hand.take(card);
                offer.taken.add(card);
            }
        }
        let paid = partner.credits >= u16::from(offer.ask_credits);
        let had = state.players[offer.from].credits >= u16::from(offer.give_credits);
        (paid && had).then(|| {
            state.trade(&offer, &mut Silent);
            state.overflow = SeatSet::EMPTY;
            state
        })
    }

    /// Everything moves at once; VP, planets, ships and technologies never do (EV-073).
    fn trade(&mut self, offer: &Offer, log: &mut impl Log<Event>) {
        self.offer = None;
        for card in offer.give.kinds() {
            for _ in 0..offer.give.of(card) {
                self.players[offer.from].hand.take(card);
                self.gain_card(offer.to, card);
            }
        }
        if !offer.taken.is_empty() {
            log.reveal();
        }
        for card in offer.taken.kinds() {
            (0..offer.taken.of(card)).for_each(|_| self.gain_card(offer.from, card));
        }
        log.push(|| Event::Traded { from: offer.from, to: offer.to });
        let sides = [(offer.from, offer.to, offer.give_credits), (offer.to, offer.from, offer.ask_credits)];
        for (giver, taker, credits) in sides {
            self.pay(giver, credits.into(), Cost::Trade, log);
            self.gain(taker, credits.into(), log);
        }
        if let Some(good) = offer.ask_good {
            self.players[offer.from].permits[good.index()] += 1; // EV-071, KU-059: for one use
        }
        if let Some(good) = offer.lend_good {
            self.players[offer.to].permits[good.index()] += 1;
        }
    }

    /// Permissions end with the pre-round phase, or with the turn they were given in (KU-059).
    pub(crate) fn end_permits(&mut self) {
        self.players.0.iter_mut().for_each(|p| p.permits = Default::default());
    }
}

impl Offer {
    /// This offer, with credits for the use of a good.
    pub(crate) fn priced(mut self, good: Good, credits: u8) -> Offer {
        (self.ask_good, self.give_credits) = (Some(good), credits);
        self
    }

    pub(crate) fn is_empty(&self) -> bool {
        let cards = !self.give.is_empty() || self.ask.iter().any(|&n| n > 0);
        let credits = self.give_credits > 0 || self.ask_credits > 0;
        !cards && !credits && self.ask_good.is_none() && self.lend_good.is_none()
    }
}
