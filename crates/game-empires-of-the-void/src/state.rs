//! What is on the table. Plain memory: a copy is a memcpy.

use astrarium_core::{Piece, SeatSet, Set, Static};
use serde::{Deserialize, Serialize};

use crate::data::{Data, EditionData, SLOTS};
use crate::piece::*;
use crate::setup::{HullPosition, Options, Ships};

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) edition: Edition,
    pub(crate) options: Options,
    pub(crate) phase: Phase,
    pub(crate) round: u8,
    /// Cards drawn from the event deck.
    pub(crate) drawn: u8,
    /// Turn order of this round, first player first.
    pub(crate) order: Order,
    pub(crate) players: ByColour<Player>,

    // The board: which hexagon lies where, how far it is turned, which spaces there are.
    pub(crate) layout: [Option<Hex>; HEXES],
    pub(crate) rotation: [u8; HEXES],
    pub(crate) turned: Set<Hex>,
    pub(crate) board: Spaces,
    pub(crate) covered: Spaces,
    /// Guards of two players: Starfighters and Starcruisers of nobody (KU-196).
    pub(crate) guards: [Spaces; 2],

    // Cards.
    pub(crate) deck: Cards,
    pub(crate) discard: Cards,
    pub(crate) row: Cards,
    /// Events that have not been drawn; those never dealt are among them.
    pub(crate) events: Set<Happening>,

    // Tokens on planets.
    pub(crate) distress: Spaces,
    pub(crate) rebellion: Spaces,
    pub(crate) infested: Spaces,
    pub(crate) enslaved: Spaces,
    pub(crate) metropolis: Spaces,
    /// Lost planets that still pay Gobnub.
    pub(crate) residual: Spaces,
    pub(crate) raiders: [u8; PLANETS],
    pub(crate) pirates: [Pirates; HEXES],
    pub(crate) sect: bool,
    pub(crate) decree: bool,
    /// Pyrious and this seat's home world are adjacent.
    pub(crate) worm: Option<Colour>,

    // Events of the round.
    pub(crate) storm: bool,
    pub(crate) charted: Option<Obstacle>,
    pub(crate) meteors: bool,
    pub(crate) conclave: bool,

    /// Objectives nobody has fulfilled.
    pub(crate) objectives: Set<Objective>,

    // Questions that come before the phase's own.
    /// Seats whose hand grew: they discard down to their limit.
    pub(crate) overflow: SeatSet,
    /// Seats that may put one of their wrecks into the repair bay.
    pub(crate) repairing: SeatSet,
    pub(crate) offer: Option<Offer>,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pirates {
    pub raiders: u8,
    pub prize: u16,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub race: Option<Race>,
    pub corner: Option<Corner>,
    pub credits: u16,
    pub vp: u16,
    pub hand: Cards,
    pub techs: Set<Tech>,
    pub fleet: Fleet,
    /// Worlds with the seat's ally token; its own home world always (6.5).
    pub allied: Spaces,
    /// Worlds with its enemy token, the other face of an ally token; there are always enough (EV-008).
    pub conquered: Spaces,
    /// Conquered planets that a distress call took away.
    pub claims: Spaces,
    pub port: Option<Space>,
    pub port_used: bool,
    pub bay: Option<Kind>,
    pub ambassadors: u8,
    pub bombs: u8,
    /// Uses of other players' trade goods.
    pub permits: [u8; Good::ALL.len()],
    pub orders: Orders,
    /// Skips the windows between turns until the seat's own turn.
    pub standing: bool,
    pub pending: Pending,
    /// Kinds of own ships destroyed in the fight or move that just ended.
    pub wrecks: Set<Kind>,
}

/// A tactic that is being played.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Pending {
    #[default]
    Nothing,
    /// More cards are to be added.
    Pay { card: Card, more: u8 },
    /// Paid; its planet is to be chosen.
    Aim(Card),
}

/// A seat's sealed orders of the pre-round phase; carried out when all are done.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Orders {
    pub open: bool,
    pub home: Counts<{ Kind::ALL.len() }>,
    /// On Pyrious, with its ability.
    pub yards: Counts<{ Kind::ALL.len() }>,
    /// At the space port.
    pub port: Option<Kind>,
    pub rebuilt: Option<Space>,
    pub research: Option<Tech>,
    /// Where a new space port goes.
    pub place: Option<Space>,
    /// The first ship built, for Tan Fu's discount.
    pub first: Option<Kind>,
    pub spent: u16,
    pub gained: u16,
    /// Cards spent on windfalls.
    pub cards: Cards,
}

/// Where the game stands, with what that stop needs.
#[allow(clippy::large_enum_variant, reason = "there is no heap in a state")]
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Phase {
    Races,
    Corners,
    Cover {
        place: u8,
    },
    Rotate {
        place: u8,
    },
    /// Goes on by itself.
    RoundStart,
    /// The window for everybody before a turn or an event card.
    Between(Between),
    /// Goes on by itself: the next event card.
    Draw,
    /// The first player answers a card.
    Choice(Happening),
    Bazaar {
        place: u8,
        sold: u8,
    },
    Mercenary {
        place: u8,
    },
    /// Goes on by itself: what follows a card's effect.
    EventDone,
    Offers {
        place: u8,
        made: u8,
    },
    /// Sealed for all; with advanced order the seat at this place alone, openly.
    Orders {
        place: u8,
    },
    Turn(Turn),
    Over,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Between {
    pub next: Next,
    /// How many seats have passed.
    pub passed: u8,
    #[serde(default)]
    pub offers: u8,
}

/// What comes after a window.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Next {
    Draw,
    /// The turn of the seat at this place.
    Turn(u8),
}

/// The marks of the turn that is being played.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Turn {
    pub seat: Colour,
    pub actions: u8,
    #[serde(default)]
    pub mined: bool,
    #[serde(default)]
    pub mind: bool,
    #[serde(default)]
    pub moved_all: bool,
    #[serde(default)]
    pub extra: bool,
    /// Phase Shift covers the next moving ship.
    #[serde(default)]
    pub shift: bool,
    /// The victory point for a kill is taken.
    #[serde(default)]
    pub killed: bool,
    /// Ships of other players destroyed this turn.
    #[serde(default)]
    pub kills: u8,
    #[serde(default)]
    pub offers: u8,
    #[serde(default)]
    pub swaps: u8,
    /// Spaces that a tractor beam has refused to let go from.
    #[serde(default, with = "crate::setup::spaces")]
    pub held: Spaces,
    /// Ships that have moved or been carried in the running move.
    #[serde(default)]
    pub marks: Fleet,
    #[serde(default)]
    pub step: Step,
}

impl Turn {
    pub fn new(seat: Colour, actions: u8) -> Turn {
        Turn {
            seat,
            actions,
            mined: false,
            mind: false,
            moved_all: false,
            extra: false,
            shift: false,
            killed: false,
            kills: 0,
            offers: 0,
            swaps: 0,
            held: Spaces::EMPTY,
            marks: Fleet::default(),
            step: Step::Choose,
        }
    }
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Step {
    #[default]
    Choose,
    /// Move-all or Move+: the next ship.
    Ships(Fleeting),
    Move(Move),
    /// Owners of tractor beams are asked.
    Consent {
        going: Move,
        to: Space,
        ask: Seats,
    },
    Fight(Fight),
    /// Galactic Archive: one of these is kept.
    Archive(Card, Card),
    Diplomacy {
        planet: Space,
        shown: Cards,
    },
    /// After the roll.
    Verdict {
        planet: Space,
        shown: Cards,
        total: i16,
        again: bool,
    },
    Rush {
        left: u8,
    },
    Breakthrough,
    /// Where the new space port goes; then back to the actions, or the secondary action is over.
    Port {
        secondary: bool,
    },
    Secondary,
    Construct {
        at: Space,
    },
    /// Goes on by itself: the turn ends.
    End,
}

/// A move of many ships.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fleeting {
    pub course: Course,
    /// Ships that may still be named.
    pub left: u8,
    /// Whether any ship has made a step.
    pub spent: bool,
}

/// By what right a ship moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Course {
    Action,
    Extra,
    All,
    Plus,
    Mind,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Move {
    pub course: Course,
    /// Whose ships they are.
    pub owner: Colour,
    pub at: Space,
    /// Steps left.
    pub left: u8,
    #[serde(default)]
    pub stepped: bool,
    /// Obstacles and beams are ignored.
    #[serde(default)]
    pub shift: bool,
    pub hulls: Hulls,
    /// The move of many ships that this is part of.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub many: Option<Fleeting>,
}

/// Ships that move together, each with its cargo.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Vec<HullPosition>", try_from = "Vec<HullPosition>")]
pub(crate) struct Hulls {
    pub list: [Option<Hull>; 3],
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hull {
    pub kind: Kind,
    pub cargo: [Option<Kind>; 5],
}

impl Hulls {
    pub fn one(kind: Kind) -> Hulls {
        let mut hulls = Hulls::default();
        hulls.push(kind);
        hulls
    }

    pub fn push(&mut self, kind: Kind) {
        if let Some(free) = self.list.iter_mut().find(|h| h.is_none()) {
            *free = Some(Hull { kind, cargo: [None; 5] });
        }
    }

    pub fn iter(&self) -> impl Iterator<Item = &Hull> {
        self.list.iter().flatten()
    }

    pub fn len(&self) -> u8 {
        self.iter().count() as u8
    }

    /// Every ship: hulls first, then cargo in the order it was loaded.
    pub fn ships(&self) -> impl Iterator<Item = Kind> + '_ {
        let cargo = self.iter().flat_map(|h| h.cargo.iter().flatten().copied());
        self.iter().map(|h| h.kind).chain(cargo)
    }

    pub fn count(&self, kind: Kind) -> u8 {
        self.ships().filter(|&k| k == kind).count() as u8
    }
}

/// Attacker and defender.
pub(crate) const BOTH: usize = 2;

/// An attack from its declaration to its end.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Fight {
    pub at: Space,
    pub target: Target,
    /// The player who is attacked: his ships or his planet.
    pub victim: Option<Colour>,
    pub mode: Mode,
    /// It is the secondary action.
    #[serde(default)]
    pub secondary: bool,
    pub stage: Stage,
    /// The initiative that fires; 0 for free rolls.
    #[serde(default)]
    pub level: u8,
    /// Dice of the level by side, slot and value.
    #[serde(default)]
    pub dice: [Dice; 2],
    /// Hits that each side has scored and that are not yet taken: open ones, and those of cloaked ships.
    #[serde(default)]
    pub hits: [u8; 2],
    #[serde(default)]
    pub cloaked: [u8; 2],
    #[serde(default)]
    pub fury: [bool; 2],
    /// Shooting Stars to be asked for, and those that are paid.
    #[serde(default)]
    pub stars: [u8; 2],
    #[serde(default)]
    pub paid: [u8; 2],
    /// Ships of the other player that each side destroyed.
    #[serde(default)]
    pub kills: [u8; 2],
    /// Sides that had a Dragonfly when it began.
    #[serde(default)]
    pub dragons: [bool; 2],
    /// Hits of a one-sided roll so far.
    #[serde(default)]
    pub scored: u8,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Dice(pub [[u8; 8]; SLOTS]);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Mode {
    Battle,
    /// So many hits are needed; nothing shoots back.
    OneSided(u8),
    NoRoll,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Stage {
    /// The attacked player may answer.
    Attacked,
    /// Before the dice, side 0 the attacker, then side 1.
    Before(u8),
    Free,
    Star(u8),
    Roll,
    Bombs(u8),
    Count,
    /// The shooter picks the victims of cloaked ships.
    Strike(u8),
    /// The owner of this side picks his casualties.
    Lose(u8),
    NextLevel,
    /// A Dragonfly's side may take a Photon Bomb.
    Bounty(u8),
    After,
    Prize,
    Take,
    Liberated,
    Done,
}

/// A set of seats that a position can hold.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Seats(pub u8);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) struct Offer {
    pub from: Colour,
    pub to: Colour,
    pub stage: OfferStage,
    #[serde(default)]
    pub give: Cards,
    #[serde(default)]
    pub ask: [u8; Temperament::ALL.len()],
    /// Cards the partner has picked.
    #[serde(default)]
    pub taken: Cards,
    #[serde(default)]
    pub give_credits: u8,
    #[serde(default)]
    pub ask_credits: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ask_good: Option<Good>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lend_good: Option<Good>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OfferStage {
    Build,
    Answer,
    Pick,
}

/// Seats in turn order.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Order {
    list: [u8; SEATS],
    len: u8,
}

impl Order {
    pub fn new(colours: impl IntoIterator<Item = Colour>) -> Order {
        let mut order = Order::default();
        for colour in colours.into_iter().take(SEATS) {
            order.list[usize::from(order.len)] = colour.index() as u8;
            order.len += 1;
        }
        order
    }

    pub fn iter(&self) -> impl DoubleEndedIterator<Item = Colour> + Clone + use<> {
        let order = *self;
        (0..usize::from(order.len)).map(move |i| order.at(i))
    }

    pub fn at(&self, place: usize) -> Colour {
        Colour::ALL[usize::from(self.list[place])]
    }

    pub fn len(&self) -> usize {
        usize::from(self.len)
    }

    pub fn place(&self, colour: Colour) -> usize {
        self.iter().position(|c| c == colour).unwrap_or(0)
    }

    /// All seats, beginning with one of them.
    pub fn from(&self, first: Colour) -> impl Iterator<Item = Colour> + use<> {
        let (order, start) = (*self, self.place(first));
        (start..order.len()).chain(0..start).map(move |i| order.at(i))
    }
}

/// Ships by kind: for each token the space it is in, in rising order, then tokens that are not on the board.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(into = "Ships", try_from = "Ships")]
pub struct Fleet {
    tokens: [u8; TOKENS],
    /// All spaces with ships, kept beside the tokens because it is asked so often.
    everywhere: Spaces,
}

/// The most tokens of each kind (6.1), and where each kind begins.
const MOST: [usize; Kind::ALL.len()] = [12, 3, 8, 10, 4, 6, 6, 6, 6, 6, 6, 3, 2, 2, 2];
const TOKENS: usize = 82;
const STARTS: [usize; Kind::ALL.len() + 1] = {
    let (mut starts, mut k) = ([0; Kind::ALL.len() + 1], 0);
    while k < MOST.len() {
        starts[k + 1] = starts[k] + MOST[k];
        k += 1;
    }
    assert!(starts[MOST.len()] == TOKENS);
    starts
};
const AWAY: u8 = u8::MAX;

impl Default for Fleet {
    fn default() -> Fleet {
        Fleet { tokens: [AWAY; TOKENS], everywhere: Spaces::EMPTY }
    }
}

impl Fleet {
    #[inline]
    fn tokens(&self, kind: Kind) -> &[u8] {
        &self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]]
    }

    #[inline]
    pub fn count(&self, kind: Kind, at: Space) -> u8 {
        self.tokens(kind).iter().take_while(|&&t| t <= at.0).filter(|&&t| t == at.0).count() as u8
    }

    /// On the board.
    pub fn total(&self, kind: Kind) -> u8 {
        self.tokens(kind).iter().take_while(|&&t| t != AWAY).count() as u8
    }

    /// All ships on the board.
    pub fn size(&self) -> u16 {
        self.tokens.iter().filter(|&&t| t != AWAY).count() as u16
    }

    #[inline]
    pub fn any(&self, at: Space) -> bool {
        self.everywhere.has(at)
    }

    /// The kinds in a space.
    pub fn kinds(&self, at: Space) -> impl Iterator<Item = Kind> + '_ {
        Kind::ALL.iter().copied().filter(move |&k| self.count(k, at) > 0)
    }

    /// The spaces with ships of a kind.
    #[inline]
    pub fn spaces(&self, kind: Kind) -> Spaces {
        self.tokens(kind).iter().take_while(|&&t| t != AWAY).map(|&t| Space(t)).collect()
    }

    /// All spaces with ships.
    #[inline]
    pub fn everywhere(&self) -> Spaces {
        self.everywhere
    }

    pub fn has_room(&self, kind: Kind) -> bool {
        self.tokens(kind).last() == Some(&AWAY)
    }

    pub fn add(&mut self, kind: Kind, at: Space) {
        let tokens = &mut self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]];
        assert_eq!(tokens.last(), Some(&AWAY), "a token of the kind is left");
        let place = tokens.iter().position(|&t| t > at.0).unwrap_or(0);
        tokens[place..].rotate_right(1);
        tokens[place] = at.0;
        self.everywhere.insert(at);
    }

    pub fn remove(&mut self, kind: Kind, at: Space) {
        let tokens = &mut self.tokens[STARTS[kind.index()]..STARTS[kind.index() + 1]];
        let place = tokens.iter().position(|&t| t == at.0).expect("a ship of the kind is there");
        tokens[place] = AWAY;
        tokens[place..].rotate_left(1);
        if !self.tokens.contains(&at.0) {
            self.everywhere.remove(at);
        }
    }

    pub fn travel(&mut self, kind: Kind, from: Space, to: Space) {
        self.remove(kind, from);
        self.add(kind, to);
    }

    /// Kind and space of every group.
    pub fn ships(&self) -> impl Iterator<Item = (Kind, Space)> + '_ {
        Kind::ALL.iter().flat_map(|&kind| self.spaces(kind).iter().map(move |at| (kind, at)))
    }

    /// Kind, space and number of every group.
    pub fn groups(&self) -> impl Iterator<Item = (Kind, Space, u8)> + '_ {
        let present = |kind: &&Kind| self.tokens(**kind)[0] != AWAY;
        Kind::ALL.iter().filter(present).flat_map(move |&kind| {
            let groups = self.tokens(kind).chunk_by(|a, b| a == b).take_while(|g| g[0] != AWAY);
            groups.map(move |g| (kind, Space(g[0]), g.len() as u8))
        })
    }
}

impl State {
    #[inline]
    pub(crate) fn rules(&self) -> &'static EditionData {
        self.data.0.edition(self.edition)
    }

    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Colour> + Clone + use<> {
        Colour::ALL[..usize::from(self.options.players)].iter().copied()
    }

    pub(crate) fn others(&self, me: Colour) -> impl Iterator<Item = Colour> + use<> {
        self.seats().filter(move |&c| c != me)
    }

    pub(crate) fn is(&self, seat: Colour, race: Race) -> bool {
        self.players[seat].race == Some(race)
    }

    /// The seat that plays a race.
    pub(crate) fn seat_of(&self, race: Race) -> Option<Colour> {
        self.seats().find(|&c| self.is(c, race))
    }

    pub(crate) fn owns(&self, seat: Colour, tech: Tech) -> bool {
        self.players[seat].techs.has(tech)
    }

    // Control: the conqueror, else the ally, else nobody; nobody under a distress call (EV-053, EV-114).

    fn all_conquered(&self) -> Spaces {
        self.players.0.iter().fold(Spaces::EMPTY, |all, p| all | p.conquered)
    }

    pub(crate) fn controlled(&self, seat: Colour) -> Spaces {
        let player = &self.players[seat];
        (player.conquered | (player.allied - self.all_conquered())) - self.distress
    }

    /// Worlds it controls as ally.
    pub(crate) fn befriended(&self, seat: Colour) -> Spaces {
        self.players[seat].allied - self.all_conquered() - self.distress
    }

    pub(crate) fn ally(&self, world: Space) -> Option<Colour> {
        self.seats().find(|&c| self.players[c].allied.has(world))
    }

    pub(crate) fn conqueror(&self, world: Space) -> Option<Colour> {
        self.seats().find(|&c| self.players[c].conquered.has(world))
    }

    pub(crate) fn controller(&self, world: Space) -> Option<Colour> {
        if self.distress.has(world) { None } else { self.conqueror(world).or_else(|| self.ally(world)) }
    }

    /// The planets in play.
    pub(crate) fn planets(&self) -> Spaces {
        (self.board & PLANET_SPACES) - self.covered
    }

    pub(crate) fn is_neutral(&self, planet: Space) -> bool {
        self.planets().has(planet) && !self.distress.has(planet) && self.controller(planet).is_none()
    }

    pub(crate) fn guarded(&self, at: Space) -> bool {
        self.guards[0].has(at) || self.guards[1].has(at)
    }

    /// The ships of nobody that guard a planet (KU-196).
    pub(crate) fn guards_at(&self, at: Space) -> impl Iterator<Item = Kind> {
        let both = [Kind::Starfighter, Kind::Starcruiser].into_iter().zip(self.guards);
        both.filter(move |(_, planets)| planets.has(at)).map(|(kind, _)| kind)
    }

    /// The ability of a planet: for its ally in control, and for Sreech by infestation, for both at once (EV-048, EV-193, EV-202,
    /// EV-206, KU-038).
    pub(crate) fn has_ability(&self, seat: Colour, planet: Space) -> bool {
        let silenced = planet == TAN_LOCK && self.sect;
        let infested = self.infested.has(planet) && self.is(seat, Race::Sreech);
        !silenced && self.planets().has(planet) && (infested || self.befriended(seat).has(planet))
    }

    /// The trade goods a seat controls: not under rebels (EV-054, EV-055, EV-069, KU-043).
    pub(crate) fn goods(&self, seat: Colour) -> Set<Good> {
        let worlds = self.controlled(seat) - self.rebellion;
        let mut goods: Set<Good> = (worlds & PLANET_SPACES).iter().map(|p| self.data.planet(p).good).collect();
        if worlds.iter().any(|w| self.is_new_earth(w)) {
            goods.insert(Good::LifeForms);
        }
        goods
    }

    /// Earth after Terraforming (EV-197).
    pub(crate) fn is_new_earth(&self, world: Space) -> bool {
        world.home().is_some_and(|c| self.owns(c, Tech::Terraforming))
    }

    /// Influence of planets befriended; the sect silences Tan Lock (EV-153, EV-158).
    pub(crate) fn influence(&self, seat: Colour) -> u16 {
        let planets = self.befriended(seat) & PLANET_SPACES;
        let heard = |p: &Space| !(*p == TAN_LOCK && self.sect);
        planets.iter().filter(heard).map(|p| self.data.planet(p).influence).sum()
    }

    /// 3, and what raises it (EV-041, EV-126).
    pub(crate) fn hand_limit(&self, seat: Colour) -> u8 {
        let techs =
            [Tech::CulturalStudies, Tech::Xenolinguistics].iter().filter(|&&t| self.owns(seat, t)).count() as u8;
        *self.data.numbers.hand_limit.get_ref() + techs + u8::from(self.has_ability(seat, CORRA))
    }

    // Tokens: a colour's own, the common pool of alien ships (EV-062, EV-009).

    pub(crate) fn is_alien(kind: Kind) -> bool {
        use Kind::*;
        matches!(kind, Moth | DamagedMoth | Tempest | BlackHole | Firebug | ShootingStar)
    }

    /// Tokens of a kind that a seat has on the board and in its bay.
    fn used(&self, seat: Colour, kind: Kind) -> u8 {
        let player = &self.players[seat];
        let damaged = if kind == Kind::Moth { player.fleet.total(Kind::DamagedMoth) } else { 0 };
        player.fleet.total(kind) + damaged + u8::from(player.bay == Some(kind))
    }

    /// Tokens of a kind that are left for a seat, before its orders. Who owns an alien ship is known by its fleet (EV-207).
    pub(crate) fn supply(&self, seat: Colour, kind: Kind) -> u8 {
        let all = self.rules().tokens(kind);
        let used: u8 =
            if State::is_alien(kind) { self.seats().map(|c| self.used(c, kind)).sum() } else { self.used(seat, kind) };
        all.saturating_sub(used)
    }

    /// Who decides in a running turn, if there is one.
    pub(crate) fn turn(&self) -> Option<&Turn> {
        match &self.phase {
            Phase::Turn(turn) => Some(turn),
            _ => None,
        }
    }

    pub(crate) fn is_trio(&self) -> bool {
        self.options.players == 3
    }

    pub(crate) fn is_duel(&self) -> bool {
        self.options.players == 2
    }

    pub(crate) fn over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }
}
