//! One variant per kind of click, with its sentence and its index.

use astrarium_core::sentences;

use crate::piece::{Colour, Die, MaybeDie, Mode, Node, Points, Space};

sentences! {
    "a verb such as attack-die, fund, attack-from, target, end-turn";

    ChooseColour(colour: Colour) = "choose-colour",

    // Research
    BuyResearch(node: Node) = "buy-research",
    FinishResearch = "finish-research",

    // Allocation
    AttackDie(die: MaybeDie) = "attack-die",
    DefenseDie(die: Die) = "defense-die",
    Fund(moon: Space) = "fund",
    Points(points: Points) = "points",
    AllocationDone = "allocation-done",

    // A turn
    AttackFrom(space: Space) = "attack-from",
    Target(space: Space) = "target",
    /// Of an ally's attack.
    Mode(mode: Mode) = "mode",
    DefendAsMatching = "defend-as-matching",
    DefendAsOther = "defend-as-other",
    EndTurn = "end-turn",
}
