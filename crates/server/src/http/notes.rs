//! What somebody writes down at a table, for their own eyes.

use axum::Json;
use axum::extract::State;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{At, Input};
use crate::error::{Error, Failure};
use crate::id::{Guest, Id};
use crate::table::Command;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(note, write))
}

#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Note {
    /// At most 4,000 characters.
    #[schema(max_length = 4000)]
    text: String,
}

#[utoipa::path(get, path = "/api/tables/{id}/note", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Note), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn note(State(app): State<App>, guest: Guest, At(table): At<Id>) -> Result<Json<Note>, Error> {
    sits(&app, guest, table).await?;
    Ok(Json(Note { text: app.store.note(guest, table).await? }))
}

#[utoipa::path(put, path = "/api/tables/{id}/note", params(("id" = inline(Id), Path)), request_body = Note,
    responses((status = 200, body = Note), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn write(
    State(app): State<App>,
    guest: Guest,
    At(table): At<Id>,
    Input(wish): Input<Note>,
) -> Result<Json<Note>, Error> {
    let most = app.limits.note;
    if wish.text.chars().count() > most {
        return Err(Error::TooLarge("the note", most));
    }
    sits(&app, guest, table).await?;
    app.store.write_note(guest, table, wish.text.clone()).await?;
    Ok(Json(wish))
}

/// Only players keep notes, so there are no more of them than seats.
async fn sits(app: &App, guest: Guest, table: Id) -> Result<(), Error> {
    let facts = app.ask(table, Command::Show).await?.facts;
    facts.seats_of(guest).next().map(drop).ok_or(Error::NotYourSeat)
}
