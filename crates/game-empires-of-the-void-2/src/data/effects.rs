//! What cards, tokens and events do and ask for, as short texts.

use std::str::FromStr;

use astrarium_core::data::{entries, nearest};
use serde::Deserialize;

use super::vocabulary::{EFFECTS, NEEDS, SITES};
use crate::piece::*;

/// What an Empire card asks for, at least this many.
#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Need {
    Regions(u8),
    Surfaces(u8),
    Inner(u8),
    Outer(u8),
    Uninhabited(u8),
    Allies(u8),
    Influenced(u8),
    Leading(u8),
    Beloved(u8),
    Cities(u8),
    Bases(u8),
    Academies(u8),
    Balanced(u8),
    Ark(u8),
    Technologies(u8),
    Units(u8),
    AlliedKinds(u8),
    Spread(u8),
    Deliveries(u8),
}

/// What an event does.
#[derive(Clone, Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Op {
    #[serde(deserialize_with = "entries::<1, 3, _, _>")]
    GoodsOn(Vec<(Good, u8)>),
    NativePower(i8),
    Landing(u8),
    Lanes(u8),
    /// A battle won on the surface gives no VP.
    Peace,
    /// The surface gives no income.
    Strike,
    Symposium(u8),
    Quest {
        on: Trigger,
        #[serde(default)]
        fungus: u8,
        #[serde(deserialize_with = "entries::<1, 8, _, _>")]
        reward: Vec<Effect>,
    },
    Tribute(u8),
    Auction(u8),
    Trials {
        least: u8,
        command: u8,
    },
    Shakedown(u8),
    Festival {
        good: Good,
        credits: u8,
    },
    Breakthrough(Good),
    TradeFair(u8),
    Pirates {
        most: u8,
        credits: u8,
    },
    Tremor(u8),
    Dream(u8),
    Command(i8),
    Path,
    Spores(u8),
    Overgrowth {
        orbit: u8,
        nodes: u8,
    },
    Spread,
}

/// When a quest is claimed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trigger {
    Battle,
    Delivery,
    Surface,
    Cure,
    Cube,
    Technology,
    Core,
    Burn,
}

/// What a card, a token or a quest gives, one step at a time.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Effect {
    Credits(u8),
    Vp(u8),
    Command(u8),
    CommandToken,
    Goods(Good, u8),
    GoodsRandom(u8),
    GoodsChoice(u8),
    Influence(Planet, u8),
    InfluenceHere(u8),
    InfluenceChoice(u8),
    Oust(Planet, u8),
    Draw(u8),
    EmpireDraw,
    /// A free unit here, or this many credits if none is left.
    RecruitHere(Kind, u8),
    /// A free unit in a region of the planet where the seat has one.
    RecruitNear(Planet, Kind),
    FreeMove(u8),
    /// With an attack.
    Raid(u8),
    Jump,
    BuildNow(u8),
    Grab(u8),
    Tax(u8),
    /// Another seat gets random goods.
    Gift(u8),
    FungusHere(u8),
    /// So many, within a distance of an own unit.
    FungusChoice(u8, u8),
    Cleanse(u8),
    /// A path token here, or this many credits.
    PathHere(u8),
    /// On a die of at least this: random goods; else fewer.
    Shaft {
        least: u8,
        good: u8,
        bad: u8,
    },
    /// On a die of at least this: random goods; else this much command is lost.
    Lair {
        least: u8,
        goods: u8,
        command: u8,
    },
}

impl Effect {
    /// Sends units out: only an action card can, whose movement does not begin within another.
    pub(super) fn moves(self) -> bool {
        matches!(self, Effect::FreeMove(_) | Effect::Raid(_) | Effect::Jump)
    }

    /// What a text about it has to say.
    pub(super) fn numbers(self) -> Vec<u8> {
        match self {
            Effect::CommandToken | Effect::EmpireDraw | Effect::RecruitNear(..) | Effect::Jump => Vec::new(),
            Effect::FungusChoice(n, far) => vec![n, far],
            Effect::Shaft { least, good, bad } => vec![least, good, bad],
            Effect::Lair { least, goods, command } => vec![least, goods, command],
            Effect::Credits(n)
            | Effect::Vp(n)
            | Effect::Command(n)
            | Effect::Goods(_, n)
            | Effect::GoodsRandom(n)
            | Effect::GoodsChoice(n)
            | Effect::Influence(_, n)
            | Effect::InfluenceHere(n)
            | Effect::InfluenceChoice(n)
            | Effect::Oust(_, n)
            | Effect::Draw(n)
            | Effect::RecruitHere(_, n)
            | Effect::FreeMove(n)
            | Effect::Raid(n)
            | Effect::BuildNow(n)
            | Effect::Grab(n)
            | Effect::Tax(n)
            | Effect::Gift(n)
            | Effect::FungusHere(n)
            | Effect::Cleanse(n)
            | Effect::PathHere(n) => vec![n],
        }
    }

    /// Is about the region where a movement has ended.
    pub(super) fn is_here(self) -> bool {
        matches!(self, Effect::InfluenceHere(_) | Effect::RecruitHere(..) | Effect::FungusHere(_) | Effect::PathHere(_))
    }
}

/// A pickup place or a destination; numbers are least distances from the pickup.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Site {
    Orbit(Planet),
    Surface(Planet),
    Core,
    Wormhole,
    Node(u8),
    Uninhabited(u8),
    OwnUninhabited,
    OwnBuilding,
    OtherOrbit(u8),
    OtherSurface(u8),
}

/// What an action card demands.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Needs {
    #[default]
    Nothing,
    Near(Planet),
    Together(Planet, u8),
    /// A unit on an uninhabited planet.
    Uninhabited,
    /// Own influence on a planet that can take more.
    Influence,
}

fn read<T: FromStr>(word: &str) -> Result<T, String> {
    word.parse().map_err(|_| format!("“{word}” does not belong here"))
}

/// A small number; larger ones make no sense on a card.
fn small(word: &str) -> Result<u8, String> {
    read(word).and_then(|n| if n <= 9 { Ok(n) } else { Err(format!("{n} is too much: expected 0 to 9")) })
}

/// Not said as in any of the examples: the one that was most likely meant, or all verbs.
fn unknown(text: &str, kind: &str, examples: &[&str]) -> String {
    let verb = |text: &str| text.split(' ').next().unwrap_or("").to_string();
    let verbs: Vec<String> = examples.iter().map(|example| verb(example)).collect();
    let meant = nearest(&verb(text), verbs.iter().map(String::as_str)).map(String::from);
    let known = meant.clone().unwrap_or_else(|| verb(text));
    let hint = meant.map(|meant| format!(" (did you mean “{meant}”?)")).unwrap_or_default();
    let right = verbs.iter().position(|verb| *verb == known).map(|at| format!("such as “{}”", examples[at]));
    format!("“{text}” is no {kind}{hint}: expected {}", right.unwrap_or_else(|| format!("one of {}", verbs.join(", "))))
}

impl TryFrom<String> for Effect {
    type Error = String;

    fn try_from(text: String) -> Result<Effect, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["credits", n] => Effect::Credits(small(n)?),
            ["vp", n] => Effect::Vp(small(n)?),
            ["command", n] => Effect::Command(small(n)?),
            ["command-token"] => Effect::CommandToken,
            ["goods", good, n] => Effect::Goods(read(good)?, small(n)?),
            ["goods-random", n] => Effect::GoodsRandom(small(n)?),
            ["goods-choice", n] => Effect::GoodsChoice(small(n)?),
            ["influence", planet, n] => Effect::Influence(read(planet)?, small(n)?),
            ["influence-here", n] => Effect::InfluenceHere(small(n)?),
            ["influence-choice", n] => Effect::InfluenceChoice(small(n)?),
            ["oust", planet, n] => Effect::Oust(read(planet)?, small(n)?),
            ["draw", n] => Effect::Draw(small(n)?),
            ["empire-draw"] => Effect::EmpireDraw,
            ["recruit-here", kind, n] => Effect::RecruitHere(read(kind)?, small(n)?),
            ["recruit-near", planet, kind] => Effect::RecruitNear(read(planet)?, read(kind)?),
            ["free-move", n] => Effect::FreeMove(small(n)?),
            ["raid", n] => Effect::Raid(small(n)?),
            ["jump"] => Effect::Jump,
            ["build-now", n] => Effect::BuildNow(small(n)?),
            ["grab", n] => Effect::Grab(small(n)?),
            ["tax", n] => Effect::Tax(small(n)?),
            ["gift", n] => Effect::Gift(small(n)?),
            ["fungus-here", n] => Effect::FungusHere(small(n)?),
            ["fungus-choice", n, distance] => Effect::FungusChoice(small(n)?, small(distance)?),
            ["cleanse", n] => Effect::Cleanse(small(n)?),
            ["path-here", n] => Effect::PathHere(small(n)?),
            ["shaft", least, good, bad] => Effect::Shaft { least: small(least)?, good: small(good)?, bad: small(bad)? },
            ["lair", least, goods, command] => {
                Effect::Lair { least: small(least)?, goods: small(goods)?, command: small(command)? }
            }
            _ => return Err(unknown(&text, "effect", EFFECTS)),
        })
    }
}

impl TryFrom<String> for Site {
    type Error = String;

    fn try_from(text: String) -> Result<Site, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["orbit", planet] => Site::Orbit(read(planet)?),
            ["surface", planet] => Site::Surface(read(planet)?),
            ["core"] => Site::Core,
            ["wormhole"] => Site::Wormhole,
            ["node", n] => Site::Node(small(n)?),
            ["uninhabited", n] => Site::Uninhabited(small(n)?),
            ["own-uninhabited"] => Site::OwnUninhabited,
            ["own-building"] => Site::OwnBuilding,
            ["other-orbit", n] => Site::OtherOrbit(small(n)?),
            ["other-surface", n] => Site::OtherSurface(small(n)?),
            _ => return Err(unknown(&text, "place", SITES)),
        })
    }
}

impl TryFrom<String> for Needs {
    type Error = String;

    fn try_from(text: String) -> Result<Needs, String> {
        let words: Vec<&str> = text.split(' ').collect();
        Ok(match words[..] {
            ["near", planet] => Needs::Near(read(planet)?),
            ["together", planet, n] => Needs::Together(read(planet)?, small(n)?),
            ["uninhabited"] => Needs::Uninhabited,
            ["influence"] => Needs::Influence,
            _ => return Err(unknown(&text, "requirement", NEEDS)),
        })
    }
}
