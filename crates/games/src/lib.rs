//! The catalogue: the only crate that knows every title.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use astrarium_core::guide::Guide;
use astrarium_core::{Game, Meta};
pub use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};
pub use game_empires_of_the_void_2::State as EmpiresOfTheVoid2;
pub use game_galactic_adventures::State as GalacticAdventures;
pub use game_galactic_emperor::State as GalacticEmperor;

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Title {
    GalacticAdventures,
    GalacticEmperor,
    EmpiresOfTheVoid,
    KeyToTheUniverse,
    EmpiresOfTheVoid2,
}

/// Evaluates `$body` with `$G` as the title's game type: the one place where a name becomes a type.
#[macro_export]
macro_rules! with_game {
    ($title:expr, $G:ident => $body:expr) => {
        match $title {
            $crate::Title::GalacticAdventures => {
                type $G = $crate::GalacticAdventures;
                $body
            }
            $crate::Title::GalacticEmperor => {
                type $G = $crate::GalacticEmperor;
                $body
            }
            $crate::Title::EmpiresOfTheVoid => {
                type $G = $crate::EmpiresOfTheVoid;
                $body
            }
            $crate::Title::KeyToTheUniverse => {
                type $G = $crate::KeyToTheUniverse;
                $body
            }
            $crate::Title::EmpiresOfTheVoid2 => {
                type $G = $crate::EmpiresOfTheVoid2;
                $body
            }
        }
    };
}

impl Title {
    pub const ALL: [Title; 5] = [
        Title::GalacticAdventures,
        Title::GalacticEmperor,
        Title::EmpiresOfTheVoid,
        Title::KeyToTheUniverse,
        Title::EmpiresOfTheVoid2,
    ];

    pub fn meta(self) -> &'static Meta {
        with_game!(self, G => &G::META)
    }

    /// The game in its own words, read once; empty where it has none.
    pub fn guide(self) -> &'static Guide {
        static GUIDES: [OnceLock<Guide>; Title::ALL.len()] = [const { OnceLock::new() }; Title::ALL.len()];
        GUIDES[self as usize].get_or_init(|| with_game!(self, G => Guide::of::<G>()).unwrap_or_default())
    }
}

impl fmt::Display for Title {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.meta().id)
    }
}

impl FromStr for Title {
    type Err = String;

    fn from_str(id: &str) -> Result<Title, String> {
        let known = || Title::ALL.map(|t| t.meta().id).join(", ");
        let found = Title::ALL.into_iter().find(|t| t.meta().id == id);
        found.ok_or_else(|| format!("there is no title “{id}”: expected {}", known()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A search copies states by the million: they stay as small as they were when that was measured.
    #[test]
    fn states_stay_small() {
        const MOST: usize = 2 << 10;
        let measured = include_str!("../../../docs/performance.md").lines().filter_map(|line| {
            let mut cells = line.split('|').map(str::trim).skip(1);
            let bytes = cells.clone().nth(3)?.strip_suffix(" B")?.replace(',', "").parse::<usize>().ok()?;
            Some((cells.next()?, bytes))
        });
        let measured: Vec<_> = measured.collect();
        assert!(measured.len() >= 5, "{measured:?}");
        for title in Title::ALL {
            let known = measured.iter().find(|(name, _)| *name == title.meta().name).map_or(MOST, |(_, bytes)| *bytes);
            let size = with_game!(title, G => size_of::<G>());
            assert!(size <= known.min(MOST), "{title} has {size} bytes, and had {known}");
        }
    }

    #[test]
    fn packs_of_earlier_versions_are_here() {
        Title::ALL.into_iter().for_each(|title| with_game!(title, G => astrarium_check::packs::released::<G>()));
    }
}
