//! One variant per kind of click, with its sentence and its index.

use std::fmt;
use std::str::FromStr;

use astrarium_core::action::no_sentence;
use astrarium_core::{Action as Sentence, Piece, Refusal};

use crate::piece::{Act, Berth, Card, Empire, Faction, Foe, Good, Kind, Planet, Region, Tech, Token, Work};

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
                    _ => Err(no_sentence(text, "a verb such as take-action, follow, enter, attack, build, done")),
                }
            }
        }
    };
}

sentences! {
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
