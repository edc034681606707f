//! A player's turn: three actions, then the secondary action, then the end of the turn (EV-081 to EV-083, EV-124, EV-136, EV-137,
//! EV-147, EV-221, KU-091, KU-092, KU-096, KU-100 to KU-118, KU-198).

use astrarium_core::{Chance, Log, Set, cited};

use crate::action::Action;
use crate::data::RowUse;
use crate::event::{Cost, Event, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Course, Phase, State, Step, Turn};

#[cited]
impl State {
    // The three actions.

    pub(crate) fn turn_actions(&self, turn: &Turn, out: &mut Vec<Action>) {
        let seat = turn.seat;
        let player = &self.players[seat];
        self.begin_actions(turn, out);
        if turn.actions > 0 {
            self.attack_actions(seat, out);
            let simple = [Action::Culture, Action::Mine];
            out.extend(simple.into_iter().filter(|&a| self.check_turn(turn, a).is_ok()));
            let diplomats = player.fleet.spaces(Kind::Diplomat) & PLANET_SPACES;
            out.extend(diplomats.iter().map(Action::Diplomacy).filter(|&a| self.check_turn(turn, a).is_ok()));
            let infestors = player.fleet.spaces(Kind::Infestor) & PLANET_SPACES;
            out.extend(infestors.iter().map(Action::Infest).filter(|&a| self.check_turn(turn, a).is_ok()));
        }
        for take in self.row.kinds() {
            out.extend([Action::Buy(take)].into_iter().filter(|&a| self.check_turn(turn, a).is_ok()));
            for give in player.hand.kinds().filter(|_| self.is_duel()) {
                let both = [Action::Exchange(give, take), Action::Swap(give, take)];
                out.extend(both.into_iter().filter(|&a| self.check_turn(turn, a).is_ok()));
            }
        }
        self.play_actions(seat, out);
        if turn.offers < self.data.numbers.offers.turn {
            out.extend(self.others(seat).map(Action::OfferTo));
        }
        out.push(Action::EndActions);
    }

    pub(crate) fn check_turn(&self, turn: &Turn, action: Action) -> Check {
        let seat = turn.seat;
        let player = &self.players[seat];
        let culture = self.rules().row_use == RowUse::Culture;
        match action {
            Action::Move(kind, at) => return self.check_move(turn, kind, at),
            Action::ExtraMove(kind, at) => return self.check_extra_move(turn, kind, at),
            Action::MoveAll => return self.check_move_all(turn),
            Action::MindControl(owner, kind, at) => return self.check_mind(turn, owner, kind, at),
            Action::Attack(at, target) => {
                require!(turn.actions > 0, Illegal::NoActionLeft); // EV-081
                return self.check_attack(seat, at, target);
            }
            Action::Culture => {
                require!(turn.actions > 0, Illegal::NoActionLeft);
                require!(self.can_draw(), Illegal::NoCardToDraw); // EV-135
            }
            Action::Buy(card) => {
                let price = self.data.numbers.bonus.row_price;
                require!(culture, Illegal::NoRowHere);
                require!(turn.actions > 0, Illegal::NoActionLeft);
                require!(self.row.of(card) > 0, Illegal::NotInRow(card)); // KU-092
                require!(player.credits >= price, Illegal::NoCredits(price)); // KU-092
            }
            Action::Exchange(give, take) => {
                require!(culture && self.is_duel(), Illegal::NoRowHere); // KU-198
                require!(turn.actions > 0, Illegal::NoActionLeft);
                self.check_cards(seat, give, take)?;
            }
            Action::Swap(give, take) => return self.check_swap(turn, give, take),
            Action::Mine => {
                require!(turn.actions > 0, Illegal::NoActionLeft);
                require!(!turn.mined, Illegal::MinedAlready); // EV-137
            }
            Action::Diplomacy(planet) => return self.check_diplomacy(turn, planet),
            Action::Infest(planet) => return self.check_infest(turn, planet),
            Action::PlayTactic(card) => return self.check_play(seat, card),
            Action::OfferTo(partner) => {
                return self.check_partner(seat, partner, turn.offers, self.data.numbers.offers.turn);
            }
            Action::EndActions => {} // EV-083: actions may be left unused
            _ if self.is_secondary(action) => return Err(Illegal::NoSecondary), // KU-100
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    /// A hand card for another one of the row.
    fn check_cards(&self, seat: Colour, give: Card, take: Card) -> Check {
        require!(self.players[seat].hand.of(give) > 0, Illegal::NotYourCard(give));
        require!(self.row.of(take) > 0 && give != take, Illegal::NotInRow(take));
        Ok(())
    }

    fn check_swap(&self, turn: &Turn, give: Card, take: Card) -> Check {
        let RowUse::Swaps(most) = self.rules().row_use else { return Err(Illegal::NoRowHere) };
        require!(self.is_duel(), Illegal::NoRowHere); // EV-220
        require!(turn.swaps < most, Illegal::SwapsMade); // EV-221
        self.check_cards(turn.seat, give, take)
    }

    /// Without an action; whatever was asked is asked again.
    pub(crate) fn swap(&mut self, mut turn: Turn, give: Card, take: Card, log: &mut impl Log<Event>) {
        turn.swaps += 1; // EV-221
        self.exchange(turn.seat, give, take, log);
        self.phase = Phase::Turn(turn);
    }

    fn exchange(&mut self, seat: Colour, give: Card, take: Card, log: &mut impl Log<Event>) {
        log.reveal();
        self.players[seat].hand.take(give);
        self.row.take(take);
        self.row.add(give);
        self.players[seat].hand.add(take);
        log.push(|| Event::Swapped { seat, give, take });
    }

    // Swaps in the middle of diplomacy and attacks. At other questions the hand plays no part, so that a swap there comes to the
    // same as one after them (EV-221).

    /// Whether the row is open to the seat at such a question.
    pub(crate) fn may_swap_now(&self, turn: &Turn) -> bool {
        let left = matches!(self.rules().row_use, RowUse::Swaps(most) if turn.swaps < most);
        self.options.free_swaps && self.is_duel() && left
    }

    pub(crate) fn swap_actions(&self, turn: &Turn, out: &mut Vec<Action>) {
        if self.may_swap_now(turn) {
            let hand = &self.players[turn.seat].hand;
            let pairs = self.row.kinds().flat_map(|take| hand.kinds().map(move |give| (give, take)));
            out.extend(pairs.filter(|(give, take)| give != take).map(|(give, take)| Action::Swap(give, take)));
        }
    }

    pub(crate) fn check_swap_now(&self, turn: &Turn, give: Card, take: Card) -> Check {
        require!(self.options.free_swaps, Illegal::OtherQuestion); // EV-221
        self.check_swap(turn, give, take)
    }

    pub(crate) fn turn_step(
        &mut self,
        mut turn: Turn,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let seat = turn.seat;
        match action {
            Action::Move(kind, at) => return self.begin_move(turn, Course::Action, seat, kind, at, None),
            Action::ExtraMove(kind, at) => return self.begin_move(turn, Course::Extra, seat, kind, at, None),
            Action::MoveAll => return self.begin_many(turn, Course::All),
            Action::MindControl(owner, kind, at) => return self.begin_move(turn, Course::Mind, owner, kind, at, None),
            Action::Attack(at, target) => {
                turn.actions -= 1;
                return self.begin_attack(turn, at, target, log);
            }
            Action::PlayTactic(card) => return self.play_tactic(seat, card, chance, log),
            Action::Infest(planet) => return self.infest(turn, planet, chance, log),
            Action::Culture => {
                turn.actions -= 1;
                self.culture(&mut turn, chance, log);
            }
            Action::Buy(card) => {
                turn.actions -= 1;
                self.pay(seat, self.data.numbers.bonus.row_price, Cost::Card, log); // KU-092
                self.row.take(card);
                self.gain_card(seat, card);
                log.push(|| Event::TookFromRow { seat, card });
                self.refill_row(chance, log);
            }
            Action::Exchange(give, take) => {
                turn.actions -= 1; // KU-198
                self.exchange(seat, give, take, log);
            }
            Action::Swap(give, take) => return self.swap(turn, give, take, log),
            Action::Mine => {
                turn.actions -= 1;
                turn.mined = true;
                self.gain(seat, self.mine_income(seat), log);
            }
            Action::Diplomacy(planet) => {
                log.reveal(); // the hand has a card for this planet (EV-141)
                turn.step = Step::Diplomacy { planet, shown: Cards::default() };
            }
            Action::OfferTo(partner) => {
                turn.offers += 1;
                self.begin_offer(seat, partner);
            }
            _ => turn.step = if self.rules().secondary { Step::Secondary } else { Step::End }, // KU-100
        }
        self.phase = Phase::Turn(turn);
    }

    /// What a race and Orbital Mining add to what the edition pays (EV-136, KU-096).
    pub(crate) fn mine_income(&self, seat: Colour) -> u16 {
        let race = self.players[seat].race.map_or(0, |r| self.data.race(r).mine);
        self.rules().mine + race + u16::from(self.owns(seat, Tech::OrbitalMining))
    }

    /// One card; with the Galactic Archive two, of which one is kept (EV-124).
    fn culture(&mut self, turn: &mut Turn, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let seat = turn.seat;
        if !self.owns(seat, Tech::GalacticArchive) {
            return self.draw_card(seat, chance, log);
        }
        let first = self.next_card(chance, log).expect("checked: a card can be drawn");
        match self.next_card(chance, log) {
            Some(second) => turn.step = Step::Archive(first.min(second), first.max(second)),
            None => self.gain_card(seat, first),
        }
    }

    pub(crate) fn keep_step(&mut self, mut turn: Turn, cards: (Card, Card), action: Action, log: &mut impl Log<Event>) {
        let Action::Keep(kept) = action else { unreachable!("check refuses everything else") };
        let gone = if kept == cards.0 { cards.1 } else { cards.0 };
        log.reveal();
        self.discard.add(gone);
        self.gain_card(turn.seat, kept);
        log.push(|| Event::Drew { seat: turn.seat, card: kept });
        log.push(|| Event::Discarded { seat: turn.seat, card: gone });
        turn.step = Step::Choose;
        self.phase = Phase::Turn(turn);
    }

    // Small stops of a turn: Rush Order, Breakthrough, a new space port, Construction Ship.

    // Small choices in the middle of a turn.

    pub(crate) fn archive_actions(&self, a: Card, b: Card, out: &mut Vec<Action>) {
        out.push(Action::Keep(a));
        out.extend((a != b).then_some(Action::Keep(b)));
    }

    pub(crate) fn check_archive(&self, a: Card, b: Card, action: Action) -> Check {
        let Action::Keep(card) = action else { return Err(Illegal::OtherQuestion) };
        require!(card == a || card == b, Illegal::NotYourCard(card));
        Ok(())
    }

    pub(crate) fn rush_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        self.build_actions(seat, out);
        out.push(Action::Done);
    }

    pub(crate) fn check_rush(&self, seat: Colour, action: Action) -> Check {
        match action {
            Action::Build(kind, at) => self.check_build_now(seat, kind, at, None),
            Action::Done => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn rush_step(&mut self, mut turn: Turn, left: u8, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Build(kind, at) if left > 1 => {
                self.build_now(turn.seat, kind, at, log);
                turn.step = Step::Rush { left: left - 1 };
            }
            Action::Build(kind, at) => {
                self.build_now(turn.seat, kind, at, log);
                turn.resume();
            }
            _ => turn.resume(),
        }
        self.phase = Phase::Turn(turn);
    }

    pub(crate) fn breakthrough_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        let goods = self.usable_goods(seat);
        let techs = self.open_techs(seat).filter(|&t| self.check_tech(seat, t, goods, 1).is_ok());
        out.extend(techs.map(Action::Research));
    }

    pub(crate) fn check_breakthrough(&self, seat: Colour, action: Action) -> Check {
        let Action::Research(tech) = action else { return Err(Illegal::OtherQuestion) };
        self.check_tech(seat, tech, self.usable_goods(seat), 1)
    }

    pub(crate) fn breakthrough_step(&mut self, mut turn: Turn, action: Action, log: &mut impl Log<Event>) {
        let Action::Research(tech) = action else { unreachable!("check refuses everything else") };
        self.research_now(turn.seat, tech, 1, Set::EMPTY, log);
        if tech == Tech::SpacePort {
            turn.step = Step::Port { secondary: false }
        } else {
            turn.resume()
        }
        self.phase = Phase::Turn(turn);
    }

    pub(crate) fn check_port(&self, seat: Colour, action: Action) -> Check {
        let Action::PlacePort(world) = action else { return Err(Illegal::OtherQuestion) };
        require!(self.controlled(seat).has(world), Illegal::NoPortPlace); // EV-180
        Ok(())
    }

    pub(crate) fn port_step(&mut self, mut turn: Turn, secondary: bool, action: Action, log: &mut impl Log<Event>) {
        let Action::PlacePort(world) = action else { unreachable!("check refuses everything else") };
        self.place_port(turn.seat, world, log);
        if secondary {
            turn.step = Step::End
        } else {
            turn.resume()
        }
        self.phase = Phase::Turn(turn);
    }

    pub(crate) fn construct_actions(&self, seat: Colour, at: Space, out: &mut Vec<Action>) {
        let builds = Kind::ALL.iter().map(|&k| Action::Build(k, at));
        out.extend(builds.filter(|&a| self.check_construct(seat, at, a).is_ok()));
        out.push(Action::Done);
    }

    pub(crate) fn check_construct(&self, seat: Colour, site: Space, action: Action) -> Check {
        match action {
            Action::Build(kind, at) => self.check_build_now(seat, kind, at, Some(site)), // KU-172
            Action::Done => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn construct_step(&mut self, mut turn: Turn, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Build(kind, at) => self.build_now(turn.seat, kind, at, log),
            _ => turn.step = Step::End,
        }
        self.phase = Phase::Turn(turn);
    }

    // The end of a turn.

    /// Income of a planet: less with pirates about, none under rebels (EV-147, EV-078).
    fn planet_income(&self, planet: Space) -> u16 {
        if self.rebellion.has(planet) {
            return 0;
        }
        let hex = self.data.0.map.hex[usize::from(planet.0)];
        let pirates = self.pirates[hex as usize].raiders > 0;
        self.data.planet(planet).income.saturating_sub(u16::from(pirates))
    }

    /// Credits at the end of a turn, in the order of the rules (EV-147, KU-117).
    pub(crate) fn income(&self, seat: Colour) -> u16 {
        let bonus = &self.data.numbers.bonus;
        let worlds = self.controlled(seat);
        let planets = worlds & PLANET_SPACES;
        let race = self.players[seat].race.map_or(0, |r| self.data.race(r).income); // EV-121: always
        let printed: u16 = planets.iter().map(|p| self.planet_income(p)).sum();
        let new_earth =
            worlds.iter().filter(|&w| self.is_new_earth(w)).count() as u16 * self.data.numbers.new_earth_income;
        let tokens = u16::from((planets & self.enslaved).len()) + u16::from((planets & self.metropolis).len()); // KU-112, KU-168
        let residual: u16 = match self.is(seat, Race::Gobnub) {
            true => self.residual.iter().map(|p| self.data.planet(p).income).sum(), // KU-170
            false => 0,
        };
        let emrok = u16::from(self.has_ability(seat, EMROK)); // KU-164
        let drill = u16::from(self.owns(seat, Tech::PlasmaDrill)); // KU-150
        let net = if self.owns(seat, Tech::CommerceNet) { bonus.commerce_net } else { 0 };
        race + printed + new_earth + tokens + residual + emrok + drill + net
    }

    /// Home worlds of others that the seat controls.
    pub(crate) fn crowns(&self, seat: Colour) -> Spaces {
        (self.controlled(seat) & HOMES) - Spaces::of(seat.home())
    }

    /// Credits, points for foreign home worlds, two objectives; then the next turn (EV-147, KU-087, KU-117).
    pub(crate) fn end_turn(&mut self, turn: Turn, log: &mut impl Log<Event>) {
        let seat = turn.seat;
        self.gain(seat, self.income(seat), log);
        let crowns = self.crowns(seat);
        let points = u16::from(crowns.len()) * self.rules().home_points.turn_end;
        if points > 0 {
            self.win(seat, points, Source::Occupation, log);
        }
        if self.controller(PYRIOUS) == Some(seat) {
            self.close_objective(Objective::SeizePyrious, Set::of(seat), log);
        }
        if !crowns.is_empty() {
            self.close_objective(Objective::CrownTaker, Set::of(seat), log);
        }
        self.end_permits();
        self.next_turn(self.order.place(seat) as u8 + 1);
    }
}
