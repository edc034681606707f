//! Positions: the loose description of a state, read strictly and written whole.

use std::collections::BTreeMap;

use astrarium_core::position::list;
use astrarium_core::{Piece, SeatSet, Set};
use serde::{Deserialize, Serialize};

use crate::piece::*;
use crate::setup::Place;
use crate::state::{
    Between, Fleet, Hull, Hulls, Next, Offer, Order, Orders, Pending, Phase, Pirates, Player, State, Turn,
};

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

pub(crate) fn count<K: Piece + Ord>(counts: &[u8]) -> BTreeMap<K, u8> {
    K::all().zip(counts).filter(|(_, n)| **n > 0).map(|(k, &n)| (k, n)).collect()
}

pub(crate) fn seat_list(set: SeatSet) -> Vec<Colour> {
    set.iter().map(Colour::of).collect()
}

impl State {
    pub(crate) fn seat_position(&self, seat: Colour) -> SeatPosition {
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

    pub(crate) fn read_board(&mut self, position: &Position, faults: &mut Vec<String>) {
        let seats: Vec<Colour> = self.seats().collect();
        let given = if position.order.is_empty() { seats.clone() } else { position.order.clone() };
        let mut sorted = given.clone();
        sorted.sort();
        if sorted != seats {
            faults.push(format!("order: {}: expected each of {} once", words(&given), words(&seats)));
        }
        self.order = Order::new(if sorted == seats { given } else { seats });
        self.layout[CENTRE] = Some(Hex::Pyrious);
        let all = [0, 1, 2, 3, 4, 5].to_vec();
        let outer = if self.options.players == 2 { &self.rules().two_players.get_ref().outer } else { &all };
        if position.hexagons.is_empty() {
            outer.iter().for_each(|&p| self.layout[p] = Some(Hex::ALL[1 + p]));
        }
        for (&hex, &(place, rotation)) in &position.hexagons {
            let at = place.index();
            let taken = self.layout[at].filter(|_| at != CENTRE);
            if (at == CENTRE) != (hex == Hex::Pyrious) {
                faults.push(format!("hexagons.{hex}: {place}: expected hex-pyrious in the centre, and no other there"));
            } else if at != CENTRE && !outer.contains(&at) {
                let places = words(outer.iter().map(|&p| Place::ALL[p]));
                faults.push(format!("hexagons.{hex}: {place} is not part of this board: expected {places}"));
            } else if let Some(other) = taken {
                faults.push(format!("hexagons.{hex}: {place} is the place of {other}, too: expected each place once"));
            } else {
                self.layout[at] = Some(hex);
            }
            if usize::from(rotation) >= SIDES {
                faults.push(format!("hexagons.{hex}: is turned by {rotation} steps: expected 0 to 5"));
            }
            self.rotation[hex.index()] = rotation % SIDES as u8;
        }
        let empty: Vec<Place> = outer.iter().filter(|&&p| self.layout[p].is_none()).map(|&p| Place::ALL[p]).collect();
        if !empty.is_empty() {
            faults.push(format!("hexagons: nothing lies at {}: expected a hexagon at each place", words(empty)));
        }
        self.turned = position.turned.iter().copied().collect();
        self.covered = position.covered.iter().copied().collect();
        let strange = self.covered - PLANET_SPACES;
        if !strange.is_empty() {
            faults.push(format!("covered: {} is no planet: expected planets", words(strange.iter())));
        }
    }

    pub(crate) fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        let choosing = position.phase == Some(Phase::Races);
        let settled = !choosing && position.phase != Some(Phase::Corners);
        let corners: &[Corner] = match self.options.players {
            2 => &[Corner::C2, Corner::C3],
            3 => &[Corner::C0, Corner::C2, Corner::C4],
            _ => &[Corner::C0, Corner::C1, Corner::C3, Corner::C4],
        };
        let races = [Race::Cidran, Race::Roth, Race::Sreech, Race::Narkani];
        if let Some(colour) = position.seats.keys().find(|c| !self.seats().any(|s| s == **c)) {
            faults.push(format!("seats.{colour}: does not play: expected {}", words(self.seats())));
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

    pub(crate) fn read_cards(&mut self, position: &Position, faults: &mut Vec<String>) {
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

    pub(crate) fn read_markers(&mut self, position: &Position, faults: &mut Vec<String>) {
        let set = |list: &[Space]| list.iter().copied().collect::<Spaces>();
        for (&planet, &raiders) in &position.distress {
            if !planet.is_planet() {
                faults.push(format!("distress.{planet}: is no planet: expected one of the 15 planets"));
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

    pub(crate) fn read_phase(&mut self, position: &Position, faults: &mut Vec<String>) {
        let first = Turn::new(self.order.at(0), *self.data.numbers.actions.get_ref());
        self.phase = position.phase.unwrap_or(Phase::Turn(first));
        let opening = matches!(self.phase, Phase::Races | Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. });
        let round = position.round.unwrap_or(u8::from(!opening));
        let starting = self.phase == Phase::RoundStart && round > 0;
        self.round = round - u8::from(starting);
        let events_pending = match self.phase {
            Phase::Offers { .. } | Phase::Orders { .. } => !self.rules().event_first,
            Phase::Between(Between { next: Next::Draw, .. }) => true,
            _ => false,
        };
        let usual = self.drawn_by(self.round - u8::from(events_pending && self.round > 0));
        self.drawn = position.drawn.unwrap_or(usual);
        if let Phase::Orders { place } = self.phase
            && position.seats.values().all(|s| s.orders.is_none())
        {
            self.open_orders(place);
        }
        let cards = self.rules().deck(self.options.players).iter().sum::<u8>() + SCORE_CARDS;
        if self.drawn > cards {
            faults.push(format!("drawn: {} event cards: expected at most {cards}, the deck", self.drawn));
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

/// Of each game.
const SCORE_CARDS: u8 = 3;
/// No hand, pile or order is larger than this.
const MOST_CARDS: u8 = 9;
const MOST_SHIPS: u8 = 12;
const MOST_CREDITS: u16 = 9999;
const MOST_TOKENS: u8 = 5;

fn words<T: ToString>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|t| t.to_string()).collect::<Vec<_>>().join(", ")
}

fn read_cards(what: &str, cards: &BTreeMap<Card, u8>, faults: &mut Vec<String>) -> Cards {
    let mut read = Cards::default();
    for (&card, &n) in cards {
        if n > MOST_CARDS {
            faults.push(format!("{what}.{card}: {n}, expected at most {MOST_CARDS}"));
        }
        read.0[card.index()] = n.min(MOST_CARDS);
    }
    read
}

fn read_kinds(what: &str, kinds: &BTreeMap<Kind, u8>, faults: &mut Vec<String>) -> Counts<{ Kind::ALL.len() }> {
    let mut read = Counts::default();
    for (&kind, &n) in kinds {
        if n > MOST_SHIPS {
            faults.push(format!("{what}.{kind}: {n}, expected at most {MOST_SHIPS}"));
        }
        read.0[kind.index()] = n.min(MOST_SHIPS);
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
    let mut most = |what: &str, n: u16, most: u16| {
        if n > most {
            faults.push(at(&format!("{what}: {n}, expected at most {most}")));
        }
    };
    most("credits", given.credits, MOST_CREDITS);
    most("points", given.points, MOST_CREDITS);
    most("orders.gained", orders.gained, MOST_CREDITS);
    most("orders.spent", orders.spent, given.credits.saturating_add(orders.gained).min(MOST_CREDITS));
    most("ambassadors", given.ambassadors.into(), MOST_TOKENS.into());
    most("bombs", given.bombs.into(), MOST_TOKENS.into());
    let strange = set(&given.allies) - PLANET_SPACES;
    if !strange.is_empty() {
        let worlds = words(strange.iter());
        faults.push(at(&format!("allies: {worlds}: expected planets; a home world is its owner's ally by itself")));
    }
    let mut permits = [0; Good::ALL.len()];
    given.permits.iter().for_each(|(g, &n)| permits[g.index()] = n.min(MOST_CARDS));
    Player {
        race: given.race,
        corner: given.corner,
        credits: given.credits.min(MOST_CREDITS),
        vp: given.points.min(MOST_CREDITS),
        hand: read_cards(&at("hand"), &given.hand, faults),
        techs: given.techs.iter().copied().collect(),
        fleet,
        allied: set(&given.allies),
        conquered: set(&given.conquered),
        claims: set(&given.claims),
        port: given.port,
        port_used: given.port_used,
        bay: given.bay,
        ambassadors: given.ambassadors.min(MOST_TOKENS),
        bombs: given.bombs.min(MOST_TOKENS),
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
            gained: orders.gained.min(MOST_CREDITS),
            cards: read_cards(&at("orders.cards"), &orders.cards, faults),
        },
        standing: given.standing,
        pending: given.pending.unwrap_or_default(),
        wrecks: given.wrecks.iter().copied().collect(),
    }
}

// How small types look in a position.

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
                        let all = fleet.total(kind);
                        return Err(format!("more {kind} than there are tokens: expected at most {all} in all spaces"));
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
            return Err(format!("{} ships move together: expected one to three", given.len()));
        }
        for (slot, hull) in hulls.list.iter_mut().zip(given) {
            let mut cargo = [None; 5];
            if hull.cargo.len() > cargo.len() {
                return Err(format!("{} carries {} ships: expected five at most", hull.ship, hull.cargo.len()));
            }
            cargo.iter_mut().zip(hull.cargo).for_each(|(slot, kind)| *slot = Some(kind));
            *slot = Some(Hull { kind: hull.ship, cargo });
        }
        Ok(hulls)
    }
}
