//! Battle up to the reveal: target, units, dice, sealed cards.

use astrarium_core::{BySide, Chance, Chapter, Log, Piece, Seat, SeatSet, Side, cited};

use crate::action::Action;
use crate::data::{Force, Op};
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::rules::movement::DIE;
use crate::state::{Counts, Fight, State, Target, Task};

/// What a battle asks up to the reveal.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Battle {
    Attack,
    Target,
    Liberate,
    Units(Side),
    Reroll(Side),
    Cards,
}

#[cited]
impl Chapter<Battle> for State {
    fn answers(&self, question: Battle, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Battle::Attack => {
                let at = self.going.at;
                out.extend(Foe::all().filter(|&f| self.is_target(seat, at, f)).map(Action::Attack));
                if !self.guarded(at) {
                    out.push(Action::NoAttack);
                }
            }
            Battle::Target => {
                out.extend(Foe::all().filter(|&f| self.is_target(seat, self.fight.at, f)).map(Action::Attack));
            }
            Battle::Liberate => out.extend([Action::Liberate, Action::Conquer]),
            Battle::Units(side) => {
                out.extend(Kind::all().filter(|&k| self.may_field(seat, side, k).is_ok()).map(Action::Add));
                if self.fight.chosen[side].iter().any(|&n| n > 0) {
                    out.push(Action::Go);
                }
            }
            Battle::Reroll(_) => out.extend([Action::Reroll, Action::Stand]),
            Battle::Cards => out.extend(self.player(seat).hand.iter().map(Action::BattleCard)),
        }
    }

    fn permits(&self, question: Battle, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (Battle::Attack, Action::Attack(foe)) => {
                require!(self.is_target(seat, self.going.at, foe), Illegal::NoTarget); // E2-222
            }
            (Battle::Attack, Action::NoAttack) => require!(!self.guarded(self.going.at), Illegal::MustAttack), // E2-137, E2-141
            (Battle::Target, Action::Attack(foe)) => {
                require!(self.is_target(seat, self.fight.at, foe), Illegal::NoTarget); // E2-222
            }
            (Battle::Liberate, Action::Liberate | Action::Conquer) => {}
            (Battle::Units(side), Action::Add(kind)) => self.may_field(seat, side, kind)?,
            (Battle::Units(side), Action::Go) => {
                let any = self.fight.chosen[side].iter().any(|&n| n > 0);
                require!(any, Illegal::EmptyGroup);
            }
            (Battle::Reroll(_), Action::Reroll | Action::Stand) => {}
            (Battle::Cards, Action::BattleCard(card)) => {
                require!(self.player(seat).hand.has(card), Illegal::NotInHand(card)); // E2-201, E2-300
            }
            (
                Battle::Attack
                | Battle::Target
                | Battle::Liberate
                | Battle::Units(_)
                | Battle::Reroll(_)
                | Battle::Cards,
                _,
            ) => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Battle,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (Battle::Units(side), Action::Add(kind)) => {
                self.fight.chosen[side][kind.index()] += 1;
                return;
            }
            (Battle::Cards, Action::BattleCard(card)) => {
                let side = if seat == self.fight.attacker { Side::Attacker } else { Side::Defender };
                self.player_mut(seat).hand.remove(card);
                self.fight.cards[side] = Some(card); // E2-202
                return;
            }
            (Battle::Attack | Battle::Target | Battle::Liberate, _) => {}
            (Battle::Units(_) | Battle::Reroll(_) | Battle::Cards, _) => {}
        }
        self.tasks.pop();
        match (question, action) {
            (Battle::Attack, Action::Attack(foe)) => self.open_fight(seat, self.going.at, foe, log),
            (Battle::Target, Action::Attack(foe)) => self.open_fight(seat, self.fight.at, foe, log),
            (Battle::Liberate, Action::Liberate) => self.fight.liberate = true,
            (Battle::Units(side), Action::Go) => self.log_units(side, log),
            (Battle::Reroll(side), Action::Reroll) => {
                self.rerolled.insert(seat);
                let die = chance.roll(DIE);
                let best = self.fight.kept[side];
                self.fight.kept[side] = if self.fight.dice[side] > 1 { best.max(die) } else { die }; // E2-251
                log.push(|| Event::Rerolls { seat, die });
            }
            (Battle::Attack | Battle::Target | Battle::Liberate, _) => {}
            (Battle::Units(_) | Battle::Reroll(_) | Battle::Cards, _) => {}
        }
    }
}

#[cited]
impl State {
    fn may_field(&self, seat: Seat, side: Side, kind: Kind) -> Check {
        let mut more = self.fight.chosen[side];
        require!(more[kind.index()] < self.player(seat).fleet.count(kind, self.fight.at), Illegal::NoUnits);
        more[kind.index()] += 1;
        require!(counted(&more) <= self.unit_limit(seat), Illegal::UnitLimit); // E2-192, E2-247
        Ok(())
    }

    pub(crate) fn target(&self, foe: Foe) -> Option<Target> {
        match foe {
            Foe::Natives => Some(Target::Natives),
            Foe::Sarkeen => Some(Target::Sarkeen),
            Foe::Doom => Some(Target::Doom),
            _ => foe.faction().and_then(|f| self.of_faction(f)).map(Target::Seat),
        }
    }

    fn is_target(&self, seat: Seat, at: Region, foe: Foe) -> bool {
        if !self.player(seat).fleet.present().has(at) {
            return false;
        }
        match self.target(foe) {
            Some(Target::Sarkeen) => self.sarkeen.has(at),
            Some(Target::Doom) => self.doom == Some(at),
            _ if self.guarded(at) => false,
            Some(Target::Natives) => self.has_natives(at),
            Some(Target::Seat(other)) => {
                let there = self.player(other);
                other != seat && (there.fleet.present().has(at) || there.cubes.has(at))
            }
            None => false,
        }
    }

    /// An inhabited, uncontrolled surface (E2-220).
    pub(crate) fn has_natives(&self, at: Region) -> bool {
        at.is_surface() && !self.is_razed(at) && self.controller(at).is_none() && !self.sarkeen.has(at)
    }

    pub(crate) fn has_target(&self, seat: Seat, at: Region) -> bool {
        if !self.player(seat).fleet.present().has(at) {
            return false;
        }
        let others = || self.seats().filter(|&s| s != seat).map(|s| self.player(s));
        let met = |p: &crate::state::Player| p.fleet.present().has(at) || p.cubes.has(at);
        self.guarded(at) || self.has_natives(at) || others().any(met)
    }

    /// E2-P020: only against the player who controls the surface, before the battle.
    pub(crate) fn may_liberate(&self) -> bool {
        let fight = &self.fight;
        let ruler = matches!(fight.target, Target::Seat(s) if self.player(s).cubes.has(fight.at));
        self.options.planet_liberation && fight.at.is_surface() && ruler
    }

    fn unit_limit(&self, seat: Seat) -> u8 {
        let packed = self.has_tech(seat, Tech::Nanopacking) || self.has_tech(seat, Tech::SporePods); // E2-247
        let battle = &self.data.numbers.battle;
        if packed { battle.packed } else { battle.units }
    }

    /// The seat that chooses units, if not all of them fit (E2-192, E2-199).
    pub(crate) fn chooses_units(&self, side: Side) -> Option<Seat> {
        let seat = self.fight.seat(side)?;
        (counted(&self.units_of(seat, self.fight.at)) > self.unit_limit(seat)).then_some(seat)
    }

    /// The seat that may reroll the best die of its side.
    pub(crate) fn may_reroll_battle(&self, side: Side) -> Option<Seat> {
        self.fight.seat(side).filter(|&s| self.fight.dice[side] > 0 && self.may_reroll(s))
    }

    /// The seats that have a hand and have not chosen yet (E2-201, E2-204).
    pub(crate) fn choosing_cards(&self) -> SeatSet {
        let open = |side: &Side| self.fight.cards[*side].is_none();
        let seats = Side::BOTH.into_iter().filter(open).filter_map(|side| self.fight.seat(side));
        seats.filter(|&s| !self.player(s).hand.is_empty()).collect()
    }

    fn open_fight(&mut self, attacker: Seat, at: Region, foe: Foe, log: &mut impl Log<Event>) {
        let target = self.target(foe).expect("checked: a target");
        self.fight = Fight { attacker, target, at, ..Fight::default() };
        log.push(|| Event::Attacks { attacker, target, at });
        self.tasks.attack();
    }

    /// The attack is declared: influence is lost first (E2-218, E2-219, E2-306, E2-P021); units recruited there stay (E2-P019).
    pub(crate) fn declare(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Fight { attacker, target, at, liberate, .. } = self.fight;
        if at.is_surface() && !liberate {
            let planet = self.planet_at(at).expect("surfaces on the board have a planet");
            self.take_back(attacker, planet, u8::MAX, chance, log);
        }
        let undefended = matches!(target, Target::Seat(s)
            if !self.player(s).fleet.present().has(at) && self.bases(s, at) == 0);
        if undefended {
            log.push(|| Event::Undefended { attacker, at });
            return self.tasks.push(Task::Spoils);
        }
        self.tasks.battle();
    }

    /// All units fit.
    pub(crate) fn all_units(&mut self, side: Side) {
        if let Some(seat) = self.fight.seat(side) {
            self.fight.chosen[side] = self.units_of(seat, self.fight.at);
        }
    }

    fn log_units(&self, side: Side, log: &mut impl Log<Event>) {
        let units = self.fight.chosen[side];
        if let Some(seat) = self.fight.seat(side) {
            log.push(|| Event::Fields { seat, units });
        }
    }

    fn guard(&self) -> Force {
        let battle = &self.data.numbers.battle;
        match self.fight.target {
            Target::Sarkeen => battle.sarkeen, // E2-035, E2-221, E2-P015
            Target::Doom => battle.doom,
            _ => {
                let planet = self.planet_at(self.fight.at).expect("natives live on a planet");
                let mut force = self.data.planet(planet).natives; // E2-220
                for event in self.lying.iter().filter(|e| e.planet() == planet) {
                    if let Op::NativePower(more) = self.data.event(event).op {
                        force.power = force.power.saturating_add_signed(more);
                    }
                }
                force
            }
        }
    }

    fn chosen(&self, side: Side, kind: Kind) -> bool {
        self.fight.chosen[side][kind.index()] > 0
    }

    /// Bases of a seat that fight in a region: those there, and those of a Worldship there (E2-197).
    pub(crate) fn bases(&self, seat: Seat, region: Region) -> u8 {
        let player = self.player(seat);
        let works = &player.works[Work::Base.index()];
        let aboard = if player.fleet.worldship() == Some(region) { works.on_ship() } else { 0 };
        works.on(region) + aboard
    }

    /// Bases that count: a Drill Mole of the enemy takes one (E2-193, E2-304).
    fn fighting_bases(&self, side: Side) -> u8 {
        let Some(seat) = self.fight.seat(side) else { return 0 };
        let mole = self.chosen(side.other(), Kind::DrillMole);
        self.bases(seat, self.fight.at).saturating_sub(u8::from(mole))
    }

    /// E2-194, E2-197, E2-262.
    fn dice_of(&self, side: Side) -> u8 {
        let battle = &self.data.numbers.battle;
        let Some(seat) = self.fight.seat(side) else { return self.guard().dice };
        let units: u8 = self.sum(side, |k| self.data.unit(k).dice);
        let reflexes = if self.has_tech(seat, Tech::EnhancedReflexes) { battle.reflexes } else { 0 };
        (units + battle.base_dice * self.fighting_bases(side) + reflexes).min(battle.dice) // E2-036
    }

    fn sum(&self, side: Side, value: impl Fn(Kind) -> u8) -> u8 {
        Kind::all().map(|k| value(k) * self.fight.chosen[side][k.index()]).sum()
    }

    /// Everything but die and card (E2-196, E2-197, E2-269).
    fn power_of(&self, side: Side) -> u8 {
        let battle = &self.data.numbers.battle;
        let Some(seat) = self.fight.seat(side) else { return self.guard().power };
        let fury = if side == Side::Attacker { battle.fury } else { 0 };
        let units = self.sum(side, |k| self.data.unit(k).power + if k == Kind::Reaver { fury } else { 0 });
        let bonus = match side {
            Side::Attacker if self.has_ability(seat, Ability::WarOath) => battle.oath,
            Side::Defender if self.has_tech(seat, Tech::EnergyMatrix) => battle.matrix,
            _ => 0,
        };
        units + battle.base_power * self.fighting_bases(side) + bonus
    }

    /// Each side rolls; its highest die counts (E2-194, E2-195, E2-200).
    pub(crate) fn roll_battle(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for side in Side::BOTH {
            let n = self.dice_of(side);
            let mut dice = [0; MOST_DICE];
            dice[..usize::from(n)].iter_mut().for_each(|d| *d = chance.roll(DIE));
            self.fight.dice[side] = n;
            self.fight.kept[side] = dice.iter().copied().max().unwrap_or(0);
            let seat = self.fight.seat(side);
            log.push(|| Event::BattleDice { seat, dice, n });
        }
    }

    /// Kept die, units, Bases and bonuses: what counts beside the card.
    pub(crate) fn without_card(&self, side: Side) -> u8 {
        let precise = if self.chosen(side, Kind::LumenDrone) { self.data.numbers.battle.precise } else { 0 };
        self.fight.kept[side].max(precise) + self.power_of(side)
    }

    /// Everything together (E2-205).
    fn total(&self, side: Side) -> u8 {
        let dazed = if self.chosen(side.other(), Kind::Dreamer) { self.data.numbers.battle.daze } else { 0 };
        let card = self.fight.cards[side].map_or(0, |c| self.data.power(c).saturating_sub(dazed)); // E2-204, E2-207
        self.without_card(side) + card
    }

    /// The totals, and the side that wins: the higher one; a tie is the defender's (E2-208, E2-209).
    pub(crate) fn outcome(&self) -> (BySide<u8>, Side) {
        let totals = BySide::from_fn(|side| self.total(side));
        let zeal = self.chosen(Side::Attacker, Kind::AshMonk) && !self.chosen(Side::Defender, Kind::AshMonk);
        let wins =
            totals[Side::Attacker] > totals[Side::Defender] || zeal && totals[Side::Attacker] == totals[Side::Defender];
        (totals, if wins { Side::Attacker } else { Side::Defender })
    }
}

/// Units that count to the limit: one Sporeling does not.
fn counted(units: &Counts) -> u8 {
    units.iter().sum::<u8>() - u8::from(units[Kind::Sporeling.index()] > 0)
}

/// No pack has more dice.
pub(crate) const MOST_DICE: usize = 40; // the bound of `battle.dice` in the pack
