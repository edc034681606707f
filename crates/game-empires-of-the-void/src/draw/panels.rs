//! What stands beside the board: seats, council, technologies, cards face up, objectives, what holds this round.

use astrarium_core::Piece;
use astrarium_core::scene::{Group, Item, Layout, Panel};

use super::{good_symbol, ship_symbol, temperament_symbol};
use crate::event::plural;
use crate::piece::*;
use crate::state::{Phase, State, Step};
use crate::view::{SeatView, View};

/// Technologies side by side; no chain of them is longer.
const ABREAST: u8 = 5;

fn panel(id: &str, title: &str, groups: Vec<Group>) -> Option<Panel> {
    let groups: Vec<Group> = groups.into_iter().filter(|g| !g.items.is_empty()).collect();
    (!groups.is_empty()).then(|| Panel { id: id.into(), title: title.into(), seat: None, groups })
}

fn group(title: &str, layout: Layout, items: Vec<Item>) -> Group {
    Group { title: title.into(), layout, items }
}

impl State {
    /// The viewer's own seat first, then the others, then the table.
    pub(super) fn draw_panels(&self, view: &View) -> Vec<Panel> {
        let mine = |s: &&SeatView| view.viewer == Some(s.colour);
        let seats = view.seats.iter().filter(mine).chain(view.seats.iter().filter(|s| !mine(s)));
        let table = [self.races_panel(), self.now_panel(view), self.council_panel(view), self.cards_panel(view)];
        let rest = [self.objectives_panel(view), self.techs_panel(view), self.ships_panel()];
        let seats = seats.map(|s| self.seat_panel(s, view.viewer == Some(s.colour)));
        seats.chain(table.into_iter().flatten()).chain(rest.into_iter().flatten()).collect()
    }

    fn seat_panel(&self, seat: &SeatView, own: bool) -> Panel {
        let race = seat.race.map_or("no race yet".into(), |r| self.data.race(r).name.clone());
        let people = seat.race.map(|r| Item::new(&race, "").symbol("flag").tip(&self.data.race(r).text));
        let mut counters: Vec<Item> = people.into_iter().collect();
        counters.push(Item::new(plural(seat.credits, "credit"), seat.credits).symbol("credits"));
        counters.extend(seat.points.map(|p| Item::new(plural(p, "point"), p).symbol("star")));
        counters.push(Item::new("influence", seat.influence).symbol("influence"));
        counters.push(Item::new(format!("of {} cards", seat.hand_limit), seat.cards).symbol("card"));
        if self.rules().capital > 0 {
            let tokens = |n: u8, what, symbol| Item::new(plural(n.into(), what), n).symbol(symbol);
            counters.push(tokens(seat.ambassadors, "Ambassador", "handshake"));
            counters.push(tokens(seat.bombs, "Photon Bomb", "atom"));
        }
        counters.extend(
            seat.bay.map(|k| Item::new(format!("in repair: {}", self.data.ship(k).name), "").symbol("industry")),
        );
        counters
            .extend(seat.port.map(|p| Item::new(format!("space port: {}", self.space_name(p)), "").symbol("starbase")));
        let permits = seat.permits.iter();
        counters.extend(permits.map(|(&good, n)| Item::new(format!("use of {good}"), n).symbol(good_symbol(good))));
        let hand = seat.hand.iter().flatten().map(|(&c, &n)| self.card(c, n, own));
        let name = |&t: &Tech| self.data.0.tech(self.edition, t).map_or(t.word(), |row| row.name.as_str());
        let techs = seat.techs.iter().map(|t| Item::new(name(t), "").symbol("research"));
        let orders = seat.orders.iter().flatten().map(|o| Item::new(o.as_str(), ""));
        let groups = [
            group("", Layout::Counters, counters),
            group("Orders so far", Layout::Track, orders.collect()),
            group("Hand", Layout::Cards, hand.collect()),
            group("Technologies", Layout::Counters, techs.collect()),
        ];
        let groups = groups.into_iter().filter(|g| !g.items.is_empty()).collect();
        Panel { id: format!("seat-{}", seat.colour), title: race, seat: Some(seat.colour.seat()), groups }
    }

    /// An id stands in one place only: a card of the own hand, else of the row.
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
        let free = |r: &Race| self.phase == Phase::Races && self.seat_of(*r).is_none();
        let race = |r: Race| Item::new(&self.data.race(r).name, "").id(r).tip(&self.data.race(r).text);
        panel("races", "Races", vec![group("", Layout::Cards, self.races().filter(free).map(race).collect())])
    }

    /// Events that last, the next card's back, an offer that runs.
    fn now_panel(&self, view: &View) -> Option<Panel> {
        let mut notes: Vec<Item> = view.notes.iter().map(|n| Item::new(n.as_str(), "").symbol("hourglass")).collect();
        notes.extend(view.score_next.then(|| Item::new("the next event card is a score card", "").symbol("star")));
        notes.extend(view.offer.iter().map(|o| Item::new(o.as_str(), "").symbol("handshake")));
        panel("now", "This round", vec![group("", Layout::Cards, notes)])
    }

    /// Influence, most first, and what the score cards still to come pay for it.
    fn council_panel(&self, view: &View) -> Option<Panel> {
        let mut seats: Vec<&SeatView> = view.seats.iter().collect();
        seats.sort_by_key(|s| std::cmp::Reverse(s.influence));
        let seat =
            |s: &SeatView| Item::new(s.colour.word(), s.influence).symbol("influence").owner(Some(s.colour.seat()));
        let pays = |card: u8| {
            let (first, second) = self.data.score(card);
            let text = format!("{first} points for the most influence, {second} for the second");
            Item::new(text, ["A", "B", "C"][usize::from(card)]).symbol("star")
        };
        let scored = (0..self.drawn).filter(|&d| self.score_card(d).is_some()).count() as u8;
        let cards = (scored..3).map(pays).collect();
        let council = group("", Layout::Track, seats.into_iter().map(seat).collect());
        panel("council", "Galactic Council", vec![council, group("Score cards to come", Layout::Counters, cards)])
    }

    fn cards_panel(&self, view: &View) -> Option<Panel> {
        let held = |c: &Card| {
            view.seats.iter().any(|s| view.viewer == Some(s.colour) && s.hand.iter().any(|h| h.contains_key(c)))
        };
        let row = view.row.iter().map(|(c, &n)| self.card(*c, n, !held(c))).collect();
        let discard: u8 = view.discard.values().sum();
        let piles = vec![
            Item::new("in the deck", view.deck).symbol("card"),
            Item::new("discarded", discard).symbol("card").style("faded"),
        ];
        panel(
            "cards",
            "Diplomacy cards",
            vec![group("Face up", Layout::Cards, row), group("", Layout::Counters, piles)],
        )
    }

    fn objectives_panel(&self, view: &View) -> Option<Panel> {
        let objective = |o: &Objective| {
            let row = self.data.objective(*o);
            Item::new(&row.name, row.points).symbol("star").id(o)
        };
        let open = view.objectives.iter().map(objective).collect();
        panel("objectives", "Objectives", vec![group("", Layout::Counters, open)])
    }

    /// The technology board: what each costs and needs; the viewer's are marked. One that is called like a ship can be clicked
    /// only while technologies are asked for and it is not known yet: else the ship is meant.
    fn techs_panel(&self, view: &View) -> Option<Panel> {
        let owned = |t: Tech| view.seats.iter().any(|s| view.viewer == Some(s.colour) && s.techs.contains(&t));
        let step = self.turn().map(|t| t.step);
        let researching =
            matches!(self.phase, Phase::Orders { .. }) || matches!(step, Some(Step::Breakthrough | Step::Secondary));
        let known = |t: Tech| view.viewer.is_some_and(|seat| self.known(seat).has(t));
        let cells = self.tech_cells();
        let cell = |tech: Tech| cells.iter().find(|(t, _)| *t == tech).map_or((0, 0), |(_, cell)| *cell);
        let node = |&(t, (column, row)): &(Tech, (u8, u8))| {
            let data = self.data.0.tech(self.edition, t)?;
            let good = data.good.map_or(String::new(), |g| format!("; needs {g}"));
            let item = Item::new(&data.name, data.cost).symbol(data.good.map_or("research", good_symbol));
            let meant = researching && !known(t) || t.word().parse::<Kind>().is_err();
            let item = if meant { item.id(t) } else { item };
            let item = item.cell(column, row).after(data.needs.iter().map(cell));
            let item = item.tip(format!("{} credits{good}: {}", data.cost, data.text));
            Some(if owned(t) { item.style("have") } else { item })
        };
        panel("technologies", "Technologies", vec![group("", Layout::Tree, cells.iter().filter_map(node).collect())])
    }

    /// Column and row: what needs nothing on top, never more than fit side by side. Technologies of a race that nobody plays are
    /// left out.
    fn tech_cells(&self) -> Vec<(Tech, (u8, u8))> {
        let played = |t: &Tech| {
            let race = self.data.0.tech(self.edition, *t).and_then(|row| row.race);
            race.is_none_or(|r| self.seat_of(r).is_some())
        };
        let all: Vec<Tech> = self.data.0.tech_sets[self.edition.index()].iter().filter(played).collect();
        let mut cells = Vec::new();
        let mut top = 0;
        for depth in 0..ABREAST {
            let level: Vec<Tech> = all.iter().copied().filter(|&t| self.depth(t) == depth).collect();
            cells.extend((0..).zip(&level).map(|(k, &t)| (t, (k % ABREAST, top + k / ABREAST))));
            top += (level.len() as u8).div_ceil(ABREAST);
        }
        cells
    }

    /// The printed column, or how many technologies it takes first.
    fn depth(&self, tech: Tech) -> u8 {
        let Some(row) = self.data.0.tech(self.edition, tech) else { return 0 };
        let first = row.needs.iter().map(|need| 1 + self.depth(need)).min();
        row.column.checked_sub(1).or(first).unwrap_or(0)
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
        let kinds = Kind::ALL.iter().filter(|&&k| k != Kind::DamagedMoth && self.rules().tokens(k) > 0);
        panel("ships", "Ships and their cost", vec![group("", Layout::Counters, kinds.map(ship).collect())])
    }
}
