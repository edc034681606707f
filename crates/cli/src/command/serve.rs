//! `astrarium serve`: the table for browsers.

use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context;
use astrarium_games::Title;
use astrarium_server::{Config, Limits, Rate};
use clap::Args;
use serde_json::json;
use tracing::Level;

use crate::Verdict;

/// Serve the table to browsers; the same as no command at all
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The database is SQLite in the data folder, or PostgreSQL by its address; several servers may share one PostgreSQL.
Friends reach a server that listens on all addresses (--address 0.0.0.0). Behind a proxy with a certificate say --secure.
Example: astrarium serve --port 8080 --db postgres://astrarium@localhost/astrarium --no-open")]
pub struct Serve {
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = Config::default().port)]
    port: u16,
    /// The address to listen on; left out, only this machine can connect
    #[arg(long, value_name = "IP", default_value_t = Config::default().address)]
    address: IpAddr,
    /// postgres://… or sqlite://…; left out, SQLite in the data folder
    #[arg(long, value_name = "URL")]
    db: Option<String>,
    /// Where everything is kept; left out, the user's folder for data
    #[arg(long, value_name = "DIR")]
    data_dir: Option<PathBuf>,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Give cookies to https only
    #[arg(long)]
    secure: bool,
    /// Play new tables of a title with the component files of a folder
    #[arg(long = "pack", value_name = "TITLE=DIR", value_parser = pack)]
    packs: Vec<(Title, PathBuf)>,
    /// What goes to standard error: error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value_t = Level::WARN)]
    log: Level,
    /// Let everybody hurry: for measuring
    #[arg(long, hide = true)]
    no_rate_limits: bool,
}

impl Default for Serve {
    fn default() -> Serve {
        let Config { port, address, db, secure, packs, .. } = Config::default();
        let (data_dir, log) = (None, Level::WARN);
        Serve { port, address, db, data_dir, no_open: false, secure, packs, log, no_rate_limits: false }
    }
}

impl Serve {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        tracing_subscriber::fmt().with_max_level(self.log).with_writer(std::io::stderr).init();
        // Every socket is an open file. A system that allows no more serves fewer people, and says so when it matters.
        _ = rlimit::increase_nofile_limit(rlimit::INFINITY);
        let config = self.config();
        tokio::runtime::Runtime::new()?.block_on(async {
            let server = astrarium_server::start(config).await?;
            self.greet(&server.url(), json);
            Ok(server.stopped().await.map(|()| Verdict::Fine)?)
        })
    }

    fn config(&self) -> Config {
        let hurry = Rate { per_second: u32::MAX, burst: u32::MAX };
        let usual = Limits::default();
        let hurried = Limits { messages: hurry, requests: hurry, bot_pause: Duration::ZERO, ..usual };
        let limits = if self.no_rate_limits { hurried } else { usual };
        let data_dir = self.data_dir.clone().unwrap_or_else(data_folder);
        let Serve { port, address, secure, .. } = *self;
        Config { address, port, db: self.db.clone(), data_dir, secure, limits, packs: self.packs.clone() }
    }

    fn greet(&self, url: &str, json: bool) {
        if json {
            println!("{}", json!({ "url": url }));
        } else {
            println!("Astrarium is at {url}\nCtrl-C ends it; games go on where they were when it is started again.");
        }
        let opened = if self.no_open { Ok(()) } else { open::that_detached(url).context("no browser can be opened") };
        if let Err(error) = opened {
            eprintln!("{error:#}: open {url} yourself");
        }
    }
}

fn pack(word: &str) -> Result<(Title, PathBuf), String> {
    let (title, folder) = word.split_once('=').ok_or("expected TITLE=DIR")?;
    Ok((title.parse()?, folder.into()))
}

/// Where a user's programs keep what must not be lost.
fn data_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
    data.map_or(Config::default().data_dir, |data| data.join("astrarium"))
}
