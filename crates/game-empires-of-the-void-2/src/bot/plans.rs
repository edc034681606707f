//! Plans that take several turns: each counts the more the nearer it has come.

use astrarium_core::{Piece, Seat, Set};

use super::*;
use crate::data::{FAR, Place, TECHS_EACH};
use crate::rules::build::{fits, missing};

/// How much of a goal counts, in hundredths, by the steps to it.
const CLAIM: [i32; FAR + 1] = [38, 34, 28, 20, 14, 9, 5, 0];
const COURT: [i32; FAR + 1] = [80, 48, 38, 26, 17, 10, 5, 0];
const CARRY: [i32; FAR + 1] = [75, 66, 58, 50, 42, 34, 26, 0];
const FETCH: [i32; FAR + 1] = [20, 18, 15, 11, 8, 5, 3, 0];
const WAR: [i32; FAR + 1] = [45, 42, 36, 28, 20, 13, 8, 0];
/// How far an alliance has come by its markers, in hundredths.
const COURTED: [i32; 3] = [0, 15, 40];

/// The two best plans of a kind: the second has to wait.
#[derive(Default)]
struct Best(i32, i32);

impl Best {
    fn offer(&mut self, worth: i32) {
        if worth > self.0 {
            *self = Best(worth, self.0);
        } else {
            self.1 = self.1.max(worth);
        }
    }

    fn worth(&self) -> i32 {
        self.0 + self.1 / 2
    }
}

impl State {
    /// Steps from the region to the nearest of these, path tokens aside.
    pub(super) fn steps_to(&self, from: Region, goals: Regions) -> usize {
        self.data.within[from.index()].iter().position(|ring| ring.meets(goals)).unwrap_or(FAR)
    }

    // Building.

    /// Free build spaces: of regions and of the Worldship, those that cost power if the hand can pay.
    pub(super) fn rooms(&self, seat: Seat) -> i32 {
        let p = self.player(seat);
        let on_map: u8 = p.works.iter().map(|w| w.built() - w.on_ship()).sum();
        let spaces: u8 = p.cubes.iter().filter(|&r| !self.is_razed(r)).map(|r| self.build_spaces(r)).sum();
        let hand = self.hand_power(seat);
        let free = |b: Berth| self.berth_power(seat, b).is_some_and(|power| self.debt + power <= hand);
        i32::from(spaces.saturating_sub(on_map)) + Berth::all().filter(|&b| free(b)).count() as i32
    }

    /// Credits as the buildings they can become, what is left of them, and income to come.
    pub(super) fn build_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let mut credits = i32::from(self.player(seat).credits);
        let income = i32::from(self.income(seat));
        let (ready, rooms) = self.next_buildings(seat, &mut credits, outlook);
        let each = if rooms > 0 { CREDIT } else { IDLE_CREDIT };
        let left = credits.min(12) * each + (credits - 12).max(0) * SPARE_CREDIT;
        ready * READY / 100 + outlook.fades(left) + outlook.refreshes * income * (CREDIT + each) * 3 / 8
    }

    /// The worth of the buildings that the credits buy, cheapest first, and the rooms left over.
    pub(super) fn next_buildings(&self, seat: Seat, credits: &mut i32, outlook: &Outlook) -> (i32, i32) {
        let (mut sum, mut rooms) = (0, self.rooms(seat));
        let mut built = self.player(seat).works.map(|w| usize::from(w.built()));
        let board = self.board_of(seat);
        let forges = if self.has_ability(seat, Ability::MasterForges) { self.data.numbers.misc.forges } else { 0 };
        while rooms > 0 {
            let price = |w: Work| {
                let less = i32::from(self.player(seat).track[w.index()] + forges);
                board.costs(w).get(built[w.index()]).map(|&c| (i32::from(c) - less).max(1))
            };
            let Some((price, work)) = Work::all().filter_map(|w| Some((price(w)?, w))).min() else { break };
            if price > *credits {
                break;
            }
            *credits -= price;
            sum += self.building_worth(seat, work, built[work.index()], outlook);
            built[work.index()] += 1;
            rooms -= 1;
        }
        (sum, rooms)
    }

    fn building_worth(&self, seat: Seat, work: Work, built: usize, outlook: &Outlook) -> i32 {
        let vp = self.data.track_vp(work).get(built).map_or(0, |&v| i32::from(v));
        let colony = if self.may_colonize(seat) { POINT } else { 0 };
        let each = match work {
            Work::City => CREDIT * 3 / 4,
            Work::Base => CARD / 2,
            Work::Academy => COMMAND / 2,
        };
        vp * outlook.scored + colony + outlook.refreshes * each
    }

    // Research.

    /// Goods by what they complete: those laid down, and the best technology that those held can fill.
    pub(super) fn research_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let held: i32 = p.goods.iter().map(|&n| i32::from(n)).sum();
        let track = Work::all().map(|w| i32::from(p.track[w.index()]) * (4 - i32::from(self.built(seat, w))));
        let mut best = Best::default();
        let mut laid = 0;
        for (row, bench) in self.board_of(seat).tech.get_ref().iter().zip(&p.bench) {
            if p.techs.has(row.id) {
                continue;
            }
            let worth = self.tech_worth(seat, row.id, outlook);
            let slots = row.goods.len().max(1) as i32;
            let before = slots - i32::from(missing(row, bench));
            laid += worth * before / slots * 6 / 10;
            if held > 0 {
                let mut full = *bench;
                for good in Good::all() {
                    for _ in 0..p.goods[good.index()].min(2) {
                        full[good.index()] += u8::from(missing(row, &full) > 0 && fits(row, &full, good));
                    }
                }
                let filled = slots - i32::from(missing(row, &full));
                if filled == before {
                    continue;
                }
                let done = filled == slots && self.can_owe(seat, row.power);
                best.offer(worth * filled / slots * if done { READY } else { READY / 3 } / 100);
            }
        }
        let spare = held.min(4) * GOOD + (held - 4).max(0) * SPARE_GOOD;
        laid + best.worth() + outlook.fades(spare) + track.sum::<i32>() * TRACK_GOOD
    }

    /// What a technology would bring.
    pub(super) fn tech_worth(&self, seat: Seat, tech: Tech, outlook: &Outlook) -> i32 {
        i32::from(self.data.numbers.misc.tech_vp) * outlook.scored + self.tech_bonus(seat, tech, outlook)
    }

    /// What a technology brings besides its own points.
    pub(super) fn tech_bonus(&self, seat: Seat, tech: Tech, outlook: &Outlook) -> i32 {
        let techs = i32::from(self.player(seat).techs.len());
        let (flat, each) = match tech {
            Tech::PlasmaDrilling => (0, 2 * CREDIT * 3 / 4),
            Tech::BioneuralCircuits => (0, CARD + CARD_POWER),
            Tech::ScavengerBots => (0, GOOD / 2),
            Tech::Parasites => (0, ALLY),
            Tech::MedusaDrive => (10, COMMAND),
            Tech::BioneuralNetwork => (0, COMMAND / 2),
            Tech::WorldshipLab => ((TECHS_EACH as i32 - 1 - techs).max(0) * 2 * CREDIT, 0),
            Tech::Cybernetics => (techs * techs * 3 * LAST / 40, 0),
            Tech::Bartering => (20, 6),
            Tech::Nanopacking | Tech::SporePods | Tech::EnhancedReflexes => (20, 6),
            Tech::WarBots | Tech::EnergyMatrix | Tech::QuantumSensors | Tech::Cloaking => (20, 4),
            Tech::Linguistics | Tech::QuantumEditing | Tech::Ansible | Tech::Warp => (20, 4),
            Tech::GeneSplicing => (5, 1),
        };
        outlook.fades(flat) + outlook.refreshes * each
    }

    // Empire cards.

    /// Cards that are not met yet, by how far they have come.
    pub(super) fn empire_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let far = |c: Empire| {
            let (have, need) = self.progress(seat, c);
            let share = i32::from(have) * 100 / i32::from(need.max(1));
            if share >= 100 { 0 } else { i32::from(self.data.empire(c).vp) * (12 + share * 35 / 100) }
        };
        p.empire.iter().map(far).sum::<i32>() * outlook.scored / 100
    }

    // Influence.

    /// Leads that can be won and alliances that are on the way.
    pub(super) fn influence_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let colony = if self.may_colonize(seat) { POINT } else { 0 };
        let power = i32::from(self.hand_power(seat).min(6)) + 2;
        let (mut leads, mut markers) = (Best::default(), 0);
        for (slot, planet) in self.slots.iter().enumerate().filter_map(|(s, p)| Some((s, (*p)?))) {
            let own = p.influence[planet.index()];
            markers += i32::from(own.min(4)) * MARKER;
            if self.sarkeen.has(Region::surface(slot)) || self.razed && planet == Planet::ValkaVii {
                continue;
            }
            let rival = outlook.rival(seat, planet);
            if own > 0 && own >= rival && self.ally[planet.index()] != Some(seat) {
                let courted = COURTED.get(usize::from(own)).copied().unwrap_or(50);
                markers += self.ally_worth(outlook) * courted / 100;
            }
            let need = i32::from(rival.max(1)) - i32::from(own);
            if need <= 0 || need > 3 || p.cubes.has(Region::surface(slot)) || self.markers_left(seat) == 0 {
                continue;
            }
            let lead = i32::from(self.data.planet(planet).influence) * outlook.scored + colony;
            let steps = self.steps_to(Region::orbit(slot), p.fleet.present());
            leads.offer(lead * COURT[steps] / 100 * power / 8 / need);
        }
        markers + leads.worth()
    }

    pub(super) fn ally_worth(&self, outlook: &Outlook) -> i32 {
        outlook.refreshes * ALLY + 60
    }

    // Moving.

    /// What lies within reach for whoever comes: free planets, tokens, goods.
    pub(super) fn travel_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let present = self.player(seat).fleet.present();
        let mut best = Best::default();
        for &(region, worth) in outlook.claims.iter() {
            best.offer(worth * CLAIM[self.steps_to(region, present)] / 100);
        }
        for region in (self.down & ORBITS).iter() {
            best.offer(GOOD * CLAIM[self.steps_to(region, present)] / 100);
        }
        best.worth()
    }

    pub(super) fn region_worth(&self, region: Region, outlook: &Outlook) -> i32 {
        let spaces = i32::from(self.build_spaces(region)).min(outlook.refreshes);
        i32::from(self.region_vp(region)) * outlook.scored
            + outlook.refreshes * (i32::from(self.region_income(region)) * CREDIT * 3 / 4)
            + spaces * 40
            + if self.score_out { 0 } else { POINT }
    }

    // Deliveries.

    /// A cargo by the way to its goal; without one, the best delivery of the hand by the way to its beginning.
    pub(super) fn delivery_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        if let Some(cargo) = p.cargo {
            let goals = self.destinations(seat, &cargo);
            let steps = self.steps_to(cargo.at, goals);
            return self.reward(seat, cargo.card, outlook) * CARRY[steps] / 100;
        }
        let errand = |card: Card| {
            let (from, _) = self.data.card(card).delivery()?;
            let begins = self.begins(from);
            let steps = begins.iter().map(|r| self.steps_to(r, p.fleet.present())).min()?;
            Some(self.reward(seat, card, outlook) * FETCH[steps] / 100)
        };
        p.hand.iter().filter_map(errand).max().unwrap_or(0)
    }

    /// Where a delivery of the card begins.
    fn begins(&self, from: Place) -> Regions {
        match from {
            Place::Orbit(planet) => self.orbit_of(planet).map_or(Regions::EMPTY, Set::of),
            Place::Surface(planet) => self.surface_of(planet).map_or(Regions::EMPTY, Set::of),
            Place::Uninhabited(_) => UNINHABITED,
            _ => Regions::EMPTY,
        }
    }

    pub(super) fn reward(&self, seat: Seat, card: Card, outlook: &Outlook) -> i32 {
        let misc = &self.data.numbers.misc;
        let barter = if self.has_tech(seat, Tech::Bartering) { i32::from(misc.barter) * POINT } else { 0 };
        let freight = if self.has_ability(seat, Ability::FreightBonus) { i32::from(misc.freight) * CREDIT } else { 0 };
        let effects = self.data.card(card).effects.iter();
        barter + freight + effects.map(|&e| self.effect_worth(seat, e, outlook)).sum::<i32>()
    }

    // War.

    /// The best prize that the Worldship and whoever is with it could fight for.
    pub(super) fn army_plan(&self, seat: Seat, outlook: &Outlook) -> i32 {
        let Some(home) = self.player(seat).fleet.worldship() else { return 0 };
        let force = self.force(seat, home) + self.best_card(seat);
        let worth = |prize: &Prize| {
            let steps = self.steps_to(prize.region, Set::of(home));
            self.fight_for(seat, prize.region, prize.worth, force - prize.guard, outlook) * WAR[steps] / 100
        };
        outlook.prizes.iter().map(worth).max().unwrap_or(0).max(0)
    }
}
