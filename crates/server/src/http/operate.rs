//! For whoever runs the server: is it well, and how much does it do.

use axum::Router;
use axum::extract::State;
use axum::routing::get;

use super::App;
use crate::error::Error;

pub fn router() -> Router<App> {
    Router::new().route("/healthz", get(healthz)).route("/metrics", get(metrics))
}

/// The server answers and the database, too.
async fn healthz(State(app): State<App>) -> Result<&'static str, Error> {
    app.store.ping().await?;
    Ok("well\n")
}

async fn metrics(State(app): State<App>) -> String {
    let sockets: usize = app.sockets.lock().expect("nobody panics with the count in hand").values().sum();
    metrics::gauge!("astrarium_sockets").set(sockets as f64);
    metrics::gauge!("astrarium_tables").set(app.tables.loaded().len() as f64);
    app.metrics.run_upkeep();
    app.metrics.render()
}
