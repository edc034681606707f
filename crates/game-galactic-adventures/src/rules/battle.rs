//! An attack from its declaration to its end: tokens, defense choice, dice, capture (GA-064 to GA-081, GA-101).

use astrarium_core::{BySide, Chance, Log, Piece, Side, cited};

use crate::action::Action;
use crate::event::{Event, Throw};
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Colour, Die, Mode, Space};
use crate::state::{Attack, End, Phase, State, Step, Turn};

#[cited]
impl State {
    /// Declaration: what is shown, what is punished, whether the defender is asked.
    pub(crate) fn battle(
        &mut self,
        turn: Turn,
        me: Colour,
        attack: Attack,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        log.push(|| Event::Attacks { colour: me, attack, defender: self.owner(attack.to) });
        if attack.mode == Mode::AllyDie {
            self.show_die(attack.from, log); // GA-070: its Dice token only; GA-073: no penalty for using it
        }
        if self.free.has(attack.to) {
            self.show_die(attack.to, log); // GA-069
            self.show_ipec(attack.to, log); // GA-069, GA-071
            let player = &mut self.players[me];
            if self.ipec.has(attack.to) && !player.powers.ipec_immunity {
                player.penalty = true; // GA-072, GA-074; GA-106 above
                log.push(|| Event::Punished { colour: me, moon: attack.to });
            }
        }
        if self.may_defend_as_other(&attack) {
            self.go_on(turn, Step::Defend(attack)); // GA-085
        } else {
            self.resolve(turn, me, attack, false, chance, log);
        }
    }

    fn show_die(&mut self, moon: Space, log: &mut impl Log<Event>) {
        if !self.dice_public.has(moon) {
            log.reveal();
            self.dice_public.insert(moon);
            self.players.0.iter_mut().for_each(|p| p.peeked_dice.remove(moon));
            log.push(|| Event::DieShown { moon, die: self.dice[moon.index()] });
        }
    }

    fn show_ipec(&mut self, moon: Space, log: &mut impl Log<Event>) {
        if !self.ipec_public.has(moon) {
            log.reveal();
            self.ipec_public.insert(moon);
            self.players.0.iter_mut().for_each(|p| p.peeked_ipec.remove(moon));
            log.push(|| Event::IpecShown { moon, ipec: self.ipec.has(moon) });
        }
    }

    /// Once a round, and only where it helps (GA-085, GA-101).
    pub(crate) fn may_defend_as_other(&self, attack: &Attack) -> bool {
        self.owner(attack.to).is_some_and(|owner| {
            let player = &self.players[owner];
            let bonus = player.powers.defense;
            let better = bonus[attack.kind.other().index()] > bonus[attack.kind.index()];
            player.powers.either_defense && !player.either_used && better
        })
    }

    pub(crate) fn check_defend(&self, turn: &Turn, me: Colour, action: Action) -> Check {
        require!(me == self.decider(turn), Illegal::NotYourTurn); // GA-055
        let choice = matches!(action, Action::DefendAsMatching | Action::DefendAsOther);
        require!(choice, Illegal::TurnElsewhere); // GA-030
        Ok(())
    }

    pub(crate) fn defend(
        &mut self,
        turn: Turn,
        attack: Attack,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let other = action == Action::DefendAsOther;
        let owner = self.owner(attack.to).expect("only an owner is asked");
        self.players[owner].either_used |= other;
        log.push(|| Event::Defends { colour: owner, other });
        self.resolve(turn, self.active(&turn), attack, other, chance, log);
    }

    /// The dice, attacker first; the higher total wins, a tie changes nothing (GA-064, GA-065).
    fn resolve(
        &mut self,
        turn: Turn,
        me: Colour,
        attack: Attack,
        as_other: bool,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let military = BySide([self.attack_dice(me, &attack), self.defense_dice(&attack, as_other)]);
        let throws = military.map(|(die, bonus)| Throw { die, rolled: chance.roll(die.sides()), bonus });
        let hit = throws[Side::Attacker].total() > throws[Side::Defender].total();
        log.push(|| Event::Rolled { sides: (me, self.owner(attack.to)), attack, throws, hit });
        if hit {
            self.hit(me, attack.to, log);
        }
        match self.victory(me) {
            Some(end) if hit => self.finish(end, log),
            _ => self.go_on(turn, Step::Source),
        }
    }

    /// The own die with the bonus of the type (GA-040, GA-063, GA-095, GA-096), or the ally's die bare (GA-027, GA-064).
    pub(crate) fn attack_dice(&self, me: Colour, attack: &Attack) -> (Die, u8) {
        let player = &self.players[me];
        match attack.mode {
            Mode::AllyDie => (self.dice[attack.from.index()], 0),
            _ => (player.attack.expect("own military has a die"), player.powers.attack[attack.kind.index()]),
        }
    }

    /// The owner's die with the bonus of the type (GA-097, GA-098, GA-101), or the moon's die bare, also with an ally on it
    /// (GA-027, GA-064, GA-081).
    pub(crate) fn defense_dice(&self, attack: &Attack, as_other: bool) -> (Die, u8) {
        let kind = if as_other { attack.kind.other() } else { attack.kind };
        match self.owner(attack.to) {
            None => (self.dice[attack.to.index()], 0),
            Some(owner) => {
                let player = &self.players[owner];
                (player.defense.unwrap_or(Die::D4), player.powers.defense[kind.index()])
            }
        }
    }

    /// A moon is taken; a planet loses a hit point and is taken with the last (GA-066, GA-076).
    fn hit(&mut self, me: Colour, to: Space, log: &mut impl Log<Event>) {
        let Some(planet) = to.planet_colour() else { return self.capture(me, to, log) };
        self.hits[planet] -= 1;
        let left = self.hits[planet];
        log.push(|| Event::PlanetHit { planet: to, left });
        if left == 0 {
            self.hits[planet] = *self.data.0.numbers.planet_hit_points_captured.get_ref(); // GA-077
            self.capture(me, to, log);
        }
    }

    fn capture(&mut self, me: Colour, to: Space, log: &mut impl Log<Event>) {
        let before = self.owner(to);
        self.players.0.iter_mut().for_each(|p| p.allies.remove(to)); // GA-081
        if self.free.has(to) {
            self.take_tokens(to); // GA-067
        }
        if let Some(owner) = before {
            self.players[owner].owned.remove(to);
        }
        self.players[me].owned.insert(to); // GA-066, GA-068
        log.push(|| Event::Captured { colour: me, space: to, from: before });
        if let Some(owner) = before.filter(|&o| self.players[o].owned.is_empty()) {
            self.eliminate(owner, log); // GA-079
        }
    }

    /// Both tokens of a captured moon go to the box, with what anybody knew of them (GA-067).
    fn take_tokens(&mut self, moon: Space) {
        self.free.remove(moon);
        self.dice[moon.index()] = Die::D4;
        for set in [&mut self.dice_public, &mut self.ipec, &mut self.ipec_public] {
            set.remove(moon);
        }
        for player in &mut self.players.0 {
            player.peeked_dice.remove(moon);
            player.peeked_ipec.remove(moon);
        }
    }

    /// The seat leaves at once: allies free, allocation void, peeks gone (GA-083).
    fn eliminate(&mut self, colour: Colour, log: &mut impl Log<Event>) {
        let out = 1 + self.players.0.iter().map(|p| p.out).max().expect("four players");
        let old = self.players[colour];
        self.players[colour] =
            crate::state::Player { out, research: old.research, powers: old.powers, ..Default::default() };
        log.push(|| Event::Eliminated { colour });
    }

    /// Checked at once after each capture (GA-016, GA-017); the last player left wins too (GA-018).
    fn victory(&self, me: Colour) -> Option<End> {
        if self.territory_points(me) >= u16::from(*self.data.0.numbers.victory_target.get_ref()) {
            Some(End::Target(me))
        } else {
            (self.alive().count() == 1).then_some(End::LastLeft(me))
        }
    }

    pub(crate) fn go_on(&mut self, turn: Turn, step: Step) {
        self.phase = Phase::Turn(Turn { step, ..turn });
    }
}
