//! Options → first state; loose position → strict state, or everything that is wrong with it.

use astrarium_core::{Chance, Log, OptionSpec, Piece, Seat, SeatSet, Set, Silent, Static, Values};
use serde::{Deserialize, Serialize};

use crate::action::Action;
use crate::data::Data;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Fight, Going, Lying, Player, State, Task, Tasks};

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Options {
    pub players: u8,
    pub scenario: Scenario,
    pub factions: Factions,
    /// These two go with each other and with every scenario (E2-P036).
    pub planet_liberation: bool,
    pub open_actions: bool,
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
            players: 3,
            scenario: Scenario::Standard,
            factions: Factions::Choose,
            planet_liberation: false,
            open_actions: false,
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
    ];

    fn seats(&self) -> usize {
        usize::from(self.players)
    }
}

impl State {
    pub(crate) fn set_up(options: Options, data: &'static Data, chance: &mut impl Chance) -> State {
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

    pub(crate) fn empty(options: Options, data: &'static Data) -> State {
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
            debt: 0,
            paid: 0,
            paid_least: 0,
            rerolled: SeatSet::EMPTY,
            scavenged: SeatSet::EMPTY,
            shown: Set::EMPTY,
            going: Going::default(),
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

    // Factions: clockwise from a random seat (E2-066, E2-067).

    pub(crate) fn factions_left(&self) -> Set<Faction> {
        let taken: Set<Faction> = self.seats().filter_map(|s| self.player(s).faction).collect();
        !taken
    }

    pub(crate) fn drafter(&self) -> Seat {
        let open = self.clockwise(self.active).find(|&s| self.player(s).faction.is_none());
        open.expect("somebody has no faction yet")
    }

    pub(crate) fn choosing_empire(&self) -> SeatSet {
        self.seats().filter(|&s| self.player(s).put_away.is_none()).collect()
    }

    pub(crate) fn setup_actions(&self, task: Task, seat: Seat, out: &mut Vec<Action>) {
        match task {
            Task::Faction => out.extend(self.factions_left().iter().map(Action::ChooseFaction)),
            Task::FirstEmpire => out.extend(self.player(seat).empire.iter().map(Action::KeepEmpire)),
            _ => out.extend(SPACE.iter().filter(|&r| self.is_empty_node(r)).map(Action::StartAt)),
        }
    }

    pub(crate) fn check_setup(&self, task: Task, seat: Seat, action: Action) -> Check {
        match (task, action) {
            (Task::Faction, Action::ChooseFaction(faction)) => {
                require!(self.factions_left().has(faction), Illegal::FactionTaken); // E2-066
            }
            (Task::FirstEmpire, Action::KeepEmpire(card)) => {
                require!(self.player(seat).empire.has(card), Illegal::NotOffered); // E2-085
            }
            (Task::Start(_), Action::StartAt(node)) => {
                require!(self.is_empty_node(node), Illegal::NotEmptyNode); // E2-092, E2-093
            }
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn is_empty_node(&self, node: Region) -> bool {
        let taken = self.seats().any(|s| self.player(s).fleet.present().has(node));
        node.is_node() && !taken && self.doom_start != Some(node)
    }

    pub(crate) fn set_up_step(
        &mut self,
        task: Task,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (task, action) {
            (Task::Faction, Action::ChooseFaction(faction)) => {
                self.player_mut(seat).faction = Some(faction);
                log.push(|| Event::Faction { seat, faction });
                if self.seats().all(|s| self.player(s).faction.is_some()) {
                    self.tasks.pop();
                    self.equip(chance, log);
                }
            }
            (Task::FirstEmpire, Action::KeepEmpire(card)) => {
                let player = self.player_mut(seat);
                let mut other = player.empire;
                other.remove(card);
                player.put_away = other.first(); // E2-085
                player.empire = Set::of(card); // E2-236
            }
            (_, Action::StartAt(node)) => {
                self.tasks.pop();
                for kind in [Kind::Worldship, Kind::StarSloop, Kind::Starfarer] {
                    self.player_mut(seat).fleet.add(kind, node); // E2-090, E2-094
                }
                log.push(|| Event::Starts { seat, node });
            }
            _ => unreachable!("check refuses everything else"),
        }
    }

    /// Seats take what is theirs, then the decks are made (E2-068 to E2-084).
    fn equip(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let numbers = &self.data.0.numbers;
        let count = self.data.0.count(self.options.players);
        for seat in self.seats() {
            let player = self.player_mut(seat);
            player.credits = u16::from(count.credits); // E2-070, E2-071
            player.tokens = count.tokens; // E2-075
            player.colonization = true; // E2-043
            self.player_mut(seat).command = self.command_max(seat); // E2-074
            self.gain_random(seat, numbers.start.goods, chance, log); // E2-072
        }
        self.deck = Planet::all().filter(|&p| !self.barred.has(p)).fold(Set::EMPTY, |all, p| all | p.cards()); // E2-078
        for seat in self.seats() {
            for _ in 0..numbers.start.hand {
                let deck = self.deck;
                let card = deck.nth(chance.pick(u32::from(deck.len()), |i| deck.nth(i).to_string()));
                self.deck.remove(card);
                self.player_mut(seat).hand.insert(card); // E2-080
                log.push(|| Event::Draws { seat, card });
            }
        }
        self.events = self.planets() - Set::of(Planet::ValkaVii); // E2-081
        self.extra_event = self.planets().has(Planet::ValkaVii);
        self.deck_size = self.deck.len() + self.events.len() + u8::from(self.extra_event); // E2-082, E2-083
        for seat in self.seats() {
            for _ in 0..numbers.start.empire {
                let deck = self.empire_deck;
                let card = deck.nth(chance.pick(u32::from(deck.len()), |i| deck.nth(i).to_string()));
                self.empire_deck.remove(card);
                self.player_mut(seat).empire.insert(card); // E2-084
            }
        }
        self.active = Seat(0);
        self.tasks.push(Task::FirstPlayer);
        self.tasks.push(Task::FirstEmpire);
    }

    /// The cards put away are shown together.
    pub(crate) fn empire_cards_are_kept(&mut self, log: &mut impl Log<Event>) {
        for seat in self.seats() {
            if let Some(card) = self.player_mut(seat).put_away.take() {
                self.empire_discard.insert(card);
                log.push(|| Event::DiscardsEmpire { seat, card });
            }
        }
    }

    /// The highest die; the tied highest roll again. Units are placed in reverse order (E2-087, E2-088, E2-091).
    pub(crate) fn find_first_player(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let mut left: SeatSet = self.seats().collect();
        while left.len() > 1 {
            let mut best = (0, SeatSet::EMPTY);
            for seat in left.iter() {
                let die = chance.roll(crate::rules::movement::DIE);
                if die > best.0 {
                    best = (die, SeatSet::EMPTY);
                }
                if die == best.0 {
                    best.1.insert(seat);
                }
            }
            left = best.1;
        }
        self.first = left.first().expect("somebody has the highest die");
        self.active = self.first;
        let first = self.first;
        log.push(|| Event::First { seat: first });
        self.tasks.push(Task::LapStart);
        for seat in self.clockwise(first) {
            self.tasks.push(Task::Start(seat));
        }
    }
}
