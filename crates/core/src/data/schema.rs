//! What may be in the files of a pack, as JSON Schema. Nothing is written by hand: the built-in pack shows what there is, and
//! trying changes on the pack's own reader shows what it accepts.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value, json};

use super::{Files, Pack, PackError};

/// A word, a key and a number that no pack has.
const ODD: &str = "odd-one-out";
const HUGE: i64 = i64::MAX;
/// More entries than a list may have.
const LONG: usize = 200;

/// A step into a table or a list.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    At(usize),
}

/// A place that occurs in the built-in pack, with what is there.
type Sample<'a> = (Vec<Step>, &'a toml::Value);

/// The schema of a file of the pack.
pub fn schema<P: Pack>(name: &str) -> Value {
    let files = Files::house::<P>();
    let table: toml::Table = files.text(name).parse().expect("the built-in pack can be read");
    let comments = comments(files.text(name));
    let whole = toml::Value::Table(table);
    let tried = Tried::<P> { files: &files, name, whole: &whole, comments, of: std::marker::PhantomData };
    let mut schema = tried.node(&[(Vec::new(), &whole)]);
    schema.insert("$schema".into(), json!("https://json-schema.org/draft/2020-12/schema"));
    schema.insert("title".into(), json!(name));
    Value::Object(schema)
}

struct Tried<'a, P> {
    files: &'a Files,
    name: &'a str,
    whole: &'a toml::Value,
    /// By key, what the built-in file says beside its first one.
    comments: BTreeMap<String, String>,
    of: std::marker::PhantomData<P>,
}

impl<P: Pack> Tried<'_, P> {
    /// What all these places have in common.
    fn node(&self, samples: &[Sample<'_>]) -> Map<String, Value> {
        let of = |test: fn(&toml::Value) -> bool| -> Vec<Sample<'_>> {
            samples.iter().filter(|(_, value)| test(value)).cloned().collect()
        };
        type Test = fn(&toml::Value) -> bool;
        type Describe<T> = fn(&T, &[Sample<'_>]) -> Map<String, Value>;
        let known: [(Test, Describe<Self>); 5] = [
            (toml::Value::is_table, Self::table),
            (toml::Value::is_array, Self::list),
            (toml::Value::is_integer, Self::number),
            (toml::Value::is_str, Self::word),
            (toml::Value::is_bool, |_, _| object(json!({ "type": "boolean" }))),
        ];
        let mut kinds = Vec::new();
        for (test, describe) in known {
            let some = of(test);
            if !some.is_empty() {
                kinds.push(describe(self, &some));
            }
        }
        match kinds.len() {
            0 => Map::new(),
            1 => kinds.remove(0),
            _ => object(json!({ "anyOf": kinds })),
        }
    }

    /// Either with fields of its own, or with keys that the pack chooses.
    fn table(&self, samples: &[Sample<'_>]) -> Map<String, Value> {
        let (path, _) = &samples[0];
        let said = self.fault(path, &Change::Insert, |fault| fault.what.contains(ODD));
        let words = said.as_ref().map(one_of).unwrap_or_default();
        let keys: BTreeSet<&str> = samples.iter().flat_map(|(_, v)| keys(v)).collect();
        let fields = said.as_ref().is_some_and(|fault| fault.what.contains("no field here"));
        if !fields {
            let rows: Vec<Sample<'_>> = samples.iter().flat_map(entries).collect();
            let mut map = object(json!({ "type": "object", "additionalProperties": self.node(&rows) }));
            if !words.is_empty() {
                map.insert("propertyNames".into(), json!({ "enum": words }));
            }
            return map;
        }
        let all: BTreeSet<&str> = words.iter().map(String::as_str).chain(keys).collect();
        let mut properties = Map::new();
        let mut required = Vec::new();
        for key in all {
            let there: Vec<Sample<'_>> = samples.iter().flat_map(entries).filter(|(p, _)| ends(p, key)).collect();
            let mut node = if there.is_empty() { Map::new() } else { self.node(&there) };
            let about = P::FIELDS.iter().find(|(field, _)| *field == key).map(|(_, about)| (*about).to_string());
            if let Some(about) = about.or_else(|| self.comments.get(key).cloned()) {
                node.insert("description".into(), json!(about));
            }
            properties.insert(key.into(), Value::Object(node));
            let missing = |fault: &PackError| fault.what == format!("“{key}” is missing");
            if there.first().is_some_and(|(path, _)| self.fault(path, &Change::Remove, missing).is_some()) {
                required.push(key);
            }
        }
        object(json!({
            "type": "object", "additionalProperties": false, "properties": properties, "required": required,
        }))
    }

    fn list(&self, samples: &[Sample<'_>]) -> Map<String, Value> {
        let items: Vec<Sample<'_>> = samples.iter().flat_map(entries).collect();
        if items.is_empty() {
            return object(json!({ "type": "array" }));
        }
        let mut list = object(json!({ "type": "array", "items": self.node(&items) }));
        let fixed = |fault: &PackError| fault.right.strip_prefix("a list of ").and_then(|n| n.parse::<u64>().ok());
        let fault = self.fault(&samples[0].0, &Change::Remove0, |fault| fixed(fault).is_some());
        if let Some(length) = fault.as_ref().and_then(fixed) {
            list.insert("minItems".into(), length.into());
            list.insert("maxItems".into(), length.into());
            return list;
        }
        let long = Change::Set(vec![items[0].1.clone(); LONG].into());
        let fault = self.fault(&samples[0].0, &long, |fault| lengths(fault).is_some());
        if let Some((least, most)) = fault.as_ref().and_then(lengths) {
            list.insert("minItems".into(), least.into());
            list.insert("maxItems".into(), most.into());
        }
        list
    }

    fn number(&self, samples: &[Sample<'_>]) -> Map<String, Value> {
        let mut number = object(json!({ "type": "integer" }));
        let fault =
            self.fault(&samples[0].0, &Change::Set(HUGE.into()), |fault| fault.what.contains(&HUGE.to_string()));
        if let Some((low, high)) = fault.as_ref().and_then(bounds) {
            number.insert("minimum".into(), low.into());
            number.insert("maximum".into(), high.into());
        }
        number
    }

    fn word(&self, samples: &[Sample<'_>]) -> Map<String, Value> {
        let unknown = |fault: &PackError| fault.what.contains(ODD) && fault.what.contains("not known here");
        let fault = self.fault(&samples[0].0, &Change::Set(ODD.into()), unknown);
        let words = fault.as_ref().map(one_of).unwrap_or_default();
        object(if words.is_empty() { json!({ "type": "string" }) } else { json!({ "enum": words }) })
    }

    /// What the reader says of a change, if it says what is looked for.
    fn fault(&self, path: &[Step], change: &Change, wanted: impl Fn(&PackError) -> bool) -> Option<PackError> {
        let mut whole = self.whole.clone();
        change.make(&mut whole, path);
        let text = toml::to_string(&whole).ok()?;
        let changed = |(name, old): &(String, String)| {
            let text = if name == self.name { text.clone() } else { old.clone() };
            (name.clone(), text)
        };
        let faults = P::parse(&Files::new(self.files.texts().iter().map(changed))).err()?;
        faults.into_iter().find(|fault| fault.file == self.name && wanted(fault))
    }
}

/// Every field of a file with what may be there, a line each: for people who read the file and not the schema.
pub fn explain(schema: &Value) -> Vec<String> {
    let mut lines = Vec::new();
    fields(schema, "", &mut lines);
    lines
}

fn fields(node: &Value, within: &str, lines: &mut Vec<String>) {
    let required: Vec<&str> = node["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    for (key, field) in node["properties"].as_object().into_iter().flatten() {
        let path = if within.is_empty() { key.clone() } else { format!("{within}.{key}") };
        let about = field["description"].as_str().map(|about| format!(" {about};")).unwrap_or_default();
        let may = if required.contains(&&key[..]) { "" } else { "; may be left out" };
        lines.push(format!("{path}:{about} {}{may}", kind(field)));
        fields(field, &path, lines);
        fields(&field["items"], &path, lines);
        fields(&field["additionalProperties"], &format!("{path}.…"), lines);
    }
    if node.get("properties").is_none() && node["additionalProperties"].is_object() && within.is_empty() {
        fields(&node["additionalProperties"], "", lines);
    }
}

/// What may be at a place, in a few words.
fn kind(node: &Value) -> String {
    let words = |list: &Value| -> Vec<String> {
        list.as_array().into_iter().flatten().filter_map(|w| Some(w.as_str()?.to_string())).collect()
    };
    match (node["type"].as_str(), &node["enum"], &node["anyOf"]) {
        (Some("integer"), ..) => match (&node["minimum"], &node["maximum"]) {
            (Value::Number(low), Value::Number(high)) => format!("a whole number from {low} to {high}"),
            _ => "a whole number".into(),
        },
        (Some("boolean"), ..) => "true or false".into(),
        (Some("string"), ..) => "a text".into(),
        (Some("array"), ..) => match (&node["minItems"], &node["maxItems"], kind(&node["items"])) {
            (Value::Number(least), Value::Number(most), of) if least == most => format!("a list of {least}, each {of}"),
            (Value::Number(least), Value::Number(most), of) => format!("a list of {least} to {most}, each {of}"),
            (.., of) => format!("a list, each {of}"),
        },
        (Some("object"), ..) => "a table".into(),
        (None, words_of @ Value::Array(_), _) => format!("one of {}", words(words_of).join(", ")),
        (None, _, Value::Array(any)) => any.iter().map(kind).collect::<Vec<_>>().join(", or "),
        _ => "something".into(),
    }
}

enum Change {
    Insert,
    Remove,
    /// The first of a list.
    Remove0,
    Set(toml::Value),
}

impl Change {
    fn make(&self, whole: &mut toml::Value, path: &[Step]) {
        let above = if matches!(self, Change::Remove) { &path[..path.len() - 1] } else { path };
        let at = above.iter().fold(whole, |value, step| match step {
            Step::Key(key) => &mut value[key.as_str()],
            Step::At(at) => &mut value[*at],
        });
        match (self, at, path.last()) {
            (Change::Insert, toml::Value::Table(table), _) => _ = table.insert(ODD.into(), 0.into()),
            (Change::Remove, toml::Value::Table(table), Some(Step::Key(key))) => _ = table.remove(key),
            (Change::Remove0, toml::Value::Array(list), _) if !list.is_empty() => _ = list.remove(0),
            (Change::Set(new), at, _) => *at = new.clone(),
            _ => {}
        }
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

fn keys(value: &toml::Value) -> impl Iterator<Item = &str> {
    value.as_table().into_iter().flat_map(|table| table.keys().map(String::as_str))
}

fn ends(path: &[Step], key: &str) -> bool {
    matches!(path.last(), Some(Step::Key(last)) if last == key)
}

/// What is directly inside.
fn entries<'a>((path, value): &Sample<'a>) -> Vec<Sample<'a>> {
    let below = |step: Step| path.iter().cloned().chain([step]).collect::<Vec<_>>();
    match value {
        toml::Value::Table(table) => table.iter().map(|(key, v)| (below(Step::Key(key.clone())), v)).collect(),
        toml::Value::Array(list) => list.iter().enumerate().map(|(at, v)| (below(Step::At(at)), v)).collect(),
        _ => Vec::new(),
    }
}

fn one_of(fault: &PackError) -> Vec<String> {
    let words = fault.right.strip_prefix("one of ").unwrap_or(&fault.right);
    let words = words.split(", ").filter(|word| !word.is_empty() && !word.contains(' '));
    words.map(Into::into).collect()
}

/// `a number from 0 to 99`
fn bounds(fault: &PackError) -> Option<(i64, i64)> {
    let (_, range) = fault.right.split_once("number from ")?;
    let (low, high) = range.split_once(" to ")?;
    Some((low.parse().ok()?, high.parse().ok()?))
}

/// `1 to 8 entries`
fn lengths(fault: &PackError) -> Option<(u64, u64)> {
    let (least, most) = fault.right.strip_suffix(" entries")?.split_once(" to ")?;
    Some((least.parse().ok()?, most.parse().ok()?))
}

/// What comes after `#` in the line of a key, without the mark of where the value comes from.
fn comments(text: &str) -> BTreeMap<String, String> {
    let mut comments = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some((key, rest)) = line.split_once(" = ")
            && let Some((_, comment)) = rest.rsplit_once(" # ")
        {
            let said = comment.trim_start_matches(['R', 'P', 'H']).trim_start_matches([':', ',', ' ']);
            if !said.is_empty() {
                comments.entry(key.trim().into()).or_insert_with(|| said.into());
            }
        }
    }
    comments
}
