//! What is on the table. Plain memory: a copy is a memcpy.

mod fight; // an attack and its marks
mod fleet; // ships by kind and space
mod going; // ships on their way
mod stop; // phases, turns and their steps

use astrarium_core::{Piece, SeatSet, Set, Static, cited};
use serde::{Deserialize, Serialize};

pub(crate) use self::fight::{Fight, Mode, Stage};
pub use self::fleet::Fleet;
pub(crate) use self::going::{Course, Fleeting, Hull, Hulls, Move};
pub(crate) use self::stop::{Between, Next, Phase, Step, Turn};
use crate::data::{Data, EditionData};
use crate::piece::*;
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
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

/// A set of seats that a position can hold.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Seats(pub u8);

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Offer {
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
pub enum OfferStage {
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

#[cited]
impl State {
    #[inline]
    pub(crate) fn rules(&self) -> &'static EditionData {
        self.data.0.edition(self.options.edition)
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

    fn all_conquered(&self) -> Spaces {
        self.players.0.iter().fold(Spaces::EMPTY, |all, p| all | p.conquered)
    }

    /// As conqueror, or as ally where there is none; nobody under a distress call (EV-053, EV-114).
    pub(crate) fn controlled(&self, seat: Colour) -> Spaces {
        let player = &self.players[seat];
        (player.conquered | (player.allied - self.all_conquered())) - self.distress
    }

    /// Worlds it controls as ally.
    pub(crate) fn befriended(&self, seat: Colour) -> Spaces {
        self.players[seat].allied - self.all_conquered() - self.distress
    }

    /// Alliance outlives a lost control (EV-046, KU-040).
    pub(crate) fn ally(&self, world: Space) -> Option<Colour> {
        self.seats().find(|&c| self.players[c].allied.has(world))
    }

    pub(crate) fn conqueror(&self, world: Space) -> Option<Colour> {
        self.seats().find(|&c| self.players[c].conquered.has(world))
    }

    /// Who controls a world (EV-053, EV-114).
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
