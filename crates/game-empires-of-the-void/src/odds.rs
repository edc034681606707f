//! Exact odds where dice decide: diplomacy, infestation, what does not shoot back, obstacles.

use astrarium_core::{Odds, Redealt, Risk, Side, cited};

use crate::action::Action;
use crate::data::Obstacles;
use crate::piece::*;
use crate::state::{Mode, Move, State, Step, Turn};

/// More dice have more cases than a number holds; they are as good as sure.
const MOST_DICE: u32 = 12;

impl Risk for State {
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let seat = Colour::of(world.seat());
        let turn = world.turn().filter(|t| t.seat == seat)?;
        match (&turn.step, action) {
            (Step::Diplomacy { shown, .. }, Action::Roll) if shown.total() > 0 => {
                let need = world.data.diplomacy_target(shown.total()) - world.diplomacy_bonus(seat);
                let sides = || 1..=i16::from(DIE);
                let sums = sides().flat_map(|a| sides().flat_map(move |b| sides().map(move |c| a + b + c)));
                Some(Odds::new(sums.filter(|&s| s >= need).count() as u32, u32::from(DIE).pow(3)))
            }
            (Step::Choose, Action::Infest(_)) => {
                let n = &world.data.numbers;
                let need = if world.owns(seat, Tech::SporePods) { n.infest_on_spores } else { n.infest_on };
                Some(Odds::new(u32::from(DIE + 1 - need), u32::from(DIE)))
            }
            (Step::Choose | Step::Secondary, Action::Attack(at, target)) => world.roll_odds(turn, at, target),
            (Step::Move(going), Action::Step(to)) => world.way_odds(going, to),
            _ => None,
        }
    }
}

#[cited]
impl State {
    /// The chance to score enough hits against something that does not shoot back. Tactics and bombs may still change the dice, and
    /// Shooting Stars are decided later.
    fn roll_odds(&self, turn: &Turn, at: Space, target: Target) -> Option<Odds> {
        let fight = self.challenge(turn, at, target)?;
        let Mode::OneSided(need) = fight.mode else { return None };
        let fleet = &self.players[turn.seat].fleet;
        let mut cases = vec![0; usize::from(need) + 1]; // by hits
        cases[0] = 1;
        let mut thrown = 0;
        for kind in fleet.kinds(at) {
            let dice = u32::from(fleet.count(kind, at) * self.dice_of(turn, &fight, Side::Attacker, kind));
            thrown += dice;
            if kind == Kind::ShootingStar || thrown > MOST_DICE {
                return None;
            }
            let bonus = self.die_bonus(turn, &fight, Side::Attacker, kind);
            for _ in 0..dice {
                let mut more = vec![0; cases.len()];
                for (hits, number) in cases.iter().enumerate() {
                    for die in 1..=DIE {
                        let scored = usize::from(self.hits_of(kind, (die + bonus).min(DIE)));
                        more[(hits + scored).min(usize::from(need))] += number;
                    }
                }
                cases = more;
            }
        }
        Some(Odds::new(cases[usize::from(need)], u32::from(DIE).pow(thrown)))
    }

    /// Every ship comes through: a die for each and each obstacle (KU-069).
    fn way_odds(&self, going: &Move, to: Space) -> Option<Odds> {
        let rolled = self.rules().obstacles == Obstacles::Rolled;
        let rolls =
            |o: Obstacle| going.hulls.ships().filter(|&k| !self.ignores(going.owner, k, o, going.shift)).count();
        let dice: usize = self.meets(going, to).into_iter().flatten().map(rolls).sum();
        let dice = Some(dice as u32).filter(|n| rolled && (1..=MOST_DICE).contains(n))?;
        let survives = u32::from(DIE + 1 - self.data.numbers.obstacle_survives);
        Some(Odds::new(survives.pow(dice), u32::from(DIE).pow(dice)))
    }
}
