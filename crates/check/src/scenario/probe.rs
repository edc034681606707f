//! Follows a dotted path through a type instead of through data: whether there could be something at its end.

use std::cell::Cell;
use std::fmt;

use serde::de::value::StrDeserializer;
use serde::de::{
    self, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, IntoDeserializer, MapAccess, SeqAccess,
    Unexpected, VariantAccess, Visitor,
};
use serde_json::Value;

/// Whether a `T` can have something at the path, and if `value` is given, that. If not, why.
pub fn can_have<T: DeserializeOwned>(path: &str, value: Option<&Value>) -> Result<(), String> {
    let words: Vec<&str> = path.split('.').collect();
    let reached = Cell::new(false);
    let read = T::deserialize(Probe { path: &words, value, reached: &reached });
    match read {
        _ if reached.get() => Ok(()),
        Ok(_) => Err("no such path".into()),
        Err(Nowhere(why)) => Err(why),
    }
}

#[derive(Debug)]
struct Nowhere(String);

impl fmt::Display for Nowhere {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Nowhere {}

impl de::Error for Nowhere {
    fn custom<T: fmt::Display>(why: T) -> Nowhere {
        Nowhere(why.to_string())
    }
}

/// Data that has nothing but the path.
#[derive(Copy, Clone)]
struct Probe<'p> {
    path: &'p [&'p str],
    value: Option<&'p Value>,
    reached: &'p Cell<bool>,
}

impl<'p> Probe<'p> {
    /// The next word, and what comes behind it.
    fn next(self) -> Option<(&'p str, Probe<'p>)> {
        let (word, path) = self.path.split_first()?;
        Some((word, Probe { path, ..self }))
    }

    /// At the end of the path: the value if there is one. Otherwise reading stops here, and all is well.
    fn end<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nowhere> {
        let Some(value) = self.value else {
            self.reached.set(true);
            return Err(Nowhere(String::new()));
        };
        let read = value.clone().deserialize_any(visitor).map_err(de::Error::custom)?;
        self.reached.set(true);
        Ok(read)
    }
}

/// What has no parts is the end of a path, or the path is wrong.
macro_rules! ends {
    ($($name:ident)*) => {$(
        fn $name<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nowhere> {
            match self.next() {
                None => self.end(visitor),
                Some((word, _)) => Err(de::Error::invalid_type(Unexpected::Other(&format!("“{word}” below it")), &visitor)),
            }
        }
    )*};
}

impl<'de> Deserializer<'de> for Probe<'_> {
    type Error = Nowhere;

    ends! {
        deserialize_bool deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64 deserialize_u8 deserialize_u16
        deserialize_u32 deserialize_u64 deserialize_f32 deserialize_f64 deserialize_char deserialize_str deserialize_string
        deserialize_bytes deserialize_byte_buf deserialize_unit deserialize_identifier
    }

    /// A type that takes anything: nobody can say what is below it.
    fn deserialize_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Nowhere> {
        self.reached.set(true);
        Err(Nowhere(String::new()))
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, _: V) -> Result<V::Value, Nowhere> {
        Err(Nowhere("there is no such field".into()))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nowhere> {
        visitor.visit_some(self)
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Nowhere> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Nowhere> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nowhere> {
        self.deserialize_tuple(usize::MAX, visitor)
    }

    /// Items are taken to be alike: the path goes on in the first.
    fn deserialize_tuple<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Nowhere> {
        match self.next() {
            None => self.end(visitor),
            Some((word, rest)) => match word.parse::<usize>() {
                Ok(index) if index < len => visitor.visit_seq(One(Some((word, rest)))),
                _ => Err(Nowhere(format!("“{word}” is no place in a list"))),
            },
        }
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        len: usize,
        visitor: V,
    ) -> Result<V::Value, Nowhere> {
        self.deserialize_tuple(len, visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Nowhere> {
        match self.next() {
            None => self.end(visitor),
            next => visitor.visit_map(One(next)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nowhere> {
        self.deserialize_map(visitor)
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        name: &'static str,
        variants: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Nowhere> {
        match (self.next(), self.value) {
            (Some(next), _) => visitor.visit_enum(One(Some(next))),
            (None, None) => self.end(visitor),
            (None, Some(value)) => {
                let read = value.clone().deserialize_enum(name, variants, visitor).map_err(de::Error::custom)?;
                self.reached.set(true);
                Ok(read)
            }
        }
    }
}

/// A table, a list or a variant with one word of the path in it.
struct One<'p>(Option<(&'p str, Probe<'p>)>);

impl<'de> MapAccess<'de> for One<'_> {
    type Error = Nowhere;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Nowhere> {
        self.0.map(|(word, _)| seed.deserialize(StrDeserializer::new(word))).transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Nowhere> {
        let (_, rest) = self.0.take().expect("a key comes before its value");
        seed.deserialize(rest)
    }
}

impl<'de> SeqAccess<'de> for One<'_> {
    type Error = Nowhere;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Nowhere> {
        self.0.take().map(|(_, rest)| seed.deserialize(rest)).transpose()
    }
}

impl<'de, 'p> EnumAccess<'de> for One<'p> {
    type Error = Nowhere;
    type Variant = Probe<'p>;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Probe<'p>), Nowhere> {
        let (word, rest) = self.0.expect("a variant has a word");
        Ok((seed.deserialize(word.into_deserializer())?, rest))
    }
}

impl<'de> VariantAccess<'de> for Probe<'_> {
    type Error = Nowhere;

    fn unit_variant(self) -> Result<(), Nowhere> {
        Err(Nowhere("there is nothing below it".into()))
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Nowhere> {
        seed.deserialize(self)
    }

    fn tuple_variant<V: Visitor<'de>>(self, len: usize, visitor: V) -> Result<V::Value, Nowhere> {
        self.deserialize_tuple(len, visitor)
    }

    fn struct_variant<V: Visitor<'de>>(self, _: &'static [&'static str], visitor: V) -> Result<V::Value, Nowhere> {
        self.deserialize_map(visitor)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use serde::Deserialize;
    use serde_json::json;

    use super::can_have;

    #[derive(Deserialize, Default)]
    #[serde(default, deny_unknown_fields)]
    struct Table {
        _round: u8,
        _phase: Option<Phase>,
        _seats: BTreeMap<Colour, Seat>,
        _pair: [Vec<Colour>; 2],
    }

    #[derive(Deserialize)]
    #[serde(rename_all = "kebab-case")]
    enum Phase {
        Draft,
        Battle { _at: u8 },
    }

    #[derive(Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    #[serde(rename_all = "kebab-case")]
    enum Colour {
        Red,
    }

    #[derive(Deserialize, Default)]
    #[serde(default, deny_unknown_fields)]
    struct Seat {
        _hand: Vec<Colour>,
    }

    #[test]
    fn a_path_leads_through_types() {
        for path in ["_round", "_phase", "_phase.battle._at", "_seats.red", "_seats.red._hand.7", "_pair.1.3"] {
            assert_eq!(can_have::<Table>(path, None), Ok(()), "{path}");
        }
        for (path, why) in [
            ("rounds", "unknown field `rounds`, expected one of `_round`, `_phase`, `_seats`, `_pair`"),
            ("_round.x", "invalid type: “x” below it, expected u8"),
            ("_phase.peace", "unknown variant `peace`, expected `draft` or `battle`"),
            ("_phase.draft.x", "there is nothing below it"),
            ("_seats.pink", "unknown variant `pink`, expected `red`"),
            ("_seats.red._hand.first", "“first” is no place in a list"),
            ("_pair.2", "“2” is no place in a list"),
        ] {
            assert_eq!(can_have::<Table>(path, None), Err(why.into()), "{path}");
        }
    }

    #[test]
    fn a_value_must_fit_there() {
        assert_eq!(can_have::<Table>("_seats.red._hand", Some(&json!(["red"]))), Ok(()));
        let pink = can_have::<Table>("_seats.red._hand", Some(&json!(["pink"])));
        assert_eq!(pink, Err("unknown variant `pink`, expected `red`".into()));
        assert!(can_have::<Table>("_phase", Some(&json!("draft"))).is_ok());
        assert!(can_have::<Table>("_round", Some(&json!("x"))).is_err());
    }
}
