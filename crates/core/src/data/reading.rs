//! Reading a pack to its end although parts of it are wrong: what is wrong is noted and mended, so that the rest is looked at, too.

use std::cell::RefCell;
use std::ops::{Deref, Range};

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, DeValue, Deserializer};

use super::plain::plain;
use super::{Files, PackError};

/// More faults of one file are not looked for.
const MOST: usize = 50;

/// The files of a pack while it is read, with the faults found so far.
#[derive(Debug)]
pub struct Reading<'f> {
    files: &'f Files,
    /// Good files of the same names, from which wrong values are mended.
    house: &'f [(&'static str, &'static str)],
    faults: RefCell<Vec<PackError>>,
}

impl Deref for Reading<'_> {
    type Target = Files;
    fn deref(&self) -> &Files {
        self.files
    }
}

impl<'f> Reading<'f> {
    pub(super) fn new(files: &'f Files, house: &'f [(&'static str, &'static str)]) -> Reading<'f> {
        Reading { files, house, faults: RefCell::default() }
    }

    /// What was read, unless anything was wrong: all of it, in the order of files and lines.
    pub(super) fn end<T>(self, read: Result<T, Vec<PackError>>) -> Result<T, Vec<PackError>> {
        let mut faults = self.faults.into_inner();
        let read = read.map_err(|more| faults.extend(more)).ok();
        let order = |fault: &PackError| self.house.iter().position(|(name, _)| *name == fault.file);
        faults.sort_by_key(|fault| (order(fault), fault.line, fault.column));
        faults.dedup();
        read.filter(|_| faults.is_empty()).ok_or(faults)
    }

    /// One file, typed. Its faults are kept; there is an error only if nothing can be made of it.
    pub fn get<T: DeserializeOwned>(&self, name: &str) -> Result<T, PackError> {
        let text = self.files.text(name);
        let fault = |error: &toml::de::Error| {
            let (what, right) = plain(error.message().trim());
            self.files.at(name, error.span().unwrap_or(0..0), what, right)
        };
        let (table, errors) = DeTable::parse_recoverable(text);
        if let Some(first) = errors.first() {
            self.faults.borrow_mut().extend(errors.iter().map(fault));
            return Err(fault(first));
        }
        let house = self.house.iter().find(|(n, _)| *n == name).map_or("", |(_, text)| text);
        let mut mended = Mending { table, house: DeTable::parse_recoverable(house).0.into_inner() };
        let mut last = None;
        for _ in 0..MOST {
            let error = match T::deserialize(Deserializer::from(mended.table.clone())) {
                Ok(read) => return Ok(read),
                Err(error) => error,
            };
            let found = fault(&error);
            let again = last.as_ref() == Some(&found);
            self.faults.borrow_mut().push(found.clone());
            if again || !mended.mend(&error) {
                return Err(found);
            }
            last = Some(found);
        }
        Err(last.expect("there was a fault"))
    }
}

/// A step down into a table or a list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Step {
    Key(String),
    At(usize),
}

struct Mending<'t> {
    table: Spanned<DeTable<'t>>,
    house: DeTable<'t>,
}

impl<'t> Mending<'t> {
    /// Takes out or replaces what an error is about, as far as it can be found.
    fn mend(&mut self, error: &toml::de::Error) -> bool {
        let (Some(span), message) = (error.span(), error.message()) else { return false };
        let missing = message.strip_prefix("missing field `").and_then(|rest| rest.split('`').next());
        let mut path = Vec::new();
        if let Some(field) = missing {
            let whole = self.table.span();
            if !(seek(self.table.get_ref(), &span, &mut path) || span == whole || span.is_empty()) {
                path.clear();
            }
            let Some(value) = self.good(&path, Some(field), &span) else { return false };
            let Some(table) = table_at(self.table.get_mut(), &path) else { return false };
            let key = Spanned::new(span, std::borrow::Cow::Owned(field.to_string()));
            return table.insert(key, value).is_none();
        }
        if !seek(self.table.get_ref(), &span, &mut path) {
            return false;
        }
        let good = if message.starts_with("unknown field") { None } else { self.good(&path, None, &span) };
        replace(self.table.get_mut(), &path, &span, good)
    }

    /// The value at this place of the good file, or at a place like it; not the wrong one itself.
    fn good(&self, path: &[Step], field: Option<&str>, wrong: &Range<usize>) -> Option<Spanned<DeValue<'t>>> {
        let mut path = path.to_vec();
        path.extend(field.map(|field| Step::Key(field.into())));
        let own = || like(self.table.get_ref(), &path).filter(|value| value.span() != *wrong);
        like(&self.house, &path).or_else(own).cloned()
    }
}

/// Finds the path to the key or the innermost value that has this span.
fn seek(table: &DeTable<'_>, span: &Range<usize>, path: &mut Vec<Step>) -> bool {
    for (key, value) in table.iter() {
        path.push(Step::Key(key.get_ref().to_string()));
        if key.span() == *span || seek_in(value, span, path) {
            return true;
        }
        path.pop();
    }
    false
}

fn seek_in(value: &Spanned<DeValue<'_>>, span: &Range<usize>, path: &mut Vec<Step>) -> bool {
    match value.get_ref() {
        DeValue::Table(table) if seek(table, span, path) => return true,
        DeValue::Array(list) => {
            for (at, value) in list.iter().enumerate() {
                path.push(Step::At(at));
                if seek_in(value, span, path) {
                    return true;
                }
                path.pop();
            }
        }
        _ => {}
    }
    value.span() == *span
}

/// Where a table has no such key, any of its values that has the keys below it will do.
fn like<'a, 't>(table: &'a DeTable<'t>, path: &[Step]) -> Option<&'a Spanned<DeValue<'t>>> {
    let [Step::Key(key), rest @ ..] = path else { return None };
    let exact = table.iter().find(|(k, _)| k.get_ref() == key).and_then(|(_, value)| like_in(value, rest));
    let goes_on = rest.iter().any(|step| matches!(step, Step::Key(_)));
    exact.or_else(|| table.iter().filter(|_| goes_on).find_map(|(_, value)| like_in(value, rest)))
}

fn like_in<'a, 't>(value: &'a Spanned<DeValue<'t>>, path: &[Step]) -> Option<&'a Spanned<DeValue<'t>>> {
    match (value.get_ref(), path) {
        (_, []) => Some(value),
        (DeValue::Table(table), _) => like(table, path),
        (DeValue::Array(list), [Step::At(at), rest @ ..]) => {
            list.get(*at).into_iter().chain(list.iter()).find_map(|value| like_in(value, rest))
        }
        _ => None,
    }
}

fn table_at<'a, 't>(table: &'a mut DeTable<'t>, path: &[Step]) -> Option<&'a mut DeTable<'t>> {
    let Some((step, rest)) = path.split_first() else { return Some(table) };
    let Step::Key(key) = step else { return None };
    let value = table.iter_mut().find(|(k, _)| k.get_ref() == key)?.1;
    inner_table(value, rest)
}

fn inner_table<'a, 't>(value: &'a mut Spanned<DeValue<'t>>, path: &[Step]) -> Option<&'a mut DeTable<'t>> {
    match (value.get_mut(), path.split_first()) {
        (DeValue::Table(table), _) => table_at(table, path),
        (DeValue::Array(list), Some((Step::At(at), rest))) => {
            list.get_mut(*at).and_then(|value| inner_table(value, rest))
        }
        _ => None,
    }
}

/// A key that is wrong goes with its value; a value that is wrong gives way to a good one, or goes.
fn replace<'t>(
    table: &mut DeTable<'t>,
    path: &[Step],
    span: &Range<usize>,
    good: Option<Spanned<DeValue<'t>>>,
) -> bool {
    let Some((last, above)) = path.split_last() else { return false };
    match last {
        Step::Key(key) => {
            let Some(table) = table_at(table, above) else { return false };
            let Some((found, value)) = table.iter_mut().find(|(k, _)| k.get_ref() == key) else { return false };
            match good.filter(|_| found.span() != *span) {
                Some(good) => *value.get_mut() = good.into_inner(),
                None => _ = table.remove(&key[..]),
            }
            true
        }
        Step::At(at) => {
            let Some((Step::Key(_), _)) = above.split_last() else { return false };
            let Some(list) = list_at(table, above) else { return false };
            match good {
                Some(good) => list.get_mut(*at).is_some_and(|value| {
                    *value.get_mut() = good.into_inner();
                    true
                }),
                None => false,
            }
        }
    }
}

fn list_at<'a, 't>(table: &'a mut DeTable<'t>, path: &[Step]) -> Option<&'a mut toml::de::DeArray<'t>> {
    let (Step::Key(key), above) = path.split_last()? else { return None };
    let table = table_at(table, above)?;
    match table.iter_mut().find(|(k, _)| k.get_ref() == key)?.1.get_mut() {
        DeValue::Array(list) => Some(list),
        _ => None,
    }
}
