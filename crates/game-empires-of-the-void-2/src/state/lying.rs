//! Events that lie on the table.

use astrarium_core::Set;

use crate::piece::*;

/// Events on the table, in the order in which they were drawn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lying([Option<Happening>; Lying::MOST]);

impl Lying {
    /// One of each planet, and one more with Valka VII, which has none of its own.
    pub const MOST: usize = PLANETS;

    pub fn iter(self) -> impl DoubleEndedIterator<Item = Happening> {
        self.0.into_iter().flatten()
    }

    /// It is the last one; what does not fit is left out.
    pub fn push(&mut self, event: Happening) {
        if let Some(free) = self.0.iter_mut().find(|e| e.is_none()) {
            *free = Some(event);
        }
    }

    pub fn remove(&mut self, event: Happening) {
        let mut rest = Lying::default();
        self.iter().filter(|&e| e != event).for_each(|e| rest.push(e));
        *self = rest;
    }

    pub fn set(self) -> Set<Happening> {
        self.iter().collect()
    }
}
