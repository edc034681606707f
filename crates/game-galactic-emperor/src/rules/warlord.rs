//! Warlord: ships move, claim and warp (GE-092 to GE-117, GE-175).

use astrarium_core::{Chance, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{CENTRE, Ship, Ships, Space, Spaces, Tech};
use crate::state::{Campaign, Phase, State, Warlord};

#[cited]
impl State {
    pub(crate) fn warlord_actions(&self, warlord: &Warlord, seat: Seat, out: &mut Vec<Action>) {
        match warlord.step {
            Campaign::Declare => out.extend([Action::Declare, Action::Skip]),
            Campaign::Move => self.move_actions(warlord, seat, out),
            Campaign::Battles => out.extend(warlord.battles.iter().map(Action::PickBattle)),
            Campaign::Fight(_) => {}
        }
    }

    fn move_actions(&self, warlord: &Warlord, seat: Seat, out: &mut Vec<Action>) {
        let fleet = &self.players[seat].fleet;
        let barred = self.owned_homes() - self.players[seat].home_set(); // GE-100
        let gate = self.warp_targets(warlord);
        for ship in fleet.out().iter().filter(|&s| warlord.moves[s.index()] > 0) {
            if self.twin(warlord, seat, ship).is_some() {
                continue;
            }
            let at = fleet.get(ship).expect("out");
            out.extend((self.steps(at) - barred).iter().map(|to| Action::Step(ship, to)));
            if self.may_warp(warlord, seat, ship) {
                out.extend(gate.iter().map(|to| Action::Warp(ship, to)));
            }
        }
        out.push(Action::EndMoves);
    }

    /// The spaces one step away: those that touch this one, or the same connected suns (GE-094, GE-099).
    #[inline]
    pub(crate) fn steps(&self, from: Space) -> Spaces {
        let (near, suns) = (&self.data.0.near, self.map.suns);
        let mut reach = near[from.index()];
        let mut crossed = Spaces::EMPTY;
        loop {
            let fresh = ((reach | Spaces::of(from)) & suns) - crossed;
            if fresh.is_empty() {
                return reach - suns - Spaces::of(from);
            }
            crossed |= fresh;
            fresh.iter().for_each(|sun| reach |= near[sun.index()]);
        }
    }

    /// The nearest of some spaces by steps; forces and homes on the way do not matter (GE-160).
    pub(crate) fn nearest(&self, from: Space, wanted: Spaces) -> Spaces {
        let (mut seen, mut edge) = (Spaces::of(from), Spaces::of(from));
        while !edge.is_empty() && !edge.meets(wanted) {
            edge = edge.iter().fold(Spaces::EMPTY, |all, s| all | self.steps(s)) - seen;
            seen |= edge;
        }
        edge & wanted
    }

    /// A ship of the same kind in the same place with the same marks and a lower number represents this one.
    pub(crate) fn twin(&self, warlord: &Warlord, seat: Seat, ship: Ship) -> Option<Ship> {
        let fleet = &self.players[seat].fleet;
        let marks = |s: Ship| (fleet.get(s), warlord.moves[s.index()], warlord.from.get(s), warlord.warped.has(s));
        let lower = Ships::from_bits(ship.kind().ships().bits() & ((1 << ship.index()) - 1));
        lower.iter().find(|&s| marks(s) == marks(ship))
    }

    /// Ships that began the turn in the Black Hole and have not moved (GE-106, GE-115, GE-117).
    fn may_warp(&self, warlord: &Warlord, seat: Seat, ship: Ship) -> bool {
        let waits = self.players[seat].fleet.get(ship) == Some(CENTRE) && warlord.from.get(ship).is_none();
        waits && self.hole_open() && warlord.moves[ship.index()] > 0
    }

    /// Anywhere but homes, suns and the Black Hole itself; one target a turn (GE-107, GE-108, GE-101).
    fn warp_targets(&self, warlord: &Warlord) -> Spaces {
        let open = Spaces::FULL - self.map.homes - self.map.suns - Spaces::of(CENTRE);
        warlord.target.map_or(open, |target| open & Spaces::of(target))
    }

    pub(crate) fn check_warlord(&self, warlord: &Warlord, seat: Seat, action: Action) -> Check {
        match (action, warlord.step) {
            (Action::Declare | Action::Skip, Campaign::Declare) => Ok(()),
            (Action::Step(ship, to), Campaign::Move) => {
                let at = self.check_ship(warlord, seat, ship)?;
                require!(!self.map.suns.has(to), Illegal::OntoSun(to)); // GE-099
                require!(self.steps(at).has(to), Illegal::TooFar(at, to)); // GE-092, GE-093
                let foreign = self.owned_homes() - self.players[seat].home_set();
                require!(!foreign.has(to), Illegal::EnemyHome(to)); // GE-100
                Ok(())
            }
            (Action::Warp(ship, to), Campaign::Move) => {
                self.check_ship(warlord, seat, ship)?;
                require!(self.may_warp(warlord, seat, ship), Illegal::NotInTheHole(ship)); // GE-106
                require!(!(self.map.homes | self.map.suns).has(to) && to != CENTRE, Illegal::NoWarpTarget(to)); // GE-107
                require!(warlord.target.is_none_or(|t| t == to), Illegal::OtherWarpTarget); // GE-108
                Ok(())
            }
            (Action::EndMoves, Campaign::Move) => Ok(()), // GE-040
            (Action::Step(..) | Action::Warp(..), Campaign::Battles) => Err(Illegal::MovesAreOver), // GE-104
            (Action::PickBattle(at), Campaign::Battles) => {
                require!(warlord.battles.has(at), Illegal::NoBattle(at)); // GE-098
                Ok(())
            }
            _ => Err(Illegal::OtherPhase), // GE-098
        }
    }

    fn check_ship(&self, warlord: &Warlord, seat: Seat, ship: Ship) -> Result<Space, Illegal> {
        let at = self.players[seat].fleet.get(ship).ok_or(Illegal::NotBuilt(ship))?; // GE-092
        require!(!warlord.warped.has(ship), Illegal::Warped(ship)); // GE-109
        let fights = warlord.battles.has(at);
        require!(!fights, Illegal::Stopped(ship)); // GE-097
        require!(warlord.moves[ship.index()] > 0, Illegal::NoMovesLeft(ship)); // GE-093
        let twin = self.twin(warlord, seat, ship);
        twin.map_or(Ok(at), |twin| Err(Illegal::SameShip(ship, twin))) // GE-092
    }

    pub(crate) fn campaign(
        &mut self,
        mut warlord: Warlord,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::Declare => self.declare(Tech::FusionEngines, chance, log),
            Action::Skip => self.fusion_declared(false),
            Action::Step(ship, to) => {
                let from = self.players[seat].fleet.get(ship).expect("checked");
                warlord.moves[ship.index()] -= 1; // GE-093
                warlord.from.set(ship, Some(from));
                log.push(|| Event::Stepped { seat, ship, from, to });
                self.arrive(&mut warlord, seat, ship, to, log);
            }
            Action::Warp(ship, to) => {
                warlord.moves[ship.index()] = 0; // GE-109
                warlord.warped.insert(ship);
                warlord.target = Some(to); // GE-108
                log.push(|| Event::Warped { seat, ship, to });
                self.arrive(&mut warlord, seat, ship, to, log);
            }
            Action::PickBattle(at) => {
                warlord.battles.remove(at);
                self.phase = Phase::Warlord(warlord);
                self.open_battle(seat, at, chance, log);
            }
            _ => self.end_moves(chance, log),
        }
    }

    /// Enemy forces stop the ship (GE-097); an unprotected sector with planets is claimed, and the ship may go on (GE-095,
    /// GE-096, GE-102, GE-103). Own ships and tokens never hinder (GE-105).
    fn arrive(&mut self, warlord: &mut Warlord, seat: Seat, ship: Ship, to: Space, log: &mut impl Log<Event>) {
        self.players[seat].fleet.set(ship, Some(to));
        if self.foe(seat, to).is_some() {
            warlord.moves[ship.index()] = 0;
            warlord.battles.insert(to); // GE-098, GE-116
        } else {
            self.claim_free(seat, to, log);
        }
        self.phase = Phase::Warlord(*warlord);
    }

    /// Mandatory while a token is left (GE-103).
    fn claim_free(&mut self, seat: Seat, at: Space, log: &mut impl Log<Event>) {
        let free = self.map.planets.has(at) && !self.players[seat].controls().has(at);
        if free && self.players[seat].reserve > 0 {
            self.claim(seat, at, log);
        }
    }

    /// Ships on an unprotected sector claim it when their owner's turn begins (GE-051).
    pub(crate) fn standing_claims(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let standing = self.players[seat].fleet.spaces() & self.map.planets;
        for at in (standing - self.controlled()).iter() {
            self.claim_free(seat, at, log);
        }
    }

    pub(crate) fn warlord_turn(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.standing_claims(seat, log);
        self.phase = Phase::Warlord(Warlord { step: Campaign::Declare, ..Warlord::default() });
        self.offer(seat, Tech::FusionEngines, chance, log);
    }

    /// Fighters and cruisers move 2, dreadnoughts 1; Fusion Engines add 1 (GE-093, GE-175).
    pub(crate) fn fusion_declared(&mut self, works: bool) {
        let extra = if works { self.data.numbers.fusion_moves } else { 0 };
        let out = self.players[self.actor()].fleet.out();
        let mut warlord = Warlord::default();
        for ship in out.iter() {
            warlord.moves[ship.index()] = self.data.unit(ship.kind()).moves + extra;
        }
        self.phase = Phase::Warlord(warlord);
    }

    /// All moves first, then the battles, one after another; no moves after that (GE-104).
    pub(crate) fn end_moves(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Phase::Warlord(warlord) = &mut self.phase else { unreachable!("moves end in a Warlord turn") };
        warlord.step = Campaign::Battles;
        if warlord.battles.is_empty() {
            self.end_turn(chance, log);
        }
    }
}
