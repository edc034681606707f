//! A scene as a picture: SVG text, with the symbols and the stylesheet that the web client uses too.

mod page;
mod side;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use crate::Seat;
use crate::scene::{Form, Scene, Shape};

pub use page::panels;

/// The symbol library: a page holds it once, then `<use href="#name">` draws.
pub const SYMBOLS: &str = include_str!("../symbols.svg");
/// The stylesheet of scenes.
pub const STYLE: &str = include_str!("../scene.css");

/// The line of the library that defines an id.
static DEFINED: LazyLock<BTreeMap<&str, &str>> = LazyLock::new(|| {
    let ids = |line: &'static str| line.split(" id=\"").skip(1).filter_map(move |s| Some((s.split('"').next()?, line)));
    SYMBOLS.lines().flat_map(ids).collect()
});

/// The stylesheet with the dark theme's values in place of variables, for viewers that know none.
static PLAIN_STYLE: LazyLock<String> = LazyLock::new(|| {
    let board = STYLE.split("/* Panels as a page").next().expect("split gives a first part");
    let dark = |line: &'static str| {
        let (name, value) = line.trim().strip_suffix(");")?.split_once(": light-dark(")?;
        Some((format!("var({name})"), value.split_once(", ")?.1))
    };
    let variables: Vec<_> = board.lines().filter_map(dark).collect();
    let rules: Vec<_> = board.lines().filter(|line| dark(line).is_none()).collect();
    variables.iter().fold(rules.join("\n"), |css, (name, value)| css.replace(name, value))
});

/// Whether the library has a picture of this name.
pub fn has_symbol(name: &str) -> bool {
    DEFINED.get(name).is_some_and(|line| line.starts_with("<symbol"))
}

/// The board as an SVG document.
pub fn board(scene: &Scene) -> String {
    document(scene.size, &shapes(scene))
}

/// The board for a page that holds `SYMBOLS` and `STYLE` once.
pub fn fragment(scene: &Scene) -> String {
    let (w, h) = scene.size;
    let label = escape(&scene.heading);
    let shapes = shapes(scene);
    format!("<svg class=\"scene\" role=\"img\" aria-label=\"{label}\" viewBox=\"0 0 {w} {h}\">{shapes}</svg>")
}

/// The board and the panels as one SVG document.
pub fn render(scene: &Scene) -> String {
    let (body, size) = side::layout(scene);
    document(size, &body)
}

/// A picture of its own: what it uses of the library, the style, the body.
fn document((w, h): (i32, i32), body: &str) -> String {
    let mut used = BTreeSet::new();
    let mut defs = String::new();
    collect(body, &mut used, &mut defs);
    let style = &*PLAIN_STYLE;
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"scene\" viewBox=\"0 0 {w} {h}\" width=\"{w}\" height=\"{h}\">\n\
         <style>\n{style}\n</style>\n<defs>\n{defs}</defs>\n{body}</svg>\n"
    )
}

/// Adds the library's lines that a text refers to, and those that they refer to.
fn collect<'a>(text: &'a str, used: &mut BTreeSet<&'a str>, defs: &mut String) {
    for reference in text.split(['(', '"']).filter_map(|s| s.strip_prefix('#')) {
        let id = reference.split([')', '"']).next().expect("split gives a first part");
        if let Some(line) = DEFINED.get(id)
            && used.insert(line)
        {
            collect(line, used, defs);
            *defs += line;
            defs.push('\n');
        }
    }
}

fn shapes(scene: &Scene) -> String {
    let (w, h) = scene.size;
    let mut out = format!("<rect class=\"space\" width=\"{w}\" height=\"{h}\"/>\n");
    out += &format!("<use href=\"#sky\" width=\"{w}\" height=\"{h}\"/>\n");
    scene.shapes.iter().for_each(|s| out += &shape(scene, s));
    out
}

/// One shape: a group at its place that holds, back to front, the place to click, the ring, the picture, the words.
fn shape(scene: &Scene, shape: &Shape) -> String {
    let colour = shape.owner.map(|seat| colour(scene, seat));
    let r = shape.size / 2;
    let mut inner = if shape.tip.is_empty() { String::new() } else { format!("<title>{}</title>", escape(&shape.tip)) };
    let mut classes = vec!["shape"];
    classes.extend(&shape.style);
    match &shape.form {
        Form::Symbol(name) => {
            classes.push(name);
            inner += &rings(shape, r);
            inner += &picture(name, (0, 0), shape.size);
            inner += &colour.map(|c| owned(shape, c, r)).unwrap_or_default();
            inner += &count(shape, r);
        }
        Form::Line((x, y)) => {
            classes.push("line");
            let (dx, dy) = (x - shape.at.0, y - shape.at.1);
            inner += &format!("<line x2=\"{dx}\" y2=\"{dy}\" stroke-width=\"{}\"/>", shape.size);
        }
        Form::Area(corners) => {
            let points: Vec<_> = corners.iter().map(|(x, y)| format!("{x},{y}")).collect();
            let polygon = |class: &str| format!("<polygon class=\"{class}\" points=\"{}\"", points.join(" "));
            inner += &format!("{}/>", polygon("area"));
            inner += &colour.map(|c| format!("{} fill=\"url(#weave-{c})\"/>", polygon("pattern"))).unwrap_or_default();
        }
        Form::Text => {}
    }
    inner += &label(shape, r);
    let seat = colour.map(|c| format!(" seat-{c}")).unwrap_or_default();
    let id = if shape.id.is_empty() { String::new() } else { format!(" data-id=\"{}\"", escape(&shape.id)) };
    let (x, y) = shape.at;
    format!("<g class=\"{}{seat}\"{id} transform=\"translate({x} {y})\">{inner}</g>\n", classes.join(" "))
}

fn colour(scene: &Scene, seat: Seat) -> &'static str {
    scene.seats.get(seat.index()).map_or("none", |look| look.colour)
}

fn picture(name: &str, (x, y): (i32, i32), size: i32) -> String {
    let (x, y) = (x - size / 2, y - size / 2);
    format!("<use href=\"#{name}\" x=\"{x}\" y=\"{y}\" width=\"{size}\" height=\"{size}\"/>")
}

/// What can be clicked is a third larger than it looks, and has a ring to be lit.
fn rings(shape: &Shape, r: i32) -> String {
    let ring = format!("<circle class=\"ring\" r=\"{}\"/>", r + 5 + shape.size / 12);
    match (shape.id.is_empty(), shape.style.contains(&"ringed")) {
        (false, _) => format!("<circle class=\"hit\" r=\"{}\"/>{ring}", r * 4 / 3),
        (true, true) => ring,
        (true, false) => String::new(),
    }
}

fn owned(shape: &Shape, colour: &str, r: i32) -> String {
    let mark =
        |at: (i32, i32), size| picture(&format!("mark-{colour}"), at, size).replacen("<use", "<use class=\"mark\"", 1);
    if shape.style.contains(&"plain") {
        return String::new();
    }
    if !shape.style.contains(&"world") {
        return if shape.count.is_empty() { mark((0, 0), shape.size / 3) } else { String::new() };
    }
    let (seal, at) = ((shape.size / 6).min(16), (-r * 3 / 4, r * 3 / 4));
    format!(
        "<circle class=\"aura\" r=\"{}\"/><circle class=\"owner\" r=\"{}\"/><circle class=\"seal\" cx=\"{}\" cy=\"{}\" r=\"{seal}\"/>{}",
        r + 5,
        r + 3,
        at.0,
        at.1,
        mark(at, seal)
    )
}

fn count(shape: &Shape, r: i32) -> String {
    if shape.count.is_empty() {
        return String::new();
    }
    let text = |x: i32, y: i32, size: i32| {
        let y = y + size * 36 / 100;
        format!("<text class=\"count\" x=\"{x}\" y=\"{y}\" font-size=\"{size}\">{}</text>", escape(&shape.count))
    };
    if !shape.style.contains(&"badge") {
        return text(0, 0, shape.size * 44 / 100);
    }
    let (at, pill) = (r * 3 / 4, (shape.size / 5).max(11));
    format!("<circle class=\"pill\" cx=\"{at}\" cy=\"{at}\" r=\"{pill}\"/>{}", text(at, at, pill * 4 / 3))
}

fn label(shape: &Shape, r: i32) -> String {
    let words = escape(&shape.label);
    match shape.form {
        _ if words.is_empty() => String::new(),
        Form::Text => {
            let class = shape.style.join(" ");
            let (y, size) = (shape.size * 36 / 100, shape.size);
            format!("<text class=\"text {class}\" y=\"{y}\" font-size=\"{size}\">{words}</text>")
        }
        Form::Symbol(_) => format!("<text class=\"label\" y=\"{}\">{words}</text>", r + 23),
        Form::Line(_) | Form::Area(_) => format!("<text class=\"label\" y=\"7\">{words}</text>"),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Item, SeatLook, SeatState};

    fn scene() -> Scene {
        let seats = vec![SeatLook {
            name: "<b>".into(),
            colour: "red",
            points: Some(3),
            state: SeatState::Deciding,
            key: vec![],
        }];
        let world = Shape::symbol("planet-terra", (500, 400), 90).id("earth").style("world").owner(Some(Seat(0)));
        Scene { size: (1000, 1000), shapes: vec![world.label("Earth & Moon")], seats, ..Scene::default() }
    }

    #[test]
    fn the_library_refers_to_itself_alone() {
        let refs = SYMBOLS.split(['(', '"']).filter_map(|s| s.strip_prefix('#')?.split([')', '"']).next());
        let colour = |id: &&str| id.len() <= 6 && id.chars().all(|c| c.is_ascii_hexdigit());
        let missing: Vec<_> = refs.filter(|id| !colour(id) && !DEFINED.contains_key(id)).collect();
        assert!(missing.is_empty(), "{missing:?}");
        assert!(SYMBOLS.len() <= 48 * 1024, "{} bytes", SYMBOLS.len());
    }

    #[test]
    fn a_picture_stands_alone() {
        let picture = board(&scene());
        assert!(!picture.contains("var(--space)") && !picture.contains("light-dark(#f1"), "themes are resolved");
        assert!(picture.contains("<symbol id=\"mark-red\"") && !picture.contains("<symbol id=\"fighter\""));
        assert!(picture.contains("data-id=\"earth\"") && picture.contains("Earth &amp; Moon"));
        assert!(!render(&scene()).contains("<b>"), "names are text");
    }

    /// The web client draws the same scenes (`web/src/parts/drawing.test.ts`), and compares with the same pictures.
    #[test]
    fn golden_scenes_are_drawn_as_ever() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let files = std::fs::read_dir(&folder).expect("golden scenes").map(|file| file.expect("a file").path());
        let scenes: Vec<_> = files.filter(|path| path.extension().is_some_and(|e| e == "json")).collect();
        assert!(scenes.len() > 5, "{scenes:?}");
        for path in scenes {
            let text = std::fs::read_to_string(&path).expect("text").leak();
            let scene: Scene = serde_json::from_str(text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            assert_eq!(scene.faults(), Vec::<String>::new(), "{}", path.display());
            let (picture, drawn) = (path.with_extension("svg"), fragment(&scene) + "\n");
            if std::env::var_os("ASTRARIUM_RENEW").is_some() {
                std::fs::write(&picture, &drawn).expect("it can be written");
            }
            let renew = "to draw it anew: ASTRARIUM_RENEW=1 cargo test -p astrarium-core golden";
            assert!(std::fs::read_to_string(&picture).is_ok_and(|old| old == drawn), "{}; {renew}", picture.display());
        }
    }

    #[test]
    fn faults_are_found() {
        let mut scene = scene();
        assert_eq!(scene.faults(), Vec::<String>::new());
        let twin = Shape::symbol("nothing", (1001, 0), 9).id("earth").style("odd");
        scene.shapes.push(twin);
        scene.panels.push(crate::scene::Panel {
            id: "p".into(),
            title: String::new(),
            seat: None,
            groups: vec![crate::scene::Group {
                title: String::new(),
                layout: crate::scene::Layout::Counters,
                items: vec![Item::new("a", 1).symbol("none-such")],
            }],
        });
        assert_eq!(scene.faults().len(), 5, "{:?}", scene.faults());
    }
}
