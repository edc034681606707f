//! Every command, run as a person or a script would run it, also where it must fail.

mod admin;
mod backup;
mod host;
mod manual;
mod packs;
mod playing;
mod run;
mod serve;
mod support;
mod tutorial;

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use run::{Run, astrarium, folder, fresh, typed};

const GAME: &str = "galactic-adventures";
const COMMANDS: [&[&str]; 30] = [
    &["serve"],
    &["admin"],
    &["migrate"],
    &["load"],
    &["backup"],
    &["restore"],
    &["titles"],
    &["sim"],
    &["sim", "merge"],
    &["arena"],
    &["gate"],
    &["compare"],
    &["play"],
    &["learn"],
    &["puzzle"],
    &["puzzle", "mine"],
    &["check"],
    &["record", "show"],
    &["record", "verify"],
    &["record", "replay"],
    &["draw"],
    &["rules"],
    &["data", "check"],
    &["data", "export"],
    &["data", "new"],
    &["data", "schema"],
    &["data", "diff"],
    &["completions"],
    &["man"],
    &["bench"],
];

/// A whole game by bots, kept in a file of the test.
fn played(test: &str) -> String {
    let record = fresh(test).join("game.rec").display().to_string();
    let bots = "greedy,random,random,random";
    astrarium(&["play", GAME, "--bots", bots, "--seed", "5", "--record", &record]).ok();
    record
}

#[test]
fn every_command_has_help_with_an_example() {
    for command in COMMANDS {
        let help = astrarium(&[command, &["--help"]].concat()).ok();
        assert!(help.out.contains("Example: astrarium"), "{command:?}: {}", help.out);
        assert!(help.out.contains("--json"), "{command:?}: {}", help.out);
    }
}

#[test]
fn mistakes_take_one_line_and_exit_with_two() {
    let cases: [(&[&str], &str); 8] = [
        (&["sim", GAME], "--bots"),
        (&["titles", "--foo"], "--foo"),
        (&["rules", "chess"], "there is no title “chess”: expected galactic-adventures"),
        (&["sim", GAME, "--bots", "clever"], "“clever” is no bot: expected random"),
        (&["sim", GAME, "--bots", "random,random"], "2 bots for 4 seats"),
        (&["sim", GAME, "--bots", "random", "--seats", "9"], "option players cannot be “9”"),
        (&["play", GAME, "--options", "moons=3"], "there is no option “moons”"),
        (&["record", "show", "nowhere.rec"], "nowhere.rec: "),
    ];
    for (args, says) in cases {
        let run = astrarium(args).code(2);
        assert!(run.err.starts_with("astrarium: ") && run.err.contains(says), "{args:?}: {}", run.err);
        assert_eq!(run.err.trim_end().lines().count(), 1, "{}", run.err);
    }
}

#[test]
fn titles_are_listed_with_their_options() {
    assert!(astrarium(&["titles"]).ok().out.contains("galactic-adventures"));
    let titles = astrarium(&["titles", "--json"]).ok().json();
    assert_eq!(titles[0]["id"], GAME);
    assert_eq!(titles[0]["options"][0]["id"], "players");
}

#[test]
fn a_simulation_does_not_depend_on_threads() {
    let sim = |threads| {
        let args = ["sim", GAME, "--bots", "random", "--games", "40", "--seed", "9", "--json", "--threads", threads];
        let mut all = astrarium(&args).ok().json();
        for clock in ["seconds", "decisions_per_second", "games_per_second"] {
            assert!(all[clock].take().as_f64().is_some_and(|n| n > 0.0), "{clock}");
        }
        all
    };
    let one = sim("1");
    assert_eq!(one, sim("3"));
    assert_eq!((&one["title"], &one["games"]), (&GAME.into(), &40.into()));
    assert_eq!(one["wins"].as_array().map(Vec::len), Some(4));
    assert!(one["mean_decisions"].as_f64() > Some(10.0));
}

#[test]
fn a_simulation_writes_files_and_a_table_for_people() {
    let out = fresh("sim").join("results");
    let path = out.display().to_string();
    let run = astrarium(&["sim", GAME, "--bots", "random", "--games", "20", "--seats", "2", "--out", &path]).ok();
    assert!(run.out.contains("players=2") && run.out.contains("seat 2"), "{}", run.out);
    for name in ["summary.json", "games.csv", "games.parquet", "wins-by-seat.svg", "report.html", "README.md"] {
        assert!(fs::metadata(out.join(name)).is_ok_and(|file| file.len() > 0), "{name}");
    }
    let games = fs::read_to_string(out.join("summary.json")).expect("written");
    let summary: serde_json::Value = serde_json::from_str(&games).expect("a document");
    assert_eq!((&summary["requested"], &summary["stopped"]), (&20.into(), &false.into()));
    assert_eq!(
        summary["of_games"]["rounds"].as_object().map(|all| all.values().filter_map(|n| n.as_u64()).sum()),
        Some(20)
    );
    let singles = summary["win_shares"]["singles"]["research"].as_array().expect("shares by node");
    assert!(!singles.is_empty() && singles.iter().all(|share| !share["name"].as_str().expect("a node").contains(' ')));
    // The run fails before the first game, not after the last.
    let many = ["sim", GAME, "--bots", "random", "--games", "1000000000", "--seats", "2", "--out"];
    assert!(astrarium(&[&many[..], &[&path]].concat()).code(2).err.contains("holds the results of another run"));
    fs::write(fresh("sim-file").join("file"), "").expect("writable");
    let file = folder("sim-file").join("file").display().to_string();
    assert!(astrarium(&[&many[..], &[&file]].concat()).code(2).err.starts_with("astrarium: "));
}

#[test]
fn a_simulation_is_played_in_slices_and_merged() {
    let home = fresh("slices");
    let path = |name: &str| home.join(name).display().to_string();
    let sim = |first: &str, games: &str, out: &str| {
        let range = ["--first", first, "--games", games, "--out", out];
        astrarium(&[&["sim", GAME, "--bots", "random", "--json"], &range[..]].concat()).ok()
    };
    let [a, b, all, merged] = ["a", "b", "all", "merged"].map(path);
    sim("0", "12", &a);
    sim("12", "8", &b);
    sim("0", "20", &all);
    astrarium(&["sim", "merge", &b, &a, "--out", &merged]).ok();
    let summary = |name: &str| fs::read(home.join(name).join("summary.json")).expect("written");
    assert_eq!(summary("merged"), summary("all"));
    assert!(sim("12", "8", &b).err.contains("has these games already"));
    let other = ["sim", GAME, "--bots", "random", "--first", "12", "--games", "9", "--out", &b];
    assert!(astrarium(&other).code(2).err.contains("holds the results of another run"));
    assert!(astrarium(&["sim", "merge", &a, &all]).code(2).err.contains("begins with game"));
}

#[test]
#[cfg(target_os = "linux")]
fn ctrl_c_keeps_what_is_done() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_astrarium"));
    command.args(["sim", GAME, "--bots", "random", "--games", "1000000000", "--seed", "1", "--json"]);
    let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the binary was built");
    let pid = child.id().to_string();
    let hears = || {
        let status = fs::read_to_string(format!("/proc/{pid}/status")).expect("it runs");
        let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:")).expect("Linux says what is caught");
        u64::from_str_radix(caught.trim(), 16).expect("a mask") & 0b10 != 0 // SIGINT is the second signal
    };
    while !hears() {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::sleep(Duration::from_secs(1));
    assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill is there").success());
    let run = Run::from(child.wait_with_output().expect("it ends")).code(3);
    let games = run.json()["games"].as_u64().expect("a number");
    assert!(games > 0 && run.err.contains(&format!("stopped after {games} of 1000000000 games")), "{}", run.err);
}

#[test]
fn a_gate_says_who_is_stronger() {
    let gate =
        |bots: &str, games: &str| astrarium(&["gate", GAME, "--bots", bots, "--games", games, "--seed", "1", "--json"]);
    let passed = gate("greedy,random", "60").ok().json();
    assert_eq!(passed["passed"], true);
    assert!(passed["blocks"].as_u64().expect("a number") < 60, "{passed}");
    gate("random,greedy", "60").code(1);
    gate("greedy,random", "2").code(1);
    gate("random", "4").code(2);
}

#[test]
fn an_arena_rates_bots() {
    let args = ["arena", GAME, "--bots", "random,greedy", "--games", "12", "--seed", "1"];
    assert!(astrarium(&args).ok().out.contains("rating"));
    let arena = astrarium(&[&args[..], &["--json"]].concat()).ok().json();
    assert_eq!(arena["bots"][0]["bot"], "greedy");
    astrarium(&["arena", GAME, "--bots", "random", "--games", "4"]).code(2);
}

#[test]
fn a_person_plays_a_whole_game_whose_dice_verify() {
    let record = fresh("person").join("game.rec").display().to_string();
    let args = ["play", GAME, "--bots", "random,random,random", "--seed", "3", "--record", &record];
    let run = typed(&args, &"1\n".repeat(5000)).ok();
    assert!(run.out.contains("Choose your colour GA-001") && run.out.contains("\n1. "), "{}", run.out);
    let verified = astrarium(&["record", "verify", &record]).ok();
    assert!(verified.out.contains("the dice come from the opened secret"), "{}", verified.out);
}

#[test]
fn a_person_is_answered_and_may_leave() {
    let record = fresh("leave").join("game.rec").display().to_string();
    let saved = folder("leave").join("saved.rec").display().to_string();
    let lines =
        format!("?\nwhy end-turn\nend-turn\nchoose\nbanana\nrules GA-017\nsave {saved}\nch red\ntable\nlog\nquit\n");
    let run =
        typed(&["play", GAME, "--bots", "random", "--seats", "2", "--seed", "3", "--record", &record], &lines).ok();
    let expected = [
        "why SENTENCE",
        "(GA-", // why not
        "which one? choose-colour red, choose-colour yellow",
        "“banana” is no answer here: expected a number from 1 to 4, ",
        "- **GA-017** ",
        "plays red GA-001",
        "record in ",
    ];
    for words in expected {
        assert!(run.out.contains(words), "{words} is missing in\n{}", run.out);
    }
    for file in [&record, &saved] {
        assert!(astrarium(&["record", "verify", file]).ok().out.contains("is not opened"), "{file}");
    }
}

/// Every example of docs/script.md in one go, as it is written except for the port.
#[test]
fn the_examples_for_scripts_run() {
    let free = std::net::TcpListener::bind("127.0.0.1:0").and_then(|socket| socket.local_addr()).expect("a free port");
    let doc = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/script.md")).expect("the document");
    let doc = doc.replace("7777", &free.port().to_string());
    let blocks = |kind: &str| -> Vec<String> {
        let begin = format!("```{kind}\n");
        doc.split(&begin).skip(1).map(|block| block.split("```").next().expect("an end").to_string()).collect()
    };
    let home = fresh("script");
    fs::write(home.join("live.py"), &blocks("python")[0]).expect("writable");
    // Whatever fails, the server does not outlive the script.
    let script = format!("set -eu\ntrap 'kill $! 2>/dev/null || true' EXIT\n{}", blocks("sh").join("\n"));
    let program = Path::new(env!("CARGO_BIN_EXE_astrarium")).parent().expect("a folder");
    let path = format!("{}:{}", program.display(), std::env::var("PATH").expect("a path"));
    let run = Command::new("sh").args(["-c", &script]).current_dir(&home).env("PATH", path).output().expect("a shell");
    let run = Run::from(run).ok();
    for words in
        ["'choose-colour blue'", "\"title\": \"galactic-adventures\"", "buy-research", "actions agree", "entries"]
    {
        assert!(run.out.contains(words), "{words} is missing in\n{}", run.out);
    }
}

/// The README shows a table: the same commands and the same dice still give it, line by line. `ASTRARIUM_RENEW=1` writes it anew.
#[test]
fn the_transcript_in_the_readme_is_true() {
    const BEGIN: &str = "$ astrarium play ";
    let before = ["choose-colour red", "buy-research att-infantry-plus", "buy-research att-beam-plus"];
    let before = [&before[..], &["buy-research att-infantry-extra", "finish-research", "attack-die d10"]].concat();
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../README.md");
    let readme = fs::read_to_string(path).expect("a README");
    let from = readme.find(BEGIN).expect("a transcript");
    let block = &readme[from..from + readme[from..].find("\n```").expect("its end")];
    let command = block.lines().next().expect("a command");
    let said: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix("red> ")).collect();
    let words: Vec<&str> = command.split(' ').skip(2).collect();
    let out = typed(&words, &([before, said.clone()].concat().join("\n") + "\n")).ok().out;
    let shown = &out[out.find("── Round 1: Red’s turn").expect("red's first turn")..];
    let last = shown.rfind("red> t").expect("red attacks");
    let shown = &shown[..last + shown[last..].find("\n\n").expect("the next question")];
    let now = format!("{command}\n…\n{shown}");
    if std::env::var_os("ASTRARIUM_RENEW").is_some() {
        fs::write(path, readme.replace(block, &now)).expect("writable");
    }
    assert_eq!(block, now, "run it again with ASTRARIUM_RENEW=1");
}

#[test]
fn a_script_plays_by_json() {
    let run = typed(&["play", GAME, "--bots", "random,random,random", "--json"], "choose-colour green\n").ok();
    let lines: Vec<serde_json::Value> = run.out.lines().map(|l| serde_json::from_str(l).expect("a document")).collect();
    assert_eq!(lines[0]["sentences"][2]["words"], serde_json::json!(["choose-colour", "green"]));
    assert_eq!(lines[1]["seat"], "green");
    assert_eq!(lines.last().expect("an end")["finished"], false);
}

#[test]
fn people_share_a_keyboard() {
    let run = typed(&["play", GAME, "--bots", "none", "--seats", "2"], "choose-colour red\nchoose-colour blue\n").ok();
    assert!(run.out.contains("Chair 1 plays red") && run.out.contains("Chair 2 plays blue"), "{}", run.out);
}

#[test]
fn without_a_title_there_is_a_menu() {
    let run = typed(&["play"], "chess\n1\nquit\n").ok();
    assert!(
        run.out.contains("What do you want to play?") && run.out.contains("there is no title “chess”"),
        "{}",
        run.out
    );
    assert!(run.out.contains("Choose your colour"), "{}", run.out);
}

#[test]
fn a_lesson_is_learned_by_typing() {
    let home = folder("learn");
    _ = fs::remove_file(home.join("learned.txt"));
    let home = home.display().to_string();
    let learn = |words: &[&str], lines: &str| typed(&[&["learn", GAME, "--data-dir", &home], words].concat(), lines);
    let told =
        learn(&["infantry"], "end-turn\nattack-from planet-red\ntarget moon-02\nshow\ntarget moon-04\n").ok().out;
    for part in
        ["Task: Take Ember or Torch.", "Not quite. You have an attack left", "That is not allowed: no path leads"]
    {
        assert!(told.contains(part), "{part}: {told}");
    }
    assert!(told.contains("The lesson says: target moon-03") || told.contains("begins otherwise"), "{told}");
    assert!(told.contains("the moon is yours"), "{told}");
    let listed = learn(&["--list"], "").ok().out;
    assert!(listed.contains("✓  2  infantry"), "{listed}");
    assert!(learn(&["flying"], "").code(2).err.contains("there is no lesson “flying”: expected what-wins, infantry"));
}

#[test]
fn scenarios_pass_or_fail_with_a_count() {
    let scenarios = concat!(env!("CARGO_MANIFEST_DIR"), "/../game-galactic-adventures/scenarios");
    let good = astrarium(&["check", scenarios]).ok();
    let last = good.out.lines().last().expect("a last line");
    assert!(last.ends_with(" passed, 0 failed") && !last.starts_with("0 "), "{last}");

    let bad = folder("check").join("bad.toml");
    let step = "[[scenario.step]]\nseat = \"chair-1\"\ndo = \"choose-colour red\"\nrefused = \"GA-001\"\n";
    fs::write(&bad, format!("title = \"{GAME}\"\n[[scenario]]\nname = \"wrong\"\n{step}")).expect("writable");
    let path = bad.display().to_string();
    let run = astrarium(&["check", &path]).code(1);
    assert!(run.out.starts_with(&format!("{path}:6: scenario “wrong”, step 1")), "{}", run.out);
    assert!(run.out.ends_with("0 passed, 1 failed\n"), "{}", run.out);
    let json = astrarium(&["check", &path, scenarios, "--json"]).code(1).json();
    assert_eq!(json["failed"], 1);

    fs::write(&bad, "title = 3\n").expect("writable");
    assert!(astrarium(&["check", &path]).code(1).out.ends_with("0 passed, 1 failed\n"));

    let page = folder("check").join("report.md");
    fs::write(
        &page,
        format!("It goes wrong:\n```toml\ntitle = \"{GAME}\"\n[[scenario]]\nname = \"wrong\"\n{step}```\n"),
    )
    .expect("writable");
    let page = page.display().to_string();
    let traced = astrarium(&["check", &page, "--trace"]).code(1).out;
    assert!(
        traced.contains("chair-1 is asked “Choose your colour (GA-001)” and may answer: choose-colour red, "),
        "{traced}"
    );
    assert!(traced.contains(&format!("{page}:8: ")), "{traced}");
    astrarium(&["check", "nowhere.toml"]).code(2);
    astrarium(&["check"]).code(2);
}

#[test]
fn a_record_is_shown_verified_and_told() {
    let record = played("record");
    let shown = astrarium(&["record", "show", &record]).ok();
    assert!(shown.out.contains("seat greedy") && shown.out.contains("   0  setup"), "{}", shown.out);
    let entries = astrarium(&["record", "show", &record, "--json"]).ok().json()["entries"].take();
    let verified = astrarium(&["record", "verify", &record, "--json"]).ok().json();
    assert_eq!(verified["actions"].as_u64(), entries.as_array().map(|all| all.len() as u64 - 1));
    let told = astrarium(&["record", "replay", &record, "--at", "6"]).ok();
    assert!(told.out.contains("   6  ") && !told.out.contains("   7  ") && told.out.contains("(GA-"), "{}", told.out);
    assert!(astrarium(&["record", "replay", &record, "--json"]).ok().json()["position"].is_object());
    assert!(astrarium(&["record", "replay", &record, "--at", "99999"]).code(2).err.contains("has no entry 99999"));
}

#[test]
fn a_tampered_record_names_the_first_line_that_differs() {
    let record = played("tampered");
    let text = fs::read_to_string(&record).expect("just written");
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().rposition(|line| line.contains(" ! ")).expect("some die was thrown");
    let hash = lines[at].rsplit(' ').next().expect("a hash");
    fs::write(&record, text.replace(hash, "0123456789abcdef")).expect("writable");
    let run = astrarium(&["record", "verify", &record]).code(1);
    assert!(run.out.contains(&format!("game.rec:{}: entry ", at + 1)), "{}", run.out);
    assert_eq!(astrarium(&["record", "verify", &record, "--json"]).code(1).json()["line"], at + 1);

    fs::write(&record, text.replace("secret ", "secret 00")).expect("writable");
    assert!(astrarium(&["record", "verify", &record]).code(1).out.contains("64 hexadecimal digits"));
    fs::write(&record, "a letter\n").expect("writable");
    assert!(astrarium(&["record", "verify", &record]).code(1).out.contains("line 1: “a letter” is no record"));
}

/// The script of the documentation agrees, and finds a die that never fell.
#[test]
fn anybody_can_verify_the_dice() {
    let Ok(python) = Command::new("python3").arg("--version").stdout(Stdio::null()).status() else {
        return eprintln!("python3 is missing: the script of docs/verify-dice.md was not run");
    };
    assert!(python.success());
    let record = played("dice");
    let home = folder("dice");
    let doc =
        fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/verify-dice.md")).expect("the document");
    let script = doc.split("```python\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a script");
    fs::write(home.join("verify.py"), script).expect("writable");
    let drawn = astrarium(&["record", "verify", &record, "--json"]).ok().out;
    let verify = |drawn: &str| {
        fs::write(home.join("drawn.json"), drawn).expect("writable");
        let run = Command::new("python3").args(["verify.py", "game.rec", "drawn.json"]).current_dir(&home).output();
        run.expect("python3 runs")
    };
    let good = verify(&drawn);
    assert!(String::from_utf8_lossy(&good.stdout).contains("dice and draws come from the secret"), "{good:?}");
    assert!(!verify(&drawn.replacen("\"fell\": 0", "\"fell\": 1", 1)).status.success());
}

#[test]
fn a_table_is_drawn() {
    let record = played("draw");
    let out = folder("draw").join("table.svg").display().to_string();
    let drawn = |args: &[&str]| {
        let run = astrarium(&[&["draw", GAME, "-o", &out], args].concat()).ok();
        assert!(run.out.contains("table.svg"), "{}", run.out);
        let svg = fs::read_to_string(&out).expect("just written");
        assert!(svg.contains("<svg") && svg.contains("moon-07"), "{args:?}: no board in {} bytes", svg.len());
        svg
    };
    let fresh = ["--options", "colour-assignment=fixed"];
    assert_ne!(drawn(&fresh), drawn(&["--record", &record, "--at", "30", "--seat", "red"]));
    let json = astrarium(&[&["draw", GAME, "-o", &out, "--json"], &fresh[..]].concat()).ok().json();
    assert!(json["scene"]["shapes"].as_array().is_some_and(|shapes| !shapes.is_empty()));
    assert!(astrarium(&["draw", GAME, "-o", &out, "--seat", "pink"]).code(2).err.contains("there is no seat “pink”"));
    astrarium(&["draw", GAME]).code(2);
}

#[test]
fn rules_are_shown_whole_or_by_clause() {
    assert!(astrarium(&["rules", GAME]).ok().out.starts_with("# Galactic Adventures"));
    let clause = astrarium(&["rules", GAME, "ga-065"]).ok();
    assert!(clause.out.starts_with("- **GA-065** ") && clause.out.lines().count() < 5, "{}", clause.out);
    assert!(astrarium(&["rules", GAME, "GA-065", "--json"]).ok().json()["text"].is_string());
    assert!(astrarium(&["rules", GAME, "GA-1000"]).code(2).err.contains("there is no clause “GA-1000”"));
}

#[test]
fn a_bench_has_every_figure() {
    let Run { out, .. } = astrarium(&["bench", "--seconds", "1", "--json"]).ok();
    let bench: serde_json::Value = serde_json::from_str(&out).expect("a document");
    assert!(bench["yardstick"]["moves_per_second"].as_f64() > Some(0.0));
    let figures = [
        "seats",
        "decisions_per_second",
        "ratio",
        "state_bytes",
        "clone_ns",
        "redeal_ns",
        "search_iterations_per_second",
    ];
    for figure in figures {
        assert!(bench["titles"][0][figure].as_f64() > Some(0.0), "{figure}: {out}");
    }
}
