//! How a table is set up: named options with their values, read from `key=value` words.

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The options of a game: a small struct with serde names in kebab case, defaults, and `deny_unknown_fields`.
pub trait Options:
    Copy + Default + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// What can be set, for the lobby and for `--help`; `players` is always among it.
    const SPECS: &'static [OptionSpec];
    /// How many seats there are.
    fn seats(&self) -> usize;
}

/// One option as a person chooses it.
#[derive(Copy, Clone, Debug, Serialize)]
pub struct OptionSpec {
    pub id: &'static str,
    pub values: Values,
    pub about: &'static str,
}

#[derive(Copy, Clone, Debug, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    OneOf(&'static [&'static str]),
    Range(u32, u32),
    /// on or off
    Switch,
}

impl Values {
    /// The value as data, or what would be right.
    fn read(&self, word: &str) -> Result<Value, String> {
        let number = word.parse::<u32>().ok();
        match (self, word) {
            (Values::OneOf(list), _) if list.contains(&word) => Ok(number.map_or_else(|| word.into(), Value::from)),
            (Values::OneOf(list), _) => Err(list.join(", ")),
            (Values::Range(low, high), _) if number.is_some_and(|n| (*low..=*high).contains(&n)) => Ok(number.into()),
            (Values::Range(low, high), _) => Err(format!("a number from {low} to {high}")),
            (Values::Switch, "on") => Ok(true.into()),
            (Values::Switch, "off") => Ok(false.into()),
            (Values::Switch, _) => Err("on, off".into()),
        }
    }

    fn word(&self, value: &Value) -> String {
        match value {
            Value::Bool(on) => if *on { "on" } else { "off" }.into(),
            Value::String(word) => word.clone(),
            other => other.to_string(),
        }
    }
}

fn spec<O: Options>(id: &str) -> Result<&'static OptionSpec, String> {
    let known = || O::SPECS.iter().map(|s| s.id).collect::<Vec<_>>().join(", ");
    O::SPECS.iter().find(|s| s.id == id).ok_or_else(|| format!("there is no option “{id}”: expected {}", known()))
}

/// Sets one option by its words.
pub fn set<O: Options>(options: O, id: &str, word: &str) -> Result<O, String> {
    let value = spec::<O>(id)?
        .values
        .read(word)
        .map_err(|right| format!("option {id} cannot be “{word}”: expected {right}"))?;
    let mut all = serde_json::to_value(options).expect("options are plain data");
    all[id] = value;
    serde_json::from_value(all).map_err(|e| format!("option {id} cannot be “{word}”: {e}"))
}

/// Reads `key=value,key=value` over the defaults.
pub fn parse<O: Options>(text: &str) -> Result<O, String> {
    text.split([',', ' ']).filter(|p| !p.is_empty()).try_fold(O::default(), |options, pair| {
        let (id, word) = pair.split_once('=').ok_or_else(|| format!("“{pair}” is no option: expected key=value"))?;
        set(options, id, word)
    })
}

/// All options as `key=value,…`; the inverse of `parse`.
pub fn print<O: Options>(options: &O) -> String {
    let all = serde_json::to_value(options).expect("options are plain data");
    let pairs = O::SPECS.iter().map(|s| format!("{}={}", s.id, s.values.word(&all[s.id])));
    pairs.collect::<Vec<_>>().join(",")
}

/// Every combination of the values that matter for the laws: each value of each list, ends of each range.
pub fn corners<O: Options>() -> Vec<O> {
    O::SPECS.iter().fold(vec![O::default()], |all, spec| {
        let words: Vec<String> = match spec.values {
            Values::OneOf(list) => list.iter().map(ToString::to_string).collect(),
            Values::Range(low, high) => vec![low.to_string(), high.to_string()],
            Values::Switch => vec!["off".into(), "on".into()],
        };
        all.iter().flat_map(|&o| words.iter().filter_map(move |w| set(o, spec.id, w).ok())).collect()
    })
}
