//! Bounds of what stands in a pack, so that no sum in play overflows and no list is longer than the rules have room for.

use std::ops::RangeInclusive;

use serde::de::{DeserializeOwned, Error};
use serde::{Deserialize, Deserializer};

/// Reads numbers and refuses those that are out of bounds, with their position: `deserialize_with` for fields that
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

/// Reads a list and refuses one that is too short or too long, with its position: `deserialize_with`.
pub fn entries<'de, const LEAST: usize, const MOST: usize, T: Deserialize<'de>, D: Deserializer<'de>>(
    from: D,
) -> Result<Vec<T>, D::Error> {
    let list = Vec::<T>::deserialize(from)?;
    if (LEAST..=MOST).contains(&list.len()) {
        return Ok(list);
    }
    Err(Error::custom(format!("the list has {} entries: expected {LEAST} to {MOST} entries", list.len())))
}
