//! Casualties: shields, and owners who choose what is hit (GE-111, GE-128 to GE-133, GE-172).

use astrarium_core::{Chance, Log, Side, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Ship, Tech, Unit};
use crate::state::{Battle, Stage, State};

#[cited]
impl State {
    pub(crate) fn hit_actions(&self, battle: &Battle, side: Side, out: &mut Vec<Action>) {
        let ships = self.side_ships(battle, side);
        let first = |&s: &Ship| self.stand_in(battle, side, s).is_none();
        out.extend(ships.iter().filter(first).map(|s| Action::AssignHit(Unit::Ship(s))));
        match self.token(battle, side) {
            Some(Unit::Starbase) => out.push(Action::AssignHit(Unit::Starbase)), // GE-129: a Starbase may take hits before ships
            Some(Unit::Empire) if ships.is_empty() => out.push(Action::AssignHit(Unit::Empire)),
            _ => {}
        }
    }

    pub(crate) fn check_hit(&self, battle: &Battle, side: Side, unit: Unit) -> Check {
        let ships = self.side_ships(battle, side);
        if let Unit::Ship(ship) = unit {
            require!(ships.has(ship), Illegal::NotInBattle(ship)); // GE-128
            let twin = self.stand_in(battle, side, ship);
            return twin.map_or(Ok(()), |twin| Err(Illegal::SameShip(ship, twin))); // GE-128
        }
        require!(self.token(battle, side) == Some(unit), Illegal::NoSuchToken); // GE-128
        require!(unit == Unit::Starbase || ships.is_empty(), Illegal::ShipsFirst); // GE-129
        Ok(())
    }

    /// The first hit on a side that began with ships is cancelled, once a battle (GE-172).
    pub(crate) fn raise_shields(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let due = |&side: &Side| {
            let ready = self.ready(battle.sides[side], Tech::ShieldGenerators);
            ready && battle.shields[side] && battle.hits[side] > 0
        };
        match Side::BOTH.into_iter().find(due) {
            None => self.take_hits(chance, log),
            Some(_) if battle.at.is_none() => self.shields_declared(true, chance, log), // GE-192
            Some(side) => {
                self.battle_mut().stage = Stage::Shields;
                self.offer(battle.sides[side], Tech::ShieldGenerators, chance, log);
            }
        }
    }

    pub(crate) fn shields_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let owner = self.holder(Tech::ShieldGenerators).expect("only an owner declares");
        let cancelled = self.data.numbers.shield_hits;
        let battle = self.battle_mut();
        let side = if battle.sides[Side::Defender] == owner { Side::Defender } else { Side::Attacker };
        battle.shields[side] = false;
        if works {
            battle.hits[side] -= cancelled;
            log.push(|| Event::Shielded { seat: owner });
        }
        self.take_hits(chance, log);
    }

    /// Owners choose what is hit (GE-111, GE-128), the defender first, in the last battle the lower seat; if all must die, nobody
    /// is asked.
    pub(crate) fn take_hits(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let first = if self.battle().at.is_none() { Side::Attacker } else { Side::Defender };
        for side in [first, first.other()] {
            let battle = *self.battle();
            let hits = battle.hits[side];
            match hits {
                0 => {}
                hits if hits >= self.hit_points(&battle, side) => self.destroy(side, log),
                _ if self.is_dukedom(battle.sides[side]) => self.dukedom_hits(side, log),
                _ => {
                    self.battle_mut().stage = Stage::Assign(side);
                    return;
                }
            }
        }
        self.end_volley(chance, log);
    }

    /// All that a side can still take (GE-130 to GE-132).
    fn hit_points(&self, battle: &Battle, side: Side) -> u8 {
        let damaged = battle.damaged[side];
        let ships = self.side_ships(battle, side).iter();
        let hulls: u8 = ships.map(|s| self.data.unit(s.kind()).hit_points - u8::from(damaged.has(s))).sum();
        let token = match self.token(battle, side) {
            Some(Unit::Starbase) => 1 + 1, // first an Empire, then nothing
            Some(_) => 1,
            None => 0,
        };
        hulls + token
    }

    fn destroy(&mut self, side: Side, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        for ship in self.side_ships(&battle, side).iter() {
            let whole = self.data.unit(ship.kind()).hit_points > 1;
            if whole && !self.battle().damaged[side].has(ship) {
                self.hit(side, Unit::Ship(ship), log);
            }
            self.hit(side, Unit::Ship(ship), log);
        }
        while let Some(token) = self.token(&battle, side) {
            self.hit(side, token, log);
        }
        self.battle_mut().hits[side] = 0; // surplus hits vanish
    }

    /// One hit on one unit; casualties go back to their owner (GE-133).
    pub(crate) fn hit(&mut self, side: Side, unit: Unit, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let seat = battle.sides[side];
        let (player, fight) = (&mut self.players[seat], battle.at);
        log.push(|| Event::Hit { seat, unit });
        match unit {
            Unit::Ship(ship) if self.data.0.unit(ship.kind()).hit_points > 1 && !battle.damaged[side].has(ship) => {
                self.battle_mut().damaged[side].insert(ship); // GE-131
            }
            Unit::Ship(ship) => {
                player.fleet.set(ship, None); // GE-130, GE-131
                self.battle_mut().damaged[side].remove(ship);
            }
            Unit::Starbase => {
                let at = fight.expect("tokens defend a sector");
                player.bases.remove(at);
                player.empires.insert(at); // GE-132
            }
            Unit::Empire => {
                player.empires.remove(fight.expect("tokens defend a sector"));
                player.reserve += 1; // GE-133
                self.battle_mut().razed = true;
            }
        }
        let hits = &mut self.battle_mut().hits[side];
        *hits = hits.saturating_sub(1);
    }

    /// The side whose owner may raise shields.
    pub(crate) fn shielded(&self, battle: &Battle) -> Side {
        let defender = self.players[battle.sides[Side::Defender]].techs.has(Tech::ShieldGenerators);
        if defender { Side::Defender } else { Side::Attacker }
    }

    pub(crate) fn gone(&self, battle: &Battle, side: Side) -> bool {
        self.side_ships(battle, side).is_empty() && self.token(battle, side).is_none()
    }
}
