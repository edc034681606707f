//! What is kept of me: to read, and to let go of.

use astrarium_core::Seat;
use axum::Json;
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{AppendHeaders, IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Input, cookie};
use crate::address::Source;
use crate::erase::erase;
use crate::error::{Error, Failure};
use crate::event::Event;
use crate::id::{Guest, Id};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(export)).routes(routes!(erase_me))
}

/// Everything that is kept of you.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Export {
    #[schema(value_type = String)]
    id: Id,
    name: String,
    tables: Vec<TableOfMine>,
    /// By what it is: browsers, mail, places to be called at, ratings, games, reports.
    #[schema(value_type = Object)]
    #[cfg_attr(test, ts(type = "Record<string, unknown>"))]
    more: Map<String, Value>,
}

/// A table whose log tells of you.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableOfMine {
    #[schema(value_type = String)]
    id: Id,
    said: Vec<Saying>,
    /// Your decisions in order, as the record has them.
    decided: Vec<String>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Saying {
    at: i64,
    text: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Erase {
    /// Nothing happens without it.
    sure: bool,
}

#[utoipa::path(post, path = "/api/me/export", responses((status = 200, body = Export), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn export(State(app): State<App>, source: Source, guest: Guest) -> Result<Response, Error> {
    app.door.reports(source)?;
    let mut tables = Vec::new();
    for table in app.store.tables_telling_of(guest).await? {
        tables.push(of_mine(&app, guest, table).await?);
    }
    let (name, more) = (app.store.name(guest).await?, app.store.told(guest).await?);
    let file = (header::CONTENT_DISPOSITION, "attachment; filename=\"astrarium.json\"");
    Ok((AppendHeaders([file]), Json(Export { id: guest.0, name, tables, more })).into_response())
}

/// What the person has said and decided at a table, on the seats they had then.
async fn of_mine(app: &App, guest: Guest, table: Id) -> Result<TableOfMine, Error> {
    let (mut mine, mut said, mut decided) = (Vec::<Seat>::new(), Vec::new(), Vec::new());
    for row in app.store.log(table, 0).await? {
        match row.event {
            Event::Made(made) => {
                let chairs = (0..).map(Seat).zip(&made.chairs);
                chairs.for_each(|(seat, chair)| sits(&mut mine, seat, chair.guest() == Some(guest)));
            }
            Event::Chair { seat, to, .. } => sits(&mut mine, seat, to.guest() == Some(guest)),
            Event::Replaced { seat, guest: new, .. } => sits(&mut mine, seat, new == guest),
            Event::Said { seat, text } if mine.contains(&seat) => said.push(Saying { at: row.at, text }),
            Event::Acted(acted) if mine.contains(&acted.seat) && !acted.bot => decided.push(acted.sentence),
            _ => {}
        }
    }
    Ok(TableOfMine { id: table, said, decided })
}

fn sits(mine: &mut Vec<Seat>, seat: Seat, now: bool) {
    mine.retain(|&held| held != seat);
    mine.extend(now.then_some(seat));
}

#[utoipa::path(post, path = "/api/me/erase", request_body = Erase,
    responses((status = 204), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn erase_me(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    Input(wish): Input<Erase>,
) -> Result<Response, Error> {
    if !wish.sure {
        return Err(Error::NotReady("nothing was erased: say that you are sure".into()));
    }
    app.door.reports(source)?;
    erase(&app, guest).await?;
    // The browser begins anew.
    let fresh = (header::SET_COOKIE, cookie(&app, Id::random()));
    Ok((AppendHeaders([fresh]), StatusCode::NO_CONTENT).into_response())
}
