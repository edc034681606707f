//! Who asks: the guest's cookie. And what was sent, with errors of ours if it cannot be read.

use axum::extract::rejection::{FormRejection, JsonRejection, PathRejection, QueryRejection};
use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Form, Json};
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::App;
use super::guard::same_origin;
use crate::address::Source;
use crate::error::Error;
use crate::id::{Guest, Id};

const COOKIE: &str = "astrarium";

fn token(headers: &HeaderMap) -> Option<Id> {
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find(|(name, _)| *name == COOKIE).and_then(|(_, value)| value.parse().ok())
}

/// The browser, no matter whose it is.
pub fn device(headers: &HeaderMap) -> Option<Guest> {
    token(headers).map(Guest::of)
}

/// The person whose browser it is, if there is a cookie that was not signed out.
async fn known(app: &App, headers: &HeaderMap) -> Result<Option<Guest>, Error> {
    match device(headers) {
        Some(device) => app.person(device).await,
        None => Ok(None),
    }
}

/// What a browser is known by from now on.
pub fn cookie(app: &App, token: Id) -> HeaderValue {
    let secure = if app.secure { "; Secure" } else { "" };
    let path = if app.base.is_empty() { "/" } else { &app.base };
    let cookie = format!("{COOKIE}={token}; Path={path}; HttpOnly; SameSite=Lax; Max-Age=34560000{secure}");
    HeaderValue::from_str(&cookie).expect("hexadecimal digits and a path fit in a header")
}

/// Where the request comes from, as `guard` found out.
impl FromRequestParts<App> for Source {
    type Rejection = std::convert::Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Source, Self::Rejection> {
        Ok(*parts.extensions.get::<Source>().expect("every request passes the doorkeeper"))
    }
}

/// Counts a guest who does something, and asks the house rules; those who only read are anybody.
async fn welcome(app: &App, guest: Guest, parts: &Parts) -> Result<(), Error> {
    if parts.method.is_safe() {
        return Ok(());
    }
    count(app, guest, parts)?;
    app.may_act(guest).await
}

fn count(app: &App, guest: Guest, parts: &Parts) -> Result<(), Error> {
    let source = *parts.extensions.get::<Source>().expect("every request passes the doorkeeper");
    app.thinkers.comes_from(guest, source);
    app.door.welcome(guest, source)
}

/// A guest who is known by the cookie.
impl FromRequestParts<App> for Guest {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Guest, Error> {
        let guest = known(app, &parts.headers).await?.ok_or(Error::NoGuest)?;
        welcome(app, guest, parts).await.map(|()| guest)
    }
}

/// The page that asks, under the name that its browser knows the server by.
pub struct Origin(String);

impl FromRequestParts<App> for Origin {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &App) -> Result<Origin, Error> {
        same_origin(&parts.headers)?;
        let origin = parts.headers.get(header::ORIGIN).and_then(|origin| origin.to_str().ok());
        origin.map(|origin| Origin(origin.into())).ok_or(Error::WrongOrigin)
    }
}

impl Origin {
    /// The address of one of our pages.
    pub fn url(&self, app: &App, path: &str) -> String {
        format!("{}{}{path}", self.0, app.base)
    }
}

/// Anyone: a guest, if there is a cookie.
pub struct Anyone(pub Option<Guest>);

impl FromRequestParts<App> for Anyone {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Anyone, Error> {
        Ok(Anyone(known(app, &parts.headers).await?))
    }
}

/// Anyone, who gets a cookie with the answer if there was none.
pub struct Visitor {
    pub guest: Guest,
    cookie: Option<HeaderValue>,
}

impl FromRequestParts<App> for Visitor {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Visitor, Error> {
        let visitor = Visitor::of(app, parts).await?;
        welcome(app, visitor.guest, parts).await?;
        Ok(visitor)
    }
}

/// Somebody at the door, who may have to say who they are or what the code is.
pub struct Stranger(pub Visitor);

impl FromRequestParts<App> for Stranger {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Stranger, Error> {
        let visitor = Visitor::of(app, parts).await?;
        count(app, visitor.guest, parts)?;
        Ok(Stranger(visitor))
    }
}

impl Visitor {
    async fn of(app: &App, parts: &Parts) -> Result<Visitor, Error> {
        let (guest, cookie) = match known(app, &parts.headers).await? {
            Some(guest) => (guest, None),
            None => {
                let token = Id::random();
                (Guest::of(token), Some(cookie(app, token)))
            }
        };
        Ok(Visitor { guest, cookie })
    }

    pub fn answer(self, response: impl IntoResponse) -> Response {
        let mut response = response.into_response();
        self.cookie.map(|cookie| response.headers_mut().insert(header::SET_COOKIE, cookie));
        response
    }
}

/// A JSON body; whatever is wrong with it is an error of ours.
pub struct Input<T>(pub T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Input<T> {
    type Rejection = Error;

    async fn from_request(request: Request, state: &S) -> Result<Input<T>, Error> {
        let Json(mut body) = Json::<Value>::from_request(request, state).await?;
        make_whole(&mut body);
        serde_json::from_value(body).map(Input).map_err(|error| Error::Malformed(error.to_string()))
    }
}

/// For JSON `2.0` is a whole number, too.
fn make_whole(value: &mut Value) {
    match value {
        Value::Array(list) => list.iter_mut().for_each(make_whole),
        Value::Object(fields) => fields.values_mut().for_each(make_whole),
        Value::Number(number) if number.is_f64() => {
            let exact = |n: &f64| n.fract() == 0.0 && (0.0..=9e15).contains(n);
            if let Some(whole) = number.as_f64().filter(exact) {
                *value = (whole as u64).into();
            }
        }
        _ => {}
    }
}

/// A form of a page without script.
#[derive(FromRequest)]
#[from_request(via(Form), rejection(Error))]
pub struct Filled<T>(pub T);

impl From<JsonRejection> for Error {
    fn from(rejection: JsonRejection) -> Error {
        unreadable(rejection.status(), rejection.body_text())
    }
}

impl From<FormRejection> for Error {
    fn from(rejection: FormRejection) -> Error {
        unreadable(rejection.status(), rejection.body_text())
    }
}

fn unreadable(status: StatusCode, text: String) -> Error {
    match status {
        StatusCode::PAYLOAD_TOO_LARGE => Error::TooLarge("the body", crate::Limits::default().body),
        _ => Error::Malformed(text),
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

/// What comes after the question mark.
#[derive(FromRequestParts)]
#[from_request(via(Query), rejection(Error))]
pub struct Asking<T>(pub T);

impl From<QueryRejection> for Error {
    fn from(rejection: QueryRejection) -> Error {
        Error::Malformed(rejection.body_text())
    }
}
