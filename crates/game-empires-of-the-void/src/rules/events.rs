//! The event deck: score cards, events, their choices (EV-077 to EV-080, KU-047 to KU-050).

use astrarium_core::{Chance, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::event::{Cost, Event, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::control::Cause;
use crate::state::{Phase, Pirates, State};

/// Score C, counted from 0.
const LAST_SCORE: u8 = 2; // after A and B

/// What an event asks.
#[derive(Copy, Clone)]
pub(crate) enum Choice {
    /// What the first player does with the card.
    Of(Happening),
    Bazaar {
        place: u8,
        sold: u8,
    },
    Mercenary {
        place: u8,
    },
}

#[cited]
impl State {
    /// Which score card comes at this place of the deck, if one does (EV-023, KU-029, KU-191).
    pub(crate) fn score_card(&self, drawn: u8) -> Option<u8> {
        let mut at = 0;
        for (card, events) in (0..).zip(self.rules().deck(self.options.players)) {
            at += events;
            if drawn == at {
                return Some(card);
            }
            at += 1;
        }
        None
    }

    /// Everybody sees the backs (EV-079).
    pub(crate) fn score_is_next(&self) -> bool {
        self.score_card(self.drawn).is_some()
    }

    /// Only the last score card is left: the round that ends is the last (EV-002, EV-056, EV-159, KU-003, KU-044,
    /// KU-124).
    pub(crate) fn last_round(&self) -> bool {
        self.score_card(self.drawn) == Some(LAST_SCORE)
    }

    /// Rebels that wait are resolved, then the top card is drawn (EV-077, KU-047).
    pub(crate) fn draw_event(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for planet in self.rebellion.iter() {
            self.rebellion.remove(planet);
            log.push(|| Event::RebelsWin { planet });
            self.lose_conquest(planet, Cause::Other, chance, log);
        }
        self.phase = Phase::EventDone;
        let score = self.score_card(self.drawn);
        self.drawn += 1;
        if let Some(card) = score {
            self.worm = None;
            self.score(card, log);
            let short = card == 1 && self.options.short_game; // EV-080
            if card == LAST_SCORE || short {
                self.finish(log); // EV-159, KU-124
            } else if self.rules().event_after_score {
                self.open_window(crate::state::Next::Draw); // KU-048
            }
            return;
        }
        let left = self.events;
        if left.is_empty() {
            return;
        }
        let event = left.nth(chance.pick(u32::from(left.len()), |i| left.nth(i).to_string()));
        self.events.remove(event);
        log.push(|| Event::Happens { event });
        self.happen(event, chance, log);
    }

    /// What a card of the deck does (EV-078).
    fn happen(&mut self, event: Happening, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let data = self.data.0;
        let row = data.event(event);
        match event {
            Happening::RebellionArcura | Happening::RebellionCorra | Happening::RebellionBetaCom => {
                let planet = row.planet.filter(|&p| self.conqueror(p).is_some() && self.controller(p).is_some());
                planet.into_iter().for_each(|p| self.rebellion.insert(p));
            }
            Happening::TanLockSect => self.sect = true,
            Happening::DistressEmrok | Happening::DistressMirrane | Happening::DistressVelusk => {
                row.planet.into_iter().for_each(|p| self.distress_call(p, chance, log));
            }
            Happening::Decree => match self.controller(PYRIOUS) {
                Some(seat) => self.win(seat, data.numbers.bonus.decree, Source::Events, log),
                None => self.decree = true,
            },
            Happening::Anomaly | Happening::ChartedLanes => self.phase = Phase::Choice(event),
            Happening::PiratesLanes | Happening::PirateKing => {
                if Hex::ALL.iter().any(|&h| self.free_for_pirates(h)) {
                    self.phase = Phase::Choice(event);
                }
            }
            Happening::WormHole => {
                let fewest = self.order.iter().rev().min_by_key(|&c| self.controlled(c).len()); // tie: the later
                self.worm = fewest; // EV-078
            }
            Happening::SolarStorm => self.storm = true,     // EV-078
            Happening::MeteorShower => self.meteors = true, // EV-078
            Happening::Conclave => self.conclave = true,    // EV-078
            Happening::Bazaar => self.phase = Phase::Bazaar { place: 0, sold: 0 },
            Happening::Mercenary => self.phase = Phase::Mercenary { place: 0 },
            Happening::Festival | Happening::CulturalExchange => {
                self.order.iter().for_each(|c| self.cards_of_event(event, c, chance, log));
            }
            Happening::ArmsFair | Happening::TradeBoom | Happening::Refugees | Happening::Maintenance => {
                self.order.iter().for_each(|c| self.credits_of_event(event, c, log));
            }
        }
    }

    /// Cards that a card gives to a seat (EV-078).
    fn cards_of_event(&mut self, event: Happening, seat: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let feasts = || {
            let diplomat = self.players[seat].fleet.count(Kind::Diplomat, OMBRA_NINE) > 0;
            self.ally(OMBRA_NINE) == Some(seat) || diplomat
        };
        let cards = match event {
            Happening::Festival if feasts() => *self.data.numbers.bonus.festival.get_ref(),
            Happening::CulturalExchange => 1,
            _ => 0,
        };
        (0..cards).for_each(|_| self.draw_card(seat, chance, log));
    }

    /// Credits that a card gives to a seat or takes from it (EV-078).
    fn credits_of_event(&mut self, event: Happening, seat: Colour, log: &mut impl Log<Event>) {
        let bonus = &self.data.0.numbers.bonus;
        let held = |c: Colour| self.controlled(c).len();
        match event {
            Happening::ArmsFair if self.controller(QUORL) == Some(seat) || self.players[seat].fleet.any(QUORL) => {
                self.gain(seat, bonus.arms_fair, log);
            }
            Happening::TradeBoom => {
                let planets = u16::from((self.controlled(seat) & PLANET_SPACES).len());
                self.gain(seat, planets.min(bonus.trade_boom), log);
            }
            Happening::Refugees if self.seats().all(|c| held(c) >= held(seat)) => {
                let alone = self.others(seat).all(|c| held(c) > held(seat));
                self.gain(seat, if alone { bonus.refugees } else { 1 }, log);
            }
            Happening::Maintenance => {
                let due = self.players[seat].fleet.size() / u16::from(*bonus.maintenance_ships.get_ref());
                self.pay(seat, due.min(self.players[seat].credits), Cost::Event, log);
            }
            _ => {}
        }
    }

    pub(crate) fn pay(&mut self, seat: Colour, credits: u16, cost: Cost, log: &mut impl Log<Event>) {
        self.players[seat].credits -= credits;
        log.push(|| Event::Paid { seat, credits, cost });
    }

    pub(crate) fn gain(&mut self, seat: Colour, credits: u16, log: &mut impl Log<Event>) {
        self.players[seat].credits += credits;
        log.push(|| Event::Gains { seat, credits });
    }

    pub(crate) fn win(&mut self, seat: Colour, points: u16, source: Source, log: &mut impl Log<Event>) {
        self.players[seat].vp += points;
        log.push(|| Event::Points { seat, points, source });
    }

    /// Raiders take the planet; a conqueror's token is remembered (KU-185, KU-186).
    fn distress_call(&mut self, planet: Space, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.change_control(planet, Cause::Other, chance, log, |state| {
            state.distress.insert(planet);
            state.raiders[planet.index()] = *state.data.numbers.raiders_of_distress.get_ref();
            for player in &mut state.players.0 {
                if player.conquered.has(planet) {
                    player.conquered.remove(planet);
                    player.claims.insert(planet);
                }
            }
        });
        self.rebellion.remove(planet);
    }

    pub(crate) fn free_for_pirates(&self, hex: Hex) -> bool {
        hex != Hex::Pyrious && self.place_of(hex).is_some() && self.pirates[hex.index()].raiders == 0
    }

    /// The seat at this place, if it has cards to sell.
    pub(crate) fn seller(&self, place: u8) -> Option<Seat> {
        self.seat_at(place).filter(|&s| self.players[Colour::of(s)].hand.total() > 0)
    }

    pub(crate) fn next_seller(&mut self, place: u8) {
        let more = self.seat_at(place).is_some();
        self.phase = if more { Phase::Bazaar { place: place + 1, sold: 0 } } else { Phase::EventDone };
    }

    /// What an event lets a player choose (EV-078).
    pub(crate) fn event_actions(&self, question: Choice, seat: Colour, out: &mut Vec<Action>) {
        match question {
            Choice::Of(Happening::Anomaly) => {
                let hexes = Hex::ALL.iter().filter(|&&h| self.place_of(h).is_some());
                out.extend(hexes.flat_map(|&h| (1..SIDES as u8).map(move |n| Action::Rotate(h, Number(n)))));
            }
            Choice::Of(Happening::ChartedLanes) => out.extend(Obstacle::ALL.iter().map(|&o| Action::Chart(o))),
            Choice::Of(_) => {
                out.extend(Hex::ALL.iter().filter(|&&h| self.free_for_pirates(h)).map(|&h| Action::SendPirates(h)))
            }
            Choice::Bazaar { .. } => {
                out.extend(self.players[seat].hand.kinds().map(Action::Sell));
                out.push(Action::Pass);
            }
            Choice::Mercenary { .. } => {
                let allowed = |a: &Action| self.check_event(question, seat, *a).is_ok();
                out.extend([Action::Hire, Action::Pass].into_iter().filter(allowed));
            }
        }
    }

    pub(crate) fn check_event(&self, question: Choice, seat: Colour, action: Action) -> Check {
        match (question, action) {
            (Choice::Of(Happening::Anomaly), Action::Rotate(hex, steps)) => {
                require!(self.place_of(hex).is_some(), Illegal::NotThere(hex)); // KU-184
                require!(usize::from(steps.0) < SIDES, Illegal::NotAFullTurn); // EV-039
            }
            (Choice::Of(Happening::ChartedLanes), Action::Chart(_)) => {}
            (Choice::Of(Happening::PiratesLanes | Happening::PirateKing), Action::SendPirates(hex)) => {
                require!(self.free_for_pirates(hex), Illegal::PiratesThere(hex)); // EV-078
            }
            (Choice::Bazaar { .. }, Action::Sell(card)) => {
                require!(self.players[seat].hand.of(card) > 0, Illegal::NotYourCard(card));
            }
            (Choice::Mercenary { .. }, Action::Hire) => {
                let price = self.data.numbers.bonus.mercenary_price;
                require!(self.players[seat].credits >= price, Illegal::NoCredits(price));
                require!(self.supply(seat, Kind::Centipede) > 0, Illegal::NoMercenary); // EV-062
            }
            (Choice::Bazaar { .. } | Choice::Mercenary { .. }, Action::Pass) => {}
            (Choice::Of(_) | Choice::Bazaar { .. } | Choice::Mercenary { .. }, _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    pub(crate) fn event_step(&mut self, question: Choice, seat: Colour, action: Action, log: &mut impl Log<Event>) {
        match (question, action) {
            (Choice::Of(_), Action::Rotate(hex, steps)) => {
                self.turn_hexagon(hex, steps.0, log);
                self.phase = Phase::EventDone;
            }
            (Choice::Of(_), Action::Chart(obstacle)) => {
                self.charted = Some(obstacle);
                log.push(|| Event::Charted { obstacle });
                self.phase = Phase::EventDone;
            }
            (Choice::Of(event), Action::SendPirates(hex)) => {
                let row = self.data.event(event);
                self.pirates[hex.index()] = Pirates { raiders: row.raiders, prize: row.prize };
                log.push(|| Event::PiratesSent { hex });
                self.phase = Phase::EventDone;
            }
            (Choice::Bazaar { place, sold }, Action::Sell(card)) => {
                self.spend_card(seat, card, log);
                self.gain(seat, self.data.numbers.bonus.bazaar_credits, log);
                let sold = sold + 1;
                self.phase = Phase::Bazaar { place, sold };
                if sold == self.data.numbers.bonus.bazaar_cards {
                    self.phase = Phase::Bazaar { place: place + 1, sold: 0 };
                }
            }
            (Choice::Bazaar { place, .. }, _) => self.phase = Phase::Bazaar { place: place + 1, sold: 0 },
            (Choice::Mercenary { place }, _) => {
                if action == Action::Hire {
                    self.pay(seat, self.data.numbers.bonus.mercenary_price, Cost::Event, log);
                    self.players[seat].fleet.add(Kind::Centipede, seat.home());
                    log.push(|| Event::Built { seat, kind: Kind::Centipede, at: seat.home() });
                }
                self.phase = Phase::Mercenary { place: place + 1 };
            }
            (Choice::Of(_), _) => unreachable!("check refuses everything else"),
        }
    }
}
