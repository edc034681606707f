//! A Warlord turn and its battles.

use astrarium_core::{BySide, Faults, Piece, Side, cited};

use crate::data::COMBAT_PHASES;
use crate::piece::{Kind, Ship, Ships, Tech};
use crate::state::{Battle, Campaign, Cause, Fire, Phase, Stage, State, Warlord};

/// Combat rounds past the cap that a battle can still need: every die hits then.
const SLACK: u8 = 64;
/// More moves than any ship has, and more hits than any volley brings.
const MOST_MOVES: u8 = 9;
const MOST_HITS: u8 = 100;

#[cited]
impl State {
    pub(super) fn check_campaign(&self, warlord: &Warlord, faults: &mut Faults) {
        let seat = self.actor();
        self.check_moves(warlord, faults);
        let (colour, fleet) = (self.colour(seat), &self.players[seat].fleet);
        let battles = warlord.battles;
        let place = "phase.warlord.battles";
        faults.none(place, battles - fleet.spaces(), format_args!("has no ship of {colour}, expected one (GE-098)"));
        let calm = battles.iter().filter(|&at| self.foe(seat, at).is_none()).collect();
        faults.none(place, calm, format_args!("has no enemy of {colour}, expected one (GE-098)"));
        faults.none(place, battles & self.owned_homes(), "is a home, expected a space that can be attacked (GE-100)");
        match warlord.step {
            Campaign::Declare => {
                let fresh = *warlord == Warlord { step: Campaign::Declare, ..Warlord::default() };
                faults.must(fresh, "phase.warlord: expected no moves before Fusion Engines are declared (GE-175)");
                self.check_declaration(Tech::FusionEngines, faults);
            }
            Campaign::Move => {}
            Campaign::Battles => {
                faults.must(!battles.is_empty(), format_args!("{place}: empty, expected a battle to pick"))
            }
            Campaign::Fight(battle) => {
                let at = battle.at.filter(|&at| !battles.has(at) && !self.owned_homes().has(at));
                faults.must(
                    at.is_some(),
                    "phase.warlord.step.fight.at: expected a space that is no home and no longer among the battles",
                );
                faults.must(
                    battle.sides[Side::Attacker] == seat,
                    format_args!(
                        "phase.warlord.step.fight.sides: expected {colour}, whose turn it is, as the attacker"
                    ),
                );
                if faults.0.is_empty() {
                    self.check_fight(&battle, "phase.warlord.step.fight", faults);
                }
            }
        }
    }

    fn check_moves(&self, warlord: &Warlord, faults: &mut Faults) {
        let fleet = &self.players[self.actor()].fleet;
        // Once battles begin, ships that are lost keep their marks until the turn ends.
        let fought = matches!(warlord.step, Campaign::Battles | Campaign::Fight(_));
        for ship in Ship::all() {
            let moves = warlord.moves[ship.index()];
            let (most, why) = match fleet.get(ship) {
                Some(at) if warlord.battles.has(at) => (0, " where it has met an enemy (GE-097)"),
                None if !fought && warlord.step != Campaign::Declare => (0, ", since it is not on the board"),
                _ => (MOST_MOVES, ""),
            };
            faults.must(
                moves <= most,
                format_args!("phase.warlord.moves: {moves} for {ship}, expected at most {most}{why}"),
            );
        }
        let stopped = warlord.battles.iter().fold(Ships::EMPTY, |all, at| all | fleet.here(at));
        self.check_ways(warlord, stopped, faults);
    }

    /// A ship that fights has warped in, or can go back where it came from (GE-138).
    fn check_ways(&self, warlord: &Warlord, ships: Ships, faults: &mut Faults) {
        let open = |from| self.foe(self.actor(), from).is_none();
        let back = |&s: &Ship| warlord.from.get(s).is_some_and(open);
        let back: Ships = ships.iter().filter(back).collect();
        let why = "has no way back: expected the space it came from, without an enemy, or a warp (GE-138)";
        faults.none("phase.warlord.from", ships - warlord.warped - back, why);
    }

    pub(super) fn check_last_battle(&self, battle: &Battle, faults: &mut Faults) {
        let place = "phase.last-battle";
        faults.must(
            battle.at.is_none(),
            format_args!("{place}.at: given, expected none: the ground is neutral (GE-192)"),
        );
        faults.must(
            battle.fire != Fire::Free,
            format_args!("{place}.fire: free, expected a phase: nobody warps (GE-192)"),
        );
        let assign = matches!(battle.stage, Stage::Assign(_));
        faults.must(assign, format_args!("{place}.stage: expected assign, nothing else is asked there (GE-192)"));
        if faults.0.is_empty() {
            self.check_fight(battle, place, faults);
        }
    }

    fn check_fight(&self, battle: &Battle, place: &str, faults: &mut Faults) {
        let n = self.n();
        let BySide([a, b]) = battle.sides;
        faults.must(
            a.0 < n && b.0 < n && a != b && !self.is_dukedom(a),
            format_args!(
                "{place}.sides: {} and {}, expected two of {n} seats, counted from 0, and a player as the attacker",
                a.0, b.0
            ),
        );
        if !faults.0.is_empty() {
            return;
        }
        let (round, most) = (battle.round, self.options.battle_round_cap + SLACK);
        faults.must(round <= most, format_args!("{place}.round: {round}, expected at most {most}"));
        if let Fire::Phase(phase) = battle.fire {
            faults.must(
                phase <= COMBAT_PHASES,
                format_args!("{place}.fire.phase: {phase}, expected at most {COMBAT_PHASES} (GE-118)"),
            );
        }
        for side in Side::BOTH {
            let (ships, hits) = (self.side_ships(battle, side), battle.hits[side]);
            let whole = battle.damaged[side] - (Kind::Dreadnought.ships() & ships);
            faults.none(
                format_args!("{place}.damaged"),
                whole,
                "is damaged, expected only dreadnoughts of its side in this battle (GE-131)",
            );
            faults.must(hits <= MOST_HITS, format_args!("{place}.hits: {hits}, expected at most {MOST_HITS}"));
            let there = !ships.is_empty() || self.token(battle, side).is_some();
            // Where one side takes hits, the other may have lost everything already.
            let matters = !matches!(battle.stage, Stage::Assign(hit) if hit != side);
            let colour = self.colour(battle.sides[side]);
            faults.must(
                there || !matters,
                format_args!("{place}: {colour} has nothing left to fight with, expected that the battle is over"),
            );
        }
        if let Some(at) = battle.at {
            let token = self.token(battle, Side::Attacker).is_some();
            let (ours, theirs) = (self.colour(a), self.colour(b));
            faults.must(!token, format_args!("{place}.at: {at} is under {ours}'s control, expected another space"));
            let met = self.foe(a, at).is_none_or(|foe| foe == b);
            faults.must(
                met,
                format_args!("{place}.sides: {ours} does not fight {theirs} at {at}, expected the seat that is there"),
            );
        }
        if let Phase::Warlord(warlord) = &self.phase {
            self.check_ways(warlord, self.side_ships(battle, Side::Attacker), faults);
        }
        self.check_stage(battle, place, faults);
    }

    fn check_stage(&self, battle: &Battle, place: &str, faults: &mut Faults) {
        let BySide([a, b]) = battle.sides;
        match battle.stage {
            Stage::Plasma => self.check_owner(a, Tech::PlasmaWeapons, faults),
            Stage::Ion => {
                self.check_owner(b, Tech::IonCannons, faults);
                let token = self.token(battle, Side::Defender).is_some();
                faults.must(
                    token,
                    format_args!("{place}.stage: ion, expected an Empire or a Starbase that defends (GE-173)"),
                );
            }
            Stage::Shields => {
                let side = self.shielded(battle);
                self.check_owner(battle.sides[side], Tech::ShieldGenerators, faults);
                let needed = battle.hits[side] > 0 && battle.shields[side];
                faults.must(
                    needed,
                    format_args!("{place}.stage: shields, expected a first hit, and a ship at the start (GE-172)"),
                );
            }
            Stage::Name => faults.must(
                a == self.chooser,
                format_args!(
                    "{place}.stage: name, expected {}, who chose the role, in the battle (GE-120)",
                    self.colour(self.chooser)
                ),
            ),
            Stage::Firing => faults.must(
                self.roll.cause == Cause::Combat,
                format_args!(
                    "{place}.stage: firing needs the dice of the volley, expected dice and cause = \"combat\""
                ),
            ),
            Stage::Assign(side) => {
                let colour = self.colour(battle.sides[side]);
                let asked = battle.hits[side] > 0 && !self.is_dukedom(battle.sides[side]);
                faults.must(
                    asked,
                    format_args!("{place}.hits: expected a hit for {colour} to take, who is a player (GE-128)"),
                );
            }
            Stage::Retreat => {
                let free = self.side_ships(battle, Side::Attacker) - self.warped();
                faults.must(
                    !free.is_empty(),
                    format_args!("{place}.stage: retreat, expected a ship that has not warped in (GE-113)"),
                );
            }
        }
    }
}
