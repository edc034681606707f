//! One variant per kind of click, with its sentence and its index.

use astrarium_core::sentences;

use crate::piece::Stance;

sentences! {
    "take with a stance: strike, guard or aim";

    Take(stance: Stance) = "take",
}
