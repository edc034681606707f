//! The repair bay: one destroyed ship waits to be rebuilt at half its cost (KU-127 to KU-131).

use astrarium_core::{Log, Set, cited};

use crate::action::Action;
use crate::data::Needs;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::State;

#[cited]
impl State {
    /// Alien ships may enter only while their owner can build them (KU-130).
    fn repairable(&self, seat: Colour, kind: Kind) -> bool {
        match self.data.ship(kind).needs {
            Needs::Planet(planet) => self.has_ability(seat, planet),
            _ => true,
        }
    }

    /// After a fight or move that cost ships.
    pub(crate) fn ask_for_repairs(&mut self, seat: Colour) {
        let some = self.players[seat].wrecks.iter().any(|k| self.repairable(seat, k));
        if self.rules().repair_bay && some {
            self.repairing.insert(seat.seat()); // KU-127
        } else {
            self.players[seat].wrecks = Set::EMPTY;
        }
    }

    pub(crate) fn repair_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        out.extend(self.players[seat].wrecks.iter().filter(|&k| self.repairable(seat, k)).map(Action::Repair));
        out.push(Action::Pass);
    }

    pub(crate) fn check_repair(&self, seat: Colour, action: Action) -> Check {
        match action {
            Action::Repair(kind) => {
                let wreck = self.players[seat].wrecks.has(kind) && self.repairable(seat, kind);
                require!(wreck, Illegal::NoWreck(kind)); // KU-127, KU-130
                Ok(())
            }
            Action::Pass => Ok(()),
            _ => Err(Illegal::OtherQuestion),
        }
    }

    /// It replaces a ship that lies there (KU-129, KU-131).
    pub(crate) fn repair_step(&mut self, seat: Colour, action: Action, log: &mut impl Log<Event>) {
        if let Action::Repair(kind) = action {
            self.players[seat].bay = Some(kind);
            log.push(|| Event::InBay { seat, kind });
        }
        self.players[seat].wrecks = Set::EMPTY;
        self.repairing.remove(seat.seat());
    }
}
