//! After the reveal: VP, cargo, conquest, retreat, the loser's card.

use astrarium_core::{Chance, Log, Piece, Seat, Set};

use crate::action::Action;
use crate::data::{Op, Trigger};
use crate::event::{Event, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{ATTACKER, Amount, Cargo, DEFENDER, Fight, State, Target, Task};

impl State {
    pub(crate) fn aftermath_actions(&self, task: Task, seat: Seat, out: &mut Vec<Action>) {
        match task {
            Task::Cargo(winner) => {
                let taken = self.stake(usize::from(winner)).map(|(_, c)| c);
                out.extend(self.player(seat).cargo.into_iter().chain(taken).map(|c| Action::KeepDelivery(c.card)));
            }
            Task::Bearer { .. } => {
                let units = self.units_of(seat, self.fight.at);
                out.extend(Kind::all().filter(|k| units[k.index()] > 0).map(Action::Carrier));
            }
            Task::Retreat { from, .. } => out.extend(self.retreats(seat, from).iter().map(Action::Retreat)),
            _ => out.extend([Action::KeepCard, Action::ReplaceCard]),
        }
    }

    pub(crate) fn check_aftermath(&self, task: Task, seat: Seat, action: Action) -> Check {
        match (task, action) {
            (Task::Cargo(winner), Action::KeepDelivery(card)) => {
                let own = self.player(seat).cargo.is_some_and(|c| c.card == card);
                let taken = self.stake(usize::from(winner)).is_some_and(|(_, c)| c.card == card);
                require!(own || taken, Illegal::NotADelivery); // E2-231
            }
            (Task::Bearer { .. }, Action::Carrier(kind)) => {
                require!(self.player(seat).fleet.count(kind, self.fight.at) > 0, Illegal::NoCarrier); // E2-232
            }
            (Task::Retreat { from, .. }, Action::Retreat(to)) => {
                require!(self.retreats(seat, from).has(to), Illegal::NotNearest); // E2-216
            }
            (Task::Loser(_), Action::KeepCard | Action::ReplaceCard) => {} // E2-214
            _ => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    /// The loser's cargo, if its carrier is here and nobody escorts it.
    fn stake(&self, winner: usize) -> Option<(Seat, Cargo)> {
        let loser = self.fight.seat(1 - winner)?;
        self.fight.seat(winner)?; // natives, Sarkeen and the dreadnought take nothing (E2-231)
        let player = self.player(loser);
        let cargo = player.cargo.filter(|c| c.at == self.fight.at)?;
        let escorted = player.fleet.count(Kind::HaulGuard, self.fight.at) > 0;
        (!escorted).then_some((loser, cargo))
    }

    /// The winner is asked which delivery to keep if both have one.
    pub(crate) fn chooses_cargo(&self, winner: usize) -> Option<Seat> {
        let seat = self.fight.seat(winner)?;
        let player = self.player(seat);
        (player.cargo.is_some() && player.fleet.present().has(self.fight.at)).then_some(seat)
    }

    /// The nearest regions with an own cube; else the nearest empty nodes; else the nearest nodes (E2-216).
    pub(crate) fn retreats(&self, seat: Seat, from: Region) -> Regions {
        let doom = self.doom.map_or(Regions::EMPTY, Set::of);
        let held = self.player(seat).cubes - doom - Set::of(from);
        let units = self.seats().fold(Regions::EMPTY, |all, s| all | self.player(s).fleet.present());
        let nodes = SPACE - doom;
        let wanted =
            [held, nodes - units, nodes].into_iter().find(|set| !set.is_empty()).expect("there are many nodes");
        let mut found = Regions::EMPTY;
        self.rings(Set::of(from), Regions::EMPTY, |_, ring| {
            found = ring & wanted;
            !found.is_empty()
        });
        found
    }

    pub(crate) fn aftermath(&mut self, task: Task, seat: Seat, action: Action, log: &mut impl Log<Event>) {
        self.tasks.pop();
        match (task, action) {
            (Task::Cargo(winner), Action::KeepDelivery(card)) => {
                if self.player(seat).cargo.is_some_and(|c| c.card == card) {
                    let (loser, _) = self.stake(usize::from(winner)).expect("asked only with cargo at stake");
                    self.drop_cargo(loser, log);
                } else {
                    self.drop_cargo(seat, log); // E2-230
                    self.seize(winner, log);
                }
            }
            (Task::Bearer { card, from, .. }, Action::Carrier(kind)) => self.load(seat, card, from, kind),
            (Task::Retreat { from, .. }, Action::Retreat(to)) => {
                self.shift_all(seat, from, to); // E2-215, E2-217
                log.push(|| Event::Retreats { seat, from, to });
            }
            (Task::Loser(side), _) => self.loser_card(usize::from(side), seat, action, log),
            _ => {}
        }
    }

    fn loser_card(&mut self, side: usize, seat: Seat, action: Action, log: &mut impl Log<Event>) {
        let card = self.fight.cards[side].take().expect("asked only about a card");
        let kept = action == Action::KeepCard;
        log.push(|| Event::LoserCard { seat, card, kept });
        if kept {
            self.player_mut(seat).hand.insert(card);
            self.player_mut(seat).known.insert(card);
        } else {
            self.discard.insert(card);
            self.tasks.push(Task::Draw { seat, amount: Amount::Cards(1) }); // E2-214, X-19: last of all
        }
    }

    /// The winner takes it, or nobody does (E2-223).
    pub(crate) fn cargo_lost(&mut self, winner: usize, log: &mut impl Log<Event>) {
        let Some((loser, _)) = self.stake(winner) else { return };
        let seat = self.fight.seat(winner).expect("only players take cargo");
        if self.player(seat).fleet.present().has(self.fight.at) {
            self.seize(winner as u8, log);
        } else {
            self.drop_cargo(loser, log);
        }
    }

    fn seize(&mut self, winner: u8, log: &mut impl Log<Event>) {
        let (loser, cargo) = self.stake(usize::from(winner)).expect("cargo is at stake");
        self.player_mut(loser).cargo = None;
        let seat = self.fight.seat(usize::from(winner)).expect("only players take cargo");
        log.push(|| Event::Seizes { seat, from: loser, card: cargo.card });
        self.tasks.push(Task::Bearer { winner, card: cargo.card, from: cargo.from });
    }

    fn load(&mut self, seat: Seat, card: Card, from: Region, carrier: Kind) {
        let at = self.fight.at;
        self.player_mut(seat).cargo = Some(Cargo { card, from, at, carrier });
        let going = &mut self.going;
        if going.alive && going.seat == seat && going.units[carrier.index()] > 0 {
            going.units[carrier.index()] -= 1;
            going.carrier = true;
        }
    }

    /// Cards are shown, the totals decide (E2-203, E2-208 to E2-211).
    pub(crate) fn reveal(&mut self, log: &mut impl Log<Event>) {
        let Fight { attacker, at, cards, .. } = self.fight;
        let (totals, winner) = self.outcome();
        log.push(|| Event::Battle { fight: self.fight, totals, attacker_wins: winner == ATTACKER });
        let fight = self.fight;
        for seat in [ATTACKER, DEFENDER].into_iter().filter_map(|s| fight.seat(s)) {
            let player = self.player_mut(seat);
            player.known &= player.hand;
        }
        let loser = 1 - winner;
        if let Some(seat) = self.fight.seat(winner) {
            if !self.peace(at) {
                self.gain_vp(seat, self.data.numbers.battle.vp, Source::Battles, log); // E2-210
            }
            if self.fight.chosen[winner][Kind::Enforcer.index()] > 0 {
                self.player_mut(seat).credits += u16::from(self.data.numbers.battle.loot);
            }
        }
        if let Some(card) = cards[winner] {
            self.fight.cards[winner] = None;
            self.discard.insert(card); // E2-211
        }
        self.tasks.push(Task::Loser(loser as u8));
        self.tasks.push(Task::Control(at));
        if let Some(seat) = self.fight.seat(loser) {
            self.tasks.push(Task::Retreat { seat, from: at }); // E2-215
        }
        if winner == ATTACKER {
            self.tasks.push(Task::Spoils);
            self.claim(Trigger::Battle, attacker, log);
        }
        if self.stake(winner).is_some() {
            self.tasks.push(Task::Cargo(winner as u8));
        }
    }

    /// Peace Accord: no VP for a battle on that surface.
    fn peace(&self, at: Region) -> bool {
        let planet = self.planet_at(at).filter(|_| at.is_surface());
        self.lying.iter().any(|e| Some(e.planet()) == planet && matches!(self.data.event(e).op, Op::Peace))
    }

    /// What the attacker wins (E2-212, E2-213, E2-221, E2-P022 to E2-P025).
    pub(crate) fn spoils(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let Fight { attacker, target, at, liberate, .. } = self.fight;
        let battle = &self.data.0.numbers.battle;
        match target {
            Target::Natives => self.place_cube(attacker, at, chance, log),
            Target::Sarkeen => {
                self.sarkeen.remove(at);
                self.gain_vp(attacker, battle.sarkeen.vp, Source::Sarkeen, log);
                self.place_cube(attacker, at, chance, log);
                self.gain_random(attacker, battle.sarkeen.goods, chance, log);
            }
            Target::Doom => {
                self.gain_vp(attacker, battle.doom.vp, Source::Dreadnought, log);
                self.place_influence(attacker, Planet::ValkaVii, battle.doom.markers, chance, log);
                self.doom_goes_back(attacker, log);
            }
            Target::Seat(loser) if self.player(loser).cubes.has(at) => {
                self.lose_cube(loser, at, log);
                if liberate {
                    self.liberated(attacker, at, chance, log);
                } else {
                    self.place_cube(attacker, at, chance, log);
                }
            }
            Target::Seat(_) => {}
        }
    }

    fn liberated(&mut self, attacker: Seat, at: Region, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let slot = at.slot().expect("a surface has a slot");
        let planet = self.planet_at(at).expect("a surface has a planet");
        self.shift_all(attacker, at, Region::orbit(slot)); // E2-P024
        log.push(|| Event::Liberates { seat: attacker, planet });
        self.place_influence(attacker, planet, self.data.0.numbers.battle.liberation, chance, log); // E2-P025
    }
}
