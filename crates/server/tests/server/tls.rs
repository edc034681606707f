//! An encrypted way to PostgreSQL, with a certificate that is checked.

use std::path::Path;
use std::process::{Command, Stdio};

use astrarium_server::Config;
use astrarium_server::client::Client;
use sqlx::{Connection, Row as _};

use crate::support::Folder;
use crate::support::postgres::Postgres;

fn openssl(folder: &Path, words: &str) {
    let run = Command::new("openssl").args(words.split(' ')).current_dir(folder).stderr(Stdio::null()).status();
    assert!(run.expect("openssl runs").success(), "openssl {words}");
}

/// An authority of our own, as `NAME.crt` and `NAME.key`.
fn authority(folder: &Path, name: &str) {
    let words =
        format!("-keyout {name}.key -out {name}.crt -subj /CN={name} -addext basicConstraints=critical,CA:TRUE");
    openssl(folder, &format!("req -x509 -newkey rsa:2048 -nodes -days 2 {words}"));
}

/// A PostgreSQL that speaks only TLS, with a certificate for 127.0.0.1 by `good`. `bad` is another authority, which signed nothing.
fn encrypted(folder: &Path) -> Postgres {
    ["good", "bad"].iter().for_each(|name| authority(folder, name));
    openssl(folder, "req -newkey rsa:2048 -nodes -keyout server.key -out server.csr -subj /CN=postgres");
    std::fs::write(folder.join("san"), "subjectAltName=IP:127.0.0.1").expect("a file");
    let signed = "-CA good.crt -CAkey good.key -CAcreateserial -days 2 -extfile san";
    openssl(folder, &format!("x509 -req -in server.csr -out server.crt {signed}"));
    let postgres = Postgres::make("tls").expect("a throw-away PostgreSQL");
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).expect("a file");
    postgres.give("server.crt", &read("server.crt"));
    postgres.give("server.key", &read("server.key"));
    postgres.give("pg_hba.conf", "hostssl all all 127.0.0.1/32 trust\n");
    postgres.give("postgresql.auto.conf", "ssl = on\n");
    postgres.up().expect("started");
    postgres
}

#[tokio::test]
async fn a_certificate_is_checked() {
    let folder = Folder::new("tls-keys");
    let postgres = encrypted(&folder.0);
    let url = |mode: &str, root: &str| {
        format!("{}?sslmode={mode}&sslrootcert={}", postgres.url(), folder.0.join(root).display())
    };
    let start = |db: String| astrarium_server::start(Config { port: 0, db: Some(db), ..Config::default() });
    let server = start(url("verify-full", "good.crt")).await.expect("a server");
    Client::new(server.address).await.expect("a guest").play_now().await.expect("a table");
    let mut database = sqlx::PgConnection::connect(&url("verify-full", "good.crt")).await.expect("the database");
    let encrypted = "SELECT COUNT(*), COUNT(*) FILTER (WHERE ssl) FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) \
                     WHERE backend_type = 'client backend'";
    let row = sqlx::query(encrypted).fetch_one(&mut database).await.expect("a count");
    let (all, secret): (i64, i64) = (row.get(0), row.get(1));
    assert!(all == secret && all > 2, "{secret} of {all} connections are encrypted");
    let wrong = start(url("verify-full", "bad.crt")).await.expect_err("an unknown authority").to_string();
    assert!(wrong.contains("invalid peer certificate"), "{wrong}");
    let name = url("verify-full", "good.crt").replace("127.0.0.1", "localhost");
    let other = start(name).await.expect_err("a certificate for somebody else").to_string();
    assert!(other.contains("invalid peer certificate"), "{other}");
    start(url("require", "good.crt")).await.expect("encrypted");
    start(url("disable", "good.crt")).await.expect_err("PostgreSQL takes nobody without TLS");
}
