//! Recruit, and Empire cards.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Fleet, State, Task};

/// What Recruit and Empire cards ask.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Recruiting {
    Recruit,
    Keep,
    EmpireLimit,
}

#[cited]
impl Chapter<Recruiting> for State {
    fn answers(&self, question: Recruiting, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Recruiting::Recruit => {
                let places = self.recruiting_places(seat);
                for kind in Kind::all().filter(|&k| self.is_allied(seat, k) && self.check_kind(seat, k).is_ok()) {
                    out.extend(places.iter().map(|r| Action::Recruit(kind, r)));
                }
                out.push(Action::Done);
            }
            Recruiting::Keep => out.extend(self.offered.iter().map(Action::KeepEmpire)),
            Recruiting::EmpireLimit => out.extend(self.player(seat).empire.iter().map(Action::DiscardEmpire)),
        }
    }

    fn permits(&self, question: Recruiting, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (Recruiting::Recruit, Action::Recruit(kind, region)) => {
                self.check_kind(seat, kind)?;
                require!(self.recruiting_places(seat).has(region), Illegal::NotARecruitingPlace(region)); // E2-177, E2-178
            }
            (Recruiting::Recruit, Action::Done) => {}
            (Recruiting::Keep, Action::KeepEmpire(card)) => require!(self.offered.has(card), Illegal::NotOffered(card)), // E2-183
            (Recruiting::EmpireLimit, Action::DiscardEmpire(card)) => {
                require!(self.player(seat).empire.has(card), Illegal::NotOffered(card));
            }
            (Recruiting::Recruit | Recruiting::Keep | Recruiting::EmpireLimit, _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Recruiting,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (Recruiting::Recruit, Action::Recruit(kind, region)) => {
                let price = self.unit_price(seat, kind);
                self.player_mut(seat).credits -= u16::from(price); // E2-176
                self.put_unit(seat, kind, region, price, log); // E2-138, E2-323: any number of units fits
            }
            (Recruiting::Keep, Action::KeepEmpire(card)) => {
                self.tasks.pop();
                self.player_mut(seat).empire.insert(card); // E2-183
                log.reveal(); // the other one
                self.offered.remove(card);
                self.empire_discard |= std::mem::take(&mut self.offered);
                log.push(|| Event::KeepsEmpire { seat, card });
                self.tasks.push(Task::EmpireLimit(seat));
            }
            (Recruiting::EmpireLimit, Action::DiscardEmpire(card)) => {
                self.lose_empire(seat, card, log);
                log.push(|| Event::DiscardsEmpire { seat, card });
            }
            (Recruiting::Recruit, _) => _ = self.tasks.pop(),
            (Recruiting::Keep | Recruiting::EmpireLimit, _) => unreachable!("permits refuses everything else"),
        }
    }
}

#[cited]
impl State {
    fn check_kind(&self, seat: Seat, kind: Kind) -> Check {
        require!(kind != Kind::Worldship && self.reserve(seat, kind) > 0, Illegal::NotRecruited(kind)); // E2-180
        require!(kind != Kind::WarBot || self.has_tech(seat, Tech::WarBots), Illegal::NoWarBots); // E2-182, E2-246
        require!(self.is_allied(seat, kind), Illegal::NotAllied(kind)); // E2-181, E2-260
        require!(self.player(seat).credits >= u16::from(self.unit_price(seat, kind)), Illegal::NoCredits); // E2-176
        Ok(())
    }

    /// Pieces of a kind that the seat could still put on the map (E2-095, E2-180, E2-181).
    pub(crate) fn reserve(&self, seat: Seat, kind: Kind) -> u8 {
        let all = Fleet::pieces(kind) as u8;
        if kind.index() < Kind::WarBot.index() {
            all - self.player(seat).fleet.on_map(kind)
        } else {
            all - self.seats().map(|s| self.player(s).fleet.on_map(kind)).sum::<u8>() // E2-023: shared
        }
    }

    /// A seat's own units, and those of its allies.
    fn is_allied(&self, seat: Seat, kind: Kind) -> bool {
        kind.planet().is_none_or(|p| self.ally[p.index()] == Some(seat))
    }

    /// E2-179, E2-263, E2-264.
    fn unit_price(&self, seat: Seat, kind: Kind) -> u8 {
        let spliced = kind.planet().is_some() && self.has_tech(seat, Tech::GeneSplicing);
        let less = if spliced { self.data.numbers.misc.splicing } else { 0 };
        self.data.unit(kind).cost.saturating_sub(less)
    }

    /// The region of the Worldship, and regions with both own cube and own building (E2-177, E2-178); never beside Sarkeen or the
    /// dreadnought, nor on a razed planet (E2-050).
    fn recruiting_places(&self, seat: Seat) -> Regions {
        let player = self.player(seat);
        let works = player.works.iter().fold(Regions::EMPTY, |all, w| all | w.regions());
        let ship = player.fleet.worldship().map_or(Regions::EMPTY, Set::of);
        let open = |r: &Region| !self.guarded(*r) && !self.is_razed(*r);
        (works & player.cubes | ship).iter().filter(open).collect()
    }

    /// An Empire card is discarded, and all see it.
    pub(crate) fn lose_empire(&mut self, seat: Seat, card: Empire, log: &mut impl Log<Event>) {
        let player = self.player_mut(seat);
        if !player.empire_shown.has(card) {
            log.reveal();
        }
        player.empire.remove(card);
        player.empire_shown.remove(card);
        self.empire_discard.insert(card);
    }

    pub(crate) fn put_unit(&mut self, seat: Seat, kind: Kind, region: Region, price: u8, log: &mut impl Log<Event>) {
        if self.reserve(seat, kind) > 0 && self.player_mut(seat).fleet.add(kind, region) {
            log.push(|| Event::Recruits { seat, kind, region, price });
        }
    }

    pub(crate) fn too_many_empire_cards(&self, seat: Seat) -> bool {
        self.player(seat).empire.len() > self.data.numbers.misc.empire_hand // E2-240
    }

    /// Two cards; one is kept, both with Ansible (E2-183, E2-186, E2-265).
    pub(crate) fn draw_empire(&mut self, seat: Seat, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        for _ in 0..self.data.numbers.misc.empire_draw {
            if self.empire_deck.is_empty() {
                self.empire_deck = std::mem::take(&mut self.empire_discard); // E2-086, E2-186
            }
            let deck = self.empire_deck;
            if !deck.is_empty() {
                let card = deck.nth(chance.pick(u32::from(deck.len()), |i| deck.nth(i).to_string()));
                self.empire_deck.remove(card);
                self.offered.insert(card);
            }
        }
        let cards = self.offered;
        log.push(|| Event::DrawsEmpire { seat, cards });
        if self.has_tech(seat, Tech::Ansible) {
            self.offered = Set::EMPTY; // E2-265
            self.player_mut(seat).empire |= cards;
            self.tasks.push(Task::EmpireLimit(seat));
        } else if !cards.is_empty() {
            self.tasks.push(Task::Keep(seat));
        }
    }
}
