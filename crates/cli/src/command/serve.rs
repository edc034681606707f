//! `astrarium serve`: the table for browsers.

use std::io::Write;
use std::net::IpAddr;
use std::path::PathBuf;

use anyhow::Context;
use astrarium_games::Title;
use astrarium_server::{Config, IpNet, Limits};
use clap::Args;
use serde_json::json;
use tracing::Level;

use crate::Verdict;

/// Serve the table to browsers; the same as no command at all
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
The database is SQLite in the data folder, or PostgreSQL by its address; several servers may share one PostgreSQL.
Friends reach a server that listens on all addresses (--address 0.0.0.0) by its IP address; by a name only with --host NAME.
Behind a proxy say --host with the name that browsers use and --trusted-proxy with the proxy's address, and --secure if it
has a certificate. The proxy must pass on the name (Host) and add the address of whoever asks (X-Forwarded-For).
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
    /// A name under which browsers may open the server, beside IP addresses and localhost; may be repeated
    #[arg(long = "host", value_name = "NAME")]
    hosts: Vec<String>,
    /// A proxy whose X-Forwarded-For is believed, so that limits count those behind it; may be repeated
    #[arg(long = "trusted-proxy", value_name = "IP or CIDR", value_parser = proxy)]
    proxies: Vec<IpNet>,
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
        let Config { port, address, db, secure, hosts, proxies, packs, .. } = Config::default();
        let (data_dir, log) = (None, Level::WARN);
        Serve { port, address, db, data_dir, no_open: false, secure, hosts, proxies, packs, log, no_rate_limits: false }
    }
}

impl Serve {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        // Whoever reads the log may go away; the server stays.
        let log = tracing_subscriber::fmt().with_max_level(self.log).with_writer(std::io::stderr);
        log.log_internal_errors(false).init();
        // Every socket is an open file. A system that allows no more serves fewer people.
        let files = rlimit::increase_nofile_limit(rlimit::INFINITY).unwrap_or(1024);
        let config = self.config(usize::try_from(files).unwrap_or(usize::MAX));
        let runtime = tokio::runtime::Runtime::new()?;
        let ended = runtime.block_on(async {
            let server = astrarium_server::start(config).await?;
            self.greet(&server.url(), json);
            server.stopped().await
        });
        // Nobody waits for a bot that still thinks.
        runtime.shutdown_background();
        Ok(ended.map(|()| Verdict::Fine)?)
    }

    fn config(&self, files: usize) -> Config {
        let usual = Limits::default().with_files(files);
        let limits = if self.no_rate_limits { usual.hurried() } else { usual };
        let data_dir = self.data_dir.clone().unwrap_or_else(data_folder);
        let Serve { port, address, secure, db, hosts, proxies, packs, .. } = self.clone();
        Config { address, port, db, data_dir, secure, hosts, proxies, limits, packs }
    }

    fn greet(&self, url: &str, json: bool) {
        let told = if json {
            json!({ "url": url }).to_string()
        } else {
            format!("Astrarium is at {url}\nCtrl-C ends it; games go on where they were when it is started again.")
        };
        // Nobody has to read it.
        _ = writeln!(std::io::stdout(), "{told}");
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

fn proxy(word: &str) -> Result<IpNet, String> {
    let address = || word.parse().map(|address: IpAddr| address.into());
    word.parse().or_else(|_| address()).map_err(|_| "expected an address or a network, as 10.0.0.0/8".into())
}

/// Where a user's programs keep what must not be lost.
fn data_folder() -> PathBuf {
    let variable = |name| std::env::var_os(name).filter(|v| !v.is_empty()).map(PathBuf::from);
    let data = variable("XDG_DATA_HOME").or_else(|| Some(variable("HOME")?.join(".local/share")));
    data.map_or(Config::default().data_dir, |data| data.join("astrarium"))
}
