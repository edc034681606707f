//! Chance for comparisons: keyed to what it is for, so that two games that part for a while still share their luck.
//!
//! A die is keyed to the decision that it is thrown for: who said what, for the how manieth time in the game. A draw is keyed to its
//! deck, told by the number of kinds in it, and to how often that deck was drawn from. So one throw more or less in a game does not
//! change all that follows.

use std::collections::HashMap;

use astrarium_core::{Chance, Fast, Seat};

/// Chance that may be told what it is for.
pub(crate) trait Luck: Chance {
    /// The next dice are for this decision.
    fn about(&mut self, _by: Seat, _said: &dyn std::fmt::Display) {}
}

/// One stream for everything.
impl Luck for Fast {}

/// Luck keyed to what it is for.
#[derive(Clone, Debug)]
pub(crate) struct Keyed {
    seed: u64,
    number: u64,
    dice: Fast,
    decks: HashMap<usize, Fast>,
    said: HashMap<u64, u64>,
}

impl Keyed {
    pub(crate) fn new(seed: u64, number: u64) -> Keyed {
        Keyed { seed, number, dice: Fast::new(seed, number), decks: HashMap::new(), said: HashMap::new() }
    }

    fn stream(&self, key: u64) -> Fast {
        Fast::new(self.seed ^ mixed(key), self.number)
    }
}

impl Chance for Keyed {
    fn pick(&mut self, n: u32, name: impl Fn(u32) -> String) -> u32 {
        self.dice.pick(n, name)
    }

    fn draw(&mut self, counts: &[u8], name: impl Fn(usize) -> String) -> usize {
        let fresh = self.stream(1 + counts.len() as u64);
        self.decks.entry(counts.len()).or_insert(fresh).draw(counts, name)
    }
}

impl Luck for Keyed {
    fn about(&mut self, by: Seat, said: &dyn std::fmt::Display) {
        let sentence = format!("{} {said}", by.0);
        // FNV-1a: the same in every build.
        let key = sentence
            .bytes()
            .fold(0xcbf2_9ce4_8422_2325, |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
        let times = self.said.entry(key).or_default();
        *times += 1;
        let key = key ^ mixed(*times);
        self.dice = self.stream(key);
    }
}

/// Numbers that lie side by side come far apart.
fn mixed(number: u64) -> u64 {
    let a = number.wrapping_add(0x9E37_79B9_7F4A_7C15);
    let b = (a ^ (a >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let c = (b ^ (b >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    c ^ (c >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_has_the_same_luck_whatever_came_before() {
        let (mut one, mut two) = (Keyed::new(7, 3), Keyed::new(7, 3));
        let throw = |luck: &mut Keyed, said: &str| {
            luck.about(Seat(1), &said);
            [(); 8].map(|()| luck.roll(20))
        };
        throw(&mut two, "attack b");
        let first = throw(&mut one, "attack a");
        assert_eq!(first, throw(&mut two, "attack a"));
        assert_ne!(first, throw(&mut one, "attack a"), "the second time it is other luck");
        let deck = |luck: &mut Keyed| [(); 8].map(|()| luck.draw(&[9, 9, 9], |k| k.to_string()));
        assert_eq!(deck(&mut one), deck(&mut two));
        assert_ne!(throw(&mut one, "c"), throw(&mut Keyed::new(8, 3), "c"));
    }
}
