//! A Warlord turn and its battles.

use astrarium_core::{BySide, Seat, Side, cited};
use serde::{Deserialize, Serialize};

use crate::piece::{Fleet, SHIPS, Ship, Ships, Space, Spaces};

/// A seat's Warlord turn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Warlord {
    pub step: Campaign,
    pub moves: [u8; SHIPS],
    /// The space each ship stepped from last.
    pub from: Fleet,
    pub warped: Ships,
    pub target: Option<Space>,
    pub battles: Spaces,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Campaign {
    /// Declare Fusion Engines?
    Declare,
    #[default]
    Move,
    /// Pick the next battle.
    Battles,
    Fight(Battle),
}

/// A battle. In the last one the lower seat is the attacker.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Battle {
    pub stage: Stage,
    /// The space; none in the last battle, where all ships of both sides meet.
    pub at: Option<Space>,
    pub sides: BySide<Seat>,
    pub round: u8,
    /// The free attack of warped ships, or the phase of the combat round.
    pub fire: Fire,
    pub named: Option<Ship>,
    pub plasma: bool,
    pub ion: bool,
    /// Sides that began with a ship and have not yet used or given up their shields.
    pub shields: BySide<bool>,
    /// Hits that each side has still to take.
    pub hits: BySide<u8>,
    /// Damaged dreadnoughts.
    pub damaged: BySide<Ships>,
    /// Whether an Empire has been destroyed.
    pub razed: bool,
}

#[cited]
impl Battle {
    pub fn new(at: Option<Space>, sides: BySide<Seat>, ships: BySide<bool>) -> Battle {
        Battle {
            stage: Stage::Plasma,
            at,
            sides,
            round: 0,
            fire: Fire::Phase(0),
            named: None,
            plasma: false,
            ion: false,
            shields: ships, // GE-172
            hits: BySide::default(),
            damaged: BySide::default(),
            razed: false,
        }
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// Declare Plasma Weapons, Ion Cannons, Shield Generators?
    Plasma,
    Ion,
    Shields,
    /// The Warlord names the ship with the extra die.
    Name,
    /// Dice lie on the table.
    Firing,
    /// This side takes a hit.
    Assign(Side),
    /// Continue or retreat.
    Retreat,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Fire {
    Free,
    Phase(u8),
}
