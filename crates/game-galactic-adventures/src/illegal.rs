//! Why an action is refused: one variant per "may not", each with its clause.

use astrarium_core::Clause;

use crate::piece::{Colour, Node, Space};

#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    GameOver, // GA-016
    #[error("you have lost your last territory and are out of the game")]
    Eliminated, // GA-079
    #[error("research is bought once, before the first round")]
    ResearchIsOver, // GA-028
    #[error("this belongs to another part of the round")]
    OtherPhase, // GA-030
    #[error("another player is asked now")]
    NotYourTurn, // GA-055
    #[error("chairs choose their colours in order")]
    NotYourChoice, // GA-001
    #[error("{0} is taken")]
    ColourTaken(Colour), // GA-001
    #[error("{0} is yours already")]
    NodeOwned(Node), // GA-024
    #[error("{0} costs more than the research points left")]
    NodeTooDear(Node), // GA-024
    #[error("{0} needs research that comes before it on its path")]
    NodeNeeds(Node), // GA-026, GA-102
    #[error("that is more than the points you have left of your income")]
    BeyondIncome, // GA-032
    #[error("that is more than the points anybody may spend in a round")]
    BeyondCap, // GA-033
    #[error("{0} is not an uncontrolled moon")]
    NotUncontrolled(Space), // GA-042
    #[error("you control nothing in the system of {0}")]
    OutOfReach(Space), // GA-043
    #[error("{0} is funded already")]
    FundedAlready(Space), // GA-044
    #[error("you may fund no more moons this round")]
    AllyLimit, // GA-044
    #[error("your draft is not at this step")]
    DraftElsewhere, // GA-030
    #[error("{0} is neither yours nor your ally")]
    NotYourSource(Space), // GA-059
    #[error("the turn is not at this step")]
    TurnElsewhere, // GA-030
    #[error("no path leads from {from} to {to}")]
    NoPath { from: Space, to: Space }, // GA-061
    #[error("only a beam between two outer moons crosses from {from} to {to}")]
    NoBeam { from: Space, to: Space }, // GA-062
    #[error("{0} is yours or your ally")]
    OwnTarget(Space), // GA-058
    #[error("you have bought no attack die")]
    NoAttackDie, // GA-039
    #[error("there is no such attack left this turn")]
    NoAttackLeft, // GA-059
    #[error("{0} is a player's last territory: only infantry of your own can take it")]
    LastTerritory(Space), // GA-078
    #[error("there is nothing to choose about the defense now")]
    NoDefenseChoice, // GA-085
}

impl astrarium_core::Illegal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::GameOver => "GA-016",
            Illegal::Eliminated => "GA-079",
            Illegal::ResearchIsOver => "GA-028",
            Illegal::OtherPhase | Illegal::DraftElsewhere | Illegal::TurnElsewhere => "GA-030",
            Illegal::NotYourTurn => "GA-055",
            Illegal::NotYourChoice | Illegal::ColourTaken(_) => "GA-001",
            Illegal::NodeOwned(_) | Illegal::NodeTooDear(_) => "GA-024",
            Illegal::NodeNeeds(_) => "GA-026",
            Illegal::BeyondIncome => "GA-032",
            Illegal::BeyondCap => "GA-033",
            Illegal::NotUncontrolled(_) => "GA-042",
            Illegal::OutOfReach(_) => "GA-043",
            Illegal::FundedAlready(_) | Illegal::AllyLimit => "GA-044",
            Illegal::NotYourSource(_) | Illegal::NoAttackLeft => "GA-059",
            Illegal::NoPath { .. } => "GA-061",
            Illegal::NoBeam { .. } => "GA-062",
            Illegal::OwnTarget(_) => "GA-058",
            Illegal::NoAttackDie => "GA-039",
            Illegal::LastTerritory(_) => "GA-078",
            Illegal::NoDefenseChoice => "GA-085",
        })
    }
}

/// One line, one rule: refuse unless the condition holds.
macro_rules! require {
    ($condition:expr, $illegal:expr) => {
        if !$condition {
            return Err($illegal);
        }
    };
}
pub(crate) use require;
