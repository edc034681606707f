//! Whatever cards, tokens and events can say, with an example each: the page of the documents is made from this.

use std::fmt::Debug;

use astrarium_core::data::Files;
use serde::Deserialize;

use super::{Data, Effect, Need, Needs, Op, Site, Words};
use crate::piece::Planet;

pub(super) const EFFECTS: &[&str] = &[
    "credits 2",
    "vp 1",
    "command 2",
    "command-token",
    "goods metal 2",
    "goods-random 1",
    "goods-choice 2",
    "influence brael 2",
    "influence-here 1",
    "influence-choice 2",
    "oust brael 1",
    "draw 2",
    "empire-draw",
    "recruit-here star-sloop 3",
    "recruit-near corzar reaver",
    "free-move 4",
    "raid 4",
    "jump",
    "build-now 3",
    "grab 2",
    "tax 2",
    "gift 1",
    "fungus-here 1",
    "fungus-choice 2 3",
    "cleanse 3",
    "path-here 3",
    "shaft 4 2 1",
    "lair 4 2 2",
];

pub(super) const SITES: &[&str] = &[
    "orbit brael",
    "surface brael",
    "core",
    "wormhole",
    "node 3",
    "uninhabited 4",
    "own-uninhabited",
    "own-building",
    "other-orbit 3",
    "other-surface 0",
];

pub(super) const NEEDS: &[&str] = &["near brael", "together corzar 3", "uninhabited", "influence"];

const OPS: &[&str] = &[
    r#"{ goods-on = [["metal", 1], ["artifact", 2]] }"#,
    "{ native-power = -2 }",
    "{ landing = 5 }",
    "{ lanes = 1 }",
    r#""peace""#,
    r#""strike""#,
    "{ symposium = 1 }",
    r#"{ quest = { on = "delivery", fungus = 0, reward = ["credits 4"] } }"#,
    "{ tribute = 2 }",
    "{ auction = 2 }",
    "{ trials = { least = 4, command = 1 } }",
    "{ shakedown = 2 }",
    r#"{ festival = { good = "metal", credits = 1 } }"#,
    r#"{ breakthrough = "artifact" }"#,
    "{ trade-fair = 3 }",
    "{ pirates = { most = 2, credits = 1 } }",
    "{ tremor = 2 }",
    "{ dream = 1 }",
    "{ command = -1 }",
    r#""path""#,
    "{ spores = 1 }",
    "{ overgrowth = { orbit = 2, nodes = 1 } }",
    r#""spread""#,
];

const TRIGGERS: &[&str] = &["battle", "delivery", "surface", "cure", "cube", "technology", "core", "burn"];

const AIMS: &[&str] = &[
    "{ regions = 4 }",
    "{ surfaces = 2 }",
    "{ inner = 1 }",
    "{ outer = 1 }",
    "{ uninhabited = 3 }",
    "{ allies = 2 }",
    "{ influenced = 3 }",
    "{ leading = 3 }",
    "{ beloved = 5 }",
    "{ cities = 2 }",
    "{ bases = 2 }",
    "{ academies = 2 }",
    "{ balanced = 1 }",
    "{ ark = 2 }",
    "{ technologies = 4 }",
    "{ units = 7 }",
    "{ allied-kinds = 2 }",
    "{ spread = 4 }",
    "{ deliveries = 2 }",
];

/// Tables of the page, by the headings they stand under: what is written in a pack, and what players read then.
pub fn vocabulary(data: &Data) -> Vec<(&'static str, Vec<(String, String)>)> {
    let words = Words { planets: &data.planets, units: &data.units };
    let quoted = |text: &&str| format!("{text:?}");
    let said = |text: &&str| (*text).to_string();
    let table = |examples: &[&str], write: &dyn Fn(&&str) -> String, means: &dyn Fn(&str) -> String| {
        examples.iter().map(|text| (write(text), means(text))).collect::<Vec<_>>()
    };
    vec![
        ("Effects", table(EFFECTS, &quoted, &|text| words.effect(small::<Effect>(text)))),
        (
            "Requirements of action cards",
            table(NEEDS, &quoted, &|text| words.needs(small::<Needs>(text)).unwrap_or_default()),
        ),
        ("Places of deliveries", table(SITES, &quoted, &|text| words.site(small::<Site>(text)))),
        ("Events", table(OPS, &said, &|text| words.event(Planet::Brael, &large::<Op>(text)))),
        (
            "Deeds that quests wait for",
            table(TRIGGERS, &quoted, &|text| {
                let quest = format!("{{ quest = {{ on = {text:?}, reward = [\"vp 1\"] }} }}");
                words.event(Planet::Brael, &large::<Op>(&quest))
            }),
        ),
        ("Aims of Empire cards", table(AIMS, &said, &|text| large::<Need>(text).text())),
    ]
}

fn small<T: TryFrom<String, Error: Debug>>(text: &str) -> T {
    T::try_from(text.into()).expect("an example can be read")
}

#[derive(Deserialize)]
struct Row<T> {
    value: T,
}

fn large<T: for<'de> Deserialize<'de>>(text: &str) -> T {
    let files = Files::new([("row".into(), format!("value = {text}"))]);
    files.get::<Row<T>>("row").expect("an example can be read").value
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::data::house;

    /// The reader names all that it knows when it meets what it does not know.
    fn known<T: for<'de> Deserialize<'de>>() -> Vec<String> {
        let files = Files::new([("row".into(), "value = \"nothing\"".into())]);
        let told = files.get::<Row<T>>("row").err().expect("there is no such word").what;
        told.split('`').skip(3).step_by(2).map(String::from).collect()
    }

    #[test]
    fn every_word_has_an_example() {
        let events = known::<Op>();
        let aims = known::<Need>();
        assert!(events.len() == OPS.len() && aims.len() == AIMS.len(), "{events:?} {aims:?}");
        for (words, examples) in [(events, OPS), (aims, AIMS)] {
            let missing: Vec<_> =
                words.iter().filter(|word| !examples.iter().any(|text| text.contains(&word[..]))).collect();
            assert!(missing.is_empty(), "{missing:?}");
        }
        let data = house();
        let used =
            data.cards.iter().flat_map(|row| &row.effects).chain(data.explore.iter().flat_map(|row| &row.effects));
        for effect in used {
            let same = |text: &&str| std::mem::discriminant(&small::<Effect>(text)) == std::mem::discriminant(effect);
            assert_eq!(EFFECTS.iter().filter(|text| same(text)).count(), 1, "{effect:?}");
        }
    }

    #[test]
    fn what_players_read_says_what_happens() {
        for (heading, rows) in vocabulary(data_without_texts()) {
            assert!(rows.iter().all(|(_, means)| !means.is_empty()), "{heading}: {rows:?}");
        }
        let faults: Vec<String> = data_without_texts().all_claims().iter().map(ToString::to_string).collect();
        assert!(faults.is_empty(), "{}", faults.join("\n"));
    }

    /// The built-in pack with texts made from effects wherever there may be one.
    fn data_without_texts() -> &'static Data {
        use astrarium_core::Pack;
        let bare = |(name, text): &(&str, &str)| {
            let made = ["cards.toml", "events.toml", "explore.toml", "empire.toml"].contains(name);
            let lines = text.lines().filter(|line| !made || !line.starts_with("text = "));
            (name.to_string(), lines.collect::<Vec<_>>().join("\n"))
        };
        Box::leak(Box::new(Data::parse(&Files::new(Data::FILES.iter().map(bare))).expect("sound")))
    }
}
