//! Who asks, and from where: the guest's cookie, the origin, the rate of an address.

use std::net::{IpAddr, SocketAddr};
use std::time::Instant;

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::extract::{ConnectInfo, FromRequest, FromRequestParts, Path, Query, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use super::App;
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::limits::Rate;
use crate::serve::Shared;

const COOKIE: &str = "astrarium";

fn token(headers: &HeaderMap) -> Option<Id> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, value)| value.parse().ok())
}

/// A guest who is known by the cookie.
impl FromRequestParts<App> for Guest {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Guest, Error> {
        token(&parts.headers).map(Guest::of).ok_or(Error::NoGuest)
    }
}

/// Anyone: a guest, if there is a cookie.
pub struct Anyone(pub Option<Guest>);

impl FromRequestParts<App> for Anyone {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Anyone, Self::Rejection> {
        Ok(Anyone(token(&parts.headers).map(Guest::of)))
    }
}

/// Anyone, who gets a cookie with the answer if there was none.
pub struct Visitor {
    pub guest: Guest,
    cookie: Option<HeaderValue>,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Self::Rejection> {
        let known = token(&parts.headers);
        let token = known.unwrap_or_else(Id::random);
        let secure = if app.secure { "; Secure" } else { "" };
        let cookie = format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Lax; Max-Age=34560000{secure}");
        let cookie = HeaderValue::from_str(&cookie).expect("hexadecimal digits fit in a header");
        Ok(Visitor { guest: Guest::of(token), cookie: known.is_none().then_some(cookie) })
    }
}

impl Visitor {
    pub fn answer(self, response: impl IntoResponse) -> Response {
        let mut response = response.into_response();
        self.cookie.map(|cookie| response.headers_mut().insert(header::SET_COOKIE, cookie));
        response
    }
}

/// A JSON body; whatever is wrong with it is an error of ours.
#[derive(FromRequest)]
#[from_request(via(Json), rejection(Error))]
pub struct Input<T>(pub T);

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Error {
        match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("the body", crate::Limits::default().body),
            _ => Error::Malformed(rejection.body_text()),
        }
    }
}

/// Ids in the address.
#[derive(FromRequestParts)]
#[from_request(via(Path), rejection(Error))]
pub struct At<T>(pub T);

impl From<PathRejection> for Error {
    fn from(rejection: PathRejection) -> Error {
        Error::Malformed(rejection.body_text())
    }
}

/// What stands after the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
pub struct Asking<T>(pub T);

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Error {
        Error::Malformed(rejection.body_text())
    }
}

/// Unsafe requests come from our own pages, and not too many from one address.
pub async fn guard(State(app): State<App>, request: Request, next: Next) -> Response {
    if matches!(*request.method(), Method::GET | Method::HEAD | Method::OPTIONS) {
        return next.run(request).await;
    }
    let peer = request.extensions().get::<ConnectInfo<SocketAddr>>().map(|info| info.0.ip());
    match same_origin(request.headers()).and_then(|()| app.slow_down(peer)) {
        Ok(()) => next.run(request).await,
        Err(error) => error.into_response(),
    }
}

/// A browser names the page that asks; it must be one of ours.
pub fn same_origin(headers: &HeaderMap) -> Result<(), Error> {
    let text = |name| headers.get(name).and_then(|value: &HeaderValue| value.to_str().ok());
    let origin = text(header::ORIGIN).and_then(|o| o.strip_prefix("http://").or(o.strip_prefix("https://")));
    if origin.is_some() && origin == text(header::HOST) { Ok(()) } else { Err(Error::WrongOrigin) }
}

/// So many tokens drop in a second, and so many fit in.
#[derive(Clone, Debug)]
pub struct Bucket {
    rate: Rate,
    left: f64,
    at: Instant,
}

impl Bucket {
    pub fn new(rate: Rate) -> Bucket {
        Bucket { rate, left: rate.burst.into(), at: Instant::now() }
    }

    /// Whether there was a token to take.
    pub fn take(&mut self) -> bool {
        let now = Instant::now();
        let drops = now.duration_since(self.at).as_secs_f64() * f64::from(self.rate.per_second);
        (self.at, self.left) = (now, (self.left + drops).min(self.rate.burst.into()));
        let enough = self.left >= 1.0;
        self.left -= if enough { 1.0 } else { 0.0 };
        enough
    }

    fn is_full(&self) -> bool {
        let rest = f64::from(self.rate.burst) - self.left;
        self.at.elapsed().as_secs_f64() * f64::from(self.rate.per_second) >= rest
    }
}

impl Shared {
    /// Counts an unsafe request of an address.
    fn slow_down(&self, peer: Option<IpAddr>) -> Result<(), Error> {
        let Some(peer) = peer else { return Ok(()) };
        let mut buckets = self.buckets.lock().expect("nobody panics with the buckets in hand");
        if buckets.len() > 10_000 {
            buckets.retain(|_, bucket| !bucket.is_full());
        }
        let rate = self.limits.requests;
        let enough = buckets.entry(peer).or_insert_with(|| Bucket::new(rate)).take();
        if enough { Ok(()) } else { Err(Error::TooMany("requests at once", rate.burst as usize)) }
    }
}
