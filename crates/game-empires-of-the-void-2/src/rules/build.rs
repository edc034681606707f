//! Research & Build: goods on tracks and technologies, buildings.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::data::{TechData, Trigger};
use crate::event::{Event, Money};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Player, State, Task};

/// What Research & Build asks, and a card that builds.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Building {
    Menu,
    Now { discount: u8 },
}

impl Building {
    fn discount(self) -> u8 {
        match self {
            Building::Menu => 0,
            Building::Now { discount } => discount,
        }
    }
}

#[cited]
impl Chapter<Building> for State {
    fn answers(&self, question: Building, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Building::Menu => self.research_actions(seat, out),
            Building::Now { .. } => {}
        }
        let cubes = self.player(seat).cubes;
        let spaces: Regions = cubes.iter().filter(|&r| self.has_build_space(seat, r)).collect();
        let berth = |b: &Berth| self.berth_power(seat, *b).is_some_and(|power| self.can_owe(seat, power));
        let berths: Set<Berth> = Berth::all().filter(berth).collect();
        for work in Work::all().filter(|&w| self.check_price(seat, w, question.discount()).is_ok()) {
            out.extend(spaces.iter().map(|r| Action::Build(work, r)));
            out.extend(berths.iter().map(|b| Action::BuildAboard(work, b)));
        }
        out.push(match question {
            Building::Menu => Action::Done,
            Building::Now { .. } => Action::No,
        });
    }

    fn permits(&self, question: Building, seat: Seat, action: Action) -> Check {
        let player = self.player(seat);
        let (menu, discount) = match question {
            Building::Menu => (true, 0),
            Building::Now { discount } => (false, discount),
        };
        match action {
            Action::GoodToTrack(work) if menu => {
                require!(player.goods[work.good().index()] > 0, Illegal::NoGood(work.good())); // E2-142
                let most = self.data.numbers.board.track_goods;
                require!(player.track[work.index()] < most, Illegal::TrackFull(work)); // E2-144
            }
            Action::GoodToTech(tech, good) if menu => {
                let (place, row) = self.open_tech(seat, tech)?;
                require!(player.goods[good.index()] > 0, Illegal::NoGood(good)); // E2-145
                let mut bench = player.bench[place];
                require!(missing(row, &bench) > 0 && fits(row, &bench, good), Illegal::NoSlot(tech)); // E2-146
                bench[good.index()] += 1;
                require!(missing(row, &bench) > 0 || self.can_owe(seat, row.power), Illegal::NoPower); // E2-161, E2-312
            }
            Action::Complete(tech) if menu => {
                let (place, row) = self.open_tech(seat, tech)?;
                let bench = &player.bench[place];
                let short = missing(row, bench) == 1 && bench.iter().any(|&n| n > 0);
                require!(short && self.has_ability(seat, Ability::OpenArchive), Illegal::NoSlot(tech));
                require!(self.can_owe(seat, row.power), Illegal::NoPower); // E2-312
            }
            Action::Build(work, region) => {
                require!(player.cubes.has(region), Illegal::NotControlled(region)); // E2-156, E2-308
                require!(self.has_build_space(seat, region), Illegal::NoBuildSpace(region)); // E2-157
                self.check_price(seat, work, discount)?;
            }
            Action::BuildAboard(work, berth) => {
                let power = self.berth_power(seat, berth).ok_or(Illegal::NoShipSpace)?; // E2-158, E2-159
                self.check_price(seat, work, discount)?;
                require!(self.can_owe(seat, power), Illegal::NoPower); // E2-160, E2-309, E2-312
            }
            Action::Done if menu => {}
            Action::No if !menu => {}
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Building,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        // E2-147: the menu has no limit.
        let (once, discount) = match question {
            Building::Menu => (action == Action::Done, 0),
            Building::Now { discount } => (true, discount),
        };
        if once {
            self.tasks.pop();
        }
        match action {
            Action::GoodToTrack(work) => {
                let player = self.player_mut(seat);
                player.goods[work.good().index()] -= 1;
                player.track[work.index()] += 1; // E2-142
                log.push(|| Event::GoodToTrack { seat, work });
            }
            Action::GoodToTech(tech, good) => {
                let (place, row) = self.open_tech(seat, tech).expect("checked: on the board");
                let player = self.player_mut(seat);
                player.goods[good.index()] -= 1;
                player.bench[place][good.index()] += 1; // E2-145
                log.push(|| Event::GoodToTech { seat, tech, good });
                if missing(row, &self.player(seat).bench[place]) == 0 {
                    self.gain_tech(seat, tech, log);
                }
            }
            Action::Complete(tech) => self.gain_tech(seat, tech, log),
            Action::Build(work, region) => {
                let price = self.pay_building(seat, work, discount);
                self.player_mut(seat).works[work.index()].add(region);
                self.raise(seat, work);
                log.push(|| Event::Builds { seat, work, region: Some(region), price });
            }
            Action::BuildAboard(work, berth) => {
                let price = self.pay_building(seat, work, discount);
                self.owe(seat, self.board_of(seat).ship.get_ref()[berth.index()], log); // E2-160, E2-310
                self.player_mut(seat).works[work.index()].add_ship(berth.index() as u8);
                self.raise(seat, work);
                log.push(|| Event::Builds { seat, work, region: None, price });
            }
            _ => {} // done
        }
    }
}

#[cited]
impl State {
    fn research_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let player = self.player(seat);
        let goods: Set<Good> = Good::all().filter(|g| player.goods[g.index()] > 0).collect();
        let archive = self.has_ability(seat, Ability::OpenArchive);
        if goods.is_empty() && !archive {
            return;
        }
        let legal = |a: &Action| self.permits(Building::Menu, seat, *a).is_ok();
        out.extend(Work::all().map(Action::GoodToTrack).filter(legal));
        for tech in self.board_of(seat).tech.get_ref().iter().map(|t| t.id) {
            out.extend(goods.iter().map(|g| Action::GoodToTech(tech, g)).filter(legal));
            out.extend(Some(Action::Complete(tech)).filter(|a| archive && legal(a)));
        }
    }

    fn check_price(&self, seat: Seat, work: Work, discount: u8) -> Check {
        let price = self.building_price(seat, work, discount).ok_or(Illegal::NothingLeftToBuild(work))?; // E2-149
        require!(self.player(seat).credits >= u16::from(price), Illegal::NoCredits); // E2-148
        Ok(())
    }

    /// A technology of the board that is not researched (E2-242).
    fn open_tech(&self, seat: Seat, tech: Tech) -> Result<(usize, &'static TechData), Illegal> {
        let found = self.board_of(seat).find(tech).filter(|_| !self.has_tech(seat, tech));
        found.ok_or(Illegal::NotYourTech(tech))
    }

    /// The leftmost building: printed price, less goods on the track and discounts (E2-143, E2-149, E2-150).
    pub(crate) fn building_price(&self, seat: Seat, work: Work, discount: u8) -> Option<u8> {
        let built = usize::from(self.built(seat, work));
        let printed = *self.board_of(seat).costs(work).get(built)?;
        let forges = if self.has_ability(seat, Ability::MasterForges) { self.data.numbers.misc.forges } else { 0 };
        let less = self.player(seat).track[work.index()] + forges + discount;
        Some(printed.saturating_sub(less).max(self.data.numbers.board.least_price))
    }

    pub(crate) fn built(&self, seat: Seat, work: Work) -> u8 {
        self.player(seat).works[work.index()].built()
    }

    pub(crate) fn has_build_space(&self, seat: Seat, region: Region) -> bool {
        let spaces = self.build_spaces(region);
        let used: u8 = self.player(seat).works.iter().map(|w| w.on(region)).sum();
        used < spaces
    }

    pub(crate) fn build_spaces(&self, region: Region) -> u8 {
        match self.planet_at(region) {
            Some(planet) if region.is_surface() => self.data.planet(planet).spaces,
            _ => self.data.regions[region.index()].spaces,
        }
    }

    /// The power of a free space of the own Worldship.
    pub(crate) fn berth_power(&self, seat: Seat, berth: Berth) -> Option<u8> {
        let power = *self.board_of(seat).ship.get_ref().get(berth.index())?;
        let taken = self.player(seat).works.iter().any(|w| w.on_space(berth.index() as u8));
        (!taken).then_some(power)
    }

    pub(crate) fn hand_power(&self, seat: Seat) -> u8 {
        self.player(seat).hand.iter().map(|c| self.data.power(c)).sum()
    }

    /// Whether the hand can still pay for all that is owed at the end of the turn.
    pub(crate) fn can_owe(&self, seat: Seat, power: u8) -> bool {
        u16::from(self.debt.owed) + u16::from(power) <= u16::from(self.hand_power(seat))
    }

    /// More to pay at the end of the turn. All learn that the hand can, unless any hand of its size could.
    fn owe(&mut self, seat: Seat, power: u8, log: &mut impl Log<Event>) {
        self.debt.owed += power;
        let Player { hand, known, .. } = *self.player(seat);
        let of = |card| self.data.power(card);
        let least = || Card::all().map(of).min().unwrap_or_default() * (hand - known).len();
        if power > 0 && self.debt.owed > known.iter().map(of).sum::<u8>() + least() {
            log.reveal();
        }
    }

    /// Whether a stronger hand would allow more than this one does.
    pub(crate) fn lacks_power(&self, seat: Seat) -> bool {
        let player = self.player(seat);
        let (menu, discount) = match self.tasks.top() {
            Task::BuildNow { discount, .. } => (false, discount),
            _ => (true, 0),
        };
        let dear = |b: Berth| self.berth_power(seat, b).is_some_and(|power| !self.can_owe(seat, power));
        let aboard = Berth::all().any(dear) && Work::all().any(|w| self.check_price(seat, w, discount).is_ok());
        let archive = self.has_ability(seat, Ability::OpenArchive);
        let nearly = |(row, bench): (&TechData, &[u8; GOODS])| {
            let at_hand = |g: Good| player.goods[g.index()] > 0 && fits(row, bench, g);
            let begun = archive && bench.iter().any(|&n| n > 0);
            let last = missing(row, bench) == 1 && (begun || Good::all().any(at_hand));
            last && !player.techs.has(row.id) && !self.can_owe(seat, row.power)
        };
        aboard || menu && self.board_of(seat).tech.get_ref().iter().zip(&player.bench).any(nearly)
    }

    fn pay_building(&mut self, seat: Seat, work: Work, discount: u8) -> u8 {
        let price = self.building_price(seat, work, discount).expect("checked: one is left");
        self.player_mut(seat).credits -= u16::from(price); // E2-148
        price
    }

    /// A higher maximum raises the present command too (E2-153).
    fn raise(&mut self, seat: Seat, work: Work) {
        if work == Work::Academy {
            self.player_mut(seat).command += self.data.numbers.board.academy;
        }
    }

    /// Goods to the bag, power to the debt, then whatever it brings (E2-123, E2-161, E2-273, E2-274).
    fn gain_tech(&mut self, seat: Seat, tech: Tech, log: &mut impl Log<Event>) {
        let (place, row) = self.open_tech(seat, tech).expect("checked: on the board");
        let bench = std::mem::take(&mut self.player_mut(seat).bench[place]);
        Good::all().for_each(|g| self.unseen[g.index()] += bench[g.index()]);
        self.owe(seat, row.power, log); // E2-162
        let misc = &self.data.0.numbers.misc;
        let lab = self.has_tech(seat, Tech::WorldshipLab);
        self.player_mut(seat).techs |= Set::of(tech);
        if tech == Tech::BioneuralNetwork {
            self.player_mut(seat).command += misc.network; // E2-268
        }
        log.push(|| Event::Researches { seat, tech });
        if lab {
            self.gain_credits(seat, misc.lab, Money::Lab, log);
        }
        self.claim(Trigger::Technology, seat, log);
    }
}

/// Places of a technology without a good.
pub(crate) fn missing(row: &TechData, bench: &[u8; GOODS]) -> u8 {
    (row.goods.len() as u8).saturating_sub(bench.iter().sum())
}

/// Whether one more good of this kind has a place: its own, or one for any kind.
pub(crate) fn fits(row: &TechData, bench: &[u8; GOODS], good: Good) -> bool {
    let named = |g: Good| row.goods.iter().filter(|w| w.good() == Some(g)).count() as u8;
    let any = row.goods.iter().filter(|w| w.good().is_none()).count() as u8;
    let used: u8 = Good::all().map(|g| bench[g.index()].saturating_sub(named(g))).sum();
    bench[good.index()] < named(good) || used < any
}

/// Whether goods on a technology fit its places.
pub(crate) fn bench_fits(row: &TechData, bench: &[u8; GOODS]) -> bool {
    let mut laid = [0; GOODS];
    for good in Good::all() {
        for _ in 0..bench[good.index()] {
            if missing(row, &laid) == 0 || !fits(row, &laid, good) {
                return false;
            }
            laid[good.index()] += 1;
        }
    }
    true
}
