//! Steward: food on sectors becomes metal and energy (GE-078 to GE-082, GE-177).

use astrarium_core::{Chance, Log, Seat, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Goods, Space, Spaces, Tech};
use crate::state::{Phase, Producing, State, Steward};

/// What the free resource can be.
const STORED: &[Goods] = &[Goods::Metal, Goods::Energy];

#[cited]
impl State {
    pub(crate) fn steward_actions(&self, steward: &Steward, seat: Seat, out: &mut Vec<Action>) {
        match steward.step {
            Producing::Free => {
                out.extend(STORED.iter().copied().filter(|&g| self.has_room(seat, g)).map(Action::FreeResource))
            }
            Producing::Declare => out.extend([Action::Declare, Action::Skip]),
            Producing::Produce => {
                let open = self.producers(steward, seat);
                out.extend((open & self.stock[0]).iter().map(Action::Produce));
                if steward.free > 0 {
                    out.extend(open.iter().map(Action::ProduceFree));
                }
                out.push(Action::Done);
            }
        }
    }

    /// Own sectors with output that have not produced in this role (GE-080).
    fn producers(&self, steward: &Steward, seat: Seat) -> Spaces {
        (self.players[seat].controls() & self.map.producing) - steward.done
    }

    pub(crate) fn check_steward(&self, steward: &Steward, seat: Seat, action: Action) -> Check {
        match (action, steward.step) {
            (Action::FreeResource(goods), Producing::Free) => {
                require!(goods != Goods::Food, Illegal::NotStored); // GE-078
                require!(self.has_room(seat, goods), Illegal::StoreFull(goods)); // GE-078
            }
            (Action::Declare | Action::Skip, Producing::Declare) => {}
            (Action::Produce(at), Producing::Produce) => {
                self.check_producer(steward, seat, at)?;
                require!(self.stock[0].has(at), Illegal::NoFood(at)); // GE-079
            }
            (Action::ProduceFree(at), Producing::Produce) => {
                self.check_producer(steward, seat, at)?;
                require!(steward.free > 0, Illegal::NoFreeProduction); // GE-177
            }
            (Action::Done, Producing::Produce) => {}
            _ => return Err(Illegal::OtherPhase), // GE-078
        }
        Ok(())
    }

    fn check_producer(&self, steward: &Steward, seat: Seat, at: Space) -> Check {
        require!(self.players[seat].controls().has(at), Illegal::NotYours(at)); // GE-079
        require!(self.map.producing.has(at), Illegal::NotProducing(at)); // GE-079
        require!(!steward.done.has(at), Illegal::ProducedAlready(at)); // GE-080
        Ok(())
    }

    pub(crate) fn produce(
        &mut self,
        mut steward: Steward,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::FreeResource(goods) => {
                let player = &mut self.players[seat];
                let stored = if goods == Goods::Metal { &mut player.metal } else { &mut player.energy };
                *stored += self.data.numbers.steward_goods; // GE-078
                log.push(|| Event::FreeResource { seat, goods });
                self.open_fields(seat, chance, log);
            }
            Action::Declare => self.declare(Tech::ProteinFields, chance, log),
            Action::Skip => self.fields_declared(false),
            Action::Produce(at) => {
                self.take_food(at); // GE-079: one food goes back to the pool
                steward.done.insert(at);
                self.yield_goods(seat, at, log);
                self.phase = Phase::Steward(steward);
            }
            Action::ProduceFree(at) => {
                steward.free -= 1; // GE-177: the food stays
                steward.done.insert(at);
                self.yield_goods(seat, at, log);
                self.phase = Phase::Steward(steward);
            }
            _ => self.end_turn(chance, log),
        }
    }

    /// What the store cannot hold is lost (GE-081, GE-082).
    fn yield_goods(&mut self, seat: Seat, at: Space, log: &mut impl Log<Event>) {
        let (_, metal, energy) = self.printed(at);
        let numbers = &self.data.0.numbers;
        let player = &mut self.players[seat];
        let (had_metal, had_energy) = (player.metal, player.energy);
        player.metal = numbers.store_metal.min(had_metal + metal); // GE-022
        player.energy = numbers.store_energy.min(had_energy + energy);
        let gained = (player.metal - had_metal, player.energy - had_energy);
        log.push(|| Event::Produced { seat, at, metal: gained.0, energy: gained.1 });
    }

    /// The chooser's free resource comes first, if it fits (GE-078).
    pub(crate) fn steward_turn(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Steward(Steward::default());
        let special = seat == self.chooser && STORED.iter().any(|&g| self.has_room(seat, g));
        if !special {
            self.open_fields(seat, chance, log);
        }
    }

    fn open_fields(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Steward(Steward { step: Producing::Declare, ..Steward::default() });
        self.offer(seat, Tech::ProteinFields, chance, log);
    }

    pub(crate) fn fields_declared(&mut self, works: bool) {
        let free = if works { self.data.numbers.protein_sectors } else { 0 }; // GE-177
        self.phase = Phase::Steward(Steward { step: Producing::Produce, free, ..Steward::default() });
    }
}
