//! An answer is a short sentence: a verb, then ids of things on the table.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::str::FromStr;

use serde::Serialize;

use crate::{Odds, Piece, Refusal, Text};

/// One click. It prints as its sentence, parses from it, and has a dense index.
pub trait Action: Copy + Ord + Hash + Debug + Display + FromStr<Err = Refusal> + Send + Sync + 'static {
    /// How many actions there are in all: `index` is below it.
    const COUNT: u32;
    /// Its number, below `COUNT`.
    fn index(self) -> u32;
    /// The inverse of `index`; `None` from `COUNT` on.
    fn from_index(index: u32) -> Option<Self>;

    /// Its verbs in the order of indices, each with how many actions begin with it.
    fn verbs() -> Vec<(&'static str, u32)> {
        Vec::new()
    }

    /// Every action there is, legal or not.
    fn all() -> impl Iterator<Item = Self> {
        (0..Self::COUNT).map(|i| Self::from_index(i).expect("every index below COUNT is an action"))
    }
}

/// A legal sentence as a client gets it: its words, what they mean, and the odds where dice decide.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Sentence {
    /// A verb and the ids of things.
    pub words: Vec<String>,
    /// What it means here.
    pub label: Text,
    /// The chance that it succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
    /// What follows unasked, as the seat has no other choice, up to where something is thrown, drawn or revealed.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub then: Vec<Then>,
    /// It throws, draws or reveals something, at once or by what follows: nobody can take it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub firm: bool,
}

/// A decision that follows from another one, because its seat has no other choice.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Then {
    /// What it means.
    pub label: Text,
    /// The chance that it succeeds.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub odds: Option<Odds>,
}

/// The refusal of words that are no sentence of the game.
pub fn no_sentence(text: &str, expected: &str) -> Refusal {
    Refusal { text: format!("“{text}” is no sentence of this game: expected {expected}").into(), clause: None }
}

/// The words of a kind that can follow a verb, the first few of them: `none|d4|d6`.
pub fn choices<T: Piece + Display>() -> String {
    const SHOWN: usize = 8;
    let mut words: Vec<String> = T::all().take(SHOWN).map(|piece| piece.to_string()).collect();
    words.extend((T::COUNT > SHOWN).then(|| "…".to_string()));
    words.join("|")
}

/// Declares a game's actions as sentences: what is expected of somebody who says none of them; then each with its verb and its
/// words. Indices run through them in order, the first word fastest.
#[macro_export]
macro_rules! sentences {
    ($usual:literal; $($(#[$doc:meta])* $variant:ident $(($($arg:ident: $ty:ident),+))? = $verb:literal),+ $(,)?) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action { $($(#[$doc])* $variant $(($($ty),+))?),+ }

        impl $crate::Action for Action {
            const COUNT: u32 = 0 $(+ 1 $($(* <$ty as $crate::Piece>::COUNT as u32)+)?)+;

            fn verbs() -> Vec<(&'static str, u32)> {
                vec![$(($verb, 1 $($(* <$ty as $crate::Piece>::COUNT as u32)+)?)),+]
            }

            #[allow(unused_mut, unused_assignments, unused_variables)]
            fn index(self) -> u32 {
                let mut base = 0;
                $(
                    let (mut offset, mut size) = (0, 1);
                    if let Action::$variant $(($($arg),+))? = self {
                        $($(
                            offset += size * $crate::Piece::index($arg) as u32;
                            size *= <$ty as $crate::Piece>::COUNT as u32;
                        )+)?
                        return base + offset;
                    }
                    base += 1 $($(* <$ty as $crate::Piece>::COUNT as u32)+)?;
                )+
                unreachable!("every variant is listed")
            }

            #[allow(unused_mut, unused_assignments)]
            fn from_index(mut index: u32) -> Option<Action> {
                $(
                    let size = 1 $($(* <$ty as $crate::Piece>::COUNT as u32)+)?;
                    if index < size {
                        $($(
                            let $arg = <$ty as $crate::Piece>::from_index(index as usize % <$ty as $crate::Piece>::COUNT);
                            index /= <$ty as $crate::Piece>::COUNT as u32;
                        )+)?
                        return Some(Action::$variant $(($($arg),+))?);
                    }
                    index -= size;
                )+
                None
            }
        }

        impl ::std::fmt::Display for Action {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self {
                    $(Action::$variant $(($($arg),+))? => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", $arg)?;)+)?
                        Ok(())
                    })+
                }
            }
        }

        impl ::std::str::FromStr for Action {
            type Err = $crate::Refusal;

            fn from_str(text: &str) -> Result<Action, $crate::Refusal> {
                let mut words = text.split_whitespace();
                match words.next().unwrap_or_default() {
                    $($verb => {
                        let wrong = || $crate::action::no_sentence(text, &[$verb.to_string() $(, $($crate::action::choices::<$ty>()),+)?].join(" "));
                        $($(let $arg: $ty = words.next().and_then(|w| w.parse().ok()).ok_or_else(wrong)?;)+)?
                        if words.next().is_some() { Err(wrong()) } else { Ok(Action::$variant $(($($arg),+))?) }
                    })+
                    _ => Err($crate::action::no_sentence(text, $usual)),
                }
            }
        }
    };
}
