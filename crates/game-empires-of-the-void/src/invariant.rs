//! What always holds; the same checks refuse a broken position.

use astrarium_core::Piece;

use crate::piece::*;
use crate::state::{Course, Fight, Move, OfferStage, Orders, Phase, Player, State, Step, Turn};

impl State {
    /// Every broken invariant.
    pub(crate) fn broken(&self) -> Vec<String> {
        let mut faults = self.broken_table();
        if faults.is_empty() && !self.can_go_on() {
            faults.push("nobody can act".into());
        }
        faults
    }

    /// What holds whatever the game is waiting for.
    pub(crate) fn broken_table(&self) -> Vec<String> {
        let mut faults = Vec::new();
        if matches!(self.phase, Phase::Races | Phase::Corners) {
            self.broken_opening(&mut faults);
            return faults;
        }
        self.seats().for_each(|c| self.broken_seat(c, &mut faults));
        if !faults.is_empty() {
            return faults;
        }
        self.broken_ships(&mut faults);
        self.broken_cards(&mut faults);
        self.broken_planets(&mut faults);
        if faults.is_empty() {
            self.broken_phase(&mut faults);
        }
        faults
    }

    /// Before the homes stand there are races and nothing else, chosen in turn order.
    fn broken_opening(&self, faults: &mut Vec<String>) {
        let choosing = matches!(self.phase, Phase::Races);
        for seat in self.seats() {
            let player = &self.players[seat];
            let known = player.race.map_or(choosing, |race| self.races().any(|r| r == race));
            let own = player.race.is_none() || self.others(seat).all(|c| self.players[c].race != player.race);
            let Player { race, credits, fleet, allied, .. } = *player;
            let begun = Player { race, credits, fleet, allied, ..Player::default() };
            if !known || !own || *player != begun || !Spaces::of(seat.home()).contains(fleet.everywhere()) {
                faults.push(format!("seats.{seat}: holds what nobody can before the homes stand"));
            }
        }
        let markers = self.distress | self.rebellion | self.infested | self.enslaved | self.metropolis | self.residual;
        let tokens = markers | self.guards[0] | self.guards[1] | self.covered;
        let cards = self.deck.total() + self.discard.total() + self.row.total() > 0 || !self.events.is_empty();
        let asked = !self.overflow.is_empty() || !self.repairing.is_empty() || self.offer.is_some();
        let raced =
            self.order.iter().skip_while(|&c| self.players[c].race.is_some()).any(|c| self.players[c].race.is_some());
        let full = choosing && self.seats().all(|c| self.players[c].race.is_some());
        if !tokens.is_empty() || cards || asked || raced || full || self.round + self.drawn > 0 {
            faults.push("phase: the homes do not stand yet (7.12)".into());
        }
    }

    fn broken_seat(&self, seat: Colour, faults: &mut Vec<String>) {
        let player = &self.players[seat];
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(format!("seats.{seat}: {what}"))
            }
        };
        let race = player.race.filter(|&r| self.races().any(|free| free == r));
        must(race.is_some(), "has no race of this game");
        must(self.others(seat).all(|c| self.players[c].race != player.race), "shares its race");
        must(player.corner.is_some(), "has no corner");
        must(self.others(seat).all(|c| self.players[c].corner != player.corner), "shares its corner");
        must(self.fits_corner(seat), "has a corner that touches no hexagon");
        must(player.ambassadors + player.bombs <= self.rules().capital, "has more in its capital city than fits (7.3)");
        must(player.techs.iter().all(|t| self.is_for(seat, t)), "has a technology that is not for it (7.8)");
        must(
            player.techs.has(Tech::SpacePort) == player.port.is_some() || self.porting(seat),
            "has a space port without its technology (7.8)",
        );
        must(
            player.port.is_none_or(|p| self.controlled(seat).has(p)),
            "has a space port where it has no control (7.8)",
        );
        must(self.rules().repair_bay || player.bay.is_none(), "has no repair bay");
        must(player.bay.is_none_or(|k| k != Kind::DamagedMoth), "repairs a Moth whole");
        let ordering = matches!(self.phase, Phase::Orders { .. });
        must(ordering || player.orders == Orders::default(), "has orders outside their phase");
        must(self.orders_hold(seat), "has orders that cannot be given");
        must(
            self.repairing.contains(seat.seat()) || player.wrecks.is_empty() || self.turn().is_some(),
            "has wrecks outside a turn",
        );
        must(
            !self.repairing.contains(seat.seat()) || !player.wrecks.is_empty() && self.rules().repair_bay,
            "has nothing to repair",
        );
        must(player.permits.iter().all(|&n| n < 9), "has more permissions than offers");
    }

    /// What is ordered could have been.
    fn orders_hold(&self, seat: Colour) -> bool {
        let player = &self.players[seat];
        let orders = &player.orders;
        let built = |k: &Kind| orders.built(*k) > 0;
        let kinds = !Kind::ALL.iter().filter(|k| built(k)).any(|&k| k == Kind::DamagedMoth || orders.first.is_none());
        let port = orders.place.or(player.port);
        let research = orders.research.is_none_or(|t| !player.techs.has(t) && self.is_for(seat, t));
        let sited = orders.research == Some(Tech::SpacePort);
        kinds
            && research
            && orders.place.is_none_or(|p| sited && self.controlled(seat).has(p))
            && (orders.open || orders.place.is_some() == sited)
            && (orders.port.is_none() || port.is_some())
            && orders.rebuilt.is_none_or(|at| player.bay.is_some() && self.yard(seat, at).is_some())
    }

    /// A technology of the edition that the seat's race may have (KU-176, KU-180).
    fn is_for(&self, seat: Colour, tech: Tech) -> bool {
        let row = self.data.0.tech(self.edition, tech);
        row.is_some_and(|row| row.race.is_none_or(|r| Some(r) == self.players[seat].race))
    }

    /// The home board touches a hexagon on both sides.
    fn fits_corner(&self, seat: Colour) -> bool {
        self.players[seat]
            .corner
            .is_some_and(|c| [c.index(), (c.index() + 1) % SIDES].iter().all(|&p| self.layout[p].is_some()))
    }

    /// Between researching Space Port and placing it.
    fn porting(&self, seat: Colour) -> bool {
        self.turn().is_some_and(|t| t.seat == seat && matches!(t.step, Step::Port { .. }))
            && self.players[seat].port.is_none()
    }

    /// Tokens of each colour and of the pool; every ship in a space of the board (7.1, 7.2).
    fn broken_ships(&self, faults: &mut Vec<String>) {
        for seat in self.seats() {
            let player = &self.players[seat];
            if !self.board.contains(player.fleet.everywhere()) {
                faults.push(format!("seats.{seat}.ships: a ship is in a space that is not on the board (7.2)"));
            }
            for &kind in Kind::ALL {
                let bay = u16::from(player.bay == Some(kind));
                let all = u16::from(self.rules().tokens(kind));
                if !State::is_alien(kind) && u16::from(player.fleet.total(kind)) + bay > all {
                    faults.push(format!("seats.{seat}.ships: more {kind} than there are (7.1)"));
                }
            }
        }
        for kind in [Kind::Moth, Kind::Tempest, Kind::BlackHole, Kind::Firebug, Kind::ShootingStar] {
            let used = |c: Colour| {
                let p = &self.players[c];
                let damaged = if kind == Kind::Moth { p.fleet.total(Kind::DamagedMoth) } else { 0 };
                u16::from(p.fleet.total(kind)) + u16::from(damaged) + u16::from(p.bay == Some(kind))
            };
            if self.seats().map(used).sum::<u16>() > u16::from(self.rules().tokens(kind)) {
                faults.push(format!("seats: more {kind} than there are (7.1)"));
            }
        }
    }

    /// Cards of each kind that are not in the deck.
    pub(crate) fn cards_in_use(&self) -> [u16; Card::ALL.len()] {
        let mut used = [0u16; Card::ALL.len()];
        let mut add = |cards: &Cards| used.iter_mut().zip(cards.0).for_each(|(u, n)| *u += u16::from(n));
        self.players.0.iter().for_each(|p| {
            add(&p.hand);
            add(&p.orders.cards);
        });
        add(&self.discard);
        add(&self.row);
        self.offer.iter().for_each(|o| add(&o.taken));
        match self.turn().map(|t| t.step) {
            Some(Step::Diplomacy { shown, .. } | Step::Verdict { shown, .. }) => add(&shown),
            Some(Step::Archive(a, b)) => [a, b].into_iter().for_each(|c| {
                let mut one = Cards::default();
                one.add(c);
                add(&one);
            }),
            _ => {}
        }
        used
    }

    /// Every card is somewhere once (7.4); hands are within their limit once all is discarded (7.5).
    fn broken_cards(&self, faults: &mut Vec<String>) {
        let most = u16::from(*self.data.numbers.cards_of_a_kind.get_ref());
        let opening = matches!(self.phase, Phase::Cover { .. } | Phase::Rotate { .. });
        let used = self.cards_in_use();
        let whole = |i: usize| used[i] + u16::from(self.deck.0[i]) == if opening { 0 } else { most };
        if let Some(i) = (0..used.len()).find(|&i| !whole(i)) {
            faults.push(format!("{}: there are not {most} in all (7.4)", Card::ALL[i]));
        }
        if !self.playable_events().contains(self.events) {
            faults.push("events: one is not in this game (7.7)".into());
        }
        let over = |c: Colour| self.players[c].hand.total() > self.hand_limit(c);
        if self.seats().any(|c| self.overflow.contains(c.seat()) && !over(c)) {
            faults.push("overflow: a hand is within its limit".into());
        }
        if self.overflow.iter().chain(self.repairing.iter()).any(|s| s.index() >= self.order.len()) {
            faults.push("overflow: a seat does not play".into());
        }
        if !self.rules().objectives && !self.objectives.is_empty() {
            faults.push("objectives: this edition has none".into());
        }
    }

    /// Tokens only where they may lie (7.6, 7.7, 7.9, 7.10).
    fn broken_planets(&self, faults: &mut Vec<String>) {
        let mut must = |holds: bool, what: &str| {
            if !holds {
                faults.push(what.to_string())
            }
        };
        let (mut allied, mut conquered, mut claimed) = (Spaces::EMPTY, Spaces::EMPTY, Spaces::EMPTY);
        let planets = self.planets();
        for player in self.seats().map(|c| &self.players[c]) {
            must(
                !allied.meets(player.allied) && !conquered.meets(player.conquered) && !claimed.meets(player.claims),
                "a planet has two tokens of one kind (7.6)",
            );
            must(!player.allied.meets(player.conquered), "a planet has both tokens of one seat (7.6)");
            (allied, conquered, claimed) =
                (allied | player.allied, conquered | player.conquered, claimed | player.claims);
        }
        let worlds = planets | (self.board & HOMES);
        must(worlds.contains(allied | conquered), "a token lies on no planet of the game (7.7)");
        must(
            self.distress.contains(claimed) && !self.distress.meets(conquered),
            "a distress call takes tokens off (7.6)",
        );
        must(
            planets.contains(
                self.distress | self.rebellion | self.infested | self.enslaved | self.metropolis | self.residual,
            ),
            "a marker lies on no planet of the game (7.7)",
        );
        must(planets.contains(self.guards[0] | self.guards[1]), "guards stand on no planet");
        // The last raider may have fallen while the fight still asks about wrecks.
        let fought = self.turn().and_then(|t| if let Step::Fight(fight) = &t.step { Some(fight.at) } else { None });
        let raided = |p: Space| (u8::from(fought != Some(p))..10).contains(&self.raiders[p.index()]);
        must(self.distress.iter().all(raided), "distress: 1 to 9 raiders");
        let lairs = Hex::all().filter(|h| self.pirates[h.index()].raiders > 0);
        must(
            lairs
                .clone()
                .all(|h| h != Hex::Pyrious && self.place_of(h).is_some() && self.pirates[h.index()].raiders < 10),
            "pirates lie in no outer hexagon",
        );
        must(lairs.clone().all(|h| self.pirates[h.index()].prize < 100), "pirates: the prize is too high");
        must(conquered.contains(self.rebellion), "rebels without a conqueror");
        must(self.infested.len() <= self.data.numbers.infestation_tokens, "more infestations than tokens (7.10)");
        let sreech = self.seat_of(Race::Sreech);
        must(
            sreech.map_or(self.infested.is_empty(), |s| !self.infested.meets(self.controlled(s))),
            "an infestation where Sreech has control (7.10)",
        );
        let held = self.seats().fold(Spaces::EMPTY, |all, c| all | self.controlled(c));
        must(held.contains(self.enslaved), "an Enslave token without control (7.9)");
        let meezle = self.seat_of(Race::Meezle).map_or(Spaces::EMPTY, |m| self.befriended(m));
        must(meezle.contains(self.metropolis), "a Metropolis without its ally (7.9)");
        must(self.residual.is_empty() || self.seat_of(Race::Gobnub).is_some(), "a residual token without Gobnub");
        must(!self.sect || planets.has(TAN_LOCK), "the sect without Tan Lock");
        must(self.worm.is_none_or(|c| self.seats().any(|s| s == c)), "worm: a seat does not play");
        must(!self.guarded_is_held(), "guards on a planet that somebody controls");
    }

    fn guarded_is_held(&self) -> bool {
        (self.guards[0] | self.guards[1]).iter().any(|p| self.controller(p).is_some())
    }

    /// What holds because of what the game is waiting for (7.12, 7.13).
    fn broken_phase(&self, faults: &mut Vec<String>) {
        let n = self.order.len();
        let within = |place: u8| usize::from(place) < n;
        let plays = |c: Colour| self.seats().any(|s| s == c);
        let holds = match &self.phase {
            Phase::Cover { place } => within(*place) && n == 3,
            Phase::Rotate { place } => within(*place),
            Phase::Between(window) => {
                let next = match window.next {
                    crate::state::Next::Draw => true,
                    crate::state::Next::Turn(place) => within(place),
                };
                next && usize::from(window.passed) <= n && window.offers <= 9
            }
            Phase::Choice(event) => match event {
                Happening::Anomaly | Happening::ChartedLanes => true,
                Happening::PiratesLanes | Happening::PirateKing => Hex::all().any(|h| self.free_for_pirates(h)),
                _ => false,
            },
            Phase::Bazaar { place, sold } => usize::from(*place) <= n && *sold < 9,
            Phase::Mercenary { place } => usize::from(*place) <= n,
            Phase::Offers { place, made } => within(*place) && *made < 9,
            Phase::Orders { place } => within(*place),
            Phase::Turn(turn) => plays(turn.seat) && self.turn_holds(turn),
            _ => true,
        };
        if !holds {
            faults.push("phase: this cannot be asked now (7.12)".into());
        } else if let Some(seat) = self.seats().find(|&c| !self.pending_holds(c)) {
            faults.push(format!("seats.{seat}.pending: this tactic cannot be played now (7.12)"));
        }
        if let Some(offer) = &self.offer {
            let partners = plays(offer.from) && plays(offer.to) && offer.from != offer.to;
            let given = Card::all().all(|c| !partners || self.players[offer.from].hand.of(c) >= offer.give.of(c));
            let credits = !partners || self.players[offer.from].credits >= u16::from(offer.give_credits);
            let asked = !partners || self.players[offer.to].credits >= u16::from(offer.ask_credits);
            let picking = offer.stage == OfferStage::Pick;
            let small = offer.ask.iter().all(|&n| n < 9) && (picking || offer.taken.total() == 0);
            let answered = !partners || !picking || self.can_fulfil(offer);
            if !(partners && given && credits && asked && small && answered) {
                faults.push("offer: cannot be made (7.12)".into());
            }
        }
        let last = self.rules().deck(self.options.players).iter().sum::<u8>() + 3;
        let rest = if self.over() { last } else { last - 1 };
        if self.drawn > rest || self.round > last {
            faults.push(format!("round: {} with {} event cards is not within the game (7.14)", self.round, self.drawn));
        }
    }

    fn turn_holds(&self, turn: &Turn) -> bool {
        let seat = turn.seat;
        let marks = turn.marks.groups().all(|(k, s, n)| self.players[seat].fleet.count(k, s) >= n);
        let step = match &turn.step {
            Step::Move(going) | Step::Consent { going, .. } => self.move_holds(turn, going),
            Step::Fight(fight) => self.fight_holds(turn, fight),
            Step::Diplomacy { planet, shown } => {
                self.planets().has(*planet)
                    && shown.kinds().all(|c| c.temperament() == self.data.planet(*planet).temperament)
            }
            Step::Verdict { planet, shown, total, .. } => {
                let fits = shown
                    .kinds()
                    .all(|c| self.planets().has(*planet) && c.temperament() == self.data.planet(*planet).temperament);
                shown.total() > 0 && fits && total.abs() < 1000
            }
            Step::Ships(many) => matches!(many.course, Course::All | Course::Plus),
            Step::Construct { at } => self.board.has(*at),
            _ => true,
        };
        let asked = match &turn.step {
            Step::Consent { ask, to, .. } => {
                ask.0 != 0 && usize::from(ask.0) < 1 << self.order.len() && self.board.has(*to)
            }
            _ => true,
        };
        marks && step && asked && turn.actions < 100 && self.board.contains(turn.held)
    }

    /// The moving ships are there, and what many ships have cost can be paid.
    fn move_holds(&self, turn: &Turn, going: &Move) -> bool {
        let plays = self.seats().any(|s| s == going.owner);
        let there =
            || Kind::ALL.iter().all(|&k| self.players[going.owner].fleet.count(k, going.at) >= going.hulls.count(k));
        let many = matches!(going.course, Course::All | Course::Plus) == going.many.is_some();
        let paid = going.stepped || going.many.is_some_and(|m| m.spent);
        let price = match going.course {
            _ if paid => true,
            Course::Action | Course::Mind => turn.actions > 0,
            Course::All => turn.actions >= *self.data.numbers.move_all_actions.get_ref(),
            Course::Extra => {
                self.players[turn.seat].credits >= u16::from(*self.data.numbers.bonus.extra_move_price.get_ref())
            }
            Course::Plus => true,
        };
        let own = going.course == Course::Mind || going.owner == turn.seat;
        plays && self.board.has(going.at) && there() && many && price && own && going.left > 0
    }

    fn fight_holds(&self, turn: &Turn, fight: &Fight) -> bool {
        let victim = fight.victim.is_none_or(|x| x != turn.seat && self.seats().any(|s| s == x));
        let small = |list: &[u8]| list.iter().all(|&n| n < 40);
        let dice = fight.dice.iter().flat_map(|d| d.0).all(|row| small(&row));
        let marks = small(&fight.hits)
            && small(&fight.cloaked)
            && small(&fight.stars)
            && small(&fight.paid)
            && small(&fight.kills);
        let world = matches!(fight.target, Target::Planet | Target::Infestation | Target::Rebels | Target::Sect);
        let needs = fight.target.colour().is_none() || fight.target.colour() == fight.victim;
        let planet = !world || self.planets().has(fight.at) || fight.at.home().is_some();
        victim && dice && marks && self.board.has(fight.at) && needs && planet && fight.level <= 5 && fight.scored < 100
    }

    /// Until the game is over everybody who is asked has an answer (7.16).
    fn can_go_on(&self) -> bool {
        let answers = |seat| {
            let mut actions = Vec::new();
            self.list_actions(seat, &mut actions);
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
