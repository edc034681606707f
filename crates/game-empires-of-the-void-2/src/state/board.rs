//! The board: what lies where, what is near what.

use astrarium_core::{Piece, Seat, Set, cited};

use super::State;
use crate::piece::*;

#[cited]
impl State {
    /// Every region of this game.
    pub(crate) fn board(&self) -> Regions {
        let last = SLOTS - 1;
        if self.slots[last].is_some() {
            Regions::FULL
        } else {
            Regions::FULL - Set::of(Region::orbit(last)) - Set::of(Region::surface(last))
        }
    }

    /// Wormholes and regions with a path token (E2-029, E2-P003).
    pub(crate) fn wormholes(&self) -> Regions {
        self.data.wormholes | self.paths
    }

    pub(crate) fn near(&self, region: Region) -> Regions {
        let holes = self.wormholes();
        let linked = if holes.has(region) { holes - Set::of(region) } else { Regions::EMPTY };
        (self.data.near[region.index()] | linked) & self.board()
    }

    /// Regions by distance: calls `each` with the ring at distance 1, 2, … until it returns true.
    pub(crate) fn rings(&self, from: Regions, avoid: Regions, mut each: impl FnMut(u8, Regions) -> bool) {
        let (mut seen, mut ring, mut distance) = (from, from, 0);
        while !ring.is_empty() {
            let next = ring.iter().fold(Regions::EMPTY, |all, r| all | self.near(r)) - seen - avoid;
            distance += 1;
            if next.is_empty() || each(distance, next) {
                return;
            }
            seen |= next;
            ring = next;
        }
    }

    pub(crate) fn distance(&self, from: Region, to: Region) -> u8 {
        let mut found = 0;
        if from != to {
            self.rings(Set::of(from), Regions::EMPTY, |d, ring| {
                found = d;
                ring.has(to)
            });
        }
        found
    }

    pub(crate) fn within(&self, from: Regions, most: u8) -> Regions {
        let mut all = from;
        self.rings(from, Regions::EMPTY, |d, ring| {
            if d <= most {
                all |= ring;
            }
            d >= most
        });
        all
    }

    pub(crate) fn planet_at(&self, region: Region) -> Option<Planet> {
        self.slots[region.slot()?]
    }

    pub(crate) fn slot_of(&self, planet: Planet) -> Option<usize> {
        self.slots.iter().position(|&p| p == Some(planet))
    }

    pub(crate) fn orbit_of(&self, planet: Planet) -> Option<Region> {
        self.slot_of(planet).map(Region::orbit)
    }

    pub(crate) fn surface_of(&self, planet: Planet) -> Option<Region> {
        self.slot_of(planet).map(Region::surface)
    }

    /// Regions of a planet.
    pub(crate) fn regions_of(&self, planet: Planet) -> Regions {
        self.slot_of(planet).map_or(Regions::EMPTY, |s| Set::of(Region::orbit(s)) | Set::of(Region::surface(s)))
    }

    pub(crate) fn planets(&self) -> Set<Planet> {
        self.slots.iter().flatten().copied().collect()
    }

    pub(crate) fn is_razed(&self, region: Region) -> bool {
        self.razed && region.is_surface() && self.planet_at(region) == Some(Planet::ValkaVii)
    }

    pub(crate) fn controller(&self, region: Region) -> Option<Seat> {
        self.seats().find(|&s| self.player(s).cubes.has(region))
    }
}
