//! What holds after every choice, and in every position. A fault names the place in the position, what is wrong there, and what
//! would be right.

use astrarium_core::{Faults, Piece, Rules, Sound};

use crate::piece::{Colour, Die, MOON_SPACES, PLANET_SPACES, Spaces};
use crate::state::{Draft, End, Phase, State, Step, Turn};

impl Sound for State {
    fn invariants(&self) -> Vec<String> {
        let mut faults = self.broken_table();
        if faults.is_empty() {
            faults = self.broken_stop();
        }
        if faults.is_empty() && !self.can_go_on() {
            faults.push("phase: nobody can answer, expected a question with an answer, or over".into());
        }
        faults
    }
}

impl State {
    /// What holds whatever the game is waiting for.
    pub(crate) fn broken_table(&self) -> Vec<String> {
        let mut faults = Faults::default();
        if self.phase != Phase::Colours {
            self.check_owners(&mut faults);
            self.check_tokens(&mut faults);
            for colour in self.colours() {
                self.check_seat(colour, &mut faults);
                self.check_purse(colour, &mut faults);
            }
            self.check_order(&mut faults);
        }
        faults.0
    }

    fn check_owners(&self, faults: &mut Faults) {
        let (mut owned, mut allied) = (Spaces::EMPTY, Spaces::EMPTY);
        for colour in self.colours() {
            let player = &self.players[colour];
            let place = format_args!("seats.{colour}.owns");
            faults.none(
                place,
                player.owned - self.board,
                "is not on the board of this game, expected a space that is (GA-008)",
            );
            faults.none(place, player.owned & owned, "has another owner already, expected one (GA-005)");
            let place = format_args!("seats.{colour}.allies");
            faults.none(place, player.allies - self.free, "is controlled, expected an uncontrolled moon (GA-042)");
            faults.none(place, player.allies & allied, "is another seat's ally already, expected one (GA-048)");
            owned |= player.owned;
            allied |= player.allies;
        }
        faults.none(
            "seats",
            (self.board & PLANET_SPACES) - owned,
            "has no owner, expected one for every planet (GA-022)",
        );
        let turns = matches!(self.phase, Phase::Turn(_) | Phase::Over(_));
        faults.must(turns || allied.is_empty(), "seats: there are allies, expected none outside the turns (GA-053)");
        let most = *self.data.0.numbers.planet_hit_points.get_ref();
        for planet in (self.board & PLANET_SPACES).iter() {
            let hits = self.hits[planet.planet_colour().expect("a planet")];
            let whole = (1..=most).contains(&hits);
            faults.must(whole, format_args!("hits.{planet}: {hits}, expected 1 to {most} (GA-006)"));
        }
    }

    fn check_tokens(&self, faults: &mut Faults) {
        let moons = self.board & MOON_SPACES;
        let tokens = self.data.0.tokens(moons.len());
        let free = "has no tokens, expected an uncontrolled moon (GA-067)";
        faults.none("dice-public", self.dice_public - self.free, free);
        faults.none("ipec", self.ipec - self.free, free);
        faults.none("ipec-public", self.ipec_public - self.free, free);
        let shown = "is turned up without its die, expected both (GA-069)";
        faults.none("ipec-public", (self.ipec_public & self.free) - self.dice_public, shown);
        let (lie, most) = (self.ipec.len(), tokens.ipec_controlled);
        faults.must(lie <= most, format_args!("ipec: {lie} IPEC-controlled tokens, expected at most {most} (GA-003)"));
        for (die, most) in Die::all().zip(tokens.dice()) {
            let lie = self.free.iter().filter(|m| self.dice[m.index()] == die).count();
            faults.must(
                lie <= usize::from(most),
                format_args!("dice: {lie} tokens with a {die}, expected at most {most} (GA-004)"),
            );
        }
    }

    fn check_seat(&self, colour: Colour, faults: &mut Faults) {
        let player = &self.players[colour];
        let (chips, most) = (player.owned.len(), *self.data.0.numbers.territory_chips.get_ref());
        faults.must(
            chips <= most,
            format_args!(
                "seats.{colour}.owns: {chips} territories, expected at most {most}, one for each chip (GA-005)"
            ),
        );
        let out = if player.owned.is_empty() {
            "a place from 1 on, since it owns nothing"
        } else {
            "0, since it owns something"
        };
        faults.must(
            player.owned.is_empty() == (player.out > 0),
            format_args!("seats.{colour}.out: {}, expected {out} (GA-083)", player.out),
        );
        let (allies, most) = (player.allies.len(), player.powers.ally_limit);
        faults.must(allies <= most, format_args!("seats.{colour}.allies: {allies}, expected at most {most} (GA-044)"));
        let seen = "does not lie face down, expected a token that nobody has turned up (GA-054)";
        let face_down = self.free - self.dice_public;
        faults.none(format_args!("seats.{colour}.peeked-dice"), player.peeked_dice - face_down, seen);
        let face_down = self.free - self.ipec_public;
        faults.none(format_args!("seats.{colour}.peeked-ipec"), player.peeked_ipec - face_down, seen);
        faults.must(
            !player.penalty || !player.powers.ipec_immunity,
            format_args!("seats.{colour}.penalty: its research makes it immune, expected false (GA-106)"),
        );
    }

    /// Research points and the points of the round.
    fn check_purse(&self, colour: Colour, faults: &mut Faults) {
        let (player, n) = (&self.players[colour], &self.data.0.numbers);
        let left = u16::from(player.left);
        let researching = self.phase == Phase::Research;
        let mut cost = if researching { left } else { 0 };
        for node in player.research.iter() {
            let row = self.data.0.owned(node);
            let open = player.research.contains(row.needs_all)
                && (row.needs_any.is_empty() || player.research.meets(row.needs_any));
            faults.must(
                open,
                format_args!("seats.{colour}.research: {node} without what it needs, expected that, too (GA-026)"),
            );
            cost += u16::from(row.cost);
        }
        let most = u16::from(n.research_points);
        faults.must(
            cost <= most,
            format_args!("seats.{colour}.research: {cost} points with those left, expected at most {most} (GA-024)"),
        );
        let most = *n.budget_cap.get_ref();
        faults.must(
            player.budget <= most,
            format_args!("seats.{colour}.budget: {}, expected at most {most} (GA-033)", player.budget),
        );
        let (spent, budget) = (self.spent(colour) + left, player.budget);
        faults.must(
            researching || spent <= u16::from(budget),
            format_args!(
                "seats.{colour}.budget: {budget}, expected {spent} at least, which are spent or left (GA-035)"
            ),
        );
    }

    /// Points in dice and diplomacy.
    fn spent(&self, colour: Colour) -> u16 {
        let player = &self.players[colour];
        let data = self.data.0;
        let attack = player.attack.map_or(0, |d| data.attack_price[d]);
        let defense = player.defense.map_or(0, |d| data.defense_price[d]);
        u16::from(attack) + u16::from(defense) + player.bids.iter().map(|(_, p)| u16::from(p)).sum::<u16>()
    }

    fn check_order(&self, faults: &mut Faults) {
        let order = self.order.as_slice();
        for (i, colour) in order.iter().enumerate() {
            faults.must(
                !order[..i].contains(colour),
                format_args!("order: {colour} is there twice, expected each colour once (GA-055)"),
            );
            faults.must(
                self.colours().any(|c| c == *colour),
                format_args!("order: {colour} has no chair, expected colours that play (GA-055)"),
            );
        }
        for colour in self.alive() {
            faults.must(
                order.contains(&colour),
                format_args!("order: {colour} is missing, expected each colour once (GA-055)"),
            );
        }
        let mut outs: Vec<u8> = self.colours().map(|c| self.players[c].out).filter(|&o| o > 0).collect();
        outs.sort_unstable();
        let counted = outs.iter().enumerate().all(|(i, &o)| usize::from(o) == i + 1);
        faults.must(counted, format_args!("seats: out is {outs:?}, expected 1, 2, … by who left first (GA-083)"));
        let (first, last) = if self.phase == Phase::Research { (0, 0) } else { (1, self.options.round_limit) };
        let within = (first..=last).contains(&self.round);
        faults.must(within, format_args!("round: {}, expected {first} to {last}", self.round));
    }

    /// What holds because of what the game is waiting for.
    fn broken_stop(&self) -> Vec<String> {
        let mut faults = Faults::default();
        self.check_end(&mut faults);
        for colour in self.colours() {
            let draft = self.players[colour].draft;
            let (fits, expected) = match self.phase {
                Phase::Research => (matches!(draft, Draft::Research | Draft::Done), "research or done"),
                Phase::Allocation => (draft != Draft::Research, "a die, a moon, points or done"),
                _ => (draft == Draft::Done, "done"),
            };
            faults
                .must(fits, format_args!("seats.{colour}.draft: does not fit the phase, expected {expected} (GA-035)"));
        }
        match &self.phase {
            Phase::Allocation => self.alive().for_each(|colour| self.check_draft(colour, &mut faults)),
            Phase::Turn(turn) => self.check_turn(turn, &mut faults),
            _ => {}
        }
        faults.0
    }

    fn check_end(&self, faults: &mut Faults) {
        let target = u16::from(*self.data.0.numbers.victory_target.get_ref());
        let won = |c: Colour| self.territory_points(c) >= target;
        let left = self.alive().count();
        match self.phase {
            Phase::Colours => {}
            Phase::Over(End::Target(c)) => {
                let points = self.territory_points(c);
                faults
                    .must(won(c), format_args!("winner: {c} has {points} points, expected {target} at least (GA-016)"));
            }
            Phase::Over(End::LastLeft(c)) => {
                faults.must(
                    self.alive().eq([c]),
                    format_args!("winner: {c} is not the last player left, expected the one who is (GA-018)"),
                );
            }
            Phase::Over(End::RoundLimit) => {
                let (round, last) = (self.round, self.options.round_limit);
                faults.must(round == last, format_args!("round: {round}, expected {last}, or a winner"));
            }
            _ => {
                faults.must(
                    left > 1,
                    format_args!("seats: {left} own a territory, expected two at least, or over (GA-018)"),
                );
                for c in self.colours().filter(|&c| won(c)) {
                    let points = self.territory_points(c);
                    faults.must(false, format_args!("seats.{c}: has won with {points} points, expected over (GA-016)"));
                }
            }
        }
    }

    /// A sealed draft that is still open, or done.
    fn check_draft(&self, colour: Colour, faults: &mut Faults) {
        let player = &self.players[colour];
        let reach = self.free & self.in_reach(colour);
        let funding = self.funding(colour);
        let mut funded = Spaces::EMPTY;
        for (moon, points) in player.bids.iter() {
            let place = format_args!("seats.{colour}.bids");
            faults.must(points > 0, format_args!("{place}: 0 on {moon}, expected 1 at least (GA-042)"));
            faults.must(
                !funded.has(moon),
                format_args!("{place}: {moon} is there twice, expected each moon once (GA-044)"),
            );
            funded |= Spaces::of(moon);
        }
        let all = funded | funding.map_or(Spaces::EMPTY, Spaces::of);
        let far = "is out of reach, expected an uncontrolled moon of a system where it owns something (GA-043)";
        faults.none(format_args!("seats.{colour}.bids"), all - reach, far);
        let (moons, most) = (all.len(), player.powers.ally_limit);
        faults
            .must(moons <= most, format_args!("seats.{colour}.bids: {moons} moons, expected at most {most} (GA-044)"));
        if let Some(moon) = funding {
            let place = format_args!("seats.{colour}.funding");
            faults.must(
                !funded.has(moon),
                format_args!("{place}: {moon} has points already, expected another moon (GA-044)"),
            );
            faults.must(
                player.left > 0,
                format_args!("{place}: {moon}, but no points are left, expected no moon (GA-035)"),
            );
        }
        let (attack, defense, bids) = (player.attack.is_some(), player.defense.is_some(), !funded.is_empty());
        let in_order = match player.draft {
            Draft::AttackDie => !attack && !defense && !bids,
            Draft::DefenseDie => !defense && !bids,
            _ => defense,
        };
        let order = "expected the attack die first, then the defense die, then moons";
        faults.must(in_order, format_args!("seats.{colour}.draft: does not fit what is bought, {order} (GA-035)"));
    }

    fn check_turn(&self, turn: &Turn, faults: &mut Faults) {
        let me = self.active(turn);
        let player = &self.players[me];
        let mine = player.owned | player.allies;
        faults.must(
            !player.owned.is_empty(),
            format_args!("turn.seat: {me} owns nothing, expected a seat that does (GA-083)"),
        );
        for colour in self.alive().filter(|&c| self.players[c].defense.is_none()) {
            faults.must(false, format_args!("seats.{colour}.defense: is missing, expected d4 at least (GA-038)"));
        }
        let idle = turn.made.iter().all(|&made| made == 0);
        faults.must(idle || player.attack.is_some(), "turn: an attack without an attack die, expected one (GA-039)");
        let beyond = |k: usize| turn.made[k].saturating_sub(player.powers.extra[k]);
        let most = "expected one, and those that research adds (GA-059)";
        faults
            .must(beyond(0).saturating_add(beyond(1)) <= 1, format_args!("turn: too many attacks of its own, {most}"));
        faults.must(
            !turn.joint || player.powers.own_military,
            "turn.own-military-used: its research does not allow it, expected false (GA-105)",
        );
        match turn.step {
            Step::Source => {}
            Step::Target { from } => {
                faults.must(
                    mine.has(from),
                    format_args!("turn.from: {from}, expected a space of {me} or its ally (GA-058)"),
                );
            }
            Step::Mode { from, .. } => {
                faults.must(
                    player.allies.has(from),
                    format_args!("turn.from: {from}, expected an ally of {me} (GA-105)"),
                );
            }
            Step::Defend(attack) => {
                let (from, to) = (attack.from, attack.to);
                faults.must(
                    mine.has(from),
                    format_args!("turn.from: {from}, expected a space of {me} or its ally (GA-058)"),
                );
                faults.must(
                    !mine.has(to),
                    format_args!("turn.to: {to}, expected a space that is neither {me}'s own nor its ally (GA-058)"),
                );
                let asked = self.may_defend_as_other(&attack);
                faults.must(asked, format_args!("turn.mode: nobody is asked how {to} defends, expected none (GA-085)"));
            }
        }
    }

    /// Until the game is over everybody who is asked has an answer.
    fn can_go_on(&self) -> bool {
        let sealed = matches!(self.phase, Phase::Research | Phase::Allocation);
        if sealed && self.drafting().is_empty() {
            return false;
        }
        let asked = self.turn();
        let answers = |seat| {
            let mut actions = Vec::new();
            self.actions(seat, &mut actions);
            !actions.is_empty()
        };
        asked.is_over() || asked.seats().iter().all(answers)
    }
}
