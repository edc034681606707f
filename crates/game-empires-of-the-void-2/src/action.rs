//! One variant per kind of click, with its sentence and its index.

use crate::piece::{Act, Berth, Card, Empire, Faction, Foe, Good, Kind, Planet, Region, Tech, Token, Work};

astrarium_core::sentences! {
    "a verb such as take-action, follow, enter, attack, build, done";

    // Setup
    ChooseFaction(faction: Faction) = "choose-faction",
    /// The first Empire card, and one of two later on.
    KeepEmpire(card: Empire) = "keep-empire",
    StartAt(node: Region) = "start-at",

    // The cycle
    TakeAction(act: Act) = "take-action",
    Follow = "follow",
    Refresh = "refresh",
    AnyAction(act: Act) = "any-action",
    PlayColonization = "play-colonization",
    KeepColonization = "keep-colonization",

    // The end of a turn
    Pay(card: Card) = "pay",
    Infest(planet: Planet) = "infest",
    Stay = "stay",

    // Move & Attack
    Move = "move",
    AttackHere = "attack-here",
    Warp(card: Empire) = "warp",
    From(region: Region) = "from",
    Add(kind: Kind) = "add",
    /// The unit with the cargo.
    AddCarrier = "add-carrier",
    AddAll = "add-all",
    Go = "go",
    Enter(region: Region) = "enter",
    Stop = "stop",
    TakeToken(region: Region, token: Token) = "take-token",
    Attack(foe: Foe) = "attack",
    NoAttack = "no-attack",
    Burn = "burn",
    Pickup(card: Card) = "pick-up",
    Carrier(kind: Kind) = "carrier",
    Cure = "cure",

    // Battle
    Liberate = "liberate",
    Conquer = "conquer",
    Reroll = "reroll",
    Stand = "stand",
    BattleCard(card: Card) = "battle-card",
    KeepDelivery(card: Card) = "keep-delivery",
    Retreat(region: Region) = "retreat",
    KeepCard = "keep-card",
    ReplaceCard = "replace-card",

    // Research & Build
    GoodToTrack(work: Work) = "good-to-track",
    GoodToTech(tech: Tech, good: Good) = "good-to-tech",
    Complete(tech: Tech) = "complete",
    Build(work: Work, region: Region) = "build",
    BuildAboard(work: Work, berth: Berth) = "build-aboard",

    // Card Action or Diplomacy
    PlayCard(card: Card) = "play",
    Court(planet: Planet) = "diplomacy",
    Show(card: Card) = "show",
    Roll = "roll",

    // Recruit
    Recruit(kind: Kind, region: Region) = "recruit",
    DiscardEmpire(card: Empire) = "discard-empire",

    // Effects and events
    ChooseSeat(faction: Faction) = "choose-seat",
    ChoosePlanet(planet: Planet) = "choose-planet",
    ChooseGood(good: Good) = "choose-good",
    ChooseRegion(region: Region) = "choose-region",
    Tribute = "tribute",
    TakeBack = "take-back",
    Bid = "bid",
    No = "no",
    Done = "done",
}
