//! Options → first state; loose position → strict state, or everything that is wrong with it.

use std::collections::BTreeMap;

use astrarium_core::{BySeat, Chance, Log, OptionSpec, Piece, Seat, Silent, Static, Values};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::{Data, MOST_DICE, house};
use crate::event::Event;
use crate::illegal::{Illegal, require};
use crate::piece::{
    CENTRE, COLOURS, Colour, Fleet, Kind, Role, Roles, Ship, Space, Spaces, Tech, Techs, Tile, Tiles, Way,
};
use crate::state::{Cause, End, Explorer, Map, Phase, Player, Roll, Row, State, Top, Window};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "LooseOptions")]
pub struct Options {
    pub players: u8,
    /// 0: at random; else the number of the seat that begins.
    pub first_throne: u8,
    pub colours: Colours,
    pub home_layout: HomeLayout,
    pub round_limit: u8,
    pub battle_round_cap: u8,
    pub ambassador_uses: u8,
    pub late_seat_marks: u8,
}

/// Options before they are known to fit together.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct LooseOptions {
    players: u8,
    first_throne: u8,
    colours: Colours,
    home_layout: HomeLayout,
    round_limit: u8,
    battle_round_cap: u8,
    ambassador_uses: u8,
    late_seat_marks: u8,
}

/// How seats get their colours.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Colours {
    Choose,
    Random,
}

/// Which homes of `data/layouts.toml` are used.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HomeLayout {
    Standard,
    Spread,
}

impl Default for Options {
    fn default() -> Options {
        let numbers = &house().numbers;
        Options {
            players: 4,
            first_throne: 0,
            colours: Colours::Choose,
            home_layout: HomeLayout::Standard,
            round_limit: numbers.round_limit,
            battle_round_cap: numbers.battle_round_cap,
            ambassador_uses: numbers.ambassador_uses,
            late_seat_marks: 0,
        }
    }
}

impl Default for LooseOptions {
    fn default() -> LooseOptions {
        let Options {
            players,
            first_throne,
            colours,
            home_layout,
            round_limit,
            battle_round_cap,
            ambassador_uses,
            late_seat_marks,
        } = Options::default();
        LooseOptions {
            players,
            first_throne,
            colours,
            home_layout,
            round_limit,
            battle_round_cap,
            ambassador_uses,
            late_seat_marks,
        }
    }
}

impl TryFrom<LooseOptions> for Options {
    type Error = String;

    fn try_from(loose: LooseOptions) -> Result<Options, String> {
        let within = |name: &str, value: u8, low: u8, high: u8| match value {
            v if (low..=high).contains(&v) => Ok(v),
            v => Err(format!("{name} is {v}, expected {low} to {high}")),
        };
        Ok(Options {
            players: within("players", loose.players, 2, COLOURS as u8)?, // GE-001
            first_throne: within("first-throne", loose.first_throne, 0, loose.players)?,
            colours: loose.colours,
            home_layout: loose.home_layout,
            round_limit: within("round-limit", loose.round_limit, 1, 60)?,
            battle_round_cap: within("battle-round-cap", loose.battle_round_cap, 1, 60)?,
            ambassador_uses: within("ambassador-uses", loose.ambassador_uses, 1, 9)?,
            late_seat_marks: within("late-seat-marks", loose.late_seat_marks, 0, 2)?,
        })
    }
}

impl astrarium_core::Options for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            id: "players",
            values: Values::OneOf(&["4", "3", "5", "6", "2"]),
            about: "three to six as printed; two play with a Dukedom, a house option",
        },
        OptionSpec {
            id: "first-throne",
            values: Values::Range(0, 6),
            about: "the seat that begins, counted from 1; 0 for anybody",
        },
        OptionSpec {
            id: "colours",
            values: Values::OneOf(&["choose", "random"]),
            about: "how seats get their colours",
        },
        OptionSpec {
            id: "home-layout",
            values: Values::OneOf(&["standard", "spread"]),
            about: "where on the rim the homes lie",
        },
        OptionSpec { id: "round-limit", values: Values::Range(10, 60), about: "the game ends after so many rounds" },
        OptionSpec {
            id: "battle-round-cap",
            values: Values::Range(10, 60),
            about: "after so many rounds of one battle every die hits",
        },
        OptionSpec {
            id: "ambassador-uses",
            values: Values::Range(1, 9),
            about: "how often the Ambassador may refuse in one Regent role",
        },
        OptionSpec {
            id: "late-seat-marks",
            values: Values::Range(0, 2),
            about: "extra marks for the last seat of the first round",
        },
    ];

    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

impl State {
    pub(crate) fn set_up(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(options, data);
        if options.colours == Colours::Random {
            for seat in state.humans() {
                let nth = |i: u32| state.colours_left().nth(i as usize).expect("below their number");
                let n = chance.pick(state.colours_left().count() as u32, |i| nth(i).to_string());
                state.players[seat].colour = Some(nth(n));
            }
            state.deal(chance, &mut Silent);
        }
        state
    }

    fn empty(options: Options, data: &'static Data) -> State {
        State {
            data: Static(data),
            options,
            phase: Phase::Colours,
            window: Window::Closed,
            roll: Roll::default(),
            round: 0,
            way: Way::Left,
            first: Seat(0),
            picks: 0,
            chooser: Seat(0),
            turn: 0,
            throne: None,
            pool: Roles::EMPTY,
            picked: Roles::EMPTY,
            players: BySeat::default(),
            map: Map::default(),
            stock: [Spaces::EMPTY; 2],
            display: Row::default(),
            top: None,
            plain: Tiles::EMPTY,
            hole: false,
            atomic: Tiles::EMPTY,
            stopped: Techs::EMPTY,
            used: Techs::EMPTY,
            caught: false,
            vp_pool: 0,
            end: None,
        }
    }

    // Colours: seats in order, each takes one that is left (GE-002).

    pub(crate) fn next_chair(&self) -> Seat {
        Seat(self.players.0.iter().filter(|p| p.colour.is_some()).count() as u8)
    }

    pub(crate) fn colour_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.colours_left().map(Action::ChooseColour));
    }

    pub(crate) fn check_colour(&self, action: Action) -> Result<(), Illegal> {
        let Action::ChooseColour(colour) = action else { return Err(Illegal::OtherPhase) };
        require!(self.colours_left().any(|c| c == colour), Illegal::ColourTaken(colour)); // GE-002
        Ok(())
    }

    pub(crate) fn choose_colour(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let Action::ChooseColour(colour) = action else { unreachable!("check refuses everything else") };
        self.players[seat].colour = Some(colour);
        log.push(|| Event::ColourChosen { seat, colour });
        if self.next_chair().0 == self.options.players {
            self.deal(chance, log);
        }
    }

    /// Everything else once the colours are known (GE-002 to GE-025), then the first round.
    fn deal(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.lay_out();
        let numbers = &self.data.0.numbers;
        for seat in self.humans() {
            let player = &mut self.players[seat];
            player.marks = u16::from(numbers.start_marks); // GE-020
            (player.metal, player.energy) = (numbers.start_metal, numbers.start_energy); // GE-021
        }
        for seat in self.seats_in_play() {
            let home = self.players[seat].home();
            for ship in Kind::Fighter.ships().iter().take(usize::from(numbers.start_fighters)) {
                self.players[seat].fleet.set(ship, Some(home)); // GE-025
            }
        }
        log.push(|| Event::Dealt);
        self.turn_up(self.n() + numbers.extra_tiles, chance, log); // GE-013
        let first = match self.options.first_throne {
            0 => chance.pick(u32::from(self.options.players), |i| self.colour(Seat(i as u8)).to_string()) as u8, // GE-023
            seat => seat - 1,
        };
        self.throne = Some(Seat(first));
        self.begin_round(log);
    }

    /// Homes, Omega Sun, the stack, the pools, all tokens in reserve: the table before anything is dealt.
    fn lay_out(&mut self) {
        let data = self.data.0;
        let layout = data.layout(usize::from(self.n()));
        let spread = self.options.home_layout == HomeLayout::Spread;
        let duke = self.colours_left().next();
        for seat in self.seats_in_play() {
            let colour = if self.is_dukedom(seat) { duke } else { self.players[seat].colour };
            let home = layout.home(seat, spread); // GE-008
            let reserve = layout.empire_tokens; // GE-004: the others leave the game (GE-P001)
            self.players[seat] = Player { colour, home: Some(home), reserve, ..Player::default() }; // GE-003, GE-024
            self.map.lay(home, self.colour(seat).home(), data);
        }
        self.map.lay(CENTRE, Tile::OmegaSun, data); // GE-008
        let strays: Tiles = self.colours_left().map(Colour::home).collect(); // GE-011
        self.plain = data.plain; // GE-009, GE-010, GE-012
        self.hole = true;
        self.atomic = data.atomic | strays;
        self.vp_pool = layout.victory_points; // GE-017
        self.pool = Roles::FULL - Roles::of(Role::Warlord2); // GE-015, GE-016, GE-032
    }
}

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
    pub(crate) fn to_position(self) -> Position {
        let chairs: Vec<Colour> = self.players.0.iter().filter_map(|p| p.colour).collect();
        if self.phase == Phase::Colours {
            return Position { phase: Phase::Colours, chairs, ..Position::default() };
        }
        let stocked = self.stock[0].iter().map(|s| (s, self.food_at(s)));
        Position {
            phase: self.phase,
            window: self.window,
            dice: self.roll.as_slice().to_vec(),
            cause: self.roll.cause,
            die: self.roll.die,
            round: Some(self.round),
            direction: Some(self.way),
            first: Some(self.colour(self.first)),
            throne: self.throne.map(|s| self.colour(s)),
            chooser: Some(self.colour(self.chooser)),
            picks: self.picks,
            turn: self.turn,
            picked: self.picked,
            chairs,
            seats: self.seats_in_play().map(|s| (self.colour(s), self.seat_position(s))).collect(),
            tiles: self.map.laid.iter().filter_map(|s| Some((s, self.map.tile(s)?))).collect(),
            food: stocked.collect(),
            display: Some(self.display.as_slice().to_vec()),
            top: self.top,
            stopped: self.stopped,
            used: self.used,
            caught: self.caught,
            vp_pool: Some(self.vp_pool),
            end: self.end,
        }
    }

    fn seat_position(&self, seat: Seat) -> SeatPosition {
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

    pub(crate) fn from_position(
        options: Options,
        data: &'static Data,
        position: &Position,
    ) -> Result<State, Vec<String>> {
        let mut state = State::empty(options, data);
        let mut faults = Vec::new();
        state.read_chairs(position, &mut faults);
        if !faults.is_empty() || position.phase == Phase::Colours {
            return if faults.is_empty() { Ok(state) } else { Err(faults) };
        }
        state.lay_out();
        state.read_tiles(position, &mut faults);
        state.phase = position.phase;
        state.read_seats(position, &mut faults);
        state.read_round(position, &mut faults);
        if faults.is_empty() {
            state.pool = state.pool_left();
            faults = state.broken();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let (n, humans) = (usize::from(self.n()), usize::from(self.options.players));
        let choosing = position.phase == Phase::Colours;
        let given = match position.chairs.len() {
            0 if !choosing => Colour::ALL[..n].to_vec(),
            _ => position.chairs.clone(),
        };
        let right = if choosing { given.len() < humans } else { given.len() == n };
        if !right {
            return faults.push(format!("chairs: {} colours for {n} seats", given.len()));
        }
        if choosing && self.options.colours == Colours::Random {
            faults.push("phase: colours are dealt at random, nobody chooses".into());
        }
        for (chair, &colour) in given.iter().enumerate() {
            if given[..chair].contains(&colour) {
                faults.push(format!("chairs: {colour} sits twice"));
            }
            if chair < humans || !choosing {
                self.players.0[chair].colour = Some(colour);
            }
        }
        if let Some(colour) = position.seats.keys().find(|c| !given.contains(c)) {
            faults.push(format!("seats.{colour}: has no chair"));
        }
        if n > humans && !choosing {
            let duke = self.players.0[humans].colour.take();
            if self.colours_left().next() != duke {
                faults.push("chairs: the Dukedom has the first colour that is left".into());
            }
        }
    }

    /// Tiles on the board, face up, in hand and on top; all others are in the stack.
    fn read_tiles(&mut self, position: &Position, faults: &mut Vec<String>) {
        let data = self.data.0;
        for (&at, &tile) in &position.tiles {
            let home = self.map.homes.has(at) && self.map.tile(at) != Some(tile);
            let centre = at == CENTRE && !matches!(tile, Tile::OmegaSun | Tile::BlackHole);
            if home || centre || self.map.laid.iter().any(|s| s != at && self.map.tile(s) == Some(tile)) {
                faults.push(format!("tiles.{at}: {tile} cannot lie there"));
            } else {
                self.map.lay(at, tile, data);
            }
        }
        let mut stack = self.plain | self.atomic | Tiles::of(Tile::BlackHole);
        let mut take = |stack: &mut Tiles, tile: Tile, whence: &str| {
            if !stack.has(tile) {
                faults.push(format!("{whence}: {tile} is somewhere else already"));
            }
            stack.remove(tile);
        };
        for space in self.map.laid.iter() {
            let tile = self.map.tile(space).expect("laid");
            if tile != Tile::OmegaSun && !self.owned_homes().has(space) {
                take(&mut stack, tile, "tiles");
            }
        }
        in_hand(&position.phase).into_iter().flatten().for_each(|t| take(&mut stack, t, "phase"));
        position.top.iter().for_each(|top| take(&mut stack, top.tile, "top"));
        match &position.display {
            Some(display) => {
                for &tile in display.iter().take(Tile::COUNT) {
                    take(&mut stack, tile, "display");
                    self.display.push(tile);
                }
            }
            None => {
                let parts = [self.plain & stack, Tiles::of(Tile::BlackHole) & stack, self.atomic & stack];
                let count = self.n() + data.numbers.extra_tiles;
                for tile in parts.into_iter().flat_map(Tiles::iter).take(usize::from(count)) {
                    take(&mut stack, tile, "display");
                    self.display.push(tile);
                }
            }
        }
        (self.plain, self.atomic) = (self.plain & stack, self.atomic & stack);
        self.hole = stack.has(Tile::BlackHole);
        self.top = position.top;
        if self.top.is_some_and(|t| matches!(t.tile, Tile::BlackHole)) {
            faults.push("top: the Black Hole is never put on top".into());
        }
    }

    fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        let numbers = &self.data.0.numbers;
        for seat in self.seats_in_play() {
            let colour = self.colour(seat);
            let given = position.seats.get(&colour).cloned().unwrap_or_default();
            let duke = self.is_dukedom(seat);
            let usual = |start: u8| if duke { 0 } else { start };
            let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
            let placed = if let Phase::Regent(r) = &self.phase { r.placed[seat.index()].len() } else { 0 };
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
            match player.reserve.checked_sub(out) {
                Some(left) if given.reserve.is_none_or(|r| r == left) => player.reserve = left,
                _ => faults.push(format!("seats.{colour}: {out} of {} tokens are out of the reserve", player.reserve)),
            }
        }
        for (&at, &food) in &position.food {
            if food > numbers.sector_food || food == 0 {
                faults.push(format!("food.{at}: {food} cubes, expected 1 to {}", numbers.sector_food));
            }
            (0..food.min(numbers.sector_food)).for_each(|_| self.add_food(at));
        }
    }

    fn read_round(&mut self, position: &Position, faults: &mut Vec<String>) {
        let mut seat = |colour: Option<Colour>, what: &str| {
            let found = colour.map(|c| self.seat_of(c).filter(|&s| !self.is_dukedom(s)));
            if found == Some(None) {
                faults.push(format!("{what}: nobody plays this colour"));
            }
            found.flatten()
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
        if position.dice.len() > MOST_DICE
            || !position.dice.iter().all(|d| (1..=self.data.numbers.die_sides).contains(d))
        {
            return faults.push(format!("dice: expected at most {MOST_DICE} numbers of a die"));
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
