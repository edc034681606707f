//! The sequence of play on one screen: what follows what, who is asked, what happens by itself.

use astrarium_core::{Chance, Log, Rules, Seat, SeatSet, Side, Turn, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Act, Region, Regions, UNINHABITED};
use crate::rules::aftermath::Aftermath;
use crate::rules::arrival::Arrival;
use crate::rules::battle::Battle;
use crate::rules::build::Building;
use crate::rules::cards::CardPlay;
use crate::rules::cycle::{Cycle, TurnEnd};
use crate::rules::effects::Choice;
use crate::rules::events::Demand;
use crate::rules::movement::Moving;
use crate::rules::opening::Opening;
use crate::rules::recruit::Recruiting;
use crate::state::{Debt, Going, State, Task, Tasks, Way};

#[cited]
impl Rules for State {
    fn turn(&self) -> Turn {
        self.asks().expect("whatever asks nobody has been carried out")
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.asks().is_some_and(|turn| turn.seats().contains(seat)) {
            return;
        }
        let task = self.tasks.top();
        let before = out.len();
        self.listed(seat, out);
        if self.colonizes_meanwhile(task, seat) && (out.len() > before + 1 || !self.answers_itself(seat)) {
            out.push(Action::PlayColonization);
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Check {
        let task = self.tasks.top();
        require!(task != Task::Over, Illegal::GameOver); // E2-279
        require!(self.turn().seats().contains(seat), Illegal::NotAsked); // E2-101
        if action == Action::PlayColonization && self.colonizes_meanwhile(task, seat) {
            let mut answers = Vec::new();
            self.actions(seat, &mut answers);
            require!(answers.contains(&action), Illegal::OtherQuestion); // what is forced is no question
            return Ok(());
        }
        self.checked(seat, action)
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if action == Action::PlayColonization && self.colonizes_meanwhile(self.tasks.top(), seat) {
            return self.colonize(seat, log); // the question is asked again
        }
        self.applied(seat, action, chance, log);
        self.run(chance, log);
    }

    /// Whether everybody can see that the seat has but one answer. Where its hand alone leaves one, the question is asked all
    /// the same: skipping it would tell the others what the hand lacks (E2-300).
    fn answers_itself(&self, seat: Seat) -> bool {
        let hand = self.player(seat).hand;
        match self.tasks.top() {
            Task::Pickup => false,
            Task::CardMode(_) => hand.is_empty(),
            Task::Pay(_) => hand.len() == 1,
            Task::Menu(_) | Task::BuildNow { .. } => hand.is_empty() || !self.lacks_power(seat),
            _ => true,
        }
    }
}

sequence! {
    |state: State, chance, log| state.tasks.top(), state.tasks.pop(), Illegal::NotAsked;
    // Setup.
    Task::Faction => asks state.drafter(), Opening::Faction;
    Task::FirstEmpire => asks state.choosing_empire(), Opening::FirstEmpire, state.empire_cards_are_kept(log); // E2-085
    Task::FirstPlayer => runs state.find_first_player(chance, log);
    Task::Start(seat) => asks seat, Opening::Start;
    // The cycle.
    Task::Choose => asks state.active, Cycle::Choose;
    Task::Responses(place) => runs state.next_response(place);
    Task::Respond(seat) => asks seat, Cycle::Respond;
    Task::NextActive => runs state.next_active(log);
    Task::LapStart => runs state.lap_start(log);
    // The end of a turn.
    Task::End(seat) => runs state.tasks.end_of_turn(seat);
    Task::Pay(seat) => asks when(state.debt.paid < state.debt.owed, seat), TurnEnd::Pay, state.debt = Debt::default(); // E2-310, E2-311
    Task::ControlAll => runs state.control(UNINHABITED, chance, log);
    Task::Parasite(seat) => asks when(state.has_parasites(seat), seat), TurnEnd::Parasite;
    Task::Colonize(seat) => asks when(state.may_colonize(seat), seat), TurnEnd::Colonize;
    Task::Clear => runs (state.rerolled, state.scavenged) = (SeatSet::EMPTY, SeatSet::EMPTY); // E2-250
    // Move & Attack.
    Task::Mode(seat) => asks seat, Moving::Mode;
    Task::AttackFrom(seat) => asks seat, Moving::AttackFrom;
    Task::Origin => asks state.going.seat, Moving::Origin;
    Task::Group => asks state.going.seat, Moving::Group;
    Task::Jump => asks state.going.seat, Moving::Jump;
    Task::Step => asks state.going.seat, Moving::Step;
    Task::Scavenge => asks when(state.may_scavenge(), state.going.seat), Arrival::Scavenge;
    Task::EndMove => runs state.end_move();
    Task::Explore => runs state.explore(chance, log);
    Task::Attack => asks state.group_that(|g| g.may_attack() && state.has_target(g.seat, g.at)), Battle::Attack;
    Task::Control(region) => runs state.control(Regions::of(region), chance, log);
    Task::Goods => runs state.take_goods_here(chance, log);
    Task::Burn => asks state.group_that(|g| state.may_burn(g)), Arrival::Burn;
    Task::Deliver => runs state.deliver(log);
    Task::Pickup => asks state.group_that(|g| state.may_pick_up(g)), Arrival::Pickup;
    Task::Carrier(card) => asks state.group_that(|_| true), Arrival::Carrier(card);
    Task::Arrive => runs state.arrive(log);
    Task::Cure(quest) => asks state.group_that(|g| state.may_cure(g.seat)), Arrival::Cure(quest);
    // Battle.
    Task::Target => asks state.fight.attacker, Battle::Target;
    Task::Liberate => asks when(state.may_liberate(), state.fight.attacker), Battle::Liberate;
    Task::Attacked => asks state.fight.seat(Side::Defender).filter(|&s| state.may_colonize(s)), TurnEnd::Attacked;
    Task::Declare => runs state.declare(chance, log);
    Task::Units(side) => asks state.chooses_units(side), Battle::Units(side), state.all_units(side);
    Task::BattleDice => runs state.roll_battle(chance, log);
    Task::Reroll(side) => asks state.may_reroll_battle(side), Battle::Reroll(side);
    Task::Cards => asks state.choosing_cards(), Battle::Cards; // E2-202, E2-203
    Task::Reveal => runs state.reveal(log);
    Task::Cargo(winner) => asks state.chooses_cargo(winner), Aftermath::Cargo(winner), state.cargo_lost(winner, log);
    Task::Bearer { winner, card, from } => asks state.fight.seat(winner), Aftermath::Bearer { card, from };
    Task::Spoils => runs state.spoils(chance, log);
    Task::Retreat { seat, from } => asks when(state.player(seat).fleet.present().has(from), seat), Aftermath::Retreat { from };
    Task::Loser(side) => asks state.fight.seat(side).filter(|_| state.fight.cards[side].is_some()), Aftermath::Loser(side);
    // Research & Build, Card Action or Diplomacy, Recruit.
    Task::Menu(seat) => asks seat, Building::Menu;
    Task::CardMode(seat) => asks seat, CardPlay::Mode;
    Task::CostGood(seat) => asks seat, CardPlay::CostGood;
    Task::Court { seat, planet } => asks seat, CardPlay::Court { planet };
    Task::Recruit(seat) => asks seat, Recruiting::Recruit;
    Task::EmpireDraw(seat) => runs state.draw_empire(seat, chance, log);
    Task::Keep(seat) => asks seat, Recruiting::Keep;
    Task::EmpireLimit(seat) => asks when(state.too_many_empire_cards(seat), seat), Recruiting::EmpireLimit;
    // Refresh and drawing.
    Task::Refresh(seat) => runs state.refresh(seat, chance, log);
    Task::Draw { seat, amount } => runs state.draw_cards(seat, amount);
    Task::LastCall { drawer, place } => asks state.called(drawer, place), TurnEnd::LastCall { drawer, place }, state.next_call(drawer, place);
    Task::Take { seat, amount } => runs state.take_card(seat, amount, chance, log);
    // Dice.
    Task::Roll { seat, of } => runs state.roll_die(seat, of, chance, log);
    Task::Rolled { seat, of, die } =>
        asks when(state.may_reroll(seat), seat), CardPlay::Rolled { of, die }, state.rolled(seat, of, die, chance, log);
    // Effects.
    Task::Script { script, seat, step } => runs state.run_script(script, seat, step, chance, log);
    Task::Discard(card) => runs state.discard.insert(card); // E2-167
    Task::ChooseGood { seat, left } => asks when(left > 0 && state.bag() > 0, seat), Choice::Good { left };
    Task::ChoosePlanet { seat, markers } => asks when(state.has_open_influence(seat), seat), Choice::Planet { markers };
    Task::Gift { seat, goods } => asks seat, Choice::Gift { goods };
    Task::Oust { seat, planet, markers } =>
        asks when(state.others_on(seat, planet).next().is_some(), seat), Choice::Oust { planet, markers };
    Task::Favour { seat, planet, markers } => runs state.place_influence(seat, planet, markers, chance, log);
    Task::PutUnit { seat, planet, kind } =>
        asks when(!state.unit_places(seat, planet, kind).is_empty(), seat), Choice::Unit { planet, kind };
    Task::PutFungus { seat, tokens, within } =>
        asks when(!state.fungus_places(seat, within).is_empty(), seat), Choice::Fungus { tokens, within };
    Task::Cleanse { seat, left } => asks when(left > 0 && state.fungus.iter().any(|&f| f > 0), seat), Choice::Cleanse { left };
    Task::Grab { seat, left } => asks when(left > 0 && !state.grab_places(seat).is_empty(), seat), Choice::Grab { left };
    Task::BuildNow { seat, discount } => asks seat, Building::Now { discount };
    // Events.
    Task::Event { card, drawer } => runs state.resolve_event(card, drawer, log);
    Task::Each { card, drawer, place } => runs state.each_seat(card, drawer, place, log);
    Task::Tribute { seat, card } => asks seat, Demand::Tribute(card);
    Task::Bid { seat, card } => asks seat, Demand::Bid(card);
    Task::Score(drawer) => runs state.score_card(drawer, log);
    Task::Doom(drawer) => runs state.move_doom(drawer, log);
    Task::Over => ends state.standing();
}

/// The seat, if the question arises.
fn when(condition: bool, seat: Seat) -> Option<Seat> {
    condition.then_some(seat)
}

#[cited]
impl State {
    /// What happens until somebody is asked. A question that does not arise is dropped.
    pub(crate) fn run(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        while self.asks().is_none() {
            self.runs(chance, log);
        }
    }

    /// Whose group has arrived, if this is true of it.
    fn group_that(&self, condition: impl Fn(&Going) -> bool) -> Option<Seat> {
        self.arrived().filter(|group| condition(group)).map(|group| group.seat)
    }
}

/// What follows what, first things first.
#[cited]
impl Tasks {
    /// One action, then the end of the turn. Only who leads draws Empire cards (E2-183 to E2-185, E2-237).
    pub(crate) fn turn(&mut self, seat: Seat, act: Act, leads: bool) {
        let action = match act {
            Act::MoveAttack => Task::Mode(seat),
            Act::ResearchBuild => Task::Menu(seat),
            Act::CardDiplomacy => Task::CardMode(seat), // E2-163
            Act::Recruit => Task::Recruit(seat),
            Act::Scavenge => Task::Refresh(seat), // E2-112, E2-187, E2-P030
        };
        let cards = (act == Act::Recruit && leads).then_some(Task::EmpireDraw(seat));
        self.then([Some(action), cards, Some(Task::End(seat))]);
    }

    /// E2-123.
    fn end_of_turn(&mut self, seat: Seat) {
        self.then([Task::Pay(seat), Task::ControlAll, Task::Parasite(seat), Task::Colonize(seat), Task::Clear]);
    }

    /// A group is chosen and goes (E2-125); Warp has chosen where it begins (E2-270).
    pub(crate) fn movement(&mut self, way: Way) {
        let origin = (way != Way::Warp).then_some(Task::Origin);
        let going = if matches!(way, Way::Jump | Way::Warp) { Task::Jump } else { Task::Step };
        self.then([origin, Some(Task::Group), Some(going), Some(Task::EndMove)]);
    }

    /// The end of a movement (E2-132, E2-140).
    pub(crate) fn arrival(&mut self, at: Region) {
        self.then([
            Task::Explore,
            Task::Attack,
            Task::Control(at),
            Task::Goods,
            Task::Burn,
            Task::Deliver,
            Task::Pickup,
            Task::Arrive,
        ]);
    }

    /// Before it is known whether anybody defends.
    pub(crate) fn attack(&mut self) {
        self.then([Task::Liberate, Task::Attacked, Task::Declare]);
    }

    /// The attacker is asked first (E2-199); cards come after the dice (E2-206).
    pub(crate) fn battle(&mut self) {
        self.then([
            Task::Units(Side::Attacker),
            Task::Units(Side::Defender),
            Task::BattleDice,
            Task::Reroll(Side::Attacker),
            Task::Reroll(Side::Defender),
            Task::Cards,
            Task::Reveal,
        ]);
    }
}
