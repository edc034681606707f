//! The dice of an attack: free rolls, one pass through the levels of initiative, hits and casualties (EV-093 to EV-101, EV-169
//! to EV-178, KU-074 to KU-076, KU-137 to KU-147).

use astrarium_core::{BySide, Chance, Log, Piece, Side, cited};

use crate::data::Native;
use crate::event::Event;
use crate::piece::*;
use crate::state::{Fight, Mode, Stage, State, Turn};

#[cited]
impl State {
    // Who is asked.

    /// The seat of a side; raiders and guards have none.
    pub(super) fn side(&self, turn: &Turn, fight: &Fight, side: Side) -> Option<Colour> {
        if side == Side::Attacker { Some(turn.seat) } else { fight.victim }
    }

    // Dice.

    /// Ships of a kind on a side.
    pub(super) fn count(&self, turn: &Turn, fight: &Fight, side: Side, kind: Kind) -> u8 {
        let guards = |i: usize| u8::from(fight.target == Target::Guards && self.guards[i].has(fight.at));
        match self.side(turn, fight, side) {
            Some(seat) => self.players[seat].fleet.count(kind, fight.at),
            None if kind == Kind::Starfighter => guards(0),
            None if kind == Kind::Starcruiser => guards(1),
            None => 0,
        }
    }

    /// Raiders that fight here (EV-078).
    fn raiders_of(&self, fight: &Fight) -> u8 {
        if fight.target == Target::Raiders { self.raiders_at(fight.at) } else { 0 }
    }

    fn alive(&self, turn: &Turn, fight: &Fight, side: Side) -> bool {
        let raiders = side == Side::Defender && self.raiders_of(fight) > 0;
        raiders || Kind::ALL.iter().any(|&k| self.count(turn, fight, side, k) > 0)
    }

    /// What is added to a die: Battle Fury, Targeting Computers, Arcura on conquer rolls (KU-160).
    pub(crate) fn die_bonus(&self, turn: &Turn, fight: &Fight, side: Side, kind: Kind) -> u8 {
        let Some(seat) = self.side(turn, fight, side) else { return 0 };
        let small = matches!(kind, Kind::Starfighter | Kind::Centipede);
        let computers = small && self.owns(seat, Tech::TargetingComputers);
        let conquer = fight.target == Target::Planet && fight.victim.is_none() && self.has_ability(seat, ARCURA);
        u8::from(fight.fury[side]) + u8::from(computers) + u8::from(conquer)
    }

    pub(crate) fn dice_of(&self, turn: &Turn, fight: &Fight, side: Side, kind: Kind) -> u8 {
        let hammer =
            kind == Kind::Sunhammer && self.side(turn, fight, side).is_some_and(|c| self.owns(c, Tech::SunhammerII));
        match kind {
            Kind::Sunhammer if hammer => *self.data.numbers.bonus.sunhammer_ii_dice.get_ref(), // KU-144
            _ => *self.data.ship(kind).dice.get_ref(), // EV-094, EV-173, EV-174, KU-143
        }
    }

    fn roll_dice(
        &self,
        turn: &Turn,
        fight: &mut Fight,
        side: Side,
        (kind, number): (Kind, u8),
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let bonus = self.die_bonus(turn, fight, side, kind);
        let seat = self.side(turn, fight, side);
        for _ in 0..number {
            let die = chance.roll(DIE);
            let value = (die + bonus).min(fight.dice[side].0[0].len() as u8);
            fight.dice[side].0[self.data.slot(kind)][usize::from(value) - 1] += 1;
            log.push(|| Event::Rolled { seat, kind: Some(kind), die, bonus });
        }
    }

    /// Dice of the level by kind, value and number.
    fn rolled<'a>(&'a self, fight: &'a Fight, side: Side) -> impl Iterator<Item = (Kind, u8, u8)> + 'a {
        let level = if fight.level == 0 { self.data.level(Kind::Firebug) } else { fight.level };
        let kinds = Kind::ALL.iter().copied().filter(move |&k| self.data.level(k) == level);
        kinds
            .flat_map(move |k| (1..).zip(fight.dice[side].0[self.data.slot(k)]).map(move |(v, n)| (k, v, n)))
            .filter(|&(.., n)| n > 0)
    }

    /// A die scores if it reaches the attack number; a Black Hole's twice from 5 on (EV-095, EV-175).
    pub(crate) fn hits_of(&self, kind: Kind, value: u8) -> u8 {
        let hit = value >= *self.data.ship(kind).attack.get_ref();
        u8::from(hit) + u8::from(hit && kind == Kind::BlackHole && value >= self.data.numbers.bonus.black_hole_double)
    }

    /// Dice on which a bomb changes something sooner or later (KU-111).
    pub(super) fn bombable<'a>(&'a self, fight: &'a Fight, side: Side) -> impl Iterator<Item = (Kind, u8)> + 'a {
        self.rolled(fight, side).map(|(k, v, _)| (k, v)).filter(move |&(k, v)| {
            let double = k == Kind::BlackHole && v < self.data.numbers.bonus.black_hole_double;
            v < *self.data.ship(k).attack.get_ref() || double
        })
    }

    // Cloaking and detection (EV-176 to EV-178, KU-146, KU-147).

    fn is_cloaked(&self, seat: Colour, kind: Kind) -> bool {
        let learned = self.owns(seat, Tech::Cloaking) && matches!(kind, Kind::Centipede | Kind::Starcruiser);
        learned || self.data.ship(kind).native == Some(Native::Cloaking)
    }

    fn detects(&self, turn: &Turn, fight: &Fight, side: Side) -> bool {
        let Some(seat) = self.side(turn, fight, side) else { return false };
        let learned = self.owns(seat, Tech::Detection);
        Kind::ALL.iter().any(|&k| {
            let eyes = self.data.ship(k).native == Some(Native::Detection)
                || learned && matches!(k, Kind::Starcruiser | Kind::Diplomat);
            eyes && self.players[seat].fleet.count(k, fight.at) > 0
        })
    }

    /// A die for each Firebug against Starfighters of the other side, before the levels (EV-169, KU-138).
    pub(super) fn free_rolls(
        &mut self,
        turn: &Turn,
        fight: &mut Fight,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        fight.stage = Stage::NextLevel;
        if fight.mode == Mode::NoRoll {
            fight.stage = Stage::After; // EV-106
        } else if fight.mode == Mode::Battle {
            for side in Side::BOTH {
                let bugs = self.count(turn, fight, side, Kind::Firebug);
                if self.count(turn, fight, side.other(), Kind::Starfighter) > 0 && bugs > 0 {
                    self.roll_dice(turn, fight, side, (Kind::Firebug, bugs), chance, log);
                    fight.stage = Stage::Bombs(Side::Attacker);
                }
            }
        }
    }

    /// Every ship of the level on both sides, attacker first; unpaid Shooting Stars hold their fire (EV-093, EV-094).
    pub(super) fn roll_level(
        &mut self,
        turn: &Turn,
        fight: &mut Fight,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        fight.stage = Stage::Bombs(Side::Attacker);
        for side in Side::BOTH {
            if side == Side::Defender && fight.mode != Mode::Battle {
                continue; // EV-118: planets never shoot
            }
            for &kind in Kind::ALL {
                if self.data.level(kind) == fight.level {
                    let ships =
                        if kind == Kind::ShootingStar { fight.paid[side] } else { self.count(turn, fight, side, kind) };
                    let dice = ships * self.dice_of(turn, fight, side, kind);
                    self.roll_dice(turn, fight, side, (kind, dice), chance, log);
                }
            }
        }
        let raider = &self.data.0.numbers.raider;
        if *raider.initiative.get_ref() == fight.level {
            for _ in 0..self.raiders_of(fight) {
                let die = chance.roll(DIE);
                fight.hits[Side::Defender] += u8::from(die >= raider.attack);
                log.push(|| Event::Rolled { seat: None, kind: None, die, bonus: 0 });
            }
        }
    }

    /// Hits of both sides; those of cloaked ships apart (EV-095, EV-096, EV-176).
    pub(super) fn count_hits(&mut self, turn: &Turn, fight: &mut Fight, log: &mut impl Log<Event>) {
        let free = fight.level == 0;
        let (mut hits, mut cloaked) = (BySide::<u8>::default(), BySide::<u8>::default());
        for side in Side::BOTH {
            let hidden = !self.detects(turn, fight, side.other()); // EV-177
            let shooter = self.side(turn, fight, side);
            for (kind, value, number) in self.rolled(fight, side) {
                let scored = number * self.hits_of(kind, value);
                let secret = !free && hidden && shooter.is_some_and(|c| self.is_cloaked(c, kind));
                if secret { cloaked[side] += scored } else { hits[side] += scored }
            }
        }
        fight.dice = BySide::default();
        fight.paid = BySide::default();
        log.push(|| Event::Hits {
            by: BySide([
                hits[Side::Attacker] + cloaked[Side::Attacker],
                hits[Side::Defender] + cloaked[Side::Defender] + fight.hits[Side::Defender],
            ]),
        });
        if fight.mode != Mode::Battle {
            fight.scored += hits[Side::Attacker] + cloaked[Side::Attacker];
            return fight.stage = Stage::NextLevel;
        }
        if free {
            self.burn_starfighters(turn, fight, hits, log); // EV-169
            return fight.stage = Stage::NextLevel;
        }
        Side::BOTH.into_iter().for_each(|side| fight.hits[side] += hits[side]);
        fight.cloaked = cloaked;
        fight.stage = Stage::Strike(Side::Attacker);
        for side in Side::BOTH {
            self.settle_losses(turn, fight, side, log);
        }
    }

    /// Free hits destroy Starfighters only; surplus is lost. Both sides rolled before any leaves.
    fn burn_starfighters(&mut self, turn: &Turn, fight: &mut Fight, hits: BySide<u8>, log: &mut impl Log<Event>) {
        for side in Side::BOTH {
            for _ in 0..hits[side.other()].min(self.count(turn, fight, side, Kind::Starfighter)) {
                self.take_hit(turn, fight, side, Kind::Starfighter, log);
            }
        }
    }

    /// Where there is nothing to choose: units of nobody, and a side that loses everything (EV-097).
    fn settle_losses(&mut self, turn: &Turn, fight: &mut Fight, side: Side, log: &mut impl Log<Event>) {
        let from = side.other();
        if fight.target == Target::Raiders && side == Side::Defender {
            let dead = (fight.hits[from] + fight.cloaked[from]).min(self.raiders_at(fight.at));
            self.kill_raiders(fight.at, dead);
            (fight.hits[from], fight.cloaked[from]) = (0, 0);
            return;
        }
        let all: u8 = Kind::ALL.iter().map(|&k| lives_of(self.count(turn, fight, side, k), k)).sum();
        if fight.hits[from] + fight.cloaked[from] >= all {
            for &kind in Kind::ALL {
                for _ in 0..lives_of(self.count(turn, fight, side, kind), kind) {
                    let now = if self.count(turn, fight, side, kind) > 0 { kind } else { Kind::DamagedMoth };
                    self.take_hit(turn, fight, side, now, log);
                }
            }
            (fight.hits[from], fight.cloaked[from]) = (0, 0);
        } else if self.side(turn, fight, side).is_none() {
            // KU-196: guards lose their Starfighter first, unless a cloaked ship chooses.
            for _ in 0..fight.hits[from] {
                let kind = if self.guards[0].has(fight.at) { Kind::Starfighter } else { Kind::Starcruiser };
                self.take_hit(turn, fight, side, kind, log);
            }
            fight.hits[from] = 0;
        }
    }

    fn kill_raiders(&mut self, at: Space, dead: u8) {
        match self.lair(at) {
            Some(hex) => self.pirates[hex.index()].raiders -= dead,
            None => self.raiders[at.index()] -= dead,
        }
    }

    /// One hit on a ship of a side: a Moth is damaged first (EV-170, KU-141), everything else is destroyed.
    pub(super) fn take_hit(
        &mut self,
        turn: &Turn,
        fight: &mut Fight,
        side: Side,
        kind: Kind,
        log: &mut impl Log<Event>,
    ) {
        let at = fight.at;
        let Some(owner) = self.side(turn, fight, side) else {
            self.guards[usize::from(kind == Kind::Starcruiser)].remove(at);
            return log.push(|| Event::Lost { owner: None, kind, at });
        };
        if kind == Kind::Moth {
            self.players[owner].fleet.remove(Kind::Moth, at);
            self.players[owner].fleet.add(Kind::DamagedMoth, at);
            return log.push(|| Event::Damaged { owner, at });
        }
        self.destroy(owner, kind, at);
        log.push(|| Event::Lost { owner: Some(owner), kind, at });
        if fight.victim.is_some() {
            fight.kills[side.other()] += 1;
        }
    }

    /// From level to level, one pass; it ends when a side is gone or the hits are enough (EV-093, EV-099).
    pub(super) fn next_level(&mut self, turn: &Turn, fight: &mut Fight) {
        fight.hits = BySide::default();
        fight.cloaked = BySide::default();
        let over = match fight.mode {
            Mode::Battle => !self.alive(turn, fight, Side::Attacker) || !self.alive(turn, fight, Side::Defender),
            Mode::OneSided(need) => fight.scored >= need,
            Mode::NoRoll => true,
        };
        let fires = |level: u8| {
            let raiders = self.raiders_of(fight) > 0 && *self.data.numbers.raider.initiative.get_ref() == level;
            let sides = if fight.mode == Mode::Battle { &Side::BOTH[..] } else { &[Side::Attacker] };
            let ships = || Kind::ALL.iter().filter(|&&k| self.data.level(k) == level);
            raiders || sides.iter().any(|&s| ships().any(|&k| self.count(turn, fight, s, k) > 0))
        };
        let last = Kind::ALL.iter().map(|&k| self.data.level(k)).max().unwrap_or(0);
        match (fight.level + 1..=last).find(|&l| fires(l)).filter(|_| !over) {
            None => fight.stage = Stage::Bounty(Side::Attacker),
            Some(level) => {
                let stars = |side: Side| {
                    let fires = self.data.level(Kind::ShootingStar) == level
                        && (side == Side::Attacker || fight.mode == Mode::Battle);
                    if fires { self.count(turn, fight, side, Kind::ShootingStar) } else { 0 }
                };
                fight.stars = BySide::from_fn(stars);
                fight.level = level;
                fight.stage = Stage::Star(Side::Attacker);
            }
        }
    }
}

/// A Moth survives a first hit (EV-170).
#[cited]
fn lives_of(ships: u8, kind: Kind) -> u8 {
    if kind == Kind::Moth { ships + ships } else { ships }
}
