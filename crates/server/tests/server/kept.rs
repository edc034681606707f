//! Databases that earlier versions wrote: every running game plays on, every finished one replays, every record verifies.
//!
//! `tests/kept/VERSION` has what a version wrote: its database, whose seats they are, and the pack of the operator. Each release adds
//! one: `ASTRARIUM_KEEP=VERSION cargo test -p astrarium-server kept::` plays the games and writes the folder. A test reads the changelog
//! for versions that were released.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use astrarium_core::{Pack, Parts, Record, Table, data};
use astrarium_games::{GalacticAdventures, Title, with_game};
use astrarium_server::Config;
use astrarium_server::client::{Client, Socket, answer, fresh_id};
use astrarium_server::migrate::{Will, forecast, migrate};
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use serde_json::{Value, json};
use sqlx::migrate::{Migration, MigrationType, Migrator};
use sqlx::{AnyPool, AssertSqlSafe, Row, SqlSafeStr};

use crate::support::postgres::Postgres;
use crate::support::{Folder, Server};

const KEEP: &str = "ASTRARIUM_KEEP";

type Options = &'static [(&'static str, &'static str)];

/// A title of short games for two, and how many answers a game gets that is not played to its end.
const GAMES: [(&str, Options, usize); 5] = [
    ("galactic-adventures", &[("players", "2"), ("round-limit", "10")], 12),
    ("galactic-emperor", &[("players", "2"), ("round-limit", "10")], 30),
    ("empires-of-the-void", &[("players", "2"), ("short-game", "on")], 40),
    ("key-to-the-universe", &[("players", "2")], 40),
    ("empires-of-the-void-2", &[("players", "2")], 40),
];

/// One of each title, one with a bot that stands in, one with the pack of the operator.
const RUNNING: usize = GAMES.len() + 2;

fn folder(version: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/kept").join(version)
}

/// The versions that were kept.
fn versions() -> Vec<String> {
    let folders = std::fs::read_dir(folder("")).expect("a folder");
    let mut names: Vec<_> = folders.map(|entry| entry.expect("a folder").file_name()).collect();
    names.sort();
    names.iter().map(|name| name.to_string_lossy().into()).collect()
}

#[test]
fn every_released_version_is_kept() {
    let changes = include_str!("../../../../CHANGELOG.md");
    let versions_told = changes.lines().filter_map(|line| line.strip_prefix("## "));
    let released: Vec<&str> = versions_told.filter(|told| !told.contains("not yet released")).collect();
    assert!(released.contains(&"0.1"), "{released:?}");
    let kept = versions();
    released.iter().for_each(|version| assert!(kept.contains(&version.to_string()), "{version} is not kept: {kept:?}"));
}

async fn say(socket: &mut Socket, message: Value) -> Value {
    socket.say(message).await.expect("said");
    socket.next_of(&["done", "refused"]).await.expect("an answer")
}

/// What a seat of ours is sent first.
async fn look(ann: &Client, table: &str, seat: usize) -> (Socket, Value) {
    let mut socket = ann.live(table, &format!("seat={seat}")).await.expect("a socket");
    let first = socket.next_of(&["sync"]).await.expect("a first message");
    (socket, first)
}

/// Answers until nobody of ours is asked for a while, or as often as wanted. How often it was.
async fn play(ann: &Client, table: &str, answers: usize) -> usize {
    let (mut count, mut idle) = (0, 0);
    while idle < 200 {
        let before = count;
        for seat in 0..2 {
            let (mut socket, first) = look(ann, table, seat).await;
            if let Some(act) = answer(&first["ask"], 7 * count + seat, &fresh_id()) {
                count += usize::from(say(&mut socket, act).await["type"] == "done");
            }
            if count == answers || first["table"]["status"] != "playing" {
                return count;
            }
        }
        if count == before {
            idle += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        } else {
            idle = 0;
        }
    }
    count
}

// Writing

fn wish(title: &str, options: &[(&str, &str)], other: Value) -> Value {
    let options: serde_json::Map<_, _> = options.iter().map(|(key, word)| (key.to_string(), json!(word))).collect();
    json!({ "title": title, "options": options, "seats": [{ "kind": "person", "name": "Ann" }, other] })
}

async fn begin(ann: &Client, wish: Value) -> String {
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let id = made["id"].as_str().expect("an id").to_string();
    let mine = (0..2).filter(|&k| made["seats"][k]["mine"] == true).map(|k| (k.to_string(), json!(fresh_id())));
    let nonces: serde_json::Map<_, _> = mine.collect();
    ann.must(&format!("/api/tables/{id}/start"), json!({ "nonces": nonces })).await.expect("started");
    id
}

/// Everything that people do at a table, as far as it may be done here.
async fn talk(ann: &Client, table: &str) {
    let mut undone = false;
    for seat in 0..2 {
        let (mut socket, first) = look(ann, table, seat).await;
        say(&mut socket, json!({ "type": "chat", "id": fresh_id(), "text": "Glück auf! ✨" })).await;
        let Some(act) = answer(&first["ask"], 0, &fresh_id()) else { continue };
        assert_eq!(say(&mut socket, act).await["type"], "done");
        undone |= say(&mut socket, json!({ "type": "undo", "id": fresh_id(), "seat": seat })).await["type"] == "done";
        assert_eq!(say(&mut socket, json!({ "type": "away", "id": fresh_id(), "seat": seat })).await["type"], "done");
        assert_eq!(say(&mut socket, json!({ "type": "back", "id": fresh_id(), "seat": seat })).await["type"], "done");
    }
    println!("{table}: {}", if undone { "something was taken back" } else { "nothing could be taken back" });
}

/// Plays the games of a version and keeps what it wrote.
async fn write(version: &str) {
    let (kept, work) = (folder(version), Folder::new("keep"));
    let pack = kept.join("pack");
    std::fs::create_dir_all(&pack).expect("a folder for the pack");
    for (name, text) in <GalacticAdventures as Parts>::Data::FILES {
        let text = text.replace("planet-hit-points = 3", "planet-hit-points = 4");
        std::fs::write(pack.join(name), text).expect("a file of the pack");
    }
    let amy = || json!({ "kind": "person", "name": "Amy" });
    let bot = || json!({ "kind": "bot", "level": "random" });
    let mut server = Server::fast(&work.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    for (title, options, answers) in GAMES {
        play(&ann, &begin(&ann, wish(title, options, bot())).await, usize::MAX).await;
        let running = begin(&ann, wish(title, options, amy())).await;
        play(&ann, &running, answers).await;
        talk(&ann, &running).await;
    }
    let (title, options, answers) = GAMES[0];
    let (mut socket, _) = look(&ann, &begin(&ann, wish(title, options, amy())).await, 1).await;
    say(&mut socket, json!({ "type": "away", "id": fresh_id(), "seat": 1 })).await;
    ann.must("/api/tables", wish(title, options, json!({ "kind": "open" }))).await.expect("an open table");
    server.end();
    let mut server = Server::with_pack(&work.sqlite(), title, &pack).await;
    let ann = Client { address: server.address, ..ann };
    play(&ann, &begin(&ann, wish(title, options, bot())).await, usize::MAX).await;
    play(&ann, &begin(&ann, wish(title, options, amy())).await, answers).await;
    server.end();
    // The last to leave a database puts all of it into one file.
    open(&work.sqlite()).await.close().await;
    let packed = std::fs::File::create(kept.join("database.gz")).expect("a file");
    let database = std::fs::read(work.file()).expect("the database");
    GzEncoder::new(packed, flate2::Compression::best()).write_all(&database).expect("packed");
    std::fs::write(kept.join("cookie"), &ann.cookie).expect("whose seats they are");
}

// Reading

/// A copy of a kept database.
fn unpack(version: &str, work: &Folder) {
    let packed = std::fs::File::open(folder(version).join("database.gz")).expect("a kept database");
    let mut copy = std::fs::File::create(work.file()).expect("a file");
    std::io::copy(&mut GzDecoder::new(packed), &mut copy).expect("unpacked");
}

async fn open(db: &str) -> AnyPool {
    sqlx::any::install_default_drivers();
    AnyPool::connect(db).await.expect("the database")
}

/// The tables with a status.
async fn tables(db: &str, status: &str) -> Vec<(Title, String)> {
    let pool = open(db).await;
    let query = sqlx::query("SELECT title, id FROM tables WHERE status = $1 ORDER BY id").bind(status.to_string());
    let rows = query.fetch_all(&pool).await.expect("rows");
    pool.close().await;
    rows.iter().map(|row| (row.get::<String, _>(0).parse().expect("a title"), row.get(1))).collect()
}

/// A record is right, whether it was played with the built-in pack or with the operator's.
fn verifies(title: Title, text: &str, pack: &Path) {
    let record: Record = text.parse().expect("a record");
    let name = &record.header.pack;
    let verified = with_game!(title, G => {
        let theirs = || data::load::<<G as Parts>::Data>(Some(pack)).expect("the operator's pack");
        let data = <G as Parts>::built_in(name).unwrap_or_else(theirs);
        Table::<G>::verify(&record, data).map(drop)
    });
    assert_eq!(verified, Ok(()), "{title}");
}

/// Who sits at the tables of a version.
fn ann(server: &Server, version: &str) -> Client {
    let cookie = std::fs::read_to_string(folder(version).join("cookie")).expect("whose seats they are");
    Client { address: server.address, cookie }
}

/// Running games go on, finished ones are told again.
async fn goes_on(server: &Server, db: &str, version: &str) {
    let (kept, ann) = (folder(version), ann(server, version));
    let (playing, over) = (tables(db, "playing").await, tables(db, "over").await);
    assert_eq!(playing.len(), RUNNING);
    for (title, id) in playing {
        assert_eq!(play(&ann, &id, 3).await, 3, "{title} {id} does not play on");
    }
    assert!(over.len() > GAMES.len(), "{over:?}");
    for (title, id) in over {
        let record = ann.get(&format!("/api/tables/{id}/record")).await.expect("an answer").text;
        verifies(title, &record, &kept.join("pack"));
        let replay = ann.get(&format!("/api/tables/{id}/replay")).await.expect("an answer").json();
        let told = replay["entries"].as_array().map(Vec::len);
        assert_eq!(told, Some(record.parse::<Record>().expect("a record").entries.len()), "{title} {id}");
    }
}

/// Version 0.1 named packs by their text, and did not keep them.
#[tokio::test]
async fn databases_of_earlier_versions() {
    if let Ok(version) = std::env::var(KEEP) {
        return write(&version).await;
    }
    for version in versions() {
        println!("version {version}");
        let work = Folder::new("kept");
        unpack(&version, &work);
        let pack = folder(&version).join("pack");
        let mut server = Server::with_pack(&work.sqlite(), GAMES[0].0, &pack).await;
        goes_on(&server, &work.sqlite(), &version).await;
        server.kill();
        // From now on nobody needs the operator's folder.
        let server = Server::fast(&work.sqlite()).await;
        goes_on(&server, &work.sqlite(), &version).await;
    }
}

/// A game that this version would play differently waits. It is not lost: it goes on where it can be played, or if that is accepted.
#[tokio::test]
async fn nothing_is_migrated_silently() {
    let work = Folder::new("migrate");
    unpack("0.1", &work);
    let before = std::fs::read(work.file()).expect("the database");
    let config = |packs| Config { db: Some(work.sqlite()), packs, ..Config::default() };
    let theirs = vec![(Title::GalacticAdventures, folder("0.1").join("pack"))];
    let games = forecast(&config(theirs.clone())).await.expect("a database");
    let old = |title: &str| games.iter().filter(|game| game.title == title && game.will == Will::Old).count();
    assert_eq!(old(GAMES[0].0), 2, "two tables began with the built-in pack, which is not for new ones: {games:?}");
    assert_eq!(old(GAMES[4].0), 1, "its rules have a second version: {games:?}");
    assert_eq!(games.len(), RUNNING);
    assert!(games.iter().all(|game| game.will.is_fine()), "{games:?}");
    let without = forecast(&config(vec![])).await.expect("a database");
    assert!(std::fs::read(work.file()).expect("the database") == before, "nobody writes who only looks");
    let [waits] = &without.iter().filter(|game| !game.will.is_fine()).collect::<Vec<_>>()[..] else {
        panic!("one table began with the operator's pack: {without:?}")
    };
    let Will::Differs { entry, accepted: false } = waits.will else { panic!("it can be accepted: {waits:?}") };

    let server = Server::fast(&work.sqlite()).await;
    // The server says at its start how many wait.
    let until = std::time::Instant::now() + Duration::from_secs(60);
    while !server.figures().await.lines().any(|line| line == "astrarium_games_waiting 1") {
        assert!(std::time::Instant::now() < until, "nobody is told of it");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let shown = ann(&server, "0.1").get(&format!("/api/tables/{}", waits.table)).await.expect("an answer").json();
    assert_eq!(shown["closed"], "this version of the server cannot play the game on; its record is kept");
    drop(server);
    let back = forecast(&config(theirs)).await.expect("a database");
    assert!(back.iter().all(|game| game.will.is_fine()), "it comes back with the pack: {back:?}");
    let again = migrate(&config(vec![]), false).await.expect("a database");
    assert!(again.iter().any(|game| game.table == waits.table && game.will == waits.will), "it waits: {again:?}");
    let accepted = migrate(&config(vec![]), true).await.expect("a database");
    let game = accepted.iter().find(|game| game.table == waits.table).expect("it is there");
    assert_eq!(game.will, Will::Differs { entry, accepted: true });
    assert!(accepted.iter().all(|game| game.will.is_fine()), "nothing waits any more: {accepted:?}");
    let server = Server::fast(&work.sqlite()).await;
    assert_eq!(play(&ann(&server, "0.1"), &waits.table, 3).await, 3, "it goes on with the built-in pack");
    let fine = forecast(&config(vec![])).await.expect("a database");
    assert!(fine.iter().all(|game| game.will.is_fine()), "{fine:?}");
}

/// The schema, step by step, as its folder has it.
fn schema() -> Vec<Migration> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("migrations");
    let files = std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").path());
    let step = |file: PathBuf| {
        let name = file.file_stem().expect("a name").to_string_lossy().into_owned();
        let (number, name) = name.split_once('_').expect("a number and a name");
        let sql = AssertSqlSafe(std::fs::read_to_string(&file).expect("a text")).into_sql_str();
        let number = number.parse().expect("a number");
        Migration::new(number, name.to_string().into(), MigrationType::Simple, sql, false)
    };
    files.map(step).collect()
}

async fn names(pool: &AnyPool, query: &'static str) -> Vec<String> {
    let rows = sqlx::query(query).fetch_all(pool).await.expect("rows");
    rows.iter().map(|row| row.get(0)).collect()
}

/// The same rows in PostgreSQL, with the schema that the version had.
async fn copy(from: &str, to: &str) {
    let (from, to) = (open(from).await, open(to).await);
    let steps = names(&from, "SELECT CAST(version AS TEXT) FROM _sqlx_migrations").await;
    let mut schema = schema();
    schema.retain(|step| steps.contains(&step.version.to_string()));
    assert_eq!(schema.len(), steps.len(), "a step that this version does not know");
    Migrator::with_migrations(schema).run(&to).await.expect("the old schema");
    for table in names(&from, "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%sql%'").await {
        let query = sqlx::query("SELECT name FROM pragma_table_info($1)").bind(table.clone());
        let columns = query.fetch_all(&from).await.expect("columns");
        let columns: Vec<String> = columns.iter().map(|row| row.get(0)).collect();
        let quoted = columns.iter().map(|c| format!("quote({c})")).collect::<Vec<_>>().join("||','||");
        let rows = format!("SELECT 'INSERT INTO {table} ({}) VALUES ('||{quoted}||')' FROM {table}", columns.join(","));
        let rows = sqlx::query(AssertSqlSafe(rows)).fetch_all(&from).await.expect("rows");
        let rows: Vec<String> = rows.iter().map(|row| row.get(0)).collect();
        sqlx::raw_sql(AssertSqlSafe(rows.join(";"))).execute(&to).await.expect("the same rows");
    }
    from.close().await;
    to.close().await;
}

#[tokio::test]
async fn postgres_databases_of_earlier_versions() {
    for version in versions() {
        println!("version {version}");
        let (work, postgres) =
            (Folder::new("kept-rows"), Postgres::start("kept-postgres").expect("a throw-away PostgreSQL"));
        unpack(&version, &work);
        copy(&work.sqlite(), &postgres.url()).await;
        let server = Server::with_pack(&postgres.url(), GAMES[0].0, &folder(&version).join("pack")).await;
        goes_on(&server, &postgres.url(), &version).await;
    }
}

/// A table that is open while its game is accepted goes on where it is, in front of those who look at it.
#[tokio::test]
async fn what_is_accepted_goes_on_at_open_tables() {
    let (work, postgres) = (Folder::new("accepted"), Postgres::start("accepted").expect("a throw-away PostgreSQL"));
    unpack("0.1", &work);
    copy(&work.sqlite(), &postgres.url()).await;
    let server = Server::fast(&postgres.url()).await;
    let config = Config { db: Some(postgres.url()), ..Config::default() };
    let games = forecast(&config).await.expect("a database");
    let waits = games.iter().find(|game| !game.will.is_fine()).expect("one began with a pack that is not here");
    let ann = ann(&server, "0.1");
    let (mut socket, first) = look(&ann, &waits.table, 0).await;
    assert_eq!(first["table"]["status"], "closed", "{}", first["table"]);
    migrate(&config, true).await.expect("a database");
    let news = tokio::time::timeout(Duration::from_secs(20), socket.next_of(&["update"])).await;
    let news = news.expect("nobody is told").expect("an update");
    assert_eq!((&news["table"]["status"], &news["table"]["closed"]), (&json!("playing"), &Value::Null), "{news}");
    assert_eq!(play(&ann, &waits.table, 3).await, 3, "it does not play on");
}
