//! Plans that take several turns: each counts the more the nearer it has come.

use astrarium_core::{Piece, Seat, Set};

use super::*;
use crate::data::{FAR, Site, TECHS_EACH, TechData};

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
    pub(super) fn rooms(&self, seat: Seat, hand: u8) -> i32 {
        let p = self.player(seat);
        let on_map: u8 = p.works.iter().map(|w| w.built() - w.on_ship()).sum();
        let spaces: u8 = p.cubes.iter().filter(|&r| !self.is_razed(r)).map(|r| self.build_spaces(r)).sum();
        let berths = self.board_of(seat).ship.get_ref().iter().enumerate();
        let taken = p.works.iter().flat_map(|w| w.spaces()).fold(0, |all, space| all | 1u32 << space);
        let free = berths.filter(|&(b, &power)| taken & 1 << b == 0 && self.debt.owed + power <= hand);
        i32::from(spaces.saturating_sub(on_map)) + free.count() as i32
    }

    /// Credits as the buildings they can become, what is left of them, and income to come.
    pub(super) fn build_plan(&self, seat: Seat, hand: u8, outlook: &Outlook) -> i32 {
        let mut credits = i32::from(self.player(seat).credits);
        let income = i32::from(self.income(seat));
        let (ready, rooms) = self.next_buildings(seat, hand, &mut credits, outlook);
        let each = if rooms > 0 { CREDIT } else { IDLE_CREDIT };
        let left = credits.min(12) * each + (credits - 12).max(0) * SPARE_CREDIT;
        ready * READY / 100 + outlook.fades(left) + outlook.refreshes * income * (CREDIT + each) * 3 / 8
    }

    /// The worth of the buildings that the credits buy, cheapest first, and the rooms left over.
    pub(super) fn next_buildings(&self, seat: Seat, hand: u8, credits: &mut i32, outlook: &Outlook) -> (i32, i32) {
        let p = self.player(seat);
        let (mut sum, mut rooms) = (0, self.rooms(seat, hand));
        let mut built = p.works.map(|w| usize::from(w.built()));
        let board = self.board_of(seat);
        let forges = if self.has_ability(seat, Ability::MasterForges) { self.data.numbers.misc.forges } else { 0 };
        let price = |w: Work, built: usize| {
            let less = i32::from(p.track[w.index()] + forges);
            board.costs(w).get(built).map_or(i32::MAX, |&c| (i32::from(c) - less).max(1))
        };
        let mut prices = [Work::City, Work::Base, Work::Academy].map(|w| price(w, built[w.index()]));
        while rooms > 0 {
            let cheapest = Work::all().min_by_key(|w| prices[w.index()]).filter(|w| prices[w.index()] <= *credits);
            let Some(work) = cheapest else { break };
            let k = work.index();
            *credits -= prices[k];
            sum += self.building_worth(seat, work, built[k], outlook);
            built[k] += 1;
            prices[k] = price(work, built[k]);
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
    pub(super) fn research_plan(&self, seat: Seat, hand: u8, outlook: &Outlook) -> i32 {
        self.research_with(seat, hand, &self.player(seat).goods, outlook)
    }

    /// The same if these were the goods held.
    pub(super) fn research_with(&self, seat: Seat, hand: u8, goods: &[u8; GOODS], outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let held: i32 = goods.iter().map(|&n| i32::from(n)).sum();
        let track = Work::all().map(|w| i32::from(p.track[w.index()]) * (4 - i32::from(self.built(seat, w))));
        let mut best = Best::default();
        let mut laid = 0;
        for (row, bench) in self.board_of(seat).tech.get_ref().iter().zip(&p.bench) {
            if p.techs.has(row.id) {
                continue;
            }
            let before: i32 = bench.iter().map(|&n| i32::from(n)).sum();
            if before + held == 0 {
                continue;
            }
            let worth = self.tech_worth(seat, row.id, outlook);
            let slots = row.goods.len() as i32;
            laid += worth * before / slots * 6 / 10;
            let filled = filled(row, bench, goods);
            if filled > before {
                let done = filled == slots && self.debt.owed + row.power <= hand;
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

    /// How many cards are met, what they score, and the others in hundredths of it, by how far they have come.
    pub(super) fn empire_plan(&self, seat: Seat) -> (u8, u16, i32) {
        let (mut met, mut scored, mut plan) = (0, 0, 0);
        for card in self.player(seat).empire.iter() {
            let vp = self.data.empire(card).vp;
            match self.progress(seat, card) {
                (have, need) if have >= need => (met, scored) = (met + 1, scored + u16::from(vp)),
                (have, need) => plan += i32::from(vp) * (12 + i32::from(have) * 100 / i32::from(need) * 35 / 100),
            }
        }
        (met, scored, plan)
    }

    // Influence.

    /// Leads that can be won and alliances that are on the way.
    pub(super) fn influence_plan(&self, seat: Seat, hand: u8, outlook: &Outlook) -> i32 {
        let p = self.player(seat);
        let colony = if self.may_colonize(seat) { POINT } else { 0 };
        let power = i32::from(hand.min(6)) + 2;
        let idle = self.markers_left(seat) == 0;
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
            if need <= 0 || need > 3 || p.cubes.has(Region::surface(slot)) || idle {
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
            if worth * CLAIM[0] / 100 > best.1 {
                best.offer(worth * CLAIM[self.steps_to(region, present)] / 100);
            }
        }
        if GOOD * CLAIM[0] / 100 > best.1 {
            for region in (self.down & ORBITS).iter() {
                best.offer(GOOD * CLAIM[self.steps_to(region, present)] / 100);
            }
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
    fn begins(&self, from: Site) -> Regions {
        match from {
            Site::Orbit(planet) => self.orbit_of(planet).map_or(Regions::EMPTY, Set::of),
            Site::Surface(planet) => self.surface_of(planet).map_or(Regions::EMPTY, Set::of),
            Site::Uninhabited(_) => UNINHABITED,
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
    pub(super) fn army_plan(&self, seat: Seat, card: i32, outlook: &Outlook) -> i32 {
        let Some(home) = self.player(seat).fleet.worldship() else { return 0 };
        let (force, mut best) = (self.force(seat, home) + card, 0);
        for prize in outlook.prizes.iter() {
            let near = WAR[self.steps_to(prize.region, Set::of(home))];
            if prize.worth * near / 100 > best {
                let fight = self.fight_for(seat, prize.region, prize.worth, force - prize.guard, outlook);
                best = best.max(fight * near / 100);
            }
        }
        best
    }
}

/// Places of a technology that have a good once those held are laid down.
fn filled(row: &TechData, bench: &[u8; GOODS], held: &[u8; GOODS]) -> i32 {
    let (mut own, mut over) = (0, 0);
    for good in Good::all() {
        let named = row.goods.iter().filter(|w| w.good() == Some(good)).count() as u8;
        let here = bench[good.index()] + held[good.index()];
        own += here.min(named);
        over += here.saturating_sub(named);
    }
    let any = row.goods.iter().filter(|w| w.good().is_none()).count() as u8;
    i32::from(own + over.min(any))
}
