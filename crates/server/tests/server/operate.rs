//! What a host relies on: health, figures, the description of the requests, headers, cookies, files.

use astrarium_server::client::{Client, fresh_id};
use hyper::Method;
use serde_json::{Value, json};

use crate::support::{Folder, Server};

#[tokio::test]
async fn the_server_says_how_it_is() {
    let folder = Folder::new("operate");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    assert_eq!(ann.get("/healthz").await.expect("an answer").text, "well\n");
    assert_eq!(ann.get("/readyz").await.expect("an answer").text, "ready\n");
    let table = ann.play_now().await.expect("a table");
    let _socket = ann.live(&table, "").await.expect("a socket");
    let metrics = server.figures().await;
    for line in ["astrarium_sockets 1", "astrarium_tables 1", "astrarium_tables_made_total 1"] {
        assert!(metrics.lines().any(|l| l == line), "no {line} in {metrics}");
    }
    for name in [
        "astrarium_events_total",
        "astrarium_commit_seconds_count",
        "astrarium_resident_bytes",
        "astrarium_database_well 1",
    ] {
        assert!(metrics.lines().any(|l| l.starts_with(name)), "no {name} in {metrics}");
    }
    let cpu = metrics.lines().find_map(|l| l.strip_prefix("astrarium_cpu_seconds ")?.parse::<f64>().ok());
    assert!(cpu.is_some_and(|seconds| seconds > 0.0), "no CPU time in {metrics}");
    assert_eq!(ann.get("/metrics").await.expect("an answer").status, 404, "figures are not for players");
}

/// Every described request is served, and what is served under `/api` is described.
#[tokio::test]
async fn the_description_is_true() {
    let folder = Folder::new("openapi");
    let server = Server::start(&folder.sqlite()).await;
    let ann = Client::new(server.address).await.expect("a guest");
    let description = ann.get("/api/openapi.json").await.expect("a description").json();
    assert!(description["openapi"].as_str().is_some_and(|version| version.starts_with("3.")));
    let paths = description["paths"].as_object().expect("paths");
    assert_eq!(paths.len(), 57, "{:?}", paths.keys());
    for (path, operations) in paths {
        let (id, title) = ("0".repeat(32), "galactic-adventures");
        let is_title = path.starts_with("/api/titles");
        let address =
            path.replace("{id}", if is_title { title } else { &id }).replace("{invite}", &id).replace("{entry}", "0");
        for method in operations.as_object().expect("operations").keys() {
            let verb: Method = method.to_uppercase().parse().expect("a method");
            let answer = ann.send(ann.request(verb, &address, "{}".into())).await.expect("an answer");
            let code = answer.code();
            let known = answer.status.is_success() || ["malformed", "not-found"].contains(&&code[..]);
            assert!(known && answer.status != 405, "{method} {path}: {} {}", answer.status, answer.text);
            assert!(!answer.text.contains("no page here"), "{method} {path} is not served");
            let responses = operations[method]["responses"].as_object().expect("responses");
            let refused = responses.contains_key("4XX");
            assert_eq!(refused, responses.contains_key("503"), "{method} {path}: what may refuse may be busy");
            let class = format!("{}XX", answer.status.as_u16() / 100);
            assert!(
                responses.contains_key(answer.status.as_str()) || responses.contains_key(&class),
                "{method} {path}: {}",
                answer.status
            );
        }
    }
    assert_eq!(dangling(&description, &description), Vec::<String>::new());
    assert_eq!(unbounded(&description["components"]["schemas"]["Branch"]), Vec::<&Value>::new());
    // A table that was just made is found, also by a request for a seat that it does not have.
    let made = ann.must("/api/tables", json!({ "title": "galactic-adventures", "options": { "players": "2" } })).await;
    let table = made.expect("a table")["id"].as_str().expect("an id").to_string();
    let sit = json!({ "seat": 5, "name": "Ann", "nonce": fresh_id() });
    let answer = ann.post(&format!("/api/tables/{table}/sit"), sit).await.expect("an answer");
    assert_eq!((answer.status.as_u16(), &answer.code()[..]), (409, "not-ready"), "{}", answer.text);
}

/// Numbers that are described without a bound: no program can send them all.
fn unbounded(part: &Value) -> Vec<&Value> {
    match part {
        Value::Object(fields) if fields.get("type").is_some_and(|is| is == "integer") => {
            if fields.contains_key("maximum") { Vec::new() } else { vec![part] }
        }
        Value::Object(fields) => fields.values().flat_map(unbounded).collect(),
        Value::Array(items) => items.iter().flat_map(unbounded).collect(),
        _ => Vec::new(),
    }
}

/// References to schemas that are not there.
fn dangling(whole: &Value, part: &Value) -> Vec<String> {
    match part {
        Value::Object(fields) => {
            let reference = fields.get("$ref").and_then(Value::as_str);
            let lost = reference.filter(|r| whole.pointer(r.trim_start_matches('#')).is_none()).map(String::from);
            fields.values().flat_map(|value| dangling(whole, value)).chain(lost).collect()
        }
        Value::Array(items) => items.iter().flat_map(|item| dangling(whole, item)).collect(),
        _ => Vec::new(),
    }
}

#[tokio::test]
async fn every_answer_is_hardened() {
    let folder = Folder::new("headers");
    let server = Server::start(&folder.sqlite()).await;
    let nobody = Client { address: server.address, cookie: String::new() };
    for path in [
        "/",
        "/plain",
        "/api/home",
        "/api/tables/x",
        "/nowhere",
        "/healthz",
        "/plain.css",
        "/rules/galactic-adventures",
    ] {
        let answer = nobody.get(path).await.expect("an answer");
        let header =
            |name: &str| answer.headers.get(name).and_then(|v| v.to_str().ok()).unwrap_or_default().to_string();
        let policy = header("content-security-policy");
        for rule in ["default-src 'self'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'"] {
            assert!(policy.contains(rule), "{path}: {policy}");
        }
        assert!(!policy.contains("unsafe-eval") && !policy.contains("script-src 'self' 'unsafe"), "{policy}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        let cookie = header("set-cookie");
        let guest = ["/", "/plain", "/api/home", "/rules/galactic-adventures"].contains(&path);
        assert_eq!(guest, !cookie.is_empty(), "{path}: {cookie}");
        if guest {
            let (value, flags) = cookie.split_once(';').expect("flags");
            assert_eq!(value.len(), "astrarium=".len() + 32, "128 bits: {value}");
            assert!(flags.contains("HttpOnly") && flags.contains("SameSite=Lax"), "{flags}");
        }
    }
    let (one, two) =
        (Client::new(server.address).await.expect("a guest"), Client::new(server.address).await.expect("a guest"));
    assert_ne!(one.cookie, two.cookie);
}

/// The whole client over the wire. (Without Node there is none, and the first page leads to the one without script.)
#[tokio::test]
async fn the_client_is_small() {
    let folder = Folder::new("client");
    let server = Server::start(&folder.sqlite()).await;
    let (_, bytes) = astrarium_server::load::first_decision(server.address).await.expect("a first decision");
    let page = Client { address: server.address, cookie: String::new() }.get("/").await.expect("a page");
    if page.status == 303 {
        assert_eq!((bytes, &page.headers["location"]), (0, &"/plain".parse().expect("a header")));
    } else {
        assert!(page.text.contains("/plain") && !page.text.contains("__PLAIN__"), "{}", page.text);
        assert!((10 << 10..200 << 10).contains(&bytes), "{bytes} bytes");
    }
}
