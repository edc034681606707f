//! A person's page: how they have played, as far as they show it; and with whom I do not want to play.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Anyone, At, Input};
use crate::error::{Error, Failure};
use crate::id::{Guest, Id};
use crate::store::{Rated, Record};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(person))
        .routes(routes!(profile))
        .routes(routes!(blocks))
        .routes(routes!(block, unblock))
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PersonShown {
    #[schema(value_type = String)]
    id: Id,
    /// Empty if none was given.
    name: String,
    me: bool,
    /// Nobody else sees how they have played.
    discreet: bool,
    /// You do not want to play with them.
    blocked: bool,
    /// Finished games by title, the favourite one first.
    games: Vec<GamesShown>,
    ratings: Vec<RatingShown>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "GamesOf"))]
pub struct GamesShown {
    title: String,
    games: i64,
    won: i64,
    /// Where no bot had to play on.
    kept: i64,
    /// The time of an answer in milliseconds: the mean of the games' medians.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pace: Option<i64>,
}

/// On Elo's scale, with half the 95 % interval; Pilot, and everybody at the beginning, has 1000.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "RatingOf"))]
pub struct RatingShown {
    title: String,
    players: i64,
    /// Against bots alone.
    solo: bool,
    rating: i64,
    within: i64,
    games: i64,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// Show nobody how I have played.
    discreet: bool,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Blocks {
    blocked: Vec<Blocked>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Blocked {
    #[schema(value_type = String)]
    id: Id,
    name: String,
}

#[utoipa::path(get, path = "/api/persons/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = PersonShown), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn person(State(app): State<App>, Anyone(guest): Anyone, At(id): At<Id>) -> Result<Json<PersonShown>, Error> {
    shown(&app, guest, Guest(id)).await
}

async fn shown(app: &App, guest: Option<Guest>, person: Guest) -> Result<Json<PersonShown>, Error> {
    let me = guest == Some(person);
    if !me && !app.store.is_person(person).await? {
        return Err(Error::NotFound("person"));
    }
    let discreet = app.store.is_discreet(person).await?;
    let open = me || !discreet;
    let blocked = match guest {
        Some(guest) => app.store.blocked_by(guest).await?.contains(&person),
        None => false,
    };
    let games = if open { app.store.played(person).await? } else { Vec::new() };
    let ratings = if open { app.store.ratings(person).await? } else { Vec::new() };
    let games =
        games.into_iter().map(|Record { title, games, won, kept, pace }| GamesShown { title, games, won, kept, pace });
    let rating = |Rated { title, players, solo, skill, games }| {
        let (rating, within) = skill.told();
        RatingShown { title, players, solo, rating, within, games }
    };
    Ok(Json(PersonShown {
        id: person.0,
        name: app.store.name(person).await?,
        me,
        discreet,
        blocked,
        games: games.collect(),
        ratings: ratings.into_iter().map(rating).collect(),
    }))
}

#[utoipa::path(put, path = "/api/me/profile", request_body = Profile,
    responses((status = 200, body = PersonShown), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn profile(
    State(app): State<App>,
    guest: Guest,
    Input(wish): Input<Profile>,
) -> Result<Json<PersonShown>, Error> {
    app.store.set_discreet(guest, wish.discreet).await?;
    shown(&app, Some(guest), guest).await
}

#[utoipa::path(get, path = "/api/me/blocks", responses((status = 200, body = Blocks), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn blocks(State(app): State<App>, Anyone(guest): Anyone) -> Result<Json<Blocks>, Error> {
    let mut blocked = Vec::new();
    let all = match guest {
        Some(guest) => app.store.blocked_by(guest).await?,
        None => Vec::new(),
    };
    for person in all {
        blocked.push(Blocked { id: person.0, name: app.store.name(person).await? });
    }
    Ok(Json(Blocks { blocked }))
}

#[utoipa::path(put, path = "/api/me/blocks/{id}", params(("id" = inline(Id), Path)),
    responses((status = 204), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn block(State(app): State<App>, guest: Guest, At(id): At<Id>) -> Result<StatusCode, Error> {
    if guest.0 == id || !app.store.is_person(Guest(id)).await? {
        return Err(Error::NotFound("other person"));
    }
    app.store.block(guest, Guest(id), true).await?;
    Ok(StatusCode::NO_CONTENT)
}

#[utoipa::path(delete, path = "/api/me/blocks/{id}", params(("id" = inline(Id), Path)),
    responses((status = 204), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn unblock(State(app): State<App>, guest: Guest, At(id): At<Id>) -> Result<StatusCode, Error> {
    app.store.block(guest, Guest(id), false).await?;
    Ok(StatusCode::NO_CONTENT)
}
