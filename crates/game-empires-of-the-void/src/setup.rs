//! Options → first state; loose position → strict state, or everything that is wrong with it.

use astrarium_core::options::Later;
use astrarium_core::position::list;
use astrarium_core::{Chance, Game, OptionSpec, Piece, SeatSet, Set, Setup, Silent, Sound, Static, Values, pieces};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::game::{EmpiresOfTheVoid, KeyToTheUniverse};
use crate::piece::*;
use crate::position::{Position, count, seat_list};
use crate::state::{Order, Phase, Pirates, State};

/// What both editions can set, and which one is played; each title shows its own.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub edition: Edition,
    pub rules: u8,
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    /// First edition only (EV-080).
    pub short_game: bool,
    /// Offers between turns by a seat without cards (EV-128).
    pub free_offers: bool,
    /// First edition only: two players swap also while they negotiate or fight (EV-221).
    pub free_swaps: bool,
    /// Revised edition only (KU-006).
    pub new_races: bool,
    /// Revised edition only: tactics in the secondary step (KU-094).
    pub late_tactics: bool,
}

const PLAYERS: OptionSpec =
    OptionSpec { id: "players", values: Values::OneOf(&["4", "3", "2"]), about: "how many play" }; // EV-001, KU-002
const ADVANCED: OptionSpec =
    OptionSpec { id: "advanced-order", values: Values::Switch, about: "turn order is set anew each round" };
const HIDDEN: OptionSpec =
    OptionSpec { id: "hidden-vp", values: Values::Switch, about: "victory points of others are not shown" };
const OFFERS: OptionSpec = OptionSpec {
    id: "free-offers",
    values: Values::Switch,
    about: "a player without cards may buy some between turns, too",
};

/// The options of the first edition.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct FirstOptions {
    pub rules: u8,
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    pub short_game: bool,
    pub free_offers: bool,
    pub free_swaps: bool,
}

/// The options of the revised edition.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct KeyOptions {
    pub rules: u8,
    pub players: u8,
    pub advanced_order: bool,
    pub hidden_vp: bool,
    pub new_races: bool,
    pub free_offers: bool,
    pub late_tactics: bool,
}

impl Default for Options {
    fn default() -> Options {
        FirstOptions::default().into()
    }
}

impl Default for FirstOptions {
    fn default() -> FirstOptions {
        let rules = EmpiresOfTheVoid::META.rules_version;
        let (advanced_order, hidden_vp, short_game) = (false, true, false);
        FirstOptions { rules, players: 4, advanced_order, hidden_vp, short_game, free_offers: false, free_swaps: true }
    }
}

impl Default for KeyOptions {
    fn default() -> KeyOptions {
        let rules = KeyToTheUniverse::META.rules_version;
        let (advanced_order, hidden_vp, new_races) = (false, true, true);
        KeyOptions { rules, players: 4, advanced_order, hidden_vp, new_races, free_offers: false, late_tactics: true }
    }
}

impl astrarium_core::Options for Options {
    const SPECS: &'static [OptionSpec] = &[PLAYERS, ADVANCED, HIDDEN];
    astrarium_core::seated!();
}

impl astrarium_core::Options for FirstOptions {
    const SPECS: &'static [OptionSpec] = &[
        PLAYERS,
        ADVANCED,
        HIDDEN,
        OptionSpec { id: "short-game", values: Values::Switch, about: "the game ends with the second scoring" },
        OFFERS,
        OptionSpec {
            id: "free-swaps",
            values: Values::Switch,
            about: "two players swap cards also in the middle of diplomacy and attacks",
        },
    ];
    const LATER: &'static [Later] =
        &[Later { id: "free-offers", since: 2, before: "off" }, Later { id: "free-swaps", since: 2, before: "off" }];
    astrarium_core::seated!();
}

impl astrarium_core::Options for KeyOptions {
    const SPECS: &'static [OptionSpec] = &[
        PLAYERS,
        ADVANCED,
        HIDDEN,
        OptionSpec { id: "new-races", values: Values::Switch, about: "with the four new races" },
        OFFERS,
        OptionSpec {
            id: "late-tactics",
            values: Values::Switch,
            about: "tactics can be used before the secondary action, too",
        },
    ];
    const LATER: &'static [Later] =
        &[Later { id: "free-offers", since: 2, before: "off" }, Later { id: "late-tactics", since: 2, before: "off" }];
    astrarium_core::seated!();
}

impl From<FirstOptions> for Options {
    fn from(o: FirstOptions) -> Options {
        let FirstOptions { rules, players, advanced_order, hidden_vp, short_game, free_offers, free_swaps } = o;
        Options {
            edition: Edition::First,
            rules,
            players,
            advanced_order,
            hidden_vp,
            short_game,
            free_offers,
            free_swaps,
            new_races: false,
            late_tactics: false,
        }
    }
}

impl From<KeyOptions> for Options {
    fn from(o: KeyOptions) -> Options {
        let KeyOptions { rules, players, advanced_order, hidden_vp, new_races, free_offers, late_tactics } = o;
        Options {
            edition: Edition::Key,
            rules,
            players,
            advanced_order,
            hidden_vp,
            short_game: false,
            free_offers,
            free_swaps: false,
            new_races,
            late_tactics,
        }
    }
}

impl From<Options> for FirstOptions {
    fn from(o: Options) -> FirstOptions {
        let Options { rules, players, advanced_order, hidden_vp, short_game, free_offers, free_swaps, .. } = o;
        FirstOptions { rules, players, advanced_order, hidden_vp, short_game, free_offers, free_swaps }
    }
}

impl From<Options> for KeyOptions {
    fn from(o: Options) -> KeyOptions {
        let Options { rules, players, advanced_order, hidden_vp, new_races, free_offers, late_tactics, .. } = o;
        KeyOptions { rules, players, advanced_order, hidden_vp, new_races, free_offers, late_tactics }
    }
}

pieces! {
    /// The places of the board for hexagons.
    Place { N = "n", NE = "ne", SE = "se", S = "s", SW = "sw", NW = "nw", Centre = "centre" }
}

impl Setup for State {
    fn new(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(options, data);
        state.open(chance);
        state
    }

    fn place(
        options: Options,
        data: &'static Data,
        position: &Position,
        chance: &mut impl Chance,
    ) -> Result<State, Vec<String>> {
        let mut state = State::empty(options, data);
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
            faults = state.invariants();
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn position(&self) -> Position {
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
}

impl State {
    fn empty(options: Options, data: &'static Data) -> State {
        State {
            data: Static(data),
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
