//! What holds after every choice, and in every position.

use astrarium_core::Sound;

use crate::piece::Colour;
use crate::state::{Phase, State};

impl Sound for State {
    fn invariants(&self) -> Vec<String> {
        let n = &self.data.numbers;
        let mut faults = Vec::new();
        let mut must = |holds: bool, what: String| faults.extend((!holds).then_some(what));
        must((1..=n.rounds).contains(&self.round), format!("round {}: expected 1 to {}", self.round, n.rounds));
        for &colour in Colour::ALL {
            let hearts = self.players[colour].hearts;
            must(hearts <= n.hearts, format!("{colour} has {hearts} hearts: expected {} at most", n.hearts));
        }
        let chosen = Colour::ALL.iter().filter(|&&c| self.players[c].stance.is_some()).count();
        match self.phase {
            Phase::Over => must(chosen == 0, "a stance is chosen after the end: expected none".into()),
            Phase::Stances => {
                must(chosen < Colour::ALL.len(), "both stances are chosen: expected one or none".into());
                must(!self.beaten(), "somebody has no heart left: expected the phase over".into());
            }
        }
        faults
    }
}
