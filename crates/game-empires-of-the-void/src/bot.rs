//! A cheap evaluation for bots: what a seat holds, what the rounds to come will bring of it, and what its ships and cards are
//! about to win.
//!
//! All in hundredths of a victory point. It reads the whole state, so it is honest only on redealt ones.

use astrarium_core::{BySeat, Piece, Set};

use crate::data::TechnologyPoints;
use crate::piece::*;
use crate::state::{Course, Fight, Mode, Move, Offer, OfferStage, Phase, State, Step, Turn};

/// The knobs, set by letting bots play each other.
const POINT: i32 = 100;
/// What is held now and scored later counts so much, in hundredths: it can be lost.
const LASTS: i32 = 88;
/// A credit: something, and more while there is time to spend it.
const CREDIT: (i32, i32) = (5, 2);
const PURSE: i32 = 12;
const INFLUENCE: i32 = 18;
const COUNCIL: i32 = 55;
const SHIP: i32 = 4;
const CARD: i32 = 9;
const ACTION: i32 = 25;
/// An offer that nobody takes.
const TROUBLE: i32 = 40;
/// What a bot pays at most for the use of a trade good.
const PRICES: u8 = 4;
const TOKEN: i32 = 10;
const GOOD: i32 = 14;
const OBJECTIVE: i32 = 25;
/// How much a hope is worth one step further away, in hundredths.
const STEP: i32 = 91;
/// How many steps ahead it looks.
const SIGHT: usize = 8;
/// What the best fleets count, in hundredths: a turn has three actions.
const FLEETS: [i32; 5] = [100, 80, 60, 35, 15];
/// The chance of three dice to reach 3, 4, …, 18, in hundredths.
const THREE_DICE: [i32; 16] = [100, 99, 98, 95, 91, 84, 74, 62, 50, 37, 26, 16, 9, 5, 2, 0];
/// How much strength doubles the chance to win: so much, and a part of the distance between first and last, so that neither a
/// leader nor a straggler becomes careless.
const DOUBLES: i32 = 60;
const SPREAD: i32 = 6;

/// What all seats share in one judgement.
struct Outlook {
    scorings: i32,
    rounds: i32,
    credit: i32,
    /// Worth of every world to whoever holds it.
    worlds: [i32; SPACES],
    council: [i32; SEATS],
}

/// A worth for every space: that of what can be won there, less with every step.
type Field = [i32; SPACES];

impl State {
    /// Each seat's share of winning in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut shares = BySeat::default();
        if self.over() {
            let winners = self.standing().winners();
            winners.iter().for_each(|s| shares[s] = 1000 / winners.len() as i32);
            return shares;
        }
        let n = self.order.len() as i32;
        if self.round == 0 {
            self.seats().for_each(|c| shares[c.seat()] = 1000 / n);
            return shares;
        }
        let strength = self.strengths();
        let strength = self.offer.as_ref().map_or(strength, |offer| self.weigh_offer(offer, strength));
        self.seats().for_each(|c| shares[c.seat()] = self.share(c, &strength));
        shares
    }

    fn strengths(&self) -> [i32; SEATS] {
        let outlook = self.outlook();
        let mut strength = [0; SEATS];
        self.seats().for_each(|c| strength[c.index()] = self.strength(c, &outlook));
        strength
    }

    /// A seat's chance to win with these strengths.
    fn share(&self, me: Colour, strength: &[i32; SEATS]) -> i32 {
        let seats = &strength[..self.order.len()];
        let best = seats.iter().copied().max().unwrap_or(0);
        let doubles = DOUBLES + (best - seats.iter().copied().min().unwrap_or(0)) / SPREAD;
        let sum: i64 = seats.iter().map(|&s| exp2(s - best, doubles)).sum();
        (exp2(strength[me.index()] - best, doubles) * 1000 / sum) as i32
    }

    /// An offer that runs: as if it were done if both are better off with it or with the best it can still become.
    fn weigh_offer(&self, offer: &Offer, now: [i32; SEATS]) -> [i32; SEATS] {
        let share = |c: Colour, strength: &[i32; SEATS]| self.share(c, strength);
        let mut best = now;
        best[offer.from.index()] -= TROUBLE;
        for deal in self.deals(offer) {
            let Some(after) = self.concluded(&deal).map(|state| state.strengths()) else { continue };
            let taken = offer.stage == OfferStage::Pick || share(offer.to, &after) > share(offer.to, &now);
            let given = deal == *offer && offer.stage != OfferStage::Build;
            if taken && (given || share(offer.from, &after) > share(offer.from, &best)) {
                best = after;
            }
        }
        best
    }

    /// The offer as it stands; while it is made, also with a price for a good that opens a technology.
    fn deals(&self, offer: &Offer) -> impl Iterator<Item = Offer> {
        let offer = *offer;
        let open = offer.stage == OfferStage::Build && offer.give_credits == 0 && offer.lend_good.is_none();
        let ordering = matches!(self.phase, Phase::Offers { .. });
        let wanted = match offer.ask_good {
            _ if !open || !ordering => Set::EMPTY,
            Some(good) => Set::of(good),
            None => (self.goods(offer.to) - self.goods(offer.from))
                .iter()
                .filter(|&g| self.good_opens(offer.from, g) > 0)
                .collect(),
        };
        let prices = move |good| (1..=PRICES).map(move |credits| offer.priced(good, credits));
        std::iter::once(offer).chain(wanted.into_iter().flat_map(prices))
    }

    /// The best technology that needs a good and could be had with it now, beyond its price.
    fn good_opens(&self, me: Colour, good: Good) -> i32 {
        let outlook = self.outlook();
        let goods = self.goods(me) | Set::of(good);
        let needs = |t: &Tech| self.data.0.tech(self.edition, *t).is_some_and(|row| row.good == Some(good));
        let open = self.open_techs(me).filter(needs).filter(|&t| self.check_tech(me, t, goods, 0).is_ok());
        let gain = |t: Tech| {
            let techs = self.players[me].techs;
            let worth = self.techs_value(techs | Set::of(t), &outlook) - self.techs_value(techs, &outlook);
            worth - i32::from(self.tech_cost(me, t, 0)) * outlook.credit
        };
        open.map(gain).max().unwrap_or(0).max(0)
    }

    /// Goods that others lend for this round's research.
    fn permits_worth(&self, me: Colour) -> i32 {
        let player = &self.players[me];
        let ordering = matches!(self.phase, Phase::Offers { .. } | Phase::Orders { .. });
        if !ordering || player.orders.research.is_some() || player.permits == [0; Good::ALL.len()] {
            return 0;
        }
        let lent = Good::all().filter(|g| player.permits[g.index()] > 0 && !self.goods(me).has(*g));
        lent.map(|g| self.good_opens(me, g)).max().unwrap_or(0) * 3 / 4
    }

    fn outlook(&self) -> Outlook {
        let cards: i32 = 3 - i32::from((0..self.drawn).filter(|&d| self.score_card(d).is_some()).count() as u8);
        let scorings = if self.options.short_game { cards - 1 } else { cards };
        let rounds = (self.rounds() + 1 - i32::from(self.round)).max(0);
        let ordering = matches!(self.phase, Phase::Offers { .. } | Phase::Orders { .. });
        let credit = match rounds - i32::from(!ordering) {
            ..1 => 1,
            orders => CREDIT.0 + CREDIT.1 * orders.min(5),
        };
        let mut council = [0; SEATS];
        for card in 3 - cards as u8..3 {
            let points = self.council(card);
            self.seats().for_each(|c| council[c.index()] += i32::from(points[c]) * COUNCIL);
        }
        let mut outlook = Outlook { scorings, rounds, credit, worlds: [0; SPACES], council };
        for world in self.planets() {
            let row = self.data.planet(world);
            outlook.worlds[world.index()] = outlook.lasting(row.points, row.income) + GOOD * scorings;
        }
        let home = &self.rules().home_points;
        for seat in self.seats() {
            let turns = outlook.rounds * i32::from(home.turn_end) * POINT / 2;
            outlook.worlds[seat.home().index()] = outlook.lasting(home.foreign, 0) + turns;
        }
        outlook
    }

    /// Rounds of the whole game: one for every event; a score card fills the round's event in the first edition.
    fn rounds(&self) -> i32 {
        let [a, b, c] = self.rules().deck(self.options.players).map(i32::from);
        let scores = if self.rules().event_first { 0 } else { 1 };
        a + scores + b + scores + if self.options.short_game { -1 } else { c }
    }

    fn strength(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let purse = i32::from(self.purse(me));
        let credits = (purse.min(PURSE) + (purse - PURSE).max(0) / 3) * outlook.credit;
        let influence = i32::from(self.influence(me)) * outlook.scorings * INFLUENCE;
        let bay = player.bay.map_or(0, |k| i32::from(self.data.ship(k).cost) * SHIP);
        i32::from(player.vp) * POINT
            + self.worlds_worth(me, outlook)
            + influence
            + outlook.council[me.index()]
            + credits
            + i32::from(player.ambassadors + player.bombs) * TOKEN
            + self.techs_worth(me, outlook)
            + self.goals_worth(me)
            + self.fleet_worth(me, outlook)
            + self.cards_worth(me, outlook)
            + bay
            + self.permits_worth(me)
            + self.turn().filter(|t| t.seat == me).map_or(0, |t| actions_left(t) * ACTION)
    }

    /// Worlds held, less where another player's ships stand alone; income that is theirs or nobody's.
    fn worlds_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let mine = self.controlled(me);
        let foreign = self.others(me).fold(Spaces::EMPTY, |all, c| all | self.players[c].fleet.everywhere());
        let open = (mine & foreign) - self.players[me].fleet.everywhere();
        let worth = |w: Space| {
            let all = if w == me.home() {
                outlook.lasting(self.rules().home_points.own, 0)
            } else {
                outlook.worlds[w.index()]
            };
            if open.has(w) { all / 2 } else { all }
        };
        let printed: i32 = (mine & PLANET_SPACES).iter().map(|p| i32::from(self.data.planet(p).income)).sum();
        mine.iter().map(worth).sum::<i32>() + outlook.lasting(0, self.income(me)) - printed * outlook.lasting(0, 1)
    }

    /// Printed points at every scoring, or steps by number; ships to build and all else by cost.
    fn techs_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        self.techs_value(player.techs | player.orders.research.map_or(Set::EMPTY, Set::of), outlook)
    }

    fn techs_value(&self, techs: Set<Tech>, outlook: &Outlook) -> i32 {
        let scored = match &self.rules().technology_points {
            TechnologyPoints::Printed(_) => {
                techs.iter().filter_map(|t| self.data.0.tech(self.edition, t)).map(|t| i32::from(t.points)).sum::<i32>()
                    * POINT
            }
            TechnologyPoints::Steps(_) => i32::from(techs.len()) * POINT * 2 / 5,
        };
        let use_of = |t: Tech| match t {
            Tech::Centipede => 30,
            Tech::Starcruiser => 36,
            Tech::IonEngines | Tech::Cloaking | Tech::TargetingComputers => 20,
            Tech::AsteroidShielding | Tech::CommerceNet | Tech::PlasmaDrill => 16,
            _ => 9,
        };
        scored * outlook.scorings + techs.iter().map(use_of).sum::<i32>() * outlook.rounds.min(6)
    }

    /// Objectives that are open, by how near they are (KU-132).
    fn goals_worth(&self, me: Colour) -> i32 {
        let near = |objective: Objective| match objective {
            Objective::FourWorlds => i32::from((self.controlled(me) & PLANET_SPACES).len()),
            Objective::ThreeFriends => i32::from((self.befriended(me) & PLANET_SPACES).len()),
            Objective::SixSciences => i32::from(self.players[me].techs.len()) / 2,
            _ => 0,
        };
        self.objectives.iter().map(near).sum::<i32>() * OBJECTIVE
    }

    /// Ships by cost, and the best fleets by what they are about to win.
    fn fleet_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let orders = &player.orders;
        let mut worth = 0;
        // Chances to miss with everything in a space, in 1024ths.
        let mut misses = [0; SPACES];
        let mut add = |kind: Kind, at: Space, number: u8| {
            if number > 0 {
                let row = self.data.ship(kind);
                let sixths = i32::from(*row.attack.get_ref() - 1).min(6);
                let miss = &mut misses[at.index()];
                *miss = if *miss == 0 { 1024 } else { *miss };
                (0..number * *row.dice.get_ref()).for_each(|_| *miss = (*miss * sixths / 6).max(1));
                worth += i32::from(number) * i32::from(row.cost) * SHIP;
            }
        };
        player.fleet.groups().for_each(|(kind, at, number)| add(kind, at, number));
        for &kind in Kind::ALL {
            add(kind, me.home(), orders.home.0[kind.index()]);
            add(kind, PYRIOUS, orders.yards.0[kind.index()]);
        }
        if let Some((kind, at)) = orders.port.zip(player.port.or(orders.place)) {
            add(kind, at, 1);
        }
        let field = self.field(me, self.prizes(me, outlook));
        let mut hopes = [0; FLEETS.len()];
        for at in (0..SPACES).filter(|&at| misses[at] > 0) {
            let hit = (1024 - misses[at]) * 100 / 1024;
            let hope = self.reached(me, Space::from_index(at), &field) * hit / (hit + 35);
            let mut hope = hope + self.fight_hope(me, Space::from_index(at), hit, hope, outlook);
            hopes.iter_mut().for_each(|best| {
                if hope > *best {
                    std::mem::swap(&mut hope, best);
                }
            });
        }
        worth + hopes.iter().zip(FLEETS).map(|(hope, share)| hope * share / 100).sum::<i32>()
    }

    /// What a fleet can reach; a moving one with the steps it has left.
    fn reached(&self, me: Colour, at: Space, field: &Field) -> i32 {
        match self.turn().map(|t| (t.seat == me, &t.step)) {
            Some((true, Step::Move(Move { at: here, left, owner, .. }))) if *here == at && *owner == me => {
                let far = (0..*left).fold(field[at.index()], |worth, _| worth * 100 / STEP);
                let most = field.iter().copied().max().unwrap_or(0);
                far.min(most)
            }
            _ => field[at.index()],
        }
    }

    /// An attack that runs: its chance to win more than the hope of it.
    fn fight_hope(&self, me: Colour, at: Space, hit: i32, hope: i32, outlook: &Outlook) -> i32 {
        let Some(turn) = self.turn().filter(|t| t.seat == me) else { return 0 };
        let Step::Fight(Fight { at: here, target, mode, victim, .. }) = &turn.step else { return 0 };
        if *here != at {
            return 0;
        }
        let world = (outlook.worlds[at.index()] - hope).max(0);
        match (target, victim) {
            (Target::Planet, _) => world * if *mode == Mode::NoRoll { 100 } else { hit } / 100,
            (_, Some(foe)) => {
                let (mine, theirs) = (self.force(me, at), self.force(*foe, at));
                let chance = mine * mine * 100 / (mine * mine + theirs * theirs).max(1);
                let won = if self.controller(at) == Some(*foe) { world } else { 0 };
                let kill = if turn.killed { 0 } else { i32::from(self.rules().kill_points) * POINT };
                ((won + kill + theirs * SHIP) * chance - mine * SHIP * (100 - chance)) / 100
            }
            _ => 2 * ACTION * hit / 100,
        }
    }

    /// The firepower of a fleet.
    fn force(&self, seat: Colour, at: Space) -> i32 {
        let ship = |kind: Kind| {
            let row = self.data.ship(kind);
            i32::from(*row.dice.get_ref()) * (7 - i32::from(*row.attack.get_ref()))
        };
        let fleet = &self.players[seat].fleet;
        fleet.kinds(at).map(|k| i32::from(fleet.count(k, at)) * ship(k)).sum()
    }

    /// What an attack can win: worlds that are not the seat's, less for every ship that guards them.
    fn prizes(&self, me: Colour, outlook: &Outlook) -> Field {
        let mut field = [0; SPACES];
        let worlds = (self.planets() | (self.board & HOMES)) - self.controlled(me) - self.distress;
        for world in worlds {
            let guards = match self.controller(world) {
                Some(holder) if self.players[holder].fleet.any(world) => {
                    self.players[holder].fleet.kinds(world).map(|k| 1 + i32::from(self.data.ship(k).cost) / 2).sum()
                }
                _ => {
                    if self.guarded(world) {
                        3
                    } else {
                        0
                    }
                }
            };
            field[world.index()] = outlook.worlds[world.index()] / (1 + guards);
        }
        field
    }

    /// Spreads worths over the ways that the seat's ships can go without a risk.
    fn field(&self, me: Colour, mut field: Field) -> Field {
        let mut front: Spaces = (0..SPACES).filter(|&s| field[s] > 0).map(Space::from_index).collect();
        let ignored: Set<Obstacle> =
            Obstacle::all().filter(|&o| self.ignores(me, Kind::Starfighter, o, false)).collect();
        let closed = if ignored.has(Obstacle::Asteroids) { Spaces::EMPTY } else { self.asteroid_spaces() };
        for _ in 0..SIGHT {
            let mut next = Spaces::EMPTY;
            for from in front - closed {
                let worth = field[from.index()] * STEP / 100;
                for to in self.open_lines(from, ignored) {
                    if field[to.index()] < worth {
                        field[to.index()] = worth;
                        next.insert(to);
                    }
                }
            }
            front = next;
        }
        field
    }

    /// Cards, and the best alliance they promise.
    fn cards_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let (mut shown, mut now) = (0, 0);
        if let Some(turn) = self.turn().filter(|t| t.seat == me) {
            match &turn.step {
                Step::Diplomacy { planet, shown: cards } => {
                    shown = cards.total();
                    let all = shown + player.hand.of_type(self.data.planet(*planet).temperament);
                    now = self.alliance(*planet, outlook) * self.diplomacy_chance(me, all) / 100;
                }
                Step::Verdict { planet, shown: cards, total, .. } => {
                    shown = cards.total();
                    let need = i32::from(self.diplomacy_target(shown) - total);
                    let chance = if need <= 0 { 100 } else { (20 - 6 * need).max(0) };
                    now = self.alliance(*planet, outlook) * chance / 100;
                }
                _ => {}
            }
        }
        let held = i32::from(player.hand.total() + shown) * CARD;
        held + now.max(self.diplomacy_hope(me, outlook))
    }

    /// The best planet that cards in hand can win: by how far the next Diplomat is.
    fn diplomacy_hope(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let mut field = [0; SPACES];
        let mut best = 0;
        for planet in self.planets().iter().filter(|&p| self.is_neutral(p) && self.ally(p).is_none()) {
            let cards = player.hand.of_type(self.data.planet(planet).temperament);
            if cards > 0 {
                field[planet.index()] = self.alliance(planet, outlook) * self.diplomacy_chance(me, cards) / 100;
                best = best.max(field[planet.index()]);
            }
        }
        let diplomats = player.fleet.spaces(Kind::Diplomat);
        if best == 0 || diplomats.is_empty() {
            let ordered = player.orders.home.0[Kind::Diplomat.index()] > 0;
            return best * if ordered { 40 } else { 25 } / 100;
        }
        let field = self.field(me, field);
        diplomats.iter().map(|at| self.reached(me, at, &field)).max().unwrap_or(0) * 70 / 100
    }

    /// What an ally is worth: as much as a conquest, and its influence.
    fn alliance(&self, planet: Space, outlook: &Outlook) -> i32 {
        let influence = i32::from(self.data.planet(planet).influence) * (INFLUENCE + COUNCIL);
        outlook.worlds[planet.index()] + influence * outlook.scorings
    }

    /// In hundredths.
    fn diplomacy_chance(&self, me: Colour, cards: u8) -> i32 {
        let need = self.diplomacy_target(cards) - self.diplomacy_bonus(me);
        THREE_DICE.get((need - 3).max(0) as usize).copied().unwrap_or(0)
    }
}

/// Actions that are neither spent nor as good as spent.
fn actions_left(turn: &Turn) -> i32 {
    let begun = match &turn.step {
        Step::Move(going) => !going.stepped && going.many.is_none() && going.course != Course::Extra,
        Step::Diplomacy { .. } => true,
        _ => false,
    };
    i32::from(turn.actions) - i32::from(begun)
}

impl Outlook {
    /// Points at every scoring to come, and credits in every round.
    fn lasting(&self, points: u16, income: u16) -> i32 {
        i32::from(points) * self.scorings * POINT * LASTS / 100 + i32::from(income) * self.rounds * self.credit * 7 / 10
    }
}

/// 2 to the power of x / doubles for x up to 0, times 2^20, with straight lines between whole powers.
fn exp2(x: i32, doubles: i32) -> i64 {
    let x = x.max(-20 * doubles);
    let (whole, part) = (x.div_euclid(doubles), x.rem_euclid(doubles));
    let base = (1i64 << 20) >> -whole;
    base + base * i64::from(part) / i64::from(doubles)
}
