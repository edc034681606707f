//! Component packs: what is printed on the components, in TOML files, read once, with errors that point at the line.

use std::fmt;
use std::ops::{Deref, Range, RangeInclusive};
use std::path::Path;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};
pub use toml::Spanned;

/// A game's typed tables. They are parsed once, checked whole, and live as long as the program.
pub trait Pack: Sized + Send + Sync + 'static {
    /// The files of the pack with the text that is built in.
    const FILES: &'static [(&'static str, &'static str)];
    /// Reads the tables, or says everything that is wrong.
    fn parse(files: &Files) -> Result<Self, Vec<PackError>>;
    /// The pack's fingerprint, as `Files::hash` gave it.
    fn hash(&self) -> &str;
}

/// The texts of a pack.
#[derive(Clone, Debug)]
pub struct Files(Vec<(String, String)>);

/// One fault of a pack: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PackError {
    pub file: String,
    pub line: usize,
    pub column: usize,
    pub what: String,
    pub right: String,
}

impl fmt::Display for PackError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}: {}", self.file, self.line, self.column, self.what)?;
        if self.right.is_empty() { Ok(()) } else { write!(f, "; expected {}", self.right) }
    }
}

impl Files {
    /// The texts that are built in.
    pub fn house<P: Pack>() -> Files {
        Files(P::FILES.iter().map(|&(name, text)| (name.into(), text.into())).collect())
    }

    /// A folder with the same file names.
    pub fn folder<P: Pack>(folder: &Path) -> Result<Files, Vec<PackError>> {
        let read = |&(name, _): &(&str, &str)| {
            let path = folder.join(name);
            std::fs::read_to_string(&path).map(|text| (name.to_string(), text)).map_err(|e| PackError {
                file: path.display().to_string(),
                line: 1,
                column: 1,
                what: format!("cannot be read: {e}"),
                right: format!("the pack's files {}", P::FILES.map_names()),
            })
        };
        let (good, bad): (Vec<_>, Vec<_>) = P::FILES.iter().map(read).partition(Result::is_ok);
        let bad: Vec<_> = bad.into_iter().filter_map(Result::err).collect();
        if bad.is_empty() { Ok(Files(good.into_iter().flatten().collect())) } else { Err(bad) }
    }

    /// Texts from anywhere else, for tests.
    pub fn new(texts: impl IntoIterator<Item = (String, String)>) -> Files {
        Files(texts.into_iter().collect())
    }

    fn text(&self, name: &str) -> &str {
        &self.0.iter().find(|(n, _)| n == name).unwrap_or_else(|| panic!("{name} is no file of this pack")).1
    }

    /// One file, typed.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, PackError> {
        toml::from_str(self.text(name)).map_err(|e| self.at(name, e.span().unwrap_or(0..0), e.message().trim(), ""))
    }

    /// A fault at a place of a file.
    pub fn at(&self, name: &str, span: Range<usize>, what: impl Into<String>, right: impl Into<String>) -> PackError {
        let text = self.text(name);
        let before = &text[..text.floor_char_boundary(span.start)];
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        let line = before.matches('\n').count() + 1;
        PackError { file: name.into(), line, column, what: what.into(), right: right.into() }
    }

    /// The fingerprint of all texts.
    pub fn hash(&self) -> String {
        let mut hasher = blake3::Hasher::new();
        for (name, text) in &self.0 {
            hasher.update(name.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
        }
        hasher.finalize().to_hex()[..32].to_string()
    }
}

trait Names {
    fn map_names(&self) -> String;
}

impl Names for [(&str, &str)] {
    fn map_names(&self) -> String {
        self.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", ")
    }
}

/// Reads a pack that lives until the program ends: from a folder, or the one built in.
pub fn load<P: Pack>(folder: Option<&Path>) -> Result<&'static P, Vec<PackError>> {
    let files = folder.map_or_else(|| Ok(Files::house::<P>()), Files::folder::<P>)?;
    P::parse(&files).map(|pack| &*Box::leak(Box::new(pack)))
}

/// Reads whatever holds numbers, and refuses those that are out of bounds where they stand: `deserialize_with` for fields that
/// the rules add up, so that no sum in play overflows.
pub fn within<'de, const LOW: i64, const HIGH: i64, T: DeserializeOwned, D: Deserializer<'de>>(
    from: D,
) -> Result<T, D::Error> {
    let value = toml::Value::deserialize(from)?;
    match outside(&value, LOW..=HIGH) {
        Some(n) => Err(Error::custom(format!("{n} is out of bounds: expected a number from {LOW} to {HIGH}"))),
        None => T::deserialize(value).map_err(|e| Error::custom(e.message())),
    }
}

fn outside(value: &toml::Value, bounds: RangeInclusive<i64>) -> Option<i64> {
    match value {
        toml::Value::Integer(n) => (!bounds.contains(n)).then_some(*n),
        toml::Value::Array(list) => list.iter().find_map(|v| outside(v, bounds.clone())),
        toml::Value::Table(table) => table.values().find_map(|v| outside(v, bounds.clone())),
        _ => None,
    }
}

/// A pack as a field of a state: one word, equal only to itself.
pub struct Static<T: 'static>(pub &'static T);

impl<T> Copy for Static<T> {}

impl<T> Clone for Static<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T> PartialEq for Static<T> {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}

impl<T> Eq for Static<T> {}

impl<T> fmt::Debug for Static<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pack")
    }
}

impl<T> Deref for Static<T> {
    type Target = T;
    fn deref(&self) -> &T {
        self.0
    }
}
