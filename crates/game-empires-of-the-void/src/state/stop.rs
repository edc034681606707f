//! What the game waits for: phases, turns and their steps.

use astrarium_core::Side;
use serde::{Deserialize, Serialize};

use super::{Fight, Fleet, Fleeting, Move, Seats};
use crate::piece::*;

/// What the game waits for, with what that question needs.
#[allow(clippy::large_enum_variant, reason = "there is no heap in a state")]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    Races,
    Corners,
    Cover {
        place: u8,
    },
    Rotate {
        place: u8,
    },
    /// Goes on by itself.
    RoundStart,
    /// The window for everybody before a turn or an event card.
    Between(Between),
    /// Goes on by itself: the next event card.
    Draw,
    /// The first player answers a card.
    Choice(Happening),
    Bazaar {
        place: u8,
        sold: u8,
    },
    Mercenary {
        place: u8,
    },
    /// Goes on by itself: what follows a card's effect.
    EventDone,
    Offers {
        place: u8,
        made: u8,
    },
    /// Sealed for all; with advanced order the seat at this place alone, openly.
    Orders {
        place: u8,
    },
    Turn(Turn),
    Over,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Between {
    pub next: Next,
    /// How many seats have passed.
    pub passed: u8,
    #[serde(default)]
    pub offers: u8,
}

/// What comes after a window.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Next {
    Draw,
    /// The turn of the seat at this place.
    Turn(u8),
}

/// The marks of the turn that is being played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Turn {
    pub seat: Colour,
    pub actions: u8,
    #[serde(default)]
    pub mined: bool,
    #[serde(default)]
    pub mind: bool,
    #[serde(default)]
    pub moved_all: bool,
    #[serde(default)]
    pub extra: bool,
    /// Phase Shift covers the next moving ship.
    #[serde(default)]
    pub shift: bool,
    /// The victory point for a kill is taken.
    #[serde(default)]
    pub killed: bool,
    /// Ships of other players destroyed this turn.
    #[serde(default)]
    pub kills: u8,
    #[serde(default)]
    pub offers: u8,
    #[serde(default)]
    pub swaps: u8,
    /// A tactic of the secondary step is carried out. Records of earlier versions do not know it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub late: bool,
    /// Spaces that a tractor beam has refused to let go from.
    #[serde(default, with = "crate::position::spaces")]
    pub held: Spaces,
    /// Ships that have moved or been carried in the running move.
    #[serde(default)]
    pub marks: Fleet,
    #[serde(default)]
    pub step: Step,
}

impl Turn {
    /// Which side of a fight the seat is on: the active seat attacks.
    pub fn side(&self, seat: Colour) -> Side {
        if seat == self.seat { Side::Attacker } else { Side::Defender }
    }

    /// Back to the actions, or to the secondary step that a tactic came from.
    pub fn resume(&mut self) {
        self.step = if self.late { Step::Secondary } else { Step::Choose };
        self.late = false;
    }

    pub fn new(seat: Colour, actions: u8) -> Turn {
        Turn {
            seat,
            actions,
            mined: false,
            mind: false,
            moved_all: false,
            extra: false,
            shift: false,
            killed: false,
            kills: 0,
            offers: 0,
            swaps: 0,
            late: false,
            held: Spaces::EMPTY,
            marks: Fleet::default(),
            step: Step::Choose,
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    #[default]
    Choose,
    /// Move-all or Move+: the next ship.
    Ships(Fleeting),
    Move(Move),
    /// Owners of tractor beams are asked.
    Consent {
        going: Move,
        to: Space,
        ask: Seats,
    },
    Fight(Fight),
    /// Galactic Archive: one of these is kept.
    Archive(Card, Card),
    Diplomacy {
        planet: Space,
        shown: Cards,
    },
    /// After the roll.
    Verdict {
        planet: Space,
        shown: Cards,
        total: i16,
        again: bool,
    },
    Rush {
        left: u8,
    },
    Breakthrough,
    /// Where the new space port goes; then back to the actions, or the secondary action is over.
    Port {
        secondary: bool,
    },
    Secondary,
    Construct {
        at: Space,
    },
    /// Goes on by itself: the turn ends.
    End,
}
