//! Why an action is refused: one variant per "may not", each with its clause.

use astrarium_core::Clause;

macro_rules! refusals {
    ($($variant:ident = $clause:literal, $text:literal;)+) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq, thiserror::Error)]
        pub enum Illegal { $(#[error($text)] $variant),+ }

        impl astrarium_core::Illegal for Illegal {
            fn clause(&self) -> Clause {
                Clause(match self { $(Illegal::$variant => $clause),+ })
            }
        }
    };
}

refusals! {
    GameOver = "E2-279", "the game is over";
    NotAsked = "E2-101", "another player is asked now";
    OtherQuestion = "E2-100", "this is no answer to the question that is asked";
    FactionTaken = "E2-066", "that faction is taken";
    NotOffered = "E2-085", "that Empire card is not among those to choose from";
    NotEmptyNode = "E2-092", "start units go to an empty space node";
    SameAction = "E2-097", "that action was chosen last time";
    NoScavenge = "E2-109", "Scavenge and the current action are no Any Action";
    NoFollow = "E2-191", "nobody follows a Scavenge: refresh, or pay for another action";
    NoCommand = "E2-110", "not enough command";
    NoCommandToMove = "E2-127", "no command left for that";
    ColonizationGone = "E2-291", "a Colonization card is played once, before the score card is drawn";
    NotInHand = "E2-300", "that card is not in your hand";
    Superfluous = "E2-312", "no superfluous card is discarded";
    NotNear = "E2-258", "you have no unit there";
    AlreadyThere = "E2-261", "the parasite token cannot go there";
    NoUnits = "E2-125", "you have no such unit there to add";
    EmptyGroup = "E2-124", "a group has at least one unit";
    NoLane = "E2-128", "no lane leads there";
    MustStop = "E2-141", "this movement may not end with a battle, so it cannot go there";
    NoWarp = "E2-270", "Warp needs the technology and an Empire card";
    NotElsewhere = "E2-271", "that region cannot be reached this way";
    NoToken = "E2-256", "there is no such token to take";
    NoTarget = "E2-222", "there is no such target here";
    MustAttack = "E2-141", "whoever meets the Sarkeen or the dreadnought must attack";
    NotAPickup = "E2-224", "that delivery is not picked up here";
    NoCarrier = "E2-232", "no unit of that kind can carry it";
    UnitLimit = "E2-192", "no more units take part in this battle";
    NotADelivery = "E2-229", "only one of the two deliveries can be kept";
    NotNearest = "E2-216", "units retreat to the nearest place they may go to";
    NoGood = "E2-142", "you hold no such good";
    TrackFull = "E2-144", "no more goods lie on that track";
    NotYourTech = "E2-242", "that technology is not on your board or already researched";
    NoSlot = "E2-146", "that technology has no free place for this good";
    NoPower = "E2-312", "your hand has not enough power for that";
    NothingLeftToBuild = "E2-149", "no building is left on that track";
    NotControlled = "E2-156", "you have no control cube there";
    NoBuildSpace = "E2-157", "no build space is free there";
    NoShipSpace = "E2-159", "that space of your Worldship is taken or not there";
    NoCredits = "E2-148", "not enough credits";
    NoActionCard = "E2-163", "that is no action card";
    NeedsUnmet = "E2-164", "the card's requirement is not met";
    CostUnpaid = "E2-165", "the card's cost cannot be paid";
    NoDiplomacy = "E2-172", "diplomacy is not possible there";
    EnoughPower = "E2-174", "the total is already as high as the die";
    NoCardShown = "E2-168", "play a power card first";
    NotRecruited = "E2-180", "no such unit is left to recruit";
    NoWarBots = "E2-182", "War Bots need their technology";
    NotAllied = "E2-181", "only the planet's ally recruits its units";
    NotARecruitingPlace = "E2-177", "units are recruited in a controlled region with a building, or at the Worldship";
    NotAnOption = "E2-244", "that cannot be chosen here";
    NoMarkers = "E2-320", "no influence marker is left";
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

pub(crate) type Check = Result<(), Illegal>;
