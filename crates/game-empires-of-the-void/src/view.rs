//! What a seat may see, built from nothing; what it cannot know, dealt again.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Piece, Seat, Turn as Asked, Viewer};
use serde::Serialize;

use crate::piece::*;
use crate::state::{OfferStage, Orders, Pending, Phase, State, Step};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    pub viewer: Option<Colour>,
    pub edition: Edition,
    pub round: u8,
    pub stop: &'static str,
    pub order: Vec<Colour>,
    pub seats: Vec<SeatView>,
    /// Where the hexagons lie and how far they are turned.
    pub hexagons: Vec<(Hex, usize, u8)>,
    pub worlds: BTreeMap<Space, WorldView>,
    pub covered: Vec<Space>,
    pub row: BTreeMap<Card, u8>,
    pub discard: BTreeMap<Card, u8>,
    pub deck: u8,
    /// Whether the next event card is a score card.
    pub score_next: bool,
    pub pirates: BTreeMap<Hex, u8>,
    pub guards: Vec<Space>,
    pub worm: Option<Colour>,
    pub notes: Vec<String>,
    pub objectives: Vec<Objective>,
    pub turn: Option<TurnView>,
    /// Terms of a running offer, for its partners.
    pub offer: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct SeatView {
    pub colour: Colour,
    pub race: Option<Race>,
    pub corner: Option<Corner>,
    pub credits: u16,
    /// Hidden from others while the game runs, if the table wants it so.
    pub points: Option<u16>,
    pub influence: u16,
    pub cards: u8,
    pub hand_limit: u8,
    /// Only for the seat itself, and for all once the game is over.
    pub hand: Option<BTreeMap<Card, u8>>,
    pub techs: Vec<Tech>,
    pub ships: BTreeMap<Space, BTreeMap<Kind, u8>>,
    pub port: Option<Space>,
    pub bay: Option<Kind>,
    pub ambassadors: u8,
    pub bombs: u8,
    pub permits: BTreeMap<Good, u8>,
    /// Orders so far: for the seat itself, for all where they are open.
    pub orders: Option<Vec<String>>,
    pub deciding: bool,
    pub place: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WorldView {
    pub ally: Option<Colour>,
    pub conqueror: Option<Colour>,
    pub controller: Option<Colour>,
    pub raiders: u8,
    pub marks: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct TurnView {
    pub seat: Colour,
    pub actions: u8,
    /// Where something is going on.
    pub at: Option<Space>,
    pub shown: BTreeMap<Card, u8>,
    pub total: Option<i16>,
    pub level: Option<u8>,
}

fn cards(cards: &Cards) -> BTreeMap<Card, u8> {
    cards.kinds().map(|c| (c, cards.of(c))).collect()
}

impl State {
    pub(crate) fn see(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => Some(Colour::of(seat)),
            Viewer::Public => None,
        };
        let worlds = self.planets() | (self.board & HOMES);
        let partner = |o: &&crate::state::Offer| me == Some(o.from) || me == Some(o.to) && o.stage != OfferStage::Build;
        View {
            viewer: me,
            edition: self.edition,
            round: self.round,
            stop: self.stop_word(),
            order: self.order.iter().collect(),
            seats: self.seats().map(|c| self.see_seat(c, me)).collect(),
            hexagons: self
                .layout
                .iter()
                .enumerate()
                .filter_map(|(p, h)| h.map(|h| (h, p, self.rotation[h.index()])))
                .collect(),
            worlds: worlds.iter().map(|w| (w, self.see_world(w))).collect(),
            covered: self.covered.iter().collect(),
            row: cards(&self.row),
            discard: cards(&self.discard),
            deck: self.deck.total(),
            score_next: self.score_is_next(),
            pirates: Hex::all()
                .filter(|h| self.pirates[h.index()].raiders > 0)
                .map(|h| (h, self.pirates[h.index()].raiders))
                .collect(),
            guards: (self.guards[0] | self.guards[1]).iter().collect(),
            worm: self.worm,
            notes: self.notes(),
            objectives: self.objectives.iter().collect(),
            turn: self.see_turn(),
            offer: self.offer.as_ref().filter(partner).map(|o| format!("{} offers {}: {}", o.from, o.to, o.terms())),
        }
    }

    fn stop_word(&self) -> &'static str {
        match &self.phase {
            Phase::Races => "races",
            Phase::Corners | Phase::Cover { .. } | Phase::Rotate { .. } => "setup",
            Phase::Between(_) => "between turns",
            Phase::Offers { .. } => "offers",
            Phase::Orders { .. } => "orders",
            Phase::Turn(turn) => match turn.step {
                Step::Fight(_) => "attack",
                Step::Move(_) | Step::Ships(_) | Step::Consent { .. } => "move",
                Step::Diplomacy { .. } | Step::Verdict { .. } => "diplomacy",
                Step::Secondary | Step::Construct { .. } => "secondary action",
                _ => "actions",
            },
            Phase::Over => "over",
            _ => "event",
        }
    }

    fn notes(&self) -> Vec<String> {
        let mut notes = Vec::new();
        let mut note = |on: bool, text: &str| notes.extend(on.then(|| text.to_string()));
        note(self.storm, "Solar Storm: ships move 1 less");
        note(self.meteors, "Meteor Shower: asteroid technologies do not help");
        note(self.conclave, "Scholars' Conclave: technologies cost 1 less");
        note(self.decree, "Decree: the next controller of Pyrious gains points");
        notes.extend(self.charted.map(|o| format!("Charted Lanes: {o} are no obstacle")));
        notes
    }

    fn see_seat(&self, seat: Colour, me: Option<Colour>) -> SeatView {
        let p = &self.players[seat];
        let own = me == Some(seat) || self.over();
        let asked = self.asked();
        let place = match asked {
            Asked::Over(standing) => Some(standing.places[seat.seat()]),
            _ => None,
        };
        let ordering = matches!(self.phase, Phase::Orders { .. });
        SeatView {
            colour: seat,
            race: p.race,
            corner: p.corner,
            credits: p.credits,
            points: (own || !self.options.hidden_vp).then_some(p.vp), // EV-150
            influence: self.influence(seat),
            cards: p.hand.total() + p.orders.cards.total(),
            hand_limit: self.hand_limit(seat),
            hand: own.then(|| cards(&p.hand)),
            techs: p.techs.iter().collect(),
            ships: p.fleet.into(),
            port: p.port,
            bay: p.bay,
            ambassadors: p.ambassadors,
            bombs: p.bombs,
            permits: Good::all().filter(|g| p.permits[g.index()] > 0).map(|g| (g, p.permits[g.index()])).collect(),
            orders: (ordering && (own || self.options.advanced_order)).then(|| order_words(&p.orders)),
            deciding: asked.seats().contains(seat.seat()),
            place,
        }
    }

    fn see_world(&self, world: Space) -> WorldView {
        let marks = [
            (self.distress, "distress"),
            (self.rebellion, "rebellion"),
            (self.infested, "infested"),
            (self.enslaved, "enslaved"),
            (self.metropolis, "metropolis"),
            (self.residual, "residual"),
        ];
        let mut marks: Vec<&'static str> =
            marks.iter().filter(|(set, _)| set.has(world)).map(|(_, word)| *word).collect();
        marks.extend((self.sect && world == TAN_LOCK).then_some("sect"));
        marks.extend(self.is_new_earth(world).then_some("new-earth"));
        WorldView {
            ally: self.ally(world),
            conqueror: self.conqueror(world),
            controller: self.controller(world),
            raiders: self.raiders_at(world),
            marks,
        }
    }

    fn see_turn(&self) -> Option<TurnView> {
        let turn = self.turn()?;
        let mut view = TurnView {
            seat: turn.seat,
            actions: turn.actions,
            at: None,
            shown: BTreeMap::new(),
            total: None,
            level: None,
        };
        match &turn.step {
            Step::Move(going) | Step::Consent { going, .. } => view.at = Some(going.at),
            Step::Fight(fight) => (view.at, view.level) = (Some(fight.at), Some(fight.level)),
            Step::Diplomacy { planet, shown } => (view.at, view.shown) = (Some(*planet), cards(shown)),
            Step::Verdict { planet, shown, total, .. } => {
                (view.at, view.shown, view.total) = (Some(*planet), cards(shown), Some(*total))
            }
            _ => {}
        }
        Some(view)
    }

    // Redeal.

    /// Hands of the others, their sealed orders, the cards of an offer between others, a card pair that only its seat sees.
    pub(crate) fn deal_again(&self, seat: Seat, chance: &mut impl Chance) -> State {
        let me = Colour::of(seat);
        let mut state = *self;
        if self.over() || self.round == 0 {
            return state;
        }
        let sizes = state.collect(me);
        state.reserve(me, chance);
        for other in state.others(me) {
            while state.players[other].hand.total() < sizes[other] {
                state.deal_one(other, None, chance);
            }
        }
        state.offer_again(me, chance);
        if let Phase::Orders { .. } = self.phase
            && !self.options.advanced_order
        {
            state.others(me).for_each(|c| state.order_again(c, !self.players[c].orders.open, chance));
        }
        state
    }

    /// Takes up what the seat does not know, into the deck; returns how many cards each hand had.
    fn collect(&mut self, me: Colour) -> ByColour<u8> {
        let mut sizes = ByColour::default();
        let sealed = !self.options.advanced_order;
        for other in self.others(me) {
            let player = &mut self.players[other];
            let spent = if sealed { std::mem::take(&mut player.orders.cards) } else { Cards::default() };
            sizes[other] = player.hand.total() + spent.total();
            for (deck, cards) in self.deck.0.iter_mut().zip(std::mem::take(&mut player.hand).0) {
                *deck += cards;
            }
            for (deck, cards) in self.deck.0.iter_mut().zip(spent.0) {
                *deck += cards;
            }
        }
        if let Phase::Turn(turn) = &mut self.phase
            && turn.seat != me
            && let Step::Archive(a, b) = turn.step
        {
            self.deck.add(a);
            self.deck.add(b);
        }
        sizes
    }

    /// Cards that must be somewhere for the question that is asked to make sense.
    fn reserve(&mut self, me: Colour, chance: &mut impl Chance) {
        let sealed = matches!(self.phase, Phase::Orders { .. }) && !self.options.advanced_order;
        for other in self.others(me) {
            if let Pending::Pay { card, more } = self.players[other].pending
                && !sealed
            {
                let mixed = self.owns(other, Tech::UniversalTranslator);
                (0..more).for_each(|_| self.deal_one(other, Some(card.temperament()).filter(|_| !mixed), chance));
            }
        }
        if let Some(offer) = self.offer {
            if offer.to == me && offer.stage != OfferStage::Build {
                // He has seen what is offered.
                for card in offer.give.kinds() {
                    for _ in 0..offer.give.of(card) {
                        self.deck.take(card);
                        self.players[offer.from].hand.add(card);
                    }
                }
            }
            if offer.stage == OfferStage::Pick && offer.to != me {
                for kind in Temperament::all() {
                    (0..offer.ask[kind.index()]).for_each(|_| self.deal_one(offer.to, Some(kind), chance));
                }
            }
        }
        if let Phase::Turn(turn) = self.phase
            && turn.seat != me
            && let Step::Diplomacy { planet, shown } = turn.step
            && shown.total() == 0
        {
            self.deal_one(turn.seat, Some(self.data.planet(planet).temperament), chance);
        }
        if let Phase::Turn(turn) = self.phase
            && turn.seat != me
            && let Step::Archive(..) = turn.step
        {
            let first = self.pick_card(None, chance);
            self.deck.take(first);
            let second = self.pick_card(None, chance);
            self.deck.take(second);
            let step = Step::Archive(first.min(second), first.max(second));
            self.phase = Phase::Turn(crate::state::Turn { step, ..turn });
        }
    }

    fn pick_card(&self, kind: Option<Temperament>, chance: &mut impl Chance) -> Card {
        let mut counts = self.deck.0;
        if let Some(kind) = kind {
            Card::all().filter(|c| c.temperament() != kind).for_each(|c| counts[c.index()] = 0);
        }
        Card::ALL[chance.draw(&counts, |k| Card::ALL[k].to_string())]
    }

    fn deal_one(&mut self, seat: Colour, kind: Option<Temperament>, chance: &mut impl Chance) {
        let card = self.pick_card(kind, chance);
        self.deck.take(card);
        self.players[seat].hand.add(card);
    }

    /// The given cards of an offer that the seat has not seen are any cards of the hand.
    fn offer_again(&mut self, me: Colour, chance: &mut impl Chance) {
        let Some(mut offer) = self.offer.filter(|o| o.from != me && (o.to != me || o.stage == OfferStage::Build))
        else {
            return;
        };
        let number = offer.give.total();
        offer.give = Cards::default();
        for _ in 0..number {
            let hand = &self.players[offer.from].hand;
            let left: [u8; 10] = std::array::from_fn(|i| hand.0[i] - offer.give.0[i]);
            offer.give.add(Card::ALL[chance.draw(&left, |k| Card::ALL[k].to_string())]);
        }
        self.offer = Some(offer);
    }

    /// Another seat's sealed orders: all that is known is whether they are done.
    fn order_again(&mut self, seat: Colour, done: bool, chance: &mut impl Chance) {
        self.players[seat].orders = Orders { open: true, ..Orders::default() };
        self.players[seat].pending = Pending::Nothing;
        let mut actions = Vec::new();
        while done && self.players[seat].orders.open {
            actions.clear();
            self.order_actions(seat, &mut actions);
            let action = actions[chance.pick(actions.len() as u32, |i| i.to_string()) as usize];
            self.order_step(seat, action);
        }
    }
}

fn order_words(orders: &Orders) -> Vec<String> {
    let kinds = |counts: &Counts<{ Kind::ALL.len() }>, place: &str| {
        let some = Kind::ALL.iter().zip(counts.0).filter(|(_, n)| *n > 0);
        some.map(|(k, n)| format!("{n} {k} {place}")).collect::<Vec<_>>()
    };
    let mut words = kinds(&orders.home, "at home");
    words.extend(kinds(&orders.yards, "on Pyrious"));
    words.extend(orders.port.map(|k| format!("1 {k} at the space port")));
    words.extend(orders.rebuilt.map(|s| format!("rebuild at {s}")));
    words.extend(orders.research.map(|t| format!("research {t}")));
    words
}
