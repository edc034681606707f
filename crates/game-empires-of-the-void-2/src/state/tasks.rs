//! What is to be done: tasks, and the stack of them.

use astrarium_core::{Seat, Side};
use serde::{Deserialize, Serialize};

use crate::piece::*;

/// Where a list of effects is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Script {
    Card(Card),
    Token(Explore),
    Quest(Happening),
}

/// How many cards are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Amount {
    Cards(u8),
    /// Up to the hand limit.
    Fill,
    /// Turned over to the discard pile, because nobody draws.
    Flip,
}

/// What a die decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Roll {
    Hazard(Region),
    Diplomacy(Planet),
    Effect(Script, u8),
    Event(Happening),
}

/// One thing to be done. Those that ask somebody are questions; the others are carried out one after another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Task {
    // Setup.
    Faction,
    FirstEmpire,
    FirstPlayer,
    Start(Seat),
    // The cycle.
    Choose,
    Responses(u8),
    Respond(Seat),
    NextActive,
    LapStart,
    // The end of a turn.
    End(Seat),
    Pay(Seat),
    ControlAll,
    Parasite(Seat),
    Colonize(Seat),
    Clear,
    // Move & Attack.
    Mode(Seat),
    AttackFrom(Seat),
    Origin,
    Group,
    Jump,
    Step,
    Scavenge,
    EndMove,
    Explore,
    Attack,
    Control(Region),
    Goods,
    Burn,
    Deliver,
    Pickup,
    Carrier(Card),
    Arrive,
    Cure(Happening),
    // Battle.
    Target,
    Liberate,
    Attacked,
    Declare,
    Units(Side),
    BattleDice,
    Reroll(Side),
    Cards,
    Reveal,
    Cargo(Side),
    Bearer { winner: Side, card: Card, from: Region },
    Spoils,
    Retreat { seat: Seat, from: Region },
    Loser(Side),
    // Research & Build, Card Action or Diplomacy, Recruit.
    Menu(Seat),
    CardMode(Seat),
    CostGood(Seat),
    Court { seat: Seat, planet: Planet },
    Recruit(Seat),
    EmpireDraw(Seat),
    Keep(Seat),
    EmpireLimit(Seat),
    // Refresh and drawing.
    Refresh(Seat),
    Draw { seat: Seat, amount: Amount },
    LastCall { drawer: Seat, place: u8 },
    Take { seat: Seat, amount: Amount },
    // Dice.
    Roll { seat: Seat, of: Roll },
    Rolled { seat: Seat, of: Roll, die: u8 },
    // Effects.
    Script { script: Script, seat: Seat, step: u8 },
    Discard(Card),
    ChooseGood { seat: Seat, left: u8 },
    ChoosePlanet { seat: Seat, markers: u8 },
    Gift { seat: Seat, goods: u8 },
    Oust { seat: Seat, planet: Planet, markers: u8 },
    Favour { seat: Seat, planet: Planet, markers: u8 },
    PutUnit { seat: Seat, planet: Planet, kind: Kind },
    PutFungus { seat: Seat, tokens: u8, within: u8 },
    Cleanse { seat: Seat, left: u8 },
    Grab { seat: Seat, left: u8 },
    BuildNow { seat: Seat, discount: u8 },
    // Events.
    Event { card: Happening, drawer: Seat },
    Each { card: Happening, drawer: Seat, place: u8 },
    Tribute { seat: Seat, card: Happening },
    Bid { seat: Seat, card: Happening },
    Score(Seat),
    Doom(Seat),
    Over,
}

/// A stack of tasks. Events can nest once; its depth is far below this.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tasks {
    list: [Task; Tasks::MOST],
    len: u8,
}

impl Tasks {
    pub const MOST: usize = 48;

    pub fn new() -> Tasks {
        Tasks { list: [Task::Over; Tasks::MOST], len: 0 }
    }

    /// This comes next.
    #[inline]
    pub fn push(&mut self, task: Task) {
        self.list[usize::from(self.len)] = task;
        self.len += 1;
    }

    /// These come next, in this order.
    #[inline]
    pub fn then<T: Into<Option<Task>> + Copy, const N: usize>(&mut self, tasks: [T; N]) {
        for &task in tasks.iter().rev() {
            if let Some(task) = task.into() {
                self.push(task);
            }
        }
    }

    /// An empty stack is a game that is over.
    #[inline]
    pub fn pop(&mut self) -> Task {
        self.len = self.len.saturating_sub(1);
        std::mem::replace(&mut self.list[usize::from(self.len)], Task::Over)
    }

    #[inline]
    pub fn top(&self) -> Task {
        self.as_slice().last().copied().unwrap_or(Task::Over)
    }

    #[inline]
    pub fn as_slice(&self) -> &[Task] {
        &self.list[..usize::from(self.len)]
    }
}
