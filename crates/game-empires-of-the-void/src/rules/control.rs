//! Who holds a world, by conquest or by diplomacy (EV-004, KU-039), and all that follows when it changes hands (EV-046 to EV-053, EV-102 to EV-122, KU-078 to KU-090); objectives.

use astrarium_core::{Chance, Log, Set, cited};

use crate::data::Needs;
use crate::event::{Event, Source};
use crate::piece::*;
use crate::state::State;

/// Why a world changes hands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    Conquest(Colour),
    /// Liberated or regained by an attack.
    Attack(Colour),
    Other,
}

#[cited]
impl State {
    /// Makes a change, then everything that follows if the world has another controller now.
    pub(crate) fn change_control(
        &mut self,
        world: Space,
        cause: Cause,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
        change: impl FnOnce(&mut State),
    ) {
        let before = self.controller(world);
        change(self);
        let after = self.controller(world);
        if before != after {
            log.push(|| Event::Control { world, before, after });
            if let Some(loser) = before {
                self.lose_world(loser, world, cause, chance, log);
            }
            if let Some(holder) = after {
                self.hold_world(holder, world, cause, log);
            }
        }
        self.settle_residual(world, before, after, cause);
        self.check_objectives(log);
    }

    /// Tokens and the space port go; a card comes (EV-182, KU-090, KU-114, KU-130, KU-168).
    fn lose_world(
        &mut self,
        loser: Colour,
        world: Space,
        cause: Cause,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.enslaved.remove(world); // KU-114
        self.metropolis.remove(world); // KU-168
        if self.options.rules > 1 {
            self.rebellion.remove(world); // EV-110: nobody is left for the rebels to fight
        }
        if self.players[loser].port == Some(world) {
            self.players[loser].port = None;
            self.players[loser].techs.remove(Tech::SpacePort); // EV-182, KU-152, KU-153
            log.push(|| Event::PortLost { seat: loser, world });
        }
        self.check_bay(loser);
        let by_another = match cause {
            Cause::Conquest(by) | Cause::Attack(by) => by != loser,
            Cause::Other => false,
        };
        if by_another && self.rules().card_for_loss {
            self.draw_card(loser, chance, log); // KU-090
        }
    }

    /// An alien ship leaves the bay when its owner can no longer build it (KU-130).
    pub(crate) fn check_bay(&mut self, seat: Colour) {
        if let Some(Needs::Planet(planet)) = self.players[seat].bay.map(|k| self.data.ship(k).needs)
            && !self.has_ability(seat, planet)
        {
            self.players[seat].bay = None;
        }
    }

    /// Gobnub's token stays under a conqueror's and pays on (KU-170).
    fn settle_residual(&mut self, world: Space, before: Option<Colour>, after: Option<Colour>, cause: Cause) {
        let gobnub = self.seat_of(Race::Gobnub);
        let conquered = after.is_some_and(|c| self.players[c].conquered.has(world));
        if after.is_none() || !conquered || after == gobnub {
            self.residual.remove(world);
        }
        let taken = matches!(cause, Cause::Conquest(_));
        if world.is_planet() && taken && before.is_some() && before == gobnub {
            self.residual.insert(world);
        }
    }

    /// What gaining control brings (EV-203, EV-210, KU-166, KU-171).
    fn hold_world(&mut self, holder: Colour, world: Space, cause: Cause, log: &mut impl Log<Event>) {
        let data = self.data.0;
        let temperament = world.is_planet().then(|| data.planet(world).temperament);
        if matches!(cause, Cause::Conquest(_)) {
            if self.is(holder, Race::Five) && temperament == Some(Temperament::Peaceful) {
                self.win(holder, 1, Source::Peaceful, log);
            }
            if self.is(holder, Race::Roth)
                && matches!(temperament, Some(Temperament::Peaceful | Temperament::Scholarly))
            {
                self.gain(holder, data.numbers.bonus.roth, log);
                self.players.0.iter_mut().for_each(|p| p.allied.remove(world)); // KU-171
            }
        }
        if self.is(holder, Race::Sreech) {
            self.infested.remove(world); // EV-203; another holder leaves it (EV-204, KU-179)
            self.check_bay(holder); // KU-130: as conqueror it has the ability no more
        }
        self.rebellion.remove(world);
        self.guards.iter_mut().for_each(|g| g.remove(world));
        // The Decree (EV-078).
        if world == PYRIOUS && self.decree {
            self.decree = false;
            self.win(holder, data.numbers.bonus.decree, Source::Events, log);
        }
    }

    /// The enemy token goes on top of whatever lies there (EV-050, EV-051, EV-109, EV-115, KU-041, KU-042,
    /// KU-081). Tokens on cards say nothing more (EV-047, EV-052).
    pub(crate) fn conquer(&mut self, world: Space, by: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.change_control(world, Cause::Conquest(by), chance, log, |state| {
            state.players.0.iter_mut().for_each(|p| p.conquered.remove(world));
            state.players[by].conquered.insert(world);
        });
    }

    /// The conqueror's token goes: an ally below has control again, else the world is neutral (EV-110, EV-114, KU-082, KU-084).
    pub(crate) fn lose_conquest(
        &mut self,
        world: Space,
        cause: Cause,
        chance: &mut impl Chance,
        log: &mut impl Log<Event>,
    ) {
        self.change_control(world, cause, chance, log, |state| {
            state.players.0.iter_mut().for_each(|p| p.conquered.remove(world));
        });
    }

    /// Ally in control; nobody else's ally token stays (EV-046, EV-143, KU-040).
    pub(crate) fn befriend(&mut self, world: Space, by: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.change_control(world, Cause::Other, chance, log, |state| {
            for player in &mut state.players.0 {
                player.allied.remove(world);
                player.conquered.remove(world);
            }
            state.players[by].allied.insert(world);
        });
        log.push(|| Event::Allied { seat: by, planet: world });
    }

    /// The last raider of a distress call is dead (EV-078, KU-185 to KU-187).
    pub(crate) fn rescue(&mut self, planet: Space, by: Colour, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        let claim = self.seats().find(|&c| self.players[c].claims.has(planet));
        let ally = self.ally(planet);
        let present = self.players[by].fleet.any(planet);
        self.change_control(planet, Cause::Other, chance, log, |state| {
            state.distress.remove(planet);
            state.players.0.iter_mut().for_each(|p| p.claims.remove(planet));
            let conqueror = match claim {
                Some(claim) if !present || claim == by && ally != Some(by) => Some(claim),
                _ => None,
            };
            if let Some(conqueror) = conqueror {
                state.players[conqueror].conquered.insert(planet); // KU-185
            } else if present && ally != Some(by) {
                state.players.0.iter_mut().for_each(|p| p.allied.remove(planet)); // KU-187
                state.players[by].allied.insert(planet);
            } // KU-186: else the ally has it again
        });
    }

    // Objectives (KU-132 to KU-134).

    pub(crate) fn fulfils(&self, seat: Colour, objective: Objective) -> bool {
        let count = self.data.objective(objective).count;
        match objective {
            Objective::FourWorlds => (self.controlled(seat) & PLANET_SPACES).len() >= count,
            Objective::ThreeFriends => (self.befriended(seat) & PLANET_SPACES).len() >= count,
            Objective::SixSciences => self.players[seat].techs.len() >= count,
            Objective::FourGoods => self.goods(seat).len() >= count,
            Objective::FleetBreaker => self.turn().is_some_and(|t| t.seat == seat && t.kills >= count),
            // Scored where they happen: when a Sunhammer is built, and at the end of a turn.
            Objective::BuildSunhammer | Objective::SeizePyrious | Objective::CrownTaker => false,
        }
    }

    /// The first seat in turn order, from the active one, scores and closes it (KU-132, KU-133).
    pub(crate) fn check_objectives(&mut self, log: &mut impl Log<Event>) {
        let first = self.turn().map_or(self.order.at(0), |t| t.seat);
        for objective in self.objectives {
            if let Some(seat) = self.order.from(first).find(|&c| self.fulfils(c, objective)) {
                self.close_objective(objective, Set::of(seat), log);
            }
        }
    }

    pub(crate) fn close_objective(&mut self, objective: Objective, seats: Set<Colour>, log: &mut impl Log<Event>) {
        if self.objectives.has(objective) && !seats.is_empty() {
            self.objectives.remove(objective); // KU-133
            let points = self.data.objective(objective).points;
            for seat in seats {
                log.push(|| Event::Fulfilled { seat, objective });
                self.win(seat, points, Source::Objectives, log);
            }
        }
    }
}
