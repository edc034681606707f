//! What is printed: typed tables from `data/`, checked whole.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::sync::OnceLock;

use astrarium_core::data::{Claim, Files, Hook, Pack, PackError, Reading, Spanned, within};
use astrarium_core::{Piece, Seat};
use serde::Deserialize;

use crate::piece::{ByKind, CENTRE, Goods, Kind, SPACES, Space, Spaces, TECHS, TILES, Tech, Tile, Tiles};

#[derive(Debug)]
pub struct Data {
    pub files: Files,
    pub numbers: Numbers,
    pub units: ByKind<Unit>,
    pub token: TokenUnit,
    /// Marks by resource and die.
    pub market: [[u8; DIE]; 3],
    pub techs: [TechData; TECHS],
    pub tiles: [TileData; TILES],
    pub layouts: Vec<Layout>,
    /// The middle of each space on the drawing.
    pub at: [(i32, i32); SPACES],
    /// The spaces that touch each space.
    pub near: [Spaces; SPACES],
    /// The tiles of each part of the stack, without home tiles (GE-010).
    pub plain: Tiles,
    pub atomic: Tiles,
}

/// The shape of the dice and of the market: four dice for three resources.
pub const DIE: usize = 6;
pub const PRICE_DICE: usize = 4;
/// The most dice of one roll, whatever the pack says.
pub const MOST_DICE: usize = 24;
/// The phases of a combat round.
pub const COMBAT_PHASES: u8 = 3;
/// The most influence tokens a seat places in one Regent role.
pub const MOST_INFLUENCE: usize = 3;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Numbers {
    pub start_marks: u8,
    pub start_metal: u8,
    pub start_energy: u8,
    pub start_fighters: u8,
    pub store_metal: u8,
    pub store_energy: u8,
    pub sector_food: u8,
    pub pool_food: u8,
    pub pool_metal: u8,
    pub pool_energy: u8,
    pub extra_tiles: u8,
    pub round_tiles: u8,
    pub income: u8,
    pub merchant_marks: u8,
    pub steward_goods: u8,
    pub scientist_discount: u8,
    pub warlord_dice: u8,
    pub influence_drawn: u8,
    pub influence_price: u8,
    pub influence_rise: u8,
    pub empire_influence: u8,
    pub starbase_influence: u8,
    pub ambassador_uses: u8,
    pub fusion_moves: u8,
    pub plasma_bonus: u8,
    pub ion_dice: u8,
    pub shield_hits: u8,
    pub robotics_metal: u8,
    pub protein_sectors: u8,
    pub diplomat_price: u8,
    pub pirate_goods: u8,
    pub catch_on: u8,
    pub die_sides: u8,
    pub battle_vp: u8,
    pub store_vp: u8,
    pub marks_vp: u8,
    pub tied_marks_vp: u8,
    pub round_limit: u8,
    pub battle_round_cap: u8,
    pub dukedom_roles: u8,
}

/// Bounds that the rules rely on, so that no pack leads to a dead end or an overflow.
const BOUNDS: &[(&str, RangeInclusive<u8>)] = &[
    ("start-marks", 0..=99),
    ("start-metal", 0..=6),
    ("start-energy", 0..=3),
    ("start-fighters", 0..=8),
    ("store-metal", 1..=6),
    ("store-energy", 1..=3),
    ("sector-food", 1..=2),
    ("pool-food", 0..=255),
    ("pool-metal", 36..=255),
    ("pool-energy", 18..=255),
    ("extra-tiles", 0..=8),
    ("round-tiles", 0..=8),
    ("income", 0..=50),
    ("merchant-marks", 0..=50),
    ("steward-goods", 1..=1),
    ("scientist-discount", 0..=9),
    ("warlord-dice", 0..=1),
    ("influence-drawn", 1..=2),
    ("influence-price", 0..=50),
    ("influence-rise", 0..=30),
    ("empire-influence", 1..=1),
    ("starbase-influence", 2..=2),
    ("ambassador-uses", 0..=9),
    ("fusion-moves", 0..=2),
    ("plasma-bonus", 0..=3),
    ("ion-dice", 0..=1),
    ("shield-hits", 1..=1),
    ("robotics-metal", 0..=20),
    ("protein-sectors", 0..=9),
    ("diplomat-price", 0..=50),
    ("pirate-goods", 1..=1),
    ("catch-on", 2..=6),
    ("die-sides", 6..=6),
    ("battle-vp", 0..=9),
    ("store-vp", 0..=9),
    ("marks-vp", 0..=9),
    ("tied-marks-vp", 0..=9),
    ("round-limit", 10..=60),
    ("battle-round-cap", 10..=60),
    ("dukedom-roles", 1..=3),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Unit {
    pub name: String,
    #[serde(rename = "move")]
    pub moves: u8,
    pub dice: u8,
    pub hits_on: u8,
    pub hit_points: u8,
    pub phase: u8,
    pub price: Price,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Price {
    pub metal: u8,
    pub energy: u8,
    pub marks: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct TokenUnit {
    pub empire_dice: u8,
    pub starbase_dice: u8,
    pub hits_on: u8,
    pub phase: u8,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Units {
    fighter: Spanned<Unit>,
    cruiser: Spanned<Unit>,
    dreadnought: Spanned<Unit>,
    token: Spanned<TokenUnit>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TechData {
    pub name: String,
    pub energy: Spanned<u8>,
    /// The role it is used in, or `any`.
    pub role: String,
    pub text: String,
}

impl TechData {
    pub fn cost(&self) -> u8 {
        *self.energy.get_ref()
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TileData {
    pub name: String,
    pub kind: TileKind,
    pub back: Option<Back>,
    #[serde(default)]
    pub planets: u8,
    #[serde(default)]
    pub food: u8,
    #[serde(default)]
    pub metal: u8,
    #[serde(default)]
    pub energy: u8,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
/// What a tile shows (GE-P003).
pub enum TileKind {
    OmegaSun,
    BlackHole,
    Home,
    Planet,
    Sun,
    Void,
}

impl TileKind {
    pub fn is_sun(self) -> bool {
        matches!(self, TileKind::OmegaSun | TileKind::Sun)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Back {
    Plain,
    Atomic,
}

/// What depends on the number of players (GE-004, GE-017).
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Layout {
    pub count: u8,
    pub empire_tokens: u8,
    pub victory_points: u16,
    standard: Vec<Space>,
    spread: Vec<Space>,
}

impl Layout {
    pub fn home(&self, seat: Seat, spread: bool) -> Space {
        (if spread { &self.spread } else { &self.standard })[seat.index()]
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Layouts {
    players: Vec<Spanned<Layout>>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SpaceRow {
    hex: Spanned<(i8, i8)>,
    #[serde(deserialize_with = "within::<0, 1000, _, _>")]
    at: (i32, i32),
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Market {
    food: Spanned<[u8; DIE]>,
    metal: Spanned<[u8; DIE]>,
    energy: Spanned<[u8; DIE]>,
}

const NUMBERS: &str = "numbers.toml";
const BOARD: &str = "board.toml";
const LAYOUTS: &str = "layouts.toml";
const TILE_FILE: &str = "tiles.toml";
const MARKET: &str = "market.toml";
const UNITS: &str = "units.toml";
const TECH_FILE: &str = "techs.toml";

impl Pack for Data {
    const FILES: &'static [(&'static str, &'static str)] = &[
        (NUMBERS, include_str!("../data/numbers.toml")),
        (BOARD, include_str!("../data/board.toml")),
        (LAYOUTS, include_str!("../data/layouts.toml")),
        (TILE_FILE, include_str!("../data/tiles.toml")),
        (MARKET, include_str!("../data/market.toml")),
        (UNITS, include_str!("../data/units.toml")),
        (TECH_FILE, include_str!("../data/techs.toml")),
    ];
    const RELEASED: &'static [(&'static str, &'static str)] =
        &[("1de57d83edf8f112c4b0bd1844ab673b", "99f3ed5f9ef86845da03e2e7dd2d19a7")];

    fn read(files: &Reading<'_>) -> Result<Data, Vec<PackError>> {
        let read = Read::new(files).map_err(|e| vec![e])?;
        let faults = read.faults(files);
        if faults.is_empty() { Ok(read.build((**files).clone())) } else { Err(faults) }
    }

    fn files(&self) -> &Files {
        &self.files
    }

    fn claims(&self) -> Vec<PackError> {
        self.hooks().iter().filter_map(|hook| hook.check(&self.files)).collect()
    }
}

/// The built-in pack.
pub fn house() -> &'static Data {
    static HOUSE: OnceLock<Data> = OnceLock::new();
    HOUSE.get_or_init(|| Data::parse(&Files::house::<Data>()).expect("the built-in pack is whole"))
}

/// The files as they were read, before they are checked against each other.
struct Read {
    numbers: Numbers,
    spans: BTreeMap<String, Spanned<u8>>,
    board: BTreeMap<Spanned<Space>, SpaceRow>,
    layouts: Layouts,
    tiles: BTreeMap<Spanned<Tile>, TileData>,
    market: Market,
    units: Units,
    techs: BTreeMap<Spanned<Tech>, TechData>,
}

impl Read {
    fn new(files: &Reading<'_>) -> Result<Read, PackError> {
        Ok(Read {
            numbers: files.get(NUMBERS)?,
            spans: files.get(NUMBERS)?,
            board: files.get(BOARD)?,
            layouts: files.get(LAYOUTS)?,
            tiles: files.get(TILE_FILE)?,
            market: files.get(MARKET)?,
            units: files.get(UNITS)?,
            techs: files.get(TECH_FILE)?,
        })
    }

    fn build(self, files: Files) -> Data {
        let hexes: Vec<(i8, i8)> = self.board.values().map(|row| *row.hex.get_ref()).collect();
        let near = std::array::from_fn(|i| Space::all().filter(|s| touch(hexes[i], hexes[s.index()])).collect());
        let at: Vec<(i32, i32)> = self.board.values().map(|row| row.at).collect();
        let tiles: Vec<TileData> = self.tiles.into_values().collect();
        let of = |back| {
            let fits = |t: &Tile| tiles[t.index()].back == Some(back) && tiles[t.index()].kind != TileKind::Home;
            Tile::all().filter(fits).collect()
        };
        let techs: Vec<TechData> = self.techs.into_values().collect();
        let units = [self.units.fighter, self.units.cruiser, self.units.dreadnought];
        Data {
            files,
            numbers: self.numbers,
            units: ByKind::new(units.map(Spanned::into_inner)),
            token: self.units.token.into_inner(),
            market: [self.market.food, self.market.metal, self.market.energy].map(Spanned::into_inner),
            techs: techs.try_into().expect("checked: every technology is there"),
            layouts: self.layouts.players.into_iter().map(Spanned::into_inner).collect(),
            at: at.try_into().expect("checked: every space is there"),
            near,
            plain: of(Back::Plain),
            atomic: of(Back::Atomic),
            tiles: tiles.try_into().expect("checked: every tile is there"),
        }
    }

    fn faults(&self, files: &Files) -> Vec<PackError> {
        let numbers = check_numbers(files, &self.spans);
        let others = [
            check_board(files, &self.board),
            check_layouts(files, &self.layouts),
            check_tiles(files, &self.tiles),
            check_market(files, &self.market),
            check_units(files, &self.units, &self.numbers),
            check_techs(files, &self.techs),
        ];
        numbers.into_iter().chain(others.into_iter().flatten()).collect()
    }
}

fn touch(a: (i8, i8), b: (i8, i8)) -> bool {
    matches!((b.0 - a.0, b.1 - a.1), (1, 0) | (0, 1) | (-1, 1) | (-1, 0) | (0, -1) | (1, -1))
}

impl Data {
    /// The row for this many seats on the board; setup knows 3 to 6.
    pub fn layout(&self, seats: usize) -> &Layout {
        self.layouts.iter().find(|l| usize::from(l.count) == seats).expect("checked: a row for 3 to 6 players")
    }

    pub fn tile(&self, tile: Tile) -> &TileData {
        &self.tiles[tile.index()]
    }

    pub fn unit(&self, kind: Kind) -> &Unit {
        &self.units[kind]
    }

    pub fn tech(&self, tech: Tech) -> &TechData {
        &self.techs[tech.index()]
    }

    /// The technologies, with the numbers that the pack sets.
    pub fn hooks(&self) -> Vec<Hook<'_>> {
        let n = &self.numbers;
        let hook = |tech: Tech| {
            let numbers = match tech {
                Tech::ShieldGenerators => vec![("shield-hits", n.shield_hits)],
                Tech::IonCannons => vec![("ion-dice", n.ion_dice)],
                Tech::PlasmaWeapons => vec![("plasma-bonus", n.plasma_bonus)],
                Tech::FusionEngines => vec![("fusion-moves", n.fusion_moves)],
                Tech::Robotics => vec![("robotics-metal", n.robotics_metal)],
                Tech::ProteinFields => vec![("protein-sectors", n.protein_sectors)],
                Tech::Saboteur => vec![("catch-on", n.catch_on)],
                Tech::Diplomat => vec![("diplomat-price", n.diplomat_price)],
                Tech::SpacePirate => vec![("pirate-goods", n.pirate_goods)],
                Tech::Ambassador | Tech::TimeWarp | Tech::LongRangeScanners => Vec::new(),
            };
            let may = match tech {
                Tech::Saboteur => (n.catch_on..=n.die_sides).map(u64::from).collect(),
                // One of two is kept (GE-182).
                Tech::LongRangeScanners => vec![2],
                _ => Vec::new(),
            };
            let claim = Claim { file: TECH_FILE, row: tech.word(), field: "text", text: &self.tech(tech).text };
            Hook { claim, numbers: numbers.into_iter().map(|(field, number)| (field, number.into())).collect(), may }
        };
        Tech::all().map(hook).collect()
    }

    /// One energy less for the chooser, down to nothing (GE-168).
    pub fn tech_cost(&self, tech: Tech, chooser: bool) -> u8 {
        let discount = if chooser { self.numbers.scientist_discount } else { 0 };
        self.tech(tech).cost().saturating_sub(discount)
    }

    /// Marks for one of a resource when its die shows `die` (GE-065).
    pub fn price(&self, goods: Goods, die: u8) -> u8 {
        self.market[goods.index()][usize::from(die - 1)]
    }
}

fn check_numbers(files: &Files, numbers: &BTreeMap<String, Spanned<u8>>) -> Vec<PackError> {
    let mut faults = Vec::new();
    for (name, bounds) in BOUNDS {
        // What is missing has been told.
        let Some(value) = numbers.get(*name) else { continue };
        if !bounds.contains(value.get_ref()) {
            let right = format!("a number from {} to {}", bounds.start(), bounds.end());
            faults.push(files.at(NUMBERS, value.span(), format!("{name} is {}", value.get_ref()), right));
        }
    }
    for (what, cap) in [("start-metal", "store-metal"), ("start-energy", "store-energy")] {
        if let (Some(start), Some(store)) = (numbers.get(what), numbers.get(cap))
            && start.get_ref() > store.get_ref()
        {
            faults.push(files.at(NUMBERS, start.span(), format!("{what} is more than {cap}"), "no more"));
        }
    }
    faults
}

fn check_board(files: &Files, board: &BTreeMap<Spanned<Space>, SpaceRow>) -> Vec<PackError> {
    if let Some(missing) = Space::all().find(|s| !board.keys().any(|k| k.get_ref() == s)) {
        return vec![files.at(BOARD, 0..0, format!("{missing} is missing"), "all 37 spaces")];
    }
    let mut faults = Vec::new();
    for (id, row) in board {
        let (q, r) = *row.hex.get_ref();
        let inside = [q, r].iter().all(|c| (-3..=3).contains(c)) && (-3..=3).contains(&(i16::from(q) + i16::from(r)));
        let middle = (*id.get_ref() == CENTRE) == ((q, r) == (0, 0));
        let twice = board.iter().any(|(other, o)| other != id && *o.hex.get_ref() == (q, r));
        if !inside || !middle || twice {
            let what = format!("the hexagon of {} is ({q}, {r})", id.get_ref());
            let right = "37 different hexagons at most 3 from the middle, (0, 0) for c0";
            faults.push(files.at(BOARD, row.hex.span(), what, right));
        }
    }
    faults
}

fn check_layouts(files: &Files, layouts: &Layouts) -> Vec<PackError> {
    let mut faults = Vec::new();
    for count in 3..=6 {
        if !layouts.players.iter().any(|l| l.get_ref().count == count) {
            faults.push(files.at(LAYOUTS, 0..0, format!("nothing for {count} players"), "a [[players]] table"));
        }
    }
    for (at, layout) in layouts.players.iter().enumerate() {
        let row = layout.get_ref();
        if !(3..=6).contains(&row.count) || layouts.players[..at].iter().any(|l| l.get_ref().count == row.count) {
            let what = format!("a table for {} players that no game uses", row.count);
            faults.push(files.at(LAYOUTS, layout.span(), what, "one table each for 3, 4, 5 and 6 players"));
        }
        for homes in [&row.standard, &row.spread] {
            let distinct = homes.iter().copied().collect::<Spaces>().len() == row.count;
            if homes.len() != usize::from(row.count) || !distinct || homes.contains(&CENTRE) {
                let right = "one space for each player, all different, not the centre";
                faults.push(files.at(LAYOUTS, layout.span(), format!("the homes of {} players", row.count), right));
            }
        }
        if !(4..=40).contains(&row.empire_tokens) || !(1..=2000).contains(&row.victory_points) {
            let what = format!("tokens or points of {} players", row.count);
            faults.push(files.at(LAYOUTS, layout.span(), what, "4 to 40 tokens, 1 to 2000 points"));
        }
    }
    faults
}

fn check_tiles(files: &Files, tiles: &BTreeMap<Spanned<Tile>, TileData>) -> Vec<PackError> {
    if let Some(missing) = Tile::all().find(|t| !tiles.keys().any(|k| k.get_ref() == t)) {
        return vec![files.at(TILE_FILE, 0..0, format!("{missing} is missing"), "all 38 tiles (GE-P002)")];
    }
    let mut faults = Vec::new();
    let mut plain = 0;
    for (id, row) in tiles {
        let tile = *id.get_ref();
        plain += u8::from(row.back == Some(Back::Plain));
        let home = (Tile::HomeRed..=Tile::HomeOrange).contains(&tile);
        let right_kind = match row.kind {
            TileKind::OmegaSun => tile == Tile::OmegaSun,
            TileKind::BlackHole => tile == Tile::BlackHole,
            TileKind::Home => home,
            _ => !home && !matches!(tile, Tile::OmegaSun | Tile::BlackHole),
        };
        let inhabited = matches!(row.kind, TileKind::Home | TileKind::Planet);
        let planets = if inhabited { 1..=2 } else { 0..=0 };
        let output = inhabited || [row.food, row.metal, row.energy] == [0; 3];
        let backed = match row.kind {
            TileKind::OmegaSun | TileKind::BlackHole => row.back.is_none(),
            TileKind::Home => row.back == Some(Back::Atomic),
            _ => row.back.is_some(),
        };
        let small = row.food <= 9 && row.metal <= 6 && row.energy <= 3;
        if !(right_kind && planets.contains(&row.planets) && output && backed && small) {
            let right = "a kind that fits the id, 1 or 2 planets on planets and homes only, a back, few cubes";
            faults.push(files.at(TILE_FILE, id.span(), format!("{tile} is no such tile"), right));
        }
    }
    if plain < 7 {
        faults.push(files.at(TILE_FILE, 0..0, format!("{plain} plain tiles"), "at least 7 for the first display"));
    }
    faults
}

fn check_market(files: &Files, market: &Market) -> Vec<PackError> {
    let rows = [&market.food, &market.metal, &market.energy];
    let wrong =
        rows.into_iter().filter(|r| !r.get_ref().is_sorted() || r.get_ref()[0] == 0 || r.get_ref()[DIE - 1] > 20);
    let right = "prices from 1 to 20 that never fall with the die";
    wrong.map(|r| files.at(MARKET, r.span(), "these prices do not fit", right)).collect()
}

fn check_units(files: &Files, units: &Units, numbers: &Numbers) -> Vec<PackError> {
    let mut faults = Vec::new();
    let rows =
        [(Kind::Fighter, &units.fighter), (Kind::Cruiser, &units.cruiser), (Kind::Dreadnought, &units.dreadnought)];
    let phases = 1..=COMBAT_PHASES;
    for (kind, row) in rows {
        let unit = row.get_ref();
        let fights = unit.dice > 0 && (2..=6).contains(&unit.hits_on) && (1..=2).contains(&unit.hit_points);
        let price = unit.price.metal <= 6 && unit.price.energy <= 3 && unit.price.marks <= 50;
        let whole = unit.hit_points == 1 || kind == Kind::Dreadnought;
        if !fights || !price || !whole || !phases.contains(&unit.phase) || !(1..=4).contains(&unit.moves) {
            let right =
                "dice, hits from 2, hit points 1 (a dreadnought 2), phase 1 to 3, move 1 to 4, a price a store can pay";
            faults.push(files.at(UNITS, row.span(), format!("{kind} cannot be played"), right));
        }
    }
    let token = units.token.get_ref();
    if !(2..=6).contains(&token.hits_on) || !phases.contains(&token.phase) {
        faults.push(files.at(UNITS, units.token.span(), "the token cannot fight", "hits from 2, phase 1 to 3"));
    }
    let ships = |kind: Kind, unit: &Unit| u32::from(kind.ships().len()) * u32::from(unit.dice);
    let extra = u32::from(numbers.warlord_dice);
    let guns = u32::from(token.empire_dice.max(token.starbase_dice)) + u32::from(numbers.ion_dice);
    let of =
        |phase| rows.iter().filter(|r| r.1.get_ref().phase == phase).map(|r| ships(r.0, r.1.get_ref())).sum::<u32>();
    let most = phases.map(|p| 2 * of(p) + extra + if token.phase == p { guns } else { 0 }).max().unwrap_or(0);
    let free = rows.iter().map(|r| ships(r.0, r.1.get_ref())).sum::<u32>() + extra;
    if most.max(free) > MOST_DICE as u32 {
        let what = format!("{} dice in one roll", most.max(free));
        faults.push(files.at(UNITS, units.token.span(), what, format!("at most {MOST_DICE}")));
    }
    faults
}

fn check_techs(files: &Files, techs: &BTreeMap<Spanned<Tech>, TechData>) -> Vec<PackError> {
    if let Some(missing) = Tech::ALL.iter().find(|t| !techs.keys().any(|k| k.get_ref() == *t)) {
        return vec![files.at(TECH_FILE, 0..0, format!("{missing} is missing"), "all 12 technologies")];
    }
    let dear = techs.iter().filter(|(_, row)| row.cost() > 3);
    dear.map(|(id, row)| {
        files.at(TECH_FILE, row.energy.span(), format!("{} costs {}", id.get_ref(), row.cost()), "at most 3")
    })
    .collect()
}
