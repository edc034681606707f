//! Battles: their course, the free attack, retreat, victory (GE-110 to GE-118, GE-121, GE-126, GE-127, GE-134 to GE-138).

use astrarium_core::{BySide, Chance, Log, Piece, Seat, Side, cited};

use crate::action::Action;
use crate::data::COMBAT_PHASES;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Ship, Ships, Space, Tech, Unit};
use crate::state::{Battle, Campaign, Cause, End, Fire, Phase, Roll, Stage, State, Warlord};

#[cited]
impl State {
    pub(crate) fn battle_actions(&self, battle: &Battle, out: &mut Vec<Action>) {
        match battle.stage {
            Stage::Plasma | Stage::Ion | Stage::Shields => out.extend([Action::Declare, Action::Skip]),
            Stage::Name => {
                let first = |&s: &Ship| self.stand_in(battle, Side::Attacker, s).is_none();
                out.extend(self.nameable(battle).iter().filter(first).map(Action::NameShip));
            }
            Stage::Assign(side) => self.hit_actions(battle, side, out),
            Stage::Retreat => out.extend([Action::Continue, Action::Retreat]),
            Stage::Firing => {}
        }
    }

    /// The ships of a side that are left: those in the space, or all of them in the last battle (GE-192).
    pub(crate) fn side_ships(&self, battle: &Battle, side: Side) -> Ships {
        let fleet = &self.players[battle.sides[side]].fleet;
        battle.at.map_or_else(|| fleet.out(), |at| fleet.here(at))
    }

    /// The control token that defends.
    pub(crate) fn token(&self, battle: &Battle, side: Side) -> Option<Unit> {
        let (at, player) = (battle.at?, &self.players[battle.sides[side]]);
        match () {
            () if player.empires.has(at) => Some(Unit::Empire),
            () if player.bases.has(at) => Some(Unit::Starbase),
            () => None,
        }
    }

    /// Any attacking ship; in the free attack one that warped (GE-120).
    fn nameable(&self, battle: &Battle) -> Ships {
        let ships = self.side_ships(battle, Side::Attacker);
        if battle.fire == Fire::Free { ships & self.warped() } else { ships }
    }

    pub(crate) fn warped(&self) -> Ships {
        if let Phase::Warlord(warlord) = &self.phase { warlord.warped } else { Ships::EMPTY }
    }

    /// A ship that is the same choice as this one and has a lower number.
    pub(crate) fn stand_in(&self, battle: &Battle, side: Side, ship: Ship) -> Option<Ship> {
        let damaged = battle.damaged[side];
        let ships = self.side_ships(battle, side);
        let lower = ships & Ships::from_bits(ship.kind().ships().bits() & ((1 << ship.index()) - 1));
        let marks = |s: Ship| match &self.phase {
            Phase::Warlord(warlord) if side == Side::Attacker => {
                (damaged.has(s), battle.named == Some(s), warlord.from.get(s), warlord.warped.has(s))
            }
            _ => (damaged.has(s), false, None, false),
        };
        lower.iter().find(|&s| marks(s) == marks(ship))
    }

    pub(crate) fn check_battle(&self, battle: &Battle, action: Action) -> Check {
        match (action, battle.stage) {
            (Action::Declare | Action::Skip, Stage::Plasma | Stage::Ion | Stage::Shields) => Ok(()),
            (Action::NameShip(ship), Stage::Name) => {
                require!(self.nameable(battle).has(ship), Illegal::NotInBattle(ship)); // GE-120
                let twin = self.stand_in(battle, Side::Attacker, ship);
                twin.map_or(Ok(()), |twin| Err(Illegal::SameShip(ship, twin))) // GE-121
            }
            (Action::AssignHit(unit), Stage::Assign(side)) => self.check_hit(battle, side, unit),
            (Action::Continue | Action::Retreat, Stage::Retreat) => Ok(()), // GE-126
            (Action::Retreat, _) => Err(Illegal::NoRetreat),                // GE-127, GE-113
            _ => Err(Illegal::OtherPhase),                                  // GE-118
        }
    }

    pub(crate) fn fight_on(
        &mut self,
        battle: &Battle,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (action, battle.stage) {
            (_, Stage::Plasma | Stage::Ion | Stage::Shields) => {
                let tech = match battle.stage {
                    Stage::Plasma => Tech::PlasmaWeapons,
                    Stage::Ion => Tech::IonCannons,
                    _ => Tech::ShieldGenerators,
                };
                if action == Action::Declare {
                    self.declare(tech, chance, log)
                } else {
                    self.declared(tech, false, chance, log)
                }
            }
            (Action::NameShip(ship), _) => {
                self.battle_mut().named = Some(ship); // GE-120, GE-121
                log.push(|| Event::Named { seat: battle.sides[Side::Attacker], ship });
                self.open_fire(chance, log);
            }
            (Action::AssignHit(unit), Stage::Assign(side)) => {
                self.hit(side, unit, log);
                self.take_hits(chance, log);
            }
            (Action::Retreat, _) => self.retreat(chance, log),
            _ => self.new_combat_round(chance, log),
        }
    }

    // The course of a battle: technologies, free attack, then rounds of three phases (GE-118).

    pub(crate) fn open_battle(&mut self, seat: Seat, at: Space, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let foe = self.foe(seat, at).expect("a battle has two sides");
        let battle = Battle::new(Some(at), BySide([seat, foe]), BySide([true, self.players[foe].fleet.any(at)]));
        log.push(|| Event::BattleBegins { at, sides: battle.sides });
        let Phase::Warlord(warlord) = &mut self.phase else { unreachable!("battles are fought in Warlord turns") };
        warlord.step = Campaign::Fight(battle);
        self.offer(seat, Tech::PlasmaWeapons, chance, log);
    }

    /// Attacking ships add 1 to each die (GE-174).
    pub(crate) fn plasma_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = self.battle_mut();
        battle.plasma = works;
        battle.stage = Stage::Ion;
        let battle = *battle;
        match self.token(&battle, Side::Defender) {
            Some(_) => self.offer(battle.sides[Side::Defender], Tech::IonCannons, chance, log),
            None => self.ion_declared(false, chance, log),
        }
    }

    /// Empires and Starbases have one die more (GE-173). Then warped ships attack once, unanswered (GE-110, GE-114).
    pub(crate) fn ion_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.battle_mut().ion = works;
        let battle = *self.battle();
        if !self.side_ships(&battle, Side::Attacker).meets(self.warped()) {
            return self.new_combat_round(chance, log);
        }
        self.battle_mut().fire = Fire::Free;
        self.name_or_fire(chance, log);
    }

    /// A combat round begins (GE-112, GE-118).
    pub(crate) fn new_combat_round(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = self.battle_mut();
        battle.round += 1;
        battle.fire = Fire::Phase(0);
        self.name_or_fire(chance, log);
    }

    /// Only the chooser of the role has the extra die, and only when attacking (GE-120).
    fn name_or_fire(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let chooser = self.chooser;
        let battle = self.battle_mut();
        battle.named = None;
        battle.stage = Stage::Name;
        if battle.at.is_none() || battle.sides[Side::Attacker] != chooser {
            self.open_fire(chance, log);
        }
    }

    fn open_fire(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match self.battle().fire {
            Fire::Free => _ = self.shoot(chance, log),
            Fire::Phase(_) => self.next_phase(chance, log),
        }
    }

    /// Dreadnoughts, then cruisers and tokens, then fighters; a phase without dice is skipped (GE-122 to GE-124).
    fn next_phase(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        while let Fire::Phase(phase) = self.battle().fire {
            if phase == COMBAT_PHASES {
                return self.end_combat_round(chance, log);
            }
            self.battle_mut().fire = Fire::Phase(phase + 1);
            if self.shoot(chance, log) {
                return;
            }
        }
    }

    /// Both sides fire at once (GE-125). Whether anybody had dice.
    fn shoot(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) -> bool {
        let volley = self.volley(self.battle());
        if volley.len == 0 {
            return false;
        }
        self.battle_mut().stage = Stage::Firing;
        self.roll = Roll::new(Cause::Combat);
        for _ in 0..volley.len {
            self.roll.push(chance.roll(self.data.numbers.die_sides));
        }
        self.show_dice(chance, log);
        true
    }

    pub(crate) fn end_volley(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        if self.gone(&battle, Side::Attacker) || self.gone(&battle, Side::Defender) {
            return self.end_battle(chance, log);
        }
        match battle.fire {
            Fire::Free => self.new_combat_round(chance, log), // GE-112
            Fire::Phase(_) => self.next_phase(chance, log),
        }
    }

    /// The attacker goes on or retreats; who warped in cannot (GE-126, GE-127, GE-113).
    fn end_combat_round(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let free = self.side_ships(&battle, Side::Attacker) - self.warped();
        if battle.at.is_none() || free.is_empty() {
            return self.new_combat_round(chance, log);
        }
        self.battle_mut().stage = Stage::Retreat;
    }

    /// Each ship goes back to the space it stepped from (GE-126, GE-138).
    fn retreat(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let Phase::Warlord(Warlord { from, warped, .. }) = self.phase else { unreachable!("retreat from an attack") };
        let seat = battle.sides[Side::Attacker];
        let ships = self.side_ships(&battle, Side::Attacker);
        for ship in (ships - warped).iter() {
            self.players[seat].fleet.set(ship, from.get(ship));
            self.battle_mut().damaged[Side::Attacker].remove(ship); // GE-131
        }
        log.push(|| Event::Retreated { seat });
        if (ships & warped).is_empty() {
            self.leave_battle(chance, log);
        } else {
            self.new_combat_round(chance, log);
        }
    }

    /// The victorious attacker claims the sector, and has a point if an Empire was destroyed; no one else gets anything
    /// (GE-134 to GE-136). Dreadnoughts are whole again, Starbases are not (GE-131, GE-132).
    fn end_battle(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let Some(at) = battle.at else { return self.end_last_battle(&battle, log) };
        let seat = battle.sides[Side::Attacker];
        let won = !self.gone(&battle, Side::Attacker);
        let winner = Side::BOTH.into_iter().find(|&side| !self.gone(&battle, side));
        log.push(|| Event::BattleEnds { at, winner: winner.map(|side| battle.sides[side]) });
        if won && battle.razed {
            self.gain(seat, u16::from(self.data.numbers.battle_vp), log); // GE-135
        }
        if won && self.map.planets.has(at) && self.players[seat].reserve > 0 {
            self.claim(seat, at, log); // GE-134
        }
        self.leave_battle(chance, log);
    }

    /// A point out of the pool; the last one ends the game (GE-184, GE-190).
    fn gain(&mut self, seat: Seat, vp: u16, log: &mut impl Log<Event>) {
        self.players[seat].vp += vp;
        self.vp_pool = self.vp_pool.saturating_sub(vp);
        if self.vp_pool == 0 {
            self.set_end(End::LastVp);
        }
        log.push(|| Event::Scored { seat, vp, from: "battles" });
    }

    fn leave_battle(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.end_moves(chance, log);
    }
}
