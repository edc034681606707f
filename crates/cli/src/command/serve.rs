//! `astrarium serve`: the table for browsers.

use std::io::{IsTerminal, Write};
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, anyhow};
use astrarium_games::Title;
use astrarium_server::{Config, House, IpNet, Limits, OwnBot, Running, Secret, Smtp, qr};
use clap::{Args, ValueEnum};
use serde_json::json;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::prelude::*;

use crate::{Verdict, greeting};

/// Serve the table to browsers; the same as no command at all
#[derive(Clone, Debug, Args)]
#[command(after_help = "\
Every setting can also be given by a variable (ASTRARIUM_PORT=8080) or in a file (port = 8080): a flag beats a variable, and a
variable beats the file. A variable with several words has commas between them, a file a list (host = [\"a\", \"b\"]).
The database is SQLite in the data folder, or PostgreSQL by its address; several servers may share one PostgreSQL.
Friends reach a server that listens on all addresses (--address 0.0.0.0) by its IP address; by a name only with --host NAME.
Behind a proxy say --host with the name that browsers use and --trusted-proxy with the proxy's address, and --secure if it
has a certificate. The proxy must pass on the name (Host) and add the client's address (X-Forwarded-For).
Example: astrarium serve --port 8080 --db postgres://astrarium@localhost/astrarium --no-open
Example: astrarium serve --bot mine=./bot.py
Example: astrarium serve --config astrarium.toml --log info --log-format json
Example: ASTRARIUM_ADDRESS=0.0.0.0 astrarium serve --print-config")]
pub struct Serve {
    /// Say what every setting is and where it comes from, and end
    #[arg(long)]
    print_config: bool,
    #[arg(skip)]
    pub(crate) printed: String,
    /// The port to listen on; 0 takes any that is free
    #[arg(long, value_name = "P", default_value_t = Config::default().port)]
    port: u16,
    /// The address to listen on; left out, only this machine can connect
    #[arg(long, value_name = "IP", default_value_t = Config::default().address)]
    address: IpAddr,
    #[command(flatten)]
    database: super::Database,
    /// The path below which everything lies, as /astrarium; left out, the server has its name for itself
    #[arg(long, value_name = "PATH", default_value = "", hide_default_value = true, value_parser = base)]
    base_path: String,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
    /// Give cookies to https only
    #[arg(long)]
    secure: bool,
    /// A name under which browsers may open the server, beside IP addresses and localhost; may be repeated
    #[arg(long = "host", value_name = "NAME", value_delimiter = ',')]
    hosts: Vec<String>,
    /// A proxy whose X-Forwarded-For is believed, so that limits count those behind it; may be repeated
    #[arg(long = "trusted-proxy", value_name = "IP or CIDR", value_parser = proxy, value_delimiter = ',')]
    proxies: Vec<IpNet>,
    /// Play new tables of a title with the component files of a folder
    #[arg(long = "pack", value_name = "TITLE=DIR", value_parser = pack, value_delimiter = ',')]
    packs: Vec<(Title, PathBuf)>,
    /// What goes to standard error: off, error, warn, info, debug or trace
    #[arg(long, value_name = "LEVEL", default_value_t = LevelFilter::WARN)]
    log: LevelFilter,
    /// How it is written
    #[arg(long, value_name = "FORMAT", value_enum, default_value_t = Format::Text)]
    log_format: Format,
    /// Tell figures (/metrics, for Prometheus) at an address of their own, as 127.0.0.1:9100; left out, nobody is told
    #[arg(long, value_name = "IP:PORT")]
    metrics_addr: Option<SocketAddr>,
    /// A network that is not public and that calls of players (webhooks) may be sent to; may be repeated
    #[arg(long = "calls-to", value_name = "IP or CIDR", value_parser = proxy, value_delimiter = ',')]
    calls_to: Vec<IpNet>,
    /// The word that opens the host's page (/admin) and `astrarium admin`, at least 16 characters; left out, there is none
    #[arg(long, value_name = "WORD", value_parser = token)]
    admin_token: Option<String>,
    /// Let newcomers in with this word only; left out, everybody may come
    #[arg(long, value_name = "WORD")]
    registration_code: Option<String>,
    /// What everybody reads on the home page
    #[arg(long, value_name = "TEXT")]
    welcome: Option<String>,
    /// Delete tables on which nothing has happened for N days, unless a game is being played; left out, none
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    keep_days: Option<u32>,
    /// How many tables that are not over one person may have
    #[arg(long, value_name = "N", default_value_t = Limits::default().tables_per_guest)]
    tables_per_person: usize,
    /// The server that sends mail, as smtps://user:password@mail.example.org or smtp://localhost; left out, there is no mail
    #[arg(long, value_name = "URL", requires_all = ["mail_from", "public_url"])]
    smtp: Option<String>,
    /// The sender of mail, as "Astrarium <play@example.org>"
    #[arg(long, value_name = "ADDRESS")]
    mail_from: Option<String>,
    /// The address of the pages as players know it, with http or https, for links in mail
    #[arg(long, value_name = "URL")]
    public_url: Option<String>,
    /// A program that can be seated as a bot: it reads a question a line and answers with a sentence; may be repeated
    #[arg(long = "bot", value_name = "NAME=COMMAND", value_parser = bot)]
    bots: Vec<OwnBot>,
    /// Let everybody hurry: for measuring
    #[arg(long, hide = true)]
    no_rate_limits: bool,
}

#[derive(Copy, Clone, Debug, ValueEnum)]
enum Format {
    Text,
    Json,
}

impl Serve {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        if self.print_config {
            print!("{}", self.printed);
            return Ok(Verdict::Fine);
        }
        self.write_log();
        // Every socket is an open file. A system that allows no more serves fewer people.
        let files = rlimit::increase_nofile_limit(rlimit::INFINITY).unwrap_or(1024);
        let config = self.config(usize::try_from(files).unwrap_or(usize::MAX))?;
        let runtime = tokio::runtime::Runtime::new()?;
        let ended = runtime.block_on(async {
            let server = astrarium_server::start(config).await?;
            self.greet(&server, json);
            server.stopped().await
        });
        // Nobody waits for a bot that still thinks.
        runtime.shutdown_background();
        Ok(ended.map(|()| Verdict::Fine)?)
    }

    /// What we say ourselves, as much as was asked for. Libraries only warn: below that they quote what was sent to them.
    fn write_log(&self) {
        let levels = Targets::new().with_default(self.log.min(LevelFilter::WARN)).with_target("astrarium", self.log);
        // The reader of the log may go away; the server stays.
        let lines = tracing_subscriber::fmt::layer().with_writer(std::io::stderr).log_internal_errors(false);
        let log = tracing_subscriber::registry().with(levels);
        match self.log_format {
            Format::Text => log.with(lines.with_ansi(std::io::stderr().is_terminal())).init(),
            Format::Json => log.with(lines.json().flatten_event(true).with_span_list(false)).init(),
        }
        std::panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
    }

    fn config(&self, files: usize) -> anyhow::Result<Config> {
        let usual = Limits { tables_per_guest: self.tables_per_person, ..Limits::default() }.with_files(files);
        let limits = if self.no_rate_limits { usual.hurried() } else { usual };
        let Serve {
            port,
            address,
            database,
            secure,
            hosts,
            proxies,
            packs,
            metrics_addr: metrics,
            base_path: base,
            calls_to,
            bots,
            ..
        } = self.clone();
        let super::Database { db, data_dir, .. } = database;
        let (house, smtp) = (self.house(), self.smtp()?);
        Ok(Config {
            address,
            port,
            db,
            data_dir,
            base,
            secure,
            hosts,
            proxies,
            limits,
            packs,
            metrics,
            calls_to,
            smtp,
            house,
            bots,
        })
    }

    fn smtp(&self) -> anyhow::Result<Option<Smtp>> {
        let (Some(url), Some(from), Some(home)) = (&self.smtp, &self.mail_from, &self.public_url) else {
            return Ok(None);
        };
        Smtp::new(url, from, home).map(Some).map_err(|error| anyhow!("mail cannot be sent: {error}"))
    }

    fn house(&self) -> House {
        let keep = self.keep_days.map(|days| Duration::from_secs(86_400 * u64::from(days)));
        let secret = |word: &Option<String>| word.as_deref().map(Secret::of);
        let (token, code) = (secret(&self.admin_token), secret(&self.registration_code));
        House { token, code, welcome: self.welcome.clone(), keep }
    }

    fn greet(&self, server: &Running, json: bool) {
        let urls = greeting::urls(server.address, &self.hosts, self.secure, &self.base_path);
        let metrics = server.metrics.map(|address| format!("http://{address}/metrics"));
        let told = if json {
            json!({ "url": urls[0], "urls": urls, "metrics": metrics }).to_string()
        } else {
            let figures = metrics.map(|url| format!("Figures are at {url}\n")).unwrap_or_default();
            let end = "Ctrl-C ends it; games go on where they were when it is started again.";
            // A person at a terminal can hold a phone in front of it.
            let friends = greeting::for_friends(&urls, &self.hosts).filter(|_| std::io::stdout().is_terminal());
            let code = friends.map(|url| format!("{}{url}, for a camera\n", qr::terminal(url))).unwrap_or_default();
            format!("Astrarium is at {}\n{code}{figures}{end}", urls.join("\n             or "))
        };
        // Nobody has to read it.
        _ = writeln!(std::io::stdout(), "{told}");
        let url = &urls[0];
        let opened = if self.no_open { Ok(()) } else { open::that_detached(url).context("no browser can be opened") };
        if let Err(error) = opened {
            eprintln!("{error:#}: open {url} yourself");
        }
    }
}

pub(super) fn pack(word: &str) -> Result<(Title, PathBuf), String> {
    let (title, folder) = word.split_once('=').ok_or("expected TITLE=DIR")?;
    Ok((title.parse()?, folder.into()))
}

/// A name and a command with its arguments, quoted as in a shell.
fn bot(word: &str) -> Result<OwnBot, String> {
    let (name, command) = word.split_once('=').ok_or("expected NAME=COMMAND")?;
    let words = shlex::split(command).filter(|words| !words.is_empty());
    Ok((name.parse()?, words.ok_or_else(|| format!("“{command}” is no command"))?))
}

/// Segments without anything that would have to be escaped, in an address or on a page.
pub(super) fn base(word: &str) -> Result<String, String> {
    let path = word.trim_end_matches('/');
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_.~".contains(c);
    let good = |segment: &str| segment.chars().all(plain) && segment.chars().any(|c| c != '.');
    let mut segments = path.split('/');
    let rooted = segments.next() == Some("");
    if rooted && segments.all(good) { Ok(path.into()) } else { Err("expected a path, as /astrarium".into()) }
}

/// Nobody guesses it.
pub(super) fn token(word: &str) -> Result<String, String> {
    let fits = word.len() >= 16 && word.bytes().all(|byte| byte.is_ascii_graphic());
    if fits { Ok(word.into()) } else { Err("expected at least 16 letters, digits or signs, without blanks".into()) }
}

fn proxy(word: &str) -> Result<IpNet, String> {
    let address = || word.parse().map(|address: IpAddr| address.into());
    word.parse().or_else(|_| address()).map_err(|_| "expected an address or a network, as 10.0.0.0/8".into())
}
