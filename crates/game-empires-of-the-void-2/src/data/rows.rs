//! The rows of the tables: regions, planets, units, boards, cards.

use std::collections::BTreeMap;

use astrarium_core::data::{Spanned, entries, within};
use serde::Deserialize;

use super::{Effect, Force, Need, Needs, Op, PLACES, Site};
use crate::piece::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Map {
    pub region: BTreeMap<Spanned<Region>, RegionData>,
    pub lane: Vec<Lane>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct RegionData {
    pub kind: Spanned<Terrain>,
    #[serde(deserialize_with = "within::<0, 1000, _, _>")]
    pub at: (i32, i32),
    #[serde(default)]
    pub name: String,
    /// What an uninhabited planet is worth (E2-316).
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub control: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub income: u8,
    #[serde(default, deserialize_with = "within::<0, 4, _, _>")]
    pub spaces: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lane {
    pub between: Spanned<[Region; 2]>,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub hazard: u8,
    #[serde(default)]
    #[expect(dead_code, reason = "a word for readers of the file")]
    kind: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetData {
    pub name: String,
    pub species: String,
    pub temper: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub influence: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub control: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub income: u8,
    #[serde(deserialize_with = "within::<0, 4, _, _>")]
    pub spaces: u8,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub landing: u8,
    pub natives: Force,
    pub ability: Spanned<Ability>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct UnitData {
    pub name: String,
    pub planet: Option<Spanned<Planet>>,
    pub pieces: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub cost: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub power: u8,
    pub text: String,
}

/// A player board (E2-037, E2-046).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactionData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub city: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub base: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub academy: [u8; PLACES],
    /// The power of each Worldship space.
    pub ship: Spanned<Vec<u8>>,
    pub tech: Spanned<Vec<TechData>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechData {
    pub id: Tech,
    pub goods: Vec<Wanted>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub power: u8,
}

/// A slot of a technology, or a price in goods: one kind or any.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wanted {
    Artifact,
    Metal,
    Lifeform,
    Any,
}

impl Wanted {
    pub fn good(self) -> Option<Good> {
        match self {
            Wanted::Artifact => Some(Good::Artifact),
            Wanted::Metal => Some(Good::Metal),
            Wanted::Lifeform => Some(Good::Lifeform),
            Wanted::Any => None,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechText {
    pub name: String,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CardData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub power: u8,
    #[serde(default)]
    pub cost: Cost,
    #[serde(default)]
    pub needs: Needs,
    pub from: Option<Site>,
    pub to: Option<Site>,
    #[serde(default, deserialize_with = "entries::<0, 8, _, _>")]
    pub effects: Vec<Effect>,
    /// Left out: made from what it does, if it does anything.
    #[serde(default)]
    pub text: String,
}

impl CardData {
    pub fn is_action(&self) -> bool {
        self.from.is_none() && !self.effects.is_empty()
    }

    /// Pickup and destination of a delivery.
    pub fn delivery(&self) -> Option<(Site, Site)> {
        self.from.zip(self.to)
    }
}

#[derive(Copy, Clone, Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Cost {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub command: u8,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub credits: u8,
    pub good: Option<Wanted>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EventData {
    pub name: String,
    pub stays: bool,
    #[serde(deserialize_with = "within::<-9, 9, _, _>")]
    pub op: Op,
    /// Left out: made from what it does.
    #[serde(default)]
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct EmpireData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub need: Need,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub vp: u8,
    /// Left out: made from what it does.
    #[serde(default)]
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExploreData {
    pub name: String,
    #[serde(deserialize_with = "entries::<1, 8, _, _>")]
    pub effects: Vec<Effect>,
    /// Left out: made from what it does.
    #[serde(default)]
    pub text: String,
}

impl FactionData {
    pub fn costs(&self, work: Work) -> &[u8; PLACES] {
        match work {
            Work::City => &self.city,
            Work::Base => &self.base,
            Work::Academy => &self.academy,
        }
    }

    /// The place of a technology on the board, and the technology.
    pub fn find(&self, tech: Tech) -> Option<(usize, &TechData)> {
        self.tech.get_ref().iter().enumerate().find(|(_, t)| t.id == tech)
    }
}
