//! A cheap evaluation: each seat's share of winning, at a glance.

use astrarium_core::{BySeat, Piece, Set};

use crate::piece::*;
use crate::state::{Phase, State, Step};

/// The knobs, in hundredths of a victory point.
const POINT: i32 = 100;
const CREDIT: i32 = 11;
const SHIP: i32 = 12;
const TECH: i32 = 14;
const CARD: i32 = 16;
const ACTION: i32 = 7;
const TOKEN: i32 = 14;
const INFLUENCE: i32 = 20;
/// What a ship is worth by its steps from a planet worth taking.
const RING: [i32; 4] = [46, 30, 20, 12];
const FAR: i32 = 3;
/// Chances of diplomacy with so many cards, in hundredths.
const DIPLOMACY: [i32; 5] = [0, 2, 26, 84, 99];
/// How much strength doubles the chance to win.
const DOUBLES: i32 = 500;

impl State {
    /// Each seat's share of winning in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut shares = BySeat::default();
        if self.over() {
            let winners = self.standing().winners();
            winners.iter().for_each(|s| shares[s] = 1000 / winners.len() as i32);
            return shares;
        }
        let n = self.order.len() as i32;
        if self.round == 0 {
            self.seats().for_each(|c| shares[c.seat()] = 1000 / n);
            return shares;
        }
        let rings = self.rings();
        let mut strength = [0; SEATS];
        self.seats().for_each(|c| strength[c.index()] = self.strength(c, &rings));
        let mean = strength.iter().sum::<i32>() / n;
        let mut weights = [0; SEATS];
        self.seats().for_each(|c| weights[c.index()] = exp2(strength[c.index()] - mean));
        let sum: i64 = weights.iter().sum();
        self.seats().for_each(|c| shares[c.seat()] = (weights[c.index()] * 1000 / sum.max(1)) as i32);
        shares
    }

    /// Spaces by their distance from a world that can be won without a battle.
    fn rings(&self) -> [Spaces; 4] {
        let held = |w: Space| self.controller(w).is_some_and(|c| self.players[c].fleet.any(w));
        let worlds = (self.planets() | (self.board & HOMES)) - self.distress - self.guards[0] - self.guards[1];
        let mut rings = [Spaces::EMPTY; 4];
        rings[0] = worlds.iter().filter(|&w| !held(w)).collect();
        let mut seen = rings[0];
        for i in 1..rings.len() {
            rings[i] = rings[i - 1].iter().fold(Spaces::EMPTY, |all, s| all | self.lines(s)) - seen;
            seen |= rings[i];
        }
        rings
    }

    /// Scorings still to come.
    fn scorings(&self) -> i32 {
        (self.drawn..self.drawn + 14).filter(|&d| self.score_card(d).is_some()).count() as i32
    }

    fn rounds_left(&self) -> i32 {
        let rounds: u8 = self.rules().deck(self.options.players).iter().sum();
        i32::from(rounds + 2).saturating_sub(i32::from(self.round)).max(0)
    }

    fn strength(&self, me: Colour, rings: &[Spaces; 4]) -> i32 {
        let player = &self.players[me];
        let scorings = self.scorings();
        let lasting = i32::from(self.planet_points(me)) + i32::from(self.technology_points(me));
        let pays = i32::from(self.income(me)) * self.rounds_left().min(5) * CREDIT / 2;
        let tokens = i32::from(player.ambassadors + player.bombs) * TOKEN;
        let purse = i32::from(self.purse(me));
        let credits = purse.min(12) * CREDIT + (purse - 12).max(0) * CREDIT / 3;
        i32::from(player.vp) * POINT
            + lasting * scorings * POINT * 3 / 4
            + i32::from(self.influence(me)) * scorings * INFLUENCE
            + pays
            + credits
            + tokens
            + self.ships_worth(me, rings)
            + self.techs_worth(me)
            + self.cards_worth(me)
            + self.turn_worth(me)
            - i32::from(self.offer.is_some_and(|o| o.from == me)) * ACTION
            + player.bay.map_or(0, |k| i32::from(self.data.ship(k).cost) * SHIP / 2)
    }

    /// Ships by cost and by where they are: on the way to something.
    fn ships_worth(&self, me: Colour, rings: &[Spaces; 4]) -> i32 {
        let player = &self.players[me];
        let mine = self.controlled(me);
        let orders = &player.orders;
        let mut worth = 0;
        for &kind in Kind::ALL {
            let row = self.data.ship(kind);
            let ordered =
                orders.home.0[kind.index()] + orders.yards.0[kind.index()] + u8::from(orders.port == Some(kind));
            let cost = i32::from(row.cost);
            worth += i32::from(ordered) * (cost * SHIP + FAR);
            let force = i32::from(*row.dice.get_ref()) * (7 - i32::from(*row.attack.get_ref())) + 1;
            for at in player.fleet.spaces(kind) {
                let number = i32::from(player.fleet.count(kind, at));
                let ring = rings.iter().position(|r| r.has(at)).map_or(FAR, |i| RING[i]);
                let place = if mine.has(at) { FAR } else { ring };
                worth += number * (cost * SHIP - if kind == Kind::DamagedMoth { SHIP } else { 0 });
                worth += (number.min(3) * force).min(6) * place / 3;
            }
        }
        worth
    }

    fn techs_worth(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let ordered = player.orders.research.map_or(Set::EMPTY, Set::of);
        let all = (player.techs | ordered).iter().filter_map(|t| self.data.0.tech(self.edition, t).map(|row| (t, row)));
        let worth = |(tech, row): (Tech, &crate::data::TechData)| {
            let ships = matches!(tech, Tech::Centipede | Tech::Starcruiser);
            i32::from(row.cost) * TECH + if ships { 3 * TECH } else { 0 }
        };
        let printed =
            ordered.iter().filter_map(|t| self.data.0.tech(self.edition, t)).map(|t| i32::from(t.points)).sum::<i32>();
        all.map(worth).sum::<i32>() + printed * self.scorings() * POINT * 3 / 4
    }

    /// Cards, and the best diplomacy they promise.
    fn cards_worth(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let (mut shown, mut rolled) = (Cards::default(), None);
        if let Some(turn) = self.turn().filter(|t| t.seat == me) {
            match turn.step {
                Step::Diplomacy { planet, shown: cards } => {
                    shown = cards;
                    rolled = Some((
                        planet,
                        DIPLOMACY[usize::from(
                            (cards.total() + player.hand.of_type(self.data.planet(planet).temperament)).min(4),
                        )],
                    ));
                }
                Step::Verdict { planet, shown: cards, total, .. } => {
                    let need = i32::from(self.diplomacy_target(cards.total()) - total);
                    shown = cards;
                    rolled = Some((planet, if need <= 0 { 100 } else { (20 - 6 * need).max(0) }));
                }
                _ => {}
            }
        }
        let held = i32::from(player.hand.total()) + i32::from(shown.total());
        let neutral = self.planets().iter().filter(|&p| self.is_neutral(p) && self.ally(p).is_none());
        let hopes = neutral.map(|p| {
            let cards = player.hand.of_type(self.data.planet(p).temperament).min(4);
            let near = if player.fleet.count(Kind::Diplomat, p) > 0 { 4 } else { 1 };
            DIPLOMACY[usize::from(cards)] * near / 8
        });
        let hope = hopes.max().unwrap_or(0);
        let prize = |planet: Space| {
            let row = self.data.planet(planet);
            i32::from(row.points) * self.scorings() * POINT * 3 / 4
                + i32::from(row.influence) * self.scorings() * INFLUENCE
                + 60
        };
        held * CARD + rolled.map_or(hope, |(planet, chance)| prize(planet) * chance / 100)
    }

    /// Actions left, and what a running decision promises.
    fn turn_worth(&self, me: Colour) -> i32 {
        let Phase::Turn(turn) = &self.phase else { return 0 };
        if turn.seat != me {
            return 0;
        }
        let step = match turn.step {
            // Its action is spent with the first step.
            Step::Move(going) => i32::from(going.left) * 2 + if going.stepped { 0 } else { RING[0] / 4 },
            Step::Rush { left } => i32::from(left) * 2,
            Step::Secondary => ACTION,
            _ => 0,
        };
        i32::from(turn.actions) * ACTION + step + i32::from(self.income(me)) * CREDIT
    }
}

/// 2 to the power of strength, times 1024, with straight lines between whole powers.
fn exp2(x: i32) -> i64 {
    let x = x.clamp(-8 * DOUBLES, 16 * DOUBLES);
    let (whole, part) = (x.div_euclid(DOUBLES), x.rem_euclid(DOUBLES));
    let base = if whole >= 0 { 1024i64 << whole } else { 1024 >> -whole };
    base + base * i64::from(part) / i64::from(DOUBLES)
}
