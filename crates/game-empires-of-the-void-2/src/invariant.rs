//! What always holds (I-1 to I-22 of the design; counts are those of the box).

use astrarium_core::{Piece, Seat, Set};

use crate::piece::*;
use crate::rules::build::bench_fits;
use crate::rules::movement::DIE;
use crate::state::{Fleet, Roll, Script, State, Task};

impl State {
    /// Every broken invariant.
    pub(crate) fn broken(&self) -> Vec<String> {
        let mut faults = Vec::new();
        self.check_tasks(&mut faults);
        if !faults.is_empty() {
            return faults;
        }
        self.check_board(&mut faults);
        self.seats().for_each(|s| self.check_seat(s, &mut faults));
        self.check_goods(&mut faults);
        self.check_cards(&mut faults);
        self.check_deck(&mut faults);
        self.check_debt(&mut faults);
        if matches!(self.tasks.top(), Task::Choose | Task::Respond(_)) {
            self.check_between_turns(&mut faults);
        }
        faults
    }

    /// I-15, I-16, I-22: what is settled before the next turn begins.
    fn check_between_turns(&self, faults: &mut Vec<String>) {
        if (self.debt, self.paid, self.paid_least) != (0, 0, 0) {
            faults.push("debt: it is paid before the turn ends".into());
        }
        let held = self.seats().fold(Regions::EMPTY, |all, s| all | self.player(s).cubes);
        for region in Region::all() {
            let mut there = self.seats().filter(|&s| self.player(s).fleet.present().has(region));
            let (first, second) = (there.next(), there.next());
            if first.is_some() && self.sarkeen.has(region) {
                faults.push(format!("units: whoever is at {region} must fight the Sarkeen"));
            }
            let free = region.is_uninhabited() && !held.has(region) && !self.sarkeen.has(region);
            if free && second.is_none() && first.is_some_and(|s| self.cubes_left(s) > 0) {
                faults.push(format!("cubes: whoever is alone at {region} controls it"));
            }
        }
    }

    /// I-16: whoever owes power holds it, and fights no battle and moves nobody meanwhile.
    fn check_debt(&self, faults: &mut Vec<String>) {
        let debtor = self.tasks.as_slice().iter().find_map(|t| match *t {
            Task::End(seat) | Task::Pay(seat) => Some(seat),
            _ => None,
        });
        let held = debtor.map_or(0, |s| u16::from(self.hand_power(s)) + u16::from(self.paid));
        let busy = |t: &Task| {
            let moves = matches!(t, Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Arrive | Task::Loser(_));
            moves || matches!(t, Task::CardMode(_) | Task::Court { .. } | Task::Recruit(_) | Task::Refresh(_))
        };
        if self.debt > 0
            && (u16::from(self.debt) > held || self.group_matters() || self.tasks.as_slice().iter().any(busy))
        {
            faults.push(format!("debt: {} is owed, {held} is held", self.debt));
        }
        if self.paid > 0 && (self.paid_least > self.paid || !matches!(self.tasks.top(), Task::Pay(_))) {
            faults.push("paid: only while power costs are paid".into());
        }
    }

    /// Every card of the first deck is still there or was taken; no planet has more events than it can have.
    fn check_deck(&self, faults: &mut Vec<String>) {
        let drafting = self.tasks.top() == Task::Faction;
        let left = self.deck.len() + self.events.len() + u8::from(self.extra_event);
        if !drafting && !self.reshuffled && u16::from(left) + u16::from(self.taken) != u16::from(self.deck_size) {
            faults.push(format!("deck-size: {left} cards left and {} taken", self.taken));
        }
        if !self.score_out && self.end_pending {
            faults.push("end-pending: the score card is drawn first".into());
        }
        let valka = self.slot_of(Planet::ValkaVii).is_some();
        if self.extra_event && !valka {
            faults.push("extra-event: without Valka VII there is none".into());
        }
        let more = Planet::all().map(|p| (p.events() & self.drawn_events).len().saturating_sub(1)).sum::<u8>();
        if self.drawn_events.iter().any(|e| self.slot_of(e.planet()).is_none()) {
            faults.push("drawn-events: only of planets in play".into()); // E2-081
        }
        if more > u8::from(valka && !self.extra_event) {
            faults.push("drawn-events: one of each planet, and one more with Valka VII".into());
        }
    }

    /// Goods of a kind that everybody sees.
    pub(crate) fn goods_in_sight(&self, good: Good) -> u16 {
        let k = good.index();
        let map: u16 = self.up.iter().map(|n| u16::from(n[k])).sum();
        let seat = |s: Seat| {
            let p = self.player(s);
            let track: u16 = Work::all().filter(|w| w.good() == good).map(|w| u16::from(p.track[w.index()])).sum();
            u16::from(p.goods[k]) + p.bench.iter().map(|n| u16::from(n[k])).sum::<u16>() + track
        };
        map + self.seats().map(seat).sum::<u16>()
    }

    /// Power cards that are not in the deck.
    pub(crate) fn cards_in_sight(&self) -> Set<Card> {
        let mut all = self.discard | self.shown | self.cards_in_play();
        for seat in self.seats() {
            all |= self.player(seat).hand;
            all |= self.player(seat).cargo.map_or(Set::EMPTY, |c| Set::of(c.card));
        }
        all
    }

    /// Cards that tasks and the battle hold.
    fn cards_in_play(&self) -> Set<Card> {
        let tasks = self.tasks.as_slice().iter().filter_map(|t| match *t {
            Task::Discard(card) | Task::Carrier(card) | Task::Bearer { card, .. } => Some(card),
            _ => None,
        });
        tasks.chain(self.fight.cards.into_iter().flatten()).collect()
    }

    /// Seats and regions that tasks name are there.
    fn check_tasks(&self, faults: &mut Vec<String>) {
        let n = self.options.players;
        let mut seats = vec![self.first, self.active, self.going.seat, self.fight.attacker];
        seats.extend(self.fight.seat(1));
        seats.extend(self.ally.iter().flatten());
        for &task in self.tasks.as_slice() {
            seats.extend(task_seat(task));
            let side = match task {
                Task::Units(s) | Task::Reroll(s) | Task::Cargo(s) | Task::Loser(s) => s,
                Task::Bearer { winner, .. } => winner,
                _ => 0,
            };
            let place = match task {
                Task::LastCall { place, .. } | Task::Each { place, .. } => place.saturating_add(1),
                Task::Responses(place) => place,
                _ => 0,
            };
            let script = match task {
                Task::Script { script, .. } | Task::Roll { of: Roll::Effect(script, _), .. } => Some(script),
                _ => None,
            };
            let quest = matches!(script, Some(Script::Quest(q)) if self.effects(Script::Quest(q)).is_empty());
            let wild = match task {
                Task::Rolled { die, .. } => die > DIE,
                Task::BuildNow { discount, .. } => discount > MOST_DISCOUNT,
                _ => false,
            };
            if side > 1 || place > n || quest || wild {
                faults.push(format!("tasks: {task:?} makes no sense"));
            }
        }
        if let Some(seat) = seats.iter().find(|s| s.0 >= n) {
            faults.push(format!("there is no seat {}", seat.0));
        }
        let drafted = self.seats().all(|s| self.player(s).faction.is_some());
        if !drafted && self.tasks.as_slice() != [Task::Faction] {
            faults.push("factions are chosen first".into());
        }
        let board = self.board();
        let group = Kind::all().all(|k| {
            let going = &self.going;
            let carried =
                self.player(going.seat.min(Seat(n - 1))).cargo.is_some_and(|c| going.carrier && c.carrier == k);
            !self.group_matters()
                || going.units[k.index()] + u8::from(carried)
                    <= self.players[going.seat.index().min(SEATS - 1)].fleet.count(k, going.at)
        });
        if !group || !board.has(self.going.at) && self.group_matters() {
            faults.push("going: no such group".into());
        }
    }

    /// Whether the group that moves is still asked about.
    fn group_matters(&self) -> bool {
        let of_group = |t: &Task| matches!(t, Task::Group | Task::Step | Task::Jump | Task::EndMove);
        self.going.alive && self.tasks.as_slice().contains(&Task::Arrive) || self.tasks.as_slice().iter().any(of_group)
    }

    fn check_board(&self, faults: &mut Vec<String>) {
        let board = self.board();
        let fungus: u16 = self.fungus.iter().map(|&n| u16::from(n)).sum();
        let numbers = &self.data.numbers;
        let most = self.fungus.iter().any(|&n| n > numbers.fungus.most);
        if most || fungus > u16::from(numbers.supply.fungus) {
            faults.push("fungus: more than there are, or too many in a region".into());
        }
        let grown: Regions = Region::all().filter(|r| self.fungus[r.index()] > 0).collect();
        if self.sarkeen.meets(grown) {
            faults.push("fungus: it never grows where Sarkeen are".into());
        }
        if !(SURFACES | UNINHABITED).contains(self.sarkeen) || !board.contains(self.sarkeen) {
            faults.push("sarkeen: only surfaces and uninhabited planets".into());
        }
        if self.surface_of(Planet::ValkaVii).is_some_and(|s| self.sarkeen.has(s)) {
            faults.push("sarkeen: never on Valka VII".into());
        }
        if !UNINHABITED.contains(self.explore) || self.explore.len() > self.tokens_left.len() {
            faults.push("explore: one token on an uninhabited planet, while they last".into());
        }
        if self.paths.len() > numbers.supply.paths || !board.contains(self.paths) || !board.contains(self.down) {
            faults.push("paths, goods-down: only on the board, while they last".into());
        }
        let lying = Region::all().filter(|r| self.up[r.index()].iter().any(|&n| n > 0)).collect::<Regions>();
        if !board.contains(lying | grown) || self.doom.is_some_and(|d| !board.has(d) || self.sarkeen.has(d)) {
            faults.push("something lies off the board".into());
        }
        let tokens: u16 = self.seats().map(|s| u16::from(self.player(s).tokens)).sum();
        if tokens > u16::from(numbers.supply.command_tokens) {
            faults.push(format!("tokens: {tokens} command track tokens"));
        }
        for kind in Kind::all().filter(|k| k.index() >= Kind::WarBot.index()) {
            let on_map: usize = self.seats().map(|s| usize::from(self.player(s).fleet.on_map(kind))).sum();
            if on_map > Fleet::pieces(kind) {
                faults.push(format!("units: {on_map} of {kind}, there are {}", Fleet::pieces(kind)));
            }
        }
        for planet in Planet::all() {
            let holder = self.ally[planet.index()];
            if self.entitled(planet, holder) != holder {
                faults.push(format!("allies: the token of {planet} belongs to somebody else"));
            }
        }
        self.check_ownership(faults);
    }

    fn check_ownership(&self, faults: &mut Vec<String>) {
        let mut held = Regions::EMPTY;
        for seat in self.seats() {
            let cubes = self.player(seat).cubes;
            if held.meets(cubes) {
                faults.push("cubes: two in one region".into());
            }
            held |= cubes;
        }
        if self.sarkeen.meets(held) || !(SURFACES | UNINHABITED).contains(held) || !self.board().contains(held) {
            faults.push("cubes: only on surfaces and uninhabited planets without Sarkeen".into());
        }
        if Region::all().any(|r| self.is_razed(r) && held.has(r)) {
            faults.push("cubes: nobody controls a razed planet".into());
        }
        if self.deck_size < self.taken {
            faults.push("taken: more cards than there were".into());
        }
    }

    fn check_seat(&self, seat: Seat, faults: &mut Vec<String>) {
        let (p, name, numbers) = (self.player(seat), self.name(seat), &self.data.numbers);
        let mut want = |holds: bool, what: &str| {
            if !holds {
                faults.push(format!("seats.{name}: {what}"));
            }
        };
        let markers: u16 = p.influence.iter().map(|&n| u16::from(n)).sum();
        want(markers <= u16::from(numbers.supply.markers), "more influence markers than there are");
        want(p.cubes.len() <= numbers.supply.cubes, "more control cubes than there are");
        let open = Planet::all().all(|q| p.influence[q.index()] == 0 || self.open(q));
        want(open, "influence on a planet that takes none");
        want(self.board().contains(p.fleet.present()), "units off the board");
        let start =
            |t: &Task| matches!(t, Task::Faction | Task::FirstEmpire | Task::FirstPlayer) || *t == Task::Start(seat);
        let placed = !self.tasks.as_slice().iter().any(start);
        want(placed == p.fleet.worldship().is_some(), "a Worldship is on the map once start units are placed");
        let techs = p.faction.map(|f| self.data.0.faction(f).tech.get_ref().as_slice()).unwrap_or_default();
        for (row, bench) in techs.iter().zip(&p.bench) {
            let researched = p.techs.has(row.id) && bench.iter().any(|&n| n > 0);
            want(!researched && bench_fits(row, bench), "goods on a technology that do not fit");
        }
        want(p.track.iter().all(|&n| n <= numbers.board.track_goods), "too many goods on a track");
        if p.faction.is_some() && self.tasks.top() != Task::Faction {
            want(p.command <= self.command_max(seat), "more command than the maximum");
            self.check_works(seat, faults);
        }
        self.check_hand(seat, faults);
    }

    fn check_works(&self, seat: Seat, faults: &mut Vec<String>) {
        let (p, name) = (self.player(seat), self.name(seat));
        let regions = p.works.iter().fold(Regions::EMPTY, |all, w| all | w.regions());
        if !p.cubes.contains(regions) {
            faults.push(format!("seats.{name}: a building without a cube"));
        }
        if regions.iter().any(|r| p.works.iter().map(|w| w.on(r)).sum::<u8>() > self.build_spaces(r)) {
            faults.push(format!("seats.{name}: more buildings than build spaces"));
        }
        let mut spaces: Vec<u8> = p.works.iter().flat_map(|w| w.spaces()).collect();
        spaces.sort_unstable();
        let room = self.board_of(seat).ship.get_ref().len();
        if spaces.windows(2).any(|w| w[0] == w[1]) || spaces.last().is_some_and(|&s| usize::from(s) >= room) {
            faults.push(format!("seats.{name}: Worldship spaces used twice or not there"));
        }
    }

    fn check_hand(&self, seat: Seat, faults: &mut Vec<String>) {
        let (p, name) = (self.player(seat), self.name(seat));
        let mut want = |holds: bool, what: &str| {
            if !holds {
                faults.push(format!("seats.{name}: {what}"));
            }
        };
        let sealed = (0..2).filter(|&side| self.fight.seat(side) == Some(seat)).filter_map(|s| self.fight.cards[s]);
        let own = sealed.fold(p.hand, |all, c| all | Set::of(c));
        want(own.contains(p.known), "a known card that is not held");
        want(p.empire.contains(p.empire_shown), "a shown Empire card that is not held");
        let limit = self.data.numbers.misc.empire_hand;
        let drawing = self.tasks.as_slice().contains(&Task::EmpireLimit(seat));
        want(drawing || p.empire.len() <= limit.max(2), "too many Empire cards");
        if let Some(cargo) = p.cargo {
            want(p.fleet.count(cargo.carrier, cargo.at) > 0, "the cargo has no carrier");
            want(self.data.card(cargo.card).delivery().is_some(), "the cargo is no delivery");
        }
        want(p.parasite.is_none_or(|q| self.slot_of(q).is_some()), "the parasite token is off the board");
    }

    fn check_goods(&self, faults: &mut Vec<String>) {
        let each = u16::from(self.data.numbers.supply.goods_each);
        for good in Good::all() {
            let all = self.goods_in_sight(good) + u16::from(self.unseen[good.index()]);
            if all != each {
                faults.push(format!("goods: {all} of {good}, there are {each}"));
            }
        }
        if self.unseen.iter().map(|&n| u16::from(n)).sum::<u16>() < u16::from(self.down.len()) {
            faults.push("goods: fewer unseen than lie face down".into());
        }
    }

    /// Each power card and each Empire card is in one place.
    fn check_cards(&self, faults: &mut Vec<String>) {
        let all = Planet::all().filter(|&p| !self.barred.has(p)).fold(Set::EMPTY, |all, p| all | p.cards());
        let mut parts = vec![self.deck, self.discard, self.shown, self.cards_in_play()];
        let mut empire = vec![self.empire_deck, self.empire_discard, self.offered];
        for seat in self.seats() {
            let p = self.player(seat);
            parts.extend([p.hand, p.cargo.map_or(Set::EMPTY, |c| Set::of(c.card))]);
            empire.extend([p.empire, p.put_away.map_or(Set::EMPTY, Set::of)]);
        }
        let drafted = self.tasks.top() != Task::Faction;
        let (sum, union) = count(&parts);
        if drafted && (sum != usize::from(all.len()) || union != all) {
            faults.push(format!("power cards: {sum} in all, expected each of {} once", all.len()));
        }
        let (sum, union) = count(&empire);
        if sum != Empire::COUNT || union != Set::FULL {
            faults.push(format!("Empire cards: {sum} in all, expected each of {} once", Empire::COUNT));
        }
        if !self.drawn_events.contains(self.lying.set()) || self.events.has(Planet::ValkaVii) {
            faults.push("events: those that lie there were drawn before; Valka VII has none".into());
        }
        let used = |p: Planet| (p.events() & self.drawn_events).len();
        if self.events.iter().any(|p| used(p) > 1 || self.slot_of(p).is_none()) {
            faults.push("events-left: that planet's event is drawn or not in the game".into());
        }
    }
}

/// No card gives more off a building.
const MOST_DISCOUNT: u8 = 9;

fn count<T: Piece>(parts: &[Set<T>]) -> (usize, Set<T>) {
    (parts.iter().map(|s| usize::from(s.len())).sum(), parts.iter().fold(Set::EMPTY, |all, &s| all | s))
}

/// The seat a task names.
pub(crate) fn task_seat(task: Task) -> Option<Seat> {
    match task {
        Task::Start(s) | Task::Respond(s) | Task::End(s) | Task::Pay(s) | Task::Parasite(s) | Task::Colonize(s) => {
            Some(s)
        }
        Task::Mode(s) | Task::AttackFrom(s) | Task::Menu(s) | Task::CardMode(s) | Task::CostGood(s) => Some(s),
        Task::Recruit(s) | Task::EmpireDraw(s) | Task::Keep(s) | Task::EmpireLimit(s) | Task::Refresh(s) => Some(s),
        Task::Score(s) | Task::Doom(s) => Some(s),
        Task::Retreat { seat, .. } | Task::Court { seat, .. } | Task::Draw { seat, .. } | Task::Take { seat, .. } => {
            Some(seat)
        }
        Task::Roll { seat, .. } | Task::Rolled { seat, .. } | Task::Script { seat, .. } => Some(seat),
        Task::ChooseGood { seat, .. } | Task::ChoosePlanet { seat, .. } | Task::Gift { seat, .. } => Some(seat),
        Task::Oust { seat, .. }
        | Task::Favour { seat, .. }
        | Task::PutUnit { seat, .. }
        | Task::PutFungus { seat, .. } => Some(seat),
        Task::Cleanse { seat, .. } | Task::Grab { seat, .. } | Task::BuildNow { seat, .. } => Some(seat),
        Task::Tribute { seat, .. } | Task::Bid { seat, .. } => Some(seat),
        Task::LastCall { drawer, .. } | Task::Event { drawer, .. } | Task::Each { drawer, .. } => Some(drawer),
        _ => None,
    }
}
