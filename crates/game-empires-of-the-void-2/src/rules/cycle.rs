//! The cycle: an action, the responses to it, the end of each turn, laps.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, SeatSet, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Amount, State, Task};

/// What is asked between turns: the commander chooses an action, the others respond.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Cycle {
    Choose,
    Respond,
}

#[cited]
impl Chapter<Cycle> for State {
    fn answers(&self, question: Cycle, seat: Seat, out: &mut Vec<Action>) {
        let token = self.token;
        match question {
            Cycle::Choose => {
                out.extend(Act::all().filter(|&a| self.barred_action(seat) != Some(a)).map(Action::TakeAction));
            }
            Cycle::Respond => {
                out.extend((token != Some(Act::Scavenge)).then_some(Action::Follow));
                out.push(Action::Refresh);
                if self.player(seat).command >= self.data.any_action_price(token) {
                    out.extend(Act::all().filter(|&a| a != Act::Scavenge && token != Some(a)).map(Action::AnyAction));
                }
            }
        }
        if self.may_colonize(seat) {
            out.push(Action::PlayColonization);
        }
    }

    fn permits(&self, question: Cycle, seat: Seat, action: Action) -> Check {
        let current = self.token;
        match (question, action) {
            (_, Action::PlayColonization) => require!(self.may_colonize(seat), Illegal::ColonizationGone), // E2-291
            (Cycle::Choose, Action::TakeAction(act)) => {
                require!(self.barred_action(seat) != Some(act), Illegal::SameAction(act)); // E2-097, E2-P027, E2-P028
            }
            (Cycle::Respond, Action::Follow) => require!(current != Some(Act::Scavenge), Illegal::NoFollow), // E2-191
            (Cycle::Respond, Action::Refresh) => {} // E2-111, E2-188
            (Cycle::Respond, Action::AnyAction(act)) => {
                require!(act != Act::Scavenge && current != Some(act), Illegal::NoScavenge(act)); // E2-109
                require!(self.player(seat).command >= self.data.any_action_price(self.token), Illegal::NoCommand); // E2-108, E2-110
            }
            (Cycle::Choose | Cycle::Respond, _) => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Cycle,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        if action == Action::PlayColonization {
            return self.colonize(seat, log);
        }
        self.tasks.pop();
        match (question, action) {
            (Cycle::Choose, Action::TakeAction(act)) => {
                let credits = std::mem::take(&mut self.spaces[act.index()]); // E2-055: never refilled
                self.player_mut(seat).credits += u16::from(credits); // E2-098, E2-099
                log.push(|| Event::Chose { seat, act, credits });
                let after = if self.options.open_actions {
                    self.player_mut(seat).last = Some(act); // E2-P029
                    Task::NextActive // E2-P026, E2-P032
                } else {
                    self.token = Some(act); // E2-P008
                    Task::Responses(1)
                };
                self.tasks.push(after);
                self.tasks.turn(seat, act, true); // E2-100
            }
            (Cycle::Respond, Action::Refresh) => {
                log.push(|| Event::Refreshes { seat });
                self.tasks.then([Task::Refresh(seat), Task::End(seat)]); // E2-188
            }
            (Cycle::Respond, Action::AnyAction(act)) => {
                let price = self.data.any_action_price(self.token);
                self.player_mut(seat).command -= price;
                log.push(|| Event::AnyAction { seat, act, price });
                self.tasks.turn(seat, act, false); // E2-109
            }
            (Cycle::Respond, _) => {
                let act = self.token.expect("an action is being answered");
                log.push(|| Event::Follows { seat, act });
                self.tasks.turn(seat, act, false); // E2-102, E2-103
            }
            (Cycle::Choose, _) => unreachable!("permits refuses everything else"),
        }
    }
}

/// What is asked at the end of a turn, and wherever a Colonization card can still be played.
#[derive(Copy, Clone, Debug)]
pub(crate) enum TurnEnd {
    Pay,
    Parasite,
    Colonize,
    LastCall { drawer: Seat, place: u8 },
    Attacked,
}

#[cited]
impl Chapter<TurnEnd> for State {
    fn answers(&self, question: TurnEnd, seat: Seat, out: &mut Vec<Action>) {
        match question {
            TurnEnd::Pay => {
                out.extend(self.player(seat).hand.iter().filter(|&c| self.pays(seat, c)).map(Action::Pay));
            }
            TurnEnd::Parasite => {
                out.push(Action::Stay);
                let host = |p: &Planet| self.is_near(seat, *p) && self.may_infest(seat, *p);
                out.extend(self.planets().iter().filter(host).map(Action::Infest));
            }
            TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked => {
                out.extend([Action::PlayColonization, Action::KeepColonization]);
            }
        }
    }

    fn permits(&self, question: TurnEnd, seat: Seat, action: Action) -> Check {
        match (question, action) {
            (TurnEnd::Pay, Action::Pay(card)) => {
                require!(self.player(seat).hand.has(card), Illegal::NotInHand(card)); // E2-300
                require!(self.pays(seat, card), Illegal::Superfluous(card)); // E2-299, E2-312
            }
            (TurnEnd::Parasite, Action::Stay) => {}
            (TurnEnd::Parasite, Action::Infest(planet)) => {
                require!(self.is_near(seat, planet), Illegal::NotNear(planet)); // E2-258
                require!(self.may_infest(seat, planet), Illegal::AlreadyThere(planet)); // E2-261
            }
            (TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked, Action::PlayColonization) => {}
            (TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked, Action::KeepColonization) => {}
            (
                TurnEnd::Pay | TurnEnd::Parasite | TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked,
                _,
            ) => return Err(Illegal::OtherQuestion),
        }
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: TurnEnd,
        seat: Seat,
        action: Action,
        _chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (question, action) {
            (TurnEnd::Pay, Action::Pay(card)) => {
                let power = self.data.power(card);
                self.debt.least = self.least_paid(power);
                self.debt.paid += power;
                self.lose_card(seat, card, log);
                self.discard.insert(card); // E2-300, E2-311
                log.push(|| Event::Pays { seat, card });
                return;
            }
            (TurnEnd::Parasite, Action::Infest(planet)) => {
                self.player_mut(seat).parasite = Some(planet); // E2-258
                log.push(|| Event::Infests { seat, planet });
            }
            (TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked, Action::PlayColonization) => {
                self.colonize(seat, log);
            }
            (TurnEnd::Pay | TurnEnd::Parasite, _) => {}
            (TurnEnd::Colonize | TurnEnd::LastCall { .. } | TurnEnd::Attacked, _) => {}
        }
        self.tasks.pop();
        if let TurnEnd::LastCall { drawer, place } = question {
            self.next_call(drawer, place);
        }
    }
}

#[cited]
impl State {
    /// The action of the last cycle; with Open Actions the seat's own last one (E2-097, E2-P027).
    fn barred_action(&self, seat: Seat) -> Option<Act> {
        if self.options.open_actions { self.player(seat).last } else { self.token }
    }

    /// The others once each, clockwise; then the commander goes left (E2-101, E2-113).
    pub(crate) fn next_response(&mut self, place: u8) {
        if place == self.options.players {
            return self.tasks.push(Task::NextActive);
        }
        let seat = self.clockwise(self.active).nth(usize::from(place)).expect("below the number of players");
        self.tasks.then([Task::Respond(seat), Task::Responses(place + 1)]);
    }

    /// The commander goes left; a lap ends at the first player (E2-113 to E2-115).
    pub(crate) fn next_active(&mut self, log: &mut impl Log<Event>) {
        self.active = self.next_seat(self.active);
        if self.active != self.first {
            return self.tasks.push(Task::Choose);
        }
        self.quiet = if self.moved { 0 } else { self.quiet + 1 };
        if self.laps > 0 {
            self.laps -= 1;
            if self.laps == 0 {
                return self.finish(log); // E2-278, E2-279, E2-P011
            }
        }
        let stagnant = !self.end_pending && self.quiet >= self.data.count(self.options.players).quiet;
        if stagnant {
            self.quiet = 0;
        }
        let flip = stagnant.then_some(Task::Draw { seat: self.first, amount: Amount::Flip });
        self.tasks.then([flip, Some(Task::LapStart)]);
    }

    /// If the deck is empty the last laps are counted from here (E2-278, E2-281, E2-P031).
    pub(crate) fn lap_start(&mut self, log: &mut impl Log<Event>) {
        self.moved = false;
        self.rerolled = SeatSet::EMPTY; // E2-250: a card turned over belongs to no turn
        if self.doom.is_none() && !self.razed {
            self.doom = self.doom_start;
        }
        if self.end_pending && self.laps == 0 {
            self.laps = if self.options.open_actions { self.data.numbers.misc.last_laps } else { 1 };
            log.push(|| Event::LastLaps { laps: self.laps });
        }
        self.tasks.push(Task::Choose);
    }

    // The end of a turn: power costs, control, parasite, Colonization (E2-123).

    pub(crate) fn may_colonize(&self, seat: Seat) -> bool {
        self.player(seat).colonization && !self.score_out // E2-291
    }

    /// At a question of the own turn that is about something else, and not sealed (E2-291).
    #[inline]
    pub(crate) fn colonizes_meanwhile(&self, task: Task, seat: Seat) -> bool {
        let named = matches!(task, Task::Choose | Task::Respond(_) | Task::Colonize(_));
        let asked = matches!(task, Task::LastCall { .. } | Task::Attacked | Task::Cards);
        let free = self.options.free_colonization && !named && !asked;
        free && self.may_colonize(seat) && self.whose_turn() == Some(seat)
    }

    /// The seat whose turn has begun and not ended.
    fn whose_turn(&self) -> Option<Seat> {
        self.tasks.as_slice().iter().find_map(|t| match *t {
            Task::End(seat) | Task::Colonize(seat) => Some(seat),
            _ => None,
        })
    }

    pub(crate) fn has_parasites(&self, seat: Seat) -> bool {
        self.has_tech(seat, Tech::Parasites)
    }

    fn may_infest(&self, seat: Seat, planet: Planet) -> bool {
        self.open(planet) && self.player(seat).parasite != Some(planet)
    }

    /// Whether the card belongs to a payment from which no card could be taken back.
    fn pays(&self, seat: Seat, card: Card) -> bool {
        let power = self.data.power(card);
        let mut counts = [0; POWERS];
        let rest = self.player(seat).hand.iter().filter(|&c| c != card);
        rest.for_each(|c| counts[usize::from(self.data.power(c))] += 1);
        lean(&mut counts, self.debt.paid + power, self.least_paid(power), self.debt.owed)
    }

    /// The lowest card of the payment with one more.
    fn least_paid(&self, power: u8) -> u8 {
        if self.debt.paid == 0 { power } else { self.debt.least.min(power) }
    }

    /// E2-292, E2-293: buildings, most or tied influence, control.
    pub(crate) fn colonize(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        let vp = self.colony_vp(seat);
        self.player_mut(seat).vp += vp;
        self.player_mut(seat).colonization = false;
        log.push(|| Event::Colonizes { seat, vp });
    }
}

/// Powers a card can have, from 0 on.
const POWERS: usize = 10; // the bound of `power` in the pack

/// Whether some of the cards that are left make a full payment from which none could be taken back.
fn lean(counts: &mut [u8; POWERS], sum: u8, least: u8, debt: u8) -> bool {
    if sum >= debt {
        return sum - least < debt;
    }
    for power in 1..counts.len() {
        if counts[power] > 0 {
            counts[power] -= 1;
            let found = lean(counts, sum + power as u8, least.min(power as u8), debt);
            counts[power] += 1;
            if found {
                return true;
            }
        }
    }
    false
}
