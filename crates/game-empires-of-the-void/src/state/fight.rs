//! An attack and its marks.

use astrarium_core::{BySide, Side};
use serde::{Deserialize, Serialize};

use crate::data::SLOTS;
use crate::piece::*;

/// An attack from its declaration to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Fight {
    pub at: Space,
    pub target: Target,
    /// The player who is attacked: their ships or their planet.
    pub victim: Option<Colour>,
    pub mode: Mode,
    /// It is the secondary action.
    #[serde(default)]
    pub secondary: bool,
    pub stage: Stage,
    /// The initiative that fires; 0 for free rolls.
    #[serde(default)]
    pub level: u8,
    /// Dice of the level by side, slot and value.
    #[serde(default)]
    pub dice: BySide<Dice>,
    /// Hits that each side has scored and that are not yet taken: open ones, and those of cloaked ships.
    #[serde(default)]
    pub hits: BySide<u8>,
    #[serde(default)]
    pub cloaked: BySide<u8>,
    #[serde(default)]
    pub fury: BySide<bool>,
    /// Shooting Stars to be asked for, and those that are paid.
    #[serde(default)]
    pub stars: BySide<u8>,
    #[serde(default)]
    pub paid: BySide<u8>,
    /// Ships of the other player that each side destroyed.
    #[serde(default)]
    pub kills: BySide<u8>,
    /// Sides that had a Dragonfly when it began.
    #[serde(default)]
    pub dragons: BySide<bool>,
    /// Hits of a one-sided roll so far.
    #[serde(default)]
    pub scored: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dice(pub [[u8; 8]; SLOTS]);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mode {
    Battle,
    /// So many hits are needed; nothing shoots back.
    OneSided(u8),
    NoRoll,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// The attacked player may answer.
    Attacked,
    /// Before the dice, first the attacker.
    Before(Side),
    Free,
    Star(Side),
    Roll,
    Bombs(Side),
    Count,
    /// The shooter picks the victims of cloaked ships.
    Strike(Side),
    /// The owner of this side picks the casualties.
    Lose(Side),
    NextLevel,
    /// A Dragonfly's side may take a Photon Bomb.
    Bounty(Side),
    After,
    Prize,
    Take,
    Liberated,
    Done,
}
