//! One variant per kind of click, with its sentence and its index.

use std::fmt;
use std::str::FromStr;

use astrarium_core::action::no_sentence;
use astrarium_core::{Action as Sentence, Piece, Refusal};

use crate::data::MOST_POINTS;
use crate::piece::{COLOURS, Colour, Die, Mode, NODES, Node, SPACES, Space};

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    ChooseColour(Colour),
    BuyResearch(Node),
    FinishResearch,
    AttackDie(Option<Die>),
    DefenseDie(Die),
    Fund(Space),
    Points(u8),
    AllocationDone,
    AttackFrom(Space),
    Target(Space),
    /// `ally-die` or `ally-own-military`.
    Mode(Mode),
    DefendAsMatching,
    DefendAsOther,
    EndTurn,
}

/// The two modes an ally can attack in.
pub const ALLY_MODES: [Mode; 2] = [Mode::AllyDie, Mode::AllyOwnMilitary];

/// How many actions each kind has, in index order.
const SIZES: [u32; 14] = [
    COLOURS as u32,
    NODES as u32,
    1,
    7,
    6,
    SPACES as u32,
    MOST_POINTS as u32 + 1,
    1,
    SPACES as u32,
    SPACES as u32,
    2,
    1,
    1,
    1,
];

impl Sentence for Action {
    const COUNT: u32 = {
        let (mut sum, mut k) = (0, 0);
        while k < SIZES.len() {
            sum += SIZES[k];
            k += 1;
        }
        sum
    };

    fn index(self) -> u32 {
        let (kind, offset) = match self {
            Action::ChooseColour(colour) => (0, colour.index() as u32),
            Action::BuyResearch(node) => (1, node.index() as u32),
            Action::FinishResearch => (2, 0),
            Action::AttackDie(die) => (3, die.map_or(0, |d| 1 + d.index() as u32)),
            Action::DefenseDie(die) => (4, die.index() as u32),
            Action::Fund(moon) => (5, u32::from(moon.0)),
            Action::Points(n) => (6, u32::from(n)),
            Action::AllocationDone => (7, 0),
            Action::AttackFrom(space) => (8, u32::from(space.0)),
            Action::Target(space) => (9, u32::from(space.0)),
            Action::Mode(mode) => (10, u32::from(mode == Mode::AllyOwnMilitary)),
            Action::DefendAsMatching => (11, 0),
            Action::DefendAsOther => (12, 0),
            Action::EndTurn => (13, 0),
        };
        SIZES[..kind].iter().sum::<u32>() + offset
    }

    fn from_index(mut index: u32) -> Option<Action> {
        let fits = |&size: &u32| {
            if index < size {
                true
            } else {
                index -= size;
                false
            }
        };
        let kind = SIZES.iter().position(fits)?;
        let i = index as usize;
        let space = Space(index as u8);
        Some(match kind {
            0 => Action::ChooseColour(Colour::ALL[i]),
            1 => Action::BuyResearch(Node::ALL[i]),
            2 => Action::FinishResearch,
            3 => Action::AttackDie(i.checked_sub(1).map(|i| Die::ALL[i])),
            4 => Action::DefenseDie(Die::ALL[i]),
            5 => Action::Fund(space),
            6 => Action::Points(index as u8),
            7 => Action::AllocationDone,
            8 => Action::AttackFrom(space),
            9 => Action::Target(space),
            10 => Action::Mode(ALLY_MODES[i]),
            11 => Action::DefendAsMatching,
            12 => Action::DefendAsOther,
            _ => Action::EndTurn,
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::ChooseColour(colour) => write!(f, "choose-colour {colour}"),
            Action::BuyResearch(node) => write!(f, "buy-research {node}"),
            Action::FinishResearch => f.write_str("finish-research"),
            Action::AttackDie(None) => f.write_str("attack-die none"),
            Action::AttackDie(Some(die)) => write!(f, "attack-die {die}"),
            Action::DefenseDie(die) => write!(f, "defense-die {die}"),
            Action::Fund(moon) => write!(f, "fund {moon}"),
            Action::Points(n) => write!(f, "points {n}"),
            Action::AllocationDone => f.write_str("allocation-done"),
            Action::AttackFrom(space) => write!(f, "attack-from {space}"),
            Action::Target(space) => write!(f, "target {space}"),
            Action::Mode(mode) => write!(f, "mode {mode}"),
            Action::DefendAsMatching => f.write_str("defend-as-matching"),
            Action::DefendAsOther => f.write_str("defend-as-other"),
            Action::EndTurn => f.write_str("end-turn"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let wrong = |expected: &str| no_sentence(text, expected);
        let territory = |word: &str| word.parse().map_err(|()| wrong("moon-01 to moon-24 or planet-red, …"));
        Ok(match words[..] {
            ["choose-colour", word] => {
                Action::ChooseColour(word.parse().map_err(|()| wrong("red, yellow, green or blue"))?)
            }
            ["buy-research", word] => Action::BuyResearch(word.parse().map_err(|()| wrong("a node of the tree"))?),
            ["finish-research"] => Action::FinishResearch,
            ["attack-die", "none"] => Action::AttackDie(None),
            ["attack-die", word] => {
                Action::AttackDie(Some(word.parse().map_err(|()| wrong("none, d4, d6, d8, d10, d12 or d20"))?))
            }
            ["defense-die", word] => {
                Action::DefenseDie(word.parse().map_err(|()| wrong("d4, d6, d8, d10, d12 or d20"))?)
            }
            ["fund", word] => Action::Fund(territory(word)?),
            ["points", word] => match word.parse() {
                Ok(n) if n <= MOST_POINTS => Action::Points(n),
                _ => return Err(wrong(&format!("a number of points up to {MOST_POINTS}"))),
            },
            ["allocation-done"] => Action::AllocationDone,
            ["attack-from", word] => Action::AttackFrom(territory(word)?),
            ["target", word] => Action::Target(territory(word)?),
            ["mode", "ally-die"] => Action::Mode(Mode::AllyDie),
            ["mode", "ally-own-military"] => Action::Mode(Mode::AllyOwnMilitary),
            ["mode", _] => return Err(wrong("ally-die or ally-own-military")),
            ["defend-as-matching"] => Action::DefendAsMatching,
            ["defend-as-other"] => Action::DefendAsOther,
            ["end-turn"] => Action::EndTurn,
            _ => return Err(wrong("a verb such as attack-die, fund, attack-from, target, end-turn")),
        })
    }
}
