//! Rule tests a board gamer can read: a position, then steps with what must come of them. TOML; `docs/scenarios.md` describes it.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value as Json;
use toml::{Table, Value};

use crate::{Options, Scripted, options, position};

/// `P` is the game's own position, so that a fault in one has its line and column.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ScenarioFile<P = Table> {
    /// The title's id.
    pub title: String,
    /// What several scenarios begin with, by name.
    #[serde(rename = "base", default = "BTreeMap::new")]
    pub bases: BTreeMap<String, Base<P>>,
    /// The scenarios, in order.
    #[serde(rename = "scenario")]
    pub scenarios: Vec<Scenario<P>>,
}

/// How the table is set up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Base<P = Table> {
    /// Options that differ from the defaults.
    #[serde(default)]
    pub options: Table,
    /// The position to begin with.
    pub position: Option<P>,
    /// Rolls and draws of the setup.
    #[serde(default)]
    pub dice: Vec<Value>,
}

/// One rule in action: a position, what is done, what comes of it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Scenario<P = Table> {
    /// What it shows, in a sentence.
    pub name: String,
    /// The clauses that would be broken if it failed.
    #[serde(default)]
    pub clause: Many,
    /// The base it begins with; its own options and position are laid over it.
    pub base: Option<String>,
    /// Options that differ from the defaults.
    #[serde(default)]
    pub options: Table,
    /// Left out: the game's own setup.
    pub position: Option<P>,
    /// Chance outcomes of the setup, or of placing the position.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// What is wrong with the position: each text is part of one of the faults. Then there are no steps.
    #[serde(default)]
    pub broken: Many,
    /// What the position has at the start.
    #[serde(default)]
    pub expect: Paths,
    /// What is done, one after another.
    #[serde(rename = "step", default)]
    pub steps: Vec<Step>,
}

/// One seat's sentences, or a look at the table. `asked`, `prompt`, `odds` and the legal ones are looked at before `do`, the rest after
/// it.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub struct Step {
    /// Several seats: each of them does the same, one after another.
    #[serde(default)]
    pub seat: Many,
    /// The sentences, one after another.
    #[serde(rename = "do", default)]
    pub sentences: Many,
    /// Every outcome that these sentences need; all must be used.
    #[serde(default)]
    pub dice: Vec<Value>,
    /// Each sentence is refused with this clause, and nothing changes.
    pub refused: Option<String>,
    /// Who is asked before the step.
    pub asked: Option<Many>,
    /// Parts of the question the seat is asked, its clause in brackets at the end.
    #[serde(default)]
    pub prompt: Many,
    /// Sentences that the seat may say.
    #[serde(default)]
    pub legal: Many,
    /// Sentences that it may not say.
    #[serde(default)]
    pub not_legal: Many,
    /// All that the seat may answer, in any order.
    pub legal_exactly: Option<Many>,
    /// Sentence → its chance to succeed, such as `"3/8"`, or `"absent"`.
    #[serde(default)]
    pub odds: BTreeMap<String, String>,
    /// What the position has afterwards.
    #[serde(default)]
    pub expect: Paths,
    /// Seat (or `public`) → paths into its view.
    #[serde(default)]
    pub view: BTreeMap<String, Paths>,
    /// Seat (or `public`) → another one that sees the same, or the name of a scenario of this file at whose end it saw the same.
    #[serde(default)]
    pub same_view: BTreeMap<String, Many>,
    /// Seat (or `public`) → parts of lines that it reads of this step, their clause in brackets at the end.
    #[serde(default)]
    pub log: BTreeMap<String, Many>,
    /// Seat (or `public`) → parts of lines that it does not read, though somebody else does.
    #[serde(default)]
    pub not_log: BTreeMap<String, Many>,
    /// Who has won.
    pub winner: Option<Many>,
}

/// Dotted path into the exported position, or into a view → what is there.
pub type Paths = BTreeMap<String, Wanted>;

/// What must be found at a path.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(try_from = "Value")]
pub enum Wanted {
    /// Exactly this.
    Is(Json),
    /// `"absent"`
    Absent,
    /// `"+2"`: this much more than before the step. Nothing there counts as 0.
    Change(i64),
    /// `{ length = 3, contains = "moon-07" }`: of a list, or of the keys of a table.
    List(ListOf),
    /// `{ one-of = ["d8", "d10"] }`: any of these.
    OneOf(Vec<Json>),
    /// `{ at-least = 3 }`, `{ at-most = 5 }` or both: a number. Nothing there counts as 0.
    Between(Option<i64>, Option<i64>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Choice {
    one_of: Vec<Json>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Bounds {
    at_least: Option<i64>,
    at_most: Option<i64>,
}

/// What a list holds.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
pub struct ListOf {
    length: Option<Box<Wanted>>,
    contains: Option<Json>,
    lacks: Option<Json>,
    any_order: Option<Vec<Json>>,
}

impl TryFrom<Value> for Wanted {
    type Error = String;

    fn try_from(value: Value) -> Result<Wanted, String> {
        const ABOUT_LISTS: [&str; 4] = ["length", "contains", "lacks", "any-order"];
        let change = |text: &str| text.starts_with(['+', '-']).then(|| text.parse().ok()).flatten();
        let has = |table: &Table, keys: &[&str]| table.keys().any(|key| keys.contains(&key.as_str()));
        match value {
            Value::String(text) if text == "absent" => Ok(Wanted::Absent),
            Value::String(text) if change(&text).is_some() => Ok(Wanted::Change(change(&text).expect("just read"))),
            Value::Table(table) if has(&table, &ABOUT_LISTS) => {
                table.try_into().map(Wanted::List).map_err(|e| e.message().into())
            }
            Value::Table(table) if has(&table, &["one-of"]) => {
                table.try_into().map(|choice: Choice| Wanted::OneOf(choice.one_of)).map_err(|e| e.message().into())
            }
            Value::Table(table) if has(&table, &["at-least", "at-most"]) => table
                .try_into()
                .map(|bounds: Bounds| Wanted::Between(bounds.at_least, bounds.at_most))
                .map_err(|e| e.message().into()),
            other => Ok(Wanted::Is(serde_json::to_value(other).expect("TOML is plain data"))),
        }
    }
}

impl Wanted {
    /// Whether what is there now is as wanted; `before` is what was there before the step.
    pub fn compare(&self, before: Option<&Json>, now: Option<&Json>) -> Result<(), String> {
        let found = |at: Option<&Json>| at.map_or("nothing there".into(), Json::to_string);
        let number = |at: Option<&Json>| at.map_or(Some(0), Json::as_i64);
        match (self, now) {
            (Wanted::Is(wanted), _) if now == Some(wanted) => Ok(()),
            (Wanted::Is(wanted), _) => Err(format!("expected {wanted}, found {}", found(now))),
            (Wanted::Absent, None) => Ok(()),
            (Wanted::Absent, Some(now)) => Err(format!("expected nothing there, found {now}")),
            (Wanted::Change(by), _) => match (number(before), number(now)) {
                (Some(was), Some(is)) if was + by == is && (before.is_some() || now.is_some()) => Ok(()),
                _ => Err(format!("expected {by:+}, found {} before and {} after", found(before), found(now))),
            },
            (Wanted::List(list), Some(now)) => list.compare(before, now),
            (Wanted::List(_), None) => Err("expected a list, found nothing there".into()),
            (Wanted::OneOf(all), _) if now.is_some_and(|now| all.contains(now)) => Ok(()),
            (Wanted::OneOf(all), _) => {
                Err(format!("expected one of {}, found {}", Json::from(all.clone()), found(now)))
            }
            (Wanted::Between(low, high), _) => match number(now) {
                Some(n) if low.is_none_or(|low| n >= low) && high.is_none_or(|high| n <= high) => Ok(()),
                _ => {
                    let bound = |word, n: &Option<i64>| n.map(|n| format!("{word} {n}"));
                    let bounds: Vec<_> =
                        [bound("at least", low), bound("at most", high)].into_iter().flatten().collect();
                    Err(format!("expected {}, found {}", bounds.join(" and "), found(now)))
                }
            },
        }
    }

    /// The same at a path of an exported position, or of a view; what is null is not there.
    pub fn compare_at(&self, path: &str, was: Option<&Json>, now: &Json) -> Result<(), String> {
        let at = |value| position::at(value, path).filter(|value: &&Json| !value.is_null());
        self.compare(was.and_then(at), at(now))
    }
}

/// A list is several items.
fn several(items: &Option<Json>) -> &[Json] {
    match items {
        None => &[],
        Some(Json::Array(items)) => items,
        Some(one) => std::slice::from_ref(one),
    }
}

impl ListOf {
    /// What must not be in it.
    pub fn lacking(&self) -> &[Json] {
        several(&self.lacks)
    }

    fn compare(&self, before: Option<&Json>, now: &Json) -> Result<(), String> {
        let items = |at: &Json| match at {
            Json::Array(items) => Some(items.clone()),
            Json::Object(map) => Some(map.keys().cloned().map(Json::from).collect()),
            _ => None,
        };
        let Some(found) = items(now) else { return Err(format!("expected a list, found {now}")) };
        let mut wrong = Vec::new();
        if let Some(length) = &self.length {
            let before = before.and_then(items).map(|items| Json::from(items.len()));
            let compared = length.compare(before.as_ref(), Some(&found.len().into()));
            wrong.extend(compared.err().map(|why| format!("length: {why}")));
        }
        let missing = several(&self.contains).iter().filter(|item| !found.contains(item));
        wrong.extend(missing.map(|item| format!("expected {item} in it")));
        let extra = self.lacking().iter().filter(|item| found.contains(item));
        wrong.extend(extra.map(|item| format!("expected no {item} in it")));
        if let Some(all) = &self.any_order {
            let sorted = |items: &[Json]| {
                let mut words: Vec<String> = items.iter().map(Json::to_string).collect();
                words.sort();
                words
            };
            if sorted(all) != sorted(&found) {
                wrong.push(format!("expected in any order {}", Json::from(all.clone())));
            }
        }
        if wrong.is_empty() { Ok(()) } else { Err(format!("{}, found {now}", wrong.join(", "))) }
    }
}

impl<P: DeserializeOwned> ScenarioFile<P> {
    /// Reads a file and lays each scenario over its base.
    pub fn read(text: &str) -> Result<ScenarioFile<P>, String> {
        over_bases(text, "scenario")
    }
}

/// Reads a file of which some items name a base, and lays them over it.
pub(crate) fn over_bases<F: DeserializeOwned>(text: &str, items: &str) -> Result<F, String> {
    let file: F = toml::from_str(text).map_err(|e| e.to_string())?;
    let mut whole: Table = toml::from_str(text).map_err(|e| e.to_string())?;
    let bases = whole.get("base").and_then(Value::as_table).cloned().unwrap_or_default();
    let all = whole.get_mut(items).and_then(Value::as_array_mut).into_iter().flatten();
    let mut based = false;
    for loose in all.filter_map(Value::as_table_mut) {
        let word = |key: &str| loose.get(key).and_then(Value::as_str).unwrap_or_default().to_string();
        let (name, of) = (word("base"), word("name"));
        if name.is_empty() {
            continue;
        }
        let base = bases.get(&name).and_then(Value::as_table).ok_or_else(|| {
            let known = bases.keys().map(String::as_str).collect::<Vec<_>>().join(", ");
            format!("{items} “{of}”: there is no base “{name}”: expected {known}")
        })?;
        lay_under(loose, base);
        based = true;
    }
    // What was read from the text alone says line and column of its faults.
    if !based {
        return Ok(file);
    }
    // Read again as text: one reader for positions is enough, and those of large games are large.
    toml::from_str(&whole.to_string()).map_err(|e| format!("a {items} over its base: {e}"))
}

/// The options that a table of a file means; `rules` is the version.
pub fn read_options<O: Options>(table: &Table) -> Result<O, String> {
    let version = |rules: &Value| rules.as_integer().and_then(|n| u8::try_from(n).ok());
    let given = match table.get("rules") {
        None => O::default(),
        Some(rules) => options::of_rules(version(rules).ok_or_else(|| format!("{rules} is no rules version"))?)?,
    };
    table.iter().filter(|(id, _)| *id != "rules").try_fold(given, |options, (id, value)| match value {
        Value::Boolean(on) => options::set(options, id, if *on { "on" } else { "off" }),
        other => options::set(options, id, &word(other)?),
    })
}

/// Dice and draws as a file gives them: numbers or words.
pub fn script(outcomes: &[Value]) -> Result<Scripted, String> {
    Ok(Scripted::new(outcomes.iter().map(word).collect::<Result<Vec<_>, _>>()?))
}

fn word(value: &Value) -> Result<String, String> {
    match value {
        Value::String(word) => Ok(word.clone()),
        Value::Integer(number) => Ok(number.to_string()),
        other => Err(format!("{other} cannot be here: expected a number or a word")),
    }
}

/// What the upper table leaves out is taken from the lower one.
fn lay_under(upper: &mut Table, lower: &Table) {
    for (key, below) in lower {
        match (upper.get_mut(key), below) {
            (None, _) => _ = upper.insert(key.clone(), below.clone()),
            (Some(Value::Table(above)), Value::Table(below)) => lay_under(above, below),
            (Some(_), _) => {}
        }
    }
}

/// One word or a list of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(from = "OneOrMany")]
pub struct Many(pub Vec<String>);

#[derive(Deserialize)]
#[serde(untagged, expecting = "expected a text or a list of texts")]
enum OneOrMany {
    One(String),
    Many(Vec<String>),
}

impl From<OneOrMany> for Many {
    fn from(words: OneOrMany) -> Many {
        match words {
            OneOrMany::One(word) => Many(vec![word]),
            OneOrMany::Many(words) => Many(words),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn wanted(value: &str) -> Wanted {
        toml::from_str::<BTreeMap<String, Wanted>>(&format!("x = {value}")).expect("a value").remove("x").expect("x")
    }

    #[test]
    fn values_are_compared_as_they_are_written() {
        let list = json!(["b", "a", "b"]);
        for (value, before, now) in [
            ("3", None, Some(json!(3))),
            ("'absent'", Some(json!(3)), None),
            ("'+2'", Some(json!(3)), Some(json!(5))),
            ("'-2'", Some(json!(2)), None),
            ("{ length = 3, contains = 'a', lacks = ['c', 'd'] }", None, Some(list.clone())),
            ("{ any-order = ['b', 'b', 'a'] }", None, Some(list.clone())),
            ("{ length = '+1' }", Some(json!(["a", "b"])), Some(list.clone())),
            ("{ contains = 'a', length = 1 }", None, Some(json!({ "a": 1 }))),
            ("{ a = 1 }", None, Some(json!({ "a": 1 }))),
            ("{ one-of = ['d8', 'd10'] }", None, Some(json!("d10"))),
            ("{ at-least = 3 }", None, Some(json!(3))),
            ("{ at-least = 1, at-most = 3 }", None, Some(json!(2))),
            ("{ at-most = 3 }", None, None),
        ] {
            assert_eq!(wanted(value).compare(before.as_ref(), now.as_ref()), Ok(()), "{value}");
        }
    }

    #[test]
    fn what_differs_is_said() {
        let list = json!(["b", "a"]);
        for (value, before, now, said) in [
            ("3", None, Some(json!(4)), "expected 3, found 4"),
            ("'absent'", None, Some(json!(4)), "expected nothing there, found 4"),
            ("'+2'", Some(json!(3)), Some(json!(4)), "expected +2, found 3 before and 4 after"),
            ("'+0'", None, None, "expected +0, found nothing there before and nothing there after"),
            ("{ length = 3 }", None, Some(json!(7)), "expected a list, found 7"),
            ("{ lacks = 'a' }", None, None, "expected a list, found nothing there"),
            ("{ one-of = ['c'] }", None, Some(json!("a")), "expected one of [\"c\"], found \"a\""),
            ("{ at-least = 3, at-most = 4 }", None, Some(json!(5)), "expected at least 3 and at most 4, found 5"),
            ("{ at-least = 1 }", None, None, "expected at least 1, found nothing there"),
            ("{ any-order = ['a'] }", None, Some(list.clone()), "expected in any order [\"a\"], found [\"b\",\"a\"]"),
            (
                "{ length = 3, contains = 'c', lacks = 'a' }",
                None,
                Some(list.clone()),
                "length: expected 3, found 2, expected \"c\" in it, expected no \"a\" in it, found [\"b\",\"a\"]",
            ),
        ] {
            assert_eq!(wanted(value).compare(before.as_ref(), now.as_ref()), Err(said.into()), "{value}");
        }
        assert!(toml::from_str::<BTreeMap<String, Wanted>>("x = { length = 3, containz = 1 }").is_err());
    }

    #[test]
    fn a_scenario_lies_over_its_base() {
        let text = "title = 'x'\n[base.war]\nposition = { round = 2, seats.red = { a = 1, b = [1] } }\ndice = [1]\n\
                    [[scenario]]\nname = 'x'\nbase = 'war'\nposition = { seats.red = { b = [2], c = 3 } }\n";
        let file: ScenarioFile = ScenarioFile::read(text).expect("sound");
        let position = file.scenarios[0].position.clone().expect("it has one");
        let laid = "round = 2\n[seats.red]\na = 1\nb = [2]\nc = 3\n";
        assert_eq!(position, toml::from_str(laid).expect("sound"));
        assert_eq!(file.scenarios[0].dice.len(), 1);
        let unknown = ScenarioFile::<Table>::read(&text.replace("= 'war'", "= 'peace'")).expect_err("no such base");
        assert_eq!(unknown, "scenario “x”: there is no base “peace”: expected war");
    }
}
