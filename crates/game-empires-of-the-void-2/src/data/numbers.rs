//! The numbers of the game, and the bounds of each.

use astrarium_core::data::{Spanned, within};
use serde::Deserialize;

use super::PLACES;

/// The numbers of the game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    pub(super) count: Vec<Spanned<Count>>,
    pub supply: Supply,
    pub start: Start,
    pub price: Price,
    pub board: Board,
    pub battle: Battle,
    pub diplomacy: Diplomacy,
    pub fungus: Fungus,
    pub misc: Misc,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Count {
    #[serde(deserialize_with = "within::<2, 5, _, _>")]
    pub players: u8,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub credits: u8,
    #[serde(deserialize_with = "within::<0, 1, _, _>")]
    pub tokens: u8,
    #[serde(deserialize_with = "within::<0, 3, _, _>")]
    pub sarkeen: u8,
    #[serde(deserialize_with = "within::<1, 5, _, _>")]
    pub quiet: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Supply {
    #[serde(deserialize_with = "within::<12, 60, _, _>")]
    pub goods_each: u8,
    #[serde(deserialize_with = "within::<3, 60, _, _>")]
    pub markers: u8,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub cubes: u8,
    #[serde(deserialize_with = "within::<5, 60, _, _>")]
    pub command_tokens: u8,
    #[serde(deserialize_with = "within::<0, 60, _, _>")]
    pub fungus: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub paths: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Start {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub action_credits: u8,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub hand: u8,
    #[serde(deserialize_with = "within::<2, 2, _, _>")]
    pub empire: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub goods: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub score_range: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Price {
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub any_action: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub scavenging: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub step: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub attack: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub burn: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub burn_credits: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Diplomacy {
    #[serde(deserialize_with = "within::<1, 14, _, _>")]
    pub alliance: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub marker: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub matching: u8,
    #[serde(deserialize_with = "within::<1, 24, _, _>")]
    pub enough: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub foresight: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Fungus {
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub most: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub hazard: u8,
    #[serde(deserialize_with = "within::<0, 6, _, _>")]
    pub worst: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub loss: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Misc {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub nimble: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub plasma: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub protection: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub lab: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub network: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub memory: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub forges: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub splicing: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub barter: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub freight: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub tithe: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub circuits: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub tech_vp: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub linguistics: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub editing: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub cybernetics: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub rites: u8,
    #[serde(deserialize_with = "within::<2, 2, _, _>")]
    pub empire_draw: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub empire_hand: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub last_laps: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub colony: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Board {
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub hand: u8,
    #[serde(deserialize_with = "within::<1, 20, _, _>")]
    pub command: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub city: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub base: u8,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub academy: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub track_goods: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub least_price: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub city_vp: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub base_vp: [u8; PLACES],
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub academy_vp: [u8; PLACES],
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Battle {
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub vp: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub units: u8,
    #[serde(deserialize_with = "within::<1, 9, _, _>")]
    pub packed: u8,
    #[serde(deserialize_with = "within::<1, 40, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 3, _, _>")]
    pub base_dice: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub base_power: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub liberation: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub fury: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub loot: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub precise: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub daze: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub reflexes: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub matrix: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub oath: u8,
    pub sarkeen: Force,
    pub doom: Force,
}

#[derive(Copy, Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Force {
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub dice: u8,
    #[serde(deserialize_with = "within::<0, 40, _, _>")]
    pub power: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub vp: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub goods: u8,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub markers: u8,
}
