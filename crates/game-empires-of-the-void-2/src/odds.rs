//! Exact odds where a die decides: hazards and diplomacy.

use astrarium_core::{Odds, Redealt, Risk, Seat, cited};

use crate::action::Action;
use crate::rules::movement::DIE;
use crate::state::{State, Task};

#[cited]
impl Risk for State {
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let seat = world.seat();
        let power = |card| world.data.power(card);
        match (world.tasks.top(), action) {
            (Task::Step, Action::Enter(to)) if world.going.seat == seat => {
                let need = world.needed(to).min(DIE + 1);
                (need > 1).then(|| Odds::new(u32::from(DIE + 1 - need), u32::from(DIE)))
            }
            (Task::CardMode(_), Action::Court(_)) => {
                let best = world.player(seat).hand.iter().map(power).max()?;
                let foresight = world.foresight(seat);
                Some(world.power_odds(seat, best + foresight, world.hand_power(seat) + foresight))
            }
            (Task::Court { .. }, Action::Show(card)) => {
                let foresight = if world.shown.is_empty() { world.foresight(seat) } else { 0 };
                let shown = world.shown_power(seat) + foresight;
                Some(world.power_odds(seat, shown + power(card), shown + world.hand_power(seat)))
            }
            (Task::Court { .. }, Action::Roll) => {
                let shown = world.shown_power(seat);
                Some(world.power_odds(seat, shown, shown))
            }
            _ => None,
        }
    }
}

#[cited]
impl State {
    /// The die is at most the power (E2-174); at most with all the power there is, and with a second throw where one is left (E2-250).
    fn power_odds(&self, seat: Seat, power: u8, most: u8) -> Odds {
        let die = u32::from(DIE);
        let misses = |power: u8| die - u32::from(power).min(die);
        let least = if self.may_reroll(seat) { misses(most).pow(2) } else { misses(most) * die };
        Odds::raised((die - misses(power)) * die, die.pow(2) - least, die.pow(2))
    }
}
