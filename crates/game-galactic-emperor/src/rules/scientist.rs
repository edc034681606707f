//! Scientist: technologies are bought (GE-167 to GE-169).

use astrarium_core::{Chance, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Tech, Techs};
use crate::state::State;

#[cited]
impl State {
    pub(crate) fn scientist_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let energy = self.players[seat].energy;
        let payable = self.for_sale().iter().filter(|&t| self.tech_cost(seat, t) <= energy);
        out.extend(payable.map(Action::BuyTech));
        out.push(Action::Pass);
    }

    /// One card of each: who buys it has it (GE-014, GE-169).
    pub(crate) fn for_sale(&self) -> Techs {
        let gone = if self.caught { Techs::of(Tech::Saboteur) } else { Techs::EMPTY };
        self.humans().fold(Techs::FULL - gone, |left, s| left - self.players[s].techs)
    }

    pub(crate) fn tech_cost(&self, seat: Seat, tech: Tech) -> u8 {
        self.data.tech_cost(tech, seat == self.chooser)
    }

    pub(crate) fn check_scientist(&self, seat: Seat, action: Action) -> Check {
        match action {
            Action::BuyTech(tech) => {
                require!(self.for_sale().has(tech), Illegal::NotForSale(tech)); // GE-169
                let energy = self.players[seat].energy;
                require!(self.tech_cost(seat, tech) <= energy, Illegal::DearTech(tech)); // GE-169
                Ok(())
            }
            Action::Pass => Ok(()),
            _ => Err(Illegal::OtherPhase), // GE-167
        }
    }

    /// One card per role (GE-167).
    pub(crate) fn research(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if let Action::BuyTech(tech) = action {
            let energy = self.tech_cost(seat, tech);
            self.players[seat].energy -= energy;
            self.players[seat].techs.insert(tech);
            log.push(|| Event::TechBought { seat, tech, energy });
        }
        self.end_turn(chance, log);
    }

    pub(crate) fn holder(&self, tech: Tech) -> Option<Seat> {
        self.humans().find(|&s| self.players[s].techs.has(tech))
    }

    pub(crate) fn tech_list(&self, seat: Seat) -> impl Iterator<Item = Tech> + use<> {
        let techs = self.players[seat].techs;
        Tech::all().filter(move |&t| techs.has(t))
    }
}
