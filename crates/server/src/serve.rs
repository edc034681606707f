//! The process: configuration, what all requests share, start and end.

use std::collections::HashMap;
use std::fs::{File, TryLockError};
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

use crate::error::Error;
use crate::http::{Counted, Door, Simulations};
use crate::id::Guest;
use crate::limits::Limits;
use crate::packs::Packs;
use crate::past::Pasts;
use crate::store::{self, Store, StoreError};
use crate::table::{Command, Tables, now};
use crate::thinkers::Thinkers;

pub(crate) use crate::listen::listen;

/// How often a server looks for tables that should go on by themselves, and the time without news that makes one of several
/// servers take one over.
const WAKE: Duration = Duration::from_secs(30);
const STILL: Duration = Duration::from_secs(5);

#[derive(Clone, Debug)]
pub struct Config {
    pub address: IpAddr,
    /// 0 takes any free port.
    pub port: u16,
    /// The database's address; left out, SQLite in `data_dir`.
    pub db: Option<String>,
    pub data_dir: PathBuf,
    /// Cookies only over https: for a server behind a proxy that has a certificate.
    pub secure: bool,
    /// Names under which browsers may ask, beside IP addresses and localhost.
    pub hosts: Vec<String>,
    /// Proxies whose `X-Forwarded-For` is believed.
    pub proxies: Vec<IpNet>,
    pub limits: Limits,
    /// Folders with component packs that replace the built-in ones, for new tables.
    pub packs: Vec<(Title, PathBuf)>,
}

impl Default for Config {
    fn default() -> Config {
        Config {
            address: IpAddr::V4(Ipv4Addr::LOCALHOST),
            port: 7777,
            db: None,
            data_dir: PathBuf::from("astrarium-data"),
            secure: false,
            hosts: Vec::new(),
            proxies: Vec::new(),
            limits: Limits::default(),
            packs: Vec::new(),
        }
    }
}

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the folder {} cannot be used: {}", .0.display(), .1)]
    Folder(PathBuf, std::io::Error),
    #[error("another server uses the folder {}: stop it, or choose another folder", .0.display())]
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
    pub secure: bool,
    pub tables: Tables,
    pub pasts: Pasts,
    pub packs: Arc<Packs>,
    pub simulations: Simulations,
    pub counted: Counted,
    pub door: Door,
    /// Sockets open now, of each guest and of those without a cookie.
    pub sockets: Mutex<HashMap<Option<Guest>, usize>>,
    pub metrics: PrometheusHandle,
    /// Bots think on threads of their own, so many at a time.
    pub thinkers: Arc<Thinkers>,
    /// The embedded database has one server: others would not hear what it writes.
    _lock: Option<File>,
}

/// A server at work.
#[derive(Debug)]
pub struct Running {
    pub address: SocketAddr,
    pub(crate) task: JoinHandle<()>,
}

impl Running {
    /// The address for a browser.
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

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
    let (url, lock) = match &config.db {
        Some(url) => (url.clone(), None),
        None => {
            let lock = lock(&config.data_dir)?;
            let url = store::embedded(&config.data_dir);
            (url.map_err(|e| ServeError::Folder(config.data_dir.clone(), e))?, Some(lock))
        }
    };
    let mut packs = Packs::default();
    for (title, folder) in &config.packs {
        packs.add(*title, folder).map_err(|faults| ServeError::Pack(*title, folder.clone(), faults))?;
    }
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    Ok(Arc::new(Shared {
        store: Store::open(&url, &config.limits).await?,
        limits: config.limits,
        secure: config.secure,
        tables: Tables::default(),
        pasts: Pasts::new(&config.limits),
        packs: Arc::new(packs),
        simulations: Simulations::default(),
        counted: Counted::default(),
        door: Door::new(config),
        sockets: Mutex::default(),
        metrics: recorder(),
        thinkers: Thinkers::new((cores - 1).max(1), &config.limits),
        _lock: lock,
    }))
}

/// Makes the folder and takes it; the lock ends with the process, however that ends.
fn lock(folder: &Path) -> Result<File, ServeError> {
    let fail = |e| ServeError::Folder(folder.into(), e);
    store::folder(folder).map_err(fail)?;
    let file = File::create(folder.join(store::LOCK)).map_err(fail)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ServeError::Locked(folder.into())),
        Err(TryLockError::Error(e)) => Err(fail(e)),
    }
}

/// Starts a server. When this returns, it answers.
pub async fn start(config: Config) -> Result<Running, ServeError> {
    listen(share(&config).await?, SocketAddr::new(config.address, config.port)).await
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
        }
    };
    tokio::join!(wake(&shared), listen);
}

/// Opens tables where a bot has to move or a clock runs: all of them at the start, later those that nobody seems to have in
/// memory. Looks again now and then, and soon after the database came back.
async fn wake(shared: &Arc<Shared>) {
    let (mut still, mut pause) = (Duration::ZERO, STILL);
    let mut faults = shared.store.faults();
    loop {
        match wake_once(shared, still).await {
            // Where another server is at work something happens: those tables are left to it.
            Ok(()) if shared.store.is_shared() => (still, pause) = (STILL, WAKE),
            Ok(()) => pause = WAKE,
            Err(_) => pause = WAKE.min(2 * pause),
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
    for id in shared.store.bots_waiting(now() - still.as_millis() as i64).await? {
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
