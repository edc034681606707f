//! What a viewer is asked, and what its answers mean.

use astrarium_core::words::title_case;
use astrarium_core::{Named, Notation, Prompt, Text};

use crate::action::Action;
use crate::piece::{Colour, Stance};
use crate::view::View;

impl Notation for View {
    type Action = Action;
    const PURPOSES: &'static [(&'static str, &'static str)] =
        &[("take", "both choose in secret, then both roll; what your stance adds stands on its button")];

    fn prompt(&self) -> Prompt {
        let waits = self.seats.iter().any(|s| Some(s.colour) == self.viewer && s.chosen);
        match (self.over, waits) {
            (true, _) => Prompt::new("DD-007", "The duel is over"),
            (false, true) => Prompt::new("DD-002", "Your stance is chosen; the other still decides"),
            (false, false) => Prompt::new("DD-002", format!("Round {}: choose your stance", self.round)),
        }
    }

    fn label(&self, Action::Take(stance): Action) -> Text {
        let n = &self.data.numbers;
        let text = match stance {
            Stance::Strike => format!("{stance:#}: hit with a higher total"),
            Stance::Guard => format!("{stance:#}: +{} to your total", n.guard),
            Stance::Aim => format!("{stance:#}: +{} to your next strike", n.bead),
        };
        text.into()
    }

    fn refer(&self, word: &str) -> Option<Named> {
        let name = title_case(word);
        let seat = word.parse::<Colour>().ok().map(|colour| Named::seat(colour.seat(), &name));
        seat.or_else(|| word.parse::<Stance>().ok().map(|_| Named::thing(&name)))
    }
}
