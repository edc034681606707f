//! Every kind of question that a game asks is explained.

use std::collections::BTreeMap;

use astrarium_core::guide::Guide;
use astrarium_core::{Game, Seen, options};

use crate::play::Trial;

/// Random games for each setting of the options.
const GAMES: u64 = 2;

/// What is wrong with a guide; `text` stands for the last of its built-in files.
pub fn faults<G: Game>(text: Option<&str>) -> Result<Vec<String>, String> {
    let guide = Guide::read::<G>(text)?;
    let mut faults = Vec::new();
    if guide.title != G::META.id {
        faults.push(format!("title is “{}”: expected {}", guide.title, G::META.id));
    }
    if guide.goal.is_none() {
        faults.push("has no goal: expected [goal] with win, end, round and points".into());
    }
    let strange = guide.question.keys().filter(|clause| !G::META.has_clause(clause));
    faults.extend(strange.map(|clause| format!("question.{clause}: is no clause of {}", G::META.name)));
    let asked = asked::<G>();
    let missing = asked.iter().filter(|(clause, _)| !guide.question.contains_key(**clause));
    faults.extend(missing.map(|(clause, text)| format!("question.{clause}: is missing, and “{text}” is asked by it")));
    let rules = G::META.rules.to_lowercase() + &G::META.teaching.course.to_lowercase();
    let unknown = guide.words.keys().filter(|word| !rules.contains(&word.to_lowercase()));
    faults.extend(unknown.map(|word| format!("words.{word}: neither the rules nor the lessons say it")));
    Ok(faults)
}

/// The clauses of questions with more than one answer, each with one such question.
fn asked<G: Game>() -> BTreeMap<&'static str, String> {
    let mut asked = BTreeMap::new();
    for (number, options) in options::corners::<G::Options>().into_iter().enumerate() {
        for game in 0..GAMES {
            let mut play = Trial::<G>::new(options, G::house(), 2, number as u64 * GAMES + game);
            let mut state = play.begin();
            // A game that breaks a law ends here; the laws say so.
            for _ in 0..G::META.max_actions {
                let Some(next) = play.next(&state).ok().flatten() else { break };
                if next.free {
                    let prompt = Seen::by(&state, next.seat).prompt();
                    asked.entry(prompt.clause.0).or_insert_with(|| prompt.text.to_string());
                }
                play.advance(&mut state, next);
            }
        }
    }
    asked
}
