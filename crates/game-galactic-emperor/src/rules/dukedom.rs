//! The Dukedom: a house option for two players. A third seat that decides nothing and follows a script.

use astrarium_core::{Chance, Log, Seat, Side};

use crate::data::Price;
use crate::event::Event;
use crate::piece::{Kind, Space, Spaces, Spot, Tile, Unit};
use crate::rules::regent::sector;
use crate::state::{Phase, Regent, State};

impl State {
    /// Its turn of a role; nothing in Merchant, Steward and Scientist.
    pub(crate) fn dukedom_turn(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        match self.phase {
            Phase::Explorer(_) => self.dukedom_explores(seat, log),
            Phase::Engineer(_) => self.dukedom_builds(seat, log),
            Phase::Warlord(_) => self.standing_claims(seat, log),
            Phase::Merchant(_) | Phase::Steward(_) | Phase::Scientist => {}
            Phase::Colours
            | Phase::Direction
            | Phase::Pick
            | Phase::Regent(_)
            | Phase::LastBattle(_)
            | Phase::Over(_) => {
                unreachable!("these phases have no turns")
            }
        }
    }

    /// The first face-up tile: planets near its home, claimed; anything else far away, not under ships if it can be helped.
    fn dukedom_explores(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let Some(&tile) = self.display.as_slice().first() else { return };
        self.display.take(tile);
        log.push(|| Event::TilePicked { seat, tile });
        if tile == Tile::BlackHole {
            return self.open_hole(seat, log);
        }
        let (home, empty) = (self.players[seat].home(), self.map.empty());
        let inhabited = self.data.tile(tile).planets > 0;
        let at = if inhabited { self.nearest(home, empty).first() } else { self.farthest(home, empty) };
        let at = at.or(empty.first()).expect("there is an empty space for every tile");
        self.lay(seat, tile, at, log);
        self.explorer_claim(seat, at, log);
    }

    fn farthest(&self, from: Space, empty: Spaces) -> Option<Space> {
        let ships = self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | self.players[s].fleet.spaces());
        let quiet = empty - ships;
        let mut left = if quiet.is_empty() { empty } else { quiet };
        let mut last = None;
        while !left.is_empty() {
            let near = self.nearest(from, left);
            if near.is_empty() {
                return left.first();
            }
            last = near.first();
            left -= near;
        }
        last
    }

    /// One free fighter where it has fewest ships, the nearest among equals, its home only if it has nothing else.
    fn dukedom_builds(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let player = &self.players[seat];
        if self.spare_ships(seat, Kind::Fighter) == 0 {
            return;
        }
        let sectors = player.empires | player.bases;
        let fewest = sectors.iter().map(|s| player.fleet.here(s).len()).min();
        let thin: Spaces = sectors.iter().filter(|&s| Some(player.fleet.here(s).len()) == fewest).collect();
        let at = self.nearest(player.home(), thin).first().unwrap_or(player.home());
        self.launch(seat, Kind::Fighter, at, Price::default(), log);
    }

    /// Fighters first, then the token.
    pub(crate) fn dukedom_hits(&mut self, side: Side, log: &mut impl Log<Event>) {
        while self.battle().hits[side] > 0 {
            let battle = *self.battle();
            let ship = self.side_ships(&battle, side).first().map(Unit::Ship);
            let unit = ship.or_else(|| self.token(&battle, side)).expect("fewer hits than it can take");
            self.hit(side, unit, log);
        }
    }

    /// A free sector without influence, an own Empire without own influence, a human's Empire; else the token goes back.
    pub(crate) fn dukedom_influence(
        &mut self,
        regent: Regent,
        seat: Seat,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let player = &self.players[seat];
        let open = self.influenceable(&regent, seat);
        let marked = |s: Seat| regent.placed[s].iter().filter_map(sector).collect::<Spaces>();
        let anybody = self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | marked(s));
        let free = open - self.controlled() - anybody;
        let own = (open & player.empires) - marked(seat);
        let human = self.humans().fold(Spaces::EMPTY, |all, s| all | self.players[s].empires) & open;
        let target = [free, own, human].into_iter().find_map(|wanted| self.nearest(player.home(), wanted).first());
        match target {
            Some(at) => self.place_influence(regent, seat, Spot::Sector(at), chance, log),
            None => {
                let player = &mut self.players[seat];
                player.reserve += std::mem::take(&mut player.hand);
                self.next_placer(regent, chance, log);
            }
        }
    }
}
