//! What a link shows where it is shared, before anybody opens it: the title with its cover, and who sits there.

use astrarium_games::Title;
use axum::http::HeaderMap;
use axum::http::header::HOST;

use super::App;
use super::plain::escape;
use crate::event::Kind;
use crate::show::Table;
use crate::table::Command;

/// The tags of a page's head. An address that leads nowhere has those of the site.
pub async fn tags(app: &App, path: &str, headers: &HeaderMap) -> String {
    let (name, about, cover) = match about(app, path).await {
        Some((name, about, title)) => (name, about, format!("preview-{}.jpg", title.meta().id)),
        None => ("Astrarium".into(), "Five space-empire board games at one table.".into(), "icon-512.png".into()),
    };
    // A program that previews the link has no page to start from, so the address of the picture is absolute.
    let host = headers.get(HOST).and_then(|host| host.to_str().ok()).unwrap_or_default();
    let secure = headers.get("x-forwarded-proto").is_some_and(|proto| proto == "https");
    let scheme = if secure { "https" } else { "http" };
    let tag =
        |property: &str, content: &str| format!("<meta property=\"og:{property}\" content=\"{}\" />", escape(content));
    [
        tag("site_name", "Astrarium"),
        tag("type", "website"),
        tag("title", &name),
        tag("description", &about),
        tag("image", &format!("{scheme}://{host}{}/{cover}", app.base)),
        "<meta name=\"twitter:card\" content=\"summary_large_image\" />".into(),
    ]
    .join("\n    ")
}

/// What a page is about, if it is about a title or a table.
async fn about(app: &App, path: &str) -> Option<(String, String, Title)> {
    let (page, id) = path.trim_start_matches('/').split_once('/')?;
    let table = match page {
        "components" | "glance" | "learn" | "puzzles" | "rules" | "stats" => {
            let title: Title = id.split('/').next()?.parse().ok()?;
            return Some((title.meta().name.into(), title.meta().about.into(), title));
        }
        "join" => app.store.invited(id.parse().ok()?).await.ok()?,
        "table" | "replay" => id.parse().ok()?,
        _ => return None,
    };
    let shown = app.ask(table, Command::Show).await.ok()?;
    let table = Table::of(&shown.facts, None, &[]);
    let title: Title = table.title.parse().ok()?;
    let free = table.seats.iter().filter(|seat| seat.kind == Kind::Open).count();
    let sit: Vec<&str> = table.seats.iter().filter(|s| s.kind != Kind::Open).map(|s| s.name.as_str()).collect();
    let free = if free > 0 { format!("; {free} free") } else { String::new() };
    let invited = if page == "join" { "Come and play " } else { "" };
    Some((format!("{invited}{}", title.meta().name), format!("{}{free}", sit.join(", ")), title))
}
