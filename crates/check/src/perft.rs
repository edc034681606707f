//! How many ways there are to play on: pinned numbers that change when a rule does.

use astrarium_core::{Fast, Game, Silent};

/// The number of sequences of `1`, `2`, … `depth` decisions from a fresh game. The dice are fixed by the seed: everyone who
/// makes the same decisions throws the same.
pub fn table<G: Game>(options: G::Options, seed: u64, depth: u32) -> Vec<u64> {
    let mut dice = Fast::new(seed, 0);
    let state = G::new(options, G::house(), &mut dice);
    (1..=depth).map(|n| perft(&state, &dice, n)).collect()
}

/// The number of sequences of `depth` decisions from a state. Of sealed answers the lowest seat's comes first: their order
/// does not matter.
pub fn perft<G: Game>(state: &G, dice: &Fast, depth: u32) -> u64 {
    let (Some(seat), true) = (state.turn().seats().first(), depth > 0) else { return u64::from(depth == 0) };
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    if depth == 1 {
        return actions.len() as u64;
    }
    let after = |action| {
        let (mut state, mut dice) = (*state, dice.clone());
        state.advance(seat, action, &mut dice, &mut Silent);
        perft(&state, &dice, depth - 1)
    };
    actions.into_iter().map(after).sum()
}
