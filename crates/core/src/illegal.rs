//! Why an answer is refused: one variant per "may not", each with its clause and its words.

use serde::Serialize;

use crate::{Clause, Text};

/// Why an action is not allowed. [`refusals!`](crate::refusals) declares it.
pub trait Illegal: std::error::Error + Copy + Eq {
    /// The clause that forbids it.
    fn clause(&self) -> Clause;

    /// Whether it says only that this belongs to another question.
    fn elsewhere(&self) -> bool {
        false
    }
}

/// A refusal as it reaches a person: what and why, with the clause where a rule forbids it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, thiserror::Error)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[error("{text}{}", clause.map(|c| format!(" ({c})")).unwrap_or_default())]
pub struct Refusal {
    /// What is wrong, in the player's words.
    pub text: Text,
    /// The rule; none where the words are no sentence at all.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<Clause>,
}

/// One line, one rule: refuses unless the condition holds.
///
/// ```
/// # use astrarium_core::refusals;
/// refusals! {
///     TooDear(price: u8) = "XX-012", "you do not have {price} credits";
/// }
///
/// fn check(purse: u8, price: u8) -> Check {
///     require!(purse >= price, Illegal::TooDear(price)); // XX-012
///     Ok(())
/// }
/// assert_eq!(check(3, 4).unwrap_err().to_string(), "you do not have 4 credits");
/// ```
#[macro_export]
macro_rules! require {
    ($condition:expr, $illegal:expr) => {
        if !$condition {
            return Err($illegal);
        }
    };
}

/// Declares a game's refusals, `Illegal`, each with its clause and its words; and what a check answers, `Check`. Those that only say
/// that something belongs to another question are marked `elsewhere`.
#[macro_export]
macro_rules! refusals {
    ($($(#[$doc:meta])* $variant:ident $(($($arg:ident: $ty:ty),+))? = $clause:literal, $text:literal $(, $elsewhere:ident)?);+ $(;)?) => {
        /// Why an action is refused.
        #[derive(Copy, Clone, Debug, PartialEq, Eq)]
        pub enum Illegal { $($(#[$doc])* $variant $(($($ty),+))?),+ }

        impl $crate::Illegal for Illegal {
            #[allow(unused_variables)]
            fn clause(&self) -> $crate::Clause {
                $crate::Clause(match self { $(Illegal::$variant $(($($arg),+))? => $clause),+ })
            }

            #[allow(unused_variables)]
            fn elsewhere(&self) -> bool {
                match self { $(Illegal::$variant $(($($arg),+))? => concat!($(stringify!($elsewhere))?) == "elsewhere"),+ }
            }
        }

        impl ::std::fmt::Display for Illegal {
            #[allow(unused_variables)]
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                match self { $(Illegal::$variant $(($($arg),+))? => write!(f, $text)),+ }
            }
        }

        impl ::std::error::Error for Illegal {}

        /// What a check answers.
        pub(crate) type Check = ::std::result::Result<(), Illegal>;
        #[allow(unused_imports)]
        pub(crate) use $crate::require;
    };
}
