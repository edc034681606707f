//! Exact odds where a die decides: hazards and diplomacy.

use astrarium_core::{Odds, Redealt, Risk, cited};

use crate::action::Action;
use crate::rules::movement::DIE;
use crate::state::{State, Task};

#[cited]
impl Risk for State {
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let seat = world.seat();
        let (hits, of) = match (world.tasks.top(), action) {
            (Task::Step, Action::Enter(to)) if world.going.seat == seat => {
                let need = world.needed(to).min(DIE + 1);
                if need <= 1 {
                    return None; // it is sure
                }
                (DIE + 1 - need, DIE)
            }
            (Task::Court { .. }, Action::Roll) => (world.shown_power(seat).min(DIE), DIE), // E2-174
            _ => return None,
        };
        Some(Odds { hits: u32::from(hits), of: u32::from(of) })
    }
}
