//! How a table is set up: named options with their values, read from `key=value` words.

use std::collections::BTreeSet;

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

/// Settings enough for the laws: of each list every value, of each range the ends, and every two values of two options that can
/// stand together do so in one of them.
pub fn corners<O: Options>() -> Vec<O> {
    let all = combinations::<O>();
    let mut open: BTreeSet<_> = all.iter().flat_map(|(values, _)| pairs(values)).collect();
    let mut chosen = Vec::new();
    while !open.is_empty() {
        let gain = |values: &[usize]| pairs(values).filter(|pair| open.contains(pair)).count();
        let best = all.iter().rev().max_by_key(|(values, _)| gain(values));
        let (values, options) = best.expect("what is open belongs to a combination");
        pairs(values).for_each(|pair| _ = open.remove(&pair));
        chosen.push(*options);
    }
    chosen
}

/// Every combination of the values that matter, with the number of each option's value.
fn combinations<O: Options>() -> Vec<(Vec<usize>, O)> {
    O::SPECS.iter().fold(vec![(Vec::new(), O::default())], |all, spec| {
        let words: Vec<String> = match spec.values {
            Values::OneOf(list) => list.iter().map(ToString::to_string).collect(),
            Values::Range(low, high) => vec![low.to_string(), high.to_string()],
            Values::Switch => vec!["off".into(), "on".into()],
        };
        let with = |(values, options): &(Vec<usize>, O)| {
            let (values, options) = (values.clone(), *options);
            let set = |(k, word): (usize, &String)| {
                Some(([values.clone(), vec![k]].concat(), set(options, spec.id, word).ok()?))
            };
            words.iter().enumerate().filter_map(set).collect::<Vec<_>>()
        };
        all.iter().flat_map(with).collect()
    })
}

/// Every two options with their values, and every option with itself.
fn pairs(values: &[usize]) -> impl Iterator<Item = [(usize, usize); 2]> {
    let each = || values.iter().copied().enumerate();
    each().flat_map(move |one| each().skip(one.0).map(move |two| [one, two]))
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Copy, Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
    struct Toy {
        players: u8,
        long: bool,
        cards: u8,
        dice: bool,
    }

    impl Options for Toy {
        const SPECS: &'static [OptionSpec] = &[
            OptionSpec { id: "players", values: Values::OneOf(&["2", "3", "4"]), about: "" },
            OptionSpec { id: "long", values: Values::Switch, about: "" },
            OptionSpec { id: "cards", values: Values::Range(1, 9), about: "" },
            OptionSpec { id: "dice", values: Values::Switch, about: "" },
        ];

        fn seats(&self) -> usize {
            self.players.into()
        }
    }

    #[test]
    fn every_two_values_meet_in_a_corner() {
        let corners = corners::<Toy>();
        let meet = |of: &dyn Fn(&Toy) -> (u8, u8)| corners.iter().map(of).collect::<BTreeSet<_>>().len();
        assert_eq!(meet(&|t| (t.players, t.cards)), 3 * 2);
        assert_eq!(meet(&|t| (t.players, t.dice.into())), 3 * 2);
        assert_eq!(meet(&|t| (t.long.into(), t.cards)), 2 * 2);
        assert_eq!(meet(&|t| (t.cards, t.dice.into())), 2 * 2);
        assert!(corners.len() <= 8, "{} of 24 combinations", corners.len());
    }
}
