//! For operators: is the server healthy, and how busy is it?

use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::StatusCode;
use axum::routing::get;

use super::App;

pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(healthz)).route("/readyz", get(readyz))
}

/// What is told at an address of its own.
pub fn figures(app: App) -> Router {
    Router::new().route("/metrics", get(metrics)).with_state(app)
}

/// Whether the process should go on: it answers, and its writer is not stuck.
async fn healthz(State(app): State<App>) -> (StatusCode, String) {
    told(app.store.is_alive(), "well")
}

/// Whether players should be sent here: the database can be written and read.
async fn readyz(State(app): State<App>) -> (StatusCode, String) {
    told(app.store.is_ready().await, "ready")
}

fn told(found: Result<(), String>, good: &str) -> (StatusCode, String) {
    match found {
        Ok(()) => (StatusCode::OK, format!("{good}\n")),
        Err(why) => (StatusCode::SERVICE_UNAVAILABLE, format!("{why}\n")),
    }
}

async fn metrics(State(app): State<App>) -> String {
    let sockets: usize = app.sockets.lock().expect("nobody panics with the count in hand").values().sum();
    metrics::gauge!("astrarium_sockets").set(sockets as f64);
    metrics::gauge!("astrarium_tables").set(app.tables.loaded().len() as f64);
    let (waiting, running) = app.thinkers.counts();
    metrics::gauge!("astrarium_thoughts_waiting").set(waiting as f64);
    metrics::gauge!("astrarium_thoughts_running").set(running as f64);
    metrics::gauge!("astrarium_resident_bytes").set(resident() as f64);
    metrics::gauge!("astrarium_cpu_seconds").set(cpu().as_secs_f64());
    app.metrics.render()
}

/// CPU time that the process has used, where the system tells it.
fn cpu() -> Duration {
    const TICK: Duration = Duration::from_millis(10);
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    // The name of the program comes first, in brackets, and may hold anything.
    let (_, rest) = stat.rsplit_once(") ").unwrap_or_default();
    let ticks = rest.split(' ').skip(11).take(2).filter_map(|ticks| ticks.parse::<u32>().ok());
    TICK * ticks.sum::<u32>()
}

/// Memory of the process, where the system tells it.
pub fn resident() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|rest| rest.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.unwrap_or(0) * 1024
}
