//! What holds because of the question that is asked.

use astrarium_core::{Faults, Piece, Rules};

use super::list;
use crate::piece::*;
use crate::state::{Between, Course, Fight, Move, Next, Offer, OfferStage, Phase, State, Step, Turn};

/// Says what is wrong unless it holds.
fn ensure(holds: bool, fault: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(fault()) }
}

impl State {
    pub(super) fn broken_question(&self, faults: &mut Faults) {
        let phase = self.check_phase().map_err(|fault| format!("phase.{fault}"));
        let broken = phase.is_err();
        faults.0.extend(phase.err());
        if let Some(seat) = self.seats().find(|&c| !broken && !self.pending_holds(c)) {
            let rule = self.rule("EV-133");
            faults.0.push(format!(
                "seats.{seat}.pending: expected a tactic that can be paid and has an effect now ({rule})"
            ));
        }
        if let Some(offer) = &self.offer {
            faults.0.extend(self.check_terms(offer).map_err(|f| format!("offer.{f} ({})", self.rule("EV-072"))).err());
        }
        let cards = self.rules().deck(self.options.players).iter().sum::<u8>() + 3;
        let most = if self.over() { cards } else { cards - 1 };
        if self.drawn > most {
            let rule = self.rule("EV-056");
            faults.0.push(format!("drawn: {} event cards, expected at most {most} ({rule})", self.drawn));
        }
        if self.round > cards {
            faults.0.push(format!("round: {}, expected at most {cards} ({})", self.round, self.rule("EV-056")));
        }
    }

    fn check_phase(&self) -> Result<(), String> {
        let seats = self.order.len();
        let place = |what: &str, place: u8, most: usize| {
            ensure(usize::from(place) <= most, || format!("{what}: {place}, expected 0 to {most}"))
        };
        let made = |what: &str, n: u8| ensure(n < 9, || format!("{what}: {n}, expected at most 8"));
        match &self.phase {
            Phase::Cover { place: at } => {
                ensure(seats == 3, || format!("cover: {seats} players cover nothing: expected 3 players"))?;
                place("cover.place", *at, seats - 1)
            }
            Phase::Rotate { place: at } => place("rotate.place", *at, seats - 1),
            Phase::Between(Between { next, passed, offers }) => {
                if let Next::Turn(at) = next {
                    place("between.next.turn", *at, seats - 1)?;
                }
                place("between.passed", *passed, seats)?;
                ensure(*offers <= 9, || format!("between.offers: {offers}, expected at most 9"))
            }
            Phase::Choice(event) => self.check_choice(*event),
            Phase::Bazaar { place: at, sold } => {
                place("bazaar.place", *at, seats)?;
                made("bazaar.sold", *sold)
            }
            Phase::Mercenary { place: at } => place("mercenary.place", *at, seats),
            Phase::Offers { place: at, made: offers } => {
                place("offers.place", *at, seats - 1)?;
                made("offers.made", *offers)
            }
            Phase::Orders { place: at } => place("orders.place", *at, seats - 1),
            Phase::Turn(turn) => self.check_marks(turn).map_err(|fault| format!("turn.{fault}")),
            Phase::Races | Phase::Corners | Phase::RoundStart | Phase::Draw | Phase::EventDone | Phase::Over => Ok(()),
        }
    }

    fn check_choice(&self, event: Happening) -> Result<(), String> {
        match event {
            Happening::Anomaly | Happening::ChartedLanes => Ok(()),
            Happening::PiratesLanes | Happening::PirateKing => {
                let free = Hex::all().any(|h| self.free_for_pirates(h));
                ensure(free, || format!("choice: {event}: expected an outer hexagon without pirates"))
            }
            _ => Err(format!("choice: {event} asks nobody: expected an event that leaves a choice")),
        }
    }

    fn check_terms(&self, offer: &Offer) -> Result<(), String> {
        let Offer { from, to, .. } = *offer;
        for (what, seat) in [("from", from), ("to", to)] {
            ensure(self.plays(seat), || format!("{what}: {seat} does not play: expected {}", list(self.seats())))?;
        }
        ensure(from != to, || format!("to: {to} makes the offer: expected another seat"))?;
        let (giver, partner) = (&self.players[from], &self.players[to]);
        if let Some(card) = Card::all().find(|&c| giver.hand.of(c) < offer.give.of(c)) {
            return Err(format!(
                "give.{card}: {}: expected at most {1}, as many as {from} holds",
                offer.give.of(card),
                giver.hand.of(card)
            ));
        }
        let purse = |what: &str, seat: Colour, credits: u8, has: u16| {
            ensure(has >= credits.into(), || {
                format!("{what}: {credits}: expected at most {has}, the credits of {seat}")
            })
        };
        purse("give-credits", from, offer.give_credits, giver.credits)?;
        purse("ask-credits", to, offer.ask_credits, partner.credits)?;
        ensure(offer.ask.iter().all(|&n| n < 9), || "ask: expected at most 8 cards of a type".into())?;
        let picking = offer.stage == OfferStage::Pick;
        ensure(picking || offer.taken.is_empty(), || "taken: expected no cards before stage pick".into())?;
        ensure(!picking || self.can_fulfil(offer), || format!("ask: {to} does not hold it: expected what it can give"))
    }

    fn check_marks(&self, turn: &Turn) -> Result<(), String> {
        let seat = turn.seat;
        ensure(self.plays(seat), || format!("seat: {seat} does not play: expected {}", list(self.seats())))?;
        ensure(turn.actions < 100, || format!("actions: {}, expected at most 99", turn.actions))?;
        let strange = turn.held - self.board;
        ensure(strange.is_empty(), || {
            format!("held: {} is not on the board: expected spaces that are", list(strange.iter()))
        })?;
        let fleet = &self.players[seat].fleet;
        if let Some((kind, at, n)) = turn.marks.groups().find(|&(k, s, n)| fleet.count(k, s) < n) {
            return Err(format!(
                "marks.{at}.{kind}: {n}: expected at most {}, as many as {seat} has there",
                fleet.count(kind, at)
            ));
        }
        let resumes = matches!(turn.step, Step::Rush { .. } | Step::Breakthrough | Step::Port { secondary: false });
        ensure(!turn.late || resumes && self.options.late_tactics, || {
            "late: expected only with step rush, breakthrough or port, and with the option late-tactics".into()
        })?;
        self.check_step(turn).map_err(|fault| format!("step.{fault}"))
    }

    fn check_step(&self, turn: &Turn) -> Result<(), String> {
        let board = |what: &str, at: Space| {
            ensure(self.board.has(at), || format!("{what}: {at} is not on the board: expected a space that is"))
        };
        match &turn.step {
            Step::Move(going) => self.check_move_mark(turn, going).map_err(|fault| format!("move.{fault}")),
            Step::Consent { going, to, ask } => {
                self.check_move_mark(turn, going).map_err(|fault| format!("consent.going.{fault}"))?;
                board("consent.to", *to)?;
                let seats = 1 << self.order.len();
                ensure((1..seats).contains(&u16::from(ask.0)), || {
                    format!("consent.ask: {}, expected a sum of 1, 2, 4 and 8 for seats that play", ask.0)
                })
            }
            Step::Fight(fight) => self.check_fight_mark(turn, fight).map_err(|fault| format!("fight.{fault}")),
            Step::Diplomacy { planet, shown } => self.check_shown("diplomacy", *planet, shown),
            Step::Verdict { planet, shown, total, .. } => {
                self.check_shown("verdict", *planet, shown)?;
                ensure(!shown.is_empty(), || "verdict.shown: expected at least one card".into())?;
                ensure(total.abs() < 1000, || format!("verdict.total: {total}, expected less than 1000"))
            }
            Step::Ships(many) => ensure(matches!(many.course, Course::All | Course::Plus), || {
                "ships.course: expected all or plus, by which many ships move".into()
            }),
            Step::Construct { at } => board("construct.at", *at),
            _ => Ok(()),
        }
    }

    fn check_shown(&self, what: &str, planet: Space, shown: &Cards) -> Result<(), String> {
        ensure(self.planets().has(planet), || {
            format!("{what}.planet: {planet} is no planet of this game: expected one that is")
        })?;
        let kind = self.data.planet(planet).temperament;
        let wrong = shown.kinds().find(|c| c.temperament() != kind);
        ensure(wrong.is_none(), || format!("{what}.shown: {}: expected only {kind} cards, as {planet} is", list(wrong)))
    }

    /// The moving ships are there, and what many ships have cost can be paid.
    fn check_move_mark(&self, turn: &Turn, going: &Move) -> Result<(), String> {
        let Move { course, owner, at, .. } = *going;
        ensure(self.plays(owner), || format!("owner: {owner} does not play: expected {}", list(self.seats())))?;
        let own = course == Course::Mind || owner == turn.seat;
        ensure(own, || format!("owner: {owner}: expected {}, whose turn it is", turn.seat))?;
        ensure(self.board.has(at), || format!("at: {at} is not on the board: expected a space that is"))?;
        let fleet = &self.players[owner].fleet;
        let missing = Kind::ALL.iter().find(|&&k| fleet.count(k, at) < going.hulls.count(k));
        ensure(missing.is_none(), || {
            format!("hulls: more {} than {owner} has at {at}: expected as many at most", list(missing))
        })?;
        ensure(going.left > 0, || "left: 0 steps: expected at least 1".into())?;
        let many = matches!(course, Course::All | Course::Plus);
        ensure(many == going.many.is_some(), || "many: expected with course all or plus, and only there".into())?;
        let paid = going.stepped || going.many.is_some_and(|m| m.spent);
        let n = &self.data.numbers;
        let (actions, credits) = match course {
            _ if paid => (0, 0),
            Course::Action | Course::Mind => (1, 0),
            Course::All => (*n.move_all_actions.get_ref(), 0),
            Course::Extra => (0, u16::from(*n.bonus.extra_move_price.get_ref())),
            Course::Plus => (0, 0),
        };
        let purse = self.players[turn.seat].credits;
        ensure(turn.actions >= actions && purse >= credits, || {
            format!(
                "course: expected {actions} actions and {credits} credits to pay for it: there are {} and {purse}",
                turn.actions
            )
        })
    }

    fn check_fight_mark(&self, turn: &Turn, fight: &Fight) -> Result<(), String> {
        let Fight { at, target, victim, .. } = *fight;
        ensure(self.board.has(at), || format!("at: {at} is not on the board: expected a space that is"))?;
        let foe = victim.is_none_or(|x| x != turn.seat && self.plays(x));
        ensure(foe, || format!("victim: {}: expected another seat that plays", list(victim)))?;
        let meant = target.colour().is_none() || target.colour() == victim;
        ensure(meant, || format!("victim: expected {target}, whose ships are the target"))?;
        let world = matches!(target, Target::Planet | Target::Infestation | Target::Rebels | Target::Sect);
        ensure(!world || self.planets().has(at) || at.home().is_some(), || {
            format!("at: {at} is no world: expected one")
        })?;
        ensure(fight.level <= 5, || format!("level: {}, expected 0 to 5", fight.level))?;
        ensure(fight.scored < 100, || format!("scored: {}, expected at most 99", fight.scored))?;
        let marks = [fight.hits, fight.cloaked, fight.stars, fight.paid, fight.kills];
        let most = marks.iter().flat_map(|m| m.0).max().unwrap_or(0);
        ensure(most < 40, || format!("hits, cloaked, stars, paid or kills: {most}, expected at most 39"))?;
        let dice = fight.dice.0.iter().flat_map(|d| d.0).flatten().max().unwrap_or(0);
        ensure(dice < 40, || format!("dice: {dice} of a kind, expected at most 39"))
    }

    /// Until the game is over everybody who is asked has an answer.
    pub(super) fn can_go_on(&self) -> bool {
        let answers = |seat| {
            let mut actions = Vec::new();
            self.actions(seat, &mut actions);
            !actions.is_empty()
        };
        if self.over() {
            return true;
        }
        match self.phase {
            Phase::Orders { .. } => self.ordering().iter().all(answers),
            _ => self.decider().is_some_and(|c| answers(c.seat())),
        }
    }
}
