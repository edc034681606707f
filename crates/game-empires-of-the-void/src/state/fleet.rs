//! Ships by kind and space.

use astrarium_core::Piece;
use serde::{Deserialize, Serialize};

use crate::piece::*;
use crate::position::Ships;

/// Ships by kind: for each token the space it is in, in rising order, then tokens that are not on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Ships", try_from = "Ships")]
pub struct Fleet {
    tokens: [u8; TOKENS],
    /// All spaces with ships, kept beside the tokens because it is asked so often.
    everywhere: Spaces,
}

/// The most tokens of each kind (6.1), and where each kind begins.
const MOST: [usize; Kind::ALL.len()] = [12, 3, 8, 10, 4, 6, 6, 6, 6, 6, 6, 3, 2, 2, 2];
const TOKENS: usize = 82;
const STARTS: [usize; Kind::ALL.len() + 1] = {
    let (mut starts, mut k) = ([0; Kind::ALL.len() + 1], 0);
    while k < MOST.len() {
        starts[k + 1] = starts[k] + MOST[k];
        k += 1;
    }
    assert!(starts[MOST.len()] == TOKENS);
    starts
};
const AWAY: u8 = u8::MAX;

impl Default for Fleet {
    fn default() -> Fleet {
        Fleet { tokens: [AWAY; TOKENS], everywhere: Spaces::EMPTY }
    }
}

impl Fleet {
    #[inline]
    fn tokens(&self, kind: Kind) -> &[u8] {
        &self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]]
    }

    #[inline]
    pub fn count(&self, kind: Kind, at: Space) -> u8 {
        self.tokens(kind).iter().take_while(|&&t| t <= at.0).filter(|&&t| t == at.0).count() as u8
    }

    /// On the board.
    pub fn total(&self, kind: Kind) -> u8 {
        self.tokens(kind).iter().take_while(|&&t| t != AWAY).count() as u8
    }

    /// All ships on the board.
    pub fn size(&self) -> u16 {
        self.tokens.iter().filter(|&&t| t != AWAY).count() as u16
    }

    #[inline]
    pub fn any(&self, at: Space) -> bool {
        self.everywhere.has(at)
    }

    /// The kinds in a space.
    pub fn kinds(&self, at: Space) -> impl Iterator<Item = Kind> + '_ {
        Kind::ALL.iter().copied().filter(move |&k| self.count(k, at) > 0)
    }

    /// The spaces with ships of a kind.
    #[inline]
    pub fn spaces(&self, kind: Kind) -> Spaces {
        self.tokens(kind).iter().take_while(|&&t| t != AWAY).map(|&t| Space(t)).collect()
    }

    /// All spaces with ships.
    #[inline]
    pub fn everywhere(&self) -> Spaces {
        self.everywhere
    }

    pub fn has_room(&self, kind: Kind) -> bool {
        self.tokens(kind).last() == Some(&AWAY)
    }

    pub fn add(&mut self, kind: Kind, at: Space) {
        let tokens = &mut self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]];
        assert_eq!(tokens.last(), Some(&AWAY), "a token of the kind is left");
        let place = tokens.iter().position(|&t| t > at.0).unwrap_or(0);
        tokens[place..].rotate_right(1);
        tokens[place] = at.0;
        self.everywhere.insert(at);
    }

    pub fn remove(&mut self, kind: Kind, at: Space) {
        let tokens = &mut self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]];
        let place = tokens.iter().position(|&t| t == at.0).expect("a ship of the kind is there");
        tokens[place] = AWAY;
        tokens[place..].rotate_left(1);
        if !self.tokens.contains(&at.0) {
            self.everywhere.remove(at);
        }
    }

    pub fn travel(&mut self, kind: Kind, from: Space, to: Space) {
        self.remove(kind, from);
        self.add(kind, to);
    }

    /// Kind and space of every group.
    pub fn ships(&self) -> impl Iterator<Item = (Kind, Space)> + '_ {
        Kind::ALL.iter().flat_map(|&kind| self.spaces(kind).iter().map(move |at| (kind, at)))
    }

    /// Kind, space and number of every group.
    pub fn groups(&self) -> impl Iterator<Item = (Kind, Space, u8)> + '_ {
        let present = |kind: &&Kind| self.tokens(**kind)[0] != AWAY;
        Kind::ALL.iter().filter(present).flat_map(move |&kind| {
            let groups = self.tokens(kind).chunk_by(|a, b| a == b).take_while(|g| g[0] != AWAY);
            groups.map(move |g| (kind, Space(g[0]), g.len() as u8))
        })
    }
}
