//! Where the game is, with what that stop needs.

use astrarium_core::{BySeat, SeatSet, Set, Standing};
use serde::{Deserialize, Serialize};

use super::{Battle, Warlord};
use crate::data::{MOST_INFLUENCE, PRICE_DICE};
use crate::piece::{Goods, Space, Spaces, Spot, Tile};

/// Where the game is, with what that stop needs.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    /// Seats choose colours in order.
    Colours,
    /// The Throne holder sets the direction.
    #[default]
    Direction,
    /// The next seat picks a role.
    Pick,
    Explorer(Explorer),
    Merchant(Merchant),
    Steward(Steward),
    Engineer(Engineer),
    Scientist,
    Warlord(Warlord),
    Regent(Regent),
    /// Two tied fleets meet in a neutral space.
    LastBattle(Battle),
    Over(Over),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Explorer {
    /// Take a face-up tile; `scanned` after a scan that found the Black Hole.
    Pick {
        scanned: bool,
    },
    /// Use the scanners on this pick?
    Scan {
        tile: Tile,
    },
    /// Keep which of the two? `seen`: who knows the drawn one.
    Keep {
        tile: Tile,
        drawn: Tile,
        seen: SeatSet,
    },
    /// Lay the tile in hand; `seen`: who knows it.
    Place {
        tile: Tile,
        seen: SeatSet,
    },
    /// The chooser takes a leftover tile, then lays it.
    Leftover,
    PlaceLeftover {
        tile: Tile,
    },
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Merchant {
    pub step: Trading,
    /// The four dice, until one is discarded.
    pub dice: [u8; PRICE_DICE],
    /// Marks for food, metal, energy.
    pub prices: [u8; 3],
    /// Food in hand.
    pub food: u8,
    /// Resources bought and sold this turn.
    pub bought: Set<Goods>,
    pub sold: Set<Goods>,
    pub pirated: bool,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Trading {
    /// The dice are rolled; one is discarded.
    #[default]
    Prices,
    Collect,
    Trade,
    Fund,
    /// The Space Pirate takes something, then the turn goes on with collecting or trading.
    PirateCollect,
    PirateTrade,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Steward {
    pub step: Producing,
    /// Productions without food that are left.
    pub free: u8,
    pub done: Spaces,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Producing {
    /// The chooser's free resource.
    #[default]
    Free,
    /// Declare Protein Fields?
    Declare,
    Produce,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Engineer {
    pub step: Building,
    /// Metal that Robotics still pays.
    pub credit: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Building {
    /// The chooser's free fighter.
    #[default]
    Fighter,
    /// Declare Robotics?
    Declare,
    Build,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Regent {
    pub step: Influencing,
    /// Marks for the next extra token.
    pub price: u8,
    /// Tokens that lie as influence, by seat.
    pub placed: BySeat<Placed>,
    /// Sectors that only the Ambassador's owner may influence.
    pub locked: Spaces,
    /// Sectors whose ships must leave, and Starbases that were there before and are there now.
    pub evicted: Spaces,
    pub kept: Spaces,
    /// How often the Ambassador has refused.
    pub refused: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Influencing {
    #[default]
    Buy,
    Place,
    /// The Ambassador's owner: refuse the token that was just put here?
    Refuse(Space),
    /// A refused token goes elsewhere.
    Relocate,
    /// Ships that lost their sector go to one of the nearest Starbases.
    Refuge(Space),
}

/// The influence tokens of one seat, in the order they were placed.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<Spot>", into = "Vec<Spot>")]
pub(crate) struct Placed {
    spots: [Option<Spot>; MOST_INFLUENCE],
}

impl Placed {
    pub fn iter(&self) -> impl Iterator<Item = Spot> + '_ {
        self.spots.iter().flatten().copied()
    }

    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Takes everything from sectors and leaves what lies on the Throne; how many came back.
    pub fn leave_sectors(&mut self) -> u8 {
        let before = self.len();
        let throne = self.count(Spot::Throne);
        *self = Placed::default();
        (0..throne).for_each(|_| self.push(Spot::Throne));
        before - self.len()
    }

    pub fn push(&mut self, spot: Spot) {
        let free = self.spots.iter_mut().find(|s| s.is_none());
        *free.expect("a seat places no more tokens than it draws and buys") = Some(spot);
    }

    pub fn pop(&mut self) {
        if let Some(last) = self.spots.iter_mut().rfind(|s| s.is_some()) {
            *last = None;
        }
    }

    pub fn count(&self, spot: Spot) -> u8 {
        self.iter().filter(|&s| s == spot).count() as u8
    }
}

impl TryFrom<Vec<Spot>> for Placed {
    type Error = String;

    fn try_from(spots: Vec<Spot>) -> Result<Placed, String> {
        let n = spots.len();
        if n > MOST_INFLUENCE {
            return Err(format!("{n} influence tokens of one seat, expected at most {MOST_INFLUENCE} (GE-141)"));
        }
        let mut placed = Placed::default();
        spots.into_iter().for_each(|s| placed.push(s));
        Ok(placed)
    }
}

impl From<Placed> for Vec<Spot> {
    fn from(placed: Placed) -> Vec<Spot> {
        placed.iter().collect()
    }
}

/// Why the game ends.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum End {
    LastToken,
    LastVp,
    RoundLimit,
}

/// The end: final places by seat, and whether the last battle decided.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Over {
    pub places: BySeat<u8>,
    pub fought: bool,
}

impl Over {
    pub fn standing(&self) -> Standing {
        Standing { places: self.places }
    }
}
