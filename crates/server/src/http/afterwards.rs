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
use super::describe::{SeatNumber, TitleId, WholeNumber};
use crate::address::Source;
use crate::error::{Error, Failure};
use crate::event::{Chair, Level};
use crate::id::{Guest, Id};
use crate::ledger::{Facts, Ledger, LogItem, Status};
use crate::past::{self, Kept, Step};
use crate::play::{Hint, guard};
use crate::rules::{self, Rules};
use crate::table::{Command, dice};
use crate::thinkers::For;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(record))
        .routes(routes!(replay))
        .routes(routes!(state))
        .routes(routes!(why))
        .routes(routes!(rules_of))
}

#[utoipa::path(get, path = "/api/tables/{id}/record", params(("id" = inline(Id), Path)),
    responses((status = 200, body = String, content_type = "text/plain"), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn record(State(app): State<App>, Anyone(guest): Anyone, At(id): At<Id>) -> Result<impl IntoResponse, Error> {
    let ledger = app.ask(id, Command::Read).await?;
    // A game that cannot be played on here is for those who played it.
    let facts = &ledger.facts;
    let mine = facts.closed.is_some() && guest.is_some_and(|guest| facts.seats_of(guest).next().is_some());
    if !(ledger.is_ended() || mine) || ledger.record.entries.is_empty() {
        return Err(Error::Hidden);
    }
    let file = format!("attachment; filename=\"{}-{}.rec\"", ledger.facts.made.title, &id.to_string()[..8]);
    let kind = "text/plain; charset=utf-8".to_string();
    Ok(([(header::CONTENT_TYPE, kind), (header::CONTENT_DISPOSITION, file)], ledger.record.to_string()))
}

/// A finished game with all its states, played through once and kept for a while.
pub async fn past(app: &App, source: Source, id: Id) -> Result<(Arc<Facts>, Arc<Kept>), Error> {
    let facts = app.ask(id, Command::Show).await?.facts;
    if facts.status != Status::Over {
        return Err(Error::NotOver);
    }
    let slot = app.pasts.slot(id);
    let kept = match slot.get() {
        Some(kept) => kept.clone(),
        None => {
            let (waiting, shared) = (app.pasts.wait(source)?, app.clone());
            // A client that hangs up does not stop the work: the next one would begin it anew.
            let work = tokio::spawn(async move {
                let _waiting = waiting;
                slot.get_or_try_init(|| play_through(&shared, id)).await.cloned()
            });
            work.await.map_err(|_| Error::Internal)??
        }
    };
    Ok((facts, kept.ok_or_else(|| Error::Closed("this version cannot replay the game".into()))?))
}

/// Takes its turn, and keeps it until the work is done, even if no one waits for it any more.
async fn play_through(app: &App, id: Id) -> Result<Option<Arc<Kept>>, Error> {
    let turn = app.pasts.turn().await;
    let (ledger, shared) = (app.ask(id, Command::Read).await?, app.clone());
    metrics::counter!("astrarium_replays_total").increment(1);
    let played = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        guard(|| keep(&shared, &ledger))
    });
    match played.await {
        Ok(Ok(Ok(kept))) => Ok(Some(Arc::new(kept))),
        other => {
            tracing::error!(table = %id, ?other, "a finished game cannot be played through");
            Ok(None)
        }
    }
}

fn keep(app: &App, ledger: &Ledger) -> Result<Kept, String> {
    let title: Title = ledger.facts.made.title.parse()?;
    let dice = dice(&ledger.facts.made.secret, ledger.record.header.nonces.iter().cloned());
    let past = past::through(title, &app.packs, &ledger.record, &dice)?;
    let lines = items(past.lines(Viewer::Public, 0..usize::MAX), past.steps());
    let story = serde_json::to_vec(&Replay { entries: past.steps(), lines }).map_err(|e| e.to_string())?;
    Ok(Kept { past, story: story.into() })
}

/// A whole game as everybody may read it after the end.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Replay<'a> {
    entries: &'a [Step],
    lines: Vec<LogItem>,
}

fn items(lines: Vec<(usize, astrarium_core::Line)>, steps: &[Step]) -> Vec<LogItem> {
    let item = |(entry, line): (usize, astrarium_core::Line)| {
        let seat = steps.get(entry).and_then(|step| step.seat);
        LogItem { entry: Some(entry), seat, ..LogItem::told(entry as u64, 0, line) }
    };
    lines.into_iter().map(item).collect()
}

#[utoipa::path(get, path = "/api/tables/{id}/replay", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Replay), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn replay(State(app): State<App>, source: Source, At(id): At<Id>) -> Result<impl IntoResponse, Error> {
    let (_, kept) = past(&app, source, id).await?;
    Ok(([(header::CONTENT_TYPE, "application/json")], kept.story.clone()))
}

/// With whose eyes a replay is seen.
pub fn viewer(facts: &Facts, seat: Option<u8>) -> Result<Viewer, Error> {
    match seat {
        Some(seat) if usize::from(seat) < facts.places.len() => Ok(Viewer::Seat(Seat(seat))),
        Some(_) => Err(Error::NotFound("seat")),
        None => Ok(Viewer::Public),
    }
}

#[derive(Deserialize)]
struct Whose {
    seat: Option<u8>,
}

#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Moment {
    entry: usize,
    #[schema(value_type = Object)]
    scene: Scene,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<Object>)]
    prompt: Option<Prompt>,
    lines: Vec<LogItem>,
}

#[utoipa::path(get, path = "/api/tables/{id}/replay/{entry}",
    params(("id" = inline(Id), Path), ("entry" = inline(WholeNumber), Path), ("seat" = inline(Option<SeatNumber>), Query)),
    responses((status = 200, body = Moment), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn state(
    State(app): State<App>,
    source: Source,
    At((id, entry)): At<(Id, usize)>,
    Asking(whose): Asking<Whose>,
) -> Result<impl IntoResponse, Error> {
    let (facts, kept) = past(&app, source, id).await?;
    let (viewer, past) = (viewer(&facts, whose.seat)?, &kept.past);
    let (scene, prompt) = past.at(entry, viewer).ok_or(Error::NotFound("entry"))?;
    let lines = items(past.lines(viewer, entry..entry + 1), past.steps());
    // Not for ever: a later version may tell it in another form.
    let hour = [(header::CACHE_CONTROL, "private, max-age=3600")];
    Ok((hour, Json(Moment { entry, scene, prompt, lines })))
}

/// What a bot thinks of a decision of a finished game.
#[derive(Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Opinion {
    level: Level,
    /// Its best three answers; none if the level does not weigh them.
    hints: Vec<Hint>,
}

#[utoipa::path(get, path = "/api/tables/{id}/replay/{entry}/why",
    params(("id" = inline(Id), Path), ("entry" = inline(WholeNumber), Path)),
    responses((status = 200, body = Opinion), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn why(
    State(app): State<App>,
    guest: Guest,
    source: Source,
    At((id, entry)): At<(Id, usize)>,
) -> Result<Json<Opinion>, Error> {
    let (facts, kept) = past(&app, source, id).await?;
    let seat = kept.past.steps().get(entry).and_then(|step| step.seat).ok_or(Error::NotFound("entry"))?;
    // A bot of ours says why it did so; what a person or a program did is weighed by a good one.
    let ours = |level: Level| Some((level, level.spec().ok()?));
    let sitting = match facts.places.get(seat.index()).map(|place| &place.chair) {
        Some(Chair::Bot { level }) => ours(*level),
        _ => None,
    };
    let (level, spec) = sitting.or_else(|| ours(Level::Admiral)).expect("Admiral is a bot of ours");
    let thought = kept.past.adviser(entry, spec).ok_or(Error::NotFound("entry"))?;
    let hints = app.thinkers.think(For::Hint(guest), level.takes(), thought).await.map_err(|_| Error::Internal)?;
    Ok(Json(Opinion { level, hints }))
}

#[utoipa::path(get, path = "/api/titles/{id}/rules", params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = Rules), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn rules_of(At(id): At<String>) -> Result<Json<Rules>, Error> {
    let title: Title = id.parse().map_err(|_| Error::NotFound("title"))?;
    Ok(Json(rules::read(title.meta())))
}
