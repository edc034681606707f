//! Where a movement ends: tokens, control, goods, fungus, deliveries, quests.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::data::{Op, Site, Trigger};
use crate::event::{Event, Money, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Cargo, Going, Script, State, Task};

/// What is asked where a movement is, or has ended.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Arrival {
    Scavenge,
    Burn,
    Pickup,
    Carrier(Card),
    Cure(Happening),
}

#[cited]
impl Chapter<Arrival> for State {
    fn answers(&self, question: Arrival, seat: Seat, out: &mut Vec<Action>) {
        let at = self.going.at;
        match question {
            Arrival::Scavenge => out.extend(self.tokens_at(at).map(|t| Action::TakeToken(at, t))),
            Arrival::Burn => out.push(Action::Burn),
            Arrival::Pickup => out.extend((self.player(seat).hand & self.pickups(at)).iter().map(Action::Pickup)),
            Arrival::Carrier(_) => {
                return out.extend(Kind::all().filter(|&k| self.going.has(k)).map(Action::Carrier));
            }
            Arrival::Cure(_) => out.push(Action::Cure),
        }
        out.push(Action::No);
    }

    fn permits(&self, question: Arrival, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (Arrival::Scavenge, Action::TakeToken(region, token)) => {
                require!(region == self.going.at && self.has_token(region, token), Illegal::NoToken); // E2-256
            }
            (Arrival::Burn, Action::Burn) | (Arrival::Cure(_), Action::Cure) => {}
            (Arrival::Pickup, Action::Pickup(card)) => {
                require!(self.player(seat).hand.has(card), Illegal::NotInHand(card)); // E2-300
                require!(self.pickups(self.going.at).has(card), Illegal::NotAPickup(card)); // E2-224
            }
            (Arrival::Carrier(_), Action::Carrier(kind)) => {
                require!(self.going.has(kind), Illegal::NoCarrier(kind)); // E2-232
            }
            (Arrival::Scavenge | Arrival::Burn | Arrival::Pickup | Arrival::Cure(_), Action::No) => {}
            (Arrival::Scavenge | Arrival::Burn | Arrival::Pickup | Arrival::Carrier(_) | Arrival::Cure(_), _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Arrival,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        if action == Action::Burn {
            return self.burn(seat, log);
        }
        self.tasks.pop();
        match (question, action) {
            (Arrival::Scavenge, Action::TakeToken(region, token)) => {
                self.scavenged.insert(seat);
                self.take_token(seat, region, token, chance, log);
            }
            (Arrival::Pickup, Action::Pickup(card)) => self.pick_up(seat, card, log),
            (Arrival::Carrier(card), Action::Carrier(kind)) => {
                let at = self.going.at;
                self.player_mut(seat).cargo = Some(Cargo { card, from: at, at, carrier: kind }); // E2-225
            }
            (Arrival::Cure(quest), Action::Cure) => {
                self.pay_good(seat, Good::Lifeform, log);
                self.fulfil(quest, seat, log);
            }
            (Arrival::Scavenge | Arrival::Burn | Arrival::Pickup | Arrival::Carrier(_) | Arrival::Cure(_), _) => {}
        }
    }
}

#[cited]
impl State {
    /// A movement has entered at least one region, or it was none (E2-132, E2-134).
    pub(crate) fn end_move(&mut self) {
        if self.going.entered {
            self.going.arrived = true;
            self.tasks.arrival(self.going.at);
        }
    }

    /// The group at the end of its movement, while it is there.
    pub(crate) fn arrived(&self) -> Option<&Going> {
        Some(&self.going).filter(|g| g.arrived)
    }

    pub(crate) fn may_scavenge(&self) -> bool {
        let going = &self.going;
        let fresh = !self.scavenged.contains(going.seat) && self.has_tech(going.seat, Tech::ScavengerBots);
        fresh && self.has_goods(going.at) // E2-256
    }

    pub(crate) fn has_goods(&self, region: Region) -> bool {
        self.down.has(region) || self.up[region.index()].iter().any(|&n| n > 0)
    }

    pub(crate) fn has_token(&self, region: Region, token: Token) -> bool {
        match token.good() {
            Some(good) => self.up[region.index()][good.index()] > 0,
            None => self.down.has(region),
        }
    }

    pub(crate) fn tokens_at(&self, region: Region) -> impl Iterator<Item = Token> {
        Token::all().filter(move |&t| self.has_token(region, t))
    }

    pub(crate) fn may_burn(&self, group: &Going) -> bool {
        self.fungus[group.at.index()] > 0 && self.player(group.seat).command >= self.data.numbers.price.burn
    }

    /// Asked by public facts alone: nobody learns from the question whether the hand has such a card.
    pub(crate) fn may_pick_up(&self, group: &Going) -> bool {
        !self.player(group.seat).hand.is_empty() && !self.pickups(group.at).is_empty()
    }

    pub(crate) fn may_cure(&self, seat: Seat) -> bool {
        self.player(seat).goods[Good::Lifeform.index()] > 0
    }

    /// The deliveries that begin here (E2-224).
    pub(crate) fn pickups(&self, at: Region) -> Set<Card> {
        let begins = &self.data.0.pickups;
        let holes = if self.wormholes().has(at) { begins.wormhole } else { Set::EMPTY };
        holes
            | match self.planet_at(at) {
                Some(planet) if at.is_orbit() => begins.orbit[planet.index()],
                Some(planet) => begins.surface[planet.index()],
                None if at == CORE => begins.core,
                None if at.is_uninhabited() => begins.uninhabited,
                None => Set::EMPTY,
            }
    }

    /// Where the delivery ends (E2-226).
    pub(crate) fn destinations(&self, seat: Seat, cargo: &Cargo) -> Regions {
        let player = self.player(seat);
        let Some((_, to)) = self.data.card(cargo.card).delivery() else { return Regions::EMPTY };
        let far = |least: u8| match least {
            0 => Regions::FULL,
            _ => !self.within(Set::of(cargo.from), least - 1),
        };
        let gone = |p: Planet| p == cargo.card.planet() || self.razed && p == Planet::ValkaVii;
        let other = |among: Regions| -> Regions {
            among.iter().filter(|&r| self.planet_at(r).is_some_and(|p| !gone(p))).collect()
        };
        match to {
            Site::Orbit(planet) => self.orbit_of(planet).map_or(Regions::EMPTY, Set::of),
            Site::Surface(planet) => self.surface_of(planet).map_or(Regions::EMPTY, Set::of),
            Site::Core => Set::of(CORE),
            Site::Wormhole => self.wormholes(),
            Site::Node(least) => SPACE & far(least),
            Site::Uninhabited(least) => UNINHABITED & far(least),
            Site::OwnUninhabited => UNINHABITED & player.cubes,
            Site::OwnBuilding => {
                player.works.iter().fold(Regions::EMPTY, |all, w| all | w.regions()) - Set::of(cargo.from)
            }
            Site::OtherOrbit(least) => other(ORBITS) & far(least),
            Site::OtherSurface(least) => (other(SURFACES) & far(least)) - self.sarkeen,
        }
    }

    /// E2-320: the token goes back to the supply.
    fn burn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let at = self.going.at;
        self.fungus[at.index()] -= 1;
        let price = &self.data.0.numbers.price;
        let player = self.player_mut(seat);
        player.command -= price.burn;
        player.credits += u16::from(price.burn_credits);
        log.push(|| Event::Burns { seat, at, credits: price.burn_credits });
        self.claim(Trigger::Burn, seat, log);
    }

    /// One delivery at a time: the old one is discarded (E2-229, E2-230). It costs nothing (E2-233).
    fn pick_up(&mut self, seat: Seat, card: Card, log: &mut impl Log<Event>) {
        self.drop_cargo(seat, log);
        self.lose_card(seat, card, log);
        log.push(|| Event::PicksUp { seat, card });
        self.tasks.push(Task::Carrier(card));
    }

    /// The delivery is discarded, the unit carries nothing any more.
    pub(crate) fn drop_cargo(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let Some(cargo) = self.player_mut(seat).cargo.take() else { return };
        if self.going.seat == seat {
            self.going.carrier = None;
        }
        self.discard.insert(cargo.card); // E2-307
        log.push(|| Event::Drops { seat, card: cargo.card });
    }

    /// A face-down explore token is turned up and resolved (E2-134, E2-P007).
    pub(crate) fn explore(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let (seat, at) = (self.going.seat, self.going.at);
        if !self.explore.has(at) {
            return;
        }
        self.explore.remove(at);
        let left = self.tokens_left;
        let token = left.nth(chance.pick(u32::from(left.len()), |i| left.nth(i).to_string()));
        self.tokens_left.remove(token);
        log.push(|| Event::Explores { seat, at, token });
        self.tasks.push(Task::Script { script: Script::Token(token), seat, step: 0 });
    }

    /// What lies in an orbit, or on a small planet under the own cube (E2-134).
    pub(crate) fn take_goods_here(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Some(&Going { seat, at, .. }) = self.arrived() else { return };
        let mine = at.is_uninhabited() && self.player(seat).cubes.has(at);
        if at.is_orbit() || mine {
            self.take_goods(seat, at, chance, log);
        }
    }

    /// Forced where the carrier's group ends its movement (E2-226 to E2-228, E2-235).
    pub(crate) fn deliver(&mut self, log: &mut impl Log<Event>) {
        let Some(&Going { seat, at, carrier: Some(_), .. }) = self.arrived() else { return };
        let Some(cargo) = self.player(seat).cargo.filter(|c| self.destinations(seat, c).has(at)) else { return };
        let misc = &self.data.0.numbers.misc;
        self.going.carrier = None;
        let barter = if self.has_tech(seat, Tech::Bartering) { misc.barter } else { 0 }; // E2-255
        let freight = if self.has_ability(seat, Ability::FreightBonus) { misc.freight } else { 0 };
        let player = self.player_mut(seat);
        player.cargo = None;
        player.deliveries += 1;
        log.push(|| Event::Delivers { seat, card: cargo.card, at });
        self.gain_credits(seat, freight, Money::Freight, log);
        self.gain_vp(seat, barter, Source::Deliveries, log);
        self.claim(Trigger::Delivery, seat, log);
        let reward = Task::Script { script: Script::Card(cargo.card), seat, step: 0 };
        self.tasks.then([reward, Task::Discard(cargo.card)]); // E2-227
    }

    /// Quests for the seat that ends a movement here.
    pub(crate) fn arrive(&mut self, log: &mut impl Log<Event>) {
        let Some(&Going { seat, at, .. }) = self.arrived() else { return };
        for quest in self.lying.iter() {
            let Op::Quest { on, .. } = self.data.0.event(quest).op else { continue };
            let planet = self.planet_at(at) == Some(quest.planet());
            match on {
                Trigger::Surface if planet && at.is_surface() => self.fulfil(quest, seat, log),
                Trigger::Core if at == CORE => self.fulfil(quest, seat, log),
                Trigger::Cure if planet => self.tasks.push(Task::Cure(quest)),
                _ => {}
            }
        }
    }

    /// A deed that events wait for: a quest goes to the first seat that meets it, a symposium answers each time. They come in the
    /// order in which they were drawn, so the first is put on top (E2-315).
    pub(crate) fn claim(&mut self, trigger: Trigger, seat: Seat, log: &mut impl Log<Event>) {
        for event in self.lying.iter().rev() {
            match self.data.0.event(event).op {
                Op::Quest { on, .. } if on == trigger => self.fulfil(event, seat, log),
                Op::Symposium(markers) if trigger == Trigger::Technology => {
                    self.tasks.push(Task::Favour { seat, planet: event.planet(), markers });
                }
                _ => {}
            }
        }
    }

    fn fulfil(&mut self, quest: Happening, seat: Seat, log: &mut impl Log<Event>) {
        self.lying.remove(quest);
        log.push(|| Event::Quest { seat, quest });
        self.tasks.push(Task::Script { script: Script::Quest(quest), seat, step: 0 });
    }
}
