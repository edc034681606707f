//! What holds after every choice, and in every position.

use astrarium_core::Piece;

use crate::piece::{Colour, MOON_SPACES, Nodes, PLANET_SPACES, Spaces};
use crate::state::{Draft, End, Phase, State, Step, Turn};

impl State {
    /// Every broken invariant.
    pub(crate) fn broken(&self) -> Vec<String> {
        let mut faults = self.broken_table();
        if faults.is_empty() {
            faults = self.broken_stop();
        }
        faults
    }

    /// What holds whatever the game is waiting for.
    pub(crate) fn broken_table(&self) -> Vec<String> {
        if self.phase == Phase::Colours {
            return Vec::new();
        }
        let mut faults = Vec::new();
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(what.to_string())
            }
        };
        let owned = self.players.0.iter().fold(Spaces::EMPTY, |all, p| all | p.owned);
        let count: u32 = self.players.0.iter().map(|p| u32::from(p.owned.len())).sum();
        let moons = self.board & MOON_SPACES;
        let tokens = self.data.0.tokens(moons.len());
        must(count == u32::from(owned.len()), "a territory has two owners");
        must((owned - self.board).is_empty(), "a territory is owned that is not on the board");
        must((PLANET_SPACES & self.board) - owned == Spaces::EMPTY, "a planet has no owner (I-5)");
        must(self.free == moons - owned, "uncontrolled moons and owned ones do not make the board (I-1, I-7)");
        must(
            ((self.dice_public | self.ipec | self.ipec_public) - self.free).is_empty(),
            "a token lies on no free moon (I-1)",
        );
        must((self.ipec_public - self.dice_public).is_empty(), "an IPEC token is shown without the die (I-14)");
        must(self.ipec.len() <= tokens.ipec_controlled, "more IPEC-controlled tokens than there are (I-3)");
        let mut dice = [0u8; 6];
        self.free.iter().for_each(|m| dice[self.dice[m.index()].index()] += 1);
        must(
            dice.iter().zip(tokens.dice()).all(|(&on, all)| on <= all),
            "more dice tokens of a kind than there are (I-2)",
        );
        let most = *self.data.0.numbers.planet_hit_points.get_ref();
        let planets = (self.board & PLANET_SPACES).iter().filter_map(|p| p.planet_colour());
        planets.for_each(|c| must((1..=most).contains(&self.hits[c]), "a planet's hit points are out of bounds (I-5)"));
        self.chairs.into_iter().flatten().for_each(|c| faults.extend(self.broken_seat(c)));
        faults.extend(self.broken_order());
        faults
    }

    fn broken_seat(&self, colour: Colour) -> Vec<String> {
        let mut faults = Vec::new();
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(format!("seats.{colour}: {what}"))
            }
        };
        let player = &self.players[colour];
        let n = &self.data.0.numbers;
        must(player.owned.is_empty() == (player.out > 0), "is out if and only if it owns nothing (I-9)");
        must(player.owned.len() <= *n.territory_chips.get_ref(), "has more territories than chips (I-6, GA-005)");
        must((player.allies - self.free).is_empty(), "has an ally that is no free moon (I-8)");
        must(player.allies.len() <= player.powers.ally_limit, "has too many allies (I-8)");
        let others = self.colours().filter(|&c| c != colour).fold(Spaces::EMPTY, |all, c| all | self.players[c].allies);
        must((player.allies & others).is_empty(), "shares an ally (I-8)");
        must((player.peeked_dice - (self.free - self.dice_public)).is_empty(), "peeked at a die that is not face down");
        must(
            (player.peeked_ipec - (self.free - self.ipec_public)).is_empty(),
            "peeked at a token that is not face down",
        );
        must(!player.penalty || !player.powers.ipec_immunity, "is punished although immune (I-13)");
        must(self.research_holds(player.research), "research breaks the tree or costs too much (I-18)");
        let spent = self.spent(colour);
        let budget = u16::from(player.budget);
        let researching = self.phase == Phase::Research;
        must(player.budget <= *n.budget_cap.get_ref(), "has more points than the cap (I-10)");
        must(researching || spent + u16::from(player.left) <= budget, "spent more than its budget (I-10)");
        faults
    }

    fn research_holds(&self, research: Nodes) -> bool {
        let rows = || research.iter().map(|n| self.data.0.node(n));
        let cost: u16 = rows().map(|r| u16::from(r.cost)).sum();
        let closed =
            rows().all(|r| research.contains(r.needs_all) && (r.needs_any.is_empty() || research.meets(r.needs_any)));
        closed && cost <= u16::from(self.data.0.numbers.research_points)
    }

    /// Points in dice and diplomacy.
    fn spent(&self, colour: Colour) -> u16 {
        let player = &self.players[colour];
        let data = self.data.0;
        let attack = player.attack.map_or(0, |d| data.attack_price[d]);
        let defense = player.defense.map_or(0, |d| data.defense_price[d]);
        u16::from(attack) + u16::from(defense) + player.bids.iter().map(|(_, p)| u16::from(p)).sum::<u16>()
    }

    fn broken_order(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let order = self.order.as_slice();
        let in_play = |c: &Colour| self.chairs.contains(&Some(*c));
        let once = order.iter().enumerate().all(|(i, c)| !order[..i].contains(c));
        if !once || !order.iter().all(in_play) || !self.alive().all(|c| order.contains(&c)) {
            faults.push("order: is no order of the players (I-12)".into());
        }
        let mut outs: Vec<u8> = self.colours().map(|c| self.players[c].out).filter(|&o| o > 0).collect();
        outs.sort_unstable();
        if !outs.iter().enumerate().all(|(i, &o)| usize::from(o) == i + 1) {
            faults.push("seats: out counts up from 1 by who was eliminated first".into());
        }
        let rounds = if self.phase == Phase::Research { 0..=0 } else { 1..=self.options.round_limit };
        if !rounds.contains(&self.round) {
            faults.push(format!("round: {} is not within the game", self.round));
        }
        faults
    }

    /// What holds because of what the game is waiting for.
    fn broken_stop(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(what.to_string())
            }
        };
        let target = u16::from(*self.data.0.numbers.victory_target.get_ref());
        let won = |c: Colour| self.territory_points(c) >= target;
        let drafts = |fits: fn(Draft) -> bool| self.colours().all(|c| fits(self.players[c].draft));
        match &self.phase {
            Phase::Colours => {}
            Phase::Over(End::Target(c)) => must(won(*c), "the winner has not reached the target"),
            Phase::Over(End::LastLeft(_)) => must(self.alive().count() == 1, "the winner is not the last left"),
            Phase::Over(End::RoundLimit) => must(self.round == self.options.round_limit, "the last round is not over"),
            _ => must(self.alive().count() > 1 && !self.colours().any(won), "somebody has won already (I-6)"),
        }
        match &self.phase {
            Phase::Research => {
                must(drafts(|d| matches!(d, Draft::Research | Draft::Done)), "a draft is not at research")
            }
            Phase::Allocation => must(drafts(|d| d != Draft::Research), "a draft is at research"),
            _ => must(drafts(|d| d == Draft::Done), "a draft is open outside its phase"),
        }
        match &self.phase {
            Phase::Research => {
                self.colours().for_each(|c| must(self.research_purse(c), "more research points than there are"))
            }
            Phase::Allocation => {
                self.alive().for_each(|c| must(self.draft_holds(c), "a draft breaks the rules of diplomacy"))
            }
            Phase::Turn(turn) => must(self.turn_holds(turn), "the turn's marks are not possible (I-11)"),
            _ => {}
        }
        let allied = !self.players.0.iter().all(|p| p.allies.is_empty());
        must(!allied || matches!(self.phase, Phase::Turn(_) | Phase::Over(_)), "an ally outside the turns (I-8)");
        if faults.is_empty() && !self.can_go_on() {
            faults.push("nobody can act".into());
        }
        faults
    }

    fn research_purse(&self, colour: Colour) -> bool {
        let player = &self.players[colour];
        let cost: u16 = player.research.iter().map(|n| u16::from(self.data.0.node(n).cost)).sum();
        cost + u16::from(player.left) <= u16::from(self.data.0.numbers.research_points)
    }

    fn draft_holds(&self, colour: Colour) -> bool {
        let player = &self.players[colour];
        let reach = self.free & self.in_reach(colour);
        let bids: Vec<_> = player.bids.iter().collect();
        let once = bids.iter().enumerate().all(|(i, (m, _))| !bids[..i].iter().any(|(other, _)| other == m));
        let funding = self.funding(colour);
        let opens = funding.is_none_or(|m| reach.has(m) && !player.bids.has(m) && player.left > 0);
        let moons = player.bids.len() + u8::from(funding.is_some());
        let stage = match player.draft {
            Draft::AttackDie => player.attack.is_none() && player.defense.is_none() && bids.is_empty(),
            Draft::DefenseDie => player.defense.is_none() && bids.is_empty(),
            _ => player.defense.is_some(),
        };
        once && opens && stage && moons <= player.powers.ally_limit && bids.iter().all(|&(m, p)| reach.has(m) && p > 0)
    }

    fn turn_holds(&self, turn: &Turn) -> bool {
        let me = self.active(turn);
        let player = &self.players[me];
        let idle = turn.made.iter().all(|&m| m == 0);
        let extra = |k: usize| turn.made[k].saturating_sub(player.powers.extra[k]);
        let mine = player.owned | player.allies;
        let step = match turn.step {
            Step::Source => true,
            Step::Target { from } => mine.has(from),
            Step::Mode { from, .. } => player.allies.has(from),
            Step::Defend(attack) => mine.has(attack.from) && self.may_defend_as_other(&attack) && !mine.has(attack.to),
        };
        let defended = self.alive().all(|c| self.players[c].defense.is_some());
        let made = idle || (player.attack.is_some() && extra(0).saturating_add(extra(1)) <= 1);
        made && step && defended && !player.owned.is_empty() && (!turn.joint || player.powers.own_military)
    }

    /// Until the game is over everybody who is asked has an answer (I-17).
    fn can_go_on(&self) -> bool {
        let asked = self.asked();
        let answers = |seat| {
            let mut actions = Vec::new();
            self.list_actions(seat, &mut actions);
            !actions.is_empty()
        };
        asked.is_over() || (!asked.seats().is_empty() && asked.seats().iter().all(answers))
    }
}
