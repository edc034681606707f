//! Ships on their way.

use serde::{Deserialize, Serialize};

use crate::piece::*;
use crate::position::HullPosition;

/// A move of many ships.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fleeting {
    pub course: Course,
    /// Ships that may still be named.
    pub left: u8,
    /// Whether any ship has made a step.
    pub spent: bool,
}

/// By what right a ship moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Course {
    Action,
    Extra,
    All,
    Plus,
    Mind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Move {
    pub course: Course,
    /// Whose ships they are.
    pub owner: Colour,
    pub at: Space,
    /// Steps left.
    pub left: u8,
    #[serde(default)]
    pub stepped: bool,
    /// Obstacles and beams are ignored.
    #[serde(default)]
    pub shift: bool,
    pub hulls: Hulls,
    /// The move of many ships that this is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub many: Option<Fleeting>,
}

/// Ships that move together, each with its cargo.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<HullPosition>", try_from = "Vec<HullPosition>")]
pub(crate) struct Hulls {
    pub list: [Option<Hull>; 3],
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hull {
    pub kind: Kind,
    pub cargo: [Option<Kind>; 5],
}

impl Hulls {
    pub fn one(kind: Kind) -> Hulls {
        let mut hulls = Hulls::default();
        hulls.push(kind);
        hulls
    }

    pub fn push(&mut self, kind: Kind) {
        if let Some(free) = self.list.iter_mut().find(|h| h.is_none()) {
            *free = Some(Hull { kind, cargo: [None; 5] });
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Hull> {
        self.list.iter().flatten()
    }

    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Every ship: hulls first, then cargo in the order it was loaded.
    pub fn ships(&self) -> impl Iterator<Item = Kind> + '_ {
        let cargo = self.iter().flat_map(|h| h.cargo.iter().flatten().copied());
        self.iter().map(|h| h.kind).chain(cargo)
    }

    pub fn count(&self, kind: Kind) -> u8 {
        self.ships().filter(|&k| k == kind).count() as u8
    }
}
