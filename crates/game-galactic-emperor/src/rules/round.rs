//! Rounds: the direction of play and the choice of roles (GE-026 to GE-033).

use astrarium_core::{Chance, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Role, Way};
use crate::state::{Phase, State};

#[cited]
impl State {
    pub(crate) fn round_actions(&self, out: &mut Vec<Action>) {
        match self.phase {
            Phase::Direction => out.extend(Way::all().map(Action::SetDirection)),
            _ => out.extend(self.pool.iter().map(Action::PickRole)),
        }
    }

    pub(crate) fn check_round(&self, action: Action) -> Check {
        match (action, self.phase) {
            (Action::SetDirection(_), Phase::Direction) => Ok(()),
            (Action::PickRole(role), Phase::Pick) => {
                let gone = self.role_removed(role);
                require!(!gone, Illegal::RoleGone(role)); // GE-035
                require!(!self.picked.has(role), Illegal::RolePicked(role)); // GE-033, GE-P005
                require!(self.pool.has(role), Illegal::RoleFlipped(role)); // GE-016, GE-034
                Ok(())
            }
            _ => Err(Illegal::OtherPhase), // GE-026
        }
    }

    pub(crate) fn conduct(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match action {
            Action::SetDirection(way) => self.set_direction(seat, way, log),
            Action::PickRole(role) => self.pick_role(seat, role, chance, log),
            _ => unreachable!("check refuses everything else"),
        }
    }

    fn set_direction(&mut self, seat: Seat, way: Way, log: &mut impl Log<Event>) {
        self.way = way; // GE-026
        log.push(|| Event::DirectionSet { seat, way });
        if self.round == 1 {
            let last = self.after(self.first, self.options.players - 1);
            let last = if self.is_dukedom(last) { self.after(last, 1) } else { last };
            self.receive(last, self.options.late_seat_marks, "GE-026", log);
        }
        self.phase = Phase::Pick; // GE-027
    }

    fn pick_role(&mut self, seat: Seat, role: Role, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.pool.remove(role);
        self.picked.insert(role); // GE-033
        self.chooser = seat; // GE-028
        log.push(|| Event::RolePicked { seat, role });
        self.begin_role(role, chance, log);
    }
}
