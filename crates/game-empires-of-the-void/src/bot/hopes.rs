//! What ships and cards are about to win: planets by attack, allies by diplomacy, effects of tactics.

use astrarium_core::Piece;

use super::reach::{Field, Prizes, Ways};
use super::{ABILITY, ACTION, Outlook, POINT, SHIP};
use crate::piece::*;
use crate::state::{Fight, Mode, Pending, Stage, State, Step};

const CARD: i32 = 6;
/// The better a chance, the fewer tries it takes: these halve the worth of a chance of this many hundredths.
const MISS: i32 = 35;
const RETRY: i32 = 25;
/// What the hope of an ally counts beside a Diplomat, and without one, in hundredths.
const HOPE: i32 = 85;
const AFAR: i32 = 18;
/// What the best fleets count, in hundredths: a turn has three actions.
const FLEETS: [i32; 5] = [100, 50, 25, 12, 6];
/// The chance of three dice to reach 3, 4, …, 18, in hundredths.
const THREE_DICE: [i32; 16] = [100, 99, 98, 95, 91, 84, 74, 62, 50, 37, 26, 16, 9, 5, 2, 0];

impl State {
    /// Ships by cost, and the best fleets by what they are about to win.
    pub(super) fn fleet_worth(&self, me: Colour, outlook: &Outlook, ways: &Ways) -> i32 {
        let (worth, fleets, misses) = self.firepower(me);
        let prizes = self.prizes(me, outlook);
        let mut hopes = [0; FLEETS.len()];
        for at in fleets {
            let hit = (1024 - misses[at.index()]) * 100 / 1024;
            let hope = self.reached(me, at, &prizes, ways) * hit / (hit + MISS);
            let mut hope = hope + self.fight_hope(me, at, hit, hope, outlook);
            hopes.iter_mut().for_each(|best| {
                if hope > *best {
                    std::mem::swap(&mut hope, best);
                }
            });
        }
        worth + hopes.iter().zip(FLEETS).map(|(hope, share)| hope * share / 100).sum::<i32>()
    }

    /// What all ships cost, where they are, and the chance to miss with everything there, in 1024ths.
    fn firepower(&self, me: Colour) -> (i32, Spaces, Field) {
        let player = &self.players[me];
        let orders = &player.orders;
        let (mut worth, mut fleets, mut misses) = (0, Spaces::EMPTY, [1024; SPACES]);
        let mut add = |kind: Kind, at: Space, number: u8| {
            if number > 0 {
                let row = self.data.ship(kind);
                worth += i32::from(number) * i32::from(row.cost) * SHIP;
                if kind == Kind::Diplomat {
                    return; // it goes where its cards are good
                }
                let sixths = i32::from(*row.attack.get_ref() - 1).min(6);
                fleets.insert(at);
                let miss = &mut misses[at.index()];
                (0..number * *row.dice.get_ref()).for_each(|_| *miss = (*miss * sixths / 6).max(1));
            }
        };
        player.fleet.groups().for_each(|(kind, at, number)| add(kind, at, number));
        if orders.first.is_some() {
            for &kind in Kind::ALL {
                add(kind, me.home(), orders.home.0[kind.index()]);
                add(kind, PYRIOUS, orders.yards.0[kind.index()]);
            }
            if let Some((kind, at)) = orders.port.zip(player.port.or(orders.place)) {
                add(kind, at, 1);
            }
        }
        (worth, fleets, misses)
    }

    /// What a fleet can reach; a moving one with the steps it has left.
    fn reached(&self, me: Colour, at: Space, prizes: &Prizes, ways: &Ways) -> i32 {
        let free = match self.turn().map(|t| (t.seat == me, &t.step)) {
            Some((true, Step::Move(going))) if going.at == at && going.owner == me => going.left,
            _ => 0,
        };
        ways.best(at, free, prizes)
    }

    /// What an attack can win: worlds that are not the seat's, less for every ship that guards them; with influence where the
    /// seat would be ally.
    fn prizes(&self, me: Colour, outlook: &Outlook) -> Prizes {
        let mut prizes = Prizes::none();
        for world in (self.planets() | (self.board & HOMES)) - self.controlled(me) {
            let more = if self.would_befriend(me, world, outlook) { self.friendship(me, world, outlook) } else { 0 };
            let guarded = 1 + outlook.hard[world.index()];
            prizes.put(world, outlook.worlds[world.index()] / guarded + more.max(0) / guarded);
        }
        prizes
    }

    /// Whether a won attack can make the seat the ally: its own alliance, a rescue, or a liberation with a card (EV-112).
    fn would_befriend(&self, me: Colour, world: Space, outlook: &Outlook) -> bool {
        let fits = || self.players[me].hand.of_type(self.data.planet(world).temperament) > 0;
        let own = (self.players[me].allied | self.distress) & PLANET_SPACES;
        own.has(world) || outlook.captive.has(world) && fits()
    }

    /// What an ally is worth beyond a conquest.
    fn friendship(&self, me: Colour, planet: Space, outlook: &Outlook) -> i32 {
        outlook.heard(me, self.data.planet(planet).influence) + ABILITY * outlook.rounds
    }

    /// What an ally is worth: as much as a conquest, and its influence.
    fn alliance(&self, me: Colour, planet: Space, outlook: &Outlook) -> i32 {
        outlook.worlds[planet.index()] + self.friendship(me, planet, outlook)
    }

    /// An attack in progress: what winning adds to the hope that it already counts for, times its chance.
    fn fight_hope(&self, me: Colour, at: Space, hit: i32, hope: i32, outlook: &Outlook) -> i32 {
        let Some(turn) = self.turn().filter(|t| t.seat == me) else { return 0 };
        let Step::Fight(Fight { at: here, target, mode, victim, stage, .. }) = &turn.step else { return 0 };
        if *here != at {
            return 0;
        }
        let ally = self.would_befriend(me, at, outlook);
        let worth = if ally { self.alliance(me, at, outlook) } else { outlook.worlds[at.index()] };
        let world = (worth - hope).max(0);
        match (target, victim) {
            _ if *stage == Stage::Take => world,
            _ if *stage == Stage::Liberated => self.card_hope(me, at, hope, outlook),
            (Target::Planet, _) => world * if *mode == Mode::NoRoll { 100 } else { hit } / 100,
            (_, Some(foe)) => {
                let (mine, theirs) = (self.force(me, at), self.force(*foe, at));
                let chance = mine * mine * 100 / (mine * mine + theirs * theirs).max(1);
                let won = if self.controller(at) == Some(*foe) { world } else { 0 };
                let kill = if turn.killed { 0 } else { i32::from(self.rules().kill_points) * POINT };
                ((won + kill + theirs * SHIP) * chance - mine * SHIP * (100 - chance)) / 100
            }
            (Target::Raiders, None) if self.distress.has(at) => world * hit / 200,
            _ => 2 * ACTION * hit / 100,
        }
    }

    /// A liberated planet that a card would make an ally.
    fn card_hope(&self, me: Colour, at: Space, hope: i32, outlook: &Outlook) -> i32 {
        let fits = at.is_planet() && self.players[me].hand.of_type(self.data.planet(at).temperament) > 0;
        if fits { (self.alliance(me, at, outlook) - hope).max(0) } else { 0 }
    }

    /// The firepower of a fleet.
    fn force(&self, seat: Colour, at: Space) -> i32 {
        let ship = |kind: Kind| {
            let row = self.data.ship(kind);
            i32::from(*row.dice.get_ref()) * (7 - i32::from(*row.attack.get_ref()))
        };
        let fleet = &self.players[seat].fleet;
        fleet.kinds(at).map(|k| i32::from(fleet.count(k, at)) * ship(k)).sum()
    }

    /// Cards, the best alliance they promise, and the tactic they are being spent on.
    pub(super) fn cards_worth(&self, me: Colour, outlook: &Outlook, ways: &Ways) -> i32 {
        let player = &self.players[me];
        let mut cards: [i32; Temperament::ALL.len()] =
            std::array::from_fn(|t| i32::from(player.hand.of_type(Temperament::ALL[t])));
        // An ally by the roll that is asked for, and its chance.
        let (mut ally, mut chance) = (0, 0);
        if let Some(turn) = self.turn().filter(|t| t.seat == me)
            && let Step::Diplomacy { planet, shown } | Step::Verdict { planet, shown, .. } = &turn.step
        {
            let fitting = &mut cards[self.data.planet(*planet).temperament.index()];
            *fitting += i32::from(shown.total());
            ally = self.alliance(me, *planet, outlook);
            chance = match &turn.step {
                Step::Verdict { total, .. } => match i32::from(self.data.diplomacy_target(shown.total()) - total) {
                    ..1 => 100,
                    need => (20 - 6 * need).max(0),
                },
                _ => self.diplomacy_chance(me, *fitting as u8),
            };
        }
        let tactic = match player.pending {
            Pending::Nothing => 0,
            Pending::Pay { card, more } => {
                cards[card.temperament().index()] -= i32::from(more);
                self.tactic_worth(me, card, outlook)
            }
            Pending::Aim(card) => self.tactic_worth(me, card, outlook),
        };
        let hope = self.diplomacy_hope(me, &cards, outlook, ways);
        cards.iter().sum::<i32>() * CARD + tactic + hope + (ally - hope).max(0) * chance / 100
    }

    /// What a tactic that is being played will do, roughly.
    fn tactic_worth(&self, me: Colour, card: Card, outlook: &Outlook) -> i32 {
        match card {
            Card::PeaceTalks => {
                let planets = self.players[me].conquered & self.planets();
                planets.iter().map(|p| self.friendship(me, p, outlook)).max().unwrap_or(0)
            }
            Card::Windfall => i32::from(self.data.numbers.bonus.windfall) * outlook.credit,
            Card::ForcedMarch => ACTION,
            Card::CeaseFire => 2 * ACTION,
            _ => ACTION / 2,
        }
    }

    /// The best planet that cards can win: by the dice, which may be thrown again, and by how far the next Diplomat is.
    fn diplomacy_hope(&self, me: Colour, cards: &[i32], outlook: &Outlook, ways: &Ways) -> i32 {
        let player = &self.players[me];
        let mut prizes = Prizes::none();
        for planet in outlook.neutral {
            let cards = cards[self.data.planet(planet).temperament.index()];
            if cards > 0 {
                let chance = self.diplomacy_chance(me, cards as u8);
                prizes.put(planet, self.alliance(me, planet, outlook) * chance / (chance + RETRY));
            }
        }
        let ordered = player.orders.home.0[Kind::Diplomat.index()] > 0;
        let home = if ordered { Spaces::of(me.home()) } else { Spaces::EMPTY };
        let diplomats = player.fleet.spaces(Kind::Diplomat) | home;
        let near = diplomats.iter().map(|at| self.reached(me, at, &prizes, ways)).max().unwrap_or(0);
        (near * HOPE / 100).max(prizes.most * AFAR / 100)
    }

    /// In hundredths.
    fn diplomacy_chance(&self, me: Colour, cards: u8) -> i32 {
        let need = self.data.diplomacy_target(cards) - self.diplomacy_bonus(me);
        THREE_DICE.get((need - 3).max(0) as usize).copied().unwrap_or(0)
    }
}
