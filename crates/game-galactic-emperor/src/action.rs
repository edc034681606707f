//! One variant per kind of click, with its sentence and its index.

use std::fmt;
use std::str::FromStr;

use astrarium_core::action::no_sentence;
use astrarium_core::{Action as Sentence, Piece, Refusal};

use crate::data::{DIE, MOST_DICE};
use crate::piece::{
    COLOURS, Colour, Goods, Kind, Role, SHIPS, SPACES, Ship, Space, Spot, TECHS, TILES, Tech, Tile, Way,
};

#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Action {
    /// A verb that needs nothing else.
    Say(Word),
    ChooseColour(Colour),
    SetDirection(Way),
    PickRole(Role),
    PickTile(Tile),
    PlaceTile(Space),
    DiscardDie(u8),
    TakeFood(Space),
    MetalFrom(Colour),
    FoodFrom(Space),
    Buy(Goods),
    Sell(Goods),
    PutFood(Space),
    FreeResource(Goods),
    Produce(Space),
    ProduceFree(Space),
    FreeFighter(Space),
    Build(Kind, Space),
    BuyTech(Tech),
    Step(Ship, Space),
    Warp(Ship, Space),
    PickBattle(Space),
    NameShip(Ship),
    AssignHit(Unit),
    /// Counted from 1.
    WarpDie(u8),
    Influence(Spot),
    Refuge(Space),
}

astrarium_core::pieces! {
    /// The sentences of one word.
    Word {
        Scan = "scan",
        NoScan = "no-scan",
        KeepFaceUp = "keep-face-up",
        KeepDrawn = "keep-drawn",
        Pirate = "pirate",
        Next = "next",
        Done = "done",
        Declare = "declare",
        Skip = "skip",
        Pass = "pass",
        EndMoves = "end-moves",
        Continue = "continue",
        Retreat = "retreat",
        Sabotage = "sabotage",
        AttemptCatch = "attempt-catch",
        LetGo = "let-go",
        Keep = "keep",
        Again = "again",
        BuyInfluence = "buy-influence",
        BuyAsDiplomat = "buy-as-diplomat",
        Stop = "stop",
        Refuse = "refuse",
    }
}

/// Several sentences of one word.
pub(crate) fn say<const N: usize>(words: [Word; N]) -> [Action; N] {
    words.map(Action::Say)
}

/// What takes a hit.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Unit {
    Ship(Ship),
    Starbase,
    Empire,
}

const WORDS: u32 = Word::ALL.len() as u32;
const SPACE: u32 = SPACES as u32;
const SHIP: u32 = SHIPS as u32;

/// How many actions each kind has, in index order.
const SIZES: [u32; 27] = [
    WORDS,
    COLOURS as u32,
    2,
    8,
    TILES as u32,
    SPACE,
    DIE as u32,
    SPACE,
    COLOURS as u32,
    SPACE,
    3,
    3,
    SPACE,
    3,
    SPACE,
    SPACE,
    SPACE,
    3 * SPACE,
    TECHS as u32,
    SHIP * SPACE,
    SHIP * SPACE,
    SPACE,
    SHIP,
    SHIP + 2,
    MOST_DICE as u32,
    SPACE + 1,
    SPACE,
];

impl Unit {
    fn index(self) -> u32 {
        match self {
            Unit::Ship(ship) => u32::from(ship.0),
            Unit::Starbase => SHIP,
            Unit::Empire => SHIP + 1,
        }
    }

    fn from_index(index: u32) -> Unit {
        match index {
            SHIP => Unit::Starbase,
            ship if ship < SHIP => Unit::Ship(Ship(ship as u8)),
            _ => Unit::Empire,
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Unit::Ship(ship) => ship.fmt(f),
            Unit::Starbase => f.write_str("starbase"),
            Unit::Empire => f.write_str("empire"),
        }
    }
}

impl FromStr for Unit {
    type Err = ();
    fn from_str(word: &str) -> Result<Unit, ()> {
        match word {
            "starbase" => Ok(Unit::Starbase),
            "empire" => Ok(Unit::Empire),
            ship => ship.parse().map(Unit::Ship),
        }
    }
}

impl Sentence for Action {
    const COUNT: u32 = {
        let (mut sum, mut k) = (0, 0);
        while k < SIZES.len() {
            sum += SIZES[k];
            k += 1;
        }
        sum
    };

    fn index(self) -> u32 {
        let space = |s: Space| u32::from(s.0);
        let (kind, offset) = match self {
            Action::Say(word) => (0, word.index() as u32),
            Action::ChooseColour(colour) => (1, colour.index() as u32),
            Action::SetDirection(way) => (2, way.index() as u32),
            Action::PickRole(role) => (3, role.index() as u32),
            Action::PickTile(tile) => (4, tile.index() as u32),
            Action::PlaceTile(at) => (5, space(at)),
            Action::DiscardDie(value) => (6, u32::from(value) - 1),
            Action::TakeFood(at) => (7, space(at)),
            Action::MetalFrom(colour) => (8, colour.index() as u32),
            Action::FoodFrom(at) => (9, space(at)),
            Action::Buy(goods) => (10, goods.index() as u32),
            Action::Sell(goods) => (11, goods.index() as u32),
            Action::PutFood(at) => (12, space(at)),
            Action::FreeResource(goods) => (13, goods.index() as u32),
            Action::Produce(at) => (14, space(at)),
            Action::ProduceFree(at) => (15, space(at)),
            Action::FreeFighter(at) => (16, space(at)),
            Action::Build(kind, at) => (17, kind.index() as u32 * SPACE + space(at)),
            Action::BuyTech(tech) => (18, tech.index() as u32),
            Action::Step(ship, to) => (19, u32::from(ship.0) * SPACE + space(to)),
            Action::Warp(ship, to) => (20, u32::from(ship.0) * SPACE + space(to)),
            Action::PickBattle(at) => (21, space(at)),
            Action::NameShip(ship) => (22, u32::from(ship.0)),
            Action::AssignHit(unit) => (23, unit.index()),
            Action::WarpDie(die) => (24, u32::from(die) - 1),
            Action::Influence(Spot::Sector(at)) => (25, space(at)),
            Action::Influence(Spot::Throne) => (25, SPACE),
            Action::Refuge(at) => (26, space(at)),
        };
        SIZES[..kind].iter().sum::<u32>() + offset
    }

    fn from_index(mut index: u32) -> Option<Action> {
        let fits = |&size: &u32| {
            if index < size {
                true
            } else {
                index -= size;
                false
            }
        };
        let kind = SIZES.iter().position(fits)?;
        let i = index as usize;
        let at = Space((index % SPACE) as u8);
        let ship = Ship((index / SPACE) as u8);
        Some(match kind {
            0 => Action::Say(Word::from_index(i)),
            1 => Action::ChooseColour(Colour::from_index(i)),
            2 => Action::SetDirection(Way::from_index(i)),
            3 => Action::PickRole(Role::from_index(i)),
            4 => Action::PickTile(Tile::from_index(i)),
            5 => Action::PlaceTile(at),
            6 => Action::DiscardDie(index as u8 + 1),
            7 => Action::TakeFood(at),
            8 => Action::MetalFrom(Colour::from_index(i)),
            9 => Action::FoodFrom(at),
            10 => Action::Buy(Goods::from_index(i)),
            11 => Action::Sell(Goods::from_index(i)),
            12 => Action::PutFood(at),
            13 => Action::FreeResource(Goods::from_index(i)),
            14 => Action::Produce(at),
            15 => Action::ProduceFree(at),
            16 => Action::FreeFighter(at),
            17 => Action::Build(Kind::from_index(i / SPACES), at),
            18 => Action::BuyTech(Tech::from_index(i)),
            19 => Action::Step(ship, at),
            20 => Action::Warp(ship, at),
            21 => Action::PickBattle(at),
            22 => Action::NameShip(Ship(index as u8)),
            23 => Action::AssignHit(Unit::from_index(index)),
            24 => Action::WarpDie(index as u8 + 1),
            25 if index == SPACE => Action::Influence(Spot::Throne),
            25 => Action::Influence(Spot::Sector(at)),
            _ => Action::Refuge(at),
        })
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Say(word) => f.write_str(word.word()),
            Action::ChooseColour(colour) => write!(f, "choose-colour {colour}"),
            Action::SetDirection(way) => write!(f, "set-direction {way}"),
            Action::PickRole(role) => write!(f, "pick-role {role}"),
            Action::PickTile(tile) => write!(f, "pick-tile {tile}"),
            Action::PlaceTile(at) => write!(f, "place-tile {at}"),
            Action::DiscardDie(value) => write!(f, "discard-die {value}"),
            Action::TakeFood(at) => write!(f, "take-food {at}"),
            Action::MetalFrom(colour) => write!(f, "metal-from {colour}"),
            Action::FoodFrom(at) => write!(f, "food-from {at}"),
            Action::Buy(goods) => write!(f, "buy {goods}"),
            Action::Sell(goods) => write!(f, "sell {goods}"),
            Action::PutFood(at) => write!(f, "put-food {at}"),
            Action::FreeResource(goods) => write!(f, "free-resource {goods}"),
            Action::Produce(at) => write!(f, "produce {at}"),
            Action::ProduceFree(at) => write!(f, "produce-free {at}"),
            Action::FreeFighter(at) => write!(f, "free-fighter {at}"),
            Action::Build(kind, at) => write!(f, "build {kind} {at}"),
            Action::BuyTech(tech) => write!(f, "buy-tech {tech}"),
            Action::Step(ship, to) => write!(f, "step {ship} {to}"),
            Action::Warp(ship, to) => write!(f, "warp {ship} {to}"),
            Action::PickBattle(at) => write!(f, "pick-battle {at}"),
            Action::NameShip(ship) => write!(f, "name-ship {ship}"),
            Action::AssignHit(unit) => write!(f, "assign-hit {unit}"),
            Action::WarpDie(die) => write!(f, "warp-die {die}"),
            Action::Influence(spot) => write!(f, "influence {spot}"),
            Action::Refuge(at) => write!(f, "refuge {at}"),
        }
    }
}

impl FromStr for Action {
    type Err = Refusal;

    fn from_str(text: &str) -> Result<Action, Refusal> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = Reader { text };
        match words[..] {
            [word] => word.parse().map(Action::Say).map_err(|()| read.wrong(VERBS)),
            [verb, word] => read.two(verb, word),
            [verb, first, second] => read.three(verb, first, second),
            _ => Err(read.wrong(VERBS)),
        }
    }
}

const VERBS: &str = "a verb such as pick-role, pick-tile, step, build, influence, done";
const A_SPACE: &str = "c0, a0 to a5, b0 to b11 or r0 to r17";
const A_SHIP: &str = "f1 to f8, c1 to c4, d1 or d2";
const GOODS: &str = "food, metal or energy";

struct Reader<'a> {
    text: &'a str,
}

impl Reader<'_> {
    fn wrong(&self, expected: &str) -> Refusal {
        no_sentence(self.text, expected)
    }

    fn word<T: FromStr>(&self, word: &str, expected: &str) -> Result<T, Refusal> {
        word.parse().map_err(|_| self.wrong(expected))
    }

    fn number(&self, word: &str, most: usize) -> Result<u8, Refusal> {
        let number =
            word.parse::<u8>().ok().filter(|n| (1..=most).contains(&usize::from(*n)) && !word.starts_with(['+', '0']));
        number.ok_or_else(|| self.wrong(&format!("a number from 1 to {most}")))
    }

    fn two(&self, verb: &str, word: &str) -> Result<Action, Refusal> {
        let space = || self.word::<Space>(word, A_SPACE);
        let colour = || self.word::<Colour>(word, "red, blue, green, yellow, purple or orange");
        let goods = || self.word::<Goods>(word, GOODS);
        Ok(match verb {
            "choose-colour" => Action::ChooseColour(colour()?),
            "set-direction" => Action::SetDirection(self.word(word, "left or right")?),
            "pick-role" => Action::PickRole(self.word(word, "a role such as explorer, merchant, warlord-2")?),
            "pick-tile" => Action::PickTile(self.word(word, "a sector tile")?),
            "place-tile" => Action::PlaceTile(space()?),
            "discard-die" => Action::DiscardDie(self.number(word, DIE)?),
            "take-food" => Action::TakeFood(space()?),
            "metal-from" => Action::MetalFrom(colour()?),
            "food-from" => Action::FoodFrom(space()?),
            "buy" => Action::Buy(goods()?),
            "sell" => Action::Sell(goods()?),
            "put-food" => Action::PutFood(space()?),
            "free-resource" => Action::FreeResource(goods()?),
            "produce" => Action::Produce(space()?),
            "produce-free" => Action::ProduceFree(space()?),
            "free-fighter" => Action::FreeFighter(space()?),
            "buy-tech" => Action::BuyTech(self.word(word, "a technology such as saboteur")?),
            "pick-battle" => Action::PickBattle(space()?),
            "name-ship" => Action::NameShip(self.word(word, A_SHIP)?),
            "assign-hit" => Action::AssignHit(self.word(word, "a ship, starbase or empire")?),
            "warp-die" => Action::WarpDie(self.number(word, MOST_DICE)?),
            "influence" => Action::Influence(self.word(word, "a space or throne")?),
            "refuge" => Action::Refuge(space()?),
            _ => return Err(self.wrong(VERBS)),
        })
    }

    fn three(&self, verb: &str, first: &str, second: &str) -> Result<Action, Refusal> {
        let space = self.word::<Space>(second, A_SPACE);
        Ok(match verb {
            "build" => Action::Build(self.word(first, "fighter, cruiser or dreadnought")?, space?),
            "step" => Action::Step(self.word(first, A_SHIP)?, space?),
            "warp" => Action::Warp(self.word(first, A_SHIP)?, space?),
            _ => return Err(self.wrong(VERBS)),
        })
    }
}
