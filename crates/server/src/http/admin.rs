//! For the host of the server: who is here, what goes on, and what is not to go on.

use astrarium_core::{Seat, Viewer};
use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::header;
use axum::http::request::Parts;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::App;
use super::auth::{Asking, At, Input, Origin};
use super::home::Search;
use super::me::Link;
use super::tables::{Leave, Reissue};
use crate::address::Source;
use crate::erase::erase;
use crate::error::{Error, Failure};
use crate::event::Kind;
use crate::house::Secret;
use crate::id::{Guest, Id};
use crate::person::Key;
use crate::show::Table;
use crate::store::{Known, Listed, Report};
use crate::table::{Command, Deed, Ruling, Shown};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(house))
        .routes(routes!(all_tables))
        .routes(routes!(close_table))
        .routes(routes!(kick))
        .routes(routes!(give_out))
        .routes(routes!(persons))
        .routes(routes!(rule, erase_person))
        .routes(routes!(settle))
}

/// Somebody with the host's token. Without a token of the server there is no such person.
struct Ruler;

impl FromRequestParts<App> for Ruler {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Ruler, Error> {
        let token = app.house.token.as_ref().ok_or(Error::NotFound("page of the host"))?;
        let source = *parts.extensions.get::<Source>().expect("every request passes the doorkeeper");
        app.door.enter(source)?;
        let given = parts.headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
        let word = given.and_then(|value| value.strip_prefix("Bearer "));
        if word.map(Secret::of).as_ref() != Some(token) {
            return Err(Error::WrongToken);
        }
        app.door.has_entered(source);
        Ok(Ruler)
    }
}

/// What the host of the server sees first.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct House {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    welcome: Option<String>,
    /// Newcomers need the code.
    closed: bool,
    /// Days after which a table is deleted on which nothing happens any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    keep_days: Option<u64>,
    /// Of one person, that are not over.
    tables_per_person: usize,
    /// Tables by status.
    tables: std::collections::BTreeMap<String, i64>,
    reports: Vec<Reported>,
}

/// What a person has reported about another.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Reported {
    #[schema(value_type = String)]
    id: Id,
    at: i64,
    #[schema(value_type = String)]
    table: Id,
    /// Who reports, and about whom: their ids and names.
    #[schema(value_type = String)]
    by: Id,
    by_name: String,
    #[schema(value_type = String)]
    about: Id,
    about_name: String,
    text: String,
}

/// A table as the host of the server sees it: nothing of the game.
#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TableKnown {
    #[schema(value_type = String)]
    id: Id,
    title: String,
    #[cfg_attr(test, ts(as = "crate::ledger::Status"))]
    status: String,
    public: bool,
    seats: Vec<SeatKnown>,
    /// The person who made it.
    #[schema(value_type = String)]
    host: Id,
    created: i64,
    changed: i64,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct SeatKnown {
    kind: Kind,
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<String>)]
    person: Option<Id>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct TablesKnown {
    tables: Vec<TableKnown>,
    /// There are more before this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    earlier: Option<i64>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Persons {
    persons: Vec<PersonKnown>,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct PersonKnown {
    #[schema(value_type = String)]
    id: Id,
    /// Empty if none was given.
    name: String,
    /// Tables that are not over, and games that are.
    playing: i64,
    over: i64,
    muted: bool,
    banned: bool,
}

/// Who is looked for.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
struct Whom {
    /// Part of a name, or a person's id; at most 40 characters.
    words: Option<String>,
}

/// What a person may do from now on.
#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Says nothing at any table.
    muted: bool,
    /// Does nothing here at all.
    banned: bool,
}

fn words(app: &App, given: Option<String>) -> Result<String, Error> {
    let words = given.unwrap_or_default();
    let long = words.chars().count() > app.limits.name;
    if long { Err(Error::TooLarge("what is looked for", app.limits.name)) } else { Ok(words.trim().into()) }
}

#[utoipa::path(get, path = "/api/admin", responses((status = 200, body = House), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn house(State(app): State<App>, _: Ruler) -> Result<Json<House>, Error> {
    shown(&app).await
}

async fn shown(app: &App) -> Result<Json<House>, Error> {
    let mut reports = Vec::new();
    for report in app.store.reports().await? {
        let Report { id, reporter, person, table, at, text } = report;
        let (by_name, about_name) = (app.store.name(reporter).await?, app.store.name(person).await?);
        reports.push(Reported { id, at, table, by: reporter.0, by_name, about: person.0, about_name, text });
    }
    Ok(Json(House {
        welcome: app.house.welcome.clone(),
        closed: app.house.code.is_some(),
        keep_days: app.house.keep.map(|keep| keep.as_secs() / 86_400),
        tables_per_person: app.limits.tables_per_guest,
        tables: app.store.table_counts().await?,
        reports,
    }))
}

#[utoipa::path(get, path = "/api/admin/tables", params(Search), responses((status = 200, body = TablesKnown), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn all_tables(
    State(app): State<App>,
    _: Ruler,
    Asking(search): Asking<Search>,
) -> Result<Json<TablesKnown>, Error> {
    let (most, before) = (app.limits.listed, search.before.unwrap_or(i64::MAX));
    let found = app.store.all_tables(most, before, &words(&app, search.words)?).await?;
    let earlier = if found.len() as i64 == most { found.last().map(|table| table.changed) } else { None };
    Ok(Json(TablesKnown { tables: found.into_iter().map(table_known).collect(), earlier }))
}

fn table_known(listed: Listed) -> TableKnown {
    let Listed { id, title, status, public, host, seats, created, changed, .. } = listed;
    let seats = seats.into_iter();
    let seats =
        seats.map(|seat| SeatKnown { kind: seat.kind, name: seat.name, person: seat.guest.map(|guest| guest.0) });
    TableKnown { id, title, status, public, seats: seats.collect(), host: host.0, created, changed }
}

/// Carries a ruling out, and shows the table as everybody sees it.
async fn carry_out(app: &App, table: Id, ruling: Ruling) -> Result<Json<Table>, Error> {
    // Nobody sits there under a table's own id.
    let (guest, deed, viewer) = (Guest(table), Deed::Rule(ruling), Viewer::Public);
    app.ask(table, |reply| Command::Do { guest, id: None, deed, viewer, reply }).await?;
    let Shown { facts, online } = app.ask(table, Command::Show).await?;
    Ok(Json(Table::of(&facts, None, &online)))
}

#[utoipa::path(delete, path = "/api/admin/tables/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn close_table(State(app): State<App>, _: Ruler, At(id): At<Id>) -> Result<Json<Table>, Error> {
    carry_out(&app, id, Ruling::Close).await
}

#[utoipa::path(post, path = "/api/admin/tables/{id}/kick", params(("id" = inline(Id), Path)), request_body = Leave,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn kick(
    State(app): State<App>,
    _: Ruler,
    At(id): At<Id>,
    Input(wish): Input<Leave>,
) -> Result<Json<Table>, Error> {
    carry_out(&app, id, Ruling::Kick { seat: wish.seat }).await
}

#[utoipa::path(post, path = "/api/admin/tables/{id}/reissue", params(("id" = inline(Id), Path)), request_body = Reissue,
    responses((status = 200, body = Link), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn give_out(
    State(app): State<App>,
    _: Ruler,
    origin: Origin,
    At(id): At<Id>,
    Input(wish): Input<Reissue>,
) -> Result<Json<Link>, Error> {
    let (Seat(seat), key) = (wish.seat, Key::random());
    _ = carry_out(&app, id, Ruling::Reissue { seat: wish.seat, key: key.print() }).await?;
    Ok(Json(Link::new(origin.url(&app, &format!("/seat/{id}#{seat}-{key}")), None)))
}

#[utoipa::path(get, path = "/api/admin/persons", params(Whom), responses((status = 200, body = Persons), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn persons(State(app): State<App>, _: Ruler, Asking(whom): Asking<Whom>) -> Result<Json<Persons>, Error> {
    let known = app.store.persons(&words(&app, whom.words)?).await?;
    Ok(Json(Persons { persons: known.into_iter().map(person_known).collect() }))
}

fn person_known(known: Known) -> PersonKnown {
    let Known { person, name, playing, over, standing } = known;
    PersonKnown { id: person.0, name, playing, over, muted: standing.muted, banned: standing.banned }
}

#[utoipa::path(put, path = "/api/admin/persons/{id}", params(("id" = inline(Id), Path)), request_body = Rule,
    responses((status = 200, body = Persons), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn rule(
    State(app): State<App>,
    _: Ruler,
    At(id): At<Id>,
    Input(wish): Input<Rule>,
) -> Result<Json<Persons>, Error> {
    let (person, words) = (Guest(id), id.to_string());
    if !app.store.persons(&words).await?.iter().any(|known| known.person == person) {
        return Err(Error::NotFound("person"));
    }
    app.store.rule(person, wish.muted, wish.banned).await?;
    app.standings.forget(person);
    let known = app.store.persons(&words).await?;
    Ok(Json(Persons { persons: known.into_iter().map(person_known).collect() }))
}

#[utoipa::path(delete, path = "/api/admin/persons/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Persons), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn erase_person(State(app): State<App>, _: Ruler, At(id): At<Id>) -> Result<Json<Persons>, Error> {
    if !app.store.persons(&id.to_string()).await?.iter().any(|known| known.person == Guest(id)) {
        return Err(Error::NotFound("person"));
    }
    erase(&app, Guest(id)).await?;
    let known = app.store.persons("").await?;
    Ok(Json(Persons { persons: known.into_iter().map(person_known).collect() }))
}

#[utoipa::path(delete, path = "/api/admin/reports/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = House), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn settle(State(app): State<App>, _: Ruler, At(id): At<Id>) -> Result<Json<House>, Error> {
    app.store.settle_report(id).await?;
    shown(&app).await
}
