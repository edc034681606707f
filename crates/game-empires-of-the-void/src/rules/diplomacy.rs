//! Diplomacy and Infest: a planet as ally by cards and dice, or its ability by an Infestor (EV-138 to EV-146, EV-199 to EV-203,
//! KU-097 to KU-099, KU-182).

use astrarium_core::{Chance, Log, cited};

use crate::action::Action;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Phase, State, Step, Turn};

#[cited]
impl State {
    pub(crate) fn check_diplomacy(&self, turn: &Turn, planet: Space) -> Check {
        let player = &self.players[turn.seat];
        require!(turn.actions > 0, Illegal::NoActionLeft);
        require!(planet.is_planet() && player.fleet.count(Kind::Diplomat, planet) > 0, Illegal::NoDiplomat(planet)); // EV-139
        require!(self.ally(planet).is_none(), Illegal::HasAlly(planet)); // EV-146
        let closed = self.guarded(planet) || planet == TAN_LOCK && self.sect; // KU-196
        require!(self.is_neutral(planet) && !closed, Illegal::NotNeutral(planet)); // EV-140
        require!(player.hand.of_type(self.data.planet(planet).temperament) > 0, Illegal::NoCardShown); // EV-141
        Ok(())
    }

    pub(crate) fn show_actions(&self, turn: &Turn, planet: Space, shown: &Cards, out: &mut Vec<Action>) {
        let kind = self.data.planet(planet).temperament;
        out.extend(kind.cards().into_iter().filter(|&c| self.players[turn.seat].hand.of(c) > 0).map(Action::Show));
        if shown.total() > 0 {
            out.push(Action::Roll);
            self.swap_actions(turn, out);
        }
    }

    pub(crate) fn check_show(&self, turn: &Turn, planet: Space, shown: &Cards, action: Action) -> Check {
        match action {
            Action::Show(card) => {
                require!(self.players[turn.seat].hand.of(card) > 0, Illegal::NotYourCard(card));
                let fits = card.temperament() == self.data.planet(planet).temperament;
                require!(fits, Illegal::WrongTemperament(card)); // EV-141
                Ok(())
            }
            Action::Roll => {
                require!(shown.total() > 0, Illegal::NoCardShown); // EV-141
                Ok(())
            }
            Action::Swap(give, take) => {
                require!(shown.total() > 0, Illegal::NoCardShown); // before the first card it belongs to the actions
                self.check_swap_now(turn, give, take)
            }
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn show_step(
        &mut self,
        mut turn: Turn,
        planet: Space,
        mut shown: Cards,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        if let Action::Swap(give, take) = action {
            return self.swap(turn, give, take, log);
        }
        if let Action::Show(card) = action {
            log.reveal();
            self.players[turn.seat].hand.take(card);
            shown.add(card);
            turn.step = Step::Diplomacy { planet, shown };
        } else {
            turn.actions -= 1;
            let total = self.diplomacy_roll(turn.seat, chance, log);
            turn.step = Step::Verdict { planet, shown, total, again: false };
        }
        self.phase = Phase::Turn(turn);
    }

    /// Three dice and what abilities add (EV-142, KU-097).
    pub(crate) fn diplomacy_roll(&self, seat: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) -> i16 {
        let mut total = self.diplomacy_bonus(seat);
        for _ in 0..self.data.numbers.diplomacy_dice {
            let die = chance.roll(DIE);
            total += i16::from(die);
            log.push(|| Event::Rolled { seat: Some(seat), kind: None, die, bonus: 0 });
        }
        total
    }

    pub(crate) fn diplomacy_bonus(&self, seat: Colour) -> i16 {
        let race = self.players[seat].race.map_or(0, |r| self.data.race(r).roll);
        race + if self.has_ability(seat, MIRRANE) { self.data.numbers.bonus.mirrane } else { 0 }
    }

    /// Ambassadors and credits that may be added to the dice, one for each (EV-210, KU-098, KU-182).
    pub(crate) fn diplomacy_purse(&self, seat: Colour) -> (u8, u16) {
        let player = &self.players[seat];
        (player.ambassadors, if self.is(seat, Race::Cidran) { player.credits } else { 0 })
    }

    pub(crate) fn verdict_actions(&self, turn: &Turn, out: &mut Vec<Action>) {
        self.play_actions(turn.seat, out);
        self.swap_actions(turn, out);
        let all = [Action::Ambassador, Action::Credit, Action::Accept];
        out.extend(all.into_iter().filter(|&a| self.check_verdict(turn, a).is_ok()));
    }

    pub(crate) fn check_verdict(&self, turn: &Turn, action: Action) -> Check {
        let player = &self.players[turn.seat];
        match action {
            Action::PlayTactic(card) => self.check_play(turn.seat, card)?,
            Action::Swap(give, take) => self.check_swap_now(turn, give, take)?,
            Action::Ambassador => require!(player.ambassadors > 0, Illegal::NoAmbassador), // KU-098
            Action::Credit => {
                require!(self.is(turn.seat, Race::Cidran), Illegal::NotCidran); // EV-210, KU-182
                require!(player.credits > 0, Illegal::NoCredits(1));
            }
            Action::Accept => {}
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    pub(crate) fn verdict_step(
        &mut self,
        mut turn: Turn,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let Step::Verdict { planet, shown, mut total, again } = turn.step else {
            unreachable!("a verdict follows a roll")
        };
        let seat = turn.seat;
        match action {
            Action::PlayTactic(card) => return self.play_tactic(seat, card, chance, log),
            Action::Swap(give, take) => return self.swap(turn, give, take, log),
            Action::Ambassador => {
                self.players[seat].ambassadors -= 1;
                log.push(|| Event::Spoke { seat }); // KU-104
                total += 1;
            }
            Action::Credit => {
                self.pay(seat, 1, Cost::Diplomacy, log); // EV-210
                total += 1;
            }
            _ => {
                turn.step = Step::Choose;
                self.phase = Phase::Turn(turn);
                return self.judge_diplomacy(seat, planet, &shown, total, chance, log);
            }
        }
        turn.step = Step::Verdict { planet, shown, total, again };
        self.phase = Phase::Turn(turn);
    }

    /// Success: the cards are discarded, the planet is an ally. Failure: the cards are kept (EV-143, EV-144).
    fn judge_diplomacy(
        &mut self,
        seat: Colour,
        planet: Space,
        shown: &Cards,
        total: i16,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let success = total >= self.data.diplomacy_target(shown.total());
        log.push(|| Event::Diplomacy { seat, planet, total, success });
        for card in shown.kinds() {
            for _ in 0..shown.of(card) {
                if success { self.discard.add(card) } else { self.players[seat].hand.add(card) }
            }
        }
        if success {
            self.befriend(planet, seat, chance, log);
        }
    }

    pub(crate) fn check_infest(&self, turn: &Turn, planet: Space) -> Check {
        let seat = turn.seat;
        require!(turn.actions > 0, Illegal::NoActionLeft);
        let infestor = self.is(seat, Race::Sreech) && self.players[seat].fleet.count(Kind::Infestor, planet) > 0; // EV-199
        let open = self.planets().has(planet) && !self.distress.has(planet) && !self.infested.has(planet);
        let foreign = self.controller(planet) != Some(seat); // EV-200, EV-203
        let token = self.infested.len() < self.data.numbers.infestation_tokens; // KU-016
        require!(infestor && open && foreign && token, Illegal::CannotInfest(planet));
        Ok(())
    }

    /// One die: 3 or more, with Spore Pods 2 or more (EV-201, EV-208, KU-178).
    pub(crate) fn infest(
        &mut self,
        mut turn: Turn,
        planet: Space,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let seat = turn.seat;
        turn.actions -= 1;
        let n = &self.data.0.numbers;
        let need = if self.owns(seat, Tech::SporePods) { n.infest_on_spores } else { n.infest_on };
        let die = chance.roll(DIE);
        let success = die >= need;
        if success {
            self.infested.insert(planet);
        }
        log.push(|| Event::Infest { seat, planet, die, success });
        self.phase = Phase::Turn(turn);
    }
}
