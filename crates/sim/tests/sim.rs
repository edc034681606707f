//! Batches of a small game: the same on any number of threads, fair seats, whole files.

#[path = "../../bots/tests/toy/mod.rs"]
mod toy;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use astrarium_bots::parse_list;
use astrarium_core::{Options, Parts};
use astrarium_sim::{Batch, Header, MergeError, Plan, PlanError, Shard, Summary, Watch, bench, files, merge, shard};
use parquet::file::reader::SerializedFileReader;
use parquet::record::RowAccessor;
use toy::{Players, Toy};

fn plan(bots: &str, games: u64, threads: usize) -> Plan<Toy> {
    let (options, bots) = (Players::default(), parse_list(bots).expect("bots"));
    Plan { options, data: Toy::house(), bots, first: 0, games, seed: 7, threads, rows: true }
}

fn run(plan: &Plan<Toy>) -> Batch {
    plan.run(&Watch { stop: &|| false, each: &|_| () }).expect("a right plan")
}

#[test]
fn the_threads_do_not_matter() {
    for bots in ["random", "greedy,random,random,ismcts:20"] {
        let (one, three) = (run(&plan(bots, 24, 1)), run(&plan(bots, 24, 3)));
        assert_eq!((one.rows, one.tally), (three.rows, three.tally));
    }
}

#[test]
fn every_bot_sits_everywhere() {
    let batch = run(&plan("greedy,random,ismcts:5,ismcts:9", 16, 2));
    let mut seen = [[0; 4]; 4];
    batch.rows.iter().for_each(|row| row.seats.iter().enumerate().for_each(|(seat, c)| seen[c.bot][seat] += 1));
    assert_eq!(seen, [[4; 4]; 4]);
}

#[test]
fn the_summary_adds_up() {
    let plan = plan("random", 2_000, 2);
    let batch = run(&plan);
    let summary = serde_json::to_value(Summary::new(&Header::new(&plan, "b"), &batch)).expect("plain data");
    assert_eq!((&summary["title"], &summary["games"]), (&"toy".into(), &2_000.into()));
    let shares = summary["win_shares"]["seats"].as_array().expect("by seat");
    let sum: f64 = shares.iter().map(|s| s["share"].as_f64().expect("a number")).sum();
    assert!((sum - 1.0).abs() < 1e-9, "{sum}");
    for share in shares {
        assert!(share["low"].as_f64() < Some(0.25) && share["high"].as_f64() > Some(0.25), "an even game: {share}");
    }
    let mean = summary["decisions"].as_f64().expect("a number") / 2_000.0;
    assert_eq!(summary["mean_decisions"].as_f64(), Some(mean));
    assert_eq!(summary["win_shares"]["facts"]["colour"].as_array().map(Vec::len), Some(4));
    assert!(summary["measures"]["card"]["mean"].as_f64() > Some(1.9));
}

#[test]
fn stopping_keeps_what_is_done() {
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let each = |_| stop.store(done.fetch_add(1, Relaxed) == 9, Relaxed);
    let batch =
        plan("random", u64::MAX, 1).run(&Watch { stop: &|| stop.load(Relaxed), each: &each }).expect("a right plan");
    assert_eq!((batch.rows.len(), batch.tally.games()), (10, 10));
}

#[test]
fn a_game_that_breaks_is_named() {
    let mut plan = plan("random,random,random,greedy", 3, 2);
    plan.options.players = 9; // no such table: the toy has six chairs
    plan.bots = parse_list(&["random"; 9].join(",")).expect("bots");
    let batch = run(&plan);
    assert_eq!(plan.options.seats(), 9);
    let named: Vec<_> = batch.failures.iter().map(|f| (f.number, f.seed)).collect();
    assert_eq!(named, [(0, 7), (1, 7), (2, 7)]);
    assert!(batch.failures[0].to_string().starts_with("game 0 of seed 7 broke: "), "{}", batch.failures[0]);
}

#[test]
fn bots_must_fill_the_seats() {
    let watch = Watch { stop: &|| false, each: &|_| () };
    let error = plan("greedy,random", 1, 1).run(&watch).expect_err("two bots for four seats");
    assert_eq!(error, PlanError::Bots { given: 2, seats: 4 });
    assert_eq!(plan("greedy,greedy", 1, 1).arena(&watch).expect_err("the same twice"), PlanError::Arena);
}

#[test]
fn files_hold_every_seat_of_every_game() {
    let plan = plan("random", 40, 1);
    let folder = std::env::temp_dir().join(format!("astrarium-sim-{}", std::process::id()));
    let written = files::write(&folder, &Header::new(&plan, "b"), &run(&plan)).expect("a writable folder");
    let read = |name: &str| std::fs::read(folder.join(name)).expect("written");
    let csv = String::from_utf8(read("games.csv")).expect("text");
    assert!(csv.starts_with("game,seat,bot,place,win,points,decisions,card,colour\n0,1,random,"), "{csv}");
    assert_eq!(csv.lines().count(), 161);
    let json: Vec<serde_json::Value> = serde_json::from_slice(&read("games.json")).expect("rows");
    assert_eq!((json.len(), json[159]["game"].as_i64(), json[159]["colour"].as_str()), (160, Some(39), Some("blue")));
    let file = std::fs::File::open(folder.join("games.parquet")).expect("written");
    let rows: Vec<_> = SerializedFileReader::new(file).expect("parquet").into_iter().flatten().collect();
    assert_eq!(rows.len(), 160);
    assert_eq!(rows[159].get_long(0).ok(), Some(39));
    assert_eq!(rows[159].get_string(8).ok(), Some(&"blue".to_string()));
    for svg in written.iter().filter(|path| path.extension().is_some_and(|e| e == "svg")) {
        let text = std::fs::read_to_string(svg).expect("written");
        assert!(text.starts_with("<svg") && text.contains("<text"), "{}", svg.display());
    }
    assert!(folder.join("wins-by-colour.svg").exists() && folder.join("points-of-losers.svg").exists());
    std::fs::remove_dir_all(folder).expect("our own folder");
}

/// A slice of a batch in a folder of its own, played by a program of this name.
fn slice(home: &Path, first: u64, games: u64, build: &str) -> PathBuf {
    let plan = Plan { first, ..plan("greedy,random,random,random", games, 2) };
    let folder = home.join(format!("{first}-{games}-{build}"));
    files::write(&folder, &Header::new(&plan, build), &run(&plan)).expect("a writable folder");
    folder
}

#[test]
fn slices_become_one_batch_to_the_byte() {
    let home = tempdir("slices");
    let (whole, parts) = (slice(&home, 0, 12, "b"), [(5, 3), (0, 5), (8, 4)].map(|(n, k)| slice(&home, n, k, "b")));
    let merged = merge(&parts).expect("slices that fit");
    let (header, out) = (merged.header.clone(), home.join("merged"));
    let written = files::write(&out, &header, &merged.batch()).expect("a writable folder");
    for path in &written {
        let other = whole.join(path.file_name().expect("a name"));
        assert!(fs::read(path).ok() == fs::read(&other).ok(), "{} differs", path.display());
    }
    assert_eq!(fs::read_dir(&whole).expect("a folder").count(), written.len());
    fs::remove_dir_all(home).expect("our own folder");
}

#[test]
fn slices_that_do_not_fit_are_named() {
    let home = tempdir("misfits");
    let [a, gap, twice, other] =
        [(0, 4, "b"), (5, 2, "b"), (3, 2, "b"), (4, 2, "c")].map(|(n, k, build)| slice(&home, n, k, build));
    let fault = |parts: &[&PathBuf]| {
        merge(&parts.iter().map(|&p| p.clone()).collect::<Vec<_>>()).expect_err("no batch").to_string()
    };
    assert!(
        fault(&[&gap, &a]).ends_with("shard.json: begins with game 5, but game 4 comes next"),
        "{}",
        fault(&[&gap, &a])
    );
    assert!(fault(&[&a, &twice]).contains("begins with game 3, but game 4 comes next"));
    assert!(fault(&[&a, &other]).contains("build is c, but b in "), "{}", fault(&[&a, &other]));
    assert!(fault(&[&home]).contains("shard.json: there is no such file"));
    assert_eq!(merge(&[]), Err(MergeError::Nothing));

    let mut stopped = Shard::read(&a).expect("readable").expect("written");
    assert!(stopped.is_finished());
    stopped.rows.pop();
    fs::write(a.join(shard::FILE), serde_json::to_string(&stopped).expect("plain data")).expect("writable");
    assert!(fault(&[&a]).contains("only 3 of 4 games were played"), "{}", fault(&[&a]));
    fs::remove_dir_all(home).expect("our own folder");
}

fn tempdir(name: &str) -> PathBuf {
    std::env::temp_dir().join(format!("astrarium-{name}-{}", std::process::id()))
}

#[test]
fn an_arena_ranks_bots() {
    let watch = Watch { stop: &|| false, each: &|_| () };
    let (arena, _) = plan("random,ismcts:100", 800, 2).arena(&watch).expect("a right plan");
    assert_eq!(arena.bots.iter().map(|b| &b.bot[..]).collect::<Vec<_>>(), ["ismcts:100", "random"]);
    let [best, worst] = &arena.bots[..] else { panic!("two bots") };
    assert!(best.wins.low > worst.wins.high && best.rating > 25.0 && worst.rating < 25.0, "{best:?} {worst:?}");
    assert!(best.low < best.rating && best.rating < best.high);
}

#[test]
fn the_bench_measures_something() {
    let figures = bench::measure::<Toy>(0.3);
    assert!(figures.ratio > 0.0 && figures.clone_ns > 0.0 && figures.redeal_ns > 0.0, "{figures:?}");
    assert!(figures.search_iterations_per_second > 0.0 && figures.search_efficiency > 0.0, "{figures:?}");
    let [pilot, captain, _, emperor] = figures.levels;
    assert!(pilot.decision_ms > 0.0 && pilot.iterations_per_second == 0.0, "{pilot:?}");
    assert!(
        captain.iterations_per_second > 0.0 && emperor.decision_ms > captain.decision_ms,
        "{captain:?} {emperor:?}"
    );
}
