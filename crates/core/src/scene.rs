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
    ("badge", "its count stands in a small badge at the lower right"),
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

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// Width and height of the board in board units. The shorter side is 1000, so that words are as large in all games.
    pub size: (i32, i32),
    /// Back to front.
    pub shapes: Vec<Shape>,
    pub panels: Vec<Panel>,
    /// How the seats look, by seat; a side of the board that nobody plays may follow them.
    pub seats: Vec<SeatLook>,
    /// Where the game stands, in a few words: “Round 3, allocation”.
    pub heading: String,
}

/// A seat's name and the colour it has in every shape that it owns.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatLook {
    pub name: String,
    /// One of the stylesheet's colours: `red`, `yellow`, `green`, `blue`, `violet`, `orange`, or `none`.
    pub colour: &'static str,
    /// The number that says who leads, where the viewer may know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    pub state: SeatState,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum SeatState {
    Waiting,
    Deciding,
    Done,
    Out,
    Winner,
}

/// One thing on the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shape {
    /// A word of the sentences, or a name for motion between scenes, or empty.
    pub id: String,
    pub form: Form,
    /// Its middle.
    pub at: (i32, i32),
    /// Across; the width of a line; the height of letters.
    pub size: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Short words under it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub label: String,
    /// Small words or a number on it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub count: String,
    /// What hovering or a long press says.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tip: String,
    /// Words of `STYLES`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub style: Vec<&'static str>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
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
    pub fn new(form: Form, at: (i32, i32), size: i32) -> Shape {
        let none = String::new;
        Shape { id: none(), form, at, size, owner: None, label: none(), count: none(), tip: none(), style: vec![] }
    }

    pub fn symbol(name: &'static str, at: (i32, i32), size: i32) -> Shape {
        Shape::new(Form::Symbol(name), at, size)
    }

    pub fn line(from: (i32, i32), to: (i32, i32)) -> Shape {
        Shape::new(Form::Line(to), from, 1)
    }

    pub fn area(corners: Vec<(i32, i32)>, at: (i32, i32)) -> Shape {
        Shape::new(Form::Area(corners), at, 1)
    }

    pub fn text(label: impl Into<String>, at: (i32, i32), size: i32) -> Shape {
        Shape::new(Form::Text, at, size).label(label)
    }

    pub fn id(mut self, id: impl ToString) -> Shape {
        self.id = id.to_string();
        self
    }

    pub fn size(mut self, size: i32) -> Shape {
        self.size = size;
        self
    }

    pub fn owner(mut self, seat: Option<Seat>) -> Shape {
        self.owner = seat;
        self
    }

    pub fn label(mut self, label: impl Into<String>) -> Shape {
        self.label = label.into();
        self
    }

    pub fn count(mut self, count: impl ToString) -> Shape {
        self.count = count.to_string();
        self
    }

    pub fn tip(mut self, tip: impl Into<String>) -> Shape {
        self.tip = tip.into();
        self
    }

    pub fn style(mut self, word: &'static str) -> Shape {
        self.style.push(word);
        self
    }
}

/// A box beside the board: one per seat, and others (a market, a technology board, a summary).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Panel {
    pub id: String,
    pub title: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub seat: Option<Seat>,
    pub groups: Vec<Group>,
}

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Group {
    pub title: String,
    pub layout: Layout,
    pub items: Vec<Item>,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq, Serialize)]
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
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Item {
    pub id: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    pub symbol: &'static str,
    pub label: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub value: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub tip: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub owner: Option<Seat>,
    /// Column and row in a tree.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cell: Option<(u8, u8)>,
    /// The cells of a tree that lead to this one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub after: Vec<(u8, u8)>,
    /// Words of `STYLES`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub style: Vec<&'static str>,
}

impl Item {
    pub fn new(label: impl Into<String>, value: impl ToString) -> Item {
        Item { label: label.into(), value: value.to_string(), ..Item::default() }
    }

    pub fn id(mut self, id: impl ToString) -> Item {
        self.id = id.to_string();
        self
    }

    pub fn symbol(mut self, name: &'static str) -> Item {
        self.symbol = name;
        self
    }

    pub fn tip(mut self, tip: impl Into<String>) -> Item {
        self.tip = tip.into();
        self
    }

    pub fn style(mut self, word: &'static str) -> Item {
        self.style.push(word);
        self
    }

    pub fn owner(mut self, seat: Option<Seat>) -> Item {
        self.owner = seat;
        self
    }

    pub fn cell(mut self, column: u8, row: u8) -> Item {
        self.cell = Some((column, row));
        self
    }

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
        let items = || self.panels.iter().flat_map(|p| &p.groups).flat_map(|g| &g.items);
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
