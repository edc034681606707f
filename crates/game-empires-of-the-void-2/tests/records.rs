//! Played games, one for every way to end, replay for ever.

use std::path::Path;

use astrarium_check::records;
use astrarium_core::record::Header;
use astrarium_core::{Options as _, Parts, Record, Rules, Setup, Table, Turn, Values, options};
use game_empires_of_the_void_2::{Options, SeatPosition, State};

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/records");

/// Renewed or not, a record still shows what it is kept for.
#[test]
fn every_record_replays() {
    records::<State>(FOLDER);
    every_tie_is_broken();
}

fn record(path: &Path) -> Record {
    std::fs::read_to_string(path).expect("a text").parse().expect("a record")
}

/// Every option of a record, also those that came after it.
fn settings(header: &Header) -> String {
    let known: Options = options::of_rules(header.rules.parse().expect("a number")).expect("a version of the rules");
    options::print(&options::over(known, &header.options).expect("its options"))
}

/// Every value of every option was played by two, three, four and five.
#[test]
fn every_option_with_every_number_of_players() {
    let files = std::fs::read_dir(FOLDER).expect("the crate has records");
    let played: Vec<String> = files.map(|file| settings(&record(&file.expect("a file").path()).header)).collect();
    for players in 2..=5 {
        let of_these: Vec<&String> = played.iter().filter(|o| o.contains(&format!("players={players}"))).collect();
        for spec in Options::SPECS.iter().filter(|spec| spec.id != "players") {
            let words = if let Values::OneOf(words) = spec.values { words } else { &["on", "off"] };
            for word in words.iter().map(|word| format!("{}={word}", spec.id)) {
                assert!(of_these.iter().any(|o| o.contains(&word)), "no game of {players} with {word}");
            }
        }
    }
}

/// Points, units, influence and credits, in the order in which they decide.
fn keys(seat: &SeatPosition) -> [u16; 4] {
    let units = seat.units.values().flat_map(|there| there.values()).sum::<u8>();
    let influence = seat.influence.values().sum::<u8>();
    [seat.vp, units.into(), influence.into(), seat.credits.unwrap_or(0)]
}

/// How many of the keys the two best seats of a record share, and how many seats have won.
fn decided(name: &str) -> (usize, usize) {
    let table = Table::<State>::verify(&record(&Path::new(FOLDER).join(name)), State::house()).expect("it replays");
    let Turn::Over(standing) = table.state().turn() else { panic!("{name} does not end") };
    let mut all: Vec<_> = table.state().position().seats.values().map(keys).collect();
    all.sort_unstable();
    let [.., second, best] = all[..] else { panic!("{name} has one seat") };
    (best.iter().zip(second).take_while(|(a, b)| **a == *b).count(), standing.winners().len())
}

/// E2-294 to E2-298: a game for every tie-break.
fn every_tie_is_broken() {
    let names = ["whole-game-of-3.rec", "tie-by-units.rec", "tie-by-influence.rec", "tie-by-credits.rec"];
    for (shared, name) in names.into_iter().enumerate() {
        assert_eq!(decided(name), (shared, 1), "{name}");
    }
    assert_eq!(decided("shared-victory.rec"), (4, 2));
}

/// E2-P020 to E2-P025: a planet is freed in games of two, three, four and five.
#[test]
fn every_number_of_players_frees_a_planet() {
    for players in 2..=5 {
        let record = record(&Path::new(FOLDER).join(format!("liberation-and-valka-of-{players}.rec")));
        assert!(record.entries.iter().any(|entry| entry.sentence == "liberate"), "{players} players");
    }
}
