//! Card Action or Diplomacy.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::data::Needs;
use crate::event::{Event, Money};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::movement::DIE;
use crate::state::{Roll, Script, State, Task};

/// What Card Action or Diplomacy asks, and any die.
#[derive(Copy, Clone, Debug)]
pub(crate) enum CardPlay {
    Mode,
    CostGood,
    Court { planet: Planet },
    Rolled { of: Roll, die: u8 },
}

#[cited]
impl Chapter<CardPlay> for State {
    fn answers(&self, question: CardPlay, seat: Seat, out: &mut Vec<Action>) {
        let hand = self.player(seat).hand;
        match question {
            CardPlay::Mode => {
                let legal = |a: &Action| self.permits(question, seat, *a).is_ok();
                out.extend(hand.iter().map(Action::PlayCard).filter(legal));
                if !hand.is_empty() && self.markers_left(seat) > 0 {
                    out.extend(self.visited(seat).iter().map(Action::Court).filter(legal));
                }
                out.push(Action::Done);
            }
            CardPlay::CostGood => {
                let goods = &self.player(seat).goods;
                out.extend(Good::all().filter(|g| goods[g.index()] > 0).map(Action::ChooseGood));
            }
            CardPlay::Rolled { .. } => out.extend([Action::Reroll, Action::Stand]),
            CardPlay::Court { .. } => {
                if self.shown_power(seat) < self.data.numbers.diplomacy.enough {
                    out.extend(hand.iter().map(Action::Show));
                }
                if !self.shown.is_empty() {
                    out.push(Action::Roll);
                }
            }
        }
    }

    fn permits(&self, question: CardPlay, seat: Seat, action: Action) -> Check {
        let player = self.player(seat);
        match (question, action) {
            (CardPlay::Mode, Action::PlayCard(card)) => {
                require!(player.hand.has(card), Illegal::NotInHand(card)); // E2-300
                require!(self.data.card(card).is_action(), Illegal::NoActionCard(card)); // E2-163
                require!(self.meets(seat, card), Illegal::NeedsUnmet(card)); // E2-164
                require!(self.can_pay(seat, card), Illegal::CostUnpaid(card)); // E2-165
            }
            (CardPlay::Mode, Action::Court(planet)) => {
                let near = self.open(planet) && self.is_near(seat, planet);
                let ruler = self.surface_of(planet).is_some_and(|s| player.cubes.has(s)); // E2-175
                require!(near && !ruler && !player.hand.is_empty(), Illegal::NoDiplomacy(planet)); // E2-172
                require!(self.markers_left(seat) > 0, Illegal::NoMarkers); // E2-320
            }
            (CardPlay::Mode, Action::Done) => {}
            (CardPlay::CostGood, Action::ChooseGood(good)) => {
                require!(player.goods[good.index()] > 0, Illegal::NoGood(good)); // E2-165
            }
            (CardPlay::Court { .. }, Action::Show(card)) => {
                require!(player.hand.has(card), Illegal::NotInHand(card)); // E2-300
                require!(self.shown_power(seat) < self.data.numbers.diplomacy.enough, Illegal::EnoughPower); // E2-172
            }
            (CardPlay::Court { .. }, Action::Roll) => require!(!self.shown.is_empty(), Illegal::NoCardShown), // E2-168
            (CardPlay::Rolled { .. }, Action::Reroll | Action::Stand) => {}                                   // E2-250
            (CardPlay::Mode | CardPlay::CostGood | CardPlay::Court { .. } | CardPlay::Rolled { .. }, _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: CardPlay,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        if let Action::Show(card) = action {
            self.lose_card(seat, card, log);
            self.shown |= Set::of(card);
            return log.push(|| Event::Shows { seat, card });
        }
        self.tasks.pop();
        match (question, action) {
            (CardPlay::Mode, Action::PlayCard(card)) => self.play(seat, card, log),
            (CardPlay::Mode, Action::Court(planet)) => self.tasks.push(Task::Court { seat, planet }),
            (CardPlay::CostGood, Action::ChooseGood(good)) => self.pay_good(seat, good, log),
            (CardPlay::Court { planet }, Action::Roll) => {
                self.tasks.push(Task::Roll { seat, of: Roll::Diplomacy(planet) }); // E2-169
            }
            (CardPlay::Rolled { of, .. }, Action::Reroll) => {
                self.rerolled.insert(seat);
                let die = chance.roll(DIE);
                log.push(|| Event::Rerolls { seat, die });
                self.rolled(seat, of, die, chance, log); // E2-251: the new result counts
            }
            (CardPlay::Rolled { of, die }, Action::Stand) => self.rolled(seat, of, die, chance, log),
            (CardPlay::Mode | CardPlay::CostGood | CardPlay::Court { .. } | CardPlay::Rolled { .. }, _) => {}
        }
    }
}

#[cited]
impl State {
    pub(crate) fn meets(&self, seat: Seat, card: Card) -> bool {
        let player = self.player(seat);
        match self.data.card(card).needs {
            Needs::Nothing => true,
            Needs::Near(planet) => self.is_near(seat, planet),
            Needs::Together(planet, n) => {
                self.regions_of(planet).iter().any(|r| self.units_of(seat, r).iter().sum::<u8>() >= n)
            }
            Needs::Uninhabited => player.fleet.present().meets(UNINHABITED),
            Needs::Influence => player.influence.iter().any(|&n| n > 0),
        }
    }

    pub(crate) fn can_pay(&self, seat: Seat, card: Card) -> bool {
        let (player, cost) = (self.player(seat), &self.data.card(card).cost);
        let good = cost.good.is_none_or(|wanted| match wanted.good() {
            Some(good) => player.goods[good.index()] > 0,
            None => player.goods.iter().any(|&n| n > 0),
        });
        good && player.command >= cost.command && player.credits >= u16::from(cost.credits)
    }

    /// The power shown, with the seers' foresight (E2-168).
    pub(crate) fn shown_power(&self, seat: Seat) -> u8 {
        let cards: u8 = self.shown.iter().map(|c| self.data.power(c)).sum();
        cards + if self.shown.is_empty() { 0 } else { self.foresight(seat) }
    }

    /// What the seers add to the cards shown (E2-168).
    pub(crate) fn foresight(&self, seat: Seat) -> u8 {
        if self.has_ability(seat, Ability::Foresight) { self.data.numbers.diplomacy.foresight } else { 0 }
    }

    /// Pay, resolve, discard (E2-165, E2-167).
    fn play(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) {
        let cost = self.data.0.card(card).cost;
        self.lose_card(seat, card, log);
        log.push(|| Event::Plays { seat, card });
        self.player_mut(seat).command -= cost.command;
        self.lose_credits(seat, cost.credits, Money::Cost, log);
        let named = cost.good.and_then(|wanted| wanted.good());
        if let Some(good) = named {
            self.pay_good(seat, good, log);
        }
        let choice = (cost.good.is_some() && named.is_none()).then_some(Task::CostGood(seat));
        let effects = Task::Script { script: Script::Card(card), seat, step: 0 };
        self.tasks.then([choice, Some(effects), Some(Task::Discard(card))]);
    }

    /// A card leaves the hand, and all see it.
    pub(crate) fn lose_card(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) {
        let player = self.player_mut(seat);
        if !player.known.has(card) {
            log.reveal();
        }
        player.hand.remove(card);
        player.known.remove(card);
    }

    /// At most the total: a marker, and one more with a card of that planet; the cards are gone either way (E2-169 to E2-173).
    pub(crate) fn settle_diplomacy(
        &mut self,
        seat: Seat,
        planet: Planet,
        die: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let total = self.shown_power(seat);
        let shown = std::mem::take(&mut self.shown);
        let diplomacy = &self.data.0.numbers.diplomacy;
        let matching = if shown.meets(planet.cards()) { diplomacy.matching } else { 0 };
        self.discard |= shown; // E2-173
        let won = die <= total; // E2-169, E2-174
        log.push(|| Event::Diplomacy { seat, planet, die, total, won });
        if won {
            self.place_influence(seat, planet, diplomacy.marker + matching, chance, log); // E2-171
        }
    }
}
