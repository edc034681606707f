//! `astrarium rules`: the rules in our words, whole or by clause.

use anyhow::bail;
use astrarium_games::Title;
use clap::Args;
use serde_json::json;

use crate::Verdict;
use crate::setup::titles;

/// Show the rules of a title, or one clause
#[derive(Debug, Args)]
#[command(after_help = "Example: astrarium rules galactic-adventures GA-078")]
pub struct Rules {
    /// One of `astrarium titles`
    #[arg(value_parser = titles())]
    title: Title,
    /// The id of a clause, such as GA-078
    clause: Option<String>,
}

impl Rules {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        let text = match &self.clause {
            None => self.title.meta().rules.to_string(),
            Some(clause) => find(self.title.meta().rules, clause).join("\n"),
        };
        if let Some(clause) = self.clause.as_ref().filter(|_| text.is_empty()) {
            bail!("there is no clause “{clause}” in {}", self.title);
        }
        if json {
            super::print_json(&json!({ "title": self.title.meta().id, "clause": self.clause, "text": text }));
        } else {
            println!("{}", text.trim_end());
        }
        Ok(Verdict::Fine)
    }
}

/// The items, rows and paragraphs that name a clause.
pub fn find(rules: &str, clause: &str) -> Vec<String> {
    let clause = clause.to_uppercase();
    let is_word = |c: char| c.is_alphanumeric() || c == '-';
    let names = |item: &String| item.split(|c| !is_word(c)).any(|word| !word.is_empty() && word == clause);
    items(rules).into_iter().filter(names).collect()
}

/// A line goes on where the next one is indented.
fn items(rules: &str) -> Vec<String> {
    let mut items: Vec<String> = Vec::new();
    for line in rules.lines() {
        match items.last_mut() {
            Some(item) if line.starts_with("  ") => *item += &format!("\n{line}"),
            _ => items.push(line.into()),
        }
    }
    items
}

#[cfg(test)]
mod tests {
    #[test]
    fn a_clause_is_found_whole_and_by_its_whole_id() {
        let rules = "# War\n- **XX-010** One\n  and more.\n- **XX-0101** Two.\nSee XX-010.";
        assert_eq!(super::find(rules, "xx-010"), ["- **XX-010** One\n  and more.", "See XX-010."]);
        assert!(super::find(rules, "").is_empty());
    }
}
