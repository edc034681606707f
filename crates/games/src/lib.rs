//! The catalogue: the only crate that knows every title.

use std::fmt;
use std::str::FromStr;

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
