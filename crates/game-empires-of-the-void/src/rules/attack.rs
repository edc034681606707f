//! An attack from its declaration to its end: windows, dice by initiative, casualties, taking the planet (EV-091 to EV-123,
//! EV-169 to EV-178, EV-190 to EV-192, KU-073 to KU-089, KU-111, KU-137, KU-138, KU-151, KU-160 to KU-163).

use astrarium_core::{BySide, Chance, Log, Piece, Side, cited};

use crate::action::Action;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Fight, Mode, Phase, Stage, State, Step, Turn};

#[cited]
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
    pub(super) fn lair(&self, at: Space) -> Option<Hex> {
        let map = &self.data.0.map;
        at.is_node().then(|| map.hex[at.index()]).filter(|h| map.lair[h.index()] == Some(at))
    }

    pub(crate) fn check_attack(&self, seat: Colour, at: Space, target: Target) -> Check {
        require!(self.players[seat].fleet.any(at), Illegal::NoAttackHere(at)); // EV-091
        require!(self.mode(seat, at, target).is_some(), Illegal::NothingToAttack(at)); // EV-092
        Ok(())
    }

    pub(crate) fn attack_actions(&self, seat: Colour, out: &mut Vec<Action>) {
        let ships = self.others(seat).fold(Spaces::EMPTY, |all, c| all | self.players[c].fleet.everywhere());
        for at in self.players[seat].fleet.everywhere() {
            // Elsewhere than on planets, homes and circles there is nothing but ships.
            let (players, others) = Target::ALL.split_at(SEATS);
            let players = if ships.has(at) { players } else { &[] };
            let others = if at.is_node() || at.home().is_some() { others } else { &[] };
            for &target in players.iter().chain(others).filter(|&&t| self.mode(seat, at, t).is_some()) {
                out.push(Action::Attack(at, target));
            }
        }
    }

    /// Names the target; the defender may answer (EV-092, KU-073).
    pub(crate) fn begin_attack(&mut self, mut turn: Turn, at: Space, target: Target, log: &mut impl Log<Event>) {
        log.push(|| Event::Attacks { seat: turn.seat, at, target });
        turn.step = Step::Fight(self.challenge(&turn, at, target).expect("checked: a target"));
        self.phase = Phase::Turn(turn);
    }

    /// The fight as it would begin.
    pub(crate) fn challenge(&self, turn: &Turn, at: Space, target: Target) -> Option<Fight> {
        let (mode, victim) = self.mode(turn.seat, at, target)?;
        let dragon = |c: Colour| self.players[c].fleet.count(Kind::Dragonfly, at) > 0;
        Some(Fight {
            at,
            target,
            victim,
            mode,
            secondary: turn.step == Step::Secondary,
            stage: if victim.is_some() { Stage::Attacked } else { Stage::Before(Side::Attacker) },
            level: 0,
            dice: BySide::default(),
            hits: BySide::default(),
            cloaked: BySide::default(),
            fury: BySide::default(),
            stars: BySide::default(),
            paid: BySide::default(),
            kills: BySide::default(),
            dragons: BySide([dragon(turn.seat), victim.is_some_and(dragon)]),
            scored: 0,
        })
    }

    /// Who decides at this stage; nobody where the fight goes on by itself.
    pub(crate) fn fight_seat(&self, turn: &Turn, fight: &Fight) -> Option<Colour> {
        let seat = match fight.stage {
            Stage::Attacked => fight.victim,
            Stage::Before(side)
            | Stage::Star(side)
            | Stage::Bombs(side)
            | Stage::Strike(side)
            | Stage::Lose(side)
            | Stage::Bounty(side) => self.side(turn, fight, side),
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
            Stage::Star(side) => fight.stars[side] > 0,
            Stage::Bombs(side) => player.bombs > 0 && self.bombable(fight, side).next().is_some(),
            Stage::Strike(side) => fight.cloaked[side] > 0,
            Stage::Lose(side) => fight.hits[side.other()] > 0,
            Stage::Bounty(side) => {
                let kill = fight.dragons[side] && fight.kills[side] > 0;
                kill && player.ambassadors + player.bombs < self.rules().capital // KU-105, KU-137
            }
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

    // Actions.

    pub(crate) fn fight_actions(&self, turn: &Turn, fight: &Fight, seat: Colour, out: &mut Vec<Action>) {
        match fight.stage {
            Stage::Attacked => {
                self.play_actions(seat, out);
                out.extend(self.havens(fight, seat).iter().map(Action::Retreat));
                out.push(Action::Pass);
            }
            Stage::Before(side) => {
                self.play_actions(seat, out);
                if side == Side::Attacker {
                    self.swap_actions(turn, out);
                }
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
                let other = side.other();
                out.extend(
                    Kind::ALL.iter().filter(|&&k| self.count(turn, fight, other, k) > 0).map(|&k| Action::Strike(k)),
                );
            }
            Stage::Lose(side) => {
                out.extend(
                    Kind::ALL.iter().filter(|&&k| self.count(turn, fight, side, k) > 0).map(|&k| Action::Lose(k)),
                );
            }
            Stage::Bounty(_) => out.extend([Action::Accept, Action::Decline]),
            Stage::Take => {
                let all = [Action::Conquer, Action::Liberate, Action::Regain, Action::Decline];
                out.extend(all.into_iter().filter(|&a| self.check_fight(turn, fight, seat, a).is_ok()));
            }
            Stage::Liberated => {
                let kind = self.data.planet(fight.at).temperament;
                out.extend(self.players[seat].hand.kinds().filter(|c| c.temperament() == kind).map(Action::Befriend));
                self.swap_actions(turn, out);
                out.push(Action::Pass);
            }
            _ => {}
        }
    }

    pub(crate) fn check_fight(&self, turn: &Turn, fight: &Fight, seat: Colour, action: Action) -> Check {
        let x = fight.victim;
        match (fight.stage, action) {
            (Stage::Attacked | Stage::Before(_), Action::PlayTactic(card)) => self.check_play(seat, card)?,
            (Stage::Before(Side::Attacker) | Stage::Liberated, Action::Swap(give, take)) => {
                self.check_swap_now(turn, give, take)?;
            }
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
                let there = self.count(turn, fight, side.other(), kind) > 0;
                require!(there, Illegal::NoSuchCasualty(kind)); // EV-176
            }
            (Stage::Lose(side), Action::Lose(kind)) => {
                require!(self.count(turn, fight, side, kind) > 0, Illegal::NoSuchCasualty(kind)); // EV-097
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
            (Stage::Bounty(_), Action::Accept) | (Stage::Bounty(_) | Stage::Take, Action::Decline) => {}
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
            (_, Action::Swap(give, take)) => return self.swap(turn, give, take, log),
            (_, Action::Retreat(to)) => self.retreat(&mut fight, seat, to, log),
            (Stage::Attacked, _) => fight.stage = Stage::Before(Side::Attacker),
            (Stage::Before(side), _) => fight.stage = after_side(side, Stage::Before(Side::Defender), Stage::Free),
            (Stage::Star(side), _) => {
                fight.stars[side] -= 1;
                if action == Action::Pay {
                    self.pay(seat, self.data.numbers.bonus.star_price, Cost::Star, log);
                    fight.paid[side] += 1;
                }
            }
            (Stage::Bombs(side), Action::Bomb(kind, value)) => {
                self.players[seat].bombs -= 1;
                let slot = &mut fight.dice[side].0[self.data.slot(kind)];
                slot[value.index()] -= 1;
                slot[value.index() + 1] += 1;
                log.push(|| Event::Bombed { seat, kind });
            }
            (Stage::Bombs(side), _) => fight.stage = after_side(side, Stage::Bombs(Side::Defender), Stage::Count),
            (Stage::Strike(side), Action::Strike(kind)) => {
                fight.cloaked[side] -= 1;
                self.take_hit(&turn, &mut fight, side.other(), kind, log);
            }
            (Stage::Lose(side), Action::Lose(kind)) => {
                fight.hits[side.other()] -= 1;
                self.take_hit(&turn, &mut fight, side, kind, log);
            }
            (Stage::Bounty(side), _) => {
                if action == Action::Accept {
                    self.players[seat].bombs += 1; // KU-137
                    log.push(|| Event::Bounty { seat });
                }
                fight.stage = after_side(side, Stage::Bounty(Side::Defender), Stage::After);
            }
            (Stage::Take, _) => return self.take_planet(turn, fight, action, chance, log),
            (Stage::Liberated, _) => {
                if let Action::Befriend(card) = action {
                    self.spend_card(seat, card, log);
                    self.befriend(fight.at, seat, chance, log); // EV-112, KU-083
                }
                fight.stage = Stage::Done;
            }
            _ => unreachable!("check refuses everything else"),
        }
        self.phase = Phase::Turn(Turn { step: Step::Fight(fight), ..turn });
    }

    /// All ships go; the attack goes on against the planet, if the defender controls it (EV-190, KU-163).
    fn retreat(&mut self, fight: &mut Fight, seat: Colour, to: Space, log: &mut impl Log<Event>) {
        self.pay(seat, self.data.numbers.bonus.retreat_price, Cost::Retreat, log);
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
            Stage::Attacked => fight.stage = Stage::Before(Side::Attacker),
            Stage::Before(side) => fight.stage = after_side(side, Stage::Before(Side::Defender), Stage::Free),
            Stage::Free => self.free_rolls(&turn, &mut fight, chance, log),
            Stage::Star(side) => fight.stage = after_side(side, Stage::Star(Side::Defender), Stage::Roll),
            Stage::Roll => self.roll_level(&turn, &mut fight, chance, log),
            Stage::Bombs(side) => fight.stage = after_side(side, Stage::Bombs(Side::Defender), Stage::Count),
            Stage::Count => self.count_hits(&turn, &mut fight, log),
            Stage::Strike(side) => {
                fight.stage = after_side(side, Stage::Strike(Side::Defender), Stage::Lose(Side::Attacker))
            }
            Stage::Lose(side) => fight.stage = after_side(side, Stage::Lose(Side::Defender), Stage::NextLevel),
            Stage::NextLevel => self.next_level(&turn, &mut fight),
            Stage::Bounty(side) => fight.stage = after_side(side, Stage::Bounty(Side::Defender), Stage::After),
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
}

/// The attacker's turn of a stage, then the defender's, then what follows.
fn after_side(side: Side, other: Stage, then: Stage) -> Stage {
    if side == Side::Attacker { other } else { then }
}
