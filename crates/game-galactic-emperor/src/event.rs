//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::Die;
use astrarium_core::{BySeat, BySide, Gain, Line, Seat, Side, Story, Tally, cited};

use crate::data::{DIE, Price};
use crate::piece::{Colour, Goods, Role, Ship, Space, Spot, Tech, Tile, Unit, Way};
use crate::rules::firing::Volley;
use crate::state::{Cause, Roll, State};
use crate::view::View;

#[derive(Copy, Clone, Debug)]
#[rustfmt::skip]
pub enum Event {
    ColourChosen { seat: Seat, colour: Colour },
    Dealt,
    Equipped { seat: Seat, marks: u8, metal: u8, energy: u8 },
    RoundBegins { round: u8 },
    RoundEnded { round: u8 },
    DirectionSet { seat: Seat, way: Way },
    RolePicked { seat: Seat, role: Role },
    TurnedUp { tile: Tile },
    TilePicked { seat: Seat, tile: Tile },
    /// Only the scanning seat reads what it drew; the Black Hole shows by what follows.
    Scanned { seat: Seat, drawn: Tile },
    Kept { seat: Seat, tile: Tile, keep_drawn: bool },
    TileLaid { seat: Seat, tile: Tile, at: Space },
    Claimed { seat: Seat, at: Space },
    HoleOpened { seat: Seat },
    Flipped,
    Paid { seat: Seat, marks: u8, clause: &'static str },
    Rolled { roll: Rolled },
    RolledAgain { die: u8, rolled: u8 },
    PricesSet { prices: [u8; 3] },
    Harvested { seat: Seat, food: u8 },
    FoodTaken { seat: Seat, at: Space },
    Bought { seat: Seat, goods: Goods, price: u8 },
    Sold { seat: Seat, goods: Goods, count: u8, marks: u16 },
    Funded { seat: Seat, at: Space },
    MetalStolen { seat: Seat, victim: Seat, metal: u8 },
    FoodStolen { seat: Seat, at: Space },
    FreeResource { seat: Seat, goods: Goods },
    Produced { seat: Seat, at: Space, metal: u8, energy: u8 },
    Built { seat: Seat, ship: Ship, at: Space, paid: Price },
    TechBought { seat: Seat, tech: Tech, energy: u8 },
    Declared { seat: Seat, tech: Tech },
    Sabotaged { tech: Tech },
    CatchRolled { die: u8, caught: bool },
    Stepped { seat: Seat, ship: Ship, from: Space, to: Space },
    Warped { seat: Seat, ship: Ship, to: Space },
    BattleBegins { at: Space, sides: BySide<Seat> },
    Named { seat: Seat, ship: Ship },
    Fired { shots: Shots },
    Shielded { seat: Seat },
    Hit { seat: Seat, unit: Unit },
    Retreated { seat: Seat },
    BattleEnds { at: Space, winner: Option<Seat> },
    InfluenceBought { seat: Seat, marks: u8 },
    InfluencePlaced { seat: Seat, spot: Spot },
    Refused { at: Space, placer: Seat },
    Resolved { at: Space, winner: Option<Seat>, starbase: bool },
    TookRefuge { seat: Seat, from: Space, to: Space },
    ThroneTaken { seat: Seat },
    Counted,
    /// Secret: only its own seat reads how much.
    Scored { seat: Seat, vp: u16, from: &'static str },
    FullStore { seat: Seat, vp: u8 },
    MostMarks { seat: Seat, vp: u8 },
    LastBattle { sides: BySide<Seat> },
    Ended { places: BySeat<u8> },
}

/// Dice as they fell, and what for.
#[derive(Copy, Clone, Debug)]
pub struct Rolled(pub(crate) Roll);

/// Final dice of a phase, whose they are, and the hits each side takes.
#[derive(Copy, Clone, Debug)]
pub struct Shots {
    pub(crate) roll: Roll,
    pub(crate) volley: Volley,
    pub(crate) sides: BySide<Seat>,
    pub(crate) hits: BySide<u8>,
}

#[cited]
impl Story for View {
    type Event = Event;

    /// The gate: what this viewer may read of an event.
    fn tell(&self, event: &Event) -> Option<Line> {
        let others = |seat| self.viewer != Some(self.colour(seat));
        match *event {
            Event::Scored { seat, .. } if others(seat) => None, // GE-018
            Event::Scanned { seat, .. } if others(seat) => {
                Some(Line::new("GE-182", format!("{:#} looks at the top of the stack", self.colour(seat))))
            }
            _ => Some(self.say(event)),
        }
    }
}

impl Tally for State {
    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        let (seat, source, points) = match *event {
            Event::Scored { seat, vp, from } => (seat, from, vp.into()),
            Event::FullStore { seat, vp } => (seat, "full store", vp.into()),
            Event::MostMarks { seat, vp } => (seat, "marks", vp.into()),
            _ => return,
        };
        out.extend(self.humans().find(|&s| s == seat).map(|seat| Gain { seat, source, points }));
    }
}

impl View {
    fn say(&self, event: &Event) -> Line {
        let who = |seat| self.colour(seat);
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::ColourChosen { seat, colour } => line("GE-002", format!("{seat:#} plays {colour}")),
            Event::Dealt => line("GE-013", "homes are laid, tiles are shuffled, the first ones turned up".into()),
            Event::Equipped { seat, marks, metal, energy } => {
                line("GE-020", format!("{:#} receives {marks} marks, {metal} metal, {energy} energy", who(seat)))
            }
            Event::RoundBegins { round } => line("GE-026", format!("round {round} begins")),
            Event::RoundEnded { round } => line("GE-038", format!("round {round} ends")),
            Event::DirectionSet { seat, way } => line("GE-026", format!("{:#} points the direction {way}", who(seat))),
            Event::RolePicked { seat, role } => line("GE-028", format!("{:#} picks {role:#}", who(seat))),
            Event::TurnedUp { tile } => line("GE-048", format!("{tile:#} is turned up")),
            Event::TilePicked { seat, tile } => line("GE-042", format!("{:#} takes {tile:#}", who(seat))),
            Event::Scanned { drawn, .. } => line("GE-182", format!("you see {drawn:#} on top of the stack")),
            Event::Kept { seat, tile, keep_drawn: true } => {
                line("GE-182", format!("{:#} keeps the drawn tile; {tile:#} goes on top of the stack", who(seat)))
            }
            Event::Kept { seat, tile, .. } => {
                line("GE-182", format!("{:#} keeps {tile:#}; the drawn tile goes back", who(seat)))
            }
            Event::TileLaid { seat, tile, at } => {
                // The space has the tile's name now.
                line("GE-042", format!("{:#} lays {tile:#} on {}", who(seat), at.title())).about([at])
            }
            Event::Claimed { seat, at } => line("GE-095", format!("{:#} claims {at:#}", who(seat))),
            Event::HoleOpened { seat } => {
                let text =
                    format!("{:#} opens the Black Hole: the Omega Sun is gone, and so is the Scientist", who(seat));
                line("GE-056", text).about([crate::piece::CENTRE])
            }
            Event::Flipped => line("GE-049", "all tiles lie: the Explorer becomes a second Warlord".into()),
            _ => self.say_work(event),
        }
    }

    /// Merchant, Steward, Engineer, Scientist.
    fn say_work(&self, event: &Event) -> Line {
        let who = |seat| self.colour(seat);
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::Paid { seat, marks, clause } => line(clause, format!("{:#} receives {marks} marks", who(seat))),
            Event::PricesSet { prices: [food, metal, energy] } => {
                line("GE-065", format!("prices: food {food}, metal {metal}, energy {energy}"))
            }
            Event::Harvested { seat, food } => line("GE-066", format!("{:#} harvests {food} food", who(seat))),
            Event::FoodTaken { seat, at } => line("GE-067", format!("{:#} collects food from {at:#}", who(seat))),
            Event::Bought { seat, goods, price } => {
                line("GE-068", format!("{:#} buys 1 {goods:#} for {price} marks", who(seat)))
            }
            Event::Sold { seat, goods, count, marks } => {
                line("GE-069", format!("{:#} sells {count} {goods:#} for {marks} marks", who(seat)))
            }
            Event::Funded { seat, at } => line("GE-071", format!("{:#} puts food on {at:#}", who(seat))),
            Event::MetalStolen { seat, victim, metal } => {
                let (seat, victim) = (who(seat), who(victim));
                line("GE-181", format!("{seat:#}'s pirates take {metal} metal; {victim:#} loses {metal} metal"))
            }
            Event::FoodStolen { seat, at } => {
                line("GE-181", format!("{:#}'s pirates take food from {at:#}", who(seat)))
            }
            Event::FreeResource { seat, goods } => line("GE-078", format!("{:#} takes 1 {goods:#}", who(seat))),
            Event::Produced { seat, at, metal, energy } => {
                line("GE-079", format!("{:#} produces {metal} metal and {energy} energy on {at:#}", who(seat)))
            }
            Event::Built { seat, ship, at, paid } => {
                line("GE-087", format!("{:#} deploys a {:#} at {at:#}{}", who(seat), ship.kind(), for_price(paid)))
            }
            Event::TechBought { seat, tech, energy } => {
                line("GE-167", format!("{:#} buys {tech:#} for {energy} energy", who(seat)))
            }
            Event::Declared { seat, tech } => line("GE-178", format!("{:#} uses {tech:#}", who(seat))),
            Event::Sabotaged { tech } => line("GE-178", format!("the Saboteur stops {tech:#} until the round ends")),
            Event::CatchRolled { die, caught } => {
                let text = if caught { "the Saboteur is caught and leaves the game" } else { "the Saboteur gets away" };
                line("GE-178", text.into()).dice(dice(&[die]))
            }
            Event::Rolled { roll: Rolled(roll) } => {
                let (clause, what) = match roll.cause {
                    Cause::Prices => ("GE-064", "the market"),
                    Cause::Catch(_) => ("GE-178", "the chase"),
                    _ => {
                        // The shots show them, each with its thrower.
                        let rolled: Vec<_> = roll.as_slice().iter().map(ToString::to_string).collect();
                        return line("GE-119", format!("dice for the battle: {}", rolled.join(", ")));
                    }
                };
                line(clause, format!("dice for {what}")).dice(dice(roll.as_slice()))
            }
            Event::RolledAgain { die, rolled } => {
                line("GE-180", format!("the Time Warp rolls die {} again: {rolled}", die + 1)).dice(dice(&[rolled]))
            }
            _ => self.say_war(event),
        }
    }

    fn say_war(&self, event: &Event) -> Line {
        let who = |seat| self.colour(seat);
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::Stepped { seat, ship, from, to } => {
                line("GE-092", format!("{:#} moves a {:#} from {from:#} to {to:#}", who(seat), ship.kind()))
            }
            Event::Warped { seat, ship, to } => {
                line("GE-107", format!("{:#} warps a {:#} to {to:#}", who(seat), ship.kind()))
            }
            Event::BattleBegins { at, sides: BySide([a, b]) } => {
                line("GE-098", format!("{:#} attacks {:#} at {at:#}", who(a), who(b))).fight(at, a, b)
            }
            Event::Named { seat, ship } => {
                line("GE-120", format!("{:#} has the extra die for a {:#}", who(seat), ship.kind()))
            }
            Event::Fired { shots } => self.say_shots(&shots),
            Event::Shielded { seat } => line("GE-172", format!("{:#}'s shields stop a hit", who(seat))),
            Event::Hit { seat, unit } => {
                let what = match unit {
                    Unit::Ship(ship) => format!("{:#}", ship.kind()),
                    Unit::Starbase => "Starbase".into(),
                    Unit::Empire => "Empire".into(),
                };
                line("GE-128", format!("{:#}'s {what} is hit", who(seat)))
            }
            Event::Retreated { seat } => line("GE-126", format!("{:#} retreats", who(seat))),
            Event::BattleEnds { at, winner: Some(seat) } => line("GE-118", format!("{:#} holds {at:#}", who(seat))),
            Event::BattleEnds { at, winner: None } => line("GE-136", format!("nobody is left at {at:#}")),
            _ => self.say_court(event),
        }
    }

    /// Regent, the end.
    fn say_court(&self, event: &Event) -> Line {
        let who = |seat| self.colour(seat);
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::InfluenceBought { seat, marks } => {
                line("GE-142", format!("{:#} buys influence for {marks} marks", who(seat)))
            }
            Event::InfluencePlaced { seat, spot } => {
                line("GE-145", format!("{:#} puts influence on {spot:#}", who(seat)))
            }
            Event::Refused { at, placer } => {
                line("GE-170", format!("the Ambassador refuses {:#}'s influence and closes {at:#}", who(placer)))
            }
            Event::Resolved { at, winner: Some(seat), starbase } => {
                let token = if starbase { "a Starbase" } else { "an Empire" };
                line("GE-156", format!("{:#} has {token} on {at:#}", who(seat)))
            }
            Event::Resolved { at, .. } => line("GE-153", format!("{at:#} is left empty")),
            Event::TookRefuge { seat, from, to } => {
                line("GE-158", format!("{:#}'s ships leave {from:#} for {to:#}", who(seat)))
            }
            Event::ThroneTaken { seat } => line("GE-162", format!("{:#} takes {:#}", who(seat), Spot::Throne)),
            Event::Counted => line("GE-164", "victory count: a point for each planet".into()),
            Event::Scored { vp, .. } => line("GE-018", format!("you score {vp}")),
            Event::FullStore { seat, vp } => line("GE-188", format!("{:#} has a full store: {vp} points", who(seat))),
            Event::MostMarks { seat, vp } => line("GE-189", format!("{:#} has most marks: {vp} points", who(seat))),
            Event::LastBattle { sides: BySide([a, b]) } => {
                line("GE-192", format!("a tie: the fleets of {:#} and {:#} meet in a neutral space", who(a), who(b)))
            }
            Event::Ended { places } => {
                let winners = Seat::first(self.seats.len()).filter(|s| places[*s] == 1);
                let names: Vec<_> = winners.map(|s| format!("{:#}", who(s))).collect();
                let win = if names.len() == 1 { "wins" } else { "win" };
                line("GE-191", format!("the game is over: {} {win}", names.join(" and ")))
            }
            _ => unreachable!("said before"),
        }
    }

    fn say_shots(&self, shots: &Shots) -> Line {
        let (BySide([a, b]), BySide([on_a, on_b])) = (shots.sides.map(|s| self.colour(s)), shots.hits);
        let attacker =
            shots.volley.guns[..usize::from(shots.volley.len)].iter().filter(|g| g.side == Side::Attacker).count();
        let text = format!("{a:#} scores {on_b}, {b:#} scores {on_a}");
        let thrown = dice(shots.roll.as_slice()).zip(&shots.volley.guns);
        let thrown = thrown.map(|(die, gun)| die.of(shots.sides[gun.side]).hit(die.rolled >= gun.on));
        Line::new("GE-119", format!("{text} ({attacker} dice against {})", usize::from(shots.volley.len) - attacker))
            .dice(thrown)
    }
}

/// “ for 2 metal, 1 energy, 3 marks”; nothing if it was free.
fn for_price(paid: Price) -> String {
    let parts = [(paid.metal, "metal"), (paid.energy, "energy"), (paid.marks, "marks")];
    let parts: Vec<_> = parts.into_iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{n} {what}")).collect();
    if parts.is_empty() { String::new() } else { format!(" for {}", parts.join(", ")) }
}

fn dice(rolled: &[u8]) -> impl Iterator<Item = Die> + '_ {
    rolled.iter().map(|&rolled| Die::new(DIE as u8, rolled))
}
