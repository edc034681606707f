//! My address of mail: to be called there, and to come back by a link in a letter.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Input, Stranger, Visitor};
use super::me::this_browser;
use crate::address::Source;
use crate::error::{Error, Failure};
use crate::id::{Guest, Id};
use crate::mail;
use crate::person::Key;
use crate::store::{Address, Device, KeyKind};
use crate::table::now;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(shown, set, forget)).routes(routes!(letter))
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Mail {
    /// This server sends mail.
    possible: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    address: Option<String>,
    /// You have opened the link of a letter there.
    confirmed: bool,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct MailTo {
    #[schema(max_length = 254)]
    address: String,
}

async fn mine(app: &App, guest: Guest) -> Result<Json<Mail>, Error> {
    let known = app.store.mail_of(guest).await?;
    let confirmed = known.as_ref().is_some_and(|known| known.confirmed);
    Ok(Json(Mail { possible: app.mailer.home().is_some(), address: known.map(|known| known.address), confirmed }))
}

#[utoipa::path(get, path = "/api/me/mail", responses((status = 200, body = Mail), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn shown(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let mail = mine(&app, visitor.guest).await?;
    Ok(visitor.answer(mail))
}

#[utoipa::path(put, path = "/api/me/mail", request_body = MailTo,
    responses((status = 200, body = Mail), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn set(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    headers: HeaderMap,
    Input(wish): Input<MailTo>,
) -> Result<Json<Mail>, Error> {
    let (address, soon) = may_write(&app, source, &wish).await?;
    if soon {
        return Err(Error::TooMany("letters to this address for the moment", 1));
    }
    let at = now();
    app.store.set_mail(Address { person: guest, address: address.clone(), confirmed: false, at }).await?;
    let link = way_in(&app, guest, Some(this_browser(&headers)?)).await?;
    let name = app.store.name(guest).await?;
    let who = if name.is_empty() { "Somebody" } else { &name };
    let text = format!(
        "{who} gave this address on an Astrarium server. If that was you, open this link where you play:\n\n{link}\n\n\
         It works once, for half an hour. If it was not you, there is nothing to do."
    );
    let sent = app.mailer.send(message(&address, "Is this your address?", text)).await;
    sent.map_err(Error::NotReady)?;
    mine(&app, guest).await
}

#[utoipa::path(delete, path = "/api/me/mail", responses((status = 200, body = Mail), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn forget(State(app): State<App>, guest: Guest) -> Result<Json<Mail>, Error> {
    app.store.forget_mail(guest).await?;
    mine(&app, guest).await
}

#[utoipa::path(post, path = "/api/letter", request_body = MailTo,
    responses((status = 204), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn letter(
    State(app): State<App>,
    source: Source,
    Stranger(_): Stranger,
    Input(wish): Input<MailTo>,
) -> Result<StatusCode, Error> {
    let (address, soon) = may_write(&app, source, &wish).await?;
    // The answer does not tell whether it is anybody's address.
    if let Some(known) = app.store.mail_at(&address).await?.filter(|_| !soon) {
        app.store.letter_sent(known.person, now()).await?;
        let link = way_in(&app, known.person, None).await?;
        let text = format!(
            "This link lets the browser that opens it in as you:\n\n{link}\n\n\
             It works once, for half an hour. If you did not ask for it, there is nothing to do."
        );
        let (app, mail) = (app.clone(), message(&address, "Your way back to the table", text));
        tokio::spawn(async move { app.mailer.send(mail).await });
    }
    Ok(StatusCode::NO_CONTENT)
}

/// The address, and whether one that was sent there a moment ago is enough.
async fn may_write(app: &App, source: Source, wish: &MailTo) -> Result<(String, bool), Error> {
    app.door.calls(source)?;
    let address = mail::address(&wish.address)?;
    if app.mailer.home().is_none() {
        return Err(Error::NotFound("mail: this server sends none"));
    }
    let gap = app.limits.letter_gap.as_millis() as i64;
    let soon = app.store.last_letter(&address).await?.is_some_and(|at| now() - at < gap);
    Ok((address, soon))
}

/// A link that lets the browser of whoever reads it in as a person.
async fn way_in(app: &App, person: Guest, by: Option<Device>) -> Result<String, Error> {
    let (key, until) = (Key::random(), now() + app.limits.letter.as_millis() as i64);
    app.store.give_key(person, KeyKind::Mail, key.print(), Some(until), by).await?;
    Ok(format!("{}/continue#{key}", app.mailer.home().unwrap_or_default()))
}

fn message(to: &str, subject: &str, text: String) -> mail::Mail {
    mail::Mail { to: to.into(), subject: subject.into(), text, id: Id::random().to_string() }
}
