//! What a moving ship meets: its reach, obstacles, tractor beams, and the step itself (EV-084 to EV-090, EV-172, EV-184, EV-185,
//! KU-066 to KU-072, KU-140, KU-155, KU-173).

use astrarium_core::{Chance, Log, SeatSet, Set, cited};

use super::galaxy::Met;
use super::moves::pack;
use crate::data::{Native, Obstacles};
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Course, Move, Phase, State, Step, Turn};

#[cited]
impl State {
    // What a ship can do.

    /// Printed, and what adds to it or takes away; at least 1 (EV-084).
    pub(crate) fn move_value(&self, owner: Colour, kind: Kind, course: Course) -> u8 {
        let swift = self.players[owner].race.map_or(0, |r| self.data.race(r).swift);
        let hammer = kind == Kind::Sunhammer && self.owns(owner, Tech::SunhammerII); // KU-144
        let bonus = u8::from(self.owns(owner, Tech::IonEngines)) + u8::from(hammer) + u8::from(course == Course::Plus); // KU-106
        (*self.data.ship(kind).moves.get_ref() + swift + bonus - u8::from(self.storm)).max(1) // EV-078
    }

    /// Technologies, abilities and events that spare a ship an obstacle (EV-086, EV-087, EV-172, KU-070).
    pub(crate) fn ignores(&self, owner: Colour, kind: Kind, obstacle: Obstacle, shift: bool) -> bool {
        shift || is_moth(kind) || self.spared(owner).has(obstacle)
    }

    /// The obstacles that spare all ships of a seat (EV-086, EV-087).
    fn spared(&self, owner: Colour) -> Set<Obstacle> {
        let mut spared = self.charted.map_or(Set::EMPTY, Set::of);
        if !self.meteors && (self.owns(owner, Tech::AsteroidShielding) || self.is(owner, Race::Oquath)) {
            spared.insert(Obstacle::Asteroids);
        }
        if self.owns(owner, Tech::MineSweeping) {
            spared.insert(Obstacle::Mines);
        }
        if self.owns(owner, Tech::BeastLore) || self.has_ability(owner, SITHARA) {
            spared.insert(Obstacle::Defenses);
        }
        spared
    }

    /// Two Millipedes make their spaces adjacent for their owner's other ships (KU-140).
    fn thread(&self, going: &Move) -> Spaces {
        let ends = self.players[going.owner].fleet.spaces(Kind::Millipede);
        let free = ends.has(going.at) && going.hulls.count(Kind::Millipede) == 0;
        if free { ends - Spaces::of(going.at) } else { Spaces::EMPTY }
    }

    fn adjacent(&self, going: &Move) -> Spaces {
        self.lines(going.at) | self.shortcuts(going)
    }

    /// Ways without obstacles: worm holes and Millipedes.
    fn shortcuts(&self, going: &Move) -> Spaces {
        self.worm_hole(going.at) | self.thread(going)
    }

    pub(crate) fn meets(&self, going: &Move, to: Space) -> Met {
        if self.shortcuts(going).has(to) { Met::default() } else { self.obstacles(going.at, to) }
    }

    /// Closed obstacles must be ignored by every ship; rolled ones only where Siri drives (EV-087, KU-068, KU-173).
    pub(super) fn check_way(&self, going: &Move, to: Space) -> Check {
        require!(self.adjacent(going).has(to), Illegal::NotAdjacent(to)); // EV-084
        require!(self.next_spaces(going).has(to), Illegal::ObstacleThere(to)); // EV-087
        Ok(())
    }

    /// Where the next step can lead.
    pub(super) fn next_spaces(&self, going: &Move) -> Spaces {
        let closed = self.rules().obstacles == Obstacles::Closed || going.course == Course::Mind;
        let free = !closed || going.shift || going.hulls.ships().all(is_moth);
        let ignored = if free { Set::FULL } else { self.spared(going.owner) };
        self.ways(going.at, ignored) | self.shortcuts(going)
    }

    pub(super) fn can_step(&self, going: &Move) -> bool {
        !self.is_held(going) && !self.next_spaces(going).is_empty()
    }

    // Tractor beams.

    fn has_beam(&self, owner: Colour, at: Space) -> bool {
        let fleet = &self.players[owner].fleet;
        let tech = self.owns(owner, Tech::TractorBeam); // EV-184
        let beams = |k: Kind| {
            let learned = tech && matches!(k, Kind::Starcruiser | Kind::Sunhammer);
            learned || self.data.ship(k).native == Some(Native::Beam)
        };
        [Kind::BlackHole, Kind::Starcruiser, Kind::Sunhammer].into_iter().any(|k| beams(k) && fleet.count(k, at) > 0)
    }

    /// Players whose beams hold a ship in its space: not its owner, not who moves it (EV-184, EV-185).
    pub(super) fn beams(&self, mover: Colour, going: &Move) -> SeatSet {
        let asked = |c: &Colour| *c != mover && *c != going.owner && self.has_beam(*c, going.at);
        if going.shift { SeatSet::EMPTY } else { self.seats().filter(asked).map(Colour::seat).collect() }
    }

    /// Any other player's beam prevents Retreat (KU-155).
    pub(crate) fn is_beamed(&self, seat: Colour, at: Space) -> bool {
        self.others(seat).any(|c| self.has_beam(c, at))
    }

    pub(super) fn is_held(&self, going: &Move) -> bool {
        self.turn().is_some_and(|t| t.held.has(going.at) && !self.beams(t.seat, going).is_empty())
    }

    /// One step: obstacles are rolled for ship by ship, then the survivors are in the next space (EV-085, KU-069).
    pub(super) fn go(
        &mut self,
        mut turn: Turn,
        mut going: Move,
        to: Space,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.pay_for(&mut turn, &mut going, log);
        let obstacles = self.meets(&going, to);
        let from = going.at;
        log.push(|| Event::Moves {
            owner: going.owner,
            kind: going.hulls.iter().next().map_or(Kind::Starfighter, |h| h.kind),
            from,
            to,
        });
        for kind in going.hulls.ships() {
            self.players[going.owner].fleet.travel(kind, from, to);
        }
        going.at = to;
        going.left -= 1;
        if self.rules().obstacles == Obstacles::Rolled {
            self.run_gauntlet(&mut turn, &mut going, obstacles, chance, log);
        }
        if going.left == 0 || going.hulls.len() == 0 {
            return self.end_move(turn, going);
        }
        turn.step = Step::Move(going);
        self.phase = Phase::Turn(turn);
    }

    /// A die for each ship and obstacle: hulls first, then cargo, also of a lost hull, which is set down here (KU-069).
    fn run_gauntlet(
        &mut self,
        turn: &mut Turn,
        going: &mut Move,
        obstacles: Met,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let (owner, at) = (going.owner, going.at);
        let mut lost = going.hulls.list.map(|_| false);
        for obstacle in obstacles.into_iter().flatten() {
            self.meet(going, obstacle, &mut lost, chance, log);
        }
        for (hull, _) in going.hulls.list.iter_mut().zip(lost).filter(|(_, lost)| *lost) {
            let gone = hull.take().expect("only hulls roll");
            self.destroy(owner, gone.kind, at);
            gone.cargo.iter().flatten().for_each(|&k| turn.marks.add(k, at));
        }
        pack(&mut going.hulls);
    }

    /// One obstacle: hulls are marked as lost, cargo goes at once.
    fn meet(
        &mut self,
        going: &mut Move,
        obstacle: Obstacle,
        lost: &mut [bool],
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let survives = self.data.numbers.obstacle_survives;
        let (owner, at) = (going.owner, going.at);
        for (i, hull) in going.hulls.list.iter().enumerate() {
            if let Some(hull) = hull.filter(|h| !lost[i] && !self.ignores(owner, h.kind, obstacle, going.shift)) {
                let die = chance.roll(DIE);
                lost[i] = die < survives;
                log.push(|| Event::Obstacle { owner, kind: hull.kind, obstacle, die });
            }
        }
        for hull in going.hulls.list.iter_mut().flatten() {
            for slot in &mut hull.cargo {
                if let Some(kind) = slot.filter(|&k| !self.ignores(owner, k, obstacle, going.shift)) {
                    let die = chance.roll(DIE);
                    log.push(|| Event::Obstacle { owner, kind, obstacle, die });
                    if die < survives {
                        *slot = None;
                        self.destroy(owner, kind, at);
                    }
                }
            }
        }
    }

    /// A ship of a player leaves the board; its owner may repair one after the fight or move (KU-127).
    pub(crate) fn destroy(&mut self, owner: Colour, kind: Kind, at: Space) {
        self.players[owner].fleet.remove(kind, at);
        let whole = if kind == Kind::DamagedMoth { Kind::Moth } else { kind }; // a Moth enters the bay without damage
        self.players[owner].wrecks.insert(whole);
    }
}

/// A Moth flies past everything (EV-172).
#[cited]
fn is_moth(kind: Kind) -> bool {
    matches!(kind, Kind::Moth | Kind::DamagedMoth)
}
