//! A cheap evaluation for bots: what a seat has, and what the question it is asked can still bring it.
//!
//! All in hundredths of a victory point. It reads the whole state, so it is honest only on redealt ones.

use astrarium_core::{BySeat, Piece, Seat, Set};

use crate::data::Effect;
use crate::piece::*;
use crate::state::{ATTACKER, DEFENDER, Going, SIDES, State, Target, Task, Way};

/// The knobs, set by letting bots play each other.
const POINT: i32 = 100;
/// What would be scored now, while both scorings are to come and when only the last one is.
const BOTH: i32 = 165;
const LAST: i32 = 95;
const CREDIT: i32 = 20;
const SPARE_CREDIT: i32 = 4;
const COMMAND: i32 = 9;
const GOOD: i32 = 45;
const SPARE_GOOD: i32 = 15;
const LAID_GOOD: i32 = 58;
const TRACK_GOOD: i32 = 30;
const CARD: i32 = 14;
const CARD_POWER: i32 = 9;
const UNIT: i32 = 42;
const SPARE_UNIT: i32 = 12;
const MARKER: i32 = 12;
const NEAR: i32 = 12;
const EMPIRE: i32 = 90;
const TOKEN: i32 = 70;
const CARGO: i32 = 90;
const CARGO_STEP: i32 = 12;
const REWARD: i32 = 170;
const PICKUP: i32 = 45;
/// For each refresh that is to come: an ally's ability, a technology, a build space.
const ALLY: i32 = 15;
const TECH: i32 = 12;
const SPACE_LEFT: i32 = 5;
/// What is still to come counts so much of what it will be worth, in hundredths.
const PENDING: i32 = 80;
/// A lost battle: the way back and the card.
const DEFEAT: i32 = 45;
/// Each step to a goal takes this many hundredths of its worth.
const STEP: i32 = 5;
/// Strength that doubles a seat's chance.
const DOUBLE: i32 = 600;

/// The highest of so many dice, on average, in tenths.
const BEST_DIE: [i32; 8] = [0, 35, 45, 50, 52, 54, 56, 57];

/// What all seats share in one judgement.
struct Outlook {
    /// What one point that would be scored now is worth.
    scored: i32,
    /// Refreshes that each seat still has, about.
    refreshes: i32,
    units: Regions,
    held: Regions,
}

impl State {
    /// Each seat's share of winning in thousandths.
    pub(crate) fn judge(&self) -> BySeat<i32> {
        let mut shares = BySeat::default();
        let task = self.tasks.top();
        if task == Task::Over {
            let winners = self.standing().winners();
            winners.iter().for_each(|s| shares[s] = 1000 / winners.len() as i32);
            return shares;
        }
        if task == Task::Faction {
            self.seats().for_each(|s| shares[s] = 1000 / i32::from(self.options.players));
            return shares;
        }
        let outlook = self.outlook();
        let mut strength = BySeat::<i32>::default();
        self.seats().for_each(|s| strength[s] = self.worth(s, &outlook));
        self.judge_task(task, &outlook, &mut strength);
        let best = self.seats().map(|s| strength[s]).max().unwrap_or(0);
        let weight = |s: Seat| exp2(strength[s] - best);
        let sum: i64 = self.seats().map(weight).sum();
        self.seats().for_each(|s| shares[s] = (weight(s) * 1000 / sum.max(1)) as i32);
        shares
    }

    fn outlook(&self) -> Outlook {
        let cards = i32::from(self.deck_left()) / i32::from(self.options.players);
        let seats = || self.seats().map(|s| self.player(s));
        Outlook {
            scored: if self.score_out { LAST } else { BOTH },
            refreshes: cards / 2 + 1,
            units: seats().fold(Regions::EMPTY, |all, p| all | p.fleet.present()),
            held: seats().fold(Regions::EMPTY, |all, p| all | p.cubes),
        }
    }

    fn worth(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let (steps, met) = self.score_of(seat);
        let scored: i32 = steps.iter().map(|&n| i32::from(n)).sum();
        let unmet: i32 = (p.empire - met).iter().map(|c| i32::from(self.data.empire(c).vp)).sum();
        let hand: i32 = p.hand.iter().map(|c| CARD + CARD_POWER * i32::from(self.data.power(c))).sum();
        let allies = self.ally.iter().filter(|&&a| a == Some(seat)).count() as i32;
        let spaces: i32 = p.cubes.iter().map(|r| i32::from(self.build_spaces(r))).sum();
        let near = self.planets().iter().filter(|&q| self.open(q) && self.is_near(seat, q)).count() as i32;
        POINT * i32::from(p.vp)
            + outlook.scored * scored
            + unmet * outlook.scored / 5
            + self.purse(seat, outlook)
            + hand
            + self.stores(seat)
            + UNIT * i32::from(p.fleet.total().min(8))
            + SPARE_UNIT * i32::from(p.fleet.total().saturating_sub(8))
            + MARKER * p.influence.iter().map(|&n| i32::from(n)).sum::<i32>()
            + outlook.refreshes * (ALLY * allies + TECH * i32::from(p.techs.len()) + SPACE_LEFT * spaces)
            + NEAR * near
            + self.colony(seat)
            + self.cargo_worth(seat)
    }

    /// Credits and command, and what refreshes will bring.
    fn purse(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let credits = i32::from(p.credits);
        let refresh = i32::from(self.income(seat)) * CREDIT * 3 / 4
            + i32::from(self.command_max(seat)) * COMMAND / 2
            + i32::from(self.hand_limit(seat)) * CARD / 2;
        credits.min(24) * CREDIT
            + (credits - 24).max(0) * SPARE_CREDIT
            + i32::from(p.command) * COMMAND
            + outlook.refreshes * refresh
    }

    /// Goods in hand, on technologies and on tracks.
    fn stores(&self, seat: Seat) -> i32 {
        let p = self.player(seat);
        let held: i32 = p.goods.iter().map(|&n| i32::from(n)).sum();
        let laid: i32 = p.bench.iter().flatten().map(|&n| i32::from(n)).sum();
        let track = Work::all().map(|w| i32::from(p.track[w.index()]) * (4 - i32::from(self.built(seat, w))));
        held.min(5) * GOOD + (held - 5).max(0) * SPARE_GOOD + laid * LAID_GOOD + track.sum::<i32>() * TRACK_GOOD / 2
    }

    /// The Colonization card grows until the score card may come.
    fn colony(&self, seat: Seat) -> i32 {
        if !self.may_colonize(seat) {
            return 0;
        }
        let now = i32::from(self.colony_vp(seat)) * POINT;
        match i32::from(self.upper()) - i32::from(self.taken) {
            left if left > 0 => now + left * 18,
            _ => now * 6 / 10,
        }
    }

    /// A delivery is worth more the nearer its destination is.
    fn cargo_worth(&self, seat: Seat) -> i32 {
        let Some(cargo) = self.player(seat).cargo else { return 0 };
        let goals = self.destinations(seat, &cargo);
        let mut far = 0;
        if !goals.has(cargo.at) {
            self.rings(Set::of(cargo.at), Regions::EMPTY, |d, ring| {
                far = i32::from(d);
                ring.meets(goals)
            });
        }
        if goals.is_empty() { 0 } else { (CARGO - CARGO_STEP * far).max(10) }
    }

    /// What the question that is asked can still bring.
    fn judge_task(&self, task: Task, outlook: &Outlook, strength: &mut BySeat<i32>) {
        match task {
            Task::Mode(seat) => strength[seat] += self.best_move(seat, outlook) * PENDING / 100,
            Task::Origin => strength[self.going.seat] += self.best_move(self.going.seat, outlook) * PENDING / 100,
            Task::Group | Task::Step | Task::Jump => {
                strength[self.going.seat] += self.group_goal(outlook) * (PENDING + STEP) / 100;
            }
            Task::Attack if self.going.may_attack() => {
                let Going { seat, at, .. } = self.going;
                strength[seat] += self.battle_goal(seat, at, self.force(seat, at), outlook).max(0) * PENDING / 100;
            }
            Task::Units(_) | Task::Cards | Task::Reroll(_) => self.judge_fight(outlook, strength),
            Task::Menu(seat) | Task::BuildNow { seat, .. } => {
                strength[seat] += self.workshop(seat, task, outlook) * PENDING / 100;
            }
            Task::CardMode(seat) => {
                let court = self.planets().iter().map(|q| self.court_goal(seat, q, outlook)).max().unwrap_or(0);
                let cards = self.player(seat).hand.iter().map(|c| self.card_goal(seat, c, outlook)).max().unwrap_or(0);
                strength[seat] += court.max(cards).max(0) * PENDING / 100;
            }
            Task::Court { seat, planet } => {
                let chance = i32::from(self.shown_power(seat).min(6));
                strength[seat] += self.influence_goal(seat, planet, self.shown, outlook) * chance / 6;
            }
            Task::Recruit(seat) => {
                let more = i32::from(self.player(seat).credits / 2).min(i32::from(self.reserve(seat, Kind::Starfarer)));
                strength[seat] += more.min(4) * (UNIT - 2 * CREDIT).max(2);
            }
            _ => {}
        }
        if let Some(&Task::EmpireDraw(seat)) = self.tasks.as_slice().iter().find(|t| matches!(t, Task::EmpireDraw(_))) {
            strength[seat] += EMPIRE;
        }
    }

    // Moving.

    /// Steps that a seat can pay for.
    fn reach(&self, seat: Seat) -> u8 {
        self.player(seat).command + u8::from(self.has_ability(seat, Ability::GuildPilots))
    }

    fn best_move(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let reach = if self.tasks.top() == Task::Origin && self.going.way != Way::Action {
            self.going.left
        } else {
            self.reach(seat)
        };
        let here = self.player(seat).fleet.present();
        here.iter().map(|r| self.best_goal(seat, r, false, reach, self.force(seat, r), outlook)).max().unwrap_or(0)
    }

    /// The best a group can still reach, itself staying where it is included once it has moved.
    fn group_goal(&self, outlook: &Outlook) -> i32 {
        let going = &self.going;
        let reach = match going.way {
            Way::Action => self.reach(going.seat),
            Way::Jump | Way::Warp => 9,
            _ => going.left,
        };
        let force = match going.total() {
            0 => self.force(going.seat, going.at),
            n => self.might(&going.units) - 2 * i32::from(n),
        };
        self.best_goal(going.seat, going.at, going.entered, reach, force, outlook) - i32::from(going.total())
    }

    /// The worth of the best region within reach, less for each step.
    fn best_goal(&self, seat: Seat, from: Region, here: bool, reach: u8, force: i32, outlook: &Outlook) -> i32 {
        let mut best = if here { self.goal(seat, from, force, outlook) } else { 0 };
        if reach > 0 {
            self.rings(Set::of(from), Regions::EMPTY, |d, ring| {
                let nearest = ring.iter().map(|r| self.goal(seat, r, force, outlook)).max().unwrap_or(0);
                let steps = i32::from(d);
                best = best.max(nearest * (100 - STEP * steps) / 100 - COMMAND * steps);
                d >= reach
            });
        }
        best
    }

    /// What a movement that ends in a region brings.
    fn goal(&self, seat: Seat, region: Region, force: i32, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let mut sum = match p.cargo {
            Some(cargo) if self.destinations(seat, &cargo).has(region) => REWARD,
            None if p.hand.meets(self.pickups(region)) => PICKUP,
            _ => 0,
        };
        if region.is_node() {
            return sum + if self.doom == Some(region) { self.battle_goal(seat, region, force, outlook) } else { 0 };
        }
        let goods =
            i32::from(self.down.has(region)) + self.up[region.index()].iter().map(|&n| i32::from(n)).sum::<i32>();
        if self.explore.has(region) {
            sum += TOKEN;
        }
        if region.is_orbit() {
            let planet = self.planet_at(region).expect("orbits on the board have a planet");
            let new = self.open(planet) && !self.is_near(seat, planet);
            return sum + goods * GOOD + if new { NEAR * 2 } else { 0 };
        }
        let guarded = self.guarded(region);
        let free = region.is_uninhabited() && !guarded && !outlook.held.has(region);
        if free {
            let alone = !(outlook.units - p.fleet.present()).has(region);
            return sum + if alone { self.region_worth(region, outlook) + goods * GOOD } else { 0 };
        }
        if p.cubes.has(region) {
            return sum;
        }
        sum + self.battle_goal(seat, region, force, outlook) + goods * GOOD / 3
    }

    fn region_worth(&self, region: Region, outlook: &Outlook) -> i32 {
        i32::from(self.region_vp(region)) * outlook.scored
            + outlook.refreshes * (i32::from(self.region_income(region)) * CREDIT * 3 / 4)
            + outlook.refreshes * i32::from(self.build_spaces(region)) * SPACE_LEFT
            + if self.score_out { 0 } else { POINT }
    }

    // Fighting. Strength in tenths.

    fn might(&self, units: &[u8; KINDS]) -> i32 {
        let (mut power, mut dice, mut left) = (0, 0, 3);
        for kind in [Kind::Worldship, Kind::WarBot, Kind::StarSloop, Kind::Starfarer] {
            let n = i32::from(units[kind.index()]).min(left);
            left -= n;
            power += n * i32::from(self.data.unit(kind).power);
            dice += n;
        }
        for kind in Kind::all().skip(Kind::Reaver.index()) {
            let n = i32::from(units[kind.index()]).min(left);
            left -= n;
            power += n * i32::from(self.data.unit(kind).power);
            dice += n * i32::from(self.data.unit(kind).dice);
        }
        10 * power + BEST_DIE[dice.clamp(0, 7) as usize]
    }

    fn force(&self, seat: Seat, region: Region) -> i32 {
        self.might(&self.units_of(seat, region)) + 10 * i32::from(self.bases(seat, region))
    }

    fn best_card(&self, seat: Seat) -> i32 {
        let power = self.player(seat).hand.iter().map(|c| i32::from(self.data.power(c))).max();
        10 * power.unwrap_or(0)
    }

    /// What an attack here brings, by the odds.
    fn battle_goal(&self, seat: Seat, region: Region, force: i32, outlook: &Outlook) -> i32 {
        let battle = &self.data.numbers.battle;
        let mut prize = POINT * i32::from(battle.vp);
        let guard = if self.guarded(region) {
            prize += POINT * i32::from(battle.sarkeen.vp) + GOOD * i32::from(battle.sarkeen.goods);
            10 * i32::from(battle.sarkeen.power) + BEST_DIE[usize::from(battle.sarkeen.dice.min(7))]
        } else if let Some(owner) = self.controller(region).filter(|&s| s != seat) {
            let there = self.force(owner, region);
            let card = if self.player(owner).hand.is_empty() { 0 } else { 22 };
            if there == 0 { -100 } else { there + card }
        } else if self.has_natives(region) {
            let natives = self.data.planet(self.planet_at(region).expect("natives have a planet")).natives;
            10 * i32::from(natives.power) + BEST_DIE[usize::from(natives.dice.min(7))]
        } else {
            return 0;
        };
        prize += self.region_worth(region, outlook);
        let lost = match self.planet_at(region) {
            Some(planet) => self.influence_at_stake(seat, planet, outlook),
            None => 0,
        };
        let odds = odds(force + self.best_card(seat) - guard);
        (odds * prize - (100 - odds) * DEFEAT) / 100 - lost
    }

    /// Influence that an attack on the surface costs.
    fn influence_at_stake(&self, seat: Seat, planet: Planet, outlook: &Outlook) -> i32 {
        let markers = i32::from(self.player(seat).influence[planet.index()]);
        let led = if self.leads(seat, planet) { i32::from(self.data.planet(planet).influence) } else { 0 };
        markers * MARKER + led * outlook.scored
    }

    /// A battle that is under way: what the dice and the cards so far say.
    fn judge_fight(&self, outlook: &Outlook, strength: &mut BySeat<i32>) {
        let fight = &self.fight;
        let rolled = matches!(self.tasks.top(), Task::Cards | Task::Reroll(_));
        let mut might = [0; SIDES];
        for side in [ATTACKER, DEFENDER] {
            might[side] = match fight.seat(side) {
                Some(seat) => {
                    let card = fight.cards[side].map_or(self.best_card(seat), |c| 10 * i32::from(self.data.power(c)));
                    card + if rolled { 10 * i32::from(self.without_card(side)) } else { self.force(seat, fight.at) }
                }
                None => 10 * i32::from(self.without_card(side)) + if rolled { 0 } else { BEST_DIE[2] },
            };
        }
        let odds = odds(might[ATTACKER] - might[DEFENDER]);
        let taken = match fight.target {
            Target::Seat(seat) if !self.player(seat).cubes.has(fight.at) => 0,
            _ if fight.at.has_box() => self.region_worth(fight.at, outlook),
            _ => 0,
        };
        strength[fight.attacker] += (odds * (POINT + taken) - (100 - odds) * DEFEAT) / 100;
        if let Target::Seat(seat) = fight.target {
            strength[seat] += ((100 - odds) * POINT - odds * (taken + DEFEAT)) / 100;
        }
    }

    // Building.

    /// What goods and credits can be turned into at once.
    fn workshop(&self, seat: Seat, task: Task, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let discount = if let Task::BuildNow { discount, .. } = task { discount } else { 0 };
        let aboard = p.works.iter().map(|w| w.on_ship()).sum::<u8>() < 2;
        let room = aboard || p.cubes.iter().any(|r| self.has_build_space(seat, r));
        let (mut sum, mut credits) = (0, i32::from(p.credits));
        for work in Work::all().filter(|_| room) {
            let Some(price) = self.building_price(seat, work, discount).map(i32::from) else { continue };
            if price <= credits {
                credits -= price;
                sum += (self.building_worth(seat, work, outlook) - price * CREDIT).max(0);
            }
        }
        if discount > 0 {
            return sum;
        }
        let laid: i32 = p.goods.iter().map(|&n| i32::from(n)).sum::<i32>().min(3);
        sum + laid * (LAID_GOOD - GOOD + 20)
    }

    fn building_worth(&self, seat: Seat, work: Work, outlook: &Outlook) -> i32 {
        let built = usize::from(self.built(seat, work));
        let vp = self.data.track_vp(work).get(built).map_or(0, |&v| i32::from(v));
        let colony = if self.may_colonize(seat) { POINT } else { 0 };
        let each = match work {
            Work::City => CREDIT * 3 / 4,
            Work::Base => CARD / 2,
            Work::Academy => COMMAND / 2,
        };
        vp * outlook.scored + colony + outlook.refreshes * each
    }

    // Cards and diplomacy.

    /// What a successful diplomacy brings.
    fn influence_goal(&self, seat: Seat, planet: Planet, shown: Set<Card>, outlook: &Outlook) -> i32 {
        let diplomacy = &self.data.numbers.diplomacy;
        let matching = if shown.meets(planet.cards()) { diplomacy.matching } else { 0 };
        self.markers_worth(seat, planet, diplomacy.marker + matching, outlook)
    }

    fn markers_worth(&self, seat: Seat, planet: Planet, more: u8, outlook: &Outlook) -> i32 {
        if !self.open(planet) || self.markers_left(seat) == 0 {
            return 0;
        }
        let own = self.player(seat).influence[planet.index()];
        let others = self.seats().filter(|&s| s != seat).map(|s| self.player(s).influence[planet.index()]);
        let most = others.max().unwrap_or(0);
        let vp = i32::from(self.data.planet(planet).influence);
        let leads = own < most.max(1) && own + more >= most.max(1);
        let allied =
            own + more >= diplomacy_threshold(self) && own + more > most && self.ally[planet.index()] != Some(seat);
        i32::from(more) * MARKER
            + if leads { vp * outlook.scored + if self.score_out { 0 } else { POINT } } else { 0 }
            + if allied { outlook.refreshes * ALLY } else { 0 }
    }

    /// Diplomacy with the two strongest cards.
    fn court_goal(&self, seat: Seat, planet: Planet, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let ruler = self.surface_of(planet).is_some_and(|s| p.cubes.has(s));
        if ruler || p.hand.is_empty() || !self.is_near(seat, planet) {
            return 0;
        }
        let (first, second) = p.hand.iter().fold((0, 0), |(a, b), card| {
            let power = i32::from(self.data.power(card));
            if power > a { (power, a) } else { (a, b.max(power)) }
        });
        let total = (first + second).min(6);
        self.influence_goal(seat, planet, p.hand, outlook) * total / 6 - 2 * CARD - total * CARD_POWER
    }

    /// What an action card would bring, by its effects.
    fn card_goal(&self, seat: Seat, card: Card, outlook: &Outlook) -> i32 {
        let row = self.data.card(card);
        if !row.is_action() || !self.meets(seat, card) || !self.can_pay(seat, card) {
            return 0;
        }
        let cost = i32::from(row.cost.command) * COMMAND
            + i32::from(row.cost.credits) * CREDIT
            + if row.cost.good.is_some() { GOOD } else { 0 };
        let gain: i32 = row.effects.iter().map(|&e| self.effect_worth(seat, e, outlook)).sum();
        gain - cost - CARD - CARD_POWER * i32::from(row.power)
    }

    fn effect_worth(&self, seat: Seat, effect: Effect, outlook: &Outlook) -> i32 {
        let n = i32::from;
        match effect {
            Effect::Credits(k) => n(k) * CREDIT,
            Effect::Vp(k) => n(k) * POINT,
            Effect::Command(k) => n(k) * COMMAND,
            Effect::Goods(_, k) | Effect::GoodsRandom(k) | Effect::GoodsChoice(k) | Effect::Grab(k) => n(k) * GOOD,
            Effect::Shaft { good, .. } => n(good) * GOOD * 4 / 5,
            Effect::Influence(planet, k) => self.markers_worth(seat, planet, k, outlook),
            Effect::InfluenceChoice(k) | Effect::InfluenceHere(k) => n(k) * MARKER * 3,
            Effect::Draw(k) => n(k) * (CARD + 2 * CARD_POWER),
            Effect::EmpireDraw => EMPIRE,
            Effect::RecruitNear(..) | Effect::RecruitHere(..) => UNIT,
            Effect::FreeMove(k) | Effect::Raid(k) => n(k) * COMMAND + self.best_move(seat, outlook) / 2,
            Effect::BuildNow(k) => n(k) * CREDIT,
            Effect::Tax(k) => n(k) * CREDIT * n(self.options.players),
            _ => COMMAND,
        }
    }
}

fn diplomacy_threshold(state: &State) -> u8 {
    state.data.numbers.diplomacy.alliance
}

/// The chance in hundredths to win with so much more strength, in tenths.
fn odds(more: i32) -> i32 {
    (40 + more * 11 / 5).clamp(3, 97)
}

/// 2 to the power of a strength that is not above 0.
fn exp2(x: i32) -> i64 {
    let x = x.clamp(-20 * DOUBLE, 0);
    let (whole, part) = (x.div_euclid(DOUBLE), x.rem_euclid(DOUBLE));
    let base = (1i64 << 20) >> -whole;
    base + base * i64::from(part) / i64::from(DOUBLE)
}
