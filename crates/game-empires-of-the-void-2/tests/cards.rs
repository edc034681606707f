//! Nothing in the pack is forgotten. Whatever is printed on a card, a token, a planet, a unit or a board is changed, one thing
//! at a time, and a scenario whose name begins with that component must notice.

use std::path::Path;

use astrarium_check::scenario::run_file;
use astrarium_core::{Files, Pack, Parts, Piece};
use game_empires_of_the_void_2::{Ability, Card, Data, Empire, Explore, Faction, Happening, Kind, Planet, State, Tech};
use toml::{Table, Value};

/// A scenario by itself: its name, and a file that holds nothing else.
struct Alone {
    name: String,
    text: String,
}

fn scenarios() -> Vec<Alone> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let mut all = Vec::new();
    for file in std::fs::read_dir(folder).expect("the crate has scenarios") {
        let text = std::fs::read_to_string(file.expect("a file").path()).expect("a text");
        let whole: Table = toml::from_str(&text).expect("TOML");
        let list = whole["scenario"].as_array().expect("scenarios");
        all.extend(list.iter().map(|one| {
            let name = one["name"].as_str().expect("a name").to_string();
            let mut file = whole.clone();
            file.insert("scenario".into(), Value::Array(vec![one.clone()]));
            Alone { name, text: toml::to_string(&file).expect("plain data") }
        }));
    }
    all
}

/// The scenarios of one component.
fn of<'a>(all: &'a [Alone], id: &str) -> Vec<&'a Alone> {
    let own = |a: &&Alone| a.name.strip_prefix(id).is_some_and(|rest| rest.starts_with([' ', ':']));
    all.iter().filter(own).collect()
}

fn passes(text: &str, data: &'static Data) -> bool {
    run_file::<State>(text, data, false).is_ok_and(|outcomes| outcomes.iter().all(|o| o.result.is_ok()))
}

/// The built-in pack with one file changed; none if the pack itself refuses the change.
fn pack(file: &str, table: &Table) -> Option<&'static Data> {
    let text = |&(name, text): &(&str, &str)| {
        let text = if name == file { toml::to_string(table).expect("plain data") } else { text.to_string() };
        (name.to_string(), text)
    };
    let parsed = Data::parse(&Files::new(Data::FILES.iter().map(text)));
    parsed.ok().map(|data| &*Box::leak(Box::new(data)))
}

fn house(file: &str) -> Table {
    let (_, text) = Data::FILES.iter().find(|(name, _)| *name == file).expect("a file of the pack");
    toml::from_str(text).expect("TOML")
}

/// What a value could be instead. Several lists for one place: one of each must be noticed.
fn instead(value: &Value) -> Vec<Value> {
    match value {
        Value::Integer(n) => [1, -1, 2].map(|by| Value::Integer(n + by)).to_vec(), // a hazard of 1 is none
        Value::Boolean(b) => vec![Value::Boolean(!b)],
        Value::String(word) => other_words(word).into_iter().map(Value::String).collect(),
        _ => Vec::new(),
    }
}

/// Another number in the text, or another word of the same kind.
fn other_words(text: &str) -> Vec<String> {
    let words: Vec<&str> = text.split(' ').collect();
    let bump = |k: usize, n: u8| {
        let more = (n + 1).to_string();
        words.iter().enumerate().map(|(i, w)| if i == k { more.as_str() } else { w }).collect::<Vec<_>>().join(" ")
    };
    let numbers = words.iter().enumerate().filter_map(|(k, w)| Some(bump(k, w.parse().ok()?)));
    let swapped = match words[0] {
        "artifact" | "any" => Some("metal"),
        "metal" | "lifeform" => Some("artifact"),
        "battle" => Some("burn"),
        "delivery" | "surface" | "cure" | "cube" | "technology" | "burn" if words.len() == 1 => Some("battle"),
        "orbit" | "uninhabited" | "wormhole" | "node" => Some("core"),
        "surface" | "own-uninhabited" | "own-building" | "other-orbit" | "other-surface" => Some("core"),
        "core" => Some("wormhole"),
        _ => None,
    };
    numbers.chain(swapped.map(String::from)).collect()
}

/// Names and words that only people read; what says which component it is; what the pack can have no other way.
const WORDS: [&str; 8] = ["name", "text", "species", "temper", "ability", "planet", "pieces", "id"];

/// Every place in a component where something is printed that a rule reads, as a list of ways to change it.
fn changes(component: &Value) -> Vec<Vec<Value>> {
    match component {
        Value::Table(table) => {
            let read = table.iter().filter(|(key, _)| !WORDS.contains(&key.as_str()));
            read.flat_map(|(key, inner)| changes_under(table, key, inner)).collect()
        }
        Value::Array(list) => (0..list.len()).flat_map(|k| changes_at(list, k)).collect(),
        leaf => Some(instead(leaf)).filter(|ways| !ways.is_empty()).into_iter().collect(),
    }
}

fn changes_under(table: &Table, key: &str, inner: &Value) -> Vec<Vec<Value>> {
    let with = |value: Value| {
        let mut table = table.clone();
        table.insert(key.into(), value);
        Value::Table(table)
    };
    let inside = changes(inner).into_iter().map(|ways| ways.into_iter().map(with).collect());
    let left_out = ["cost", "needs", "op"].contains(&key).then(|| vec![without(table, key)]);
    inside.chain(left_out).collect()
}

fn changes_at(list: &[Value], k: usize) -> Vec<Vec<Value>> {
    let with = |value: Value| {
        let mut list = list.to_vec();
        list[k] = value;
        Value::Array(list)
    };
    let inside: Vec<Vec<Value>> = changes(&list[k]).into_iter().map(|w| w.into_iter().map(with).collect()).collect();
    if !inside.is_empty() {
        return inside;
    }
    let mut shorter = list.to_vec();
    shorter.remove(k);
    vec![vec![Value::Array(shorter)]]
}

/// A card without cost or requirement, an event that does nothing.
fn without(table: &Table, key: &str) -> Value {
    let mut table = table.clone();
    table.remove(key);
    if key == "op" {
        let nothing = Table::from_iter([("command".to_string(), Value::Integer(0))]);
        table.insert("op".into(), Value::Table(nothing));
    }
    Value::Table(table)
}

/// Changes every component of a file; says which changes nobody noticed.
fn unnoticed(file: &str, ids: &[String], all: &[Alone]) -> Vec<String> {
    let table = house(file);
    assert_eq!(table.len(), ids.len(), "{file} has one entry for each component");
    let mut missed = Vec::new();
    for id in ids {
        let own = of(all, id);
        assert!(!own.is_empty(), "no scenario begins with {id}");
        let silent = changes(&table[id]).into_iter().filter(|place| !noticed(file, &table, id, place, &own));
        missed.extend(silent.map(|place| format!("{id}: {}", place[0])));
    }
    missed
}

/// Whether a scenario fails with one of the ways to change a place. A change that the pack refuses proves nothing, unless it
/// refuses them all.
fn noticed(file: &str, table: &Table, id: &str, place: &[Value], own: &[&Alone]) -> bool {
    let changed = |value: &Value| {
        let mut table = table.clone();
        table.insert(id.into(), value.clone());
        pack(file, &table)
    };
    let packs: Vec<&Data> = place.iter().filter_map(changed).collect();
    packs.is_empty() || packs.iter().any(|data| own.iter().any(|a| !passes(&a.text, data)))
}

fn all_of<T: Piece + std::fmt::Display>() -> Vec<String> {
    T::all().map(|piece| piece.to_string()).collect()
}

fn nothing_is_forgotten<T: Piece + std::fmt::Display>(file: &str) {
    let missed = unnoticed(file, &all_of::<T>(), &scenarios());
    assert!(missed.is_empty(), "{} changes were not noticed\n{}", missed.len(), missed.join("\n"));
}

#[test]
fn power_cards() {
    nothing_is_forgotten::<Card>("cards.toml");
}

#[test]
fn events() {
    nothing_is_forgotten::<Happening>("events.toml");
}

#[test]
fn explore_tokens() {
    nothing_is_forgotten::<Explore>("explore.toml");
}

#[test]
fn empire_cards() {
    nothing_is_forgotten::<Empire>("empire.toml");
}

#[test]
fn planets() {
    nothing_is_forgotten::<Planet>("planets.toml");
}

#[test]
fn units() {
    nothing_is_forgotten::<Kind>("units.toml");
}

#[test]
fn factions() {
    nothing_is_forgotten::<Faction>("factions.toml");
}

/// The numbers belong to no component: any scenario may notice them.
#[test]
fn numbers() {
    let (table, all) = (house("numbers.toml"), scenarios());
    let all: Vec<&Alone> = all.iter().collect();
    let mut missed = Vec::new();
    for (id, section) in &table {
        let silent = changes(section).into_iter().filter(|place| !noticed("numbers.toml", &table, id, place, &all));
        missed.extend(silent.map(|place| format!("{id}: {}", place[0])));
    }
    assert!(missed.is_empty(), "{} changes were not noticed\n{}", missed.len(), missed.join("\n"));
}

/// What a technology does is in the rules, not in the pack: its scenarios fail without it.
#[test]
fn technologies() {
    let all = scenarios();
    for tech in Tech::all() {
        let own = of(&all, tech.word());
        assert!(own.iter().all(|a| passes(&a.text, State::house())), "{tech}: a scenario fails");
        let fails = own.iter().any(|a| !passes(&forget(&a.text, tech), State::house()));
        assert!(fails, "no scenario that begins with {tech} needs it");
    }
}

/// What a unit can do is in the rules too: a War Bot with the same dice and power in its place is not the same.
#[test]
fn tricks() {
    let all = scenarios();
    let table = house("units.toml");
    let trick = |kind: &Kind| *kind != Kind::Worldship && table[kind.word()]["text"].as_str() != Some("");
    for kind in Kind::all().filter(trick) {
        let mut changed = table.clone();
        changed["war-bot"]["dice"] = table[kind.word()]["dice"].clone();
        changed["war-bot"]["power"] = table[kind.word()]["power"].clone();
        let data = pack("units.toml", &changed).expect("any unit may have such dice and power");
        let own = of(&all, kind.word()).into_iter().filter(|a| !a.text.contains("recruit ")); // War Bots are not bought alike
        let fails = own.map(|a| a.text.replace(kind.word(), "war-bot")).any(|text| !passes(&text, data));
        assert!(fails, "no scenario that begins with {kind} needs its trick");
    }
}

/// So does what an ally can do: each planet has a scenario for it. It fails without the ally, and passes again with the parasite
/// token in the ally's place (E2-259), except for the points of Valka VII (E2-260).
#[test]
fn abilities() {
    let all = scenarios();
    for (planet, ability) in Planet::all().zip(Ability::all()) {
        let name = format!("{planet}: {ability}");
        let own = all.iter().find(|a| a.name.starts_with(&name)).unwrap_or_else(|| panic!("no scenario {name}"));
        let alone = |parasite: bool| passes(&estrange(&own.text, planet, parasite), State::house());
        assert!(passes(&own.text, State::house()), "{name}: the scenario fails");
        assert!(!alone(false), "{name}: nobody needs it");
        assert_eq!(alone(true), planet != Planet::ValkaVii, "{name}: as a parasite");
    }
}

/// The same scenario, but nobody has influence on the planet; who was its ally may have the parasite token there.
fn estrange(text: &str, planet: Planet, parasite: bool) -> String {
    let mut file: Table = toml::from_str(text).expect("TOML");
    let position = file["scenario"][0]["position"].as_table_mut().expect("a position");
    let allies = position.remove("allies").expect("an ally");
    let ally = allies[planet.word()].as_str().expect("a seat");
    let seat = position["seats"][ally].as_table_mut().expect("a seat");
    seat["influence"].as_table_mut().expect("influence").remove(planet.word());
    if parasite {
        seat.insert("parasite".into(), planet.word().into());
    }
    toml::to_string(&file).expect("plain data")
}

/// The same scenario, but nobody has the technology.
fn forget(text: &str, tech: Tech) -> String {
    let mut file: Table = toml::from_str(text).expect("TOML");
    let seats = file["scenario"][0]["position"]["seats"].as_table_mut().expect("seats");
    for (_, seat) in seats.iter_mut() {
        if let Some(Value::Array(techs)) = seat.get_mut("technologies") {
            techs.retain(|t| t.as_str() != Some(tech.word()));
        }
    }
    toml::to_string(&file).expect("plain data")
}
