//! Rule tests a board gamer can read: a position, then steps with what must come of them. TOML.
//!
//! ```toml
//! title = "galactic-adventures"
//!
//! [[scenario]]
//! name = "a tie keeps things as they are"
//! clause = "GA-065"
//! options = { players = 4 }
//! position = { round = 2, seats.red.owns = ["planet-red", "moon-09"] }
//! expect = { "seats.red.budget" = 6 }
//!
//! [[scenario.step]]
//! seat = "red"
//! legal = "target moon-08"
//! do = ["attack-from moon-09", "target moon-08"]
//! dice = [3, 3]
//! expect = { "seats.red.points" = 3 }
//! ```

use serde::Deserialize;
use toml::{Table, Value};

/// `P` is the game's own position, so that a fault in one has its line and column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile<P = Table> {
    pub title: String,
    #[serde(rename = "scenario")]
    pub scenarios: Vec<Scenario<P>>,
}

#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario<P = Table> {
    pub name: String,
    /// The clauses that would be broken if it failed.
    #[serde(default)]
    pub clause: Many,
    #[serde(default)]
    pub options: Table,
    /// Left out: the game's own setup.
    pub position: Option<P>,
    /// Chance outcomes of the setup, or of placing the position.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// What is wrong with the position: each text is part of one of the faults. Then there are no steps.
    #[serde(default)]
    pub broken: Many,
    #[serde(default)]
    pub expect: Table,
    #[serde(rename = "step", default)]
    pub steps: Vec<Step>,
}

/// One seat's sentences, or a look at the table. In this order: `asked`, `legal` and `not-legal` before, then `do`, then the
/// rest.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// Several seats: each of them does the same, one after another.
    #[serde(default)]
    pub seat: Many,
    /// The sentences, one after another.
    #[serde(rename = "do", default)]
    pub sentences: Many,
    /// Every outcome that these sentences bring, to be used up exactly.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// Each sentence is refused with this clause, and nothing changes.
    pub refused: Option<String>,
    /// Who is asked before the step.
    pub asked: Option<Many>,
    #[serde(default)]
    pub legal: Many,
    #[serde(default)]
    pub not_legal: Many,
    /// Dotted path into the exported position = value. `"absent"` stands for nothing there.
    #[serde(default)]
    pub expect: Table,
    /// Seat (or `public`) → dotted path into its view = value.
    #[serde(default)]
    pub view: Table,
    /// Who has won.
    pub winner: Option<Many>,
}

/// One word or a list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMany")]
pub struct Many(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Many {
    fn from(words: OneOrMany) -> Many {
        match words {
            OneOrMany::One(word) => Many(vec![word]),
            OneOrMany::Many(words) => Many(words),
        }
    }
}
