//! Research: sealed, once, before round 1 (GA-024 to GA-029).

use astrarium_core::{Chance, Log, cited};

use crate::action::Action;
use crate::event::Event;
use crate::illegal::{Check, Illegal, require};
use crate::piece::{Colour, Node};
use crate::state::{Draft, Powers, State};

#[cited]
impl State {
    /// Everybody gets the research points and an open draft (GA-024, GA-029).
    pub(crate) fn open_research(&mut self) {
        for colour in self.chairs.0.into_iter().flatten() {
            self.open_research_draft(colour);
        }
    }

    pub(crate) fn open_research_draft(&mut self, colour: Colour) {
        let data = self.data.0;
        let player = &mut self.players[colour];
        player.research = Default::default();
        player.powers = Powers::of(player.research, data);
        player.left = data.numbers.research_points;
        player.draft = Draft::Research;
    }

    pub(crate) fn research_actions(&self, me: Colour, out: &mut Vec<Action>) {
        let open = |node: &Node| self.check_research(me, Action::BuyResearch(*node)).is_ok();
        out.extend(self.data.0.nodes().map(|(node, _)| node).filter(open).map(Action::BuyResearch));
        out.push(Action::FinishResearch);
    }

    pub(crate) fn check_research(&self, me: Colour, action: Action) -> Check {
        let player = &self.players[me];
        if let Action::BuyResearch(node) = action {
            let Some(row) = self.data.0.node(node) else { return Err(Illegal::NoNode) }; // GA-024
            require!(!player.research.has(node), Illegal::NodeOwned(node)); // GA-024
            require!(row.cost <= player.left, Illegal::NodeTooDear(node)); // GA-024
            require!(player.research.contains(row.needs_all), Illegal::NodeNeeds(node)); // GA-025, GA-026
            let any = row.needs_any.is_empty() || player.research.meets(row.needs_any);
            require!(any, Illegal::NodeNeeds(node)); // GA-102
        }
        require!(player.draft == Draft::Research, Illegal::DraftElsewhere); // GA-030
        Ok(())
    }

    pub(crate) fn research(&mut self, me: Colour, action: Action, chance: &mut impl Chance, log: &mut impl Log<Event>) {
        self.research_step(me, action);
        match action {
            Action::BuyResearch(node) => log.push(|| Event::Researched { colour: me, node }),
            _ => {
                log.push(|| Event::DraftDone { colour: me });
                if self.drafting().is_empty() {
                    self.log_research(log);
                    self.begin_round(chance, log);
                }
            }
        }
    }

    /// One step of a seat's own draft.
    pub(crate) fn research_step(&mut self, me: Colour, action: Action) {
        let data = self.data.0;
        let player = &mut self.players[me];
        if let Action::BuyResearch(node) = action {
            player.left -= data.owned(node).cost;
            player.research.insert(node);
            player.powers = Powers::of(player.research, data);
        } else {
            player.left = 0; // GA-028: what is left is lost
            player.draft = Draft::Done;
        }
    }

    /// The drafts are open to all once the last is done (GA-029).
    fn log_research(&self, log: &mut impl Log<Event>) {
        log.reveal();
        for colour in self.colours() {
            let research = self.players[colour].research;
            let spent: u8 = research.iter().map(|node| self.data.owned(node).cost).sum();
            log.push(|| Event::ResearchShown { colour, research, lost: self.data.numbers.research_points - spent });
        }
    }
}
