//! Requests and sockets, one file per resource. What each address does is in `docs/protocol.md`.

mod admin; // for the host of the server
mod afterwards; // records, replay, rules
mod auth; // who asks, and what
mod calls; // where I want to be called
mod describe; // which words there are
mod gate; // newcomers, and complaints
mod guard; // who may come in, and how often
mod home; // guest, titles, lists
mod learn; // lessons, and who has learned what
mod live; // the socket of a table
mod mail; // letters
mod me; // who I am, here and on other devices
mod notes; // for a player's own eyes
mod operate; // health, figures
mod own; // what is kept of me
mod pages; // the web client
mod persons; // how somebody plays
mod plain; // the same pages without script
mod preview; // what a shared link shows
mod stats; // how games end
mod tables; // making a table, sitting down, starting
mod text; // names and chat

use std::sync::Arc;
use std::time::Instant;

use axum::extract::{DefaultBodyLimit, MatchedPath, Request, State};
use axum::http::{HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyDeadlineLayer;
use tracing::Instrument;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;

use crate::error::Error;
use crate::serve::Shared;

pub use guard::Door;
pub use operate::figures;
#[cfg(test)]
pub use operate::resident;
pub use pages::FILES;
pub use stats::{Counted, Simulations};
#[cfg(test)]
pub use tables::{Plan, Wanted, make};

type App = Arc<Shared>;

#[derive(OpenApi)]
#[openapi(info(
    title = "Astrarium",
    description = "A digital tabletop for space-empire games. Live tables are sockets: see the protocol's description.",
    license(name = "MIT OR Apache-2.0")
))]
struct Description;

/// All requests that the description has.
fn api() -> OpenApiRouter<App> {
    OpenApiRouter::with_openapi(Description::openapi())
        .merge(home::router())
        .merge(me::router())
        .merge(calls::router())
        .merge(mail::router())
        .merge(tables::router())
        .merge(afterwards::router())
        .merge(learn::router())
        .merge(stats::router())
        .merge(gate::router())
        .merge(persons::router())
        .merge(own::router())
        .merge(notes::router())
        .merge(admin::router())
}

#[cfg(test)]
pub fn description() -> utoipa::openapi::OpenApi {
    api().split_for_parts().1
}

/// The bodies of requests and answers.
#[cfg(test)]
pub fn wire(types: &mut impl ts_rs::TypeVisitor) {
    types.visit::<home::Home>();
    types.visit::<home::Titles>();
    types.visit::<home::Turns>();
    types.visit::<home::Archive>();
    types.visit::<calls::NewChannel>();
    types.visit::<calls::Channels>();
    types.visit::<mail::Mail>();
    types.visit::<mail::MailTo>();
    types.visit::<me::Rename>();
    types.visit::<me::Link>();
    types.visit::<me::Recovery>();
    types.visit::<me::Enter>();
    types.visit::<me::Devices>();
    types.visit::<tables::Create>();
    types.visit::<tables::Sit>();
    types.visit::<tables::Leave>();
    types.visit::<tables::SetChair>();
    types.visit::<tables::Start>();
    types.visit::<tables::Reissue>();
    types.visit::<tables::Take>();
    types.visit::<tables::Branch>();
    types.visit::<tables::Act>();
    types.visit::<tables::Stored>();
    types.visit::<crate::show::Table>();
    types.visit::<afterwards::Replay<'static>>();
    types.visit::<afterwards::Moment>();
    types.visit::<afterwards::Opinion>();
    types.visit::<crate::rules::Rules>();
    types.visit::<crate::lecture::CourseShown>();
    types.visit::<crate::lecture::Learner>();
    types.visit::<crate::lecture::Lecture>();
    types.visit::<learn::Learn>();
    types.visit::<learn::Learned>();
    types.visit::<learn::Contents>();
    types.visit::<stats::Stats>();
    types.visit::<gate::Admit>();
    types.visit::<persons::PersonShown>();
    types.visit::<own::Export>();
    types.visit::<own::Erase>();
    types.visit::<notes::Note>();
    types.visit::<persons::Profile>();
    types.visit::<persons::Blocks>();
    types.visit::<gate::Complaint>();
    types.visit::<admin::House>();
    types.visit::<admin::TablesKnown>();
    types.visit::<admin::Persons>();
    types.visit::<admin::Rule>();
    types.visit::<crate::error::Failure>();
}

pub fn router(app: App) -> Router {
    let (api, description) = api().split_for_parts();
    let description = Arc::new(description);
    api.route("/api/openapi.json", get(move || async move { Json((*description).clone()) }))
        .merge(live::router())
        .merge(plain::router())
        .merge(operate::router())
        // What is made for one reader is packed in a hurry; the client's files are packed already.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .merge(pages::router())
        .layer(CatchPanicLayer::custom(|_| Error::Internal.into_response()))
        .layer(middleware::from_fn_with_state(app.clone(), guard::guard))
        .layer(middleware::from_fn_with_state(app.clone(), explain))
        .layer(DefaultBodyLimit::max(app.limits.body))
        .layer(RequestBodyDeadlineLayer::new(app.limits.request))
        .layer(middleware::from_fn(harden))
        .layer(middleware::from_fn(log))
        .with_state(app)
}

/// One line for each request. The address is told by its pattern: invitations are part of addresses.
async fn log(request: Request, next: Next) -> Response {
    let path = request.extensions().get::<MatchedPath>().map_or("-", MatchedPath::as_str);
    let span = tracing::debug_span!("request", method = %request.method(), path);
    let answer = async {
        let began = Instant::now();
        let response = next.run(request).await;
        tracing::debug!(status = response.status().as_u16(), ms = began.elapsed().as_millis() as u64, "answered");
        response
    };
    answer.instrument(span).await
}

/// A person who opens a page reads on a page what went wrong.
async fn explain(State(app): State<App>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let reads = request.headers().get(header::ACCEPT).and_then(|accept| accept.to_str().ok()).unwrap_or_default();
    let page = path.starts_with("/plain") || (reads.contains("text/html") && !path.starts_with("/api/"));
    let response = next.run(request).await;
    match response.extensions().get::<Error>() {
        Some(error) if page => (error.status(), Html(plain::sorry(&app.base, error))).into_response(),
        _ => response,
    }
}

/// What a page may load and who may frame it: nothing from elsewhere, nobody.
const POLICY: &str = "default-src 'self'; img-src 'self' data:; style-src 'self'; style-src-attr 'unsafe-inline'; \
    script-src 'self'; connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'self'";

async fn harden(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    let fixed = [
        (header::CONTENT_SECURITY_POLICY, POLICY),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "same-origin"),
        (header::X_FRAME_OPTIONS, "DENY"),
    ];
    for (name, value) in fixed {
        headers.insert(name, HeaderValue::from_static(value));
    }
    headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}
