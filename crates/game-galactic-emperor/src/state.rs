//! What is on the table. Plain memory: a copy is a memcpy.

mod battle; // a Warlord turn and its battles
mod board; // tiles
mod stop; // where the game is
mod window; // declarations and dice

use astrarium_core::{BySeat, Seat, Static, cited};

pub(crate) use self::battle::{Battle, Campaign, Fire, Stage, Warlord};
pub(crate) use self::board::{FaceUp, Map, Top};
pub(crate) use self::stop::{
    Building, End, Engineer, Explorer, Influencing, Merchant, Over, Phase, Placed, Producing, Regent, Steward, Trading,
};
pub(crate) use self::window::{Cause, Roll, Window};
use crate::data::Data;
use crate::piece::{CENTRE, COLOURS, Colour, Fleet, Kind, Role, Roles, Space, Spaces, Tech, Techs, Tile, Tiles, Way};
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    /// A question that interrupts the phase.
    pub(crate) window: Window,
    /// Dice that lie open while somebody may still turn one of them.
    pub(crate) roll: Roll,
    pub(crate) round: u8,
    pub(crate) way: Way,
    /// Who held the Throne when the round began.
    pub(crate) first: Seat,
    /// Roles picked this round.
    pub(crate) picks: u8,
    /// Who picked the role that is played, and which seat of the role order acts.
    pub(crate) chooser: Seat,
    pub(crate) turn: u8,
    /// The Throne's holder; beside the board while Regent runs.
    pub(crate) throne: Option<Seat>,
    /// Role cards that can be picked, and those picked this round.
    pub(crate) pool: Roles,
    pub(crate) picked: Roles,
    pub(crate) players: BySeat<Player>,
    pub(crate) map: Map,
    /// Sectors with at least one, at least two food.
    pub(crate) stock: [Spaces; 2],
    pub(crate) display: FaceUp,
    /// The stack: a known tile on top, then the plain part, the Black Hole, the atomic part; inside a part no order.
    pub(crate) top: Option<Top>,
    pub(crate) plain: Tiles,
    pub(crate) hole: bool,
    pub(crate) atomic: Tiles,
    /// Technologies stopped, or used up, until the round ends; whether the Saboteur has been caught.
    pub(crate) stopped: Techs,
    pub(crate) used: Techs,
    pub(crate) caught: bool,
    pub(crate) vp_pool: u16,
    pub(crate) end: Option<End>,
}

#[cited]
impl State {
    /// Seats on the board: with two players the third is the Dukedom.
    pub(crate) fn n(&self) -> u8 {
        self.options.players.max(3)
    }

    pub(crate) fn seats_in_play(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.n()))
    }

    pub(crate) fn humans(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.options.players))
    }

    pub(crate) fn is_dukedom(&self, seat: Seat) -> bool {
        seat.0 >= self.options.players
    }

    pub(crate) fn colour(&self, seat: Seat) -> Colour {
        self.players[seat].colour.expect("colours are chosen before anything else")
    }

    pub(crate) fn seat_of(&self, colour: Colour) -> Option<Seat> {
        self.seats_in_play().find(|&s| self.players[s].colour == Some(colour))
    }

    /// The seat `steps` further in the direction of play (GE-029).
    pub(crate) fn after(&self, seat: Seat, steps: u8) -> Seat {
        let n = self.n();
        let steps = if self.way == Way::Left { steps % n } else { n - steps % n };
        Seat((seat.0 + steps) % n)
    }

    /// The `k`-th seat of the role order (GE-028, GE-029).
    pub(crate) fn role_seat(&self, k: u8) -> Seat {
        self.after(self.chooser, k)
    }

    /// Whose turn of the role it is.
    pub(crate) fn actor(&self) -> Seat {
        self.role_seat(self.turn)
    }

    pub(crate) fn owner(&self, space: Space) -> Option<Seat> {
        self.seats_in_play().find(|&s| self.players[s].controls().has(space))
    }

    /// Sectors with a control token of anybody.
    pub(crate) fn controlled(&self) -> Spaces {
        self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | self.players[s].controls())
    }

    /// The homes of the seats in play.
    pub(crate) fn owned_homes(&self) -> Spaces {
        self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | self.players[s].home_set())
    }

    /// Whether another seat has a ship here.
    pub(crate) fn foreign_ship(&self, seat: Seat, space: Space) -> bool {
        self.seats_in_play().any(|s| s != seat && self.players[s].fleet.any(space))
    }

    /// The other seat with ships or a control token here (GE-097).
    pub(crate) fn foe(&self, seat: Seat, space: Space) -> Option<Seat> {
        let there = |s: Seat| self.players[s].controls().has(space) || self.players[s].fleet.any(space);
        self.seats_in_play().find(|&s| s != seat && there(s))
    }

    pub(crate) fn planets(&self, seat: Seat) -> u8 {
        let controls = self.players[seat].controls();
        controls.len() + (controls & self.map.twins).len()
    }

    pub(crate) fn food_at(&self, space: Space) -> u8 {
        u8::from(self.stock[0].has(space)) + u8::from(self.stock[1].has(space))
    }

    pub(crate) fn add_food(&mut self, space: Space) {
        let layer = usize::from(self.stock[0].has(space));
        self.stock[layer].insert(space);
    }

    pub(crate) fn take_food(&mut self, space: Space) {
        let layer = usize::from(self.stock[1].has(space));
        self.stock[layer].remove(space);
    }

    /// Sectors that could hold one more food.
    pub(crate) fn with_room(&self) -> Spaces {
        !self.stock[usize::from(self.data.numbers.sector_food - 1)]
    }

    /// Food cubes left in the pool; every cube is there, on a sector or in the hand of the trading seat.
    pub(crate) fn food_pool(&self) -> u8 {
        let hand = if let Phase::Merchant(m) = &self.phase { m.food } else { 0 };
        let on_board = self.stock[0].len() + self.stock[1].len();
        self.data.numbers.pool_food.saturating_sub(on_board + hand)
    }

    /// How many tiles are in the stack.
    pub(crate) fn stack_len(&self) -> u8 {
        u8::from(self.top.is_some()) + self.plain.len() + u8::from(self.hole) + self.atomic.len()
    }

    /// Whether every tile lies on the board (GE-049).
    pub(crate) fn explored(&self) -> bool {
        self.display.is_empty() && self.stack_len() == 0
    }

    pub(crate) fn hole_open(&self) -> bool {
        self.map.tile(CENTRE) == Some(Tile::BlackHole)
    }

    /// Owned, not stopped, and not used up this round.
    pub(crate) fn ready(&self, seat: Seat, tech: Tech) -> bool {
        self.players[seat].techs.has(tech) && !self.stopped.has(tech) && !self.used.has(tech)
    }

    pub(crate) fn ready_owner(&self, tech: Tech) -> Option<Seat> {
        self.humans().find(|&s| self.ready(s, tech))
    }

    pub(crate) fn set_end(&mut self, end: End) {
        self.end = self.end.or(Some(end));
    }

    /// The running battle, in a Warlord turn or at the end.
    pub(crate) fn battle(&self) -> &Battle {
        match &self.phase {
            Phase::Warlord(Warlord { step: Campaign::Fight(battle), .. }) | Phase::LastBattle(battle) => battle,
            _ => unreachable!("only asked while a battle is fought"),
        }
    }

    pub(crate) fn battle_mut(&mut self) -> &mut Battle {
        match &mut self.phase {
            Phase::Warlord(Warlord { step: Campaign::Fight(battle), .. }) | Phase::LastBattle(battle) => battle,
            _ => unreachable!("only asked while a battle is fought"),
        }
    }

    pub(crate) fn colours_left(&self) -> impl Iterator<Item = Colour> + '_ {
        let taken = |c: &Colour| self.players.0.iter().any(|p| p.colour == Some(*c));
        Colour::ALL[..COLOURS].iter().copied().filter(move |c| !taken(c))
    }

    pub(crate) fn spare_ships(&self, seat: Seat, kind: Kind) -> u8 {
        (kind.ships() - self.players[seat].fleet.out()).len()
    }

    pub(crate) fn role_removed(&self, role: Role) -> bool {
        role == Role::Scientist && self.hole_open()
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub colour: Option<Colour>,
    pub home: Option<Space>,
    /// Empire tokens: unplaced, and drawn as influence.
    pub reserve: u8,
    pub hand: u8,
    pub marks: u16,
    pub metal: u8,
    pub energy: u8,
    pub vp: u16,
    pub techs: Techs,
    pub empires: Spaces,
    /// Starbases, without the Home Starbase.
    pub bases: Spaces,
    pub fleet: Fleet,
}

#[cited]
impl Player {
    /// The own home, once colours are chosen.
    pub fn home(&self) -> Space {
        self.home.expect("homes are laid when colours are known")
    }

    pub fn home_set(&self) -> Spaces {
        self.home.map_or(Spaces::EMPTY, Spaces::of)
    }

    /// Sectors with a Starbase, the home among them (GE-090).
    pub fn starbases(&self) -> Spaces {
        self.bases | self.home_set()
    }

    /// Sectors with any control token (GE-006, GE-024).
    pub fn controls(&self) -> Spaces {
        self.empires | self.starbases()
    }
}
