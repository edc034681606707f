//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::{Die, title_case};
use astrarium_core::{Line, Piece, Standing, Viewer};

use crate::action::Action;
use crate::piece::*;
use crate::state::State;

/// What points are given for.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Source {
    Planets,
    /// At a scoring.
    HomeWorlds,
    /// A foreign home world at the end of a turn.
    Occupation,
    Technologies,
    Council,
    Objectives,
    Kills,
    /// Battles won by the ally of Beta Com.
    Spoils,
    /// Peaceful planets conquered by Collective Five.
    Peaceful,
    Events,
    /// What Meezle has at the end.
    Wealth,
}

impl Source {
    pub(crate) fn word(self) -> &'static str {
        match self {
            Source::Planets => "planets",
            Source::HomeWorlds | Source::Occupation => "home worlds",
            Source::Technologies => "technologies",
            Source::Council => "council",
            Source::Objectives => "objectives",
            Source::Kills => "kills",
            Source::Spoils | Source::Peaceful | Source::Wealth => "abilities",
            Source::Events => "events",
        }
    }

    fn clause(self) -> &'static str {
        match self {
            Source::Planets => "EV-151",
            Source::HomeWorlds => "EV-120",
            Source::Occupation => "KU-087",
            Source::Technologies => "EV-152",
            Source::Council => "EV-153",
            Source::Objectives => "KU-132",
            Source::Kills => "KU-077",
            Source::Spoils => "KU-161",
            Source::Peaceful => "KU-166",
            Source::Events => "EV-078",
            Source::Wealth => "KU-169",
        }
    }
}

#[derive(Clone, Debug)]
pub enum Event {
    RaceChosen {
        seat: Colour,
        race: Race,
    },
    Settled {
        seat: Colour,
        corner: Corner,
    },
    Covered {
        seat: Colour,
        planet: Space,
    },
    Turned {
        hex: Hex,
        steps: u8,
    },
    Reshuffled,
    /// Secret: only its seat reads which card it was.
    Drew {
        seat: Colour,
        card: Card,
    },
    RowFilled {
        card: Card,
    },
    TookFromRow {
        seat: Colour,
        card: Card,
    },
    Swapped {
        seat: Colour,
        give: Card,
        take: Card,
    },
    Discarded {
        seat: Colour,
        card: Card,
    },
    RoundBegins {
        round: u8,
    },
    TurnBegins {
        seat: Colour,
    },
    Happens {
        event: Happening,
    },
    RebelsWin {
        planet: Space,
    },
    PiratesSent {
        hex: Hex,
    },
    Charted {
        obstacle: Obstacle,
    },
    Gains {
        seat: Colour,
        credits: u16,
    },
    Paid {
        seat: Colour,
        credits: u16,
    },
    Points {
        seat: Colour,
        points: u16,
        source: Source,
    },
    ScoreCard {
        card: u8,
    },
    /// Only the two partners read the terms.
    Offered {
        from: Colour,
        to: Colour,
        terms: String,
    },
    Declined {
        from: Colour,
        to: Colour,
    },
    Traded {
        from: Colour,
        to: Colour,
    },
    /// Sealed: only its seat reads it.
    Ordered {
        seat: Colour,
        action: Action,
    },
    Researched {
        seat: Colour,
        tech: Tech,
    },
    PortPlaced {
        seat: Colour,
        world: Space,
    },
    PortLost {
        seat: Colour,
        world: Space,
    },
    Built {
        seat: Colour,
        kind: Kind,
        at: Space,
    },
    OrderCancelled {
        seat: Colour,
        kind: Kind,
    },
    InBay {
        seat: Colour,
        kind: Kind,
    },
    Tactic {
        seat: Colour,
        card: Card,
    },
    Incited {
        seat: Colour,
        planet: Space,
        against: Colour,
    },
    Moves {
        owner: Colour,
        kind: Kind,
        from: Space,
        to: Space,
    },
    Obstacle {
        owner: Colour,
        kind: Kind,
        obstacle: Obstacle,
        die: u8,
    },
    HeldBack {
        seat: Colour,
        at: Space,
    },
    Attacks {
        seat: Colour,
        at: Space,
        target: Target,
    },
    Retreats {
        seat: Colour,
        from: Space,
        to: Space,
    },
    Rolled {
        seat: Option<Colour>,
        kind: Option<Kind>,
        die: u8,
        bonus: u8,
    },
    Bombed {
        seat: Colour,
        kind: Kind,
    },
    Hits {
        attacker: u8,
        defender: u8,
    },
    Lost {
        owner: Option<Colour>,
        kind: Kind,
        at: Space,
    },
    Damaged {
        owner: Colour,
        at: Space,
    },
    BattleWon {
        seat: Colour,
        at: Space,
    },
    Cleansed {
        seat: Colour,
        at: Space,
    },
    RebelsBeaten {
        seat: Colour,
        at: Space,
    },
    Liberated {
        seat: Colour,
        at: Space,
    },
    Control {
        world: Space,
        before: Option<Colour>,
        after: Option<Colour>,
    },
    Allied {
        seat: Colour,
        planet: Space,
    },
    Diplomacy {
        seat: Colour,
        planet: Space,
        total: i16,
        success: bool,
    },
    Infest {
        seat: Colour,
        planet: Space,
        die: u8,
        success: bool,
    },
    Secondary {
        seat: Colour,
        action: Action,
    },
    Fulfilled {
        seat: Colour,
        objective: Objective,
    },
    Ended {
        standing: Standing,
    },
}

impl State {
    pub(crate) fn tell_event(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        use Event::*;
        match event {
            RaceChosen { .. }
            | Settled { .. }
            | Covered { .. }
            | Turned { .. }
            | Reshuffled
            | Drew { .. }
            | RowFilled { .. }
            | TookFromRow { .. }
            | Swapped { .. }
            | Discarded { .. } => self.tell_setup(event, viewer),
            RoundBegins { .. }
            | TurnBegins { .. }
            | Happens { .. }
            | RebelsWin { .. }
            | PiratesSent { .. }
            | Charted { .. }
            | Gains { .. }
            | Paid { .. }
            | Points { .. }
            | ScoreCard { .. }
            | Fulfilled { .. }
            | Ended { .. } => self.tell_round(event),
            Offered { .. }
            | Declined { .. }
            | Traded { .. }
            | Ordered { .. }
            | Researched { .. }
            | PortPlaced { .. }
            | PortLost { .. }
            | Built { .. }
            | OrderCancelled { .. }
            | InBay { .. }
            | Tactic { .. }
            | Incited { .. }
            | Secondary { .. } => self.tell_dealings(event, viewer),
            Moves { .. }
            | Obstacle { .. }
            | HeldBack { .. }
            | Attacks { .. }
            | Retreats { .. }
            | Rolled { .. }
            | Bombed { .. }
            | Hits { .. }
            | Lost { .. }
            | Damaged { .. }
            | BattleWon { .. } => self.tell_ships(event),
            Cleansed { .. }
            | RebelsBeaten { .. }
            | Liberated { .. }
            | Control { .. }
            | Allied { .. }
            | Diplomacy { .. }
            | Infest { .. } => self.tell_worlds(event),
        }
    }

    /// Setup and cards; which card was drawn only to its seat.
    fn tell_setup(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let data = self.data.0;
        let card = |c: Card| self.data.tactic(c).name.as_str();
        let at = |s: Space| self.space_name(s);
        Some(match event {
            Event::RaceChosen { seat, race } => line("EV-026", format!("{seat} plays the {}", data.race(*race).name)),
            Event::Settled { seat, corner } => {
                line("EV-031", format!("{seat} settles in {}", corner_name(*corner))).about([seat.home()])
            }
            Event::Covered { seat, planet } => line("EV-212", format!("{seat} covers {}", at(*planet))).about([planet]),
            Event::Turned { hex, steps } => {
                line("EV-036", format!("{} is turned by {}", hexagon_name(*hex), several((*steps).into(), "step")))
                    .about([hex])
            }
            Event::Reshuffled => line("EV-135", "the discard pile becomes the new deck".into()),
            Event::Drew { seat, card: drawn } if viewer.is(seat.seat()) => {
                line("EV-124", format!("you draw {}", card(*drawn)))
            }
            Event::Drew { seat, .. } => line("EV-124", format!("{seat} draws a card")),
            Event::RowFilled { card: new } => line("KU-031", format!("{} lies face up", card(*new))).about([new]),
            Event::TookFromRow { seat, card: taken } => line("KU-092", format!("{seat} buys {}", card(*taken))),
            Event::Swapped { seat, give, take } => {
                line("EV-221", format!("{seat} swaps {} for {}", card(*give), card(*take)))
            }
            Event::Discarded { seat, card: gone } => line("EV-132", format!("{seat} discards {}", card(*gone))),
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Rounds, events, credits and points.
    fn tell_round(&self, event: &Event) -> Option<Line> {
        let data = self.data.0;
        let at = |s: Space| self.space_name(s);
        Some(match event {
            Event::RoundBegins { round } => line("EV-056", format!("round {round} begins")),
            Event::TurnBegins { seat } => line("EV-081", format!("{seat}'s turn")),
            Event::Happens { event } => {
                line("EV-077", format!("{}: {}", data.event(*event).name, data.event(*event).text))
            }
            Event::RebelsWin { planet } => line("EV-078", format!("the rebels win {}", at(*planet))).about([planet]),
            Event::PiratesSent { hex } => line("EV-078", format!("pirates in {}", hexagon_name(*hex))).about([hex]),
            Event::Charted { obstacle } => line("EV-078", format!("{obstacle} are no obstacle this round")),
            Event::Gains { credits: 0, .. } | Event::Paid { credits: 0, .. } | Event::Points { points: 0, .. } => {
                return None;
            }
            Event::Gains { seat, credits: amount } => line("EV-147", format!("{seat} gains {}", credits(*amount))),
            Event::Paid { seat, credits: amount } => line("EV-078", format!("{seat} pays {}", credits(*amount))),
            Event::Points { seat, points, source } => {
                line(source.clause(), format!("{seat} gains {}: {}", several(*points, "victory point"), source.word()))
            }
            Event::ScoreCard { card } => {
                line("EV-148", format!("score card {}", ["A", "B", "C"][usize::from(*card).min(2)]))
            }
            Event::Fulfilled { seat, objective } => {
                line("KU-132", format!("{seat} fulfils “{}”", data.objective(*objective).name)).about([objective])
            }
            Event::Ended { standing } => {
                let winners: Vec<_> = standing.winners().iter().map(|s| Colour::of(s).to_string()).collect();
                let verb = if winners.len() == 1 { "wins" } else { "win" };
                line("EV-160", format!("{} {verb}", winners.join(" and ")))
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Offers, orders, research, building, tactics; terms only to the partners, sealed orders only to their seat.
    fn tell_dealings(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        let data = self.data.0;
        let card = |c: Card| self.data.tactic(c).name.as_str();
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let at = |s: Space| self.space_name(s);
        Some(match event {
            Event::Offered { from, to, terms } if viewer.is(from.seat()) || viewer.is(to.seat()) => {
                line("EV-128", format!("{from} offers {to}: {terms}"))
            }
            Event::Offered { from, to, .. } => line("EV-128", format!("{from} makes {to} an offer")),
            Event::Declined { from, to } => line("EV-128", format!("{to} declines the offer of {from}")),
            Event::Traded { from, to } => line("EV-128", format!("{from} and {to} trade")),
            Event::Ordered { seat, action } if viewer.is(seat.seat()) => {
                line("EV-058", format!("you order: {}", self.label(*seat, *action)))
            }
            Event::Ordered { .. } => return None,
            Event::Researched { seat, tech } => {
                let name = data.tech(self.edition, *tech).map_or(tech.word(), |t| t.name.as_str());
                line("EV-064", format!("{seat} researches {name}")).about([tech])
            }
            Event::PortPlaced { seat, world } => {
                line("EV-180", format!("{seat} opens a space port on {}", at(*world))).about([world])
            }
            Event::PortLost { seat, world } => {
                line("EV-182", format!("{seat} loses the space port on {}", at(*world))).about([world])
            }
            Event::Built { seat, kind, at: place } => {
                line("EV-061", format!("{seat} builds {} at {}", one(ship(*kind)), at(*place))).about([place])
            }
            Event::OrderCancelled { seat, kind } => line("KU-053", format!("no {} is left for {seat}", ship(*kind))),
            Event::InBay { seat, kind } => {
                line("KU-127", format!("{seat} tows {} to the repair bay", one(ship(*kind))))
            }
            Event::Tactic { seat, card: played } => {
                line("EV-129", format!("{seat} plays {}: {}", card(*played), data.tactic(*played).text))
            }
            Event::Incited { seat, planet, against } => {
                line("KU-188", format!("{seat} incites {} against {against}", at(*planet))).about([planet])
            }
            Event::Secondary { seat, action: Action::Pass } => {
                line("KU-100", format!("{seat} passes the secondary action"))
            }
            Event::Secondary { seat, action } => {
                line("KU-100", format!("{seat}'s secondary action: {}", self.label(*seat, *action)))
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Moves and fights.
    fn tell_ships(&self, event: &Event) -> Option<Line> {
        let data = self.data.0;
        let ship = |k: Kind| self.data.ship(k).name.as_str();
        let at = |s: Space| self.space_name(s);
        Some(match event {
            Event::Moves { owner, kind, from, to } => {
                line("EV-084", format!("{owner}'s {} goes from {} to {}", ship(*kind), at(*from), at(*to)))
                    .about([from, to])
            }
            Event::Obstacle { owner, kind, obstacle, die: rolled } => {
                let fate =
                    if *rolled < data.numbers.obstacle_survives { "is lost in the" } else { "comes through the" };
                line("KU-069", format!("{owner}'s {} {fate} {obstacle}", ship(*kind))).dice([die(*rolled)])
            }
            Event::HeldBack { seat, at: place } => {
                line("EV-184", format!("{seat} holds the ships at {}", at(*place))).about([place])
            }
            Event::Attacks { seat, at: place, target } => {
                line("EV-091", format!("{seat} attacks {}", target_at(*target, at(*place)))).about([place])
            }
            Event::Retreats { seat, from, to } => {
                line("EV-190", format!("{seat} retreats from {} to {}", at(*from), at(*to))).about([from, to])
            }
            Event::Rolled { seat, kind, die: rolled, bonus } => {
                let who = match (seat, kind.map(ship)) {
                    (Some(seat), Some(ship)) => format!("{seat}'s {ship} rolls"),
                    (Some(seat), None) => format!("{seat} rolls"),
                    (None, Some(ship)) => format!("the guards' {ship} rolls"),
                    (None, None) => "a raider rolls".into(),
                };
                let more = if *bonus > 0 { format!(" + {bonus}") } else { String::new() };
                line("EV-093", format!("{who} {rolled}{more}")).dice([die(*rolled)])
            }
            Event::Bombed { seat, kind } => {
                line("KU-111", format!("{seat} spends a Photon Bomb on {}", one(ship(*kind))))
            }
            Event::Hits { attacker, defender } => {
                line("EV-096", format!("hits: {attacker} by the attacker, {defender} by the defender"))
            }
            Event::Lost { owner, kind, at: place } => {
                let who = owner.map_or("the guards lose".into(), |c| format!("{c} loses"));
                line("EV-097", format!("{who} {}", one(ship(*kind)))).about([place])
            }
            Event::Damaged { owner, at: place } => line("EV-170", format!("{owner}'s Moth is damaged")).about([place]),
            Event::BattleWon { seat, at: place } => {
                line("EV-098", format!("{seat} wins the battle at {}", at(*place))).about([place])
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    /// Who holds what.
    fn tell_worlds(&self, event: &Event) -> Option<Line> {
        let at = |s: Space| self.space_name(s);
        Some(match event {
            Event::Cleansed { seat, at: place } => {
                line("EV-205", format!("{seat} ends the infestation of {}", at(*place))).about([place])
            }
            Event::RebelsBeaten { seat, at: place } => {
                line("EV-078", format!("{seat} beats the rebels on {}", at(*place))).about([place])
            }
            Event::Liberated { seat, at: place } => {
                line("EV-110", format!("{seat} liberates {}", at(*place))).about([place])
            }
            Event::Control { world, before, after } => {
                let name = at(*world);
                let text = match (before, after) {
                    (Some(loser), Some(winner)) => format!("{winner} takes {name} from {loser}"),
                    (None, Some(winner)) => format!("{winner} now controls {name}"),
                    (Some(loser), None) => format!("{loser} loses {name}"),
                    (None, None) => format!("{name} stays free"),
                };
                line("EV-053", text).about([world])
            }
            Event::Allied { seat, planet } => {
                line("EV-046", format!("{} is an ally of {seat}", at(*planet))).about([planet])
            }
            Event::Diplomacy { seat, planet, total, success } => {
                let end = if *success { "succeeds" } else { "fails" };
                line("EV-142", format!("{seat}'s diplomacy on {} {end} with {total}", at(*planet))).about([planet])
            }
            Event::Infest { seat, planet, die: rolled, success } => {
                let name = at(*planet);
                let text = if *success { format!("{seat} infests {name}") } else { format!("{name} resists {seat}") };
                line("EV-201", text).about([planet]).dice([die(*rolled)])
            }
            _ => unreachable!("told elsewhere"),
        })
    }

    pub(crate) fn space_name(&self, space: Space) -> String {
        match space.home() {
            Some(c) if self.is_new_earth(space) => format!("New Earth ({c})"),
            Some(c) => self.players[c].race.map_or(space.to_string(), |r| self.data.race(r).home.clone()),
            None if space.is_planet() && !self.covered.has(space) => self.data.planet(space).name.clone(),
            None if space.is_planet() => "a covered planet".into(),
            None => self.open_space(space),
        }
    }

    /// Where nobody lives, named by the hexagons around it.
    fn open_space(&self, space: Space) -> String {
        if let Some((hexagon, circle)) = space.word().split_once('-').filter(|_| space.is_node()) {
            return format!("open space {} of {}", circle.to_uppercase(), title_case(hexagon));
        }
        let halves = space.halves().into_iter().flatten();
        let sides: Vec<_> = halves.filter_map(|(p, way)| Some((short_name(self.layout[p]?), way))).collect();
        match &sides[..] {
            [(a, _), (b, _)] => format!("the border of {a} and {b}"),
            [(a, way)] => format!("the {} rim of {a}", SIDE_NAMES[*way]),
            _ => space.to_string(),
        }
    }
}

pub(crate) fn hexagon_name(hexagon: Hex) -> String {
    format!("the hexagon of {}", short_name(hexagon))
}

fn short_name(hexagon: Hex) -> String {
    title_case(hexagon.word().trim_start_matches("hex-"))
}

/// The compass points of the corners, and of the sides of a hexagon.
pub(crate) fn compass(corner: Corner) -> &'static str {
    ["NE", "E", "SE", "SW", "W", "NW"][corner.index()]
}

pub(crate) fn corner_name(corner: Corner) -> String {
    format!("the {} corner", compass(corner))
}

const SIDE_NAMES: [&str; SIDES] = ["N", "NE", "SE", "S", "SW", "NW"];

/// Whom an attack meets, and where: a planet is its own place.
pub(crate) fn target_at(target: Target, place: String) -> String {
    match target {
        Target::Planet => place,
        _ if target.colour().is_some() => format!("{target} at {place}"),
        _ => format!("the {target} at {place}"),
    }
}

/// “1 credit”, “2 credits”.
pub(crate) fn credits(n: u16) -> String {
    several(n, "credit")
}

pub(crate) fn several(n: u16, what: &str) -> String {
    format!("{n} {}", plural(n, what))
}

pub(crate) fn plural(n: u16, what: &str) -> String {
    if n == 1 { what.to_string() } else { format!("{what}s") }
}

/// “a Centipede”, “an Infestor”.
pub(crate) fn one(what: &str) -> String {
    let article = if what.starts_with(['A', 'E', 'I', 'O', 'U']) { "an" } else { "a" };
    format!("{article} {what}")
}

fn line(clause: &'static str, text: String) -> Line {
    Line::new(clause, text)
}

fn die(rolled: u8) -> Die {
    Die { sides: DIE, rolled }
}
