//! How far a prize is for a seat's ships: the whole board as a graph, built once for a judgement.

use astrarium_core::{Piece, Set};

use crate::data::Lines;
use crate::piece::*;
use crate::state::State;

/// How many steps ahead it looks, and what is left of a worth after each of them, in hundredths.
const DECAY: [i32; 9] = [100, 84, 70, 58, 48, 40, 33, 27, 22];

/// A worth for every space.
pub(super) type Field = [i32; SPACES];

/// The lines of every space.
pub(super) struct Atlas {
    lines: [Lines; SPACES],
    asteroids: Spaces,
}

/// Where a seat's ships can go without a risk.
pub(super) struct Ways {
    near: [Spaces; SPACES],
    /// Nobody enters these.
    closed: Spaces,
}

/// What can be won, and where.
pub(super) struct Prizes {
    pub at: Field,
    pub places: Spaces,
    pub most: i32,
}

impl State {
    pub(super) fn atlas(&self) -> Atlas {
        let map = &self.data.0.map;
        let mut lines = [Lines::default(); SPACES];
        for (place, hex) in self.layout.iter().enumerate() {
            let Some(hex) = hex.map(Piece::index) else { continue };
            let rotation = usize::from(self.rotation[hex]);
            for node in map.nodes[hex] {
                lines[node.index()] = map.lines[node.index()][place][rotation];
            }
            for side in 0..SIDES {
                let space = Space::side(place, (side + rotation) % SIDES);
                lines[space.index()].merge(&map.side_lines[hex][side]);
            }
        }
        let mut join = |a: Space, b: Space| {
            lines[a.index()].insert(None, b);
            lines[b.index()].insert(None, a);
        };
        for seat in self.seats() {
            let joints = self.players[seat].corner.map(Space::home_joints);
            joints.into_iter().flatten().for_each(|joint| join(seat.home(), joint));
        }
        self.worm.into_iter().for_each(|c| join(PYRIOUS, c.home()));
        Atlas { lines, asteroids: self.asteroid_spaces() }
    }

    pub(super) fn ways_of(&self, me: Colour, atlas: &Atlas) -> Ways {
        let ignored: Set<Obstacle> =
            Obstacle::all().filter(|&o| self.ignores(me, Kind::Starfighter, o, false)).collect();
        let closed = if ignored.has(Obstacle::Asteroids) { Spaces::EMPTY } else { atlas.asteroids };
        Ways { near: std::array::from_fn(|s| atlas.lines[s].past(ignored)), closed }
    }
}

impl Prizes {
    pub fn none() -> Prizes {
        Prizes { at: [0; SPACES], places: Spaces::EMPTY, most: 0 }
    }

    pub fn put(&mut self, at: Space, worth: i32) {
        if worth > 0 {
            self.at[at.index()] = worth;
            self.places.insert(at);
            self.most = self.most.max(worth);
        }
    }
}

impl Ways {
    /// The best prize from a space, each less by its distance; the first steps cost nothing.
    pub fn best(&self, from: Space, free: u8, prizes: &Prizes) -> i32 {
        let mut best = prizes.at[from.index()];
        let mut seen = Spaces::of(from) | self.closed;
        let mut front = Spaces::of(from);
        let free = std::iter::repeat_n(&DECAY[0], free.into());
        for part in free.chain(&DECAY[1..]) {
            if prizes.most * part / 100 <= best || seen.contains(prizes.places) {
                break;
            }
            front = front.iter().fold(Spaces::EMPTY, |all, s| all | self.near[s.index()]) - seen;
            seen |= front;
            for prize in front & prizes.places {
                best = best.max(prizes.at[prize.index()] * part / 100);
            }
        }
        best
    }
}
