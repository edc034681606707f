//! The sequence of play on one screen: who is asked, what is allowed, what comes next.

use astrarium_core::{Chance, Log, Seat, SeatSet, Turn as Asked};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Regions, UNINHABITED};
use crate::state::{DEFENDER, State, Task};

impl State {
    pub(crate) fn asked(&self) -> Asked {
        match self.tasks.top() {
            Task::Over => Asked::Over(self.standing()),
            Task::FirstEmpire => Asked::AnyOf(self.choosing_empire()), // E2-085
            Task::Cards => Asked::AnyOf(self.choosing_cards()),        // E2-202, E2-203
            task => Asked::Of(self.asks(task).expect("whatever asks nobody has been carried out")),
        }
    }

    /// Whom a task asks; nobody if it is carried out by itself.
    #[inline(always)]
    fn asks(&self, task: Task) -> Option<Seat> {
        let when = |condition: bool, seat: Seat| condition.then_some(seat);
        let going = self.going.seat;
        let alive = self.going.alive;
        match task {
            Task::Faction => Some(self.drafter()),
            Task::Choose => Some(self.active),
            Task::Start(seat) | Task::Respond(seat) | Task::Mode(seat) | Task::AttackFrom(seat) => Some(seat),
            Task::Menu(seat) | Task::CardMode(seat) | Task::CostGood(seat) | Task::Recruit(seat) => Some(seat),
            Task::Court { seat, .. } | Task::Keep(seat) | Task::BuildNow { seat, .. } => Some(seat),
            Task::Pay(seat) => when(self.paid < self.debt, seat),
            Task::Parasite(seat) => when(self.has_parasites(seat), seat),
            Task::Colonize(seat) => when(self.may_colonize(seat), seat),
            Task::LastCall { drawer, place } => {
                self.clockwise(drawer).nth(usize::from(place)).filter(|&s| self.may_colonize(s))
            }
            Task::Origin | Task::Group | Task::Jump | Task::Step => Some(going),
            Task::Scavenge => when(self.may_scavenge(), going),
            Task::Attack => when(alive && self.going.may_attack() && self.has_target(going, self.going.at), going),
            Task::Burn => when(alive && self.may_burn(), going),
            Task::Pickup => when(alive && self.may_pick_up(), going),
            Task::Carrier(_) => when(alive, going),
            Task::Cure(_) => when(alive && self.may_cure(), going),
            Task::Target => Some(self.fight.attacker),
            Task::Liberate => when(self.may_liberate(), self.fight.attacker),
            Task::Attacked => self.fight.seat(DEFENDER).filter(|&s| self.may_colonize(s)),
            Task::Units(side) => self.chooses_units(usize::from(side)),
            Task::Reroll(side) => self.fight.seat(usize::from(side)).filter(|&s| self.may_reroll_battle(s, side)),
            Task::Cargo(winner) => self.chooses_cargo(usize::from(winner)),
            Task::Bearer { winner, .. } => self.fight.seat(usize::from(winner)),
            Task::Retreat { seat, from } => when(self.player(seat).fleet.present().has(from), seat),
            Task::Loser(side) => {
                self.fight.seat(usize::from(side)).filter(|_| self.fight.cards[usize::from(side)].is_some())
            }
            Task::EmpireLimit(seat) => when(self.too_many_empire_cards(seat), seat),
            Task::Rolled { seat, .. } => when(self.may_reroll(seat), seat),
            Task::ChooseGood { seat, left } => when(left > 0 && self.bag() > 0, seat),
            Task::ChoosePlanet { seat, .. } => when(self.has_open_influence(seat), seat),
            Task::Gift { seat, .. } => Some(seat),
            Task::Oust { seat, planet, .. } => when(self.others_on(seat, planet).next().is_some(), seat),
            Task::PutUnit { seat, planet, kind } => when(!self.unit_places(seat, planet, kind).is_empty(), seat),
            Task::PutFungus { seat, within, .. } => when(!self.fungus_places(seat, within).is_empty(), seat),
            Task::Cleanse { seat, left } => when(left > 0 && self.fungus.iter().any(|&f| f > 0), seat),
            Task::Grab { seat, left } => when(left > 0 && !self.grab_places(seat).is_empty(), seat),
            Task::Tribute { seat, .. } | Task::Bid { seat, .. } => Some(seat),
            _ => None,
        }
    }

    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let task = self.tasks.top();
        let asked = match task {
            Task::Over => false,
            Task::FirstEmpire => self.choosing_empire().contains(seat),
            Task::Cards => self.choosing_cards().contains(seat),
            _ => self.asks(task) == Some(seat),
        };
        if !asked {
            return;
        }
        self.list_answers(task, seat, out);
    }

    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Check {
        let task = self.tasks.top();
        require!(task != Task::Over, Illegal::GameOver); // E2-279
        require!(self.asked().seats().contains(seat), Illegal::NotAsked); // E2-101
        self.check_task(task, seat, action)
    }

    /// Every answer that `check_task` accepts.
    fn list_answers(&self, task: Task, seat: Seat, out: &mut Vec<Action>) {
        match task {
            Task::Faction | Task::FirstEmpire | Task::Start(_) => self.setup_actions(task, seat, out),
            Task::Choose | Task::Respond(_) => self.cycle_actions(task, seat, out),
            Task::Pay(_) | Task::Parasite(_) | Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked => {
                self.end_actions(task, seat, out)
            }
            Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Group | Task::Jump | Task::Step => {
                self.move_actions(task, seat, out)
            }
            Task::Scavenge | Task::Burn | Task::Pickup | Task::Carrier(_) | Task::Cure(_) => {
                self.arrival_actions(task, seat, out)
            }
            Task::Attack | Task::Target | Task::Liberate | Task::Units(_) | Task::Reroll(_) | Task::Cards => {
                self.battle_actions(task, seat, out)
            }
            Task::Cargo(_) | Task::Bearer { .. } | Task::Retreat { .. } | Task::Loser(_) => {
                self.aftermath_actions(task, seat, out)
            }
            Task::Menu(_) | Task::BuildNow { .. } => self.build_actions(task, seat, out),
            Task::CardMode(_) | Task::CostGood(_) | Task::Court { .. } | Task::Rolled { .. } => {
                self.card_actions(task, seat, out)
            }
            Task::Recruit(_) | Task::Keep(_) | Task::EmpireLimit(_) => self.recruit_actions(task, seat, out),
            Task::Tribute { .. } | Task::Bid { .. } => self.event_actions(task, seat, out),
            _ => self.effect_actions(task, seat, out),
        }
    }

    fn check_task(&self, task: Task, seat: Seat, action: Action) -> Check {
        match task {
            Task::Faction | Task::FirstEmpire | Task::Start(_) => self.check_setup(task, seat, action),
            Task::Choose | Task::Respond(_) => self.check_cycle(task, seat, action),
            Task::Pay(_) | Task::Parasite(_) | Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked => {
                self.check_end(task, seat, action)
            }
            Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Group | Task::Jump | Task::Step => {
                self.check_move(task, seat, action)
            }
            Task::Scavenge | Task::Burn | Task::Pickup | Task::Carrier(_) | Task::Cure(_) => {
                self.check_arrival(task, seat, action)
            }
            Task::Attack | Task::Target | Task::Liberate | Task::Units(_) | Task::Reroll(_) | Task::Cards => {
                self.check_battle(task, seat, action)
            }
            Task::Cargo(_) | Task::Bearer { .. } | Task::Retreat { .. } | Task::Loser(_) => {
                self.check_aftermath(task, seat, action)
            }
            Task::Menu(_) | Task::BuildNow { .. } => self.check_build(task, seat, action),
            Task::CardMode(_) | Task::CostGood(_) | Task::Court { .. } | Task::Rolled { .. } => {
                self.check_card(task, seat, action)
            }
            Task::Recruit(_) | Task::Keep(_) | Task::EmpireLimit(_) => self.check_recruit(task, seat, action),
            Task::Tribute { .. } | Task::Bid { .. } => self.check_event(task, seat, action),
            _ => self.check_effect(task, seat, action),
        }
    }

    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let task = self.tasks.top();
        match task {
            Task::Faction | Task::FirstEmpire | Task::Start(_) => self.set_up_step(task, seat, action, chance, log),
            Task::Choose | Task::Respond(_) => self.cycle(task, seat, action, log),
            Task::Pay(_) | Task::Parasite(_) | Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked => {
                self.end_step(task, seat, action, log)
            }
            Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Group | Task::Jump | Task::Step => {
                self.move_step(task, seat, action, log)
            }
            Task::Scavenge | Task::Burn | Task::Pickup | Task::Carrier(_) | Task::Cure(_) => {
                self.arrival(task, seat, action, chance, log)
            }
            Task::Attack | Task::Target | Task::Liberate | Task::Units(_) | Task::Reroll(_) | Task::Cards => {
                self.battle(task, seat, action, chance, log)
            }
            Task::Cargo(_) | Task::Bearer { .. } | Task::Retreat { .. } | Task::Loser(_) => {
                self.aftermath(task, seat, action, log)
            }
            Task::Menu(_) | Task::BuildNow { .. } => self.build(task, seat, action, log),
            Task::CardMode(_) | Task::CostGood(_) | Task::Court { .. } | Task::Rolled { .. } => {
                self.card(task, seat, action, chance, log)
            }
            Task::Recruit(_) | Task::Keep(_) | Task::EmpireLimit(_) => self.recruit(task, seat, action, log),
            Task::Tribute { .. } | Task::Bid { .. } => self.answer_event(task, seat, action, chance, log),
            _ => self.effect(task, seat, action, chance, log),
        }
        self.run(chance, log);
    }

    /// What happens until somebody is asked.
    pub(crate) fn run(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        loop {
            let task = self.tasks.top();
            let waits = match task {
                Task::Over => true,
                Task::FirstEmpire => !self.choosing_empire().is_empty(),
                Task::Cards => !self.choosing_cards().is_empty(),
                _ => self.asks(task).is_some(),
            };
            if waits {
                return;
            }
            self.tasks.pop();
            self.go_on(task, chance, log);
        }
    }

    /// One task that asks nobody. A question that does not arise is simply dropped.
    #[inline(always)]
    fn go_on(&mut self, task: Task, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match task {
            Task::FirstEmpire => self.empire_cards_are_kept(log),
            Task::FirstPlayer => self.find_first_player(chance, log),
            Task::Responses(place) => self.next_response(place),
            Task::NextActive => self.next_active(log),
            Task::LapStart => self.lap_start(log),
            Task::End(seat) => self.end_turn(seat),
            Task::Pay(_) => (self.debt, self.paid, self.paid_least) = (0, 0, 0), // E2-310, E2-311
            Task::ControlAll => self.control(UNINHABITED, chance, log),
            Task::Clear => (self.rerolled, self.scavenged) = (SeatSet::EMPTY, SeatSet::EMPTY), // E2-250
            Task::EndMove => self.end_move(),
            Task::Explore => self.explore(chance, log),
            Task::Control(region) => self.control(Regions::of(region), chance, log),
            Task::Goods => self.take_goods_here(chance, log),
            Task::Deliver => self.deliver(log),
            Task::Arrive => self.arrive(log),
            Task::LastCall { drawer, place } => self.next_call(drawer, place),
            Task::Declare => self.declare(chance, log),
            Task::Units(side) => self.all_units(usize::from(side)),
            Task::BattleDice => self.roll_battle(chance, log),
            Task::Cards => {}
            Task::Reveal => self.reveal(log),
            Task::Cargo(winner) => self.cargo_lost(usize::from(winner), log),
            Task::Spoils => self.spoils(chance, log),
            Task::EmpireDraw(seat) => self.draw_empire(seat, chance, log),
            Task::Refresh(seat) => self.refresh(seat, chance, log),
            Task::Draw { seat, amount } => self.draw_cards(seat, amount),
            Task::Take { seat, amount } => self.take_card(seat, amount, chance, log),
            Task::Roll { seat, of } => self.roll_die(seat, of, chance, log),
            Task::Rolled { seat, of, die } => self.rolled(seat, of, die, chance, log),
            Task::Script { script, seat, step } => self.run_script(script, seat, step, chance, log),
            Task::Favour { seat, planet, markers } => self.place_influence(seat, planet, markers, chance, log),
            Task::Discard(card) => self.discard.insert(card), // E2-167
            Task::Event { card, drawer } => self.resolve_event(card, drawer, chance, log),
            Task::Each { card, drawer, place } => self.each_seat(card, drawer, place, chance, log),
            Task::Score(drawer) => self.score_card(drawer, log),
            Task::Doom(drawer) => self.move_doom(drawer, log),
            _ => {}
        }
    }
}
