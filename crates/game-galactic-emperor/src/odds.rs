//! Exact odds of a battle, from what lies open.
//!
//! The battle is fought to the end, with the technologies that are ready and nobody sabotaged, no die turned, and as if no cap of
//! rounds came near. Owners let fresh dreadnoughts take hits first, then lose fighters, cruisers, dreadnoughts and the token;
//! the Warlord names the ship that fires first. So each side falls along one line, and the state of a battle is how many hits
//! each side has taken.

use astrarium_core::{BySide, Odds, Redealt, Risk, Seat, Side, Silent};

use crate::action::Action;
use crate::data::{COMBAT_PHASES, MOST_DICE};
use crate::piece::{SHIPS, Space, Tech, Unit};
use crate::state::{Battle, Campaign, Fire, Phase, Stage, State, Warlord};

/// Chances are whole numbers out of this; a product of two fits.
const ONE: u64 = 1 << 31;
/// What they are told in.
const TOLD: u32 = 10_000;
const PHASES: usize = COMBAT_PHASES as usize;
/// No side takes more hits: every ship twice, a Starbase twice, shields once.
const MOST_HITS: usize = 2 * SHIPS + 2 + 1;

/// The chance of each number of hits, of dice that are thrown together.
type Spread = [u64; MOST_DICE + 1];

/// A side of a battle: how many hits it takes, and what it fires in each phase after each of them.
struct Line {
    hits: usize,
    fire: [[Spread; PHASES]; MOST_HITS],
}

impl Risk for State {
    /// Whether the attack that the sentence begins, or goes on with, is won; whether a Saboteur is caught.
    fn odds(world: &Redealt<State>, action: Action) -> Option<Odds> {
        let seat = world.seat();
        if action == Action::AttemptCatch {
            let numbers = &world.data.numbers;
            return Some(Odds::new(u32::from(numbers.die_sides + 1 - numbers.catch_on), u32::from(numbers.die_sides)));
        }
        let Phase::Warlord(warlord) = &world.phase else { return None };
        let (mut state, mut warlord) = (**world, *warlord);
        let at = match (action, warlord.step) {
            (Action::Step(ship, to), Campaign::Move) => {
                state.players[seat].fleet.set(ship, Some(to));
                to
            }
            (Action::Warp(ship, to), Campaign::Move) => {
                state.players[seat].fleet.set(ship, Some(to));
                warlord.warped.insert(ship);
                to
            }
            (Action::PickBattle(at), Campaign::Battles) => at,
            (Action::Continue, Campaign::Fight(battle)) if battle.stage == Stage::Retreat => {
                return Some(told(world.victory(&battle)));
            }
            _ => return None,
        };
        let battle = state.battle_at(&warlord, seat, at)?;
        warlord.step = Campaign::Fight(battle);
        state.phase = Phase::Warlord(warlord);
        Some(told(state.victory(&battle)))
    }
}

impl State {
    /// The battle that the seat would fight there, with every technology that works.
    fn battle_at(&self, warlord: &Warlord, seat: Seat, at: Space) -> Option<Battle> {
        let foe = self.foe(seat, at)?;
        let mut battle = Battle::new(Some(at), BySide([seat, foe]), BySide([true, self.players[foe].fleet.any(at)]));
        battle.plasma = self.ready(seat, Tech::PlasmaWeapons);
        battle.ion = self.ready(foe, Tech::IonCannons);
        let warps = self.side_ships(&battle, Side::Attacker).meets(warlord.warped);
        battle.fire = if warps { Fire::Free } else { Fire::Phase(0) };
        Some(battle)
    }

    /// The chance that the attacker is left and the defender is not; the state is in this battle, with no hit to take.
    fn victory(&self, battle: &Battle) -> u64 {
        let lines = BySide::from_fn(|side| self.line(battle, side));
        let outcomes = solve(&lines);
        if battle.fire != Fire::Free {
            return outcomes[0][0];
        }
        let free = self.spread(battle, Side::Attacker, Fire::Free);
        let last = lines[Side::Defender].hits;
        (0..).zip(free).map(|(hits, chance)| share(chance, outcomes[0][last.min(hits)])).sum()
    }

    /// A side from now to its end, by doing to a copy what its owner would.
    fn line(&self, battle: &Battle, side: Side) -> Line {
        let mut state = *self;
        let mut line = Line { hits: 0, fire: [[[0; MOST_DICE + 1]; PHASES]; MOST_HITS] };
        let seat = battle.sides[side];
        let mut shields = battle.shields[side] && self.ready(seat, Tech::ShieldGenerators);
        *state.battle_mut() = *battle;
        while let Some(unit) = state.next_to_fall(side) {
            let battle = *state.battle();
            line.fire[line.hits] =
                std::array::from_fn(|phase| state.spread(&battle, side, Fire::Phase(phase as u8 + 1)));
            line.hits += 1;
            if !std::mem::take(&mut shields) {
                state.hit(side, unit, &mut Silent);
            }
        }
        line
    }

    fn next_to_fall(&self, side: Side) -> Option<Unit> {
        let battle = self.battle();
        let ships = self.side_ships(battle, side);
        let whole = ships - battle.damaged[side];
        let sturdy = whole.iter().find(|s| self.data.unit(s.kind()).hit_points > 1);
        sturdy.or(ships.first()).map(Unit::Ship).or_else(|| self.token(battle, side))
    }

    /// What the dice of one side bring in a phase, or in the free attack.
    fn spread(&self, battle: &Battle, side: Side, fire: Fire) -> Spread {
        let mut battle = Battle { fire, round: 1, ..*battle };
        let ships = self.side_ships(&battle, Side::Attacker);
        let able = if fire == Fire::Free { ships & self.warped() } else { ships };
        battle.named = able.last().filter(|_| battle.sides[Side::Attacker] == self.chooser);
        let volley = self.volley(&battle);
        let sides = u64::from(self.data.numbers.die_sides);
        let mut spread = [0; MOST_DICE + 1];
        spread[0] = ONE;
        for gun in volley.guns[..usize::from(volley.len)].iter().filter(|gun| gun.side == side) {
            let hit = sides + 1 - u64::from(gun.on);
            for hits in (0..spread.len()).rev() {
                let before = if hits > 0 { spread[hits - 1] } else { 0 };
                spread[hits] = (before * hit + spread[hits] * (sides - hit)) / sides;
            }
        }
        spread
    }
}

fn told(chance: u64) -> Odds {
    Odds::new(((chance * u64::from(TOLD) + ONE / 2) / ONE) as u32, TOLD)
}

fn share(chance: u64, of: u64) -> u64 {
    chance * of / ONE
}

/// The attacker's chance after each number of hits on both sides, before a combat round. A phase leads to the next one with more
/// hits, or with none; a round without any hit leads to itself, so its chance is a quotient.
fn solve(BySide([attacker, defender]): &BySide<Line>) -> [[u64; MOST_HITS + 1]; MOST_HITS + 1] {
    let mut value = [[[0; MOST_HITS + 1]; MOST_HITS + 1]; PHASES];
    for phase in &mut value {
        phase[..attacker.hits].iter_mut().for_each(|row| row[defender.hits] = ONE);
    }
    for a in (0..attacker.hits).rev() {
        for d in (0..defender.hits).rev() {
            let (mut some, mut none) = ([0; PHASES], [0; PHASES]);
            for phase in 0..PHASES {
                let (ours, theirs) = (&attacker.fire[a][phase], &defender.fire[d][phase]);
                let next = &value[(phase + 1) % PHASES];
                none[phase] = share(ours[0], theirs[0]);
                some[phase] =
                    chance_of_hits(ours, theirs, |x, y| next[attacker.hits.min(a + y)][defender.hits.min(d + x)]);
            }
            let still = none.iter().fold(ONE, |all, &q| share(all, q));
            let moved = some.iter().zip(none).rev().fold(0, |rest, (&c, q)| c + share(q, rest));
            let mut later = moved * ONE / (ONE - still);
            value[0][a][d] = later;
            for phase in (1..PHASES).rev() {
                later = some[phase] + share(none[phase], later);
                value[phase][a][d] = later;
            }
        }
    }
    value[0]
}

/// What it is worth that somebody hits: `x` hits of ours, `y` of theirs.
fn chance_of_hits(ours: &Spread, theirs: &Spread, worth: impl Fn(usize, usize) -> u64) -> u64 {
    let thrown = |spread: &Spread| spread.iter().rposition(|&c| c > 0).unwrap_or(0);
    let pairs = (0..=thrown(ours)).flat_map(|x| (0..=thrown(theirs)).map(move |y| (x, y)));
    pairs.filter(|&pair| pair != (0, 0)).map(|(x, y)| share(share(ours[x], theirs[y]), worth(x, y))).sum()
}
