//! Declarations and dice: the Saboteur and the Time Warp may answer every one of them (GE-178, GE-180).

use astrarium_core::{Chance, Log, Number, Seat, cited};

use crate::action::Action;
use crate::event::{Event, Rolled};
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Tech, Techs};
use crate::rules::firing::Volley;
use crate::state::{Cause, Phase, Roll, State, Window};

#[cited]
impl State {
    pub(crate) fn window_actions(&self, window: &Window, out: &mut Vec<Action>) {
        match window {
            Window::Closed => {}
            Window::Sabotage(_) => out.extend([Action::Sabotage, Action::Pass]),
            Window::Catch(_) => out.extend([Action::AttemptCatch, Action::LetGo]),
            Window::TimeWarp => {
                let guns = self.guns();
                out.extend(
                    (0..self.roll.len).filter(|&i| self.first_alike(&guns, i)).map(|i| Action::WarpDie(Number(i + 1))),
                );
                out.push(Action::Pass);
            }
            Window::Again => out.extend([Action::Keep, Action::Again]),
        }
    }

    /// Dice that show the same and count for the same are one choice.
    fn first_alike(&self, volley: &Volley, die: u8) -> bool {
        let (dice, i) = (self.roll.dice, usize::from(die));
        !(0..i).any(|j| dice[i] == dice[j] && volley.guns[i] == volley.guns[j])
    }

    fn guns(&self) -> Volley {
        if self.roll.cause == Cause::Combat { self.volley(self.battle()) } else { Volley::default() }
    }

    pub(crate) fn check_window(&self, window: &Window, action: Action) -> Check {
        match (action, window) {
            (Action::Sabotage | Action::Pass, Window::Sabotage(_)) => Ok(()),
            (Action::AttemptCatch | Action::LetGo, Window::Catch(_)) => Ok(()),
            (Action::WarpDie(Number(die)), Window::TimeWarp) => {
                require!(die <= self.roll.len, Illegal::NoDie(die)); // GE-180
                require!(self.first_alike(&self.guns(), die - 1), Illegal::SameDie(die)); // GE-180
                Ok(())
            }
            (Action::Pass, Window::TimeWarp) => Ok(()),
            (Action::Keep | Action::Again, Window::Again) => Ok(()),
            _ => Err(Illegal::Interrupted), // GE-178
        }
    }

    pub(crate) fn answer(
        &mut self,
        window: Window,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (window, action) {
            (Window::Sabotage(tech), Action::Sabotage) => {
                self.used.insert(Tech::Saboteur); // GE-178: once a round
                self.stopped.insert(tech); // GE-178: for the rest of the round
                self.window = Window::Catch(tech);
                log.push(|| Event::Sabotaged { tech });
            }
            (Window::Sabotage(tech), _) => self.declared(tech, true, chance, log),
            (Window::Catch(tech), Action::AttemptCatch) => self.attempt_catch(tech, chance, log),
            (Window::Catch(tech), _) => self.declared(tech, false, chance, log),
            (Window::TimeWarp, Action::WarpDie(Number(die))) => {
                self.roll.die = die - 1;
                self.declare(Tech::TimeWarp, chance, log);
            }
            (Window::Again, Action::Again) => {
                self.roll_again(chance, log); // GE-180: the last result counts
                self.settle_roll(chance, log);
            }
            (Window::TimeWarp | Window::Again, _) => self.settle_roll(chance, log),
            (Window::Closed, _) => unreachable!("a window is open"),
        }
    }

    // Declarations

    /// Every use of a technology is announced; the Saboteur's owner may stop it, unless it is their own (GE-178).
    pub(crate) fn declare(&mut self, tech: Tech, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let owner = self.holder(tech).expect("only an owner declares");
        log.push(|| Event::Declared { seat: owner, tech });
        if self.under_watch(owner) {
            self.window = Window::Sabotage(tech);
        } else {
            self.declared(tech, true, chance, log);
        }
    }

    /// Whether another seat could stop a declaration.
    fn under_watch(&self, owner: Seat) -> bool {
        self.ready_owner(Tech::Saboteur).is_some_and(|s| s != owner)
    }

    /// A technology that only helps is declared unasked, unless it could be stopped; then its owner is asked.
    pub(crate) fn offer(&mut self, owner: Seat, tech: Tech, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if !self.ready(owner, tech) {
            self.declared(tech, false, chance, log);
        } else if !self.under_watch(owner) {
            self.declare(tech, chance, log);
        }
    }

    /// The use goes on, or is void.
    pub(crate) fn declared(&mut self, tech: Tech, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.window = Window::Closed;
        match tech {
            Tech::Ambassador => self.ambassador_declared(works, chance, log),
            Tech::ShieldGenerators => self.shields_declared(works, chance, log),
            Tech::IonCannons => self.ion_declared(works, chance, log),
            Tech::PlasmaWeapons => self.plasma_declared(works, chance, log),
            Tech::FusionEngines => self.fusion_declared(works),
            Tech::Robotics => self.robotics_declared(works),
            Tech::ProteinFields => self.fields_declared(works),
            Tech::Diplomat => self.diplomat_declared(works, chance, log),
            Tech::TimeWarp => self.time_warp_declared(works, chance, log),
            Tech::SpacePirate => self.pirate_declared(works),
            Tech::LongRangeScanners => self.scanners_declared(works, chance, log),
            Tech::Saboteur => unreachable!("the Saboteur acts in its window"),
        }
    }

    /// 5 or 6 removes the Saboteur; the technology stays stopped all the same (GE-178).
    fn attempt_catch(&mut self, tech: Tech, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let die = chance.roll(self.data.numbers.die_sides);
        if self.ready_owner(Tech::TimeWarp).is_none() {
            return self.caught_or_not(tech, die, chance, log);
        }
        self.roll = Roll::new(Cause::Catch(tech));
        self.roll.push(die);
        self.show_dice(chance, log);
    }

    fn caught_or_not(&mut self, tech: Tech, die: u8, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let caught = die >= self.data.numbers.catch_on;
        log.push(|| Event::CatchRolled { die, caught });
        if caught {
            self.caught = true;
            let saboteur = Techs::of(Tech::Saboteur);
            self.humans().for_each(|s| self.players[s].techs -= saboteur);
            self.used -= saboteur;
        }
        self.declared(tech, false, chance, log);
    }

    // Dice

    /// Dice lie open; the Time Warp's owner may turn one before anything comes of them (GE-180).
    pub(crate) fn show_dice(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        log.push(|| Event::Rolled { roll: Rolled(self.roll) });
        let last = matches!(self.phase, Phase::LastBattle(_)); // GE-192: no window in the last battle
        if self.ready_owner(Tech::TimeWarp).is_some() && !last {
            self.window = Window::TimeWarp;
        } else {
            self.settle_roll(chance, log);
        }
    }

    fn time_warp_declared(&mut self, works: bool, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        if !works {
            return self.settle_roll(chance, log);
        }
        self.used.insert(Tech::TimeWarp); // GE-180: once a round
        self.roll_again(chance, log);
        self.window = Window::Again;
    }

    fn roll_again(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let rolled = chance.roll(self.data.numbers.die_sides);
        let die = self.roll.die;
        self.roll.dice[usize::from(die)] = rolled;
        log.push(|| Event::RolledAgain { die, rolled });
    }

    /// The dice are final.
    fn settle_roll(&mut self, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let roll = std::mem::take(&mut self.roll);
        self.window = Window::Closed;
        match roll.cause {
            Cause::Prices => self.prices_rolled(&roll),
            Cause::Combat => self.score_hits(&roll, chance, log),
            Cause::Catch(tech) => self.caught_or_not(tech, roll.dice[0], chance, log),
            Cause::None => unreachable!("dice lie on the table"),
        }
    }
}
