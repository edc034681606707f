//! Who sits where, whose turn it is, who looks.

use std::fmt;
use std::ops::{Index, IndexMut};

use serde::{Deserialize, Serialize};

use crate::{Piece, text};

/// The most seats any game has.
pub const MAX_SEATS: usize = 6;

/// A chair at the table, counted from 0. Games name their seats (by colour, race, …) with `Parts::seat_name`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(transparent)]
pub struct Seat(pub u8);

impl Seat {
    /// The first `n` seats.
    pub fn first(n: usize) -> impl DoubleEndedIterator<Item = Seat> + Clone {
        (0..n as u8).map(Seat)
    }

    /// Its number, for arrays.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }

    /// Its word as long as the game has no better one.
    pub fn chair(self) -> &'static str {
        const CHAIRS: [&str; MAX_SEATS] = ["chair-1", "chair-2", "chair-3", "chair-4", "chair-5", "chair-6"];
        CHAIRS[self.index()]
    }
}

impl Piece for Seat {
    const COUNT: usize = MAX_SEATS;

    fn index(self) -> usize {
        self.index()
    }

    fn from_index(index: usize) -> Seat {
        Seat(index as u8)
    }
}

/// Its chair; in the alternate form a reference, which every game's texts can use.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        text::mark(f, self.chair())
    }
}

/// A set of seats, as bits; written as a list.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(into = "Vec<Seat>", from = "Vec<Seat>")]
pub struct SeatSet(pub u8);

impl SeatSet {
    /// No seat.
    pub const EMPTY: SeatSet = SeatSet(0);

    /// Whether the seat is in it.
    pub fn contains(self, seat: Seat) -> bool {
        self.0 & (1 << seat.0) != 0
    }

    /// Adds a seat.
    pub fn insert(&mut self, seat: Seat) {
        self.0 |= 1 << seat.0;
    }

    /// Takes a seat out.
    pub fn remove(&mut self, seat: Seat) {
        self.0 &= !(1 << seat.0);
    }

    /// Whether no seat is in it.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many seats are in it.
    pub fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The lowest seat of the set.
    pub fn first(self) -> Option<Seat> {
        (self.0 != 0).then(|| Seat(self.0.trailing_zeros() as u8))
    }

    /// The seats, lowest first.
    pub fn iter(self) -> impl Iterator<Item = Seat> + Clone {
        Seat::first(MAX_SEATS).filter(move |&s| self.contains(s))
    }
}

impl From<SeatSet> for Vec<Seat> {
    fn from(set: SeatSet) -> Vec<Seat> {
        set.iter().collect()
    }
}

impl From<Vec<Seat>> for SeatSet {
    /// Seats that no table has are left out.
    fn from(seats: Vec<Seat>) -> SeatSet {
        seats.into_iter().filter(|s| s.index() < MAX_SEATS).collect()
    }
}

impl FromIterator<Seat> for SeatSet {
    fn from_iter<I: IntoIterator<Item = Seat>>(seats: I) -> SeatSet {
        let mut set = SeatSet::EMPTY;
        seats.into_iter().for_each(|s| set.insert(s));
        set
    }
}

/// One value for every seat; plain data has it as a list.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySeat<T>(pub [T; MAX_SEATS]);

impl<T> Index<Seat> for BySeat<T> {
    type Output = T;
    fn index(&self, seat: Seat) -> &T {
        &self.0[seat.index()]
    }
}

impl<T> IndexMut<Seat> for BySeat<T> {
    fn index_mut(&mut self, seat: Seat) -> &mut T {
        &mut self.0[seat.index()]
    }
}

/// One of the two sides of a battle; plain data has it as 0 or 1.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "u8", try_from = "u8")]
pub enum Side {
    /// Who began the battle.
    #[default]
    Attacker,
    /// Who was attacked.
    Defender,
}

impl Side {
    /// The attacker first.
    pub const BOTH: [Side; 2] = [Side::Attacker, Side::Defender];

    /// The enemy.
    pub fn other(self) -> Side {
        match self {
            Side::Attacker => Side::Defender,
            Side::Defender => Side::Attacker,
        }
    }
}

impl From<Side> for u8 {
    fn from(side: Side) -> u8 {
        side as u8
    }
}

impl TryFrom<u8> for Side {
    type Error = String;
    fn try_from(number: u8) -> Result<Side, String> {
        let side = Side::BOTH.get(usize::from(number)).copied();
        side.ok_or_else(|| format!("{number} is no side of a battle: expected 0 for the attacker, 1 for the defender"))
    }
}

/// One value for each side of a battle.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct BySide<T>(pub [T; 2]);

impl<T> BySide<T> {
    /// A value made for each side.
    pub fn from_fn(value: impl FnMut(Side) -> T) -> BySide<T> {
        BySide(Side::BOTH.map(value))
    }

    /// What becomes of each side's value.
    pub fn map<U>(self, value: impl FnMut(T) -> U) -> BySide<U> {
        BySide(self.0.map(value))
    }
}

impl<T> Index<Side> for BySide<T> {
    type Output = T;
    #[inline]
    fn index(&self, side: Side) -> &T {
        &self.0[side as usize]
    }
}

impl<T> IndexMut<Side> for BySide<T> {
    #[inline]
    fn index_mut(&mut self, side: Side) -> &mut T {
        &mut self.0[side as usize]
    }
}

/// Who has to answer now.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// One seat decides.
    Of(Seat),
    /// All of these decide, sealed and at once: nobody sees another's answers, and their order does not matter.
    AnyOf(SeatSet),
    /// The game has ended.
    Over(Standing),
}

impl Turn {
    /// Everybody who may act now.
    #[inline]
    pub fn seats(self) -> SeatSet {
        match self {
            Turn::Of(seat) => SeatSet(1 << seat.0),
            Turn::AnyOf(set) => set,
            Turn::Over(_) => SeatSet::EMPTY,
        }
    }

    /// Whether the game has ended.
    pub fn is_over(self) -> bool {
        matches!(self, Turn::Over(_))
    }

    /// Whether the sealed question is the same afterwards, except perhaps for this seat.
    pub fn still_sealed(self, after: Turn, seat: Seat) -> bool {
        match (self, after) {
            (Turn::AnyOf(before), Turn::AnyOf(after)) => {
                let mut without = before;
                without.remove(seat);
                after == before || after == without
            }
            _ => false,
        }
    }
}

/// Whom a row of [`sequence!`](crate::sequence) asks: a seat, a seat if the question arises, or the seats of a set unless it is empty.
pub trait Asks {
    /// Who has to answer, if anybody.
    fn turn(self) -> Option<Turn>;
}

impl Asks for Seat {
    #[inline]
    fn turn(self) -> Option<Turn> {
        Some(Turn::Of(self))
    }
}

impl Asks for Option<Seat> {
    #[inline]
    fn turn(self) -> Option<Turn> {
        self.map(Turn::Of)
    }
}

impl Asks for SeatSet {
    #[inline]
    fn turn(self) -> Option<Turn> {
        (!self.is_empty()).then_some(Turn::AnyOf(self))
    }
}

/// The final places, 1 for the winner; seats that share a place share the number. 0 for chairs that are not in the game.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// By seat.
    pub places: BySeat<u8>,
}

impl Standing {
    /// Who has won; several if they share it.
    pub fn winners(&self) -> SeatSet {
        Seat::first(MAX_SEATS).filter(|&s| self.places[s] == 1).collect()
    }

    /// What each seat has won, in millionths.
    pub fn shares(&self) -> BySeat<i32> {
        chances(self.winners().iter().map(|s| (s, 0)), 1)
    }
}

/// Each seat's chance to win in millionths: one that is stronger by `doubles` is twice as likely to.
pub fn chances(strengths: impl Iterator<Item = (Seat, i32)> + Clone, doubles: i32) -> BySeat<i32> {
    let best = strengths.clone().map(|(_, strength)| strength).max().unwrap_or(0);
    let mut weights = BySeat([0; MAX_SEATS]);
    strengths.for_each(|(seat, strength)| weights[seat] = exp2(strength - best, doubles));
    let sum: i64 = weights.0.iter().sum();
    BySeat(weights.0.map(|weight| (weight * 1_000_000 / sum.max(1)) as i32))
}

/// 2 to the power of a strength that is not above 0, straight between whole powers.
fn exp2(x: i32, doubles: i32) -> i64 {
    let x = x.max(-20 * doubles);
    let (whole, part) = (x.div_euclid(doubles), x.rem_euclid(doubles));
    let base = (1i64 << 40) >> -whole;
    base + base * i64::from(part) / i64::from(doubles)
}

/// Who looks at the table: a seat, or somebody who sees only what all see.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Viewer {
    /// A seat, which also knows its own secrets.
    Seat(Seat),
    /// Somebody who watches.
    Public,
}

impl Viewer {
    /// Whether this seat looks.
    pub fn is(self, seat: Seat) -> bool {
        self == Viewer::Seat(seat)
    }
}
