//! Options → first state.

use astrarium_core::{BySeat, Chance, Game, Log, OptionSpec, Seat, Setup, Silent, Sound, Static, Values, cited};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{CENTRE, COLOURS, Colour, Kind, Role, Roles, Spaces, Techs, Tile, Tiles, Way};
use crate::position::Position;
use crate::state::{FaceUp, Map, Phase, Player, Roll, State, Window};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", try_from = "LooseOptions")]
pub struct Options {
    pub rules: u8,
    pub players: u8,
    /// 0: at random; else the number of the seat that begins.
    pub first_throne: u8,
    pub colours: Colours,
    pub home_layout: HomeLayout,
    pub round_limit: u8,
    pub battle_round_cap: u8,
    /// 0: no limit.
    pub ambassador_uses: u8,
    pub late_seat_marks: u8,
}

/// Options before they are known to fit together.
#[derive(Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
struct LooseOptions {
    rules: u8,
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
            rules: State::META.rules_version,
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
            rules,
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
            rules,
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

#[cited]
impl TryFrom<LooseOptions> for Options {
    type Error = String;

    fn try_from(loose: LooseOptions) -> Result<Options, String> {
        let within = |name: &str, value: u8, low: u8, high: u8| match value {
            v if (low..=high).contains(&v) => Ok(v),
            v => Err(format!("{name} is {v}, expected {low} to {high}")),
        };
        Ok(Options {
            rules: loose.rules,
            players: within("players", loose.players, 2, COLOURS as u8)?, // GE-001
            first_throne: within("first-throne", loose.first_throne, 0, loose.players)?,
            colours: loose.colours,
            home_layout: loose.home_layout,
            round_limit: within("round-limit", loose.round_limit, 1, 60)?,
            battle_round_cap: within("battle-round-cap", loose.battle_round_cap, 1, 60)?,
            ambassador_uses: within("ambassador-uses", loose.ambassador_uses, 0, 9)?,
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
        OptionSpec { id: "round-limit", values: Values::Range(10, 60), about: "the game ends after this many rounds" },
        OptionSpec {
            id: "battle-round-cap",
            values: Values::Range(10, 60),
            about: "after this many rounds of one battle every die hits",
        },
        OptionSpec {
            id: "ambassador-uses",
            values: Values::Range(0, 9),
            about: "how often the Ambassador may refuse in one Regent role; 0 for no limit",
        },
        OptionSpec {
            id: "late-seat-marks",
            values: Values::Range(0, 2),
            about: "extra marks for the last seat of the first round",
        },
    ];

    astrarium_core::seated!();
}

impl Setup for State {
    fn new(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
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

    fn place(
        options: Options,
        data: &'static Data,
        position: &Position,
        _: &mut impl Chance,
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
            faults = state.invariants();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn position(&self) -> Position {
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
}

#[cited]
impl State {
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
            display: FaceUp::default(),
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

    pub(crate) fn check_colour(&self, action: Action) -> Check {
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
        for seat in self.humans() {
            let (marks, metal, energy) = (numbers.start_marks, numbers.start_metal, numbers.start_energy);
            log.push(|| Event::Equipped { seat, marks, metal, energy });
        }
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
