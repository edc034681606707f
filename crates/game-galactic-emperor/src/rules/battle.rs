//! Battles: volleys, casualties, retreat, victory (GE-110 to GE-138, GE-172 to GE-174).

use astrarium_core::{Chance, Log, Piece, Seat};

use crate::action::{Action, Unit, Word};
use crate::data::{COMBAT_PHASES, MOST_DICE};
use crate::event::{Event, Shots};
use crate::illegal::{Illegal, require};
use crate::piece::{Kind, Ship, Ships, Space, Tech};
use crate::state::{Battle, Campaign, Cause, Damaged, End, Fire, Phase, Roll, Stage, State, Warlord};

/// The dice that fire together, in the order they are rolled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Volley {
    pub len: u8,
    pub guns: [Gun; MOST_DICE],
}

/// Whose die it is, and the lowest number that hits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gun {
    pub side: u8,
    pub on: u8,
}

impl Volley {
    fn push(&mut self, dice: u8, gun: Gun) {
        let len = usize::from(self.len);
        self.guns[len..len + usize::from(dice)].fill(gun);
        self.len += dice;
    }
}

/// The sides in the order they take their hits: the defender first; in the last battle the lower seat.
const HIT_ORDER: [u8; 2] = [1, 0];

impl State {
    pub(crate) fn battle_actions(&self, battle: &Battle, out: &mut Vec<Action>) {
        match battle.stage {
            Stage::Plasma | Stage::Ion | Stage::Shields => out.extend([Word::Declare, Word::Skip].map(Action::Say)),
            Stage::Name => {
                let first = |&s: &Ship| self.stand_in(battle, 0, s).is_none();
                out.extend(self.nameable(battle).iter().filter(first).map(Action::NameShip));
            }
            Stage::Assign(side) => self.hit_actions(battle, side, out),
            Stage::Retreat => out.extend([Word::Continue, Word::Retreat].map(Action::Say)),
            Stage::Firing => {}
        }
    }

    fn hit_actions(&self, battle: &Battle, side: u8, out: &mut Vec<Action>) {
        let ships = self.side_ships(battle, side);
        let first = |&s: &Ship| self.stand_in(battle, side, s).is_none();
        out.extend(ships.iter().filter(first).map(|s| Action::AssignHit(Unit::Ship(s))));
        match self.token(battle, side) {
            Some(Unit::Starbase) => out.push(Action::AssignHit(Unit::Starbase)), // GE-129: a Starbase may take hits before ships
            Some(Unit::Empire) if ships.is_empty() => out.push(Action::AssignHit(Unit::Empire)),
            _ => {}
        }
    }

    /// The ships of a side that are left: those in the space, or all of them in the last battle (GE-192).
    pub(crate) fn side_ships(&self, battle: &Battle, side: u8) -> Ships {
        let fleet = &self.players[battle.sides[usize::from(side)]].fleet;
        battle.at.map_or_else(|| fleet.out(), |at| fleet.here(at))
    }

    /// The control token that defends.
    pub(crate) fn token(&self, battle: &Battle, side: u8) -> Option<Unit> {
        let (at, player) = (battle.at?, &self.players[battle.sides[usize::from(side)]]);
        match () {
            () if player.empires.has(at) => Some(Unit::Empire),
            () if player.bases.has(at) => Some(Unit::Starbase),
            () => None,
        }
    }

    /// Any attacking ship; in the free attack one that warped (GE-120).
    fn nameable(&self, battle: &Battle) -> Ships {
        let ships = self.side_ships(battle, 0);
        if battle.fire == Fire::Free { ships & self.warped() } else { ships }
    }

    fn warped(&self) -> Ships {
        if let Phase::Warlord(warlord) = &self.phase { warlord.warped } else { Ships::EMPTY }
    }

    /// A ship that is the same choice as this one and has a lower number.
    fn stand_in(&self, battle: &Battle, side: u8, ship: Ship) -> Option<Ship> {
        let Damaged(damaged) = battle.damaged[usize::from(side)];
        let ships = self.side_ships(battle, side);
        let lower = ships & Ships::from_bits(ship.kind().ships().bits() & ((1 << ship.index()) - 1));
        let marks = |s: Ship| match &self.phase {
            Phase::Warlord(warlord) if side == 0 => (damaged.has(s), warlord.from.get(s), warlord.warped.has(s)),
            _ => (damaged.has(s), None, false),
        };
        lower.iter().find(|&s| marks(s) == marks(ship))
    }

    pub(crate) fn check_battle(&self, battle: &Battle, action: Action) -> Result<(), Illegal> {
        match (action, battle.stage) {
            (Action::Say(Word::Declare | Word::Skip), Stage::Plasma | Stage::Ion | Stage::Shields) => Ok(()),
            (Action::NameShip(ship), Stage::Name) => {
                require!(self.nameable(battle).has(ship), Illegal::NotInBattle(ship)); // GE-120
                let twin = self.stand_in(battle, 0, ship);
                twin.map_or(Ok(()), |twin| Err(Illegal::SameShip(ship, twin))) // GE-121
            }
            (Action::AssignHit(unit), Stage::Assign(side)) => self.check_hit(battle, side, unit),
            (Action::Say(Word::Continue | Word::Retreat), Stage::Retreat) => Ok(()), // GE-126
            (Action::Say(Word::Retreat), _) => Err(Illegal::NoRetreat),              // GE-127, GE-113
            _ => Err(Illegal::OtherPhase),                                           // GE-118
        }
    }

    fn check_hit(&self, battle: &Battle, side: u8, unit: Unit) -> Result<(), Illegal> {
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

    pub(crate) fn fight_on(&mut self, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        match (action, battle.stage) {
            (Action::Say(word), Stage::Plasma | Stage::Ion | Stage::Shields) => {
                let tech = match battle.stage {
                    Stage::Plasma => Tech::PlasmaWeapons,
                    Stage::Ion => Tech::IonCannons,
                    _ => Tech::ShieldGenerators,
                };
                if word == Word::Declare {
                    self.declare(tech, chance, log)
                } else {
                    self.declared(tech, false, chance, log)
                }
            }
            (Action::NameShip(ship), _) => {
                self.battle_mut().named = Some(ship); // GE-120, GE-121
                log.push(|| Event::Named { ship });
                self.open_fire(chance, log);
            }
            (Action::AssignHit(unit), Stage::Assign(side)) => {
                self.hit(side, unit, log);
                self.take_hits(chance, log);
            }
            (Action::Say(Word::Retreat), _) => self.retreat(chance, log),
            _ => self.new_combat_round(chance, log),
        }
    }

    // The course of a battle: technologies, free attack, then rounds of three phases (GE-118).

    pub(crate) fn open_battle(&mut self, seat: Seat, at: Space, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let foe = self.foe(seat, at).expect("a battle has two sides");
        let battle = Battle::new(Some(at), [seat, foe], [true, self.players[foe].fleet.any(at)]);
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
        match self.token(&battle, 1) {
            Some(_) => self.offer(battle.sides[1], Tech::IonCannons, chance, log),
            None => self.ion_declared(false, chance, log),
        }
    }

    /// Empires and Starbases have one die more (GE-173). Then warped ships attack once, unanswered (GE-110, GE-114).
    pub(crate) fn ion_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.battle_mut().ion = works;
        let battle = *self.battle();
        if !self.side_ships(&battle, 0).meets(self.warped()) {
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
        if battle.at.is_none() || battle.sides[0] != chooser {
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

    /// The dice of this phase: attacker, then defender; dreadnoughts, cruisers, token, fighters.
    pub(crate) fn volley(&self, battle: &Battle) -> Volley {
        let mut volley = Volley::default();
        self.fire_ships(battle, 0, &mut volley);
        if battle.fire != Fire::Free {
            self.fire_ships(battle, 1, &mut volley); // GE-110: no return fire
        }
        volley
    }

    fn fire_ships(&self, battle: &Battle, side: u8, volley: &mut Volley) {
        let fires = |phase: u8| battle.fire == Fire::Free || battle.fire == Fire::Phase(phase);
        let numbers = &self.data.0.numbers;
        let bonus = if side == 0 && battle.plasma { numbers.plasma_bonus } else { 0 }; // GE-174
        let gun = |on: u8| Gun { side, on: self.hits_on(battle, on) };
        let mut ships = self.side_ships(battle, side);
        if battle.fire == Fire::Free {
            ships &= self.warped(); // GE-114
        }
        for kind in Kind::all().rev() {
            let unit = self.data.0.unit(kind);
            if kind == Kind::Fighter && fires(self.data.0.token.phase) {
                self.fire_token(battle, side, volley);
            }
            if fires(unit.phase) {
                for ship in (ships & kind.ships()).iter() {
                    let extra = if side == 0 && battle.named == Some(ship) { numbers.warlord_dice } else { 0 }; // GE-120
                    volley.push(unit.dice + extra, gun(unit.hits_on.saturating_sub(bonus))); // GE-119, GE-137
                }
            }
        }
    }

    fn fire_token(&self, battle: &Battle, side: u8, volley: &mut Volley) {
        let token = &self.data.0.token;
        let dice = match self.token(battle, side).filter(|_| side == 1) {
            Some(Unit::Empire) => token.empire_dice,
            Some(_) => token.starbase_dice,
            None => return,
        };
        let extra = if battle.ion { self.data.numbers.ion_dice } else { 0 }; // GE-173
        volley.push(dice + extra, Gun { side, on: self.hits_on(battle, token.hits_on) });
    }

    /// Past the cap every die hits, so that no battle goes on for ever.
    fn hits_on(&self, battle: &Battle, on: u8) -> u8 {
        if battle.round > self.options.battle_round_cap { 1 } else { on }
    }

    /// The dice are final: count the hits of both sides (GE-119, GE-125).
    pub(crate) fn score_hits(&mut self, roll: &Roll, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let volley = self.volley(self.battle());
        let mut hits = [0; 2];
        for (&die, gun) in roll.as_slice().iter().zip(&volley.guns) {
            hits[usize::from(1 - gun.side)] += u8::from(die >= gun.on);
        }
        self.battle_mut().hits = hits;
        log.push(|| Event::Fired { shots: Shots { sides: self.battle().sides, roll: *roll, volley, hits } });
        self.raise_shields(chance, log);
    }

    /// The first hit on a side that began with ships is cancelled, once a battle (GE-172).
    fn raise_shields(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let due = |side: &usize| {
            let ready = self.ready(battle.sides[*side], Tech::ShieldGenerators);
            ready && battle.shields[*side] && battle.hits[*side] > 0
        };
        match [0, 1].into_iter().find(due) {
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
        let side = usize::from(battle.sides[1] == owner);
        battle.shields[side] = false;
        if works {
            battle.hits[side] -= cancelled;
            log.push(|| Event::Shielded { seat: owner });
        }
        self.take_hits(chance, log);
    }

    /// Owners choose what is hit (GE-111, GE-128); if all must die, nobody is asked.
    fn take_hits(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let last = self.battle().at.is_none();
        for k in 0..HIT_ORDER.len() {
            let side = HIT_ORDER[if last { HIT_ORDER.len() - 1 - k } else { k }];
            let battle = *self.battle();
            let hits = battle.hits[usize::from(side)];
            match hits {
                0 => {}
                hits if hits >= self.hit_points(&battle, side) => self.destroy(side, log),
                _ if self.is_dukedom(battle.sides[usize::from(side)]) => self.dukedom_hits(side, log),
                _ => {
                    self.battle_mut().stage = Stage::Assign(side);
                    return;
                }
            }
        }
        self.end_volley(chance, log);
    }

    /// All that a side can still take (GE-130 to GE-132).
    fn hit_points(&self, battle: &Battle, side: u8) -> u8 {
        let Damaged(damaged) = battle.damaged[usize::from(side)];
        let ships = self.side_ships(battle, side).iter();
        let hulls: u8 = ships.map(|s| self.data.unit(s.kind()).hit_points - u8::from(damaged.has(s))).sum();
        let token = match self.token(battle, side) {
            Some(Unit::Starbase) => 1 + 1, // first an Empire, then nothing
            Some(_) => 1,
            None => 0,
        };
        hulls + token
    }

    fn destroy(&mut self, side: u8, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        for ship in self.side_ships(&battle, side).iter() {
            let whole = self.data.unit(ship.kind()).hit_points > 1;
            if whole && !self.battle().damaged[usize::from(side)].0.has(ship) {
                self.hit(side, Unit::Ship(ship), log);
            }
            self.hit(side, Unit::Ship(ship), log);
        }
        while let Some(token) = self.token(&battle, side) {
            self.hit(side, token, log);
        }
        self.battle_mut().hits[usize::from(side)] = 0; // surplus hits vanish
    }

    /// One hit on one unit; casualties go back to their owner (GE-133).
    pub(crate) fn hit(&mut self, side: u8, unit: Unit, log: &mut impl Log<Event>) {
        let k = usize::from(side);
        let battle = *self.battle();
        let seat = battle.sides[k];
        let (player, fight) = (&mut self.players[seat], battle.at);
        log.push(|| Event::Hit { seat, unit });
        match unit {
            Unit::Ship(ship) if self.data.0.unit(ship.kind()).hit_points > 1 && !battle.damaged[k].0.has(ship) => {
                self.battle_mut().damaged[k].0.insert(ship); // GE-131
            }
            Unit::Ship(ship) => {
                player.fleet.set(ship, None); // GE-130, GE-131
                self.battle_mut().damaged[k].0.remove(ship);
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
        let hits = &mut self.battle_mut().hits[k];
        *hits = hits.saturating_sub(1);
    }

    fn gone(&self, battle: &Battle, side: u8) -> bool {
        self.side_ships(battle, side).is_empty() && self.token(battle, side).is_none()
    }

    fn end_volley(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        if self.gone(&battle, 0) || self.gone(&battle, 1) {
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
        let free = self.side_ships(&battle, 0) - self.warped();
        if battle.at.is_none() || free.is_empty() {
            return self.new_combat_round(chance, log);
        }
        self.battle_mut().stage = Stage::Retreat;
    }

    /// Each ship goes back to the space it stepped from (GE-126, GE-138).
    fn retreat(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let Phase::Warlord(Warlord { from, warped, .. }) = self.phase else { unreachable!("retreat from an attack") };
        let seat = battle.sides[0];
        let ships = self.side_ships(&battle, 0);
        for ship in (ships - warped).iter() {
            self.players[seat].fleet.set(ship, from.get(ship));
            self.battle_mut().damaged[0].0.remove(ship); // GE-131
        }
        log.push(|| Event::Retreated { seat });
        if (ships & warped).is_empty() {
            self.leave_battle(chance, log);
        } else {
            self.new_combat_round(chance, log);
        }
    }

    /// The victorious attacker claims the sector, and has a point if he destroyed an Empire; nobody else gets anything
    /// (GE-134 to GE-136). Dreadnoughts are whole again, Starbases are not (GE-131, GE-132).
    fn end_battle(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let battle = *self.battle();
        let Some(at) = battle.at else { return self.end_last_battle(&battle, log) };
        let seat = battle.sides[0];
        let won = !self.gone(&battle, 0);
        let winner = battle.sides.into_iter().zip([0, 1]).find(|&(_, side)| !self.gone(&battle, side));
        log.push(|| Event::BattleEnds { at, winner: winner.map(|(seat, _)| seat) });
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
        log.push(|| Event::Scored { seat, vp });
    }

    fn leave_battle(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.end_moves(chance, log);
    }
}

impl Battle {
    pub fn new(at: Option<Space>, sides: [Seat; 2], ships: [bool; 2]) -> Battle {
        Battle {
            stage: Stage::Plasma,
            at,
            sides,
            round: 0,
            fire: Fire::Phase(0),
            named: None,
            plasma: false,
            ion: false,
            shields: ships, // GE-172
            hits: [0; 2],
            damaged: [Damaged::default(); 2],
            razed: false,
        }
    }
}
