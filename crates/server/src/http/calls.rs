//! Where I want to be called when it is my turn.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{At, Input, Origin};
use crate::address::Source;
use crate::call::{ChannelKind, MAILTO, Quiet, deliver, trial};
use crate::error::{Error, Failure};
use crate::id::{Guest, Id};
use crate::mail;
use crate::outgoing::{LONGEST, is_address};
use crate::store::Channel;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(channels, add)).routes(routes!(remove)).routes(routes!(attempt))
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct NewChannel {
    kind: ChannelKind,
    /// Of a webhook, or of a topic of ntfy; for mail, the address that you have confirmed.
    #[schema(max_length = 1000)]
    url: String,
    quiet: Option<Quiet>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Channels {
    channels: Vec<ChannelShown>,
}

/// A place where you are called.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Channel"))]
pub struct ChannelShown {
    #[schema(value_type = String)]
    id: Id,
    kind: ChannelKind,
    /// The server it is at; the rest of the address is a secret. For mail, the address.
    at: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    quiet: Option<Quiet>,
    /// It fails since then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    failing: Option<i64>,
    /// Why it was switched off.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    gone: Option<String>,
}

impl ChannelShown {
    fn of(channel: Channel) -> ChannelShown {
        let mail = channel.url.strip_prefix(MAILTO);
        let at = mail.or(channel.url.split('/').nth(2)).unwrap_or_default().to_string();
        let Channel { id, kind, quiet, failing, gone, .. } = channel;
        ChannelShown { id, kind, at, quiet, failing, gone }
    }
}

async fn shown(app: &App, guest: Guest) -> Result<Json<Channels>, Error> {
    let channels = app.store.channels(guest).await?.into_iter().map(ChannelShown::of).collect();
    Ok(Json(Channels { channels }))
}

#[utoipa::path(get, path = "/api/me/calls", responses((status = 200, body = Channels), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn channels(State(app): State<App>, guest: Guest) -> Result<Json<Channels>, Error> {
    shown(&app, guest).await
}

#[utoipa::path(post, path = "/api/me/calls", request_body = NewChannel,
    responses((status = 200, body = Channels), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn add(
    State(app): State<App>,
    guest: Guest,
    origin: Origin,
    Input(wish): Input<NewChannel>,
) -> Result<Json<Channels>, Error> {
    if wish.url.chars().count() > LONGEST {
        return Err(Error::TooLarge("the address", LONGEST));
    }
    if wish.quiet.is_some_and(|quiet| !quiet.is_fair()) {
        return Err(Error::Malformed("quiet hours are hours from 0 to 23, in a zone at most 14 hours from UTC".into()));
    }
    let NewChannel { kind, url, quiet } = wish;
    let url = if kind == ChannelKind::Mail {
        format!("{MAILTO}{}", confirmed(&app, guest, &url).await?)
    } else {
        is_address(&url).map_err(|error| Error::Malformed(error.to_string()))?;
        url
    };
    let (id, home) = (Id::random(), origin.url(&app, ""));
    let channel = Channel { id, person: guest, kind, url, home, quiet, next: 0, tries: 0, failing: None, gone: None };
    app.store.add_channel(channel, app.limits.channels_per_person).await?;
    shown(&app, guest).await
}

/// The person's own address, if this is the one that was confirmed.
async fn confirmed(app: &App, guest: Guest, address: &str) -> Result<String, Error> {
    let known = app.store.mail_of(guest).await?.filter(|known| known.confirmed);
    let known = known.filter(|known| mail::address(address).is_ok_and(|address| address == known.address));
    known.map(|known| known.address).ok_or_else(|| Error::NotReady("confirm this address of mail first".into()))
}

#[utoipa::path(delete, path = "/api/me/calls/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Channels), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn remove(State(app): State<App>, guest: Guest, At(id): At<Id>) -> Result<Json<Channels>, Error> {
    app.store.remove_channel(guest, id).await?;
    shown(&app, guest).await
}

#[utoipa::path(post, path = "/api/me/calls/{id}/try", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Channels), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn attempt(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    At(id): At<Id>,
) -> Result<Json<Channels>, Error> {
    app.door.calls(source)?;
    let channels = app.store.channels(guest).await?;
    let channel =
        channels.into_iter().find(|channel| channel.id == id).ok_or(Error::NotFound("place to be called at"))?;
    let sent = deliver(&app, trial(&channel)).await;
    sent.map_err(|error| Error::NotReady(format!("nothing arrives there: {error}")))?;
    shown(&app, guest).await
}
