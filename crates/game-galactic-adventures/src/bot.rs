//! A cheap evaluation for bots: what a seat has, what it may still take this round, what it may lose.
//!
//! All in hundredths of a territory point. It reads the whole state, so it may only be called on redealt ones.

use astrarium_core::{BySeat, Judgement, Piece, Rating, Search, Seat, chances};

use crate::piece::{Colour, Die, Kind, Mode, PLANET_SPACES, Space, Spaces};
use crate::state::{Attack, Draft, Phase, State, Step, Turn};

/// Chances that an attack die beats a defense die, in 1024ths, by the attacker's bonus less the defender's plus 4.
static ODDS: [[[i32; 9]; 6]; 6] = odds();

const SIDES: [i32; 6] = [4, 6, 8, 10, 12, 20];

const fn odds() -> [[[i32; 9]; 6]; 6] {
    let mut table = [[[0; 9]; 6]; 6];
    let (mut a, mut d, mut k) = (0, 0, 0);
    while a < 6 {
        let (mut hits, mut roll) = (0, 1);
        while roll <= SIDES[a] {
            let beaten = roll + k as i32 - 4 - 1;
            hits += if beaten < 0 {
                0
            } else if beaten > SIDES[d] {
                SIDES[d]
            } else {
                beaten
            };
            roll += 1;
        }
        table[a][d][k] = hits * 1024 / (SIDES[a] * SIDES[d]);
        k += 1;
        if k == 9 {
            (k, d) = (0, d + 1);
        }
        if d == 6 {
            (d, a) = (0, a + 1);
        }
    }
    table
}

/// The knobs, found by letting bots play each other.
const POINT: i32 = 100;
const HIT_POINT: i32 = 14;
const PENALTY: i32 = 45;
const SPARE_POINT: i32 = 10;
const FROM_RIVAL: i32 = 25;
const CHIP: i32 = 35;
const THREAT: [i32; 6] = [60, 46, 36, 29, 24, 14];
/// The lead, in hundredths of a point, that doubles the chance to win; fitted on games between searching bots.
const DOUBLE: i32 = 192;

impl Judgement for State {
    const SEARCH: Search = Search {
        ratings: Some([
            Rating::new(670, 100),
            Rating::new(1000, 0),
            Rating::new(1175, 98),
            Rating::new(1381, 143),
            Rating::new(1486, 147),
        ]),
        ..Search::USUAL
    };

    /// Each seat's share of winning in millionths.
    fn evaluate(&self) -> BySeat<i32> {
        if let Phase::Over(end) = self.phase {
            return self.standing(end).shares();
        }
        let seats = Seat::first(self.options.players.into());
        if self.phase == Phase::Colours {
            return chances(seats.map(|seat| (seat, 0)), DOUBLE);
        }
        let mut strengths = [None; 4];
        for (i, colour) in self.colours().enumerate().filter(|(_, c)| self.players[*c].out == 0) {
            strengths[i] = Some(self.strength(colour));
        }
        chances(seats.filter_map(|seat| Some((seat, strengths[seat.index()]?))), DOUBLE)
    }
}

impl State {
    fn strength(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let planets = (player.owned & PLANET_SPACES).iter().filter_map(|p| p.planet_colour());
        let hits: i32 = planets.map(|c| i32::from(self.hits[c])).sum();
        let penalty = if player.penalty { PENALTY } else { 0 };
        i32::from(self.territory_points(me)) * POINT + hits * HIT_POINT - penalty
            + self.research_worth(me)
            + self.pending(me)
    }

    fn research_worth(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let p = &player.powers;
        let left = if self.phase == Phase::Research { i32::from(player.left) * 14 } else { 0 };
        let on = |power: bool, worth: i32| if power { worth } else { 0 };
        let [infantry, beam] = p.defense.map(i32::from);
        i32::from(p.attack[0]) * 50
            + i32::from(p.attack[1]) * 38
            + i32::from(p.extra[0]) * 85
            + i32::from(p.extra[1]) * 60
            + infantry * 24
            + beam * 22
            + i32::from(p.ally_limit) * 12
            + on(p.either_defense && infantry != beam, 14)
            + on(p.outer_reach, 4)
            + on(p.own_military, 16)
            + on(p.ipec_immunity, 10)
            + left
    }

    /// What this round may still bring and cost.
    fn pending(&self, me: Colour) -> i32 {
        match &self.phase {
            Phase::Allocation => self.allocation_worth(me),
            Phase::Turn(turn) => self.turn_worth(turn, me),
            _ => 0,
        }
    }

    fn allocation_worth(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let turn = Turn::new(0);
        let spare = i32::from(player.left) * SPARE_POINT;
        let attack = if player.attack.is_some() { self.own_worth(&turn, me) } else { 0 };
        let bids: i32 = player.bids.iter().map(|(moon, points)| self.bid_worth(me, moon, points)).sum();
        let funding = match player.draft {
            Draft::Points(moon) => self.bid_worth(me, moon, 1),
            _ => 0,
        };
        spare + attack + bids + funding - self.threat(me)
    }

    /// What an ally would take, times the chance to get it.
    fn bid_worth(&self, me: Colour, moon: Space, points: u8) -> i32 {
        let rivals = self.alive().filter(|&c| c != me && self.in_reach(c).has(moon)).count() as i32;
        let points = i32::from(points);
        self.best_from(&Turn::new(0), me, moon, Mode::AllyDie) * points / (points + rivals)
    }

    /// The seat's own turn if it is now or still to come, less what others may still take.
    fn turn_worth(&self, turn: &Turn, me: Colour) -> i32 {
        let place = self.order.place(me).unwrap_or(0) as u8;
        if place < turn.place {
            return -self.threat(me) * i32::from(self.order.as_slice().len() as u8 - turn.place) / 4;
        }
        let ahead = -self.threat(me) / 2;
        if place > turn.place {
            return ahead + self.own_worth(&Turn::new(place), me) + self.ally_worth(&Turn::new(place), me);
        }
        ahead
            + match turn.step {
                Step::Source => self.own_worth(turn, me) + self.ally_worth(turn, me),
                Step::Target { from } if self.players[me].owned.has(from) => {
                    let best = self.best_from(turn, me, from, Mode::Own);
                    best + self.own_worth_after(turn, me) + self.ally_worth(turn, me)
                }
                Step::Target { from } => {
                    let rest = Turn { used: turn.used | Spaces::of(from), ..*turn };
                    self.best_from(turn, me, from, Mode::AllyDie)
                        + self.own_worth(turn, me)
                        + self.ally_worth(&rest, me)
                }
                Step::Mode { from, to } => self.gain(me, &self.attack_of(from, to, Mode::AllyDie), None),
                Step::Defend(attack) => {
                    self.gain(me, &attack, None) + self.own_worth(turn, me) + self.ally_worth(turn, me)
                }
            }
    }

    /// The best own attacks that are left, each a little less sure than the one before.
    fn own_worth(&self, turn: &Turn, me: Colour) -> i32 {
        let player = &self.players[me];
        let left =
            1 + i32::from(player.powers.extra[0] + player.powers.extra[1]) - i32::from(turn.made[0] + turn.made[1]);
        let best = player.owned.iter().map(|from| self.best_from(turn, me, from, Mode::Own)).max().unwrap_or(0);
        match left {
            ..=0 => 0,
            1 => best,
            2 => best * 7 / 4,
            _ => best * 10 / 4,
        }
    }

    /// The same with one attack less.
    fn own_worth_after(&self, turn: &Turn, me: Colour) -> i32 {
        let extra = self.players[me].powers.extra;
        let left = 1 + i32::from(extra[0] + extra[1]) - i32::from(turn.made[0] + turn.made[1]) - 1;
        if left <= 0 { 0 } else { self.own_worth(turn, me) * 3 / 7 }
    }

    fn ally_worth(&self, turn: &Turn, me: Colour) -> i32 {
        let allies = self.players[me].allies - turn.used;
        allies.iter().map(|from| self.best_from(turn, me, from, Mode::AllyDie)).sum()
    }

    fn best_from(&self, turn: &Turn, me: Colour, from: Space, mode: Mode) -> i32 {
        let player = &self.players[me];
        let last = self.last_territories();
        let may = |kind| mode != Mode::Own || turn.may(player, kind);
        let near = if may(Kind::Infantry) { self.near(from) } else { Spaces::EMPTY };
        let beams = if may(Kind::Beam) { self.beams(from) } else { Spaces::EMPTY };
        let barred = if mode == Mode::AllyDie { near & last } else { Spaces::EMPTY } | (beams & last);
        let targets = (near | beams) - player.owned - player.allies - barred;
        targets.iter().map(|to| self.gain(me, &self.attack_of(from, to, mode), None)).max().unwrap_or(0).max(0)
    }

    fn attack_of(&self, from: Space, to: Space, mode: Mode) -> Attack {
        Attack { from, to, mode, kind: self.kind(from, to).expect("linked") }
    }

    /// What an attack is worth before its dice.
    fn gain(&self, me: Colour, attack: &Attack, die: Option<Die>) -> i32 {
        let player = &self.players[me];
        let (attack_die, bonus) = match (attack.mode, die.or(player.attack)) {
            (Mode::AllyDie, _) => (self.dice[attack.from.index()], 0),
            (_, Some(die)) => (die, player.powers.attack[attack.kind.index()]),
            (_, None) => return 0,
        };
        let owner = self.owner(attack.to);
        let (defense_die, defense) = match owner {
            None => (self.dice[attack.to.index()], 0),
            Some(owner) => {
                let other = &self.players[owner];
                (other.defense.unwrap_or(Die::D6), other.powers.defense[attack.kind.index()])
            }
        };
        let difference = (i32::from(bonus) - i32::from(defense)).clamp(-4, 4) + 4;
        let chance = ODDS[attack_die.index()][defense_die.index()][difference as usize];
        let prize = match attack.to.planet_colour() {
            Some(planet) if self.hits[planet] > 1 => CHIP,
            Some(_) => 2 * POINT + FROM_RIVAL,
            None if owner.is_some() => POINT + FROM_RIVAL,
            None => POINT,
        };
        let punished = self.ipec.has(attack.to) && !player.penalty && !player.powers.ipec_immunity;
        prize * chance / 1024 - if punished { PENALTY } else { 0 }
    }

    /// What the others may take, by the defense die and how many of them reach this seat.
    fn threat(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let outer = !(player.owned & self.data.outer).is_empty();
        let mut reached = 0;
        for other in self.alive().filter(|&c| c != me) {
            let owned = self.players[other].owned;
            let beams = outer && !(owned & self.data.outer).is_empty();
            let near = player.owned.iter().any(|s| !(self.near(s) & owned).is_empty());
            reached += i32::from(beams || near);
        }
        let [infantry, beam] = player.powers.defense.map(i32::from);
        let bare = THREAT[player.defense.unwrap_or(Die::D4).index()] - 6 * (infantry + beam);
        bare.max(6) * reached / 2
    }
}
