//! A player's turn: where from, where to, with whose die (GA-055 to GA-062, GA-078, GA-099, GA-100, GA-105).

use astrarium_core::{Chance, Log, Piece, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Colour, Kind, Mode, Space, Spaces};
use crate::state::{Attack, Player, State, Step, Turn};

#[cited]
impl State {
    pub(crate) fn attack_actions(&self, turn: &Turn, me: Colour, out: &mut Vec<Action>) {
        match turn.step {
            Step::Source => {
                let player = &self.players[me];
                let last = self.last_territories();
                let sources = (player.owned | player.allies).iter();
                let usable = sources.filter(|&from| !self.targets(turn, me, from, last).is_empty());
                out.extend(usable.map(Action::AttackFrom));
                out.push(Action::EndTurn); // GA-060
            }
            Step::Target { from } => {
                let targets = self.targets(turn, me, from, self.last_territories());
                out.extend(targets.iter().map(Action::Target));
            }
            Step::Mode { from, to } => {
                let open = |&mode: &Mode| self.check_mode(turn, me, from, to, mode).is_ok();
                out.extend(Mode::all().filter(open).map(Action::Mode));
            }
            Step::Defend(_) => {}
        }
    }

    /// Everything the seat may attack from a territory, in any mode.
    pub(crate) fn targets(&self, turn: &Turn, me: Colour, from: Space, last: Spaces) -> Spaces {
        let player = &self.players[me];
        let (near, beams) = (self.near(from), self.beams(from));
        let military = |near: Spaces, beams: Spaces| near | (beams - last); // GA-078
        let reached = if player.owned.has(from) {
            let of = |kind, set| if turn.may(player, kind) { set } else { Spaces::EMPTY };
            military(of(Kind::Infantry, near), of(Kind::Beam, beams))
        } else if turn.used.has(from) {
            Spaces::EMPTY
        } else if turn.may_joint(player) {
            military(near, beams)
        } else {
            (near | beams) - last
        };
        reached - (player.owned | player.allies) // GA-058
    }

    /// Territories that are somebody's only one and would be taken by the next hit (GA-078, GA-080).
    pub(crate) fn last_territories(&self) -> Spaces {
        let any_hit = self.options.last_planet_chip_damage.forbidden();
        let only = self.players.0.iter().map(|p| p.owned).filter(|owned| owned.len() == 1);
        let falls = |owned: &Spaces| {
            let planet = owned.nth(0).planet_colour();
            planet.is_none_or(|colour| any_hit || self.hits[colour] == 1)
        };
        only.filter(falls).fold(Spaces::EMPTY, |all, owned| all | owned)
    }

    pub(crate) fn check_attack(&self, turn: &Turn, me: Colour, action: Action) -> Check {
        require!(me == self.decider(turn), Illegal::NotYourTurn); // GA-055
        let player = &self.players[me];
        match (action, turn.step) {
            (Action::AttackFrom(from), step) => {
                let mine = player.owned | player.allies;
                require!(mine.has(from), Illegal::NotYourSource(from)); // GA-059
                self.check_source(turn, me, from)?;
                require!(step == Step::Source, Illegal::TurnElsewhere); // GA-030
            }
            (Action::Target(to), Step::Target { from }) => self.check_target(turn, me, from, to)?,
            (Action::Mode(mode), Step::Mode { from, to }) => self.check_mode(turn, me, from, to, mode)?,
            (Action::EndTurn, Step::Source) => {} // GA-060
            (Action::DefendAsMatching | Action::DefendAsOther, _) => return Err(Illegal::NoDefenseChoice), // GA-085
            _ => return Err(Illegal::TurnElsewhere), // GA-030
        }
        Ok(())
    }

    /// A source without a target is refused for the first of GA-039, GA-059, GA-078, GA-058 that bars a linked territory.
    fn check_source(&self, turn: &Turn, me: Colour, from: Space) -> Check {
        if !self.targets(turn, me, from, self.last_territories()).is_empty() {
            return Ok(());
        }
        let mode = if self.players[me].owned.has(from) { Mode::Own } else { Mode::AllyDie };
        let bars = |to| [self.check_means(turn, me, from, to, mode).err(), self.check_own_target(me, to).err()];
        let rank = |illegal: &Illegal| {
            let last = matches!(illegal, Illegal::LastTerritory(_));
            (*illegal != Illegal::NoAttackDie, *illegal != Illegal::NoAttackLeft, !last)
        };
        let reasons = self.linked(from).iter().flat_map(bars).flatten();
        Err(reasons.min_by_key(rank).expect("a source without targets has linked territories that are barred"))
    }

    fn check_target(&self, turn: &Turn, me: Colour, from: Space, to: Space) -> Check {
        let data = self.data.0;
        let same_system = data.system_of(from) == data.system_of(to);
        let linked = self.kind(from, to).is_some();
        require!(linked || !same_system, Illegal::NoPath(from, to)); // GA-061, GA-010 to GA-015
        require!(linked, Illegal::NoBeam(from, to)); // GA-062
        self.check_own_target(me, to)?;
        if self.players[me].owned.has(from) {
            return self.check_means(turn, me, from, to, Mode::Own);
        }
        self.check_means(turn, me, from, to, Mode::AllyDie)
            .or_else(|illegal| self.check_means(turn, me, from, to, Mode::AllyOwnMilitary).map_err(|_| illegal))
    }

    fn check_own_target(&self, me: Colour, to: Space) -> Check {
        let player = &self.players[me];
        require!(!(player.owned | player.allies).has(to), Illegal::OwnTarget(to)); // GA-058
        Ok(())
    }

    fn check_mode(&self, turn: &Turn, me: Colour, from: Space, to: Space, mode: Mode) -> Check {
        require!(mode != Mode::Own, Illegal::NotByAnAlly); // GA-105
        self.check_means(turn, me, from, to, mode)
    }

    /// Whether the seat has the die and the attack for it, and may take what it would take.
    pub(crate) fn check_means(&self, turn: &Turn, me: Colour, from: Space, to: Space, mode: Mode) -> Check {
        let player = &self.players[me];
        let kind = self.kind(from, to).expect("linked");
        require!(mode == Mode::AllyDie || player.attack.is_some(), Illegal::NoAttackDie); // GA-039
        let left = match mode {
            Mode::Own => turn.may(player, kind),   // GA-059, GA-099, GA-100
            Mode::AllyDie => !turn.used.has(from), // GA-059
            Mode::AllyOwnMilitary => !turn.used.has(from) && turn.may_joint(player), // GA-105
        };
        require!(left, Illegal::NoAttackLeft);
        let own_infantry = mode != Mode::AllyDie && kind == Kind::Infantry;
        let last = self.last_territories() - player.owned;
        require!(own_infantry || !last.has(to), Illegal::LastTerritory(to)); // GA-078
        Ok(())
    }

    pub(crate) fn attack(
        &mut self,
        turn: Turn,
        me: Colour,
        action: Action,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        match (action, turn.step) {
            (Action::AttackFrom(from), _) => self.go_on(turn, Step::Target { from }),
            (Action::Target(to), Step::Target { from }) if self.players[me].allies.has(from) => {
                self.go_on(turn, Step::Mode { from, to });
            }
            (Action::Target(to), Step::Target { from }) => self.declare(turn, me, from, to, Mode::Own, chance, log),
            (Action::Mode(mode), Step::Mode { from, to }) => self.declare(turn, me, from, to, mode, chance, log),
            _ => {
                log.push(|| Event::TurnEnded { colour: me });
                self.next_turn(turn.place + 1, chance, log);
            }
        }
    }

    /// Marks the attack as made, then goes on to the battle.
    #[expect(clippy::too_many_arguments, reason = "an attack is that much")]
    fn declare(
        &mut self,
        mut turn: Turn,
        me: Colour,
        from: Space,
        to: Space,
        mode: Mode,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        let kind = self.kind(from, to).expect("linked");
        match mode {
            Mode::Own => turn.made[kind.index()] += 1,
            Mode::AllyDie => turn.used.insert(from),
            Mode::AllyOwnMilitary => {
                turn.used.insert(from);
                turn.joint = true;
            }
        }
        self.battle(turn, me, Attack { from, to, mode, kind }, chance, log);
    }
}

#[cited]
impl Turn {
    pub fn new(place: u8) -> Turn {
        Turn { place, made: Default::default(), used: Spaces::EMPTY, joint: false, step: Step::Source }
    }

    /// One own attack of either type, and one more of each type with its research; any order (GA-059, GA-099, GA-100). What
    /// is over an extra must fit into the one.
    pub fn may(&self, player: &Player, kind: Kind) -> bool {
        let over = |k: Kind| {
            let made = self.made[k.index()] + u8::from(k == kind);
            made.saturating_sub(player.powers.extra[k.index()])
        };
        player.attack.is_some() && over(Kind::Infantry) + over(Kind::Beam) <= 1
    }

    /// Once a round an ally may attack with the own military (GA-105).
    pub fn may_joint(&self, player: &Player) -> bool {
        player.powers.own_military && !self.joint && player.attack.is_some()
    }
}
