//! What the description of the requests says about words: which ids, seats, titles, options and names there are.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use astrarium_core::{MAX_SEATS, OptionSpec, Options, Parts, Values};
use astrarium_games::{Title, with_game};
use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder};
use utoipa::openapi::{ObjectBuilder, OneOfBuilder, RefOr, Schema, Type};
use utoipa::{PartialSchema, ToSchema};

use super::tables::{Create, Wanted};
use crate::Limits;
use crate::event::{Clock, Level};
use crate::id::Id;
use crate::rules::{Cells, Part, Passage};

/// Gives a type its place in the description.
macro_rules! described {
    ($($name:ident: $schema:expr;)*) => {$(
        impl PartialSchema for $name {
            fn schema() -> RefOr<Schema> {
                $schema.into()
            }
        }

        impl ToSchema for $name {
            fn name() -> Cow<'static, str> {
                stringify!($name).into()
            }
        }
    )*};
}

/// A seat by its number, as a number and as a word.
pub struct SeatNumber;
pub struct SeatWord;
/// A number that every program can hold exactly.
pub struct WholeNumber;
pub struct TitleId;
pub struct Name;
/// What is wanted of a new table: options differ from title to title.
pub struct NewTable;

described! {
    Id: text().pattern(Some("^[0-9a-f]{32}$"));
    Level: text().pattern(Some("^[a-z][a-z0-9-]{0,15}$"));
    SeatNumber: number(0, MAX_SEATS - 1);
    WholeNumber: number(0, (1 << 53) - 1);
    SeatWord: words((0..MAX_SEATS).map(|seat| seat.to_string()));
    TitleId: words(Title::ALL.map(|title| title.to_string()));
    Name: text().pattern(Some(super::text::pattern())).max_length(Some(Limits::default().name));
    Wanted: OneOfBuilder::new()
        .item(chair("person").property("name", nullable(Name::schema())))
        .item(chair("bot").property("level", Level::schema()).required("level"))
        .item(chair("open"));
    Part: OneOfBuilder::new()
        .item(Passage::schema())
        .item(closed().property("head", list(text())).property("rows", list(Cells::schema())).required("head").required("rows"));
    NewTable: Title::ALL.into_iter().fold(OneOfBuilder::new(), |all, title| all.item(new_table(title)));
}

fn text() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn number(least: usize, most: usize) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(least)).maximum(Some(most))
}

fn words(all: impl IntoIterator<Item = String>) -> ObjectBuilder {
    text().enum_values(Some(all))
}

fn new_table(title: Title) -> RefOr<Schema> {
    let specs: &[OptionSpec] = with_game!(title, G => <<G as Parts>::Options as Options>::SPECS);
    let options = specs.iter().fold(closed(), |object, spec| object.property(spec.id, values(spec.values)));
    let RefOr::T(Schema::Object(mut whole)) = Create::schema() else { unreachable!("it is a struct") };
    whole.properties.insert("title".into(), words([title.to_string()]).into());
    whole.properties.insert("options".into(), options.into());
    whole.properties.insert("clock".into(), clock().into());
    RefOr::T(Schema::Object(whole))
}

/// Nothing but what is named.
fn closed() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Object)
        .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(false)))
}

fn values(values: Values) -> ObjectBuilder {
    match values {
        Values::OneOf(list) => words(list.iter().map(ToString::to_string)),
        Values::Range(low, high) => words((low..=high).map(|number| number.to_string())),
        Values::Switch => words(["on", "off"].map(String::from)),
    }
}

fn list(items: impl Into<RefOr<Schema>>) -> ArrayBuilder {
    ArrayBuilder::new().items(items.into())
}

fn chair(kind: &str) -> ObjectBuilder {
    closed().property("kind", words([kind.into()])).required("kind")
}

fn nullable(schema: RefOr<Schema>) -> OneOfBuilder {
    OneOfBuilder::new().item(schema).item(ObjectBuilder::new().schema_type(Type::Null))
}

/// So many seconds or days, or no clock.
fn clock() -> OneOfBuilder {
    let seconds = || number(*Clock::SECONDS.start() as usize, *Clock::SECONDS.end() as usize);
    let one = |name: &str| closed().property(name, seconds()).required(name);
    let range = |range: RangeInclusive<u32>| number(*range.start() as usize, *range.end() as usize);
    let plus =
        closed().property("game", seconds()).required("game").property("plus", range(Clock::PLUS)).required("plus");
    let fischer = closed().property("fischer", plus).required("fischer");
    let days = closed().property("days", range(Clock::DAYS)).required("days");
    let seconds = OneOfBuilder::new().item(one("game")).item(one("decision"));
    seconds.item(fischer).item(days).item(ObjectBuilder::new().schema_type(Type::Null))
}
