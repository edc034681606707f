//! What a round begins with: turn order and points (GA-032 to GA-036, GA-055 to GA-057, GA-072, GA-084).

use astrarium_core::{Log, cited};

use crate::event::Event;
use crate::piece::{COLOURS, Colour, MOON_SPACES, PLANET_SPACES, Spaces};
use crate::state::{Order, State};

#[cited]
impl State {
    /// Fewest territories first; on ties the player who went later last round goes earlier now (GA-055, GA-056).
    pub(crate) fn new_order(&self) -> Order {
        let mut colours = [Colour::Red; COLOURS];
        let mut len = 0;
        // Latest first, so that a stable sort by territories reverses ties.
        for &colour in self.order.as_slice().iter().rev() {
            if !self.players[colour].owned.is_empty() {
                colours[len] = colour;
                len += 1;
            }
        }
        let living = &mut colours[..len];
        for i in 1..living.len() {
            let mut k = i;
            while k > 0 && self.players[living[k]].owned.len() < self.players[living[k - 1]].owned.len() {
                living.swap(k, k - 1);
                k -= 1;
            }
        }
        Order::new(living)
    }

    /// Points to spend: income from what is controlled now (GA-032, GA-047), halved for an attack on an IPEC moon last
    /// round (GA-072, GA-074), then capped (GA-033, GA-084). New points each round (GA-036).
    pub(crate) fn new_budgets(&mut self, log: &mut impl Log<Event>) {
        let n = &self.data.0.numbers;
        for place in 0..self.order.as_slice().len() {
            let colour = self.order.as_slice()[place];
            let income = self.income(colour);
            let player = &mut self.players[colour];
            let total = if player.penalty { income / u16::from(*n.penalty_divisor.get_ref()) } else { income };
            let budget = total.min(u16::from(*n.budget_cap.get_ref())) as u8;
            let halved = std::mem::take(&mut player.penalty);
            (player.budget, player.left) = (budget, budget);
            log.push(|| Event::Income { colour, income, budget, halved });
        }
    }

    /// 3 points, 2 for each planet, 1 for each moon (GA-032, GA-034); allies bring nothing (GA-052).
    pub(crate) fn income(&self, colour: Colour) -> u16 {
        let income = &self.data.0.numbers.income;
        let owned = self.players[colour].owned;
        let of = |set: Spaces, each: u8| u16::from((owned & set).len()) * u16::from(each);
        u16::from(*income.base.get_ref())
            + of(MOON_SPACES, *income.moon.get_ref())
            + of(PLANET_SPACES, *income.planet.get_ref())
    }
}
