//! A group of units that moves.

use astrarium_core::{Piece, Seat, cited};
use serde::{Deserialize, Serialize};

use super::Counts;
use crate::piece::*;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Going {
    pub seat: Seat,
    pub at: Region,
    pub units: Counts,
    /// Which of its units has the cargo.
    pub carrier: Option<Kind>,
    pub way: Way,
    /// Regions left that cost nothing, in a free move.
    pub left: u8,
    pub entered: bool,
    /// The free step of Medusa Drive is used.
    pub medusa: bool,
    /// It is where its movement has ended.
    pub arrived: bool,
}

/// By what right a group moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Way {
    Action,
    /// A card's move without command.
    Free,
    /// The same with an attack.
    Raid,
    Jump,
    Warp,
}

#[cited]
impl Going {
    /// A group without units yet.
    pub fn new(seat: Seat, at: Region, way: Way, left: u8) -> Going {
        let units = [0; KINDS];
        Going { seat, at, units, carrier: None, way, left, entered: false, medusa: false, arrived: false }
    }

    pub fn total(&self) -> u8 {
        self.units.iter().sum()
    }

    pub fn has(&self, kind: Kind) -> bool {
        self.units[kind.index()] > 0
    }

    /// Not after a jump or a card's free move (E2-137, E2-166).
    pub fn may_attack(&self) -> bool {
        !matches!(self.way, Way::Free | Way::Jump)
    }
}
