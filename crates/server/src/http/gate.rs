//! A closed server lets newcomers in with a code; and whoever is bothered tells the host of the server.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::Deserialize;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use astrarium_core::Seat;

use super::auth::{At, Input, Stranger, Visitor};
use super::describe::SeatNumber;
use super::me::Me;
use super::{App, text};
use crate::address::Source;
use crate::error::{Error, Failure};
use crate::house::Secret;
use crate::id::{Guest, Id};
use crate::store::Report;
use crate::table::{Command, now};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(admit)).routes(routes!(report))
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Admit {
    /// What the host of the server has told you.
    #[schema(max_length = 200)]
    pub code: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Complaint {
    /// Whom it is about.
    #[schema(value_type = SeatNumber)]
    seat: Seat,
    /// 1 to 500 characters.
    #[schema(min_length = 1, max_length = 500)]
    text: String,
}

#[utoipa::path(post, path = "/api/admit", request_body = Admit,
    responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn admit(
    State(app): State<App>,
    source: Source,
    Stranger(visitor): Stranger,
    Input(wish): Input<Admit>,
) -> Result<Response, Error> {
    come(&app, source, &visitor, &wish.code).await?;
    let name = app.store.name(visitor.guest).await?;
    let id = visitor.guest.0;
    Ok(visitor.answer(Json(Me { id, name })))
}

/// Somebody says the code, and may come.
pub async fn come(app: &App, source: Source, visitor: &Visitor, word: &str) -> Result<(), Error> {
    app.door.enter(source)?;
    let code = app.house.code.as_ref().ok_or(Error::NotFound("code: everybody may come"))?;
    if Secret::of(word.trim()) != *code {
        return Err(Error::Stranger);
    }
    app.store.admit(visitor.guest).await?;
    app.standings.forget(visitor.guest);
    Ok(())
}

#[utoipa::path(post, path = "/api/tables/{id}/report", params(("id" = inline(Id), Path)), request_body = Complaint,
    responses((status = 204), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn report(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    At(table): At<Id>,
    Input(wish): Input<Complaint>,
) -> Result<StatusCode, Error> {
    app.door.reports(source)?;
    let text = text::chat(&wish.text, app.limits.chat)?;
    let facts = app.ask(table, Command::Show).await?.facts;
    facts.seats_of(guest).next().ok_or(Error::NotYourSeat)?;
    let person = facts.chair(wish.seat).and_then(|chair| chair.guest()).filter(|&person| person != guest);
    let person = person.ok_or(Error::NotFound("other person on that seat"))?;
    let report = Report { id: Id::random(), reporter: guest, person, table, at: now(), text };
    app.store.report(report, app.limits.reports_per_person).await?;
    Ok(StatusCode::NO_CONTENT)
}
