//! How sentences call seats and units, and how a name goes with its verb.

use astrarium_core::words::several;
use astrarium_core::{Piece, Seat};

use crate::piece::*;
use crate::state::{Counts, Target};
use crate::view::View;

impl View {
    /// The seat, for a text to refer to.
    pub(crate) fn who(&self, seat: Seat) -> String {
        self.seats[seat.index()].faction.map_or_else(|| format!("{seat:#}"), |f| format!("{f:#}"))
    }

    /// A seat is one player, whatever its faction is called: “Nomads of Earth builds”, where the browser shows a person's name.
    pub(super) fn does(&self, seat: Seat, verb: &str) -> String {
        agreed(self.who(seat), false, verb)
    }

    pub(crate) fn target(&self, target: Target) -> String {
        target.seat().map_or_else(|| target.name().into(), |seat| self.who(seat))
    }

    pub(super) fn target_does(&self, target: Target, verb: &str) -> String {
        agreed(self.target(target), target.seat().is_none() && are_many(target.name()), verb)
    }
}

pub(super) fn units_text(units: &Counts) -> String {
    let there = Kind::all().filter(|k| units[k.index()] > 0);
    there.map(|k| format!("{} {k:#}", units[k.index()])).collect::<Vec<_>>().join(", ")
}

/// Whether a name is in the plural, as “Nomads of Earth” and “the Sarkeen” are, and so needs a plural verb.
fn are_many(name: &str) -> bool {
    name.split(" of ").next().is_some_and(|who| who.ends_with('s') || who == "the Sarkeen")
}

/// A name with its verb: many build, one builds.
fn agreed(who: String, many: bool, verb: &str) -> String {
    let ending = match verb {
        _ if many => "",
        "have" => return format!("{who} has"),
        _ if verb.ends_with(['s', 'h', 'o']) => "es",
        _ => "s",
    };
    format!("{who} {verb}{ending}")
}

/// “ and gains 1 credit”, or nothing.
pub(super) fn and_gains(credits: u8) -> String {
    if credits > 0 { format!(" and gains {}", several(credits.into(), "credit")) } else { String::new() }
}

/// “an” academy, “a” Star Sloop.
pub(crate) fn article(what: &str) -> &'static str {
    if what.starts_with(['a', 'e', 'i', 'o', 'u', 'A', 'E', 'I', 'O', 'U']) { "an" } else { "a" }
}
