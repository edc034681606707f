//! Points, the end of the game, the standing (GA-016 to GA-019).

use astrarium_core::{BySeat, Score, Seat, Standing, cited};

use crate::piece::{Colour, MOON_SPACES, PLANET_SPACES};
use crate::state::{End, Phase, State};

impl Score for State {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.colours().for_each(|c| points[self.seat(c)] = i32::from(self.territory_points(c)));
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let Some(colour) = self.colour(seat) else { return Vec::new() };
        let research: Vec<_> = self.players[colour].research.iter().map(|n| n.word()).collect();
        vec![
            ("colour", colour.to_string()),
            ("research", research.join(" ")),
            ("rounds", self.round.to_string()),
            ("end", self.end_word().to_string()),
        ]
    }
}

#[cited]
impl State {
    fn end_word(&self) -> &'static str {
        match self.phase {
            Phase::Over(End::Target(_)) => "target",
            Phase::Over(End::LastLeft(_)) => "last-left",
            Phase::Over(End::RoundLimit) => "round-limit",
            _ => "none",
        }
    }

    /// A moon is 1 point, a planet 2 (GA-016); allied moons count nothing (GA-052).
    pub(crate) fn territory_points(&self, colour: Colour) -> u16 {
        let points = &self.data.0.numbers.points;
        let owned = self.players[colour].owned;
        u16::from((owned & MOON_SPACES).len()) * u16::from(*points.moon.get_ref())
            + u16::from((owned & PLANET_SPACES).len()) * u16::from(*points.planet.get_ref())
    }

    /// The winner first; the others by points, planets, hit points of their planets, later place in the order; eliminated
    /// seats last, the latest eliminated first.
    pub(crate) fn standing(&self, end: End) -> Standing {
        let mut standing = Standing::default();
        let rank = |colour| self.rank(colour, end);
        for colour in self.colours() {
            let better = self.colours().filter(|&c| rank(c) > rank(colour)).count();
            standing.places[self.seat(colour)] = 1 + better as u8;
        }
        standing
    }

    fn rank(&self, colour: Colour, end: End) -> (bool, bool, u8, u16, u8, u16, usize) {
        let won = matches!(end, End::Target(winner) | End::LastLeft(winner) if winner == colour);
        let player = &self.players[colour];
        let planets = player.owned & PLANET_SPACES;
        let hits = planets.iter().filter_map(|p| p.planet_colour()).map(|c| u16::from(self.hits[c])).sum();
        let place = self.order.place(colour).unwrap_or(0);
        (won, player.out == 0, player.out, self.territory_points(colour), planets.len(), hits, place)
    }
}
