//! The files of an embedded database: nobody else may read them, and they must stay where they are.

use std::fs::{self, File, OpenOptions, Permissions, TryLockError};
use std::io;
use std::os::unix::fs::{DirBuilderExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// Ours alone.
const FILE: u32 = 0o600;
const FOLDER: u32 = 0o700;
/// What SQLite keeps beside the database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];
const NAME: &str = "astrarium.sqlite";
/// Beside the database, too: the server that has locked it is the only one. Version 0.1 called it `lock`.
const LOCK: &str = ".lock";
const FORMER_LOCK: &str = "lock";

/// Makes the folder of an embedded database, for us alone. A folder that holds other things keeps its mode.
pub fn folder(path: &Path) -> io::Result<()> {
    fs::DirBuilder::new().recursive(true).mode(FOLDER).create(path)?;
    let ours = |name: &str| name == FORMER_LOCK || name.starts_with(NAME);
    for entry in fs::read_dir(path)? {
        if !ours(&entry?.file_name().to_string_lossy()) {
            return Ok(());
        }
    }
    narrow(path, FOLDER)
}

/// The address of the embedded database in a folder that exists, whatever characters are in its name.
pub fn embedded(folder: &Path) -> io::Result<String> {
    let path = folder.canonicalize()?.join(NAME);
    let text = path.to_str().ok_or_else(|| io::Error::other("its name is not UTF-8"))?;
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || b"/-_.".contains(&byte);
    let escaped = |byte: u8| if plain(byte) { char::from(byte).into() } else { format!("%{byte:02X}") };
    Ok(format!("sqlite://{}", text.bytes().map(escaped).collect::<String>()))
}

/// Takes a database for us alone, whatever it is called by; the lock ends with the process, however that ends. Nothing if somebody
/// else has it.
pub fn lock(path: &Path) -> io::Result<Option<File>> {
    let real = path.canonicalize().or_else(|_| {
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok::<_, io::Error>(folder.canonicalize()?.join(path.file_name().unwrap_or_default()))
    })?;
    let file = OpenOptions::new().append(true).create(true).mode(FILE).open(beside(&real, LOCK))?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Makes the file if it may be made, and takes the rights of others to it away.
pub(super) fn claim(path: &Path, make: bool) -> io::Result<()> {
    if make {
        OpenOptions::new().append(true).create(true).mode(FILE).open(path)?;
    }
    narrow(path, FILE)?;
    // SQLite gives a new file beside the database the mode of the database.
    let beside = BESIDE.map(|end| beside(path, end));
    beside.iter().filter(|path| path.exists()).try_for_each(|path| narrow(path, FILE))
}

fn beside(path: &Path, end: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(end);
    name.into()
}

/// Takes rights away; gives none.
fn narrow(path: &Path, most: u32) -> io::Result<()> {
    let mode = fs::metadata(path)?.permissions().mode() & 0o7777;
    if mode & !most == 0 {
        return Ok(());
    }
    fs::set_permissions(path, Permissions::from_mode(mode & most))
}

/// The files that hold what was acknowledged, as they were when the server began to use them.
#[derive(Clone, Debug)]
pub(super) struct Files(Vec<(PathBuf, (u64, u64))>);

impl Files {
    /// Of a database in use: as long as a connection is open, SQLite replaces neither of them.
    pub(super) fn of(path: &Path) -> io::Result<Files> {
        let files = [path.into(), beside(path, BESIDE[0])];
        let known = |path: PathBuf| Ok((path.clone(), identity(&path)?));
        files.into_iter().map(known).collect::<io::Result<_>>().map(Files)
    }

    /// Fails if one was deleted or replaced: what is written goes nowhere then.
    pub(super) fn check(&self) -> io::Result<()> {
        for (path, known) in &self.0 {
            if identity(path).ok() != Some(*known) {
                let what = "was deleted or replaced while the server runs: put it back, or stop the server";
                return Err(io::Error::other(format!("{} {what}", path.display())));
            }
        }
        Ok(())
    }
}

fn identity(path: &Path) -> io::Result<(u64, u64)> {
    fs::metadata(path).map(|meta| (meta.dev(), meta.ino()))
}
