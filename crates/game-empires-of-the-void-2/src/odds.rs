//! Exact odds where a die decides: hazards and diplomacy.

use astrarium_core::{Odds, Risk, Seat, cited};

use crate::action::Action;
use crate::rules::movement::DIE;
use crate::state::{State, Task};

#[cited]
impl Risk for State {
    fn odds(&self, seat: Seat, action: Action) -> Option<Odds> {
        let (hits, of) = match (self.tasks.top(), action) {
            (Task::Step, Action::Enter(to)) if self.going.seat == seat => {
                let need = self.needed(to).min(DIE + 1);
                if need <= 1 {
                    return None; // it is sure
                }
                (DIE + 1 - need, DIE)
            }
            (Task::Court { .. }, Action::Roll) => (self.shown_power(seat).min(DIE), DIE), // E2-174
            _ => return None,
        };
        Some(Odds { hits: u32::from(hits), of: u32::from(of) })
    }
}
