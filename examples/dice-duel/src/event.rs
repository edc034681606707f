//! What happened, as log sentences with their clause ids; and who may read them.

use astrarium_core::words::Die;
use astrarium_core::{Gain, Line, Story, Tally};

use crate::piece::{Colour, Stance};
use crate::state::State;
use crate::view::View;

#[derive(Copy, Clone, Debug)]
pub enum Event {
    /// Sealed: only its own seat reads the stance.
    Chosen(Colour, Stance),
    /// The die and what was added to it.
    Rolled(Colour, Stance, u8, u8),
    Hit(Colour),
    Ended,
}

impl Story for View {
    type Event = Event;

    fn tell(&self, event: &Event) -> Option<Line> {
        Some(match *event {
            Event::Chosen(colour, stance) if self.viewer == Some(colour) => {
                Line::new("DD-002", format!("you take {stance:#}"))
            }
            Event::Chosen(colour, _) => Line::new("DD-002", format!("{colour:#} has chosen")),
            Event::Rolled(colour, stance, rolled, bonus) => {
                let total = rolled + bonus;
                let die = Die::new(self.data.numbers.die, rolled).of(colour.seat());
                Line::new("DD-003", format!("{colour:#} takes {stance:#} and has {total}")).dice([die])
            }
            Event::Hit(colour) => Line::new("DD-004", format!("{colour:#} is hit and loses a heart")),
            Event::Ended => Line::new("DD-007", "the duel is over"),
        })
    }
}

impl Tally for State {
    fn gains(&self, event: &Event, out: &mut Vec<Gain>) {
        if let Event::Hit(colour) = event {
            out.push(Gain { seat: colour.seat(), source: "hits", points: -1 });
        }
    }
}
