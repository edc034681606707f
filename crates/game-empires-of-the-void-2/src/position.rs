//! A state as plain data, and back. Whatever is left out has a default.

use std::collections::BTreeMap;

use astrarium_core::{Chance, Piece, Seat, SeatSet, Set, Silent};
use serde::{Deserialize, Serialize};

use crate::data::{Data, PLACES, TECHS_EACH};
use crate::piece::*;
use crate::setup::Options;
use crate::state::{Cargo, Fight, Fleet, Going, Lying, Player, State, Task, Tasks};

/// A loose description of a state. Left out: the house board of five planets and more, nothing on the map, full decks, five
/// credits, full command, the first chair chooses an action.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct Position {
    /// The seats' names in chair order: factions, or chair-1 and so on while they are chosen.
    pub chairs: Vec<String>,
    pub first: Option<String>,
    pub active: Option<String>,
    pub token: Option<Act>,
    pub action_credits: BTreeMap<Act, u8>,
    /// Planets by slot.
    pub slots: Vec<Planet>,
    pub seats: BTreeMap<String, SeatPosition>,
    pub sarkeen: Vec<Region>,
    pub explore: Vec<Region>,
    pub goods_down: Vec<Region>,
    pub goods_up: BTreeMap<Region, BTreeMap<Good, u8>>,
    /// Given, it must agree with what lies elsewhere.
    pub bag: Option<u8>,
    pub fungus: BTreeMap<Region, u8>,
    pub paths: Vec<Region>,
    pub doom: Option<Region>,
    pub doom_start: Option<Region>,
    pub razed: bool,
    pub allies: BTreeMap<Planet, String>,
    pub explore_left: Option<Vec<Explore>>,
    pub deck: Option<Vec<Card>>,
    pub discard: Vec<Card>,
    pub barred: Option<Vec<Planet>>,
    pub events_left: Option<Vec<Planet>>,
    pub extra_event: Option<bool>,
    pub drawn_events: Vec<Happening>,
    pub lying: Vec<Happening>,
    pub score_card_drawn: bool,
    pub deck_size: Option<u8>,
    pub taken: u8,
    /// Given, it must agree: cards left in the power deck.
    pub deck_left: Option<u8>,
    pub empire_deck: Option<Vec<Empire>>,
    pub empire_discard: Vec<Empire>,
    pub offered: Vec<Empire>,
    pub end_pending: bool,
    pub laps: u8,
    pub quiet: u8,
    pub moved: bool,
    pub reshuffled: bool,
    pub debt: u8,
    pub paid: u8,
    pub paid_least: u8,
    pub rerolled: Vec<String>,
    pub scavenged: Vec<String>,
    pub shown: Vec<Card>,
    pub(crate) going: Option<Going>,
    pub(crate) fight: Option<Fight>,
    /// What is to be done, the next one last.
    pub(crate) tasks: Vec<Task>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct SeatPosition {
    pub credits: Option<u16>,
    pub vp: u16,
    pub command: Option<u8>,
    pub tokens: u8,
    pub goods: BTreeMap<Good, u8>,
    pub hand: Vec<Card>,
    pub known: Vec<Card>,
    pub empire: Vec<Empire>,
    pub empire_shown: Vec<Empire>,
    pub put_away: Option<Empire>,
    pub technologies: Vec<Tech>,
    /// Goods on technologies, and on building tracks.
    pub bench: BTreeMap<Tech, BTreeMap<Good, u8>>,
    pub tracks: BTreeMap<Work, u8>,
    pub buildings: BTreeMap<Work, Vec<Site>>,
    pub influence: BTreeMap<Planet, u8>,
    pub cubes: Vec<Region>,
    /// Left out, the Worldship is on a node that is empty.
    pub units: BTreeMap<Region, BTreeMap<Kind, u8>>,
    pub parasite: Option<Planet>,
    pub colonization: bool,
    pub deliveries: u8,
    pub cargo: Option<Cargo>,
    pub last_action: Option<Act>,
    /// Given, they must agree with the rest.
    pub income: Option<u8>,
    pub hand_limit: Option<u8>,
    pub command_max: Option<u8>,
}

/// Where a building stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Site {
    Region(Region),
    Ship(Berth),
}

const CHAIRS: [&str; SEATS] = ["chair-1", "chair-2", "chair-3", "chair-4", "chair-5"];

/// The factions and planets of a position that names none.
const FACTIONS: [Faction; SEATS] = [
    Faction::NomadsOfEarth,
    Faction::LegionsOfDecima,
    Faction::OraclesOfZun,
    Faction::SeventhAcademyOfEegh,
    Faction::ParasitesOfSreech,
];
const BOARD: [Planet; SLOTS - 1] = [
    Planet::Corzar,
    Planet::KorloZan,
    Planet::Ithessa,
    Planet::Brael,
    Planet::Omdur,
    Planet::Yssiril,
    Planet::Tavakar,
    Planet::NuunVess,
];

impl State {
    pub(crate) fn chair(seat: Seat) -> &'static str {
        CHAIRS.get(seat.index()).copied().unwrap_or("nobody")
    }

    pub(crate) fn name(&self, seat: Seat) -> &'static str {
        let drafting = self.tasks.top() == Task::Faction;
        match self.players.get(seat.index()).and_then(|p| p.faction) {
            Some(faction) if !drafting => faction.word(),
            _ => State::chair(seat),
        }
    }

    pub(crate) fn to_position(self) -> Position {
        let name = |s: Seat| self.name(s).to_string();
        let chair = |s: Seat| self.player(s).faction.map_or(State::chair(s), |f| f.word()).to_string();
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
            debt: self.debt,
            paid: self.paid,
            paid_least: self.paid_least,
            rerolled: names(self.rerolled),
            scavenged: names(self.scavenged),
            shown: list(self.shown),
            going: Some(self.going),
            fight: Some(self.fight),
            tasks: self.tasks.as_slice().to_vec(),
        }
    }

    fn seat_position(&self, seat: Seat) -> SeatPosition {
        let p = self.player(seat);
        let goods = |n: &[u8; GOODS]| filled(Good::all().map(|g| (g, n[g.index()])));
        let ready = p.faction.is_some() && self.tasks.top() != Task::Faction;
        let techs = p.faction.map(|f| self.data.0.faction(f).tech.get_ref().as_slice()).unwrap_or_default();
        let bench = techs.iter().zip(&p.bench).filter(|(_, n)| n.iter().any(|&k| k > 0));
        let sites = |work: Work| {
            let works = &p.works[work.index()];
            let aboard = works.spaces().filter_map(|s| Berth::ALL.get(usize::from(s)));
            works.list().map(Site::Region).chain(aboard.map(|&b| Site::Ship(b))).collect::<Vec<_>>()
        };
        let units = |r: Region| filled(Kind::all().map(|k| (k, p.fleet.count(k, r))));
        SeatPosition {
            credits: Some(p.credits),
            vp: p.vp,
            command: Some(p.command),
            tokens: p.tokens,
            goods: goods(&p.goods),
            hand: list(p.hand),
            known: list(p.known),
            empire: list(p.empire),
            empire_shown: list(p.empire_shown),
            put_away: p.put_away,
            technologies: list(p.techs),
            bench: bench.map(|(t, n)| (t.id, goods(n))).collect(),
            tracks: filled(Work::all().map(|w| (w, p.track[w.index()]))),
            buildings: Work::all().map(|w| (w, sites(w))).filter(|(_, s)| !s.is_empty()).collect(),
            influence: filled(Planet::all().map(|q| (q, p.influence[q.index()]))),
            cubes: list(p.cubes),
            units: p.fleet.present().iter().map(|r| (r, units(r))).collect(),
            parasite: p.parasite,
            colonization: p.colonization,
            deliveries: p.deliveries,
            cargo: p.cargo,
            last_action: p.last,
            income: ready.then(|| self.income(seat)),
            hand_limit: ready.then(|| self.hand_limit(seat)),
            command_max: ready.then(|| self.command_max(seat)),
        }
    }

    pub(crate) fn from_position(
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
            faults = state.broken();
        }
        if faults.is_empty() {
            state.agrees(position, &mut faults);
        }
        if faults.is_empty() {
            state.run(chance, &mut Silent);
            faults = state.broken();
            let dead = |s: &Seat| {
                let mut answers = Vec::new();
                state.list_actions(*s, &mut answers);
                answers.is_empty()
            };
            if faults.is_empty() && state.asked().seats().iter().any(|s| dead(&s)) {
                faults.push("tasks: nobody can answer what is asked".into());
            }
        }
        if faults.is_empty() { Ok(state) } else { Err(faults) }
    }

    fn read_tasks(&mut self, position: &Position, faults: &mut Vec<String>) {
        self.tasks = Tasks::new();
        if position.tasks.len() > Tasks::MOST / 2 {
            return faults.push(format!("tasks: {} are too many", position.tasks.len()));
        }
        position.tasks.iter().for_each(|&t| self.tasks.push(t));
        if position.tasks.is_empty() {
            self.tasks.push(Task::Choose);
        }
    }

    fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let n = usize::from(self.options.players);
        let given: Vec<String> = match position.chairs.len() {
            0 => FACTIONS[..n].iter().map(|f| f.to_string()).collect(),
            _ => position.chairs.clone(),
        };
        if given.len() != n {
            return faults.push(format!("chairs: {} for {n} players", given.len()));
        }
        for (chair, word) in given.iter().enumerate() {
            match word.parse::<Faction>() {
                Ok(f) if self.of_faction(f).is_some() => faults.push(format!("chairs: {f} sits twice")),
                Ok(f) => self.players[chair].faction = Some(f),
                Err(()) if word == CHAIRS[chair] && self.tasks.top() == Task::Faction => {}
                Err(()) => faults.push(format!("chairs: “{word}” is no faction")),
            }
        }
        let drafted = self.seats().all(|s| self.player(s).faction.is_some());
        if drafted && self.tasks.as_slice().contains(&Task::Faction) {
            faults.push("tasks: every faction is chosen".into());
        }
    }

    fn seat_of(&self, name: &str, faults: &mut Vec<String>) -> Seat {
        let found = self.seats().find(|&s| self.name(s) == name || State::chair(s) == name);
        found.unwrap_or_else(|| {
            faults.push(format!("there is no seat “{name}”"));
            Seat(0)
        })
    }

    fn read_board(&mut self, position: &Position, faults: &mut Vec<String>) {
        let first = position.first.as_deref().map_or(Seat(0), |n| self.seat_of(n, faults));
        self.first = first;
        self.active = position.active.as_deref().map_or(first, |n| self.seat_of(n, faults));
        self.token = position.token;
        position.action_credits.iter().for_each(|(a, &n)| self.spaces[a.index()] = n);
        let slots = if position.slots.is_empty() { &BOARD[..] } else { &position.slots };
        let distinct: Set<Planet> = slots.iter().copied().collect();
        if slots.len() < SLOTS - 1 || slots.len() > SLOTS || usize::from(distinct.len()) != slots.len() {
            faults.push(format!("slots: {} different planets, expected 8 or 9", distinct.len()));
        } else {
            slots.iter().enumerate().for_each(|(k, &p)| self.slots[k] = Some(p));
        }
        self.sarkeen = set(&position.sarkeen);
        self.explore = set(&position.explore);
        self.down = set(&position.goods_down);
        for (r, goods) in &position.goods_up {
            goods.iter().for_each(|(g, &n)| self.up[r.index()][g.index()] = n);
        }
        position.fungus.iter().for_each(|(r, &n)| self.fungus[r.index()] = n);
        self.paths = set(&position.paths);
        self.doom = position.doom;
        self.doom_start = position.doom_start.or_else(|| if faults.is_empty() { self.find_doom_start() } else { None });
        self.razed = position.razed;
        for (planet, name) in &position.allies {
            self.ally[planet.index()] = Some(self.seat_of(name, faults));
        }
    }

    fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        for (name, given) in &position.seats {
            let seat = self.seat_of(name, faults);
            let mut player = self.read_seat(seat, given, faults);
            player.faction = self.player(seat).faction;
            self.players[seat.index()] = player;
        }
        let before_start =
            |t: &Task| matches!(t, Task::Faction | Task::FirstEmpire | Task::FirstPlayer | Task::Start(_));
        let set_up = !self.tasks.as_slice().iter().any(before_start);
        for seat in self.seats() {
            if !position.seats.contains_key(self.name(seat)) {
                self.player_mut(seat).credits = u16::from(self.data.0.count(self.options.players).credits);
            }
            if set_up && self.player(seat).fleet.worldship().is_none() {
                let taken = self.seats().fold(Regions::EMPTY, |all, s| all | self.player(s).fleet.present());
                let free = SPACE - taken - self.doom.map_or(Regions::EMPTY, Set::of);
                let node = free.iter().last().unwrap_or(CORE);
                self.player_mut(seat).fleet.add(Kind::Worldship, node);
            }
        }
        for seat in self.seats() {
            let given = position.seats.get(self.name(seat)).and_then(|s| s.command);
            let most = if self.player(seat).faction.is_some() { self.command_max(seat) } else { 0 };
            self.player_mut(seat).command = given.unwrap_or(most);
        }
    }

    fn read_seat(&self, seat: Seat, given: &SeatPosition, faults: &mut Vec<String>) -> Player {
        let mut p = Player {
            credits: given.credits.unwrap_or_else(|| u16::from(self.data.0.count(self.options.players).credits)),
            vp: given.vp,
            tokens: given.tokens,
            hand: set(&given.hand),
            known: set(&given.known),
            empire: set(&given.empire),
            empire_shown: set(&given.empire_shown),
            put_away: given.put_away,
            techs: set(&given.technologies),
            cubes: set(&given.cubes),
            parasite: given.parasite,
            colonization: given.colonization,
            deliveries: given.deliveries,
            cargo: given.cargo,
            last: given.last_action,
            ..Player::default()
        };
        given.goods.iter().for_each(|(g, &n)| p.goods[g.index()] = n);
        given.tracks.iter().for_each(|(w, &n)| p.track[w.index()] = n);
        given.influence.iter().for_each(|(q, &n)| p.influence[q.index()] = n);
        for (tech, goods) in &given.bench {
            match self.player(seat).faction.and_then(|f| self.data.0.faction(f).find(*tech)) {
                Some((place, _)) if place < TECHS_EACH => {
                    goods.iter().for_each(|(g, &n)| p.bench[place][g.index()] = n);
                }
                _ => faults.push(format!("seats.{}.bench: {tech} is not on the board", self.name(seat))),
            }
        }
        for (work, sites) in &given.buildings {
            if sites.len() > PLACES {
                faults.push(format!("seats.{}.buildings: {} of {work}", self.name(seat), sites.len()));
                continue;
            }
            sites.iter().for_each(|site| match site {
                Site::Region(region) => p.works[work.index()].add(*region),
                Site::Ship(berth) => p.works[work.index()].add_ship(berth.index() as u8),
            });
        }
        for (region, units) in &given.units {
            for (&kind, &n) in units {
                let n = n.min(Fleet::pieces(kind) as u8 + 1);
                if (0..n).any(|_| !p.fleet.add(kind, *region)) {
                    faults.push(format!("seats.{}.units: too many of {kind}", self.name(seat)));
                }
            }
        }
        p
    }

    fn read_pools(&mut self, position: &Position, faults: &mut Vec<String>) {
        let each = self.data.numbers.supply.goods_each;
        for good in Good::all() {
            let used = self.goods_in_sight(good);
            match u16::from(each).checked_sub(used) {
                Some(left) => self.unseen[good.index()] = left as u8,
                None => faults.push(format!("goods: {used} of {good}, there are {each}")),
            }
        }
        if self.unseen.iter().map(|&n| u16::from(n)).sum::<u16>() < u16::from(self.down.len()) {
            faults.push("goods-down: more tokens than there are".into());
        }
        self.tokens_left = position.explore_left.as_deref().map_or(Set::FULL, set);
        self.discard = set(&position.discard);
        self.shown = set(&position.shown);
        self.fight = position.fight.unwrap_or_default();
        let closed = self.planets().iter().filter(|&p| !self.open(p)).collect::<Set<Planet>>();
        let barred = closed | !self.planets() | Set::of(Planet::ValkaVii);
        self.barred = position.barred.as_deref().map_or(barred, set);
        let all = Planet::all().filter(|&p| !self.barred.has(p)).fold(Set::EMPTY, |all, p| all | p.cards());
        let rest = all - self.cards_in_sight();
        self.deck = position.deck.as_deref().map_or(rest, set);
        position.lying.iter().for_each(|&e| self.lying.push(e));
        if usize::from(self.lying.set().len()) != position.lying.len() {
            faults.push(format!("lying: {} different events at most", Lying::MOST));
        }
        self.drawn_events = set::<Happening>(&position.drawn_events) | self.lying.set();
        let standard = self.planets() - Set::of(Planet::ValkaVii);
        let gone: Set<Planet> = self.drawn_events.iter().map(|e| e.planet()).collect();
        self.events = position.events_left.as_deref().map_or(standard - gone, set);
        self.extra_event = position.extra_event.unwrap_or(self.planets().has(Planet::ValkaVii));
        self.score_out = position.score_card_drawn;
        self.reshuffled = position.reshuffled;
        self.taken = position.taken;
        let left = self.deck.len() + self.events.len() + u8::from(self.extra_event);
        self.deck_size = position.deck_size.unwrap_or(left.saturating_add(self.taken));
        self.empire_discard = set(&position.empire_discard);
        self.offered = set(&position.offered);
        let held = self.seats().fold(self.empire_discard | self.offered, |all, s| {
            let player = self.player(s);
            all | player.empire | player.put_away.map_or(Set::EMPTY, Set::of)
        });
        self.empire_deck = position.empire_deck.as_deref().map_or(!held, set);
    }

    fn read_turn(&mut self, position: &Position, faults: &mut Vec<String>) {
        self.end_pending = position.end_pending;
        (self.laps, self.quiet, self.moved) = (position.laps, position.quiet, position.moved);
        (self.debt, self.paid, self.paid_least) = (position.debt, position.paid, position.paid_least);
        self.rerolled = position.rerolled.iter().map(|n| self.seat_of(n, faults)).collect();
        self.scavenged = position.scavenged.iter().map(|n| self.seat_of(n, faults)).collect();
        self.going = position.going.unwrap_or_default();
    }

    /// What a position repeats must be true.
    fn agrees(&self, position: &Position, faults: &mut Vec<String>) {
        let mut same = |what: String, given: Option<u8>, found: u8| {
            if given.is_some_and(|n| n != found) {
                faults.push(format!("{what} is {found}"));
            }
        };
        same("bag".into(), position.bag, self.bag());
        same("deck-left".into(), position.deck_left, self.deck_left());
        for seat in self.seats().filter(|&s| self.player(s).faction.is_some()) {
            let name = self.name(seat);
            let Some(given) = position.seats.get(name) else { continue };
            same(format!("seats.{name}.income"), given.income, self.income(seat));
            same(format!("seats.{name}.hand-limit"), given.hand_limit, self.hand_limit(seat));
            same(format!("seats.{name}.command-max"), given.command_max, self.command_max(seat));
        }
    }
}

/// Numbers that no game reaches are refused before anything is reckoned with them.
fn check_sizes(position: &Position, faults: &mut Vec<String>) {
    let mut most = |what: &str, n: u16, most: u16| {
        if n > most {
            faults.push(format!("{what}: {n} is too much: expected at most {most}"));
        }
    };
    let p = position;
    let clock = [p.taken, p.deck_size.unwrap_or(0), p.laps, p.quiet, p.debt, p.paid, p.paid_least];
    clock.into_iter().for_each(|n| most("taken, deck-size, laps, quiet, debt, paid", n.into(), 90));
    p.fungus.values().for_each(|&n| most("fungus", n.into(), 9));
    p.goods_up.values().flat_map(|g| g.values()).for_each(|&n| most("goods-up", n.into(), 60));
    for (name, s) in &p.seats {
        most(&format!("seats.{name}.credits"), s.credits.unwrap_or(0), 10_000);
        most(&format!("seats.{name}.vp"), s.vp, 10_000);
        let small = [s.command.unwrap_or(0), s.tokens, s.deliveries];
        small.into_iter().for_each(|n| most(&format!("seats.{name}.command, tokens, deliveries"), n.into(), 90));
        let goods = s.goods.values().chain(s.bench.values().flat_map(|g| g.values()));
        goods.for_each(|&n| most(&format!("seats.{name}.goods"), n.into(), 60));
        let laid = s.tracks.values().chain(s.influence.values());
        laid.for_each(|&n| most(&format!("seats.{name}.tracks, influence"), n.into(), 20));
    }
    if let Some(going) = &p.going {
        going.units.iter().for_each(|&n| most("going.units", n.into(), 8));
        most("going.left", going.left.into(), 90);
    }
    if let Some(fight) = &p.fight {
        fight.chosen.iter().flatten().for_each(|&n| most("fight.chosen", n.into(), 8));
        fight.dice.iter().chain(&fight.kept).for_each(|&n| most("fight.dice", n.into(), 40));
    }
}

fn list<T: Piece>(pieces: Set<T>) -> Vec<T> {
    pieces.iter().collect()
}

fn set<T: Piece>(pieces: &[T]) -> Set<T> {
    pieces.iter().copied().collect()
}

/// Without those that are nothing.
fn filled<K: Ord>(counts: impl Iterator<Item = (K, u8)>) -> BTreeMap<K, u8> {
    counts.filter(|&(_, n)| n > 0).collect()
}
