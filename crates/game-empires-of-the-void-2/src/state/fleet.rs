//! Where a seat's units are.

use astrarium_core::{Piece, cited};

use super::NOWHERE;
use crate::piece::*;

const PIECES: [usize; KINDS] = [1, 3, 6, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];
const UNITS: usize = {
    let (mut sum, mut k) = (0, 0);
    while k < KINDS {
        sum += PIECES[k];
        k += 1;
    }
    sum
};
const FROM: [usize; KINDS + 1] = {
    let mut from = [0; KINDS + 1];
    let mut k = 0;
    while k < KINDS {
        from[k + 1] = from[k] + PIECES[k];
        k += 1;
    }
    from
};

/// Where the units of a seat are: for each kind the regions of its pieces, in order, those off the map last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fleet([u8; UNITS], Regions);

impl Default for Fleet {
    fn default() -> Fleet {
        Fleet([NOWHERE; UNITS], Regions::EMPTY)
    }
}

/// How many units of each kind.
pub(crate) type Counts = [u8; KINDS];

#[cited]
impl Fleet {
    /// How many pieces there are of a kind (E2-011, E2-021, E2-022, E2-025, E2-038).
    pub fn pieces(kind: Kind) -> usize {
        PIECES[kind.index()]
    }

    fn of(&self, kind: Kind) -> &[u8] {
        &self.0[FROM[kind.index()]..FROM[kind.index() + 1]]
    }

    pub fn on_map(&self, kind: Kind) -> u8 {
        self.of(kind).iter().take_while(|&&r| r != NOWHERE).count() as u8
    }

    #[inline]
    pub fn count(&self, kind: Kind, at: Region) -> u8 {
        self.of(kind).iter().take_while(|&&r| r <= at.0).filter(|&&r| r == at.0).count() as u8
    }

    pub fn at(&self, at: Region) -> Counts {
        if !self.1.has(at) {
            return [0; KINDS];
        }
        std::array::from_fn(|k| self.count(Kind::from_index(k), at))
    }

    /// The regions with at least one unit.
    #[inline]
    pub fn present(&self) -> Regions {
        self.1
    }

    pub fn total(&self) -> u8 {
        self.0.iter().filter(|&&r| r != NOWHERE).count() as u8
    }

    pub fn worldship(&self) -> Option<Region> {
        Some(self.0[0]).filter(|&r| r != NOWHERE).map(Region)
    }

    /// Puts a unit from the reserve on the map; false if the seat has no piece left.
    pub fn add(&mut self, kind: Kind, at: Region) -> bool {
        let pieces = &mut self.0[FROM[kind.index()]..FROM[kind.index() + 1]];
        let Some(free) = pieces.iter_mut().find(|r| **r == NOWHERE) else { return false };
        *free = at.0;
        pieces.sort_unstable();
        self.1.insert(at);
        true
    }

    pub fn shift(&mut self, counts: &Counts, from: Region, to: Region) {
        for kind in Kind::all().filter(|k| counts[k.index()] > 0) {
            let pieces = &mut self.0[FROM[kind.index()]..FROM[kind.index() + 1]];
            let moving = pieces.iter_mut().filter(|r| **r == from.0).take(usize::from(counts[kind.index()]));
            moving.for_each(|r| *r = to.0);
            pieces.sort_unstable();
        }
        for region in [from, to] {
            if self.0.contains(&region.0) { self.1.insert(region) } else { self.1.remove(region) }
        }
    }
}
