//! Explorer: tiles are picked, scanned, laid and claimed; the Black Hole opens (GE-042 to GE-062, GE-182).

use astrarium_core::{Chance, Log, Seat, SeatSet, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{CENTRE, Role, Roles, Space, Tech, Tile};
use crate::state::{End, Explorer, Phase, State, Top};

#[cited]
impl State {
    pub(crate) fn explorer_actions(&self, step: &Explorer, out: &mut Vec<Action>) {
        match step {
            Explorer::Pick { .. } | Explorer::Leftover => {
                out.extend(self.display.as_slice().iter().map(|&tile| Action::PickTile(tile)))
            }
            Explorer::Scan { .. } => out.extend([Action::Scan, Action::NoScan]),
            Explorer::Keep { .. } => out.extend([Action::KeepFaceUp, Action::KeepDrawn]),
            Explorer::Place { .. } | Explorer::PlaceLeftover { .. } => {
                out.extend(self.map.empty().iter().map(Action::PlaceTile)) // GE-043, GE-P006
            }
        }
    }

    pub(crate) fn check_explorer(&self, step: &Explorer, action: Action) -> Check {
        match (action, step) {
            (Action::PickTile(tile), Explorer::Pick { .. } | Explorer::Leftover) => {
                require!(self.display.has(tile), Illegal::NotFaceUp(tile)); // GE-042
                Ok(())
            }
            (Action::PlaceTile(at), Explorer::Place { .. } | Explorer::PlaceLeftover { .. }) => {
                require!(!self.map.laid.has(at), Illegal::SpaceTaken(at)); // GE-042
                Ok(())
            }
            (Action::Scan | Action::NoScan, Explorer::Scan { .. }) => Ok(()),
            (Action::KeepFaceUp | Action::KeepDrawn, Explorer::Keep { .. }) => Ok(()),
            _ => Err(Illegal::OtherPhase), // GE-040: a seat that finds a tile takes and lays one
        }
    }

    pub(crate) fn explore(
        &mut self,
        step: Explorer,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (action, step) {
            (Action::PickTile(tile), step) => self.pick_tile(step, seat, tile, chance, log),
            (Action::Scan, _) => self.declare(Tech::LongRangeScanners, chance, log),
            (Action::NoScan, Explorer::Scan { tile }) => self.hold(tile, self.everybody()),
            (_, Explorer::Keep { tile, drawn, seen }) => {
                self.keep(seat, (tile, drawn), seen, action == Action::KeepDrawn, log)
            }
            (Action::PlaceTile(at), Explorer::Place { tile, seen }) => {
                self.show_tile(seen, log);
                self.lay(seat, tile, at, log);
                if seat == self.chooser {
                    self.explorer_claim(seat, at, log); // GE-044, GE-052
                }
                self.end_turn(chance, log);
            }
            (Action::PlaceTile(at), Explorer::PlaceLeftover { tile }) => {
                self.lay(seat, tile, at, log); // GE-047: without a claim
                self.next_leftover(chance, log);
            }
            _ => unreachable!("check refuses everything else"),
        }
    }

    fn pick_tile(
        &mut self,
        step: Explorer,
        seat: Seat,
        tile: Tile,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.display.take(tile);
        log.push(|| Event::TilePicked { seat, tile });
        let leftover = step == Explorer::Leftover;
        if tile == Tile::BlackHole {
            self.open_hole(seat, log); // GE-055, GE-056, GE-058
            return if leftover { self.next_leftover(chance, log) } else { self.end_turn(chance, log) };
        }
        let scanners = self.ready(seat, Tech::LongRangeScanners) && self.stack_len() > 0;
        match step {
            Explorer::Leftover => self.phase = Phase::Explorer(Explorer::PlaceLeftover { tile }),
            Explorer::Pick { scanned: false } if scanners => self.phase = Phase::Explorer(Explorer::Scan { tile }),
            _ => self.hold(tile, self.everybody()),
        }
    }

    fn hold(&mut self, tile: Tile, seen: SeatSet) {
        self.phase = Phase::Explorer(Explorer::Place { tile, seen });
    }

    /// The top of the stack is seen by the scanning seat alone (GE-182).
    pub(crate) fn scanners_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Phase::Explorer(Explorer::Scan { tile }) = self.phase else { unreachable!("declared while scanning") };
        if !works {
            return self.hold(tile, self.everybody());
        }
        let seat = self.actor();
        let Top { tile: drawn, mut seen } = self.draw_tile(chance);
        log.push(|| Event::Scanned { seat, drawn });
        if drawn == Tile::BlackHole {
            self.hole = true;
            self.display.push(tile);
            self.phase = Phase::Explorer(Explorer::Pick { scanned: true }); // GE-182: it goes back on top
            return;
        }
        if !seen.contains(seat) {
            log.reveal();
            seen.insert(seat);
        }
        self.phase = Phase::Explorer(Explorer::Keep { tile, drawn, seen });
    }

    fn keep(&mut self, seat: Seat, tiles: (Tile, Tile), seen: SeatSet, keep_drawn: bool, log: &mut impl Log<Event>) {
        let (tile, drawn) = tiles;
        log.push(|| Event::Kept { seat, tile, keep_drawn });
        if keep_drawn {
            self.top = Some(Top { tile, seen: self.everybody() });
            self.hold(drawn, seen);
        } else {
            self.top = Some(Top { tile: drawn, seen });
            self.hold(tile, self.everybody());
        }
    }

    /// A tile that only some have seen lies open now.
    fn show_tile(&self, seen: SeatSet, log: &mut impl Log<Event>) {
        if seen != self.everybody() {
            log.reveal();
        }
    }

    /// Any empty space, also under ships: they stay, also on a sun (GE-043, GE-051, GE-053).
    pub(crate) fn lay(&mut self, seat: Seat, tile: Tile, at: Space, log: &mut impl Log<Event>) {
        self.map.lay(at, tile, self.data.0); // GE-042
        log.push(|| Event::TileLaid { seat, tile, at });
    }

    /// Only a sector with planets (GE-046), not under enemy ships (GE-045), and only with a token (GE-054).
    pub(crate) fn explorer_claim(&mut self, seat: Seat, at: Space, log: &mut impl Log<Event>) {
        if self.map.planets.has(at) && !self.foreign_ship(seat, at) && self.players[seat].reserve > 0 {
            self.claim(seat, at, log);
        }
    }

    /// Puts an Empire from the reserve on a sector; the last one ends the game (GE-183).
    pub(crate) fn claim(&mut self, seat: Seat, at: Space, log: &mut impl Log<Event>) {
        let player = &mut self.players[seat];
        player.reserve -= 1;
        player.empires.insert(at);
        if player.reserve == 0 {
            self.set_end(End::LastToken);
        }
        log.push(|| Event::Claimed { seat, at });
    }

    /// The Black Hole takes the place of the Omega Sun, which leaves the game; so does the Scientist (GE-056 to GE-061).
    pub(crate) fn open_hole(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        self.map.lay(CENTRE, Tile::BlackHole, self.data.0); // GE-056, GE-059
        let scientist = Roles::of(Role::Scientist);
        (self.pool, self.picked) = (self.pool - scientist, self.picked - scientist); // GE-035, GE-057, GE-060
        log.push(|| Event::HoleOpened { seat });
    }

    /// The chooser lays what is left; then new tiles are turned up, unless the game ends (GE-047, GE-048).
    pub(crate) fn next_leftover(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if !self.display.is_empty() {
            self.phase = Phase::Explorer(Explorer::Leftover);
            return;
        }
        if self.end.is_none() {
            self.turn_up(self.n() + self.data.numbers.extra_tiles, chance, log); // GE-048
        }
        if self.explored() {
            log.push(|| Event::Flipped); // GE-049
        }
        self.end_role(chance, log);
    }

    /// Turns tiles face up, as many as there are.
    pub(crate) fn turn_up(&mut self, tiles: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for _ in 0..tiles.min(self.stack_len()) {
            let Top { tile, seen } = self.draw_tile(chance);
            self.show_tile(seen, log);
            self.display.push(tile);
            log.push(|| Event::TurnedUp { tile });
        }
    }

    /// The next tile of the stack: the one put on top, the plain part, the Black Hole, the atomic part (GE-012).
    fn draw_tile(&mut self, chance: &mut impl Chance) -> Top {
        let nobody = SeatSet::EMPTY;
        if let Some(top) = self.top.take() {
            return top;
        }
        let part = if self.plain.is_empty() { self.atomic } else { self.plain };
        if self.plain.is_empty() && self.hole {
            self.hole = false;
            return Top { tile: Tile::BlackHole, seen: nobody };
        }
        let tile = part.nth(chance.pick(u32::from(part.len()), |i| part.nth(i).to_string()));
        self.plain.remove(tile);
        self.atomic.remove(tile);
        Top { tile, seen: nobody }
    }

    pub(crate) fn everybody(&self) -> SeatSet {
        self.humans().collect()
    }
}
