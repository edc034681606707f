//! A cheap evaluation for bots: what a seat holds, what the rounds to come will bring of it, and what its ships and cards are
//! about to win.
//!
//! All in hundredths of a victory point. It reads the whole state, so it is honest only on redealt ones.

mod deals; // offers
mod hopes; // what ships and cards are about to win
mod reach; // how far it is

use astrarium_core::{BySeat, Judgement, Piece, Search, Set, chances};

use self::reach::{Atlas, Field, Ways};
use crate::data::TechnologyPoints;
use crate::piece::*;
use crate::score::council_points;
use crate::state::{Course, Phase, State, Step, Turn};

/// The knobs, set by letting bots play each other.
const POINT: i32 = 100;
/// The value, in hundredths, of what is held now and scored later: it can still be lost.
const LASTS: i32 = 88;
/// A credit: something, and more while there is time to spend it.
const CREDIT: (i32, i32) = (2, 2);
const PURSE: i32 = 12;
const INFLUENCE: i32 = 20;
/// The weight of the council as it is now, in hundredths: others will gain influence too.
const COUNCIL: i32 = 75;
/// A planet's ability in a round.
const ABILITY: i32 = 6;
const SHIP: i32 = 4;
const ACTION: i32 = 35;
const TOKEN: i32 = 10;
const GOOD: i32 = 14;
const OBJECTIVE: i32 = 25;
/// How much strength doubles the chance to win: a fixed amount, and a part of the distance between first and last, so that neither a
/// leader nor a straggler becomes careless.
const DOUBLES: i32 = 200;
const SPREAD: i32 = 6;

/// What all seats share in one judgement.
struct Outlook {
    scorings: i32,
    rounds: i32,
    credit: i32,
    /// Worth of every world to whoever holds it, and how well it is guarded.
    worlds: Field,
    hard: Field,
    /// Planets for diplomacy: neutral and without an ally. Planets to be freed: conquered and without an ally.
    neutral: Spaces,
    captive: Spaces,
    influence: ByColour<u16>,
    /// The amounts of the score cards to come, and what each seat would get of them now.
    councils: [(u16, u16); 3],
    seated: ByColour<i32>,
    atlas: Atlas,
}

impl Judgement for State {
    // The evaluation follows a plan from step to step; random play would undo it.
    const SEARCH: Search = Search { rollout: 0, explore: 3, prior: 8, budgets: [300, 1_000, 4_000], ratings: None };

    /// Each seat's share of winning in millionths.
    fn evaluate(&self) -> BySeat<i32> {
        if self.over() {
            return self.standing().shares();
        }
        if self.round == 0 {
            return self.chances(&ByColour::default());
        }
        let outlook = self.outlook();
        let mut strength = ByColour::default();
        self.seats().for_each(|c| strength[c] = self.strength(c, &outlook));
        if let Some(offer) = &self.offer {
            strength = self.weigh_offer(offer, strength, &outlook);
        }
        self.chances(&strength)
    }
}

impl State {
    /// Each seat's chance to win with these strengths.
    fn chances(&self, strength: &ByColour<i32>) -> BySeat<i32> {
        let seats = &strength.0[..self.order.len()];
        let (least, most) = seats.iter().fold((i32::MAX, i32::MIN), |(least, most), &s| (least.min(s), most.max(s)));
        chances(self.seats().map(|c| (c.seat(), strength[c])), DOUBLES + (most - least) / SPREAD)
    }

    fn outlook(&self) -> Outlook {
        let cards: i32 = 3 - i32::from((0..self.drawn).filter(|&d| self.score_card(d).is_some()).count() as u8);
        let scorings = if self.options.short_game { cards - 1 } else { cards };
        let rounds = (self.rounds() + 1 - i32::from(self.round)).max(0);
        let offering = matches!(self.phase, Phase::Offers { .. });
        let credit = match rounds - i32::from(!offering) {
            ..1 => 1,
            orders => CREDIT.0 + CREDIT.1 * orders.min(5),
        };
        let mut councils = [(0, 0); 3];
        (3 - cards as u8..3).take(scorings.max(0) as usize).for_each(|c| councils[usize::from(c)] = self.data.score(c));
        let (allied, conquered) =
            self.players.0.iter().fold((Spaces::EMPTY, Spaces::EMPTY), |(allied, conquered), p| {
                (allied | p.allied, conquered | p.conquered)
            });
        let mut outlook = Outlook {
            scorings,
            rounds,
            credit,
            worlds: [0; SPACES],
            hard: self.hardness(),
            neutral: self.planets() - self.distress - allied - conquered - self.guards[0] - self.guards[1],
            captive: (self.planets() & conquered) - allied,
            influence: self.influences(),
            councils,
            seated: ByColour::default(),
            atlas: self.atlas(),
        };
        outlook.seated = ByColour::from_fn(|c| outlook.council(c, 0));
        for world in self.planets() {
            let row = self.data.planet(world);
            outlook.worlds[world.index()] = outlook.lasting(row.points, row.income) + GOOD * scorings;
        }
        let home = &self.rules().home_points;
        for seat in self.seats() {
            let turns = outlook.rounds * i32::from(home.turn_end) * POINT / 2;
            outlook.worlds[seat.home().index()] = outlook.lasting(home.foreign, 0) + turns;
        }
        outlook
    }

    /// How well every world is guarded: by its controller's ships, by guards of nobody, by raiders.
    fn hardness(&self) -> Field {
        let mut hard = [0; SPACES];
        (self.guards[0] | self.guards[1]).iter().for_each(|at| hard[at.index()] = 3);
        self.distress.iter().for_each(|at| hard[at.index()] = 2);
        for seat in self.seats() {
            let fleet = &self.players[seat].fleet;
            let held = self.controlled(seat) & fleet.everywhere();
            held.iter().for_each(|at| hard[at.index()] = 0);
            for (kind, at, _) in fleet.groups().filter(|(_, at, _)| held.has(*at)) {
                hard[at.index()] += 1 + i32::from(self.data.ship(kind).cost) / 2;
            }
        }
        hard
    }

    /// Rounds of the whole game: one for every event; a score card fills the round's event in the first edition.
    fn rounds(&self) -> i32 {
        let [a, b, c] = self.rules().deck(self.options.players).map(i32::from);
        let scores = if self.rules().event_first { 0 } else { 1 };
        a + scores + b + scores + if self.options.short_game { -1 } else { c }
    }

    fn strength(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        let ways = self.ways_of(me, &outlook.atlas);
        let influence = i32::from(outlook.influence[me]);
        let bay = player.bay.map_or(0, |k| i32::from(self.data.ship(k).cost) * SHIP);
        i32::from(player.vp) * POINT
            + self.worlds_worth(me, outlook)
            + influence * outlook.scorings * INFLUENCE
            + outlook.seated[me] * COUNCIL
            + i32::from(player.ambassadors + player.bombs) * TOKEN
            + self.techs_worth(me, outlook)
            + self.goals_worth(me)
            + self.fleet_worth(me, outlook, &ways)
            + bay
            + self.movable_worth(me, outlook, &ways)
            + self.turn().filter(|t| t.seat == me).map_or(0, |t| actions_left(t) * ACTION)
    }

    /// All that an offer can move: credits, cards, the use of goods.
    fn movable_worth(&self, me: Colour, outlook: &Outlook, ways: &Ways) -> i32 {
        let purse = i32::from(self.purse(me));
        let credits = match self.is(me, Race::Meezle) {
            true => purse * outlook.credit.max(POINT / i32::from(*self.data.numbers.bonus.meezle_credits.get_ref())), // KU-169
            false => (purse.min(PURSE) + (purse - PURSE).max(0) / 3) * outlook.credit,
        };
        credits + self.cards_worth(me, outlook, ways) + self.permits_worth(me, outlook)
    }

    /// Worlds held, less where only another player's ships are; allies' abilities; income that is theirs or nobody's.
    fn worlds_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let mine = self.controlled(me);
        let foreign = self.others(me).fold(Spaces::EMPTY, |all, c| all | self.players[c].fleet.everywhere());
        let open = (mine & foreign) - self.players[me].fleet.everywhere();
        let worth = |w: Space| {
            let all = if w == me.home() {
                outlook.lasting(self.rules().home_points.own, 0)
            } else {
                outlook.worlds[w.index()]
            };
            if open.has(w) { all / 2 } else { all }
        };
        let printed: i32 = (mine & PLANET_SPACES).iter().map(|p| i32::from(self.data.planet(p).income)).sum();
        let allies = i32::from((self.befriended(me) & PLANET_SPACES).len());
        mine.iter().map(worth).sum::<i32>() + allies * ABILITY * outlook.rounds + outlook.lasting(0, self.income(me))
            - printed * outlook.lasting(0, 1)
    }

    /// Printed points at every scoring, or steps by number; ships to build and all else by cost.
    fn techs_worth(&self, me: Colour, outlook: &Outlook) -> i32 {
        let player = &self.players[me];
        self.techs_value(player.techs | player.orders.research.map_or(Set::EMPTY, Set::of), outlook)
    }

    fn techs_value(&self, techs: Set<Tech>, outlook: &Outlook) -> i32 {
        let scored = match &self.rules().technology_points {
            TechnologyPoints::Printed(_) => {
                techs
                    .iter()
                    .filter_map(|t| self.data.0.tech(self.options.edition, t))
                    .map(|t| i32::from(t.points))
                    .sum::<i32>()
                    * POINT
            }
            TechnologyPoints::Steps(_) => i32::from(techs.len()) * POINT * 2 / 5,
        };
        let use_of = |t: Tech| match t {
            Tech::Centipede => 30,
            Tech::Starcruiser => 36,
            Tech::IonEngines | Tech::Cloaking | Tech::TargetingComputers => 20,
            Tech::AsteroidShielding | Tech::CommerceNet | Tech::PlasmaDrill => 16,
            _ => 9,
        };
        scored * outlook.scorings + techs.iter().map(use_of).sum::<i32>() * outlook.rounds.min(6)
    }

    /// Objectives that are open, by how near they are (KU-132).
    fn goals_worth(&self, me: Colour) -> i32 {
        let near = |objective: Objective| match objective {
            Objective::FourWorlds => i32::from((self.controlled(me) & PLANET_SPACES).len()),
            Objective::ThreeFriends => i32::from((self.befriended(me) & PLANET_SPACES).len()),
            Objective::SixSciences => i32::from(self.players[me].techs.len()) / 2,
            _ => 0,
        };
        self.objectives.iter().map(near).sum::<i32>() * OBJECTIVE
    }
}

/// Actions that are neither spent nor as good as spent.
fn actions_left(turn: &Turn) -> i32 {
    let begun = match &turn.step {
        Step::Move(going) => !going.stepped && going.many.is_none() && going.course != Course::Extra,
        Step::Diplomacy { .. } => true,
        _ => false,
    };
    i32::from(turn.actions) - i32::from(begun)
}

impl Outlook {
    /// Points at every scoring to come, and credits in every round.
    fn lasting(&self, points: u16, income: u16) -> i32 {
        i32::from(points) * self.scorings * POINT * LASTS / 100 + i32::from(income) * self.rounds * self.credit / 2
    }

    /// Points of the councils to come if the seat had this much more influence.
    fn council(&self, me: Colour, more: u16) -> i32 {
        let mut influence = self.influence;
        influence[me] += more;
        council_points(&influence, me, &self.councils).into()
    }

    /// What more influence is worth.
    fn heard(&self, me: Colour, more: u16) -> i32 {
        (self.council(me, more) - self.seated[me]) * COUNCIL + i32::from(more) * self.scorings * INFLUENCE
    }
}
