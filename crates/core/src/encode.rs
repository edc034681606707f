//! A view as whole numbers, each always in the same place: for programs that learn from what a seat sees.
//!
//! `#[derive(Encode)]` on a view writes down its fields in their order; what serde skips is left out. A thing is its number among
//! its kind, a list of things how many there are of each, a map what there is of each. −1 says that there is nothing, or that it is hidden.
//!
//! ```
//! use astrarium_core::{Encode, Seat};
//!
//! #[derive(Encode)]
//! struct View {
//!     round: u8,
//!     leader: Option<Seat>,
//!     #[encode(words("war", "peace"))]
//!     phase: &'static str,
//!     #[encode(skip)]
//!     note: String,
//! }
//!
//! let (mut names, mut numbers) = (Vec::new(), [0; View::WIDTH]);
//! View::names("", &mut names);
//! View { round: 3, leader: None, phase: "peace", note: "not told".into() }.encode(&mut numbers);
//! assert_eq!(names, ["round", "leader", "phase.war", "phase.peace"]);
//! assert_eq!(numbers, [3, -1, 0, 1]);
//! ```

use std::collections::BTreeMap;
use std::fmt::Display;

use crate::{BySide, MAX_SEATS, Piece, Side};

/// Written as this many numbers in fixed places.
pub trait Encode: Sized {
    /// How many.
    const WIDTH: usize;
    /// What each of them is where a map has none.
    const NONE: i16 = -1;
    /// How many numbers a list takes.
    const LIST: usize = MAX_SEATS * Self::WIDTH;

    /// What each of them is called, at a path.
    fn names(at: &str, out: &mut Vec<String>);
    /// Writes them.
    fn encode(&self, out: &mut [i16]);

    /// What the numbers of a list are called. Lists of parts are by seat.
    fn list_names(at: &str, out: &mut Vec<String>) {
        (0..MAX_SEATS).for_each(|seat| Self::names(&join(at, seat), out));
    }

    /// Writes a list.
    fn encode_list(list: &[Self], out: &mut [i16]) {
        assert!(list.len() <= MAX_SEATS, "a list of parts is by seat");
        out.fill(-1);
        list.iter().zip(out.chunks_exact_mut(Self::WIDTH)).for_each(|(part, out)| part.encode(out));
    }
}

/// A path with one more step.
pub fn join(at: &str, step: impl Display) -> String {
    if at.is_empty() { step.to_string() } else { format!("{at}.{step}") }
}

fn kinds<K: Piece + Display>(at: &str, mut each: impl FnMut(String)) {
    K::all().for_each(|kind| each(join(at, kind)));
}

impl<T: Piece + Display> Encode for T {
    const WIDTH: usize = 1;
    const LIST: usize = T::COUNT;

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
    }

    fn encode(&self, out: &mut [i16]) {
        out[0] = self.index() as i16;
    }

    fn list_names(at: &str, out: &mut Vec<String>) {
        kinds::<T>(at, |name| out.push(name));
    }

    fn encode_list(list: &[T], out: &mut [i16]) {
        out.fill(0);
        list.iter().for_each(|piece| out[piece.index()] += 1);
    }
}

/// Numbers above the most that fits are that.
macro_rules! numbers {
    ($($number:ty),+) => {
        $(impl Encode for $number {
            const WIDTH: usize = 1;
            const NONE: i16 = 0;
            /// Dice: how many show 0, 1, …, 20 or more.
            const LIST: usize = 21;

            fn names(at: &str, out: &mut Vec<String>) {
                out.push(at.into());
            }

            fn encode(&self, out: &mut [i16]) {
                out[0] = i16::try_from(*self).unwrap_or(i16::MAX);
            }

            fn list_names(at: &str, out: &mut Vec<String>) {
                (0..Self::LIST).for_each(|n| out.push(join(at, n)));
            }

            fn encode_list(list: &[$number], out: &mut [i16]) {
                out.fill(0);
                list.iter().for_each(|&n| out[usize::try_from(n).unwrap_or(0).min(Self::LIST - 1)] += 1);
            }
        })+
    };
}

numbers!(u8, u16, i16, i32, usize);

impl Encode for bool {
    const WIDTH: usize = 1;
    const NONE: i16 = 0;

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
    }

    fn encode(&self, out: &mut [i16]) {
        out[0] = (*self).into();
    }
}

impl<T: Encode> Encode for Option<T> {
    const WIDTH: usize = T::WIDTH;

    fn names(at: &str, out: &mut Vec<String>) {
        T::names(at, out);
    }

    fn encode(&self, out: &mut [i16]) {
        match self {
            Some(value) => value.encode(out),
            None => out.fill(-1),
        }
    }
}

impl<T: Encode> Encode for Vec<T> {
    const WIDTH: usize = T::LIST;
    const NONE: i16 = 0;

    fn names(at: &str, out: &mut Vec<String>) {
        T::list_names(at, out);
    }

    fn encode(&self, out: &mut [i16]) {
        T::encode_list(self, out);
    }
}

impl<T: Encode, const N: usize> Encode for [T; N] {
    const WIDTH: usize = N * T::WIDTH;
    const NONE: i16 = T::NONE;

    fn names(at: &str, out: &mut Vec<String>) {
        (0..N).for_each(|k| T::names(&join(at, k), out));
    }

    fn encode(&self, out: &mut [i16]) {
        self.iter().zip(out.chunks_exact_mut(T::WIDTH)).for_each(|(value, out)| value.encode(out));
    }
}

impl<T: Encode> Encode for BySide<T> {
    const WIDTH: usize = 2 * T::WIDTH;
    const NONE: i16 = T::NONE;

    fn names(at: &str, out: &mut Vec<String>) {
        Side::BOTH.iter().for_each(|side| T::names(&join(at, format!("{side:?}").to_lowercase()), out));
    }

    fn encode(&self, out: &mut [i16]) {
        self.0.encode(out);
    }
}

impl<K: Piece + Display, V: Encode> Encode for BTreeMap<K, V> {
    const WIDTH: usize = K::COUNT * V::WIDTH;
    const NONE: i16 = V::NONE;

    fn names(at: &str, out: &mut Vec<String>) {
        kinds::<K>(at, |name| V::names(&name, out));
    }

    fn encode(&self, out: &mut [i16]) {
        out.fill(V::NONE);
        self.iter().for_each(|(kind, value)| value.encode(&mut out[kind.index() * V::WIDTH..][..V::WIDTH]));
    }
}

/// A list of these is a map.
impl<K: Piece + Display, V: Encode> Encode for (K, V) {
    const WIDTH: usize = 1 + V::WIDTH;
    const LIST: usize = K::COUNT * V::WIDTH;

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
        V::names(&join(at, "value"), out);
    }

    fn encode(&self, out: &mut [i16]) {
        out[0] = self.0.index() as i16;
        self.1.encode(&mut out[1..]);
    }

    fn list_names(at: &str, out: &mut Vec<String>) {
        kinds::<K>(at, |name| V::names(&name, out));
    }

    fn encode_list(list: &[(K, V)], out: &mut [i16]) {
        out.fill(V::NONE);
        list.iter().for_each(|(kind, value)| value.encode(&mut out[kind.index() * V::WIDTH..][..V::WIDTH]));
    }
}

/// A list of these is a map to pairs.
impl<K: Piece + Display, A: Encode, B: Encode> Encode for (K, A, B) {
    const WIDTH: usize = 1 + A::WIDTH + B::WIDTH;
    const LIST: usize = K::COUNT * (A::WIDTH + B::WIDTH);

    fn names(at: &str, out: &mut Vec<String>) {
        out.push(at.into());
        A::names(&join(at, "first"), out);
        B::names(&join(at, "second"), out);
    }

    fn encode(&self, out: &mut [i16]) {
        out[0] = self.0.index() as i16;
        let (a, b) = out[1..].split_at_mut(A::WIDTH);
        self.1.encode(a);
        self.2.encode(b);
    }

    fn list_names(at: &str, out: &mut Vec<String>) {
        kinds::<K>(at, |name| {
            A::names(&join(&name, "first"), out);
            B::names(&join(&name, "second"), out);
        });
    }

    fn encode_list(list: &[(K, A, B)], out: &mut [i16]) {
        out.fill(-1);
        for (kind, a, b) in list {
            let place = &mut out[kind.index() * (A::WIDTH + B::WIDTH)..][..A::WIDTH + B::WIDTH];
            let (first, second) = place.split_at_mut(A::WIDTH);
            a.encode(first);
            b.encode(second);
        }
    }
}

/// A word, perhaps a word, words: `#[encode(words("…", "…"))]` lists those there are, and each becomes how often it is there.
pub trait Words {
    /// All there are.
    fn each(&self, see: impl FnMut(&str));
}

impl Words for &str {
    fn each(&self, mut see: impl FnMut(&str)) {
        see(self);
    }
}

impl Words for Option<&str> {
    fn each(&self, see: impl FnMut(&str)) {
        self.iter().copied().for_each(see);
    }
}

impl Words for Vec<&str> {
    fn each(&self, see: impl FnMut(&str)) {
        self.iter().copied().for_each(see);
    }
}

/// Writes how often each of the known words is there.
pub fn words(given: &impl Words, known: &[&str], out: &mut [i16]) {
    out.fill(0);
    given.each(|word| {
        let place = known.iter().position(|known| *known == word);
        out[place.unwrap_or_else(|| panic!("“{word}” is not among the words of its view: {known:?}"))] += 1;
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    crate::pieces! {
        Good { Food = "food", Ore = "ore" }
    }

    fn numbers<T: Encode>(value: &T) -> Vec<i16> {
        let (mut names, mut out) = (Vec::new(), vec![i16::MIN; T::WIDTH]);
        T::names("at", &mut names);
        value.encode(&mut out);
        assert_eq!(names.len(), out.len(), "a name for every number");
        out
    }

    #[test]
    fn everything_has_its_place() {
        let map = BTreeMap::from([(Good::Ore, 3u16)]);
        assert_eq!(numbers(&map), [0, 3]);
        assert_eq!(numbers(&Some(map.clone())), [0, 3]);
        assert_eq!(numbers(&None::<BTreeMap<Good, u16>>), [-1, -1]);
        assert_eq!(numbers(&BTreeMap::from([(Good::Food, map)])), [0, 3, 0, 0]);
        assert_eq!(numbers(&BTreeMap::from([(Good::Ore, Good::Ore)])), [-1, 1]);
        assert_eq!(numbers(&vec![Good::Food, Good::Food]), [2, 0]);
        assert_eq!(numbers(&vec![(Good::Ore, true)]), [0, 1]);
        assert_eq!(numbers(&vec![(Good::Ore, 7u8, 9u8)]), [-1, -1, 7, 9]);
        assert_eq!(numbers(&(Good::Ore, 7u8)), [1, 7]);
        assert_eq!(numbers(&BySide([Some(1u8), None])), [1, -1]);
        assert_eq!(numbers(&70_000i32), [i16::MAX]);
        let dice = numbers(&vec![6u8, 6, 99]);
        assert_eq!((dice[6], dice[20], dice.iter().sum::<i16>()), (2, 1, 3));
    }
}
