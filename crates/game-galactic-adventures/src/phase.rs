//! The sequence of play on one screen: who is asked, what is allowed, what comes next (GA-030).

use astrarium_core::{Chance, Log, Seat, Turn as Asked};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Illegal, require};
use crate::piece::Colour;
use crate::state::{End, Phase, State, Step, Turn};

impl State {
    pub(crate) fn asked(&self) -> Asked {
        match &self.phase {
            Phase::Colours => Asked::Of(self.next_chair()),
            Phase::Research | Phase::Allocation => Asked::AnyOf(self.drafting()), // GA-029, GA-035
            Phase::Turn(turn) => Asked::Of(self.seat(self.decider(turn))),
            Phase::Over(end) => Asked::Over(self.standing(*end)),
        }
    }

    /// The active seat, or the owner of the target while he chooses how to defend (GA-085).
    pub(crate) fn decider(&self, turn: &Turn) -> Colour {
        match turn.step {
            Step::Defend(attack) => self.owner(attack.to).expect("only an owner is asked"),
            _ => self.active(turn),
        }
    }

    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        match (&self.phase, self.colour(seat)) {
            (Phase::Colours, _) if seat == self.next_chair() => self.colour_actions(out),
            (Phase::Research, Some(me)) if self.drafting().contains(seat) => self.research_actions(me, out),
            (Phase::Allocation, Some(me)) => self.allocation_actions(me, out),
            (Phase::Turn(turn), Some(me)) if self.decider(turn) == me => match turn.step {
                Step::Defend(_) => out.extend([Action::DefendAsMatching, Action::DefendAsOther]),
                _ => self.attack_actions(turn, me, out),
            },
            _ => {}
        }
    }

    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        let phase = &self.phase;
        require!(!matches!(phase, Phase::Over(_)), Illegal::GameOver); // GA-016
        let me = self.colour(seat);
        let out = me.is_some_and(|me| self.players[me].out > 0);
        require!(!out, Illegal::Eliminated); // GA-079
        let before_rounds = matches!(phase, Phase::Colours | Phase::Research);
        let research = matches!(action, Action::BuyResearch(_));
        require!(!research || before_rounds, Illegal::ResearchIsOver); // GA-028
        require!(self.fits(action), Illegal::OtherPhase); // GA-030
        match (phase, me) {
            (Phase::Colours, _) => self.check_colour(seat, action),
            (Phase::Research, Some(me)) => self.check_research(me, action),
            (Phase::Allocation, Some(me)) => self.check_allocation(me, action),
            (Phase::Turn(turn), Some(me)) => {
                require!(me == self.decider(turn), Illegal::NotYourTurn); // GA-055
                match turn.step {
                    Step::Defend(_) => self.check_defend(turn, action),
                    _ => self.check_attack(turn, me, action),
                }
            }
            _ => Err(Illegal::OtherPhase),
        }
    }

    /// Whether this kind of choice belongs to the phase the game is in (GA-030).
    fn fits(&self, action: Action) -> bool {
        match action {
            Action::ChooseColour(_) => self.phase == Phase::Colours,
            Action::BuyResearch(_) | Action::FinishResearch => self.phase == Phase::Research,
            Action::AttackDie(_) | Action::DefenseDie(_) | Action::Fund(_) => self.phase == Phase::Allocation,
            Action::Points(_) | Action::AllocationDone => self.phase == Phase::Allocation,
            _ => matches!(self.phase, Phase::Turn(_)),
        }
    }

    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (self.phase, self.colour(seat)) {
            (Phase::Colours, _) => self.choose_colour(seat, action, chance, log),
            (Phase::Research, Some(me)) => self.research(me, action, chance, log),
            (Phase::Allocation, Some(me)) => self.allocate(me, action, chance, log),
            (Phase::Turn(turn), Some(me)) => match turn.step {
                Step::Defend(attack) => self.defend(turn, attack, action, chance, log),
                _ => self.attack(turn, me, action, chance, log),
            },
            _ => unreachable!("check refuses everything else"),
        }
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
