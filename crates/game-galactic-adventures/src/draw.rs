//! View → scene: four systems around the dial of rounds, and panels for the choice, the seats and the table.

use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatLook, SeatState, Shape};
use astrarium_core::{Piece, Seat};

use crate::data::{Data, Effect, SpaceKind};
use crate::piece::{Colour, Die, Kind, Mode, Node, Space};
use crate::state::State;
use crate::view::{SeatView, SpaceView, View};

const PLANET: i32 = 132;
const MOON: i32 = 86;
const TOKEN: i32 = 38;
const MIDDLE: (i32, i32) = (500, 500);

impl State {
    pub(crate) fn draw_view(&self, view: &View) -> Scene {
        let picture = Picture { data: self.data.0, view };
        Scene {
            size: (1000, 1000),
            shapes: picture.shapes(),
            panels: picture.panels(),
            seats: view.seats.iter().map(|seat| picture.look(seat)).collect(),
            heading: picture.heading(),
        }
    }
}

/// Draws from what is printed and what the viewer sees, from nothing else.
struct Picture<'a> {
    data: &'static Data,
    view: &'a View,
}

type Point = (i32, i32);

fn off((x, y): Point, dx: i32, dy: i32) -> Point {
    (x + dx, y + dy)
}

// The board
impl Picture<'_> {
    fn at(&self, space: Space) -> Point {
        self.data.spaces[space.index()].at
    }

    fn kind(&self, space: Space) -> SpaceKind {
        *self.data.spaces[space.index()].kind.get_ref()
    }

    fn on_board(&self) -> impl Iterator<Item = Space> + Clone + '_ {
        self.view.spaces.keys().copied()
    }

    fn shapes(&self) -> Vec<Shape> {
        let mut shapes = self.systems();
        shapes.extend(self.links());
        shapes.extend(self.dial());
        // Middle moons come last: their names reach into their neighbours.
        let mut spaces: Vec<_> = self.view.spaces.iter().collect();
        spaces.sort_by_key(|(space, _)| self.kind(**space) == SpaceKind::Middle);
        for (&space, seen) in spaces {
            shapes.push(self.territory(space, seen));
            match seen.hits {
                Some(hits) => shapes.extend(self.planet(space, hits)),
                None => shapes.extend(self.tokens(space, seen)),
            }
        }
        shapes
    }

    /// A sun in the middle of each system.
    fn systems(&self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for &colour in Colour::ALL {
            let of = |kind| {
                self.on_board().filter(move |s| self.data.system[colour.index()].has(*s) && self.kind(*s) == kind)
            };
            let [one, two] = of(SpaceKind::Middle).map(|s| self.at(s)).collect::<Vec<_>>()[..] else { continue };
            let middle = ((one.0 + two.0) / 2, (one.1 + two.1) / 2);
            let sun = match colour {
                Colour::Red => "sun-red",
                Colour::Yellow | Colour::Green => "sun",
                Colour::Blue => "sun-blue",
            };
            shapes.push(Shape::symbol(sun, middle, 84));
        }
        shapes
    }

    /// Beams hardly seen, lanes for infantry, and the attack that is under way.
    fn links(&self) -> Vec<Shape> {
        let from = self.view.turn.as_ref().and_then(|t| t.from);
        let pairs = self.on_board().flat_map(|a| self.on_board().filter(move |b| a.0 < b.0).map(move |b| (a, b)));
        let (outer, near) = (self.data.outer, &self.data.near);
        let beams = pairs.clone().filter(|&(a, b)| outer.has(a) && outer.has(b)).map(|(a, b)| {
            let line = Shape::line(self.at(a), self.at(b)).style("dashed");
            if from == Some(a) || from == Some(b) { line.style("beam") } else { line.style("faint") }
        });
        let lanes = pairs.filter(|&(a, b)| near[a.index()].has(b)).map(|(a, b)| {
            let mut lane = Shape::line(self.at(a), self.at(b));
            lane.size = 5;
            lane
        });
        let mut lines: Vec<_> = beams.chain(lanes).collect();
        if let Some((turn, from, to)) = self.view.turn.as_ref().and_then(|t| Some((t, t.from?, t.to?))) {
            let mut attack = Shape::line(self.at(from), self.at(to)).owner(Some(self.seat(turn.seat)));
            attack.size = if turn.kind == Some(Kind::Beam) { 5 } else { 10 };
            lines.push(attack);
        }
        lines
    }

    /// The round, and the turn order below it.
    fn dial(&self) -> Vec<Shape> {
        let mut shapes = vec![Shape::symbol("dial", MIDDLE, 216)];
        if self.view.round == 0 {
            return shapes;
        }
        shapes.push(Shape::text("ROUND", off(MIDDLE, 0, -48), 16).style("dim"));
        shapes.push(Shape::text(self.view.round.to_string(), off(MIDDLE, 0, -6), 62).style("title"));
        let left = -17 * (self.view.order.len() as i32 - 1);
        for (k, &colour) in (0..).zip(&self.view.order) {
            let chip = Shape::symbol("chip", off(MIDDLE, left + 34 * k, 54), 26).owner(Some(self.seat(colour)));
            let out = self.seen(colour).is_some_and(|s| s.out);
            let active = self.view.turn.as_ref().is_some_and(|t| t.seat == colour);
            shapes.push(if out {
                chip.style("faded")
            } else if active {
                chip.style("ringed")
            } else {
                chip
            });
        }
        shapes
    }

    fn territory(&self, space: Space, seen: &SpaceView) -> Shape {
        let (symbol, size) = match self.kind(space) {
            SpaceKind::Planet => (planet_symbol(self.data.spaces[space.index()].system), PLANET),
            SpaceKind::Inner => ("moon-inner", MOON),
            SpaceKind::Middle => ("moon-middle", MOON),
            SpaceKind::Outer => ("moon-outer", MOON),
        };
        let shape = Shape::symbol(symbol, self.at(space), size).id(space).style("world").tip(self.tip(space, seen));
        let shape = shape.owner(seen.owner.map(|c| self.seat(c)));
        let shape = if space.is_planet() { shape } else { shape.label(self.data.name(space)) };
        let busy = self.view.turn.as_ref().is_some_and(|t| t.from == Some(space) || t.to == Some(space));
        if busy { shape.style("ringed") } else { shape }
    }

    /// Hit points and name, on the side that looks to the middle of the board.
    fn planet(&self, planet: Space, hits: u8) -> Vec<Shape> {
        let at = self.at(planet);
        let inward = if at.1 < MIDDLE.1 { 1 } else { -1 };
        let full = *self.data.numbers.planet_hit_points.get_ref();
        let left = -14 * (i32::from(full) - 1);
        let heart = |k: u8| {
            let symbol = if k < hits { "heart" } else { "heart-lost" };
            Shape::symbol(symbol, off(at, left + 28 * i32::from(k), inward * (PLANET / 2 + 12)), 26)
        };
        let name = Shape::text(self.data.name(planet), off(at, 0, inward * (PLANET / 2 + 38)), 21).style("minor");
        (0..full).map(heart).chain([name]).collect()
    }

    /// What lies on an uncontrolled moon: two tokens, an ally's chip, the viewer's own bid.
    fn tokens(&self, moon: Space, seen: &SpaceView) -> Vec<Shape> {
        let at = self.at(moon);
        let me = self.view.viewer.map(|c| self.seat(c));
        let mut shapes = Vec::new();
        if seen.owner.is_none() {
            let (left, right) = (off(at, -21, 33), off(at, 21, 33));
            let private = |public: bool| if public { None } else { me };
            shapes.push(match seen.die {
                Some(die) => Shape::symbol(die.word(), left, TOKEN).count(die.sides()).owner(private(seen.die_public)),
                None => Shape::symbol("die-hidden", left, TOKEN),
            });
            shapes.push(Shape::symbol(ipec_symbol(seen.ipec), right, TOKEN));
            if seen.die.is_some() && !seen.die_public || seen.ipec.is_some() && !seen.ipec_public {
                shapes.push(Shape::symbol("peek", off(at, 0, 12), 26).owner(me).style("plain"));
            }
        }
        if let Some(ally) = seen.ally {
            let chip = Shape::symbol("ally", off(at, 33, -31), TOKEN).owner(Some(self.seat(ally))).style("plain");
            let used = self.view.turn.as_ref().is_some_and(|t| t.used.contains(&moon));
            shapes.push(if used { chip.style("faded") } else { chip });
        }
        shapes.extend(self.bid(moon).map(|points| {
            let chip = Shape::symbol("chip", off(at, -33, -31), 36).owner(me);
            if points == 0 { chip.count("?") } else { chip.count(points) }
        }));
        shapes
    }

    /// What the viewer puts on the moon while allocations are sealed; 0 while the number is still asked.
    fn bid(&self, moon: Space) -> Option<u8> {
        let allocation =
            self.seen(self.view.viewer?)?.allocation.as_ref().filter(|_| self.view.phase == "allocation")?;
        let bid = allocation.bids.iter().find(|(m, _)| *m == moon).map(|(_, points)| *points);
        bid.or_else(|| (allocation.funding == Some(moon)).then_some(0))
    }

    fn tip(&self, space: Space, seen: &SpaceView) -> String {
        let points = if space.is_planet() { &self.data.numbers.points.planet } else { &self.data.numbers.points.moon };
        let kind = match self.kind(space) {
            SpaceKind::Planet => "planet",
            SpaceKind::Inner => "inner moon",
            SpaceKind::Middle => "middle moon",
            SpaceKind::Outer => "outer moon",
        };
        let mut parts = vec![format!("{}: {kind}, {}", self.data.name(space), count(*points.get_ref(), "point"))];
        parts.extend(seen.hits.map(|hits| count(hits, "hit point")));
        match seen.owner {
            Some(owner) => parts.push(format!("controlled by {owner}")),
            None => parts.extend(self.token_words(space, seen)),
        }
        parts.extend(seen.ally.map(|ally| format!("ally of {ally} this round")));
        parts.join("; ")
    }

    fn token_words(&self, moon: Space, seen: &SpaceView) -> Vec<String> {
        let whose = |public: bool| if public { "" } else { ", known to you" };
        let die = match seen.die {
            Some(die) => format!("die {die}{}", whose(seen.die_public)),
            None => "die face down".into(),
        };
        let ipec = match seen.ipec {
            Some(true) => format!("IPEC-controlled{}", whose(seen.ipec_public)),
            Some(false) => format!("free of IPEC{}", whose(seen.ipec_public)),
            None => "IPEC token face down".into(),
        };
        let lookers = self.view.seats.iter().filter(|s| s.peeked.contains(&moon)).filter_map(|s| s.colour);
        let lookers: Vec<_> = lookers.map(|c| c.to_string()).collect();
        let seen_by = (!lookers.is_empty()).then(|| format!("looked at by {}", lookers.join(", ")));
        ["uncontrolled".into(), die, ipec].into_iter().chain(seen_by).collect()
    }
}

// The panels
impl Picture<'_> {
    fn seen(&self, colour: Colour) -> Option<&SeatView> {
        self.view.seats.iter().find(|s| s.colour == Some(colour))
    }

    fn seat(&self, colour: Colour) -> Seat {
        Seat(self.seen(colour).expect("a colour in play has a chair").chair)
    }

    fn me(&self) -> Option<&SeatView> {
        self.seen(self.view.viewer?)
    }

    fn heading(&self) -> String {
        let stop = match self.view.phase {
            "colours" => return "Setup: colours".into(),
            "research" => return "Setup: research".into(),
            "over" => "the end",
            phase => phase,
        };
        match &self.view.turn {
            Some(turn) => format!("Round {}: {}’s turn", self.view.round, title(turn.seat.word())),
            None => format!("Round {}: {stop}", self.view.round),
        }
    }

    fn look(&self, seat: &SeatView) -> SeatLook {
        let sealed = matches!(self.view.phase, "research" | "allocation");
        SeatLook {
            name: name(seat),
            colour: seat.colour.map_or("none", |c| c.word()),
            points: i32::from(seat.points),
            state: match (seat.place, seat.out, seat.deciding) {
                (Some(1), ..) => SeatState::Winner,
                (_, true, _) => SeatState::Out,
                (None, _, true) => SeatState::Deciding,
                _ if sealed => SeatState::Done,
                _ => SeatState::Waiting,
            },
        }
    }

    /// The choice at hand, the viewer's own seat, the others, the table.
    fn panels(&self) -> Vec<Panel> {
        let mine = |s: &&SeatView| s.colour.is_some() && s.colour == self.view.viewer;
        let seats = self.view.seats.iter();
        let seats = seats.clone().filter(mine).chain(seats.filter(|s| !mine(s)));
        self.choice().into_iter().chain(seats.map(|s| self.seat_panel(s))).chain([self.table()]).collect()
    }

    /// Things that stand nowhere else: colours, dice for sale, numbers of points, ways to attack with an ally.
    fn choice(&self) -> Option<Panel> {
        let group = |title: &str, items: Vec<Item>| Group { title: title.into(), layout: Layout::Track, items };
        let groups = match self.view.phase {
            "colours" => vec![group("", self.free_colours())],
            "allocation" if self.me()?.deciding => {
                let allocation = self.me()?.allocation.as_ref()?;
                let points = |n: u8| Item::new("", n).id(n).symbol("handshake");
                match allocation.funding {
                    Some(moon) => {
                        let title = format!("Points for {}", self.data.name(moon));
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

    fn free_colours(&self) -> Vec<Item> {
        let free = Colour::ALL.iter().filter(|&&c| self.seen(c).is_none());
        free.map(|&c| Item::new(title(c.word()), "").id(c).symbol(planet_symbol(c))).collect()
    }

    fn prices(&self) -> Vec<Item> {
        let none = Item::new("none", "0").id("none").symbol("no-die").tip("no attack die");
        let die = |&die: &Die| {
            let (attack, defense) = (self.data.attack_price[die.index()], self.data.defense_price[die.index()]);
            let price = if attack == defense { attack.to_string() } else { format!("{attack} or {defense}") };
            let tip = format!("{die}: {} to attack with, {defense} to defend with", count(attack, "point"));
            Item::new(die.word(), price).id(die).symbol(die.word()).tip(tip)
        };
        [none].into_iter().chain(Die::ALL.iter().map(die)).collect()
    }

    fn seat_panel(&self, seat: &SeatView) -> Panel {
        let mut groups = vec![Group { title: String::new(), layout: Layout::Counters, items: self.counters(seat) }];
        let bids = seat.allocation.iter().flat_map(|a| &a.bids);
        let bids: Vec<_> = bids.map(|&(m, n)| Item::new(self.data.name(m), n).symbol("handshake")).collect();
        if !bids.is_empty() {
            groups.push(Group { title: "Diplomacy".into(), layout: Layout::Counters, items: bids });
        }
        groups.extend(self.research(seat));
        Panel { id: format!("seat-{}", seat.chair + 1), title: name(seat), seat: Some(Seat(seat.chair)), groups }
    }

    fn counters(&self, seat: &SeatView) -> Vec<Item> {
        let target = self.data.numbers.victory_target.get_ref();
        let mut items = vec![Item::new(format!("of {target} points"), seat.points).symbol("star")];
        items.push(Item::new("territories", seat.territories).symbol("flag").tip("fewest play first"));
        if self.view.round > 0 {
            items.push(Item::new("budget", seat.budget).symbol("credits").tip("points to spend this round"));
            items.extend(self.dice(seat));
            let limit = seat.ally_limit.map_or(String::new(), |limit| format!(" of {limit}"));
            items.push(Item::new("allies", format!("{}{limit}", seat.allies.len())).symbol("ally"));
        }
        if let Some(left) = seat.left.filter(|_| seat.deciding && matches!(self.view.phase, "research" | "allocation"))
        {
            items.push(Item::new("left to spend", left).symbol("credits").style("good"));
        }
        if !seat.peeked.is_empty() {
            let names: Vec<_> = seat.peeked.iter().map(|&m| self.data.name(m)).collect();
            items.push(Item::new("moons looked at", names.len()).symbol("eye").tip(names.join(", ")));
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
        let group = |layout, items| Some(Group { title: "Research".into(), layout, items });
        let Some(have) = &seat.research else {
            seat.colour?;
            return group(Layout::Counters, vec![Item::new("sealed", "").symbol("lock")]);
        };
        let owned = |n: Node| have.contains(&n);
        if seat.colour == self.view.viewer {
            return group(Layout::Tree, Node::all().map(|n| self.node(n, owned(n))).collect());
        }
        let nodes: Vec<_> = have
            .iter()
            .map(|&n| Item { id: String::new(), value: String::new(), cell: None, after: vec![], ..self.node(n, true) })
            .collect();
        if nodes.is_empty() { None } else { group(Layout::Counters, nodes) }
    }

    fn node(&self, node: Node, owned: bool) -> Item {
        let row = self.data.node(node);
        let cell = |n: Node| self.data.node(n).cell;
        let needs = if row.needs_any.is_empty() { row.needs_all } else { row.needs_any };
        let item = Item::new(&row.name, row.cost).id(node).symbol(effect_symbol(row.effect)).tip(&row.text);
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
            let item = Item::new(title(c.word()), "").symbol("chip").owner(Some(self.seat(c)));
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

fn planet_symbol(system: Colour) -> &'static str {
    match system {
        Colour::Red => "planet-red",
        Colour::Yellow => "planet-yellow",
        Colour::Green => "planet-green",
        Colour::Blue => "planet-blue",
    }
}

fn ipec_symbol(ipec: Option<bool>) -> &'static str {
    match ipec {
        None => "ipec-hidden",
        Some(true) => "ipec-controlled",
        Some(false) => "ipec-free",
    }
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
    seat.colour.map_or_else(|| format!("Chair {}", seat.chair + 1), |c| title(c.word()))
}

fn title(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

fn count(n: u8, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}
