//! A whole picture: a head line, the board, and the panels in columns beside it.

use super::{colour, escape, picture, shapes};
use crate::scene::{Group, Item, Layout, Panel, Scene, SeatState};

const HEAD: i32 = 72;
const GAP: i32 = 16;
const PANEL: i32 = 470;
const PAD: i32 = 18;
const INNER: i32 = PANEL - 2 * PAD;
const ICON: i32 = 30;

/// The picture's body and its size.
pub fn layout(scene: &Scene) -> (String, (i32, i32)) {
    let (board_width, board_height) = scene.size;
    let bottom = HEAD + board_height;
    let (mut x, mut y, mut lowest) = (board_width + GAP, HEAD, bottom);
    let mut panels = String::new();
    for panel in &scene.panels {
        let (inner, height) = draw_panel(scene, panel);
        if y > HEAD && y + height > bottom {
            (x, y) = (x + PANEL + GAP, HEAD);
        }
        panels += &at((x, y), &inner);
        y += height + GAP;
        lowest = lowest.max(y);
    }
    let width = if scene.panels.is_empty() { board_width } else { x + PANEL + GAP };
    let mut body = format!("<rect class=\"space\" width=\"{width}\" height=\"{lowest}\"/>\n");
    body += &head(scene, width);
    body += &at((0, HEAD), &shapes(scene));
    (body + &panels, (width, lowest))
}

fn at((x, y): (i32, i32), inner: &str) -> String {
    format!("<g transform=\"translate({x} {y})\">{inner}</g>\n")
}

/// The heading on the left, the seats with their points on the right.
fn head(scene: &Scene, width: i32) -> String {
    let mut out = words("text title start", (24, 46), 30, &scene.heading);
    let mut x = width - 24;
    for look in scene.seats.iter().rev() {
        let text = look.points.map_or_else(|| look.name.clone(), |points| format!("{} {points}", look.name));
        x -= wide(&text, 22);
        let faded = if look.state == SeatState::Out { "faded " } else { "" };
        let mut seat = words("text start", (x, 44), 22, &text);
        x -= 26;
        seat += &match look.state {
            SeatState::Winner => picture("crown", (x, 34), 36),
            _ => seal(look.colour, (x, 36)),
        };
        if look.state == SeatState::Deciding {
            seat += &format!("<circle class=\"ring\" cx=\"{x}\" cy=\"36\" r=\"19\"/>");
        }
        x -= 34;
        let ringed = if look.state == SeatState::Deciding { "ringed " } else { "" };
        out += &format!("<g class=\"{faded}{ringed}seat-{}\">{seat}</g>\n", look.colour);
    }
    out
}

fn seal(colour: &str, (x, y): (i32, i32)) -> String {
    let mark = picture(&format!("mark-{colour}"), (x, y), 14).replacen("<use", "<use class=\"mark\"", 1);
    format!("<circle class=\"seal\" cx=\"{x}\" cy=\"{y}\" r=\"13\"/>{mark}")
}

fn words(class: &str, (x, y): (i32, i32), size: i32, text: &str) -> String {
    format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escape(text))
}

fn draw_panel(scene: &Scene, panel: &Panel) -> (String, i32) {
    let seat = panel.seat.map(|s| colour(scene, s));
    let mut inner = seat.map(|c| seal(c, (PAD + 13, 31))).unwrap_or_default();
    inner += &words("text title start", (if seat.is_some() { PAD + 38 } else { PAD }, 38), 21, &panel.title);
    let mut y = 52;
    for group in &panel.groups {
        if !group.title.is_empty() {
            inner += &words("text dim start", (PAD, y + 18), 14, &group.title);
            y += 26;
        }
        let (items, height) = match group.layout {
            Layout::Counters => flow(scene, group, counter),
            Layout::Track => flow(scene, group, place),
            Layout::Cards => stack(scene, group),
            Layout::Tree => tree(scene, group),
        };
        inner += &at((PAD, y), &items);
        y += height + 8;
    }
    let height = y + PAD - 8;
    let class = seat.map(|c| format!(" class=\"seat-{c}\"")).unwrap_or_default();
    (format!("<g{class}><rect class=\"box\" width=\"{PANEL}\" height=\"{height}\" rx=\"14\"/>{inner}</g>"), height)
}

fn item(scene: &Scene, item: &Item, inner: &str, origin: (i32, i32)) -> String {
    let seat = item.owner.map(|s| format!(" seat-{}", colour(scene, s))).unwrap_or_default();
    let id = if item.id.is_empty() { String::new() } else { format!(" data-id=\"{}\"", escape(&item.id)) };
    let tip = if item.tip.is_empty() { String::new() } else { format!("<title>{}</title>", escape(&item.tip)) };
    let (x, y) = origin;
    format!("<g class=\"item {}{seat}\"{id} transform=\"translate({x} {y})\">{tip}{inner}</g>", item.style.join(" "))
}

fn icon(item: &Item, middle: (i32, i32), size: i32) -> String {
    if item.symbol.is_empty() { String::new() } else { picture(item.symbol, middle, size) }
}

/// Items side by side, as many in a row as fit.
fn flow(scene: &Scene, group: &Group, draw: fn(&Item) -> (String, i32, i32)) -> (String, i32) {
    let (mut out, mut x, mut y, mut tallest) = (String::new(), 0, 0, 0);
    for each in &group.items {
        let (inner, width, height) = draw(each);
        if x > 0 && x + width > INNER {
            (x, y, tallest) = (0, y + tallest, 0);
        }
        out += &item(scene, each, &inner, (x, y));
        x += width + GAP;
        tallest = tallest.max(height);
    }
    (out, y + tallest)
}

fn counter(item: &Item) -> (String, i32, i32) {
    let mut out = icon(item, (ICON / 2, 17), ICON);
    let mut x = if item.symbol.is_empty() { 0 } else { ICON + 8 };
    if !item.value.is_empty() {
        out += &words("text value start", (x, 24), 20, &item.value);
        x += wide(&item.value, 20) + 8;
    }
    let lines = wrap(&item.label, 15, INNER - x);
    for (k, line) in (0..).zip(&lines) {
        out += &words("text dim start", (x, 23 + 19 * k), 15, line);
    }
    let width = x + lines.iter().map(|l| wide(l, 15)).max().unwrap_or(0);
    (out, width, 36 + 19 * (lines.len() as i32 - 1).max(0))
}

fn place(item: &Item) -> (String, i32, i32) {
    let text = if item.value.is_empty() { &item.label } else { &item.value };
    let left = if item.symbol.is_empty() { 10 } else { 36 };
    let width = (left + wide(text, 16) + 10).max(36);
    let mut out = format!("<rect class=\"node\" y=\"2\" width=\"{width}\" height=\"32\" rx=\"9\"/>");
    out += &icon(item, (20, 18), 24);
    out += &words("text start", (left, 24), 16, text);
    (out, width, 40)
}

/// Cards below one another, over the whole width.
fn stack(scene: &Scene, group: &Group) -> (String, i32) {
    let (mut out, mut y) = (String::new(), 0);
    for each in &group.items {
        let left = if each.symbol.is_empty() { 14 } else { 58 };
        let value = wide(&each.value, 17);
        let titles = wrap(&each.label, 17, INNER - left - value - 24);
        let text = wrap(&each.tip, 14, INNER - left - 14);
        let mut inner = icon(each, (32, 30), 40) + &words("text value end", (INNER - 14, 27), 17, &each.value);
        let mut line = 27;
        for title in &titles {
            inner += &words("text start", (left, line), 17, title);
            line += 21;
        }
        for words_of in &text {
            inner += &words("text dim start", (left, line), 14, words_of);
            line += 18;
        }
        let height = (line - 6).max(58);
        inner = format!("<rect class=\"node\" width=\"{INNER}\" height=\"{height}\" rx=\"10\"/>{inner}");
        out += &item(scene, each, &inner, (0, y));
        y += height + 8;
    }
    (out, y)
}

/// Nodes in columns and rows, with lines from each cell to those that need it.
fn tree(scene: &Scene, group: &Group) -> (String, i32) {
    let cell = |i: &Item| i.cell.unwrap_or_default();
    let columns = group.items.iter().map(|i| i32::from(cell(i).0) + 1).max().unwrap_or(1);
    let rows = group.items.iter().map(|i| i32::from(cell(i).1) + 1).max().unwrap_or(1);
    let width = INNER / columns;
    let fits =
        |size: &i32| group.items.iter().flat_map(|i| i.label.split(' ')).all(|word| wide(word, *size) <= width - 10);
    let letters = (8..=12).rev().find(fits).unwrap_or(8);
    let label = |i: &Item| wrap(&i.label, letters, width - 10);
    let lines = group.items.iter().map(|i| label(i).len() as i32).max().unwrap_or(0);
    let (node, step) = (44 + 14 * lines, 62 + 14 * lines);
    let middle = |(column, row): (u8, u8)| (width * i32::from(column) + width / 2, step * i32::from(row));
    let mut out = String::new();
    for (each, &from) in group.items.iter().flat_map(|i| i.after.iter().map(move |from| (i, from))) {
        let ((x1, y1), (x2, y2)) = (middle(from), middle(cell(each)));
        out += &format!("<path class=\"link\" d=\"M{x1} {}V{}H{x2}V{y2}\"/>", y1 + node, y2 - 9);
    }
    for each in &group.items {
        let (half, (x, y)) = (width / 2, middle(cell(each)));
        let mut inner =
            format!("<rect class=\"node\" x=\"{}\" width=\"{}\" height=\"{node}\" rx=\"9\"/>", 3 - half, width - 6);
        inner += &icon(each, (0, 21), 26);
        inner += &words("text value end", (half - 8, 18), 13, &each.value);
        for (k, line) in (0..).zip(label(each)) {
            inner += &words("text", (0, 50 + 14 * k), letters, &line);
        }
        out += &item(scene, each, &inner, (x, y));
    }
    (out, rows * step - 10)
}

/// The width of a text, generously: fonts differ, and nothing may overlap.
fn wide(text: &str, size: i32) -> i32 {
    let letter = |c: char| match c {
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | '.' | ',' | ':' | ';' | '\'' | '|' | '!' | '(' | ')' | ' ' | '’' => 42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '–' | '½' | '×' => 104,
        'A'..='Z' => 78,
        _ => 67,
    };
    text.chars().map(letter).sum::<i32>() * size / 100
}

/// Breaks a text into lines between its words.
fn wrap(text: &str, size: i32, width: i32) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if wide(line, size) + wide(word, size) + size / 3 <= width => {
                line.push(' ');
                *line += word;
            }
            _ => lines.push(word.into()),
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_break_between_words_and_fit() {
        let lines = wrap("a sentence of several words that is longer than one line", 14, 150);
        assert!(lines.len() > 2, "{lines:?}");
        assert!(lines.iter().all(|line| wide(line, 14) <= 150), "{lines:?}");
        assert_eq!(lines.join(" "), "a sentence of several words that is longer than one line");
    }
}
