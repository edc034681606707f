//! A scenario told step by step: the question, the answers, what has changed.

use astrarium_core::scenario::Step;
use astrarium_core::{Game, Seat, Turn, position};
use serde_json::Value;

use super::{Run, question};

/// So many answers are listed.
const LISTED: usize = 30;

impl<G: Game> Run<'_, G> {
    /// Adds lines to the trace, if there is one.
    pub(super) fn tell<L: IntoIterator<Item = String>>(&mut self, lines: impl FnOnce() -> L) {
        if let Some(trace) = &mut self.trace {
            trace.extend(lines());
        }
    }

    pub(super) fn tell_question(&mut self, state: &G) {
        self.tell(|| questions(state).map(|asked| format!("  {asked}")));
    }

    pub(super) fn tell_step(&mut self, step: &Step) {
        let number = self.step.map_or(0, |k| k + 1);
        self.tell(|| {
            let dice: Vec<String> = step.dice.iter().map(|die| die.to_string().replace('"', "")).collect();
            let dice = if dice.is_empty() { String::new() } else { format!(", dice {}", dice.join(" ")) };
            let refused = step.refused.as_ref().map(|clause| format!(", refused with {clause}")).unwrap_or_default();
            let (seats, said) = (step.seat.0.join(" and "), step.sentences.0.join("; "));
            let done = if said.is_empty() { "a look".into() } else { format!("{seats}: {said}{dice}{refused}") };
            [format!("step {number}, {done}")]
        });
    }

    pub(super) fn tell_changes(&mut self, before: &G, after: &G) {
        let changed = || changes(&position::export(before), &position::export(after));
        self.tell(|| changed().into_iter().map(|change| format!("  {change}")));
    }
}

/// Everybody who is asked: what, and what may be answered.
pub(super) fn questions<G: Game>(state: &G) -> impl Iterator<Item = String> {
    let over = matches!(state.turn(), Turn::Over(_)).then(|| "the game is over".to_string());
    state.turn().seats().iter().map(|seat| asked(state, seat)).chain(over)
}

fn asked<G: Game>(state: &G, seat: Seat) -> String {
    let mut actions = Vec::new();
    state.actions(seat, &mut actions);
    let mut sentences: Vec<String> = actions.iter().take(LISTED).map(ToString::to_string).collect();
    if actions.len() > LISTED {
        sentences.push(format!("and {} more", actions.len() - LISTED));
    }
    format!("{} is asked “{}” and may answer: {}", state.seat_name(seat), question(state, seat), sentences.join(", "))
}

/// Every path at which two values differ, with both.
pub(super) fn changes(before: &Value, after: &Value) -> Vec<String> {
    let mut found = Vec::new();
    compare("", Some(before), Some(after), &mut found);
    found
}

fn compare(path: &str, before: Option<&Value>, after: Option<&Value>, found: &mut Vec<String>) {
    let below = |key: &str| if path.is_empty() { key.to_string() } else { format!("{path}.{key}") };
    match (before, after) {
        _ if before == after => {}
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: std::collections::BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            keys.into_iter().for_each(|key| compare(&below(key), a.get(key), b.get(key), found));
        }
        _ => {
            let text = |value: Option<&Value>| match value {
                None | Some(Value::Null) => "nothing".to_string(),
                Some(value) => value.to_string(),
            };
            found.push(format!("{path}: {} → {}", text(before), text(after)));
        }
    }
}
