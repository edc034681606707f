//! One step ahead: the action after which the game's own evaluation is highest, averaged over what is hidden and over dice.

use astrarium_core::{Fast, Game, Silent, settle};

use crate::{Bot, Sight, worth};

/// How many redealt states, each with its own dice, an action is judged on.
const SAMPLES: usize = 12;
/// How much of a chance to win a cadet may give away by one answer.
const SLIP: f32 = 0.02;

#[derive(Clone, Debug)]
pub struct Greedy(pub Fast);

impl<G: Game> Bot<G> for Greedy {
    fn choose(&mut self, sight: Sight<'_, G>) -> G::Action {
        match sight.legal()[..] {
            [only] => only,
            _ => self.hints(sight)[0].0,
        }
    }

    /// Every action is tried on the same states with the same dice, so luck does not decide between them.
    fn hints(&mut self, sight: Sight<'_, G>) -> Vec<(G::Action, f32)> {
        let mut rated: Vec<_> = sight.legal().into_iter().map(|action| (action, 0.0)).collect();
        let mut buffer = Vec::new();
        for _ in 0..SAMPLES {
            sight.breathe();
            let redealt = sight.redeal(&mut self.0);
            let dice = self.0.clone();
            for (action, sum) in &mut rated {
                let (mut state, mut dice) = (redealt, dice.clone());
                state.advance(sight.seat(), *action, &mut dice, &mut Silent);
                settle(&mut state, &mut buffer, &mut dice, &mut Silent, |_, _, _, _| ());
                *sum += worth(&state)[sight.seat()] / SAMPLES as f32;
            }
            self.0.below(2); // the next sample throws other dice
        }
        shuffle(&mut rated, &mut self.0);
        rated.sort_by(|a, b| b.1.total_cmp(&a.1));
        rated
    }
}

/// One step ahead, but not always the best step: any that is nearly as good.
#[derive(Clone, Debug)]
pub struct Cadet(pub Greedy);

impl<G: Game> Bot<G> for Cadet {
    fn choose(&mut self, sight: Sight<'_, G>) -> G::Action {
        let hints = self.hints(sight);
        let near = hints.iter().take_while(|hint| hint.1 >= hints[0].1 - SLIP).count();
        hints[self.0.0.below(near as u32) as usize].0
    }

    fn hints(&mut self, sight: Sight<'_, G>) -> Vec<(G::Action, f32)> {
        self.0.hints(sight)
    }
}

/// Puts equals in random order before a stable sort.
fn shuffle<T>(list: &mut [T], rng: &mut Fast) {
    for i in (1..list.len()).rev() {
        list.swap(i, rng.below(i as u32 + 1) as usize);
    }
}
