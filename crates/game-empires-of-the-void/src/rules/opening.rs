//! Setup with its choices: races, corners, covered planets, turned hexagons; then decks and hands (EV-016 to EV-043).

use astrarium_core::{Chance, Log, Piece, cited};

use crate::action::Action;
use crate::data::StartingCredits;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Order, Phase, State};

/// What setup asks.
#[derive(Copy, Clone)]
pub(crate) enum Opening {
    Races,
    Corners,
    Cover { place: u8 },
    Rotate { place: u8 },
}

/// The hexagons on both sides of a home.
type Beside = [Option<Hex>; 2]; // left and right

#[cited]
impl State {
    /// Before the first choice: hexagons, and who is first (EV-025, EV-027, KU-021, KU-022).
    pub(crate) fn open(&mut self, chance: &mut impl Chance) {
        self.shuffle_hexagons(chance);
        self.lay_out();
        let seats = usize::from(self.options.players);
        let first = chance.pick(seats as u32, |i| Colour::ALL[i as usize].to_string()) as usize;
        self.order = Order::new((0..seats).map(|i| Colour::ALL[(first + i) % seats]));
        self.phase = Phase::Races;
    }

    /// The seat that chooses its race next: the first in turn order without one (EV-026).
    pub(crate) fn raceless(&self) -> Colour {
        self.order.iter().find(|&c| self.players[c].race.is_none()).unwrap_or(self.order.at(0))
    }

    /// Third, fourth, first, second; of three: third, first, second; of two: second, first (EV-036, EV-218, KU-028,
    /// KU-195).
    pub(crate) fn turner(&self, place: u8) -> Colour {
        let start = if self.is_duel() { 1 } else { 2 }; // the second, or the third
        self.order.at((start + usize::from(place)) % self.order.len())
    }

    /// Hexagons a seat may turn: beside its home; of two players the one above it (EV-037, EV-218).
    fn beside(&self, seat: Colour) -> Beside {
        let Some(corner) = self.players[seat].corner else { return Default::default() };
        let (left, right) = (corner.index(), (corner.index() + 1) % SIDES);
        match corner {
            Corner::C2 if self.is_duel() => [self.layout[left], None],
            _ if self.is_duel() => [self.layout[right], None],
            _ => [self.layout[left], self.layout[right]],
        }
    }

    /// Looking from the home toward the middle (EV-212).
    fn right_of_home(&self, seat: Colour) -> Spaces {
        let hex = self.players[seat].corner.and_then(|c| self.layout[c.index()]);
        hex.map_or(Spaces::EMPTY, |h| self.data.0.map.nodes[h.index()] & PLANET_SPACES)
    }

    /// Where a home may lie (EV-031, EV-217, KU-194).
    pub(crate) fn is_corner(&self, corner: Corner) -> bool {
        !self.is_duel() || matches!(corner, Corner::C2 | Corner::C3)
    }

    pub(crate) fn opening_actions(&self, question: Opening, seat: Colour, out: &mut Vec<Action>) {
        let allowed = |a: &Action| self.check_opening(question, seat, *a).is_ok();
        match question {
            Opening::Races => out.extend(Race::all().map(Action::ChooseRace).filter(allowed)),
            Opening::Corners => out.extend(Corner::all().map(Action::ChooseCorner).filter(allowed)),
            Opening::Cover { .. } => out.extend(self.right_of_home(seat).iter().map(Action::Cover)),
            Opening::Rotate { .. } => {
                let turns = Hex::all().flat_map(|h| Amount::all().map(move |n| Action::Rotate(h, n)));
                out.extend(turns.chain([Action::KeepHexagons]).filter(allowed));
            }
        }
    }

    pub(crate) fn check_opening(&self, question: Opening, seat: Colour, action: Action) -> Check {
        match (question, action) {
            (Opening::Races, Action::ChooseRace(race)) => {
                require!(self.races().any(|r| r == race), Illegal::RaceNotInGame(race)); // KU-006, KU-012
                require!(self.seat_of(race).is_none(), Illegal::RaceTaken(race)); // EV-026
            }
            (Opening::Corners, Action::ChooseCorner(corner)) => {
                require!(self.is_corner(corner), Illegal::NoSuchCorner(corner));
            }
            (Opening::Cover { .. }, Action::Cover(planet)) => {
                require!(self.right_of_home(seat).has(planet), Illegal::NotToTheRight(planet)); // EV-212
            }
            (Opening::Rotate { .. }, Action::Rotate(hex, steps)) => {
                require!(self.beside(seat).contains(&Some(hex)), Illegal::NotBesideHome(hex)); // EV-037
                require!(!self.turned.has(hex), Illegal::TurnedAlready(hex)); // EV-038
                require!(usize::from(steps.0) < SIDES, Illegal::NotAFullTurn); // EV-039
            }
            (Opening::Rotate { .. }, Action::KeepHexagons) => {} // EV-036: may decline
            (Opening::Races | Opening::Corners | Opening::Cover { .. } | Opening::Rotate { .. }, _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    /// The eight races of the first edition; the four new ones if they are wanted (KU-006).
    pub(crate) fn races(&self) -> impl Iterator<Item = Race> + use<> {
        let (data, new) = (self.data.0, self.options.new_races);
        Race::ALL.iter().copied().filter(move |&r| new || !data.race(r).new)
    }

    pub(crate) fn open_step(
        &mut self,
        question: Opening,
        seat: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (Opening::Races, Action::ChooseRace(race)) => {
                self.take_race(seat, race);
                log.push(|| Event::RaceChosen { seat, race, credits: self.players[seat].credits });
                if self.seats().all(|c| self.players[c].race.is_some()) {
                    self.phase = Phase::Corners;
                }
            }
            (Opening::Corners, Action::ChooseCorner(corner)) => {
                self.take_corners(corner, log);
                let cover = self.rules().cover_with_three && self.is_trio(); // EV-212, KU-192
                self.phase = if cover { Phase::Cover { place: 0 } } else { Phase::Rotate { place: 0 } };
            }
            (Opening::Cover { place }, Action::Cover(planet)) => {
                self.covered.insert(planet); // EV-213
                log.push(|| Event::Covered { seat, planet });
                let last = usize::from(place) + 1 == self.order.len();
                self.phase = if last { Phase::Rotate { place: 0 } } else { Phase::Cover { place: place + 1 } };
            }
            (Opening::Rotate { place }, _) => {
                if let Action::Rotate(hex, steps) = action {
                    self.turned.insert(hex);
                    self.turn_hexagon(hex, steps.0, log);
                }
                if usize::from(place) + 1 == self.order.len() {
                    self.deal(chance, log);
                } else {
                    self.phase = Phase::Rotate { place: place + 1 };
                }
            }
            (Opening::Races | Opening::Corners | Opening::Cover { .. }, _) => {
                unreachable!("check refuses everything else")
            }
        }
    }

    /// Colour, credits and what the race brings (EV-028, EV-029, EV-042, KU-023 to KU-026, KU-174).
    pub(crate) fn take_race(&mut self, seat: Colour, race: Race) {
        let player = &mut self.players[seat];
        player.race = Some(race);
        player.allied.insert(seat.home());
        player.credits = match self.data.0.edition(self.options.edition).starting_credits {
            StartingCredits::Fixed(credits) => credits,                      // KU-025
            StartingCredits::RaceIncome(_) => self.data.0.race(race).income, // EV-029
        };
        if race == Race::Narkani {
            player.fleet.add(Kind::Centipede, seat.home()); // EV-042, KU-174
        }
    }

    /// The first picks, the others follow clockwise: next, skip one, next; of three every second one (EV-031 to EV-034, EV-211,
    /// KU-027).
    pub(crate) fn take_corners(&mut self, first: Corner, log: &mut impl Log<Event>) {
        let steps: &[usize] = match first {
            _ if self.is_trio() => &[0, 2, 4], // three players sit at every second corner (KU-190)
            _ if !self.is_duel() => &[0, 1, 3, 4], // four players: the next corner, skip one, the next
            Corner::C2 => &[0, 1],
            _ => &[0, 5], // corner 2 from corner 3
        };
        for (seat, step) in self.order.iter().zip(steps) {
            let corner = Corner::ALL[(first.index() + step) % SIDES];
            self.players[seat].corner = Some(corner);
            log.push(|| Event::Settled { seat, corner });
        }
        self.lay_out();
    }

    /// Guards, decks, row and hands (EV-020 to EV-024, EV-040, EV-215, KU-030, KU-032, KU-196); then the first
    /// round.
    fn deal(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.post_guards();
        self.deck = Counts([*self.data.numbers.cards_of_a_kind.get_ref(); Card::ALL.len()]); // EV-011, KU-020
        self.events = self.playable_events();
        self.objectives =
            if self.rules().objectives { !astrarium_core::Set::EMPTY } else { astrarium_core::Set::EMPTY };
        for _ in 0..self.rules().row(self.options.players) {
            self.refill_row(chance, log); // EV-220, KU-031, KU-198
        }
        for seat in self.order.iter() {
            for _ in 0..*self.data.numbers.starting_cards.get_ref() {
                self.draw_card(seat, chance, log); // EV-040
            }
        }
        self.phase = Phase::RoundStart; // EV-043
    }

    /// A Starfighter and a Starcruiser of an unused colour on each planet of the guarded hexagons (KU-196).
    pub(crate) fn post_guards(&mut self) {
        if self.is_duel() {
            for &place in &self.rules().two_players.get_ref().guarded {
                if let Some(hex) = self.layout[place] {
                    let planets = self.data.0.map.nodes[hex.index()] & PLANET_SPACES;
                    self.guards = self.guards.map(|g| g | planets);
                }
            }
        }
    }

    /// Without the events of planets that are not in play, nor those the edition took out (EV-214, EV-219, KU-014, KU-197).
    pub(crate) fn playable_events(&self) -> astrarium_core::Set<Happening> {
        let here = |e: &Happening| {
            let row = self.data.event(*e);
            let first = !row.first_edition_only || self.options.edition == Edition::First;
            first && row.planet.is_none_or(|p| self.planets().has(p))
        };
        Happening::all().filter(here).collect()
    }
}
