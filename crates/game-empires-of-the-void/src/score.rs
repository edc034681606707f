//! Points: planets, technologies, council; the end of the game and its tie-breaks (EV-148 to EV-161, KU-119 to KU-125).

use astrarium_core::{BySeat, Log, Piece, Score, Seat, Standing, cited};

use crate::data::TechnologyPoints;
use crate::event::{Event, Source};
use crate::piece::*;
use crate::state::{Phase, State};

impl Score for State {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.seats().for_each(|c| points[c.seat()] = i32::from(self.players[c].vp));
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let seat = Colour::of(seat);
        let player = &self.players[seat];
        let planets = self.controlled(seat) & PLANET_SPACES;
        vec![
            ("race", player.race.map_or(String::new(), |r| r.to_string())),
            ("first", (self.order.place(seat) + 1).to_string()),
            ("planets", planets.len().to_string()),
            ("allies", (self.befriended(seat) & PLANET_SPACES).len().to_string()),
            ("technologies", player.techs.len().to_string()),
            ("credits", player.credits.to_string()),
            ("rounds", self.round.to_string()),
        ]
    }

    fn owned(&self, seat: Seat) -> Vec<(&'static str, Vec<&'static str>)> {
        let (seat, player) = (Colour::of(seat), &self.players[Colour::of(seat)]);
        let race = player.race.map(Race::word);
        let planets = self.controlled(seat) & PLANET_SPACES;
        vec![
            ("race and technologies", race.into_iter().chain(player.techs.iter().map(Tech::word)).collect()),
            ("worlds", planets.iter().map(Space::word).collect()),
        ]
    }
}

#[cited]
impl State {
    /// A score card: the three areas for every seat (EV-003, EV-149, KU-004).
    pub(crate) fn score(&mut self, card: u8, log: &mut impl Log<Event>) {
        log.push(|| Event::ScoreCard { card });
        let council = self.council(card);
        for seat in self.order.iter() {
            self.win(seat, self.planet_points(seat), Source::Planets, log);
            self.win(seat, self.home_points(seat), Source::HomeWorlds, log);
            self.win(seat, self.technology_points(seat), Source::Technologies, log);
            self.win(seat, council[seat], Source::Council, log);
        }
    }

    /// Printed points of planets held, not under rebels (EV-151, KU-121).
    fn planet_points(&self, seat: Colour) -> u16 {
        let planets = (self.controlled(seat) & PLANET_SPACES) - self.rebellion; // EV-078, EV-151
        planets.iter().map(|p| self.data.planet(p).points).sum()
    }

    /// The own home world and those of others by their own line; New Earth more (EV-120, KU-087, KU-121).
    fn home_points(&self, seat: Colour) -> u16 {
        let home = &self.rules().home_points;
        let points = |world: Space| {
            let new_earth = if self.is_new_earth(world) { self.data.numbers.new_earth_points } else { 0 };
            new_earth + if world == seat.home() { home.own } else { home.foreign }
        };
        (self.controlled(seat) & HOMES).iter().map(points).sum()
    }

    /// Printed points, or by number; Tolmek Lore one more (EV-152, KU-122).
    pub(crate) fn technology_points(&self, seat: Colour) -> u16 {
        let techs = self.players[seat].techs;
        match &self.rules().technology_points {
            TechnologyPoints::Printed(_) => {
                techs.iter().filter_map(|t| self.data.0.tech(self.options.edition, t)).map(|t| t.points).sum()
            }
            TechnologyPoints::Steps(steps) => {
                let step = steps.iter().filter(|(number, _)| techs.len() >= *number).map(|(_, points)| *points).max();
                step.unwrap_or(0) + u16::from(techs.has(Tech::TolmekLore))
            }
        }
    }

    /// The council: first and second by influence (EV-153).
    pub(crate) fn council(&self, card: u8) -> ByColour<u16> {
        let influence = self.influences();
        ByColour::from_fn(|c| council_points(&influence, c, &[self.data.score(card)]))
    }

    pub(crate) fn influences(&self) -> ByColour<u16> {
        ByColour::from_fn(|c| if c.index() < self.order.len() { self.influence(c) } else { 0 })
    }

    /// Meezle's last points, then it is over (KU-169).
    pub(crate) fn finish(&mut self, log: &mut impl Log<Event>) {
        if let Some(seat) = self.seat_of(Race::Meezle) {
            let points = self.players[seat].credits / u16::from(*self.data.numbers.bonus.meezle_credits.get_ref());
            self.win(seat, points, Source::Wealth, log);
        }
        self.phase = Phase::Over;
        let standing = self.standing();
        log.push(|| Event::Ended { standing });
    }

    /// Points, then planets, influence, technologies, credits; then the place is shared (EV-160, EV-161, KU-125).
    fn rank(&self, seat: Colour) -> [u16; 5] {
        let player = &self.players[seat];
        let planets = u16::from(self.controlled(seat).len());
        [player.vp, planets, self.influence(seat), u16::from(player.techs.len()), player.credits]
    }

    pub(crate) fn standing(&self) -> Standing {
        let mut places = BySeat::default();
        for seat in self.seats() {
            let ahead = self.seats().filter(|&c| self.rank(c) > self.rank(seat)).count();
            places[seat.seat()] = 1 + ahead as u8;
        }
        Standing { places }
    }

    /// Advanced order: more planets, less influence, more credits, then as before (EV-162 to EV-165, EV-167).
    pub(crate) fn advanced_order(&self) -> crate::state::Order {
        let mut all = [Colour::Red; SEATS];
        let seats = &mut all[..self.order.len()];
        seats.iter_mut().zip(self.order.iter()).for_each(|(slot, c)| *slot = c);
        seats.sort_by_key(|&c| {
            let planets = self.controlled(c).len();
            (std::cmp::Reverse(planets), self.influence(c), std::cmp::Reverse(self.players[c].credits))
        });
        crate::state::Order::new(seats.iter().copied())
    }
}

/// What a seat gets of the two amounts of score cards; ties share, rounded up; nobody without influence.
#[cited]
pub(crate) fn council_points(influence: &ByColour<u16>, seat: Colour, cards: &[(u16, u16)]) -> u16 {
    let mine = influence[seat];
    let above = influence.0.iter().filter(|&&i| i > mine).count();
    let equal = influence.0.iter().filter(|&&i| i == mine).count() as u16;
    let points = |&(first, second): &(u16, u16)| match above {
        _ if mine == 0 => 0,                                // EV-157
        0 if equal > 1 => (first + second).div_ceil(equal), // EV-155
        0 => first,                                         // EV-154
        1 => second.div_ceil(equal),                        // EV-156
        _ => 0,                                             // two are above, as first and second or tied for first
    };
    cards.iter().map(points).sum()
}
