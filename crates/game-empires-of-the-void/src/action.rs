//! One variant per kind of click, with its sentence and its index.

use std::fmt;
use std::str::FromStr;

use astrarium_core::action::no_sentence;
use astrarium_core::{Action as Sentence, Piece, Refusal};

use crate::piece::{Card, Colour, Corner, Good, Hex, Kind, Number, Obstacle, Race, Space, Target, Tech, Temperament};

/// Declares the sentences: a verb, then its words. Indices run through them in order, the first word fastest.
macro_rules! sentences {
    ($($(#[$doc:meta])* $variant:ident $(($($arg:ident: $ty:ident),+))? = $verb:literal),+ $(,)?) => {
        #[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Action { $($(#[$doc])* $variant $(($($ty),+))?),+ }

        impl Sentence for Action {
            const COUNT: u32 = 0 $(+ 1 $($(* <$ty as Piece>::COUNT as u32)+)?)+;

            #[allow(unused_mut, unused_assignments, unused_variables)]
            fn index(self) -> u32 {
                let mut base = 0;
                $(
                    let (mut offset, mut size) = (0, 1);
                    if let Action::$variant $(($($arg),+))? = self {
                        $($(
                            offset += size * $arg.index() as u32;
                            size *= <$ty as Piece>::COUNT as u32;
                        )+)?
                        return base + offset;
                    }
                    base += 1 $($(* <$ty as Piece>::COUNT as u32)+)?;
                )+
                unreachable!("every variant is listed")
            }

            #[allow(unused_mut, unused_assignments)]
            fn from_index(mut index: u32) -> Option<Action> {
                $(
                    let size = 1 $($(* <$ty as Piece>::COUNT as u32)+)?;
                    if index < size {
                        $($(
                            let $arg = <$ty as Piece>::from_index(index as usize % <$ty as Piece>::COUNT);
                            index /= <$ty as Piece>::COUNT as u32;
                        )+)?
                        return Some(Action::$variant $(($($arg),+))?);
                    }
                    index -= size;
                )+
                None
            }
        }

        impl fmt::Display for Action {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self {
                    $(Action::$variant $(($($arg),+))? => {
                        f.write_str($verb)?;
                        $($(write!(f, " {}", $arg)?;)+)?
                        Ok(())
                    })+
                }
            }
        }

        impl FromStr for Action {
            type Err = Refusal;

            fn from_str(text: &str) -> Result<Action, Refusal> {
                let mut words = text.split_whitespace();
                match words.next().unwrap_or_default() {
                    $($verb => {
                        let expected = concat!($verb $(, $(" <", stringify!($ty), ">"),+)?);
                        $($(let $arg: $ty = words.next().and_then(|w| w.parse().ok()).ok_or_else(|| no_sentence(text, expected))?;)+)?
                        if words.next().is_some() { Err(no_sentence(text, expected)) } else { Ok(Action::$variant $(($($arg),+))?) }
                    })+
                    _ => Err(no_sentence(text, "a verb such as build, move, step, attack, culture, end-actions")),
                }
            }
        }
    };
}

sentences! {
    // Setup
    ChooseRace(race: Race) = "choose-race",
    ChooseCorner(corner: Corner) = "choose-corner",
    Cover(planet: Space) = "cover",
    /// In setup, and for the Gravitonic Anomaly.
    Rotate(hex: Hex, steps: Number) = "rotate",
    KeepHexagons = "keep-hexagons",

    // Events
    SendPirates(hex: Hex) = "send-pirates",
    Chart(obstacle: Obstacle) = "chart",
    Sell(card: Card) = "sell",
    Hire = "hire",

    // Offers
    OfferTo(partner: Colour) = "offer-to",
    GiveCard(card: Card) = "give-card",
    GiveCredits(credits: Number) = "give-credits",
    AskCard(kind: Temperament) = "ask-card",
    AskCredits(credits: Number) = "ask-credits",
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
    Bomb(kind: Kind, value: Number) = "bomb",
    Strike(kind: Kind) = "strike",
    Lose(kind: Kind) = "lose",
    Repair(kind: Kind) = "repair",
    Conquer = "conquer",
    Liberate = "liberate",
    Regain = "regain",
    Befriend(card: Card) = "befriend",

    // Secondary actions
    Council(number: Number) = "council",
    Arm(number: Number) = "arm",
    Smuggle(tech: Tech) = "smuggle",
    Enslave(planet: Space) = "enslave",
    Metropolis(planet: Space) = "metropolis",
    Construct(at: Space) = "construct",
}
