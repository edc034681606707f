//! What is on the table. Plain memory: a copy is a memcpy.

use astrarium_core::{BySeat, MAX_SEATS, Piece, Seat, SeatSet, Set, Standing, Static};
use serde::{Deserialize, Serialize};

use crate::data::{Data, MOST_DICE, MOST_INFLUENCE, PRICE_DICE};
use crate::piece::{
    COLOURS, Colour, Fleet, Goods, Kind, Role, Roles, SHIPS, SPACES, Ship, Ships, Space, Spaces, Spot, TILES, Tech,
    Techs, Tile, Tiles, Way,
};
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
    pub(crate) display: Row,
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

/// What lies on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    tiles: [u8; SPACES],
    pub laid: Spaces,
    pub suns: Spaces,
    /// Sectors with planets, with two of them, with metal or energy.
    pub planets: Spaces,
    pub twins: Spaces,
    pub producing: Spaces,
    /// All home tiles, owned or stray.
    pub homes: Spaces,
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

/// The face-up tiles, in the order they were turned up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Row {
    tiles: [Tile; TILES],
    len: u8,
}

/// A tile that was put on top of the stack, and who knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Top {
    pub tile: Tile,
    #[serde(default)]
    pub seen: SeatSet,
}

/// Where the game stands, with what that stop needs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// Seats choose colours in order.
    Colours,
    /// The Throne holder sets the direction.
    #[default]
    Direction,
    /// The next seat picks a role.
    Pick,
    Explorer(Explorer),
    Merchant(Merchant),
    Steward(Steward),
    Engineer(Engineer),
    Scientist,
    Warlord(Warlord),
    Regent(Regent),
    /// Two tied fleets meet in a neutral space.
    LastBattle(Battle),
    Over(Over),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Explorer {
    /// Take a face-up tile; `scanned` after a scan that found the Black Hole.
    Pick {
        scanned: bool,
    },
    /// Use the scanners on this pick?
    Scan {
        tile: Tile,
    },
    /// Keep which of the two? `seen`: who knows the drawn one.
    Keep {
        tile: Tile,
        drawn: Tile,
        seen: SeatSet,
    },
    /// Lay the tile in hand; `seen`: who knows it.
    Place {
        tile: Tile,
        seen: SeatSet,
    },
    /// The chooser takes a leftover tile, then lays it.
    Leftover,
    PlaceLeftover {
        tile: Tile,
    },
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Merchant {
    pub step: Trading,
    /// The four dice, until one is discarded.
    pub dice: [u8; PRICE_DICE],
    /// Marks for food, metal, energy.
    pub prices: [u8; 3],
    /// Food in hand.
    pub food: u8,
    /// Resources bought and sold this turn.
    pub bought: Set<Goods>,
    pub sold: Set<Goods>,
    pub pirated: bool,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Trading {
    /// The dice are rolled; one is discarded.
    #[default]
    Prices,
    Collect,
    Trade,
    Fund,
    /// The Space Pirate takes something, then the turn goes on with collecting or trading.
    PirateCollect,
    PirateTrade,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Steward {
    pub step: Producing,
    /// Productions without food that are left.
    pub free: u8,
    pub done: Spaces,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Producing {
    /// The chooser's free resource.
    #[default]
    Free,
    /// Declare Protein Fields?
    Declare,
    Produce,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Engineer {
    pub step: Building,
    /// Metal that Robotics still pays.
    pub credit: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Building {
    /// The chooser's free fighter.
    #[default]
    Fighter,
    /// Declare Robotics?
    Declare,
    Build,
}

/// A seat's Warlord turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Warlord {
    pub step: Campaign,
    pub moves: [u8; SHIPS],
    /// The space each ship stepped from last.
    pub from: Fleet,
    pub warped: Ships,
    pub target: Option<Space>,
    pub battles: Spaces,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Campaign {
    /// Declare Fusion Engines?
    Declare,
    #[default]
    Move,
    /// Pick the next battle.
    Battles,
    Fight(Battle),
}

/// One value for each side of a battle.
pub(crate) type Sides<T> = [T; 2];

/// A battle. Side 0 attacks; in the last battle it is the lower seat.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Battle {
    pub stage: Stage,
    /// The space; none in the last battle, where all ships of both sides meet.
    pub at: Option<Space>,
    pub sides: Sides<Seat>,
    pub round: u8,
    /// The free attack of warped ships, or the phase of the combat round.
    pub fire: Fire,
    pub named: Option<Ship>,
    pub plasma: bool,
    pub ion: bool,
    /// Sides that began with a ship and have not yet used or given up their shields.
    pub shields: Sides<bool>,
    /// Hits that each side has still to take.
    pub hits: Sides<u8>,
    /// Damaged dreadnoughts.
    pub damaged: Sides<Ships>,
    /// Whether an Empire has been destroyed.
    pub razed: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Declare Plasma Weapons, Ion Cannons, Shield Generators?
    Plasma,
    Ion,
    Shields,
    /// The Warlord names the ship with the extra die.
    Name,
    /// Dice lie on the table.
    Firing,
    /// This side takes a hit.
    Assign(u8),
    /// Continue or retreat.
    Retreat,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fire {
    Free,
    Phase(u8),
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Regent {
    pub step: Influencing,
    /// Marks for the next extra token.
    pub price: u8,
    /// Tokens that lie as influence, by seat.
    pub placed: [Placed; MAX_SEATS],
    /// Sectors that only the Ambassador's owner may influence.
    pub locked: Spaces,
    /// Sectors whose ships must leave, and Starbases that stood before and stand now.
    pub evicted: Spaces,
    pub kept: Spaces,
    /// How often the Ambassador has refused.
    pub refused: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Influencing {
    #[default]
    Buy,
    Place,
    /// The Ambassador's owner: refuse the token that was just put here?
    Refuse(Space),
    /// A refused token goes elsewhere.
    Relocate,
    /// Ships that lost their sector go to one of the nearest Starbases.
    Refuge(Space),
}

/// The influence tokens of one seat, in the order they were placed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<Spot>", into = "Vec<Spot>")]
pub(crate) struct Placed {
    spots: [Option<Spot>; MOST_INFLUENCE],
}

/// A question that interrupts a phase (4.2 of the rules: declarations and dice).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Window {
    #[default]
    Closed,
    /// The Saboteur's owner: stop this technology?
    Sabotage(Tech),
    /// The victim: try to catch the Saboteur?
    Catch(Tech),
    /// The Time Warp's owner: roll a die again?
    TimeWarp,
    /// And again?
    Again,
}

/// Dice on the table.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Roll {
    pub cause: Cause,
    pub len: u8,
    pub dice: [u8; MOST_DICE],
    /// The die that is rolled again.
    pub die: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Cause {
    #[default]
    None,
    Prices,
    Combat,
    /// The victim of this technology's stop tries to catch the Saboteur.
    Catch(Tech),
}

/// Why the game ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    LastToken,
    LastVp,
    RoundLimit,
}

/// The end: final places by seat, and whether the last battle decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Over {
    pub places: [u8; MAX_SEATS],
    pub fought: bool,
}

impl Over {
    pub fn standing(&self) -> Standing {
        Standing { places: BySeat(self.places) }
    }
}

impl Default for Roll {
    fn default() -> Roll {
        Roll { cause: Cause::None, len: 0, dice: [0; MOST_DICE], die: 0 }
    }
}

impl Roll {
    pub fn new(cause: Cause) -> Roll {
        Roll { cause, ..Roll::default() }
    }

    pub fn push(&mut self, die: u8) {
        self.dice[usize::from(self.len)] = die;
        self.len += 1;
    }

    pub fn as_slice(&self) -> &[u8] {
        &self.dice[..usize::from(self.len)]
    }
}

impl Battle {
    pub fn new(at: Option<Space>, sides: Sides<Seat>, ships: Sides<bool>) -> Battle {
        Battle {
            stage: Stage::Plasma,
            at,
            sides,
            round: 0,
            fire: Fire::Phase(0),
            named: None,
            plasma: false,
            ion: false,
            shields: ships, // GE-172
            hits: Sides::default(),
            damaged: Sides::default(),
            razed: false,
        }
    }
}

impl Default for Map {
    fn default() -> Map {
        let none = Spaces::EMPTY;
        let tiles = [u8::MAX; SPACES];
        Map { tiles, laid: none, suns: none, planets: none, twins: none, producing: none, homes: none }
    }
}

impl Map {
    #[inline]
    pub fn tile(&self, space: Space) -> Option<Tile> {
        self.laid.has(space).then(|| Tile::from_index(usize::from(self.tiles[space.index()])))
    }

    /// Lays a tile, also over another.
    pub fn lay(&mut self, space: Space, tile: Tile, data: &Data) {
        let row = data.tile(tile);
        self.tiles[space.index()] = tile.index() as u8;
        let mut mark = |set: fn(&mut Map) -> &mut Spaces, on: bool| {
            let set = set(self);
            if on { set.insert(space) } else { set.remove(space) }
        };
        mark(|m| &mut m.laid, true);
        mark(|m| &mut m.suns, row.kind.is_sun());
        mark(|m| &mut m.planets, row.planets > 0); // GE-007
        mark(|m| &mut m.twins, row.planets > 1);
        mark(|m| &mut m.producing, row.metal > 0 || row.energy > 0);
        mark(|m| &mut m.homes, row.kind == crate::data::TileKind::Home);
    }

    pub fn empty(&self) -> Spaces {
        !self.laid
    }
}

impl Default for Row {
    fn default() -> Row {
        Row { tiles: [Tile::OmegaSun; TILES], len: 0 }
    }
}

impl Row {
    pub fn as_slice(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    pub fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.len)] = tile;
        self.len += 1;
    }

    /// Takes a tile out; the others keep their order.
    pub fn take(&mut self, tile: Tile) {
        let at = self.as_slice().iter().position(|&t| t == tile).expect("a face-up tile");
        let len = usize::from(self.len);
        self.tiles.copy_within(at + 1..len, at);
        self.tiles[len - 1] = Tile::OmegaSun;
        self.len -= 1;
    }

    pub fn has(&self, tile: Tile) -> bool {
        self.as_slice().contains(&tile)
    }

    pub fn len(&self) -> u8 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

impl Placed {
    pub fn iter(&self) -> impl Iterator<Item = Spot> + '_ {
        self.spots.iter().flatten().copied()
    }

    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Takes everything from sectors and leaves what lies on the Throne; how many came back.
    pub fn leave_sectors(&mut self) -> u8 {
        let before = self.len();
        let throne = self.count(Spot::Throne);
        *self = Placed::default();
        (0..throne).for_each(|_| self.push(Spot::Throne));
        before - self.len()
    }

    pub fn push(&mut self, spot: Spot) {
        let free = self.spots.iter_mut().find(|s| s.is_none());
        *free.expect("a seat places no more tokens than it draws and buys") = Some(spot);
    }

    pub fn pop(&mut self) {
        if let Some(last) = self.spots.iter_mut().rfind(|s| s.is_some()) {
            *last = None;
        }
    }

    pub fn count(&self, spot: Spot) -> u8 {
        self.iter().filter(|&s| s == spot).count() as u8
    }
}

impl From<Vec<Spot>> for Placed {
    /// More than fit are cut off; the count of tokens then shows it.
    fn from(spots: Vec<Spot>) -> Placed {
        let mut placed = Placed::default();
        spots.into_iter().take(MOST_INFLUENCE).for_each(|s| placed.push(s));
        placed
    }
}

impl From<Placed> for Vec<Spot> {
    fn from(placed: Placed) -> Vec<Spot> {
        placed.iter().collect()
    }
}

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
        self.map.tile(crate::piece::CENTRE) == Some(Tile::BlackHole)
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
