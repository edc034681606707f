//! The sequence of play on one screen: who is asked, what is allowed, what comes next (GE-026 to GE-039).

use astrarium_core::{Chance, Log, Rules, Seat, Side, Turn as Asked, cited, sequence};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Role, Roles, Tech, Techs};
use crate::state::{
    Battle, Campaign, End, Engineer, Explorer, Influencing, Merchant, Phase, Regent, Stage, State, Steward, Trading,
    Warlord, Window,
};

#[cited]
impl Rules for State {
    fn turn(&self) -> Asked {
        let holder = |tech| self.holder(tech).expect("a window opens for the owner of a technology");
        let seat = match &self.window {
            Window::Closed => return self.asks().expect("somebody is asked until the game is over"),
            Window::Sabotage(_) => holder(Tech::Saboteur),
            Window::Catch(tech) => holder(*tech),
            Window::TimeWarp | Window::Again => holder(Tech::TimeWarp),
        };
        Asked::Of(seat)
    }

    fn actions(&self, seat: Seat, out: &mut Vec<Action>) {
        if !self.turn().seats().contains(seat) {
            return;
        }
        match &self.window {
            Window::Closed => self.listed(seat, out),
            window => self.window_actions(window, out),
        }
    }

    fn check(&self, seat: Seat, action: Action) -> Check {
        require!(!matches!(self.phase, Phase::Over(_)), Illegal::GameOver); // GE-191
        require!(self.turn().seats().contains(seat), Illegal::NotYourTurn); // GE-029
        match &self.window {
            Window::Closed => self.checked(seat, action),
            window => self.check_window(window, action),
        }
    }

    fn advance(&mut self, seat: Seat, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        match self.window {
            Window::Closed => self.applied(seat, action, chance, log),
            window => self.answer(window, action, chance, log),
        }
    }
}

sequence! {
    |state: State, seat, out, action, chance, log| state.phase, Illegal::GameOver;
    Phase::Colours => asks state.next_chair(),
        state.colour_actions(out),
        state.check_colour(action),
        state.choose_colour(seat, action, chance, log);
    Phase::Direction => asks state.first,
        state.round_actions(out),
        state.check_round(action),
        state.conduct(seat, action, chance, log);
    Phase::Pick => asks state.picker(),
        state.round_actions(out),
        state.check_round(action),
        state.conduct(seat, action, chance, log);
    Phase::Explorer(step) => asks state.explorer(step),
        state.explorer_actions(step, out),
        state.check_explorer(step, action),
        state.explore(step, seat, action, chance, log);
    Phase::Merchant(merchant) => asks state.merchant(merchant),
        state.merchant_actions(merchant, seat, out),
        state.check_merchant(merchant, seat, action),
        state.trade(merchant, seat, action, chance, log);
    Phase::Steward(steward) => asks state.actor(),
        state.steward_actions(steward, seat, out),
        state.check_steward(steward, seat, action),
        state.produce(steward, seat, action, chance, log);
    Phase::Engineer(engineer) => asks state.actor(),
        state.engineer_actions(engineer, seat, out),
        state.check_engineer(engineer, seat, action),
        state.build(engineer, seat, action, chance, log);
    Phase::Scientist => asks state.actor(),
        state.scientist_actions(seat, out),
        state.check_scientist(seat, action),
        state.research(seat, action, chance, log);
    Phase::Warlord(Warlord { step: Campaign::Fight(battle), .. }) | Phase::LastBattle(battle) => asks state.combatant(battle),
        state.battle_actions(battle, out),
        state.check_battle(battle, action),
        state.fight_on(&battle, action, chance, log);
    Phase::Warlord(warlord @ Warlord { step: Campaign::Declare | Campaign::Move | Campaign::Battles, .. }) => asks state.actor(),
        state.warlord_actions(warlord, seat, out),
        state.check_warlord(warlord, seat, action),
        state.campaign(warlord, seat, action, chance, log);
    Phase::Regent(regent) => asks state.courtier(regent),
        state.regent_actions(regent, seat, out),
        state.check_regent(regent, seat, action),
        state.influence(regent, seat, action, chance, log);
    Phase::Over(over) => ends over.standing();
}

#[cited]
impl State {
    /// Leftover tiles are the chooser's (GE-047).
    fn explorer(&self, step: &Explorer) -> Seat {
        match step {
            Explorer::Leftover | Explorer::PlaceLeftover { .. } => self.chooser,
            Explorer::Pick { .. } | Explorer::Scan { .. } | Explorer::Keep { .. } | Explorer::Place { .. } => {
                self.actor()
            }
        }
    }

    fn merchant(&self, merchant: &Merchant) -> Seat {
        if merchant.step == Trading::Prices { self.chooser } else { self.actor() }
    }

    /// Who picks the next role: in direction order from the holder of the Throne (GE-027, GE-030); two players alternate.
    fn picker(&self) -> Seat {
        match self.options.players {
            humans if humans < self.n() => Seat((self.first.0 + self.picks) % humans),
            _ => self.after(self.first, self.picks),
        }
    }

    fn combatant(&self, battle: &Battle) -> Seat {
        match battle.stage {
            Stage::Plasma | Stage::Name | Stage::Firing | Stage::Retreat => battle.sides[Side::Attacker],
            Stage::Ion => battle.sides[Side::Defender],
            Stage::Shields => battle.sides[self.shielded(battle)],
            Stage::Assign(side) => battle.sides[side],
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
            Phase::Colours
            | Phase::Direction
            | Phase::Pick
            | Phase::Regent(_)
            | Phase::LastBattle(_)
            | Phase::Over(_) => {
                unreachable!("these phases have no turns")
            }
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

    /// The next pick, the end of the round, or the end of the game: whichever seat triggered it, all have had their turn (GE-185).
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
            self.receive(seat, self.data.numbers.income, "GE-038", log);
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
