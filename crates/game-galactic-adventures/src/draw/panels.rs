//! What is beside the board: the choice at hand, the seats, the table.

use astrarium_core::Seat;
use astrarium_core::scene::{Group, Item, Layout, Panel, SeatLook, SeatState};
use astrarium_core::words::{plural, title_case};

use super::{Picture, count};
use crate::data::Effect;
use crate::piece::{Colour, Die, Kind, Mode, Node};
use crate::view::SeatView;

impl Picture<'_> {
    fn me(&self) -> Option<&SeatView> {
        self.seen(self.view.viewer?)
    }

    pub(super) fn heading(&self) -> String {
        let stop = match self.view.phase {
            "colours" => return "Setup: colours".into(),
            "research" => return "Setup: research".into(),
            "over" => "the end",
            phase => phase,
        };
        match &self.view.turn {
            Some(turn) => format!("Round {}: {}’s turn", self.view.round, title_case(turn.seat.word())),
            None => format!("Round {}: {stop}", self.view.round),
        }
    }

    pub(super) fn look(&self, seat: &SeatView) -> SeatLook {
        let sealed = matches!(self.view.phase, "research" | "allocation");
        SeatLook {
            name: name(seat),
            colour: seat.colour.map_or("none", |c| c.word()),
            points: Some(i32::from(seat.points)),
            state: match (seat.place, seat.out, seat.deciding) {
                (Some(1), ..) => SeatState::Winner,
                (_, true, _) => SeatState::Out,
                (None, _, true) => SeatState::Deciding,
                _ if sealed => SeatState::Done,
                _ => SeatState::Waiting,
            },
            key: self.key(seat),
        }
    }

    /// How much it holds, and what it has bought for this round.
    fn key(&self, seat: &SeatView) -> Vec<Item> {
        if seat.colour.is_none() {
            return Vec::new();
        }
        let mut items = vec![territories(seat).symbol("flag")];
        if self.view.round > 0 && !seat.out {
            items.extend(self.dice(seat));
        }
        items
    }

    /// The choice at hand, the viewer's own seat, the others, the table.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let mine = |s: &&SeatView| s.colour.is_some() && s.colour == self.view.viewer;
        let seats = self.view.seats.iter();
        let seats = seats.clone().filter(mine).chain(seats.filter(|s| !mine(s)));
        self.choice().into_iter().chain(seats.map(|s| self.seat_panel(s))).chain([self.table()]).collect()
    }

    /// Things that are nowhere else: dice for sale, numbers of points, ways to attack with an ally.
    fn choice(&self) -> Option<Panel> {
        let group = |title: &str, items: Vec<Item>| Group { title: title.into(), layout: Layout::Track, items };
        let groups = match self.view.phase {
            "allocation" if self.me()?.deciding => {
                let allocation = self.me()?.allocation.as_ref()?;
                let points = |n: u8| Item::new("", n).id(n).symbol("handshake");
                match allocation.funding {
                    Some(moon) => {
                        let title = format!("Points for {}", &self.data.space(moon).name);
                        vec![group(&title, (1..=self.me()?.left?).map(points).collect())]
                    }
                    None if allocation.defense.is_some() => return None,
                    None => vec![group("Dice: what they cost to attack or to defend with", self.prices())],
                }
            }
            "turns" => {
                let turn = self.view.turn.as_ref().filter(|t| t.to.is_some() && t.mode.is_none())?;
                let way = |mode: Mode, symbol, label: &str| Item::new(label, "").id(mode).symbol(symbol);
                let ways = vec![
                    way(Mode::AllyDie, "handshake", "the ally’s die"),
                    way(Mode::AllyOwnMilitary, "joint", "your own military"),
                ];
                (self.view.viewer == Some(turn.seat)).then(|| vec![group("", ways)])?
            }
            _ => return None,
        };
        Some(Panel { id: "choice".into(), title: "Choose".into(), seat: None, groups })
    }

    fn prices(&self) -> Vec<Item> {
        let none = Item::new("none", "0").id("none").symbol("no-die").tip("no attack die");
        let die = |&die: &Die| {
            let (attack, defense) = (self.data.attack_price[die], self.data.defense_price[die]);
            let price = if attack == defense { attack.to_string() } else { format!("{attack} or {defense}") };
            let tip = format!("{die}: {} to attack with, {defense} to defend with", count(attack, "point"));
            Item::new(die.word(), price).id(die).symbol(die.word()).tip(tip)
        };
        [none].into_iter().chain(Die::ALL.iter().map(die)).collect()
    }

    fn seat_panel(&self, seat: &SeatView) -> Panel {
        let mut groups = vec![Group { title: String::new(), layout: Layout::Counters, items: self.counters(seat) }];
        let bids = seat.allocation.iter().flat_map(|a| &a.bids);
        let bids: Vec<_> = bids.map(|&(m, n)| Item::new(&self.data.space(m).name, n).symbol("handshake")).collect();
        if !bids.is_empty() {
            groups.push(Group { title: "Diplomacy".into(), layout: Layout::Counters, items: bids });
        }
        groups.extend(self.research(seat));
        Panel { id: format!("seat-{}", seat.chair + 1), title: name(seat), seat: Some(Seat(seat.chair)), groups }
    }

    fn counters(&self, seat: &SeatView) -> Vec<Item> {
        let target = self.data.numbers.victory_target.get_ref();
        let mut items = vec![Item::new(format!("of {target} points"), seat.points).symbol("star")];
        items.push(territories(seat).symbol("flag").tip("fewest play first"));
        if self.view.round > 0 {
            items.push(Item::new("budget", seat.budget).symbol("credits").tip("points to spend this round"));
            items.extend(self.dice(seat));
            let (most, limit) = match seat.ally_limit {
                Some(limit) => (usize::from(limit), format!(" of {limit}")),
                None => (seat.allies.len(), String::new()),
            };
            let label = if most == 1 { "ally" } else { "allies" };
            items.push(Item::new(label, format!("{}{limit}", seat.allies.len())).symbol("ally"));
        }
        if let Some(left) = seat.left.filter(|_| seat.deciding && matches!(self.view.phase, "research" | "allocation"))
        {
            items.push(Item::new("left to spend", left).symbol("credits").style("good"));
        }
        if !seat.peeked.is_empty() {
            let names: Vec<_> = seat.peeked.iter().map(|&m| &self.data.space(m).name[..]).collect();
            items.push(
                Item::new(format!("{} looked at", plural(names.len() as u16, "moon")), names.len())
                    .symbol("eye")
                    .tip(names.join(", ")),
            );
        }
        if seat.penalty {
            let tip = "attacked an IPEC-controlled moon: half the points next round";
            items.push(Item::new("IPEC penalty", "½").symbol("warning").tip(tip).style("bad"));
        }
        items
    }

    fn dice(&self, seat: &SeatView) -> Vec<Item> {
        let item = |label: &str, die: Option<Die>| match die {
            Some(die) => Item::new(label, die.word()).symbol(die.word()),
            None => Item::new(label, "none").symbol("no-die"),
        };
        match &seat.allocation {
            Some(a) if self.view.phase == "allocation" && a.defense.is_none() => {
                a.attack.map(|d| item("attack", Some(d))).into_iter().collect()
            }
            Some(a) => vec![item("attack", a.attack), item("defense", a.defense)],
            None if seat.out => Vec::new(),
            None => vec![Item::new("allocation sealed", "").symbol("lock")],
        }
    }

    /// The viewer's own research as the whole tree, another's as what it has.
    fn research(&self, seat: &SeatView) -> Option<Group> {
        if self.view.phase == "colours" {
            return None;
        }
        let group = |layout, items| Some(Group { title: "Research".into(), layout, items });
        let Some(have) = &seat.research else {
            return group(Layout::Counters, vec![Item::new("sealed", "").symbol("lock")]);
        };
        let owned = |n: Node| have.contains(&n);
        if seat.colour == self.view.viewer {
            return group(Layout::Tree, self.data.nodes().map(|(n, _)| self.node(n, owned(n))).collect());
        }
        let nodes: Vec<_> = have
            .iter()
            .map(|&n| Item { id: String::new(), value: String::new(), cell: None, after: vec![], ..self.node(n, true) })
            .collect();
        if nodes.is_empty() { None } else { group(Layout::Counters, nodes) }
    }

    fn node(&self, node: Node, owned: bool) -> Item {
        let row = self.data.owned(node);
        let cell = |n: Node| self.data.owned(n).cell;
        let needs = if row.needs_any.is_empty() { row.needs_all } else { row.needs_any };
        let item = Item::new(&row.name, row.cost).id(node).symbol(effect_symbol(row.effects[0])).tip(&row.text);
        let item = item.cell(row.cell.0, row.cell.1).after(needs.iter().map(cell));
        if owned {
            item.style("have")
        } else if self.view.phase == "research" {
            item
        } else {
            item.style("faded")
        }
    }

    fn table(&self) -> Panel {
        let mut groups = Vec::new();
        let mut add = |title: &str, layout, items: Vec<Item>| {
            if !items.is_empty() {
                groups.push(Group { title: title.into(), layout, items });
            }
        };
        let round = Item::new(format!("of {} rounds", self.view.round_limit), self.view.round).symbol("hourglass");
        add("", Layout::Counters, vec![round]);
        let turn = self.view.turn.as_ref().map(|t| t.seat);
        let place = |&c: &Colour| {
            let item = Item::new(title_case(c.word()), "").symbol("chip").owner(Some(self.seat(c)));
            if turn == Some(c) { item.style("here") } else { item }
        };
        add(
            "Turn order",
            Layout::Track,
            if self.view.round > 0 { self.view.order.iter().map(place).collect() } else { vec![] },
        );
        let mut hidden: Vec<_> =
            self.view.unseen_dice.iter().map(|(d, n)| Item::new(d.word(), format!("{n} ×")).symbol(d.word())).collect();
        if self.view.unseen_ipec > 0 {
            hidden.push(Item::new("IPEC-controlled", format!("{} ×", self.view.unseen_ipec)).symbol("ipec-controlled"));
        }
        add("Face down, as far as you know", Layout::Counters, hidden);
        Panel { id: "table".into(), title: "Table".into(), seat: None, groups }
    }
}

fn territories(seat: &SeatView) -> Item {
    Item::new(if seat.territories == 1 { "territory" } else { "territories" }, seat.territories)
}

fn effect_symbol(effect: Effect) -> &'static str {
    match effect {
        Effect::AttackBonus(Kind::Infantry) => "infantry",
        Effect::AttackBonus(Kind::Beam) => "beam",
        Effect::ExtraAttack(Kind::Infantry) => "swords",
        Effect::ExtraAttack(Kind::Beam) => "target",
        Effect::DefenseBonus(Kind::Infantry) => "shield",
        Effect::DefenseBonus(Kind::Beam) => "deflector",
        Effect::EitherDefense => "either",
        Effect::AllyLimit(_) => "handshake",
        Effect::OuterReach => "relay",
        Effect::OwnMilitary => "joint",
        Effect::IpecImmunity => "peace",
    }
}

fn name(seat: &SeatView) -> String {
    seat.colour.map_or_else(|| format!("Chair {}", seat.chair + 1), |c| title_case(c.word()))
}
