//! Changed component packs are refused with a place, or can be played.

use astrarium_check::packs::{extremes, heaped, lengthened, mutated, page_is_true, truthful, try_pack};
use astrarium_core::{Files, Pack, Parts};
use game_galactic_adventures::{Node, State, VOCABULARY};

type Data = <State as Parts>::Data;

/// The built-in pack with another text for its research.
fn researched(change: impl Fn(&str) -> String) -> Files {
    let text = |&(name, text): &(&str, &str)| {
        (name.to_string(), if name == "research.toml" { change(text) } else { text.to_string() })
    };
    Files::new(Data::FILES.iter().map(text))
}

const MORE: &str = "
[node-16]
name = \"War college\"
branch = \"attack\"
cost = 3
needs-all = [\"att-infantry-extra\"]
effect = { attack-bonus = \"infantry\" }
also = [\"own-military\", { ally-limit = 4 }]
cell = [0, 3]
";

/// A node more, a node less, and a tree of one: the set is the pack's, and texts are made from effects.
#[test]
fn the_tree_is_open() {
    let more = researched(|text| format!("{text}{MORE}"));
    let pack = Data::parse(&more).expect("sound");
    let node = pack.node(Node::Node16).expect("it is in the tree");
    let told = "Your infantry attacks roll 1 higher. Once a round an ally attacks with your own military. Fund 4 moons a round, have 4 allies.";
    assert_eq!(node.text, told);
    let less = researched(|text| text[..text.find("[com-ipec-immunity]").expect("the last")].into());
    let one = researched(|_| MORE.replace("needs-all = [\"att-infantry-extra\"]\n", ""));
    for (nodes, files) in [(16, more), (14, less), (1, one)] {
        assert_eq!(Data::parse(&files).expect("sound").nodes().count(), nodes);
        for seed in 1..=3 {
            assert_eq!(try_pack::<State>(&files, seed), Ok(true), "{nodes} nodes");
        }
    }
}

#[test]
fn what_is_wrong_with_a_tree_is_said() {
    let told = |from: &str, to: &str| {
        let faults = Data::admit(&researched(|text| format!("{text}{MORE}").replacen(from, to, 1)));
        faults.expect_err("it is refused").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    let (many, ten) = (format!("[{}", "\"own-military\", ".repeat(10)), "{ attack-bonus = \"infantry\" }, ".repeat(7));
    let (ten, last) = (format!("also = [{ten}]\ncell = [0, 0]"), "one more of an effect that the tree has 9 times");
    let cases = [
        ("needs-all = [\"att-infantry-extra\"]", "needs-all = [\"node-16\"]", "nobody can ever buy node-16"),
        ("needs-all = [\"att-infantry-extra\"]", "needs-all = [\"node-17\"]", "did you mean “node-16”?"),
        ("War college", "Garrison", "node-16 is called as def-infantry-plus is"),
        ("cell = [0, 3]", "cell = [0, 1]", "node-16 lies where att-infantry-extra lies"),
        (
            "roll 1 higher",
            "roll 3 higher",
            "research.toml:8:1: the text of att-infantry-plus says 3, which no effect of it has",
        ),
        ("ally-limit = 3", "ally-limit = 4", "the text of com-allies-3 says 3, but it is 4"),
        ("ally-limit = 4", "ally-limit = 6", "expected 1 to 5 allies"),
        (
            "needs-all = [\"att-infantry-extra\"]",
            "needs-any = [\"node-16\"]",
            "research.toml:137:2: nobody can ever buy node-16: node-16 needs node-16",
        ),
        ("[\"own-military\",", &many, "the list has 11 entries; expected 0 to 7 entries"),
        (
            "cell = [0, 0]",
            &format!(
                "{ten}\n[node-17]\nname = \"Drill\"\nbranch = \"attack\"\ncost = 1\neffect = {{ attack-bonus = \"infantry\" }}\ncell = [0, 4]"
            ),
            last,
        ),
        ("\"own-military\"", "\"own-militery\"", "did you mean “own-military”?"),
    ];
    for (from, to, says) in cases {
        let told = told(from, to);
        assert!(told.contains(says) && told.lines().all(|line| line.starts_with("research.toml:")), "{to}: {told}");
    }
}

/// The built-in pack with another map, and tokens for this many moons in a system.
fn mapped(moons: u32, change: impl Fn(&str) -> String) -> Files {
    let tokens = |moons: u32| {
        let ipec = moons.div_ceil(5);
        format!(
            "[[tokens]]\nmoons = {moons}\nipec-controlled = {ipec}\ndice = {{ d4 = {moons}, d6 = 0, d8 = 0, d10 = 0, d12 = 0, d20 = 0 }}\n"
        )
    };
    let text = |&(name, text): &(&str, &str)| {
        let text = match name {
            "map.toml" => change(text),
            "numbers.toml" => format!("{text}{}{}", tokens(4 * moons), tokens(3 * moons)),
            _ => text.to_string(),
        };
        (name.to_string(), text)
    };
    Files::new(Data::FILES.iter().map(text))
}

/// A moon more in each system, beside one in its middle.
fn larger(map: &str) -> String {
    let systems = [("red", "02"), ("yellow", "08"), ("green", "14"), ("blue", "20")];
    (25..).zip(systems).fold(map.to_string(), |map, (number, (system, beside))| {
        let (before, after) = map.split_once(&format!("[moon-{beside}]")).expect("a moon of the house");
        let after = after.replacen("near = [", &format!("near = [\"moon-{number}\", "), 1);
        let more = format!(
            "name = \"New {number}\"\nsystem = \"{system}\"\nkind = \"outer\"\nat = [9, 9]\nnear = [\"moon-{beside}\"]"
        );
        format!("{before}[moon-{beside}]{after}\n[moon-{number}]\n{more}\n")
    })
}

/// A moon less in each system, at its end.
fn smaller(map: &str) -> String {
    ["06", "12", "18", "24"].iter().fold(map.to_string(), |map, gone| {
        let blocks: Vec<&str> =
            map.split("\n\n").filter(|block| !block.starts_with(&format!("[moon-{gone}]"))).collect();
        blocks.join("\n\n").replace(&format!(", \"moon-{gone}\""), "").replace(&format!("\"moon-{gone}\", "), "")
    })
}

#[test]
fn the_map_is_open() {
    for (moons, files) in [(7, mapped(7, larger)), (5, mapped(5, smaller))] {
        let pack = Data::parse(&files).expect("sound");
        assert_eq!(usize::from(pack.all.len()), 4 * (moons + 1));
        for seed in 1..=3 {
            assert_eq!(try_pack::<State>(&files, seed), Ok(true), "{moons} moons a system");
        }
    }
    let told = |files: &Files| {
        Data::parse(files).expect_err("it is refused").iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
    };
    assert!(told(&mapped(6, larger)).contains("no tokens for 28 moons"));
    let uneven = mapped(6, |map| {
        smaller(map) + "\n[moon-36]\nname = \"Far\"\nsystem = \"red\"\nkind = \"outer\"\nat = [1, 1]\nnear = []\n"
    });
    assert!(told(&uneven).contains("the systems have 6, 5, 5 and 5 moons"), "{}", told(&uneven));
    let lost = mapped(5, |map| smaller(map).replacen("near = [\"moon-02\"]", "near = [\"moon-06\"]", 1));
    assert!(told(&lost).contains("moon-01 is linked to moon-06, which is not on the map"), "{}", told(&lost));
}

/// Territories that no path reaches, names and tables that are there twice.
#[test]
fn what_is_wrong_with_a_map_is_said() {
    let told = |file: &str, from: &str, to: &str| {
        let text = |&(name, text): &(&str, &str)| {
            assert!(name != file || text.contains(from), "{from}");
            (name.to_string(), if name == file { text.replace(from, to) } else { text.to_string() })
        };
        let faults = Data::parse(&Files::new(Data::FILES.iter().map(text))).expect_err("it is refused");
        faults.iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    assert_eq!(
        told("map.toml", "\"Dune\"", "\"Ember\""),
        ["map.toml:53:2: moon-07 is called Ember as moon-03 is; expected a name of its own"]
    );
    let twice = told(
        "numbers.toml",
        "moons = 18\nipec-controlled = 4\ndice = { d4 = 7, d6 = 6, d8 = 3, d10 = 1, d12 = 1, d20 = 0 }",
        "moons = 24\nipec-controlled = 5\ndice = { d4 = 9, d6 = 8, d8 = 4, d10 = 2, d12 = 1, d20 = 0 }",
    );
    assert!(twice.iter().any(|fault| fault.contains("the tokens for 24 moons are there twice")), "{twice:?}");
    // Two moons that are only next to each other.
    let apart = mapped(7, |map| {
        let more = |system: &str, one: u32| {
            let moon = |id: u32, other: u32| {
                format!(
                    "\n[moon-{id}]\nname = \"New {id}\"\nsystem = \"{system}\"\nkind = \"middle\"\nat = [9, 9]\nnear = [\"moon-{other}\"]\n"
                )
            };
            moon(one, one + 1) + &moon(one + 1, one)
        };
        format!("{map}{}", more("red", 25))
    });
    let told: Vec<String> = Data::parse(&apart).expect_err("it is refused").iter().map(ToString::to_string).collect();
    let says = "no way leads from an outer moon to moon-25; expected paths that join all territories of a system";
    assert!(told.iter().any(|fault| fault.starts_with("map.toml:2") && fault.ends_with(says)), "{told:?}");
}

#[test]
fn the_page_of_verbs_is_true() {
    let rows = VOCABULARY.iter().map(|(verb, means)| ((*verb).to_string(), (*means).to_string())).collect();
    page_is_true("packs-galactic-adventures.md", &[("The research tree", rows)]);
}

#[test]
fn texts_say_what_happens() {
    truthful::<State>();
}

#[test]
fn a_thousand_changed_packs() {
    let sum = mutated::<State>(1_000, 1);
    assert!(sum.refused > 300 && sum.played > 100, "{sum:?}");
}

#[test]
fn extreme_numbers() {
    let sum = extremes::<State>(1000, 1);
    assert!(sum.refused > 90 && sum.played > 80, "{sum:?}");
}

/// Lists of every length, effects above all.
#[test]
fn long_lists() {
    let rich = "\nalso = [{ attack-bonus = \"beam\" }, { extra-attack = \"infantry\" }, { defense-bonus = \"beam\" }, { ally-limit = 5 }]\ncell = ";
    let base = researched(|text| format!("{text}{MORE}").replacen("\ncell = ", rich, 3));
    let sum = lengthened::<State>(&base, 200, 1);
    assert!(sum.refused > 50 && sum.played > 5, "{sum:?}");
}

#[test]
fn large_numbers_together() {
    heaped::<State>(4, 1);
}
