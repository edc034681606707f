//! What happened, as log sentences with their clause ids; and who may read them.

mod lines; // each event as a sentence
mod names; // how sentences call seats

use astrarium_core::words::several;
use astrarium_core::{BySide, Gain, Line, Seat, Set, Side, Standing, Story, Tally};

pub(crate) use self::names::article;
use crate::piece::*;
use crate::rules::battle::MOST_DICE;
use crate::state::{Fight, State, Target};
use crate::view::View;

#[derive(Copy, Clone, Debug)]
pub enum Event {
    Faction {
        seat: Seat,
        faction: Faction,
    },
    Equipped {
        seat: Seat,
        credits: u16,
    },
    First {
        seat: Seat,
    },
    Starts {
        seat: Seat,
        node: Region,
    },
    Chose {
        seat: Seat,
        act: Act,
        credits: u8,
    },
    Follows {
        seat: Seat,
        act: Act,
    },
    Refreshes {
        seat: Seat,
    },
    AnyAction {
        seat: Seat,
        act: Act,
        price: u8,
    },
    LastLaps {
        laps: u8,
    },
    Pays {
        seat: Seat,
        card: Card,
    },
    Infests {
        seat: Seat,
        planet: Planet,
    },
    Colonizes {
        seat: Seat,
        vp: u16,
    },
    Warps {
        seat: Seat,
        card: Empire,
    },
    Entered {
        seat: Seat,
        from: Region,
        to: Region,
    },
    Die {
        seat: Seat,
        die: u8,
    },
    Rerolls {
        seat: Seat,
        die: u8,
    },
    Hazard {
        seat: Seat,
        to: Region,
        die: u8,
        hazard: u8,
        passed: bool,
    },
    Explores {
        seat: Seat,
        at: Region,
        token: Explore,
    },
    Burns {
        seat: Seat,
        at: Region,
        credits: u8,
    },
    PicksUp {
        seat: Seat,
        card: Card,
    },
    Drops {
        seat: Seat,
        card: Card,
    },
    Delivers {
        seat: Seat,
        card: Card,
        at: Region,
    },
    Quest {
        seat: Seat,
        quest: Happening,
    },
    Attacks {
        attacker: Seat,
        target: Target,
        at: Region,
    },
    Undefended {
        attacker: Seat,
        at: Region,
    },
    Fields {
        seat: Seat,
        units: [u8; KINDS],
    },
    BattleDice {
        seat: Option<Seat>,
        dice: [u8; MOST_DICE],
        n: u8,
    },
    #[expect(private_interfaces, reason = "the battle as it was, for the log alone")]
    Battle {
        fight: Fight,
        totals: BySide<u8>,
        winner: Side,
    },
    Seizes {
        seat: Seat,
        from: Seat,
        card: Card,
    },
    Retreats {
        seat: Seat,
        from: Region,
        to: Region,
    },
    LoserCard {
        seat: Seat,
        card: Card,
        kept: bool,
    },
    Liberates {
        seat: Seat,
        planet: Planet,
    },
    Controls {
        seat: Seat,
        region: Region,
    },
    Loses {
        seat: Seat,
        region: Region,
    },
    Good {
        seat: Seat,
        good: Good,
    },
    PaysGood {
        seat: Seat,
        good: Good,
    },
    Influences {
        seat: Seat,
        planet: Planet,
        markers: u8,
    },
    TakesBack {
        seat: Seat,
        planet: Planet,
        markers: u8,
    },
    Ally {
        planet: Planet,
        seat: Option<Seat>,
    },
    Fungus {
        region: Region,
        tokens: u8,
    },
    Path {
        region: Region,
    },
    GoodToTrack {
        seat: Seat,
        work: Work,
    },
    GoodToTech {
        seat: Seat,
        tech: Tech,
        good: Good,
    },
    Researches {
        seat: Seat,
        tech: Tech,
    },
    Builds {
        seat: Seat,
        work: Work,
        region: Option<Region>,
        price: u8,
    },
    Plays {
        seat: Seat,
        card: Card,
    },
    Shows {
        seat: Seat,
        card: Card,
    },
    Diplomacy {
        seat: Seat,
        planet: Planet,
        die: u8,
        total: u8,
        won: bool,
    },
    Recruits {
        seat: Seat,
        kind: Kind,
        region: Region,
        /// Nothing for a unit that a card or a token brings.
        price: u8,
    },
    /// Secret: only its own seat reads which.
    DrawsEmpire {
        seat: Seat,
        cards: Set<Empire>,
    },
    /// Secret: only its own seat reads it.
    KeepsEmpire {
        seat: Seat,
        card: Empire,
    },
    DiscardsEmpire {
        seat: Seat,
        card: Empire,
    },
    Refreshed {
        seat: Seat,
        income: u8,
        command: u8,
    },
    /// Secret: only its own seat reads which.
    Draws {
        seat: Seat,
        card: Card,
    },
    Flipped {
        card: Card,
    },
    Happens {
        seat: Seat,
        card: Happening,
    },
    ScoreCard {
        seat: Seat,
    },
    DeckEmpty,
    Cleanses {
        seat: Seat,
        region: Region,
    },
    Credits {
        seat: Seat,
        n: i16,
        why: Money,
    },
    Vp {
        seat: Seat,
        n: u8,
        source: Source,
    },
    Command {
        seat: Seat,
        n: i8,
    },
    DoomMoves {
        to: Region,
    },
    Razed,
    Scores {
        seat: Seat,
        steps: [u16; 5],
    },
    Ended {
        standing: Standing,
    },
}

/// Why a seat gains or loses credits between refreshes.
#[derive(Copy, Clone, Debug)]
pub enum Money {
    /// As the line before says.
    Effect,
    /// The cost of a card.
    Cost,
    /// What an event asks for, and the seat gives.
    Demand,
    Tax,
    Freight,
    Loot,
    Lab,
}

impl Money {
    fn clause(self) -> &'static str {
        match self {
            Money::Effect => "E2-019",
            Money::Cost => "E2-165",
            Money::Demand => "E2-315",
            Money::Tax => "E2-166",
            Money::Freight => "E2-P016",
            Money::Loot => "E2-012",
            Money::Lab => "E2-273",
        }
    }

    fn word(self) -> &'static str {
        match self {
            Money::Effect | Money::Cost | Money::Demand => "",
            Money::Tax => ": tax",
            Money::Freight => ": freight bonus",
            Money::Loot => ": loot of the Enforcers",
            Money::Lab => ": Worldship Lab",
        }
    }
}

/// What points between scorings come from.
#[derive(Copy, Clone, Debug)]
pub enum Source {
    Battles,
    Sarkeen,
    Dreadnought,
    ActionCards,
    Deliveries,
    Exploring,
    Quests,
}

impl Source {
    pub fn word(self) -> &'static str {
        match self {
            Source::Battles => "battles",
            Source::Sarkeen => "Sarkeen",
            Source::Dreadnought => "the dreadnought",
            Source::ActionCards => "action cards",
            Source::Deliveries => "deliveries",
            Source::Exploring => "exploring",
            Source::Quests => "quests",
        }
    }
}

/// The steps of a scoring, in order (E2-282 to E2-289).
const STEPS: [&str; 5] = ["buildings", "technologies", "influence", "control", "Empire cards"];

impl Story for View {
    type Event = Event;

    /// The gate: what this viewer may read of an event.
    fn tell(&self, event: &Event) -> Option<Line> {
        match *event {
            Event::Draws { seat, .. } if self.viewer != Some(seat) => {
                Some(Line::new("E2-106", format!("{} a power card", self.does(seat, "draw"))))
            }
            Event::DrawsEmpire { seat, cards } if self.viewer != Some(seat) => {
                let cards = several(cards.len() as u16, "Empire card");
                Some(Line::new("E2-183", format!("{} {cards}", self.does(seat, "draw"))))
            }
            Event::KeepsEmpire { seat, .. } if self.viewer != Some(seat) => None,
            Event::Credits { n: 0, .. } => None,
            _ => Some(self.say(event)),
        }
    }
}

impl Tally for State {
    /// The points that an event gave; there are none that are taken away.
    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        let mut gain = |seat: Seat, source: &'static str, points: u16| {
            if points > 0 {
                out.push(Gain { seat, source, points: i32::from(points) });
            }
        };
        match *event {
            Event::Vp { seat, n, source } => gain(seat, source.word(), u16::from(n)),
            Event::Colonizes { seat, vp } => gain(seat, "Colonization", vp),
            Event::Scores { seat, steps } => {
                STEPS.into_iter().zip(steps).for_each(|(source, points)| gain(seat, source, points));
            }
            _ => {}
        }
    }

    /// What statistics count. A battle is its attacker's, and told by what came of it.
    fn deed(&self, event: &Event) -> Option<(Seat, &'static str)> {
        Some(match *event {
            Event::Chose { seat, .. } => (seat, "cycle led"),
            Event::Refreshes { seat } => (seat, "refresh as response"),
            Event::Battle { fight, winner, .. } => {
                let came = match (fight.target, winner == Side::Attacker) {
                    (Target::Seat(_), true) => "player beaten",
                    (Target::Seat(_), false) => "player not beaten",
                    (Target::Natives, true) => "natives conquered",
                    (Target::Natives, false) => "natives not conquered",
                    (Target::Sarkeen, true) if self.taken < self.deck_size / 3 => "Sarkeen beaten early",
                    (Target::Sarkeen, true) => "Sarkeen beaten",
                    (Target::Sarkeen, false) => "Sarkeen not beaten",
                    (Target::Doom, _) => "dreadnought fought",
                };
                (fight.attacker, came)
            }
            Event::Undefended { attacker, .. } => (attacker, "region taken undefended"),
            Event::Diplomacy { seat, won: true, .. } => (seat, "diplomacy won"),
            Event::Diplomacy { seat, won: false, .. } => (seat, "diplomacy lost"),
            Event::Ally { seat: Some(seat), .. } => (seat, "alliance won"),
            Event::Plays { seat, .. } => (seat, "action card"),
            Event::PicksUp { seat, .. } => (seat, "cargo picked up"),
            Event::Delivers { seat, .. } => (seat, "delivery"),
            Event::Quest { seat, .. } => (seat, "quest"),
            Event::Recruits { seat, .. } => (seat, "unit recruited"),
            Event::Colonizes { seat, .. } => (seat, "Colonization played"),
            Event::Flipped { .. } => (self.first, "card turned over"), // the first player is the drawer
            _ => return None,
        })
    }

    const USED: &'static [&'static str] = &["cards used", "quests done"];

    /// An action card is used when it is played, a delivery when it arrives.
    fn used(&self, event: &Event) -> Option<(Seat, &'static str, &'static str)> {
        match *event {
            Event::Plays { seat, card } | Event::Delivers { seat, card, .. } => Some((seat, "cards used", card.word())),
            Event::Quest { seat, quest } => Some((seat, "quests done", quest.word())),
            _ => None,
        }
    }
}
