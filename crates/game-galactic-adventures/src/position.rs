//! Positions: the loose description of a state, read strictly and written whole.

use std::collections::BTreeMap;

use astrarium_core::position::list;
use astrarium_core::{Piece, Seat};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::piece::{Colour, Die, Kind, MOON_SPACES, Mode, Node, PLANET_SPACES, Space, Spaces};
use crate::state::{Attack, Bids, Draft, End, Phase, Player, Powers, State, Step, Turn};

/// A loose description of a state. Left out: seats own their home planet, planets are whole, tokens lie face down as in
/// `fill_tokens`, and the position is just before the start of its round.
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
    pub(crate) fn seat_position(&self, colour: Colour) -> SeatPosition {
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

    pub(crate) fn turn_position(&self, turn: &Turn) -> TurnPosition {
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

    pub(crate) fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let n = usize::from(self.options.players);
        let given = match position.chairs.len() {
            0 if position.phase != PhaseName::Colours => Colour::ALL[..n].to_vec(),
            _ => position.chairs.clone(),
        };
        let whole = given.len() == n || (position.phase == PhaseName::Colours && given.len() < n);
        if !whole {
            return faults
                .push(format!("chairs: {} colours, expected one for each of {n} players (GA-001)", given.len()));
        }
        for (seat, &colour) in Seat::first(n).zip(&given) {
            if self.chairs.0.contains(&Some(colour)) {
                faults.push(format!("chairs: {colour} sits twice, expected each colour once (GA-001)"));
            }
            self.chairs[seat] = Some(colour);
        }
        if let Some(colour) = position.seats.keys().find(|c| !self.chairs.0.contains(&Some(**c))) {
            faults.push(format!("seats.{colour}: has no chair, expected colours that play (GA-001)"));
        }
    }

    pub(crate) fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        for colour in self.chairs.0.into_iter().flatten() {
            let given = position.seats.get(&colour).cloned().unwrap_or_default();
            let player = read_seat(colour, &given, self.data.0, faults);
            self.players[colour] = player;
            if given.points.is_some_and(|points| points != self.territory_points(colour)) {
                faults.push(format!(
                    "seats.{colour}.points: expected {}, which what it owns is worth (GA-005)",
                    self.territory_points(colour)
                ));
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
            position
                .hits
                .keys()
                .filter(|p| !self.board.has(**p))
                .map(|p| format!("hits.{p}: is not on the board, expected a planet of this game (GA-006)")),
        );
    }

    /// Tokens that are not named: the smallest dice left in rising order of moons; the IPEC-controlled tokens on the highest
    /// moons.
    pub(crate) fn read_tokens(&mut self, position: &Position, faults: &mut Vec<String>) {
        let owned = self.players.0.iter().fold(Spaces::EMPTY, |all, p| all | p.owned);
        self.free = (self.board & MOON_SPACES) - owned;
        let moons = (self.board & MOON_SPACES).len();
        let tokens = self.data.0.tokens(moons);
        let mut pool = tokens.dice();
        for (&moon, &die) in &position.dice {
            if !self.free.has(moon) {
                faults.push(format!("dice.{moon}: has no tokens, expected an uncontrolled moon (GA-067)"));
            } else if pool[die.index()] == 0 {
                faults
                    .push(format!("dice.{moon}: too many tokens with a {die}, expected as many as there are (GA-004)"));
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

    pub(crate) fn read_phase(&self, position: &Position) -> Result<Phase, String> {
        let need = || position.turn.as_ref().ok_or("turn: is missing, expected one in phase turn (GA-055)".to_string());
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
        let place = self
            .order
            .place(given.seat)
            .ok_or(format!("turn.seat: {}, expected a seat of the order (GA-055)", given.seat))?;
        let linked = |from, to| {
            self.kind(from, to).ok_or(format!("turn: {from} and {to}, expected two spaces that are linked (GA-058)"))
        };
        let step = match (given.from, given.to, given.mode) {
            (None, None, None) => Step::Source,
            (Some(from), None, None) => Step::Target { from },
            (Some(from), Some(to), None) => linked(from, to).map(|_| Step::Mode { from, to })?,
            (Some(from), Some(to), Some(mode)) => {
                linked(from, to).map(|kind| Step::Defend(Attack { from, to, mode, kind }))?
            }
            _ => return Err("turn: expected from before to, and to before mode (GA-058)".into()),
        };
        let used = given.used.iter().copied().collect();
        Ok(Turn { place: place as u8, made: [given.infantry, given.beam], used, joint: given.own_military_used, step })
    }
}

fn read_seat(colour: Colour, given: &SeatPosition, data: &Data, faults: &mut Vec<String>) -> Player {
    let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
    let owned = given.owns.as_deref().map_or(Spaces::of(colour.planet()), set);
    let (research, none): (Vec<Node>, Vec<Node>) = given.research.iter().partition(|node| data.node(**node).is_some());
    for node in none {
        faults.push(format!(
            "seats.{colour}.research: {} is not in the tree, expected a node of the pack (GA-024)",
            node.word()
        ));
    }
    let research = research.into_iter().collect();
    let mut bids = Bids::default();
    if given.bids.len() > 5 {
        faults.push(format!("seats.{colour}.bids: too many, expected at most 5 (GA-044)"));
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
            faults.push(format!("seats.{colour}.funding: is missing, expected a moon in draft points (GA-035)"));
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
