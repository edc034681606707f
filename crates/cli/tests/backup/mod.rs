//! `astrarium backup` and `restore`, while people play, from one kind of database to the other and back.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::Path;
use std::time::Duration;

use astrarium_server::client::{Client, answer, fresh_id};
use astrarium_server::load::{self, Load};
use flate2::{Compression, read::GzDecoder, write::GzEncoder};
use serde_json::{Value, json};

use crate::run::{Run, astrarium};
use crate::serve::Server;
use crate::support::machine::Folder;
use crate::support::postgres::Postgres;

fn command(command: &str, file: &Path, db: &str) -> Run {
    astrarium(&[command, &file.display().to_string(), "--db", db, "--json"])
}

fn text(file: &Path) -> String {
    let mut text = String::new();
    GzDecoder::new(File::open(file).expect("a backup")).read_to_string(&mut text).expect("gzip");
    text
}

/// Says what is first to be said, until this many answers are acknowledged; the number of the last event.
async fn play(client: &Client, table: &str, acts: usize) -> u64 {
    let mut socket = client.live(table, "").await.expect("a socket");
    let (mut ask, mut last, mut done) = (Value::Null, 0, 0);
    while done < acts {
        let message = socket.next().await.expect("a message");
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["type"] == "done" {
            (last, done) = (message["seq"].as_u64().expect("a number"), done + 1);
        } else if let Some(act) = answer(&ask, 0, &fresh_id()) {
            ask = Value::Null;
            socket.say(act).await.expect("said");
        }
    }
    last
}

/// Keeps a database while a crowd plays, and makes the other one of it. Who plays there goes on in the other one.
async fn moves(from: &str, to: &str, folder: &Path, ann: Option<(Client, String)>) -> (Client, String) {
    let server = Server::start(&["--db", from, "--no-rate-limits"]);
    let (mut ann, table) = match ann {
        Some(known) => known,
        None => {
            let ann = Client::new(server.address).await.expect("a guest");
            let seats = json!([{ "kind": "person" }, { "kind": "bot", "level": "random" }]);
            let table = ann.table(json!({ "players": "2" }), seats).await.expect("a table");
            (ann, table)
        }
    };
    ann.address = server.address;
    let last = play(&ann, &table, 5).await;
    let crowd = Load { address: server.address, tables: 8, time: Duration::from_secs(2), rate: None };
    let crowd = tokio::spawn(load::run(crowd));
    tokio::time::sleep(Duration::from_millis(800)).await;
    let (one, two) = (folder.join("one.gz"), folder.join("two.gz"));
    let kept = tokio::task::spawn_blocking({
        let (one, from) = (one.clone(), from.to_string());
        move || command("backup", &one, &from).ok().json()
    });
    let kept = kept.await.expect("no panic");
    let figures = crowd.await.expect("no panic").expect("a crowd");
    assert!(figures.acknowledged > 100, "nobody played meanwhile: {figures:?}");
    server.terminate();

    assert!(kept["rows"]["tables"].as_u64() >= Some(9) && kept["rows"]["log"].as_u64() > Some(50), "{kept}");
    assert!(text(&one).contains(&format!("{{\"row\":[\"{table}\",{last},")), "what was acknowledged is in it");
    assert_eq!(command("restore", &one, to).ok().json(), kept);
    assert_eq!(command("backup", &two, to).ok().json(), kept);
    assert_eq!(text(&one), text(&two), "nothing has changed on the way");
    assert!(command("backup", &two, to).code(2).err.contains("two.gz: "), "an older backup is not lost");
    let refused = command("restore", &one, to).code(2).err;
    assert!(refused.contains("the database is not empty") && refused.contains("rows in log"), "{refused}");
    astrarium(&["restore", &one.display().to_string(), "--db", to, "--replace"]).ok();
    [one, two].iter().for_each(|file| fs::remove_file(file).expect("ours"));
    (ann, table)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_database_moves_while_people_play() {
    let postgres = Postgres::start("backup-postgres").expect("a cluster");
    let folder = Folder::new("backup");
    let sqlite = |name: &str| format!("sqlite://{}", folder.0.join(name).display());
    let ann = moves(&sqlite("a.sqlite"), &postgres.url(), &folder.0, None).await;
    let (mut ann, table) = moves(&postgres.url(), &sqlite("b.sqlite"), &folder.0, Some(ann)).await;
    let server = Server::start(&["--db", &sqlite("b.sqlite")]);
    ann.address = server.address;
    play(&ann, &table, 5).await;
}

fn packed(text: &str) -> Vec<u8> {
    let mut writer = GzEncoder::new(Vec::new(), Compression::fast());
    writer.write_all(text.as_bytes()).expect("memory");
    writer.finish().expect("memory")
}

/// The same backup, but the lobby has this many events more or fewer of its only table than it had.
fn lobby_off_by(text: &str, difference: i64) -> String {
    let mut column = None;
    let mut shifted = String::new();
    for line in text.lines() {
        let mut value: Value = serde_json::from_str(line).expect("JSON");
        if let Some(columns) = value["table"]["columns"].as_array() {
            column = columns.iter().position(|c| c == "seq").filter(|_| value["table"]["name"] == "tables");
        } else if let (Some(column), Some(row)) = (column, value["row"].as_array_mut()) {
            let seq = row[column].as_i64().expect("a number");
            row[column] = (seq + difference).into();
            let row = serde_json::to_string(&value).expect("JSON");
            shifted += &format!("{row}\n");
            continue;
        }
        shifted += &format!("{line}\n");
    }
    assert_ne!(shifted, text, "there is a row of the lobby");
    shifted
}

#[test]
fn broken_backups_change_nothing() {
    let folder = Folder::new("broken-backup");
    let file = folder.0.join("good.gz");
    let [good, other] = ["good", "other"].map(|name| format!("sqlite://{}.sqlite", folder.0.join(name).display()));
    assert!(command("backup", &file, &good).code(2).err.contains("No such file"), "nothing is made");
    let server = Server::start(&["--db", &good]);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let ann = runtime.block_on(Client::new(server.address)).expect("a guest");
    let table = runtime.block_on(ann.play_now()).expect("a table");
    server.terminate();
    command("backup", &file, &good).ok();
    assert_eq!(std::os::unix::fs::MetadataExt::mode(&fs::metadata(&file).expect("a file")) & 0o777, 0o600);

    let whole = text(&file);
    let bad = folder.0.join("bad.gz");
    let restore = |text: &str, cut: usize| {
        let bytes = packed(text);
        fs::write(&bad, &bytes[..bytes.len() - cut]).expect("writable");
        command("restore", &bad, &other).code(2).err
    };
    let first = format!("{{\"row\":[\"{table}\",1,");
    let without: String = whole.split_inclusive('\n').filter(|line| !line.starts_with(&first)).collect();
    // Only events have names.
    let count = whole.lines().filter(|line| line.contains("\\\"is\\\":")).count();
    let counted = |n: usize| format!("\"log\":{n}");
    assert!(restore(&without, 0).contains("this line does not belong here"), "a row is missing");
    let fewer = without.replace(&counted(count), &counted(count - 1));
    assert!(restore(&fewer, 0).contains(&format!("not complete: {table}")), "{fewer}");
    // The lobby may be behind the log of a table, and a gap is found there all the same.
    assert!(restore(&lobby_off_by(&fewer, -1), 0).contains(&format!("not complete: {table}")));
    let ahead = restore(&lobby_off_by(&whole, 1), 0);
    assert!(ahead.contains(&format!("not complete: {table}")), "the end of a log is missing: {ahead}");
    fs::write(&bad, packed(&lobby_off_by(&whole, -1))).expect("writable");
    let lagging = format!("sqlite://{}", folder.0.join("lagging.sqlite").display());
    command("restore", &bad, &lagging).ok();
    assert!(restore(&whole, 9).contains("no whole backup"));
    assert!(restore(&whole, 1).contains("no whole backup"), "the sum of all bytes is read");
    assert!(restore(&whole.replace("\"schema\":", "\"schema\":99"), 0).contains("a newer version"));
    assert!(restore("a letter", 0).contains("bad.gz:1: "));
    command("restore", &file, &other).ok();
}
