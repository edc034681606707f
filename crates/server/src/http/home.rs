//! The home page: who I am, what can be played, which tables there are.

use std::collections::BTreeMap;

use astrarium_core::{OptionSpec, Options, Parts, options};
use astrarium_games::{Title, with_game};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::auth::{Input, Visitor};
use super::describe::Name;
use super::{App, text};
use crate::error::{Error, Failure};
use crate::event::Level;
use crate::id::Guest;
use crate::show::{Summary, words};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(home)).routes(routes!(me, rename)).routes(routes!(titles))
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Home {
    pub me: Me,
    pub titles: Vec<TitleShown>,
    pub levels: Vec<LevelShown>,
    /// Tables where you sit, those that wait for you first.
    pub mine: Vec<Summary>,
    /// Public tables with open seats.
    pub open: Vec<Summary>,
    /// Public tables that are over.
    pub recent: Vec<Summary>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Me {
    pub name: String,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rename {
    #[schema(value_type = Name)]
    name: String,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Titles {
    titles: Vec<TitleShown>,
    levels: Vec<LevelShown>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "Title"))]
pub struct TitleShown {
    #[serde(flatten)]
    #[schema(value_type = Object)]
    pub meta: &'static astrarium_core::Meta,
    #[schema(value_type = Vec<Object>)]
    pub options: &'static [OptionSpec],
    /// Option to word.
    pub defaults: BTreeMap<String, String>,
    /// Number of seats for each word of the option `players`.
    pub seats: BTreeMap<String, usize>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LevelAbout"))]
pub struct LevelShown {
    id: Level,
    name: &'static str,
    about: &'static str,
}

pub fn all_titles() -> Vec<TitleShown> {
    Title::ALL.into_iter().map(title_shown).collect()
}

fn title_shown(title: Title) -> TitleShown {
    with_game!(title, G => {
        type O = <G as Parts>::Options;
        let seats = |word: String| options::set(O::default(), "players", &word).ok().map(|o| (word, o.seats()));
        let counts = title.meta().min_seats..=title.meta().max_seats;
        TitleShown {
            meta: title.meta(),
            options: O::SPECS,
            defaults: words(&options::print(&O::default())),
            seats: counts.filter_map(|n| seats(n.to_string())).collect(),
        }
    })
}

fn levels() -> Vec<LevelShown> {
    let shown = |level: Level| LevelShown { id: level, name: level.name(), about: level.about() };
    Level::ALL.into_iter().map(shown).collect()
}

/// Everything the home page shows.
pub async fn lists(app: &App, guest: Guest) -> Result<Home, Error> {
    let most = app.limits.listed;
    let shown = |listed: Vec<_>| listed.into_iter().map(|l| Summary::of(l, guest)).collect::<Vec<_>>();
    let mut mine = shown(app.store.mine(guest, most).await?);
    mine.sort_by_key(|table| !table.your_turn);
    Ok(Home {
        me: Me { name: app.store.name(guest).await? },
        titles: all_titles(),
        levels: levels(),
        mine,
        open: shown(app.store.open_tables(most).await?),
        recent: shown(app.store.recent(most).await?),
    })
}

#[utoipa::path(get, path = "/api/home", responses((status = 200, body = Home), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn home(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let home = lists(&app, visitor.guest).await?;
    Ok(visitor.answer(Json(home)))
}

#[utoipa::path(get, path = "/api/me", responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn me(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let name = app.store.name(visitor.guest).await?;
    Ok(visitor.answer(Json(Me { name })))
}

#[utoipa::path(put, path = "/api/me", request_body = Rename, responses((status = 200, body = Me), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn rename(State(app): State<App>, guest: Guest, Input(wish): Input<Rename>) -> Result<Json<Me>, Error> {
    let name = text::name(&wish.name, app.limits.name)?;
    app.store.rename(guest, name.clone()).await?;
    Ok(Json(Me { name }))
}

#[utoipa::path(get, path = "/api/titles", responses((status = 200, body = Titles)))]
async fn titles() -> Json<Titles> {
    Json(Titles { titles: all_titles(), levels: levels() })
}
