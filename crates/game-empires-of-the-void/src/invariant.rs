//! What always holds; the same checks refuse a broken position. Each fault says where, what is wrong, and what would be right.

mod asked; // what holds because of the question that is asked

use std::fmt::Display;

use astrarium_core::{Clause, Edition as _, Faults, Piece, Sound, cited};

use crate::game::{First, Key};
use crate::piece::*;
use crate::state::{Orders, Phase, Player, State, Step};

impl Sound for State {
    fn invariants(&self) -> Vec<String> {
        let mut faults = self.broken_table();
        if faults.is_empty() && !self.can_go_on() {
            faults.push("phase: nobody can answer: expected a question with an answer, or over".into());
        }
        faults
    }
}

/// “red, yellow”.
fn list<T: Display>(things: impl IntoIterator<Item = T>) -> String {
    things.into_iter().map(|t| t.to_string()).collect::<Vec<_>>().join(", ")
}

#[cited]
impl State {
    /// The clause of the edition that is played.
    fn rule(&self, clause: &'static str) -> Clause {
        match self.options.edition {
            Edition::First => First::cite(Clause(clause)),
            Edition::Key => Key::cite(Clause(clause)),
        }
    }

    fn plays(&self, colour: Colour) -> bool {
        self.seats().any(|c| c == colour)
    }

    /// What holds whatever the game is waiting for.
    pub(crate) fn broken_table(&self) -> Vec<String> {
        let mut faults = Faults::default();
        if matches!(self.phase, Phase::Races | Phase::Corners) {
            self.broken_opening(&mut faults);
            return faults.0;
        }
        for seat in self.seats() {
            self.broken_race(seat, &mut faults);
            self.broken_seat(seat, &mut faults);
        }
        if !faults.0.is_empty() {
            return faults.0;
        }
        self.broken_ships(&mut faults);
        self.broken_cards(&mut faults);
        self.seats().for_each(|c| self.broken_tokens(c, &mut faults));
        self.broken_planets(&mut faults);
        self.broken_raiders(&mut faults);
        if faults.0.is_empty() {
            self.broken_question(&mut faults);
        }
        faults.0
    }

    /// Before the homes are placed there are races and nothing else, chosen in turn order.
    fn broken_opening(&self, faults: &mut Faults) {
        let choosing = self.phase == Phase::Races;
        for seat in self.seats() {
            let player = &self.players[seat];
            if player.race.is_some() || !choosing {
                self.broken_race(seat, faults);
            }
            let Player { race, credits, fleet, allied, .. } = *player;
            let begun = Player { race, credits, fleet, allied, ..Player::default() };
            let home = Spaces::of(seat.home()).contains(fleet.everywhere());
            faults.unless(*player == begun && home, || {
                let rule = self.rule("EV-031");
                format!(
                    "seats.{seat}: expected no more than a race, credits and ships at home before the homes are placed ({rule})"
                )
            });
        }
        let early = |what: &str| format!("{what}: expected none before the homes are placed ({})", self.rule("EV-031"));
        let markers = self.distress | self.rebellion | self.infested | self.enslaved | self.metropolis | self.residual;
        let tokens = markers | self.guards[0] | self.guards[1] | self.covered;
        faults.unless(tokens.is_empty(), || early("covered, guards and markers"));
        let cards = self.deck.total() + self.discard.total() + self.row.total() > 0 || !self.events.is_empty();
        faults.unless(!cards, || early("deck, discard, row and events"));
        let asked = !self.overflow.is_empty() || !self.repairing.is_empty() || self.offer.is_some();
        faults.unless(!asked, || early("overflow, repairing and offer"));
        faults.unless(self.round + self.drawn == 0, || early("round and drawn"));
        let raced = |c: Colour| self.players[c].race.is_some();
        faults.unless(!self.order.iter().skip_while(|&c| raced(c)).any(raced), || {
            format!("seats: a race after a seat without one: expected races in turn order ({})", self.rule("EV-026"))
        });
        faults.unless(!choosing || !self.seats().all(raced), || {
            format!("phase: races, though every seat has one: expected corners ({})", self.rule("EV-031"))
        });
    }

    /// A race of the game that nobody else has.
    fn broken_race(&self, seat: Colour, faults: &mut Faults) {
        let Some(race) = self.players[seat].race else {
            return faults.0.push(format!("seats.{seat}.race: is missing: expected {}", list(self.races())));
        };
        faults.unless(self.races().any(|r| r == race), || {
            let rule = self.rule("KU-006");
            format!("seats.{seat}.race: {race} is not in this game: expected {} ({rule})", list(self.races()))
        });
        if let Some(other) = self.others(seat).find(|&c| self.is(c, race)) {
            faults.0.push(format!(
                "seats.{seat}.race: {race} is {other}'s, too: expected another ({})",
                self.rule("EV-026")
            ));
        }
    }

    fn broken_seat(&self, seat: Colour, faults: &mut Faults) {
        let player = &self.players[seat];
        let mut must = |holds: bool, clause: &'static str, what: &dyn Fn() -> String| {
            faults.unless(holds, || format!("seats.{seat}.{} ({})", what(), self.rule(clause)));
        };
        let rules = self.rules();
        match player.corner {
            None => must(false, "EV-031", &|| format!("corner: is missing: expected {}", list(Corner::all()))),
            Some(c) => {
                let other = self.others(seat).find(|&o| self.players[o].corner == Some(c));
                must(other.is_none(), "EV-031", &|| format!("corner: {c} is {}'s, too: expected another", list(other)));
                let beside = "lies beside an empty place of the board: expected one between two hexagons";
                must(self.between_hexagons(c), "EV-031", &|| format!("corner: {c} {beside}"));
            }
        }
        let (ambassadors, bombs) = (player.ambassadors, player.bombs);
        must(ambassadors + bombs <= rules.capital, "KU-105", &|| {
            format!(
                "ambassadors: {ambassadors} and {bombs} bombs: expected at most {} together, as the capital city holds",
                rules.capital
            )
        });
        for tech in player.techs.iter().filter(|&t| !self.is_for(seat, t)) {
            must(false, "EV-006", &|| {
                format!("techs: {tech} is not for its race in this edition: expected one that is")
            });
        }
        match player.port {
            Some(port) => {
                let known = player.techs.has(Tech::SpacePort);
                must(known, "EV-180", &|| format!("port: {port}: expected space-port in techs, too"));
                must(self.controlled(seat).has(port), "EV-182", &|| {
                    format!("port: {port} is not under its control: expected {}", list(self.controlled(seat).iter()))
                });
            }
            None => {
                let placed = !player.techs.has(Tech::SpacePort) || self.porting(seat);
                must(placed, "EV-180", &|| "port: is missing, but techs has space-port: expected its planet".into());
            }
        }
        must(rules.repair_bay || player.bay.is_none(), "KU-127", &|| {
            "bay: expected none, since this edition has no repair bay".into()
        });
        let whole = player.bay != Some(Kind::DamagedMoth);
        must(whole, "KU-127", &|| "bay: damaged-moth is repaired whole: expected moth".into());
        let ordering = matches!(self.phase, Phase::Orders { .. });
        must(ordering || player.orders == Orders::default(), "EV-058", &|| {
            "orders: expected none outside of phase orders".into()
        });
        let fault = self.orders_fault(seat);
        must(fault.is_none(), "EV-058", &|| format!("orders.{}", list(&fault)));
        let repairing = self.repairing.contains(seat.seat());
        must(repairing || player.wrecks.is_empty() || self.turn().is_some(), "KU-127", &|| {
            format!("wrecks: {} outside of a turn: expected {seat} in repairing", list(player.wrecks.iter()))
        });
        must(!repairing || !player.wrecks.is_empty() && rules.repair_bay, "KU-127", &|| {
            "wrecks: none that can be repaired: expected some, since repairing names the seat".into()
        });
        for (good, n) in Good::all().zip(player.permits).filter(|(_, n)| *n > MOST_PERMITS) {
            must(false, "EV-071", &|| format!("permits.{good}: {n}, expected at most {MOST_PERMITS}"));
        }
    }

    /// What is ordered and could not have been.
    fn orders_fault(&self, seat: Colour) -> Option<String> {
        let player = &self.players[seat];
        let orders = &player.orders;
        let built = |k: Kind| orders.built(k) > 0;
        let sited = orders.research == Some(Tech::SpacePort);
        let port = orders.place.or(player.port);
        if built(Kind::DamagedMoth) {
            return Some("home: damaged-moth is not built: expected moth".into());
        }
        if orders.first.is_none() && Kind::ALL.iter().any(|&k| built(k)) {
            return Some("first: is missing: expected the kind that was ordered first".into());
        }
        if let Some(tech) = orders.research.filter(|&t| player.techs.has(t) || !self.is_for(seat, t)) {
            return Some(format!("research: {tech} is known already or not for its race: expected another"));
        }
        if let Some(place) = orders.place.filter(|&p| !sited || !self.controlled(seat).has(p)) {
            return Some(format!("place: {place}: expected research of space-port, and a world under its control"));
        }
        if !orders.open && sited && orders.place.is_none() {
            return Some("place: is missing: expected the world of the new space port".into());
        }
        if let Some(kind) = orders.port.filter(|_| port.is_none()) {
            return Some(format!("port: {kind} is ordered at a space port: expected one in port or place"));
        }
        let rebuilt = orders.rebuilt.filter(|&at| player.bay.is_none() || self.yard(seat, at).is_none());
        rebuilt.map(|at| format!("rebuilt: {at}: expected a ship in the bay, and a place where the seat builds"))
    }

    /// A technology of the edition that the seat's race may have (KU-176, KU-180).
    fn is_for(&self, seat: Colour, tech: Tech) -> bool {
        let row = self.data.0.tech(self.options.edition, tech);
        row.is_some_and(|row| row.race.is_none_or(|r| Some(r) == self.players[seat].race))
    }

    /// The home board touches a hexagon on both sides.
    fn between_hexagons(&self, corner: Corner) -> bool {
        [corner.index(), (corner.index() + 1) % SIDES].iter().all(|&p| self.layout[p].is_some())
    }

    /// Between researching Space Port and placing it.
    fn porting(&self, seat: Colour) -> bool {
        self.turn().is_some_and(|t| t.seat == seat && matches!(t.step, Step::Port { .. }))
            && self.players[seat].port.is_none()
    }

    /// Tokens of each colour and of the pool; every ship in a space of the board.
    fn broken_ships(&self, faults: &mut Faults) {
        let rule = || self.rule("EV-062");
        let used = |seat: Colour, kind: Kind| {
            let player = &self.players[seat];
            let damaged = if kind == Kind::Moth { player.fleet.total(Kind::DamagedMoth) } else { 0 };
            u16::from(player.fleet.total(kind) + damaged) + u16::from(player.bay == Some(kind))
        };
        let excess = |kind: Kind, used: u16| {
            let most = self.rules().tokens(kind);
            format!("more {kind} than there are: {used}, expected at most {most} ({})", rule())
        };
        let over = |kind: Kind, used: u16| used > u16::from(self.rules().tokens(kind));
        for seat in self.seats() {
            let lost = self.players[seat].fleet.everywhere() - self.board;
            for space in lost {
                faults.0.push(format!(
                    "seats.{seat}.ships.{space}: is no space of this board: expected one that is ({})",
                    self.rule("EV-084")
                ));
            }
            for &kind in Kind::ALL.iter().filter(|&&k| !State::is_alien(k) && over(k, used(seat, k))) {
                faults.0.push(format!("seats.{seat}.ships: {}", excess(kind, used(seat, kind))));
            }
        }
        for kind in [Kind::Moth, Kind::Tempest, Kind::BlackHole, Kind::Firebug, Kind::ShootingStar] {
            let all = self.seats().map(|c| used(c, kind)).sum();
            faults.unless(!over(kind, all), || format!("seats: {}", excess(kind, all)));
        }
    }

    /// Where the cards are that are not in the deck.
    fn card_places(&self) -> Vec<(String, Cards)> {
        let mut places = vec![("discard".to_string(), self.discard), ("row".into(), self.row)];
        for seat in self.seats() {
            places.push((format!("seats.{seat}.hand"), self.players[seat].hand));
            places.push((format!("seats.{seat}.orders.cards"), self.players[seat].orders.cards));
        }
        places.extend(self.offer.iter().map(|o| ("offer.taken".into(), o.taken)));
        match self.turn().map(|t| t.step) {
            Some(Step::Diplomacy { shown, .. } | Step::Verdict { shown, .. }) => places.push(("shown".into(), shown)),
            Some(Step::Archive(a, b)) => {
                let mut pair = Cards::default();
                [a, b].into_iter().for_each(|c| pair.add(c));
                places.push(("archive".into(), pair));
            }
            _ => {}
        }
        places
    }

    /// Cards of each kind that are not in the deck.
    pub(crate) fn cards_in_use(&self) -> [u16; Card::ALL.len()] {
        let places = self.card_places();
        std::array::from_fn(|i| places.iter().map(|(_, cards)| u16::from(cards.0[i])).sum())
    }

    /// Every card is somewhere once; hands are within their limit once all is discarded.
    fn broken_cards(&self, faults: &mut Faults) {
        let opening = matches!(self.phase, Phase::Cover { .. } | Phase::Rotate { .. });
        let all = if opening { 0 } else { u16::from(*self.data.numbers.cards_of_a_kind.get_ref()) };
        let mut places = self.card_places();
        places.push(("deck".into(), self.deck));
        for card in Card::all() {
            let some = || places.iter().filter(|(_, cards)| cards.of(card) > 0);
            let there: u16 = some().map(|(_, cards)| u16::from(cards.of(card))).sum();
            faults.unless(there == all, || {
                let found = list(some().map(|(place, cards)| format!("{place} {}", cards.of(card))));
                let found = if found.is_empty() { "nowhere".into() } else { found };
                format!("{card}: {there} in all ({found}), expected {all} ({})", self.rule("EV-011"))
            });
        }
        let strange = self.events - self.playable_events();
        faults.unless(strange.is_empty(), || {
            format!(
                "events: {} cannot happen in this game: expected events that can ({})",
                list(strange.iter()),
                self.rule("EV-077")
            )
        });
        for seat in self.overflow.iter().map(Colour::of).filter(|&c| self.plays(c)) {
            let (cards, limit) = (self.players[seat].hand.total(), self.hand_limit(seat));
            faults.unless(cards > limit, || {
                let rule = self.rule("EV-126");
                format!("overflow: {seat} holds {cards} cards: expected more than its limit of {limit} ({rule})")
            });
        }
        for (what, seats) in [("overflow", self.overflow), ("repairing", self.repairing)] {
            let strangers: Vec<Colour> = seats.iter().map(Colour::of).filter(|&c| !self.plays(c)).collect();
            faults.unless(strangers.is_empty(), || {
                format!("{what}: {} does not play: expected {}", list(strangers), list(self.seats()))
            });
        }
        faults.unless(self.rules().objectives || self.objectives.is_empty(), || {
            format!("objectives: {}: expected none in this edition", list(self.objectives.iter()))
        });
    }

    /// A seat's tokens lie where they may, and nobody else has one of the same kind there.
    fn broken_tokens(&self, seat: Colour, faults: &mut Faults) {
        let player = &self.players[seat];
        let worlds = self.planets() | (self.board & HOMES);
        let others =
            |of: fn(&Player) -> Spaces| self.others(seat).fold(Spaces::EMPTY, |all, c| all | of(&self.players[c]));
        let mut none = |what: &str, where_not: Spaces, why: &str, clause: &'static str| {
            faults.unless(where_not.is_empty(), || {
                format!("seats.{seat}.{what}: {} {why} ({})", list(where_not.iter()), self.rule(clause))
            });
        };
        none("allies", player.allied & others(|p| p.allied), "has two allies: expected one at most", "EV-146");
        none("conquered", player.conquered & others(|p| p.conquered), "has two conquerors: expected one", "EV-053");
        none("claims", player.claims & others(|p| p.claims), "is claimed twice: expected one claim", "EV-078");
        none(
            "conquered",
            player.conquered & player.allied,
            "has its ally token, too: expected one of the two",
            "EV-114",
        );
        none("allies", player.allied - worlds, "is no world of this game: expected one that is", "EV-053");
        none("conquered", player.conquered - worlds, "is no world of this game: expected one that is", "EV-053");
        none(
            "claims",
            player.claims - self.distress,
            "is not in distress: expected it there, or in conquered",
            "EV-078",
        );
        none("conquered", player.conquered & self.distress, "is in distress: expected it in claims", "EV-078");
    }

    /// Markers lie where they may.
    fn broken_planets(&self, faults: &mut Faults) {
        let planets = self.planets();
        let mut none = |what: &str, where_not: Spaces, why: &str, clause: &'static str| {
            faults.unless(where_not.is_empty(), || {
                format!("{what}: {} {why} ({})", list(where_not.iter()), self.rule(clause))
            });
        };
        let markers = [
            ("distress", self.distress),
            ("rebellion", self.rebellion),
            ("infested", self.infested),
            ("enslaved", self.enslaved),
            ("metropolis", self.metropolis),
            ("residual", self.residual),
            ("guards", self.guards[0] | self.guards[1]),
        ];
        for (what, spaces) in markers {
            none(what, spaces - planets, "is no planet of this game: expected one that is", "EV-053");
        }
        let all = |of: &dyn Fn(Colour) -> Spaces| self.seats().fold(Spaces::EMPTY, |all, c| all | of(c));
        let (held, conquered) = (all(&|c| self.controlled(c)), all(&|c| self.players[c].conquered));
        let first = self.options.rules == 1; // rebels stayed on a planet that was freed
        let rebels = if first { Spaces::EMPTY } else { self.rebellion - conquered };
        none("rebellion", rebels, "has no conqueror: expected one, against whom rebels rise", "EV-078");
        let sreech = self.seat_of(Race::Sreech);
        let (infested, why) = match sreech {
            Some(seat) => {
                (self.infested & self.controlled(seat), "is under Sreech's own control: expected another's planet")
            }
            None => (self.infested, "is infested: expected none, since nobody plays Sreech"),
        };
        none("infested", infested, why, "EV-200");
        none("enslaved", self.enslaved - held, "is under nobody's control: expected a conqueror", "KU-112");
        let meezle = self.seat_of(Race::Meezle).map_or(Spaces::EMPTY, |m| self.befriended(m));
        none("metropolis", self.metropolis - meezle, "is no ally of Meezle: expected one under its control", "KU-168");
        let gobnub = self.seat_of(Race::Gobnub).is_some();
        none(
            "residual",
            if gobnub { Spaces::EMPTY } else { self.residual },
            "pays Gobnub: expected none, since nobody plays it",
            "KU-170",
        );
        none(
            "guards",
            (self.guards[0] | self.guards[1]) & held,
            "is under somebody's control: expected a free planet",
            "KU-196",
        );
        let (infested, tokens) = (self.infested.len(), self.data.numbers.infestation_tokens);
        faults.unless(infested <= tokens, || {
            format!(
                "infested: {infested} planets: expected at most {tokens}, one for each token ({})",
                self.rule("EV-200")
            )
        });
        faults.unless(!self.sect || planets.has(TAN_LOCK), || {
            format!("sect: tan-lock is not in this game: expected false ({})", self.rule("EV-078"))
        });
        faults.unless(self.worm.is_none_or(|c| self.plays(c)), || {
            format!("worm: {} does not play: expected {}", list(self.worm), list(self.seats()))
        });
    }

    fn broken_raiders(&self, faults: &mut Faults) {
        // The last raider may have fallen while the fight still asks about wrecks.
        let fought = self.turn().and_then(|t| if let Step::Fight(fight) = &t.step { Some(fight.at) } else { None });
        for planet in self.distress & PLANET_SPACES {
            let raiders = self.raiders[planet.index()];
            faults.unless((u8::from(fought != Some(planet))..10).contains(&raiders), || {
                format!("distress.{planet}: {raiders} raiders: expected 1 to 9 ({})", self.rule("EV-078"))
            });
        }
        for hex in Hex::all().filter(|h| self.pirates[h.index()].raiders > 0) {
            let lair = self.pirates[hex.index()];
            let outer = hex != Hex::Pyrious && self.place_of(hex).is_some();
            faults.unless(outer && lair.raiders < 10 && lair.prize < 100, || {
                let right = "expected an outer hexagon of the board, 1 to 9 raiders and a prize below 100";
                let rule = self.rule("EV-078");
                format!("pirates.{hex}: {} raiders with a prize of {}: {right} ({rule})", lair.raiders, lair.prize)
            });
        }
    }
}

/// No seat has more leave to use a good.
const MOST_PERMITS: u8 = 8;
