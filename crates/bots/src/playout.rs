//! Random play, the hot loop of simulation and search, and what a state is worth where play stops.

use astrarium_core::{BySeat, Fast, Game, Silent, Turn};

/// Plays at random until the game is over or `limit` decisions were taken, and returns how many. An action without an
/// alternative is no decision. Sealed answers commute, so the first seat asked answers first. Nothing is allocated once
/// `buffer` has grown.
pub fn playout<G: Game>(state: &mut G, rng: &mut Fast, buffer: &mut Vec<G::Action>, limit: u32) -> u32 {
    let mut decisions = 0;
    while decisions < limit {
        let Some(seat) = state.turn().seats().first() else { break };
        buffer.clear();
        state.actions(seat, buffer);
        let action = match buffer[..] {
            [only] => only,
            _ => {
                decisions += 1;
                buffer[rng.below(buffer.len() as u32) as usize]
            }
        };
        state.advance(seat, action, rng, &mut Silent);
    }
    decisions
}

/// Each seat's share of the win: the true one when the game is over, the game's own estimate before.
pub fn worth<G: Game>(state: &G) -> BySeat<f32> {
    let millionths = match state.turn() {
        Turn::Over(standing) => standing.shares(),
        _ => state.evaluate(),
    };
    BySeat(millionths.0.map(|m| m as f32 / 1e6))
}
