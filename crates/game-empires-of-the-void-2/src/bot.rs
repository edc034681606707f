//! A cheap evaluation for bots: what a seat has, what its plans are worth, and what the question it is asked can still bring.
//!
//! All in hundredths of a victory point. It reads the whole state, so it is honest only on redealt ones. Plans are potentials: a
//! goal several turns away counts the more the nearer it is, so that each step towards it pays for a bot that looks one step
//! ahead, and a search sees the goal before it reaches it.

mod asked; // what the question can still bring
mod plans; // what is worth more the nearer it comes

use astrarium_core::{BySeat, Judgement, Piece, Search, Seat, chances};

use crate::piece::*;
use crate::state::{State, Task};

// The knobs, set by letting bots play each other.

const POINT: i32 = 100;
/// What would be scored now, while both scorings are to come and when only the last one is.
const BOTH: i32 = 165;
const LAST: i32 = 95;
/// A credit that can become a building, one that cannot, and those beyond what anybody needs.
const CREDIT: i32 = 18;
const IDLE_CREDIT: i32 = 7;
const SPARE_CREDIT: i32 = 2;
const COMMAND: i32 = 9;
const GOOD: i32 = 28;
const SPARE_GOOD: i32 = 10;
const TRACK_GOOD: i32 = 15;
const CARD: i32 = 14;
const CARD_POWER: i32 = 9;
const UNIT: i32 = 12;
const SPARE_UNIT: i32 = 6;
/// Each power of a unit that a card brings.
const UNIT_POWER: i32 = 10;
const MARKER: i32 = 12;
/// A marker that a rival takes back.
const OUSTED: i32 = 40;
const EMPIRE: i32 = 90;
const TOKEN: i32 = 70;
/// For each refresh that is to come: an ally's ability.
const ALLY: i32 = 20;
/// What could be done at once if it were asked, and what is about to be done, in hundredths of its worth.
const READY: i32 = 45;
const PENDING: i32 = 80;
/// The same for diplomacy once its planet is chosen.
const CHOSEN: i32 = 90;
/// A lost battle: the way back and the card.
const DEFEAT: i32 = 45;
/// Each step to a goal takes this many hundredths of its worth.
const STEP: i32 = 5;
/// A region that somebody may walk into, and each building on it.
const EXPOSED: i32 = 20;
/// Turns from which on nothing is hurried.
const AGES: i32 = 6;
/// Strength that doubles a seat's chance.
const DOUBLE: i32 = 600;

/// The power with which diplomacy cannot fail.
const DICE: i32 = 6;
/// The highest of this many dice, on average, in tenths.
const BEST_DIE: [i32; 8] = [0, 35, 45, 50, 52, 54, 56, 57];

/// What all seats share in one judgement.
struct Outlook {
    /// What one point that would be scored now is worth.
    scored: i32,
    /// Turns and refreshes that each seat still has, about.
    turns: i32,
    refreshes: i32,
    units: Regions,
    held: Regions,
    /// Regions for the taking, and regions that natives or Sarkeen defend, each with what it is worth to whoever gets it.
    claims: Few<(Region, i32)>,
    prizes: Few<Prize>,
    /// The most and the second most markers on each planet, and whose the most are.
    most: [u8; PLANETS],
    second: [u8; PLANETS],
    leader: [Seat; PLANETS],
}

/// The power of a seat's hand, and its best card in tenths.
#[derive(Copy, Clone)]
struct Hand {
    power: u8,
    best: i32,
}

/// A region to fight for: the strength of its natives or Sarkeen, and what victory brings.
#[derive(Copy, Clone)]
struct Prize {
    region: Region,
    guard: i32,
    worth: i32,
}

/// A short list without the heap.
struct Few<T> {
    list: [T; MOST_FEW],
    len: usize,
}

/// As many as there are surfaces and small planets.
const MOST_FEW: usize = SLOTS + 8;

impl<T: Copy> Few<T> {
    fn new(filler: T) -> Few<T> {
        Few { list: [filler; MOST_FEW], len: 0 }
    }

    fn push(&mut self, item: T) {
        self.list[self.len] = item;
        self.len += 1;
    }

    fn iter(&self) -> impl Iterator<Item = &T> {
        self.list[..self.len].iter()
    }
}

impl Outlook {
    /// The most markers of somebody else.
    fn rival(&self, seat: Seat, planet: Planet) -> u8 {
        let k = planet.index();
        if self.leader[k] == seat { self.second[k] } else { self.most[k] }
    }

    /// Whether this many markers of a seat are the most, or tie for it.
    fn leads(&self, markers: u8, planet: Planet) -> bool {
        markers > 0 && markers == self.most[planet.index()]
    }

    /// What can be used up only in turns to come loses its worth at the end.
    fn fades(&self, worth: i32) -> i32 {
        worth * self.turns.min(AGES) / AGES
    }
}

impl Judgement for State {
    const SEARCH: Search = Search { rollout: 0, explore: 30, prior: 20, budgets: [100, 400, 1_600], ratings: None };

    /// Each seat's share of winning in millionths.
    fn evaluate(&self) -> BySeat<i32> {
        let task = self.tasks.top();
        if task == Task::Over {
            return self.standing().shares();
        }
        if task == Task::Faction {
            return chances(self.seats().map(|s| (s, 0)), DOUBLE);
        }
        let outlook = self.outlook();
        let mut strength = BySeat::<i32>::default();
        self.seats().for_each(|s| strength[s] = self.worth(s, &outlook));
        self.judge_task(task, &outlook, &mut strength);
        chances(self.seats().map(|s| (s, strength[s])), DOUBLE)
    }
}

impl State {
    fn outlook(&self) -> Outlook {
        let players = i32::from(self.options.players);
        let cards = i32::from(self.deck_left()) / players;
        let laps = if self.end_pending || cards == 0 { i32::from(self.laps.min(4)) } else { 1 };
        let mut outlook = Outlook {
            scored: if self.score_out { LAST } else { BOTH },
            turns: 2 * cards + laps * players,
            refreshes: cards / 2 + 1,
            units: Regions::EMPTY,
            held: Regions::EMPTY,
            claims: Few::new((Region(0), 0)),
            prizes: Few::new(Prize { region: Region(0), guard: 0, worth: 0 }),
            most: [0; PLANETS],
            second: [0; PLANETS],
            leader: [Seat(0); PLANETS],
        };
        for seat in self.seats() {
            let p = self.player(seat);
            outlook.units |= p.fleet.present();
            outlook.held |= p.cubes;
            for (k, &markers) in p.influence.iter().enumerate() {
                if markers > outlook.most[k] {
                    (outlook.second[k], outlook.most[k], outlook.leader[k]) = (outlook.most[k], markers, seat);
                } else {
                    outlook.second[k] = outlook.second[k].max(markers);
                }
            }
        }
        for region in (UNINHABITED - outlook.held - self.sarkeen).iter() {
            let goods = i32::from(self.down.has(region)) * GOOD;
            let token = if self.explore.has(region) { TOKEN } else { 0 };
            let worth = self.region_worth(region, &outlook) + goods + token;
            outlook.claims.push((region, worth));
        }
        for region in (((SURFACES & self.board()) - outlook.held) | self.sarkeen).iter() {
            if let Some(guard) = self.natives_or_sarkeen(region) {
                let worth = self.victory(region, &outlook);
                outlook.prizes.push(Prize { region, guard, worth });
            }
        }
        outlook
    }

    fn worth(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let hand = Hand { power: self.hand_power(seat), best: self.best_card(seat) };
        let (led, influence) = self.led(seat, outlook);
        let (met, empire, far) = self.empire_plan(seat);
        let scored = self.building_vp(seat) + self.tech_vp(seat, met) + influence + self.control_vp(seat) + empire;
        let units = i32::from(p.fleet.total());
        let liquid = CARD * i32::from(p.hand.len())
            + CARD_POWER * i32::from(hand.power)
            + COMMAND * i32::from(p.command)
            + UNIT * units.min(8)
            + SPARE_UNIT * (units - 8).max(0)
            + far * outlook.scored / 100
            + self.influence_plan(seat, hand.power, outlook)
            + self.travel_plan(seat, outlook)
            + self.delivery_plan(seat, outlook)
            + self.army_plan(seat, hand.best, outlook);
        POINT * i32::from(p.vp)
            + outlook.scored * i32::from(scored)
            + self.colony(seat, led)
            + self.upkeep(seat, outlook)
            + self.build_plan(seat, hand.power, outlook)
            + self.research_plan(seat, hand.power, outlook)
            + outlook.fades(liquid)
            - self.exposed(seat, outlook)
    }

    /// How many planets a seat leads, and what they score.
    fn led(&self, seat: Seat, outlook: &Outlook) -> (u8, u16) {
        let markers = &self.player(seat).influence;
        let led = self.slots.iter().flatten().filter(|&&q| outlook.leads(markers[q.index()], q));
        led.fold((0, 0), |(n, vp), &q| (n + 1, vp + u16::from(self.data.planet(q).influence)))
    }

    /// What refreshes to come will bring, besides credits.
    fn upkeep(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let allies = self.ally.iter().filter(|&&a| a == Some(seat)).count() as i32;
        let techs: i32 = p.techs.iter().map(|t| self.tech_bonus(seat, t, outlook)).sum();
        let refresh = i32::from(self.command_max(seat)) * COMMAND / 2 + i32::from(self.hand_limit(seat)) * CARD / 2;
        outlook.refreshes * (refresh + ALLY * allies) + techs
    }

    /// The Colonization card grows until the score card may come.
    fn colony(&self, seat: Seat, led: u8) -> i32 {
        if !self.may_colonize(seat) {
            return 0;
        }
        let now = i32::from(self.colony_with(seat, led)) * POINT;
        match i32::from(self.upper()) - i32::from(self.taken) {
            left if left > 0 => now + left * 18,
            _ => now * 6 / 10,
        }
    }

    /// Regions without a defender that others can reach soon.
    fn exposed(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let bare = p.cubes - p.fleet.present() - p.works[Work::Base.index()].regions();
        let foes = outlook.units - p.fleet.present();
        let at_risk = bare.iter().filter(|r| self.data.within[r.index()][2].meets(foes));
        let built = |r: Region| i32::from(p.works.iter().map(|w| w.on(r)).sum::<u8>());
        at_risk.map(|r| EXPOSED * (1 + 2 * built(r))).sum()
    }
}
