//! The home page: who I am, what can be played, which tables there are.

use std::collections::BTreeMap;

use astrarium_core::{Judgement, OptionSpec, Options, Parts, Rating, options};
use astrarium_games::{Title, with_game};
use axum::Json;
use axum::extract::State;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Anyone, Asking, Visitor};
use super::me::Me;
use crate::address::Source;
use crate::error::{Error, Failure};
use crate::event::Level;
use crate::id::{Guest, Id};
use crate::show::{Summary, words};

/// A search of the archive looks through thousands of games: it counts as this many more requests.
const SEARCH: usize = 10;

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new().routes(routes!(home)).routes(routes!(turns)).routes(routes!(archive)).routes(routes!(titles))
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Home {
    pub me: Me,
    /// From the host of the server.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub welcome: Option<String>,
    /// You need a code of the host's before you can sit down.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(test, ts(as = "Option<bool>", optional))]
    pub stranger: bool,
    pub titles: Vec<TitleShown>,
    pub levels: Vec<LevelShown>,
    /// Tables where you sit: all that are not over, those that wait for you first and the longest waiting of them first, then some that
    /// are over.
    pub mine: Vec<Summary>,
    /// Public tables with open seats.
    pub open: Vec<Summary>,
    /// Public tables that are over.
    pub recent: Vec<Summary>,
}

/// Tables that wait for you, the longest waiting first.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turns {
    turns: Vec<Turn>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Turn {
    #[schema(value_type = String)]
    id: Id,
    title: String,
    since: i64,
}

/// What is looked for among finished games.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub struct Search {
    /// Part of a title or of a name, at most 40 characters.
    pub words: Option<String>,
    /// `earlier` of the page before.
    pub before: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Archive {
    tables: Vec<Summary>,
    /// There are more before this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier: Option<i64>,
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
    /// How strong each level is in this title, where that was measured.
    pub ratings: BTreeMap<String, Strength>,
}

/// On Elo's scale, with half the 95 % interval; Pilot has 1000.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Strength {
    rating: u16,
    within: u16,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(rename = "LevelAbout"))]
pub struct LevelShown {
    id: Level,
    name: String,
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
            ratings: G::SEARCH.ratings.map_or_else(BTreeMap::new, strengths),
        }
    })
}

fn strengths(ratings: [Rating; 5]) -> BTreeMap<String, Strength> {
    let rated = Level::ALL.into_iter().filter(|level| *level != Level::Random).zip(ratings);
    rated.map(|(level, Rating { rating, within })| (level.into(), Strength { rating, within })).collect()
}

fn levels(app: &App) -> Vec<LevelShown> {
    let shown = |level: Level| LevelShown { id: level, name: level.name().into(), about: level.about() };
    app.bots.levels().map(shown).collect()
}

/// Everything the home page shows.
pub async fn lists(app: &App, guest: Guest) -> Result<Home, Error> {
    let most = app.limits.listed;
    let shown = |listed: Vec<_>| listed.into_iter().map(|l| Summary::of(l, guest)).collect::<Vec<_>>();
    let mut mine = unfinished(app, guest).await?;
    mine.extend(shown(app.store.finished(guest, most, i64::MAX, "").await?));
    Ok(Home {
        me: Me { id: guest.0, name: app.store.name(guest).await? },
        welcome: app.house.welcome.clone(),
        stranger: app.is_stranger(guest).await?,
        titles: all_titles(),
        levels: levels(app),
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

/// Tables that are not over: the one that has waited for me longest comes first.
async fn unfinished(app: &App, guest: Guest) -> Result<Vec<Summary>, Error> {
    let tables = app.store.mine(guest).await?;
    let mut mine: Vec<Summary> = tables.into_iter().map(|listed| Summary::of(listed, guest)).collect();
    mine.sort_by_key(|table| (!table.your_turn, if table.your_turn { table.changed } else { -table.changed }));
    Ok(mine)
}

#[utoipa::path(get, path = "/api/me/turns", responses((status = 200, body = Turns), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn turns(State(app): State<App>, Anyone(guest): Anyone) -> Result<Json<Turns>, Error> {
    let mine = match guest {
        Some(guest) => unfinished(&app, guest).await?,
        None => Vec::new(),
    };
    let turn = |table: Summary| Turn { id: table.id, title: table.title, since: table.changed };
    Ok(Json(Turns { turns: mine.into_iter().filter(|table| table.your_turn).map(turn).collect() }))
}

#[utoipa::path(get, path = "/api/archive", params(Search), responses((status = 200, body = Archive), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn archive(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    Asking(search): Asking<Search>,
) -> Result<Json<Archive>, Error> {
    let words = search.words.unwrap_or_default();
    if words.chars().count() > app.limits.name {
        return Err(Error::TooLarge("what is looked for", app.limits.name));
    }
    if !words.trim().is_empty() {
        (0..SEARCH).try_for_each(|_| app.door.read(source))?;
    }
    let (most, before) = (app.limits.listed, search.before.unwrap_or(i64::MAX));
    let found = app.store.finished(guest, most, before, words.trim()).await?;
    let earlier = if found.len() as i64 == most { found.last().map(|table| table.changed) } else { None };
    Ok(Json(Archive { tables: found.into_iter().map(|listed| Summary::of(listed, guest)).collect(), earlier }))
}

#[utoipa::path(get, path = "/api/titles", responses((status = 200, body = Titles)))]
async fn titles(State(app): State<App>) -> Json<Titles> {
    Json(Titles { titles: all_titles(), levels: levels(&app) })
}
