//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, lengthened, mutated, page_is_true, truthful};
use astrarium_core::{Files, Game, Pack, Parts};
use game_empires_of_the_void::{EmpiresOfTheVoid, KeyToTheUniverse};

type Data = <KeyToTheUniverse as Parts>::Data;

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<KeyToTheUniverse>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 80, "{sum:?}");
}

/// Points of this size would overflow when they are added up.
#[test]
fn scores_have_bounds() {
    fn refused<G: Game>() {
        let changed = |(name, text): &(&str, &str)| (name.to_string(), text.replace("a = [5, 3]", "a = [65535, 3]"));
        let files = Files::new(<G as Parts>::Data::FILES.iter().map(changed));
        let faults = <G as Parts>::Data::parse(&files).err().expect("it is refused");
        let [fault] = &faults[..] else { panic!("{faults:?}") };
        assert!(fault.to_string().starts_with("numbers.toml:61:") && fault.what.contains("65535"), "{fault}");
    }
    refused::<EmpiresOfTheVoid>();
    refused::<KeyToTheUniverse>();
}

/// The tree of technologies leads everywhere, and a circle in it is named.
#[test]
fn circles_of_technologies_are_named() {
    let changed = |(name, text): &(&str, &str)| {
        (name.to_string(), text.replacen("needs = [\"centipede\"]", "needs = [\"sunhammer\"]", 1))
    };
    let faults = Data::parse(&Files::new(Data::FILES.iter().map(changed))).expect_err("it is refused");
    let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
    let right = [
        "technologies.toml:11:22: nobody can ever research starcruiser: starcruiser needs sunhammer, sunhammer needs starcruiser; expected arrows from a technology that needs nothing",
        "technologies.toml:18:22: nobody can ever research sunhammer: sunhammer needs starcruiser, starcruiser needs sunhammer; expected arrows from a technology that needs nothing",
        "technologies.toml:117:22: nobody can ever research cloaking: starcruiser needs sunhammer, sunhammer needs starcruiser; expected arrows from a technology that needs nothing",
    ];
    assert_eq!(told, right);
}

#[test]
fn the_page_of_hooks_is_true() {
    let hooks = KeyToTheUniverse::house().hooks();
    let rows = |heading: &'static str| {
        (heading, hooks.iter().filter(|(h, _)| *h == heading).map(|(_, hook)| hook.told()).collect())
    };
    let tables = ["Events", "Tactics", "Races", "Planets", "Objectives"].map(rows);
    page_is_true("packs-empires-of-the-void.md", &tables);
}

/// Each node lies in one hexagon, and lines lead to it.
#[test]
fn what_is_wrong_with_a_map_is_said() {
    type Changes = &'static [(&'static str, &'static str)];
    let twice: Changes = &[("tan-fu = [34, 54]", "corra = [34, 54]")];
    let halves: Changes = &[("\"e1\", \"e3\", \"e5\"] # R", "\"e1\", \"e9\"] # R")];
    let lost: Changes = &[
        (", [\"corra-b\", \"beta-com\"]", ""),
        ("asteroids = [[\"beta-com\", \"e3\"], [\"beta-com\", \"e4\"]]\n", ""),
    ];
    let cases = [
        (twice, "map.toml:17:1: corra lies in 2 hexagons; expected one hexagon for each node"),
        (twice, "tan-fu lies in 0 hexagons"),
        (halves, "map.toml:10:19: asteroid halves of hex-pyrious; expected sides, e0 to e5"),
        (lost, "map.toml:17:1: no line leads to beta-com; expected lines that join it to a side of its hexagon"),
    ];
    for (changes, says) in cases {
        let changed = |(name, text): &(&str, &str)| {
            (name.to_string(), changes.iter().fold(text.to_string(), |text, (from, to)| text.replace(from, to)))
        };
        let faults = Data::parse(&Files::new(Data::FILES.iter().map(changed))).expect_err("it is refused");
        let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says), "{told}");
    }
}

/// An event that says 30 credits and gives 3 is refused.
#[test]
fn texts_say_what_happens() {
    truthful::<KeyToTheUniverse>();
    let cases = [
        ("gains 3 credits", "gains 30 credits", "events.toml:45:1: the text of quorl-arms-fair says 30, but it is 3"),
        ("windfall = 3", "windfall = 5", "tactics.toml:20:1: the text of windfall says 3, but it is 5"),
        (
            "each Diplomat carries 4 more",
            "each Diplomat carries more",
            "the text of empires-of-the-void.docking-bay does not say 4",
        ),
        ("Own six technologies", "Own seven technologies", "objectives.toml:"),
    ];
    for (from, to, says) in cases {
        let changed = |(name, text): &(&str, &str)| (name.to_string(), text.replace(from, to));
        let faults = Data::admit(&Files::new(Data::FILES.iter().map(changed))).expect_err("it is refused");
        let told = faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n");
        assert!(told.contains(says), "{told}");
    }
}

#[test]
fn long_lists() {
    let sum = lengthened::<KeyToTheUniverse>(&Files::house::<Data>(), 100, 1);
    assert!(sum.refused > 20 && sum.played > 3, "{sum:?}");
}

#[test]
fn extreme_numbers_in_the_first_edition() {
    let sum = extremes::<EmpiresOfTheVoid>(300, 1);
    assert!(sum.refused > 90 && sum.played > 90, "{sum:?}");
}

#[test]
fn extreme_numbers_in_the_revised_edition() {
    let sum = extremes::<KeyToTheUniverse>(300, 2);
    assert!(sum.refused > 90 && sum.played > 90, "{sum:?}");
}

#[test]
fn large_numbers_together_in_the_first_edition() {
    heaped::<EmpiresOfTheVoid>(4, 1);
}

#[test]
fn large_numbers_together_in_the_revised_edition() {
    heaped::<KeyToTheUniverse>(4, 1);
}
