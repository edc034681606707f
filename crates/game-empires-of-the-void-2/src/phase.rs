//! The sequence of play on one screen: what follows what, who is asked, what happens by itself.

use astrarium_core::{Chance, Log, Rules, Seat, SeatSet, Side, Turn, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Act, Region, Regions, UNINHABITED};
use crate::state::{Debt, State, Task, Tasks, Way};

#[cited]
impl Rules for State {
    fn turn(&self) -> Turn {
        self.asks(self.tasks.top()).expect("whatever asks nobody has been carried out")
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        let task = self.tasks.top();
        if !self.asks(task).is_some_and(|turn| turn.seats().contains(seat)) {
            return;
        }
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
    /// the same: whoever watches would learn what the hand lacks (E2-300).
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
    |state: State, seat, out, action, chance, log| state.tasks.top();
    task @ (Task::Faction | Task::FirstEmpire | Task::Start(_)) =>
        state.opening_actions(*task, seat, out),
        state.check_opening(*task, seat, action),
        state.apply_opening(task, seat, action, chance, log);
    task @ (Task::Choose | Task::Respond(_)) =>
        state.cycle_actions(*task, seat, out),
        state.check_cycle(*task, seat, action),
        state.apply_cycle(seat, action, log);
    task @ (Task::Pay(_) | Task::Parasite(_) | Task::Colonize(_) | Task::LastCall { .. } | Task::Attacked) =>
        state.end_actions(*task, seat, out),
        state.check_end(*task, seat, action),
        state.apply_end(task, seat, action, log);
    task @ (Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Group | Task::Jump | Task::Step) =>
        state.move_actions(*task, seat, out),
        state.check_move(*task, seat, action),
        state.apply_move(task, seat, action, log);
    task @ (Task::Scavenge | Task::Burn | Task::Pickup | Task::Carrier(_) | Task::Cure(_)) =>
        state.arrival_actions(*task, seat, out),
        state.check_arrival(*task, seat, action),
        state.apply_arrival(task, seat, action, chance, log);
    task @ (Task::Attack | Task::Target | Task::Liberate | Task::Units(_) | Task::Reroll(_) | Task::Cards) =>
        state.battle_actions(*task, seat, out),
        state.check_battle(*task, seat, action),
        state.apply_battle(task, seat, action, chance, log);
    task @ (Task::Cargo(_) | Task::Bearer { .. } | Task::Retreat { .. } | Task::Loser(_)) =>
        state.aftermath_actions(*task, seat, out),
        state.check_aftermath(*task, seat, action),
        state.apply_aftermath(task, seat, action, log);
    task @ (Task::Menu(_) | Task::BuildNow { .. }) =>
        state.build_actions(*task, seat, out),
        state.check_build(*task, seat, action),
        state.apply_build(task, seat, action, log);
    task @ (Task::CardMode(_) | Task::CostGood(_) | Task::Court { .. } | Task::Rolled { .. }) =>
        state.card_actions(*task, seat, out),
        state.check_card(*task, seat, action),
        state.apply_card(task, seat, action, chance, log);
    task @ (Task::Recruit(_) | Task::Keep(_) | Task::EmpireLimit(_)) =>
        state.recruit_actions(*task, seat, out),
        state.check_recruit(*task, seat, action),
        state.apply_recruit(seat, action, log);
    task @ (Task::ChooseGood { .. } | Task::ChoosePlanet { .. } | Task::Gift { .. } | Task::Oust { .. }
        | Task::PutUnit { .. } | Task::PutFungus { .. } | Task::Cleanse { .. } | Task::Grab { .. }) =>
        state.effect_actions(*task, seat, out),
        state.check_effect(*task, seat, action),
        state.apply_effect(task, seat, action, chance, log);
    task @ (Task::Tribute { .. } | Task::Bid { .. }) =>
        state.event_actions(*task, seat, out),
        state.check_event(*task, seat, action),
        state.apply_event(task, seat, action, chance, log);
    Task::FirstPlayer | Task::Responses(_) | Task::NextActive | Task::LapStart | Task::End(_) | Task::ControlAll | Task::Clear
        | Task::EndMove | Task::Explore | Task::Control(_) | Task::Goods | Task::Deliver | Task::Arrive
        | Task::Declare | Task::BattleDice | Task::Reveal | Task::Spoils
        | Task::EmpireDraw(_) | Task::Refresh(_) | Task::Draw { .. } | Task::Take { .. } | Task::Roll { .. }
        | Task::Script { .. } | Task::Discard(_) | Task::Favour { .. } | Task::Event { .. } | Task::Each { .. }
        | Task::Score(_) | Task::Doom(_) | Task::Over =>
        {},
        Err(Illegal::NotAsked),
        unreachable!("nobody is asked");
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

#[cited]
impl State {
    /// Whom a task asks; nobody if it is carried out by itself.
    #[inline(always)]
    fn asks(&self, task: Task) -> Option<Turn> {
        let when = |condition: bool, seat: Seat| condition.then_some(seat);
        let all = |seats: SeatSet| (!seats.is_empty()).then_some(Turn::AnyOf(seats));
        let (mover, fight) = (self.going.seat, &self.fight);
        let seat = match task {
            Task::Over => return Some(Turn::Over(self.standing())),
            Task::FirstEmpire => return all(self.choosing_empire()), // E2-085
            Task::Cards => return all(self.choosing_cards()),        // E2-202, E2-203
            Task::Faction => Some(self.drafter()),
            Task::Choose => Some(self.active),
            Task::Start(seat) | Task::Respond(seat) | Task::Mode(seat) | Task::AttackFrom(seat) => Some(seat),
            Task::Menu(seat) | Task::CardMode(seat) | Task::CostGood(seat) | Task::Recruit(seat) => Some(seat),
            Task::Court { seat, .. } | Task::Keep(seat) | Task::BuildNow { seat, .. } => Some(seat),
            Task::Gift { seat, .. } | Task::Tribute { seat, .. } | Task::Bid { seat, .. } => Some(seat),
            Task::Pay(seat) => when(self.debt.paid < self.debt.owed, seat),
            Task::Parasite(seat) => when(self.has_parasites(seat), seat),
            Task::Colonize(seat) => when(self.may_colonize(seat), seat),
            Task::LastCall { drawer, place } => {
                self.clockwise(drawer).nth(usize::from(place)).filter(|&s| self.may_colonize(s))
            }
            Task::Origin | Task::Group | Task::Jump | Task::Step => Some(mover),
            Task::Scavenge => when(self.may_scavenge(), mover),
            Task::Attack => self.arrived().filter(|g| g.may_attack() && self.has_target(g.seat, g.at)).map(|g| g.seat),
            Task::Burn => self.arrived().filter(|g| self.may_burn(g)).map(|g| g.seat),
            Task::Pickup => self.arrived().filter(|g| self.may_pick_up(g)).map(|g| g.seat),
            Task::Carrier(_) => self.arrived().map(|g| g.seat),
            Task::Cure(_) => self.arrived().filter(|g| self.may_cure(g.seat)).map(|g| g.seat),
            Task::Target => Some(fight.attacker),
            Task::Liberate => when(self.may_liberate(), fight.attacker),
            Task::Attacked => fight.seat(Side::Defender).filter(|&s| self.may_colonize(s)),
            Task::Units(side) => self.chooses_units(side),
            Task::Reroll(side) => fight.seat(side).filter(|&s| self.may_reroll_battle(s, side)),
            Task::Cargo(winner) => self.chooses_cargo(winner),
            Task::Bearer { winner, .. } => fight.seat(winner),
            Task::Retreat { seat, from } => when(self.player(seat).fleet.present().has(from), seat),
            Task::Loser(side) => fight.seat(side).filter(|_| fight.cards[side].is_some()),
            Task::EmpireLimit(seat) => when(self.too_many_empire_cards(seat), seat),
            Task::Rolled { seat, .. } => when(self.may_reroll(seat), seat),
            Task::ChooseGood { seat, left } => when(left > 0 && self.bag() > 0, seat),
            Task::ChoosePlanet { seat, .. } => when(self.has_open_influence(seat), seat),
            Task::Oust { seat, planet, .. } => when(self.others_on(seat, planet).next().is_some(), seat),
            Task::PutUnit { seat, planet, kind } => when(!self.unit_places(seat, planet, kind).is_empty(), seat),
            Task::PutFungus { seat, within, .. } => when(!self.fungus_places(seat, within).is_empty(), seat),
            Task::Cleanse { seat, left } => when(left > 0 && self.fungus.iter().any(|&f| f > 0), seat),
            Task::Grab { seat, left } => when(left > 0 && !self.grab_places(seat).is_empty(), seat),
            Task::FirstPlayer | Task::Responses(_) | Task::NextActive | Task::LapStart => None,
            Task::End(_) | Task::ControlAll | Task::Clear => None,
            Task::EndMove | Task::Explore | Task::Control(_) | Task::Goods | Task::Deliver | Task::Arrive => None,
            Task::Declare | Task::BattleDice | Task::Reveal | Task::Spoils => None,
            Task::EmpireDraw(_) | Task::Refresh(_) | Task::Draw { .. } | Task::Take { .. } | Task::Roll { .. } => None,
            Task::Script { .. } | Task::Discard(_) | Task::Favour { .. } => None,
            Task::Event { .. } | Task::Each { .. } | Task::Score(_) | Task::Doom(_) => None,
        };
        seat.map(Turn::Of)
    }

    /// What happens until somebody is asked.
    pub(crate) fn run(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        while self.asks(self.tasks.top()).is_none() {
            let task = self.tasks.pop();
            self.go_on(task, chance, log);
        }
    }

    /// One task that asks nobody. A question that does not arise is dropped.
    #[inline(always)]
    fn go_on(&mut self, task: Task, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match task {
            Task::FirstEmpire => self.empire_cards_are_kept(log),
            Task::FirstPlayer => self.find_first_player(chance, log),
            Task::Responses(place) => self.next_response(place),
            Task::NextActive => self.next_active(log),
            Task::LapStart => self.lap_start(log),
            Task::End(seat) => self.tasks.end_of_turn(seat),
            Task::Pay(_) => self.debt = Debt::default(), // E2-310, E2-311
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
            Task::Units(side) => self.all_units(side),
            Task::BattleDice => self.roll_battle(chance, log),
            Task::Reveal => self.reveal(log),
            Task::Cargo(winner) => self.cargo_lost(winner, log),
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
            Task::Event { card, drawer } => self.resolve_event(card, drawer, log),
            Task::Each { card, drawer, place } => self.each_seat(card, drawer, place, log),
            Task::Score(drawer) => self.score_card(drawer, log),
            Task::Doom(drawer) => self.move_doom(drawer, log),
            Task::Faction | Task::Start(_) | Task::Choose | Task::Respond(_) => {}
            Task::Parasite(_) | Task::Colonize(_) | Task::Attacked => {}
            Task::Mode(_) | Task::AttackFrom(_) | Task::Origin | Task::Group | Task::Jump | Task::Step => {}
            Task::Scavenge | Task::Attack | Task::Burn | Task::Pickup | Task::Carrier(_) | Task::Cure(_) => {}
            Task::Target | Task::Liberate | Task::Reroll(_) | Task::Cards => {}
            Task::Bearer { .. } | Task::Retreat { .. } | Task::Loser(_) => {}
            Task::Menu(_) | Task::BuildNow { .. } | Task::CardMode(_) | Task::CostGood(_) | Task::Court { .. } => {}
            Task::Recruit(_) | Task::Keep(_) | Task::EmpireLimit(_) => {}
            Task::ChooseGood { .. } | Task::ChoosePlanet { .. } | Task::Gift { .. } | Task::Oust { .. } => {}
            Task::PutUnit { .. } | Task::PutFungus { .. } | Task::Cleanse { .. } | Task::Grab { .. } => {}
            Task::Tribute { .. } | Task::Bid { .. } | Task::Over => {}
        }
    }
}
