//! What a viewer is asked, and what its answers mean.

use astrarium_core::words::title_case;
use astrarium_core::{Named, Notation, Number, Prompt, Seat, Text};

use crate::action::Action;
use crate::piece::{Colour, Die, Kind, MaybeDie, Mode, Node, Space};
use crate::view::{Question, View};

/// What every kind of action is for, and what it needs.
const PURPOSES: &[(&str, &str)] = &[
    ("choose-colour", "your colour says which system is your home, and who moves first in the first round"),
    ("buy-research", "a bonus for the whole game; it needs points, and those above it"),
    ("finish-research", "research points that are left are lost"),
    ("attack-die", "all your own attacks of this round roll it; without one your territories cannot attack"),
    ("defense-die", "all your territories defend with it in this round"),
    ("fund", "a moon without an owner may become your ally for a round, if you rule something in its system"),
    ("points", "the player who puts the most points on a moon has it as an ally; the points are spent in any case"),
    ("allocation-done", "points that are left are lost"),
    ("attack-from", "infantry attacks what touches that territory, a beam goes from one outer moon to another"),
    ("target", "both sides roll, and the higher total wins"),
    ("mode", "an ally attacks with its own die, or once a round as if it were your military"),
    ("defend-as-matching", "your bonus against this kind of attack counts"),
    ("defend-as-other", "your bonus against the other kind of attack counts, once a round"),
    ("end-turn", "attacks that are left are lost"),
];

impl Notation for View {
    type Action = Action;
    const PURPOSES: &'static [(&'static str, &'static str)] = PURPOSES;

    fn prompt(&self) -> Prompt {
        let ask = |clause: &'static str, text: String| Prompt::new(clause, text);
        let left = |n: u8| format!("{} left", points(n));
        match self.question {
            Question::Colour => Prompt::new("GA-001", "Choose your colour"),
            Question::OtherColours => Prompt::new("GA-001", "The others choose their colours"),
            Question::Research(n) => ask("GA-024", format!("Research: choose a bonus, {}", left(n))),
            Question::AttackDie(n) => ask("GA-037", format!("Buy an attack die: {}", left(n))),
            Question::DefenseDie(n) => ask("GA-038", format!("Buy a defense die: {}", left(n))),
            Question::Moon(n) => ask("GA-042", format!("Diplomacy: choose a moon to court, {}", left(n))),
            Question::Points(moon, n) => ask("GA-042", format!("How many points for {moon:#}? {}", left(n))),
            Question::Drafted => Prompt::new("GA-035", "You are done; the others are still deciding"),
            Question::Source => Prompt::new("GA-059", "Attack: choose where from, or end your turn"),
            Question::Target(from) => ask("GA-058", format!("Attack from {from:#}: choose a target")),
            Question::Mode(from, to) => ask("GA-105", format!("Attack {to:#} from {from:#}: with whose die?")),
            Question::Defend { at, kind, .. } => {
                ask("GA-101", format!("{at:#} is under attack by {kind}: how do you defend?"))
            }
            Question::OtherTurn => Prompt::new("GA-055", "Another player's turn"),
            Question::Over => Prompt::new("GA-016", "The game is over"),
        }
    }

    fn label(&self, action: Action) -> Text {
        let data = self.data.0;
        let text = match action {
            Action::ChooseColour(colour) => format!("Play {colour}"),
            Action::BuyResearch(node) => {
                let row = data.owned(node);
                format!("{node:#}, {}: {}", points(row.cost), row.text)
            }
            Action::FinishResearch => "Finish research".into(),
            Action::AttackDie(MaybeDie(None)) => "No attack die".into(),
            Action::AttackDie(MaybeDie(Some(die))) => {
                format!("Attack with {die:#}, {}", points(data.attack_price[die]))
            }
            Action::DefenseDie(die) => format!("Defend with {die:#}, {}", points(data.defense_price[die])),
            Action::Fund(moon) => format!("Court {moon:#}"),
            Action::Points(Number(n)) => format!("Put {} there", points(n)),
            Action::AllocationDone => "Done".into(),
            Action::AttackFrom(space) => format!("Attack from {space:#}"),
            Action::Target(space) => format!("Attack {space:#}"),
            Action::Mode(Mode::AllyDie) => "With the ally's die".into(),
            Action::Mode(_) => "With your own military".into(),
            Action::DefendAsMatching => format!("Defend with the {} bonus", self.defense(false)),
            Action::DefendAsOther => format!("Defend with the {} bonus (once a round)", self.defense(true)),
            Action::EndTurn => "End your turn".into(),
        };
        text.into()
    }

    fn refer(&self, word: &str) -> Option<Named> {
        if let Ok(space) = word.parse::<Space>() {
            return Some(Named::thing(self.data.name(space).unwrap_or(word)));
        }
        if let Ok(node) = word.parse::<Node>() {
            return self.data.node(node).map(|row| Named::thing(&row.name));
        }
        if let Ok(colour) = word.parse::<Colour>() {
            let chosen = self.seats.iter().find(|s| s.colour == Some(colour));
            let name = title_case(word);
            return Some(chosen.map_or_else(|| Named::thing(&name), |s| Named::seat(Seat(s.chair), &name)));
        }
        word.parse::<Die>().is_ok().then(|| Named::thing(word))
    }
}

impl View {
    /// The bonus of a defense: “infantry (+1)”.
    fn defense(&self, other: bool) -> String {
        let Question::Defend { kind, bonus, .. } = self.question else { return "usual".into() };
        let kind: Kind = if other { kind.other() } else { kind };
        format!("{kind} (+{})", bonus[usize::from(other)])
    }
}

fn points(n: u8) -> String {
    if n == 1 { "1 point".into() } else { format!("{n} points") }
}
