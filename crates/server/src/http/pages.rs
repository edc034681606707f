//! The web client: its files from the binary, and the same page for every address of it.

use axum::Router;
use axum::extract::OriginalUri;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use super::App;
use super::auth::Visitor;
use crate::error::Error;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

pub fn router() -> Router<App> {
    let addresses =
        ["/", "/table/{id}", "/join/{invite}", "/replay/{id}", "/rules/{title}", "/stats/{title}", "/settings"];
    let router = addresses.iter().fold(Router::new(), |router, address| router.route(address, get(page)));
    router.fallback(file)
}

fn find(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

pub fn is_file(path: &str) -> bool {
    find(path).is_some()
}

/// The client, which knows by the address what to show; without it, the same page without script.
async fn page(visitor: Visitor, OriginalUri(uri): OriginalUri) -> Response {
    let plain = format!("/plain{}", uri.path().trim_end_matches('/'));
    match find("/index.html").and_then(|bytes| std::str::from_utf8(bytes).ok()) {
        None => visitor.answer(Redirect::to(&plain)),
        Some(html) => {
            let html = html.replace("__PLAIN__", &super::plain::escape(&plain));
            visitor.answer(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html))
        }
    }
}

async fn file(OriginalUri(uri): OriginalUri) -> Response {
    let path = uri.path();
    let Some(bytes) = find(path) else { return Error::NotFound("page").into_response() };
    // The names of assets hold a hash of their contents.
    let cache = if path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    (StatusCode::OK, [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache)], bytes).into_response()
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest" | "map") => "application/json",
        _ => "application/octet-stream",
    }
}
