//! Scoring, Colonization, the winner.

use astrarium_core::{BySeat, Log, Piece, Score, Seat, Set, Standing, cited};

use crate::data::{Need, TECHS_EACH};
use crate::event::Event;
use crate::piece::*;
use crate::state::{State, Task};

impl Score for State {
    fn points(&self) -> BySeat<i32> {
        let mut points = BySeat::default();
        self.seats().for_each(|s| points[s] = i32::from(self.player(s).vp));
        points
    }

    fn facts(&self, seat: Seat) -> Vec<(&'static str, String)> {
        let p = self.player(seat);
        let Some(faction) = p.faction else { return Vec::new() };
        let built: u8 = Work::all().map(|w| self.built(seat, w)).sum();
        let order = ["first", "second", "third", "fourth", "fifth"];
        let turn = self.clockwise(self.first).zip(order).find(|t| t.0 == seat);
        vec![
            ("faction", faction.to_string()),
            ("turn", turn.map_or("", |t| t.1).to_string()),
            ("technologies", p.techs.len().to_string()),
            ("buildings", built.to_string()),
            ("alliances", self.ally_tokens(seat).to_string()),
            ("markers", p.influence.iter().sum::<u8>().to_string()),
            ("regions", p.cubes.len().to_string()),
            ("Empire cards met", p.empire.iter().filter(|&c| self.is_met(seat, c)).count().to_string()),
            ("credits", p.credits.to_string()),
        ]
    }

    fn owned(&self, seat: Seat) -> Vec<(&'static str, Vec<&'static str>)> {
        let player = self.player(seat);
        let aims = player.empire.iter().filter(|&card| self.is_met(seat, card));
        let faction = player.faction.map(Faction::word);
        vec![
            ("faction and technologies", faction.into_iter().chain(player.techs.iter().map(Tech::word)).collect()),
            ("aims met", aims.map(Empire::word).collect()),
        ]
    }
}

#[cited]
impl State {
    /// The five steps for all seats at once (E2-282 to E2-290).
    pub(crate) fn score_all(&mut self, log: &mut impl Log<Event>) {
        let scores = self.scores();
        for seat in self.seats() {
            let (steps, met) = scores[seat];
            let player = self.player_mut(seat);
            if player.empire != player.empire_shown {
                log.reveal();
            }
            player.vp += steps.iter().sum::<u16>();
            player.empire_shown |= met; // E2-086: shown once scored; E2-239: kept
            log.push(|| Event::Scores { seat, steps });
        }
    }

    /// What each seat would score now, step by step, and the Empire cards it would show.
    pub(crate) fn scores(&self) -> BySeat<([u16; STEPS], Set<Empire>)> {
        let mut scores = BySeat::default();
        self.seats().for_each(|s| scores[s] = self.score_of(s));
        scores
    }

    pub(crate) fn score_of(&self, seat: Seat) -> ([u16; STEPS], Set<Empire>) {
        let met: Set<Empire> = self.player(seat).empire.iter().filter(|&c| self.is_met(seat, c)).collect();
        let steps = [
            self.building_vp(seat),
            self.tech_vp(seat, met.len()),
            self.influence_vp(seat),
            self.control_vp(seat),
            met.iter().map(|c| u16::from(self.data.empire(c).vp)).sum(), // E2-238, E2-289
        ];
        (steps, met)
    }

    /// The VP of each uncovered place (E2-154, E2-282, E2-283).
    pub(crate) fn building_vp(&self, seat: Seat) -> u16 {
        let track = |work: Work| {
            let built = usize::from(self.built(seat, work));
            self.data.track_vp(work)[..built].iter().map(|&v| u16::from(v)).sum::<u16>()
        };
        Work::all().map(track).sum()
    }

    /// E2-243, E2-254, E2-272, E2-275, E2-276, E2-284.
    pub(crate) fn tech_vp(&self, seat: Seat, empire_cards: u8) -> u16 {
        let misc = &self.data.numbers.misc;
        let techs = self.player(seat).techs;
        let when = |condition: bool, vp: u8| if condition { u16::from(vp) } else { 0 };
        let allies = u16::from(self.ally_tokens(seat));
        u16::from(misc.tech_vp) * u16::from(techs.len())
            + allies * when(techs.has(Tech::Linguistics), misc.linguistics)
            + u16::from(empire_cards) * when(techs.has(Tech::QuantumEditing), misc.editing)
            + when(techs.has(Tech::Cybernetics) && usize::from(techs.len()) == TECHS_EACH, misc.cybernetics)
            + when(self.ally[Planet::ValkaVii.index()] == Some(seat), misc.rites)
    }

    pub(crate) fn ally_tokens(&self, seat: Seat) -> u8 {
        self.ally.iter().filter(|&&a| a == Some(seat)).count() as u8
    }

    /// Most markers, at least one; ties count in full (E2-285, E2-286).
    pub(crate) fn leads(&self, seat: Seat, planet: Planet) -> bool {
        let on = |s: Seat| self.player(s).influence[planet.index()];
        on(seat) > 0 && self.seats().all(|s| on(s) <= on(seat))
    }

    fn influence_vp(&self, seat: Seat) -> u16 {
        let led = self.planets().iter().filter(|&p| self.leads(seat, p));
        led.map(|p| u16::from(self.data.planet(p).influence)).sum()
    }

    /// E2-287, E2-288; fungus takes one (E2-319).
    pub(crate) fn control_vp(&self, seat: Seat) -> u16 {
        self.player(seat).cubes.iter().map(|r| u16::from(self.region_vp(r))).sum()
    }

    pub(crate) fn region_vp(&self, region: Region) -> u8 {
        let value = match self.planet_at(region) {
            Some(planet) => self.data.planet(planet).control,
            None => self.data.regions[region.index()].control,
        };
        let loss = if self.fungus[region.index()] > 0 { self.data.numbers.fungus.loss } else { 0 };
        value.saturating_sub(loss)
    }

    pub(crate) fn colony_vp(&self, seat: Seat) -> u16 {
        let led = self.planets().iter().filter(|&p| self.leads(seat, p)).count() as u8;
        self.colony_with(seat, led)
    }

    /// What the Colonization card would bring with this many leads.
    pub(crate) fn colony_with(&self, seat: Seat, led: u8) -> u16 {
        let built: u8 = Work::all().map(|w| self.built(seat, w)).sum();
        let regions = self.player(seat).cubes.len();
        u16::from(self.data.numbers.misc.colony) * (u16::from(built) + u16::from(led) + u16::from(regions))
    }

    /// Whether an Empire card's requirement is met now (E2-238, E2-240).
    pub(crate) fn is_met(&self, seat: Seat, card: Empire) -> bool {
        let (have, need) = self.progress(seat, card);
        have >= need
    }

    /// How much of what an Empire card asks for a seat has, and how much that is.
    pub(crate) fn progress(&self, seat: Seat, card: Empire) -> (u8, u8) {
        let player = self.player(seat);
        let built = |work: Work| player.works[work.index()].built();
        let surfaces =
            |slots: std::ops::Range<usize>| slots.filter(|&s| player.cubes.has(Region::surface(s))).count() as u8;
        let counted = |test: &dyn Fn(Planet) -> bool| self.planets().iter().filter(|&p| test(p)).count() as u8;
        let on = |p: Planet| player.influence[p.index()];
        match self.data.empire(card).need {
            Need::Regions(n) => (player.cubes.len(), n),
            Need::Surfaces(n) => ((player.cubes & SURFACES).len(), n),
            Need::Inner(n) => (surfaces(0..INNER), n),
            Need::Outer(n) => (surfaces(INNER..SLOTS), n),
            Need::Uninhabited(n) => ((player.cubes & UNINHABITED).len(), n),
            Need::Allies(n) => (self.ally_tokens(seat), n),
            Need::Influenced(n) => (counted(&|p| on(p) > 0), n),
            Need::Leading(n) => (counted(&|p| self.leads(seat, p)), n),
            Need::Beloved(n) => (player.influence.iter().copied().max().unwrap_or(0), n),
            Need::Cities(n) => (built(Work::City), n),
            Need::Bases(n) => (built(Work::Base), n),
            Need::Academies(n) => (built(Work::Academy), n),
            Need::Balanced(n) => (Work::all().map(built).min().unwrap_or(0), n),
            Need::Ark(n) => (player.works.iter().map(|w| w.on_ship()).sum(), n),
            Need::Technologies(n) => (player.techs.len(), n),
            Need::Units(n) => (player.fleet.total(), n),
            Need::AlliedKinds(n) => {
                let kinds = Kind::all().filter(|k| k.planet().is_some() && player.fleet.on_map(*k) > 0);
                (kinds.count() as u8, n)
            }
            Need::Spread(n) => (player.fleet.present().len(), n),
            Need::Deliveries(n) => (player.deliveries, n),
        }
    }

    pub(crate) fn finish(&mut self, log: &mut impl Log<Event>) {
        self.score_all(log); // E2-279
        self.tasks.push(Task::Over);
        log.push(|| Event::Ended { standing: self.standing() });
    }

    /// Most VP wins (E2-001); then units, influence, credits (E2-294 to E2-298, E2-305).
    pub(crate) fn standing(&self) -> Standing {
        let key = |s: Seat| {
            let player = self.player(s);
            let markers: u8 = player.influence.iter().sum();
            (player.vp, player.fleet.total(), markers, player.credits)
        };
        let mut standing = Standing::default();
        for seat in self.seats() {
            standing.places[seat] = 1 + self.seats().filter(|&s| key(s) > key(seat)).count() as u8;
        }
        standing
    }
}

/// Buildings, technologies, influence, control, Empire cards.
const STEPS: usize = 5;

/// Slots 1 to 4 are the inner ones.
const INNER: usize = 4;
