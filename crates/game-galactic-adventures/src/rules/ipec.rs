//! The peace coalition: its tokens, and when they are dealt anew (GA-086 to GA-094).

use astrarium_core::{Chance, Log, cited};

use crate::event::Event;
use crate::piece::Spaces;
use crate::state::State;

#[cited]
impl State {
    /// Due when no face-down token is IPEC-controlled (GA-086); captured moons' tokens count as shown (GA-092), a peek does
    /// not (GA-094); with no uncontrolled moon there is nothing to deal (GA-093).
    pub(crate) fn redistribution_due(&self) -> bool {
        !self.free.is_empty() && (self.ipec - self.ipec_public).is_empty()
    }

    /// New tokens face down on every uncontrolled moon (GA-087, GA-089, GA-090). Dice tokens stay as they are (GA-091).
    pub(crate) fn redistribute(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let each = *self.data.0.numbers.moons_per_ipec.get_ref();
        let tokens = self.free.len().div_ceil(each); // GA-088
        self.deal_ipec(tokens, chance);
        self.ipec_public = Spaces::EMPTY;
        self.players.0.iter_mut().for_each(|p| p.peeked_ipec = Spaces::EMPTY);
        log.push(|| Event::Redistributed { tokens, moons: self.free.len() });
    }

    /// Deals this many IPEC-controlled tokens evenly over the uncontrolled moons; all others are free.
    pub(crate) fn deal_ipec(&mut self, tokens: u8, chance: &mut impl Chance) {
        self.ipec = Spaces::EMPTY;
        for _ in 0..tokens {
            let left = self.free - self.ipec;
            let n = chance.pick(u32::from(left.len()), |i| left.nth(i).to_string());
            self.ipec.insert(left.nth(n));
        }
    }
}
