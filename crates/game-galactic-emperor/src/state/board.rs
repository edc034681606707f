//! What lies on the board and beside it: tiles.

use astrarium_core::{Piece, SeatSet, cited};
use serde::{Deserialize, Serialize};

use crate::data::{Data, TileKind};
use crate::piece::{SPACES, Space, Spaces, TILES, Tile};

/// What lies on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Map {
    tiles: [u8; SPACES],
    pub laid: Spaces,
    pub suns: Spaces,
    /// Sectors with planets, with two of them, with metal or energy.
    pub planets: Spaces,
    pub twins: Spaces,
    pub producing: Spaces,
    /// All home tiles, owned or stray.
    pub homes: Spaces,
}

impl Default for Map {
    fn default() -> Map {
        let none = Spaces::EMPTY;
        let tiles = [u8::MAX; SPACES];
        Map { tiles, laid: none, suns: none, planets: none, twins: none, producing: none, homes: none }
    }
}

#[cited]
impl Map {
    #[inline]
    pub fn tile(&self, space: Space) -> Option<Tile> {
        self.laid.has(space).then(|| Tile::from_index(usize::from(self.tiles[space.index()])))
    }

    /// Lays a tile, also over another.
    pub fn lay(&mut self, space: Space, tile: Tile, data: &Data) {
        let row = data.tile(tile);
        self.tiles[space.index()] = tile.index() as u8;
        let mut mark = |set: fn(&mut Map) -> &mut Spaces, on: bool| {
            let set = set(self);
            if on { set.insert(space) } else { set.remove(space) }
        };
        mark(|m| &mut m.laid, true);
        mark(|m| &mut m.suns, row.kind.is_sun());
        mark(|m| &mut m.planets, row.planets > 0); // GE-007
        mark(|m| &mut m.twins, row.planets > 1);
        mark(|m| &mut m.producing, row.metal > 0 || row.energy > 0);
        mark(|m| &mut m.homes, row.kind == TileKind::Home);
    }

    pub fn empty(&self) -> Spaces {
        !self.laid
    }
}

/// The face-up tiles, in the order they were turned up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct FaceUp {
    tiles: [Tile; TILES],
    len: u8,
}

impl Default for FaceUp {
    fn default() -> FaceUp {
        FaceUp { tiles: [Tile::OmegaSun; TILES], len: 0 }
    }
}

impl FaceUp {
    pub fn as_slice(&self) -> &[Tile] {
        &self.tiles[..usize::from(self.len)]
    }

    pub fn push(&mut self, tile: Tile) {
        self.tiles[usize::from(self.len)] = tile;
        self.len += 1;
    }

    /// Takes a tile out; the others keep their order.
    pub fn take(&mut self, tile: Tile) {
        let at = self.as_slice().iter().position(|&t| t == tile).expect("a face-up tile");
        let len = usize::from(self.len);
        self.tiles.copy_within(at + 1..len, at);
        self.tiles[len - 1] = Tile::OmegaSun;
        self.len -= 1;
    }

    pub fn has(&self, tile: Tile) -> bool {
        self.as_slice().contains(&tile)
    }

    pub fn len(&self) -> u8 {
        self.len
    }

    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// A tile that was put on top of the stack, and who knows it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Top {
    pub tile: Tile,
    #[serde(default)]
    pub seen: SeatSet,
}
