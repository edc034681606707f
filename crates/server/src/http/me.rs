//! Who I am: my name, my browsers, and the ways in from another one.

use astrarium_core::Viewer;
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::auth::{At, Input, Origin, Stranger, Visitor, cookie, device};
use super::describe::Name;
use super::{App, text};
use crate::address::Source;
use crate::error::{Error, Failure};
use crate::id::{Guest, Id};
use crate::person::{Key, label};
use crate::qr::Qr;
use crate::store::{Device, KeyKind};
use crate::table::{Command, Deed, now};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(me, rename))
        .routes(routes!(link))
        .routes(routes!(recovery))
        .routes(routes!(enter))
        .routes(routes!(devices))
        .routes(routes!(sign_out))
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    /// Your page is /person/ID.
    #[schema(value_type = String)]
    pub id: Id,
    pub name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    #[schema(value_type = Name)]
    name: String,
}

/// An address that gives something to the first person who opens it.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Link {
    pub url: String,
    /// The same for a camera.
    pub qr: Qr,
    /// It works until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<i64>,
}

impl Link {
    pub fn new(url: String, until: Option<i64>) -> Link {
        Link { qr: Qr::of(&url), url, until }
    }
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Recovery {
    /// To be written down: it lets any browser in as you, until you ask for another.
    code: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Enter {
    /// A recovery code, or what follows the `#` of a link.
    key: String,
    /// Also if this browser sits at tables as another person: those seats stay with that person.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    leave: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Devices {
    devices: Vec<DeviceShown>,
    /// Whether there is a recovery code; nobody can read it again.
    recovery: bool,
}

/// A browser of yours.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Device"))]
pub struct DeviceShown {
    #[schema(value_type = String)]
    id: Id,
    /// What it is, as far as it says so.
    label: String,
    since: i64,
    /// The one that asks.
    here: bool,
}

#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn me(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let name = app.store.name(visitor.guest).await?;
    let id = visitor.guest.0;
    Ok(visitor.answer(Json(Me { id, name })))
}

#[utoipa::path(put, path = "/api/me", request_body = Rename, responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn rename(State(app): State<App>, guest: Guest, Input(wish): Input<Rename>) -> Result<Json<Me>, Error> {
    let name = text::name(&wish.name, app.limits.name)?;
    let old = app.store.name(guest).await?;
    app.store.rename(guest, name.clone()).await?;
    for table in app.store.unfinished(guest).await? {
        let deed = Deed::Rename { old: old.clone(), name: name.clone() };
        let done = app.ask(table, |reply| Command::Do { guest, id: None, deed, viewer: Viewer::Public, reply }).await;
        // A table that was closed meanwhile, or where another name was chosen, stays as it is.
        if let Err(error @ (Error::Busy | Error::Internal)) = done {
            return Err(error);
        }
    }
    Ok(Json(Me { id: guest.0, name }))
}

/// The browser that asks.
pub fn this_browser(headers: &HeaderMap) -> Result<Device, Error> {
    Ok(named(device(headers).ok_or(Error::NoGuest)?, headers))
}

fn named(device: Guest, headers: &HeaderMap) -> Device {
    let agent = headers.get(header::USER_AGENT).and_then(|agent| agent.to_str().ok());
    Device { device, label: label(agent.unwrap_or_default()), since: now() }
}

#[utoipa::path(post, path = "/api/me/link", responses((status = 200, body = Link), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn link(State(app): State<App>, guest: Guest, origin: Origin, headers: HeaderMap) -> Result<Json<Link>, Error> {
    let (key, until) = (Key::random(), now() + app.limits.link.as_millis() as i64);
    app.store.give_key(guest, KeyKind::Link, key.print(), Some(until), Some(this_browser(&headers)?)).await?;
    Ok(Json(Link::new(origin.url(&app, &format!("/continue#{key}")), Some(until))))
}

#[utoipa::path(post, path = "/api/me/recovery", responses((status = 200, body = Recovery), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn recovery(State(app): State<App>, guest: Guest, headers: HeaderMap) -> Result<Json<Recovery>, Error> {
    let key = Key::random();
    app.store.give_key(guest, KeyKind::Recovery, key.print(), None, Some(this_browser(&headers)?)).await?;
    Ok(Json(Recovery { code: key.to_string() }))
}

#[utoipa::path(post, path = "/api/continue", request_body = Enter,
    responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn enter(
    State(app): State<App>,
    source: Source,
    Stranger(visitor): Stranger,
    headers: HeaderMap,
    Input(wish): Input<Enter>,
) -> Result<Response, Error> {
    let (cookie, me) = come_in(&app, source, &visitor, &headers, &wish).await?;
    Ok((cookie, Json(me)).into_response())
}

/// Lets a browser in with a key, as the person who made it; from then on it has another cookie.
pub async fn come_in(
    app: &App,
    source: Source,
    visitor: &Visitor,
    headers: &HeaderMap,
    wish: &Enter,
) -> Result<(AppendHeaders<Option<(HeaderName, HeaderValue)>>, Me), Error> {
    app.door.enter(source)?;
    let print = wish.key.parse::<Key>().map_err(Error::Malformed)?.print();
    let found = app.store.key(print, now()).await?;
    let (person, kind) = found.ok_or(Error::NotFound("key that still works"))?;
    let me = Me { id: person.0, name: app.store.name(person).await? };
    if person == visitor.guest {
        if kind == KeyKind::Mail {
            app.store.confirm_mail(person).await?;
        }
        return Ok((AppendHeaders(None), me));
    }
    let seats = app.store.unfinished(visitor.guest).await?.len();
    if seats > 0 && !wish.leave {
        let text =
            format!("this browser sits at {seats} unfinished tables as somebody else: they would be out of its reach");
        return Err(Error::NotReady(text));
    }
    // What the browser was known by before lets nobody in.
    let token = Id::random();
    let device = named(Guest::of(token), headers);
    app.store.enter(person, kind, print, device, app.limits.devices_per_person).await?;
    if kind == KeyKind::Mail {
        app.store.confirm_mail(person).await?;
    }
    Ok((AppendHeaders(Some((header::SET_COOKIE, cookie(app, token)))), me))
}

#[utoipa::path(get, path = "/api/me/devices", responses((status = 200, body = Devices), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn devices(State(app): State<App>, guest: Guest, headers: HeaderMap) -> Result<Json<Devices>, Error> {
    let here = this_browser(&headers)?;
    let mut all = app.store.devices(guest).await?;
    // A browser that never gave out a key is not written down.
    if !all.iter().any(|device| device.device == here.device) {
        all.push(here.clone());
    }
    let shown =
        |Device { device, label, since }| DeviceShown { id: device.0, label, since, here: device == here.device };
    let recovery = app.store.is_recoverable(guest).await?;
    Ok(Json(Devices { devices: all.into_iter().map(shown).collect(), recovery }))
}

#[utoipa::path(delete, path = "/api/me/devices/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Devices), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn sign_out(
    State(app): State<App>,
    guest: Guest,
    headers: HeaderMap,
    At(device): At<Id>,
) -> Result<Json<Devices>, Error> {
    let device = Guest(device);
    if !app.store.devices(guest).await?.iter().any(|known| known.device == device) {
        return Err(Error::NotFound("browser"));
    }
    app.store.sign_out(guest, device).await?;
    app.persons.forget(device);
    devices(State(app), guest, headers).await
}
