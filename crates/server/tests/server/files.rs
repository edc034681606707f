//! Where an embedded database lies: for us alone, under any name.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use astrarium_server::Config;
use astrarium_server::client::Client;

use crate::support::Folder;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).unwrap_or_else(|e| panic!("{}: {e}", path.display())).permissions().mode() & 0o777
}

fn widen(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

async fn serve(config: Config) {
    let server = astrarium_server::start(Config { port: 0, ..config }).await.expect("a server");
    let ann = Client::new(server.address).await.expect("a guest");
    ann.play_now().await.expect("a table");
}

#[tokio::test]
async fn any_folder_is_ours_alone() {
    let folder = Folder::new("any-name");
    let data_dir = folder.0.join("50% of? #1 [ü]");
    serve(Config { data_dir: data_dir.clone(), ..Config::default() }).await;
    assert_eq!(mode(&data_dir), 0o700);
    for name in ["astrarium.sqlite", "astrarium.sqlite-wal", "astrarium.sqlite-shm"] {
        assert_eq!(mode(&data_dir.join(name)), 0o600, "{name}");
    }
    assert_eq!(fs::read_dir(&folder.0).expect("a folder").count(), 1, "nothing beside it");
}

#[tokio::test]
async fn wide_modes_are_narrowed() {
    let folder = Folder::new("wide");
    let files = ["astrarium.sqlite", "astrarium.sqlite-wal", "astrarium.sqlite-shm"].map(|name| folder.0.join(name));
    for file in &files {
        fs::write(file, "").expect("a file");
        widen(file, 0o666);
    }
    widen(&folder.0, 0o777);
    serve(Config { data_dir: folder.0.clone(), ..Config::default() }).await;
    assert_eq!(mode(&folder.0), 0o700);
    files.iter().for_each(|file| assert_eq!(mode(file), 0o600, "{}", file.display()));
}

/// Two servers on one file would not hear each other, whatever they call it by; nor is it replaced under a server.
#[tokio::test]
async fn a_file_has_one_server() {
    let folder = Folder::new("one-server");
    let data_dir = folder.0.join("data");
    serve(Config { data_dir: data_dir.clone(), ..Config::default() }).await;
    std::os::unix::fs::symlink(&data_dir, folder.0.join("link")).expect("a second name");
    let db = |name: &str| Some(format!("sqlite://{}/{name}/astrarium.sqlite", folder.0.display()));
    let again = Config { data_dir: data_dir.clone(), port: 0, ..Config::default() };
    for config in [again.clone(), Config { db: db("data"), ..again.clone() }, Config { db: db("link"), ..again }] {
        let refused = astrarium_server::start(config).await.expect_err("a second server").to_string();
        assert!(
            refused.starts_with("another server uses /") && refused.contains("astrarium.sqlite: stop it"),
            "{refused}"
        );
    }
    let file = folder.0.join("backup.gz");
    astrarium_server::backup(db("data").as_deref(), &data_dir, &file).await.expect("servers may run meanwhile");
    let refused = astrarium_server::restore(db("link").as_deref(), &data_dir, &file, true).await;
    assert!(refused.expect_err("a server has it").to_string().contains("another server uses"));
}

/// A folder with other things in it is not ours to close.
#[tokio::test]
async fn an_address_makes_the_file() {
    let folder = Folder::new("address");
    fs::write(folder.0.join("other"), "").expect("a file");
    widen(&folder.0, 0o755);
    let db = Some(format!("sqlite://{}/new.db", folder.0.display()));
    serve(Config { db, ..Config::default() }).await;
    assert_eq!((mode(&folder.0.join("new.db")), mode(&folder.0)), (0o600, 0o755));
    serve(Config { data_dir: folder.0.clone(), ..Config::default() }).await;
    assert_eq!(mode(&folder.0), 0o755);
    let refused = |mode: &str| Config {
        db: Some(format!("sqlite://{}/no.db?mode={mode}", folder.0.display())),
        ..Config::default()
    };
    for mode in ["rw", "memory"] {
        assert!(astrarium_server::start(refused(mode)).await.is_err(), "{mode}");
    }
    assert!(!folder.0.join("no.db").exists());
}
