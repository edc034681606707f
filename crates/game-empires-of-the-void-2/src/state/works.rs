//! Where a seat's buildings are.

use super::NOWHERE;
use crate::data::PLACES;
use crate::piece::*;
use astrarium_core::cited;

/// Where the four buildings of a track are: regions, Worldship spaces, and those still on the track last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Works(pub [u8; PLACES]);

const ON_SHIP: u8 = 64;

impl Default for Works {
    fn default() -> Works {
        Works([NOWHERE; PLACES])
    }
}

#[cited]
impl Works {
    pub fn built(&self) -> u8 {
        self.0.iter().filter(|&&w| w != NOWHERE).count() as u8
    }

    pub fn on(&self, region: Region) -> u8 {
        self.0.iter().filter(|&&w| w == region.0).count() as u8
    }

    pub fn on_space(&self, space: u8) -> bool {
        self.0.contains(&(ON_SHIP + space))
    }

    pub fn on_ship(&self) -> u8 {
        self.0.iter().filter(|&&w| w != NOWHERE && w >= ON_SHIP).count() as u8
    }

    pub fn regions(&self) -> Regions {
        self.0.iter().filter(|&&w| w < ON_SHIP).map(|&w| Region(w)).collect()
    }

    /// The Worldship spaces it uses, with repetitions if the position is broken.
    pub fn spaces(&self) -> impl Iterator<Item = u8> + '_ {
        self.0.iter().filter(|&&w| w != NOWHERE && w >= ON_SHIP).map(|&w| w - ON_SHIP)
    }

    pub fn list(&self) -> impl Iterator<Item = Region> + '_ {
        self.0.iter().filter(|&&w| w < ON_SHIP).map(|&w| Region(w))
    }

    pub fn add(&mut self, region: Region) {
        self.set(region.0);
    }

    pub fn add_ship(&mut self, space: u8) {
        self.set(ON_SHIP + space);
    }

    fn set(&mut self, place: u8) {
        let free = self.0.iter_mut().find(|w| **w == NOWHERE).expect("a building is left");
        *free = place;
        self.0.sort_unstable();
    }

    /// They go back to the track (E2-213).
    pub fn leave(&mut self, region: Region) {
        self.0.iter_mut().filter(|w| **w == region.0).for_each(|w| *w = NOWHERE);
        self.0.sort_unstable();
    }
}
