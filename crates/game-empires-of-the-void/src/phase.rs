//! The sequence of play on one screen: who is asked, what is allowed, what comes next (EV-057, KU-045).

use astrarium_core::{Chance, Log, Piece, Rules, Seat, SeatSet, Turn as Asked, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::events::Choice;
use crate::rules::opening::Opening;
use crate::state::{Between, Next, Offer, OfferStage, Order, Pending, Phase, Stage, State, Step, Turn};

#[cited]
impl Rules for State {
    fn turn(&self) -> Asked {
        self.waits().expect("whatever goes on by itself has gone on")
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
            None if self.asks() == Some(Asked::Of(seat)) => self.listed(seat, out),
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
    |state: State, seat, out, action, chance, log| state.phase, Illegal::OtherQuestion, runs;
    Phase::Races => asks state.raceless().seat(),
        state.opening_actions(Opening::Races, Colour::of(seat), out),
        state.check_opening(Opening::Races, Colour::of(seat), action),
        state.open_step(Opening::Races, Colour::of(seat), action, chance, log);
    Phase::Corners => asks state.order.at(0).seat(),
        state.opening_actions(Opening::Corners, Colour::of(seat), out),
        state.check_opening(Opening::Corners, Colour::of(seat), action),
        state.open_step(Opening::Corners, Colour::of(seat), action, chance, log);
    Phase::Cover { place } => asks state.seat_at(*place),
        state.opening_actions(Opening::Cover { place: *place }, Colour::of(seat), out),
        state.check_opening(Opening::Cover { place: *place }, Colour::of(seat), action),
        state.open_step(Opening::Cover { place }, Colour::of(seat), action, chance, log);
    Phase::Rotate { place } => asks state.turner(*place).seat(),
        state.opening_actions(Opening::Rotate { place: *place }, Colour::of(seat), out),
        state.check_opening(Opening::Rotate { place: *place }, Colour::of(seat), action),
        state.open_step(Opening::Rotate { place }, Colour::of(seat), action, chance, log);
    Phase::RoundStart => runs state.begin_round(log);
    Phase::Between(window) => asks state.window_asks(window),
        state.window_actions(window, Colour::of(seat), out),
        state.check_window(window, Colour::of(seat), action),
        state.window_step(window, Colour::of(seat), action, chance, log),
        state.window_passes(window, chance, log);
    Phase::Draw => runs state.draw_event(chance, log);
    Phase::Choice(event) => asks state.order.at(0).seat(), // EV-077
        state.event_actions(Choice::Of(*event), Colour::of(seat), out),
        state.check_event(Choice::Of(*event), Colour::of(seat), action),
        state.event_step(Choice::Of(event), Colour::of(seat), action, log);
    Phase::Bazaar { place, sold } => asks state.seller(*place),
        state.event_actions(Choice::Bazaar { place: *place, sold: *sold }, Colour::of(seat), out),
        state.check_event(Choice::Bazaar { place: *place, sold: *sold }, Colour::of(seat), action),
        state.event_step(Choice::Bazaar { place, sold }, Colour::of(seat), action, log),
        state.next_seller(place);
    Phase::Mercenary { place } => asks state.seat_at(*place),
        state.event_actions(Choice::Mercenary { place: *place }, Colour::of(seat), out),
        state.check_event(Choice::Mercenary { place: *place }, Colour::of(seat), action),
        state.event_step(Choice::Mercenary { place }, Colour::of(seat), action, log),
        state.phase = Phase::EventDone;
    Phase::EventDone => runs state.after_event();
    Phase::Offers { place, made } => asks state.seat_at(*place),
        state.offers_actions(Colour::of(seat), *made, out),
        state.check_offers(Colour::of(seat), *made, action),
        state.offers_step(Colour::of(seat), place, made, action),
        state.begin_orders(0);
    Phase::Orders { .. } => asks state.ordering(), // EV-058, EV-166
        state.order_actions(Colour::of(seat), out),
        state.check_order(Colour::of(seat), action),
        state.order(Colour::of(seat), action, log),
        state.end_orders(log);
    Phase::Turn(turn @ Turn { step: Step::Choose, .. }) => asks turn.seat.seat(),
        state.turn_actions(turn, out),
        state.check_turn(turn, action),
        state.turn_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Ships(many), .. }) => asks turn.seat.seat(),
        state.ships_actions(turn, many, out),
        state.check_ships(turn, many, action),
        state.ships_step(turn, many, action);
    Phase::Turn(turn @ Turn { step: Step::Move(going), .. }) => asks turn.seat.seat(),
        state.move_actions(turn, going, out),
        state.check_going(turn, going, action),
        state.move_step(turn, going, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Consent { ask, .. }, .. }) => asks SeatSet(ask.0).first(),
        out.extend([Action::Allow, Action::Deny]),
        check_consent(action),
        state.consent_step(turn, Colour::of(seat), action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Fight(fight), .. }) => asks state.fight_seat(turn, fight).map(Colour::seat),
        state.fight_actions(turn, fight, Colour::of(seat), out),
        state.check_fight(turn, fight, Colour::of(seat), action),
        state.fight_step(turn, fight, Colour::of(seat), action, chance, log),
        state.run_fight(turn, fight, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Archive(a, b), .. }) => asks turn.seat.seat(),
        state.archive_actions(*a, *b, out),
        state.check_archive(*a, *b, action),
        state.keep_step(turn, (a, b), action, log);
    Phase::Turn(turn @ Turn { step: Step::Diplomacy { planet, shown }, .. }) => asks turn.seat.seat(),
        state.show_actions(turn, *planet, shown, out),
        state.check_show(turn, *planet, shown, action),
        state.show_step(turn, planet, shown, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Verdict { .. }, .. }) => asks turn.seat.seat(),
        state.verdict_actions(turn, out),
        state.check_verdict(turn, action),
        state.verdict_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Rush { left }, .. }) => asks turn.seat.seat(),
        state.rush_actions(turn.seat, out),
        state.check_rush(turn.seat, action),
        state.rush_step(turn, left, action, log);
    Phase::Turn(turn @ Turn { step: Step::Breakthrough, .. }) => asks turn.seat.seat(),
        state.breakthrough_actions(turn.seat, out),
        state.check_breakthrough(turn.seat, action),
        state.breakthrough_step(turn, action, log);
    Phase::Turn(turn @ Turn { step: Step::Port { secondary }, .. }) => asks turn.seat.seat(),
        out.extend(state.controlled(turn.seat).iter().map(Action::PlacePort)),
        state.check_port(turn.seat, action),
        state.port_step(turn, secondary, action, log);
    Phase::Turn(turn @ Turn { step: Step::Secondary, .. }) => asks turn.seat.seat(),
        state.secondary_actions(turn, out),
        state.check_secondary(turn, action),
        state.secondary_step(turn, action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Construct { at }, .. }) => asks turn.seat.seat(),
        state.construct_actions(turn.seat, *at, out),
        state.check_construct(turn.seat, *at, action),
        state.construct_step(turn, action, log);
    Phase::Turn(turn @ Turn { step: Step::End, .. }) => runs state.end_turn(turn, log);
    Phase::Over => ends state.standing();
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

    /// Who has to answer now; nobody where the game goes on by itself.
    #[inline]
    fn waits(&self) -> Option<Asked> {
        match self.phase {
            Phase::Orders { .. } | Phase::Over => self.asks(),
            _ => self.interrupter().map(|c| Asked::Of(c.seat())).or_else(|| self.asks()),
        }
    }

    /// The seat that decides alone, if one does.
    pub(crate) fn decider(&self) -> Option<Colour> {
        match self.waits() {
            Some(Asked::Of(seat)) => Some(Colour::of(seat)),
            Some(Asked::AnyOf(_) | Asked::Over(_)) | None => None,
        }
    }

    /// The seat at this place of the order; none after the last.
    pub(crate) fn seat_at(&self, place: u8) -> Option<Seat> {
        (usize::from(place) < self.order.len()).then(|| self.order.at(usize::from(place)).seat())
    }

    /// The seat that is offered a window, if all can see that it may use it.
    fn window_asks(&self, window: &Between) -> Option<Seat> {
        self.seat_at(window.passed)?;
        Some(self.window_seat(window)).filter(|&c| self.window_shown(c)).map(Colour::seat)
    }

    /// The next seat's window; after the last what it was opened for.
    fn window_passes(&mut self, window: Between, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match window.next {
            _ if self.seat_at(window.passed).is_some() => {
                self.phase = Phase::Between(Between { passed: window.passed + 1, offers: 0, ..window });
            }
            Next::Draw => self.draw_event(chance, log),
            Next::Turn(place) => self.begin_turn(place, log),
        }
    }

    /// The turns, or the pre-round phase where the event comes first (KU-049).
    fn after_event(&mut self) {
        if self.rules().event_first { self.begin_pre_round() } else { self.next_turn(0) }
    }

    /// The round in its order, until somebody is asked (EV-057, KU-045, KU-049).
    pub(crate) fn run(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        loop {
            if !self.overflow.is_empty() {
                self.settle_overflow();
            }
            if self.waits().is_some() {
                return;
            }
            self.runs(chance, log);
        }
    }

    // The round: order, event and pre-round phase as the edition has it, then turns (EV-057, KU-045, KU-049).

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
