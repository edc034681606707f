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
            (Step::Choose, Action::Diplomacy(planet)) => Some(world.diplomacy_odds(seat, planet, 1)),
            (Step::Diplomacy { planet, shown }, Action::Show(_)) => {
                Some(world.diplomacy_odds(seat, *planet, shown.total() + 1))
            }
            (Step::Diplomacy { shown, .. }, Action::Roll) if shown.total() > 0 => {
                let cards = shown.total();
                Some(world.sum_odds(seat, cards, cards))
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
    /// With this many cards shown, the last of them from the hand; at most with every card of the hand that fits.
    fn diplomacy_odds(&self, seat: Colour, planet: Space, cards: u8) -> Odds {
        let hand = self.players[seat].hand.of_type(self.data.planet(planet).temperament); // EV-141
        self.sum_odds(seat, cards, cards + hand - 1)
    }

    /// Three dice reach what this many cards need (EV-142); at most with more cards, and with all ambassadors and credits that may be
    /// added to the dice.
    fn sum_odds(&self, seat: Colour, cards: u8, most: u8) -> Odds {
        let sides = || 1..=i16::from(DIE);
        let sums = || sides().flat_map(|a| sides().flat_map(move |b| sides().map(move |c| a + b + c)));
        let hits = |cards: u8, added: i16| {
            let need = self.data.diplomacy_target(cards) - self.diplomacy_bonus(seat) - added;
            sums().filter(|&sum| sum >= need).count() as u32
        };
        let (ambassadors, credits) = self.diplomacy_purse(seat);
        let added = i16::from(ambassadors).saturating_add_unsigned(credits);
        Odds::raised(hits(cards, 0), hits(most, added), u32::from(DIE).pow(3))
    }

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
