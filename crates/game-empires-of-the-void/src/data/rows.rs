//! What a row of a file says.

use std::collections::BTreeMap;

use astrarium_core::Set;
use astrarium_core::data::{Spanned, entries, within};
use serde::Deserialize;

use crate::piece::*;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    pub actions: Spanned<u8>,
    pub hand_limit: Spanned<u8>,
    pub starting_cards: Spanned<u8>,
    pub cards_of_a_kind: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub diplomacy_dice: u8,
    #[serde(deserialize_with = "within::<-99, 99, _, _>")]
    pub diplomacy_targets: [i16; 4],
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub obstacle_survives: u8,
    pub planet_hits: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub infest_on: u8,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub infest_on_spores: u8,
    pub infestation_hits: Spanned<u8>,
    pub infestation_hits_spores: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub infestation_tokens: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub council_prices: [u16; 5],
    pub group_size: Spanned<u8>,
    pub move_all_actions: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub move_plus_ships: u8,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub carried_initiative: u8,
    pub repair_share: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub new_earth_income: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub new_earth_points: u16,
    pub raiders_of_distress: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub offers: OfferLimits,
    pub offer_cards: Spanned<u8>,
    pub offer_credits: Spanned<u8>,
    pub raider: Raider,
    pub bonus: Bonus,
    #[serde(deserialize_with = "within::<0, 50, _, _>")]
    pub(super) scores: BTreeMap<String, (u16, u16)>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OfferLimits {
    pub step: u8,
    pub turn: u8,
    pub between: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Raider {
    pub initiative: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 7, _, _>")]
    pub attack: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Bonus {
    #[serde(deserialize_with = "within::<-20, 20, _, _>")]
    pub mirrane: i16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub commerce_net: u16,
    pub docking_bay: Spanned<u8>,
    pub sunhammer_ii_dice: Spanned<u8>,
    pub sunhammer_ii_room: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub retreat_price: u16,
    pub extra_move_price: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub row_price: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub star_price: u16,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub black_hole_double: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub roth: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub windfall: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub rush_ships: u8,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub bazaar_credits: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub bazaar_cards: u8,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub mercenary_price: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub arms_fair: u16,
    pub festival: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub decree: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub trade_boom: u16,
    pub maintenance_ships: Spanned<u8>,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub refugees: u16,
    pub meezle_credits: Spanned<u8>,
}

/// The named differences between the editions.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EditionData {
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub starting_credits: StartingCredits,
    pub event_first: bool,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    deck: ByPlayers<[u8; 3]>,
    pub event_after_score: bool,
    pub(super) tokens: Spanned<Tokens>,
    pub obstacles: Obstacles,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub kill_points: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub mine: u16,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    row: ByPlayers<u8>,
    #[serde(deserialize_with = "within::<0, 9, _, _>")]
    pub row_use: RowUse,
    pub liberate_allied: bool,
    pub card_for_loss: bool,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub home_points: HomePoints,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub technology_points: TechnologyPoints,
    pub secondary: bool,
    pub first_player_moves: bool,
    #[serde(deserialize_with = "entries::<0, 2, _, _>")]
    pub once_a_turn: Vec<Once>,
    #[serde(deserialize_with = "within::<0, 5, _, _>")]
    pub capital: u8,
    pub repair_bay: bool,
    pub objectives: bool,
    pub cover_with_three: bool,
    pub two_players: Spanned<TwoPlayers>,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum StartingCredits {
    Fixed(u16),
    RaceIncome(RaceIncome),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RaceIncome {
    RaceIncome,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ByPlayers<T> {
    two: T,
    three: T,
    four: T,
}

impl<T> ByPlayers<T> {
    fn get(&self, players: u8) -> &T {
        match players {
            2 => &self.two,
            3 => &self.three,
            _ => &self.four,
        }
    }
}

/// How many tokens of a kind there are: of each colour, of each alien ship, of a race's own ship.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Tokens {
    starfighter: u8,
    centipede: u8,
    diplomat: u8,
    starcruiser: u8,
    sunhammer: u8,
    alien: u8,
    infestor: u8,
    special: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Obstacles {
    /// Only who ignores an obstacle passes it.
    Closed,
    /// Everybody may try; a die decides.
    Rolled,
}

/// What the face-up row is for.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowUse {
    /// So many hand cards may be swapped with it in a turn, without an action.
    Swaps(u8),
    /// Culture may buy from it; two players may exchange instead.
    Culture,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct HomePoints {
    pub own: u16,
    pub foreign: u16,
    pub turn_end: u16,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
pub enum TechnologyPoints {
    /// Points for this many technologies; the highest step counts.
    Steps(Vec<(u8, u16)>),
    Printed(Printed),
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Printed {
    Printed,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Once {
    MoveAll,
    ExtraMove,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TwoPlayers {
    #[serde(deserialize_with = "entries::<3, 6, _, _>")]
    pub outer: Vec<usize>,
    #[serde(deserialize_with = "entries::<0, 6, _, _>")]
    pub guarded: Vec<usize>,
}

impl EditionData {
    /// Events before each of the three score cards.
    pub fn deck(&self, players: u8) -> [u8; 3] {
        *self.deck.get(players)
    }

    pub fn row(&self, players: u8) -> u8 {
        *self.row.get(players)
    }

    pub fn once(&self, what: Once) -> bool {
        self.once_a_turn.contains(&what)
    }

    pub fn tokens(&self, kind: Kind) -> u8 {
        let tokens = self.tokens.get_ref();
        match kind {
            Kind::Starfighter => tokens.starfighter,
            Kind::Centipede => tokens.centipede,
            Kind::Diplomat => tokens.diplomat,
            Kind::Starcruiser => tokens.starcruiser,
            Kind::Sunhammer => tokens.sunhammer,
            Kind::Infestor => tokens.infestor,
            Kind::Millipede | Kind::Dragonfly | Kind::Freighter => tokens.special,
            _ => tokens.alien,
        }
    }
}

/// A race board (EV-005, KU-033).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RaceData {
    pub name: String,
    pub home: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u16,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub discount: u16,
    #[serde(default, deserialize_with = "within::<-20, 20, _, _>")]
    pub roll: i16,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub swift: u8,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub mine: u16,
    #[serde(default)]
    pub new: bool,
    pub text: String,
}

/// A ship's row; its initiative is its place in the order of fire (KU-035).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ShipData {
    pub name: String,
    #[serde(default)]
    pub needs: Needs,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub cost: u16,
    #[serde(rename = "move")]
    pub moves: Spanned<u8>,
    pub initiative: Spanned<u8>,
    pub dice: Spanned<u8>,
    pub attack: Spanned<u8>,
    pub native: Option<Native>,
}

/// What building a ship needs (EV-044, EV-045).
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Needs {
    #[default]
    Nothing,
    Technology(Tech),
    /// The ability of a planet.
    Planet(Space),
    Race(Race),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Native {
    Detection,
    Cloaking,
    Beam,
}

/// A planet card (KU-037).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PlanetData {
    pub name: String,
    pub temperament: Temperament,
    pub good: Good,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub income: u16,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub points: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub influence: u16,
    pub ability: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TechRow {
    pub(super) name: String,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub(super) cost: u16,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub(super) points: u16,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub(super) column: u8,
    #[serde(default, deserialize_with = "entries::<0, 6, _, _>")]
    pub(super) needs: Vec<Tech>,
    pub(super) good: Option<Good>,
    pub(super) race: Option<Race>,
    pub(super) text: String,
}

#[derive(Debug)]
pub struct TechData {
    pub name: String,
    pub cost: u16,
    pub points: u16,
    pub column: u8,
    pub needs: Set<Tech>,
    pub good: Option<Good>,
    pub race: Option<Race>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct EventData {
    pub name: String,
    pub planet: Option<Space>,
    #[serde(default)]
    pub first_edition_only: bool,
    #[serde(default, deserialize_with = "within::<0, 9, _, _>")]
    pub raiders: u8,
    #[serde(default, deserialize_with = "within::<0, 20, _, _>")]
    pub prize: u16,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TacticData {
    pub name: String,
    pub(super) temperament: Temperament,
    pub cards: Spanned<u8>,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectiveData {
    pub name: String,
    #[serde(deserialize_with = "within::<0, 20, _, _>")]
    pub points: u16,
    #[serde(deserialize_with = "within::<0, 99, _, _>")]
    pub count: u8,
}
