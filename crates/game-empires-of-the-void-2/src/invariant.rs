//! What always holds; counts are those of the box.

use std::fmt::Display;

use astrarium_core::{Faults, Parts, Piece, Seat, Set, Side, Sound, cited};

use crate::piece::*;
use crate::rules::build::bench_fits;
use crate::rules::movement::DIE;
use crate::state::{Debt, Fleet, Roll, Script, State, Task};

impl Sound for State {
    fn invariants(&self) -> Vec<String> {
        let mut faults = Faults::default();
        self.check_seats(&mut faults);
        self.check_tasks(&mut faults);
        if !faults.0.is_empty() {
            return faults.0;
        }
        self.check_board(&mut faults);
        self.check_ownership(&mut faults);
        self.seats().for_each(|s| self.check_seat(s, &mut faults));
        self.check_goods(&mut faults);
        self.check_cards(&mut faults);
        self.check_deck(&mut faults);
        self.check_debt(&mut faults);
        if matches!(self.tasks.top(), Task::Choose | Task::Respond(_)) {
            self.check_between_turns(&mut faults);
        }
        faults.0
    }
}

#[cited]
impl State {
    /// Seats that the position names are at the table.
    fn check_seats(&self, faults: &mut Faults) {
        let n = self.options.players;
        let mut must = |place: &str, seat: Seat| {
            let last = n - 1;
            faults.must(seat.0 < n, format_args!("{place}: there is no seat {}, expected 0 to {last}", seat.0));
        };
        let named = [("first", self.first), ("active", self.active), ("going.seat", self.going.seat)];
        named.into_iter().for_each(|(place, seat)| must(place, seat));
        must("fight.attacker", self.fight.attacker);
        self.fight.seat(Side::Defender).into_iter().for_each(|seat| must("fight.target", seat));
        self.ally.iter().flatten().for_each(|&seat| must("allies", seat));
        self.tasks.as_slice().iter().filter_map(|&t| task_seat(t)).for_each(|seat| must("tasks", seat));
    }

    /// What tasks are about is there.
    fn check_tasks(&self, faults: &mut Faults) {
        let n = self.options.players;
        for &task in self.tasks.as_slice() {
            let (what, number, most) = match task {
                Task::LastCall { place, .. } | Task::Each { place, .. } => ("place", place, n - 1),
                Task::Responses(place) => ("place", place, n),
                Task::Rolled { die, .. } => ("die", die, DIE),
                Task::BuildNow { discount, .. } => ("discount", discount, MOST_DISCOUNT),
                _ => ("number", 0, 0),
            };
            faults
                .must(number <= most, format_args!("tasks: {task:?} has the {what} {number}, expected at most {most}"));
            if let Task::Script { script, .. } | Task::Roll { of: Roll::Effect(script, _), .. } = task
                && let Script::Quest(quest) = script
            {
                let known = !self.effects(script).is_empty();
                faults.must(known, format_args!("tasks: {quest} is no quest, expected an event that rewards a deed"));
            }
        }
        let undrafted = self.seats().find(|&s| self.player(s).faction.is_none());
        if let Some(seat) = undrafted.filter(|_| self.tasks.as_slice() != [Task::Faction]) {
            let chair = seat.chair();
            faults.must(false, format_args!("tasks: {chair} has no faction, expected the task “faction” alone"));
        }
        if self.group_matters() {
            self.check_group(faults);
        }
    }

    fn check_group(&self, faults: &mut Faults) {
        let going = &self.going;
        let fleet = &self.players[going.seat.index().min(SEATS - 1)].fleet;
        faults.must(
            self.board().has(going.at),
            format_args!("going.at: {} is not on this board, expected a region that is", going.at),
        );
        for kind in Kind::all() {
            let (group, there) = (going.units[kind.index()], fleet.count(kind, going.at));
            let at = going.at;
            faults.must(
                group <= there,
                format_args!("going.units: {group} {kind} at {at}, expected at most {there}, as many as are there"),
            );
        }
    }

    /// Whether the group that moves is still asked about.
    fn group_matters(&self) -> bool {
        let of_group = |t: &Task| matches!(t, Task::Group | Task::Step | Task::Jump | Task::EndMove);
        self.going.arrived && self.tasks.as_slice().contains(&Task::Arrive)
            || self.tasks.as_slice().iter().any(of_group)
    }

    /// What is settled before the next turn begins.
    fn check_between_turns(&self, faults: &mut Faults) {
        let Debt { owed, .. } = self.debt;
        let paid = self.debt == Debt::default();
        faults
            .must(paid, format_args!("debt: {owed} is owed between turns, expected 0: it is paid before a turn ends"));
        let held = self.seats().fold(Regions::EMPTY, |all, s| all | self.player(s).cubes);
        for region in Region::all() {
            let mut there = self.seats().filter(|&s| self.player(s).fleet.present().has(region));
            let (Some(first), second) = (there.next(), there.next()) else { continue };
            let name = self.seat_name(first);
            faults.must(
                !self.sarkeen.has(region),
                format_args!(
                    "seats.{name}.units.{region}: Sarkeen are there, expected no unit: it would have to attack"
                ),
            );
            let free = region.is_uninhabited() && !held.has(region) && !self.sarkeen.has(region);
            faults.must(
                !free || second.is_some() || self.cubes_left(first) == 0,
                format_args!("seats.{name}.cubes: expected {region}, where it is alone and nobody has control"),
            );
        }
    }

    /// A seat that owes power holds it, and neither fights nor moves meanwhile.
    fn check_debt(&self, faults: &mut Faults) {
        let Debt { owed, paid, least } = self.debt;
        let debtor = self.tasks.as_slice().iter().find_map(|t| match *t {
            Task::End(seat) | Task::Pay(seat) => Some(seat),
            _ => None,
        });
        let held = debtor.map_or(0, |s| u16::from(self.hand_power(s)) + u16::from(paid));
        let busy = |t: &&Task| {
            let moves = matches!(t, Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Arrive | Task::Loser(_));
            moves || matches!(t, Task::CardMode(_) | Task::Court { .. } | Task::Recruit(_) | Task::Refresh(_))
        };
        faults.must(
            u16::from(owed) <= held,
            format_args!(
                "debt: {owed} is owed, expected at most {held}, the power in the hand of the seat that ends its turn"
            ),
        );
        if owed > 0 {
            let busy = self.tasks.as_slice().iter().find(busy);
            let task = busy.map_or("a move".into(), |task| format!("{task:?}"));
            faults.must(
                busy.is_none() && !self.group_matters(),
                format_args!("debt: {owed} is owed during {task}, expected 0: only who builds owes power"),
            );
        }
        if paid > 0 {
            let paying = matches!(self.tasks.top(), Task::Pay(_));
            faults.must(paying, format_args!("paid: {paid}, expected 0: power costs are paid in the task “pay”"));
            faults.must(least <= paid, format_args!("paid-least: {least}, expected at most {paid}, all that is paid"));
        }
    }

    /// Every card of the first deck is still there or was taken; no planet has more events than it can have.
    fn check_deck(&self, faults: &mut Faults) {
        let drafting = self.tasks.top() == Task::Faction;
        let (taken, size) = (u16::from(self.taken), u16::from(self.deck_size));
        let left = u16::from(self.deck.len()) + u16::from(self.events.len()) + u16::from(self.extra_event);
        faults.must(
            drafting || self.reshuffled || left + taken == size,
            format_args!("deck-size: {size}, expected {}: {left} cards are left, {taken} taken", left + taken),
        );
        faults
            .must(taken <= size, format_args!("taken: {taken}, expected at most {size}, the cards of the first deck"));
        faults.must(
            self.score_out || !self.end_pending,
            "end-pending: expected false as long as the score card is not drawn",
        );
        let valka = self.slot_of(Planet::ValkaVii).is_some();
        faults.must(valka || !self.extra_event, "extra-event: expected false without Valka VII");
        let strange = self.drawn_events.iter().filter(|e| self.slot_of(e.planet()).is_none()).collect();
        faults.none("drawn-events", strange, "is of another planet, expected only those of planets in play"); // E2-081
        let more = Planet::all().map(|p| (p.events() & self.drawn_events).len().saturating_sub(1)).sum::<u8>();
        let most = u8::from(valka && !self.extra_event);
        faults.must(
            more <= most,
            format_args!("drawn-events: {more} more than one of each planet, expected at most {most}"),
        );
        let undrawn = self.lying.set() - self.drawn_events;
        faults.none("lying", undrawn, "is not among the drawn events, expected it there");
        let used = |p: Planet| (p.events() & self.drawn_events).len();
        let gone = |p: &Planet| used(*p) > 1 || *p == Planet::ValkaVii || self.slot_of(*p).is_none();
        let gone = self.events.iter().filter(gone).collect();
        faults.none("events-left", gone, "has none left, expected planets in play whose event is not drawn");
    }

    /// Goods of a kind that everybody sees.
    pub(crate) fn goods_in_sight(&self, good: Good) -> u16 {
        let k = good.index();
        let map: u16 = self.up.iter().map(|n| u16::from(n[k])).sum();
        map + self.seats().map(|seat| self.goods_with(seat, good)).sum::<u16>()
    }

    /// On hand, on technologies and on tracks.
    fn goods_with(&self, seat: Seat, good: Good) -> u16 {
        let (p, k) = (self.player(seat), good.index());
        let track: u16 = Work::all().filter(|w| w.good() == good).map(|w| u16::from(p.track[w.index()])).sum();
        u16::from(p.goods[k]) + p.bench.iter().map(|n| u16::from(n[k])).sum::<u16>() + track
    }

    /// Where the goods of a kind are, in words.
    fn goods_found(&self, good: Good) -> String {
        let seats = self.seats().map(|seat| (self.goods_with(seat, good), self.seat_name(seat).to_string()));
        let map = Region::all().map(|r| (u16::from(self.up[r.index()][good.index()]), r.to_string()));
        let unseen = [(u16::from(self.unseen[good.index()]), "unseen".to_string())];
        found(seats.chain(map).chain(unseen))
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
        tasks.chain(self.fight.cards.0.into_iter().flatten()).collect()
    }

    fn check_board(&self, faults: &mut Faults) {
        let (board, numbers) = (self.board(), &self.data.0.numbers);
        let grown: Regions = Region::all().filter(|r| self.fungus[r.index()] > 0).collect();
        for region in grown.iter() {
            let (n, most) = (self.fungus[region.index()], numbers.fungus.most);
            faults.must(n <= most, format_args!("fungus.{region}: {n} tokens, expected at most {most}"));
        }
        let fungus: u16 = self.fungus.iter().map(|&n| u16::from(n)).sum();
        let supply = &numbers.supply;
        let most = supply.fungus;
        faults.must(fungus <= u16::from(most), format_args!("fungus: {fungus} tokens, expected at most {most}"));
        faults.none("fungus", grown & self.sarkeen, "has Sarkeen, expected none: fungus never grows there");
        let guarded = self.sarkeen - ((SURFACES | UNINHABITED) & board);
        faults.none(
            "sarkeen",
            guarded,
            "is not one of its places, expected a surface or an uninhabited planet of this board",
        );
        let valka = self.surface_of(Planet::ValkaVii).map_or(Regions::EMPTY, Set::of);
        faults.none("sarkeen", self.sarkeen & valka, "is Valka VII, expected another planet (E2-050)");
        faults.none("explore", self.explore - UNINHABITED, "is inhabited, expected an uninhabited planet");
        let (tokens, most) = (self.explore.len(), self.tokens_left.len());
        faults.must(tokens <= most, format_args!("explore: {tokens} tokens, expected at most {most}, as are left"));
        let (paths, most) = (self.paths.len(), supply.paths);
        faults.must(paths <= most, format_args!("paths: {paths} tokens, expected at most {most}"));
        let up = Region::all().filter(|r| self.up[r.index()].iter().any(|&n| n > 0)).collect::<Regions>();
        let doom = self.doom.map_or(Regions::EMPTY, Set::of);
        let lying =
            [("paths", self.paths), ("goods-down", self.down), ("goods-up", up), ("fungus", grown), ("doom", doom)];
        lying.into_iter().for_each(|(place, lying)| {
            faults.none(place, lying - board, "is not on this board, expected a region that is")
        });
        faults.none("doom", doom & self.sarkeen, "has Sarkeen, expected a region without them");
        let tokens: u16 = self.seats().map(|s| u16::from(self.player(s).tokens)).sum();
        let most = supply.command_tokens;
        let with = |count: &dyn Fn(Seat) -> u16| found(self.seats().map(|s| (count(s), self.seat_name(s).to_string())));
        faults.unless(tokens <= u16::from(most), || {
            let found = with(&|s| self.player(s).tokens.into());
            format!("seats: {tokens} command track tokens in all ({found}), expected at most {most} (E2-028)")
        });
        for kind in Kind::all().filter(|k| k.index() >= Kind::WarBot.index()) {
            let on_map: usize = self.seats().map(|s| usize::from(self.player(s).fleet.on_map(kind))).sum();
            let all = Fleet::pieces(kind);
            faults.unless(on_map <= all, || {
                let found = with(&|s| self.player(s).fleet.on_map(kind).into());
                format!("seats: {on_map} units {kind} in all ({found}), expected at most {all} (E2-181)")
            });
        }
    }

    fn check_ownership(&self, faults: &mut Faults) {
        let name = |seat: Option<Seat>| seat.map_or("nobody", |s| self.seat_name(s));
        for planet in Planet::all() {
            let holder = self.ally[planet.index()];
            let entitled = self.entitled(planet, holder);
            let (is, right) = (name(holder), name(entitled));
            faults.must(
                holder == entitled,
                format_args!("allies.{planet}: {is}, expected {right} by the influence there (E2-314)"),
            );
        }
        let boxes = (SURFACES | UNINHABITED) & self.board();
        let razed: Regions = Region::all().filter(|&r| self.is_razed(r)).collect();
        let mut held = Regions::EMPTY;
        for seat in self.seats() {
            let (cubes, place) = (self.player(seat).cubes, format_args!("seats.{}.cubes", self.seat_name(seat)));
            faults.none(place, cubes & held, "is controlled by somebody else, expected one cube in a region");
            faults.none(
                place,
                cubes - boxes,
                "is not one of its places, expected a surface or an uninhabited planet of this board",
            );
            faults.none(place, cubes & self.sarkeen, "has Sarkeen, expected none where somebody has control");
            faults.none(place, cubes & razed, "is razed, expected no cube: nobody controls it");
            held |= cubes;
        }
    }

    fn check_seat(&self, seat: Seat, faults: &mut Faults) {
        let (p, name, numbers) = (self.player(seat), self.seat_name(seat), &self.data.0.numbers);
        let (markers, most) = (p.influence.iter().map(|&n| u16::from(n)).sum::<u16>(), numbers.supply.markers);
        faults.must(
            markers <= u16::from(most),
            format_args!(
                "seats.{name}.influence: {markers} influence markers in all, expected at most {most} (E2-030, E2-076)"
            ),
        );
        let (cubes, most) = (p.cubes.len(), numbers.supply.cubes);
        faults.must(cubes <= most, format_args!("seats.{name}.cubes: {cubes} control cubes, expected at most {most}"));
        let closed = Planet::all().filter(|&q| p.influence[q.index()] > 0 && !self.open(q)).collect();
        faults.none(
            format_args!("seats.{name}.influence"),
            closed,
            "takes no influence, expected a planet that is open",
        );
        let off = p.fleet.present() - self.board();
        faults.none(format_args!("seats.{name}.units"), off, "is not on this board, expected a region that is");
        let start =
            |t: &Task| matches!(t, Task::Faction | Task::FirstEmpire | Task::FirstPlayer) || *t == Task::Start(seat);
        let placed = !self.tasks.as_slice().iter().any(start);
        let (is, right) = if placed { ("no", "one") } else { ("a", "none before start units are placed") };
        faults.must(
            placed == p.fleet.worldship().is_some(),
            format_args!("seats.{name}.units: {is} Worldship on the map, expected {right}"),
        );
        let techs = p.faction.map(|f| self.data.0.faction(f).tech.get_ref().as_slice()).unwrap_or_default();
        for (row, bench) in techs.iter().zip(&p.bench) {
            let (tech, done) = (row.id, p.techs.has(row.id) && bench.iter().any(|&n| n > 0));
            let place = format_args!("seats.{name}.bench.{tech}");
            faults.must(!done, format_args!("{place}: it is researched, expected no goods on it"));
            let wanted = row.goods.iter().map(|w| w.good().map_or("any", Good::word)).collect::<Vec<_>>().join(", ");
            faults.must(
                bench_fits(row, bench),
                format_args!("{place}: its goods do not fit, expected at most these: {wanted} (E2-146)"),
            );
        }
        for work in Work::all() {
            let (laid, most) = (p.track[work.index()], numbers.board.track_goods);
            faults
                .must(laid <= most, format_args!("seats.{name}.tracks.{work}: {laid} goods, expected at most {most}"));
        }
        if p.faction.is_some() && self.tasks.top() != Task::Faction {
            let (command, most) = (p.command, self.command_max(seat));
            faults.must(command <= most, format_args!("seats.{name}.command: {command}, expected at most {most}"));
            self.check_works(seat, faults);
        }
        self.check_hand(seat, faults);
    }

    fn check_works(&self, seat: Seat, faults: &mut Faults) {
        let (p, place) = (self.player(seat), format_args!("seats.{}.buildings", self.seat_name(seat)));
        let regions = p.works.iter().fold(Regions::EMPTY, |all, w| all | w.regions());
        faults.none(place, regions - p.cubes, "has no cube of this seat, expected one under each building");
        for region in regions.iter() {
            let (built, spaces) = (p.works.iter().map(|w| w.on(region)).sum::<u8>(), self.build_spaces(region));
            faults.must(
                built <= spaces,
                format_args!("{place}: {built} at {region}, expected at most {spaces}, its build spaces"),
            );
        }
        let spaces = || p.works.iter().flat_map(|w| w.spaces());
        let room = self.board_of(seat).ship.get_ref().len();
        for (berth, k) in Berth::all().zip(0..) {
            let (used, most) = (spaces().filter(|&s| s == k).count(), usize::from(berth.index() < room));
            faults.must(used <= most, format_args!("{place}: {used} at {berth}, expected at most {most}"));
        }
    }

    fn check_hand(&self, seat: Seat, faults: &mut Faults) {
        let (p, name) = (self.player(seat), self.seat_name(seat));
        let sides = Side::BOTH.into_iter().filter(|&side| self.fight.seat(side) == Some(seat));
        let own = sides.filter_map(|side| self.fight.cards[side]).fold(p.hand, |all, c| all | Set::of(c));
        faults.none(format_args!("seats.{name}.known"), p.known - own, "is not in the hand, expected it there");
        let unheld = p.empire_shown - p.empire;
        faults.none(format_args!("seats.{name}.empire-shown"), unheld, "is not held, expected it in “empire”");
        let (cards, most) = (p.empire.len(), self.data.numbers.misc.empire_hand.max(2));
        let drawing = self.tasks.as_slice().contains(&Task::EmpireLimit(seat));
        faults.must(
            drawing || cards <= most,
            format_args!("seats.{name}.empire: {cards} Empire cards, expected at most {most}"),
        );
        if let Some(cargo) = p.cargo {
            let (card, carrier, at) = (cargo.card, cargo.carrier, cargo.at);
            faults.must(
                p.fleet.count(carrier, at) > 0,
                format_args!("seats.{name}.cargo: expected a {carrier} at {at}, which carries it"),
            );
            let delivery = self.data.card(card).delivery().is_some();
            faults.must(delivery, format_args!("seats.{name}.cargo: {card} is no delivery, expected a card that is"));
        }
        let host = p.parasite.filter(|&q| self.slot_of(q).is_none()).map_or(Set::EMPTY, Set::of);
        faults.none(format_args!("seats.{name}.parasite"), host, "is not on this board, expected a planet in play");
    }

    fn check_goods(&self, faults: &mut Faults) {
        let each = u16::from(self.data.numbers.supply.goods_each);
        for good in Good::all() {
            let all = self.goods_in_sight(good) + u16::from(self.unseen[good.index()]);
            faults.unless(all == each, || {
                format!("goods: {all} {good} in all ({}), expected {each}", self.goods_found(good))
            });
        }
        let (down, unseen) = (u16::from(self.down.len()), self.unseen.iter().map(|&n| u16::from(n)).sum::<u16>());
        faults.must(
            down <= unseen,
            format_args!("goods-down: {down} lie face down, expected at most {unseen}, as nobody has seen"),
        );
    }

    /// Each power card and each Empire card is in one place.
    fn check_cards(&self, faults: &mut Faults) {
        let all = Planet::all().filter(|&p| !self.barred.has(p)).fold(Set::EMPTY, |all, p| all | p.cards());
        let mut power = vec![self.deck, self.discard, self.shown, self.cards_in_play()];
        let mut empire = vec![self.empire_deck, self.empire_discard, self.offered];
        for seat in self.seats() {
            let p = self.player(seat);
            power.extend([p.hand, p.cargo.map_or(Set::EMPTY, |c| Set::of(c.card))]);
            empire.extend([p.empire, p.put_away.map_or(Set::EMPTY, Set::of)]);
        }
        if self.tasks.top() != Task::Faction {
            once("power cards", &power, all, faults);
        }
        once("Empire cards", &empire, Set::FULL, faults);
    }
}

/// Each of these is in one of the parts, and nothing else is.
fn once<T: Piece + Display>(place: &str, parts: &[Set<T>], all: Set<T>, faults: &mut Faults) {
    let (mut found, mut twice) = (Set::EMPTY, Set::EMPTY);
    for &part in parts {
        twice |= found & part;
        found |= part;
    }
    faults.none(place, twice, "is in two places, expected it in one");
    faults.none(place, all - found, "is nowhere, expected it in a hand, a deck or a discard pile");
    faults.none(place, found - all, "is not in this game, expected only cards of its planets");
}

/// No card gives more off a building.
const MOST_DISCOUNT: u8 = 9;

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

/// `7 unseen, 3 nomads-of-earth`: what a surplus consists of.
fn found(parts: impl Iterator<Item = (u16, String)>) -> String {
    let some: Vec<String> = parts.filter(|(n, _)| *n > 0).map(|(n, place)| format!("{n} {place}")).collect();
    some.join(", ")
}
