//! What cards, tokens and quests do, one small choice at a time.

use astrarium_core::{Chance, Chapter, Log, Piece, Seat, cited};

use crate::action::Action;
use crate::data::{Effect, Op};
use crate::event::{Event, Money, Source};
use crate::illegal::{Check, Illegal, require};
use crate::piece::*;
use crate::state::{Amount, Roll, Script, State, Task, Way};

/// What an effect lets a seat choose.
#[derive(Copy, Clone, Debug)]
pub(crate) enum Choice {
    Good { left: u8 },
    Planet { markers: u8 },
    Gift { goods: u8 },
    Oust { planet: Planet, markers: u8 },
    Unit { planet: Planet, kind: Kind },
    Fungus { tokens: u8, within: u8 },
    Cleanse { left: u8 },
    Grab { left: u8 },
}

#[cited]
impl Chapter<Choice> for State {
    fn answers(&self, question: Choice, seat: Seat, out: &mut Vec<Action>) {
        match question {
            Choice::Good { .. } => {
                out.extend(Good::all().filter(|g| self.unseen[g.index()] > 0).map(Action::ChooseGood));
            }
            Choice::Planet { .. } => {
                let own = |p: &Planet| self.open(*p) && self.player(seat).influence[p.index()] > 0;
                out.extend(self.planets().iter().filter(own).map(Action::ChoosePlanet));
            }
            Choice::Gift { .. } | Choice::Oust { .. } => {
                let legal = |a: &Action| self.permits(question, seat, *a).is_ok();
                out.extend(Faction::all().map(Action::ChooseSeat).filter(legal));
            }
            Choice::Unit { planet, kind, .. } => {
                out.extend(self.unit_places(seat, planet, kind).iter().map(Action::ChooseRegion))
            }
            Choice::Fungus { within, .. } => {
                out.extend(self.fungus_places(seat, within).iter().map(Action::ChooseRegion))
            }
            Choice::Cleanse { .. } => {
                out.extend(self.overgrown().iter().map(Action::ChooseRegion));
                out.push(Action::Done);
            }
            Choice::Grab { .. } => {
                let places = self.grab_places(seat);
                out.extend(places.iter().flat_map(|r| self.tokens_at(r).map(move |t| Action::TakeToken(r, t))));
                out.push(Action::Done);
            }
        }
    }

    /// Only what the text names can be chosen (E2-244).
    fn permits(&self, question: Choice, seat: Seat, action: Action) -> Check {
        let allowed = match (question, action) {
            (Choice::Good { .. }, Action::ChooseGood(good)) => self.unseen[good.index()] > 0,
            (Choice::Planet { .. }, Action::ChoosePlanet(planet)) => {
                self.open(planet) && self.player(seat).influence[planet.index()] > 0
            }
            (Choice::Gift { .. }, Action::ChooseSeat(faction)) => self.of_faction(faction).is_some_and(|s| s != seat),
            (Choice::Oust { planet, .. }, Action::ChooseSeat(faction)) => {
                self.of_faction(faction).is_some_and(|s| self.others_on(seat, planet).any(|o| o == s))
            }
            (Choice::Unit { planet, kind, .. }, Action::ChooseRegion(r)) => self.unit_places(seat, planet, kind).has(r),
            (Choice::Fungus { within, .. }, Action::ChooseRegion(r)) => self.fungus_places(seat, within).has(r),
            (Choice::Cleanse { .. }, Action::ChooseRegion(r)) => self.overgrown().has(r),
            (Choice::Grab { .. }, Action::TakeToken(r, token)) => {
                self.grab_places(seat).has(r) && self.has_token(r, token)
            }
            (Choice::Cleanse { .. } | Choice::Grab { .. }, Action::Done) => true,
            (
                Choice::Good { .. }
                | Choice::Planet { .. }
                | Choice::Gift { .. }
                | Choice::Oust { .. }
                | Choice::Unit { .. }
                | Choice::Fungus { .. }
                | Choice::Cleanse { .. }
                | Choice::Grab { .. },
                _,
            ) => return Err(Illegal::OtherQuestion),
        };
        require!(allowed, Illegal::NotAnOption); // E2-244
        Ok(())
    }

    fn carry_out(
        &mut self,
        question: Choice,
        seat: Seat,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.tasks.pop();
        match (question, action) {
            (Choice::Good { left, .. }, Action::ChooseGood(good)) => {
                self.gain_good(seat, good, 1, log);
                self.tasks.push(Task::ChooseGood { seat, left: left - 1 });
            }
            (Choice::Planet { markers, .. }, Action::ChoosePlanet(planet)) => {
                self.place_influence(seat, planet, markers, chance, log);
            }
            (Choice::Gift { goods, .. }, Action::ChooseSeat(faction)) => {
                let other = self.of_faction(faction).expect("checked: in the game");
                self.gain_random(other, goods, chance, log);
            }
            (Choice::Oust { planet, markers, .. }, Action::ChooseSeat(faction)) => {
                let other = self.of_faction(faction).expect("checked: in the game");
                self.take_back(other, planet, markers, chance, log);
            }
            (Choice::Unit { kind, .. }, Action::ChooseRegion(region)) => self.put_unit(seat, kind, region, 0, log),
            (Choice::Fungus { tokens, .. }, Action::ChooseRegion(region)) => self.grow(region, tokens, log),
            (Choice::Cleanse { left, .. }, Action::ChooseRegion(region)) => {
                self.fungus[region.index()] -= 1;
                self.player_mut(seat).credits += 1;
                log.push(|| Event::Cleanses { seat, region });
                self.tasks.push(Task::Cleanse { seat, left: left - 1 });
            }
            (Choice::Grab { left, .. }, Action::TakeToken(region, token)) => {
                self.take_token(seat, region, token, chance, log);
                self.tasks.push(Task::Grab { seat, left: left - 1 });
            }
            (
                Choice::Good { .. }
                | Choice::Planet { .. }
                | Choice::Gift { .. }
                | Choice::Oust { .. }
                | Choice::Unit { .. }
                | Choice::Fungus { .. }
                | Choice::Cleanse { .. }
                | Choice::Grab { .. },
                _,
            ) => {}
        }
    }
}

#[cited]
impl State {
    /// Without a marker in reserve nothing is placed (E2-320).
    pub(crate) fn has_open_influence(&self, seat: Seat) -> bool {
        let on = |p: Planet| self.player(seat).influence[p.index()] > 0;
        self.markers_left(seat) > 0 && self.planets().iter().any(|p| self.open(p) && on(p))
    }

    pub(crate) fn others_on(&self, seat: Seat, planet: Planet) -> impl Iterator<Item = Seat> + '_ {
        self.seats().filter(move |&s| s != seat && self.player(s).influence[planet.index()] > 0)
    }

    pub(crate) fn unit_places(&self, seat: Seat, planet: Planet, kind: Kind) -> Regions {
        if self.reserve(seat, kind) == 0 {
            return Regions::EMPTY;
        }
        self.regions_of(planet) & self.player(seat).fleet.present()
    }

    pub(crate) fn fungus_places(&self, seat: Seat, within: u8) -> Regions {
        let near = self.within(self.player(seat).fleet.present(), within);
        (near & (ORBITS | SURFACES | UNINHABITED)) - self.sarkeen
    }

    fn overgrown(&self) -> Regions {
        Region::all().filter(|r| self.fungus[r.index()] > 0).collect()
    }

    /// Orbits with goods where the seat has a unit, or next to one.
    pub(crate) fn grab_places(&self, seat: Seat) -> Regions {
        let reach = self.within(self.player(seat).fleet.present(), 1);
        (reach & ORBITS).iter().filter(|&r| self.has_goods(r)).collect()
    }

    pub(crate) fn effects(&self, script: Script) -> &'static [Effect] {
        let data = self.data.0;
        match script {
            Script::Card(card) => &data.card(card).effects,
            Script::Token(token) => &data.explore(token).effects,
            Script::Quest(event) => match &data.event(event).op {
                Op::Quest { reward, .. } => reward,
                _ => &[],
            },
        }
    }

    /// The next effect of a list, as far as possible.
    pub(crate) fn run_script(
        &mut self,
        script: Script,
        seat: Seat,
        step: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let list = self.effects(script);
        let Some(&effect) = list.get(usize::from(step)) else { return };
        if usize::from(step) + 1 < list.len() {
            self.tasks.push(Task::Script { script, seat, step: step + 1 });
        }
        let here = self.going.at;
        match effect {
            Effect::Credits(n) => self.gain_credits(seat, n, Money::Effect, log),
            Effect::Vp(n) => self.gain_vp(seat, n, self.source(script), log),
            Effect::Command(n) => self.change_command(seat, n as i8, log),
            Effect::CommandToken => self.gain_command_token(seat, log),
            Effect::Goods(good, n) => self.gain_good(seat, good, n, log),
            Effect::GoodsRandom(n) => self.gain_random(seat, n, chance, log),
            Effect::GoodsChoice(left) => self.tasks.push(Task::ChooseGood { seat, left }),
            Effect::Influence(planet, n) => self.place_influence(seat, planet, n, chance, log),
            Effect::InfluenceHere(n) => {
                if let Some(planet) = self.planet_at(here) {
                    self.place_influence(seat, planet, n, chance, log);
                }
            }
            Effect::InfluenceChoice(markers) => self.tasks.push(Task::ChoosePlanet { seat, markers }),
            Effect::Oust(planet, markers) => self.tasks.push(Task::Oust { seat, planet, markers }),
            Effect::Draw(n) => self.tasks.push(Task::Draw { seat, amount: Amount::Cards(n) }),
            Effect::EmpireDraw => self.tasks.push(Task::EmpireDraw(seat)),
            Effect::RecruitHere(kind, _) if self.reserve(seat, kind) > 0 => self.put_unit(seat, kind, here, 0, log),
            Effect::RecruitHere(_, n) => self.gain_credits(seat, n, Money::Effect, log),
            Effect::RecruitNear(planet, kind) => self.tasks.push(Task::PutUnit { seat, planet, kind }),
            Effect::FreeMove(n) => self.set_off(seat, Way::Free, n),
            Effect::Raid(n) => self.set_off(seat, Way::Raid, n),
            Effect::Jump => self.set_off(seat, Way::Jump, 0),
            Effect::BuildNow(discount) => self.tasks.push(Task::BuildNow { seat, discount }),
            Effect::Grab(left) => self.tasks.push(Task::Grab { seat, left }),
            Effect::Tax(n) => self.tax(seat, n, log),
            Effect::Gift(goods) => self.tasks.push(Task::Gift { seat, goods }),
            Effect::FungusHere(n) => self.grow(here, n, log),
            Effect::FungusChoice(tokens, within) => self.tasks.push(Task::PutFungus { seat, tokens, within }),
            Effect::Cleanse(left) => self.tasks.push(Task::Cleanse { seat, left }),
            Effect::PathHere(n) => {
                if !self.open_path(here, log) {
                    self.gain_credits(seat, n, Money::Effect, log);
                }
            }
            Effect::Shaft { .. } | Effect::Lair { .. } => {
                self.tasks.push(Task::Roll { seat, of: Roll::Effect(script, step) });
            }
        }
    }

    pub(crate) fn settle_effect_die(
        &mut self,
        seat: Seat,
        script: Script,
        step: u8,
        die: u8,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match self.effects(script).get(usize::from(step)) {
            Some(&Effect::Shaft { least, good, bad }) => {
                self.gain_random(seat, if die >= least { good } else { bad }, chance, log);
            }
            Some(&Effect::Lair { least, goods, .. }) if die >= least => self.gain_random(seat, goods, chance, log),
            Some(&Effect::Lair { command, .. }) => self.change_command(seat, -(command as i8), log),
            _ => {}
        }
    }

    pub(crate) fn gain_credits(&mut self, seat: Seat, n: u8, why: Money, log: &mut impl Log<Event>) {
        self.player_mut(seat).credits += u16::from(n);
        log.push(|| Event::Credits { seat, n: i16::from(n), why });
    }

    /// At most what there is.
    pub(crate) fn lose_credits(&mut self, seat: Seat, n: u8, why: Money, log: &mut impl Log<Event>) -> u8 {
        let lost = self.player(seat).credits.min(u16::from(n)) as u8;
        self.player_mut(seat).credits -= u16::from(lost);
        log.push(|| Event::Credits { seat, n: -i16::from(lost), why });
        lost
    }

    pub(crate) fn gain_vp(&mut self, seat: Seat, n: u8, source: Source, log: &mut impl Log<Event>) {
        if n > 0 {
            self.player_mut(seat).vp += u16::from(n);
            log.push(|| Event::Vp { seat, n, source });
        }
    }

    /// What the points of a list of effects come from.
    fn source(&self, script: Script) -> Source {
        match script {
            Script::Card(card) if self.data.card(card).is_action() => Source::ActionCards,
            Script::Card(_) => Source::Deliveries,
            Script::Token(_) => Source::Exploring,
            Script::Quest(_) => Source::Quests,
        }
    }

    /// Within 0 and the maximum.
    pub(crate) fn change_command(&mut self, seat: Seat, n: i8, log: &mut impl Log<Event>) {
        let most = self.command_max(seat);
        let player = self.player_mut(seat);
        player.command = player.command.saturating_add_signed(n).min(most);
        log.push(|| Event::Command { seat, n });
    }

    /// E2-028: one more command at once, while tokens last.
    fn gain_command_token(&mut self, seat: Seat, log: &mut impl Log<Event>) {
        if self.tokens_supply() > 0 {
            let player = self.player_mut(seat);
            player.tokens += 1;
            player.command += 1;
            log.push(|| Event::Command { seat, n: 1 });
        }
    }

    fn tokens_supply(&self) -> u8 {
        self.data.numbers.supply.command_tokens - self.seats().map(|s| self.player(s).tokens).sum::<u8>()
    }

    fn tax(&mut self, seat: Seat, n: u8, log: &mut impl Log<Event>) {
        let others = self.seats().filter(|&s| s != seat);
        let paid = others.map(|s| self.lose_credits(s, n, Money::Tax, log)).sum();
        self.gain_credits(seat, paid, Money::Tax, log);
    }
}
