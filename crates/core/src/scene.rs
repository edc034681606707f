//! What a viewer sees, as shapes with ids: a board, and panels beside it. Whole numbers only; the board has its own units.
//!
//! A shape's id is a word of the sentences: what can be clicked is lit by its id. Whatever has no id is scenery.
//! `svg.rs` and the web client draw a scene alike, with the symbols of `symbols.svg` and the classes of `scene.css`.
//! A shape of size s (r = s / 2) is a group at its place that holds, back to front: `hit`, a circle of 4/3 r, and `ring`, of
//! r + 5 + s / 12, if it has an id; the picture, s across; for a `world` with an owner `aura` (r + 5), `owner` (r + 3) and, at
//! three quarters of r to the lower left, `seal` (s / 6, at most 16) with the seat's mark; for other owned pictures without a
//! count the mark, s / 3 across; the count, 0.44 s high; the label, 23 below the edge.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::{Seat, svg};

/// The words of `Shape::style` and `Item::style`, with what they mean.
pub const STYLES: &[(&str, &str)] = &[
    ("world", "a place: its owner shows as a ring with a seal, not as a mark on the picture"),
    ("plain", "no mark of the owner on the picture"),
    ("badge", "its count is in a small badge at the lower right"),
    ("faded", "out of play, spent, not to be had"),
    ("ringed", "somebody is busy with it"),
    ("minor", "left out on a small screen"),
    ("inked", "drawn in lines: its seat's colour for words"),
    ("dashed", "a line of dots"),
    ("faint", "a line hardly seen"),
    ("beam", "a line of light"),
    ("title", "large words"),
    ("dim", "quiet words"),
    ("start", "words begin at the point"),
    ("end", "words end at the point"),
    ("have", "a node or card that its seat has"),
    ("here", "the marked place of a track"),
    ("good", "a welcome number"),
    ("bad", "an unwelcome number"),
];

/// A picture of the table.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize), serde(bound(deserialize = "'de: 'static")))]
pub struct Scene {
    /// Width and height of the board in board units. The shorter side is 1000, so that words are as large in all games.
    pub size: (i32, i32),
    /// Back to front.
    pub shapes: Vec<Shape>,
    /// Beside the board.
    pub panels: Vec<Panel>,
    /// How the seats look, by seat; a side of the board that nobody plays may follow them.
    pub seats: Vec<SeatLook>,
    /// How far the game is, in a few words: “Round 3, allocation”.
    pub heading: String,
    /// Places next to each other, by id, each pair once: for players who cannot see the board.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ways: Vec<(String, String)>,
}

/// A seat's name and the colour it has in every shape that it owns.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct SeatLook {
    /// What the table calls it.
    pub name: String,
    /// One of the stylesheet's colours: `red`, `yellow`, `green`, `blue`, `violet`, `orange`, or `none`.
    pub colour: &'static str,
    /// The number that says who leads, where the viewer may know it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// What it is doing.
    pub state: SeatState,
    /// What matters about it in this game, in a few figures: its place at the table shows them at all times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub key: Vec<Item>,
}

/// What a seat is doing.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum SeatState {
    /// It waits for others.
    Waiting,
    /// It is asked.
    Deciding,
    /// It has answered; others have not.
    Done,
    /// It is out of the game.
    Out,
    /// It has won.
    Winner,
}

/// One thing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Shape {
    /// A word of the sentences, or a name for motion between scenes, or empty.
    pub id: String,
    /// What it looks like.
    pub form: Form,
    /// The id of the place it lies on, for players who cannot see that.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub on: String,
    /// Its middle.
    pub at: (i32, i32),
    /// Across; the width of a line; the height of letters.
    pub size: i32,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Short words under it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Small words or a number on it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub count: String,
    /// What hovering or a long press says.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tip: String,
    /// Words of `STYLES`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, serde(borrow))]
    pub style: Vec<&'static str>,
}

/// What a shape looks like.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Form {
    /// A picture of the symbol library (`crates/core/symbols.svg`).
    Symbol(&'static str),
    /// From `at` to here.
    Line((i32, i32)),
    /// Corners, relative to `at`.
    Area(Vec<(i32, i32)>),
    /// Only its label.
    Text,
}

impl Shape {
    /// A shape of this form.
    pub fn new(form: Form, at: (i32, i32), size: i32) -> Shape {
        let none = String::new;
        let (id, on, label, count, tip) = (none(), none(), none(), none(), none());
        Shape { id, form, on, at, size, owner: None, label, count, tip, style: vec![] }
    }

    /// A picture of the library.
    pub fn symbol(name: &'static str, at: (i32, i32), size: i32) -> Shape {
        Shape::new(Form::Symbol(name), at, size)
    }

    /// A line from one point to another.
    pub fn line(from: (i32, i32), to: (i32, i32)) -> Shape {
        Shape::new(Form::Line(to), from, 1)
    }

    /// An area with these corners.
    pub fn area(corners: Vec<(i32, i32)>, at: (i32, i32)) -> Shape {
        Shape::new(Form::Area(corners), at, 1)
    }

    /// Words on the board.
    pub fn text(label: impl Into<String>, at: (i32, i32), size: i32) -> Shape {
        Shape::new(Form::Text, at, size).label(label)
    }

    /// With this id.
    pub fn id(mut self, id: impl ToString) -> Shape {
        self.id = id.to_string();
        self
    }

    /// On the place with this id.
    pub fn on(mut self, place: impl ToString) -> Shape {
        self.on = place.to_string();
        self
    }

    /// As large as this.
    pub fn size(mut self, size: i32) -> Shape {
        self.size = size;
        self
    }

    /// Owned by this seat.
    pub fn owner(mut self, seat: Option<Seat>) -> Shape {
        self.owner = seat;
        self
    }

    /// With these words under it.
    pub fn label(mut self, label: impl Into<String>) -> Shape {
        self.label = label.into();
        self
    }

    /// With this number on it.
    pub fn count(mut self, count: impl ToString) -> Shape {
        self.count = count.to_string();
        self
    }

    /// With these words when somebody points at it.
    pub fn tip(mut self, tip: impl Into<String>) -> Shape {
        self.tip = tip.into();
        self
    }

    /// With one more word of `STYLES`.
    pub fn style(mut self, word: &'static str) -> Shape {
        self.style.push(word);
        self
    }
}

/// A box beside the board: one per seat, and others (a market, a technology board, a summary).
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize), serde(bound(deserialize = "'de: 'static")))]
pub struct Panel {
    /// Its name among the panels.
    pub id: String,
    /// Its heading.
    pub title: String,
    /// Whose it is, if it is a seat's.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    /// What is in it.
    pub groups: Vec<Group>,
}

/// Things that belong together.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize), serde(bound(deserialize = "'de: 'static")))]
pub struct Group {
    /// Its heading, or nothing.
    pub title: String,
    /// How they are laid out.
    pub layout: Layout,
    /// The things.
    pub items: Vec<Item>,
}

impl Group {
    /// These things under a heading.
    pub fn new(title: impl Into<String>, layout: Layout, items: Vec<Item>) -> Group {
        Group { title: title.into(), layout, items }
    }
}

/// How the things of a group are laid out.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
#[serde(rename_all = "kebab-case")]
pub enum Layout {
    /// Icons with numbers, side by side.
    Counters,
    /// Cards: the label is the title, the tip the text.
    Cards,
    /// Nodes in columns and rows (`Item::cell`), with lines from what each needs (`Item::after`).
    Tree,
    /// Places in a row, one of them `here`.
    Track,
}

/// One thing in a panel; its id is a word of the sentences like a shape's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(test, derive(serde::Deserialize))]
pub struct Item {
    /// A word of the sentences, or empty.
    pub id: String,
    /// A picture of the library, or empty.
    #[serde(default, skip_serializing_if = "str::is_empty")]
    pub symbol: &'static str,
    /// What it is.
    pub label: String,
    /// How many, or how much.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub value: String,
    /// What it says when somebody points at it.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub tip: String,
    /// Whose it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Column and row in a tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u8, u8)>,
    /// The cells of a tree that lead to this one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<(u8, u8)>,
    /// Words of `STYLES`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(test, serde(borrow))]
    pub style: Vec<&'static str>,
}

impl Item {
    /// A thing with a value.
    pub fn new(label: impl Into<String>, value: impl ToString) -> Item {
        Item { label: label.into(), value: value.to_string(), ..Item::default() }
    }

    /// With this id.
    pub fn id(mut self, id: impl ToString) -> Item {
        self.id = id.to_string();
        self
    }

    /// With this picture.
    pub fn symbol(mut self, name: &'static str) -> Item {
        self.symbol = name;
        self
    }

    /// With these words when somebody points at it.
    pub fn tip(mut self, tip: impl Into<String>) -> Item {
        self.tip = tip.into();
        self
    }

    /// With one more word of `STYLES`.
    pub fn style(mut self, word: &'static str) -> Item {
        self.style.push(word);
        self
    }

    /// Owned by this seat.
    pub fn owner(mut self, seat: Option<Seat>) -> Item {
        self.owner = seat;
        self
    }

    /// In this cell of a tree.
    pub fn cell(mut self, column: u8, row: u8) -> Item {
        self.cell = Some((column, row));
        self
    }

    /// Reached from these cells of a tree.
    pub fn after(mut self, cells: impl IntoIterator<Item = (u8, u8)>) -> Item {
        self.after.extend(cells);
        self
    }
}

impl Scene {
    /// What a drawing would show wrongly: pictures and style words that do not exist, things off the board, ids used twice.
    pub fn faults(&self) -> Vec<String> {
        let mut faults = Vec::new();
        let mut ids = BTreeSet::new();
        let panels = || self.panels.iter().flat_map(|p| &p.groups).flat_map(|g| &g.items);
        let items = || panels().chain(self.seats.iter().flat_map(|s| &s.key));
        for shape in &self.shapes {
            let (x, y) = shape.at;
            if !(0..=self.size.0).contains(&x) || !(0..=self.size.1).contains(&y) {
                faults.push(format!("“{}” is off the board, at {x}, {y}", shape.id));
            }
            if let Form::Symbol(name) = shape.form
                && !svg::has_symbol(name)
            {
                faults.push(format!("no symbol “{name}”"));
            }
        }
        let places: BTreeSet<&String> = self.shapes.iter().map(|s| &s.id).collect();
        let ends = self.ways.iter().flat_map(|(a, b)| [a, b]).filter(|id| !places.contains(id));
        faults.extend(ends.map(|id| format!("a way to “{id}”, which is not on the board")));
        faults.extend(
            items()
                .filter(|i| !i.symbol.is_empty() && !svg::has_symbol(i.symbol))
                .map(|i| format!("no symbol “{}”", i.symbol)),
        );
        let styles = self.shapes.iter().flat_map(|s| &s.style).chain(items().flat_map(|i| &i.style));
        faults.extend(styles.filter(|w| STYLES.iter().all(|(s, _)| s != *w)).map(|w| format!("no style “{w}”")));
        let used = self.shapes.iter().map(|s| &s.id).chain(items().map(|i| &i.id)).filter(|id| !id.is_empty());
        faults.extend(used.filter(|id| !ids.insert(*id)).map(|id| format!("“{id}” is drawn twice")));
        faults
    }
}
