//! One variant per kind of click, with its sentence and its index.

use astrarium_core::sentences;

use crate::piece::{Colour, Goods, Kind, Nth, Pips, Role, Ship, Space, Spot, Tech, Tile, Unit, Way};

sentences! {
    "a verb such as pick-role, pick-tile, step, build, influence, done";

    // Of one word
    Scan = "scan",
    NoScan = "no-scan",
    KeepFaceUp = "keep-face-up",
    KeepDrawn = "keep-drawn",
    Pirate = "pirate",
    Next = "next",
    Done = "done",
    Declare = "declare",
    Skip = "skip",
    Pass = "pass",
    EndMoves = "end-moves",
    Continue = "continue",
    Retreat = "retreat",
    Sabotage = "sabotage",
    AttemptCatch = "attempt-catch",
    LetGo = "let-go",
    Keep = "keep",
    Again = "again",
    BuyInfluence = "buy-influence",
    BuyAsDiplomat = "buy-as-diplomat",
    Stop = "stop",
    Refuse = "refuse",

    // Setup and rounds
    ChooseColour(colour: Colour) = "choose-colour",
    SetDirection(way: Way) = "set-direction",
    PickRole(role: Role) = "pick-role",

    // Explorer
    PickTile(tile: Tile) = "pick-tile",
    PlaceTile(at: Space) = "place-tile",

    // Merchant
    DiscardDie(value: Pips) = "discard-die",
    TakeFood(at: Space) = "take-food",
    MetalFrom(colour: Colour) = "metal-from",
    FoodFrom(at: Space) = "food-from",
    Buy(goods: Goods) = "buy",
    Sell(goods: Goods) = "sell",
    PutFood(at: Space) = "put-food",

    // Steward, Engineer, Scientist
    FreeResource(goods: Goods) = "free-resource",
    Produce(at: Space) = "produce",
    ProduceFree(at: Space) = "produce-free",
    FreeFighter(at: Space) = "free-fighter",
    Build(kind: Kind, at: Space) = "build",
    BuyTech(tech: Tech) = "buy-tech",

    // Warlord and battles
    Step(ship: Ship, to: Space) = "step",
    Warp(ship: Ship, to: Space) = "warp",
    PickBattle(at: Space) = "pick-battle",
    NameShip(ship: Ship) = "name-ship",
    AssignHit(unit: Unit) = "assign-hit",
    WarpDie(die: Nth) = "warp-die",

    // Regent
    Influence(spot: Spot) = "influence",
    Refuge(at: Space) = "refuge",
}
