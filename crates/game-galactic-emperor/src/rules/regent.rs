//! Regent: influence, the Throne, the victory count (GE-139 to GE-166, GE-170, GE-171, GE-179).

use astrarium_core::{BySeat, Chance, Log, Seat, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Space, Spaces, Spot, Tech};
use crate::state::{End, Influencing, Phase, Placed, Regent, State};

#[cited]
impl State {
    pub(crate) fn regent_actions(&self, regent: &Regent, seat: Seat, out: &mut Vec<Action>) {
        match regent.step {
            Influencing::Buy => {
                let offers = [Action::BuyInfluence, Action::BuyAsDiplomat];
                out.extend(offers.into_iter().filter(|&a| self.check_purchase(regent, seat, a).is_ok()));
                out.push(Action::Pass);
            }
            Influencing::Place | Influencing::Relocate => {
                let open = self.influenceable(regent, seat).iter().map(Spot::Sector);
                out.extend(open.chain([Spot::Throne]).map(Action::Influence));
                if regent.step == Influencing::Place {
                    out.push(Action::Stop); // GE-151
                }
            }
            Influencing::Refuse(_) => out.extend([Action::Refuse, Action::Pass]),
            Influencing::Refuge(at) => out.extend(self.refuges(regent, seat, at).iter().map(Action::Refuge)),
        }
    }

    /// Planet sectors on the board but no player's home, and none that the Ambassador has closed (GE-145, GE-149, GE-150).
    pub(crate) fn influenceable(&self, regent: &Regent, seat: Seat) -> Spaces {
        let closed = if self.holder(Tech::Ambassador) == Some(seat) { Spaces::EMPTY } else { regent.locked };
        self.map.planets - self.owned_homes() - closed
    }

    /// The nearest own Starbases that existed before influence was resolved and still do (GE-158 to GE-160).
    fn refuges(&self, regent: &Regent, seat: Seat, at: Space) -> Spaces {
        let player = &self.players[seat];
        self.nearest(at, (player.bases & regent.kept) | player.home_set())
    }

    pub(crate) fn check_regent(&self, regent: &Regent, seat: Seat, action: Action) -> Check {
        match (action, regent.step) {
            (Action::BuyInfluence | Action::BuyAsDiplomat, Influencing::Buy) => {
                self.check_purchase(regent, seat, action)
            }
            (Action::Pass, Influencing::Buy) => Ok(()),
            (Action::Influence(spot), Influencing::Place | Influencing::Relocate) => match spot {
                Spot::Sector(at) => self.check_spot(regent, seat, at),
                Spot::Throne => Ok(()), // GE-145
            },
            (Action::Stop, Influencing::Place) => Ok(()), // GE-151
            (Action::Stop, Influencing::Relocate) => Err(Illegal::MustRelocate), // GE-170
            (Action::Refuse | Action::Pass, Influencing::Refuse(_)) => Ok(()),
            (Action::Refuge(to), Influencing::Refuge(at)) => {
                require!(self.refuges(regent, seat, at).has(to), Illegal::NotNearest(to)); // GE-158
                Ok(())
            }
            _ => Err(Illegal::OtherPhase), // GE-140
        }
    }

    fn check_purchase(&self, regent: &Regent, seat: Seat, action: Action) -> Check {
        let player = &self.players[seat];
        let price = match action {
            Action::BuyInfluence => regent.price,
            _ => {
                require!(self.ready(seat, Tech::Diplomat), Illegal::NoDiplomat); // GE-179
                self.data.numbers.diplomat_price
            }
        };
        require!(player.reserve > 0, Illegal::NoTokens); // GE-141
        require!(player.marks >= u16::from(price), Illegal::DearInfluence); // GE-142
        Ok(())
    }

    fn check_spot(&self, regent: &Regent, seat: Seat, at: Space) -> Check {
        require!(self.map.planets.has(at), Illegal::NoPlanets(at)); // GE-145, GE-150
        require!(!self.owned_homes().has(at), Illegal::HomeSector(at)); // GE-149
        require!(self.influenceable(regent, seat).has(at), Illegal::Locked(at)); // GE-171
        Ok(())
    }

    pub(crate) fn influence(
        &mut self,
        mut regent: Regent,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match action {
            Action::BuyInfluence => self.buy_influence(regent, seat, regent.price, chance, log),
            Action::BuyAsDiplomat => self.declare(Tech::Diplomat, chance, log),
            Action::Refuse => self.declare(Tech::Ambassador, chance, log),
            Action::Influence(spot) => self.place_influence(regent, seat, spot, chance, log),
            Action::Stop => {
                let player = &mut self.players[seat];
                player.reserve += std::mem::take(&mut player.hand); // GE-151
                self.next_placer(regent, chance, log);
            }
            Action::Pass if regent.step == Influencing::Buy => self.next_buyer(regent, chance, log),
            Action::Pass => {
                regent.step = Influencing::Place;
                self.go_on_placing(regent, chance, log);
            }
            Action::Refuge(to) => {
                let Influencing::Refuge(at) = regent.step else { unreachable!("check refuses everything else") };
                self.take_refuge(seat, at, to, log);
                self.next_refuge(regent, chance, log);
            }
            _ => unreachable!("check refuses everything else"),
        }
    }

    // 1. Gain influence: the chooser first (GE-143).

    pub(crate) fn open_court(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.throne = None; // GE-139
        for seat in self.seats_in_play() {
            let drawn = self.data.0.numbers.influence_drawn;
            let player = &mut self.players[seat];
            player.hand = drawn.min(player.reserve); // GE-140
            player.reserve -= player.hand;
        }
        let regent = Regent { price: self.data.numbers.influence_price, ..Regent::default() }; // GE-142
        self.ask_buyer(regent, chance, log);
    }

    fn ask_buyer(&mut self, regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.phase = Phase::Regent(regent);
        if self.is_dukedom(self.actor()) {
            self.next_buyer(regent, chance, log);
        }
    }

    fn buy_influence(
        &mut self,
        mut regent: Regent,
        seat: Seat,
        marks: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let player = &mut self.players[seat];
        player.marks -= u16::from(marks);
        player.reserve -= 1;
        player.hand += 1; // GE-141: one and only one
        regent.price += self.data.numbers.influence_rise; // GE-142
        log.push(|| Event::InfluenceBought { seat, marks });
        self.next_buyer(regent, chance, log);
    }

    /// Always the lowest price; the next buyer pays more all the same (GE-179).
    pub(crate) fn diplomat_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Phase::Regent(regent) = self.phase else { unreachable!("the Diplomat buys influence") };
        if works {
            self.buy_influence(regent, self.actor(), self.data.numbers.diplomat_price, chance, log);
        }
    }

    fn next_buyer(&mut self, mut regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.turn += 1;
        if self.turn < self.n() {
            return self.ask_buyer(regent, chance, log);
        }
        self.turn = 0;
        regent.step = Influencing::Place;
        self.go_on_placing(regent, chance, log);
    }

    // 2. Exert influence: the chooser last (GE-144).

    pub(crate) fn placer(&self) -> Seat {
        self.role_seat((self.turn + 1) % self.n())
    }

    /// The seat places on while it has tokens, then the next one does.
    pub(crate) fn go_on_placing(&mut self, regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let seat = self.placer();
        self.phase = Phase::Regent(regent);
        match self.players[seat].hand {
            0 => self.next_placer(regent, chance, log),
            _ if self.is_dukedom(seat) => self.dukedom_influence(regent, seat, chance, log),
            _ => {}
        }
    }

    pub(crate) fn next_placer(&mut self, mut regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.turn += 1;
        regent.step = Influencing::Place;
        if self.turn < self.n() {
            self.go_on_placing(regent, chance, log);
        } else {
            self.turn = 0;
            self.resolve(regent, chance, log);
        }
    }

    /// Each token where its owner likes (GE-147); the Ambassador may answer one on a sector (GE-170).
    pub(crate) fn place_influence(
        &mut self,
        mut regent: Regent,
        seat: Seat,
        spot: Spot,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.players[seat].hand -= 1;
        regent.placed[seat].push(spot);
        regent.step = Influencing::Place;
        log.push(|| Event::InfluencePlaced { seat, spot });
        match spot {
            Spot::Sector(at) if self.may_refuse(&regent, seat) => {
                regent.step = Influencing::Refuse(at);
                self.phase = Phase::Regent(regent);
            }
            _ => self.go_on_placing(regent, chance, log),
        }
    }

    fn may_refuse(&self, regent: &Regent, placer: Seat) -> bool {
        let envoy = self.ready_owner(Tech::Ambassador).filter(|&s| s != placer); // GE-170
        envoy.is_some() && self.refusals_left(regent)
    }

    /// Each refusal closes a sector, so a role ends even without a limit (GE-171).
    pub(crate) fn refusals_left(&self, regent: &Regent) -> bool {
        let limit = self.options.ambassador_uses;
        limit == 0 || regent.refused < limit
    }

    /// The token goes elsewhere, and the sector is closed to all others for the rest of the role (GE-170, GE-171).
    pub(crate) fn ambassador_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Phase::Regent(mut regent) = self.phase else { unreachable!("the Ambassador acts in Regent") };
        let Influencing::Refuse(at) = regent.step else { unreachable!("the Ambassador refuses a token") };
        let placer = self.placer();
        regent.step = Influencing::Place;
        if !works {
            return self.go_on_placing(regent, chance, log);
        }
        log.push(|| Event::Refused { at, placer });
        regent.locked.insert(at);
        regent.refused += 1;
        regent.placed[placer].pop();
        self.players[placer].hand += 1;
        if self.is_dukedom(placer) {
            return self.go_on_placing(regent, chance, log);
        }
        regent.step = Influencing::Relocate;
        self.phase = Phase::Regent(regent);
    }

    // 3. Resolve: sectors, refuge, Throne, victory count.

    fn resolve(&mut self, mut regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let (before, placed) = (self.players, regent.placed);
        for seat in self.seats_in_play() {
            self.players[seat].reserve += regent.placed[seat].leave_sectors(); // GE-154
        }
        let contested: Spaces = placed.0.iter().flat_map(|p| p.iter()).filter_map(sector).collect();
        for at in contested.iter() {
            self.resolve_sector(&mut regent, &placed, at, log);
        }
        let kept = |s: Seat| before[s].bases & self.players[s].bases; // GE-159
        regent.kept = self.seats_in_play().fold(Spaces::EMPTY, |all, s| all | kept(s));
        self.next_refuge(regent, chance, log);
    }

    /// Influence is taken away evenly; one left is an Empire, more a Starbase (GE-146, GE-152 to GE-157).
    fn resolve_sector(&mut self, regent: &mut Regent, placed: &BySeat<Placed>, at: Space, log: &mut impl Log<Event>) {
        let old = self.owner(at);
        let (winner, left) = self.contest(placed, Spot::Sector(at));
        let starbase = left > self.data.numbers.empire_influence;
        if let Some(seat) = old {
            let player = &mut self.players[seat];
            player.empires.remove(at);
            player.bases.remove(at);
            player.reserve += 1; // GE-154
        }
        if let Some(seat) = winner {
            let player = &mut self.players[seat];
            player.reserve -= 1;
            if starbase { player.bases.insert(at) } else { player.empires.insert(at) } // GE-148, GE-156, GE-157
        }
        if self.must_leave(at, old, winner) {
            regent.evicted.insert(at);
        }
        log.push(|| Event::Resolved { at, winner, starbase });
    }

    /// Ships of the seat that lost the sector, and of the others where a seat gained it (GE-158, GE-161).
    fn must_leave(&self, at: Space, old: Option<Seat>, winner: Option<Seat>) -> bool {
        let guest = self.seats_in_play().find(|&s| self.players[s].fleet.any(at));
        guest.is_some_and(|guest| winner != Some(guest) && (winner.is_some() || old == Some(guest)))
    }

    /// The seat with most influence and how much more it has than the next; nobody on a tie (GE-152, GE-153, GE-155).
    pub(crate) fn contest(&self, placed: &BySeat<Placed>, spot: Spot) -> (Option<Seat>, u8) {
        let force = |seat: Seat| placed[seat].count(spot) + self.standing_influence(seat, spot);
        let (mut best, mut second, mut winner) = (0, 0, None);
        for seat in self.seats_in_play() {
            let force = force(seat);
            if force > best {
                (second, best, winner) = (best, force, Some(seat));
            } else {
                second = second.max(force);
            }
        }
        if best > second { (winner, best - second) } else { (None, 0) }
    }

    fn standing_influence(&self, seat: Seat, spot: Spot) -> u8 {
        let (player, numbers) = (&self.players[seat], &self.data.numbers);
        match spot {
            Spot::Sector(at) if player.empires.has(at) => numbers.empire_influence, // GE-146
            Spot::Sector(at) if player.bases.has(at) => numbers.starbase_influence,
            _ => 0,
        }
    }

    /// Evicted ships leave by role order, then by space (GE-158).
    fn next_refuge(&mut self, mut regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for k in 0..self.n() {
            let seat = self.role_seat(k);
            let ours = self.players[seat].fleet.spaces() & regent.evicted;
            if self.is_dukedom(seat) {
                let home = self.players[seat].home();
                ours.iter().for_each(|at| self.take_refuge(seat, at, home, log));
            } else if let Some(at) = ours.first() {
                regent.evicted -= Spaces::of(at);
                regent.step = Influencing::Refuge(at);
                self.phase = Phase::Regent(regent);
                return;
            }
        }
        self.close_court(regent, chance, log);
    }

    /// All ships of the sector go together; this is no move: no claim, no battle.
    fn take_refuge(&mut self, seat: Seat, at: Space, to: Space, log: &mut impl Log<Event>) {
        for ship in self.players[seat].fleet.here(at).iter() {
            self.players[seat].fleet.set(ship, Some(to));
        }
        log.push(|| Event::TookRefuge { seat, from: at, to });
    }

    fn close_court(&mut self, regent: Regent, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let seat = self.contest(&regent.placed, Spot::Throne).0.unwrap_or(self.chooser); // GE-162, GE-163
        self.throne = Some(seat); // GE-166: the round goes on from its first seat
        for seat in self.seats_in_play() {
            self.players[seat].reserve += regent.placed[seat].len(); // GE-162: the tokens come back
        }
        log.push(|| Event::ThroneTaken { seat });
        self.phase = Phase::Regent(Regent { price: regent.price, ..Regent::default() });
        self.victory_count(log); // GE-164
        if self.seats_in_play().any(|s| self.players[s].reserve == 0) {
            self.set_end(End::LastToken); // GE-194: only tokens that are left count
        }
        if self.vp_pool == 0 {
            self.set_end(End::LastVp); // GE-184
        }
        self.end_role(chance, log);
    }
}

/// The space of influence that lies on one.
pub(crate) fn sector(spot: Spot) -> Option<Space> {
    if let Spot::Sector(at) = spot { Some(at) } else { None }
}
