//! The same pages without script: Rust draws the scene, every sentence is a button, every button a form.

mod html;

use std::collections::BTreeMap;

use astrarium_core::{Seat, Viewer, svg};
use astrarium_games::Title;
use axum::Router;
use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::{Html, IntoResponse, Redirect, Response};
use axum::routing::{get, post};
use serde::Deserialize;

use super::auth::{Asking, At, Filled, Stranger, Visitor};
use super::tables::{Plan, make, perform};
use super::{App, afterwards, gate, home, me, text};
use crate::address::Source;
use crate::error::Error;
use crate::id::{Guest, Id};
use crate::rules;
use crate::show::Table;
use crate::table::{Command, Deed, Eyes, Glance};

pub use html::{escape, sorry};

pub fn router() -> Router<App> {
    Router::new()
        .route("/plain", get(home_page))
        .route("/plain/settings", get(only_home))
        .route("/plain/games", get(only_home))
        .route("/plain/learn/{title}", get(only_home))
        .route("/plain/components/{title}", get(only_home))
        .route("/plain/glance/{title}", get(only_home))
        .route("/plain/puzzles/{title}", get(only_home))
        .route("/plain/puzzles/{title}/{puzzle}", get(only_home))
        .route("/plain/learn/{title}/{lesson}", get(only_home))
        .route("/plain/continue", get(continue_page).post(enter))
        .route("/plain/admin", get(only_home))
        .route("/plain/person/{id}", get(only_home))
        .route("/plain/admit", post(admit))
        .route("/plain/play", post(play))
        .route("/plain/seat/{id}", get(seat_page))
        .route("/plain/table/{id}", get(table_page))
        .route("/plain/table/{id}/{deed}", post(deed))
        .route("/plain/join/{invite}", get(join_page))
        .route("/plain/replay/{id}", get(replay_page))
        .route("/plain/rules/{title}", get(rules_page))
        .route("/plain/stats/{title}", get(stats_page))
        .route("/plain.css", get(style))
}

async fn style() -> impl IntoResponse {
    let css = [svg::STYLE, html::STYLE].concat();
    ([(header::CONTENT_TYPE, "text/css; charset=utf-8"), (header::CACHE_CONTROL, "no-cache")], css)
}

/// What has no page of its own without script.
async fn only_home(State(app): State<App>) -> Redirect {
    Redirect::to(&format!("{}/plain", app.base))
}

async fn continue_page(State(app): State<App>) -> Html<String> {
    Html(html::enter(&app.base))
}

/// The form of a recovery code.
async fn enter(
    State(app): State<App>,
    source: Source,
    Stranger(visitor): Stranger,
    headers: HeaderMap,
    Filled(wish): Filled<me::Enter>,
) -> Response {
    match me::come_in(&app, source, &visitor, &headers, &wish).await {
        Ok((cookie, _)) => (cookie, Redirect::to(&format!("{}/plain", app.base))).into_response(),
        Err(error) => (error.status(), Html(html::sorry(&app.base, &error))).into_response(),
    }
}

/// The form of a closed server's code.
async fn admit(
    State(app): State<App>,
    source: Source,
    Stranger(visitor): Stranger,
    Filled(wish): Filled<gate::Admit>,
) -> Response {
    let done = gate::come(&app, source, &visitor, &wish.code).await;
    visitor.answer(onward(&app, done.map(|()| "/plain".into())))
}

/// A link to a seat has its key where no server sees it: it needs script.
async fn seat_page(State(app): State<App>, At(id): At<Id>) -> Redirect {
    Redirect::to(&format!("{}/plain/table/{id}", app.base))
}

async fn home_page(State(app): State<App>, visitor: Visitor) -> Result<Response, Error> {
    let home = home::lists(&app, visitor.guest).await?;
    Ok(visitor.answer(Html(html::home(&app.base, &home))))
}

#[derive(Deserialize)]
struct Begin {
    title: String,
}

/// One click from the home page to the first decision.
async fn play(State(app): State<App>, visitor: Visitor, Filled(wish): Filled<Begin>) -> Response {
    let guest = visitor.guest;
    let made = async {
        let title: Title = wish.title.parse().map_err(Error::Malformed)?;
        let id = make(&app, guest, Plan::usual(title)).await?.facts.id;
        let start = Deed::Start { nonces: BTreeMap::from([(0, Id::random())]) };
        _ = perform(&app, id, guest, start).await?;
        app.thinkers.glance(id, app.limits.absent);
        Ok(id)
    };
    visitor.answer(onward(&app, made.await.map(|id: Id| format!("/plain/table/{id}"))))
}

/// On to the next page, or what went wrong.
fn onward(app: &App, done: Result<String, Error>) -> Response {
    match done {
        Ok(address) => Redirect::to(&format!("{}{address}", app.base)).into_response(),
        Err(error) => (error.status(), Html(html::sorry(&app.base, &error))).into_response(),
    }
}

#[derive(Deserialize)]
struct Whose {
    seat: Option<u8>,
    entry: Option<usize>,
}

/// What a page shows of a table. A player who loads it watches.
async fn look(app: &App, id: Id, guest: Guest, eyes: Eyes) -> Result<Glance, Error> {
    let glance = app.ask(id, |reply| Command::Glance { guest: Some(guest), eyes, reply }).await?;
    if glance.shown.facts.seats_of(guest).next().is_some() {
        app.thinkers.glance(id, app.limits.absent);
    }
    Ok(glance)
}

async fn table_page(
    State(app): State<App>,
    visitor: Visitor,
    At(id): At<Id>,
    Asking(whose): Asking<Whose>,
) -> Result<Response, Error> {
    let (guest, eyes) = (visitor.guest, whose.seat.map_or(Eyes::Any, |s| Eyes::Seat(Seat(s))));
    let glance = look(&app, id, guest, eyes).await?;
    let table = Table::of(&glance.shown.facts, Some(guest), &glance.shown.online);
    Ok(visitor.answer(Html(html::table(&app.base, &table, &glance, None))))
}

async fn join_page(State(app): State<App>, visitor: Visitor, At(invite): At<Id>) -> Result<Response, Error> {
    let id = app.store.invited(invite).await?;
    let guest = visitor.guest;
    let glance = look(&app, id, guest, Eyes::Any).await?;
    let table = Table::of(&glance.shown.facts, Some(guest), &glance.shown.online);
    Ok(visitor.answer(Html(html::table(&app.base, &table, &glance, Some(invite)))))
}

/// Every button of a table.
#[derive(Deserialize)]
struct Button {
    id: Option<Id>,
    seat: Option<u8>,
    sentence: Option<String>,
    question: Option<u64>,
    name: Option<String>,
    text: Option<String>,
    invite: Option<Id>,
}

async fn deed(
    State(app): State<App>,
    guest: Guest,
    At((table, word)): At<(Id, String)>,
    Filled(button): Filled<Button>,
) -> Response {
    let done = press(&app, guest, table, &word, button).await;
    let eyes = done.as_ref().ok().and_then(|seat| *seat).map_or_else(String::new, |seat| format!("?seat={}", seat.0));
    onward(&app, done.map(|_| format!("/plain/table/{table}{eyes}")))
}

/// Does what a button says; the seat whose eyes come next, if the deed had one.
async fn press(app: &App, guest: Guest, table: Id, word: &str, button: Button) -> Result<Option<Seat>, Error> {
    let seat = Seat(button.seat.unwrap_or(0));
    let missing = |what: &str| Error::Malformed(format!("the form has no {what}"));
    let deed = match word {
        "act" => {
            let sentence =
                button.sentence.filter(|s| s.len() <= app.limits.sentence).ok_or_else(|| missing("sentence"))?;
            Deed::Act { seat, sentence, question: button.question.ok_or_else(|| missing("question"))? }
        }
        "undo" => Deed::Undo { seat },
        "chat" => {
            app.may_speak(guest).await?;
            Deed::Chat { text: text::chat(button.text.as_deref().unwrap_or_default(), app.limits.chat)? }
        }
        "back" => Deed::Back { seat },
        "sit" => {
            let name = text::name(button.name.as_deref().unwrap_or("Guest"), app.limits.name)?;
            Deed::Sit { seat, name, nonce: Id::random(), invite: button.invite }
        }
        "leave" => Deed::Leave { seat },
        "start" => {
            let facts = app.ask(table, Command::Show).await?.facts;
            let mine = facts.seats_of(guest).filter(|&s| facts.chair(s).is_some_and(|c| c.nonce().is_none()));
            Deed::Start { nonces: mine.map(|s| (s.0, Id::random())).collect() }
        }
        _ => return Err(Error::NotFound("button")),
    };
    let next = deed.seat().filter(|_| word != "act");
    let (id, viewer) = (button.id, Viewer::Seat(seat));
    app.ask(table, |reply| Command::Do { guest, id, deed, viewer, reply }).await?;
    // A reader without a socket watches all the same.
    app.thinkers.glance(table, app.limits.absent);
    Ok(next)
}

async fn replay_page(
    State(app): State<App>,
    source: Source,
    At(id): At<Id>,
    Asking(whose): Asking<Whose>,
) -> Result<Html<String>, Error> {
    let (facts, kept) = afterwards::past(&app, source, id).await?;
    let (entry, viewer) = (whose.entry.unwrap_or(0), afterwards::viewer(&facts, whose.seat)?);
    let (scene, _) = kept.past.at(entry, viewer).ok_or(Error::NotFound("entry"))?;
    Ok(Html(html::replay(&app.base, &Table::of(&facts, None, &[]), entry, &scene, kept.past.steps())))
}

fn title(id: &str) -> Result<Title, Error> {
    id.parse().map_err(|_| Error::NotFound("title"))
}

async fn rules_page(State(app): State<App>, At(id): At<String>) -> Result<Html<String>, Error> {
    Ok(Html(html::rules(&app.base, &rules::read(title(&id)?.meta()))))
}

async fn stats_page(State(app): State<App>, At(id): At<String>) -> Result<Redirect, Error> {
    Ok(Redirect::to(&format!("{}/plain/rules/{}", app.base, title(&id)?)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;

    #[tokio::test]
    async fn a_player_who_loads_the_page_watches() {
        let app = crate::serve::for_test("page", Limits::default()).await;
        let guest = Guest(Id::random());
        let id = make(&app, guest, Plan::usual(Title::ALL[0])).await.expect("a table").facts.id;
        look(&app, id, Guest(Id::random()), Eyes::Any).await.expect("a page");
        assert!(!app.thinkers.is_watched(id), "a passer-by does not");
        look(&app, id, guest, Eyes::Any).await.expect("a page");
        assert!(app.thinkers.is_watched(id));
    }

    #[tokio::test]
    async fn whoever_presses_a_button_watches() {
        let app = crate::serve::for_test("buttons", Limits::default()).await;
        let guest = Guest(Id::random());
        let id = make(&app, guest, Plan::usual(Title::ALL[0])).await.expect("a table").facts.id;
        assert!(!app.thinkers.is_watched(id));
        let nothing =
            r#"{"id":null,"seat":null,"sentence":null,"question":null,"name":null,"text":null,"invite":null}"#;
        let button = serde_json::from_str(nothing).expect("a button without a form");
        press(&app, guest, id, "start", button).await.expect("it starts");
        assert!(app.thinkers.is_watched(id));
    }
}
