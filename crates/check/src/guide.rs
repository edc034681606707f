//! Every kind of question that a game asks is explained.

use std::collections::{BTreeMap, BTreeSet};

use astrarium_core::guide::{Guide, Word, parts};
use astrarium_core::{Action, Fast, Game, Prompt, Seen, Viewer, options};

use crate::play::Trial;

/// Random games for each setting of the options.
const GAMES: u64 = 2;

/// What is wrong with a guide; `text` stands for one of its built-in files.
pub fn faults<G: Game>(text: Option<&str>) -> Result<Vec<String>, String> {
    let guide = Guide::read::<G>(text)?;
    let mut faults = Vec::new();
    if guide.title != G::META.id {
        faults.push(format!("title is “{}”: expected {}", guide.title, G::META.id));
    }
    if guide.goal.is_none() {
        faults.push("has no goal: expected [goal] with win, end, round and points".into());
    }
    faults.extend(guide.question.keys().filter_map(|key| strange::<G>(key)).collect::<BTreeSet<_>>());
    faults.extend(asked::<G>(&guide));
    faults.extend(unread::<G>(&guide));
    Ok(faults)
}

/// Forms of words that nobody reads anywhere: not in the rules, not in the lessons, not in the guide itself.
fn unread<G: Game>(guide: &Guide) -> Vec<String> {
    let own = G::META.teaching.guide.iter().filter_map(|text| Some(text.split_once("[words]")?.0));
    let texts: Vec<String> = own.chain([G::META.rules, G::META.teaching.course]).map(str::to_lowercase).collect();
    let read = |form: &str| texts.iter().any(|text| has_word(text, &form.to_lowercase()));
    let mut faults = Vec::new();
    for (word, Word { forms, .. }) in &guide.words {
        if !read(word) && !forms.iter().any(|form| read(form)) {
            faults.push(format!("words.{word}: neither the rules nor the lessons say it"));
        }
        let idle = forms.iter().filter(|form| !read(form));
        faults.extend(idle.map(|form| format!("words.{word}: neither the rules nor the lessons say “{form}”")));
    }
    faults
}

/// Whether a text has a word as a whole, not as a part of a longer one.
fn has_word(text: &str, word: &str) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let whole = |(at, _)| {
        let (before, after) = (&text[..at], &text[at + word.len()..]);
        !letter(before.chars().next_back()) && !letter(after.chars().next())
    };
    text.match_indices(word).any(whole)
}

/// What is wrong with a key by which no question can be asked.
fn strange<G: Game>(key: &str) -> Option<String> {
    let (clause, word) = parts(key);
    if !G::META.has_clause(clause) {
        return Some(format!("question.{key}: {clause} is no clause of {}", G::META.name));
    }
    let verb = G::Action::verbs().into_iter().any(|(verb, _)| verb == word);
    let known = || {
        let state = G::new(G::Options::default(), G::house(), &mut Fast::new(0, 0));
        Seen::of(&state, Viewer::Public).refer(word).is_some()
    };
    (!word.is_empty() && !verb && !known())
        .then(|| format!("question.{key}: “{word}” is neither a verb nor a thing: expected a word of sentences"))
}

/// Questions with more than one answer that nothing explains, and those that several keys fit, each once.
fn asked<G: Game>(guide: &Guide) -> BTreeSet<String> {
    let (mut faults, mut actions) = (BTreeMap::new(), Vec::new());
    for (number, options) in options::corners::<G::Options>().into_iter().enumerate() {
        for game in 0..GAMES {
            let mut play = Trial::<G>::new(options, G::house(), 2, number as u64 * GAMES + game);
            let mut state = play.begin();
            // A game that breaks a law ends here; the laws say so.
            for _ in 0..G::META.max_actions {
                let Some(next) = play.next(&state).ok().flatten() else { break };
                if next.free {
                    actions.clear();
                    state.actions(next.seat, &mut actions);
                    let fault = unclear(guide, &Seen::by(&state, next.seat).prompt(), &actions);
                    faults.extend(fault);
                }
                play.advance(&mut state, next);
            }
        }
    }
    faults.into_values().collect()
}

/// Why nobody knows what explains this question, by what is missing or too much.
fn unclear<A: Action>(guide: &Guide, prompt: &Prompt, actions: &[A]) -> Option<(String, String)> {
    let said: BTreeSet<String> = actions.iter().map(ToString::to_string).collect();
    let verbs: BTreeSet<&str> = said.iter().filter_map(|sentence| sentence.split(' ').next()).collect();
    let (verbs, clause) = (Vec::from_iter(verbs), prompt.clause.0);
    let keys: Vec<&str> = guide.keys(prompt, &verbs).map(|(key, _)| key).collect();
    match keys[..] {
        [] => {
            let fault = format!(
                "question.{clause}: is missing, and “{}” is asked by it; its answers begin with {}",
                prompt.text,
                verbs.join(", ")
            );
            Some((clause.into(), fault))
        }
        [one, other, ..] if !parts(other).1.is_empty() => {
            let fault =
                format!("question.{one}: “{}” is also asked by {other}: expected words of one question", prompt.text);
            Some((format!("{one}, {other}"), fault))
        }
        _ => None,
    }
}
