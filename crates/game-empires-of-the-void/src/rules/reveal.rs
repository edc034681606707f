//! Orders carried out together, and whatever builds or researches outside them (EV-058, EV-074, EV-076, EV-180, EV-181, KU-053,
//! KU-061, KU-107, KU-128, KU-134, KU-172).

use astrarium_core::{Log, Piece, Set, cited};

use super::orders::Yard;
use crate::data::Needs;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Order, Orders, Phase, State};

#[cited]
impl State {
    /// All are done: what was sealed is carried out together (EV-058, KU-053, KU-134).
    pub(crate) fn carry_out_orders(&mut self, log: &mut impl Log<Event>) {
        let seats = match self.phase {
            Phase::Orders { place } if self.options.advanced_order => Order::new([self.order.at(usize::from(place))]), // EV-166
            _ => self.order,
        };
        let orders: ByColour<Orders> = ByColour::from_fn(|c| self.players[c].orders);
        for seat in seats.iter() {
            self.players[seat].orders = Orders::default();
            self.carry_out_research(seat, &orders[seat], log);
        }
        let mut builders = Set::EMPTY;
        for &kind in Kind::ALL {
            // The planet's controller builds scarce ships first, then turn order (EV-076, KU-053).
            let first = match self.data.ship(kind).needs {
                Needs::Planet(planet) => self.controller(planet),
                _ => None,
            };
            let turn = first.into_iter().chain(seats.iter().filter(|&c| Some(c) != first));
            for seat in turn.filter(|&c| orders[c].built(kind) > 0) {
                if self.carry_out_builds(seat, &orders[seat], kind, log) && kind == Kind::Sunhammer {
                    builders.insert(seat);
                }
            }
        }
        seats.iter().for_each(|c| self.carry_out_rebuild(c, &orders[c], log));
        self.close_objective(Objective::BuildSunhammer, builders, log); // KU-134
        for objective in self.objectives {
            let all = seats.iter().filter(|&c| self.fulfils(c, objective)).collect();
            self.close_objective(objective, all, log); // KU-134
        }
    }

    fn carry_out_research(&mut self, seat: Colour, order: &Orders, log: &mut impl Log<Event>) {
        for card in order.cards.kinds() {
            (0..order.cards.of(card)).for_each(|_| self.discard.add(card));
        }
        if order.gained > 0 {
            log.reveal(); // the cards
            log.push(|| Event::Tactic { seat, card: Card::Windfall });
            self.gain(seat, order.gained, log);
        }
        self.pay(seat, order.spent, Cost::Orders, log);
        if let Some(tech) = order.research {
            self.learn(seat, tech, log);
        }
        if let Some(world) = order.place {
            self.place_port(seat, world, log);
        }
    }

    pub(crate) fn learn(&mut self, seat: Colour, tech: Tech, log: &mut impl Log<Event>) {
        self.players[seat].techs.insert(tech); // EV-074, KU-061
        log.push(|| Event::Researched { seat, tech });
    }

    pub(crate) fn place_port(&mut self, seat: Colour, world: Space, log: &mut impl Log<Event>) {
        self.players[seat].port = Some(world); // EV-180, KU-153
        log.push(|| Event::PortPlaced { seat, world });
    }

    /// Ships of a kind as far as there are tokens; the rest is cancelled and paid back.
    fn carry_out_builds(&mut self, seat: Colour, order: &Orders, kind: Kind, log: &mut impl Log<Event>) -> bool {
        let k = kind.index();
        let port = if order.port == Some(kind) { self.players[seat].port } else { None };
        let homes = (0..order.home.0[k]).map(|_| seat.home());
        let yards = (0..order.yards.0[k]).map(|_| PYRIOUS);
        let mut built = false;
        let mut cheap = order.first == Some(kind) && self.has_ability(seat, TAN_FU);
        for at in homes.chain(yards).chain(port) {
            let off = u16::from(std::mem::take(&mut cheap)); // one ship of the phase was cheaper
            if self.supply(seat, kind) == 0 {
                let back = self.data.ship(kind).cost.saturating_sub(off);
                log.push(|| Event::OrderCancelled { seat, kind });
                self.gain(seat, back, log);
                continue;
            }
            self.put_ship(seat, kind, at, log);
            built = true;
        }
        built
    }

    fn carry_out_rebuild(&mut self, seat: Colour, order: &Orders, log: &mut impl Log<Event>) {
        if let (Some(at), Some(kind)) = (order.rebuilt, self.players[seat].bay) {
            self.players[seat].bay = None;
            self.put_ship(seat, kind, at, log); // KU-128
        }
    }

    fn put_ship(&mut self, seat: Colour, kind: Kind, at: Space, log: &mut impl Log<Event>) {
        let port = self.players[seat].port == Some(at) && at != seat.home() && self.yard(seat, at) == Some(Yard::Port);
        self.players[seat].port_used |= port; // EV-181
        self.players[seat].fleet.add(kind, at);
        log.push(|| Event::Built { seat, kind, at });
    }

    /// Building outside the orders: Rush Order at the usual places, Construction Ship where a Freighter is (KU-172).
    pub(crate) fn check_build_now(&self, seat: Colour, kind: Kind, at: Space, site: Option<Space>) -> Check {
        self.check_ship(seat, kind)?;
        match site {
            Some(site) => require!(at == site, Illegal::NotABuildingPlace(at)),
            None => self.check_place(seat, at)?,
        }
        Ok(())
    }

    pub(crate) fn build_now(&mut self, seat: Colour, kind: Kind, at: Space, log: &mut impl Log<Event>) {
        self.pay(seat, self.ship_cost(seat, kind), Cost::Ship, log);
        self.put_ship(seat, kind, at, log);
        if kind == Kind::Sunhammer {
            self.close_objective(Objective::BuildSunhammer, Set::of(seat), log);
        }
    }

    /// Research outside the orders; a borrowed good is used up by it (KU-059, KU-107).
    pub(crate) fn research_now(
        &mut self,
        seat: Colour,
        tech: Tech,
        off: u16,
        near: Set<Good>,
        log: &mut impl Log<Event>,
    ) {
        self.pay(seat, self.tech_cost(seat, tech, off), Cost::Technology, log);
        let good = self.data.0.tech(self.options.edition, tech).and_then(|t| t.good);
        if let Some(good) = good.filter(|&g| !self.goods(seat).has(g) && !near.has(g)) {
            self.players[seat].permits[good.index()] -= 1;
        }
        self.learn(seat, tech, log);
        self.check_objectives(log);
    }
}
