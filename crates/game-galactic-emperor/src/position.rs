//! Loose position → strict state, or everything that is wrong with it.

use std::collections::BTreeMap;

use astrarium_core::{Piece, Seat};
use serde::{Deserialize, Serialize};

use crate::data::MOST_DICE;
use crate::piece::{CENTRE, Colour, Fleet, Kind, Role, Roles, Ship, Space, Spaces, Tech, Techs, Tile, Tiles, Way};
use crate::setup::Colours;
use crate::state::{Cause, End, Explorer, Phase, Roll, State, Top, Window};

/// A loose description of a state. Left out: every seat as it starts, the first tiles of the stack face up, the round's
/// beginning.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    pub(crate) phase: Phase,
    pub(crate) window: Window,
    /// Dice on the table, what they are for, and the one that is rolled again.
    pub dice: Vec<u8>,
    pub(crate) cause: Cause,
    pub die: u8,
    pub round: Option<u8>,
    pub direction: Option<Way>,
    /// Who held the Throne when the round began, who holds it now, who picked the role.
    pub first: Option<Colour>,
    pub throne: Option<Colour>,
    pub chooser: Option<Colour>,
    pub picks: u8,
    pub turn: u8,
    /// Roles picked this round; the others can be picked.
    pub picked: Roles,
    /// Colours by seat; with two players the third is the Dukedom's.
    pub chairs: Vec<Colour>,
    pub seats: BTreeMap<Colour, SeatPosition>,
    /// Laid tiles. Homes and the Omega Sun lie there unless something else is said.
    pub tiles: BTreeMap<Space, Tile>,
    pub food: BTreeMap<Space, u8>,
    pub display: Option<Vec<Tile>>,
    pub top: Option<Top>,
    pub stopped: Techs,
    pub used: Techs,
    pub caught: bool,
    pub vp_pool: Option<u16>,
    pub end: Option<End>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatPosition {
    pub marks: Option<u16>,
    pub metal: Option<u8>,
    pub energy: Option<u8>,
    pub vp: u16,
    pub techs: Vec<Tech>,
    pub empires: Vec<Space>,
    pub starbases: Vec<Space>,
    pub ships: Option<BTreeMap<Ship, Space>>,
    /// Given, it must agree with the tokens on the board.
    pub reserve: Option<u8>,
    pub hand: u8,
}

impl State {
    pub(crate) fn seat_position(&self, seat: Seat) -> SeatPosition {
        let list = |set: Spaces| set.iter().collect::<Vec<_>>();
        let p = &self.players[seat];
        SeatPosition {
            marks: Some(p.marks),
            metal: Some(p.metal),
            energy: Some(p.energy),
            vp: p.vp,
            techs: self.tech_list(seat).collect(),
            empires: list(p.empires),
            starbases: list(p.bases),
            ships: Some(p.fleet.into()),
            reserve: Some(p.reserve),
            hand: p.hand,
        }
    }

    pub(crate) fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let (n, humans) = (usize::from(self.n()), usize::from(self.options.players));
        let choosing = position.phase == Phase::Colours;
        let given = match position.chairs.len() {
            0 if !choosing => Colour::ALL[..n].to_vec(),
            _ => position.chairs.clone(),
        };
        match given.len() {
            many if choosing && many >= humans => {
                return faults
                    .push(format!("chairs: {many} colours, expected fewer than {humans} while they are chosen"));
            }
            many if !choosing && many != n => {
                return faults.push(format!("chairs: {many} colours, expected {n}, one for each seat (GE-002)"));
            }
            _ => {}
        }
        if choosing && self.options.colours == Colours::Random {
            faults.push("phase: colours, expected another, since the option colours deals them at random".into());
        }
        for (chair, &colour) in given.iter().enumerate() {
            if given[..chair].contains(&colour) {
                faults.push(format!("chairs: {colour} is there twice, expected each colour once (GE-002)"));
            }
            if chair < humans || !choosing {
                self.players.0[chair].colour = Some(colour);
            }
        }
        for colour in position.seats.keys().filter(|c| !given.contains(c)) {
            faults.push(format!("seats.{colour}: nobody has this colour, expected one of {}", words(&given)));
        }
        if n > humans && !choosing {
            self.players.0[humans].colour = None;
            if let Some(duke) = self.colours_left().next().filter(|&c| c != given[humans]) {
                let last = given[humans];
                faults.push(format!("chairs: {last} for the Dukedom, expected {duke}, the first colour that is left"));
            }
        }
    }

    /// Tiles on the board, face up, in hand and on top; all others are in the stack.
    pub(crate) fn read_tiles(&mut self, position: &Position, faults: &mut Vec<String>) {
        let data = self.data.0;
        for (&at, &tile) in &position.tiles {
            match self.misplaced(at, tile) {
                Some(right) => faults.push(format!("tiles.{at}: {tile}, expected {right}")),
                None => self.map.lay(at, tile, data),
            }
        }
        let mut lies: BTreeMap<Tile, String> =
            self.map.laid.iter().filter_map(|s| Some((self.map.tile(s)?, format!("on {s}")))).collect();
        let mut stack = (self.plain | self.atomic | Tiles::of(Tile::BlackHole)) - lies.keys().copied().collect();
        let mut take = |stack: &mut Tiles, tile: Tile, place: &str, whence: &str| {
            if let Some(there) = lies.insert(tile, whence.into()) {
                faults.push(format!("{place}: {tile} is {there} already, expected each tile once (GE-P002)"));
            } else if !stack.has(tile) {
                faults.push(format!("{place}: {tile} has left the game, expected another tile (GE-059)"));
            }
            stack.remove(tile);
        };
        in_hand(&position.phase).into_iter().flatten().for_each(|t| take(&mut stack, t, "phase", "in hand"));
        position.top.iter().for_each(|top| take(&mut stack, top.tile, "top", "on top of the stack"));
        match &position.display {
            Some(display) => {
                for &tile in display.iter().take(Tile::COUNT) {
                    take(&mut stack, tile, "display", "face up");
                    self.display.push(tile);
                }
            }
            None => {
                let parts = [self.plain & stack, Tiles::of(Tile::BlackHole) & stack, self.atomic & stack];
                let count = self.n() + data.numbers.extra_tiles;
                for tile in parts.into_iter().flat_map(Tiles::iter).take(usize::from(count)) {
                    stack.remove(tile);
                    self.display.push(tile);
                }
            }
        }
        (self.plain, self.atomic) = (self.plain & stack, self.atomic & stack);
        self.hole = stack.has(Tile::BlackHole);
        self.top = position.top;
        if self.top.is_some_and(|t| matches!(t.tile, Tile::BlackHole)) {
            faults.push("top: black-hole, expected another tile, since a drawn Black Hole goes back (GE-182)".into());
        }
    }

    /// What would be right on the space, if this tile is not.
    fn misplaced(&self, at: Space, tile: Tile) -> Option<String> {
        let great = matches!(tile, Tile::OmegaSun | Tile::BlackHole);
        let there = self.map.laid.iter().find(|&s| s != at && self.map.tile(s) == Some(tile));
        match self.map.tile(at) {
            Some(home) if self.map.homes.has(at) && home != tile => Some(format!("{home}, a player's home (GE-008)")),
            _ if at == CENTRE && !great => Some("omega-sun or black-hole (GE-008)".into()),
            _ if at != CENTRE && great => Some("another tile, since it lies on c0 or nowhere (GE-008, GE-056)".into()),
            _ => there.map(|there| format!("another tile, since it lies on {there} (GE-P002)")),
        }
    }

    pub(crate) fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        let numbers = &self.data.0.numbers;
        for seat in self.seats_in_play() {
            let colour = self.colour(seat);
            let given = position.seats.get(&colour).cloned().unwrap_or_default();
            let duke = self.is_dukedom(seat);
            let usual = |start: u8| if duke { 0 } else { start };
            let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
            let placed = if let Phase::Regent(r) = &self.phase { r.placed[seat].len() } else { 0 };
            let player = &mut self.players[seat];
            player.marks = given.marks.unwrap_or(u16::from(usual(numbers.start_marks)));
            player.metal = given.metal.unwrap_or(usual(numbers.start_metal));
            player.energy = given.energy.unwrap_or(usual(numbers.start_energy));
            player.vp = given.vp;
            player.techs = given.techs.iter().copied().collect();
            (player.empires, player.bases) = (set(&given.empires), set(&given.starbases));
            player.hand = given.hand;
            let fighters = Kind::Fighter.ships().iter().take(usize::from(numbers.start_fighters));
            let fleet = || fighters.map(|ship| (ship, player.home.expect("laid out"))).collect();
            player.fleet = Fleet::from(given.ships.clone().unwrap_or_else(fleet));
            let out = (player.empires.len() + player.bases.len()).saturating_add(given.hand).saturating_add(placed);
            let all = player.reserve;
            let left = all.saturating_sub(out);
            if out > all {
                faults.push(format!(
                    "seats.{colour}: {out} Empire tokens out of the reserve, expected {all} at most (GE-004)"
                ));
            } else if let Some(reserve) = given.reserve.filter(|&r| r != left) {
                faults.push(format!(
                    "seats.{colour}.reserve: {reserve}, expected {left}, since {out} of {all} tokens are elsewhere (GE-004)"
                ));
            }
            player.reserve = left;
        }
        for (&at, &food) in &position.food {
            if food > numbers.sector_food || food == 0 {
                faults.push(format!("food.{at}: {food} cubes, expected 1 to {} (GE-072)", numbers.sector_food));
            }
            (0..food.min(numbers.sector_food)).for_each(|_| self.add_food(at));
        }
    }

    pub(crate) fn read_round(&mut self, position: &Position, faults: &mut Vec<String>) {
        let mut seat = |colour: Option<Colour>, what: &str| {
            let colour = colour?;
            let found = self.seat_of(colour).filter(|&s| !self.is_dukedom(s));
            if found.is_none() {
                let players: Vec<Colour> = self.humans().map(|s| self.colour(s)).collect();
                faults.push(format!("{what}: {colour}, expected one of {}", words(&players)));
            }
            found
        };
        let throne = seat(position.throne, "throne");
        let first = seat(position.first, "first");
        let chooser = seat(position.chooser, "chooser");
        let regent = matches!(self.phase, Phase::Regent(_));
        self.throne = if regent { throne } else { throne.or(Some(first.unwrap_or(Seat(0)))) };
        self.first = first.or(self.throne).unwrap_or(Seat(0));
        self.chooser = chooser.unwrap_or(self.first);
        self.way = position.direction.unwrap_or(Way::Left);
        (self.picks, self.turn, self.picked) = (position.picks, position.turn, position.picked);
        self.round = position.round.unwrap_or(1);
        (self.stopped, self.used, self.caught) = (position.stopped, position.used, position.caught);
        (self.window, self.end) = (position.window, position.end);
        let gained: u16 = self.seats_in_play().fold(0, |sum, s| sum.saturating_add(self.players[s].vp));
        self.vp_pool = position.vp_pool.unwrap_or(self.vp_pool.saturating_sub(gained));
        let (dice, sides) = (&position.dice, self.data.numbers.die_sides);
        if dice.len() > MOST_DICE || !dice.iter().all(|d| (1..=sides).contains(d)) {
            return faults.push(format!("dice: {dice:?}, expected at most {MOST_DICE} numbers from 1 to {sides}"));
        }
        self.roll = Roll { die: position.die, ..Roll::new(position.cause) };
        position.dice.iter().for_each(|&d| self.roll.push(d));
    }

    /// The role cards that were not picked: no Scientist once the Black Hole is open, a second Warlord for the Explorer once
    /// all tiles lie.
    pub(crate) fn pool_left(&self) -> Roles {
        let explorer = Roles::of(Role::Explorer);
        let flipped = self.explored() && !self.picked.has(Role::Explorer);
        let back = Roles::of(Role::Warlord2);
        let gone = if self.hole_open() { Roles::of(Role::Scientist) } else { Roles::EMPTY };
        Roles::FULL - self.picked - gone - if flipped { explorer } else { back }
    }
}

fn words(colours: &[Colour]) -> String {
    colours.iter().map(|c| c.word()).collect::<Vec<_>>().join(", ")
}

/// The tiles that a seat holds while it explores.
pub(crate) fn in_hand(phase: &Phase) -> [Option<Tile>; 2] {
    match *phase {
        Phase::Explorer(Explorer::Scan { tile } | Explorer::PlaceLeftover { tile } | Explorer::Place { tile, .. }) => {
            [Some(tile), None]
        }
        Phase::Explorer(Explorer::Keep { tile, drawn, .. }) => [Some(tile), Some(drawn)],
        _ => [None, None],
    }
}
