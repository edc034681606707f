//! What happened, as log sentences with their clause ids; and who may read them.

use std::fmt;

use astrarium_core::words::{Die as Rolled, Foe, several};
use astrarium_core::{BySide, Gain, Line, Notation, Seat, Side, Standing, Story, Tally, Text};

use crate::action::Action;
use crate::piece::{Colour, Die, Kind, Mode, Node, Nodes, Space};
use crate::state::{Attack, Bids, End, Order, State};
use crate::view::View;

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
    /// With the points that nothing was bought for: they are lost.
    ResearchShown {
        colour: Colour,
        research: Nodes,
        lost: u8,
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
        /// Before it is halved and limited.
        income: u16,
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
        budget: u8,
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
        defender: Option<Colour>,
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
        /// Attacker and defender, if a player is.
        sides: (Colour, Option<Colour>),
        attack: Attack,
        throws: BySide<Throw>,
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

/// A side's die as it fell, and its bonus.
#[derive(Copy, Clone, Debug)]
pub struct Throw {
    pub die: Die,
    pub rolled: u8,
    pub bonus: u8,
}

impl Throw {
    pub(crate) fn total(self) -> u8 {
        self.rolled + self.bonus
    }
}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Throw { die, rolled, bonus } = self;
        match bonus {
            0 => write!(f, "{rolled} ({die})"),
            _ => write!(f, "{rolled} ({die} + {bonus}) = {}", self.total()),
        }
    }
}

impl Story for View {
    type Event = Event;

    /// The gate: what this viewer may read of an event.
    fn tell(&self, event: &Event) -> Option<Line> {
        match *event {
            Event::Researched { colour, .. } | Event::Drafted { colour, .. } | Event::Peeked { colour, .. }
                if self.viewer != Some(colour) =>
            {
                None
            }
            _ => Some(self.say(event)),
        }
    }
}

impl Tally for State {
    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        if let Event::Dealt { .. } = event {
            let home = i32::from(*self.data.0.numbers.points.planet.get_ref());
            out.extend(self.colours().map(|c| Gain { seat: self.seat(c), source: "planets", points: home }));
        }
        let Event::Captured { colour, space, from } = *event else { return };
        let source = if space.is_planet() { "planets" } else { "moons" };
        let points = i32::from(self.data.worth(space));
        out.push(Gain { seat: self.seat(colour), source, points });
        out.extend(from.map(|loser| Gain { seat: self.seat(loser), source, points: -points }));
    }
}

impl View {
    fn say(&self, event: &Event) -> Line {
        match *event {
            Event::ColourChosen { seat, colour } => {
                Line::new("GA-001", format!("{seat:#} plays {colour}")).about([colour.planet()])
            }
            Event::Dealt { moons } => {
                Line::new("GA-020", format!("a Dice token and an IPEC token lie face down at each of {moons} moons"))
            }
            Event::Researched { node, .. } => Line::new("GA-024", format!("you research {node:#}")),
            Event::DraftDone { colour } => Line::new("GA-035", format!("{colour:#} is done")),
            Event::ResearchShown { colour, research, lost } => self.say_research(colour, research, lost),
            Event::RoundBegins { round } => Line::new("GA-030", format!("round {round} begins")),
            Event::Redistributed { tokens, moons } => {
                let text = format!("IPEC tokens are dealt anew: {tokens} of {moons} moons are IPEC-controlled");
                Line::new("GA-087", text)
            }
            Event::Order { order } => {
                let names: Vec<_> = order.as_slice().iter().map(|c| format!("{c:#}")).collect();
                Line::new("GA-055", format!("turn order: {}", names.join(", ")))
            }
            Event::Income { colour, income, budget, halved } => {
                let (clause, why) = match halved {
                    true => ("GA-072", format!(", not {income}: halved for attacking an IPEC moon")),
                    false if u16::from(budget) < income => ("GA-033", format!(", not {income}: the limit of a round")),
                    false => ("GA-032", String::new()),
                };
                Line::new(clause, format!("{colour:#} has a budget of {budget}{why}"))
            }
            Event::Drafted { action, .. } => Line::new("GA-035", Text::from("you decide: ").and(self.label(action))),
            Event::Allocated { colour, attack, defense, bids, budget } => {
                self.say_allocation(colour, attack, defense, bids, budget)
            }
            Event::AllyTied { moon } => Line::new("GA-049", format!("{moon:#} is tied for and stays alone")),
            Event::Allied { colour, moon } => Line::new("GA-048", format!("{moon:#} is {colour:#}'s ally this round")),
            Event::Peeked { moon, die, ipec, .. } => {
                let text = format!("you look at the tokens of {moon:#}: {die}, {}", ipec_word(ipec));
                Line::new("GA-051", text)
            }
            Event::TurnBegins { colour } => Line::new("GA-055", format!("{colour:#}'s turn")),
            _ => self.say_turn(event),
        }
    }

    fn say_turn(&self, event: &Event) -> Line {
        match *event {
            Event::Attacks { colour, attack, defender } => {
                let line = self.say_attack(colour, &attack);
                line.fight(attack.to, self.chair(colour), self.foe(defender))
            }
            Event::DieShown { moon, die } => Line::new("GA-069", format!("the Dice token of {moon:#} is a {die}")),
            Event::IpecShown { moon, ipec } => Line::new("GA-069", format!("{moon:#} is {}", ipec_word(ipec))),
            Event::Punished { colour, moon } => {
                let text = format!("{colour:#} attacked an IPEC moon and will have half the points next round");
                Line::new("GA-072", text).about([moon])
            }
            Event::Defends { colour, other } => {
                let as_what = if other { "the other type" } else { "the type it is" };
                Line::new("GA-101", format!("{colour:#} defends as against {as_what}"))
            }
            Event::Rolled { sides, attack, throws, hit } => self.say_roll(sides, &attack, throws, hit),
            Event::PlanetHit { planet, left } => Line::new("GA-076", format!("{planet:#} has {left} hit points left")),
            Event::Captured { colour, space, from } => {
                let points = several(self.data.worth(space).into(), "point");
                let text = match from {
                    Some(loser) => {
                        format!("{colour:#} takes {space:#} from {loser:#}, {points} more; {loser:#} loses {points}")
                    }
                    None => format!("{colour:#} takes {space:#}, {points} more"),
                };
                Line::new("GA-066", text)
            }
            Event::Eliminated { colour } => Line::new("GA-079", format!("{colour:#} has nothing left and is out")),
            Event::TurnEnded { colour } => Line::new("GA-060", format!("{colour:#} ends the turn")),
            Event::Ended { end: End::Target(colour), .. } => {
                let points = self.data.numbers.victory_target.get_ref();
                Line::new("GA-016", format!("{colour:#} has reached the goal and wins: {points} points"))
            }
            Event::Ended { end: End::LastLeft(colour), .. } => {
                Line::new("GA-018", format!("{colour:#} is the last player left and wins"))
            }
            Event::Ended { end: End::RoundLimit, standing } => {
                let first = self.seats.iter().find(|s| standing.places[Seat(s.chair)] == 1).and_then(|s| s.colour);
                let first = first.expect("somebody is first");
                Line::new("GA-016", format!("the last round is over: {first:#} leads and wins"))
            }
            _ => unreachable!("said before"),
        }
    }

    fn say_research(&self, colour: Colour, research: Nodes, lost: u8) -> Line {
        let names: Vec<_> = research.iter().map(|n| format!("{n:#}")).collect();
        let names = if names.is_empty() { "nothing".to_string() } else { names.join(", ") };
        let (all, lost) = (self.data.numbers.research_points, unspent(lost));
        Line::new("GA-029", format!("{colour:#} has researched {names} with a budget of {all}{lost}"))
    }

    fn say_allocation(
        &self,
        colour: Colour,
        attack: Option<Die>,
        defense: Option<Die>,
        bids: Bids,
        budget: u8,
    ) -> Line {
        let dice = attack.map_or(0, |d| self.data.attack_price[d]) + defense.map_or(0, |d| self.data.defense_price[d]);
        let lost = budget - dice - bids.iter().map(|(_, points)| points).sum::<u8>();
        let attack = attack.map_or("no attack die".into(), |d| format!("{d} to attack"));
        let mut text = format!("{colour:#} bought {attack}, {} to defend", defense.unwrap_or(Die::D4));
        for (moon, points) in bids.iter() {
            text += &format!(", {points} on {moon:#}");
        }
        text += &unspent(lost);
        Line::new("GA-046", text)
    }

    fn say_attack(&self, colour: Colour, attack: &Attack) -> Line {
        let Attack { from, to, .. } = *attack;
        let (how, clause) = match attack.kind {
            Kind::Infantry => ("infantry", "GA-061"),
            Kind::Beam => ("a beam", "GA-062"),
        };
        let whose = match attack.mode {
            Mode::Own => "",
            Mode::AllyDie => " (the ally's die)",
            Mode::AllyOwnMilitary => " (an ally with own military)",
        };
        Line::new(clause, format!("{colour:#} attacks {to:#} from {from:#} with {how}{whose}"))
    }

    fn chair(&self, colour: Colour) -> Seat {
        let seat = self.seats.iter().find(|s| s.colour == Some(colour));
        Seat(seat.expect("a colour in play has a chair").chair)
    }

    fn foe(&self, defender: Option<Colour>) -> Foe {
        defender.map_or("the moon".into(), |colour| self.chair(colour).into())
    }

    fn say_roll(&self, sides: (Colour, Option<Colour>), attack: &Attack, throws: BySide<Throw>, hit: bool) -> Line {
        let (attacker, defender) = (self.chair(sides.0), sides.1.map(|colour| self.chair(colour)));
        let die = |side| Rolled::new(throws[side].die.sides(), throws[side].rolled);
        let result = if hit { "a hit" } else { "no hit" };
        Line::new("GA-065", format!("{} against {}: {result}", throws[Side::Attacker], throws[Side::Defender]))
            .about([attack.from, attack.to])
            .fight(attack.to, attacker, self.foe(sides.1))
            .dice([die(Side::Attacker).of(attacker).hit(hit), die(Side::Defender).of(defender).hit(!hit)])
    }
}

/// What was not spent is lost (GA-028, GA-036).
fn unspent(lost: u8) -> String {
    if lost == 0 { String::new() } else { format!("; {lost} not spent and lost") }
}

fn ipec_word(ipec: bool) -> &'static str {
    if ipec { "IPEC-controlled" } else { "free" }
}
