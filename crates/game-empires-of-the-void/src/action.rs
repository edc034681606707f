//! One variant per kind of click, with its sentence and its index.

use crate::piece::{Amount, Card, Colour, Corner, Good, Hex, Kind, Obstacle, Race, Space, Target, Tech, Temperament};

astrarium_core::sentences! {
    "a verb such as build, move, step, attack, culture, end-actions";

    // Setup
    ChooseRace(race: Race) = "choose-race",
    ChooseCorner(corner: Corner) = "choose-corner",
    Cover(planet: Space) = "cover",
    /// In setup, and for the Gravitonic Anomaly.
    Rotate(hex: Hex, steps: Amount) = "rotate",
    KeepHexagons = "keep-hexagons",

    // Events
    SendPirates(hex: Hex) = "send-pirates",
    Chart(obstacle: Obstacle) = "chart",
    Sell(card: Card) = "sell",
    Hire = "hire",

    // Offers
    OfferTo(partner: Colour) = "offer-to",
    GiveCard(card: Card) = "give-card",
    GiveCredits(credits: Amount) = "give-credits",
    AskCard(kind: Temperament) = "ask-card",
    AskCredits(credits: Amount) = "ask-credits",
    AskGood(good: Good) = "ask-good",
    LendGood(good: Good) = "lend-good",
    Send = "send",
    Cancel = "cancel",
    Accept = "accept",
    Decline = "decline",
    Pick(card: Card) = "pick",

    // Orders and other building
    Build(kind: Kind, at: Space) = "build",
    Rebuild(at: Space) = "rebuild",
    Research(tech: Tech) = "research",
    PlacePort(world: Space) = "place-port",
    Done = "done",

    // Cards
    PlayTactic(card: Card) = "play-tactic",
    AddCard(card: Card) = "add-card",
    Incite(planet: Space, against: Colour) = "incite",
    Reconcile(planet: Space) = "reconcile",
    Discard(card: Card) = "discard",
    Pass = "pass",
    StandingPass = "standing-pass",

    // Actions of a turn
    Move(kind: Kind, at: Space) = "move",
    ExtraMove(kind: Kind, at: Space) = "extra-move",
    MoveAll = "move-all",
    MovePlus = "move-plus",
    Ship(kind: Kind, at: Space) = "ship",
    MindControl(owner: Colour, kind: Kind, at: Space) = "mind-control",
    Attack(at: Space, target: Target) = "attack",
    Culture = "culture",
    Buy(card: Card) = "buy",
    Exchange(give: Card, take: Card) = "exchange",
    Swap(give: Card, take: Card) = "swap",
    Keep(card: Card) = "keep",
    Mine = "mine",
    Diplomacy(planet: Space) = "diplomacy",
    Show(card: Card) = "show",
    Roll = "roll",
    Ambassador = "ambassador",
    Credit = "credit",
    Infest(planet: Space) = "infest",
    EndActions = "end-actions",

    // Moving
    Step(to: Space) = "step",
    Load(kind: Kind) = "load",
    Unload(kind: Kind) = "unload",
    Group(kind: Kind) = "group",
    Stop = "stop",
    End = "end",
    Allow = "allow",
    Deny = "deny",

    // Fighting
    Retreat(to: Space) = "retreat",
    Pay = "pay",
    Hold = "hold",
    /// One more on a die of this ship that shows this value.
    Bomb(kind: Kind, value: Amount) = "bomb",
    Strike(kind: Kind) = "strike",
    Lose(kind: Kind) = "lose",
    Repair(kind: Kind) = "repair",
    Conquer = "conquer",
    Liberate = "liberate",
    Regain = "regain",
    Befriend(card: Card) = "befriend",

    // Secondary actions
    Council(number: Amount) = "council",
    Arm(number: Amount) = "arm",
    Smuggle(tech: Tech) = "smuggle",
    Enslave(planet: Space) = "enslave",
    Metropolis(planet: Space) = "metropolis",
    Construct(at: Space) = "construct",
}
