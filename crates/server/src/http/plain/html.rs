//! Pages as text. Everything that is not ours to write goes through `escape`.

use astrarium_core::scene::Scene;
use astrarium_core::{Odds, Seat, Text, svg};

use crate::error::Error;
use crate::event::Kind;
use crate::http::home::Home;
use crate::id::Id;
use crate::ledger::{LogItem, Status, Time};
use crate::past::Step;
use crate::play::Source;
use crate::rules::{Cells, Part, Passage, Rules};
use crate::show::{Ask, SeatShown, Summary, Table, Undo, eyes};
use crate::table::Glance;

/// What the pages add to the scene's own stylesheet.
pub const STYLE: &str = include_str!("plain.css");

pub fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
}

/// A text with seats by who sits there and their colour.
fn told(table: &Table, text: &Text) -> String {
    let player = |seat: Seat| table.seats.get(seat.index()).filter(|s| s.kind != Kind::Open);
    text.clone().calling(|seat, colour| Some(format!("{} ({colour})", player(seat)?.name))).to_string()
}

/// Links are written as if there were no base path. It is put before them here: what people write can be in no `href`.
fn page(base: &str, title: &str, refresh: bool, body: &str) -> String {
    let refresh = if refresh { "<meta http-equiv=\"refresh\" content=\"3\">" } else { "" };
    let title = escape(title);
    let html = format!(
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\"><title>{title} · Astrarium</title>\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">{refresh}\
         <link rel=\"stylesheet\" href=\"/plain.css\"></head><body><header><a href=\"/plain\">Astrarium</a></header>\
         <main><h1>{title}</h1>{body}</main></body></html>"
    );
    ["href", "action"]
        .iter()
        .fold(html, |html, name| html.replace(&format!("{name}=\"/"), &format!("{name}=\"{base}/")))
}

/// A form with one button.
fn button(action: &str, fields: &[(&str, &str)], label: &str) -> String {
    let hidden =
        |(name, value): &(&str, &str)| format!("<input type=\"hidden\" name=\"{name}\" value=\"{}\">", escape(value));
    let fields: String = fields.iter().map(hidden).collect();
    format!("<form method=\"post\" action=\"{action}\">{fields}<button>{}</button></form>", escape(label))
}

pub fn sorry(base: &str, error: &Error) -> String {
    let clause = error.what().clause.map(|c| format!(" ({})", escape(&c))).unwrap_or_default();
    let text =
        format!("<p role=\"alert\">{}{clause}</p><p>Go back and reload the page.</p>", escape(&error.to_string()));
    page(base, "That did not work", false, &text)
}

pub fn enter(base: &str) -> String {
    let body = "<p>Write the recovery code of the browser that you played in.</p>\
                <form method=\"post\" action=\"/plain/continue\"><label>Recovery code <input name=\"key\" required></label>\
                <button>Continue as me</button></form>";
    page(base, "Continue here", false, body)
}

pub fn home(base: &str, home: &Home) -> String {
    let mut body = String::from("<p>Pages without script. With script there is <a href=\"/\">more to see</a>.</p>");
    body += &home.welcome.as_deref().map(|text| format!("<p>{}</p>", escape(text))).unwrap_or_default();
    if home.stranger {
        body += "<form method=\"post\" action=\"/plain/admit\"><label>Code of the host <input name=\"code\" required></label>\
                 <button>Come in</button></form>";
    }
    for title in &home.titles {
        let meta = title.meta;
        body += &format!(
            "<section class=\"title\"><h2>{}</h2><p>{}</p><p>{} to {} players, about {} minutes</p>{}\
             <p><a href=\"/plain/rules/{}\">Rules</a></p></section>",
            escape(meta.name),
            escape(meta.about),
            meta.min_seats,
            meta.max_seats,
            meta.minutes,
            button("/plain/play", &[("title", meta.id)], "Play now against bots"),
            meta.id
        );
    }
    for (heading, tables) in
        [("Your tables", &home.mine), ("Open tables", &home.open), ("Finished games", &home.recent)]
    {
        body += &list(heading, tables);
    }
    body += "<p><a href=\"/plain/continue\">Played here before, on another browser?</a></p>";
    page(base, "Five galaxies", false, &body)
}

fn list(heading: &str, tables: &[Summary]) -> String {
    let item = |table: &Summary| {
        let names: Vec<String> =
            table.seats.iter().map(|s| if s.kind == Kind::Open { "open".into() } else { escape(&s.name) }).collect();
        let turn = if table.your_turn { " <strong>your turn</strong>" } else { "" };
        let place = if table.status == "over" { "replay" } else { "table" };
        format!(
            "<li><a href=\"/plain/{place}/{}\">{}</a>: {}{turn} <small>{}</small></li>",
            table.id,
            escape(&table.title),
            names.join(", "),
            escape(&table.heading)
        )
    };
    let items: String = tables.iter().map(item).collect();
    if items.is_empty() { items } else { format!("<h2>{heading}</h2><ul>{items}</ul>") }
}

/// The symbols once, then the board and the panels.
fn board(scene: &Scene) -> String {
    let symbols = svg::SYMBOLS;
    let (board, panels) = (svg::fragment(scene), svg::panels(scene));
    format!("<div hidden>{symbols}</div><div class=\"board\">{board}</div><div class=\"panels\">{panels}</div>")
}

pub fn table(base: &str, table: &Table, glance: &Glance, invite: Option<Id>) -> String {
    let scene = glance.sight.scene.as_ref();
    let waits = table.status == Status::Lobby || (table.status == Status::Playing && glance.sight.ask.is_none());
    let mut body =
        format!("<nav><a href=\"/plain/rules/{}\">Rules</a> <a href=\"\">Reload</a></nav>", escape(&table.title));
    body += &table.closed.as_deref().map(|why| format!("<p role=\"alert\">{}</p>", escape(why))).unwrap_or_default();
    body += &decision(table, glance);
    body += &scene.map(board).unwrap_or_default();
    body += &seats(table, scene, invite);
    body += &log(table, &glance.items);
    if table.seats.iter().any(|s| s.mine) {
        body += &format!(
            "<form method=\"post\" action=\"/plain/table/{}/chat\"><label>Say <input name=\"text\" maxlength=\"500\" required></label>\
             <button>Send</button></form>",
            table.id
        );
    }
    let heading = scene.map_or("A table", |scene| &scene.heading);
    page(base, heading, waits, &body)
}

fn decision(table: &Table, glance: &Glance) -> String {
    let viewer = eyes(glance.viewer);
    let mine = |seat: &&Seat| table.seats.get(seat.index()).is_some_and(|s| s.mine);
    let other = table.asked.iter().filter(mine).find(|&&seat| Some(seat) != viewer);
    let mut text = match (&glance.sight.ask, table.status) {
        (Some(ask), _) => ask_form(table, ask),
        (None, Status::Playing) => "<p>Waiting for the others.</p>".into(),
        (None, Status::Over) => format!(
            "<p>The game is over. <a href=\"/plain/replay/{0}\">Replay</a> \
             <a href=\"/api/tables/{0}/record\">Record</a></p>{1}",
            table.id,
            sources(table)
        ),
        (None, _) => String::new(),
    };
    if let (Some(seat), Undo::Can { .. }) = (viewer, &glance.sight.undo) {
        let seat = seat.0.to_string();
        text += &button(
            &format!("/plain/table/{}/undo", table.id),
            &[("seat", &seat), ("id", &Id::random().to_string())],
            "Undo",
        );
    }
    if let Some(seat) = other {
        let name = escape(&table.seats[seat.index()].name);
        text += &format!("<p><a href=\"?seat={}\">Pass the screen to {name}</a></p>", seat.0);
    }
    format!("<section class=\"decision\">{text}</section>")
}

/// Points by source, once the game is over; one source alone says nothing.
fn sources(table: &Table) -> String {
    if table.sources.len() < 2 {
        return String::new();
    }
    let cells = |kind: &str, words: Vec<String>| -> String {
        words.iter().map(|word| format!("<{kind}>{}</{kind}>", escape(word))).collect()
    };
    let names = cells("th", table.seats.iter().map(|s| s.name.clone()).collect());
    let row = |source: &Source| {
        let points = cells("td", source.points.iter().map(i32::to_string).collect());
        format!("<tr><th>{}</th>{points}</tr>", escape(source.name))
    };
    let rows: String = table.sources.iter().map(row).collect();
    format!("<table class=\"sources\"><caption>Points by source</caption><tr><td></td>{names}</tr>{rows}</table>")
}

fn ask_form(table: &Table, ask: &Ask) -> String {
    let (action, seat, question) =
        (format!("/plain/table/{}/act", table.id), ask.seat.0.to_string(), ask.question.to_string());
    // One id for the question: pressing a button twice answers once.
    let id = Id::random().to_string();
    let mut text = format!("<h2>{} <small>{}</small></h2>", escape(&told(table, &ask.prompt.text)), ask.prompt.clause);
    for sentence in &ask.sentences {
        let words = sentence.words.join(" ");
        let most = |o: Odds| o.most.map_or(String::new(), |most| format!(", up to {most}"));
        let odds = sentence.odds.map(|o| format!(" ({} of {}{})", o.hits, o.of, most(o))).unwrap_or_default();
        let fields = [("id", id.as_str()), ("seat", &seat), ("question", &question), ("sentence", &words)];
        text += &button(&action, &fields, &format!("{}{odds}", told(table, &sentence.label)));
    }
    text
}

fn seats(table: &Table, scene: Option<&Scene>, invite: Option<Id>) -> String {
    let lobby = table.status == Status::Lobby;
    let mut rows = String::new();
    for (k, seat) in table.seats.iter().enumerate() {
        let place = table.places.as_ref().map(|p| format!(" · place {}", p[k])).unwrap_or_default();
        let form = if lobby { seat_form(table, k, seat, invite) } else { String::new() };
        let name = if seat.kind == Kind::Open { "open".into() } else { escape(&seat.name) };
        let time = seat.time.filter(|_| !lobby).map(clock).unwrap_or_default();
        let look = scene.and_then(|scene| scene.seats.get(k)).map(|look| escape(&look.name));
        let seat = look.unwrap_or_else(|| format!("Seat {}", k + 1));
        rows += &format!("<li>{seat}: {name}{place}{time}{form}</li>");
    }
    let start = if lobby && table.host {
        button(&format!("/plain/table/{}/start", table.id), &[], "Start")
    } else {
        String::new()
    };
    let link = table
        .invite
        .filter(|_| lobby)
        .map(|i| format!("<p>Invitation: <code>/join/{i}</code></p>"))
        .unwrap_or_default();
    format!("<h2>Seats</h2><ol class=\"seats\">{rows}</ol>{link}{start}")
}

/// How much time is left: the page is loaded anew while others decide.
fn clock(time: Time) -> String {
    let seconds = time.left / 1000;
    format!(" · {}:{:02} left", seconds / 60, seconds % 60)
}

fn seat_form(table: &Table, seat: usize, shown: &SeatShown, invite: Option<Id>) -> String {
    let invite = invite.map(|i| format!("<input type=\"hidden\" name=\"invite\" value=\"{i}\">")).unwrap_or_default();
    match shown.kind {
        Kind::Open => format!(
            "<form method=\"post\" action=\"/plain/table/{}/sit\"><input type=\"hidden\" name=\"seat\" value=\"{seat}\">{invite}\
             <label>Name <input name=\"name\" maxlength=\"40\" required></label><button>Sit down</button></form>",
            table.id
        ),
        _ if shown.mine => {
            button(&format!("/plain/table/{}/leave", table.id), &[("seat", &seat.to_string())], "Stand up")
        }
        _ => String::new(),
    }
}

fn log(table: &Table, items: &[LogItem]) -> String {
    let line = |item: &LogItem| {
        let who = item.name.as_deref().map(|n| format!("<b>{}</b>: ", escape(n))).unwrap_or_default();
        let clause = item.clause.map(|c| format!(" <small>{c}</small>")).unwrap_or_default();
        format!("<li>{who}{}{clause}</li>", escape(&told(table, &item.text)))
    };
    let lines: String = items.iter().rev().take(60).map(line).collect();
    format!("<h2>Log</h2><ol class=\"log\" reversed>{lines}</ol>")
}

pub fn replay(base: &str, table: &Table, entry: usize, scene: &Scene, steps: &[Step]) -> String {
    let id = table.id;
    let link = |to: usize, word: &str| format!("<a href=\"/plain/replay/{id}?entry={to}\">{word}</a> ");
    let step = &steps[entry];
    let mut nav = link(0, "First") + &link(entry.saturating_sub(1), "Back");
    nav += &link((entry + 1).min(steps.len() - 1), "On");
    nav += &link(steps.len() - 1, "Last");
    let text = format!(
        "<nav>{nav}</nav><p>{} of {}: {}</p>{}",
        entry,
        steps.len() - 1,
        escape(&told(table, &step.label)),
        board(scene)
    );
    let end = if entry + 1 == steps.len() { sources(table) } else { String::new() };
    page(base, &step.heading, false, &(text + &end))
}

pub fn rules(base: &str, rules: &Rules) -> String {
    let mut body = String::new();
    for section in &rules.sections {
        body += &format!("<h2>{}</h2>", escape(&section.heading));
        for part in &section.parts {
            body += &match part {
                Part::Passage(passage) => paragraph(passage),
                Part::Table { head, rows } => {
                    let head: String = head.iter().map(|cell| format!("<th>{}</th>", words(cell))).collect();
                    let row = |row: &Cells| {
                        let id = row.clause.as_deref().map(|c| format!(" id=\"{c}\"")).unwrap_or_default();
                        let cells: String = row.cells.iter().map(|cell| format!("<td>{}</td>", words(cell))).collect();
                        format!("<tr{id}>{cells}</tr>")
                    };
                    let rows: String = rows.iter().map(row).collect();
                    format!("<table><tr>{head}</tr>{rows}</table>")
                }
            };
        }
    }
    page(base, &format!("Rules of {}", rules.name), false, &body)
}

fn paragraph(Passage { clauses, text, after }: &Passage) -> String {
    let marks: Vec<String> = clauses.iter().map(|id| format!("<b id=\"{id}\">{id}</b>")).collect();
    let (text, marks) = (words(text), marks.join(" "));
    if *after { format!("<p>{text} {marks}</p>") } else { format!("<p>{marks} {text}</p>") }
}

/// Emphasis is left out: the words are what counts.
fn words(text: &str) -> String {
    escape(&text.replace("**", "").replace('`', ""))
}
