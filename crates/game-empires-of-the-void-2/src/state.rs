//! What is on the table. Plain memory: a copy is a memcpy.

use astrarium_core::{Piece, Seat, SeatSet, Set, Static};
use serde::{Deserialize, Serialize};

use crate::data::{Data, Effect, FactionData, PLACES, TECHS_EACH};
use crate::piece::*;
use crate::setup::Options;

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct State {
    pub(crate) data: Static<Data>,
    pub(crate) options: Options,
    /// What is to be done; the last one is next. A question waits, everything else is carried out.
    pub(crate) tasks: Tasks,
    pub(crate) players: [Player; SEATS],
    /// Who has the First Player card (E2-044), and who the commander (E2-039).
    pub(crate) first: Seat,
    pub(crate) active: Seat,
    /// Where the action token stands (E2-040, E2-097).
    pub(crate) token: Option<Act>,
    /// Credits on the action spaces.
    pub(crate) spaces: [u8; Act::ALL.len()],

    // The board.
    pub(crate) slots: [Option<Planet>; SLOTS],
    /// Regions with a Sarkeen token (E2-034).
    pub(crate) sarkeen: Regions,
    pub(crate) explore: Regions,
    /// Goods that lie face down, and face up.
    pub(crate) down: Regions,
    pub(crate) up: [[u8; GOODS]; REGIONS],
    pub(crate) fungus: [u8; REGIONS],
    pub(crate) paths: Regions,
    pub(crate) doom: Option<Region>,
    /// Where the doom token begins.
    pub(crate) doom_start: Option<Region>,
    pub(crate) razed: bool,
    pub(crate) ally: [Option<Seat>; PLANETS],

    // Pools. What lies face down is drawn when somebody turns it up.
    /// Goods nobody has seen: the bag, and those face down on the map.
    pub(crate) unseen: [u8; GOODS],
    pub(crate) tokens_left: Set<Explore>,
    pub(crate) deck: Set<Card>,
    pub(crate) discard: Set<Card>,
    /// Planets whose power cards are not in the game.
    pub(crate) barred: Set<Planet>,
    /// Planets whose event is still in the deck, and one more of any of them.
    pub(crate) events: Set<Planet>,
    pub(crate) extra_event: bool,
    pub(crate) drawn_events: Set<Happening>,
    /// Events that lie on the table.
    pub(crate) lying: Lying,
    /// Whether the score card is drawn (E2-041).
    pub(crate) score_out: bool,
    /// Cards of the deck at the start without the score card; cards taken since.
    pub(crate) deck_size: u8,
    pub(crate) taken: u8,
    pub(crate) empire_deck: Set<Empire>,
    pub(crate) empire_discard: Set<Empire>,
    /// Empire cards just drawn.
    pub(crate) offered: Set<Empire>,

    // The clock.
    pub(crate) end_pending: bool,
    /// Laps that are left, once they are counted.
    pub(crate) laps: u8,
    /// Laps in a row without a card, and whether one was taken in this lap.
    pub(crate) quiet: u8,
    pub(crate) moved: bool,
    pub(crate) reshuffled: bool,

    // The turn.
    pub(crate) debt: u8,
    pub(crate) paid: u8,
    pub(crate) paid_least: u8,
    pub(crate) rerolled: SeatSet,
    pub(crate) scavenged: SeatSet,
    /// Cards shown for diplomacy.
    pub(crate) shown: Set<Card>,
    pub(crate) going: Going,
    pub(crate) fight: Fight,
}

#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Player {
    pub faction: Option<Faction>,
    pub credits: u16,
    pub vp: u16,
    pub command: u8,
    pub tokens: u8,
    pub goods: [u8; GOODS],
    pub hand: Set<Card>,
    /// Cards of the hand that everybody has seen.
    pub known: Set<Card>,
    pub empire: Set<Empire>,
    pub empire_shown: Set<Empire>,
    /// The first Empire card put away, still face down.
    pub put_away: Option<Empire>,
    pub techs: Set<Tech>,
    /// Goods on the technologies of the board.
    pub bench: [[u8; GOODS]; TECHS_EACH],
    pub track: [u8; WORKS],
    pub works: [Works; WORKS],
    pub influence: [u8; PLANETS],
    pub cubes: Regions,
    pub fleet: Fleet,
    /// Where the parasite token is (E2-033).
    pub parasite: Option<Planet>,
    /// Holds the Colonization card (E2-042).
    pub colonization: bool,
    pub deliveries: u8,
    /// At most one, so cargo tokens suffice (E2-017).
    pub cargo: Option<Cargo>,
    /// The own last action, with Open Actions.
    pub last: Option<Act>,
}

/// An active delivery: its card, where it was picked up, and the unit that carries it.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Cargo {
    pub card: Card,
    pub from: Region,
    pub at: Region,
    pub carrier: Kind,
}

/// Where the four buildings of a track stand: regions, Worldship spaces, and those still on the track last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Works(pub [u8; PLACES]);

const NOWHERE: u8 = u8::MAX;
const ON_SHIP: u8 = 64;

impl Default for Works {
    fn default() -> Works {
        Works([NOWHERE; PLACES])
    }
}

impl Works {
    pub fn built(&self) -> u8 {
        self.0.iter().filter(|&&w| w != NOWHERE).count() as u8
    }

    pub fn on(&self, region: Region) -> u8 {
        self.0.iter().filter(|&&w| w == region.0).count() as u8
    }

    pub fn on_space(&self, space: u8) -> bool {
        self.0.contains(&(ON_SHIP + space))
    }

    pub fn on_ship(&self) -> u8 {
        self.0.iter().filter(|&&w| w != NOWHERE && w >= ON_SHIP).count() as u8
    }

    pub fn regions(&self) -> Regions {
        self.0.iter().filter(|&&w| w < ON_SHIP).map(|&w| Region(w)).collect()
    }

    /// The Worldship spaces it uses, with repetitions if the position is broken.
    pub fn spaces(&self) -> impl Iterator<Item = u8> + '_ {
        self.0.iter().filter(|&&w| w != NOWHERE && w >= ON_SHIP).map(|&w| w - ON_SHIP)
    }

    pub fn list(&self) -> impl Iterator<Item = Region> + '_ {
        self.0.iter().filter(|&&w| w < ON_SHIP).map(|&w| Region(w))
    }

    pub fn add(&mut self, region: Region) {
        self.set(region.0);
    }

    pub fn add_ship(&mut self, space: u8) {
        self.set(ON_SHIP + space);
    }

    fn set(&mut self, place: u8) {
        let free = self.0.iter_mut().find(|w| **w == NOWHERE).expect("a building is left");
        *free = place;
        self.0.sort_unstable();
    }

    /// They go back to the track (E2-213).
    pub fn leave(&mut self, region: Region) {
        self.0.iter_mut().filter(|w| **w == region.0).for_each(|w| *w = NOWHERE);
        self.0.sort_unstable();
    }
}

const PIECES: [usize; KINDS] = [1, 3, 6, 8, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];
const UNITS: usize = {
    let (mut sum, mut k) = (0, 0);
    while k < KINDS {
        sum += PIECES[k];
        k += 1;
    }
    sum
};
const FROM: [usize; KINDS + 1] = {
    let mut from = [0; KINDS + 1];
    let mut k = 0;
    while k < KINDS {
        from[k + 1] = from[k] + PIECES[k];
        k += 1;
    }
    from
};

/// Where the units of a seat are: for each kind the regions of its pieces, in order, those off the map last.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fleet([u8; UNITS], Regions);

impl Default for Fleet {
    fn default() -> Fleet {
        Fleet([NOWHERE; UNITS], Regions::EMPTY)
    }
}

/// How many units of each kind.
pub(crate) type Counts = [u8; KINDS];

impl Fleet {
    /// How many pieces there are of a kind (E2-011, E2-021, E2-022, E2-025, E2-038).
    pub fn pieces(kind: Kind) -> usize {
        PIECES[kind.index()]
    }

    fn of(&self, kind: Kind) -> &[u8] {
        &self.0[FROM[kind.index()]..FROM[kind.index() + 1]]
    }

    pub fn on_map(&self, kind: Kind) -> u8 {
        self.of(kind).iter().take_while(|&&r| r != NOWHERE).count() as u8
    }

    #[inline]
    pub fn count(&self, kind: Kind, at: Region) -> u8 {
        self.of(kind).iter().take_while(|&&r| r <= at.0).filter(|&&r| r == at.0).count() as u8
    }

    pub fn at(&self, at: Region) -> Counts {
        if !self.1.has(at) {
            return [0; KINDS];
        }
        std::array::from_fn(|k| self.count(Kind::from_index(k), at))
    }

    /// The regions with at least one unit.
    #[inline]
    pub fn present(&self) -> Regions {
        self.1
    }

    pub fn total(&self) -> u8 {
        self.0.iter().filter(|&&r| r != NOWHERE).count() as u8
    }

    pub fn worldship(&self) -> Option<Region> {
        Some(self.0[0]).filter(|&r| r != NOWHERE).map(Region)
    }

    /// Puts a unit from the reserve on the map; false if the seat has no piece left.
    pub fn add(&mut self, kind: Kind, at: Region) -> bool {
        let pieces = &mut self.0[FROM[kind.index()]..FROM[kind.index() + 1]];
        let Some(free) = pieces.iter_mut().find(|r| **r == NOWHERE) else { return false };
        *free = at.0;
        pieces.sort_unstable();
        self.1.insert(at);
        true
    }

    pub fn shift(&mut self, counts: &Counts, from: Region, to: Region) {
        for kind in Kind::all().filter(|k| counts[k.index()] > 0) {
            let pieces = &mut self.0[FROM[kind.index()]..FROM[kind.index() + 1]];
            let moving = pieces.iter_mut().filter(|r| **r == from.0).take(usize::from(counts[kind.index()]));
            moving.for_each(|r| *r = to.0);
            pieces.sort_unstable();
        }
        for region in [from, to] {
            if self.0.contains(&region.0) { self.1.insert(region) } else { self.1.remove(region) }
        }
    }
}

/// Events on the table, in the order in which they were drawn.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Lying([Option<Happening>; Lying::MOST]);

impl Lying {
    /// One of each planet, and one more with Valka VII, which has none of its own.
    pub const MOST: usize = PLANETS;

    pub fn iter(self) -> impl DoubleEndedIterator<Item = Happening> {
        self.0.into_iter().flatten()
    }

    /// It is the last one; what does not fit is left out.
    pub fn push(&mut self, event: Happening) {
        if let Some(free) = self.0.iter_mut().find(|e| e.is_none()) {
            *free = Some(event);
        }
    }

    pub fn remove(&mut self, event: Happening) {
        let mut rest = Lying::default();
        self.iter().filter(|&e| e != event).for_each(|e| rest.push(e));
        *self = rest;
    }

    pub fn set(self) -> Set<Happening> {
        self.iter().collect()
    }
}

/// A group that moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Going {
    pub seat: Seat,
    pub at: Region,
    pub units: Counts,
    /// Whether the unit with the cargo is among them.
    pub carrier: bool,
    pub way: Way,
    /// Regions left that cost nothing, in a free move.
    pub left: u8,
    pub entered: bool,
    /// The free step of Medusa Drive is used.
    pub medusa: bool,
    /// The steps at the end of the movement still concern it.
    pub alive: bool,
}

impl Default for Going {
    fn default() -> Going {
        Going {
            seat: Seat(0),
            at: Region(0),
            units: [0; KINDS],
            carrier: false,
            way: Way::Action,
            left: 0,
            entered: false,
            medusa: false,
            alive: false,
        }
    }
}

/// By what right a group moves.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Way {
    Action,
    /// A card's move without command.
    Free,
    /// The same with an attack.
    Raid,
    Jump,
    Warp,
}

impl Going {
    pub fn total(&self) -> u8 {
        self.units.iter().sum::<u8>() + u8::from(self.carrier)
    }

    pub fn may_attack(&self) -> bool {
        !matches!(self.way, Way::Free | Way::Jump)
    }
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    Seat(Seat),
    Natives,
    Sarkeen,
    Doom,
}

/// Sides of a battle.
pub(crate) const ATTACKER: usize = 0;
pub(crate) const DEFENDER: usize = 1;
pub(crate) const SIDES: usize = 2;

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct Fight {
    pub attacker: Seat,
    pub target: Target,
    pub at: Region,
    pub liberate: bool,
    pub chosen: [Counts; 2],
    /// Dice rolled and the highest of them, by side.
    pub dice: [u8; 2],
    pub kept: [u8; 2],
    #[serde(with = "by_side")]
    pub cards: [Option<Card>; 2],
}

/// Cards by side as plain data: a table that leaves out whoever has none.
mod by_side {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use crate::piece::Card;

    #[derive(Default, Serialize, Deserialize)]
    #[serde(default, deny_unknown_fields)]
    struct BySide {
        #[serde(skip_serializing_if = "Option::is_none")]
        attacker: Option<Card>,
        #[serde(skip_serializing_if = "Option::is_none")]
        defender: Option<Card>,
    }

    pub fn serialize<S: Serializer>(cards: &[Option<Card>; 2], to: S) -> Result<S::Ok, S::Error> {
        let [attacker, defender] = *cards;
        BySide { attacker, defender }.serialize(to)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[Option<Card>; 2], D::Error> {
        BySide::deserialize(from).map(|cards| [cards.attacker, cards.defender])
    }
}

impl Default for Fight {
    fn default() -> Fight {
        Fight {
            attacker: Seat(0),
            target: Target::Natives,
            at: Region(0),
            liberate: false,
            chosen: [[0; KINDS]; 2],
            dice: [0; 2],
            kept: [0; 2],
            cards: [None; 2],
        }
    }
}

impl Fight {
    pub fn seat(&self, side: usize) -> Option<Seat> {
        match (side, self.target) {
            (ATTACKER, _) => Some(self.attacker),
            (_, Target::Seat(seat)) => Some(seat),
            _ => None,
        }
    }
}

/// Where a list of effects is printed.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Script {
    Card(Card),
    Token(Explore),
    Quest(Happening),
}

/// How many cards are drawn.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Amount {
    Cards(u8),
    /// Up to the hand limit.
    Fill,
    /// Turned over to the discard pile, because nobody draws.
    Flip,
}

/// What a die decides.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Roll {
    Hazard(Region),
    Diplomacy(Planet),
    Effect(Script, u8),
    Event(Happening),
}

/// One thing to be done. Those that ask somebody are questions; the others are carried out one after another.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Task {
    // Setup.
    Faction,
    FirstEmpire,
    FirstPlayer,
    Start(Seat),
    // The cycle.
    Choose,
    Responses(u8),
    Respond(Seat),
    NextActive,
    LapStart,
    // The end of a turn.
    End(Seat),
    Pay(Seat),
    ControlAll,
    Parasite(Seat),
    Colonize(Seat),
    Clear,
    // Move & Attack.
    Mode(Seat),
    AttackFrom(Seat),
    Origin,
    Group,
    Jump,
    Step,
    Scavenge,
    EndMove,
    Explore,
    Attack,
    Control(Region),
    Goods,
    Burn,
    Deliver,
    Pickup,
    Carrier(Card),
    Arrive,
    Cure(Happening),
    // Battle.
    Target,
    Liberate,
    Attacked,
    Declare,
    Units(u8),
    BattleDice,
    Reroll(u8),
    Cards,
    Reveal,
    Cargo(u8),
    Bearer { winner: u8, card: Card, from: Region },
    Spoils,
    Retreat { seat: Seat, from: Region },
    Loser(u8),
    // Research & Build, Card Action or Diplomacy, Recruit.
    Menu(Seat),
    CardMode(Seat),
    CostGood(Seat),
    Court { seat: Seat, planet: Planet },
    Recruit(Seat),
    EmpireDraw(Seat),
    Keep(Seat),
    EmpireLimit(Seat),
    // Refresh and drawing.
    Refresh(Seat),
    Draw { seat: Seat, amount: Amount },
    LastCall { drawer: Seat, place: u8 },
    Take { seat: Seat, amount: Amount },
    // Dice.
    Roll { seat: Seat, of: Roll },
    Rolled { seat: Seat, of: Roll, die: u8 },
    // Effects.
    Script { script: Script, seat: Seat, step: u8 },
    Discard(Card),
    ChooseGood { seat: Seat, left: u8 },
    ChoosePlanet { seat: Seat, markers: u8 },
    Gift { seat: Seat, goods: u8 },
    Oust { seat: Seat, planet: Planet, markers: u8 },
    Favour { seat: Seat, planet: Planet, markers: u8 },
    PutUnit { seat: Seat, planet: Planet, kind: Kind },
    PutFungus { seat: Seat, tokens: u8, within: u8 },
    Cleanse { seat: Seat, left: u8 },
    Grab { seat: Seat, left: u8 },
    BuildNow { seat: Seat, discount: u8 },
    // Events.
    Event { card: Happening, drawer: Seat },
    Each { card: Happening, drawer: Seat, place: u8 },
    Tribute { seat: Seat, card: Happening },
    Bid { seat: Seat, card: Happening },
    Score(Seat),
    Doom(Seat),
    Over,
}

/// A stack of tasks. Events can nest once; its depth is far below this.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Tasks {
    list: [Task; Tasks::MOST],
    len: u8,
}

impl Tasks {
    pub const MOST: usize = 48;

    pub fn new() -> Tasks {
        Tasks { list: [Task::Over; Tasks::MOST], len: 0 }
    }

    #[inline]
    pub fn push(&mut self, task: Task) {
        self.list[usize::from(self.len)] = task;
        self.len += 1;
    }

    /// An empty stack is a game that is over.
    #[inline]
    pub fn pop(&mut self) -> Task {
        self.len = self.len.saturating_sub(1);
        std::mem::replace(&mut self.list[usize::from(self.len)], Task::Over)
    }

    #[inline]
    pub fn top(&self) -> Task {
        self.as_slice().last().copied().unwrap_or(Task::Over)
    }

    #[inline]
    pub fn as_slice(&self) -> &[Task] {
        &self.list[..usize::from(self.len)]
    }
}

impl State {
    pub(crate) fn seats(&self) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        Seat::first(usize::from(self.options.players))
    }

    /// All seats clockwise from this one.
    pub(crate) fn clockwise(&self, seat: Seat) -> impl DoubleEndedIterator<Item = Seat> + Clone + use<> {
        let n = self.options.players;
        (0..n).map(move |k| Seat((seat.0 + k) % n))
    }

    pub(crate) fn next_seat(&self, seat: Seat) -> Seat {
        Seat((seat.0 + 1) % self.options.players)
    }

    pub(crate) fn player(&self, seat: Seat) -> &Player {
        &self.players[seat.index()]
    }

    pub(crate) fn player_mut(&mut self, seat: Seat) -> &mut Player {
        &mut self.players[seat.index()]
    }

    pub(crate) fn of_faction(&self, faction: Faction) -> Option<Seat> {
        self.seats().find(|&s| self.player(s).faction == Some(faction))
    }

    pub(crate) fn board_of(&self, seat: Seat) -> &'static FactionData {
        let faction = self.player(seat).faction.expect("factions are chosen first");
        self.data.0.faction(faction)
    }

    pub(crate) fn effects(&self, script: Script) -> &'static [Effect] {
        let data = self.data.0;
        match script {
            Script::Card(card) => &data.card(card).effects,
            Script::Token(token) => &data.explore(token).effects,
            Script::Quest(event) => match &data.event(event).op {
                crate::data::Op::Quest { reward, .. } => reward,
                _ => &[],
            },
        }
    }

    // The board.

    /// Every region of this game.
    pub(crate) fn board(&self) -> Regions {
        let last = SLOTS - 1;
        if self.slots[last].is_some() {
            Regions::FULL
        } else {
            Regions::FULL - Set::of(Region::orbit(last)) - Set::of(Region::surface(last))
        }
    }

    /// Wormholes and regions with a path token (E2-029, E2-P003).
    pub(crate) fn wormholes(&self) -> Regions {
        self.data.wormholes | self.paths
    }

    pub(crate) fn near(&self, region: Region) -> Regions {
        let holes = self.wormholes();
        let linked = if holes.has(region) { holes - Set::of(region) } else { Regions::EMPTY };
        (self.data.near[region.index()] | linked) & self.board()
    }

    /// Regions by distance: calls `each` with the ring at distance 1, 2, … until it returns true.
    pub(crate) fn rings(&self, from: Regions, avoid: Regions, mut each: impl FnMut(u8, Regions) -> bool) {
        let (mut seen, mut ring, mut distance) = (from, from, 0);
        while !ring.is_empty() {
            let next = ring.iter().fold(Regions::EMPTY, |all, r| all | self.near(r)) - seen - avoid;
            distance += 1;
            if next.is_empty() || each(distance, next) {
                return;
            }
            seen |= next;
            ring = next;
        }
    }

    pub(crate) fn distance(&self, from: Region, to: Region) -> u8 {
        let mut found = 0;
        if from != to {
            self.rings(Set::of(from), Regions::EMPTY, |d, ring| {
                found = d;
                ring.has(to)
            });
        }
        found
    }

    pub(crate) fn within(&self, from: Regions, most: u8) -> Regions {
        let mut all = from;
        self.rings(from, Regions::EMPTY, |d, ring| {
            if d <= most {
                all |= ring;
            }
            d >= most
        });
        all
    }

    pub(crate) fn planet_at(&self, region: Region) -> Option<Planet> {
        self.slots[region.slot()?]
    }

    pub(crate) fn slot_of(&self, planet: Planet) -> Option<usize> {
        self.slots.iter().position(|&p| p == Some(planet))
    }

    pub(crate) fn orbit_of(&self, planet: Planet) -> Option<Region> {
        self.slot_of(planet).map(Region::orbit)
    }

    pub(crate) fn surface_of(&self, planet: Planet) -> Option<Region> {
        self.slot_of(planet).map(Region::surface)
    }

    pub(crate) fn planets(&self) -> Set<Planet> {
        self.slots.iter().flatten().copied().collect()
    }

    /// Whether diplomacy, influence and control are possible there: in play, no Sarkeen, not razed (E2-315).
    pub(crate) fn open(&self, planet: Planet) -> bool {
        let razed = self.razed && planet == Planet::ValkaVii;
        !razed && self.surface_of(planet).is_some_and(|s| !self.sarkeen.has(s))
    }

    pub(crate) fn is_near(&self, seat: Seat, planet: Planet) -> bool {
        let Some(slot) = self.slot_of(planet) else { return false };
        let present = self.player(seat).fleet.present();
        present.has(Region::orbit(slot)) || present.has(Region::surface(slot))
    }

    /// The planets with units of a seat, in orbit or on the surface.
    pub(crate) fn visited(&self, seat: Seat) -> Set<Planet> {
        (self.player(seat).fleet.present() & (ORBITS | SURFACES)).iter().filter_map(|r| self.planet_at(r)).collect()
    }

    pub(crate) fn is_razed(&self, region: Region) -> bool {
        self.razed && region.is_surface() && self.planet_at(region) == Some(Planet::ValkaVii)
    }

    pub(crate) fn controller(&self, region: Region) -> Option<Seat> {
        self.seats().find(|&s| self.player(s).cubes.has(region))
    }

    // What a seat has.

    pub(crate) fn has_tech(&self, seat: Seat, tech: Tech) -> bool {
        self.player(seat).techs.has(tech)
    }

    /// As ally, or with the parasite token there (E2-259, E2-P016).
    pub(crate) fn has_ability(&self, seat: Seat, ability: Ability) -> bool {
        let planet = Planet::from_index(ability.index());
        self.ally[planet.index()] == Some(seat) || self.player(seat).parasite == Some(planet)
    }

    pub(crate) fn markers_left(&self, seat: Seat) -> u8 {
        self.data.numbers.supply.markers - self.player(seat).influence.iter().sum::<u8>()
    }

    pub(crate) fn cubes_left(&self, seat: Seat) -> u8 {
        self.data.numbers.supply.cubes - self.player(seat).cubes.len()
    }

    pub(crate) fn tokens_supply(&self) -> u8 {
        self.data.numbers.supply.command_tokens - self.seats().map(|s| self.player(s).tokens).sum::<u8>()
    }

    /// Pieces of a kind that the seat could still put on the map (E2-095, E2-180, E2-181).
    pub(crate) fn reserve(&self, seat: Seat, kind: Kind) -> u8 {
        let all = Fleet::pieces(kind) as u8;
        if kind.index() < Kind::WarBot.index() {
            all - self.player(seat).fleet.on_map(kind)
        } else {
            all - self.seats().map(|s| self.player(s).fleet.on_map(kind)).sum::<u8>() // E2-023: shared
        }
    }

    pub(crate) fn hand_power(&self, seat: Seat) -> u8 {
        self.player(seat).hand.iter().map(|c| self.data.power(c)).sum()
    }

    pub(crate) fn built(&self, seat: Seat, work: Work) -> u8 {
        self.player(seat).works[work.index()].built()
    }

    /// E2-119, E2-152.
    pub(crate) fn hand_limit(&self, seat: Seat) -> u8 {
        let n = &self.data.numbers;
        let memory = if self.has_ability(seat, Ability::SharedMemory) { n.misc.memory } else { 0 };
        n.board.hand + n.board.base * self.built(seat, Work::Base) + memory
    }

    /// E2-118, E2-153, E2-267.
    pub(crate) fn command_max(&self, seat: Seat) -> u8 {
        let n = &self.data.numbers;
        let network = if self.has_tech(seat, Tech::BioneuralNetwork) { n.misc.network } else { 0 };
        n.board.command + n.board.academy * self.built(seat, Work::Academy) + self.player(seat).tokens + network
    }

    /// Goods in the bag.
    pub(crate) fn bag(&self) -> u8 {
        self.unseen.iter().sum::<u8>() - self.down.len()
    }

    pub(crate) fn fungus_left(&self) -> u8 {
        self.data.numbers.supply.fungus - self.fungus.iter().sum::<u8>()
    }

    pub(crate) fn units_of(&self, seat: Seat, region: Region) -> Counts {
        self.player(seat).fleet.at(region)
    }

    /// Bases of a seat that fight in a region: those that stand there, and those of a Worldship there (E2-197).
    pub(crate) fn bases(&self, seat: Seat, region: Region) -> u8 {
        let player = self.player(seat);
        let works = &player.works[Work::Base.index()];
        let aboard = if player.fleet.worldship() == Some(region) { works.on_ship() } else { 0 };
        works.on(region) + aboard
    }

    /// Half of the deck, rounded up: the score card is not among the first so many (E2-083).
    pub(crate) fn upper(&self) -> u8 {
        self.deck_size.div_ceil(2)
    }

    /// Cards left to draw.
    pub(crate) fn deck_left(&self) -> u8 {
        let score = u8::from(!self.score_out && !self.reshuffled);
        self.deck.len() + self.events.len() + u8::from(self.extra_event) + score
    }
}
