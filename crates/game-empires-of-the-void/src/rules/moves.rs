//! Moving: single ships, groups, all ships, other players' ships; obstacles, cargo, tractor beams (EV-084 to EV-090, EV-168,
//! EV-179, EV-184 to EV-189, EV-194 to EV-196, KU-066 to KU-072, KU-106, KU-140, KU-149, KU-154 to KU-159, KU-173).

use astrarium_core::{Chance, Log, SeatSet, Set, cited};

use crate::action::Action;
use crate::data::Once;
use crate::event::{Cost, Event};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Course, Fleet, Fleeting, Hulls, Move, Phase, Seats, State, Step, Turn};

#[cited]
impl State {
    // Beginning a move.

    fn new_move(
        &self,
        turn: &Turn,
        course: Course,
        owner: Colour,
        kind: Kind,
        at: Space,
        many: Option<Fleeting>,
    ) -> Move {
        let left = self.move_value(owner, kind, course);
        let shift = turn.shift && course != Course::Mind; // KU-173: it covers the next own ship
        Move { course, owner, at, left, stepped: false, shift, hulls: Hulls::one(kind), many }
    }

    /// Ships of a kind in a space that have not moved in the running action.
    fn fresh(&self, turn: &Turn, owner: Colour, kind: Kind, at: Space) -> u8 {
        self.players[owner].fleet.count(kind, at) - turn.marks.count(kind, at)
    }

    fn check_ship_moves(&self, turn: &Turn, course: Course, owner: Colour, kind: Kind, at: Space) -> Check {
        let many = matches!(course, Course::All | Course::Plus);
        let there = if many { self.fresh(turn, owner, kind, at) } else { self.players[owner].fleet.count(kind, at) };
        require!(there > 0, Illegal::NoShip(at)); // EV-084
        let going = self.new_move(turn, course, owner, kind, at, None);
        require!(!self.is_held(&going), Illegal::Held(at)); // EV-184
        require!(self.can_step(&going), Illegal::CannotStep(at)); // EV-087
        Ok(())
    }

    pub(crate) fn check_move(&self, turn: &Turn, kind: Kind, at: Space) -> Check {
        require!(turn.actions > 0, Illegal::NoActionLeft); // EV-081
        self.check_ship_moves(turn, Course::Action, turn.seat, kind, at)
    }

    /// Narkani's extra move; once per turn in the revised edition (EV-210, KU-175).
    pub(crate) fn check_extra_move(&self, turn: &Turn, kind: Kind, at: Space) -> Check {
        require!(self.is(turn.seat, Race::Narkani), Illegal::NoExtraMove);
        require!(!(turn.extra && self.rules().once(Once::ExtraMove)), Illegal::OnceATurn); // KU-175
        let price = u16::from(*self.data.numbers.bonus.extra_move_price.get_ref());
        require!(self.players[turn.seat].credits >= price, Illegal::NoCredits(price));
        self.check_ship_moves(turn, Course::Extra, turn.seat, kind, at)
    }

    /// Warp Gate: two actions (EV-186); once per turn in the revised edition (KU-159).
    pub(crate) fn check_move_all(&self, turn: &Turn) -> Check {
        require!(self.owns(turn.seat, Tech::WarpGate), Illegal::NoWarpGate); // EV-186
        require!(turn.actions >= *self.data.numbers.move_all_actions.get_ref(), Illegal::NoActionLeft); // KU-158: an extra move is no part of it
        require!(!(turn.moved_all && self.rules().once(Once::MoveAll)), Illegal::OnceATurn); // KU-159
        require!(self.any_ship(turn, Course::All), Illegal::NoWarpGate);
        Ok(())
    }

    pub(crate) fn any_ship(&self, turn: &Turn, course: Course) -> bool {
        self.movable(turn, course).next().is_some()
    }

    /// The own ships that can begin to move. Where a line is free nothing holds any of them; the others are checked.
    fn movable(&self, turn: &Turn, course: Course) -> impl Iterator<Item = (Kind, Space)> {
        let (fleet, seat) = (&self.players[turn.seat].fleet, turn.seat);
        let many = matches!(course, Course::All | Course::Plus);
        let free = |at: &Space| !turn.held.has(*at) && !self.ways(*at, Set::EMPTY).is_empty();
        let free: Spaces = fleet.everywhere().iter().filter(free).collect();
        fleet.ships().filter(move |&(kind, at)| {
            let fresh = !many || self.fresh(turn, seat, kind, at) > 0;
            fresh && free.has(at) || self.check_ship_moves(turn, course, seat, kind, at).is_ok()
        })
    }

    /// Another player's ship in a space with one of Siri's, once per turn (EV-194, EV-196, KU-173).
    pub(crate) fn check_mind(&self, turn: &Turn, owner: Colour, kind: Kind, at: Space) -> Check {
        require!(self.is(turn.seat, Race::Siri), Illegal::NoMindControl);
        require!(turn.actions > 0, Illegal::NoActionLeft);
        require!(!turn.mind, Illegal::OnceATurn); // EV-196
        let shared = owner != turn.seat && self.players[turn.seat].fleet.any(at);
        require!(shared, Illegal::NoMindControl); // EV-194
        self.check_ship_moves(turn, Course::Mind, owner, kind, at)
    }

    /// Every single move that can begin now.
    pub(crate) fn begin_actions(&self, turn: &Turn, out: &mut Vec<Action>) {
        let seat = turn.seat;
        let narkani = self.is(seat, Race::Narkani);
        if turn.actions > 0 || narkani {
            self.movable(turn, Course::Action).for_each(|(kind, at)| {
                if turn.actions > 0 {
                    out.push(Action::Move(kind, at));
                }
                if narkani && self.check_extra_move(turn, kind, at).is_ok() {
                    out.push(Action::ExtraMove(kind, at));
                }
            });
        }
        if self.owns(seat, Tech::WarpGate) && self.check_move_all(turn).is_ok() {
            out.push(Action::MoveAll);
        }
        if self.is(seat, Race::Siri) && !turn.mind && turn.actions > 0 {
            for owner in self.others(seat) {
                let ships =
                    self.players[owner].fleet.ships().filter(|&(k, s)| self.check_mind(turn, owner, k, s).is_ok());
                out.extend(ships.map(|(k, s)| Action::MindControl(owner, k, s)));
            }
        }
    }

    pub(crate) fn begin_move(
        &mut self,
        mut turn: Turn,
        course: Course,
        owner: Colour,
        kind: Kind,
        at: Space,
        many: Option<Fleeting>,
    ) {
        if many.is_none() {
            turn.marks = Fleet::default();
        }
        turn.step = Step::Move(self.new_move(&turn, course, owner, kind, at, many));
        self.phase = Phase::Turn(turn);
    }

    pub(crate) fn begin_many(&mut self, mut turn: Turn, course: Course) {
        turn.marks = Fleet::default();
        let left = if course == Course::Plus { self.data.numbers.move_plus_ships } else { u8::MAX }; // KU-106
        turn.step = Step::Ships(Fleeting { course, left, spent: false });
        self.phase = Phase::Turn(turn);
    }

    // The next ship of many.

    pub(crate) fn ships_actions(&self, turn: &Turn, many: &Fleeting, out: &mut Vec<Action>) {
        if many.left > 0 {
            out.extend(self.movable(turn, many.course).map(|(k, s)| Action::Ship(k, s)));
        }
        if many.spent || out.is_empty() {
            out.push(Action::End);
        }
    }

    pub(crate) fn check_ships(&self, turn: &Turn, many: &Fleeting, action: Action) -> Check {
        match action {
            Action::Ship(kind, at) => {
                require!(many.left > 0, Illegal::NoShip(at)); // KU-106
                self.check_ship_moves(turn, many.course, turn.seat, kind, at) // EV-188
            }
            Action::End => {
                let none = many.left == 0 || !self.any_ship(turn, many.course);
                require!(many.spent || none, Illegal::NotMovedYet);
                Ok(())
            }
            _ => Err(Illegal::OtherQuestion),
        }
    }

    pub(crate) fn ships_step(&mut self, turn: Turn, mut many: Fleeting, action: Action) {
        match action {
            Action::Ship(kind, at) => {
                many.left -= 1;
                self.begin_move(turn, many.course, turn.seat, kind, at, Some(many));
            }
            _ => self.end_many(turn, many),
        }
    }

    /// The actions come back if no ship made a step.
    fn end_many(&mut self, mut turn: Turn, many: Fleeting) {
        turn.marks = Fleet::default();
        turn.step = match many.course {
            Course::Plus if many.spent => Step::End,
            Course::Plus => Step::Secondary,
            _ => Step::Choose,
        };
        self.phase = Phase::Turn(turn);
    }

    // A running move.

    /// Ships in the mover's space that may still be loaded or join.
    fn loose(&self, turn: &Turn, going: &Move, kind: Kind) -> u8 {
        self.fresh(turn, going.owner, kind, going.at).saturating_sub(going.hulls.count(kind))
    }

    /// The hull that has room: a Diplomat for one ship of initiative 4 or 5 and, with Docking Bay, four more Starfighters; a
    /// Sunhammer II for three (EV-168, EV-179, KU-144, KU-148). Carried ships carry nothing (KU-136).
    fn room(&self, going: &Move, kind: Kind) -> Option<usize> {
        let small = self.data.level(kind) >= self.data.numbers.carried_initiative;
        let (docking, hammer) = (self.owns(going.owner, Tech::DockingBay), self.owns(going.owner, Tech::SunhammerII));
        let bonus = &self.data.numbers.bonus;
        let fits = |hull: &crate::state::Hull| {
            let aboard = hull.cargo.iter().flatten().count() as u8;
            let fighters = hull.cargo.iter().flatten().filter(|&&k| k == Kind::Starfighter).count() as u8;
            let bay = if docking { *bonus.docking_bay.get_ref() } else { 0 };
            match hull.kind {
                Kind::Diplomat if kind == Kind::Starfighter => aboard < 1 + bay,
                Kind::Diplomat => aboard - fighters.min(bay) < 1,
                Kind::Sunhammer => hammer && aboard < *bonus.sunhammer_ii_room.get_ref(),
                _ => false,
            }
        };
        let free = going.hulls.list.iter().position(|h| h.as_ref().is_some_and(&fits));
        free.filter(|_| small && going.course != Course::Mind)
    }

    fn loaded(&self, going: &Move, kind: Kind) -> Option<Move> {
        let hull = self.room(going, kind)?;
        let mut after = *going;
        let cargo = &mut after.hulls.list[hull].as_mut()?.cargo;
        *cargo.iter_mut().find(|c| c.is_none())? = Some(kind);
        Some(after)
    }

    fn grouped(&self, going: &Move, kind: Kind) -> Move {
        let mut after = *going;
        after.hulls.push(kind);
        after.left = after.left.min(self.move_value(going.owner, kind, going.course)); // KU-149: the smallest counts
        after
    }

    pub(crate) fn move_actions(&self, turn: &Turn, going: &Move, out: &mut Vec<Action>) {
        if !self.is_held(going) {
            out.extend(self.next_spaces(going).iter().map(Action::Step));
        }
        let carries = going.hulls.iter().any(|h| matches!(h.kind, Kind::Diplomat | Kind::Sunhammer));
        let groups = self.owns(going.owner, Tech::GrapplingBeam);
        if carries || groups {
            for kind in self.players[going.owner].fleet.kinds(going.at) {
                out.extend(self.check_going(turn, going, Action::Load(kind)).is_ok().then_some(Action::Load(kind)));
                out.extend(self.check_going(turn, going, Action::Unload(kind)).is_ok().then_some(Action::Unload(kind)));
                out.extend(self.check_going(turn, going, Action::Group(kind)).is_ok().then_some(Action::Group(kind)));
            }
        }
        out.extend(going.stepped.then_some(Action::Stop));
    }

    pub(crate) fn check_going(&self, turn: &Turn, going: &Move, action: Action) -> Check {
        let alone = going.hulls.len() == 1;
        match action {
            Action::Step(to) => {
                require!(!self.is_held(going), Illegal::Held(going.at)); // EV-184
                self.check_way(going, to)?;
            }
            Action::Load(kind) => {
                require!(self.loose(turn, going, kind) > 0, Illegal::NoRoom(kind)); // EV-187, EV-188
                let after = self.loaded(going, kind).ok_or(Illegal::NoRoom(kind))?; // EV-168, EV-189
                let goes_on = going.stepped || self.can_step(&after);
                require!((alone || !going.stepped) && goes_on, Illegal::NoRoom(kind));
            }
            Action::Unload(kind) => {
                let aboard = going.hulls.iter().any(|h| h.cargo.contains(&Some(kind)));
                require!(aboard && alone, Illegal::NotAboard(kind)); // EV-189
            }
            Action::Group(kind) => {
                let may = self.owns(going.owner, Tech::GrapplingBeam)
                    && matches!(going.course, Course::Action | Course::Extra);
                let room = going.hulls.len() < *self.data.numbers.group_size.get_ref() && !going.stepped;
                require!(may && room && self.loose(turn, going, kind) > 0, Illegal::NotInGroup(kind)); // KU-149
                require!(self.can_step(&self.grouped(going, kind)), Illegal::NotInGroup(kind));
            }
            Action::Stop => require!(going.stepped, Illegal::NotMovedYet), // EV-084
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    pub(crate) fn move_step(
        &mut self,
        mut turn: Turn,
        mut going: Move,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::Step(to) => {
                let ask = self.beams(turn.seat, &going);
                if ask.is_empty() {
                    return self.go(turn, going, to, chance, log);
                }
                turn.step = Step::Consent { going, to, ask: Seats(ask.0) }; // EV-184
            }
            Action::Load(kind) => turn.step = Step::Move(self.loaded(&going, kind).expect("checked: there is room")),
            Action::Unload(kind) => {
                let slots = going.hulls.list.iter_mut().flatten().flat_map(|h| h.cargo.iter_mut());
                if let Some(slot) = slots.into_iter().find(|c| **c == Some(kind)) {
                    *slot = None;
                }
                pack(&mut going.hulls);
                turn.marks.add(kind, going.at); // EV-187, EV-188
                turn.step = Step::Move(going);
            }
            Action::Group(kind) => turn.step = Step::Move(self.grouped(&going, kind)),
            _ => return self.end_move(turn, going),
        }
        self.phase = Phase::Turn(turn);
    }

    pub(crate) fn consent_step(
        &mut self,
        mut turn: Turn,
        seat: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let Step::Consent { going, to, ask } = turn.step else { unreachable!("consent is asked for a step") };
        let mut left = SeatSet(ask.0);
        left.remove(seat.seat());
        match action {
            Action::Allow if left.is_empty() => self.go(turn, going, to, chance, log),
            Action::Allow => {
                turn.step = Step::Consent { going, to, ask: Seats(left.0) };
                self.phase = Phase::Turn(turn);
            }
            _ => {
                log.push(|| Event::HeldBack { seat, at: going.at });
                if !going.stepped {
                    turn.held.insert(going.at); // the action is kept, so that nobody can ask for ever
                }
                self.end_move(turn, going);
            }
        }
    }

    /// What a move costs falls due with its first step.
    pub(super) fn pay_for(&mut self, turn: &mut Turn, going: &mut Move, log: &mut impl Log<Event>) {
        let first = !going.stepped && going.many.is_none_or(|m| !m.spent);
        going.stepped = true;
        if let Some(many) = &mut going.many {
            many.spent = true;
        }
        turn.shift &= !going.shift;
        if !first {
            return;
        }
        match going.course {
            Course::Action => turn.actions -= 1,
            Course::Extra => {
                let price = u16::from(*self.data.numbers.bonus.extra_move_price.get_ref());
                self.pay(turn.seat, price, Cost::Move, log); // KU-175
                turn.extra = true;
            }
            Course::All => {
                turn.actions -= *self.data.numbers.move_all_actions.get_ref(); // EV-186
                turn.moved_all = true;
            }
            Course::Plus => {}
            Course::Mind => {
                turn.actions -= 1;
                turn.mind = true; // EV-196
            }
        }
    }

    /// Cargo is set down; with many ships the next one follows (EV-188, EV-189).
    pub(super) fn end_move(&mut self, mut turn: Turn, going: Move) {
        self.ask_for_repairs(going.owner);
        turn.step = match going.many {
            None => Step::Choose,
            Some(many) => {
                going.hulls.ships().for_each(|k| turn.marks.add(k, going.at));
                Step::Ships(many)
            }
        };
        if going.many.is_none() {
            turn.marks = Fleet::default();
        }
        self.phase = Phase::Turn(turn);
    }
}

/// No gaps between hulls, nor in their cargo.
pub(super) fn pack(hulls: &mut Hulls) {
    hulls.list.sort_by_key(|h| h.is_none());
    hulls.list.iter_mut().flatten().for_each(|h| h.cargo.sort_by_key(|c| c.is_none()));
}
