//! A battle.

use astrarium_core::{BySide, Seat, Side};
use serde::{Deserialize, Serialize};

use super::Counts;
use crate::piece::*;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    Seat(Seat),
    Natives,
    Sarkeen,
    Doom,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Fight {
    pub attacker: Seat,
    pub target: Target,
    pub at: Region,
    pub liberate: bool,
    pub chosen: BySide<Counts>,
    /// Dice rolled, and the highest of them.
    pub dice: BySide<u8>,
    pub kept: BySide<u8>,
    #[serde(with = "cards")]
    pub cards: BySide<Option<Card>>,
}

/// Cards as plain data: a table that leaves out a side without one.
mod cards {
    use astrarium_core::BySide;
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::piece::Card;

    #[derive(Default, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct Cards {
        #[serde(skip_serializing_if = "Option::is_none")]
        attacker: Option<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        defender: Option<Card>,
    }

    pub fn serialize<S: Serializer>(cards: &BySide<Option<Card>>, to: S) -> Result<S::Ok, S::Error> {
        let BySide([attacker, defender]) = *cards;
        Cards { attacker, defender }.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<BySide<Option<Card>>, D::Error> {
        Cards::deserialize(from).map(|cards| BySide([cards.attacker, cards.defender]))
    }
}

impl Target {
    pub fn seat(self) -> Option<Seat> {
        match self {
            Target::Seat(seat) => Some(seat),
            Target::Natives | Target::Sarkeen | Target::Doom => None,
        }
    }

    /// Its name, if it is no player.
    pub fn name(self) -> &'static str {
        match self {
            Target::Seat(_) => "a player",
            Target::Natives => Foe::Natives.name(),
            Target::Sarkeen => Foe::Sarkeen.name(),
            Target::Doom => Foe::Doom.name(),
        }
    }
}

impl Default for Fight {
    fn default() -> Fight {
        Fight {
            attacker: Seat(0),
            target: Target::Natives,
            at: Region(0),
            liberate: false,
            chosen: BySide([[0; KINDS]; 2]),
            dice: BySide::default(),
            kept: BySide::default(),
            cards: BySide::default(),
        }
    }
}

impl Fight {
    #[inline]
    pub fn seat(&self, side: Side) -> Option<Seat> {
        match side {
            Side::Attacker => Some(self.attacker),
            Side::Defender => self.target.seat(),
        }
    }
}
