//! What a seat may see, built from nothing; what it cannot know, dealt again.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Encode, Piece, Rules, Seat, Set, Static, Turn as Asked, Viewer, Vision, cited};
use serde::Serialize;

use crate::data::Data;
use crate::piece::*;
use crate::state::{Offer, OfferStage, Orders, Pending, Phase, State, Step, Turn};

/// The table as one viewer knows it.
#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct View {
    #[serde(skip)]
    pub(crate) data: Static<Data>,
    /// What the viewer is asked.
    #[serde(skip)]
    pub(crate) question: Question,
    /// What only the viewer's own buttons need.
    #[serde(skip)]
    pub(crate) own: Option<Own>,
    #[serde(skip)]
    pub(crate) map: MapView,
    pub viewer: Option<Colour>,
    pub edition: Edition,
    pub round: u8,
    #[encode(words(
        "races",
        "setup",
        "between turns",
        "offers",
        "orders",
        "attack",
        "move",
        "diplomacy",
        "secondary action",
        "actions",
        "event",
        "over"
    ))]
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
    /// Ships of nobody that are left at a planet.
    pub guards: BTreeMap<Space, Vec<Kind>>,
    pub worm: Option<Colour>,
    #[encode(skip)]
    pub notes: Vec<(Happening, String)>,
    pub objectives: Vec<Objective>,
    pub turn: Option<TurnView>,
    /// Terms of a running offer, for its partners.
    #[encode(skip)]
    pub offer: Option<String>,
    /// The races that are left, while they are chosen.
    #[serde(skip)]
    pub(crate) races: Vec<Race>,
    /// Score cards drawn.
    #[serde(skip)]
    pub(crate) scored: u8,
    /// Whether technologies are asked for.
    #[serde(skip)]
    pub(crate) researching: bool,
}

/// What a viewer is asked, with what the words need; or why nothing is asked.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Question {
    Over,
    Waiting,
    Orders {
        left: u16,
    },
    /// A tactic of the orders needs more cards.
    OrderedTactic,
    Discard {
        keep: u8,
    },
    Repair,
    Pay {
        card: Card,
        more: u8,
    },
    Aim(Card),
    Offer(Offer),
    Races,
    Corners,
    Cover,
    Rotate,
    Between,
    Choice(Happening),
    Bazaar,
    Mercenary,
    Offers,
    /// Only a pair of cards is hidden in a turn, and it is asked of the player who holds it.
    Turn(Box<Turn>),
}

/// Prices and dice of the viewer.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Own {
    pub ship_cost: [u16; Kind::ALL.len()],
    pub tech_cost: [u16; Tech::ALL.len()],
    /// What the action Mine brings.
    pub mine: u16,
    /// What is added to the dice of diplomacy.
    pub diplomacy: i16,
    /// Ambassadors and credits that may be added after the throw.
    pub purse: (u8, u16),
    /// Technologies with those of this phase's orders.
    pub known: Set<Tech>,
}

/// The board as it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MapView {
    pub board: Spaces,
    pub asteroids: Spaces,
    pub lanes: Vec<(Space, Space, Option<Obstacle>)>,
    /// Where homes can be placed, until they are.
    pub sites: Vec<Corner>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
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
    #[encode(skip)]
    pub orders: Option<Vec<String>>,
    pub deciding: bool,
    pub place: Option<u8>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct WorldView {
    pub ally: Option<Colour>,
    pub conqueror: Option<Colour>,
    pub controller: Option<Colour>,
    pub raiders: u8,
    #[encode(words("distress", "rebellion", "infested", "enslaved", "metropolis", "residual", "sect", "new-earth"))]
    pub marks: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Encode, Serialize)]
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

impl Vision for State {
    fn view(&self, viewer: Viewer) -> View {
        let me = match viewer {
            Viewer::Seat(seat) => Some(Colour::of(seat)),
            Viewer::Public => None,
        };
        let worlds = self.planets() | (self.board & HOMES);
        let partner = |o: &Offer| me == Some(o.from) || me == Some(o.to) && o.stage != OfferStage::Build;
        let free = |r: &Race| self.phase == Phase::Races && self.seat_of(*r).is_none();
        let step = self.turn().map(|t| t.step);
        let view = View {
            data: self.data,
            question: self.question(me),
            own: me.map(|me| self.see_own(me)),
            map: self.see_map(),
            viewer: me,
            edition: self.options.edition,
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
            guards: (self.guards[0] | self.guards[1]).iter().map(|at| (at, self.guards_at(at).collect())).collect(),
            worm: self.worm,
            notes: self.notes(),
            objectives: self.objectives.iter().collect(),
            turn: self.see_turn(),
            offer: None,
            races: self.races().filter(free).collect(),
            scored: (0..self.drawn).filter(|&d| self.score_card(d).is_some()).count() as u8,
            researching: matches!(self.phase, Phase::Orders { .. })
                || matches!(step, Some(Step::Breakthrough | Step::Secondary)),
        };
        View { offer: self.offer.filter(partner).map(|o| view.terms(&o)), ..view }
    }

    /// Hands of the others, their sealed orders, the cards of an offer between others, a card pair that only its seat sees.
    fn redeal(&self, seat: Seat, chance: &mut impl Chance) -> State {
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
}

#[cited]
impl State {
    fn question(&self, me: Option<Colour>) -> Question {
        match (&self.phase, me) {
            (Phase::Over, _) => Question::Over,
            (_, None) => Question::Waiting,
            (Phase::Orders { .. }, Some(me)) if !self.players[me].orders.open => Question::Waiting,
            (Phase::Orders { .. }, Some(me)) => match self.players[me].pending {
                Pending::Nothing => Question::Orders { left: self.purse(me) },
                _ => Question::OrderedTactic,
            },
            (_, Some(me)) if self.decider() == Some(me) => self.asked(me),
            _ => Question::Waiting,
        }
    }

    /// What the seat is asked that has to decide: what comes first, then the phase's own question.
    fn asked(&self, me: Colour) -> Question {
        match (self.players[me].pending, self.offer) {
            _ if self.overflow.contains(me.seat()) => return Question::Discard { keep: self.hand_limit(me) },
            _ if self.repairing.contains(me.seat()) => return Question::Repair,
            (Pending::Pay { card, more }, _) => return Question::Pay { card, more },
            (Pending::Aim(card), _) => return Question::Aim(card),
            (Pending::Nothing, Some(offer)) => return Question::Offer(offer),
            (Pending::Nothing, None) => {}
        }
        match self.phase {
            Phase::Races => Question::Races,
            Phase::Corners => Question::Corners,
            Phase::Cover { .. } => Question::Cover,
            Phase::Rotate { .. } => Question::Rotate,
            Phase::Between(_) => Question::Between,
            Phase::Choice(event) => Question::Choice(event),
            Phase::Bazaar { .. } => Question::Bazaar,
            Phase::Mercenary { .. } => Question::Mercenary,
            Phase::Offers { .. } => Question::Offers,
            Phase::Turn(turn) => Question::Turn(Box::new(turn)),
            Phase::RoundStart | Phase::Draw | Phase::EventDone | Phase::Orders { .. } | Phase::Over => {
                Question::Waiting
            }
        }
    }

    fn see_own(&self, me: Colour) -> Own {
        let off = u16::from(self.turn().is_some_and(|turn| turn.step == Step::Breakthrough));
        Own {
            ship_cost: std::array::from_fn(|k| self.ship_cost(me, Kind::ALL[k])),
            tech_cost: std::array::from_fn(|t| self.tech_cost(me, Tech::ALL[t], off)),
            mine: self.mine_income(me),
            diplomacy: self.diplomacy_bonus(me),
            purse: self.diplomacy_purse(me),
            known: self.known(me),
        }
    }

    fn see_map(&self) -> MapView {
        let lines = |from: Space| self.lines(from).iter().filter(move |&to| to.0 > from.0 && self.board.has(to));
        let lane = |from: Space| lines(from).map(move |to| (from, to, self.obstacles(from, to)[0]));
        let unsettled = matches!(self.phase, Phase::Races | Phase::Corners);
        MapView {
            board: self.board,
            asteroids: self.asteroid_spaces(),
            lanes: self.board.iter().flat_map(lane).collect(),
            sites: Corner::all().filter(|&c| unsettled && self.is_corner(c)).collect(),
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

    /// Events that last.
    fn notes(&self) -> Vec<(Happening, String)> {
        let mut notes = Vec::new();
        let mut note = |event, on: bool, text: &str| notes.extend(on.then(|| (event, text.to_string())));
        note(Happening::SolarStorm, self.storm, "Solar Storm: ships move 1 less");
        note(Happening::MeteorShower, self.meteors, "Meteor Shower: asteroid technologies do not help");
        note(Happening::Conclave, self.conclave, "Scholars' Conclave: technologies cost 1 less");
        note(Happening::Decree, self.decree, "Decree: the next controller of Pyrious gains points");
        notes.extend(self.charted.map(|o| (Happening::ChartedLanes, format!("Charted Lanes: {o} are no obstacle"))));
        notes
    }

    fn see_seat(&self, seat: Colour, me: Option<Colour>) -> SeatView {
        let p = &self.players[seat];
        let own = me == Some(seat) || self.over();
        let asked = Rules::turn(self);
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
            orders: (ordering && (own || self.options.advanced_order))
                .then(|| p.orders.words(seat, self.options.edition, self.data.0)),
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
