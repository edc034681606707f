//! A title's rules, from Markdown to sections with clauses that can be linked.

use astrarium_core::Meta;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Rules {
    title: &'static str,
    pub name: &'static str,
    pub sections: Vec<Section>,
}

#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Section {
    pub heading: String,
    pub level: usize,
    pub parts: Vec<Part>,
}

#[derive(Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(untagged)]
pub enum Part {
    Passage(Passage),
    Table { head: Vec<String>, rows: Vec<Cells> },
}

/// Words with their clauses: in front of them, or behind them in brackets.
#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Passage {
    pub clauses: Vec<String>,
    pub text: String,
    /// Whether the clauses are behind the words.
    pub after: bool,
}

#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Cells {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clause: Option<String>,
    pub cells: Vec<String>,
}

pub fn read(meta: &'static Meta) -> Rules {
    let mut sections = vec![Section::default()];
    for block in blocks(meta.rules) {
        let last = sections.last_mut().expect("there is a first section");
        match block[0] {
            heading if heading.starts_with('#') => {
                let level = heading.bytes().take_while(|&b| b == b'#').count();
                sections.push(Section { heading: heading[level..].trim().into(), level, parts: Vec::new() });
            }
            row if row.starts_with('|') => last.parts.push(table(meta.prefix, &block)),
            _ => last.parts.extend(passages(meta.prefix, &join(&block)).into_iter().map(Part::Passage)),
        }
    }
    sections.retain(|s| !s.heading.is_empty() || !s.parts.is_empty());
    Rules { title: meta.id, name: meta.name, sections }
}

/// Lines that belong together: a heading, a list item, a paragraph, a table.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut open = false;
    for line in text.lines() {
        let begins = line.starts_with('#') || line.trim_start().starts_with("- ") || numbered(line) || !open;
        match line.trim() {
            "" => open = false,
            words if begins => {
                blocks.push(vec![words]);
                open = !line.starts_with('#');
            }
            words => blocks.last_mut().expect("an open block").push(words),
        }
    }
    blocks
}

fn join(block: &[&str]) -> String {
    let text = block.join(" ");
    text.strip_prefix("- ").unwrap_or(&text).into()
}

/// Whether a line is an item of a numbered list: `12. …`.
fn numbered(line: &str) -> bool {
    line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok())
}

/// Cuts a text into passages. Clauses that follow each other share the words behind the last of them.
fn passages(prefix: &str, text: &str) -> Vec<Passage> {
    let mut found: Vec<Passage> = Vec::new();
    let (mut waiting, mut number, mut open) = (Vec::new(), "", false);
    for (clause, mut words) in cut(prefix, text) {
        if let (true, Some(list), Some(id)) = (open, found.last_mut(), clause) {
            list.clauses.push(id.into());
            let Some((remark, rest)) = words.split_once(')') else { continue };
            words = close(list, remark, rest);
            open = false;
        } else {
            waiting.extend(clause.map(String::from));
        }
        if words.strip_suffix('.').is_some_and(|word| word.parse::<u8>().is_ok()) {
            number = words;
            continue;
        }
        open = words.ends_with('(');
        let words = words.trim_end_matches('(').trim();
        if !words.is_empty() {
            let text = format!("{} {words}", std::mem::take(&mut number)).trim().into();
            found.push(Passage { clauses: std::mem::take(&mut waiting), text, after: open });
        }
    }
    found
}

/// Ends the brackets behind a passage: what they say beside the clauses, and the full stop after them, are its own. Returns the
/// words after that.
fn close<'a>(list: &mut Passage, remark: &str, rest: &'a str) -> &'a str {
    let remark = remark.trim_start_matches(',').trim();
    if !remark.is_empty() {
        list.text += &format!(" ({remark})");
    }
    let point = rest.find(|c| !matches!(c, '.' | ',' | ':' | ';')).unwrap_or(rest.len());
    list.text += &rest[..point];
    rest[point..].trim()
}

/// Splits a text where a clause begins, `**GA-001** …`: the clause, and the words up to the next.
fn cut<'a>(prefix: &str, text: &'a str) -> Vec<(Option<&'a str>, &'a str)> {
    let mark = format!("**{prefix}-");
    let mut starts: Vec<usize> = text.match_indices(&mark).map(|(at, _)| at).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    let pieces = starts.windows(2).map(|w| text[w[0]..w[1]].trim()).filter(|piece| !piece.is_empty());
    let piece = |piece: &'a str| match piece.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        Some((clause, words)) if piece.starts_with(&mark) => (Some(clause), words.trim()),
        _ => (None, piece),
    };
    pieces.map(piece).collect()
}

fn table(prefix: &str, block: &[&str]) -> Part {
    let cells = |line: &&str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let row = |line: &&str| {
        let mut cells = cells(line);
        let mut clause = None;
        for cell in &mut cells {
            if let [(Some(id), words), ..] = cut(prefix, cell)[..] {
                (clause, *cell) = (Some(id.into()), words.into());
            }
        }
        Cells { clause, cells }
    };
    Part::Table { head: cells(&block[0]), rows: block.iter().skip(2).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use astrarium_games::Title;

    use super::*;

    fn passage(clauses: &[&str], text: &str, after: bool) -> Passage {
        Passage { clauses: clauses.iter().map(ToString::to_string).collect(), text: text.into(), after }
    }

    #[test]
    fn clauses_are_in_front_of_their_words() {
        let found = passages("E2", "Four. **E2-120** **E2-302** Never more. **E2-P01** Some.");
        let more = [passage(&["E2-120", "E2-302"], "Never more.", false), passage(&["E2-P01"], "Some.", false)];
        assert_eq!(found[0], passage(&[], "Four.", false));
        assert_eq!(found[1..], more);
        assert_eq!(passages("E2", "2. **E2-134** Two."), [passage(&["E2-134"], "2. Two.", false)]);
    }

    #[test]
    fn clauses_are_in_brackets_behind_their_words() {
        let found = passages("EV", "One. (**EV-001**, **EV-002**) Two (**EV-003**, a house value).");
        assert_eq!(found[0], passage(&["EV-001", "EV-002"], "One.", true));
        assert_eq!(found[1..], [passage(&["EV-003"], "Two (a house value).", true)]);
    }

    #[test]
    fn rows_have_their_clause() {
        let lines = ["| A | B |", "|---|---|", "| x | **GA-095** y |"];
        let rows = vec![Cells { clause: Some("GA-095".into()), cells: vec!["x".into(), "y".into()] }];
        assert_eq!(table("GA", &lines), Part::Table { head: vec!["A".into(), "B".into()], rows });
    }

    #[test]
    fn every_title_keeps_its_clauses_and_words() {
        for title in Title::ALL {
            let meta = title.meta();
            for block in blocks(meta.rules).iter().filter(|block| !block[0].starts_with(['#', '|'])) {
                let text = join(block);
                let found = passages(meta.prefix, &text);
                let marked: Vec<&str> = cut(meta.prefix, &text).iter().filter_map(|(clause, _)| *clause).collect();
                assert_eq!(found.iter().flat_map(|p| &p.clauses).collect::<Vec<_>>(), marked, "{text}");
                let letters = |text: &str| text.replace(|c: char| !c.is_alphanumeric(), "");
                let all: String = cut(meta.prefix, &text).iter().map(|(_, words)| letters(words)).collect();
                assert_eq!(found.iter().map(|p| letters(&p.text)).collect::<String>(), all, "{text}");
                for Passage { text, .. } in &found {
                    assert!(!text.starts_with([',', '.', ':', ';', ')']) && !text.ends_with('('), "{text}");
                    assert_eq!(text.matches('(').count(), text.matches(')').count(), "{text}");
                    assert!(text.contains(char::is_alphabetic), "{text}");
                }
            }
        }
    }
}
