//! What a pack holds, for looking it up without a game: every table with a name is a component.

use serde::Serialize;
use toml::{Table, Value};

use super::Files;
use crate::words::title_case;

/// Components of a kind: those of one file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS), ts(rename = "Components"))]
pub struct Kind {
    /// What the file is called: `planets`.
    pub id: String,
    /// In the order of the alphabet.
    pub components: Vec<Component>,
}

/// Something with a name.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct Component {
    /// Its key in the pack, mostly its word in sentences.
    pub id: String,
    /// What players call it.
    pub name: String,
    /// What it does, or nothing.
    pub text: String,
    /// What else is printed on it: fields and values, in words.
    pub facts: Vec<(String, String)>,
}

/// Where things are drawn: nobody looks that up.
const PLACES: [&str; 4] = ["at", "cell", "hex", "nodes"];

/// Everything with a name. Tables under one of the names in `others` belong to another edition.
pub fn contents(files: &Files, others: &[&str]) -> Vec<Kind> {
    let kind = |(file, text): &(String, String)| {
        let mut table: Table = toml::from_str(text).expect("a pack that was read is TOML");
        table.retain(|key, _| !others.contains(&key));
        let mut components = Vec::new();
        find(&table, &mut components);
        components.sort_by(|a, b| (&a.name, &a.id).cmp(&(&b.name, &b.id)));
        (!components.is_empty()).then(|| Kind { id: file.trim_end_matches(".toml").into(), components })
    };
    files.texts().iter().filter_map(kind).collect()
}

fn find(table: &Table, found: &mut Vec<Component>) {
    for (key, value) in table {
        let Value::Table(inner) = value else { continue };
        match inner.get("name") {
            Some(Value::String(name)) => found.push(component(key, name, inner)),
            _ => find(inner, found),
        }
    }
}

fn component(id: &str, name: &str, table: &Table) -> Component {
    let hidden = |key: &str| ["name", "text"].contains(&key) || PLACES.contains(&key);
    let facts = table.iter().filter(|(key, _)| !hidden(key)).map(|(key, value)| (title_case(key), words(value)));
    let text = table.get("text").and_then(Value::as_str).unwrap_or_default();
    Component {
        id: id.into(),
        name: name.into(),
        text: text.into(),
        facts: facts.filter(|(_, value)| !value.is_empty()).collect(),
    }
}

/// A value as a person reads it.
fn words(value: &Value) -> String {
    match value {
        Value::String(text) => text.clone(),
        Value::Boolean(on) => if *on { "yes" } else { "no" }.into(),
        Value::Array(values) => {
            let tables = values.iter().any(|value| value.is_table() || value.is_array());
            values.iter().map(words).collect::<Vec<_>>().join(if tables { "; " } else { ", " })
        }
        Value::Table(table) => {
            let pairs: Vec<_> =
                table.iter().map(|(key, value)| format!("{} {}", key.replace('-', " "), words(value))).collect();
            pairs.join(", ")
        }
        other => other.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_with_a_name_is_a_component() {
        let text = "size = 3\n[moon]\nname = \"Ember\"\ntext = \"Warm.\"\nat = [1, 2]\nprice = { metal = 1, marks = 2 }\nnear = [\"sun\"]\n\
                    [old.laser]\nname = \"Laser\"\n[new.beam]\nname = \"Beam\"\nfast = true\n[plain]\nx = 1\n";
        let files = Files::new([("things.toml".into(), text.into()), ("numbers.toml".into(), "x = 1".into())]);
        let found = contents(&files, &["old"]);
        let [Kind { id, components }] = &found[..] else { panic!("{found:?}") };
        assert_eq!(id, "things");
        let fact = |name: &str, value: &str| (name.to_string(), value.to_string());
        let expected = [
            ("beam", "Beam", "", vec![fact("Fast", "yes")]),
            ("moon", "Ember", "Warm.", vec![fact("Near", "sun"), fact("Price", "marks 2, metal 1")]),
        ];
        let expected = expected.map(|(id, name, text, facts)| Component {
            id: id.into(),
            name: name.into(),
            text: text.into(),
            facts,
        });
        assert_eq!(components[..], expected);
    }
}
