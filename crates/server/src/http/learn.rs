//! Courses: what a title teaches, one step of a lesson after another, and what a person has learned.

use astrarium_core::Pack;
use astrarium_core::data::{Kind, contents};
use astrarium_games::{Title, with_game};
use axum::Json;
use axum::extract::State;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::Semaphore;
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Anyone, At, Input, Visitor};
use super::describe::TitleId;
use crate::error::{Error, Failure};
use crate::lecture::{self, CourseShown, Learner, Lecture};
use crate::limits::LECTURES;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(course))
        .routes(routes!(lesson))
        .routes(routes!(learn))
        .routes(routes!(components))
        .routes(routes!(drawing))
        .routes(routes!(puzzle))
}

/// Something that a person has learned now.
#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Learn {
    /// The id of a lesson, `puzzle/` and the id of a puzzle, a key of the guide's kinds of question, or `guided-game`.
    word: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Learned {
    /// All of this title.
    learned: Vec<String>,
}

/// Everything with a name that lies in a title's box.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Contents {
    #[schema(value_type = Vec<Object>)]
    kinds: Vec<Kind>,
}

fn titled(id: &str) -> Result<Title, Error> {
    id.parse().map_err(|_| Error::NotFound("title"))
}

#[utoipa::path(get, path = "/api/titles/{id}/course", params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = CourseShown), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn course(State(app): State<App>, Anyone(guest): Anyone, At(id): At<String>) -> Result<Json<CourseShown>, Error> {
    let title = titled(&id)?;
    let learned = match guest {
        Some(guest) => app.store.learned(guest, title.meta().id).await?,
        None => Vec::new(),
    };
    Ok(Json(lecture::course(title, learned)))
}

#[utoipa::path(post, path = "/api/titles/{id}/lessons/{lesson}", request_body = Learner,
    params(("id" = inline(TitleId), Path), ("lesson" = String, Path)),
    responses((status = 200, body = Lecture), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn lesson(
    State(app): State<App>,
    At((id, lesson)): At<(String, String)>,
    Input(learner): Input<Learner>,
) -> Result<Json<Lecture>, Error> {
    let title = titled(&id)?;
    bounded(&app, &learner)?;
    at_once(move || lecture::hear(title, &lesson, &learner)).await.map(Json)
}

#[utoipa::path(post, path = "/api/titles/{id}/puzzles/{puzzle}", request_body = Learner,
    params(("id" = inline(TitleId), Path), ("puzzle" = String, Path)),
    responses((status = 200, body = Lecture), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn puzzle(
    State(app): State<App>,
    At((id, puzzle)): At<(String, String)>,
    Input(learner): Input<Learner>,
) -> Result<Json<Lecture>, Error> {
    let title = titled(&id)?;
    bounded(&app, &learner)?;
    at_once(move || lecture::solve(title, &puzzle, &learner)).await.map(Json)
}

/// Nobody says more than a sentence at a time.
fn bounded(app: &App, learner: &Learner) -> Result<(), Error> {
    let (words, most) = (learner.why.as_deref().unwrap_or_default(), app.limits.sentence);
    let said = words.iter().map(String::len).sum::<usize>();
    if words.len() > app.limits.words || said.max(learner.said.iter().map(String::len).max().unwrap_or_default()) > most
    {
        return Err(Error::TooLarge("the sentence", most));
    }
    Ok(())
}

/// The board where a lesson begins, as a picture.
#[utoipa::path(get, path = "/api/titles/{id}/lessons/{lesson}/drawing",
    params(("id" = inline(TitleId), Path), ("lesson" = String, Path)),
    responses((status = 200, body = String, content_type = "image/svg+xml"), (status = "4XX", body = Failure),
        (status = 503, body = Failure)))]
async fn drawing(At((id, lesson)): At<(String, String)>) -> Result<impl IntoResponse, Error> {
    let title = titled(&id)?;
    let svg = at_once(move || lecture::drawing(title, &lesson)).await?;
    Ok(([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, "private, max-age=3600")], svg))
}

/// Lessons are looked at a few at a time.
async fn at_once<T: Send + 'static>(look: impl FnOnce() -> Result<T, Error> + Send + 'static) -> Result<T, Error> {
    static ROOM: Semaphore = Semaphore::const_new(LECTURES);
    let turn = ROOM.acquire().await.expect("it is never closed");
    let looked = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        look()
    });
    looked.await.map_err(|_| Error::Internal)?
}

#[utoipa::path(put, path = "/api/titles/{id}/learned", request_body = Learn, params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = Learned), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn learn(
    State(app): State<App>,
    visitor: Visitor,
    At(id): At<String>,
    Input(learn): Input<Learn>,
) -> Result<Response, Error> {
    let title = titled(&id)?;
    if !lecture::teaches(title, &learn.word) {
        return Err(Error::NotFound("lesson or kind of question"));
    }
    app.store.learn(visitor.guest, title.meta().id, learn.word).await?;
    let learned = app.store.learned(visitor.guest, title.meta().id).await?;
    Ok(visitor.answer(Json(Learned { learned })))
}

#[utoipa::path(get, path = "/api/titles/{id}/components", params(("id" = inline(TitleId), Path)),
    responses((status = 200, body = Contents), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn components(State(app): State<App>, At(id): At<String>) -> Result<Json<Contents>, Error> {
    let title = titled(&id)?;
    let others: Vec<&str> =
        Title::ALL.into_iter().filter(|other| *other != title).map(|other| other.meta().id).collect();
    let kinds = with_game!(title, G => contents(app.packs.of::<G>(title).files(), &others));
    Ok(Json(Contents { kinds }))
}
