//! Stances, dice, hits.

use astrarium_core::{Chance, Log, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{ByColour, Colour, Stance};
use crate::state::{Phase, State};

#[cited]
impl State {
    pub(crate) fn stance_actions(&self, out: &mut Vec<Action>) {
        out.extend(Stance::ALL.iter().map(|&stance| Action::Take(stance)));
    }

    pub(crate) fn check_stance(&self, me: Colour) -> Check {
        require!(self.players[me].stance.is_none(), Illegal::Chosen); // DD-002
        Ok(())
    }

    /// The second stance opens both: that is the round.
    pub(crate) fn take_stance(
        &mut self,
        me: Colour,
        Action::Take(stance): Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.players[me].stance = Some(stance);
        log.push(|| Event::Chosen(me, stance));
        if let (Some(red), Some(blue)) = (self.players[Colour::Red].stance, self.players[Colour::Blue].stance) {
            self.fight(ByColour::new([red, blue]), chance, log);
        }
    }

    fn fight(&mut self, stances: ByColour<Stance>, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let dice = ByColour::from_fn(|_| chance.roll(self.data.numbers.die)); // DD-003
        let total = |c: Colour| dice[c] + self.bonus(c, stances[c]);
        let hit = ByColour::from_fn(|c| stances[c] == Stance::Strike && total(c) > total(c.other())); // DD-004
        for &colour in Colour::ALL {
            let bonus = self.bonus(colour, stances[colour]);
            log.push(|| Event::Rolled(colour, stances[colour], dice[colour], bonus));
        }
        for &colour in Colour::ALL {
            let player = &mut self.players[colour];
            player.stance = None;
            player.bead = stances[colour] == Stance::Aim || player.bead && stances[colour] != Stance::Strike; // DD-006
            if hit[colour.other()] {
                player.hearts -= 1;
                log.push(|| Event::Hit(colour));
            }
        }
        if self.beaten() || self.round == self.data.numbers.rounds {
            self.phase = Phase::Over; // DD-007
            log.push(|| Event::Ended);
        } else {
            self.round += 1;
        }
    }

    pub(crate) fn beaten(&self) -> bool {
        self.players.0.iter().any(|player| player.hearts == 0)
    }
}
