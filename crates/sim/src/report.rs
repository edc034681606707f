//! Results for people: one page that opens in a browser, and a dictionary of every column and field.

use crate::{Compared, Difference, Share, Summary};

/// What every column of the games and every field of the summary means.
pub const DICTIONARY: &str = include_str!("dictionary.md");

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;max-width:72rem;margin:2rem auto;padding:0 1rem;color:#1c2430;\
background:#fff}table{border-collapse:collapse;margin:1rem 0}th,td{padding:.2rem .8rem;text-align:right;border-bottom:1px solid \
#d5dbe4}th:first-child,td:first-child{text-align:left}figure{margin:1.5rem 0;overflow-x:auto}svg{max-width:100%;height:auto}\
.pair{display:flex;flex-wrap:wrap;gap:1rem}.pair figure{flex:1 1 30rem}p.note{color:#51607a}";

/// The page of a batch, with its plots in it.
pub fn page(summary: &Summary, plots: &[(String, String)]) -> String {
    let mut body = format!("<h1>{}</h1>\n", escape(&summary.title));
    body += &rows(&[
        (
            "games",
            format!("{} of {}{}", summary.games, summary.requested, if summary.stopped { ", stopped" } else { "" }),
        ),
        ("bots", summary.bots.join(", ")),
        ("seed", summary.seed.to_string()),
        ("options", summary.options.clone()),
        ("pack", summary.pack.clone()),
        ("program", summary.build.clone()),
    ]);
    body += EXPLAINED;
    let shares = &summary.win_shares;
    body += &share_table("seat", &shares.seats);
    body += &share_table("bot", &shares.bots);
    let groups = [("", &shares.facts), ("single ", &shares.singles), ("pair of ", &shares.pairs)];
    for (kind, group) in groups {
        for (key, shares) in group {
            body += &share_table(&format!("{kind}{key}"), shares);
        }
    }
    body += &figures(plots);
    whole(&summary.title, &body)
}

/// The page of a comparison: what differs, and the plots of both side by side.
pub fn comparison(compared: &Compared, plots: &[(String, [String; 2])]) -> String {
    let mut body = format!("<h1>{}: two packs</h1>\n", escape(&compared.a.title));
    body += &rows(&[
        ("pairs of games", format!("{} of {}", compared.pairs, compared.a.games)),
        ("pack A", compared.a.pack.clone()),
        ("pack B", compared.b.pack.clone()),
        ("bots", compared.a.bots.join(", ")),
        ("seed", compared.a.seed.to_string()),
        ("program", compared.a.build.clone()),
    ]);
    body += "<p class=note>Both packs played the same games with the same luck. A difference is B less A, with its 95 % interval; \
             it is settled if zero lies outside. “More games” is how many more pairs would settle it if it stayed as it is.</p>\n";
    body += "<table><tr><th>measure<th>A<th>B<th>B − A<th>95 % interval<th>settled<th>more games<th>unit</tr>\n";
    compared.differences.iter().for_each(|difference| body += &line(difference));
    body += "</table>\n";
    for (name, [a, b]) in plots {
        body += &format!("<h2>{}</h2><div class=pair><figure>A{a}</figure><figure>B{b}</figure></div>\n", escape(name));
    }
    whole(&compared.a.title, &body)
}

const EXPLAINED: &str = "<p class=note>A share of wins counts a shared win as its part. The line through a dot is Wilson’s 95 % \
interval: with as many games again, the true share lies inside in 95 of 100 cases. The upright line is the fair share, one over \
the number of seats; an interval that leaves it out says that the difference is more than luck. With many lines one in twenty leaves it \
out by luck alone.</p>\n";

fn line(d: &Difference) -> String {
    let more = d.more.map_or(String::new(), |more| more.to_string());
    let settled = if d.settled { "yes" } else { "no" };
    format!(
        "<tr><td>{}<td>{:.2}<td>{:.2}<td>{:+.2}<td>{:+.2} to {:+.2}<td>{settled}<td>{more}<td>{}</tr>\n",
        escape(&d.name),
        d.a,
        d.b,
        d.difference,
        d.low,
        d.high,
        d.unit
    )
}

fn rows(rows: &[(&str, String)]) -> String {
    let row = |(name, value): &(&str, String)| format!("<tr><td>{name}<td>{}</tr>\n", escape(value));
    format!("<table>{}</table>\n", rows.iter().map(row).collect::<String>())
}

fn share_table(key: &str, shares: &[Share]) -> String {
    let mut sorted: Vec<&Share> = shares.iter().collect();
    sorted.sort_by(|a, b| b.games.cmp(&a.games).then_with(|| a.name.cmp(&b.name)));
    let row = |s: &&Share| {
        let percent = |share: f64| format!("{:.1} %", share * 100.0);
        let (share, low, high) = (percent(s.share), percent(s.low), percent(s.high));
        format!("<tr><td>{}<td>{}<td>{share}<td>{low} to {high}</tr>\n", escape(&s.name), s.games)
    };
    let rows: String = sorted.iter().map(row).collect();
    format!(
        "<h2>Wins by {}</h2><table><tr><th><th>seats<th>share of wins<th>95 % interval</tr>\n{rows}</table>\n",
        escape(key)
    )
}

fn figures(plots: &[(String, String)]) -> String {
    plots.iter().map(|(_, svg)| format!("<figure>{svg}</figure>\n")).collect()
}

fn whole(title: &str, body: &str) -> String {
    let title = escape(title);
    format!(
        "<!doctype html>\n<html lang=en><meta charset=utf-8><meta name=viewport content=\"width=device-width\">\
         <title>{title}</title><style>{STYLE}</style>\n{body}</html>\n"
    )
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
