//! Control, influence, alliance, goods on the map.

use astrarium_core::{Chance, Log, Piece, Seat, Set, cited};

use crate::data::Trigger;
use crate::event::Event;
use crate::piece::*;
use crate::state::State;

#[cited]
impl State {
    /// A seat that is alone on a free small planet controls it (E2-133).
    pub(crate) fn control(&mut self, among: Regions, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for region in self.free_with_one_seat() & among {
            let seat = self.seats().find(|&s| self.player(s).fleet.present().has(region)).expect("one seat is there");
            self.place_cube(seat, region, chance, log);
        }
    }

    /// Small planets that nobody controls, with units of just one seat; nodes and orbits have no control box (E2-317).
    fn free_with_one_seat(&self) -> Regions {
        let (mut some, mut several, mut held) = (Regions::EMPTY, Regions::EMPTY, self.sarkeen);
        for player in &self.players[..usize::from(self.options.players)] {
            several |= some & player.fleet.present();
            some |= player.fleet.present();
            held |= player.cubes;
        }
        UNINHABITED & (some - several - held)
    }

    /// With the goods that lie there; nothing without a cube in reserve (E2-077, E2-135, E2-320).
    pub(crate) fn place_cube(
        &mut self,
        seat: Seat,
        region: Region,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        if self.cubes_left(seat) == 0 {
            return;
        }
        self.player_mut(seat).cubes.insert(region);
        log.push(|| Event::Controls { seat, region });
        self.take_goods(seat, region, chance, log);
        if region.is_uninhabited() {
            self.claim(Trigger::Cube, seat, log);
        }
    }

    /// Its buildings go back to their tracks, and all they gave is gone at once (E2-213).
    pub(crate) fn lose_cube(&mut self, seat: Seat, region: Region, log: &mut impl Log<Event>) {
        let player = self.player_mut(seat);
        player.cubes.remove(region);
        player.works.iter_mut().for_each(|w| w.leave(region));
        self.cut_command(seat);
        log.push(|| Event::Loses { seat, region });
    }

    pub(crate) fn cut_command(&mut self, seat: Seat) {
        let most = self.command_max(seat);
        let player = self.player_mut(seat);
        player.command = player.command.min(most);
    }

    /// One of the cubes counts VP (E2-077).
    pub(crate) fn cubes_left(&self, seat: Seat) -> u8 {
        self.data.numbers.supply.cubes - self.player(seat).cubes.len()
    }

    /// Whether diplomacy, influence and control are possible there: in play, no Sarkeen, not razed (E2-315).
    pub(crate) fn open(&self, planet: Planet) -> bool {
        let razed = self.razed && planet == Planet::ValkaVii;
        !razed && self.surface_of(planet).is_some_and(|s| !self.sarkeen.has(s))
    }

    pub(crate) fn is_near(&self, seat: Seat, planet: Planet) -> bool {
        let Some(slot) = self.slot_of(planet) else { return false };
        let present = self.player(seat).fleet.present();
        present.has(Region::orbit(slot)) || present.has(Region::surface(slot))
    }

    /// The planets with units of a seat, in orbit or on the surface.
    pub(crate) fn visited(&self, seat: Seat) -> Set<Planet> {
        (self.player(seat).fleet.present() & (ORBITS | SURFACES)).iter().filter_map(|r| self.planet_at(r)).collect()
    }

    // Goods.

    /// Goods in the bag.
    pub(crate) fn bag(&self) -> u8 {
        self.unseen.iter().sum::<u8>() - self.down.len()
    }

    pub(crate) fn take_goods(
        &mut self,
        seat: Seat,
        region: Region,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        for good in Good::all() {
            while self.up[region.index()][good.index()] > 0 {
                self.take_token(seat, region, Token::from_index(good.index()), chance, log);
            }
        }
        if self.down.has(region) {
            self.take_token(seat, region, Token::FaceDown, chance, log);
        }
    }

    /// What lies face down is seen when it is taken (E2-134).
    pub(crate) fn take_token(
        &mut self,
        seat: Seat,
        region: Region,
        token: Token,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let good = match token.good() {
            Some(good) => {
                self.up[region.index()][good.index()] -= 1;
                good
            }
            None => {
                self.down.remove(region);
                self.draw_good(chance)
            }
        };
        self.player_mut(seat).goods[good.index()] += 1;
        log.push(|| Event::Good { seat, good });
    }

    /// One of those nobody has seen.
    fn draw_good(&mut self, chance: &mut impl Chance) -> Good {
        let good = Good::from_index(chance.draw(&self.unseen, |k| Good::from_index(k).to_string()));
        self.unseen[good.index()] -= 1;
        good
    }

    pub(crate) fn gain_random(&mut self, seat: Seat, n: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for _ in 0..n.min(self.bag()) {
            let good = self.draw_good(chance);
            self.player_mut(seat).goods[good.index()] += 1;
            log.push(|| Event::Good { seat, good });
        }
    }

    /// A named kind out of the bag, if there is one.
    pub(crate) fn take_from_bag(&mut self, good: Good) -> bool {
        let found = self.bag() > 0 && self.unseen[good.index()] > 0;
        if found {
            self.unseen[good.index()] -= 1;
        }
        found
    }

    pub(crate) fn gain_good(&mut self, seat: Seat, good: Good, n: u8, log: &mut impl Log<Event>) {
        for _ in 0..n {
            if self.take_from_bag(good) {
                self.player_mut(seat).goods[good.index()] += 1;
                log.push(|| Event::Good { seat, good });
            }
        }
    }

    /// Goods that are paid go back to the bag.
    pub(crate) fn pay_good(&mut self, seat: Seat, good: Good, log: &mut impl Log<Event>) {
        self.player_mut(seat).goods[good.index()] -= 1;
        self.unseen[good.index()] += 1;
        log.push(|| Event::PaysGood { seat, good });
    }

    // Influence.

    pub(crate) fn markers_left(&self, seat: Seat) -> u8 {
        self.data.numbers.supply.markers - self.player(seat).influence.iter().sum::<u8>()
    }

    pub(crate) fn place_influence(
        &mut self,
        seat: Seat,
        planet: Planet,
        n: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let n = n.min(self.markers_left(seat)); // E2-320
        if n == 0 || !self.open(planet) {
            return;
        }
        self.player_mut(seat).influence[planet.index()] += n;
        log.push(|| Event::Influences { seat, planet, markers: n });
        self.check_alliance(planet, chance, log);
    }

    /// Markers go back to their owner.
    pub(crate) fn take_back(
        &mut self,
        seat: Seat,
        planet: Planet,
        n: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let there = self.player(seat).influence[planet.index()];
        let n = n.min(there);
        if n > 0 {
            self.player_mut(seat).influence[planet.index()] -= n;
            log.push(|| Event::TakesBack { seat, planet, markers: n });
            self.check_alliance(planet, chance, log);
        }
    }

    fn check_alliance(&mut self, planet: Planet, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let changed = self.alliance_changes(planet, log);
        let surface = self.surface_of(planet);
        if let (Some(seat), Some(surface)) = (changed, surface)
            && self.controller(surface).is_none()
        {
            self.take_goods(seat, surface, chance, log); // E2-135
        }
    }

    /// Who has enough and strictly most takes the token; the holder keeps it in a tie; else it lies on the tile (E2-013, E2-175,
    /// E2-314). Returns the seat that takes it.
    fn alliance_changes(&mut self, planet: Planet, log: &mut impl Log<Event>) -> Option<Seat> {
        let before = self.ally[planet.index()];
        let after = self.entitled(planet, before);
        if before == after {
            return None;
        }
        self.ally[planet.index()] = after;
        log.push(|| Event::Ally { planet, seat: after });
        after
    }

    pub(crate) fn entitled(&self, planet: Planet, holder: Option<Seat>) -> Option<Seat> {
        let on = |s: Seat| self.player(s).influence[planet.index()];
        let most = self.seats().map(on).max().unwrap_or(0);
        if most < self.data.numbers.diplomacy.alliance {
            return None;
        }
        let mut leaders = self.seats().filter(|&s| on(s) == most);
        match (leaders.next(), leaders.next()) {
            (Some(only), None) => Some(only),
            _ => holder.filter(|&s| on(s) == most),
        }
    }

    // Fungus and paths.

    fn fungus_left(&self) -> u8 {
        self.data.numbers.supply.fungus - self.fungus.iter().sum::<u8>()
    }

    /// No more than fit, never with Sarkeen (E2-319).
    pub(crate) fn grow(&mut self, region: Region, n: u8, log: &mut impl Log<Event>) {
        if self.sarkeen.has(region) {
            return;
        }
        let room = self.data.numbers.fungus.most - self.fungus[region.index()];
        let n = n.min(room).min(self.fungus_left());
        if n > 0 {
            self.fungus[region.index()] += n;
            log.push(|| Event::Fungus { region, tokens: n });
        }
    }

    /// Whether a path token was put there (E2-029, E2-318).
    pub(crate) fn open_path(&mut self, region: Region, log: &mut impl Log<Event>) -> bool {
        let left = self.paths.len() < self.data.numbers.supply.paths;
        if !left || self.paths.has(region) {
            return false;
        }
        self.paths.insert(region);
        log.push(|| Event::Path { region });
        true
    }
}
