//! Vocabulary for games: small things with words and numbers, sets of them as bits, one value per thing.

use std::fmt;
use std::marker::PhantomData;
use std::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, Index, IndexMut, Not, Sub, SubAssign};
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A small thing with a number: a colour, a territory, a card. At most 64 of a kind.
pub trait Piece: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// How many there are of this kind.
    const COUNT: usize;
    /// Its number, below `COUNT`.
    fn index(self) -> usize;
    /// The inverse of `index`, for numbers below `COUNT`.
    fn from_index(index: usize) -> Self;

    /// All of this kind, in order.
    fn all() -> impl DoubleEndedIterator<Item = Self> + Clone {
        (0..Self::COUNT).map(Self::from_index)
    }
}

/// Declares an enum of things with one word each: `ALL`, `word`, `Display`, `FromStr`, serde by word, `Piece`.
#[macro_export]
macro_rules! pieces {
    ($(#[$doc:meta])* $name:ident { $($(#[$note:meta])* $variant:ident = $word:literal),+ $(,)? }) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $name { $($(#[$note])* #[serde(rename = $word)] $variant),+ }

        impl $name {
            pub const ALL: &'static [$name] = &[$($name::$variant),+];

            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl $crate::Piece for $name {
            const COUNT: usize = $name::ALL.len();
            #[inline]
            fn index(self) -> usize {
                self as usize
            }
            #[inline]
            fn from_index(index: usize) -> $name {
                $name::ALL[index]
            }
        }

        impl ::std::fmt::Display for $name {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                $crate::text::mark(f, self.word())
            }
        }

        impl ::std::str::FromStr for $name {
            type Err = ();
            fn from_str(word: &str) -> ::std::result::Result<$name, ()> {
                match word { $($word => Ok($name::$variant),)+ _ => Err(()) }
            }
        }
    };
}

/// Makes a struct around a `u8` a [`Piece`]: `numbered!(Space, SPACES)` for that many.
#[macro_export]
macro_rules! numbered {
    ($name:ident, $count:expr) => {
        impl $crate::Piece for $name {
            const COUNT: usize = $count;
            #[inline]
            fn index(self) -> usize {
                usize::from(self.0)
            }
            #[inline]
            fn from_index(index: usize) -> $name {
                $name(index as u8)
            }
        }
    };
}

/// A number from `FROM` to `TO` as a word of a sentence.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Number<const FROM: u8, const TO: u8>(pub u8);

impl<const FROM: u8, const TO: u8> Piece for Number<FROM, TO> {
    const COUNT: usize = (TO - FROM) as usize + 1;
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0 - FROM)
    }
    #[inline]
    fn from_index(index: usize) -> Self {
        Number(index as u8 + FROM)
    }
}

impl<const FROM: u8, const TO: u8> fmt::Display for Number<FROM, TO> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<const FROM: u8, const TO: u8> FromStr for Number<FROM, TO> {
    type Err = ();
    fn from_str(word: &str) -> Result<Self, ()> {
        Self::all().find(|n| n.to_string() == word).ok_or(())
    }
}

/// A set of pieces, as bits.
pub struct Set<T>(u64, PhantomData<T>);

impl<T: Piece> Set<T> {
    /// No piece.
    pub const EMPTY: Set<T> = Set(0, PhantomData);
    /// Every piece.
    pub const FULL: Set<T> = Set::from_bits(if T::COUNT == 64 { u64::MAX } else { (1 << T::COUNT) - 1 });

    /// The set with these bits, the lowest for the first piece.
    pub const fn from_bits(bits: u64) -> Set<T> {
        Set(bits, PhantomData)
    }

    /// The set as bits.
    pub const fn bits(self) -> u64 {
        self.0
    }

    /// One piece alone.
    #[inline]
    pub fn of(piece: T) -> Set<T> {
        Set::from_bits(1 << piece.index())
    }

    /// Whether the piece is in it.
    #[inline]
    pub fn has(self, piece: T) -> bool {
        self.0 & (1 << piece.index()) != 0
    }

    /// Whether all of the others are in it.
    #[inline]
    pub fn contains(self, others: Set<T>) -> bool {
        others.0 & !self.0 == 0
    }

    /// Whether any of the others is in it.
    #[inline]
    pub fn meets(self, others: Set<T>) -> bool {
        self.0 & others.0 != 0
    }

    /// Whether nothing is in it.
    #[inline]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many pieces are in it.
    #[inline]
    pub fn len(self) -> u8 {
        self.0.count_ones() as u8
    }

    /// Adds a piece.
    #[inline]
    pub fn insert(&mut self, piece: T) {
        self.0 |= 1 << piece.index();
    }

    /// Takes a piece out.
    #[inline]
    pub fn remove(&mut self, piece: T) {
        self.0 &= !(1 << piece.index());
    }

    /// The lowest of the set.
    #[inline]
    pub fn first(self) -> Option<T> {
        (self.0 != 0).then(|| T::from_index(self.0.trailing_zeros() as usize))
    }

    /// The highest of the set.
    #[inline]
    pub fn last(self) -> Option<T> {
        (self.0 != 0).then(|| T::from_index(self.0.ilog2() as usize))
    }

    /// The `n`-th of the set, counted from 0 in rising order.
    #[inline]
    pub fn nth(self, n: u32) -> T {
        let mut bits = self.0;
        (0..n).for_each(|_| bits &= bits.wrapping_sub(1));
        Set::from_bits(bits).first().expect("the set holds more than n")
    }

    /// In rising order.
    #[inline]
    pub fn iter(self) -> SetIter<T> {
        SetIter(self)
    }
}

/// Walks a set in rising order.
#[derive(Clone, Debug)]
pub struct SetIter<T: Piece>(Set<T>);

impl<T: Piece> Iterator for SetIter<T> {
    type Item = T;
    #[inline]
    fn next(&mut self) -> Option<T> {
        let first = self.0.first();
        self.0.0 &= self.0.0.wrapping_sub(1);
        first
    }
}

impl<T: Piece> IntoIterator for Set<T> {
    type Item = T;
    type IntoIter = SetIter<T>;
    fn into_iter(self) -> SetIter<T> {
        self.iter()
    }
}

impl<T> Copy for Set<T> {}

impl<T> Clone for Set<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> Default for Set<T> {
    fn default() -> Self {
        Set(0, PhantomData)
    }
}

impl<T> PartialEq for Set<T> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<T> Eq for Set<T> {}

impl<T: Piece> fmt::Debug for Set<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

/// As a list of its pieces.
impl<T: Piece + Serialize> Serialize for Set<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_seq(self.iter())
    }
}

impl<'a, T: Piece + Deserialize<'a>> Deserialize<'a> for Set<T> {
    fn deserialize<D: Deserializer<'a>>(from: D) -> Result<Set<T>, D::Error> {
        Ok(Vec::<T>::deserialize(from)?.into_iter().collect())
    }
}

impl<T: Piece> FromIterator<T> for Set<T> {
    fn from_iter<I: IntoIterator<Item = T>>(pieces: I) -> Set<T> {
        pieces.into_iter().fold(Set::EMPTY, |set, piece| set | Set::of(piece))
    }
}

impl<T> BitOr for Set<T> {
    type Output = Set<T>;
    fn bitor(self, other: Set<T>) -> Set<T> {
        Set(self.0 | other.0, PhantomData)
    }
}

impl<T> BitAnd for Set<T> {
    type Output = Set<T>;
    fn bitand(self, other: Set<T>) -> Set<T> {
        Set(self.0 & other.0, PhantomData)
    }
}

/// Without the others.
impl<T> Sub for Set<T> {
    type Output = Set<T>;
    fn sub(self, other: Set<T>) -> Set<T> {
        Set(self.0 & !other.0, PhantomData)
    }
}

impl<T: Piece> Not for Set<T> {
    type Output = Set<T>;
    fn not(self) -> Set<T> {
        Set::FULL - self
    }
}

impl<T> BitOrAssign for Set<T> {
    fn bitor_assign(&mut self, other: Set<T>) {
        self.0 |= other.0;
    }
}

impl<T> BitAndAssign for Set<T> {
    fn bitand_assign(&mut self, other: Set<T>) {
        self.0 &= other.0;
    }
}

impl<T> SubAssign for Set<T> {
    fn sub_assign(&mut self, other: Set<T>) {
        self.0 &= !other.0;
    }
}

/// One value per piece; `N` is the piece's `COUNT`.
#[derive(Copy, Clone, PartialEq, Eq)]
pub struct By<K, T, const N: usize>(pub [T; N], PhantomData<K>);

impl<K: Piece, T, const N: usize> By<K, T, N> {
    /// The values in the order of the pieces.
    pub fn new(values: [T; N]) -> By<K, T, N> {
        const { assert!(N == K::COUNT, "one value per piece") };
        By(values, PhantomData)
    }

    /// A value made for each piece.
    pub fn from_fn(mut value: impl FnMut(K) -> T) -> By<K, T, N> {
        By::new(std::array::from_fn(|i| value(K::from_index(i))))
    }
}

impl<K: Piece, T: Default, const N: usize> Default for By<K, T, N> {
    fn default() -> Self {
        By::from_fn(|_| T::default())
    }
}

impl<K: Piece, T, const N: usize> Index<K> for By<K, T, N> {
    type Output = T;
    #[inline]
    fn index(&self, piece: K) -> &T {
        &self.0[piece.index()]
    }
}

impl<K: Piece, T, const N: usize> IndexMut<K> for By<K, T, N> {
    #[inline]
    fn index_mut(&mut self, piece: K) -> &mut T {
        &mut self.0[piece.index()]
    }
}

impl<K, T: fmt::Debug, const N: usize> fmt::Debug for By<K, T, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
