//! A scene in words: heading, seats with their panels, who holds what on the board.

use anstyle::{AnsiColor, Color, Style};
use astrarium_core::Seat;
use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatState, Shape};
use textwrap::{Options, WordSplitter};

const BOLD: Style = Style::new().bold();
const NOBODY: &str = "nobody";
/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";
pub const DIM: Style = Style::new().dimmed();

/// The text in a style; `anstream` takes the style out where nobody sees colours.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// What a viewer sees, compact.
pub fn scene(scene: &Scene) -> String {
    let mut lines = vec![styled(BOLD, &format!("── {} ──", scene.heading))];
    lines.extend(Seat::first(scene.seats.len()).map(|seat| seat_line(scene, seat)));
    for panel in scene.panels.iter().filter(|p| p.seat.is_none() && !groups(p).is_empty()) {
        lines.push(wrapped(&format!("  {:<width$}  ", panel.title, width = width(scene)), &groups(panel)));
    }
    lines.extend(board(scene));
    lines.join("\n")
}

fn seat_line(scene: &Scene, seat: Seat) -> String {
    let look = &scene.seats[seat.index()];
    let mark = match look.state {
        SeatState::Deciding => "▸",
        SeatState::Done => "✓",
        SeatState::Out => "✗",
        SeatState::Winner => "★",
        SeatState::Waiting => " ",
    };
    let panels = || scene.panels.iter().filter(move |p| p.seat == Some(seat));
    let counted = panels().flat_map(|p| &p.groups).flat_map(|g| &g.items).any(|i| i.label.contains("points"));
    let points = look.points.filter(|_| !counted).map(|n| format!("{n} points │ ")).unwrap_or_default();
    let head = format!("{mark} {}  ", name(scene, seat));
    wrapped(&head, &format!("{points}{}", panels().map(groups).collect::<Vec<_>>().join(" │ ")))
}

/// A seat's name in its colour.
pub fn name(scene: &Scene, seat: Seat) -> String {
    let width = width(scene);
    let look = &scene.seats[seat.index()];
    let colour = match look.colour {
        "red" => AnsiColor::Red,
        "yellow" => AnsiColor::Yellow,
        "green" => AnsiColor::Green,
        "blue" => AnsiColor::Blue,
        "violet" => AnsiColor::Magenta,
        "orange" => AnsiColor::BrightRed,
        _ => return format!("{:<width$}", look.name),
    };
    styled(Style::new().bold().fg_color(Some(Color::Ansi(colour))), &format!("{:<width$}", look.name))
}

/// Of the longest name that stands before a line.
fn width(scene: &Scene) -> usize {
    scene.seats.iter().map(|s| s.name.chars().count()).max().unwrap_or(0).max(NOBODY.len())
}

fn groups(panel: &Panel) -> String {
    panel.groups.iter().filter_map(group).collect::<Vec<_>>().join(" │ ")
}

/// Of a tree only what the seat has. A track without a mark is there for clicking; the choices say the same.
fn group(group: &Group) -> Option<String> {
    let is = |item: &Item, word| item.style.contains(&word);
    let marked = group.items.iter().any(|item| is(item, "here"));
    let shown = |item: &&Item| match group.layout {
        Layout::Tree => is(item, "have"),
        Layout::Track => marked,
        Layout::Counters | Layout::Cards => true,
    };
    let text = |item: &Item| match (item.label.as_str(), item.value.as_str(), group.layout) {
        (label, _, Layout::Track) if is(item, "here") => format!("[{label}]"),
        (label, "", _) | (label, _, Layout::Tree) => label.to_string(),
        (label, value, _) => format!("{value} {label}"),
    };
    let items: Vec<String> = group.items.iter().filter(shown).map(|i| text(i).trim().replace(' ', NO_BREAK)).collect();
    let title = if group.title.is_empty() { String::new() } else { format!("{}: ", group.title) };
    (!items.is_empty()).then(|| format!("{title}{}", items.join(", ")))
}

/// What can be named on the board, by who owns it.
fn board(scene: &Scene) -> Vec<String> {
    let owners = Seat::first(scene.seats.len()).map(Some).chain([None]);
    let line = |owner: Option<Seat>| {
        let held = scene.shapes.iter().filter(|s| !s.id.is_empty() && s.owner == owner);
        let mut held: Vec<String> = held.map(thing).collect();
        held.sort();
        let head = owner.map_or_else(|| format!("{NOBODY:<width$}", width = width(scene)), |seat| name(scene, seat));
        (!held.is_empty()).then(|| wrapped(&format!("  {head}  "), &held.join(", ")))
    };
    owners.filter_map(line).collect()
}

fn thing(shape: &Shape) -> String {
    let more = [&shape.label, &shape.count].into_iter().filter(|w| !w.is_empty() && **w != shape.id);
    let more: Vec<&str> = more.map(String::as_str).collect();
    let text = if more.is_empty() { shape.id.clone() } else { format!("{} ({})", shape.id, more.join(", ")) };
    text.replace(' ', NO_BREAK)
}

/// A head and a text that goes on under itself.
fn wrapped(head: &str, text: &str) -> String {
    let indent = " ".repeat(anstream::adapter::strip_str(head).to_string().chars().count());
    let options = Options::new(textwrap::termwidth().max(60)).word_splitter(WordSplitter::NoHyphenation);
    let options = options.initial_indent(&indent).subsequent_indent(&indent);
    let body = textwrap::fill(text, options).replace(NO_BREAK, " ");
    format!("{head}{}", body.get(indent.len()..).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use astrarium_core::scene::SeatLook;

    #[test]
    fn a_scene_names_seats_panels_and_what_they_hold() {
        let look =
            |name: &str, points, state| SeatLook { name: name.into(), colour: "none", points: Some(points), state };
        let counters = Group { title: String::new(), layout: Layout::Counters, items: vec![Item::new("budget", 6)] };
        let items = vec![Item::new("Envoys", 1).style("have"), Item::new("Embassy", 1)];
        let tree = Group { title: "Research".into(), layout: Layout::Tree, items };
        let seen = Scene {
            heading: "Round 3".into(),
            seats: vec![look("red", 7, SeatState::Deciding), look("yellow", 12, SeatState::Waiting)],
            panels: vec![Panel {
                id: "p".into(),
                title: "Red".into(),
                seat: Some(Seat(0)),
                groups: vec![counters, tree],
            }],
            shapes: vec![
                Shape::symbol("moon", (0, 0), 1).id("moon-07").owner(Some(Seat(1))).count(2),
                Shape::symbol("moon", (0, 0), 1).id("moon-08").label("moon-08"),
                Shape::symbol("star", (0, 0), 1),
            ],
            ..Scene::default()
        };
        let plain = anstream::adapter::strip_str(&scene(&seen)).to_string();
        let said = "── Round 3 ──\n▸ red     7 points │ 6 budget │ Research: Envoys\n  yellow  12 points │\n  yellow  moon-07 (2)\n  nobody  moon-08";
        assert_eq!(plain, said);
    }
}
