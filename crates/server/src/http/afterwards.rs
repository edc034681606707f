//! What is left of a game: its record, its replay; and of a title: its rules.

use std::sync::Arc;

use astrarium_core::scene::Scene;
use astrarium_core::{Prompt, Seat, Viewer};
use astrarium_games::Title;
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Anyone, Asking, At};
use crate::error::{Error, Failure};
use crate::id::Id;
use crate::ledger::{Facts, LogItem, Status};
use crate::past::{self, Past, Step};
use crate::play::guard;
use crate::rules::{self, Rules};
use crate::show::Table;
use crate::table::{Command, dice};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(replay))
        .routes(routes!(state))
        .routes(routes!(rules_of))
}

#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = String, Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Failure)))]
async fn record(State(app): State<App>, At(id): At<Id>) -> Result<impl IntoResponse, Error> {
    let ledger = app.ask(id, Command::Read).await?;
    if !ledger.is_ended() || ledger.record.entries.is_empty() {
        return Err(Error::Hidden);
    }
    let file = format!("attachment; filename=\"{}-{}.rec\"", ledger.facts.made.title, &id.to_string()[..8]);
    let kind = "text/plain; charset=utf-8".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], ledger.record.to_string()))
}

/// A finished game with all its states, played through once and kept for a while.
pub async fn past(app: &App, id: Id) -> Result<(Arc<Facts>, Arc<dyn Past>), Error> {
    let facts = app.ask(id, Command::Show).await?.facts;
    if facts.status != Status::Over {
        return Err(Error::NotOver);
    }
    if let Some(past) = app.pasts.get(id) {
        return Ok((facts, past));
    }
    let ledger = app.ask(id, Command::Read).await?;
    let title: Title = facts.made.title.parse().map_err(Error::Malformed)?;
    let shared = app.clone();
    let played = tokio::task::spawn_blocking(move || {
        let dice = dice(&ledger.facts.made.secret, ledger.record.header.nonces.iter().cloned());
        guard(|| past::through(title, &shared.packs, &ledger.record, &dice))
    });
    let past = match played.await {
        Ok(Ok(Ok(past))) => past,
        other => {
            tracing::error!(table = %id, ?other, "a finished game cannot be played through");
            return Err(Error::Closed("this version cannot replay the game".into()));
        }
    };
    app.pasts.keep(id, past.clone(), app.limits.replays);
    Ok((facts, past))
}

#[derive(Serialize, ToSchema)]
struct Replay {
    table: Table,
    entries: Vec<Step>,
    lines: Vec<LogItem>,
}

fn items(lines: Vec<(usize, astrarium_core::Line)>, steps: &[Step]) -> Vec<LogItem> {
    let item = |(entry, line): (usize, astrarium_core::Line)| {
        let mut item = LogItem::new(entry as u64, 0, "line", line.text);
        item.entry = Some(entry);
        (item.clause, item.about, item.dice) = (Some(line.clause.0), line.about, line.dice);
        item.seat = steps.get(entry).and_then(|step| step.seat);
        item
    };
    lines.into_iter().map(item).collect()
}

#[utoipa::path(get, path = "/api/tables/{id}/replay", params(("id" = String, Path)),
    responses((status = 200, body = Replay), (status = "4XX", body = Failure)))]
async fn replay(State(app): State<App>, Anyone(guest): Anyone, At(id): At<Id>) -> Result<Json<Replay>, Error> {
    let (facts, past) = past(&app, id).await?;
    let lines = items(past.lines(Viewer::Public, 0), past.steps());
    Ok(Json(Replay { table: Table::of(&facts, guest, &[]), entries: past.steps().to_vec(), lines }))
}

#[derive(Deserialize)]
struct Whose {
    seat: Option<u8>,
}

#[derive(Serialize, ToSchema)]
struct Moment {
    entry: usize,
    #[schema(value_type = Object)]
    scene: Scene,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    prompt: Option<Prompt>,
    lines: Vec<LogItem>,
}

#[utoipa::path(get, path = "/api/tables/{id}/replay/{entry}",
    params(("id" = String, Path), ("entry" = usize, Path), ("seat" = Option<u8>, Query)),
    responses((status = 200, body = Moment), (status = "4XX", body = Failure)))]
async fn state(
    State(app): State<App>,
    At((id, entry)): At<(Id, usize)>,
    Asking(whose): Asking<Whose>,
) -> Result<impl IntoResponse, Error> {
    let (facts, past) = past(&app, id).await?;
    let viewer = match whose.seat {
        Some(seat) if usize::from(seat) < facts.places.len() => Viewer::Seat(Seat(seat)),
        Some(_) => return Err(Error::NotFound("seat")),
        None => Viewer::Public,
    };
    let (scene, prompt) = past.at(entry, viewer).ok_or(Error::NotFound("entry"))?;
    let mut lines = items(past.lines(viewer, entry), past.steps());
    lines.retain(|line| line.entry == Some(entry));
    let forever = [(header::CACHE_CONTROL, "private, max-age=31536000, immutable")];
    Ok((forever, Json(Moment { entry, scene, prompt, lines })))
}

#[utoipa::path(get, path = "/api/titles/{id}/rules", params(("id" = String, Path)),
    responses((status = 200, body = Rules), (status = "4XX", body = Failure)))]
async fn rules_of(At(id): At<String>) -> Result<Json<Rules>, Error> {
    let title: Title = id.parse().map_err(|_| Error::NotFound("title"))?;
    Ok(Json(rules::read(title.meta())))
}
