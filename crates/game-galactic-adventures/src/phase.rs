//! The sequence of play on one screen: who is asked, what is allowed, what comes next (GA-030).

use astrarium_core::{Chance, Log, Rules, Seat, Turn as Asked, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::Colour;
use crate::state::{End, Phase, State, Step, Turn};

#[cited]
impl Rules for State {
    fn turn(&self) -> Asked {
        self.asks().expect("somebody is asked until the game is over")
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if self.turn().seats().contains(seat) {
            self.listed(seat, out);
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Check {
        require!(!matches!(self.phase, Phase::Over(_)), Illegal::GameOver); // GA-016
        let out = self.colour(seat).is_some_and(|me| self.players[me].out > 0);
        require!(!out, Illegal::Eliminated); // GA-079
        let before_rounds = matches!(self.phase, Phase::Colours | Phase::Research);
        let research = matches!(action, Action::BuyResearch(_));
        require!(!research || before_rounds, Illegal::ResearchIsOver); // GA-028
        require!(self.fits(action), Illegal::OtherPhase); // GA-030
        self.checked(seat, action)
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.applied(seat, action, chance, log);
    }
}

sequence! {
    |state: State, seat, out, action, chance, log| state.phase, Illegal::GameOver;
    Phase::Colours => asks state.next_chair(),
        state.colour_actions(out),
        state.check_colour(seat, action),
        state.choose_colour(seat, action, chance, log);
    Phase::Research => asks state.drafting(),
        state.research_actions(state.me(seat), out),
        state.check_research(state.me(seat), action),
        state.research(state.me(seat), action, chance, log);
    Phase::Allocation => asks state.drafting(),
        state.allocation_actions(state.me(seat), out),
        state.check_allocation(state.me(seat), action),
        state.allocate(state.me(seat), action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Source | Step::Target { .. } | Step::Mode { .. }, .. }) => asks state.seat(state.decider(turn)),
        state.attack_actions(turn, state.me(seat), out),
        state.check_attack(turn, state.me(seat), action),
        state.attack(turn, state.me(seat), action, chance, log);
    Phase::Turn(turn @ Turn { step: Step::Defend(attack), .. }) => asks state.seat(state.decider(turn)),
        out.extend([Action::DefendAsMatching, Action::DefendAsOther]),
        state.check_defend(turn, state.me(seat), action),
        state.defend(turn, attack, action, chance, log);
    Phase::Over(end) => ends state.standing(*end);
}

#[cited]
impl State {
    /// The active seat, or the owner of the target while choosing how to defend.
    pub(crate) fn decider(&self, turn: &Turn) -> Colour {
        match turn.step {
            Step::Defend(attack) => self.owner(attack.to).expect("only an owner is asked"), // GA-085
            Step::Source | Step::Target { .. } | Step::Mode { .. } => self.active(turn),
        }
    }

    /// Whether this kind of choice belongs to the phase the game is in (GA-030).
    fn fits(&self, action: Action) -> bool {
        match action {
            Action::ChooseColour(_) => self.phase == Phase::Colours,
            Action::BuyResearch(_) | Action::FinishResearch => self.phase == Phase::Research,
            Action::AttackDie(_) | Action::DefenseDie(_) | Action::Fund(_) => self.phase == Phase::Allocation,
            Action::Points(_) | Action::AllocationDone => self.phase == Phase::Allocation,
            Action::AttackFrom(_) | Action::Target(_) | Action::Mode(_) | Action::EndTurn => self.in_turns(),
            Action::DefendAsMatching | Action::DefendAsOther => self.in_turns(),
        }
    }

    fn in_turns(&self) -> bool {
        matches!(self.phase, Phase::Turn(_))
    }

    /// The start of a round: tokens, order, points, then sealed allocation (GA-030, GA-031).
    pub(crate) fn begin_round(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.round += 1;
        log.push(|| Event::RoundBegins { round: self.round });
        if self.redistribution_due() {
            self.redistribute(chance, log);
        }
        if self.round > 1 {
            self.order = self.new_order(); // GA-055, GA-056; round 1 goes by colour (GA-057)
        }
        log.push(|| Event::Order { order: self.order });
        self.players.0.iter_mut().for_each(|p| p.either_used = false); // GA-101: once a round
        self.new_budgets(log);
        self.open_allocation();
        self.phase = Phase::Allocation;
    }

    /// Everything is shown, allies are found, then the turns begin.
    pub(crate) fn begin_turns(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.determine_allies(log);
        self.next_turn(0, chance, log);
    }

    /// The next living seat from a place of the order on; after the last the round ends (GA-055, GA-083).
    pub(crate) fn next_turn(&mut self, from: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let order = self.order.as_slice();
        let living = (usize::from(from)..order.len()).find(|&p| !self.players[order[p]].owned.is_empty());
        match living {
            Some(place) => {
                let colour = order[place];
                log.push(|| Event::TurnBegins { colour });
                self.phase = Phase::Turn(Turn::new(place as u8));
            }
            None => self.end_round(chance, log),
        }
    }

    /// Allies, dice and allocations go back (GA-036, GA-053); then the next round, or the end by the round limit.
    fn end_round(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.dissolve_alliances();
        if self.round >= self.options.round_limit {
            self.finish(End::RoundLimit, log);
        } else {
            self.begin_round(chance, log);
        }
    }

    pub(crate) fn finish(&mut self, end: End, log: &mut impl Log<Event>) {
        self.phase = Phase::Over(end);
        log.push(|| Event::Ended { end, standing: self.standing(end) });
    }
}
