//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::Die as Rolled;
use astrarium_core::{Line, Seat, Standing, Viewer};

use crate::action::Action;
use crate::piece::{Colour, Die, Kind, Mode, Node, Nodes, Space};
use crate::state::{Attack, Bids, End, Order, State};

#[derive(Copy, Clone, Debug)]
pub enum Event {
    ColourChosen {
        seat: Seat,
        colour: Colour,
    },
    Dealt {
        moons: u8,
    },
    /// Sealed: only its own seat reads it.
    Researched {
        colour: Colour,
        node: Node,
    },
    DraftDone {
        colour: Colour,
    },
    ResearchShown {
        colour: Colour,
        research: Nodes,
    },
    RoundBegins {
        round: u8,
    },
    Redistributed {
        tokens: u8,
        moons: u8,
    },
    Order {
        order: Order,
    },
    Income {
        colour: Colour,
        budget: u8,
        halved: bool,
    },
    /// Sealed: only its own seat reads it.
    Drafted {
        colour: Colour,
        action: Action,
    },
    Allocated {
        colour: Colour,
        attack: Option<Die>,
        defense: Option<Die>,
        bids: Bids,
    },
    AllyTied {
        moon: Space,
    },
    Allied {
        colour: Colour,
        moon: Space,
    },
    /// Secret: only its own seat reads it.
    Peeked {
        colour: Colour,
        moon: Space,
        die: Die,
        ipec: bool,
    },
    TurnBegins {
        colour: Colour,
    },
    Attacks {
        colour: Colour,
        attack: Attack,
    },
    DieShown {
        moon: Space,
        die: Die,
    },
    IpecShown {
        moon: Space,
        ipec: bool,
    },
    Punished {
        colour: Colour,
        moon: Space,
    },
    Defends {
        colour: Colour,
        other: bool,
    },
    Rolled {
        attack: Attack,
        dice: [Die; 2],
        rolled: [u8; 2],
        bonus: [u8; 2],
        hit: bool,
    },
    PlanetHit {
        planet: Space,
        left: u8,
    },
    Captured {
        colour: Colour,
        space: Space,
        from: Option<Colour>,
    },
    Eliminated {
        colour: Colour,
    },
    TurnEnded {
        colour: Colour,
    },
    Ended {
        end: End,
        standing: Standing,
    },
}

impl State {
    /// The gate: what this viewer may read of an event.
    pub(crate) fn tell_event(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        match *event {
            Event::Researched { colour, .. } | Event::Drafted { colour, .. } | Event::Peeked { colour, .. }
                if !viewer.is(self.seat(colour)) =>
            {
                None
            }
            _ => Some(self.say(event)),
        }
    }

    fn say(&self, event: &Event) -> Line {
        match *event {
            Event::ColourChosen { seat, colour } => {
                Line::new("GA-001", format!("chair {} plays {colour}", seat.0 + 1)).about([colour.planet()])
            }
            Event::Dealt { moons } => {
                Line::new("GA-020", format!("a Dice token and an IPEC token lie face down at each of {moons} moons"))
            }
            Event::Researched { node, .. } => Line::new("GA-024", format!("you research {}", self.node_name(node))),
            Event::DraftDone { colour } => Line::new("GA-035", format!("{colour} is done")),
            Event::ResearchShown { colour, research } => self.say_research(colour, research),
            Event::RoundBegins { round } => Line::new("GA-030", format!("round {round} begins")),
            Event::Redistributed { tokens, moons } => {
                let text = format!("IPEC tokens are dealt anew: {tokens} of {moons} moons are IPEC-controlled");
                Line::new("GA-087", text)
            }
            Event::Order { order } => {
                let names: Vec<_> = order.as_slice().iter().map(|c| c.word()).collect();
                Line::new("GA-055", format!("turn order: {}", names.join(", ")))
            }
            Event::Income { colour, budget, halved: false } => {
                Line::new("GA-032", format!("{colour} has {budget} points"))
            }
            Event::Income { colour, budget, halved: true } => {
                Line::new("GA-072", format!("{colour} has {budget} points, halved for attacking an IPEC moon"))
            }
            Event::Drafted { action, .. } => Line::new("GA-035", format!("you decide: {action}")),
            Event::Allocated { colour, attack, defense, bids } => self.say_allocation(colour, attack, defense, bids),
            Event::AllyTied { moon } => {
                Line::new("GA-049", format!("{} is tied for and stays alone", self.name(moon))).about([moon])
            }
            Event::Allied { colour, moon } => {
                Line::new("GA-048", format!("{} is {colour}'s ally this round", self.name(moon))).about([moon])
            }
            Event::Peeked { moon, die, ipec, .. } => {
                let text = format!("you look at the tokens of {}: {die}, {}", self.name(moon), ipec_word(ipec));
                Line::new("GA-051", text).about([moon])
            }
            Event::TurnBegins { colour } => Line::new("GA-055", format!("{colour}'s turn")),
            _ => self.say_turn(event),
        }
    }

    fn say_turn(&self, event: &Event) -> Line {
        match *event {
            Event::Attacks { colour, attack } => self.say_attack(colour, &attack),
            Event::DieShown { moon, die } => {
                Line::new("GA-069", format!("the Dice token of {} is a {die}", self.name(moon))).about([moon])
            }
            Event::IpecShown { moon, ipec } => {
                let text = format!("{} is {}", self.name(moon), ipec_word(ipec));
                Line::new("GA-069", text).about([moon])
            }
            Event::Punished { colour, moon } => {
                let text = format!("{colour} attacked an IPEC moon and will have half the points next round");
                Line::new("GA-072", text).about([moon])
            }
            Event::Defends { colour, other } => {
                let as_what = if other { "the other type" } else { "the type it is" };
                Line::new("GA-101", format!("{colour} defends as against {as_what}"))
            }
            Event::Rolled { attack, dice, rolled, bonus, hit } => self.say_roll(&attack, dice, rolled, bonus, hit),
            Event::PlanetHit { planet, left } => {
                Line::new("GA-076", format!("{} has {left} hit points left", self.name(planet))).about([planet])
            }
            Event::Captured { colour, space, from } => {
                let from = from.map(|c| format!(" from {c}")).unwrap_or_default();
                Line::new("GA-066", format!("{colour} takes {}{from}", self.name(space))).about([space])
            }
            Event::Eliminated { colour } => Line::new("GA-079", format!("{colour} has nothing left and is out")),
            Event::TurnEnded { colour } => Line::new("GA-060", format!("{colour} ends the turn")),
            Event::Ended { end: End::Target(colour), .. } => {
                let points = self.data.0.numbers.victory_target.get_ref();
                Line::new("GA-016", format!("{colour} controls {points} points and wins"))
            }
            Event::Ended { end: End::LastLeft(colour), .. } => {
                Line::new("GA-018", format!("{colour} is the last player left and wins"))
            }
            Event::Ended { end: End::RoundLimit, standing } => {
                let first = self.colours().find(|&c| standing.places[self.seat(c)] == 1).expect("somebody is first");
                Line::new("GA-016", format!("the last round is over: {first} leads and wins"))
            }
            _ => unreachable!("said before"),
        }
    }

    fn say_research(&self, colour: Colour, research: Nodes) -> Line {
        let names: Vec<_> = research.iter().map(|n| self.node_name(n)).collect();
        let names = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
        Line::new("GA-029", format!("{colour} has researched {names}"))
    }

    fn say_allocation(&self, colour: Colour, attack: Option<Die>, defense: Option<Die>, bids: Bids) -> Line {
        let attack = attack.map_or("no attack die".into(), |d| format!("{d} to attack"));
        let mut text = format!("{colour} bought {attack}, {} to defend", defense.unwrap_or(Die::D4));
        for (moon, points) in bids.iter() {
            text += &format!(", {points} on {}", self.name(moon));
        }
        Line::new("GA-046", text).about(bids.iter().map(|(moon, _)| moon))
    }

    fn say_attack(&self, colour: Colour, attack: &Attack) -> Line {
        let (from, to) = (self.name(attack.from), self.name(attack.to));
        let (how, clause) = match attack.kind {
            Kind::Infantry => ("infantry", "GA-061"),
            Kind::Beam => ("a beam", "GA-062"),
        };
        let whose = match attack.mode {
            Mode::Own => "",
            Mode::AllyDie => " (the ally's die)",
            Mode::AllyOwnMilitary => " (an ally with own military)",
        };
        Line::new(clause, format!("{colour} attacks {to} from {from} with {how}{whose}"))
            .about([attack.from, attack.to])
    }

    fn say_roll(&self, attack: &Attack, dice: [Die; 2], rolled: [u8; 2], bonus: [u8; 2], hit: bool) -> Line {
        let side = |i: usize| match bonus[i] {
            0 => format!("{} ({})", rolled[i], dice[i]),
            plus => format!("{} ({} + {plus}) = {}", rolled[i], dice[i], rolled[i] + plus),
        };
        let result = if hit { "a hit" } else { "no hit" };
        let die = |i: usize| Rolled { sides: dice[i].sides(), rolled: rolled[i] };
        Line::new("GA-065", format!("{} against {}: {result}", side(0), side(1)))
            .about([attack.from, attack.to])
            .dice([die(0), die(1)])
    }

    pub(crate) fn name(&self, space: Space) -> &'static str {
        self.data.0.name(space)
    }

    pub(crate) fn node_name(&self, node: Node) -> &'static str {
        &self.data.0.node(node).name
    }
}

pub(crate) fn ipec_word(ipec: bool) -> &'static str {
    if ipec { "IPEC-controlled" } else { "free" }
}
