//! Why an action is refused: one variant per "may not", each with its clause.

use crate::piece::{Colour, Node, Space};

astrarium_core::refusals! {
    GameOver = "GA-016", "the game is over", elsewhere;
    Eliminated = "GA-079", "you have lost your last territory and are out of the game", elsewhere;
    ResearchIsOver = "GA-028", "research is bought once, before the first round", elsewhere;
    OtherPhase = "GA-030", "this belongs to another part of the round", elsewhere;
    NotYourTurn = "GA-055", "another player is asked now", elsewhere;
    NotYourChoice = "GA-001", "chairs choose their colours in order", elsewhere;
    ColourTaken(colour: Colour) = "GA-001", "{colour:#} is taken";
    NoNode = "GA-024", "there is no such research in this tree";
    NodeOwned(node: Node) = "GA-024", "{node:#} is yours already";
    NodeTooDear(node: Node) = "GA-024", "{node:#} costs more than the research points left";
    NodeNeeds(node: Node) = "GA-026", "{node:#} needs research that comes before it on its path";
    BeyondIncome = "GA-032", "that is more than the points you have left of your income";
    BeyondCap = "GA-033", "that is more than the points anybody may spend in a round";
    NotUncontrolled(at: Space) = "GA-042", "{at:#} is not an uncontrolled moon";
    OutOfReach(at: Space) = "GA-043", "you control nothing in the system of {at:#}";
    FundedAlready(at: Space) = "GA-044", "{at:#} is funded already";
    AllyLimit = "GA-044", "you may fund no more moons this round";
    DraftElsewhere = "GA-030", "your draft is not at this step", elsewhere;
    NotYourSource(at: Space) = "GA-059", "{at:#} is neither yours nor your ally";
    TurnElsewhere = "GA-030", "the turn is not at this step", elsewhere;
    NoPath(from: Space, to: Space) = "GA-061", "no path leads from {from:#} to {to:#}";
    NoBeam(from: Space, to: Space) = "GA-062", "only a beam between two outer moons crosses from {from:#} to {to:#}";
    OwnTarget(at: Space) = "GA-058", "{at:#} is yours or your ally";
    NoAttackDie = "GA-039", "you have bought no attack die";
    NoAttackLeft = "GA-059", "there is no such attack left this turn";
    LastTerritory(at: Space) = "GA-078", "{at:#} is a player's last territory: only infantry of your own can take it";
    NotByAnAlly = "GA-105", "an ally attacks with its own die or with your military";
    NoDefenseChoice = "GA-085", "there is nothing to choose about the defense now", elsewhere;
}
