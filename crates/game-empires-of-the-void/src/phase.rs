//! The sequence of play on one screen: who is asked, what is allowed, what comes next (EV-057, KU-045).

use astrarium_core::{Chance, Log, Piece, Seat, SeatSet, Turn as Asked};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Next, Order, Orders, Pending, Phase, State, Step, Turn};

impl State {
    pub(crate) fn asked(&self) -> Asked {
        match self.phase {
            Phase::Over => Asked::Over(self.standing()),
            Phase::Orders { .. } => Asked::AnyOf(self.ordering()), // EV-058, EV-166
            _ => Asked::Of(self.decider().expect("whatever goes on by itself has gone on").seat()),
        }
    }

    /// Questions that come first: hands too large, wrecks, a tactic that is being paid, an offer.
    #[inline(always)]
    pub(crate) fn interrupter(&self) -> Option<Colour> {
        let paying = || self.players.0.iter().position(|p| p.pending != Pending::Nothing);
        match &self.offer {
            _ if !self.overflow.is_empty() => self.first_in_turn(self.overflow),
            _ if !self.repairing.is_empty() => self.first_in_turn(self.repairing),
            offer => paying().map(Colour::from_index).or(offer.as_ref().map(|o| self.offer_seat(o))),
        }
    }

    /// The first of these in turn order, beginning with the active seat.
    fn first_in_turn(&self, seats: SeatSet) -> Option<Colour> {
        let active = self.turn().map_or(self.order.at(0), |t| t.seat);
        self.order.from(active).find(|c| seats.contains(c.seat()))
    }

    /// Who decides; nobody where the game goes on by itself.
    pub(crate) fn decider(&self) -> Option<Colour> {
        self.interrupter().or_else(|| self.phase_decider())
    }

    #[inline]
    fn phase_decider(&self) -> Option<Colour> {
        match &self.phase {
            Phase::Turn(turn) => match &turn.step {
                Step::Consent { ask, .. } => SeatSet(ask.0).first().map(Colour::of),
                Step::Fight(fight) => self.fight_seat(turn, fight),
                Step::End => None,
                _ => Some(turn.seat),
            },
            _ => self.round_decider(),
        }
    }

    /// Who decides outside of turns.
    fn round_decider(&self) -> Option<Colour> {
        let at = |place: u8| (usize::from(place) < self.order.len()).then(|| self.order.at(usize::from(place)));
        match &self.phase {
            Phase::Races => Some(self.raceless()),
            Phase::Corners => at(0),
            Phase::Cover { place } => at(*place),
            Phase::Rotate { place } => Some(self.turner(*place)),
            Phase::Choice(_) => at(0), // EV-077
            Phase::Bazaar { place, .. } => at(*place).filter(|&c| self.players[c].hand.total() > 0),
            Phase::Mercenary { place } | Phase::Offers { place, .. } => at(*place),
            Phase::Between(window) if usize::from(window.passed) < self.order.len() => {
                Some(self.window_seat(window)).filter(|&c| self.window_shown(c))
            }
            _ => None,
        }
    }

    /// What happens until somebody is asked.
    pub(crate) fn run(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        loop {
            if !self.overflow.is_empty() {
                self.settle_overflow();
            }
            if let Phase::Orders { .. } = self.phase {
                if !self.ordering().is_empty() {
                    return;
                }
                self.end_orders(log);
                continue;
            }
            if self.over() || self.decider().is_some() {
                return;
            }
            self.go_on(chance, log);
        }
    }

    /// The round: order, event and pre-round phase as the edition has it, then turns (EV-057, KU-045, KU-049).
    fn go_on(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match self.phase {
            Phase::RoundStart => self.begin_round(log),
            Phase::Between(mut window) if usize::from(window.passed) < self.order.len() => {
                window.passed += 1;
                window.offers = 0;
                self.phase = Phase::Between(window);
            }
            Phase::Between(window) => match window.next {
                Next::Draw => self.draw_event(chance, log),
                Next::Turn(place) => self.begin_turn(place, log),
            },
            Phase::Bazaar { place, .. } if usize::from(place) < self.order.len() => {
                self.phase = Phase::Bazaar { place: place + 1, sold: 0 };
            }
            Phase::Bazaar { .. } | Phase::Mercenary { .. } => self.phase = Phase::EventDone,
            Phase::EventDone if self.rules().event_first => self.begin_pre_round(), // KU-049
            Phase::EventDone => self.next_turn(0),
            Phase::Offers { .. } => self.begin_orders(0),
            Phase::Turn(turn) => match turn.step {
                Step::Fight(fight) => self.run_fight(turn, fight, chance, log),
                _ => self.end_turn(turn, log),
            },
            _ => unreachable!("somebody is asked"),
        }
    }

    fn begin_round(&mut self, log: &mut impl Log<Event>) {
        self.round += 1;
        log.push(|| Event::RoundBegins { round: self.round });
        (self.storm, self.charted, self.meteors) = (false, None, false);
        self.players.0.iter_mut().for_each(|p| p.port_used = false);
        if self.options.advanced_order {
            self.order = self.advanced_order(); // EV-162, KU-126
        } else if self.rules().first_player_moves && self.round > 1 {
            self.order = Order::new(self.order.from(self.order.at(1))); // KU-046, KU-118; EV-075 in the first edition
        }
        if self.rules().event_first {
            self.open_window(Next::Draw); // KU-045
        } else {
            self.begin_pre_round();
        }
    }

    /// Offers, then orders; with advanced order seat by seat (EV-058, EV-166).
    fn begin_pre_round(&mut self) {
        self.phase = Phase::Offers { place: 0, made: 0 };
    }

    fn begin_orders(&mut self, place: u8) {
        self.phase = Phase::Orders { place };
        let open = Orders { open: true, ..Orders::default() };
        for (i, seat) in self.order.iter().enumerate() {
            if !self.options.advanced_order || i == usize::from(place) {
                self.players[seat].orders = open;
            }
        }
    }

    /// All sealed orders are in: the event, or the turns (EV-077, KU-045).
    fn end_orders(&mut self, log: &mut impl Log<Event>) {
        self.reveal(log);
        if let Phase::Orders { place } = self.phase
            && self.options.advanced_order
            && usize::from(place) + 1 < self.order.len()
        {
            return self.phase = Phase::Offers { place: place + 1, made: 0 };
        }
        self.conclave = false;
        self.end_permits();
        if self.rules().event_first { self.next_turn(0) } else { self.open_window(Next::Draw) }
    }

    /// The next turn; after the last one the round ends, after the last round Score C is drawn (EV-083, EV-159, KU-124).
    pub(crate) fn next_turn(&mut self, place: u8) {
        if usize::from(place) < self.order.len() {
            self.open_window(Next::Turn(place));
        } else if self.last_round() {
            self.open_window(Next::Draw);
        } else {
            self.phase = Phase::RoundStart;
        }
    }

    fn begin_turn(&mut self, place: u8, log: &mut impl Log<Event>) {
        let seat = self.order.at(usize::from(place));
        self.players[seat].standing = false;
        log.push(|| Event::TurnBegins { seat });
        self.phase = Phase::Turn(Turn::new(seat, *self.data.numbers.actions.get_ref())); // EV-081, KU-065
    }

    // Offers of the pre-round phase.

    fn check_offers(&self, seat: Colour, made: u8, action: Action) -> Check {
        match action {
            Action::OfferTo(partner) => self.check_partner(seat, partner, made, self.data.numbers.offers.step),
            Action::Done => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    fn offers_step(&mut self, seat: Colour, place: u8, made: u8, action: Action) {
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

    // Dispatch.

    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let me = Colour::of(seat);
        if let Phase::Orders { .. } = self.phase {
            if self.players[me].orders.open {
                self.order_actions(me, out);
            }
            return;
        }
        if let Some(asked) = self.interrupter() {
            if asked == me {
                self.interrupt_actions(me, out);
            }
            return;
        }
        if self.over() || self.phase_decider() != Some(me) {
            return;
        }
        match &self.phase {
            Phase::Between(window) => self.window_actions(window, me, out),
            Phase::Offers { made, .. } => {
                let partners = self.others(me).map(Action::OfferTo);
                out.extend(partners.filter(|&a| self.check_offers(me, *made, a).is_ok()));
                out.push(Action::Done);
            }
            Phase::Choice(_) | Phase::Bazaar { .. } | Phase::Mercenary { .. } => self.event_actions(me, out),
            Phase::Turn(turn) => match &turn.step {
                Step::Choose => self.turn_actions(turn, out),
                Step::Ships(many) => self.ships_actions(turn, many, out),
                Step::Move(going) => self.move_actions(turn, going, out),
                Step::Consent { .. } => out.extend([Action::Allow, Action::Deny]),
                Step::Fight(fight) => self.fight_actions(turn, fight, me, out),
                Step::Diplomacy { planet, shown } => self.show_actions(turn, *planet, shown, out),
                Step::Verdict { .. } => self.verdict_actions(turn, out),
                Step::Secondary => self.secondary_actions(turn, out),
                _ => self.stop_actions(turn, out),
            },
            _ => self.opening_actions(me, out),
        }
    }

    fn interrupt_actions(&self, me: Colour, out: &mut Vec<Action>) {
        match &self.offer {
            _ if self.overflow.contains(me.seat()) => self.overflow_actions(me, out),
            _ if self.repairing.contains(me.seat()) => self.repair_actions(me, out),
            _ if self.players[me].pending != Pending::Nothing => self.pay_actions(me, out),
            Some(offer) => self.offer_actions(offer, out),
            None => {}
        }
    }

    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Check {
        let me = Colour::of(seat);
        require!(!self.over(), Illegal::GameOver); // EV-159
        if let Phase::Orders { .. } = self.phase {
            return self.check_order(me, action);
        }
        require!(self.decider() == Some(me), Illegal::NotYourTurn); // EV-083
        if self.interrupter().is_some() {
            return match &self.offer {
                _ if self.overflow.contains(seat) => self.check_overflow(me, action),
                _ if self.repairing.contains(seat) => self.check_repair(me, action),
                _ if self.players[me].pending != Pending::Nothing => self.check_pay(me, action),
                Some(offer) => self.check_offer(offer, me, action),
                None => Err(Illegal::OtherQuestion),
            };
        }
        match &self.phase {
            Phase::Between(window) => self.check_window(window, me, action),
            Phase::Offers { made, .. } => self.check_offers(me, *made, action),
            Phase::Choice(_) | Phase::Bazaar { .. } | Phase::Mercenary { .. } => self.check_event(me, action),
            Phase::Turn(turn) => match &turn.step {
                Step::Choose => self.check_turn(turn, action),
                Step::Ships(many) => self.check_ships(turn, many, action),
                Step::Move(going) => self.check_going(turn, going, action),
                Step::Consent { .. } => {
                    require!(matches!(action, Action::Allow | Action::Deny), Illegal::OtherQuestion); // EV-184
                    Ok(())
                }
                Step::Fight(fight) => self.check_fight(turn, fight, me, action),
                Step::Diplomacy { planet, shown } => self.check_show(turn, *planet, shown, action),
                Step::Verdict { .. } => self.check_verdict(turn, action),
                Step::Secondary => self.check_secondary(turn, action),
                _ => self.check_stop(turn, action),
            },
            _ => self.check_opening(me, action),
        }
    }

    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.step(Colour::of(seat), action, chance, log);
        self.run(chance, log);
    }

    fn step(&mut self, me: Colour, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if let Phase::Orders { .. } = self.phase {
            self.order_step(me, action);
            return log.push(|| Event::Ordered { seat: me, action });
        }
        if self.interrupter().is_some() {
            return match self.offer {
                _ if self.overflow.contains(me.seat()) => self.discard_card(me, action, log),
                _ if self.repairing.contains(me.seat()) => self.repair_step(me, action, log),
                _ if self.players[me].pending != Pending::Nothing => self.pay_step(me, action, chance, log),
                Some(offer) => self.offer_step(offer, action, log),
                None => unreachable!("an interrupt has its question"),
            };
        }
        match self.phase {
            Phase::Between(window) => self.window_step(window, me, action, chance, log),
            Phase::Offers { place, made } => self.offers_step(me, place, made, action),
            Phase::Choice(_) | Phase::Bazaar { .. } | Phase::Mercenary { .. } => self.event_step(me, action, log),
            Phase::Turn(turn) => match turn.step {
                Step::Choose => self.turn_step(turn, action, chance, log),
                Step::Ships(many) => self.ships_step(turn, many, action),
                Step::Move(going) => self.move_step(turn, going, action, chance, log),
                Step::Consent { .. } => self.consent_step(turn, me, action, chance, log),
                Step::Fight(fight) => self.fight_step(turn, fight, me, action, chance, log),
                Step::Diplomacy { planet, shown } => self.show_step(turn, planet, shown, action, chance, log),
                Step::Verdict { .. } => self.verdict_step(turn, action, chance, log),
                Step::Secondary => self.secondary_step(turn, action, log),
                _ => self.stop_step(turn, action, log),
            },
            _ => self.open_step(me, action, chance, log),
        }
    }
}
