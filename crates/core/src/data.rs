//! Component packs: what is printed on the components, in TOML files, read once, with errors that point at the line.

use std::collections::BTreeMap;
use std::fmt;
use std::ops::{Deref, Range};
use std::path::Path;
use std::sync::OnceLock;

mod bounds; // of numbers and lists
mod claims; // texts about effects
mod contents; // what it holds, for looking it up
mod diff; // what differs, in words
mod graph; // trees and maps: what is reached, what leads in a circle
mod plain; // faults in plain words
mod reading; // to the end, although parts are wrong
mod schema; // what may stand in the files

pub use bounds::{entries, within};
pub use claims::{Claim, Hook, numbers};
pub use contents::{Component, Kind, contents};
pub use diff::diff;
pub use graph::{circle, reached};
pub use reading::Reading;
pub use schema::{explain, schema};
use serde::de::DeserializeOwned;
pub use toml::Spanned;

/// A game's typed tables. They are parsed once, checked whole, and live as long as the program.
pub trait Pack: Sized + Send + Sync + 'static {
    /// The files of the pack with the text that is built in.
    const FILES: &'static [(&'static str, &'static str)];
    /// Built-in packs of earlier versions, the newest first: for each, the files that the next version changed, as they were.
    const FORMER: &'static [&'static [(&'static str, &'static str)]] = &[];
    /// Built-in packs that games have begun with: the hash of each, and the hash of its text if records of version 0.1 name it.
    const RELEASED: &'static [(&'static str, &'static str)] = &[];
    /// What fields are for, by their names, where the name does not say it: for schemas and new packs.
    const FIELDS: &'static [(&'static str, &'static str)] = &[];
    /// Builds the tables from what the files say, or reports what is wrong with them together.
    fn read(files: &Reading<'_>) -> Result<Self, Vec<PackError>>;
    /// What it was read from.
    fn files(&self) -> &Files;
    /// Texts that say something else than what happens. A pack does not come in with them; one that games have begun with is still read.
    fn claims(&self) -> Vec<PackError> {
        Vec::new()
    }

    /// Reads the tables, or reports everything that is wrong.
    fn parse(files: &Files) -> Result<Self, Vec<PackError>> {
        let reading = Reading::new(files, Self::FILES);
        let read = Self::read(&reading);
        reading.end(read)
    }

    /// Reads the tables of a new pack, which also says what it does.
    fn admit(files: &Files) -> Result<Self, Vec<PackError>> {
        let pack = Self::parse(files)?;
        let claims = pack.claims();
        if claims.is_empty() { Ok(pack) } else { Err(claims) }
    }

    /// The fingerprint of its values.
    fn hash(&self) -> &str {
        self.files().hash()
    }

    /// Whether a record means this pack.
    fn is_called(&self, name: &str) -> bool {
        self.files().is_called::<Self>(name)
    }
}

/// The texts of a pack.
#[derive(Clone, Debug)]
pub struct Files {
    texts: Vec<(String, String)>,
    hash: OnceLock<String>,
}

/// One fault of a pack: where, what, and what would be right.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub struct PackError {
    /// Of the pack.
    pub file: String,
    /// Counted from 1.
    pub line: usize,
    /// Counted from 1, in characters.
    pub column: usize,
    /// What is wrong.
    pub what: String,
    /// What would be right, or nothing.
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
        Files::new(P::FILES.iter().map(|&(name, text)| (name.into(), text.into())))
    }

    /// The texts of an earlier version's built-in pack that a record names.
    pub fn former<P: Pack>(name: &str) -> Option<Files> {
        let mut files = Files::house::<P>();
        for changed in P::FORMER {
            for (name, text) in &mut files.texts {
                changed.iter().filter(|(n, _)| n == name).for_each(|&(_, old)| *text = old.into());
            }
            files.hash.take();
            if files.is_called::<P>(name) {
                return Some(files);
            }
        }
        None
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
        let mut bad: Vec<_> = bad.into_iter().filter_map(Result::err).collect();
        bad.extend(extra::<P>(folder));
        if bad.is_empty() { Ok(Files::new(good.into_iter().flatten())) } else { Err(bad) }
    }

    /// Texts from anywhere else.
    pub fn new(texts: impl IntoIterator<Item = (String, String)>) -> Files {
        Files { texts: texts.into_iter().collect(), hash: OnceLock::new() }
    }

    /// Every file's name and text.
    pub fn texts(&self) -> &[(String, String)] {
        &self.texts
    }

    /// The text of a file; a pack that was kept before there was such a file has none.
    fn text(&self, name: &str) -> &str {
        self.texts.iter().find(|(n, _)| n == name).map_or("", |(_, text)| &text[..])
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

    /// Where a row begins, as it is usually written: `[key]` on a line of its own.
    pub fn row(&self, name: &str, key: &str) -> Range<usize> {
        let head = |line: &str| {
            line.trim()
                .strip_prefix('[')
                .and_then(|rest| rest.strip_prefix(key))
                .is_some_and(|rest| rest.starts_with(']'))
        };
        self.lines(name).find(|(_, line)| head(line)).map_or(0..0, |(span, _)| span)
    }

    /// Where a field of a row is, or else the row.
    pub fn field(&self, name: &str, row: &str, field: &str) -> Range<usize> {
        let head = self.row(name, row);
        let inside =
            self.lines(name).filter(|(span, _)| span.start >= head.end).take_while(|(_, line)| !line.starts_with('['));
        let is = |line: &str| line.split_once('=').is_some_and(|(key, _)| key.trim() == field);
        let found = inside.into_iter().find(|(_, line)| is(line));
        found.map_or(head.clone(), |(span, _)| span)
    }

    fn lines(&self, name: &str) -> impl Iterator<Item = (Range<usize>, &str)> {
        let mut end = 0;
        self.text(name).split_inclusive('\n').map(move |line| {
            end += line.len();
            (end - line.len()..end, line)
        })
    }

    /// The hash of all values of a readable pack; comments, white space and the order of keys do not count.
    pub fn hash(&self) -> &str {
        self.hash.get_or_init(|| {
            let values = |(name, text): &(String, String)| {
                let table: toml::Table = text.parse().expect("a pack has a hash once it is read");
                (name.clone(), serde_json::to_string(&table).expect("tables are plain data"))
            };
            let sorted: BTreeMap<_, _> = self.texts.iter().map(values).collect();
            fingerprint(sorted.iter().map(|(name, values)| (&name[..], &values[..])))
        })
    }

    /// The fingerprint of all texts, which records of version 0.1 name.
    pub fn text_hash(&self) -> String {
        fingerprint(self.texts.iter().map(|(name, text)| (&name[..], &text[..])))
    }

    fn is_called<P: Pack>(&self, name: &str) -> bool {
        name == self.hash() || P::RELEASED.contains(&(self.hash(), name)) || name == self.text_hash()
    }
}

fn fingerprint<'a>(files: impl Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut hasher = blake3::Hasher::new();
    for (name, text) in files {
        hasher.update(name.as_bytes()).update(&[0]).update(text.as_bytes()).update(&[0]);
    }
    hasher.finalize().to_hex()[..32].to_string()
}

trait Names {
    fn map_names(&self) -> String;
}

impl Names for [(&str, &str)] {
    fn map_names(&self) -> String {
        self.iter().map(|(n, _)| *n).collect::<Vec<_>>().join(", ")
    }
}

/// The word that somebody most likely meant, if one is near enough.
pub fn nearest<'a>(word: &str, words: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = |w: &'a str| (strsim::osa_distance(word, w), w);
    let most = word.chars().count().div_ceil(4);
    words
        .into_iter()
        .map(near)
        .filter(|&(distance, _)| (1..=most).contains(&distance))
        .min_by_key(|&(d, _)| d)
        .map(|n| n.1)
}

/// Tables that no pack has: most likely a name is spelt wrong.
fn extra<P: Pack>(folder: &Path) -> Vec<PackError> {
    let names =
        std::fs::read_dir(folder).into_iter().flatten().filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".toml")).collect();
    names.retain(|name| P::FILES.iter().all(|(known, _)| known != name));
    names.sort();
    let fault = |name: String| {
        let meant = nearest(&name, P::FILES.iter().map(|f| f.0)).map(|meant| format!(" (did you mean {meant}?)"));
        let what = format!("this file is not part of the pack{}", meant.unwrap_or_default());
        PackError { file: name, line: 1, column: 1, what, right: format!("only {}", P::FILES.map_names()) }
    };
    names.into_iter().map(fault).collect()
}

/// Reads a pack that lives until the program ends: from a folder, or the one built in.
pub fn load<P: Pack>(folder: Option<&Path>) -> Result<&'static P, Vec<PackError>> {
    let read = match folder {
        Some(folder) => P::admit(&Files::folder::<P>(folder)?),
        None => P::parse(&Files::house::<P>()),
    };
    read.map(|pack| &*Box::leak(Box::new(pack)))
}

/// Reads a pack that games have begun with, and that lives until the program ends.
pub fn keep<P: Pack>(files: &Files) -> Result<&'static P, Vec<PackError>> {
    P::parse(files).map(|pack| &*Box::leak(Box::new(pack)))
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

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// One number, in a file that had another text before this version, and other values before that.
    struct Number(Files);

    impl Pack for Number {
        const FILES: &'static [(&'static str, &'static str)] =
            &[("a.toml", "x = 3"), ("b.toml", "# two\n[t]\ny = 2\nz = 1\n")];
        const FORMER: &'static [&'static [(&'static str, &'static str)]] =
            &[&[("a.toml", "x = 2")], &[("b.toml", "[t]")]];

        fn read(files: &Reading<'_>) -> Result<Number, Vec<PackError>> {
            files.get::<toml::Table>("a.toml").map(|_| Number((**files).clone())).map_err(|e| vec![e])
        }

        fn files(&self) -> &Files {
            &self.0
        }
    }

    fn files(a: &str, b: &str) -> Files {
        Files::new([("a.toml".into(), a.into()), ("b.toml".into(), b.into())])
    }

    #[test]
    fn a_pack_is_known_by_its_values() {
        let house = Files::house::<Number>();
        let same = Files::new([files("x=3 # R", "t = { z = 1, y = 2 }").texts(), &[]].concat().into_iter().rev());
        assert_eq!(same.hash(), house.hash(), "comments, order and white space do not count");
        assert_ne!(same.text_hash(), house.text_hash());
        let others = [("x = 4", "[t]\ny = 2\nz = 1"), ("x = 3", "y = 2\nz = 1"), ("x = 3.0", "[t]\ny = 2\nz = 1")];
        for (a, b) in others {
            assert_ne!(files(a, b).hash(), house.hash(), "{a} {b}");
        }
    }

    /// Rows with words and numbers, and a bound.
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only read")]
    struct Row {
        name: String,
        #[serde(deserialize_with = "within::<0, 5, _, _>")]
        cost: u8,
        cell: (u8, u8),
        colour: Colour,
        #[serde(default, deserialize_with = "entries::<1, 2, _, _>")]
        needs: Vec<String>,
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
        Blue,
    }

    struct Rows(Files);

    impl Pack for Rows {
        const FILES: &'static [(&'static str, &'static str)] =
            &[("a.toml", "[one]\nname = \"One\"\ncost = 1\ncell = [0, 1]\ncolour = \"red\"\n")];

        fn read(files: &Reading<'_>) -> Result<Rows, Vec<PackError>> {
            let rows = files.get::<BTreeMap<String, Row>>("a.toml").map_err(|e| vec![e])?;
            let late = |_| vec![files.at("a.toml", 0..0, "one is missing", "[one]")];
            rows.get("one").map(|_| Rows((**files).clone())).ok_or(()).map_err(late)
        }

        fn files(&self) -> &Files {
            &self.0
        }
    }

    #[test]
    fn all_faults_are_told_at_once_in_plain_words() {
        let text = "[two]\nnme = \"Two\"\ncost = 9\ncell = [0, true]\ncolour = \"bleu\"\n\n[three]\nname = 3\ncost = \"x\"\ncell = [1]\ncolour = \"red\"\nneeds = [\"a\", \"b\", \"c\"]\n";
        let told = Rows::parse(&Files::new([("a.toml".into(), text.into())])).err().expect("it is refused");
        let told: Vec<String> = told.iter().map(PackError::to_string).collect();
        let right = [
            "a.toml:1:1: “name” is missing; expected name = …",
            "a.toml:1:1: one is missing; expected [one]",
            "a.toml:2:1: “nme” is no field here (did you mean “name”?); expected one of name, cost, cell, colour, needs",
            "a.toml:3:8: 9 is out of bounds; expected a number from 0 to 5",
            "a.toml:4:12: true is a yes or no; expected a whole number from 0 to 255",
            "a.toml:5:10: “bleu” is not known here (did you mean “blue”?); expected one of red, blue",
            "a.toml:8:8: 3 is a whole number; expected a text in quotation marks",
            "a.toml:9:8: “x” is a text; expected a whole number from 0 to 255",
            "a.toml:10:8: the list has 1 entries; expected a list of 2",
            "a.toml:12:9: the list has 3 entries; expected 1 to 2 entries",
        ];
        assert_eq!(told, right);
    }

    #[test]
    fn former_packs_stay() {
        let (newer, older) = (files("x = 2", "t = { z = 1, y = 2 }"), files("x = 2", "[t]"));
        for pack in [&newer, &older] {
            assert_eq!(Files::former::<Number>(pack.hash()).expect("a former pack").hash(), pack.hash());
        }
        assert!(Files::former::<Number>(&older.text_hash()).is_some(), "records of version 0.1 name the text");
        assert!(Files::former::<Number>(files("x = 1", "[t]").hash()).is_none());
    }
}
