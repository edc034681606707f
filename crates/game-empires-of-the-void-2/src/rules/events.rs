//! Event cards, and the dreadnought of the Valka scenarios.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::data::Op;
use crate::event::{Event, Money};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Amount, Roll, State, Task};

/// What event cards ask.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Demand {
    Tribute(Happening),
    Bid(Happening),
}

#[cited]
impl Chapter<Demand> for State {
    fn answers(&self, question: Demand, seat: Seat, out: &mut Vec<Action>) {
        let answers = [Action::Tribute, Action::TakeBack, Action::Bid, Action::No];
        out.extend(answers.into_iter().filter(|&a| self.permits(question, seat, a).is_ok()));
    }

    fn permits(&self, question: Demand, seat: Seat, action: Action) -> Check {
        let rich = |card: Happening| match self.data.event(card).op {
            Op::Tribute(n) | Op::Auction(n) => self.player(seat).credits >= u16::from(n),
            _ => false,
        };
        match (question, action) {
            (Demand::Tribute(card), Action::Tribute) | (Demand::Bid(card), Action::Bid) => {
                require!(rich(card), Illegal::NoCredits); // E2-315
            }
            (Demand::Tribute(_), Action::TakeBack) | (Demand::Bid(_), Action::No) => {}
            (Demand::Tribute(_) | Demand::Bid(_), _) => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Demand,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.tasks.pop();
        match (question, action) {
            (Demand::Tribute(card), Action::Tribute) | (Demand::Bid(card), Action::Bid) => {
                if let Op::Tribute(n) | Op::Auction(n) = self.data.0.event(card).op {
                    self.lose_credits(seat, n, Money::Demand, log);
                }
                if action == Action::Bid {
                    self.place_influence(seat, card.planet(), 1, chance, log);
                }
            }
            (Demand::Tribute(card), _) => self.take_back(seat, card.planet(), 1, chance, log),
            (Demand::Bid(_), _) => {}
        }
    }
}

#[cited]
impl State {
    /// The card is shown and resolved; what stays lies by its planet (E2-315). Afterwards the dreadnought moves.
    pub(crate) fn resolve_event(&mut self, card: Happening, drawer: Seat, log: &mut impl Log<Event>) {
        let event = self.data.0.event(card);
        let planet = card.planet();
        let orbit = self.orbit_of(planet);
        if event.stays {
            self.lying.push(card); // E2-P013
        }
        let mut each = None;
        match &event.op {
            Op::GoodsOn(goods) => goods.iter().for_each(|&(good, n)| self.lay_goods(orbit, good, n)),
            Op::Quest { fungus, .. } => orbit.into_iter().for_each(|r| self.grow(r, *fungus, log)),
            Op::Path => _ = orbit.map(|r| self.open_path(r, log)),
            Op::Spores(n) => UNINHABITED.iter().for_each(|r| self.grow(r, *n, log)),
            Op::Overgrowth { orbit: n, nodes } => {
                if let Some(orbit) = orbit {
                    self.grow(orbit, *n, log);
                    (self.near(orbit) & SPACE).iter().for_each(|r| self.grow(r, *nodes, log));
                }
            }
            Op::Spread => self.spread(orbit, log),
            Op::Tremor(credits) => self.tremor(planet, *credits, log),
            Op::NativePower(_) | Op::Landing(_) | Op::Lanes(_) | Op::Peace | Op::Strike | Op::Symposium(_) => {}
            _ => each = Some(Task::Each { card, drawer, place: 0 }),
        }
        self.tasks.then([each, self.doom.map(|_| Task::Doom(drawer))]);
    }

    fn lay_goods(&mut self, orbit: Option<Region>, good: Good, n: u8) {
        let Some(orbit) = orbit else { return };
        for _ in 0..n {
            if self.take_from_bag(good) {
                self.up[orbit.index()][good.index()] += 1;
            }
        }
    }

    /// Orbits and small planets next to fungus, all found before any is placed.
    fn spread(&mut self, orbit: Option<Region>, log: &mut impl Log<Event>) {
        let grown: Regions = Region::all().filter(|r| self.fungus[r.index()] > 0).collect();
        if grown.is_empty() {
            return orbit.into_iter().for_each(|r| self.grow(r, 1, log));
        }
        let next = grown.iter().fold(Regions::EMPTY, |all, r| all | self.near(r));
        let fresh = (next & (ORBITS | UNINHABITED)) - grown;
        fresh.iter().for_each(|r| self.grow(r, 1, log));
    }

    fn tremor(&mut self, planet: Planet, credits: u8, log: &mut impl Log<Event>) {
        let Some(slot) = self.slot_of(planet) else { return };
        let (orbit, surface) = (Region::orbit(slot), Region::surface(slot));
        for seat in self.seats() {
            if self.player(seat).fleet.present().has(surface) {
                self.shift_all(seat, surface, orbit);
                log.push(|| Event::Retreats { seat, from: surface, to: orbit });
            }
        }
        if let Some(seat) = self.controller(surface) {
            self.lose_credits(seat, credits, Money::Effect, log);
        }
    }

    /// One seat after another, clockwise from the drawer.
    pub(crate) fn each_seat(&mut self, card: Happening, drawer: Seat, place: u8, log: &mut impl Log<Event>) {
        if place + 1 < self.options.players {
            self.tasks.push(Task::Each { card, drawer, place: place + 1 });
        }
        let seat = self.clockwise(drawer).nth(usize::from(place)).expect("below the number of players");
        let planet = card.planet();
        let open = self.open(planet);
        let markers = self.player(seat).influence[planet.index()];
        let near = self.is_near(seat, planet);
        match self.data.0.event(card).op {
            Op::Tribute(_) if markers > 0 => self.tasks.push(Task::Tribute { seat, card }),
            Op::Auction(_) if open && self.markers_left(seat) > 0 => self.tasks.push(Task::Bid { seat, card }),
            Op::Trials { .. } if near => self.tasks.push(Task::Roll { seat, of: Roll::Event(card) }),
            Op::Shakedown(n) if open && markers == 0 => _ = self.lose_credits(seat, n, Money::Effect, log),
            Op::Festival { good, .. } if near => self.gain_good(seat, good, 1, log),
            Op::Festival { credits, .. } => self.gain_credits(seat, credits, Money::Effect, log),
            Op::Breakthrough(good) if markers > 0 => self.gain_good(seat, good, 1, log),
            Op::TradeFair(most) => {
                let n = self.player(seat).cubes.len().min(most);
                self.gain_credits(seat, n, Money::Effect, log);
            }
            Op::Pirates { .. } if self.player(seat).cargo.is_some() => {
                self.tasks.push(Task::Roll { seat, of: Roll::Event(card) });
            }
            Op::Pirates { credits, .. } => _ = self.lose_credits(seat, credits, Money::Effect, log),
            Op::Dream(n) => self.tasks.push(Task::Draw { seat, amount: Amount::Cards(n) }),
            Op::Command(n) => self.change_command(seat, n, log),
            _ => {}
        }
    }

    pub(crate) fn settle_event_die(
        &mut self,
        seat: Seat,
        card: Happening,
        die: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match self.data.0.event(card).op {
            Op::Trials { least, .. } if die >= least => self.place_influence(seat, card.planet(), 1, chance, log),
            Op::Trials { command, .. } => self.change_command(seat, -(command as i8), log),
            Op::Pirates { most, .. } if die <= most => self.drop_cargo(seat, log),
            _ => {}
        }
    }

    // The dreadnought.

    /// The node farthest from Valka VII, no wormhole; ties: the lowest.
    pub(crate) fn find_doom_start(&self) -> Option<Region> {
        let orbit = self.orbit_of(Planet::ValkaVii)?;
        let mut nodes = (SPACE - self.data.wormholes).iter();
        let first = nodes.next()?;
        let farther =
            |best: Region, r: Region| if self.distance(r, orbit) > self.distance(best, orbit) { r } else { best };
        Some(nodes.fold(first, farther))
    }

    /// One region along a shortest way to Valka VII that avoids Sarkeen; units there retreat (E2-032, E2-050).
    pub(crate) fn move_doom(&mut self, drawer: Seat, log: &mut impl Log<Event>) {
        let (Some(at), Some(surface)) = (self.doom, self.surface_of(Planet::ValkaVii)) else { return };
        if self.near(at).has(surface) {
            return self.doom_enters(surface, drawer, log);
        }
        let mut step = None;
        self.rings(Set::of(surface), self.sarkeen, |_, ring| {
            step = (self.near(at) & ring).first();
            step.is_some()
        });
        if let Some(to) = step {
            self.doom_enters(to, drawer, log);
        }
    }

    fn doom_enters(&mut self, to: Region, drawer: Seat, log: &mut impl Log<Event>) {
        self.doom = Some(to);
        log.push(|| Event::DoomMoves { to });
        if self.planet_at(to) == Some(Planet::ValkaVii) && to.is_surface() {
            self.raze(to, log);
        }
        self.all_retreat(to, drawer);
    }

    fn all_retreat(&mut self, region: Region, from: Seat) {
        for seat in self.clockwise(from).rev() {
            if self.player(seat).fleet.present().has(region) {
                self.tasks.push(Task::Retreat { seat, from: region });
            }
        }
    }

    /// Nothing is left of the planet but the units that were recruited there.
    fn raze(&mut self, surface: Region, log: &mut impl Log<Event>) {
        let valka = Planet::ValkaVii;
        self.razed = true;
        self.doom = None;
        self.ally[valka.index()] = None;
        for seat in self.seats() {
            self.player_mut(seat).influence[valka.index()] = 0;
            if self.player(seat).cubes.has(surface) {
                self.lose_cube(seat, surface, log);
            }
            if self.player(seat).parasite == Some(valka) {
                self.player_mut(seat).parasite = None;
            }
        }
        let goods = std::mem::take(&mut self.up[surface.index()]);
        Good::all().for_each(|g| self.unseen[g.index()] += goods[g.index()]);
        log.push(|| Event::Razed);
    }

    pub(crate) fn doom_goes_back(&mut self, winner: Seat, log: &mut impl Log<Event>) {
        self.doom = self.doom_start;
        if let Some(start) = self.doom_start {
            log.push(|| Event::DoomMoves { to: start });
            self.all_retreat(start, winner);
        }
    }

    /// A full scoring, then the dreadnought moves (E2-290).
    pub(crate) fn score_card(&mut self, drawer: Seat, log: &mut impl Log<Event>) {
        self.score_all(log);
        self.seats().for_each(|s| self.player_mut(s).colonization = false); // E2-293
        if self.doom.is_some() {
            self.tasks.push(Task::Doom(drawer));
        }
    }
}
