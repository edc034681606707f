//! Engineer: ships are built on Starbases (GE-083 to GE-091, GE-176).

use astrarium_core::{Chance, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::data::Price;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Goods, Kind, Space, Tech};
use crate::state::{Building, Engineer, Phase, State};

#[cited]
impl State {
    pub(crate) fn engineer_actions(&self, engineer: &Engineer, seat: Seat, out: &mut Vec<Action>) {
        let yards = self.players[seat].starbases();
        match engineer.step {
            Building::Fighter => out.extend(yards.iter().map(Action::FreeFighter)),
            Building::Declare => out.extend([Action::Declare, Action::Skip]),
            Building::Build => {
                for kind in Kind::all().filter(|&k| self.check_price(engineer, seat, k).is_ok()) {
                    out.extend(yards.iter().map(|at| Action::Build(kind, at)));
                }
                out.push(Action::Done);
            }
        }
    }

    pub(crate) fn check_engineer(&self, engineer: &Engineer, seat: Seat, action: Action) -> Check {
        match (action, engineer.step) {
            (Action::FreeFighter(at), Building::Fighter) => self.check_yard(seat, at), // GE-083
            (Action::Declare | Action::Skip, Building::Declare) => Ok(()),
            (Action::Build(kind, at), Building::Build) => {
                self.check_yard(seat, at)?; // GE-087
                self.check_price(engineer, seat, kind)
            }
            (Action::Done, Building::Build) => Ok(()),
            _ => Err(Illegal::OtherPhase), // GE-084
        }
    }

    /// An own Starbase, the home among them; any number of ships fits there, and no enemy is ever there (GE-088, GE-090,
    /// GE-091).
    fn check_yard(&self, seat: Seat, at: Space) -> Check {
        require!(!self.players[seat].empires.has(at), Illegal::OnlyAnEmpire(at)); // GE-089
        require!(self.players[seat].starbases().has(at), Illegal::NoStarbase(at)); // GE-087
        Ok(())
    }

    fn check_price(&self, engineer: &Engineer, seat: Seat, kind: Kind) -> Check {
        let player = &self.players[seat];
        let price = self.data.unit(kind).price; // GE-086
        require!(player.fleet.spare(kind).is_some(), Illegal::NoneLeft(kind)); // GE-085
        require!(player.metal + engineer.credit >= price.metal, Illegal::NoGoods(Goods::Metal)); // GE-086
        require!(player.energy >= price.energy, Illegal::NoGoods(Goods::Energy)); // GE-086
        require!(player.marks >= u16::from(price.marks), Illegal::DearShip(kind)); // GE-086
        Ok(())
    }

    pub(crate) fn build(
        &mut self,
        mut engineer: Engineer,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::FreeFighter(at) => {
                self.launch(seat, Kind::Fighter, at, Price::default(), log); // GE-083
                self.open_factory(seat, chance, log);
            }
            Action::Declare => self.declare(Tech::Robotics, chance, log),
            Action::Skip => self.robotics_declared(false),
            Action::Build(kind, at) => {
                let paid = self.pay(&mut engineer, seat, kind);
                self.launch(seat, kind, at, paid, log);
                self.phase = Phase::Engineer(engineer);
            }
            _ => self.end_turn(chance, log),
        }
    }

    /// What the store pays; Robotics pays metal before it does (GE-176).
    fn pay(&mut self, engineer: &mut Engineer, seat: Seat, kind: Kind) -> Price {
        let price = self.data.0.unit(kind).price;
        let credit = price.metal.min(engineer.credit);
        let price = Price { metal: price.metal - credit, ..price };
        let player = &mut self.players[seat];
        engineer.credit -= credit;
        player.metal -= price.metal;
        player.energy -= price.energy;
        player.marks -= u16::from(price.marks);
        price
    }

    pub(crate) fn launch(&mut self, seat: Seat, kind: Kind, at: Space, paid: Price, log: &mut impl Log<Event>) {
        let ship = self.players[seat].fleet.spare(kind).expect("checked: one is left"); // GE-085
        self.players[seat].fleet.set(ship, Some(at));
        log.push(|| Event::Built { seat, ship, at, paid });
    }

    /// The chooser's free fighter comes first, if one is left (GE-083).
    pub(crate) fn engineer_turn(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Engineer(Engineer::default());
        let special = seat == self.chooser && self.players[seat].fleet.spare(Kind::Fighter).is_some();
        if !special {
            self.open_factory(seat, chance, log);
        }
    }

    fn open_factory(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Engineer(Engineer { step: Building::Declare, ..Engineer::default() });
        self.offer(seat, Tech::Robotics, chance, log);
    }

    pub(crate) fn robotics_declared(&mut self, works: bool) {
        let credit = if works { self.data.numbers.robotics_metal } else { 0 }; // GE-176
        self.phase = Phase::Engineer(Engineer { step: Building::Build, credit });
    }
}
