//! After the reveal: VP, cargo, conquest, retreat, the loser's card.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, Set, Side, cited};

use crate::action::Action;
use crate::data::{Op, Trigger};
use crate::event::{Event, Money, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Amount, Cargo, Fight, State, Target, Task};

/// What a battle asks after the reveal.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Aftermath {
    Cargo(Side),
    Bearer { card: Card, from: Region },
    Retreat { from: Region },
    Loser(Side),
}

#[cited]
impl Chapter<Aftermath> for State {
    fn answers(&self, question: Aftermath, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Aftermath::Cargo(winner) => {
                let taken = self.stake(winner).map(|(_, c)| c);
                out.extend(self.player(seat).cargo.into_iter().chain(taken).map(|c| Action::KeepDelivery(c.card)));
            }
            Aftermath::Bearer { .. } => {
                let units = self.units_of(seat, self.fight.at);
                out.extend(Kind::all().filter(|k| units[k.index()] > 0).map(Action::Carrier));
            }
            Aftermath::Retreat { from } => out.extend(self.retreats(seat, from).iter().map(Action::Retreat)),
            Aftermath::Loser(_) => out.extend([Action::KeepCard, Action::ReplaceCard]),
        }
    }

    fn permits(&self, question: Aftermath, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (Aftermath::Cargo(winner), Action::KeepDelivery(card)) => {
                let own = self.player(seat).cargo.is_some_and(|c| c.card == card);
                let taken = self.stake(winner).is_some_and(|(_, c)| c.card == card);
                require!(own || taken, Illegal::NotADelivery(card)); // E2-231
            }
            (Aftermath::Bearer { .. }, Action::Carrier(kind)) => {
                require!(self.player(seat).fleet.count(kind, self.fight.at) > 0, Illegal::NoCarrier(kind)); // E2-232
            }
            (Aftermath::Retreat { from }, Action::Retreat(to)) => {
                require!(self.retreats(seat, from).has(to), Illegal::NotNearest(to)); // E2-216
            }
            (Aftermath::Loser(_), Action::KeepCard | Action::ReplaceCard) => {} // E2-214
            (Aftermath::Cargo(_) | Aftermath::Bearer { .. } | Aftermath::Retreat { .. } | Aftermath::Loser(_), _) => {
                return Err(Illegal::OtherQuestion);
            }
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Aftermath,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.tasks.pop();
        match (question, action) {
            (Aftermath::Cargo(winner), Action::KeepDelivery(card)) => {
                if self.player(seat).cargo.is_some_and(|c| c.card == card) {
                    let (loser, _) = self.stake(winner).expect("asked only with cargo at stake");
                    self.drop_cargo(loser, log);
                } else {
                    self.drop_cargo(seat, log); // E2-230
                    self.seize(winner, log);
                }
            }
            (Aftermath::Bearer { card, from }, Action::Carrier(kind)) => self.load(seat, card, from, kind),
            (Aftermath::Retreat { from }, Action::Retreat(to)) => {
                self.shift_all(seat, from, to); // E2-215, E2-217
                log.push(|| Event::Retreats { seat, from, to });
            }
            (Aftermath::Loser(side), _) => self.loser_card(side, seat, action, log),
            (Aftermath::Cargo(_) | Aftermath::Bearer { .. } | Aftermath::Retreat { .. }, _) => {}
        }
    }
}

#[cited]
impl State {
    /// The loser's cargo, if its carrier is here and nobody escorts it.
    fn stake(&self, winner: Side) -> Option<(Seat, Cargo)> {
        let loser = self.fight.seat(winner.other())?;
        self.fight.seat(winner)?; // natives, Sarkeen and the dreadnought take nothing (E2-231)
        let player = self.player(loser);
        let cargo = player.cargo.filter(|c| c.at == self.fight.at)?;
        let escorted = player.fleet.count(Kind::HaulGuard, self.fight.at) > 0;
        (!escorted).then_some((loser, cargo))
    }

    /// The winner is asked which delivery to keep if both have one.
    pub(crate) fn chooses_cargo(&self, winner: Side) -> Option<Seat> {
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

    fn loser_card(&mut self, side: Side, seat: Seat, action: Action, log: &mut impl Log<Event>) {
        let card = self.fight.cards[side].take().expect("asked only about a card");
        let kept = action == Action::KeepCard;
        log.push(|| Event::LoserCard { seat, card, kept });
        if kept {
            self.player_mut(seat).hand.insert(card);
            self.player_mut(seat).known.insert(card);
        } else {
            self.discard.insert(card);
            self.tasks.push(Task::Draw { seat, amount: Amount::Cards(1) }); // E2-214: last of all
        }
    }

    /// The winner takes it, or nobody does; a Haul Guard escorts it (E2-012, E2-223, E2-232).
    pub(crate) fn cargo_lost(&mut self, winner: Side, log: &mut impl Log<Event>) {
        let Some((loser, _)) = self.stake(winner) else { return };
        let seat = self.fight.seat(winner).expect("only players take cargo");
        if self.player(seat).fleet.present().has(self.fight.at) {
            self.seize(winner, log);
        } else {
            self.drop_cargo(loser, log);
        }
    }

    fn seize(&mut self, winner: Side, log: &mut impl Log<Event>) {
        let (loser, cargo) = self.stake(winner).expect("cargo is at stake");
        self.player_mut(loser).cargo = None;
        let seat = self.fight.seat(winner).expect("only players take cargo");
        log.push(|| Event::Seizes { seat, from: loser, card: cargo.card });
        self.tasks.push(Task::Bearer { winner, card: cargo.card, from: cargo.from });
    }

    fn load(&mut self, seat: Seat, card: Card, from: Region, carrier: Kind) {
        let at = self.fight.at;
        self.player_mut(seat).cargo = Some(Cargo { card, from, at, carrier });
        let going = &mut self.going;
        if going.arrived && going.seat == seat && going.has(carrier) {
            going.carrier = Some(carrier);
        }
    }

    /// Cards are shown, the totals decide (E2-203, E2-208 to E2-211).
    pub(crate) fn reveal(&mut self, log: &mut impl Log<Event>) {
        let Fight { attacker, at, cards, .. } = self.fight;
        if cards.0.iter().any(Option::is_some) {
            log.reveal();
        }
        let (totals, winner) = self.outcome();
        log.push(|| Event::Battle { fight: self.fight, totals, winner });
        let fight = self.fight;
        for seat in Side::BOTH.into_iter().filter_map(|s| fight.seat(s)) {
            let player = self.player_mut(seat);
            player.known &= player.hand;
        }
        let loser = winner.other();
        if let Some(seat) = self.fight.seat(winner) {
            if !self.peace(at) {
                self.gain_vp(seat, self.data.numbers.battle.vp, Source::Battles, log); // E2-210
            }
            if self.fight.chosen[winner][Kind::Enforcer.index()] > 0 {
                self.gain_credits(seat, self.data.numbers.battle.loot, Money::Loot, log);
            }
        }
        if let Some(card) = cards[winner] {
            self.fight.cards[winner] = None;
            self.discard.insert(card); // E2-211
        }
        let cargo = self.stake(winner).map(|_| Task::Cargo(winner));
        let spoils = (winner == Side::Attacker).then_some(Task::Spoils);
        let retreat = self.fight.seat(loser).map(|seat| Task::Retreat { seat, from: at }); // E2-215
        self.tasks.then([spoils, retreat, Some(Task::Control(at)), Some(Task::Loser(loser))]);
        if winner == Side::Attacker {
            self.claim(Trigger::Battle, attacker, log);
        }
        self.tasks.then([cargo]); // before all that
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
