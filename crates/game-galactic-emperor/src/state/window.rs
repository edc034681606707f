//! What interrupts a phase: declarations, and dice that lie open.

use serde::{Deserialize, Serialize};

use crate::data::MOST_DICE;
use crate::piece::Tech;

/// A question that interrupts a phase (declarations and dice).
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
