//! Options → first state; loose position → strict state, or everything that is wrong with it.

use astrarium_core::position::list;
use astrarium_core::{BySeat, Chance, Game, Log, OptionSpec, Piece, Seat, Setup, Silent, Sound, Static, Values, cited};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{ByColour, COLOURS, Colour, Die, MOON_SPACES, MOONS, PLANET_SPACES, Spaces};
use crate::position::{PhaseName, Position};
use crate::state::{End, Order, Phase, State};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub rules: u8,
    pub players: u8,
    pub colour_assignment: ColourAssignment,
    pub round_limit: u8,
    pub last_planet_chip_damage: ChipDamage,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ColourAssignment {
    Choose,
    Random,
    Fixed,
}

/// Whether an ally or a beam may take a hit point from a player's last planet (GA-080).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ChipDamage {
    Allowed,
    Forbidden,
}

impl ChipDamage {
    pub fn forbidden(self) -> bool {
        self == ChipDamage::Forbidden
    }
}

#[cited]
impl Default for Options {
    fn default() -> Options {
        Options {
            rules: State::META.rules_version,
            players: COLOURS as u8, // GA-001
            colour_assignment: ColourAssignment::Choose,
            round_limit: *house().numbers.round_limit.get_ref(),
            last_planet_chip_damage: ChipDamage::Allowed,
        }
    }
}

impl astrarium_core::Options for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec {
            id: "players",
            values: Values::OneOf(&["4", "3", "2"]),
            about: "four as printed; three or two are house options",
        },
        OptionSpec {
            id: "colour-assignment",
            values: Values::OneOf(&["choose", "random", "fixed"]),
            about: "how chairs get their colours",
        },
        OptionSpec { id: "round-limit", values: Values::Range(10, 100), about: "the game ends after this many rounds" },
        OptionSpec {
            id: "last-planet-chip-damage",
            values: Values::OneOf(&["allowed", "forbidden"]),
            about: "whether beams and allies may take hit points of a player's last planet",
        },
    ];

    astrarium_core::seated!();
}

impl Setup for State {
    fn new(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(options, data);
        let chairs = Seat::first(usize::from(options.players));
        match options.colour_assignment {
            ColourAssignment::Choose => return state,
            ColourAssignment::Fixed => {
                chairs.zip(Colour::ALL).for_each(|(seat, &colour)| state.chairs[seat] = Some(colour))
            }
            ColourAssignment::Random => {
                for seat in chairs {
                    let left: Vec<Colour> = state.colours_left().collect();
                    let n = chance.pick(left.len() as u32, |i| left[i as usize].to_string());
                    state.chairs[seat] = Some(left[n as usize]);
                }
            }
        }
        state.deal(chance, &mut Silent);
        state
    }

    fn place(
        options: Options,
        data: &'static Data,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        let mut state = State::empty(options, data);
        let mut faults = Vec::new();
        state.read_chairs(position, &mut faults);
        if !faults.is_empty() || position.phase == PhaseName::Colours {
            return if faults.is_empty() { Ok(state) } else { Err(faults) };
        }
        state.lay_out();
        state.read_seats(position, &mut faults);
        state.read_tokens(position, &mut faults);
        if !position.order.is_empty() {
            state.order = Order::new(&position.order[..position.order.len().min(COLOURS)]);
        }
        state.round = position.round.unwrap_or(1);
        match state.read_phase(position) {
            Ok(phase) => state.phase = phase,
            Err(fault) => faults.push(fault),
        }
        if faults.is_empty() {
            faults = state.broken_table();
        }
        if faults.is_empty() && position.phase == PhaseName::RoundStart {
            state.round -= 1;
            state.begin_round(chance, &mut Silent);
        }
        if faults.is_empty() {
            faults = state.invariants();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn position(&self) -> Position {
        let (phase, turn, winner) = match self.phase {
            Phase::Colours => (PhaseName::Colours, None, None),
            Phase::Research => (PhaseName::Research, None, None),
            Phase::Allocation => (PhaseName::Allocation, None, None),
            Phase::Turn(turn) => (PhaseName::Turn, Some(self.turn_position(&turn)), None),
            Phase::Over(End::RoundLimit) => (PhaseName::Over, None, None),
            Phase::Over(End::Target(winner) | End::LastLeft(winner)) => (PhaseName::Over, None, Some(winner)),
        };
        let planets = (self.board & PLANET_SPACES).iter();
        Position {
            phase,
            round: Some(self.round),
            chairs: self.colours().collect(),
            order: self.order.as_slice().to_vec(),
            seats: self.colours().map(|c| (c, self.seat_position(c))).collect(),
            hits: planets.map(|p| (p, self.hits[p.planet_colour().expect("a planet")])).collect(),
            dice: self.free.iter().map(|m| (m, self.dice[m.index()])).collect(),
            dice_public: list(self.dice_public),
            ipec: Some(list(self.ipec)),
            ipec_public: list(self.ipec_public),
            turn,
            winner,
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
            round: 0,
            chairs: BySeat::default(),
            board: Spaces::EMPTY,
            players: ByColour::default(),
            order: Order::new(&[]),
            free: Spaces::EMPTY,
            dice: [Die::D4; MOONS],
            dice_public: Spaces::EMPTY,
            ipec: Spaces::EMPTY,
            ipec_public: Spaces::EMPTY,
            hits: ByColour::default(),
        }
    }

    // Colours: chairs in order, each takes one that is left (GA-001).

    pub(crate) fn next_chair(&self) -> Seat {
        Seat(self.chairs.0.iter().flatten().count() as u8)
    }

    fn colours_left(&self) -> impl Iterator<Item = Colour> + '_ {
        Colour::ALL.iter().copied().filter(|c| !self.chairs.0.contains(&Some(*c)))
    }

    pub(crate) fn colour_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.colours_left().map(Action::ChooseColour));
    }

    pub(crate) fn check_colour(&self, seat: Seat, action: Action) -> Check {
        require!(seat == self.next_chair(), Illegal::NotYourChoice); // GA-001
        let Action::ChooseColour(colour) = action else { return Err(Illegal::OtherPhase) };
        require!(!self.chairs.0.contains(&Some(colour)), Illegal::ColourTaken(colour)); // GA-001
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
        self.chairs[seat] = Some(colour);
        log.push(|| Event::ColourChosen { seat, colour });
        if self.next_chair().0 == self.options.players {
            self.deal(chance, log);
        }
    }

    /// Board, tokens and planets once the colours are known (GA-020 to GA-023), then research.
    fn deal(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.lay_out();
        self.free = self.board & MOON_SPACES;
        let data = self.data.0;
        let tokens = data.tokens(self.free.len());
        let mut pool = tokens.dice(); // GA-004
        for moon in self.free.iter() {
            let kind = chance.draw(&pool, |k| Die::ALL[k].to_string());
            pool[kind] -= 1;
            self.dice[moon.index()] = Die::ALL[kind];
        }
        self.deal_ipec(tokens.ipec_controlled, chance); // GA-003
        for colour in self.chairs.0.into_iter().flatten() {
            self.players[colour].owned = Spaces::of(colour.planet()); // GA-022
        }
        log.push(|| Event::Dealt { moons: self.free.len() });
        self.open_research();
        self.phase = Phase::Research;
    }

    /// The systems in play: those of the colours; with two players also a third one without its planet.
    fn lay_out(&mut self) {
        let system = |c: Colour| self.data.0.system[c.index()];
        let mut board = self.colours().fold(Spaces::EMPTY, |all, c| all | system(c));
        if self.options.players == 2 {
            board |= system(self.colours_left().next().expect("two of four are left")) & MOON_SPACES;
        }
        self.board = board;
        let planets = board & PLANET_SPACES;
        for colour in planets.iter().filter_map(|p| p.planet_colour()) {
            self.hits[colour] = *self.data.0.numbers.planet_hit_points.get_ref(); // GA-006, GA-021
        }
        self.order = Colour::ALL.iter().copied().filter(|&c| self.chairs.0.contains(&Some(c))).collect(); // GA-057
    }
}
