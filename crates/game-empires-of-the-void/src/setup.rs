//! Options → first state; loose position → strict state, or everything that is wrong with it.

use std::collections::BTreeMap;

use astrarium_core::{Chance, OptionSpec, Piece, SeatSet, Set, Silent, Static, Values, pieces};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::piece::*;
use crate::state::{Fleet, Hull, Hulls, Offer, Order, Orders, Pending, Phase, Pirates, Player, State, Turn};

/// What both editions can set; each title shows its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Options {
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    /// First edition only (EV-080).
    pub short_game: bool,
    /// Revised edition only (KU-006).
    pub new_races: bool,
}

const PLAYERS: OptionSpec =
    OptionSpec { id: "players", values: Values::OneOf(&["4", "3", "2"]), about: "how many play" }; // EV-001, KU-002
const ADVANCED: OptionSpec =
    OptionSpec { id: "advanced-order", values: Values::Switch, about: "turn order is set anew each round" };
const HIDDEN: OptionSpec =
    OptionSpec { id: "hidden-vp", values: Values::Switch, about: "victory points of others are not shown" };

/// The options of the first edition.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FirstOptions {
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    pub short_game: bool,
}

/// The options of the revised edition.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct KeyOptions {
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    pub new_races: bool,
}

impl Default for FirstOptions {
    fn default() -> FirstOptions {
        FirstOptions { players: 4, advanced_order: false, hidden_vp: true, short_game: false }
    }
}

impl Default for KeyOptions {
    fn default() -> KeyOptions {
        KeyOptions { players: 4, advanced_order: false, hidden_vp: true, new_races: true }
    }
}

impl astrarium_core::Options for FirstOptions {
    const SPECS: &'static [OptionSpec] = &[
        PLAYERS,
        ADVANCED,
        HIDDEN,
        OptionSpec { id: "short-game", values: Values::Switch, about: "the game ends with the second scoring" },
    ];
    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

impl astrarium_core::Options for KeyOptions {
    const SPECS: &'static [OptionSpec] = &[
        PLAYERS,
        ADVANCED,
        HIDDEN,
        OptionSpec { id: "new-races", values: Values::Switch, about: "with the four new races" },
    ];
    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

impl From<FirstOptions> for Options {
    fn from(o: FirstOptions) -> Options {
        let FirstOptions { players, advanced_order, hidden_vp, short_game } = o;
        Options { players, advanced_order, hidden_vp, short_game, new_races: false }
    }
}

impl From<KeyOptions> for Options {
    fn from(o: KeyOptions) -> Options {
        let KeyOptions { players, advanced_order, hidden_vp, new_races } = o;
        Options { players, advanced_order, hidden_vp, short_game: false, new_races }
    }
}

impl From<Options> for FirstOptions {
    fn from(o: Options) -> FirstOptions {
        let Options { players, advanced_order, hidden_vp, short_game, .. } = o;
        FirstOptions { players, advanced_order, hidden_vp, short_game }
    }
}

impl From<Options> for KeyOptions {
    fn from(o: Options) -> KeyOptions {
        let Options { players, advanced_order, hidden_vp, new_races, .. } = o;
        KeyOptions { players, advanced_order, hidden_vp, new_races }
    }
}

pieces! {
    /// The places of the board for hexagons.
    Place { N = "n", NE = "ne", SE = "se", S = "s", SW = "sw", NW = "nw", Centre = "centre" }
}

impl State {
    pub(crate) fn set_up(edition: Edition, options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(edition, options, data);
        state.open(chance);
        state
    }

    fn empty(edition: Edition, options: Options, data: &'static Data) -> State {
        State {
            data: Static(data),
            edition,
            options,
            phase: Phase::Races,
            round: 0,
            drawn: 0,
            order: Order::default(),
            players: ByColour::default(),
            layout: [None; HEXES],
            rotation: [0; HEXES],
            turned: Set::EMPTY,
            board: Spaces::EMPTY,
            covered: Spaces::EMPTY,
            guards: [Spaces::EMPTY; 2],
            deck: Cards::default(),
            discard: Cards::default(),
            row: Cards::default(),
            events: Set::EMPTY,
            distress: Spaces::EMPTY,
            rebellion: Spaces::EMPTY,
            infested: Spaces::EMPTY,
            enslaved: Spaces::EMPTY,
            metropolis: Spaces::EMPTY,
            residual: Spaces::EMPTY,
            raiders: [0; PLANETS],
            pirates: [Pirates::default(); HEXES],
            sect: false,
            decree: false,
            worm: None,
            storm: false,
            charted: None,
            meteors: false,
            conclave: false,
            objectives: Set::EMPTY,
            overflow: SeatSet::EMPTY,
            repairing: SeatSet::EMPTY,
            offer: None,
        }
    }
}

/// Ships by space and kind.
pub(crate) type Ships = BTreeMap<Space, BTreeMap<Kind, u8>>;

/// A loose description of a state. Left out: hexagons in the order of their names, none turned; homes in the first corners of
/// the layout; all other cards in the deck; no markers; the first seat's turn with all its actions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) phase: Option<Phase>,
    /// The round that is being played, or that begins in phase `round-start`.
    pub round: Option<u8>,
    pub drawn: Option<u8>,
    pub order: Vec<Colour>,
    pub hexagons: BTreeMap<Hex, (Place, u8)>,
    pub turned: Vec<Hex>,
    pub covered: Vec<Space>,
    pub deck: Option<BTreeMap<Card, u8>>,
    pub discard: BTreeMap<Card, u8>,
    pub row: BTreeMap<Card, u8>,
    /// Events not yet drawn.
    pub events: Option<Vec<Happening>>,
    /// Raiders on planets in distress.
    pub distress: BTreeMap<Space, u8>,
    pub rebellion: Vec<Space>,
    pub infested: Vec<Space>,
    pub enslaved: Vec<Space>,
    pub metropolis: Vec<Space>,
    pub residual: Vec<Space>,
    pub pirates: BTreeMap<Hex, Pirates>,
    pub sect: bool,
    pub decree: bool,
    pub worm: Option<Colour>,
    /// Guards: planets with a Starfighter, planets with a Starcruiser.
    pub guards: Option<[Vec<Space>; 2]>,
    pub storm: bool,
    pub charted: Option<Obstacle>,
    pub meteors: bool,
    pub conclave: bool,
    /// Objectives that are open.
    pub objectives: Option<Vec<Objective>>,
    pub overflow: Vec<Colour>,
    pub repairing: Vec<Colour>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) offer: Option<Offer>,
    pub seats: BTreeMap<Colour, SeatPosition>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatPosition {
    pub race: Option<Race>,
    pub corner: Option<Corner>,
    pub credits: u16,
    pub points: u16,
    pub hand: BTreeMap<Card, u8>,
    pub techs: Vec<Tech>,
    pub ships: Ships,
    /// Planets with its ally token; its home world is one by itself.
    pub allies: Vec<Space>,
    pub conquered: Vec<Space>,
    pub claims: Vec<Space>,
    pub port: Option<Space>,
    pub port_used: bool,
    pub bay: Option<Kind>,
    pub ambassadors: u8,
    pub bombs: u8,
    pub permits: BTreeMap<Good, u8>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub orders: Option<OrdersPosition>,
    pub standing: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pending: Option<Pending>,
    pub wrecks: Vec<Kind>,
}

/// Open or finished sealed orders.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct OrdersPosition {
    pub open: bool,
    pub home: BTreeMap<Kind, u8>,
    pub yards: BTreeMap<Kind, u8>,
    pub port: Option<Kind>,
    pub rebuilt: Option<Space>,
    pub research: Option<Tech>,
    pub place: Option<Space>,
    pub first: Option<Kind>,
    pub spent: u16,
    pub gained: u16,
    pub cards: BTreeMap<Card, u8>,
}

fn list<T: Piece>(set: Set<T>) -> Vec<T> {
    set.iter().collect()
}

fn count<K: Piece + Ord>(counts: &[u8]) -> BTreeMap<K, u8> {
    K::all().zip(counts).filter(|(_, n)| **n > 0).map(|(k, &n)| (k, n)).collect()
}

fn seat_list(set: SeatSet) -> Vec<Colour> {
    set.iter().map(Colour::of).collect()
}

impl State {
    pub(crate) fn to_position(self) -> Position {
        let hexagon =
            |(place, hex): (usize, &Option<Hex>)| hex.map(|h| (h, (Place::ALL[place], self.rotation[h.index()])));
        Position {
            phase: Some(self.phase),
            round: Some(self.round),
            drawn: Some(self.drawn),
            order: self.order.iter().collect(),
            hexagons: self.layout.iter().enumerate().filter_map(hexagon).collect(),
            turned: list(self.turned),
            covered: list(self.covered),
            deck: Some(count(&self.deck.0)),
            discard: count(&self.discard.0),
            row: count(&self.row.0),
            events: Some(list(self.events)),
            distress: self.distress.iter().map(|p| (p, self.raiders[p.index()])).collect(),
            rebellion: list(self.rebellion),
            infested: list(self.infested),
            enslaved: list(self.enslaved),
            metropolis: list(self.metropolis),
            residual: list(self.residual),
            pirates: Hex::all()
                .map(|h| (h, self.pirates[h.index()]))
                .filter(|(_, p)| *p != Pirates::default())
                .collect(),
            sect: self.sect,
            decree: self.decree,
            worm: self.worm,
            guards: Some(self.guards.map(list)),
            storm: self.storm,
            charted: self.charted,
            meteors: self.meteors,
            conclave: self.conclave,
            objectives: Some(list(self.objectives)),
            overflow: seat_list(self.overflow),
            repairing: seat_list(self.repairing),
            offer: self.offer,
            seats: self.seats().map(|c| (c, self.seat_position(c))).collect(),
        }
    }

    fn seat_position(&self, seat: Colour) -> SeatPosition {
        let p = &self.players[seat];
        SeatPosition {
            race: p.race,
            corner: p.corner,
            credits: p.credits,
            points: p.vp,
            hand: count(&p.hand.0),
            techs: list(p.techs),
            ships: p.fleet.into(),
            allies: list(p.allied & PLANET_SPACES),
            conquered: list(p.conquered),
            claims: list(p.claims),
            port: p.port,
            port_used: p.port_used,
            bay: p.bay,
            ambassadors: p.ambassadors,
            bombs: p.bombs,
            permits: count(&p.permits),
            orders: (p.orders != Orders::default()).then(|| orders_position(&p.orders)),
            standing: p.standing,
            pending: (p.pending != Pending::Nothing).then_some(p.pending),
            wrecks: list(p.wrecks),
        }
    }

    pub(crate) fn from_position(
        edition: Edition,
        options: Options,
        data: &'static Data,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        let mut state = State::empty(edition, options, data);
        let mut faults = Vec::new();
        state.read_board(position, &mut faults);
        state.read_seats(position, &mut faults);
        state.lay_out();
        state.read_cards(position, &mut faults);
        state.read_markers(position, &mut faults);
        state.read_phase(position, &mut faults);
        if faults.is_empty() {
            faults = state.broken_table();
        }
        if faults.is_empty() {
            state.run(chance, &mut Silent);
            faults = state.broken();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn read_board(&mut self, position: &Position, faults: &mut Vec<String>) {
        let seats: Vec<Colour> = self.seats().collect();
        let given = if position.order.is_empty() { seats.clone() } else { position.order.clone() };
        let mut sorted = given.clone();
        sorted.sort();
        if sorted != seats {
            faults.push(format!("order: is no order of the {} players", seats.len()));
        }
        self.order = Order::new(if sorted == seats { given } else { seats });
        self.layout[CENTRE] = Some(Hex::Pyrious);
        let all = [0, 1, 2, 3, 4, 5].to_vec();
        let outer = if self.options.players == 2 { &self.rules().two_players.get_ref().outer } else { &all };
        if position.hexagons.is_empty() {
            outer.iter().for_each(|&p| self.layout[p] = Some(Hex::ALL[1 + p]));
        }
        for (&hex, &(place, rotation)) in &position.hexagons {
            let place = place.index();
            if (place == CENTRE) != (hex == Hex::Pyrious)
                || place != CENTRE && (!outer.contains(&place) || self.layout[place].is_some())
            {
                faults.push(format!("hexagons.{hex}: cannot lie there"));
            } else {
                self.layout[place] = Some(hex);
            }
            if usize::from(rotation) >= SIDES {
                faults.push(format!("hexagons.{hex}: is turned by 0 to 5"));
            }
            self.rotation[hex.index()] = rotation % SIDES as u8;
        }
        if outer.iter().any(|&p| self.layout[p].is_none()) {
            faults.push("hexagons: a place of the board is empty".into());
        }
        self.turned = position.turned.iter().copied().collect();
        self.covered = position.covered.iter().copied().collect();
        if !PLANET_SPACES.contains(self.covered) {
            faults.push("covered: only planets can be covered".into());
        }
    }

    fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        let choosing = position.phase == Some(Phase::Races);
        let settled = !choosing && position.phase != Some(Phase::Corners);
        let corners: &[Corner] = match self.options.players {
            2 => &[Corner::C2, Corner::C3],
            3 => &[Corner::C0, Corner::C2, Corner::C4],
            _ => &[Corner::C0, Corner::C1, Corner::C3, Corner::C4],
        };
        let races = [Race::Cidran, Race::Roth, Race::Sreech, Race::Narkani];
        if let Some(colour) = position.seats.keys().find(|c| !self.seats().any(|s| s == **c)) {
            faults.push(format!("seats.{colour}: does not play"));
        }
        for seat in self.seats() {
            let given = position.seats.get(&seat).cloned().unwrap_or_default();
            let player = read_seat(seat, &given, faults);
            let usual = races.iter().copied().find(|r| {
                !self.seats().any(|c| self.players[c].race == Some(*r))
                    && !position.seats.values().any(|s| s.race == Some(*r))
            });
            let race = player.race.or(usual.filter(|_| !choosing));
            let corner = player.corner.or(settled.then(|| corners[seat.index()]));
            self.players[seat] = Player { race, corner, ..player };
            if race.is_some() {
                self.players[seat].allied.insert(seat.home());
            }
        }
    }

    fn read_cards(&mut self, position: &Position, faults: &mut Vec<String>) {
        let most = *self.data.numbers.cards_of_a_kind.get_ref();
        self.discard = read_cards("discard", &position.discard, faults);
        self.row = read_cards("row", &position.row, faults);
        let opening =
            matches!(position.phase, Some(Phase::Races | Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. }));
        self.offer = position.offer;
        if let Some(Phase::Turn(turn)) = position.phase {
            self.phase = Phase::Turn(turn);
        }
        self.deck = match &position.deck {
            Some(deck) => read_cards("deck", deck, faults),
            None if opening => Cards::default(),
            None => {
                let used = self.cards_in_use();
                Counts(std::array::from_fn(|i| most.saturating_sub(used[i].min(most.into()) as u8)))
            }
        };
        let events = self.playable_events();
        self.events = match &position.events {
            Some(list) => list.iter().copied().collect(),
            None if opening => Set::EMPTY,
            None => events,
        };
        self.objectives = match &position.objectives {
            Some(list) => list.iter().copied().collect(),
            None if opening || !self.rules().objectives => Set::EMPTY,
            None => !Set::EMPTY,
        };
    }

    fn read_markers(&mut self, position: &Position, faults: &mut Vec<String>) {
        let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
        for (&planet, &raiders) in &position.distress {
            if !planet.is_planet() {
                faults.push(format!("distress.{planet}: is no planet"));
                continue;
            }
            self.distress.insert(planet);
            self.raiders[planet.index()] = raiders;
        }
        self.rebellion = set(&position.rebellion);
        self.infested = set(&position.infested);
        self.enslaved = set(&position.enslaved);
        self.metropolis = set(&position.metropolis);
        self.residual = set(&position.residual);
        position.pirates.iter().for_each(|(h, &p)| self.pirates[h.index()] = p);
        (self.sect, self.decree, self.worm) = (position.sect, position.decree, position.worm);
        match &position.guards {
            Some(guards) => self.guards = [set(&guards[0]), set(&guards[1])],
            None if matches!(position.phase, Some(Phase::Races | Phase::Corners)) => {}
            None => self.post_guards(),
        }
        (self.storm, self.charted, self.meteors, self.conclave) =
            (position.storm, position.charted, position.meteors, position.conclave);
        self.overflow = position.overflow.iter().map(|c| c.seat()).collect();
        self.repairing = position.repairing.iter().map(|c| c.seat()).collect();
    }

    fn read_phase(&mut self, position: &Position, faults: &mut Vec<String>) {
        let first = Turn::new(self.order.at(0), *self.data.numbers.actions.get_ref());
        self.phase = position.phase.unwrap_or(Phase::Turn(first));
        let opening = matches!(self.phase, Phase::Races | Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. });
        let round = position.round.unwrap_or(u8::from(!opening));
        let starting = self.phase == Phase::RoundStart && round > 0;
        self.round = round - u8::from(starting);
        let events_pending =
            !self.rules().event_first && matches!(self.phase, Phase::Offers { .. } | Phase::Orders { .. });
        let usual = self.drawn_by(self.round - u8::from(events_pending && self.round > 0));
        self.drawn = position.drawn.unwrap_or(usual);
        if matches!(self.phase, Phase::Orders { .. }) && position.seats.values().all(|s| s.orders.is_none()) {
            self.seats().for_each(|c| self.players[c].orders.open = true);
        }
        if u16::from(self.drawn) > 14 {
            faults.push(format!("drawn: {} cards are more than there are", self.drawn));
        }
    }

    /// Cards drawn from the event deck by the end of a round's event.
    fn drawn_by(&self, round: u8) -> u8 {
        let mut drawn = 0u8;
        for _ in 0..round.min(11) {
            if self.rules().event_after_score && self.score_card(drawn).is_some() {
                drawn += 1;
            }
            drawn += 1;
        }
        drawn
    }
}

fn orders_position(o: &Orders) -> OrdersPosition {
    OrdersPosition {
        open: o.open,
        home: count(&o.home.0),
        yards: count(&o.yards.0),
        port: o.port,
        rebuilt: o.rebuilt,
        research: o.research,
        place: o.place,
        first: o.first,
        spent: o.spent,
        gained: o.gained,
        cards: count(&o.cards.0),
    }
}

/// No hand, pile or order is larger than this.
const MOST_CARDS: u8 = 9;

fn read_cards(what: &str, cards: &BTreeMap<Card, u8>, faults: &mut Vec<String>) -> Cards {
    let mut read = Cards::default();
    for (&card, &n) in cards {
        if n > MOST_CARDS {
            faults.push(format!("{what}.{card}: {n} are more than there are"));
        }
        read.0[card.index()] = n.min(MOST_CARDS);
    }
    read
}

fn read_kinds(what: &str, kinds: &BTreeMap<Kind, u8>, faults: &mut Vec<String>) -> Counts<{ Kind::ALL.len() }> {
    let mut read = Counts::default();
    for (&kind, &n) in kinds {
        if n > 12 {
            faults.push(format!("{what}.{kind}: {n} are more than there are"));
        }
        read.0[kind.index()] = n.min(12);
    }
    read
}

fn read_seat(seat: Colour, given: &SeatPosition, faults: &mut Vec<String>) -> Player {
    let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
    let at = |what: &str| format!("seats.{seat}.{what}");
    let fleet = Fleet::try_from(given.ships.clone()).unwrap_or_else(|fault| {
        faults.push(format!("seats.{seat}.ships: {fault}"));
        Fleet::default()
    });
    let orders = given.orders.clone().unwrap_or_default();
    if [given.credits, given.points, orders.spent, orders.gained].iter().any(|&n| n > 9999) {
        faults.push(at("credits: and points are at most 9999"));
    }
    if given.ambassadors > 5 || given.bombs > 5 {
        faults.push(at("ambassadors: and bombs are at most 5"));
    }
    if orders.spent > given.credits.saturating_add(orders.gained) {
        faults.push(at("orders.spent: more than there was"));
    }
    if !PLANET_SPACES.contains(set(&given.allies)) {
        faults.push(at("allies: only planets are allies"));
    }
    let mut permits = [0; Good::ALL.len()];
    given.permits.iter().for_each(|(g, &n)| permits[g.index()] = n.min(MOST_CARDS));
    Player {
        race: given.race,
        corner: given.corner,
        credits: given.credits.min(9999),
        vp: given.points.min(9999),
        hand: read_cards(&at("hand"), &given.hand, faults),
        techs: given.techs.iter().copied().collect(),
        fleet,
        allied: set(&given.allies),
        conquered: set(&given.conquered),
        claims: set(&given.claims),
        port: given.port,
        port_used: given.port_used,
        bay: given.bay,
        ambassadors: given.ambassadors.min(5),
        bombs: given.bombs.min(5),
        permits,
        orders: Orders {
            open: orders.open,
            home: read_kinds(&at("orders.home"), &orders.home, faults),
            yards: read_kinds(&at("orders.yards"), &orders.yards, faults),
            port: orders.port,
            rebuilt: orders.rebuilt,
            research: orders.research,
            place: orders.place,
            first: orders.first,
            spent: orders.spent,
            gained: orders.gained.min(9999),
            cards: read_cards(&at("orders.cards"), &orders.cards, faults),
        },
        standing: given.standing,
        pending: given.pending.unwrap_or_default(),
        wrecks: given.wrecks.iter().copied().collect(),
    }
}

// How small types stand in a position.

impl From<Fleet> for Ships {
    fn from(fleet: Fleet) -> Ships {
        let mut ships = Ships::new();
        for (kind, space, n) in fleet.groups() {
            ships.entry(space).or_default().insert(kind, n);
        }
        ships
    }
}

impl TryFrom<Ships> for Fleet {
    type Error = String;
    fn try_from(ships: Ships) -> Result<Fleet, String> {
        let mut fleet = Fleet::default();
        for (space, kinds) in ships {
            for (kind, n) in kinds {
                for _ in 0..n {
                    if !fleet.has_room(kind) {
                        return Err(format!("more {kind} than there are tokens"));
                    }
                    fleet.add(kind, space);
                }
            }
        }
        Ok(fleet)
    }
}

impl Serialize for Cards {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        count::<Card>(&self.0).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Cards {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Cards, D::Error> {
        let cards = BTreeMap::<Card, u8>::deserialize(deserializer)?;
        let mut read = Cards::default();
        cards.into_iter().for_each(|(c, n)| read.0[c.index()] = n.min(MOST_CARDS));
        Ok(read)
    }
}

/// A set of spaces as a list.
pub(crate) mod spaces {
    use super::*;

    pub(crate) fn serialize<S: serde::Serializer>(set: &Spaces, serializer: S) -> Result<S::Ok, S::Error> {
        list(*set).serialize(serializer)
    }

    pub(crate) fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Spaces, D::Error> {
        Ok(Vec::<Space>::deserialize(deserializer)?.into_iter().collect())
    }
}

/// A moving ship and its cargo.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct HullPosition {
    ship: Kind,
    #[serde(default)]
    cargo: Vec<Kind>,
}

impl From<Hulls> for Vec<HullPosition> {
    fn from(hulls: Hulls) -> Vec<HullPosition> {
        hulls
            .iter()
            .map(|h| HullPosition { ship: h.kind, cargo: h.cargo.iter().flatten().copied().collect() })
            .collect()
    }
}

impl TryFrom<Vec<HullPosition>> for Hulls {
    type Error = String;
    fn try_from(given: Vec<HullPosition>) -> Result<Hulls, String> {
        let mut hulls = Hulls::default();
        if given.is_empty() || given.len() > hulls.list.len() {
            return Err("one to three ships move together".into());
        }
        for (slot, hull) in hulls.list.iter_mut().zip(given) {
            let mut cargo = [None; 5];
            if hull.cargo.len() > cargo.len() {
                return Err("a ship carries five at most".into());
            }
            cargo.iter_mut().zip(hull.cargo).for_each(|(slot, kind)| *slot = Some(kind));
            *slot = Some(Hull { kind: hull.ship, cargo });
        }
        Ok(hulls)
    }
}
