//! Options → first state; loose position → strict state, or everything that is wrong with it.

use astrarium_core::options::Later;
use astrarium_core::position::list;
use astrarium_core::{
    Chance, Game, OptionSpec, Parts, Piece, Rules, Seat, SeatSet, Set, Setup, Silent, Sound, Static, Values, cited,
};
use serde::{Deserialize, Serialize};

use crate::data::Data;
use crate::piece::*;
use crate::position::{Position, check_sizes, filled};
use crate::state::{Debt, Fight, Going, Lying, Player, State, Task, Tasks, Way};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub rules: u8,
    pub players: u8,
    pub scenario: Scenario,
    pub factions: Factions,
    /// These two go with each other and with every scenario (E2-P036).
    pub planet_liberation: bool,
    pub open_actions: bool,
    /// The Colonization card may be played at every question of one's own turn (E2-291).
    pub free_colonization: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scenario {
    Standard,
    Valka,
    Epic,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Factions {
    Choose,
    Random,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: State::META.rules_version,
            players: 3,
            scenario: Scenario::Standard,
            factions: Factions::Choose,
            planet_liberation: false,
            open_actions: false,
            free_colonization: true,
        }
    }
}

impl astrarium_core::Options for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec { id: "players", values: Values::OneOf(&["2", "3", "4", "5"]), about: "how many play" },
        OptionSpec {
            id: "scenario",
            values: Values::OneOf(&["standard", "valka", "epic"]),
            about: "without Valka VII, with it in place of another planet, or with it as a ninth one",
        },
        OptionSpec {
            id: "factions",
            values: Values::OneOf(&["choose", "random"]),
            about: "whether factions are chosen in turn or dealt",
        },
        OptionSpec {
            id: "planet-liberation",
            values: Values::Switch,
            about: "an attacker may free a planet instead of conquering it",
        },
        OptionSpec {
            id: "open-actions",
            values: Values::Switch,
            about: "no active player and no following: each takes one action in turn",
        },
        OptionSpec {
            id: "free-colonization",
            values: Values::Switch,
            about: "the Colonization card is played at any question of one's own turn, not only at its start and end",
        },
    ];
    const LATER: &'static [Later] = &[Later { id: "free-colonization", since: 2, before: "off" }];

    astrarium_core::seated!();
}

impl Setup for State {
    fn new(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
        let mut state = State::empty(options, data);
        state.lay_planets(chance);
        state.lay_tokens(chance);
        state.active = Seat(chance.pick(u32::from(options.players), |i| format!("chair-{}", i + 1)) as u8);
        state.tasks.push(Task::Faction);
        if options.factions == Factions::Random {
            for seat in state.clockwise(state.active) {
                let left = state.factions_left();
                let faction = left.nth(chance.pick(u32::from(left.len()), |i| left.nth(i).to_string()));
                state.player_mut(seat).faction = Some(faction);
            }
            state.tasks.pop();
            state.equip(chance, &mut Silent);
        }
        state.run(chance, &mut Silent);
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
        check_sizes(position, &mut faults);
        state.read_tasks(position, &mut faults);
        state.read_chairs(position, &mut faults);
        if !faults.is_empty() {
            return Err(faults);
        }
        state.read_board(position, &mut faults);
        state.read_seats(position, &mut faults);
        if faults.is_empty() {
            state.read_pools(position, &mut faults);
            state.read_turn(position, &mut faults);
        }
        if faults.is_empty() {
            faults = state.invariants();
        }
        if faults.is_empty() {
            state.agrees(position, &mut faults);
        }
        if faults.is_empty() {
            state.run(chance, &mut Silent);
            faults = state.invariants();
            let dead = |s: &Seat| {
                let mut answers = Vec::new();
                state.actions(*s, &mut answers);
                answers.is_empty()
            };
            if faults.is_empty()
                && let Some(seat) = state.turn().seats().iter().find(dead)
            {
                let (name, task) = (state.seat_name(seat), state.tasks.top());
                faults.push(format!("tasks: {name} has no answer to {task:?}, expected a question that it can answer"));
            }
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn position(&self) -> Position {
        let name = |s: Seat| self.seat_name(s).to_string();
        let chair = |s: Seat| self.player(s).faction.map_or(s.chair(), |f| f.word()).to_string();
        let names = |set: SeatSet| set.iter().map(name).collect();
        let goods = |n: &[u8; GOODS]| filled(Good::all().map(|g| (g, n[g.index()])));
        let held = |r: &Region| self.up[r.index()].iter().any(|&n| n > 0);
        Position {
            chairs: self.seats().map(chair).collect(),
            first: Some(name(self.first)),
            active: Some(name(self.active)),
            token: self.token,
            action_credits: filled(Act::all().map(|a| (a, self.spaces[a.index()]))),
            slots: self.slots.iter().flatten().copied().collect(),
            seats: self.seats().map(|s| (name(s), self.seat_position(s))).collect(),
            sarkeen: list(self.sarkeen),
            explore: list(self.explore),
            goods_down: list(self.down),
            goods_up: Region::all().filter(held).map(|r| (r, goods(&self.up[r.index()]))).collect(),
            bag: Some(self.bag()),
            fungus: filled(Region::all().map(|r| (r, self.fungus[r.index()]))),
            paths: list(self.paths),
            doom: self.doom,
            doom_start: self.doom_start,
            razed: self.razed,
            allies: Planet::all().filter_map(|p| Some((p, name(self.ally[p.index()]?)))).collect(),
            explore_left: Some(list(self.tokens_left)),
            deck: Some(list(self.deck)),
            discard: list(self.discard),
            barred: Some(list(self.barred)),
            events_left: Some(list(self.events)),
            extra_event: Some(self.extra_event),
            drawn_events: list(self.drawn_events),
            lying: self.lying.iter().collect(),
            score_card_drawn: self.score_out,
            deck_size: Some(self.deck_size),
            taken: self.taken,
            deck_left: Some(self.deck_left()),
            empire_deck: Some(list(self.empire_deck)),
            empire_discard: list(self.empire_discard),
            offered: list(self.offered),
            end_pending: self.end_pending,
            laps: self.laps,
            quiet: self.quiet,
            moved: self.moved,
            reshuffled: self.reshuffled,
            debt: self.debt.owed,
            paid: self.debt.paid,
            paid_least: self.debt.least,
            rerolled: names(self.rerolled),
            scavenged: names(self.scavenged),
            shown: list(self.shown),
            going: Some(self.going.into()),
            fight: Some(self.fight),
            tasks: self.tasks.as_slice().to_vec(),
        }
    }
}

#[cited]
impl State {
    fn empty(options: Options, data: &'static Data) -> State {
        State {
            data: Static(data),
            options,
            tasks: Tasks::new(),
            players: [Player::default(); SEATS],
            first: Seat(0),
            active: Seat(0),
            token: None, // E2-089
            spaces: [0; Act::ALL.len()],
            slots: [None; SLOTS],
            sarkeen: Regions::EMPTY,
            explore: Regions::EMPTY,
            down: Regions::EMPTY,
            up: [[0; GOODS]; REGIONS],
            fungus: [0; REGIONS],
            paths: Regions::EMPTY,
            doom: None,
            doom_start: None,
            razed: false,
            ally: [None; PLANETS],
            unseen: [data.numbers.supply.goods_each; GOODS], // E2-026, E2-027
            tokens_left: Set::FULL,
            deck: Set::EMPTY,
            discard: Set::EMPTY,
            barred: Set::EMPTY,
            events: Set::EMPTY,
            extra_event: false,
            drawn_events: Set::EMPTY,
            lying: Lying::default(),
            score_out: false,
            deck_size: 0,
            taken: 0,
            empire_deck: Set::FULL,
            empire_discard: Set::EMPTY,
            offered: Set::EMPTY,
            end_pending: false,
            laps: 0,
            quiet: 0,
            moved: false,
            reshuffled: false,
            debt: Debt::default(),
            rerolled: SeatSet::EMPTY,
            scavenged: SeatSet::EMPTY,
            shown: Set::EMPTY,
            going: Going::new(Seat(0), Region(0), Way::Action, 0),
            fight: Fight::default(),
        }
    }

    /// Eight planets at random, one or two of three left out (E2-047 to E2-052, E2-P001, E2-P033, E2-P034).
    fn lay_planets(&mut self, chance: &mut impl Chance) {
        let scenario = self.options.scenario;
        let mut planets: Set<Planet> = !Set::of(Planet::ValkaVii);
        let mut trio: Set<Planet> = [Planet::Corzar, Planet::KorloZan, Planet::Emrok].into_iter().collect();
        for _ in 0..if scenario == Scenario::Valka { 2 } else { 1 } {
            let out = trio.nth(chance.pick(u32::from(trio.len()), |i| format!("without-{}", trio.nth(i))));
            trio.remove(out);
            planets.remove(out);
        }
        if scenario == Scenario::Valka {
            planets.insert(Planet::ValkaVii);
        }
        for slot in 0..usize::from(planets.len()) {
            let planet = planets.nth(chance.pick(u32::from(planets.len()), |i| planets.nth(i).to_string()));
            planets.remove(planet);
            self.slots[slot] = Some(planet); // E2-009, E2-051
        }
        if scenario == Scenario::Epic {
            self.slots[SLOTS - 1] = Some(Planet::ValkaVii);
            self.paths.insert(Region::orbit(SLOTS - 1));
        }
        self.doom_start = self.find_doom_start();
    }

    /// Credits on the action track, Sarkeen, explore tokens, goods (E2-053, E2-056 to E2-065).
    fn lay_tokens(&mut self, chance: &mut impl Chance) {
        let players = self.options.players;
        let count = self.data.0.count(players);
        let spaces = self.spaces.iter_mut().take(usize::from(players));
        spaces.for_each(|s| *s = self.data.0.numbers.start.action_credits); // E2-053
        let inhabited: Regions = SURFACES.iter().filter(|&s| self.planet_at(s).is_some()).collect();
        let open = inhabited.iter().filter(|&s| self.planet_at(s) != Some(Planet::ValkaVii)).collect();
        for mut among in [open, UNINHABITED] {
            for _ in 0..count.sarkeen {
                let region = among.nth(chance.pick(u32::from(among.len()), |i| among.nth(i).to_string()));
                among.remove(region);
                self.sarkeen.insert(region); // E2-060, E2-P014
            }
        }
        let free = UNINHABITED - self.sarkeen;
        self.explore = free; // E2-061, E2-062
        self.down = free;
        for surface in (inhabited - self.sarkeen).iter() {
            let slot = surface.slot().expect("a surface has a slot");
            self.down.insert(Region::orbit(slot)); // E2-063, E2-065
            let good = chance.draw(&self.unseen, |k| Good::from_index(k).to_string());
            self.unseen[good] -= 1;
            self.up[surface.index()][good] += 1; // E2-064
        }
        let barred = self.planets().iter().filter(|&p| !self.open(p)).collect::<Set<Planet>>();
        self.barred = barred | !self.planets() | Set::of(Planet::ValkaVii);
    }
}
