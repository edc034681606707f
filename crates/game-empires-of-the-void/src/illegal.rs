//! Why an action is refused: one variant per "may not", each with its clause.

use astrarium_core::Clause;

use crate::piece::*;

/// Declares the refusals: name, text, clause.
macro_rules! refusals {
    ($($variant:ident $(($($arg:ident: $ty:ty),+))? = $clause:literal, $text:literal);+ $(;)?) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Illegal { $(#[error($text)] $variant $(($($ty),+))?),+ }

        impl astrarium_core::Illegal for Illegal {
            fn clause(&self) -> Clause {
                Clause(match self { $(Illegal::$variant $(($($arg),+))? => { $($(let _ = $arg;)+)? $clause })+ })
            }
        }
    };
}

refusals! {
    GameOver = "EV-159", "the game is over";
    NotYourTurn = "EV-083", "another player is asked now";
    OtherQuestion = "EV-057", "this belongs to another part of the round";
    RaceTaken(race: Race) = "EV-026", "{0} is taken";
    RaceNotInGame(race: Race) = "KU-006", "{0} is not in this game";
    NoSuchCorner(corner: Corner) = "EV-217", "{0} is no place for a home in this game";
    NotToTheRight(planet: Space) = "EV-212", "{0} is no planet of the hexagon to your right that can be covered";
    NotBesideHome(hex: Hex) = "EV-037", "{0} does not lie beside your home";
    TurnedAlready(hex: Hex) = "EV-038", "{0} has been turned by another player";
    NotAFullTurn = "EV-039", "a hexagon is turned by 1 to 5 steps";
    NotThere(hex: Hex) = "KU-184", "{0} does not lie on the board";
    PiratesThere(hex: Hex) = "EV-078", "pirates cannot go to {0}";
    NotYourCard(card: Card) = "EV-124", "you have no {0} to give up for this";
    NoCredits(price: u16) = "EV-063", "you do not have {0} credits";
    NoMercenary = "EV-062", "there is no Centipede left for you";
    NoPartner = "EV-072", "there is no such partner";
    OffersMade = "EV-128", "you have made your offers for now";
    NotInThisOffer = "EV-073", "this cannot be part of the offer now";
    NoGoodToUse(good: Good) = "EV-071", "{0} is not there to be used";
    EmptyOffer = "EV-072", "an offer needs something in it";
    CannotFulfil = "EV-072", "you cannot fulfil the offer";
    NoAccess(kind: Kind) = "EV-044", "you may not build {0}";
    NoTokenLeft(kind: Kind) = "EV-062", "there is no {0} left";
    NotABuildingPlace(at: Space) = "EV-061", "you may not place a ship at {0}";
    PortUsed = "EV-181", "the space port has had its ship this round";
    BayEmpty = "KU-127", "there is no ship to rebuild";
    ResearchedAlready = "EV-064", "you have done your research of this phase";
    NoSuchTechnology(tech: Tech) = "EV-006", "{0} is not for you";
    Owned(tech: Tech) = "EV-065", "{0} is yours already";
    NeedsTechnology(tech: Tech) = "EV-067", "{0} needs a technology that comes before it";
    NeedsGood(tech: Tech) = "EV-068", "{0} needs a trade good that you cannot use";
    NoPortPlace = "EV-180", "a space port needs a planet that you control";
    NotWithThisCard(card: Card) = "EV-131", "{0} does not fit the cards of this tactic";
    TooFewCards(card: Card) = "EV-130", "you have too few cards for {0}";
    NotNow(card: Card) = "EV-133", "{0} cannot be used now";
    NoTarget(at: Space) = "KU-188", "{0} cannot be chosen for this";
    NoActionLeft = "EV-081", "you have not enough actions left";
    NoShip(at: Space) = "EV-084", "you have no such ship to move at {0}";
    CannotStep(at: Space) = "EV-087", "no way is open from {0}";
    NotAdjacent(to: Space) = "EV-084", "no line leads to {0}";
    ObstacleThere(to: Space) = "EV-087", "an obstacle bars the way to {0}";
    Held(at: Space) = "EV-184", "a tractor beam holds your ships at {0}";
    NoRoom(kind: Kind) = "EV-168", "there is no room for {0}";
    NotAboard(kind: Kind) = "EV-189", "no {0} can be set down here";
    NotInGroup(kind: Kind) = "KU-149", "{0} cannot join the group";
    NotMovedYet = "EV-084", "a move has at least one step";
    NoWarpGate = "EV-186", "you cannot move all your ships";
    NoExtraMove = "KU-175", "you have no extra move";
    NoMindControl = "EV-194", "you cannot control this ship";
    OnceATurn = "KU-034", "this can be done once per turn";
    NoAttackHere(at: Space) = "EV-091", "you have no ships at {0}";
    NothingToAttack(at: Space) = "EV-092", "that is no target at {0}";
    NoCardToDraw = "EV-135", "there is no card to draw";
    NotInRow(card: Card) = "KU-092", "{0} does not lie face up";
    NoRowHere = "EV-221", "the row cannot be used like this";
    SwapsMade = "EV-221", "you have made your swaps of this turn";
    MinedAlready = "EV-137", "you have mined this turn";
    NoDiplomat(at: Space) = "EV-139", "you have no Diplomat at {0}";
    NotNeutral(at: Space) = "EV-140", "{0} is not neutral";
    HasAlly(at: Space) = "EV-146", "{0} has an ally";
    WrongTemperament(card: Card) = "EV-141", "{0} is not of the planet's temperament";
    NoCardShown = "EV-141", "diplomacy needs at least one card";
    NoAmbassador = "KU-098", "you have no Ambassador to spend";
    NotCidran = "KU-182", "only Cidran buys votes";
    CannotInfest(at: Space) = "EV-200", "you cannot infest {0}";
    CannotRetreat(to: Space) = "EV-190", "you cannot retreat to {0}";
    NoStarLeft = "EV-173", "no Shooting Star can fire";
    NoBomb = "KU-111", "you have no Photon Bomb for such a die";
    NoSuchCasualty(kind: Kind) = "EV-097", "there is no {0} to lose";
    NoWreck(kind: Kind) = "KU-127", "no {0} of yours can be repaired";
    CannotLiberate = "EV-113", "this planet cannot be liberated";
    NotYoursToRegain = "EV-114", "you are not its ally";
    YouAreItsAlly = "EV-114", "you are its ally and can only regain it";
    NoSecondary = "KU-100", "secondary actions come after the actions";
    CapitalFull = "KU-105", "the capital city holds no more";
    CannotEnslave(at: Space) = "KU-112", "{0} cannot be enslaved";
    CannotGrow(at: Space) = "KU-168", "no Metropolis can stand on {0}";
    NoFreighter(at: Space) = "KU-172", "no Freighter of yours can build at {0}";
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

/// A check's answer.
pub(crate) type Check = Result<(), Illegal>;
