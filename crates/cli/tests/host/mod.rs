//! What somebody relies on who runs a server for others: settings, and logs that can be shown around.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::net::SocketAddr;
use std::process::{Command, Stdio};

use astrarium_server::client::{Client, answer, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

use crate::run::{Run, folder};
use crate::serve::Server;

/// Runs with variables, without those of the person who runs the tests.
fn with(variables: &[(&str, &str)], args: &[&str]) -> Run {
    let mut command = Command::new(env!("CARGO_BIN_EXE_astrarium"));
    command.env_clear().env("HOME", "/srv/ann").envs(variables.iter().copied()).args(args).stdin(Stdio::null());
    Run::from(command.output().expect("the binary was built"))
}

#[test]
fn flags_beat_variables_and_variables_beat_the_file() {
    let file = folder("settings").join("astrarium.toml");
    let text = "port = 1001\naddress = \"127.0.0.2\"\nhost = [\"a.example\", \"b.example\"]\nsecure = true\nno-open = true\n\
        pack = { galactic-adventures = \"my-pack\" }\ndb = \"postgres://ann:s3cret@db/games\"\n";
    fs::write(&file, text).expect("writable");
    let file = file.display().to_string();
    let variables = [
        ("ASTRARIUM_CONFIG", &file[..]),
        ("ASTRARIUM_ADDRESS", "127.0.0.3"),
        ("ASTRARIUM_PORT", "1002"),
        ("ASTRARIUM_SECURE", "false"),
        ("ASTRARIUM_TRUSTED_PROXY", "10.0.0.1,10.0.0.2"),
    ];
    let printed = with(&variables, &["serve", "--port", "1003", "--no-open=false", "--print-config"]).ok().out;
    for line in [
        "port = 1003 # flag",
        "address = \"127.0.0.3\" # environment",
        "host = [\"a.example\", \"b.example\"] # file",
        "secure = false # environment",
        "no-open = false # flag",
        "trusted-proxy = [\"10.0.0.1\", \"10.0.0.2\"] # environment",
        "pack = [\"galactic-adventures=my-pack\"] # file",
        "db = \"postgres://ann:***@db/games\" # file",
        "data-dir = \"/srv/ann/.local/share/astrarium\" # default",
        "# metrics-addr is not set",
    ] {
        assert!(printed.lines().any(|l| l == line), "no {line} in\n{printed}");
    }
    // What is printed is a file.
    let again = folder("settings").join("again.toml");
    fs::write(&again, &printed).expect("writable");
    let again = with(&[], &["serve", "--config", &again.display().to_string(), "--print-config"]).ok().out;
    let bare = |text: &str| text.lines().map(|l| l.split(" # ").next().unwrap_or(l).into()).collect::<Vec<String>>();
    assert_eq!(bare(&printed), bare(&again));
}

#[test]
fn a_wrong_setting_has_its_place() {
    let file = folder("wrong-settings").join("astrarium.toml");
    let path = file.display().to_string();
    for (text, place, says) in [
        ("port = 80\nprot = 81\n", "2:1", "there is no setting “prot”; expected one of port, address, db"),
        ("\n  port = 99999\n", "2:10", "invalid value '99999' for '--port <P>'"),
        ("port = 1.5\n", "1:8", "this is no value; expected a text, a number, or a list"),
        ("= 3\n", "1:1", ""),
        ("log = \"loud\"\n", "1:7", "invalid value 'loud'"),
        ("config = \"b.toml\"\n", "1:1", "there is no setting “config”"),
        ("trusted-proxy = [\"10.0.0.1\", \"ten\"]\n", "1:17", "expected an address or a network"),
    ] {
        fs::write(&file, text).expect("writable");
        let run = with(&[], &["serve", "--config", &path, "--print-config"]).code(2);
        let start = format!("astrarium: {path}:{place}: ");
        assert!(run.err.starts_with(&start) && run.err.contains(says), "{text}: {}", run.err);
    }
    let missing = with(&[("ASTRARIUM_CONFIG", "nowhere.toml")], &[]).code(2);
    assert!(missing.err.contains("nowhere.toml: "), "{}", missing.err);
    assert!(with(&[("ASTRARIUM_PORT", "x")], &["serve"]).code(2).err.contains("invalid value 'x' for '--port"));
    // The environment of a server means nothing to other commands.
    with(&[("ASTRARIUM_PORT", "x")], &["titles"]).ok();
}

/// Everything a guest does, wrong things too; what nobody may read in a log.
async fn play(address: SocketAddr) -> Vec<String> {
    let ann = Client::new(address).await.expect("a guest");
    let ben = Client::new(address).await.expect("a guest");
    let wish = json!({ "title": super::GAME, "options": { "players": "2" }, "seats": [{ "kind": "person" }, { "kind": "open" }] });
    let made = ann.must("/api/tables", wish).await.expect("a table");
    let (shared, invite) = (made["id"].as_str().expect("an id"), made["invite"].as_str().expect("Ann sits here"));
    for path in
        ["/join/{}", "/join/{}/", "/join/{}x", "/plain/join/{}", "/plain/join/x{}", "/api/invitations/{}", "/x?{}"]
    {
        ben.get(&path.replace("{}", invite)).await.expect("an answer");
    }
    let sit = format!("/api/tables/{shared}/sit");
    for wrong in [json!({ "invite": [invite] }), json!({ invite: 1 }), json!(invite)] {
        assert_eq!(ben.post(&sit, wrong).await.expect("an answer").status, 400);
    }
    let form = ben.request(Method::POST, &format!("/plain/table/{shared}/sit"), format!("invite={invite}x"));
    ben.send(form).await.expect("an answer");
    ben.must(&sit, json!({ "seat": 1, "name": "Ben", "nonce": fresh_id(), "invite": invite })).await.expect("a seat");

    let seats = json!([{ "kind": "person", "name": "Ann" }, { "kind": "bot", "level": "random" }]);
    let table = ann.table(json!({ "players": "2", "round-limit": "10" }), seats).await.expect("a table");
    let mut socket = ann.live(&table, "").await.expect("a socket");
    socket.say(json!({ "type": invite, "cookie": ann.cookie })).await.expect("said");
    let mut ask = Value::Null;
    loop {
        let message = socket.next().await.expect("a message");
        ask = message.get("ask").cloned().unwrap_or(ask);
        if message["table"]["status"] == "over" {
            break;
        }
        if let Some(act) = answer(&ask, 0, &fresh_id()) {
            ask = Value::Null;
            socket.say(act).await.expect("said");
        }
    }
    let record = ann.get(&format!("/api/tables/{table}/record")).await.expect("a record").text;
    ann.get(&format!("/api/tables/{table}/replay")).await.expect("an answer");
    let secret = record.lines().find_map(|line| line.strip_prefix("secret ")).expect("it opens at the end");
    let token = |client: &Client| client.cookie.trim_start_matches("astrarium=").to_string();
    vec![token(&ann), token(&ben), invite.into(), secret.into()]
}

#[tokio::test]
async fn logs_tell_no_secret() {
    for format in ["text", "json"] {
        let path = folder("logs").join(format);
        let log = File::create(&path).expect("writable");
        let server = Server::with_log(&["--log=trace", "--log-format", format, "--no-rate-limits"], log.into());
        let secrets = play(server.address).await;
        server.terminate();
        let log = fs::read_to_string(&path).expect("it was written");
        assert!(log.contains("answered") && log.contains("/api/invitations/{invite}"), "nothing is told:\n{log}");
        for secret in &secrets {
            assert!(secret.len() >= 32 && !log.contains(secret), "{secret} is in the log:\n{log}");
        }
        if format == "json" {
            let lines = log.lines().map(|line| serde_json::from_str::<Value>(line).expect("one document a line"));
            assert!(lines.into_iter().all(|line| line["level"].is_string() && line["timestamp"].is_string()));
        }
    }
}

#[test]
fn the_start_tells_what_can_be_opened() {
    let server = Server::start(&["--address=0.0.0.0", "--host=play.example", "--metrics-addr=127.0.0.1:0"]);
    let urls: Vec<&str> = server.told["urls"].as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    let port = server.address.port();
    assert_eq!(urls[0], format!("http://localhost:{port}"));
    assert!(
        urls.contains(&&format!("http://play.example:{port}")[..]) && urls.iter().all(|url| !url.contains("0.0.0.0"))
    );
    assert!(server.told["metrics"].as_str().is_some_and(|url| url.ends_with("/metrics")), "{}", server.told);
}

/// What a page leads to: links, forms and files.
fn links(html: &str) -> Vec<String> {
    let of = |name: &str| {
        html.split(&format!(" {name}=\""))
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap_or_default().to_string())
            .collect::<Vec<_>>()
    };
    let all = ["href", "action", "src"].map(of).concat();
    all.into_iter().filter(|link| !link.is_empty() && !link.starts_with('#')).collect()
}

#[tokio::test]
async fn everything_lies_below_the_path() {
    let server = Server::start(&["--base-path=/galaxy/games/", "--no-rate-limits"]);
    let base = "/galaxy/games";
    assert!(server.told["url"].as_str().is_some_and(|url| url.ends_with(base)), "{}", server.told);
    let mut ann = Client { address: server.address, cookie: String::new() };
    let first = ann.get(base).await.expect("a page");
    let cookie = first.headers["set-cookie"].to_str().expect("text").to_string();
    assert!(cookie.contains(&format!("; Path={base};")), "{cookie}");
    ann.cookie = cookie.split(';').next().expect("a cookie").into();
    let made = ann.must(&format!("{base}/api/tables"), json!({ "title": super::GAME })).await.expect("a table");
    let (table, invite) = (made["id"].as_str().expect("an id"), made["invite"].as_str().expect("an invitation"));
    let pages =
        ["", "/", "/table/{}", "/plain", "/plain/table/{}", "/plain/rules/galactic-adventures", "/plain/nowhere"];
    let pages = pages.map(|page| page.replace("{}", table)).into_iter();
    for page in pages.chain([format!("/join/{invite}"), format!("/plain/join/{invite}")]) {
        let shown = ann.get(&format!("{base}{page}")).await.expect("a page");
        // Without Node there is no client, and its pages lead to those without script.
        if shown.status == 303 {
            assert!(shown.headers["location"].to_str().is_ok_and(|to| to.starts_with(&format!("{base}/plain"))));
            continue;
        }
        assert!(links(&shown.text).len() > 1 && !shown.text.contains("__BASE__"), "{page}: {}", shown.text);
        for link in links(&shown.text) {
            assert!(link.starts_with(&format!("{base}/")), "{page} leads to {link}");
            let met = ann.get(&link).await.expect("an answer");
            assert!(met.status == 200 || met.status == 405, "{page} leads to {link}: {}", met.status);
        }
    }
    let play = ann.request(Method::POST, &format!("{base}/plain/table/{table}/start"), String::new());
    assert!(
        ann.send(play)
            .await
            .expect("an answer")
            .headers
            .get("location")
            .is_none_or(|to| to.to_str().is_ok_and(|to| to.starts_with(base)))
    );
    let mut socket = server.connect();
    write!(
        socket,
        "GET {base}/api/tables/{table}/live HTTP/1.1\r\nHost: {0}\r\nOrigin: http://{0}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
        server.address
    )
    .expect("said");
    let mut head = [0; 12];
    socket.read_exact(&mut head).expect("an answer");
    assert_eq!(&head, b"HTTP/1.1 101");
    assert_eq!(ann.get("/healthz").await.expect("an answer").text, "well\n", "a proxy may take the path off");
    for wrong in ["astrarium", "/a b", "/a//b", "/..", "/\""] {
        assert!(with(&[], &["serve", "--base-path", wrong]).code(2).err.contains("expected a path"), "{wrong}");
    }
}

/// It is asked with what its seat sees, and plays a game against a person; what is no program is told at once.
#[tokio::test]
async fn a_program_is_a_bot() {
    let script = "import json, sys\nfor line in sys.stdin:\n    ask = json.loads(line)\n    \
        assert ask['title'] and ask['world'] and ask['view']\n    print(*ask['sentences'][-1]['words'], flush=True)";
    let log = folder("bot").join("log");
    let server = Server::with_log(
        &["--no-rate-limits", "--bot", &format!("last=python3 -c \"{script}\""), "--bot", "gone=no-such-program"],
        File::create(&log).expect("writable").into(),
    );
    let ann = Client::new(server.address).await.expect("a guest");
    let levels = ann.get("/api/titles").await.expect("an answer").json()["levels"].clone();
    assert_eq!(levels.as_array().and_then(|all| all.last()).map(|level| &level["id"]), Some(&json!("gone")));
    let bot = |level: &str| json!({ "kind": "bot", "level": level });
    let seats = json!([{ "kind": "person" }, bot("last"), bot("gone")]);
    let table = ann.table(json!({ "players": "3", "round-limit": "10" }), seats).await.expect("a table");
    let mut socket = ann.live(&table, "").await.expect("a socket");
    let (mut ask, mut over, mut told) = (Value::Null, false, String::new());
    while !over {
        if let Some(act) = answer(&ask, 0, &fresh_id()) {
            socket.say(act).await.expect("said");
        }
        let message = socket.next().await.expect("a message");
        ask = message.get("ask").cloned().unwrap_or_default();
        over = message["table"]["status"] == "over";
        told += &message.to_string();
    }
    assert!(told.contains("the bot of gone bot failed"), "{told}");
    let log = fs::read_to_string(&log).expect("it was written");
    assert!(log.contains("gone: no-such-program") && !log.contains("last: "), "{log}");

    let wish = json!({ "title": super::GAME, "seats": [bot("nobody"), bot("last"), bot("last"), bot("last")] });
    assert_eq!(ann.post("/api/tables", wish).await.expect("an answer").status, 409);
    for (wrong, why) in
        [("mine", "NAME=COMMAND"), ("hard=x", "another name"), ("A b=x", "lower-case"), ("a=", "no command")]
    {
        assert!(with(&[], &["serve", "--bot", wrong]).code(2).err.contains(why), "{wrong}");
    }
}
