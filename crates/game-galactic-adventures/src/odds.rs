//! Exact odds of an attack, from what the attacker knows.

use astrarium_core::{Odds, Redealt, Risk};

use crate::action::Action;
use crate::piece::{Colour, Die, Mode, Space};
use crate::state::{Attack, Phase, State, Step, Turn};

/// A number that every product of sides divides, so that different dice share a denominator.
const COMMON: u32 = 120;

impl Risk for State {
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let Phase::Turn(turn) = &world.phase else { return None };
        let me = world.colour(world.seat()).filter(|&me| me == world.active(turn))?;
        let (from, to, mode) = match (action, turn.step) {
            (Action::Target(to), Step::Target { from }) if world.players[me].owned.has(from) => (from, to, Mode::Own),
            (Action::Mode(mode), Step::Mode { from, to }) => (from, to, mode),
            (Action::Target(to), Step::Target { from }) => (from, to, world.only_mode(turn, me, from, to)?),
            _ => return None,
        };
        world.attack_odds(me, &Attack { from, to, mode, kind: world.kind(from, to)? })
    }
}

impl State {
    /// The mode an ally's attack must have, if there is only one.
    pub(crate) fn only_mode(&self, turn: &Turn, me: Colour, from: Space, to: Space) -> Option<Mode> {
        let open = |mode: Mode| self.check_means(turn, me, from, to, mode).is_ok();
        match (open(Mode::AllyDie), open(Mode::AllyOwnMilitary)) {
            (true, false) => Some(Mode::AllyDie),
            (false, true) => Some(Mode::AllyOwnMilitary),
            _ => None,
        }
    }

    /// An unknown die counts as an even draw from the face-down dice the seat has not looked at. A defender who may defend as
    /// the other type is taken to do so.
    pub(crate) fn attack_odds(&self, me: Colour, attack: &Attack) -> Option<Odds> {
        let (attack_die, bonus) = self.attack_dice(me, attack);
        let as_other = self.may_defend_as_other(attack);
        let unknown = self.free.has(attack.to) && !self.knows_die(attack.to, Some(me));
        let dice: Vec<(Die, u32)> = if unknown {
            self.unseen_dice(Some(me)).into_iter().map(|(die, n)| (die, u32::from(n))).collect()
        } else {
            vec![(self.defense_dice(attack, as_other).0, 1)]
        };
        let defense = if unknown { 0 } else { self.defense_dice(attack, as_other).1 };
        let share = |die: Die| hits(attack_die, die, i32::from(bonus) - i32::from(defense)) * (COMMON / sides(die));
        let tokens: u32 = dice.iter().map(|&(_, n)| n).sum();
        let hits = dice.iter().map(|&(die, n)| n * share(die)).sum();
        (tokens > 0).then(|| Odds::new(hits, tokens * sides(attack_die) * COMMON))
    }
}

fn sides(die: Die) -> u32 {
    u32::from(die.sides())
}

/// How many of all pairs of rolls are hits.
fn hits(attack: Die, defense: Die, difference: i32) -> u32 {
    let beaten = |roll: u8| (i32::from(roll) + difference - 1).clamp(0, i32::from(defense.sides())) as u32;
    (1..=attack.sides()).map(beaten).sum()
}
