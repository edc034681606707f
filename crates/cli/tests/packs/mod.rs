//! Component packs: begun, checked, told apart, compared.

use std::fs;
use std::path::Path;

use crate::GAME;
use crate::run::{astrarium, fresh};

/// A copy of the built-in pack.
fn pack(test: &str) -> std::path::PathBuf {
    let copy = fresh(test);
    let house = Path::new(env!("CARGO_MANIFEST_DIR")).join("../game-galactic-adventures/data");
    for file in fs::read_dir(house).expect("the pack").map(|f| f.expect("a file")) {
        fs::copy(file.path(), copy.join(file.file_name())).expect("writable");
    }
    copy
}

#[test]
fn two_packs_are_compared_pair_by_pair() {
    let (dear, out) = (pack("compare-pack"), fresh("compare").join("results"));
    let file = dear.join("numbers.toml");
    let text = fs::read_to_string(&file).expect("a file of the pack");
    fs::write(&file, text.replace("victory-target = 12", "victory-target = 8")).expect("writable");
    let (dear, path) = (dear.display().to_string(), out.display().to_string());
    let args = ["compare", GAME, "--pack", "house", "--pack", &dear, "--bots", "greedy,random,random,random"];
    let run = astrarium(&[&args[..], &["--games", "40", "--out", &path]].concat()).ok();
    assert!(run.out.contains("rounds") && run.out.contains("settled"), "{}", run.out);
    let json = fs::read_to_string(out.join("comparison.json")).expect("written");
    let json: serde_json::Value = serde_json::from_str(&json).expect("a document");
    let named =
        |name: &str| json["differences"].as_array().and_then(|all| all.iter().find(|d| d["name"] == name).cloned());
    let rounds = named("rounds").expect("games have rounds");
    assert!(
        rounds["high"].as_f64() < Some(0.0) && rounds["settled"] == true,
        "fewer points are reached sooner: {rounds}"
    );
    let page = fs::read_to_string(out.join("report.html")).expect("written");
    assert!(page.contains("<svg") && page.contains("more games"), "{} bytes", page.len());
    assert!(astrarium(&[&args[..4], &["--bots", "random"]].concat()).code(2).err.contains("expected two"));
    let same = ["compare", GAME, "--pack", "house", "--pack", "house", "--bots", "random"];
    assert!(astrarium(&same).code(2).err.contains("both packs are the built-in one"));
}

#[test]
fn a_pack_is_begun_described_and_told_apart() {
    let home = fresh("new-pack");
    let [new, house] = ["mine", "house-copy"].map(|name| home.join(name).display().to_string());
    for title in [
        "galactic-adventures",
        "galactic-emperor",
        "empires-of-the-void",
        "key-to-the-universe",
        "empires-of-the-void-2",
    ] {
        let dir = home.join(title).display().to_string();
        astrarium(&["data", "new", title, &dir]).ok();
        assert!(astrarium(&["data", "check", &dir, "--title", title]).ok().out.contains("sound"), "{title}");
    }
    astrarium(&["data", "new", GAME, &new]).ok();
    astrarium(&["data", "export", GAME, &house]).ok();
    assert!(astrarium(&["data", "export", GAME, &house]).code(2).err.contains("is not empty"));
    let file = home.join("mine/research.toml");
    let text = fs::read_to_string(&file).expect("begun");
    assert!(text.starts_with("#:schema ./schema/research.toml.json\n"), "{text}");
    assert!(text.contains("#   cost: ") && text.contains("a whole number from 0 to 50"), "{text}");
    let diff = |a: &str, b: &str| astrarium(&["data", "diff", a, b, "--title", GAME]).ok().out;
    assert_eq!(diff("house", &new), "the same\n");
    fs::write(&file, text.replacen("cost = 2", "cost = 3", 1)).expect("writable");
    assert_eq!(diff(&house, &new), "research.toml: att-infantry-plus.cost was 2 and is 3\n");
    let schema = astrarium(&["data", "schema", GAME]).ok().json();
    let row = &schema["research.toml"]["additionalProperties"];
    let required: Vec<&str> = row["required"].as_array().into_iter().flatten().filter_map(|key| key.as_str()).collect();
    assert!(required.contains(&"cost") && !required.contains(&"needs-all"), "{row}");
    assert_eq!(row["properties"]["cell"]["items"]["maximum"], 20);
    assert_eq!(row["properties"]["needs-all"]["maxItems"], 32);
    assert_eq!(schema["map.toml"]["additionalProperties"]["properties"]["kind"]["enum"][0], "planet");
}

#[test]
fn a_pack_is_sound_or_its_fault_has_a_place() {
    let folder = pack("data");
    let path = folder.display().to_string();
    assert!(astrarium(&["data", "check", &path, "--title", GAME]).ok().out.contains("sound"));
    astrarium(&["sim", GAME, "--bots", "random", "--games", "2", "--data", &path]).ok();

    let file = folder.join("research.toml");
    let text = fs::read_to_string(&file).expect("a file of the pack");
    fs::write(&file, format!("{text}\n= 3\n")).expect("writable");
    let place = format!("research.toml:{}:1: ", text.lines().count() + 2);
    let run = astrarium(&["data", "check", &path, "--title", GAME]).code(1);
    assert!(run.out.contains(&place), "{place} is missing in {}", run.out);
    let json = astrarium(&["data", "check", &path, "--title", GAME, "--json"]).code(1).json();
    assert_eq!(json["faults"][0]["file"], "research.toml");
    let run = astrarium(&["play", GAME, "--data", &path]).code(2);
    assert!(run.err.contains(&place) && run.out.is_empty(), "nothing starts with a broken pack: {}", run.err);
    astrarium(&["data", "check", "nowhere", "--title", GAME]).code(2);
    fs::write(folder.join("reserch.toml"), "").expect("writable");
    assert!(astrarium(&["data", "check", &path, "--title", GAME]).code(1).out.contains("did you mean research.toml?"));
}

/// Technologies, cards and aims are told one by one and in pairs, not only as what a seat had in all.
#[test]
fn results_are_told_by_single_cards() {
    let out = fresh("single-cards").join("results");
    let path = out.display().to_string();
    astrarium(&["sim", "empires-of-the-void-2", "--bots", "greedy", "--games", "6", "--seed", "1", "--out", &path])
        .ok();
    let json = fs::read_to_string(out.join("summary.json")).expect("written");
    let shares = &serde_json::from_str::<serde_json::Value>(&json).expect("a document")["win_shares"];
    let named = |kind: &str, key: &str, part: &str| {
        let rows = shares[kind][key].as_array().unwrap_or_else(|| panic!("no {kind} of {key}"));
        rows.iter().any(|row| row["name"].as_str().is_some_and(|name| name.contains(part)))
    };
    assert!(named("singles", "faction and technologies", "nomads-of-earth"));
    assert!(named("pairs", "faction and technologies", " + "));
    assert!(named("singles", "cards used", "pc-") && named("singles", "aims met", "em-"));
    let games = fs::read_to_string(out.join("games.csv")).expect("written");
    assert!(
        games.lines().next().is_some_and(|head| head.contains("cards used") && head.contains("quests done")),
        "{games}"
    );
}
