//! The secondary action after a turn's actions (KU-010, KU-100 to KU-116, KU-139, KU-168, KU-172).

use astrarium_core::{Chance, Log, Set, cited};

use crate::action::Action;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Course, Phase, State, Step, Turn};

#[cited]
impl State {
    // The secondary action (KU-010, KU-100 to KU-116).

    /// Goods of planets with Diplomats of the seat, neutral or another player's (KU-107).
    fn smuggled(&self, seat: Colour) -> Set<Good> {
        let spaces = self.players[seat].fleet.spaces(Kind::Diplomat);
        let planets = spaces & self.planets();
        let mut goods: Set<Good> = planets.iter().map(|p| self.data.planet(p).good).collect();
        if spaces.iter().any(|s| self.is_new_earth(s)) {
            goods.insert(Good::LifeForms);
        }
        goods
    }

    fn smuggling_goods(&self, seat: Colour) -> Set<Good> {
        self.usable_goods(seat) | self.smuggled(seat)
    }

    /// What comes after the actions, Attack aside; actions left do not forbid it (KU-100, KU-116).
    pub(super) fn is_secondary(&self, action: Action) -> bool {
        use Action::*;
        let after =
            matches!(action, Council(_) | Arm(_) | MovePlus | Smuggle(_) | Enslave(_) | Metropolis(_) | Construct(_));
        self.rules().secondary && after
    }

    pub(crate) fn secondary_actions(&self, turn: &Turn, out: &mut Vec<Action>) {
        let seat = turn.seat;
        let check = |a: &Action| self.check_secondary(turn, *a).is_ok();
        let numbers = (1..=self.rules().capital).map(Number);
        out.extend(numbers.flat_map(|n| [Action::Council(n), Action::Arm(n)]).filter(check));
        out.extend([Action::MovePlus].into_iter().filter(check));
        let goods = self.smuggling_goods(seat);
        let smuggled = self.open_techs(seat).filter(|&t| self.check_tech(seat, t, goods, 0).is_ok());
        out.extend(smuggled.map(Action::Smuggle));
        out.extend((self.players[seat].conquered & PLANET_SPACES).iter().map(Action::Enslave).filter(check));
        if self.is(seat, Race::Meezle) {
            out.extend((self.befriended(seat) & PLANET_SPACES).iter().map(Action::Metropolis).filter(check));
        }
        out.extend(self.players[seat].fleet.spaces(Kind::Freighter).iter().map(Action::Construct).filter(check));
        self.attack_actions(seat, out);
        self.play_actions(seat, out);
        out.push(Action::Pass);
    }

    pub(crate) fn check_secondary(&self, turn: &Turn, action: Action) -> Check {
        let seat = turn.seat;
        let player = &self.players[seat];
        match action {
            Action::Council(n) | Action::Arm(n) => {
                let room = player.ambassadors + player.bombs + n.0 <= self.rules().capital;
                require!(room, Illegal::CapitalFull); // KU-105
                let price = self.data.capital_price(n);
                require!(player.credits >= price, Illegal::NoCredits(price)); // KU-102, KU-103, KU-109
            }
            Action::MovePlus => require!(self.any_ship(turn, Course::Plus), Illegal::NoShip(seat.home())), // KU-106
            Action::Smuggle(tech) => {
                return self.check_tech(seat, tech, self.smuggling_goods(seat), 0); // KU-107, KU-108
            }
            Action::Enslave(planet) => {
                let mine = planet.is_planet() && player.conquered.has(planet) && self.controller(planet) == Some(seat);
                require!(mine && !self.enslaved.has(planet), Illegal::CannotEnslave(planet)); // KU-112, KU-113
            }
            Action::Metropolis(planet) => {
                let mine = self.is(seat, Race::Meezle) && planet.is_planet() && self.befriended(seat).has(planet);
                require!(mine && !self.metropolis.has(planet), Illegal::CannotGrow(planet)); // KU-168
            }
            Action::Construct(at) => {
                let freighter = player.fleet.count(Kind::Freighter, at) > 0;
                let open = !at.is_world() || self.covered.has(at);
                require!(freighter && open, Illegal::NoFreighter(at)); // KU-139, KU-172
            }
            Action::Attack(at, target) => return self.check_attack(seat, at, target), // KU-115
            Action::PlayTactic(card) => {
                require!(self.options.late_tactics, Illegal::OtherQuestion);
                return self.check_play(seat, card); // KU-094
            }
            Action::Pass => {}
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    pub(crate) fn secondary_step(
        &mut self,
        mut turn: Turn,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let seat = turn.seat;
        if let Action::PlayTactic(card) = action {
            return self.play_tactic(seat, card, chance, log);
        }
        log.push(|| Event::Secondary { seat, action });
        turn.step = Step::End;
        match action {
            Action::Council(n) => {
                self.pay(seat, self.data.capital_price(n), Cost::Capital, log);
                self.players[seat].ambassadors += n.0; // KU-104
            }
            Action::Arm(n) => {
                self.pay(seat, self.data.capital_price(n), Cost::Capital, log);
                self.players[seat].bombs += n.0; // KU-110
            }
            Action::MovePlus => return self.begin_many(turn, Course::Plus),
            Action::Smuggle(tech) => {
                self.research_now(seat, tech, 0, self.smuggled(seat), log);
                if tech == Tech::SpacePort {
                    turn.step = Step::Port { secondary: true };
                }
            }
            Action::Enslave(planet) => self.enslaved.insert(planet),
            Action::Metropolis(planet) => self.metropolis.insert(planet),
            Action::Construct(at) => turn.step = Step::Construct { at },
            Action::Attack(at, target) => {
                turn.step = Step::Secondary;
                return self.begin_attack(turn, at, target, log);
            }
            _ => {}
        }
        self.phase = Phase::Turn(turn);
    }
}
