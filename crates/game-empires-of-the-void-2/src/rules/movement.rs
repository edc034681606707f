//! Move & Attack: a group, its way, hazards; Warp and the moves of cards.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::data::Op;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Counts, Going, Roll, State, Task, Way};

/// What Move & Attack asks until the group is where it goes.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Moving {
    Mode,
    AttackFrom,
    Origin,
    Group,
    Jump,
    Step,
}

#[cited]
impl Chapter<Moving> for State {
    fn answers(&self, question: Moving, seat: Seat, out: &mut Vec<Action>) {
        let present = self.player(seat).fleet.present();
        match question {
            Moving::Mode => {
                let modes = [Action::Move, Action::AttackHere, Action::Done];
                out.extend(modes.into_iter().filter(|&a| self.permits(question, seat, a).is_ok()));
                if self.has_tech(seat, Tech::Warp) {
                    out.extend(self.player(seat).empire.iter().map(Action::Warp));
                }
            }
            Moving::Origin => out.extend(present.iter().map(Action::From)),
            Moving::AttackFrom => {
                out.extend(present.iter().filter(|&r| self.has_target(seat, r)).map(Action::From));
            }
            Moving::Group => self.group_actions(out),
            Moving::Jump => out.extend(self.board().iter().filter(|&r| self.may_jump(r)).map(Action::ChooseRegion)),
            Moving::Step => {
                if self.step_is_paid() {
                    let near = self.near(self.going.at);
                    let open = if self.going.may_attack() { near } else { near - self.guards() };
                    out.extend(open.iter().map(Action::Enter));
                }
                out.push(Action::Stop);
            }
        }
    }

    fn permits(&self, question: Moving, seat: Seat, action: Action) -> Check {
        let price = &self.data.numbers.price;
        let player = self.player(seat);
        let present = player.fleet.present();
        match (question, action) {
            (Moving::Mode, Action::Move) => {
                let free = self.has_ability(seat, Ability::GuildPilots) || self.has_tech(seat, Tech::MedusaDrive);
                require!(free || player.command >= price.step, Illegal::NoCommandToMove); // E2-127
            }
            (Moving::Mode, Action::AttackHere) => {
                require!(player.command >= price.attack, Illegal::NoCommandToMove); // E2-139, E2-303
                require!(present.iter().any(|r| self.has_target(seat, r)), Illegal::NoTarget);
            }
            (Moving::Mode, Action::Warp(card)) => {
                let may = self.has_tech(seat, Tech::Warp) && player.empire.has(card);
                require!(may, Illegal::NoWarp); // E2-241, E2-270
            }
            (Moving::Mode, Action::Done) => {}
            (Moving::Origin, Action::From(region)) => require!(present.has(region), Illegal::NoUnits), // E2-125, E2-131
            (Moving::AttackFrom, Action::From(region)) => {
                require!(self.has_target(seat, region), Illegal::NoTarget); // E2-139
            }
            (Moving::Group, Action::Add(kind)) => {
                require!(self.free_units().any(|k| k == kind), Illegal::NoUnits); // E2-125, E2-131
            }
            (Moving::Group, Action::AddCarrier) => require!(self.carrier_left().is_some(), Illegal::NoUnits),
            (Moving::Group, Action::AddAll) => require!(self.units_left().iter().sum::<u8>() > 1, Illegal::NoUnits),
            (Moving::Group, Action::Go) => require!(self.going.total() > 0, Illegal::EmptyGroup), // E2-124
            (Moving::Jump, Action::ChooseRegion(region)) => {
                require!(self.may_jump(region), Illegal::NotElsewhere(region))
            } // E2-271
            (Moving::Step, Action::Enter(region)) => {
                require!(self.near(self.going.at).has(region), Illegal::NoLane(self.going.at, region)); // E2-128
                require!(self.step_is_paid(), Illegal::NoCommandToMove); // E2-126, E2-127
                require!(self.going.may_attack() || !self.guarded(region), Illegal::MustStop(region)); // E2-141
            }
            (Moving::Step, Action::Stop) => {}
            (Moving::Mode | Moving::AttackFrom | Moving::Origin | Moving::Group | Moving::Jump | Moving::Step, _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Moving,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (Moving::Group, Action::Add(kind)) => self.going.units[kind.index()] += 1,
            (Moving::Group, Action::AddCarrier) => {
                let kind = self.carrier_left().expect("checked: it is there");
                self.going.units[kind.index()] += 1;
                self.going.carrier = Some(kind);
            }
            (Moving::Group, Action::AddAll) => {
                self.going.carrier = self.going.carrier.or(self.carrier_left());
                self.going.units = self.units_of(seat, self.going.at);
            }
            (Moving::Step, Action::Enter(to)) => self.enter(to, log),
            (Moving::Mode | Moving::AttackFrom | Moving::Origin | Moving::Group | Moving::Jump | Moving::Step, _) => {
                self.tasks.pop();
                self.settle_move(question, seat, action, log);
            }
        }
    }
}

#[cited]
impl State {
    fn group_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.free_units().map(Action::Add));
        if self.carrier_left().is_some() {
            out.push(Action::AddCarrier);
        }
        if self.units_left().iter().sum::<u8>() > 1 {
            out.push(Action::AddAll);
        }
        if self.going.total() > 0 {
            out.push(Action::Go);
        }
    }

    /// Units that could still join.
    fn units_left(&self) -> Counts {
        let going = &self.going;
        let mut left = self.units_of(going.seat, going.at);
        left.iter_mut().zip(&going.units).for_each(|(n, taken)| *n -= taken);
        left
    }

    /// Kinds of which one could join that has no cargo.
    fn free_units(&self) -> impl Iterator<Item = Kind> {
        let (left, carrier) = (self.units_left(), self.carrier_left());
        Kind::all().filter(move |&k| left[k.index()] > u8::from(carrier == Some(k)))
    }

    /// The one of them that has the cargo: it joins by a word of its own.
    fn carrier_left(&self) -> Option<Kind> {
        let going = &self.going;
        let cargo = self.player(going.seat).cargo.filter(|c| c.at == going.at && going.carrier.is_none());
        cargo.map(|c| c.carrier)
    }

    /// Sarkeen, and the dreadnought of the Valka scenarios (E2-032).
    fn guards(&self) -> Regions {
        self.sarkeen | self.doom.map_or(Regions::EMPTY, Set::of)
    }

    /// Sarkeen or the dreadnought: a group that enters stops and attacks (E2-032).
    pub(crate) fn guarded(&self, region: Region) -> bool {
        self.sarkeen.has(region) || self.doom == Some(region)
    }

    fn may_jump(&self, region: Region) -> bool {
        let far = region != self.going.at && self.board().has(region);
        match self.going.way {
            Way::Jump => far && (region.is_node() || region.is_orbit()) && !self.guarded(region),
            _ => far,
        }
    }

    /// The first region with the pilots' guild, one more with Medusa Drive (E2-252, E2-253).
    fn pilots_pay(&self) -> bool {
        !self.going.entered && self.has_ability(self.going.seat, Ability::GuildPilots)
    }

    fn medusa_pays(&self) -> bool {
        let going = &self.going;
        !going.medusa && self.has_tech(going.seat, Tech::MedusaDrive) && going.has(Kind::Worldship)
    }

    fn step_is_paid(&self) -> bool {
        match self.going.way {
            Way::Action => {
                let command = self.player(self.going.seat).command >= self.data.numbers.price.step;
                command || self.pilots_pay() || self.medusa_pays()
            }
            _ => self.going.left > 0,
        }
    }

    /// The larger of the lane's or landing's value and that of the fungus; 0 if the group ignores hazards (E2-129, E2-245,
    /// E2-319).
    pub(crate) fn hazard(&self, from: Region, to: Region) -> u8 {
        let going = &self.going;
        if self.has_tech(going.seat, Tech::Cloaking) || going.has(Kind::LaneRunner) {
            return 0;
        }
        let numbers = &self.data.numbers.fungus;
        let fungus = match self.fungus[to.index()] {
            0 => 0,
            tokens => (numbers.hazard + tokens).min(numbers.worst),
        };
        self.way_hazard(from, to).max(fungus)
    }

    /// What the die must show for the group to enter.
    pub(crate) fn needed(&self, to: Region) -> u8 {
        let nimble = if self.going.has(Kind::StarSloop) { self.data.numbers.misc.nimble } else { 0 };
        self.hazard(self.going.at, to).saturating_sub(nimble)
    }

    fn way_hazard(&self, from: Region, to: Region) -> u8 {
        if from.is_orbit() && to.is_surface() {
            let planet = self.planet_at(to).expect("surfaces on the board have a planet");
            let changed =
                self.lying.iter().filter(|e| e.planet() == planet).find_map(|e| match self.data.event(e).op {
                    Op::Landing(hazard) => Some(hazard),
                    _ => None,
                });
            return changed.unwrap_or(self.data.planet(planet).landing);
        }
        let holes = self.wormholes();
        let printed = self.data.hazard[from.index()][to.index()];
        if printed == 0 || holes.has(from) && holes.has(to) {
            return 0;
        }
        let storms = self.lying.iter().map(|e| match self.data.event(e).op {
            Op::Lanes(more) => more,
            _ => 0,
        });
        printed + storms.sum::<u8>()
    }

    /// Answers that end their question.
    fn settle_move(&mut self, question: Moving, seat: Seat, action: Action, log: &mut impl Log<Event>) {
        match (question, action) {
            (Moving::Mode, Action::Move) => self.set_off(seat, Way::Action, 0),
            (Moving::Mode, Action::AttackHere) => self.tasks.push(Task::AttackFrom(seat)),
            (Moving::Mode, Action::Warp(card)) => self.warp(seat, card, log),
            (Moving::AttackFrom, Action::From(region)) => {
                self.player_mut(seat).command -= self.data.numbers.price.attack; // E2-303
                self.going.arrived = false;
                self.fight.attacker = seat;
                self.fight.at = region;
                self.tasks.push(Task::Target);
            }
            (Moving::Origin, Action::From(region)) => self.going.at = region,
            (Moving::Group, Action::Go) if matches!(self.going.way, Way::Free | Way::Raid) && self.medusa_pays() => {
                self.going.left += 1; // E2-253
            }
            (Moving::Jump, Action::ChooseRegion(region)) => self.arrive_at(region, log),
            (Moving::Mode | Moving::AttackFrom | Moving::Origin | Moving::Group | Moving::Jump | Moving::Step, _) => {}
        }
    }

    /// A new group, to be chosen; it moves by its right (E2-125).
    pub(crate) fn set_off(&mut self, seat: Seat, way: Way, left: u8) {
        self.going = Going::new(seat, Region(0), way, left);
        self.tasks.movement(way);
    }

    /// E2-270, E2-271.
    fn warp(&mut self, seat: Seat, card: Empire, log: &mut impl Log<Event>) {
        let at = self.player(seat).fleet.worldship().expect("a Worldship is always on the map");
        self.going = Going::new(seat, at, Way::Warp, 0);
        self.going.carrier = self.carrier_left().filter(|&k| k == Kind::Worldship);
        self.going.units[Kind::Worldship.index()] = 1;
        self.lose_empire(seat, card, log); // E2-241
        log.push(|| Event::Warps { seat, card });
        self.tasks.movement(Way::Warp);
    }

    /// One step is paid; then the hazard decides (E2-126, E2-129).
    fn enter(&mut self, to: Region, log: &mut impl Log<Event>) {
        let seat = self.going.seat;
        match self.going.way {
            Way::Action if self.pilots_pay() => {}
            Way::Action if self.medusa_pays() => self.going.medusa = true,
            Way::Action => self.player_mut(seat).command -= self.data.numbers.price.step,
            _ => self.going.left -= 1,
        }
        if self.hazard(self.going.at, to) > 1 {
            self.tasks.push(Task::Roll { seat, of: Roll::Hazard(to) });
        } else {
            self.arrive_at(to, log);
        }
    }

    /// The die of a hazard: a group that fails stays where it is and stops there (E2-130).
    pub(crate) fn pass_hazard(&mut self, to: Region, die: u8, log: &mut impl Log<Event>) {
        let hazard = self.hazard(self.going.at, to);
        let passed = die >= self.needed(to); // E2-129
        log.push(|| Event::Hazard { seat: self.going.seat, to, die, hazard, passed });
        if passed {
            self.arrive_at(to, log);
        } else {
            self.tasks.pop();
        }
    }

    /// The group is in the region. Sarkeen and the dreadnought end the movement; passing others is free of battle
    /// (E2-136, E2-313), and any number of units can be there (E2-138, E2-323).
    fn arrive_at(&mut self, to: Region, log: &mut impl Log<Event>) {
        let Going { seat, at, units, carrier, .. } = self.going;
        let player = self.player_mut(seat);
        player.fleet.shift(&units, at, to);
        if let Some(cargo) = player.cargo.as_mut().filter(|_| carrier.is_some()) {
            cargo.at = to; // E2-232
        }
        self.going.at = to;
        self.going.entered = true;
        log.push(|| Event::Entered { seat, from: at, to });
        if self.tasks.top() != Task::Step {
            return;
        }
        if self.guarded(to) {
            self.tasks.pop();
        } else {
            self.tasks.push(Task::Scavenge); // E2-257
        }
    }

    /// All units of a seat leave a region together. If a group is among them, no step at the end of its movement is left.
    pub(crate) fn shift_all(&mut self, seat: Seat, from: Region, to: Region) {
        let units = self.units_of(seat, from);
        self.player_mut(seat).fleet.shift(&units, from, to);
        if let Some(cargo) = &mut self.player_mut(seat).cargo
            && cargo.at == from
        {
            cargo.at = to;
        }
        if self.going.seat == seat && self.going.at == from {
            self.going.arrived = false;
        }
    }

    pub(crate) fn roll_die(&mut self, seat: Seat, of: Roll, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let die = chance.roll(DIE);
        log.push(|| Event::Die { seat, die });
        self.tasks.push(Task::Rolled { seat, of, die });
    }

    pub(crate) fn may_reroll(&self, seat: Seat) -> bool {
        self.has_tech(seat, Tech::QuantumSensors) && !self.rerolled.contains(seat) // E2-250, E2-251
    }

    /// What the die has decided.
    pub(crate) fn rolled(
        &mut self,
        seat: Seat,
        of: Roll,
        die: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match of {
            Roll::Hazard(to) => self.pass_hazard(to, die, log),
            Roll::Diplomacy(planet) => self.settle_diplomacy(seat, planet, die, chance, log),
            Roll::Effect(script, step) => self.settle_effect_die(seat, script, step, die, chance, log),
            Roll::Event(card) => self.settle_event_die(seat, card, die, chance, log),
        }
    }
}

/// The faces of a die (E2-036).
pub(crate) const DIE: u8 = 6; // the rulebook’s dice
