//! Panels as a page without script has them.

use super::{colour, escape, picture};
use crate::scene::{Group, Item, Layout, Panel, Scene};

/// The panels as HTML, for a page that holds `SYMBOLS` and `STYLE` once.
pub fn panels(scene: &Scene) -> String {
    scene.panels.iter().map(|p| panel(scene, p)).collect()
}

fn panel(scene: &Scene, panel: &Panel) -> String {
    let seat = panel.seat.map(|s| format!(" seat-{}", colour(scene, s))).unwrap_or_default();
    let mark = panel.seat.map(|s| icon(&format!("mark-{}", colour(scene, s)))).unwrap_or_default();
    let groups: String = panel.groups.iter().map(|g| group(scene, g)).collect();
    let (id, title) = (escape(&panel.id), escape(&panel.title));
    format!("<section class=\"panel{seat}\" data-panel=\"{id}\"><h3>{mark}{title}</h3>{groups}</section>\n")
}

fn icon(symbol: &str) -> String {
    let filled = if symbol.starts_with("mark-") { " fill=\"currentColor\"" } else { "" };
    format!(
        "<svg class=\"icon\" viewBox=\"-50 -50 100 100\"{filled} aria-hidden=\"true\">{}</svg>",
        picture(symbol, (0, 0), 100)
    )
}

fn group(scene: &Scene, group: &Group) -> String {
    let class = match group.layout {
        Layout::Counters => "counters",
        Layout::Cards => "cards",
        Layout::Tree => "tree",
        Layout::Track => "track",
    };
    let title = if group.title.is_empty() { String::new() } else { format!("<h4>{}</h4>", escape(&group.title)) };
    let mut items: Vec<_> = group.items.iter().collect();
    items.sort_by_key(|i| i.cell.map(|(column, row)| (row, column)));
    let items: String = items.into_iter().map(|i| item(scene, group.layout, i)).collect();
    format!("{title}<ul class=\"items {class}\">{items}</ul>")
}

fn item(scene: &Scene, layout: Layout, item: &Item) -> String {
    let seat = item.owner.map(|s| format!(" seat-{}", colour(scene, s))).unwrap_or_default();
    let id = if item.id.is_empty() { String::new() } else { format!(" data-id=\"{}\"", escape(&item.id)) };
    let symbol = if item.symbol.is_empty() { String::new() } else { icon(item.symbol) };
    let value = if item.value.is_empty() { String::new() } else { format!("<b>{}</b>", escape(&item.value)) };
    let tip = escape(&item.tip);
    let (hover, text) = match layout {
        Layout::Cards if !tip.is_empty() => (String::new(), format!("<p>{tip}</p>")),
        _ if !tip.is_empty() => (format!(" title=\"{tip}\""), String::new()),
        _ => (String::new(), String::new()),
    };
    let place = item.cell.map(|(column, row)| format!(" data-cell=\"{column} {row}\"")).unwrap_or_default();
    let (class, label) = (item.style.join(" "), escape(&item.label));
    format!("<li class=\"item {class}{seat}\"{id}{place}{hover}>{symbol}{value}<span>{label}</span>{text}</li>")
}
