//! The process: configuration, what all requests share, start and end.

use std::collections::HashMap;
use std::fs::File;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use astrarium_core::PackError;
use astrarium_games::Title;
use ipnet::IpNet;
use metrics_exporter_prometheus::{PrometheusBuilder, PrometheusHandle};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::call;
use crate::error::Error;
use crate::house::{self, House, Standings};
use crate::http::{Counted, Door, Simulations};
use crate::id::Guest;
use crate::limits::Limits;
use crate::mail::{Mailer, Smtp};
use crate::migrate;
use crate::outgoing::Outgoing;
use crate::own::{OwnBot, OwnBots};
use crate::packs::Packs;
use crate::past::Pasts;
use crate::person::Persons;
use crate::store::{self, Store, StoreError};
use crate::table::{Command, Tables, now};
use crate::thinkers::Thinkers;

pub(crate) use crate::listen::listen;

/// The time without news that makes one of several servers take a table over.
const STILL: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct Config {
    pub address: IpAddr,
    /// 0 takes any free port.
    pub port: u16,
    /// The database's address; left out, SQLite in `data_dir`.
    pub db: Option<String>,
    pub data_dir: PathBuf,
    /// The path below which everything lies: empty, or as `/astrarium`.
    pub base: String,
    /// Cookies only over https: for a server behind a proxy that has a certificate.
    pub secure: bool,
    /// Names under which browsers may ask, beside IP addresses and localhost.
    pub hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpNet>,
    pub limits: Limits,
    /// Folders with component packs that replace the built-in ones, for new tables.
    pub packs: Vec<(Title, PathBuf)>,
    /// Where figures are told, if anywhere: an address of their own, so that they can be kept private.
    pub metrics: Option<SocketAddr>,
    /// Networks that are not public, and that calls of players may be sent to.
    pub calls_to: Vec<IpNet>,
    /// Who sends mail, if anybody does.
    pub smtp: Option<Smtp>,
    /// What the host has ruled for everybody.
    pub house: House,
    /// Programs that can be seated as bots.
    pub bots: Vec<OwnBot>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7777,
            db: None,
            data_dir: PathBuf::from("astrarium-data"),
            base: String::new(),
            secure: false,
            hosts: Vec::new(),
            proxies: Vec::new(),
            limits: Limits::default(),
            packs: Vec::new(),
            metrics: None,
            calls_to: Vec::new(),
            smtp: None,
            house: House::default(),
            bots: Vec::new(),
        }
    }
}

impl Config {
    /// The database's address. The folder of an embedded one exists.
    pub(crate) fn url(&self) -> Result<String, ServeError> {
        address(self.db.as_deref(), &self.data_dir)
    }

    pub(crate) fn read_packs(&self) -> Result<Packs, ServeError> {
        let mut packs = Packs::default();
        for (title, folder) in &self.packs {
            packs.add(*title, folder).map_err(|faults| ServeError::Pack(*title, folder.clone(), faults))?;
        }
        Ok(packs)
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error(transparent)]
    Backup(#[from] store::BackupError),
    #[error("the folder {} cannot be used: {}", .0.display(), .1)]
    Folder(PathBuf, std::io::Error),
    #[error("another server uses {}: stop it, or choose another database", .0.display())]
    Locked(PathBuf),
    #[error("{} is no pack of {}\n{}", .1.display(), .0, list(.2))]
    Pack(Title, PathBuf, Vec<PackError>),
    #[error("cannot listen on {0}: {1}")]
    Listen(SocketAddr, std::io::Error),
    #[error("the server stopped: {0}")]
    Stopped(std::io::Error),
}

fn list(faults: &[PackError]) -> String {
    faults.iter().map(PackError::to_string).collect::<Vec<_>>().join("\n")
}

/// What every request and every table can reach.
#[derive(Debug)]
pub(crate) struct Shared {
    pub store: Store,
    pub limits: Limits,
    pub base: String,
    pub secure: bool,
    pub tables: Tables,
    pub pasts: Pasts,
    pub packs: Arc<Packs>,
    pub bots: OwnBots,
    pub simulations: Simulations,
    pub counted: Counted,
    pub door: Door,
    pub persons: Persons,
    pub house: House,
    pub standings: Standings,
    pub outgoing: Outgoing,
    pub mailer: Mailer,
    /// Sockets open now, of each guest and of those without a cookie.
    pub sockets: Mutex<HashMap<Option<Guest>, usize>>,
    pub metrics: PrometheusHandle,
    /// Bots think on threads of their own, this many at a time.
    pub thinkers: Arc<Thinkers>,
    /// The embedded database has one server: others would not hear what it writes.
    _lock: Option<File>,
}

/// A server at work.
#[derive(Debug)]
pub struct Running {
    pub address: SocketAddr,
    /// Where figures are told.
    pub metrics: Option<SocketAddr>,
    pub(crate) task: JoinHandle<()>,
}

impl Running {
    /// Waits until the server has stopped.
    pub async fn stopped(self) -> Result<(), ServeError> {
        self.task.await.map_err(|error| ServeError::Stopped(error.into()))
    }
}

/// Serves until the process is told to end.
pub async fn serve(config: Config) -> Result<(), ServeError> {
    start(config).await?.stopped().await
}

/// Opens the database, and makes what requests share.
pub(crate) async fn share(config: &Config) -> Result<Arc<Shared>, ServeError> {
    let (store, packs, lock) = open(config).await?;
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Arc::new(Shared {
        store,
        limits: config.limits,
        base: config.base.clone(),
        secure: config.secure,
        tables: Tables::default(),
        pasts: Pasts::new(&config.limits),
        packs: Arc::new(packs),
        bots: OwnBots::new(config.bots.clone()),
        simulations: Simulations::default(),
        counted: Counted::default(),
        door: Door::new(config),
        persons: Persons::default(),
        house: config.house.clone(),
        standings: Standings::default(),
        outgoing: Outgoing::new(config.calls_to.clone()),
        mailer: Mailer::new(config.smtp.as_ref()),
        sockets: Mutex::default(),
        metrics: recorder(),
        thinkers: Thinkers::new((cores - 1).max(1), &config.limits),
        _lock: lock,
    }))
}

/// Opens the database with the packs that its tables are played with. The lock goes with an embedded one.
pub(crate) async fn open(config: &Config) -> Result<(Store, Packs, Option<File>), ServeError> {
    let (url, lock) = take(config.db.as_deref(), &config.data_dir)?;
    let packs = config.read_packs()?;
    let store = Store::open(&url, &config.limits).await?;
    store.keep_packs(packs.to_keep()).await?;
    Ok((store, packs, lock))
}

/// The address of the database. An embedded one has one user at a time; in our own folder it is made if it is not there.
fn take(db: Option<&str>, folder: &Path) -> Result<(String, Option<File>), ServeError> {
    if db.is_none() {
        store::folder(folder).map_err(|e| ServeError::Folder(folder.into(), e))?;
    }
    let url = address(db, folder)?;
    let Some(path) = store::path_of(&url)? else { return Ok((url, None)) };
    let lock = store::lock(&path).map_err(StoreError::from)?;
    Ok((url, Some(lock.ok_or(ServeError::Locked(path))?)))
}

fn address(db: Option<&str>, folder: &Path) -> Result<String, ServeError> {
    let embedded = || store::embedded(folder).map_err(|e| ServeError::Folder(folder.into(), e));
    db.map_or_else(embedded, |url| Ok(url.into()))
}

/// Keeps everything of a database in a file, also while servers run.
pub async fn backup(db: Option<&str>, folder: &Path, file: &Path) -> Result<store::Counts, ServeError> {
    Ok(store::backup(&address(db, folder)?, file).await?)
}

/// Makes a database what a backup says.
pub async fn restore(db: Option<&str>, folder: &Path, file: &Path, replace: bool) -> Result<store::Counts, ServeError> {
    let (url, _lock) = take(db, folder)?;
    Ok(store::restore(&url, file, replace).await?)
}

/// Starts a server. When this returns, it answers.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    listen(share(&config).await?, SocketAddr::new(config.address, config.port), config.metrics).await
}

/// The process has one recorder, however many servers a test starts in it.
fn recorder() -> PrometheusHandle {
    static HANDLE: std::sync::OnceLock<PrometheusHandle> = std::sync::OnceLock::new();
    HANDLE.get_or_init(|| PrometheusBuilder::new().install_recorder().expect("nothing else records")).clone()
}

/// Bots go on where they were, and news of other servers are heard.
pub(crate) async fn play_on(shared: Arc<Shared>) {
    let listen = async {
        if shared.store.is_shared() {
            let news = |id, seq| shared.tables.hint(id, Command::News(seq));
            store::listen(&shared.store, || shared.tables.loaded(), news).await;
        } else {
            hear_late(&shared).await;
        }
    };
    let warn = migrate::warn(&shared.store, &shared.packs);
    tokio::join!(wake(&shared), listen, upkeep(&shared), warn, call::run(&shared), house::sweep(&shared));
}

/// A commit that outlives its deadline may end well after all, when its table has read the log already and knows nothing of it.
async fn hear_late(shared: &Shared) {
    let mut faults = shared.store.faults();
    loop {
        mended(&mut faults).await;
        shared.tables.catch_up().await;
    }
}

/// What was measured piles up until it is drained, and nobody may ever ask for it.
async fn upkeep(shared: &Shared) {
    loop {
        tokio::time::sleep(shared.limits.upkeep).await;
        shared.metrics.run_upkeep();
    }
}

/// Opens tables that go on by themselves now or soon: all of them at the start, later those that nobody seems to have in
/// memory. Looks again now and then, and soon after the database came back.
async fn wake(shared: &Arc<Shared>) {
    let wake = shared.limits.wake;
    let (mut still, mut pause) = (Duration::ZERO, STILL);
    let mut faults = shared.store.faults();
    loop {
        match wake_once(shared, still).await {
            // Where another server is at work something happens: those tables are left to it.
            Ok(()) if shared.store.is_shared() => (still, pause) = (STILL, wake),
            Ok(()) => pause = wake,
            Err(_) => pause = wake.min(2 * pause),
        }
        tokio::select! {
            () = tokio::time::sleep(pause) => {}
            () = mended(&mut faults) => tokio::time::sleep(still).await,
        }
    }
}

async fn mended(faults: &mut watch::Receiver<Option<String>>) {
    while faults.changed().await.is_ok() && faults.borrow_and_update().is_some() {}
}

async fn wake_once(shared: &Arc<Shared>, still: Duration) -> Result<(), Error> {
    let now = now();
    let soon = now + shared.limits.soon().as_millis() as i64;
    for id in shared.store.due_before(soon, now - still.as_millis() as i64).await? {
        match shared.open(id).await {
            Ok(_) => {}
            Err(Error::Busy) => return Err(Error::Busy),
            Err(error) => tracing::error!(%error, table = %id, "a table cannot be opened"),
        }
    }
    Ok(())
}

/// An empty folder of its own for a test.
#[cfg(test)]
pub(crate) fn test_config(name: &str, limits: Limits) -> Config {
    let data_dir = std::env::temp_dir().join(format!("astrarium-{name}-{}", std::process::id()));
    // Left over from a process with the same number.
    _ = std::fs::remove_dir_all(&data_dir);
    Config { data_dir, limits, ..Config::default() }
}

/// What requests share, with an empty database of its own.
#[cfg(test)]
pub(crate) async fn for_test(name: &str, limits: Limits) -> Arc<Shared> {
    share(&test_config(name, limits)).await.expect("a database")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Forty million measurements that nobody asks for: piled up, they would take a gigabyte. What other tests need at the same time is
    /// much less.
    #[tokio::test]
    async fn what_is_measured_does_not_pile_up() {
        let shared = for_test("upkeep", Limits { upkeep: Duration::from_millis(10), ..Limits::default() }).await;
        tokio::spawn(play_on(shared));
        let measured = metrics::histogram!("astrarium_test_seconds");
        let before = crate::http::resident();
        for _ in 0..160 {
            (0..250_000).for_each(|_| measured.record(1.0));
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        let grown = crate::http::resident().saturating_sub(before) >> 20;
        assert!(grown < 500, "{grown} MiB");
    }
}
