//! Ally determination: who gets a moon for this round, and sees its tokens (GA-048 to GA-054).

use astrarium_core::{Log, Piece, cited};

use crate::event::Event;
use crate::piece::Space;
use crate::state::State;

#[cited]
impl State {
    /// All allocations are shown (GA-046), then each moon goes to its strict top bidder (GA-048).
    pub(crate) fn determine_allies(&mut self, log: &mut impl Log<Event>) {
        log.reveal();
        for colour in self.order.as_slice().iter().copied() {
            let player = &self.players[colour];
            let (attack, defense) = (player.attack, player.defense);
            log.push(|| Event::Allocated { colour, attack, defense, bids: player.bids, budget: player.budget });
        }
        for moon in self.free.iter() {
            self.determine_ally(moon, log);
        }
    }

    fn determine_ally(&mut self, moon: Space, log: &mut impl Log<Event>) {
        let (mut top, mut best, mut tied) = (None, 0, false);
        for &colour in self.order.as_slice() {
            let bid = self.players[colour].bids.iter().find(|&(m, _)| m == moon).map_or(0, |(_, points)| points);
            if bid > best {
                (top, best, tied) = (Some(colour), bid, false);
            } else if bid > 0 && bid == best {
                tied = true;
            }
        }
        match top {
            None => {}
            Some(_) if tied => log.push(|| Event::AllyTied { moon }), // GA-049: nobody, nor any third
            Some(colour) => {
                let player = &mut self.players[colour];
                player.allies.insert(moon); // GA-050
                log.push(|| Event::Allied { colour, moon });
                // GA-051, GA-094: a look of one's own, which shows the others nothing; the seat remembers it (GA-054).
                if !self.dice_public.has(moon) {
                    player.peeked_dice.insert(moon);
                }
                if !self.ipec_public.has(moon) {
                    player.peeked_ipec.insert(moon);
                }
                let (die, ipec) = (self.dice[moon.index()], self.ipec.has(moon));
                log.push(|| Event::Peeked { colour, moon, die, ipec });
            }
        }
    }

    /// Alliances end with the round (GA-053).
    pub(crate) fn dissolve_alliances(&mut self) {
        self.players.0.iter_mut().for_each(|p| p.allies = Default::default());
    }
}
