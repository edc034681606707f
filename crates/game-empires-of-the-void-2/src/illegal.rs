//! Why an action is refused: one variant per "may not", each with its clause.

use crate::piece::{Act, Card, Empire, Faction, Good, Kind, Planet, Region, Tech, Work};

astrarium_core::refusals! {
    GameOver = "E2-279", "the game is over", elsewhere;
    NotAsked = "E2-101", "another player is asked now", elsewhere;
    OtherQuestion = "E2-100", "this is no answer to the question that is asked", elsewhere;
    FactionTaken(faction: Faction) = "E2-066", "{faction:#} is taken";
    NotOffered(card: Empire) = "E2-085", "{card:#} is not among the Empire cards to choose from";
    NotEmptyNode(node: Region) = "E2-092", "{node:#} is no empty space node, where start units go";
    SameAction(act: Act) = "E2-097", "{act:#} was chosen last time";
    NoScavenge(act: Act) = "E2-109", "{act:#} is no Any Action now: Scavenge and the current action never are";
    NoFollow = "E2-191", "a Scavenge cannot be followed: refresh, or pay for another action";
    NoCommand = "E2-110", "not enough command";
    NoCommandToMove = "E2-127", "no command left for that";
    ColonizationGone = "E2-291", "a Colonization card is played once, before the score card is drawn";
    NotInHand(card: Card) = "E2-300", "{card:#} is not in your hand";
    Superfluous(card: Card) = "E2-312", "{card:#} would be superfluous in this payment";
    NotNear(planet: Planet) = "E2-258", "you have no unit at {planet:#}";
    AlreadyThere(planet: Planet) = "E2-261", "the parasite token cannot go to {planet:#}";
    NoUnits = "E2-125", "you have no such unit there to add";
    EmptyGroup = "E2-124", "a group has at least one unit";
    NoLane(from: Region, to: Region) = "E2-128", "no lane leads from {from:#} to {to:#}";
    MustStop(to: Region) = "E2-141", "this movement may not end with a battle, so it cannot go to {to:#}";
    NoWarp = "E2-270", "Warp needs the technology and an Empire card";
    NotElsewhere(to: Region) = "E2-271", "{to:#} cannot be reached this way";
    NoToken = "E2-256", "there is no such token to take";
    NoTarget = "E2-222", "there is no such target here";
    MustAttack = "E2-141", "a group that meets the Sarkeen or the dreadnought must attack";
    NotAPickup(card: Card) = "E2-224", "{card:#} is not picked up here";
    NoCarrier(kind: Kind) = "E2-232", "there is no {kind:#} that could carry it";
    UnitLimit = "E2-192", "no more units take part in this battle";
    NotADelivery(card: Card) = "E2-229", "{card:#} is none of the two deliveries, of which one can be kept";
    NotNearest(to: Region) = "E2-216", "{to:#} is not the nearest place that these units may go to";
    NoGood(good: Good) = "E2-142", "you hold no {good:#}";
    TrackFull(work: Work) = "E2-144", "no more goods fit on the {work:#} track";
    NotYourTech(tech: Tech) = "E2-242", "{tech:#} is not on your board, or researched already";
    NoSlot(tech: Tech) = "E2-146", "{tech:#} has no free place for this good";
    NoPower = "E2-312", "your hand has not enough power for that";
    NothingLeftToBuild(work: Work) = "E2-149", "no {work:#} is left on its track";
    NotControlled(at: Region) = "E2-156", "you have no control cube at {at:#}";
    NoBuildSpace(at: Region) = "E2-157", "no build space is free at {at:#}";
    NoShipSpace = "E2-159", "that space of your Worldship is taken or not there";
    NoCredits = "E2-148", "not enough credits";
    NoActionCard(card: Card) = "E2-163", "{card:#} is no action card";
    NeedsUnmet(card: Card) = "E2-164", "the requirement of {card:#} is not met";
    CostUnpaid(card: Card) = "E2-165", "the cost of {card:#} cannot be paid";
    NoDiplomacy(planet: Planet) = "E2-172", "diplomacy is not possible on {planet:#}";
    EnoughPower = "E2-174", "the total is already as high as the die";
    NoCardShown = "E2-168", "play a power card first";
    NotRecruited(kind: Kind) = "E2-180", "no {kind:#} is left to recruit";
    NoWarBots = "E2-182", "War Bots need their technology";
    NotAllied(kind: Kind) = "E2-181", "{kind:#} is recruited only by the ally of its planet";
    NotARecruitingPlace(at: Region) = "E2-177", "{at:#} has neither your Worldship nor both your cube and a building";
    NotAnOption = "E2-244", "that cannot be chosen here";
    NoMarkers = "E2-320", "no influence marker is left";
}
