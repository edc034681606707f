//! Exact odds of a strike, if the other guards.

use astrarium_core::{Odds, Redealt, Risk};

use crate::action::Action;
use crate::piece::{Colour, Stance};
use crate::state::State;

impl Risk for State {
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let (me, Action::Take(Stance::Strike)) = (Colour::of(world.seat()), action) else { return None };
        let (mine, theirs) = (world.bonus(me, Stance::Strike), world.bonus(me.other(), Stance::Guard));
        let die = world.data.numbers.die;
        let pairs = (1..=die).flat_map(|a| (1..=die).map(move |b| (a, b)));
        let hits = pairs.filter(|(a, b)| a + mine > b + theirs).count() as u32;
        Some(Odds::new(hits, u32::from(die) * u32::from(die)))
    }
}
