//! Options → first state; loose position → strict state, or everything that is wrong with it.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Log, OptionSpec, Piece, Seat, Silent, Static, Values};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::{Data, house};
use crate::event::Event;
use crate::illegal::{Illegal, require};
use crate::piece::{
    ByColour, COLOURS, Colour, Die, Kind, MOON_SPACES, MOONS, Mode, Node, PLANET_SPACES, Space, Spaces,
};
use crate::state::{Attack, Bids, Draft, End, Order, Phase, Player, Powers, State, Step, Turn};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
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

impl Default for Options {
    fn default() -> Options {
        Options {
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
        OptionSpec { id: "round-limit", values: Values::Range(10, 100), about: "the game ends after so many rounds" },
        OptionSpec {
            id: "last-planet-chip-damage",
            values: Values::OneOf(&["allowed", "forbidden"]),
            about: "whether beams and allies may take hit points of a player's last planet",
        },
    ];

    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

impl State {
    pub(crate) fn set_up(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(options, data);
        let chairs = options.players;
        match options.colour_assignment {
            ColourAssignment::Choose => return state,
            ColourAssignment::Fixed => {
                (0..chairs).for_each(|i| state.chairs[usize::from(i)] = Some(Colour::ALL[usize::from(i)]))
            }
            ColourAssignment::Random => {
                for i in 0..usize::from(chairs) {
                    let left: Vec<Colour> = state.colours_left().collect();
                    let n = chance.pick(left.len() as u32, |i| left[i as usize].to_string());
                    state.chairs[i] = Some(left[n as usize]);
                }
            }
        }
        state.deal(chance, &mut Silent);
        state
    }

    fn empty(options: Options, data: &'static Data) -> State {
        State {
            data: Static(data),
            options,
            phase: Phase::Colours,
            round: 0,
            chairs: [None; COLOURS],
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
        Seat(self.chairs.iter().flatten().count() as u8)
    }

    fn colours_left(&self) -> impl Iterator<Item = Colour> + '_ {
        Colour::ALL.iter().copied().filter(|c| !self.chairs.contains(&Some(*c)))
    }

    pub(crate) fn colour_actions(&self, out: &mut Vec<Action>) {
        out.extend(self.colours_left().map(Action::ChooseColour));
    }

    pub(crate) fn check_colour(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        require!(seat == self.next_chair(), Illegal::NotYourChoice); // GA-001
        let Action::ChooseColour(colour) = action else { return Err(Illegal::OtherPhase) };
        require!(!self.chairs.contains(&Some(colour)), Illegal::ColourTaken(colour)); // GA-001
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
        self.chairs[seat.index()] = Some(colour);
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
        for colour in self.chairs.into_iter().flatten() {
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
        self.order = Colour::ALL.iter().copied().filter(|&c| self.chairs.contains(&Some(c))).collect(); // GA-057
    }
}

/// A loose description of a state. Left out: seats own their home planet, planets are whole, tokens lie face down as in
/// `fill_tokens`, and the position stands just before the start of its round.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    pub phase: PhaseName,
    /// The round that begins, or that is being played.
    pub round: Option<u8>,
    /// Colours by chair.
    pub chairs: Vec<Colour>,
    /// The order of the round; just before a round: of the last one.
    pub order: Vec<Colour>,
    pub seats: BTreeMap<Colour, SeatPosition>,
    /// Hit points of planets.
    pub hits: BTreeMap<Space, u8>,
    /// Dice tokens of uncontrolled moons.
    pub dice: BTreeMap<Space, Die>,
    pub dice_public: Vec<Space>,
    /// All moons with an IPEC-controlled token.
    pub ipec: Option<Vec<Space>>,
    pub ipec_public: Vec<Space>,
    pub turn: Option<TurnPosition>,
    pub winner: Option<Colour>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PhaseName {
    #[default]
    RoundStart,
    Colours,
    Research,
    Allocation,
    Turn,
    Over,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatPosition {
    pub owns: Option<Vec<Space>>,
    /// Given, it must agree with what the seat owns.
    pub points: Option<u16>,
    pub research: Vec<Node>,
    pub draft: Option<DraftName>,
    /// The moon that is being funded.
    pub funding: Option<Space>,
    pub budget: u8,
    pub left: u8,
    pub attack: Option<Die>,
    pub defense: Option<Die>,
    pub bids: Vec<(Space, u8)>,
    pub allies: Vec<Space>,
    pub peeked_dice: Vec<Space>,
    pub peeked_ipec: Vec<Space>,
    pub penalty: bool,
    pub either_used: bool,
    /// 1 for the first to be eliminated.
    pub out: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DraftName {
    Done,
    Research,
    AttackDie,
    DefenseDie,
    Moon,
    Points,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TurnPosition {
    pub seat: Colour,
    #[serde(default)]
    pub infantry: u8,
    #[serde(default)]
    pub beam: u8,
    #[serde(default)]
    pub used: Vec<Space>,
    #[serde(default)]
    pub own_military_used: bool,
    pub from: Option<Space>,
    pub to: Option<Space>,
    /// Set while the defender chooses.
    pub mode: Option<Mode>,
}

impl State {
    pub(crate) fn to_position(self) -> Position {
        let list = |set: Spaces| set.iter().collect::<Vec<_>>();
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

    fn seat_position(&self, colour: Colour) -> SeatPosition {
        let list = |set: Spaces| set.iter().collect::<Vec<_>>();
        let p = &self.players[colour];
        SeatPosition {
            owns: Some(list(p.owned)),
            points: Some(self.territory_points(colour)),
            research: p.research.iter().collect(),
            draft: Some(match p.draft {
                Draft::Done => DraftName::Done,
                Draft::Research => DraftName::Research,
                Draft::AttackDie => DraftName::AttackDie,
                Draft::DefenseDie => DraftName::DefenseDie,
                Draft::Moon => DraftName::Moon,
                Draft::Points(_) => DraftName::Points,
            }),
            funding: self.funding(colour),
            budget: p.budget,
            left: p.left,
            attack: p.attack,
            defense: p.defense,
            bids: p.bids.iter().collect(),
            allies: list(p.allies),
            peeked_dice: list(p.peeked_dice),
            peeked_ipec: list(p.peeked_ipec),
            penalty: p.penalty,
            either_used: p.either_used,
            out: p.out,
        }
    }

    fn turn_position(&self, turn: &Turn) -> TurnPosition {
        let (from, to, mode) = match turn.step {
            Step::Source => (None, None, None),
            Step::Target { from } => (Some(from), None, None),
            Step::Mode { from, to } => (Some(from), Some(to), None),
            Step::Defend(attack) => (Some(attack.from), Some(attack.to), Some(attack.mode)),
        };
        TurnPosition {
            seat: self.active(turn),
            infantry: turn.made[Kind::Infantry.index()],
            beam: turn.made[Kind::Beam.index()],
            used: turn.used.iter().collect(),
            own_military_used: turn.joint,
            from,
            to,
            mode,
        }
    }

    pub(crate) fn from_position(
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
            faults = state.broken();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let n = usize::from(self.options.players);
        let given = match position.chairs.len() {
            0 if position.phase != PhaseName::Colours => Colour::ALL[..n].to_vec(),
            _ => position.chairs.clone(),
        };
        let whole = given.len() == n || (position.phase == PhaseName::Colours && given.len() < n);
        if !whole {
            return faults.push(format!("chairs: {} colours for {n} players", given.len()));
        }
        for (chair, &colour) in given.iter().enumerate() {
            if self.chairs.contains(&Some(colour)) {
                faults.push(format!("chairs: {colour} sits twice"));
            }
            self.chairs[chair] = Some(colour);
        }
        if let Some(colour) = position.seats.keys().find(|c| !self.chairs.contains(&Some(**c))) {
            faults.push(format!("seats.{colour}: has no chair"));
        }
    }

    fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        for colour in self.chairs.into_iter().flatten() {
            let given = position.seats.get(&colour).cloned().unwrap_or_default();
            let player = read_seat(colour, &given, self.data.0, faults);
            self.players[colour] = player;
            if given.points.is_some_and(|points| points != self.territory_points(colour)) {
                faults.push(format!("seats.{colour}.points: what it owns is worth {}", self.territory_points(colour)));
            }
        }
        for planet in (self.board & PLANET_SPACES).iter() {
            let colour = planet.planet_colour().expect("a planet");
            let at_home = self.owner(planet) == Some(colour);
            let captured = *self.data.0.numbers.planet_hit_points_captured.get_ref();
            let usual = if at_home { self.hits[colour] } else { captured };
            self.hits[colour] = position.hits.get(&planet).copied().unwrap_or(usual);
        }
        faults.extend(
            position.hits.keys().filter(|p| !self.board.has(**p)).map(|p| format!("hits.{p}: not on the board")),
        );
    }

    /// Tokens that are not named: the smallest dice left in rising order of moons; the IPEC-controlled tokens on the highest
    /// moons.
    fn read_tokens(&mut self, position: &Position, faults: &mut Vec<String>) {
        let owned = self.players.0.iter().fold(Spaces::EMPTY, |all, p| all | p.owned);
        self.free = (self.board & MOON_SPACES) - owned;
        let moons = (self.board & MOON_SPACES).len();
        let tokens = self.data.0.tokens(moons);
        let mut pool = tokens.dice();
        for (&moon, &die) in &position.dice {
            if !self.free.has(moon) {
                faults.push(format!("dice.{moon}: is not an uncontrolled moon"));
            } else if pool[die.index()] == 0 {
                faults.push(format!("dice.{moon}: there are not so many {die} tokens"));
            } else {
                pool[die.index()] -= 1;
                self.dice[moon.index()] = die;
            }
        }
        for moon in self.free.iter().filter(|m| !position.dice.contains_key(m)) {
            let Some(kind) = pool.iter().position(|&c| c > 0) else { break };
            pool[kind] -= 1;
            self.dice[moon.index()] = Die::ALL[kind];
        }
        let free: Vec<Space> = self.free.iter().collect();
        self.ipec = match &position.ipec {
            Some(list) => list.iter().copied().collect(),
            None => free.into_iter().rev().take(usize::from(tokens.ipec_controlled)).collect(),
        };
        self.dice_public = position.dice_public.iter().copied().collect();
        self.ipec_public = position.ipec_public.iter().copied().collect();
    }

    fn read_phase(&self, position: &Position) -> Result<Phase, String> {
        let need = || position.turn.as_ref().ok_or("turn: is missing in phase turn".to_string());
        Ok(match (position.phase, position.winner) {
            (PhaseName::Colours, _) => Phase::Colours,
            (PhaseName::Research, _) => Phase::Research,
            (PhaseName::Allocation | PhaseName::RoundStart, _) => Phase::Allocation,
            (PhaseName::Turn, _) => Phase::Turn(self.read_turn(need()?)?),
            (PhaseName::Over, None) => Phase::Over(End::RoundLimit),
            (PhaseName::Over, Some(winner)) if self.alive().count() == 1 => Phase::Over(End::LastLeft(winner)),
            (PhaseName::Over, Some(winner)) => Phase::Over(End::Target(winner)),
        })
    }

    fn read_turn(&self, given: &TurnPosition) -> Result<Turn, String> {
        let place = self.order.place(given.seat).ok_or(format!("turn.seat: {} is not in the order", given.seat))?;
        let linked = |from, to| self.kind(from, to).ok_or(format!("turn: {from} and {to} are not linked"));
        let step = match (given.from, given.to, given.mode) {
            (None, None, None) => Step::Source,
            (Some(from), None, None) => Step::Target { from },
            (Some(from), Some(to), None) => linked(from, to).map(|_| Step::Mode { from, to })?,
            (Some(from), Some(to), Some(mode)) => {
                linked(from, to).map(|kind| Step::Defend(Attack { from, to, mode, kind }))?
            }
            _ => return Err("turn: from comes before to, to before mode".into()),
        };
        let used = given.used.iter().copied().collect();
        Ok(Turn { place: place as u8, made: [given.infantry, given.beam], used, joint: given.own_military_used, step })
    }
}

fn read_seat(colour: Colour, given: &SeatPosition, data: &Data, faults: &mut Vec<String>) -> Player {
    let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
    let owned = given.owns.as_deref().map_or(Spaces::of(colour.planet()), set);
    let research = given.research.iter().copied().collect();
    let mut bids = Bids::default();
    if given.bids.len() > 5 {
        faults.push(format!("seats.{colour}.bids: more than 5"));
    }
    given.bids.iter().take(5).for_each(|&(moon, points)| bids.push(moon, points));
    let draft = match (given.draft, given.funding) {
        (None | Some(DraftName::Done), _) => Draft::Done,
        (Some(DraftName::Research), _) => Draft::Research,
        (Some(DraftName::AttackDie), _) => Draft::AttackDie,
        (Some(DraftName::DefenseDie), _) => Draft::DefenseDie,
        (Some(DraftName::Moon), _) => Draft::Moon,
        (Some(DraftName::Points), Some(moon)) => Draft::Points(moon),
        (Some(DraftName::Points), None) => {
            faults.push(format!("seats.{colour}.funding: is missing in draft points"));
            Draft::Done
        }
    };
    Player {
        owned,
        allies: set(&given.allies),
        peeked_dice: set(&given.peeked_dice),
        peeked_ipec: set(&given.peeked_ipec),
        research,
        powers: Powers::of(research, data),
        draft,
        budget: given.budget,
        left: given.left,
        attack: given.attack,
        defense: given.defense,
        bids,
        penalty: given.penalty,
        either_used: given.either_used,
        out: given.out,
    }
}
