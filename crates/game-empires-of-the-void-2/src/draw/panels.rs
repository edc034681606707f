//! What is beside the map: the choice at hand, the action track, faction boards with hands, events.

use astrarium_core::scene::{Group, Item, Layout, Panel, SeatLook, SeatState};
use astrarium_core::words::{plural, several, title_case};
use astrarium_core::{Piece, Seat, Side};

use super::{Picture, dice, good_symbol, unit_symbol, work_symbol, world_symbol};
use crate::action::Action;
use crate::data::TechData;
use crate::piece::*;
use crate::position::Site;
use crate::view::SeatView;

const COLOURS: [&str; SEATS] = ["blue", "violet", "red", "green", "yellow"];

impl Picture<'_> {
    pub(super) fn heading(&self) -> String {
        let over = self.view.seats.iter().any(|s| s.place.is_some());
        let Some(deck) = self.view.deck.filter(|_| !self.view.setting_up) else { return "Setup".into() };
        let left = several(deck.into(), "card");
        match (self.view.token, self.view.laps) {
            _ if over => "The game is over".into(),
            (Some(act), 0) => format!("{}, {left} left", act.name()),
            (Some(act), _) => format!("{}, the last lap", act.name()),
            (None, _) => format!("{left} left"),
        }
    }

    pub(super) fn look(&self, seat: &SeatView) -> SeatLook {
        let state = match seat.place {
            Some(1) => SeatState::Winner,
            Some(_) => SeatState::Done,
            None if seat.deciding => SeatState::Deciding,
            None => SeatState::Waiting,
        };
        let colour = seat.faction.map_or("none", |f| COLOURS[f.index()]);
        let name = seat.faction.map_or(seat.name, short_name);
        let key = seat.faction.map_or_else(Vec::new, |_| {
            vec![
                Item::new("credits", seat.credits).symbol("credits"),
                Item::new("command", seat.command).symbol("crown"),
                Item::new("cards", seat.cards).symbol("card"),
            ]
        });
        SeatLook { name: name.into(), colour, points: Some(i32::from(seat.vp)), state, key }
    }

    /// The choice at hand, the action track, the viewer's own board, the others, the table.
    pub(super) fn panels(&self) -> Vec<Panel> {
        let me = self.view.viewer;
        let others = Seat::first(self.view.seats.len()).filter(|&seat| Some(seat) != me);
        let mut panels: Vec<Panel> = self.choice().into_iter().chain(self.battle()).collect();
        panels.push(self.track());
        panels.extend(me.into_iter().chain(others).map(|seat| self.board(seat)));
        panels.push(self.table());
        panels
    }

    /// Answers that are nowhere else on the table and need an explanation: factions, units, goods, what a loser carried.
    fn choice(&self) -> Option<Panel> {
        let mut items: Vec<Item> = Vec::new();
        let me = self.view.viewer.map(|s| &self.view.seats[s.index()]);
        for answer in &self.view.answers {
            let item = match *answer {
                Action::ChooseGood(good) => {
                    let have = me.and_then(|seat| seat.goods.get(&good)).copied().unwrap_or(0);
                    Item::new(title_case(good.word()), "")
                        .id(good)
                        .symbol(good_symbol(good))
                        .tip(format!("you have {have}"))
                }
                Action::KeepDelivery(c) if me.is_some_and(|seat| seat.cargo.is_none_or(|own| own.card != c)) => {
                    self.card(c, true)
                }
                Action::ChooseFaction(f) => self.faction(f),
                Action::Add(kind) | Action::Carrier(kind) => self.unit(kind, String::new()),
                Action::Recruit(kind, _) => {
                    let cost = self.data.unit(kind).cost;
                    self.unit(kind, if cost > 0 { several(cost.into(), "credit") + ", " } else { String::new() })
                }
                Action::TakeToken(_, Token::FaceDown) => {
                    Item::new("face down", "").id("face-down").symbol("die-hidden")
                }
                _ => continue,
            };
            if items.iter().all(|i| i.id != item.id) {
                items.push(item);
            }
        }
        let groups = vec![Group::new("", Layout::Cards, items)];
        (!groups[0].items.is_empty()).then(|| Panel { id: "choice".into(), title: "Choose".into(), seat: None, groups })
    }

    /// What tells a faction from the others: its technologies and what its buildings cost (E2-037).
    fn faction(&self, faction: Faction) -> Item {
        let row = self.data.faction(faction);
        let techs: Vec<_> = row.tech.get_ref().iter().map(|t| self.data.tech(t.id).name.as_str()).collect();
        let prices = |work: Work| row.costs(work).iter().map(u8::to_string).collect::<Vec<_>>().join(", ");
        let works: Vec<_> = Work::all().map(|work| format!("{} cost {}", work_name(work), prices(work))).collect();
        Item::new(&row.name, "").id(faction).symbol(faction_symbol(faction)).tip(format!(
            "{}. {}",
            techs.join(", "),
            works.join("; ")
        ))
    }

    /// Who fights whom, the dice that count, the cards that can be seen.
    fn battle(&self) -> Option<Panel> {
        let battle = self.view.battle.as_ref()?;
        let defender = battle.target.seat().map_or(battle.target.name(), |seat| self.name(seat));
        let item = |side: Side, name: &str, symbol| {
            let die = if battle.dice[side] > 0 { battle.kept[side].to_string() } else { String::new() };
            Item::new(name, die).symbol(symbol).tip("its highest die")
        };
        let attacker = item(Side::Attacker, self.name(battle.attacker), "swords");
        let sides = vec![attacker, item(Side::Defender, defender, "shield")];
        let mut groups = vec![Group::new("", Layout::Counters, sides)];
        let cards: Vec<Item> = battle.cards.0.iter().flatten().map(|&c| self.card(c, false)).collect();
        if !cards.is_empty() {
            groups.push(Group::new("Cards", Layout::Cards, cards));
        }
        Some(Panel { id: "battle".into(), title: "Battle".into(), seat: None, groups })
    }

    fn unit(&self, kind: Kind, price: String) -> Item {
        let row = self.data.unit(kind);
        let tip = format!("{price}{}, {} power. {}", dice(row.dice), row.power, row.text);
        Item::new(&row.name, "").id(kind).symbol(unit_symbol(kind)).tip(tip)
    }

    /// The five actions; the action token bars the space it is on (E2-040, E2-054). They can be clicked only when one is
    /// asked for: “recruit” is a verb of its own, too.
    fn track(&self) -> Panel {
        let asked = self.view.answers.iter().any(|a| matches!(a, Action::TakeAction(_) | Action::AnyAction(_)));
        let item = |act: Act| {
            let credits = self.view.action_credits[&act];
            let name = act.name();
            let label = if credits > 0 { format!("{name} +{credits}") } else { name.to_string() };
            let item = Item::new(label, "").symbol(act_symbol(act)).tip(act_text(act));
            let item = if asked { item.id(act) } else { item };
            if self.view.token == Some(act) { item.style("here") } else { item }
        };
        let groups = vec![Group::new("", Layout::Track, Act::all().map(item).collect())];
        Panel { id: "actions".into(), title: "Actions".into(), seat: None, groups }
    }

    /// Cards left, the bag, events that lie there.
    fn table(&self) -> Panel {
        let score = if self.view.score_card_drawn { "drawn" } else { "to come" };
        let mut counters: Vec<Item> = Vec::new();
        counters.extend(self.view.deck.map(|deck| Item::new("power cards left", deck).symbol("card")));
        counters.extend([
            Item::new("discarded", self.view.discard.len()).symbol("card").style("faded"),
            Item::new("score card", score).symbol("star"),
            Item::new("goods in the bag", self.view.bag).symbol("die-hidden"),
        ]);
        let mut groups = vec![Group::new("", Layout::Counters, counters)];
        let event = |&e: &Happening| {
            let row = self.data.event(e);
            Item::new(&row.name, "").symbol(world_symbol(e.planet())).tip(&row.text)
        };
        if !self.view.events.is_empty() {
            groups.push(Group::new("Events", Layout::Cards, self.view.events.iter().map(event).collect()));
        }
        if !self.view.shown.is_empty() {
            let cards = self.view.shown.iter().map(|&c| self.card(c, false)).collect();
            groups.push(Group::new("Diplomacy", Layout::Cards, cards));
        }
        Panel { id: "table".into(), title: "The table".into(), seat: None, groups }
    }

    /// A faction board: what the seat has, its building tracks, technologies, Worldship, cards (E2-037, E2-046). Those of
    /// others in short.
    fn board(&self, whose: Seat) -> Panel {
        let seat = &self.view.seats[whose.index()];
        let own = self.view.viewer == Some(whose);
        let mut groups = vec![Group::new("", Layout::Counters, self.counters(seat, own))];
        groups.extend(self.cards(seat, own));
        if let Some(faction) = seat.faction.filter(|_| seat.command_max > 0) {
            groups.push(Group::new("Command", Layout::Track, command(seat)));
            if own {
                groups.extend(Work::all().map(|work| self.building_track(seat, faction, work)));
            } else {
                groups.push(Group::new("Buildings", Layout::Track, Work::all().map(|w| buildings(seat, w)).collect()));
            }
            groups.push(Group::new("Worldship", Layout::Track, self.berths(seat, faction, own)));
            let techs = self.data.faction(faction).tech.get_ref().iter();
            let layout = if own { Layout::Cards } else { Layout::Track };
            groups.push(Group::new("Technologies", layout, techs.map(|t| self.tech(seat, t, own)).collect()));
        }
        let id = format!("seat-{}", whose.index() + 1);
        Panel { id, title: self.name(whose).into(), seat: Some(whose), groups }
    }

    fn counters(&self, seat: &SeatView, own: bool) -> Vec<Item> {
        let mut items = vec![
            Item::new("VP", seat.vp).symbol("star"),
            Item::new(format!("{}, income {}", plural(seat.credits, "credit"), seat.income), seat.credits)
                .symbol("credits"),
            Item::new(format!("of {} cards", seat.hand_limit), seat.cards).symbol("card"),
            Item::new(plural(seat.empire_cards.into(), "Empire card"), seat.empire_cards).symbol("crown"),
        ];
        let choosing = self.view.answers.iter().any(|a| matches!(a, Action::ChooseGood(_)));
        items.extend(Good::all().map(|g| {
            let item = Item::new("", seat.goods.get(&g).copied().unwrap_or(0)).symbol(good_symbol(g)).tip(g.word());
            if own && !choosing { item.id(g) } else { item }
        }));
        items.push(Item::new("markers left", seat.markers).symbol("influence").tip("influence markers in reserve"));
        items.push(Item::new("cubes left", seat.cubes).symbol("flag").tip("control cubes in reserve"));
        items.extend((seat.deliveries > 0).then(|| Item::new("delivered", seat.deliveries).symbol("transport")));
        items.extend(seat.colonization.then(|| Item::new("Colonization", "").symbol("heart")));
        items.extend(
            seat.parasite.map(|p| Item::new(format!("parasite on {}", self.data.planet(p).name), "").symbol("mines")),
        );
        items
    }

    /// Four places from left to right: price and VP of each (E2-069, E2-149).
    fn building_track(&self, seat: &SeatView, faction: Faction, work: Work) -> Group {
        let built = seat.buildings[&work].len();
        let less = seat.tracks.get(&work).copied().unwrap_or(0);
        let costs = self.data.faction(faction).costs(work);
        let item = |(place, (cost, vp)): (usize, (&u8, &u8))| {
            let tip = format!("{work} {}: {cost} credits, {vp} VP", place + 1);
            let item = Item::new("", if place < built { String::new() } else { cost.to_string() }).tip(tip);
            match place {
                _ if place < built => item.symbol(work_symbol(work)).style("have").style("here"),
                _ if place == built => item.id(work),
                _ => item,
            }
        };
        let items = costs.iter().zip(self.data.track_vp(work)).enumerate().map(item).collect();
        let title = if less > 0 { format!("{} (−{less})", work_name(work)) } else { work_name(work).to_string() };
        Group::new(&title, Layout::Track, items)
    }

    /// The spaces of the Worldship, free or with a building (E2-159).
    fn berths(&self, seat: &SeatView, faction: Faction, own: bool) -> Vec<Item> {
        let item = |(power, berth): (&u8, Berth)| {
            let on = |work: &Work| seat.buildings[work].contains(&Site::Ship(berth));
            let item = match Work::all().find(on) {
                Some(work) => Item::new("", "").symbol(work_symbol(work)).style("have").style("here").tip(work.word()),
                None if *power > 0 => Item::new(format!("power {power}"), "").tip("a building here costs power cards"),
                None => Item::new("free", ""),
            };
            if own { item.id(berth) } else { item }
        };
        self.data.faction(faction).ship.get_ref().iter().zip(Berth::all()).map(item).collect()
    }

    fn tech(&self, seat: &SeatView, row: &TechData, own: bool) -> Item {
        let text = self.data.tech(row.id);
        let have = seat.technologies.contains(&row.id);
        let laid: u8 = seat.bench.get(&row.id).map_or(0, |b| b.values().sum());
        let goods = row.goods.iter().map(|w| w.good().map_or("any", Good::word)).collect::<Vec<_>>().join(" + ");
        let power = if row.power > 0 { format!(", power {}", row.power) } else { String::new() };
        let value = if have { String::new() } else { format!("{laid}/{}", row.goods.len()) };
        let tip = if have { text.text.clone() } else { format!("{goods}{power}: {}", text.text) };
        let item = if own {
            Item::new(&text.name, value).symbol(tech_symbol(row.id)).tip(tip).id(row.id)
        } else {
            Item::new(&text.name, "").symbol(tech_symbol(row.id)).tip(tip)
        };
        match (have, own) {
            (true, _) => item.style("have"),
            (false, true) => item,
            (false, false) => item.style("faded"),
        }
    }

    /// The hand, an active delivery, Empire cards: one's own, or what everybody has seen.
    fn cards(&self, seat: &SeatView, own: bool) -> Vec<Group> {
        let hand: Vec<Item> = seat.hand.iter().map(|&c| self.card(c, own)).collect();
        let offered = if own { &self.view.offered[..] } else { &[] };
        let empire: Vec<Item> = seat.empire.iter().chain(offered).map(|&c| self.empire(c, own)).collect();
        let cargo: Vec<Item> = seat.cargo.iter().map(|c| self.card(c.card, own).style("ringed")).collect();
        let titled = [("Hand, with power", hand), ("Delivery", cargo), ("Empire cards, with VP", empire)];
        let full = titled.into_iter().filter(|(_, items)| !items.is_empty());
        full.map(|(title, items)| Group::new(title, Layout::Cards, items)).collect()
    }

    fn card(&self, card: Card, own: bool) -> Item {
        let row = self.data.card(card);
        let text = if row.text.is_empty() { "only its power counts" } else { &row.text };
        let item = Item::new(&row.name, row.power).symbol(world_symbol(card.planet())).tip(text);
        if own { item.id(card) } else { item }
    }

    fn empire(&self, card: Empire, own: bool) -> Item {
        let row = self.data.empire(card);
        let item = Item::new(&row.name, row.vp).symbol("crown").tip(&row.text);
        if own { item.id(card) } else { item }
    }
}

/// The command track: from none to the maximum (E2-074, E2-118).
fn command(seat: &SeatView) -> Vec<Item> {
    let place = |n: u8| {
        let item = Item::new("", n);
        if n == seat.command { item.style("here") } else { item }
    };
    (0..=seat.command_max).map(place).collect()
}

/// How many of a kind are built, of another player's.
fn buildings(seat: &SeatView, work: Work) -> Item {
    let built = seat.buildings[&work].len();
    let item = Item::new("", built).symbol(work_symbol(work)).tip(work_name(work));
    if built > 0 { item } else { item.style("faded") }
}

fn faction_symbol(faction: Faction) -> &'static str {
    match faction {
        Faction::NomadsOfEarth => "globe",
        Faction::OraclesOfZun => "oracle",
        Faction::LegionsOfDecima => "helmet",
        Faction::SeventhAcademyOfEegh => "academy",
        Faction::ParasitesOfSreech => "spore",
    }
}

fn tech_symbol(tech: Tech) -> &'static str {
    match tech {
        Tech::Cloaking => "cloak",
        Tech::WarBots | Tech::ScavengerBots => "robot",
        Tech::Nanopacking => "bay",
        Tech::SporePods | Tech::Parasites => "spore",
        Tech::BioneuralCircuits | Tech::BioneuralNetwork => "brain",
        Tech::PlasmaDrilling => "drill",
        Tech::QuantumSensors => "dice-again",
        Tech::MedusaDrive => "engine",
        Tech::Linguistics => "speech",
        Tech::Bartering => "scales",
        Tech::EnhancedReflexes => "target",
        Tech::GeneSplicing | Tech::QuantumEditing => "helix",
        Tech::Ansible => "beacon",
        Tech::EnergyMatrix => "shield",
        Tech::Warp => "gate",
        Tech::WorldshipLab => "research",
        Tech::Cybernetics => "circuit",
    }
}

fn act_symbol(act: Act) -> &'static str {
    match act {
        Act::MoveAttack => "swords",
        Act::ResearchBuild => "research",
        Act::CardDiplomacy => "handshake",
        Act::Recruit => "fighter",
        Act::Scavenge => "hourglass",
    }
}

fn act_text(act: Act) -> &'static str {
    match act {
        Act::MoveAttack => "one group moves, 1 command for each region it enters, and may attack",
        Act::ResearchBuild => "put goods on tracks and technologies, pay credits for buildings",
        Act::CardDiplomacy => "play an action card, or court a planet with power cards and a die",
        Act::Recruit => "buy units for credits; the active player chooses an Empire card too",
        Act::Scavenge => "refresh: income, command to its maximum, cards up to the limit",
    }
}

fn work_name(work: Work) -> &'static str {
    match work {
        Work::City => "Cities",
        Work::Base => "Bases",
        Work::Academy => "Academies",
    }
}

fn short_name(faction: Faction) -> &'static str {
    match faction {
        Faction::NomadsOfEarth => "Nomads",
        Faction::OraclesOfZun => "Oracles",
        Faction::LegionsOfDecima => "Legions",
        Faction::SeventhAcademyOfEegh => "Academy",
        Faction::ParasitesOfSreech => "Parasites",
    }
}
