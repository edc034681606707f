//! The board as a graph: lines, obstacles on them, how hexagons turn (EV-084 to EV-088, KU-184).

use astrarium_core::{Chance, Log, Piece, Set, cited};

use crate::event::Event;
use crate::piece::*;
use crate::state::State;

/// The obstacles of one step: on the line, and at its end.
pub(crate) type Met = [Option<Obstacle>; 2]; // no step meets more

#[cited]
impl State {
    /// The place of the board where a hexagon lies.
    pub(crate) fn place_of(&self, hex: Hex) -> Option<usize> {
        self.layout.iter().position(|&h| h == Some(hex))
    }

    /// The local side of a hexagon in a board direction.
    fn local(&self, hex: Hex, direction: usize) -> usize {
        (direction + SIDES - usize::from(self.rotation[hex.index()])) % SIDES
    }

    /// Spaces joined by a line (EV-084, EV-085, KU-067).
    pub(crate) fn lines(&self, from: Space) -> Spaces {
        self.open_lines(from, Set::FULL)
    }

    /// Spaces that a step can lead to without an obstacle, except for these (EV-087, EV-088).
    pub(crate) fn ways(&self, from: Space, ignored: Set<Obstacle>) -> Spaces {
        let lines = self.open_lines(from, ignored);
        let safe = ignored.has(Obstacle::Asteroids) || !lines.meets(BOARD_SIDES);
        if safe { lines } else { lines - self.asteroid_spaces() }
    }

    /// Spaces joined by lines without an obstacle, except for these; where they lead may be one.
    pub(crate) fn open_lines(&self, from: Space, ignored: Set<Obstacle>) -> Spaces {
        let map = &self.data.0.map;
        if let Some(colour) = from.home() {
            return self.players[colour].corner.map_or(Spaces::EMPTY, |c| Space::home_joints(c).into_iter().collect());
        }
        if from.is_node() {
            let hex = map.hex[from.index()];
            let rotation = usize::from(self.rotation[hex.index()]);
            let lines = |place: usize| map.lines[from.index()][place][rotation].past(ignored);
            return self.place_of(hex).map_or(Spaces::EMPTY, lines);
        }
        let mut near = Spaces::EMPTY;
        for (place, direction) in from.halves().into_iter().flatten() {
            if let Some(hex) = self.layout[place] {
                near |= map.side_lines[hex.index()][self.local(hex, direction)].past(ignored);
            }
        }
        for colour in self.seats() {
            if self.players[colour].corner.is_some_and(|c| Space::home_joints(c).contains(&from)) {
                near.insert(colour.home());
            }
        }
        near
    }

    /// The two Worm Hole spaces are adjacent for everybody.
    pub(crate) fn worm_hole(&self, from: Space) -> Spaces {
        match self.worm.map(Colour::home) {
            Some(home) if from == PYRIOUS => Spaces::of(home),
            Some(home) if from == home => Spaces::of(PYRIOUS),
            _ => Spaces::EMPTY,
        }
    }

    /// The obstacle on the line between two spaces.
    fn line_obstacle(&self, from: Space, to: Space) -> Option<Obstacle> {
        let map = &self.data.0.map;
        match (from.is_node(), to.is_node()) {
            (true, true) => map.obstacle(from, to),
            (false, true) => self.line_obstacle(to, from),
            (true, false) => {
                let hex = map.hex[from.index()];
                let halves = to.home().is_none().then(|| to.halves()).into_iter().flatten().flatten();
                let mut here = halves.filter(|&(place, _)| self.layout[place] == Some(hex));
                here.find_map(|(_, direction)| map.outward(from, self.local(hex, direction)))
            }
            _ => None,
        }
    }

    /// Joints and rim halves made with an asteroid half of the middle hexagon (EV-088).
    pub(crate) fn asteroid_spaces(&self) -> Spaces {
        let map = &self.data.0.map;
        let made = |hex: Hex, place: usize| map.asteroids[hex.index()][place][usize::from(self.rotation[hex.index()])];
        map.rocky
            .iter()
            .filter_map(|hex| self.place_of(hex).map(|place| made(hex, place)))
            .fold(Spaces::EMPTY, |all, more| all | more)
    }

    /// What a step meets: the line first, then an asteroid space at its end (KU-069, KU-071).
    pub(crate) fn obstacles(&self, from: Space, to: Space) -> Met {
        [self.line_obstacle(from, to), self.asteroid_spaces().has(to).then_some(Obstacle::Asteroids)]
    }

    /// The spaces of the board with this layout and these homes.
    pub(crate) fn lay_out(&mut self) {
        let map = &self.data.0.map;
        let mut board = Spaces::EMPTY;
        for (place, hex) in self.layout.iter().enumerate() {
            if let Some(hex) = hex {
                board |= map.nodes[hex.index()];
                (0..SIDES).for_each(|d| board.insert(Space::side(place, d)));
            }
        }
        self.board =
            self.seats().filter(|&c| self.players[c].corner.is_some()).fold(board, |all, c| all | Spaces::of(c.home()));
    }

    /// The controlled worlds with the fewest steps from a space, obstacles ignored (EV-190 to EV-192).
    pub(crate) fn nearest(&self, from: Space, wanted: Spaces) -> Spaces {
        let wanted = wanted - Spaces::of(from);
        let mut seen = Spaces::of(from);
        let mut front = seen;
        while !front.is_empty() {
            let next = front.iter().fold(Spaces::EMPTY, |all, s| all | self.lines(s) | self.worm_hole(s)) - seen;
            if next.meets(wanted) {
                return next & wanted;
            }
            seen |= next;
            front = next;
        }
        Spaces::EMPTY
    }

    /// Turns a hexagon with all that is on it. Its nodes keep their names, so only ships on its six sides change their space; who
    /// would come to lie in an asteroid space keeps their place (KU-184).
    pub(crate) fn turn_hexagon(&mut self, hex: Hex, steps: u8, log: &mut impl Log<Event>) {
        let place = self.place_of(hex).expect("a hexagon on the board");
        let turned = (self.rotation[hex.index()] + steps) % SIDES as u8;
        self.rotation[hex.index()] = turned;
        let rocks = self.asteroid_spaces();
        for colour in self.seats() {
            let before = self.players[colour].fleet;
            for direction in 0..SIDES {
                let from = Space::side(place, direction);
                let to = Space::side(place, (direction + usize::from(steps)) % SIDES);
                if !before.any(from) || rocks.has(to) {
                    continue;
                }
                for &kind in Kind::ALL {
                    for _ in 0..before.count(kind, from) {
                        self.players[colour].fleet.travel(kind, from, to);
                    }
                }
            }
        }
        log.push(|| Event::Turned { hex, steps });
    }

    /// Hexagons at random places in random rotations (EV-016, EV-017, EV-216, KU-193).
    pub(crate) fn shuffle_hexagons(&mut self, chance: &mut impl Chance) {
        self.layout = [None; HEXES];
        self.layout[CENTRE] = Some(Hex::Pyrious); // EV-016
        let two = self.is_duel();
        let mut left = !Set::of(Hex::Pyrious);
        for place in 0..SIDES {
            if two && !self.rules().two_players.get_ref().outer.contains(&place) {
                continue;
            }
            let hex = left.nth(chance.pick(u32::from(left.len()), |i| left.nth(i).to_string()));
            left.remove(hex);
            self.layout[place] = Some(hex);
            self.rotation[hex.index()] = chance.pick(SIDES as u32, |i| i.to_string()) as u8;
        }
    }
}

#[cfg(test)]
mod tests {
    use astrarium_core::{Fast, Setup};

    use super::*;
    use crate::data::house;
    use crate::position::Position;
    use crate::setup::FirstOptions;

    /// From each home to each planet: steps by free lines, then steps over everything.
    const STEPS: [&str; SEATS] = [
        "-/5 4/4 10/5 3/3 -/3 2/2 5/5 6/6 -/6 9/7 10/10 7/6 -/8 5/5 6/5",
        "-/6 5/5 10/7 5/5 -/4 3/3 4/4 2/2 -/4 6/6 7/7 9/8 -/8 7/7 8/7",
        "-/6 7/7 4/4 9/8 -/7 10/10 9/8 6/6 -/5 4/4 3/2 3/3 -/2 7/7 6/5",
        "-/6 6/6 4/4 5/5 -/5 7/7 8/8 8/8 -/7 6/4 5/5 3/3 -/3 3/3 4/2",
    ];

    fn steps(from: Space, to: Space, near: impl Fn(Space) -> Spaces) -> String {
        let (mut seen, mut steps) = (Spaces::of(from), 0);
        while !seen.has(to) {
            let next = seen.iter().fold(seen, |all, s| all | near(s));
            if next == seen {
                return "-".into();
            }
            (seen, steps) = (next, steps + 1);
        }
        steps.to_string()
    }

    /// EV-012, EV-084 to EV-088.
    #[test]
    fn the_usual_layout_has_its_distances() {
        let options = FirstOptions::default().into();
        let place = State::place(options, house(), &Position::default(), &mut Fast::new(1, 0));
        let state = place.expect("the usual position");
        assert_eq!(state.board.len(), 60);
        let distances = |colour: Colour| {
            let pair = |p: Space| {
                let free = steps(colour.home(), p, |s| state.ways(s, Set::EMPTY));
                format!("{free}/{}", steps(colour.home(), p, |s| state.lines(s)))
            };
            PLANET_SPACES.iter().map(pair).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(state.seats().map(distances).collect::<Vec<_>>(), STEPS);
    }
}
