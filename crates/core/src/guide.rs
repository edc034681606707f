//! A game in its own words: the goal, what each kind of question is for, the words that players must know. `docs/lessons.md` describes it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::{Clause, Game, Prompt};

/// Everything a title says about itself to those who do not know it yet.
#[derive(Clone, Debug, Default, Deserialize, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Guide {
    /// The title's id.
    pub title: String,
    /// The card at the start.
    pub goal: Option<Goal>,
    /// Kinds of question, by the clause that asks them; where a clause asks several, by the clause and a word of the question.
    #[serde(default)]
    pub question: BTreeMap<String, Kind>,
    /// What else is on the page with the game at a glance, a line each.
    #[serde(default)]
    pub summary: Vec<String>,
    /// The game's words.
    #[serde(default)]
    pub words: BTreeMap<String, Word>,
}

/// A word of the game.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GuideWord"))]
#[serde(from = "Written")]
pub struct Word {
    /// What it means, in a sentence or two.
    pub text: String,
    /// How else it is written: its plural, for instance.
    pub forms: Vec<String>,
}

/// A word as a guide writes it: its meaning alone, if it has no other forms.
#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or { text = \"…\", forms = [\"…\"] }")]
enum Written {
    Plain(String),
    Formed(Formed),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Formed {
    text: String,
    forms: Vec<String>,
}

impl From<Written> for Word {
    fn from(written: Written) -> Word {
        match written {
            Written::Plain(text) => Word { text, forms: Vec::new() },
            Written::Formed(Formed { text, forms }) => Word { text, forms },
        }
    }
}

/// The goal on a card.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Goal {
    /// How one wins.
    pub win: String,
    /// How the game ends.
    pub end: String,
    /// What a round is.
    pub round: String,
    /// Where points come from.
    pub points: String,
}

/// A kind of question.
#[derive(Clone, Debug, Deserialize, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "GuideKind"))]
#[serde(deny_unknown_fields)]
pub struct Kind {
    /// What it is for, in a line.
    pub what: String,
    /// What the answers cost.
    pub cost: String,
    /// What most players do.
    pub most: String,
}

impl Guide {
    /// Reads a title's guide: its files, one of them replaced if one is given. A file without a goal is the one that editions
    /// share, which comes first; the other comes last.
    pub fn read<G: Game>(given: Option<&str>) -> Result<Guide, String> {
        let mut texts = G::META.teaching.guide.to_vec();
        if let Some(text) = given {
            let part: Guide = toml::from_str(text).map_err(|e| e.to_string())?;
            let shared = part.goal.is_none() && texts.len() > 1;
            match if shared { texts.first_mut() } else { texts.last_mut() } {
                Some(place) => *place = text,
                None => texts.push(text),
            }
        }
        let mut guide = Guide::default();
        for text in texts {
            let part: Guide = toml::from_str(text).map_err(|e| e.to_string())?;
            guide.title = part.title;
            guide.goal = part.goal.or(guide.goal);
            guide.summary.extend(part.summary);
            guide.words.extend(part.words);
            for (key, kind) in part.question {
                guide.question.insert(own_key::<G>(&key), kind);
            }
        }
        Ok(guide)
    }

    /// What explains a question whose answers have these verbs, and by which key.
    pub fn key(&self, prompt: &Prompt, verbs: &[&str]) -> Option<(&str, &Kind)> {
        self.keys(prompt, verbs).next()
    }

    /// The keys that fit: the clause with a verb or with a word that the question refers to, then the clause alone.
    pub fn keys(&self, prompt: &Prompt, verbs: &[&str]) -> impl Iterator<Item = (&str, &Kind)> {
        let fits = |word: &str| verbs.contains(&word) || prompt.text.things().any(|thing| thing == word);
        let of_clause = self.question.iter().filter(|(key, _)| parts(key).0 == prompt.clause.0);
        let mut found: Vec<(&str, &Kind)> = of_clause.map(|(key, kind)| (key.as_str(), kind)).collect();
        found.retain(|(key, _)| parts(key).1.is_empty() || fits(parts(key).1));
        found.sort_by_key(|(key, _)| parts(key).1.is_empty());
        found.into_iter()
    }

    /// The guide of a title; none if it has none.
    pub fn of<G: Game>() -> Option<Guide> {
        let built_in = !G::META.teaching.guide.is_empty();
        built_in.then(|| Guide::read::<G>(None).expect("guides that are built in are checked"))
    }
}

/// The key by which this title asks what another one asks by this key. Clauses are words of the program: a guide is read once.
fn own_key<G: Game>(key: &str) -> String {
    let (clause, word) = parts(key);
    if G::META.has_clause(clause) {
        return key.into();
    }
    let own = G::cite(Clause(clause.to_string().leak())).0;
    if word.is_empty() { own.into() } else { format!("{own} {word}") }
}

/// A key's clause, and its word if it has one.
pub fn parts(key: &str) -> (&str, &str) {
    key.split_once(' ').unwrap_or((key, ""))
}
