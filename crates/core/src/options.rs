//! How a table is set up: named options with their values, read from `key=value` words.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The options of a game: a small struct with serde names in kebab case, defaults, and `deny_unknown_fields`.
pub trait Options:
    Copy + Default + Eq + std::fmt::Debug + Serialize + DeserializeOwned + Send + Sync + 'static
{
    /// What can be set, for the lobby and for `--help`; `players` is always one of them.
    const SPECS: &'static [OptionSpec];
    /// Options that were added after the first rules version.
    const LATER: &'static [Later] = &[];
    /// How many seats there are.
    fn seats(&self) -> usize;
    /// The rules version that is played: the field `rules`. The default is the newest.
    fn rules(&self) -> u8;
}

/// The methods of [`Options`] for a struct with the fields `players` and `rules`.
#[macro_export]
macro_rules! seated {
    () => {
        fn seats(&self) -> usize {
            usize::from(self.players)
        }

        fn rules(&self) -> u8 {
            self.rules
        }
    };
}

/// An option that was added with a rules version: games that began before it use the value given here.
#[derive(Copy, Clone, Debug)]
pub struct Later {
    /// The option.
    pub id: &'static str,
    /// The rules version that added it.
    pub since: u8,
    /// The value that means the old behaviour.
    pub before: &'static str,
}

/// One option as a person chooses it.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
pub struct OptionSpec {
    /// Its name in `key=value`.
    pub id: &'static str,
    /// What it can be.
    pub values: Values,
    /// What it does, in a few words.
    pub about: &'static str,
}

/// What an option can be.
#[derive(Copy, Clone, Debug, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[serde(rename_all = "kebab-case")]
pub enum Values {
    /// One of these words.
    OneOf(&'static [&'static str]),
    /// A number between these two, both included.
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
    let refuse = |why: String| format!("option {id} cannot be “{word}”: {why}");
    let value = spec::<O>(id)?.values.read(word).map_err(|right| refuse(format!("expected {right}")))?;
    let later = O::LATER.iter().find(|l| l.id == id && l.since > options.rules() && l.before != word);
    if let Some(Later { since, before, .. }) = later {
        return Err(refuse(format!("expected {before} before rules version {since}")));
    }
    put(options, id, value).map_err(refuse)
}

fn put<O: Options>(options: O, key: &str, value: Value) -> Result<O, String> {
    let mut all = serde_json::to_value(options).expect("options are plain data");
    all[key] = value;
    serde_json::from_value(all).map_err(|e| e.to_string())
}

/// The default options of a rules version.
pub fn of_rules<O: Options>(rules: u8) -> Result<O, String> {
    let newest = O::default();
    if !(1..=newest.rules()).contains(&rules) {
        return Err(format!("rules version {rules} is not known here: expected 1 to {}", newest.rules()));
    }
    let mut later = O::LATER.iter().filter(|later| later.since > rules);
    later.try_fold(put(newest, "rules", rules.into())?, |options, later| set(options, later.id, later.before))
}

/// Reads `key=value,key=value` over the defaults of the newest rules.
pub fn parse<O: Options>(text: &str) -> Result<O, String> {
    over(O::default(), text)
}

/// Reads `key=value,key=value` over what is given.
pub fn over<O: Options>(given: O, text: &str) -> Result<O, String> {
    text.split([',', ' ']).filter(|p| !p.is_empty()).try_fold(given, |options, pair| {
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

/// A small set of settings for the laws: every rules version, every value of each list, both ends of each range, and every possible
/// pair of these in at least one setting.
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

/// Every combination of the values that matter, with the rules version and the number of each option's value.
fn combinations<O: Options>() -> Vec<(Vec<usize>, O)> {
    let of_rules = |rules| (vec![usize::from(rules)], of_rules(rules).expect("every version has defaults"));
    let versions = (1..=O::default().rules()).rev().map(of_rules);
    O::SPECS.iter().fold(versions.collect(), |all, spec| {
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

    /// Dice came with the second version of the rules; before it nobody had any.
    #[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
    #[serde(default)]
    struct Toy {
        rules: u8,
        players: u8,
        long: bool,
        cards: u8,
        dice: bool,
    }

    impl Default for Toy {
        fn default() -> Toy {
            Toy { rules: 2, players: 2, long: false, cards: 1, dice: true }
        }
    }

    impl Options for Toy {
        const SPECS: &'static [OptionSpec] = &[
            OptionSpec { id: "players", values: Values::OneOf(&["2", "3", "4"]), about: "" },
            OptionSpec { id: "long", values: Values::Switch, about: "" },
            OptionSpec { id: "cards", values: Values::Range(1, 9), about: "" },
            OptionSpec { id: "dice", values: Values::Switch, about: "" },
        ];
        const LATER: &'static [Later] = &[Later { id: "dice", since: 2, before: "off" }];

        fn seats(&self) -> usize {
            self.players.into()
        }

        fn rules(&self) -> u8 {
            self.rules
        }
    }

    #[test]
    fn a_later_option_means_the_old_behaviour_in_older_rules() {
        let old: Toy = of_rules(1).expect("the first version");
        assert_eq!((old.rules, old.dice), (1, false));
        let read = over(old, "players=3,long=on").expect("what an old record says");
        assert_eq!(read, Toy { rules: 1, players: 3, long: true, cards: 1, dice: false });
        assert_eq!(set(old, "dice", "off"), Ok(old));
        let refused = set(old, "dice", "on").expect_err("no dice yet");
        assert_eq!(refused, "option dice cannot be “on”: expected off before rules version 2");
        assert_eq!(parse::<Toy>("").map(|new| (new.rules, new.dice)), Ok((2, true)));
        assert!(parse::<Toy>("rules=1").is_err_and(|e| e.starts_with("there is no option “rules”")));
        for unknown in [0, 3] {
            assert!(of_rules::<Toy>(unknown).is_err_and(|e| e.ends_with("expected 1 to 2")));
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
        assert_eq!(meet(&|t| (t.rules, t.dice.into())), 2 * 2 - 1, "the first version has no dice");
        assert!(corners.len() <= 9, "{} of 36 combinations", corners.len());
    }
}
