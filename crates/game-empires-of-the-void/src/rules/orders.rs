//! Building and research: sealed orders of the pre-round phase, and whatever builds or researches later (EV-058 to EV-076,
//! KU-051 to KU-064, KU-127 to KU-131).

use astrarium_core::{Log, Piece, SeatSet, Set, cited};

use crate::action::Action;
use crate::data::Needs;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Next, Orders, Pending, Phase, Player, State};

/// Where a new ship goes, and what limits it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Yard {
    Home,
    Pyrious,
    Port,
}

impl Orders {
    pub(crate) fn built(&self, kind: Kind) -> u8 {
        let k = kind.index();
        self.home.0[k] + self.yards.0[k] + u8::from(self.port == Some(kind))
    }
}

#[cited]
impl State {
    // What may be built and researched.

    /// Technologies with those of this phase's orders.
    pub(crate) fn known(&self, seat: Colour) -> Set<Tech> {
        let player = &self.players[seat];
        player.techs | player.orders.research.map_or(Set::EMPTY, Set::of)
    }

    /// Starred ships need a technology, alien ships a planet's ability, others a race (EV-044, EV-045, EV-198, KU-017, KU-036).
    pub(crate) fn has_access(&self, seat: Colour, kind: Kind) -> bool {
        kind != Kind::DamagedMoth
            && match self.data.ship(kind).needs {
                Needs::Nothing => true,
                Needs::Technology(tech) => self.known(seat).has(tech),
                Needs::Planet(planet) => self.has_ability(seat, planet),
                Needs::Race(race) => self.is(seat, race), // EV-198, KU-017
            }
    }

    /// Credits with those of this phase's orders.
    pub(crate) fn purse(&self, seat: Colour) -> u16 {
        let player = &self.players[seat];
        player.credits + player.orders.gained - player.orders.spent
    }

    /// Home world always, Pyrious with its ability, one ship a round at the space port (EV-061, EV-121, EV-181).
    pub(crate) fn yard(&self, seat: Colour, at: Space) -> Option<Yard> {
        let player = &self.players[seat];
        let port = player.orders.place.or(player.port);
        match at {
            _ if at == seat.home() => Some(Yard::Home),
            PYRIOUS if self.has_ability(seat, PYRIOUS) => Some(Yard::Pyrious),
            _ if port == Some(at) => Some(Yard::Port),
            _ => None,
        }
    }

    pub(super) fn check_place(&self, seat: Colour, at: Space) -> Check {
        let player = &self.players[seat];
        let yard = self.yard(seat, at);
        require!(yard.is_some(), Illegal::NotABuildingPlace(at)); // EV-061
        let rebuilt = player.orders.rebuilt.is_some_and(|r| self.yard(seat, r) == Some(Yard::Port));
        let used = player.port_used || player.orders.port.is_some() || rebuilt;
        require!(yard != Some(Yard::Port) || !used, Illegal::PortUsed); // EV-181
        Ok(())
    }

    /// The printed cost; Tan Fu takes 1 off the first ship of a pre-round phase.
    pub(crate) fn ship_cost(&self, seat: Colour, kind: Kind) -> u16 {
        let ordering = matches!(self.phase, Phase::Orders { .. });
        let first = ordering && self.players[seat].orders.first.is_none() && self.has_ability(seat, TAN_FU);
        self.data.ship(kind).cost.saturating_sub(u16::from(first))
    }

    /// Everything but the place.
    pub(super) fn check_ship(&self, seat: Colour, kind: Kind) -> Check {
        require!(self.has_access(seat, kind), Illegal::NoAccess(kind)); // EV-044, EV-045
        let left = self.supply(seat, kind) > self.players[seat].orders.built(kind);
        require!(left && self.players[seat].fleet.has_room(kind), Illegal::NoTokenLeft(kind)); // EV-062
        let cost = self.ship_cost(seat, kind);
        require!(self.purse(seat) >= cost, Illegal::NoCredits(cost)); // EV-059, EV-060
        Ok(())
    }

    fn check_build(&self, seat: Colour, kind: Kind, at: Space) -> Check {
        self.check_ship(seat, kind)?;
        self.check_place(seat, at)
    }

    /// Half the printed cost, rounded up (KU-128).
    fn rebuild_cost(&self, kind: Kind) -> u16 {
        self.data.ship(kind).cost.div_ceil(u16::from(*self.data.numbers.repair_share.get_ref()))
    }

    fn check_rebuild(&self, seat: Colour, at: Space) -> Check {
        let player = &self.players[seat];
        let bay = player.bay.filter(|_| player.orders.rebuilt.is_none()).ok_or(Illegal::BayEmpty)?; // KU-127
        let cost = self.rebuild_cost(bay);
        require!(self.purse(seat) >= cost, Illegal::NoCredits(cost)); // KU-128
        self.check_place(seat, at)
    }

    /// Never below 0 (EV-066, KU-165).
    pub(crate) fn tech_cost(&self, seat: Colour, tech: Tech, off: u16) -> u16 {
        let race = self.players[seat].race.map_or(0, |r| self.data.race(r).discount);
        let libraries = u16::from(self.has_ability(seat, TAN_LOCK));
        let ordering = matches!(self.phase, Phase::Orders { .. });
        let conclave = u16::from(self.conclave && ordering); // EV-078
        let printed = self.data.0.tech(self.options.edition, tech).map_or(0, |t| t.cost);
        // Eehg learns for less (EV-210).
        printed.saturating_sub(race + libraries + conclave + off)
    }

    /// Technologies that exist for the seat, that it lacks, and whose arrow starts at one it has (EV-067, KU-055, KU-056).
    pub(crate) fn open_techs(&self, seat: Colour) -> impl Iterator<Item = Tech> + '_ {
        let (tree, techs) = (&self.data.0.trees[self.options.edition.index()], self.players[seat].techs);
        let open = techs.iter().fold(tree.roots, |all, t| all | tree.leads[t.index()]);
        (open - techs).iter()
    }

    /// `goods` are those the seat can use now; `off` is a further discount.
    pub(crate) fn check_tech(&self, seat: Colour, tech: Tech, goods: Set<Good>, off: u16) -> Check {
        let row = self.data.0.tech(self.options.edition, tech).ok_or(Illegal::NoSuchTechnology(tech))?; // EV-006, KU-009, KU-180
        let mine = row.race.is_none_or(|r| self.is(seat, r));
        require!(mine, Illegal::NoSuchTechnology(tech)); // EV-197, EV-208, KU-176
        require!(!self.players[seat].techs.has(tech), Illegal::Owned(tech)); // EV-065, EV-183, KU-061
        let ready = row.needs.is_empty() || self.players[seat].techs.meets(row.needs);
        require!(ready, Illegal::NeedsTechnology(tech)); // EV-067, KU-054, KU-057
        require!(row.good.is_none_or(|g| goods.has(g)), Illegal::NeedsGood(tech)); // EV-068, EV-069, EV-070, KU-058
        let cost = self.tech_cost(seat, tech, off);
        require!(self.purse(seat) >= cost, Illegal::NoCredits(cost)); // EV-066
        require!(tech != Tech::SpacePort || !self.controlled(seat).is_empty(), Illegal::NoPortPlace); // EV-180
        Ok(())
    }

    /// Goods controlled, and those others let the seat use (EV-071, KU-059, KU-060).
    pub(crate) fn usable_goods(&self, seat: Colour) -> Set<Good> {
        let permits = self.players[seat].permits;
        self.goods(seat) | Good::all().filter(|g| permits[g.index()] > 0).collect()
    }

    // The sealed chain.

    pub(crate) fn begin_orders(&mut self, place: u8) {
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
    pub(crate) fn end_orders(&mut self, log: &mut impl Log<Event>) {
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

    pub(crate) fn order(&mut self, seat: Colour, action: Action, log: &mut impl Log<Event>) {
        self.order_step(seat, action);
        log.push(|| Event::Ordered { seat, action });
    }

    /// All at once; with advanced order seat by seat (EV-058, EV-166).
    pub(crate) fn ordering(&self) -> SeatSet {
        self.seats().filter(|&c| self.players[c].orders.open).map(Colour::seat).collect()
    }

    pub(crate) fn order_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        let player = &self.players[seat];
        if let Pending::Pay { .. } = player.pending {
            return self.pay_actions(seat, out);
        }
        if self.port_pending(seat) {
            return out.extend(self.controlled(seat).iter().map(Action::PlacePort));
        }
        self.build_actions(seat, out);
        if self.rules().repair_bay && player.bay.is_some() {
            out.extend(
                self.building_places(seat).filter(|&at| self.check_rebuild(seat, at).is_ok()).map(Action::Rebuild),
            );
        }
        if player.orders.research.is_none() {
            let goods = self.usable_goods(seat);
            out.extend(
                self.open_techs(seat).filter(|&t| self.check_tech(seat, t, goods, 0).is_ok()).map(Action::Research),
            );
        }
        out.extend(
            self.check_order(seat, Action::PlayTactic(Card::Windfall))
                .is_ok()
                .then_some(Action::PlayTactic(Card::Windfall)),
        );
        out.push(Action::Done);
    }

    fn building_places(&self, seat: Colour) -> impl Iterator<Item = Space> + use<> {
        let player = &self.players[seat];
        let port = player.orders.place.or(player.port).filter(|&p| p != seat.home() && p != PYRIOUS);
        let pyrious = self.yard(seat, PYRIOUS).map(|_| PYRIOUS);
        [Some(seat.home()), pyrious, port].into_iter().flatten()
    }

    pub(crate) fn build_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        for &kind in Kind::ALL {
            if self.check_ship(seat, kind).is_ok() {
                let places = self.building_places(seat).filter(|&at| self.check_place(seat, at).is_ok());
                out.extend(places.map(|at| Action::Build(kind, at)));
            }
        }
    }

    fn port_pending(&self, seat: Colour) -> bool {
        let orders = &self.players[seat].orders;
        orders.research == Some(Tech::SpacePort) && orders.place.is_none()
    }

    pub(crate) fn check_order(&self, seat: Colour, action: Action) -> Check {
        let player = &self.players[seat];
        require!(player.orders.open, Illegal::NotYourTurn); // EV-058
        if let Pending::Pay { .. } = player.pending {
            return self.check_pay(seat, action);
        }
        if self.port_pending(seat) {
            let Action::PlacePort(world) = action else { return Err(Illegal::OtherQuestion) };
            require!(self.controlled(seat).has(world), Illegal::NoPortPlace); // EV-180, KU-152
            return Ok(());
        }
        match action {
            Action::Build(kind, at) => self.check_build(seat, kind, at),
            Action::Rebuild(at) => self.check_rebuild(seat, at),
            Action::Research(tech) => {
                require!(player.orders.research.is_none(), Illegal::ResearchedAlready); // EV-064, KU-062
                self.check_tech(seat, tech, self.usable_goods(seat), 0)
            }
            Action::PlayTactic(Card::Windfall) => self.check_play(seat, Card::Windfall),
            Action::PlayTactic(card) => Err(Illegal::NotNow(card)), // EV-133
            Action::Done => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    /// One link of the chain; nobody else sees it before all are done.
    pub(crate) fn order_step(&mut self, seat: Colour, action: Action) {
        let cost = match action {
            Action::Build(kind, _) => self.ship_cost(seat, kind),
            Action::Rebuild(_) => self.players[seat].bay.map_or(0, |k| self.rebuild_cost(k)),
            Action::Research(tech) => self.tech_cost(seat, tech, 0),
            _ => 0,
        };
        let yard = match action {
            Action::Build(_, at) => self.yard(seat, at),
            _ => None,
        };
        let windfall = self.data.numbers.bonus.windfall;
        let needed = |state: &State, card| *state.data.tactic(card).cards.get_ref();
        let more = needed(self, Card::Windfall) - 1;
        let Player { orders, pending, hand, .. } = &mut self.players[seat];
        orders.spent += cost;
        match (action, yard) {
            (Action::Build(kind, _), Some(yard)) => {
                orders.first = orders.first.or(Some(kind));
                match yard {
                    Yard::Home => orders.home.0[kind.index()] += 1,
                    Yard::Pyrious => orders.yards.0[kind.index()] += 1,
                    Yard::Port => orders.port = Some(kind),
                }
            }
            (Action::Rebuild(at), _) => orders.rebuilt = Some(at),
            (Action::Research(tech), _) => orders.research = Some(tech),
            (Action::PlacePort(world), _) => orders.place = Some(world),
            (Action::PlayTactic(card) | Action::AddCard(card), _) => {
                hand.take(card);
                orders.cards.add(card);
                let left = match *pending {
                    Pending::Pay { more, .. } => more - 1,
                    _ => more,
                };
                *pending = if left > 0 { Pending::Pay { card: Card::Windfall, more: left } } else { Pending::Nothing };
                orders.gained += if left == 0 { windfall } else { 0 };
            }
            (Action::Done, _) => orders.open = false,
            _ => unreachable!("check refuses everything else"),
        }
    }
}
