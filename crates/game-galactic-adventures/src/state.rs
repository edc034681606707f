//! What is on the table. Plain memory: a copy is a memcpy.

use astrarium_core::{BySeat, MAX_SEATS, Piece, Seat, SeatSet, Static, cited};

use crate::data::Data;
use crate::data::Effect;
use crate::piece::{ByColour, COLOURS, Colour, Die, Kind, MOONS, Mode, Nodes, Space, Spaces};
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    pub(crate) round: u8,
    /// The colour of each chair, as far as they are chosen.
    pub(crate) chairs: BySeat<Option<Colour>>,
    /// Territories that are part of this game.
    pub(crate) board: Spaces,
    pub(crate) players: ByColour<Player>,
    /// This round's turn order, with seats that have been eliminated since.
    pub(crate) order: Order,
    /// Uncontrolled moons, allied or not.
    pub(crate) free: Spaces,
    /// The Dice token of each uncontrolled moon.
    pub(crate) dice: [Die; MOONS],
    pub(crate) dice_public: Spaces,
    /// Uncontrolled moons with an IPEC-controlled token.
    pub(crate) ipec: Spaces,
    pub(crate) ipec_public: Spaces,
    /// Hit points of the planets.
    pub(crate) hits: ByColour<u8>,
}

/// Where the game is, with what that question needs.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Chairs choose colours in order.
    Colours,
    /// Sealed: everybody researches.
    Research,
    /// Sealed: everybody allocates points.
    Allocation,
    /// One seat's turn.
    Turn(Turn),
    Over(End),
}

/// Why the game ended, and who won.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum End {
    Target(Colour),
    LastLeft(Colour),
    RoundLimit,
}

/// The marks of the turn that is being played.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    /// Which place of the order it is.
    pub place: u8,
    /// Own attacks made, by type.
    pub made: [u8; 2],
    /// Allies that have attacked.
    pub used: Spaces,
    /// Whether an ally has attacked with the own military.
    pub joint: bool,
    pub step: Step,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Step {
    Source,
    Target {
        from: Space,
    },
    Mode {
        from: Space,
        to: Space,
    },
    /// The owner of the target chooses how to defend; the attack is declared.
    Defend(Attack),
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Attack {
    pub from: Space,
    pub to: Space,
    pub mode: Mode,
    pub kind: Kind,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub owned: Spaces,
    pub allies: Spaces,
    /// Moons whose tokens this seat has looked at, while they are face down.
    pub peeked_dice: Spaces,
    pub peeked_ipec: Spaces,
    pub research: Nodes,
    pub powers: Powers,
    pub draft: Draft,
    /// Points of this round, and those not yet spent (in research: points left).
    pub budget: u8,
    pub left: u8,
    pub attack: Option<Die>,
    pub defense: Option<Die>,
    pub bids: Bids,
    pub penalty: bool,
    pub either_used: bool,
    /// 0 while in the game, then 1 for the first to be eliminated, and so on.
    pub out: u8,
}

/// How far a seat's sealed draft is.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Draft {
    #[default]
    Done,
    Research,
    AttackDie,
    DefenseDie,
    Moon,
    Points(Space),
}

/// Diplomacy points on moons, in the order they were put down.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Bids {
    len: u8,
    list: [(u8, u8); 5],
}

impl Bids {
    pub fn push(&mut self, moon: Space, points: u8) {
        self.list[usize::from(self.len)] = (moon.0, points);
        self.len += 1;
    }

    pub fn iter(&self) -> impl Iterator<Item = (Space, u8)> + '_ {
        self.list[..usize::from(self.len)].iter().map(|&(moon, points)| (Space(moon), points))
    }

    pub fn len(&self) -> u8 {
        self.len
    }

    pub fn has(&self, moon: Space) -> bool {
        self.iter().any(|(m, _)| m == moon)
    }
}

/// What a seat's research adds up to.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Powers {
    pub attack: [u8; 2],
    pub defense: [u8; 2],
    pub extra: [u8; 2],
    pub ally_limit: u8,
    pub either_defense: bool,
    pub outer_reach: bool,
    pub own_military: bool,
    pub ipec_immunity: bool,
}

#[cited]
impl Powers {
    pub fn of(research: Nodes, data: &Data) -> Powers {
        let mut powers = Powers { ally_limit: *data.numbers.ally_limit.get_ref(), ..Powers::default() };
        for node in research.iter() {
            for effect in &data.owned(node).effects {
                match *effect {
                    Effect::AttackBonus(kind) => powers.attack[kind.index()] += 1, // GA-095, GA-096
                    Effect::DefenseBonus(kind) => powers.defense[kind.index()] += 1, // GA-097, GA-098
                    Effect::ExtraAttack(kind) => powers.extra[kind.index()] += 1,  // GA-099, GA-100
                    Effect::EitherDefense => powers.either_defense = true,         // GA-101
                    Effect::AllyLimit(limit) => powers.ally_limit = powers.ally_limit.max(limit), // GA-103
                    Effect::OuterReach => powers.outer_reach = true,               // GA-104
                    Effect::OwnMilitary => powers.own_military = true,             // GA-105
                    Effect::IpecImmunity => powers.ipec_immunity = true,           // GA-106
                }
            }
        }
        powers
    }
}

/// Colours in turn order.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Order {
    list: [Colour; COLOURS],
    len: u8,
}

impl Order {
    pub fn new(colours: &[Colour]) -> Order {
        let mut list = [Colour::Red; COLOURS];
        list[..colours.len()].copy_from_slice(colours);
        Order { list, len: colours.len() as u8 }
    }

    pub fn as_slice(&self) -> &[Colour] {
        &self.list[..usize::from(self.len)]
    }

    pub fn place(&self, colour: Colour) -> Option<usize> {
        self.as_slice().iter().position(|&c| c == colour)
    }
}

impl FromIterator<Colour> for Order {
    fn from_iter<I: IntoIterator<Item = Colour>>(colours: I) -> Order {
        let mut order = Order::new(&[]);
        for colour in colours {
            order.list[usize::from(order.len)] = colour;
            order.len += 1;
        }
        order
    }
}

#[cited]
impl State {
    pub(crate) fn colour(&self, seat: Seat) -> Option<Colour> {
        self.chairs[seat]
    }

    /// The same once all have chosen.
    pub(crate) fn me(&self, seat: Seat) -> Colour {
        self.colour(seat).expect("colours are chosen before the first round")
    }

    pub(crate) fn seat(&self, colour: Colour) -> Seat {
        let chair = Seat::first(MAX_SEATS).find(|&s| self.chairs[s] == Some(colour));
        chair.expect("a colour in play has a chair")
    }

    /// The colours in play, in chair order.
    pub(crate) fn colours(&self) -> impl Iterator<Item = Colour> + '_ {
        self.chairs.0.iter().flatten().copied()
    }

    /// Those who control a territory are alive.
    pub(crate) fn alive(&self) -> impl Iterator<Item = Colour> + '_ {
        self.colours().filter(|&c| !self.players[c].owned.is_empty())
    }

    pub(crate) fn owner(&self, space: Space) -> Option<Colour> {
        Colour::ALL.iter().copied().find(|&c| self.players[c].owned.has(space))
    }

    /// The seats whose sealed draft is open (GA-029, GA-035).
    pub(crate) fn drafting(&self) -> SeatSet {
        let open = |s: &Seat| self.chairs[*s].is_some_and(|c| self.players[c].draft != Draft::Done);
        Seat::first(MAX_SEATS).filter(open).collect()
    }

    /// Whose turn it is in the turns phase.
    pub(crate) fn active(&self, turn: &Turn) -> Colour {
        self.order.as_slice()[usize::from(turn.place)]
    }

    /// The type of an attack between two linked territories: an edge is infantry, two outer moons a beam (GA-061, GA-062,
    /// GA-082).
    pub(crate) fn kind(&self, from: Space, to: Space) -> Option<Kind> {
        let outer = self.data.outer;
        match () {
            () if !self.board.has(from) || !self.board.has(to) || from == to => None,
            () if self.data.near[from.index()].has(to) => Some(Kind::Infantry), // GA-061, GA-082
            () if outer.has(from) && outer.has(to) => Some(Kind::Beam),         // GA-062
            () => None,
        }
    }

    /// Everything linked to a territory, by either type.
    pub(crate) fn linked(&self, from: Space) -> Spaces {
        (self.near(from) | self.beams(from)) & self.board
    }

    pub(crate) fn near(&self, from: Space) -> Spaces {
        self.data.near[from.index()] & self.board
    }

    pub(crate) fn beams(&self, from: Space) -> Spaces {
        let outer = self.data.outer;
        if outer.has(from) { (outer & self.board) - Spaces::of(from) } else { Spaces::EMPTY }
    }
}
