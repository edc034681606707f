//! What a typed line means: a number, a sentence or the beginning of one, or a word to the table itself.

use std::path::PathBuf;

use astrarium_core::Sentence;
use astrarium_core::data::nearest;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// One of the legal sentences.
    Sentence(String),
    /// The beginning of several.
    Several(Vec<String>),
    /// None of them.
    No(String),
    Why(String),
    Rules(Option<String>),
    Save(PathBuf),
    Map(Option<String>),
    Hint,
    Undo,
    Table,
    Log,
    Help,
    Quit,
    Nothing,
}

/// The words to the table itself, for completion.
pub const COMMANDS: [&str; 11] = ["?", "help", "hint", "log", "map", "quit", "rules", "save", "table", "undo", "why"];

/// A legal sentence comes before a word to the table, should a game use the same word.
pub fn read(line: &str, legal: &[Sentence]) -> Answer {
    let words: Vec<&str> = line.split_whitespace().collect();
    let whole = words.join(" ");
    if let Some(exact) = legal.iter().find(|s| s.words == words) {
        return Answer::Sentence(exact.words.join(" "));
    }
    if let Some(chosen) = whole.parse::<usize>().ok().and_then(|n| legal.get(n.checked_sub(1)?)) {
        return Answer::Sentence(chosen.words.join(" "));
    }
    match words[..] {
        [] => Answer::Nothing,
        ["?" | "help"] => Answer::Help,
        ["table"] => Answer::Table,
        ["log"] => Answer::Log,
        ["hint"] => Answer::Hint,
        ["undo"] => Answer::Undo,
        ["map"] => Answer::Map(None),
        ["map", place] => Answer::Map(Some(place.into())),
        ["quit" | "exit"] => Answer::Quit,
        ["rules"] => Answer::Rules(None),
        ["rules", clause] => Answer::Rules(Some(clause.into())),
        ["save", file] => Answer::Save(file.into()),
        ["why", ref sentence @ ..] if !sentence.is_empty() => Answer::Why(sentence.join(" ")),
        _ => begun(&words, &whole, legal),
    }
}

fn begun(words: &[&str], whole: &str, legal: &[Sentence]) -> Answer {
    let begins = |s: &&Sentence| {
        words.len() <= s.words.len() && words.iter().zip(&s.words).all(|(typed, word)| word.starts_with(typed))
    };
    let mut found: Vec<String> = legal.iter().filter(begins).map(|s| s.words.join(" ")).collect();
    match found.len() {
        0 => Answer::No(whole.into()),
        1 => Answer::Sentence(found.remove(0)),
        _ => Answer::Several(found),
    }
}

/// What the question expects in place of a text that is no sentence.
pub fn expected(text: &str, legal: &[Sentence]) -> String {
    if text.parse::<i64>().is_ok() {
        return format!("there is no choice {text}: expected a number from 1 to {}", legal.len());
    }
    let sentences: Vec<String> = legal.iter().map(|s| s.words.join(" ")).collect();
    let ends = sentences.iter().find(|s| s.ends_with(&format!(" {text}")));
    let words = sentences.iter().map(String::as_str).chain(COMMANDS);
    let meant = ends.map(String::as_str).or_else(|| nearest(text, words));
    if let Some(meant) = meant {
        return format!("“{text}” is no answer here: did you mean “{meant}”?");
    }
    let mut verbs: Vec<&str> = legal.iter().filter_map(|s| Some(&**s.words.first()?)).collect();
    verbs.dedup();
    let numbers = if legal.len() == 1 { "1".into() } else { format!("a number from 1 to {}", legal.len()) };
    format!("“{text}” is no answer here: expected {numbers}, {}, or ? for help", verbs.join(" …, ") + " …")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn legal() -> Vec<Sentence> {
        let sentence = |text: &str| Sentence {
            words: text.split(' ').map(Into::into).collect(),
            label: Default::default(),
            odds: None,
            then: Vec::new(),
            firm: false,
        };
        ["target moon-07", "target moon-08", "target-none", "table"].map(sentence).into()
    }

    fn sentence(text: &str) -> Answer {
        Answer::Sentence(text.into())
    }

    #[test]
    fn a_sentence_by_number_whole_or_begun() {
        assert_eq!(read("2", &legal()), sentence("target moon-08"));
        assert_eq!(read(" target   moon-07 ", &legal()), sentence("target moon-07"));
        assert_eq!(read("t moon-08", &legal()), sentence("target moon-08"));
        assert_eq!(read("target-", &legal()), sentence("target-none"));
        assert_eq!(
            read("target moon", &legal()),
            Answer::Several(vec!["target moon-07".into(), "target moon-08".into()])
        );
    }

    #[test]
    fn words_to_the_table_give_way_to_sentences() {
        assert_eq!(read("table", &legal()), sentence("table"));
        assert_eq!(read("table", &[]), Answer::Table);
        assert_eq!(read("why target x", &legal()), Answer::Why("target x".into()));
        assert_eq!(read("rules GA-001", &legal()), Answer::Rules(Some("GA-001".into())));
    }

    #[test]
    fn anything_else_is_no() {
        let expected = |text| super::expected(text, &legal());
        assert_eq!(expected("5"), "there is no choice 5: expected a number from 1 to 4");
        assert_eq!(expected("moon-08"), "“moon-08” is no answer here: did you mean “target moon-08”?");
        assert_eq!(expected("target mon-07"), "“target mon-07” is no answer here: did you mean “target moon-07”?");
        assert!(
            expected("banana")
                .ends_with("expected a number from 1 to 4, target …, target-none …, table …, or ? for help")
        );
        for line in ["0", "5", "why", "save", "target moon-09", "moon-07"] {
            assert_eq!(read(line, &legal()), Answer::No(line.into()));
        }
        assert_eq!(read("  ", &legal()), Answer::Nothing);
    }
}
