//! Free places on this machine: ports and folders.

use std::net::{Ipv4Addr, TcpListener};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU16, Ordering};

/// Where the ports of tests begin, and how many there are: below those that systems give to outgoing connections. One of those
/// could be taken by a client before the server that it is meant for listens.
const PORTS: (u16, u16) = (12_000, 16_000);

/// A port that nobody listens on and no other test of this program is given.
pub fn free_port() -> u16 {
    static GIVEN: AtomicU16 = AtomicU16::new(0);
    let (first, count) = PORTS;
    // Programs of tests that run at the same time begin at different places.
    let begin = u64::from(std::process::id()) * 61;
    let next = || begin + u64::from(GIVEN.fetch_add(1, Ordering::Relaxed));
    let mut ports = std::iter::repeat_with(|| first + (next() % u64::from(count)) as u16).take(usize::from(count));
    let free = |port: &u16| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok();
    ports.find(free).expect("a free port")
}

/// A folder that is gone after the test.
#[derive(Debug)]
pub struct Folder(pub PathBuf);

impl Folder {
    pub fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("astrarium-{name}-{}", std::process::id()));
        // Left over from a process with the same number.
        _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a folder for the test");
        Folder(path)
    }

    pub fn sqlite(&self) -> String {
        format!("sqlite://{}?mode=rwc", self.file().display())
    }

    pub fn file(&self) -> PathBuf {
        self.0.join("test.sqlite")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        _ = std::fs::remove_dir_all(&self.0);
    }
}
