//! Why an action is refused: one variant per "may not", each with its clause.

use astrarium_core::Clause;

use crate::piece::{Colour, Goods, Kind, Role, Ship, Space, Tech, Tile};

#[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Illegal {
    #[error("the game is over")]
    GameOver, // GE-191
    #[error("another player is asked now")]
    NotYourTurn, // GE-029
    #[error("this belongs to another part of the game")]
    OtherPhase, // GE-028
    #[error("a technology or dice must be answered first")]
    Interrupted, // GE-178
    #[error("{0} is taken")]
    ColourTaken(Colour), // GE-002
    #[error("the {0} has left the game")]
    RoleGone(Role), // GE-035
    #[error("the {0} was picked already this round")]
    RolePicked(Role), // GE-033
    #[error("the {0} lies with its other side up")]
    RoleFlipped(Role), // GE-034
    #[error("{0} is not face up")]
    NotFaceUp(Tile), // GE-042
    #[error("{0} has a tile")]
    SpaceTaken(Space), // GE-042
    #[error("no die shows {0}")]
    NoSuchDie(u8), // GE-064
    #[error("there is no die {0}")]
    NoDie(u8), // GE-180
    #[error("another die is the same choice as die {0}")]
    SameDie(u8), // GE-180
    #[error("{0} is not under your control")]
    NotYours(Space), // GE-006
    #[error("there is no food on {0}")]
    NoFood(Space), // GE-067
    #[error("{0} generates no metal and no energy")]
    NotProducing(Space), // GE-071
    #[error("{0} holds no more food")]
    SectorFull(Space), // GE-072
    #[error("you have no food in hand")]
    NoFoodInHand, // GE-073
    #[error("your sectors could not take that food")]
    NowhereToPut, // GE-073
    #[error("{0} goes only one way in a turn: bought or sold")]
    OneWay(Goods), // GE-068
    #[error("your store holds no more {0}")]
    StoreFull(Goods), // GE-070
    #[error("the pool has no food left")]
    PoolEmpty, // GE-041
    #[error("you have too few marks to buy {0}")]
    DearGoods(Goods), // GE-068
    #[error("you have too few marks for a {0}")]
    DearShip(Kind), // GE-086
    #[error("you have too few marks for influence")]
    DearInfluence, // GE-142
    #[error("you have no {0} to sell")]
    NothingToSell(Goods), // GE-068
    #[error("you have no {0} that works now")]
    NotReady(Tech), // GE-179, GE-181
    #[error("the Space Pirate sails once a turn")]
    PirateUsed, // GE-181
    #[error("there is nothing to take")]
    NothingToSteal, // GE-181
    #[error("only metal or energy go into the store")]
    NotStored, // GE-078
    #[error("{0} has produced in this role")]
    ProducedAlready(Space), // GE-080
    #[error("you have no production without food left")]
    NoFreeProduction, // GE-177
    #[error("{0} has only an Empire")]
    OnlyAnEmpire(Space), // GE-089
    #[error("you have no Starbase on {0}")]
    NoStarbase(Space), // GE-087
    #[error("all your ships of this kind are out: {0}")]
    NoneLeft(Kind), // GE-085
    #[error("you have too little {0}")]
    NoGoods(Goods), // GE-086
    #[error("you have too little energy for {0}")]
    DearTech(Tech), // GE-169
    #[error("{0} is not for sale")]
    NotForSale(Tech), // GE-169
    #[error("{0} is not on the board")]
    NotBuilt(Ship), // GE-092
    #[error("{0} has no moves left")]
    NoMovesLeft(Ship), // GE-093
    #[error("{0} has met enemy forces and stops")]
    Stopped(Ship), // GE-097
    #[error("{0} has warped and moves no further")]
    Warped(Ship), // GE-109
    #[error("{1} is the same choice as {0}")]
    SameShip(Ship, Ship), // GE-092
    #[error("no ship ends its move on a sun such as {0}")]
    OntoSun(Space), // GE-099
    #[error("{1} is more than one step from {0}")]
    TooFar(Space, Space), // GE-093
    #[error("{0} is another player's home, nobody else may enter it")]
    EnemyHome(Space), // GE-100
    #[error("{0} did not begin the turn in the Black Hole, or has moved")]
    NotInTheHole(Ship), // GE-106
    #[error("{0} is a home, a sun or the Black Hole: no way out of a warp")]
    NoWarpTarget(Space), // GE-107
    #[error("all ships of a turn warp to the same space")]
    OtherWarpTarget, // GE-108
    #[error("no ship moves once the battles have begun")]
    MovesAreOver, // GE-104
    #[error("no battle waits at {0}")]
    NoBattle(Space), // GE-098
    #[error("{0} is not in this battle")]
    NotInBattle(Ship), // GE-128
    #[error("there is no such token in this battle")]
    NoSuchToken, // GE-128
    #[error("an Empire takes no hit while a ship defends it")]
    ShipsFirst, // GE-129
    #[error("only an attacker who did not warp in may retreat, after the third phase")]
    NoRetreat, // GE-127
    #[error("you have no Empire token left")]
    NoTokens, // GE-141
    #[error("{0} has no planets")]
    NoPlanets(Space), // GE-150
    #[error("{0} is a player's home")]
    HomeSector(Space), // GE-149
    #[error("the Ambassador has closed {0}")]
    Locked(Space), // GE-171
    #[error("a refused token must go elsewhere")]
    MustRelocate, // GE-170
    #[error("{0} is not one of your nearest Starbases")]
    NotNearest(Space), // GE-158
}

impl astrarium_core::Illegal for Illegal {
    fn clause(&self) -> Clause {
        Clause(match self {
            Illegal::GameOver => "GE-191",
            Illegal::NotYourTurn => "GE-029",
            Illegal::OtherPhase => "GE-028",
            Illegal::Interrupted => "GE-178",
            Illegal::ColourTaken(_) => "GE-002",
            Illegal::RoleGone(_) => "GE-035",
            Illegal::RolePicked(_) => "GE-033",
            Illegal::RoleFlipped(_) => "GE-034",
            Illegal::NotFaceUp(_) | Illegal::SpaceTaken(_) => "GE-042",
            Illegal::NoSuchDie(_) => "GE-064",
            Illegal::SameDie(_) | Illegal::NoDie(_) => "GE-180",
            Illegal::NotYours(_) => "GE-006",
            Illegal::NoFood(_) => "GE-067",
            Illegal::NotProducing(_) => "GE-071",
            Illegal::SectorFull(_) => "GE-072",
            Illegal::NoFoodInHand | Illegal::NowhereToPut => "GE-073",
            Illegal::OneWay(_) | Illegal::NothingToSell(_) | Illegal::DearGoods(_) => "GE-068",
            Illegal::StoreFull(_) => "GE-070",
            Illegal::PoolEmpty => "GE-041",
            Illegal::DearShip(_) | Illegal::NoGoods(_) => "GE-086",
            Illegal::NotReady(Tech::Diplomat) => "GE-179",
            Illegal::NotReady(_) => "GE-181",
            Illegal::PirateUsed | Illegal::NothingToSteal => "GE-181",
            Illegal::NotStored => "GE-078",
            Illegal::ProducedAlready(_) => "GE-080",
            Illegal::NoFreeProduction => "GE-177",
            Illegal::OnlyAnEmpire(_) => "GE-089",
            Illegal::NoStarbase(_) => "GE-087",
            Illegal::NoneLeft(_) => "GE-085",
            Illegal::NotForSale(_) | Illegal::DearTech(_) => "GE-169",
            Illegal::NotBuilt(_) | Illegal::SameShip(..) => "GE-092",
            Illegal::NoMovesLeft(_) | Illegal::TooFar(..) => "GE-093",
            Illegal::Stopped(_) => "GE-097",
            Illegal::Warped(_) => "GE-109",
            Illegal::OntoSun(_) => "GE-099",
            Illegal::EnemyHome(_) => "GE-100",
            Illegal::NotInTheHole(_) => "GE-106",
            Illegal::NoWarpTarget(_) => "GE-107",
            Illegal::OtherWarpTarget => "GE-108",
            Illegal::MovesAreOver => "GE-104",
            Illegal::NoBattle(_) => "GE-098",
            Illegal::NotInBattle(_) | Illegal::NoSuchToken => "GE-128",
            Illegal::ShipsFirst => "GE-129",
            Illegal::NoRetreat => "GE-127",
            Illegal::NoTokens => "GE-141",
            Illegal::DearInfluence => "GE-142",
            Illegal::NoPlanets(_) => "GE-150",
            Illegal::HomeSector(_) => "GE-149",
            Illegal::Locked(_) => "GE-171",
            Illegal::MustRelocate => "GE-170",
            Illegal::NotNearest(_) => "GE-158",
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
