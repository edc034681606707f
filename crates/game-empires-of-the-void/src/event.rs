//! What happened, as log sentences with their clause ids; and who may read them.

mod lines; // each event as a sentence
mod sources; // what points are for

use astrarium_core::{BySide, Gain, Line, Seat, Standing, Story, Tally};

pub use self::sources::{Cost, Source};
use crate::action::Action;
use crate::piece::*;
use crate::state::{Offer, State};
use crate::view::View;

#[derive(Copy, Clone, Debug)]
pub enum Event {
    RaceChosen {
        seat: Colour,
        race: Race,
        credits: u16,
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
        cost: Cost,
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
        offer: Offer,
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
    /// The bomb that a kill brings.
    Bounty {
        seat: Colour,
    },
    Hits {
        by: BySide<u8>,
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
    Spoke {
        seat: Colour,
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

impl Story for View {
    type Event = Event;

    /// The gate: what this viewer may read of an event.
    fn tell(&self, event: &Event) -> Option<Line> {
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
            | Discarded { .. } => self.tell_setup(event),
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
            | Secondary { .. } => self.tell_dealings(event),
            Moves { .. }
            | Obstacle { .. }
            | HeldBack { .. }
            | Attacks { .. }
            | Retreats { .. }
            | Rolled { .. }
            | Bombed { .. }
            | Bounty { .. }
            | Hits { .. }
            | Lost { .. }
            | Damaged { .. }
            | BattleWon { .. } => self.tell_ships(event),
            Cleansed { .. }
            | RebelsBeaten { .. }
            | Liberated { .. }
            | Control { .. }
            | Allied { .. }
            | Spoke { .. }
            | Diplomacy { .. }
            | Infest { .. } => self.tell_worlds(event),
        }
    }
}

impl Tally for State {
    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        if let &Event::Points { seat, points, source } = event {
            out.push(Gain { seat: seat.seat(), source: source.word(), points: points.into() });
        }
    }

    /// What is counted; holding Pyrious when a round begins counts a round.
    fn deed(&self, event: &Event) -> Option<(Seat, &'static str)> {
        let (colour, word) = match *event {
            Event::RoundBegins { .. } => (self.controller(PYRIOUS)?, "rounds on Pyrious"),
            Event::Attacks { seat, target, .. } if target.colour().is_some() => (seat, "attacks on ships"),
            Event::Control { before: None, after: Some(seat), .. } => (seat, "neutral worlds won"),
            Event::Control { after: Some(seat), .. } => (seat, "worlds taken"),
            Event::Liberated { seat, .. } => (seat, "liberations"),
            Event::Diplomacy { seat, .. } => (seat, "diplomacy rolls"),
            Event::Allied { seat, .. } => (seat, "alliances"),
            Event::Tactic { seat, .. } => (seat, "tactics"),
            Event::Traded { from, .. } => (from, "trades"),
            Event::Built { seat, .. } => (seat, "ships built"),
            Event::Lost { owner: Some(seat), .. } => (seat, "ships lost"),
            _ => return None,
        };
        Some((colour.seat(), word))
    }

    const USED: &'static [&'static str] = &["tactics used"];

    fn used(&self, event: &Event) -> Option<(Seat, &'static str, &'static str)> {
        match *event {
            Event::Tactic { seat, card } => Some((seat.seat(), "tactics used", card.word())),
            _ => None,
        }
    }
}
