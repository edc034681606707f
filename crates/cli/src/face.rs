//! A scene in words: heading, seats with their panels, who holds what on the board.

use anstyle::{AnsiColor, Color, Style};
use astrarium_core::scene::{Group, Item, Layout, Panel, Scene, SeatState, Shape};
use astrarium_core::{Game, Seat, Seen};
use textwrap::{Options, WordSplitter};

pub const BOLD: Style = Style::new().bold();
const NOBODY: &str = "nobody";
/// A space at which no line ends.
const NO_BREAK: &str = "\u{a0}";
pub const DIM: Style = Style::new().dimmed();

/// The text in a style; `anstream` takes the style out where nobody sees colours.
pub fn styled(style: Style, text: &str) -> String {
    format!("{style}{text}{style:#}")
}

/// What a viewer sees, compact; with who plays each seat, as far as that is given.
pub fn table<G: Game>(seen: &Seen<G>, players: &[String]) -> String {
    scene(&seen.scene(), players, |id| called(seen, id))
}

/// The name of a place, beside the word for it.
pub fn called<G: Game>(seen: &Seen<G>, id: &str) -> String {
    seen.refer(id).map(|named| named.name().to_string()).unwrap_or_default()
}

fn scene(scene: &Scene, players: &[String], name_of: impl Fn(&str) -> String) -> String {
    let mut lines = vec![styled(BOLD, &format!("── {} ──", scene.heading))];
    let player = |seat: Seat| players.get(seat.index()).map(String::as_str);
    lines.extend(Seat::first(scene.seats.len()).map(|seat| seat_line(scene, seat, player(seat))));
    for panel in scene.panels.iter().filter(|p| p.seat.is_none() && !groups(p).is_empty()) {
        lines.push(wrapped(&format!("  {:<width$}  ", panel.title, width = names(scene)), &groups(panel)));
    }
    lines.extend(board(scene, name_of));
    lines.join("\n")
}

fn seat_line(scene: &Scene, seat: Seat, player: Option<&str>) -> String {
    let look = &scene.seats[seat.index()];
    let mark = match look.state {
        SeatState::Deciding => "▸",
        SeatState::Done => "✓",
        SeatState::Out => "✗",
        SeatState::Winner => "★",
        SeatState::Waiting => " ",
    };
    let panels = || scene.panels.iter().filter(move |p| p.seat == Some(seat));
    // A panel that counts the points itself shows them with a star, in its own words.
    let counters = panels().flat_map(|p| &p.groups).filter(|group| group.layout == Layout::Counters);
    let counted = counters.flat_map(|group| &group.items).any(|item| item.symbol == "star");
    let points = look.points.filter(|_| !counted).map(|n| format!("{n} points │ ")).unwrap_or_default();
    let head = format!("{mark} {}  ", name(scene, seat));
    let player = player.map(|name| format!("{name} │ ")).unwrap_or_default();
    wrapped(&head, &format!("{player}{points}{}", panels().map(groups).collect::<Vec<_>>().join(" │ ")))
}

/// A seat's name in its colour.
pub fn name(scene: &Scene, seat: Seat) -> String {
    let look = &scene.seats[seat.index()];
    let text = format!("{:<width$}", look.name, width = names(scene));
    match colour(look.colour) {
        Some(colour) => styled(Style::new().bold().fg_color(Some(Color::Ansi(colour))), &text),
        None => text,
    }
}

/// The terminal's own of the stylesheet's colours.
pub fn colour(word: &str) -> Option<AnsiColor> {
    Some(match word {
        "red" => AnsiColor::Red,
        "yellow" => AnsiColor::Yellow,
        "green" => AnsiColor::Green,
        "blue" => AnsiColor::Blue,
        "violet" => AnsiColor::Magenta,
        "orange" => AnsiColor::BrightRed,
        _ => return None,
    })
}

/// Of the longest name before a line.
fn names(scene: &Scene) -> usize {
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
    // A picture without a label says what it is in its tip.
    let label = |item: &Item| if item.label.is_empty() { item.tip.clone() } else { item.label.clone() };
    let text = |item: &Item| match (label(item).as_str(), item.value.as_str(), group.layout) {
        (label, _, Layout::Track) if is(item, "here") => format!("[{label}]"),
        (label, "", _) | (label, _, Layout::Tree) => label.to_string(),
        (label, "none", _) => format!("no {label}"),
        (label, value, _) => format!("{value} {label}"),
    };
    let items: Vec<String> = group.items.iter().filter(shown).map(|i| text(i).trim().replace(' ', NO_BREAK)).collect();
    let title = if group.title.is_empty() { String::new() } else { format!("{}: ", group.title) };
    (!items.is_empty()).then(|| format!("{title}{}", items.join(", ")))
}

/// What can be named on the board, by who owns it, with what lies on it.
fn board(scene: &Scene, name_of: impl Fn(&str) -> String) -> Vec<String> {
    let owners = Seat::first(scene.seats.len()).map(Some).chain([None]);
    let line = |owner: Option<Seat>| {
        let places = scene.shapes.iter().filter(|s| !s.id.is_empty() && s.on.is_empty());
        let mut held: Vec<String> = places.filter(|s| s.owner == owner).map(|s| thing(scene, s, &name_of)).collect();
        held.sort();
        let head = owner.map_or_else(|| format!("{NOBODY:<width$}", width = names(scene)), |seat| name(scene, seat));
        (!held.is_empty()).then(|| wrapped(&format!("  {head}  "), &held.join(", ")))
    };
    owners.filter_map(line).collect()
}

/// One place with what lies on it.
pub fn place(scene: &Scene, id: &str, name_of: impl Fn(&str) -> String) -> String {
    let shape = scene.shapes.iter().find(|s| s.id == id);
    shape.map(|shape| fill(&thing(scene, shape, &name_of).replace(NO_BREAK, " "))).unwrap_or_default()
}

/// Its word, and in brackets its name and what lies there; on one line if it fits.
fn thing(scene: &Scene, shape: &Shape, name_of: impl Fn(&str) -> String) -> String {
    let label = if shape.label.is_empty() { name_of(&shape.id) } else { shape.label.clone() };
    let mut more = vec![label, shape.count.clone()];
    for lying in scene.shapes.iter().filter(|s| s.on == shape.id).map(|s| lying(scene, s)) {
        if !more.contains(&lying) {
            more.push(lying);
        }
    }
    more.retain(|words| !words.is_empty() && *words != shape.id);
    let text = if more.is_empty() { shape.id.clone() } else { format!("{} ({})", shape.id, more.join(", ")) };
    let room = width().max(60).saturating_sub(names(scene) + 4);
    if textwrap::core::display_width(&text) > room { text } else { text.replace(' ', NO_BREAK) }
}

/// Something on a place: its word if it has one; otherwise what it is, how many, and whose, unless its tip says that already.
fn lying(scene: &Scene, shape: &Shape) -> String {
    let counted = shape.tip.contains(|c: char| c.is_ascii_digit()) || shape.count.is_empty();
    let whose = shape.owner.and_then(|seat| scene.seats.get(seat.index())).map(|look| look.name.as_str());
    let told = |name: &str| shape.tip.to_lowercase().contains(&name.to_lowercase());
    match whose.filter(|name| !told(name)) {
        _ if !shape.id.is_empty() => shape.id.clone(),
        _ if shape.tip.is_empty() => String::new(),
        Some(name) if counted => format!("{name}: {}", shape.tip),
        Some(name) => format!("{name}: {} {}", shape.count, shape.tip),
        None if counted => shape.tip.clone(),
        None => format!("{} {}", shape.count, shape.tip),
    }
}

/// Of the terminal, in characters. Nothing can be read that is narrower.
pub fn width() -> usize {
    textwrap::termwidth().max(40)
}

/// Each line as wide as the terminal, and going on a little to the right of where it began.
pub fn fill(text: &str) -> String {
    let line = |line: &str| {
        let start = line.len() - line.trim_start().len();
        let (head, body) = line.split_at(start);
        folded(head, &format!("{head}  "), body)
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// A head and a text that goes on under itself.
pub fn fill_under(head: &str, text: &str) -> String {
    folded(head, &" ".repeat(head.chars().count()), text)
}

fn folded(head: &str, indent: &str, text: &str) -> String {
    let options = Options::new(width()).word_splitter(WordSplitter::NoHyphenation).break_words(false);
    // A text that fits stays as it is, with the spaces that align it.
    let whole = format!("{head}{text}");
    if textwrap::core::display_width(&whole) <= width() {
        return whole;
    }
    textwrap::fill(text, options.initial_indent(head).subsequent_indent(indent))
}

/// A head in colours and a text that goes on under itself.
pub fn wrapped(head: &str, text: &str) -> String {
    let indent = " ".repeat(anstream::adapter::strip_str(head).to_string().chars().count());
    let options = Options::new(width().max(60)).word_splitter(WordSplitter::NoHyphenation);
    let options = options.initial_indent(&indent).subsequent_indent(&indent);
    let body = textwrap::fill(text, options).replace(NO_BREAK, " ");
    format!("{head}{}", body.get(indent.len()..).unwrap_or(""))
}

#[cfg(test)]
mod tests {
    use super::*;
    use astrarium_core::scene::SeatLook;
    use astrarium_core::{Fast, Game, Seen, Viewer};
    use astrarium_games::{EmpiresOfTheVoid, EmpiresOfTheVoid2, GalacticAdventures, GalacticEmperor, KeyToTheUniverse};

    #[test]
    fn a_scene_names_seats_panels_and_what_they_hold() {
        let look = |name: &str, points, state| SeatLook {
            name: name.into(),
            colour: "none",
            points: Some(points),
            state,
            key: Vec::new(),
        };
        let counters = Group { title: String::new(), layout: Layout::Counters, items: vec![Item::new("budget", 6)] };
        let dice = Group { title: String::new(), layout: Layout::Counters, items: vec![Item::new("attack", "none")] };
        let items = vec![Item::new("Envoys", 1).style("have"), Item::new("Embassy", 1)];
        let tree = Group { title: "Research".into(), layout: Layout::Tree, items };
        let seen = Scene {
            heading: "Round 3".into(),
            seats: vec![look("red", 7, SeatState::Deciding), look("yellow", 12, SeatState::Waiting)],
            panels: vec![Panel {
                id: "p".into(),
                title: "Red".into(),
                seat: Some(Seat(0)),
                groups: vec![counters, dice, tree],
            }],
            shapes: vec![
                Shape::symbol("moon", (0, 0), 1).id("moon-07").owner(Some(Seat(1))).count(2),
                Shape::symbol("moon", (0, 0), 1).id("moon-08").label("moon-08"),
                Shape::symbol("star", (0, 0), 1),
                Shape::symbol("cruiser", (0, 0), 1).owner(Some(Seat(0))).tip("a cruiser").on("moon-08"),
                Shape::symbol("food", (0, 0), 1).count(2).tip("food").on("moon-08"),
                Shape::symbol("fighter", (0, 0), 1).id("f1").owner(Some(Seat(1))).on("moon-07"),
            ],
            ..Scene::default()
        };
        let name = |id: &str| if id == "moon-07" { "Dune".into() } else { id.to_string() };
        let players = ["you", "pilot"].map(String::from);
        let plain = anstream::adapter::strip_str(&scene(&seen, &players, name)).to_string();
        let said = "── Round 3 ──\n▸ red     you │ 7 points │ 6 budget │ no attack │ Research: Envoys\n  yellow  pilot │ 12 points │\n  yellow  moon-07 (Dune, 2, f1)\n  nobody  moon-08 (red: a cruiser, 2 food)";
        assert_eq!(plain, said);
    }

    /// What everybody sees of a position, each place with what is on it, without line breaks.
    fn table<G: Game>(position: &str) -> String {
        let position = toml::from_str(position).unwrap_or_else(|e| panic!("{e}"));
        let options = <G::Options as Default>::default();
        let state = G::place(options, G::house(), &position, &mut Fast::new(1, 1)).expect("a sound position");
        let plain = anstream::adapter::strip_str(&super::table(&Seen::of(&state, Viewer::Public), &[])).to_string();
        plain.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn shows(table: &str, words: &[&str]) {
        words.iter().for_each(|word| assert!(table.contains(word), "no “{word}”:\n{table}"));
    }

    #[test]
    fn galactic_adventures_shows_hit_points_known_dice_and_ipec_tokens() {
        let table = table::<GalacticAdventures>(
            "dice.moon-15 = 'd8'
            dice-public = ['moon-15']
            ipec = ['moon-01', 'moon-15']
            ipec-public = ['moon-15']
            hits.planet-blue = 2",
        );
        let words = [
            "planet-blue (Azura, 2 hit points)",
            "planet-red (Rubra, 3 hit points)",
            "moon-15 (Moss, die d8, IPEC-controlled)",
        ];
        shows(&table, &words);
        assert_eq!(table.matches("die d").count(), 1, "the other tokens lie face down:\n{table}");
        assert_eq!(table.matches("of 12 points").count(), 4, "points are shown once for each seat:\n{table}");
    }

    #[test]
    fn galactic_emperor_shows_tiles_food_and_ships() {
        let table = table::<GalacticEmperor>(
            "throne = 'red'
            tiles.b4 = 'ironmarch'
            food.b4 = 2
            seats.red = { empires = ['b4'], ships = { f1 = 'b4', f2 = 'b4', c1 = 'b4' } }",
        );
        shows(&table, &["b4 (", "Ironmarch", "2 food", "2 fighter of red", "1 cruiser of red"]);
    }

    #[test]
    fn both_editions_of_empires_of_the_void_show_ships() {
        let position = "seats.red.ships.corra-a = { sunhammer = 1, starcruiser = 1 }
            seats.yellow.ships.corra-a.starfighter = 2";
        for table in [table::<EmpiresOfTheVoid>(position), table::<KeyToTheUniverse>(position)] {
            shows(&table, &["corra-a (", "red: 1 Star", "1 Sunhammer", "yellow: 2 Starfighter"]);
        }
    }

    #[test]
    fn empires_of_the_void_2_shows_units_goods_and_fungus() {
        let table = table::<EmpiresOfTheVoid2>(
            "fungus.u-5 = 1
            goods-up.u-5.metal = 1
            seats.legions-of-decima.cubes = ['u-5']
            seats.nomads-of-earth.units.s-05.starfarer = 2",
        );
        shows(&table, &["s-05 (", "2 Starfarer", "u-5 (", "metal, fungus", "0 metal"]);
        assert!(!table.contains(" points"), "victory points are called VP, and shown once:\n{table}");
    }
}
