//! Firing: who rolls how many dice, and what hits (GE-119, GE-120, GE-122 to GE-125, GE-173, GE-174).

use astrarium_core::{BySide, Chance, Log, Piece, Side, cited};

use crate::data::MOST_DICE;
use crate::event::{Event, Shots};
use crate::piece::{Kind, Unit};
use crate::state::{Battle, Fire, Roll, State};

/// The dice that fire together, in the order they are rolled.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Volley {
    pub len: u8,
    pub guns: [Gun; MOST_DICE],
}

/// Whose die it is, and the lowest number that hits.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gun {
    pub side: Side,
    pub on: u8,
}

impl Volley {
    fn push(&mut self, dice: u8, gun: Gun) {
        let len = usize::from(self.len);
        self.guns[len..len + usize::from(dice)].fill(gun);
        self.len += dice;
    }
}

#[cited]
impl State {
    /// The dice of this phase: attacker, then defender; dreadnoughts, cruisers, token, fighters.
    pub(crate) fn volley(&self, battle: &Battle) -> Volley {
        let mut volley = Volley::default();
        self.fire_ships(battle, Side::Attacker, &mut volley);
        if battle.fire != Fire::Free {
            self.fire_ships(battle, Side::Defender, &mut volley); // GE-110: no return fire
        }
        volley
    }

    fn fire_ships(&self, battle: &Battle, side: Side, volley: &mut Volley) {
        let fires = |phase: u8| battle.fire == Fire::Free || battle.fire == Fire::Phase(phase);
        let numbers = &self.data.0.numbers;
        let bonus = if side == Side::Attacker && battle.plasma { numbers.plasma_bonus } else { 0 }; // GE-174
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
                    let extra =
                        if side == Side::Attacker && battle.named == Some(ship) { numbers.warlord_dice } else { 0 }; // GE-120
                    volley.push(unit.dice + extra, gun(unit.hits_on.saturating_sub(bonus))); // GE-119, GE-137
                }
            }
        }
    }

    fn fire_token(&self, battle: &Battle, side: Side, volley: &mut Volley) {
        let token = &self.data.0.token;
        let dice = match self.token(battle, side).filter(|_| side == Side::Defender) {
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
        let mut hits = BySide::default();
        for (&die, gun) in roll.as_slice().iter().zip(&volley.guns) {
            hits[gun.side.other()] += u8::from(die >= gun.on);
        }
        self.battle_mut().hits = hits;
        log.push(|| Event::Fired { shots: Shots { sides: self.battle().sides, roll: *roll, volley, hits } });
        self.raise_shields(chance, log);
    }
}
