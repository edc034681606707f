//! Declarations and dice, and who may answer them.

use astrarium_core::Faults;

use crate::data::PRICE_DICE;
use crate::piece::Tech;
use crate::state::{
    Building, Campaign, Cause, Explorer, Influencing, Merchant, Phase, Producing, Roll, Stage, State, Trading, Warlord,
    Window,
};

impl State {
    pub(super) fn check_interrupt(&self, faults: &mut Faults) {
        let between = matches!(self.phase, Phase::Direction | Phase::Pick | Phase::Over(_));
        faults.must(!between || self.window == Window::Closed, "window: expected closed between roles and at the end");
        match self.window {
            Window::Closed => {
                faults.must(self.roll == Roll::default(), "dice: given, expected none while the window is closed");
            }
            Window::Sabotage(tech) => {
                let saboteur = self.ready_owner(Tech::Saboteur);
                let place = "window.sabotage";
                faults.must(
                    saboteur.is_some() && saboteur != self.holder(tech),
                    format_args!(
                        "{place}: expected another seat than the owner of {tech} with a saboteur to use (GE-178)"
                    ),
                );
                faults.must(
                    self.ready_owner(tech).is_some(),
                    format_args!("{place}: {tech} is nobody's, stopped or used up, expected one that can be declared"),
                );
                self.check_declared(place, tech, faults);
            }
            Window::Catch(tech) => {
                let place = "window.catch";
                faults.must(
                    self.stopped.has(tech) && self.used.has(Tech::Saboteur) && self.holder(tech).is_some(),
                    format_args!(
                        "{place}: expected {tech} with a seat and among stopped, and saboteur among used (GE-178)"
                    ),
                );
                self.check_declared(place, tech, faults);
            }
            Window::TimeWarp => {
                let ready = self.ready_owner(Tech::TimeWarp).is_some();
                faults.must(ready, "window.time-warp: expected a seat with a time-warp to use (GE-180)");
                faults.must(self.roll.die == 0, format_args!("die: {}, expected 0 until one is chosen", self.roll.die));
                self.check_roll(faults);
            }
            Window::Again => {
                let owned = self.holder(Tech::TimeWarp).is_some() && self.used.has(Tech::TimeWarp);
                faults.must(owned, "window.again: expected time-warp with a seat and among used (GE-180)");
                self.check_die(faults);
                self.check_roll(faults);
            }
        }
    }

    fn check_declared(&self, place: &str, tech: Tech, faults: &mut Faults) {
        if tech == Tech::TimeWarp {
            self.check_die(faults);
            return self.check_roll(faults);
        }
        faults.must(self.roll == Roll::default(), format_args!("dice: given, expected none while {tech} is declared"));
        faults.must(
            self.declaring(tech),
            format_args!("{place}: {tech} is not declared in such a phase, expected a phase and step that asks for it"),
        );
    }

    fn check_die(&self, faults: &mut Faults) {
        let Roll { die, len, .. } = self.roll;
        faults.must(die < len, format_args!("die: {die}, expected the place of one of the {len} dice, counted from 0"));
    }

    fn check_roll(&self, faults: &mut Faults) {
        let Roll { cause, len, .. } = self.roll;
        let right = match cause {
            Cause::None => return faults.must(false, "cause: left out, expected what the dice are for"),
            Cause::Prices => {
                let bare = |m: &Merchant| m.step == Trading::Prices && m.dice == [0; PRICE_DICE];
                let pricing = matches!(&self.phase, Phase::Merchant(merchant) if bare(merchant));
                faults.must(
                    pricing,
                    "cause: prices, expected phase.merchant with the step prices and no dice of its own",
                );
                PRICE_DICE as u8
            }
            Cause::Combat => {
                let Phase::Warlord(Warlord { step: Campaign::Fight(battle), .. }) = &self.phase else {
                    return faults.must(false, "cause: combat, expected phase.warlord with a battle that is fought");
                };
                self.volley(battle).len
            }
            Cause::Catch(tech) => {
                let stopped = tech != Tech::TimeWarp && self.stopped.has(tech) && self.holder(tech).is_some();
                faults.must(
                    stopped && self.declaring(tech),
                    format_args!(
                        "cause.catch: {tech}, expected a technology that was declared now and stopped (GE-178)"
                    ),
                );
                1
            }
        };
        faults.must(len == right, format_args!("dice: {len}, expected {right} for this cause"));
    }

    /// Whether the technology can be declared where the game is.
    fn declaring(&self, tech: Tech) -> bool {
        let fight = |stage: Stage| matches!(self.phase, Phase::Warlord(Warlord { step: Campaign::Fight(b), .. }) if b.stage == stage);
        match (tech, &self.phase) {
            (Tech::Ambassador, Phase::Regent(regent)) => matches!(regent.step, Influencing::Refuse(_)),
            (Tech::Diplomat, Phase::Regent(regent)) => {
                regent.step == Influencing::Buy && self.players[self.actor()].techs.has(tech)
            }
            (Tech::ShieldGenerators, _) => fight(Stage::Shields),
            (Tech::IonCannons, _) => fight(Stage::Ion),
            (Tech::PlasmaWeapons, _) => fight(Stage::Plasma),
            (Tech::FusionEngines, Phase::Warlord(warlord)) => warlord.step == Campaign::Declare,
            (Tech::Robotics, Phase::Engineer(engineer)) => engineer.step == Building::Declare,
            (Tech::ProteinFields, Phase::Steward(steward)) => steward.step == Producing::Declare,
            (Tech::SpacePirate, Phase::Merchant(merchant)) => {
                let trading = matches!(merchant.step, Trading::Collect | Trading::Trade);
                trading && self.players[self.actor()].techs.has(tech)
            }
            (Tech::LongRangeScanners, Phase::Explorer(step)) => matches!(step, Explorer::Scan { .. }),
            _ => false,
        }
    }
}
