//! The web client: its files from the binary, and the same page for every address of it.

use std::collections::HashMap;
use std::io::{self, Write};
use std::sync::LazyLock;

use axum::Router;
use axum::body::Bytes;
use axum::extract::{OriginalUri, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use super::App;
use super::auth::Visitor;
use super::preview;
use crate::error::Error;

include!(concat!(env!("OUT_DIR"), "/web.rs"));

pub fn router() -> Router<App> {
    let tables = ["/table/{id}", "/join/{invite}", "/seat/{id}", "/replay/{id}"];
    let others = [
        "/",
        "/learn/{title}",
        "/learn/{title}/{lesson}",
        "/components/{title}",
        "/glance/{title}",
        "/puzzles/{title}",
        "/puzzles/{title}/{puzzle}",
        "/rules/{title}",
        "/stats/{title}",
        "/settings",
        "/games",
        "/continue",
        "/admin",
        "/person/{id}",
    ];
    let router = tables.iter().chain(&others).fold(Router::new(), |router, address| router.route(address, get(page)));
    router.fallback(file)
}

fn find(path: &str) -> Option<&'static [u8]> {
    FILES.iter().find(|(name, _)| *name == path).map(|(_, bytes)| *bytes)
}

pub fn is_file(path: &str) -> bool {
    find(path).is_some()
}

/// The client, which knows by the address what to show; without it, the same page without script.
async fn page(State(app): State<App>, visitor: Visitor, OriginalUri(uri): OriginalUri, headers: HeaderMap) -> Response {
    let base = &app.base;
    let plain = format!("{base}/plain{}", uri.path().trim_end_matches('/'));
    match find("/index.html").and_then(|bytes| std::str::from_utf8(bytes).ok()) {
        None => visitor.answer(Redirect::to(&plain)),
        Some(html) => {
            // The client's files lie beside its page; a page of a table is further down.
            let html = html.replace("\"./", &format!("\"{base}/")).replace("__BASE__", base);
            let html = html.replace("__PLAIN__", &super::plain::escape(&plain));
            let path = uri.path().strip_prefix(base.as_str()).unwrap_or(uri.path());
            let html = html.replace("<!-- preview -->", &preview::tags(&app, path, &headers).await);
            visitor.answer(([(header::CONTENT_TYPE, "text/html; charset=utf-8")], html))
        }
    }
}

/// How browsers take files, the smallest first.
const PACKINGS: [&str; 2] = ["br", "gzip"];

/// The files as they are sent, packed once: anybody may ask for them as often as they like.
static PACKED: LazyLock<HashMap<(&str, &str), Bytes>> = LazyLock::new(|| {
    let brotli = BROTLI.iter().map(|(path, packed)| ((*path, "br"), Bytes::from_static(packed)));
    let gzip = FILES.iter().filter_map(|(path, bytes)| Some(((*path, "gzip"), gzip(bytes).ok()?.into())));
    let smaller = |((path, _), packed): &((&str, _), Bytes)| find(path).is_some_and(|raw| packed.len() < raw.len());
    brotli.chain(gzip).filter(smaller).collect()
});

fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    writer.write_all(bytes)?;
    writer.finish()
}

/// Whether the browser accepts this encoding without preference; if it sends weights, it gets the plain file.
fn takes(headers: &HeaderMap, packing: &str) -> bool {
    let accepted = headers.get(header::ACCEPT_ENCODING).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').any(|word| word.trim() == packing)
}

async fn file(OriginalUri(uri): OriginalUri, headers: HeaderMap) -> Response {
    let path = uri.path();
    let Some(bytes) = find(path) else { return Error::NotFound("page").into_response() };
    // The names of assets hold a hash of their contents.
    let cache = if path.starts_with("/assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let about = [(header::CONTENT_TYPE, kind(path)), (header::CACHE_CONTROL, cache), (header::VARY, "accept-encoding")];
    let packed = PACKINGS.into_iter().filter(|packing| takes(&headers, packing));
    match packed.filter_map(|packing| Some((packing, PACKED.get(&(path, packing))?))).next() {
        Some((packing, packed)) => (about, [(header::CONTENT_ENCODING, packing)], packed.clone()).into_response(),
        None => (about, bytes).into_response(),
    }
}

fn kind(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("png") => "image/png",
        Some("jpg") => "image/jpeg",
        Some("webp") => "image/webp",
        Some("woff2") => "font/woff2",
        Some("json" | "webmanifest" | "map") => "application/json",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use super::*;

    #[test]
    fn files_are_packed_as_the_browser_takes_them() {
        for (path, bytes) in FILES {
            let mut unpacked = [Vec::new(), Vec::new()];
            if let Some(packed) = PACKED.get(&(*path, "br")) {
                brotli::Decompressor::new(&packed[..], 4096).read_to_end(&mut unpacked[0]).expect("brotli");
                assert_eq!(unpacked[0], *bytes, "{path}");
            }
            if let Some(packed) = PACKED.get(&(*path, "gzip")) {
                flate2::read::GzDecoder::new(&packed[..]).read_to_end(&mut unpacked[1]).expect("gzip");
                assert_eq!(unpacked[1], *bytes, "{path}");
            }
            let text = path.ends_with(".js") || path.ends_with(".css");
            assert!(!text || unpacked.iter().all(|u| !u.is_empty()), "{path} is not packed");
        }
        assert!(BROTLI.iter().all(|(path, packed)| find(path).is_some_and(|raw| packed.len() < raw.len())));
        let headers =
            |accepted: &str| HeaderMap::from_iter([(header::ACCEPT_ENCODING, accepted.parse().expect("a header"))]);
        assert!(takes(&headers("gzip, deflate, br"), "br") && takes(&headers("gzip"), "gzip"));
        assert!(!takes(&headers("br;q=0, x-gzip"), "br") && !takes(&HeaderMap::new(), "gzip"));
    }
}
