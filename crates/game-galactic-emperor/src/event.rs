//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::Die;
use astrarium_core::{Line, MAX_SEATS, Seat, Viewer};

use crate::action::Unit;
use crate::data::DIE;
use crate::piece::{Colour, Goods, Role, Ship, Space, Spot, Tech, Tile, Way};
use crate::rules::firing::Volley;
use crate::state::{Cause, Roll, State};

#[derive(Copy, Clone, Debug)]
#[rustfmt::skip]
pub enum Event {
    ColourChosen { seat: Seat, colour: Colour },
    Dealt,
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
    Paid { seat: Seat, marks: u8 },
    Rolled { roll: Rolled },
    RolledAgain { die: u8, rolled: u8 },
    PricesSet { prices: [u8; 3] },
    Harvested { seat: Seat, food: u8 },
    FoodTaken { seat: Seat, at: Space },
    Bought { seat: Seat, goods: Goods, price: u8 },
    Sold { seat: Seat, goods: Goods, count: u8, marks: u16 },
    Funded { seat: Seat, at: Space },
    MetalStolen { seat: Seat, victim: Seat },
    FoodStolen { seat: Seat, at: Space },
    FreeResource { seat: Seat, goods: Goods },
    Produced { seat: Seat, at: Space, metal: u8, energy: u8 },
    Built { seat: Seat, ship: Ship, at: Space },
    TechBought { seat: Seat, tech: Tech, energy: u8 },
    Declared { seat: Seat, tech: Tech },
    Sabotaged { tech: Tech },
    CatchRolled { die: u8, caught: bool },
    Stepped { seat: Seat, ship: Ship, from: Space, to: Space },
    Warped { seat: Seat, ship: Ship, to: Space },
    BattleBegins { at: Space, sides: [Seat; 2] },
    Named { ship: Ship },
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
    LastBattle { sides: [Seat; 2] },
    Ended { places: [u8; MAX_SEATS] },
}

/// Dice as they fell, and what for.
#[derive(Copy, Clone, Debug)]
pub struct Rolled(pub(crate) Roll);

/// Final dice of a phase, whose they are, and the hits each side takes.
#[derive(Copy, Clone, Debug)]
pub struct Shots {
    pub(crate) roll: Roll,
    pub(crate) volley: Volley,
    pub(crate) sides: [Seat; 2],
    pub(crate) hits: [u8; 2],
}

impl State {
    /// The gate: what this viewer may read of an event.
    pub(crate) fn tell_event(&self, event: &Event, viewer: Viewer) -> Option<Line> {
        match *event {
            Event::Scored { seat, .. } if !viewer.is(seat) => None, // GE-018
            Event::Scanned { seat, .. } if !viewer.is(seat) => {
                Some(Line::new("GE-182", format!("{} looks at the top of the stack", self.who(seat))))
            }
            _ => Some(self.say(event)),
        }
    }

    fn say(&self, event: &Event) -> Line {
        let who = |seat| self.who(seat);
        let tile = |t: Tile| self.data.0.tile(t).name.as_str();
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::ColourChosen { seat, colour } => line("GE-002", format!("chair {} plays {colour}", seat.0 + 1)),
            Event::Dealt => line("GE-013", "homes are laid, tiles are shuffled, the first ones turned up".into()),
            Event::RoundBegins { round } => line("GE-026", format!("round {round} begins")),
            Event::RoundEnded { round } => line("GE-038", format!("round {round} ends: everybody receives marks")),
            Event::DirectionSet { seat, way } => line("GE-026", format!("{} points the direction {way}", who(seat))),
            Event::RolePicked { seat, role } => line("GE-028", format!("{} picks {role}", who(seat))).about([role]),
            Event::TurnedUp { tile: t } => line("GE-048", format!("{} is turned up", tile(t))).about([t]),
            Event::TilePicked { seat, tile: t } => {
                line("GE-042", format!("{} takes {}", who(seat), tile(t))).about([t])
            }
            Event::Scanned { drawn, .. } => {
                line("GE-182", format!("you see {} on top of the stack", tile(drawn))).about([drawn])
            }
            Event::Kept { seat, tile: t, keep_drawn: true } => {
                line("GE-182", format!("{} keeps the drawn tile; {} goes on top of the stack", who(seat), tile(t)))
            }
            Event::Kept { seat, tile: t, .. } => {
                line("GE-182", format!("{} keeps {}; the drawn tile goes back", who(seat), tile(t)))
            }
            Event::TileLaid { seat, tile: t, at } => {
                line("GE-042", format!("{} lays {} on {at}", who(seat), tile(t))).about([at])
            }
            Event::Claimed { seat, at } => {
                line("GE-095", format!("{} claims {}", who(seat), self.place_name(at))).about([at])
            }
            Event::HoleOpened { seat } => {
                let text =
                    format!("{} opens the Black Hole: the Omega Sun is gone, and so is the Scientist", who(seat));
                line("GE-056", text).about([crate::piece::CENTRE])
            }
            Event::Flipped => line("GE-049", "all tiles lie: the Explorer becomes a second Warlord".into()),
            _ => self.say_work(event),
        }
    }

    /// Merchant, Steward, Engineer, Scientist.
    fn say_work(&self, event: &Event) -> Line {
        let who = |seat| self.who(seat);
        let line = |clause, text: String| Line::new(clause, text);
        match *event {
            Event::Paid { seat, marks } => line("GE-063", format!("{} receives {marks} marks", who(seat))),
            Event::PricesSet { prices: [food, metal, energy] } => {
                line("GE-065", format!("prices: food {food}, metal {metal}, energy {energy}"))
            }
            Event::Harvested { seat, food } => line("GE-066", format!("{} harvests {food} food", who(seat))),
            Event::FoodTaken { seat, at } => {
                line("GE-067", format!("{} collects food from {}", who(seat), self.place_name(at))).about([at])
            }
            Event::Bought { seat, goods, price } => line("GE-068", format!("{} buys {goods} for {price}", who(seat))),
            Event::Sold { seat, goods, count, marks } => {
                line("GE-069", format!("{} sells {count} {goods} for {marks}", who(seat)))
            }
            Event::Funded { seat, at } => {
                line("GE-071", format!("{} puts food on {}", who(seat), self.place_name(at))).about([at])
            }
            Event::MetalStolen { seat, victim } => {
                line("GE-181", format!("{}'s pirates take metal from {}", who(seat), who(victim)))
            }
            Event::FoodStolen { seat, at } => {
                line("GE-181", format!("{}'s pirates take food from {}", who(seat), self.place_name(at))).about([at])
            }
            Event::FreeResource { seat, goods } => line("GE-078", format!("{} takes 1 {goods}", who(seat))),
            Event::Produced { seat, at, metal, energy } => {
                let text = format!("{} produces {metal} metal and {energy} energy", self.place_name(at));
                line("GE-079", format!("{}: {text}", who(seat))).about([at])
            }
            Event::Built { seat, ship, at } => {
                let name = &self.data.0.unit(ship.kind()).name;
                line("GE-087", format!("{} deploys a {} at {}", who(seat), name.to_lowercase(), self.place_name(at)))
                    .about([at])
            }
            Event::TechBought { seat, tech, energy } => {
                line("GE-167", format!("{} buys {} for {energy} energy", who(seat), self.tech_name(tech))).about([tech])
            }
            Event::Declared { seat, tech } => {
                line("GE-178", format!("{} uses {}", who(seat), self.tech_name(tech))).about([tech])
            }
            Event::Sabotaged { tech } => {
                line("GE-178", format!("the Saboteur stops {} until the round ends", self.tech_name(tech)))
                    .about([tech])
            }
            Event::CatchRolled { die, caught } => {
                let text = if caught { "the Saboteur is caught and leaves the game" } else { "the Saboteur gets away" };
                line("GE-178", text.into()).dice(dice(&[die]))
            }
            Event::Rolled { roll: Rolled(roll) } => {
                let (clause, what) = match roll.cause {
                    Cause::Prices => ("GE-064", "the market"),
                    Cause::Catch(_) => ("GE-178", "the chase"),
                    _ => ("GE-119", "the battle"),
                };
                line(clause, format!("dice for {what}")).dice(dice(roll.as_slice()))
            }
            Event::RolledAgain { die, rolled } => {
                line("GE-180", format!("the Time Warp rolls die {} again: {rolled}", die + 1)).dice(dice(&[rolled]))
            }
            _ => self.say_war(event),
        }
    }

    /// Warlord, Regent, the end.
    fn say_war(&self, event: &Event) -> Line {
        let who = |seat| self.who(seat);
        let line = |clause, text: String| Line::new(clause, text);
        let name = |ship: Ship| self.data.0.unit(ship.kind()).name.to_lowercase();
        match *event {
            Event::Stepped { seat, ship, from, to } => {
                line("GE-092", format!("{} moves a {} from {from} to {to}", who(seat), name(ship))).about([from, to])
            }
            Event::Warped { seat, ship, to } => {
                line("GE-107", format!("{} warps a {} to {to}", who(seat), name(ship))).about([to])
            }
            Event::BattleBegins { at, sides: [a, b] } => {
                line("GE-098", format!("{} attacks {} at {}", who(a), who(b), self.place_name(at))).about([at])
            }
            Event::Named { ship } => line("GE-120", format!("{ship} has an extra die")),
            Event::Fired { shots } => self.say_shots(&shots),
            Event::Shielded { seat } => line("GE-172", format!("{}'s shields stop a hit", who(seat))),
            Event::Hit { seat, unit } => {
                let what = match unit {
                    Unit::Ship(ship) => name(ship),
                    Unit::Starbase => "Starbase".into(),
                    Unit::Empire => "Empire".into(),
                };
                line("GE-128", format!("{}'s {what} is hit", who(seat)))
            }
            Event::Retreated { seat } => line("GE-126", format!("{} retreats", who(seat))),
            Event::BattleEnds { at, winner: Some(seat) } => {
                line("GE-118", format!("{} holds {at}", who(seat))).about([at])
            }
            Event::BattleEnds { at, winner: None } => line("GE-136", format!("nobody is left at {at}")).about([at]),
            Event::InfluenceBought { seat, marks } => {
                line("GE-142", format!("{} buys influence for {marks} marks", who(seat)))
            }
            Event::InfluencePlaced { seat, spot } => {
                let spot_name = if let Spot::Sector(at) = spot { self.place_name(at) } else { "the Throne".into() };
                line("GE-145", format!("{} puts influence on {spot_name}", who(seat))).about([spot])
            }
            Event::Refused { at, placer } => {
                let text =
                    format!("the Ambassador refuses {}'s influence and closes {}", who(placer), self.place_name(at));
                line("GE-170", text).about([at])
            }
            Event::Resolved { at, winner: Some(seat), starbase } => {
                let token = if starbase { "a Starbase" } else { "an Empire" };
                line("GE-156", format!("{} has {token} on {}", who(seat), self.place_name(at))).about([at])
            }
            Event::Resolved { at, .. } => line("GE-153", format!("{} is left empty", self.place_name(at))).about([at]),
            Event::TookRefuge { seat, from, to } => {
                line("GE-158", format!("{}'s ships leave {from} for {to}", who(seat))).about([from, to])
            }
            Event::ThroneTaken { seat } => line("GE-162", format!("{} takes the Throne", who(seat))),
            Event::Counted => line("GE-164", "victory count: a point for each planet".into()),
            Event::Scored { vp, .. } => line("GE-018", format!("you score {vp}")),
            Event::FullStore { seat, vp } => line("GE-188", format!("{} has a full store: {vp} points", who(seat))),
            Event::MostMarks { seat, vp } => line("GE-189", format!("{} has most marks: {vp} points", who(seat))),
            Event::LastBattle { sides: [a, b] } => {
                line("GE-192", format!("a tie: the fleets of {} and {} meet in a neutral space", who(a), who(b)))
            }
            Event::Ended { places } => {
                let winners = self.humans().filter(|s| places[s.index()] == 1);
                let names: Vec<_> = winners.map(who).collect();
                line("GE-191", format!("the game is over: {} wins", names.join(" and ")))
            }
            _ => unreachable!("said before"),
        }
    }

    fn say_shots(&self, shots: &Shots) -> Line {
        let [a, b] = shots.sides;
        let attacker = shots.volley.guns[..usize::from(shots.volley.len)].iter().filter(|g| g.side == 0).count();
        let text = format!("{} scores {}, {} scores {}", self.who(a), shots.hits[1], self.who(b), shots.hits[0]);
        Line::new("GE-119", format!("{text} ({attacker} dice against {})", usize::from(shots.volley.len) - attacker))
            .dice(dice(shots.roll.as_slice()))
    }

    pub(crate) fn who(&self, seat: Seat) -> &'static str {
        self.players[seat].colour.map_or("somebody", |c| c.word())
    }

    /// The tile's name, or the space without one.
    pub(crate) fn place_name(&self, at: Space) -> String {
        self.map.tile(at).map_or_else(|| at.to_string(), |t| self.data.tile(t).name.clone())
    }

    pub(crate) fn tech_name(&self, tech: Tech) -> &'static str {
        &self.data.0.tech(tech).name
    }
}

fn dice(rolled: &[u8]) -> impl Iterator<Item = Die> + '_ {
    rolled.iter().map(|&rolled| Die { sides: DIE as u8, rolled })
}
