//! What an attack wins: points, prizes, the planet (EV-102 to EV-123, KU-077 to KU-089, KU-161).

use astrarium_core::{Chance, Log, Piece, Side, cited};

use super::control::Cause;
use crate::action::Action;
use crate::event::{Event, Source};
use crate::piece::*;
use crate::state::{Fight, Mode, Phase, Stage, State, Step, Turn};

#[cited]
impl State {
    /// Kill point, Beta Com, repair; then the prize (KU-077, KU-161, KU-127).
    pub(super) fn after_fight(&mut self, turn: &mut Turn, fight: &mut Fight, log: &mut impl Log<Event>) {
        let seat = turn.seat;
        turn.kills = turn.kills.saturating_add(fight.kills[Side::Attacker]);
        if fight.kills[Side::Attacker] > 0 && !turn.killed && self.rules().kill_points > 0 {
            turn.killed = true;
            self.win(seat, self.rules().kill_points, Source::Kills, log);
        }
        let beaten = fight.mode == Mode::Battle && fight.kills[Side::Attacker] > 0;
        let won = fight.victim.filter(|&x| beaten && !self.players[x].fleet.any(fight.at)); // EV-098
        if won.is_some() {
            log.push(|| Event::BattleWon { seat, at: fight.at });
            if self.has_ability(seat, BETA_COM) {
                self.win(seat, 1, Source::Spoils, log);
            }
        }
        self.ask_for_repairs(seat);
        if let Some(x) = fight.victim {
            self.ask_for_repairs(x);
        }
        fight.stage = Stage::Prize;
    }

    /// What the attack was for.
    pub(super) fn prize(
        &mut self,
        mut turn: Turn,
        mut fight: Fight,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.check_objectives(log); // KU-132: a broken fleet
        let (seat, at) = (turn.seat, fight.at);
        let enough = matches!(fight.mode, Mode::OneSided(need) if fight.scored >= need);
        let here = self.players[seat].fleet.any(at);
        fight.stage = Stage::Done;
        match (fight.target, fight.victim) {
            (Target::Planet, None) if enough => {
                log.push(|| Event::BattleWon { seat, at }); // KU-075
                self.conquer(at, seat, chance, log); // EV-102, EV-116
            }
            (Target::Infestation, _) if enough => {
                self.infested.remove(at); // EV-205
                self.seat_of(Race::Sreech).into_iter().for_each(|s| self.check_bay(s));
                log.push(|| Event::Cleansed { seat, at });
            }
            (Target::Rebels, _) if enough => {
                self.rebellion.remove(at); // EV-078
                self.check_objectives(log);
                log.push(|| Event::RebelsBeaten { seat, at });
            }
            (Target::Sect, _) if enough => {
                self.sect = false; // EV-078
                self.win(seat, 1, Source::Events, log);
                self.draw_card(seat, chance, log);
            }
            // EV-078
            (Target::Raiders, _) if self.raiders_at(at) == 0 => match self.lair(at) {
                Some(hex) => {
                    let prize = std::mem::take(&mut self.pirates[hex.index()]).prize;
                    self.gain(seat, prize, log);
                }
                None => self.rescue(at, seat, chance, log),
            },
            (_, Some(x)) => {
                let beaten = match fight.mode {
                    Mode::Battle => !self.players[x].fleet.any(at), // EV-105
                    Mode::OneSided(_) => enough,                    // KU-151
                    Mode::NoRoll => true,                           // EV-106
                };
                if beaten && here && self.controller(at) == Some(x) {
                    fight.stage = Stage::Take;
                }
            }
            _ => {}
        }
        turn.step = Step::Fight(fight);
        self.phase = Phase::Turn(turn);
    }

    /// Keep it, free it, have it back, or leave it (EV-107 to EV-115, EV-119, KU-080 to KU-086).
    pub(super) fn take_planet(
        &mut self,
        turn: Turn,
        mut fight: Fight,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let (seat, at) = (turn.seat, fight.at);
        fight.stage = Stage::Done;
        match action {
            Action::Conquer => self.conquer(at, seat, chance, log),
            Action::Regain => self.lose_conquest(at, Cause::Attack(seat), chance, log),
            Action::Liberate => {
                log.push(|| Event::Liberated { seat, at });
                self.lose_conquest(at, Cause::Attack(seat), chance, log); // EV-110, EV-111
                if self.is_neutral(at) {
                    fight.stage = Stage::Liberated; // EV-112
                }
            }
            _ => {}
        }
        self.phase = Phase::Turn(Turn { step: Step::Fight(fight), ..turn });
    }
}
