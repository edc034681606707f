//! What is beside the board: the choice at hand, the seats, roles, tiles, technologies.

use astrarium_core::Piece;
use astrarium_core::scene::{Group, Item, Layout, Panel, SeatLook, SeatState};

use super::{Picture, what_is_printed};
use crate::piece::{Colour, Goods, Kind, Role, Spot, Tech, Tile, Way};
use crate::view::SeatView;

fn panel(id: &str, title: &str, groups: Vec<Group>) -> Panel {
    Panel { id: id.into(), title: title.into(), seat: None, groups }
}

impl Picture<'_> {
    pub(super) fn heading(&self) -> String {
        match (self.view.phase, self.view.chooser) {
            ("colours", _) => "Setup: colours".into(),
            ("over", _) => format!("Round {}: the end", self.view.round),
            ("last-battle", _) => "The last battle".into(),
            ("direction" | "pick", _) => format!("Round {}: roles", self.view.round),
            (phase, Some(chooser)) => format!("Round {}: {phase}, chosen by {chooser}", self.view.round),
            (phase, None) => format!("Round {}: {phase}", self.view.round),
        }
    }

    /// Points are secret to all others until the end (GE-018).
    pub(super) fn look(&self, seat: &SeatView) -> SeatLook {
        SeatLook {
            name: name(seat),
            colour: seat.colour.map_or("none", look_of),
            points: seat.vp.filter(|_| !seat.dukedom).map(i32::from),
            state: match (seat.place, seat.deciding) {
                (Some(1), _) => SeatState::Winner,
                (None, true) => SeatState::Deciding,
                _ => SeatState::Waiting,
            },
            key: seat.colour.map_or_else(Vec::new, |_| key(seat)),
        }
    }

    /// The choice at hand, the viewer's own seat, the others, the table.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let mine = |s: &&SeatView| s.colour.is_some() && s.colour == self.view.viewer;
        let seats = self.view.seats.iter();
        let seats = seats.clone().filter(mine).chain(seats.filter(|s| !mine(s)));
        let table = [self.roles(), self.tiles(), self.market(), self.techs()];
        self.choice().into_iter().chain(seats.map(|s| self.seat_panel(s))).chain(table).collect()
    }

    /// Things that are nowhere else: colours, directions, dice, kinds of ships, units of a battle.
    fn choice(&self) -> Option<Panel> {
        let items = match self.view.phase {
            "colours" => {
                let free = |c: &Colour| self.seen(*c).is_none();
                Colour::all().filter(free).map(|c| Item::new(c.word(), "").id(c).symbol(planet_of(c))).collect()
            }
            "direction" => Way::all().map(|w| Item::new(w.word(), "").id(w).symbol("arrow")).collect(),
            "engineer" => Kind::all().map(|k| self.ship_card(k)).collect(),
            "merchant" | "warlord" | "last-battle" => self.dice_and_targets(),
            _ if !self.view.dice.is_empty() => self.dice(),
            _ => return None,
        };
        Some(panel("choice", "Choose", vec![Group::new("", Layout::Track, items)]))
    }

    fn ship_card(&self, kind: Kind) -> Item {
        let unit = self.data.unit(kind);
        let price = format!("{} metal, {} energy, {} marks", unit.price.metal, unit.price.energy, unit.price.marks);
        Item::new(&unit.name, unit.price.metal).id(kind).symbol(hull_of(kind)).tip(price)
    }

    /// Dice by number of die, or by what they show while one is discarded.
    fn dice(&self) -> Vec<Item> {
        let pricing = self.view.phase == "merchant" && self.view.market.prices.is_none() && !self.view.warping;
        let dice = || self.view.dice.iter().copied();
        if pricing {
            let shown = |value: &u8| dice().any(|d| d == *value);
            let die =
                |v: u8| Item::new(self.view.prices_without(v), v).id(v).symbol("d6").tip(format!("without a {v}"));
            return (1..=6).filter(shown).map(die).collect();
        }
        (1..)
            .zip(dice())
            .map(|(k, d): (u8, u8)| Item::new("", d).id(k).symbol("d6").tip(format!("die {k}: {d}")))
            .collect()
    }

    fn dice_and_targets(&self) -> Vec<Item> {
        let mut items = self.dice();
        if self.view.phase == "merchant" {
            let others = self.view.seats.iter().filter(|s| !s.dukedom && s.colour != self.view.viewer);
            items.extend(
                others
                    .filter_map(|s| s.colour)
                    .map(|c| Item::new(c.word(), "").id(c).symbol("metal").owner(self.seat(c))),
            );
        } else if self.view.battle.is_some() {
            items.push(Item::new("Starbase", "").id("starbase").symbol("starbase"));
            items.push(Item::new("Empire", "").id("empire").symbol("flag"));
        }
        items
    }

    fn seat_panel(&self, seat: &SeatView) -> Panel {
        let numbers = &self.data.numbers;
        let mut counters = vec![Item::new("planets", seat.planets).symbol("planet-terra")];
        counters.extend(seat.vp.map(|vp| Item::new("victory points", vp).symbol("star").tip("secret until the end")));
        if !seat.dukedom {
            counters.push(Item::new("marks", seat.marks).symbol("credits"));
            counters.push(Item::new(format!("of {} metal", numbers.store_metal), seat.metal).symbol("metal"));
            counters.push(Item::new(format!("of {} energy", numbers.store_energy), seat.energy).symbol("energy"));
        }
        counters.push(
            Item::new("tokens in reserve", seat.reserve).symbol("flag").tip("the last one put down ends the game"),
        );
        if seat.influence > 0 {
            counters.push(Item::new("influence in hand", seat.influence).symbol("influence"));
        }
        let fleet = Kind::all().filter(|k| seat.ships[k.index()] > 0);
        counters.extend(fleet.map(|k| {
            let (name, ships) = (self.data.unit(k).name.to_lowercase(), seat.ships[k.index()]);
            Item::new(if ships == 1 { name } else { name + "s" }, ships).symbol(hull_of(k))
        }));
        if seat.colour.is_some() && seat.colour == self.view.throne {
            counters.push(Item::new("holds the Throne", "").symbol("throne"));
        }
        let mut groups = vec![Group::new("", Layout::Counters, counters)];
        if !seat.techs.is_empty() {
            groups.push(Group::new("Technologies", Layout::Cards, seat.techs.iter().map(|&t| self.tech(t)).collect()));
        }
        Panel { id: format!("seat-{}", seat.chair.0 + 1), title: name(seat), seat: Some(seat.chair), groups }
    }

    fn tech(&self, tech: Tech) -> Item {
        let row = self.data.tech(tech);
        let item = Item::new(&row.name, row.cost()).symbol(tech_symbol(tech)).tip(row.text.as_str());
        if self.view.stopped.contains(&tech) || self.view.used.contains(&tech) { item.style("faded") } else { item }
    }

    fn roles(&self) -> Panel {
        let open = self.view.roles.iter().map(|&r| role_item(r).id(r));
        let now = |r: Role| r.word().trim_end_matches("-2") == self.view.phase;
        let picked = self.view.picked.iter().map(|&r| role_item(r).style(if now(r) { "here" } else { "faded" }));
        let direction = Item::new(format!("play goes {}", self.view.direction), "").symbol("arrow");
        let holder = self.view.throne.map_or("", |c| c.word());
        let mut throne = Item::new("on the Throne", holder).id("throne").symbol("throne");
        if let Some(placed) = self.view.influence.get(&Spot::Throne) {
            throne.value = placed.iter().map(|(c, n)| format!("{c} {n}")).collect::<Vec<_>>().join(", ");
        }
        let pool = Item::new("points in the pool", self.view.vp_pool).symbol("star");
        panel(
            "roles",
            "Roles",
            vec![
                Group::new("", Layout::Cards, open.chain(picked).collect()),
                Group::new("", Layout::Counters, vec![pool, throne, direction]),
            ],
        )
    }

    fn tiles(&self) -> Panel {
        let hand = [self.view.hand, self.view.drawn].into_iter().flatten();
        let held: Vec<Item> = hand.map(|t| self.tile(t).style("ringed")).collect();
        let display = self.view.display.iter().map(|&t| self.tile(t).id(t)).collect();
        let stack = &self.view.stack;
        let mut counts = vec![
            Item::new("plain tiles", stack.plain).symbol("uncharted"),
            Item::new("Black Hole", 1).symbol("black-hole").tip("it lies below the plain tiles"),
            Item::new("atomic tiles", stack.atomic).symbol("atom"),
        ];
        let left = [stack.plain > 0, stack.hole, stack.atomic > 0];
        let mut left = left.into_iter();
        counts.retain(|_| left.next() == Some(true));
        let groups = [
            Group::new("In hand", Layout::Cards, held),
            Group::new("Face up", Layout::Cards, display),
            Group::new("Stack", Layout::Counters, counts),
        ];
        panel("tiles", "Sector tiles", groups.into_iter().filter(|g| !g.items.is_empty()).collect())
    }

    fn tile(&self, tile: Tile) -> Item {
        let row = self.data.tile(tile);
        Item::new(&row.name, "").symbol(self.tile_symbol(tile)).tip(what_is_printed(row))
    }

    fn market(&self) -> Panel {
        let market = &self.view.market;
        let pool = [market.food, market.metal, market.energy];
        let item = |goods: Goods| {
            let left = format!("{} in the pool", pool[goods.index()]);
            let value = match market.prices {
                Some(prices) => format!("{} marks", prices[goods.index()]),
                None => pool[goods.index()].to_string(),
            };
            Item::new(goods.word(), value).id(goods).symbol(goods.word()).tip(left)
        };
        let mut items: Vec<Item> = Goods::all().map(item).collect();
        if market.hand > 0 {
            items.push(Item::new("food in hand", market.hand).symbol("food"));
        }
        let title = if market.prices.is_some() { "Prices" } else { "In the pool" };
        panel("market", "Market", vec![Group::new(title, Layout::Counters, items)])
    }

    fn techs(&self) -> Panel {
        let cards = self.view.techs_for_sale.iter().map(|&t| self.tech(t).id(t)).collect();
        panel("technologies", "Technologies for sale", vec![Group::new("", Layout::Cards, cards)])
    }
}

fn role_item(role: Role) -> Item {
    let (symbol, tip) = match role {
        Role::Explorer => ("scanner", "lay a tile on any empty space; the chooser claims theirs"),
        Role::Merchant => {
            ("credits", "harvest food, buy and sell, put food on sectors that yield; the chooser sets prices")
        }
        Role::Steward => {
            ("industry", "a sector gives back 1 food and yields metal and energy; the chooser takes one first")
        }
        Role::Engineer => {
            ("engine", "build ships on your Starbases, for metal, energy and marks; the chooser gets a fighter")
        }
        Role::Warlord | Role::Warlord2 => {
            ("swords", "move your ships, claim sectors, fight; the chooser has an extra die")
        }
        Role::Regent => {
            ("crown", "influence for sectors and the Throne, then the victory count; the chooser places last")
        }
        Role::Scientist => ("research", "buy one technology for energy; the chooser pays 1 less"),
    };
    let name = if role == Role::Warlord2 { "second warlord" } else { role.word() };
    Item::new(name, "").symbol(symbol).tip(tip)
}

fn tech_symbol(tech: Tech) -> &'static str {
    match tech {
        Tech::Ambassador => "handshake",
        Tech::ShieldGenerators => "shield",
        Tech::IonCannons => "cannon",
        Tech::PlasmaWeapons => "flame",
        Tech::FusionEngines => "engine",
        Tech::Robotics => "robot",
        Tech::ProteinFields => "leaf",
        Tech::Saboteur => "mask",
        Tech::Diplomat => "scales",
        Tech::TimeWarp => "dice-again",
        Tech::SpacePirate => "purse",
        Tech::LongRangeScanners => "scanner",
    }
}

pub(super) fn hull_of(kind: Kind) -> &'static str {
    match kind {
        Kind::Fighter => "fighter",
        Kind::Cruiser => "cruiser",
        Kind::Dreadnought => "dreadnought",
    }
}

fn planet_of(colour: Colour) -> &'static str {
    match colour {
        Colour::Red => "planet-red",
        Colour::Blue => "planet-blue",
        Colour::Green => "planet-green",
        Colour::Yellow => "planet-yellow",
        Colour::Purple => "planet-violet",
        Colour::Orange => "planet-orange",
    }
}

/// The stylesheet's word for the colour.
fn look_of(colour: Colour) -> &'static str {
    if colour == Colour::Purple { "violet" } else { colour.word() }
}

fn name(seat: &SeatView) -> String {
    let name = seat.colour.map_or_else(|| format!("chair {}", seat.chair.0 + 1), |c| c.to_string());
    if seat.dukedom { format!("{name} (Dukedom)") } else { name }
}

/// What it holds and can spend.
fn key(seat: &SeatView) -> Vec<Item> {
    let ships: u8 = seat.ships.iter().sum();
    let mut items =
        vec![Item::new("planets", seat.planets).symbol("planet-terra"), Item::new("ships", ships).symbol("fighter")];
    if !seat.dukedom {
        items.push(Item::new("marks", seat.marks).symbol("credits"));
        items.push(Item::new("metal", seat.metal).symbol("metal"));
        items.push(Item::new("energy", seat.energy).symbol("energy"));
    }
    items
}
