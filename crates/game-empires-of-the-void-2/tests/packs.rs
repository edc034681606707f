//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, lengthened, mutated, page_is_true, truthful, try_pack};
use astrarium_core::{Files, Pack, Parts};
use game_empires_of_the_void_2::{State, vocabulary};

type Data = <State as Parts>::Data;

/// The built-in pack with something else in one of its files.
fn changed(file: &str, change: impl Fn(&str) -> String) -> Files {
    let text =
        |&(name, text): &(&str, &str)| (name.to_string(), if name == file { change(text) } else { text.to_string() });
    Files::new(Data::FILES.iter().map(text))
}

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<State>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 80, "{sum:?}");
}

#[test]
fn what_is_wrong_with_effects_is_said() {
    let long = format!("effects = [{}]", "\"credits 1\", ".repeat(9));
    let cases = [
        (
            "cards.toml",
            "effects = [\"credits 5\"]",
            "effects = [\"raid 2\"]",
            "cards.toml:77:1: [pc-korlo-zan-6] moves units",
        ),
        (
            "cards.toml",
            "effects = [\"raid 4\"]",
            "effects = [\"fungus-here 2\"]",
            "cards.toml:28:1: [pc-corzar-5] does something “here”",
        ),
        ("explore.toml", "effects = [\"vp 2\"]", "effects = [\"jump\"]", "explore.toml:43:1: [ex-temple] moves units"),
        (
            "cards.toml",
            "effects = [\"credits 5\"]",
            &long,
            "cards.toml:82:11: the list has 9 entries; expected 0 to 8 entries",
        ),
        (
            "explore.toml",
            "effects = [\"vp 2\"]",
            "effects = []",
            "explore.toml:45:11: the list has 0 entries; expected 1 to 8 entries",
        ),
        (
            "events.toml",
            "reward = [\"influence corzar 2\"]",
            "reward = []",
            "the list has 0 entries; expected 1 to 8 entries",
        ),
    ];
    for (file, from, to, says) in cases {
        let faults = Data::parse(&changed(file, |text| text.replacen(from, to, 1))).expect_err("it is refused");
        let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says) && told.lines().all(|line| line.starts_with(file)), "{told}");
    }
}

/// A text that says another number than its effect is refused, and so are words that nobody knows, with what would be right.
#[test]
fn texts_say_what_happens() {
    truthful::<State>();
    let cases = [
        (
            "events.toml",
            "pays 2 credits",
            "pays 20 credits",
            "events.toml:25:1: the text of ev-corzar-4 says 20, but it is 2",
        ),
        (
            "cards.toml",
            "effects = [\"credits 5\"]",
            "effects = [\"credits 3\"]",
            "cards.toml:83:1: the text of pc-korlo-zan-6 says 5, but it is 3",
        ),
        ("numbers.toml", "precise = 4", "precise = 5", "units.toml:69:1: the text of lumen-drone says 4, but it is 5"),
        (
            "empire.toml",
            "control 4+ regions",
            "control regions",
            "empire.toml:7:1: the text of em-border-marches does not say 4",
        ),
        (
            "cards.toml",
            "effects = [\"credits 5\"]",
            "effects = [\"credts 5\"]",
            "(did you mean “credits”?); expected such as “credits 2”",
        ),
        ("cards.toml", "effects = [\"credits 5\"]", "effects = [\"goods 5\"]", "expected such as “goods metal 2”"),
        ("cards.toml", "from = \"core\"", "from = \"middle\"", "expected one of orbit, surface, core, wormhole, node"),
    ];
    for (file, from, to, says) in cases {
        let faults = Data::admit(&changed(file, |text| text.replacen(from, to, 1))).expect_err("it is refused");
        let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says), "{told}");
    }
}

/// What is left out is made from what a card does.
#[test]
fn texts_are_made_from_effects() {
    let bare = |text: &str| text.lines().filter(|line| !line.starts_with("text = ")).collect::<Vec<_>>().join("\n");
    let pack = Data::admit(&changed("cards.toml", bare)).expect("sound");
    let told = |name: &str| pack.cards.iter().find(|card| card.name == name).map(|card| &card.text[..]);
    assert_eq!(
        told("Ore Shipment"),
        Some("Pay 1 command. Needs a unit at Emrok. Gain 2 metal; place 1 influence on Emrok.")
    );
    assert_eq!(told("Smuggled Relics"), Some("From Korlo Zan's orbit to a wormhole: gain 5 credits."));
    assert_eq!(told("Hired Guns"), Some(""), "only its power counts");
}

#[test]
fn the_page_of_verbs_is_true() {
    page_is_true("packs-empires-of-the-void-2.md", &vocabulary(State::house()));
}

/// All that draws cards draws more events, which draw more cards.
#[test]
fn events_within_events_end() {
    let dreams = changed("events.toml", |text| {
        let dream =
            |line: &str| if line.starts_with("op = ") { "op = { dream = 9 }\n".into() } else { format!("{line}\n") };
        text.lines().map(dream).collect()
    });
    for seed in 1..=20 {
        assert_eq!(try_pack::<State>(&dreams, seed), Ok(true), "seed {seed}");
    }
}

#[test]
fn long_lists() {
    let sum = lengthened::<State>(&Files::house::<Data>(), 100, 1);
    assert!(sum.refused > 20 && sum.played > 3, "{sum:?}");
}

#[test]
fn extreme_numbers() {
    let sum = extremes::<State>(300, 1);
    assert!(sum.refused > 90 && sum.played > 80, "{sum:?}");
}

#[test]
fn large_numbers_together() {
    heaped::<State>(4, 1);
}
