//! What is beside the board: seats, council, technologies, cards face up, objectives, what holds this round.

use astrarium_core::scene::{Group, Item, Layout, Panel};
use astrarium_core::words::{plural, title_case};
use astrarium_core::{Piece, Set};

use super::{event_symbol, good_symbol, race_symbol, ship_symbol, tech_symbol, temperament_symbol};
use crate::piece::*;
use crate::view::{SeatView, View};

/// Technologies side by side; no chain of them is longer.
const ABREAST: u8 = 5;

fn panel(id: &str, title: &str, groups: Vec<Group>) -> Option<Panel> {
    let groups: Vec<Group> = groups.into_iter().filter(|g| !g.items.is_empty()).collect();
    (!groups.is_empty()).then(|| Panel { id: id.into(), title: title.into(), seat: None, groups })
}

impl View {
    /// The viewer's own seat first, then the others, then the table.
    pub(super) fn draw_panels(&self) -> Vec<Panel> {
        let mine = |s: &&SeatView| self.viewer == Some(s.colour);
        let seats = self.seats.iter().filter(mine).chain(self.seats.iter().filter(|s| !mine(s)));
        let table = [self.races_panel(), self.now_panel(), self.council_panel(), self.cards_panel()];
        let rest = [self.objectives_panel(), self.techs_panel(), self.ships_panel()];
        let seats = seats.map(|s| self.seat_panel(s, self.viewer == Some(s.colour)));
        seats.chain(table.into_iter().flatten()).chain(rest.into_iter().flatten()).collect()
    }

    fn seat_panel(&self, seat: &SeatView, own: bool) -> Panel {
        let race = seat.race.map_or("no race yet".into(), |r| self.data.race(r).name.clone());
        let people = seat.race.map(|r| Item::new(&race, "").symbol(race_symbol(r)).tip(&self.data.race(r).text));
        let mut counters: Vec<Item> = people.into_iter().collect();
        counters.push(Item::new(plural(seat.credits, "credit"), seat.credits).symbol("credits"));
        counters.extend(seat.points.map(|p| Item::new(plural(p, "point"), p).symbol("star")));
        counters.push(Item::new("influence", seat.influence).symbol("influence"));
        counters.push(Item::new(format!("of {} cards", seat.hand_limit), seat.cards).symbol("card"));
        if self.data.edition(self.edition).capital > 0 {
            let tokens = |n: u8, what, symbol| Item::new(plural(n.into(), what), n).symbol(symbol);
            counters.push(tokens(seat.ambassadors, "Ambassador", "handshake"));
            counters.push(tokens(seat.bombs, "Photon Bomb", "atom"));
        }
        let bay = |k: Kind| Item::new(self.plain(format!("in repair: {k:#}")), "").symbol("industry");
        counters.extend(seat.bay.map(bay));
        let port = |p: Space| Item::new(self.plain(format!("space port: {p:#}")), "").symbol("starbase");
        counters.extend(seat.port.map(port));
        let permit =
            |(&good, n): (&Good, &u8)| Item::new(self.plain(format!("use of {good:#}")), n).symbol(good_symbol(good));
        counters.extend(seat.permits.iter().map(permit));
        let hand = seat.hand.iter().flatten().map(|(&c, &n)| self.card(c, n, own));
        let techs = seat.techs.iter().map(|t| Item::new(self.plain(format!("{t:#}")), "").symbol(tech_symbol(*t)));
        let orders = seat.orders.iter().flatten().map(|o| Item::new(o.as_str(), ""));
        let groups = [
            Group::new("", Layout::Counters, counters),
            Group::new("Orders so far", Layout::Track, orders.collect()),
            Group::new("Hand", Layout::Cards, hand.collect()),
            Group::new("Technologies", Layout::Counters, techs.collect()),
        ];
        let groups = groups.into_iter().filter(|g| !g.items.is_empty()).collect();
        Panel { id: format!("seat-{}", seat.colour), title: race, seat: Some(seat.colour.seat()), groups }
    }

    /// An id is in one place only: a card of the own hand, else of the row.
    fn card(&self, card: Card, number: u8, known: bool) -> Item {
        let row = self.data.tactic(card);
        let kind = card.temperament();
        let tip = format!("{kind}; tactic for {} cards: {}", row.cards.get_ref(), row.text);
        let value = if number > 1 { format!("{number} ×") } else { String::new() };
        let item = Item::new(&row.name, value).symbol(temperament_symbol(kind)).tip(tip);
        if known { item.id(card) } else { item }
    }

    /// In setup, the races that are left.
    fn races_panel(&self) -> Option<Panel> {
        let race = |&r: &Race| {
            Item::new(&self.data.race(r).name, "").id(r).symbol(race_symbol(r)).tip(&self.data.race(r).text)
        };
        panel("races", "Races", vec![Group::new("", Layout::Cards, self.races.iter().map(race).collect())])
    }

    /// Events that last, the next card's back, an offer that runs.
    fn now_panel(&self) -> Option<Panel> {
        let mut notes: Vec<Item> =
            self.notes.iter().map(|(e, n)| Item::new(n.as_str(), "").symbol(event_symbol(*e))).collect();
        notes.extend(self.score_next.then(|| Item::new("the next event card is a score card", "").symbol("star")));
        notes.extend(self.offer.iter().map(|o| Item::new(o.as_str(), "").symbol("handshake")));
        panel("now", "This round", vec![Group::new("", Layout::Cards, notes)])
    }

    /// Influence, most first, and what the score cards still to come pay for it.
    fn council_panel(&self) -> Option<Panel> {
        let mut seats: Vec<&SeatView> = self.seats.iter().collect();
        seats.sort_by_key(|s| std::cmp::Reverse(s.influence));
        let seat =
            |s: &SeatView| Item::new(s.colour.word(), s.influence).symbol("influence").owner(Some(s.colour.seat()));
        let pays = |card: u8| {
            let (first, second) = self.data.score(card);
            let text = format!("{first} points for the most influence, {second} for the second");
            Item::new(text, ["A", "B", "C"][usize::from(card)]).symbol("star")
        };
        let cards = (self.scored..3).map(pays).collect();
        let council = Group::new("", Layout::Track, seats.into_iter().map(seat).collect());
        panel("council", "Galactic Council", vec![council, Group::new("Score cards to come", Layout::Counters, cards)])
    }

    fn cards_panel(&self) -> Option<Panel> {
        let held = |c: &Card| {
            self.seats.iter().any(|s| self.viewer == Some(s.colour) && s.hand.iter().any(|h| h.contains_key(c)))
        };
        let row = self.row.iter().map(|(c, &n)| self.card(*c, n, !held(c))).collect();
        let discard: u8 = self.discard.values().sum();
        let piles = vec![
            Item::new("in the deck", self.deck).symbol("card"),
            Item::new("discarded", discard).symbol("card").style("faded"),
        ];
        panel(
            "cards",
            "Diplomacy cards",
            vec![Group::new("Face up", Layout::Cards, row), Group::new("", Layout::Counters, piles)],
        )
    }

    fn objectives_panel(&self) -> Option<Panel> {
        let objective = |o: &Objective| {
            let row = self.data.objective(*o);
            Item::new(&row.name, row.points).symbol("star").id(o)
        };
        let open = self.objectives.iter().map(objective).collect();
        panel("objectives", "Objectives", vec![Group::new("", Layout::Counters, open)])
    }

    /// The technology board: what each costs and needs; the viewer's are marked. One that is called like a ship can be clicked
    /// only while technologies are asked for and it is not known yet: else the ship is meant.
    fn techs_panel(&self) -> Option<Panel> {
        let owned = |t: Tech| self.seats.iter().any(|s| self.viewer == Some(s.colour) && s.techs.contains(&t));
        let known = |t: Tech| self.own.as_ref().is_some_and(|own| own.known.has(t));
        let cells = self.tech_cells();
        let cell = |tech: Tech| cells.iter().find(|(t, _)| *t == tech).map_or((0, 0), |(_, cell)| *cell);
        let node = |&(t, (column, row)): &(Tech, (u8, u8))| {
            let data = self.data.0.tech(self.edition, t)?;
            let good = data.good.map_or(String::new(), |g| format!("; needs {g}"));
            let price =
                data.cost.to_string() + &data.good.map_or(String::new(), |g| format!(" + {}", title_case(g.word())));
            let item = Item::new(&data.name, price).symbol(tech_symbol(t));
            let meant = self.researching && !known(t) || t.word().parse::<Kind>().is_err();
            let item = if meant { item.id(t) } else { item };
            let item = item.cell(column, row).after(data.needs.iter().map(cell));
            let item = item.tip(format!("{} credits{good}: {}", data.cost, data.text));
            Some(if owned(t) { item.style("have") } else { item })
        };
        panel(
            "technologies",
            "Technologies",
            vec![Group::new("", Layout::Tree, cells.iter().filter_map(node).collect())],
        )
    }

    /// Column and row: what needs nothing on top, never more than fit side by side. Technologies of a race that nobody plays are
    /// left out.
    fn tech_cells(&self) -> Vec<(Tech, (u8, u8))> {
        let played = |t: &Tech| {
            let race = self.data.0.tech(self.edition, *t).and_then(|row| row.race);
            race.is_none_or(|r| self.seats.iter().any(|s| s.race == Some(r)))
        };
        let (mut cells, mut placed, mut top) = (Vec::new(), Set::default(), 0);
        for depth in 0..ABREAST {
            let all = self.data.0.tech_sets[self.edition.index()] - placed;
            let level: Set<Tech> = all.iter().filter(|&t| self.lies_at(t, depth, placed)).collect();
            let shown: Vec<Tech> = level.iter().filter(played).collect();
            cells.extend((0..).zip(&shown).map(|(k, &t)| (t, (k % ABREAST, top + k / ABREAST))));
            top += (shown.len() as u8).div_ceil(ABREAST);
            placed |= level;
        }
        cells
    }

    /// Whether a technology has this column, or needs one of those that lie before it.
    fn lies_at(&self, tech: Tech, depth: u8, before: Set<Tech>) -> bool {
        let Some(row) = self.data.0.tech(self.edition, tech) else { return false };
        let follows = if row.needs.is_empty() { depth == 0 } else { before.meets(row.needs) };
        row.column.checked_sub(1).map_or(follows, |column| column == depth)
    }

    /// What every ship costs and does.
    fn ships_panel(&self) -> Option<Panel> {
        let ship = |&kind: &Kind| {
            let row = self.data.ship(kind);
            let dice = *row.dice.get_ref();
            let tip = format!(
                "{}: initiative {}, move {}, {dice} {}, hits on {}+",
                row.name,
                row.initiative.get_ref(),
                row.moves.get_ref(),
                if dice == 1 { "die" } else { "dice" },
                row.attack.get_ref()
            );
            Item::new(&row.name, row.cost).symbol(ship_symbol(kind)).tip(tip)
        };
        let kinds =
            Kind::ALL.iter().filter(|&&k| k != Kind::DamagedMoth && self.data.edition(self.edition).tokens(k) > 0);
        panel("ships", "Ships and their cost", vec![Group::new("", Layout::Counters, kinds.map(ship).collect())])
    }
}
