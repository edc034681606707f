//! An attack from its declaration to its end: windows, dice by initiative, casualties, taking the planet (EV-091 to EV-123,
//! EV-169 to EV-178, EV-190 to EV-192, KU-073 to KU-089, KU-111, KU-137, KU-138, KU-151, KU-160 to KU-163).

use astrarium_core::{Chance, Log, Piece};

use crate::action::Action;
use crate::data::Native;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::control::Cause;
use crate::state::{BOTH, Dice, Fight, Mode, Phase, Stage, State, Step, Turn};

/// The two sides of a fight.
const ATTACKER: usize = 0;
const DEFENDER: usize = 1;

impl State {
    // Targets.

    /// How an attack on this target runs, if it can be made (EV-092, EV-104, EV-106, EV-116, KU-073).
    fn mode(&self, seat: Colour, at: Space, target: Target) -> Option<(Mode, Option<Colour>)> {
        let n = &self.data.numbers;
        let one = Mode::OneSided(*n.planet_hits.get_ref());
        match target {
            Target::Planet => match self.controller(at) {
                None => (self.is_neutral(at) && !self.guarded(at)).then_some((one, None)), // EV-116
                Some(x) if x == seat || self.players[x].fleet.any(at) => None,
                Some(x) => Some((if self.is_shielded(x) { one } else { Mode::NoRoll }, Some(x))), // EV-106, KU-151
            },
            Target::Infestation => {
                let sreech = self.seat_of(Race::Sreech).filter(|&s| s != seat && self.infested.has(at))?; // EV-205
                let spores = self.owns(sreech, Tech::SporePods); // EV-208
                let hits = if spores { n.infestation_hits_spores.get_ref() } else { n.infestation_hits.get_ref() };
                Some((Mode::OneSided(*hits), None))
            }
            Target::Raiders => (self.raiders_at(at) > 0).then_some((Mode::Battle, None)),
            Target::Rebels => (self.rebellion.has(at) && self.controller(at) == Some(seat)).then_some((one, None)),
            Target::Sect => (self.sect && at == TAN_LOCK && self.planets().has(at)).then_some((one, None)),
            Target::Guards => self.guarded(at).then_some((Mode::Battle, None)), // KU-196
            player => {
                let x = player.colour().filter(|&x| x != seat && self.players[x].fleet.any(at))?;
                Some((Mode::Battle, Some(x)))
            }
        }
    }

    fn is_shielded(&self, seat: Colour) -> bool {
        self.owns(seat, Tech::ShieldGenerator)
    }

    pub(crate) fn raiders_at(&self, at: Space) -> u8 {
        match at {
            _ if at.is_planet() => self.raiders[at.index()],
            _ => self.lair(at).map_or(0, |hex| self.pirates[hex.index()].raiders),
        }
    }

    /// The hexagon whose pirates lie in a space.
    fn lair(&self, at: Space) -> Option<Hex> {
        let map = &self.data.0.map;
        at.is_node().then(|| map.hex[at.index()]).filter(|h| map.lair[h.index()] == Some(at))
    }

    pub(crate) fn check_attack(&self, seat: Colour, at: Space, target: Target) -> Check {
        require!(self.players[seat].fleet.any(at), Illegal::NoAttackHere(at)); // EV-091
        require!(self.mode(seat, at, target).is_some(), Illegal::NothingToAttack(at)); // EV-092
        Ok(())
    }

    pub(crate) fn attack_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        for at in self.players[seat].fleet.everywhere() {
            // Elsewhere than on planets, homes and circles there is nothing but ships.
            let all = if at.is_node() || at.home().is_some() { Target::ALL } else { &Target::ALL[..SEATS] };
            let targets = all.iter().filter(|&&t| self.mode(seat, at, t).is_some());
            out.extend(targets.map(|&t| Action::Attack(at, t)));
        }
    }

    /// Names the target; whoever is attacked may answer (EV-092, KU-073).
    pub(crate) fn begin_attack(&mut self, mut turn: Turn, at: Space, target: Target, log: &mut impl Log<Event>) {
        let seat = turn.seat;
        let (mode, victim) = self.mode(seat, at, target).expect("checked: a target");
        let dragon = |c: Colour| self.players[c].fleet.count(Kind::Dragonfly, at) > 0;
        let dragons = [dragon(seat), victim.is_some_and(dragon)];
        let stage = if victim.is_some() { Stage::Attacked } else { Stage::Before(0) };
        log.push(|| Event::Attacks { seat, at, target });
        turn.step = Step::Fight(Fight {
            at,
            target,
            victim,
            mode,
            secondary: turn.step == Step::Secondary,
            stage,
            level: 0,
            dice: [Dice::default(); BOTH],
            hits: [0; BOTH],
            cloaked: [0; BOTH],
            fury: [false; BOTH],
            stars: [0; BOTH],
            paid: [0; BOTH],
            kills: [0; BOTH],
            dragons,
            scored: 0,
        });
        self.phase = Phase::Turn(turn);
    }

    // Who is asked.

    /// The seat of a side; raiders and guards have none.
    fn side(&self, turn: &Turn, fight: &Fight, side: u8) -> Option<Colour> {
        if usize::from(side) == ATTACKER { Some(turn.seat) } else { fight.victim }
    }

    /// Who decides at this stage; nobody where the fight goes on by itself.
    pub(crate) fn fight_seat(&self, turn: &Turn, fight: &Fight) -> Option<Colour> {
        let seat = match fight.stage {
            Stage::Attacked => fight.victim,
            Stage::Before(side) | Stage::Star(side) | Stage::Bombs(side) | Stage::Strike(side) | Stage::Lose(side) => {
                self.side(turn, fight, side)
            }
            Stage::Take | Stage::Liberated => Some(turn.seat),
            _ => None,
        }?;
        self.stage_shown(fight, seat).then_some(seat)
    }

    /// Windows open by public facts alone.
    fn stage_shown(&self, fight: &Fight, seat: Colour) -> bool {
        let player = &self.players[seat];
        let cards = player.hand.total();
        match fight.stage {
            Stage::Attacked => cards > 1 || self.may_retreat(fight, seat),
            Stage::Before(_) => cards > 1 && fight.mode != Mode::NoRoll,
            Stage::Star(side) => fight.stars[usize::from(side)] > 0,
            Stage::Bombs(side) => player.bombs > 0 && self.bombable(fight, side).next().is_some(),
            Stage::Strike(side) => fight.cloaked[usize::from(side)] > 0,
            Stage::Lose(side) => fight.hits[1 - usize::from(side)] > 0,
            Stage::Liberated => cards > 0,
            _ => true,
        }
    }

    // Retreat (EV-190 to EV-192, KU-155, KU-162).

    fn may_retreat(&self, fight: &Fight, seat: Colour) -> bool {
        let able =
            self.has_ability(seat, BINDOK_II) && self.players[seat].credits >= self.data.numbers.bonus.retreat_price;
        able && self.players[seat].fleet.any(fight.at) && !self.is_beamed(seat, fight.at)
    }

    fn havens(&self, fight: &Fight, seat: Colour) -> Spaces {
        if self.may_retreat(fight, seat) { self.nearest(fight.at, self.controlled(seat)) } else { Spaces::EMPTY }
    }

    // Dice.

    /// Ships of a kind on a side.
    fn count(&self, turn: &Turn, fight: &Fight, side: usize, kind: Kind) -> u8 {
        let guards = |i: usize| u8::from(fight.target == Target::Guards && self.guards[i].has(fight.at));
        match self.side(turn, fight, side as u8) {
            Some(seat) => self.players[seat].fleet.count(kind, fight.at),
            None if kind == Kind::Starfighter => guards(0),
            None if kind == Kind::Starcruiser => guards(1),
            None => 0,
        }
    }

    fn raiders_of(&self, fight: &Fight) -> u8 {
        if fight.target == Target::Raiders { self.raiders_at(fight.at) } else { 0 }
    }

    fn alive(&self, turn: &Turn, fight: &Fight, side: usize) -> bool {
        let raiders = side == DEFENDER && self.raiders_of(fight) > 0;
        raiders || Kind::ALL.iter().any(|&k| self.count(turn, fight, side, k) > 0)
    }

    /// What is added to a die: Battle Fury, Targeting Computers, Arcura on conquer rolls (KU-160).
    fn die_bonus(&self, turn: &Turn, fight: &Fight, side: usize, kind: Kind) -> u8 {
        let Some(seat) = self.side(turn, fight, side as u8) else { return 0 };
        let small = matches!(kind, Kind::Starfighter | Kind::Centipede);
        let computers = small && self.owns(seat, Tech::TargetingComputers);
        let conquer = fight.target == Target::Planet && fight.victim.is_none() && self.has_ability(seat, ARCURA);
        u8::from(fight.fury[side]) + u8::from(computers) + u8::from(conquer)
    }

    fn dice_of(&self, turn: &Turn, fight: &Fight, side: usize, kind: Kind) -> u8 {
        let hammer = kind == Kind::Sunhammer
            && self.side(turn, fight, side as u8).is_some_and(|c| self.owns(c, Tech::SunhammerII));
        match kind {
            Kind::Sunhammer if hammer => *self.data.numbers.bonus.sunhammer_ii_dice.get_ref(), // KU-144
            _ => *self.data.ship(kind).dice.get_ref(), // EV-094, EV-173, EV-174, KU-143
        }
    }

    fn roll_dice(
        &self,
        turn: &Turn,
        fight: &mut Fight,
        side: usize,
        (kind, number): (Kind, u8),
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let bonus = self.die_bonus(turn, fight, side, kind);
        let seat = self.side(turn, fight, side as u8);
        for _ in 0..number {
            let die = chance.roll(DIE);
            let value = (die + bonus).min(fight.dice[side].0[0].len() as u8);
            fight.dice[side].0[self.data.slot(kind)][usize::from(value) - 1] += 1;
            log.push(|| Event::Rolled { seat, kind: Some(kind), die, bonus });
        }
    }

    /// Dice of the level by kind, value and number.
    fn rolled<'a>(&'a self, fight: &'a Fight, side: usize) -> impl Iterator<Item = (Kind, u8, u8)> + 'a {
        let level = if fight.level == 0 { self.data.level(Kind::Firebug) } else { fight.level };
        let kinds = Kind::ALL.iter().copied().filter(move |&k| self.data.level(k) == level);
        kinds
            .flat_map(move |k| (1..).zip(fight.dice[side].0[self.data.slot(k)]).map(move |(v, n)| (k, v, n)))
            .filter(|&(.., n)| n > 0)
    }

    /// A die scores if it reaches the attack number; a Black Hole's twice from 5 on (EV-095, EV-175).
    fn hits_of(&self, kind: Kind, value: u8) -> u8 {
        let hit = value >= *self.data.ship(kind).attack.get_ref();
        u8::from(hit) + u8::from(hit && kind == Kind::BlackHole && value >= self.data.numbers.bonus.black_hole_double)
    }

    /// Dice on which a bomb changes something sooner or later (KU-111).
    fn bombable<'a>(&'a self, fight: &'a Fight, side: u8) -> impl Iterator<Item = (Kind, u8)> + 'a {
        self.rolled(fight, usize::from(side)).map(|(k, v, _)| (k, v)).filter(move |&(k, v)| {
            let double = k == Kind::BlackHole && v < self.data.numbers.bonus.black_hole_double;
            v < *self.data.ship(k).attack.get_ref() || double
        })
    }

    // Cloaking and detection (EV-176 to EV-178, KU-146, KU-147).

    fn is_cloaked(&self, seat: Colour, kind: Kind) -> bool {
        let learned = self.owns(seat, Tech::Cloaking) && matches!(kind, Kind::Centipede | Kind::Starcruiser);
        learned || self.data.ship(kind).native == Some(Native::Cloaking)
    }

    fn detects(&self, turn: &Turn, fight: &Fight, side: usize) -> bool {
        let Some(seat) = self.side(turn, fight, side as u8) else { return false };
        let learned = self.owns(seat, Tech::Detection);
        Kind::ALL.iter().any(|&k| {
            let eyes = self.data.ship(k).native == Some(Native::Detection)
                || learned && matches!(k, Kind::Starcruiser | Kind::Diplomat);
            eyes && self.players[seat].fleet.count(k, fight.at) > 0
        })
    }

    // Actions.

    pub(crate) fn fight_actions(&self, turn: &Turn, fight: &Fight, seat: Colour, out: &mut Vec<Action>) {
        match fight.stage {
            Stage::Attacked => {
                self.play_actions(seat, out);
                out.extend(self.havens(fight, seat).iter().map(Action::Retreat));
                out.push(Action::Pass);
            }
            Stage::Before(_) => {
                self.play_actions(seat, out);
                out.push(Action::Pass);
            }
            Stage::Star(_) => {
                out.extend(self.check_fight(turn, fight, seat, Action::Pay).is_ok().then_some(Action::Pay));
                out.push(Action::Hold);
            }
            Stage::Bombs(side) => {
                out.extend(self.bombable(fight, side).map(|(k, v)| Action::Bomb(k, Number(v))));
                out.push(Action::Pass);
            }
            Stage::Strike(side) => {
                let other = 1 - usize::from(side);
                out.extend(
                    Kind::ALL.iter().filter(|&&k| self.count(turn, fight, other, k) > 0).map(|&k| Action::Strike(k)),
                );
            }
            Stage::Lose(side) => {
                let side = usize::from(side);
                out.extend(
                    Kind::ALL.iter().filter(|&&k| self.count(turn, fight, side, k) > 0).map(|&k| Action::Lose(k)),
                );
            }
            Stage::Take => {
                let all = [Action::Conquer, Action::Liberate, Action::Regain, Action::Decline];
                out.extend(all.into_iter().filter(|&a| self.check_fight(turn, fight, seat, a).is_ok()));
            }
            Stage::Liberated => {
                let kind = self.data.planet(fight.at).temperament;
                out.extend(self.players[seat].hand.kinds().filter(|c| c.temperament() == kind).map(Action::Befriend));
                out.push(Action::Pass);
            }
            _ => {}
        }
    }

    pub(crate) fn check_fight(&self, turn: &Turn, fight: &Fight, seat: Colour, action: Action) -> Check {
        let x = fight.victim;
        match (fight.stage, action) {
            (Stage::Attacked | Stage::Before(_), Action::PlayTactic(card)) => self.check_play(seat, card)?,
            (Stage::Attacked, Action::Retreat(to)) => {
                require!(self.havens(fight, seat).has(to), Illegal::CannotRetreat(to)); // EV-190, EV-191, KU-155
            }
            (Stage::Attacked | Stage::Before(_) | Stage::Bombs(_) | Stage::Liberated, Action::Pass) => {}
            (Stage::Star(_), Action::Pay) => {
                let price = self.data.numbers.bonus.star_price;
                require!(self.players[seat].credits >= price, Illegal::NoStarLeft); // EV-173, KU-142
            }
            (Stage::Star(_), Action::Hold) => {}
            (Stage::Bombs(side), Action::Bomb(kind, value)) => {
                let die = self.bombable(fight, side).any(|d| d == (kind, value.0));
                require!(self.players[seat].bombs > 0 && die, Illegal::NoBomb); // KU-111
            }
            (Stage::Strike(side), Action::Strike(kind)) => {
                let there = self.count(turn, fight, 1 - usize::from(side), kind) > 0;
                require!(there, Illegal::NoSuchCasualty(kind)); // EV-176
            }
            (Stage::Lose(side), Action::Lose(kind)) => {
                require!(self.count(turn, fight, usize::from(side), kind) > 0, Illegal::NoSuchCasualty(kind)); // EV-097
            }
            (Stage::Take, Action::Regain) => {
                require!(self.ally(fight.at) == Some(seat), Illegal::NotYoursToRegain); // EV-114, KU-085
            }
            (Stage::Take, Action::Conquer) => {
                require!(self.ally(fight.at) != Some(seat), Illegal::YouAreItsAlly);
            }
            (Stage::Take, Action::Liberate) => {
                let conquered = x.is_some() && self.conqueror(fight.at) == x; // EV-107: case 1a
                let ally = self.ally(fight.at);
                let may = ally.is_none() || ally != Some(seat) && self.rules().liberate_allied; // EV-113, KU-084
                require!(conquered && may, Illegal::CannotLiberate);
            }
            (Stage::Take, Action::Decline) => {}
            (Stage::Liberated, Action::Befriend(card)) => {
                require!(self.players[seat].hand.of(card) > 0, Illegal::NotYourCard(card));
                let fits = card.temperament() == self.data.planet(fight.at).temperament;
                require!(fits, Illegal::WrongTemperament(card)); // EV-112
            }
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    pub(crate) fn fight_step(
        &mut self,
        turn: Turn,
        mut fight: Fight,
        seat: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (fight.stage, action) {
            (_, Action::PlayTactic(card)) => return self.play_tactic(seat, card, chance, log),
            (_, Action::Retreat(to)) => self.retreat(&mut fight, seat, to, log),
            (Stage::Attacked, _) => fight.stage = Stage::Before(0),
            (Stage::Before(side), _) => fight.stage = after_side(side, Stage::Before(1), Stage::Free),
            (Stage::Star(side), _) => {
                fight.stars[usize::from(side)] -= 1;
                if action == Action::Pay {
                    self.players[seat].credits -= self.data.numbers.bonus.star_price;
                    fight.paid[usize::from(side)] += 1;
                }
            }
            (Stage::Bombs(side), Action::Bomb(kind, value)) => {
                self.players[seat].bombs -= 1;
                let slot = &mut fight.dice[usize::from(side)].0[self.data.slot(kind)];
                slot[value.index()] -= 1;
                slot[value.index() + 1] += 1;
                log.push(|| Event::Bombed { seat, kind });
            }
            (Stage::Bombs(side), _) => fight.stage = after_side(side, Stage::Bombs(1), Stage::Count),
            (Stage::Strike(side), Action::Strike(kind)) => {
                let side = usize::from(side);
                fight.cloaked[side] -= 1;
                self.take_hit(&turn, &mut fight, 1 - side, kind, log);
            }
            (Stage::Lose(side), Action::Lose(kind)) => {
                let side = usize::from(side);
                fight.hits[1 - side] -= 1;
                self.take_hit(&turn, &mut fight, side, kind, log);
            }
            (Stage::Take, _) => return self.take_planet(turn, fight, action, chance, log),
            (Stage::Liberated, _) => {
                if let Action::Befriend(card) = action {
                    self.players[seat].hand.take(card);
                    self.discard.add(card);
                    log.push(|| Event::Discarded { seat, card });
                    self.befriend(fight.at, seat, chance, log); // EV-112, KU-083
                }
                fight.stage = Stage::Done;
            }
            _ => unreachable!("check refuses everything else"),
        }
        self.phase = Phase::Turn(Turn { step: Step::Fight(fight), ..turn });
    }

    /// All ships go; the attack goes on against the planet, if it is his (EV-190, KU-163).
    fn retreat(&mut self, fight: &mut Fight, seat: Colour, to: Space, log: &mut impl Log<Event>) {
        self.players[seat].credits -= self.data.numbers.bonus.retreat_price;
        for &kind in Kind::ALL {
            for _ in 0..self.players[seat].fleet.count(kind, fight.at) {
                self.players[seat].fleet.travel(kind, fight.at, to);
            }
        }
        log.push(|| Event::Retreats { seat, from: fight.at, to });
        let planet = self.controller(fight.at) == Some(seat);
        let one = Mode::OneSided(*self.data.numbers.planet_hits.get_ref());
        fight.mode = if self.is_shielded(seat) { one } else { Mode::NoRoll };
        fight.target = Target::Planet;
        fight.stage = if planet { Stage::Attacked } else { Stage::Done };
    }

    // The fight by itself: each call makes one move of it.

    pub(crate) fn run_fight(
        &mut self,
        mut turn: Turn,
        mut fight: Fight,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match fight.stage {
            Stage::Attacked => fight.stage = Stage::Before(0),
            Stage::Before(side) => fight.stage = after_side(side, Stage::Before(1), Stage::Free),
            Stage::Free => self.free_rolls(&turn, &mut fight, chance, log),
            Stage::Star(side) => fight.stage = after_side(side, Stage::Star(1), Stage::Roll),
            Stage::Roll => self.roll_level(&turn, &mut fight, chance, log),
            Stage::Bombs(side) => fight.stage = after_side(side, Stage::Bombs(1), Stage::Count),
            Stage::Count => self.count_hits(&turn, &mut fight, log),
            Stage::Strike(side) => fight.stage = after_side(side, Stage::Strike(1), Stage::Lose(0)),
            Stage::Lose(side) => fight.stage = after_side(side, Stage::Lose(1), Stage::NextLevel),
            Stage::NextLevel => self.next_level(&turn, &mut fight),
            Stage::After => self.after_fight(&mut turn, &mut fight, log),
            Stage::Prize => return self.prize(turn, fight, chance, log),
            Stage::Take | Stage::Liberated | Stage::Done => {
                turn.step = if fight.secondary { Step::End } else { Step::Choose };
                return self.phase = Phase::Turn(turn);
            }
        }
        turn.step = Step::Fight(fight);
        self.phase = Phase::Turn(turn);
    }

    /// A die for each Firebug against Starfighters of the other side, before the levels (EV-169, KU-138).
    fn free_rolls(&mut self, turn: &Turn, fight: &mut Fight, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        fight.stage = Stage::NextLevel;
        if fight.mode == Mode::NoRoll {
            fight.stage = Stage::After; // EV-106
        } else if fight.mode == Mode::Battle {
            for side in [ATTACKER, DEFENDER] {
                let bugs = self.count(turn, fight, side, Kind::Firebug);
                if self.count(turn, fight, 1 - side, Kind::Starfighter) > 0 && bugs > 0 {
                    self.roll_dice(turn, fight, side, (Kind::Firebug, bugs), chance, log);
                    fight.stage = Stage::Bombs(0);
                }
            }
        }
    }

    /// Every ship of the level on both sides, attacker first; unpaid Shooting Stars hold their fire (EV-093, EV-094).
    fn roll_level(&mut self, turn: &Turn, fight: &mut Fight, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        fight.stage = Stage::Bombs(0);
        for side in [ATTACKER, DEFENDER] {
            if side == DEFENDER && fight.mode != Mode::Battle {
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
                fight.hits[DEFENDER] += u8::from(die >= raider.attack);
                log.push(|| Event::Rolled { seat: None, kind: None, die, bonus: 0 });
            }
        }
    }

    /// Hits of both sides; those of cloaked ships apart (EV-095, EV-096, EV-176).
    fn count_hits(&mut self, turn: &Turn, fight: &mut Fight, log: &mut impl Log<Event>) {
        let free = fight.level == 0;
        let (mut hits, mut cloaked) = ([0u8; BOTH], [0u8; BOTH]);
        for side in [ATTACKER, DEFENDER] {
            let hidden = !self.detects(turn, fight, 1 - side); // EV-177
            let shooter = self.side(turn, fight, side as u8);
            for (kind, value, number) in self.rolled(fight, side) {
                let scored = number * self.hits_of(kind, value);
                let secret = !free && hidden && shooter.is_some_and(|c| self.is_cloaked(c, kind));
                if secret { cloaked[side] += scored } else { hits[side] += scored }
            }
        }
        fight.dice = [Dice::default(); BOTH];
        fight.paid = [0; BOTH];
        log.push(|| Event::Hits {
            attacker: hits[0] + cloaked[0],
            defender: hits[1] + cloaked[1] + fight.hits[DEFENDER],
        });
        if fight.mode != Mode::Battle {
            fight.scored += hits[0] + cloaked[0];
            return fight.stage = Stage::NextLevel;
        }
        if free {
            self.burn_starfighters(turn, fight, hits, log); // EV-169
            return fight.stage = Stage::NextLevel;
        }
        (0..BOTH).for_each(|s| fight.hits[s] += hits[s]);
        fight.cloaked = cloaked;
        fight.stage = Stage::Strike(0);
        for side in [ATTACKER, DEFENDER] {
            self.settle_losses(turn, fight, side, log);
        }
    }

    /// Free hits destroy Starfighters only; surplus is lost. Both sides rolled before any leaves.
    fn burn_starfighters(&mut self, turn: &Turn, fight: &mut Fight, hits: [u8; BOTH], log: &mut impl Log<Event>) {
        for side in [ATTACKER, DEFENDER] {
            for _ in 0..hits[1 - side].min(self.count(turn, fight, side, Kind::Starfighter)) {
                self.take_hit(turn, fight, side, Kind::Starfighter, log);
            }
        }
    }

    /// Where there is nothing to choose: units of nobody, and a side that loses everything (EV-097).
    fn settle_losses(&mut self, turn: &Turn, fight: &mut Fight, side: usize, log: &mut impl Log<Event>) {
        let from = 1 - side;
        if fight.target == Target::Raiders && side == DEFENDER {
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
        } else if self.side(turn, fight, side as u8).is_none() {
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
    fn take_hit(&mut self, turn: &Turn, fight: &mut Fight, side: usize, kind: Kind, log: &mut impl Log<Event>) {
        let at = fight.at;
        let Some(owner) = self.side(turn, fight, side as u8) else {
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
            fight.kills[1 - side] += 1;
        }
    }

    /// From level to level, one pass; it ends when a side is gone or the hits are enough (EV-093, EV-099).
    fn next_level(&mut self, turn: &Turn, fight: &mut Fight) {
        fight.hits = [0; BOTH];
        fight.cloaked = [0; BOTH];
        let over = match fight.mode {
            Mode::Battle => !self.alive(turn, fight, ATTACKER) || !self.alive(turn, fight, DEFENDER),
            Mode::OneSided(need) => fight.scored >= need,
            Mode::NoRoll => true,
        };
        let fires = |level: u8| {
            let raiders = self.raiders_of(fight) > 0 && *self.data.numbers.raider.initiative.get_ref() == level;
            let sides = if fight.mode == Mode::Battle { BOTH } else { 1 };
            let ships = || Kind::ALL.iter().filter(|&&k| self.data.level(k) == level);
            raiders || (0..sides).any(|s| ships().any(|&k| self.count(turn, fight, s, k) > 0))
        };
        let last = Kind::ALL.iter().map(|&k| self.data.level(k)).max().unwrap_or(0);
        match (fight.level + 1..=last).find(|&l| fires(l)).filter(|_| !over) {
            None => fight.stage = Stage::After,
            Some(level) => {
                let stars = |side: usize| {
                    let fires = self.data.level(Kind::ShootingStar) == level
                        && (side == ATTACKER || fight.mode == Mode::Battle);
                    if fires { self.count(turn, fight, side, Kind::ShootingStar) } else { 0 }
                };
                fight.stars = [stars(ATTACKER), stars(DEFENDER)];
                fight.level = level;
                fight.stage = Stage::Star(0);
            }
        }
    }

    /// Kill point, Dragonflies, Beta Com, repair; then the prize (KU-077, KU-137, KU-161, KU-127).
    fn after_fight(&mut self, turn: &mut Turn, fight: &mut Fight, log: &mut impl Log<Event>) {
        let seat = turn.seat;
        turn.kills = turn.kills.saturating_add(fight.kills[ATTACKER]);
        if fight.kills[ATTACKER] > 0 && !turn.killed && self.rules().kill_points > 0 {
            turn.killed = true;
            self.win(seat, self.rules().kill_points, "KU-077", log);
        }
        for (side, owner) in [Some(seat), fight.victim].into_iter().enumerate() {
            if let Some(owner) = owner.filter(|_| fight.dragons[side] && fight.kills[side] > 0) {
                let player = &mut self.players[owner];
                if player.bombs + player.ambassadors < self.data.0.edition(self.edition).capital {
                    player.bombs += 1; // KU-137
                }
            }
        }
        let beaten = fight.mode == Mode::Battle && fight.kills[ATTACKER] > 0;
        let won = fight.victim.filter(|&x| beaten && !self.players[x].fleet.any(fight.at)); // EV-098
        if won.is_some() {
            log.push(|| Event::BattleWon { seat, at: fight.at });
            if self.has_ability(seat, BETA_COM) {
                self.win(seat, 1, "KU-161", log);
            }
        }
        self.ask_for_repairs(seat);
        if let Some(x) = fight.victim {
            self.ask_for_repairs(x);
        }
        fight.stage = Stage::Prize;
    }

    /// What the attack was for.
    fn prize(&mut self, mut turn: Turn, mut fight: Fight, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.check_objectives(log); // KU-132: a broken fleet
        let (seat, at) = (turn.seat, fight.at);
        let enough = matches!(fight.mode, Mode::OneSided(need) if fight.scored >= need);
        let here = self.players[seat].fleet.any(at);
        fight.stage = Stage::Done;
        match (fight.target, fight.victim) {
            (Target::Planet, None) if enough => {
                log.push(|| Event::BattleWon { seat, at }); // KU-075
                self.conquer(at, seat, chance, log); // EV-102, EV-116
            }
            (Target::Infestation, _) if enough => {
                self.infested.remove(at); // EV-205
                self.seat_of(Race::Sreech).into_iter().for_each(|s| self.check_bay(s));
                log.push(|| Event::Cleansed { seat, at });
            }
            (Target::Rebels, _) if enough => {
                self.rebellion.remove(at);
                self.check_objectives(log);
                log.push(|| Event::RebelsBeaten { seat, at });
            }
            (Target::Sect, _) if enough => {
                self.sect = false;
                self.win(seat, 1, "EV-078", log);
                self.draw_card(seat, chance, log);
            }
            (Target::Raiders, _) if self.raiders_at(at) == 0 => match self.lair(at) {
                Some(hex) => {
                    let prize = std::mem::take(&mut self.pirates[hex.index()]).prize;
                    self.gain(seat, prize, log);
                }
                None => self.rescue(at, seat, chance, log),
            },
            (_, Some(x)) => {
                let beaten = match fight.mode {
                    Mode::Battle => !self.players[x].fleet.any(at), // EV-105
                    Mode::OneSided(_) => enough,                    // KU-151
                    Mode::NoRoll => true,                           // EV-106
                };
                if beaten && here && self.controller(at) == Some(x) {
                    fight.stage = Stage::Take;
                }
            }
            _ => {}
        }
        turn.step = Step::Fight(fight);
        self.phase = Phase::Turn(turn);
    }

    /// Keep it, free it, have it back, or leave it (EV-107 to EV-115, EV-119, KU-080 to KU-086).
    fn take_planet(
        &mut self,
        turn: Turn,
        mut fight: Fight,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let (seat, at) = (turn.seat, fight.at);
        fight.stage = Stage::Done;
        match action {
            Action::Conquer => self.conquer(at, seat, chance, log),
            Action::Regain => self.lose_conquest(at, Cause::Attack(seat), chance, log),
            Action::Liberate => {
                log.push(|| Event::Liberated { seat, at });
                self.lose_conquest(at, Cause::Attack(seat), chance, log); // EV-110, EV-111
                if self.is_neutral(at) {
                    fight.stage = Stage::Liberated; // EV-112
                }
            }
            _ => {}
        }
        self.phase = Phase::Turn(Turn { step: Step::Fight(fight), ..turn });
    }
}

/// The attacker's turn of a stage, then the defender's, then what follows.
fn after_side(side: u8, other: Stage, then: Stage) -> Stage {
    if usize::from(side) == ATTACKER { other } else { then }
}

/// A Moth stands two hits (EV-170).
fn lives_of(ships: u8, kind: Kind) -> u8 {
    if kind == Kind::Moth { ships + ships } else { ships }
}
