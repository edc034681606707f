//! Making a table, sitting down, starting, and what comes after it.

use std::collections::BTreeMap;

use astrarium_core::record::hex;
use astrarium_core::{Seat, Viewer};
use astrarium_games::Title;
use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use super::auth::{Anyone, At, Input, Origin, Visitor};
use super::describe::{Name, NewTable, SeatNumber, SeatWord, WholeNumber};
use super::me::Link;
use super::{App, afterwards, text};
use crate::address::Source;
use crate::call::{About, Summons};
use crate::error::{Error, Failure};
use crate::event::{Chair, Clock, Event, From, Level, Made, unique};
use crate::id::{Guest, Id, random_bytes};
use crate::ledger::{Facts, Ledger, Row, Status};
use crate::person::Key;
use crate::play;
use crate::show::Table;
use crate::store::{Append, Index};
use crate::table::{Command, Deed, Shown, now};

pub fn router() -> OpenApiRouter<App> {
    OpenApiRouter::new()
        .routes(routes!(create))
        .routes(routes!(show, close))
        .routes(routes!(invitation))
        .routes(routes!(sit))
        .routes(routes!(leave))
        .routes(routes!(chair))
        .routes(routes!(start))
        .routes(routes!(reissue))
        .routes(routes!(take))
        .routes(routes!(rematch))
        .routes(routes!(branch))
        .routes(routes!(act))
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Create {
    pub title: String,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub options: BTreeMap<String, String>,
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub public: bool,
    pub seats: Option<Vec<Wanted>>,
    pub clock: Option<Clock>,
    /// Seconds after which all who are here may seat a bot for somebody who is asked and away; left out, they may not.
    #[schema(minimum = 0, maximum = 2_592_000)]
    pub stand_in: Option<u32>,
    /// It counts for nobody's rating.
    #[serde(default)]
    #[cfg_attr(test, ts(as = "Option<_>"))]
    pub unrated: bool,
}

/// Who is to sit on a seat.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Wanted {
    Person {
        name: Option<String>,
    },
    Bot {
        level: Level,
    },
    /// With braces, or fields that are not known would be let through.
    Open {},
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Sit {
    #[schema(value_type = SeatNumber)]
    seat: Seat,
    #[schema(value_type = Option<Name>)]
    name: Option<String>,
    nonce: Id,
    invite: Option<Id>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Leave {
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SetChair {
    #[schema(value_type = SeatNumber)]
    seat: Seat,
    to: Wanted,
}

#[derive(Debug, Default, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Start {
    #[serde(default)]
    #[schema(value_type = BTreeMap<SeatWord, Id>)]
    nonces: BTreeMap<u8, Id>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Reissue {
    #[schema(value_type = SeatNumber)]
    pub seat: Seat,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Take {
    #[schema(value_type = SeatNumber)]
    seat: Seat,
    /// Of the link.
    key: String,
    #[schema(value_type = Option<Name>)]
    name: Option<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields))]
#[serde(deny_unknown_fields)]
pub struct Branch {
    #[schema(value_type = WholeNumber)]
    entry: usize,
    seats: Option<Vec<Wanted>>,
}

#[derive(Debug, Deserialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Act {
    id: Id,
    #[schema(value_type = SeatNumber)]
    seat: Seat,
    #[schema(max_length = 200)]
    sentence: String,
    #[schema(value_type = WholeNumber)]
    question: u64,
}

#[derive(Debug, Serialize, ToSchema)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub struct Stored {
    seq: u64,
}

/// What a new table begins with.
pub struct Plan {
    pub title: Title,
    pub options: String,
    pub public: bool,
    pub seats: Option<Vec<Wanted>>,
    /// The seat its host takes if nothing else is said.
    pub first: Seat,
    pub start: Option<(String, From)>,
    pub clock: Option<Clock>,
    pub stand_in: Option<u32>,
    pub unrated: bool,
    /// Who may sit down without an invitation.
    pub invited: Vec<Guest>,
}

impl Plan {
    /// A title with its defaults, for its host and bots.
    pub fn usual(title: Title) -> Plan {
        let (options, first) = (String::new(), Seat(0));
        let (seats, start, clock, stand_in, invited) = (None, None, None, None, Vec::new());
        Plan { title, options, public: false, seats, first, start, clock, stand_in, unrated: false, invited }
    }
}

/// Makes a table and stores it.
pub async fn make(app: &App, host: Guest, plan: Plan) -> Result<Shown, Error> {
    let (options, seats) = play::read_options(plan.title, &plan.options).map_err(Error::NotReady)?;
    let me = app.store.name(host).await?;
    let usual = || {
        let seat = |s: Seat| {
            if s == plan.first { Wanted::Person { name: None } } else { Wanted::Bot { level: Level::Admiral } }
        };
        Seat::first(seats).map(seat).collect()
    };
    let wanted = plan.seats.clone().unwrap_or_else(usual);
    if wanted.len() != seats {
        return Err(Error::NotReady(format!("{} seats for a game of {seats}", wanted.len())));
    }
    let mut chairs: Vec<Chair> = Vec::new();
    for (k, w) in wanted.iter().enumerate() {
        let names: Vec<String> = chairs.iter().map(Chair::name).collect();
        let chair = sit_down(app, host, w, &me, k)?;
        chairs.push(chair.renamed(|name| unique(name, &names, app.limits.name)));
    }
    let (start, from) = plan.start.unzip();
    let made = Made {
        title: plan.title.to_string(),
        options,
        public: plan.public,
        host,
        invite: Id::random(),
        secret: hex(&random_bytes::<32>()),
        chairs,
        start,
        from,
        clock: plan.clock,
        stand_in: plan.stand_in,
        unrated: plan.unrated,
        invited: plan.invited,
    };
    store_new(app, Id::random(), made).await
}

async fn store_new(app: &App, id: Id, made: Made) -> Result<Shown, Error> {
    let row = Row { seq: 1, at: now(), id: None, event: Event::Made(made), spent: Vec::new() };
    let ledger = Ledger::read(id, vec![row.clone()]).expect("it begins with the making of a table");
    let index = Index::of(&ledger.facts);
    let sitters = Some(ledger.facts.places.iter().filter_map(|p| p.chair.guest()).collect());
    let again = |&person: &Guest| Summons { person, about: About::Again, due: row.at };
    let calls = ledger.facts.made.invited.iter().map(again).collect();
    let append = Append { row, index, listed: true, sitters, results: Vec::new(), contest: None, calls };
    app.store.make(append, app.limits.tables_per_guest).await?;
    metrics::counter!("astrarium_tables_made_total").increment(1);
    Ok(Shown { facts: ledger.facts, online: [].into() })
}

fn sit_down(app: &App, host: Guest, wanted: &Wanted, me: &str, seat: usize) -> Result<Chair, Error> {
    Ok(match wanted {
        Wanted::Open {} => Chair::Open,
        Wanted::Bot { level } => Chair::Bot { level: known(app, *level)? },
        Wanted::Person { name } => {
            Chair::Person { guest: host, name: called(app, name.as_deref(), me, seat)?, nonce: None }
        }
    })
}

/// A bot that can be seated here.
fn known(app: &App, level: Level) -> Result<Level, Error> {
    let all = || app.bots.levels().map(String::from).collect::<Vec<_>>().join(", ");
    let here = app.bots.levels().any(|known| known == level);
    if here {
        Ok(level)
    } else {
        Err(Error::NotReady(format!("no bot is called {} here: expected {}", level.id(), all())))
    }
}

/// The name given here, or the guest's own, or one that says where they sit.
fn called(app: &App, given: Option<&str>, own: &str, seat: usize) -> Result<String, Error> {
    match given {
        Some(name) => text::name(name, app.limits.name),
        None if own.is_empty() => Ok(format!("Player {}", seat + 1)),
        None => Ok(own.into()),
    }
}

/// Does something at a table and shows it afterwards.
pub async fn perform(app: &App, table: Id, guest: Guest, deed: Deed) -> Result<Json<Table>, Error> {
    let viewer = Viewer::Public;
    app.ask(table, |reply| Command::Do { guest, id: None, deed, viewer, reply }).await?;
    shown(app, table, Some(guest)).await
}

async fn shown(app: &App, table: Id, guest: Option<Guest>) -> Result<Json<Table>, Error> {
    let Shown { facts, online } = app.ask(table, Command::Show).await?;
    Ok(Json(Table::of(&facts, guest, &online)))
}

fn made(shown: Shown, guest: Guest) -> (StatusCode, Json<Table>) {
    (StatusCode::CREATED, Json(Table::of(&shown.facts, Some(guest), &shown.online)))
}

#[utoipa::path(post, path = "/api/tables", request_body = NewTable,
    responses((status = 201, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn create(
    State(app): State<App>,
    guest: Guest,
    Input(wish): Input<Create>,
) -> Result<(StatusCode, Json<Table>), Error> {
    let title = wish.title.parse().map_err(Error::Malformed)?;
    let pair = |(key, word): (&String, &String)| match [key, word].iter().find(|part| part.contains([',', '=', ' '])) {
        Some(part) => Err(Error::Malformed(format!("“{part:.40}” is neither an option nor a value of one"))),
        None => Ok(format!("{key}={word}")),
    };
    let pairs = wish.options.iter().map(pair).collect::<Result<Vec<String>, Error>>()?;
    if wish.clock.is_some_and(|clock| !clock.is_fair()) {
        return Err(Error::Malformed(
            "a clock has 1 second to 30 days, and at most an hour more for each decision".into(),
        ));
    }
    if wish.stand_in.is_some_and(|after| after > *Clock::SECONDS.end()) {
        return Err(Error::Malformed("a table waits for somebody who is away for 30 days at most".into()));
    }
    let (options, public, seats) = (pairs.join(","), wish.public, wish.seats);
    let Create { clock, stand_in, unrated, .. } = wish;
    let plan = Plan { options, public, seats, clock, stand_in, unrated, ..Plan::usual(title) };
    Ok(made(make(&app, guest, plan).await?, guest))
}

#[utoipa::path(get, path = "/api/tables/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn show(State(app): State<App>, Anyone(guest): Anyone, At(id): At<Id>) -> Result<Json<Table>, Error> {
    shown(&app, id, guest).await
}

#[utoipa::path(delete, path = "/api/tables/{id}", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn close(State(app): State<App>, guest: Guest, At(id): At<Id>) -> Result<Json<Table>, Error> {
    match perform(&app, id, guest, Deed::Close).await {
        Err(error @ (Error::NotHost | Error::NotPlaying | Error::Closed(_))) => {
            let facts = app.ask(id, Command::Show).await?.facts;
            // It is over, or cannot be continued here: a person who sat there removes it from their own list.
            let over = facts.closed.is_some() || facts.status == Status::Over;
            if !over || facts.seats_of(guest).next().is_none() {
                return Err(error);
            }
            app.store.put_away(guest, id).await?;
            shown(&app, id, Some(guest)).await
        }
        other => other,
    }
}

#[utoipa::path(get, path = "/api/invitations/{invite}", params(("invite" = inline(Id), Path)),
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn invitation(State(app): State<App>, Anyone(guest): Anyone, At(invite): At<Id>) -> Result<Json<Table>, Error> {
    shown(&app, app.store.invited(invite).await?, guest).await
}

#[utoipa::path(post, path = "/api/tables/{id}/sit", params(("id" = inline(Id), Path)), request_body = Sit,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn sit(
    State(app): State<App>,
    guest: Guest,
    At(id): At<Id>,
    Input(wish): Input<Sit>,
) -> Result<Json<Table>, Error> {
    let host = app.ask(id, Command::Show).await?.facts.made.host;
    if app.store.blocked_by(host).await?.contains(&guest) {
        return Err(Error::Ruled("the host of this table does not want to play with you"));
    }
    let name = my_name(&app, guest, wish.name.as_deref(), wish.seat).await?;
    perform(&app, id, guest, Deed::Sit { seat: wish.seat, name, nonce: wish.nonce, invite: wish.invite }).await
}

/// The name to sit down with. The first one that somebody gives is remembered.
async fn my_name(app: &App, guest: Guest, given: Option<&str>, seat: Seat) -> Result<String, Error> {
    let own = app.store.name(guest).await?;
    let name = called(app, given, &own, seat.index())?;
    if own.is_empty() && given.is_some() {
        app.store.rename(guest, name.clone()).await?;
    }
    Ok(name)
}

#[utoipa::path(post, path = "/api/tables/{id}/reissue", params(("id" = inline(Id), Path)), request_body = Reissue,
    responses((status = 200, body = Link), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn reissue(
    State(app): State<App>,
    guest: Guest,
    origin: Origin,
    At(id): At<Id>,
    Input(wish): Input<Reissue>,
) -> Result<Json<Link>, Error> {
    let (seat, key) = (wish.seat, Key::random());
    _ = perform(&app, id, guest, Deed::Reissue { seat, key: key.print() }).await?;
    Ok(Json(Link::new(origin.url(&app, &format!("/seat/{id}#{}-{key}", seat.0)), None)))
}

#[utoipa::path(post, path = "/api/tables/{id}/take", params(("id" = inline(Id), Path)), request_body = Take,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn take(
    State(app): State<App>,
    source: Source,
    visitor: Visitor,
    At(id): At<Id>,
    Input(wish): Input<Take>,
) -> Result<Response, Error> {
    app.door.enter(source)?;
    let key = wish.key.parse::<Key>().map_err(Error::Malformed)?.print();
    let name = my_name(&app, visitor.guest, wish.name.as_deref(), wish.seat).await?;
    let shown = perform(&app, id, visitor.guest, Deed::Take { seat: wish.seat, key, name }).await?;
    Ok(visitor.answer(shown))
}

#[utoipa::path(post, path = "/api/tables/{id}/leave", params(("id" = inline(Id), Path)), request_body = Leave,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn leave(
    State(app): State<App>,
    guest: Guest,
    At(id): At<Id>,
    Input(wish): Input<Leave>,
) -> Result<Json<Table>, Error> {
    perform(&app, id, guest, Deed::Leave { seat: wish.seat }).await
}

#[utoipa::path(post, path = "/api/tables/{id}/chair", params(("id" = inline(Id), Path)), request_body = SetChair,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn chair(
    State(app): State<App>,
    guest: Guest,
    At(id): At<Id>,
    Input(wish): Input<SetChair>,
) -> Result<Json<Table>, Error> {
    let own = app.store.name(guest).await?;
    let to = sit_down(&app, guest, &wish.to, &own, wish.seat.index())?;
    perform(&app, id, guest, Deed::Chair { seat: wish.seat, to }).await
}

#[utoipa::path(post, path = "/api/tables/{id}/start", params(("id" = inline(Id), Path)), request_body = Start,
    responses((status = 200, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn start(
    State(app): State<App>,
    guest: Guest,
    At(id): At<Id>,
    Input(wish): Input<Start>,
) -> Result<Json<Table>, Error> {
    perform(&app, id, guest, Deed::Start { nonces: wish.nonces }).await
}

#[utoipa::path(post, path = "/api/tables/{id}/rematch", params(("id" = inline(Id), Path)),
    responses((status = 200, body = Table), (status = 201, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn rematch(State(app): State<App>, guest: Guest, At(id): At<Id>) -> Result<(StatusCode, Json<Table>), Error> {
    let facts = app.ask(id, Command::Show).await?.facts;
    if facts.seats_of(guest).next().is_none() {
        return Err(Error::NotYourSeat);
    }
    match (facts.next, facts.status) {
        // Somebody was faster: that is the rematch.
        (Some(next), _) => return Ok((StatusCode::OK, shown(&app, next, Some(guest)).await?)),
        (None, Status::Over | Status::Closed) => {}
        _ => return Err(Error::NotOver),
    }
    let again = make(&app, guest, again(&facts, guest)?).await?;
    let next = Deed::Next { table: again.facts.id };
    app.ask(id, |reply| Command::Do { guest, id: None, deed: next, viewer: Viewer::Public, reply }).await?;
    Ok(made(again, guest))
}

/// The same table once more: bots and my seats as they were, those of others open.
fn again(facts: &Facts, guest: Guest) -> Result<Plan, Error> {
    let wanted = |chair: &Chair| match chair {
        Chair::Bot { level } => Wanted::Bot { level: *level },
        Chair::Person { guest: g, name, .. } if *g == guest => Wanted::Person { name: Some(name.clone()) },
        _ => Wanted::Open {},
    };
    Ok(Plan {
        title: facts.made.title.parse().map_err(Error::Malformed)?,
        options: facts.made.options.clone(),
        public: facts.made.public,
        seats: Some(facts.places.iter().map(|p| wanted(&p.chair)).collect()),
        first: Seat(0),
        start: facts.made.start.clone().zip(facts.made.from),
        clock: facts.made.clock,
        stand_in: facts.made.stand_in,
        unrated: facts.made.unrated,
        invited: facts.places.iter().filter_map(|place| place.chair.guest()).filter(|&g| g != guest).collect(),
    })
}

#[utoipa::path(post, path = "/api/tables/{id}/branch", params(("id" = inline(Id), Path)), request_body = Branch,
    responses((status = 201, body = Table), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn branch(
    State(app): State<App>,
    source: Source,
    guest: Guest,
    At(id): At<Id>,
    Input(wish): Input<Branch>,
) -> Result<(StatusCode, Json<Table>), Error> {
    let (facts, kept) = afterwards::past(&app, source, id).await?;
    let (position, asked) = kept.past.position(wish.entry).ok_or(Error::NotFound("entry"))?;
    let asked = asked.ok_or_else(|| Error::NotReady("the game is over there".into()))?;
    let mine = facts.seats_of(guest).find(|&seat| seat == asked).or_else(|| facts.seats_of(guest).next());
    let first = mine.unwrap_or(asked);
    let title = facts.made.title.parse().map_err(Error::Malformed)?;
    let start = Some((position, From { table: id, entry: wish.entry }));
    let plan = Plan { options: facts.made.options.clone(), seats: wish.seats, first, start, ..Plan::usual(title) };
    Ok(made(make(&app, guest, plan).await?, guest))
}

#[utoipa::path(post, path = "/api/tables/{id}/act", params(("id" = inline(Id), Path)), request_body = Act,
    responses((status = 200, body = Stored), (status = "4XX", body = Failure), (status = 503, body = Failure)))]
async fn act(
    State(app): State<App>,
    guest: Guest,
    At(table): At<Id>,
    Input(wish): Input<Act>,
) -> Result<Json<Stored>, Error> {
    if wish.sentence.chars().count() > app.limits.sentence {
        return Err(Error::TooLarge("the sentence", app.limits.sentence));
    }
    let Act { id, seat, sentence, question } = wish;
    let (deed, viewer) = (Deed::Act { seat, sentence, question }, Viewer::Seat(seat));
    let seq = app.ask(table, |reply| Command::Do { guest, id: Some(id), deed, viewer, reply }).await?;
    Ok(Json(Stored { seq }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_chair_is_read_strictly() {
        let read = |text: &str| serde_json::from_str::<Wanted>(text).is_ok();
        assert!(read(r#"{"kind":"open"}"#));
        assert!(!read(r#"{"kind":"open","more":1}"#));
        assert!(!read(r#"{"kind":"bot","level":"easy","more":1}"#));
    }
}
