//! A state as plain data, and back. Whatever is left out has a default.

use std::collections::BTreeMap;

use astrarium_core::position::{list, set};
use astrarium_core::{Parts, Piece, Seat, Set};
use serde::{Deserialize, Serialize};

use crate::data::{PLACES, TECHS_EACH};
use crate::piece::*;
use crate::state::{Cargo, Counts, Debt, Fight, Fleet, Going, Lying, Player, State, Task, Tasks, Way};

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
    pub(crate) going: Option<GroupPosition>,
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

/// The group that moves, or moved last. The unit with the cargo is not counted among its units.
#[derive(Copy, Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub(crate) struct GroupPosition {
    seat: Seat,
    at: Region,
    units: Counts,
    carrier: bool,
    way: Way,
    left: u8,
    entered: bool,
    medusa: bool,
    /// It is where its movement has ended.
    alive: bool,
}

impl Default for GroupPosition {
    fn default() -> GroupPosition {
        Going::new(Seat(0), Region(0), Way::Action, 0).into()
    }
}

impl From<Going> for GroupPosition {
    fn from(group: Going) -> GroupPosition {
        let Going { seat, at, mut units, carrier, way, left, entered, medusa, arrived } = group;
        if let Some(kind) = carrier {
            units[kind.index()] -= 1;
        }
        GroupPosition { seat, at, units, carrier: carrier.is_some(), way, left, entered, medusa, alive: arrived }
    }
}

/// Where a building is.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Site {
    Region(Region),
    Ship(Berth),
}

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
    pub(crate) fn seat_position(&self, seat: Seat) -> SeatPosition {
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

    pub(crate) fn read_tasks(&mut self, position: &Position, faults: &mut Vec<String>) {
        self.tasks = Tasks::new();
        if position.tasks.len() > Tasks::MOST / 2 {
            let (given, most) = (position.tasks.len(), Tasks::MOST / 2);
            return faults.push(format!("tasks: {given} are given, expected at most {most}"));
        }
        position.tasks.iter().for_each(|&t| self.tasks.push(t));
        if position.tasks.is_empty() {
            self.tasks.push(Task::Choose);
        }
    }

    pub(crate) fn read_chairs(&mut self, position: &Position, faults: &mut Vec<String>) {
        let n = usize::from(self.options.players);
        let given: Vec<String> = match position.chairs.len() {
            0 => FACTIONS[..n].iter().map(|f| f.to_string()).collect(),
            _ => position.chairs.clone(),
        };
        if given.len() != n {
            return faults.push(format!("chairs: {} are given, expected {n}, one for each player", given.len()));
        }
        for (chair, word) in given.iter().enumerate() {
            match word.parse::<Faction>() {
                Ok(f) if self.of_faction(f).is_some() => {
                    faults.push(format!("chairs: {f} is given twice, expected each faction once"))
                }
                Ok(f) => self.players[chair].faction = Some(f),
                Err(()) if word == Seat(chair as u8).chair() && self.tasks.top() == Task::Faction => {}
                Err(()) => {
                    let known = Faction::ALL.iter().map(|f| f.word()).collect::<Vec<_>>().join(", ");
                    faults.push(format!("chairs: “{word}” is no faction, expected {known}"));
                }
            }
        }
        let drafted = self.seats().all(|s| self.player(s).faction.is_some());
        if drafted && self.tasks.as_slice().contains(&Task::Faction) {
            faults.push("tasks: “faction” is to be done, expected a chair without a faction in “chairs”".into());
        }
    }

    fn seat_of(&self, place: &str, name: &str, faults: &mut Vec<String>) -> Seat {
        let found = self.seats().find(|&s| self.seat_name(s) == name || s.chair() == name);
        found.unwrap_or_else(|| {
            let known = self.seats().map(|s| self.seat_name(s)).collect::<Vec<_>>().join(", ");
            faults.push(format!("{place}: there is no seat “{name}”, expected {known}"));
            Seat(0)
        })
    }

    pub(crate) fn read_board(&mut self, position: &Position, faults: &mut Vec<String>) {
        let first = position.first.as_deref().map_or(Seat(0), |n| self.seat_of("first", n, faults));
        self.first = first;
        self.active = position.active.as_deref().map_or(first, |n| self.seat_of("active", n, faults));
        self.token = position.token;
        position.action_credits.iter().for_each(|(a, &n)| self.spaces[a.index()] = n);
        let slots = if position.slots.is_empty() { &BOARD[..] } else { &position.slots };
        let distinct: Set<Planet> = slots.iter().copied().collect();
        if slots.len() < SLOTS - 1 || slots.len() > SLOTS || usize::from(distinct.len()) != slots.len() {
            let (given, least) = (slots.len(), SLOTS - 1);
            faults.push(format!(
                "slots: {given} planets, {} of them different, expected {least} or {SLOTS} different ones",
                distinct.len()
            ));
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
            self.ally[planet.index()] = Some(self.seat_of(&format!("allies.{planet}"), name, faults));
        }
    }

    pub(crate) fn read_seats(&mut self, position: &Position, faults: &mut Vec<String>) {
        for (name, given) in &position.seats {
            let seat = self.seat_of("seats", name, faults);
            let mut player = self.read_seat(seat, given, faults);
            player.faction = self.player(seat).faction;
            self.players[seat.index()] = player;
        }
        let before_start =
            |t: &Task| matches!(t, Task::Faction | Task::FirstEmpire | Task::FirstPlayer | Task::Start(_));
        let set_up = !self.tasks.as_slice().iter().any(before_start);
        for seat in self.seats() {
            if !position.seats.contains_key(self.seat_name(seat)) {
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
            let given = position.seats.get(self.seat_name(seat)).and_then(|s| s.command);
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
                _ => {
                    let board = self.player(seat).faction.map(|f| self.data.0.faction(f).tech.get_ref().iter());
                    let known: Vec<_> = board.into_iter().flatten().map(|t| t.id.word()).collect();
                    let (name, known) = (self.seat_name(seat), known.join(", "));
                    faults.push(format!("seats.{name}.bench: {tech} is not on this seat's board, expected {known}"));
                }
            }
        }
        for (work, sites) in &given.buildings {
            if sites.len() > PLACES {
                let (name, given) = (self.seat_name(seat), sites.len());
                faults.push(format!("seats.{name}.buildings.{work}: {given} are given, expected at most {PLACES}"));
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
                    let (name, most) = (self.seat_name(seat), Fleet::pieces(kind));
                    faults.push(format!("seats.{name}.units: too many of {kind}, expected at most {most} in all"));
                }
            }
        }
        p
    }

    pub(crate) fn read_pools(&mut self, position: &Position, faults: &mut Vec<String>) {
        let each = self.data.numbers.supply.goods_each;
        for good in Good::all() {
            let used = self.goods_in_sight(good);
            match u16::from(each).checked_sub(used) {
                Some(left) => self.unseen[good.index()] = left as u8,
                None => faults.push(format!("goods: {used} {good} in sight, expected at most {each}")),
            }
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
            faults.push(format!("lying: {} events, expected at most {}, each once", position.lying.len(), Lying::MOST));
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

    pub(crate) fn read_turn(&mut self, position: &Position, faults: &mut Vec<String>) {
        self.end_pending = position.end_pending;
        (self.laps, self.quiet, self.moved) = (position.laps, position.quiet, position.moved);
        self.debt = Debt { owed: position.debt, paid: position.paid, least: position.paid_least };
        self.rerolled = position.rerolled.iter().map(|n| self.seat_of("rerolled", n, faults)).collect();
        self.scavenged = position.scavenged.iter().map(|n| self.seat_of("scavenged", n, faults)).collect();
        self.going = self.read_group(&position.going.unwrap_or_default());
    }

    /// The carrier is the unit with the cargo; if that is lost by now, some unit that is not counted.
    fn read_group(&self, given: &GroupPosition) -> Going {
        let GroupPosition { seat, at, mut units, carrier, way, left, entered, medusa, alive } = *given;
        let player = &self.players[seat.index().min(SEATS - 1)];
        let loaded = player.cargo.map(|c| c.carrier);
        let left_over = || Kind::all().find(|&k| units[k.index()] < player.fleet.count(k, at));
        let carrier = carrier.then(|| loaded.or_else(left_over).unwrap_or(Kind::Worldship));
        if let Some(kind) = carrier {
            units[kind.index()] += 1;
        }
        Going { seat, at, units, carrier, way, left, entered, medusa, arrived: alive }
    }

    /// What a position repeats must be true.
    pub(crate) fn agrees(&self, position: &Position, faults: &mut Vec<String>) {
        let mut same = |what: String, given: Option<u8>, found: u8| {
            if let Some(given) = given.filter(|&n| n != found) {
                faults
                    .push(format!("{what}: {given}, expected {found} from the rest of the position, or leave it out"));
            }
        };
        same("bag".into(), position.bag, self.bag());
        same("deck-left".into(), position.deck_left, self.deck_left());
        for seat in self.seats().filter(|&s| self.player(s).faction.is_some()) {
            let name = self.seat_name(seat);
            let Some(given) = position.seats.get(name) else { continue };
            same(format!("seats.{name}.income"), given.income, self.income(seat));
            same(format!("seats.{name}.hand-limit"), given.hand_limit, self.hand_limit(seat));
            same(format!("seats.{name}.command-max"), given.command_max, self.command_max(seat));
        }
    }
}

/// Numbers that no game reaches are refused before anything is reckoned with them.
pub(crate) fn check_sizes(position: &Position, faults: &mut Vec<String>) {
    let mut most = |what: &str, n: u16, most: u16| {
        if n > most {
            faults.push(format!("{what}: {n}, expected at most {most}"));
        }
    };
    let p = position;
    let clock = [("taken", p.taken), ("deck-size", p.deck_size.unwrap_or(0)), ("laps", p.laps), ("quiet", p.quiet)];
    let debt = [("debt", p.debt), ("paid", p.paid), ("paid-least", p.paid_least)];
    clock.into_iter().chain(debt).for_each(|(what, n)| most(what, n.into(), 90));
    p.fungus.iter().for_each(|(region, &n)| most(&format!("fungus.{region}"), n.into(), 9));
    for (region, goods) in &p.goods_up {
        goods.iter().for_each(|(good, &n)| most(&format!("goods-up.{region}.{good}"), n.into(), 60));
    }
    for (name, s) in &p.seats {
        most(&format!("seats.{name}.credits"), s.credits.unwrap_or(0), 10_000);
        most(&format!("seats.{name}.vp"), s.vp, 10_000);
        let small = [("command", s.command.unwrap_or(0)), ("tokens", s.tokens), ("deliveries", s.deliveries)];
        small.into_iter().for_each(|(what, n)| most(&format!("seats.{name}.{what}"), n.into(), 90));
        s.goods.iter().for_each(|(good, &n)| most(&format!("seats.{name}.goods.{good}"), n.into(), 60));
        for (tech, goods) in &s.bench {
            goods.values().for_each(|&n| most(&format!("seats.{name}.bench.{tech}"), n.into(), 60));
        }
        s.tracks.iter().for_each(|(work, &n)| most(&format!("seats.{name}.tracks.{work}"), n.into(), 20));
        s.influence.iter().for_each(|(planet, &n)| most(&format!("seats.{name}.influence.{planet}"), n.into(), 20));
    }
    if let Some(going) = &p.going {
        going.units.iter().for_each(|&n| most("going.units", n.into(), 8));
        most("going.left", going.left.into(), 90);
    }
    if let Some(fight) = &p.fight {
        fight.chosen.0.iter().flatten().for_each(|&n| most("fight.chosen", n.into(), 8));
        fight.dice.0.iter().for_each(|&n| most("fight.dice", n.into(), 40));
        fight.kept.0.iter().for_each(|&n| most("fight.kept", n.into(), 40));
    }
}

/// Without those that are nothing.
pub(crate) fn filled<K: Ord>(counts: impl Iterator<Item = (K, u8)>) -> BTreeMap<K, u8> {
    counts.filter(|&(_, n)| n > 0).collect()
}
