//! Tactics of diplomacy cards, and the window for everybody between turns (EV-129 to EV-134, KU-094, KU-156, KU-188, KU-189).

use astrarium_core::{Chance, Log, Side, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::control::Cause;
use crate::state::{Between, Next, Pending, Phase, Stage, State, Step};

#[cited]
impl State {
    // Playing a tactic: the card with the text, then others that fit.

    /// Whether a card may be spent on a tactic: the same type, or any with the Universal Translator (EV-131, KU-156).
    fn fits(&self, seat: Colour, tactic: Card, card: Card) -> bool {
        card.temperament() == tactic.temperament() || self.owns(seat, Tech::UniversalTranslator)
    }

    /// Cards in hand that may be spent on a tactic, itself among them.
    fn fitting(&self, seat: Colour, tactic: Card) -> u8 {
        let hand = &self.players[seat].hand;
        let any = self.owns(seat, Tech::UniversalTranslator);
        if any { hand.total() } else { hand.of_type(tactic.temperament()) }
    }

    /// A tactic that is being played can be paid, has its window and an effect.
    pub(crate) fn pending_holds(&self, seat: Colour) -> bool {
        let ordering = matches!(self.phase, Phase::Orders { .. });
        match self.players[seat].pending {
            Pending::Nothing => true,
            Pending::Pay { card, more } => {
                (1..*self.data.tactic(card).cards.get_ref()).contains(&more)
                    && self.fitting(seat, card) >= more
                    && (!ordering || self.players[seat].orders.open)
                    && self.tactic_works(seat, card)
            }
            Pending::Aim(card) => {
                matches!(card, Card::Insurrection | Card::PeaceTalks) && self.tactic_works(seat, card)
            }
        }
    }

    pub(crate) fn check_play(&self, seat: Colour, card: Card) -> Check {
        require!(self.players[seat].hand.of(card) > 0, Illegal::NotYourCard(card));
        require!(self.fitting(seat, card) >= *self.data.tactic(card).cards.get_ref(), Illegal::TooFewCards(card)); // EV-130
        require!(self.tactic_works(seat, card), Illegal::NotNow(card)); // EV-133
        Ok(())
    }

    /// Whether a tactic has its window and an effect now.
    fn tactic_works(&self, seat: Colour, card: Card) -> bool {
        let between = matches!(self.phase, Phase::Between(_));
        let ordering = matches!(self.phase, Phase::Orders { .. });
        let step = self.turn().map(|t| &t.step);
        let choosing = matches!(step, Some(Step::Choose));
        let late = self.options.late_tactics && matches!(step, Some(Step::Secondary)); // KU-094
        let own = choosing || late;
        let fight = match step {
            Some(Step::Fight(fight)) => Some(fight),
            _ => None,
        };
        let attacked = fight.is_some_and(|f| f.stage == Stage::Attacked);
        let before = fight.filter(|f| matches!(f.stage, Stage::Before(_)));
        match card {
            Card::BattleFury => before.is_some_and(|f| !f.fury[self.turn().map_or(Side::Attacker, |t| t.side(seat))]),
            Card::ForcedMarch => choosing, // KU-116: the secondary action comes after all actions
            Card::Windfall => between || ordering || own || attacked || before.is_some(),
            Card::RushOrder => own && self.can_build(seat),
            Card::SecondOpinion => matches!(step, Some(Step::Verdict { again: false, .. })),
            Card::Breakthrough => own && self.can_research(seat),
            Card::PhaseShift => own && self.turn().is_some_and(|t| !t.shift),
            Card::Insurrection => {
                (own || between) && self.planets().iter().any(|p| self.others(seat).any(|c| self.can_incite(p, c)))
            }
            Card::CeaseFire => attacked,
            Card::PeaceTalks => (own || between) && !self.reconcilable(seat).is_empty(),
        }
    }

    fn can_build(&self, seat: Colour) -> bool {
        Kind::ALL.iter().any(|&k| self.check_build_now(seat, k, seat.home(), None).is_ok())
    }

    fn can_research(&self, seat: Colour) -> bool {
        let goods = self.usable_goods(seat);
        self.open_techs(seat).any(|t| self.check_tech(seat, t, goods, 1).is_ok())
    }

    /// A token of that player there, and no ship (KU-188).
    fn can_incite(&self, planet: Space, against: Colour) -> bool {
        let player = &self.players[against];
        let token = player.allied.has(planet) || player.conquered.has(planet);
        token && self.planets().has(planet) && !self.distress.has(planet) && !player.fleet.any(planet)
    }

    /// Planets controlled as conqueror, besides home worlds (KU-189).
    fn reconcilable(&self, seat: Colour) -> Spaces {
        self.players[seat].conquered & self.planets()
    }

    pub(crate) fn play_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        let hand = &self.players[seat].hand;
        if hand.total() > 1 {
            out.extend(hand.kinds().filter(|&c| self.check_play(seat, c).is_ok()).map(Action::PlayTactic));
        }
    }

    pub(crate) fn pay_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        let hand = &self.players[seat].hand;
        match self.players[seat].pending {
            Pending::Pay { card, .. } => {
                out.extend(hand.kinds().filter(|&c| self.fits(seat, card, c)).map(Action::AddCard))
            }
            Pending::Aim(Card::Insurrection) => {
                for planet in self.planets() {
                    out.extend(
                        self.others(seat).filter(|&c| self.can_incite(planet, c)).map(|c| Action::Incite(planet, c)),
                    );
                }
            }
            Pending::Aim(_) => out.extend(self.reconcilable(seat).iter().map(Action::Reconcile)),
            Pending::Nothing => {}
        }
    }

    pub(crate) fn check_pay(&self, seat: Colour, action: Action) -> Check {
        match (self.players[seat].pending, action) {
            (Pending::Pay { card, .. }, Action::AddCard(added)) => {
                require!(self.players[seat].hand.of(added) > 0, Illegal::NotYourCard(added));
                require!(self.fits(seat, card, added), Illegal::NotWithThisCard(added)); // EV-131
            }
            (Pending::Aim(Card::Insurrection), Action::Incite(planet, against)) => {
                require!(against != seat && self.can_incite(planet, against), Illegal::NoTarget(planet)); // KU-188
            }
            (Pending::Aim(Card::PeaceTalks), Action::Reconcile(planet)) => {
                require!(self.reconcilable(seat).has(planet), Illegal::NoTarget(planet)); // KU-189
            }
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    /// Spends a card on a tactic; with the last one it works (EV-132).
    pub(crate) fn play_tactic(
        &mut self,
        seat: Colour,
        card: Card,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.spend_card(seat, card, log);
        self.pay_on(seat, card, *self.data.tactic(card).cards.get_ref() - 1, chance, log);
    }

    pub(crate) fn pay_step(
        &mut self,
        seat: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (self.players[seat].pending, action) {
            (Pending::Pay { card, more }, Action::AddCard(added)) => {
                self.spend_card(seat, added, log);
                self.pay_on(seat, card, more - 1, chance, log);
            }
            (_, Action::Incite(planet, against)) => {
                self.players[seat].pending = Pending::Nothing;
                log.push(|| Event::Incited { seat, planet, against });
                self.change_control(planet, Cause::Other, chance, log, |state| {
                    state.players[against].allied.remove(planet);
                    state.players[against].conquered.remove(planet);
                });
                self.settle_incited(planet, against);
            }
            (_, Action::Reconcile(planet)) => {
                self.players[seat].pending = Pending::Nothing;
                self.rebellion.remove(planet);
                self.befriend(planet, seat, chance, log); // KU-189
            }
            _ => unreachable!("check refuses everything else"),
        }
    }

    /// Rebels need a conqueror, Gobnub's residual token a player who keeps it (KU-170).
    fn settle_incited(&mut self, planet: Space, against: Colour) {
        if self.conqueror(planet).is_none() {
            self.rebellion.remove(planet);
        }
        if self.is(against, Race::Gobnub) {
            self.residual.remove(planet);
        }
    }

    /// A card of the hand goes to the discard pile, and all see it.
    pub(crate) fn spend_card(&mut self, seat: Colour, card: Card, log: &mut impl Log<Event>) {
        log.reveal();
        self.players[seat].hand.take(card);
        self.discard.add(card);
        log.push(|| Event::Discarded { seat, card });
    }

    fn pay_on(&mut self, seat: Colour, card: Card, more: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.players[seat].pending = if more > 0 { Pending::Pay { card, more } } else { Pending::Nothing };
        if more == 0 {
            log.push(|| Event::Tactic { seat, card });
            self.tactic_effect(seat, card, chance, log);
        }
    }

    fn tactic_effect(&mut self, seat: Colour, card: Card, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match card {
            Card::Windfall => return self.gain(seat, self.data.numbers.bonus.windfall, log),
            Card::Insurrection | Card::PeaceTalks => return self.players[seat].pending = Pending::Aim(card),
            _ => {}
        }
        let rush = self.data.numbers.bonus.rush_ships;
        let reroll = match self.turn().map(|t| t.step) {
            Some(Step::Verdict { .. }) => Some(self.diplomacy_roll(seat, chance, log)),
            _ => None,
        };
        let Phase::Turn(turn) = &mut self.phase else { unreachable!("these tactics belong to a turn") };
        let side = turn.side(seat);
        turn.late = turn.step == Step::Secondary && matches!(card, Card::RushOrder | Card::Breakthrough);
        match (card, &mut turn.step) {
            (Card::BattleFury, Step::Fight(fight)) => fight.fury[side] = true,
            (Card::CeaseFire, Step::Fight(fight)) => fight.stage = Stage::Done,
            (Card::ForcedMarch, _) => turn.actions += 1,
            (Card::RushOrder, step) => *step = Step::Rush { left: rush },
            (Card::Breakthrough, step) => *step = Step::Breakthrough,
            (Card::PhaseShift, _) => turn.shift = true,
            (Card::SecondOpinion, Step::Verdict { total, again, .. }) => {
                *total = reroll.expect("rolled above");
                *again = true;
            }
            _ => unreachable!("a tactic has its window"),
        }
    }

    // The window between turns (EV-128, EV-133).

    pub(crate) fn open_window(&mut self, next: Next) {
        self.phase = Phase::Between(Between { next, passed: 0, offers: 0 });
    }

    /// The seat that is asked: all in turn order, beginning with the one whose turn comes.
    pub(crate) fn window_seat(&self, window: &Between) -> Colour {
        let first = match window.next {
            Next::Draw => 0,
            Next::Turn(place) => usize::from(place),
        };
        self.order.at((first + usize::from(window.passed)) % self.order.len())
    }

    /// Shown to each seat that has not passed for good and holds a card, or can buy one (EV-128).
    pub(crate) fn window_shown(&self, seat: Colour) -> bool {
        let player = &self.players[seat];
        let sold = || self.others(seat).any(|c| !self.players[c].hand.is_empty());
        let buys = self.options.free_offers && player.credits > 0;
        !player.standing && (!player.hand.is_empty() || buys && sold())
    }

    pub(crate) fn window_actions(&self, window: &Between, seat: Colour, out: &mut Vec<Action>) {
        self.play_actions(seat, out);
        if window.offers < self.data.numbers.offers.between {
            out.extend(self.others(seat).map(Action::OfferTo));
        }
        out.extend([Action::Pass, Action::StandingPass]);
    }

    pub(crate) fn check_window(&self, window: &Between, seat: Colour, action: Action) -> Check {
        match action {
            Action::PlayTactic(card) => self.check_play(seat, card),
            Action::OfferTo(partner) => {
                self.check_partner(seat, partner, window.offers, self.data.numbers.offers.between)
            }
            Action::Pass | Action::StandingPass => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn window_step(
        &mut self,
        mut window: Between,
        seat: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::PlayTactic(card) => return self.play_tactic(seat, card, chance, log),
            Action::OfferTo(partner) => {
                window.offers += 1;
                self.begin_offer(seat, partner);
            }
            _ => {
                self.players[seat].standing = action == Action::StandingPass;
                window.passed += 1;
                window.offers = 0;
            }
        }
        self.phase = Phase::Between(window);
    }
}
