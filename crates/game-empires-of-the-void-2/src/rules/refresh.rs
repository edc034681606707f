//! Refresh and drawing: income, command, cards; what the deck brings.

use astrarium_core::{Chance, Log, Piece, Seat, Set, cited};

use crate::data::Op;
use crate::event::Event;
use crate::piece::*;
use crate::state::{Amount, State, Task};

#[cited]
impl State {
    /// Income, command, ore, cards up to the limit, one more with Bioneural Circuits (E2-107).
    pub(crate) fn refresh(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let income = self.income(seat);
        let command = self.command_max(seat);
        let player = self.player_mut(seat);
        player.credits += u16::from(income); // E2-104
        player.command = command; // E2-105
        log.push(|| Event::Refreshed { seat, income, command });
        let tithe = self.data.numbers.misc.tithe;
        if self.has_ability(seat, Ability::OreTithe) && self.player(seat).goods.iter().sum::<u8>() <= tithe {
            self.gain_random(seat, 1, chance, log);
        }
        let more = Task::Draw { seat, amount: Amount::Cards(self.data.numbers.misc.circuits) };
        let circuits = self.has_tech(seat, Tech::BioneuralCircuits).then_some(more); // E2-248
        self.tasks.then([Some(Task::Draw { seat, amount: Amount::Fill }), circuits]); // E2-106
    }

    /// E2-117, E2-151, E2-249, E2-P009.
    pub(crate) fn income(&self, seat: Seat) -> u8 {
        let n = &self.data.numbers;
        let regions: u8 = self.player(seat).cubes.iter().map(|r| self.region_income(r)).sum();
        let plasma = if self.has_tech(seat, Tech::PlasmaDrilling) { n.misc.plasma } else { 0 };
        let protection = if self.has_ability(seat, Ability::ProtectionMoney) { n.misc.protection } else { 0 };
        n.board.income + n.board.city * self.built(seat, Work::City) + regions + plasma + protection
    }

    /// E2-119, E2-122, E2-152, E2-301.
    pub(crate) fn hand_limit(&self, seat: Seat) -> u8 {
        let n = &self.data.numbers;
        let memory = if self.has_ability(seat, Ability::SharedMemory) { n.misc.memory } else { 0 };
        n.board.hand + n.board.base * self.built(seat, Work::Base) + memory
    }

    /// E2-118, E2-153, E2-267.
    pub(crate) fn command_max(&self, seat: Seat) -> u8 {
        let n = &self.data.numbers;
        let network = if self.has_tech(seat, Tech::BioneuralNetwork) { n.misc.network } else { 0 };
        n.board.command + n.board.academy * self.built(seat, Work::Academy) + self.player(seat).tokens + network
    }

    pub(crate) fn region_income(&self, region: Region) -> u8 {
        match self.planet_at(region) {
            Some(planet) => {
                let strike = |e: Happening| e.planet() == planet && matches!(self.data.event(e).op, Op::Strike);
                if self.lying.iter().any(strike) { 0 } else { self.data.planet(planet).income }
            }
            None => self.data.regions[region.index()].income,
        }
    }

    /// Half of the deck, rounded up: the score card is not among this many from the top (E2-083).
    pub(crate) fn upper(&self) -> u8 {
        self.deck_size.div_ceil(2) // half of the first deck (E2-083)
    }

    /// Cards left to draw.
    pub(crate) fn deck_left(&self) -> u8 {
        let score = u8::from(!self.score_out && !self.reshuffled);
        self.deck.len() + self.events.len() + u8::from(self.extra_event) + score
    }

    /// The next card of a draw, if one is still due and there is one (E2-120, E2-280, E2-302).
    pub(crate) fn draw_cards(&mut self, seat: Seat, amount: Amount) {
        let wanted = match amount {
            Amount::Cards(n) => n > 0,
            Amount::Fill => self.player(seat).hand.len() < self.hand_limit(seat), // E2-116, E2-122, E2-301, E2-302
            Amount::Flip => true,
        };
        if !wanted || self.deck_left() == 0 {
            return;
        }
        let near = self.taken >= self.upper() && !self.score_out; // by public facts alone
        let call = near.then_some(Task::LastCall { drawer: seat, place: 0 });
        self.tasks.then([call, Some(Task::Take { seat, amount })]);
    }

    /// The seat at this place, if it could still play its Colonization card.
    pub(crate) fn called(&self, drawer: Seat, place: u8) -> Option<Seat> {
        self.clockwise(drawer).nth(usize::from(place)).filter(|&s| self.may_colonize(s))
    }

    pub(crate) fn next_call(&mut self, drawer: Seat, place: u8) {
        if place + 1 < self.options.players {
            self.tasks.push(Task::LastCall { drawer, place: place + 1 });
        }
    }

    /// A power card goes to the hand; events and the score card are resolved at once and do not count (E2-121).
    pub(crate) fn take_card(
        &mut self,
        seat: Seat,
        amount: Amount,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.moved = true;
        if self.is_score_card(chance) {
            self.score_out = true; // E2-290, E2-P010
            log.push(|| Event::ScoreCard { seat });
            self.tasks.then([Some(Task::Score(seat)), draw_on(seat, amount, false)]);
        } else {
            self.taken += u8::from(!self.reshuffled); // counts the first deck alone
            match self.top_card(chance) {
                Top::Power(card) => {
                    self.tasks.then([draw_on(seat, amount, true)]);
                    self.receive(seat, amount, card, log);
                }
                Top::Event(card) => {
                    log.push(|| Event::Happens { seat, card });
                    self.tasks.then([Some(Task::Event { card, drawer: seat }), draw_on(seat, amount, false)]);
                }
            }
        }
        if self.deck_left() == 0 {
            self.deck_is_empty(log);
        }
    }

    fn receive(&mut self, seat: Seat, amount: Amount, card: Card, log: &mut impl Log<Event>) {
        if amount == Amount::Flip {
            self.discard.insert(card);
            log.push(|| Event::Flipped { card });
        } else {
            self.player_mut(seat).hand.insert(card);
            log.push(|| Event::Draws { seat, card });
        }
    }

    /// The score card lies under the upper half and 0, 1 or 2 cards more, all equally likely (E2-083).
    fn is_score_card(&mut self, chance: &mut impl Chance) -> bool {
        let Some(below) = self.taken.checked_sub(self.upper()) else { return false };
        if self.score_out || self.reshuffled {
            return false;
        }
        let left = self.deck_left() - 1;
        let places = self.data.numbers.start.score_range.saturating_sub(below).clamp(1, left + 1);
        let word = |i: u32| if i == 0 { "score-card" } else { "other-card" };
        places == 1 || chance.pick(u32::from(places), |i| word(i).to_string()) == 0
    }

    fn top_card(&mut self, chance: &mut impl Chance) -> Top {
        let (deck, events) = (self.deck, self.events);
        let (cards, planets) = (u32::from(deck.len()), u32::from(events.len()));
        let name = |i: u32| match i {
            i if i < cards => deck.nth(i).to_string(),
            i if i < cards + planets => format!("event-{}", events.nth(i - cards)),
            _ => "event-extra".to_string(),
        };
        let i = chance.pick(cards + planets + u32::from(self.extra_event), name);
        if i < cards {
            let card = deck.nth(i);
            self.deck.remove(card);
            return Top::Power(card);
        }
        let planet = if i < cards + planets {
            let planet = events.nth(i - cards);
            self.events.remove(planet);
            planet
        } else {
            self.extra_event = false;
            let standard = self.planets() - Set::of(Planet::ValkaVii);
            standard.nth(chance.pick(u32::from(standard.len()), |i| standard.nth(i).to_string()))
        };
        let left = planet.events() - self.drawn_events;
        let card = left.nth(chance.pick(u32::from(left.len()), |i| left.nth(i).to_string()));
        self.drawn_events.insert(card);
        Top::Event(card)
    }

    /// The end is near (E2-277); with Open Actions the discards make one more deck (E2-280, E2-321, E2-P031).
    fn deck_is_empty(&mut self, log: &mut impl Log<Event>) {
        if !self.end_pending {
            self.end_pending = true;
            log.push(|| Event::DeckEmpty);
            if self.options.open_actions {
                self.reshuffled = true;
                self.deck = std::mem::take(&mut self.discard);
            }
        }
    }
}

/// The draw goes on; a card turned over because of stagnation is the only one.
fn draw_on(seat: Seat, amount: Amount, received: bool) -> Option<Task> {
    let amount = match amount {
        Amount::Cards(n) => Amount::Cards(n - u8::from(received)),
        Amount::Fill => Amount::Fill,
        Amount::Flip => return None,
    };
    Some(Task::Draw { seat, amount })
}

enum Top {
    Power(Card),
    Event(Happening),
}
