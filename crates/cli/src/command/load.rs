//! `astrarium load`: how much a server can do, measured from another process.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

use anyhow::Context;
use astrarium_server::load::{self, Figures};
use clap::Args;
use serde::Serialize;
use serde_json::{Value, json};

use super::columns;
use crate::Verdict;

/// Measure a server: answers a second, waiting, idle sockets, the way to the first decision
#[derive(Debug, Args)]
#[command(after_help = "\
Starts a server in a process of its own with an empty SQLite, and plays at many tables at once.
The yardstick is bare inserts of the same rows in the same groups, with the same durability, in the same run.
Ends with 1 if a figure is not reached; a busy machine reaches less.
Example: astrarium load --tables 200 --seconds 20 --json")]
pub struct Load {
    /// Tables of two persons each
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u32).range(1..))]
    tables: u32,
    /// How long to measure each figure
    #[arg(long, value_name = "N", default_value_t = 15, value_parser = clap::value_parser!(u32).range(1..))]
    seconds: u32,
    /// Sockets that only watch
    #[arg(long, value_name = "N", default_value_t = 2000)]
    sockets: u32,
}

/// A figure and what it should be.
#[derive(Clone, Debug, Serialize)]
struct Figure {
    what: &'static str,
    measured: f64,
    unit: &'static str,
    least: Option<f64>,
    most: Option<f64>,
}

impl Figure {
    fn least(what: &'static str, measured: f64, unit: &'static str, least: f64) -> Figure {
        Figure { what, measured, unit, least: Some(least), most: None }
    }

    fn most(what: &'static str, measured: f64, unit: &'static str, most: f64) -> Figure {
        Figure { what, measured, unit, least: None, most: Some(most) }
    }

    fn plain(what: &'static str, measured: f64, unit: &'static str) -> Figure {
        Figure { what, measured, unit, least: None, most: None }
    }

    fn is_reached(&self) -> bool {
        self.least.is_none_or(|least| self.measured >= least) && self.most.is_none_or(|most| self.measured < most)
    }

    fn target(&self) -> String {
        let least = self.least.map(|least| format!("at least {least}"));
        least.or(self.most.map(|most| format!("under {most}"))).unwrap_or_default()
    }
}

impl Load {
    pub fn run(&self, json: bool) -> anyhow::Result<Verdict> {
        // Two ends of every socket are open files.
        _ = rlimit::increase_nofile_limit(rlimit::INFINITY);
        let rows = tokio::runtime::Runtime::new()?.block_on(self.measure())?;
        if json {
            super::print_json(&json!(rows));
        } else {
            let mut table = columns(&["", "measured", "", "target"]);
            for row in &rows {
                table.add_row([row.what.into(), format!("{:.2}", row.measured), row.unit.into(), row.target()]);
            }
            println!("{table}");
        }
        Ok(Verdict::of(rows.iter().all(Figure::is_reached)))
    }

    async fn measure(&self) -> anyhow::Result<Vec<Figure>> {
        let mut rows = self.crowds().await?;
        let folder = tempfile::tempdir()?;
        let server = Server::start(folder.path())?;
        let (time, bytes) = load::first_decision(server.address).await?;
        rows.push(Figure::most("page to the first decision", time.as_secs_f64(), "s", 1.0));
        rows.push(Figure::most("client, compressed", bytes as f64 / 1024.0, "KiB", 200.0));
        let _open = load::watch(server.address, self.sockets as usize).await?;
        let resident = load::resident(server.metrics).await?;
        rows.push(Figure::plain("idle sockets", self.sockets.into(), ""));
        rows.push(Figure::most("memory with them", resident as f64 / f64::from(1 << 20), "MiB", 300.0));
        Ok(rows)
    }

    /// The yardstick, as many answers as can be, and half of that.
    async fn crowds(&self) -> anyhow::Result<Vec<Figure>> {
        let time = Duration::from_secs(self.seconds.into());
        let bare = tempfile::tempdir()?;
        let bare = load::bare_inserts(bare.path(), time).await?;
        let folder = tempfile::tempdir()?;
        let server = Server::start(folder.path())?;
        let crowd = |rate| load::Load { address: server.address, tables: self.tables as usize, time, rate };
        let before = load::cpu(server.metrics).await?;
        let full: Figures = load::run(crowd(None)).await?;
        let spent = load::cpu(server.metrics).await? - before;
        let half: Figures = load::run(crowd(Some(full.per_second / 2.0))).await?;
        Ok(vec![
            Figure::plain("bare inserts", bare, "1/s"),
            Figure::plain("acknowledged answers", full.per_second, "1/s"),
            Figure::least("share of bare inserts", full.per_second / bare, "", 0.4),
            Figure::plain("server's CPU time for an answer", 1000.0 * spent / full.acknowledged as f64, "ms"),
            Figure::plain("wait at full load, p50", full.p50, "ms"),
            Figure::most("wait at full load, p99", full.p99, "ms", 60.0),
            Figure::plain("half load", half.per_second, "1/s"),
            Figure::plain("wait at half load, p50", half.p50, "ms"),
            Figure::most("wait at half load, p99", half.p99, "ms", 50.0),
            Figure::plain("wait at half load, longest", half.most, "ms"),
        ])
    }
}

/// A server in a process of its own, which ends with this.
struct Server {
    child: Child,
    address: SocketAddr,
    metrics: SocketAddr,
}

impl Server {
    fn start(folder: &Path) -> anyhow::Result<Server> {
        let mut command = std::process::Command::new(std::env::current_exe()?);
        command.args(["serve", "--port=0", "--metrics-addr=127.0.0.1:0", "--no-open", "--no-rate-limits", "--json"]);
        command.arg("--data-dir").arg(folder);
        let mut child = command.stdout(Stdio::piped()).spawn().context("a server cannot be started")?;
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("piped")).read_line(&mut line)?;
        let said: Value = serde_json::from_str(&line).context("the server does not say its address")?;
        let address = |url: &str| {
            let place = said[url].as_str().and_then(|url| url.strip_prefix("http://")).unwrap_or_default();
            place.trim_end_matches("/metrics").parse().context("the server's address")
        };
        Ok(Server { child, address: address("url")?, metrics: address("metrics")? })
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        _ = self.child.kill();
        _ = self.child.wait();
    }
}
