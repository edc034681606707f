//! The sequence of play on one screen: who is asked, what is allowed, what comes next (EV-057, KU-045).

use astrarium_core::{Chance, Log, Piece, Rules, Seat, SeatSet, Turn as Asked, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Next, Offer, OfferStage, Order, Orders, Pending, Phase, Stage, State, Step, Turn};

#[cited]
impl Rules for State {
    fn turn(&self) -> Asked {
        match self.phase {
            Phase::Over => Asked::Over(self.standing()),
            Phase::Orders { .. } => Asked::AnyOf(self.ordering()), // EV-058, EV-166
            _ => Asked::Of(self.decider().expect("whatever goes on by itself has gone on").seat()),
        }
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let me = Colour::of(seat);
        if let Phase::Orders { .. } = self.phase {
            if self.players[me].orders.open {
                self.listed(seat, out);
            }
            return;
        }
        match self.interrupter() {
            Some(asked) if asked == me => self.interrupt_actions(me, out),
            None if self.phase_decider() == Some(me) => self.listed(seat, out),
            Some(_) | None => {}
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Check {
        let me = Colour::of(seat);
        require!(!self.over(), Illegal::GameOver); // EV-159
        if let Phase::Orders { .. } = self.phase {
            return self.checked(seat, action);
        }
        require!(self.decider() == Some(me), Illegal::NotYourTurn); // EV-083
        if self.interrupter().is_none() {
            return self.checked(seat, action);
        }
        match self.interrupt(me) {
            Interrupt::Overflow => self.check_overflow(me, action),
            Interrupt::Repair => self.check_repair(me, action),
            Interrupt::Pay => self.check_pay(me, action),
            Interrupt::Offer(offer) => self.check_offer(&offer, me, action),
        }
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if matches!(self.phase, Phase::Orders { .. }) || self.interrupter().is_none() {
            self.applied(seat, action, chance, log);
        } else {
            self.answer(Colour::of(seat), action, chance, log);
        }
        self.run(chance, log);
    }

    /// Windows for hidden cards and answers to offers are always asked: to skip them would tell what a seat holds.
    fn answers_itself(&self, seat: Seat) -> bool {
        let seat = Colour::of(seat);
        let cards = self.players[seat].hand.total();
        if matches!(self.phase, Phase::Orders { .. }) {
            return cards < 2; // a Windfall is thinkable
        }
        if self.offer.is_some_and(|o| o.stage != OfferStage::Build) {
            return false;
        }
        if self.interrupter().is_some() {
            return !matches!(self.players[seat].pending, Pending::Pay { more, .. } if cards > more);
        }
        let Some(turn) = self.turn() else { return true };
        match turn.step {
            Step::Archive(..) => false,
            Step::Diplomacy { shown, .. } if shown.total() > 0 => cards == 0,
            Step::Verdict { .. } if self.may_swap_now(turn) => cards == 0,
            Step::Choose | Step::Diplomacy { .. } | Step::Verdict { .. } => cards < 2,
            Step::Secondary => cards < 2 || !self.options.late_tactics,
            Step::Fight(fight) => match fight.stage {
                Stage::Attacked | Stage::Before(_) => cards < 2,
                Stage::Liberated => cards == 0,
                _ => true,
            },
            _ => true,
        }
    }
}

sequence! {
    |state: State, seat, out, action, chance, log| state.phase;
    Phase::Races | Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. } =>
        state.opening_actions(Colour::of(seat), out),
        state.check_opening(Colour::of(seat), action),
        state.open_step(Colour::of(seat), action, chance, log);
    Phase::Between(window) =>
        state.window_actions(window, Colour::of(seat), out),
        state.check_window(window, Colour::of(seat), action),
        state.window_step(window, Colour::of(seat), action, chance, log);
    Phase::Choice(_) | Phase::Bazaar { .. } | Phase::Mercenary { .. } =>
        state.event_actions(Colour::of(seat), out),
        state.check_event(Colour::of(seat), action),
        state.event_step(Colour::of(seat), action, log);
    Phase::Offers { place, made } =>
        state.offers_actions(Colour::of(seat), *made, out),
        state.check_offers(Colour::of(seat), *made, action),
        state.offers_step(Colour::of(seat), place, made, action);
    Phase::Orders { .. } =>
        state.order_actions(Colour::of(seat), out),
        state.check_order(Colour::of(seat), action),
        state.order(Colour::of(seat), action, log);
    Phase::Turn(turn @ Turn { step: Step::Choose, .. }) =>
        state.turn_actions(turn, out),
        state.check_turn(turn, action),
        state.turn_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Ships(many), .. }) =>
        state.ships_actions(turn, many, out),
        state.check_ships(turn, many, action),
        state.ships_step(turn, many, action);
    Phase::Turn(turn @ Turn { step: Step::Move(going), .. }) =>
        state.move_actions(turn, going, out),
        state.check_going(turn, going, action),
        state.move_step(turn, going, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Consent { .. }, .. }) =>
        out.extend([Action::Allow, Action::Deny]),
        check_consent(action),
        state.consent_step(turn, Colour::of(seat), action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Fight(fight), .. }) =>
        state.fight_actions(turn, fight, Colour::of(seat), out),
        state.check_fight(turn, fight, Colour::of(seat), action),
        state.fight_step(turn, fight, Colour::of(seat), action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Diplomacy { planet, shown }, .. }) =>
        state.show_actions(turn, *planet, shown, out),
        state.check_show(turn, *planet, shown, action),
        state.show_step(turn, planet, shown, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Verdict { .. }, .. }) =>
        state.verdict_actions(turn, out),
        state.check_verdict(turn, action),
        state.verdict_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Secondary, .. }) =>
        state.secondary_actions(turn, out),
        state.check_secondary(turn, action),
        state.secondary_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn {
        step: Step::Archive(..) | Step::Rush { .. } | Step::Breakthrough | Step::Port { .. } | Step::Construct { .. } | Step::End,
        ..
    }) =>
        state.stop_actions(turn, out),
        state.check_stop(turn, action),
        state.stop_step(turn, action, log);
    Phase::RoundStart | Phase::Draw | Phase::EventDone | Phase::Over =>
        {},
        Err(Illegal::OtherQuestion),
        unreachable!("nobody is asked");
}

/// A question that comes before the phase's own: a hand too large, a wreck, a tactic that is being paid, an offer.
enum Interrupt {
    Overflow,
    Repair,
    Pay,
    Offer(Offer),
}

#[cited]
fn check_consent(action: Action) -> Check {
    require!(matches!(action, Action::Allow | Action::Deny), Illegal::OtherQuestion); // EV-184
    Ok(())
}

#[cited]
impl State {
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
        let Phase::Turn(turn) = &self.phase else { return self.round_decider() };
        match &turn.step {
            Step::Consent { ask, .. } => SeatSet(ask.0).first().map(Colour::of),
            Step::Fight(fight) => self.fight_seat(turn, fight),
            Step::End => None,
            Step::Choose | Step::Ships(_) | Step::Move(_) | Step::Archive(..) | Step::Diplomacy { .. } => {
                Some(turn.seat)
            }
            Step::Verdict { .. } | Step::Rush { .. } | Step::Breakthrough | Step::Port { .. } => Some(turn.seat),
            Step::Secondary | Step::Construct { .. } => Some(turn.seat),
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
            Phase::Between(_) | Phase::RoundStart | Phase::Draw | Phase::EventDone | Phase::Orders { .. } => None,
            Phase::Turn(_) | Phase::Over => None,
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
            Phase::Draw => self.draw_event(chance, log),
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
            Phase::Races | Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. } | Phase::Choice(_) => {
                unreachable!("somebody is asked")
            }
            Phase::Orders { .. } | Phase::Over => unreachable!("it does not go on by itself"),
        }
    }

    fn begin_round(&mut self, log: &mut impl Log<Event>) {
        self.round += 1;
        log.push(|| Event::RoundBegins { round: self.round });
        (self.storm, self.charted, self.meteors) = (false, None, false);
        self.players.0.iter_mut().for_each(|p| p.port_used = false);
        // Otherwise the first edition keeps its order (EV-075).
        if self.options.advanced_order {
            self.order = self.advanced_order(); // EV-162, KU-126
        } else if self.rules().first_player_moves && self.round > 1 {
            self.order = Order::new(self.order.from(self.order.at(1))); // KU-046, KU-118
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
        self.open_orders(place);
    }

    pub(crate) fn open_orders(&mut self, place: u8) {
        let open = Orders { open: true, ..Orders::default() };
        for (i, seat) in self.order.iter().enumerate() {
            if !self.options.advanced_order || i == usize::from(place) {
                self.players[seat].orders = open;
            }
        }
    }

    /// All sealed orders are in: the event, or the turns (EV-077, KU-045).
    fn end_orders(&mut self, log: &mut impl Log<Event>) {
        if !self.options.advanced_order {
            log.reveal();
        }
        self.carry_out_orders(log);
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

    fn order(&mut self, seat: Colour, action: Action, log: &mut impl Log<Event>) {
        self.order_step(seat, action);
        log.push(|| Event::Ordered { seat, action });
    }

    fn offers_actions(&self, seat: Colour, made: u8, out: &mut Vec<Action>) {
        let partners = self.others(seat).map(Action::OfferTo);
        out.extend(partners.filter(|&a| self.check_offers(seat, made, a).is_ok()));
        out.push(Action::Done);
    }

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

    // What comes first.

    /// The question that comes before the phase's own.
    fn interrupt(&self, me: Colour) -> Interrupt {
        match self.offer {
            _ if self.overflow.contains(me.seat()) => Interrupt::Overflow,
            _ if self.repairing.contains(me.seat()) => Interrupt::Repair,
            _ if self.players[me].pending != Pending::Nothing => Interrupt::Pay,
            Some(offer) => Interrupt::Offer(offer),
            None => unreachable!("an interrupt has its question"),
        }
    }

    fn interrupt_actions(&self, me: Colour, out: &mut Vec<Action>) {
        match self.interrupt(me) {
            Interrupt::Overflow => self.overflow_actions(me, out),
            Interrupt::Repair => self.repair_actions(me, out),
            Interrupt::Pay => self.pay_actions(me, out),
            Interrupt::Offer(offer) => self.offer_actions(&offer, out),
        }
    }

    fn answer(&mut self, me: Colour, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match self.interrupt(me) {
            Interrupt::Overflow => self.discard_card(me, action, log),
            Interrupt::Repair => self.repair_step(me, action, log),
            Interrupt::Pay => self.pay_step(me, action, chance, log),
            Interrupt::Offer(offer) => self.offer_step(offer, action, log),
        }
    }
}
