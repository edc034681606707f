//! A title's rules, from Markdown to sections with clauses that can be linked.

use astrarium_core::Meta;
use serde::Serialize;
use utoipa::ToSchema;

#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct Rules {
    title: &'static str,
    pub name: &'static str,
    pub sections: Vec<Section>,
}

#[derive(Debug, Default, PartialEq, Serialize, ToSchema)]
pub struct Section {
    pub heading: String,
    pub level: usize,
    pub parts: Vec<Part>,
}

#[derive(Debug, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
pub enum Part {
    Clause { clause: String, text: String },
    Text { text: String },
    Table { head: Vec<String>, rows: Vec<Cells> },
}

#[derive(Debug, PartialEq, Serialize, ToSchema)]
pub struct Cells {
    #[serde(skip_serializing_if = "Option::is_none")]
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
            _ => last.parts.extend(clauses(meta.prefix, &join(&block))),
        }
    }
    sections.retain(|s| !s.heading.is_empty() || !s.parts.is_empty());
    Rules { title: meta.id, name: meta.name, sections }
}

/// Lines that belong together: a heading, a list item, a paragraph, a table.
fn blocks(text: &str) -> Vec<Vec<&str>> {
    let mut blocks: Vec<Vec<&str>> = Vec::new();
    let mut open = false;
    for line in text.lines().map(str::trim) {
        let begins = line.starts_with('#') || line.starts_with("- ") || !open;
        match line {
            "" => open = false,
            _ if begins => {
                blocks.push(vec![line]);
                open = !line.starts_with('#');
            }
            _ => blocks.last_mut().expect("an open block").push(line),
        }
    }
    blocks
}

fn join(block: &[&str]) -> String {
    let text = block.join(" ");
    text.strip_prefix("- ").unwrap_or(&text).into()
}

/// Splits a text where a clause begins: `**GA-001** …`.
fn clauses(prefix: &str, text: &str) -> Vec<Part> {
    let mark = format!("**{prefix}-");
    let mut starts: Vec<usize> = text.match_indices(&mark).map(|(at, _)| at).collect();
    starts.insert(0, 0);
    starts.push(text.len());
    let parts = starts.windows(2).map(|w| text[w[0]..w[1]].trim()).filter(|part| !part.is_empty());
    let part = |part: &str| match part.strip_prefix("**").and_then(|rest| rest.split_once("**")) {
        Some((clause, text)) if part.starts_with(&mark) => {
            Part::Clause { clause: clause.into(), text: text.trim().into() }
        }
        _ => Part::Text { text: part.into() },
    };
    parts.map(part).collect()
}

fn table(prefix: &str, block: &[&str]) -> Part {
    let cells = |line: &&str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect::<Vec<_>>();
    let row = |line: &&str| {
        let mut cells = cells(line);
        let mut clause = None;
        for cell in &mut cells {
            if let [Part::Clause { clause: id, text }, ..] = &clauses(prefix, cell)[..] {
                (clause, *cell) = (Some(id.clone()), text.clone());
            }
        }
        Cells { clause, cells }
    };
    Part::Table { head: cells(&block[0]), rows: block.iter().skip(2).map(row).collect() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clauses_are_found_in_items_and_tables() {
        let text = "# Rules\n\nOur words.\n\n## Board\n\n- Four. **GA-001** The\n  players.\n- **GA-002** Dice.\n\n| A | B |\n|---|---|\n| x | **GA-095** y |\n";
        let found: Vec<Part> = blocks(text)[1..].iter().flat_map(|b| clauses("GA", &join(b))).collect();
        let clause = |id: &str, text: &str| Part::Clause { clause: id.into(), text: text.into() };
        assert!(found.contains(&clause("GA-001", "The players.")));
        assert!(found.contains(&clause("GA-002", "Dice.")));
        assert!(found.contains(&Part::Text { text: "Four.".into() }));
        let rows = vec![Cells { clause: Some("GA-095".into()), cells: vec!["x".into(), "y".into()] }];
        let last = blocks(text).pop().expect("a table");
        assert_eq!(table("GA", &last), Part::Table { head: vec!["A".into(), "B".into()], rows });
    }
}
