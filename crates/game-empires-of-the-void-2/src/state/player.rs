//! What a seat has.

use astrarium_core::{Encode, Set};
use serde::{Deserialize, Serialize};

use super::{Fleet, Works};
use crate::data::TECHS_EACH;
use crate::piece::*;

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub faction: Option<Faction>,
    pub credits: u16,
    pub vp: u16,
    pub command: u8,
    pub tokens: u8,
    pub goods: [u8; GOODS],
    pub hand: Set<Card>,
    /// Cards of the hand that everybody has seen.
    pub known: Set<Card>,
    pub empire: Set<Empire>,
    pub empire_shown: Set<Empire>,
    /// The first Empire card put away, still face down.
    pub put_away: Option<Empire>,
    pub techs: Set<Tech>,
    /// Goods on the technologies of the board.
    pub bench: [[u8; GOODS]; TECHS_EACH],
    pub track: [u8; WORKS],
    pub works: [Works; WORKS],
    pub influence: [u8; PLANETS],
    pub cubes: Regions,
    pub fleet: Fleet,
    /// Where the parasite token is (E2-033).
    pub parasite: Option<Planet>,
    /// Holds the Colonization card (E2-042).
    pub colonization: bool,
    pub deliveries: u8,
    /// At most one, so cargo tokens suffice (E2-017).
    pub cargo: Option<Cargo>,
    /// The own last action, with Open Actions.
    pub last: Option<Act>,
}

/// An active delivery: its card, where it was picked up, and the unit that carries it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Encode, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cargo {
    pub card: Card,
    pub from: Region,
    pub at: Region,
    pub carrier: Kind,
}
