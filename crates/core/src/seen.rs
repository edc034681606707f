//! A table as one viewer sees it: the boundary between a game and its user interfaces. Here references get their names, and clauses become
//! those of the title being played.

use crate::scene::Scene;
use crate::words::title_case;
use crate::{
    Drawing, Fast, Game, Illegal, Line, MAX_SEATS, Named, Notation, Odds, Prompt, Redealt, Refusal, Seat, Story, Text,
    Viewer,
};

/// What a viewer sees of a state, and everything that is said and drawn from it.
#[derive(Clone, Debug, PartialEq)]
pub struct Seen<G: Game>(G::View);

impl<G: Game> Seen<G> {
    /// As this viewer sees it.
    pub fn of(state: &G, viewer: Viewer) -> Seen<G> {
        Seen(state.view(viewer))
    }

    /// As the seat sees it.
    pub fn by(state: &G, seat: Seat) -> Seen<G> {
        Seen::of(state, Viewer::Seat(seat))
    }

    /// The game's own view.
    pub fn view(&self) -> &G::View {
        &self.0
    }

    /// The picture.
    pub fn scene(&self) -> Scene {
        self.0.draw()
    }

    /// What the viewer is asked.
    pub fn prompt(&self) -> Prompt {
        let Prompt { text, clause } = self.0.prompt();
        Prompt { text: self.named(text), clause: G::cite(clause) }
    }

    /// What an answer means.
    pub fn label(&self, action: G::Action) -> Text {
        self.named(self.0.label(action))
    }

    /// An event as the viewer may read it, if at all.
    pub fn tell(&self, event: &G::Event) -> Option<Line> {
        let line = self.0.tell(event)?;
        Some(Line { text: self.named(line.text), clause: G::cite(line.clause), ..line })
    }

    /// Why an answer is refused.
    pub fn refusal(&self, why: G::Illegal) -> Refusal {
        Refusal { text: self.named(why.to_string().into()), clause: Some(G::cite(why.clause())) }
    }

    /// What somebody wrote about the table, with references as in `Take {moon-03}`.
    pub fn written(&self, text: &str) -> Text {
        self.named(Text::written(text))
    }

    /// What a word of sentences refers to.
    pub fn refer(&self, word: &str) -> Option<Named> {
        let chair = |word: &str| Seat::first(MAX_SEATS).find(|seat| seat.chair() == word);
        self.0.refer(word).or_else(|| Some(Named::seat(chair(word)?, title_case(word))))
    }

    fn named(&self, text: Text) -> Text {
        text.named(|word| self.refer(word))
    }
}

/// The chance that the seat's action succeeds, as far as the seat can know.
pub fn odds<G: Game>(state: &G, seat: Seat, action: G::Action) -> Option<Odds> {
    Redealt::of(state, seat, &mut Fast::new(0, 0)).odds(action)
}
