//! What the question that is asked can still bring: the best answer, by what would follow it.

use astrarium_core::{BySeat, BySide, Piece, Seat, Set, Side};

use super::*;
use crate::data::{Effect, FAR};
use crate::state::{Going, Target, Way};

/// A trip that is being planned: who goes, how strong, and what its cargo or hand wants.
struct Trip {
    seat: Seat,
    force: i32,
    goals: Regions,
    reward: i32,
    pickups: Set<Card>,
    /// Whether a step costs command, and whether it may end in a battle.
    paid: bool,
    fights: bool,
}

impl State {
    pub(super) fn judge_task(&self, task: Task, outlook: &Outlook, strength: &mut BySeat<i32>) {
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
                strength[seat] += self.workshop(seat, task, outlook);
            }
            Task::CardMode(seat) => {
                let court = self.planets().iter().map(|q| self.court_goal(seat, q, outlook)).max().unwrap_or(0);
                let cards = self.player(seat).hand.iter().map(|c| self.card_goal(seat, c, outlook)).max().unwrap_or(0);
                strength[seat] += court.max(cards).max(0) * PENDING / 100;
            }
            Task::Court { seat, planet } => {
                let sure = if self.shown.is_empty() { CHOSEN } else { 100 };
                strength[seat] += self.diplomacy(seat, planet, outlook) * sure / 100;
            }
            Task::Recruit(seat) => {
                let more = i32::from(self.player(seat).credits / 2).min(i32::from(self.reserve(seat, Kind::Starfarer)));
                strength[seat] += outlook.fades(more.min(4) * (UNIT - 2 * IDLE_CREDIT).max(2));
            }
            _ => {}
        }
        for &task in self.tasks.as_slice() {
            if let Some((seat, worth)) = self.coming(task, outlook) {
                strength[seat] += worth;
            }
        }
    }

    /// What the rest of an effect will bring, whatever is asked before it.
    fn coming(&self, task: Task, outlook: &Outlook) -> Option<(Seat, i32)> {
        Some(match task {
            Task::Script { script, seat, step } => {
                let rest = self.effects(script).iter().skip(step.into());
                (seat, rest.map(|&e| self.effect_worth(seat, e, outlook)).sum())
            }
            Task::EmpireDraw(seat) => (seat, EMPIRE),
            Task::CostGood(seat) => (seat, -GOOD),
            Task::ChooseGood { seat, left } => (seat, self.chosen_goods(seat, left, outlook)),
            Task::ChoosePlanet { seat, markers } => (seat, self.best_markers(seat, markers, outlook)),
            Task::Oust { seat, markers, .. } => (seat, i32::from(markers) * OUSTED),
            Task::PutUnit { seat, kind, .. } => (seat, self.unit_worth(kind)),
            Task::Grab { seat, left } => (seat, self.grabbed(seat, left, outlook)),
            Task::Cleanse { seat, left } => (seat, self.cleansed(left)),
            _ => return None,
        })
    }

    // Moving.

    /// Steps that a seat can pay for.
    fn reach(&self, seat: Seat) -> u8 {
        self.player(seat).command + u8::from(self.has_ability(seat, Ability::GuildPilots))
    }

    fn trip(&self, seat: Seat, force: i32, outlook: &Outlook) -> Trip {
        let p = self.player(seat);
        let none =
            Trip { seat, force, goals: Regions::EMPTY, reward: 0, pickups: Set::EMPTY, paid: true, fights: true };
        match p.cargo {
            Some(cargo) => {
                let (goals, reward) = (self.destinations(seat, &cargo), self.reward(seat, cargo.card, outlook));
                Trip { goals, reward: reward / 2, ..none }
            }
            None => Trip { pickups: p.hand, reward: 80, ..none },
        }
    }

    /// The best move of a group that has not set off yet.
    fn best_move(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let (way, reach) = match self.tasks.top() {
            Task::Origin if self.going.way == Way::Jump => (Way::Jump, FAR as u8),
            Task::Origin if self.going.way != Way::Action => (self.going.way, self.going.left),
            _ => (Way::Action, self.reach(seat)),
        };
        self.best_move_by(seat, way, reach, outlook)
    }

    fn best_move_by(&self, seat: Seat, way: Way, reach: u8, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let mut trip = self.trip(seat, 0, outlook);
        (trip.paid, trip.fights) = (way == Way::Action, !matches!(way, Way::Free | Way::Jump));
        let cargo = std::mem::take(&mut trip.goals);
        let mut best = 0;
        for region in p.fleet.present().iter() {
            trip.force = self.force(seat, region);
            trip.goals = if p.cargo.is_some_and(|c| c.at == region) { cargo } else { Regions::EMPTY };
            best = best.max(self.best_goal(&trip, region, false, reach, outlook));
        }
        best
    }

    /// The best goal that a group can still reach; once it has moved, staying where it is counts as one.
    fn group_goal(&self, outlook: &Outlook) -> i32 {
        let going = &self.going;
        let reach = match going.way {
            Way::Action => self.reach(going.seat),
            Way::Jump | Way::Warp => FAR as u8,
            _ => going.left,
        };
        let force = match going.total() {
            0 => self.force(going.seat, going.at),
            n => self.might(&going.units) - 2 * i32::from(n),
        };
        let mut trip = self.trip(going.seat, force, outlook);
        (trip.paid, trip.fights) = (going.way == Way::Action, going.may_attack());
        if going.total() > 0 && going.carrier.is_none() {
            trip.goals = Regions::EMPTY;
        }
        self.best_goal(&trip, going.at, going.entered, reach, outlook) - i32::from(going.total())
    }

    /// The worth of the best region within reach, less for each step.
    fn best_goal(&self, trip: &Trip, from: Region, here: bool, reach: u8, outlook: &Outlook) -> i32 {
        let mut best = if here { self.goal(trip, from, outlook) } else { 0 };
        let rings = &self.data.within[from.index()];
        for steps in 1..=usize::from(reach).min(FAR - 1) {
            let ring = (rings[steps] - rings[steps - 1]) & self.board();
            let nearest = ring.iter().map(|r| self.goal(trip, r, outlook)).max().unwrap_or(0);
            let steps = steps as i32;
            let price = if trip.paid { COMMAND * steps } else { 0 };
            best = best.max(nearest * (100 - STEP * steps) / 100 - price);
        }
        best
    }

    /// What a movement that ends in a region brings, beyond what the plans already count.
    fn goal(&self, trip: &Trip, region: Region, outlook: &Outlook) -> i32 {
        let (seat, force) = (trip.seat, trip.force);
        let p = self.player(seat);
        let errand = trip.goals.has(region) || !trip.pickups.is_empty() && trip.pickups.meets(self.pickups(region));
        let sum = if errand { trip.reward } else { 0 };
        if region.is_node() {
            return sum + if self.doom == Some(region) { self.battle_goal(seat, region, force, outlook) } else { 0 };
        }
        let goods =
            i32::from(self.down.has(region)) + self.up[region.index()].iter().map(|&n| i32::from(n)).sum::<i32>();
        if region.is_orbit() {
            return sum + goods * GOOD + self.visit(seat, region, outlook);
        }
        if region.is_uninhabited() && !self.guarded(region) && !outlook.held.has(region) {
            let token = if self.explore.has(region) { TOKEN } else { 0 };
            let alone = !(outlook.units - p.fleet.present()).has(region);
            return sum + token + if alone { self.region_worth(region, outlook) + goods * GOOD } else { 0 };
        }
        if p.cubes.has(region) || !trip.fights {
            return sum;
        }
        sum + self.battle_goal(seat, region, force, outlook).max(0) + goods * GOOD / 3
    }

    /// A planet to court that the seat is not near yet.
    fn visit(&self, seat: Seat, orbit: Region, outlook: &Outlook) -> i32 {
        let Some(planet) = self.planet_at(orbit) else { return 0 };
        if self.is_near(seat, planet) || !self.open(planet) || self.hand_power(seat) == 0 {
            return 0;
        }
        self.markers_worth(seat, planet, 1, outlook) / 4
    }

    // Fighting. Strength in tenths.

    fn might(&self, units: &[u8; KINDS]) -> i32 {
        let (mut power, mut dice, mut left) = (0, 0, 3);
        let own = [Kind::Worldship, Kind::WarBot, Kind::StarSloop, Kind::Starfarer].into_iter();
        for kind in own.chain(Kind::all().skip(Kind::Reaver.index())).filter(|k| units[k.index()] > 0) {
            let n = i32::from(units[kind.index()]).min(left);
            left -= n;
            power += n * i32::from(self.data.unit(kind).power);
            dice += n * i32::from(self.data.unit(kind).dice);
        }
        10 * power + BEST_DIE[dice.clamp(0, 7) as usize]
    }

    pub(super) fn force(&self, seat: Seat, region: Region) -> i32 {
        self.might(&self.units_of(seat, region)) + 10 * i32::from(self.bases(seat, region))
    }

    pub(super) fn best_card(&self, seat: Seat) -> i32 {
        let power = self.player(seat).hand.iter().map(|c| i32::from(self.data.power(c))).max();
        10 * power.unwrap_or(0)
    }

    /// What an attack here brings, by the odds.
    fn battle_goal(&self, seat: Seat, region: Region, force: i32, outlook: &Outlook) -> i32 {
        let guard = if let Some(guard) = self.natives_or_sarkeen(region) {
            guard
        } else if let Some(owner) = self.controller(region).filter(|&s| s != seat) {
            let there = self.force(owner, region);
            let card = if self.player(owner).hand.is_empty() { 0 } else { 22 };
            if there == 0 { -100 } else { there + card }
        } else {
            return 0;
        };
        self.fight_worth(seat, region, force + self.best_card(seat) - guard, outlook)
    }

    /// The strength of whoever is no player.
    pub(super) fn natives_or_sarkeen(&self, region: Region) -> Option<i32> {
        let battle = &self.data.numbers.battle;
        let (power, dice) = if self.guarded(region) {
            (battle.sarkeen.power, battle.sarkeen.dice)
        } else if self.has_natives(region) {
            let natives = self.data.planet(self.planet_at(region)?).natives;
            (natives.power, natives.dice)
        } else {
            return None;
        };
        Some(10 * i32::from(power) + BEST_DIE[usize::from(dice.min(7))])
    }

    /// What a battle with this much more strength brings: the prize, the way back, the influence it costs.
    fn fight_worth(&self, seat: Seat, region: Region, more: i32, outlook: &Outlook) -> i32 {
        self.fight_for(seat, region, self.victory(region, outlook), more, outlook)
    }

    pub(super) fn fight_for(&self, seat: Seat, region: Region, prize: i32, more: i32, outlook: &Outlook) -> i32 {
        let lost = self.planet_at(region).map_or(0, |planet| self.influence_at_stake(seat, planet, outlook));
        let odds = odds(more);
        (odds * prize - (100 - odds) * DEFEAT) / 100 - lost
    }

    /// What a battle won in the region brings.
    pub(super) fn victory(&self, region: Region, outlook: &Outlook) -> i32 {
        let battle = &self.data.numbers.battle;
        let sarkeen = POINT * i32::from(battle.sarkeen.vp) + GOOD * i32::from(battle.sarkeen.goods);
        POINT * i32::from(battle.vp)
            + self.region_worth(region, outlook)
            + if self.guarded(region) { sarkeen } else { 0 }
    }

    /// Influence that an attack on the surface costs.
    fn influence_at_stake(&self, seat: Seat, planet: Planet, outlook: &Outlook) -> i32 {
        let markers = i32::from(self.player(seat).influence[planet.index()]);
        if markers == 0 {
            return 0;
        }
        let led = if outlook.leads(markers as u8, planet) { i32::from(self.data.planet(planet).influence) } else { 0 };
        markers * MARKER + led * outlook.scored
    }

    /// A battle that is under way: what the dice and the cards so far say.
    fn judge_fight(&self, outlook: &Outlook, strength: &mut BySeat<i32>) {
        let fight = &self.fight;
        let rolled = matches!(self.tasks.top(), Task::Cards | Task::Reroll(_));
        let might = BySide::from_fn(|side| match fight.seat(side) {
            Some(seat) => {
                let card = fight.cards[side].map_or(self.best_card(seat), |c| 10 * i32::from(self.data.power(c)));
                card + if rolled { 10 * i32::from(self.without_card(side)) } else { self.force(seat, fight.at) }
            }
            None => 10 * i32::from(self.without_card(side)) + if rolled { 0 } else { BEST_DIE[2] },
        });
        let odds = odds(might[Side::Attacker] - might[Side::Defender]);
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

    /// What goods and credits can be turned into at once, beyond what the plans already count.
    fn workshop(&self, seat: Seat, task: Task, outlook: &Outlook) -> i32 {
        let discount = if let Task::BuildNow { discount, .. } = task { i32::from(discount) } else { 0 };
        let mut credits = i32::from(self.player(seat).credits) + discount;
        let hand = self.hand_power(seat);
        let (built, _) = self.next_buildings(seat, hand, &mut credits, outlook);
        if discount > 0 {
            return (built * (PENDING - READY) / 100).min(300);
        }
        (built + self.research_plan(seat, hand, outlook) / 2) * (PENDING - READY) / 100
    }

    // Cards and diplomacy.

    fn markers_worth(&self, seat: Seat, planet: Planet, more: u8, outlook: &Outlook) -> i32 {
        if !self.open(planet) || self.markers_left(seat) == 0 {
            return 0;
        }
        let own = self.player(seat).influence[planet.index()];
        let most = outlook.rival(seat, planet);
        let vp = i32::from(self.data.planet(planet).influence);
        let leads = own < most.max(1) && own + more >= most.max(1);
        let allied = own + more >= self.data.numbers.diplomacy.alliance
            && own + more > most
            && self.ally[planet.index()] != Some(seat);
        i32::from(more) * MARKER
            + if leads { vp * outlook.scored + if self.score_out { 0 } else { POINT } } else { 0 }
            + if allied { self.ally_worth(outlook) } else { 0 }
    }

    /// Diplomacy on a planet, if the seat may try it.
    fn court_goal(&self, seat: Seat, planet: Planet, outlook: &Outlook) -> i32 {
        let ruler = self.surface_of(planet).is_some_and(|s| self.player(seat).cubes.has(s));
        if ruler || !self.is_near(seat, planet) { 0 } else { self.diplomacy(seat, planet, outlook) }
    }

    /// What diplomacy brings with the cards shown and the best one or two more of the hand, less what those are worth.
    fn diplomacy(&self, seat: Seat, planet: Planet, outlook: &Outlook) -> i32 {
        let rules = &self.data.numbers.diplomacy;
        let plain = self.markers_worth(seat, planet, rules.marker, outlook);
        let matching = self.markers_worth(seat, planet, rules.marker + rules.matching, outlook);
        let brings = |cards: Set<Card>, power: i32| {
            (if cards.meets(planet.cards()) { matching } else { plain }) * power.min(DICE) / DICE
        };
        let seen = self.shown.is_empty() && self.has_ability(seat, Ability::Foresight);
        let before = i32::from(self.shown_power(seat)) + if seen { i32::from(rules.foresight) } else { 0 };
        let mut best = if self.shown.is_empty() { 0 } else { brings(self.shown, before) };
        if before >= DICE {
            return best;
        }
        let hand = self.player(seat).hand;
        let power = |c: Card| i32::from(self.data.power(c));
        for first in hand.iter() {
            let (cards, total) = (self.shown | Set::of(first), before + power(first));
            best = best.max(brings(cards, total) - CARD - CARD_POWER * power(first));
            for second in hand.iter().take_while(|&c| c != first && total < DICE) {
                let cost = 2 * CARD + CARD_POWER * (power(first) + power(second));
                best = best.max(brings(cards | Set::of(second), total + power(second)) - cost);
            }
        }
        best
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

    pub(super) fn effect_worth(&self, seat: Seat, effect: Effect, outlook: &Outlook) -> i32 {
        let n = i32::from;
        match effect {
            Effect::Credits(k) => n(k) * CREDIT,
            Effect::Vp(k) => n(k) * POINT,
            Effect::Command(k) => n(k) * COMMAND,
            Effect::CommandToken => COMMAND + outlook.refreshes * COMMAND / 2,
            Effect::Goods(good, k) => self.goods_worth(seat, good, k, outlook),
            Effect::GoodsRandom(k) => self.random_goods(seat, k, outlook),
            Effect::GoodsChoice(k) => self.chosen_goods(seat, k, outlook),
            Effect::Grab(k) => self.grabbed(seat, k, outlook),
            Effect::Shaft { good, .. } => self.random_goods(seat, good, outlook) * 4 / 5,
            Effect::Influence(planet, k) => self.markers_worth(seat, planet, k, outlook),
            Effect::InfluenceChoice(k) => self.best_markers(seat, k, outlook),
            Effect::InfluenceHere(k) => n(k) * MARKER * 3,
            Effect::Oust(planet, k) => {
                if self.others_on(seat, planet).next().is_some() {
                    n(k) * OUSTED
                } else {
                    0
                }
            }
            Effect::Draw(k) => n(k) * (CARD + 2 * CARD_POWER),
            Effect::EmpireDraw => EMPIRE,
            Effect::RecruitNear(_, kind) | Effect::RecruitHere(kind, _) => self.unit_worth(kind),
            Effect::FreeMove(k) => self.best_move_by(seat, Way::Free, k, outlook) * PENDING / 100,
            Effect::Raid(k) => self.best_move_by(seat, Way::Raid, k, outlook) * PENDING / 100,
            Effect::Jump => self.best_move_by(seat, Way::Jump, FAR as u8, outlook) * PENDING / 100,
            Effect::BuildNow(discount) => self.workshop(seat, Task::BuildNow { seat, discount }, outlook),
            Effect::Tax(k) => n(k) * CREDIT * n(self.options.players),
            Effect::Cleanse(k) => self.cleansed(k),
            _ => COMMAND,
        }
    }

    /// What goods of a kind add to research.
    fn goods_worth(&self, seat: Seat, good: Good, n: u8, outlook: &Outlook) -> i32 {
        let (hand, mut goods) = (self.hand_power(seat), self.player(seat).goods);
        let before = self.research_with(seat, hand, &goods, outlook);
        goods[good.index()] += n.min(self.unseen[good.index()]);
        self.research_with(seat, hand, &goods, outlook) - before
    }

    fn random_goods(&self, seat: Seat, n: u8, outlook: &Outlook) -> i32 {
        Good::all().map(|g| self.goods_worth(seat, g, n, outlook)).sum::<i32>() / GOODS as i32
    }

    /// The kind that adds most, one after the other.
    fn chosen_goods(&self, seat: Seat, n: u8, outlook: &Outlook) -> i32 {
        let (hand, mut goods) = (self.hand_power(seat), self.player(seat).goods);
        let before = self.research_with(seat, hand, &goods, outlook);
        let mut best = before;
        for _ in 0..n {
            let with = |good: Good| {
                let mut more = goods;
                more[good.index()] += 1;
                (self.research_with(seat, hand, &more, outlook), more)
            };
            let all = Good::all().filter(|g| self.unseen[g.index()] > 0).map(with);
            let Some(most) = all.max_by_key(|(worth, _)| *worth) else { break };
            (best, goods) = most;
        }
        best - before
    }

    fn grabbed(&self, seat: Seat, n: u8, outlook: &Outlook) -> i32 {
        let there = self.grab_places(seat).len().min(n);
        if there == 0 { 0 } else { self.random_goods(seat, there, outlook) }
    }

    fn cleansed(&self, n: u8) -> i32 {
        let fungus: u32 = self.fungus.iter().map(|&n| u32::from(n)).sum();
        CREDIT * fungus.min(n.into()) as i32
    }

    fn unit_worth(&self, kind: Kind) -> i32 {
        UNIT + UNIT_POWER * i32::from(self.data.unit(kind).power)
    }

    /// Markers on the best planet that has some.
    fn best_markers(&self, seat: Seat, n: u8, outlook: &Outlook) -> i32 {
        let own = |q: &Planet| self.player(seat).influence[q.index()] > 0;
        self.planets().iter().filter(own).map(|q| self.markers_worth(seat, q, n, outlook)).max().unwrap_or(0)
    }
}

/// The chance in hundredths to win with this much more strength, in tenths.
fn odds(more: i32) -> i32 {
    (40 + more * 11 / 5).clamp(3, 97)
}
