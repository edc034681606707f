//! The sequence of play on one screen: who is asked, what is allowed, what comes next (GE-026 to GE-039).

use astrarium_core::{Chance, Log, Seat, Turn as Asked};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Illegal, require};
use crate::piece::{Role, Roles, Tech, Techs};
use crate::state::{
    Campaign, End, Engineer, Explorer, Influencing, Merchant, Phase, Regent, Stage, State, Steward, Trading, Warlord,
    Window,
};

impl State {
    pub(crate) fn asked(&self) -> Asked {
        let holder = |tech| self.holder(tech).expect("a window opens for the owner of a technology");
        Asked::Of(match (&self.window, &self.phase) {
            (Window::Sabotage(_), _) => holder(Tech::Saboteur),
            (Window::Catch(tech), _) => holder(*tech),
            (Window::TimeWarp | Window::Again, _) => holder(Tech::TimeWarp),
            (_, Phase::Over(over)) => return Asked::Over(over.standing()),
            (_, Phase::Colours) => self.next_chair(),
            (_, Phase::Direction) => self.first,
            (_, Phase::Pick) => self.picker(),
            (_, Phase::Explorer(Explorer::Leftover | Explorer::PlaceLeftover { .. })) => self.chooser, // GE-047
            (_, Phase::Merchant(Merchant { step: Trading::Prices, .. })) => self.chooser,
            (_, Phase::Warlord(Warlord { step: Campaign::Fight(_), .. }) | Phase::LastBattle(_)) => self.combatant(),
            (_, Phase::Regent(regent)) => self.courtier(regent),
            _ => self.actor(),
        })
    }

    /// Who picks the next role: in direction order from the holder of the Throne (GE-027, GE-030); two players alternate.
    fn picker(&self) -> Seat {
        match self.options.players {
            humans if humans < self.n() => Seat((self.first.0 + self.picks) % humans),
            _ => self.after(self.first, self.picks),
        }
    }

    fn combatant(&self) -> Seat {
        let battle = self.battle();
        match battle.stage {
            Stage::Plasma | Stage::Name | Stage::Firing | Stage::Retreat => battle.sides[0],
            Stage::Ion => battle.sides[1],
            Stage::Shields => {
                battle.sides[usize::from(self.players[battle.sides[1]].techs.has(Tech::ShieldGenerators))]
            }
            Stage::Assign(side) => battle.sides[usize::from(side)],
        }
    }

    fn courtier(&self, regent: &Regent) -> Seat {
        match regent.step {
            Influencing::Buy => self.actor(),
            Influencing::Place | Influencing::Relocate => self.placer(),
            Influencing::Refuse(_) => self.holder(Tech::Ambassador).expect("only its owner is asked"),
            Influencing::Refuge(at) => {
                let seat = self.seats_in_play().find(|&s| self.players[s].fleet.any(at));
                seat.expect("ships that must leave")
            }
        }
    }

    pub(crate) fn list_actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.asked().seats().contains(seat) {
            return;
        }
        match (&self.window, &self.phase) {
            (Window::Closed, Phase::Colours) => self.colour_actions(out),
            (Window::Closed, Phase::Direction | Phase::Pick) => self.round_actions(out),
            (Window::Closed, Phase::Explorer(step)) => self.explorer_actions(step, out),
            (Window::Closed, Phase::Merchant(merchant)) => self.merchant_actions(merchant, seat, out),
            (Window::Closed, Phase::Steward(steward)) => self.steward_actions(steward, seat, out),
            (Window::Closed, Phase::Engineer(engineer)) => self.engineer_actions(engineer, seat, out),
            (Window::Closed, Phase::Scientist) => self.scientist_actions(seat, out),
            (Window::Closed, Phase::Warlord(Warlord { step: Campaign::Fight(b), .. }) | Phase::LastBattle(b)) => {
                self.battle_actions(b, out)
            }
            (Window::Closed, Phase::Warlord(warlord)) => self.warlord_actions(warlord, seat, out),
            (Window::Closed, Phase::Regent(regent)) => self.regent_actions(regent, seat, out),
            (Window::Closed, Phase::Over(_)) => {}
            (window, _) => self.window_actions(window, out),
        }
    }

    pub(crate) fn check_action(&self, seat: Seat, action: Action) -> Result<(), Illegal> {
        require!(!matches!(self.phase, Phase::Over(_)), Illegal::GameOver); // GE-191
        require!(self.asked().seats().contains(seat), Illegal::NotYourTurn); // GE-029
        match (&self.window, &self.phase) {
            (Window::Closed, Phase::Colours) => self.check_colour(action),
            (Window::Closed, Phase::Direction | Phase::Pick) => self.check_round(action),
            (Window::Closed, Phase::Explorer(step)) => self.check_explorer(step, action),
            (Window::Closed, Phase::Merchant(merchant)) => self.check_merchant(merchant, seat, action),
            (Window::Closed, Phase::Steward(steward)) => self.check_steward(steward, seat, action),
            (Window::Closed, Phase::Engineer(engineer)) => self.check_engineer(engineer, seat, action),
            (Window::Closed, Phase::Scientist) => self.check_scientist(seat, action),
            (Window::Closed, Phase::Warlord(Warlord { step: Campaign::Fight(b), .. }) | Phase::LastBattle(b)) => {
                self.check_battle(b, action)
            }
            (Window::Closed, Phase::Warlord(warlord)) => self.check_warlord(warlord, seat, action),
            (Window::Closed, Phase::Regent(regent)) => self.check_regent(regent, seat, action),
            (Window::Closed, Phase::Over(_)) => Err(Illegal::GameOver),
            (window, _) => self.check_window(window, action),
        }
    }

    pub(crate) fn carry_out(
        &mut self,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (self.window, self.phase) {
            (Window::Closed, Phase::Colours) => self.choose_colour(seat, action, chance, log),
            (Window::Closed, Phase::Direction | Phase::Pick) => self.conduct(seat, action, chance, log),
            (Window::Closed, Phase::Explorer(step)) => self.explore(step, seat, action, chance, log),
            (Window::Closed, Phase::Merchant(merchant)) => self.trade(merchant, seat, action, chance, log),
            (Window::Closed, Phase::Steward(steward)) => self.produce(steward, seat, action, chance, log),
            (Window::Closed, Phase::Engineer(engineer)) => self.build(engineer, seat, action, chance, log),
            (Window::Closed, Phase::Scientist) => self.research(seat, action, chance, log),
            (Window::Closed, Phase::Warlord(Warlord { step: Campaign::Fight(_), .. }) | Phase::LastBattle(_)) => {
                self.fight_on(action, chance, log)
            }
            (Window::Closed, Phase::Warlord(warlord)) => self.campaign(warlord, seat, action, chance, log),
            (Window::Closed, Phase::Regent(regent)) => self.influence(regent, seat, action, chance, log),
            (Window::Closed, Phase::Over(_)) => unreachable!("check refuses everything"),
            (window, _) => self.answer(window, action, chance, log),
        }
    }

    // A role: the chooser's special, then a turn for each seat of the role order (GE-028, GE-029).

    pub(crate) fn begin_role(&mut self, role: Role, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.turn = 0;
        match role {
            Role::Explorer => self.phase = Phase::Explorer(Explorer::Pick { scanned: false }),
            Role::Merchant => return self.open_market(chance, log),
            Role::Steward => self.phase = Phase::Steward(Steward::default()),
            Role::Engineer => self.phase = Phase::Engineer(Engineer::default()),
            Role::Warlord | Role::Warlord2 => self.phase = Phase::Warlord(Warlord::default()), // GE-034
            Role::Regent => return self.open_court(chance, log),
            Role::Scientist => self.phase = Phase::Scientist,
        }
        self.begin_turn(chance, log);
    }

    pub(crate) fn begin_turn(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let seat = self.actor();
        if self.is_dukedom(seat) {
            self.dukedom_turn(seat, log);
            return self.end_turn(chance, log);
        }
        match self.phase {
            Phase::Explorer(_) if self.display.is_empty() => self.end_turn(chance, log), // GE-050
            Phase::Explorer(_) => self.phase = Phase::Explorer(Explorer::Pick { scanned: false }),
            Phase::Merchant(merchant) => self.merchant_turn(merchant, seat, log),
            Phase::Steward(_) => self.steward_turn(seat, chance, log),
            Phase::Engineer(_) => self.engineer_turn(seat, chance, log),
            Phase::Scientist => {}
            Phase::Warlord(_) => self.warlord_turn(seat, chance, log),
            _ => unreachable!("the other phases have no turns"),
        }
    }

    pub(crate) fn end_turn(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.turn += 1;
        if self.turn < self.n() {
            self.begin_turn(chance, log); // GE-029
        } else if matches!(self.phase, Phase::Explorer(_)) {
            self.next_leftover(chance, log); // GE-047
        } else {
            self.end_role(chance, log);
        }
    }

    /// The next pick, the end of the round, or the end of the game: whoever triggered it, all have had their turn (GE-185).
    pub(crate) fn end_role(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if self.end.is_some() {
            return self.final_scoring(chance, log);
        }
        self.turn = 0;
        self.picks += 1;
        if self.picks < self.picks_per_round() {
            self.phase = Phase::Pick; // GE-030
        } else {
            self.end_round(chance, log); // GE-031
        }
    }

    pub(crate) fn picks_per_round(&self) -> u8 {
        match self.options.players {
            humans if humans < self.n() => humans * self.data.numbers.dukedom_roles,
            humans => humans,
        }
    }

    /// Tile, roles, marks, direction (GE-036 to GE-039).
    fn end_round(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        log.push(|| Event::RoundEnded { round: self.round });
        if !self.picked.has(Role::Explorer) {
            self.turn_up(self.data.numbers.round_tiles, chance, log); // GE-036
        }
        if self.explored() {
            self.picked = (self.picked - Roles::of(Role::Explorer)) | self.back_of_explorer(); // GE-034, GE-049
        }
        self.pool |= self.picked; // GE-037
        self.picked = Roles::EMPTY;
        for seat in self.humans() {
            self.players[seat].marks += u16::from(self.data.numbers.income); // GE-038
        }
        (self.stopped, self.used) = (Techs::EMPTY, Techs::EMPTY); // GE-178, GE-180
        if self.round >= self.options.round_limit {
            self.set_end(End::RoundLimit);
            return self.final_scoring(chance, log);
        }
        self.begin_round(log);
    }

    fn back_of_explorer(&self) -> Roles {
        let lies_here = self.picked.has(Role::Explorer);
        if lies_here { Roles::of(Role::Warlord2) } else { Roles::EMPTY }
    }

    /// The holder of the Throne has the Direction marker (GE-039, GE-166).
    pub(crate) fn begin_round(&mut self, log: &mut impl Log<Event>) {
        self.round += 1;
        self.first = self.throne.expect("somebody holds the Throne between rounds");
        (self.picks, self.turn, self.chooser) = (0, 0, self.first);
        self.phase = Phase::Direction;
        log.push(|| Event::RoundBegins { round: self.round });
    }
}
